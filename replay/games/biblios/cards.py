"""Cards of Biblios as small integers, with their names at the border.

Codes: 0…44 a category card (category × 9 + letter), then the Gold values, then the Church cards: the *kinds*, of which
the deck holds `COPIES[kind]`. Above them stand the *classes*: a category card whose letter was not written (`P3`).
`UNKNOWN` is `?`. All counts and values come from the game's sheet.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final


@cache
def sheet() -> Mapping[str, Any]:
    """The game's sheet: components, rulings and rules with their provenance (`sheet.toml`)."""
    return tomllib.loads(files("replay.games.biblios").joinpath("sheet.toml").read_text(encoding="utf-8"))


_components: Final = sheet()["components"]
CATEGORIES: Final[tuple[str, ...]] = tuple(_components["categories"])
CATEGORY_NAMES: Final = tuple(entry["name"] for entry in _components["categories"].values())
LETTERS: Final = "abcdefghi"
SIZE: Final = len(LETTERS)

NAMES: Final[list[str]] = []
COPIES: Final[list[int]] = []
VALUE: Final[list[int]] = []
#: Category index of a code, -1 where it has none.
CATEGORY: Final[list[int]] = []
#: Class index (0…11) of a kind, -1 for Gold and Church; of a class code its own index.
CLASS: Final[list[int]] = []
CLASS_MEMBERS: Final[list[tuple[int, ...]]] = []

_class_names: list[str] = []
for _category, (_letter, _entry) in enumerate(_components["categories"].items()):
    for _index, _value in enumerate(_entry["values"]):
        _name = f"{_letter}{_value}"
        if _name not in _class_names:
            _class_names.append(_name)
            CLASS_MEMBERS.append(())
        _class = _class_names.index(_name)
        CLASS_MEMBERS[_class] = (*CLASS_MEMBERS[_class], len(NAMES))
        NAMES.append(_name + LETTERS[_index])
        COPIES.append(1)
        VALUE.append(_value)
        CATEGORY.append(_category)
        CLASS.append(_class)

FIRST_GOLD: Final = len(NAMES)
for _name, _count in _components["gold"]["counts"].items():
    NAMES.append(_name)
    COPIES.append(_count)
    VALUE.append(int(_name[1:]))
    CATEGORY.append(-1)
    CLASS.append(-1)
FIRST_CHURCH: Final = len(NAMES)
for _name, _count in _components["church"]["counts"].items():
    NAMES.append(_name)
    COPIES.append(_count)
    VALUE.append(0)
    CATEGORY.append(-1)
    CLASS.append(-1)
KINDS: Final = len(NAMES)
FIRST_CLASS: Final = KINDS
for _index, _name in enumerate(_class_names):
    NAMES.append(_name)
    VALUE.append(int(_name[1:]))
    CATEGORY.append(CATEGORIES.index(_name[0]))
    CLASS.append(_index)
CLASSES: Final = len(_class_names)
UNKNOWN: Final = len(NAMES)
NAMES.append("?")
VALUE.append(0)
CATEGORY.append(-1)
CLASS.append(-1)

#: Code of a card word in canonical spelling and in lower case.
CODES: Final[dict[str, int]] = {}
for _index, _name in enumerate(NAMES):
    CODES[_name] = CODES[_name.lower()] = CODES[_name.upper()] = _index
    if _index < FIRST_GOLD:
        CODES[_name[0].lower() + _name[1:].upper()] = _index

DECK: Final = sum(COPIES)
#: Deltas a Church card may give, and the number of dice it changes.
CHURCH_DELTAS: Final = {
    FIRST_CHURCH + index: ((1, -1) if name == "C+-" else (1,) if "+" in name else (-1,))
    for index, name in enumerate(NAMES[FIRST_CHURCH:KINDS])
}
CHURCH_DICE: Final = {FIRST_CHURCH + index: (2 if name in ("C++", "C--") else 1)
                      for index, name in enumerate(NAMES[FIRST_CHURCH:KINDS])}  # fmt: skip
DIE_START: Final[int] = _components["dice"]["start"]
DIE_LOW: Final[int] = _components["dice"]["lowest"]
DIE_HIGH: Final[int] = _components["dice"]["highest"]


def set_aside(players: int) -> tuple[int, int]:
    """(Gold cards of each value, further random cards) that are set aside for this number of players."""
    entry = _components["removed"][str(players)]
    return entry["gold_each"], entry["random"]


def name_cards(codes: Any) -> str:
    """The names of some cards, joined by spaces; `nothing` where there is none."""
    return " ".join(NAMES[code] for code in codes) or "nothing"
