"""Rows of `bids`, and what the bids come to: per bid what it had to beat and what the bidder could pay, per lot the rivals.

Bids are followed once, bidding by bidding: between two biddings cards may move, within one nothing does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from replay.games.biblios.cards import FIRST_CHURCH, FIRST_GOLD, UNKNOWN, VALUE
from replay.games.biblios.state import State
from replay.problems import VERDICTS, weakest
from replay.schema import NO_NUMBER, Coded, Columns, Row, Sparse

#: Gold that a code is worth; 0 for everything else.
GOLD: Final = tuple(VALUE[code] if FIRST_GOLD <= code < FIRST_CHURCH else 0 for code in range(len(VALUE)))
_NULL: Final = (None,)
#: Whether a bidder got the lot; None where it is not over.
_WON: Final = (False, True, None)
#: A card that moves after the last ply.
_NEVER: Final = (1 << 30, 0, 0, "")
#: Small numbers to the next one: a deck gives no game 255 lots, nor a lot so many biddings.
_NEXT: Final = bytes(range(1, 256)) + b"\0"


@dataclass(slots=True)
class Bidding:
    """What the bids of a game come to.

    to_beat, means   per bid: the standing bid (0: none), and what the bidder could have paid (`NO_NUMBER`: not known)
    won              per bid: whether the bidder got the lot
    passes           per seat the columns of `seats` from `passes` to `passes_able_means`
    made, bidders    per lot (the one that is not over is the last): bids without passes, and bits of the seats that made them
    second, rival    per lot: the highest bid, and its seat, of anybody but the holder in the last bidding (0 and -1: none)
    """

    to_beat: list[int]
    means: list[int]
    won: bytearray
    passes: list[list[int]]
    made: list[int]
    bidders: list[int]
    second: list[int]
    rival: list[int]


def follow(state: State) -> Bidding:
    """Follow all bids through gains and losses."""
    lots = state.lots
    done = len(lots)
    size = done + 1
    passes = [[0] * 4 for _ in range(state.players)]
    found = Bidding([], [], bytearray(), passes, [0] * size, [0] * size, [0] * size, [-1] * size)
    beat, can_pay, win = found.to_beat.append, found.means.append, found.won.append
    purses = _Purses(state)
    lot = lap = rival = holder = buyer = -1
    made = bidders = second = standing = price = 0
    purse: Sequence[int] = ()
    for ply, this, that, seat, amount in state.bids:
        if this != lot or that != lap:
            found.second[lot], found.rival[lot] = second, rival
            if this != lot:
                found.made[lot], found.bidders[lot] = made, bidders
                made = bidders = 0
            lot, lap = this, that
            second = standing = 0
            rival = holder = -1
            # Passes count where the lot goes for Gold.
            _, code, buyer, price, *_ = lots[this] if this < done else (0, state.lot, -1, 0)
            in_cards = FIRST_GOLD <= code < FIRST_CHURCH
            counts = buyer >= 0 and not in_cards
            purse = purses.before(ply, in_cards=in_cards)
        mean = purse[seat]
        beat(standing)
        can_pay(mean)
        win(seat == buyer)
        if amount:
            if seat != holder:
                second, rival, holder = standing, holder, seat
            standing = amount
            made += 1
            bidders |= 1 << seat
        elif counts and mean != NO_NUMBER and seat != buyer:
            mine = passes[seat]
            mine[0] += 1
            if mean > price:
                mine[1] += 1
                mine[2] += price
                mine[3] += mean
    found.second[lot], found.rival[lot], found.made[lot], found.bidders[lot] = second, rival, made, bidders
    return found


class _Purses:
    """What the players can pay, from the cards that came and left."""

    def __init__(self, state: State) -> None:
        number = state.players
        self.gold = [0] * number
        self.cards = [0] * number
        self.unknown: set[int] = set()
        self.gains, self.losses = iter(state.gains), iter(state.losses)
        self.gain, self.loss = next(self.gains, _NEVER), next(self.losses, _NEVER)

    def before(self, ply: int, *, in_cards: bool) -> Sequence[int]:
        """What each seat can pay before this ply (later than the one asked for last), in Gold or in cards."""
        gold, cards = self.gold, self.cards
        move = self.gain
        while move[0] < ply:
            _, seat, code, _ = move
            cards[seat] += 1
            gold[seat] += GOLD[code]
            if code == UNKNOWN:
                self.unknown.add(seat)
            move = next(self.gains, _NEVER)
        self.gain, move = move, self.loss
        while move[0] < ply:
            _, seat, code, _ = move
            cards[seat] -= 1
            gold[seat] -= GOLD[code]
            if code == UNKNOWN:
                self.unknown.add(seat)
            move = next(self.losses, _NEVER)
        self.loss = move
        if in_cards:
            return cards
        return (
            gold if not self.unknown else [NO_NUMBER if seat in self.unknown else own for seat, own in enumerate(gold)]
        )


def rows(state: State, bidding: Bidding, verdicts: bytearray) -> Columns | list[Row]:
    """The rows of `bids`."""
    if not state.bids:
        return []
    count = len(state.bids)
    plies, numbers, laps, seats, amounts = zip(*state.bids, strict=True)
    codes = bytes([verdicts[ply - 1] for ply in plies]) if weakest(verdicts) else bytes(count)
    won = bidding.won
    under_way = numbers.count(len(state.lots))  # bids on the lot that is not over are the last
    if under_way:
        won[count - under_way :] = b"\2" * under_way
    return Columns((
        plies, bytes(numbers).translate(_NEXT), bytes(laps).translate(_NEXT), seats, amounts, Coded(_NULL, bytes(count)),
        bidding.to_beat, Sparse(bidding.means, NO_NUMBER), Coded(_WON, won), Coded(VERDICTS, codes),
    ), count)  # fmt: skip


__all__ = ["GOLD", "Bidding", "follow", "rows"]
