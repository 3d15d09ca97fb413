-- The games that a list's filters leave, with the number that orders them: the newest first.
WITH chosen AS (
    SELECT
        g.game_id,
        row_number() OVER (ORDER BY g.date DESC NULLS LAST, g.time DESC NULLS LAST, g.game_id) AS number,
        count(*) OVER () AS matches
    FROM games g
    WHERE ($game::VARCHAR IS NULL OR g.game = $game::VARCHAR)
        AND ($since::DATE IS NULL OR g.date >= $since::DATE)
        AND ($until::DATE IS NULL OR g.date <= $until::DATE)
        AND ($event::VARCHAR IS NULL OR g.event = $event::VARCHAR)
        AND ($place::VARCHAR IS NULL OR g.place = $place::VARCHAR)
        AND ($status::VARCHAR IS NULL OR g.status = $status::VARCHAR)
        AND ($proof::VARCHAR IS NULL OR $proof::VARCHAR = CASE
            WHEN g.evidence = 'result' THEN 'result'
            WHEN g.stood > 0 THEN 'stood'
            WHEN g.unjudged > 0 OR g.result_rulings IS NOT NULL THEN 'unjudged'
            WHEN g.possible > 0 THEN 'possible'
            ELSE 'proven' END)
        AND ($names::VARCHAR[] IS NULL OR g.game_id IN (
            SELECT s.game_id
            FROM seats s
            WHERE list_contains($names::VARCHAR[], s.player)
            GROUP BY s.game_id
            HAVING count(DISTINCT s.player) = len($names::VARCHAR[])))
        AND ($text::VARCHAR IS NULL
            OR contains(lower(g.game_id), $text::VARCHAR)
            OR contains(lower(coalesce(g.event, '')), $text::VARCHAR)
            OR contains(lower(coalesce(g.place, '')), $text::VARCHAR)
            OR g.game_id IN (
                SELECT s.game_id
                FROM seats s
                WHERE contains(lower(s.name), $text::VARCHAR)
                    OR contains(lower(s.player), $text::VARCHAR)
                    OR contains(lower(s.handle), $text::VARCHAR)))
)
