"""How long each named statistic takes on a lake: `python -m tests.benchmarks stats [lake=DIR | games=100000] [build=DIR]`.

Without `lake` one is built: some thousand simulated games (two of Biblios to one of Biblios Dice) whose rows are copied
under new ids and dates until there are enough. Each statistic runs five times with a warm file cache; the figure is
the median in milliseconds.
"""

from __future__ import annotations

import datetime as dt
import resource
import statistics
import tempfile
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from replay import simulate
from replay.facts import GameFacts, facts
from replay.lake import commit, parquet
from replay.lake.columns import Batch
from replay.lake.layout import make_folders
from replay.lake.parquet import write_table
from replay.lake.reader import Lake
from replay.referee import replay
from replay.schema import Table
from replay.stats.catalog import STATISTICS
from replay.stats.catalog import run as ask
from replay.stats.filters import ALL, Filters

if TYPE_CHECKING:
    import pyarrow as pa

#: Different games behind a lake of copies, and games of a segment.
DIFFERENT = 3000
SEGMENT = 10_000
PEOPLE = (
    "Ada",
    "Bela",
    "Cyril",
    "Dora",
    "Emil",
    "Fanny",
    "Gero",
    "Hanna",
    "Ivo",
    "Jana",
    "Karl",
    "Lena",
    "Milo",
    "Nora",
    "Otto",
    "Pia",
)
#: Too slow for a page at any size; a page asks for them only once per state of the lake.
RECOMPUTED = ("ratings", "rating_history", "season", "results")


def different() -> list[GameFacts]:
    """The games that are copied."""
    start = dt.date(2015, 1, 1)
    games = [
        facts(replay(log))
        for log in simulate.games("biblios", None, 5, DIFFERENT * 2 // 3, start=start, handles=PEOPLE, event="Club")
    ]
    return games + [
        facts(replay(log))
        for log in simulate.games("biblios-dice", None, 5, DIFFERENT // 3, start=start, handles=PEOPLE, event="Club")
    ]


def build(path: Path, count: int) -> dict[str, float]:
    """A lake of `count` games at `path`: the time from ready rows, that of it from ready columns, and the memory at most."""
    make_folders(path)
    games = different()
    start, work = time.perf_counter(), time.process_time()
    segments = []
    writing = 0.0

    def write(table: pa.Table, file: Path, kind: Table) -> None:
        nonlocal writing
        begun = time.process_time()
        write_table(table, file, kind)
        writing += time.process_time() - begun

    parquet.write_table = write
    batch = Batch()
    for number in range(count):
        copy, index = divmod(number, len(games))
        game = games[index]
        kind, players, date, simulated, settled = game.shared
        shared = (kind, players, date + dt.timedelta(days=copy), simulated, settled)
        batch.add(replace(game, game_id=f"{copy:04d}-{game.game_id}", shared=shared))
        if len(batch) == SEGMENT or number == count - 1:
            segments.append(batch.write(path, sync=False))
            batch = Batch()
    parquet.write_table = write_table
    commit.change(path, lambda state: commit.with_segments(state, segments, {}))
    return {
        f"{count:,} games written from rows: s": time.perf_counter() - start,
        f"{count:,} games written from rows: CPU s": time.process_time() - work,
        f"{count:,} games written from ready columns: CPU s": writing,
        "memory at most: MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def measure(lake: Lake, filters: Filters, times: int = 5) -> dict[str, float]:
    """Median milliseconds of each statistic on the clock; under `name, CPU` the least milliseconds of all threads."""
    found = {}
    for statistic in STATISTICS:
        taken, worked = [], []
        for _ in range(1 if statistic.name in RECOMPUTED else times):
            start, work = time.perf_counter(), time.process_time()
            ask(lake, statistic.name, filters)
            taken.append(1000 * (time.perf_counter() - start))
            worked.append(1000 * (time.process_time() - work))
        found[statistic.name] = statistics.median(taken)
        found[f"{statistic.name}, CPU"] = min(worked)
    return found


def run(options: Mapping[str, str]) -> dict[str, float]:
    """The figures; the options are those of the module."""
    if "lake" in options:
        return _figures(Lake(options["lake"]))
    count = int(options.get("games", "10000"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(options.get("build", folder)) / "lake"
        built = build(path, count)
        return built | _figures(Lake(path))


def _figures(lake: Lake) -> dict[str, float]:
    games = lake.manifest.games
    lake.query("SELECT count(*) FROM lots")
    plain = measure(lake, ALL)
    narrow = measure(lake, Filters(game="biblios", counts=(3, 4), present=("Ada", "Bela"), events=("Club",)), times=3)
    out: dict[str, float] = {"games in the lake": games}
    out |= {f"{name}, ms": value for name, value in plain.items()}
    pages = {name: value for name, value in plain.items() if name not in RECOMPUTED and "," not in name}
    out["slowest statistic of a page, ms"] = max(pages.values())
    out["slowest statistic of a page with filters, ms"] = max(
        value for name, value in narrow.items() if name not in RECOMPUTED and "," not in name
    )
    out["statistics of a page over 100 ms"] = sum(value > 100 for value in pages.values())
    return out
