"""SQL from strangers: one SELECT over the lake's tables, with no way to files, network, settings or writes.

Two walls. DuckDB itself may read the living Parquet files only, and its settings are locked. And since a path that may be
read could also be written to (`COPY … TO`), only a single SELECT or EXPLAIN is let through at all.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from replay.lake import views
from replay.lake.layout import LakeError
from replay.lake.reader import Lake, connect
from replay.schema import STORED

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

_EXPLAIN = re.compile(r"\s*EXPLAIN(\s+ANALYZE)?\b(\s*\([^)]*\))?", re.IGNORECASE)


class SqlRefused(LakeError):
    """A statement that is wrong or not allowed; the message says why."""


def locked_down(lake: Lake) -> duckdb.DuckDBPyConnection:
    """A new connection to the state that `lake` shows, which can read its files and do nothing else."""
    connection = connect(lake.path, lake.manifest)
    paths = [path for table in STORED for path in views.files(lake.path, lake.manifest, table.name)]
    allowed = ", ".join(views.literal(path) for path in paths)
    connection.execute(f"SET allowed_paths = [{allowed}]" if paths else "SET allowed_paths = []")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")
    return connection


def check(connection: duckdb.DuckDBPyConnection, sql: str) -> None:
    """Raise SqlRefused unless `sql` is one statement that only reads."""
    import duckdb

    try:
        statements = connection.extract_statements(sql)
    except duckdb.Error as error:
        raise SqlRefused(_first(error)) from error
    if len(statements) != 1:
        raise SqlRefused("one statement at a time, please" if statements else "there is no statement here")
    kind = statements[0].type
    if kind == duckdb.StatementType.EXPLAIN:
        inner = _EXPLAIN.sub("", statements[0].query, count=1)
        check(connection, inner)
    elif kind != duckdb.StatementType.SELECT:
        raise SqlRefused(f"only SELECT is possible here, not {kind.name.replace('_', ' ')}")


def ask(lake: Lake, sql: str, params: dict[str, Any] | None = None) -> pa.Table:
    """The answer to one SELECT of a stranger. Raises SqlRefused."""
    import duckdb

    connection = locked_down(lake)
    try:
        check(connection, sql)
        relation = connection.sql(sql, params=params) if params else connection.sql(sql)
        if relation is None:
            raise SqlRefused("this statement gives no table")
        return relation.to_arrow_table()
    except duckdb.Error as error:
        raise SqlRefused(_first(error)) from error
    finally:
        connection.close()


def _first(error: Exception) -> str:
    """What DuckDB says, without its drawing of the statement."""
    lines = [line for line in str(error).splitlines() if line.strip()]
    kept = [line for line in lines if not line.startswith("LINE ") and set(line.strip()) != {"^"}]
    return " ".join(kept[:2]) if kept else "this is not SQL"


def files_of(lake: Lake) -> list[Path]:
    """The living files of the lake."""
    return [Path(path) for table in STORED for path in views.files(lake.path, lake.manifest, table.name)]
