-- The latest games, with their winners.
WITH newest AS (
    SELECT game_id, game, date, players, top_total, margin, decided_by, status, simulated
    FROM selected
    ORDER BY date DESC NULLS LAST, game_id DESC
    LIMIT $top::BIGINT
)
SELECT
    n.*,
    string_agg(s.player, ', ' ORDER BY s.seat) AS people,
    string_agg(s.player, ', ' ORDER BY s.seat) FILTER (WHERE s.won) AS winners
FROM newest n
JOIN seats s USING (game_id)
GROUP BY ALL
ORDER BY n.date DESC NULLS LAST, n.game_id DESC
