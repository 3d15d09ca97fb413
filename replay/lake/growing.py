"""A column of a batch that grows game by game."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from replay.lake.arrow import CODES, Numbers, append, arrow_array, arrow_type, packed, with_nulls
from replay.schema import Coded, Column, Sparse

if TYPE_CHECKING:
    import pyarrow as pa


class Growing:
    """One column that grows by pieces.

    Pieces of one kind (`Coded` with one table of values, `Sparse` with one number for NULL) are packed without a look at each value; from the first
    piece of another kind on, all are plain values.
    """

    def __init__(self, column: Column) -> None:
        self.column = column
        self.numbers = Numbers()
        self.indices = array("i")
        self.parts: list[pa.Array] = []
        self.kind: type | None = None
        # What is not packed yet: values, or places in one table of values.
        self.waiting: list[Any] = []
        self.values: tuple[Any, ...] | None = None
        self.codes = bytearray()
        self.null = 0

    def extend(self, values: Sequence[Any]) -> None:
        """Add values."""
        kind = self.kind
        if isinstance(values, Coded):
            if values.values is self.values:
                self.codes += values.codes
                return
            if kind is None:
                self.kind, self.values = Coded, values.values
                self.codes += values.codes
                return
        elif isinstance(values, Sparse):
            if kind is None:
                kind, self.kind, self.null = Sparse, Sparse, values.null
            if kind is Sparse and values.null == self.null:
                self.waiting.extend(values.numbers)
                return
        elif kind is list:
            self.waiting.extend(values)
            return
        if kind is not list:
            self.pack()
            self.kind, self.values = list, None
        self.waiting.extend(values)

    def pack(self) -> None:
        """Pack what waits."""
        values = self.waiting
        if self.codes:
            self._pack_codes()
        elif values:
            if self.column.type == "word":
                self.indices.fromlist([*map(self.numbers.__getitem__, values)])
            elif self.kind is Sparse:
                code = CODES[self.column.type]
                self.parts.append(with_nulls(array(code, values), arrow_type(self.column), self.null))
            else:
                self.parts.append(arrow_array(values, self.column))
            values.clear()

    def _pack_codes(self) -> None:
        """Values by their places: a table of bytes, not a look-up for each."""
        import pyarrow as pa

        values = self.values
        assert values is not None
        if self.column.type == "word":
            numbers = bytes(self.numbers[value] & 255 if code in self.codes else 0 for code, value in enumerate(values))
            if len(self.numbers.words) <= 127:
                append(self.indices, packed(self.codes.translate(numbers.ljust(256)), pa.int8()).cast(pa.int32()))
            else:
                self.indices.extend([self.numbers[values[code]] for code in self.codes])
        else:
            self.parts.append(arrow_array(values, self.column).take(packed(self.codes, pa.int8())))
        self.codes = bytearray()

    def array(self) -> pa.Array:
        """Everything so far as one Arrow array."""
        import pyarrow as pa

        self.pack()
        if self.column.type == "word":
            return pa.DictionaryArray.from_arrays(with_nulls(self.indices), pa.array(self.numbers.words, pa.string()))
        if len(self.parts) != 1:
            self.parts = [pa.concat_arrays(self.parts) if self.parts else arrow_array((), self.column)]
        return self.parts[0]


__all__ = ["Growing"]
