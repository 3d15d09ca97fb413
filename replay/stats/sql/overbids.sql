-- Who bid more in a market than could be paid.
SELECT
    player,
    players,
    sum(market_bids)::BIGINT AS n,
    sum(overbids)::BIGINT AS overbids,
    sum(market_total) / sum(market_bids) AS mean_total,
    sum(overbid_total) / nullif(sum(overbids), 0) AS mean_overbid
FROM played
WHERE market_bids > 0
GROUP BY player, players
ORDER BY player, players
