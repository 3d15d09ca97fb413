-- What lots of each kind and value cost.
WITH found AS (
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
        quantile_cont(price, [0.25, 0.5, 0.75]) AS quarters,  -- three by themselves would be three times the work
        max(price) AS most
    FROM offered
    WHERE game = 'biblios'
    GROUP BY kind, category, value
)
SELECT
    kind, category, value, unit, offered, n, mean, sd, least, quarters[1] AS quarter, quarters[2] AS median,
    quarters[3] AS three_quarters, most
FROM found
ORDER BY kind, category, value
