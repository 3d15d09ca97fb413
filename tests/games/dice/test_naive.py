"""Auctions, scores and open rulings against plain re-tellings of the rules, written without looking at the package."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations
from math import ceil
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.games import biblios_dice as game
from replay.games.biblios_dice.bots import choose
from replay.games.biblios_dice.codes import ADJUST, ADJUSTMENTS, CHANGE
from replay.games.biblios_dice.facts import rows
from replay.games.biblios_dice.legal import legal_adjustments
from replay.games.biblios_dice.moves import CHOOSES, REVEAL, TAKES, TURNS
from replay.games.biblios_dice.state import BID, CHOOSE, GROUP, ROLL, State
from replay.problems import Fault
from replay.referee import Replay, replay
from replay.schema import TABLES
from tests.games.dice import kit

# ---------------------------------------------------------------------------------------------------------- auctions


def naive_auction(
    totals: dict[str, int], gold: dict[str, int], bishop: list[str]
) -> tuple[list[str], str | None, str | None, dict[str, int]]:
    """Who is found out (in order), who wins, who is second, and the gold afterwards.

    totals  bids; gold  purses (who has none there never pays); bishop  handles, furthest ahead first.
    """
    gold = dict(gold)
    out: list[str] = []
    while True:
        race = sorted(
            (h for h in totals if totals[h] > 0 and h not in out), key=lambda h: (-totals[h], bishop.index(h))
        )
        found = None
        for place, handle in enumerate(race[:2]):
            owed = totals[handle] if place == 0 else ceil(totals[handle] / 2)
            if handle in gold and owed > gold[handle]:
                found = handle
                break
        if found is None:
            break
        out.append(found)
        gold[found] = 0
    first = race[0] if race else None
    second = race[1] if len(race) > 1 else None
    if first in gold:
        gold[first] -= totals[first]
    if second in gold:
        gold[second] -= ceil(totals[second] / 2)
    return out, first, second, gold


@given(st.integers(2, 5), st.integers(0, 10**9))
def test_auctions(players: int, seed: int) -> None:
    rng = random.Random(seed)
    state = kit.start(players)
    while state.phase != BID:
        kit.play(state, choose(state, rng))
        if state.is_over():
            return
    for seat in range(players):
        given_gold = rng.randrange(0, 30)
        state.gold_out += given_gold - state.gold[seat]
        state.gold[seat] = given_gold
    before = state.clone()
    while state.phase == BID and state.round == before.round:
        kit.play(state, choose(state, rng))
    auction = state.auctions[-1]
    handles = state.handles
    totals = dict.fromkeys(handles, 0)
    for _, cards in auction.reveals:
        for actor, card in cards:
            totals[handles[actor]] += card
    gold = {handles[seat]: before.gold[seat] for seat in range(players)}
    bishop = sorted(range(before.actors), key=before.bishop_key)
    out, first, second, after = naive_auction(totals, gold, [handles[actor] for actor in bishop])
    detail = game.detail(state)["auctions"][-1]
    assert detail["overbid"] == out
    assert detail["first"] == first
    assert detail["second"] == second
    assert {handles[seat]: state.gold[seat] for seat in range(players)} == after
    assert [total for _, total in detail["ranked"]] == sorted((t for t in totals.values() if t), reverse=True)
    assert state.banned == sum(1 << handles.index(handle) for handle in out)
    if first is None or (first == "Cadfael" and second is None):
        assert state.phase in (ROLL, ROLL - 1, 8)
    elif first == "Cadfael":
        assert state.phase == GROUP
        assert handles[state.active] == second
    else:
        assert state.phase == CHOOSE
        assert handles[state.active] == first


# ------------------------------------------------------------------------------------------------------------ scores


def naive_totals(state: State, objectives: bool) -> dict[str, int]:
    """The totals of everybody, from the view of a finished position with the standard box."""
    data = game.view(state)
    ratios = {1: 0, 2: 0, 3: 0, 4: 5, 5: 4, 6: 3, 7: 2, 8: 2}
    totals = {}
    for handle in data["actors"]:
        total = data["vp_tokens"][handle]
        for letter in "SMPQI":
            spaces = data["tracks"][letter]
            ahead = [h for space in reversed(spaces[3:]) for h in space]
            pips = data["value_dice"][letter]
            if handle in ahead[:3]:
                total += [2 * pips, pips, ceil(pips / 2)][ahead.index(handle)]
            if handle != "Cadfael":
                here = next(n for n, space in enumerate(spaces, 1) if handle in space)
                total -= {1: 3, 2: 2, 3: 1}.get(here, 0)
                if objectives and data["objectives"][handle] == letter and ahead[:1] == [handle]:
                    total += 3
        if handle != "Cadfael":
            here = next(n for n, space in enumerate(data["tracks"]["B"], 1) if handle in space)
            total += data["gold"][handle] // ratios[here] if ratios[here] else 0
        totals[handle] = total
    return totals


@given(st.integers(2, 5), st.integers(0, 10**9), st.booleans(), st.sampled_from(["random", "cautious", "greedy"]))
def test_totals(players: int, seed: int, objectives: bool, character: str) -> None:
    state = kit.start(players, objectives=objectives)
    kit.random_game(state, random.Random(seed), character=character)
    result = game.result(state)
    assert result is not None
    totals = naive_totals(state, objectives)
    cadfael = totals.pop("Cadfael", None)
    assert result["totals"] == totals
    best = max(totals.values())
    tied = [handle for handle, total in totals.items() if total == best]
    assert result["winners"][0] in tied
    left = game.detail(state)["gold_left"]
    tied = [handle for handle in tied if left[handle] == max(left[other] for other in tied)]
    assert result["winners"][0] in tied
    ahead = [h for space in reversed(game.view(state)["tracks"]["B"]) for h in space]
    assert result["winners"] == [min(tied, key=ahead.index)]
    assert ("cadfael-wins" in result["unjudged"]) == (cadfael is not None and cadfael >= best)
    assert ("vp-floor" in result["unjudged"]) == (min(totals.values()) < 0)
    if cadfael is not None:
        assert game.detail(state)["cadfael"]["total"] == cadfael
        state.rulings = kit.OPEN._replace(cadfael_wins=True, wins_open=False)
        settled = game.result(state)
        assert settled is not None
        assert settled["winners"] == (["Cadfael"] if cadfael > best else result["winners"])
        assert "cadfael-wins" not in settled["unjudged"]
    state.rulings = kit.OPEN._replace(floor_zero=True, floor_open=False)
    settled = game.result(state)
    assert settled is not None
    assert settled["totals"] == {handle: max(0, total) for handle, total in totals.items()}


# ------------------------------------------------------------------------------------------------------- group-order


def _parts(moves: list[tuple[Any, ...]]) -> list[list[tuple[Any, ...]]]:
    """The moves of a group as parts: a take with the tokens turned after it."""
    parts: list[list[tuple[Any, ...]]] = []
    for move in moves:
        if move[0] == TURNS:
            parts[-1].append(move)
        else:
            parts.append([move])
    return parts


def _matters(before: State, parts: list[list[tuple[Any, ...]]]) -> bool:
    """Whether another order of the parts cannot be played, or leads to another position."""
    ends = set()
    for order in permutations(parts):
        state = before.clone()
        # The group under way only: what comes after it is the same for all.
        state.waiting = ()
        state.rulings = state.rulings._replace(order_open=False)
        try:
            for part in order:
                for move in part:
                    kit.play(state, move)
        except Fault:
            return True
        found = kit.position(state)
        ends.add(str([found[k] for k in ("pos", "order", "gold", "vp", "values", "tokens", "taken", "turned")]))
    return len(ends) > 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_group_order_by_trying_all_orders(players: int) -> None:
    rng = random.Random(players)
    seen = {True: 0, False: 0}
    for _ in range(400):
        if min(seen.values()) > 12 and seen[False] > 60:
            break
        state = kit.start(players, kit.SHORT)
        group: list[tuple[Any, ...]] = []
        before: State | None = None
        flagged = False
        for _ in range(400):
            if state.is_over():
                break
            owner = (state.round, state.active, len(state.waiting)) if state.phase == GROUP else None
            if owner and before is None:
                before, group, flagged = state.clone(), [], False
            move = choose(state, rng)
            kit.play(state, move)
            if before is None:
                continue
            group.append(move)
            flagged = flagged or "group-order" in state.doubt.split()
            after = (state.round, state.active, len(state.waiting)) if state.phase == GROUP else None
            if after != owner:
                parts = _parts(group)
                if len(parts) <= 5:
                    matters = _matters(before, parts)
                    assert flagged == matters, [game.text_of(state, m) for m in group]
                    seen[matters] += 1
                before = None
    assert seen[True] > 5
    assert seen[False] > 40


# -------------------------------------------------------------------------------------------------------- capped-die


@given(st.lists(st.integers(1, 6), min_size=5, max_size=5), st.integers(0, 5), st.data())
def test_capped_dice(values: list[int], face: int, data: st.DataObject) -> None:
    if len(set(values)) == 1 and values[0] in (1, 6):
        values[0] = 3
    words = {"A+": "+", "A-": "-", "A++": "++", "A--": "--", "A+-": "+-", "A3": "="}[ADJUSTMENTS[face]]
    if len(words) == 1:
        ways = [(words + die,) for die in "SMPQI"]
    else:
        ways = [(words[0] + a, words[1] + b) for a in "SMPQI" for b in "SMPQI" if a != b]

    def capped(way: tuple[str, ...]) -> int:
        return sum((c[0] == "+" and values["SMPQI".index(c[1])] == 6) or (c[0] == "-" and values["SMPQI".index(c[1])] == 1)
                   for c in way)  # fmt: skip

    way = data.draw(st.sampled_from(ways))
    too_many = capped(way) > min(map(capped, ways))
    move = (TAKES, 0, ADJUST + face, tuple(CHANGE[change] for change in way))
    for rulings in (
        kit.OPEN,
        kit.OPEN._replace(capped_open=False),
        kit.OPEN._replace(capped_open=False, capped_forbidden=True),
    ):
        state = kit.start(3, rulings=rulings)
        roll = (0, 0, (0, 0, 0, 0, 0, 0, 129, ADJUST + face, 385))
        kit.play(state, roll)
        state.values = list(values)
        if too_many and rulings.capped_forbidden:
            with pytest.raises(Fault, match="at its limit"):
                kit.play(state, move)
            assert move[3] not in legal_adjustments(state, face)
            continue
        assert not rulings.capped_forbidden or sorted(move[3]) in [sorted(w) for w in legal_adjustments(state, face)]
        kit.play(state, move)
        assert state.doubt == ("capped-die" if too_many and rulings.capped_open else "")
        want = list(values)
        for change in way:
            die = "SMPQI".index(change[1])
            want[die] = 3 if change[0] == "=" else min(6, max(1, want[die] + (1 if change[0] == "+" else -1)))
        if set(want) in ({1}, {6}):
            want = [3] * 5
        assert state.values == want


# ------------------------------------------------------------------------------------------------------------- facts


def _dicts(found: Replay, table: str) -> list[dict[str, Any]]:
    """Rows of a table as dicts by the names of its columns."""
    names = [column.name for column in TABLES[table].given]
    return [dict(zip(names, row, strict=True)) for row in rows(found)[table]]


@given(st.integers(2, 5), st.integers(0, 10**9), st.booleans(), st.data())
def test_rows_agree_with_positions(players: int, seed: int, objectives: bool, data: st.DataObject) -> None:
    values = {"objectives": "yes"} if objectives else {}
    log = kit.log_of(kit.header(players, **values), random.Random(seed))
    if data.draw(st.booleans()):
        cut = data.draw(st.integers(0, len(log.events)))
        log = replace(log, events=log.events[:cut], lines=log.lines[:cut])
    found = replay(log)
    state = found.state
    final = [3] * 5
    for row in _dicts(found, "dice"):
        die = "SMPQI".index(row["die"])
        assert final[die] == row["before"]
        final[die] = row["after"]
    assert final == state.values
    for table in ("lots", "bids", "dice", "moves", "scores"):
        given_rows = _dicts(found, table)
        key = [name for name in TABLES[table].key if name != "game_id"]
        assert len({tuple(row[name] for name in key) for row in given_rows}) == len(given_rows), table
    # Markers, gold and VP, followed through positions.
    steps: dict[int, list[int]] = {}
    before = game.start(log.header)
    spaces = before.pos[:]
    moves = _dicts(found, "moves")
    for row in moves:
        index = "SMPQIB".index(row["track"]) * state.actors + row["seat"]
        assert spaces[index] == row["before"] - 1
        spaces[index] = row["after"] - 1
        if row["lot"]:
            steps.setdefault(row["lot"], []).append(row["after"] - row["before"])
        assert (row["cause"] == "cadfael") == (row["seat"] == players)
    assert spaces == state.pos
    gold: dict[int, int] = {}
    points: dict[int, int] = {}
    for event in log.events:
        after = before.clone()
        game.play(after, event.move)  # type: ignore[arg-type]
        if before.phase == GROUP:
            seat = before.active
            lot = 2 * len(before.auctions) - 1 + (before.auctions[-1].first_group if before.auctions[-1].first == seat
                                                  else before.auctions[-1].second_group)  # fmt: skip
            gold[lot] = gold.get(lot, 0) + after.gold[seat] - before.gold[seat]
            points[lot] = points.get(lot, 0) + after.vp[seat] - before.vp[seat]
        before = after
    lots = _dicts(found, "lots")
    for row in lots:
        auction = game.detail(state)["auctions"][(row["lot"] - 1) // 2]
        assert row["what"] == " ".join(auction["groups"][row["group_no"] - 1])
        if row["outcome"] == "discarded":
            assert row["winner"] is None
            assert row["price"] is None
            continue
        place = "first" if row["rank"] == 1 else "second"
        assert state.handles[row["winner"]] == auction[place]
        assert row["paid"] == auction[f"{place}_paid"]
        assert auction[f"{place}_group"] == row["what"].split()
        totals = dict(map(tuple, auction["ranked"]))
        assert row["price"] == totals[auction[place]]
        beaten = [total for handle, total in auction["ranked"] if handle not in auction["overbid"]][row["rank"] :]
        assert row["runner_up_bid"] == max(beaten, default=0)
        assert row["overpay"] == row["price"] - max(beaten, default=0)
        assert row["promoted"] == (list(totals).index(auction[place]) >= row["rank"])
        if row["winner"] < players:
            assert row["brought_steps"] == sum(steps.get(row["lot"], []))
            assert row["brought_gold"] == gold.get(row["lot"], 0)
            assert row["brought_vp"] == points.get(row["lot"], 0)
    bids = _dicts(found, "bids")
    for lot in {row["lot"] for row in bids}:
        ranked = dict(map(tuple, game.detail(state)["auctions"][lot // 2]["ranked"]))
        for seat in range(state.actors):
            own = [row for row in bids if row["lot"] == lot and row["seat"] == seat]
            assert sum(row["card"] for row in own) == ranked.get(state.handles[seat], 0)
            assert not own or own[-1]["amount"] == ranked.get(state.handles[seat], 0)
    if found.result is None:
        assert rows(found)["scores"] == []
        return
    score = _dicts(found, "scores")
    for seat in range(players):
        assert sum(row["points"] for row in score if row["seat"] == seat) == found.result["totals"][state.handles[seat]]
    for row in score:
        if row["part"] in "SMPQI":
            assert row["won"] == (row["place"] == 1)
            assert (row["place"] > 0) == (row["points"] > 0)
    if players == 2:
        assert sum(row["points"] for row in score if row["seat"] == 2) == game.detail(state)["cadfael"]["total"]


def test_words_of_the_tests() -> None:
    assert (CHOOSES, REVEAL) == (6, 5)
