-- Who could not pay, and which cards that cost.
WITH failed AS (
    SELECT e.key, e.seat, count(*) AS defaults
    FROM told e
    WHERE e.verb = 'defaults'
    GROUP BY e.key, e.seat
),
cost AS (
    SELECT
        h.key,
        h.seat,
        count(*) AS cards,
        sum(h.value) FILTER (WHERE h.kind = 'gold') AS gold,
        sum(h.value) FILTER (WHERE h.kind = 'category') AS points,
        count(*) FILTER (WHERE h.kind IS NULL) AS unknown
    FROM holding h
    WHERE h.fate IN ('drawn', 'lost')
    GROUP BY h.key, h.seat
)
SELECT
    p.player,
    p.players,
    g.penalty,
    count(*) AS n,
    coalesce(sum(f.defaults), 0)::BIGINT AS defaults,
    count(f.defaults) AS games_with,
    coalesce(sum(c.cards), 0)::BIGINT AS cards_lost,
    coalesce(sum(c.gold), 0)::BIGINT AS gold_lost,
    coalesce(sum(c.points), 0)::BIGINT AS points_lost,
    coalesce(sum(c.unknown), 0)::BIGINT AS unknown_cards
FROM played p
JOIN selected g USING (key)
LEFT JOIN failed f ON f.key = p.key AND f.seat = p.seat
LEFT JOIN cost c ON c.key = p.key AND c.seat = p.seat
WHERE p.game = 'biblios' AND g.evidence = 'log'
GROUP BY p.player, p.players, g.penalty
ORDER BY p.player, p.players, g.penalty
