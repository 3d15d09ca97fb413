"""Games: all games of the lake, filtered, a page at a time, each a link to its replay."""

from __future__ import annotations

import streamlit as st

from dashboard import game_list, source
from replay.lake import lists


@st.cache_data(show_spinner=False, max_entries=8)
def choices(path: str, version: str) -> dict[str, list[str]]:
    """What the filters offer; asked again only when the lake has changed."""
    return lists.choices(source.lake())


def main() -> None:
    """The page."""
    lake = source.lake()
    offered = choices(str(lake.path), lake.version)
    st.title("Games")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input("Search", key="q", bind="query-params", placeholder="name, occasion, place or id", width=260)
        st.selectbox("Game", list(game_list.TITLES), index=None, key="kind", bind="query-params",
                     format_func=lambda name: game_list.TITLES[name], placeholder="both", width=170)  # fmt: skip
        st.multiselect(
            "With all of", offered["players"], key="who", bind="query-params", placeholder="anybody", width=280
        )
    with st.expander("More filters", icon=":material/filter_list:"), st.container(horizontal=True):
        st.date_input("From", value=None, key="since", bind="query-params", width=150)
        st.date_input("Until", value=None, key="until", bind="query-params", width=150)
        st.selectbox(
            "Occasion", offered["events"], index=None, key="at", bind="query-params", placeholder="any", width=200
        )
        st.selectbox(
            "Place", offered["places"], index=None, key="place", bind="query-params", placeholder="any", width=200
        )
        st.selectbox("State", ["complete", "unfinished", "abandoned"], index=None, key="state", bind="query-params",
                     placeholder="any", width=150)  # fmt: skip
        st.selectbox("Evidence", list(lists.PROOFS), index=None, key="proof", bind="query-params", placeholder="any", width=200)  # fmt: skip
    keep = {key: st.session_state.get(key) for key in game_list.FILTER_KEYS}
    keep = {key: str(value) if key in ("since", "until") else value for key, value in keep.items() if value}
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
        page = min(pages, st.pagination(pages, key="page", bind="query-params"))
    rows = lists.games(lake, asked, offset=(page - 1) * lists.PAGE).to_pylist()
    with below:
        game_list.show(rows, keep)


main()
