"""Rows in memory → sorted Parquet files of one segment.

A `Batch` collects the rows of many games in plain lists and packed arrays. What a game repeats in all its rows (its id,
the shared columns) is kept once per game and spread out at the end by numbers, so a row costs little more than its own
values. Words that recur are numbered as they come and become Arrow dictionaries.
"""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from replay.facts import GameFacts
from replay.lake.layout import new_segment_id, segment_file, sync_all
from replay.lake.manifest import INLINE_IDS, Segment
from replay.log import Event
from replay.problems import VERDICTS
from replay.schema import EVENTS, GAME_ID, SHARED, STORED, Column, Table

if TYPE_CHECKING:
    import pyarrow as pa

#: Rows of a row group; games are looked up by id, so their groups are smaller.
ROW_GROUP: Final = 122_880
GAMES_ROW_GROUP: Final = 8_192
#: Compression level of zstd for tables.
LEVEL: Final = 3
#: Codes of `array` for whole numbers: packing them so is three times as fast as Arrow's own reading of a tuple.
_CODES: Final = {"int8": "b", "int16": "h", "int32": "i"}
_PLIES: Final = array("i", range(1, 1_001))
#: Rows of a table that are held as tuples before they are packed.
SPILL: Final = 4_096


class _Numbers(dict[Any, int]):
    """word → its number, in the order of first use; None is -1."""

    def __init__(self) -> None:
        super().__init__()
        self[None] = -1
        self.words: list[str] = []

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self.words)
        self.words.append(word)
        return number


class _Growing:
    """One column that grows by pieces."""

    def __init__(self, column: Column) -> None:
        self.column = column
        self.numbers = _Numbers()
        self.indices = array("i")
        self.parts: list[pa.Array] = []

    def extend(self, values: Sequence[Any]) -> None:
        """Add values."""
        if self.column.type == "word":
            self.indices.extend(map(self.numbers.__getitem__, values))
        else:
            self.parts.append(arrow_array(values, self.column))

    def array(self) -> pa.Array:
        """Everything so far as one Arrow array."""
        import pyarrow as pa

        if self.column.type == "word":
            return pa.DictionaryArray.from_arrays(_nulls(self.indices), pa.array(self.numbers.words, pa.string()))
        if len(self.parts) != 1:
            self.parts = [pa.concat_arrays(self.parts) if self.parts else arrow_array((), self.column)]
        return self.parts[0]


class Batch:
    """Rows of games that are to become one segment. Not sorted until it is written."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.known: dict[str, tuple[str, str, bool]] = {}
        self.shared: list[tuple[Any, ...]] = []
        self.counts: dict[str, array[int]] = {table.name: array("i") for table in STORED}
        self.rows: dict[str, list[tuple[Any, ...]]] = {table.name: [] for table in STORED if table is not EVENTS}
        self.columns = {table.name: [_Growing(c) for c in table.given] for table in STORED if table is not EVENTS}
        # Most events are one object that many games share: each is numbered once, by its identity.
        self.events: list[Event] = []
        self.numbers: dict[int, int] = {}
        self.event, self.ply, self.line, self.reason = array("i"), array("i"), array("i"), array("i")
        self.reasons = _Numbers()
        self.verdict = bytearray()

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def weight(self) -> int:
        """Rows held, for deciding when the batch is full; an event of its own weighs as much as ten."""
        return len(self.verdict) + 9 * len(self.events)

    def add(self, game: GameFacts) -> None:
        """Take in the rows of one game."""
        self.ids.append(game.game_id)
        # (log hash, likeness, has an id of its own): columns 2, 4 and 3 of `games`
        row = game.rows["games"][0]
        self.known[game.game_id] = game.hash, row[4], row[3]
        self.shared.append(game.shared)
        rows = game.rows
        for name, held in self.rows.items():
            own = rows.get(name)
            if own:
                held.extend(own)
                self.counts[name].append(len(own))
                if len(held) >= SPILL:
                    self._spill(name)
            else:
                self.counts[name].append(0)
        events = game.events
        number = len(events)
        self.counts["events"].append(number)
        get = self.numbers.get
        codes = [get(id(event), -1) for event in events]
        if -1 in codes:
            codes = [code if code >= 0 else self._number(event) for code, event in zip(codes, events, strict=True)]
        self.event.extend(codes)
        self.ply.extend(_PLIES[:number] if number <= len(_PLIES) else range(1, number + 1))
        self.line.extend(game.lines)
        self.verdict.extend(game.verdicts)
        if game.reasons:
            self.reason.extend([self.reasons[game.reasons.get(ply) or None] for ply in range(1, number + 1)])
        else:
            self.reason.extend(array("i", (-1,)) * number)

    def _number(self, event: Event) -> int:
        number = self.numbers.get(id(event))
        if number is None:
            number = self.numbers[id(event)] = len(self.events)
            self.events.append(event)  # which also keeps its identity from being used again
        return number

    # ------------------------------------------------------------------------------------------------------- arrow

    def table(self, table: Table) -> pa.Table:
        """One table with all its columns, sorted by game id; games keep the order of their rows."""
        import pyarrow as pa

        own = self._events() if table is EVENTS else self._own(table)
        counts = self.counts[table.name]
        order = sorted(range(len(self.ids)), key=self.ids.__getitem__)
        parent = _repeat(order, counts)
        columns = [self._ids(order, counts)]
        if table.shared:
            for index, column in enumerate(SHARED):
                values = arrow_array([game[index] for game in self.shared], column)
                columns.append(values.take(parent))
        if order != list(range(len(order))):
            rows = pa.array(_positions(order, counts), pa.int32())
            own = [column.take(rows) for column in own]
        return pa.Table.from_arrays(columns + own, schema=arrow_schema(table))

    def _ids(self, order: Sequence[int], counts: Sequence[int]) -> pa.Array:
        import pyarrow as pa

        indices = array("i")
        for place, game in enumerate(order):
            indices.extend(itertools.repeat(place, counts[game]))
        ids = pa.array([self.ids[game] for game in order], pa.string())
        return pa.DictionaryArray.from_arrays(_packed(indices, pa.int32()), ids)

    def _spill(self, name: str) -> None:
        """Pack the rows collected so far: as tuples they take ten times the memory."""
        rows = self.rows[name]
        if rows:
            for column, values in zip(self.columns[name], zip(*rows, strict=True), strict=True):
                column.extend(values)
            rows.clear()

    def _own(self, table: Table) -> list[pa.Array]:
        self._spill(table.name)
        return [column.array() for column in self.columns[table.name]]

    def _events(self) -> list[pa.Array]:
        import pyarrow as pa

        which = _packed(self.event, pa.int32())
        kinds = {column.name: column for column in EVENTS.given}

        def own(name: str, values: list[Any]) -> pa.Array:
            return arrow_array(values, kinds[name]).take(which)

        verdict = pa.DictionaryArray.from_arrays(
            _packed(self.verdict, pa.int8()).cast(pa.int32()), pa.array(VERDICTS, pa.string())
        )
        reason = pa.DictionaryArray.from_arrays(_nulls(self.reason), pa.array(self.reasons.words, pa.string()))
        return [
            _packed(self.ply, pa.int32()),
            own("seat", [event.seat if event.seat >= 0 else None for event in self.events]),
            own("verb", [event.verb for event in self.events]),
            own("text", [event.text for event in self.events]),
            verdict,
            reason,
            own("at", [event.at for event in self.events]),
            own("comment", [event.comment for event in self.events]),
            _packed(self.line, pa.int32()),
        ]

    # ----------------------------------------------------------------------------------------------------- writing

    def write(self, lake: Path, *, sync: bool = True) -> Segment:
        """Write the batch as a new segment that nobody lists yet, durably. Raises OSError; files are removed then."""
        segment = new_segment_id()
        written: list[Path] = []
        rows: dict[str, int] = {}
        try:
            for table in STORED:
                number = sum(self.counts[table.name])
                rows[table.name] = number
                if number:
                    path = segment_file(lake, table.name, segment)
                    written.append(path)
                    write_table(self.table(table), path, table)
            if sync:
                sync_all(written)
        except BaseException:
            for path in written:
                path.unlink(missing_ok=True)
            raise
        ids = dict(self.known) if len(self.ids) <= INLINE_IDS else None
        size = sum(path.stat().st_size for path in written)
        return Segment(segment, len(self.ids), min(self.ids), max(self.ids), rows, size=size, ids=ids)


def _packed(values: array[int] | bytearray, kind: pa.DataType) -> pa.Array:
    """A packed array as an Arrow array without copying."""
    import pyarrow as pa

    return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(values)])


def _nulls(indices: array[int]) -> pa.Array:
    """Numbers of words as an Arrow array, with NULL for -1."""
    import pyarrow as pa
    import pyarrow.compute as pc

    found = _packed(indices, pa.int32())
    if len(indices) and min(indices) < 0:
        found = pc.if_else(pc.less(found, 0), pa.scalar(None, pa.int32()), found)
    return found


def _repeat(order: Sequence[int], counts: Sequence[int]) -> pa.Array:
    """For each row, the place of its game among the collected ones."""
    import pyarrow as pa

    out = array("i")
    for game in order:
        out.extend(itertools.repeat(game, counts[game]))
    return _packed(out, pa.int32())


def _positions(order: Sequence[int], counts: Sequence[int]) -> array[int]:
    """For each row in the new order, its place in the old one."""
    starts = [0, *itertools.accumulate(counts)]
    out = array("i")
    for game in order:
        out.extend(range(starts[game], starts[game + 1]))
    return out


def arrow_type(column: Column) -> pa.DataType:
    """The Arrow type of a column."""
    import pyarrow as pa

    if column.type == "word" or column is GAME_ID:
        return pa.dictionary(pa.int32(), pa.string())
    kinds = {"text": pa.string(), "bool": pa.bool_(), "int8": pa.int8(), "int32": pa.int32(),
             "float": pa.float64(), "date": pa.date32()}  # fmt: skip
    return kinds[column.type]


def arrow_schema(table: Table) -> pa.Schema:
    """The Arrow schema of a table's files."""
    import pyarrow as pa

    return pa.schema([pa.field(c.name, arrow_type(c), nullable=c.null) for c in table.filed])


def arrow_array(values: Sequence[Any], column: Column) -> pa.Array:
    """Python values as an Arrow array of the column's type. Raises OverflowError for a number that does not fit."""
    import pyarrow as pa

    if column.type == "word":
        numbers = _Numbers()
        indices = array("i", map(numbers.__getitem__, values))
        return pa.DictionaryArray.from_arrays(_nulls(indices), pa.array(numbers.words, pa.string()))
    nones = values.count(None)
    if nones == len(values):
        return pa.nulls(len(values), arrow_type(column))
    code = _CODES.get(column.type)
    if code is not None and not nones:
        return _packed(array(code, values), arrow_type(column))
    return pa.array(values, arrow_type(column))


def write_table(table: pa.Table, path: Path, kind: Table) -> None:
    """Write one Parquet file with the lake's settings."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    # Numbers as differences from row to row take a third of the space that dictionaries of them would take.
    numbers = [field.name for field in table.schema if pa.types.is_integer(field.type)]
    words = [field.name for field in table.schema if pa.types.is_dictionary(field.type)]
    pq.write_table(
        table,
        path,
        compression="zstd",
        compression_level=LEVEL,
        row_group_size=GAMES_ROW_GROUP if kind.name == "games" else ROW_GROUP,
        use_dictionary=words,
        column_encoding=dict.fromkeys(numbers, "DELTA_BINARY_PACKED"),
        write_statistics=True,
        store_schema=False,
    )
