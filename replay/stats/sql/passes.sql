-- Passes of players who could have paid more than the lot's price: passes that could have won it.
WITH passed AS MATERIALIZED (  -- or else every seat would be joined with every lot of its game
    SELECT b.key, b.seat, b.means, l.price
    FROM called b
    JOIN offered l ON l.key = b.key AND l.lot = b.lot AND l.winner <> b.seat
    WHERE b.game = 'biblios' AND b.amount = 0 AND b.means IS NOT NULL AND l.game = 'biblios'
)
SELECT
    p.player,
    count(*) AS n,
    count(*) FILTER (WHERE t.means > t.price) AS could_have_won,
    avg(t.price) FILTER (WHERE t.means > t.price) AS mean_price,
    avg(t.means) FILTER (WHERE t.means > t.price) AS mean_means
FROM passed t
JOIN played p ON p.key = t.key AND p.seat = t.seat
GROUP BY p.player
ORDER BY p.player
