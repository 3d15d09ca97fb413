"""The commands on files, run as real processes: output, exit codes, the JSON contract, and whatever strangers send."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).parents[1] / "cases"
GOOD = CASES / "seeds" / "biblios-bob-james-steve.bgl"
BAD = CASES / "broken" / "biblios-second-keep-1.bgl"
DONE = CASES / "legal" / "biblios-3p-std-01.bgl"


def biblios(*words: str | Path, stdin: bytes | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command line as a process of its own."""
    found = subprocess.run(
        [sys.executable, "-m", "cli.main", *map(str, words)],
        check=False,
        input=stdin,
        capture_output=True,
        cwd=CASES.parents[1],
        timeout=120,
    )
    out, err = found.stdout.decode("utf-8"), found.stderr.decode("utf-8")
    assert "Traceback" not in out + err, out + err
    return subprocess.CompletedProcess(found.args, found.returncode, out, err)


def objects(found: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    """The JSON objects on standard output."""
    return [json.loads(line) for line in found.stdout.splitlines()]


def test_check_says_what_is_wrong_and_leaves_with_one() -> None:
    found = biblios("check", GOOD, BAD)
    assert found.returncode == 1
    assert "biblios.gift.keep-one" in found.stdout
    assert "17 | Ana keeps M2b" in found.stdout
    assert "2 games: 1 invalid, 1 unfinished" in found.stdout


def test_unfinished_is_well() -> None:
    assert biblios("check", GOOD).returncode == 0


def test_check_json_follows_the_contract() -> None:
    good, bad = objects(biblios("check", "--json", DONE, BAD))
    keys = {
        "file",
        "index",
        "id",
        "game",
        "status",
        "plies",
        "players",
        "verdicts",
        "unjudged",
        "stood",
        "problem",
        "syntax",
        "result",
    }
    assert keys <= set(good)
    assert "detail" not in good
    assert good["status"] == "complete"
    assert set(good["result"]) >= {"totals", "winners", "decided_by"}
    assert set(good["verdicts"]) == {"proven", "possible", "unjudged", "stood"}
    assert good["players"][0] == {"handle": "ana", "name": "ana"}
    assert bad["status"] == "invalid"
    problem = bad["problem"]
    assert set(problem) >= {"kind", "line", "column", "ply", "rule", "source", "message", "because", "legal"}
    assert (problem["kind"], problem["line"], problem["column"], problem["ply"]) == ("illegal", 17, 5, 7)
    assert problem["because"] == [{"line": 15, "ply": 5}]
    assert problem["legal"] == ["Ana auctions M2b"]


def test_score_json_has_detail() -> None:
    [game] = objects(biblios("score", "--json", DONE))
    assert set(game["detail"]) == {"dice", "hands", "gold_left", "categories", "lots"}
    assert sum(total for total in game["result"]["totals"].values()) <= sum(game["detail"]["dice"].values())


def test_replay_at_a_ply_and_as_a_seat() -> None:
    [at] = objects(biblios("replay", GOOD, "--at", "120", "--json"))
    assert (at["ply"], at["line"], at["event"], at["verdict"]) == (120, 124, "Bob passes", "proven")
    assert "James defaults" in at["legal"]
    [seen] = objects(biblios("replay", GOOD, "--at", "120", "--json", "--seat", "Steve"))
    james = seen["state"]["seats"][1]
    assert "?" in james["hand"]
    assert len(objects(biblios("replay", GOOD, "--json"))) == 121
    assert "Bob passes" in biblios("replay", GOOD).stdout


def test_replay_of_a_file_with_several_games_needs_a_number() -> None:
    several = CASES / "legal" / "several-1.bgl"
    assert biblios("replay", several).returncode == 2
    assert biblios("replay", several, "--game", "2").returncode == 0
    missing = biblios("replay", several, "--game", "9")
    assert missing.returncode == 2
    assert "there is no game 9" in missing.stderr


def test_replay_of_a_broken_log_shows_the_valid_prefix() -> None:
    found = biblios("replay", BAD, "--json")
    assert found.returncode == 1
    assert len(objects(found)) == 6
    assert "keep-one" in found.stderr


def test_fmt_and_convert_round_trip(tmp_path: Path) -> None:
    loose = tmp_path / "loose.bgl"
    text = DONE.read_text(encoding="utf-8-sig")
    loose.write_bytes(b"\xef\xbb\xbf" + text.replace(" keeps ", "\tKEEPS  ").replace("\n", "\r\n").encode())
    once = biblios("fmt", loose).stdout
    assert once.startswith("format: 1\n")
    twin = biblios("convert", "--to", "jsonl", loose).stdout
    assert biblios("convert", "--to", "bgl", "-", stdin=twin.encode()).stdout == once
    assert biblios("fmt", "-", stdin=once.encode()).stdout == once
    assert biblios("fmt", "--check", loose).returncode == 1
    assert biblios("fmt", "--in-place", loose).returncode == 0
    assert loose.read_text(encoding="utf-8") == once
    assert biblios("fmt", "--check", loose).returncode == 0


def test_fmt_leaves_a_log_that_it_cannot_read(tmp_path: Path) -> None:
    path = tmp_path / "x.bgl"
    path.write_text("format: 1\ngame: biblios\nplayers: A, B\n\nA keps P3e\n", encoding="utf-8")
    before = path.read_bytes()
    found = biblios("fmt", "-i", path)
    assert found.returncode == 1
    assert "did you mean keeps?" in found.stderr
    assert path.read_bytes() == before


def test_fmt_judges_the_form_of_standard_input(tmp_path: Path) -> None:
    once = biblios("fmt", DONE).stdout
    good = biblios("fmt", "--check", "-", stdin=once.encode())
    assert (good.returncode, good.stdout) == (0, "")
    bad = biblios("fmt", "--check", "-", stdin=once.replace(" keeps ", "  KEEPS ", 1).encode())
    assert (bad.returncode, bad.stdout) == (1, "- is not in canonical form\n")
    with zipfile.ZipFile(tmp_path / "season.zip", "w") as archive:
        archive.writestr("one.bgl", once)
    assert biblios("fmt", "--check", tmp_path / "season.zip").returncode == 0


def test_fmt_of_several_files_can_be_read_again(tmp_path: Path) -> None:
    both = biblios("fmt", DONE, GOOD).stdout
    assert [game["status"] for game in objects(biblios("check", "--json", "-", stdin=both.encode()))] == [
        "complete",
        "unfinished",
    ]
    assert biblios("fmt", "-", stdin=both.encode()).stdout == both


def test_what_was_written_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    assert biblios("simulate", "--count", "2", "-o", folder).stderr == f"biblios: 2 games written to {folder}\n"
    loose = tmp_path / "loose.bgl"
    loose.write_text(DONE.read_text(encoding="utf-8").replace(" keeps ", " KEEPS "), encoding="utf-8")
    assert biblios("fmt", "-i", loose).stderr == f"biblios: {loose} rewritten\n"
    assert biblios("fmt", "-i", loose).stderr == "biblios: nothing to rewrite: all is in canonical form\n"
    twin = tmp_path / "twin.jsonl"
    assert biblios("convert", "--to", "jsonl", loose, "-o", twin).stderr == f"biblios: 1 game written to {twin}\n"
    broken = biblios("convert", "--to", "jsonl", "-", "-o", tmp_path / "none", stdin=b"nonsense")
    assert broken.returncode == 1
    assert f"biblios: nothing was written to {tmp_path / 'none'}\n" in broken.stderr


def test_folders_zips_and_standard_input(tmp_path: Path) -> None:
    folder = tmp_path / "a folder" / "inner"
    folder.mkdir(parents=True)
    (folder / "one.bgl").write_bytes(DONE.read_bytes())
    (folder / "photo.jpg").write_bytes(b"\xff\xd8\xff\x00\x00")
    (folder / "notes.txt").write_text("nothing", encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "season.zip", "w") as archive:
        archive.write(DONE, "evening/two.bgl")
        archive.writestr("readme.txt", "nothing")
    found = biblios("check", "--json", tmp_path)
    assert {Path(game["file"].replace("!", "/")).name for game in objects(found)} == {"one.bgl", "two.bgl"}
    assert found.returncode == 0
    assert objects(biblios("check", "--json", "-", stdin=DONE.read_bytes()))[0]["file"] == "-"


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        (b"", "log.file.empty"),
        (b"\n\n  \n", "log.file.empty"),
        (b"# only a remark\n", "log.file.empty"),
        (b"\x7fELF\x02\x01\x01\x00\x00\x00", "log.file.not-text"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "log.file.not-text"),
        ("format: 1\n".encode("utf-16"), "log.file.not-text"),
        (b"format: 1\ngame: biblios\nplayers: A, B\n\nA keeps P3e\nB ke\x00eps", "log.file.not-text"),
        ("format: 1\ngame: biblios\nplayers: Ana, Chloé\n\nChloé keeps P3e\n".encode("cp1252"), "log.file.encoding"),
        (b"format: 1\ngame: biblios\nplayers: A, B\n\nA keeps P3e\nA auct", "log.event.verb"),
        (b"format: 1\ngame: biblios\nplayers: A, B\n\nA keeps P3e\nA", "log.event.words"),
        (b"format: 1\ngame: biblios\nplayers: A, B\n\n" + b"x" * 70_000, "log.file.long-line"),
        (b"once upon a time\nthere was a library\n", "log.header.line"),
        (b'{"format": "1", "game": "biblios"', "log.twin.json"),
        (b"[" * 100_000, "log.file.long-line"),
        (b'{"a":' * 5_000, "log.twin.json"),
    ],
)
def test_bad_input_gets_a_message_and_exit_code_one(tmp_path: Path, content: bytes, rule: str) -> None:
    path = tmp_path / "strange.bgl"
    path.write_bytes(content)
    found = biblios("check", path)
    assert found.returncode == 1, found.stdout + found.stderr
    assert f"{path}" in found.stdout
    [game] = objects(biblios("check", "--json", path))
    assert rule in [problem["rule"] for problem in game["syntax"]]


def test_files_that_are_not_there() -> None:
    found = biblios("check", "no-such-file.bgl", DONE)
    assert found.returncode == 2
    assert "there is no such file" in found.stderr
    assert "complete" in found.stdout


def test_an_empty_folder_is_wrong_usage(tmp_path: Path) -> None:
    found = biblios("check", tmp_path)
    assert found.returncode == 2
    assert "no logs" in found.stderr


def test_unknown_words_name_the_nearest() -> None:
    found = biblios("chek")
    assert found.returncode == 2
    assert "Did you mean check?" in found.stderr
    assert biblios("replay", GOOD, "--seat", "James ").returncode == 2


def test_rules_as_text_and_json() -> None:
    text = biblios("rules", "biblios").stdout
    assert "Pigments" in text
    assert "capped-die" in text
    sheet = json.loads(biblios("rules", "biblios", "--json").stdout)
    assert sheet["components"]["gold"]["counts"]["G1"] == 11
    one = biblios("rules", "biblios", "--rule", "biblios.gift.keep-one").stdout
    assert "may stand with !" in one


def test_simulate_writes_logs_that_say_so(tmp_path: Path) -> None:
    assert biblios("simulate", "--players", "2", "--count", "3", "--seed", "5", "-o", tmp_path).returncode == 0
    files = sorted(tmp_path.glob("*.bgl"))
    assert len(files) == 3
    assert all("x-simulated: yes" in path.read_text(encoding="utf-8") for path in files)
    assert biblios("check", tmp_path, "-q").returncode == 0
    assert biblios("simulate", "--players", "5").returncode == 2
    once = biblios("simulate", "--count", "2", "--penalty", "medieval-bluff", "--bots", "random,greedy").stdout
    assert once == biblios("simulate", "--count", "2", "--penalty", "medieval-bluff", "--bots", "random,greedy").stdout
    assert once.count("penalty: medieval-bluff") == 2


def test_check_imports_nothing_heavy() -> None:
    code = "import sys; sys.argv=['biblios','check',sys.argv[1]]\nfrom cli.main import biblios\ntry: biblios()\nexcept SystemExit: pass\n"
    code += "heavy=[m for m in ('duckdb','pyarrow','streamlit','altair','pandas','numpy') if m in sys.modules]\nassert not heavy, heavy"
    subprocess.run([sys.executable, "-c", code, str(DONE)], check=True, capture_output=True, cwd=CASES.parents[1])


def test_a_closed_pipe_is_no_error() -> None:
    command = [sys.executable, "-m", "cli.main", "check", str(CASES / "legal")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=CASES.parents[1]) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


def test_record_judges_each_line(tmp_path: Path) -> None:
    path = tmp_path / "tonight.bgl"
    typed = b"Ana keeps P3e\nAna keeps M2a\n?\nAna shows G1\nundo\nAna auctions ?\nquit\n"
    found = biblios("record", path, "--game", "biblios", "--players", "Ana, Bram", stdin=typed)
    assert found.returncode == 0
    assert "biblios.gift.keep-one" in found.stdout
    text = path.read_text(encoding="utf-8")
    assert text.endswith("\n\nAna keeps P3e\nAna auctions ?\n")
    assert "\nid: " in text
    again = biblios("record", path, stdin=b"Ana shows G1\n")
    assert again.returncode == 0
    assert path.read_text(encoding="utf-8").endswith("Ana auctions ?\nAna shows G1\n")
    assert biblios("record", tmp_path / "new.bgl", stdin=b"").returncode == 2


def test_a_club_writes_its_own_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIBLIOS_COMPONENTS", str(tmp_path))
    sheet = biblios("rules", "biblios-dice", "--toml").stdout
    (tmp_path / "ours.toml").write_text(sheet, encoding="utf-8")
    log = tmp_path / "x.bgl"
    log.write_text(
        "format: 1\ngame: biblios-dice\nplayers: A, B, C\ncomponents: ours\n\nA rolls S S M M P Q G1 A+ mule1\n",
        encoding="utf-8",
    )
    assert biblios("check", log).returncode == 0
    (tmp_path / "ours.toml").write_text(sheet.replace("start = 1\n", "start = 19\n"), encoding="utf-8")
    found = biblios("check", log)
    assert found.returncode == 1
    assert "market-path.start" in found.stdout


def test_ctrl_c_leaves_with_130() -> None:
    command = [sys.executable, "-c", "import cli.main, sys; print('ready', flush=True); cli.main.main()", "check", "-"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=CASES.parents[1]
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130, (out, err)
    assert b"Traceback" not in err


def test_a_damaged_zip_member_is_named(tmp_path: Path) -> None:
    path = tmp_path / "season.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("one.bgl", DONE.read_bytes())
    data = bytearray(path.read_bytes())
    data[200] ^= 1
    path.write_bytes(data)
    found = biblios("check", path)
    assert found.returncode == 2, found.stdout + found.stderr
    assert "one.bgl" in found.stderr
