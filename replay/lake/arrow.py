"""Python values → Arrow arrays, as cheaply as it goes: packed numbers without copying, recurring words as dictionaries."""

from __future__ import annotations

import contextlib
import itertools
from array import array
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from replay.schema import GAME_ID, Column, Table

if TYPE_CHECKING:
    import pyarrow as pa

#: Codes of `array` for whole numbers: packing them so is three times as fast as Arrow's own reading of a tuple.
CODES: Final = {"int8": "b", "int16": "h", "int32": "i"}


class Numbers(dict[Any, int]):
    """word → its number, in the order of first use; None is -1."""

    def __init__(self) -> None:
        super().__init__()
        self[None] = -1
        self.words: list[str] = []

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self.words)
        self.words.append(word)
        return number


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
        return pa.array(values, pa.string()).dictionary_encode()
    code = CODES.get(column.type)
    if code is not None:
        with contextlib.suppress(TypeError):  # a None among them; looking for it beforehand would take longer
            return packed(array(code, values), arrow_type(column))
    if values and values[0] is None and values.count(None) == len(values):
        return pa.nulls(len(values), arrow_type(column))
    return pa.array(values, arrow_type(column))


def packed(values: array[int] | bytearray, kind: pa.DataType, length: int | None = None) -> pa.Array:
    """A packed array as an Arrow array without copying."""
    import pyarrow as pa

    return pa.Array.from_buffers(kind, len(values) if length is None else length, [None, pa.py_buffer(values)])


def append(values: array[int], more: pa.Array) -> None:
    """Add an Arrow array of the same width, which has no NULL and begins where its buffer does."""
    values.frombytes(memoryview(more.buffers()[1])[: values.itemsize * len(more)])


def with_nulls(numbers: array[int], kind: pa.DataType | None = None, null: int = -1) -> pa.Array:
    """Numbers (of words, if nothing else is said) as an Arrow array, with NULL for one of them."""
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = kind or pa.int32()
    found = packed(numbers, kind)
    gaps = pc.equal(found, pa.scalar(null, kind))
    return pc.if_else(gaps, pa.scalar(None, kind), found) if gaps.true_count else found


def repeat(values: Sequence[int], counts: Sequence[int]) -> pa.Array:
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


def positions(order: Sequence[int], counts: Sequence[int]) -> pa.Array:
    """For each row of games in a new order, its place in the old one. counts: rows per game in the old order."""
    import pyarrow as pa
    import pyarrow.compute as pc

    starts = [0, *itertools.accumulate(counts)]
    moved: list[int] = []
    here = 0
    for game in order:
        moved.append(starts[game] - here)
        here += counts[game]
    return pc.add(repeat(moved, [counts[game] for game in order]), pa.arange(0, here).cast(pa.int32()))


def ranks(counts: Sequence[int]) -> pa.Array:
    """For each row of games its number in its game, from 1. counts: rows per game."""
    import pyarrow as pa
    import pyarrow.compute as pc

    starts = [*itertools.accumulate(counts, initial=-1)][:-1]
    return pc.subtract(pa.arange(0, sum(counts)).cast(pa.int32()), repeat(starts, counts))


def constant(value: Any, column: Column, rows: int) -> pa.Array:
    """The same value in each row."""
    import pyarrow as pa

    if value is None:
        return pa.nulls(rows, arrow_type(column))
    if pa.types.is_dictionary(arrow_type(column)):
        return pa.DictionaryArray.from_arrays(
            packed(bytearray(4 * rows), pa.int32(), rows), pa.array([value], pa.string())
        )
    return pa.repeat(pa.scalar(value, arrow_type(column)), rows)
