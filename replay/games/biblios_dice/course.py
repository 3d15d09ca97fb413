"""What the moves of Biblios Dice share: how faults are raised, markers advance, and rounds, groups and the game end."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import NoReturn

from replay.games.biblios_dice.codes import (
    ADJUST,
    BISHOP,
    GOLD,
    MULE,
    RESOURCES,
    TRACK_NAMES,
    UNSHOWN,
)
from replay.games.biblios_dice.state import (
    BID,
    CADFAEL,
    CHOOSE,
    GROUP,
    MARKET,
    OVER,
    POOL_ADJUST,
    POOL_GOLD,
    ROLL,
    ROLLED,
    SELECT,
    State,
)
from replay.problems import DOUBT_STOOD, DOUBT_UNJUDGED, Fault, Rule, rules_of


@cache
def rules() -> dict[str, Rule]:
    """Every rule of the game by id, from the sheet."""
    return dict(rules_of(__package__ or "", "sheet.toml"))


def forgive(state: State, rule: str, message: str, *, word: int | None = None) -> None:
    """Raise the fault, unless the event is marked `!` and a table may let this rule be broken; then note that."""
    if not state.stood or not rules()[rule].standable:
        raise Fault(rule, message, word=word)
    state.flag |= DOUBT_STOOD
    if not state.doubt:
        state.doubt = rule


def unjudged(state: State, ruling: str) -> None:
    """Note that the event rests on an open ruling. Names are joined with spaces where it rests on several."""
    state.flag |= DOUBT_UNJUDGED
    state.doubt = (
        ruling if not state.doubt else state.doubt if ruling in state.doubt.split() else f"{state.doubt} {ruling}"
    )


# ------------------------------------------------------------------------------------------------------------- order


def due(state: State) -> str:
    """What may come next, in words (for messages)."""
    handles = state.handles
    if state.phase == OVER:
        left = state.objectives and UNSHOWN in state.shown
        return "the game is over, only objectives are shown now" if left else "the game is over"
    if state.due:
        return f"{handles[state.due_seat]} must turn a Bishop token first"
    actor = handles[state.active]
    if state.phase == CADFAEL:
        return "Cadfael's dice come first"
    if state.phase == ROLL:
        return f"{handles[state.first]} must roll first"
    if state.phase == SELECT or (state.phase == ROLLED and not state.is_market):
        return f"{actor} must take dice"
    if state.phase in (ROLLED, MARKET):
        return f"{actor} must split the dice for the market"
    if state.phase == BID:
        return "bidding cards must be turned up"
    if state.phase == CHOOSE:
        return f"{actor} must choose a group"
    return f"{actor} must play the dice of a group"


def out_of_order(state: State, seat: int, doing: str, rule: str) -> NoReturn:
    """Raise the fault of an event whose time it is not: what is due is named, else `rule` of the event itself."""
    because: tuple[int, ...] = (state.ply,)
    if state.phase == OVER:
        rule, because = "biblios-dice.order.over", (state.end_ply,)
    elif state.due:
        rule, because = "biblios-dice.order.token-due", (state.take_ply,)
    elif state.phase == CADFAEL:
        rule = "biblios-dice.order.cadfael-first"
    elif state.phase == ROLL:
        rule = "biblios-dice.order.roll-due"
    elif state.phase == BID:
        rule = "biblios-dice.order.bidding"
    elif state.phase == CHOOSE:
        rule = "biblios-dice.order.choice-due"
    who = state.handles[seat] if seat >= 0 else "the table"
    raise Fault(rule, f"{who} {doing}, but {due(state)}", because=because)


def not_cadfael(state: State, seat: int, doing: str) -> None:
    """Raise a fault where Cadfael does what only players do."""
    if seat >= state.players:
        raise Fault("biblios-dice.order.cadfael", f"Cadfael {doing}; he never does", word=-2)


def first_player(state: State, seat: int, doing: str) -> None:
    """Raise a fault where anybody but the first player of the round does this."""
    not_cadfael(state, seat, doing)
    if seat != state.first:
        owner = state.handles[state.first]
        raise Fault(
            "biblios-dice.order.first-player",
            f"{state.handles[seat]} {doing}, but {owner} is the first player of this round",
            word=-2,
            because=(state.roll_ply if state.phase != ROLL else state.ply,),
        )


# ----------------------------------------------------------------------------------------------------------- markers


def advance(state: State, track: int, actor: int, steps: int, cause: int) -> None:
    """Move a marker up a resource track, as far as the top, and give its actor the VP tokens on its way."""
    sheet = state.sheet
    index = track * state.actors + actor
    pos = state.pos
    old = pos[index]
    new = old + steps
    if new > sheet.top:
        new = sheet.top
        if new == old:
            return
    pos[index] = new
    state.clock = state.stamp[index] = state.clock + 1
    points = 0
    for number in sheet.passed[old][new]:
        tokens = sheet.stacks[number][1]
        gone = track * len(sheet.stacks) + number
        count = state.taken[gone]
        if count < len(tokens):
            state.taken[gone] = count + 1
            points += tokens[count]
    if points:
        state.vp[actor] += points
        state.vp_out += points
    state.moved.append((state.ply + 1, state.round, actor, track, old, new, cause, state.lot, points))


def advance_bishop(state: State, actor: int, steps: int, cause: int) -> None:
    """Move a marker up the Bishop track; the stacks on its way that still hold a token become due."""
    sheet = state.sheet
    index = BISHOP * state.actors + actor
    old = state.pos[index]
    new = min(old + steps, sheet.bishop_top)
    if new == old:
        return
    state.pos[index] = new
    state.clock = state.stamp[index] = state.clock + 1
    for number in sheet.tokens_passed[old][new]:
        if state.tokens[number]:
            state.due.append(number)
            state.due_seat = actor
    state.moved.append((state.ply + 1, state.round, actor, BISHOP, old, new, cause, state.lot, 0))


def step(state: State, track: int, actor: int, cause: int) -> None:
    """One step by a converted die or a Bishop token: on a topped track it has no effect (open ruling)."""
    if state.pos[track * state.actors + actor] >= state.sheet.top:
        if state.rulings.topped_open:
            unjudged(state, "topped-conversion")
        return
    advance(state, track, actor, 1, cause)


def give_gold(state: State, seat: int, amount: int) -> None:
    """Gold from the supply (or, where negative, back to it)."""
    state.gold[seat] += amount
    state.gold_out += amount


# ------------------------------------------------------------------------------------------------------------ course


def part_done(state: State) -> None:
    """After dice were taken and all their tokens turned: who is next, or what."""
    if state.left:
        if state.phase == SELECT:
            active = state.active + 1
            state.active = active if active < state.players else 0
        return
    if state.phase == SELECT:
        state.first = (state.first + 1) % state.players
        end_round(state)
        return
    if state.rulings.order_open and len(state.parts) > 1 and order_matters(state):
        unjudged(state, "group-order")
    state.ended.append((state.lot, state.ply + 1))
    if state.waiting:
        seat, group = state.waiting[0]
        state.waiting = state.waiting[1:]
        start_group(state, seat, group)
    else:
        end_market(state)


def start_group(state: State, seat: int, group: int) -> None:
    """`seat` plays the dice of a group of the market (0 or 1)."""
    state.pool = pool = pool_of(state.groups[group])
    state.left = count_types(pool)
    state.parts = ()
    state.group_from = tuple(state.pos[seat : RESOURCES * state.actors : state.actors])
    state.phase = GROUP
    state.active = seat
    state.lot = 2 * len(state.auctions) + group - 1


def pool_of(faces: tuple[int, ...]) -> list[int]:
    """The pool of these dice (of the mule die too, if it is among them; see `State.pool`)."""
    pool = [0, 0, 0, 0, 0, 0, -1, -1]
    for face in faces:
        if face < GOLD:
            pool[face] += 1
        elif face < ADJUST:
            pool[POOL_GOLD] = face - GOLD
        elif face < MULE:
            pool[POOL_ADJUST] = face - ADJUST
    return pool


def count_types(pool: list[int]) -> int:
    """Types of dice in a pool: a turn takes one."""
    return 8 - pool[:6].count(0) - pool[6:].count(-1)


def end_market(state: State) -> None:
    """The mule goes back, the Monastery card stays."""
    state.mule = state.sheet.path_start
    state.lot = 0
    state.pool = [0, 0, 0, 0, 0, 0, -1, -1]
    state.left = 0
    end_round(state)


def end_round(state: State) -> None:
    """Phase IV: the game ends here or a new round begins."""
    sheet, actors = state.sheet, state.actors
    base = BISHOP * actors
    bishop = max(state.pos[base:]) >= sheet.bishop_top
    resources = state.pos[:base].count(sheet.top) >= sheet.end_markers
    state.mule_die = 0
    state.rerolled = False
    if bishop or resources:
        state.phase = OVER
        state.end = bishop + 2 * resources
        state.end_ply = state.ply + 1
        return
    state.round += 1
    state.active = state.first
    state.phase = CADFAEL if state.players == 2 else ROLL


def order_matters(state: State) -> bool:
    """Whether some other order of the parts just played leads elsewhere or cannot be played (ruling group-order).

    Only clipping at a top space and the conversion rule make order matter, and both need a marker of the owner on a
    top space in the end: gold, value dice and steps on other tracks come to the same in any order, and VP tokens
    follow from where the markers end. So only parts that touch such a track are tried, in every order.
    """
    top = state.sheet.top
    spaces = state.pos[state.active : RESOURCES * state.actors : state.actors]
    if top not in spaces:
        return False
    topped = [track for track, space in enumerate(spaces) if space == top]
    parts = [part for part in state.parts if part[0] in topped or any(track in topped for track in part[2])]
    if len(parts) < 2:
        return False
    start = state.group_from
    final = _played_in_order(parts, start, top)
    return any(_played_in_order(other, start, top) != final for other in permutations(parts))


def _played_in_order(
    parts: list[tuple[int, int, tuple[int, ...]]] | tuple[tuple[int, int, tuple[int, ...]], ...],
    start: tuple[int, ...],
    top: int,
) -> list[int] | None:
    """Where the resource markers end when parts are played in this order; None where that is not possible."""
    pos = list(start)
    for track, count, steps in parts:
        if track != BISHOP and not steps:
            pos[track] = min(pos[track] + count, top)
            continue
        if track != BISHOP and pos[track] != top:
            return None
        for other in steps:
            if pos[other] < top:
                pos[other] += 1
    return pos


def track_name(track: int) -> str:
    """A track by its full name, for messages."""
    return TRACK_NAMES[track]


__all__ = [
    "MARKET", "ROLLED", "SELECT", "advance", "advance_bishop", "count_types", "due", "end_market", "end_round",
    "first_player", "forgive", "give_gold", "not_cadfael", "order_matters", "out_of_order", "part_done", "pool_of", "rules",
    "start_group", "step", "track_name", "unjudged",
]  # fmt: skip
