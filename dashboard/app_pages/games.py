"""Games: all games of the lake, filtered, a page at a time, each a link to its replay."""

from __future__ import annotations

import streamlit as st

from dashboard import game_list, source, words
from replay.lake import lists


def main() -> None:
    """The page."""
    lake = source.lake()
    keep = game_list.asked()
    asked = source.asked(keep)
    total = lists.count(lake, asked)
    if not total:
        empty = not lists.count(lake, lists.ListFilter())
        if empty:
            st.info("This lake holds no games yet. `biblios import FOLDER` brings some in; `biblios demo` shows a sample season.",
                    icon=":material/inbox:")  # fmt: skip
        else:
            st.info("No game matches these filters.", icon=":material/search_off:")
        return
    pages = (total + lists.PAGE - 1) // lists.PAGE
    page = 1
    st.caption(f"{total:,} game{'s' if total != 1 else ''}, the newest first")
    below = st.container(gap="small")
    if pages > 1:
        page = words.number(st.pagination, pages, key="page")
    rows = lists.games(lake, asked, offset=(page - 1) * lists.PAGE).to_pylist()
    with below:
        game_list.show(rows, keep)


main()
