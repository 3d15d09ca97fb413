"""The position of a game of Biblios and the rules that change it.

Each verb has one function here that checks an event in rulebook order (raising `Fault` with the rule's id) and then
acts in place through a function with a leading underscore, which bots and playouts call directly. `play` is the only
gate for logs. Seats are indexes into the players, 0 is the start player; cards and dice are small integers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from replay.games import Move
from replay.games.biblios.cards import (
    CATEGORIES,
    CATEGORY,
    CHURCH_DELTAS,
    CHURCH_DICE,
    CLASS,
    CLASS_MEMBERS,
    CLASSES,
    COPIES,
    DECK,
    DIE_HIGH,
    DIE_LOW,
    DIE_START,
    FIRST_CHURCH,
    FIRST_CLASS,
    FIRST_GOLD,
    KINDS,
    NAMES,
    UNKNOWN,
    VALUE,
    name_cards,
    set_aside,
)
from replay.piles import Ledger, Pile
from replay.problems import DOUBT_POSSIBLE, DOUBT_STOOD, DOUBT_UNJUDGED, Fault

KEEPS, AUCTIONS, SHOWS, TAKES, USES, DECLINES, FLIPS, BIDS, PASSES, PAYS, DISCARDS, DEFAULTS, DRAWS, LOSES, HOLDS = (
    range(15)
)
VERBS: Final = {
    "keeps": KEEPS, "auctions": AUCTIONS, "shows": SHOWS, "takes": TAKES, "uses": USES, "declines": DECLINES,
    "flips": FLIPS, "bids": BIDS, "passes": PASSES, "pays": PAYS, "discards": DISCARDS, "defaults": DEFAULTS,
    "draws": DRAWS, "loses": LOSES, "holds": HOLDS,
}  # fmt: skip
VERB_NAMES: Final = tuple(VERBS)

PLACE, TAKE, CHURCH, FLIP, BID, PAY, PENALTY, OVER = range(8)
PHASE_NAMES: Final = ("place", "take", "church", "flip", "bid", "pay", "penalty", "over")

STANDARD, BLUFF = "standard", "medieval-bluff"


class State:
    """A position. Public parts (seats are indexes, codes are those of `replay.games.biblios.cards`):

    ply, phase, active      events played; phase (one of `PHASE_NAMES`' indexes); seat whose turn it is
    hands, auction, gone    `Pile`s: a hand per seat, the Auction pile, cards out of the game (discards)
    public, removed         this turn's public cards; cards set aside at set-up
    deck                    cards still in the draw pile
    dice                    pips of the five dice, in the order of `CATEGORIES`
    lot, lot_word           code of the card being auctioned, -1 where there is none; the same as the log wrote it
    standing, holder, turn  standing bid (0: none), who holds it (-1: nobody), whose word it is
    bidding, offenders      per seat: still in the bidding; out of this lot after a default
    pending, owner          Church card that must be used or declined (-1: none) and by whom
    lots                    finished lots: (ply of the flip, code, winner or -1, price, paid, defaults, active, ply of the end)
    bids                    (ply, number of the lot from 0, round of bidding from 0, seat, amount; 0 is a pass)
    changes                 dice named: (ply, category, from, to, seat, Church code, asked delta)
    gains                   cards that came to a hand: (ply, seat, code, how) with how one of `HOW`
    losses                  cards that left a hand: (ply, seat, code, why) with why one of `WHY`
    """

    __slots__ = (
        "active",
        "after",
        "aside",
        "auction",
        "auctioned",
        "auctioned_ply",
        "bidding",
        "bids",
        "changes",
        "deck",
        "defaults",
        "defaults_lot",
        "dice",
        "doubt",
        "drawer",
        "flag",
        "flip_ply",
        "gains",
        "gone",
        "handles",
        "hands",
        "holder",
        "kept",
        "kept_church",
        "kept_ply",
        "kept_seat",
        "ledger",
        "left",
        "losses",
        "lot",
        "lot_word",
        "lots",
        "offenders",
        "out_ply",
        "owner",
        "paid_ply",
        "pass_ply",
        "penalty",
        "pending",
        "phase",
        "placed",
        "players",
        "ply",
        "public",
        "removed",
        "round",
        "rulings",
        "scored",
        "shown",
        "shown_hands",
        "stand_ply",
        "standing",
        "stock",
        "stood",
        "take_ply",
        "takes",
        "turn",
        "turn_ply",
        "unknown_kept",
    )  # fmt: skip

    def __init__(self, handles: Sequence[str], penalty: str = STANDARD, rulings: dict[str, str] | None = None,
                 aside: Sequence[int] = (), copies: Sequence[int] = COPIES) -> None:  # fmt: skip
        players = len(handles)
        gold_each, random_cards = set_aside(players)
        self.players = players
        self.handles = tuple(handles)
        self.penalty = penalty
        self.rulings = rulings or {}
        self.aside = tuple(aside)
        self.ledger = Ledger(copies, CLASS, CLASS_MEMBERS, (FIRST_CHURCH, KINDS))
        self.hands = [Pile(KINDS, CLASSES) for _ in range(players)]
        self.auction = Pile(KINDS, CLASSES, wide=True)
        self.public = Pile(KINDS, CLASSES)
        self.gone = Pile(KINDS, CLASSES)
        self.removed = Pile(KINDS, CLASSES, wide=True)
        self._set_aside(gold_each, random_cards)
        self.deck = sum(copies) - self.removed.n
        self.ledger.wide = self.removed.loose + self.deck
        self.ply = 0
        self.flag = 0
        self.doubt = ""
        self.stood = False
        self.phase = PLACE
        self.active = 0
        self.dice = [DIE_START] * len(CATEGORIES)
        self.placed = self.kept = self.auctioned = self.shown = 0
        self.kept_church = -1
        self.kept_ply = self.auctioned_ply = self.turn_ply = 0
        self.unknown_kept = False
        self.kept_seat = -1
        self.takes = 0
        self.take_ply = 0
        self.turn = 0
        self.pending = -1
        self.owner = -1
        self.after = PLACE
        self.lot = -1
        self.lot_word = -1
        self.flip_ply = self.stand_ply = self.paid_ply = 0
        self.standing = 0
        self.holder = -1
        self.round = 0
        self.left = 0
        self.bidding = [False] * players
        self.offenders = [False] * players
        self.pass_ply = [0] * players
        self.out_ply = [0] * players
        self.defaults = 0
        self.defaults_lot = 0
        self.drawer = -1
        self.shown_hands = [0] * players
        self.lots: list[tuple[int, int, int, int, int, int, int, int]] = []
        self.bids: list[tuple[int, int, int, int, int]] = []
        self.changes: list[tuple[int, int, int, int, int, int, int]] = []
        self.gains: list[tuple[int, int, int, str]] = []
        self.losses: list[tuple[int, int, int, str]] = []
        self.stock: list[int] | None = None
        self.scored: tuple[int, Any] | None = None  # (ply, `Score`): see `scoring.final`

    def _set_aside(self, gold_each: int, random_cards: int) -> None:
        """Put the cards that the header's `removed:` names, and the Gold that set-up asks for, into `removed`."""
        named = [0] * (KINDS + CLASSES)
        for code in self.aside:
            named[code] += 1
        for kind in range(FIRST_GOLD, FIRST_CHURCH):
            named[kind] = max(named[kind], gold_each)
        total = gold_each * (FIRST_CHURCH - FIRST_GOLD) + random_cards
        for code, number in enumerate(named):
            for _ in range(number):
                if code < FIRST_CLASS:
                    self.ledger.pool[code] -= 1
                else:
                    self.ledger.reserved[code - FIRST_CLASS] += 1
                    self.ledger.fuzzy = True
                self.ledger.put(self.removed, code)
        self.removed.loose = total - self.removed.n
        self.removed.n = total

    def clone(self) -> State:
        """An independent copy (histories are copied too)."""
        new: State = State.__new__(State)
        new.players = self.players
        new.handles = self.handles
        new.penalty = self.penalty
        new.rulings = self.rulings
        new.aside = self.aside
        new.ledger = self.ledger.clone()
        new.hands = [hand.clone() for hand in self.hands]
        new.auction = self.auction.clone()
        new.public = self.public.clone()
        new.gone = self.gone.clone()
        new.removed = self.removed.clone()
        new.dice = self.dice[:]
        new.bidding = self.bidding[:]
        new.offenders = self.offenders[:]
        new.pass_ply = self.pass_ply[:]
        new.out_ply = self.out_ply[:]
        new.shown_hands = self.shown_hands[:]
        new.lots = self.lots[:]
        new.bids = self.bids[:]
        new.changes = self.changes[:]
        new.gains = self.gains[:]
        new.losses = self.losses[:]
        new.stock = self.stock[:] if self.stock is not None else None
        for name in _PLAIN:
            setattr(new, name, getattr(self, name))
        return new

    def is_over(self) -> bool:
        """Whether the last lot has been sold or discarded; only hands may be shown after that."""
        return self.phase == OVER

    @property
    def per_turn(self) -> int:
        """Cards that are placed in a Gift turn."""
        return self.players + 1


_COPIED: Final = {
    "ledger", "hands", "auction", "public", "gone", "removed", "dice", "bidding", "offenders", "pass_ply", "out_ply",
    "shown_hands", "lots", "bids", "changes", "gains", "losses", "stock", "players", "handles", "penalty", "rulings", "aside",
}  # fmt: skip
_PLAIN: Final = tuple(name for name in State.__slots__ if name not in _COPIED)


# ----------------------------------------------------------------------------------------------------- shared checks


def play(s: State, move: Move) -> None:
    """Play one event in place: check it against the rules, then act. Raises Fault, leaving the position as it was."""
    HANDLERS[move[0]](s, move)
    s.ply += 1


def _forgive(s: State, rule: str, message: str, *, word: int | None = None, because: Sequence[int] = (),
             mention: Sequence[str] = ()) -> None:  # fmt: skip
    """Raise the fault, unless the event carries `!`: then it stands."""
    if not s.stood:
        raise Fault(rule, message, word=word, because=because, mention=mention)
    s.flag |= DOUBT_STOOD
    s.doubt = s.doubt or message


def _open(s: State, ruling: str, allowed: str, rule: str, message: str, word: int | None = None) -> None:
    """An event that rests on an open ruling: settled, forbidden, or unjudged (with `!`: stood)."""
    setting = s.rulings.get(ruling)
    if setting == allowed:
        return
    if setting is not None:
        _forgive(s, rule, message, word=word)
        return
    s.flag |= DOUBT_STOOD if s.stood else DOUBT_UNJUDGED
    s.doubt = s.doubt or ruling


def _maybe(s: State, reason: str) -> None:
    s.flag |= DOUBT_POSSIBLE
    s.doubt = s.doubt or reason


def _seat(seat: int) -> str:
    """The mark of a seat in a message; the referee writes the handle in its place."""
    return f"{{{seat}}}"


def _clockwise(s: State, seat: int) -> int:
    return (seat + 1) % s.players


def _misplaced(s: State, seat: int, what: str, word: int | None = None) -> Fault:
    """The fault of an event that does not belong to this phase, or comes from the wrong player."""
    phase = s.phase
    if phase == PLACE:
        left = s.per_turn - s.placed
        if seat != s.active and what in ("keeps", "auctions", "shows"):
            return Fault("biblios.gift.active-player", f"{_seat(seat)} places a card, but it is {_seat(s.active)}'s turn",
                         word=-2, because=(s.turn_ply,))  # fmt: skip
        cards = "card is" if left == 1 else "cards are"
        return Fault("biblios.gift.place-all",
                     f"{_seat(seat)} {what}, but {left} more {cards} to be placed by {_seat(s.active)} this turn",
                     word=word, because=(s.turn_ply,))  # fmt: skip
    if phase == TAKE:
        return Fault("biblios.gift.take-in-turn",
                     f"{_seat(seat)} {what}, but {_seat(s.turn)} must take one of the public cards", word=-2 if what == "takes" else word,
                     because=(s.take_ply,))  # fmt: skip
    if phase == CHURCH:
        return Fault("biblios.church.first",
                     f"{_seat(seat)} {what}, but {_seat(s.owner)} must first use or decline {NAMES[s.pending]}", word=word,
                     because=(s.paid_ply or s.kept_ply,))  # fmt: skip
    if phase == FLIP:
        return Fault("biblios.auction.flip", f"{_seat(seat)} {what}, but {_seat(s.active)} turns up the next lot",
                     word=-2 if what == "flips" else word, because=(s.lots[-1][7],) if s.lots else ())  # fmt: skip
    if phase == BID:
        return Fault("biblios.auction.in-turn", f"{_seat(seat)} {what}, but {_seat(s.turn)} must bid or pass",
                     word=-2 if what in ("bids", "passes") else word, because=(s.stand_ply or s.flip_ply,))  # fmt: skip
    if phase == PAY:
        verb = "discard" if _is_gold(s.lot) else "pay"
        return Fault("biblios.auction.winner-pays",
                     f"{_seat(seat)} {what}, but {_seat(s.holder)} won at {s.standing} and must {verb} or default", word=word,
                     because=(s.stand_ply,))  # fmt: skip
    if phase == PENALTY:
        if s.penalty == BLUFF:
            must = f"{_seat(s.holder)} must lose a card"
        else:
            must = f"{_seat(s.drawer)} must draw a card from {_seat(s.holder)}"
        return Fault(
            "biblios.penalty.first",
            f"{_seat(seat)} {what}, but {must} first",
            word=word,
            because=(s.out_ply[s.holder],),
        )
    return Fault("biblios.end.over", f"{_seat(seat)} {what}, but the game is over", word=word,
                 because=(s.lots[-1][7],) if s.lots else ())  # fmt: skip


def _is_gold(code: int) -> bool:
    return FIRST_GOLD <= code < FIRST_CHURCH


def _is_church(code: int) -> bool:
    return FIRST_CHURCH <= code < KINDS


# ------------------------------------------------------------------------------------------------------- gift phase


def _close_kept(s: State) -> None:
    """The unknown kept card was not used in time: it was no Church card."""
    ledger = s.ledger
    if ledger.restricted_pool() > ledger.wide - 1:
        raise Fault("biblios.gift.unknown-church",
                    f"the card that {_seat(s.kept_seat)} kept must have been a Church card, but it was neither used nor declined",
                    because=(s.kept_ply,))  # fmt: skip
    ledger.wide -= 1
    s.unknown_kept = False


def _closing(s: State, handler: Callable[[State, Any], None], move: Move) -> None:
    """Play an event before which the unknown kept card must have been used; a fault leaves that open again."""
    _close_kept(s)
    try:
        handler(s, move)
    except Fault:
        s.ledger.wide += 1
        s.unknown_kept = True
        raise


def _too_late(s: State, seat: int) -> bool:
    """Whether the card that `seat` places comes too late for the unknown kept card to be used after it."""
    if s.phase != PLACE or seat != s.active:
        return False
    return s.kept_seat != seat or s.placed == 0 or s.rulings.get("kept-church") == "at-once"


def _check_place(s: State, seat: int, verb: str) -> None:
    if s.phase != PLACE or seat != s.active:
        raise _misplaced(s, seat, verb)
    if s.kept_church >= 0 and s.rulings.get("kept-church") == "at-once":
        raise Fault("biblios.church.kept-time",
                    f"{_seat(seat)} {verb} a card before using or declining the kept {NAMES[s.kept_church]}",
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
        message = f"{_seat(seat)} {verb} {NAMES[code]}, but no {NAMES[code]} can be left in the deck ({count} in all)"
    elif code < FIRST_CLASS and not ledger.pool[code]:
        where = "set aside at set-up" if s.removed.sure[code] else "placed before"
        message = f"{_seat(seat)} {verb} {NAMES[code]}, but this card was {where}"
    else:
        message = f"{_seat(seat)} {verb} {NAMES[code]}, but this card cannot be left in the deck"
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
    s.turn = _clockwise(s, s.active)
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
        _end_turn(s)


def _end_turn(s: State) -> None:
    s.active = _clockwise(s, s.active)
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
    if s.unknown_kept and _too_late(s, seat):
        _closing(s, keeps, move)
        return
    if s.phase != PLACE or seat != s.active or s.kept_church >= 0:
        _check_place(s, seat, "keeps")
    if s.kept:
        again = "a second card" if s.kept == 1 else "yet another card"
        message = f"{_seat(seat)} keeps {again} this turn"
        if s.kept > 1 or _is_church(code):
            raise Fault("biblios.gift.keep-one", message, word=-1, because=(s.kept_ply,))
        _forgive(s, "biblios.gift.keep-one", message, word=-1, because=(s.kept_ply,))
    if s.ledger.fuzzy or code >= FIRST_CLASS or s.ledger.pool[code] <= 0:
        _check_draw(s, seat, code, "keeps")
    if code == UNKNOWN and s.kept and not s.ledger.restricted_pool() <= s.ledger.wide - 1:
        raise Fault("biblios.gift.unknown-church", f"{_seat(seat)} keeps a card that must be a Church card", word=0)
    _keeps(s, seat, code)


def _keeps(s: State, seat: int, code: int) -> None:
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
    if s.unknown_kept and _too_late(s, seat):
        _closing(s, auctions, move)
        return
    if s.phase != PLACE or seat != s.active or s.kept_church >= 0:
        _check_place(s, seat, "auctions")
    if s.auctioned:
        again = "a second card" if s.auctioned == 1 else "yet another card"
        message = f"{_seat(seat)} puts {again} of this turn on the Auction pile"
        if s.auctioned > 1 or _is_church(code):
            raise Fault("biblios.gift.auction-one", message, word=-1, because=(s.auctioned_ply,))
        _forgive(s, "biblios.gift.auction-one", message, word=-1, because=(s.auctioned_ply,))
    if s.ledger.fuzzy or code >= FIRST_CLASS or s.ledger.pool[code] <= 0:
        _check_draw(s, seat, code, "auctions")
    _auctions(s, seat, code)


def _auctions(s: State, seat: int, code: int) -> None:
    s.auctioned += 1
    if s.auctioned == 1:
        s.auctioned_ply = s.ply + 1
    _draw(s, s.auction, code)
    _placed(s)


def shows(s: State, move: Move) -> None:
    """The active player makes a drawn card public. Rules: gift.*, deck.copies."""
    _, seat, code = move
    if s.unknown_kept and _too_late(s, seat):
        _closing(s, shows, move)
        return
    if s.phase != PLACE or seat != s.active or s.kept_church >= 0:
        _check_place(s, seat, "shows")
    if s.shown >= s.players - 1:
        number = s.players - 1
        cards = "card is" if number == 1 else "cards are"
        raise Fault("biblios.gift.show-rest", f"{_seat(seat)} shows one card too many: {number} {cards} public already",
                    word=-1, because=(s.turn_ply,))  # fmt: skip
    if s.ledger.fuzzy or code >= FIRST_CLASS or s.ledger.pool[code] <= 0:
        _check_draw(s, seat, code, "shows")
    _shows(s, seat, code)


def _shows(s: State, seat: int, code: int) -> None:
    s.shown += 1
    _draw(s, s.public, code)
    _placed(s)


def takes(s: State, move: Move) -> None:
    """An opponent takes a public card. Rules: gift.take-in-turn, gift.take-public."""
    _, seat, code = move
    if s.phase != TAKE or seat != s.turn:
        raise _misplaced(s, seat, "takes")
    if s.unknown_kept:
        _closing(s, takes, move)
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
            _end_turn(s)
        return
    taken = s.ledger.take(public, code)
    if taken is None:
        raise Fault("biblios.gift.take-public", f"{_seat(seat)} takes {NAMES[code]}, which is not among the public cards", word=0,
                    because=(s.turn_ply,), mention=(NAMES[code],))  # fmt: skip
    if not taken[1]:
        _maybe(s, f"{NAMES[code]} fits if the letter is right")
    _takes(s, seat, taken[0])


def _takes(s: State, seat: int, code: int) -> None:
    """`code` has left the public cards."""
    s.turn = _clockwise(s, seat)
    s.takes += 1
    s.take_ply = s.ply + 1
    if _is_church(code):
        s.pending = code
        s.owner = seat
        s.after = TAKE
        s.phase = CHURCH
        s.paid_ply = s.ply + 1
        return
    s.ledger.put(s.hands[seat], code)
    s.gains.append((s.ply + 1, seat, code, "taken"))
    if not s.public.n:
        _end_turn(s)


# ----------------------------------------------------------------------------------------------------- Church cards


def _check_church(s: State, seat: int, code: int, verb: str) -> bool:
    """Whether this Church card may be used or declined now; True if it is the unknown kept card that shows itself."""
    if s.phase == CHURCH:
        if seat != s.owner:
            raise Fault("biblios.church.acquired",
                        f"{_seat(seat)} {verb} {NAMES[code]}, but {_seat(s.owner)} acquired {NAMES[s.pending]}", word=-2,
                        because=(s.paid_ply,))  # fmt: skip
        if code != s.pending:
            raise Fault("biblios.church.acquired", f"{_seat(seat)} {verb} {NAMES[code]}, but acquired {NAMES[s.pending]}", word=0,
                        because=(s.paid_ply,), kind="impossible")  # fmt: skip
        return False
    timing = s.rulings.get("kept-church", "either")
    if s.phase == PLACE and seat == s.active and s.kept_church >= 0:
        if code != s.kept_church:
            raise Fault("biblios.church.acquired", f"{_seat(seat)} {verb} {NAMES[code]}, but kept {NAMES[s.kept_church]}", word=0,
                        because=(s.kept_ply,), kind="impossible")  # fmt: skip
        if s.kept_ply != s.ply or timing == "after-allocation":
            raise Fault("biblios.church.kept-time",
                        f"{_seat(seat)} {verb} the kept {NAMES[code]} before the last card of the turn is placed", word=-1,
                        because=(s.kept_ply,))  # fmt: skip
        return False
    if s.unknown_kept and seat == s.kept_seat:
        placing = s.phase == PLACE and s.active == seat and s.placed > 0
        early = placing and s.kept_ply == s.ply
        late = not placing and s.takes == 0 and s.placed in (0, s.per_turn)
        if late and timing == "at-once" and s.kept_ply != s.ply:
            raise Fault("biblios.church.kept-time", f"{_seat(seat)} {verb} the kept {NAMES[code]} too late", word=-1,
                        because=(s.kept_ply,))  # fmt: skip
        if (placing and not early) or (early and timing == "after-allocation"):
            raise Fault("biblios.church.kept-time",
                        f"{_seat(seat)} {verb} the kept {NAMES[code]} before the last card of the turn is placed", word=-1,
                        because=(s.kept_ply,))  # fmt: skip
        if early or late:
            if not s.ledger.could_be(code, wide=True):
                raise Fault("biblios.deck.copies", f"{_seat(seat)} {verb} {NAMES[code]}, which cannot be the card kept", word=0,
                            because=(s.kept_ply,), mention=(NAMES[code],))  # fmt: skip
            return True
    if s.phase in (TAKE, FLIP, BID, PAY, PENALTY, OVER) or (s.phase == PLACE and seat == s.active):
        rule = "biblios.church.acquired" if s.phase in (PLACE, FLIP) else ""
        if rule:
            raise Fault(
                rule,
                f"{_seat(seat)} {verb} {NAMES[code]}, but acquired no Church card just now",
                mention=(NAMES[code],),
            )
    raise _misplaced(s, seat, f"{verb} {NAMES[code]}")


def uses(s: State, move: Move) -> None:
    """The owner of a Church card just acquired changes dice with it. Rules: church.*, rulings capped-die, kept-church."""
    _, seat, code, changes = move
    named = _check_church(s, seat, code, "uses")
    wanted = CHURCH_DICE[code]
    if len(changes) != wanted:
        dice = "one die" if wanted == 1 else "two dice"
        raise Fault(
            "biblios.church.number",
            f"{NAMES[code]} changes {dice}, not {'one' if len(changes) == 1 else 'two'}",
            word=0,
        )
    acquired = (s.paid_ply if s.phase == CHURCH else s.kept_ply,)
    deltas = CHURCH_DELTAS[code]
    for index, (delta, category) in enumerate(changes):
        if delta not in deltas:
            way = "raises" if deltas == (1,) else "lowers"
            message = f"{NAMES[code]} {way} dice, it cannot do {'+' if delta > 0 else '-'}{CATEGORIES[category]}"
            _forgive(s, "biblios.church.direction", message, word=index + 1, because=acquired)
    if wanted == 2 and changes[0][1] == changes[1][1]:
        message = f"{_seat(seat)} names the {CATEGORIES[changes[0][1]]} die twice"
        _forgive(s, "biblios.church.different", message, word=2, because=acquired)
    for index, (delta, category) in enumerate(changes):
        if not DIE_LOW <= s.dice[category] + delta <= DIE_HIGH:
            message = f"the {CATEGORIES[category]} die is at {s.dice[category]} already"
            _open(s, "capped-die", "no-effect", "biblios.church.capped", message, index + 1)
    if named:
        _name_kept(s, code)
    _uses(s, seat, code, changes)


def _uses(s: State, seat: int, code: int, changes: Sequence[tuple[int, int]]) -> None:
    for delta, category in changes:
        before = s.dice[category]
        after = min(DIE_HIGH, max(DIE_LOW, before + delta))
        s.dice[category] = after
        s.changes.append((s.ply + 1, category, before, after, seat, code, delta))
    _church_done(s, seat, code)


def declines(s: State, move: Move) -> None:
    """The owner of a Church card just acquired lets it go unused. Rules: church.*, ruling kept-church."""
    _, seat, code = move
    if _check_church(s, seat, code, "declines"):
        _name_kept(s, code)
    _church_done(s, seat, code)


def _name_kept(s: State, code: int) -> None:
    """The unknown kept card turns out to be this Church card and leaves the hand."""
    s.ledger.wide -= 1
    s.ledger.fix_loose(s.hands[s.kept_seat], code)
    s.unknown_kept = False
    _maybe(s, f"{NAMES[code]} fits if it is the card kept")
    s.gains = [gain for gain in s.gains if gain[0] != s.kept_ply]


def _church_done(s: State, seat: int, code: int) -> None:
    s.ledger.put(s.gone, code)
    if s.phase != CHURCH:
        s.kept_church = -1
        return
    s.pending = -1
    s.owner = -1
    s.phase = s.after
    if s.phase == TAKE:
        if not s.public.n:
            _end_turn(s)
    elif s.phase == FLIP and not s.auction.n:
        s.phase = OVER


# ---------------------------------------------------------------------------------------------------- auction phase


def flips(s: State, move: Move) -> None:
    """The active player turns up the next lot. Rules: auction.flip, auction.pile."""
    _, seat, code = move
    if s.phase != FLIP or seat != s.active:
        raise _misplaced(s, seat, "flips")
    if s.unknown_kept:
        _closing(s, flips, move)
        return
    taken = s.ledger.take(s.auction, code)
    if taken is None:
        raise Fault("biblios.auction.pile", f"{_seat(seat)} flips {NAMES[code]}, which cannot be in the Auction pile", word=0,
                    mention=(NAMES[code],))  # fmt: skip
    if not taken[1]:
        _maybe(s, f"{NAMES[code]} fits if it was put on the Auction pile unseen")
    _flips(s, taken[0], code)


def _flips(s: State, code: int, word: int) -> None:
    """`code` has left the Auction pile; the log names it as `word`."""
    s.lot = code
    s.lot_word = word
    s.flip_ply = s.ply + 1
    s.round = 0
    if s.defaults_lot:
        s.defaults_lot = 0
        s.offenders = [False] * s.players
        s.out_ply = [0] * s.players
    _open_bidding(s)


def _open_bidding(s: State) -> None:
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
        _lot_done(s, -1, 0, 0)


def _check_word(s: State, seat: int, verb: str) -> None:
    """Whether it is this player's word in the bidding."""
    if s.phase == BID and seat == s.turn:
        return
    if s.phase == BID and s.offenders[seat]:
        raise Fault("biblios.auction.offender-out", f"{_seat(seat)} {verb}, but could not pay for this card", word=-2,
                    because=(s.out_ply[seat],))  # fmt: skip
    if s.phase == BID and not s.bidding[seat]:
        raise Fault("biblios.auction.pass-final", f"{_seat(seat)} {verb}, but has passed on this lot", word=-2,
                    because=(s.pass_ply[seat],))  # fmt: skip
    raise _misplaced(s, seat, verb)


def bids(s: State, move: Move) -> None:
    """A player bids for the lot. Rules: auction.in-turn, bid-one, bid-higher."""
    _, seat, amount = move
    if s.phase != BID or seat != s.turn:
        _check_word(s, seat, "bids")
    if amount <= s.standing:
        if amount < 1:
            raise Fault("biblios.auction.bid-one", f"{_seat(seat)} bids {amount}", word=0)
        raise Fault("biblios.auction.bid-higher", f"{_seat(seat)} bids {amount}, but the standing bid is {s.standing}", word=0,
                    because=(s.stand_ply,))  # fmt: skip
    _bids(s, seat, amount)


def _bids(s: State, seat: int, amount: int) -> None:
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
    _passes(s, seat)


def _passes(s: State, seat: int) -> None:
    bidding = s.bidding
    bidding[seat] = False
    ply = s.ply + 1
    s.pass_ply[seat] = ply
    s.bids.append((ply, len(s.lots), s.round, seat, 0))
    s.left = left = s.left - 1
    if left == 1 and s.holder >= 0:
        s.phase = PAY
    elif not left:
        _lot_done(s, -1, 0, 0)
    else:
        players = s.players
        seat = (seat + 1) % players
        while not bidding[seat]:
            seat = (seat + 1) % players
        s.turn = seat


def _lot_done(s: State, winner: int, price: int, paid: int) -> None:
    """The lot is sold or discarded; the active player moves left, and a bought Church card works first."""
    code = s.lot
    ply = s.ply + 1
    s.lots.append((s.flip_ply, s.lot_word, winner, price, paid, s.defaults_lot, s.active, ply))
    s.lot = -1
    s.active = _clockwise(s, s.active)
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


def _check_payer(s: State, seat: int, verb: str) -> None:
    if s.phase != PAY or seat != s.holder:
        raise _misplaced(s, seat, verb, -2)


def _check_held(s: State, seat: int, codes: Sequence[int], verb: str) -> bool:
    """Whether the hand may hold these Gold cards; True if it certainly does. Changes nothing."""
    hand = s.hands[seat]
    loose = 0
    for kind in range(FIRST_GOLD, FIRST_CHURCH):
        need = codes.count(kind)
        short = need - hand.sure[kind]
        if short > 0:
            loose += short
            if short > s.ledger.pool[kind] or loose > hand.loose:
                have = hand.sure[kind]
                held = f"holds no {NAMES[kind]}" if not have else f"holds only {have} {NAMES[kind]}"
                if hand.loose:
                    held = f"cannot hold {need} {NAMES[kind]}" if need > 1 else f"cannot hold {NAMES[kind]}"
                word = [i for i, code in enumerate(codes) if code == kind][min(have, need - 1)]
                raise Fault("biblios.auction.held", f"{_seat(seat)} {verb} {name_cards(codes)}, but {held}", word=word,
                            mention=(NAMES[kind],))  # fmt: skip
    return not loose


def pays(s: State, move: Move) -> None:
    """The winner pays for a lot that is not Gold. Rules: auction.gold-pays, held, enough; ruling spare-gold."""
    _, seat, codes = move
    _check_payer(s, seat, "pays")
    if _is_gold(s.lot):
        raise Fault("biblios.auction.cards-pay", f"{_seat(seat)} pays, but {NAMES[s.lot]} costs {s.standing} cards of any kind",
                    word=-1, because=(s.flip_ply,))  # fmt: skip
    total = 0
    lowest = 99
    for index, code in enumerate(codes):
        if not FIRST_GOLD <= code < FIRST_CHURCH:
            raise Fault("biblios.auction.gold-pays", f"{_seat(seat)} pays with {NAMES[code]}, which is not Gold", word=index,
                        because=(s.flip_ply,))  # fmt: skip
        value = VALUE[code]
        total += value
        if value < lowest:
            lowest = value
    sure = s.hands[seat].sure
    certain = True
    for code in codes:
        if sure[code] < codes.count(code):
            certain = _check_held(s, seat, codes, "pays")
            break
    if total < s.standing:
        _forgive(
            s, "biblios.auction.enough", f"{_seat(seat)} pays {total} for a bid of {s.standing}", because=(s.stand_ply,)
        )
    elif total - lowest >= s.standing:
        spare = next(i for i, code in enumerate(codes) if VALUE[code] == lowest)
        _open(s, "spare-gold", "allowed", "biblios.auction.spare-gold",
              f"{_seat(seat)} pays {total} for a bid of {s.standing}; {NAMES[codes[spare]]} was not needed", spare)  # fmt: skip
    if not certain:
        _maybe(s, f"fits if {_seat(seat)} holds {name_cards(codes)}")
    _pays(s, seat, codes, total)


def _pays(s: State, seat: int, codes: Sequence[int], total: int) -> None:
    hand, gone = s.hands[seat], s.gone
    for code in codes:
        if hand.sure[code]:
            hand.sure[code] -= 1
            hand.n -= 1
        else:
            s.ledger.fix_loose(hand, code)
        gone.sure[code] += 1
        gone.n += 1
        s.losses.append((s.ply + 1, seat, code, "paid"))
    _lot_done(s, seat, s.standing, total)


def discards(s: State, move: Move) -> None:
    """The winner of a Gold lot discards cards, face down. Rules: auction.cards-pay, gold-pays, held, count."""
    _, seat, codes = move
    _check_payer(s, seat, "discards")
    if not _is_gold(s.lot):
        raise Fault("biblios.auction.gold-pays", f"{_seat(seat)} discards, but {NAMES[s.lot]} is paid for with Gold cards (pays)",
                    word=-1, because=(s.flip_ply,))  # fmt: skip
    hand = s.hands[seat]
    if len(codes) > hand.n:
        raise Fault("biblios.auction.held", f"{_seat(seat)} discards {len(codes)} cards, but holds only {hand.n}")
    if len(codes) != s.standing:
        cards = "card" if s.standing == 1 else "cards"
        _forgive(s, "biblios.auction.count", f"{_seat(seat)} discards {len(codes)}, but the bid was {s.standing} {cards}",
                 because=(s.stand_ply,))  # fmt: skip
    _hand_over(s, seat, codes, s.gone, "biblios.auction.held", "discards")
    s.losses.extend([(s.ply + 1, seat, code, "discarded") for code in codes])
    _lot_done(s, seat, s.standing, len(codes))


def _hand_over(s: State, seat: int, codes: Sequence[int], target: Pile, rule: str, verb: str, by: int = -1) -> None:
    """Cards go from a hand to another pile, named or not. Raises Fault without a change.

    `verb` says what happens, `by` who does it to the hand (-1: its owner).
    """
    hand = s.hands[seat]
    sure = hand.sure
    for code in codes:
        if code >= FIRST_CLASS or sure[code] < codes.count(code):
            s.ledger.merge(target, _leave(s, seat, codes, rule, verb, by))
            return
    known = target.sure
    for code in codes:
        sure[code] -= 1
        known[code] += 1
    hand.n -= len(codes)
    target.n += len(codes)


def _leave(s: State, seat: int, codes: Sequence[int], rule: str, verb: str, by: int) -> Pile:
    """Cards of which not all are certain leave a hand; what is known of them comes back (see `_hand_over`)."""
    hand, ledger = s.hands[seat], s.ledger
    gone = Pile(KINDS, CLASSES)
    keep: tuple[Pile, Ledger] | None = None
    unknown = 0
    for index, code in enumerate(codes):
        if code == UNKNOWN:
            unknown += 1
            continue
        if keep is None and len(codes) > 1:
            keep = hand.clone(), ledger.clone()
        taken = ledger.take(hand, code)
        if taken is None:
            if keep is not None:
                hand.restore(keep[0])
                s.ledger = keep[1]
            message = f"{_seat(seat)} {verb} {NAMES[code]}, which {_seat(seat)} does not hold"
            if by >= 0:
                message = f"{_seat(by)} {verb} {NAMES[code]} from {_seat(seat)}, who does not hold it"
            raise Fault(rule, message, word=index, mention=(NAMES[code],))
        if not taken[1]:
            _maybe(s, f"fits if {_seat(seat)} holds {NAMES[code]}")
        ledger.put(gone, taken[0])
    if unknown:
        ledger.merge(gone, ledger.take_unknown(hand, unknown))
    return gone


def solvent(s: State, seat: int) -> bool | None:
    """Whether `seat` could pay the standing bid for the lot: None where hidden cards decide it."""
    hand = s.hands[seat]
    if _is_gold(s.lot):
        return hand.n >= s.standing
    total = sum([hand.sure[kind] * VALUE[kind] for kind in range(FIRST_GOLD, FIRST_CHURCH)])
    if total >= s.standing:
        return True
    loose = hand.loose
    for kind in range(FIRST_CHURCH - 1, FIRST_GOLD - 1, -1):
        number = min(loose, s.ledger.pool[kind])
        total += number * VALUE[kind]
        loose -= number
    return None if total >= s.standing else False


def defaults(s: State, move: Move) -> None:
    """The winner cannot (or will not) pay. Rules: auction.winner-pays; ruling refusal."""
    seat = move[1]
    _check_payer(s, seat, "defaults")
    can = solvent(s, seat)
    if can:
        _open(
            s, "refusal", "allowed", "biblios.auction.refusal", f"{_seat(seat)} defaults, but can pay {s.standing}", -1
        )
    elif can is None and s.rulings.get("refusal") != "allowed":
        if s.stood:
            _forgive(s, "biblios.auction.refusal", f"{_seat(seat)} defaults, but may be able to pay {s.standing}")
        else:
            _maybe(s, f"fits if {_seat(seat)} cannot pay {s.standing}")
    _defaults(s, seat)


def _defaults(s: State, seat: int) -> None:
    s.defaults_lot += 1
    s.offenders[seat] = True
    s.out_ply[seat] = s.ply + 1
    s.drawer = _clockwise(s, seat)
    if s.hands[seat].n:
        s.phase = PENALTY
    else:
        s.round += 1
        _open_bidding(s)


def draws(s: State, move: Move) -> None:
    """One of the others draws a card from the offender's hand (standard penalty). Rules: penalty.*."""
    _, seat, code, offender = move
    if s.phase != PENALTY:
        raise _misplaced(s, seat, "draws")
    if s.penalty == BLUFF:
        raise Fault("biblios.penalty.kind", f"{_seat(seat)} draws a card, but the penalty of this game is medieval-bluff (loses)",
                    word=-1, because=(s.out_ply[s.holder],))  # fmt: skip
    if offender != s.holder:
        raise Fault("biblios.penalty.order", f"{_seat(seat)} draws from {_seat(offender)}, but {_seat(s.holder)} could not pay",
                    word=2, because=(s.out_ply[s.holder],))  # fmt: skip
    if seat != s.drawer:
        raise Fault("biblios.penalty.order", f"{_seat(seat)} draws, but it is {_seat(s.drawer)}'s turn to draw", word=-2,
                    because=(s.out_ply[s.holder],))  # fmt: skip
    _hand_over(s, offender, (code,), s.hands[seat], "biblios.penalty.held", "draws", by=seat)
    _draws(s, seat, offender, code)


def _draws(s: State, seat: int, offender: int, code: int) -> None:
    s.losses.append((s.ply + 1, offender, code, "drawn"))
    s.gains.append((s.ply + 1, seat, code, "drawn"))
    s.drawer = _clockwise(s, seat)
    if s.drawer == offender or not s.hands[offender].n:
        s.drawer = -1
        s.round += 1
        _open_bidding(s)


def loses(s: State, move: Move) -> None:
    """The offender loses one card to the discard (Medieval bluff). Rules: penalty.*."""
    _, seat, code = move
    if s.phase != PENALTY:
        raise _misplaced(s, seat, "loses")
    if s.penalty != BLUFF:
        raise Fault("biblios.penalty.kind", f"{_seat(seat)} loses a card, but the penalty of this game is standard (draws)",
                    word=-1, because=(s.out_ply[s.holder],))  # fmt: skip
    if seat != s.holder:
        raise Fault("biblios.penalty.order", f"{_seat(seat)} loses a card, but {_seat(s.holder)} could not pay", word=-2,
                    because=(s.out_ply[s.holder],))  # fmt: skip
    _hand_over(s, seat, (code,), s.gone, "biblios.penalty.held", "loses")
    s.losses.append((s.ply + 1, seat, code, "lost"))
    s.drawer = -1
    s.round += 1
    _open_bidding(s)


# ---------------------------------------------------------------------------------------------------------- the end


def _take_shown(ledger: Ledger, hand: Pile, code: int) -> tuple[int, bool] | None:
    """One card of a hand that is shown whole: a word without a letter stands for a certain card if one is left."""
    if code >= FIRST_CLASS:
        for kind in CLASS_MEMBERS[code - FIRST_CLASS]:
            if hand.sure[kind]:
                return ledger.take(hand, kind)
    return ledger.take(hand, code)


def holds(s: State, move: Move) -> None:
    """A whole hand is shown after the last lot. Rules: end.*."""
    _, seat, codes = move
    if s.phase == CHURCH:
        raise _misplaced(s, seat, "holds")
    if s.phase != OVER:
        raise Fault("biblios.end.holds-last", f"{_seat(seat)} shows a hand, but the last lot is not over", word=-1)
    if s.unknown_kept:
        _closing(s, holds, move)
        return
    if s.shown_hands[seat]:
        raise Fault(
            "biblios.end.holds-once", f"{_seat(seat)}'s hand was shown before", word=-2, because=(s.shown_hands[seat],)
        )
    hand, ledger = s.hands[seat], s.ledger
    if len(codes) != hand.n:
        raise Fault("biblios.end.holds-hand", f"{_seat(seat)} shows {len(codes)} cards, but holds {hand.n}", mention=())
    if not ledger.fuzzy and max(codes, default=0) < FIRST_CLASS:
        counts = [0] * KINDS
        for code in codes:
            counts[code] += 1
        if counts == hand.sure:
            s.shown_hands[seat] = s.ply + 1
            return
    keep = hand.clone(), ledger.clone()
    shown = Pile(KINDS, CLASSES)
    for index, code in sorted(enumerate(codes), key=lambda item: item[1]):
        taken = _take_shown(ledger, hand, code)
        if taken is None:
            hand.restore(keep[0])
            s.ledger = keep[1]
            raise Fault("biblios.end.holds-hand", f"{_seat(seat)} shows {NAMES[code]}, which {_seat(seat)} cannot hold", word=index,
                        mention=(NAMES[code],))  # fmt: skip
        if not taken[1]:
            _maybe(s, f"fits if {_seat(seat)} holds {NAMES[code]}")
        ledger.put(shown, taken[0])
    hand.restore(shown)
    s.shown_hands[seat] = s.ply + 1


HANDLERS: Final[tuple[Callable[[State, Any], None], ...]] = (
    keeps, auctions, shows, takes, uses, declines, flips, bids, passes, pays, discards, defaults, draws, loses, holds,
)  # fmt: skip

__all__ = [
    "AUCTIONS",
    "BID",
    "BIDS",
    "BLUFF",
    "CATEGORY",
    "CHURCH",
    "DECK",
    "DECLINES",
    "DEFAULTS",
    "DISCARDS",
    "DRAWS",
    "FLIP",
    "FLIPS",
    "HOLDS",
    "KEEPS",
    "LOSES",
    "OVER",
    "PASSES",
    "PAY",
    "PAYS",
    "PENALTY",
    "PHASE_NAMES",
    "PLACE",
    "SHOWS",
    "STANDARD",
    "TAKE",
    "TAKES",
    "USES",
    "VERBS",
    "VERB_NAMES",
    "State",
    "play",
    "solvent",
]  # fmt: skip
