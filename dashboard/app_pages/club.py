"""Club: the season at a glance, made for the screen on the wall; it renews itself when games are imported."""

from __future__ import annotations

from typing import Any

import streamlit as st

from dashboard import charts, filters, numbers, source
from dashboard.game_list import TITLES
from dashboard.leads import LEADS
from dashboard.text import md
from replay.stats import seasons
from replay.stats.filters import Filters
from replay.stats.season_report import season_html

#: How often the wall looks for new games.
EVERY = "5s"
#: Rows that fit on a screen of 1920 × 1080 without scrolling.
LINES = 8


def table(asked: Filters, season: seasons.Season | None) -> None:
    """The season's table."""
    name = season.name if season is not None else "–"
    found = numbers.ask("season", asked, season=season) if season is not None else None
    with st.container(border=True, height="stretch"):
        st.subheader(f"Season {md(name)}", anchor="season")
        if found is None or not found.num_rows:
            st.caption("No game of this season yet.")
            return
        best = f"the best {season.best} games count" if season is not None and season.best else "all games count"
        st.caption(f"{best}; a rank from {season.least if season else 0} games on")
        shown = found.slice(0, LINES)
        state = st.dataframe(
            shown.select(
                ["rank", "player", "points", "wins", "n", *(["counted"] if season is not None and season.best else [])]
            ),
            hide_index=True,
            alt=f"Table of the season {name}",
            on_select="rerun",
            selection_mode="single-row",
            key="season-table",
            column_config={
                "rank": st.column_config.NumberColumn("", width=36),
                "points": st.column_config.NumberColumn("points", format="%.1f", width=60),
                "wins": st.column_config.NumberColumn("wins", format="%.1f", width=50),
                "n": st.column_config.NumberColumn("games", width=60),
                "counted": st.column_config.NumberColumn("count", width=52, help="games that count"),
            },
        )
        for number in state.selection.rows[:1]:
            if number < shown.num_rows and season is not None:
                numbers.behind(LEADS["season"], shown.to_pylist()[number], season.narrow(asked), key="season")


def latest(asked: Filters) -> None:
    """The latest games, each a link to its replay."""
    with st.container(border=True, height="stretch"):
        st.subheader("Latest games", anchor="latest")
        for row in numbers.ask("recent", asked, top=LINES).to_pylist():
            date = row["date"].isoformat() if row["date"] else "no date"
            how = (
                f"{md(row['winners'])} · {row['top_total']} points"
                if row["winners"] and row["top_total"] is not None
                else md(row["winners"] or row["status"])
            )
            st.page_link(numbers.REPLAY_PAGE, label=f"{date} · {TITLES.get(row['game'], '')} · {how}", icon=":material/auto_stories:",
                         query_params={"game": row["game_id"]})  # fmt: skip


@st.fragment(run_every=EVERY)
def glance(asked: Filters, season: seasons.Season | None) -> None:
    """Everything on the wall; a fragment, so that only this is drawn again when somebody imports games."""
    overview = numbers.note_simulated(asked).to_pylist()[0]
    if not overview["n"]:
        return
    with st.container(horizontal=True):
        st.metric("Games", f"{overview['n']:,}", border=True)
        st.metric("Players", f"{overview['people']:,}", border=True)
        st.metric("Evenings", f"{overview['days']:,}", border=True)
        st.metric("Lots auctioned", f"{overview['lots']:,}", border=True)
        st.metric("Events judged", f"{overview['events']:,}", border=True)
    left, middle, right = st.columns([6, 6, 5])
    with left:
        table(asked, season)
    with middle:
        numbers.show("wins", numbers.ask("wins", asked), wins_chart, asked, title="Wins against chance")
    with right:
        latest(asked)
    numbers.show("months", numbers.ask("months", asked), months_chart, asked, title="Games a month")


def wins_chart(rows: list[dict[str, Any]]) -> Any:
    """Share of wins with interval, and the share that chance would give."""
    return charts.dots(
        rows,
        "player",
        "rate",
        title="share of games won (tick: chance)",
        reference="chance",
        percent=True,
        order="surplus",
    )


def months_chart(rows: list[dict[str, Any]]) -> Any:
    """Games a month, stacked by kind."""
    shown = [
        {**row, "month": row["month"].strftime("%Y-%m"), "kind": TITLES.get(row["game"], row["game"])} for row in rows
    ]
    return charts.bars(shown, "month", "n", title="games", x_title="month", colour="kind").properties(height=210)


def main() -> None:
    """The page."""
    asked = filters.asked()
    found = filters.choices().seasons
    chosen = st.session_state.get("season")
    season = next((one for one in found if one.name == chosen), found[-1] if found else None)
    glance(asked, season)
    if season is not None:
        st.download_button("Report of the season (HTML)", lambda: season_html(source.lake(), season, asked), mime="text/html", key="season-report",
                           file_name=f"season-{''.join(char if char.isalnum() else '-' for char in season.name)}.html", on_click="ignore",
                           icon=":material/html:", help="Table, results, prices and records as one file, without network")  # fmt: skip


main()
