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
from replay.games.biblios.scoring import Category, Score, final
from replay.games.biblios.state import KEEPS, TAKES, State
from replay.problems import VERDICTS
from replay.schema import Coded, Columns, Row, Rows, Sparse

if TYPE_CHECKING:
    from replay.referee import Replay

#: Kind, category letter and value of a card by its code.
_KIND: Final = tuple(
    "category" if CATEGORY[code] >= 0 else "gold" if FIRST_GOLD <= code < FIRST_CHURCH else "church"
    if code < KINDS else None
    for code in range(len(NAMES))
)  # fmt: skip
_LETTER: Final = tuple(CATEGORIES[c] if c >= 0 else None for c in CATEGORY)
_WORTH: Final = tuple(VALUE[code] if _KIND[code] in ("category", "gold") else None for code in range(len(NAMES)))
_NAME: Final = (*NAMES[:UNKNOWN], None)
_NULL: Final = (None,)
#: Whether a bidder got the lot; None where it is not over.
_WON: Final = (False, True, None)
#: How a Church card came to work → its place among the sums.
_CHURCH_CAME: Final = {"kept": 2, "taken": 3, "bought": 4}
#: Columns of cards that came to a hand: seats, codes, plies, how, plies at which they left (0: never), fates.
Cards = list[list[Any]]
#: Verbs of Church cards at work.
_AT_WORK: Final = ("uses", "declines")
#: Gold that a code is worth; 0 for everything else.
_GOLD: Final = tuple(VALUE[code] if FIRST_GOLD <= code < FIRST_CHURCH else 0 for code in range(len(NAMES)))


def rows(found: Replay) -> Rows:
    """All rows of one judged game by table: lots, bids, dice, holdings, scores, and `seats` and `games` in part.

    `seats` holds (total, gold_left, cards_left, hand_known, why, (penalty and all the sums after it)) per seat; `games`
    one tuple (rounds, lots).
    """
    state: State = found.state
    verdicts = found.verdicts
    result = final(state)
    names = [player.name for player in found.log.header.players]
    by_lot: list[list[tuple[int, int, int, int, int]]] = [[] for _ in range(len(state.lots) + 1)]
    for bid in state.bids:
        by_lot[bid[1]].append(bid)
    cards = _cards(found, state)
    held, bought = _holdings(cards, state, verdicts)
    bids, purses = _bids(state, verdicts)
    return {
        "lots": _lots(state, names, verdicts, by_lot, bought, result),
        "bids": bids,
        "dice": _dice(state, names, verdicts, found.plies if result is not None else 0),
        "holdings": held,
        "scores": _scores(state, names, result, max(verdicts, default=0)) if result is not None else [],
        "seats": _seats(state, result, _sums(found, state, purses, cards)),
        "games": [(_turns(found), len(state.lots))],
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


def _sums(found: Replay, state: State, purses: Sequence[int | None], cards: Cards) -> list[Row]:
    """Per seat the columns of `seats` from `penalty` to `church_bought`."""
    number = state.players
    bought, spent = [0] * number, [0] * number
    prices: list[int] = []  # of each lot, -1 where passes on it do not count
    failed = False
    for _, code, winner, price, paid, defaults, _, _ in state.lots:
        failed = failed or defaults > 0
        if winner < 0 or FIRST_GOLD <= code < FIRST_CHURCH:
            prices.append(-1)
        else:
            bought[winner] += 1
            spent[winner] += paid
            prices.append(price)
    prices.append(-1)  # the lot that is not over
    buyers = [lot[2] for lot in state.lots]
    passes = [[0] * 4 for _ in range(number)]
    for (_, lot, _, seat, amount), purse in zip(state.bids, purses, strict=True):
        if not amount and purse is not None and (price := prices[lot]) >= 0 and buyers[lot] != seat:
            mine = passes[seat]
            mine[0] += 1
            if purse > price:
                mine[1] += 1
                mine[2] += price
                mine[3] += purse
    costs = [[0] * 5 for _ in range(number)]
    if failed or state.defaults_lot:
        for event in found.log.events[: found.plies]:
            if event.verb == "defaults":
                costs[event.seat][0] += 1
        for _, seat, code, why in state.losses:
            if why == "drawn" or why == "lost":
                mine = costs[seat]
                mine[1] += 1
                kind = _KIND[code]
                if kind is None:
                    mine[4] += 1
                elif kind != "church":
                    mine[2 if kind == "gold" else 3] += VALUE[code]
    church = [[0] * 5 for _ in range(number)]
    for seat, _, _, how, _, fate in zip(*cards, strict=True):
        if fate == "used" or fate == "declined":
            mine = church[seat]
            mine[fate == "declined"] += 1
            mine[_CHURCH_CAME[how]] += 1
    table = sum(bought), sum(spent)
    return [(state.penalty, bought[seat], spent[seat], *table, *passes[seat], *costs[seat], *church[seat])
            for seat in range(number)]  # fmt: skip


def _dice(state: State, names: Sequence[str], verdicts: bytearray, plies: int) -> list[Row]:
    """Changes of the value dice. plies: of the whole game, 0 if it was not played to its end."""
    return [
        (ply, -(-10 * ply // plies) if plies else None, CATEGORIES[die], before, after, "church", seat, names[seat], NAMES[card], "+" if asked > 0 else "-",
         VERDICTS[verdicts[ply - 1]])
        for ply, die, before, after, seat, card, asked in state.changes
    ]  # fmt: skip


def _bids(state: State, verdicts: bytearray) -> tuple[Columns | list[Row], list[int | None]]:
    """Bids with the bid to beat and what the bidder could have paid, followed through gains and losses; that by itself."""
    if not state.bids:
        return [], []
    gains, losses, lots = state.gains, state.losses, state.lots
    gain = loss = 0
    gain_ply = gains[0][0] if gains else 1 << 30
    loss_ply = losses[0][0] if losses else 1 << 30
    number = state.players
    gold, cards, unknown = [0] * number, [0] * number, [False] * number
    lot = lap = -1
    standing = 0
    is_gold = False
    to_beat: list[int] = []
    purses: list[int | None] = []
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
        purses.append(cards[seat] if is_gold else None if unknown[seat] else gold[seat])
        to_beat.append(standing)
        if amount:
            standing = amount
    count = len(to_beat)
    plies, numbers, laps, seats, amounts = zip(*state.bids, strict=True)
    codes = bytes([verdicts[ply - 1] for ply in plies]) if max(verdicts) else bytes(count)
    buyers = [lot[2] for lot in lots]
    won = bytes([buyers[this] == seat for this, seat in zip(numbers, seats, strict=True) if this < len(lots)])
    won = won.ljust(count, b"\2")  # bids on the lot that is not over are the last
    return Columns((
        plies, [this + 1 for this in numbers], [that + 1 for that in laps], seats, amounts, Coded(_NULL, bytes(count)), to_beat,
        purses, Coded(_WON, won), Coded(VERDICTS, codes),
    ), count), purses  # fmt: skip


# -------------------------------------------------------------------------------------------------------- holdings


def _cards(found: Replay, state: State) -> Cards:
    """All cards that came to a hand, then Church cards that came to work."""
    columns = _by_histories(state) if not state.ledger.fuzzy else None
    if columns is None:
        columns = [list(column) for column in zip(*_matched(state), strict=True)] or [[], [], [], [], [], []]
    church = _church(found)
    if church:
        for held, more in zip(columns, zip(*church, strict=True), strict=True):
            held.extend(more)
    return columns


def _holdings(cards: Cards, state: State, verdicts: bytearray) -> tuple[Columns | list[Row], dict[int, str | None]]:
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
    for item, how in enumerate(hows):
        if how == "bought":
            ply = plies[item]
            bought[ply] = fates[item]
            number = find(ply)
            if number is not None:
                lot[item] = number
                price[item] = lots[number - 1][3]
    if max(verdicts, default=0):
        weakest = bytes([
            max(verdicts[ply - 1] if ply else 0, verdicts[left - 1] if left else 0)
            for ply, left in zip(plies, lefts, strict=True)
        ])  # fmt: skip
    else:
        weakest = bytes(count)
    faces = bytes(codes)
    return Columns((
        range(1, count + 1), seats, Coded(_NAME, faces), Coded(_KIND, faces), Coded(_LETTER, faces), Coded(_WORTH, faces),
        plies, hows, Sparse(lot), Sparse(price), Sparse(lefts), fates, Sparse([find(left, 0) for left in lefts]), Coded(VERDICTS, weakest),
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


def _church(found: Replay) -> list[list[Any]]:
    """Church cards at work: how each was acquired, and whether it was used."""
    events = found.log.events
    if len(events) != found.plies:
        events = events[: found.plies]
    at_work = [index for index, event in enumerate(events) if event.verb in _AT_WORK]
    if not at_work:
        return []
    out: list[list[Any]] = []
    bought = {lot[7]: lot[2] for lot in found.state.lots}
    for index in at_work:
        event = events[index]
        seat, code = event.move[1:3]  # type: ignore[index]  # every played event has a move
        before = events[index - 1].move
        how, came = "kept", index
        if before is not None and before[0] == TAKES and before[1] == seat:
            how = "taken"
        elif bought.get(index) == seat:
            how = "bought"
        else:
            while came and ((move := events[came - 1].move) is None or move[0] != KEEPS or move[1] != seat):
                came -= 1
        out.append([seat, code, came or None, how, index + 1, "used" if event.verb == "uses" else "declined"])
    return out


# ------------------------------------------------------------------------------------------------------------ lots


def _lots(state: State, names: Sequence[str], verdicts: bytearray, by_lot: Sequence[list[tuple[int, int, int, int, int]]],
          bought: dict[int, str | None], result: Score | None) -> list[Row]:  # fmt: skip
    out: list[Row] = []
    given: dict[int, list[int]] = {}
    for ply, _, code, _ in state.losses:
        given.setdefault(ply, []).append(code)
    proven = not max(verdicts, default=0)
    nothing = (None,) * 12
    pile = len(state.lots) + state.auction.n + (state.lot >= 0)
    for number, (flip, code, winner, price, paid, defaults, active, end) in enumerate(state.lots):
        bids = by_lot[number]
        real = [bid for bid in bids if bid[4]]
        base = (number + 1, flip, end, None, None, NAMES[code], _KIND[code], _LETTER[code], _WORTH[code], pile, active)
        counts = (len(real), len({bid[3] for bid in real}), defaults + 1, defaults)
        verdict = VERDICTS[0 if proven else max(verdicts[flip - 1 : end])]
        if winner < 0:
            out.append((*base, "discarded", *nothing, *counts,
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
        out.append((*base, "sold", winner, names[winner], price, paid, gold, len(cards), points, None if is_gold else paid - price,
                    rival, None if rival is None else names[rival], second, price - second - 1, *counts, None, None, swing, win, None, None, None, verdict))  # fmt: skip
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


def _scores(state: State, names: Sequence[str], result: Score, weakest: int) -> list[Row]:
    out: list[Row] = []
    verdict = VERDICTS[weakest]
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
