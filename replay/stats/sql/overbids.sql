-- Who bid more in a market than could be paid. Whoever bid more than the group that was still sold last, or bid at all
-- where a group found nobody, and got nothing, had overbid. Markets in which a tie hides who it was are left out.
WITH markets AS (
    SELECT
        key,
        ply,
        min(lot) AS lot,
        max(defaults) AS overbids,
        max(winner) FILTER (WHERE rank = 1) AS first,
        max(winner) FILTER (WHERE rank = 2) AS second,
        coalesce(max(price) FILTER (WHERE rank = 2), 0) AS last_price
    FROM offered
    WHERE game = 'biblios-dice'
    GROUP BY key, ply
),
bidders AS (
    SELECT key, lot, seat, max(amount) AS total
    FROM called
    WHERE game = 'biblios-dice' AND amount > 0
    GROUP BY key, lot, seat
),
judged AS (
    SELECT
        b.*,
        m.overbids,
        b.seat IS DISTINCT FROM m.first AND b.seat IS DISTINCT FROM m.second AND b.total > m.last_price AS overbid
    FROM bidders b
    JOIN markets m USING (key, lot)
),
unclear AS (
    SELECT key, lot
    FROM judged
    WHERE overbid OR overbids > 0
    GROUP BY key, lot
    HAVING count(*) FILTER (WHERE overbid) <> max(overbids)
)
SELECT
    p.player,
    p.players,
    count(*) AS n,
    count(*) FILTER (WHERE t.overbid) AS overbids,
    avg(t.total) AS mean_total,
    avg(t.total) FILTER (WHERE t.overbid) AS mean_overbid
FROM judged t
ANTI JOIN unclear USING (key, lot)
JOIN played p ON p.key = t.key AND p.seat = t.seat
GROUP BY p.player, p.players
ORDER BY p.player, p.players
