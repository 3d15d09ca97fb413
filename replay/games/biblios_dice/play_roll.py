"""Phases 0 and I: Cadfael's dice, the roll, re-rolls."""

from __future__ import annotations

from typing import NoReturn

from replay.games import Move
from replay.games.biblios_dice.codes import (
    ADJUST,
    BISHOP,
    FACE_NAME,
    GOLD,
    GOLD_FOR_ALL,
    KIND_GOLD,
    KIND_MULE,
    KIND_NAMES,
    KIND_RESOURCE,
    KIND_SHIFT,
    MULE,
    TRACKS,
    VALUE,
)
from replay.games.biblios_dice.course import (
    advance,
    advance_bishop,
    first_player,
    not_cadfael,
    out_of_order,
    unjudged,
)
from replay.games.biblios_dice.state import (
    BY_CADFAEL,
    CADFAEL,
    MARKET,
    OVER,
    POOL_ADJUST,
    POOL_GOLD,
    ROLL,
    ROLLED,
    State,
)
from replay.problems import Fault


def rolls(state: State, move: Move) -> None:
    """`Cadfael rolls I Q B` (Phase 0) and `Ana rolls …` (Phase I)."""
    seat: int = move[1]
    faces: tuple[int, ...] = move[2]
    if state.due or state.phase == OVER:
        out_of_order(state, seat, "rolls", "")
    if state.phase == CADFAEL:
        if seat != state.players:
            raise Fault(
                "biblios-dice.order.cadfael-first",
                f"{state.handles[seat]} rolls, but Cadfael's dice come first",
                word=-2,
                because=(state.ply,),
            )
        _cadfael_rolls(state, faces)
        return
    if state.phase != ROLL or seat == state.cadfael:
        out_of_order(state, seat, "rolls", "biblios-dice.order.roll")
    first_player(state, seat, "rolls")
    pool = [0, 0, 0, 0, 0, 0, -1, -1]
    mule = 0
    for face in faces:
        if face < GOLD:
            pool[face] += 1
        elif face < ADJUST:
            pool[POOL_GOLD] = face - GOLD
        elif face < MULE:
            pool[POOL_ADJUST] = face - ADJUST
        else:
            mule = face - MULE
    sheet = state.sheet
    wanted = sheet.resource_dice[state.players - 2]
    whole = sum(pool[:6]) == wanted and pool[POOL_GOLD] >= 0 and pool[POOL_ADJUST] >= 0 and mule
    if not whole or len(faces) != wanted + 3 or not sheet.faces.issuperset(faces):
        _wrong_roll(state, seat, faces)
    state.pool = pool
    state.mule_die = mule
    state.phase = ROLLED
    state.active = seat
    state.roll_ply = state.ply + 1


def _wrong_roll(state: State, seat: int, faces: tuple[int, ...]) -> NoReturn:
    """Raise the fault of a roll with wrong faces, too many dice or too few."""
    _faces(state, seat, faces)
    wanted = (state.sheet.resource_dice[state.players - 2], 1, 1, 1)
    for kind, due in enumerate(wanted):
        count = sum(face >> KIND_SHIFT == kind for face in faces)
        if count != due:
            dice = f"{due} {KIND_NAMES[kind].removesuffix('die')}{'dice' if due > 1 else 'die'}"
            raise Fault("biblios-dice.roll.dice", f"{state.handles[seat]} rolls {dice}, but {count} stand here")
    raise AssertionError("this roll is well")


def _faces(state: State, seat: int, faces: tuple[int, ...]) -> None:
    known = state.sheet.faces
    for index, face in enumerate(faces):
        if face not in known:
            raise Fault(
                "biblios-dice.roll.face",
                f"{state.handles[seat]} rolls {FACE_NAME[face]}, but no {KIND_NAMES[face >> KIND_SHIFT]} has that face",
                word=index,
            )


def _cadfael_rolls(state: State, faces: tuple[int, ...]) -> None:
    sheet, seat = state.sheet, state.players
    _faces(state, seat, faces)
    for index, face in enumerate(faces):
        if face >> KIND_SHIFT != KIND_RESOURCE:
            raise Fault(
                "biblios-dice.roll.dice", f"Cadfael rolls resource dice only, not {FACE_NAME[face]}", word=index
            )
    if len(faces) != sheet.cadfael_dice:
        raise Fault("biblios-dice.roll.dice", f"Cadfael rolls {sheet.cadfael_dice} dice, but {len(faces)} stand here")
    for track in range(len(TRACKS)):
        count = faces.count(track)
        if not count:
            continue
        if track == BISHOP:
            advance_bishop(state, seat, count, BY_CADFAEL)
        elif state.pos[track * state.actors + seat] >= sheet.top:
            if state.rulings.converts_open:
                unjudged(state, "cadfael-converts")
        else:
            advance(state, track, seat, count, BY_CADFAEL)
    state.phase = ROLL
    state.take_ply = state.ply + 1


def rerolls(state: State, move: Move) -> None:
    """`Ana rerolls I>Q mule1>mule3` for a VP, and the free `Ana rerolls GA>G3` of a market."""
    seat: int = move[1]
    pairs: tuple[tuple[int, int], ...] = move[2]
    not_cadfael(state, seat, "re-rolls")
    if state.due or state.phase not in (ROLLED, MARKET):
        out_of_order(state, seat, "re-rolls", "biblios-dice.reroll.time")
    first_player(state, seat, "re-rolls")
    alone = len(pairs) == 1 and pairs[0][0] == GOLD_FOR_ALL
    free = alone and (state.phase == MARKET or state.is_market)
    who = state.handles[seat]
    if not free:
        if state.phase == MARKET:
            raise Fault(
                "biblios-dice.reroll.time",
                f"{who} re-rolls dice for the market, where only gold for all is re-rolled",
                because=(state.reroll_ply,),
            )
        if state.rerolled:
            raise Fault(
                "biblios-dice.reroll.once", f"{who} re-rolls a second time this round", because=(state.reroll_ply,)
            )
        price = state.sheet.reroll_price
        if state.vp[seat] < price:
            raise Fault("biblios-dice.reroll.pays", f"{who} re-rolls with {state.vp[seat]} VP, and it costs {price}")
    pool = state.pool[:]
    mule: int | None = state.mule_die
    for index, (before, _) in enumerate(pairs):
        kind = before >> KIND_SHIFT
        value = before & VALUE
        shown = False
        if kind == KIND_RESOURCE:
            shown = pool[value] > 0
            pool[value] -= 1
        elif kind == KIND_MULE:
            shown, mule = mule == value, None
        else:
            slot = POOL_GOLD if kind == KIND_GOLD else POOL_ADJUST
            shown, pool[slot] = pool[slot] == value, -1
        if not shown:
            raise Fault(
                "biblios-dice.reroll.dice",
                f"{who} re-rolls {FACE_NAME[before]}, but no die (left) shows that",
                word=index,
                because=(state.roll_ply, state.reroll_ply if state.reroll_ply > state.roll_ply else 0),
            )
    for index, (before, after) in enumerate(pairs):
        kind = after >> KIND_SHIFT
        if kind != before >> KIND_SHIFT or after not in state.sheet.faces:
            raise Fault(
                "biblios-dice.roll.face",
                f"the {KIND_NAMES[before >> KIND_SHIFT]} that {who} re-rolls has no face {FACE_NAME[after]}",
                word=index,
            )
        value = after & VALUE
        if kind == KIND_RESOURCE:
            pool[value] += 1
        elif kind == KIND_MULE:
            mule = value
        else:
            pool[POOL_GOLD if kind == KIND_GOLD else POOL_ADJUST] = value
    state.pool = pool
    state.reroll_ply = state.ply + 1
    if free:
        state.mule = state.sheet.path_end
        state.phase = MARKET
        return
    assert mule is not None
    state.mule_die = mule
    state.rerolled = True
    state.vp[seat] -= state.sheet.reroll_price
    state.vp_out -= state.sheet.reroll_price
