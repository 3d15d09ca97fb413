"""Scoring against a second, naive one: random full hands, dice and tie orders, and hands known only in part."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as s

from replay.games.biblios import cards
from replay.games.biblios import state as st
from replay.games.biblios.scoring import score
from replay.games.biblios.state import State
from tests.laws import naive
from tests.laws.tiny import HANDLES


def position(hands: list[list[str]], dice: list[int], order: str | None) -> State:
    """A finished game with these hands."""
    state = State(HANDLES[: len(hands)], "standard", {"tie-order": order} if order else {})
    state.phase = st.OVER
    state.dice = list(dice)
    for pile, hand in zip(state.hands, hands, strict=True):
        for card in hand:
            kind = cards.NAMES.index(card)
            state.ledger.pool[kind] -= 1
            pile.sure[kind] += 1
            pile.n += 1
    return state


def deal(rng: random.Random) -> list[list[str]]:
    """Hands that tie often: few cards, the same numbers of equal values."""
    players = rng.choice((2, 3, 4))
    books = list(cards.NAMES[: cards.FIRST_GOLD])
    if rng.random() < 0.6:
        letters = rng.sample("PMHST", rng.choice((1, 2, 3)))
        books = [name for name in books if name[0] in letters]
    rng.shuffle(books)
    hands: list[list[str]] = []
    each = rng.choice((0, 1, 2, 3, 6))
    for _ in range(players):
        number = each if rng.random() < 0.8 else rng.randint(0, 5)
        hands.append([books.pop() for _ in range(min(number, len(books)))])
    gold = rng.choice(([], ["G1"], ["G1", "G2"]))
    for hand in hands:
        hand += gold if rng.random() < 0.8 else rng.choices(("G1", "G2", "G3"), k=rng.randint(0, 2))
    return hands


@given(seed=s.integers(0, 2**32 - 1), order=s.sampled_from((None, "PMHST", "TSHPM", "HTMSP")))
@settings(max_examples=max(50, settings().max_examples * 5))
def test_full_hands(seed: int, order: str | None) -> None:
    rng = random.Random(seed)
    hands = deal(rng)
    dice = [rng.choice((3, 3, rng.randint(1, 6))) for _ in range(5)]
    found = score(position(hands, dice, order))
    assert found is not None
    totals, winners, decided = naive.score([tuple(hand) for hand in hands], dice, order or "MPHST")
    assert list(found.totals) == totals
    assert sorted(found.winners or ()) == winners
    assert found.decided_by == decided
    assert found.unjudged == (("tie-order",) if decided.startswith("tie-order") and not order else ())
    for index, letter in enumerate("PMHST"):
        seat, by_letter = naive.best([tuple(hand) for hand in hands], letter, range(len(hands)))
        category = found.categories[index]
        assert (category.winner, category.by_letter) == (seat, by_letter)
        sums = tuple(sum(naive.value(card) for card in hand if card[0] == letter) for hand in hands)
        assert category.low == category.high == sums


def test_the_sample_reaches_every_way_to_win() -> None:
    rng = random.Random(1)
    seen: Counter[str] = Counter()
    for _ in range(3000):
        hands = deal(rng)
        seen[naive.score([tuple(hand) for hand in hands], [3] * 5)[2]] += 1
    assert {"pips", "gold", "monks", "tie-order:P", "tie-order:H", "shared"} <= set(seen), seen


@given(seed=s.integers(0, 2**32 - 1))
@settings(max_examples=max(20, settings().max_examples))
def test_what_is_said_of_partly_known_hands_is_true(seed: int) -> None:
    """Some cards become loose or lose their letters: whatever is still named must be right."""
    rng = random.Random(seed)
    hands = deal(rng)
    dice = [rng.randint(1, 6) for _ in range(5)]
    state = position(hands, dice, None)
    state.ledger.fuzzy = True
    for pile, hand in zip(state.hands, hands, strict=True):
        for card in hand:
            kind = cards.NAMES.index(card)
            change = rng.random()
            if change < 0.2:
                pile.sure[kind] -= 1
                pile.loose += 1
                state.ledger.pool[kind] += 1
            elif change < 0.4 and kind < cards.FIRST_GOLD:
                pile.sure[kind] -= 1
                pile.classes[cards.CLASS[kind]] += 1
                state.ledger.pool[kind] += 1
                state.ledger.reserved[cards.CLASS[kind]] += 1
    found = score(state)
    assert found is not None
    totals, winners, decided = naive.score([tuple(hand) for hand in hands], dice)
    for said, real in zip(found.totals, totals, strict=True):
        assert said is None or said == real
    assert found.winners is None or sorted(found.winners) == winners
    assert found.decided_by is None or found.winners is None or found.decided_by == decided
    for index, letter in enumerate("PMHST"):
        seat, by_letter = naive.best([tuple(hand) for hand in hands], letter, range(len(hands)))
        category = found.categories[index]
        assert category.winner in (None, seat)
        if category.winner is not None:
            assert category.by_letter in (None, by_letter)
    if found.winners is None:
        assert found.why
