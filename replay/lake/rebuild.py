"""All tables again from the originals, by today's rules; or only what would change if they were.

The living games are read from their originals, judged and written as new segments; one commit puts them in the place of
the old ones. A game that no longer passes goes to quarantine. Where no state of the lake is whole, the journal of
imports is played again from the beginning.
"""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any, Final, cast

from replay.engine import Engine, engine_for
from replay.lake import club, importing, originals, quarantine, resolve, views
from replay.lake import commit as commits
from replay.lake import manifest as manifests
from replay.lake.judging import MAX_EVENTS, MAX_GAMES, MAX_TOLD, discard, dumps, spooled
from replay.lake.layout import LakeError, locked, make_folders, remove, trouble
from replay.lake.manifest import Manifest, Segment
from replay.lake.sources import Source
from replay.lake.verify import by_source, logs_of
from replay.schema import STORED

#: Games of one piece of work.
CHUNK: Final = 4_000


@dataclass(frozen=True, slots=True)
class Work:
    """Games to be judged again: originals with the games they are needed for."""

    lake: str
    work: str
    sources: tuple[tuple[str, list[dict[str, Any]]], ...]


@dataclass(slots=True)
class Redone:
    """A worker's answer: new segments, and a spool file of games that do not pass any more."""

    segments: list[Segment] = field(default_factory=list)
    spool: str = ""
    games: int = 0


@dataclass(slots=True)
class Outcome:
    """What a rebuild did: games judged, games that fell out (id, why), the new state. `imports` counts replayed ones."""

    games: int = 0
    fallen: list[tuple[str, str]] = field(default_factory=list)
    state: int = 0
    imports: int = 0


def rejudge(work: Work) -> Redone:
    """Judge the games of some originals again and write them as segments. Raises OSError, LakeError."""
    from replay.contract import check_object
    from replay.facts import Origin, facts, likeness
    from replay.lake.columns import Batch
    from replay.problems import render
    from replay.referee import replay

    lake, target = Path(work.lake), Path(work.work)
    done = Redone()
    batch = Batch()
    spool_file = target / "tables" / f".{secrets.token_hex(8)}.spool"
    try:
        with open(spool_file, "wb") as spool:
            for source, wanted in work.sources:
                entries = {entry["game_id"]: entry for entry in wanted}
                for game_id, _, log in logs_of(lake, source, wanted):
                    done.games += 1
                    entry = entries[game_id]
                    origin = Origin(entry["file"], source, entry["index"], entry["first"], entry["last"])
                    if log is None:
                        raise LakeError(f"the original of {game_id} is lost; see `biblios verify`")
                    log.file = entry["file"]
                    found = replay(log, keep=False)
                    problem = found.problem
                    if not log.syntax and (problem is None or (problem.kind == "claim" and entry["claim"])):
                        batch.add(facts(found, origin))
                        if len(batch) >= MAX_GAMES or batch.weight >= MAX_EVENTS:
                            done.segments.append(batch.write(target))
                            batch = Batch()
                        continue
                    record = {
                        "outcome": "quarantined",
                        "id": game_id,
                        "likeness": likeness(log),
                        "origin": [origin.file, source, origin.index, origin.first, origin.last],
                        "twin": log.twin,
                        "text": "\n".join(render(one) for one in found.problems[:MAX_TOLD]),
                        "check": check_object(found),
                    }
                    spool.write(dumps(record) + b"\n")
            if len(batch):
                done.segments.append(batch.write(target))
    except BaseException:
        discard(target, done.segments)
        remove(spool_file)
        raise
    done.spool = str(spool_file)
    return done


def _chunks(lake: Path, work: Path, state: Manifest) -> Iterator[Work]:
    held: list[tuple[str, list[dict[str, Any]]]] = []
    size = 0
    for source, wanted in by_source(lake, state):
        held.append((source, wanted))
        size += len(wanted)
        if size >= CHUNK:
            yield Work(str(lake), str(work), tuple(held))
            held, size = [], 0
    if held:
        yield Work(str(lake), str(work), tuple(held))


def rebuild(lake: Path, *, jobs: int = 1, progress: Callable[[int, int], None] | None = None,
            engine: Engine | None = None) -> Outcome:  # fmt: skip
    """Derive all tables again from the originals and put them in the place of the old ones. Raises LakeError."""
    make_folders(lake)
    try:
        with locked(lake):
            found = manifests.numbers(lake)
            whole = True
            try:
                manifests.writable(lake)
            except LakeError:
                if found and _newer(lake, found[0]):
                    raise
                whole = False
        if not whole or (not found and club.rows(lake, club.IMPORTS)):
            return _from_journal(lake, jobs, progress)
        for _ in range(3):
            outcome = _rebuild(lake, engine or engine_for(jobs), progress)
            if outcome is not None:
                return outcome
    except OSError as error:
        raise trouble(error, lake) from error
    raise LakeError("other processes kept changing the lake; nothing was rebuilt, please try again")


def _newer(lake: Path, number: int) -> bool:
    """Whether the newest state is of a newer program (and not just damaged)."""
    try:
        manifests.read(lake, number)
    except LakeError:
        return True
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return False


def _rebuild(lake: Path, engine: Engine, progress: Callable[[int, int], None] | None) -> Outcome | None:
    start = manifests.newest(lake)
    outcome = Outcome(state=start.number)
    answers: list[Redone] = []
    finished = False
    try:
        for answer in engine.map_chunks(rejudge, _chunks(lake, lake, start)):
            answers.append(answer)
            outcome.games += answer.games
            if progress is not None:
                progress(outcome.games, start.games)
        new = sorted((segment for answer in answers for segment in answer.segments), key=lambda segment: segment.lo)
        fallen = [record for answer in answers for record in spooled(answer.spool)]
        for record in fallen:
            quarantine.put(lake, lake, record)
            outcome.fallen.append((record["id"], record["text"]))
        lost = False

        def decide(state: Manifest) -> Manifest | None:
            nonlocal lost
            now = {segment.id: segment for segment in state.segments}
            before = {segment.id: segment for segment in start.segments}
            gone = [segment for segment in start.segments if segment.id not in now and segment.living]
            lost = bool(gone)
            if lost:
                return None  # merged or emptied meanwhile: begin again
            late = {name for key in before for name in now[key].dead if name not in before[key].dead}
            dead = {segment.id: late & set(_ids(lake, segment, late)) for segment in new} if late else {}
            kept = [segment for segment in state.segments if segment.id not in before]
            import time

            retired = {**state.retired, **dict.fromkeys(before, time.time())}
            return commits.with_segments(replace(state, segments=(*new, *kept), retired=retired), (), dead)

        state = commits.change(lake, decide)
        if lost:
            return None
        finished = True
        outcome.state = state.number
    finally:
        for answer in answers:
            remove(Path(answer.spool))
            if not finished:
                discard(lake, answer.segments)
    commits.sweep(lake)
    return outcome


def _ids(lake: Path, segment: Segment, wanted: set[str]) -> list[str]:
    table = resolve.known_of(lake, segment)
    return [name for name in table["game_id"].to_pylist() if name in wanted]


def _from_journal(lake: Path, jobs: int, progress: Callable[[int, int], None] | None) -> Outcome:
    """Play all imports again, in their order, on an empty state. Originals that no journal names come last."""
    outcome = Outcome()
    with locked(lake):
        number = max(manifests.numbers(lake), default=0)
        manifests.commit(lake, Manifest(number))
    told: set[str] = set()
    rows = club.rows(lake, club.IMPORTS)
    for place, row in enumerate(rows):
        files = [(str(sha), str(label)) for sha, label in row.get("files", ())]
        told.update(sha for sha, _ in files)
        options = importing.Options(
            jobs=jobs, replace=row.get("replace"), as_new=bool(row.get("as_new")), trust=bool(row.get("trust"))
        )
        _again(lake, files, options, outcome)
        if progress is not None:
            progress(place + 1, len(rows))
    rest = [(sha, path.name) for sha, _, path in originals.every(lake) if sha not in told]
    if rest:
        _again(lake, rest, importing.Options(jobs=jobs), outcome)
    outcome.games = manifests.newest(lake).games
    return outcome


def _again(lake: Path, files: list[tuple[str, str]], options: importing.Options, outcome: Outcome) -> None:
    def tell(record: dict[str, Any]) -> None:
        if record["outcome"] in ("quarantined", "conflicting") and record.get("id"):
            outcome.fallen.append((record["id"], record["text"]))

    sources = []
    for sha, label in files:
        try:
            originals.find(lake, sha)
        except LakeError as error:
            outcome.fallen.append((label, str(error)))
            continue
        sources.append(Source(label, lambda sha=sha: cast("IO[bytes]", originals.open_stream(lake, sha))))  # type: ignore[misc]
    summary = importing.run(lake, sources, options, tell, journal=False)
    outcome.imports += 1
    outcome.state = summary.state


# --------------------------------------------------------------------------------------------------------- compare


@dataclass(slots=True)
class Difference:
    """How today's rules change one game: fields of `games` as (before, after), rows that differ by table, its fall."""

    game_id: str
    fields: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)
    falls: str | None = None


#: Columns of `games` that say nothing about the rules.
_ASIDE: Final = ("engine",)
_FIELDS: Final = (
    "status", "winners", "decided_by", "top_total", "margin", "proven", "possible", "unjudged", "stood", "plies", "settled",
    "result_rulings", "claim", "log_hash",
)  # fmt: skip


def compare(lake: Path, *, jobs: int = 1, progress: Callable[[int, int], None] | None = None,
            engine: Engine | None = None) -> list[Difference]:  # fmt: skip
    """What a rebuild would change, game by game. Writes nothing into the lake. Raises LakeError."""
    import duckdb

    start = manifests.newest(lake)
    found: dict[str, Difference] = {}
    with tempfile.TemporaryDirectory(prefix="biblios-") as folder:
        work = Path(folder)
        make_folders(work)
        segments: list[Segment] = []
        games = 0
        for answer in (engine or engine_for(jobs)).map_chunks(rejudge, _chunks(lake, work, start)):
            segments += answer.segments
            games += answer.games
            for record in spooled(answer.spool):
                found[record["id"]] = Difference(record["id"], falls=record["text"])
            if progress is not None:
                progress(games, start.games)
        connection = duckdb.connect(":memory:")
        try:
            for schema, root, state in (("before", lake, start), ("after", work, Manifest(0, tuple(segments)))):
                connection.execute(f"CREATE SCHEMA {schema}")
                connection.execute(f"SET schema = {views.literal(schema)}")
                connection.execute("CREATE TABLE lake_names (name VARCHAR, player VARCHAR, kind VARCHAR)")
                for statement in views.statements(root, state):
                    connection.execute(statement)
            connection.execute("SET schema = 'main'")
            for table in STORED:
                columns = ", ".join(views.name(column.name) for column in table.filed if column.name not in _ASIDE)
                rows = connection.execute(
                    f"SELECT game_id, count(*) FROM ("  # noqa: S608 - our own names
                    f"(SELECT {columns} FROM before.{table.name} EXCEPT ALL SELECT {columns} FROM after.{table.name}) "
                    f"UNION ALL "
                    f"(SELECT {columns} FROM after.{table.name} EXCEPT ALL SELECT {columns} FROM before.{table.name})"
                    f") GROUP BY game_id"
                ).fetchall()
                for game_id, number in rows:
                    difference = found.setdefault(game_id, Difference(game_id))
                    if difference.falls is None:
                        difference.rows[table.name] = number
            changed = [game_id for game_id, difference in found.items() if "games" in difference.rows]
            pairs = ", ".join(f"b.{name}, a.{name}" for name in _FIELDS)
            for game_id, *values in connection.execute(
                f"SELECT b.game_id, {pairs} FROM before.games b JOIN after.games a USING (game_id) "  # noqa: S608
                "WHERE list_contains($ids, b.game_id)",
                {"ids": changed},
            ).fetchall():
                for place, name in enumerate(_FIELDS):
                    old, new = values[2 * place], values[2 * place + 1]
                    if old != new:
                        found[game_id].fields[name] = (old, new)
        finally:
            connection.close()
    return [found[game_id] for game_id in sorted(found)]
