"""Steps 2 to 5 of the protocol: take the lock, see who is stored already, link the next manifest; later merge and tidy."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from replay.lake import manifest as manifests
from replay.lake.layout import (
    GRACE,
    KEPT_MANIFESTS,
    MANIFESTS,
    ORPHAN,
    QUARANTINE,
    TABLES,
    LakeError,
    locked,
    remove,
    segment_file,
    trouble,
)
from replay.lake.manifest import Manifest, Segment
from replay.schema import SCHEMA_VERSION, STORED

#: A merge takes this many segments of one size class; the classes are powers of it.
FAN: Final = 16
#: Segments that are merged as they come hold at most this many games in all; beyond it only `compact` merges.
MERGE_GAMES: Final = 10_000

Change = Callable[[Manifest], Manifest | None]


def change(lake: Path, decide: Change) -> Manifest:
    """Bring the lake from its newest state to the one that `decide` makes of it (None: leave it as it is).

    `decide` runs under the lock and may run again; whatever it raises leaves the lake unchanged. Raises LakeError.
    """
    try:
        while True:
            with locked(lake):
                current = manifests.writable(lake)
                wanted = decide(current)
                if wanted is None:
                    return current
                wanted = replace(_forget(wanted), number=current.number)
                done = manifests.commit(lake, wanted)
            if done is not None:
                _tidy(lake, current, done)
                return done
    except OSError as error:
        raise trouble(error, lake) from error


def with_segments(state: Manifest, add: Iterable[Segment], dead: Mapping[str, Iterable[str]]) -> Manifest:
    """The state with more segments and with some games of its segments replaced; emptied segments are retired."""
    now = time.time()
    retired = dict(state.retired)
    kept = []
    for segment in state.segments:
        gone = dead.get(segment.id)
        if gone:
            segment = replace(segment, dead=tuple(sorted({*segment.dead, *gone})))
        if segment.living:
            kept.append(segment)
        else:
            retired[segment.id] = now
    kept.extend(add)
    return replace(state, segments=tuple(kept), retired=retired)


def _forget(state: Manifest) -> Manifest:
    """Without the retired segments whose grace is over; their files are deleted once this state stands."""
    limit = time.time() - GRACE
    return replace(state, retired={name: at for name, at in state.retired.items() if at > limit})


def _tidy(lake: Path, before: Manifest, after: Manifest) -> None:
    """Delete files that are needed no more. What is left over because of a crash is found by `sweep`."""
    living = {segment.id for segment in after.segments}
    for name in before.retired:
        if name not in after.retired and name not in living:
            delete_segment(lake, name)
    for number in manifests.numbers(lake)[KEPT_MANIFESTS:]:
        remove(manifests.path_of(lake, number))


def delete_segment(lake: Path, segment: str) -> None:
    """Delete all files of a segment."""
    for table in STORED:
        remove(segment_file(lake, table.name, segment))


def sweep(lake: Path, *, older_than: float = ORPHAN) -> int:
    """Delete what broken imports left behind: files that no kept manifest lists, once they are old enough. Their number."""
    listed: set[str] = set()
    for number in manifests.numbers(lake):
        with contextlib.suppress(OSError, ValueError, KeyError, LakeError):
            state = manifests.read(lake, number)
            listed.update(segment.id for segment in state.segments)
            listed.update(state.retired)
    limit = time.time() - older_than
    count = 0
    for path in [*(lake / TABLES).glob("*/*"), *(lake / TABLES).glob(".*"), *(lake / MANIFESTS).glob(".*.tmp"),
                 *(lake / "originals").glob(".*.tmp"), *(lake / "originals").glob("??/.*.tmp"),
                 *(lake / QUARANTINE).glob(".*.tmp")]:  # fmt: skip
        try:
            if path.is_file() and path.stem not in listed and path.stat().st_mtime < limit:
                path.unlink()
                count += 1
        except OSError:
            continue
    return count


# ---------------------------------------------------------------------------------------------------------- merging


def size_class(segment: Segment) -> int:
    """0 for up to 15 games, 1 up to 255, and so on."""
    number, games = 0, segment.living
    while games >= FAN:
        games //= FAN
        number += 1
    return number


def ripe(state: Manifest, limit: int = MERGE_GAMES) -> list[Segment] | None:
    """Segments that the ladder merges next: 16 of a size class with at most `limit` games, or a tattered one."""
    classes: dict[int, list[Segment]] = {}
    for segment in state.segments:
        classes.setdefault(size_class(segment), []).append(segment)
    for number in sorted(classes):
        group = classes[number]
        if len(group) >= FAN:
            chosen = sorted(group, key=lambda segment: segment.living)[:FAN]
            if sum(segment.living for segment in chosen) <= limit:
                return chosen
    for segment in state.segments:
        if len(segment.dead) > max(16, segment.n // 4) and segment.living <= limit:
            return [segment]
    return None


def ladder(lake: Path, state: Manifest | None = None) -> int:
    """Merge small segments until none is ripe; the number of merges. Another process may do the same at once.

    state   the newest state, where the caller knows it: there mostly is nothing to do.
    """
    count = 0
    while count < 64:
        group = ripe(state or manifests.newest(lake))
        state = None
        if group is None:
            break
        if not merge(lake, group):
            break
        count += 1
    return count


def merge(lake: Path, group: Sequence[Segment]) -> bool:
    """Make one sorted segment of several. False where another process changed them first (nothing is lost then)."""
    from replay.lake.merging import write_merged

    try:
        merged = write_merged(lake, group)
    except (FileNotFoundError, LakeError):
        return False  # somebody else merged them, and the grace time is over
    except OSError as error:
        raise trouble(error, lake) from error
    names = {segment.id for segment in group}
    dropped = {segment.id: set(segment.dead) for segment in group}
    done = False

    def decide(state: Manifest) -> Manifest | None:
        nonlocal done
        found = [segment for segment in state.segments if segment.id in names]
        if len(found) != len(names):
            done = False
            return None
        late = [name for segment in found for name in segment.dead if name not in dropped[segment.id]]
        done = True
        now = time.time()
        retired = {**state.retired, **dict.fromkeys(names, now)}
        kept = [segment for segment in state.segments if segment.id not in names]
        if merged is not None:
            kept.append(replace(merged, dead=tuple(sorted(late))) if late else merged)
        return replace(state, segments=tuple(kept), retired=retired)

    try:
        change(lake, decide)
    finally:
        if not done and merged is not None:
            delete_segment(lake, merged.id)
    return done


def without(lake: Path, segment: Segment, dropped: set[str]) -> Segment | None:
    """A new segment (listed nowhere yet) without some of its games: marked where few, written anew where many.

    None where no game is left. The files of `segment` stay.
    """
    from replay.lake.merging import write_merged

    if not dropped:
        return segment
    marked = replace(segment, dead=tuple(sorted(dropped)))
    if not marked.living:
        return None
    if len(dropped) * 4 < segment.n or segment.n > MERGE_GAMES:
        return marked
    return write_merged(lake, [marked])


def compact(lake: Path, *, limit: int = 400_000) -> tuple[int, int]:
    """Merge everything that can be merged into sorted segments of up to `limit` games; (segments before, after)."""
    state = manifests.newest(lake)
    before = len(state.segments)
    group: list[Segment] = []
    groups: list[list[Segment]] = []
    total = 0
    for segment in sorted(state.segments, key=lambda segment: segment.lo):
        if segment.living >= limit and not segment.dead and segment.schema == SCHEMA_VERSION:
            continue
        if group and total + segment.living > limit:
            groups.append(group)
            group, total = [], 0
        group.append(segment)
        total += segment.living
    if group:
        groups.append(group)
    for members in groups:
        if len(members) > 1 or members[0].dead:
            merge(lake, members)
    sweep(lake)
    return before, len(manifests.newest(lake).segments)
