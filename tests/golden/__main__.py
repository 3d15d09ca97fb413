"""Write all golden messages anew: `python -m tests.golden`. Read what changed (`git diff`) before you commit it."""

from __future__ import annotations

from tests.golden import GOLDEN, examples, golden_path, message


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    wanted = {}
    for name, data in examples().items():
        wanted[golden_path(name)] = message(name, data())
    for path in GOLDEN.glob("*.txt"):
        if path not in wanted:
            path.unlink()
            print(f"removed {path.name}")
    for path, text in wanted.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
