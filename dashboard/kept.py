"""Filters that a page change would take out of the address, put back.

A browser says which widgets a page has only once it has drawn them. Who moves on before that loses words: after a
click, Streamlit's browser side leaves out of the next address what no widget holds yet; after Back, its server takes
out of the address what the browser has not told it of. The session remembers what it showed last, and mends both.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

import streamlit as st
from streamlit.errors import StreamlitAPIException
from streamlit.runtime.scriptrunner import get_script_run_ctx

#: What the session showed last: page, words of the address, values of the widgets.
_LAST: Final = "filters shown last"
#: What the address was found to lack, and that it has been sent once more.
_LACKING: Final = "filters sent again"
#: Seconds in which a browser takes notice of the page that it is led to.
_ARRIVAL: Final = 0.25
#: Widgets that always hold a value, and have a word in the address only when it is not the first.
_ALWAYS: Final[frozenset[str]] = frozenset({"mode"})


def bring(page: str, keys: Sequence[str]) -> None:
    """Before the filters are drawn: those of the last page, if a click led here and none came along.

    `page` is the word of the page in the address, `keys` are the words of all filters. Back and Forward lead to an
    address that was there before, so what it lacks is meant to be lacking.
    """
    last = st.session_state.get(_LAST)
    if last is None or last[0] == page or _is_history():
        return
    _, words, values = last
    lost = {key: words[key] for key in keys if key in words and key not in st.query_params}
    if not lost:
        return
    # The browser has to be at the new page before it hears of words, or it would put them to the page that was left.
    time.sleep(_ARRIVAL)
    try:
        st.query_params.update(lost)
    except StreamlitAPIException:  # a widget holds one of them: then the browser has told of them, and they are off
        return
    st.session_state.update({key: values[key] for key in lost if key in values})


def remember(page: str, keys: Sequence[str], unsaid: Sequence[str] = ()) -> None:
    """After the filters are drawn: what they show, and the address again if it lacks a word that a filter holds.

    `unsaid` are words that this page must not have in its address: what they were elsewhere is not forgotten.
    """
    _, last_words, last_values = st.session_state.get(_LAST) or ("", {}, {})
    values = {key: st.session_state[key] for key in keys if st.session_state.get(key) not in (None, "", [], False)}
    words = {key: st.query_params.get_all(key) for key in keys if key in st.query_params}
    lacking = (page, tuple(sorted(key for key in values.keys() - words.keys() if key not in _ALWAYS)))
    for key in unsaid:
        if key in last_words:
            words[key], values[key] = last_words[key], last_values.get(key)
    st.session_state[_LAST] = (page, words, {key: values[key] for key in words if key in values})
    before = st.session_state.get(_LACKING)
    if lacking[1]:
        if before != lacking:
            st.session_state[_LACKING] = lacking
            st.rerun()
    elif before is not None:
        del st.session_state[_LACKING]
        st.query_params.update({})


def _is_history() -> bool:
    context = get_script_run_ctx()
    return context is not None and bool(getattr(context, "is_history_navigation", False))


__all__ = ["bring", "remember"]
