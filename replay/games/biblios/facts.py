"""Rows of the lake for one game of Biblios, from the histories that its position keeps, never from the log's words.

Every function gives tuples in the order of the columns that `replay.schema` names for its table. All the arithmetic that
statistics rest on (runner-up, overpay, what a card was worth in the end) is done here, once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from replay.games.biblios.cards import (
    CATEGORIES,
    CATEGORY,
    CLASS,
    CLASS_MEMBERS,
    DECK,
    FIRST_CHURCH,
    FIRST_CLASS,
    FIRST_GOLD,
    KINDS,
    NAMES,
    SIZE,
    UNKNOWN,
    VALUE,
)
from replay.games.biblios.scoring import Category, Score, score
from replay.games.biblios.state import DECLINES, KEEPS, TAKES, USES, State
from replay.problems import VERDICTS

if TYPE_CHECKING:
    from replay.referee import Replay

Row = tuple[Any, ...]

#: Kind, category letter and value of a card by its code.
_KIND: Final = tuple(
    "category" if CATEGORY[code] >= 0 else "gold" if FIRST_GOLD <= code < FIRST_CHURCH else "church"
    if code < KINDS else None
    for code in range(len(NAMES))
)  # fmt: skip
_LETTER: Final = tuple(CATEGORIES[c] if c >= 0 else None for c in CATEGORY)
_WORTH: Final = tuple(VALUE[code] if _KIND[code] in ("category", "gold") else None for code in range(len(NAMES)))
_NAME: Final = (*NAMES[:UNKNOWN], None)
#: (card, kind, category, value) of a code, as the table `holdings` has them.
_FACE: Final = tuple(zip(_NAME, _KIND, _LETTER, _WORTH, strict=True))
#: Gold that a code is worth; 0 for everything else.
_GOLD: Final = tuple(VALUE[code] if FIRST_GOLD <= code < FIRST_CHURCH else 0 for code in range(len(NAMES)))


def rows(found: Replay) -> dict[str, list[Row]]:
    """All rows of one judged game by table: lots, bids, dice, holdings, scores, and `seats` and `games` in part.

    `seats` holds (total, gold_left, cards_left, hand_known, why) per seat; `games` one tuple (rounds, lots).
    """
    state: State = found.state
    verdicts = found.verdicts
    result = score(state)
    by_lot: list[list[tuple[int, int, int, int, int]]] = [[] for _ in range(len(state.lots) + 1)]
    for bid in state.bids:
        by_lot[bid[1]].append(bid)
    held, bought = _holdings(found, state)
    return {
        "lots": _lots(state, verdicts, by_lot, held, bought, result),
        "bids": _bids(state, verdicts),
        "dice": _dice(state, verdicts),
        "holdings": held,
        "scores": _scores(state, result, max(verdicts, default=0)) if result is not None else [],
        "seats": _seats(state, result),
        "games": [(_turns(found), len(state.lots))],
    }


def _turns(found: Replay) -> int:
    """Gift turns played."""
    state: State = found.state
    dealt = DECK - state.removed.n - state.deck
    return -(-dealt // state.per_turn)


def _seats(state: State, result: Score | None) -> list[Row]:
    out: list[Row] = []
    for seat, hand in enumerate(state.hands):
        if result is None:
            out.append((None, None, None, None, None))
            continue
        low, high = result.gold[seat]
        why = (
            "; ".join(dict.fromkeys(result.why.values())) if result.totals[seat] is None or not result.winners else None
        )
        out.append((result.totals[seat], low if low == high else None, hand.n, not hand.loose, why))
    return out


def _dice(state: State, verdicts: bytearray) -> list[Row]:
    return [
        (ply, CATEGORIES[die], before, after, "church", seat, NAMES[card], "+" if asked > 0 else "-",
         VERDICTS[verdicts[ply - 1]])
        for ply, die, before, after, seat, card, asked in state.changes
    ]  # fmt: skip


def _bids(state: State, verdicts: bytearray) -> list[Row]:
    """Bids with the bid to beat and what the bidder could have paid, followed through gains and losses."""
    out: list[Row] = []
    gains, losses, lots = state.gains, state.losses, state.lots
    gain = loss = 0
    gain_ply = gains[0][0] if gains else 1 << 30
    loss_ply = losses[0][0] if losses else 1 << 30
    number = state.players
    gold, cards, unknown = [0] * number, [0] * number, [False] * number
    lot = lap = -1
    standing = 0
    is_gold = False
    names = VERDICTS
    for ply, this, that, seat, amount in state.bids:
        while gain_ply < ply:
            _, who, code, _ = gains[gain]
            gold[who] += _GOLD[code]
            cards[who] += 1
            if code == UNKNOWN:
                unknown[who] = True
            gain += 1
            gain_ply = gains[gain][0] if gain < len(gains) else 1 << 30
        while loss_ply < ply:
            _, who, code, _ = losses[loss]
            gold[who] -= _GOLD[code]
            cards[who] -= 1
            if code == UNKNOWN:
                unknown[who] = True
            loss += 1
            loss_ply = losses[loss][0] if loss < len(losses) else 1 << 30
        if this != lot or that != lap:
            lot, lap, standing = this, that, 0
            code = lots[this][1] if this < len(lots) else state.lot
            is_gold = FIRST_GOLD <= code < FIRST_CHURCH
        means = cards[seat] if is_gold else None if unknown[seat] else gold[seat]
        out.append((ply, this + 1, that + 1, seat, amount, None, standing, means, names[verdicts[ply - 1]]))
        if amount:
            standing = amount
    return out


# -------------------------------------------------------------------------------------------------------- holdings


def _holdings(found: Replay, state: State) -> tuple[list[Row], dict[int, str | None]]:
    """The rows of `holdings`, and for each ply at which a card was bought what became of it."""
    verdicts = found.verdicts
    lots = state.lots
    lot_at = {lot[7]: number for number, lot in enumerate(lots, 1)}
    if state.ledger.fuzzy:
        items = _matched(state)
    else:
        items = [[seat, code, ply, how, 0, "held"] for ply, seat, code, how in state.gains]
        open_: dict[int, list[list[Any]]] = {}
        for item in reversed(items):
            key = item[0] * KINDS + item[1]
            waiting = open_.get(key)
            if waiting is None:
                open_[key] = [item]
            else:
                waiting.append(item)
        for ply, seat, code, why in state.losses:  # equal cards leave in the order in which they came
            item = open_[seat * KINDS + code].pop()
            item[4] = ply
            item[5] = why
    items.extend(_church(found))
    out: list[Row] = []
    bought: dict[int, str | None] = {}
    proven = not max(verdicts, default=0)
    weakest = 0
    find = lot_at.get
    for number, (seat, code, ply, how, left, fate) in enumerate(items, 1):
        lot = price = None
        if how == "bought":
            lot = find(ply)
            bought[ply] = fate
            if lot is not None:
                price = lots[lot - 1][3]
        if not proven:
            weakest = max(verdicts[ply - 1] if ply else 0, verdicts[left - 1] if left else 0)
        out.append((number, seat, *_FACE[code], ply, how, lot, price,
                    left or None, fate, find(left) if left else None, VERDICTS[weakest]))  # fmt: skip
    return out, bought


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


def _church(found: Replay) -> list[list[Any]]:
    """Church cards at work: how each was acquired, and whether it was used."""
    out: list[list[Any]] = []
    moves = [event.move for event in found.log.events[: found.plies]]
    verbs = bytes([move[0] for move in moves])  # type: ignore[index]  # every played event has a move
    bought = {lot[7]: lot[2] for lot in found.state.lots}
    for index, verb in enumerate(verbs):
        if verb != USES and verb != DECLINES:
            continue
        _, seat, code = moves[index][:3]  # type: ignore[index]
        before = moves[index - 1]
        how, came = "kept", index
        if before is not None and before[0] == TAKES and before[1] == seat:
            how = "taken"
        elif bought.get(index) == seat:
            how = "bought"
        else:
            came = verbs.rfind(KEEPS, 0, index) + 1
            while moves[came - 1][1] != seat:  # type: ignore[index]
                came = verbs.rfind(KEEPS, 0, came - 1) + 1
        out.append([seat, code, came, how, index + 1, "used" if verb == USES else "declined"])
    return out


# ------------------------------------------------------------------------------------------------------------ lots


def _lots(state: State, verdicts: bytearray, by_lot: Sequence[list[tuple[int, int, int, int, int]]], held: Sequence[Row],
          bought: dict[int, str | None], result: Score | None) -> list[Row]:  # fmt: skip
    out: list[Row] = []
    given: dict[int, list[int]] = {}
    for ply, _, code, _ in state.losses:
        given.setdefault(ply, []).append(code)
    pile = len(state.lots) + state.auction.n + (state.lot >= 0)
    for number, (flip, code, winner, price, paid, defaults, active, end) in enumerate(state.lots):
        bids = by_lot[number]
        real = [bid for bid in bids if bid[4]]
        base = (number + 1, flip, end, None, None, NAMES[code], _KIND[code], _LETTER[code], _WORTH[code], pile, active)
        counts = (len(real), len({bid[3] for bid in real}), defaults + 1, defaults)
        verdict = VERDICTS[max(verdicts[flip - 1 : end])]
        if winner < 0:
            out.append((*base, "discarded", None, None, None, None, None, None, None, None, None, None, *counts,
                        None, None, None, None, None, None, None, verdict))  # fmt: skip
            continue
        second, rival = 0, None
        for bid in real:
            if bid[2] == defaults and bid[3] != winner and bid[4] > second:
                second, rival = bid[4], bid[3]
        cards = given.get(end, ())
        is_gold = FIRST_GOLD <= code < FIRST_CHURCH
        gold: int | None = paid
        points: int | None = None
        if is_gold:
            known = UNKNOWN not in cards
            gold = sum([_GOLD[card] for card in cards]) if known else None
            points = sum([VALUE[card] for card in cards if CATEGORY[card] >= 0]) if known else None
        swing = win = None
        if CATEGORY[code] >= 0 and result is not None:
            swing, win = _swing(state, result, code, winner, bought.get(end))
        out.append((*base, "sold", winner, price, paid, gold, len(cards), points, None if is_gold else paid - price,
                    rival, second, price - second - 1, *counts, None, None, swing, win, None, None, None, verdict))  # fmt: skip
    return out


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


# ---------------------------------------------------------------------------------------------------------- scores


def _scores(state: State, result: Score, weakest: int) -> list[Row]:
    out: list[Row] = []
    verdict = VERDICTS[weakest]
    fuzzy = state.ledger.fuzzy
    for index, category in enumerate(result.categories):
        pips = state.dice[index]
        letter = CATEGORIES[index]
        first, last = index * SIZE, (index + 1) * SIZE
        winner, places, by_letter = category.winner, category.places, category.by_letter
        why = category.why or None
        for seat, (hand, low, high) in enumerate(zip(state.hands, category.low, category.high, strict=True)):
            number: int | None = sum(hand.sure[first:last])
            if fuzzy:
                number = _count(hand.classes, index, number or 0) if low == high else None
            won = None if winner is None else winner == seat
            out.append((seat, letter, pips, low if low == high else None, low, high, number, places[seat], won, by_letter,
                        None if won is None else pips if won else 0, why, verdict))  # fmt: skip
    return out


def _count(classes: Sequence[int], index: int, sure: int) -> int:
    """Cards of a category, those without a letter included."""
    return sure + sum(number for cls, number in enumerate(classes) if number and CATEGORY[FIRST_CLASS + cls] == index)
