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
    assert ask("players", "--same", "Mara", "Mara Berg").stderr == ""


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
