-- Who takes which category or track: each player's share of the games in which its owner is known.
SELECT
    p.player,
    s.game,
    s.part,
    count(*) AS n,
    count(*) FILTER (WHERE s.won) AS taken,
    avg(p.expected) AS chance,
    avg(s.total) AS mean_total,
    avg(s.points) AS mean_points
FROM scored s
JOIN played p ON p.key = s.key AND p.seat = s.seat
WHERE s.won IS NOT NULL AND length(s.part) = 1
GROUP BY p.player, s.game, s.part
ORDER BY s.game, s.part, p.player
