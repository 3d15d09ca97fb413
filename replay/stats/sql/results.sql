-- Results seat by seat in the canonical order, for ratings and season tables.
SELECT
    p.game_id,
    p.game,
    p.date,
    p.players,
    p.seat,
    p.player,
    coalesce(n.kind, 'member') AS kind,
    p.place,
    p.total,
    p.win_share
FROM played p
LEFT JOIN players n ON n.name = p.name
WHERE p.place IS NOT NULL
ORDER BY p.date NULLS FIRST, p.game_id, p.seat
