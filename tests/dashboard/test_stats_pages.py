"""The pages of the statistics: every kind of lake, filters in the address, what is behind a point."""

from __future__ import annotations

import datetime as dt
import re
import sys
import types
from pathlib import Path

import pyarrow as pa
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from dashboard import charts, filters, lot_words, numbers, tables
from dashboard.game_list import TITLES, decided, part_label
from dashboard.leads import LEADS
from dashboard.text import md
from replay import simulate
from replay.lake import importing, sources
from replay.lake.reader import Lake
from replay.log import to_text
from replay.stats.filters import MIN_GAMES, Filters
from replay.stats.seasons import Season

ROOT = Path(__file__).parents[2]
PAGES = ("club", "players", "scoring", "auctions", "lots", "records", "compare")
RESULT = """format: 1
game: biblios
players: Ana, Bo, Cy
id: r{n}
date: 2026-01-{n:02d}
status: result-only
result: Ana {a}, Bo 5, Cy 3
"""


def games_of(kind: str, count: int) -> list[str]:
    return [to_text(log) for log in simulate.games(kind, None, 3, count, start=dt.date(2026, 1, 8), event="Club")]


TEXTS = {
    "empty": list,
    "one": lambda: games_of("biblios", 1),
    "many": lambda: games_of("biblios", 30) + games_of("biblios-dice", 20),
    "results": lambda: [RESULT.format(n=n, a=4 + n) for n in range(1, 13)],
    "biblios": lambda: games_of("biblios", 12),
    "dice": lambda: games_of("biblios-dice", 12),
}


@pytest.fixture(scope="module")
def lakes(tmp_path_factory) -> dict[str, Path]:
    found = {}
    for name, texts in TEXTS.items():
        folder = tmp_path_factory.mktemp(name)
        given = folder / "logs"
        given.mkdir()
        for number, text in enumerate(texts()):
            (given / f"{number}.bgl").write_text(text, encoding="utf-8")
        found[name] = folder / "lake"
        if name != "empty":
            summary = importing.run(found[name], sources.find([str(given)]))
            assert summary.good
    return found


@pytest.fixture
def open_page(lakes, monkeypatch):
    def opened(lake: str, page: str, **words: str | list[str]) -> AppTest:
        monkeypatch.setenv("BIBLIOS_LAKE", str(lakes[lake]))
        at = AppTest.from_file(str(ROOT / "dashboard" / "app.py"), default_timeout=60)
        for key, value in words.items():
            at.query_params[key] = value
        at.switch_page(f"app_pages/{page}.py")
        return at.run()

    return opened


def texts(at: AppTest) -> str:
    return " ".join(
        str(item.value)
        for kind in (at.title, at.header, at.subheader, at.caption, at.info, at.warning)
        for item in kind
    )


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("lake", list(TEXTS))
def test_every_page_with_every_kind_of_lake(open_page, lake, page):
    at = open_page(lake, page)
    assert not at.exception
    said = texts(at)
    if lake == "empty":
        assert "holds no games yet" in said
    else:
        assert "game" in said
    if lake in ("many", "biblios", "dice", "one") and page != "compare":
        assert "played by programs" in said
    if lake == "results":
        assert "12 of them results only" in said


@pytest.mark.parametrize("topic", ["Totals", "Categories and dice", "Seats", "Church cards"])
@pytest.mark.parametrize("lake", ["many", "results", "dice"])
def test_topics_of_scoring(open_page, lake, topic):
    at = open_page(lake, "scoring", topic=topic)
    assert not at.exception
    assert at.subheader


@pytest.mark.parametrize(
    ("game", "topic"),
    [("biblios", topic) for topic in ("Prices", "What it brought", "Paying", "Failures", "Duels", "Lots")]
    + [("biblios-dice", topic) for topic in ("Bids", "Prices and groups", "Overbids")],
)
@pytest.mark.parametrize("lake", ["many", "results", "one"])
def test_topics_of_auctions(open_page, lake, game, topic):
    at = open_page(lake, "auctions", kind=TITLES[game], **{f"auctions-{game}": topic})
    assert not at.exception


@pytest.mark.parametrize("word", ["P3", "G2", "C", "C+", "3-dice"])
def test_a_lot_has_a_page(open_page, lakes, word):
    at = open_page("many", "lots", what=word)
    assert not at.exception
    assert not at.warning
    assert at.header[0].value == md(lot_words.title(word))
    (row,) = numbers.answer(Lake(lakes["many"]), "lot_summary", Filters(), **lot_words.options(word)).to_pylist()
    metric = {item.label: item for item in at.metric}
    assert metric["Turned up"].value == f"{row['offered']:,}"
    assert f"n = {row['n']:,}" in metric["Median price"].delta
    assert len([one for one in at.get("page_link") if "ply=" in str(one.proto)]) == min(12, row["offered"])
    assert {item.value for item in at.subheader} >= {"By number of players", "The latest"}


def test_a_single_card_and_an_unknown_one(open_page, lakes):
    card = Lake(lakes["many"]).rows("SELECT what FROM lots WHERE kind = 'category' ORDER BY what LIMIT 1")[0][0]
    at = open_page("many", "lots", what=card)
    assert card[2:]
    assert at.header[0].value.endswith(md(f"({card[2:]})"))
    at = open_page("many", "lots", what="Z9z")
    assert not at.exception
    assert any("Z9z" in item.value for item in at.warning)
    assert not at.header


@pytest.mark.parametrize(
    ("case", "word", "options"),
    [
        ({"kind": "category", "category": "P", "value": 3}, "P3", {"kind": "category", "category": "P", "value": 3}),
        ({"kind": "gold", "category": None, "value": 2}, "G2", {"kind": "gold", "value": 2}),
        ({"kind": "church"}, "C", {"kind": "church"}),
        ({"kind": "church", "what": "C++"}, "C++", {"what": "C++"}),
        ({"kind": "category", "what": "P3e", "lot": 3}, "P3e", {"what": "P3e"}),
        ({"kind": "group", "what": "S G1 A+-", "lot": 3}, "3-dice", {"kind": "group", "value": 3}),
        ({"kind": "group", "value": 5, "rank": 1}, "5-dice", {"kind": "group", "value": 5}),
        ({"kind": "category", "value": 3}, None, None),
        ({"rank": 1}, None, None),
    ],
)
def test_words_of_lots(case, word, options):
    assert lot_words.word(case) == word
    if word is not None:
        assert lot_words.options(word) == options
        assert lot_words.title(word)


def test_one_lot_in_words():
    lot = {"lot": 3, "kind": "category", "what": "P3e", "player": "Ada", "price": 4}
    assert numbers._words(lot) == "Pigments 3 (e) → Ada, 4 Gold"
    assert numbers._words({**lot, "kind": "gold", "what": "G2", "price": 1}) == "Gold 2 → Ada, 1 card"
    assert (
        numbers._words({**lot, "kind": "church", "what": "C++", "player": None, "price": None})
        == "Church card (two dice up) → nobody"
    )
    assert numbers._words({**lot, "kind": "group", "what": "S P G1", "player": None}) == "S P G1 → Cadfael, 4 Gold"


def test_a_player_has_a_page(open_page, lakes):
    at = open_page("many", "players", player="Ada")
    assert not at.exception
    assert at.header[0].value == "Ada"
    metric = {item.label: item.value for item in at.metric}
    row = next(
        row for row in Lake(lakes["many"]).rows("SELECT player, count(*) FROM seats GROUP BY player") if row[0] == "Ada"
    )
    assert metric["Games"] == str(row[1])
    at = open_page("many", "players", player="Nobody")
    assert not at.exception
    assert any("Nobody" in item.value for item in at.warning)


def count_of(at: AppTest) -> str:
    return next(item.value for item in at.caption if " game" in item.value and "·" in item.value)


def test_filters_of_the_address_hold_on_reload_and_on_other_pages(open_page, lakes):
    want = Lake(lakes["many"]).rows("SELECT count(*) FROM games WHERE game = 'biblios' AND players IN (3, 4)")[0][0]
    at = open_page("many", "scoring", kind="Biblios", size=["3", "4"])
    assert count_of(at).startswith(f"{want} games")
    assert count_of(at.run()).startswith(f"{want} games"), "a second run"
    for page in ("players", "games", "records", "replay", "auctions"):
        if page in ("games", "replay"):
            at.switch_page(f"app_pages/{page}.py").run()
            continue
        at.switch_page(f"app_pages/{page}.py")
        assert count_of(at.run()).startswith(f"{want} games"), page
        assert not at.exception
    again = open_page("many", "scoring", kind="Biblios", size=["3", "4"])
    assert count_of(again) == count_of(open_page("many", "scoring", kind="Biblios", size=["3", "4"])), "a reload"


@pytest.mark.parametrize(
    ("page", "words", "key", "shown"),
    [
        ("scoring", {"topic": "Seats"}, "topic", "Seats"),
        ("auctions", {"auctions-of": "biblios-dice"}, "auctions-of", "biblios-dice"),
        ("players", {"player": "Ada"}, "player", "Ada"),
        ("players", {"guests": "true"}, "guests", True),
        ("compare", {"by": "size", "one-size": "4"}, "one-size", "4"),
    ],
)
def test_words_of_one_page_come_from_the_address_and_go_there(open_page, page, words, key, shown):
    at = open_page("many", page, **words)
    assert not at.warning
    assert at.session_state[key] == shown
    assert at.query_params[key] == words[key]
    assert at.run().session_state[key] == shown, "a second run"
    del at.query_params[key]  # as Back does
    plain = open_page("many", page).session_state[key]
    assert at.run().session_state[key] == plain != shown
    assert key not in at.query_params


def test_a_choice_is_written_into_the_address(open_page):
    at = open_page("many", "scoring")
    assert "topic" not in at.query_params
    at.button_group(key="topic").set_value("Seats").run()
    assert at.query_params["topic"] == "Seats"
    at.button_group(key="topic").set_value("Totals").run()
    assert "topic" not in at.query_params


def test_a_word_that_a_page_does_not_have_is_said_aloud(open_page):
    at = open_page("many", "scoring", topic="Chess")
    assert any("Chess" in item.value for item in at.warning)
    assert at.session_state["topic"] == "Totals"


@pytest.mark.parametrize(
    "asked",
    [
        Filters(
            game="biblios-dice",
            counts=(3,),
            since=dt.date(2026, 1, 9),
            until=dt.date(2026, 2, 1),
            present=("Ada",),
            present_all=True,
        ),
        Filters(events=("Club",), evidence="log", settled=True, stood=True, simulated=True, min_games=7),
        Filters(evidence="result", simulated=False),
    ],
)
def test_a_link_with_filters_opens_with_these_filters(open_page, asked):
    at = open_page("many", "records", **filters.to_words(asked))
    assert not at.exception
    assert not at.warning
    words = {key: at.session_state[key] for key in filters.KEYS}
    assert filters.from_words(words, filters.Choices(("Ada",), (3,), ("Club",), ())) == (asked, ())
    assert filters.to_words(asked).keys() <= at.query_params.keys(), "they stay in the address"


def test_a_filter_that_the_lake_does_not_have_is_said_aloud(open_page):
    at = open_page("many", "scoring", who=["Ada", "Zed"])
    assert any("Zed" in item.value for item in at.warning)
    assert not at.exception


def test_nothing_left_by_the_filters(open_page):
    at = open_page("many", "club", since="2131-01-01")
    assert not at.exception
    assert "No game matches" in texts(at)


def test_a_day_long_ago_is_kept(open_page):
    at = open_page("many", "club", since="1969-01-01")
    assert at.session_state["since"] == dt.date(1969, 1, 1)


def test_seasons_of_the_club_and_mistakes_in_their_file(open_page, lakes, tmp_path):
    file = lakes["biblios"] / "club" / "seasons.toml"
    try:
        file.write_text(
            '[[season]]\nname = "Spring"\nsince = 2026-01-01\nuntil = 2026-12-31\nbest = 2\n', encoding="utf-8"
        )
        at = open_page("biblios", "club", season="Spring")
        assert "Season Spring" in texts(at)
        assert "the best 2 games count" in texts(at)
        file.write_text("[[season]]\nnme = 1\n", encoding="utf-8")
        at = open_page("biblios", "club")
        assert not at.exception
        assert "unknown key" in texts(at).replace("\\", "")
    finally:
        file.unlink()


def test_compare_two_sides(open_page):
    at = open_page("many", "compare", by="size")
    assert not at.exception
    assert len(at.metric) == 2
    same = open_page("many", "compare", by="size", **{"one-size": "3", "other-size": "3"})
    assert "Both sides are the same" in texts(same)


# ----------------------------------------------------------------------------------------------------- pure functions

OFFERED = filters.Choices(
    ("Ada", "Bela"), (2, 3), ("Club",), ("Home",), (Season("S", dt.date(2026, 1, 1), dt.date(2026, 6, 30), "biblios"),)
)


@pytest.mark.parametrize(
    "asked",
    [
        Filters(),
        Filters(game="biblios", counts=(2, 3), since=dt.date(2026, 1, 1), until=dt.date(2026, 2, 1), present=("Ada", "Bela"), present_all=True,
                places=("Home",), events=("Club",), evidence="log", settled=True, stood=True, simulated=False, min_games=7),
        Filters(simulated=True, min_games=1),
    ],
)  # fmt: skip
def test_filters_and_words_of_the_address(asked):
    words = filters.to_words(asked)
    assert filters.from_words(words, OFFERED) == (asked, ())
    assert set(words) <= set(filters.KEYS)


def test_words_that_cannot_be_read():
    words = {
        "kind": "chess",
        "size": ["3", "9"],
        "who": "Zed",
        "since": "soon",
        "least": "-4",
        "made": "maybe",
        "season": "T",
        "evidence": "x",
    }
    asked, notices = filters.from_words(words, OFFERED)
    assert asked == Filters(counts=(3,), min_games=1)
    assert len(notices) == 7
    assert filters.from_words({"least": "many"}, OFFERED)[0].min_games == MIN_GAMES


def test_a_season_becomes_its_days():
    asked, notices = filters.from_words({"season": "S", "since": "2026-03-01"}, OFFERED)
    assert (asked.game, asked.since, asked.until, notices) == ("biblios", dt.date(2026, 3, 1), dt.date(2026, 6, 30), ())


def test_words_for_the_page_games():
    asked = Filters(game="biblios", counts=(3,), present=("Ada", "Bela"), events=("Club",), since=dt.date(2026, 1, 1))
    assert filters.for_games(asked) == {"kind": "Biblios", "since": "2026-01-01", "at": "Club"}
    both = Filters(present=("Ada", "Bela"), present_all=True)
    assert filters.for_games(both) == {"who": ["Ada", "Bela"]}


def test_what_was_clicked():
    state = types.SimpleNamespace(selection={"pick": [{"player": "Ada", "game": "biblios", "players": 3}]})
    case = charts.picked(state)
    assert case == {"player": "Ada", "game": "biblios", "players": 3}
    assert LEADS["wins"].filters(Filters(), case) == Filters(game="biblios", counts=(3,))
    assert LEADS["prices"].filters(Filters(), {}) == Filters(game="biblios"), "of Biblios only, said or not"
    assert charts.picked(types.SimpleNamespace(selection={})) == {}
    assert charts.picked(None) == {}


def test_a_click_finds_its_row_unless_the_chart_has_put_rows_together():
    rows = [{"die": "M", "before": 3, "after": 4, "n": 2}, {"die": "P", "before": 3, "after": 4, "n": 5}]
    assert numbers.whole({"before": 3, "after": 4}, rows) == {"before": 3, "after": 4}
    assert numbers.whole({"die": "P", "before": 3, "after": 4}, rows) == rows[1]


def test_charts_report_all_that_leads_take():
    taken = {column for lead in LEADS.values() for column in lead.take.values()}
    assert taken | {"game", "players", "side", "game_id"} <= set(charts.CASE)


def test_every_statistic_of_a_page_leads_on():
    shown = {name for page in (ROOT / "dashboard" / "app_pages").glob("*.py")
             for name in re.findall(r"numbers\.show\(\s*\"(\w+)\"", page.read_text(encoding="utf-8"))}  # fmt: skip
    assert len(shown) > 30
    own = {"lot_price_counts", "lot_by", "lot_buyers"}  # the page of a lot says which lots
    assert shown - LEADS.keys() == own


#: Statistic → the column that says how many are behind a row; of the others only that there is something.
COUNTED = {
    "months": "n", "margins": "n", "decisions": "games", "placements": "games", "die_changes": "n", "die_moves": "n", "wins": "n",
    "prices": "offered", "card_prices": "offered", "prices_by_players": "offered", "prices_by_position": "offered",
    "gold_lots": "offered", "swing_by_price": "n", "unsold": "unsold", "duels": "n", "splitter": "first", "dice_prices": "n",
    "winners_curse": "n", "groups": "n", "promotions": "promoted", "defaults": "games_with", "passes": "could_have_won",
    "overbids": "overbids", "seats": "wins", "start_player": "wins", "church": "used", "categories": "taken",
}  # fmt: skip
#: Where things are not one to one: two passes on a lot, a shared victory, two dice changed by a card.
LOOSELY = ("defaults", "passes", "overbids", "seats", "start_player", "church")


@pytest.mark.parametrize("name", sorted(LEADS))
def test_behind_every_row_is_what_it_counts(lakes, name):
    lake = Lake(lakes["many"])
    rows = numbers.answer(lake, name, Filters()).to_pylist()
    assert rows
    lead = LEADS[name]
    if lead.what == "row":
        assert all(row["game_id"] and numbers._words(row) for row in rows)
        return
    something = 0
    for row in rows[:40]:
        asked = {**lead.options(row), "top": 10_000}
        found = numbers.answer(lake, lead.what, lead.filters(Filters(), row), **asked).to_pylist()
        something += len(found)
        assert all(numbers._words(one) for one in found[:3])
        if name == "die_course":
            assert row["tenth"] or not found, "nothing moves before the first event"
        elif name not in COUNTED:
            assert found, row
        elif name not in LOOSELY:
            assert len(found) == row[COUNTED[name]], row
        else:
            assert bool(found) >= bool(row[COUNTED[name]]), row
    assert something


def test_what_is_behind_is_a_link_to_the_ply(lakes, monkeypatch):
    monkeypatch.setenv("BIBLIOS_LAKE", str(lakes["many"]))
    seen = []
    monkeypatch.setattr(numbers.st, "page_link", lambda page, **more: seen.append((page, more["query_params"])))
    for what, asked in (
        ("lots", {"category": "M"}),
        ("changes", {"cause": "church"}),
        ("games", {"player": "Ada"}),
    ):
        found = numbers.answer(Lake(lakes["many"]), what, Filters(), top=5, **asked).to_pylist()
        seen.clear()
        for row in found:
            numbers.link(row)
        assert [query["game"] for page, query in seen if page == numbers.REPLAY_PAGE] == [
            row["game_id"] for row in found
        ]
        if what != "games":
            assert [query["ply"] for page, query in seen if page == numbers.REPLAY_PAGE] == [
                str(row["ply"]) for row in found
            ]


def test_charts_have_n_begin_at_zero_and_can_be_clicked():
    rows = [{"player": "Ada", "game": "biblios", "rate": 0.4, "low": 0.2, "high": 0.6, "n": 12, "chance": 0.33}]
    spec = charts.dots(rows, "player", "rate", title="t", reference="chance", percent=True).to_dict()
    assert "Ada  (n = 12)" in str(spec)
    assert "'zero': True" in str(spec)
    assert spec["params"][0]["select"]["fields"] == ["game", "player"]
    assert [layer["mark"]["type"] for layer in spec["layer"]] == ["rule", "tick", "point"], "interval, chance, value"
    bars = charts.bars([{"x": 1, "n": 3}], "x", "n", title="t", x_title="x").to_dict()
    assert bars["encoding"]["y"]["scale"]["zero"] is True
    grid = charts.grid([{"a": "x", "b": "y", "v": 0.5, "n": 3}], "a", "b", "v", title="t", percent=True).to_dict()
    assert "n 3" in str(grid)


def test_an_interval_of_few_cases_does_not_press_the_others_flat():
    rows = [{"player": name, "mean": 2.0, "low": 2 - half, "high": 2 + half, "n": n} for name, half, n in (("Ada", 1, 9), ("Bo", 40, 2))]  # fmt: skip
    spec = charts.dots(rows, "player", "mean", title="overpay").to_dict()
    across = spec["layer"][-1]["encoding"]["x"]
    assert across["scale"]["domain"] == [0, 3]
    assert across["scale"]["clamp"]
    assert "n < 5" in str(across["title"]), "what ends at the edge is said to"
    steps = [{"price": price, "mean": 1.0, "low": 1 - half, "high": 1 + half, "n": n} for price, half, n in ((1, 0.5, 9), (2, 40, 2))]  # fmt: skip
    up = charts.lines(steps, "price", "mean", title="pips", x_title="price").to_dict()["layer"][-1]["encoding"]
    assert up["y"]["scale"]["domain"] == [0, 1.5]
    assert "n < 5" in str(up["y"]["title"])
    assert up["opacity"]["condition"]["value"] < 1, "a point of two cases looks like one"
    assert "domain" not in str(
        charts.dots(rows[:1], "player", "mean", title="overpay").to_dict()["layer"][-1]["encoding"]["x"]
    )


def test_a_name_may_say_itself_where_a_phone_breaks_it():
    rows = [{"who": "tie: Gold left  — 2 players", "n": 3}, {"who": "Ada", "n": 1200}]
    assert [row["label"].split("  ") for row in charts.named(rows, "who")] == [["tie: Gold left", "— 2 players (n = 3)"], ["Ada", "(n = 1,200)"]]  # fmt: skip


def test_heads_of_many_columns_are_all_there():
    rows = [{"player": "Ada", "opponent": f"Somebody {n}", "rate": 0.5, "n": 3} for n in range(9)]
    for some, angle in ((rows, -40), (rows[:3], 0)):
        axis = charts.grid(some, "opponent", "player", "rate", title="t").to_dict()["layer"][0]["encoding"]["x"]["axis"]
        assert (axis["labelAngle"], axis["labelOverlap"]) == (angle, False)
    assert charts.grid(rows, "opponent", "player", "rate", title="t").to_dict()["usermeta"] == {charts.BROAD: True}


def test_tables_say_words_for_codes():
    table = pa.table({"game": ["biblios", "biblios-dice", None], "part": ["P", "P", None], "decided_by": ["pips", "tie-order:M", None],
                      "rate": [0.5, 0.25, None]})  # fmt: skip
    assert tables.worded(table).to_pylist() == [
        {"game": "Biblios", "part": "P Pigments", "decided_by": "most points, no tie", "rate": 0.5},
        {"game": "Biblios Dice", "part": "P Pigment", "decided_by": "tie: category M", "rate": 0.25},
        {"game": None, "part": None, "decided_by": None, "rate": None},
    ]
    assert tables.worded(table.slice(0, 0)).num_rows == 0


def test_which_columns_are_shares():
    assert tables.shares(["n", "rate", "low", "high", "chance"]) == {"rate", "low", "high", "chance"}
    assert tables.shares(["mean", "low", "high", "unsold_rate", "unsold_low", "unsold_high"]) == {"unsold_rate", "unsold_low", "unsold_high"}  # fmt: skip
    assert tables.shares(["tied", "tied_rate", "low", "high"]) == {"tied_rate", "low", "high"}
    assert tables.shares(["mu", "low", "high"]) == set()


def test_a_table_hides_where_it_leads_but_its_export_does_not(open_page):
    at = open_page("many", "players", player="Ada")
    shown = next(one for one in at.dataframe if "winners" in one.value.columns)
    assert "game_id" in shown.value.columns
    assert "game_id" not in list(shown.proto.column_order)
    assert "winners" in list(shown.proto.column_order)


def test_letters_stand_with_their_names():
    assert [part_label("biblios", letter) for letter in "HX"] == ["H Holy Books", "X"]
    assert part_label("biblios-dice", "B") == "B Bishop"


def test_headings_of_small_charts_keep_their_n():
    title = charts.bars(
        [{"x": 1, "n": 3}], "x", "n", title="t", x_title="x", heading="Biblios Dice, 3 players (n = 9)"
    ).to_dict()["title"]
    assert (title["text"], title["subtitle"]) == ("Biblios Dice", "3 players · n = 9")
    title = charts.bars([{"x": 1, "n": 3}], "x", "n", title="t", x_title="x", heading="Monks (n = 9)").to_dict()[
        "title"
    ]
    assert (title["text"], title["subtitle"]) == ("Monks", "n = 9")


def test_images_and_what_is_said_where_they_cannot_be_made(monkeypatch):
    pytest.importorskip("vl_convert")
    rows = [{"player": "Ada <b>", "rate": 0.4, "low": 0.2, "high": 0.6, "n": 12}]
    chart = charts.dots(rows, "player", "rate", title="t")
    svg = charts.image(chart, "svg")
    assert svg.startswith(b"<svg")
    assert b"<b>" not in svg
    assert charts.image(chart, "png").startswith(b"\x89PNG")
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(ModuleNotFoundError):
        charts.image(chart, "svg")


def test_players_who_never_came_first_are_shown_too(open_page, monkeypatch):
    seen = {}
    monkeypatch.setattr(numbers, "show", lambda name, table, chart, *_, **__: seen.update({name: (table, chart)}))
    assert not open_page("many", "scoring").exception
    table, chart = seen["placements"]
    rows = table.to_pylist()
    cases = {(row["player"], row["game"], row["players"]): row["n"] for row in rows}
    never = {(row["player"], row["game"], row["players"]) for row in rows if row["place"] == 1 and not row["games"]}
    assert never
    drawn = {(row["player"], row["game"], row["players"]): row for row in chart(rows).data.to_pylist()}
    assert drawn.keys() == cases.keys()
    for case in never:
        assert drawn[case]["rate"] == drawn[case]["low"] == 0 < drawn[case]["high"]
        assert drawn[case]["n"] == cases[case]


def test_what_decided_is_said_in_words():
    assert decided("pips") == decided("vp") == "most points, no tie"
    assert decided("tie-order:M") == "tie: category M"
    assert decided("something new") == "something new"


def test_ratings_are_worked_out_once_for_a_page(open_page, monkeypatch):
    asked = []
    real = numbers.answer
    monkeypatch.setattr(
        numbers,
        "answer",
        lambda lake, name, *more, **options: (asked.append(name), real(lake, name, *more, **options))[1],
    )
    st.cache_data.clear()
    at = open_page("many", "players", player="Ada")
    assert not at.exception
    assert asked.count("rating_history") == 1
    assert "ratings" not in asked


def test_days_the_wrong_way_round_are_said(open_page):
    at = open_page("many", "club", since="2026-03-01", until="2026-02-01")
    assert not at.exception
    assert "The first day asked for, 2026-03-01, lies after the last, 2026-02-01." in texts(at)


def test_a_case_of_two_sides_is_said_in_words():
    from dashboard.lot_words import card

    assert card({"kind": "category", "category": "H", "value": 1}) == "Holy Books 1"
    assert card({"kind": "category", "value": 2}) == "Category card 2"
    assert card({"kind": "gold", "value": 3}) == "Gold 3 (in cards)"
    assert card({"kind": "church", "value": None}) == "Church card"


@pytest.mark.parametrize(
    ("word", "value", "held"),
    [
        ("since", "1700-01-01", None),
        ("since", "soon", None),
        ("least", "0", None),
        ("least", "many", 5),
        ("settled", "maybe", False),
        ("stood", "perhaps", False),
        ("state", "foo", None),
        ("proof", "bar", None),
        ("kind", "biblios", None),  # the address has titles
        ("kind", "Nonsense", None),
        ("size", "77", ["3"]),
        ("who", "Nobody", []),
        ("mode", "some", "any"),
    ],
)
def test_what_no_filter_takes_is_said_once(word: str, value: str, held: object) -> None:
    said = filters.left_out({word: [value]}, {word: held}, OFFERED)
    assert len(said) == 1
    assert f"{value}”" in said[0]


def test_what_a_filter_took_is_not_said() -> None:
    given = {"kind": ["Biblios"], "size": ["2", "3"], "since": ["2026-01-31"], "settled": ["true"], "stood": ["false"], "least": ["7"],
             "made": [filters.MADE["only"]], "mode": [filters.MODES["all"]], "q": ["a b"], "state": ["complete"]}  # fmt: skip
    held = {"kind": "biblios", "size": ["2", "3"], "since": dt.date(2026, 1, 31), "settled": True, "stood": False, "least": 7,
            "made": "only", "mode": "all", "q": "a b", "state": "complete"}  # fmt: skip
    assert filters.left_out(given, held, OFFERED) == ()
