-- Everybody who played, with the number of games.
SELECT player, count(DISTINCT game_id) AS n, min(date) AS first_day, max(date) AS last_day
FROM played
GROUP BY player
ORDER BY player
