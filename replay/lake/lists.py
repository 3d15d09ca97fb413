"""Lists of games for people who look for one: filtered, ordered, a page at a time."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import pyarrow as pa

    from replay.lake.reader import Lake

#: Games on a page of the list.
PAGE: Final = 25
PROOFS: Final = ("proven", "possible", "unjudged", "stood", "result")


@dataclass(frozen=True, slots=True)
class ListFilter:
    """Which games a list shows; what is not set asks nothing.

    text     in the id, a player's name or handle, the occasion or the place; upper and lower case are equal.
    game     `biblios` or `biblios-dice`.
    players  people (as the club calls them) who all took part.
    since, until   first and last day; games without a date are left out where one is given.
    event, place   exactly these.
    status   `complete`, `unfinished` or `abandoned`.
    proof    weakest evidence in the game: one of `PROOFS` (`result`: only the result is known).
    """

    text: str = ""
    game: str | None = None
    players: tuple[str, ...] = ()
    since: dt.date | None = None
    until: dt.date | None = None
    event: str | None = None
    place: str | None = None
    status: str | None = None
    proof: str | None = None

    def params(self) -> dict[str, Any]:
        """The parameters of the SQL; NULL where nothing is asked."""
        return {
            "text": self.text.strip().lower() or None,
            "game": self.game,
            "names": list(dict.fromkeys(self.players)) or None,
            "since": self.since,
            "until": self.until,
            "event": self.event,
            "place": self.place,
            "status": self.status,
            "proof": self.proof,
        }


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The games before and after one in a list, and its number there (from 1); None where there is none."""

    before: str | None
    after: str | None
    number: int | None
    total: int


def _sql(name: str) -> str:
    return files("replay.lake").joinpath("sql", name).read_text(encoding="utf-8")


def games(lake: Lake, asked: ListFilter, *, limit: int = PAGE, offset: int = 0) -> pa.Table:
    """A page of games, the newest first: game_id, game, title, date, event, place, status, plies, verdict counts, proof,
    names, totals and won (lists by seat), simulated, comments, and the number of all games that match (`matches`)."""
    return lake.query(_sql("chosen.sql") + _sql("games.sql"), {**asked.params(), "limit": limit, "offset": offset})


def count(lake: Lake, asked: ListFilter) -> int:
    """How many games match."""
    return int(lake.rows(_sql("chosen.sql") + _sql("count.sql"), asked.params())[0][0])


def neighbours(lake: Lake, asked: ListFilter, game_id: str) -> Neighbours:
    """The games beside one in the list, in its order; all None where the game is not in it."""
    rows = lake.rows(_sql("chosen.sql") + _sql("neighbours.sql"), {**asked.params(), "id": game_id})
    return Neighbours(*rows[0]) if rows else Neighbours(None, None, None, count(lake, asked))


def choices(lake: Lake) -> dict[str, list[str]]:
    """What the filters can be set to: `players`, `events`, `places`, each by how often they occur."""
    found: dict[str, list[str]] = {"players": [], "events": [], "places": []}
    for kind, value in lake.rows(_sql("choices.sql")):
        found[kind].append(value)
    return found


def log_hash(lake: Lake, game_id: str) -> str | None:
    """The hash of a stored game's log; None where there is no such game."""
    rows = lake.rows("SELECT log_hash FROM games WHERE game_id = $id", {"id": lake.resolve(game_id)})
    return str(rows[0][0]) if rows else None
