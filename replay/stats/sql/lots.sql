-- The lots behind a number: each with the place of its first event in the replay.
WITH chosen AS (
    SELECT l.*
    FROM offered l
    WHERE ($kind::VARCHAR IS NULL OR l.kind = $kind::VARCHAR)
        AND ($category::VARCHAR IS NULL OR l.category = $category::VARCHAR)
        AND ($value::INTEGER IS NULL OR l.value = $value::INTEGER)
        AND ($what::VARCHAR IS NULL OR l.what = $what::VARCHAR)
        AND ($price::INTEGER IS NULL OR l.price = $price::INTEGER)
        AND ($outcome::VARCHAR IS NULL OR l.outcome = $outcome::VARCHAR)
        AND ($player::VARCHAR IS NULL OR l.buyer = $player::VARCHAR)
    ORDER BY
        CASE $by::VARCHAR
            WHEN 'overpay' THEN l.overpay
            WHEN 'swing' THEN l.swing
            WHEN 'bids' THEN l.bids
            WHEN 'defaults' THEN l.defaults
            WHEN 'change_lost' THEN l.change_lost
            WHEN 'date' THEN l.date - DATE '1970-01-01'
            ELSE l.price
        END DESC NULLS LAST,
        l.date DESC NULLS LAST,
        l.game_id,
        l.lot
    LIMIT $top::BIGINT
)
SELECT
    l.game_id,
    l.ply,
    l.game,
    l.date,
    l.players,
    l.lot,
    l.what,
    l.kind,
    l.buyer AS player,
    l.price,
    l.rival AS opponent,
    l.runner_up_bid,
    l.overpay,
    l.paid,
    l.change_lost,
    l.bids,
    l.defaults,
    l.swing,
    l.verdict
FROM chosen l
ORDER BY
    CASE $by::VARCHAR
        WHEN 'overpay' THEN l.overpay
        WHEN 'swing' THEN l.swing
        WHEN 'bids' THEN l.bids
        WHEN 'defaults' THEN l.defaults
        WHEN 'change_lost' THEN l.change_lost
        WHEN 'date' THEN l.date - DATE '1970-01-01'
        ELSE l.price
    END DESC NULLS LAST,
    l.date DESC NULLS LAST,
    l.game_id,
    l.lot
