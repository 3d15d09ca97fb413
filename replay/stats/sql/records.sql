-- The extremes of whole games, each with the game that holds it.
WITH totals AS (
    SELECT game, total, margin, gold_left, won, player, game_id, date
    FROM played
    WHERE total IS NOT NULL
),
found AS (
    (
        SELECT 'highest total' AS record, game, total::INTEGER AS value, player, game_id, date
        FROM totals
        QUALIFY row_number() OVER (PARTITION BY game ORDER BY total DESC, date, game_id, player) <= $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'lowest winning total', game, total::INTEGER, player, game_id, date
        FROM totals
        WHERE won
        QUALIFY row_number() OVER (PARTITION BY game ORDER BY total, date, game_id, player) <= $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'highest total that did not win', game, total::INTEGER, player, game_id, date
        FROM totals
        WHERE NOT won
        QUALIFY row_number() OVER (PARTITION BY game ORDER BY total DESC, date, game_id, player) <= $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'widest margin', game, margin::INTEGER, player, game_id, date
        FROM totals
        WHERE won AND margin IS NOT NULL
        QUALIFY row_number() OVER (PARTITION BY game ORDER BY margin DESC, date, game_id, player) <= $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'most Gold left', game, gold_left::INTEGER, player, game_id, date
        FROM totals
        WHERE gold_left IS NOT NULL
        QUALIFY row_number() OVER (PARTITION BY game ORDER BY gold_left DESC, date, game_id, player) <= $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'most events', game, plies, NULL, game_id, date
        FROM selected
        WHERE evidence = 'log'
        QUALIFY row_number() OVER (PARTITION BY game ORDER BY plies DESC, date, game_id) <= $top::BIGINT
    )
)
SELECT f.record, f.game, f.value, f.player, f.game_id, g.plies AS ply, f.date
FROM found f
JOIN selected g USING (game_id)
ORDER BY f.record, f.game, f.value DESC, f.date, f.game_id, f.player
