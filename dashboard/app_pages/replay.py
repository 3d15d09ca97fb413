"""Replay: one game, its report first, then every move on the board, with what a chosen seat knew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from dashboard import address, comments, game_list, plain, source, words
from dashboard.replay_board.part import replay_board
from dashboard.text import md
from replay.lake import lists
from replay.lake.layout import LakeError
from replay.referee import view_log
from replay.report import page as report_page

MEMORY = "replay-memory"


def filter_words() -> dict[str, Any]:
    """The list's filter that the address carries, in one word of its own: those of the list go with its page."""
    return game_list.unfold(st.query_params.get("list", ""))


def search(message: str | None, text: str = "") -> None:
    """No game, or an unknown one: say so, and offer a search instead."""
    if message:
        st.warning(message, icon=":material/search:")
    lake = source.lake()
    kept = st.session_state.get(source.OPEN)
    if isinstance(kept, source.OpenGame):
        memory = st.session_state.get(MEMORY, {}).get(kept.game_id)
        place = memory.place if memory is not None else address.Place()
        st.page_link("app_pages/replay.py", label="Back to the game that you had open", icon=":material/undo:",
                     query_params=address.words(kept.game_id, place, kept.log.header.handles, address.Address()))  # fmt: skip
    st.subheader("Choose a game")
    typed = st.text_input("Search", value=text, key="find", placeholder="name, occasion, place or id")
    asked = lists.ListFilter(text=typed)
    rows = lists.games(lake, asked, limit=12).to_pylist()
    if not rows and typed:
        st.caption(f"Nothing matches “{md(typed)}”; these are the newest games.")
        rows = lists.games(lake, lists.ListFilter(), limit=12).to_pylist()
    if not rows:
        st.info("This lake holds no games yet.", icon=":material/inbox:")
    game_list.show(rows, {})


def place_of(game: str, opened: source.OpenGame, plies: int, *, masked: bool) -> address.Memory:
    """Where the reader is now; writes the address and shows notices."""
    handles = opened.log.header.handles
    found = st.session_state.get(MEMORY)
    memory = found.get(game) if isinstance(found, dict) else None
    board = st.session_state.get(f"board-{game}")
    report = board.get("where") if isinstance(board, Mapping) else None
    decision = address.resolve(game, address.read(st.query_params), memory, report, plies, handles, masked=masked)
    st.session_state[MEMORY] = {game: decision.memory}
    if decision.write is not None:
        st.query_params.update(decision.write)
    for notice in decision.notices:
        st.warning(md(notice), icon=":material/edit_location:")
    return decision.memory


def leaf(lake: source.Lake, game: str, step: int) -> None:
    """Go to the game before or after this one in the list."""
    beside = lists.neighbours(lake, source.asked(filter_words()), game)
    other = beside.before if step < 0 else beside.after
    if other is None:
        st.toast("This is the first game of the list." if step < 0 else "This is the last game of the list.")
        return
    st.query_params.update({"game": other, "ply": "0"})
    st.rerun()


@st.fragment(run_every="4s")
def watch(manifest: int) -> None:
    """A banner when the lake got new games while somebody reads; the reader's place stays."""
    lake = source.lake()
    if lake.manifest.number == manifest:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.info(
            "The lake has new games or corrections. Your place stays as it is until you reload.", icon=":material/sync:"
        )
        if st.button("Reload", key="reload-lake"):
            source.close_game()
            st.rerun(scope="app")


def head(lake: source.Lake, opened: source.OpenGame) -> bool:
    """Title, links to the neighbours, the masking switch; returns whether names are masked."""
    listed = filter_words()
    beside = lists.neighbours(lake, source.asked(listed), opened.game_id)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.page_link(
            "app_pages/games.py",
            label="Games",
            icon=":material/arrow_back:",
            query_params=game_list.for_page(listed) or None,
        )
        if beside.number is not None:
            st.caption(
                f"game {beside.number:,} of {beside.total:,}{' in the filter' if listed else ''}", width="content"
            )
        if st.button("", icon=":material/chevron_left:", help="previous game of the list (Ctrl+Left)",
                     disabled=beside.before is None, key="game-before"):  # fmt: skip
            leaf(lake, opened.game_id, -1)
        if st.button("", icon=":material/chevron_right:", help="next game of the list (Ctrl+Right)",
                     disabled=beside.after is None, key="game-after"):  # fmt: skip
            leaf(lake, opened.game_id, 1)
        st.space("stretch")
        masked = words.switch("Mask names", key=game_list.MASK, help="Show Player 1, Player 2 … instead of names")
        words.switch("Plain view", key="plain", help="Slider and tables instead of the board")
    return masked


def keep_and_share(opened: source.OpenGame, payload: Mapping[str, Any], seat: int, *, masked: bool) -> None:
    """Downloads: the log as far as this view knows it, and the report."""
    name = "".join(char if char.isalnum() or char in "-_" else "-" for char in opened.game_id)[:80] or "game"
    if seat >= 0:
        name += f"-seat{seat + 1}"

    def text() -> str:
        return view_log(opened.log, seat).canonical(comments=False) if seat >= 0 else opened.log.canonical()

    with st.container(horizontal=True):
        st.download_button("Log", text, file_name=f"{name}.bgl", mime="text/plain", icon=":material/download:", on_click="ignore",
                           disabled=masked, key="get-log", help="The canonical log" if seat < 0 else "The log as this seat knew it")  # fmt: skip
        st.download_button("Report (HTML)", lambda: report_page(payload), file_name=f"{name}.html", mime="text/html", on_click="ignore",
                           icon=":material/html:", key="get-report", help="One file with result, moves and board, without network")  # fmt: skip


def main() -> None:
    """The page."""
    lake = source.lake()
    asked = address.read(st.query_params)
    if asked.game is None:
        search(None)
        return
    try:
        opened = source.open_game(lake, asked.game)
    except KeyError:
        search(f"There is no game “{md(asked.game)}” here.", asked.game)
        return
    except LakeError as error:
        search(f"This game cannot be read: {md(str(error))}")
        return
    game = asked.game
    masked = head(lake, opened)
    watch(opened.manifest)
    full = source.payload(opened, address.EVERYBODY, masked=masked)
    memory = place_of(game, opened, full["plies"], masked=masked)
    place = memory.place
    payload = full if place.seat < 0 else source.payload(opened, place.seat, masked=masked)
    notes = {note.ply: 1 for note in lake.comments(opened.game_id)}
    if st.session_state.get("plain"):
        plain.show(payload, place.ply, key=f"plain-{game}")
    else:
        # The report stands open for those who come without a ply, and stays out of the way of those with one.
        first = st.session_state.setdefault("report-open", {})
        if game not in first:
            st.session_state["report-open"] = first = {game: asked.ply is None}
        result = replay_board(payload, key=f"board-{game}", rev=f"{opened.log_hash}/{place.seat}/{masked}", ply=place.ply,
                              token=f"{game}/{memory.token}", notes=notes, open_report=first[game])  # fmt: skip
        if result.game:
            leaf(lake, opened.game_id, int(result.game))
    if place.seat >= 0 or masked:
        # Whoever wrote them may have known more than this seat, and may name somebody.
        st.caption(f"Comments are not shown {'while names are masked' if masked else 'in the view of a seat'}.")
    else:
        comments.panel(lake, opened.game_id, place.ply, payload)
    keep_and_share(opened, payload, place.seat, masked=masked)


main()
