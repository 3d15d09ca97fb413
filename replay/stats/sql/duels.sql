-- Who outbids whom: winner against runner-up.
WITH bought AS MATERIALIZED (  -- or else all pairs of seats of a game would be joined first
    SELECT l.key, l.runner_up, l.game, l.price, l.bids, l.overpay, w.player
    FROM offered l
    JOIN played w ON w.key = l.key AND w.seat = l.winner
    WHERE l.runner_up_bid > 0 AND l.kind <> 'gold'
)
SELECT
    b.player,
    r.player AS opponent,
    b.game,
    count(*) AS n,
    avg(b.price) AS mean_price,
    avg(b.bids) AS mean_bids,
    avg(b.overpay) AS mean_overpay
FROM bought b
JOIN played r ON r.key = b.key AND r.seat = b.runner_up
GROUP BY b.player, r.player, b.game
HAVING count(*) >= $min_games::BIGINT
ORDER BY b.game, b.player, opponent
