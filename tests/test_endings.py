"""Every way a game of Biblios can end has a golden game in data/endings (law 10)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from replay.log import read_path
from replay.problems import VERDICTS
from replay.referee import Replay, replay
from tests.golden import ENDINGS, GOLDEN_ENDINGS, ending

FILES = sorted(ENDINGS.glob("*.bgl"))
OURS = [path for path in FILES if not path.stem.startswith("biblios-dice-")]


def judged(name: str) -> Replay:
    (log,) = read_path(str(ENDINGS / f"biblios-{name}.bgl"))
    return replay(log)


def detail(found: Replay) -> Any:
    assert found.game is not None
    return found.game.detail(found.state)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_game(path: Path) -> None:
    golden = GOLDEN_ENDINGS / f"{path.stem}.json"
    assert golden.exists(), "look at it and run `python -m tests.golden`"
    assert ending(path) == golden.read_text(encoding="utf-8")


def test_no_golden_game_is_left_over() -> None:
    assert {path.stem for path in GOLDEN_ENDINGS.glob("*.json")} == {path.stem for path in FILES}


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_golden_games_are_simulated_and_faultless(path: Path) -> None:
    (log,) = read_path(str(path))
    assert log.header.simulated
    assert log.header.id == path.stem.replace("biblios-", "ending-")
    assert replay(log).problems == []


@pytest.mark.parametrize(
    ("name", "decided", "winners"),
    [
        ("pips", "pips", ["Nils"]),
        ("gold", "gold", ["Nils"]),
        ("monks", "monks", ["Nils"]),
        ("pigments", "tie-order:P", ["Nils"]),
        ("holy-books", "tie-order:H", ["Pekka"]),
        ("manuscripts", "tie-order:S", ["Mara"]),
        ("tie-order-set", "tie-order:H", ["Mara"]),
        ("shared", "shared", ["Mara", "Nils"]),
    ],
)
def test_what_decides(name: str, decided: str, winners: list[str]) -> None:
    result = judged(name).result
    assert result is not None
    assert (result["decided_by"], result["winners"]) == (decided, winners)
    if decided != "pips":
        totals = [result["totals"][handle] for handle in winners]
        assert list(result["totals"].values()).count(totals[0]) > 1
        assert totals[0] == max(result["totals"].values())


@pytest.mark.parametrize("name", ["gold", "monks", "pigments", "holy-books", "manuscripts", "shared"])
def test_gold_decides_only_if_it_differs(name: str) -> None:
    found = judged(name)
    assert found.result is not None
    top = max(found.result["totals"].values())
    gold = [detail(found)["gold_left"][handle] for handle, total in found.result["totals"].items() if total == top]
    assert (len(set(gold)) > 1) == (name == "gold")


def test_the_order_of_the_categories_is_an_open_ruling_until_the_header_settles_it() -> None:
    assert judged("pigments").unjudged == [(0, "tie-order")]
    assert judged("monks").unjudged == []  # Monks come first in any case
    assert judged("tie-order-set").unjudged == []
    assert judged("shared").unjudged == []  # no order would change it


def test_a_category_without_cards_goes_to_nobody() -> None:
    categories = detail(judged("category-to-nobody"))["categories"].values()
    assert any(c["winner"] is None and not any(c["totals"].values()) for c in categories)


def test_a_category_by_letter() -> None:
    categories = detail(judged("by-letter"))["categories"].values()
    assert any(c["by_letter"] and list(c["totals"].values()).count(max(c["totals"].values())) > 1 for c in categories)


@pytest.mark.parametrize(
    ("name", "sold", "defaults", "last"),
    [
        ("last-lot-sold", True, 0, "discards"),
        ("last-lot-unsold", False, 0, "passes"),
        ("last-lot-church", True, 0, "uses"),
        ("last-lot-church-declined", True, 0, "declines"),
        ("last-lot-sold-again", True, 1, "pays"),
        ("last-lot-all-default", False, 3, "draws"),
        ("last-lot-all-default-bluff", False, 2, "loses"),
    ],
)
def test_the_last_lot(name: str, sold: bool, defaults: int, last: str) -> None:
    found = judged(name)
    lot = detail(found)["lots"][-1]
    assert (lot["winner"] is not None, lot["defaults"]) == (sold, defaults)
    assert found.log.events[-1].verb == last
    assert found.status == "complete"


def test_hands_shown_at_the_end_settle_what_nobody_knew() -> None:
    open_, settled, known = judged("hands-not-shown"), judged("hands-shown"), judged("pips")
    assert open_.status == settled.status == "complete"
    assert open_.result is not None
    assert open_.result["winners"] is None
    assert open_.result["why"]
    assert settled.result is not None
    assert known.result is not None
    assert {**settled.result} == {**known.result}
    assert settled.counts()[VERDICTS[1]] > 0


def test_games_without_an_end() -> None:
    stopped, told = judged("abandoned"), judged("result-only")
    assert (stopped.status, stopped.result) == ("abandoned", None)
    assert (told.status, told.plies, dict(told.log.header.result)) == ("complete", 0, {"Mara": 6, "Nils": 7})
