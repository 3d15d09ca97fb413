-- Everything about lots of one description in one row (one more for each unit of price, where it fits several).
WITH such AS (
    SELECT *, kind = 'gold' AS for_cards
    FROM offered
    WHERE ($kind::VARCHAR IS NULL OR kind = $kind::VARCHAR)
        AND ($category::VARCHAR IS NULL OR category = $category::VARCHAR)
        AND ($value::INTEGER IS NULL OR value = $value::INTEGER)
        AND ($what::VARCHAR IS NULL OR what = $what::VARCHAR)
),
counted AS (
    SELECT game, for_cards, price, count(*) AS lots
    FROM such
    GROUP BY game, for_cards, price
),
priced AS (
    SELECT
        game,
        for_cards,
        sum(lots)::BIGINT AS offered,
        counted_n(price, lots) AS n,
        counted_mean(price, lots) AS mean,
        counted_sd(price, lots) AS sd,
        min(price) AS least,
        counted_quantile(price, lots, 0.25) AS quarter,
        counted_quantile(price, lots, 0.5) AS median,
        counted_quantile(price, lots, 0.75) AS three_quarters,
        max(price) AS most
    FROM counted
    GROUP BY game, for_cards
),
brought AS (
    SELECT
        game,
        for_cards,
        count(DISTINCT key) AS games,
        count(*) FILTER (WHERE outcome = 'discarded') AS unsold,
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
    FROM such
    GROUP BY game, for_cards
)
SELECT
    game,
    CASE WHEN for_cards THEN 'cards' ELSE 'Gold' END AS unit,
    games,
    offered,
    unsold,
    n,
    mean,
    sd,
    least,
    quarter,
    median,
    three_quarters,
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
FROM priced
JOIN brought USING (game, for_cards)
ORDER BY game, unit
