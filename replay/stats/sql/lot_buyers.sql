-- Who buys lots of one description, at which price against the mean of all of them.
WITH fitting AS (
    SELECT *, CASE WHEN kind = 'gold' THEN 'cards' ELSE 'Gold' END AS unit
    FROM offered
    WHERE ($kind::VARCHAR IS NULL OR kind = $kind::VARCHAR)
        AND ($category::VARCHAR IS NULL OR category = $category::VARCHAR)
        AND ($value::INTEGER IS NULL OR value = $value::INTEGER)
        AND ($what::VARCHAR IS NULL OR what = $what::VARCHAR)
),
usual AS (
    SELECT game, unit, avg(price) AS mean
    FROM fitting
    GROUP BY game, unit
)
SELECT
    f.buyer AS player,
    f.game,
    f.unit,
    count(*) AS n,
    avg(f.price) AS mean,
    stddev_samp(f.price) AS sd,
    any_value(u.mean) AS usual,
    avg(f.price) - any_value(u.mean) AS above,
    avg(f.swing) AS mean_swing,
    avg(f.brought_steps) AS mean_steps
FROM fitting f
JOIN usual u USING (game, unit)
WHERE f.buyer IS NOT NULL AND f.price IS NOT NULL
GROUP BY f.buyer, f.game, f.unit
ORDER BY f.game, f.unit, n DESC, player
