-- The extremes of whole games, each with the game that holds it.
WITH totals AS (
    SELECT game, total, margin, gold_left, won, player, game_id, date
    FROM played
    WHERE total IS NOT NULL
),
found AS (
    (
        SELECT 'highest total' AS record, game, total::INTEGER AS value, player AS player, game_id, date
        FROM totals
        WHERE game = 'biblios' AND total IS NOT NULL
        ORDER BY total DESC, date, game_id, player
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'lowest winning total' AS record, game, total::INTEGER AS value, player AS player, game_id, date
        FROM totals
        WHERE game = 'biblios' AND won
        ORDER BY total, date, game_id, player
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'highest total that did not win' AS record, game, total::INTEGER AS value, player AS player, game_id, date
        FROM totals
        WHERE game = 'biblios' AND NOT won
        ORDER BY total DESC, date, game_id, player
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'widest margin' AS record, game, margin::INTEGER AS value, player AS player, game_id, date
        FROM totals
        WHERE game = 'biblios' AND won AND margin IS NOT NULL
        ORDER BY margin DESC, date, game_id, player
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'most Gold left' AS record, game, gold_left::INTEGER AS value, player AS player, game_id, date
        FROM totals
        WHERE game = 'biblios' AND gold_left IS NOT NULL
        ORDER BY gold_left DESC, date, game_id, player
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'most events' AS record, game, plies::INTEGER AS value, NULL AS player, game_id, date
        FROM selected
        WHERE game = 'biblios' AND evidence = 'log'
        ORDER BY plies DESC, date, game_id
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'highest total' AS record, game, total::INTEGER AS value, player AS player, game_id, date
        FROM totals
        WHERE game = 'biblios-dice' AND total IS NOT NULL
        ORDER BY total DESC, date, game_id, player
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'lowest winning total' AS record, game, total::INTEGER AS value, player AS player, game_id, date
        FROM totals
        WHERE game = 'biblios-dice' AND won
        ORDER BY total, date, game_id, player
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'highest total that did not win' AS record, game, total::INTEGER AS value, player AS player, game_id, date
        FROM totals
        WHERE game = 'biblios-dice' AND NOT won
        ORDER BY total DESC, date, game_id, player
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'widest margin' AS record, game, margin::INTEGER AS value, player AS player, game_id, date
        FROM totals
        WHERE game = 'biblios-dice' AND won AND margin IS NOT NULL
        ORDER BY margin DESC, date, game_id, player
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'most Gold left' AS record, game, gold_left::INTEGER AS value, player AS player, game_id, date
        FROM totals
        WHERE game = 'biblios-dice' AND gold_left IS NOT NULL
        ORDER BY gold_left DESC, date, game_id, player
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'most events' AS record, game, plies::INTEGER AS value, NULL AS player, game_id, date
        FROM selected
        WHERE game = 'biblios-dice' AND evidence = 'log'
        ORDER BY plies DESC, date, game_id
        LIMIT $top::BIGINT
    )
)
SELECT f.record, f.game, f.value, f.player, f.game_id, g.plies AS ply, f.date
FROM found f
JOIN selected g USING (game_id)
ORDER BY
    f.record,
    f.game,
    CASE WHEN f.record = 'lowest winning total' THEN f.value ELSE -f.value END,
    f.date,
    f.game_id,
    f.player
