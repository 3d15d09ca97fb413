"""The worked examples of the rule texts, as logs in data/examples: each reaches what the text says of it.

The test of an example asserts the numbers that the text states; `x-example` in its header names the place.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from replay.log import read_path
from replay.referee import Replay, replay

EXAMPLES = Path(__file__).parents[1] / "data" / "examples"
FILES = sorted(path for path in EXAMPLES.glob("biblios-*.bgl") if not path.stem.startswith("biblios-dice-"))


def judged(name: str) -> Replay:
    (log,) = read_path(str(EXAMPLES / f"biblios-{name}.bgl"))
    return replay(log)


def detail(found: Replay) -> Any:
    assert found.game is not None
    return found.game.detail(found.state)


def ply_of(found: Replay, text: str) -> int:
    return next(ply for ply, event in enumerate(found.log.events, 1) if event.text == text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_example_is_judged_well(path: Path) -> None:
    for log in read_path(str(path)):
        found = replay(log)
        assert found.problems == []
        assert found.counts() == {"proven": len(log.events), "possible": 0, "unjudged": 0, "stood": 0}
        assert log.header.simulated
        assert log.header.extra["x-example"]


def test_a_turn_of_three_allocates_four_cards() -> None:
    found = judged("allocation")
    verbs = [event.verb for event in found.log.events]
    assert verbs[:4].count("keeps") == 1
    assert verbs[:4].count("auctions") == 1
    assert verbs[:4].count("shows") == 2
    after = detail(found)["hands"]
    assert after == {"Ines": ["M4h"], "Joris": ["P2b"], "Kai": ["H1c"]}  # the left neighbour picks first
    assert found.state.auction.n == 1


def test_a_bid_of_four_is_paid_with_a_two_and_a_three() -> None:
    found = judged("auction-of-a-tome")
    assert detail(found)["lots"] == [{"card": "T2i", "winner": "Joris", "price": 4, "paid": 5, "defaults": 0}]
    before = found.state_at(found.plies - 1)
    held = found.game.detail(before)["hands"]["Joris"]  # type: ignore[union-attr]
    assert [card for card in held if card[0] == "G"] == ["G2", "G3"]
    assert "T2i" in detail(found)["hands"]["Joris"]
    assert detail(found)["gold_left"]["Joris"] == 0


def test_overpaying_gives_no_change() -> None:
    found = judged("overpaying")
    assert detail(found)["lots"][0] == {"card": "M3e", "winner": "Kai", "price": 4, "paid": 5, "defaults": 0}
    assert detail(found)["gold_left"]["Kai"] == 0


def test_a_single_three_pays_a_bid_of_two_and_is_no_spare_gold() -> None:
    found = judged("three-for-two")
    assert detail(found)["lots"][0] == {"card": "M3e", "winner": "Kai", "price": 2, "paid": 3, "defaults": 0}
    assert found.unjudged == []


def test_a_gold_card_costs_the_number_of_cards_that_was_bid() -> None:
    found = judged("gold-lot")
    assert detail(found)["lots"][0] == {"card": "G3", "winner": "Ines", "price": 2, "paid": 2, "defaults": 0}
    before = found.game.detail(found.state_at(found.plies - 1))["hands"]["Ines"]  # type: ignore[union-attr]
    after = detail(found)["hands"]["Ines"]
    assert sorted([*after, "H1a", "T1c"]) == sorted([*before, "G3"])


def test_an_unsold_card_is_discarded_and_the_turn_moves_left() -> None:
    found = judged("unsold")
    assert detail(found)["lots"] == [{"card": "P4h", "winner": None, "price": None, "paid": None, "defaults": 0}]
    assert all("P4h" not in hand for hand in detail(found)["hands"].values())
    assert found.log.events[-1].actor == "Joris"


def test_church_cards_work_when_acquired() -> None:
    found = judged("church-cards")
    assert detail(found)["dice"] == {"P": 5, "M": 2, "H": 3, "S": 3, "T": 4}
    assert found.state.auction.n == 2  # C-- waits there, and did nothing


def test_a_church_card_bought_works_before_the_next_lot() -> None:
    found = judged("church-card-bought")
    before = found.game.detail(found.state_at(ply_of(found, "Joris pays G3")))  # type: ignore[union-attr]
    assert before["dice"] == {"P": 3, "M": 3, "H": 3, "S": 3, "T": 3}
    assert detail(found)["dice"] == {"P": 2, "M": 3, "H": 3, "S": 2, "T": 3}
    assert all("C--" not in hand for hand in detail(found)["hands"].values())


@pytest.mark.parametrize(("name", "lost"), [("default-standard", 2), ("default-bluff", 1)])
def test_who_cannot_pay_is_punished_and_sits_out(name: str, lost: int) -> None:
    found = judged(name)
    game = found.game
    assert game is not None
    ply = ply_of(found, "Kai defaults")
    before, after = game.detail(found.state_at(ply))["hands"], game.detail(found.state_at(ply + lost))["hands"]
    assert len(before["Kai"]) - len(after["Kai"]) == lost
    gained = {handle: len(after[handle]) - len(before[handle]) for handle in ("Ines", "Joris")}
    assert gained == ({"Ines": 1, "Joris": 1} if lost == 2 else {"Ines": 0, "Joris": 0})
    assert [event.actor for event in found.log.events[ply + lost :] if event.verb in ("bids", "passes")] == [
        "Joris",
        "Ines",
    ]
    assert detail(found)["lots"][0] == {"card": "P4i", "winner": "Joris", "price": 2, "paid": 2, "defaults": 1}


def test_eight_in_manuscripts_take_the_five_pips_of_the_die() -> None:
    found = judged("manuscripts")
    assert found.status == "complete"
    assert detail(found)["dice"]["S"] == 5
    manuscripts = detail(found)["categories"]["S"]
    assert manuscripts["winner"] == "Ines"
    assert manuscripts["totals"]["Ines"] == 8
    assert max(total for handle, total in manuscripts["totals"].items() if handle != "Ines") <= 7
    won = [c for c, category in detail(found)["categories"].items() if category["winner"] == "Ines"]
    assert found.result is not None
    assert found.result["totals"]["Ines"] - sum(detail(found)["dice"][c] for c in won if c != "S") == 5


def test_a_tie_in_a_category_goes_to_the_letter_nearest_a() -> None:
    found = judged("tie-by-letter")
    pigments = detail(found)["categories"]["P"]
    assert pigments == {"winner": "Ines", "totals": {"Ines": 6, "Joris": 6, "Kai": 3}, "by_letter": True}
    letters = {h: min(card[2] for card in detail(found)["hands"][h] if card[0] == "P") for h in ("Ines", "Joris")}
    assert letters == {"Ines": "a", "Joris": "b"}
