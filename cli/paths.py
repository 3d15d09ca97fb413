"""Files that a person names on the command line: files, folders, zips and standard input, as streams."""

from __future__ import annotations

import os
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Final

LOG_ENDINGS: Final = (".bgl", ".jsonl")


@dataclass(frozen=True, slots=True)
class Found:
    """One thing to read: a file or a member of a zip. `label` is its name in messages; `trouble` why it cannot be read."""

    label: str
    path: str
    member: str | None = None
    trouble: str | None = None

    def open(self) -> IO[bytes]:
        """A binary stream. Raises OSError or zipfile.BadZipFile."""
        if self.path == "-":
            return sys.stdin.buffer
        if self.member is not None:
            # Safe: the archive stays open as long as its member, which holds a reference to it.
            return zipfile.ZipFile(self.path).open(self.member)
        return open(self.path, "rb")


def find(paths: tuple[str, ...]) -> Iterator[Found]:
    """Every log under `paths`, in a stable order: folders are searched for `.bgl`, `.jsonl` and `.zip`.

    A file named explicitly is always read, whatever its name. What cannot be listed is found with its `trouble`.
    """
    for path in paths:
        if path == "-":
            yield Found("-", "-")
        elif os.path.isdir(path):
            yield from _folder(path)
        elif not os.path.exists(path):
            yield Found(path, path, trouble="there is no such file")
        elif zipfile.is_zipfile(path):
            yield from _zip(path)
        else:
            yield Found(path, path)


def _folder(path: str) -> Iterator[Found]:
    for folder, folders, names in os.walk(path, onerror=None):
        folders.sort()
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in sorted(names):
            full = os.path.join(folder, name)
            if name.lower().endswith(LOG_ENDINGS) and os.path.isfile(full):
                yield Found(full, full)
            elif name.lower().endswith(".zip") and os.path.isfile(full):
                yield from _zip(full)


def _zip(path: str) -> Iterator[Found]:
    try:
        with zipfile.ZipFile(path) as archive:
            members = [item.filename for item in archive.infolist() if not item.is_dir()]
    except (zipfile.BadZipFile, OSError, NotImplementedError) as error:
        yield Found(path, path, trouble=f"this zip cannot be read: {error}")
        return
    for member in sorted(members):
        if member.lower().endswith(LOG_ENDINGS):
            yield Found(f"{path}!{member}", path, member)
