-- Whether dear cards brought more: pips turned by price.
SELECT
    price,
    count(*) AS n,
    count(*) FILTER (WHERE swing > 0) AS turned,
    avg(swing) AS mean,
    stddev_samp(swing) AS sd,
    count(*) FILTER (WHERE swing_win) AS wins_turned
FROM offered
WHERE game = 'biblios' AND kind = 'category' AND price IS NOT NULL AND swing IS NOT NULL
GROUP BY price
ORDER BY price
