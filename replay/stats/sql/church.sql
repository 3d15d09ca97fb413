-- Church cards that came to each player, and whether they were used.
SELECT
    p.player,
    count(*) AS n,
    count(*) FILTER (WHERE h.fate = 'used') AS used,
    count(*) FILTER (WHERE h.fate = 'declined') AS declined,
    count(*) FILTER (WHERE h.how = 'kept') AS kept,
    count(*) FILTER (WHERE h.how = 'taken') AS taken,
    count(*) FILTER (WHERE h.how = 'bought') AS bought
FROM holding h
JOIN played p ON p.key = h.key AND p.seat = h.seat
WHERE h.kind = 'church' AND h.fate IN ('used', 'declined')
GROUP BY p.player
ORDER BY p.player
