"""The lake's speed: logs to Parquet, several processes, one-game imports into a big lake, corrections, queries.

`python -m tests.benchmarks lake [games=100000] [base=400] [imports=500] [jobs=1] [lake=FOLDER]`. The logs are copies of `base`
simulated games under new ids, dates and first comments, so that a million of them is made in seconds. With `lake=` the
lake is kept and used again when it has the right number of games.
"""

from __future__ import annotations

import datetime as dt
import gc
import io
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

#: Games that one file of the big lake holds.
PER_FILE = 10_000


def bases(count: int) -> list[str]:
    """Texts of simulated games without `id:` and `date:`, of three and four players."""
    from replay import simulate
    from replay.log import to_text

    out = []
    for players, seed in ((3, 1), (4, 2)):
        for log in simulate.games("biblios", players, seed, count // 2):
            del log.header.values["id"]
            out.append(to_text(log))
    return out


def copies(base: list[str], start: int, count: int) -> Iterator[str]:
    """Games that differ in id and date, in a shuffled order of ids."""
    day = dt.date(1990, 1, 1)
    for number in range(start, start + count):
        head, _, rest = base[number % len(base)].partition("\n\n")
        name = f"{number * 2654435761 % 2**32:08x}-{number}"
        yield f"{head}\nid: {name}\ndate: {day + dt.timedelta(days=number % 13_000)}\n\n{rest}"


def best(action: Callable[[], Any], times: int = 3) -> float:
    """Seconds of the fastest run."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        action()
        found.append(time.perf_counter() - start)
    return min(found)


def rates(base: list[str], rounds: int = 5) -> dict[str, float]:
    """Events per CPU-second of one process, from text and from the twin: judged only, and judged with all rows written.

    Each round measures all of it and python-chess reading PGN, one after the other; medians of the rounds.
    """
    from replay.facts import facts
    from replay.lake.columns import Batch
    from replay.lake.layout import make_folders
    from replay.log import read, read_text, to_jsonl
    from replay.referee import replay
    from tests.benchmarks.bench_core import chess_pgn

    texts = list(copies(base, 0, 1_000))
    text = "\n".join(texts).encode()
    twin = "".join(to_jsonl(read_text(one)[0]) for one in texts).encode()
    events = sum(len(log.events) for log in read(io.BytesIO(text)))
    with tempfile.TemporaryDirectory() as folder:
        lake = Path(folder)
        make_folders(lake)

        def judge(data: bytes) -> int:
            for log in read(io.BytesIO(data)):
                replay(log, keep=False)
            return events

        def write(data: bytes) -> int:
            batch = Batch()
            for log in read(io.BytesIO(data)):
                batch.add(facts(replay(log, keep=False)))
            batch.write(lake, sync=False)
            return events

        works: dict[str, Callable[[], int]] = {"python-chess, PGN read and validated, plies/s": chess_pgn()}
        for name, data in (("text", text), ("twin", twin)):
            works[f"judged, from {name}: events/s"] = partial(judge, data)
            works[f"log to Parquet, from {name}: events/s"] = partial(write, data)
        found: dict[str, list[float]] = {name: [] for name in works}
        thresholds = gc.get_threshold()
        gc.set_threshold(100_000, 20, 50)  # as workers do
        for number in range(rounds + 1):
            for name, work in works.items():
                start = time.process_time()
                done = work()
                if number:  # the first round warms up
                    found[name].append(done / (time.process_time() - start))
        gc.set_threshold(*thresholds)
    chess, *_ = found
    out = {name: statistics.median(each) for name, each in found.items()}
    for name, each in found.items():
        if name.startswith("log to"):
            ratios = [ours / theirs for ours, theirs in zip(each, found[chess], strict=True)]
            out[f"{name.partition(':')[0]}: times python-chess"] = statistics.median(ratios)
    return out


def scaling(base: list[str], folder: Path) -> dict[str, float]:
    """One process against two on 6,000 games in four files."""
    paths = []
    for number in range(4):
        path = folder / f"scale{number}.bgl"
        path.write_text("\n".join(copies(base, number * 1_500, 1_500)), encoding="utf-8")
        paths.append(str(path))
    found = {}
    work = {}
    for jobs in (1, 2):
        lake = folder / f"scale-{jobs}"
        code = (
            "import sys, pathlib\nfrom replay.lake import importing, sources\n"
            "if __name__ == '__main__':\n"
            "    importing.CHUNK = 4 << 20\n"
            f"    importing.run(pathlib.Path({str(lake)!r}), sources.find(sys.argv[1:]), importing.Options(jobs={jobs}))\n"
        )
        script = folder / "scale.py"
        script.write_text(code)
        start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, str(script), *paths], check=True, cwd=Path(__file__).parents[2],
                       env={"PYTHONPATH": str(Path(__file__).parents[2]), "PATH": ""})  # fmt: skip
        found[jobs] = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        work[jobs] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        shutil.rmtree(lake)
    return {"import of 6,000 games, one process: s": found[1], "two processes: times as fast": found[1] / found[2],
            "two processes: times the CPU seconds": work[2] / work[1]}  # fmt: skip


def build(base: list[str], lake: Path, games: int, jobs: int = 1) -> dict[str, float]:
    """A lake of `games` games; seconds, and memory of the process (with several: also of the largest worker)."""
    from replay.lake import commit, importing, sources
    from replay.lake.reader import Lake

    if lake.exists() and Lake(lake).manifest.games == games:
        return {}

    def files() -> Iterator[sources.Source]:
        for start in range(0, games, PER_FILE):
            data = "\n".join(copies(base, start, min(PER_FILE, games - start))).encode()
            yield sources.of_bytes(f"{start}.bgl", data)

    start = time.perf_counter()
    summary = importing.run(lake, files(), importing.Options(jobs=jobs))
    assert summary.counts["new"] == games, summary
    seconds = time.perf_counter() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    worker = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    start = time.perf_counter()
    commit.compact(lake)
    merge = time.perf_counter() - start
    size = sum(path.stat().st_size for path in (lake / "tables").rglob("*.parquet"))
    state = Lake(lake).manifest
    size = sum(segment.size for segment in state.segments)
    out = {f"{games:,} games imported (processes: {jobs}): s": seconds, "memory at most: MB": memory}
    if jobs > 1:
        out["memory of a worker at most: MB"] = worker
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {**out, "compact: s": merge, "memory after compact: MB": after, "bytes of tables a game": size / games}


QUERIES = {
    "wins by player": "SELECT player, count(*), sum(win_share), sum(expected) FROM seats WHERE won IS NOT NULL GROUP BY player",
    "price by card and value": "SELECT category, value, avg(price), count(*) FROM lots WHERE kind = 'category' AND outcome = 'sold' GROUP BY ALL",
    "overpay by player": "SELECT s.player, avg(l.overpay), count(*) FROM lots l JOIN seats s ON s.game_id = l.game_id AND s.seat = l.winner "
    "WHERE l.kind = 'category' GROUP BY s.player",
    "bids by size of purse": "SELECT means, avg(amount), count(*) FROM bids WHERE amount > 0 GROUP BY means",
    "categories won": "SELECT part, pips, count_if(won), count_if(tied) FROM scores GROUP BY ALL",
    "games of a year": "SELECT count(*) FROM games WHERE date BETWEEN '2001-01-01' AND '2001-12-31'",
}


def queries(lake: Path) -> dict[str, float]:
    """Milliseconds of some questions and of opening one game, warm."""
    from replay.lake.reader import HOLD_AFTER, Lake

    opened = Lake(lake)
    for _ in range(HOLD_AFTER):  # as a screen that has been open for a moment: small segments are in memory then
        opened.query("SELECT 1")
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and thread.name.startswith("hold"):
            thread.join()
    out = {f"query {name}: ms": 1000 * best(lambda sql=sql: opened.query(sql), 5) for name, sql in QUERIES.items()}
    ids = [row[0] for row in opened.rows("SELECT game_id FROM games USING SAMPLE 30 ROWS (reservoir, 1)")]
    times = []
    for game_id in ids:
        start = time.perf_counter()
        opened.query("SELECT * FROM events WHERE game_id = $id ORDER BY ply", {"id": game_id})
        times.append(time.perf_counter() - start)
    out["one game's events: ms (median)"] = 1000 * statistics.median(times)
    times = []
    for game_id in ids:
        start = time.perf_counter()
        opened.replay(game_id)
        times.append(time.perf_counter() - start)
    out["one game opened and judged: ms (median)"] = 1000 * statistics.median(times)
    return out


def thursdays(base: list[str], lake: Path, games: int, imports: int) -> dict[str, float]:
    """Imports of one game each into a big lake, then the queries again; then corrections in its big segment."""
    from replay.lake import importing, sources
    from replay.lake.reader import Lake

    before = queries(lake)
    fresh = [text.encode() for text in copies(base, games, imports)]
    start = time.perf_counter()
    for number, data in enumerate(fresh):
        importing.run(lake, [sources.of_bytes(f"new{number}.bgl", data)])
    seconds = time.perf_counter() - start
    out: dict[str, float] = {f"{imports} imports of one game into {games:,}: s": seconds}
    out["segments that live then"] = len(Lake(lake).manifest.segments)
    after = queries(lake)
    out["slowest query then, times as before"] = max(after[name] / before[name] for name in before)
    rng = random.Random(5)
    times = []
    for number in rng.sample(range(games), 10):
        (text,) = copies(base, number, 1)
        data = (text.rstrip("\n") + "  # corrected\n").encode()
        start = time.perf_counter()
        summary = importing.run(lake, [sources.of_bytes(f"fix{number}.bgl", data)])
        times.append(time.perf_counter() - start)
        assert summary.counts["corrected"] == 1
    out["one game corrected: ms (median)"] = 1000 * statistics.median(times)
    return {**{f"{name} before": value for name, value in before.items()}, **out}


def run(options: dict[str, str]) -> dict[str, float | str]:
    """All figures. Options: see the module."""
    games = int(options.get("games", "100000"))
    base = bases(int(options.get("base", "400")))
    out: dict[str, float | str] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        out.update(rates(base))
        out.update(scaling(base, folder))
        lake = Path(options["lake"]) if "lake" in options else folder / "lake"
        out.update(build(base, lake, games, int(options.get("jobs", "1"))))
        if "lake" in options:  # leave the lake as it is
            copy = folder / "copy"
            shutil.copytree(lake, copy, copy_function=shutil.copy)
            lake = copy
        out.update(thursdays(base, lake, games, int(options.get("imports", "500"))))
    return out
