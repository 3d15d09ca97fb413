"""What all verbs of Biblios share: doubts, open rulings, and the fault of an event out of its turn."""

from __future__ import annotations

from collections.abc import Sequence

from replay.games.biblios.cards import FIRST_CHURCH, FIRST_GOLD, KINDS, NAMES
from replay.games.biblios.state import BID, BLUFF, CHURCH, FLIP, PAY, PENALTY, PLACE, TAKE, State
from replay.problems import DOUBT_POSSIBLE, DOUBT_STOOD, DOUBT_UNJUDGED, Fault


def forgive(s: State, rule: str, message: str, *, word: int | None = None, because: Sequence[int] = (),
            mention: Sequence[str] = ()) -> None:  # fmt: skip
    """Raise the fault, unless the event carries `!`: then it stands."""
    if not s.stood:
        raise Fault(rule, message, word=word, because=because, mention=mention)
    s.flag |= DOUBT_STOOD
    s.doubt = s.doubt or message


def open_ruling(s: State, ruling: str, allowed: str, rule: str, message: str, word: int | None = None) -> None:
    """An event that rests on an open ruling: settled, forbidden, or unjudged (with `!`: stood)."""
    setting = s.rulings.get(ruling)
    if setting == allowed:
        return
    if setting is not None:
        forgive(s, rule, message, word=word)
        return
    s.flag |= DOUBT_STOOD if s.stood else DOUBT_UNJUDGED
    s.doubt = s.doubt or ruling


def maybe(s: State, reason: str) -> None:
    """The event is possible, for this reason, not proven."""
    s.flag |= DOUBT_POSSIBLE
    s.doubt = s.doubt or reason


def who(seat: int) -> str:
    """The mark of a seat in a message; the referee writes the handle in its place."""
    return f"{{{seat}}}"


def clockwise(s: State, seat: int) -> int:
    """The seat on the left of `seat`."""
    return (seat + 1) % s.players


def is_gold(code: int) -> bool:
    """Whether a code is a Gold card."""
    return FIRST_GOLD <= code < FIRST_CHURCH


def is_church(code: int) -> bool:
    """Whether a code is a Church card."""
    return FIRST_CHURCH <= code < KINDS


def misplaced(s: State, seat: int, what: str, word: int | None = None) -> Fault:
    """The fault of an event that does not belong to this phase, or comes from the wrong player."""
    phase = s.phase
    if phase == PLACE:
        left = s.per_turn - s.placed
        if seat != s.active and what in ("keeps", "auctions", "shows"):
            return Fault("biblios.gift.active-player", f"{who(seat)} places a card, but it is {who(s.active)}'s turn",
                         word=-2, because=(s.turn_ply,))  # fmt: skip
        cards = "card is" if left == 1 else "cards are"
        return Fault("biblios.gift.place-all",
                     f"{who(seat)} {what}, but {left} more {cards} to be placed by {who(s.active)} this turn",
                     word=word, because=(s.turn_ply,))  # fmt: skip
    if phase == TAKE:
        return Fault("biblios.gift.take-in-turn",
                     f"{who(seat)} {what}, but {who(s.turn)} must take one of the public cards", word=-2 if what == "takes" else word,
                     because=(s.take_ply,))  # fmt: skip
    if phase == CHURCH:
        return Fault("biblios.church.first",
                     f"{who(seat)} {what}, but {who(s.owner)} must first use or decline {NAMES[s.pending]}", word=word,
                     because=(s.paid_ply or s.kept_ply,))  # fmt: skip
    if phase == FLIP:
        return Fault("biblios.auction.flip", f"{who(seat)} {what}, but {who(s.active)} turns up the next lot",
                     word=-2 if what == "flips" else word, because=(s.lots[-1][7],) if s.lots else ())  # fmt: skip
    if phase == BID:
        return Fault("biblios.auction.in-turn", f"{who(seat)} {what}, but {who(s.turn)} must bid or pass",
                     word=-2 if what in ("bids", "passes") else word, because=(s.stand_ply or s.flip_ply,))  # fmt: skip
    if phase == PAY:
        verb = "discard" if is_gold(s.lot) else "pay"
        return Fault("biblios.auction.winner-pays",
                     f"{who(seat)} {what}, but {who(s.holder)} won at {s.standing} and must {verb} or default", word=word,
                     because=(s.stand_ply,))  # fmt: skip
    if phase == PENALTY:
        if s.penalty == BLUFF:
            must = f"{who(s.holder)} must lose a card"
        else:
            must = f"{who(s.drawer)} must draw a card from {who(s.holder)}"
        return Fault(
            "biblios.penalty.first",
            f"{who(seat)} {what}, but {must} first",
            word=word,
            because=(s.out_ply[s.holder],),
        )
    return Fault("biblios.end.over", f"{who(seat)} {what}, but the game is over", word=word,
                 because=(s.lots[-1][7],) if s.lots else ())  # fmt: skip
