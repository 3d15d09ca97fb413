"""Rebuild, compare, verify, merge ladder, compact, schema growth, originals, comments."""

from __future__ import annotations

import json
import os
import random
import shutil
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import biblios
from replay.lake import club, commit, judging, layout, manifest, originals, rebuild
from replay.lake.club import CommentConflict
from replay.lake.layout import LakeError
from replay.lake.reader import Lake
from replay.lake.verify import verify
from tests.lake import kit


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    path = tmp_path / "lake"
    kit.put(path, kit.write(tmp_path, [*kit.simulated(count=15), *kit.simulated("biblios-dice", 3, 6)]))
    return path


def add_many(lake: Path, folder: Path, count: int, seed: int = 31) -> None:
    """Imports of one game each."""
    for number, text in enumerate(kit.simulated(count=count, seed=seed)):
        kit.put(lake, kit.write(folder, [text], f"{seed}-{number}.bgl"))


def test_rebuild_gives_byte_equal_rows(lake: Path, tmp_path: Path) -> None:
    add_many(lake, tmp_path, 20)
    before = kit.dump(lake)
    for jobs in (1, 2):
        outcome = rebuild.rebuild(lake, jobs=jobs)
        assert (outcome.games, outcome.fallen) == (41, [])
        assert kit.dump(lake) == before
        assert list(verify(lake)) == []


def test_compare_says_what_would_change_and_writes_nothing(lake: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rebuild.compare(lake) == []
    from replay.games.biblios import scoring

    files = {path: path.stat().st_mtime_ns for path in lake.rglob("*")}
    rows = kit.dump(lake)
    real = scoring.score
    victim = min(kit.ids(lake))
    target = Lake(lake).log(victim).header.handles

    def other(state):  # a version of the rules in which the last of the tied letters wins nothing
        found = real(state)
        if found is None or state.handles != target:
            return found
        import dataclasses

        return dataclasses.replace(found, totals=tuple(0 if t is None else t + 1 for t in found.totals))

    import replay.games.biblios
    import replay.games.biblios.facts
    import replay.games.biblios.view

    for module in (replay.games.biblios, replay.games.biblios.facts, replay.games.biblios.view, scoring):
        if hasattr(module, "score"):
            monkeypatch.setattr(module, "score", other)
    differences = rebuild.compare(lake)
    assert victim in {difference.game_id for difference in differences}
    first = next(difference for difference in differences if difference.game_id == victim)
    old, new = first.fields["top_total"]
    assert new == old + 1
    assert first.rows["seats"] == 2 * len(target)
    assert {path: path.stat().st_mtime_ns for path in lake.rglob("*")} == files
    monkeypatch.undo()
    assert kit.dump(lake) == rows


def test_a_game_that_no_longer_passes_goes_to_quarantine(lake: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from replay.games import biblios
    from replay.games.biblios.state import PASSES
    from replay.problems import Fault

    real = biblios.HANDLERS[PASSES]
    victim = next(game_id for game_id in sorted(kit.ids(lake)) if game_id.startswith("sim-b"))
    handles = Lake(lake).log(victim).header.handles

    def strict(position, move):
        if position.handles == handles:
            raise Fault("biblios.auction.in-turn", "nobody passes in this version")
        real(position, move)

    monkeypatch.setattr(
        biblios, "HANDLERS", tuple(strict if code == PASSES else play for code, play in enumerate(biblios.HANDLERS))
    )
    games = len(kit.ids(lake))
    outcome = rebuild.rebuild(lake)
    fallen = {game_id for game_id, _ in outcome.fallen}
    assert victim in fallen
    assert len(kit.ids(lake)) == games - len(fallen)
    monkeypatch.undo()
    from replay.lake import importing, quarantine

    summary = quarantine.retry(lake, [], importing.Options(), lambda record: None)
    assert summary.counts["new"] == len(fallen)
    assert len(kit.ids(lake)) == games


def test_everything_can_be_made_from_originals_and_club(lake: Path, tmp_path: Path) -> None:
    add_many(lake, tmp_path, 3)
    text = kit.simulated(count=15)[2].rstrip("\n") + "  # corrected\n"
    kit.put(lake, kit.write(tmp_path, [text], "corrected.bgl"))
    before = kit.dump(lake)
    shutil.rmtree(lake / "tables")
    shutil.rmtree(lake / "manifests")
    outcome = rebuild.rebuild(lake)
    assert outcome.imports == 5
    assert kit.dump(lake) == before
    # the newest state is torn: its file is lost
    add_many(lake, tmp_path, 1, seed=77)
    before = kit.dump(lake)
    newest = manifest.newest(lake)
    for segment in newest.segments:
        (lake / "tables" / "games" / f"{segment.id}.parquet").unlink()
    assert any("is missing" in fault for fault in verify(lake))
    with pytest.raises(LakeError, match="rebuild"):
        kit.put(lake, tmp_path / "games.bgl")
    rebuild.rebuild(lake)
    assert kit.dump(lake) == before
    assert list(verify(lake)) == []


def test_the_ladder_keeps_segments_few(tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    add_many(lake, tmp_path, 40)
    state = manifest.newest(lake)
    assert len(state.segments) <= 2 + 40 % 16
    assert state.games == 40
    assert max(segment.n for segment in state.segments) >= 16
    assert list(verify(lake)) == []
    # files of merged segments go after the grace time
    old = time.time() - 2 * layout.GRACE

    def aged(current: manifest.Manifest) -> manifest.Manifest:
        return manifest.Manifest(current.number, current.segments, dict.fromkeys(current.retired, old))

    assert state.retired
    commit.change(lake, aged)
    listed = {segment.id for segment in manifest.newest(lake).segments}
    assert {path.stem for path in (lake / "tables" / "games").glob("*.parquet")} == listed
    assert len(manifest.numbers(lake)) <= layout.KEPT_MANIFESTS


def test_compact_drops_replaced_games(lake: Path, tmp_path: Path) -> None:
    texts = [text.rstrip("\n") + "  # c\n" for text in kit.simulated(count=5)]
    kit.put(lake, kit.write(tmp_path, texts, "c.bgl"))
    before = kit.dump(lake)
    assert any(segment.dead for segment in manifest.newest(lake).segments)
    assert commit.compact(lake)[1] == 1
    assert not any(segment.dead for segment in manifest.newest(lake).segments)
    assert kit.dump(lake) == before
    assert list(verify(lake)) == []


def test_big_merges_by_duckdb_are_the_same(lake: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [text.rstrip("\n") + "  # c\n" for text in kit.simulated(count=5)]
    kit.put(lake, kit.write(tmp_path, texts, "c.bgl"))
    before = kit.dump(lake)
    monkeypatch.setattr(commit, "MERGE_GAMES", 1)
    assert commit.compact(lake)[1] == 1
    assert kit.dump(lake) == before
    assert list(verify(lake)) == []
    opened = Lake(lake)
    types = {row[0]: row[1] for row in opened.rows("DESCRIBE games")}
    assert types["date"] == "DATE"
    assert types["plies"] == "INTEGER"


def test_many_replaced_games_are_hidden_by_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from replay.lake import views

    lake = tmp_path / "lake"
    texts = list(kit.simulated(count=30))
    kit.put(lake, kit.write(tmp_path, texts))
    monkeypatch.setattr(views, "NAMED_DEAD", 3)
    kit.put(lake, kit.write(tmp_path, [text.rstrip("\n") + "  # c\n" for text in texts[:6]], "c.bgl"))
    assert Lake(lake).rows("SELECT count(*), count(DISTINCT game_id) FROM games") == [(30, 30)]
    assert list(verify(lake)) == []


def test_an_older_schema_opens_and_rebuild_upgrades_it(lake: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pyarrow.parquet as pq

    before = kit.dump(lake)
    state = manifest.newest(lake)
    for segment in state.segments:
        for name, column in (("lots", "swing_win"), ("games", "ended_by")):
            path = lake / "tables" / name / f"{segment.id}.parquet"
            pq.write_table(pq.read_table(path).drop_columns([column]), path)
    path = manifest.path_of(lake, state.number)
    data = json.loads(path.read_text())
    data["schema"] = 0
    for entry in data["segments"]:
        entry["schema"] = 0
    path.write_text(json.dumps(data))
    opened = Lake(lake)
    assert opened.rows("SELECT count(*), count(swing_win) FROM lots")[0][1] == 0
    assert opened.rows("SELECT count(*), count(ended_by) FROM games") == [(21, 0)]
    kit.put(lake, kit.write(lake.parent, kit.simulated(count=1, seed=5), "new.bgl"))
    assert Lake(lake).rows("SELECT count(*) FROM games") == [(22,)]
    assert Lake(lake).manifest.outdated == 21
    shown = CliRunner().invoke(biblios, ["stats", "overview", "--lake", str(lake)])
    assert shown.exit_code == 0
    assert "21 of 22 games were stored by an older version" in shown.stderr
    commit.compact(lake)
    assert len(Lake(lake).manifest.segments) == 1
    assert Lake(lake).manifest.outdated == 22, "a merge must not pass for knowing what an old part of it does not"
    rebuild.rebuild(lake)
    assert Lake(lake).manifest.outdated == 0
    assert {
        k: [row for row in v if row[0] in {r[0] for r in before["games"]}] for k, v in kit.dump(lake).items()
    } == before


def test_a_newer_lake_is_refused(lake: Path) -> None:
    path = manifest.path_of(lake, manifest.newest(lake).number)
    data = json.loads(path.read_text())
    data["schema"] += 1
    path.write_text(json.dumps(data))
    for use in (lambda: Lake(lake), lambda: kit.put(lake, lake), lambda: rebuild.rebuild(lake)):
        with pytest.raises(LakeError, match="newer version"):
            use()
    assert "newer version" in next(verify(lake))


def test_verify_names_what_is_broken(lake: Path) -> None:
    (segment,) = manifest.newest(lake).segments
    original = next(path for _, _, path in originals.every(lake))
    whole = original.read_bytes()
    original.write_bytes(whole[:-10])
    assert any("original" in fault for fault in verify(lake))
    assert list(verify(lake, logs=False)) == []
    original.write_bytes(whole)
    path = lake / "tables" / "bids" / f"{segment.id}.parquet"
    rows = path.read_bytes()
    path.write_bytes(rows[: len(rows) // 2])
    assert any("bids" in fault and "damaged" in fault for fault in verify(lake))
    path.write_bytes(rows)
    club.append(lake, club.COMMENTS, {"game": "x", "ply": 1, "text": "t", "version": 1, "at": "now"})
    with open(club.file_of(lake, club.COMMENTS), "ab") as out:
        out.write(b'{"game": "torn')
    assert any("line 2" in fault for fault in verify(lake))


def test_orphans_are_swept_when_old(lake: Path) -> None:
    stray = lake / "tables" / "lots" / "0000000000001-deadbeef.parquet"
    stray.write_bytes(b"half")
    assert commit.sweep(lake) == 0
    long_ago = time.time() - 2 * layout.ORPHAN
    os.utime(stray, (long_ago, long_ago))
    assert commit.sweep(lake) == 1
    assert list(verify(lake)) == []


@pytest.mark.parametrize("size", [0, 1, 1000, 600_000])
def test_originals_are_byte_exact_and_opened_by_lines(
    tmp_path: Path, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(originals, "FRAME", 1 << 16)
    rng = random.Random(size)
    data = b"".join(
        rng.choice([b"\n", b"a\n", b"Ana keeps P3e\r\n", b"# \xff\n", b"x" * 100])
        for _ in range(size // 10 + size % 10)
    )
    layout.make_folders(tmp_path)
    import io

    keeper = originals.Keeper(tmp_path, io.BytesIO(data), "bgl")
    sha = keeper.finish()
    keeper.keep()
    assert originals.load(tmp_path, sha) == data
    lines = data.split(b"\n")
    for _ in range(50):
        first = rng.randint(1, len(lines))
        last = rng.randint(first, len(lines))
        expected = b"\n".join(lines[first - 1 : last]) + (b"\n" if last < len(lines) else b"")
        assert originals.load_lines(tmp_path, sha, first, last) == expected
        assert originals.load_lines(tmp_path, sha, first, 0) == b"\n".join(lines[first - 1 :])
    with originals.open_stream(tmp_path, sha) as stream:
        stream.skip(len(data) // 3)
        assert stream.read(-1) == data[len(data) // 3 :]
    with originals.open_stream(tmp_path, sha) as stream:
        assert b"".join(iter(lambda: stream.readline(1 << 14), b"")) == data
    import subprocess

    if shutil.which("zstd"):
        path = originals.find(tmp_path, sha)
        assert subprocess.run(["zstd", "-dc", str(path)], capture_output=True, check=True).stdout == data


def test_a_lost_spool_or_worker_leaves_nothing(lake: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error in the middle of judging leaves the lake as it was, and no file behind."""
    before = sorted(path for path in (lake / "tables").rglob("*"))
    real = judging._one
    calls = 0

    def breaks(*words: object) -> None:
        nonlocal calls
        calls += 1
        if calls == 5:
            raise OSError(28, "No space left on device")
        real(*words)  # type: ignore[arg-type]

    monkeypatch.setattr(judging, "_one", breaks)
    monkeypatch.setattr(judging, "MAX_GAMES", 2)
    with pytest.raises(LakeError, match="no space"):
        kit.put(lake, kit.write(tmp_path, kit.simulated(count=8, seed=12), "more.bgl"))
    assert sorted(path for path in (lake / "tables").rglob("*")) == before
    assert list(verify(lake)) == []


def test_comments_know_of_each_other(lake: Path) -> None:
    one, two = Lake(lake), Lake(lake)
    game_id = min(kit.ids(lake))
    version = one.version
    first = one.add_comment(game_id, 12, "Ada", "why not pass?", 0)
    assert first.version == 1
    assert one.refresh()
    assert one.version != version
    with pytest.raises(CommentConflict) as caught:
        two.add_comment(game_id, 12, "Bela", "another", 0)
    assert caught.value.current.text == "why not pass?"
    second = two.add_comment(game_id, 12, "Bela", "another", 1)
    assert second.version == 2
    two.refresh()
    assert [(c.ply, c.text) for c in two.comments(game_id)] == [(12, "another")]
    assert two.rows("SELECT ply, author, text, version FROM comments") == [(12, "Bela", "another", 2)]
    two.add_comment(game_id, 12, "Bela", "", 2)
    assert two.comments(game_id) == []
    with pytest.raises(LakeError):
        two.add_comment(game_id, -1, None, "x")


def test_names_join_and_part(lake: Path) -> None:
    opened = Lake(lake)
    names = dict(opened.rows("SELECT name, games FROM players"))
    opened.add_alias("Ada", player="Bela")
    opened.add_alias("Bela", kind="guest")
    opened.refresh()
    assert opened.rows("SELECT count(*) FROM seats WHERE player = 'Bela'") == [(names["Ada"] + names["Bela"],)]
    assert opened.rows("SELECT player, kind FROM players WHERE name = 'Ada'") == [("Bela", "guest")]
    opened.add_alias("Ada", player="Ada")
    opened.refresh()
    assert opened.rows("SELECT count(*) FROM seats WHERE player = 'Bela'") == [(names["Bela"],)]


def test_an_empty_lake_has_every_view(tmp_path: Path) -> None:
    from replay.schema import TABLES

    opened = Lake(tmp_path / "nothing")
    for table in TABLES.values():
        answer = opened.query(f"SELECT * FROM {table.name}")
        assert answer.column_names == [column.name for column in table.columns]
        assert answer.num_rows == 0
    with pytest.raises(KeyError):
        opened.log("x")
    assert not (tmp_path / "nothing").exists()
