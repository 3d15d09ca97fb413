"""Lakes for tests of statistics: simulated games, their replays, and the same games imported.

The expected answers are computed from `Replay`s; only the answers under test come from the tables.
"""

from __future__ import annotations

import atexit
import datetime as dt
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from replay import simulate
from replay.lake import importing, sources
from replay.lake.reader import Lake
from replay.log import Log
from replay.referee import Replay, replay


def lake_of(found: Iterable[Replay] = ()) -> Lake:
    """A lake with these games; a lake that does not exist where there are none."""
    folder = Path(tempfile.mkdtemp(prefix="biblios-stats-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    text = "\n".join(one.log.canonical() for one in found)
    if text:
        done = importing.run(folder / "lake", [sources.of_bytes("games.bgl", text.encode())])
        assert done.good, done.counts
    return Lake(folder / "lake")


def logs(count: int = 75, seed: int = 7) -> list[Log]:
    """`count` simulated games of each kind, dated, of all numbers of players."""
    start = dt.date(2025, 1, 7)
    found = list(simulate.games("biblios", None, seed, count, start=start, event="Thursday club"))
    return found + list(simulate.games("biblios-dice", None, seed, count, start=start, event="Dice night"))


def replays(given: Iterable[Log]) -> list[Replay]:
    """The logs, judged."""
    return [replay(log) for log in given]
