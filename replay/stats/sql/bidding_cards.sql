-- How the bidding cards of Biblios Dice are used (Cadfael's are left out); 0 is a pass.
WITH winners AS (
    SELECT game_id, ply, winner
    FROM offered
    WHERE game = 'biblios-dice' AND rank = 1
),
first_lots AS (
    SELECT game_id, lot, ply
    FROM offered
    WHERE game = 'biblios-dice' AND group_no = 1
)
SELECT
    b.card,
    count(*) AS n,
    count(*) FILTER (WHERE b.lap = 1) AS first_turn_up,
    count(*) FILTER (WHERE w.winner = b.seat) AS won
FROM called b
JOIN played p ON p.game_id = b.game_id AND p.seat = b.seat
LEFT JOIN first_lots f ON f.game_id = b.game_id AND f.lot = b.lot
LEFT JOIN winners w ON w.game_id = f.game_id AND w.ply = f.ply
WHERE b.game = 'biblios-dice' AND b.card IS NOT NULL
GROUP BY b.card
ORDER BY b.card
