-- What lots of one description cost, split by the number of players, the place in the pile, the time, or the rank.
WITH found AS (
    SELECT
        game,
        CASE WHEN kind = 'gold' THEN 'cards' ELSE 'Gold' END AS unit,
        CASE $by::VARCHAR
            WHEN 'tenth' THEN ceil(10.0 * lot / pile)
            WHEN 'year' THEN year(date)
            WHEN 'month' THEN 100 * year(date) + month(date)
            WHEN 'rank' THEN rank
            ELSE players
        END::INTEGER AS part,
        count(*) AS offered,
        count(*) FILTER (WHERE outcome = 'discarded') AS unsold,
        count(price) AS n,
        avg(price) AS mean,
        stddev_samp(price) AS sd,
        quantile_cont(price, [0.25, 0.5, 0.75]) AS quarters
    FROM offered
    WHERE ($kind::VARCHAR IS NULL OR kind = $kind::VARCHAR)
        AND ($category::VARCHAR IS NULL OR category = $category::VARCHAR)
        AND ($value::INTEGER IS NULL OR value = $value::INTEGER)
        AND ($what::VARCHAR IS NULL OR what = $what::VARCHAR)
    GROUP BY game, unit, part
    HAVING part IS NOT NULL
)
SELECT
    game,
    unit,
    part,
    offered,
    unsold,
    n,
    mean,
    sd,
    quarters[1] AS quarter,
    quarters[2] AS median,
    quarters[3] AS three_quarters
FROM found
ORDER BY game, unit, part
