"""Compares a judged log with what a case says of it (tests/cases/README.md tells how to read a case)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from replay.log import Log, read_path
from replay.referee import Replay, replay

HERE = Path(__file__).parent / "cases"


def case_files(prefix: str) -> list[Path]:
    """Cases whose game is `prefix` (`biblios`, `dice`, or `` for those of both)."""
    found = []
    for path in sorted(HERE.glob("*/*.expected.json")):
        game = json.loads(path.read_text(encoding="utf-8")).get("game")
        if game == prefix or (prefix == "biblios" and game not in ("biblios", "biblios-dice")):
            found.append(path)
    return found


def judge(path: Path) -> list[Replay]:
    """Every game of a log, judged."""
    return [replay(log) for log in read_path(str(path))]


def differences(expected: Path, *, soft: bool = True) -> list[str]:
    """What our referee says otherwise than the case; empty if it agrees."""
    case = json.loads(expected.read_text(encoding="utf-8"))
    wants = case["expect"] if isinstance(case["expect"], list) else [case["expect"]]
    found = judge(expected.with_name(expected.name.replace(".expected.json", ".bgl")))
    if len(found) != len(wants):
        return [f"{len(found)} games, expected {len(wants)}"]
    out: list[str] = []
    for index, (want, got) in enumerate(zip(wants, found, strict=True), 1):
        out += [f"game {index}: {text}" for text in _one(want, got, soft)]
    return out


def _one(want: dict[str, Any], got: Replay, soft: bool) -> list[str]:
    out: list[str] = []
    problem, expected = got.problem, want.get("problem")
    if expected is None:
        if problem is not None:
            return [f"accused: {problem.kind} at ply {problem.ply}: {problem.message} ({problem.rule})"]
    elif problem is None:
        return [f"missed: {expected}"]
    else:
        plies = expected.get("plies_accepted") or [expected.get("ply")]
        if problem.ply not in plies:
            out.append(f"ply {problem.ply}, expected {plies}: {problem.message}")
        if soft and problem.kind not in (expected.get("kinds_accepted") or [expected["kind"]]):
            out.append(f"kind {problem.kind}, expected {expected['kinds_accepted']}: {problem.message}")
        if soft and expected.get("line") is not None and problem.line != expected["line"]:
            out.append(f"line {problem.line}, expected {expected['line']}")
    if want.get("unjudged") is not None and sorted(map(list, got.unjudged)) != sorted(want["unjudged"]):
        out.append(f"unjudged {got.unjudged}, expected {want['unjudged']}")
    for ruling, first, last in want.get("unjudged_within") or ():
        if sum(name == ruling and first <= ply <= last for ply, name in got.unjudged) < 1:
            out.append(f"unjudged {got.unjudged}, expected {ruling} within {first}…{last}")
    if want.get("stood") is not None and got.stood != want["stood"]:
        out.append(f"stood {got.stood}, expected {want['stood']}")
    # The independent referee does not know `status: abandoned`; design.md, "The command line", does.
    said = "unfinished" if got.status == "abandoned" else got.status
    if want.get("status") is not None and said != want["status"]:
        out.append(f"status {got.status}, expected {want['status']}")
    if want.get("plies") is not None and got.plies != want["plies"]:
        out.append(f"plies {got.plies}, expected {want['plies']}")
    if got.state is not None:
        assert got.game is not None
        have = {
            **got.game.detail(got.state),
            **{k: v for k, v in (got.result or {}).items() if k not in ("unjudged", "why")},
        }
        for key, value in (want.get("state") or {}).items():
            if key == "tracks" and isinstance(value, dict):
                # The lowest space of a resource track has no order (rules.md); of the Bishop track it has.
                for track in value:
                    if track != "B":
                        value[track][0].sort()
                        have[key][track][0] = sorted(have[key][track][0])
            out += _compare(key, value, have.get(key, "absent"))
    return out


def _compare(place: str, want: Any, got: Any) -> list[str]:
    if want is None:
        return []
    if isinstance(want, dict) and isinstance(got, dict):
        return [
            text for key, value in want.items() for text in _compare(f"{place}.{key}", value, got.get(key, "absent"))
        ]
    if isinstance(want, list) and isinstance(got, (list, tuple)) and want and isinstance(want[0], dict):
        if len(want) != len(got):
            return [f"{place}: {len(got)} entries, expected {len(want)}"]
        return [
            text for i, (a, b) in enumerate(zip(want, got, strict=True)) for text in _compare(f"{place}[{i}]", a, b)
        ]
    return [] if want == got else [f"{place}: {got!r}, expected {want!r}"]


def logs_of(path: Path) -> list[Log]:
    """The games of a log, not judged."""
    return list(read_path(str(path)))
