"""A lake in memory for tests of statistics: simulated games, their replays, and the same games as tables.

The expected answers are computed from `Replay`s; only the answers under test come from the tables.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import duckdb
import pyarrow as pa

from replay import simulate
from replay.facts import facts
from replay.log import Log
from replay.problems import VERDICTS
from replay.referee import Replay, replay
from replay.schema import EVENTS, SHARED, STORED, TABLES

ARROW = {"text": pa.string(), "word": pa.string(), "bool": pa.bool_(), "int8": pa.int8(), "int16": pa.int16(),
         "int32": pa.int32(), "float": pa.float64(), "date": pa.date32()}  # fmt: skip


class MemoryLake:
    """What statistics ask: `query` over the tables of the schema, filled with the rows of some replays."""

    version = "0"

    def __init__(self, replays: Iterable[Replay] = (), kinds: Mapping[str, str] | None = None) -> None:
        self.connection = duckdb.connect()
        rows: dict[str, list[tuple[Any, ...]]] = {table.name: [] for table in STORED}
        for found in replays:
            game = facts(found)
            for name, own in game.rows.items():
                rows[name] += [(game.game_id, *game.shared, *row) for row in own]
            for event in zip(*game.events, strict=True):
                ply, seat, verb, text, verdict, *rest = event
                rows["events"].append(
                    (game.game_id, *game.shared, ply, seat if seat >= 0 else None, verb, text, VERDICTS[verdict], *rest)
                )
        for table in STORED:
            columns = [TABLES["games"].columns[0], *SHARED, *table.given]
            assert table is not EVENTS or len(columns) == 15
            values: Sequence[Sequence[Any]] = list(zip(*rows[table.name], strict=True)) or [()] * len(columns)
            arrays = [pa.array(v, ARROW[c.type]) for v, c in zip(values, columns, strict=True)]
            self.connection.register("given", pa.Table.from_arrays(arrays, [c.name for c in columns]))
            extra = ", name AS player" if table.name == "seats" else ""
            self.connection.execute(f"CREATE TABLE {table.name} AS SELECT *{extra} FROM given")
            self.connection.unregister("given")
        self.connection.execute("CREATE TABLE kinds (name VARCHAR, kind VARCHAR)")
        for name, kind in (kinds or {}).items():
            self.connection.execute("INSERT INTO kinds VALUES (?, ?)", [name, kind])
        self.connection.execute(
            "CREATE VIEW players AS SELECT s.name, s.name AS player, coalesce(k.kind, 'member') AS kind, "
            "count(*)::INTEGER AS games FROM seats s LEFT JOIN kinds k USING (name) GROUP BY ALL"
        )

    def query(self, sql: str, params: Mapping[str, Any] | None = None) -> pa.Table:
        """As `Lake.query`."""
        cursor = self.connection.cursor()
        return (cursor.sql(sql, params=dict(params)) if params else cursor.sql(sql)).to_arrow_table()


def logs(count: int = 75, seed: int = 7) -> list[Log]:
    """`count` simulated games of each kind, dated, of all numbers of players."""
    start = dt.date(2025, 1, 7)
    found = list(simulate.games("biblios", None, seed, count, start=start, event="Thursday club"))
    return found + list(simulate.games("biblios-dice", None, seed, count, start=start, event="Dice night"))


def replays(given: Iterable[Log]) -> list[Replay]:
    """The logs, judged."""
    return [replay(log) for log in given]
