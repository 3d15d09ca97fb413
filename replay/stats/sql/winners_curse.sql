-- How far first bids of Biblios Dice lay above the next, and what the group then brought.
SELECT
    overpay,
    count(*) AS n,
    avg(price) AS mean_price,
    avg(brought_steps) AS mean,
    stddev_samp(brought_steps) AS sd
FROM offered
WHERE game = 'biblios-dice' AND rank = 1 AND overpay IS NOT NULL AND winner < players
GROUP BY overpay
ORDER BY overpay
