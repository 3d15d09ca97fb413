-- What lots of each kind and value cost.
WITH counted AS (
    SELECT kind, category, value, price, count(*) AS lots
    FROM offered
    WHERE game = 'biblios'
    GROUP BY kind, category, value, price
)
SELECT
    kind,
    category,
    value,
    CASE WHEN kind = 'gold' THEN 'cards' ELSE 'Gold' END AS unit,
    sum(lots)::BIGINT AS offered,
    counted_n(price, lots) AS n,
    counted_mean(price, lots) AS mean,
    counted_sd(price, lots) AS sd,
    min(price) AS least,
    counted_quantile(price, lots, 0.25) AS quarter,
    counted_quantile(price, lots, 0.5) AS median,
    counted_quantile(price, lots, 0.75) AS three_quarters,
    max(price) AS most
FROM counted
GROUP BY kind, category, value
ORDER BY kind, category, value
