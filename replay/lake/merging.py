"""Several sorted segments become one, in an amount of memory that does not depend on how many games they hold.

All tables of a segment are sorted by game. A merge therefore goes through the ids in ranges: it takes the rows of a range
from each segment, puts them in order, writes them, and goes on to the next range.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from replay.lake.arrow import arrow_schema
from replay.lake.layout import LakeError, new_segment_id, remove, segment_file, sync_all
from replay.lake.manifest import INLINE_IDS, Segment
from replay.lake.parquet import BESIDE, TableWriter, writing
from replay.schema import SCHEMA_VERSION, STORED, Table

if TYPE_CHECKING:
    import pyarrow as pa

#: Rows of a range in the longest table, about.
RANGE: Final = 500_000
#: Files of up to this many bytes are read at once: Arrow takes longer to open a small file than to read it.
WHOLE: Final = 1 << 20


def write_merged(lake: Path, group: Sequence[Segment]) -> Segment | None:
    """Write the living games of several segments as one new segment, sorted; None where no game lives.

    Columns that an older segment lacks are NULL, and the new segment is of that version: what it does not know stays
    unknown. Raises OSError or LakeError; the new files are removed then.
    """
    import pyarrow as pa

    living = sum(segment.living for segment in group)
    if not living:
        return None
    merged = new_segment_id()
    rows = dict.fromkeys((table.name for table in STORED), 0)
    written: list[Path] = []
    low = high = ""
    ids: dict[str, tuple[str, str, bool]] | None = None
    try:
        bounds = _bounds(lake, group)
        with writing(beside=living <= BESIDE) as write:
            for table in STORED:
                path = segment_file(lake, table.name, merged)
                parts = _parts(lake, group, table, bounds)
                first = next(parts, None)
                if first is None:
                    continue
                written.append(path)
                rows[table.name], last = first.num_rows, first["game_id"][-1].as_py()
                if bounds:
                    rows[table.name], last = _write_parts(itertools.chain((first,), parts), path, table)
                else:
                    write(first, path, table)
                if table.name == "games":
                    low, high = first["game_id"][0].as_py(), last
                    if living <= INLINE_IDS:
                        ids = {
                            row["game_id"]: (row["log_hash"], row["likeness"], row["has_id"])
                            for row in first.to_pylist()
                        }
        sync_all(written)
    except BaseException as error:
        for path in written:
            remove(path)
        if isinstance(error, pa.ArrowException):
            raise LakeError(f"merging failed, nothing was changed: {str(error).splitlines()[0]}") from error
        raise
    size = sum(path.stat().st_size for path in written)
    oldest = min(segment.schema for segment in group)
    return Segment(merged, rows["games"], low, high, rows, schema=oldest, size=size, ids=ids)


def _bounds(lake: Path, group: Sequence[Segment]) -> list[str]:
    """Ids that part the games into ranges: each range ends before its bound, the last one has none."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    longest = max(sum(segment.rows.get(table.name, 0) for segment in group) for table in STORED)
    ranges = -(-longest // RANGE)
    if ranges < 2:
        return []
    every = pa.chunked_array(
        [chunk for segment in group
         for chunk in pq.read_table(segment_file(lake, "games", segment.id), columns=["game_id"])["game_id"].chunks],
        pa.string(),
    )  # fmt: skip
    order = pc.array_sort_indices(every.combine_chunks())
    return [every[order[number * len(order) // ranges].as_py()].as_py() for number in range(1, ranges)]


class _Rows:
    """The rows of a table of one segment, taken range by range; rows of dead games are left out."""

    def __init__(self, lake: Path, segment: Segment, table: Table) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        path = segment_file(lake, table.name, segment.id)
        source = pa.BufferReader(path.read_bytes()) if path.stat().st_size <= WHOLE else str(path)
        there = None if segment.schema == SCHEMA_VERSION else pq.read_schema(source).names
        words = [field.name for field in arrow_schema(table)
                 if pa.types.is_dictionary(field.type) and (there is None or field.name in there)]  # fmt: skip
        self.file = pq.ParquetFile(source, read_dictionary=words)
        self.schema = arrow_schema(table)
        self.types = [field.type for field in self.schema]
        self.dead = pa.array(segment.dead, pa.string()) if segment.dead else None
        self.group = 0
        self.rest: pa.Table | None = None

    def before(self, bound: str | None) -> list[pa.Table]:
        """The next rows of games before `bound`; all that are left without one."""
        import pyarrow.compute as pc

        found = []
        while True:
            if self.rest is None:
                if self.group == self.file.num_row_groups:
                    break
                self.rest = self._today(self.file.read_row_group(self.group, use_threads=False))
                self.group += 1
            rest = self.rest
            if bound is None or not rest.num_rows or rest["game_id"][-1].as_py() < bound:
                found.append(rest)
                self.rest = None
                continue
            number = pc.sum(_by_game(rest, lambda names: pc.less(names, bound))).as_py() or 0
            found.append(rest.slice(0, number))
            self.rest = rest.slice(number)
            break
        return found

    def _today(self, rows: pa.Table) -> pa.Table:
        import pyarrow as pa
        import pyarrow.compute as pc

        if self.dead is not None:
            rows = rows.filter(_by_game(rows, lambda names: pc.invert(pc.is_in(names, value_set=self.dead))))
        if [field.type for field in rows.schema] == self.types:  # nothing to add, nothing to change: mostly so
            return pa.Table.from_arrays(rows.columns, schema=self.schema)
        columns = [
            rows[field.name].cast(field.type)
            if field.name in rows.column_names
            else pa.nulls(rows.num_rows, field.type)
            for field in self.schema
        ]
        return pa.Table.from_arrays(columns, schema=self.schema)

    def close(self) -> None:
        self.file.close()


def _parts(lake: Path, group: Sequence[Segment], table: Table, bounds: Sequence[str]) -> Iterator[pa.Table]:
    """The living rows of a table, sorted by game, range by range; rows of one game keep their order."""
    import pyarrow as pa
    import pyarrow.compute as pc

    with ExitStack() as stack:
        sources = []
        for segment in group:
            if segment.rows.get(table.name):
                sources.append(_Rows(lake, segment, table))
                stack.callback(sources[-1].close)
        for bound in (*bounds, None):
            found = [part for source in sources for part in source.before(bound) if part.num_rows]
            if not found:
                continue
            whole = pa.concat_tables(found).unify_dictionaries().combine_chunks()
            if len(found) > 1:
                # Games have far fewer ids than rows: sorting their numbers takes a fraction of sorting words.
                place = _by_game(whole, lambda names: pc.rank(names, tiebreaker="dense").cast(pa.int32()))
                whole = whole.take(pc.array_sort_indices(place))
            yield whole


def _write_parts(parts: Iterator[pa.Table], path: Path, table: Table) -> tuple[int, str]:
    """Write one file from the ranges of a table; the number of rows, and the last game."""
    rows = 0
    last = ""
    with TableWriter(path, table) as out:
        for part in parts:
            rows += part.num_rows
            last = part["game_id"][-1].as_py()
            out.write(part)
    return rows, last


def _by_game(rows: pa.Table, test: Callable[[pa.Array], pa.Array]) -> pa.Array:
    """What `test` says of the id of each row's game; ids are numbered, and only their words are tested."""
    names = rows["game_id"].combine_chunks()
    return test(names.dictionary).take(names.indices)
