"""Auctions, scores and open rulings against plain re-tellings of the rules, written without looking at the package."""

from __future__ import annotations

import random
from itertools import permutations
from math import ceil
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.games import biblios_dice as game
from replay.games.biblios_dice.bots import choose
from replay.games.biblios_dice.codes import ADJUST, ADJUSTMENTS, CHANGE
from replay.games.biblios_dice.legal import legal_adjustments
from replay.games.biblios_dice.moves import CHOOSES, REVEAL, TAKES, TURNS
from replay.games.biblios_dice.state import BID, CHOOSE, GROUP, ROLL, State
from replay.problems import Fault
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


@given(st.integers(2, 5), st.integers(0, 10**9))
def test_facts_agree_with_positions(players: int, seed: int) -> None:
    from replay.games.biblios_dice.facts import BIDS_COLUMNS, LOTS_COLUMNS, SCORES_COLUMNS, SUMS_COLUMNS, Facts

    rng = random.Random(seed)
    state = kit.start(players, objectives=True)
    facts = Facts()
    facts.see(0, state)
    tokens = 0
    while not state.is_over():
        move = choose(state, rng, "greedy")
        kit.play(state, move)
        facts.see(state.ply, state)
        tokens += move[0] == TURNS
    assert len(facts.tokens) == tokens
    values = [3] * 5
    for row in facts.dice:
        die = "SMPQI".index(row[1])
        assert values[die] == row[2]
        values[die] = row[3]
    assert values == state.values
    spaces = kit.start(players).pos
    for _, seat, track, old, new, _, _ in facts.moves:
        index = "SMPQIB".index(track) * state.actors + seat
        assert spaces[index] == old - 1
        spaces[index] = new - 1
    assert spaces == state.pos
    lots = [dict(zip(LOTS_COLUMNS, row, strict=True)) for row in facts.lots(state)]
    bids = [dict(zip(BIDS_COLUMNS, row, strict=True)) for row in facts.bids]
    assert len(lots) == 2 * len(state.auctions)
    for lot in lots:
        auction = state.auctions[lot["auction"]]
        if lot["place"] == 1:
            assert (lot["owner"], lot["paid"]) == (auction.first, auction.first_paid)
        if lot["place"] == 2:
            assert (lot["owner"], lot["paid"]) == (auction.second, auction.second_paid)
        if lot["owner"] >= 0:
            last = [b for b in bids if b["auction"] == lot["auction"] and b["seat"] == lot["owner"]][-1]
            assert last["total"] == lot["total"]
            assert lot["next_total"] <= lot["total"]
            assert lot["promoted"] == (last["rank"] > lot["place"])
    result = game.result(state)
    assert result is not None
    sums = [dict(zip(SUMS_COLUMNS, row, strict=True)) for row in facts.sums(state)]
    assert {state.handles[row["seat"]]: row["total"] for row in sums[:players]} == result["totals"]
    scores = [dict(zip(SCORES_COLUMNS, row, strict=True)) for row in facts.scores(state)]
    for row in sums:
        own = [s for s in scores if s["seat"] == row["seat"]]
        assert sum(s["points"] for s in own if s["track"] != "B") == row["tracks"]
        assert sum(s["penalty"] for s in own) == row["penalty"]


def test_words_of_the_tests() -> None:
    assert (CHOOSES, REVEAL) == (6, 5)
