"""Frames of Biblios: positions as flat dicts, moves as sentences, and what in a game is worth a second look."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median
from typing import Any, Final

from replay.frames import Frame, Story
from replay.games.biblios.cards import CATEGORIES, CATEGORY_NAMES
from replay.games.biblios.view import cards_of, detail, view
from replay.log import Event
from replay.referee import Replay

_NAME: Final = dict(zip(CATEGORIES, CATEGORY_NAMES, strict=True))
_CHURCH: Final = {
    "C+": "a Church card (one die up)",
    "C-": "a Church card (one die down)",
    "C++": "a Church card (two dice up)",
    "C--": "a Church card (two dice down)",
    "C+-": "a Church card (one die up or down)",
}
#: A price is called high from this many times the usual one, and so far above it.
HIGH_TIMES: Final = 2.0
HIGH_ABOVE: Final = 3


def card_name(word: str) -> str:
    """A card's name in words: `P3e` is `Pigments 3 (e)`, `?` is `a hidden card`."""
    if word == "?":
        return "a hidden card"
    if word in _CHURCH:
        return _CHURCH[word]
    if word.startswith("G"):
        return f"Gold {word[1:]}"
    letter = f" ({word[2:]})" if len(word) > 2 else ""
    return f"{_NAME[word[0]]} {word[1]}{letter}"


def frame(state: Any) -> Frame:
    """The position as a flat dict.

    ph phase · ac active seat · to seats to act · d dice · dk, ap, gn sizes of deck, Auction pile, discards ·
    au cards known to be in the Auction pile · pu public cards · pl cards placed this turn [kept, auctioned, shown, of] ·
    h0… hands · g0… Gold value (or [least, greatest]) · s0… strength per category · b0… standing in the bidding
    (a bid, 0 nothing yet, -1 passed, -2 out) · lo [card, number, standing, holder, defaults] · bi bids of the lot
    [seat, amount, round] · ch [Church card, owner] · ld leader per category (-1 nobody, None unknown) · lt categories
    led by the letter alone · sd standing per seat: pips of the categories led (None unknown).
    """
    handles = state.handles
    seen = view(state, handles)
    index = {handle: seat for seat, handle in enumerate(handles)}
    dice = list(seen["dice"].values())
    leads = [seen["leads"][name] for name in CATEGORIES]
    leaders = [
        (index[lead["leader"]] if lead["leader"] is not None else -1) if lead["known"] else None for lead in leads
    ]
    out: Frame = {
        "ph": seen["phase"],
        "ac": index[seen["active"]],
        "to": [index[handle] for handle in seen["to_act"]],
        "d": dice,
        "dk": seen["deck"],
        "ap": seen["auction_pile"],
        "gn": seen["discards"],
        "au": " ".join(word for word in cards_of(state.auction) if word != "?"),
        "pu": " ".join(seen["public"]),
        "pl": [seen["placed"][key] for key in ("kept", "auctioned", "shown", "of")],
        "ch": [seen["church"]["card"], index[seen["church"]["owner"]]] if seen["church"] else None,
        "ld": leaders,
        "lt": "".join(name for name, lead in zip(CATEGORIES, leads, strict=True) if lead["by_letter"]),
        "sd": standing(dice, leaders, len(handles), any("?" in seat["hand"] for seat in seen["seats"])),
    }
    for seat, entry in enumerate(seen["seats"]):
        out[f"h{seat}"] = " ".join(entry["hand"])
        out[f"g{seat}"] = entry["gold"] if entry["gold"] is not None else entry["gold_range"]
        out[f"s{seat}"] = list(entry["strength"].values())
        out[f"b{seat}"] = -2 if entry["out"] else -1 if entry["passed"] else entry["bid"] or 0
    lot = seen["lot"]
    out["lo"] = None
    out["bi"] = []
    if lot is not None:
        holder = index[lot["holder"]] if lot["holder"] is not None else -1
        out["lo"] = [lot["card"], lot["number"], lot["standing"] or 0, holder, lot["defaults"]]
        out["bi"] = [[index[bid["handle"]], bid["bid"] or 0, bid["round"]] for bid in lot["bids"]]
    return out


def standing(dice: list[int], leaders: list[int | None], players: int, hidden: bool) -> list[int | None]:
    """Pips of the categories that each seat leads; None for every seat while some leader is not known."""
    if hidden and None in leaders:
        return [None] * players
    return [sum(pips for pips, leader in zip(dice, leaders, strict=True) if leader == seat) for seat in range(players)]


def raw(event: Event) -> str:
    """The log's own words with `{seat}` for names."""
    words = list(event.words)
    if event.verb == "draws" and event.move is not None:
        words[-1] = f"{{{event.move[3]}}}"
    return " ".join([f"{{{event.seat}}}", event.verb, *words])


def tell(story: Story, ply: int, event: Event, before: Frame, after: Frame, state: Any) -> None:
    """Sentence, group and flags of one ply."""
    _group(story, ply, event, before, after)
    story.texts.append(_sentence(event, before, after))
    seat = event.seat
    for category, (old, new) in enumerate(zip(before["d"], after["d"], strict=True)):
        if old != new:
            story.dice.append([ply, category, old, new])
            story.flag(ply, "die", [], f"the {CATEGORY_NAMES[category]} die goes from {old} to {new}")
    for category, (was, now) in enumerate(zip(before["ld"], after["ld"], strict=True)):
        if was is not None and now is not None and was != now and was >= 0:
            text = f"{{{now}}} takes the lead in" if now >= 0 else f"{{{was}}} loses the lead in"
            by_letter = " by the letter" if CATEGORIES[category] in after["lt"] else ""
            seats = [other for other in (was, now) if other >= 0]
            taken = f", from {{{was}}}" if now >= 0 else ""
            story.flag(ply, "lead", seats, f"{text} {CATEGORY_NAMES[category]}{by_letter}{taken}")
    if event.verb == "takes" and len(set(before["pu"].split())) == 1:
        story.flag(ply, "forced", [seat], f"{{{seat}}} had nothing else to take", stop=False)
    if event.verb == "defaults":
        lot = before["lo"]
        story.flag(ply, "default", [seat], f"{{{seat}}} wins {card_name(lot[0])} at {lot[2]} and cannot pay")
    if event.verb == "pays":
        _overpay(story, ply, seat, event, before)
    if before["lo"] is not None and after["lo"] is None:
        _lot_ends(story, ply, state)


def _overpay(story: Story, ply: int, seat: int, event: Event, before: Frame) -> None:
    """A payment above the bid that some other cards of the same hand would have spared."""
    bid = before["lo"][2]
    paid = sum(int(word[1:]) for word in event.words)
    gold = [int(word[1:]) for word in before[f"h{seat}"].split() if word.startswith("G")]
    least = least_payment(gold, bid)
    if least is not None and least < paid:
        story.flag(ply, "overpay", [seat], f"{{{seat}}} pays {paid} for a bid of {bid}; {least} was possible")


def least_payment(gold: list[int], bid: int) -> int | None:
    """The least total of some of these Gold cards that reaches the bid; None where all together do not."""
    reach = {0}
    for value in gold:
        reach |= {total + value for total in reach}
    return min((total for total in reach if total >= bid), default=None)


def _lot_ends(story: Story, ply: int, state: Any) -> None:
    _, _, winner, price, paid, defaults, _, _ = state.lots[-1]
    group = story.groups[-1]
    word = group["card"]
    gold = word.startswith("G")
    again = f" after {defaults} default{'s' if defaults > 1 else ''}" if defaults else ""
    if winner < 0:
        group["note"] = f"nobody buys it{again}"
        story.flag(ply, "unsold", [], f"{card_name(word)} is discarded: nobody buys it{again}", stop=False)
        return
    unit = f"{price} card{'s' if price > 1 else ''}" if gold else f"{price} Gold"
    extra = f", {paid} paid" if paid != price else ""
    group["note"] = f"{{{winner}}}, {unit}{extra}{again}"
    rivals = [bid[3] for bid in state.bids if bid[1] == len(state.lots) - 1 and bid[3] != winner]
    story.flag(ply, "lot", sorted({winner, *rivals}), f"{{{winner}}} buys {card_name(word)} for {unit}{extra}{again}")
    group["sold"] = [ply, winner, price]


def finish(story: Story, found: Replay) -> None:
    """Prices far above the usual of this game (Gold lots, paid in cards, are compared among themselves)."""
    for is_gold in (False, True):
        sold = [group for group in story.groups if group.get("sold") and group["card"].startswith("G") is is_gold]
        if len(sold) < 4:
            continue
        usual = median(group["sold"][2] for group in sold)
        for group in sold:
            ply, winner, price = group["sold"]
            if price >= HIGH_TIMES * usual and price >= usual + HIGH_ABOVE:
                story.flag(ply, "price", [winner], f"{{{winner}}} gives {price} for {card_name(group['card'])}; "
                           f"the usual in this game was {usual:g}")  # fmt: skip
    for group in story.groups:
        group.pop("sold", None)


def _group(story: Story, ply: int, event: Event, before: Frame, after: Frame) -> None:
    verb = event.verb
    if verb == "flips":
        word = after["lo"][0]
        story.group("lot", f"Lot {after['lo'][1]}: {card_name(word)}", ply)
        story.groups[-1]["card"] = word
    elif verb == "holds":
        if not story.groups or story.groups[-1]["kind"] != "end":
            story.group("end", "Hands are shown", ply)
    elif verb in ("keeps", "auctions", "shows") and (not story.groups or sum(before["pl"][:3]) == 0):
        number = sum(group["kind"] == "gift" for group in story.groups) + 1
        story.group("gift", f"Gift turn {number}", ply, f"{{{event.seat}}}")


def _sentence(event: Event, before: Frame, after: Frame) -> str:
    who, verb, words = f"{{{event.seat}}}", event.verb, event.words
    if verb in ("keeps", "takes"):
        return f"{who} {verb} {card_name(words[0])}"
    if verb == "auctions":
        return f"{who} puts {card_name(words[0])} on the Auction pile"
    if verb == "shows":
        return f"{who} lays {card_name(words[0])} open"
    if verb == "flips":
        return f"{who} turns up {card_name(words[0])}"
    if verb == "bids":
        gold = before["lo"] is not None and before["lo"][0].startswith("G")
        cards = "" if not gold else " card" if words[0] == "1" else " cards"
        return f"{who} bids {words[0]}{cards}"
    if verb == "uses":
        return f"{who} uses {_CHURCH.get(words[0], words[0])}: {_changes(words[1:], before, after)}"
    if verb == "declines":
        return f"{who} leaves the dice alone ({words[0]})"
    if verb == "pays":
        paid = sum(int(word[1:]) for word in words)
        return f"{who} pays {paid} ({' '.join(words)}) for {card_name(before['lo'][0])}"
    if verb == "discards":
        hidden = "" if "?" in words else f" ({' '.join(words)})"
        return (
            f"{who} gives up {len(words)} card{'s' if len(words) != 1 else ''}{hidden} for {card_name(before['lo'][0])}"
        )
    if verb == "defaults":
        return f"{who} cannot pay {before['lo'][2]}"
    if verb == "draws":
        return f"{who} draws {card_name(words[0])} from {raw(event).split()[-1]}"
    if verb == "loses":
        return f"{who} loses {card_name(words[0])}"
    if verb == "holds":
        count = 0 if words[0] == "-" else len(words)
        return f"{who} shows {count} card{'s' if count != 1 else ''}"
    return f"{who} {verb}"


def _changes(words: tuple[str, ...], before: Frame, after: Frame) -> str:
    parts = []
    for word in words:
        category = CATEGORIES.index(word[1])
        old, new = before["d"][category], after["d"][category]
        parts.append(f"{_NAME[word[1]]} {old} → {new}" if old != new else f"{_NAME[word[1]]} stays at {new}")
    return ", ".join(parts)


_DECIDED: Final = {
    "pips": "most pips",
    "gold": "level on pips; more Gold left",
    "monks": "level on pips and Gold; better Monks",
    "shared": "level in everything: the victory is shared",
}


def score(found: Replay) -> dict[str, Any] | None:
    """The final score: a row a category, totals, what broke a tie; None before the end of the game."""
    if found.result is None or found.state is None:
        return None
    state, result = found.state, found.result
    handles = state.handles
    index = {handle: seat for seat, handle in enumerate(handles)}
    full = detail(state, handles)
    rows = []
    for name in CATEGORIES:
        entry = full["categories"][name]
        winner = index[entry["winner"]] if entry["winner"] is not None else (None if entry.get("why") else -1)
        rows.append({
            "code": name,
            "label": _NAME[name],
            "worth": full["dice"][name],
            "cells": [{"total": entry["totals"][handle],
                       "points": None if winner is None else full["dice"][name] if winner == seat else 0}
                      for seat, handle in enumerate(handles)],
            "winner": winner,
            "note": "by the letter nearest A" if entry["by_letter"] and winner is not None else "",
            "why": entry.get("why", ""),
        })  # fmt: skip
    return {
        "unit": "pips",
        "rows": rows,
        "totals": [result["totals"][handle] for handle in handles],
        "extra": [{"label": "Gold left", "values": [full["gold_left"][handle] for handle in handles]}],
        "winners": None if result["winners"] is None else [index[handle] for handle in result["winners"]],
        "decided": _decided(result["decided_by"]),
        "why": _why(result["why"]),
        "unjudged": list(result["unjudged"]),
    }


def _decided(code: str | None) -> str:
    if code is None:
        return ""
    if code.startswith("tie-order:"):
        return f"level on pips, Gold and Monks; better in {_NAME[code[-1]]} (open ruling tie-order)"
    return _DECIDED[code]


def _why(reasons: Mapping[str, str]) -> str:
    return reasons.get("winner", "") or "; ".join(reasons.values())


def legend() -> dict[str, Any]:
    """The categories by letter, in Scriptorium order of the sheet."""
    return {"categories": [[name, _NAME[name]] for name in CATEGORIES]}
