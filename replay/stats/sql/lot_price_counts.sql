-- How often lots of one description went at each price.
SELECT
    game,
    CASE WHEN kind = 'gold' THEN 'cards' ELSE 'Gold' END AS unit,
    price,
    count(*) AS n
FROM offered
WHERE ($kind::VARCHAR IS NULL OR kind = $kind::VARCHAR)
    AND ($category::VARCHAR IS NULL OR category = $category::VARCHAR)
    AND ($value::INTEGER IS NULL OR value = $value::INTEGER)
    AND ($what::VARCHAR IS NULL OR what = $what::VARCHAR)
    AND price IS NOT NULL
GROUP BY game, unit, price
ORDER BY game, unit, price
