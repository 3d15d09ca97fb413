-- Who buys lots of one description, at which price against the mean of all of them.
WITH bought AS (
    SELECT
        buyer AS player,
        game,
        kind = 'gold' AS for_cards,
        count(price) AS n,
        sum(price) AS paid,
        avg(price) AS mean,
        stddev_samp(price) AS sd,
        avg(swing) FILTER (WHERE price IS NOT NULL) AS mean_swing,
        avg(brought_steps) FILTER (WHERE price IS NOT NULL) AS mean_steps
    FROM offered
    WHERE ($kind::VARCHAR IS NULL OR kind = $kind::VARCHAR)
        AND ($category::VARCHAR IS NULL OR category = $category::VARCHAR)
        AND ($value::INTEGER IS NULL OR value = $value::INTEGER)
        AND ($what::VARCHAR IS NULL OR what = $what::VARCHAR)
    GROUP BY buyer, game, for_cards
),
compared AS (
    SELECT
        *,
        sum(paid) OVER (PARTITION BY game, for_cards) / sum(n) OVER (PARTITION BY game, for_cards) AS usual
    FROM bought
)
SELECT
    player,
    game,
    CASE WHEN for_cards THEN 'cards' ELSE 'Gold' END AS unit,
    n,
    mean,
    sd,
    usual,
    mean - usual AS above,
    mean_swing,
    mean_steps
FROM compared
WHERE player IS NOT NULL AND n > 0
ORDER BY game, unit, n DESC, player
