"""Tables as people read them: words for the codes of the lake, numbers with few digits. Exports keep the codes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

import pyarrow as pa
import streamlit as st

from dashboard.game_list import TITLES, decided, part_label

#: Column → its heading, where that is not the column's name without strokes.
HEADINGS: Final = {
    "mean_vp": "mean VP", "mean_gold": "mean Gold", "biblios_dice": "Biblios Dice", "biblios": "Biblios", "decided_by": "decided by",
    "low": "from (95 %)", "high": "to (95 %)", "quarter": "lower quartile", "three_quarters": "upper quartile", "top_total": "best total",
}  # fmt: skip
#: Columns that say where in the archive a row is: a chosen row leads there, so nobody has to read them.
PLACES: Final = frozenset({"game_id", "ply", "first_game", "last_game"})
#: Numbers that are whole, or halves and quarters: they look odd with two digits.
PLAIN: Final = frozenset({"quarter", "median", "three_quarters", "wins", "win_share", "taken", "points"})


def worded(table: pa.Table) -> pa.Table:
    """The table with titles of games, names of categories and what decided in words."""
    names = table.column_names
    rows: list[dict[str, Any]] | None = None
    say: dict[str, Callable[[Mapping[str, Any]], str]] = {
        "game": lambda row: TITLES.get(row["game"], row["game"]),
        "decided_by": lambda row: decided(row["decided_by"]),
        "category": lambda row: part_label("biblios", row["category"]),
    }
    if "game" in names:
        say["part"] = lambda row: part_label(row["game"], row["part"])
        say["die"] = lambda row: part_label(row["game"], row["die"])
    for name, word in say.items():
        if name in names and pa.types.is_string(table.schema.field(name).type):
            rows = table.to_pylist() if rows is None else rows
            values = [None if row[name] is None else word(row) for row in rows]
            table = table.set_column(names.index(name), name, pa.array(values, pa.string()))
    return table


def shares(names: Collection[str]) -> frozenset[str]:
    """Columns that are shares of a whole: rates with their ends, and what chance would give."""
    found = {name for name in names if name in ("rate", "chance", "win_share") or name.endswith("_rate")}
    found |= {
        f"{name.removesuffix('_rate')}_{end}" for name in found if name.endswith("_rate") for end in ("low", "high")
    }
    # `low` and `high` belong to the mean where there is one, else to the rate.
    return frozenset(
        (found | (set() if "mean" in names or not found else {"low", "high"})) & set(names) - {"win_share"}
    )


def config(table: pa.Table, meanings: Mapping[str, str]) -> dict[str, Any]:
    """How Streamlit is to show each column: heading, what it means, form of numbers."""
    percent = shares(table.column_names)
    found: dict[str, Any] = {}
    for name in table.column_names:
        heading, meaning = HEADINGS.get(name, name.replace("_", " ")), meanings.get(name)
        if not pa.types.is_floating(table.schema.field(name).type) or name in PLAIN:
            found[name] = st.column_config.Column(heading, help=meaning)
        else:
            form = "percent" if name in percent else "%.2f"
            found[name] = st.column_config.NumberColumn(heading, help=meaning, format=form)
    return found


def order(names: Collection[str], hide: Collection[str] = ()) -> list[str]:
    """The columns to show."""
    return [name for name in names if name not in PLACES and name not in hide]


__all__ = ["config", "order", "shares", "worded"]
