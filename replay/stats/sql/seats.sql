-- What each place at the table wins; seat 1 is the start player.
SELECT
    game,
    players,
    seat + 1 AS seat,
    count(*) AS n,
    sum(win_share) AS wins,
    avg(expected) AS chance,
    avg(total) AS mean_total
FROM played
WHERE win_share IS NOT NULL
GROUP BY game, players, seat
ORDER BY game, players, seat
