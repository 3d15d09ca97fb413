"""The cases of an independent referee: verdicts, places of faults, results and details must agree."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests import cases_kit

FILES = cases_kit.case_files("biblios-dice")


def _unordered(tracks: dict[str, Any]) -> dict[str, Any]:
    """The lowest space of a resource track has no order."""
    return {
        letter: [sorted(spaces[0]), *spaces[1:]] if letter != "B" and spaces else spaces
        for letter, spaces in tracks.items()
    }


def test_there_are_cases() -> None:
    assert len(FILES) >= 45


@pytest.mark.parametrize(
    "path", FILES, ids=lambda path: f"{path.parent.name}/{path.name.removesuffix('.expected.json')}"
)
def test_case(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    wants = case["expect"] if isinstance(case["expect"], list) else [case["expect"]]
    found = cases_kit.judge(path.with_name(path.name.replace(".expected.json", ".bgl")))
    assert len(found) == len(wants)
    for want, got in zip(wants, found, strict=True):
        state = dict(want.get("state") or {})
        tracks = state.pop("tracks", None)
        assert cases_kit._one({**want, "state": state}, got, True) == []
        if tracks is not None:
            assert got.game is not None
            have = _unordered(got.game.detail(got.state)["tracks"])
            assert {letter: have[letter] for letter in tracks} == _unordered(tracks)
