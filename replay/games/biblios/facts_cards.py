"""Rows of `holdings`: every card that came to a hand, how it came and how it went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from replay.games.biblios.cards import (
    CATEGORIES,
    CATEGORY,
    CLASS,
    CLASS_MEMBERS,
    FIRST_CHURCH,
    FIRST_CLASS,
    FIRST_GOLD,
    KINDS,
    NAMES,
    UNKNOWN,
    VALUE,
)
from replay.games.biblios.state import KEEPS, TAKES, State
from replay.problems import VERDICTS, weakest
from replay.schema import Coded, Columns, Row, Sparse

if TYPE_CHECKING:
    from replay.referee import Replay

#: Kind, category letter and value of a card by its code.
KIND: Final = tuple(
    "category" if CATEGORY[code] >= 0 else "gold" if FIRST_GOLD <= code < FIRST_CHURCH else "church"
    if code < KINDS else None
    for code in range(len(NAMES))
)  # fmt: skip
LETTER: Final = tuple(CATEGORIES[c] if c >= 0 else None for c in CATEGORY)
WORTH: Final = tuple(VALUE[code] if KIND[code] in ("category", "gold") else None for code in range(len(NAMES)))
_NAME: Final = (*NAMES[:UNKNOWN], None)
#: Columns of cards that came to a hand: seats, codes, plies, how, plies at which they left (0: never), fates.
Cards = list[list[Any]]


def cards(found: Replay, church: Sequence[Sequence[Any]]) -> Cards:
    """All cards that came to a hand, then Church cards that came to work (see `at_work`)."""
    state: State = found.state
    columns = _by_histories(state) if not state.ledger.fuzzy else None
    if columns is None:
        columns = [list(column) for column in zip(*_matched(state), strict=True)] or [[], [], [], [], [], []]
    if church:
        for held, more in zip(columns, zip(*church, strict=True), strict=True):
            held.extend(more)
    return columns


def rows(cards: Cards, state: State, verdicts: bytearray) -> tuple[Columns | list[Row], dict[int, str | None]]:
    """The rows of `holdings`, and for each ply at which a card was bought what became of it."""
    seats, codes, plies, hows, lefts, fates = cards
    count = len(seats)
    if not count:
        return [], {}
    lots = state.lots
    lot_at = {lot[7]: number for number, lot in enumerate(lots, 1)}
    find = lot_at.get
    lot, price = [0] * count, [0] * count
    bought: dict[int, str | None] = {}
    item = -1
    for _ in range(hows.count("bought")):
        item = hows.index("bought", item + 1)
        ply = plies[item]
        bought[ply] = fates[item]
        number = find(ply)
        if number is not None:
            lot[item] = number
            price[item] = lots[number - 1][3]
    if weakest(verdicts):
        doubts = bytes([
            max(verdicts[ply - 1] if ply else 0, verdicts[left - 1] if left else 0)
            for ply, left in zip(plies, lefts, strict=True)
        ])  # fmt: skip
    else:
        doubts = bytes(count)
    faces = bytes(codes)
    return Columns((
        range(1, count + 1), seats, Coded(_NAME, faces), Coded(KIND, faces), Coded(LETTER, faces), Coded(WORTH, faces),
        plies, hows, Sparse(lot), Sparse(price), Sparse(lefts), fates, Sparse([find(left, 0) for left in lefts]), Coded(VERDICTS, doubts),
    ), count), bought  # fmt: skip


def _by_histories(state: State) -> list[list[Any]] | None:
    """Columns (seat, card, ply, how, ply it left or 0, fate) where every card is known: what left is what came before."""
    if not state.gains:
        return None
    plies, seats, codes, hows = map(list, zip(*state.gains, strict=True))
    count = len(plies)
    lefts = [0] * count
    fates = ["held"] * count
    first: dict[int, int] = {}  # hand and card → the first such card that has not left yet
    following = [-1] * count
    for item in range(count - 1, -1, -1):
        key = seats[item] * KINDS + codes[item]
        if key in first:
            following[item] = first[key]
        first[key] = item
    for ply, seat, code, why in state.losses:  # equal cards leave in the order in which they came
        key = seat * KINDS + code
        item = first[key]
        first[key] = following[item]
        lefts[item] = ply
        fates[item] = why
    return [seats, codes, plies, hows, lefts, fates]


def _matched(state: State) -> list[list[Any]]:
    """Cards that came, with how they left, where some cards are unknown."""
    items: list[list[Any]] = [[seat, code, ply, how, 0, None] for ply, seat, code, how in state.gains]
    open_: dict[tuple[int, int], list[int]] = {}
    for index, item in enumerate(items):
        open_.setdefault((item[0], item[1]), []).append(index)
    dirty: set[int] = set()
    for ply, seat, code, why in state.losses:
        waiting = open_.get((seat, code))
        if not waiting:
            if code == UNKNOWN:
                dirty.add(seat)
                continue
            waiting = _other(open_, seat, code)
        if waiting:
            item = items[waiting.pop(0)]
            if item[1] == UNKNOWN or (item[1] >= FIRST_CLASS and code < FIRST_CLASS):
                item[1] = code
        else:
            item = [seat, code, None, None, 0, None]
            items.append(item)
        item[4], item[5] = ply, why
    _settle(state, items, open_, dirty)
    return items


def _other(open_: dict[tuple[int, int], list[int]], seat: int, code: int) -> list[int] | None:
    """Cards of a hand that this one may be: the same without a letter, else the only unknown one."""
    same = (
        CLASS_MEMBERS[code - FIRST_CLASS]
        if code >= FIRST_CLASS
        else (FIRST_CLASS + CLASS[code],)
        if CLASS[code] >= 0
        else ()
    )
    for other in same:
        waiting = open_.get((seat, other))
        if waiting:
            return waiting
    unknown = open_.get((seat, UNKNOWN))
    return unknown if unknown and len(unknown) == 1 else None


def _settle(state: State, items: list[list[Any]], open_: dict[tuple[int, int], list[int]], dirty: set[int]) -> None:
    """What is held in the end where some cards are unknown."""
    for seat, hand in enumerate(state.hands):
        codes = [kind for kind, number in enumerate(hand.sure) for _ in range(number)]
        codes += [FIRST_CLASS + cls for cls, number in enumerate(hand.classes) for _ in range(number)]
        for code in codes:
            waiting = open_.get((seat, code)) or _other(open_, seat, code)
            if waiting:
                item = items[waiting.pop(0)]
                if item[1] == UNKNOWN or (item[1] >= FIRST_CLASS and code < FIRST_CLASS):
                    item[1] = code
                item[5] = "held"
            else:
                items.append([seat, code, None, None, 0, "held"])
    for item in items:
        if item[5] is None and item[0] not in dirty and item[1] != UNKNOWN:
            item[5] = "held"


def at_work(found: Replay) -> list[tuple[int, int, int | None, str, int, str]]:
    """Church cards at work as rows of `Cards`: how each was acquired, and whether it was used."""
    state: State = found.state
    if not state.worked:
        return []
    events = found.log.events
    out: list[tuple[int, int, int | None, str, int, str]] = []
    bought = {lot[7]: lot[2] for lot in state.lots}
    for ply, seat, code, used in state.worked:
        came = ply - 1
        before = events[came - 1].move
        how = "kept"
        if before is not None and before[0] == TAKES and before[1] == seat:
            how = "taken"
        elif bought.get(came) == seat:
            how = "bought"
        else:
            while came and ((move := events[came - 1].move) is None or move[0] != KEEPS or move[1] != seat):
                came -= 1
        out.append((seat, code, came or None, how, ply, "used" if used else "declined"))
    return out


__all__ = ["KIND", "LETTER", "WORTH", "Cards", "at_work", "cards", "rows"]
