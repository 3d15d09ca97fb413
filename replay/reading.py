"""Files of logs → `Log`, as a stream: text and the JSON Lines twin.

Nothing a stranger wrote raises here: what cannot be read becomes a *syntax* problem of its game, and reading goes on.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator
from typing import IO, Any, Final

import msgspec

from replay.games import Game, Names
from replay.heading import HeaderReader
from replay.known import WORDS_KNOWN, Known
from replay.log import MAX_EVENTS, MAX_LINE, MAX_SYNTAX, Event, Log
from replay.problems import Problem, WordFault, format_rules
from replay.spelling import (
    FORMAT_LINE,
    OTHER_SIGNS,
    SIGNS,
    UNDECODED,
    header_line,
    nearest,
    piece_spans,
    split_comment,
    valid_time,
)

#: Bytes read at a time.
CHUNK: Final = 1 << 16
#: Lines looked up at a time in the body of a game: few after a line that needs care, more while all goes well.
FEW: Final = 16
MANY: Final = 64
_decode_row: Final = msgspec.json.Decoder().decode


class _PlainRow(msgspec.Struct, forbid_unknown_fields=True):
    """An event object of the twin that has words and nothing but words."""

    verb: str
    words: list[str]
    actor: str | msgspec.UnsetType = msgspec.UNSET


_decode_plain: Final = msgspec.json.Decoder(_PlainRow).decode


class Lines:
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
                    yield self._decode(whole[: whole.rindex(b"\n")])
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
            if skipping:
                skipping = False
                yield [None]
                _, newline, block = block.partition(b"\n")
                if newline:
                    yield self._decode(block)
            else:
                yield self._decode(block)
            if len(carry) > 4 * MAX_LINE:
                carry, skipping = b"", True
        if skipping:
            yield [None]
        elif carry:
            yield self._decode(carry)

    @staticmethod
    def _decode(text: bytes) -> list[str | None]:
        try:
            decoded = text.decode("utf-8")
        except UnicodeDecodeError:
            decoded = text.decode("utf-8", "surrogateescape")
        if "\r" in decoded:
            decoded = decoded.replace("\r\n", "\n")
            decoded = decoded.removesuffix("\r")
        lines: list[str | None] = list(decoded.split("\n"))
        if len(decoded) > MAX_LINE and max(map(len, lines)) > MAX_LINE:  # type: ignore[arg-type]
            return [line if line is not None and len(line) <= MAX_LINE else None for line in lines]
        return lines


class Reader:
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
        self.known: Known | None = None

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
        lines = Lines(stream)
        number = 0
        twin: bool | None = None
        for chunk in lines.chunks():
            if twin is None:
                start = next((line for line in chunk if line is not None and line.strip()), "")
                twin = start.lstrip().startswith("{")
            yield from self._chunk(chunk, number, twin)
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
        self.known = None

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

    # ---- lines

    def _chunk(self, chunk: list[str | None], number: int, twin: bool) -> Iterator[Log]:
        """Read lines, the first of which follows line `number`; gives the games that end among them."""
        careful = self._twin_line if twin else self._text_line
        at, size = 0, FEW
        while at < len(chunk):
            line = chunk[at]
            if self.known is not None and (line is None or not line.startswith("format:")):
                taken = self._plain_lines(chunk[at : at + size], number + at + 1, twin)
                at += taken
                if taken == size:
                    size = MANY
                    continue
                if at == len(chunk):
                    break
                size = FEW
                line = chunk[at]
            log = careful(line, number + at + 1)
            at += 1
            if log is not None:
                yield log

    def _plain_lines(self, lines: list[str | None], number: int, twin: bool) -> int:
        """Read events, the first on line `number`, up to the first line that needs care; returns how many these are."""
        log, known = self.log, self.known
        if log is None or known is None or len(log.events) > MAX_EVENTS - MANY:
            return 0
        events = known.events(lines)
        if not all(events):
            read = self._plain_twin if twin else self._plain_text
            for place, event in enumerate(events):
                if event is None:
                    line = lines[place]
                    event = read(line) if line else None
                    if event is None:
                        del events[place:]
                        break
                    events[place] = event
        if not events:
            return 0
        if self.pending:
            log.notes[len(log.events) + 1] = self.pending
            self.pending = []
        log.events += events  # type: ignore[arg-type]
        log.lines.extend(range(number, number + len(events)))
        return len(events)

    def _plain_text(self, line: str) -> Event | None:
        """The event of a line in canonical spelling, without comment, time and mark; None where it is not that."""
        words = line.split(" ")
        known = self.known
        assert known is not None
        if not known.places[words[0]]:
            return self._plain_event(None, words[0], tuple(words[1:]), line, line)
        return self._plain_event(words[0], words[1], tuple(words[2:]), line, line) if len(words) > 1 else None

    def _plain_twin(self, line: str) -> Event | None:
        """The same of an object of the twin: one that has an actor (but for `reveal`), a verb and words, nothing else."""
        try:
            row = _decode_plain(line)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
            return None
        verb, words = row.verb, tuple(row.words)
        if isinstance(row.actor, str):
            return self._plain_event(row.actor, verb, words, " ".join([row.actor, verb, *words]), line)
        return self._plain_event(None, verb, words, " ".join([verb, *words]), line)

    def _plain_event(
        self, actor: str | None, verb: str, words: tuple[str, ...], text: str, source: str
    ) -> Event | None:
        game, known = self.game, self.known
        assert game is not None
        assert known is not None
        seat = -1
        if actor is not None:
            seat = known.places[actor] - 1
            if seat < 0:
                return None
            if len(words) <= WORDS_KNOWN:
                event = known.said(actor, seat, verb, words, text, source)
                if event is not None:
                    return event
        if verb not in game.VERBS or (verb in game.ACTORLESS) is not (actor is None):
            return None
        try:
            move, canonical = game.parse(seat, verb, words, known.names)
        except WordFault:
            return None
        if canonical is not words and tuple(canonical) != words:
            return None
        event = Event(actor, seat, sys.intern(verb), words, text, move, None, None, False, source)
        if seat >= 0 and len(words) <= WORDS_KNOWN:
            known.learn(source, event)
        return event

    # ---- text

    def _text_line(self, line: str | None, number: int) -> Log | None:
        """Read one line with care; gives the game that ends before it."""
        if self.in_header and line and line[0].isalpha():
            self.head.append((number, line))
            return None
        log = self.log
        ended: Log | None = None
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
        elif FORMAT_LINE.match(line) and self._may_begin():
            if log is not None:
                carried, self.pending = self.pending, []
                ended = self._close()
                self.pending = carried
            self._open(number)
            self.head.append((number, line.replace("\ufeff", " ")))
        elif line.lstrip().startswith("#"):
            if UNDECODED.search(line):
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
        return ended

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
            found = header_line(raw)
            if found is None:
                if UNDECODED.search(raw):
                    self._not_utf8(raw, number, None)
                    unreadable.add(raw.partition(":")[0].strip().lower())
                    continue
                indent = len(raw) - len(raw.lstrip())
                self.syntax("log.header.line", f"not a header line: {raw.strip()[:60]!r}; a header line is `key: value`, "
                            "and a blank line ends the header", number, indent + 1, len(raw.strip()), None, raw)  # fmt: skip
                continue
            key, value, key_column, column, comment = found
            if comment is not None:
                self.pending.append(comment)
            if key in fields:
                self.syntax("log.header.twice", f"the key {key!r} stands here a second time", number,
                            key_column, len(key), None, raw)  # fmt: skip
                continue
            fields[key] = (value, number, column)
        sources = dict(self.head)
        HeaderReader(self, fields, sources, unreadable).read()
        self._know(twin=False)

    def _know(self, *, twin: bool) -> None:
        """Remember lines from here on, if this is a game that has events."""
        log = self.log
        assert log is not None
        if self.names is not None and log.header.status != "result-only":
            self.known = Known(log.header.game, self.names, twin=twin)

    def _not_utf8(self, raw: str, number: int, ply: int | None) -> None:
        found = UNDECODED.search(raw)
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
            words = (piece.translate(SIGNS) if OTHER_SIGNS.search(piece) else piece).split()
            log.lines.append(number)
            if index:
                log.pieces[ply] = index
            event = self._event(words, comment if index == len(pieces) - 1 else None, number, ply, raw, index)
            log.events.append(event)
            if event.move is not None and len(pieces) == 1 and self.known is not None:
                self.known.learn(raw, event)

    def _known_as(self, word: str) -> str:
        """`; C is Chloé van Dijk here` where the word is part of one player's full name; else an empty string."""
        assert self.log is not None
        named = [p for p in self.log.header.players if word.casefold() in p.name.casefold().split()]
        return f"; {named[0].handle} is {named[0].name} here" if len(named) == 1 else ""

    def _spot(self, raw: str, piece: int, index: int | None) -> tuple[int, int]:
        """(column, width) of a word of a piece; index None: the whole piece, 0 its first word."""
        spans = piece_spans(raw, piece)
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
                if valid_time(at)
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
        if UNDECODED.search(raw):
            if not piece:
                self._not_utf8(raw, number, ply)
            return Event(None, -1, "", (), UNDECODED.sub("\ufffd", given), None, source=raw)
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
                message = f"unknown player {words[0]}{self._known_as(words[0]) or nearest(words[0], names.actors)}"
                self.syntax("log.event.player", message, number, *self._spot(raw, piece, 0), ply, raw)
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

    def _twin_line(self, line: str | None, number: int) -> Log | None:
        """Read one line of the twin with care; gives the game that ends before it."""
        if line is None:
            ply = self._lost(number)
            self.syntax("log.file.long-line", f"this line is longer than {MAX_LINE} characters", number, ply=ply)
            return None
        if not line.strip():
            return None
        try:
            row = _decode_row(line)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
            ply = self._lost(number)
            self.syntax("log.twin.json", f"this line is not a JSON object: {error}", number, ply=ply, source=line)
            return None
        if not isinstance(row, dict):
            ply = self._lost(number)
            self.syntax("log.twin.json", "this line is not a JSON object", number, ply=ply, source=line)
            return None
        if "format" in row or (self.log is None and "verb" not in row):
            ended = self._close() if self.log is not None else None
            self._open(number)
            self._twin_header(row, number, line)
            return ended
        if self.log is None:
            self._open(number)
            self._twin_header({}, number, line)
        assert self.log is not None
        self._twin_event(row, number, line)
        return None

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
        HeaderReader(self, fields, {number: raw}, unreadable).read()
        self._know(twin=True)

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
        if "\n" in text or "\r" in text or split_comment(" " + text)[1] is not None:
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
            words = [unicodedata.normalize("NFC", word.translate(SIGNS)) for word in words]
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
        if event.move is not None and plain and self.known is not None:
            self.known.learn(raw, event)


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
    if not isinstance(at, str) or ("at" in row and not valid_time(at.upper())):
        return "at is a time: 19:42, 19:42:07 or a full ISO date-time"
    if not isinstance(row.get("stood", False), bool):
        return "stood is true or absent"
    return None
