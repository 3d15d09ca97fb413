-- Passes of players who could have paid more than the lot's price: passes that could have won it. Lots for Gold only.
SELECT
    player,
    sum(passes)::BIGINT AS n,
    sum(passes_able)::BIGINT AS could_have_won,
    sum(passes_able_price) / nullif(sum(passes_able), 0) AS mean_price,
    sum(passes_able_means) / nullif(sum(passes_able), 0) AS mean_means
FROM played
WHERE passes > 0
GROUP BY player
ORDER BY player
