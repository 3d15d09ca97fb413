"""The commands `report`, `dashboard` and `demo`."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.dashboard_commands import demo, is_free, report
from replay import simulate

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases"


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(report, list(words))
    return done.exit_code, done.output


def test_a_report_is_one_file_without_network(tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    code, said = run(str(CASES / "legal" / "biblios-2p-std-01.bgl"), "-o", str(out))
    assert code == 0, said
    text = out.read_text()
    assert text.startswith("<!doctype html>")
    assert "src=" not in text.replace('src="data:', "")
    assert "All moves in words" in text
    assert len(text.encode()) < 400_000


def test_a_report_of_a_seat_or_without_names(tmp_path: Path) -> None:
    log = next(simulate.games("biblios", 3, 4, 1))
    file = tmp_path / "g.bgl"
    file.write_text(log.canonical())
    out = tmp_path / "out.html"
    assert run(str(file), "-o", str(out), "--seat", log.header.handles[0])[0] == 0
    assert "auctions ?" in out.read_text()
    assert run(str(file), "-o", str(out), "--mask")[0] == 0
    assert all(handle not in out.read_text() for handle in log.header.handles)
    code, said = run(str(file), "-o", str(out), "--seat", "Nobody")
    assert code == 2
    assert log.header.handles[0] in said


def test_a_report_of_a_log_with_a_problem_is_written_and_says_so(tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    code, said = run(str(CASES / "broken" / "biblios-second-keep-1.bgl"), "-o", str(out))
    assert code == 1
    assert "biblios.gift.keep-one" in said
    assert out.exists()


def test_a_file_with_several_games_asks_which(tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    several = str(CASES / "legal" / "several-1.bgl")
    assert run(several, "-o", str(out))[0] == 2
    assert run(several, "-o", str(out), "--game", "1")[0] == 0
    assert run(several, "-o", str(out), "--game", "99")[0] == 2
    assert run("no-such-file", "-o", str(out), "--lake", str(tmp_path / "none"))[0] == 2


def test_a_taken_port_is_said() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert not is_free("127.0.0.1", port)
        done = CliRunner().invoke(demo, ["--port", str(port), "--server-address", "127.0.0.1"])
        assert done.exit_code == 2
        assert "is taken" in done.output


@pytest.mark.slow
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_demo_opens_answers_and_stops(tmp_path: Path, stop: signal.Signals) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "cli.main",
        "demo",
        "--port",
        str(port),
        "--server-address",
        "127.0.0.1",
        "--lake",
        str(tmp_path / "lake"),
    ]
    environment = {**os.environ, "STREAMLIT_SERVER_HEADLESS": "true", "PYTHONPATH": str(ROOT)}
    log = tmp_path / "said.txt"
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=out, stderr=out)
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1).close()
                break
            except OSError:
                assert process.poll() is None, log.read_text()
                time.sleep(0.2)
        for _ in range(50):
            if "Ctrl+C stops it" in log.read_text():
                break
            time.sleep(0.1)
        assert f"http://127.0.0.1:{port}" in log.read_text()
        assert "games imported" in log.read_text()
    finally:
        process.send_signal(stop)
        assert process.wait(20) == 0
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1)
    assert "Traceback" not in log.read_text()
