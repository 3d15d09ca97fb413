"""The imported files themselves: byte-exact, compressed, named by their hash, each stored once.

A file is cut into frames of about `FRAME` bytes, each compressed by itself with zstd. Frames that follow each other are
one valid zstd file for every other program; an index beside it (`.idx`) says where each frame starts and how many lines
come before it, so that one game of a file with ten thousand is opened without unpacking the rest.
"""

from __future__ import annotations

import bisect
import hashlib
import io
import json
import os
import secrets
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from replay.lake.layout import ORIGINALS, LakeError, remove, sync_folder

if TYPE_CHECKING:
    from replay.log import Log

#: Bytes of a frame before compression.
FRAME: Final = 1 << 18
KINDS: Final = ("bgl", "jsonl", "txt")
_LEVEL: Final = 3


class Keeper:
    """Copies a file into the lake while it is being read (`read` gives the bytes on). One object per file.

    `keep` gives the durable copy its name, the hash (`sync_names` makes the names of many durable); `drop` forgets it.
    Memory is bounded by one frame.
    """

    def __init__(self, lake: Path, stream: IO[bytes], kind: str) -> None:
        import pyarrow as pa

        self.stream = stream
        self.kind = kind
        self.folder = lake / ORIGINALS
        self.aside = self.folder / f".{secrets.token_hex(8)}.tmp"
        self.out: IO[bytes] | None = None
        self.codec = pa.Codec("zstd", compression_level=_LEVEL)
        self.digest = hashlib.sha256()
        self.size = 0
        self.written = 0
        self.lines = 0
        self.buffer: list[bytes] = []
        self.held = 0
        self.index: list[tuple[int, int, int, int]] = []

    def read(self, size: int = -1) -> bytes:
        """The next bytes of the file."""
        data = self.stream.read(size)
        if data:
            self.digest.update(data)
            self.size += len(data)
            self.buffer.append(data)
            self.held += len(data)
            if self.held >= FRAME:
                self._frame()
        return data

    def _frame(self) -> None:
        data = b"".join(self.buffer)
        packed: bytes = self.codec.compress(data, asbytes=True)
        if self.out is None:
            self.out = open(self.aside, "wb")  # noqa: SIM115 - closed by keep or drop
        self.out.write(packed)
        self.index.append((self.lines, len(data), self.written, len(packed)))
        self.lines += data.count(b"\n")
        self.written += len(packed)
        self.buffer = []
        self.held = 0

    @property
    def sha(self) -> str:
        """The hash of what was read so far."""
        return self.digest.hexdigest()

    def finish(self) -> str:
        """Read what is left of the file, and give its hash."""
        while self.read(FRAME):
            pass
        if self.held or not self.index:
            self._frame()
        return self.sha

    def keep(self) -> str:
        """Put the copy, made durable, under its hash, unless the lake has it already. Call `finish` before."""
        assert self.out is not None
        sha = self.sha
        target = path_of(self.folder.parent, sha, self.kind)
        self.out.flush()
        os.fsync(self.out.fileno())
        self.out.close()
        if target.exists():
            remove(self.aside)
            return sha
        target.parent.mkdir(parents=True, exist_ok=True)
        if len(self.index) > 1:
            index = target.with_suffix(".idx")
            aside = index.with_name(f".{index.name}.{secrets.token_hex(4)}.tmp")
            with open(aside, "w", encoding="ascii") as out:
                json.dump(self.index, out, separators=(",", ":"))
                out.flush()
                os.fsync(out.fileno())
            os.replace(aside, index)
        os.replace(self.aside, target)
        return sha

    def drop(self) -> None:
        """Forget the copy."""
        if self.out is not None:
            self.out.close()
            self.out = None
        remove(self.aside)


def sync_names(lake: Path, folders: set[str]) -> None:
    """Make the names of originals durable, in folders of the first two digits of their hashes."""
    for folder in folders:
        sync_folder(lake / ORIGINALS / folder)
    sync_folder(lake / ORIGINALS)


def path_of(lake: Path, sha: str, kind: str) -> Path:
    """Where an original of this hash and kind lies."""
    return lake / ORIGINALS / sha[:2] / f"{sha}.{kind}.zst"


def find(lake: Path, sha: str) -> Path:
    """The stored file of this hash. Raises LakeError where it is missing."""
    for kind in KINDS:
        path = path_of(lake, sha, kind)
        if path.exists():
            return path
    raise LakeError(f"the original {sha} is missing from {lake / ORIGINALS}")


def every(lake: Path) -> Iterator[tuple[str, str, Path]]:
    """(hash, kind, file) of every stored original, in the order of their hashes."""
    for path in sorted((lake / ORIGINALS).glob("??/*.zst")):
        sha, kind = path.name.split(".")[:2]
        yield sha, kind, path


def _unpack(data: bytes, path: Path, sizes: list[tuple[int, int]] | None = None) -> bytes:
    import pyarrow as pa

    try:
        if sizes is None:
            return bytes(pa.CompressedInputStream(pa.BufferReader(data), "zstd").read())
        codec = pa.Codec("zstd")
        parts, start = [], 0
        for raw, packed in sizes:
            parts.append(codec.decompress(data[start : start + packed], raw, asbytes=True))
            start += packed
        return b"".join(parts)
    except (OSError, ValueError, pa.ArrowException) as error:
        raise LakeError(f"the original {path} is damaged: {error}") from error


def _index(path: Path) -> list[tuple[int, int, int, int]] | None:
    try:
        found: list[tuple[int, int, int, int]] = json.loads(path.with_suffix(".idx").read_bytes())
    except (OSError, ValueError):
        return None
    return found


def load(lake: Path, sha: str) -> bytes:
    """All bytes of an original. Raises LakeError where it is missing or damaged."""
    path = find(lake, sha)
    index = _index(path)
    return _unpack(path.read_bytes(), path, [(raw, packed) for _, raw, _, packed in index] if index else None)


def open_stream(lake: Path, sha: str) -> Seekable:
    """An original as a stream, for reading game by game in bounded memory. Raises LakeError."""
    path = find(lake, sha)
    index = _index(path)
    if index is None:
        data = load(lake, sha)
        return Seekable(path, [(0, len(data), 0, 0)], data)
    return Seekable(path, index)


class Seekable(io.RawIOBase):
    """An original, unpacked frame by frame; `skip` leaves out frames without unpacking them."""

    def __init__(self, path: Path, index: list[tuple[int, int, int, int]], data: bytes | None = None) -> None:
        self.path = path
        self.file = open(path, "rb") if data is None else None  # noqa: SIM115 - closed with the stream
        self.frames = iter(index if data is None else ())
        self.held = data or b""
        self.at = 0

    def readable(self) -> bool:
        """Always."""
        return True

    def _next(self, entry: tuple[int, int, int, int]) -> None:
        assert self.file is not None
        _, raw, start, packed = entry
        self.file.seek(start)
        self.held = _unpack(self.file.read(packed), self.path, [(raw, packed)])
        self.at = 0

    def skip(self, number: int) -> None:
        """Go on `number` bytes further. Only at the beginning of a file that is cut into frames this costs nothing."""
        while number > len(self.held) - self.at:
            number -= len(self.held) - self.at
            self.held, self.at = b"", 0
            for entry in self.frames:
                if entry[1] > number:
                    self._next(entry)
                    break
                number -= entry[1]
            else:
                return
        self.at += number

    def read(self, size: int = -1) -> bytes:
        """The next bytes; all that are left where `size` is negative."""
        if size < 0:
            parts = []
            while part := self.read(FRAME):
                parts.append(part)
            return b"".join(parts)
        if self.at >= len(self.held):
            entry = next(self.frames, None)
            if entry is None:
                return b""
            self._next(entry)
        data = self.held[self.at : self.at + size]
        self.at += len(data)
        return data

    def readline(self, size: int | None = -1, /) -> bytes:
        """The next line, at most `size` bytes of it."""
        limit = 1 << 30 if size is None or size < 0 else size
        end = self.held.find(b"\n", self.at, self.at + limit)
        if end >= 0:
            data = self.held[self.at : end + 1]
            self.at = end + 1
            return data
        parts: list[bytes] = []
        while limit > 0:
            if self.at >= len(self.held):
                entry = next(self.frames, None)
                if entry is None:
                    break
                self._next(entry)
            end = self.held.find(b"\n", self.at, self.at + limit)
            stop = end + 1 if end >= 0 else min(len(self.held), self.at + limit)
            parts.append(self.held[self.at : stop])
            limit -= stop - self.at
            self.at = stop
            if end >= 0:
                break
        return b"".join(parts)

    def close(self) -> None:
        """Let go of the file."""
        if self.file is not None:
            self.file.close()
        super().close()


def load_lines(lake: Path, sha: str, first: int, last: int) -> bytes:
    """Lines `first` … `last` (from 1; last 0: to the end) of an original, with their line breaks. Raises LakeError."""
    path = find(lake, sha)
    index = _index(path)
    before = 0
    if index is None:
        data = load(lake, sha)
    else:
        starts = [entry[0] for entry in index]
        # The frame in which line `first` begins: the last one with fewer than `first` line breaks before it.
        begin = max(0, bisect.bisect_left(starts, first - 1) - 1)
        end = bisect.bisect_right(starts, last) if last else len(index)
        wanted = index[begin : max(end, begin + 1)]
        with open(path, "rb") as file:
            file.seek(wanted[0][2])
            packed = file.read(wanted[-1][2] + wanted[-1][3] - wanted[0][2])
        data = _unpack(packed, path, [(entry[1], entry[3]) for entry in wanted])
        before = wanted[0][0]
    start = 0
    for _ in range(first - 1 - before):
        start = data.find(b"\n", start) + 1
        if not start:
            return b""
    if not last:
        return data[start:]
    stop = start
    for _ in range(last - first + 1):
        found = data.find(b"\n", stop)
        if found < 0:
            return data[start:]
        stop = found + 1
    return data[start:stop]


def pieces(lake: Path, sha: str, first: int, last: int) -> Iterator[bytes]:
    """What `load_lines` gives, in pieces of bounded size however long the lines are. Raises LakeError."""
    index = _index(find(lake, sha))
    before = start = 0
    if index is not None:
        begin = max(0, bisect.bisect_left([entry[0] for entry in index], first - 1) - 1)
        before, start = index[begin][0], sum(entry[1] for entry in index[:begin])
    with open_stream(lake, sha) as stream:
        stream.skip(start)
        skip = first - 1 - before
        left = last - first + 1 if last else -1
        while left and (data := stream.read(FRAME)):
            begin, found = _after(data, 0, skip)
            skip -= found
            if skip:
                continue
            end, found = _after(data, begin, left) if left > 0 else (len(data), 0)
            left -= found
            if left:
                end = len(data)
            yield data[begin:end]


def _after(data: bytes, at: int, count: int) -> tuple[int, int]:
    """The place after `count` line breaks from `at` on, or after as many as there are; and their number."""
    found = 0
    while found < count:
        place = data.find(b"\n", at)
        if place < 0:
            break
        at = place + 1
        found += 1
    return at, found


def load_log(lake: Path, sha: str, index: int, first: int, last: int, file: str) -> Log:
    """One game of an original as a log, with the line numbers it has there. Raises LakeError."""
    from replay.log import read

    logs = list(read(io.BytesIO(load_lines(lake, sha, first, last)), file))
    if len(logs) != 1:
        raise LakeError(f"lines {first} to {last} of the original {sha} hold {len(logs)} games, not one")
    return shifted(logs[0], index, first - 1)


def shifted(log: Log, index: int, by: int) -> Log:
    """The log with the number and the lines that it has in its whole file."""
    log.index = index
    if not by:
        return log
    log.lines = [line + by for line in log.lines]
    log.first_line += by
    log.last_line += by
    log.header.where = {key: (line + by, column) for key, (line, column) in log.header.where.items()}
    log.syntax = [replace(p, line=p.line + by if p.line is not None else None) for p in log.syntax]
    return log
