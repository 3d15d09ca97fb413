-- What the filters of a list can be set to, the most frequent first.
SELECT kind, value
FROM (
    SELECT 'players' AS kind, player AS value, count(*) AS n FROM seats GROUP BY player
    UNION ALL
    SELECT 'events', event, count(*) FROM games WHERE event IS NOT NULL GROUP BY event
    UNION ALL
    SELECT 'places', place, count(*) FROM games WHERE place IS NOT NULL GROUP BY place
)
ORDER BY kind, n DESC, value
