"""The replay without its board: a slider, the position and the moves as tables. For whoever cannot run the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from dashboard.text import md
from replay.frames import Frame, expand, named, series


def move_rows(payload: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The moves as rows: ply, line, what happened, verdict and its reason."""
    verdicts = ("proven", "possible", "unjudged", "let stand")
    rows = []
    for ply, move in enumerate(payload["moves"], 1):
        reason = named(move[5], payload) if len(move) > 5 and move[5] else ""
        rows.append(
            {"ply": ply, "line": move[0], "move": named(move[2], payload), "verdict": verdicts[move[4]], "why": reason}
        )
    return rows


def seat_rows(payload: Mapping[str, Any], frame: Frame) -> list[dict[str, Any]]:
    """The position seat by seat."""
    rows = []
    for seat, player in enumerate(payload["players"]):
        gold = frame.get(f"g{seat}")
        row = {"seat": seat + 1, "player": player["handle"],
               "gold": f"{gold[0]}–{gold[1]}" if isinstance(gold, list) else str(gold),
               "standing": "?" if frame["sd"][seat] is None else str(frame["sd"][seat])}  # fmt: skip
        if f"h{seat}" in frame:
            row["hand"] = frame[f"h{seat}"]
        rows.append(row)
    return rows


def score_rows(payload: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The final score as rows; empty before the end."""
    score = payload["score"]
    if score is None:
        return []
    handles = [player["handle"] for player in payload["players"]]
    rows = []
    for row in score["rows"]:
        cells = {
            handle: "?" if cell["points"] is None else str(cell["points"])
            for handle, cell in zip(handles, row["cells"], strict=True)
        }
        rows.append({"": row["label"], **cells, "why": named(row["why"] or row["note"], payload)})
    totals = {
        handle: "?" if total is None else str(total) for handle, total in zip(handles, score["totals"], strict=True)
    }
    rows.append({"": "total", **totals, "why": score["decided"] or named(score["why"], payload)})
    return rows


def _escaped(rows: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Rows whose words are shown as they are: a table of Streamlit reads Markdown."""
    return [{md(key): md(str(value)) for key, value in row.items()} for row in rows]


def show(payload: Mapping[str, Any], ply: int, *, key: str) -> None:
    """The plain page of a game."""
    st.subheader(" · ".join(md(player["name"]) for player in payload["players"]))
    problem = payload["problem"]
    if problem is not None:
        st.error(md(problem["message"]))
        if problem["text"]:
            st.code(problem["text"], language=None)
    score = score_rows(payload)
    if score:
        st.table(_escaped(score), hide_index=True)
    positions = expand(payload)
    if not positions:
        st.info(
            "Only the result of this game is known."
            if payload["status"] == "complete"
            else "No move of this log can be played."
        )
        return
    if len(positions) > 1:
        ply = st.slider("Ply", 0, len(positions) - 1, ply, key=f"{key}-{ply}")
    if ply:
        move = payload["moves"][ply - 1]
        st.markdown(f"**{md(named(move[2], payload))}** — line {move[0]}")
    else:
        st.markdown("**The set-up**")
    st.table(_escaped(seat_rows(payload, positions[ply])), hide_index=True)
    st.dataframe(move_rows(payload), hide_index=True, height=400)
    handles = [player["handle"] for player in payload["players"]]
    for what, title in (("standing", "Standing after every ply"), ("gold", "Gold after every ply")):
        lines = series(payload, what)
        if any(value is not None for line in lines for value in line):
            st.caption(title)
            st.line_chart(dict(zip(handles, lines, strict=True)), height=180)
