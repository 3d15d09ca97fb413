-- How often each player came to each place, by number of players; places that nobody came to count too.
WITH known AS (
    SELECT game, players, player, count(*) AS n
    FROM played
    WHERE place IS NOT NULL
    GROUP BY game, players, player
),
reached AS (
    SELECT game, players, player, place, count(*) AS games
    FROM played
    WHERE place IS NOT NULL
    GROUP BY game, players, player, place
),
possible AS (
    SELECT game, players, player, n, unnest(range(1, players + 1))::TINYINT AS place
    FROM known
)
SELECT p.game, p.players, p.player, p.place, coalesce(r.games, 0) AS games, p.n
FROM possible p
LEFT JOIN reached r ON r.game = p.game AND r.players = p.players AND r.player = p.player AND r.place = p.place
ORDER BY p.game, p.players, p.player, p.place
