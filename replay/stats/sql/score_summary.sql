-- Totals in short, for all seats and for the winners among them.
SELECT
    game,
    players,
    count(*) AS n,
    avg(total) AS mean,
    stddev_samp(total) AS sd,
    min(total) AS least,
    quantile_cont(total, 0.25) AS quarter,
    quantile_cont(total, 0.5) AS median,
    quantile_cont(total, 0.75) AS three_quarters,
    max(total) AS most,
    count(*) FILTER (WHERE won) AS winners,
    avg(total) FILTER (WHERE won) AS winners_mean
FROM played
WHERE total IS NOT NULL
GROUP BY game, players
ORDER BY game, players
