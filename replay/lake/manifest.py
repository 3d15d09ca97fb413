"""Numbered manifests: the list of living segments. Creating the next number is the only commit there is.

A manifest is never changed. A writer makes the next one aside and links it to its name, which succeeds only if nobody
else did so first; a reader takes the newest one whose files all exist, so that a copy of a lake taken while it was
being written opens as it was at some moment.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from replay.lake.layout import MANIFESTS, TABLES, LakeError, sync_folder
from replay.schema import SCHEMA_VERSION

#: Version of the layout that these modules read and write.
LAYOUT: Final = 1
#: Segments of up to this many games say their ids in the manifest, so that finding them opens no file.
INLINE_IDS: Final = 4


@dataclass(frozen=True, slots=True)
class Segment:
    """One segment: its name, number of games, least and greatest id, rows by table (tables without rows have no file).

    `schema` is the version of the tables it was written with; `ids` maps id → (log hash, likeness, has an `id:`) for small segments; `dead` are
    games that were replaced and live in another segment now; `size` is the bytes of its files.
    """

    id: str
    n: int
    lo: str
    hi: str
    rows: Mapping[str, int]
    schema: int = SCHEMA_VERSION
    size: int = 0
    ids: Mapping[str, tuple[str, str, bool]] | None = None
    dead: tuple[str, ...] = ()

    @property
    def living(self) -> int:
        """Games that live in this segment."""
        return self.n - len(self.dead)

    def as_json(self) -> dict[str, Any]:
        """The segment as it stands in a manifest."""
        out: dict[str, Any] = {"id": self.id, "n": self.n, "lo": self.lo, "hi": self.hi, "rows": dict(self.rows),
                               "schema": self.schema, "size": self.size}  # fmt: skip
        if self.ids is not None:
            out["ids"] = dict(self.ids)
        if self.dead:
            out["dead"] = list(self.dead)
        return out


@dataclass(frozen=True, slots=True)
class Manifest:
    """One state of a lake. `retired` maps segments that no longer live to the time (Unix seconds) they were dropped."""

    number: int = 0
    segments: tuple[Segment, ...] = ()
    retired: Mapping[str, float] = field(default_factory=dict)
    schema: int = SCHEMA_VERSION

    @property
    def games(self) -> int:
        """Number of games in the lake."""
        return sum(segment.living for segment in self.segments)

    @property
    def outdated(self) -> int:
        """Number of games whose rows lack what this version of the program knows, until `rebuild` writes them anew."""
        return sum(segment.living for segment in self.segments if segment.schema < SCHEMA_VERSION)

    @property
    def advice(self) -> str:
        """What whoever asks the lake should know of its age, in a sentence; empty where there is nothing."""
        if not self.outdated:
            return ""
        return (f"{self.outdated:,} of {self.games:,} games were stored by an older version of this program and lack some numbers; "
                "`biblios rebuild` works them out")  # fmt: skip

    def as_bytes(self) -> bytes:
        """The manifest as its file."""
        body = {
            "v": LAYOUT,
            "schema": self.schema,
            "number": self.number,
            "segments": [segment.as_json() for segment in self.segments],
            "retired": [{"id": name, "at": at} for name, at in self.retired.items()],
        }
        return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"


def path_of(lake: Path, number: int) -> Path:
    """The file of the manifest with this number."""
    return lake / MANIFESTS / f"{number:010d}.json"


def numbers(lake: Path) -> list[int]:
    """Numbers of all manifests, the newest first."""
    try:
        names = os.listdir(lake / MANIFESTS)
    except (FileNotFoundError, NotADirectoryError):
        return []
    return sorted((int(name[:10]) for name in names if len(name) == 15 and name[:10].isdigit()), reverse=True)


def read(lake: Path, number: int) -> Manifest:
    """The manifest with this number. Raises LakeError if it is of a newer program, ValueError if it cannot be read."""
    data = json.loads(path_of(lake, number).read_bytes())
    if data["v"] > LAYOUT or data["schema"] > SCHEMA_VERSION:
        raise LakeError(
            f"the lake {lake} was written by a newer version of this program (layout {data['v']}, tables "
            f"{data['schema']}; this one knows {LAYOUT} and {SCHEMA_VERSION}): please update the program"
        )
    segments = tuple(
        Segment(entry["id"], entry["n"], entry["lo"], entry["hi"], entry["rows"], entry["schema"], entry.get("size", 0),
                entry.get("ids"), tuple(entry.get("dead", ())))
        for entry in data["segments"]
    )  # fmt: skip
    return Manifest(number, segments, {entry["id"]: entry["at"] for entry in data["retired"]}, data["schema"])


def complete(lake: Path, manifest: Manifest) -> bool:
    """Whether every file that the manifest lists exists."""
    wanted: dict[str, set[str]] = {}
    for segment in manifest.segments:
        name = f"{segment.id}.parquet"
        for table, rows in segment.rows.items():
            if rows:
                wanted.setdefault(table, set()).add(name)
    # One listing a table is much quicker than asking for each file.
    for table, names in wanted.items():
        try:
            if not names.issubset(os.listdir(lake / TABLES / table)):
                return False
        except (FileNotFoundError, NotADirectoryError):
            return False
    return True


def newest(lake: Path) -> Manifest:
    """The newest manifest whose files all exist; an empty one where there is none yet. Raises LakeError."""
    found = numbers(lake)
    for number in found:
        try:
            manifest = read(lake, number)
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            continue
        if complete(lake, manifest):
            return manifest
    if found:
        raise LakeError(f"no manifest in {lake} has all its files; run `biblios verify`, then `biblios rebuild`")
    return Manifest()


def writable(lake: Path) -> Manifest:
    """The newest manifest, for a writer who holds the lock. Raises LakeError where it is damaged or lacks files.

    A writer does not fall back to an older state as a reader does: it would make games vanish for good.
    """
    found = numbers(lake)
    if not found:
        return Manifest()
    manifest: Manifest | None = None
    with contextlib.suppress(ValueError, KeyError, TypeError):
        manifest = read(lake, found[0])
    if manifest is None or not complete(lake, manifest):
        raise LakeError(
            f"the newest state of {lake} ({found[0]}) is damaged or lacks files: see `biblios verify`; "
            "`biblios rebuild` goes on from the newest whole one"
        )
    return manifest


def commit(lake: Path, manifest: Manifest) -> Manifest | None:
    """Make `manifest` the next state after the one it was made from; its number is raised by one.

    Returns the committed manifest, or None where another process was first (reload and try again).
    """
    following = replace(manifest, number=manifest.number + 1, schema=SCHEMA_VERSION)
    target = path_of(lake, following.number)
    aside = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        with open(aside, "wb") as out:
            out.write(following.as_bytes())
            out.flush()
            os.fsync(out.fileno())
        try:
            os.link(aside, target)
        except FileExistsError:
            return None
        except OSError as error:
            if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK):
                raise
            # No hard links here (some network and USB file systems): the lock alone keeps writers apart.
            if target.exists():
                return None
            os.replace(aside, target)
    finally:
        with contextlib.suppress(OSError):
            aside.unlink()
    sync_folder(target.parent)
    return following
