-- What each single card cost, by its letter too where the log names it.
SELECT
    what,
    kind,
    category,
    value,
    CASE WHEN kind = 'gold' THEN 'cards' ELSE 'Gold' END AS unit,
    count(*) AS offered,
    count(price) AS n,
    avg(price) AS mean,
    stddev_samp(price) AS sd,
    min(price) AS least,
    max(price) AS most
FROM offered
WHERE game = 'biblios'
GROUP BY what, kind, category, value
ORDER BY kind, category, value DESC, what
