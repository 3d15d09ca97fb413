"""Laws 1 and 9: the menu and the gate agree, a fault changes nothing, and the number of legal sequences is pinned."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as s

from replay.games import Move
from replay.games.biblios import cards
from replay.games.biblios import state as st
from replay.games.biblios.legal import legal_moves
from replay.games.biblios.play import play
from replay.games.biblios.state import State
from replay.games.biblios.words import text_of
from replay.problems import Fault
from replay.referee import replay
from tests.laws.kit import BIBLIOS, GOLD, hide, make
from tests.laws.tiny import tiny

NAMED = range(cards.KINDS + cards.CLASSES)
EVERY = (*NAMED, cards.UNKNOWN)


def same(move: Move) -> Move:
    """Moves that differ only in the order of their words are one."""
    if move[0] in (st.PAYS, st.DISCARDS, st.HOLDS, st.USES):
        index = 3 if move[0] == st.USES else 2
        return (*move[:index], tuple(sorted(move[index])), *move[index + 1 :])
    return move


def everything(state: State, rng: random.Random) -> Iterator[Move]:
    """Every move that can be written (payments of many cards: a sample)."""
    for seat in range(state.players):
        for code in EVERY:
            yield (st.KEEPS, seat, code)
            yield (st.AUCTIONS, seat, code)
            if not cards.FIRST_CHURCH <= code < cards.KINDS:
                yield (st.LOSES, seat, code)
            for other in range(state.players):
                if other == (state.holder if state.phase == st.PENALTY else 0) and (
                    not cards.FIRST_CHURCH <= code < cards.KINDS
                ):
                    yield (st.DRAWS, seat, code, other)
        for code in NAMED:
            yield (st.SHOWS, seat, code)
            yield (st.TAKES, seat, code)
            yield (st.FLIPS, seat, code)
        for church in range(cards.FIRST_CHURCH, cards.KINDS):
            yield (st.DECLINES, seat, church)
            one = list(product((-1, 1), range(5)))
            for change in one:
                yield (st.USES, seat, church, (change,))
            for pair in combinations_with_replacement(one, 2):
                yield (st.USES, seat, church, pair)
        for amount in range(state.standing + 4):
            yield (st.BIDS, seat, amount)
        yield (st.PASSES, seat)
        yield (st.DEFAULTS, seat)
        for number in (1, 2, 3, 4):
            for codes in combinations_with_replacement(GOLD, number):
                yield (st.PAYS, seat, codes)
        for code in EVERY:
            yield (st.DISCARDS, seat, (code,))
        for _ in range(60):
            yield (st.DISCARDS, seat, tuple(rng.choice(EVERY) for _ in range(2)))
        hand = state.hands[seat]
        whole = [kind for kind in range(cards.KINDS) for _ in range(hand.sure[kind])]
        whole += [cards.KINDS + cls for cls in range(cards.CLASSES) for _ in range(hand.classes[cls])]
        if not hand.loose:
            yield (st.HOLDS, seat, tuple(whole))
            if whole:
                yield (st.HOLDS, seat, tuple(whole[1:]))
        if hand.n and not hand.loose:
            yield (st.HOLDS, seat, ())


def snapshot(state: State) -> Any:
    """All of a position but the notes on the event under judgement."""
    out = []
    for name in State.__slots__:
        value = getattr(state, name)
        if name in ("flag", "doubt", "stood"):
            continue
        if name == "hands":
            value = [(p.sure[:], p.classes[:], p.loose, p.n) for p in value]
        elif name in ("auction", "public", "gone", "removed"):
            value = (value.sure[:], value.classes[:], value.loose, value.n)
        elif name == "ledger":
            value = (value.pool[:], value.reserved[:], value.wide)
        elif isinstance(value, list):
            value = value[:]
        out.append((name, value))
    return out


def accepted(state: State, moves: Iterator[Move], check: random.Random) -> set[Move]:
    out = set()
    before = snapshot(state)
    trial = state.clone()
    for move in moves:
        trial.stood, trial.flag, trial.doubt = False, 0, ""
        try:
            play(trial, move)
        except Fault:
            if check.random() < 0.05:
                assert snapshot(trial) == before, text_of(move, state.handles)
            continue
        out.add(same(move))
        trial = state.clone()
    return out


def listed(state: State) -> set[Move] | None:
    """The menu; None where it would be too long."""
    if state.phase == st.PAY and state.lot in GOLD and state.standing > 2:
        return None
    return {same(move) for move in legal_moves(state, top_bid=state.standing + 3)}


def compare(state: State, rng: random.Random) -> None:
    menu = listed(state)
    if menu is None:
        return
    every = {same(move) for move in everything(state, rng)}
    gate = accepted(state, iter(every), rng)
    small = {move for move in menu if not (move[0] == st.PAYS and len(move[2]) > 4)}
    small = {move for move in small if not (move[0] == st.DISCARDS and len(move[2]) > 1 and move not in every)}
    names = state.handles
    assert {text_of(m, names) for m in gate} == {text_of(m, names) for m in small & every}
    assert small <= every, [text_of(m, names) for m in small - every]


@given(seed=s.integers(0, 2**32 - 1), part=s.sampled_from((0.0, 0.3, 1.0)))
@settings(max_examples=max(5, settings().max_examples * 3 // 10))
def test_menu_and_gate_agree(seed: int, part: float) -> None:
    rng = random.Random(seed)
    made = make(seed, aside=seed % 2 == 0)
    events = hide(made, rng, part, part)
    got = replay(made.log(events))
    assert got.problem is None
    for ply in sorted(rng.sample(range(len(events) + 1), 3)):
        compare(got.state_at(ply), rng)


@given(seed=s.integers(0, 2**32 - 1))
@settings(max_examples=max(5, settings().max_examples * 3 // 10))
def test_menu_and_gate_agree_where_something_is_due(seed: int) -> None:
    """Payments, penalties, Church cards, the end: places that a random sample seldom meets."""
    rng = random.Random(seed)
    made = make(seed, mischief=0.1)
    events = hide(made, rng, 0.3, 0.3)
    got = replay(made.log(events))
    due = [ply for ply, event in enumerate(events, 1)
           if event.split()[1] in ("pays", "defaults", "draws", "loses", "uses", "declines", "discards", "holds")]  # fmt: skip
    for ply in rng.sample(due, 3):
        compare(got.state_at(ply - 1), rng)


@given(seed=s.integers(0, 2**32 - 1), part=s.sampled_from((0.0, 0.5)))
@settings(max_examples=max(5, settings().max_examples * 2 // 10))
def test_a_fault_changes_nothing(seed: int, part: float) -> None:
    """After a fault, with or without `!`, the position is what it was: judged on every kind of move."""
    rng = random.Random(seed)
    made = make(seed)
    events = hide(made, rng, part, part)
    got = replay(made.log(events))
    for ply in rng.sample(range(len(events) + 1), 4):
        state = got.state_at(ply)
        before = snapshot(state)
        every = list(everything(state, rng))
        for move in rng.sample(every, min(len(every), 150)):
            trial = state.clone()
            trial.stood = rng.random() < 0.5
            try:
                play(trial, move)
            except Fault:
                assert snapshot(trial) == before, text_of(move, state.handles)
        assert snapshot(state) == before


# --- counts of legal sequences


def perft(state: State, depth: int) -> int:
    if not depth:
        return 1
    total = 0
    for move in legal_moves(state, top_bid=2, hidden=False):
        trial = state.clone()
        trial.flag, trial.doubt = 0, ""
        play(trial, move)
        total += perft(trial, depth - 1)
    return total


def test_perft_of_the_whole_deck() -> None:
    """From the start, named cards only: 59 kinds of cards to place in three ways, and so on."""
    # 53 kinds in three places. The second card: two places left (three players: three after a public one), a card of
    # one copy fewer, and after a kept Church card its uses and the refusal (6 + 6 + 21 + 21 + 11 = 65).
    twice = (45 * 52 + 3 * 53 + 4 * 53 + 52) * 2
    for players, counts in ((2, [159, twice * 3 + 65]), (3, [159, twice * 2 + twice * 3 // 2 + 65])):
        state = BIBLIOS.start(make_header(players))
        assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


def make_header(players: int) -> Any:
    from replay.log import read_text

    names = ", ".join(("Ana", "Bram", "Cleo", "Dirk")[:players])
    return read_text(f"format: 1\ngame: biblios\nplayers: {names}\n")[0].header


TINY = {"P3e": 1, "G1": 2, "G2": 2, "C+": 1, "H1a": 1, "H1b": 1}


@pytest.mark.parametrize(("penalty", "aside", "counts"), [("standard", 2, []), ("medieval-bluff", 2, [])])
def test_perft_of_a_tiny_deck(penalty: str, aside: int, counts: list[int]) -> None:
    state = tiny(2, TINY, aside, penalty)
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
