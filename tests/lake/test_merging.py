"""Merges in ranges: the same rows, in order, whatever the ranges and row groups."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from replay.lake import commit, merging, parquet
from replay.lake.layout import segment_file
from replay.lake.manifest import newest
from replay.schema import STORED
from tests.lake.kit import dump, put, simulated, write


@pytest.fixture
def scattered(tmp_path: Path) -> Path:
    """A lake of three segments, with one game corrected and ids that lie between each other."""
    lake = tmp_path / "lake"
    texts = [*simulated(count=12), *simulated("biblios-dice", count=9, seed=4)]
    for number in range(3):
        put(lake, write(tmp_path, texts[number::3], f"{number}.bgl"))
    put(lake, write(tmp_path, [texts[4].rstrip("\n") + "  # corrected\n"], "corrected.bgl"))
    return lake


@pytest.mark.parametrize("rows", [1, 97, 1000, 10**6])
def test_ranges_make_no_difference(scattered: Path, rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merging, "RANGE", rows)
    monkeypatch.setattr(parquet, "ROW_GROUP", 64)
    before = dump(scattered)
    assert any(segment.dead for segment in newest(scattered).segments)
    assert commit.compact(scattered) == (4, 1)
    assert dump(scattered) == before
    (segment,) = newest(scattered).segments
    assert (segment.n, segment.dead) == (21, ())
    for table in STORED:
        if not segment.rows[table.name]:
            continue
        file = pq.ParquetFile(segment_file(scattered, table.name, segment.id))
        names = file.read(columns=["game_id"])["game_id"].to_pylist()
        assert len(names) == segment.rows[table.name]
        assert names == sorted(names)
        if table.name == "games":
            assert (segment.lo, segment.hi) == (names[0], names[-1])
        else:
            groups = [file.metadata.row_group(number).num_rows for number in range(file.num_row_groups)]
            assert set(groups[:-1]) <= {64}


def test_a_damaged_file_stops_a_merge_and_nothing_is_lost(scattered: Path) -> None:
    state = newest(scattered)
    path = segment_file(scattered, "lots", state.segments[0].id)
    whole = path.read_bytes()
    path.write_bytes(whole[:-200] + b"x" * 200)
    commit.compact(scattered)
    assert newest(scattered) == state
    listed = {segment.id for segment in state.segments}
    assert {file.stem for file in (scattered / "tables").glob("*/*.parquet")} == listed
    path.write_bytes(whole)
    assert commit.compact(scattered) == (4, 1)
