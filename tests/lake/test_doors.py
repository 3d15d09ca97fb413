"""Ways in and out: locked-down SQL, exports, Delta tables, Ray, the command line, the documentation of the tables."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import biblios
from replay.lake import commit, importing, sources, tables_doc
from replay.lake.export import Filter, export
from replay.lake.reader import Lake
from replay.lake.safesql import SqlRefused, ask
from replay.schema import TABLES, describe
from tests.lake import kit

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("doors")
    kit.put(folder / "lake", kit.write(folder, [*kit.simulated(count=12), *kit.simulated("biblios-dice", 4, 5)]))
    return folder / "lake"


def run(*words: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(biblios, [str(word) for word in words])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


# ---- SQL of strangers


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_text('/etc/passwd')", "SELECT * FROM '/etc/passwd'", "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM read_parquet('/tmp/x.parquet')", "SELECT * FROM glob('/*')", "SELECT * FROM read_blob('/etc/shadow')",
        "SELECT * FROM read_parquet('https://example.org/x.parquet')", "ATTACH '/tmp/x.db'", "ATTACH ':memory:' AS other",
        "COPY games TO '/tmp/games.csv'", "COPY (SELECT 1) TO '{file}'", "EXPLAIN ANALYZE COPY (SELECT 1) TO '{file}'",
        "EXPLAIN COPY (SELECT 1) TO '{file}'", "EXPORT DATABASE '/tmp/x'", "INSERT INTO comments VALUES ('x', 1, 'x', 'x', 1, 'x')",
        "DELETE FROM comments", "UPDATE comments SET text = ''", "CREATE TABLE t AS SELECT 1", "CREATE VIEW v AS SELECT 1",
        "DROP VIEW games", "SET threads = 1", "SET enable_external_access = true", "RESET allowed_paths", "PRAGMA threads = 2",
        "INSTALL httpfs", "LOAD httpfs", "SELECT 1; SELECT 2", "SELECT 1; DROP VIEW games", "", ";", "nonsense", "CALL dbgen(sf = 1)",
        "SELECT getenv('HOME')", "USE temp", "CHECKPOINT", "BEGIN", "VACUUM", "EXECUTE x", "PREPARE x AS SELECT 1",
        "WITH a AS (SELECT 1) INSERT INTO lake_names SELECT 'a', 'b', 'c'", "SELECT * FROM duckdb_secrets()",
        "CREATE SECRET s (TYPE http)", "SELECT * FROM sqlite_scan('/tmp/x', 'y')", "FROM query('COPY games TO ''/tmp/g.csv''')",
    ],
)  # fmt: skip
def test_strangers_cannot(lake: Path, sql: str) -> None:
    opened = Lake(lake)
    file = next((lake / "tables" / "games").glob("*.parquet"))
    before = file.read_bytes()
    with pytest.raises(SqlRefused):
        ask(opened, sql.replace("{file}", str(file)))
    assert file.read_bytes() == before
    assert not Path("/tmp/games.csv").exists()


@pytest.mark.parametrize("sql", ["SELECT count(*) FROM lots", "WITH a AS (SELECT 1 AS x) SELECT * FROM a", "FROM seats LIMIT 1",
                                 "EXPLAIN SELECT * FROM games", "DESCRIBE lots", "SUMMARIZE seats", "SHOW TABLES"])  # fmt: skip
def test_strangers_can(lake: Path, sql: str) -> None:
    assert ask(Lake(lake), sql).num_rows


def test_sql_formats(lake: Path) -> None:
    query = "SELECT game, count(*) AS n, sum(plies) AS plies FROM games GROUP BY game ORDER BY game"
    code, out, _ = run("sql", query, "--lake", lake)
    assert code == 0
    assert out.splitlines()[0].split() == ["game", "n", "plies"]
    rows = json.loads(run("sql", query, "--lake", lake, "--format", "json")[1])
    assert [(row["game"], row["n"]) for row in rows] == [("biblios", 12), ("biblios-dice", 5)]
    answer = run("sql", query, "--lake", lake, "--format", "csv")[1]
    assert [row["n"] for row in csv.DictReader(answer.lstrip("\ufeff").splitlines())] == ["12", "5"]
    done = subprocess.run([sys.executable, "-m", "cli.main", "sql", query, "--lake", lake, "--format", "parquet"],
                          capture_output=True, check=True)  # fmt: skip
    import pyarrow as pa
    import pyarrow.parquet as pq

    assert pq.read_table(pa.BufferReader(done.stdout)).num_rows == 2
    assert run("sql", "SELECT nothing", "--lake", lake)[0] == 2


# ---- exports


def test_exports_hold_what_the_lake_holds(lake: Path, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    opened = Lake(lake)
    for form in ("csv", "parquet", "jsonl"):
        export(opened, tmp_path / form, form)
        for name in TABLES:
            number = opened.rows(f"SELECT count(*) FROM {name}")[0][0]
            path = tmp_path / form / f"{name}.{form}"
            if form == "csv":
                assert path.read_bytes().startswith(b"\xef\xbb\xbf")
                assert sum(1 for _ in csv.reader(path.open(encoding="utf-8-sig"))) == number + 1
            elif form == "jsonl":
                assert sum(1 for line in path.open() if json.loads(line)) == number
            else:
                assert pq.read_table(path).num_rows == number


def test_exported_logs_make_the_same_lake(lake: Path, tmp_path: Path) -> None:
    (path,) = export(Lake(lake), tmp_path, "logs")
    other = tmp_path / "other"
    assert kit.put(other, path).counts["new"] == 17
    source = ("file", "source", "source_index", "source_first", "source_last", "line")
    assert kit.dump(other, leave=source) == kit.dump(lake, leave=source)


def test_exports_can_be_filtered(lake: Path, tmp_path: Path) -> None:
    opened = Lake(lake)
    export(opened, tmp_path, "jsonl", ("games", "lots"), Filter(game="biblios-dice", player="Ada"))
    ids = {json.loads(line)["game_id"] for line in (tmp_path / "games.jsonl").open()}
    expected = opened.rows("SELECT game_id FROM seats WHERE game = 'biblios-dice' AND name = 'Ada'")
    assert ids == {row[0] for row in expected}
    assert {json.loads(line)["game_id"] for line in (tmp_path / "lots.jsonl").open()} <= ids


# ---- extras


def test_delta_tables_are_read_by_another_engine(lake: Path, tmp_path: Path) -> None:
    deltalake = pytest.importorskip("deltalake", reason="the extra `delta` is not installed")
    import pyarrow.parquet as pq

    from replay.lake.delta import publish

    copy = tmp_path / "lake"
    kit.put(copy, kit.write(tmp_path, kit.simulated(count=20)))
    kit.put(copy, kit.write(tmp_path, [kit.simulated(count=20)[3].rstrip("\n") + "  # c\n"], "c.bgl"))
    for added in (0, 3):
        if added:
            kit.put(copy, kit.write(tmp_path, kit.simulated(count=added, seed=44), "more.bgl"))
        folders = publish(copy)
        opened = Lake(copy)
        for folder in folders:
            table = deltalake.DeltaTable(str(folder))
            uris = [uri.removeprefix("file://") for uri in table.file_uris()]
            number = sum(pq.read_metadata(uri).num_rows for uri in uris)
            assert number == opened.rows(f"SELECT count(*) FROM {folder.name}")[0][0]
        try:
            import polars
        except ImportError:
            continue
        assert polars.read_delta(str(copy / "tables" / "games"))["game_id"].n_unique() == 20 + added
    assert kit.put(copy, kit.write(tmp_path, kit.simulated(count=1, seed=55), "last.bgl")).counts["new"] == 1
    assert commit.sweep(copy, older_than=-1) >= 0
    assert deltalake.DeltaTable(str(copy / "tables" / "games")).version() >= 1


@pytest.mark.slow
def test_a_ray_cluster_that_loses_a_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    if "slow" not in request.config.option.markexpr:
        pytest.skip("starts a Ray cluster, which takes a minute; run it with -m slow")
    ray = pytest.importorskip("ray", reason="the extra `ray` is not installed")
    from ray.cluster_utils import Cluster

    from replay.engine import RayEngine

    monkeypatch.setattr(importing, "CHUNK", 6_000)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
    ray.init(address=cluster.address, log_to_driver=False, runtime_env={"env_vars": {"PYTHONPATH": str(ROOT)}})
    try:
        path = kit.write(tmp_path, [*kit.simulated(count=60, seed=8)])
        lost = False

        def progress(size: int, games: int) -> None:
            nonlocal lost
            if not lost and games > 5:
                lost = True
                cluster.remove_node(nodes[1], allow_graceful=False)

        lake = tmp_path / "lake"
        summary = importing.run(
            lake, sources.find([str(path)]), importing.Options(jobs=2), None, progress, RayEngine(window=4)
        )
        assert lost
        assert summary.counts["new"] == summary.read == 60
        fresh = tmp_path / "fresh"
        kit.put(fresh, path)
        assert kit.dump(lake) == kit.dump(fresh)
    finally:
        ray.shutdown()
        cluster.shutdown()


# ---- documentation


def test_the_page_of_the_tables_is_complete() -> None:
    page = tables_doc.page()
    assert (ROOT / "data" / "TABLES.md").read_text(encoding="utf-8") == page
    for table, column in describe():
        assert f"## `{table.name}`" in page
        assert f"| `{column.name}` |" in page
        assert column.meaning.endswith(".")


def test_the_page_s_examples_run(lake: Path) -> None:
    block = tables_doc.page().split("```sql")[1].split("```")[0]
    for query in block.split(";"):
        if query.strip():
            assert ask(Lake(lake), query).num_rows


# ---- the command line


def test_import_json_and_codes(tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    good, bad = kit.simulated(count=2)
    kit.write(tmp_path / "in", [good, bad.replace(" keeps ", " kepes ", 1)])
    code, out, err = run("import", tmp_path / "in", "--json", "--lake", lake)
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert sorted(row["outcome"] for row in rows) == ["new", "quarantined"]
    assert {
        "file",
        "index",
        "id",
        "game",
        "status",
        "plies",
        "players",
        "verdicts",
        "problem",
        "syntax",
        "result",
    } <= set(rows[0])
    assert "read 2 = 1 new + 0 unchanged + 0 corrected + 1 quarantined + 0 rejected" in err
    code, out, _ = run("quarantine", "list", "--lake", lake)
    key = out.split()[0]
    assert "1 log waits" in out
    assert "kepes" in run("quarantine", "show", key[:5], "--lake", lake)[1]
    assert run("quarantine", "retry", "--lake", lake)[0] == 1
    assert run("quarantine", "show", "zzz", "--lake", lake)[0] == 2
    assert run("quarantine", "drop", key, "--lake", lake)[0] == 0
    assert run("import", tmp_path / "in" / "nothing.bgl", "--lake", lake)[0] == 2
    assert run("games", "--lake", tmp_path / "none")[0] == 2
    assert run("games", "--lake", lake)[1].endswith("1 game\n")
    assert run("verify", "--lake", lake)[0] == 0
    assert "nothing would change" in run("rebuild", "--compare", "--lake", lake)[1]
    assert run("rebuild", "--lake", lake)[0] == 0
    assert run("compact", "--lake", lake)[0] == 0
    assert run("export", tmp_path / "out", "--lake", lake, "--format", "logs")[0] == 0


def test_a_lake_inside_the_folder_is_not_imported_into_itself(tmp_path: Path) -> None:
    lake = tmp_path / "in" / "lake"
    kit.write(tmp_path / "in", [kit.simulated(count=1)[0].replace(" keeps ", " kepes ", 1)])
    for _ in range(2):
        code, out, _ = run("import", tmp_path / "in", "--lake", lake)
        assert code == 1
        assert "read 1 = 0 new + 0 unchanged + 0 corrected + 1 quarantined + 0 rejected" in out


def test_standard_input(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "cli.main", "import", "-", "--lake", str(tmp_path / "lake")],
                          input=kit.simulated(count=1)[0].encode(), capture_output=True, check=True)  # fmt: skip
    assert b"read 1 = 1 new" in done.stdout


def test_check_never_imports_the_lake() -> None:
    code = "import sys, cli.log_commands, cli.main; sys.exit(bool({'duckdb', 'pyarrow', 'pandas', 'numpy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
    code = (
        "import sys, cli.lake_commands, replay.facts, replay.schema, replay.engine; sys.exit('duckdb' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
