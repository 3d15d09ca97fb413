"""Mounting the replay board on a Streamlit page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import streamlit as st

from dashboard.replay_board import assets

NAME: Final = "biblios_replay_board"


def _nothing() -> None:
    """Callbacks do nothing: naming them makes Streamlit keep the values."""


def replay_board(
    payload: Mapping[str, Any],
    *,
    key: str,
    rev: str,
    ply: int,
    token: str,
    notes: Mapping[int, int],
    open_report: bool,
) -> Any:
    """Show a game's frames; returns what the reader did: `.where` = {ply, seat, n}, `.game` = -1 or 1.

    The part keeps its own place. It goes to `ply` only when `token` is another one than before, and builds itself
    anew only when `rev` is; so the same data is sent again and again while somebody steps, and the server's answer
    to an older step never pulls the reader back.
    """
    part = st.components.v2.component(NAME, **assets()._asdict())
    data = {
        "payload": payload,
        "rev": rev,
        "ply": ply,
        "token": token,
        "notes": {str(at): count for at, count in notes.items()},
        "open_report": open_report,
    }
    return part(key=key, data=data, on_where_change=_nothing, on_game_change=_nothing)
