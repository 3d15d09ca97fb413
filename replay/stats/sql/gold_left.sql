-- Gold that was left at the end.
SELECT
    game,
    player,
    count(*) AS n,
    avg(gold_left) AS mean,
    stddev_samp(gold_left) AS sd,
    avg(gold_left) FILTER (WHERE won) AS mean_won,
    avg(gold_left) FILTER (WHERE NOT won) AS mean_not_won,
    max(gold_left) AS most
FROM played
WHERE gold_left IS NOT NULL
GROUP BY game, player
ORDER BY game, player
