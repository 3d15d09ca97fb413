"""The replay board: one part in plain HTML, CSS and JavaScript, for the dashboard and for reports on paper.

`assets` reads its files; nothing here needs Streamlit, so that a report can be written without it (`part` mounts it).
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

#: In this order: helpers, one board a game, then the replay that uses them.
_SCRIPTS: Final = ("common.js", "biblios.js", "dice.js", "board.js")
_STYLES: Final = ("board.css", "dice.css")


class Assets(NamedTuple):
    """Markup, style and script of the part; the script is one module with one default export, `replayBoard`."""

    html: str
    css: str
    js: str


@cache
def assets() -> Assets:
    """The part's files, joined."""
    here = files("dashboard.replay_board")

    def read(name: str) -> str:
        return here.joinpath(name).read_text(encoding="utf-8")

    return Assets(read("board.html"), "\n".join(map(read, _STYLES)), "\n".join(map(read, _SCRIPTS)))
