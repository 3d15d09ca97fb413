"""Answers on a page: asked once per state of the lake, shown as chart and table, with exports and what is behind them."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Collection, Mapping
from contextlib import nullcontext
from typing import Any, Final

import pyarrow as pa
import streamlit as st

from dashboard import charts, filters, lot_words, source, tables
from dashboard.game_list import part_label
from dashboard.leads import LEADS, Lead
from dashboard.text import md
from replay.stats import export
from replay.stats.catalog import Statistic, by_name
from replay.stats.catalog import run as answer
from replay.stats.filters import Filters
from replay.stats.ratings import latest

#: Games or lots that are listed behind a point.
BEHIND: Final = 12
#: The pages that links lead to.
GAMES_PAGE: Final = "app_pages/games.py"
REPLAY_PAGE: Final = "app_pages/replay.py"
LOTS_PAGE: Final = "app_pages/lots.py"
#: What is listed behind a case that has no words of its own.
WORDS: Final = {"games": "all its games", "lots": "all its lots", "changes": "all its changes"}
NO_IMAGES: Final = "Pictures need the extra “png”: pip install 'biblios-replay[png]'"


@st.cache_data(show_spinner=False, max_entries=512)
def _answer(path: str, version: str, name: str, asked: Filters, options: tuple[tuple[str, Any], ...]) -> pa.Table:
    if name == "ratings":  # the slowest of all, and the end of another
        return latest(ask("rating_history", asked, **dict(options)))
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
         title: str | None = None, note: str = "", sides: Mapping[str, Filters] | None = None, lead: Lead | None = None,
         hide: Collection[str] = ()) -> None:  # fmt: skip
    """One question: heading, definition, chart, the table behind it, exports, and what is behind a point or a row.

    chart  from the rows to an Altair chart; only called where there are rows. note  a sentence under the heading.
    sides  where the rows are about several selections of games: `side` of a row → its filters.
    lead   where a case leads, if not where `LEADS` says. hide: columns that the table has no room for.
    """
    statistic = by_name()[name]
    key = key or name
    lead = lead or LEADS.get(name)
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
        case: dict[str, Any] = {}
        if chart is not None:
            drawn = chart(rows)
            case = (
                {} if drawn is None else whole(_draw(drawn, key, statistic.question, clickable=lead is not None), rows)
            )
        below = st.container()
        with st.expander("Table", icon=":material/table:", expanded=chart is None):
            chosen = _table(table, statistic, key, clickable=lead is not None, hide=hide)
        case = case or (rows[chosen] if chosen is not None else {})
        if lead is None:
            return
        with below:
            if case:
                behind(lead, case, (sides or {}).get(case.get("side", ""), asked), key=key)
            else:
                st.caption(
                    "Click a point, or choose a row of the table, to see what is behind it."
                    if chart is not None
                    else "Choose a row to see what is behind it."
                )


def whole(case: Mapping[str, Any], rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The row that a click is about, with all its columns; the click's own where a chart has put rows together."""
    for row in rows:
        naming = [name for name in charts.CASE if name in row]
        if naming and all(name in case and row[name] == case[name] for name in naming):
            return row
    return dict(case)


def _table(
    table: pa.Table, statistic: Statistic, key: str, *, clickable: bool, hide: Collection[str] = ()
) -> int | None:
    """Draw the table; returns the number of the row that a reader has chosen."""
    more = {"on_select": "rerun", "selection_mode": "single-row", "key": f"table-{key}"} if clickable else {}
    state = st.dataframe(
        tables.worded(table),
        hide_index=True,
        alt=statistic.definition,
        column_config=tables.config(table, statistic.columns),
        column_order=tables.order(table.column_names, hide),
        **more,
    )
    chosen = state.selection.rows if clickable else []
    return chosen[0] if chosen and chosen[0] < table.num_rows else None


def _draw(drawn: Any, key: str, words: str, *, clickable: bool) -> dict[str, Any]:
    """Draw a chart, or several small ones side by side; returns the case that a reader has clicked on."""
    # Vega draws words and lines in black unless told otherwise; the theme only tells the colours of series.
    ink = "#efe4cf" if st.context.theme.type == "dark" else "#2b2118"
    small = [
        one.configure_text(color=ink).configure_rule(color=ink).configure_title(subtitleColor=ink)
        for one in (drawn if isinstance(drawn, list) else [drawn])
    ]
    case: dict[str, Any] = {}
    columns = st.columns(min(len(small), 3)) if len(small) > 1 else [st.container()]
    for number, one in enumerate(small):
        broad = one.to_dict().get("usermeta", {}).get(charts.BROAD)
        with columns[number % len(columns)], st.container(key=f"broad-{key}-{number}") if broad else nullcontext():
            state = st.altair_chart(
                one, key=f"chart-{key}-{number}", on_select="rerun" if clickable else "ignore", alt=words
            )
            case = case or (charts.picked(state) if clickable else {})
    return case


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


def behind(lead: Lead, case: Mapping[str, Any], asked: Filters, *, key: str) -> None:
    """What a case stands for, each a link to the replay: a game to its beginning, a lot or a change to its ply."""
    options = lead.options(case)
    shown = [f"{name.replace('_', ' ')} {value}" if value is not True else name.replace("_", " ")
             for name, value in options.items() if name not in ("by", "top")]  # fmt: skip
    rows = (
        [dict(case)]
        if lead.what == "row"
        else ask(lead.what, lead.filters(asked, case), **{"top": BEHIND, **options}).to_pylist()
    )
    with st.container(border=True):
        words = ", ".join(shown) or WORDS.get(lead.what, "this game")
        st.caption(md(f"Behind this: {words}" + (f" (the first {BEHIND})" if len(rows) == BEHIND else "")))
        if not rows:
            st.caption("Nothing.")
        for row in rows:
            link(row, key=key)
        about = lot_words.word(options) if lead.what == "lots" else None
        if about and about != st.query_params.get("what"):
            st.page_link(
                LOTS_PAGE,
                label=f"All about {md(lot_words.title(about))}",
                icon=":material/style:",
                query_params={"what": about},
            )


def _words(row: Mapping[str, Any]) -> str:
    """A row with a place in a game, in words."""
    if "lot" in row:
        unit = "Gold" if row["kind"] != "gold" else "card" if row["price"] == 1 else "cards"
        taken = f"{row['player'] or 'Cadfael'}, {row['price']} {unit}" if row["price"] is not None else "nobody"
        return f"{lot_words.single(row)} → {taken}"
    if "before" in row:
        die = part_label(row["game"], row["die"])
        return f"die {die}: {row['before']} → {row['after']} ({row['cause']}{', ' + row['player'] if row['player'] else ''})"
    if "people" in row:
        return str(row["people"])
    if "mu" in row:
        return f"{row['player']}: rating {row['mu']:.1f} after {row['n']} games"
    held = " ".join(filter(None, (row["player"], str(row["value"]))))
    return f"{held}{' · ' + lot_words.single(row) if row.get('what') else ''}"


def link(row: Mapping[str, Any], *, key: str = "", lead: str = "", alike: bool = True) -> None:
    """One game, lot or change of a die as a link to its place in the replay; a lot with one to all lots like it too."""
    date = row["date"].isoformat() if row.get("date") is not None else "no date"
    query = {"game": row["game_id"]} | ({"ply": str(row["ply"])} if row.get("ply") is not None else {})
    about = lot_words.word(row) if "lot" in row and alike else None
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.page_link(
            REPLAY_PAGE, label=md(f"{lead}{date} · {_words(row)}"), icon=":material/auto_stories:", query_params=query
        )
        if about:
            st.page_link(LOTS_PAGE, label="its like", icon=":material/style:", query_params={"what": about},
                         help=f"All about {lot_words.title(about)}")  # fmt: skip


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
            turned = asked.since and asked.until and asked.since > asked.until
            why = f" The first day asked for, {asked.since}, lies after the last, {asked.until}." if turned else ""
            st.info(f"No game matches these filters.{why}", icon=":material/search_off:")
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
