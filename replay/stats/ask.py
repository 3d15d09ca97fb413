"""Asking the lake a named question: SQL from a file, filters as bound parameters, the answer as an Arrow table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, Protocol

from replay.stats.filters import Filters

if TYPE_CHECKING:
    import pyarrow as pa

_PARAMETER: Final = re.compile(r"\$([a-z_]+)")
_FIRST_WORD: Final = re.compile(r"\A(?:\s*--[^\n]*\n|\s+)*(WITH)?\b", re.IGNORECASE)


class Source(Protocol):
    """What questions are put to: a `replay.lake.reader.Lake`."""

    def query(self, sql: str, params: Mapping[str, Any] | None = None) -> pa.Table:
        """The answer to a SELECT with bound parameters."""


@cache
def sql(name: str, narrow: bool = True) -> str:
    """The statement of a named question: the games that count, then the question's own file.

    The games come from `selected.sql`, or from `whole.sql`, which joins nothing, where all filters are on what every row
    of a game repeats. All are files of this package; nothing that a person says ever becomes part of a statement.
    """
    folder = files("replay.stats").joinpath("sql")
    base = folder.joinpath("selected.sql" if narrow else "whole.sql").read_text(encoding="utf-8").rstrip()
    body = folder.joinpath(f"{name}.sql").read_text(encoding="utf-8")
    start = _FIRST_WORD.match(body)
    assert start is not None
    if start.group(1):  # the question has tables of its own: they follow ours in the same WITH
        return f"{base},\n{body[: start.start(1)]}{body[start.end(1) :]}"
    return f"{base}\n{body}"


@cache
def parameters(name: str, narrow: bool = True) -> frozenset[str]:
    """The parameters that the statement of a named question binds."""
    code = re.sub(r"--[^\n]*", "", sql(name, narrow))
    return frozenset(_PARAMETER.findall(code))


def ask(lake: Source, name: str, filters: Filters, **more: Any) -> pa.Table:
    """The answer to a named question; `more` are parameters of its own."""
    given = {**filters.params(), **more}
    narrow = filters.narrow
    return lake.query(sql(name, narrow), {key: given[key] for key in parameters(name, narrow)})


__all__ = ["Source", "ask", "parameters", "sql"]
