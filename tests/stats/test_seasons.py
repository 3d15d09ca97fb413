"""Season tables and the file that describes them."""

from __future__ import annotations

import datetime as dt

import pytest

from replay.stats import seasons
from replay.stats.filters import Filters
from replay.stats.seasons import Season, SeasonError, parse
from tests.stats.kit import lake_of
from tests.stats.tally import sheets

SPRING = """
[[season]]
name = "Spring"
since = 2025-01-01
until = 2025-02-28
game = "biblios"
points = { 2 = [2, 0], 3 = [5, 2.5, 0] }
best = 3
least = 2
"""


def standings(found, season):
    """The table by hand: player → (points of the best games, n, wins)."""
    gained: dict[str, list[float]] = {}
    wins: dict[str, float] = {}
    for game in sheets(found):
        if season.since <= game.date <= season.until and game.kind == (season.game or game.kind):
            scale = list(season.points.get(game.n) or [game.n] + [game.n - place for place in range(2, game.n + 1)])
            places = [seat.place for seat in game.seats]
            for seat in game.seats:
                taken = range(seat.place - 1, seat.place - 1 + places.count(seat.place))
                gained.setdefault(seat.player, []).append(sum(scale[place] for place in taken) / len(taken))
                wins[seat.player] = wins.get(seat.player, 0) + seat.share
    return {
        player: (sum(sorted(points)[-(season.best or len(points)) :]), len(points), wins[player])
        for player, points in gained.items()
    }


@pytest.mark.parametrize("season", [parse(SPRING)[0], Season("2025", dt.date(2025, 1, 1), dt.date(2025, 12, 31))])
def test_table(lake, found, season):
    rows = seasons.season_table(lake, season=season).to_pylist()
    expected = standings(found, season)
    assert {
        row["player"]: (pytest.approx(row["points"]), row["n"], pytest.approx(row["wins"])) for row in rows
    } == expected
    ranked = [row for row in rows if row["rank"] is not None]
    assert all(row["n"] >= season.least for row in ranked)
    keys = [(-row["points"], -row["wins"]) for row in ranked]
    assert keys == sorted(keys)
    assert all(row["rank"] == 1 + sum(other < key for other in keys) for row, key in zip(ranked, keys, strict=True))


def test_ties_share_their_points():
    season = Season("s", dt.date.min, dt.date.max, points={4: (10, 6, 2, 0)})
    assert season.of_place(4, 1, 2) == 8
    assert season.of_place(4, 3, 2) == 1
    assert season.of_place(4, 4, 1) == 0
    assert Season("s", dt.date.min, dt.date.max, points={4: (3,)}).of_place(4, 2, 1) == 0
    assert seasons.default_points(4) == (4, 2, 1, 0)


def test_years_where_the_club_has_written_none(lake):
    assert [season.name for season in seasons.seasons(lake)] == ["2025"]
    assert seasons.season_table(lake).num_rows == seasons.season_table(lake, season="2025").num_rows > 0
    with pytest.raises(SeasonError, match="known: 2025"):
        seasons.season_table(lake, season="1999")


def test_a_season_narrows_other_filters():
    spring = parse(SPRING)[0]
    found = spring.narrow(Filters(since=dt.date(2025, 2, 1), until=dt.date(2026, 1, 1), counts=(3,)))
    assert (found.since, found.until, found.game, found.counts) == (
        dt.date(2025, 2, 1),
        dt.date(2025, 2, 28),
        "biblios",
        (3,),
    )


def test_the_file_in_the_lake(found):
    lake = lake_of(found[:9])
    file = lake.path / "club" / "seasons.toml"
    file.write_text("\ufeff" + SPRING, encoding="utf-8")
    assert [season.name for season in seasons.seasons(lake)] == ["Spring"]
    assert seasons.season_table(lake).num_rows > 0
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(SeasonError, match="cannot be read"):
        seasons.seasons(lake)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ('name = "Spring"', "no name"),
        ("since = 2025-01-01", "since is a date"),
        ('game = "biblios"', "game is biblios or biblios-dice"),
        ("best = 3", "best is a whole number"),
        ("points = { 2 = [2, 0], 3 = [5, 2.5, 0] }", "points of 3"),
        ("until = 2025-02-28", "ends before it begins"),
        ("least = 2", "unknown key"),
        ("[[season]]", "nothing but"),
        ("", "two seasons"),
        ("name =", "is not TOML"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file_is_said(change, message):
    wrong = {
        "no name": "", "since is a date": 'since = "2025-01-01"', "game is biblios or biblios-dice": 'game = "chess"', "best is a whole number": "best = 0",
        "points of 3": 'points = { 3 = ["a"] }', "ends before it begins": "until = 2024-01-01", "unknown key": "lest = 2", "nothing but": "[season]",
        "is not TOML": "name",
    }  # fmt: skip
    text = SPRING + SPRING if message == "two seasons" else SPRING.replace(change, wrong[message])
    with pytest.raises(SeasonError, match=message):
        parse(text)
