"""Positions as plain data for people, screens and scripts, and what a seat could see."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from replay.games import Names
from replay.games.biblios_dice.codes import (
    ADJUST,
    BISHOP,
    FACE_NAME,
    GOLD,
    MULE,
    RESOURCES,
    TRACKS,
    UNSHOWN,
    card_name,
    token_name,
)
from replay.games.biblios_dice.course import due
from replay.games.biblios_dice.legal import bidders, shown_dice
from replay.games.biblios_dice.moves import OBJECTIVE
from replay.games.biblios_dice.scoring import objective_points, scores
from replay.games.biblios_dice.state import (
    BID,
    CADFAEL,
    CHOOSE,
    END_NAMES,
    GROUP,
    MARKET,
    OVER,
    PHASES,
    POOL_ADJUST,
    POOL_GOLD,
    ROLL,
    ROLLED,
    Auction,
    Reveal,
    State,
)

if TYPE_CHECKING:
    from replay.log import Event


def hide(event: Event, seat: int, names: Names) -> Event:
    """The event as `seat` saw it (-1: a bystander): the objectives of others are `?`."""
    move = event.move
    if move is None or move[0] != OBJECTIVE or move[1] == seat or event.words == ("?",):
        return event
    text = f"{event.actor} {event.verb} ?"
    return replace(event, words=("?",), text=text, move=(OBJECTIVE, move[1], -1), source=text)


def track_spaces(state: State) -> dict[str, list[list[str]]]:
    """Every track as a list of spaces from the lowest on, each a list of handles, whoever is ahead first."""
    found: dict[str, list[list[str]]] = {}
    for track, letter in enumerate(TRACKS):
        length = (state.sheet.bishop_top if track == BISHOP else state.sheet.top) + 1
        spaces: list[list[str]] = [[] for _ in range(length)]
        for actor in state.order(track):
            spaces[state.pos[track * state.actors + actor]].append(state.handles[actor])
        found[letter] = spaces
    return found


def _group(state: State, auction: Auction, index: int) -> list[str] | None:
    return [FACE_NAME[face] for face in auction.groups[index]] if index >= 0 else None


def _auction(state: State, auction: Auction) -> dict[str, Any]:
    handles = state.handles
    return {
        "round": auction.round,
        "roller": handles[auction.roller],
        "groups": [[FACE_NAME[face] for face in group] for group in auction.groups],
        "banned": [handles[seat] for seat in range(state.players) if auction.banned >> seat & 1],
        "ranked": [[handles[actor], total] for actor, total in auction.ranked],
        "overbid": [handles[actor] for actor in auction.overbid],
        "first": handles[auction.first] if auction.first >= 0 else None,
        "first_paid": auction.first_paid,
        "first_group": _group(state, auction, auction.first_group),
        "second": handles[auction.second] if auction.second >= 0 else None,
        "second_paid": auction.second_paid,
        "second_group": _group(state, auction, auction.second_group),
    }


def detail(state: State) -> dict[str, Any]:
    """The `detail` object of the command line's contract; what is only known at the end is None before."""
    handles, players = state.handles, state.players
    over = state.phase == OVER
    found = scores(state) if over else []
    cadfael: dict[str, Any] | None = None
    if state.cadfael >= 0:
        cadfael = {"tracks": None, "vp_tokens": state.vp[state.cadfael], "total": None}
        if over:
            own = found[state.cadfael]
            cadfael["tracks"] = {TRACKS[track]: points for track, points in enumerate(own.tracks) if points}
            cadfael["total"] = own.total
    return {
        "rounds": state.round,
        "end": END_NAMES[state.end],
        "value_dice": {TRACKS[track]: state.values[track] for track in range(RESOURCES)},
        "tracks": track_spaces(state),
        "gold": {handles[seat]: state.gold[seat] for seat in range(players)},
        "gold_left": {handles[seat]: found[seat].gold_left for seat in range(players)} if over else None,
        "vp_tokens": {handles[seat]: state.vp[seat] for seat in range(players)},
        "tokens_turned": [token_name(token) for token in state.turned],
        "auctions": [_auction(state, auction) for auction in state.auctions],
        "score": {
            handles[seat]: {
                "tracks": {TRACKS[track]: points for track, points in enumerate(found[seat].tracks) if points},
                "tokens": found[seat].tokens,
                "gold_vp": found[seat].gold_vp,
                "penalty": found[seat].penalty,
                "objective": objective_points(state, found, seat),
            }
            for seat in range(players)
        }
        if over
        else None,
        "cadfael": cadfael,
    }


def _reveals(state: State, reveals: tuple[Reveal, ...]) -> list[dict[str, Any]]:
    return [
        {"ply": ply, "cards": {state.handles[actor]: card_name(card) for actor, card in cards}}
        for ply, cards in reveals
    ]


def to_act(state: State) -> list[int]:
    """Seats that may act next (Cadfael's included); empty when nothing is left to do."""
    if state.phase == OVER:
        return [s for s in range(state.players) if state.objectives and state.shown[s] == UNSHOWN]
    if state.due:
        return [state.due_seat]
    if state.phase == BID:
        return bidders(state)
    if state.phase == CADFAEL:
        return [state.players]
    return [state.first if state.phase == ROLL else state.active]


def _expected(state: State) -> dict[str, Any]:
    """Who is to act and with which verbs."""
    verbs = {CADFAEL: ["rolls"], ROLL: ["rolls"], BID: ["reveal"], CHOOSE: ["chooses"]}.get(state.phase, ["takes"])
    who = to_act(state)
    if state.phase == OVER:
        verbs = ["objective"] if who else []
    elif state.due:
        verbs = ["turns"]
    elif state.phase == MARKET or (state.phase == ROLLED and state.is_market):
        verbs = ["rerolls"] if state.pool[POOL_GOLD] == 0 else ["splits"]
    if state.phase == ROLLED and not state.rerolled and state.vp[state.first] >= state.sheet.reroll_price:
        verbs = list(dict.fromkeys([*verbs, "rerolls"]))
    return {"who": [state.handles[seat] for seat in who], "verbs": verbs, "text": due(state)}


def view(state: State) -> dict[str, Any]:
    """The position as JSON-able data. Spaces are counted from 1; cards, dice and tokens are words of the log."""
    handles, players, sheet = state.handles, state.players, state.sheet
    pool = state.pool
    stacks = len(sheet.stacks)
    cadfael = state.cadfael
    market = state.phase >= MARKET and state.phase != OVER
    found = scores(state)
    last = state.auctions[-1] if state.auctions else None
    return {
        "ply": state.ply,
        "phase": PHASES[state.phase],
        "round": state.round,
        "active": handles[state.active] if state.phase != OVER else None,
        "first_player": handles[state.first],
        "expected": _expected(state),
        "players": list(handles[:players]),
        "actors": list(handles),
        "mule": {
            "space": state.mule + 1,
            "start": sheet.path_start + 1,
            "length": sheet.path_end + 1,
            "die": FACE_NAME[MULE + state.mule_die] if state.mule_die else None,
            "market": market or (state.phase == ROLLED and state.is_market),
        },
        "rerolled": state.rerolled,
        "pool": [FACE_NAME[face] for face in shown_dice(state, mule=False)] if state.phase not in (BID, ROLL) else [],
        "resource_pool": {TRACKS[face]: pool[face] for face in range(6) if pool[face]},
        "gold_die": FACE_NAME[GOLD + pool[POOL_GOLD]] if pool[POOL_GOLD] >= 0 else None,
        "adjustment_die": FACE_NAME[ADJUST + pool[POOL_ADJUST]] if pool[POOL_ADJUST] >= 0 else None,
        "tracks": track_spaces(state),
        "value_dice": {TRACKS[track]: state.values[track] for track in range(RESOURCES)},
        "gold": {handles[seat]: state.gold[seat] for seat in range(players)},
        "vp_tokens": {handles[actor]: state.vp[actor] for actor in range(state.actors)},
        "vp_stacks": {
            TRACKS[track]: [
                {"space": space + 1, "left": list(tokens[state.taken[track * stacks + number] :])}
                for number, (space, tokens) in enumerate(sheet.stacks)
            ]
            for track in range(RESOURCES)
        },
        "bishop_tokens": [
            {"space": space + 1, "left": [token_name(token) for token in state.tokens[number]]}
            for number, space in enumerate(sheet.token_spaces)
        ],
        "tokens_turned": [token_name(token) for token in state.turned],
        "tokens_due": [sheet.token_spaces[number] + 1 for number in state.due],
        "ratios": [{"space": space + 1, "gold": gold} for space, gold in sheet.ratios],
        "penalties": list(sheet.penalties),
        "scores_from": sheet.scores_from + 1,
        "market": {
            "groups": [[FACE_NAME[face] for face in group] for group in state.groups],
            "reveals": _reveals(state, state.reveals),
            "bids": {handles[actor]: state.bids[actor] for actor in range(state.actors)},
            "passed": [handles[seat] for seat in range(players) if not (state.live | state.banned) >> seat & 1]
            if state.phase == BID
            else [],
            "spent": {
                handles[actor]: [card for card in sheet.cards if state.spent[actor] >> card & 1]
                for actor in range(state.actors)
            },
            "playing": handles[state.active] if state.phase == GROUP else None,
            "waiting": [handles[seat] for seat, _ in state.waiting],
            "outcome": _auction(state, last) if last is not None and state.phase != BID else None,
        }
        if market
        else None,
        "banned": [handles[seat] for seat in range(players) if state.banned >> seat & 1],
        "cards": list(sheet.cards),
        "auctions": [
            {**_auction(state, auction), "reveals": _reveals(state, auction.reveals)} for auction in state.auctions
        ],
        "cadfael": {
            "face_up": [card for card in sheet.cards if state.cadfael_seen >> card & 1],
            "auctions_since_shuffle": state.cadfael_auctions,
            "vp_tokens": state.vp[cadfael],
        }
        if cadfael >= 0
        else None,
        "objectives": {
            handles[seat]: None
            if state.shown[seat] == UNSHOWN
            else TRACKS[state.shown[seat]]
            if state.shown[seat] >= 0
            else "?"
            for seat in range(players)
        }
        if state.objectives
        else None,
        "score_now": {
            handles[actor]: {
                "tracks": {TRACKS[track]: points for track, points in enumerate(found[actor].tracks) if points},
                "tokens": found[actor].tokens,
                "gold_vp": found[actor].gold_vp,
                "penalty": found[actor].penalty,
                "total": found[actor].total,
            }
            for actor in range(state.actors)
        },
        "end": END_NAMES[state.end],
    }


def hide_view(data: dict[str, Any], handle: str) -> dict[str, Any]:
    """A view as the player of `handle` saw it at the table: gold and VP behind the other shields are None.

    VP tokens that markers took in the open are seen when they are taken; behind a shield they are not counted again.
    """
    own = data["players"]
    hidden = dict(data)
    hidden["gold"] = {name: amount if name == handle else None for name, amount in data["gold"].items()}
    hidden["vp_tokens"] = {
        name: amount if name == handle or name not in own else None for name, amount in data["vp_tokens"].items()
    }
    hidden["score_now"] = {name: value for name, value in data["score_now"].items() if name == handle}
    return hidden
