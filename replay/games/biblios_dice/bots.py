"""Simulated players and dice: legal moves chosen quickly, and three characters for simulated games.

Characters are `random` (anything legal), `cautious` (small bids within the purse) and `greedy` (takes most, bids high,
and sometimes more than it has). Rolls, tokens and Cadfael's cards are drawn from the sheet's faces.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from replay.games import Move
from replay.games.biblios_dice.codes import (
    ADJUST,
    BISHOP,
    GOLD,
    GOLD_FOR_ALL,
    KIND_SHIFT,
    MINUS,
    PASS,
    PLUS,
    RESOURCES,
    SET,
    UNSHOWN,
)
from replay.games.biblios_dice.legal import bidders, cards_of, legal_adjustments, shown_dice
from replay.games.biblios_dice.moves import CHOOSES, OBJECTIVE, REROLLS, REVEAL, ROLLS, SPLITS, TAKES, TURNS
from replay.games.biblios_dice.state import (
    BID,
    CADFAEL,
    CHOOSE,
    MARKET,
    OVER,
    POOL_ADJUST,
    POOL_GOLD,
    ROLL,
    ROLLED,
    State,
)

CHARACTERS: Final = ("random", "cautious", "greedy")
#: One re-roll in so many rolls; a converting player declines as rarely.
_REROLL: Final = 8


def random_move(state: State, rng: random.Random) -> Move:
    """One legal move chosen at random (not uniformly: by what to do, then how). Raises IndexError when none is left."""
    return choose(state, rng, "random")


def choose(state: State, rng: random.Random, character: str = "random") -> Move:
    """The next move: of the dice and cards where chance is due, else of a player of this character.

    Of hidden objectives one is dealt when it is shown. Raises IndexError where the game is over and all is shown.
    """
    if state.phase == OVER:
        return _show(state, rng)
    if state.due:
        return _turn(state, rng, character)
    phase = state.phase
    if phase == CADFAEL:
        faces = state.sheet.resource_faces
        return (ROLLS, state.players, tuple(sorted([rng.choice(faces) for _ in range(state.sheet.cadfael_dice)])))
    if phase == ROLL:
        return _roll(state, rng)
    if phase in (ROLLED, MARKET):
        market = phase == MARKET or state.is_market
        if market and state.pool[POOL_GOLD] == 0:
            return (REROLLS, state.first, ((GOLD_FOR_ALL, rng.choice(state.sheet.gold_faces)),))
        may = phase == ROLLED and not state.rerolled and state.vp[state.first] >= state.sheet.reroll_price
        if may and rng.randrange(_REROLL) == 0:
            return _reroll(state, rng)
        if market:
            return _split(state, rng)
    if phase == BID:
        return (REVEAL, -1, tuple([(actor, _card(state, actor, rng, character)) for actor in bidders(state)]))
    if phase == CHOOSE:
        return _choose_group(state, rng, character)
    return _take(state, rng, character)


def _show(state: State, rng: random.Random) -> Move:
    seat = state.shown.index(UNSHOWN) if state.objectives and UNSHOWN in state.shown else -1
    if seat < 0:
        raise IndexError("no move is left: the game is over")
    return (OBJECTIVE, seat, rng.choice([track for track in range(RESOURCES) if track not in state.shown]))


def _roll(state: State, rng: random.Random) -> Move:
    sheet, pick = state.sheet, rng.choice
    faces = sheet.resource_faces
    dice = sorted([pick(faces) for _ in range(sheet.resource_dice[state.players - 2])])
    return (ROLLS, state.first, (*dice, pick(sheet.gold_faces), pick(sheet.adjust_faces), pick(sheet.mule_faces)))


def _reroll(state: State, rng: random.Random) -> Move:
    sheet = state.sheet
    dice = shown_dice(state)
    chosen = [die for die in dice if rng.random() < 0.5] or [dice[0]]
    if chosen == [GOLD_FOR_ALL] and state.is_market:
        chosen = [dice[0], GOLD_FOR_ALL]
    faces = (sheet.resource_faces, sheet.gold_faces, sheet.adjust_faces, sheet.mule_faces)
    return (REROLLS, state.first, tuple([(die, rng.choice(faces[die >> KIND_SHIFT])) for die in chosen]))


def _split(state: State, rng: random.Random) -> Move:
    dice = shown_dice(state, mule=False)
    rng.shuffle(dice)
    small, large = state.sheet.split[state.players - 2]
    size = rng.choice((small, large))
    return (SPLITS, state.first, tuple(sorted(dice[:size])), tuple(sorted(dice[size:])))


def _card(state: State, actor: int, rng: random.Random, character: str) -> int:
    cards = cards_of(state, actor)
    if actor == state.cadfael or character == "random":
        return rng.choice(cards)
    purse, bid = state.gold[actor], state.bids[actor]
    limit = purse // 2 if character == "cautious" else purse + rng.randrange(-4, 4)
    fitting = [card for card in cards if card and bid + card <= limit]
    if not fitting or (bid and rng.random() < 0.35):
        return PASS
    return rng.choice(fitting) if character == "greedy" else fitting[0]


def _value(state: State, actor: int, faces: Sequence[int]) -> int:
    """A rough worth of dice to an actor: steps by pips, gold halved."""
    total = 0
    for face in faces:
        if face < RESOURCES:
            if state.pos[face * state.actors + actor] < state.sheet.top:
                total += 2 * state.values[face]
        elif face == BISHOP:
            total += 7
        elif GOLD <= face < ADJUST:
            total += 2 * (face - GOLD)
        else:
            total += 3
    return total


def _choose_group(state: State, rng: random.Random, character: str) -> Move:
    seat = state.active
    if character == "random":
        return (CHOOSES, seat, rng.choice((1, 2)))
    one, two = (_value(state, seat, group) for group in state.groups)
    return (CHOOSES, seat, 1 if one >= two else 2)


def _take(state: State, rng: random.Random, character: str) -> Move:
    seat, pool = state.active, state.pool
    kinds = [face for face in range(6) if pool[face]]
    if pool[POOL_GOLD] >= 0:
        kinds.append(GOLD + pool[POOL_GOLD])
    if pool[POOL_ADJUST] >= 0:
        kinds.append(ADJUST + pool[POOL_ADJUST])
    if character == "random":
        face = rng.choice(kinds)
    else:
        face = max(
            kinds, key=lambda kind: (_value(state, seat, [kind] * (pool[kind] if kind < 6 else 1)), rng.random())
        )
    if face >= ADJUST:
        ways = legal_adjustments(state, face - ADJUST)
        changes = rng.choice(ways)
        if character != "random":
            changes = max(rng.sample(ways, min(4, len(ways))), key=lambda way: _adjusted(state, seat, way))
        return (TAKES, seat, face, changes)
    if face < BISHOP and state.pos[face * state.actors + seat] == state.sheet.top and rng.randrange(_REROLL):
        others = [other for other in state.sheet.resource_faces if other not in (face, BISHOP)]
        if others:
            return (TAKES, seat, face, tuple(sorted([rng.choice(others) for _ in range(pool[face])])))
    return (TAKES, seat, face, ())


def _adjusted(state: State, seat: int, changes: tuple[int, ...]) -> int:
    worth = 0
    for change in changes:
        operation, die = change >> 3, change & 7
        space = state.pos[die * state.actors + seat]
        gain = {PLUS: 1, MINUS: -1, SET: state.sheet.middle - state.values[die]}[operation]
        worth += gain * (space - 2)
    return worth


def _turn(state: State, rng: random.Random, character: str) -> Move:
    seat = state.due_seat
    token = rng.choice(state.tokens[state.due[0]])
    if seat >= state.players:
        return (TURNS, seat, token, ())
    steps = token // 10 % 10
    tracks = rng.sample(range(RESOURCES), steps)
    if character != "random":
        base = state.actors
        worth = {
            track: state.values[track] * (state.pos[track * base + seat] < state.sheet.top)
            for track in range(RESOURCES)
        }
        tracks = sorted(worth, key=lambda track: -worth[track])[:steps]
    return (TURNS, seat, token, tuple(tracks))
