"""Numbers that a scribe may write as large as the format allows are stored as they are."""

from __future__ import annotations

import io
import random
import tracemalloc
from pathlib import Path

from click.testing import CliRunner

from cli.main import biblios
from replay import simulate
from replay.lake import originals, quarantine
from replay.lake.reader import Lake
from tests.lake import kit


def test_a_bid_beyond_all_means_and_a_huge_claim(tmp_path: Path) -> None:
    log = next(simulate.games("biblios", 3, 1, 1, values={"penalty": "standard"}))
    lines = log.canonical().split("\n")
    flip = next(index for index, line in enumerate(lines) if " flips " in line)
    seats = log.header.handles
    active = seats.index(lines[flip].split()[0])
    first, second, third = (seats[(active + step) % 3] for step in (1, 2, 3))
    wild = [
        *lines[: flip + 1],
        f"{first} bids 999999999",
        f"{second} passes",
        f"{third} passes",
        f"{first} defaults",
        "",
    ]
    (tmp_path / "wild.bgl").write_text("\n".join(wild), encoding="utf-8")
    (tmp_path / "claim.bgl").write_text(
        "format: 1\ngame: biblios\nplayers: A, B\nstatus: result-only\nresult: A 999999, B -99999\n", encoding="utf-8"
    )
    found = CliRunner().invoke(
        biblios, ["import", str(tmp_path / "wild.bgl"), str(tmp_path / "claim.bgl"), "--lake", str(tmp_path / "lake")]
    )
    assert found.exit_code == 0, found.output
    lake = Lake(tmp_path / "lake")
    assert lake.query("SELECT max(amount) AS most FROM bids").column("most").to_pylist() == [999999999]
    assert lake.query("SELECT max(total) AS most, min(total) AS least FROM seats").to_pylist() == [
        {"most": 999999, "least": -99999}
    ]


def test_a_line_without_end_costs_no_memory(tmp_path: Path) -> None:
    """It waits in quarantine with its whole game, which is copied piece by piece."""
    log = next(simulate.games("biblios", 3, 1, 1))
    text = log.canonical()
    head, _, rest = text.partition("\n\n")
    long, other = (head.replace(f"id: {log.header.id}", f"id: {name}") for name in ("long", "other"))
    size = 24 << 20
    (tmp_path / "long.bgl").write_text(f"{text}\n{long}\n\n# {'a' * size}\n{rest}\n{other}\n\n{rest}", encoding="utf-8")
    (tmp_path / "short.bgl").write_text(f"{head}\n\n# {'a' * 70_000}\n{rest}", encoding="utf-8")
    assert kit.put(tmp_path / "lake", tmp_path / "short.bgl").counts["quarantined"] == 1
    tracemalloc.start()
    try:
        summary = kit.put(tmp_path / "lake", tmp_path / "long.bgl")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (summary.counts["new"], summary.counts["quarantined"]) == (2, 1)
    assert peak < size // 2
    entry = next(entry for entry in quarantine.entries(tmp_path / "lake") if "long" in entry.file)
    assert entry.log.read_text(encoding="utf-8").strip() == f"{long}\n\n# {'a' * size}\n{rest}".strip()


def test_lines_in_pieces_are_the_lines(tmp_path: Path) -> None:
    rng = random.Random(3)
    data = b"\n".join(bytes(rng.choices(b"abc", k=rng.choice((0, 1, 5, 400_000)))) for _ in range(40))
    keeper = originals.Keeper(tmp_path, io.BytesIO(data), "bgl")
    (tmp_path / "originals").mkdir()
    sha = keeper.finish()
    keeper.keep()
    lines = data.splitlines(keepends=True)
    for first in range(1, len(lines) + 1, 3):
        for last in (0, first, first + 4, len(lines)):
            wanted = b"".join(lines[first - 1 : last or None])
            assert b"".join(originals.pieces(tmp_path, sha, first, last)) == wanted
            assert originals.load_lines(tmp_path, sha, first, last) == wanted
