"""Church cards: used or declined as soon as they come to somebody, or at the end of the turn in which they were kept."""

from __future__ import annotations

from collections.abc import Sequence

from replay.games import Move
from replay.games.biblios.cards import CATEGORIES, CHURCH_DELTAS, CHURCH_DICE, DIE_HIGH, DIE_LOW, NAMES
from replay.games.biblios.checks import forgive, maybe, misplaced, open_ruling, who
from replay.games.biblios.play_gift import end_turn
from replay.games.biblios.state import BID, CHURCH, FLIP, OVER, PAY, PENALTY, PLACE, TAKE, State
from replay.problems import Fault


def _check_church(s: State, seat: int, code: int, verb: str) -> bool:
    """Whether this Church card may be used or declined now; True if it is the unknown kept card that shows itself."""
    if s.phase == CHURCH:
        if seat != s.owner:
            raise Fault("biblios.church.acquired",
                        f"{who(seat)} {verb} {NAMES[code]}, but {who(s.owner)} acquired {NAMES[s.pending]}", word=-2,
                        because=(s.paid_ply,))  # fmt: skip
        if code != s.pending:
            raise Fault("biblios.church.acquired", f"{who(seat)} {verb} {NAMES[code]}, but acquired {NAMES[s.pending]}", word=0,
                        because=(s.paid_ply,), kind="impossible")  # fmt: skip
        return False
    timing = s.rulings.get("kept-church", "either")
    if s.phase == PLACE and seat == s.active and s.kept_church >= 0:
        if code != s.kept_church:
            raise Fault("biblios.church.acquired", f"{who(seat)} {verb} {NAMES[code]}, but kept {NAMES[s.kept_church]}", word=0,
                        because=(s.kept_ply,), kind="impossible")  # fmt: skip
        if s.kept_ply != s.ply or timing == "after-allocation":
            raise Fault("biblios.church.kept-time",
                        f"{who(seat)} {verb} the kept {NAMES[code]} before the last card of the turn is placed", word=-1,
                        because=(s.kept_ply,))  # fmt: skip
        return False
    if s.unknown_kept and seat == s.kept_seat:
        placing = s.phase == PLACE and s.active == seat and s.placed > 0
        early = placing and s.kept_ply == s.ply
        late = not placing and s.takes == 0 and s.placed in (0, s.per_turn)
        if late and timing == "at-once" and s.kept_ply != s.ply:
            raise Fault("biblios.church.kept-time", f"{who(seat)} {verb} the kept {NAMES[code]} too late", word=-1,
                        because=(s.kept_ply,))  # fmt: skip
        if (placing and not early) or (early and timing == "after-allocation"):
            raise Fault("biblios.church.kept-time",
                        f"{who(seat)} {verb} the kept {NAMES[code]} before the last card of the turn is placed", word=-1,
                        because=(s.kept_ply,))  # fmt: skip
        if early or late:
            if not s.ledger.could_be(code, wide=True):
                raise Fault("biblios.deck.copies", f"{who(seat)} {verb} {NAMES[code]}, which cannot be the card kept", word=0,
                            because=(s.kept_ply,), mention=(NAMES[code],))  # fmt: skip
            return True
    if s.phase in (TAKE, FLIP, BID, PAY, PENALTY, OVER) or (s.phase == PLACE and seat == s.active):
        rule = "biblios.church.acquired" if s.phase in (PLACE, FLIP) else ""
        if rule:
            raise Fault(
                rule,
                f"{who(seat)} {verb} {NAMES[code]}, but acquired no Church card just now",
                mention=(NAMES[code],),
            )
    raise misplaced(s, seat, f"{verb} {NAMES[code]}")


def uses(s: State, move: Move) -> None:
    """The owner of a Church card just acquired changes dice with it. Rules: church.*, rulings capped-die, kept-church."""
    _, seat, code, changes = move
    named = _check_church(s, seat, code, "uses")
    wanted = CHURCH_DICE[code]
    if len(changes) != wanted:
        dice = "one die" if wanted == 1 else "two dice"
        raise Fault(
            "biblios.church.number",
            f"{NAMES[code]} changes {dice}, not {'one' if len(changes) == 1 else 'two'}",
            word=0,
        )
    acquired = (s.paid_ply if s.phase == CHURCH else s.kept_ply,)
    deltas = CHURCH_DELTAS[code]
    for index, (delta, category) in enumerate(changes):
        if delta not in deltas:
            way = "raises" if deltas == (1,) else "lowers"
            message = f"{NAMES[code]} {way} dice, it cannot do {'+' if delta > 0 else '-'}{CATEGORIES[category]}"
            forgive(s, "biblios.church.direction", message, word=index + 1, because=acquired)
    if wanted == 2 and changes[0][1] == changes[1][1]:
        message = f"{who(seat)} names the {CATEGORIES[changes[0][1]]} die twice"
        forgive(s, "biblios.church.different", message, word=2, because=acquired)
    for index, (delta, category) in enumerate(changes):
        if not DIE_LOW <= s.dice[category] + delta <= DIE_HIGH:
            message = f"the {CATEGORIES[category]} die is at {s.dice[category]} already"
            open_ruling(s, "capped-die", "no-effect", "biblios.church.capped", message, index + 1)
    if named:
        _name_kept(s, code)
    use(s, seat, code, changes)


def use(s: State, seat: int, code: int, changes: Sequence[tuple[int, int]]) -> None:
    """Act: the Church card moves the dice, each change (delta, category), and is gone."""
    for delta, category in changes:
        before = s.dice[category]
        after = min(DIE_HIGH, max(DIE_LOW, before + delta))
        s.dice[category] = after
        s.changes.append((s.ply + 1, category, before, after, seat, code, delta))
    church_done(s, seat, code, used=True)


def declines(s: State, move: Move) -> None:
    """The owner of a Church card just acquired lets it go unused. Rules: church.*, ruling kept-church."""
    _, seat, code = move
    if _check_church(s, seat, code, "declines"):
        _name_kept(s, code)
    church_done(s, seat, code, used=False)


def _name_kept(s: State, code: int) -> None:
    """The unknown kept card turns out to be this Church card and leaves the hand."""
    s.ledger.wide -= 1
    s.ledger.fix_loose(s.hands[s.kept_seat], code)
    s.unknown_kept = False
    maybe(s, f"{NAMES[code]} fits if it is the card kept")
    s.gains = [gain for gain in s.gains if gain[0] != s.kept_ply]


def church_done(s: State, seat: int, code: int, *, used: bool) -> None:
    """Act: the Church card is gone, used or not, and the game goes on where it had stopped."""
    s.worked.append((s.ply + 1, seat, code, used))
    s.ledger.put(s.gone, code)
    if s.phase != CHURCH:
        s.kept_church = -1
        return
    s.pending = -1
    s.owner = -1
    s.phase = s.after
    if s.phase == TAKE:
        if not s.public.n:
            end_turn(s)
    elif s.phase == FLIP and not s.auction.n:
        s.phase = OVER
