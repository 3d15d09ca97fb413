"""Answers of the lake: how numbers look, what a program gets, and what is said where there is nothing to tell."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from cli.answers import digits_of, text_of
from cli.main import biblios
from cli.stats_commands import shares_of
from replay.stats.catalog import STATISTICS

ENDINGS = Path(__file__).parents[2] / "data" / "endings"
BOM = b"\xef\xbb\xbf"

Ask = Callable[..., Result]


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    lake = tmp_path_factory.mktemp("answers") / "lake"
    done = CliRunner().invoke(biblios, ["import", "-q", "--lake", str(lake), str(ENDINGS / "biblios-gold.bgl")])
    assert done.exit_code == 0, done.output
    return lake


@pytest.fixture
def ask(lake: Path) -> Ask:
    return lambda *words: CliRunner().invoke(biblios, [*map(str, words), "--lake", str(lake)])


ASKED = [("games",), ("players",), ("stats", "wins"), ("sql", "SELECT player, total FROM seats")]


@pytest.mark.parametrize("words", ASKED)
def test_only_a_csv_file_begins_with_a_byte_order_mark(ask: Ask, words: tuple[str, ...], tmp_path: Path) -> None:
    piped = ask(*words, "--format", "csv")
    assert piped.exit_code == 0, piped.output
    assert not piped.stdout_bytes.startswith(BOM)
    assert {"game_id", "name", "rank", "player"} & set(next(csv.reader(io.StringIO(piped.stdout))))
    file = tmp_path / "answer.csv"
    assert ask(*words, "--format", "csv", "-o", file).exit_code == 0
    assert file.read_bytes().startswith(BOM)
    assert list(csv.reader(io.StringIO(file.read_text("utf-8-sig")))) == list(csv.reader(io.StringIO(piped.stdout)))


@pytest.mark.parametrize("words", ASKED)
@pytest.mark.parametrize("form", ["table", "csv", "json", "parquet"])
def test_a_file_is_announced(ask: Ask, words: tuple[str, ...], form: str, tmp_path: Path) -> None:
    file = tmp_path / "answer"
    done = ask(*words, "--format", form, "-o", file)
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == f"biblios: {file} written ({len(file.read_bytes()):,} bytes)\n"
    assert ask(*words, "--format", form, "-o", "-").stdout_bytes == ask(*words, "--format", form).stdout_bytes != b""


def test_lists_in_every_format_hold_the_same(ask: Ask, tmp_path: Path) -> None:
    for name in ("games", "players"):
        rows = [json.loads(line) for line in ask(name, "--json").stdout.splitlines()]
        assert rows == [json.loads(line) for line in ask(name, "--format", "json").stdout.splitlines()]
        assert ask(name, "--format", "parquet", "-o", tmp_path / "x.parquet").exit_code == 0
        table = pq.read_table(tmp_path / "x.parquet")
        assert table.num_rows == len(rows)
        assert set(table.column_names) == set(rows[0])


class TestNumbers:
    @pytest.mark.parametrize(
        ("numbers", "digits"),
        [([], 0), ([28.0, 3.0], 0), ([28.5, 3.0], 1), ([2.482, 14.3], 2), ([100.25, 1.0], 1), ([0.583, 0.2], 3), ([0.00123], 5)],
    )  # fmt: skip
    def test_so_many_decimals_as_say_something(self, numbers: list[float], digits: int) -> None:
        assert digits_of(numbers) == digits

    def test_a_column_is_shown_alike(self) -> None:
        table = pa.table(
            {"wins": [28.0, 3.0], "mean": [2.4815, None], "huge": [1e20, float("inf")], "rate": [0.5833, 1.0]}
        )
        assert [line.split() for line in text_of(table, shares={"rate"}, unknown="-", ruled=False).splitlines()] == [
            ["wins", "mean", "huge", "rate"], ["28", "2.48", "1e+20", "58.3", "%"], ["3", "-", "inf", "100.0", "%"]]  # fmt: skip

    def test_programs_get_every_digit(self, ask: Ask) -> None:
        query = ("sql", "SELECT 1 / 3 AS third, 28.0::DOUBLE AS whole")
        assert ask(*query).stdout.split()[-2:] == ["0.333", "28"]
        assert json.loads(ask(*query, "--format", "json").stdout)[0]["third"] == 1 / 3
        assert float(ask(*query, "--format", "csv").stdout.splitlines()[1].split(",")[0]) == 1 / 3

    def test_shares_and_the_intervals_behind_them(self) -> None:
        shares = {one.name: shares_of(list(one.columns)) for one in STATISTICS}
        assert shares["wins"] == {"rate", "low", "high", "chance"}
        assert shares["swing"] == {"turned_rate", "turned_low", "turned_high"}
        assert shares["lot_shares"] == {"chance", "lot_share", "gold_share"}
        assert shares["prices"] == shares["ratings"] == set()

    def test_wins_are_whole_and_their_share_in_per_cent(self, ask: Ask) -> None:
        _, *rows = (line.split("  ") for line in ask("stats", "wins").stdout.splitlines())
        assert rows
        assert all("%" in "  ".join(row) and ".000" not in "  ".join(row) for row in rows)


#: Words that ask for what is not there → what has to be said.
NOTHING = [
    (("--since", "2026-05-01", "--until", "2026-01-01"), "--since 2026-05-01 is after --until 2026-01-01"),
    (("--place", "the Moon"), "there is no game with --place 'the Moon'"),
    (("--event", "none"), "there is no game with --event none"),
    (("--players", "5"), "there is no game with --players 5"),
    (("--since", "2099-01-01"), "there is no game with --since 2099-01-01"),
    (("--game", "biblios-dice", "--evidence", "log"), "there is no game with --game biblios-dice"),
]


class TestNothing:
    @pytest.mark.parametrize(("words", "said"), NOTHING)
    @pytest.mark.parametrize("command", [("games",), ("stats", "wins"), ("stats", "lots")])
    def test_it_is_said_and_why(self, ask: Ask, command: tuple[str, ...], words: tuple[str, ...], said: str) -> None:
        for form in ("table", "csv", "json"):
            done = ask(*command, *words, "--format", form)
            assert done.exit_code == 0
            assert said in done.stderr
            assert done.stderr.startswith("biblios: ")
            if form == "json":
                assert done.stdout == ""
            if form == "csv":
                assert len(list(csv.reader(io.StringIO(done.stdout)))) == 1

    def test_each_matches_but_not_all(self, tmp_path: Path) -> None:
        lake = ("--lake", str(tmp_path / "lake"))
        run = CliRunner().invoke
        assert run(biblios, ["simulate", "--game", "biblios-dice", "-o", str(tmp_path / "dice")]).exit_code == 0
        files = [str(ENDINGS / "biblios-gold.bgl"), str(tmp_path / "dice")]
        assert run(biblios, ["import", "-q", *files, *lake]).exit_code == 0
        rows = [json.loads(line) for line in run(biblios, ["games", "--json", *lake]).stdout.splitlines()]
        first = next(row for row in rows if row["game"] == "biblios")
        done = run(biblios, ["games", "--game", "biblios-dice", "--id", first["game_id"], *lake])
        assert done.stderr == f"biblios: no game matches all of --game biblios-dice, --id {first['game_id']}\n"

    def test_overview_of_no_days(self, ask: Ask) -> None:
        assert "is after --until" in ask("stats", "overview", "--since", "2026-05-01", "--until", "2026-01-01").stderr

    def test_an_option_of_the_statistic(self, ask: Ask) -> None:
        assert ask("stats", "lots", "--what", "P9").stderr == "biblios: no rows: nothing fits --what P9\n"

    def test_sql(self, ask: Ask) -> None:
        query = ("sql", "SELECT * FROM games WHERE false")
        assert ask(*query).stderr == "biblios: the answer has no rows\n"
        assert json.loads(ask(*query, "--format", "json").stdout) == []

    def test_an_export(self, ask: Ask, tmp_path: Path) -> None:
        done = ask("export", tmp_path / "out", "--place", "the Moon")
        assert "there is no game with --place 'the Moon'" in done.stderr

    def test_a_lake_without_games(self, tmp_path: Path) -> None:
        for words in (("games",), ("players",), ("stats", "wins"), ("games", "--place", "x")):
            done = CliRunner().invoke(biblios, [*words, "--lake", str(tmp_path)])
            assert done.exit_code == 0
            assert "there are no games in this lake yet" in done.stderr

    def test_an_empty_quarantine(self, ask: Ask) -> None:
        done = ask("quarantine", "list", "--json")
        assert (done.stdout, done.stderr) == ("", "biblios: no log waits in quarantine\n")
