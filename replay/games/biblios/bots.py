"""Players of flesh and numbers: quick random moves for playouts, and three characters for simulated games."""

from __future__ import annotations

import random
from typing import Final

from replay.games import Move
from replay.games.biblios import state as st
from replay.games.biblios.cards import (
    CATEGORIES,
    CATEGORY,
    CHURCH_DELTAS,
    CHURCH_DICE,
    DIE_HIGH,
    DIE_LOW,
    FIRST_CHURCH,
    FIRST_GOLD,
    KINDS,
    SIZE,
    VALUE,
)
from replay.games.biblios.state import State

CHARACTERS: Final = ("random", "cautious", "greedy")


def _stock(s: State, rng: random.Random) -> list[int]:
    """The cards to come in a game where everything is known: the shuffled deck, or the shuffled Auction pile."""
    if s.stock is None:
        if s.phase == st.PLACE:
            cards = [kind for kind in range(KINDS) for _ in range(s.ledger.pool[kind])]
            rng.shuffle(cards)
            cards = cards[: s.deck]
        else:
            cards = [kind for kind in range(KINDS) for _ in range(s.auction.sure[kind])]
            rng.shuffle(cards)
        s.stock = cards
    return s.stock


def _hand(s: State, seat: int) -> list[int]:
    sure = s.hands[seat].sure
    return [kind for kind in range(FIRST_CHURCH) for _ in range(sure[kind])]


def purse(s: State, seat: int) -> int:
    """Gold value in a hand that is fully known."""
    sure = s.hands[seat].sure
    return sure[FIRST_GOLD] + 2 * sure[FIRST_GOLD + 1] + 3 * sure[FIRST_GOLD + 2]


def payment(s: State, seat: int, amount: int) -> tuple[int, ...] | None:
    """The Gold cards that pay `amount` with the least change lost, then with the fewest cards; None if impossible."""
    sure = s.hands[seat].sure
    ones, twos, threes = sure[FIRST_GOLD : FIRST_GOLD + 3]
    best: tuple[int, int, int, int, int] | None = None
    for three in range(min(threes, (amount + 2) // 3) + 1):
        for two in range(min(twos, (max(0, amount - 3 * three) + 1) // 2) + 1):
            one = max(0, amount - 3 * three - 2 * two)
            if one > ones:
                continue
            total = one + 2 * two + 3 * three
            key = (total - amount, one + two + three, one, two, three)
            if best is None or key < best:
                best = key
    if best is None:
        return None
    return (FIRST_GOLD + 2,) * best[4] + (FIRST_GOLD + 1,) * best[3] + (FIRST_GOLD,) * best[2]


def random_move(s: State, rng: random.Random) -> Move:
    """One legal move of a fully known game, without long thought; cards to come are drawn from `s.stock`."""
    return choose(s, rng, "random")


def choose(s: State, rng: random.Random, character: str) -> Move:
    """The move of a player of this character (one of `CHARACTERS`); draws and flips are random for all."""
    phase = s.phase
    if phase == st.BID:
        return _choose_bid(s, rng, character)
    if phase == st.PLACE:
        return _choose_place(s, rng, character)
    if phase == st.TAKE:
        public = [kind for kind in range(KINDS) if s.public.sure[kind]]
        if character == "random":
            return (st.TAKES, s.turn, rng.choice(public))
        return (st.TAKES, s.turn, max(public, key=lambda kind: (worth(s, s.turn, kind, character), -kind)))
    if phase == st.CHURCH:
        return _choose_church(s, rng, character)
    if phase == st.FLIP:
        return (st.FLIPS, s.active, _stock(s, rng).pop())
    if phase == st.PAY:
        return _choose_payment(s, rng, character)
    if phase == st.PENALTY:
        card = rng.choice(_hand(s, s.holder))
        if s.penalty == st.BLUFF:
            return (st.LOSES, s.holder, card)
        return (st.DRAWS, s.drawer, card, s.holder)
    seat = next(seat for seat in range(s.players) if not s.shown_hands[seat])
    return (st.HOLDS, seat, tuple(_hand(s, seat)))


def worth(s: State, seat: int, kind: int, character: str) -> float:
    """A rough value of a card for a seat, in pips: Gold by its value, categories by die and by how near the lead is."""
    if kind >= FIRST_CHURCH:
        return 1.2 if character == "cautious" else 1.6
    if kind >= FIRST_GOLD:
        return VALUE[kind] * (0.9 if s.phase == st.PLACE or s.phase == st.TAKE else 0.5)
    category = CATEGORY[kind]
    first = category * SIZE
    own = sum([VALUE[k] * s.hands[seat].sure[k] for k in range(first, first + SIZE)])
    scale = 11 if category < 2 else 5
    pips = s.dice[category]
    return pips * (0.25 + VALUE[kind] / scale + min(own, scale) / (2 * scale))


def _choose_place(s: State, rng: random.Random, character: str) -> Move:
    seat = s.active
    if s.kept_church >= 0 and s.kept_ply == s.ply and rng.random() < 0.5:
        return _church_move(s, rng, character, seat, s.kept_church)
    code = _stock(s, rng).pop()
    verbs = []
    if not s.kept:
        verbs.append(st.KEEPS)
    if not s.auctioned:
        verbs.append(st.AUCTIONS)
    if s.shown < s.players - 1:
        verbs.append(st.SHOWS)
    if len(verbs) == 1:
        return (verbs[0], seat, code)
    if character == "random":
        return (rng.choice(verbs), seat, code)
    value = worth(s, seat, code, character)
    bar = 2.2 if character == "cautious" else 2.6
    if st.KEEPS in verbs and value >= bar - 0.3 * s.placed:
        return (st.KEEPS, seat, code)
    if st.AUCTIONS in verbs and (value >= bar - 0.5 or st.SHOWS not in verbs or rng.random() < 0.25):
        return (st.AUCTIONS, seat, code)
    if st.SHOWS in verbs:
        return (st.SHOWS, seat, code)
    return (verbs[0], seat, code)


def _choose_bid(s: State, rng: random.Random, character: str) -> Move:
    seat, following = s.turn, s.standing + 1
    if character == "random":
        if rng.random() < 0.55 or following > 9:
            return (st.PASSES, seat)
        return (st.BIDS, seat, following if rng.random() < 0.8 else following + 1)
    lot = s.lot
    if FIRST_GOLD <= lot < FIRST_CHURCH:
        means = s.hands[seat].n
        limit = min(means, VALUE[lot] if character == "cautious" else VALUE[lot] + 1)
    else:
        means = purse(s, seat)
        value = worth(s, seat, lot, character)
        limit = min(means, round(value * (0.9 if character == "cautious" else 1.5)))
    if character == "greedy" and rng.random() < 0.04:
        limit = means + 2
    if following > limit:
        return (st.PASSES, seat)
    jump = 1 if character == "cautious" else rng.choice((1, 1, 2))
    return (st.BIDS, seat, min(limit, following + jump - 1))


def _choose_payment(s: State, rng: random.Random, character: str) -> Move:
    seat, amount = s.holder, s.standing
    if FIRST_GOLD <= s.lot < FIRST_CHURCH:
        hand = _hand(s, seat)
        if len(hand) < amount:
            return (st.DEFAULTS, seat)
        if character == "random":
            rng.shuffle(hand)
        else:
            hand.sort(key=lambda kind: worth(s, seat, kind, character))
        return (st.DISCARDS, seat, tuple(sorted(hand[:amount])))
    cards = payment(s, seat, amount)
    return (st.DEFAULTS, seat) if cards is None else (st.PAYS, seat, cards)


def _choose_church(s: State, rng: random.Random, character: str) -> Move:
    return _church_move(s, rng, character, s.owner, s.pending)


def _church_move(s: State, rng: random.Random, character: str, seat: int, church: int) -> Move:
    free: list[tuple[int, int]] = []
    for delta in CHURCH_DELTAS[church]:
        free += [(delta, c) for c in range(len(CATEGORIES)) if DIE_LOW <= s.dice[c] + delta <= DIE_HIGH]
    wanted = CHURCH_DICE[church]
    if len({c for _, c in free}) < wanted or (character == "random" and rng.random() < 0.2):
        return (st.DECLINES, seat, church)
    if character == "random":
        chosen: list[tuple[int, int]] = []
        while len(chosen) < wanted:
            change = rng.choice(free)
            if all(change[1] != other[1] for other in chosen):
                chosen.append(change)
        return (st.USES, seat, church, tuple(chosen))
    gains = sorted(free, key=lambda change: -change[0] * _lead(s, seat, change[1]))
    picked = gains[:1]
    for change in gains[1:]:
        if len(picked) < wanted and all(change[1] != other[1] for other in picked):
            picked.append(change)
    if character == "cautious" and sum(delta * _lead(s, seat, c) for delta, c in picked) <= 0:
        return (st.DECLINES, seat, church)
    return (st.USES, seat, church, tuple(picked))


def _lead(s: State, seat: int, category: int) -> int:
    """How far a seat is ahead of the best other one in a category (known cards)."""
    first = category * SIZE
    totals = [sum([VALUE[k] * hand.sure[k] for k in range(first, first + SIZE)]) for hand in s.hands]
    others = [total for other, total in enumerate(totals) if other != seat]
    return totals[seat] - max(others)
