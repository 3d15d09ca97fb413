-- Histories of the value dice: from which pips to which they were changed.
SELECT
    d.game,
    d.die,
    d.before,
    d.after,
    count(*) AS n
FROM changed d
GROUP BY d.game, d.die, d.before, d.after
ORDER BY d.game, d.die, d.before, d.after
