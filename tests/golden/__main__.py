"""Write all golden files anew: `python -m tests.golden`. Read what changed (`git diff`) before you commit it."""

from __future__ import annotations

from tests.golden import ENDINGS, GOLDEN, GOLDEN_ENDINGS, ending, examples, golden_path, message


def main() -> None:
    wanted = {golden_path(name): message(name, data()) for name, data in examples().items()}
    wanted |= {GOLDEN_ENDINGS / f"{path.stem}.json": ending(path) for path in ENDINGS.glob("*.bgl")}
    for folder in (GOLDEN, GOLDEN_ENDINGS):
        folder.mkdir(exist_ok=True)
        for path in folder.iterdir():
            if path not in wanted:
                path.unlink()
                print(f"removed {path.name}")
    for path, text in sorted(wanted.items()):
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
