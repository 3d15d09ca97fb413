-- The games that the filters leave, and their rows, where each filter is on what all rows of a game repeat: no join is
-- needed. A parameter is NULL (or false) where its filter is not set. `selected.sql` is for all other filters.
WITH selected AS (
    SELECT *
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
    SELECT *
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
    SELECT *
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
    SELECT *
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
    SELECT *
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
    SELECT *
    FROM dice
    WHERE ($game::VARCHAR IS NULL OR game = $game::VARCHAR)
        AND ($counts::TINYINT[] IS NULL OR list_contains($counts::TINYINT[], players))
        AND ($since::DATE IS NULL OR date >= $since::DATE)
        AND ($until::DATE IS NULL OR date <= $until::DATE)
        AND ($simulated::BOOLEAN IS NULL OR simulated = $simulated::BOOLEAN)
        AND (NOT $settled::BOOLEAN OR settled)
        AND ($stood::BOOLEAN OR verdict <> 'stood')
),
-- cards that came to hands
holding AS (
    SELECT *
    FROM holdings
    WHERE ($game::VARCHAR IS NULL OR game = $game::VARCHAR)
        AND ($counts::TINYINT[] IS NULL OR list_contains($counts::TINYINT[], players))
        AND ($since::DATE IS NULL OR date >= $since::DATE)
        AND ($until::DATE IS NULL OR date <= $until::DATE)
        AND ($simulated::BOOLEAN IS NULL OR simulated = $simulated::BOOLEAN)
        AND (NOT $settled::BOOLEAN OR settled)
        AND ($stood::BOOLEAN OR verdict <> 'stood')
),
-- their events
told AS (
    SELECT *
    FROM events
    WHERE ($game::VARCHAR IS NULL OR game = $game::VARCHAR)
        AND ($counts::TINYINT[] IS NULL OR list_contains($counts::TINYINT[], players))
        AND ($since::DATE IS NULL OR date >= $since::DATE)
        AND ($until::DATE IS NULL OR date <= $until::DATE)
        AND ($simulated::BOOLEAN IS NULL OR simulated = $simulated::BOOLEAN)
        AND (NOT $settled::BOOLEAN OR settled)
        AND ($stood::BOOLEAN OR verdict <> 'stood')
)
