-- Who outbids whom: winner against runner-up.
SELECT
    w.player,
    r.player AS opponent,
    l.game,
    count(*) AS n,
    avg(l.price) AS mean_price,
    avg(l.bids) AS mean_bids,
    avg(l.overpay) AS mean_overpay
FROM offered l
JOIN played w ON w.key = l.key AND w.seat = l.winner
JOIN played r ON r.key = l.key AND r.seat = l.runner_up
WHERE l.runner_up_bid > 0 AND l.kind <> 'gold'
GROUP BY w.player, r.player, l.game
HAVING count(*) >= $min_games::BIGINT
ORDER BY l.game, w.player, r.player
