-- The games that the filters leave, and their rows, where each filter is on what all rows of a game repeat: no join is
-- needed. A parameter is NULL (or false) where its filter is not set. `selected.sql` is for all other filters.
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
),
-- the seats of these games
played AS (
    SELECT *, hash(game_id) AS key
    FROM seats
    WHERE ($game::VARCHAR IS NULL OR game = $game::VARCHAR)
        AND ($counts::TINYINT[] IS NULL OR list_contains($counts::TINYINT[], players))
        AND ($since::DATE IS NULL OR date >= $since::DATE)
        AND ($until::DATE IS NULL OR date <= $until::DATE)
        AND ($simulated::BOOLEAN IS NULL OR simulated = $simulated::BOOLEAN)
        AND (NOT $settled::BOOLEAN OR settled)
        AND ($stood::BOOLEAN OR verdict <> 'stood')
),
-- their scores
scored AS (
    SELECT *, hash(game_id) AS key
    FROM scores
    WHERE ($game::VARCHAR IS NULL OR game = $game::VARCHAR)
        AND ($counts::TINYINT[] IS NULL OR list_contains($counts::TINYINT[], players))
        AND ($since::DATE IS NULL OR date >= $since::DATE)
        AND ($until::DATE IS NULL OR date <= $until::DATE)
        AND ($simulated::BOOLEAN IS NULL OR simulated = $simulated::BOOLEAN)
        AND (NOT $settled::BOOLEAN OR settled)
        AND ($stood::BOOLEAN OR verdict <> 'stood')
),
-- their lots (Dice: groups)
offered AS (
    SELECT *, hash(game_id) AS key
    FROM lots
    WHERE ($game::VARCHAR IS NULL OR game = $game::VARCHAR)
        AND ($counts::TINYINT[] IS NULL OR list_contains($counts::TINYINT[], players))
        AND ($since::DATE IS NULL OR date >= $since::DATE)
        AND ($until::DATE IS NULL OR date <= $until::DATE)
        AND ($simulated::BOOLEAN IS NULL OR simulated = $simulated::BOOLEAN)
        AND (NOT $settled::BOOLEAN OR settled)
        AND ($stood::BOOLEAN OR verdict <> 'stood')
),
-- their bids
called AS (
    SELECT *, hash(game_id) AS key
    FROM bids
    WHERE ($game::VARCHAR IS NULL OR game = $game::VARCHAR)
        AND ($counts::TINYINT[] IS NULL OR list_contains($counts::TINYINT[], players))
        AND ($since::DATE IS NULL OR date >= $since::DATE)
        AND ($until::DATE IS NULL OR date <= $until::DATE)
        AND ($simulated::BOOLEAN IS NULL OR simulated = $simulated::BOOLEAN)
        AND (NOT $settled::BOOLEAN OR settled)
        AND ($stood::BOOLEAN OR verdict <> 'stood')
),
-- changes of their value dice
changed AS (
    SELECT *, hash(game_id) AS key
    FROM dice
    WHERE ($game::VARCHAR IS NULL OR game = $game::VARCHAR)
        AND ($counts::TINYINT[] IS NULL OR list_contains($counts::TINYINT[], players))
        AND ($since::DATE IS NULL OR date >= $since::DATE)
        AND ($until::DATE IS NULL OR date <= $until::DATE)
        AND ($simulated::BOOLEAN IS NULL OR simulated = $simulated::BOOLEAN)
        AND (NOT $settled::BOOLEAN OR settled)
        AND ($stood::BOOLEAN OR verdict <> 'stood')
)
