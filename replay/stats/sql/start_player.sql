-- Whether it helps to begin.
SELECT
    game,
    players,
    count(*) AS n,
    sum(win_share) AS wins,
    avg(expected) AS chance
FROM played
WHERE win_share IS NOT NULL AND seat = 0
GROUP BY game, players
ORDER BY game, players
