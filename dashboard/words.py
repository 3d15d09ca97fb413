"""Choices of one page in the address: its topic, its player, its switches.

The filters that pages share are bound to the address by Streamlit, in the frame. What only one page knows must not be:
Streamlit carries bound words along to the next page, finds that nobody there knows them and takes them out again, which
leaves entries in the browser's history that lead nowhere. So a page writes its own words itself, and an address that is
not the one written last (a link, Back, reload) wins over the widget.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import streamlit as st

from dashboard.text import md

#: Session state: word → what the address said of it when the widget was drawn last.
SEEN: Final = "words-seen"
YES: Final = "true"


def choose(
    widget: Callable[..., Any], label: str, options: Sequence[str], *, key: str, default: str | None, **more: Any
) -> Any:
    """A widget for one of some options, whose choice is the word `key` of the address while it is not `default`.

    Returns the choice; `default` where the address asks for what is not offered, which is said aloud.
    """
    address = _arrived(key, lambda word: default if word is None else word)
    chosen = st.session_state[key]
    if chosen is not None and chosen not in options:
        st.warning(md(f"{label} “{chosen}” is not to be had here; it is left out."), icon=":material/filter_alt_off:")
        st.session_state[key] = default
    value = widget(label, options, key=key, **more)
    _write(key, None if value == default else value, address)
    return default if value is None else value


def switch(label: str, *, key: str, **more: Any) -> bool:
    """A toggle that is off until the address or the reader turns it on."""
    address = _arrived(key, lambda word: word == YES)
    value = bool(st.toggle(label, key=key, **more))
    _write(key, YES if value else None, address)
    return value


def number(widget: Callable[..., int], most: int, *, key: str) -> int:
    """A widget for a number from 1 to `most` that begins at 1; what is no such number is taken for the nearest."""

    def read(word: str | None) -> int:
        return int(word) if word is not None and word.isdecimal() else 1

    # A widget that takes its first number as an argument must be another one for each address that arrives.
    address = _arrived(key, read)
    begin = max(1, min(most, st.session_state[key]))
    arrivals = st.session_state[SEEN].get(f"{key} arrivals", 0)
    value = widget(most, default=begin, key=f"{key}-{arrivals}")
    _write(key, str(value) if value != 1 else None, address)
    return value


def _arrived(key: str, read: Callable[[str | None], Any]) -> str | None:
    """What the address says of a word; where that is news it becomes the widget's value."""
    address = st.query_params.get(key)
    seen = st.session_state.setdefault(SEEN, {})
    if key not in st.session_state or address != seen.get(key):
        st.session_state[key] = read(address)
        seen[f"{key} arrivals"] = seen.get(f"{key} arrivals", 0) + 1
    return address


def _write(key: str, word: str | None, address: str | None) -> None:
    if word is None and address is not None:
        del st.query_params[key]
    elif word is not None and word != address:
        st.query_params[key] = word
    st.session_state[SEEN][key] = word


__all__ = ["choose", "number", "switch"]
