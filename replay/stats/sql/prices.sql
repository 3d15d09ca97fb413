-- What lots of each kind and value cost.
WITH counted AS (
    SELECT kind, category, value, price, count(*) AS lots
    FROM offered
    WHERE game = 'biblios'
    GROUP BY kind, category, value, price
),
ordered AS (
    SELECT
        *,
        sum(lots) FILTER (WHERE price IS NOT NULL) OVER (PARTITION BY kind, category, value ORDER BY price) AS upto,
        sum(lots) FILTER (WHERE price IS NOT NULL) OVER (PARTITION BY kind, category, value) AS known
    FROM counted
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
    counted_quantile(price, upto, known, 0.25) AS quarter,
    counted_quantile(price, upto, known, 0.5) AS median,
    counted_quantile(price, upto, known, 0.75) AS three_quarters,
    max(price) AS most
FROM ordered
GROUP BY kind, category, value
ORDER BY kind, category, value
