-- What lots cost by their place in the Auction pile, in tenths of the pile.
SELECT
    kind,
    ceil(10.0 * lot / pile)::INTEGER AS tenth,
    CASE WHEN kind = 'gold' THEN 'cards' ELSE 'Gold' END AS unit,
    count(*) AS offered,
    count(price) AS n,
    avg(price) AS mean,
    stddev_samp(price) AS sd
FROM offered
WHERE game = 'biblios' AND pile > 0
GROUP BY kind, tenth
ORDER BY kind, tenth
