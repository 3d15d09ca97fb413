"""The laws of the house, on Biblios Dice: gate and menu agree, nothing is lost, views see no more than they may."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.games import biblios_dice as game
from replay.games.biblios_dice.codes import ADJUST, CHANGE_NAME, FACE, GOLD, MULE, UNKNOWN
from replay.games.biblios_dice.moves import CHOOSES, OBJECTIVE, REROLLS, REVEAL, ROLLS, SPLITS, TAKES, TURNS
from replay.games.biblios_dice.state import CADFAEL, GROUP, POOL_ADJUST, POOL_GOLD, SELECT, State
from replay.log import Event, Log
from replay.referee import replay, view, view_log
from tests.games.dice import kit

# ------------------------------------------------------------------------------------------------- 1, gate and menu


def _key(move: tuple[Any, ...]) -> tuple[Any, ...]:
    """A move without the order of its words, where order means nothing."""
    verb = move[0]
    if verb in (ROLLS, REROLLS, REVEAL):
        return (*move[:2], tuple(sorted(move[2])))
    if verb == TAKES:
        return (*move[:3], tuple(sorted(move[3])))
    if verb == SPLITS:
        return (*move[:2], tuple(sorted(move[2])), tuple(sorted(move[3])))
    return move


_DICE = [FACE[word] for word in ("S", "M", "B", "G1", "GA", "A+", "A+-", "mule1", "mule2")]


def universe(players: int) -> Iterator[tuple[Any, ...]]:
    """Every move of the tiny box, and many that are none."""
    seats = range(players + (players == 2))
    for seat in seats:
        for size in (1, 2):
            for dice in combinations_with_replacement([0, 1, 5, 2], size):
                yield (ROLLS, seat, dice)
        for dice in combinations_with_replacement([0, 1, 5], 2):
            for gold in ("G1", "GA"):
                for adjust in ("A+", "A+-"):
                    for mule in ("mule1", "mule2"):
                        yield (ROLLS, seat, (*dice, FACE[gold], FACE[adjust], FACE[mule]))
        for pair in product(_DICE, repeat=2):
            yield (REROLLS, seat, (pair,))
        for face in (0, 1, 2, 5, GOLD, GOLD + 1, GOLD + 2):
            yield (TAKES, seat, face, ())
            for size in (1, 2) if face < GOLD else ():
                for shown in combinations_with_replacement([0, 1, 2, 5], size):
                    yield (TAKES, seat, face, shown)
        for size in (0, 1, 2):
            for changes in product(CHANGE_NAME, repeat=size):
                for adjust in ("A+", "A+-", "A3"):
                    yield (TAKES, seat, FACE[adjust], changes)
        for token in (110, 1, 20, 300):
            for size in (0, 1, 2):
                for tracks in product(range(6), repeat=size):
                    yield (TURNS, seat, token, tracks)
        for number in (1, 2):
            yield (CHOOSES, seat, number)
        for track in (*range(5), UNKNOWN):
            yield (OBJECTIVE, seat, track)
        for dice in combinations_with_replacement([0, 1, 5], 2):
            for gold in (GOLD, GOLD + 1):
                for adjust in (ADJUST, ADJUST + 4):
                    whole = (*dice, gold, adjust)
                    for index in range(4):
                        rest = whole[:index] + whole[index + 1 :]
                        yield (SPLITS, seat, rest, (whole[index],))
                        yield (SPLITS, seat, (whole[index],), rest)
                    yield (SPLITS, seat, whole[:2], whole[2:])
    for size in range(1, len(seats) + 1):
        for who in combinations_with_replacement(seats, size):
            for cards in product((0, 1, 2, 3), repeat=size):
                yield (REVEAL, -1, tuple(zip(who, cards, strict=True)))


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("forbidden", [False, True])
def test_law_1_gate_and_menu_agree(players: int, forbidden: bool) -> None:
    rulings = kit.OPEN._replace(capped_open=False, capped_forbidden=True) if forbidden else kit.OPEN
    moves = list({_key(move): move for move in universe(players)}.values())
    rng = random.Random(players)
    phases: Counter[int] = Counter()
    for _ in range(40):
        state = kit.start(players, kit.TINY, objectives=True, rulings=rulings)
        while not state.is_over():
            if phases[(where := state.phase + 100 * bool(state.due))] < 5 and rng.random() < 0.3:
                phases[where] += 1
                legal = {_key(move) for move in game.legal_moves(state)}
                before = kit.position(state)
                small = {_key(move) for move in moves if kit.accepts(state, move)}
                assert kit.position(state) == before
                long = {move for move in legal if move[0] == REROLLS and len(move[2]) > 1}
                assert small == legal - long
                for move in sorted(long)[::97]:
                    assert kit.accepts(state, move)
            kit.play(state, game.random_move(state, rng))
    assert len(phases) >= 9


@given(st.integers(2, 5), st.integers(0, 10**6))
def test_law_1_in_the_real_box(players: int, seed: int) -> None:
    rng = random.Random(seed)
    state = kit.start(players, objectives=True)
    while not state.is_over():
        move = game.random_move(state, rng)
        if state.phase in (SELECT, GROUP) or state.due:
            legal = list(game.legal_moves(state))
            assert len({_key(one) for one in legal}) == len(legal)
            assert _key(move) in {_key(one) for one in legal}
            for one in rng.sample(legal, min(3, len(legal))):
                assert kit.accepts(state, one), game.text_of(state, one)
        kit.play(state, move)


def test_law_1_texts_are_canonical() -> None:
    rng = random.Random(7)
    for players in (2, 3):
        state = kit.start(players, kit.TINY, objectives=True)
        names = game.names(kit.NAMES[:players])
        while not state.is_over():
            texts = list(game.legal(state))
            whole = {game.text_of(state, move): move for move in game.legal_moves(state)}
            for text in texts:
                start, pattern, _ = text.partition("…")
                if pattern:
                    assert any(one.startswith(start) for one in whole)
                    continue
                words = text.split()
                seat = -1 if words[0] == "reveal" else names.seat_of(words[0])
                verb, rest = (words[0], words[1:]) if seat < 0 else (words[1], words[2:])
                assert game.parse(seat, verb, rest, names) == (whole[text], tuple(rest))
            starts = tuple(text.partition("…")[0] for text in texts if "…" in text)
            assert all(text in texts or text.startswith(starts) for text in whole)
            kit.play(state, game.random_move(state, rng))


@given(st.integers(2, 5), st.integers(0, 10**6))
def test_legal_is_short_enough_to_be_listed(players: int, seed: int) -> None:
    rng = random.Random(seed)
    state = kit.start(players, objectives=True)
    while not state.is_over():
        if rng.random() < 0.1:
            texts = list(game.legal(state))
            assert 0 < len(texts) < 2000
        kit.play(state, game.random_move(state, rng))


# -------------------------------------------------------------------------------------------- 2 to 4, what seats see


@given(st.integers(2, 5), st.integers(0, 10**6), st.data())
def test_laws_2_to_4_hidden_objectives(players: int, seed: int, data: st.DataObject) -> None:
    log = kit.log_of(kit.header(players, objectives="yes"), random.Random(seed))
    whole = replay(log)
    assert whole.problem is None
    assert whole.status == "complete"
    assert whole.result is not None
    seat = data.draw(st.integers(-1, players - 1))
    seen = view(log, seat)
    assert seen.problem is None
    assert seen.status == "complete"
    for name, total in (seen.result or {})["totals"].items():
        assert total is None or total == whole.result["totals"][name]
    assert seen.result["winners"] in (None, whole.result["winners"])
    public = {**game.view(whole.state), "objectives": None}
    assert {**game.view(seen.state), "objectives": None} == public
    # Law 3: another deal of the hidden objectives looks the same.
    deal = data.draw(st.permutations(range(5)))
    own = next((e.move[2] for e in log.events if e.move and e.move[0] == OBJECTIVE and e.move[1] == seat), None)
    left = [track for track in deal if track != own]
    events = []
    for event in log.events:
        if event.move is not None and event.move[0] == OBJECTIVE and event.move[1] != seat:
            move = (OBJECTIVE, event.move[1], left.pop())
            word = "SMPQI"[move[2]]
            event = replace(event, move=move, words=(word,), text=f"{event.actor} objective {word}")
        events.append(event)
    other = replace(log, events=events)
    assert [e.text for e in view_log(other, seat).events] == [e.text for e in view_log(log, seat).events]
    hidden = data.draw(st.sets(st.integers(0, players - 1)))
    some = replace(log, events=[_hide(event) if event.seat in hidden else event for event in log.events])
    found = replay(some)
    assert found.problem is None
    assert found.result is not None
    for name, total in found.result["totals"].items():
        assert total in (None, whole.result["totals"][name])


def _hide(event: Event) -> Event:
    return game.hide(event, -1, game.names(()))


# ------------------------------------------------------------------------------------------- 5 to 7, 9, on the whole


@given(st.integers(2, 5), st.integers(0, 10**6), st.data())
def test_law_5_prefixes(players: int, seed: int, data: st.DataObject) -> None:
    log = kit.log_of(kit.header(players), random.Random(seed))
    for length in data.draw(st.lists(st.integers(0, len(log.events)), max_size=4)):
        part = Log("-", 1, log.header, log.events[:length], log.lines[:length])
        found = replay(part)
        assert found.problem is None
        assert found.plies == length
        assert found.status == ("complete" if length == len(log.events) else "unfinished")


def _check_conserved(state: State, groups: tuple[int, ...]) -> None:
    sheet, players = state.sheet, state.players
    assert sum(state.gold) == state.gold_out
    assert sum(state.vp) == state.vp_out
    assert min(state.gold) >= 0
    assert min(state.vp) >= 0
    for group, stack in zip(sheet.token_groups, state.tokens, strict=True):
        gone = [token for token in state.turned if token in group]
        assert sorted([*stack, *gone]) == sorted(group)
    assert all(0 <= space <= sheet.top for space in state.pos[: 5 * state.actors])
    assert all(0 <= space <= sheet.bishop_top for space in state.pos[5 * state.actors :])
    assert all(sheet.low <= value <= sheet.high for value in state.values)
    for track in range(6):
        marks = [(state.pos[i], state.stamp[i]) for i in range(track * state.actors, (track + 1) * state.actors)]
        assert len(set(marks)) == len(marks)
    for actor in range(state.actors):
        shown = [card for _, cards in state.reveals for who, card in cards if who == actor and card]
        assert len(set(shown)) == len(shown)
        assert state.bids[actor] == sum(shown) or not state.reveals
    dice = sum(state.pool[:6]) + (state.pool[POOL_GOLD] >= 0) + (state.pool[POOL_ADJUST] >= 0)
    assert 0 <= dice <= sheet.resource_dice[players - 2] + 2
    assert state.left == 0 or state.left <= dice
    json.dumps(game.view(state))
    json.dumps(game.detail(state))
    assert all(isinstance(text, str) for text in game.menu(state, Event(None, -1, "", (), "", None)))


@given(st.integers(2, 5), st.integers(0, 10**6), st.sampled_from(["random", "cautious", "greedy"]), st.booleans())
def test_law_6_nothing_is_lost(players: int, seed: int, character: str, short: bool) -> None:
    from replay.games.biblios_dice.bots import choose

    rng = random.Random(seed)
    state = kit.start(players, kit.SHORT if short else None, objectives=True)
    count = state.sheet.resource_dice[players - 2] + 2
    taken: list[int] = []
    for _ in range(700):
        if state.is_over():
            break
        kit_before = state.clone()
        move = choose(state, rng, character)
        kit.play(state, move)
        if move[0] == ROLLS and kit_before.phase != CADFAEL:
            taken = []
        if move[0] == TAKES:
            taken.append(kit_before.pool[move[2]] if move[2] < GOLD else 1)
            if not state.left and not state.due and not kit_before.auctions[len(state.auctions) :]:
                in_market = kit_before.phase == GROUP
                assert in_market or sum(taken) == count
        _check_conserved(state, ())
        assert kit_before.ply + 1 == state.ply


@given(st.integers(2, 5), st.integers(0, 10**6))
def test_law_6_clones_are_independent(players: int, seed: int) -> None:
    rng = random.Random(seed)
    state = kit.start(players, kit.TINY, objectives=True)
    while not state.is_over():
        copy = state.clone()
        before = kit.position(copy)
        kit.play(state, game.random_move(state, rng))
        assert kit.position(copy) == before


def _count(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in game.legal_moves(state):
        after = state.clone()
        kit.play(after, move)
        total += _count(after, depth - 1)
    return total


#: Rolls branch little, so that some depth can be seen.
_PERFT = {
    **kit.TINY,
    "resource-dice": {"by_players": [1, 1, 1, 1], "faces": ["S", "B"]},
    "adjustment-die": {"faces": ["A+"]},
    "gold-die": {"faces": ["G1"]},
    "mule-die": {"faces": [2]},
    "market-groups": {"by_players": [[2, 1], [2, 1], [2, 1], [2, 1]]},
}


@pytest.mark.parametrize(
    ("players", "counts"),
    [(2, [2, 4, 62, 608, 6552]), (3, [2, 58, 600, 8964])],
)
def test_law_9_counts_of_legal_sequences(players: int, counts: list[int]) -> None:
    """The first numbers by hand: a roll has 2 outcomes, then there are 6 splits and 8 × 2 + 7 re-rolls, then 27 turn-ups."""
    state = kit.start(players, _PERFT)
    assert [_count(state, depth) for depth in range(1, len(counts) + 1)] == counts


def test_law_7_logs_round_trip() -> None:
    from replay.log import read_text, to_jsonl, to_text

    for players in range(2, 6):
        log = kit.log_of(kit.header(players, objectives="yes"), random.Random(players))
        text = to_text(log)
        again = read_text(text)[0]
        assert to_text(again) == text
        assert [e.move for e in again.events] == [e.move for e in log.events]
        assert to_text(read_text(to_jsonl(log))[0]) == text


def test_mule_word() -> None:
    assert FACE["mule1"] == MULE + 1
