"""The dashboard: the frame round all pages. Run with `biblios dashboard`, or `streamlit run dashboard/app.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import streamlit as st

from dashboard import filters, kept, source
from dashboard.game_list import MASK
from dashboard.text import md

#: The board wants the width that Streamlit leaves empty at both sides. On a phone Streamlit would cut the words of a link,
#: and press a grid of sixteen columns into the width of a hand: it is moved sideways instead.
_STYLE: Final = """<style>
.stMainBlockContainer { padding-top: 4.2rem; padding-left: clamp(.8rem, 2.5vw, 3rem); padding-right: clamp(.8rem, 2.5vw, 3rem); }
.stMainBlockContainer [data-testid="stPageLink"] a { height: auto; }
.stMainBlockContainer [data-testid="stPageLink"] a * { white-space: normal; overflow-wrap: anywhere; }
[class*="st-key-broad-"] { overflow-x: auto; }
[class*="st-key-broad-"] > * { min-width: 52rem; }
</style>"""

#: Not named `pages`: Streamlit would take such a folder for its older kind of app, and show the first visitor bare pages.
HERE: Final = Path(__file__).parent / "app_pages"

#: A file of our own: Streamlit would fetch an icon that has only a name from a server far away.
ICON: Final = Path(__file__).parent / "icon.svg"

#: Pages of the statistics: file → (title, icon, what it is for). Those whose file is there are shown.
STATISTICS: Final = {
    "club": ("Club", ":material/groups:", "Wins, seats, placements and the season table of the club."),
    "players": ("Players", ":material/person:", "One page a player: results, rivals, habits at auctions."),
    "scoring": (
        "Scoring",
        ":material/stacked_bar_chart:",
        "How games are won: categories and tracks, margins, tie-breaks.",
    ),
    "auctions": ("Auctions", ":material/gavel:", "Prices, overpay, defaults, and what lots finally brought."),
    "lots": ("Lots", ":material/style:", "One page a lot: how often, how dear, what it brought, who buys it."),
    "records": ("Records", ":material/emoji_events:", "The highest, the closest, the dearest."),
    "compare": ("Compare", ":material/compare_arrows:", "Two selections of games side by side."),
}


def pages() -> dict[str, list[st.Page]]:
    """All pages that there are, by section of the navigation."""
    games = st.Page(HERE / "games.py", title="Games", icon=":material/menu_book:", default=True,
                    help="All games: look for one, open its replay.")  # fmt: skip
    replay = st.Page(HERE / "replay.py", title="Replay", icon=":material/auto_stories:", url_path="replay",
                     help="One game: its report, then every move on the board.")  # fmt: skip
    found = {"": [games, replay]}
    numbers = [
        st.Page(HERE / f"{name}.py", title=title, icon=icon, help=what, url_path=name)
        for name, (title, icon, what) in STATISTICS.items()
        if (HERE / f"{name}.py").exists()
    ]
    if numbers:
        found["Statistics"] = numbers
    return found


def above(page: st.Page) -> None:
    """Title and filters of a page; the filters stand in one place of the page, with a title above or without one."""
    statistics, listed = page.url_path in STATISTICS, page.url_path == ""
    with st.container():
        if statistics or listed:
            st.title(page.title)
    masked = not (statistics or listed) and bool(st.session_state.get(MASK))
    unsaid = filters.NAMING if masked else ()
    keys = [key for key in filters.ALL_KEYS if key not in unsaid]
    kept.bring(page.url_path, keys)
    filters.bar(filters.KEYS if statistics else filters.LISTED if listed else (), unsaid)
    kept.remember(page.url_path, keys, unsaid)


def main() -> None:
    """Draw the frame, then the page that the address names."""
    st.set_page_config(page_title="Biblios club", page_icon=str(ICON), layout="wide")
    page = st.navigation(pages(), position="top")
    st.html(_STYLE)
    try:
        lake = source.lake()
    except source.LakeError as error:
        st.error(md(str(error)))
        st.stop()
    above(page)
    if lake.manifest.advice:
        st.caption(f":material/update: {lake.manifest.advice}.")
    page.run()


main()
