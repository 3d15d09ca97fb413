-- The lake in one row.
SELECT
    count(*) AS n,
    count(*) FILTER (WHERE game = 'biblios') AS biblios,
    count(*) FILTER (WHERE game = 'biblios-dice') AS biblios_dice,
    count(*) FILTER (WHERE simulated) AS simulated,
    count(*) FILTER (WHERE evidence = 'result') AS results_only,
    count(*) FILTER (WHERE status <> 'complete') AS not_complete,
    count(*) FILTER (WHERE NOT settled) AS unsettled,
    count(*) FILTER (WHERE stood > 0) AS with_stood,
    count(DISTINCT date) AS days,
    min(date) AS first_day,
    max(date) AS last_day,
    coalesce(sum(plies), 0)::BIGINT AS events,
    coalesce(sum(lots), 0)::BIGINT AS lots,
    (SELECT count(DISTINCT player) FROM played) AS people
FROM selected
