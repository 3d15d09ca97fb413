"""Logs: text (`.bgl`) and JSON Lines twin ⇄ `Log`, for log format 1 of both games.

A `Log` is one game as a scribe wrote it: a header and an ordered list of events, each with its place in the file.
Reading never raises for what a stranger wrote: everything unreadable becomes a `Problem` of kind *syntax* in
`Log.syntax`, and the reader goes on with the next line. Files are read as a stream, one game at a time, so memory
does not grow with their number. The grammar is described in `data/FORMAT.md`.
"""

from __future__ import annotations

import datetime as dt
import difflib
import hashlib
import io
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO, Any, Final

import msgspec

from replay.games import GAMES, Game, Move, Names, game_named
from replay.problems import HeaderFault, Problem, WordFault, format_rules

FORMAT: Final = "1"
#: A line longer than this (in characters) is not read; nothing a scribe writes comes near.
MAX_LINE: Final = 65_536
#: Events of one game beyond this number are not read.
MAX_EVENTS: Final = 100_000
#: Syntax problems of one game beyond this number are counted, not described.
MAX_SYNTAX: Final = 500
CHUNK: Final = 1 << 18

STATUSES: Final = ("abandoned", "result-only")
_TEXT_KEYS: Final = ("event", "place", "scribe")
#: Keys whose values are kept letter by letter (of `players`, the full names are).
_AS_WRITTEN: Final = frozenset((*_TEXT_KEYS, "id", "players"))
COMMON_KEYS: Final = (
    "format", "game", "players", "id", "date", "event", "place", "scribe", "status", "rules", "rulings",
)  # fmt: skip
CLAIM_KEYS: Final = ("result", "winner")

_SPELLINGS: Final = {0x2212: "-", 0x2013: "-", 0xFF0B: "+", 0x2192: ">", 0xFF1F: "?"}
_OTHER_SIGNS: Final = re.compile("[" + "".join(map(chr, _SPELLINGS)) + "]")
#: Bytes that were not UTF-8, as the decoder leaves them.
_UNDECODED: Final = re.compile("[\udc80-\udcff]")
_FORMAT_LINE: Final = re.compile(r"[\s\ufeff]*format\s*:", re.IGNORECASE)  # a mark: files put one after the other
_HEADER_LINE: Final = re.compile(r"\s*([^\s:#][^:#]*?)\s*:(.*)$", re.DOTALL)
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?)?$", re.ASCII)
_CLOCK: Final = re.compile(r"([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$", re.ASCII)
_TOTAL: Final = re.compile(r"-?\d{1,6}$", re.ASCII)


@dataclass(frozen=True, slots=True)
class Player:
    """One seat's player: the handle that events use, and the full name (equal to the handle where none is given)."""

    handle: str
    name: str


@dataclass(slots=True)
class Header:
    """What the header lines say, checked.

    `values` holds every text value by key, canonically spelled and in canonical order, without `format`, `game`,
    `players`, `rulings`, `result`, `winner` and the `x-` keys. `where` gives (line, column of the value) by key.
    `result` is a list of (handle, total), `winner` a list of handles; both are claims. `rules` is the name of the
    rule set in force, whether written or not (`values` has it only if it was written).
    """

    game: str = ""
    players: tuple[Player, ...] = ()
    values: dict[str, str] = field(default_factory=dict)
    rulings: dict[str, str] = field(default_factory=dict)
    result: tuple[tuple[str, int], ...] = ()
    winner: tuple[str, ...] = ()
    extra: dict[str, str] = field(default_factory=dict)
    rules: str = ""
    where: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def id(self) -> str | None:
        """The written `id:`, or None."""
        return self.values.get("id")

    @property
    def status(self) -> str | None:
        """`abandoned`, `result-only` or None."""
        return self.values.get("status")

    @property
    def handles(self) -> tuple[str, ...]:
        """The handles in seating order; the first is the start player."""
        return tuple([player.handle for player in self.players])

    @property
    def simulated(self) -> bool:
        """Whether the log says that a program played this game (`x-simulated`)."""
        return self.extra.get("x-simulated", "no").lower() not in ("no", "false", "0", "")


@dataclass(slots=True)
class Event:
    """One event as read. It is shared between games and never changed; its place in a file is kept by the `Log`.
    (Not declared frozen: making a frozen object takes three times as long, and every line of a file makes one.)

    `seat` is the index of the actor (players, then a game's own actors such as Cadfael), -1 where there is none.
    `words` and `text` are canonical. `move` is the game's own reading of the event, None where a word is wrong.
    `source` is the line that it was read from, as written.
    """

    actor: str | None
    seat: int
    verb: str
    words: tuple[str, ...]
    text: str
    move: Move | None
    comment: str | None = None
    at: str | None = None
    stood: bool = False
    source: str = ""

    def line(self) -> str:
        """The event as its canonical line, with time, mark and comment."""
        if self.comment is None and self.at is None and not self.stood:
            return self.text
        parts = [self.text]
        if self.at is not None:
            parts.append("@" + self.at)
        if self.stood:
            parts.append("!")
        if self.comment is not None:
            parts.append(f" # {self.comment}" if self.comment else " #")
        return " ".join(parts)


@dataclass(slots=True)
class Log:
    """One game of a file.

    events[n - 1] is the event of ply n and lines[n - 1] its line; pieces[n] is the number of the piece between `;`
    on that line, where it is not the first. `notes[n]` are the comments on lines of their own before ply n
    (n = len(events) + 1: after the last). `syntax` holds every syntax problem, in the order of the file.
    `first_line` and `last_line` bound the game in its file. `twin` says that it was read from JSON Lines.
    """

    file: str
    index: int
    header: Header = field(default_factory=Header)
    events: list[Event] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    pieces: dict[int, int] = field(default_factory=dict)
    notes: dict[int, list[str]] = field(default_factory=dict)
    syntax: list[Problem] = field(default_factory=list)
    more_syntax: int = 0
    first_line: int = 1
    last_line: int = 1
    twin: bool = False

    @property
    def game(self) -> Game | None:
        """The game's rules, or None where the header does not name a known game."""
        return GAMES.get(self.header.game)

    def place(self, ply: int, word: int | None = None) -> tuple[int, int | None, int]:
        """(line, column, width) of the event of `ply`, or of its word (-1 the verb, -2 the actor); 1-based.

        The column is None for the twin.
        """
        line = self.lines[ply - 1]
        source = self.events[ply - 1].source
        if not source or self.twin:
            return line, None, 1
        spans = _piece_spans(source, self.pieces.get(ply, 0))
        if not spans:
            return line, 1, max(1, len(source.rstrip()))
        if word is None:
            return line, spans[0][0] + 1, spans[-1][1] - spans[0][0]
        index = word + (1 if self.events[ply - 1].actor is None else 2)
        index = min(max(index, 0), len(spans) - 1)
        return line, spans[index][0] + 1, spans[index][1] - spans[index][0]

    def canonical(self, *, comments: bool = True, claims: bool = True) -> str:
        """The one canonical text of this game, ending with a line break (log format 1; what `biblios fmt` writes)."""
        return to_text(self, comments=comments, claims=claims)

    @property
    def game_id(self) -> str:
        """The header's `id`, else 16 hex digits of the SHA-256 of the canonical text without claims and comments."""
        if self.header.id:
            return self.header.id
        text = to_text(self, comments=False, claims=False)
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @property
    def hash(self) -> str:
        """SHA-256 (hex) of the whole canonical text: two games with one `game_id` are equal if their hashes are."""
        return hashlib.sha256(to_text(self).encode("utf-8", "surrogatepass")).hexdigest()


def _piece_spans(source: str, piece: int) -> list[tuple[int, int]]:
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


def nearest(word: str, known: Iterable[str]) -> str:
    """` (did you mean …?)` with the known word nearest to `word`, or an empty string."""
    choices = list(known)
    folded = {choice.casefold(): choice for choice in choices}
    match = difflib.get_close_matches(word.casefold(), folded, n=1, cutoff=0.5)
    return f"; did you mean {folded[match[0]]}?" if match else ""


def valid_handle(handle: str) -> bool:
    """Whether `handle` may stand in events: letters, marks, digits, `-`, `'` and `.` of any script, no reserved word."""
    if not handle or handle.casefold() in ("reveal", "from", "cadfael"):
        return False
    return all(char in "-'." or unicodedata.category(char)[0] in "LM" or unicodedata.category(char) == "Nd"
               for char in handle)  # fmt: skip


# --------------------------------------------------------------------------------------------------------- writing


def to_text(log: Log, *, comments: bool = True, claims: bool = True) -> str:
    """The canonical text of `log`: header keys in a fixed order, one event a line, one spelling for everything.

    Reading it again gives an equal log (law 7). Events that could not be read are written as they stood.
    """
    header = log.header
    out = [f"format: {FORMAT}", f"game: {header.game}"]
    players = ", ".join(p.handle if p.name == p.handle else f"{p.handle}={p.name}" for p in header.players)
    out.append(f"players: {players}")
    for key, value in header.values.items():
        out.append(f"{key}: {value}")
    if header.rulings:
        out.append("rulings: " + ", ".join(f"{name}={setting}" for name, setting in header.rulings.items()))
    if claims:
        if header.result:
            out.append("result: " + ", ".join(f"{handle} {total}" for handle, total in header.result))
        if header.winner:
            out.append("winner: " + ", ".join(header.winner))
    out.extend(f"{key}: {value}" if value else f"{key}:" for key, value in header.extra.items())
    out.append("")
    if comments:
        notes = log.notes
        if notes:
            for ply, event in enumerate(log.events, 1):
                out.extend(f"# {note}" if note else "#" for note in notes.get(ply, ()))
                out.append(event.line())
            out.extend(f"# {note}" if note else "#" for note in notes.get(len(log.events) + 1, ()))
        else:
            out.extend(
                [
                    event.text if event.comment is None and event.at is None and not event.stood else event.line()
                    for event in log.events
                ]
            )
    else:
        for event in log.events:
            if event.at is None and not event.stood:
                out.append(event.text)
            else:
                out.append(event.text + (f" @{event.at}" if event.at else "") + (" !" if event.stood else ""))
    out.append("")
    return "\n".join(out)


def to_jsonl(log: Log) -> str:
    """The JSON Lines twin of `log`: a header object, then one object per event; the same content as `to_text`."""
    header = log.header
    head: dict[str, Any] = {"format": FORMAT, "game": header.game}
    head["players"] = [{"handle": p.handle, "name": p.name} for p in header.players]
    head.update(header.values)
    if header.rulings:
        head["rulings"] = dict(header.rulings)
    if header.result:
        head["result"] = dict(header.result)
    if header.winner:
        head["winner"] = ", ".join(header.winner)
    head.update(header.extra)
    rows: list[dict[str, Any]] = [head]
    for ply, event in enumerate(log.events, 1):
        row: dict[str, Any] = {}
        if event.actor is not None:
            row["actor"] = event.actor
        row["verb"] = event.verb
        row["words"] = list(event.words)
        if event.comment is not None:
            row["comment"] = event.comment
        if event.at is not None:
            row["at"] = event.at
        if event.stood:
            row["stood"] = True
        if log.notes.get(ply):
            row["notes"] = log.notes[ply]
        rows.append(row)
    last = log.notes.get(len(log.events) + 1)
    if last:
        rows.append({"notes": last})
    encode = msgspec.json.Encoder().encode
    return "".join(encode(row).decode() + "\n" for row in rows)


# --------------------------------------------------------------------------------------------------------- reading


def read_text(text: str, file: str = "-") -> list[Log]:
    """All games of a text (either form), as `read` gives them. For tests, tools and pages; files go through `read`."""
    return list(read(io.BytesIO(text.encode("utf-8", "surrogatepass")), file))


def read_path(path: str, file: str | None = None) -> Iterator[Log]:
    """The games of the file at `path`, one by one (see `read`). Raises OSError where it cannot be opened."""
    with open(path, "rb") as stream:
        yield from read(stream, path if file is None else file)


def read(stream: IO[bytes], file: str = "-") -> Iterator[Log]:
    """The games of a binary stream of text or JSON Lines, one by one, in order.

    Yields at least one `Log`; a file that is no log at all gives one with a file-level problem (`line` None).
    Memory is bounded by one game. Raises OSError only where the stream does.
    """
    yield from _Reader(file).games(stream)


class _Lines:
    """The lines of a binary stream with their numbers, decoded; marks lines that are too long or not text."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream = stream
        self.trouble: str | None = None

    def chunks(self) -> Iterator[list[str | None]]:
        """Lists of lines without their line breaks; None stands for a line longer than `MAX_LINE`."""
        carry = b""
        skipping = False
        first = True
        while True:
            data = self.stream.read(CHUNK)
            if not data:
                break
            if first:
                first = False
                if data.startswith(b"\xef\xbb\xbf"):
                    data = data[3:]
                elif data.startswith((b"\xff\xfe", b"\xfe\xff")):
                    self.trouble = "utf16"
                    return
            if b"\x00" in data:
                self.trouble = "nul"
                data = data[: data.index(b"\x00")]
                whole = (b"" if skipping else carry) + data
                if b"\n" in whole:
                    yield self._decode(whole[: whole.rindex(b"\n")].split(b"\n"))
                return
            head, newline, rest = data.rpartition(b"\n")
            if not newline:
                if skipping:
                    continue
                carry += data
                if len(carry) > 4 * MAX_LINE:
                    carry, skipping = b"", True
                continue
            block = carry + head
            carry = rest
            raw = block.split(b"\n")
            lines: list[str | None] = []
            if skipping:
                raw = raw[1:]
                lines.append(None)
                skipping = False
            lines.extend(self._decode(raw))
            yield lines
            if len(carry) > 4 * MAX_LINE:
                carry, skipping = b"", True
        if skipping:
            yield [None]
        elif carry:
            yield list(self._decode([carry]))

    @staticmethod
    def _decode(raw: list[bytes]) -> list[str | None]:
        text = b"\n".join(raw)
        try:
            decoded = text.decode("utf-8")
        except UnicodeDecodeError:
            decoded = text.decode("utf-8", "surrogateescape")
        if "\r" in decoded:
            decoded = decoded.replace("\r\n", "\n")
            decoded = decoded.removesuffix("\r")
        lines: list[str | None] = list(decoded.split("\n"))
        if len(decoded) > MAX_LINE:
            for index, line in enumerate(lines):
                if line is not None and len(line) > MAX_LINE:
                    lines[index] = None
        return lines


class _Stop(Exception):
    """Nothing more of this file can be read."""


class _Reader:
    """Turns the lines of one file into logs. One object per file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.rules = format_rules()
        self.log: Log | None = None
        self.count = 0
        self.in_header = False
        self.blank_at = 0
        self.pending: list[str] = []
        self.head: list[tuple[int, str]] = []
        self.game: Game | None = None
        self.names: Names | None = None
        self.known: _Known = _Known({}, False)

    # ---- problems

    def syntax(self, rule: str, message: str, line: int | None, column: int | None = None, width: int = 1,
               ply: int | None = None, source: str = "") -> None:  # fmt: skip
        """Note a syntax problem on the current game (rule ids of the format or of the game)."""
        log = self.log
        assert log is not None
        if len(log.syntax) >= MAX_SYNTAX:
            log.more_syntax += 1
            return
        found = self.rules.get(rule)
        if found is None and self.game is not None:
            found = self.game.rules()[rule]
        assert found is not None, rule
        log.syntax.append(
            Problem(
                "syntax", rule, found.source, message, found.text, self.file, line, column, max(1, width), ply, source
            )
        )

    # ---- the file

    def games(self, stream: IO[bytes]) -> Iterator[Log]:
        """See `read`."""
        lines = _Lines(stream)
        number = 0
        twin: bool | None = None
        for chunk in lines.chunks():
            if twin is None:
                start = next((line for line in chunk if line is not None and line.strip()), "")
                twin = start.lstrip().startswith("{")
            yield from self._twin(chunk, number) if twin else self._text(chunk, number)
            number += len(chunk)
        yield self._last(lines.trouble, number)

    def _last(self, trouble: str | None, number: int) -> Log:
        """The last game of the file, with what is wrong with the end of the file."""
        empty = self.log is None
        if empty:
            self._open(1)
        if self.in_header and self.head:
            self._close_header()
        self.in_header = False
        if trouble is not None:
            self._file_trouble(trouble, number)
        elif empty:
            self.syntax("log.file.empty", "there is no game in this file", None)
        return self._close()

    def _file_trouble(self, trouble: str, number: int) -> None:
        message = (
            "this is not a text file: it holds a NUL byte"
            if trouble == "nul"
            else "this file is UTF-16; save it as UTF-8"
        )
        where = number + 1 if trouble == "nul" else None
        self.syntax("log.file.not-text", message, where)

    def _open(self, line: int) -> None:
        self.count += 1
        self.log = Log(self.file, self.count, first_line=line, last_line=line)
        self.in_header = True
        self.head = []
        self.game = None
        self.names = None
        self.known = _Known({}, False)

    def _close(self) -> Log:
        log = self.log
        assert log is not None
        if self.pending:
            log.notes.setdefault(len(log.events) + 1, []).extend(self.pending)
            self.pending = []
        log.last_line = max([log.first_line, *log.lines[-1:], *(n for n, _ in self.head[-1:])])
        log.syntax.sort(key=lambda problem: (problem.line or 0, problem.column or 0))
        self.log = None
        return log

    # ---- text

    def _text(self, chunk: list[str | None], number: int) -> Iterator[Log]:
        known, add_event, add_line = self._fast_path()
        for line in chunk:
            number += 1
            event = known[line]
            if event is not None:
                add_event(event)
                add_line(number)
                continue
            log = self.log
            if line is None:
                lost = log is not None and not self.in_header
                if log is None:
                    self._open(number)
                elif self.in_header:
                    self._close_header()
                self.in_header = False
                message = f"this line is longer than {MAX_LINE} characters"
                self.syntax("log.file.long-line", message, number, ply=self._lost(number) if lost else None)
            elif not line or line.isspace():
                self.blank_at = number
                if self.in_header and self.head:
                    self._close_header()
            elif _FORMAT_LINE.match(line) and self._may_begin():
                if log is not None:
                    carried, self.pending = self.pending, []
                    yield self._close()
                    self.pending = carried
                self._open(number)
                self.head.append((number, line.replace("\ufeff", " ")))
            elif line.lstrip().startswith("#"):
                if _UNDECODED.search(line):
                    if log is None:
                        self._open(number)
                    self._not_utf8(line, number, None)
                else:
                    self.pending.append(line.strip()[1:].strip())
            else:
                if log is None:
                    self._open(number)
                if self.in_header:
                    self.head.append((number, line))
                else:
                    self._event_line(line, number)
            known, add_event, add_line = self._fast_path()

    def _fast_path(self) -> tuple[_Known, Any, Any]:
        """Known lines and where their events go; nothing is known in a header, after a comment line, or beyond limits."""
        log = self.log
        if log is None or self.in_header or self.pending or len(log.events) >= MAX_EVENTS:
            return _NOTHING, None, None
        return self.known, log.events.append, log.lines.append

    def _may_begin(self) -> bool:
        """Whether a `format:` line here begins a game: only comments stand between it and a blank line."""
        if self.log is None:
            return True
        if self.in_header:
            return False
        return self.blank_at > (self.log.lines[-1] if self.log.lines else 0)

    def _close_header(self) -> None:
        """Read the collected header lines; afterwards events may follow."""
        self.in_header = False
        assert self.log is not None
        fields: dict[str, tuple[str, int, int]] = {}
        unreadable: set[str] = set()
        for number, raw in self.head:
            text = raw if raw.isascii() else unicodedata.normalize("NFC", raw)
            if _UNDECODED.search(raw):
                self._not_utf8(raw, number, None)
                unreadable.add(raw.partition(":")[0].strip().lower())
                continue
            match = _HEADER_LINE.match(text)
            if not match:
                indent = len(raw) - len(raw.lstrip())
                self.syntax("log.header.line", f"not a header line: {raw.strip()[:60]!r}; a header line is `key: value`, "
                            "and a blank line ends the header", number, indent + 1, len(raw.strip()), None, raw)  # fmt: skip
                continue
            key = match.group(1).translate(_SPELLINGS).lower()
            value, comment = _split_comment(match.group(2))
            if comment is not None:
                self.pending.append(comment)
            column = match.start(2) + len(match.group(2)) - len(match.group(2).lstrip()) + 1
            if key in fields:
                self.syntax("log.header.twice", f"the key {key!r} stands here a second time", number,
                            match.start(1) + 1, len(key), None, raw)  # fmt: skip
                continue
            fields[key] = (value, number, column)
        sources = dict(self.head)
        _HeaderReader(self, fields, sources, unreadable).read()
        self.known = _known_for(self.log.header, self.names)

    def _not_utf8(self, raw: str, number: int, ply: int | None) -> None:
        found = _UNDECODED.search(raw)
        column = found.start() if found else 0
        byte = ord(raw[column]) - 0xDC00
        self.syntax("log.file.encoding", f"byte 0x{byte:02X} is not UTF-8; save the file as UTF-8", number, column + 1, 1,
                    ply, raw)  # fmt: skip

    def _lost(self, number: int) -> int | None:
        """A line that cannot be read stands where an event should: the ply that it takes; None outside of a game."""
        if self.log is None:
            self._open(number)
            self.in_header = False
            return None
        self.log.events.append(Event(None, -1, "", (), "", None))
        self.log.lines.append(number)
        return len(self.log.events)

    def _event_line(self, raw: str, number: int) -> None:
        log = self.log
        assert log is not None
        line = raw if raw.isascii() or unicodedata.is_normalized("NFC", raw) else unicodedata.normalize("NFC", raw)
        comment: str | None = None
        if "#" in line:
            line, _, comment = line.partition("#")
            comment = comment.strip()
        pieces = [piece for piece in line.split(";") if piece.strip()] if ";" in line or not line.strip() else [line]
        if not pieces:
            if comment is not None:
                self.pending.append(comment)
            return
        if len(log.events) + len(pieces) > MAX_EVENTS:
            if len(log.events) <= MAX_EVENTS and not any(p.rule == "log.file.too-many-events" for p in log.syntax):
                self.syntax("log.file.too-many-events", f"more than {MAX_EVENTS} events in one game", number)
            return
        for index, piece in enumerate(pieces):
            ply = len(log.events) + 1
            if self.pending:
                log.notes[ply] = self.pending
                self.pending = []
            words = (piece.translate(_SPELLINGS) if _OTHER_SIGNS.search(piece) else piece).split()
            log.lines.append(number)
            if index:
                log.pieces[ply] = index
            event = self._event(words, comment if index == len(pieces) - 1 else None, number, ply, raw, index)
            log.events.append(event)
            if event.move is not None and len(pieces) == 1:
                self.known.learn(raw, event, self.names)

    def _spot(self, raw: str, piece: int, index: int | None) -> tuple[int, int]:
        """(column, width) of a word of a piece; index None: the whole piece, 0 its first word."""
        spans = _piece_spans(raw, piece)
        if not spans:
            return 1, max(1, len(raw))
        if index is None:
            return spans[0][0] + 1, spans[-1][1] - spans[0][0]
        index = min(max(index, 0), len(spans) - 1)
        return spans[index][0] + 1, spans[index][1] - spans[index][0]

    def _event(self, words: list[str], comment: str | None, number: int, ply: int, raw: str, piece: int) -> Event:
        """Read one event from its words; problems are noted, and the event then has no move."""
        given = " ".join(words)
        stood = False
        at: str | None = None
        if words and words[-1] == "!":
            stood = True
            words = words[:-1]
        if words and words[-1].startswith("@"):
            at = words[-1][1:].upper()
            problem = (
                None
                if _valid_time(at)
                else f"{words[-1]} is not a time; write @19:42, @19:42:07 or a full ISO date-time"
            )
            words = words[:-1]
            if problem:
                column, width = self._spot(raw, piece, len(words))
                self.syntax("log.event.time", problem, number, column, width, ply, raw)
                return Event(None, -1, "", (), given, None, comment, source=raw)
        return self._read_words(words, comment, at, stood, given, number, ply, raw, piece)

    def _read_words(self, words: list[str], comment: str | None, at: str | None, stood: bool, given: str, number: int,
                    ply: int, raw: str, piece: int) -> Event:  # fmt: skip
        broken = Event(None, -1, "", (), given, None, comment, source=raw)
        if _UNDECODED.search(raw):
            if not piece:
                self._not_utf8(raw, number, ply)
            return Event(None, -1, "", (), _UNDECODED.sub("\ufffd", given), None, source=raw)
        game, names = self.game, self.names
        if self.log is not None and self.log.header.status == "result-only":
            self.syntax(
                "log.event.result-only",
                "a result-only log has no events",
                number,
                *self._spot(raw, piece, None),
                ply,
                raw,
            )
            return broken
        if game is None or names is None:
            return broken
        if not words:
            self.syntax("log.event.words", "there is no event here", number, *self._spot(raw, piece, None), ply, raw)
            return broken
        first = words[0].lower()
        if first in game.ACTORLESS:
            actor, seat, verb, rest, offset = None, -1, first, words[1:], 1
        else:
            seat = names.seat_of(words[0])
            if seat < 0:
                self.syntax("log.event.player", f"unknown player {words[0]}{nearest(words[0], names.actors)}",
                            number, *self._spot(raw, piece, 0), ply, raw)  # fmt: skip
                return broken
            actor = names.actors[seat]
            if len(words) == 1:
                self.syntax("log.event.words", f"{actor} does nothing here: a verb is missing", number,
                            *self._spot(raw, piece, 0), ply, raw)  # fmt: skip
                return broken
            verb, rest, offset = words[1].lower(), words[2:], 2
            if verb not in game.VERBS or verb in game.ACTORLESS:
                self.syntax("log.event.verb", f"unknown verb {words[1]}{nearest(verb, game.VERBS)}", number,
                            *self._spot(raw, piece, 1), ply, raw)  # fmt: skip
                return broken
        try:
            move, canonical = game.parse(seat, verb, rest, names)
        except WordFault as fault:
            index = None if fault.word is None else fault.word + offset
            message = fault.message
            if rest and rest[-1].endswith("!") and len(rest[-1]) > 1:
                message += "; a space stands before the mark `!`"
            elif "@" in rest:
                message += "; a time follows its @ without a space"
            self.syntax(fault.rule, message, number, *self._spot(raw, piece, index), ply, raw)
            return broken
        parts = [verb, *canonical] if actor is None else [actor, verb, *canonical]
        return Event(actor, seat, sys.intern(verb), tuple(canonical), " ".join(parts), move, comment, at, stood, raw)

    # ---- twin

    def _twin(self, chunk: list[str | None], number: int) -> Iterator[Log]:
        known, add_event, add_line = self._fast_path()
        for line in chunk:
            number += 1
            event = known[line]
            if event is not None:
                add_event(event)
                add_line(number)
                continue
            yield from self._twin_line(line, number)
            known, add_event, add_line = self._fast_path()

    def _twin_line(self, line: str | None, number: int) -> Iterator[Log]:
        if line is None:
            ply = self._lost(number)
            self.syntax("log.file.long-line", f"this line is longer than {MAX_LINE} characters", number, ply=ply)
            return
        if not line.strip():
            return
        try:
            row = _decode_row(line)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
            ply = self._lost(number)
            self.syntax("log.twin.json", f"this line is not a JSON object: {error}", number, ply=ply, source=line)
            return
        if not isinstance(row, dict):
            ply = self._lost(number)
            self.syntax("log.twin.json", "this line is not a JSON object", number, ply=ply, source=line)
            return
        if "format" in row or (self.log is None and "verb" not in row):
            if self.log is not None:
                yield self._close()
            self._open(number)
            self._twin_header(row, number, line)
            return
        if self.log is None:
            self._open(number)
            self._twin_header({}, number, line)
        assert self.log is not None
        self._twin_event(row, number, line)

    def _twin_header(self, row: dict[str, Any], number: int, raw: str) -> None:
        self.in_header = False
        assert self.log is not None
        self.log.twin = True
        fields: dict[str, tuple[str, int, int]] = {}
        unreadable: set[str] = set()
        for name, value in row.items():
            key = name.lower()
            text = self._twin_value(key, value, number, raw)
            if text is None:
                unreadable.add(key)
                continue
            if key in fields:
                self.syntax(
                    "log.header.twice", f"the key {key!r} stands here a second time", number, None, 1, None, raw
                )
                continue
            fields[key] = (text, number, 1)
        _HeaderReader(self, fields, {number: raw}, unreadable).read()
        self.known = _known_for(self.log.header, self.names, twin=True)

    def _twin_value(self, key: str, value: Any, number: int, raw: str) -> str | None:
        """A header value of the twin as the text form's value; None (and a problem) where it has none."""
        if key == "players" and isinstance(value, list):
            parts = []
            for item in value:
                handle = item.get("handle") if isinstance(item, dict) else item
                name = item.get("name", handle) if isinstance(item, dict) else item
                if not isinstance(handle, str) or not isinstance(name, str):
                    self.syntax(
                        "log.twin.value",
                        "a player is an object with the texts handle and name",
                        number,
                        None,
                        1,
                        None,
                        raw,
                    )
                    return None
                if any(char in name or char in handle for char in ",\n\r"):
                    self.syntax("log.header.players", f"the name {name!r} holds a comma or a line break; it cannot be written",
                                number, None, 1, None, raw)  # fmt: skip
                    return None
                parts.append(handle if name == handle else f"{handle}={name}")
            text = ", ".join(parts)
        elif key == "rulings" and isinstance(value, dict):
            text = ", ".join(f"{name}={setting}" for name, setting in value.items())
        elif key == "result" and isinstance(value, dict):
            text = ", ".join(f"{handle} {total}" for handle, total in value.items())
        elif key == "format" and isinstance(value, int) and not isinstance(value, bool):
            text = str(value)
        elif isinstance(value, str):
            text = value
        else:
            self.syntax(
                "log.twin.value",
                f"the value of {key!r} is not of the kind that this key has",
                number,
                None,
                1,
                None,
                raw,
            )
            return None
        text = unicodedata.normalize("NFC", text).strip()
        if "\n" in text or "\r" in text or _split_comment(" " + text)[1] is not None:
            self.syntax("log.twin.value", f"the value of {key!r} cannot be written: it holds a line break or ` #`", number, None, 1,
                        None, raw)  # fmt: skip
            return None
        return text

    def _twin_event(self, row: dict[str, Any], number: int, raw: str) -> None:
        log = self.log
        assert log is not None
        words = _plain_words(row)
        wrong = _twin_trouble(row) if words is None else None
        notes = row.get("notes", [])
        if words is None and wrong is None and set(row) == {"notes"}:
            self.pending.extend(note.strip() for note in notes)
            return
        if len(log.events) >= MAX_EVENTS:
            if not any(p.rule == "log.file.too-many-events" for p in log.syntax):
                self.syntax("log.file.too-many-events", f"more than {MAX_EVENTS} events in one game", number)
            return
        ply = len(log.events) + 1
        plain = not self.pending and not notes
        if isinstance(notes, list):
            self.pending.extend(note.strip() for note in notes if isinstance(note, str))
        if self.pending:
            log.notes[ply] = self.pending
            self.pending = []
        log.lines.append(number)
        if wrong is not None:
            self.syntax("log.twin.event", wrong, number, None, 1, ply, raw)
            log.events.append(Event(None, -1, "", (), raw.strip(), None, source=raw))
            return
        if words is None:
            words = [*([row["actor"]] if "actor" in row else []), row["verb"], *row.get("words", [])]
        if not raw.isascii():
            words = [unicodedata.normalize("NFC", word.translate(_SPELLINGS)) for word in words]
        comment = row.get("comment")
        event = self._read_words(
            words,
            comment.strip() if comment is not None else None,
            row["at"].upper() if "at" in row else None,
            row.get("stood", False),
            " ".join(words),
            number,
            ply,
            raw,
            0,
        )
        if event.actor is None and "actor" in row and event.move is not None:
            event = Event(None, -1, "", (), event.text, None, source=raw)
            self.syntax("log.twin.event", "reveal has no actor", number, None, 1, ply, raw)
        log.events.append(event)
        if event.move is not None and plain:
            self.known.learn(raw, event, self.names)


_EVENT_KEYS: Final = ("actor", "verb", "words", "comment", "at", "stood", "notes")


def _plain_words(row: dict[str, Any]) -> list[str] | None:
    """The words of an event object that has an actor, a verb and words, all well-formed, and nothing else; or None."""
    actor, verb, words = row.get("actor"), row.get("verb"), row.get("words")
    if len(row) != 3 or type(actor) is not str or type(verb) is not str or type(words) is not list:
        return None
    try:
        joined = " ".join([actor, verb, *words])
    except TypeError:
        return None
    if not joined.isprintable() or ";" in joined or "#" in joined:
        return None
    found = joined.split(" ")
    return found if len(found) == len(words) + 2 and "" not in found else None


def _twin_trouble(row: dict[str, Any]) -> str | None:
    """What is wrong with an event object (or an object with notes alone); None if nothing is."""
    notes, words = row.get("notes", []), row.get("words", [])
    comment, at = row.get("comment", ""), row.get("at", "")
    for key in row:
        if key not in _EVENT_KEYS:
            return f"unknown key {key!r}{nearest(key, _EVENT_KEYS)}"
    if not isinstance(notes, list) or not all(isinstance(note, str) and "\n" not in note for note in notes):
        return "notes is a list of one-line texts"
    if set(row) == {"notes"}:
        return None
    if not isinstance(row.get("verb"), str) or not isinstance(row.get("actor", ""), str):
        return "an event has a verb and, but for reveal, an actor, both texts"
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        return "words is a list of texts"
    said = [*words, row["verb"], *([row["actor"]] if "actor" in row else [])]
    if any(not word or not word.isprintable() or set(word) & set(" ;#") for word in said):
        return "a word is one word: not empty, without spaces, `;` and `#`"
    if not isinstance(comment, str) or "\n" in comment or "\r" in comment:
        return "comment is a one-line text"
    if not isinstance(at, str) or ("at" in row and not _valid_time(at.upper())):
        return "at is a time: 19:42, 19:42:07 or a full ISO date-time"
    if not isinstance(row.get("stood", False), bool):
        return "stood is true or absent"
    return None


#: How much is remembered: lines for one seating, seatings, and phrases for one player on one seat. Some tens of MB at most.
_LINES_KNOWN: Final = 4_000
_SEATINGS_KNOWN: Final = 16
_SPEAKERS_KNOWN: Final = 256
_PHRASES_KNOWN: Final = 1_000


class _Known(dict["str | None", "Event | None"]):
    """Events of lines that were read before, so that they are not read again: most lines of a club recur.

    Looking up an unknown line tries what the same player has said before on the same seat, in whatever company.
    None where the line has to be read in full.
    """

    __slots__ = ("said", "twin")

    def __init__(self, said: Mapping[str, dict[str, Event]], twin: bool) -> None:
        super().__init__()
        self.said = said
        self.twin = twin

    def __missing__(self, line: str | None) -> Event | None:
        if line is None:
            return None
        if self.twin:
            head, _, rest = line.partition('","verb":')
            said = self.said.get(head[10:])
        else:
            head, _, rest = line.partition(" ")
            said = self.said.get(head)
        if said is None:
            return None
        event = said.get(rest)
        if event is not None and len(self) < _LINES_KNOWN:
            self[line] = event
        return event

    def learn(self, line: str, event: Event, names: Names | None) -> None:
        """Remember a line that was read in full; for other company too, unless it names another player."""
        if len(self) < _LINES_KNOWN:
            self[line] = event
        if names is None or not 0 <= event.seat < names.players or any(word in names.index for word in event.words):
            return
        head, _, rest = line.partition('","verb":' if self.twin else " ")
        if head == (f'{{"actor":"{event.actor}' if self.twin else event.actor):
            said = self.said[names.actors[event.seat]]
            if len(said) < _PHRASES_KNOWN:
                said[rest] = event


_NOTHING: Final = _Known({}, False)
_SEATINGS: Final[dict[tuple[Any, ...], _Known]] = {}
_SPEAKERS: Final[dict[tuple[Any, ...], dict[str, Event]]] = {}


def _known_for(header: Header, names: Names | None, *, twin: bool = False) -> _Known:
    """What is known of lines under this game and these handles."""
    if header.status == "result-only" or names is None:
        return _Known({}, twin)
    key = (header.game, header.handles, twin)
    known = _SEATINGS.get(key)
    if known is None:
        if len(_SEATINGS) >= _SEATINGS_KNOWN:
            _SEATINGS.pop(next(iter(_SEATINGS)))
        known = _SEATINGS[key] = _Known(
            {handle: _said(header, seat, twin) for seat, handle in enumerate(header.handles)}, twin
        )
    return known


def _said(header: Header, seat: int, twin: bool) -> dict[str, Event]:
    """What the player of a seat has said on it. (The number of players is part of it: it may matter to a game's words.)"""
    key = (header.game, len(header.handles), header.handles[seat], seat, twin)
    said = _SPEAKERS.get(key)
    if said is None:
        if len(_SPEAKERS) >= _SPEAKERS_KNOWN:
            _SPEAKERS.pop(next(iter(_SPEAKERS)))
        said = _SPEAKERS[key] = {}
    return said


_decode_row: Final = msgspec.json.Decoder().decode


def _valid_time(text: str) -> bool:
    if _CLOCK.match(text):
        return True
    return bool(_DATE.match(text)) and len(text) > 10 and _is_date(text)


def _is_date(text: str) -> bool:
    try:
        if len(text) == 10:
            dt.date.fromisoformat(text)
        else:
            dt.datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _split_comment(value: str) -> tuple[str, str | None]:
    """A header value and its comment: ` #` after a space starts one."""
    match = re.search(r"\s#", value)
    if match is None:
        return value.strip(), None
    return value[: match.start()].strip(), value[match.end() :].strip()


class _HeaderReader:
    """Checks the raw header fields of one game and fills its `Header`."""

    def __init__(
        self,
        reader: _Reader,
        fields: Mapping[str, tuple[str, int, int]],
        sources: Mapping[int, str],
        unreadable: set[str],
    ) -> None:
        self.reader = reader
        self.unreadable = unreadable
        # Signs may be typed in other ways everywhere but in texts that are kept as they are.
        self.fields = {
            key: (value if key.startswith("x-") or key in _AS_WRITTEN else value.translate(_SPELLINGS), line, column)
            for key, (value, line, column) in fields.items()
        }
        self.sources = sources
        assert reader.log is not None
        self.log = reader.log
        self.header = reader.log.header
        self.header.where = {key: (line, column) for key, (_, line, column) in fields.items()}

    def fault(self, rule: str, message: str, key: str) -> None:
        """Note a problem on the line of `key`, or on the whole file where the key is missing."""
        if key not in self.fields:
            self.reader.syntax(rule, message, None)
            return
        value, line, column = self.fields[key]
        at = None if self.log.twin else column
        self.reader.syntax(rule, message, line, at, len(value), None, self.sources.get(line, ""))

    def read(self) -> None:
        """Read everything; what is wrong is noted, what is right is kept."""
        header = self.header
        for key in ("format", "game", "players"):
            if key not in self.fields and key not in self.unreadable:
                self.fault("log.header.missing", f"the header line `{key}:` is missing", key)
        if "format" in self.fields and self.fields["format"][0] != FORMAT:
            self.fault(
                "log.header.format", f"unknown format {self.fields['format'][0]!r}; this is format {FORMAT}", "format"
            )
        game: Game | None = None
        if "game" in self.fields:
            header.game = self.fields["game"][0].lower()
            game = game_named(header.game)
            if game is None:
                self.fault("log.header.game", f"unknown game {header.game!r}{nearest(header.game, GAMES)}", "game")
        self.reader.game = game
        own = tuple(game.HEADER_KEYS) if game else tuple(key for g in GAMES.values() for key in g.HEADER_KEYS)
        known = (*COMMON_KEYS, *own, *CLAIM_KEYS)
        for key in self.fields:
            if key.startswith("x-") and len(key) > 2:
                header.extra[key] = self.fields[key][0]
            elif key not in known:
                line, _ = header.where[key]
                raw = self.sources.get(line, "")
                column = None if self.log.twin else len(raw) - len(raw.lstrip("\ufeff \t")) + 1
                others = [k for g in GAMES.values() for k in g.HEADER_KEYS]
                why = (
                    f"{key!r} is not a header key of {header.game}" if key in others else f"unknown header key {key!r}"
                )
                self.reader.syntax(
                    "log.header.unknown-key", f"{why}{nearest(key, known)}", line, column, len(key), None, raw
                )
        self._players(game)
        self._plain(game)
        self._rulings(game)
        self._claims()
        if game is not None:
            for fault in game.check_header(header):
                self.fault(fault.rule, fault.message, fault.key)
        if game is not None and header.players:
            self.reader.names = game.names(header.handles)

    def _players(self, game: Game | None) -> None:
        if "players" not in self.fields:
            return
        value = self.fields["players"][0]
        players: list[Player] = []
        good = True
        for item in value.split(","):
            handle, equals, name = (part.strip() for part in item.partition("="))
            handle = unicodedata.normalize("NFC", handle.translate(_SPELLINGS))
            if not handle or (equals and not name):
                self.fault("log.header.players", "an empty place in the list of players", "players")
                good = False
            elif handle.casefold() in ("reveal", "from", "cadfael"):
                self.fault(
                    "log.header.players", f"{handle} is a word of the log format and cannot be a handle", "players"
                )
                good = False
            elif not valid_handle(handle):
                advice = ""
                if " " in handle:
                    advice = " (write handle=Full Name)" if "," in value else " (players are separated by commas)"
                self.fault(
                    "log.header.players",
                    f"{handle!r} cannot be a handle{advice}: letters, digits, - ' . only",
                    "players",
                )
                good = False
            elif any(handle == player.handle for player in players):
                self.fault("log.header.players", f"the handle {handle} stands twice", "players")
                good = False
            else:
                players.append(Player(handle, " ".join(name.split()) if equals else handle))
        if good and game is not None and len(value.split(",")) not in game.PLAYERS:
            low, high = min(game.PLAYERS), max(game.PLAYERS)
            self.fault(
                "log.header.players", f"{len(value.split(','))} players; {game.NAME} has {low} to {high}", "players"
            )
            good = False
        if good:
            self.header.players = tuple(players)

    def _plain(self, game: Game | None) -> None:
        header = self.header
        own = tuple(game.HEADER_KEYS) if game else ()
        for key in (*COMMON_KEYS[3:], *own):
            if key not in self.fields or key == "rulings":
                continue
            value = self.fields[key][0]
            if not value:
                if key not in _TEXT_KEYS:
                    self.fault("log.header.value", f"`{key}:` has no value", key)
                continue
            if key == "date":
                value = value.upper()
            if key == "date" and not (_DATE.match(value) and _is_date(value)):
                self.fault(
                    "log.header.value", f"{value!r} is not an ISO date such as 2026-03-12 or 2026-03-12T19:30", key
                )
                continue
            if key == "status":
                value = value.lower()
                if value not in STATUSES:
                    self.fault("log.header.value", f"unknown status {value!r}{nearest(value, STATUSES)}", key)
                    continue
            if key == "rules":
                value = value.lower()
                if game is not None and value not in game.RULE_SETS:
                    self.fault(
                        "log.header.value", f"unknown rule set {value!r}; known: {', '.join(game.RULE_SETS)}", key
                    )
                    continue
            if key == "id" and not (len(value) <= 200 and value.isprintable()):
                self.fault("log.header.value", "an id has at most 200 printable characters", key)
                continue
            header.values[key] = value
        if game is not None:
            header.rules = header.values.get("rules", game.RULE_SETS[-1])

    def _rulings(self, game: Game | None) -> None:
        if "rulings" not in self.fields or game is None:
            return
        value = self.fields["rulings"][0]
        if not value:
            self.fault("log.header.value", "`rulings:` has no value", "rulings")
        for item in value.split(",") if value else ():
            name, _, setting = (part.strip() for part in item.partition("="))
            name = name.lower()
            if name not in game.RULINGS:
                self.fault("log.header.ruling", f"unknown ruling {name!r}{nearest(name, game.RULINGS)}", "rulings")
                continue
            if name in self.header.rulings:
                self.fault("log.header.ruling", f"the ruling {name} is set twice", "rulings")
                continue
            reading = game.ruling_setting(name, setting)
            if reading is None:
                known = ", ".join(game.RULINGS[name])
                self.fault("log.header.ruling", f"unknown setting {setting!r} of {name}; known: {known}", "rulings")
                continue
            self.header.rulings[name] = reading

    def _claims(self) -> None:
        header = self.header
        handles = header.handles
        if "result" in self.fields:
            value = self.fields["result"][0]
            totals: list[tuple[str, int]] = []
            good = True
            for item in value.split(","):
                words = item.split()
                if len(words) != 2 or not _TOTAL.match(words[1]):
                    self.fault("log.header.claim", f"{item.strip()!r} is not `HANDLE total`", "result")
                    good = False
                    break
                handle = unicodedata.normalize("NFC", words[0])
                if handles and handle not in handles:
                    self.fault("log.header.claim", f"unknown player {handle}{nearest(handle, handles)}", "result")
                    good = False
                    break
                if any(handle == other for other, _ in totals):
                    self.fault("log.header.claim", f"{handle} stands twice in the result", "result")
                    good = False
                    break
                totals.append((handle, int(words[1])))
            if good and handles and len(totals) != len(handles):
                missing = next(handle for handle in handles if handle not in dict(totals))
                self.fault("log.header.claim", f"the result names every player; {missing} is missing", "result")
                good = False
            if good:
                header.result = tuple(totals)
        if "winner" in self.fields:
            winners: list[str] = []
            if not self.fields["winner"][0]:
                self.fault("log.header.value", "`winner:` has no value", "winner")
                return
            for item in self.fields["winner"][0].split(","):
                handle = unicodedata.normalize("NFC", item.strip())
                if not handle or (handles and handle not in handles) or handle in winners:
                    why = (
                        f"unknown player {handle}{nearest(handle, handles)}"
                        if handle not in winners
                        else f"{handle} stands twice"
                    )
                    self.fault("log.header.claim", why, "winner")
                    return
                winners.append(handle)
            header.winner = tuple(winners)


__all__ = [
    "FORMAT",
    "Event",
    "Header",
    "HeaderFault",
    "Log",
    "Player",
    "nearest",
    "read",
    "read_path",
    "read_text",
    "to_jsonl",
    "to_text",
    "valid_handle",
]  # fmt: skip
