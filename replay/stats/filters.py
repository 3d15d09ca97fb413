"""Which games a question is asked about: the filters that every statistic, page and command shares.

A filter that is not set asks nothing. NULL in the lake is unknown: a filter on a value that a game does not state
leaves the game out.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, fields
from typing import Any, Final

#: Fewest games for a rank or a meeting to be shown, where nobody asks for another number.
MIN_GAMES: Final = 3


@dataclass(frozen=True, slots=True)
class Filters:
    """The games and rows that count.

    game         `biblios` or `biblios-dice`; None: both.
    counts       numbers of players; empty: all.
    since, until first and last day (games without a date are left out where one is given).
    present      players (as the club calls them) of whom any, or with `present_all` all, took part; empty: everybody.
    places, events  places and occasions as headers have them; empty: all.
    evidence     `log` for games whose events are known, `result` for mere results; None: both.
    settled      only games in which nothing rests on an open ruling or on an event that was let stand.
    stood        also rows that rest on an event against the rules that was let stand.
    simulated    True: only simulated games, False: none, None: all.
    min_games    fewest games for a rank; people with fewer are listed without one.
    """

    game: str | None = None
    counts: tuple[int, ...] = ()
    since: dt.date | None = None
    until: dt.date | None = None
    present: tuple[str, ...] = ()
    present_all: bool = False
    places: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    evidence: str | None = None
    settled: bool = False
    stood: bool = False
    simulated: bool | None = None
    min_games: int = MIN_GAMES

    @property
    def narrow(self) -> bool:
        """Whether a filter asks for more than what every row of a game repeats, so that games have to be looked up."""
        return bool(self.present or self.places or self.events or self.evidence)

    def params(self) -> dict[str, Any]:
        """The parameters of `sql/selected.sql`; NULL where a filter is not set."""
        return {
            "game": self.game,
            "counts": list(self.counts) or None,
            "since": self.since,
            "until": self.until,
            "present": list(dict.fromkeys(self.present)) or None,
            "present_least": len(dict.fromkeys(self.present)) if self.present_all else 1,
            "places": list(self.places) or None,
            "events": list(self.events) or None,
            "evidence": self.evidence,
            "settled": self.settled,
            "stood": self.stood,
            "simulated": self.simulated,
            "min_games": self.min_games,
        }


ALL: Final = Filters()
#: Filter → what it does, in the words of the documentation and of the command line.
MEANINGS: Final = {
    "game": "only this game: `biblios` or `biblios-dice`",
    "counts": "only games of these numbers of players",
    "since": "only games from this day on",
    "until": "only games up to this day",
    "present": "only games in which any of these players took part",
    "present_all": "… in which all of them took part",
    "places": "only games at these places",
    "events": "only games of these occasions",
    "evidence": "only games with a full log (`log`), or of which only the result is known (`result`)",
    "settled": "only games in which nothing rests on an open ruling or on an event that was let stand",
    "stood": "also what rests on events against the rules that were let stand",
    "simulated": "only simulated games, or none of them",
    "min_games": "fewest games for a rank; who has fewer is listed without one",
}
assert set(MEANINGS) == {field.name for field in fields(Filters)}

__all__ = ["ALL", "MEANINGS", "MIN_GAMES", "Filters"]
