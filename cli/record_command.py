"""`biblios record`: write a log at the table, each event judged as it is typed."""

from __future__ import annotations

import datetime as dt
import os
import secrets

import click

from cli import report
from cli.messages import Trouble, emit
from replay.games import GAMES
from replay.log import Header, read_text
from replay.problems import render
from replay.referee import Replay
from replay.referee import replay as judge

HELP = """type an event as in a log, for example: Ana keeps P3e
  ?      what may come next        undo   take the last line back
  where  the position              quit   stop here (the file can be taken up again)"""


@click.command()
@click.argument("path", metavar="FILE")
@click.option("--game", type=click.Choice(list(GAMES)), help="Which game (for a new file).")
@click.option(
    "--players", help="Players clockwise from the start player: `Ana, Bram, C=Chloé van Dijk` (for a new file)."
)
@click.option(
    "--set", "settings", multiple=True, metavar="KEY=VALUE", help="More header lines, such as event=Thursday club."
)
def record(path: str, game: str | None, players: str | None, settings: tuple[str, ...]) -> None:
    """Write a log event by event; a new FILE is begun, an existing one is taken up where it stops.

    Every event is judged before it is written. What is against the rules is explained and not written (add `!` where the
    table lets it stand). The file is complete on disk after each line.
    """
    text = _begun(path, game, players, settings)
    judged = _judged(text, path)
    if judged.problems:
        for problem in judged.problems:
            emit(render(problem))
        if not os.path.exists(path):
            raise click.UsageError(f"{path} was not begun: correct --players or --set")
        raise click.UsageError(f"{path} has a problem; mend it first (biblios check {path})")
    _save(path, text)
    emit(f"{report.title(judged)}\n{HELP}")
    while True:
        _prompt(judged)
        try:
            line = input("> ").strip()
        except EOFError:
            break
        if line in ("quit", "exit", "q"):
            break
        if not line:
            continue
        if line in ("?", "help", "h"):
            emit("  " + "\n  ".join(_legal(judged)[:40]) + f"\n{HELP}")
        elif line == "where":
            from cli.log_commands import position_text

            emit(position_text(judged, judged.plies, judged.state))
        elif line == "undo":
            text, judged = _undo(text, judged, path)
        else:
            text, judged = _try(text, judged, path, line)
    emit(f"{path}: {report.verdict_line(judged)}")


def _begun(path: str, game: str | None, players: str | None, settings: tuple[str, ...]) -> str:
    """The text of the file, or of a new one with an id of its own. Raises click's errors."""
    if os.path.exists(path):
        try:
            with open(path, encoding="utf-8") as stream:
                text = stream.read()
        except UnicodeDecodeError:
            raise Trouble(f"{path} is no text in UTF-8 (biblios check {path} says more)") from None
        found = read_text(text, path)
        if len(found) != 1:
            raise click.UsageError(f"{path} holds several games; record writes one a file")
        if found[0].twin:
            raise Trouble(f"{path} is in JSON Lines; record writes text (biblios convert --to bgl makes it)")
        _same_game(path, found[0].header, game, players)
        return text if text.endswith("\n") else text + "\n"
    folder = os.path.dirname(path)
    if folder and not os.path.isdir(folder):
        raise Trouble(f"{path} cannot be begun: there is no folder {folder}")
    if game is None or players is None:
        raise click.UsageError("a new file needs --game and --players")
    lines = [
        "format: 1",
        f"game: {game}",
        f"players: {players}",
        f"id: {dt.date.today():%Y%m%d}-{secrets.token_hex(4)}",
    ]
    keys = [item.partition("=")[0].strip().lower() for item in settings]
    if "date" not in keys:
        lines.append(f"date: {dt.date.today().isoformat()}")
    for item in settings:
        key, equals, value = item.partition("=")
        if not equals:
            raise click.UsageError(f"--set {item}: write KEY=VALUE")
        lines.append(f"{key.strip()}: {value.strip()}")
    return "\n".join(lines) + "\n\n"


def _same_game(path: str, header: Header, game: str | None, players: str | None) -> None:
    """Raise click.UsageError where an existing file is another game than the one that was asked for."""
    if not header.game or not header.handles:  # it cannot be read; what is wrong is said later
        return
    asked = header.handles
    if players:
        asked = read_text(f"format: 1\ngame: {header.game}\nplayers: {players}\n", path)[0].header.handles
    if (game or header.game) != header.game or asked != header.handles:
        raise click.UsageError(
            f"{path} is there already: a game of {header.game} by {', '.join(header.handles)}; for a new game name a new file"
        )


def _judged(text: str, path: str) -> Replay:
    return judge(read_text(text, path)[0])


def _save(path: str, text: str) -> None:
    """Replace the file in one step, so that a power cut leaves the last good one."""
    temporary = path + ".part"
    with open(temporary, "w", encoding="utf-8", newline="\n") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(temporary, path)


def _legal(judged: Replay) -> list[str]:
    game = judged.game
    assert game is not None
    return list(game.legal(judged.state))


def _prompt(judged: Replay) -> None:
    if judged.status == "complete":
        result = report.result_line(judged)
        emit(f"the game is over: {result}" if result else "the game is over")
    following = _legal(judged)
    if following:
        emit(f"{judged.plies + 1}. next: {' · '.join(following[:4])}{' …' if len(following) > 4 else ''}")


def _try(text: str, judged: Replay, path: str, line: str) -> tuple[str, Replay]:
    """The text with one line more if it holds; else the message and the text as it was."""
    longer = f"{text}{line}\n"
    found = _judged(longer, path)
    problems = [problem for problem in found.problems if problem.kind != "claim"]
    if problems:
        emit(render(problems[0]))
        return text, judged
    _save(path, longer)
    return longer, found


def _undo(text: str, judged: Replay, path: str) -> tuple[str, Replay]:
    """The text without its last line of events."""
    if not judged.plies:
        emit("there is nothing to take back")
        return text, judged
    lines = text.rstrip("\n").split("\n")
    emit(f"taken back: {lines[-1]}")
    shorter = "\n".join(lines[:-1]) + "\n"
    if shorter.count("\n\n") == 0:
        shorter += "\n"
    _save(path, shorter)
    return shorter, _judged(shorter, path)
