-- What each player bid above the least bid that would have won; Gold lots, which cost cards, are left out.
SELECT
    p.player,
    l.game,
    count(*) AS n,
    avg(l.overpay) AS mean,
    stddev_samp(l.overpay) AS sd,
    sum(l.overpay)::BIGINT AS total,
    count(*) FILTER (WHERE l.overpay > 0) AS lots_overpaid,
    count(*) FILTER (WHERE l.runner_up_bid = 0) AS uncontested,
    sum(l.overpay)::DOUBLE / nullif(sum(l.price), 0) AS share
FROM offered l
JOIN played p ON p.key = l.key AND p.seat = l.winner
WHERE l.overpay IS NOT NULL AND l.kind <> 'gold'
GROUP BY p.player, l.game
ORDER BY l.game, mean DESC, p.player
