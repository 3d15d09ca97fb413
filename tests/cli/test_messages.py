"""What the commands say to a person who mistypes: names, days, files that are there already, lakes that are not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from cli.main import biblios

ENDINGS = Path(__file__).parents[2] / "data" / "endings"

Ask = Callable[..., Result]


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    lake = str(tmp_path / "lake")
    runner = CliRunner()
    done = runner.invoke(biblios, ["import", "-q", "--lake", lake, str(ENDINGS / "biblios-gold.bgl")])
    assert done.exit_code == 0, done.output
    return lambda *words: runner.invoke(biblios, [*words, "--lake", lake])


def test_a_lake_that_is_not_there(tmp_path: Path) -> None:
    result = CliRunner().invoke(biblios, ["stats", "wins", "--lake", str(tmp_path / "none")])
    assert result.exit_code == 2
    assert "there is no lake at" in result.output


def test_a_player_whom_nobody_knows(ask: Ask) -> None:
    for words in (("stats", "wins", "--with", "mar"), ("games", "--player", "mar")):
        result = ask(*words)
        assert result.exit_code == 0
        assert "there is no player mar in this lake; did you mean Mara?" in result.stderr
    assert ask("stats", "wins", "--with", "Mara").stderr == ""
    assert ask("games", "--player", "Mara").stderr == ""


@pytest.mark.parametrize("words", [("stats", "wins", "--since"), ("games", "--until"), ("simulate", "--date")])
def test_a_day_that_is_none(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(biblios, [*words, "31.5.2026"])
    assert result.exit_code == 2
    assert "31.5.2026 is not a day such as 2026-03-12" in result.output
    assert f"{words[-1]} YYYY-MM-DD" in CliRunner().invoke(biblios, [words[0], "--help"]).output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("chek",), "there is no command 'chek'. Did you mean check?"),
        (("check",), "missing argument 'PATH…'"),
        (("check", "--foo"), "no such option '--foo'"),
        (("simulate", "--count", "x"), "invalid value for '--count': 'x'"),
        (("simulate", "extra"), "got unexpected extra argument (extra)"),
        (("quarantine", "foo"), "no such command 'foo'"),
        (("players", "--same", "x"), "option '--same' requires 2 arguments"),
        (("stats", "win"), "there is no statistic 'win'. Did you mean wins?"),
        (("rules", "biblios", "--rule", "x"), "there is no rule x"),
        (("check", "no-such-file"), "no-such-file: there is no such file"),
        (("fmt", "no-such-file"), "no-such-file: there is no such file"),
        (("replay", "no-such-file"), "no-such-file: there is no such file"),
        (("import", "no-such-file"), "no-such-file: there is no such file"),
        (("report", "--season", "x", "--mask", "-o", "x"), "--game, --seat and --mask are for the report of a game"),
        (("games", "--lake", "/dev/null"), "/dev/null is a file; a lake is a folder"),
        (("stats", "wins", "--lake", "/dev/null"), "/dev/null is a file; a lake is a folder"),
    ],
)
def test_every_error_has_one_form_and_leaves_with_two(words: tuple[str, ...], said: str) -> None:
    result = CliRunner().invoke(biblios, list(words))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"biblios: {said}")
    assert "Error" not in result.stderr
    assert result.stdout == ""


def test_wrong_words_are_answered_with_the_right_ones() -> None:
    lines = CliRunner().invoke(biblios, ["check", "--foo"], prog_name="biblios").stderr.splitlines()
    assert lines[1:] == ["  usage   biblios check [OPTIONS] PATH…", "  help    biblios check --help"]


def test_what_strangers_wrote_cannot_move_the_cursor() -> None:
    result = CliRunner().invoke(biblios, ["check", "a\x1b[2Jb"])
    assert result.exit_code == 2
    assert "\x1b" not in result.stderr


def test_dropped_logs_are_named(tmp_path: Path) -> None:
    log = tmp_path / "x.bgl"
    log.write_text("format: 1\ngame: biblios\nplayers: A, B\n\nA keps P3e\n", encoding="utf-8")
    lake = ("--lake", str(tmp_path / "lake"))
    run = CliRunner().invoke
    assert run(biblios, ["import", str(log), *lake]).exit_code == 1
    key = run(biblios, ["quarantine", "list", *lake]).stdout.split()[0]
    result = run(biblios, ["quarantine", "drop", key, key, *lake])
    assert (result.exit_code, result.stderr) == (0, f"biblios: 1 log dropped: {key}\n")


def test_what_a_name_is_from_now_on(ask: Ask) -> None:
    assert ask("players", "--kind", "Mara", "guest").stderr == "biblios: Mara is a guest from now on\n"
    assert (
        ask("players", "--kind", "Zoe", "bot").stderr
        == "biblios: Zoe is a bot from now on; no game has this name yet\n"
    )
    wrong = ask("players", "--kind", "Mara", "friend")
    assert (wrong.exit_code, wrong.stderr) == (2, "biblios: friend is no kind of player; known: member, guest, bot\n")


def test_two_players_do_not_change_places(ask: Ask) -> None:
    assert ask("players", "--same", "Mara", "Nils").exit_code == 0
    result = ask("players", "--same", "Nils", "Mara")
    assert result.exit_code == 2
    assert (
        "Mara means Nils already (`--same Mara Mara` takes that back)"
        in str(result.exception or result.output) + result.output
    )
    assert [line.split()[1:] for line in ask("players").stdout.splitlines()] == [["Mara", "=", "Nils"], ["Nils"]]


def test_a_new_name_is_said_aloud(ask: Ask) -> None:
    assert "no game has a player Mara Berg yet" in ask("players", "--same", "Mara", "Mara Berg").stderr
    again = ask("players", "--same", "Mara", "Mara Berg").stderr
    assert again == "biblios: Mara means Mara Berg from now on\n"


class TestRecord:
    def begin(self, file: Path, *words: str) -> Result:
        return CliRunner().invoke(biblios, ["record", str(file), *words], input="quit\n")

    def test_a_new_game_in_an_old_file(self, tmp_path: Path) -> None:
        file = tmp_path / "tonight.bgl"
        asked = ("--game", "biblios", "--players", "Ana, Bram")
        assert self.begin(file, *asked).exit_code == 0
        before = file.read_bytes()
        assert self.begin(file).exit_code == self.begin(file, *asked).exit_code == 0
        for other in (("--players", "Ana, Chloé"), ("--game", "biblios-dice")):
            result = self.begin(file, *other)
            assert result.exit_code == 2
            assert "is there already: a game of biblios by Ana, Bram" in click.unstyle(result.output)
        assert file.read_bytes() == before

    def test_players_who_cannot_be(self, tmp_path: Path) -> None:
        file = tmp_path / "tonight.bgl"
        result = self.begin(file, "--game", "biblios", "--players", "Ana")
        assert result.exit_code == 2
        assert "was not begun: correct --players or --set" in result.output
        assert not file.exists()
