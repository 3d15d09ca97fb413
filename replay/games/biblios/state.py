"""The position of a game of Biblios. What changes it lies in `play` and the modules `play_…`, one a part of the game.

Seats are indexes into the players, 0 is the start player; cards and dice are small integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from replay.games.biblios.cards import (
    CATEGORIES,
    CLASS,
    CLASS_MEMBERS,
    CLASSES,
    COPIES,
    DIE_START,
    FIRST_CHURCH,
    FIRST_CLASS,
    FIRST_GOLD,
    KINDS,
    set_aside,
)
from replay.piles import Ledger, Pile

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
    worked                  Church cards used or declined: (ply, seat, code, whether it was used)
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
        "worked",
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
        self.worked: list[tuple[int, int, int, bool]] = []
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
        new.worked = self.worked[:]
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
    "shown_hands", "lots", "bids", "changes", "gains", "losses", "worked", "stock", "players", "handles", "penalty", "rulings", "aside",
}  # fmt: skip
_PLAIN: Final = tuple(name for name in State.__slots__ if name not in _COPIED)
