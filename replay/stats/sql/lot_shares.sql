-- Share of the lots sold for Gold that each player won, beside the share of the Gold that was given for them.
WITH bought AS (
    SELECT key, winner AS seat, count(*) AS lots, sum(paid_gold) AS gold
    FROM offered
    WHERE game = 'biblios' AND kind <> 'gold' AND winner IS NOT NULL AND paid_gold IS NOT NULL
    GROUP BY key, winner
),
tables AS (
    SELECT key, sum(lots) AS lots, sum(gold) AS gold
    FROM bought
    GROUP BY key
)
SELECT
    p.player,
    count(*) AS n,
    avg(p.expected) AS chance,
    avg(coalesce(b.lots, 0) / t.lots) AS lot_share,
    avg(coalesce(b.gold, 0) / t.gold) AS gold_share,
    avg(coalesce(b.lots, 0) / t.lots - coalesce(b.gold, 0) / t.gold) AS mean,
    stddev_samp(coalesce(b.lots, 0) / t.lots - coalesce(b.gold, 0) / t.gold) AS sd
FROM played p
JOIN tables t USING (key)
LEFT JOIN bought b ON b.key = p.key AND b.seat = p.seat
WHERE t.gold > 0
GROUP BY p.player
ORDER BY mean DESC, p.player
