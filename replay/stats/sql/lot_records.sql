-- The extremes of single lots, each with its place in the replay.
WITH found AS (
    (
        SELECT 'dearest card' AS record, game_id, lot, date, price::INTEGER AS value
        FROM offered
        WHERE game = 'biblios' AND kind <> 'gold' AND price IS NOT NULL
        ORDER BY price DESC, date, game_id, lot
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'most cards for a Gold lot', game_id, lot, date, price::INTEGER
        FROM offered
        WHERE game = 'biblios' AND kind = 'gold' AND price IS NOT NULL
        ORDER BY price DESC, date, game_id, lot
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'widest overpay', game_id, lot, date, overpay::INTEGER
        FROM offered
        WHERE game = 'biblios' AND kind <> 'gold' AND overpay IS NOT NULL
        ORDER BY overpay DESC, date, game_id, lot
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'longest bidding', game_id, lot, date, bids::INTEGER
        FROM offered
        WHERE game = 'biblios'
        ORDER BY bids DESC, date, game_id, lot
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'most defaults on a lot', game_id, lot, date, defaults::INTEGER
        FROM offered
        WHERE game = 'biblios' AND defaults > 0
        ORDER BY defaults DESC, date, game_id, lot
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'most pips turned by a card', game_id, lot, date, swing::INTEGER
        FROM offered
        WHERE game = 'biblios' AND swing > 0
        ORDER BY swing DESC, date, game_id, lot
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'dearest group of dice', game_id, lot, date, price::INTEGER
        FROM offered
        WHERE game = 'biblios-dice' AND price IS NOT NULL
        ORDER BY price DESC, date, game_id, lot
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'most steps from a group', game_id, lot, date, brought_steps::INTEGER
        FROM offered
        WHERE game = 'biblios-dice' AND brought_steps IS NOT NULL
        ORDER BY brought_steps DESC, date, game_id, lot
        LIMIT $top::BIGINT
    )
)
SELECT f.record, l.game, f.value, l.what, s.player, f.game_id, l.ply, f.date
FROM found f
JOIN lots l USING (game_id, lot)
LEFT JOIN seats s ON s.game_id = f.game_id AND s.seat = l.winner
ORDER BY f.record, f.value DESC, f.date, f.game_id, f.lot
