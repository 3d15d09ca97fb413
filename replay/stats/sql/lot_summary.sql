-- Everything about lots of one description in one row (one more for each unit of price, where it fits several).
SELECT
    game,
    CASE WHEN kind = 'gold' THEN 'cards' ELSE 'Gold' END AS unit,
    count(DISTINCT game_id) AS games,
    count(*) AS offered,
    count(*) FILTER (WHERE outcome = 'discarded') AS unsold,
    count(price) AS n,
    avg(price) AS mean,
    stddev_samp(price) AS sd,
    min(price) AS least,
    quantile_cont(price, 0.25) AS quarter,
    quantile_cont(price, 0.5) AS median,
    quantile_cont(price, 0.75) AS three_quarters,
    max(price) AS most,
    count(overpay) AS overpay_known,
    avg(overpay) AS mean_overpay,
    count(*) FILTER (WHERE defaults > 0) AS with_default,
    count(swing) AS swing_known,
    count(*) FILTER (WHERE swing > 0) AS turned,
    avg(swing) AS mean_swing,
    count(*) FILTER (WHERE swing_win) AS wins_turned,
    count(brought_steps) AS brought_known,
    avg(brought_steps) AS mean_steps,
    avg(brought_gold) AS mean_gold,
    avg(brought_vp) AS mean_vp
FROM offered
WHERE ($kind::VARCHAR IS NULL OR kind = $kind::VARCHAR)
    AND ($category::VARCHAR IS NULL OR category = $category::VARCHAR)
    AND ($value::INTEGER IS NULL OR value = $value::INTEGER)
    AND ($what::VARCHAR IS NULL OR what = $what::VARCHAR)
GROUP BY game, unit
ORDER BY game, unit
