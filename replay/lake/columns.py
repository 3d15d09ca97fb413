"""Rows in memory → sorted Parquet files of one segment.

A `Batch` collects the rows of many games in plain lists and packed arrays. What a game repeats in all its rows (its id,
the shared columns) is kept once per game and spread out at the end by numbers, so a row costs little more than its own
values. Words that recur are numbered as they come and become Arrow dictionaries.
"""

from __future__ import annotations

import contextlib
import itertools
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from replay.facts import GameFacts
from replay.lake.layout import helpers, new_segment_id, segment_file, sync_all
from replay.lake.manifest import INLINE_IDS, Segment
from replay.log import Event
from replay.problems import VERDICTS
from replay.schema import EVENTS, GAME_ID, SHARED, STORED, Coded, Column, Columns, Row, Sparse, Table

if TYPE_CHECKING:
    from concurrent.futures import Future

    import pyarrow as pa

#: Segments of up to so many games are written while their next table is made; larger tables would pile up in memory.
BESIDE: Final = 256
#: Rows of a row group of most tables, and of the table of games.
ROW_GROUP: Final = 122_880
GAMES_ROW_GROUP: Final = 8_192
#: Compression level of zstd for tables.
LEVEL: Final = 3
#: Tables with fewer rows are packed quickly instead of tightly.
SMALL: Final = 4_096
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
        # Values that are not packed yet: plain ones, or places in one table of values.
        self.waiting: list[Any] = []
        self.values: tuple[Any, ...] = ()
        self.codes = bytearray()
        self.sparse = False  # whether a waiting 0 is NULL

    def extend(self, values: Sequence[Any]) -> None:
        """Add values."""
        sparse = type(values) is Sparse
        if sparse is not self.sparse:
            self.pack()
            self.sparse = sparse
        if isinstance(values, Coded):
            if self.waiting or values.values is not self.values:
                self.pack()
                self.values = values.values
            self.codes += values.codes
        else:
            if self.codes:
                self.pack()
            self.waiting.extend(values)

    def pack(self) -> None:
        """Pack what waits."""
        if self.codes:
            self._pack_codes()
        values = self.waiting
        if values:
            if self.column.type == "word":
                self.indices.fromlist([*map(self.numbers.__getitem__, values)])
            elif self.sparse:
                code = _CODES[self.column.type]
                self.parts.append(_nulls(array(code, values), arrow_type(self.column), 0))
            else:
                self.parts.append(arrow_array(values, self.column))
            values.clear()

    def _pack_codes(self) -> None:
        """Values by their places: a table of bytes, not a look-up for each."""
        import pyarrow as pa

        values = self.values
        if self.column.type == "word":
            seen = set(self.codes)
            numbers = bytes(self.numbers[value] & 255 if code in seen else 0 for code, value in enumerate(values))
            if len(self.numbers.words) <= 127:
                _append(self.indices, _packed(self.codes.translate(numbers.ljust(256)), pa.int8()).cast(pa.int32()))
            else:
                self.indices.extend([self.numbers[values[code]] for code in self.codes])
        else:
            self.parts.append(arrow_array([values[code] for code in self.codes], self.column))
        self.codes = bytearray()

    def array(self) -> pa.Array:
        """Everything so far as one Arrow array."""
        import pyarrow as pa

        self.pack()
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
        self.rows: dict[str, list[Row]] = {table.name: [] for table in STORED if table is not EVENTS}
        #: Tables whose rows have come column by column.
        self.wide: set[str] = set()
        self.columns = {table.name: [_Growing(c) for c in table.given] for table in STORED if table is not EVENTS}
        # Most events are one object that many games share: each is numbered once, by its identity.
        self.events: list[Event] = []
        self.numbers: dict[int, int] = {}
        self.unnumbered: list[Event] = []
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
        events = game.events
        number = len(events)
        self.counts["events"].append(number)
        self.unnumbered.extend(events)
        if len(self.unnumbered) >= 8 * SPILL:
            self._number()
        self.ply.extend(_PLIES[:number] if number <= len(_PLIES) else range(1, number + 1))
        self.line.fromlist(list(game.lines))
        self.verdict.extend(game.verdicts)
        if game.reasons:
            self.reason.extend([self.reasons[game.reasons.get(ply) or None] for ply in range(1, number + 1)])
        else:
            self.reason.extend(array("i", (-1,)) * number)

    def _number(self) -> None:
        """Number the events that came since the last time, by their addresses: only one look-up for equal ones."""
        import pyarrow as pa
        import pyarrow.compute as pc

        addresses = _packed(array("q", [*map(id, self.unnumbered)]), pa.int64())
        coded = addresses.dictionary_encode()
        distinct = coded.dictionary.to_pylist()
        numbers = self.numbers
        fresh = [address for address in distinct if address not in numbers]
        for address, place in zip(fresh, pc.index_in(pa.array(fresh, pa.int64()), addresses).to_pylist(), strict=True):
            numbers[address] = len(self.events)
            self.events.append(self.unnumbered[place])  # which also keeps its identity from being used again
        places = pa.array([numbers[address] for address in distinct], pa.int32()).take(coded.indices)
        _append(self.event, places)
        self.unnumbered.clear()

    # ------------------------------------------------------------------------------------------------------- arrow

    def table(self, table: Table) -> pa.Table:
        """One table with all its columns, sorted by game id; games keep the order of their rows."""
        import pyarrow as pa

        if len(self.ids) == 1:
            return self._one(table)
        order = sorted(range(len(self.ids)), key=self.ids.__getitem__)
        counts = [self.counts[table.name][game] for game in order]
        ids = pa.array([self.ids[game] for game in order], pa.string())
        columns = [pa.DictionaryArray.from_arrays(_repeat(range(len(order)), counts), ids)]
        if table.shared:
            parent = _repeat(order, counts)
            for index, column in enumerate(SHARED):
                values = arrow_array([game[index] for game in self.shared], column)
                columns.append(values.take(parent))
        rows = _positions(order, self.counts[table.name]) if order != list(range(len(order))) else None
        own = self._events(rows) if table is EVENTS else self._own(table, rows)
        return pa.Table.from_arrays(columns + own, schema=arrow_schema(table))

    def _one(self, table: Table) -> pa.Table:
        """The table of a single game: nothing to sort, nothing to spread."""
        import pyarrow as pa

        rows = self.counts[table.name][0]
        columns = [_constant(self.ids[0], GAME_ID, rows)]
        if table.shared:
            columns += [_constant(value, column, rows) for value, column in zip(self.shared[0], SHARED, strict=True)]
        own = self._events(None) if table is EVENTS else self._own(table, None)
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

    def _events(self, rows: pa.Array | None) -> list[pa.Array]:
        import pyarrow as pa

        if self.unnumbered:
            self._number()
        which, ply, line = (_packed(values, pa.int32()) for values in (self.event, self.ply, self.line))
        verdict, reason = _packed(self.verdict, pa.int8()).cast(pa.int32()), _nulls(self.reason)
        if rows is not None:
            which, ply, line, verdict, reason = (column.take(rows) for column in (which, ply, line, verdict, reason))
        kinds = {column.name: column for column in EVENTS.given}

        def own(name: str, values: list[Any]) -> pa.Array:
            if values.count(None) == len(values):
                return pa.nulls(len(which), arrow_type(kinds[name]))
            return arrow_array(values, kinds[name]).take(which)

        return [
            ply,
            own("seat", [event.seat if event.seat >= 0 else None for event in self.events]),
            own("verb", [event.verb for event in self.events]),
            own("text", [event.text for event in self.events]),
            pa.DictionaryArray.from_arrays(verdict, pa.array(VERDICTS, pa.string())),
            pa.DictionaryArray.from_arrays(reason, pa.array(self.reasons.words, pa.string())),
            own("at", [event.at for event in self.events]),
            own("comment", [event.comment for event in self.events]),
            line,
        ]

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


def _packed(values: array[int] | bytearray, kind: pa.DataType, length: int | None = None) -> pa.Array:
    """A packed array as an Arrow array without copying."""
    import pyarrow as pa

    return pa.Array.from_buffers(kind, len(values) if length is None else length, [None, pa.py_buffer(values)])


def _append(values: array[int], more: pa.Array) -> None:
    """Add an Arrow array of the same width, which has no NULL and begins where its buffer does."""
    values.frombytes(memoryview(more.buffers()[1])[: values.itemsize * len(more)])


def _nulls(numbers: array[int], kind: pa.DataType | None = None, null: int = -1) -> pa.Array:
    """Numbers (of words, if nothing else is said) as an Arrow array, with NULL for one of them."""
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = kind or pa.int32()
    found = _packed(numbers, kind)
    gaps = pc.equal(found, pa.scalar(null, kind))
    return pc.if_else(gaps, pa.scalar(None, kind), found) if gaps.true_count else found


def _repeat(values: Sequence[int], counts: Sequence[int]) -> pa.Array:
    """Each value as often as its count says."""
    import pyarrow as pa
    import pyarrow.compute as pc

    ends: list[int] = []
    runs: list[int] = []
    end = 0
    for value, count in zip(values, counts, strict=True):
        if count:
            end += count
            ends.append(end)
            runs.append(value)
    if not ends:
        return pa.array([], pa.int32())
    kind = pa.int32()
    return pc.run_end_decode(pa.RunEndEncodedArray.from_arrays(pa.array(ends, kind), pa.array(runs, kind)))


def _positions(order: Sequence[int], counts: Sequence[int]) -> pa.Array:
    """For each row in the new order, its place in the old one."""
    import pyarrow as pa
    import pyarrow.compute as pc

    starts = [0, *itertools.accumulate(counts)]
    moved: list[int] = []
    here = 0
    for game in order:
        moved.append(starts[game] - here)
        here += counts[game]
    return pc.add(_repeat(moved, [counts[game] for game in order]), _packed(array("i", range(here)), pa.int32()))


def _constant(value: Any, column: Column, rows: int) -> pa.Array:
    """The same value in each row."""
    import pyarrow as pa

    if value is None:
        return pa.nulls(rows, arrow_type(column))
    if pa.types.is_dictionary(arrow_type(column)):
        return pa.DictionaryArray.from_arrays(
            _packed(bytearray(4 * rows), pa.int32(), rows), pa.array([value], pa.string())
        )
    return pa.repeat(pa.scalar(value, arrow_type(column)), rows)


@cache
def arrow_type(column: Column) -> pa.DataType:
    """The Arrow type of a column."""
    import pyarrow as pa

    if column.type == "word" or column is GAME_ID:
        return pa.dictionary(pa.int32(), pa.string())
    kinds = {"text": pa.string(), "bool": pa.bool_(), "int8": pa.int8(), "int32": pa.int32(),
             "float": pa.float64(), "date": pa.date32()}  # fmt: skip
    return kinds[column.type]


@cache
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
    code = _CODES.get(column.type)
    if code is not None:
        with contextlib.suppress(TypeError):  # a None among them; looking for it beforehand would take longer
            return _packed(array(code, values), arrow_type(column))
    if values and values[0] is None and values.count(None) == len(values):
        return pa.nulls(len(values), arrow_type(column))
    return pa.array(values, arrow_type(column))


@contextlib.contextmanager
def writing(beside: bool) -> Iterator[Callable[[pa.Table, Path, Table], object]]:
    """`write_table`, or with `beside` one that writes in a thread of its own while the next table is made.

    All is written when the context ends; the first error is raised then.
    """
    if not beside:
        yield write_table
        return
    under_way: list[Future[None]] = []
    try:
        yield lambda *what: under_way.append(helpers().submit(write_table, *what))
    finally:
        failed = [task for task in under_way if task.exception() is not None]
    if failed:
        failed[0].result()


def row_group(table: Table) -> int:
    """Rows of a row group of a table; games are looked up by id, so their groups are smaller."""
    return GAMES_ROW_GROUP if table.name == "games" else ROW_GROUP


def settings(schema: pa.Schema, *, large: bool) -> dict[str, Any]:
    """How the lake writes a Parquet file, in the words of `pyarrow.parquet.ParquetWriter`."""
    import pyarrow as pa

    # Numbers as differences from row to row take a third of the space that dictionaries of them would take.
    numbers = [field.name for field in schema if pa.types.is_integer(field.type)]
    words = [field.name for field in schema if pa.types.is_dictionary(field.type)]
    return {
        # Small files are merged before long; zstd would take longer to set up for each column than to pack it.
        "compression": "zstd" if large else "snappy",
        "compression_level": LEVEL if large else None,
        "use_dictionary": words,
        "column_encoding": dict.fromkeys(numbers, "DELTA_BINARY_PACKED"),
        "write_statistics": [field.name for field in schema if field.name == "game_id" or field.name not in words],
        "store_schema": False,
    }


def write_table(table: pa.Table, path: Path, kind: Table) -> None:
    """Write one Parquet file with the lake's settings."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    large = table.num_rows >= SMALL
    buffer = pa.BufferOutputStream()
    pq.write_table(
        table, path if large else buffer, row_group_size=row_group(kind), **settings(table.schema, large=large)
    )
    if not large:  # Arrow takes longer to open a small file than to fill it
        with open(path, "wb") as out:
            out.write(buffer.getvalue())
