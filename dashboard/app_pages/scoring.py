"""Scoring: how games are won, where points come from, and whether seats and value dice favour anybody."""

from __future__ import annotations

from typing import Any

import streamlit as st

from dashboard import charts, filters, numbers, words
from dashboard.game_list import TITLES, decided, part_label, part_name
from replay.stats.filters import Filters

TOPICS = ("Totals", "Categories and dice", "Seats", "Church cards")


def table_of(row: dict[str, Any]) -> str:
    """The kind of table a row is about."""
    return f"{TITLES.get(row['game'], row['game'])}, {row['players']} players"


def totals(asked: Filters) -> None:
    """Distribution, margins, what decided."""
    numbers.show(
        "scores",
        numbers.ask("scores", asked),
        scores_chart,
        asked,
    )
    numbers.show("score_summary", numbers.ask("score_summary", asked), summary_chart, asked)
    left, right = st.columns(2)
    with left:
        numbers.show(
            "margins",
            numbers.ask("margins", asked),
            margins_chart,
            asked,
        )
    with right:
        numbers.show("decisions", numbers.ask("decisions", asked), decisions_chart, asked)  # fmt: skip
    numbers.show("placements", numbers.ask("placements", asked), placements_chart, asked)  # fmt: skip


def parts(asked: Filters) -> None:
    """Categories, tracks and value dice."""
    game = asked.game or words.choose(
        st.segmented_control, "Of which game", list(TITLES), key="parts-game", default="biblios",
        format_func=lambda name: TITLES[name], required=True,
    )  # fmt: skip

    def of(name: str) -> Any:
        table = numbers.ask(name, asked)
        return table.filter([row == game for row in table["game"].to_pylist()]) if table.num_rows else table

    numbers.show(
        "category_pips",
        of("category_pips"),
        pips_chart,
        asked,
    )
    numbers.show(
        "categories",
        of("categories"),
        takers_chart,
        asked,
    )
    numbers.show("die_course", of("die_course"), course_chart, asked,
                 note="Mean with its 95 % interval after each tenth of a game; the band is the middle half of the games.")  # fmt: skip
    left, right = st.columns(2)
    with left:
        numbers.show("die_changes", of("die_changes"), changes_chart, asked)
    with right:
        numbers.show("die_moves", of("die_moves"), moves_chart, asked, title="Histories of the value dice",
                     note="From the pips of the row to the pips of the column, all dice together.")  # fmt: skip


def seats(asked: Filters) -> None:
    """Seats and the start player."""
    numbers.show(
        "start_player",
        numbers.ask("start_player", asked),
        start_chart,
        asked,
    )
    numbers.show("seats", numbers.ask("seats", asked), seats_chart, asked)


def church(asked: Filters) -> None:
    """Church cards."""
    numbers.show("church", numbers.ask("church", asked), lambda rows: charts.dots(rows, "player", "rate", title="share used", percent=True), asked)  # fmt: skip


def scores_chart(rows: list[dict[str, Any]]) -> Any:
    """Histogram of totals, one row of bars for each kind of table."""
    n: dict[str, int] = {}
    for row in rows:
        n[table_of(row)] = n.get(table_of(row), 0) + row["n"]
    shown = [{**row, "table": f"{table_of(row)} (n = {n[table_of(row)]:,})"} for row in rows]
    return charts.by(shown, "table", lambda some, heading: charts.bars(some, "total", "n", title="seats", x_title="points",
                                                                       extra=["winners"], heading=heading))  # fmt: skip


def summary_chart(rows: list[dict[str, Any]]) -> Any:
    """Mean totals with intervals."""
    shown = [{**row, "table": table_of(row)} for row in rows]
    return charts.dots(shown, "table", "mean", title="mean total")


def margins_chart(rows: list[dict[str, Any]]) -> Any:
    """Histogram of margins, by kind of game."""
    found: dict[tuple[str, int], int] = {}
    for row in rows:
        key = row["game"], row["margin"]
        found[key] = found.get(key, 0) + row["n"]
    n: dict[str, int] = {}
    for (game, _), count in found.items():
        n[game] = n.get(game, 0) + count
    shown = [{"game": game, "margin": margin, "n": count, "table": f"{TITLES.get(game, game)} (n = {n[game]:,})"}
             for (game, margin), count in sorted(found.items())]  # fmt: skip
    return charts.by(
        shown,
        "table",
        lambda some, heading: charts.bars(some, "margin", "n", title="games", x_title="points ahead", heading=heading),
    )


def decisions_chart(rows: list[dict[str, Any]]) -> Any:
    """What decided, as shares with intervals."""
    shown = [{**row, "what": f"{decided(row['decided_by'])} ·  {TITLES.get(row['game'], row['game'])}"} for row in rows]
    return charts.dots(shown, "what", "rate", title="share of games", percent=True)


def placements_chart(rows: list[dict[str, Any]]) -> Any:
    """Share of first places by player and kind of table."""
    shown = [
        {**row, "who": f"{row['player']} · {TITLES.get(row['game'], row['game'])},  {row['players']} players"}
        for row in rows
        if row["place"] == 1
    ]
    return charts.dots(shown, "who", "rate", title="share of first places", percent=True)


def pips_chart(rows: list[dict[str, Any]]) -> Any:
    """How often each die ended on each number of pips; in each cell the share of first places decided by a tie-break."""
    total: dict[str, int] = {}
    for row in rows:
        total[row["part"]] = total.get(row["part"], 0) + row["n"]
    shown = [
        {**row, "share": row["n"] / total[row["part"]], "name": part_label(row["game"], row["part"])} for row in rows
    ]
    return charts.grid(
        shown,
        "pips",
        "name",
        "share",
        title="share of games",
        percent=True,
        x_title="pips at the end",
        y_title="die",
    )


def takers_chart(rows: list[dict[str, Any]]) -> Any:
    """Who takes which category."""
    shown = [{**row, "name": part_label(row["game"], row["part"])} for row in rows]
    return charts.grid(shown, "name", "player", "rate", title="share taken", percent=True, x_title="category or track")


def course_chart(rows: list[dict[str, Any]]) -> Any:
    """Pips along the game, one small chart a die."""
    shown = [{**row, "name": f"{part_name(row['game'], row['die'])} (n = {row['n']:,})"} for row in rows]
    return charts.by(shown, "name", lambda some, heading: charts.course(some, "tenth", title="pips", x_title="tenths of the game",
                                                                        domain=(1, 6), heading=heading))  # fmt: skip


def changes_chart(rows: list[dict[str, Any]]) -> Any:
    """Dice raised and lowered."""
    shown = [
        {
            "game": row["game"],
            "die": row["die"],
            "name": part_label(row["game"], row["die"]),
            "cause": row["cause"],
            "way": way,
            "n": row[way],
        }
        for row in rows
        for way in ("raised", "lowered", "unchanged")
        if row[way]
    ]
    return charts.bars(shown, "name", "n", title="changes", x_title="die", colour="way", extra=["cause"])


def moves_chart(rows: list[dict[str, Any]]) -> Any:
    """From which pips to which."""
    found: dict[tuple[str, int, int], int] = {}
    for row in rows:
        case = (row["game"], row["before"], row["after"])
        found[case] = found.get(case, 0) + row["n"]
    leaving: dict[int, int] = {}
    for (_, before, _), n in found.items():
        leaving[before] = leaving.get(before, 0) + n
    shown = [
        {"game": game, "before": before, "after": after, "n": n, "share": n / leaving[before]}
        for (game, before, after), n in sorted(found.items())
    ]
    return charts.grid(
        shown,
        "after",
        "before",
        "share",
        title="share of changes from there",
        percent=True,
        x_title="pips after",
        y_title="pips before",
    )


def start_chart(rows: list[dict[str, Any]]) -> Any:
    """Share of wins of the start player, beside chance."""
    shown = [{**row, "table": table_of(row)} for row in rows]
    return charts.dots(shown, "table", "rate", title="share of games won by the start player (tick: chance)", reference="chance", percent=True)  # fmt: skip


def seats_chart(rows: list[dict[str, Any]]) -> Any:
    """Share of wins by place at the table, beside chance."""
    shown = [{**row, "place": f"{table_of(row)},  seat {row['seat']}"} for row in rows]
    return charts.dots(
        shown,
        "place",
        "rate",
        title="share of games won (tick: chance)",
        reference="chance",
        percent=True,
    )


def main() -> None:
    """The page."""
    asked = filters.asked()
    if not numbers.note_simulated(asked).to_pylist()[0]["n"]:
        return
    topic = words.choose(
        st.segmented_control,
        "Topic",
        TOPICS,
        key="topic",
        default=TOPICS[0],
        label_visibility="collapsed",
        required=True,
    )
    {"Totals": totals, "Categories and dice": parts, "Seats": seats, "Church cards": church}[topic](asked)


main()
