"""Opening a lake: SQL over its tables, the logs behind its games, what the club wrote about them.

One in-memory DuckDB per state of the lake, normal views over the living files, one cursor for each query: this is safe
from any number of threads. Nothing is ever written through a `Lake` but comments and names.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from replay.lake import club, functions, manifest, originals, views
from replay.lake.club import Comment
from replay.lake.layout import LakeError, default_path
from replay.lake.manifest import Manifest
from replay.schema import TABLES

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

    from replay.log import Log
    from replay.referee import Replay

Params = Sequence[Any] | Mapping[str, Any] | None
#: Queries on one state of the lake after which its small segments are taken into memory: whoever asks so often goes on.
HOLD_AFTER: Final = 6


class Lake:
    """A lake that is read. A folder that does not exist is an empty lake.

    path   the folder.
    Raises LakeError where it was written by a newer program or no state of it is whole.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self.path = Path(path) if path is not None else default_path()
        self._lock = threading.RLock()
        self._manifest: Manifest | None = None
        self._stamp = ""
        self._base: duckdb.DuckDBPyConnection | None = None
        self._asked = 0
        self.refresh()

    # ------------------------------------------------------------------------------------------------------ state

    @property
    def manifest(self) -> Manifest:
        """The state of the lake that queries see."""
        assert self._manifest is not None
        return self._manifest

    @property
    def version(self) -> str:
        """A word that changes whenever an answer may change; for caches."""
        return f"{self.manifest.number}.{self._stamp}"

    def refresh(self) -> bool:
        """Look for a newer state; True if there is one. Queries under way go on with the old one."""
        with self._lock:
            stamp = club.stamp(self.path)
            numbers = manifest.numbers(self.path)
            same = self._manifest is not None and (numbers[0] if numbers else 0) == self._manifest.number
            if same and stamp == self._stamp:
                return False
            found = self._manifest if same else manifest.newest(self.path)
            changed = self._manifest is None or found != self._manifest or stamp != self._stamp
            self._manifest, self._stamp = found, stamp
            if changed:
                self._base = None
            return changed

    def _connection(self) -> duckdb.DuckDBPyConnection:
        with self._lock:
            if self._base is None:
                self._base = connect(self.path, self.manifest)
                self._asked = 0
            self._asked += 1
            if self._asked == HOLD_AFTER:
                renamed = _renamed(club.aliases(self.path))
                hold = views.holding(self.path, self.manifest, renamed)
                if hold:
                    threading.Thread(target=_run, args=(self._base.cursor(), hold), name="hold small segments").start()
            return self._base.cursor()

    def close(self) -> None:
        """Let go of the database; the object can still be used."""
        with self._lock:
            self._base = None

    # ---------------------------------------------------------------------------------------------------- queries

    def query(self, sql: str, params: Params = None) -> pa.Table:
        """The answer to one SELECT over the tables of `replay.schema`, as an Arrow table; `params` are bound.

        Raises duckdb.Error for wrong SQL, LakeError where files vanish faster than they can be read.
        """
        import duckdb

        for attempt in range(3):
            cursor = self._connection()
            try:
                relation = cursor.sql(sql, params=params) if params else cursor.sql(sql)
                return relation.to_arrow_table()
            except duckdb.IOException as error:  # a merge dropped a file of this state more than the grace time ago
                if attempt == 2 or not self._moved_on():
                    raise LakeError(f"a file of the lake cannot be read: {error}") from error
            finally:
                cursor.close()
        raise AssertionError

    def _moved_on(self) -> bool:
        with self._lock:
            self._base = None
            self._manifest = None
            return self.refresh()

    def rows(self, sql: str, params: Params = None) -> list[tuple[Any, ...]]:
        """The answer to one SELECT as tuples."""
        table = self.query(sql, params)
        return list(zip(*(column.to_pylist() for column in table.columns), strict=True)) if table.num_columns else []

    # ------------------------------------------------------------------------------------------------------ games

    def resolve(self, game_id: str) -> str:
        """The id a game lives under now (it may have been replaced under another one)."""
        return club.links(self.path).get(game_id, game_id)

    def _where(self, game_id: str) -> tuple[str, int, int, int, str] | None:
        found = self.rows(
            "SELECT source, source_index, source_first, source_last, file FROM games WHERE game_id = $id",
            {"id": game_id},
        )
        if not found:
            other = self.resolve(game_id)
            return self._where(other) if other != game_id else None
        source, index, first, last, file = found[0]
        return source, index, first, last, file

    def original(self, game_id: str) -> bytes:
        """The bytes of the file that the game came in. Raises KeyError for an unknown game, LakeError if it is lost."""
        where = self._where(game_id)
        if where is None:
            raise KeyError(game_id)
        return originals.load(self.path, where[0])

    def log(self, game_id: str) -> Log:
        """The game's log, read from its original. Raises KeyError for an unknown game, LakeError if it is lost."""
        where = self._where(game_id)
        if where is None:
            raise KeyError(game_id)
        source, index, first, last, file = where
        return originals.load_log(self.path, source, index, first, last, file)

    def replay(self, game_id: str) -> Replay:
        """The game, judged again by today's rules. Raises as `log`."""
        from replay.referee import replay

        return replay(self.log(game_id))

    # ------------------------------------------------------------------------------------------------------- club

    def comments(self, game_id: str | None = None) -> list[Comment]:
        """What people of the club wrote about a game (or all games), by ply."""
        return club.comments(self.path, game_id)

    def add_comment(self, game_id: str, ply: int, author: str | None, text: str, base_version: int = 0) -> Comment:
        """Write a comment (see `club.add_comment`). Raises CommentConflict, LakeError."""
        return club.add_comment(self.path, game_id, ply, author, text, base_version)

    def aliases(self) -> dict[str, tuple[str, str]]:
        """name → (player, kind) as the club has said."""
        return club.aliases(self.path)

    def add_alias(self, name: str, player: str | None = None, kind: str | None = None) -> None:
        """Say who a name means (see `club.add_alias`). Raises LakeError."""
        club.add_alias(self.path, name, player, kind)


def _run(cursor: duckdb.DuckDBPyConnection, statements: Sequence[str]) -> None:
    """Run all statements or none; queries under way see nothing of it."""
    import duckdb

    with cursor:
        try:
            cursor.begin()
            for statement in statements:
                cursor.execute(statement)
            cursor.commit()
        except duckdb.Error:  # a file has gone: queries will find out for themselves and look for a newer state
            cursor.rollback()


def _renamed(names: Mapping[str, tuple[str, str]]) -> bool:
    """Whether some name means another player."""
    return any(name != player for name, (player, _) in names.items())


def connect(path: Path, state: Manifest) -> duckdb.DuckDBPyConnection:
    """A new in-memory database that shows this state of the lake."""
    import duckdb

    connection = duckdb.connect(":memory:")
    connection.execute("SET enable_progress_bar = false")
    connection.execute("SET TimeZone = 'UTC'")
    connection.execute("SET parquet_metadata_cache = true")  # files never change
    connection.execute("CREATE TABLE lake_names (name VARCHAR, player VARCHAR, kind VARCHAR)")
    names = club.aliases(path)
    if names:
        connection.executemany("INSERT INTO lake_names VALUES (?, ?, ?)", [(n, *rest) for n, rest in names.items()])
    for statement in (*functions.MACROS, *views.statements(path, state, _renamed(names))):
        connection.execute(statement)
    columns = ", ".join(f"{views.name(c.name)} {c.sql_type}" for c in TABLES["comments"].columns)
    connection.execute(f"CREATE TABLE comments ({columns})")
    notes = club.comments(path)
    if notes:
        connection.executemany(
            "INSERT INTO comments VALUES (?, ?, ?, ?, ?, ?)",
            [(n.game_id, n.ply, n.author, n.text, n.version, n.at) for n in notes],
        )
    connection.execute(
        "CREATE VIEW players AS SELECT coalesce(n.name, s.name) AS name, coalesce(n.player, s.name) AS player, "
        "coalesce(n.kind, 'member') AS kind, coalesce(s.games, 0)::INTEGER AS games "
        "FROM (SELECT name, count(*) AS games FROM seats GROUP BY name) s FULL JOIN lake_names n ON n.name = s.name"
    )
    return connection


__all__ = ["Lake", "LakeError", "Params", "connect"]
