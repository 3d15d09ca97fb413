-- How the bidding cards of Biblios Dice are used (Cadfael's are left out); 0 is a pass.
WITH markets AS (
    -- bids are booked under the number of the market's first group
    SELECT key, lot - group_no + 1 AS lot, winner
    FROM offered
    WHERE game = 'biblios-dice' AND rank = 1
),
turned AS (
    SELECT key, lot, lap, seat, card
    FROM called ANTI JOIN spoiled USING (key)
    WHERE game = 'biblios-dice' AND card IS NOT NULL AND seat < players
)
SELECT
    t.card,
    count(*) AS n,
    count(*) FILTER (WHERE t.lap = 1) AS first_turn_up,
    count(*) FILTER (WHERE m.winner = t.seat) AS won
FROM turned t
LEFT JOIN markets m USING (key, lot)
GROUP BY t.card
ORDER BY t.card
