"""The filters that all statistics pages share: widgets, the address, and `replay.stats.filters.Filters`.

Every widget is bound to a word of the address, so a link, Back or a reload shows the same games, and the words that the
page *Games* knows too mean the same there. The frame (`dashboard.app`) draws them: a word bound by a widget of one page
would be taken out of the address of the next one. What an address asks and the lake does not have is said aloud, never dropped
silently: a forgotten filter would show the wrong games under the right heading.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final

import streamlit as st

from dashboard import game_list, source
from dashboard.game_list import TITLES
from dashboard.text import md
from replay.lake import lists
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
#: First and last day that can be asked for.
DAYS: Final = (dt.date(1900, 1, 1), dt.date(2199, 12, 31))
#: Words of the page *Games*.
LISTED: Final = game_list.FILTER_KEYS
#: All of them: every page has them all, in sight or out of it.
ALL_KEYS: Final = tuple(dict.fromkeys((*LISTED, *KEYS)))
#: Words that may name players: an address that is to name nobody cannot carry them.
NAMING: Final = ("q", "who")
#: Those that are not folded away.
IN_SIGHT: Final = ("q", "kind", "size", "who", "season")
#: Key of the container that all filters are in.
ROW: Final = "filters"
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


def _given() -> dict[str, list[str]]:
    """What the address asks of the filters: word → values, of which most filters take the last."""
    words = {key: st.query_params.get_all(key) for key in ALL_KEYS if key in st.query_params}
    return {key: values if key in ("size", "who") else values[-1:] for key, values in words.items()}


def left_out(given: Mapping[str, Sequence[str]], held: Mapping[str, Any], offered: Choices) -> tuple[str, ...]:
    """What an address asks for and no filter took, in sentences; Streamlit drops it silently.

    given   word of the address → its values
    held    word of the address → value of its widget
    """
    single = {key: list(values) if key in ("size", "who") else values[-1] for key, values in given.items() if values}
    notices = list(from_words({key: value for key, value in single.items() if key in KEYS}, offered)[1])
    for key, values in given.items():
        taken = _spellings(key, held.get(key))
        notices += [f"The address asks for “{key}={value}”, which is not to be had here; it is left out."
                    for value in values if value and value not in taken and not any(f"“{value}”" in said for said in notices)]  # fmt: skip
    return tuple(notices)


def _spellings(key: str, value: Any) -> set[str]:
    """How an address may say the value of a widget."""
    if key in ("settled", "stood"):
        return {"true", "True", "1", "yes"} if value else {"false", "False", "0", "no"}
    titles = {"kind": TITLES, "evidence": EVIDENCE, "made": MADE, "mode": MODES}.get(key, {})
    return {titles.get(str(one), str(one)) for one in (value if isinstance(value, list | tuple) else [value])}


def _one_of(label: str, words: Sequence[str], key: str, nothing: str, width: int,
            named: Mapping[str, str] | None = None) -> None:  # fmt: skip
    """A filter of which one word may be chosen; `nothing` stands there while none is, `named` says words otherwise."""
    st.selectbox(label, words, index=None, key=key, bind="query-params", placeholder=nothing, width=width,
                 format_func=named.__getitem__ if named else str)  # fmt: skip


def _widgets(offered: Choices, listed: bool) -> dict[str, Callable[[], object]]:
    """Word of the address → what draws its widget, in their order on the page."""

    def several(label: str, words: Sequence[str], key: str, nothing: str, width: int) -> None:
        st.multiselect(label, words, key=key, bind="query-params", placeholder=nothing, width=width)

    def day(label: str, key: str) -> None:
        st.date_input(label, value=None, min_value=DAYS[0], max_value=DAYS[1], key=key, bind="query-params", width=150)

    def switch(label: str, key: str, meaning: str) -> None:
        st.toggle(label, key=key, bind="query-params", width="content", help=meaning)

    return {
        "q": lambda: st.text_input("Search", key="q", bind="query-params", placeholder="name, occasion, place or id", width=260),
        "kind": lambda: _one_of("Game", list(TITLES), "kind", "both", 160, named=TITLES),
        "size": lambda: several("Players at the table", [str(size) for size in offered.sizes], "size", "any", 200),
        "who": lambda: several("With all of" if listed else "With", list(offered.players), "who", "anybody", 260),
        "season": lambda: _one_of("Season", [season.name for season in offered.seasons], "season", "all", 160),
        "mode": lambda: st.radio("Of these players there must be", list(MODES), key="mode", bind="query-params",
                                 horizontal=True, format_func=lambda name: MODES[name], width=240),
        "since": lambda: day("From", "since"),
        "until": lambda: day("Until", "until"),
        "at": lambda: _one_of("Occasion", list(offered.events), "at", "any", 200),
        "place": lambda: _one_of("Place", list(offered.places), "place", "any", 200),
        "state": lambda: _one_of("State", ["complete", "unfinished", "abandoned"], "state", "any", 150),
        "proof": lambda: _one_of("Evidence", list(lists.PROOFS), "proof", "any", 200),
        "evidence": lambda: _one_of("Evidence", list(EVIDENCE), "evidence", "any", 160, named=EVIDENCE),
        "made": lambda: _one_of("Played by", list(MADE), "made", "people and programs", 200, named=MADE),
        "least": lambda: st.number_input("Fewest games for a rank", 1, 1000, None, key="least", bind="query-params",
                                         placeholder=str(MIN_GAMES), width=190),
        "settled": lambda: switch("Only games in which nothing is open", "settled",
                                  "Leave out games that rest on an open ruling or on an event that was let stand"),
        "stood": lambda: switch("Count what was let stand", "stood",
                                "Count rows that rest on an event against the rules too"),
    }  # fmt: skip


def bar(shown: Sequence[str], unsaid: Sequence[str] = ()) -> None:
    """The row of filters of a page, which shows these words of the address; none: the whole row is out of sight.

    `unsaid` are words that must not stand in the address of this page; their filters are not drawn.

    All filters are drawn on every page, in one place, and by the frame. Streamlit takes words out of an arriving address
    (a link, Back, Forward) that a widget of another page was bound to, or that no widget is bound to any more; and its
    browser side forgets the word of a widget that has moved. Filters that pages draw for themselves get lost on the way.
    Where the row is out of sight, filters that ask for nothing leave their places empty: the page is there sooner.
    """
    offered = choices()
    given = _given()
    hidden = [f".st-key-{key}" for key in ALL_KEYS if key not in shown] if shown else [f".st-key-{ROW}"]
    widgets = _widgets(offered, listed=list(shown) == list(LISTED))
    assert widgets.keys() == set(ALL_KEYS)

    def draw(key: str) -> None:
        if key not in unsaid and (shown or key in st.query_params or st.session_state.get(key)):
            widgets[key]()
        else:
            st.empty()

    with st.container(key=ROW):
        # Stands before what it hides, or that would be seen for a moment; mere style would be sent after the page.
        style = f".st-key-{ROW} > :first-child, {', '.join(hidden)} {{ display: none; }}"
        st.html(f"<style>{style}</style><span></span>")
        with st.container(horizontal=True, vertical_alignment="bottom"):
            for key in IN_SIGHT:
                draw(key)
        # No popover: the browser side takes what is in a closed one away, and with it the words of its widgets.
        with (
            st.expander("More filters", icon=":material/filter_list:"),
            st.container(horizontal=True, vertical_alignment="bottom"),
        ):
            for key in widgets:
                if key not in IN_SIGHT:
                    draw(key)
    for notice in left_out(given, st.session_state, offered) if shown else ():
        st.warning(md(notice), icon=":material/filter_alt_off:")
    if offered.trouble and "season" in shown:
        st.warning(md(offered.trouble), icon=":material/edit_note:")


def asked() -> Filters:
    """What the filters ask of a page of statistics."""
    return from_words({key: st.session_state.get(key) for key in KEYS}, choices())[0]


assert {field.name for field in fields(Filters)} == {
    "game", "counts", "since", "until", "present", "present_all", "places", "events", "evidence", "settled", "stood",
    "simulated", "min_games",
}  # fmt: skip

__all__ = [
    "ALL_KEYS",
    "KEYS",
    "LISTED",
    "NAMING",
    "Choices",
    "asked",
    "bar",
    "choices",
    "describe",
    "for_games",
    "from_words",
    "left_out",
    "to_words",
]
