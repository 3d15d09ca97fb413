"""Words of strangers on Streamlit pages: escaped, so that a name is a name and never a link, a picture or a heading."""

from __future__ import annotations

import re
from typing import Final

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~$:&^=@])")
#: Bidirectional overrides and isolates could turn the words around a name around.
_TURNING: Final = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f]")


def md(text: str) -> str:
    """`text` as Markdown that shows exactly these words on one line."""
    return _SPECIAL.sub(r"\\\1", _TURNING.sub("", " ".join(text.split())))
