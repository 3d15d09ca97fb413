"""Proving that a lake is whole, and naming what is not."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from replay.lake import club, originals, views
from replay.lake import manifest as manifests
from replay.lake.judging import Piece, games
from replay.lake.layout import LakeError, segment_file
from replay.lake.manifest import Manifest, Segment
from replay.schema import STORED

#: Above this number of wanted games a whole original is read through instead of game by game.
FEW = 8


def verify(lake: Path, *, logs: bool = True, progress: Callable[[int], None] | None = None) -> Iterator[str]:
    """Every fault of the lake, as a sentence; nothing for a lake that is whole.

    Proves that the newest state can be read, every listed file exists and has its rows, rows belong to games of their
    segment, no id lives twice; with `logs` also that every original has its hash and every game its log.
    """
    found = manifests.numbers(lake)
    state: Manifest | None = Manifest()
    for place, number in enumerate(found[:50]):
        try:
            read = manifests.read(lake, number)
        except LakeError as error:
            yield str(error)
            return
        except (OSError, ValueError, KeyError, TypeError) as error:
            yield f"{manifests.path_of(lake, number)} cannot be read: {error}"
            if not place:
                state = None
            continue
        if not place:
            state = read
    if state is None:
        return
    sound: list[Segment] = []
    for segment in state.segments:
        faults = list(_files(lake, segment))
        yield from faults
        if not faults:
            sound.append(segment)
    yield from _ids(lake, Manifest(state.number, tuple(sound)))
    if logs:
        yield from _logs(lake, Manifest(state.number, tuple(sound)), progress)
    for kind in (club.COMMENTS, club.ALIASES, club.LINKS, club.IMPORTS):
        for number, row in club.lines(lake, kind):
            if row is None:
                yield f"{club.file_of(lake, kind)}: line {number} cannot be read and is left out"


def _files(lake: Path, segment: Segment) -> Iterator[str]:
    """Faults of a segment's files."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    for table in STORED:
        rows = segment.rows.get(table.name, 0)
        path = segment_file(lake, table.name, segment.id)
        if not rows:
            continue
        try:
            with pq.ParquetFile(path) as file:
                real = file.metadata.num_rows
                for _ in file.iter_batches(columns=["game_id"]):
                    pass
        except FileNotFoundError:
            yield f"{path} is missing ({rows} rows of {segment.living} games)"
            continue
        except (OSError, pa.ArrowException) as error:
            yield f"{path} is damaged: {error}"
            continue
        if real != rows:
            yield f"{path} has {real} rows; the manifest says {rows}"


def _ids(lake: Path, state: Manifest) -> Iterator[str]:
    import duckdb

    if not state.segments:
        return
    connection = duckdb.connect(":memory:")
    try:
        connection.execute("CREATE TABLE lake_names (name VARCHAR, player VARCHAR, kind VARCHAR)")
        for statement in views.statements(lake, state):
            connection.execute(statement)
        for game_id, number in connection.execute(
            "SELECT game_id, count(*) AS n FROM games GROUP BY game_id HAVING n > 1 ORDER BY game_id"
        ).fetchall():
            yield f"the game {game_id} lives {number} times"
        count = connection.execute("SELECT count(*) FROM games").fetchall()[0][0]
        if count != state.games:
            yield f"{count} games live in the files; the manifest says {state.games}"
        for table in STORED[1:]:
            strange = connection.execute(
                f"SELECT DISTINCT game_id FROM {table.name} ANTI JOIN games USING (game_id) LIMIT 5"  # noqa: S608
            ).fetchall()
            for (game_id,) in strange:
                yield f"{table.name} has rows of {game_id}, which is no game of the lake"
        wrong = connection.execute(
            "SELECT game_id, plies, n FROM games LEFT JOIN (SELECT game_id, count(*) AS n FROM events GROUP BY game_id) "
            "USING (game_id) WHERE plies <> coalesce(n, 0) LIMIT 20"
        ).fetchall()
        for game_id, plies, number in wrong:
            yield f"the game {game_id} has {number or 0} events; its row says {plies}"
    except duckdb.Error as error:
        yield f"the tables cannot be read: {str(error).splitlines()[0]}"
    finally:
        connection.close()


def _logs(lake: Path, state: Manifest, progress: Callable[[int], None] | None) -> Iterator[str]:
    done = 0
    for source, wanted in by_source(lake, state):
        try:
            path = originals.find(lake, source)
            digest = hashlib.sha256()
            with originals.open_stream(lake, source) as stream:
                while data := stream.read(1 << 18):
                    digest.update(data)
        except (LakeError, OSError) as error:
            yield f"{error} ({len(wanted)} games need it)"
            continue
        if digest.hexdigest() != source:
            yield f"{path} does not have the bytes that its name says ({len(wanted)} games need it)"
            continue
        for game_id, hash_, log in logs_of(lake, source, wanted):
            if log is None or log.hash != hash_:
                yield f"the game {game_id} is not the one that its original holds ({path})"
            done += 1
            if progress is not None and not done % 100:
                progress(done)


def by_source(lake: Path, state: Manifest) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Originals of the living games, each with the games it is needed for (columns of `games`), in order of lines."""
    import duckdb

    if not state.segments:
        return
    connection = duckdb.connect(":memory:")
    try:
        connection.execute("CREATE TABLE lake_names (name VARCHAR, player VARCHAR, kind VARCHAR)")
        for statement in views.statements(lake, state):
            connection.execute(statement)
        cursor = connection.execute(
            "SELECT source, game_id, log_hash, source_index, source_first, source_last, file, claim FROM games "
            "ORDER BY source, source_index"
        )
        names = ("source", "game_id", "log_hash", "index", "first", "last", "file", "claim")
        held: list[dict[str, Any]] = []
        while rows := cursor.fetchmany(5_000):
            for row in rows:
                entry = dict(zip(names, row, strict=True))
                if held and held[0]["source"] != entry["source"]:
                    yield held[0]["source"], held
                    held = []
                held.append(entry)
        if held:
            yield held[0]["source"], held
    finally:
        connection.close()


def logs_of(lake: Path, source: str, wanted: list[dict[str, Any]]) -> Iterator[tuple[str, str, Any]]:
    """(id, stored hash, log or None) of the wanted games of one original."""
    if len(wanted) <= FEW:
        for entry in wanted:
            try:
                log = originals.load_log(lake, source, entry["index"], entry["first"], entry["last"], entry["file"])
            except LakeError:
                log = None
            yield entry["game_id"], entry["log_hash"], log
        return
    left = {entry["index"]: entry for entry in wanted}
    for log, _ in games(lake, Piece(wanted[0]["file"], source, "bgl")):
        if log.index in left:
            entry = left.pop(log.index)
            yield entry["game_id"], entry["log_hash"], log
    for entry in left.values():
        yield entry["game_id"], entry["log_hash"], None
