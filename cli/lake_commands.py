"""Commands on the lake: import, games, players, sql, export, rebuild, verify, compact, quarantine.

DuckDB and Arrow are imported inside the commands, so that listing them costs nothing.
"""

from __future__ import annotations

import datetime as dt
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.answers import answer_options, csv_of, deliver, json_lines_of, json_list_of, parquet_of, text_of, to_file
from cli.messages import Trouble, counted, dumps, emit, note, tell, warn
from cli.nothing import say_nothing, say_order
from cli.options import PATHS, Day, stranger
from replay.games import GAMES
from replay.lake.layout import LakeError, default_path
from replay.problems import printable

if TYPE_CHECKING:
    from replay.lake.export import Filter
    from replay.lake.reader import Lake

LAKE = click.option(
    "--lake",
    "folder",
    type=click.Path(path_type=Path),
    help="The lake's folder (else $BIBLIOS_LAKE, else the platform's place for data).",
)
JOBS = click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Number of processes.")


@contextmanager
def said() -> Iterator[None]:
    """Turn errors of the lake into one sentence."""
    from replay.engine import EngineError

    try:
        yield
    except (LakeError, EngineError) as error:
        raise Trouble(str(error)) from error


def lake_of(folder: Path | None, *, must_exist: bool = True) -> Path:
    """The lake's folder. Raises Trouble where there is none yet, or something else."""
    path = folder or default_path()
    if path.exists() and not path.is_dir():
        raise Trouble(f"{path} is a file; a lake is a folder (--lake, $BIBLIOS_LAKE)")
    if must_exist and not path.is_dir():
        raise Trouble(f"there is no lake at {path} yet; `biblios import PATH…` makes one")
    return path


def opened(folder: Path | None) -> Lake:
    """The lake, open for reading; says on standard error where some of its games lack what this version knows."""
    from replay.lake.reader import Lake

    lake = Lake(lake_of(folder))
    advice = lake.manifest.advice
    if advice:
        click.echo(f"note: {advice}", err=True)
    return lake


# ---------------------------------------------------------------------------------------------------------- progress


class Bar:
    """Progress on standard error where that is a terminal: games, rate, remaining time."""

    def __init__(self, total: int | None = None, unit: str = "games") -> None:
        self.total = total
        self.unit = unit
        self.start = time.monotonic()
        self.last = 0.0
        self.on = sys.stderr.isatty()
        self.width = 0

    def show(self, done: int, games: int | None = None) -> None:
        """`done` of `total`; `games` where that is counted apart."""
        now = time.monotonic()
        if not self.on or now - self.last < 0.2:
            return
        self.last = now
        seconds = max(now - self.start, 1e-6)
        number = done if games is None else games
        parts = [f"{number:,} {self.unit}", f"{number / seconds:,.0f}/s"]
        if self.total and done:
            left = seconds * max(self.total - done, 0) / done
            parts.append(f"{min(100, 100 * done // self.total)} %")
            parts.append(f"{int(left // 60)}:{int(left % 60):02d} left")
        text = "  ".join(parts)
        sys.stderr.write("\r" + text.ljust(self.width))
        sys.stderr.flush()
        self.width = len(text)

    def close(self) -> None:
        """Clear the line."""
        if self.on and self.width:
            sys.stderr.write("\r" + " " * self.width + "\r")
            sys.stderr.flush()


# ------------------------------------------------------------------------------------------------------------ import


@click.command("import")
@PATHS
@LAKE
@JOBS
@click.option("--dry-run", is_flag=True, help="Judge and say what would happen, but store nothing.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a game, as `check --json`, with its outcome.")
@click.option("--replace", metavar="ID", help="The one game given replaces the stored game with this id.")
@click.option("--as-new", is_flag=True, help="A log that begins like a stored game is another game all the same.")
@click.option("--trust-replay", is_flag=True, help="Import games whose result: or winner: the replay contradicts.")
@click.option("-q", "--quiet", is_flag=True, help="Do not repeat the problems, only the summary.")
@click.option("--ray", is_flag=True, help="Judge on a Ray cluster (extra `ray`; all machines see the lake's folder).")
def import_command(
    paths: tuple[str, ...],
    folder: Path | None,
    jobs: int,
    dry_run: bool,
    as_json: bool,
    replace: str | None,
    as_new: bool,
    trust_replay: bool,
    quiet: bool,
    ray: bool,
) -> None:
    """Judge logs and store the good ones, all at once; the others wait in quarantine.

    PATH: files, folders, zips, or - for standard input. Importing the same again changes nothing; a corrected log with
    the same `id:` replaces its game.
    """
    from replay.lake import importing, sources

    path = lake_of(folder, must_exist=False)
    missing = [name for name in paths if name != "-" and not Path(name).exists()]
    if missing:
        raise Trouble("; ".join(f"{name}: there is no such file" for name in missing) + " (nothing was imported)")
    found = list(sources.find(paths, leave=path))
    if not any(not source.ignored for source in found):
        raise Trouble(f"no logs (.bgl, .jsonl, .zip) in {', '.join(paths)}")
    bar = Bar(sum(source.size or 0 for source in found) or None)

    def told(record: dict[str, Any]) -> None:
        if as_json:
            tell(dumps(_object(record)))
        elif not quiet and record.get("text"):
            bar.close()
            tell(record["text"])
            if record.get("key"):
                tell(f"  waits   in quarantine as {record['key']}")

    options = importing.Options(dry_run, jobs, as_json, replace, as_new, trust_replay)
    with said():
        engine = None
        if ray:
            from replay.engine import RayEngine

            engine = RayEngine()
        try:
            summary = importing.run(path, found, options, told, bar.show, engine)
        finally:
            bar.close()
    (warn if as_json else tell)(summary_text(summary, dry_run=dry_run))
    sys.exit(0 if summary.good else 1)


def _object(record: dict[str, Any]) -> dict[str, Any]:
    """The object of `import --json`."""
    if record["check"] is None:  # a file that could not be read
        return {"file": record["file"], "index": None, "id": None, "game": None, "status": "invalid", "plies": 0, "players": [],
                "verdicts": None, "unjudged": [], "stood": [], "problem": None, "syntax": [], "result": None,
                "outcome": record["outcome"], "error": record["text"]}  # fmt: skip
    out = {**record["check"], "outcome": record["outcome"]}
    if record.get("key"):
        out["quarantine"] = record["key"]
    if record.get("with"):
        out["conflicts_with"] = record["with"]
    return out


def summary_text(summary: Any, *, dry_run: bool = False) -> str:
    """The sum that always adds up, and what else happened."""
    counts = summary.counts
    terms = [f"{counts[name]:,} {name}" for name in ("new", "unchanged", "corrected")]
    if counts["conflicting"]:
        terms.append(f"{counts['conflicting']:,} conflicting")
    terms += [f"{counts[name]:,} {name}" for name in ("quarantined", "rejected")]
    line = f"read {summary.read:,} = {' + '.join(terms)}"
    if summary.ignored:
        line += f"; {summary.ignored:,} other {'file' if summary.ignored == 1 else 'files'} ignored"
    if summary.settled:
        line += f"; {summary.settled:,} no longer in quarantine"
    line += (
        f"\n{'would make' if dry_run else 'the lake has'} {summary.games:,} {'game' if summary.games == 1 else 'games'}"
    )
    return line + (" (dry run: nothing was stored)" if dry_run else "")


# ------------------------------------------------------------------------------------------------------------- lists


def filtered(command: Callable[..., None]) -> Callable[..., None]:
    """The options that choose games."""
    date = Day()
    for option in (
        click.option("--id", "ids", multiple=True, help="Only this game (may be repeated)."),
        click.option("--evidence", type=click.Choice(["log", "result"]), help="Full logs, or only results."),
        click.option("--place", help="Only games at this place."),
        click.option("--event", help="Only games of this event."),
        click.option("--player", help="Only games in which this player sat."),
        click.option("--until", type=date, help="Only games until this day."),
        click.option("--since", type=date, help="Only games from this day on."),
        click.option("--players", type=click.IntRange(2, 5), help="Only games of this number of players."),
        click.option("--game", type=click.Choice(list(GAMES)), help="Only this kind of game."),
    ):
        command = option(command)
    return command


def chosen(values: dict[str, Any]) -> Filter:
    """The filter that the options of `filtered` name."""
    from replay.lake.export import Filter

    def day(value: dt.datetime | None) -> dt.date | None:
        return value.date() if value is not None else None

    return Filter(values["game"], values["players"], day(values["since"]), day(values["until"]), values["player"],
                  values["event"], values["place"], values["evidence"], tuple(values["ids"]))  # fmt: skip


def _people(lake: Lake) -> list[str]:
    """All players and names that the lake knows."""
    from replay.lake.export import names

    return list(dict.fromkeys(word for row in names(lake) for word in (row["player"], row["name"])))


#: Filter of `games` and `export` → the option that sets it.
_OPTIONS = {"game": "--game", "players": "--players", "since": "--since", "until": "--until", "player": "--player",
            "event": "--event", "place": "--place", "evidence": "--evidence", "ids": "--id"}  # fmt: skip


def _say_no_games(lake: Lake, wanted: Filter) -> None:
    """Say why no game is as it was wanted."""
    from replay.lake.export import Filter

    if say_order(wanted.since, wanted.until):
        return
    if wanted.player and (said_so := stranger(wanted.player, _people(lake))):
        note(said_so)
        return
    singles = {}
    for name, option in _OPTIONS.items():
        value = getattr(wanted, name)
        if value:
            words = " or ".join(value) if isinstance(value, tuple) else str(value)
            singles[f"{option} {shlex.quote(words)}"] = [Filter(**{name: value})]
    say_nothing(lake, "no game matches", singles)


#: Columns of `games --format csv`, `json` and `parquet`.
_GAMES = ("game_id", "date", "game", "status", "evidence", "winners", "decided_by", "plies", "settled", "simulated", "seats")  # fmt: skip
_PLAYERS = ("name", "player", "kind", "games")


def _list(rows: list[dict[str, Any]], columns: tuple[str, ...], lines: list[str], form: str, output: Path | None) -> None:  # fmt: skip
    """Deliver a list: `lines` as the table for people, `rows` in the other formats."""
    if form == "table":
        deliver("".join(f"{printable(line)}\n" for line in lines).encode("utf-8", "replace"), form, output)
    elif form == "json":
        deliver(json_lines_of(rows), form, output)
    else:
        import pyarrow as pa

        table = pa.table({name: pa.array([row[name] for row in rows]) for name in columns})
        deliver(csv_of(table, bom=to_file(output)) if form == "csv" else parquet_of(table), form, output)


@click.command()
@LAKE
@filtered
@click.option("--limit", type=click.IntRange(0), default=50, show_default=True, help="At most so many; 0: all.")
@answer_options
@click.option("--json", "as_json", is_flag=True, help="The same as --format json: one JSON object a game.")
def games(folder: Path | None, limit: int, form: str, output: Path | None, as_json: bool, **values: Any) -> None:
    """List the stored games, the newest first."""
    from replay.lake.export import listing

    wanted = chosen(values)
    with said():
        lake = opened(folder)
        total, rows = listing(lake, wanted, limit)
        if not total:
            _say_no_games(lake, wanted)
    lines = []
    for row in rows:
        seats = ", ".join(
            f"{seat['name']} {'?' if seat['total'] is None else seat['total']}{'*' if seat['won'] else ''}"
            for seat in row["seats"]
        )
        remark = "" if row["status"] == "complete" else f"  ({row['status']})"
        remark += "" if row["evidence"] == "log" else "  (result only)"
        lines.append(f"{row['date'] or '          '}  {row['game_id']:<20}  {row['game']:<12}  {seats}{remark}")
    form = "json" if as_json else form
    cut = len(rows) < total
    if form == "table":
        lines.append(counted(total, "game") + (f"; the first {len(rows):,} are shown (--limit 0: all)" if cut else ""))
    elif cut:
        note(f"the first {len(rows):,} of {counted(total, 'game')} (--limit 0: all)")
    _list(rows, _GAMES, lines, form, output)


@click.command()
@LAKE
@answer_options
@click.option("--json", "as_json", is_flag=True, help="The same as --format json: one JSON object a name.")
@click.option("--same", nargs=2, metavar="NAME PLAYER", help="Say that NAME means PLAYER (NAME itself: take it back).")
@click.option(
    "--kind",
    nargs=2,
    metavar="NAME KIND",
    help="Say that NAME is a member, guest or bot.",
)
def players(folder: Path | None, form: str, output: Path | None, as_json: bool, same: tuple[str, str] | None, kind: tuple[str, str] | None) -> None:  # fmt: skip
    """List the names in the lake and whom they mean; join two names of one player."""
    from replay.lake.export import names

    with said():
        lake = opened(folder)
        if same:
            _join(lake, *same)
        if kind:
            known = any(kind[0] in (row["name"], row["player"]) for row in names(lake))
            lake.add_alias(kind[0], kind=kind[1])
            note(f"{kind[0]} is a {kind[1]} from now on" + ("" if known else "; no game has this name yet"))
        lake.refresh()
        rows = names(lake)
    if not rows:
        note("there are no games in this lake yet, and so no names")
    lines = []
    for row in rows:
        other = f"  = {row['player']}" if row["player"] != row["name"] else ""
        mark = f"  ({row['kind']})" if row["kind"] != "member" else ""
        lines.append(f"{row['games']:>7,}  {row['name']}{other}{mark}")
    _list(rows, _PLAYERS, lines, "json" if as_json else form, output)


def _join(lake: Lake, name: str, player: str) -> None:
    """Say that a name means a player. Raises Trouble where that player means the name already: the two would change places."""
    from replay.lake.export import names

    known = {row["name"]: row["player"] for row in names(lake)}
    if name != player and known.get(player) == name:
        raise Trouble(
            f"{player} means {name} already (`--same {shlex.quote(player)} {shlex.quote(player)}` takes that back)"
        )
    lake.add_alias(name, player=player)
    if name == player:
        note(f"{name} is a player of that name again")
    elif player not in known:
        note(f"no game has a player {player} yet: from now on {name} is called so")
    else:
        note(f"{name} means {player} from now on")


# --------------------------------------------------------------------------------------------------------------- sql


@click.command()
@click.argument("query", metavar="QUERY")
@LAKE
@answer_options
@click.option("--limit", type=click.IntRange(0), default=200, show_default=True, help="Rows of a table; 0: all.")
def sql(query: str, folder: Path | None, form: str, output: Path | None, limit: int) -> None:
    """Ask the lake one SELECT (read only; data/TABLES.md says what there is). QUERY - reads it from standard input."""
    from replay.lake.safesql import ask

    if query == "-":
        query = sys.stdin.buffer.read().decode("utf-8", "replace")
    with said():
        answer = ask(opened(folder), query)
    if not answer.num_rows:
        note("the answer has no rows")
    if form == "table":
        deliver((text_of(answer, limit=limit) + "\n").encode("utf-8", "replace"), form, output)
        if limit and answer.num_rows > limit:
            note(f"the first {limit} of {answer.num_rows:,} rows (--limit 0: all)")
    elif form == "json":
        deliver(json_list_of(answer.to_pylist()), form, output)
    else:
        deliver(csv_of(answer, bom=to_file(output)) if form == "csv" else parquet_of(answer), form, output)


# ------------------------------------------------------------------------------------------------------------ export


@click.command()
@click.argument("target", type=click.Path(path_type=Path), metavar="FOLDER", required=False)
@LAKE
@filtered
@click.option(
    "--format",
    "form",
    type=click.Choice(["csv", "parquet", "jsonl", "logs", "delta"]),
    default="csv",
    show_default=True,
)
@click.option("--table", "names", multiple=True, help="Only this table (may be repeated; default: all).")
def export(target: Path | None, folder: Path | None, form: str, names: tuple[str, ...], **values: Any) -> None:
    """Write stored games into FOLDER: one file a table, or (logs) one file of canonical logs.

    `delta` (extra) writes no copy: it publishes the lake's own files as Delta tables, in their place.
    """
    from replay.schema import TABLES

    unknown = [name for name in names if name not in TABLES]
    if unknown:
        raise click.UsageError(f"there is no table {unknown[0]}; there are: {', '.join(TABLES)}")
    with said():
        if form == "delta":
            from replay.lake.delta import publish

            for path in publish(lake_of(folder)):
                emit(str(path))
            return
        if target is None:
            raise click.UsageError("name the FOLDER to write into")
        from replay.lake.export import export as write
        from replay.lake.export import listing

        wanted = chosen(values)
        lake = opened(folder)
        if not listing(lake, wanted, 1)[0]:
            _say_no_games(lake, wanted)
        try:
            for path in write(lake, target, form, names, wanted):
                emit(str(path))
        except OSError as error:
            raise Trouble(f"{error.strerror or error}: {error.filename or target}") from error


# ------------------------------------------------------------------------------------------------- care of the lake


@click.command()
@LAKE
@JOBS
@click.option("--compare", "only_compare", is_flag=True, help="Say what would change, and write nothing.")
@click.option("--json", "as_json", is_flag=True, help="With --compare: one JSON object a game that changes.")
def rebuild(folder: Path | None, jobs: int, only_compare: bool, as_json: bool) -> None:
    """Make all tables again from the stored logs, by today's rules."""
    from replay.lake import rebuild as building

    path = lake_of(folder)
    bar = Bar()

    def progress(done: int, total: int) -> None:
        bar.total = total
        bar.show(done)

    with said():
        try:
            if only_compare:
                differences = building.compare(path, jobs=jobs, progress=progress)
            else:
                outcome = building.rebuild(path, jobs=jobs, progress=progress)
        finally:
            bar.close()
    if not only_compare:
        for _, text in outcome.fallen:
            emit(text)
        emit(
            f"rebuilt {counted(outcome.games, 'game')}"
            + (f"; {len(outcome.fallen):,} no longer pass" if outcome.fallen else "")
        )
        sys.exit(1 if outcome.fallen else 0)
    for difference in differences:
        if as_json:
            fields = {name: list(pair) for name, pair in difference.fields.items()}
            emit(
                dumps({"id": difference.game_id, "fields": fields, "rows": difference.rows, "falls": difference.falls})
            )
            continue
        emit(printable(f"{difference.game_id}:"))
        if difference.falls is not None:
            emit("  would no longer pass:\n" + difference.falls)
        for name, (old, new) in difference.fields.items():
            emit(printable(f"  {name}: {_shown(old)} → {_shown(new)}"))
        if difference.rows:
            emit("  rows that differ: " + ", ".join(f"{name} {number}" for name, number in difference.rows.items()))
    if not as_json:
        number = len(differences)
        emit(f"{number:,} {'game' if number == 1 else 'games'} would change" if number else "nothing would change")


def _shown(value: Any) -> str:
    return (
        "nothing"
        if value is None or value == ""
        else "yes"
        if value is True
        else "no"
        if value is False
        else str(value)
    )


@click.command()
@LAKE
@click.option("--quick", is_flag=True, help="Do not read the logs, only the tables.")
def verify(folder: Path | None, quick: bool) -> None:
    """Prove that the lake is whole: files, rows, ids, logs. Exit 1 if anything is broken."""
    from replay.lake.manifest import newest
    from replay.lake.verify import verify as prove

    path = lake_of(folder)
    bar = Bar()
    count = 0
    with said():
        try:
            for fault in prove(path, logs=not quick, progress=bar.show):
                bar.close()
                count += 1
                emit(printable(fault))
        finally:
            bar.close()
        if count:
            emit(f"{count:,} {'fault' if count == 1 else 'faults'}")
            sys.exit(1)
        state = newest(path)
        emit(
            f"the lake is whole: {counted(state.games, 'game')} in {counted(len(state.segments), 'segment')}, state {state.number}"
        )


@click.command()
@LAKE
def compact(folder: Path | None) -> None:
    """Merge small files into big sorted ones, and drop what nobody needs any more."""
    from replay.lake.commit import compact as merge_all

    with said():
        try:
            before, after = merge_all(lake_of(folder))
        except OSError as error:
            raise Trouble(f"{error.strerror or error}: {error.filename or ''}") from error
    emit(f"{counted(before, 'segment')} before, {after} now")


@click.group()
def quarantine() -> None:
    """Logs that did not pass: list, show, retry, drop."""


@quarantine.command("list")
@LAKE
@click.option("--json", "as_json", is_flag=True, help="One JSON object a log.")
def quarantine_list(folder: Path | None, as_json: bool) -> None:
    """List the waiting logs, the oldest first."""
    from replay.lake.quarantine import entries

    count = 0
    waiting = list(entries(lake_of(folder)))
    if as_json and not waiting:
        note("no log waits in quarantine")
    for entry in waiting:
        count += 1
        if as_json:
            emit(dumps({"key": entry.key, "at": entry.at, "outcome": entry.outcome, "file": entry.file, "index": entry.index,
                        "id": entry.id, "log": str(entry.log), **{k: entry.check[k] for k in ("game", "status", "problem")}}))  # fmt: skip
        else:
            emit(printable(f"{entry.key}  {entry.at[:10]}  {entry.outcome:<11}  {entry.text.splitlines()[0]}"))
    if not as_json:
        emit(f"{count:,} {'log waits' if count == 1 else 'logs wait'}")


@quarantine.command("show")
@click.argument("key")
@LAKE
@click.option("--json", "as_json", is_flag=True, help="The object of `check --json`, as it was.")
def quarantine_show(key: str, folder: Path | None, as_json: bool) -> None:
    """Show one waiting log: what is wrong, where its lines are. KEY may be shortened."""
    from replay.lake.quarantine import find

    with said():
        entry = find(lake_of(folder), key)
    if as_json:
        emit(dumps({**entry.check, "outcome": entry.outcome}))
        return
    emit(entry.text)
    emit(printable(f"came in {entry.file}, game {entry.index}, {entry.at}"))
    emit(f"edit {entry.log}, then `biblios quarantine retry {entry.key}`")


@quarantine.command("retry")
@click.argument("keys", nargs=-1, metavar="[KEY…]")
@LAKE
@click.option("--replace", metavar="ID", help="The log replaces the stored game with this id.")
@click.option("--as-new", is_flag=True, help="The logs are other games than those they resemble.")
@click.option("--trust-replay", is_flag=True, help="Import games whose result: or winner: the replay contradicts.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a game.")
def quarantine_retry(
    keys: tuple[str, ...], folder: Path | None, replace: str | None, as_new: bool, trust_replay: bool, as_json: bool
) -> None:
    """Judge waiting logs again (all, or those named) and import those that pass now."""
    from replay.lake import importing
    from replay.lake.quarantine import retry

    def told(record: dict[str, Any]) -> None:
        if as_json:
            tell(dumps(_object(record)))
        elif record.get("text"):
            tell(record["text"])

    options = importing.Options(details=as_json, replace=replace, as_new=as_new, trust=trust_replay)
    with said():
        summary = retry(lake_of(folder), keys, options, told)
    (warn if as_json else tell)(summary_text(summary))
    sys.exit(0 if summary.good else 1)


@quarantine.command("drop")
@click.argument("keys", nargs=-1, required=True, metavar="KEY…")
@LAKE
def quarantine_drop(keys: tuple[str, ...], folder: Path | None) -> None:
    """Forget waiting logs (the files they came in stay among the originals)."""
    from replay.lake.quarantine import drop, find

    path = lake_of(folder)
    with said():
        found = list(dict.fromkeys(find(path, key).key for key in keys))
        drop(path, found)
    note(f"{counted(len(found), 'log')} dropped: {', '.join(found)}")


#: Command → its function here, for the list in `cli.main`.
COMMANDS = {
    "import": "import_command", "games": "games", "players": "players", "sql": "sql", "export": "export",
    "rebuild": "rebuild", "verify": "verify", "compact": "compact", "quarantine": "quarantine",
}  # fmt: skip
