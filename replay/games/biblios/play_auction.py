"""The bidding: a lot is turned up, players bid or pass, and it ends sold or discarded."""

from __future__ import annotations

from replay.games import Move
from replay.games.biblios.cards import FIRST_CHURCH, KINDS, NAMES
from replay.games.biblios.checks import clockwise, maybe, misplaced, who
from replay.games.biblios.play_kept import closing
from replay.games.biblios.state import BID, CHURCH, FLIP, OVER, PAY, State
from replay.problems import Fault


def flips(s: State, move: Move) -> None:
    """The active player turns up the next lot. Rules: auction.flip, auction.pile."""
    _, seat, code = move
    if s.phase != FLIP or seat != s.active:
        raise misplaced(s, seat, "flips")
    if s.unknown_kept:
        closing(s, flips, move)
        return
    taken = s.ledger.take(s.auction, code)
    if taken is None:
        raise Fault("biblios.auction.pile", f"{who(seat)} flips {NAMES[code]}, which cannot be in the Auction pile", word=0,
                    mention=(NAMES[code],))  # fmt: skip
    if not taken[1]:
        maybe(s, f"{NAMES[code]} fits if it was put on the Auction pile unseen")
    flip(s, taken[0], code)


def flip(s: State, code: int, word: int) -> None:
    """`code` has left the Auction pile; the log names it as `word`."""
    s.lot = code
    s.lot_word = word
    s.flip_ply = s.ply + 1
    s.round = 0
    if s.defaults_lot:
        s.defaults_lot = 0
        s.offenders = [False] * s.players
        s.out_ply = [0] * s.players
    open_bidding(s)


def open_bidding(s: State) -> None:
    """Bidding for the lot begins, from the active player's left, without the offenders."""
    s.standing = 0
    s.holder = -1
    s.stand_ply = 0
    players = s.players
    if not s.defaults_lot:
        s.bidding = [True] * players
        s.left = players
        s.turn = (s.active + 1) % players
        s.phase = BID
        return
    left = 0
    first = -1
    bidding = s.bidding
    for step in range(1, players + 1):
        seat = (s.active + step) % players
        if s.offenders[seat]:
            bidding[seat] = False
        else:
            bidding[seat] = True
            left += 1
            if first < 0:
                first = seat
    s.left = left
    if left:
        s.turn = first
        s.phase = BID
    else:
        lot_done(s, -1, 0, 0)


def _check_word(s: State, seat: int, verb: str) -> None:
    """Whether it is this player's word in the bidding."""
    if s.phase == BID and seat == s.turn:
        return
    if s.phase == BID and s.offenders[seat]:
        raise Fault("biblios.auction.offender-out", f"{who(seat)} {verb}, but could not pay for this card", word=-2,
                    because=(s.out_ply[seat],))  # fmt: skip
    if s.phase == BID and not s.bidding[seat]:
        raise Fault("biblios.auction.pass-final", f"{who(seat)} {verb}, but has passed on this lot", word=-2,
                    because=(s.pass_ply[seat],))  # fmt: skip
    raise misplaced(s, seat, verb)


def bids(s: State, move: Move) -> None:
    """A player bids for the lot. Rules: auction.in-turn, bid-one, bid-higher."""
    _, seat, amount = move
    if s.phase != BID or seat != s.turn:
        _check_word(s, seat, "bids")
    if amount <= s.standing:
        if amount < 1:
            raise Fault("biblios.auction.bid-one", f"{who(seat)} bids {amount}", word=0)
        raise Fault("biblios.auction.bid-higher", f"{who(seat)} bids {amount}, but the standing bid is {s.standing}", word=0,
                    because=(s.stand_ply,))  # fmt: skip
    bid(s, seat, amount)


def bid(s: State, seat: int, amount: int) -> None:
    """Act: `amount` stands, and the next player still in has the word, or the holder must pay."""
    s.standing = amount
    s.holder = seat
    s.stand_ply = s.ply + 1
    s.bids.append((s.stand_ply, len(s.lots), s.round, seat, amount))
    if s.left == 1:
        s.phase = PAY
        return
    players = s.players
    bidding = s.bidding
    seat = (seat + 1) % players
    while not bidding[seat]:
        seat = (seat + 1) % players
    s.turn = seat


def passes(s: State, move: Move) -> None:
    """A player leaves the bidding for this lot. Rules: auction.in-turn."""
    seat = move[1]
    if s.phase != BID or seat != s.turn:
        _check_word(s, seat, "passes")
    drop_out(s, seat)


def drop_out(s: State, seat: int) -> None:
    """Act: the player leaves the bidding, which may be over with that."""
    bidding = s.bidding
    bidding[seat] = False
    ply = s.ply + 1
    s.pass_ply[seat] = ply
    s.bids.append((ply, len(s.lots), s.round, seat, 0))
    s.left = left = s.left - 1
    if left == 1 and s.holder >= 0:
        s.phase = PAY
    elif not left:
        lot_done(s, -1, 0, 0)
    else:
        players = s.players
        seat = (seat + 1) % players
        while not bidding[seat]:
            seat = (seat + 1) % players
        s.turn = seat


def lot_done(s: State, winner: int, price: int, paid: int) -> None:
    """The lot is sold or discarded; the active player moves left, and a bought Church card works first."""
    code = s.lot
    ply = s.ply + 1
    s.lots.append((s.flip_ply, s.lot_word, winner, price, paid, s.defaults_lot, s.active, ply))
    s.lot = -1
    s.active = clockwise(s, s.active)
    s.phase = FLIP if s.auction.n else OVER
    if winner < 0:
        s.ledger.put(s.gone, code)
    elif FIRST_CHURCH <= code < KINDS:
        s.pending = code
        s.owner = winner
        s.after = FLIP
        s.phase = CHURCH
        s.paid_ply = ply
    else:
        s.ledger.put(s.hands[winner], code)
        s.gains.append((ply, winner, code, "bought"))
