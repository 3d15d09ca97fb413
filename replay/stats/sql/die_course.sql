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
)
SELECT
    game,
    die,
    tenth,
    counted_n(pips, dice) AS n,
    counted_mean(pips, dice) AS mean,
    counted_sd(pips, dice) AS sd,
    min(pips) AS least,
    counted_quantile(pips, dice, 0.25) AS quarter,
    counted_quantile(pips, dice, 0.5) AS median,
    counted_quantile(pips, dice, 0.75) AS three_quarters,
    max(pips) AS most
FROM standing
GROUP BY game, die, tenth
ORDER BY game, die, tenth
