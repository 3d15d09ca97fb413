-- The games behind a number, the newest first.
WITH chosen AS (
    SELECT g.game_id, g.game, g.date, g.players, g.top_total, g.margin, g.decided_by, g.status, g.simulated, g.plies
    FROM selected g
    WHERE ($margin::INTEGER IS NULL OR g.margin = $margin::INTEGER)
        AND ($decided_by::VARCHAR IS NULL OR g.decided_by = $decided_by::VARCHAR)
        AND ($month::DATE IS NULL OR date_trunc('month', g.date) = date_trunc('month', $month::DATE))
        AND (
            ($player::VARCHAR IS NULL AND $place::INTEGER IS NULL AND $total::INTEGER IS NULL AND $seat::INTEGER IS NULL)
            OR g.game_id IN (
                SELECT p.game_id
                FROM played p
                WHERE coalesce($player::VARCHAR, $place::VARCHAR, $total::VARCHAR, $seat::VARCHAR) IS NOT NULL
                    AND ($player::VARCHAR IS NULL OR p.player = $player::VARCHAR)
                    AND ($place::INTEGER IS NULL OR p.place = $place::INTEGER)
                    AND ($total::INTEGER IS NULL OR p.total = $total::INTEGER)
                    AND ($seat::INTEGER IS NULL OR (p.seat + 1 = $seat::INTEGER AND p.won))
            )
        )
        AND (
            $opponent::VARCHAR IS NULL
            OR g.game_id IN (SELECT p.game_id FROM played p WHERE $opponent::VARCHAR IS NOT NULL AND p.player = $opponent::VARCHAR)
        )
        AND (
            ($part::VARCHAR IS NULL AND $pips::INTEGER IS NULL AND $taker::VARCHAR IS NULL)
            OR g.game_id IN (
                SELECT c.game_id
                FROM scored c
                WHERE coalesce($part::VARCHAR, $pips::VARCHAR, $taker::VARCHAR) IS NOT NULL
                    AND ($part::VARCHAR IS NULL OR c.part = $part::VARCHAR)
                    AND ($pips::INTEGER IS NULL OR c.pips = $pips::INTEGER)
                    AND ($taker::VARCHAR IS NULL OR (c.won AND c.player = $taker::VARCHAR))
            )
        )
    ORDER BY g.date DESC NULLS LAST, g.game_id DESC
    LIMIT $top::BIGINT
)
SELECT
    c.*,
    string_agg(s.player || coalesce(' ' || s.total, ''), ', ' ORDER BY s.seat) AS people,
    string_agg(s.player, ', ' ORDER BY s.seat) FILTER (WHERE s.won) AS winners
FROM chosen c
JOIN seats s USING (game_id)
GROUP BY ALL
ORDER BY c.date DESC NULLS LAST, c.game_id DESC
