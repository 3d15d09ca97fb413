"""Commands that show: `dashboard`, `demo`, `report`."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from cli.messages import Trouble, note

if TYPE_CHECKING:
    from replay.log import Log

PORT: Final = 8501
#: Seconds that a dashboard may take until it answers.
PATIENCE: Final = 60.0

_folder = click.Path(path_type=Path)
_lake = click.option(
    "--lake", type=_folder, help="The lake's folder (else $BIBLIOS_LAKE, else the platform's place for data)."
)
_port = click.option(
    "--port", type=click.IntRange(1, 65535), help=f"Port to listen on. [default: {PORT}, or the next free]"
)
_address = click.option(
    "--server-address", default="localhost", show_default=True, metavar="ADDRESS",
    help="Address to listen on; 0.0.0.0 lets others on the network look, and names of people are shown.",
)  # fmt: skip


@click.command()
@_lake
@_port
@_address
def dashboard(lake: Path | None, port: int | None, server_address: str) -> None:
    """Open the dashboard on a lake: games, replay, statistics."""
    from cli.lake_commands import lake_of

    place = lake_of(lake, must_exist=False).absolute()
    if not place.is_dir():
        note(f"there is no lake at {place} yet: the dashboard will be empty. `biblios import FOLDER` fills it")
    with stoppable():
        code = serve(place, port, server_address)
    sys.exit(code)


@click.command()
@click.option("--lake", type=_folder, help="Import into this lake and keep it (else a temporary one).")
@_port
@_address
def demo(lake: Path | None, port: int | None, server_address: str) -> None:
    """Import the sample season and open the dashboard on it.

    Without --lake, the lake lives in a temporary folder and is gone afterwards. All games of the season are simulated.
    """
    from cli.lake_commands import lake_of

    with contextlib.ExitStack() as stack:
        stack.enter_context(stoppable())
        if lake is None:
            place = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="biblios-demo-"))) / "lake"
        else:
            place = lake_of(lake, must_exist=False).absolute()
        fill(place)
        code = serve(place, port, server_address)
    sys.exit(code)


@contextlib.contextmanager
def stoppable() -> Iterator[None]:
    """Let `kill` and a closed terminal end us as Ctrl-C does, so that no server and no temporary lake stays behind."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {one: signal.getsignal(one) for one in signals if signal.getsignal(one) is not signal.SIG_IGN}
    for one in before:
        signal.signal(one, stop)
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def fill(place: Path) -> None:
    """Import the sample season into a lake."""
    from importlib.resources import as_file, files

    from replay.lake import importing, sources
    from replay.lake.layout import LakeError

    with as_file(files("data").joinpath("season")) as season:
        try:
            done = importing.run(place, sources.find([str(season)]))
        except LakeError as error:
            raise Trouble(str(error)) from error
    note(f"sample season: {done.counts['new']} games imported, {done.counts['unchanged']} there before")


def serve(place: Path, port: int | None, address: str) -> int:
    """Run the dashboard on a lake until it is stopped; returns the exit code."""
    from importlib.resources import files

    if port is None:
        port = next(free_ports(address))
    elif not is_free(address, port):
        raise Trouble(f"port {port} is taken; leave --port away to have a free one chosen")
    app = Path(str(files("dashboard").joinpath("app.py")))
    root = app.parent.parent
    paths = [str(root), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "BIBLIOS_LAKE": str(place), "PYTHONPATH": os.pathsep.join(paths)}
    # The theme and the server's settings lie beside the package; Streamlit looks for them where it is started.
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        str(app),
        "--server.port",
        str(port),
        "--server.address",
        address,
    ]
    process = subprocess.Popen(command, env=environment, cwd=root if (root / ".streamlit").is_dir() else None)
    url = f"http://{'localhost' if address in ('0.0.0.0', '::') else address}:{port}"
    try:
        if wait_for(url, process):
            note(f"dashboard of {place}\n  {url}\n  Ctrl+C stops it")
        return process.wait()
    except KeyboardInterrupt:
        return 0
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def wait_for(url: str, process: subprocess.Popen[bytes]) -> bool:
    """Whether the dashboard answers in time; False where it ended or does not."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2):
                return True
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    return False


def is_free(address: str, port: int) -> bool:
    """Whether nobody listens on a port."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError:
            return False
    return True


def free_ports(address: str) -> Iterator[int]:
    """Free ports from the usual one on. Raises Trouble where a hundred are taken."""
    for port in range(PORT, PORT + 100):
        if is_free(address, port):
            yield port
    raise Trouble(f"no free port from {PORT} to {PORT + 99}, or {address} is no address of this machine")


@click.command()
@click.argument("file", metavar="FILE|ID", required=False)
@click.option(
    "--season", metavar="NAME", help="The report of a season of the lake instead of a game; `latest` for the newest."
)
@click.option("-o", "--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="File to write; - for standard output.")  # fmt: skip
@click.option("--game", "number", type=click.IntRange(min=1), help="Which game of a file with several, from 1.")
@click.option("--seat", metavar="HANDLE", help="Only what this player knew.")
@click.option("--mask", is_flag=True, help="Without the names of the players.")
@_lake
def report(file: str | None, season: str | None, out: Path, number: int | None, seat: str | None, mask: bool, lake: Path | None) -> None:  # fmt: skip
    """Write a game as one self-contained HTML file: result, score, moments, and the board to step through.

    FILE is a log (`-` reads standard input); ID is a game of the lake. With --season, the statistics of a season.
    """
    if (file is None) == (season is None):
        raise click.UsageError("name a game (FILE or ID), or a season with --season")
    if season is not None:
        if number is not None or seat is not None or mask:
            raise click.UsageError("--game, --seat and --mask are for the report of a game")
        _write(out, _season(season, lake))
        return
    assert file is not None
    from cli.log_commands import one_game
    from replay.referee import replay
    from replay.report import report_html

    log = _from_lake(file, lake) if file != "-" and not os.path.exists(file) else one_game(file, number)
    handles = log.header.handles
    if seat is not None and seat not in handles:
        raise click.BadParameter(
            f"nobody named {seat} sits in this game; there are {', '.join(handles)}", param_hint="--seat"
        )
    text = report_html(log, seat=handles.index(seat) if seat is not None else -1, masked=mask)
    _write(out, text)
    problem = replay(log).problem
    if problem is not None:
        from replay.problems import render

        click.echo(render(problem), err=True)
        sys.exit(1)


def _write(out: Path, text: str) -> None:
    """Write a report to a file, or to standard output for `-`."""
    if str(out) == "-":
        click.echo(text, nl=False)
    else:
        out.write_text(text, encoding="utf-8")
        note(f"{out} written ({len(text.encode()):,} bytes)")


def _season(name: str, folder: Path | None) -> str:
    """The report of a season of the lake. Raises click's errors."""
    from cli.lake_commands import opened
    from replay.lake.layout import LakeError
    from replay.stats.season_report import season_html
    from replay.stats.seasons import SeasonError

    try:
        return season_html(opened(folder), None if name == "latest" else name)
    except (LakeError, SeasonError) as error:
        raise Trouble(str(error)) from error


def _from_lake(game_id: str, lake: Path | None) -> Log:
    """A game of the lake. Raises click's usage errors."""
    from cli.lake_commands import lake_of
    from replay.lake.layout import LakeError
    from replay.lake.reader import Lake

    place = lake_of(lake, must_exist=False)
    if not place.is_dir():
        raise Trouble(f"there is no file {game_id}, and no lake at {place} that could hold a game with this id")
    try:
        return Lake(place).log(game_id)
    except KeyError:
        raise Trouble(f"there is no file {game_id}, and no game with this id in the lake {place}") from None
    except LakeError as error:
        raise Trouble(str(error)) from error


COMMANDS: Final = [dashboard, demo, report]
