"""Tiny universes: a position with a deck of a few cards, so that every hidden world can be listed."""

from __future__ import annotations

from collections.abc import Mapping

from replay.games.biblios import cards
from replay.games.biblios.state import State
from replay.piles import Ledger, Pile

HANDLES = ("Ana", "Bram", "Cleo", "Dirk")


def tiny(
    players: int,
    copies: Mapping[str, int],
    aside: int,
    penalty: str = "standard",
    rulings: dict[str, str] | None = None,
) -> State:
    """The start of a game with these cards only, `aside` of them set aside unseen."""
    state = State(HANDLES[:players], penalty, rulings or {})
    counts = [copies.get(cards.NAMES[kind], 0) for kind in range(cards.KINDS)]
    state.ledger = Ledger(counts, cards.CLASS, cards.CLASS_MEMBERS, (cards.FIRST_CHURCH, cards.KINDS))
    state.removed = Pile(cards.KINDS, cards.CLASSES, wide=True)
    state.removed.n = state.removed.loose = aside
    state.deck = sum(counts) - aside
    assert state.deck % (players + 1) == 0
    state.ledger.wide = sum(counts)
    return state
