-- Who outbids whom: winner against runner-up.
SELECT
    buyer AS player,
    rival AS opponent,
    game,
    count(*) AS n,
    avg(price) AS mean_price,
    avg(bids) AS mean_bids,
    avg(overpay) AS mean_overpay
FROM offered
WHERE runner_up_bid > 0 AND kind <> 'gold' AND buyer IS NOT NULL AND rival IS NOT NULL
GROUP BY buyer, rival, game
HAVING count(*) >= $min_games::BIGINT
ORDER BY game, player, opponent
