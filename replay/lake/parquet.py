"""Writing Parquet files as the lake wants them: settings, row groups, and who writes when."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from replay.lake.arrow import arrow_schema
from replay.lake.layout import helpers
from replay.schema import Table

if TYPE_CHECKING:
    from concurrent.futures import Future

    import pyarrow as pa

#: Segments of up to so many games are written while their next table is made; larger tables would pile up in memory.
BESIDE: Final = 256
#: Rows of a row group of most tables, and of the table of games.
ROW_GROUP: Final = 122_880
GAMES_ROW_GROUP: Final = 8_192
#: Values that the writer takes at once; its own 1,024 cost a twentieth more time.
WRITTEN_AT_ONCE: Final = 16_384
#: Compression level of zstd for tables.
LEVEL: Final = 3
#: Tables with fewer rows are packed quickly instead of tightly.
SMALL: Final = 4_096


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
        "write_batch_size": WRITTEN_AT_ONCE,
        "use_dictionary": words,
        "column_encoding": dict.fromkeys(numbers, "DELTA_BINARY_PACKED"),
        "write_statistics": [field.name for field in schema if field.name == "game_id" or field.name not in words],
        "store_schema": False,
    }


class TableWriter:
    """One file of a table, written from any number of Arrow tables, in whole row groups.

    The words of a row group are those that occur in it. Arrow would write all words of the table again with each
    group; whoever asks for a few columns would read ids of ten thousand games for the rows of five hundred.
    """

    def __init__(self, path: Path, kind: Table) -> None:
        import pyarrow.parquet as pq

        self.schema = arrow_schema(kind)
        self.size = row_group(kind)
        self.out = pq.ParquetWriter(path, self.schema, **settings(self.schema, large=True))
        self.waiting: pa.Table | None = None

    def write(self, table: pa.Table) -> None:
        """Take in more rows. Raises OSError."""
        import pyarrow as pa

        if self.waiting is not None:
            table = pa.concat_tables([self.waiting, table])
        ready = table.num_rows // self.size * self.size
        for start in range(0, ready, self.size):
            self._group(table.slice(start, self.size))
        self.waiting = table.slice(ready) if ready < table.num_rows else None

    def _group(self, rows: pa.Table) -> None:
        import pyarrow as pa

        whole = rows.unify_dictionaries().combine_chunks()
        columns = [
            own_words(column.chunk(0)) if pa.types.is_dictionary(column.type) else column for column in whole.columns
        ]
        self.out.write_table(pa.Table.from_arrays(columns, schema=self.schema), row_group_size=self.size)

    def __enter__(self) -> TableWriter:
        return self

    def __exit__(self, *error: object) -> None:
        if self.waiting is not None and error == (None, None, None):
            self._group(self.waiting)
        self.waiting = None
        self.out.close()


def own_words(column: pa.DictionaryArray) -> pa.DictionaryArray:
    """The column with only those words in its dictionary that it has, in their order."""
    import pyarrow as pa
    import pyarrow.compute as pc

    used = pc.unique(column.indices).drop_null()
    if len(used) == len(column.dictionary):
        return column
    used = used.take(pc.array_sort_indices(used))
    return pa.DictionaryArray.from_arrays(pc.index_in(column.indices, used), column.dictionary.take(used))


def write_table(table: pa.Table, path: Path, kind: Table) -> None:
    """Write one Parquet file with the lake's settings. Raises OSError."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    if table.num_rows >= SMALL:
        with TableWriter(path, kind) as out:
            out.write(table)
        return
    buffer = pa.BufferOutputStream()
    pq.write_table(table, buffer, row_group_size=row_group(kind), **settings(table.schema, large=False))
    with open(path, "wb") as file:  # Arrow takes longer to open a small file than to fill it
        file.write(buffer.getvalue())
