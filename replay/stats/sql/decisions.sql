-- What decided the games.
SELECT
    game,
    decided_by,
    count(*) AS games,
    sum(count(*)) OVER (PARTITION BY game)::BIGINT AS n
FROM selected
WHERE decided_by IS NOT NULL AND ($stood::BOOLEAN OR stood = 0)
GROUP BY game, decided_by
ORDER BY game, games DESC, decided_by
