"""What commands do where the surroundings are odd: closed or full streams, files that cannot be read or written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import biblios

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases"
DONE = CASES / "legal" / "biblios-3p-std-01.bgl"
SHELL = pytest.mark.skipif(os.name == "nt", reason="needs a Unix shell")


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """Run `line` in a shell in which `biblios` is the command line; `$DONE` is a finished log."""
    start = f'biblios() {{ "{sys.executable}" -m cli.main "$@"; }}; DONE="{DONE}"; '
    found = subprocess.run(
        ["bash", "-c", start + line], check=False, capture_output=True, cwd=ROOT, timeout=120, text=True
    )
    assert "Traceback" not in found.stderr
    assert "Exception ignored" not in found.stderr
    assert "defect" not in found.stderr
    return found


@SHELL
@pytest.mark.parametrize(
    "command", ["simulate --count 30", "rules biblios", f'check "{CASES / "legal"}"', f'fmt "{CASES / "legal"}"', "simulate --help"]
)  # fmt: skip
def test_a_reader_who_goes_away_is_no_problem_of_a_log(command: str) -> None:
    found = shell(f"biblios {command} | head -1 >/dev/null; exit ${{PIPESTATUS[0]}}")
    assert (found.returncode, found.stderr) == (0, "")


@SHELL
def test_an_import_goes_on_when_nobody_listens(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    broken = CASES / "broken" / "biblios-second-keep-1.bgl"
    for number in range(200):
        (logs / f"{number:03}.bgl").write_text(f"# {number}\n{broken.read_text(encoding='utf-8')}", encoding="utf-8")
    (logs / "z.bgl").write_bytes(DONE.read_bytes())
    lake = tmp_path / "lake"
    assert shell(f'biblios import "{logs}" --lake "{lake}" | head -1; exit ${{PIPESTATUS[0]}}').returncode == 1
    assert "1 game\n" in shell(f'biblios games --lake "{lake}"').stdout


@SHELL
@pytest.mark.parametrize("command", ["check -", "replay -", "score -", "fmt -", "convert --to jsonl -"])
def test_a_closed_standard_input_holds_no_game(command: str) -> None:
    found = shell(f"biblios {command} <&-")
    assert found.returncode == 1
    assert "there is no game in this file" in found.stdout + found.stderr


@SHELL
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_said() -> None:
    found = shell('biblios check "$DONE" >/dev/full')
    assert found.returncode == 2
    assert found.stderr == "biblios: No space left on device\n"


@SHELL
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_outputs_change_nothing(closed: str) -> None:
    assert shell(f'biblios check "$DONE" {closed}').returncode == 0


@SHELL
def test_a_closed_stream_gets_no_file_of_ours(tmp_path: Path) -> None:
    twin = tmp_path / "twin.jsonl"
    assert shell(f'biblios convert --to jsonl "$DONE" -o "{twin}" >&- 2>&-').returncode == 0
    assert all(json.loads(line) for line in twin.read_text(encoding="utf-8").splitlines())


@SHELL
@pytest.mark.parametrize("command", ["check - -", "fmt - -", "import - -"])
def test_standard_input_is_read_once(command: str) -> None:
    found = shell(f'biblios {command} < "$DONE"')
    assert found.returncode == 2
    assert "standard input (-) can be read only once" in found.stderr


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    none = tmp_path / "none" / "x"
    for words in (["convert", "--to", "jsonl", str(DONE), "-o", str(none)],
                  ["record", str(none), "--game", "biblios", "--players", "A, B"]):  # fmt: skip
        done = CliRunner().invoke(biblios, words)
        assert done.exit_code == 2
        assert done.stderr.startswith("biblios: ")
        assert str(none) in done.stderr


def test_a_report_of_no_log(tmp_path: Path) -> None:
    for words, said in (
        ([str(tmp_path)], "no logs (.bgl, .jsonl, .zip) in"),
        (["thursdy.bgl", "--lake", str(tmp_path / "none")], "there is no file thursdy.bgl, and no lake at"),
        (
            ["thursdy.bgl", "--lake", str(tmp_path)],
            "there is no file thursdy.bgl, and no game with this id in the lake",
        ),
        (["--season", "latest", "--lake", str(tmp_path / "none")], "there is no lake at"),
    ):
        done = CliRunner().invoke(biblios, ["report", *words, "-o", str(tmp_path / "x.html")])
        assert done.exit_code == 2
        assert f"biblios: {said}" in done.stderr
    assert not (tmp_path / "x.html").exists()


@pytest.mark.parametrize(("name", "content"), [("x.bgl", b"\x89PNG\xbb"), ("x.bgl", b""), ("x.jsonl", b"")])
def test_record_takes_up_only_what_it_can_read(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    if name.endswith("jsonl"):
        assert CliRunner().invoke(biblios, ["convert", "--to", "jsonl", str(DONE), "-o", str(path)]).exit_code == 0
        content = path.read_bytes()
    else:
        path.write_bytes(content)
    done = CliRunner().invoke(biblios, ["record", str(path)], input="quit\n")
    assert done.exit_code == 2
    assert f"biblios: {path}" in done.stderr
    assert path.read_bytes() == content
