"""Commands on logs as files: check, replay, score, fmt, convert. Nothing here touches the lake."""

from __future__ import annotations

import io
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from typing import IO, Any

import click

from cli import report
from cli.messages import Trouble, counted, dumps, emit, note, warn
from cli.options import PATHS
from replay.contract import check_object, ply_object
from replay.lake.sources import UNREADABLE, Source, find
from replay.log import Log, read, to_jsonl, to_text
from replay.problems import printable
from replay.referee import Replay, view_log
from replay.referee import replay as judge


def logs_of(source: Source) -> Iterator[Log]:
    """The games of one file. A file that cannot be read raises `Trouble` with its name."""
    if source.trouble or source.open is None:
        raise Trouble(f"{source.label}: {source.trouble}")
    try:
        with source.open() as stream:
            yield from read(stream, source.label)
    except UNREADABLE as error:
        raise Trouble(_why(source, error)) from error


def _why(source: Source, error: Exception) -> str:
    return f"{source.label}: {getattr(error, 'strerror', None) or error}"


def all_logs(paths: tuple[str, ...]) -> Iterator[Log]:
    """The games of all paths. Raises `Trouble` where nothing can be found at all."""
    for source in _found(paths):
        yield from logs_of(source)


@click.command()
@PATHS
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line per game.")
@click.option("--detail", is_flag=True, help="With --json: hands, dice, lots, categories or tracks.")
@click.option("--full", is_flag=True, help="List every legal alternative, not only the first ones.")
@click.option("-q", "--quiet", is_flag=True, help="Only problems and the last line.")
def check(paths: tuple[str, ...], as_json: bool, detail: bool, full: bool, quiet: bool) -> None:
    """Judge logs move by move, without storing them. PATH: files, folders, zips, or - for standard input."""
    counts: Counter[str] = Counter()
    bad = False
    troubles = False
    for found in _found(paths):
        try:
            for log in logs_of(found):
                judged = judge(log, keep=False)
                counts[judged.status] += 1
                bad = bad or bool(judged.problems)
                if as_json:
                    emit(dumps(check_object(judged, detail=detail)))
                elif judged.problems or not quiet:
                    emit(report.check_text(judged, full=full))
        except Trouble as error:
            troubles = True
            error.show()
    if not as_json and (sum(counts.values()) > 1 or quiet):
        emit(report.summary(sorted(counts.items())))
    sys.exit(2 if troubles else 1 if bad else 0)


def _found(paths: tuple[str, ...]) -> Iterator[Source]:
    none = True
    for source in find(paths):
        if not source.ignored:
            none = False
            yield source
    if none:
        raise Trouble(f"no logs (.bgl, .jsonl, .zip) in {', '.join(paths)}")


def one_game(path: str, number: int | None) -> Log:
    """Game `number` (from 1) of a file; without a number the file must hold one game. Raises click's errors."""
    count = 0
    chosen: Log | None = None
    for log in all_logs((path,)):
        count += 1
        if number is None and count > 1:
            raise click.UsageError(f"{path} holds several games; choose one with --game N")
        if number is None or count == number:
            chosen = log
            if number is not None:
                break
    if chosen is None:
        raise click.UsageError(f"{path} holds {counted(count, 'game')}; there is no game {number}")
    return chosen


def _seat(log: Log, handle: str) -> int:
    handles = log.header.handles
    if handle not in handles:
        from replay.log import nearest

        raise click.UsageError(f"unknown player {handle}{nearest(handle, handles)}")
    return handles.index(handle)


def _complain(judged: Replay) -> None:
    """Say what is wrong and leave with 1 if anything is."""
    for problem in judged.problems:
        warn(report.render(problem))
    if judged.problems:
        sys.exit(1)


@click.command("replay")
@click.argument("path", metavar="FILE")
@click.option("--game", "number", type=click.IntRange(min=1), help="Which game of the file, from 1.")
@click.option("--at", "ply", type=click.IntRange(min=0), help="Show the position after this ply (0: the set-up).")
@click.option("--seat", help="Show what this player knew.")
@click.option("--json", "as_json", is_flag=True, help="JSON: one object (with --at), else one a ply.")
def replay_command(path: str, number: int | None, ply: int | None, seat: str | None, as_json: bool) -> None:
    """Replay a game: every event with its verdict, or the position at one ply."""
    log = one_game(path, number)
    if seat is not None:
        if log.game is None or not log.header.players:
            _complain(judge(log))
        log = view_log(log, _seat(log, seat))
    judged = judge(log)
    if judged.state is None:
        _complain(judged)
        if not as_json:
            emit(report.check_text(judged))
        return
    if ply is not None:
        if ply > judged.plies:
            note(f"ply {ply} is beyond the last one that was played ({judged.plies})")
            _complain(judged)
            sys.exit(2)
        state = judged.state_at(ply)
        emit(dumps(ply_object(judged, ply, state)) if as_json else position_text(judged, ply, state))
    elif as_json:
        judged.walk(lambda at, state: emit(dumps(ply_object(judged, at, state, legal=False))) if at else None)
    else:
        emit(report.title(judged))
        width = len(str(judged.plies))
        for at, event in enumerate(judged.log.events[: judged.plies], 1):
            verdict = report.VERDICTS[judged.verdicts[at - 1]]
            reason = judged.reasons.get(at)
            mark = "" if verdict == "proven" else f"   [{verdict}{f': {reason}' if reason else ''}]"
            emit(report.printable(f"{at:>{width}}  {event.line()}{mark}"))
        emit(f"  {report.verdict_line(judged)}")
        result = report.result_line(judged)
        if result:
            emit(f"  {result}")
    _complain(judged)


def position_text(judged: Replay, ply: int, state: Any) -> str:
    """A position for people."""
    view = ply_object(judged, ply, state)
    lines = [
        f"ply {ply} of {judged.plies}"
        + (f", line {view['line']}: {view['event']}  [{view['verdict']}]" if ply else ", the set-up")
    ]
    lines += flat(view["state"])
    lines.append("  next    " + (" · ".join(view["legal"][:12]) or "nothing"))
    return report.printable_lines(lines)


def flat(value: Any, depth: int = 1, key: str = "") -> list[str]:
    """Nested plain data as indented lines."""
    pad = "  " * depth
    if isinstance(value, dict):
        if key and all(not isinstance(item, (dict, list)) for item in value.values()):
            return [f"{pad}{key:<12} " + "  ".join(f"{name} {_plain(item)}" for name, item in value.items())]
        head = [f"{pad}{key}"] if key else []
        return head + [line for name, item in value.items() for line in flat(item, depth + bool(key), str(name))]
    if isinstance(value, (list, tuple)):
        if not value or all(not isinstance(item, (dict, list)) for item in value):
            return [f"{pad}{key:<12} {' '.join(_plain(item) for item in value) or '–'}"]
        if all(isinstance(item, list) and all(isinstance(word, str) for word in item) for item in value):
            spaces = (" ".join(item) or "·" for item in value)
            return [f"{pad}{key:<12} " + " | ".join(spaces)]
        return [line for item in value for line in flat(item, depth, key)]
    return [f"{pad}{key:<12} {_plain(value)}"]


def _plain(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


@click.command()
@click.argument("path", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a game, with its detail.")
def score(path: str, as_json: bool) -> None:
    """Score the games of a file: categories or tracks, totals, winner, what decided."""
    bad = False
    for log in all_logs((path,)):
        judged = judge(log, keep=False)
        if judged.problems:
            bad = True
        if as_json:
            emit(dumps(check_object(judged, detail=True)))
            continue
        if judged.problems:
            warn(report.check_text(judged))
        if judged.problem is not None and judged.problem.kind != "claim":
            continue
        emit(report.title(judged))
        emit(f"  {report.verdict_line(judged)}")
        result = report.result_line(judged)
        if result is None:
            emit("  not finished: no score yet")
            continue
        emit(f"  {result}")
        assert judged.game is not None
        detail = dict(judged.game.detail(judged.state))
        for key in ("lots", "auctions"):
            detail.pop(key, None)
        emit(report.printable_lines(flat(detail, 2)))
    sys.exit(1 if bad else 0)


@click.command()
@PATHS
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit 1 if a file is not in canonical form.")
@click.option("-i", "--in-place", is_flag=True, help="Rewrite the files instead of printing.")
def fmt(paths: tuple[str, ...], only_check: bool, in_place: bool) -> None:
    """Write logs in the one canonical form. Logs with syntax problems are left as they are."""
    bad = False
    printed = rewritten = 0
    for found in _found(paths):
        before = _bytes_of(found)
        logs = list(read(io.BytesIO(before), found.label))
        broken = [log for log in logs if log.syntax]
        for log in broken:
            for problem in log.syntax:
                warn(report.render(problem))
        if broken:
            bad = True
            continue
        twin = logs[0].twin
        text = "".join(to_jsonl(log) for log in logs) if twin else "\n".join(to_text(log) for log in logs)
        after = text.encode()
        if only_check:
            if before != after:
                bad = True
                emit(f"{printable(found.label)} is not in canonical form")
        elif in_place:
            if before != after:
                _rewrite(found, after)
                rewritten += 1
                note(f"{found.label} rewritten")
        else:
            # In a file of several games, a blank line goes before each `format:`.
            emit(("\n" if printed and not twin else "") + text.rstrip("\n"))
            printed += 1
    if in_place and not rewritten and not bad:
        note("nothing to rewrite: all is in canonical form")
    sys.exit(1 if bad else 0)


def _bytes_of(source: Source) -> bytes:
    """A whole file, read once: standard input cannot be read again. Raises Trouble."""
    if source.trouble or source.open is None:
        raise Trouble(f"{source.label}: {source.trouble}")
    try:
        with source.open() as stream:
            return stream.read()
    except UNREADABLE as error:
        raise Trouble(_why(source, error)) from error


def _rewrite(found: Source, text: bytes) -> None:
    if found.label == "-" or not os.path.isfile(found.label):
        raise Trouble(f"{found.label} cannot be rewritten in place")
    folder = os.path.dirname(os.path.abspath(found.label))
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=".fmt-")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(text)
        os.chmod(temporary, os.stat(found.label).st_mode & 0o7777)
        os.replace(temporary, found.label)
    except BaseException:
        os.unlink(temporary)
        raise


@click.command()
@PATHS
@click.option("--to", "form", type=click.Choice(["jsonl", "bgl"]), required=True, help="Which form to write.")
@click.option(
    "-o", "--output", type=click.File("w", encoding="utf-8", lazy=True), help="A file instead of standard output."
)
def convert(paths: tuple[str, ...], form: str, output: IO[str] | None) -> None:
    """Turn logs into JSON Lines (one object an event) or into text; both are lossless."""
    bad = False
    number = 0
    write = output.write if output is not None else lambda text: emit(text.rstrip("\n"))
    for log in all_logs(paths):
        if log.syntax:
            bad = True
            for problem in log.syntax:
                warn(report.render(problem))
            continue
        write(to_jsonl(log) if form == "jsonl" else ("\n" if number else "") + to_text(log))
        number += 1
    if output is not None and output.name != "-":
        note(
            f"{counted(number, 'game')} written to {output.name}" if number else f"nothing was written to {output.name}"
        )
    sys.exit(1 if bad else 0)
