"""The winner of a lot pays, in Gold, or in cards of any kind for a Gold lot."""

from __future__ import annotations

from collections.abc import Sequence

from replay.games import Move
from replay.games.biblios.cards import (
    CLASSES,
    FIRST_CHURCH,
    FIRST_CLASS,
    FIRST_GOLD,
    KINDS,
    NAMES,
    UNKNOWN,
    VALUE,
    name_cards,
)
from replay.games.biblios.checks import forgive, is_gold, maybe, misplaced, open_ruling, who
from replay.games.biblios.play_auction import lot_done
from replay.games.biblios.state import PAY, State
from replay.piles import Ledger, Pile
from replay.problems import Fault


def check_payer(s: State, seat: int, verb: str) -> None:
    """Whether it is this player who has to pay now. Raises Fault."""
    if s.phase != PAY or seat != s.holder:
        raise misplaced(s, seat, verb, -2)


def _check_held(s: State, seat: int, codes: Sequence[int], verb: str) -> bool:
    """Whether the hand may hold these Gold cards; True if it certainly does. Changes nothing."""
    hand = s.hands[seat]
    loose = 0
    for kind in range(FIRST_GOLD, FIRST_CHURCH):
        need = codes.count(kind)
        short = need - hand.sure[kind]
        if short > 0:
            loose += short
            if short > s.ledger.pool[kind] or loose > hand.loose:
                have = hand.sure[kind]
                held = f"holds no {NAMES[kind]}" if not have else f"holds only {have} {NAMES[kind]}"
                if hand.loose:
                    held = f"cannot hold {need} {NAMES[kind]}" if need > 1 else f"cannot hold {NAMES[kind]}"
                word = [i for i, code in enumerate(codes) if code == kind][min(have, need - 1)]
                raise Fault("biblios.auction.held", f"{who(seat)} {verb} {name_cards(codes)}, but {held}", word=word,
                            mention=(NAMES[kind],))  # fmt: skip
    return not loose


def pays(s: State, move: Move) -> None:
    """The winner pays for a lot that is not Gold. Rules: auction.gold-pays, held, enough; ruling spare-gold."""
    _, seat, codes = move
    check_payer(s, seat, "pays")
    if is_gold(s.lot):
        raise Fault("biblios.auction.cards-pay", f"{who(seat)} pays, but {NAMES[s.lot]} costs {s.standing} cards of any kind",
                    word=-1, because=(s.flip_ply,))  # fmt: skip
    total = 0
    lowest = 99
    for index, code in enumerate(codes):
        if not FIRST_GOLD <= code < FIRST_CHURCH:
            raise Fault("biblios.auction.gold-pays", f"{who(seat)} pays with {NAMES[code]}, which is not Gold", word=index,
                        because=(s.flip_ply,))  # fmt: skip
        value = VALUE[code]
        total += value
        if value < lowest:
            lowest = value
    sure = s.hands[seat].sure
    certain = True
    for code in codes:
        if sure[code] < codes.count(code):
            certain = _check_held(s, seat, codes, "pays")
            break
    if total < s.standing:
        forgive(
            s, "biblios.auction.enough", f"{who(seat)} pays {total} for a bid of {s.standing}", because=(s.stand_ply,)
        )
    elif total - lowest >= s.standing:
        spare = next(i for i, code in enumerate(codes) if VALUE[code] == lowest)
        open_ruling(s, "spare-gold", "allowed", "biblios.auction.spare-gold",
                    f"{who(seat)} pays {total} for a bid of {s.standing}; {NAMES[codes[spare]]} was not needed", spare)  # fmt: skip
    if not certain:
        maybe(s, f"fits if {who(seat)} holds {name_cards(codes)}")
    pay(s, seat, codes, total)


def pay(s: State, seat: int, codes: Sequence[int], total: int) -> None:
    """Act: Gold cards worth `total` go from the hand out of the game, and the lot is sold."""
    hand, gone = s.hands[seat], s.gone
    for code in codes:
        if hand.sure[code]:
            hand.sure[code] -= 1
            hand.n -= 1
        else:
            s.ledger.fix_loose(hand, code)
        gone.sure[code] += 1
        gone.n += 1
        s.losses.append((s.ply + 1, seat, code, "paid"))
    lot_done(s, seat, s.standing, total)


def discards(s: State, move: Move) -> None:
    """The winner of a Gold lot discards cards, face down. Rules: auction.cards-pay, gold-pays, held, count."""
    _, seat, codes = move
    check_payer(s, seat, "discards")
    if not is_gold(s.lot):
        raise Fault("biblios.auction.gold-pays", f"{who(seat)} discards, but {NAMES[s.lot]} is paid for with Gold cards (pays)",
                    word=-1, because=(s.flip_ply,))  # fmt: skip
    hand = s.hands[seat]
    if len(codes) > hand.n:
        raise Fault("biblios.auction.held", f"{who(seat)} discards {len(codes)} cards, but holds only {hand.n}")
    if len(codes) != s.standing:
        cards = "card" if s.standing == 1 else "cards"
        forgive(s, "biblios.auction.count", f"{who(seat)} discards {len(codes)}, but the bid was {s.standing} {cards}",
                because=(s.stand_ply,))  # fmt: skip
    hand_over(s, seat, codes, s.gone, "biblios.auction.held", "discards")
    s.losses.extend([(s.ply + 1, seat, code, "discarded") for code in codes])
    lot_done(s, seat, s.standing, len(codes))


def hand_over(s: State, seat: int, codes: Sequence[int], target: Pile, rule: str, verb: str, by: int = -1) -> None:
    """Cards go from a hand to another pile, named or not. Raises Fault without a change.

    `verb` says what happens, `by` who does it to the hand (-1: its owner).
    """
    hand = s.hands[seat]
    sure = hand.sure
    for code in codes:
        if code >= FIRST_CLASS or sure[code] < codes.count(code):
            s.ledger.merge(target, _leave(s, seat, codes, rule, verb, by))
            return
    known = target.sure
    for code in codes:
        sure[code] -= 1
        known[code] += 1
    hand.n -= len(codes)
    target.n += len(codes)


def _leave(s: State, seat: int, codes: Sequence[int], rule: str, verb: str, by: int) -> Pile:
    """Cards of which not all are certain leave a hand; what is known of them comes back (see `_hand_over`)."""
    hand, ledger = s.hands[seat], s.ledger
    gone = Pile(KINDS, CLASSES)
    keep: tuple[Pile, Ledger] | None = None
    unknown = 0
    for index, code in enumerate(codes):
        if code == UNKNOWN:
            unknown += 1
            continue
        if keep is None and len(codes) > 1:
            keep = hand.clone(), ledger.clone()
        taken = ledger.take(hand, code)
        if taken is None:
            if keep is not None:
                hand.restore(keep[0])
                s.ledger = keep[1]
            message = f"{who(seat)} {verb} {NAMES[code]}, which {who(seat)} does not hold"
            if by >= 0:
                message = f"{who(by)} {verb} {NAMES[code]} from {who(seat)}, who does not hold it"
            raise Fault(rule, message, word=index, mention=(NAMES[code],))
        if not taken[1]:
            maybe(s, f"fits if {who(seat)} holds {NAMES[code]}")
        ledger.put(gone, taken[0])
    if unknown:
        ledger.merge(gone, ledger.take_unknown(hand, unknown))
    return gone


def solvent(s: State, seat: int) -> bool | None:
    """Whether `seat` could pay the standing bid for the lot: None where hidden cards decide it."""
    hand = s.hands[seat]
    if is_gold(s.lot):
        return hand.n >= s.standing
    total = sum([hand.sure[kind] * VALUE[kind] for kind in range(FIRST_GOLD, FIRST_CHURCH)])
    if total >= s.standing:
        return True
    loose = hand.loose
    for kind in range(FIRST_CHURCH - 1, FIRST_GOLD - 1, -1):
        number = min(loose, s.ledger.pool[kind])
        total += number * VALUE[kind]
        loose -= number
    return None if total >= s.standing else False
