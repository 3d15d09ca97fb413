"""Records: the highest, the closest, the dearest; each one a link to its game or to the ply of its lot."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import Any

import streamlit as st

from dashboard import filters, numbers
from dashboard.game_list import TITLES

UNITS = {"most events": "events", "most Gold left": "Gold", "dearest card": "Gold", "dearest group of dice": "Gold",
         "most cards for a Gold lot": "cards", "widest overpay": "Gold", "longest bidding": "bids", "most defaults on a lot": "defaults",
         "most pips turned by a card": "pips", "most steps from a group": "steps"}  # fmt: skip


def cards(rows: list[dict[str, Any]]) -> None:
    """One box a record: the value, then who holds it, each with a link to the replay."""
    with st.container(horizontal=True):
        for (record, game), held in groupby(rows, key=itemgetter("record", "game")):
            holders = list(held)
            with st.container(border=True, width=380):
                st.metric(
                    f"{record[0].upper()}{record[1:]} · {TITLES.get(game, game)}",
                    f"{holders[0]['value']} {UNITS.get(record, 'points')}",
                )
                for row in holders:
                    numbers.link(row, key=f"{record}-{game}")


def main() -> None:
    """The page."""
    asked = filters.asked()
    if not numbers.note_simulated(asked).to_pylist()[0]["n"]:
        return
    games, lots = numbers.ask("records", asked), numbers.ask("lot_records", asked)
    st.header("Games", anchor="games")
    cards(games.to_pylist())
    if lots.num_rows:
        st.header("Lots", anchor="lots")
        cards(lots.to_pylist())
    st.header("Streaks", anchor="streaks")
    numbers.show("streaks", numbers.ask("streaks", asked), None, asked)
    numbers.show("records", games, None, asked, title="The records of games as a table")
    numbers.show("lot_records", lots, None, asked, title="The records of lots as a table")


main()
