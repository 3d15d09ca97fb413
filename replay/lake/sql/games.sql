, page AS (
    SELECT * FROM chosen ORDER BY number LIMIT $limit::BIGINT OFFSET $offset::BIGINT
)
SELECT
    g.game_id, g.game, g.date, g.event, g.place, g.status, g.plies, g.proven, g.possible, g.unjudged, g.stood,
    g.evidence, g.settled, g.simulated, g.claim, g.decided_by, g.result_rulings,
    list(s.player ORDER BY s.seat) AS names,
    list(s.total ORDER BY s.seat) AS totals,
    list(coalesce(s.won, false) ORDER BY s.seat) AS won,
    (SELECT count(*) FROM comments c WHERE c.game_id = g.game_id) AS comments,
    p.number, p.matches
FROM page p
JOIN games g USING (game_id)
JOIN seats s USING (game_id)
GROUP BY ALL
ORDER BY p.number
