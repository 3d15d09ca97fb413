"""Answers on a page: asked once per state of the lake, shown as chart and table, with exports and what is behind them."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

import pyarrow as pa
import streamlit as st

from dashboard import charts, filters, source
from dashboard.text import md
from replay.stats import export
from replay.stats.catalog import by_name
from replay.stats.catalog import run as answer
from replay.stats.filters import Filters

#: Games or lots that are listed behind a point.
BEHIND: Final = 12
#: The pages that links lead to.
GAMES_PAGE: Final = "app_pages/games.py"
REPLAY_PAGE: Final = "app_pages/replay.py"
NO_IMAGES: Final = "Pictures need the extra “png”: pip install 'biblios-replay[png]'"

#: From the case a reader clicked on to what is behind it: (`games` or `lots`, its options).
Leads = Callable[[Mapping[str, Any]], tuple[str, dict[str, Any]]]


@st.cache_data(show_spinner=False, max_entries=512)
def _answer(path: str, version: str, name: str, asked: Filters, options: tuple[tuple[str, Any], ...]) -> pa.Table:
    return answer(source.lake(), name, asked, **dict(options))


def ask(name: str, asked: Filters, **options: Any) -> pa.Table:
    """The answer to a named question; asked again only when the lake has changed."""
    lake = source.lake()
    version = lake.version
    if name == "season":
        file = lake.path / "club" / "seasons.toml"
        version += f".{file.stat().st_mtime}" if file.is_file() else ""
    return _answer(str(lake.path), version, name, asked, tuple(sorted(options.items())))


def show(name: str, table: pa.Table, chart: Callable[[list[dict[str, Any]]], Any] | None, asked: Filters, *, key: str | None = None,
         title: str | None = None, leads: Leads | None = None, note: str = "") -> None:  # fmt: skip
    """One question: heading, definition, chart, the table behind it, exports, and what is behind a point.

    chart  from the rows to an Altair chart; only called where there are rows. note  a sentence under the heading.
    """
    statistic = by_name()[name]
    key = key or name
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.subheader(title or statistic.question, help=statistic.definition, anchor=key)
            _exports(key, table, chart)
        if note:
            st.caption(note)
        if not table.num_rows:
            st.info("Nothing in the selected games answers this.", icon=":material/search_off:")
            return
        rows = table.to_pylist()
        if chart is not None:
            case = _draw(chart(rows), key, statistic.question, clickable=leads is not None)
            if leads is not None:
                if case:
                    behind(*leads(case), narrowed(asked, case), key=key)
                else:
                    st.caption("Click a point to see the games behind it.")
        with st.expander("Table", icon=":material/table:", expanded=chart is None):
            st.dataframe(table, hide_index=True, alt=statistic.definition, column_config=_columns(statistic.columns))


def _draw(drawn: Any, key: str, words: str, *, clickable: bool) -> dict[str, Any]:
    """Draw a chart, or several small ones side by side; returns the case that a reader has clicked on."""
    # Vega draws words and lines in black unless told otherwise; the theme only tells the colours of series.
    ink = "#efe4cf" if st.context.theme.type == "dark" else "#2b2118"
    small = [
        one.configure_text(color=ink).configure_rule(color=ink)
        for one in (drawn if isinstance(drawn, list) else [drawn])
    ]
    case: dict[str, Any] = {}
    columns = st.columns(min(len(small), 3)) if len(small) > 1 else [st.container()]
    for number, one in enumerate(small):
        with columns[number % len(columns)]:
            state = st.altair_chart(
                one, key=f"chart-{key}-{number}", on_select="rerun" if clickable else "ignore", alt=words
            )
            case = case or (charts.picked(state) if clickable else {})
    return case


def narrowed(asked: Filters, case: Mapping[str, Any]) -> Filters:
    """The filters, narrowed to the kind of game and the number of players that a case is about."""
    if case.get("game"):
        asked = replace(asked, game=str(case["game"]))
    if case.get("players"):
        asked = replace(asked, counts=(int(case["players"]),))
    return asked


def _columns(columns: Mapping[str, str]) -> dict[str, Any]:
    return {name: st.column_config.Column(name.replace("_", " "), help=meaning) for name, meaning in columns.items()}


def _exports(key: str, table: pa.Table, chart: Callable[[list[dict[str, Any]]], Any] | None) -> None:
    have = importlib.util.find_spec("vl_convert") is not None
    with st.popover("", icon=":material/download:", help="Export"):
        st.download_button("CSV (for Excel too)", lambda: export.to_csv(table), file_name=f"{key}.csv", mime="text/csv", key=f"csv-{key}",
                           on_click="ignore")  # fmt: skip
        st.download_button("Parquet", lambda: export.to_parquet(table), file_name=f"{key}.parquet", key=f"parquet-{key}",
                           mime="application/vnd.apache.parquet", on_click="ignore")  # fmt: skip
        if chart is None or not table.num_rows:
            return
        for form, mime in (("svg", "image/svg+xml"), ("png", "image/png")):
            st.download_button(f"Chart as {form.upper()}", lambda form=form: charts.image(chart(table.to_pylist()), form),
                               file_name=f"{key}.{form}", mime=mime, key=f"{form}-{key}", on_click="ignore", disabled=not have,
                               help=None if have else NO_IMAGES)  # fmt: skip


def behind(what: str, options: dict[str, Any], asked: Filters, *, key: str) -> None:
    """The games or the lots behind a number, each a link to the replay: a game to its beginning, a lot to its ply."""
    words = ", ".join(
        f"{name.replace('_', ' ')} {value}" for name, value in options.items() if name not in ("by", "top")
    )
    rows = ask(what, asked, **{"top": BEHIND, **options}).to_pylist()
    with st.container(border=True):
        st.caption(md(f"Behind this: {words}" + (f" (the first {BEHIND})" if len(rows) == BEHIND else "")))
        if not rows:
            st.caption("Nothing.")
        for row in rows:
            link(row, key=key)


def link(row: Mapping[str, Any], *, key: str = "", lead: str = "") -> None:
    """One game or lot as a link to its replay."""
    date = row["date"].isoformat() if row.get("date") is not None else "no date"
    if "lot" in row:
        buyer = f"{row['player'] or 'Cadfael'} {row['price']}" if row["price"] is not None else "nobody"
        words = f"{date} · {row['what']} → {buyer}"
    elif "people" in row:
        words = f"{date} · {row['people']}"
    else:
        words = f"{date} · {row['player'] or ''} {row['value']}{' · ' + row['what'] if row.get('what') else ''}"
    query = {"game": row["game_id"]} | ({"ply": str(row["ply"])} if row.get("ply") is not None else {})
    st.page_link(REPLAY_PAGE, label=md(lead + words), icon=":material/auto_stories:", query_params=query)


def note_simulated(asked: Filters) -> pa.Table:
    """Says how many games count, and which of them no person played; returns the overview of the selection."""
    table = ask("overview", asked)
    row = table.to_pylist()[0]
    n, made = row["n"], row["simulated"]
    if not n:
        empty = not ask("overview", Filters()).to_pylist()[0]["n"]
        if empty:
            st.info("This lake holds no games yet. `biblios import FOLDER` brings some in; `biblios demo` shows a sample season.",
                    icon=":material/inbox:")  # fmt: skip
        else:
            st.info("No game matches these filters.", icon=":material/search_off:")
        return table
    words = [f"{n:,} game{'s' if n != 1 else ''}", md(filters.describe(asked))]
    if row["results_only"]:
        words.append(f"{row['results_only']:,} of them results only")
    if row["unsettled"]:
        words.append(f"{row['unsettled']:,} rest on an open ruling or on what was let stand")
    if made and asked.simulated is None:
        what = "all of them were" if made == n else f"{made:,} of them were"
        words.append(
            f":material/smart_toy: {what} played by programs: they show how the pages work, not how people play"
        )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(" · ".join(words), width="content")
        st.page_link(
            GAMES_PAGE,
            label="List these games",
            icon=":material/menu_book:",
            query_params=filters.for_games(asked) or None,
        )
    return table
