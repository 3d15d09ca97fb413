"""Hands that are shown after the last lot."""

from __future__ import annotations

from replay.games import Move
from replay.games.biblios.cards import CLASS_MEMBERS, CLASSES, FIRST_CLASS, KINDS, NAMES
from replay.games.biblios.checks import maybe, misplaced, who
from replay.games.biblios.play_kept import closing
from replay.games.biblios.state import CHURCH, OVER, State
from replay.piles import Ledger, Pile
from replay.problems import Fault


def _take_shown(ledger: Ledger, hand: Pile, code: int) -> tuple[int, bool] | None:
    """One card of a hand that is shown whole: a word without a letter stands for a certain card if one is left."""
    if code >= FIRST_CLASS:
        for kind in CLASS_MEMBERS[code - FIRST_CLASS]:
            if hand.sure[kind]:
                return ledger.take(hand, kind)
    return ledger.take(hand, code)


def holds(s: State, move: Move) -> None:
    """A whole hand is shown after the last lot. Rules: end.*."""
    _, seat, codes = move
    if s.phase == CHURCH:
        raise misplaced(s, seat, "holds")
    if s.phase != OVER:
        raise Fault("biblios.end.holds-last", f"{who(seat)} shows a hand, but the last lot is not over", word=-1)
    if s.unknown_kept:
        closing(s, holds, move)
        return
    if s.shown_hands[seat]:
        raise Fault(
            "biblios.end.holds-once", f"{who(seat)}'s hand was shown before", word=-2, because=(s.shown_hands[seat],)
        )
    hand, ledger = s.hands[seat], s.ledger
    if len(codes) != hand.n:
        raise Fault("biblios.end.holds-hand", f"{who(seat)} shows {len(codes)} cards, but holds {hand.n}", mention=())
    if not ledger.fuzzy and max(codes, default=0) < FIRST_CLASS:
        counts = [0] * KINDS
        for code in codes:
            counts[code] += 1
        if counts == hand.sure:
            s.shown_hands[seat] = s.ply + 1
            return
    keep = hand.clone(), ledger.clone()
    shown = Pile(KINDS, CLASSES)
    for index, code in sorted(enumerate(codes), key=lambda item: item[1]):
        taken = _take_shown(ledger, hand, code)
        if taken is None:
            hand.restore(keep[0])
            s.ledger = keep[1]
            raise Fault("biblios.end.holds-hand", f"{who(seat)} shows {NAMES[code]}, which {who(seat)} cannot hold", word=index,
                        mention=(NAMES[code],))  # fmt: skip
        if not taken[1]:
            maybe(s, f"fits if {who(seat)} holds {NAMES[code]}")
        ledger.put(shown, taken[0])
    hand.restore(shown)
    s.shown_hands[seat] = s.ply + 1
