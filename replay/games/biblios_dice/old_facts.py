"""Rows for the lake, taken from positions before and after each event, never from the words of the log.

`Facts` looks at the position after every ply (`see(ply, state)`, as `Replay.walk` gives them) and collects lists of
tuples, whose columns the constants `…_COLUMNS` name. Seats are actors: the players from 0, Cadfael on seat 2 of a game
for two; -1 means nobody. Tracks, dice and cards are words of the log. Where a value is not known it is None.
"""

from __future__ import annotations

from typing import Any, Final

from replay.games.biblios_dice.codes import (
    ADJUST,
    BISHOP,
    FACE_NAME,
    RESOURCES,
    TRACKS,
    token_name,
)
from replay.games.biblios_dice.scoring import objective_points, scores
from replay.games.biblios_dice.state import Auction, State

#: One row a group of each market. `place` is 1 for the winner's, 2 for the second's, 0 where nobody got it; `total` is
#: what its owner bid, `paid` what the group cost, `next_total` the bid below it (0: none), `promoted` says that somebody
#: found out was ahead. `vp`, `gold`, `steps`, `adjusted` are what the group brought: VP tokens, gold, spaces moved
#: (Bishop included) and changed pips.
LOTS_COLUMNS: Final = (
    "auction", "group", "ply", "round", "roller", "dice", "size", "owner", "place", "total", "paid", "next_total",
    "bidders", "overbids", "promoted", "split_ply", "vp", "gold", "steps", "adjusted",
)  # fmt: skip
#: One row a card shown. `turn` counts the turn-ups of an auction from 1, `total` runs, `card` 0 is a pass. `rank` is the
#: place among all bids (1 the highest, 0 for a total of 0), `overbid` says that the bidder was found out.
BIDS_COLUMNS: Final = ("auction", "ply", "turn", "seat", "card", "total", "rank", "overbid")
#: One row a change of a value die; `cause` is a face of the adjustment die, or `reset`.
DICE_COLUMNS: Final = ("ply", "die", "from", "to", "cause", "seat")
#: One row a marker moved; `spaces` from and to are counted from 1; `vp` are the tokens taken on the way of this ply.
MOVES_COLUMNS: Final = ("ply", "seat", "track", "from", "to", "cause", "vp")
#: One row a Bishop token turned.
TOKENS_COLUMNS: Final = ("ply", "seat", "token", "vp", "gold")
#: One row per actor and track at the end (and the last position of an unfinished game has none): place among the
#: markers ranked (0: not ranked), space from 1, pips of the value die, points, and the penalty (resource tracks).
SCORES_COLUMNS: Final = ("seat", "track", "space", "place", "pips", "points", "penalty")
#: One row per actor at the end.
SUMS_COLUMNS: Final = (
    "seat",
    "tracks",
    "tokens",
    "gold",
    "gold_vp",
    "gold_left",
    "penalty",
    "objective_track",
    "objective",
    "total",
)

Row = tuple[Any, ...]


class Facts:
    """Collects the rows of one game; see the module."""

    def __init__(self) -> None:
        self.bids: list[Row] = []
        self.dice: list[Row] = []
        self.moves: list[Row] = []
        self.tokens: list[Row] = []
        self._values: list[int] = []
        self._pos: list[int] = []
        self._vp: list[int] = []
        self._gold: list[int] = []
        self._turned = 0
        self._auctions = 0
        self._adjust = -1
        self._active = 0
        self._owner: tuple[int, int] | None = None
        self._brought: dict[tuple[int, int], list[int]] = {}

    def see(self, ply: int, state: State) -> None:
        """Look at the position after `ply` events; to be called for every ply from 0 on, in order."""
        if ply:
            self._changes(ply, state)
        self._values = state.values[:]
        self._pos = state.pos[:]
        self._vp = state.vp[:]
        self._gold = state.gold[:]
        self._turned = len(state.turned)
        self._adjust = state.pool[7]
        self._active = state.due_seat if state.due else state.active
        self._owner = (len(state.auctions) - 1, state.active) if state.playing_group else None
        if len(state.auctions) > self._auctions:
            self._auctions = len(state.auctions)
            self._bids(state.auctions[-1], state)

    def _changes(self, ply: int, state: State) -> None:
        pips = 0
        if self._values != state.values:
            seat = self._active
            for die, (old, new) in enumerate(zip(self._values, state.values, strict=True)):
                if old != new:
                    cause = FACE_NAME[ADJUST + self._adjust] if self._adjust >= 0 else ""
                    if state.values.count(state.sheet.middle) == RESOURCES and self._was_reset(state):
                        cause = "reset"
                    self.dice.append((ply, TRACKS[die], old, new, cause, seat))
                    pips += abs(new - old)
        steps = 0
        turned = len(state.turned) > self._turned
        if self._pos != state.pos:
            actors = state.actors
            for index, (old, new) in enumerate(zip(self._pos, state.pos, strict=True)):
                if old != new:
                    track, actor = divmod(index, actors)
                    steps += new - old
                    self.moves.append(
                        (ply, actor, TRACKS[track], old + 1, new + 1, "token" if turned else "dice",
                         state.vp[actor] - self._vp[actor])
                    )  # fmt: skip
        if turned:
            seat = self._active
            gold = state.gold[seat] - self._gold[seat] if seat < state.players else 0
            self.tokens.append((ply, seat, token_name(state.turned[-1]), state.turned[-1] % 10, gold))
        if self._owner is not None:
            brought = self._brought.setdefault(self._owner, [0, 0, 0, 0])
            seat = self._owner[1]
            brought[0] += state.vp[seat] - self._vp[seat]
            brought[1] += state.gold[seat] - self._gold[seat]
            brought[2] += steps
            brought[3] += pips

    def _was_reset(self, state: State) -> bool:
        """Whether the dice were set back: no single adjustment changes more than two of them."""
        changed = sum(old != new for old, new in zip(self._values, state.values, strict=True))
        return changed > 2

    def _bids(self, auction: Auction, state: State) -> None:
        number = len(state.auctions) - 1
        rank = {actor: place for place, (actor, _) in enumerate(auction.ranked, 1)}
        totals = dict.fromkeys(range(state.actors), 0)
        for turn, (ply, cards) in enumerate(auction.reveals, 1):
            for actor, card in cards:
                totals[actor] += card
                self.bids.append(
                    (number, ply, turn, actor, card, totals[actor], rank.get(actor, 0), actor in auction.overbid)
                )

    def lots(self, state: State) -> list[Row]:
        """Rows of `LOTS_COLUMNS`, two an auction, from the last position seen."""
        rows: list[Row] = []
        for number, auction in enumerate(state.auctions):
            owners = {auction.first_group: (auction.first, 1, auction.first_paid)}
            if auction.second_group >= 0:
                owners[auction.second_group] = (auction.second, 2, auction.second_paid)
            totals = dict(auction.ranked)
            order = [actor for actor, _ in auction.ranked if actor not in auction.overbid]
            for group, dice in enumerate(auction.groups):
                owner, place, paid = owners.get(group, (-1, 0, 0))
                after = order[place] if 0 < place < len(order) else -1
                brought = (
                    self._brought.get((number, owner), [0, 0, 0, 0]) if 0 <= owner < state.players else [0, 0, 0, 0]
                )
                ahead = [actor for actor, _ in auction.ranked[: _index(auction, owner)] if actor in auction.overbid]
                rows.append(
                    (number, group + 1, auction.ply, auction.round, auction.roller,
                     " ".join(FACE_NAME[face] for face in dice), len(dice), owner, place, totals.get(owner, 0), paid,
                     totals.get(after, 0), len(auction.ranked), len(auction.overbid), bool(ahead), auction.split_ply,
                     *brought)
                )  # fmt: skip
        return rows

    def scores(self, state: State) -> list[Row]:
        """Rows of `SCORES_COLUMNS` for a finished game, else none."""
        if not state.is_over():
            return []
        found = scores(state)
        sheet = state.sheet
        rows: list[Row] = []
        for actor, score in enumerate(found):
            for track in range(RESOURCES):
                space = state.pos[track * state.actors + actor]
                penalty = sheet.penalties[space] if actor < state.players and space < len(sheet.penalties) else 0
                rows.append(
                    (
                        actor,
                        TRACKS[track],
                        space + 1,
                        score.places[track],
                        state.values[track],
                        score.tracks[track],
                        penalty,
                    )
                )
            place = state.order(BISHOP).index(actor) + 1
            rows.append(
                (actor, TRACKS[BISHOP], state.pos[BISHOP * state.actors + actor] + 1, place, None, score.gold_vp, 0)
            )
        return rows

    def sums(self, state: State) -> list[Row]:
        """Rows of `SUMS_COLUMNS` for a finished game, else none. The total is before the ruling vp-floor."""
        if not state.is_over():
            return []
        found = scores(state)
        rows: list[Row] = []
        for actor, score in enumerate(found):
            player = actor < state.players
            points = objective_points(state, found, actor) if player else 0
            track = state.shown[actor] if player and state.objectives else -1
            rows.append(
                (actor, sum(score.tracks), score.tokens, state.gold[actor] if player else 0, score.gold_vp, score.gold_left,
                 score.penalty, TRACKS[track] if track >= 0 else None, points,
                 score.total + points if points is not None else None)
            )  # fmt: skip
        return rows


def _index(auction: Auction, owner: int) -> int:
    return next((place for place, (actor, _) in enumerate(auction.ranked) if actor == owner), 0)
