"""The card that was kept unseen: until its time is over it may have been a Church card, and then it is used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from replay.games import Move
from replay.games.biblios.checks import who
from replay.games.biblios.state import PLACE, State
from replay.problems import Fault


def too_late(s: State, seat: int) -> bool:
    """Whether the card that `seat` places comes too late for the unknown kept card to be used after it."""
    if s.phase != PLACE or seat != s.active:
        return False
    return s.kept_seat != seat or s.placed == 0 or s.rulings.get("kept-church") == "at-once"


def closing(s: State, handler: Callable[[State, Any], None], move: Move) -> None:
    """Play an event before which the unknown kept card must have been used; a fault leaves that open again."""
    _close_kept(s)
    try:
        handler(s, move)
    except Fault:
        s.ledger.wide += 1
        s.unknown_kept = True
        raise


def _close_kept(s: State) -> None:
    """The unknown kept card was not used in time: it was no Church card."""
    ledger = s.ledger
    if ledger.restricted_pool() > ledger.wide - 1:
        raise Fault("biblios.gift.unknown-church",
                    f"the card that {who(s.kept_seat)} kept must have been a Church card, but it was neither used nor declined",
                    because=(s.kept_ply,))  # fmt: skip
    ledger.wide -= 1
    s.unknown_kept = False
