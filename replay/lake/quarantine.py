"""Logs that did not pass: each waits as its own lines with a report beside it, until a fix to it or to the rules.

`quarantine/<key>.bgl` (or `.jsonl`) holds the game's very lines, which may be edited there; `<key>.json` says what is
wrong. The key is a hash of the lines as they came, so importing the same bad file again adds nothing.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from replay.lake.club import now
from replay.lake.judging import dumps
from replay.lake.layout import QUARANTINE, LakeError, remove, write_whole
from replay.lake.originals import pieces

if TYPE_CHECKING:
    from replay.lake.importing import Options, Summary, Tell


@dataclass(frozen=True, slots=True)
class Entry:
    """One waiting log.

    key, at      its name and when it first came (UTC).
    outcome      `quarantined` or `conflicting`; `other` is the game that it conflicts with.
    file, index  where it came from; `id` and `likeness` who it would be.
    text         what is wrong, for people; `check` the object of `check --json`.
    log          the file with its lines.
    """

    key: str
    at: str
    outcome: str
    file: str
    index: int
    id: str | None
    likeness: str | None
    text: str
    check: dict[str, Any]
    other: str | None
    log: Path
    has_id: bool


def put(lake: Path, originals_in: Path, record: dict[str, Any]) -> str:
    """Store one log that did not pass (a record of `judging`), and give its key. Raises OSError, LakeError."""
    folder = lake / QUARANTINE
    key, aside = _copy(folder, originals_in, record["origin"])
    report = {
        "key": key,
        "at": now(),
        "outcome": record["outcome"],
        "file": record["origin"][0],
        "index": record["origin"][2],
        "id": record["id"],
        "likeness": record["likeness"],
        "text": record["text"],
        "check": record["check"],
        "has_id": record["id"] is not None and not is_hash(record["id"]),
        "with": record.get("with"),
    }
    target = folder / f"{key}.{'jsonl' if record.get('twin') else 'bgl'}"
    previous = _load(folder / f"{key}.json")
    if previous is not None or target.exists():  # it may have been edited there
        remove(aside)
    else:
        aside.replace(target)
    if previous is not None:
        report.update(at=previous.at, file=previous.file, index=previous.index)
        if {**report} == {**json.loads((folder / f"{key}.json").read_bytes())}:
            return key
    write_whole(folder / f"{key}.json", dumps(report) + b"\n", sync=False)
    return key


def _copy(folder: Path, originals_in: Path, origin: list[Any]) -> tuple[str, Path]:
    """A file with the very lines of a game, and their key: 16 hex digits of their hash. Memory does not grow with them."""
    _, sha, _, first, last = origin
    digest = hashlib.sha256()
    aside = folder / f".{secrets.token_hex(8)}.tmp"
    try:
        with open(aside, "wb") as out:
            for data in pieces(originals_in, sha, first, last):
                digest.update(data)
                out.write(data)
    except BaseException:
        remove(aside)
        raise
    return digest.hexdigest()[:16], aside


def is_hash(game_id: str) -> bool:
    """Whether an id looks like one that was made from a log's contents."""
    return len(game_id) == 16 and set(game_id) <= set("0123456789abcdef")


def _load(path: Path) -> Entry | None:
    try:
        data = json.loads(path.read_bytes())
        log = next((p for p in (path.with_suffix(".bgl"), path.with_suffix(".jsonl")) if p.exists()), None)
        if log is None:
            return None
        return Entry(data["key"], data["at"], data["outcome"], data["file"], data["index"], data["id"], data["likeness"],
                     data["text"], data["check"], data.get("with"), log, bool(data.get("has_id")))  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError):
        return None


def entries(lake: Path) -> Iterator[Entry]:
    """All waiting logs, the oldest first."""
    folder = lake / QUARANTINE
    found = [entry for path in folder.glob("*.json") if (entry := _load(path)) is not None]
    yield from sorted(found, key=lambda entry: (entry.at, entry.file, entry.index, entry.key))


def count(lake: Path) -> int:
    """How many logs wait."""
    return sum(1 for _ in (lake / QUARANTINE).glob("*.json"))


def find(lake: Path, key: str) -> Entry:
    """The waiting log whose key begins with `key`. Raises LakeError where there is none or more than one."""
    found = [entry for entry in entries(lake) if entry.key.startswith(key.lower())] if key else []
    if not found:
        raise LakeError(f"there is no log {key!r} in quarantine")
    if len(found) > 1:
        raise LakeError(f"{key!r} is the beginning of several keys: {', '.join(entry.key for entry in found)}")
    return found[0]


def _opener(path: Path) -> Callable[[], IO[bytes]]:
    return lambda: open(path, "rb")


def retry(lake: Path, keys: Iterable[str], options: Options, tell: Tell) -> Summary:
    """Import waiting logs (all where no key is given) as they stand now; those that pass wait no longer.

    Raises LakeError for an unknown key.
    """
    from replay.lake import importing
    from replay.lake.sources import Source

    chosen = [find(lake, key) for key in keys] or list(entries(lake))
    by_label = {str(entry.log): entry for entry in chosen}
    still: set[str] = set()

    def told(record: dict[str, Any]) -> None:
        origin = record.get("origin")
        if record["outcome"] in ("quarantined", "conflicting", "rejected"):
            label = origin[0] if origin else record.get("file")
            entry = by_label.get(str(label))
            if entry is not None and record.get("key") in (None, entry.key):
                still.add(entry.key)
        tell(record)

    sources = [Source(str(entry.log), _opener(entry.log), entry.log.stat().st_size) for entry in chosen]
    summary = importing.run(lake, sources, options, told)
    drop(lake, [entry.key for entry in chosen if entry.key not in still])
    return summary


def drop(lake: Path, keys: Iterable[str]) -> None:
    """Forget waiting logs (the originals they came in are kept)."""
    for key in keys:
        for kind in ("json", "bgl", "jsonl"):
            remove(lake / QUARANTINE / f"{key}.{kind}")
