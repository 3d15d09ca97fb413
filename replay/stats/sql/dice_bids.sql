-- Cards turned up in the auctions of Biblios Dice, by turn-up (Cadfael's are left out).
SELECT
    players,
    lap,
    count(*) AS n,
    count(*) FILTER (WHERE card = 0) AS passes,
    avg(card) FILTER (WHERE card > 0) AS mean_card,
    avg(amount) AS mean_total
FROM called
WHERE game = 'biblios-dice' AND seat < players
GROUP BY players, lap
ORDER BY players, lap
