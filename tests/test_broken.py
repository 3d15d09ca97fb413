"""Every rule has a broken example, and the whole message about it is the golden one (law 10)."""

from __future__ import annotations

import pytest

from tests.golden import GOLDEN, examples, golden_path, message, rule_ids, rule_of, rules_broken

EXAMPLES = examples()


@pytest.mark.parametrize("rule", rule_ids())
def test_every_rule_has_a_broken_example(rule: str) -> None:
    assert any(rule_of(name) == rule for name in EXAMPLES), f"data/broken/{rule.replace('.', '-')}.bgl is missing"


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_breaks_its_rule_and_no_other(name: str) -> None:
    assert rule_of(name), f"{name} is not named after a rule"
    assert rules_broken(name, EXAMPLES[name]()) == [rule_of(name)]


@pytest.mark.parametrize("name", EXAMPLES)
def test_message_is_the_golden_one(name: str) -> None:
    path = golden_path(name)
    assert path.exists(), f"no golden message {path.name}: look at it and run `python -m tests.golden`"
    assert message(name, EXAMPLES[name]()) == path.read_text(encoding="utf-8")


def test_no_golden_message_is_left_over() -> None:
    assert {path.name for path in GOLDEN.glob("*.txt")} == {golden_path(name).name for name in EXAMPLES}
