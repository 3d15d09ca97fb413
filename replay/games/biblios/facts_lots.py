"""Rows of `lots`, and what a bought card was worth in the end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from replay.games.biblios.cards import (
    CATEGORY,
    FIRST_CHURCH,
    FIRST_CLASS,
    FIRST_GOLD,
    NAMES,
    SIZE,
    UNKNOWN,
    VALUE,
)
from replay.games.biblios.facts_bids import GOLD, Bidding
from replay.games.biblios.facts_cards import KIND, LETTER, WORTH
from replay.games.biblios.scoring import Category, Score
from replay.games.biblios.state import State
from replay.problems import VERDICTS, weakest
from replay.schema import NO_NUMBER, Coded, Columns, Row, Sparse

_NAMES: Final = tuple(NAMES)
_NULL: Final = (None,)
_OUTCOMES: Final = ("sold", "discarded")
_UNSOLD: Final = (None, None, -1, None, NO_NUMBER, -1, None, NO_NUMBER, NO_NUMBER)
_NO_SWING: Final = (None, None)


def rows(state: State, names: Sequence[str], verdicts: bytearray, bidding: Bidding, fates: Mapping[int, str | None],
         result: Score | None) -> tuple[Columns | list[Row], Row]:  # fmt: skip
    """The rows of `lots`, and the columns of `games` from `top_price` to `top_swing`.

    fates: for each ply at which a card was bought, what became of it.
    """
    count = len(state.lots)
    if not count:
        return [], (None,) * 6
    flips, codes, winners, prices, paids, defaults, turners, ends = zip(*state.lots, strict=True)
    sold, top_price, top_cards, top_overpay = _sold(state, names, bidding)
    buyers, gold, cards, points, lost, rivals, rival_names, seconds, overpaid = zip(*sold, strict=True)
    swings = [
        _swing(state, result, code, winner, fates.get(end))
        if winner >= 0 and result is not None and CATEGORY[code] >= 0 else _NO_SWING
        for code, winner, end in zip(codes, winners, ends, strict=True)
    ]  # fmt: skip
    swing, wins = zip(*swings, strict=True)
    if weakest(verdicts):
        doubts = bytes([weakest(verdicts[flip - 1 : end]) for flip, end in zip(flips, ends, strict=True)])
    else:
        doubts = bytes(count)
    faces, nothing, made = bytes(codes), Coded(_NULL, bytes(count)), bidding.made[:count]
    pile = count + state.auction.n + (state.lot >= 0)
    columns = Columns((
        range(1, count + 1), flips, ends, nothing, nothing, Coded(_NAMES, faces), Coded(KIND, faces), Coded(LETTER, faces),
        Coded(WORTH, faces), [pile] * count, turners, Coded(_OUTCOMES, bytes([winner < 0 for winner in winners])),
        Sparse(winners, -1), buyers, Sparse(prices), Sparse(paids), gold, Sparse(cards, -1), points, Sparse(lost, NO_NUMBER),
        Sparse(rivals, -1), rival_names, Sparse(seconds, NO_NUMBER), Sparse(overpaid, NO_NUMBER), made,
        [bits.bit_count() for bits in bidding.bidders[:count]], [number + 1 for number in defaults], defaults,
        nothing, nothing, swing, wins, nothing, nothing, nothing, Coded(VERDICTS, doubts),
    ), count)  # fmt: skip
    top_swing = max([pips for pips in swing if pips is not None], default=None)
    return columns, (top_price or None, top_cards or None, top_overpay, max(made), max(defaults), top_swing)


def _sold(state: State, names: Sequence[str], bidding: Bidding) -> tuple[list[Row], int, int, int | None]:
    """Of each lot what its sale says, and the greatest price in Gold, in cards, and overpay.

    Per lot: the winner's name, value of the Gold given, number of cards given, values of the category cards given for a
    Gold lot, change lost, the rival's seat and name, the rival's bid, overpay. Seats and numbers of cards are -1 where there
    are none.
    """
    given: defaultdict[int, list[int]] = defaultdict(list)
    for ply, _, code, _ in state.losses:
        given[ply].append(code)
    out: list[Row] = []
    price_in_gold = price_in_cards = 0
    most: int | None = None
    for (_, code, winner, price, paid, _, _, end), second, rival in zip(
        state.lots, bidding.second, bidding.rival, strict=False
    ):
        if winner < 0:
            out.append(_UNSOLD)
            continue
        codes = given[end]
        over = price - second - 1
        gold: int | None = paid
        points: int | None = None
        lost = NO_NUMBER
        if FIRST_GOLD <= code < FIRST_CHURCH:
            price_in_cards = max(price_in_cards, price)
            if UNKNOWN in codes:
                gold = None
            else:
                gold = sum([GOLD[card] for card in codes])
                points = sum([VALUE[card] for card in codes if CATEGORY[card] >= 0])
        else:
            lost = paid - price
            price_in_gold = max(price_in_gold, price)
            most = over if most is None or over > most else most
        name = names[rival] if rival >= 0 else None
        out.append((names[winner], gold, len(codes), points, lost, rival, name, second, over))
    return out, price_in_gold, price_in_cards, most


def _swing(state: State, result: Score, code: int, seat: int, fate: str | None) -> tuple[int | None, bool | None]:
    """(pips that `seat` would not have without this card, whether the victory would be another's)."""
    index = CATEGORY[code]
    category = result.categories[index]
    if fate is None or category.winner is None:
        return None, None
    if fate != "held" or category.winner != seat:
        return 0, False
    taker = _without(state, category, index, code, seat)
    if taker is None:
        return None, None
    if taker == seat:
        return 0, False
    pips = state.dice[index]
    if result.winners is None or None in result.totals:
        return pips, None
    if seat not in result.winners:
        return pips, False
    totals = [total or 0 for total in result.totals]
    totals[seat] -= pips
    if taker >= 0:
        totals[taker] += pips
    best = max(total for other, total in enumerate(totals) if other != seat)
    return pips, None if best == totals[seat] else best > totals[seat]


def _without(state: State, category: Category, index: int, code: int, seat: int) -> int | None:
    """Who would take the category if `seat` did not hold the card: a seat, -1 nobody, None unknown."""
    if category.low != category.high:
        return None
    totals = list(category.low)
    totals[seat] -= VALUE[code]
    top = max(totals)
    if not top:
        return -1
    tied = [other for other, total in enumerate(totals) if total == top]
    if len(tied) == 1:
        return tied[0]
    best: tuple[int, int] | None = None
    for other in tied:
        hand = state.hands[other]
        if any(number and CATEGORY[FIRST_CLASS + cls] == index for cls, number in enumerate(hand.classes)):
            return None
        letters = [kind for kind in range(index * SIZE, (index + 1) * SIZE)
                   if hand.sure[kind] and not (other == seat and kind == code)]  # fmt: skip
        if best is None or letters[0] < best[0]:
            best = letters[0], other
    return best[1] if best is not None else None


__all__ = ["rows"]
