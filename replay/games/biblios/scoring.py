"""Scoring of Biblios: who takes which die, who wins, and what cannot be known.

Everything works on bounds: a hand with unknown cards has a least and a greatest total in a category. A winner is
named only where every way to fill the unknown slots names the same one; otherwise the value is None with a reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from typing import Final

from replay.games.biblios.cards import (
    CATEGORIES,
    CATEGORY,
    CLASS_MEMBERS,
    FIRST_CHURCH,
    FIRST_CLASS,
    FIRST_GOLD,
    SIZE,
    VALUE,
    sheet,
)
from replay.games.biblios.state import OVER, State

DEFAULT_ORDER: Final[str] = sheet()["components"]["scriptorium"]["order"]
_NONE: Final = SIZE


@dataclass(frozen=True, slots=True)
class Category:
    """One category's outcome. Seats are indexes; None is unknown.

    low, high  least and greatest total per seat (equal where known).
    winner     seat, -1 for nobody, None where unknown.
    by_letter  whether the letter decided; None where that is unknown.
    places     rank per seat, 1 for the winner, ties by letter (None where unknown, 0 without a card).
    why        reason where the winner is unknown, else an empty string.
    """

    low: tuple[int, ...]
    high: tuple[int, ...]
    winner: int | None
    by_letter: bool | None
    places: tuple[int | None, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Score:
    """The result of a finished game. totals per seat (None unknown); winners None where unknown.

    decided_by is `pips`, `gold`, `monks`, `tie-order:X` or `shared`; unjudged names the open rulings it rests on.
    gold holds (least, greatest) Gold value left per seat.
    """

    categories: tuple[Category, ...]
    totals: tuple[int | None, ...]
    gold: tuple[tuple[int, int], ...]
    winners: tuple[int, ...] | None
    decided_by: str | None
    unjudged: tuple[str, ...]
    why: dict[str, str]


def _bounds(s: State, category: int) -> tuple[list[int], list[int]]:
    first, last = category * SIZE, (category + 1) * SIZE
    pool = sorted((VALUE[k] for k in range(first, last) if s.ledger.pool[k] > 0), reverse=True)
    reserved = sum(
        s.ledger.reserved[cls] for cls, members in enumerate(CLASS_MEMBERS) if CATEGORY[members[0]] == category
    )
    free = max(0, len(pool) - reserved)
    low, high = [], []
    for hand in s.hands:
        sure = sum([VALUE[k] for k in range(first, last) if hand.sure[k]])
        for cls, number in enumerate(hand.classes):
            if number and CATEGORY[CLASS_MEMBERS[cls][0]] == category:
                sure += number * VALUE[FIRST_CLASS + cls]
        low.append(sure)
        high.append(sure + sum(pool[: min(hand.loose, free)]))
    return low, high


def _letters(s: State, seat: int, category: int) -> tuple[int, int]:
    """The nearest letter to A (0 is A) that `seat` holds in a category: (least, greatest) possible; 9 is none."""
    first, last = category * SIZE, (category + 1) * SIZE
    hand, pool = s.hands[seat], s.ledger.pool
    best = worst = min([k - first for k in range(first, last) if hand.sure[k]], default=_NONE)
    for cls, number in enumerate(hand.classes):
        members = CLASS_MEMBERS[cls]
        if number and CATEGORY[members[0]] == category:
            left = [k - first for k in members if pool[k] > 0]
            best = min(best, left[0])
            worst = min(worst, left[len(left) - number])
    if hand.loose:
        left = [k - first for k in range(first, last) if pool[k] > 0]
        if left:
            best = min(best, left[0])
    return best, worst


def _score_known(s: State, category: int) -> Category:
    """`score_category` where every hand is known to the letter: one pass over the cards."""
    first = category * SIZE
    totals = []
    ranks = []
    for seat, hand in enumerate(s.hands):
        held = hand.sure[first : first + SIZE]
        if 1 not in held:
            totals.append(0)
            continue
        total = sum(compress(VALUE[first : first + SIZE], held))
        totals.append(total)
        ranks.append((-total, held.index(1), seat))
    ranks.sort()
    places: list[int | None] = [0] * len(totals)
    for place, rank in enumerate(ranks, 1):
        places[rank[2]] = place
    exact = tuple(totals)
    if not ranks:
        return Category(exact, exact, -1, False, tuple(places), "")
    by_letter = len(ranks) > 1 and ranks[0][0] == ranks[1][0]
    return Category(exact, exact, ranks[0][2], by_letter, tuple(places), "")


def score_category(s: State, category: int) -> Category:
    """Who takes the die of a category (highest total; a tie goes to the letter nearest A)."""
    if all(not hand.loose and not any(hand.classes) for hand in s.hands):
        return _score_known(s, category)
    low, high = _bounds(s, category)
    players = range(s.players)
    name = CATEGORIES[category]
    places = _places(s, category, low, high)
    top = max(low)
    rivals = [seat for seat in players if high[seat] >= top and high[seat] > 0]
    if not rivals:
        return Category(tuple(low), tuple(high), -1, False, places, "")
    if len(rivals) == 1 and low[rivals[0]] > 0:
        return Category(tuple(low), tuple(high), rivals[0], False, places, "")
    exact = all(low[seat] == high[seat] for seat in rivals)
    if exact:
        bounds = {seat: _letters(s, seat, category) for seat in rivals}
        first = min(rivals, key=lambda seat: bounds[seat][1])
        if all(bounds[first][1] < bounds[seat][0] for seat in rivals if seat != first):
            return Category(tuple(low), tuple(high), first, True, places, "")
        return Category(
            tuple(low), tuple(high), None, True, places, f"the letters that break the tie in {name} are not known"
        )
    return Category(tuple(low), tuple(high), None, None, places, f"hidden cards decide {name}")


def _places(s: State, category: int, low: list[int], high: list[int]) -> tuple[int | None, ...]:
    out: list[int | None] = []
    letters = [_letters(s, seat, category) for seat in range(s.players)]
    for seat in range(s.players):
        if not high[seat]:
            out.append(0)
            continue
        rank: int | None = 1
        for other in range(s.players):
            if other == seat:
                continue
            if low[other] > high[seat]:
                rank = rank + 1 if rank is not None else None
            elif high[other] >= low[seat] and high[other] > 0:
                if low[other] == high[other] == low[seat] == high[seat]:
                    if letters[other][1] < letters[seat][0]:
                        rank = rank + 1 if rank is not None else None
                    elif not letters[seat][1] < letters[other][0]:
                        rank = None
                else:
                    rank = None
        out.append(rank if low[seat] else None)
    return tuple(out)


def gold_bounds(s: State, seat: int) -> tuple[int, int]:
    """The least and the greatest Gold value in a hand."""
    hand = s.hands[seat]
    low = sum([hand.sure[k] * VALUE[k] for k in range(FIRST_GOLD, FIRST_CHURCH)])
    high, loose = low, hand.loose
    for kind in range(FIRST_CHURCH - 1, FIRST_GOLD - 1, -1):
        number = min(loose, s.ledger.pool[kind])
        high += number * VALUE[kind]
        loose -= number
    return low, high


def score(s: State) -> Score | None:
    """The result of a finished game, None before the end. Tie-breaks: Gold left, then the categories in order."""
    if s.phase != OVER:
        return None
    categories = tuple(score_category(s, category) for category in range(len(CATEGORIES)))
    gold = tuple(gold_bounds(s, seat) for seat in range(s.players))
    why = {CATEGORIES[i]: category.why for i, category in enumerate(categories) if category.why}
    least = [0] * s.players
    most = [0] * s.players
    for index, category in enumerate(categories):
        pips = s.dice[index]
        top = max(category.low)
        for seat in range(s.players):
            if category.winner == seat:
                least[seat] += pips
                most[seat] += pips
            elif category.winner is None and category.high[seat] >= top and category.high[seat] > 0:
                most[seat] += pips
    totals = tuple(least[i] if least[i] == most[i] else None for i in range(s.players))
    winners, decided, unjudged = _winner(s, categories, gold, least, most, why)
    return Score(categories, totals, gold, winners, decided, unjudged, why)


def final(s: State) -> Score | None:
    """`score`, worked out once a position of a game: both its result and its rows for the lake rest on it."""
    if s.scored is None or s.scored[0] != s.ply:
        found = score(s)
        if found is None:
            return None
        s.scored = s.ply, found
    known: Score = s.scored[1]
    return known


def _winner(s: State, categories: tuple[Category, ...], gold: tuple[tuple[int, int], ...], least: list[int],
            most: list[int], why: dict[str, str]) -> tuple[tuple[int, ...] | None, str | None, tuple[str, ...]]:  # fmt: skip
    players = range(s.players)
    top = max(least)
    rivals = [seat for seat in players if most[seat] >= top]
    if len(rivals) == 1:
        return tuple(rivals), "pips", ()
    if any(least[seat] != most[seat] for seat in rivals):
        why["winner"] = "it is not known who has most pips"
        return None, None, ()
    richest = max(gold[seat][0] for seat in rivals)
    rich = [seat for seat in rivals if gold[seat][1] >= richest]
    if len(rich) == 1:
        return tuple(rich), "gold", ()
    if any(gold[seat][0] != gold[seat][1] for seat in rich):
        why["winner"] = "the Gold left, which breaks the tie, is not known"
        return None, None, ()
    setting = s.rulings.get("tie-order")
    for letter in setting or DEFAULT_ORDER:
        category = CATEGORIES.index(letter)
        best = _best_of(s, category, categories[category], rich)
        if best is None:
            why["winner"] = f"it is not known who of the tied is better in {letter}"
            return None, None, ()
        if best >= 0:
            decided = "monks" if letter == "M" else f"tie-order:{letter}"
            return (best,), decided, () if setting or letter == "M" else ("tie-order",)
    return tuple(rich), "shared", ()


def _best_of(s: State, index: int, category: Category, seats: list[int]) -> int | None:
    """The best of some seats in a category (total, then letter); -1 if none holds a card, None where unknown."""
    top = max(category.low[seat] for seat in seats)
    rivals = [seat for seat in seats if category.high[seat] >= top and category.high[seat] > 0]
    if not rivals:
        return -1
    if len(rivals) == 1 and category.low[rivals[0]] > 0:
        return rivals[0]
    if any(category.low[seat] != category.high[seat] for seat in rivals):
        return None
    bounds = {seat: _letters(s, seat, index) for seat in rivals}
    first = min(rivals, key=lambda seat: bounds[seat][1])
    if all(bounds[first][1] < bounds[seat][0] for seat in rivals if seat != first):
        return first
    return None
