"""Law 8: over every hidden world of a tiny deck, the referee's *proven*, *impossible* and *illegal* are never wrong."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as s

from replay.games import Move
from replay.games.biblios import cards
from replay.games.biblios import state as st
from replay.games.biblios.legal import legal_moves
from replay.games.biblios.play import play
from replay.games.biblios.scoring import score as referee_score
from replay.games.biblios.state import State
from replay.games.biblios.words import text_of
from replay.problems import DOUBT_POSSIBLE, DOUBT_UNJUDGED, Fault
from tests.laws import naive
from tests.laws.test_gate_laws import EVERY, NAMED
from tests.laws.tiny import tiny

SMALL = ("P3e", "P3f", "P3g", "P4h", "H1a", "H1b", "M2a", "G1", "G2", "G3", "C+", "C--", "C+-")
MOST_WORLDS = 1500
DRAWS = (st.KEEPS, st.AUCTIONS, st.SHOWS)


def universe(rng: random.Random) -> tuple[int, dict[str, int], int, str]:
    players = rng.choice((2, 2, 2, 3))
    turns = rng.choice((2, 3, 4)) if players == 2 else rng.choice((2, 3))
    aside = rng.choice((0, 1, 2))
    number = turns * (players + 1) + aside
    kinds = rng.sample(SMALL, rng.randint(3, 8))
    copies: Counter[str] = Counter()
    for _ in range(1000):
        if sum(copies.values()) == number:
            break
        kind = rng.choice(kinds)
        most = (
            cards.COPIES[cards.CODES[kind.lower()]]
            if kind.lower() in cards.CODES
            else cards.COPIES[cards.NAMES.index(kind)]
        )
        if copies[kind] < most:
            copies[kind] += 1
        elif rng.random() < 0.2:
            copies["G1"] += 1
    return players, dict(copies), aside, rng.choice(("standard", "medieval-bluff"))


def words_of(state: State, move: Move) -> tuple[int, str, list[str]]:
    actor, verb, *words = text_of(move, state.handles).split()
    if verb == "draws":
        words[2] = str(state.handles.index(words[2]))
    return state.handles.index(actor), verb, words


def judge(state: State, move: Move) -> tuple[State | None, int]:
    trial = state.clone()
    trial.flag, trial.doubt, trial.stood = 0, "", False
    try:
        play(trial, move)
    except Fault:
        return None, 0
    flag, trial.flag, trial.doubt = trial.flag, 0, ""
    return trial, flag


def check(state: State, table: naive.Table, worlds: set[naive.World], move: Move, seen: Counter[str]) -> Any:
    """Both referees on one event; what follows, or None where it cannot follow."""
    seat, verb, words = words_of(state, move)
    after, flag = judge(state, move)
    result = naive.step(table, worlds, seat, verb, words)
    real = bool(result and result[1])
    text = text_of(move, state.handles)
    if after is None:
        assert not real, f"accused, but there is a world: {text}"
        seen["impossible, said"] += 1
        return None
    if not real:
        seen["impossible, passed"] += 1
        return None
    assert result is not None
    seen["possible, said"] += 1
    closed = {world for world in worlds if world.church is None or verb in ("uses", "declines")}
    if move[0] == st.DEFAULTS:
        able = {naive.solvent(table, world) for world in worlds}
        if flag & DOUBT_UNJUDGED:
            assert able == {True}, text
        elif not flag:
            assert able == {False}, text
        else:
            seen["default possible" if len(able) == 2 else "default possible, but certain"] += 1
    elif move[0] not in DRAWS and not flag & DOUBT_POSSIBLE:
        for world in closed:
            one = naive.step(table, {world}, seat, verb, words)
            assert one is not None, text
            assert one[1], f"proven, but not in {world}: {text}"
        seen["proven"] += 1
    elif flag & DOUBT_POSSIBLE:
        sure = all((one := naive.step(table, {world}, seat, verb, words)) is not None and one[1] for world in closed)
        seen["possible, but certain" if sure else "possible, open"] += 1
    return after, result


def agree(state: State, table: naive.Table, worlds: set[naive.World]) -> None:
    """The position: public facts, sizes, and what the referee holds certain."""
    assert list(table.dice) == state.dice
    assert state.deck == table.deck
    assert state.auction.n == table.pile
    for seat, hand in enumerate(state.hands):
        sizes = {
            len(w.hands[seat]) + (w.church is not None and state.kept_seat == seat and state.unknown_kept)
            for w in worlds
        }
        assert sizes == {hand.n}, (seat, sizes, hand.n)
        for kind in range(cards.KINDS):
            if hand.sure[kind]:
                low = min(w.hands[seat].count(cards.NAMES[kind]) for w in worlds)
                assert low >= hand.sure[kind], (seat, cards.NAMES[kind])


def finish(state: State, table: naive.Table, worlds: set[naive.World], seen: Counter[str]) -> None:
    found = referee_score(state)
    assert found is not None
    results = [naive.score(w.hands, table.dice) for w in worlds]
    for seat, total in enumerate(found.totals):
        real = {totals[seat] for totals, _, _ in results}
        if total is not None:
            assert real == {total}
        seen[
            "total known" if total is not None else "total unknown" if len(real) > 1 else "total unknown, but certain"
        ] += 1
    winners = {tuple(sorted(first)) for _, first, _ in results}
    if found.winners is not None:
        assert winners == {tuple(sorted(found.winners))}
        assert {how for _, _, how in results} == {found.decided_by}
    seen[
        "winner known"
        if found.winners is not None
        else "winner unknown"
        if len(winners) > 1
        else "winner unknown, but certain"
    ] += 1
    for index, letter in enumerate("PMHST"):
        category = found.categories[index]
        first = {naive.best(w.hands, letter, range(state.players)) for w in worlds}
        if category.winner is not None:
            assert {seat for seat, _ in first} == {category.winner}
            if category.by_letter is not None:
                assert {how for _, how in first} == {category.by_letter}
        for seat in range(state.players):
            sums = {sum(naive.value(c) for c in w.hands[seat] if c[0] == letter) for w in worlds}
            assert category.low[seat] <= min(sums)
            assert category.high[seat] >= max(sums)
    for seat, (low, high) in enumerate(found.gold):
        sums = {naive.purse(w.hands[seat]) for w in worlds}
        assert low <= min(sums)
        assert high >= max(sums)


def anything(state: State, rng: random.Random) -> Move:
    """Some move that can be written, mostly one of this phase and of the player whose turn it may be."""
    here = [kind for kind in range(cards.KINDS) if state.ledger.pool[kind] or any(h.sure[kind] for h in state.hands)]
    here += [cards.CLASS[kind] + cards.KINDS for kind in here if cards.CLASS[kind] >= 0]
    seat = rng.choice((state.active, state.turn, state.holder % state.players, rng.randrange(state.players)))
    named = rng.choice(here) if here and rng.random() < 0.9 else rng.choice(NAMED)
    either = named if rng.random() < 0.8 else rng.choice(EVERY)
    no_church = named if not cards.FIRST_CHURCH <= named < cards.KINDS else cards.UNKNOWN
    verb = rng.choice({
        st.PLACE: (st.KEEPS, st.AUCTIONS, st.SHOWS, st.USES, st.DECLINES), st.TAKE: (st.TAKES, st.USES, st.DECLINES),
        st.CHURCH: (st.USES, st.DECLINES), st.FLIP: (st.FLIPS,), st.BID: (st.BIDS, st.PASSES),
        st.PAY: (st.PAYS, st.DISCARDS), st.PENALTY: (st.DRAWS, st.LOSES), st.OVER: (st.HOLDS,),
    }[state.phase]) if rng.random() < 0.9 else rng.randrange(15)  # fmt: skip
    if verb in (st.KEEPS, st.AUCTIONS):
        return (verb, seat, either)
    if verb in (st.SHOWS, st.TAKES, st.FLIPS):
        return (verb, seat, named)
    if verb in (st.USES, st.DECLINES):
        church = rng.randrange(cards.FIRST_CHURCH, cards.KINDS)
        changes = tuple((rng.choice((-1, 1)), rng.randrange(5)) for _ in range(rng.choice((1, 2))))
        return (verb, seat, church, changes) if verb == st.USES else (verb, seat, church)
    if verb == st.BIDS:
        return (verb, seat, rng.randint(0, 6))
    if verb in (st.PASSES, st.DEFAULTS):
        return (verb, seat)
    if verb == st.PAYS:
        gold = range(cards.FIRST_GOLD, cards.FIRST_CHURCH)
        return (verb, seat, tuple(rng.choice(gold) for _ in range(rng.randint(1, 3))))
    hand = here or list(NAMED)
    if verb == st.DISCARDS:
        count = state.standing if rng.random() < 0.8 and state.standing else rng.randint(1, 3)
        return (verb, seat, tuple(rng.choice((*hand, cards.UNKNOWN)) for _ in range(min(count, 6))))
    if verb == st.DRAWS:
        return (verb, seat, no_church, state.holder % state.players)
    if verb == st.LOSES:
        return (verb, seat, no_church)
    return (st.HOLDS, seat, tuple(rng.choice(hand) for _ in range(state.hands[seat].n)))


def play_tiny(seed: int, seen: Counter[str]) -> None:
    rng = random.Random(seed)
    players, copies, aside, penalty = universe(rng)
    state = tiny(players, copies, aside, penalty)
    table, worlds = naive.start(players, copies, aside, penalty)
    hiding = rng.choice((0.2, 0.5, 0.9))
    for _ in range(200):
        agree(state, table, worlds)
        if len(worlds) > MOST_WORLDS:
            seen["too many worlds"] += 1
            return
        for _ in range(15):
            check(state, table, worlds, anything(state, rng), seen)
        menu = list(legal_moves(state, top_bid=min(5, state.standing + 2)) if not (
            state.phase == st.PAY and state.lot in range(cards.FIRST_GOLD, cards.FIRST_CHURCH) and state.standing > 4) else [])  # fmt: skip
        if state.is_over():
            for world in rng.sample(sorted(worlds), min(len(worlds), 5)):
                seat = rng.randrange(players)
                hand = [cards.NAMES.index(card) for card in world.hands[seat]]
                check(state, table, worlds, (st.HOLDS, seat, tuple(hand)), seen)
            finish(state, table, worlds, seen)
            seats = [seat for seat in range(players) if not state.shown_hands[seat]]
            if not seats or rng.random() < 0.3:
                return
            world = rng.choice(sorted(worlds))
            seat = rng.choice(seats)
            hand = [cards.NAMES.index(card) for card in world.hands[seat]]
            done = check(state, table, worlds, (st.HOLDS, seat, tuple(hand)), seen)
        else:
            rng.shuffle(menu)
            if rng.random() < hiding:
                menu.sort(key=lambda move: "?" not in text_of(move, state.handles))
            elif rng.random() < 0.3:
                menu.sort(key=lambda move: move[0] != st.BIDS)
            done = None
            for move in menu:
                done = check(state, table, worlds, move, seen)
                if done is not None:
                    break
            if done is None and state.phase == st.PAY:
                done = check(state, table, worlds, (st.DEFAULTS, state.holder), seen)
            assert done is not None, "no event can follow"
        state, (table, worlds) = done
        seen["plies"] += 1


@given(seed=s.integers(0, 2**32 - 1))
@settings(max_examples=max(5, settings().max_examples // 4))
def test_brute_force_never_contradicts(seed: int) -> None:
    play_tiny(seed, Counter())


def test_few_impossible_lines_pass() -> None:
    """Accepted and documented: what leaves a pile unseen widens it, and a few impossible lines pass as possible."""
    seen: Counter[str] = Counter()
    for seed in range(25):
        play_tiny(seed, seen)
    assert seen["impossible, passed"] <= 0.02 * seen["impossible, said"], seen
    assert seen["proven"] > 300, seen
    assert seen["possible, open"] > 50, seen
