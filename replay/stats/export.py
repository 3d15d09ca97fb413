"""Answers as files: CSV that Excel opens, JSON Lines, Parquet.

A CSV cell that begins like a formula gets an apostrophe before it: names come from strangers, and a spreadsheet would
run them. Parquet and JSON keep every value as it is.
"""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import pyarrow as pa

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
BOM: Final = "\ufeff"


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return "" if value is None else value


def to_csv(table: pa.Table, *, bom: bool = True) -> bytes:
    """The table as CSV in UTF-8, with the byte order mark by which Excel knows it. Unknown values are empty cells."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(table.column_names)
    for batch in table.to_batches():
        for row in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            writer.writerow([_cell(value) for value in row])
    return ((BOM if bom else "") + out.getvalue()).encode("utf-8", "replace")


def to_json(table: pa.Table) -> bytes:
    """One JSON object a line; dates as `2026-01-31`, unknown values as null."""
    lines = [json.dumps(row, default=str, ensure_ascii=False) + "\n" for row in table.to_pylist()]
    return "".join(lines).encode("utf-8", "replace")


def to_parquet(table: pa.Table) -> bytes:
    """The table as a Parquet file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd")
    return bytes(sink.getvalue())


__all__ = ["BOM", "to_csv", "to_json", "to_parquet"]
