"""Logs: text (`.bgl`) and JSON Lines twin ⇄ `Log`, for log format 1 of both games.

A `Log` is one game as a scribe wrote it: a header and an ordered list of events, each with its place in the file.
Reading never raises for what a stranger wrote: everything unreadable becomes a `Problem` of kind *syntax* in
`Log.syntax`, and the reader goes on with the next line. Files are read as a stream, one game at a time, so memory
does not grow with their number. The grammar is described in `data/FORMAT.md`.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, Any, Final

import msgspec

from replay.games import GAMES, Game, Move
from replay.problems import Problem
from replay.spelling import nearest as nearest
from replay.spelling import piece_spans
from replay.spelling import valid_handle as valid_handle

FORMAT: Final = "1"
#: A line longer than this (in characters) is not read; nothing a scribe writes comes near.
MAX_LINE: Final = 65_536
#: Events of one game beyond this number are not read.
MAX_EVENTS: Final = 100_000
#: Syntax problems of one game beyond this number are counted, not described.
MAX_SYNTAX: Final = 500

COMMON_KEYS: Final = (
    "format", "game", "players", "id", "date", "event", "place", "scribe", "status", "rules", "rulings",
)  # fmt: skip
CLAIM_KEYS: Final = ("result", "winner")


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
        spans = piece_spans(source, self.pieces.get(ply, 0))
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
    # Imported here: the reader is made of this module's parts.
    from replay.reading import Reader

    yield from Reader(file).games(stream)
