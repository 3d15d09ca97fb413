"""Lots: one kind of lot by itself: how often it is turned up, what it costs, what it brings, who buys it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from dashboard import charts, filters, lot_words, numbers, words
from dashboard.leads import Lead
from dashboard.text import md
from replay.stats.filters import Filters

DICE = "biblios-dice"
#: A split of `lot_by` → (its title, the option of the lead).
SPLITS = {
    "players": ("By number of players", "players"),
    "tenth": ("By place in the Auction pile", "tenth"),
    "rank": ("By rank in the market", "rank"),
    "year": ("By year", "period"),
    "month": ("By month", "period"),
}


def offered(asked: Filters) -> list[str]:
    """The words of all lots that the selected games have: by category and value first, then single cards, then dice."""
    cards = [lot_words.word(row) for row in numbers.ask("prices", asked).to_pylist()]
    single = [row["what"] for row in numbers.ask("card_prices", asked).to_pylist()]
    dice = [f"{size}-dice" for size in sorted({row["size"] for row in numbers.ask("groups", asked).to_pylist()})]
    return list(dict.fromkeys([word for word in (*cards, *sorted(single), *dice) if word]))


def head(row: Mapping[str, Any]) -> None:
    """The numbers of `lot_summary`, each with its n."""
    unit = "cards" if row["unit"] == "cards" else "Gold"
    games, n = row["games"], row["n"]
    with st.container(horizontal=True):
        plain = {"delta_color": "off", "delta_arrow": "off", "border": True}
        st.metric("Turned up", f"{row['offered']:,}", f"in {games:,} game{'s' if games != 1 else ''}", **plain)
        st.metric("Nobody got it", f"{row['unsold_rate']:.0%}", f"{row['unsold_low']:.0%} – {row['unsold_high']:.0%} (95 %), n = {row['offered']:,}",
                  **plain)  # fmt: skip
        if n:
            ends = f"{row['low']:.1f} – {row['high']:.1f} (95 %), " if row["low"] is not None else ""
            st.metric(f"Mean price in {unit}", f"{row['mean']:.2f}", f"{ends}n = {n:,}", **plain)
            st.metric(
                "Median price",
                f"{row['median']:g}",
                f"half between {row['quarter']:g} and {row['three_quarters']:g}, n = {n:,}",
                **plain,
            )
        if row["overpay_known"]:
            st.metric("Mean overpay", f"{row['mean_overpay']:.2f}", f"n = {row['overpay_known']:,}", **plain)
        if row["swing_known"]:
            st.metric("Turned its category", f"{row['turned'] / row['swing_known']:.0%}",
                      f"{row['mean_swing']:.2f} pips in the mean, n = {row['swing_known']:,}", **plain)  # fmt: skip
            st.metric("Turned the game", f"{row['wins_turned']:,}", f"of n = {row['swing_known']:,}", **plain)
        if row["brought_known"]:
            st.metric("Mean steps brought", f"{row['mean_steps']:.2f}",
                      f"{row['mean_gold']:.1f} Gold, {row['mean_vp']:.1f} VP, n = {row['brought_known']:,}", **plain)  # fmt: skip


def one(word: str, asked: Filters) -> None:
    """The page of one kind of lot."""
    such = lot_words.options(word)
    dice = such.get("kind") == "group"
    asked = replace(asked, game=DICE if dice else "biblios")
    st.header(md(lot_words.title(word)), anchor=False)
    summary = numbers.ask("lot_summary", asked, **such).to_pylist()
    if not summary:
        st.info("No such lot was turned up in the selected games.", icon=":material/search_off:")
        return
    head(summary[0])
    lot = Lead("lots", {"price": "price"}, {**such, "by": "date"})
    numbers.show(
        "lot_price_counts",
        numbers.ask("lot_price_counts", asked, **such),
        lambda rows: prices_chart(rows, summary[0]),
        asked,
        lead=lot,
    )
    spans = numbers.ask("lot_by", asked, by="year", **such).num_rows
    splits = ["players", "rank" if dice else "tenth", "year" if spans > 2 else "month"]
    for column, by in zip(st.columns(3), splits, strict=True):
        name, option = SPLITS[by]
        with column:
            numbers.show("lot_by", numbers.ask("lot_by", asked, by=by, **such), lambda rows, by=by: split_chart(rows, by), asked,
                         key=f"lot-by-{by}", title=name, lead=Lead("lots", {option: "part"}, {**such, "by": "date"}))  # fmt: skip
    numbers.show("lot_buyers", numbers.ask("lot_buyers", asked, **such), buyers_chart, asked,
                 lead=Lead("lots", {"player": "player"}, {**such, "by": "date"}), note="Tick: the mean of all buyers.")  # fmt: skip
    with st.container(border=True):
        st.subheader("The latest", anchor=False)
        for row in numbers.ask("lots", asked, by="date", top=12, **such).to_pylist():
            numbers.link(row, key="latest", alike=False)


def everything(asked: Filters) -> None:
    """All lots, to choose one."""
    st.caption("A row leads to the dearest of its lots, and to the page of such lots.")
    numbers.show("prices", numbers.ask("prices", asked), None, asked, title="By category and value")
    numbers.show("card_prices", numbers.ask("card_prices", asked), None, asked, title="Single cards")
    numbers.show("groups", numbers.ask("groups", asked), None, asked, title="Groups of dice")


def prices_chart(rows: list[dict[str, Any]], summary: Mapping[str, Any]) -> Any:
    """How often each price was paid, with median and quartiles."""
    bars = charts.bars(rows, "price", "n", title="lots", x_title=f"price in {rows[0]['unit']}")
    marks = {
        name: summary[key]
        for key, name in (("quarter", "lower quartile"), ("median", "median"), ("three_quarters", "upper quartile"))
    }
    return charts.marked(bars, marks, x_title=f"price in {rows[0]['unit']}")


def part_of(by: str, part: int) -> str:
    """A part of a split in words."""
    if by == "month":
        return f"{part // 100}-{part % 100:02d}"
    if by == "rank":
        return {1: "first", 2: "second"}.get(part, str(part))
    return {"players": f"{part} players", "tenth": f"tenth {part}"}.get(by, str(part))


def split_chart(rows: list[dict[str, Any]], by: str) -> Any:
    """Mean prices with intervals, one row for each part."""
    shown = [{**row, "name": part_of(by, row["part"])} for row in rows if row["mean"] is not None]
    return charts.dots(shown, "name", "mean", title="mean price") if shown else None


def buyers_chart(rows: list[dict[str, Any]]) -> Any:
    """Mean price by buyer, beside the mean of all."""
    return charts.dots(rows, "player", "mean", title="mean price (tick: of all)", reference="usual", order="n")


def main() -> None:
    """The page."""
    asked = filters.asked()
    if not numbers.note_simulated(asked).to_pylist()[0]["n"]:
        return
    known = offered(asked)
    word = words.choose(st.selectbox, "Lot", known, key="what", default=None, index=None, placeholder="choose a card or a group of dice",
                        format_func=lambda word: f"{lot_words.title(word)} — {word}", width=360)  # fmt: skip
    if word:
        one(word, asked)
    else:
        everything(asked)


main()
