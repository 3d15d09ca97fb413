"""Numbers that a scribe may write as large as the format allows are stored as they are."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from cli.main import biblios
from replay import simulate
from replay.lake.reader import Lake


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
