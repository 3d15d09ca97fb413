"""The gate: one event is played in place, or a `Fault` is raised and the position stays as it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from replay.games import Move
from replay.games.biblios_dice.codes import TRACKS, UNKNOWN, UNSHOWN
from replay.games.biblios_dice.components import STANDARD, load_sheet
from replay.games.biblios_dice.course import not_cadfael
from replay.games.biblios_dice.play_market import chooses, reveal, splits
from replay.games.biblios_dice.play_roll import rerolls, rolls
from replay.games.biblios_dice.play_select import takes, turns
from replay.games.biblios_dice.state import OVER, Rulings, State
from replay.problems import DOUBT_POSSIBLE, Fault

if TYPE_CHECKING:
    from replay.log import Header


def _rulings(given: Mapping[str, str]) -> Rulings:
    """How the open rulings stand with these settings of the header."""
    return Rulings(
        tokens_open="cadfael-tokens" not in given,
        wins_open="cadfael-wins" not in given,
        cadfael_wins=given.get("cadfael-wins") == "yes",
        converts_open="cadfael-converts" not in given,
        capped_open="capped-die" not in given,
        capped_forbidden=given.get("capped-die") == "forbidden",
        order_open="group-order" not in given,
        topped_open="topped-conversion" not in given,
        floor_open="vp-floor" not in given,
        floor_zero=given.get("vp-floor") == "zero",
    )


#: A header without rulings.
_OPEN: Final = _rulings({})


def start(header: Header) -> State:
    """The position at ply 0. Raises ValueError where the header's component sheet cannot be had."""
    rulings = _rulings(header.rulings) if header.rulings else _OPEN
    sheet = load_sheet(header.values.get("components", STANDARD))
    return State(sheet, tuple(header.handles), rulings, header.values.get("objectives") == "yes")


def objective(state: State, move: Move) -> None:
    """`Ana objective Q`, after the end."""
    seat: int = move[1]
    track: int = move[2]
    not_cadfael(state, seat, "shows an objective")
    who = state.handles[seat]
    if not state.objectives:
        raise Fault("biblios-dice.objective.variant", f"{who} shows an objective, but this game is played without them")
    if state.phase != OVER:
        raise Fault("biblios-dice.objective.end", f"{who} shows an objective before the end of the game")
    if state.shown[seat] != UNSHOWN:
        raise Fault("biblios-dice.objective.once", f"{who} shows a second objective", because=(_shown_at(state, seat),))
    if track >= 0 and track in state.shown:
        other = state.shown.index(track)
        raise Fault(
            "biblios-dice.objective.distinct",
            f"{who} shows the objective {TRACKS[track]}, which {state.handles[other]} has",
            word=0,
            because=(_shown_at(state, other),),
        )
    if track >= 0 and UNKNOWN in state.shown:
        state.flag |= DOUBT_POSSIBLE
        if not state.doubt:
            state.doubt = "hidden objective"
    state.shown[seat] = track
    state.shown_order = (*state.shown_order, seat)


def _shown_at(state: State, seat: int) -> int:
    """The ply at which a player showed the objective: nothing else can stand after the end."""
    return state.end_ply + 1 + state.shown_order.index(seat)


#: The functions behind `play`, by verb code; they act (or raise Fault) and leave `state.ply` alone.
HANDLERS: Final[tuple[Callable[[State, Move], None], ...]] = (
    rolls, rerolls, takes, turns, splits, reveal, chooses, objective,
)  # fmt: skip


def play(state: State, move: Move) -> None:
    """Play one event in place. Raises Fault and leaves the position as it was where the event cannot follow.

    Sets `state.flag` and `state.doubt` where the event rests on an open ruling, on something hidden, or was let stand.
    """
    HANDLERS[move[0]](state, move)
    state.ply += 1
