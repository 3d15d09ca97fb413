-- Everything about lots of one description in one row (one more for each unit of price, where it fits several).
WITH found AS (
    SELECT
        game,
        CASE WHEN kind = 'gold' THEN 'cards' ELSE 'Gold' END AS unit,
        count(DISTINCT key) AS games,
        count(*) AS offered,
        count(*) FILTER (WHERE outcome = 'discarded') AS unsold,
        count(price) AS n,
        avg(price) AS mean,
        stddev_samp(price) AS sd,
        min(price) AS least,
        quantile_cont(price, [0.25, 0.5, 0.75]) AS quarters,
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
)
SELECT
    game,
    unit,
    games,
    offered,
    unsold,
    n,
    mean,
    sd,
    least,
    quarters[1] AS quarter,
    quarters[2] AS median,
    quarters[3] AS three_quarters,
    most,
    overpay_known,
    mean_overpay,
    with_default,
    swing_known,
    turned,
    mean_swing,
    wins_turned,
    brought_known,
    mean_steps,
    mean_gold,
    mean_vp
FROM found
ORDER BY game, unit
