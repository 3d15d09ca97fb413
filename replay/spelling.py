"""How signs, times, handles and words may be written in a log, in either form of it."""

from __future__ import annotations

import datetime as dt
import difflib
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

#: Signs that stand for others: minus and dash, the full-width plus and question mark, the arrow.
SIGNS: Final = {0x2212: "-", 0x2013: "-", 0xFF0B: "+", 0x2192: ">", 0xFF1F: "?"}
OTHER_SIGNS: Final = re.compile("[" + "".join(map(chr, SIGNS)) + "]")
#: Bytes that were not UTF-8, as the decoder leaves them.
UNDECODED: Final = re.compile("[\udc80-\udcff]")
FORMAT_LINE: Final = re.compile(r"[\s\ufeff]*format\s*:", re.IGNORECASE)  # a mark: files put one after the other
HEADER_LINE: Final = re.compile(r"\s*([^\s:#][^:#]*?)\s*:(.*)$", re.DOTALL)
_COMMENT: Final = re.compile(r"\s#")
DATE: Final = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?)?$", re.ASCII)
CLOCK: Final = re.compile(r"([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$", re.ASCII)


def nearest(word: str, known: Iterable[str]) -> str:
    """` (did you mean …?)` with the known word nearest to `word`, or an empty string."""
    choices = list(known)
    folded = {choice.casefold(): choice for choice in choices}
    match = difflib.get_close_matches(word.casefold(), folded, n=1, cutoff=0.5)
    return f"; did you mean {folded[match[0]]}?" if match else ""


@lru_cache(maxsize=1024)
def valid_handle(handle: str) -> bool:
    """Whether `handle` may stand in events: letters, marks, digits, `-`, `'` and `.` of any script, no reserved word."""
    if not handle or handle.casefold() in ("reveal", "from", "cadfael"):
        return False
    return all(char in "-'." or unicodedata.category(char)[0] in "LM" or unicodedata.category(char) == "Nd"
               for char in handle)  # fmt: skip


def valid_time(text: str) -> bool:
    """Whether a time of an event (without its @) is `19:42`, `19:42:07` or a full ISO date-time."""
    if CLOCK.match(text):
        return True
    return bool(DATE.match(text)) and len(text) > 10 and is_date(text)


def is_date(text: str) -> bool:
    """Whether a text of the form of `DATE` names a day, or a moment, of the calendar."""
    try:
        if len(text) == 10:
            dt.date.fromisoformat(text)
        else:
            dt.datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=1024)
def header_line(raw: str) -> tuple[str, str, int, int, str | None] | None:
    """Key, value, their columns (1-based) and the comment of a header line; None where it is not one, or not UTF-8."""
    text = raw if raw.isascii() else unicodedata.normalize("NFC", raw)
    match = HEADER_LINE.match(text)
    if not match or UNDECODED.search(raw):
        return None
    key = match[1].translate(SIGNS).lower()
    value, comment = split_comment(match[2])
    column = match.start(2) + len(match[2]) - len(match[2].lstrip()) + 1
    return key, value, match.start(1) + 1, column, comment


def split_comment(value: str) -> tuple[str, str | None]:
    """A header value and its comment: ` #` after a space starts one."""
    match = _COMMENT.search(value) if "#" in value else None
    if match is None:
        return value.strip(), None
    return value[: match.start()].strip(), value[match.end() :].strip()


def piece_spans(source: str, piece: int) -> list[tuple[int, int]]:
    """Start and end (0-based, in characters) of the words of the `piece`-th non-empty event on a source line."""
    body = source.partition("#")[0]
    start = 0
    count = -1
    for part in body.split(";"):
        spans = [(start + m.start(), start + m.end()) for m in re.finditer(r"\S+", part.lstrip("\ufeff"))]
        if spans:
            count += 1
            if count == piece:
                shift = len(part) - len(part.lstrip("\ufeff"))
                return [(a + shift, b + shift) for a, b in spans]
        start += len(part) + 1
    return []
