"""The filter of the list is read from an address however the game is named there; a season's report is a command."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import biblios
from dashboard.source import asked


@pytest.mark.parametrize(
    ("word", "game"),
    [
        ("Biblios", "biblios"),
        ("biblios", "biblios"),
        ("Biblios Dice", "biblios-dice"),
        ("biblios-dice", "biblios-dice"),
        ("chess", None),
    ],
)
def test_a_game_is_known_by_its_name_and_by_its_title(word: str, game: str | None) -> None:
    assert asked({"kind": word}).game == game


def test_the_report_of_a_season(tmp_path: Path) -> None:
    logs, lake, page = tmp_path / "logs", str(tmp_path / "lake"), tmp_path / "season.html"
    run = CliRunner().invoke
    assert run(biblios, ["simulate", "--count", "4", "--date", "2026-01-08", "-o", str(logs)]).exit_code == 0
    assert run(biblios, ["import", str(logs), "--lake", lake]).exit_code == 0
    assert run(biblios, ["report", "--season", "latest", "-o", str(page), "--lake", lake]).exit_code == 0
    assert "Season 2026" in page.read_text(encoding="utf-8")
    missing = run(biblios, ["report", "--season", "1999", "-o", str(page), "--lake", lake])
    assert missing.exit_code == 2
    assert "known: 2026" in missing.output
    assert run(biblios, ["report", "-o", str(page)]).exit_code == 2
