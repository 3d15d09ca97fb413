"""Importing: files in, a new state of the lake out, or nothing at all.

The driver stores the originals and hands out chunks; workers judge and write segments that nobody lists; one commit makes
all good games visible at once. Logs with problems wait in quarantine. The sum of all outcomes is the number of games read.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any, Final

from replay.engine import Engine, engine_for
from replay.lake import club, originals, quarantine, resolve
from replay.lake import commit as commits
from replay.lake.judging import Chunk, Done, Piece, conflict_text, discard, judge_chunk, spooled
from replay.lake.layout import LakeError, locked, make_folders, remove, trouble
from replay.lake.manifest import Manifest, Segment, newest
from replay.lake.sources import UNREADABLE, Source
from replay.lake.split import parts

#: Bytes of a chunk, and the size from which a file is cut into parts for several workers.
CHUNK: Final = 24 << 20
OUTCOMES: Final = ("new", "unchanged", "corrected", "conflicting", "quarantined", "rejected")


@dataclass(frozen=True, slots=True)
class Options:
    """How to import. jobs: processes. details: tell of every game, not only of those with problems.

    replace: id of the stored game that the only good game of this import replaces. as_new: a log that resembles a
    stored game is another game. trust: import games whose header contradicts the replay. dry_run: change nothing.
    """

    dry_run: bool = False
    jobs: int = 1
    details: bool = False
    replace: str | None = None
    as_new: bool = False
    trust: bool = False


@dataclass(slots=True)
class Summary:
    """What became of an import. `read` is always the sum of the numbers by outcome."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(OUTCOMES, 0))
    ignored: int = 0
    settled: int = 0
    state: int = 0
    games: int = 0

    @property
    def read(self) -> int:
        """Games read (a file that could not be read counts as one)."""
        return sum(self.counts.values())

    @property
    def good(self) -> bool:
        """Whether nothing is left to be mended."""
        return not any(self.counts[name] for name in ("conflicting", "quarantined", "rejected"))


Tell = Callable[[dict[str, Any]], None]
#: Called with (bytes done, games done) while an import goes on.
Progress = Callable[[int, int], None]


class _ReadTrouble(Exception):
    """A source could not be read to its end."""


class _Careful:
    """A source's stream whose own errors can be told from those of the lake."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream = stream

    def read(self, size: int = -1) -> bytes:
        """The next bytes. Raises _ReadTrouble."""
        try:
            return self.stream.read(size)
        except UNREADABLE as error:
            raise _ReadTrouble(getattr(error, "strerror", None) or str(error)) from error


def run(lake: Path, sources: Iterable[Source], options: Options | None = None, tell: Tell | None = None,
        progress: Progress | None = None, engine: Engine | None = None, *, journal: bool = True) -> Summary:  # fmt: skip
    """Import everything that `sources` gives, and say what became of it.

    `tell` gets a record for each game with a problem (with `details` for each game): `outcome`, `text` for people,
    `check` (the object of `check --json`, or None where a file could not be read). Raises LakeError, EngineError; the
    lake is unchanged then.
    """
    options = options or Options()
    engine = engine or engine_for(options.jobs)
    with ExitStack() as stack:
        if options.dry_run:
            work = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="biblios-")))
        else:
            work = lake
        make_folders(work)
        driver = _Driver(lake, work, options, tell or _nothing, progress or _nothing)
        driver.journal = journal
        try:
            return driver.run(sources, engine)
        except OSError as error:
            raise trouble(error, lake) from error


def _nothing(*_: Any) -> None:
    """Tell nobody."""


class _Driver:
    """One import. `work` is the lake itself, or a folder that is thrown away (dry run)."""

    def __init__(self, lake: Path, work: Path, options: Options, tell: Tell, progress: Progress) -> None:
        self.lake = lake
        self.work = work
        self.options = options
        self.tell = tell
        self.progress = progress
        self.summary = Summary()
        self.fresh: dict[str, str] = {}
        self.journal = True
        self.imported: dict[str, str] = {}
        self.unsynced: set[str] = set()
        self.keeper: originals.Keeper | None = None
        self.plan = resolve.Plan()
        self.origins: dict[str, tuple[str, int, int, int, str]] = {}
        self.added: set[str] = set()
        self.kept_waiting: set[str] = set()

    def run(self, sources: Iterable[Source], engine: Engine) -> Summary:
        """Judge everything, commit, then put the rest into quarantine."""
        done: list[Done] = []
        size = games = 0
        try:
            for answer in engine.map_chunks(judge_chunk, self._chunks(sources)):
                done.append(answer)
                size += answer.size
                games += answer.games
                self.progress(size, games)
            done.sort(key=lambda answer: answer.number)
            state = self._commit(done)
        except BaseException:
            for answer in done:
                discard(self.work, answer.segments)
                remove(Path(answer.spool))
            if self.keeper is not None:
                self.keeper.drop()
            raise
        try:
            self._after(done, state)
        finally:
            for answer in done:
                remove(Path(answer.spool))
        return self.summary

    # ------------------------------------------------------------------------------------------------------ chunks

    def _chunks(self, sources: Iterable[Source]) -> Iterator[Chunk]:
        """Store each source as an original and give work in chunks of about `CHUNK` bytes."""
        number = 0
        pieces: list[Piece] = []
        size = 0
        target = CHUNK if self.options.jobs > 1 else 4 * CHUNK
        for source in sources:
            found = self._store(source)
            if found is None:
                continue
            piece, length = found
            if self.options.jobs > 1 and length > 2 * CHUNK:
                for cut in self._cut(piece):
                    number += 1
                    yield self._chunk(number, (cut,), (cut.end or length) - cut.start)
                continue
            pieces.append(piece)
            size += length
            if size >= target or len(pieces) >= 20_000:
                number += 1
                yield self._chunk(number, tuple(pieces), size)
                pieces, size = [], 0
        if pieces:
            yield self._chunk(number + 1, tuple(pieces), size)
        self._sync()

    def _chunk(self, number: int, pieces: tuple[Piece, ...], size: int) -> Chunk:
        self._sync()
        return Chunk(number, str(self.work), str(self.work), pieces, self.options.details, self.options.trust, size)

    def _sync(self) -> None:
        """Make the names of the stored originals durable, once for many: before a commit can rest on them."""
        folders = {sha[:2] for sha in self.unsynced}
        if folders:
            originals.sync_names(self.work, folders)
        self.unsynced.clear()

    def _cut(self, piece: Piece) -> Iterator[Piece]:
        with originals.open_stream(self.work, piece.sha) as stream:
            head = stream.read(1 << 12)
        twin = head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
        with originals.open_stream(self.work, piece.sha) as stream:
            for part in parts(stream, CHUNK, twin=twin):
                yield replace(piece, start=part.start, end=part.end, line=part.line, games=part.games)

    def _store(self, source: Source) -> tuple[Piece, int] | None:
        """The source as an original, or None (and a record) where it cannot be read."""
        if source.ignored:
            self.summary.ignored += 1
            return None
        if source.trouble is not None or source.open is None:
            self._reject(source.label, source.trouble or "it cannot be opened")
            return None
        try:
            stream = source.open()
        except (OSError, ValueError, RuntimeError, NotImplementedError, KeyError) as error:
            self._reject(source.label, getattr(error, "strerror", None) or str(error))
            return None
        try:
            self.keeper = keeper = originals.Keeper(self.work, _Careful(stream), source.kind)  # type: ignore[arg-type]
            try:
                sha = keeper.finish()
            except _ReadTrouble as error:
                keeper.drop()
                self._reject(source.label, str(error))
                return None
            fresh = not originals.path_of(self.work, sha, source.kind).exists()
            keeper.keep()
            self.keeper = None
        finally:
            if source.label != "-":
                stream.close()
        self.unsynced.add(sha)  # also one that is there: whoever put it may not have come to it
        if fresh:
            self.fresh[sha] = source.kind
        self.imported.setdefault(sha, source.label)
        return Piece(source.label, sha, source.kind), keeper.size

    def _reject(self, label: str, why: str) -> None:
        self.summary.counts["rejected"] += 1
        self.tell({"outcome": "rejected", "text": f"{label}: cannot be read: {why}", "check": None, "file": label})

    # ------------------------------------------------------------------------------------------------------ commit

    def _commit(self, done: list[Done]) -> Manifest:
        segments = [segment for answer in done for segment in answer.segments]
        options = self.options
        rewritten: list[Segment] = []

        def decide(state: Manifest) -> Manifest | None:
            self.plan = plan = resolve.resolve(
                self.lake, self.work, state, segments, replace=options.replace, as_new=options.as_new
            )
            by_name = {segment.id: segment for segment in segments}
            self.origins = {
                game_id: resolve.origin_of(self.work, by_name[segment], game_id)
                for segment, game_id, _ in plan.conflicts
            }
            if options.dry_run:
                return None
            discard(self.lake, rewritten)
            rewritten.clear()
            add: list[Segment] = []
            for segment in segments:
                kept = commits.without(self.lake, segment, plan.dropped(segment.id))
                if kept is not None:
                    add.append(kept)
                    if kept.id != segment.id:
                        rewritten.append(kept)
            self.added = {segment.id for segment in add}
            if not add and not plan.dead:
                return None
            return commits.with_segments(state, add, plan.dead)

        if options.dry_run:
            state = newest(self.lake)
            decide(state)
            return state
        try:
            state = commits.change(self.lake, decide)
        except BaseException:
            discard(self.lake, rewritten)
            raise
        for old, new in self.plan.links.items():
            with locked(self.lake):
                club.add_link(self.lake, old, new)
        return state

    def _after(self, done: list[Done], state: Manifest) -> None:
        """Tell of games, fill the quarantine, journal the import, merge what is ripe."""
        counts, plan = self.summary.counts, self.plan
        for name, number in plan.counts.items():
            counts[name] += number
        kept: set[str] = set()
        for answer in done:
            kept |= answer.kept
            counts["unchanged"] += answer.again
            for record in spooled(answer.spool):
                outcome = record["outcome"]
                if outcome == "good":
                    segment = answer.segments[record["segment"]].id
                    record["outcome"] = plan.outcomes.get(segment, {}).get(record["id"], "new")
                    if record["outcome"] == "conflicting":
                        continue  # told below, with its text
                elif outcome != "unchanged":
                    counts[outcome] += 1
                    if outcome != "rejected":
                        self._quarantine(record)
                self.tell(record)
        for _, game_id, other in plan.conflicts:
            record = self._conflict(game_id, other)
            self._quarantine(record)
            self.tell(record)
        self.summary.state, self.summary.games = state.number, state.games
        if self.options.dry_run:
            self.summary.games += counts["new"]
            return
        for sha, kind in self.fresh.items():
            if sha not in kept:  # no log at all
                remove(originals.path_of(self.lake, sha, kind))
                remove(originals.path_of(self.lake, sha, kind).with_suffix(".idx"))
                self.imported.pop(sha, None)
        if counts["new"] or counts["corrected"]:
            if self.journal:
                self._journal()
            self._settle(done)
        for answer in done:
            discard(self.lake, [segment for segment in answer.segments if segment.id not in self.added])
        if counts["new"] or counts["corrected"]:
            commits.ladder(self.lake, state)

    def _quarantine(self, record: dict[str, Any]) -> None:
        if not self.options.dry_run:
            record["key"] = quarantine.put(self.lake, self.work, record)
            self.kept_waiting.add(record["key"])

    def _conflict(self, game_id: str, other: str) -> dict[str, Any]:
        """The record of a game that may be a stored one."""
        from replay.contract import check_object
        from replay.facts import likeness
        from replay.referee import replay

        source, index, first, last, file = self.origins[game_id]
        log = originals.load_log(self.work, source, index, first, last, file)
        return {
            "outcome": "conflicting",
            "id": game_id,
            "likeness": likeness(log),
            "origin": [file, source, index, first, last],
            "twin": log.twin,
            "with": other,
            "text": conflict_text(file, index, other, same_id=other == game_id),
            "check": check_object(replay(log, keep=False)),
        }

    def _journal(self) -> None:
        """Note which files came when and how: with the originals, enough to make the whole lake again."""
        row: dict[str, Any] = {"at": club.now(), "files": list(self.imported.items())}
        for name in ("replace", "as_new", "trust"):
            value = getattr(self.options, name)
            if value:
                row[name] = value
        with locked(self.lake):
            club.append(self.lake, club.IMPORTS, row)

    def _settle(self, done: list[Done]) -> None:
        """Forget waiting logs whose game has come now: same id, or (without ids) the same beginning."""
        waiting = list(quarantine.entries(self.lake))
        if not waiting:
            return
        ids: set[str] = set()
        likes: set[str] = set()
        for answer in done:
            for segment in answer.segments:
                dropped = self.plan.dropped(segment.id)
                table = resolve.known_of(self.work, segment)
                for game_id, like in zip(table["game_id"].to_pylist(), table["likeness"].to_pylist(), strict=True):
                    if game_id not in dropped:
                        ids.add(game_id)
                        likes.add(like)
        settled = [
            entry.key
            for entry in waiting
            if (entry.id in ids or (entry.outcome == "quarantined" and not entry.has_id and entry.likeness in likes))
            and entry.key not in self.kept_waiting
        ]
        quarantine.drop(self.lake, settled)
        self.summary.settled = len(settled)


__all__ = ["CHUNK", "OUTCOMES", "LakeError", "Options", "Summary", "conflict_text", "run"]
