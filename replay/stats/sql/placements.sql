-- How often each player came to each place, by number of players.
SELECT
    game,
    players,
    player,
    place,
    count(*) AS games,
    sum(count(*)) OVER (PARTITION BY game, players, player)::BIGINT AS n
FROM played
WHERE place IS NOT NULL
GROUP BY game, players, player, place
ORDER BY game, players, player, place
