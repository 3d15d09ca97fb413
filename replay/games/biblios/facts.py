"""Rows of the lake for one game of Biblios, from the histories that its position keeps, never from the log's words.

Rows are tuples or columns in the order that `replay.schema` names for their table; those of cards, bids and lots lie in
modules of their own. All the arithmetic that statistics rest on (runner-up, overpay, what a card was worth in the end) is
done here and there, once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from replay.games.biblios import facts_bids, facts_cards, facts_lots
from replay.games.biblios.cards import (
    CATEGORIES,
    CATEGORY,
    DECK,
    FIRST_CHURCH,
    FIRST_CLASS,
    FIRST_GOLD,
    NAMES,
    SIZE,
    VALUE,
)
from replay.games.biblios.facts_cards import KIND
from replay.games.biblios.scoring import Score, final
from replay.games.biblios.state import State
from replay.problems import VERDICTS, weakest
from replay.schema import Row, Rows

if TYPE_CHECKING:
    from replay.referee import Replay

#: How a Church card came to work → its place among the sums.
_CHURCH_CAME: Final = {"kept": 2, "taken": 3, "bought": 4}


def rows(found: Replay) -> Rows:
    """All rows of one judged game by table: lots, bids, dice, holdings, scores, and `seats` and `games` in part.

    `seats` holds (total, gold_left, cards_left, hand_known, why, (penalty and all the sums after it)) per seat; `games`
    one tuple (rounds, lots, (from `top_price` to `top_swing`)).
    """
    state: State = found.state
    verdicts = found.verdicts
    result = final(state)
    names = [player.name for player in found.log.header.players]
    church = facts_cards.at_work(found)
    holdings, fates = facts_cards.rows(facts_cards.cards(found, church), state, verdicts)
    bidding = facts_bids.follow(state)
    lots, tops = facts_lots.rows(state, names, verdicts, bidding, fates, result)
    return {
        "lots": lots,
        "bids": facts_bids.rows(state, bidding, verdicts),
        "dice": _dice(state, names, verdicts, found.plies if result is not None else 0),
        "holdings": holdings,
        "scores": _scores(state, names, result, weakest(verdicts)) if result is not None else [],
        "seats": _seats(state, result, _sums(found, bidding.passes, church)),
        "games": [(_turns(found), len(state.lots), tops)],
    }


def _turns(found: Replay) -> int:
    """Gift turns played."""
    state: State = found.state
    dealt = DECK - state.removed.n - state.deck
    return -(-dealt // state.per_turn)


def _seats(state: State, result: Score | None, sums: Sequence[Row]) -> list[Row]:
    out: list[Row] = []
    for seat, hand in enumerate(state.hands):
        if result is None:
            out.append((None, None, None, None, None, sums[seat]))
            continue
        low, high = result.gold[seat]
        why = (
            "; ".join(dict.fromkeys(result.why.values())) if result.totals[seat] is None or not result.winners else None
        )
        out.append((result.totals[seat], low if low == high else None, hand.n, not hand.loose, why, sums[seat]))
    return out


def _sums(found: Replay, passes: Sequence[Sequence[int]], church: Sequence[Row]) -> list[Row]:
    """Per seat the columns of `seats` from `penalty` to `church_bought`. church: as `at_work` gives it."""
    state: State = found.state
    number = state.players
    bought, spent = [0] * number, [0] * number
    failed = state.defaults_lot > 0
    for _, code, winner, _, paid, defaults, _, _ in state.lots:
        failed = failed or defaults > 0
        if winner >= 0 and not FIRST_GOLD <= code < FIRST_CHURCH:
            bought[winner] += 1
            spent[winner] += paid
    costs = _costs(found) if failed else [(0,) * 5] * number
    worked = [[0] * 5 for _ in range(number)]
    for seat, _, _, how, _, fate in church:
        mine = worked[seat]
        mine[fate == "declined"] += 1
        mine[_CHURCH_CAME[how]] += 1
    table = sum(bought), sum(spent)
    return [(state.penalty, bought[seat], spent[seat], *table, *passes[seat], *costs[seat], *worked[seat])
            for seat in range(number)]  # fmt: skip


def _costs(found: Replay) -> list[list[int]]:
    """Per seat the columns of `seats` from `defaults` to `unknown_lost`."""
    state: State = found.state
    costs = [[0] * 5 for _ in range(state.players)]
    for event in found.log.events[: found.plies]:
        if event.verb == "defaults":
            costs[event.seat][0] += 1
    for _, seat, code, why in state.losses:
        if why == "drawn" or why == "lost":
            mine = costs[seat]
            mine[1] += 1
            kind = KIND[code]
            if kind is None:
                mine[4] += 1
            elif kind != "church":
                mine[2 if kind == "gold" else 3] += VALUE[code]
    return costs


def _dice(state: State, names: Sequence[str], verdicts: bytearray, plies: int) -> list[Row]:
    """Changes of the value dice. plies: of the whole game, 0 if it was not played to its end."""
    return [
        (ply, -(-10 * ply // plies) if plies else None, CATEGORIES[die], before, after, "church", seat, names[seat], NAMES[card], "+" if asked > 0 else "-",
         VERDICTS[verdicts[ply - 1]])
        for ply, die, before, after, seat, card, asked in state.changes
    ]  # fmt: skip


# ---------------------------------------------------------------------------------------------------------- scores


def _scores(state: State, names: Sequence[str], result: Score, doubt: int) -> list[Row]:
    out: list[Row] = []
    verdict = VERDICTS[doubt]
    fuzzy = state.ledger.fuzzy
    for index, category in enumerate(result.categories):
        pips = state.dice[index]
        letter = CATEGORIES[index]
        first, last = index * SIZE, (index + 1) * SIZE
        winner, places, by_letter = category.winner, category.places, category.by_letter
        why = category.why or None
        for seat, (name, hand, low, high) in enumerate(
            zip(names, state.hands, category.low, category.high, strict=True)
        ):
            number: int | None = sum(hand.sure[first:last])
            if fuzzy:
                number = _count(hand.classes, index, number or 0) if low == high else None
            won = None if winner is None else winner == seat
            out.append((seat, name, letter, pips, low if low == high else None, low, high, number, places[seat], won, by_letter,
                        None if won is None else pips if won else 0, why, verdict))  # fmt: skip
    return out


def _count(classes: Sequence[int], index: int, sure: int) -> int:
    """Cards of a category, those without a letter included."""
    return sure + sum(number for cls, number in enumerate(classes) if number and CATEGORY[FIRST_CLASS + cls] == index)
