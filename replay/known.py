"""What readers remember of lines, so that a club's recurring lines are read once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from replay.games import Names
from replay.log import Event, Header

#: How much is remembered: lines for one seating, seatings, and phrases for one player on one seat. Some tens of MB at most.
_LINES_KNOWN: Final = 4_000
_SEATINGS_KNOWN: Final = 16
_SPEAKERS_KNOWN: Final = 256
_PHRASES_KNOWN: Final = 1_000


class Known(dict["str | None", "Event | None"]):
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


NOTHING: Final = Known({}, False)
SEATINGS: Final[dict[tuple[Any, ...], Known]] = {}
SPEAKERS: Final[dict[tuple[Any, ...], dict[str, Event]]] = {}


def known_for(header: Header, names: Names | None, *, twin: bool = False) -> Known:
    """What is known of lines under this game and these handles."""
    if header.status == "result-only" or names is None:
        return Known({}, twin)
    key = (header.game, header.handles, twin)
    known = SEATINGS.get(key)
    if known is None:
        if len(SEATINGS) >= _SEATINGS_KNOWN:
            SEATINGS.pop(next(iter(SEATINGS)))
        known = SEATINGS[key] = Known(
            {handle: _said(header, seat, twin) for seat, handle in enumerate(header.handles)}, twin
        )
    return known


def _said(header: Header, seat: int, twin: bool) -> dict[str, Event]:
    """What the player of a seat has said on it. (The number of players is part of it: it may matter to a game's words.)"""
    key = (header.game, len(header.handles), header.handles[seat], seat, twin)
    said = SPEAKERS.get(key)
    if said is None:
        if len(SPEAKERS) >= _SPEAKERS_KNOWN:
            SPEAKERS.pop(next(iter(SPEAKERS)))
        said = SPEAKERS[key] = {}
    return said
