"""The gift phase: a drawn card is kept, put on the Auction pile or shown, and the others take what is public."""

from __future__ import annotations

from replay.games import Move
from replay.games.biblios.cards import COPIES, FIRST_CHURCH, FIRST_CLASS, KINDS, NAMES, UNKNOWN
from replay.games.biblios.checks import clockwise, forgive, is_church, maybe, misplaced, who
from replay.games.biblios.play_kept import closing, too_late
from replay.games.biblios.state import CHURCH, FLIP, OVER, PLACE, TAKE, State
from replay.piles import Pile
from replay.problems import Fault


def _check_place(s: State, seat: int, verb: str) -> None:
    if s.phase != PLACE or seat != s.active:
        raise misplaced(s, seat, verb)
    if s.kept_church >= 0 and s.rulings.get("kept-church") == "at-once":
        raise Fault("biblios.church.kept-time",
                    f"{who(seat)} {verb} a card before using or declining the kept {NAMES[s.kept_church]}",
                    because=(s.kept_ply,))  # fmt: skip


def _check_draw(s: State, seat: int, code: int, verb: str) -> None:
    """Whether this card can be drawn from the deck now (a fact, not a choice)."""
    ledger = s.ledger
    if not ledger.fuzzy and code < FIRST_CLASS:
        if ledger.pool[code] > 0:
            return
    elif code == UNKNOWN or ledger.could_be(code, wide=True):
        return
    count = COPIES[code] if code < FIRST_CLASS else 0
    if count > 1:
        message = f"{who(seat)} {verb} {NAMES[code]}, but no {NAMES[code]} can be left in the deck ({count} in all)"
    elif code < FIRST_CLASS and not ledger.pool[code]:
        where = "set aside at set-up" if s.removed.sure[code] else "placed before"
        message = f"{who(seat)} {verb} {NAMES[code]}, but this card was {where}"
    else:
        message = f"{who(seat)} {verb} {NAMES[code]}, but this card cannot be left in the deck"
    raise Fault("biblios.deck.copies", message, word=0, mention=(NAMES[code],))


def _draw(s: State, pile: Pile, code: int) -> None:
    """The card drawn goes to `pile`."""
    ledger = s.ledger
    s.deck -= 1
    ledger.wide -= 1
    if code < FIRST_CLASS:
        pile.n += 1
        ledger.pool[code] -= 1
        pile.sure[code] += 1
    elif code == UNKNOWN:
        ledger.put_unknown(pile)
    else:
        pile.n += 1
        ledger.reserved[code - FIRST_CLASS] += 1
        pile.classes[code - FIRST_CLASS] += 1
        ledger.fuzzy = True


def _placed(s: State) -> None:
    """One more card is placed; after the last one the public cards are taken, or a kept Church card works first."""
    s.placed = placed = s.placed + 1
    if placed == 1:
        s.turn_ply = s.ply + 1
    elif placed > s.players:
        _all_placed(s)


def _all_placed(s: State) -> None:
    s.take_ply = s.ply + 1
    s.turn = clockwise(s, s.active)
    if s.kept_church >= 0:
        s.phase = CHURCH
        s.pending = s.kept_church
        s.owner = s.active
        s.kept_church = -1
        s.after = TAKE
        s.paid_ply = s.kept_ply
    elif s.public.n:
        s.phase = TAKE
    else:
        end_turn(s)


def end_turn(s: State) -> None:
    """The Gift turn is over: the next player's begins, or, without cards enough for one, the auction phase."""
    s.active = clockwise(s, s.active)
    s.placed = s.kept = s.auctioned = s.shown = s.takes = 0
    if s.deck >= s.per_turn:
        s.phase = PLACE
    else:
        s.active = 0
        s.stock = None
        s.phase = FLIP if s.auction.n else OVER


def keeps(s: State, move: Move) -> None:
    """The active player keeps a drawn card. Rules: gift.*, deck.copies, church.kept-time."""
    _, seat, code = move
    if s.unknown_kept and too_late(s, seat):
        closing(s, keeps, move)
        return
    if s.phase != PLACE or seat != s.active or s.kept_church >= 0:
        _check_place(s, seat, "keeps")
    if s.kept:
        again = "a second card" if s.kept == 1 else "yet another card"
        message = f"{who(seat)} keeps {again} this turn"
        if s.kept > 1 or is_church(code):
            raise Fault("biblios.gift.keep-one", message, word=-1, because=(s.kept_ply,))
        forgive(s, "biblios.gift.keep-one", message, word=-1, because=(s.kept_ply,))
    if s.ledger.fuzzy or code >= FIRST_CLASS or s.ledger.pool[code] <= 0:
        _check_draw(s, seat, code, "keeps")
    if code == UNKNOWN and s.kept and not s.ledger.restricted_pool() <= s.ledger.wide - 1:
        raise Fault("biblios.gift.unknown-church", f"{who(seat)} keeps a card that must be a Church card", word=0)
    keep(s, seat, code)


def keep(s: State, seat: int, code: int) -> None:
    """Act: a drawn card goes to the hand; a Church card waits for its use."""
    first = not s.kept
    s.kept += 1
    if FIRST_CHURCH <= code < KINDS:
        s.deck -= 1
        s.ledger.wide -= 1
        s.ledger.pool[code] -= 1
        s.kept_church = code
    else:
        _draw(s, s.hands[seat], code)
        if code == UNKNOWN and first:
            s.unknown_kept = True
            s.kept_seat = seat
            s.ledger.wide += 1
        s.gains.append((s.ply + 1, seat, code, "kept"))
    if first:
        s.kept_ply = s.ply + 1
    _placed(s)


def auctions(s: State, move: Move) -> None:
    """The active player puts a drawn card on the Auction pile, face down. Rules: gift.*, deck.copies."""
    _, seat, code = move
    if s.unknown_kept and too_late(s, seat):
        closing(s, auctions, move)
        return
    if s.phase != PLACE or seat != s.active or s.kept_church >= 0:
        _check_place(s, seat, "auctions")
    if s.auctioned:
        again = "a second card" if s.auctioned == 1 else "yet another card"
        message = f"{who(seat)} puts {again} of this turn on the Auction pile"
        if s.auctioned > 1 or is_church(code):
            raise Fault("biblios.gift.auction-one", message, word=-1, because=(s.auctioned_ply,))
        forgive(s, "biblios.gift.auction-one", message, word=-1, because=(s.auctioned_ply,))
    if s.ledger.fuzzy or code >= FIRST_CLASS or s.ledger.pool[code] <= 0:
        _check_draw(s, seat, code, "auctions")
    put_up(s, seat, code)


def put_up(s: State, seat: int, code: int) -> None:
    """Act: a drawn card goes on the Auction pile."""
    s.auctioned += 1
    if s.auctioned == 1:
        s.auctioned_ply = s.ply + 1
    _draw(s, s.auction, code)
    _placed(s)


def shows(s: State, move: Move) -> None:
    """The active player makes a drawn card public. Rules: gift.*, deck.copies."""
    _, seat, code = move
    if s.unknown_kept and too_late(s, seat):
        closing(s, shows, move)
        return
    if s.phase != PLACE or seat != s.active or s.kept_church >= 0:
        _check_place(s, seat, "shows")
    if s.shown >= s.players - 1:
        number = s.players - 1
        cards = "card is" if number == 1 else "cards are"
        raise Fault("biblios.gift.show-rest", f"{who(seat)} shows one card too many: {number} {cards} public already",
                    word=-1, because=(s.turn_ply,))  # fmt: skip
    if s.ledger.fuzzy or code >= FIRST_CLASS or s.ledger.pool[code] <= 0:
        _check_draw(s, seat, code, "shows")
    show(s, seat, code)


def show(s: State, seat: int, code: int) -> None:
    """Act: a drawn card becomes public."""
    s.shown += 1
    _draw(s, s.public, code)
    _placed(s)


def takes(s: State, move: Move) -> None:
    """An opponent takes a public card. Rules: gift.take-in-turn, gift.take-public."""
    _, seat, code = move
    if s.phase != TAKE or seat != s.turn:
        raise misplaced(s, seat, "takes")
    if s.unknown_kept:
        closing(s, takes, move)
        return
    public = s.public
    if code < FIRST_CHURCH and public.sure[code]:
        # The common case, without a call: a card in full view, not a Church card, goes to a hand.
        public.sure[code] -= 1
        public.n -= 1
        hand = s.hands[seat]
        hand.sure[code] += 1
        hand.n += 1
        s.turn = (seat + 1) % s.players
        s.takes += 1
        s.take_ply = ply = s.ply + 1
        s.gains.append((ply, seat, code, "taken"))
        if not public.n:
            end_turn(s)
        return
    taken = s.ledger.take(public, code)
    if taken is None:
        raise Fault("biblios.gift.take-public", f"{who(seat)} takes {NAMES[code]}, which is not among the public cards", word=0,
                    because=(s.turn_ply,), mention=(NAMES[code],))  # fmt: skip
    if not taken[1]:
        maybe(s, f"{NAMES[code]} fits if the letter is right")
    take(s, seat, taken[0])


def take(s: State, seat: int, code: int) -> None:
    """`code` has left the public cards."""
    s.turn = clockwise(s, seat)
    s.takes += 1
    s.take_ply = s.ply + 1
    if is_church(code):
        s.pending = code
        s.owner = seat
        s.after = TAKE
        s.phase = CHURCH
        s.paid_ply = s.ply + 1
        return
    s.ledger.put(s.hands[seat], code)
    s.gains.append((s.ply + 1, seat, code, "taken"))
    if not s.public.n:
        end_turn(s)
