"""The games this project knows, and the few names that each of them offers.

A game is a package with the names of `Game`. There is no base class and no registry: `GAMES` is a dict with two
entries whose packages are imported on first use, so that reading one game's log does not load the other's rules.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

if TYPE_CHECKING:
    import random

    from replay.log import Event, Header
    from replay.problems import HeaderFault, Rule

#: A game's own reading of an event: `(verb code, seat, …)` with cards, dice and numbers as small integers.
Move = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Names:
    """Who can act in a game: the players' handles in seating order, then a game's own actors (Cadfael)."""

    actors: tuple[str, ...]
    players: int
    index: Mapping[str, int]

    def seat_of(self, word: str) -> int:
        """The seat that `word` names, or -1. Handles are compared as they are, a game's own actors in any case."""
        seat = self.index.get(word, -1)
        if seat < 0:
            seat = self.index.get(word.casefold(), -1)
            return seat if seat >= self.players else -1
        return seat


def names(handles: Sequence[str], own: Sequence[str] = ()) -> Names:
    """`Names` for the players' handles and a game's own actors."""
    index = {handle: seat for seat, handle in enumerate(handles)}
    for offset, actor in enumerate(own):
        index[actor] = index[actor.casefold()] = len(handles) + offset
    return Names((*handles, *own), len(handles), index)


class State(Protocol):
    """The position of one game, changed in place by `Game.play`; see the game's own `State` for its parts.

    ply    number of events played so far.
    flag   doubt bits of `replay.problems` that the event being played has set; the referee clears them.
    doubt  name of the open ruling or reason behind `flag`, else an empty string.
    stood  whether the event being played carries `!`; rules consult it in one place only.
    """

    ply: int
    flag: int
    doubt: str
    stood: bool

    def clone(self) -> State:
        """An independent copy."""

    def is_over(self) -> bool:
        """Whether the game has ended: nothing but what shows hidden cards may follow."""


class Game(Protocol):
    """What a game package offers. Functions that play raise `replay.problems.Fault`, parsing raises `WordFault`."""

    NAME: str
    TITLE: str
    RULE_SETS: tuple[str, ...]
    PLAYERS: range
    HEADER_KEYS: tuple[str, ...]
    RULINGS: Mapping[str, tuple[str, ...]]
    VERBS: Mapping[str, int]
    ACTORLESS: frozenset[str]
    #: One function per verb code that checks and plays an event; `play` is `HANDLERS[move[0]](state, move)` and one ply more.
    HANDLERS: Sequence[Callable[[Any, Move], None]]

    def rules(self) -> Mapping[str, Rule]:
        """Every rule of the game by id, from its sheet."""

    def sheet(self) -> Mapping[str, Any]:
        """The game's data with provenance: components, rulings, rules (what `biblios rules GAME` shows)."""

    def names(self, handles: Sequence[str]) -> Names:
        """Who can act in a game of these players."""

    def ruling_setting(self, name: str, setting: str) -> str | None:
        """The canonical spelling of a setting of an open ruling, or None where there is no such setting."""

    def check_header(self, header: Header) -> Iterator[HeaderFault]:
        """Faults of the game's own header values; may rewrite `header.values` into canonical spelling."""

    def parse(self, seat: int, verb: str, words: Sequence[str], names: Names) -> tuple[Move, Sequence[str]]:
        """Read the words of an event: the game's move and the canonical words. Raises WordFault."""

    def start(self, header: Header) -> Any:
        """The position at ply 0."""

    def play(self, state: Any, move: Move) -> None:
        """Play one event in place, or raise Fault and leave the position as it was before."""

    def legal(self, state: Any) -> Iterator[str]:
        """The events that may stand next, most useful first; patterns (`CARD`, `…`) where they cannot all be listed."""

    def menu(self, state: Any, event: Event) -> list[str]:
        """Legal alternatives to `event`, nearest to what it tried to say first; for messages."""

    def hide(self, event: Event, seat: int, names: Names) -> Event:
        """The event as `seat` saw it (seat -1: as a bystander saw it): words that this seat could not see are `?`."""

    def result(self, state: Any) -> Mapping[str, Any]:
        """`{"totals", "winners", "decided_by", "unjudged": [ruling, …], "why": {…}}` with handles; unknown is None."""

    def detail(self, state: Any) -> Mapping[str, Any]:
        """The `detail` object of the command line's contract for the position."""

    def view(self, state: Any) -> Mapping[str, Any]:
        """The position as plain JSON-able data for people and screens (`replay --json`, the board)."""

    def random_move(self, state: Any, rng: random.Random) -> Move:
        """One legal move, chosen quickly; for playouts."""

    def text_of(self, state: Any, move: Move) -> str:
        """The canonical event text of a move."""


PACKAGES: Final = {"biblios": "replay.games.biblios", "biblios-dice": "replay.games.biblios_dice"}


class _Games(Mapping[str, "Game"]):
    """The two games by name; a game's package is imported when it is first asked for."""

    def __getitem__(self, name: str) -> Game:
        return _package(name)

    def __iter__(self) -> Iterator[str]:
        return iter(PACKAGES)

    def __len__(self) -> int:
        return len(PACKAGES)


@cache
def _package(name: str) -> Game:
    return cast("Game", importlib.import_module(PACKAGES[name]))


GAMES: Final[Mapping[str, Game]] = _Games()


def game_named(name: str) -> Game | None:
    """The game of that name (`biblios`, `biblios-dice`), or None."""
    return GAMES[name] if name in PACKAGES else None
