-- Gold that each player paid above the price, because no change is given.
SELECT
    p.player,
    count(*) AS n,
    count(*) FILTER (WHERE l.change_lost > 0) AS with_loss,
    avg(l.change_lost) AS mean,
    stddev_samp(l.change_lost) AS sd,
    sum(l.change_lost)::BIGINT AS total,
    max(l.change_lost) AS most
FROM offered l
JOIN played p ON p.key = l.key AND p.seat = l.winner
WHERE l.game = 'biblios' AND l.change_lost IS NOT NULL AND l.kind <> 'gold'
GROUP BY p.player
ORDER BY mean DESC, p.player
