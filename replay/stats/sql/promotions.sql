-- How often somebody rose in a market because somebody ahead had overbid.
SELECT
    players,
    rank,
    count(*) AS n,
    count(*) FILTER (WHERE promoted) AS promoted,
    avg(price) FILTER (WHERE promoted) AS mean_price_promoted,
    avg(price) FILTER (WHERE NOT promoted) AS mean_price_otherwise
FROM offered
WHERE game = 'biblios-dice' AND rank IS NOT NULL AND promoted IS NOT NULL
GROUP BY players, rank
ORDER BY players, rank
