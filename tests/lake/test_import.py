"""Importing: outcomes, identity, conflicts, quarantine, sources, dry runs."""

from __future__ import annotations

import io
import threading
import zipfile
from pathlib import Path

import pytest

from replay.lake import importing, quarantine, reader, sources
from replay.lake.layout import LakeError
from replay.lake.reader import Lake
from replay.log import to_jsonl, to_text
from replay.schema import STORED, TABLES
from tests.lake import kit


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    return tmp_path / "lake"


def swap_last_bid(text: str) -> str:
    """The same game with another comment: another hash, the same id and content."""
    return text.rstrip("\n") + "  # well played\n"


def test_the_same_again_changes_nothing(lake: Path, tmp_path: Path) -> None:
    path = kit.write(tmp_path / "in", kit.simulated(count=12))
    first = kit.put(lake, path)
    assert first.counts["new"] == first.read == 12
    before, state = kit.dump(lake), Lake(lake).manifest
    for _ in range(2):
        again = kit.put(lake, path)
        assert again.counts["unchanged"] == again.read == 12
    assert Lake(lake).manifest == state
    assert kit.dump(lake) == before
    files = {p.name for p in (lake / "tables").glob("*/*")}
    assert {name.split(".")[0] for name in files} == {segment.id for segment in state.segments}


def test_text_twin_zip_and_stdin_are_one_game(lake: Path, tmp_path: Path) -> None:
    text = kit.simulated(count=1)[0]
    log = kit.log_of(text)
    folder = tmp_path / "in"
    kit.write(folder, [text], "a.bgl")
    kit.write(folder / "deep", [to_jsonl(log)], "b.jsonl")
    with zipfile.ZipFile(folder / "c.zip", "w") as archive:
        archive.writestr("x/d.bgl", text)
        archive.writestr("x/readme.md", "no log")
    (folder / "notes.txt").write_text("no log either")
    summary = kit.put(lake, folder)
    assert (summary.counts["new"], summary.counts["unchanged"], summary.ignored) == (1, 2, 2)
    found = list(sources.find(["-"], io.BytesIO(text.encode())))
    assert importing.run(lake, found).counts["unchanged"] == 1
    assert Lake(lake).log(log.game_id).hash == log.hash


def test_a_correction_replaces_its_game(lake: Path, tmp_path: Path) -> None:
    texts = list(kit.simulated(count=20))
    kit.put(lake, kit.write(tmp_path, texts))
    texts[4] = swap_last_bid(texts[4])
    corrected = kit.put(lake, kit.write(tmp_path, texts, "again.bgl"))
    assert (corrected.counts["corrected"], corrected.counts["unchanged"]) == (1, 19)
    opened = Lake(lake)
    assert opened.rows("SELECT count(*), count(DISTINCT game_id) FROM games") == [(20, 20)]
    game_id = kit.log_of(texts[4]).game_id
    assert opened.rows(
        "SELECT count(*) FROM events WHERE game_id = $id AND comment = 'well played'", {"id": game_id}
    ) == [(1,)]
    assert opened.rows("SELECT count(*) - max(ply) FROM events WHERE game_id = $id", {"id": game_id}) == [(0,)]
    assert opened.log(game_id).hash == kit.log_of(texts[4]).hash


def shortened(text: str, lines: int = 2) -> str:
    """The same game, some lines shorter (unfinished then)."""
    return "\n".join(text.rstrip("\n").split("\n")[:-lines]) + "\n"


def test_logs_without_id_that_begin_alike_are_conflicting(lake: Path, tmp_path: Path) -> None:
    text = kit.without_id(kit.simulated(count=1)[0])
    other = shortened(text)
    kit.put(lake, kit.write(tmp_path, [text], "a.bgl"))
    stored = kit.ids(lake)
    told: list = []
    summary = kit.put(lake, kit.write(tmp_path, [other], "b.bgl"), told=told)
    assert summary.counts["conflicting"] == summary.read == 1
    assert not summary.good
    assert kit.ids(lake) == stored
    assert "--replace" in told[0]["text"]
    assert "--as-new" in told[0]["text"]
    (entry,) = quarantine.entries(lake)
    assert (entry.outcome, entry.other) == ("conflicting", *stored)
    # as another game
    assert kit.put(lake, tmp_path / "b.bgl", as_new=True).counts["new"] == 1
    assert len(kit.ids(lake)) == 2
    assert quarantine.count(lake) == 0
    # both are known now
    assert kit.put(lake, tmp_path / "a.bgl", tmp_path / "b.bgl").counts["unchanged"] == 2


def test_replace_takes_the_place_and_keeps_comments(lake: Path, tmp_path: Path) -> None:
    text = kit.without_id(kit.simulated(count=1)[0])
    kit.put(lake, kit.write(tmp_path, [text], "a.bgl"))
    (old,) = kit.ids(lake)
    Lake(lake).add_comment(old, 3, "Ada", "look at this")
    summary = kit.put(lake, kit.write(tmp_path, [shortened(text)], "b.bgl"), replace=old)
    assert summary.counts["corrected"] == 1
    opened = Lake(lake)
    (new,) = kit.ids(lake)
    assert new != old
    assert opened.resolve(old) == new
    assert opened.log(old).game_id == new
    assert [comment.text for comment in opened.comments(new)] == ["look at this"]
    with pytest.raises(LakeError, match="no stored game"):
        kit.put(lake, kit.write(tmp_path, [shortened(text, 3)], "c.bgl"), replace="nobody")
    assert kit.ids(lake) == {new}


def test_a_game_that_gets_an_id_is_not_doubled(lake: Path, tmp_path: Path) -> None:
    text = kit.simulated(count=1)[0]
    kit.put(lake, kit.write(tmp_path, [kit.without_id(text)], "a.bgl"))
    assert kit.put(lake, kit.write(tmp_path, [text], "b.bgl")).counts["corrected"] == 1
    assert kit.ids(lake) == {kit.log_of(text).game_id}


def test_two_games_of_one_id_in_one_import_conflict(lake: Path, tmp_path: Path) -> None:
    one, two = kit.simulated(count=2)
    stolen = two.replace(kit.log_of(two).game_id, kit.log_of(one).game_id)
    summary = kit.put(lake, kit.write(tmp_path, [one, stolen]))
    assert (summary.counts["new"], summary.counts["conflicting"]) == (1, 1)
    # also across chunks of different workers
    other = tmp_path / "other"
    kit.write(tmp_path / "x", [one], "a.bgl")
    kit.write(tmp_path / "x", [stolen], "b.bgl")
    summary = kit.put(other, tmp_path / "x", jobs=2)
    assert (summary.counts["new"], summary.counts["conflicting"]) == (1, 1)


def test_bad_logs_wait_and_good_ones_go_in(lake: Path, tmp_path: Path) -> None:
    good, bad = kit.simulated(count=2)
    bad = bad.replace(" keeps ", " kepes ", 1)
    told: list = []
    summary = kit.put(lake, kit.write(tmp_path, [good, bad]), told=told)
    assert (summary.counts["new"], summary.counts["quarantined"]) == (1, 1)
    assert told[0]["check"]["problem"]["kind"] == "syntax"
    (entry,) = quarantine.entries(lake)
    assert entry.check["status"] == "invalid"
    assert " kepes " in entry.log.read_text()
    assert kit.put(lake, tmp_path / "games.bgl").counts["quarantined"] == 1
    assert quarantine.count(lake) == 1, "the same bad log waits once"
    # still bad
    again = quarantine.retry(lake, [], importing.Options(), told.append)
    assert again.counts["quarantined"] == 1
    assert quarantine.count(lake) == 1
    # mended in place
    entry.log.write_text(entry.log.read_text().replace(" kepes ", " keeps "))
    again = quarantine.retry(lake, [entry.key[:6]], importing.Options(), told.append)
    assert again.counts["new"] == 1
    assert quarantine.count(lake) == 0
    assert len(kit.ids(lake)) == 2


def test_a_corrected_file_empties_the_quarantine(lake: Path, tmp_path: Path) -> None:
    text = kit.simulated(count=1)[0]
    kit.put(lake, kit.write(tmp_path, [text.replace(" keeps ", " kepes ", 1)]))
    assert quarantine.count(lake) == 1
    summary = kit.put(lake, kit.write(tmp_path, [text]))
    assert (summary.counts["new"], summary.settled) == (1, 1)
    assert quarantine.count(lake) == 0


def test_claims_wait_unless_the_replay_is_trusted(lake: Path, tmp_path: Path) -> None:
    text = kit.simulated(count=1)[0]
    handle = kit.log_of(text).header.handles[0]
    wrong = text.replace("\n\n", f"\nwinner: {', '.join(kit.log_of(text).header.handles)}\n\n", 1)
    assert handle in wrong
    path = kit.write(tmp_path, [wrong])
    assert kit.put(lake, path).counts["quarantined"] == 1
    assert kit.put(lake, path, trust=True).counts["new"] == 1
    opened = Lake(lake)
    assert opened.rows("SELECT claim FROM games") == [("log.claim.winner",)]
    assert opened.rows("SELECT kind, rule FROM problems") == [("claim", "log.claim.winner")]


def test_dry_run_leaves_no_trace(lake: Path, tmp_path: Path) -> None:
    good, bad = kit.simulated(count=2)
    path = kit.write(tmp_path, [good, bad.replace(" keeps ", " kepes ", 1)])
    summary = kit.put(lake, path, dry_run=True)
    assert (summary.counts["new"], summary.counts["quarantined"], summary.games) == (1, 1, 1)
    assert not lake.exists()
    kit.put(lake, path)
    before = sorted(p.relative_to(lake) for p in lake.rglob("*"))
    assert kit.put(lake, path, dry_run=True).counts["unchanged"] == 1
    assert sorted(p.relative_to(lake) for p in lake.rglob("*")) == before


@pytest.mark.parametrize(
    "data",
    [b"", b"\x00\x01\x02", b"\xff\xfea\x00", b"format: 1\n", b"hello\nworld\n", b"{}\n", b"{\n", b"\n\n\n#\n",
     b"x" * 300_000, b"format: 1\ngame: biblios\nplayers: A, B\n\nA keeps P\xff\n"],
)  # fmt: skip
def test_no_input_breaks_an_import(lake: Path, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "odd.bgl").write_bytes(data)
    good = kit.write(tmp_path, kit.simulated(count=1))
    summary = kit.put(lake, tmp_path / "odd.bgl", good)
    assert summary.counts["new"] == 1
    assert summary.counts["quarantined"] + summary.counts["rejected"] == 1


def test_a_broken_zip_is_rejected(lake: Path, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.zip").write_bytes(b"PK\x03\x04 not a zip")
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.bgl", "\n".join(kit.simulated(count=3)))
    data = bytearray(whole.getvalue())
    data[200:260] = bytes(60)
    (tmp_path / "in" / "b.zip").write_bytes(bytes(data))
    summary = kit.put(lake, tmp_path / "in")
    assert summary.counts["rejected"] == summary.read == 2


def test_processes_make_the_same_lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "CHUNK", 20_000)
    texts = [*kit.simulated(count=30), *kit.simulated("biblios-dice", 4, 10)]
    path = kit.write(tmp_path, ["# before the first", *texts, "# after the last\n"])
    twin = tmp_path / "twin.jsonl"
    twin.write_text("".join(to_jsonl(kit.log_of(text)) for text in kit.simulated(count=30, seed=9)))
    one, two = tmp_path / "one", tmp_path / "two"
    kit.put(one, path, twin)
    kit.put(two, path, twin, jobs=2)
    assert kit.dump(one) == kit.dump(two)
    assert len(Lake(two).manifest.segments) > 1
    for game_id in kit.ids(two):
        assert Lake(two).log(game_id).game_id == game_id


def test_lake_to_text_round_trip(lake: Path, tmp_path: Path) -> None:
    logs = [kit.log_of(text) for text in kit.season()]
    logs[3].notes[1] = ["a word before", "and another"]
    logs[3].notes[len(logs[3].events) + 1] = ["a word after"]
    texts = [to_text(log) for log in logs]
    kit.put(lake, kit.write(tmp_path, texts))
    opened = Lake(lake)
    for log, text in zip(logs[:40], texts, strict=False):
        found = opened.log(log.game_id)
        # Comments after a game's last event belong to the next one when they stand before its `format:` line.
        expected = kit.log_of(text)
        assert [event.line() for event in found.events] == [event.line() for event in expected.events]
        assert found.header.values == expected.header.values
    assert opened.log(logs[0].game_id).lines == kit.log_of(texts[0]).lines


def test_small_segments_held_in_memory_change_no_answer(tmp_path: Path) -> None:
    """After some queries; with a name that means another player, with corrected games, and after the next import."""
    lake = tmp_path / "lake"
    texts = [*kit.simulated(count=8), *kit.simulated("biblios-dice", 3, 4)]
    for number, text in enumerate(texts):
        kit.put(lake, kit.write(tmp_path, [text], f"{number}.bgl"))
    kit.put(lake, kit.write(tmp_path, [texts[0].rstrip("\n") + "  # corrected\n"], "c.bgl"))
    opened = Lake(lake)
    opened.add_alias("Ada", "Adelheid")
    opened.refresh()

    def everything() -> dict[str, list[tuple[object, ...]]]:
        return {table: opened.rows(f"SELECT * FROM {table} ORDER BY ALL") for table in TABLES}

    def held() -> int:
        for thread in threading.enumerate():
            if thread.name.startswith("hold"):
                thread.join()
        return opened.rows("SELECT count(*) FROM duckdb_tables() WHERE table_name LIKE 'lake_held_%'")[0][0]

    before = everything()
    for _ in range(reader.HOLD_AFTER):
        opened.rows("SELECT 1")
    assert held() == len(STORED)
    assert everything() == before
    assert ("Adelheid",) in opened.rows("SELECT DISTINCT player FROM seats")
    for path in (lake / "tables").rglob("*.parquet"):
        path.unlink()
    assert opened.rows("SELECT count(*) FROM games") == [(len(texts),)]  # it is memory that answers
