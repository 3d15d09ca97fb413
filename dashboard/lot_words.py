"""Which lots a page is about, as one word of the address: `P3e` a card, `P3` a category and value, `G2` Gold, `C` all
Church cards, `C++` one kind of them, `5-dice` groups of five dice. The cards are the log's own words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from replay.frames.biblios import card_name
from replay.games.biblios.cards import CATEGORIES, CATEGORY_NAMES

CHURCH: Final = "C"
_NAMES: Final = dict(zip(CATEGORIES, CATEGORY_NAMES, strict=True))
_DICE: Final = re.compile(r"([1-9]\d?)-dice")
_VALUE: Final = re.compile(rf"([{''.join(CATEGORIES)}])(\d)")
_GOLD: Final = re.compile(r"G(\d)")


def word(case: Mapping[str, Any]) -> str | None:
    """The word for the lots that a row or the options of a lead are about; None where no single word says it."""
    kind, value, what = case.get("kind"), case.get("value"), case.get("what")
    if kind == "group":
        # A single group names its dice; lots of the same number of dice are its like.
        number = len(str(what).split()) if what else value
        return f"{number}-dice" if number else None
    if what:
        return str(what)
    if kind == "church":
        return CHURCH
    if kind == "gold" and value:
        return f"G{value}"
    if kind == "category" and value and case.get("category"):
        return f"{case['category']}{value}"
    return None


def card(row: Mapping[str, Any], *, priced: bool = True) -> str:
    """What a row is about, for people; of a category card without its category only the value.

    priced  whether the row tells a price, which for Gold is in cards.
    """
    value = row.get("value")
    if row["kind"] == "church":
        return "Church card"
    if row["kind"] == "gold":
        return f"Gold {value} (in cards)" if priced else f"Gold {value}"
    if row["kind"] == "group":
        return f"{value} dice"
    return (
        f"{_NAMES.get(row['category'], row['category'])} {value}" if row.get("category") else f"Category card {value}"
    )


def single(row: Mapping[str, Any]) -> str:
    """One lot in words: a card by its name, a group by the words of its dice."""
    what = str(row["what"])
    return what if row.get("kind") == "group" or " " in what else _named(what)


def _named(what: str) -> str:
    """The name of a card; what is no card stays as it is."""
    try:
        return card_name(what).removeprefix("a ")
    except (KeyError, IndexError):
        return what


def options(asked: str) -> dict[str, Any]:
    """What the named questions about lots are asked for a word; any other word is a card as the log writes it."""
    if found := _DICE.fullmatch(asked):
        return {"kind": "group", "value": int(found[1])}
    if asked == CHURCH:
        return {"kind": "church"}
    if found := _GOLD.fullmatch(asked):
        return {"kind": "gold", "value": int(found[1])}
    if found := _VALUE.fullmatch(asked):
        return {"kind": "category", "category": found[1], "value": int(found[2])}
    return {"what": asked}


def title(asked: str) -> str:
    """The lots of a word, for people."""
    if found := _DICE.fullmatch(asked):
        return f"Groups of {found[1]} dice"
    if asked == CHURCH:
        return "Church cards"
    if found := _VALUE.fullmatch(asked):
        return f"{_NAMES[found[1]]} {found[2]}, all letters"
    return _named(asked)


__all__ = ["CHURCH", "card", "options", "single", "title", "word"]
