-- What lots cost by the number of players.
SELECT
    kind,
    value,
    players,
    CASE WHEN kind = 'gold' THEN 'cards' ELSE 'Gold' END AS unit,
    count(*) AS offered,
    count(price) AS n,
    avg(price) AS mean,
    stddev_samp(price) AS sd,
    quantile_cont(price, 0.5) AS median
FROM offered
WHERE game = 'biblios'
GROUP BY kind, value, players
ORDER BY kind, value, players
