"""The list of games, as the pages *Games* and *Replay* show it: one row a game, each a link to its replay."""

from __future__ import annotations

import urllib.parse
from collections.abc import Mapping
from typing import Any, Final

import streamlit as st

from dashboard.text import md
from replay.games import GAMES
from replay.games.biblios.cards import CATEGORIES, CATEGORY_NAMES
from replay.games.biblios_dice.codes import TRACK_NAMES, TRACKS

FILTER_KEYS: Final = ("q", "kind", "who", "since", "until", "at", "place", "state", "proof")
#: Word of the address: whether the replay shows `Player 1` for names.
MASK: Final = "mask"
TITLES: Final = {name: GAMES[name].TITLE for name in GAMES}
#: What decided a game → in words, for the statistic `decisions`.
DECIDED: Final = {
    "pips": "most points, no tie",
    "vp": "most points, no tie",
    "gold": "tie: Gold left",
    "monks": "tie: Monks",
    "bishop": "tie: Bishop track",
    "shared": "shared victory",
}
_PARTS: Final = {
    "biblios": dict(zip(CATEGORIES, CATEGORY_NAMES, strict=True)),
    "biblios-dice": dict(zip(TRACKS, TRACK_NAMES, strict=True)),
}
_PROOF: Final[dict[str, tuple[str, Any, str, str]]] = {
    "proven": (":material/verified:", "green", "proven", "every move follows from what is known"),
    "possible": (":material/visibility_off:", "blue", "possible", "some moves rest on cards that nobody wrote down"),
    "unjudged": (":material/gavel:", "violet", "unjudged", "something rests on an open ruling"),
    "stood": (":material/front_hand:", "red", "let stand", "some moves were against the rules, and the table let them stand"),
    "result": (":material/scoreboard:", "gray", "result only", "only the result is known"),
}  # fmt: skip


def fold(words: Mapping[str, Any]) -> str:
    """A filter as one word for the address of a replay."""
    return urllib.parse.urlencode(words, doseq=True)


def unfold(text: str) -> dict[str, Any]:
    """The filter of such a word; what it does not know is left out."""
    found = urllib.parse.parse_qs(text)
    return {key: values if key == "who" else values[-1] for key, values in found.items() if key in FILTER_KEYS}


def asked() -> dict[str, Any]:
    """What the filters ask of the list: word of the address → value, days as `2026-01-31`."""
    found = {key: st.session_state.get(key) for key in FILTER_KEYS}
    return {key: str(value) if key in ("since", "until") else value for key, value in found.items() if value}


def for_page(words: Mapping[str, Any]) -> dict[str, Any]:
    """A filter as the words of the list's own address, where a bound select box writes what it shows."""
    return {key: TITLES.get(value, value) if key == "kind" else value for key, value in words.items()}


def proof(row: Mapping[str, Any]) -> str:
    """The weakest evidence of a game: a key of `_PROOF`."""
    if row["evidence"] == "result":
        return "result"
    if row["stood"]:
        return "stood"
    if row["unjudged"] or row["result_rulings"]:
        return "unjudged"
    return "possible" if row["possible"] else "proven"


def decided(how: str) -> str:
    """What decided a game, in few words."""
    return f"tie: category {how[-1]}" if how.startswith("tie-order:") else DECIDED.get(how, how)


def part_name(game: str, letter: str) -> str:
    """A category or track in words: `Pigments`; a letter that the game does not have stays a letter."""
    return _PARTS.get(game, {}).get(letter, letter)


def part_label(game: str, letter: str) -> str:
    """A category or track with its letter, as boards and logs name it: `P Pigments`."""
    name = part_name(game, letter)
    return name if name == letter else f"{letter} {name}"


def heading(row: Mapping[str, Any]) -> str:
    """The link's words: date and game."""
    date = row["date"].isoformat() if row["date"] is not None else "no date"
    return f"{date} · {TITLES.get(row['game'], row['game'])}"


def result(row: Mapping[str, Any]) -> str:
    """Names and totals as Markdown, in seating order; winners in bold."""
    parts = []
    for name, total, won in zip(row["names"], row["totals"], row["won"], strict=True):
        text = md(name) + (f" {md(str(total))}" if total is not None else "")
        parts.append(f"**{text}** :material/crown:" if won else text)
    return " · ".join(parts)


def details(row: Mapping[str, Any]) -> str:
    """Occasion, place, length and state, as Markdown."""
    moves = f"{row['plies']} moves" if row["evidence"] == "log" else ""
    state = row["status"] if row["status"] != "complete" else ""
    notes = f"{row['comments']} comment{'s' if row['comments'] != 1 else ''}" if row["comments"] else ""
    simulated = "simulated" if row["simulated"] else ""
    claim = "its own result is contradicted" if row["claim"] else ""
    parts = [md(part) for part in (row["event"], row["place"], moves, state, simulated, notes, claim) if part]
    return " · ".join(parts)


def show(rows: list[dict[str, Any]], keep: Mapping[str, Any]) -> None:
    """One container a game. `keep` is the filter, which the links carry on."""
    carried = {"list": fold(keep)} if keep else {}
    for row in rows:
        icon, colour, word, why = _PROOF[proof(row)]
        with st.container(border=True, horizontal=True, vertical_alignment="center", gap="small"):
            st.page_link(
                "app_pages/replay.py",
                label=heading(row),
                icon=":material/auto_stories:",
                query_params={**carried, "game": row["game_id"]},
            )
            st.markdown(result(row), width="stretch")
            st.caption(details(row), width="content")
            st.badge(word, icon=icon, color=colour, help=why)
