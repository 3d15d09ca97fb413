"""What seats see, and the position as plain data for people, scripts and screens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from replay.games import Names
from replay.games.biblios import state as st
from replay.games.biblios.cards import (
    CATEGORIES,
    CATEGORY,
    CLASSES,
    FIRST_CLASS,
    KINDS,
    NAMES,
    UNKNOWN,
    VALUE,
)
from replay.games.biblios.scoring import Score, final, gold_bounds, score, score_category
from replay.games.biblios.state import State
from replay.piles import Pile

if TYPE_CHECKING:
    from replay.log import Event


def hide(event: Event, seat: int, names: Names) -> Event:
    """The event as `seat` saw it (-1: a bystander): cards it could not see become `?`. See log format 1, Events."""
    move = event.move
    if move is None:
        return event
    verb, actor = move[0], move[1]
    if verb in (st.KEEPS, st.AUCTIONS, st.DISCARDS):
        if seat == actor:
            return event
    elif verb == st.DRAWS:
        if seat in (actor, move[3]):
            return event
    elif verb == st.LOSES:
        if seat in (actor, (actor + 1) % names.players):
            return event
    else:
        return event
    if verb == st.DISCARDS:
        hidden: tuple[Any, ...] = (verb, actor, (UNKNOWN,) * len(move[2]))
        words: tuple[str, ...] = ("?",) * len(move[2])
    elif verb == st.DRAWS:
        hidden = (verb, actor, UNKNOWN, move[3])
        words = ("?", *event.words[1:])
    else:
        hidden = (verb, actor, UNKNOWN)
        words = ("?",)
    return replace(event, move=hidden, words=words, text=" ".join([names.actors[actor], event.verb, *words]), source="")


def cards_of(pile: Pile) -> list[str]:
    """The names of the cards of a pile in the order of the sheet; `?` for each unknown one."""
    codes = [kind for kind in range(KINDS) for _ in range(pile.sure[kind])]
    codes += [FIRST_CLASS + cls for cls in range(CLASSES) for _ in range(pile.classes[cls])]
    return sorted(NAMES[code] for code in codes) + ["?"] * pile.loose


def lots(s: State, handles: Sequence[str]) -> list[dict[str, Any]]:
    """The finished lots in the form of the command line's contract."""
    return [
        {
            "card": NAMES[code],
            "winner": handles[winner] if winner >= 0 else None,
            "price": price if winner >= 0 else None,
            "paid": paid if winner >= 0 else None,
            "defaults": defaults,
        }
        for _, code, winner, price, paid, defaults, _, _ in s.lots
    ]


def detail(s: State, handles: Sequence[str]) -> dict[str, Any]:
    """The `detail` object of `check --json --detail` for this position (design.md, The command line)."""
    result = score(s)
    gold = {handles[i]: bounds[0] if bounds[0] == bounds[1] else None
            for i, bounds in enumerate(gold_bounds(s, i) for i in range(s.players))}  # fmt: skip
    return {
        "dice": dict(zip(CATEGORIES, s.dice, strict=True)),
        "hands": {handles[i]: (cards_of(hand) if not hand.loose else None) for i, hand in enumerate(s.hands)},
        "gold_left": gold,
        "categories": _categories(result, handles) if result else None,
        "lots": lots(s, handles),
    }


def _categories(result: Score, handles: Sequence[str]) -> dict[str, Any]:
    return {
        name: {
            "winner": handles[c.winner] if c.winner is not None and c.winner >= 0 else None,
            "totals": {handles[i]: low if low == c.high[i] else None for i, low in enumerate(c.low)},
            "by_letter": c.by_letter,
            **({"why": c.why} if c.why else {}),
        }
        for name, c in zip(CATEGORIES, result.categories, strict=True)
    }


def result_of(s: State, handles: Sequence[str]) -> dict[str, Any] | None:
    """The result in the form of the contract, with `unjudged` rulings and reasons; None before the end."""
    found = final(s)
    if found is None:
        return None
    return {
        "totals": {handles[i]: total for i, total in enumerate(found.totals)},
        "winners": None if found.winners is None else [handles[seat] for seat in found.winners],
        "decided_by": found.decided_by,
        "unjudged": list(found.unjudged),
        "why": dict(found.why),
    }


def view(s: State, handles: Sequence[str]) -> dict[str, Any]:
    """The position as JSON-able data; unknown cards are `?`, unknown numbers None.

    Keys: phase, active, to_act (handles), dice, deck, auction_pile (cards, `?` if unknown), public, placed (kept,
    auctioned, shown this turn), seats (handle, hand, cards, gold, strength per category, passed, out, bid), lot,
    lots (finished), church (pending), discards, standing (who leads each category now), over.
    """
    seats = []
    for seat, hand in enumerate(s.hands):
        low, high = gold_bounds(s, seat)
        last = [
            bid
            for bid in s.bids
            if s.lot >= 0 and bid[1] == len(s.lots) and bid[2] == s.round and bid[3] == seat and bid[4]
        ]
        seats.append(
            {
                "handle": handles[seat],
                "hand": cards_of(hand),
                "cards": hand.n,
                "gold": low if low == high else None,
                "gold_range": [low, high],
                "strength": _strength(hand),
                "passed": s.phase == st.BID and not s.bidding[seat] and not s.offenders[seat],
                "out": s.lot >= 0 and s.offenders[seat],
                "bid": last[-1][4] if last else None,
            }
        )
    leads = {}
    for index, name in enumerate(CATEGORIES):
        found = score_category(s, index)
        leads[name] = {
            "leader": handles[found.winner] if found.winner is not None and found.winner >= 0 else None,
            "known": found.winner is not None,
            "by_letter": found.by_letter,
        }
    return {
        "game": "biblios",
        "phase": st.PHASE_NAMES[s.phase],
        "active": handles[s.active],
        "to_act": [handles[seat] for seat in to_act(s)],
        "dice": dict(zip(CATEGORIES, s.dice, strict=True)),
        "deck": s.deck,
        "removed": s.removed.n,
        "auction_pile": s.auction.n,
        "public": cards_of(s.public),
        "placed": {"kept": s.kept, "auctioned": s.auctioned, "shown": s.shown, "of": s.per_turn},
        "seats": seats,
        "church": {"card": NAMES[s.pending], "owner": handles[s.owner]} if s.pending >= 0 else None,
        "lot": _lot(s, handles),
        "lots": lots(s, handles),
        "discards": s.gone.n,
        "leads": leads,
        "over": s.phase == st.OVER,
    }


def _strength(hand: Pile) -> dict[str, Any]:
    out = {}
    for index, name in enumerate(CATEGORIES):
        total = sum(VALUE[k] * hand.sure[k] for k in range(KINDS) if CATEGORY[k] == index)
        total += sum(
            VALUE[FIRST_CLASS + c] * n for c, n in enumerate(hand.classes) if n and CATEGORY[FIRST_CLASS + c] == index
        )
        out[name] = total
    return out


def _lot(s: State, handles: Sequence[str]) -> Mapping[str, Any] | None:
    if s.lot < 0:
        return None
    return {
        "card": NAMES[s.lot],
        "number": len(s.lots) + 1,
        "standing": s.standing or None,
        "holder": handles[s.holder] if s.holder >= 0 else None,
        "bids": [{"handle": handles[b[3]], "bid": b[4] or None, "round": b[2]} for b in s.bids if b[1] == len(s.lots)],
        "defaults": s.defaults_lot,
    }


def to_act(s: State) -> list[int]:
    """Seats that may act next."""
    if s.phase in (st.PLACE, st.FLIP):
        return [s.active]
    if s.phase in (st.TAKE, st.BID):
        return [s.turn]
    if s.phase == st.CHURCH:
        return [s.owner]
    if s.phase == st.PAY:
        return [s.holder]
    if s.phase == st.PENALTY:
        return [s.holder if s.penalty == st.BLUFF else s.drawer]
    return [seat for seat in range(s.players) if not s.shown_hands[seat]]
