"""Compare: the same questions about two selections of games, side by side, with intervals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa
import streamlit as st

from dashboard import charts, filters, lot_words, numbers, words
from dashboard.game_list import TITLES, decided
from dashboard.text import md
from replay.stats.filters import Filters


@dataclass(frozen=True)
class Split:
    """A way to make two selections: what is offered, and how a choice narrows the filters."""

    title: str
    options: tuple[str, ...]
    narrow: Callable[[Filters, str], Filters]
    unit: str = ""

    def named(self, choice: str) -> str:
        """The choice as a heading."""
        return f"{choice} {self.unit}".strip()


def splits(offered: filters.Choices) -> dict[str, Split]:
    """Every way that offers at least two choices."""
    by_name = {season.name: season for season in offered.seasons}
    found = {
        "size": Split(
            "Players at the table",
            tuple(map(str, offered.sizes)),
            lambda asked, one: replace(asked, counts=(int(one),)),
            "players",
        ),
        "season": Split("Season", tuple(by_name), lambda asked, one: by_name[one].narrow(asked)),
        "with": Split(
            "Player present", offered.players, lambda asked, one: replace(asked, present=(one,), present_all=True)
        ),
        "at": Split("Occasion", offered.events, lambda asked, one: replace(asked, events=(one,))),
        "place": Split("Place", offered.places, lambda asked, one: replace(asked, places=(one,))),
        "made": Split(
            "Played by", ("people", "programs"), lambda asked, one: replace(asked, simulated=one == "programs")
        ),
        "open": Split(
            "Rulings", ("all games", "nothing open"), lambda asked, one: replace(asked, settled=one == "nothing open")
        ),
    }
    return {name: split for name, split in found.items() if len(split.options) > 1}


def both(name: str, sides: list[tuple[str, Filters]]) -> pa.Table:
    """The answers about both sides in one table, with a column `side`."""
    tables = []
    for label, asked in sides:
        table = numbers.ask(name, asked)
        tables.append(table.add_column(0, "side", pa.array([label] * table.num_rows, pa.string())))
    return pa.concat_tables(tables)


#: Statistic → (column, title of the axis, whether a share, the columns that name a case).
QUESTIONS: dict[str, tuple[str, str, bool, tuple[str, ...]]] = {
    "score_summary": ("mean", "mean total", False, ("game", "players")),
    "start_player": ("rate", "share of games won by the start player", True, ("game", "players")),
    "decisions": ("rate", "share of games", True, ("game", "decided_by")),
    "wins": ("rate", "share of games won", True, ("player",)),
    "prices": ("mean", "mean price", False, ("kind", "category", "value")),
    "overpay": ("mean", "mean overpay a lot", False, ("game", "player")),
    "gold_left": ("mean", "mean Gold left", False, ("game", "player")),
    "unsold": ("rate", "share of lots that nobody got", True, ("kind", "value", "players")),
}


def label(row: dict[str, Any], names: tuple[str, ...]) -> str:
    """What a row is about, in words."""
    found = [lot_words.card(row, priced="unsold" not in row or "mean" in row)] if "kind" in names else []
    for name in names:
        if row.get(name) is None or name in ("kind", "category", "value"):
            continue
        if name == "players":
            found.append(f"{row[name]} players")
        elif name == "decided_by":
            found.append(decided(row[name]))
        else:
            found.append(TITLES.get(row[name], str(row[name])))
    return " · ".join(word for word in found if word != row.get("side"))  # the side is said behind it anyway


def chart(names: tuple[str, ...], value: str, title: str, percent: bool) -> Callable[[list[dict[str, Any]]], Any]:
    """Dots with intervals, both sides of a case one under the other."""

    def drawn(rows: list[dict[str, Any]]) -> Any:
        # The side goes to the second line of a phone: what both sides share may be cut there, what tells them apart not.
        shown = [{**row, "case": "  — ".join(filter(None, (label(row, names), row["side"])))} for row in rows]
        shown.sort(key=lambda row: label(row, names))
        return charts.dots(shown, "case", value, title=title, percent=percent)

    return drawn


def main() -> None:
    """The page."""
    asked = filters.asked()
    if not numbers.note_simulated(asked).to_pylist()[0]["n"]:
        return
    ways = splits(filters.choices())
    with st.container(horizontal=True, vertical_alignment="bottom"):
        way = words.choose(
            st.selectbox,
            "By",
            list(ways),
            key="by",
            default=next(iter(ways)),
            format_func=lambda name: ways[name].title,
            width=220,
        )
        split = ways[way]
        one = words.choose(
            st.selectbox, "One side", split.options, key=f"one-{way}", default=split.options[0], width=220
        )
        other = words.choose(
            st.selectbox, "Other side", split.options, key=f"other-{way}", default=split.options[1], width=220
        )
    if one == other:
        st.info("Both sides are the same: choose two different ones.", icon=":material/compare_arrows:")
        return
    sides = [(split.named(choice), split.narrow(asked, choice)) for choice in (one, other)]
    with st.container(horizontal=True):
        for name, side in sides:
            row = numbers.ask("overview", side).to_pylist()[0]
            with st.container(border=True, width=320):
                st.metric(md(name), f"{row['n']:,} game{'s' if row['n'] != 1 else ''}")
                st.page_link(
                    numbers.GAMES_PAGE,
                    label="List them",
                    icon=":material/menu_book:",
                    query_params=filters.for_games(side) or None,
                )
    st.caption("Intervals that do not overlap are a sign of a difference; intervals that do are no proof of equality.")
    for name, (value, title, percent, names) in QUESTIONS.items():
        numbers.show(
            name,
            both(name, sides),
            chart(names, value, title, percent),
            asked,
            key=f"compare-{name}",
            sides=dict(sides),
        )


main()
