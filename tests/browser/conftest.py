"""A dashboard in a real browser: one lake and one server for all browser tests, a fresh page for each test."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from replay import simulate
from replay.lake import importing, sources
from replay.lake.reader import Lake

ROOT = Path(__file__).parents[2]
#: What Chromium needs to run quietly in a container.
CHROMIUM = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
HOSTILE = """format: 1
game: biblios
players: Ana=<img src=x onerror="window.hit=1">, Bram=**bold** [x](javascript:alert(1)) :smile:
id: hostile
date: 2026-01-01
event: <script>window.hit=1</script>

Ana keeps G1 # <img src=x onerror="window.hit=1">
Ana shows G2
Ana auctions P2a
Bram takes G2
"""


@dataclass
class Site:
    """A running dashboard."""

    url: str
    lake: Path
    game: str
    plies: int
    dice: str | None


def build_lake(path: Path) -> tuple[str, int, str | None]:
    """A few simulated games; returns one of them with its number of plies, and a game of dice."""
    logs = list(simulate.games("biblios", 4, 11, 4)) + list(simulate.games("biblios", 2, 12, 2))
    dice = list(simulate.games("biblios-dice", 3, 13, 2))
    text = "\n".join(log.canonical() for log in logs + dice)
    done = importing.run(
        path, [sources.of_bytes("games.bgl", text.encode()), sources.of_bytes("hostile.bgl", HOSTILE.encode())]
    )
    assert done.good, done.counts
    return logs[0].game_id, len(logs[0].events), dice[0].game_id


def serve(lake: Path, log: Path) -> tuple[subprocess.Popen[bytes], str]:
    """Start the dashboard on a free port and wait until it answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "dashboard/app.py", "--server.port", str(port), "--server.headless", "true",
               "--server.address", "127.0.0.1", "--server.fileWatcherType", "none"]  # fmt: skip
    environment = {**os.environ, "BIBLIOS_LAKE": str(lake), "PYTHONPATH": str(ROOT)}
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=out, stderr=out)
    url = f"http://127.0.0.1:{port}"
    for _ in range(150):
        try:
            urllib.request.urlopen(f"{url}/_stcore/health", timeout=1).close()
            return process, url
        except OSError:
            time.sleep(0.2)
    process.kill()
    raise RuntimeError(log.read_text(errors="replace"))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The dashboard that all tests share; nothing in it is changed but comments and one import."""
    folder = tmp_path_factory.mktemp("site")
    game, plies, dice = build_lake(folder / "lake")
    process, url = serve(folder / "lake", folder / "server.log")
    try:
        yield Site(url, folder / "lake", game, plies, dice)
    finally:
        process.terminate()
        process.wait(10)
        said = (folder / "server.log").read_text(errors="replace")
        assert "Traceback" not in said, said[-3000:]


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=chromium, args=list(CHROMIUM))
        yield found
        found.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh session of the browser; a script error on the page fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(20_000)
    fresh = context.new_page()
    errors: list[str] = []
    fresh.on("pageerror", lambda error: errors.append(str(error)))
    yield fresh
    context.close()
    assert not errors, errors


@pytest.fixture
def at(page: Page, site: Site) -> Callable[..., Page]:
    """Open the replay of a game at a place and wait for the board."""

    def open_at(query: str = "", game: str | None = None, on: Page = page) -> Page:
        on.goto(f"{site.url}/replay?game={game or site.game}{query}")
        on.wait_for_selector(".replay[data-shown]")
        on.wait_for_function("() => !document.querySelector('[data-testid=stStatusWidget]')")
        return on

    return open_at


@pytest.fixture
def lake(site: Site) -> Lake:
    return Lake(site.lake)
