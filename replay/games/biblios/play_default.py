"""A winner who does not pay: the penalty, and the same lot again without the offender."""

from __future__ import annotations

from replay.games import Move
from replay.games.biblios.checks import clockwise, forgive, maybe, misplaced, open_ruling, who
from replay.games.biblios.play_auction import open_bidding
from replay.games.biblios.play_payment import check_payer, hand_over, solvent
from replay.games.biblios.state import BLUFF, PENALTY, State
from replay.problems import Fault


def defaults(s: State, move: Move) -> None:
    """The winner cannot (or will not) pay. Rules: auction.winner-pays; ruling refusal."""
    seat = move[1]
    check_payer(s, seat, "defaults")
    can = solvent(s, seat)
    if can:
        open_ruling(
            s, "refusal", "allowed", "biblios.auction.refusal", f"{who(seat)} defaults, but can pay {s.standing}", -1
        )
    elif can is None and s.rulings.get("refusal") != "allowed":
        if s.stood:
            forgive(s, "biblios.auction.refusal", f"{who(seat)} defaults, but may be able to pay {s.standing}")
        else:
            maybe(s, f"fits if {who(seat)} cannot pay {s.standing}")
    _defaults(s, seat)


def _defaults(s: State, seat: int) -> None:
    s.defaults_lot += 1
    s.offenders[seat] = True
    s.out_ply[seat] = s.ply + 1
    s.drawer = clockwise(s, seat)
    if s.hands[seat].n:
        s.phase = PENALTY
    else:
        s.round += 1
        open_bidding(s)


def draws(s: State, move: Move) -> None:
    """One of the others draws a card from the offender's hand (standard penalty). Rules: penalty.*."""
    _, seat, code, offender = move
    if s.phase != PENALTY:
        raise misplaced(s, seat, "draws")
    if s.penalty == BLUFF:
        raise Fault("biblios.penalty.kind", f"{who(seat)} draws a card, but the penalty of this game is medieval-bluff (loses)",
                    word=-1, because=(s.out_ply[s.holder],))  # fmt: skip
    if offender != s.holder:
        raise Fault("biblios.penalty.order", f"{who(seat)} draws from {who(offender)}, but {who(s.holder)} could not pay",
                    word=2, because=(s.out_ply[s.holder],))  # fmt: skip
    if seat != s.drawer:
        raise Fault("biblios.penalty.order", f"{who(seat)} draws, but it is {who(s.drawer)}'s turn to draw", word=-2,
                    because=(s.out_ply[s.holder],))  # fmt: skip
    hand_over(s, offender, (code,), s.hands[seat], "biblios.penalty.held", "draws", by=seat)
    _draws(s, seat, offender, code)


def _draws(s: State, seat: int, offender: int, code: int) -> None:
    s.losses.append((s.ply + 1, offender, code, "drawn"))
    s.gains.append((s.ply + 1, seat, code, "drawn"))
    s.drawer = clockwise(s, seat)
    if s.drawer == offender or not s.hands[offender].n:
        s.drawer = -1
        s.round += 1
        open_bidding(s)


def loses(s: State, move: Move) -> None:
    """The offender loses one card to the discard (Medieval bluff). Rules: penalty.*."""
    _, seat, code = move
    if s.phase != PENALTY:
        raise misplaced(s, seat, "loses")
    if s.penalty != BLUFF:
        raise Fault("biblios.penalty.kind", f"{who(seat)} loses a card, but the penalty of this game is standard (draws)",
                    word=-1, because=(s.out_ply[s.holder],))  # fmt: skip
    if seat != s.holder:
        raise Fault("biblios.penalty.order", f"{who(seat)} loses a card, but {who(s.holder)} could not pay", word=-2,
                    because=(s.out_ply[s.holder],))  # fmt: skip
    hand_over(s, seat, (code,), s.gone, "biblios.penalty.held", "loses")
    s.losses.append((s.ply + 1, seat, code, "lost"))
    s.drawer = -1
    s.round += 1
    open_bidding(s)
