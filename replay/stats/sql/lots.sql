-- Single lots that fit a description, each with the place of its first event in the replay.
-- Bids of Biblios Dice are booked under the number of a market's first group, which stands for the market here.
WITH described AS NOT MATERIALIZED (
    SELECT
        l.*,
        CASE $by::VARCHAR
            WHEN 'overpay' THEN l.overpay
            WHEN 'swing' THEN l.swing
            WHEN 'bids' THEN l.bids
            WHEN 'defaults' THEN l.defaults
            WHEN 'change_lost' THEN l.change_lost
            WHEN 'date' THEN l.date - DATE '1970-01-01'
            ELSE l.price
        END AS measure
    FROM offered l
    WHERE ($kind::VARCHAR IS NULL OR l.kind = $kind::VARCHAR)
        AND ($category::VARCHAR IS NULL OR l.category = $category::VARCHAR)
        AND ($value::INTEGER IS NULL OR l.value = $value::INTEGER)
        AND ($what::VARCHAR IS NULL OR l.what = $what::VARCHAR)
        AND ($price::INTEGER IS NULL OR l.price = $price::INTEGER)
        AND ($outcome::VARCHAR IS NULL OR l.outcome = $outcome::VARCHAR)
        AND ($player::VARCHAR IS NULL OR l.buyer = $player::VARCHAR)
        AND ($opponent::VARCHAR IS NULL OR (l.rival = $opponent::VARCHAR AND l.runner_up_bid > 0))
        AND (NOT $for_gold::BOOLEAN OR l.kind <> 'gold')
        AND ($tenth::INTEGER IS NULL OR ceil(10.0 * l.lot / l.pile)::INTEGER = $tenth::INTEGER)
        AND ($overpay::INTEGER IS NULL OR l.overpay = $overpay::INTEGER)
        AND (
            $period::INTEGER IS NULL
            OR year(l.date) = $period::INTEGER
            OR 100 * year(l.date) + month(l.date) = $period::INTEGER
        )
        -- prices and gains leave out what Cadfael got; promotions count it
        AND ($rank::INTEGER IS NULL OR (l.rank = $rank::INTEGER AND (l.winner < l.players OR $promoted::BOOLEAN)))
        AND (NOT $promoted::BOOLEAN OR l.promoted)
        AND (NOT $splitter::BOOLEAN OR (l.rank = 1 AND l.winner = l.turner))
        AND (NOT $failed::BOOLEAN OR (l.defaults > 0 AND coalesce(l.group_no, 1) = 1))
),
-- what can be seen in the lots alone is chosen apart: a look at bids or events costs more, even one that asks nothing
seen AS (
    SELECT *
    FROM described
    WHERE coalesce($bidder::VARCHAR, $lap::VARCHAR, $card::VARCHAR, $passer::VARCHAR, $defaulter::VARCHAR) IS NULL
    ORDER BY measure DESC NULLS LAST, date DESC NULLS LAST, game_id, lot
    LIMIT $top::BIGINT
),
followed AS (
    SELECT l.*
    FROM described l
    WHERE coalesce($bidder::VARCHAR, $lap::VARCHAR, $card::VARCHAR, $passer::VARCHAR, $defaulter::VARCHAR) IS NOT NULL
        AND (
            ($bidder::VARCHAR IS NULL AND $lap::INTEGER IS NULL AND $card::INTEGER IS NULL)
            OR (
                coalesce(l.group_no, 1) = 1
                AND (l.key, l.lot) IN (
                    SELECT (b.key, b.lot)
                    FROM called b
                    LEFT JOIN played p ON p.key = b.key AND p.seat = b.seat
                    WHERE coalesce($bidder::VARCHAR, $lap::VARCHAR, $card::VARCHAR) IS NOT NULL
                        AND b.seat < b.players
                        AND ($bidder::VARCHAR IS NULL OR (p.player = $bidder::VARCHAR AND b.amount > 0))
                        AND ($lap::INTEGER IS NULL OR b.lap = $lap::INTEGER)
                        AND ($card::INTEGER IS NULL OR b.card = $card::INTEGER)
                )
            )
        )
        AND (
            $passer::VARCHAR IS NULL
            OR (
                l.kind <> 'gold'
                AND (l.key, l.lot) IN (
                    SELECT (b.key, b.lot)
                    FROM called b
                    JOIN played p ON p.key = b.key AND p.seat = b.seat
                    JOIN offered s ON s.key = b.key AND s.lot = b.lot
                    WHERE $passer::VARCHAR IS NOT NULL
                        AND p.player = $passer::VARCHAR
                        AND b.amount = 0
                        AND b.means > s.price
                        AND b.seat <> s.winner
                )
            )
        )
        AND (
            $defaulter::VARCHAR IS NULL
            OR EXISTS (
                SELECT 1
                FROM events e
                JOIN seats s ON s.game_id = e.game_id AND s.seat = e.seat
                WHERE $defaulter::VARCHAR IS NOT NULL
                    AND e.verb = 'defaults'
                    AND s.player = $defaulter::VARCHAR
                    AND e.game_id = l.game_id
                    AND e.ply BETWEEN l.ply AND l.end_ply
            )
        )
    ORDER BY l.measure DESC NULLS LAST, l.date DESC NULLS LAST, l.game_id, l.lot
    LIMIT $top::BIGINT
),
chosen AS (
    SELECT * FROM seen
    UNION ALL
    SELECT * FROM followed
)
SELECT
    game_id,
    ply,
    game,
    date,
    players,
    lot,
    what,
    kind,
    buyer AS player,
    price,
    rival AS opponent,
    runner_up_bid,
    overpay,
    paid,
    change_lost,
    bids,
    defaults,
    swing,
    verdict
FROM chosen
ORDER BY measure DESC NULLS LAST, date DESC NULLS LAST, game_id, lot
