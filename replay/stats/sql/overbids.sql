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
    FROM called b
    WHERE b.game = 'biblios-dice'
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
clear AS (
    SELECT game_id, lot
    FROM judged
    GROUP BY game_id, lot
    HAVING count(*) FILTER (WHERE overbid) = max(overbids)
)
SELECT
    p.player,
    p.players,
    count(*) AS n,
    count(*) FILTER (WHERE t.overbid) AS overbids,
    avg(t.total) AS mean_total,
    avg(t.total) FILTER (WHERE t.overbid) AS mean_overbid
FROM judged t
SEMI JOIN clear USING (game_id, lot)
JOIN played p ON p.game_id = t.game_id AND p.seat = t.seat
GROUP BY p.player, p.players
ORDER BY p.player, p.players
