"""Lakes for tests: simulated logs made once, imports in a line, everything a lake shows as one value."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from replay import simulate
from replay.lake import importing, sources
from replay.lake.reader import Lake
from replay.log import Log, read_text, to_text
from replay.schema import STORED


@functools.cache
def simulated(game: str = "biblios", players: int = 3, count: int = 10, seed: int = 1) -> tuple[str, ...]:
    """Texts of simulated games; the same for the same arguments."""
    return tuple(to_text(log) for log in simulate.games(game, players, seed, count))


def season() -> tuple[str, ...]:
    """About a hundred games of both kinds and all numbers of players."""
    out: list[str] = []
    for players in (2, 3, 4):
        out += simulated("biblios", players, 20, 7)
    for players in (2, 3, 4, 5):
        out += simulated("biblios-dice", players, 10, 7)
    return tuple(out)


def write(folder: Path, texts: tuple[str, ...] | list[str], name: str = "games.bgl") -> Path:
    """One file with all the texts."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text("\n".join(texts), encoding="utf-8")
    return path


def put(lake: Path, *paths: Path | str, told: list[dict[str, Any]] | None = None, **options: Any) -> importing.Summary:
    """Import files; records go to `told`."""
    tell = told.append if told is not None else None
    summary = importing.run(lake, sources.find([str(path) for path in paths]), importing.Options(**options), tell)
    assert summary.read == sum(summary.counts.values())
    return summary


def dump(lake: Path, *, leave: tuple[str, ...] = ()) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all stored tables, sorted."""
    opened = Lake(lake)
    out = {}
    for table in STORED:
        columns = ", ".join(f'"{column.name}"' for column in table.filed if column.name not in leave)
        out[table.name] = opened.rows(f"SELECT {columns} FROM {table.name} ORDER BY ALL")
    return out


def ids(lake: Path) -> set[str]:
    """Ids of all games."""
    return {row[0] for row in Lake(lake).rows("SELECT game_id FROM games")}


def log_of(text: str) -> Log:
    """The only game of a text."""
    (log,) = read_text(text)
    return log


def without_id(text: str) -> str:
    """The text without its `id:` line."""
    return "\n".join(line for line in text.split("\n") if not line.startswith("id:"))
