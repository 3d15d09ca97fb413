"""Scores of Biblios Dice: tracks, gold, penalties, objectives, the winner; and what is known while objectives are not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any, NamedTuple

from replay.games.biblios_dice.codes import BISHOP, RESOURCES, UNKNOWN
from replay.games.biblios_dice.state import OVER, State


class Score(NamedTuple):
    """What one actor scores, without an objective.

    tracks      VP by resource track (0 where none)
    places      1, 2, 3 by resource track, 0 where the marker is not ranked
    gold_vp     VP for gold, `gold_left` what is left of it
    penalty     VP to give back
    tokens      VP tokens held
    """

    tracks: tuple[int, ...]
    places: tuple[int, ...]
    tokens: int
    gold_vp: int
    gold_left: int
    penalty: int

    @property
    def total(self) -> int:
        """The sum without an objective; may be below zero."""
        return sum(self.tracks) + self.tokens + self.gold_vp - self.penalty


def scores(state: State) -> list[Score]:
    """The scores of all actors in the position as it stands (rulebook, Scoring). Cadfael has no gold and no penalty."""
    sheet, actors, players, pos = state.sheet, state.actors, state.players, state.pos
    half_pips, penalties, scores_from = sheet.half_pips, sheet.penalties, sheet.scores_from
    tracks = [[0] * RESOURCES for _ in range(actors)]
    places = [[0] * RESOURCES for _ in range(actors)]
    for track, value in enumerate(state.values):
        base = track * actors
        place = 0
        for actor in state.order(track)[: len(half_pips)]:
            if pos[base + actor] < scores_from:
                break
            tracks[actor][track] = (value * half_pips[place] + 1) // 2
            places[actor][track] = place = place + 1
    found: list[Score] = []
    for actor in range(actors):
        gold_vp = gold_left = penalty = 0
        if actor < players:
            gold_left = state.gold[actor]
            bishop = pos[BISHOP * actors + actor]
            price = 0
            for space, gold in sheet.ratios:
                if bishop >= space:
                    price = gold
            if price:
                gold_vp, gold_left = divmod(gold_left, price)
            for space in pos[actor : RESOURCES * actors : actors]:
                if space < len(penalties):
                    penalty += penalties[space]
        found.append(Score(tuple(tracks[actor]), tuple(places[actor]), state.vp[actor], gold_vp, gold_left, penalty))
    return found


def assignments(state: State) -> Iterator[tuple[int, ...]]:
    """Every way in which the hidden objectives may lie: the objective of each player, as a track."""
    hidden = [seat for seat, track in enumerate(state.shown) if track < 0]
    left = [track for track in range(RESOURCES) if track not in state.shown]
    for found in permutations(left, len(hidden)):
        tracks = list(state.shown)
        for seat, track in zip(hidden, found, strict=True):
            tracks[seat] = track
        yield tuple(tracks)


_Outcome = tuple[list[int], int, str, bool, bool]


def _outcome(state: State, found: list[Score], objectives: tuple[int, ...]) -> _Outcome:
    """Totals of the players, the winner (an actor), how it was decided, and whether two rulings come into play."""
    players = state.players
    floor = False
    totals: list[int] = []
    for seat in range(players):
        total = found[seat].total
        if objectives and found[seat].places[objectives[seat]] == 1:
            total += state.sheet.objective
        if total < 0:
            floor = True
            if state.rulings.floor_zero:
                total = 0
        totals.append(total)
    best = max(totals)
    tied = [seat for seat in range(players) if totals[seat] == best]
    decided = "vp"
    if len(tied) > 1:
        decided = "gold"
        most = max(found[seat].gold_left for seat in tied)
        tied = [seat for seat in tied if found[seat].gold_left == most]
        if len(tied) > 1:
            decided = "bishop"
            tied.sort(key=state.bishop_key)
    winner = tied[0]
    beaten = False
    if state.cadfael >= 0:
        total = found[state.cadfael].total
        beaten = total >= best
        if state.rulings.cadfael_wins and total > best:
            winner, decided = state.cadfael, "vp"
    return totals, winner, decided, floor, beaten


def result(state: State) -> dict[str, Any] | None:
    """`{"totals", "winners", "decided_by", "unjudged", "why"}`, or None while the game is unfinished.

    Where objectives are hidden (`?`), a value is known if it is the same however they lie; otherwise it is None, and
    `why` says why. A game with objectives is unfinished until each of them is shown (or written `?`).
    """
    if not state.is_over():
        return None
    found = scores(state)
    objectives = tuple(state.shown) if state.objectives else ()
    if UNKNOWN not in objectives:
        totals, winner, decided, floor, beaten = _outcome(state, found, objectives)
        return {
            "totals": dict(zip(state.handles, totals, strict=False)),
            "winners": [state.handles[winner]],
            "decided_by": decided,
            "unjudged": _open(state, floor=floor, beaten=beaten),
            "why": {},
        }
    return _uncertain(state, [_outcome(state, found, way) for way in assignments(state)])


def _open(state: State, *, floor: bool, beaten: bool) -> list[str]:
    """The open rulings on which the result rests."""
    named = []
    if beaten and state.rulings.wins_open:
        named.append("cadfael-wins")
    if floor and state.rulings.floor_open:
        named.append("vp-floor")
    return named


def _uncertain(state: State, outcomes: list[_Outcome]) -> dict[str, Any]:
    """The result where hidden objectives may lie in several ways: what is the same in all of them."""
    handles = state.handles
    totals: dict[str, int | None] = {}
    why: dict[str, str] = {}
    for seat in range(state.players):
        values = {outcome[0][seat] for outcome in outcomes}
        totals[handles[seat]] = values.pop() if len(values) == 1 else None
        if totals[handles[seat]] is None:
            why[handles[seat]] = f"depends on the hidden objective of {handles[seat]}"
    winners = {outcome[1] for outcome in outcomes}
    decided = {outcome[2] for outcome in outcomes}
    known = len(winners) == 1
    if not known:
        why["winners"] = "depends on hidden objectives"
    if not known or len(decided) > 1:
        why["decided_by"] = "depends on hidden objectives"
    return {
        "totals": totals,
        "winners": [handles[winners.pop()]] if known else None,
        "decided_by": decided.pop() if known and len(decided) == 1 else None,
        "unjudged": _open(
            state, floor=all(outcome[3] for outcome in outcomes), beaten=all(outcome[4] for outcome in outcomes)
        ),
        "why": why,
    }


def objective_points(state: State, found: list[Score], seat: int) -> int | None:
    """VP for the objective of a player: None while it is hidden and could matter."""
    if not state.objectives:
        return 0
    track = state.shown[seat]
    if track >= 0:
        return state.sheet.objective if found[seat].places[track] == 1 else 0
    if state.phase != OVER or track != UNKNOWN:
        return None
    points = {state.sheet.objective if found[seat].places[way[seat]] == 1 else 0 for way in assignments(state)}
    return points.pop() if len(points) == 1 else None
