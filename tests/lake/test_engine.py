"""Engines: every chunk is done once in the answers, whatever happens to the workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from replay.engine import EngineError, LocalEngine, SerialEngine
from replay.lake.reader import Lake
from replay.lake.verify import verify
from tests.lake import kit


def square(number: int) -> int:
    return number * number


def dies_once(chunk: tuple[str, int]) -> int:
    """Kill -9 of the own process, but only the first time that a certain chunk is done."""
    folder, number = chunk
    mark = Path(folder) / "died"
    if number == 7 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def always_dies(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def fails(number: int) -> int:
    raise OSError(28, "No space left on device")


def test_all_chunks_once() -> None:
    assert sorted(SerialEngine().map_chunks(square, range(50))) == [n * n for n in range(50)]
    assert sorted(LocalEngine(2).map_chunks(square, iter(range(50)))) == [n * n for n in range(50)]
    assert list(LocalEngine(2).map_chunks(square, [])) == []


@pytest.mark.kill
def test_a_dead_worker_s_chunks_are_done_again(tmp_path: Path) -> None:
    chunks = [(str(tmp_path), number) for number in range(30)]
    assert sorted(LocalEngine(2).map_chunks(dies_once, chunks)) == list(range(30))
    assert (tmp_path / "died").exists()


@pytest.mark.kill
def test_a_chunk_that_always_kills_is_given_up() -> None:
    with pytest.raises(EngineError, match="3 times"):
        list(LocalEngine(2).map_chunks(always_dies, range(8)))


def test_errors_of_the_work_come_through() -> None:
    with pytest.raises(OSError, match="No space"):
        list(LocalEngine(2).map_chunks(fails, range(3)))


@pytest.mark.kill
def test_ctrl_c_leaves_the_last_good_state(tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    kit.put(lake, kit.write(tmp_path, kit.simulated(count=3), "a.bgl"))
    before = kit.dump(lake)
    # Copies of a few games under many ids: quick to make, long to import.
    text = kit.simulated(count=1, seed=4)[0]
    name = kit.log_of(text).game_id
    big = kit.write(tmp_path, [text.replace(name, f"{name}-{number}") for number in range(4_000)], "b.bgl")
    process = subprocess.Popen(
        [sys.executable, "-m", "cli.main", "import", str(big), "--lake", str(lake)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    deadline = time.time() + 30
    while not list((lake / "tables").glob(".*.spool")) and time.time() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode not in (0, 2)
    assert "Traceback" not in err
    assert kit.dump(lake) == before
    assert list(verify(lake)) == []
    listed = {segment.id for segment in Lake(lake).manifest.segments}
    assert {path.stem for path in (lake / "tables").glob("*/*")} == listed
    assert not list((lake / "tables").glob(".*"))
