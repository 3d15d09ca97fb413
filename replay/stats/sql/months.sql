-- Games played, by month.
SELECT date_trunc('month', date)::DATE AS month, game, count(*) AS n
FROM selected
WHERE date IS NOT NULL
GROUP BY month, game
ORDER BY month, game
