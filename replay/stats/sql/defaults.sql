-- Who could not pay, and which cards that cost.
SELECT
    player,
    players,
    penalty,
    count(*) AS n,
    sum(defaults)::BIGINT AS defaults,
    count(*) FILTER (WHERE defaults > 0) AS games_with,
    sum(cards_lost)::BIGINT AS cards_lost,
    sum(gold_lost)::BIGINT AS gold_lost,
    sum(points_lost)::BIGINT AS points_lost,
    sum(unknown_lost)::BIGINT AS unknown_cards
FROM played
WHERE game = 'biblios' AND defaults IS NOT NULL
GROUP BY player, players, penalty
ORDER BY player, players, penalty
