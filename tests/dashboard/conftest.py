"""Lakes for the pages' tests: empty, with one game, with many."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from replay import simulate
from replay.lake import importing, sources

APP = Path(__file__).parents[2] / "dashboard" / "app.py"


def fill(path: Path, *texts: str) -> None:
    """Import texts into a lake."""
    done = importing.run(path, [sources.of_bytes(f"{n}.bgl", text.encode()) for n, text in enumerate(texts)])
    assert done.good, done.counts


@pytest.fixture(scope="session")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """40 games: one with moves of each kind, the others known by their result."""
    path = tmp_path_factory.mktemp("many") / "lake"
    logs = [next(simulate.games("biblios", 3, 1, 1)), next(simulate.games("biblios-dice", 4, 2, 1))]
    results = [
        f"format: 1\ngame: biblios\nplayers: Ana, Bram, Name{n}\nid: r{n:02}\ndate: 2026-02-{n % 28 + 1:02}\n"
        f"event: {'Thursday club' if n % 2 else 'Finale'}\nstatus: result-only\nresult: Ana {n % 9 + 3}, Bram 2, Name{n} 1\n"
        for n in range(38)
    ]
    fill(path, *(log.canonical() for log in logs), "\n".join(results))
    return path


@pytest.fixture(autouse=True)
def main_module() -> Iterator[None]:
    """AppTest leaves the page's script behind as `__main__`; processes that a later test starts would run it."""
    before = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = before


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> Callable[..., AppTest]:
    """Run a page of the dashboard over a lake, with words in the address."""

    def run(lake: Path, page: str = "games", **address: str) -> AppTest:
        monkeypatch.setenv("BIBLIOS_LAKE", str(lake))
        st.cache_data.clear()
        st.cache_resource.clear()
        test = AppTest.from_file(str(APP), default_timeout=30)
        if page != "games":
            test.run()
            test.switch_page(f"app_pages/{page}.py")
        # Bound widgets take their value from the address when they are first drawn, so it is set before.
        for key, value in address.items():
            test.query_params[key] = value
        test.run()
        assert not test.exception, test.exception
        return test

    return run
