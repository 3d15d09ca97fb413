"""Ratings against openskill itself, and the rules of who is rated in which order."""

from __future__ import annotations

import pyarrow as pa
import pytest
from openskill.models import BradleyTerryFull

from replay.stats import ratings
from tests.stats.kit import lake_of
from tests.stats.tally import sheets

MU = 25.0


def test_openskill_and_order(lake, found):
    model = BradleyTerryFull()
    known = {}
    number: dict[tuple[str, str], int] = {}
    after = []
    for game in sorted(sheets(found), key=lambda game: (game.date, game.id)):
        keys = [(game.kind, seat.player) for seat in game.seats]
        teams = [[known.get(key) or model.rating()] for key in keys]
        for key, (rating,) in zip(
            keys, model.rate(teams, ranks=[float(seat.place) for seat in game.seats]), strict=True
        ):
            known[key] = rating
            number[key] = number.get(key, 0) + 1
            after.append((game.id, key[1], number[key], rating.mu, rating.sigma))
    history = ratings.rating_history(lake).to_pylist()
    assert len(history) == len(after)
    for row, (game_id, player, n, mu, sigma) in zip(history, after, strict=True):
        assert (row["game_id"], row["player"], row["n"]) == (game_id, player, n)
        assert (row["mu"], row["sigma"]) == pytest.approx((mu, sigma), rel=1e-9)
        assert (row["low"], row["high"]) == pytest.approx((mu - 1.96 * sigma, mu + 1.96 * sigma), abs=1e-3)
    rows = ratings.ratings(lake).to_pylist()
    assert len(rows) == len(known)
    for row in rows:
        rating = known[row["game"], row["player"]]
        assert (row["n"], row["mu"], row["sigma"]) == pytest.approx(
            (number[row["game"], row["player"]], rating.mu, rating.sigma)
        )
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


def test_a_rating_is_the_last_of_its_history(lake):
    """The number from `ratings` and the last one of `rating_history` are one."""
    last = {}
    for row in ratings.rating_history(lake).to_pylist():
        last[row["game"], row["player"]] = (row["n"], row["mu"], row["sigma"], row["low"], row["high"], row["date"])
    found = ratings.ratings(lake).to_pylist()
    assert {
        (row["game"], row["player"]): (row["n"], row["mu"], row["sigma"], row["low"], row["high"], row["last_day"])
        for row in found
    } == last
    assert ratings.latest(ratings.rating_history(lake)).equals(ratings.ratings(lake))
