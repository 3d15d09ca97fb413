"""The position of a game of Biblios Dice, changed in place by `play`.

Everything is small integers in flat lists; `clone` copies them. Actors are the players by seat and, with two players,
Cadfael on seat 2; `pos[track * actors + actor]` is the space of a marker, counted from 0.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from replay.games.biblios_dice.codes import RESOURCES, UNSHOWN
from replay.games.biblios_dice.components import Sheet

# What is due next. A Bishop token that is due (`State.due`) comes before anything else.
CADFAEL: Final = 0
"""Cadfael's dice, at the start of a round with two players."""
ROLL: Final = 1
ROLLED: Final = 2
"""The first player re-rolls, or lets the round go on by the first take or the split."""
SELECT: Final = 3
MARKET: Final = 4
"""The gold die has been re-rolled for the market: again while it shows gold for all, else the split."""
BID: Final = 5
CHOOSE: Final = 6
GROUP: Final = 7
OVER: Final = 8
PHASES: Final = ("cadfael", "roll", "rolled", "select", "market", "bid", "choose", "group", "over")

#: Index of the gold and of the adjustment die in `State.pool`; the resource dice are counted at their face.
POOL_GOLD: Final = 6
POOL_ADJUST: Final = 7

# Why a marker moved.
BY_TAKE: Final = 0
BY_GROUP: Final = 1
BY_CONVERSION: Final = 2
BY_TOKEN: Final = 3
BY_CADFAEL: Final = 4
CAUSES: Final = ("take", "group", "conversion", "token", "cadfael")

END_NAMES: Final = (None, "bishop", "resources", "both")


class Rulings(NamedTuple):
    """How open rulings stand: `…_open` is true while the header does not settle the question."""

    tokens_open: bool
    wins_open: bool
    cadfael_wins: bool
    converts_open: bool
    capped_open: bool
    capped_forbidden: bool
    order_open: bool
    topped_open: bool
    floor_open: bool
    floor_zero: bool


#: One simultaneous turn-up of bidding cards: its ply, and (actor, card) as written.
Reveal = tuple[int, tuple[tuple[int, int], ...]]


class Auction(NamedTuple):
    """One auction of a market, from its last turn-up on.

    ranked   (actor, total) from the highest on, totals of 0 left out, as they stood before anybody was found out
    overbid  actors who owed more than they had, in the order in which they were found out, and `lost` their gold
    first, second   actors or -1; `paid` is what they paid. `split_ply` and `ply` are the plies of the split and of the end
    of the bidding, `purses` the players' gold during it. The `groups` (last, as the choice comes last) are the indices of
    their groups or -1 (not chosen, or nobody's).
    """

    round: int
    roller: int
    groups: tuple[tuple[int, ...], tuple[int, ...]]
    banned: int
    reveals: tuple[Reveal, ...]
    ranked: tuple[tuple[int, int], ...]
    overbid: tuple[int, ...]
    lost: tuple[int, ...]
    first: int
    first_paid: int
    second: int
    second_paid: int
    split_ply: int
    ply: int
    purses: tuple[int, ...]
    first_group: int
    second_group: int


class State:
    """One position. See the module for the layout.

    sheet, rulings, handles, players, actors, objectives   what the header says; never changed
    cadfael                    Cadfael's seat, or -1 where he does not play
    ply, flag, doubt, stood    see `replay.games.State`
    phase, round, first, active   what is due, the number of the round from 1, the first player, who is to act
    mule, mule_die             the mule's space, and the face of its die (0: not rolled)
    rerolled                   whether the paid re-roll of this round is used
    left                       types of dice left in the pool, once dice are taken
    pool                       dice left to take: resource dice counted by face, then the faces of the gold and the adjustment
                               die (-1: gone). In a market the dice of the group being played
    pos, stamp                 spaces of the markers and times of arrival; the lower stamp is ahead on a space
    taken                      VP tokens gone, by track and stack
    tokens, turned             Bishop tokens left in each stack, and those turned so far in order
    due, due_seat              stacks whose token is to be turned now, the lower first, and by whom
    gold, vp                   gold of the players, VP tokens of the actors
    gold_out, vp_out           gold and VP taken from the supply, less what came back (conservation)
    values                     the five value dice
    groups                     the two groups of a market as written
    banned                     bits of those who may not bid in this (or else the next) auction
    live, spent, bids          bits of those who still bid, cards shown (bits by index) and totals, by actor
    reveals                    turn-ups of the auction under way
    cadfael_seen, cadfael_auctions   cards of Cadfael face up (bits), auctions since he shuffled
    auctions                   all auctions so far
    waiting                    (seat, group) still to be played after the group under way
    parts, group_from          parts of the group under way as played, and where its owner's markers stood
    shown, shown_order         objectives by player: a track, UNKNOWN (`?`) or UNSHOWN; and who has shown, in order
    end                        0, or 1 bishop, 2 resources, 3 both
    *_ply                      plies of recent events, for the reasons in messages
    lot                        number of the group under way: 2 × market + group, both from 0, plus 1; 0 where there is none

    Histories, for `facts` and the reasons in messages (no rule looks at them):

    moved      (ply, round, actor, track, from, to, cause, lot, VP of the tokens taken on the way); causes are in `CAUSES`
    changed    (ply, die, before, after, is a reset, seat, face of the adjustment die, operation) of value dice named
    gained     (ply, actor, gold, VP, lot) by the gold die and by Bishop tokens
    ended      (lot, ply) of every group that was played to its end
    """

    __slots__ = (
        "active", "actors", "auctions", "banned", "bids", "cadfael", "cadfael_auctions", "cadfael_seen", "changed",
        "choose_ply", "clock",
        "doubt", "due", "due_seat", "end", "end_ply", "ended", "first", "flag", "gained", "gold", "gold_out", "group_from",
        "groups", "handles", "left", "live", "lot", "moved", "mule", "mule_die", "objectives", "parts", "phase",
        "players", "ply", "pool", "pos",
        "reroll_ply", "rerolled", "reveals", "roll_ply", "round", "rulings", "sheet", "shown", "shown_order",
        "spent", "split_ply",
        "stamp", "stood", "take_ply", "taken", "tokens", "turned", "values", "vp", "vp_out", "waiting",
    )  # fmt: skip

    def __init__(self, sheet: Sheet, handles: tuple[str, ...], rulings: Rulings, objectives: bool) -> None:
        players = len(handles)
        cadfael = players == 2
        actors = players + cadfael
        self.cadfael = 2 if cadfael else -1
        self.sheet = sheet
        self.rulings = rulings
        self.handles = (*handles, "Cadfael") if cadfael else handles
        self.players = players
        self.actors = actors
        self.objectives = objectives
        self.ply = 0
        self.flag = 0
        self.doubt = ""
        self.stood = False
        self.phase = CADFAEL if cadfael else ROLL
        self.round = 1
        self.first = 0
        self.active = 0
        self.mule = sheet.path_start
        self.mule_die = 0
        self.rerolled = False
        self.pool = [0, 0, 0, 0, 0, 0, -1, -1]
        self.left = 0
        self.pos = [0] * (6 * actors)
        self.stamp = [*range(actors)] * RESOURCES + [*range(players, 0, -1)]
        if cadfael:
            self.stamp.append(0)
        self.clock = 10
        self.taken = [0] * (RESOURCES * len(sheet.stacks))
        self.tokens = [list(group) for group in sheet.token_groups]
        self.turned: list[int] = []
        self.due: list[int] = []
        self.due_seat = -1
        self.gold = [sheet.start_gold] * players
        self.vp = [sheet.start_vp] * players + [0] * cadfael
        for seat in range(players):
            gold, points, steps = sheet.extras[seat]
            self.gold[seat] += gold
            self.vp[seat] += points
            for track in steps:
                index = track * actors + seat
                self.pos[index] = min(self.pos[index] + 1, sheet.top)
        self.gold_out = sum(self.gold)
        self.vp_out = sum(self.vp)
        self.values = [sheet.middle] * RESOURCES
        self.groups: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
        self.banned = 0
        self.live = 0
        self.spent = [0] * actors
        self.bids = [0] * actors
        self.reveals: tuple[Reveal, ...] = ()
        self.cadfael_seen = 0
        self.cadfael_auctions = 0
        self.auctions: tuple[Auction, ...] = ()
        self.waiting: tuple[tuple[int, int], ...] = ()
        self.parts: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
        self.group_from: tuple[int, ...] = ()
        self.lot = 0
        self.moved: list[tuple[int, int, int, int, int, int, int, int, int]] = []
        self.changed: list[tuple[int, int, int, int, bool, int, int, int]] = []
        self.gained: list[tuple[int, int, int, int, int]] = []
        self.ended: list[tuple[int, int]] = []
        self.shown = [UNSHOWN] * players
        self.shown_order: tuple[int, ...] = ()
        self.end = 0
        self.roll_ply = self.reroll_ply = self.take_ply = self.split_ply = self.choose_ply = self.end_ply = 0

    def clone(self) -> State:
        """An independent copy (what never changes is shared)."""
        other = object.__new__(State)
        for name in _SHARED:
            setattr(other, name, getattr(self, name))
        other.pool = self.pool[:]
        other.pos = self.pos[:]
        other.stamp = self.stamp[:]
        other.taken = self.taken[:]
        other.tokens = [group[:] for group in self.tokens]
        other.turned = self.turned[:]
        other.due = self.due[:]
        other.gold = self.gold[:]
        other.vp = self.vp[:]
        other.values = self.values[:]
        other.spent = self.spent[:]
        other.bids = self.bids[:]
        other.shown = self.shown[:]
        other.moved = self.moved[:]
        other.changed = self.changed[:]
        other.gained = self.gained[:]
        other.ended = self.ended[:]
        return other

    def is_over(self) -> bool:
        """Whether the game has ended and, with hidden objectives, each of them has been shown (or written `?`)."""
        return self.phase == OVER and not (self.objectives and UNSHOWN in self.shown)

    @property
    def is_market(self) -> bool:
        """Whether the mule will reach the final space with the die as it shows; asked while the phase is ROLLED."""
        return self.mule + self.mule_die >= self.sheet.path_end

    @property
    def playing_group(self) -> bool:
        """Whether a group of a market is being played."""
        return self.phase == GROUP

    def bishop_key(self, actor: int) -> tuple[int, int]:
        """Sorts actors by the Bishop track: whoever is ahead has the lower key."""
        index = RESOURCES * self.actors + actor
        return -self.pos[index], self.stamp[index]

    def order(self, track: int) -> list[int]:
        """All actors of a track from the one furthest ahead to the last."""
        actors, pos, stamp = self.actors, self.pos, self.stamp
        base = track * actors
        keys = [stamp[index] - (pos[index] << 24) for index in range(base, base + actors)]
        return sorted(range(actors), key=keys.__getitem__)


_COPIED: Final = (
    "pool", "pos", "stamp", "taken", "tokens", "turned", "due", "gold", "vp", "values", "spent", "bids", "shown", "moved",
    "changed", "gained", "ended",
)  # fmt: skip
_SHARED: Final = tuple(name for name in State.__slots__ if name not in _COPIED)
