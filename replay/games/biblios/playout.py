"""Fast random games for estimates: legal moves only, so the rules' acting halves are called without their checks.

`playout` changes the position through the very functions that judged logs go through (`state._keeps`, …); a test
replays its moves through the gate and finds the same position.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from replay.games import Move
from replay.games.biblios import play_auction, play_church, play_gift, play_payment
from replay.games.biblios import state as st
from replay.games.biblios.cards import (
    CATEGORIES,
    CHURCH_DELTAS,
    CHURCH_DICE,
    DIE_HIGH,
    DIE_LOW,
    FIRST_CHURCH,
    FIRST_GOLD,
    KINDS,
    VALUE,
)
from replay.games.biblios.state import State

#: Chance that a player whose word it is passes; bids rise by one.
PASS: Final = 0.6


def playout(s: State, rng: random.Random, record: list[Move] | None = None) -> int:
    """Play a fully known position to its end with random legal moves; returns the number of events played.

    The position must stand at the beginning of a gift turn or of a lot (as after set-up). With `record`, the moves are
    appended to it. Bids stay within what the bidder can pay, so nobody defaults.
    """
    first = s.ply
    note = record.append if record is not None else None
    random_ = rng.random
    if s.phase == st.PLACE and not s.placed:
        _gifts(s, random_, note)
    sure = s.auction.sure
    pile = _shuffled([kind for kind in range(KINDS) for _ in range(sure[kind])], random_)
    while s.phase == st.FLIP:
        _lot(s, pile.pop(), random_, note)
    return s.ply - first


def _shuffled(cards: list[int], random_: Callable[[], float]) -> list[int]:
    """The cards in random order (several times faster than `random.shuffle`, which asks for random integers)."""
    return [card for _, card in sorted([(random_(), card) for card in cards])]


def _gifts(s: State, random_: Callable[[], float], note: Callable[[Move], None] | None) -> None:
    """All gift turns that are left."""
    pool = s.ledger.pool
    cards = _shuffled([kind for kind in range(KINDS) for _ in range(pool[kind])], random_)
    players = s.players
    per_turn = players + 1
    keeps, auctions, shows, takes = play_gift.keep, play_gift.put_up, play_gift.show, play_gift.take
    while s.phase == st.PLACE:
        active = s.active
        kept = int(random_() * per_turn)
        auctioned = (kept + 1 + int(random_() * players)) % per_turn
        public = []
        for place in range(per_turn):
            code = cards.pop()
            if place == kept:
                if note:
                    note((st.KEEPS, active, code))
                keeps(s, active, code)
            elif place == auctioned:
                if note:
                    note((st.AUCTIONS, active, code))
                auctions(s, active, code)
            else:
                if note:
                    note((st.SHOWS, active, code))
                shows(s, active, code)
                public.append(code)
            s.ply += 1
        if s.phase == st.CHURCH:
            _church(s, random_, note)
        while public:
            code = public.pop(int(random_() * len(public)))
            seat = s.turn
            if note:
                note((st.TAKES, seat, code))
            s.public.sure[code] -= 1
            s.public.n -= 1
            takes(s, seat, code)
            s.ply += 1
            if s.phase == st.CHURCH:
                _church(s, random_, note)


def _church(s: State, random_: Callable[[], float], note: Callable[[Move], None] | None) -> None:
    """The owner uses the pending Church card on random dice that can move, or declines where too few can."""
    code, seat = s.pending, s.owner
    deltas = CHURCH_DELTAS[code]
    delta = deltas[int(random_() * len(deltas))]
    dice = s.dice
    free = [c for c in range(len(CATEGORIES)) if DIE_LOW <= dice[c] + delta <= DIE_HIGH]
    wanted = CHURCH_DICE[code]
    if len(free) < wanted or random_() < 0.1:
        if note:
            note((st.DECLINES, seat, code))
        play_church.church_done(s, seat, code, used=False)
    else:
        changes = [(delta, free.pop(int(random_() * len(free)))) for _ in range(wanted)]
        if note:
            note((st.USES, seat, code, tuple(changes)))
        play_church.use(s, seat, code, changes)
    s.ply += 1


def _lot(s: State, code: int, random_: Callable[[], float], note: Callable[[Move], None] | None) -> None:
    """One lot: flip, bids and passes, payment, and the Church card if one was bought."""
    s.auction.sure[code] -= 1
    s.auction.n -= 1
    if note:
        note((st.FLIPS, s.active, code))
    play_auction.flip(s, code, code)
    s.ply += 1
    gold_lot = FIRST_GOLD <= code < FIRST_CHURCH
    means = [-1] * s.players
    hands = s.hands
    bids, passes = play_auction.bid, play_auction.drop_out
    while s.phase == st.BID:
        seat = s.turn
        amount = s.standing + 1
        if random_() < PASS:
            if note:
                note((st.PASSES, seat))
            passes(s, seat)
            s.ply += 1
            continue
        limit = means[seat]
        if limit < 0:
            hand = hands[seat]
            if gold_lot:
                limit = hand.n
            else:
                ones, twos, threes = hand.sure[FIRST_GOLD:FIRST_CHURCH]
                limit = ones + 2 * twos + 3 * threes
            means[seat] = limit
        if amount > limit:
            if note:
                note((st.PASSES, seat))
            passes(s, seat)
        else:
            if note:
                note((st.BIDS, seat, amount))
            bids(s, seat, amount)
        s.ply += 1
    if s.phase == st.PAY:
        _pay(s, gold_lot, note)
    if s.phase == st.CHURCH:
        _church(s, random_, note)


def _pay(s: State, gold_lot: bool, note: Callable[[Move], None] | None) -> None:
    """The winner pays: for a Gold lot the first cards in the hand, else Gold from the greatest down without a spare card."""
    seat, price = s.holder, s.standing
    sure = s.hands[seat].sure
    codes: list[int] = []
    if gold_lot:
        for kind in range(KINDS):
            if sure[kind]:
                codes += [kind] * min(sure[kind], price - len(codes))
                if len(codes) == price:
                    break
        if note:
            note((st.DISCARDS, seat, tuple(codes)))
        play_payment.hand_over(s, seat, codes, s.gone, "biblios.auction.held", "discards")
        ply = s.ply + 1
        s.losses.extend([(ply, seat, code, "discarded") for code in codes])
        play_auction.lot_done(s, seat, price, price)
    else:
        owed = price
        for kind in range(FIRST_CHURCH - 1, FIRST_GOLD - 1, -1):
            value = VALUE[kind]
            number = min(sure[kind], owed // value)
            codes += [kind] * number
            owed -= number * value
        if owed > 0:
            codes = _with_change(sure, codes, owed)
        total = sum([VALUE[code] for code in codes])
        if note:
            note((st.PAYS, seat, tuple(codes)))
        play_payment.pay(s, seat, codes, total)
    s.ply += 1


def _with_change(sure: list[int], codes: list[int], owed: int) -> list[int]:
    """Add the smallest card that covers the rest, then take back what it makes spare."""
    for kind in range(FIRST_GOLD, FIRST_CHURCH):
        if sure[kind] > codes.count(kind) and VALUE[kind] >= owed:
            codes = [*codes, kind]
            spare = VALUE[kind] - owed
            break
    for code in sorted(codes):
        if VALUE[code] <= spare:
            spare -= VALUE[code]
            codes.remove(code)
    return codes
