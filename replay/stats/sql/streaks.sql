-- Longest runs of wins and of games without one, and the run under way; in order of date, then of id. Each player's
-- games become one line of marks, + for a win and - for none, so that a run is a piece of that line.
WITH lists AS (
    SELECT player, list(struct_pack(date := date, game_id := game_id, won := won) ORDER BY date, game_id) AS games
    FROM played
    WHERE won IS NOT NULL AND date IS NOT NULL
    GROUP BY player
),
marked AS (
    SELECT
        player,
        games,
        array_to_string(list_transform(games, lambda g: CASE WHEN g.won THEN '+' ELSE '-' END), '') AS marks
    FROM lists
),
runs AS (
    SELECT
        player,
        games,
        marks,
        list_max(list_transform(string_split(marks, '-'), lambda run: length(run))) AS wins,
        list_max(list_transform(string_split(marks, '+'), lambda run: length(run))) AS losses
    FROM marked
),
placed AS (
    SELECT *, CASE WHEN wins > 0 THEN strpos(marks, repeat('+', wins)) END AS first
    FROM runs
)
SELECT
    player,
    len(games) AS n,
    wins AS wins_in_a_row,
    games[first].date AS since,
    games[first + wins - 1].date AS until,
    games[first].game_id AS first_game,
    games[first + wins - 1].game_id AS last_game,
    losses AS without_a_win,
    CASE
        WHEN ends_with(marks, '+') THEN length(marks) - length(rtrim(marks, '+'))
        ELSE length(rtrim(marks, '-')) - length(marks)
    END AS current
FROM placed
ORDER BY wins_in_a_row DESC, n DESC, player
