, beside AS (
    SELECT
        game_id,
        lag(game_id) OVER (ORDER BY number) AS before,
        lead(game_id) OVER (ORDER BY number) AS after,
        number,
        matches
    FROM chosen
)
SELECT before, after, number, matches FROM beside WHERE game_id = $id
