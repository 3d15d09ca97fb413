"""The SQL that shows living segments as tables: one view per table, right types even where there is no file yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from replay.lake.layout import segment_file
from replay.lake.manifest import Manifest, Segment
from replay.schema import SCHEMA_VERSION, STORED, Column, Table

#: Up to this many replaced games of a segment are named in the view itself, where DuckDB can skip row groups by them.
NAMED_DEAD: Final = 40
#: Games of small segments that are held in memory at most, and the fewest segments for which that pays.
HELD_GAMES: Final = 1_000
HELD_LEAST: Final = 4


def literal(text: str) -> str:
    """A string as a SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def name(column: str) -> str:
    """A column's name, quoted."""
    return '"' + column.replace('"', '""') + '"'


def files(lake: Path, manifest: Manifest, table: str) -> list[str]:
    """The living Parquet files of a table, absolute."""
    return [
        str(segment_file(lake, table, segment.id).absolute())
        for segment in manifest.segments
        if segment.rows.get(table)
    ]


def _scan(paths: Sequence[str], columns: Iterable[Column]) -> str:
    listed = ", ".join(literal(path) for path in paths)
    wanted = ", ".join(name(column.name) for column in columns)
    return f"SELECT {wanted} FROM read_parquet([{listed}])"  # noqa: S608 - our own names only


def _typed(columns: Iterable[Column]) -> str:
    nulls = ", ".join(f"NULL::{column.sql_type} AS {name(column.name)}" for column in columns)
    return f"SELECT {nulls} WHERE false"


def _grown(paths: Sequence[str], columns: Sequence[Column]) -> str:
    """Files of an older schema: columns that they lack are NULL, columns that we no longer know are left out."""
    listed = ", ".join(literal(path) for path in paths)
    wanted = ", ".join(f"{name(c.name)}::{c.sql_type} AS {name(c.name)}" for c in columns)
    return (
        f"SELECT {wanted} FROM ({_typed(columns)} UNION ALL BY NAME "  # noqa: S608 - our own names only
        f"SELECT * FROM read_parquet([{listed}], union_by_name = true))"
    )


def view_sql(lake: Path, manifest: Manifest, table: Table) -> str:
    """The query behind the view of a stored table."""
    columns = table.filed
    plain: list[str] = []
    old: list[str] = []
    parts: list[str] = []
    for segment in manifest.segments:
        if not segment.rows.get(table.name):
            continue
        path = str(segment_file(lake, table.name, segment.id).absolute())
        current = segment.schema == SCHEMA_VERSION
        if segment.dead:
            scan = _scan([path], columns) if current else _grown([path], columns)
            parts.append(f"SELECT * FROM ({scan}) WHERE {_living(segment)}")  # noqa: S608 - literals are quoted
        else:
            (plain if current else old).append(path)
    if plain:
        parts.insert(0, _scan(plain, columns))
    if old:
        parts.append(_grown(old, columns))
    return " UNION ALL ".join(parts) if parts else _typed(columns)


def _living(segment: Segment) -> str:
    if len(segment.dead) <= NAMED_DEAD:
        return f"game_id NOT IN ({', '.join(map(literal, segment.dead))})"
    return f"game_id NOT IN (SELECT id FROM lake_dead WHERE segment = {literal(segment.id)})"  # noqa: S608 - quoted


def statements(lake: Path, manifest: Manifest, renamed: bool = True) -> list[str]:
    """Everything that makes the stored tables visible on a new connection.

    renamed   whether some name in `lake_names` means another player; otherwise nothing needs to be looked up there.
    """
    out = ["CREATE TABLE lake_dead (segment VARCHAR, id VARCHAR)"]
    for segment in manifest.segments:
        if len(segment.dead) > NAMED_DEAD:
            for start in range(0, len(segment.dead), 10_000):
                values = ", ".join(
                    f"({literal(segment.id)}, {literal(dead)})" for dead in segment.dead[start : start + 10_000]
                )
                out.append(f"INSERT INTO lake_dead VALUES {values}")  # noqa: S608 - literals are quoted
    for table in STORED:
        query = view_sql(lake, manifest, table)
        if any(column.view for column in table.columns):
            query = _with_players(table, query, renamed)
        out.append(f"CREATE VIEW {table.name} AS {query}")
    return out


def small(manifest: Manifest) -> tuple[Segment, ...]:
    """The segments that are worth holding in memory: many small files, which take longer to open than to read."""
    chosen: list[Segment] = []
    games = 0
    for segment in sorted(manifest.segments, key=lambda segment: segment.n):
        games += segment.n
        if games > HELD_GAMES:
            break
        chosen.append(segment)
    return tuple(chosen) if len(chosen) >= HELD_LEAST else ()


def holding(lake: Path, manifest: Manifest, renamed: bool) -> list[str]:
    """What copies the small segments into memory and makes the views read the copy; nothing where it would not pay."""
    held = small(manifest)
    if not held:
        return []
    names = {segment.id for segment in held}
    rest = tuple(segment for segment in manifest.segments if segment.id not in names)
    out = []
    for table in STORED:
        copied = view_sql(lake, replace(manifest, segments=held), table)
        out.append(f"CREATE OR REPLACE TABLE lake_held_{table.name} AS {copied}")
        query = (
            f"{view_sql(lake, replace(manifest, segments=rest), table)} UNION ALL SELECT * FROM lake_held_{table.name}"  # noqa: S608 - our own names
        )
        if any(column.view for column in table.columns):
            query = _with_players(table, query, renamed)
        out.append(f"CREATE OR REPLACE VIEW {table.name} AS {query}")
    return out


def _with_players(table: Table, query: str, renamed: bool) -> str:
    """A table with the players that its names mean."""
    wanted, joins = [], []
    for number, column in enumerate(table.columns):
        source = f"t.{name(column.view or column.name)}"
        if column.view and renamed:
            joins.append(f" LEFT JOIN lake_names n{number} ON n{number}.name = {source}")
            source = f"coalesce(n{number}.player, {source})"
        wanted.append(f"{source} AS {name(column.name)}")
    return f"SELECT {', '.join(wanted)} FROM ({query}) t{''.join(joins)}"  # noqa: S608 - our own names
