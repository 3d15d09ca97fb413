-- What was given for Gold lots: the number of cards, and their worth in category points and in Gold.
SELECT
    value,
    count(*) AS offered,
    count(price) AS n,
    avg(price) AS mean,
    stddev_samp(price) AS sd,
    count(paid_points) AS known,
    avg(paid_points) AS mean_points,
    avg(paid_gold) FILTER (WHERE paid_points IS NOT NULL) AS mean_gold
FROM offered
WHERE game = 'biblios' AND kind = 'gold'
GROUP BY value
ORDER BY value
