-- Where the value dice stood along the games: pips after each tenth of a game's events.
-- A die that was never changed stood all the time where it stood at the end.
WITH ended AS (
    SELECT c.key, c.game, c.part AS die, c.pips, g.plies
    FROM scored c
    JOIN selected g USING (key)
    WHERE c.seat = 0 AND c.pips IS NOT NULL AND g.plies > 0 AND g.status = 'complete'
),
steps AS (
    SELECT unnest(range(11))::INTEGER AS tenth
),
standing AS (
    SELECT
        e.game,
        e.die,
        s.tenth,
        coalesce(
            arg_max(d.after, d.ply) FILTER (WHERE 10 * d.ply <= s.tenth * e.plies),
            arg_min(d.before, d.ply),
            any_value(e.pips)
        ) AS pips
    FROM ended e
    CROSS JOIN steps s
    LEFT JOIN changed d ON d.key = e.key AND d.die = e.die
    GROUP BY e.key, e.game, e.die, s.tenth
)
SELECT
    game,
    die,
    tenth,
    count(*) AS n,
    avg(pips) AS mean,
    stddev_samp(pips) AS sd,
    min(pips) AS least,
    quantile_cont(pips, 0.25) AS quarter,
    quantile_cont(pips, 0.5) AS median,
    quantile_cont(pips, 0.75) AS three_quarters,
    max(pips) AS most
FROM standing
GROUP BY game, die, tenth
ORDER BY game, die, tenth
