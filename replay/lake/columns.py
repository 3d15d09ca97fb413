"""Rows in memory → sorted Parquet files of one segment.

A `Batch` collects the rows of many games in plain lists and packed arrays. What a game repeats in all its rows (its id,
the shared columns) is kept once per game and spread out at the end by numbers, so a row costs little more than its own
values. Words that recur are numbered as they come and become Arrow dictionaries.
"""

from __future__ import annotations

import datetime as dt
import itertools
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from replay.facts import GameFacts
from replay.lake.layout import new_segment_id, segment_file, sync_file, sync_folder
from replay.lake.manifest import INLINE_IDS, Segment
from replay.problems import VERDICTS
from replay.schema import EVENTS, SHARED, STORED, Column, Table

if TYPE_CHECKING:
    import pyarrow as pa

#: Rows of a row group; games are looked up by id, so their groups are smaller.
ROW_GROUP: Final = 122_880
GAMES_ROW_GROUP: Final = 8_192
#: Compression level of zstd for tables.
LEVEL: Final = 3
_EPOCH: Final = dt.date(1970, 1, 1)
_ZERO: Final = bytes(1)


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


class Batch:
    """Rows of games that are to become one segment. Not sorted until it is written."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.known: dict[str, tuple[str, str, bool]] = {}
        self.shared: list[tuple[Any, ...]] = []
        self.counts: dict[str, array[int]] = {table.name: array("i") for table in STORED}
        self.rows: dict[str, list[tuple[Any, ...]]] = {table.name: [] for table in STORED if table is not EVENTS}
        self.numbers = {column.name: _Numbers() for column in EVENTS.given if column.type == "word"}
        self.ply, self.line = array("i"), array("i")
        self.seat = array("b")
        self.verb, self.text, self.reason = array("i"), array("i"), array("i")
        self.verdict = bytearray()
        self.at: list[str | None] = []
        self.comment: list[str | None] = []

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def weight(self) -> int:
        """Rows held, for deciding when the batch is full."""
        return len(self.verdict)

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
            else:
                self.counts[name].append(0)
        ply, seat, verb, text, verdict, reason, at, comment, line = game.events
        numbers = self.numbers
        self.counts["events"].append(len(ply))
        self.ply.extend(ply)
        self.seat.extend(seat)
        self.verb.extend(map(numbers["verb"].__getitem__, verb))
        self.text.extend(map(numbers["text"].__getitem__, text))
        self.reason.extend(map(numbers["reason"].__getitem__, reason))
        self.verdict.extend(verdict)
        self.at.extend(at)
        self.comment.extend(comment)
        self.line.extend(line)

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
        return pa.DictionaryArray.from_arrays(_packed(indices, pa.int32()), ids).cast(pa.string())

    def _own(self, table: Table) -> list[pa.Array]:
        columns = [*zip(*self.rows[table.name], strict=True)] or [()] * len(table.given)
        return [arrow_array(values, column) for values, column in zip(columns, table.given, strict=True)]

    def _events(self) -> list[pa.Array]:
        import pyarrow as pa
        import pyarrow.compute as pc

        seat = _packed(self.seat, pa.int8())
        seat = pc.if_else(pc.less(seat, 0), pa.scalar(None, pa.int8()), seat)
        verdict = pa.DictionaryArray.from_arrays(
            _packed(self.verdict, pa.int8()).cast(pa.int32()), pa.array(VERDICTS, pa.string())
        )
        return [
            _packed(self.ply, pa.int32()),
            seat,
            self._word("verb", self.verb),
            self._word("text", self.text),
            verdict,
            self._word("reason", self.reason),
            pa.array(self.at, pa.string()),
            pa.array(self.comment, pa.string()),
            _packed(self.line, pa.int32()),
        ]

    def _word(self, name: str, indices: array[int]) -> pa.Array:
        import pyarrow as pa
        import pyarrow.compute as pc

        found = _packed(indices, pa.int32())
        if len(indices) and min(indices) < 0:
            found = pc.if_else(pc.less(found, 0), pa.scalar(None, pa.int32()), found)
        return pa.DictionaryArray.from_arrays(found, pa.array(self.numbers[name].words, pa.string()))

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
                        sync_file(path)
            if sync:
                for path in written:
                    sync_folder(path.parent)
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

    if column.type == "word":
        return pa.dictionary(pa.int32(), pa.string())
    kinds = {"text": pa.string(), "bool": pa.bool_(), "int8": pa.int8(), "int16": pa.int16(), "int32": pa.int32(),
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
        mask = pa.array([index < 0 for index in indices], pa.bool_()) if None in values else None
        found = _packed(indices, pa.int32())
        if mask is not None:
            import pyarrow.compute as pc

            found = pc.if_else(mask, pa.scalar(None, pa.int32()), found)
        return pa.DictionaryArray.from_arrays(found, pa.array(numbers.words, pa.string()))
    return pa.array(values, arrow_type(column))


def write_table(table: pa.Table, path: Path, kind: Table) -> None:
    """Write one Parquet file with the lake's settings."""
    import pyarrow.parquet as pq

    pq.write_table(
        table,
        path,
        compression="zstd",
        compression_level=LEVEL,
        row_group_size=GAMES_ROW_GROUP if kind.name == "games" else ROW_GROUP,
        use_dictionary=True,
        write_statistics=True,
        store_schema=False,
    )
