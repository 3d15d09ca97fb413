"""Where the games of a big file begin, so that several workers can each read a part of it.

This finds the same beginnings as the reader: a `format:` line with nothing but comments between it and a blank line; in
the JSON Lines twin a line that begins with the key `format`. A part is cut only where no comment stands before the blank
line either, since the reader gives such a comment to the following game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol

_FORMAT: Final = re.compile(rb"\s*format\s*:", re.IGNORECASE)
_TWIN: Final = re.compile(rb'\s*\{\s*"format"\s*:')
#: First bytes of lines that may matter; all others are events.
_TELLING: Final = frozenset(b"\n\r \t#fF{")
_LIMIT: Final = 1 << 16


class Lines(Protocol):
    """A stream of bytes that gives lines."""

    def readline(self, size: int, /) -> bytes:
        """The next line, at most `size` bytes of it; empty at the end."""


@dataclass(frozen=True, slots=True)
class Part:
    """Bytes `start` … `end` (None: to the end) of a file, its first line, and the games that come before it."""

    start: int
    end: int | None
    line: int
    games: int


def parts(stream: Lines, size: int, *, twin: bool) -> Iterator[Part]:
    """Parts of at least `size` bytes (the last one may be shorter), each beginning where a game begins."""
    begin, first, before = 0, 1, 0
    offset, number, games = 0, 1, 0
    blank, comment = True, False
    gap = 0, 1  # where the empty lines before this line began
    pattern = _TWIN if twin else _FORMAT
    readline = stream.readline
    while line := readline(_LIMIT):
        if line[0] in _TELLING:
            text = line.strip()
            if not text:
                if not blank:
                    gap = offset, number
                blank = True
            elif text[:1] == b"#":
                comment = True
            else:
                if (blank or twin) and pattern.match(line):
                    if games and offset - begin >= size and (twin or not comment):
                        # In the text the lines between two games go with the second one, in the twin with the first.
                        cut, line_at = (offset, number) if twin else gap
                        yield Part(begin, cut, first, before)
                        begin, first, before = cut, line_at, games
                    games += 1
                blank = comment = False
        else:
            blank = comment = False
        offset += len(line)
        if line[-1] == 10:
            number += 1
    yield Part(begin, None, first, before)
