-- The places and occasions that the logs name, for the filters.
SELECT 'place' AS what, place AS word, count(*) AS n
FROM selected
WHERE place IS NOT NULL
GROUP BY place
UNION ALL
SELECT 'event', event, count(*)
FROM selected
WHERE event IS NOT NULL
GROUP BY event
UNION ALL
SELECT 'players', players::VARCHAR, count(*)
FROM selected
GROUP BY players
UNION ALL
SELECT 'game', game, count(*)
FROM selected
GROUP BY game
ORDER BY what, word
