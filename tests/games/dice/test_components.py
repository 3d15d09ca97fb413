"""Component sheets: the shipped one, a club's own, and what is said of a wrong one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from replay.games import biblios_dice as game
from replay.games.biblios_dice.components import compile_sheet, known_sheets, load_sheet
from tests.games.dice import kit


def test_the_standard_box() -> None:
    sheet = load_sheet()
    assert sheet.resource_dice == (6, 6, 7, 7)
    assert sheet.split == ((3, 5), (3, 5), (3, 6), (3, 6))
    assert sheet.stacks == ((3, (3, 2, 1)), (5, (5, 3, 1)))
    assert sheet.ratios == ((3, 5), (4, 4), (5, 3), (6, 2))
    assert sheet.cards == (1, 2, 3, 4, 5, 6, 7)
    assert sorted(token for group in sheet.token_groups for token in group) == sorted(
        [110, 102, 300, 120, 203, 500, 30, 320, 5]
    )


def test_every_component_says_how_sure_it_is() -> None:
    data = game.sheet()
    for name, table in data["components"].items():
        assert table["title"], name
        assert table["sure"] in ("stated", "inferred", "assumed"), name
        assert table["source"], name
    for name, table in data["rulings"].items():
        assert table["question"], name
        assert table["reading"], name
        assert len(table["settings"]) == len(table["readings"]), name


def test_a_clubs_own_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "klub.toml").write_text(
        '[components.gold-die]\nfaces = ["G1", "G2", "G3", "G3", "GA", "GA"]\nsure = "stated"\n', encoding="utf-8"
    )
    (tmp_path / "broken.toml").write_text("[components.gold-die]\nfaces = 7\n", encoding="utf-8")
    monkeypatch.setenv("BIBLIOS_COMPONENTS", str(tmp_path))
    assert known_sheets() == ["standard", "broken", "klub"]
    assert load_sheet("klub").gold_faces != load_sheet().gold_faces
    assert load_sheet("klub").cards == load_sheet().cards
    assert load_sheet(str(tmp_path / "klub.toml")) is load_sheet("klub")
    roll = "Ana rolls S S M P I B G5 A+ mule3"
    assert kit.judge(roll).problem is None
    problem = kit.judge(roll, 3, "components: klub").problem
    assert problem is not None
    assert problem.rule == "biblios-dice.roll.face"
    problem = kit.judge(roll, 3, "components: klubb").problem
    assert problem is not None
    assert "did you mean klub?" in problem.message
    problem = kit.judge(roll, 3, "components: broken").problem
    assert problem is not None
    assert "gold-die.faces is a list of faces" in problem.message


@pytest.mark.parametrize(
    ("box", "part"),
    [
        ({"gold-dye": {}}, "unknown component 'gold-dye'; did you mean gold-die?"),
        ({"gold-die": {"face": []}}, "unknown key 'face'; did you mean faces?"),
        ({"gold-die": {"faces": ["GA"]}}, "has a number"),
        ({"gold-die": {"faces": ["A+"]}}, "such as G3 and GA"),
        ({"gold-die": {"sure": "perhaps"}}, "sure is one of"),
        ({"gold-die": 3}, "is not a table"),
        ({"resource-dice": {"by_players": [6, 6]}}, "at least 4"),
        ({"resource-dice": {"by_players": [6, 6, 7, 8]}}, "9 resource dice"[1:]),
        ({"market-groups": {"by_players": [[4, 4], [5, 3], [6, 3], [6, 3]]}}, "the two are equal"),
        ({"market-groups": {"by_players": [[5, 2], [5, 3], [6, 3], [6, 3]]}}, "5 and 2 make 7"),
        ({"market-path": {"start": 6}}, "market-path.start"),
        ({"resource-track": {"spaces": 5}}, "space from 2 to 5"),
        ({"vp-stacks": {"stacks": [{"space": 4, "tokens": "3"}]}}, "the top one first"),
        (
            {"vp-stacks": {"stacks": [{"space": 4, "tokens": [3]}, {"space": 4, "tokens": [3]}]}},
            "two stacks on one space",
        ),
        ({"penalties": {"points": [4, 3, 2, 1]}}, "score from space 4"),
        ({"bishop-track": {"tokens_on": [3, 5]}}, "a list of 2 groups"),
        ({"bishop-track": {"tokens_on": [5, 3, 7]}}, "ascending"),
        ({"bishop-tokens": {"groups": [["1G1R"], ["X"], ["3R"]]}}, "such as 1G2R"),
        ({"gold-ratios": {"ratios": [{"space": 4, "gold": 2}, {"space": 5, "gold": 3}]}}, "goes down"),
        ({"bidding-cards": {"values": [1, 2, 2, 3, 4, 5, 6]}}, "different numbers"),
        ({"bidding-cards": {"values": [1, 2, 3]}}, "Cadfael needs 6 numbers"),
        ({"start": {"extras": [{}]}}, "1 places, 5 are needed"),
        ({"start": {"extras": [{}, {}, {}, {}, {"steps": ["B"]}]}}, "letters of resource tracks"),
        ({"value-dice": {"low": 3, "high": 3}}, "value-dice.high"),
    ],
)
def test_what_is_said_of_a_wrong_sheet(box: dict[str, Any], part: str) -> None:
    with pytest.raises(ValueError, match="the component sheet club") as found:
        compile_sheet(box, "club")
    assert part in str(found.value)


def test_everything_wrong_is_said_at_once() -> None:
    with pytest.raises(ValueError, match=r"gold-die.*mule-die.*market-path"):
        compile_sheet({"gold-die": {"faces": 1}, "mule-die": {"faces": []}, "market-path": {"spaces": 0}}, "club")


@pytest.mark.parametrize(("text", "part"), [("x = ", "is not TOML"), ("[rules.x]\n", "unknown table 'rules'")])
def test_files_that_are_no_sheets(tmp_path: Path, text: str, part: str) -> None:
    path = tmp_path / "club.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=part):
        load_sheet(path)
    with pytest.raises(ValueError, match="cannot be read"):
        load_sheet(tmp_path / "none.toml")
