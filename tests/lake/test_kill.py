"""Real processes killed at random moments, several writers at once, copies of a living lake, full and read-only disks."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from replay.lake import manifest as manifests
from replay.lake.reader import Lake
from replay.lake.verify import verify
from tests.lake import kit

pytestmark = pytest.mark.kill
ROUNDS = 28


def start(*words: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.lake.worker", *map(str, words)], stdout=subprocess.PIPE, text=True
    )


def kill(process: subprocess.Popen[str]) -> list[str]:
    """Kill -9 one process and give the lines that it had said."""
    os.kill(process.pid, signal.SIGKILL)
    assert process.stdout is not None
    lines = process.stdout.read().split()
    process.wait()
    return lines


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Many small files of one to four games, with what belongs to each in its name's file."""
    folder = tmp_path_factory.mktemp("files")
    texts = [*kit.simulated(count=100, seed=21), *kit.simulated("biblios-dice", 3, 20, seed=21)]
    rng = random.Random(3)
    number = 0
    while texts:
        count = rng.randint(1, 4)
        kit.write(folder, texts[:count], f"{number:03d}.bgl")
        texts = texts[count:]
        number += 1
    return folder


@pytest.fixture(scope="module")
def games_of(files: Path) -> dict[str, set[str]]:
    """Ids of the games in each file."""
    return {
        path.name: {line[4:] for line in path.read_text().split("\n") if line.startswith("id: ")}
        for path in files.iterdir()
    }


def test_kills_lose_nothing_and_tear_nothing(tmp_path: Path, files: Path, games_of: dict[str, set[str]]) -> None:
    lake = tmp_path / "lake"
    rng = random.Random(99)
    acknowledged: set[str] = set()
    everything = set().union(*games_of.values())
    merger: subprocess.Popen[str] | None = None
    kills = 0
    for number in range(ROUNDS):
        writer = start("import", lake, files)
        if number % 2 or number < 2:
            merger = start("compact", lake)
        # The interpreter needs some time to start; then the moment is random, in the middle of whatever happens.
        assert writer.stdout is not None
        first = writer.stdout.readline().strip() if number % 4 != 3 else ""
        time.sleep(rng.random() * (0.5 if first else 1.2))
        said = [first] if first else []
        said += kill(writer)
        kills += 1
        if merger is not None:
            kill(merger)
            kills += 1
            merger = None
        for name in said:
            acknowledged |= games_of[name]
        state = manifests.newest(lake)
        assert state.number == max(manifests.numbers(lake), default=0), "the newest state is whole"
        found = kit.ids(lake)
        assert acknowledged <= found <= everything
        if number % 9 == 0:
            assert list(verify(lake)) == []
    assert kills >= 40
    assert list(verify(lake)) == []
    summary = kit.put(lake, files)
    assert summary.read == len(everything)
    assert kit.ids(lake) == everything
    fresh = tmp_path / "fresh"
    kit.put(fresh, files)
    assert kit.dump(lake) == kit.dump(fresh)


def test_two_importers_a_compactor_and_a_reader(tmp_path: Path, files: Path, games_of: dict[str, set[str]]) -> None:
    lake = tmp_path / "lake"
    importers = [start("import", lake, files) for _ in range(2)]
    compactor = start("compact", lake)
    seen = 0
    wrong: list[str] = []
    copies = 0
    deadline = time.time() + 240
    while any(process.poll() is None for process in importers) and time.time() < deadline:
        opened = Lake(lake)
        games, distinct, plies = opened.rows("SELECT count(*), count(DISTINCT game_id), sum(plies) FROM games")[0]
        events = opened.rows("SELECT count(*) FROM events")[0][0]
        if games != distinct or games < seen or (plies or 0) != events:
            wrong.append(f"{games} {distinct} {plies} {events} after {seen}")
        seen = games
        if copies < 3 and games > 20 * (copies + 1):
            copy = tmp_path / f"copy{copies}"
            # Files that no state lists yet may vanish under cp, which then complains; the copy is whole all the same.
            subprocess.run(["cp", "-r", str(lake), str(copy)], check=False, capture_output=True)
            copied = Lake(copy)
            number, plies = copied.rows("SELECT count(*), sum(plies) FROM games")[0]
            assert number >= games
            assert copied.rows("SELECT count(*) FROM events") == [(plies,)]
            copies += 1
        time.sleep(0.05)
    said = [process.communicate()[0] for process in importers]
    kill(compactor)
    assert [process.returncode for process in importers] == [0, 0], said
    assert not wrong
    assert copies == 3
    assert kit.ids(lake) == set().union(*games_of.values())
    assert list(verify(lake)) == []


def test_twelve_threads_all_answers_right(tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    kit.put(lake, kit.write(tmp_path, kit.simulated(count=40)))
    opened = Lake(lake)
    ids = sorted(kit.ids(lake))
    expected = {game_id: opened.rows("SELECT sum(ply), count(*) FROM events WHERE game_id = $id", {"id": game_id})
                for game_id in ids}  # fmt: skip
    wrong: list[object] = []

    def ask(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(40):
            game_id = rng.choice(ids)
            found = opened.rows("SELECT sum(ply), count(*) FROM events WHERE game_id = $id", {"id": game_id})
            if found != expected[game_id]:
                wrong.append((game_id, found))
            if not rng.randrange(10):
                opened.refresh()

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(12)]
    for thread in threads:
        thread.start()
    kit.put(lake, kit.write(tmp_path, kit.simulated(count=10, seed=77), "more.bgl"))
    for thread in threads:
        thread.join()
    assert not wrong


def biblios(*words: object, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cli.main", *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        **more,  # type: ignore[call-overload]
    )


@pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0 or not shutil.which("mount"), reason="needs root for a small tmpfs"
)
def test_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    lake = tmp_path / "small"
    lake.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(lake)], check=False, capture_output=True
    )
    if made.returncode:
        pytest.skip("no tmpfs can be mounted here")
    try:
        assert biblios("import", kit.write(tmp_path, kit.simulated(count=2), "a.bgl"), "--lake", lake).returncode == 0
        before = kit.dump(lake)
        for number in range(2):
            texts = kit.simulated(count=40, seed=50 + number)
            many = [text.replace("id: ", f"id: {copy}-") for copy in range(30) for text in texts]
            big = kit.write(tmp_path, many, "b.bgl")
            full = biblios("import", big, "--lake", lake)
            assert full.returncode == 2
            assert "no space is left" in full.stderr
            assert "Traceback" not in full.stderr
            assert kit.dump(lake) == before
            assert list(verify(lake)) == []
        left = {path.name.split(".")[0] for path in (lake / "tables").glob("*/*")}
        assert left == {segment.id for segment in manifests.newest(lake).segments}, "nothing half-written is left"
        assert not list((lake / "originals").glob(".*"))
    finally:
        subprocess.run(["umount", str(lake)], check=True)


@pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0 or not shutil.which("mount"), reason="needs root to mount read-only"
)
def test_a_read_only_lake_can_be_read_and_says_so(tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    kit.put(lake, kit.write(tmp_path, kit.simulated(count=2)))
    bound = subprocess.run(["mount", "--bind", str(lake), str(lake)], check=False, capture_output=True)
    if bound.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", str(lake)], check=True)
        assert "2 games" in biblios("games", "--lake", lake).stdout
        other = kit.write(tmp_path, kit.simulated(count=1, seed=3), "b.bgl")
        for words in (("import", other), ("rebuild",)):
            refused = biblios(*words, "--lake", lake)
            assert refused.returncode == 2, refused
            assert "cannot be written" in refused.stderr
            assert "Traceback" not in refused.stderr
        dry = biblios("import", other, "--dry-run", "--lake", lake)
        assert dry.returncode == 0
        assert "1 new" in dry.stdout
    finally:
        subprocess.run(["umount", str(lake)], check=True)
