"""What may stand next in a game of Biblios: the menu for people, recorders, bots and messages.

`legal_moves` and `play` agree: `play` accepts an event (without `!`) exactly when `legal_moves` offers it, up to the
highest bid asked for and, for `?` and letterless cards, the words that a scribe may leave out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final

from replay.games import Move
from replay.games.biblios import state as st
from replay.games.biblios.cards import (
    CATEGORIES,
    CHURCH_DELTAS,
    CHURCH_DICE,
    CLASS_MEMBERS,
    CLASSES,
    FIRST_CHURCH,
    FIRST_CLASS,
    FIRST_GOLD,
    KINDS,
    UNKNOWN,
)
from replay.games.biblios.play import play
from replay.games.biblios.state import State
from replay.games.biblios.words import text_of
from replay.piles import Pile
from replay.problems import Fault

if TYPE_CHECKING:
    from replay.log import Event

#: Bids above the standing one that a menu lists (there is no highest bid).
BIDS_LISTED: Final = 3
#: Most combinations of cards that a menu lists for one payment.
MOST_LISTED: Final = 2_000


def legal_moves(s: State, *, top_bid: int | None = None, hidden: bool = True) -> Iterator[Move]:
    """Every move that may stand next, in a stable order, without those that would need `!`.

    top_bid  highest bid to list (default: the next `BIDS_LISTED`).
    hidden   whether to list words that leave cards open (`?`, letterless) beside the named ones.
    """
    for move in _candidates(s, top_bid, hidden):
        trial = s.clone()
        trial.stood = False
        try:
            play(trial, move)
        except Fault:
            continue
        yield move


def _candidates(s: State, top_bid: int | None, hidden: bool) -> Iterator[Move]:
    """A superset of the legal moves of this position, each at most once."""
    phase = s.phase
    if phase == st.PLACE:
        codes = _named(hidden, unknown=True)
        for verb in (st.KEEPS, st.AUCTIONS):
            if not (s.kept if verb == st.KEEPS else s.auctioned):
                yield from ((verb, s.active, code) for code in codes)
        if s.shown < s.players - 1:
            yield from ((st.SHOWS, s.active, code) for code in codes if code != UNKNOWN)
    elif phase == st.TAKE:
        yield from ((st.TAKES, s.turn, code) for code in _in_pile(s, s.public, hidden, wide=False))
    elif phase == st.CHURCH:
        yield from _church_moves(s.owner, s.pending)
    elif phase == st.FLIP:
        yield from ((st.FLIPS, s.active, code) for code in _in_pile(s, s.auction, hidden, wide=True))
    elif phase == st.BID:
        last = s.standing + BIDS_LISTED if top_bid is None else top_bid
        yield from ((st.BIDS, s.turn, amount) for amount in range(s.standing + 1, last + 1))
        yield (st.PASSES, s.turn)
    elif phase == st.PAY:
        hand = s.hands[s.holder]
        if FIRST_GOLD <= s.lot < FIRST_CHURCH:
            codes = _in_pile(s, hand, hidden, wide=False, unknown=hidden)
            if s.standing <= hand.n:
                yield from (
                    (st.DISCARDS, s.holder, cards) for cards in combinations_with_replacement(codes, s.standing)
                )
        else:
            gold = [code for code in _in_pile(s, hand, False, wide=False) if code < FIRST_CHURCH and code >= FIRST_GOLD]
            for number in range(1, hand.n + 1):
                yield from ((st.PAYS, s.holder, cards) for cards in combinations_with_replacement(gold, number))
        yield (st.DEFAULTS, s.holder)
    elif phase == st.PENALTY:
        codes = _in_pile(s, s.hands[s.holder], hidden, wide=False, unknown=hidden)
        if s.penalty == st.BLUFF:
            yield from ((st.LOSES, s.holder, code) for code in codes)
        else:
            yield from ((st.DRAWS, s.drawer, code, s.holder) for code in codes)
    else:
        for seat in range(s.players):
            if not s.shown_hands[seat]:
                yield from ((st.HOLDS, seat, cards) for cards in _whole_hands(s, seat))
    if s.unknown_kept or (phase == st.PLACE and s.kept_church >= 0):
        owner = s.kept_seat if s.unknown_kept else s.active
        for church in range(FIRST_CHURCH, KINDS):
            yield from _church_moves(owner, church)


def _named(hidden: bool, *, unknown: bool) -> list[int]:
    codes = list(range(KINDS + (CLASSES if hidden else 0)))
    if hidden and unknown:
        codes.append(UNKNOWN)
    return codes


def _in_pile(s: State, pile: Pile, hidden: bool, *, wide: bool, unknown: bool = False) -> list[int]:
    """Words that may name a card of this pile."""
    codes = [code for code in range(KINDS)
             if pile.sure[code] or pile.loose or (code < FIRST_GOLD and any(
                 pile.classes[cls] and code in CLASS_MEMBERS[cls] for cls in range(CLASSES)))]  # fmt: skip
    if not wide:
        codes = [code for code in codes if code < FIRST_CHURCH or pile.sure[code]]
    if hidden:
        codes += [FIRST_CLASS + cls for cls in range(CLASSES)
                  if pile.loose or pile.classes[cls] or any(pile.sure[kind] for kind in CLASS_MEMBERS[cls])]  # fmt: skip
    if unknown:
        codes.append(UNKNOWN)
    return codes


def _church_moves(seat: int, church: int) -> Iterator[Move]:
    deltas = CHURCH_DELTAS[church]
    dice = range(len(CATEGORIES))
    for first in dice:
        for delta in deltas:
            if CHURCH_DICE[church] == 1:
                yield (st.USES, seat, church, ((delta, first),))
            else:
                yield from (
                    (st.USES, seat, church, ((delta, first), (delta, second))) for second in dice if second != first
                )
    yield (st.DECLINES, seat, church)


def _whole_hands(s: State, seat: int) -> Iterator[tuple[int, ...]]:
    """The whole hand, as far as it is known; nothing where unknown cards leave it open."""
    hand = s.hands[seat]
    if hand.loose:
        return
    cards = [kind for kind in range(KINDS) for _ in range(hand.sure[kind])]
    cards += [FIRST_CLASS + cls for cls in range(CLASSES) for _ in range(hand.classes[cls])]
    yield tuple(cards)


def _patterns(s: State, handles: Sequence[str], card: str, *, always: bool = False) -> list[str] | None:
    """Alternatives that cannot be listed one by one, with `card` for the card drawn; None where they can.

    With `always`, a penalty is a pattern too, though the hand may be known.
    """
    if s.phase == st.PLACE:
        who = handles[s.active]
        verbs = [
            verb
            for verb, done in (("keeps", s.kept), ("auctions", s.auctioned), ("shows", s.shown >= s.players - 1))
            if not done
        ]
        return [f"{who} {verb} {card}" for verb in verbs]
    if s.phase == st.BID:
        who = handles[s.turn]
        return [f"{who} passes", *[f"{who} bids {s.standing + step}" for step in range(1, BIDS_LISTED + 1)]]
    if s.phase == st.OVER:
        return [f"{handles[seat]} holds CARD…" for seat in range(s.players) if not s.shown_hands[seat]]
    if s.phase == st.FLIP and s.auction.loose:
        return [f"{handles[s.active]} flips {card}"]
    if s.phase == st.PENALTY and (always or s.hands[s.holder].loose):
        if s.penalty == st.BLUFF:
            return [f"{handles[s.holder]} loses {card}"]
        return [f"{handles[s.drawer]} draws {card} from {handles[s.holder]}"]
    if s.phase == st.PAY:
        return _payments(s, handles)
    return None


def _payments(s: State, handles: Sequence[str]) -> list[str]:
    """Ways to pay: the exact ones first where the hand is known, else what has to be written."""
    who = handles[s.holder]
    hand = s.hands[s.holder]
    out: list[str] = []
    if FIRST_GOLD <= s.lot < FIRST_CHURCH:
        if s.standing <= hand.n:
            out.append(f"{who} discards " + " ".join(["CARD"] * s.standing))
    elif hand.loose:
        out.append(f"{who} pays GOLD…")
    else:
        ways = []
        counts = [hand.sure[kind] for kind in range(FIRST_GOLD, FIRST_CHURCH)]
        for three in range(counts[2] + 1):
            for two in range(counts[1] + 1):
                for one in range(counts[0] + 1):
                    total = one + 2 * two + 3 * three
                    lowest = 1 if one else 2 if two else 3
                    if total >= s.standing and (total - lowest < s.standing):
                        ways.append((total, one + two + three, " ".join(["G3"] * three + ["G2"] * two + ["G1"] * one)))
        out.extend(f"{who} pays {cards}" for _, _, cards in sorted(ways)[:20])
    if _fits(s, f"{who} defaults", handles):
        out.append(f"{who} defaults")
    return out


def legal(s: State, handles: Sequence[str]) -> Iterator[str]:
    """Canonical texts of what may stand next; patterns with CARD or GOLD… where they cannot all be listed."""
    patterns = _patterns(s, handles, "CARD")
    if patterns is None:
        yield from _listed(s, handles)
        return
    if not _must_use(s):
        yield from patterns
    if s.phase == st.PLACE and (s.kept_church >= 0 or s.unknown_kept):
        yield from (text for text in _listed(s, handles) if text.split()[1] in ("uses", "declines"))


def _must_use(s: State) -> bool:
    """Whether a kept Church card has to be used or declined before anything else (ruling kept-church=at-once)."""
    return s.phase == st.PLACE and s.kept_church >= 0 and s.rulings.get("kept-church") == "at-once"


def _listed(s: State, handles: Sequence[str]) -> Iterator[str]:
    """The texts of `legal_moves`, each once."""
    seen = set()
    for count, move in enumerate(legal_moves(s, hidden=False)):
        text = text_of(move, handles)
        if text not in seen:
            seen.add(text)
            yield text
        if count >= MOST_LISTED:
            return


#: Verbs whose card may stand in an alternative of the same phase.
_CARD_VERBS: Final = {
    st.PLACE: ("keeps", "auctions", "shows"),
    st.FLIP: ("flips",),
    st.PENALTY: ("draws", "loses"),
}


def menu(s: State, event: Event, handles: Sequence[str]) -> list[str]:
    """Alternatives to a faulty event, for a message: with its own card where that card could stand."""
    if event.move is not None and event.verb in _CARD_VERBS.get(s.phase, ()) and not _must_use(s):
        fitting = [text for text in _patterns(s, handles, event.words[0]) or () if _fits(s, text, handles)]
        if fitting:
            return fitting
    if s.phase == st.PENALTY:
        return _patterns(s, handles, "CARD", always=True) or []
    return list(legal(s, handles))


def _fits(s: State, text: str, handles: Sequence[str]) -> bool:
    from replay.games import names
    from replay.games.biblios.words import parse
    from replay.problems import WordFault

    words = text.split()
    try:
        move, _ = parse(handles.index(words[0]), words[1], words[2:], names(handles))
        trial = s.clone()
        trial.stood = False
        play(trial, move)
    except (Fault, WordFault):
        return False
    return True
