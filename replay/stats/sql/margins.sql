-- By how much games were won; 0 where a tie-break decided.
SELECT game, players, margin, count(*) AS n
FROM selected
WHERE margin IS NOT NULL AND ($stood::BOOLEAN OR stood = 0)
GROUP BY game, players, margin
ORDER BY game, players, margin
