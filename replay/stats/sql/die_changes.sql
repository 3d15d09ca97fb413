-- What happened to the value dice, by cause.
SELECT
    d.game,
    d.die,
    d.cause,
    count(*) AS n,
    count(*) FILTER (WHERE d.after > d.before) AS raised,
    count(*) FILTER (WHERE d.after < d.before) AS lowered,
    count(*) FILTER (WHERE d.after = d.before) AS unchanged,
    sum(d.after - d.before)::BIGINT AS pips
FROM changed d
GROUP BY d.game, d.die, d.cause
ORDER BY d.game, d.die, d.cause
