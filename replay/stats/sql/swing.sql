-- What category cards brought their buyers at the end, beside what they cost.
SELECT
    category,
    value,
    count(*) AS n,
    avg(price) AS mean_price,
    count(*) FILTER (WHERE swing > 0) AS turned,
    avg(swing) AS mean,
    stddev_samp(swing) AS sd,
    sum(swing)::DOUBLE / nullif(sum(price), 0) AS pips_per_gold,
    count(*) FILTER (WHERE swing_win) AS wins_turned
FROM offered
WHERE game = 'biblios' AND kind = 'category' AND price IS NOT NULL AND swing IS NOT NULL
GROUP BY category, value
ORDER BY category, value
