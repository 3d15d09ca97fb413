-- Wins of each player beside the wins that chance would give; a shared victory counts for each by its part.
SELECT
    CASE
        WHEN count(*) >= $min_games::BIGINT
            THEN rank() OVER (
                PARTITION BY count(*) >= $min_games::BIGINT
                ORDER BY sum(win_share) - sum(expected) DESC
            )
    END::INTEGER AS rank,
    player,
    count(*) AS n,
    sum(win_share) AS wins,
    sum(expected) AS expected,
    sum(win_share) - sum(expected) AS surplus,
    avg(expected) AS chance
FROM played
WHERE win_share IS NOT NULL
GROUP BY player
ORDER BY rank NULLS LAST, n DESC, player
