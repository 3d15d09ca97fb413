"""Players: everybody in one table, and one player's page: results, rating, rivals, habits at auctions."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import streamlit as st

from dashboard import charts, filters, numbers, words
from dashboard.game_list import TITLES, part_name
from dashboard.leads import LEADS
from dashboard.text import md
from replay.stats.filters import Filters


def only(table: pa.Table, player: str) -> pa.Table:
    """The rows of one player."""
    return table.filter(pc.equal(table["player"], player)) if table.num_rows else table


def everybody(asked: Filters, guests: bool, bots: bool) -> None:
    """All players: wins, ratings."""
    left, right = st.columns(2)
    with left:
        numbers.show("wins", numbers.ask("wins", asked), wins_chart, asked)
    with right:
        numbers.show("ratings", numbers.ask("ratings", asked, guests=guests, bots=bots), ratings_chart, asked,
                     note="Provisional ratings (under 5 games) have no rank. Each kind of game has its own.")  # fmt: skip
    numbers.show("head_to_head", numbers.ask("head_to_head", asked), rivals_chart, asked,
                 note="Share of common games in which the row's player was placed better than the column's.")  # fmt: skip
    numbers.show("streaks", numbers.ask("streaks", asked), None, asked)


def one(player: str, asked: Filters, guests: bool, bots: bool) -> None:
    """The page of one player."""
    st.header(md(player), anchor=False)
    wins = only(numbers.ask("wins", asked), player).to_pylist()
    streak = only(numbers.ask("streaks", asked), player).to_pylist()
    rated = only(numbers.ask("ratings", asked, guests=guests, bots=bots), player).to_pylist()
    with st.container(horizontal=True):
        if wins:
            row = wins[0]
            st.metric("Games", f"{row['n']:,}", border=True)
            st.metric("Wins", f"{row['wins']:.3g}", f"{row['surplus']:+.1f} against chance", border=True)
            st.metric("Share of wins", f"{row['rate']:.0%}", f"{row['low']:.0%} – {row['high']:.0%} (95 %)", delta_color="off", delta_arrow="off",
                      border=True)  # fmt: skip
        for row in rated:
            st.metric(f"Rating, {TITLES.get(row['game'], row['game'])}", f"{row['mu']:.1f} ± {1.96 * row['sigma']:.1f}",
                      f"provisional, n = {row['n']}" if row["provisional"] else f"rank {row['rank']}, n = {row['n']}",
                      delta_color="off", delta_arrow="off", border=True)  # fmt: skip
        if streak:
            row = streak[0]
            st.metric(
                "Longest run of wins",
                row["wins_in_a_row"],
                f"now {row['current']:+d}",
                delta_color="off",
                delta_arrow="off",
                border=True,
            )
    history = only(numbers.ask("rating_history", asked, guests=guests, bots=bots), player)
    numbers.show("rating_history", history, history_chart, asked, title="Rating after each game")  # fmt: skip
    left, right = st.columns(2)
    with left:
        numbers.show("placements", only(numbers.ask("placements", asked), player), places_chart, asked)  # fmt: skip
        rivals = only(numbers.ask("head_to_head", asked), player)
        numbers.show("head_to_head", rivals, lambda rows: charts.dots(rows, "opponent", "rate", title="share of games ahead", percent=True), asked,
                     title="Ahead of whom?")  # fmt: skip
    with right:
        numbers.show("categories", only(numbers.ask("categories", asked), player), parts_chart, asked, title="Categories and tracks")  # fmt: skip
        habits(player, asked)
    numbers.show("games", numbers.ask("games", asked, player=player, top=15), None, asked, title="Latest games",
                 hide=("top_total", "status", "simulated", "plies"))  # fmt: skip
    with st.container(border=True):
        st.subheader("Dearest lots", anchor=False)
        for row in numbers.ask("lots", asked, player=player, top=8).to_pylist():
            numbers.link(row, key="dear")


def habits(player: str, asked: Filters) -> None:
    """A player's habits at auctions as one small table: mean with interval and n, beside everybody's mean."""
    rows: list[dict[str, Any]] = []
    names: list[str] = []
    for name, what in (("overpay", "overpay a lot"), ("change_lost", "change lost a lot"), ("gold_left", "Gold left at the end"),
                       ("lot_shares", "share of lots less share of Gold")):  # fmt: skip
        table = numbers.ask(name, asked).to_pylist()
        games = {row.get("game", "biblios") for row in table}
        for game in sorted(games):
            mine = [row for row in table if row["player"] == player and row.get("game", "biblios") == game]
            everyone = [row for row in table if row.get("game", "biblios") == game]
            if mine:
                total = sum(row["n"] for row in everyone)
                mean = sum(row["mean"] * row["n"] for row in everyone) / total
                names.append(name)
                rows.append({"what": what, "game": TITLES.get(game, game), "mean": mine[0]["mean"], "low": mine[0]["low"], "high": mine[0]["high"],
                             "n": mine[0]["n"], "everybody": mean, "case": mine[0]})  # fmt: skip
    with st.container(border=True):
        st.subheader("At auctions", anchor=False)
        if not rows:
            st.caption("No log of an auction.")
            return
        shown = [{name: value for name, value in row.items() if name != "case"} for row in rows]
        state = st.dataframe(shown, hide_index=True, alt="Habits at auctions with 95 % intervals, beside the mean of everybody",
                             on_select="rerun", selection_mode="single-row", key="habits",
                             column_config={name: st.column_config.NumberColumn(name, format="%.2f") for name in ("mean", "low", "high", "everybody")})  # fmt: skip
        chosen = [number for number in state.selection.rows if number < len(rows)]
        if chosen:
            numbers.behind(LEADS[names[chosen[0]]], rows[chosen[0]]["case"], asked, key="habits")
        else:
            st.caption("Choose a row to see what is behind it.")


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


def ratings_chart(rows: list[dict[str, Any]]) -> Any:
    """Ratings with their intervals, by kind of game."""
    shown = [{**row, "who": f"{row['player']} · {TITLES.get(row['game'], row['game'])}"} for row in rows]
    return charts.dots(shown, "who", "mu", title="rating", order="mu")


def rivals_chart(rows: list[dict[str, Any]]) -> Any:
    """Who was ahead of whom."""
    return charts.grid(rows, "opponent", "player", "rate", title="share ahead", percent=True, middle=0.5)


def history_chart(rows: list[dict[str, Any]]) -> Any:
    """The rating after each game, with its band, by kind of game."""
    shown = [{**row, "kind": TITLES.get(row["game"], row["game"])} for row in rows]
    return charts.lines(shown, "n", "mu", title="rating", x_title="games played", colour="kind", zero=False)


def places_chart(rows: list[dict[str, Any]]) -> Any:
    """Places by number of players."""
    shown = [
        {**row, "table": f"{TITLES.get(row['game'], row['game'])}, {row['players']} players (n = {row['n']})"}
        for row in rows
    ]
    return charts.by(
        shown,
        "table",
        lambda some, heading: charts.bars(some, "place", "games", title="games", x_title="place", heading=heading),
    )


def parts_chart(rows: list[dict[str, Any]]) -> Any:
    """Share of categories or tracks taken, beside chance."""
    shown = [
        {**row, "name": f"{part_name(row['game'], row['part'])} · {TITLES.get(row['game'], row['game'])}"}
        for row in rows
    ]
    return charts.dots(shown, "name", "rate", title="share taken (tick: chance)", reference="chance", percent=True)


def main() -> None:
    """The page."""
    asked = filters.asked()
    if not numbers.note_simulated(asked).to_pylist()[0]["n"]:
        return
    names = numbers.ask("people", asked)["player"].to_pylist()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        player = words.choose(
            st.selectbox, "Player", names, key="player", default=None, index=None, placeholder="everybody", width=260
        )
        guests = words.switch("Rate guests", key="guests")
        bots = words.switch("Rate bots", key="bots")
    if player:
        one(player, asked, guests, bots)
    else:
        everybody(asked, guests, bots)


main()
