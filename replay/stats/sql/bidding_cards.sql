-- How the bidding cards of Biblios Dice are used (Cadfael's are left out); 0 is a pass.
SELECT
    card,
    count(*) AS n,
    count(*) FILTER (WHERE lap = 1) AS first_turn_up,
    count(*) FILTER (WHERE won) AS won
FROM called
WHERE game = 'biblios-dice' AND card IS NOT NULL AND seat < players
GROUP BY card
ORDER BY card
