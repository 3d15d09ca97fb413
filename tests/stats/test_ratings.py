"""Ratings against Weng and Lin's formulas written out, and the rules of who is rated in which order."""

from __future__ import annotations

import math

import pyarrow as pa
import pytest

from replay.stats import ratings
from tests.stats.kit import lake_of
from tests.stats.tally import sheets

MU, SIGMA, BETA, KAPPA, TAU = 25.0, 25 / 3, 25 / 6, 0.0001, 25 / 300


def bradley_terry(seats):
    """One game of [(mu, sigma, place)] → [(mu, sigma)]: Weng & Lin 2011, algorithm 1, with the usual drift before it."""
    before = [(mu, math.sqrt(sigma**2 + TAU**2), place) for mu, sigma, place in seats]
    out = []
    for i, (mu, sigma, place) in enumerate(before):
        omega = delta = 0.0
        for q, (other_mu, other_sigma, other_place) in enumerate(before):
            if i == q:
                continue
            c = math.sqrt(sigma**2 + other_sigma**2 + 2 * BETA**2)
            p = 1 / (1 + math.exp((other_mu - mu) / c))
            s = 1.0 if place < other_place else 0.5 if place == other_place else 0.0
            omega += sigma**2 / c * (s - p)
            delta += sigma / c * sigma**2 / c**2 * p * (1 - p)
        out.append((mu + omega, sigma * math.sqrt(max(1 - delta, KAPPA))))
    return out


def test_formulas_and_order(lake, found):
    known: dict[tuple[str, str], tuple[float, float]] = {}
    number: dict[tuple[str, str], int] = {}
    for game in sorted(sheets(found), key=lambda game: (game.date, game.id)):
        keys = [(game.kind, seat.player) for seat in game.seats]
        given = [(*known.get(key, (MU, SIGMA)), seat.place) for key, seat in zip(keys, game.seats, strict=True)]
        for key, rating in zip(keys, bradley_terry(given), strict=True):
            known[key] = rating
            number[key] = number.get(key, 0) + 1
    rows = ratings.ratings(lake).to_pylist()
    assert len(rows) == len(known)
    for row in rows:
        mu, sigma = known[row["game"], row["player"]]
        assert row["n"] == number[row["game"], row["player"]]
        assert (row["mu"], row["sigma"]) == pytest.approx((mu, sigma), rel=1e-9)
        assert (row["low"], row["high"]) == pytest.approx((mu - 1.96 * sigma, mu + 1.96 * sigma), rel=1e-4)
    for kind in ("biblios", "biblios-dice"):
        ranked = [row for row in rows if row["game"] == kind and row["rank"]]
        assert [row["rank"] for row in ranked] == list(range(1, len(ranked) + 1))
        assert [row["mu"] for row in ranked] == sorted((row["mu"] for row in ranked), reverse=True)


def results(*rows):
    """A table of `results` from (game_id, player, kind, place)."""
    names = ("game_id", "player", "kind", "place")
    return pa.Table.from_pylist(
        [{**dict(zip(names, row, strict=True)), "game": "biblios", "date": None} for row in rows]
    )


def test_guests_and_bots_are_left_out_unless_asked_for():
    table = results(("g", "A", "member", 3), ("g", "B", "member", 2), ("g", "C", "guest", 1), ("g", "D", "bot", 4),
                    ("h", "A", "member", 1), ("h", "D", "bot", 2))  # fmt: skip
    plain = list(ratings.steps(table))
    assert {(step.player, step.game_id) for step in plain} == {("A", "g"), ("B", "g")}, (
        "a game against a bot alone is not rated"
    )
    assert plain[1].mu > plain[0].mu
    assert {step.player for step in ratings.steps(table, guests=True)} == {"A", "B", "C"}
    assert [step.player for step in ratings.steps(table, guests=True, bots=True) if step.game_id == "h"] == ["A", "D"]


def test_ties_are_equal_and_two_winners_stay_above_the_third():
    steps = {
        step.player: step.mu
        for step in ratings.steps(results(("g", "A", "member", 1), ("g", "B", "member", 1), ("g", "C", "member", 3)))
    }
    assert steps["A"] == pytest.approx(steps["B"])
    assert steps["A"] > MU > steps["C"]


def test_one_player_under_two_names_at_one_table():
    steps = list(ratings.steps(results(("g", "A", "member", 1), ("g", "A", "member", 2), ("g", "B", "member", 3))))
    assert [step.player for step in steps] == ["A", "B"]


def test_provisional_ratings_have_no_rank(found):
    some = lake_of(found[:4])
    rows = ratings.ratings(some).to_pylist()
    assert all(row["provisional"] and row["rank"] is None for row in rows)
    assert ratings.ratings(lake_of()).num_rows == 0
