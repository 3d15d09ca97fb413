"""The cases of the independent referee: every word it says of a log, ours must say too (tests/cases/README.md)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases_kit import HERE, case_files, differences

CASES = sorted(HERE.glob("*/*.expected.json"))


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.name.removesuffix('.expected.json')}"


@pytest.mark.parametrize("path", CASES, ids=name)
def test_case(path: Path) -> None:
    assert differences(path) == []


def test_every_case_is_of_one_game() -> None:
    assert sorted(case_files("biblios") + case_files("biblios-dice")) == CASES
    assert len(CASES) > 100
