-- Who bid more in a market than could be paid. Whoever bid more than the group that was still sold last, or bid at all
-- where a group found nobody, and got nothing, had overbid. Markets in which a tie hides who it was are left out.
WITH markets AS (
    SELECT
        game_id,
        ply,
        min(lot) AS lot,
        max(defaults) AS overbids,
        max(winner) FILTER (WHERE rank = 1) AS first,
        max(winner) FILTER (WHERE rank = 2) AS second,
        coalesce(max(price) FILTER (WHERE rank = 2), 0) AS last_price
    FROM offered
    WHERE game = 'biblios-dice'
    GROUP BY game_id, ply
),
bidders AS (
    SELECT b.game_id, b.lot, b.seat, max(b.amount) AS total
    FROM bids b SEMI JOIN markets USING (game_id, lot)
    GROUP BY b.game_id, b.lot, b.seat
    HAVING max(b.amount) > 0
),
judged AS (
    SELECT
        b.*,
        m.overbids,
        b.seat IS DISTINCT FROM m.first AND b.seat IS DISTINCT FROM m.second AND b.total > m.last_price AS overbid
    FROM bidders b
    JOIN markets m USING (game_id, lot)
),
told AS (
    SELECT *
    FROM judged
    QUALIFY count(*) FILTER (WHERE overbid) OVER (PARTITION BY game_id, lot) = overbids
)
SELECT
    p.player,
    p.players,
    count(*) AS n,
    count(*) FILTER (WHERE t.overbid) AS overbids,
    avg(t.total) AS mean_total,
    avg(t.total) FILTER (WHERE t.overbid) AS mean_overbid
FROM told t
JOIN played p ON p.game_id = t.game_id AND p.seat = t.seat
GROUP BY p.player, p.players
ORDER BY p.player, p.players
