-- Gold that each player paid above the price, because no change is given.
SELECT
    buyer AS player,
    count(*) AS n,
    count(*) FILTER (WHERE change_lost > 0) AS with_loss,
    avg(change_lost) AS mean,
    stddev_samp(change_lost) AS sd,
    sum(change_lost)::BIGINT AS total,
    max(change_lost) AS most
FROM offered
WHERE game = 'biblios' AND change_lost IS NOT NULL AND kind <> 'gold' AND buyer IS NOT NULL
GROUP BY buyer
ORDER BY mean DESC, player
