"""Who a game is: what happens to each judged game, given those that are stored already.

Two different games never silently become one, and one game never silently two (design: "Who a game is").
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from replay.lake.layout import LakeError, segment_file
from replay.lake.manifest import Manifest, Segment

if TYPE_CHECKING:
    import pyarrow as pa

_CACHED_ROWS: Final = 400_000
_KNOWN: Final = ("game_id", "log_hash", "likeness", "has_id")
_cache: OrderedDict[str, Any] = OrderedDict()


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored game: its segment, id, log hash, likeness, and whether it has an id of its own."""

    segment: str
    id: str
    hash: str
    likeness: str
    has_id: bool


@dataclass(slots=True)
class Plan:
    """What a commit is to do.

    outcomes   per new segment: id → `new`, `unchanged`, `corrected` or `conflicting`, but for `new` left out.
    dead       stored segment → ids that are replaced.
    conflicts  (new segment, id, stored id) of games that may be stored ones.
    links      old id → new id, where a game goes on under another id.
    counts     number of games by outcome.
    """

    outcomes: dict[str, dict[str, str]] = field(default_factory=dict)
    dead: dict[str, set[str]] = field(default_factory=dict)
    conflicts: list[tuple[str, str, str]] = field(default_factory=list)
    links: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def dropped(self, segment: str) -> set[str]:
        """Ids of a new segment that are not to live."""
        return {name for name, what in self.outcomes.get(segment, {}).items() if what in ("unchanged", "conflicting")}


def known_of(lake: Path, segment: Segment) -> pa.Table:
    """(game_id, log_hash, likeness, has_id) of all games of a segment; recent ones are remembered."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    key = f"{lake}|{segment.id}"
    found = _cache.get(key)
    if found is not None:
        _cache.move_to_end(key)
        return found
    if segment.ids is not None:
        rows = [(name, *rest) for name, rest in segment.ids.items()]
        columns = [*zip(*rows, strict=True)]
        kinds = (pa.string(), pa.string(), pa.string(), pa.bool_())
        arrays = [pa.array(values, kind) for values, kind in zip(columns, kinds, strict=True)]
        found = pa.Table.from_arrays(arrays, names=list(_KNOWN))
    else:
        path = segment_file(lake, "games", segment.id)
        with pq.ParquetFile(path) as file:
            read = file.read(columns=list(_KNOWN)).combine_chunks()
        found = pa.Table.from_arrays([read[name] for name in _KNOWN], names=list(_KNOWN))
    _cache[key] = found
    while len(_cache) > 1 and sum(table.num_rows for table in _cache.values()) > _CACHED_ROWS:
        _cache.popitem(last=False)
    return found


def _stored(lake: Path, manifest: Manifest, column: str, wanted: pa.Array) -> Iterator[Stored]:
    """Living games whose column has one of the wanted values."""
    import pyarrow.compute as pc

    if not len(wanted):
        return
    few = set(wanted.to_pylist()) if len(wanted) <= 64 else None
    low, high = pc.min(wanted).as_py(), pc.max(wanted).as_py()
    for segment in manifest.segments:
        if column == "game_id" and (segment.hi < low or segment.lo > high):
            continue
        dead = set(segment.dead)
        if segment.ids is not None and few is not None:
            for name, (hash_, like, has_id) in segment.ids.items():
                if (name if column == "game_id" else like) in few and name not in dead:
                    yield Stored(segment.id, name, hash_, like, has_id)
            continue
        table = known_of(lake, segment)
        mask = pc.equal(table[column], wanted[0]) if len(wanted) == 1 else pc.is_in(table[column], value_set=wanted)
        for row in table.filter(mask).to_pylist():
            if row["game_id"] not in dead:
                yield Stored(segment.id, row["game_id"], row["log_hash"], row["likeness"], row["has_id"])


def resolve(lake: Path, work: Path, manifest: Manifest, segments: Sequence[Segment], *, replace: str | None = None,
            as_new: bool = False) -> Plan:  # fmt: skip
    """What happens to the games of new segments (in their order), given the state of the lake.

    Raises LakeError where `replace` names no stored game or there is not exactly one game to replace it with.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    plan = Plan()
    total = sum(segment.n for segment in segments)
    if not segments:
        if replace is not None:
            raise LakeError("--replace needs exactly one good game, and there is none")
        return plan
    # Only what every game has to be asked for is held for all of them: an import may bring a million.
    tables = [known_of(work, segment).select(["game_id", "likeness"]) for segment in segments]
    every = pa.concat_tables(tables)
    ids, likes = every["game_id"].combine_chunks(), every["likeness"].combine_chunks()
    by_id = {found.id: found for found in _stored(lake, manifest, "game_id", ids)}
    repeated = _repeated(ids)
    by_like: dict[str, list[Stored]] = {}
    alike: set[str] = set()
    if not as_new:
        for found in _stored(lake, manifest, "likeness", pc.unique(likes) if manifest.segments else likes[:0]):
            by_like.setdefault(found.likeness, []).append(found)
        alike = _repeated(likes)
    if replace is not None:
        _replace(lake, manifest, plan, every, by_id, replace, total)
    accepted: dict[str, str] = {}
    names, likenesses = pa.array([*by_id, *repeated], pa.string()), pa.array([*by_like, *alike], pa.string())
    for segment, table in zip(segments, tables, strict=True):
        outcomes = plan.outcomes.setdefault(segment.id, {})
        if replace is None:
            if not len(names) and not len(likenesses):
                continue  # nothing of all this is stored: everything is new
            mask = pc.or_(pc.is_in(table["game_id"], names), pc.is_in(table["likeness"], likenesses))
            games = known_of(work, segment).filter(mask)
        else:
            games = known_of(work, segment)
        columns = (games[name].to_pylist() for name in _KNOWN)
        for name, hash_, like, has_id in zip(*columns, strict=True):
            what, other = _outcome(
                lake, work, segment, Stored(segment.id, name, hash_, like, has_id), by_id, by_like, accepted, plan
            )
            if replace is not None and what in ("new", "conflicting"):
                what = "corrected"
            if what != "new":
                outcomes[name] = what
            if what == "conflicting":
                plan.conflicts.append((segment.id, name, other))
            elif what in ("new", "corrected"):
                if name in repeated:
                    accepted[name] = hash_
                if like in alike:
                    by_like.setdefault(like, []).append(Stored(segment.id, name, hash_, like, has_id))
    counts = [what for outcomes in plan.outcomes.values() for what in outcomes.values()]
    plan.counts = {what: counts.count(what) for what in ("unchanged", "corrected", "conflicting")}
    plan.counts["new"] = total - sum(plan.counts.values())
    return plan


def _repeated(words: pa.Array) -> set[str]:
    """The words that occur more than once."""
    import pyarrow.compute as pc

    if pc.count_distinct(words).as_py() == len(words):
        return set()
    counted = pc.value_counts(words)
    found: list[str] = counted.field("values").filter(pc.greater(counted.field("counts"), 1)).to_pylist()
    return set(found)


def _outcome(lake: Path, work: Path, segment: Segment, game: Stored, by_id: dict[str, Stored],
             by_like: dict[str, list[Stored]], accepted: dict[str, str], plan: Plan) -> tuple[str, str]:  # fmt: skip
    """What becomes of one game, and the other game where that matters."""
    if game.id in accepted:
        return ("unchanged", "") if accepted[game.id] == game.hash else ("conflicting", game.id)
    stored = by_id.get(game.id)
    if stored is not None:
        if stored.hash == game.hash:
            return "unchanged", ""
        plan.dead.setdefault(stored.segment, set()).add(stored.id)
        return "corrected", stored.id
    for other in by_like.get(game.likeness, ()):
        if other.id == game.id:
            continue
        if not game.has_id:
            return "conflicting", other.id
        if not other.has_id and _content_id(work, segment, game.id) == other.id:
            # The stored game without an id now comes with one, and says the same: it goes on under its new name.
            plan.dead.setdefault(other.segment, set()).add(other.id)
            plan.links[other.id] = game.id
            return "corrected", other.id
    return "new", ""


def _replace(lake: Path, manifest: Manifest, plan: Plan, every: pa.Table, by_id: dict[str, Stored], old: str,
             total: int) -> None:  # fmt: skip
    import pyarrow as pa

    if total != 1:
        raise LakeError(f"--replace needs exactly one good game, and there are {total}")
    new = every["game_id"][0].as_py()
    if new in by_id:
        if new == old:
            return
        raise LakeError(f"this game is stored already, as {new}; it cannot replace {old} too")
    found = next(_stored(lake, manifest, "game_id", pa.array([old], pa.string())), None)
    if found is None:
        raise LakeError(f"there is no stored game {old!r} to replace")
    plan.dead.setdefault(found.segment, set()).add(found.id)
    plan.links[old] = new


def _content_id(work: Path, segment: Segment, game_id: str) -> str:
    """The id that a new game would have without its `id:`."""
    from replay.lake import originals

    source, index, first, last, file = origin_of(work, segment, game_id)
    log = originals.load_log(work, source, index, first, last, file)
    del log.header.values["id"]
    return log.game_id


def origin_of(work: Path, segment: Segment, game_id: str) -> tuple[str, int, int, int, str]:
    """(source, index, first line, last line, file) of a game of a segment."""
    import pyarrow.parquet as pq

    names = ["source", "source_index", "source_first", "source_last", "file"]
    table = pq.read_table(
        segment_file(work, "games", segment.id), columns=["game_id", *names], filters=[("game_id", "=", game_id)]
    )
    row = table.to_pylist()[0]
    return row["source"], row["source_index"], row["source_first"], row["source_last"], row["file"]
