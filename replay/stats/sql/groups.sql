-- What the groups of dice brought to those who got them, beside what they cost.
SELECT
    rank,
    value AS size,
    count(*) AS n,
    avg(paid) AS mean_paid,
    avg(brought_steps) AS mean,
    stddev_samp(brought_steps) AS sd,
    avg(brought_gold) AS mean_gold,
    avg(brought_vp) AS mean_vp
FROM offered
WHERE game = 'biblios-dice' AND rank IS NOT NULL AND brought_steps IS NOT NULL AND winner < players
GROUP BY rank, value
ORDER BY rank, value
