"""The gate: one event is played in place, or a `Fault` is raised and the position stays as it was.

Each verb has one function in a module `play_…` that checks an event in rulebook order (raising `Fault` with the rule's id)
and then acts in place through a function whose docstring begins with `Act`, which bots and playouts call directly.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from replay.games import Move
from replay.games.biblios.play_auction import bids, flips, passes
from replay.games.biblios.play_church import declines, uses
from replay.games.biblios.play_default import defaults, draws, loses
from replay.games.biblios.play_end import holds
from replay.games.biblios.play_gift import auctions, keeps, shows, takes
from replay.games.biblios.play_payment import discards, pays
from replay.games.biblios.state import State

#: The functions behind `play`, by verb code; they act (or raise Fault) and leave `state.ply` alone.
HANDLERS: Final[tuple[Callable[[State, Any], None], ...]] = (
    keeps, auctions, shows, takes, uses, declines, flips, bids, passes, pays, discards, defaults, draws, loses, holds,
)  # fmt: skip


def play(s: State, move: Move) -> None:
    """Play one event in place: check it against the rules, then act. Raises Fault, leaving the position as it was."""
    HANDLERS[move[0]](s, move)
    s.ply += 1
