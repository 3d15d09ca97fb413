"""Header values that only Biblios has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from replay.games.biblios.cards import (
    CLASS_MEMBERS,
    CLASSES,
    COPIES,
    FIRST_CHURCH,
    FIRST_CLASS,
    FIRST_GOLD,
    KINDS,
    NAMES,
    UNKNOWN,
    set_aside,
)
from replay.games.biblios.words import card_code
from replay.problems import HeaderFault

if TYPE_CHECKING:
    from replay.log import Header

PENALTIES = ("standard", "medieval-bluff")


def check(header: Header) -> Iterator[HeaderFault]:
    """Faults of `penalty:` and `removed:`; right values are put into canonical spelling."""
    from replay.log import nearest

    penalty = header.values.get("penalty")
    if penalty is not None:
        penalty = penalty.lower()
        if penalty in PENALTIES:
            header.values["penalty"] = penalty
        else:
            yield HeaderFault(
                "biblios.setup.value", f"unknown penalty {penalty!r}{nearest(penalty, PENALTIES)}", key="penalty"
            )
    if "removed" in header.values:
        yield from _removed(header)


def _removed(header: Header) -> Iterator[HeaderFault]:
    codes = []
    for word in header.values["removed"].split():
        code = card_code(word.translate({0x2212: "-", 0x2013: "-", 0xFF0B: "+"}))
        if code is None or code == UNKNOWN:
            yield HeaderFault("biblios.setup.value", f"{word} is not a card", key="removed")
            return
        codes.append(code)
    header.values["removed"] = " ".join(NAMES[code] for code in codes)
    for kind in range(KINDS):
        if codes.count(kind) > COPIES[kind]:
            yield HeaderFault("biblios.setup.removed", f"{codes.count(kind)} × {NAMES[kind]} set aside; the deck has {COPIES[kind]}",
                              key="removed")  # fmt: skip
            return
    for cls in range(CLASSES):
        named = sum(codes.count(kind) for kind in CLASS_MEMBERS[cls]) + codes.count(FIRST_CLASS + cls)
        if named > len(CLASS_MEMBERS[cls]):
            yield HeaderFault("biblios.setup.removed", f"{named} × {NAMES[FIRST_CLASS + cls]} set aside; the deck has "
                              f"{len(CLASS_MEMBERS[cls])}", key="removed")  # fmt: skip
            return
    if len(header.players) < 2 or len(header.players) > 4:
        return
    gold_each, random_cards = set_aside(len(header.players))
    golds = range(FIRST_GOLD, FIRST_CHURCH)
    total = gold_each * len(golds) + random_cards
    needed = len(codes) + sum(max(0, gold_each - codes.count(kind)) for kind in golds)
    if needed > total:
        why = (
            f"{len(codes)} cards set aside"
            if len(codes) > total
            else "the Gold cards that must be among them leave too little room"
        )
        yield HeaderFault("biblios.setup.removed", f"{why}; with {len(header.players)} players {total} are set aside, "
                          f"{gold_each} of each Gold value among them", key="removed")  # fmt: skip
