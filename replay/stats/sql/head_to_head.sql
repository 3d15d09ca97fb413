-- Who comes out ahead of whom, where they met often enough; each pair is looked up once and told from both sides.
WITH met AS (
    SELECT
        a.player,
        b.player AS opponent,
        count(*) AS n,
        count(*) FILTER (WHERE a.place < b.place) AS ahead,
        count(*) FILTER (WHERE a.place = b.place) AS level,
        count(*) FILTER (WHERE a.place > b.place) AS behind,
        avg(a.total - b.total) AS mean_difference
    FROM played a
    JOIN played b ON a.key = b.key AND a.player < b.player
    WHERE a.place IS NOT NULL AND b.place IS NOT NULL
    GROUP BY a.player, b.player
    HAVING count(*) >= $min_games::BIGINT
)
SELECT player, opponent, n, ahead, level, behind, mean_difference
FROM met
UNION ALL
SELECT opponent, player, n, behind, level, ahead, 0 - mean_difference
FROM met
ORDER BY player, opponent
