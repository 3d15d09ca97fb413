-- Longest runs of wins and of games without one, and the run under way; in order of date, then of id.
WITH results AS (
    SELECT
        player,
        game_id,
        date,
        won,
        row_number() OVER counted AS number,
        sum(won::INTEGER) OVER counted AS wins_so_far
    FROM played
    WHERE won IS NOT NULL AND date IS NOT NULL
    WINDOW counted AS (PARTITION BY player ORDER BY date, game_id ROWS UNBOUNDED PRECEDING)
),
runs AS (
    SELECT
        player,
        won,
        count(*) AS length,
        max(number) AS last,
        min(date) AS since,
        max(date) AS until,
        arg_min(game_id, number) AS first_game,
        arg_max(game_id, number) AS last_game
    FROM results
    -- a run of wins has so many losses before it, a run without one so many wins
    GROUP BY player, won, CASE WHEN won THEN number - wins_so_far ELSE wins_so_far END
),
latest AS (
    SELECT player, max(last) AS games, arg_max(CASE WHEN won THEN length ELSE -length END, last) AS current
    FROM runs
    GROUP BY player
),
best AS (
    SELECT *
    FROM runs
    WHERE won
    QUALIFY row_number() OVER (PARTITION BY player ORDER BY length DESC, last) = 1
),
worst AS (
    SELECT player, max(length) AS length
    FROM runs
    WHERE NOT won
    GROUP BY player
)
SELECT
    l.player,
    l.games AS n,
    coalesce(b.length, 0)::BIGINT AS wins_in_a_row,
    b.since,
    b.until,
    b.first_game,
    b.last_game,
    coalesce(w.length, 0)::BIGINT AS without_a_win,
    l.current
FROM latest l
LEFT JOIN best b USING (player)
LEFT JOIN worst w USING (player)
ORDER BY wins_in_a_row DESC, n DESC, l.player
