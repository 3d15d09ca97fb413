-- Church cards that came to work for each player, and whether they were used.
SELECT
    player,
    sum(church_used + church_declined)::BIGINT AS n,
    sum(church_used)::BIGINT AS used,
    sum(church_declined)::BIGINT AS declined,
    sum(church_kept)::BIGINT AS kept,
    sum(church_taken)::BIGINT AS taken,
    sum(church_bought)::BIGINT AS bought
FROM played
WHERE church_used + church_declined > 0
GROUP BY player
ORDER BY player
