"""Frames of Biblios Dice: positions as flat dicts, moves as sentences, and what in a game is worth a second look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import Any, Final

from replay.frames import Frame, Story
from replay.games.biblios_dice.codes import TRACK_NAMES, TRACKS
from replay.games.biblios_dice.scoring import scores
from replay.games.biblios_dice.state import State
from replay.games.biblios_dice.view import detail, to_act, view
from replay.log import Event
from replay.referee import Replay

_TRACK: Final = dict(zip(TRACKS, TRACK_NAMES, strict=True))
RESOURCES: Final = TRACKS[:5]
_ADJUST: Final = {
    "A+": "one die up",
    "A-": "one die down",
    "A++": "two dice up",
    "A--": "two dice down",
    "A+-": "one die up, one down",
    "A3": "one die to 3",
}
#: A price is called high from this many times the usual one and so far above it; an overpay from so much on.
HIGH_TIMES: Final = 2.0
HIGH_ABOVE: Final = 4
OVERPAY: Final = 4


def frame(state: State) -> Frame:
    """The position as a flat dict.

    ph phase · rd round · fp first player · ac active · to actors to act · d value dice · tS … tB tracks: spaces from the
    lowest on, parted by `/`, each with the numbers of the actors there, whoever is ahead first · kS … VP tokens left in
    both stacks · bt Bishop tokens left in the three stacks · tu tokens turned · g0… Gold · v0… VP tokens · sd points if
    the game ended now · mu [space of the mule, its die, market?] · po dice left in the pool · gr the two groups ·
    rv turn-ups of bidding cards {actor: card} · bd totals bid · ps, ba who passed, who is banned ·
    oc outcome of the auction [first, paid, group, second, paid, group, overbid] · sp bidding cards spent by actor ·
    na auctions so far · cf Cadfael's cards face up · ob objectives shown · en how the game ended.
    """
    seen = view(state)
    index = {handle: actor for actor, handle in enumerate(seen["actors"])}
    players = len(seen["players"])
    market = seen["market"]
    out: Frame = {
        "ph": seen["phase"],
        "rd": seen["round"],
        "fp": index[seen["first_player"]],
        "ac": index[seen["active"]] if seen["active"] is not None else -1,
        "to": to_act(state),
        "d": list(seen["value_dice"].values()),
        "bt": [" ".join(stack["left"]) for stack in seen["bishop_tokens"]],
        "tu": seen["tokens_turned"],
        "sd": [seen["score_now"][handle]["total"] for handle in seen["players"]],
        "mu": [seen["mule"]["space"], seen["mule"]["die"] or "", int(bool(seen["mule"]["market"]))],
        "po": " ".join(seen["pool"]),
        "ba": [index[handle] for handle in seen["banned"]],
        "na": len(state.auctions),
        "cf": seen["cadfael"]["face_up"] if seen["cadfael"] else [],
        "ob": [seen["objectives"][handle] for handle in seen["players"]] if seen["objectives"] else [],
        "en": seen["end"] or "",
        "gr": [" ".join(group) for group in market["groups"]] if market else [],
        "rv": [{str(index[h]): card for h, card in shown["cards"].items()} for shown in market["reveals"]]
        if market
        else [],
        "bd": [market["bids"][handle] for handle in seen["actors"]] if market else [],
        "ps": [index[handle] for handle in market["passed"]] if market else [],
        "sp": [market["spent"][handle] for handle in seen["actors"]] if market else [],
        "oc": _outcome(market["outcome"], index) if market and market["outcome"] else None,
    }
    for letter, spaces in seen["tracks"].items():
        out[f"t{letter}"] = "/".join("".join(str(index[handle]) for handle in space) for space in spaces)
    for letter, stacks in seen["vp_stacks"].items():
        out[f"k{letter}"] = "/".join("".join(map(str, stack["left"])) for stack in stacks)
    for seat in range(players):
        out[f"g{seat}"] = seen["gold"][seen["players"][seat]]
    for actor, handle in enumerate(seen["actors"]):
        out[f"v{actor}"] = seen["vp_tokens"][handle]
    return out


def _outcome(found: dict[str, Any], index: dict[str, int]) -> list[Any]:
    """An auction in short."""

    def who(key: str) -> int:
        return index[found[key]] if found[key] is not None else -1

    def group(key: str) -> str:
        return " ".join(found[key] or ())

    return [who("first"), found["first_paid"], group("first_group"), who("second"), found["second_paid"],
            group("second_group"), [index[handle] for handle in found["overbid"]]]  # fmt: skip


def raw(event: Event) -> str:
    """The log's own words with `{seat}` for names."""
    if event.actor is None:
        return " ".join([event.verb, *(f"{{{seat}}}={card}" for seat, card in _turned_up(event))])
    return " ".join([f"{{{event.seat}}}", event.verb, *event.words])


def _turned_up(event: Event) -> list[tuple[int, str]]:
    """(actor, card word) of a turn-up of bidding cards."""
    cards = [word.rpartition("=")[2] for word in event.words]
    assert event.move is not None
    return [(pair[0], card) for pair, card in zip(event.move[2], cards, strict=True)]


def tell(story: Story, ply: int, event: Event, before: Frame, after: Frame, state: State) -> None:
    """Sentence, group and flags of one ply."""
    if (
        event.verb == "rolls"
        and (not story.groups or before["ph"] in ("cadfael", "roll"))
        and not _rolled_already(story, after, before)
    ):
        story.group("round", f"Round {after['rd']}", ply, f"{{{after['fp']}}} first")
    if event.verb == "splits":
        story.groups[-1]["title"] += ": market"
    story.texts.append(_sentence(event, before, after))
    seat = event.seat
    for track, (old, new) in enumerate(zip(before["d"], after["d"], strict=True)):
        if old != new:
            story.dice.append([ply, track, old, new])
            story.flag(ply, "die", [], f"the {TRACK_NAMES[track]} die goes from {old} to {new}")
    for letter in RESOURCES:
        was, now = leader(before[f"t{letter}"], state), leader(after[f"t{letter}"], state)
        if now != was and now >= 0 and was >= 0:
            story.flag(
                ply, "lead", [was, now], f"{{{now}}} takes the lead on the {_TRACK[letter]} track, from {{{was}}}"
            )
    if event.verb == "turns":
        story.flag(ply, "token", [seat], f"{{{seat}}} turns the Bishop token {event.words[0]}")
    if event.verb == "takes" and before["ph"] == "select" and len(set(before["po"].split())) == 1:
        story.flag(ply, "forced", [seat], f"{{{seat}}} had nothing else to take", stop=False)
    if after["na"] > before["na"]:
        _auction(story, ply, state)
    if after["en"] and not before["en"]:
        why = {"bishop": "a marker reached the top of the Bishop track", "resources": "four markers reached tops",
               "both": "a marker reached the top of the Bishop track and four reached tops"}[after["en"]]  # fmt: skip
        story.flag(ply, "end", [], f"the game ends: {why}")


def _rolled_already(story: Story, after: Frame, before: Frame) -> bool:
    """With two players a round begins with Cadfael's roll; the first player's roll belongs to the same round."""
    return bool(story.groups) and story.groups[-1]["title"].split(":")[0] == f"Round {after['rd']}"


def leader(track: str, state: State) -> int:
    """Who is first on a track, as far as it would score: an actor, or -1."""
    spaces = track.split("/")
    for space in range(len(spaces) - 1, state.sheet.scores_from - 1, -1):
        if spaces[space]:
            return int(spaces[space][0])
    return -1


def _auction(story: Story, ply: int, state: State) -> None:
    found = state.auctions[-1]
    actors = sorted({actor for actor, _ in found.ranked})
    cadfael = state.cadfael
    said = []
    for actor, lost in zip(found.overbid, found.lost, strict=True):
        story.flag(ply, "overbid", [actor], f"{{{actor}}} owes more than the {lost} Gold in hand: all of it is lost")
    if found.first >= 0:
        paid = "" if found.first == cadfael else f" and pays {found.first_paid}"
        said.append(f"{{{found.first}}} wins the market{paid}")
    if found.second >= 0:
        paid = "" if found.second == cadfael else f", paying {found.second_paid}"
        said.append(f"{{{found.second}}} is second{paid}")
    text = "; ".join(said) or "nobody wins the market"
    story.flag(ply, "lot", actors, text)
    story.groups[-1]["note"] = text
    totals = [total for _, total in found.ranked]
    for at, total in enumerate(totals[:-1]):
        if total == totals[at + 1] and at < 2:
            ahead, behind = found.ranked[at][0], found.ranked[at + 1][0]
            story.flag(
                ply,
                "tie",
                [ahead, behind],
                f"{{{ahead}}} and {{{behind}}} both bid {total}; {{{ahead}}} is ahead on the Bishop track",
            )
            break
    left = [(actor, total) for actor, total in found.ranked if actor not in found.overbid]
    if found.first >= 0 and found.first != cadfael and len(left) > 1 and left[0][1] - left[1][1] >= OVERPAY:
        story.flag(ply, "overpay", [found.first], f"{{{found.first}}} bids {left[0][1]}; the next bid was {left[1][1]}")
    if found.first >= 0 and found.first != cadfael:
        story.groups[-1]["sold"] = [ply, found.first, found.first_paid]


def finish(story: Story, found: Replay) -> None:
    """Prices far above the usual of this game."""
    sold = [group["sold"] for group in story.groups if group.get("sold")]
    if len(sold) >= 4:
        usual = median(paid for _, _, paid in sold)
        for ply, winner, paid in sold:
            if paid >= HIGH_TIMES * usual and paid >= usual + HIGH_ABOVE:
                story.flag(
                    ply,
                    "price",
                    [winner],
                    f"{{{winner}}} gives {paid} for a group; the usual in this game was {usual:g}",
                )
    for group in story.groups:
        group.pop("sold", None)


def dice_words(words: Sequence[str]) -> str:
    """Dice in words: `I I M G3 A+` is `2 Ink, 1 Manuscript, gold 3, adjustment (one die up)`."""
    counts = Counter(word for word in words if word in _TRACK)
    parts = [f"{counts[letter]} {_TRACK[letter]}" for letter in TRACKS if counts[letter]]
    parts += [_die_word(word) for word in words if word not in _TRACK]
    return ", ".join(parts)


def _die_word(word: str) -> str:
    if word in _TRACK:
        return _TRACK[word]
    if word in _ADJUST:
        return f"adjustment ({_ADJUST[word]})"
    if word.startswith("mule"):
        return f"mule {word[4:]}"
    return "gold for all" if word == "GA" else f"gold {word[1:]}"


def _space(frame: Frame, letter: str, actor: int) -> int:
    """The space of an actor's marker, from 1."""
    return next(space for space, there in enumerate(frame[f"t{letter}"].split("/"), 1) if str(actor) in there)


def _steps(before: Frame, after: Frame, actor: int, letter: str) -> str:
    old, new = _space(before, letter, actor), _space(after, letter, actor)
    return f" (space {old} → {new})" if old != new else f" (stays on space {new})"


def _sentence(event: Event, before: Frame, after: Frame) -> str:
    verb, words = event.verb, event.words
    if verb == "reveal":
        return "Bidding cards: " + ", ".join(f"{{{seat}}} {card}" for seat, card in _turned_up(event))
    who = f"{{{event.seat}}}"
    if verb == "rolls":
        return f"{who} rolls {dice_words(words)}"
    if verb == "rerolls":
        changes = [word.split(">") for word in words]
        return f"{who} re-rolls " + ", ".join(f"{_die_word(old)} → {_die_word(new)}" for old, new in changes)
    if verb == "takes":
        return _take(who, event, before, after)
    if verb == "turns":
        steps = [_TRACK[word] for word in words[1:]]
        return f"{who} turns the Bishop token {words[0]}" + (f": a step on {', '.join(steps)}" if steps else "")
    if verb == "splits":
        at = words.index("/") if "/" in words else len(words)
        return f"{who} splits the market: {dice_words(words[:at])} | {dice_words(words[at + 1 :])}"
    if verb == "chooses":
        number = int(words[0]) - 1
        group = before["gr"][number].split() if number < len(before["gr"]) else ()
        return f"{who} chooses {dice_words(group)}"
    if verb == "objective":
        return f"{who} shows the objective {_TRACK[words[0]]}" if words[0] != "?" else f"{who} shows an objective"
    return f"{who} {verb}"


def _take(who: str, event: Event, before: Frame, after: Frame) -> str:
    word, rest = event.words[0], event.words[1:]
    if word in _TRACK:
        count = before["po"].split().count(word)
        article = "an" if word == "I" else "a"
        dice = f"{count} {_TRACK[word]} dice" if count != 1 else f"{article} {_TRACK[word]} die"
        if rest and rest[0] == "converting":
            return f"{who} takes {dice}, converting into {dice_words(rest[1:])}"
        return f"{who} takes {dice}{_steps(before, after, event.seat, word)}"
    if word in _ADJUST:
        changes = []
        for change in rest:
            track = TRACKS.index(change[1])
            old, new = before["d"][track], after["d"][track]
            changes.append(
                f"{_TRACK[change[1]]} {old} → {new}" if old != new else f"{_TRACK[change[1]]} stays at {new}"
            )
        return f"{who} adjusts: {', '.join(changes)}"
    if word == "GA":
        return f"{who} takes gold for all"
    return f"{who} takes {word[1:]} gold"


_DECIDED: Final = {
    "vp": "most points",
    "gold": "level on points; more Gold left",
    "bishop": "level on points and Gold; further up the Bishop track",
}


def score(found: Replay) -> dict[str, Any] | None:
    """The final score: a row a track, then tokens, Gold, penalty and objective; None before the end."""
    if found.result is None or found.state is None:
        return None
    state: State = found.state
    result = found.result
    full = detail(state)
    handles = state.handles[: state.players]
    index = {handle: actor for actor, handle in enumerate(state.handles)}
    places = scores(state)
    rows: list[dict[str, Any]] = []
    for track, letter in enumerate(RESOURCES):
        first = next((actor for actor in range(state.actors) if places[actor].places[track] == 1), -1)
        rows.append({
            "code": letter, "label": _TRACK[letter], "worth": state.values[track],
            "cells": [{"total": state.pos[track * state.actors + seat] + 1, "points": full["score"][handle]["tracks"].get(letter, 0)}
                      for seat, handle in enumerate(handles)],
            "winner": first, "note": f"{{{first}}} is first" if first == state.cadfael and first >= 0 else "", "why": "",
        })  # fmt: skip
    for key, label, code in (
        ("tokens", "VP tokens", "V"),
        ("gold_vp", "Gold", "G"),
        ("penalty", "low markers", "X"),
        ("objective", "objective", "B"),
    ):
        values = [full["score"][handle][key] for handle in handles]
        if key == "objective" and not state.objectives:
            continue
        sign = -1 if key == "penalty" else 1
        totals = [
            full["gold"][handle] if key == "gold_vp" else value for handle, value in zip(handles, values, strict=True)
        ]
        rows.append({
            "code": code, "label": label, "worth": None,
            "cells": [{"total": total, "points": None if value is None else sign * value} for total, value in zip(totals, values, strict=True)],
            "winner": None, "note": "", "why": "",
        })  # fmt: skip
    decided = _DECIDED.get(result["decided_by"] or "", "")
    if full["cadfael"] is not None:
        decided += f"{'; ' if decided else ''}Cadfael reaches {full['cadfael']['total']}"
    why = result["why"].get("winners", "") or (
        "some totals depend on hidden objectives" if None in result["totals"].values() else ""
    )
    return {
        "unit": "pips",
        "rows": rows,
        "totals": [result["totals"][handle] for handle in handles],
        "extra": [{"label": "Gold left", "values": [full["gold_left"][handle] for handle in handles]}],
        "winners": None if result["winners"] is None else [index[handle] for handle in result["winners"]],
        "decided": decided,
        "why": why,
        "unjudged": list(result["unjudged"]),
    }


def legend() -> dict[str, Any]:
    """The tracks by letter, the Bishop last."""
    return {"tracks": [[letter, _TRACK[letter]] for letter in TRACKS]}
