"""The lake's own files as Delta tables (extra `delta`): a door for Spark, Trino, Polars. Nothing is copied.

Each `tables/<table>/` gets a `_delta_log` that lists the living segments. It shows the lake as it was when it was
published; publishing again brings it up to date. Games that were replaced cannot be hidden in a Delta table, so segments
that hold some are rewritten first.
"""

from __future__ import annotations

import os
from pathlib import Path

from replay.lake import commit as commits
from replay.lake import manifest as manifests
from replay.lake.arrow import arrow_type
from replay.lake.layout import TABLES, LakeError, segment_file
from replay.schema import STORED, Table


def publish(lake: Path) -> list[Path]:
    """Publish the newest state; the folders of the Delta tables. Raises LakeError where the extra is not installed."""
    try:
        import deltalake  # noqa: F401
    except ImportError as error:
        raise LakeError("Delta tables need the extra `delta`: pip install 'biblios-replay[delta]'") from error
    for _ in range(10):
        state = manifests.newest(lake)
        torn = [segment for segment in state.segments if segment.dead]
        if not torn:
            return [_table(lake, state, table) for table in STORED]
        for segment in torn:
            commits.merge(lake, [segment])
    raise LakeError("other processes kept changing the lake; nothing was published, please try again")


def _table(lake: Path, state: manifests.Manifest, table: Table) -> Path:
    import pyarrow as pa
    from deltalake import DeltaTable, Field, Schema
    from deltalake.transaction import AddAction, RemoveAction

    folder = lake / TABLES / table.name
    fields = []
    for column in table.filed:
        kind = pa.string() if column.type == "word" else arrow_type(column)
        fields.append(Field.from_arrow(pa.field(column.name, kind, nullable=True)))
    schema = Schema(fields)
    target = DeltaTable.create(str(folder), schema, mode="ignore", name=table.name, description=table.meaning)
    actions: list[AddAction | RemoveAction] = []
    for segment in state.segments:
        rows = segment.rows.get(table.name)
        if rows:
            found = os.stat(segment_file(lake, table.name, segment.id))
            actions.append(AddAction(f"{segment.id}.parquet", found.st_size, {}, int(found.st_mtime * 1000), True,
                                     f'{{"numRecords":{rows}}}'))  # fmt: skip
    target.create_write_transaction(actions, mode="overwrite", schema=schema, partition_by=[])
    return folder
