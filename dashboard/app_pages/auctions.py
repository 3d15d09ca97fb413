"""Auctions: what cards cost and brought, who pays too much, and the sealed bids of Biblios Dice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from dashboard import charts, filters, lot_words, numbers, words
from dashboard.game_list import TITLES
from replay.games.biblios.cards import CATEGORIES, CATEGORY_NAMES
from replay.stats.filters import Filters

TOPICS = ("Prices", "What it brought", "Paying", "Failures", "Duels", "Lots")
DICE_TOPICS = ("Bids", "Prices and groups", "Overbids")
KINDS = {"category": "category card", "gold": "Gold (price in cards)", "church": "Church card"}
NAMES = dict(zip(CATEGORIES, CATEGORY_NAMES, strict=True))
DEPEND = "Intervals take lots as independent; lots of one game are only nearly so."


def prices(asked: Filters) -> None:
    """Price by category, value, players and position."""
    numbers.show("prices", numbers.ask("prices", asked), prices_chart, asked, note=DEPEND)
    left, right = st.columns(2)
    with left:
        numbers.show("prices_by_players", numbers.ask("prices_by_players", asked), players_chart, asked)
    with right:
        numbers.show("prices_by_position", numbers.ask("prices_by_position", asked), position_chart, asked)  # fmt: skip
    numbers.show("card_prices", numbers.ask("card_prices", asked), None, asked)


def brought(asked: Filters) -> None:
    """Price against what the card brought."""
    numbers.show(
        "swing",
        numbers.ask("swing", asked),
        swing_chart,
        asked,
    )
    numbers.show("swing_by_price", numbers.ask("swing_by_price", asked), swing_price_chart, asked)  # fmt: skip
    numbers.show("gold_lots", numbers.ask("gold_lots", asked), gold_lots_chart, asked)  # fmt: skip


def paying(asked: Filters) -> None:
    """Overpay, change, Gold left, shares."""
    left, right = st.columns(2)
    with left:
        numbers.show("overpay", numbers.ask("overpay", asked), overpay_chart, asked)
        numbers.show("gold_left", numbers.ask("gold_left", asked), lambda rows: dots(rows, "mean Gold left"), asked)  # fmt: skip
    with right:
        numbers.show("change_lost", numbers.ask("change_lost", asked), lambda rows: dots(rows, "mean Gold lost a lot"), asked)  # fmt: skip
        numbers.show("lot_shares", numbers.ask("lot_shares", asked), shares_chart, asked,
                     note="Above zero: a greater share of the lots than of the Gold given for them.")  # fmt: skip


def failures(asked: Filters) -> None:
    """Unsold lots, defaults, passes."""
    numbers.show("unsold", numbers.ask("unsold", asked), unsold_chart, asked)  # fmt: skip
    numbers.show("defaults", numbers.ask("defaults", asked), defaults_chart, asked)
    numbers.show("passes", numbers.ask("passes", asked), lambda rows: dots(rows, "share of passes", value="rate", percent=True), asked)  # fmt: skip


def duels(asked: Filters) -> None:
    """Who outbids whom."""
    numbers.show("duels", numbers.ask("duels", asked), duels_chart, asked,
                 note="Rows won against columns; the number is the mean price.")  # fmt: skip


def lots(asked: Filters) -> None:
    """Single lots as links to the replay."""
    orders = {"price": "dearest", "overpay": "widest overpay", "swing": "most pips turned", "bids": "longest bidding", "defaults": "most defaults",
              "date": "latest"}  # fmt: skip
    by = words.choose(st.segmented_control, "Order", list(orders), key="lot-order", default="price",
                      format_func=lambda name: orders[name], required=True)  # fmt: skip
    found = numbers.ask("lots", asked, by=by, top=40)
    for row in found.slice(0, 20).to_pylist():
        numbers.link(row, key="lot")
    numbers.show("lots", found, None, asked, title="The same lots as a table")


def dice_bids(asked: Filters) -> None:
    """Bids by turn-up, cards."""
    numbers.show("dice_bids", numbers.ask("dice_bids", asked), bids_chart, asked)
    numbers.show("bidding_cards", numbers.ask("bidding_cards", asked), cards_chart, asked)
    numbers.show("splitter", numbers.ask("splitter", asked), splitter_chart, asked)


def dice_prices(asked: Filters) -> None:
    """Prices, curse, groups."""
    numbers.show(
        "dice_prices",
        numbers.ask("dice_prices", asked),
        dice_prices_chart,
        asked,
    )
    left, right = st.columns(2)
    with left:
        numbers.show("winners_curse", numbers.ask("winners_curse", asked), curse_chart, asked)  # fmt: skip
    with right:
        numbers.show("groups", numbers.ask("groups", asked), groups_chart, asked)
    numbers.show("overpay", numbers.ask("overpay", asked), overpay_chart, asked)


def dice_overbids(asked: Filters) -> None:
    """Overbids and promotions."""
    numbers.show(
        "overbids",
        numbers.ask("overbids", asked),
        overbids_chart,
        asked,
    )
    numbers.show("promotions", numbers.ask("promotions", asked), promotions_chart, asked)


def dots(rows: list[dict[str, Any]], title: str, value: str = "mean", *, percent: bool = False) -> Any:
    """A player's number with its interval; the page is about one kind of game."""
    shown = [{**row, "who": row["player"]} for row in rows]
    return charts.dots(shown, "who", value, title=title, order=value, percent=percent)


def prices_chart(rows: list[dict[str, Any]]) -> Any:
    """Mean prices with intervals, one row for each category and value."""
    return charts.dots([{**row, "card": lot_words.card(row)} for row in rows], "card", "mean", title="mean price in Gold (Gold lots: in cards)")  # fmt: skip


def players_chart(rows: list[dict[str, Any]]) -> Any:
    """Mean prices by number of players."""
    shown = [{**row, "card": f"{lot_words.card({**row, 'category': None})}, {row['players']} players"} for row in rows]
    return charts.dots(shown, "card", "mean", title="mean price")


def position_chart(rows: list[dict[str, Any]]) -> Any:
    """Mean prices along the pile."""
    shown = [{**row, "lot": KINDS.get(row["kind"], row["kind"])} for row in rows if row["mean"] is not None]
    return charts.lines(
        shown,
        "tenth",
        "mean",
        title="mean price",
        x_title="tenth of the Auction pile",
        colour="lot",
    )


def swing_chart(rows: list[dict[str, Any]]) -> Any:
    """Pips turned by category and value."""
    shown = [{**row, "kind": "category", "card": f"{NAMES.get(row['category'], row['category'])} {row['value']} · {row['mean_price']:.1f} Gold"}
             for row in rows]  # fmt: skip
    return charts.dots(
        shown,
        "card",
        "mean",
        title="mean pips that the buyer would not have got without the card",
    )


def swing_price_chart(rows: list[dict[str, Any]]) -> Any:
    """Pips turned by price."""
    return charts.lines(rows, "price", "mean", title="mean pips turned", x_title="price in Gold")


def gold_lots_chart(rows: list[dict[str, Any]]) -> Any:
    """Cards given for Gold lots."""
    shown = [{**row, "card": f"Gold {row['value']}"} for row in rows]
    return charts.dots(shown, "card", "mean", title="mean number of cards given")


def overpay_chart(rows: list[dict[str, Any]]) -> Any:
    """Overpay by player."""
    return dots(rows, "mean overpay a lot")


def shares_chart(rows: list[dict[str, Any]]) -> Any:
    """Share of lots less share of Gold, by player."""
    return dots(rows, "share of lots less share of Gold")


def unsold_chart(rows: list[dict[str, Any]]) -> Any:
    """Share of unsold lots."""
    shown = [
        {**row, "card": f"{lot_words.card({**row, 'category': None}, priced=False)}, {row['players']} players"}
        for row in rows
    ]
    return charts.dots(shown, "card", "rate", title="share of lots that nobody got", percent=True)


def defaults_chart(rows: list[dict[str, Any]]) -> Any:
    """Defaults a game by player; n is the number of games."""
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        one = found.setdefault(row["player"], {"player": row["player"], "n": 0, "defaults": 0, "cards": 0})
        one["n"] += row["n"]
        one["defaults"] += row["defaults"]
        one["cards"] += row["cards_lost"]
    shown = [{**one, "rate": one["defaults"] / one["n"]} for one in found.values()]
    return charts.dots(shown, "player", "rate", title="defaults a game", order="rate")


def duels_chart(rows: list[dict[str, Any]]) -> Any:
    """Who outbids whom: mean price and number of lots."""
    return charts.grid(
        rows,
        "opponent",
        "player",
        "mean_price",
        title="mean price",
        x_title="against",
        y_title="won by",
    )


def bids_chart(rows: list[dict[str, Any]]) -> Any:
    """Mean total by turn-up and number of players."""
    shown = [{**row, "table": f"{row['players']} players"} for row in rows]
    return charts.lines(shown, "lap", "mean_total", title="mean total so far", x_title="turn-up of bidding cards", colour="table", low="-", high="-")  # fmt: skip


def cards_chart(rows: list[dict[str, Any]]) -> Any:
    """How often who turned up a card came first."""
    shown = [{**row, "name": "pass" if row["card"] == 0 else str(row["card"])} for row in rows]
    return charts.dots(shown, "name", "rate", title="share of times that its player came first", percent=True)


def splitter_chart(rows: list[dict[str, Any]]) -> Any:
    """How often the splitter came first, beside chance."""
    shown = [{**row, "table": f"{row['players']} players"} for row in rows]
    return charts.dots(shown, "table", "first_rate", low="first_low", high="first_high", title="share of markets that the splitter won (tick: chance)",
                       reference="chance", percent=True)  # fmt: skip


def dice_prices_chart(rows: list[dict[str, Any]]) -> Any:
    """Totals of the first and the second."""
    shown = [{**row, "who": f"{'first' if row['rank'] == 1 else 'second'}, {row['players']} players"} for row in rows]
    return charts.dots(shown, "who", "mean", title="mean total bid (tick: mean next total)", reference="mean_next")


def curse_chart(rows: list[dict[str, Any]]) -> Any:
    """How far winners bid above the next."""
    return charts.bars(rows, "overpay", "n", title="markets", x_title="total above the next", extra=["mean"])


def groups_chart(rows: list[dict[str, Any]]) -> Any:
    """Steps that groups brought."""
    shown = [
        {
            **row,
            "group": f"{'first' if row['rank'] == 1 else 'second'}, {row['size']} dice, {row['mean_paid']:.1f} Gold",
        }
        for row in rows
    ]
    return charts.dots(shown, "group", "mean", title="mean steps on tracks")


def overbids_chart(rows: list[dict[str, Any]]) -> Any:
    """Share of overbids by player and table."""
    shown = [{**row, "who": f"{row['player']}, {row['players']} players"} for row in rows]
    return charts.dots(shown, "who", "rate", title="share of auctions with a bid that was an overbid", percent=True)


def promotions_chart(rows: list[dict[str, Any]]) -> Any:
    """Share of promotions."""
    shown = [{**row, "who": f"{'first' if row['rank'] == 1 else 'second'}, {row['players']} players"} for row in rows]
    return charts.dots(shown, "who", "rate", title="share of groups whose owner had risen", percent=True)


def main() -> None:
    """The page."""
    asked = filters.asked()
    if not numbers.note_simulated(asked).to_pylist()[0]["n"]:
        return
    game = asked.game or words.choose(
        st.segmented_control, "Of which game", list(TITLES), key="auctions-of", default="biblios",
        format_func=lambda name: TITLES[name], required=True,
    )  # fmt: skip
    asked = replace(asked, game=game)
    pages: dict[str, Any]
    if game == "biblios":
        pages = dict(zip(TOPICS, (prices, brought, paying, failures, duels, lots), strict=True))
    else:
        pages = dict(zip(DICE_TOPICS, (dice_bids, dice_prices, dice_overbids), strict=True))
    topic = words.choose(st.segmented_control, "Topic", list(pages), key=f"auctions-{game}", default=next(iter(pages)),
                         label_visibility="collapsed", required=True)  # fmt: skip
    pages[topic](asked)


main()
