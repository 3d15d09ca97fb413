-- What each player bid above the least bid that would have won; Gold lots, which cost cards, are left out.
SELECT
    buyer AS player,
    game,
    count(*) AS n,
    avg(overpay) AS mean,
    stddev_samp(overpay) AS sd,
    sum(overpay)::BIGINT AS total,
    count(*) FILTER (WHERE overpay > 0) AS lots_overpaid,
    count(*) FILTER (WHERE runner_up_bid = 0) AS uncontested,
    sum(overpay)::DOUBLE / nullif(sum(price), 0) AS share
FROM offered
WHERE overpay IS NOT NULL AND kind <> 'gold' AND buyer IS NOT NULL
GROUP BY buyer, game
ORDER BY game, mean DESC, player
