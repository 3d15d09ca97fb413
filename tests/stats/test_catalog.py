"""The catalogue is whole: columns, page, SQL files, filters, command line."""

from __future__ import annotations

import csv
import datetime as dt
import inspect
import io
import json
import re
from importlib.resources import files
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from cli import stats_commands
from replay.stats import ask, document, export
from replay.stats.catalog import STATISTICS, by_name, run
from replay.stats.filters import ALL, Filters
from tests.stats.kit import lake_of
from tests.stats.tally import sheets

NAMES = [statistic.name for statistic in STATISTICS]


@pytest.mark.parametrize("name", NAMES)
def test_columns_are_those_documented_with_many_games_and_with_none(name, lake):
    statistic = by_name()[name]
    for some in (lake, lake_of()):
        table = run(some, name, ALL)
        assert table.column_names == list(statistic.columns)
        # A browser cannot draw decimals: a chart with one would lose its marks, and its title with them.
        assert not [column.name for column in table.schema if pa.types.is_decimal(column.type)]
    assert run(lake, name, ALL).num_rows > 0


@pytest.mark.parametrize("name", NAMES)
def test_options_are_those_of_the_function(name):
    statistic = by_name()[name]
    given = inspect.signature(statistic.function).parameters
    assert list(given)[:2] == ["lake", "filters"]
    assert set(statistic.options) == set(given) - {"lake", "filters"}
    for option, meant in statistic.options.items():
        assert given[option].default == meant.default


def test_every_sql_file_is_asked():
    folder = files("replay.stats").joinpath("sql")
    stored = {item.name.removesuffix(".sql") for item in folder.iterdir()}
    assert stored - {"selected", "whole"} <= set(NAMES) - {"ratings", "rating_history", "season"}


def test_parameters_are_bound_and_nothing_else_is_put_into_sql():
    for name in set(NAMES) - {"ratings", "rating_history", "season"}:
        text = ask.sql(name)
        assert "{" not in text
        assert "%s" not in text
        assert ask.parameters(name) >= {"game", "counts", "stood", "present"}
        # every parameter that may be NULL has its type said
        assert not re.findall(r"\$[a-z_]+\b(?!::)", re.sub(r"--[^\n]*", "", text)), name


@pytest.mark.parametrize("name", sorted(set(NAMES) - {"ratings", "rating_history", "season"}))
@pytest.mark.parametrize("filters", [ALL, Filters(events=("Thursday club",))], ids=["all", "events"])
def test_answers_are_the_same_where_games_cannot_be_told_apart_by_hash(name, filters, lake, monkeypatch):
    assert ask.hashes_differ(lake)
    by_hash = run(lake, name, filters)
    monkeypatch.setattr(ask, "hashes_differ", lambda lake: False)
    assert "hash(" not in ask.sql(name, filters.narrow, hashed=False)
    by_id = run(lake, name, filters)
    assert by_id.column_names == by_hash.column_names
    for one, other in zip(by_id.to_pylist(), by_hash.to_pylist(), strict=True):
        for column, found in one.items():
            assert found == (pytest.approx(other[column]) if isinstance(found, float) else other[column]), column


def test_hashes_are_looked_at_once_for_each_state_of_a_lake():
    class Counting:
        version = "1"
        queries = 0

        def query(self, sql, params=None):
            self.queries += 1
            return pa.table({"differ": [self.version == "1"]})

    lake = Counting()
    assert ask.hashes_differ(lake)
    assert ask.hashes_differ(lake)
    assert lake.queries == 1
    lake.version = "2"
    assert not ask.hashes_differ(lake)
    assert lake.queries == 2


def test_page_is_up_to_date():
    stored = Path(__file__).parents[2] / "data" / "STATISTICS.md"
    assert stored.read_text(encoding="utf-8") == document.page(), "run: python -m replay.stats.document"
    for name in NAMES:
        assert f"### `{name}`" in document.page()


def counted(lake, filters):
    return {row["game_id"] for row in run(lake, "games", filters, top=10_000).to_pylist()}


def test_filters(lake, found):
    games = sheets(found)

    def those(test):
        return {game.id for game in games if test(game)}

    assert counted(lake, ALL) == those(lambda game: True)
    assert counted(lake, Filters(game="biblios")) == those(lambda game: game.kind == "biblios")
    assert counted(lake, Filters(counts=(2, 4))) == those(lambda game: game.n in (2, 4))
    day = dt.date(2025, 3, 1)
    assert counted(lake, Filters(since=day)) == those(lambda game: game.date >= day)
    assert counted(lake, Filters(until=day)) == those(lambda game: game.date <= day)
    pair = ("Ada", "Bela")
    assert counted(lake, Filters(present=pair)) == those(lambda game: set(pair) & {seat.player for seat in game.seats})
    assert counted(lake, Filters(present=pair, present_all=True)) == those(
        lambda game: set(pair) <= {seat.player for seat in game.seats}
    )
    assert counted(lake, Filters(events=("Dice night",))) == those(lambda game: game.kind == "biblios-dice")
    assert counted(lake, Filters(places=("Nowhere",))) == set()
    assert counted(lake, Filters(evidence="result")) == set()
    assert counted(lake, Filters(simulated=False)) == set()
    assert counted(lake, Filters(simulated=True)) == those(lambda game: True)
    settled = {one.log.header.id for one in found if not one.unjudged and not one.stood}
    assert counted(lake, Filters(settled=True)) == settled
    assert 0 < len(settled) < len(found)


def test_stood_rows_count_only_when_asked_for():
    from replay.log import read
    from tests.stats.kit import replays

    folder = Path(__file__).parents[1] / "cases" / "stood"
    logs = [log for path in sorted(folder.glob("*.bgl")) for log in read(io.BytesIO(path.read_bytes()), path.name)]
    found = [one for one in replays(logs) if one.status != "invalid" and one.stood]
    assert found
    some = lake_of(found)
    assert run(some, "people", ALL).num_rows == 0
    assert run(some, "people", Filters(stood=True)).num_rows > 0
    plain, asked = (sum(run(some, "unsold", filters)["n"].to_pylist()) for filters in (ALL, Filters(stood=True)))
    assert plain < asked or not any(event.verb == "pays" for one in found for event in one.log.events)
    assert run(some, "overview", ALL).to_pylist()[0]["with_stood"] == len(found)


def test_exports(lake):
    table = run(lake, "wins", ALL)
    data = export.to_csv(table)
    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    assert [row["player"] for row in rows] == table["player"].to_pylist()
    lines = [json.loads(line) for line in export.to_json(run(lake, "months", ALL)).splitlines()]
    assert lines[0]["month"] == "2025-01-01"
    assert pq.read_table(io.BytesIO(export.to_parquet(table))).equals(table)


def test_a_name_is_no_formula():
    import pyarrow as pa

    data = export.to_csv(pa.table({"player": ["=1+1", "@x", "Ana"], "n": [-1, None, 2]})).decode("utf-8-sig")
    assert data.splitlines() == ["player,n", "'=1+1,-1", "'@x,", "Ana,2"]


def test_command_line(tmp_path):
    runner = CliRunner()
    (tmp_path / "none").mkdir()
    empty = ["--lake", str(tmp_path / "none")]
    listed = runner.invoke(stats_commands.stats, ["--list"])
    assert listed.exit_code == 0
    assert all(f"  {name} " in listed.output for name in NAMES)
    assert "Columns:" in runner.invoke(stats_commands.stats, ["overpay", "--explain"]).output
    assert "no rows" in runner.invoke(stats_commands.stats, ["wins", *empty]).output
    assert runner.invoke(stats_commands.stats, ["wins", "--format", "json", *empty]).stdout == ""
    wrong = runner.invoke(stats_commands.stats, ["win"])
    assert wrong.exit_code == 2
    assert "Did you mean wins?" in wrong.output
    wrong = runner.invoke(stats_commands.stats, ["wins", "--top", "3", *empty])
    assert wrong.exit_code == 2
    assert "--top is not for wins" in wrong.output
    target = tmp_path / "prices.csv"
    assert runner.invoke(stats_commands.stats, ["prices", "--format", "csv", "-o", str(target), *empty]).exit_code == 0
    assert target.read_bytes().startswith(b"\xef\xbb\xbfkind,category")
    unknown = runner.invoke(stats_commands.stats, ["season", "--season", "1999", *empty])
    assert unknown.exit_code == 2
    assert "there is no season" in unknown.output


def test_text_table_aligns_any_script():
    import pyarrow as pa

    text = stats_commands.text_table(pa.table({"player": ["青木", "Ana\n\x1b[2J"], "n": [1, 20], "ok": [True, None]}))
    lines = text.splitlines()
    assert len(lines) == 3
    assert "\x1b" not in text
    assert lines[1].startswith("青木")
    assert lines[1].split()[1:] == ["1", "yes"]


@pytest.mark.parametrize("name", NAMES)
def test_looking_games_up_changes_nothing(name, lake):
    """Filters that need another table have a statement of their own; one that leaves every game gives the same answer."""
    every = Filters(events=("Thursday club", "Dice night"))
    assert every.narrow
    assert not ALL.narrow

    def rows(filters):
        return sorted(run(lake, name, filters).to_pylist(), key=str)

    for one, other in zip(rows(ALL), rows(every), strict=True):
        assert (
            one == pytest.approx(other, rel=1e-9)
            if all(isinstance(v, int | float) for v in one.values())
            else _like(one, other)
        )


def _like(one, other):
    return all(
        a == (pytest.approx(b, rel=1e-9) if isinstance(b, float) else b)
        for a, b in zip(one.values(), other.values(), strict=True)
    )


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["lots", "--set", "tenth=3"], 0, ""),
        (["lots", "--set", "for-gold=yes", "--set", "rank=1"], 0, ""),
        (["lot_by", "--set", "by=tenth"], 0, ""),
        (["lots", "--set", "tenth=early"], 2, "'early' is not a valid integer"),
        (["lots", "--set", "promoted=perhaps"], 2, "not a valid boolean"),
        (["lots", "--set", "tenth"], 2, "needs NAME=VALUE"),
        (["wins", "--set", "tenth=3"], 2, "has no setting 'tenth'"),
    ],
)
def test_settings_without_an_option_of_their_own(words, code, said, lake):
    found = CliRunner().invoke(stats_commands.stats, [*words, "--format", "json", "--lake", str(lake.path)])
    assert found.exit_code == code, found.output
    assert said in found.stderr


def test_a_setting_reaches_its_statistic(lake):
    found = CliRunner().invoke(
        stats_commands.stats,
        ["lots", "--set", "tenth=3", "--top", "999", "--format", "json", "--lake", str(lake.path)],
    )
    rows = [json.loads(line) for line in found.stdout.splitlines()]
    assert 0 < len(rows) == run(lake, "lots", ALL, tenth=3, top=999).num_rows < run(lake, "lots", ALL, top=999).num_rows
