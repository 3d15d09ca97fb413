-- The games that the filters leave, and their rows that every question starts from. A parameter is NULL (or false)
-- where its filter is not set; the subquery on players is then empty and costs nothing.
WITH selected AS (
    SELECT g.*
    FROM games g
    WHERE ($game::VARCHAR IS NULL OR g.game = $game::VARCHAR)
        AND ($counts::TINYINT[] IS NULL OR list_contains($counts::TINYINT[], g.players))
        AND ($since::DATE IS NULL OR g.date >= $since::DATE)
        AND ($until::DATE IS NULL OR g.date <= $until::DATE)
        AND ($places::VARCHAR[] IS NULL OR list_contains($places::VARCHAR[], g.place))
        AND ($events::VARCHAR[] IS NULL OR list_contains($events::VARCHAR[], g.event))
        AND ($evidence::VARCHAR IS NULL OR g.evidence = $evidence::VARCHAR)
        AND (NOT $settled::BOOLEAN OR g.settled)
        AND ($simulated::BOOLEAN IS NULL OR g.simulated = $simulated::BOOLEAN)
        AND (
            $present::VARCHAR[] IS NULL
            OR g.game_id IN (
                SELECT s.game_id
                FROM seats s
                WHERE $present::VARCHAR[] IS NOT NULL AND list_contains($present::VARCHAR[], s.player)
                GROUP BY s.game_id
                HAVING count(DISTINCT s.player) >= $present_least::BIGINT
            )
        )
),
-- the seats of these games
played AS (
    SELECT s.*
    FROM seats s SEMI JOIN selected USING (game_id)
    WHERE $stood::BOOLEAN OR s.verdict <> 'stood'
),
-- the lots of these games (Dice: the groups)
offered AS (
    SELECT l.*
    FROM lots l SEMI JOIN selected USING (game_id)
    WHERE $stood::BOOLEAN OR l.verdict <> 'stood'
)
