-- The extremes of single lots, each with its place in the replay.
-- The lots at the top are in the games at the top: whatever lot of another game is as great comes after one of each of
-- these. Only games with an event that was let stand have to be looked through, as not all of their lots count.
WITH likely AS (
    (
        SELECT game_id
        FROM selected
        WHERE game = 'biblios' AND stood = 0 AND top_price IS NOT NULL
        ORDER BY top_price DESC, date, game_id
        LIMIT $top::BIGINT
    )
    UNION
    (
        SELECT game_id
        FROM selected
        WHERE game = 'biblios' AND stood = 0 AND top_cards IS NOT NULL
        ORDER BY top_cards DESC, date, game_id
        LIMIT $top::BIGINT
    )
    UNION
    (
        SELECT game_id
        FROM selected
        WHERE game = 'biblios' AND stood = 0 AND top_overpay IS NOT NULL
        ORDER BY top_overpay DESC, date, game_id
        LIMIT $top::BIGINT
    )
    UNION
    (
        SELECT game_id
        FROM selected
        WHERE game = 'biblios' AND stood = 0 AND top_bids IS NOT NULL
        ORDER BY top_bids DESC, date, game_id
        LIMIT $top::BIGINT
    )
    UNION
    (
        SELECT game_id
        FROM selected
        WHERE game = 'biblios' AND stood = 0 AND top_defaults IS NOT NULL
        ORDER BY top_defaults DESC, date, game_id
        LIMIT $top::BIGINT
    )
    UNION
    (
        SELECT game_id
        FROM selected
        WHERE game = 'biblios' AND stood = 0 AND top_swing IS NOT NULL
        ORDER BY top_swing DESC, date, game_id
        LIMIT $top::BIGINT
    )
    UNION
    (
        SELECT game_id
        FROM selected
        WHERE game = 'biblios-dice' AND stood = 0 AND top_price IS NOT NULL
        ORDER BY top_price DESC, date, game_id
        LIMIT $top::BIGINT
    )
    UNION
    (
        SELECT game_id
        FROM selected
        WHERE game = 'biblios-dice' AND stood = 0 AND top_steps IS NOT NULL
        ORDER BY top_steps DESC, date, game_id
        LIMIT $top::BIGINT
    )
    UNION
    SELECT game_id
    FROM selected
    WHERE stood > 0
),
near AS MATERIALIZED (
    SELECT game_id, game, lot, ply, date, kind, what, buyer, price, overpay, bids, defaults, swing, brought_steps
    FROM offered
    WHERE game_id IN (SELECT game_id FROM likely)
),
found AS (
    (
        SELECT 'dearest card' AS record, price::INTEGER AS value, near.*
        FROM near
        WHERE game = 'biblios' AND kind <> 'gold' AND price IS NOT NULL
        ORDER BY price DESC, date, game_id, lot
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'most cards for a Gold lot' AS record, price::INTEGER AS value, near.*
        FROM near
        WHERE game = 'biblios' AND kind = 'gold' AND price IS NOT NULL
        ORDER BY price DESC, date, game_id, lot
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'widest overpay' AS record, overpay::INTEGER AS value, near.*
        FROM near
        WHERE game = 'biblios' AND kind <> 'gold' AND overpay IS NOT NULL
        ORDER BY overpay DESC, date, game_id, lot
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'longest bidding' AS record, bids::INTEGER AS value, near.*
        FROM near
        WHERE game = 'biblios' AND bids IS NOT NULL
        ORDER BY bids DESC, date, game_id, lot
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'most defaults on a lot' AS record, defaults::INTEGER AS value, near.*
        FROM near
        WHERE game = 'biblios' AND defaults > 0 AND defaults IS NOT NULL
        ORDER BY defaults DESC, date, game_id, lot
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'most pips turned by a card' AS record, swing::INTEGER AS value, near.*
        FROM near
        WHERE game = 'biblios' AND swing > 0 AND swing IS NOT NULL
        ORDER BY swing DESC, date, game_id, lot
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'dearest group of dice' AS record, price::INTEGER AS value, near.*
        FROM near
        WHERE game = 'biblios-dice' AND price IS NOT NULL
        ORDER BY price DESC, date, game_id, lot
        LIMIT $top::BIGINT
    )
    UNION ALL
    (
        SELECT 'most steps from a group' AS record, brought_steps::INTEGER AS value, near.*
        FROM near
        WHERE game = 'biblios-dice' AND brought_steps IS NOT NULL
        ORDER BY brought_steps DESC, date, game_id, lot
        LIMIT $top::BIGINT
    )
)
SELECT record, game, value, what, buyer AS player, game_id, ply, date
FROM found
ORDER BY record, value DESC, date, game_id, lot
