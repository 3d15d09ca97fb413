-- Cards turned up in the auctions of Biblios Dice, by turn-up (Cadfael's are left out).
SELECT
    b.players,
    b.lap,
    count(*) AS n,
    count(*) FILTER (WHERE b.card = 0) AS passes,
    avg(b.card) FILTER (WHERE b.card > 0) AS mean_card,
    avg(b.amount) AS mean_total
FROM called b
JOIN played p ON p.game_id = b.game_id AND p.seat = b.seat
WHERE b.game = 'biblios-dice'
GROUP BY b.players, b.lap
ORDER BY b.players, b.lap
