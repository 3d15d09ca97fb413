"""Golden messages of the broken examples and golden games: what they are, how they are made (`python -m tests.golden`).

`data/broken/NAME.bgl` (or `.jsonl`) breaks the rule whose id is NAME with dots for dashes; `NAME.more.bgl` is another
example of the same rule. The whole message of each stands in `tests/golden/broken`, in a file of the same name. Two
examples are too long to be stored, so they are written here.

`data/endings` holds a game for every way in which one can end; what the referee says of it, from the number of plies
to each lot, stands in `tests/golden/endings`.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from replay.games import GAMES
from replay.log import MAX_EVENTS, MAX_LINE, read, read_path
from replay.problems import format_rules, render
from replay.referee import replay

ROOT: Final = Path(__file__).resolve().parents[2]
BROKEN: Final = ROOT / "data" / "broken"
ENDINGS: Final = ROOT / "data" / "endings"
GOLDEN: Final = Path(__file__).resolve().parent / "broken"
GOLDEN_ENDINGS: Final = GOLDEN.parent / "endings"


def rule_ids() -> list[str]:
    """The ids of all rules: of the log format and of both games."""
    return [*format_rules(), *(rule for game in GAMES.values() for rule in game.rules())]


def _long_line() -> bytes:
    return b"format: 1\ngame: biblios\nplayers: Ana, Bram\n\nAna keeps P3e # " + b"very " * (MAX_LINE // 5) + b"long\n"


def _too_many_events() -> bytes:
    lines = "".join(f"Ana keeps P3e  # {number}\n" for number in range(1, MAX_EVENTS + 2))
    return b"format: 1\ngame: biblios\nplayers: Ana, Bram\n\n" + lines.encode()


#: Examples that are made, not stored: file name → bytes.
MADE: Final[dict[str, Callable[[], bytes]]] = {
    "log-file-long-line.bgl": _long_line,
    "log-file-too-many-events.bgl": _too_many_events,
}


def examples() -> dict[str, Callable[[], bytes]]:
    """Every broken example: file name → how to get its bytes."""
    stored = {path.name: path.read_bytes for path in BROKEN.iterdir() if path.suffix in (".bgl", ".jsonl")}
    return dict(sorted({**stored, **MADE}.items()))


def rule_of(name: str) -> str | None:
    """The id of the rule that the example of this file name is meant to break, or None."""
    stem = name.split(".")[0]
    return next((rule for rule in rule_ids() if rule.replace(".", "-") == stem), None)


def golden_path(name: str) -> Path:
    """Where the message of the example of this file name is kept."""
    return GOLDEN / (name.rpartition(".")[0] + ".txt")


def rules_broken(name: str, data: bytes) -> list[str]:
    """The ids of the rules that an example breaks, in order."""
    return [problem.rule for log in read(io.BytesIO(data), name) for problem in replay(log).problems]


def message(name: str, data: bytes) -> str:
    """The whole message of an example: all problems of all its games, as a person reads them."""
    shown = [render(problem) for log in read(io.BytesIO(data), name) for problem in replay(log).problems]
    return "\n\n".join(shown) + "\n"


def ending(path: Path) -> str:
    """All that the referee says of the one game of a file in `data/endings`, as JSON with a line for each part."""
    (log,) = read_path(str(path))
    found = replay(log)
    said = {
        "status": found.status,
        "plies": found.plies,
        "verdicts": found.counts(),
        "unjudged": found.unjudged,
        "problems": [problem.message for problem in found.problems],
        "result": found.result,
        **(found.game.detail(found.state) if found.game and found.state else {}),
    }
    lines = []
    for key, value in said.items():
        if key == "lots":
            rows = ",\n  ".join(json.dumps(lot, ensure_ascii=False) for lot in value)
            lines.append(f' "lots": [\n  {rows}\n ]')
        else:
            lines.append(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
