"""Biblios Dice: the rules as the referee plays them, for 2 to 5 players, with Cadfael and hidden objectives.

The names of this module are those of `replay.games.Game`. The parts: `codes` (integers and words), `components` (the
box as data), `state`, `moves` (parsing), `play*` and `course` (the gate), `scoring`, `legal`, `view` (views), `facts`
(rows for the lake), `bots`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from replay.games import Move, Names
from replay.games import names as _names
from replay.games.biblios_dice.bots import random_move
from replay.games.biblios_dice.components import Sheet, known_sheets, load_sheet, standard_data
from replay.games.biblios_dice.course import rules
from replay.games.biblios_dice.legal import legal, legal_moves, menu_for
from replay.games.biblios_dice.moves import VERBS, parse, text_of
from replay.games.biblios_dice.play import HANDLERS, play, start
from replay.games.biblios_dice.scoring import result
from replay.games.biblios_dice.state import State
from replay.games.biblios_dice.view import detail, hide, hide_view, view
from replay.problems import HeaderFault

if TYPE_CHECKING:
    from replay.log import Event, Header

NAME: Final = "biblios-dice"
TITLE: Final = "Biblios Dice"
RULE_SETS: Final = ("biblios-dice/1",)
PLAYERS: Final = range(2, 6)
HEADER_KEYS: Final = ("objectives", "components")
#: Settings of every open ruling.
RULINGS: Final[Mapping[str, tuple[str, ...]]] = {
    name: tuple(entry["settings"]) for name, entry in standard_data()["rulings"].items()
}
ACTORLESS: Final = frozenset({"reveal"})


def sheet() -> Mapping[str, Any]:
    """The game's data with provenance: components, rulings and rules (what `biblios rules biblios-dice` shows)."""
    return standard_data()


def names(handles: Sequence[str]) -> Names:
    """Who can act: the players by seat, and Cadfael on the third seat of a game for two."""
    return _names(handles, ("Cadfael",) if len(handles) == 2 else ())


def ruling_setting(name: str, setting: str) -> str | None:
    """The canonical spelling of a setting of an open ruling, or None where there is no such setting."""
    return setting.lower() if setting.lower() in RULINGS[name] else None


def check_header(header: Header) -> Iterator[HeaderFault]:
    """Faults of `objectives` and `components`; writes `yes` and `no` in lower case."""
    objectives = header.values.get("objectives")
    if objectives is not None:
        if objectives.lower() in ("yes", "no"):
            header.values["objectives"] = objectives.lower()
        else:
            yield HeaderFault("log.header.value", f"objectives is yes or no, not {objectives!r}", key="objectives")
    components = header.values.get("components")
    if components is not None:
        try:
            load_sheet(components) if not components.endswith(".toml") else _no_path(components)
        except ValueError as error:
            yield HeaderFault("log.header.value", str(error), key="components")


def _no_path(name: str) -> None:
    raise ValueError(f"{name!r} is a file; components names a sheet (known: {', '.join(known_sheets())})")


def menu(state: State, event: Event) -> list[str]:
    """Legal alternatives to `event` for a message: whole events where only details are wrong, else patterns with `…`."""
    return menu_for(state, event.move)


__all__ = [
    "ACTORLESS", "HANDLERS",
    "HEADER_KEYS",
    "NAME",
    "PLAYERS",
    "RULE_SETS",
    "RULINGS",
    "TITLE",
    "VERBS",
    "Move",
    "Sheet",
    "State",
    "check_header",
    "detail",
    "hide",
    "hide_view",
    "known_sheets",
    "legal",
    "legal_moves",
    "load_sheet",
    "menu",
    "names",
    "parse",
    "play",
    "random_move",
    "result",
    "rules",
    "ruling_setting",
    "sheet",
    "start",
    "text_of",
    "view",
]  # fmt: skip
