-- How often nobody got a lot.
SELECT
    kind,
    value,
    players,
    count(*) AS n,
    count(*) FILTER (WHERE outcome = 'discarded') AS unsold
FROM offered
WHERE game = 'biblios'
GROUP BY kind, value, players
ORDER BY kind, value, players
