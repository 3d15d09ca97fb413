-- Winner's and second's price in the markets of Biblios Dice against the next bid.
-- What Cadfael gets costs him nothing and is left out.
SELECT
    players,
    rank,
    count(*) AS n,
    avg(price) AS mean,
    stddev_samp(price) AS sd,
    avg(paid) AS mean_paid,
    avg(runner_up_bid) AS mean_next,
    avg(overpay) AS mean_overpay,
    count(*) FILTER (WHERE promoted) AS promoted,
    count(*) FILTER (WHERE runner_up_bid > 0 AND overpay = 0) AS ties
FROM offered
WHERE game = 'biblios-dice' AND rank IS NOT NULL AND winner < players
GROUP BY players, rank
ORDER BY players, rank
