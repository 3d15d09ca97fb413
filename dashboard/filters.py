"""The filters that all statistics pages share: widgets, the address, and `replay.stats.filters.Filters`.

Every widget is bound to a word of the address, so a link or a reload shows the same games, and the words that the page
*Games* knows too mean the same there. What an address asks and the lake does not have is said aloud, never dropped
silently: a forgotten filter would show the wrong games under the right heading.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

import streamlit as st
from streamlit.errors import StreamlitAPIException

from dashboard import source
from dashboard.game_list import TITLES
from dashboard.text import md
from replay.stats import scoring, seasons
from replay.stats.filters import MIN_GAMES, Filters

#: Word of the address → what it filters. `kind`, `who`, `since`, `until`, `at` and `place` are those of the page *Games*.
KEYS: Final = (
    "kind",
    "size",
    "who",
    "mode",
    "season",
    "since",
    "until",
    "at",
    "place",
    "evidence",
    "settled",
    "stood",
    "made",
    "least",
)
#: Session state: the page that showed the filters last, and what they were.
KEPT: Final = "filters-kept"
EVIDENCE: Final = {"log": "full logs", "result": "results only"}
MADE: Final = {"no": "played by people", "only": "simulated only"}
MODES: Final = {"any": "any of them", "all": "all of them"}


@dataclass(frozen=True)
class Choices:
    """What the lake has to choose from, for the widgets."""

    players: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    events: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    seasons: tuple[seasons.Season, ...] = ()
    trouble: str = ""


@st.cache_data(show_spinner=False, max_entries=8)
def _choices(path: str, version: str, stamp: float) -> Choices:
    lake = source.lake()
    words: dict[str, list[str]] = {}
    for row in scoring.choices(lake).to_pylist():
        words.setdefault(row["what"], []).append(row["word"])
    trouble = ""
    found: tuple[seasons.Season, ...] = ()
    try:
        found = seasons.seasons(lake)
    except seasons.SeasonError as error:
        trouble = str(error)
    return Choices(
        tuple(scoring.people(lake)["player"].to_pylist()),
        tuple(sorted(map(int, words.get("players", ())))),
        tuple(words.get("event", ())),
        tuple(words.get("place", ())),
        found,
        trouble,
    )


def choices() -> Choices:
    """What there is to choose from, asked again when the lake or the file of seasons has changed."""
    lake = source.lake()
    file = lake.path / "club" / seasons.FILE
    return _choices(str(lake.path), lake.version, file.stat().st_mtime if file.is_file() else 0.0)


def _list(value: Any) -> list[str]:
    if value is None or value == "":
        return []
    return [str(item) for item in value] if isinstance(value, list | tuple) else [str(value)]


def _day(value: Any) -> dt.date | None:
    if isinstance(value, dt.date):
        return value
    try:
        return dt.date.fromisoformat(str(value)) if value else None
    except ValueError:
        return None


def from_words(words: Mapping[str, Any], offered: Choices) -> tuple[Filters, tuple[str, ...]]:
    """The filters that the words of an address ask for, and what of them cannot be had, in sentences."""
    notices: list[str] = []

    def known(key: str, options: Iterable[str], what: str, titles: Mapping[str, str] | None = None) -> list[str]:
        # An address carries a choice as its title stands in the widget; the session has the choice itself.
        by_title = {title: option for option, title in (titles or {}).items()}
        there = set(options)
        out = []
        for value in _list(words.get(key)):
            value = by_title.get(value, value)
            if value in there:
                out.append(value)
            else:
                notices.append(f"The address asks for {what} “{value}”, which is not in this lake; it is left out.")
        return out

    sizes = known("size", map(str, offered.sizes), "the number of players")
    games = known("kind", TITLES, "the game", TITLES)
    made = known("made", MADE, "games", MADE)
    modes = known("mode", MODES, "the mode", MODES)
    filters = Filters(
        game=games[0] if games else None,
        counts=tuple(sorted(map(int, sizes))),
        present=tuple(known("who", offered.players, "the player")),
        present_all=modes == ["all"],
        events=tuple(known("at", offered.events, "the occasion")),
        places=tuple(known("place", offered.places, "the place")),
        evidence=next(iter(known("evidence", EVIDENCE, "the evidence", EVIDENCE)), None),
        settled=_flag(words.get("settled")),
        stood=_flag(words.get("stood")),
        simulated=made == ["only"] if made else None,
        min_games=_number(words.get("least")) or MIN_GAMES,
    )
    notices += [f"The address asks for the day “{words[key]}”, which is no date; it is left out."
                for key in ("since", "until") if words.get(key) and _day(words[key]) is None]  # fmt: skip
    filters = replace(filters, since=_day(words.get("since")), until=_day(words.get("until")))
    for name in known("season", [season.name for season in offered.seasons], "the season"):
        filters = next(season for season in offered.seasons if season.name == name).narrow(filters)
    return filters, tuple(notices)


def to_words(filters: Filters) -> dict[str, str | list[str]]:
    """The words of the address that ask for these filters (a season has become its days, a choice is its title)."""
    found: dict[str, str | list[str]] = {
        "kind": TITLES.get(filters.game or "", ""),
        "size": [str(count) for count in filters.counts],
        "who": list(filters.present),
        "mode": MODES["all"] if filters.present_all else "",
        "since": filters.since.isoformat() if filters.since else "",
        "until": filters.until.isoformat() if filters.until else "",
        "at": list(filters.events),
        "place": list(filters.places),
        "evidence": EVIDENCE.get(filters.evidence or "", ""),
        "settled": "true" if filters.settled else "",
        "stood": "true" if filters.stood else "",
        "made": "" if filters.simulated is None else MADE["only" if filters.simulated else "no"],
        "least": str(filters.min_games) if filters.min_games != MIN_GAMES else "",
    }
    return {key: value for key, value in found.items() if value}


def for_games(filters: Filters) -> dict[str, str | list[str]]:
    """The words that the page *Games* understands, for a link to it; what it cannot filter by is left out."""
    words = to_words(filters)
    found = {key: words[key] for key in ("kind", "since", "until") if key in words}
    if filters.present and (filters.present_all or len(filters.present) == 1):
        found["who"] = list(filters.present)
    for key, values in (("at", filters.events), ("place", filters.places)):
        if len(values) == 1:
            found[key] = values[0]
    return found


def _flag(value: Any) -> bool:
    return value is True or str(value).lower() in ("true", "1", "yes")


def _number(value: Any) -> int | None:
    try:
        return max(1, int(value))
    except (TypeError, ValueError):
        return None


def describe(filters: Filters) -> str:
    """The filters in words, for headings and reports."""
    parts = [TITLES.get(filters.game or "", "both games")]
    if filters.counts:
        parts.append(f"{', '.join(map(str, filters.counts))} players")
    if filters.since or filters.until:
        parts.append(f"{filters.since or 'the beginning'} to {filters.until or 'today'}")
    if filters.present:
        parts.append(f"with {'all of' if filters.present_all else 'any of'} {', '.join(filters.present)}")
    parts += [f"at {place}" for place in filters.places] + list(filters.events)
    if filters.evidence:
        parts.append(EVIDENCE[filters.evidence])
    if filters.settled:
        parts.append("nothing left open")
    if filters.stood:
        parts.append("with what was let stand")
    if filters.simulated is not None:
        parts.append(MADE["only" if filters.simulated else "no"])
    return " · ".join(parts)


def _sane(offered: Choices) -> None:
    """Words of the address that no widget can hold would be dropped silently; take them out aloud instead."""
    words = {key: st.query_params.get_all(key) for key in KEYS if key in st.query_params}
    wrong = from_words({key: values if key in ("size", "who") else values[-1] for key, values in words.items() if values},
                       offered)[1]  # fmt: skip
    for notice in wrong:
        st.warning(md(notice), icon=":material/filter_alt_off:")


def as_address(values: Mapping[str, Any]) -> dict[str, str | list[str]]:
    """The words of the address that stand for values of the widgets; what asks nothing is left out."""
    titles: dict[str, Mapping[str, str]] = {"kind": TITLES, "mode": MODES, "evidence": EVIDENCE, "made": MADE}
    found: dict[str, str | list[str]] = {}
    for key in KEYS:
        value = values.get(key)
        if value in (None, "", [], False) or (key == "mode" and value == "any"):
            continue
        if isinstance(value, list | tuple):
            found[key] = [str(one) for one in value]
        elif key in titles:
            found[key] = titles[key].get(str(value), str(value))
        else:
            found[key] = "true" if value is True else str(value)
    return found


def _carry_over(page: str) -> None:
    """Going to another page of the navigation empties the address: then the filters come along from the page before.

    An address that asks for something itself (a link, Back, reload) always wins. The words are written before this
    page's widgets exist, so that they read them as they read a link.
    """
    before = st.session_state.get(KEPT)
    if before and before["page"] != page and before["words"] and not any(key in st.query_params for key in KEYS):
        st.session_state[KEPT] = {**before, "page": page}
        try:
            st.query_params.update(before["words"])
        except StreamlitAPIException:  # widgets of the page before still hold the words: hand over their values instead
            for key, value in before["values"].items():
                if key in before["words"]:
                    st.session_state[key] = value
            return
        st.rerun()


def bar(page: str) -> Filters:
    """The row of filters on the page of this name; returns what they ask for."""
    _carry_over(page)
    offered = choices()
    _sane(offered)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox("Game", list(TITLES), index=None, key="kind", bind="query-params", placeholder="both",
                     format_func=lambda name: TITLES[name], width=160)  # fmt: skip
        st.multiselect("Players at the table", [str(size) for size in offered.sizes], key="size", bind="query-params", placeholder="any",
                       width=200)  # fmt: skip
        st.multiselect("With", list(offered.players), key="who", bind="query-params", placeholder="anybody", width=260)
        st.selectbox("Season", [season.name for season in offered.seasons], index=None, key="season", bind="query-params",
                     placeholder="all", width=160)  # fmt: skip
        with st.popover("More filters", icon=":material/filter_list:"):
            st.radio("Of these players there must be", list(MODES), key="mode", bind="query-params", horizontal=True,
                     format_func=lambda name: MODES[name])  # fmt: skip
            st.date_input("From", value=None, key="since", bind="query-params")
            st.date_input("Until", value=None, key="until", bind="query-params")
            st.selectbox("Occasion", list(offered.events), index=None, key="at", bind="query-params", placeholder="any")
            st.selectbox("Place", list(offered.places), index=None, key="place", bind="query-params", placeholder="any")
            st.selectbox("Evidence", list(EVIDENCE), index=None, key="evidence", bind="query-params", placeholder="any",
                         format_func=lambda name: EVIDENCE[name])  # fmt: skip
            st.selectbox("Played by", list(MADE), index=None, key="made", bind="query-params", placeholder="people and programs",
                         format_func=lambda name: MADE[name])  # fmt: skip
            st.toggle("Only games in which nothing is open", key="settled", bind="query-params",
                      help="Leave out games that rest on an open ruling or on an event that was let stand")  # fmt: skip
            st.toggle("Count what was let stand", key="stood", bind="query-params",
                      help="Count rows that rest on an event against the rules too")  # fmt: skip
            st.number_input(
                "Fewest games for a rank", 1, 1000, None, key="least", bind="query-params", placeholder=str(MIN_GAMES)
            )
    if offered.trouble:
        st.warning(md(offered.trouble), icon=":material/edit_note:")
    words = {key: st.session_state.get(key) for key in KEYS}
    st.session_state[KEPT] = {"page": page, "words": as_address(words), "values": words}
    filters, _ = from_words(words, offered)
    return filters


assert {field.name for field in fields(Filters)} == {
    "game", "counts", "since", "until", "present", "present_all", "places", "events", "evidence", "settled", "stood",
    "simulated", "min_games",
}  # fmt: skip

__all__ = ["KEYS", "Choices", "as_address", "bar", "choices", "describe", "for_games", "from_words", "to_words"]
