-- How often each total occurred, and how often it won.
SELECT
    game,
    players,
    total,
    count(*) AS n,
    count(*) FILTER (WHERE won) AS winners
FROM played
WHERE total IS NOT NULL
GROUP BY game, players, total
ORDER BY game, players, total
