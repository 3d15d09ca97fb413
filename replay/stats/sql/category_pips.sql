-- Where the value dice ended, and how the first place was decided there.
SELECT
    game,
    part,
    pips,
    count(*) FILTER (WHERE seat = 0) AS n,
    count(*) FILTER (WHERE won) AS taken,
    count(*) FILTER (WHERE won AND tied) AS tied,
    count(*) FILTER (WHERE seat = 0 AND won IS NULL) AS unknown,
    count(*) FILTER (WHERE seat = 0) - count(*) FILTER (WHERE won) - count(*) FILTER (WHERE seat = 0 AND won IS NULL)
        AS nobody,
    avg(total) FILTER (WHERE won) AS winning_total
FROM scored
WHERE pips IS NOT NULL
GROUP BY game, part, pips
ORDER BY game, part, pips
