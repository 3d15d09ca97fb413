"""Rows of the lake for one game of Biblios Dice, from the histories that its position keeps, never from the log's words.

`rows` gives tuples in the order of the columns that `replay.schema` names for each table. A lot is a group of dice in a
market: market n (from 1) has the lots 2n − 1 and 2n. Seats are actors: Cadfael is the seat after the last player.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from replay.games.biblios_dice.codes import ADJUSTMENTS, BISHOP, FACE_NAME, RESOURCES, SIGNS, TRACKS
from replay.games.biblios_dice.scoring import Score, objective_points, scores
from replay.games.biblios_dice.state import CAUSES, CHOOSE, END_NAMES, GROUP, Auction, State
from replay.problems import VERDICTS, weakest
from replay.schema import LOTS, Row, Rows

if TYPE_CHECKING:
    from replay.referee import Replay

#: Places of columns in rows of `lots`.
_PRICE, _STEPS = ([column.name for column in LOTS.given].index(name) for name in ("price", "brought_steps"))


def rows(found: Replay) -> Rows:
    """All rows of one judged game by table: lots, bids, dice, moves, scores, and `seats` and `games` in part.

    `seats` holds (total, gold_left, gold_held, vp_tokens, objective, why, (the sums from `market_bids` on)) per player;
    `games` one tuple (rounds, lots, (from `top_price` to `top_steps`), ended_by).
    """
    state: State = found.state
    verdicts = found.verdicts
    over = state.is_over()
    points = scores(state) if over else []
    names = [*(player.name for player in found.log.header.players), None]
    lots = _lots(state, names, verdicts)
    done = {lot[0] for lot in lots}
    return {
        "lots": lots,
        "bids": _bids(state, verdicts, done),
        "dice": _dice(state, names, verdicts, found.plies if over else 0),
        "moves": _moves(state, verdicts),
        "scores": _scores(found, state, names, points) if over else [],
        "seats": _seats(found, state, points, _sums(state, done)),
        "games": [(state.round, len(lots), _tops(lots), END_NAMES[state.end])],
    }


def _weakest(verdicts: bytearray, first: int, last: int) -> str:
    """The weakest verdict of the plies from `first` to `last`."""
    return VERDICTS[weakest(verdicts[first - 1 : last])]


# ------------------------------------------------------------------------------------------------------------ markets


def _lots(state: State, names: Sequence[str | None], verdicts: bytearray) -> list[Row]:
    """One row a group that is over: played to its end, or nobody's. names: of all actors, None for Cadfael."""
    if not state.auctions:
        return []
    under_way = {state.lot, *(2 * len(state.auctions) + group - 1 for _, group in state.waiting)}
    if state.phase == CHOOSE:
        under_way = {2 * len(state.auctions) - 1, 2 * len(state.auctions)}
    elif state.phase != GROUP:
        under_way = set()
    brought: dict[int, list[int]] = {}
    for _, _, _, _, old, new, _, lot, vp in state.moved:
        if lot:
            sums = brought.setdefault(lot, [0, 0, 0])
            sums[0] += new - old
            sums[2] += vp
    for _, _, gold, vp, lot in state.gained:
        if lot:
            sums = brought.setdefault(lot, [0, 0, 0])
            sums[1] += gold
            sums[2] += vp
    ends = dict(state.ended)
    out: list[Row] = []
    for number, auction in enumerate(state.auctions):
        shown = [card for _, cards in auction.reveals for _, card in cards if card]
        for group, dice in enumerate(auction.groups):
            lot = 2 * number + group + 1
            if lot not in under_way:
                last = max(auction.ply, ends.get(lot, 0))
                verdict = _weakest(verdicts, auction.split_ply, last)
                out.append(_lot(auction, names, lot, dice, len(shown), brought.get(lot), verdict))
    return out


def _tops(lots: Sequence[Row]) -> Row:
    """The columns of `games` from `top_price` to `top_steps`."""
    price = max([lot[_PRICE] for lot in lots if lot[_PRICE] is not None], default=None)
    steps = max([lot[_STEPS] for lot in lots if lot[_PRICE] is not None], default=None)
    return price, None, None, None, None, None, steps


def _lot(auction: Auction, names: Sequence[str | None], lot: int, dice: tuple[int, ...], bids: int,
         brought: list[int] | None, verdict: str) -> Row:  # fmt: skip
    group = (lot - 1) % 2
    rank = 1 if auction.first_group == group else 2 if auction.second_group == group else 0
    what = " ".join([FACE_NAME[face] for face in dice])
    laps = len(auction.reveals)
    head = (
        lot,
        auction.split_ply,
        auction.ply,
        auction.round,
        group + 1,
        what,
        "group",
        None,
        len(dice),
        None,
        auction.roller,
    )
    tail = (bids, len(auction.ranked), laps, len(auction.overbid))
    if not rank:
        nothing = (None,) * 12
        return (*head, "discarded", *nothing, *tail, None, None, None, None, None, None, None, verdict)
    owner, paid = (auction.first, auction.first_paid) if rank == 1 else (auction.second, auction.second_paid)
    totals = dict(auction.ranked)
    # Whoever was found out is no rival: the result is worked out as if that bid had not been made.
    standing = [actor for actor, _ in auction.ranked if actor not in auction.overbid]
    ahead = [actor for actor, _ in auction.ranked]
    rival = standing[rank] if len(standing) > rank else None
    price, below = totals[owner], totals[rival] if rival is not None else 0
    promoted = ahead.index(owner) >= rank
    steps, gold, vp = brought or (0, 0, 0)
    return (
        *head, "sold", owner, names[owner], price, paid, paid, None, None, None, rival,
        None if rival is None else names[rival], below, price - below, *tail, rank, promoted,
        None, None, steps, gold, vp, verdict,
    )  # fmt: skip


def _bids(state: State, verdicts: bytearray, lots: set[int]) -> list[Row]:
    """One row a card turned up, of markets that have a lot that is over; `means` is the purse."""
    out: list[Row] = []
    for number, auction in enumerate(state.auctions):
        lot = 2 * number + 1
        if lot not in lots and lot + 1 not in lots:
            continue
        totals = [0] * state.actors
        for turn, (ply, cards) in enumerate(auction.reveals, 1):
            verdict = VERDICTS[verdicts[ply - 1]]
            for actor, card in cards:
                totals[actor] += card
                means = auction.purses[actor] if actor < state.players else None
                out.append((ply, lot, turn, actor, totals[actor], card, None, means, actor == auction.first, verdict))
    return out


def _sums(state: State, lots: set[int]) -> list[Row]:
    """Per player the columns of `seats` from `market_bids` on, of markets that have a lot that is over."""
    out = [[0] * 4 for _ in range(state.players)]
    for number, auction in enumerate(state.auctions):
        if 2 * number + 1 in lots or 2 * number + 2 in lots:
            for actor, total in auction.ranked:
                if actor < state.players:
                    mine = out[actor]
                    mine[0] += 1
                    mine[1] += total
                    if actor in auction.overbid:
                        mine[2] += 1
                        mine[3] += total
    return [tuple(mine) for mine in out]


# --------------------------------------------------------------------------------------------------------- value dice


def _dice(state: State, names: Sequence[str | None], verdicts: bytearray, plies: int) -> list[Row]:
    """One row a value die and ply: what the adjustment asked for, and where the die stood before and after it.

    A reset of all five hides the change that led to it: each die then has one row, from where it stood before. plies: of the whole game, 0 if it was not played to its end.
    """
    merged: dict[tuple[int, int], Row] = {}
    for ply, die, before, after, reset, seat, face, operation in state.changed:
        earlier = merged.get((ply, die))
        if earlier is not None:
            before = earlier[3]
        merged[ply, die] = (
            ply, -(-10 * ply // plies) if plies else None, TRACKS[die], before, after, "reset" if reset else "adjustment",
            seat, names[seat], ADJUSTMENTS[face],
            None if reset else SIGNS[operation], VERDICTS[verdicts[ply - 1]],
        )  # fmt: skip
    return list(merged.values())


def _moves(state: State, verdicts: bytearray) -> list[Row]:
    """One row a marker and ply; two dice converted to the same resource are one advance."""
    merged: dict[tuple[int, int, int], Row] = {}
    for ply, number, actor, track, old, new, cause, lot, vp in state.moved:
        earlier = merged.get((ply, actor, track))
        start, gained = (old + 1, vp) if earlier is None else (earlier[4], earlier[8] + vp)
        merged[ply, actor, track] = (
            ply, number, actor, TRACKS[track], start, new + 1, CAUSES[cause], lot or None, gained, VERDICTS[verdicts[ply - 1]],
        )  # fmt: skip
    return list(merged.values())


# ------------------------------------------------------------------------------------------------------------- scores


def _scores(found: Replay, state: State, names: Sequence[str | None], points: list[Score]) -> list[Row]:
    """One row a part of the score and actor: the tracks, then VP tokens, gold, penalty and, where played, the objective."""
    doubt = VERDICTS[weakest(found.verdicts)]
    actors, players = state.actors, state.players
    out: list[Row] = []
    for track in range(RESOURCES):
        order = state.order(track)
        spaces = [state.pos[track * actors + actor] for actor in order]
        ranked = points[order[0]].places[track] == 1
        tied = spaces[0] == spaces[1] if ranked else None
        for actor, score in enumerate(points):
            place = score.places[track]
            space = state.pos[track * actors + actor] + 1
            won = place == 1
            out.append((actor, names[actor], TRACKS[track], state.values[track], space, None, None, None, place, won, tied,
                        score.tracks[track], None, doubt))  # fmt: skip
    ahead = state.order(BISHOP)
    for actor, score in enumerate(points):
        name = names[actor]
        out.append((actor, name, TRACKS[BISHOP], None, state.pos[BISHOP * actors + actor] + 1, None, None, None,
                    ahead.index(actor) + 1, ahead[0] == actor, None, 0, None, doubt))  # fmt: skip
        out.append((actor, name, "vp", None, score.tokens, *(None,) * 6, score.tokens, None, doubt))
        if actor < players:
            out.append((actor, name, "gold", None, state.gold[actor], *(None,) * 6, score.gold_vp, None, doubt))
            out.append((actor, name, "penalty", None, score.penalty, *(None,) * 6, -score.penalty, None, doubt))
            if state.objectives:
                bonus = objective_points(state, points, actor)
                why = "the objective is not known" if bonus is None else None
                out.append((actor, name, "objective", None, bonus, *(None,) * 6, bonus, why, doubt))
    return out


def _seats(found: Replay, state: State, points: list[Score], sums: list[Row]) -> list[Row]:
    result = found.result
    if result is None:
        return [(*(None,) * 6, mine) for mine in sums]
    out: list[Row] = []
    for seat in range(state.players):
        handle = state.handles[seat]
        total = result["totals"][handle]
        unknown = total is None or result["winners"] is None
        why = "; ".join(dict.fromkeys(result["why"].values())) if unknown else None
        track = state.shown[seat]
        shown = TRACKS[track] if state.objectives and track >= 0 else None
        out.append((total, points[seat].gold_left, state.gold[seat], state.vp[seat], shown, why, sums[seat]))
    return out


__all__ = ["rows"]
