"""Where things lie in a lake, and how files are written so that a power cut cannot tear them.

```
LAKE/ originals/ab/<sha256>.<kind>.zst   every imported file, byte-exact
      club/*.jsonl                       what people added here
      tables/<table>/<segment>.parquet   the rows
      manifests/0000000042.json          which segments live; the newest one is the lake
      quarantine/<hash>.bgl + .json      logs that did not pass, with their reports
      .lock                              held while a manifest is written
```
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import time
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

ORIGINALS: Final = "originals"
CLUB: Final = "club"
TABLES: Final = "tables"
MANIFESTS: Final = "manifests"
QUARANTINE: Final = "quarantine"
LOCK: Final = ".lock"
#: Seconds that a file no manifest lists any more stays, for readers that still use it.
GRACE: Final = 15 * 60
#: Seconds after which a file that no manifest ever listed counts as left behind by a broken import.
ORPHAN: Final = 24 * 3600
#: Manifests that are kept.
KEPT_MANIFESTS: Final = 50


class LakeError(Exception):
    """Something about a lake that its owner must know: one sentence, fit to be shown as it is."""


def default_path() -> Path:
    """The lake used where none is named: `$BIBLIOS_LAKE`, else a folder in the platform's place for data."""
    named = os.environ.get("BIBLIOS_LAKE")
    if named:
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_data_dir("biblios-replay", appauthor=False)) / "lake"


def new_segment_id() -> str:
    """A name for a segment that no other process will choose; names sort by time."""
    return f"{time.time_ns() // 1_000_000:013d}-{secrets.token_hex(4)}"


def segment_file(lake: Path, table: str, segment: str) -> Path:
    """The Parquet file of one table of one segment."""
    return lake / TABLES / table / f"{segment}.parquet"


def make_folders(lake: Path) -> None:
    """Create the folders of a lake. Raises LakeError where that is not allowed or the place is taken."""
    from replay.schema import STORED

    try:
        for name in (ORIGINALS, CLUB, MANIFESTS, QUARANTINE):
            (lake / name).mkdir(parents=True, exist_ok=True)
        for table in STORED:
            (lake / TABLES / table.name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise trouble(error, lake) from error


def trouble(error: OSError, lake: Path) -> LakeError:
    """What an error of the file system means for the owner of the lake."""
    place = error.filename or lake
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return LakeError(f"no space is left for {lake}: nothing was changed; free some and run the same command again")
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return LakeError(f"the lake {lake} cannot be written: {error.strerror} ({place})")
    if error.errno in (errno.ENOTDIR, errno.EEXIST):
        return LakeError(f"{place} is not a folder; choose another place for the lake (--lake)")
    return LakeError(f"{error.strerror or error} ({place})")


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable (where the system knows how)."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:  # some file systems cannot sync a folder; the files themselves are
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(handle)


def sync_file(path: Path) -> None:
    """Make the contents of a file durable."""
    handle = os.open(path, os.O_RDWR)  # Windows wants a handle that may write
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@cache
def helpers() -> ThreadPoolExecutor:
    """Threads that wait for the disk; kept, since starting them takes longer than most disks do."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(4, "sync")


def sync_all(paths: Iterable[Path]) -> None:
    """Make files and the names in their folders durable; at once, so that the disk writes its journal only a few times."""
    files = list(paths)
    pool = helpers()
    list(pool.map(sync_file, files))
    list(pool.map(sync_folder, {path.parent for path in files}))


def write_whole(path: Path, data: bytes, *, replace: bool = True, sync: bool = True) -> bool:
    """Write a file that is either there and whole, or not there. False if it was there and `replace` is not set.

    Without `sync` a power cut may still lose it: for files that can be made again.
    """
    if not replace and path.exists():
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with open(aside, "wb") as out:
            out.write(data)
            out.flush()
            if sync:
                os.fsync(out.fileno())
        os.replace(aside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            aside.unlink()
        raise
    if sync:
        sync_folder(path.parent)
    return True


def remove(path: Path) -> None:
    """Delete a file if it is there and may be deleted."""
    with contextlib.suppress(OSError):
        path.unlink()


@contextlib.contextmanager
def locked(lake: Path) -> Iterator[None]:
    """Hold the lake's lock, which is given back by the system when a process dies. Raises LakeError."""
    from filelock import FileLock, Timeout

    try:
        with FileLock(lake / LOCK, timeout=600):
            yield
    except Timeout as error:
        raise LakeError(f"another process has held the lock of {lake} for ten minutes") from error
