"""Phase III: dice are taken, value dice adjusted, Bishop tokens turned; in a selection and in a won group alike."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import NoReturn

from replay.games import Move
from replay.games.biblios_dice.codes import (
    ADJUST,
    ADJUSTMENTS,
    BISHOP,
    CHANGE_NAME,
    FACE_NAME,
    GOLD,
    MINUS,
    OPERATIONS,
    PLUS,
    RESOURCES,
    SET,
    TRACKS,
    token_name,
)
from replay.games.biblios_dice.course import (
    advance,
    advance_bishop,
    forgive,
    give_gold,
    not_cadfael,
    out_of_order,
    part_done,
    step,
    track_name,
    unjudged,
)
from replay.games.biblios_dice.state import (
    BY_CONVERSION,
    BY_GROUP,
    BY_TAKE,
    BY_TOKEN,
    GROUP,
    OVER,
    POOL_ADJUST,
    POOL_GOLD,
    ROLLED,
    SELECT,
    State,
)
from replay.problems import Fault


def takes(state: State, move: Move) -> None:
    """`Ana takes I`, `… I converting Q S`, `… G3`, `… A++ +I +Q`."""
    _, seat, face, extra = move
    phase = state.phase
    if state.due or seat != state.active or phase != SELECT:
        if phase == GROUP and not state.due and seat == state.active:
            pass
        elif phase != ROLLED or seat != state.active or state.is_market:
            _not_now(state, seat, face)
    pool = state.pool
    if face < GOLD:
        count = pool[face]
        if not count:
            _not_there(state, seat, face)
        if extra:
            _check_conversion(state, seat, face, count, extra)
        if phase == ROLLED:
            _begin(state)
        pool[face] = 0
        state.left -= 1
        if phase == GROUP:
            state.parts = (*state.parts, (face, count, extra))
        if face == BISHOP:
            advance_bishop(state, seat, count, BY_GROUP if phase == GROUP else BY_TAKE)
            if state.due:
                state.take_ply = state.ply + 1
                return
        elif extra:
            for other in extra:
                step(state, other, seat, BY_CONVERSION)
        else:
            advance(state, face, seat, count, BY_GROUP if phase == GROUP else BY_TAKE)
    elif face < ADJUST:
        if pool[POOL_GOLD] != face - GOLD:
            _not_there(state, seat, face)
        if phase == ROLLED:
            _begin(state)
        pool[POOL_GOLD] = -1
        state.left -= 1
        if face == GOLD:
            for other_seat in range(state.players):
                give_gold(state, other_seat, state.players - 1)
                state.gained.append((state.ply + 1, other_seat, state.players - 1, 0, 0))
        else:
            state.gold[seat] += face - GOLD
            state.gold_out += face - GOLD
            state.gained.append((state.ply + 1, seat, face - GOLD, 0, state.lot))
    else:
        if pool[POOL_ADJUST] != face - ADJUST:
            _not_there(state, seat, face)
        _check_adjustment(state, seat, face - ADJUST, extra)
        if phase == ROLLED:
            _begin(state)
        pool[POOL_ADJUST] = -1
        state.left -= 1
        _adjust(state, seat, face - ADJUST, extra)
    if phase != GROUP and state.left:
        active = state.active + 1
        state.active = active if active < state.players else 0
    else:
        part_done(state)


def _not_now(state: State, seat: int, face: int) -> NoReturn:
    """Raise the fault of a take whose time it is not, or by whose turn it is not."""
    not_cadfael(state, seat, "takes dice")
    phase = state.phase
    if state.due or phase not in (SELECT, GROUP, ROLLED) or (phase == ROLLED and state.is_market):
        out_of_order(state, seat, f"takes {FACE_NAME[face]}", "biblios-dice.order.market")
    owner = state.handles[state.active]
    rule, why = "biblios-dice.order.turn", f"it is {owner}'s turn"
    if phase == GROUP:
        rule, why = "biblios-dice.order.owner", f"{owner} plays a group now"
    raise Fault(rule, f"{state.handles[seat]} takes {FACE_NAME[face]}, but {why}", word=-2, because=(state.ply,))


def _begin(state: State) -> None:
    """The first take of a selection: Phase I is over and the mule has moved (Phase II)."""
    state.mule += state.mule_die
    state.phase = SELECT
    pool = state.pool
    # Gold and adjustment die are there, so six resource counts and two more: all that are not 0.
    state.left = 8 - pool[:6].count(0)


def _not_there(state: State, seat: int, face: int) -> NoReturn:
    """Raise the fault of taking what is not in the pool, or not any more."""
    who, name = state.handles[seat], FACE_NAME[face]
    if state.phase == GROUP:
        raise Fault("biblios-dice.group.part", f"{who} takes {name}, but the group that {who} plays holds no such die (any more)",
                    word=0, because=dict.fromkeys((state.choose_ply or state.split_ply, state.split_ply)))  # fmt: skip
    raise Fault(
        "biblios-dice.select.pool",
        f"{who} takes {name}, but no die left shows that",
        word=0,
        because=(max(state.roll_ply, state.reroll_ply), *_taken_at(state, face)),
    )


def _taken_at(state: State, face: int) -> tuple[int, ...]:
    """The ply of this round at which dice of a face were taken, if a marker moved or a value die changed by it."""
    if face < GOLD:
        plies = [ply for ply, _, _, track, _, _, cause, _, _ in state.moved if track == face and cause == BY_TAKE]
    else:
        plies = [change[0] for change in state.changed if face == ADJUST + change[6]]
    return tuple(plies[-1:]) if plies and plies[-1] > state.roll_ply else ()


def _check_conversion(state: State, seat: int, face: int, count: int, shown: tuple[int, ...]) -> None:
    who = state.handles[seat]
    if face == BISHOP:
        raise Fault("biblios-dice.convert.bishop", f"{who} converts Bishop dice", word=1)
    if state.pos[face * state.actors + seat] != state.sheet.top:
        raise Fault(
            "biblios-dice.convert.top",
            f"{who} converts {track_name(face)} dice, but {who}'s marker is not on the top space of that track",
            word=1,
        )
    if len(shown) != count:
        raise Fault(
            "biblios-dice.convert.all",
            f"{who} takes {count} {track_name(face)} {'die' if count == 1 else 'dice'}, but writes {len(shown)} result{'' if len(shown) == 1 else 's'}",
        )
    for index, code in enumerate(shown, 2):
        if code in (face, BISHOP) or code not in state.sheet.faces:
            raise Fault(
                "biblios-dice.convert.face",
                f"{who} converts {FACE_NAME[face]} to {TRACKS[code]}, which is not a different resource",
                word=index,
            )


# ------------------------------------------------------------------------------------------------------- adjustments


def _check_adjustment(state: State, seat: int, face: int, changes: tuple[int, ...]) -> None:
    if changes not in _uses(face):
        _wrong_adjustment(state, seat, face, changes)
    values, low, high = state.values, state.sheet.low, state.sheet.high
    for change in changes:
        value = values[change & 7]
        if (value == high and change >> 3 == PLUS) or (value == low and change >> 3 == MINUS):
            _check_capped(state, seat, face, changes)
            return


def _wrong_adjustment(state: State, seat: int, face: int, changes: tuple[int, ...]) -> None:
    """Raise the fault of changes that are not those of a face, or let them stand."""
    who, name = state.handles[seat], ADJUSTMENTS[face]
    wanted = OPERATIONS[face]
    if len(changes) != len(wanted):
        raise Fault(
            "biblios-dice.adjust.changes",
            f"{who} takes {name} with {len(changes) or 'no'} change{'' if len(changes) == 1 else 's'}, it asks for {len(wanted)}",
            word=0,
        )
    if len(wanted) == 1:
        operation = changes[0] >> 3
        if operation != wanted[0]:
            forgive(
                state, "biblios-dice.adjust.direction", f"{who} adjusts {CHANGE_NAME[changes[0]]} with {name}", word=1
            )
    else:
        left = list(wanted)
        for index, change in enumerate(changes, 1):
            if change >> 3 in left:
                left.remove(change >> 3)
            else:
                forgive(state, "biblios-dice.adjust.direction",
                        f"{who} adjusts {CHANGE_NAME[change]} with {name}", word=index)  # fmt: skip
                break
        if changes[0] & 7 == changes[1] & 7:
            forgive(
                state,
                "biblios-dice.adjust.different",
                f"{who} adjusts the {track_name(changes[0] & 7)} die twice with {name}",
                word=2,
            )


def _check_capped(state: State, seat: int, face: int, changes: tuple[int, ...]) -> None:
    """A die at its limit is named: plainly legal where it had to be, else open, or forbidden by the header."""
    rulings = state.rulings
    if not (rulings.capped_open or rulings.capped_forbidden) or _capped(state, changes) <= least_capped(state, face):
        return
    if rulings.capped_forbidden:
        change = next(c for c in changes if _is_capped(state, c))
        raise Fault(
            "biblios-dice.adjust.capped",
            f"{state.handles[seat]} adjusts {CHANGE_NAME[change]}, but that die is at its limit and another could be named",
            word=1 + changes.index(change),
        )
    unjudged(state, "capped-die")


def _is_capped(state: State, change: int) -> bool:
    operation, value = change >> 3, state.values[change & 7]
    if operation == PLUS:
        return value >= state.sheet.high
    return operation == MINUS and value <= state.sheet.low


def _capped(state: State, changes: tuple[int, ...]) -> int:
    return sum(1 for change in changes if _is_capped(state, change))


@cache
def adjustments(face: int) -> tuple[tuple[int, ...], ...]:
    """All ways to use a face of the adjustment die, each pair of dice once, as changes."""
    wanted = OPERATIONS[face]
    if len(wanted) == 1:
        return tuple((wanted[0] << 3 | track,) for track in range(RESOURCES))
    same = wanted[0] == wanted[1]
    return tuple(
        (wanted[0] << 3 | one, wanted[1] << 3 | two)
        for one in range(RESOURCES)
        for two in range(RESOURCES)
        if (one < two if same else one != two)
    )


@cache
def _uses(face: int) -> frozenset[tuple[int, ...]]:
    """All ways to use a face of the adjustment die, in every order of the changes."""
    return frozenset(order for changes in adjustments(face) for order in permutations(changes))


def least_capped(state: State, face: int) -> int:
    """Fewest dice at their limit that a use of this face of the adjustment die must name."""
    least = 2
    for changes in adjustments(face):
        named = _capped(state, changes)
        if not named:
            return 0
        least = min(least, named)
    return least


def _adjust(state: State, seat: int, face: int, changes: tuple[int, ...]) -> None:
    values, sheet, ply = state.values, state.sheet, state.ply + 1
    for change in changes:
        operation, die = change >> 3, change & 7
        value = before = values[die]
        if operation == PLUS:
            if value < sheet.high:
                value += 1
        elif operation == MINUS:
            if value > sheet.low:
                value -= 1
        else:
            value = sheet.middle
        values[die] = value
        state.changed.append((ply, die, before, value, False, seat, face, operation))
    value = values[0]
    if (value == sheet.low or value == sheet.high) and values.count(value) == RESOURCES:
        state.values = [sheet.middle] * RESOURCES
        state.changed += [(ply, die, value, sheet.middle, True, seat, face, SET) for die in range(RESOURCES)]


# ------------------------------------------------------------------------------------------------------------ tokens


def turns(state: State, move: Move) -> None:
    """`Ana turns 1G2R Q I`, `Cadfael turns 3G`."""
    seat: int = move[1]
    token: int = move[2]
    tracks: tuple[int, ...] = move[3]
    if not state.due or state.phase == OVER or seat != state.due_seat or token not in state.tokens[state.due[0]]:
        _no_such_turn(state, seat, token)
    steps = token // 10 % 10
    if seat >= state.players:
        if tracks:
            raise Fault(
                "biblios-dice.token.cadfael", f"Cadfael turns {token_name(token)} and moves markers with it", word=1
            )
        if state.rulings.tokens_open:
            unjudged(state, "cadfael-tokens")
    else:
        if len(tracks) != steps or BISHOP in tracks or len(set(tracks)) != steps:
            _wrong_steps(state.handles[seat], token_name(token), steps, tracks)
        gold, points = token // 100, token % 10
        state.gold[seat] += gold
        state.gold_out += gold
        state.vp[seat] += points
        state.vp_out += points
        state.gained.append((state.ply + 1, seat, gold, points, state.lot))
        for track in tracks:
            step(state, track, seat, BY_TOKEN)
        if state.phase == GROUP:
            last = state.parts[-1]
            state.parts = (*state.parts[:-1], (last[0], last[1], last[2] + tracks))
    state.tokens[state.due[0]].remove(token)
    state.turned.append(token)
    del state.due[0]
    if not state.due and seat < state.players:
        part_done(state)


def _no_such_turn(state: State, seat: int, token: int) -> NoReturn:
    """Raise the fault of a token that is not due, or not there, or another's."""
    who, name = state.handles[seat], token_name(token)
    if state.phase == OVER:
        out_of_order(state, seat, f"turns {name}", "")
    if not state.due:
        raise Fault(
            "biblios-dice.token.none",
            f"{who} turns {name}, but no marker has just reached a stack that still has a token",
            because=(state.ply,),
        )
    if seat != state.due_seat:
        raise Fault(
            "biblios-dice.order.token-due",
            f"{who} turns {name}, but {state.handles[state.due_seat]}'s marker has reached the stack",
            word=-2,
            because=(state.take_ply,),
        )
    stack = state.tokens[state.due[0]]
    left = ", ".join(token_name(code) for code in stack)
    gone = " (it has been turned already)" if token in state.turned else ""
    raise Fault(
        "biblios-dice.token.stack",
        f"{who} turns {name}, but the stack on space {state.sheet.token_spaces[state.due[0]] + 1} holds {left}{gone}",
        word=0,
        because=(state.take_ply,),
        mention=(name,),
    )


def _wrong_steps(who: str, name: str, steps: int, tracks: tuple[int, ...]) -> NoReturn:
    """Raise the fault of tracks that are not those of a token's steps."""
    if len(tracks) != steps:
        raise Fault(
            "biblios-dice.token.steps",
            f"{who} turns {name}, which has {steps or 'no'} step{'' if steps == 1 else 's'}, but {len(tracks) or 'no'} "
            f"{'track stands' if len(tracks) == 1 else 'tracks stand'} here",
            word=1 if tracks and not steps else None,
        )
    for index, track in enumerate(tracks, 1):
        if track == BISHOP:
            raise Fault("biblios-dice.token.resource", f"{who} moves up the Bishop track with {name}", word=index)
    for index, track in enumerate(tracks, 1):
        if track in tracks[: index - 1]:
            raise Fault(
                "biblios-dice.token.different",
                f"{who} moves up the {track_name(track)} track twice with {name}",
                word=index,
            )
    raise AssertionError("these steps are well")
