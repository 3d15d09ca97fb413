-- Whether it helps to split the dice: how often the splitter came first or second in the market.
WITH markets AS (
    SELECT
        game_id,
        players,
        ply,
        turner,
        bool_or(rank = 1 AND winner = turner) AS first,
        bool_or(rank = 2 AND winner = turner) AS second
    FROM offered
    WHERE game = 'biblios-dice'
    GROUP BY game_id, players, ply, turner
)
SELECT
    players,
    count(*) AS n,
    1.0 / players AS chance,
    count(*) FILTER (WHERE first) AS first,
    count(*) FILTER (WHERE second) AS second
FROM markets
GROUP BY players
ORDER BY players
