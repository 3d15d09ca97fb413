"""A second, naive referee for tiny universes: it keeps every hidden world that fits the log, and nothing else.

Written from the rules alone: no counting, no piles, no pools. A world is where every card really is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

Cards = tuple[str, ...]


class World(NamedTuple):
    undrawn: Cards  # the deck and what was set aside
    hands: tuple[Cards, ...]
    auction: Cards
    public: Cards
    lot: str | None
    church: str | None  # a kept Church card that has not worked yet


@dataclass(frozen=True)
class Table:
    """What everybody sees."""

    players: int
    deck: int
    pile: int = 0
    penalty: str = "standard"
    phase: str = "place"
    active: int = 0
    kept: int = 0
    auctioned: int = 0
    shown: int = 0
    just_kept: bool = False
    keeper: int = -1
    turn: int = 0
    taken: int = 0
    open: tuple[int, str] | None = None  # Church card just taken or bought
    bidding: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    bid: int = 0
    holder: int = -1
    gold_lot: bool = False
    church_lot: str | None = None
    counts: tuple[int, ...] = ()
    drawn: tuple[int, ...] = ()
    dice: tuple[int, ...] = (3, 3, 3, 3, 3)
    held: tuple[int, ...] = ()


def fits(word: str, card: str) -> bool:
    return word in ("?", card) or (len(word) == 2 and word[0] in "PMHST" and card.startswith(word))


def without(cards: Cards, card: str) -> Cards:
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


def plus(cards: Cards, card: str) -> Cards:
    return tuple(sorted((*cards, card)))


def ways(words: Sequence[str], cards: Cards) -> set[tuple[Cards, Cards]]:
    """(taken, left) for every way to take these words from the cards."""
    found: set[tuple[Cards, Cards]] = {((), cards)}
    for word in sorted(words, key=lambda w: (w == "?", len(w) == 2)):
        found = {
            (plus(taken, card), without(left, card)) for taken, left in found for card in set(left) if fits(word, card)
        }
    return found


def value(card: str) -> int:
    return int(card[1])


def purse(cards: Iterable[str]) -> int:
    return sum(value(card) for card in cards if card[0] == "G")


def solvent(table: Table, world: World) -> bool:
    hand = world.hands[table.holder]
    return len(hand) >= table.bid if table.gold_lot else purse(hand) >= table.bid


def hand_to(world: World, seat: int, cards: Cards) -> World:
    hands = list(world.hands)
    hands[seat] = cards
    return world._replace(hands=tuple(hands))


def reopen(table: Table) -> Table:
    """Bidding for the lot begins (again) from the left of the active player."""
    order = [(table.active + k) % table.players for k in (*range(1, table.players), 0)]
    bidding = tuple(seat for seat in order if seat not in table.out)
    if not bidding:
        return lot_over(table)
    return replace(table, phase="bid", bidding=bidding, bid=0, holder=-1, drawn=())


def lot_over(table: Table) -> Table:
    phase = "flip" if table.pile else "over"
    return replace(
        table, phase=phase, active=(table.active + 1) % table.players, out=(), bidding=(), bid=0, holder=-1, drawn=()
    )


def end_turn(table: Table) -> Table:
    new = replace(table, active=(table.active + 1) % table.players, kept=0, auctioned=0, shown=0, taken=0, keeper=-1)
    if table.deck:
        return replace(new, phase="place")
    return replace(new, phase="flip" if table.pile else "over", active=0)


def step(t: Table, worlds: set[World], seat: int, verb: str, words: Sequence[str]) -> tuple[Table, set[World]] | None:
    """The table and the worlds after an event; None (or no worlds) where it cannot follow."""
    result = _step(t, worlds, seat, verb, words)
    if result is None:
        return None
    table, left = result
    if verb != "keeps":
        table = replace(table, just_kept=False)
    return table, left


def _step(t: Table, worlds: set[World], seat: int, verb: str, words: Sequence[str]) -> tuple[Table, set[World]] | None:
    if verb in ("keeps", "auctions", "shows"):
        return _place(t, worlds, seat, verb, words[0])
    if verb in ("uses", "declines"):
        return _church(t, worlds, seat, verb, words)
    if t.open is not None:
        return None
    if verb == "takes":
        if t.phase != "take" or seat != t.turn:
            return None
        new = set()
        church = words[0][0] == "C"
        for w in worlds:
            if w.church is None:
                for card in {card for card in w.public if fits(words[0], card)}:
                    left = w._replace(public=without(w.public, card))
                    new.add(left if church else hand_to(left, seat, plus(left.hands[seat], card)))
        table = replace(t, turn=(seat + 1) % t.players, taken=t.taken + 1, open=(seat, words[0]) if church else None)
        if table.taken == t.players - 1 and not church:
            table = end_turn(table)
        return table, new
    if verb == "flips":
        if t.phase != "flip" or seat != t.active:
            return None
        new = {w._replace(auction=without(w.auction, card), lot=card)
               for w in worlds if w.church is None for card in set(w.auction) if fits(words[0], card)}  # fmt: skip
        table = replace(t, pile=t.pile - 1, out=(), gold_lot=words[0][0] == "G",
                        church_lot=words[0] if words[0][0] == "C" else None)  # fmt: skip
        return reopen(table), new
    if verb in ("bids", "passes"):
        return _bid(t, worlds, seat, verb, words)
    if verb in ("pays", "discards"):
        return _pay(t, worlds, seat, verb, words)
    if verb == "defaults":
        if t.phase != "pay" or seat != t.holder:
            return None
        table = replace(t, out=(*t.out, seat), phase="penalty", drawn=())
        size = len(next(iter(worlds)).hands[seat])
        return (table if size else reopen(table)), worlds
    if verb in ("draws", "loses"):
        return _penalty(t, worlds, seat, verb, words)
    if verb == "holds":
        if t.phase != "over" or seat in t.held:
            return None
        cards = () if list(words) == ["-"] else tuple(words)
        new = {w for w in worlds if len(w.hands[seat]) == len(cards) and ways(cards, w.hands[seat])}
        return replace(t, held=(*t.held, seat)), new
    return None


def _place(t: Table, worlds: set[World], seat: int, verb: str, word: str) -> tuple[Table, set[World]] | None:
    if t.phase != "place" or t.open is not None or seat != t.active:
        return None
    done = {"keeps": t.kept, "auctions": t.auctioned, "shows": t.shown - (t.players - 2)}[verb]
    if done > 0 or (verb == "shows" and word == "?"):
        return None
    new = set()
    for w in worlds:
        if w.church is not None and not t.kept:
            continue
        for card in {card for card in w.undrawn if fits(word, card)}:
            left = w._replace(undrawn=without(w.undrawn, card))
            if verb == "keeps":
                if card[0] == "C":
                    new.add(left._replace(church=card))
                else:
                    new.add(hand_to(left, seat, plus(left.hands[seat], card)))
            elif verb == "auctions":
                new.add(left._replace(auction=plus(left.auction, card)))
            else:
                new.add(left._replace(public=plus(left.public, card)))
    table = replace(t, deck=t.deck - 1, kept=t.kept + (verb == "keeps"), auctioned=t.auctioned + (verb == "auctions"),
                    shown=t.shown + (verb == "shows"), pile=t.pile + (verb == "auctions"), just_kept=verb == "keeps",
                    keeper=seat)  # fmt: skip
    if table.kept + table.auctioned + table.shown == t.players + 1:
        table = replace(table, phase="take", turn=(seat + 1) % t.players, taken=0)
    return table, new


CHANGES = {"C+": ("+", 1), "C-": ("-", 1), "C++": ("+", 2), "C--": ("-", 2), "C+-": ("+-", 1)}


def _church(
    t: Table, worlds: set[World], seat: int, verb: str, words: Sequence[str]
) -> tuple[Table, set[World]] | None:
    card = words[0]
    dice = list(t.dice)
    if verb == "uses":
        signs, number = CHANGES[card]
        if len(words) - 1 != number or any(word[0] not in signs for word in words[1:]):
            return None
        if len({word[1] for word in words[1:]}) != number:
            return None
        for word in words[1:]:
            index = "PMHST".index(word[1])
            dice[index] = min(6, max(1, dice[index] + (1 if word[0] == "+" else -1)))
    table = replace(t, dice=tuple(dice))
    if t.open is not None:
        if t.open != (seat, card):
            return None
        table = replace(table, open=None)
        if t.phase == "take" and t.taken == t.players - 1:
            table = end_turn(table)
        return table, worlds
    late = t.phase == "take" and t.taken == 0
    if seat != t.active or not (late or (t.phase == "place" and t.just_kept)):
        return None
    return table, {w._replace(church=None) for w in worlds if w.church == card}


def _bid(t: Table, worlds: set[World], seat: int, verb: str, words: Sequence[str]) -> tuple[Table, set[World]] | None:
    if t.phase != "bid" or seat != t.bidding[0]:
        return None
    rest = t.bidding[1:]
    if verb == "bids":
        amount = int(words[0])
        if amount <= t.bid:
            return None
        table = replace(t, bid=amount, holder=seat, bidding=(*rest, seat))
    else:
        table = replace(t, bidding=rest)
    if not table.bidding:
        return lot_over(table), worlds
    if table.bidding == (table.holder,):
        table = replace(table, phase="pay")
    return table, worlds


def _pay(t: Table, worlds: set[World], seat: int, verb: str, words: Sequence[str]) -> tuple[Table, set[World]] | None:
    if t.phase != "pay" or seat != t.holder or t.gold_lot != (verb == "discards"):
        return None
    if verb == "pays" and (any(word[0] != "G" for word in words) or purse(words) < t.bid):
        return None
    if verb == "discards" and len(words) != t.bid:
        return None
    new = set()
    for w in worlds:
        for _, left in ways(words, w.hands[seat]):
            assert w.lot is not None
            new.add(hand_to(w, seat, left if t.church_lot else plus(left, w.lot))._replace(lot=None))
    table = lot_over(t)
    if t.church_lot:
        table = replace(table, open=(seat, t.church_lot))
    return table, new


def _penalty(
    t: Table, worlds: set[World], seat: int, verb: str, words: Sequence[str]
) -> tuple[Table, set[World]] | None:
    if t.phase != "penalty" or (verb == "loses") != (t.penalty == "medieval-bluff"):
        return None
    offender = t.holder
    if verb == "loses":
        if seat != offender:
            return None
        new = {hand_to(w, offender, left) for w in worlds for _, left in ways(words[:1], w.hands[offender])}
        return reopen(t), new
    others = [(offender + k) % t.players for k in range(1, t.players)]
    if words[2] != str(offender) or seat != others[len(t.drawn)]:
        return None
    new = set()
    for w in worlds:
        for taken, left in ways(words[:1], w.hands[offender]):
            new.add(hand_to(hand_to(w, offender, left), seat, plus(w.hands[seat], taken[0])))
    table = replace(t, drawn=(*t.drawn, seat))
    if len(table.drawn) == len(others) or (new and not next(iter(new)).hands[offender]):
        table = reopen(table)
    return table, new


def start(players: int, copies: dict[str, int], aside: int, penalty: str) -> tuple[Table, set[World]]:
    cards = tuple(sorted(Counter(copies).elements()))
    world = World(cards, ((),) * players, (), (), None, None)
    return Table(players, len(cards) - aside, penalty=penalty), {world}


# --- scoring, naively


def best(hands: Sequence[Cards], letter: str, seats: Iterable[int]) -> tuple[int, bool]:
    """Who of these seats is first in a category (-1: nobody), and whether a letter decided."""
    rows = []
    for seat in seats:
        own = [card for card in hands[seat] if card[0] == letter]
        if own:
            rows.append((sum(map(value, own)), min(card[2] for card in own), seat))
    if not rows:
        return -1, False
    top = max(total for total, _, _ in rows)
    tied = sorted((first, seat) for total, first, seat in rows if total == top)
    return tied[0][1], len(tied) > 1


def score(hands: Sequence[Cards], dice: Sequence[int], order: str = "MPHST") -> tuple[list[int], list[int], str]:
    """Totals, winners and what decided."""
    totals = [0] * len(hands)
    for letter, pips in zip("PMHST", dice, strict=True):
        seat, _ = best(hands, letter, range(len(hands)))
        if seat >= 0:
            totals[seat] += pips
    first = [seat for seat, total in enumerate(totals) if total == max(totals)]
    if len(first) == 1:
        return totals, first, "pips"
    rich = max(purse(hands[seat]) for seat in first)
    first = [seat for seat in first if purse(hands[seat]) == rich]
    if len(first) == 1:
        return totals, first, "gold"
    for letter in order:
        seat, _ = best(hands, letter, first)
        if seat >= 0:
            return totals, [seat], "monks" if letter == "M" else f"tie-order:{letter}"
    return totals, first, "shared"
