"""Rows in memory → sorted Parquet files of one segment.

A `Batch` collects the rows of many games in plain lists and packed arrays. What a game repeats in all its rows (its id,
the shared columns) is kept once per game and spread out at the end by numbers, so a row costs little more than its own
values. Words that recur are numbered as they come and become Arrow dictionaries.
"""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from replay.facts import GameFacts
from replay.lake.arrow import arrow_array, arrow_schema, constant, positions, repeat
from replay.lake.event_rows import EventRows
from replay.lake.growing import Growing
from replay.lake.layout import new_segment_id, segment_file, sync_all
from replay.lake.manifest import INLINE_IDS, Segment
from replay.lake.parquet import BESIDE, writing
from replay.schema import EVENTS, GAME_ID, SHARED, STORED, Columns, Row, Table

if TYPE_CHECKING:
    import pyarrow as pa

#: Rows of a table that are held as tuples before they are packed.
SPILL: Final = 4_096


class Batch:
    """Rows of games that are to become one segment. Not sorted until it is written."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.known: dict[str, tuple[str, str, bool]] = {}
        self.shared: list[tuple[Any, ...]] = []
        self.counts: dict[str, array[int]] = {table.name: array("i") for table in STORED}
        self.rows: dict[str, list[Row]] = {table.name: [] for table in STORED if table is not EVENTS}
        #: Tables whose rows have come column by column.
        self.wide: set[str] = set()
        self.columns = {table.name: [Growing(c) for c in table.given] for table in STORED if table is not EVENTS}
        self.events = EventRows()

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def weight(self) -> int:
        """Rows held, for deciding when the batch is full; an event of its own weighs as much as ten."""
        return len(self.events.verdict) + 9 * len(self.events.events)

    def add(self, game: GameFacts) -> None:
        """Take in the rows of one game."""
        self.ids.append(game.game_id)
        # (log hash, likeness, has an id of its own): columns 2, 4 and 3 of `games`
        (row,) = game.rows["games"]
        self.known[game.game_id] = game.hash, row[4], row[3]
        self.shared.append(game.shared)
        rows = game.rows
        for name, held in self.rows.items():
            own = rows.get(name)
            if not own:
                self.counts[name].append(0)
                continue
            self.counts[name].append(len(own))
            if type(own) is Columns or name in self.wide:
                self._widen(name, own)
                continue
            held.extend(own)
            if len(held) >= SPILL:
                self._spill(name)
        self.counts["events"].append(len(game.events))
        self.events.add(game)

    # ------------------------------------------------------------------------------------------------------- arrow

    def table(self, table: Table) -> pa.Table:
        """One table with all its columns, sorted by game id; games keep the order of their rows."""
        import pyarrow as pa

        if len(self.ids) == 1:
            return self._one(table)
        order = sorted(range(len(self.ids)), key=self.ids.__getitem__)
        counts = [self.counts[table.name][game] for game in order]
        ids = pa.array([self.ids[game] for game in order], pa.string())
        columns = [pa.DictionaryArray.from_arrays(repeat(range(len(order)), counts), ids)]
        if table.shared:
            parent = repeat(order, counts)
            for index, column in enumerate(SHARED):
                values = arrow_array([game[index] for game in self.shared], column)
                columns.append(values.take(parent))
        rows = positions(order, self.counts[table.name]) if order != list(range(len(order))) else None
        own = self.events.arrays(rows, counts) if table is EVENTS else self._own(table, rows)
        return pa.Table.from_arrays(columns + own, schema=arrow_schema(table))

    def _one(self, table: Table) -> pa.Table:
        """The table of a single game: nothing to sort, nothing to spread."""
        import pyarrow as pa

        rows = self.counts[table.name][0]
        columns = [constant(self.ids[0], GAME_ID, rows)]
        if table.shared:
            columns += [constant(value, column, rows) for value, column in zip(self.shared[0], SHARED, strict=True)]
        own = self.events.arrays(None, [rows]) if table is EVENTS else self._own(table, None)
        return pa.Table.from_arrays(columns + own, schema=arrow_schema(table))

    def _widen(self, name: str, own: list[Row] | Columns) -> None:
        """Take in rows of a table whose rows come, at least for some games, column by column."""
        columns = self.columns[name]
        if name not in self.wide:
            self._spill(name)
            self.wide.add(name)
        for column, values in zip(
            columns, own.columns if isinstance(own, Columns) else zip(*own, strict=True), strict=True
        ):
            column.extend(values)
        if len(columns[0].waiting) >= SPILL:
            for column in columns:
                column.pack()

    def _spill(self, name: str) -> None:
        """Pack the rows collected so far: as tuples they take ten times the memory."""
        rows = self.rows[name]
        if rows:
            for column, values in zip(self.columns[name], zip(*rows, strict=True), strict=True):
                column.extend(values)
                column.pack()
            rows.clear()

    def _own(self, table: Table, rows: pa.Array | None) -> list[pa.Array]:
        """Own columns of a table, in the order of `rows`."""
        self._spill(table.name)
        columns = [column.array() for column in self.columns[table.name]]
        return columns if rows is None else [column.take(rows) for column in columns]

    # ----------------------------------------------------------------------------------------------------- writing

    def write(self, lake: Path, *, sync: bool = True) -> Segment:
        """Write the batch as a new segment that nobody lists yet, durably. Raises OSError; files are removed then."""
        segment = new_segment_id()
        written: list[Path] = []
        rows: dict[str, int] = {}
        try:
            with writing(beside=len(self.ids) <= BESIDE) as write:
                for table in STORED:
                    number = sum(self.counts[table.name])
                    rows[table.name] = number
                    if number:
                        path = segment_file(lake, table.name, segment)
                        written.append(path)
                        write(self.table(table), path, table)
            if sync:
                sync_all(written)
        except BaseException:
            for path in written:
                path.unlink(missing_ok=True)
            raise
        ids = dict(self.known) if len(self.ids) <= INLINE_IDS else None
        size = sum(path.stat().st_size for path in written)
        return Segment(segment, len(self.ids), min(self.ids), max(self.ids), rows, size=size, ids=ids)
