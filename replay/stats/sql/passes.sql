-- Passes of players who could have paid more than the lot's price: passes that could have won it.
WITH passed AS (
    SELECT b.game_id, b.lot, b.seat, b.means
    FROM called b
    WHERE b.game = 'biblios' AND b.amount = 0 AND b.means IS NOT NULL
)
SELECT
    p.player,
    count(*) AS n,
    count(*) FILTER (WHERE b.means > l.price) AS could_have_won,
    avg(l.price) FILTER (WHERE b.means > l.price) AS mean_price,
    avg(b.means) FILTER (WHERE b.means > l.price) AS mean_means
FROM passed b
JOIN offered l USING (game_id, lot)
JOIN played p ON p.game_id = b.game_id AND p.seat = b.seat
WHERE l.winner <> b.seat
GROUP BY p.player
ORDER BY p.player
