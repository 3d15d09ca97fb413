"""Comments on a ply: kept in the lake; two who write the same one are told of each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import streamlit as st

from dashboard.text import md
from replay.frames import named
from replay.lake.club import Comment, CommentConflict
from replay.lake.layout import LakeError
from replay.lake.reader import Lake

AUTHOR: Final = "comment-author"
#: Session state: what to say in the run after a comment was saved.
SAID: Final = "comment-said"


def place_name(ply: int, payload: Mapping[str, Any]) -> str:
    """What a comment is about, in words."""
    if ply == 0:
        return "the game as a whole"
    if ply > payload["plies"]:
        return f"ply {ply}"
    return f"ply {ply}: {named(payload['moves'][ply - 1][2], payload)}"


def panel(lake: Lake, game_id: str, ply: int, payload: Mapping[str, Any]) -> None:
    """The comments of a game, and a form for the ply at hand."""
    if said := st.session_state.pop(SAID, None):
        st.toast(said, icon=":material/check:")
    found = lake.comments(game_id)
    current = next((note for note in found if note.ply == ply), None)
    label = f"Comments ({len(found)})" if found else "Comments"
    with st.expander(label, icon=":material/edit_note:", expanded=bool(found)):
        for note in found:
            who = f" — {md(note.author)}" if note.author else ""
            st.markdown(f"**{md(place_name(note.ply, payload))}**{who}")
            st.text(note.text)
        _form(lake, game_id, ply, payload, current)


def _form(lake: Lake, game_id: str, ply: int, payload: Mapping[str, Any], current: Comment | None) -> None:
    """The form for one ply. It remembers what its writer saw when they began: (version, text)."""
    slot = f"comment-{game_id}-{ply}"
    now = (current.version, current.text) if current else (0, "")
    seen: dict[str, tuple[int, str]] = st.session_state.setdefault("comment-seen", {})
    base = seen.setdefault(slot, now)
    written = st.session_state.get(f"{slot}-text", base[1])
    if now != base and written == base[1]:
        # Nothing of one's own is at stake: show the newer words.
        seen[slot] = base = now
        st.session_state[f"{slot}-text"] = now[1]
    elif current is not None and now != base:
        st.warning(f"{md(current.author or 'Somebody')} wrote this comment while you had it open. Now it says:",
                   icon=":material/group:")  # fmt: skip
        st.text(current.text)
        if st.button("Take theirs and edit it", key=f"{slot}-take"):
            seen[slot] = now
            st.session_state[f"{slot}-text"] = current.text
            st.rerun()
        if st.button("Keep mine, and write over theirs when I save", key=f"{slot}-over"):
            seen[slot] = now
            st.rerun()
    st.caption(f"On {md(place_name(ply, payload))}")
    st.session_state.setdefault(f"{slot}-text", base[1])
    with st.form(slot, border=False):
        st.text_area("Your comment", key=f"{slot}-text", max_chars=10_000, height=90, persist_state="session")
        with st.container(horizontal=True, vertical_alignment="bottom"):
            st.text_input("Your name", key=AUTHOR, persist_state="session", max_chars=80, width=220)
            if st.form_submit_button("Save", icon=":material/save:"):
                _save(lake, game_id, ply, slot, seen)


def _save(lake: Lake, game_id: str, ply: int, slot: str, seen: dict[str, tuple[int, str]]) -> None:
    text = st.session_state[f"{slot}-text"]
    author = st.session_state[AUTHOR].strip() or None
    try:
        try:
            written = lake.add_comment(game_id, ply, author, text, seen[slot][0])
        except CommentConflict as conflict:
            if conflict.current.text:
                st.rerun()  # the form shows the other version and both ways out
            # The comment was removed before: there are no words to write over.
            written = lake.add_comment(game_id, ply, author, text, conflict.current.version)
    except LakeError as error:
        st.error(md(str(error)))
    else:
        seen[slot] = (written.version, written.text)
        st.session_state[SAID] = "The comment is kept." if written.text else "The comment is removed."
        st.rerun()  # the list above and the marks on the board show it too
