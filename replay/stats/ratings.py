"""Ratings with their uncertainty: openskill's BradleyTerryFull, recomputed from the first game on.

Ratings depend on the order of games; it is always date (unknown first), then game id. Each kind of game is rated by
itself. Guests and bots are left out unless asked for: a game is then rated among the others, if two are left.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from replay.stats.ask import Source
from replay.stats.filters import ALL, Filters
from replay.stats.intervals import Z
from replay.stats.scoring import results

if TYPE_CHECKING:
    import pyarrow as pa

#: A rating from fewer games than this is provisional: it has no rank.
PROVISIONAL: Final = 5


class Step(NamedTuple):
    """One player's rating after a game: `mu` with standard deviation `sigma`, after `n` rated games of this kind."""

    game: str
    player: str
    game_id: str
    date: dt.date | None
    n: int
    mu: float
    sigma: float


def steps(table: pa.Table, *, guests: bool = False, bots: bool = False) -> Iterator[Step]:
    """Every change of a rating, in order, from a table of `results`."""
    from openskill.models import BradleyTerryFull

    model = BradleyTerryFull()
    ratings: dict[tuple[str, str], Any] = {}
    played: dict[tuple[str, str], int] = {}
    columns = ("game_id", "game", "date", "player", "kind", "place")
    rows = zip(*(table[name].to_pylist() for name in columns), strict=True)
    for game_id, seats in groupby(rows, key=itemgetter(0)):
        # One rating per player: a club may have merged two names that sat at one table.
        seated: dict[str, tuple[str, dt.date | None, int]] = {}
        for _, game, date, player, kind, place in seats:
            if (kind == "guest" and not guests) or (kind == "bot" and not bots):
                continue
            seated.setdefault(player, (game, date, place))
        if len(seated) < 2:
            continue
        keys = [(game, player) for player, (game, _, _) in seated.items()]
        teams = [[ratings.get(key) or model.rating(name=key[1])] for key in keys]
        ranks = [float(place) for _, _, place in seated.values()]
        for key, (rating,), (_, date, _) in zip(keys, model.rate(teams, ranks=ranks), seated.values(), strict=True):
            ratings[key] = rating
            played[key] = played.get(key, 0) + 1
            yield Step(key[0], key[1], game_id, date, played[key], rating.mu, rating.sigma)


def rating_history(lake: Source, filters: Filters = ALL, guests: bool = False, bots: bool = False) -> pa.Table:
    """How did the ratings develop, and how sure were they?"""
    import pyarrow as pa

    found = list(steps(results(lake, filters), guests=guests, bots=bots))
    schema = pa.schema(
        [("game", pa.string()), ("player", pa.string()), ("game_id", pa.string()), ("date", pa.date32()), ("n", pa.int64()),
         ("mu", pa.float64()), ("sigma", pa.float64()), ("low", pa.float64()), ("high", pa.float64())]
    )  # fmt: skip
    columns = [list(column) for column in zip(*found, strict=True)] or [[] for _ in Step._fields]
    mu, sigma = columns[5], columns[6]
    columns.append([m - Z * s for m, s in zip(mu, sigma, strict=True)])
    columns.append([m + Z * s for m, s in zip(mu, sigma, strict=True)])
    return pa.table(columns, schema=schema)


def ratings(lake: Source, filters: Filters = ALL, guests: bool = False, bots: bool = False) -> pa.Table:
    """How good is each player by the results, and how sure is that?"""
    return latest(rating_history(lake, filters, guests, bots))


def latest(history: pa.Table) -> pa.Table:
    """The present ratings from a table of `rating_history`, best first; provisional ones come last, without a rank."""
    import pyarrow as pa

    last: dict[tuple[str, str], dict[str, Any]] = {}
    for row in history.to_pylist():
        last[row["game"], row["player"]] = row
    rows = sorted(last.values(), key=lambda row: (row["game"], row["n"] < PROVISIONAL, -row["mu"], row["player"]))
    ranks: dict[str, int] = {}
    out: list[dict[str, Any]] = []
    for row in rows:
        provisional = row["n"] < PROVISIONAL
        if not provisional:
            ranks[row["game"]] = ranks.get(row["game"], 0) + 1
        out.append(
            {"rank": None if provisional else ranks[row["game"]], "game": row["game"], "player": row["player"], "n": row["n"],
             "mu": row["mu"], "sigma": row["sigma"], "low": row["low"], "high": row["high"], "provisional": provisional,
             "last_day": row["date"]}
        )  # fmt: skip
    schema = pa.schema(
        [("rank", pa.int32()), ("game", pa.string()), ("player", pa.string()), ("n", pa.int64()), ("mu", pa.float64()),
         ("sigma", pa.float64()), ("low", pa.float64()), ("high", pa.float64()), ("provisional", pa.bool_()),
         ("last_day", pa.date32())]
    )  # fmt: skip
    return pa.Table.from_pylist(out, schema=schema)


__all__ = ["PROVISIONAL", "Step", "latest", "rating_history", "ratings", "steps"]
