"""What a worker does: read the games of one chunk, judge them, write its own segments, and say briefly what it found.

A chunk names parts of originals that are already in the lake. Good games become segments that no manifest lists yet; what
must be told about single games (problems, and objects for `--json`) goes to a spool file, so that neither the worker nor
the driver ever holds more than some thousands of games.
"""

from __future__ import annotations

import io
import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from replay.lake import originals
from replay.lake.manifest import Segment

if TYPE_CHECKING:
    from replay.facts import Origin
    from replay.lake.columns import Batch
    from replay.log import Log

#: A segment is written when it holds this many events or games.
MAX_EVENTS: Final = 2_000_000
MAX_GAMES: Final = 10_000
#: Problems of one game that are told in full.
MAX_TOLD: Final = 20


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of one original: label and kind of the file, its hash, bytes (end None: all), first line, games before."""

    label: str
    sha: str
    kind: str
    start: int = 0
    end: int | None = None
    line: int = 1
    games: int = 0


@dataclass(frozen=True, slots=True)
class Chunk:
    """Work for one worker.

    number        place of the chunk in its import; the games of an earlier chunk come first.
    originals_in  folder of the lake that holds the originals; `lake` the one that gets the segments.
    details       whether an object is asked for every game; `trust` whether contradicted claims are let through.
    size          bytes, for the progress.
    """

    number: int
    originals_in: str
    lake: str
    pieces: tuple[Piece, ...]
    details: bool = False
    trust: bool = False
    size: int = 0


@dataclass(slots=True)
class Done:
    """A worker's answer: segments written, the spool file, and counts. `kept` are originals that hold any log at all."""

    number: int = 0
    segments: list[Segment] = field(default_factory=list)
    spool: str = ""
    games: int = 0
    good: int = 0
    bad: int = 0
    rejected: int = 0
    again: int = 0
    size: int = 0
    kept: set[str] = field(default_factory=set)


def judge_chunk(chunk: Chunk) -> Done:
    """Judge all games of a chunk. Raises OSError or LakeError where something cannot be read or written."""
    import gc

    from replay.lake.columns import Batch

    # Rows are many small tuples without cycles: let the collector look at them seldom.
    thresholds = gc.get_threshold()
    gc.set_threshold(100_000, 20, 50)
    done = Done(chunk.number, size=chunk.size)
    lake = Path(chunk.lake)
    spool_file = lake / "tables" / f".{secrets.token_hex(8)}.spool"
    batch = Batch()
    try:
        with open(spool_file, "wb") as spool:
            for piece in chunk.pieces:
                for log, origin in games(Path(chunk.originals_in), piece):
                    _one(log, origin, chunk, batch, spool, done)
                    if len(batch) >= MAX_GAMES or batch.weight >= MAX_EVENTS:
                        done.segments.append(batch.write(lake))
                        batch = Batch()
            if len(batch):
                done.segments.append(batch.write(lake))
    except BaseException:
        discard(lake, done.segments)
        spool_file.unlink(missing_ok=True)
        raise
    finally:
        gc.set_threshold(*thresholds)
    done.spool = str(spool_file)
    return done


def discard(lake: Path, segments: list[Segment]) -> None:
    """Delete the files of segments that are not to live."""
    from replay.lake.layout import remove, segment_file
    from replay.schema import STORED

    for segment in segments:
        for table in STORED:
            remove(segment_file(lake, table.name, segment.id))


def _one(log: Log, origin: Origin, chunk: Chunk, batch: Batch, spool: IO[bytes], done: Done) -> None:
    from replay.contract import check_object
    from replay.facts import facts, likeness
    from replay.problems import render
    from replay.referee import replay

    done.games += 1
    found = replay(log, keep=False)
    problem = found.problem
    outcome = "quarantined"
    if not log.syntax and (problem is None or (problem.kind == "claim" and chunk.trust)):
        rows = facts(found, origin)
        done.kept.add(origin.source)
        before = batch.known.get(rows.game_id)
        if before is None:
            batch.add(rows)
            done.good += 1
            if not chunk.details:
                return
            outcome = "good"
        elif before[0] == rows.hash:
            done.again += 1
            if not chunk.details:
                return
            outcome = "unchanged"
        else:
            outcome = "conflicting"
    elif is_no_log(log):
        outcome = "rejected"
        done.rejected += 1
    if outcome in ("quarantined", "conflicting"):
        done.bad += 1
        done.kept.add(origin.source)
    known = bool(log.header.players and log.header.game)
    record: dict[str, Any] = {
        "outcome": outcome,
        "segment": len(done.segments),
        "id": log.header.id or (log.game_id if known else None),
        "likeness": likeness(log) if known else None,
        "origin": [origin.file, origin.source, origin.index, origin.first, origin.last],
        "twin": log.twin,
        "check": check_object(found),
    }
    if outcome == "conflicting":
        record["with"] = record["id"]
        record["text"] = conflict_text(origin.file, origin.index, record["id"], same_id=True)
    elif outcome not in ("good", "unchanged"):
        record["text"] = "\n".join(render(problem) for problem in found.problems[:MAX_TOLD])
        more = len(found.problems) + log.more_syntax - MAX_TOLD
        if more > 0:
            record["text"] += f"\nand {more} more problems in this game"
    spool.write(dumps(record) + b"\n")


def conflict_text(file: str, index: int, other: str, *, same_id: bool = False) -> str:
    """What a person reads about a game that may be another one."""
    place = f"{file}, game {index}"
    if same_id:
        return f"{place}: conflicting: another game of this import has the id {other} too; give each its own `id:`"
    return (
        f"{place}: conflicting: this log begins like the stored game {other}, but goes on differently\n"
        f"  if it is the same game, corrected: import it with --replace {other}\n"
        f"  if it is another game: give both an `id:`, or import it with --as-new"
    )


def is_no_log(log: Log) -> bool:
    """Whether this is no log at all: nothing in it could be a header of ours."""
    header = log.header
    return bool(log.syntax) and not log.events and not header.players and not header.game


def dumps(value: Any) -> bytes:
    """One line of JSON; what cannot be encoded in UTF-8 is escaped."""
    import msgspec

    try:
        return msgspec.json.encode(value)
    except (UnicodeEncodeError, ValueError):
        return json.dumps(value, ensure_ascii=True).encode()


def spooled(path: str) -> Iterator[dict[str, Any]]:
    """The records of a spool file."""
    with open(path, "rb") as spool:
        for line in spool:
            yield json.loads(line)


# --------------------------------------------------------------------------------------------------------- reading


def games(root: Path, piece: Piece) -> Iterator[tuple[Log, Origin]]:
    """The games of a part of an original, each with the lines that belong to it (comments before its header included).

    Lines and numbers are those of the whole file. The lines of a game, read by themselves, give the same game again.
    """
    from replay.facts import Origin
    from replay.log import read

    stream = originals.open_stream(root, piece.sha)
    with stream:
        source: Any = stream
        if piece.start or piece.end is not None:
            source = Window(stream, piece.start, piece.end)
        first = piece.line
        waiting: tuple[Log, int] | None = None
        for log in read(source, piece.label):
            log = originals.shifted(log, log.index + piece.games, piece.line - 1)
            if waiting is not None:
                before, begin = waiting
                # In the twin what stands between two games belongs to the first, in the text to the second.
                last = log.first_line - 1 if before.twin else before.last_line
                first = last + 1
                yield before, Origin(piece.label, piece.sha, before.index, begin, last)
            waiting = log, first
        if waiting is not None:
            log, begin = waiting
            # The end of the file is 0. A part ends where the next game begins, without comments between.
            last = 0 if piece.end is None else piece.line - 1 + source.lines if log.twin else log.last_line
            yield log, Origin(piece.label, piece.sha, log.index, begin, last)


class Window(io.RawIOBase):
    """Some bytes of a stream, with the line breaks among them counted."""

    def __init__(self, stream: originals.Seekable, start: int, end: int | None) -> None:
        self.stream = stream
        self.left = None if end is None else end - start
        self.lines = 0
        stream.skip(start)

    def readable(self) -> bool:
        """Always."""
        return True

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        if self.left is not None:
            size = self.left if size < 0 else min(size, self.left)
        data = self.stream.read(size) if size else b""
        if self.left is not None:
            self.left -= len(data)
        self.lines += data.count(b"\n")
        return data
