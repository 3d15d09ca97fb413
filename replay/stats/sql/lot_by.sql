-- What lots of one description cost, split by the number of players, the place in the pile, the time, or the rank.
WITH counted AS (
    SELECT
        game,
        kind = 'gold' AS for_cards,
        CASE $by::VARCHAR
            WHEN 'tenth' THEN ceil(10.0 * lot / pile)
            WHEN 'year' THEN year(date)
            WHEN 'month' THEN 100 * year(date) + month(date)
            WHEN 'rank' THEN rank
            ELSE players
        END::INTEGER AS part,
        price,
        count(*) AS lots,
        count(*) FILTER (WHERE outcome = 'discarded') AS unsold
    FROM offered
    WHERE ($kind::VARCHAR IS NULL OR kind = $kind::VARCHAR)
        AND ($category::VARCHAR IS NULL OR category = $category::VARCHAR)
        AND ($value::INTEGER IS NULL OR value = $value::INTEGER)
        AND ($what::VARCHAR IS NULL OR what = $what::VARCHAR)
    GROUP BY game, for_cards, part, price
    HAVING part IS NOT NULL
)
SELECT
    game,
    CASE WHEN for_cards THEN 'cards' ELSE 'Gold' END AS unit,
    part,
    sum(lots)::BIGINT AS offered,
    sum(unsold)::BIGINT AS unsold,
    counted_n(price, lots) AS n,
    counted_mean(price, lots) AS mean,
    counted_sd(price, lots) AS sd,
    counted_quantile(price, lots, 0.25) AS quarter,
    counted_quantile(price, lots, 0.5) AS median,
    counted_quantile(price, lots, 0.75) AS three_quarters
FROM counted
GROUP BY game, for_cards, part
ORDER BY game, unit, part
