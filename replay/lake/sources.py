"""What a person names as PATH: files, folders, zips, standard input, as streams of bytes with a label."""

from __future__ import annotations

import os
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

LOG_ENDINGS: Final = (".bgl", ".jsonl")
#: What opening or reading a source may raise: the disk's errors, and those of a damaged or odd zip.
UNREADABLE: Final = (OSError, zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError)


@dataclass(frozen=True, slots=True)
class Source:
    """One file to import. `trouble` says why it cannot be read; `ignored` that it is no log by its name."""

    label: str
    open: Callable[[], IO[bytes]] | None = None
    size: int | None = None
    trouble: str | None = None
    ignored: bool = False

    @property
    def kind(self) -> str:
        """`jsonl` or `bgl`, by the name; what is really in it the reader finds out."""
        return "jsonl" if self.label.lower().endswith(".jsonl") else "bgl"


def find(paths: Iterable[str], stdin: IO[bytes] | None = None, *, leave: Path | None = None) -> Iterator[Source]:
    """Everything under `paths`, in a stable order. Nothing is opened yet, but zips are listed.

    `leave` is a folder that is not searched: the lake, where logs in quarantine lie.
    """
    for path in paths:
        if path == "-":
            yield Source("-", lambda: stdin if stdin is not None else sys.stdin.buffer)
        elif os.path.isdir(path):
            yield from _folder(path, os.path.realpath(leave) if leave is not None else None)
        elif not os.path.exists(path):
            yield Source(path, trouble="there is no such file")
        elif path.lower().endswith(".zip") or (os.path.isfile(path) and zipfile.is_zipfile(path)):
            yield from _zip(path)
        else:
            yield _file(path)


def of_bytes(label: str, data: bytes) -> Source:
    """A source that is already in memory (an upload)."""
    import io

    return Source(label, lambda: io.BytesIO(data), len(data))


def _file(path: str) -> Source:
    try:
        size = os.path.getsize(path)
    except OSError as error:
        return Source(path, trouble=error.strerror or str(error))
    return Source(path, lambda: open(path, "rb"), size)


def _folder(path: str, leave: str | None) -> Iterator[Source]:
    troubles: list[Source] = []

    def unreadable(error: OSError) -> None:
        troubles.append(Source(str(error.filename), trouble=error.strerror or str(error)))

    for folder, folders, names in os.walk(path, onerror=unreadable):
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".") and (leave is None or os.path.realpath(os.path.join(folder, name)) != leave)
        )
        for name in sorted(names):
            full = os.path.join(folder, name)
            if name.lower().endswith(LOG_ENDINGS) and os.path.isfile(full):
                yield _file(full)
            elif name.lower().endswith(".zip") and os.path.isfile(full):
                yield from _zip(full)
            else:
                yield Source(full, ignored=True)
    yield from troubles


def _zip(path: str) -> Iterator[Source]:
    try:
        with zipfile.ZipFile(path) as archive:
            members = sorted((item for item in archive.infolist() if not item.is_dir()), key=lambda item: item.filename)
    except (zipfile.BadZipFile, OSError, NotImplementedError, ValueError) as error:
        yield Source(path, trouble=f"this zip cannot be read: {error}")
        return
    for item in members:
        label = f"{path}!{item.filename}"
        if item.flag_bits & 1:
            yield Source(label, trouble="this member of the zip is encrypted")
        elif item.filename.lower().endswith(LOG_ENDINGS):
            yield Source(label, _member(path, item.filename), item.file_size)
        else:
            yield Source(label, ignored=True)


def _member(path: str, name: str) -> Callable[[], IO[bytes]]:
    # The archive stays open as long as its member, which holds a reference to it.
    return lambda: zipfile.ZipFile(path).open(name)
