"""The pages *Games* and *Replay* as Streamlit runs them, without a browser."""

import json
import time
from collections.abc import Callable
from pathlib import Path

from streamlit.testing.v1 import AppTest

from replay import simulate
from replay.lake import lists, manifest, rebuild
from replay.lake.reader import Lake
from tests.dashboard.conftest import fill

App = Callable[..., AppTest]


def words(test: AppTest) -> str:
    """All that a page says in text."""
    parts = [
        *test.markdown,
        *test.caption,
        *test.info,
        *test.warning,
        *test.error,
        *test.title,
        *test.subheader,
        *test.text,
    ]
    return "\n".join(part.value for part in parts)


def links(test: AppTest) -> int:
    return len(test.get("page_link"))


def test_a_lake_of_an_older_version_is_said_once_on_every_page(app: App, tmp_path: Path) -> None:
    path = tmp_path / "lake"
    fill(path, *(log.canonical() for log in simulate.games("biblios", 2, 5, 3)))
    advice = "3 of 3 games were stored by an older version"
    assert advice not in words(app(path))
    state = manifest.newest(path)
    file = manifest.path_of(path, state.number)
    data = json.loads(file.read_text())
    for entry in data["segments"]:
        entry["schema"] = 0
    file.write_text(json.dumps(data))
    for page in ("games", "replay", "club", "scoring"):
        said = words(app(path, page))
        assert said.count(advice) == 1, page
        assert "`biblios rebuild`" in said
    rebuild.rebuild(path)
    assert advice not in words(app(path))


def test_an_empty_lake_says_what_to_do(app: App, tmp_path: Path) -> None:
    assert "holds no games yet" in words(app(tmp_path / "nothing"))
    assert "holds no games yet" in words(app(tmp_path / "nothing", "replay"))


def test_one_game_is_listed_with_names_results_and_evidence(app: App, tmp_path: Path) -> None:
    log = next(simulate.games("biblios", 2, 5, 1))
    fill(tmp_path / "lake", log.canonical())
    test = app(tmp_path / "lake")
    said = words(test)
    assert "1 game," in said
    for player in log.header.players:
        assert player.name in said
    assert links(test) == 1


def test_many_games_come_in_pages(app: App, many: Path) -> None:
    test = app(many)
    assert "40 games" in words(test)
    assert links(test) == lists.PAGE


def test_filters_in_the_address(app: App, many: Path) -> None:
    assert "19 games" in words(app(many, at="Finale"))
    assert "1 game," in words(app(many, q="name7"))
    assert "1 game," in words(app(many, kind="Biblios Dice"))
    assert "38 games" in words(app(many, proof="result"))
    assert "No game matches" in words(app(many, q="no such thing"))
    later = sum(n % 28 + 1 >= 15 for n in range(38))
    assert f"{later} games" in words(app(many, since="2026-02-15"))


def test_an_unknown_game_shows_a_search(app: App, many: Path) -> None:
    test = app(many, "replay", game="nothing*like*it")
    assert "There is no game" in words(test)
    assert test.text_input(key="find").value == "nothing*like*it"
    assert links(test) > 0
    test.text_input(key="find").set_value("name7").run()
    assert links(test) == 1


def test_the_plain_replay(app: App, many: Path) -> None:
    log = next(simulate.games("biblios", 3, 1, 1))
    test = app(many, "replay", game=log.game_id, ply="12", plain="true")
    assert test.slider[0].value == 12
    assert len(test.dataframe[0].value) == len(log.events)
    first = words(test)
    test.slider[0].set_value(40).run()
    assert not test.exception
    assert words(test) != first


def test_a_plain_replay_of_a_seat_holds_only_what_it_knew(app: App, many: Path) -> None:
    log = next(simulate.games("biblios", 3, 1, 1))
    handle = log.header.handles[1]
    test = app(many, "replay", game=log.game_id, ply="30", seat=handle, plain="true")
    hands = test.table[-1].value.set_index("player")["hand"]
    assert all("?" in hands[other] for other in log.header.handles if other != handle)
    assert "?" not in hands[handle]


def test_a_ply_beyond_the_end_is_clamped(app: App, many: Path) -> None:
    log = next(simulate.games("biblios-dice", 4, 2, 1))
    test = app(many, "replay", game=log.game_id, ply="9999", plain="true")
    assert "asks for ply 9999" in words(test).replace("\\", "")
    assert test.slider[0].value == len(log.events)


def test_a_result_without_moves(app: App, many: Path) -> None:
    test = app(many, "replay", game="r03", plain="true")
    assert "Only the result" in words(test)
    app(many, "replay", game="r03")


def test_lists_of_ten_thousand_games_are_quick(tmp_path: Path) -> None:
    """The queries of a page of the list, on a lake of 10,000 results (a loose bound: this is no benchmark)."""
    text = "\n".join(
        f"format: 1\ngame: biblios\nplayers: P{n % 40}, Q{n % 31}\nid: g{n:05}\ndate: {2016 + n % 10}-0{n % 9 + 1}-11\n"
        f"event: e{n % 7}\nstatus: result-only\nresult: P{n % 40} 9, Q{n % 31} 6\n"
        for n in range(10_000)
    )
    fill(tmp_path / "lake", text)
    lake = Lake(tmp_path / "lake")
    lists.count(lake, lists.ListFilter())
    start = time.monotonic()
    asked = lists.ListFilter(text="q3", event="e3")
    total = lists.count(lake, asked)
    rows = lists.games(lake, asked, offset=50).to_pylist()
    beside = lists.neighbours(lake, asked, rows[0]["game_id"])
    lists.choices(lake)
    took = time.monotonic() - start
    print(f"{total} of 10,000: {took * 1000:.0f} ms")
    assert len(rows) == lists.PAGE
    assert beside.number == 51
    assert beside.total == total
    assert took < 2
