"""Biblios, the card game for 2 to 4 players: gift turns, open auctions, majorities under five dice.

The names here are those of `replay.games.Game`. Cards and dice are small integers inside (`cards`), the position and
its rules are in `state`, what may follow in `legal`, the score in `scoring`, what seats see in `view`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from replay.games import Move, Names
from replay.games import names as _names
from replay.games.biblios import bots, cards, legal_header, words
from replay.games.biblios import legal as _legal
from replay.games.biblios import view as _view
from replay.games.biblios.play import HANDLERS as HANDLERS
from replay.games.biblios.play import play as play
from replay.games.biblios.state import VERBS as VERBS
from replay.games.biblios.state import State
from replay.games.biblios.view import hide as hide
from replay.problems import HeaderFault, Rule, rules_of

if TYPE_CHECKING:
    from replay.log import Event, Header

NAME: Final = "biblios"
TITLE: Final = "Biblios"
RULE_SETS: Final = ("biblios/1",)
PLAYERS: Final = range(2, 5)
HEADER_KEYS: Final = ("penalty", "removed")
RULINGS: Final[Mapping[str, tuple[str, ...]]] = {
    name: tuple(entry["settings"]) for name, entry in cards.sheet()["rulings"].items()
}
ACTORLESS: Final[frozenset[str]] = frozenset()

parse = words.parse


def rules() -> Mapping[str, Rule]:
    """Every rule of the game by id, from its sheet."""
    return rules_of("replay.games.biblios", "sheet.toml")


def sheet() -> Mapping[str, Any]:
    """Components, rulings and rules with their provenance."""
    return cards.sheet()


def names(handles: Sequence[str]) -> Names:
    """Who can act: the players."""
    return _names(handles)


def ruling_setting(name: str, setting: str) -> str | None:
    """The canonical spelling of a ruling's setting; None where there is none. `tie-order` takes five letters."""
    if name == "tie-order":
        letters = setting.upper()
        return letters if sorted(letters) == sorted(cards.CATEGORIES) else None
    return setting.lower() if setting.lower() in RULINGS[name] else None


def check_header(header: Header) -> Iterator[HeaderFault]:
    """Faults of `penalty` and `removed`; both are rewritten in canonical spelling."""
    return legal_header.check(header)


def start(header: Header) -> State:
    """The position at ply 0 of a game with this (faultless) header."""
    aside = [cards.CODES[word] for word in header.values.get("removed", "").split()]
    return State(header.handles, header.values.get("penalty", "standard"), dict(header.rulings), aside)


def legal(state: State) -> Iterator[str]:
    """Canonical events that may stand next."""
    return _legal.legal(state, state.handles)


def menu(state: State, event: Event) -> list[str]:
    """Legal alternatives to a faulty event, for messages."""
    return _legal.menu(state, event, state.handles)


def result(state: State) -> Mapping[str, Any] | None:
    """The result in the form of the contract, None before the end."""
    return _view.result_of(state, state.handles)


def detail(state: State) -> Mapping[str, Any]:
    """The `detail` object of the contract."""
    return _view.detail(state, state.handles)


def view(state: State) -> Mapping[str, Any]:
    """The position as JSON-able data for people and screens."""
    return _view.view(state, state.handles)


def random_move(state: State, rng: random.Random) -> Move:
    """One legal move, chosen quickly."""
    return bots.random_move(state, rng)


def text_of(state: State, move: Move) -> str:
    """The canonical event text of a move."""
    return words.text_of(move, state.handles)
