-- The games that the filters leave, and their rows. A parameter is NULL (or false) where its filter is not set; the
-- subquery on players is then empty and costs nothing. `whole.sql` is for filters that need no other table.
-- Rows of one game are joined by `key`, a number: `ask.py` sees to it that no two games share it.
WITH selected AS (
    SELECT *, hash(game_id) AS key
    FROM games
    WHERE ($game::VARCHAR IS NULL OR game = $game::VARCHAR)
        AND ($counts::TINYINT[] IS NULL OR list_contains($counts::TINYINT[], players))
        AND ($since::DATE IS NULL OR date >= $since::DATE)
        AND ($until::DATE IS NULL OR date <= $until::DATE)
        AND ($simulated::BOOLEAN IS NULL OR simulated = $simulated::BOOLEAN)
        AND (NOT $settled::BOOLEAN OR settled)
        AND ($places::VARCHAR[] IS NULL OR list_contains($places::VARCHAR[], place))
        AND ($events::VARCHAR[] IS NULL OR list_contains($events::VARCHAR[], event))
        AND ($evidence::VARCHAR IS NULL OR evidence = $evidence::VARCHAR)
        AND (
            $present::VARCHAR[] IS NULL
            OR game_id IN (
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
    SELECT t.*
    FROM (SELECT *, hash(game_id) AS key FROM seats) t SEMI JOIN selected USING (key)
    WHERE $stood::BOOLEAN OR t.verdict <> 'stood'
),
-- their scores
scored AS (
    SELECT t.*
    FROM (SELECT *, hash(game_id) AS key FROM scores) t SEMI JOIN selected USING (key)
    WHERE $stood::BOOLEAN OR t.verdict <> 'stood'
),
-- their lots (Dice: groups)
offered AS (
    SELECT t.*
    FROM (SELECT *, hash(game_id) AS key FROM lots) t SEMI JOIN selected USING (key)
    WHERE $stood::BOOLEAN OR t.verdict <> 'stood'
),
-- their bids
called AS (
    SELECT t.*
    FROM (SELECT *, hash(game_id) AS key FROM bids) t SEMI JOIN selected USING (key)
    WHERE $stood::BOOLEAN OR t.verdict <> 'stood'
),
-- changes of their value dice
changed AS (
    SELECT t.*
    FROM (SELECT *, hash(game_id) AS key FROM dice) t SEMI JOIN selected USING (key)
    WHERE $stood::BOOLEAN OR t.verdict <> 'stood'
)
