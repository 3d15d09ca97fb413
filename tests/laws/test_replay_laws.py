"""Laws 2 to 7 of the referee on random games: hiding, views, prefixes, conservation, round trips."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as s

from replay.games.biblios import cards
from replay.log import Log, read_text, to_jsonl, to_text
from replay.referee import Replay, replay, view, view_log
from tests.laws.kit import BIBLIOS, Made, hide, lettered, make, public, states

SEEDS = s.integers(0, 2**32 - 1)


def scaled(share: float) -> settings:
    """A share of the profile's number of examples."""
    return settings(max_examples=max(5, int(settings().max_examples * share)))


def good(log: Log) -> Replay:
    got = replay(log)
    assert got.problem is None, f"{got.problem.message} ({got.problem.rule}, ply {got.problem.ply})\n{to_text(log)}"
    return got


def same_public(full: Replay, part: Replay, stride: int = 1) -> None:
    """Everything public is the same at every ply, and what the part knows of cards is true."""
    mine = dict(states(full, stride))
    for ply, seen in states(part, stride):
        real = mine[ply]
        a, b = public(real), public(seen)
        if a != b:
            # A kept Church card that nobody saw: who knows it waits for its use, who does not sees a hand with one more.
            assert real["phase"] == "church", (ply, a, b)
            for key in ("phase", "to_act"):
                a.pop(key), b.pop(key)
            if not real["public"]:  # a turn without public cards is over for who does not know of the Church card
                for key in ("active", "placed"):
                    a.pop(key), b.pop(key)
            assert a == b, ply
        for one, two in zip(real["seats"], seen["seats"], strict=True):
            known = [card for card in two["hand"] if card != "?"]
            pool = Counter(one["hand"])
            exact = [card for card in known if len(card) == 3 or card[0] in "GC"]
            pool.subtract(exact)
            assert min(pool.values(), default=0) >= 0, (ply, known, one["hand"])
            for card in known:
                if card not in exact:
                    assert any(lettered(card, other) and n > 0 for other, n in pool.items()), (ply, card, one["hand"])
            low, high = two["gold_range"]
            if one["gold"] is not None:
                assert low <= one["gold"] <= high, ply


def same_results(full: Replay, part: Replay) -> None:
    """What the part says of the result is what the full log says."""
    a, b = full.result, part.result
    assert (a is None) == (b is None)
    if a is None or b is None:
        return
    for handle, total in (b["totals"] or {}).items():
        assert total is None or total == a["totals"][handle]
    assert b["winners"] is None or sorted(b["winners"]) == sorted(a["winners"])
    assert b["decided_by"] is None or b["decided_by"] == a["decided_by"], (a, b)
    assert full.game is not None
    one, two = full.game.detail(full.state), full.game.detail(part.state)
    for name, category in two["categories"].items():
        real = one["categories"][name]
        if category["winner"] is not None:
            assert category["winner"] == real["winner"]
        if category["by_letter"] is not None and category["winner"] is not None:
            assert category["by_letter"] == real["by_letter"]
        for handle, total in category["totals"].items():
            assert total is None or total == real["totals"][handle]
    for handle, gold in two["gold_left"].items():
        assert gold is None or gold == one["gold_left"][handle]


@given(seed=SEEDS, part=s.sampled_from((0.1, 0.3, 0.6, 1.0)), letters=s.sampled_from((0.0, 0.2, 1.0)))
@scaled(1.0)
def test_hiding_words_never_accuses(seed: int, part: float, letters: float) -> None:
    made = make(seed, holds=seed % 3 != 0, aside=seed % 2 == 0)
    full = good(made.log())
    rng = random.Random(seed)
    hidden = good(made.log(hide(made, rng, part, letters)))
    assert hidden.stood == full.stood
    missing = set(full.unjudged) - set(hidden.unjudged)
    assert {name for _, name in missing} <= {"refusal", "tie-order"}
    assert set(hidden.unjudged) <= set(full.unjudged)
    assert hidden.status == full.status
    same_public(full, hidden, 1 + seed % 13)
    same_results(full, hidden)


@given(seed=SEEDS)
@scaled(0.3)
def test_a_view_agrees_with_the_full_replay(seed: int) -> None:
    made = make(seed, holds=seed % 2 == 0, aside=seed % 3 == 0)
    log = made.log()
    full = good(log)
    for seat in range(-1, made.players):
        seen = view(log, seat)
        assert seen.problem is None, seen.problem
        same_public(full, seen, 1 + seed % 7)
        same_results(full, seen)
        if seat >= 0:
            # A seat always knows its own hand, but for what was drawn from it: that too it sees.
            for (_, real), (_, mine) in zip(states(full, 9), states(seen, 9), strict=True):
                assert mine["seats"][seat]["hand"] == real["seats"][seat]["hand"]


@given(seed=SEEDS)
@scaled(0.3)
def test_what_a_seat_cannot_see_does_not_change_its_view(seed: int) -> None:
    made = make(seed, holds=False, aside=True)
    rng = random.Random(seed)
    seat = rng.randrange(made.players)
    name = made.log().header.handles[seat]
    places = [i for i, e in enumerate(made.events) if e.split()[1] in ("keeps", "auctions") and e.split()[0] != name
              and e.split()[2][0] != "C"]  # fmt: skip
    for _ in range(30):
        i, j = rng.sample(places, 2)
        one, two = made.events[i].split(), made.events[j].split()
        one[2], two[2] = two[2], one[2]
        events = list(made.events)
        events[i], events[j] = " ".join(one), " ".join(two)
        log = made.log(events)
        other = replay(log)
        if other.problem is None and other.result == replay(made.log()).result:
            first, second = view(made.log(), seat), view(log, seat)
            assert to_text(view_log(made.log(), seat)) == to_text(view_log(log, seat))
            assert list(states(first, 3)) == list(states(second, 3))
            assert (first.verdicts, first.result) == (second.verdicts, second.result)
            break


@given(seed=SEEDS, part=s.sampled_from((0.0, 0.5)))
@scaled(0.3)
def test_every_prefix_is_valid_and_positions_are_those_of_stepwise_replay(seed: int, part: float) -> None:
    made = make(seed, aside=seed % 2 == 0)
    rng = random.Random(seed)
    events = hide(made, rng, part, part)
    full = good(made.log(events))
    walked = dict(states(full))
    assert full.game is not None
    for ply in rng.sample(range(len(events) + 1), 12):
        short = good(made.log(events[:ply]))
        assert short.plies == ply
        assert short.verdicts == full.verdicts[:ply]
        assert full.game.view(short.state) == walked[ply] == full.game.view(full.state_at(ply))
        if ply < len(events):
            assert short.status in ("unfinished", "complete")
            assert (short.status == "complete") == short.state.is_over()


@given(seed=SEEDS, part=s.sampled_from((0.0, 0.3, 1.0)))
@scaled(0.5)
def test_cards_are_conserved(seed: int, part: float) -> None:
    made = make(seed, aside=seed % 2 == 0)
    events = hide(made, random.Random(seed), part, part)
    got = good(made.log(events))
    copies = Counter(dict(enumerate(cards.COPIES)))
    deck = sum(copies.values())

    def visit(ply: int, state: Any) -> None:
        piles = [*state.hands, state.auction, state.public, state.gone, state.removed]
        on_table = 1 if state.lot >= 0 else 0
        working = (state.kept_church >= 0) + (state.pending >= 0)
        assert sum(pile.n for pile in piles) + state.deck + on_table + working == deck, ply
        sure: Counter[int] = Counter()
        for pile in piles:
            assert pile.n == sum(pile.sure) + sum(pile.classes) + pile.loose, ply
            assert min(pile.sure) >= 0, ply
            assert min(pile.classes) >= 0, ply
            assert pile.loose >= 0, ply
            sure.update({kind: n for kind, n in enumerate(pile.sure) if n})
        for code in (state.lot, state.kept_church, state.pending):
            if 0 <= code < cards.KINDS:
                sure[code] += 1
        pool = Counter(dict(enumerate(state.ledger.pool)))
        assert min(pool.values()) >= 0, ply
        assert {k: v for k, v in (sure + pool).items() if v} == dict(copies), ply
        loose = sum(pile.loose for pile in piles) + state.deck
        classes = sum(sum(pile.classes) for pile in piles) + (state.lot >= cards.KINDS)
        assert sum(pool.values()) == loose + classes, ply
        assert all(1 <= pips <= 6 for pips in state.dice), ply

    got.walk(visit)


def decorate(made: Made, rng: random.Random, events: list[str]) -> str:
    """The same log as a careless scribe writes it: comments, times, blank lines, odd spellings."""
    strange = {"-": "\u2212", "+": "\uff0b", "?": "\uff1f"}
    lines = [made.header[0], "# a note", *list(made.header[1:]), "event: Club # not the last", "x-table: 3", ""]
    for event in events:
        actor, verb, *rest = event.split()
        mark = rest and rest[-1] == "!"
        if mark:
            rest.pop()
        if rng.random() < 0.3:
            verb = verb.upper()
        rest = [
            word.lower() if rng.random() < 0.3 and word not in made.log().header.handles else word for word in rest
        ] if rng.random() < 0.2 else rest  # fmt: skip
        if rng.random() < 0.2:
            rest = [word if word == "Ana" else "".join(strange.get(ch, ch) for ch in word) for word in rest]
        text = "  ".join([actor, verb, *rest]) if rng.random() < 0.2 else "\t".join([actor, verb, *rest])
        if rng.random() < 0.1:
            text += f" @{rng.randint(0, 23)}:{rng.randint(0, 59):02}"
        if mark:
            text += " !"
        if rng.random() < 0.1 and lines[-1] and not lines[-1].startswith("#") and "#" not in lines[-1]:
            lines[-1] += " ; " + text
        else:
            lines.append(text)
        if rng.random() < 0.1:
            lines[-1] += "   # said; so # twice"
        if rng.random() < 0.05:
            lines += ["", "# on its own"]
    return "\n".join(lines) + "\n"


@given(seed=SEEDS)
@scaled(0.5)
def test_round_trips(seed: int) -> None:
    rng = random.Random(seed)
    made = make(seed, aside=True)
    events = hide(made, rng, rng.choice((0.0, 0.4)), rng.choice((0.0, 0.4)))
    text = decorate(made, rng, events)
    (log,) = read_text(text)
    assert not log.syntax, log.syntax[0]
    canonical = to_text(log)
    (again,) = read_text(canonical)
    assert to_text(again) == canonical
    twin = to_jsonl(log)
    assert to_jsonl(again) == twin
    (third,) = read_text(twin)
    assert not third.syntax, third.syntax[0]
    assert to_text(third) == canonical
    assert to_jsonl(third) == twin
    assert [event.move for event in third.events] == [event.move for event in log.events]
    assert log.game_id == again.game_id == third.game_id
    one, two = replay(log), replay(third)
    assert (one.verdicts, one.result, one.unjudged) == (two.verdicts, two.result, two.unjudged)


@given(seed=SEEDS)
@scaled(0.3)
def test_two_games_in_a_file_are_the_two_alone(seed: int) -> None:
    one, two = make(seed), make(seed + 1)
    logs = read_text(one.text() + "\n" + two.text())
    assert [to_text(log) for log in logs] == [to_text(one.log()), to_text(two.log())]
    for log, alone in zip(logs, (one, two), strict=True):
        assert replay(log).verdicts == replay(alone.log()).verdicts


@pytest.mark.parametrize("seed", range(4))
def test_bots_reach_what_the_laws_talk_about(seed: int) -> None:
    """The random games contain what they are meant to contain."""
    stood = unjudged = defaults = 0
    for number in range(25):
        got = good(make(seed * 1000 + number).log())
        stood += len(got.stood)
        unjudged += len(got.unjudged)
        defaults += sum(" defaults" in event.line() for event in got.log.events)
    assert stood > 5
    assert unjudged > 2
    assert defaults > 5
    assert BIBLIOS is not None


@given(seed=SEEDS, part=s.sampled_from((0.0, 0.5)))
@scaled(0.5)
def test_what_a_problem_says_holds(seed: int, part: float) -> None:
    """After a blind edit: the prefix stands, the position is that of the prefix, and the alternatives are legal."""
    rng = random.Random(seed)
    made = make(seed)
    events = hide(made, rng, part, part)
    kind = rng.randrange(4)
    spot = rng.randrange(len(events) - 1)
    if kind == 0:
        del events[spot]
    elif kind == 1:
        events.insert(spot, events[rng.randrange(len(events))])
    elif kind == 2:
        events[spot], events[spot + 1] = events[spot + 1], events[spot]
    else:
        events[spot] = events[spot].removesuffix(" !") + (" !" if not events[spot].endswith("!") else "")
    got = replay(made.log(events))
    if got.problem is None or got.problem.ply is None:
        return
    assert got.problem.kind in ("illegal", "impossible", "syntax")
    ply = got.problem.ply
    assert ply == got.plies + 1
    assert got.problem.line == ply + len(made.header) + 1
    assert got.game is not None
    prefix = good(made.log(events[: ply - 1]))
    assert got.verdicts == prefix.verdicts
    assert got.game.view(got.state) == got.game.view(prefix.state) == got.game.view(got.state_at(ply - 1))
    assert all(because.ply < ply for because in got.problem.because)
    for text in got.problem.legal[:8]:
        if "CARD" not in text and "…" not in text:
            good(made.log([*events[: ply - 1], text]))
