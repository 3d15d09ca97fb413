-- Where the value dice stood along the games: pips after each tenth of a game's events.
-- Counted backwards from where the dice ended: before a change, one die fewer stood at `after`, one more at `before`.
WITH ended AS (
    SELECT game, part AS die, pips, count(*) AS dice
    FROM scored
    WHERE seat = 0 AND pips IS NOT NULL
    GROUP BY game, part, pips
),
moved AS (
    SELECT game, die, tenth, before, after, count(*) AS dice
    FROM changed
    WHERE tenth IS NOT NULL
        -- of games with an event that was let stand no die counts, where such games do not
        AND game_id NOT IN (SELECT game_id FROM selected WHERE stood > 0 AND NOT $stood::BOOLEAN)
    GROUP BY game, die, tenth, before, after
),
steps AS (
    SELECT unnest(range(11))::INTEGER AS tenth
),
changes AS (
    SELECT e.game, e.die, s.tenth, e.pips, e.dice
    FROM ended e
    CROSS JOIN steps s
    UNION ALL
    SELECT m.game, m.die, s.tenth, m.before, m.dice
    FROM moved m
    JOIN steps s ON m.tenth > s.tenth
    UNION ALL
    SELECT m.game, m.die, s.tenth, m.after, -m.dice
    FROM moved m
    JOIN steps s ON m.tenth > s.tenth
),
standing AS (
    SELECT game, die, tenth, pips, sum(dice)::BIGINT AS dice
    FROM changes
    GROUP BY game, die, tenth, pips
    HAVING sum(dice) > 0
),
ordered AS (
    SELECT
        *,
        sum(dice) OVER (PARTITION BY game, die, tenth ORDER BY pips)::BIGINT AS upto,
        sum(dice) OVER (PARTITION BY game, die, tenth)::BIGINT AS n,
        sum(dice * pips) OVER (PARTITION BY game, die, tenth)::DOUBLE AS total
    FROM standing
)
SELECT
    game,
    die,
    tenth,
    n,
    total / n AS mean,
    CASE WHEN n > 1 THEN sqrt(sum(dice * (pips - total / n) ** 2) / (n - 1)) END AS sd,
    min(pips) AS least,
    min(pips) FILTER (upto > floor(0.25 * (n - 1)))
        + (0.25::DOUBLE * (n - 1) - floor(0.25 * (n - 1)))
        * (min(pips) FILTER (upto > ceil(0.25 * (n - 1))) - min(pips) FILTER (upto > floor(0.25 * (n - 1)))) AS quarter,
    min(pips) FILTER (upto > floor(0.5 * (n - 1)))
        + (0.5::DOUBLE * (n - 1) - floor(0.5 * (n - 1)))
        * (min(pips) FILTER (upto > ceil(0.5 * (n - 1))) - min(pips) FILTER (upto > floor(0.5 * (n - 1)))) AS median,
    min(pips) FILTER (upto > floor(0.75 * (n - 1)))
        + (0.75::DOUBLE * (n - 1) - floor(0.75 * (n - 1)))
        * (min(pips) FILTER (upto > ceil(0.75 * (n - 1))) - min(pips) FILTER (upto > floor(0.75 * (n - 1)))) AS three_quarters,
    max(pips) AS most
FROM ordered
GROUP BY game, die, tenth, n, total
ORDER BY game, die, tenth
