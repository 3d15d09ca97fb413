-- Share of the lots sold for Gold that each player won, beside the share of the Gold that was given for them.
SELECT
    player,
    count(*) AS n,
    avg(expected) AS chance,
    avg(bought / table_bought) AS lot_share,
    avg(spent / table_spent) AS gold_share,
    avg(bought / table_bought - spent / table_spent) AS mean,
    stddev_samp(bought / table_bought - spent / table_spent) AS sd
FROM played
WHERE table_spent > 0
GROUP BY player
ORDER BY mean DESC, player
