-- Single changes of the value dice, each with its place in the replay, the newest first.
SELECT
    d.game_id,
    d.ply,
    d.game,
    d.date,
    d.players,
    d.die,
    d.before,
    d.after,
    d.cause,
    d.player
FROM changed d
WHERE ($die::VARCHAR IS NULL OR d.die = $die::VARCHAR)
    AND ($before::INTEGER IS NULL OR d.before = $before::INTEGER)
    AND ($after::INTEGER IS NULL OR d.after = $after::INTEGER)
    AND ($cause::VARCHAR IS NULL OR d.cause = $cause::VARCHAR)
    AND (
        $way::VARCHAR IS NULL
        OR $way::VARCHAR = CASE
            WHEN d.after > d.before THEN 'raised'
            WHEN d.after < d.before THEN 'lowered'
            ELSE 'unchanged'
        END
    )
    AND ($player::VARCHAR IS NULL OR d.player = $player::VARCHAR)
    -- the course of the dice leaves out games with an event that was let stand, whole: so must what is behind it
    AND (
        $tenth::INTEGER IS NULL
        OR (
            d.tenth = $tenth::INTEGER
            AND d.game_id NOT IN (SELECT game_id FROM selected WHERE stood > 0 AND NOT $stood::BOOLEAN)
        )
    )
ORDER BY d.date DESC NULLS LAST, d.game_id, d.ply, d.die
LIMIT $top::BIGINT
