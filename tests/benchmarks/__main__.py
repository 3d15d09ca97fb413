"""`python -m tests.benchmarks [core] [lake] [stats] …`: measure, print with ratios, write `bench.json`."""

from __future__ import annotations

import importlib
import json
import platform
import sys
from pathlib import Path

PARTS = {
    "core": "tests.benchmarks.bench_core",
    "lake": "tests.benchmarks.bench_lake",
    "stats": "tests.benchmarks.bench_stats",
}


def main(words: list[str]) -> int:
    """Run the named parts (default: core); words with `=` are options for the parts. Returns an exit code."""
    names = [word for word in words if "=" not in word] or ["core"]
    options = dict(word.split("=", 1) for word in words if "=" in word)
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"unknown part {unknown[0]}; known: {', '.join(PARTS)}")
        return 2
    out = Path(options.pop("out", "bench.json"))
    before = json.loads(out.read_text(encoding="utf-8")) if out.exists() else {}
    figures: dict[str, object] = {"python": platform.python_version(), "machine": platform.machine()}
    for name in names:
        print(f"== {name}", flush=True)
        found = importlib.import_module(PARTS[name]).run(options)
        for key, value in found.items():
            old = before.get(name, {}).get(key) if isinstance(before.get(name), dict) else None
            note = (
                f"   (last time {old:,.4g})"
                if isinstance(old, (int, float)) and isinstance(value, (int, float))
                else ""
            )
            print(
                f"{key:<64} {value:>14,.4g}{note}" if isinstance(value, (int, float)) else f"{key:<64} {value}",
                flush=True,
            )
        figures[name] = found
    out.write_text(json.dumps({**before, **figures}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
