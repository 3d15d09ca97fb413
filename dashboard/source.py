"""Where the pages get their data: one lake a process, and the frames of the games that are open.

The lake is named by `$BIBLIOS_LAKE` (the command line sets it), else it is the one in the platform's place for data.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from replay.frames import frames, view_frames
from replay.games import GAMES
from replay.lake import lists
from replay.lake.layout import LakeError, default_path
from replay.lake.lists import ListFilter
from replay.lake.reader import Lake
from replay.log import Log
from replay.referee import replay

#: Session state: the log that a reader has open. It stays as it was opened, whatever is imported meanwhile.
OPEN: Final = "open-game"


@st.cache_resource(show_spinner=False, max_entries=4)
def _lake(path: str) -> Lake:
    return Lake(path)


def lake() -> Lake:
    """The lake, in its newest state. Raises LakeError where it cannot be read."""
    found = _lake(str(default_path()))
    found.refresh()
    return found


@dataclass(slots=True)
class OpenGame:
    """A game as a session opened it: its id, the hash of its log, the log, and the state of the lake at that time."""

    game_id: str
    log_hash: str
    log: Log
    manifest: int


def open_game(found: Lake, game_id: str) -> OpenGame:
    """The game, kept for this session until another one is opened. Raises KeyError for an unknown one, LakeError."""
    kept = st.session_state.get(OPEN)
    if isinstance(kept, OpenGame) and kept.game_id == game_id:
        return kept
    log = found.log(game_id)
    opened = OpenGame(game_id, log.hash, log, found.manifest.number)
    st.session_state[OPEN] = opened
    return opened


def close_game() -> None:
    """Forget the open game, so that it is read again."""
    st.session_state.pop(OPEN, None)


def payload(opened: OpenGame, seat: int, *, masked: bool) -> Mapping[str, Any]:
    """The frames of the open game for one seat (-1: everybody)."""
    return _payload(opened.log_hash, seat, masked, opened.log)


@st.cache_data(show_spinner=False, max_entries=256)
def _payload(log_hash: str, seat: int, masked: bool, _log: Log) -> dict[str, Any]:
    return view_frames(_log, seat, masked=masked) if seat >= 0 else frames(replay(_log), masked=masked)


def asked(params: Mapping[str, Any]) -> ListFilter:
    """The filter of the list of games from the words of an address; what cannot be read asks nothing."""

    def word(key: str) -> str | None:
        value = params.get(key)
        return value.strip() or None if isinstance(value, str) else None

    names = params.get("who") or ()
    # Streamlit writes a choice into the address by its title.
    game = {GAMES[name].TITLE: name for name in GAMES}.get(word("kind") or "", word("kind"))
    proof, status = word("proof"), word("state")
    return ListFilter(
        text=word("q") or "",
        game=game if game in GAMES else None,
        players=tuple(names if isinstance(names, list | tuple) else (names,)),
        since=_date(word("since")),
        until=_date(word("until")),
        event=word("at"),
        place=word("place"),
        status=status if status in ("complete", "unfinished", "abandoned") else None,
        proof=proof if proof in lists.PROOFS else None,
    )


def _date(text: str | None) -> dt.date | None:
    try:
        return dt.date.fromisoformat(text) if text else None
    except ValueError:
        return None


__all__ = ["LakeError", "OpenGame", "asked", "close_game", "lake", "open_game", "payload"]
