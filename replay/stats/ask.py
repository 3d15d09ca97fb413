"""Asking the lake a named question: SQL from a file, filters as bound parameters, the answer as an Arrow table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, Protocol
from weakref import WeakKeyDictionary

from replay.stats.filters import Filters

if TYPE_CHECKING:
    import pyarrow as pa

_PARAMETER: Final = re.compile(r"\$([a-z_]+)")
_KEY: Final = "hash(game_id) AS key"
_FIRST_WORD: Final = re.compile(r"\A(?:\s*--[^\n]*\n|\s+)*(WITH)?\b", re.IGNORECASE)


class Source(Protocol):
    """What questions are put to: a `replay.lake.reader.Lake`."""

    @property
    def version(self) -> str:
        """A word that changes whenever an answer may change."""

    def query(self, sql: str, params: Mapping[str, Any] | None = None) -> pa.Table:
        """The answer to a SELECT with bound parameters."""


#: Lake → the state of it that was last looked at, and whether its games can be told apart by hash there.
_told_apart: Final[WeakKeyDictionary[Source, tuple[str, bool]]] = WeakKeyDictionary()


@cache
def sql(name: str, narrow: bool = True, hashed: bool = True) -> str:
    """The statement of a named question: the games that count, then the question's own file.

    The games come from `selected.sql`, or from `whole.sql`, which joins nothing, where all filters are on what every row
    of a game repeats. All are files of this package; nothing that a person says ever becomes part of a statement.
    Rows are joined by `key`: the hash of the game's id, which is a number, or without `hashed` the id itself.
    """
    folder = files("replay.stats").joinpath("sql")
    base = folder.joinpath("selected.sql" if narrow else "whole.sql").read_text(encoding="utf-8").rstrip()
    if not hashed:
        base = base.replace(_KEY, "game_id AS key")
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


def hashes_differ(lake: Source) -> bool:
    """Whether no two games of the lake have ids with the same hash; looked up once for each state of the lake."""
    version = lake.version
    found = _told_apart.get(lake)
    if found is None or found[0] != version:
        (row,) = lake.query("SELECT count(DISTINCT hash(game_id)) = count(*) AS differ FROM games").to_pylist()
        found = _told_apart[lake] = (version, row["differ"])
    return found[1]


def ask(lake: Source, name: str, filters: Filters, **more: Any) -> pa.Table:
    """The answer to a named question; `more` are parameters of its own."""
    given = {**filters.params(), **more}
    narrow = filters.narrow
    return lake.query(sql(name, narrow, hashes_differ(lake)), {key: given[key] for key in parameters(name, narrow)})


__all__ = ["Source", "ask", "hashes_differ", "parameters", "sql"]
