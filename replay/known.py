"""What readers remember of lines, so that a club's recurring lines are read once, in whatever company they are said."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import Any, Final

from replay.games import Move, Names
from replay.log import Event

#: Lines remembered for one game, number of players and form of log; all are forgotten when they are more. About 12 MB.
_LINES_KNOWN: Final = 24_000
#: A line with more words after its verb hardly comes twice: ten dice, a hand of cards.
WORDS_KNOWN: Final = 4

#: What is known of one line: None, its event for its speaker on seat 0, 1, …, and last the speaker's handle.
Record = tuple[Any, ...]
_UNKNOWN: Final[Record] = (None, "")


class _Places(dict[str, int]):
    """Where the events of a speaker stand in a `Record`: one after the seat; 0 for whoever does not play."""

    def __missing__(self, handle: str) -> int:
        return 0


class Known:
    """The lines that are known under one game, and how they are to be understood with these players on these seats.

    Whole lines are looked up, many at once: that is what makes it quick. The memory is shared by all readers of this
    process, in whatever threads: what one of them adds is right for all, and an entry lost in a race is only read again.
    """

    __slots__ = ("lines", "names", "phrases", "places")

    def __init__(self, game: str, names: Names, *, twin: bool) -> None:
        self.names = names
        self.lines = _MEMORY.setdefault((game, names.players, twin), {})
        self.phrases = _PHRASES.setdefault((game, names.players), {})
        self.places = _Places([(handle, place) for place, handle in enumerate(names.actors, 1)])

    def events(self, lines: Sequence[str | None]) -> list[Event | None]:
        """The events of lines, None for those that are not known."""
        places = self.places
        return [record[places[record[-1]]] for record in map(self.lines.get, lines, repeat(_UNKNOWN))]

    def said(self, actor: str, seat: int, verb: str, words: tuple[str, ...], text: str, source: str) -> Event | None:
        """The event of words that anybody has said before, for this actor; None where nobody has."""
        phrase = self.phrases.get((verb, words))
        if phrase is None:
            return None
        verb, words, move = phrase
        event = Event(actor, seat, verb, words, text, (move[0], seat, *move[2:]), None, None, False, source)
        self._remember(source, event)
        return event

    def learn(self, line: str, event: Event) -> None:
        """Remember a line that stands for one event and nothing else, unless it will not come again or names somebody
        else (whose seat may be another next time)."""
        seat, index = event.seat, self.names.index
        if seat < 0 or event.at is not None or len(event.words) > WORDS_KNOWN:
            return
        for word in event.words:
            if word in index:
                return
        if event.move is not None and len(self.phrases) < _LINES_KNOWN:
            self.phrases[event.verb, event.words] = (event.verb, event.words, event.move)
        self._remember(line, event)

    def _remember(self, line: str, event: Event) -> None:
        lines, place = self.lines, event.seat + 1
        record = lines.get(line)
        if record is None:
            if len(lines) >= _LINES_KNOWN:
                lines.clear()
            record = (*repeat(None, len(self.names.actors) + 1), event.actor)
        lines[line] = (*record[:place], event, *record[place + 1 :])


_MEMORY: Final[dict[tuple[str, int, bool], dict[str | None, Record]]] = {}
_PHRASES: Final[dict[tuple[str, int], dict[tuple[str, tuple[str, ...]], tuple[str, tuple[str, ...], Move]]]] = {}


def forget() -> None:
    """Forget all lines (to measure what a first log costs)."""
    _MEMORY.clear()
    _PHRASES.clear()
