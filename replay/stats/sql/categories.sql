-- Who takes which category or track: each player's share of the games in which its owner is known.
SELECT
    player,
    game,
    part,
    count(*) AS n,
    count(*) FILTER (WHERE won) AS taken,
    avg(1 / players) AS chance,
    avg(total) AS mean_total,
    avg(points) AS mean_points
FROM scored
WHERE won IS NOT NULL AND length(part) = 1 AND player IS NOT NULL
GROUP BY player, game, part
ORDER BY game, part, player
