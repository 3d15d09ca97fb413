-- What lots cost by the number of players.
WITH counted AS (
    SELECT kind, value, players, price, count(*) AS lots
    FROM offered
    WHERE game = 'biblios'
    GROUP BY kind, value, players, price
)
SELECT
    kind,
    value,
    players,
    CASE WHEN kind = 'gold' THEN 'cards' ELSE 'Gold' END AS unit,
    sum(lots)::BIGINT AS offered,
    counted_n(price, lots) AS n,
    counted_mean(price, lots) AS mean,
    counted_sd(price, lots) AS sd,
    counted_quantile(price, lots, 0.5) AS median
FROM counted
GROUP BY kind, value, players
ORDER BY kind, value, players
