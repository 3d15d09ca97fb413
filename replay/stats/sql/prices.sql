-- What lots of each kind and value cost.
SELECT
    kind,
    category,
    value,
    CASE WHEN kind = 'gold' THEN 'cards' ELSE 'Gold' END AS unit,
    count(*) AS offered,
    count(price) AS n,
    avg(price) AS mean,
    stddev_samp(price) AS sd,
    min(price) AS least,
    quantile_cont(price, 0.25) AS quarter,
    quantile_cont(price, 0.5) AS median,
    quantile_cont(price, 0.75) AS three_quarters,
    max(price) AS most
FROM offered
WHERE game = 'biblios'
GROUP BY kind, category, value
ORDER BY kind, category, value
