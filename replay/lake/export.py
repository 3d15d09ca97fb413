"""Stored games as files for others: CSV (with a byte-order mark, for Excel), Parquet, JSON Lines, canonical logs."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from replay.lake.layout import LakeError
from replay.lake.reader import Lake
from replay.schema import TABLES

if TYPE_CHECKING:
    import pyarrow as pa

FORMATS: Final = ("csv", "parquet", "jsonl", "logs")


@dataclass(frozen=True, slots=True)
class Filter:
    """Which games: all that match every value that is given. `ids`: only these; `player`: a player sat in."""

    game: str | None = None
    players: int | None = None
    since: dt.date | None = None
    until: dt.date | None = None
    player: str | None = None
    event: str | None = None
    place: str | None = None
    evidence: str | None = None
    ids: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether every game matches."""
        return self == Filter()

    def params(self) -> dict[str, Any]:
        """The values, for `CHOSEN`."""
        return {"game": self.game, "players": self.players, "since": self.since, "until": self.until, "player": self.player,
                "event": self.event, "place": self.place, "evidence": self.evidence, "ids": list(self.ids) or None}  # fmt: skip


#: The ids of the games that a filter means.
CHOSEN: Final = """
SELECT game_id FROM games
WHERE ($game::VARCHAR IS NULL OR game = $game)
  AND ($players::INTEGER IS NULL OR players = $players)
  AND ($since::DATE IS NULL OR date >= $since)
  AND ($until::DATE IS NULL OR date <= $until)
  AND ($event::VARCHAR IS NULL OR event = $event)
  AND ($place::VARCHAR IS NULL OR place = $place)
  AND ($evidence::VARCHAR IS NULL OR evidence = $evidence)
  AND ($ids::VARCHAR[] IS NULL OR list_contains($ids, game_id))
  AND ($player::VARCHAR IS NULL OR game_id IN (SELECT s.game_id FROM seats s WHERE s.player = $player OR s.name = $player))
"""

_LISTING: Final = f"""
WITH chosen AS (
    SELECT * FROM games WHERE game_id IN ({CHOSEN}) ORDER BY date DESC NULLS LAST, game_id LIMIT $limit
)
SELECT g.game_id, g.date, g.game, g.status, g.evidence, g.winners, g.decided_by, g.plies, g.settled, g.simulated,
       list({{name: s.name, handle: s.handle, total: s.total, won: s.won}} ORDER BY s.seat) AS seats
FROM chosen g JOIN seats s USING (game_id) GROUP BY ALL ORDER BY g.date DESC NULLS LAST, g.game_id
"""  # noqa: S608 - our own text


def table(lake: Lake, name: str, chosen: Filter) -> pa.Table:
    """One table, sorted by its key, of the chosen games."""
    kind = TABLES[name]
    order = ", ".join(f'"{column}"' for column in kind.key)
    if chosen.empty or not any(column.name == "game_id" for column in kind.columns):
        return lake.query(f"SELECT * FROM {name} ORDER BY {order}")  # noqa: S608 - our own names
    return lake.query(
        f"SELECT * FROM {name} WHERE game_id IN ({CHOSEN}) ORDER BY {order}",  # noqa: S608 - our own names
        chosen.params(),
    )


def listing(lake: Lake, chosen: Filter, limit: int = 0) -> tuple[int, list[dict[str, Any]]]:
    """How many games are chosen, and the newest `limit` of them (0: all) with their seats."""
    total = int(lake.rows(f"SELECT count(*) FROM ({CHOSEN})", chosen.params())[0][0])  # noqa: S608 - our own text
    rows = lake.query(_LISTING, {**chosen.params(), "limit": limit or total + 1})
    return total, rows.to_pylist()


def names(lake: Lake) -> list[dict[str, Any]]:
    """Every name with the player it means, the most frequent first."""
    rows: list[dict[str, Any]] = lake.query("SELECT * FROM players ORDER BY games DESC, name").to_pylist()
    return rows


def logs(lake: Lake, chosen: Filter) -> Iterator[str]:
    """The canonical text of each chosen game, by date and id."""
    rows = lake.rows(f"SELECT game_id FROM games WHERE game_id IN ({CHOSEN}) ORDER BY date NULLS LAST, game_id",  # noqa: S608
                     chosen.params())  # fmt: skip
    for (game_id,) in rows:
        yield lake.log(game_id).canonical()


def write_table(rows: pa.Table, form: str, out: IO[bytes]) -> None:
    """Write one table as csv, parquet or jsonl."""
    if form == "csv":
        import pyarrow.csv as pc

        out.write(b"\xef\xbb\xbf")
        pc.write_csv(rows, out)
    elif form == "parquet":
        import pyarrow.parquet as pq

        pq.write_table(rows, out, compression="zstd")
    else:
        from replay.lake.judging import dumps

        for batch in rows.to_batches(max_chunksize=10_000):
            for row in batch.to_pylist():
                out.write(dumps(row) + b"\n")


def export(
    lake: Lake, folder: Path, form: str, tables: tuple[str, ...] = (), chosen: Filter | None = None
) -> list[Path]:
    """Write the chosen games into `folder`, one file a table (logs: one file in all). Raises LakeError, OSError."""
    chosen = chosen or Filter()
    if form not in FORMATS:
        raise LakeError(f"unknown format {form}; known: {', '.join(FORMATS)}")
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    if form == "logs":
        path = folder / "games.bgl"
        with _aside(path) as out:
            for place, text in enumerate(logs(lake, chosen)):
                out.write((("\n" if place else "") + text).encode("utf-8", "surrogateescape"))
        return [path]
    for name in tables or tuple(TABLES):
        path = folder / f"{name}.{form}"
        with _aside(path) as out:
            write_table(table(lake, name, chosen), form, out)
        written.append(path)
    return written


class _aside:  # noqa: N801 - used as a function
    """A file that is there only when it is whole."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.part = path.with_name(path.name + ".part")

    def __enter__(self) -> IO[bytes]:
        self.out = open(self.part, "wb")
        return self.out

    def __exit__(self, kind: object, *_: object) -> None:
        self.out.close()
        if kind is None:
            os.replace(self.part, self.path)
        else:
            self.part.unlink(missing_ok=True)
