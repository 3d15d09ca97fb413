"""Ratings with their uncertainty: openskill's BradleyTerryFull, recomputed from the first game on.

Ratings depend on the order of games; it is always date (unknown first), then game id. Each kind of game is rated by
itself. Guests and bots are left out unless asked for: a game is then rated among the others, if two are left.

The model and its parameters are openskill's. Its update (Weng and Lin 2011, algorithm 1) is written out here for single
players, because a rating object per seat and game takes ten times as long; a test holds every number to openskill's.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
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
_COLUMNS: Final = ("game", "player", "game_id", "date", "n", "mu", "sigma")


@dataclass(frozen=True, slots=True)
class Model:
    """Parameters of BradleyTerryFull: first rating and its deviation, spread of play, drift a game, least shrinking."""

    mu: float
    sigma: float
    beta: float
    tau: float
    kappa: float

    def update(self, seats: Sequence[tuple[float, float, float]]) -> list[tuple[float, float]]:
        """The ratings (mu, sigma) of the players of one game after it, from (mu, sigma, place) before it."""
        before = [(mu, sigma * sigma + self.tau * self.tau, place) for mu, sigma, place in seats]
        both = 2 * self.beta * self.beta
        out = []
        for index, (mu, variance, place) in enumerate(before):
            sigma = math.sqrt(variance)
            gain = shrink = 0.0
            for other, (their_mu, their_variance, their_place) in enumerate(before):
                if other == index:
                    continue
                c2 = variance + their_variance + both
                c = math.sqrt(c2)
                chance = 1 / (1 + math.exp((their_mu - mu) / c))
                score = 1.0 if place < their_place else 0.5 if place == their_place else 0.0
                gain += variance / c * (score - chance)
                shrink += sigma / c * variance / c2 * chance * (1 - chance)
            out.append((mu + gain, sigma * math.sqrt(max(1 - shrink, self.kappa))))
        return out


@cache
def model() -> Model:
    """The model with openskill's own parameters."""
    from openskill.models import BradleyTerryFull

    given = BradleyTerryFull()
    return Model(given.mu, given.sigma, given.beta, given.tau, given.kappa)


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
    rules = model()
    first = (rules.mu, rules.sigma, 0)
    known: dict[tuple[str, str], tuple[float, float, int]] = {}
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
        before = [known.get((game, player), first) for player, (game, _, _) in seated.items()]
        given = [(mu, sigma, place) for (mu, sigma, _), (_, _, place) in zip(before, seated.values(), strict=True)]
        for (player, (game, date, _)), (mu, sigma), (_, _, n) in zip(
            seated.items(), rules.update(given), before, strict=True
        ):
            known[game, player] = mu, sigma, n + 1
            yield Step(game, player, game_id, date, n + 1, mu, sigma)


def rating_history(lake: Source, filters: Filters = ALL, guests: bool = False, bots: bool = False) -> pa.Table:
    """How did the ratings develop, and how sure were they?"""
    import pyarrow as pa
    import pyarrow.compute as pc

    found = list(steps(results(lake, filters), guests=guests, bots=bots))
    kinds = (pa.string(), pa.string(), pa.string(), pa.date32(), pa.int64(), pa.float64(), pa.float64())
    values = list(zip(*found, strict=True)) or [()] * len(kinds)
    table = pa.table({name: pa.array(column, kind) for name, column, kind in zip(_COLUMNS, values, kinds, strict=True)})
    wide = pc.multiply(table["sigma"], Z)
    table = table.append_column("low", pc.subtract(table["mu"], wide))
    return table.append_column("high", pc.add(table["mu"], wide))


def ratings(lake: Source, filters: Filters = ALL, guests: bool = False, bots: bool = False) -> pa.Table:
    """How good is each player by the results, and how sure is that?"""
    return latest(rating_history(lake, filters, guests, bots))


def latest(history: pa.Table) -> pa.Table:
    """The answer of `ratings` from that of `rating_history`: each player's last rating, the best first, with ranks."""
    import pyarrow as pa

    last = {}
    for row in zip(*(history[name].to_pylist() for name in _COLUMNS), strict=True):
        step = Step(*row)
        last[step.game, step.player] = step
    order = sorted(last.values(), key=lambda step: (step.game, step.n < PROVISIONAL, -step.mu, step.player))
    ranks: dict[str, int] = {}
    out: list[dict[str, Any]] = []
    for step in order:
        provisional = step.n < PROVISIONAL
        if not provisional:
            ranks[step.game] = ranks.get(step.game, 0) + 1
        out.append(
            {"rank": None if provisional else ranks[step.game], "game": step.game, "player": step.player, "n": step.n,
             "mu": step.mu, "sigma": step.sigma, "low": step.mu - Z * step.sigma, "high": step.mu + Z * step.sigma,
             "provisional": provisional, "last_day": step.date}
        )  # fmt: skip
    schema = pa.schema(
        [("rank", pa.int32()), ("game", pa.string()), ("player", pa.string()), ("n", pa.int64()), ("mu", pa.float64()),
         ("sigma", pa.float64()), ("low", pa.float64()), ("high", pa.float64()), ("provisional", pa.bool_()),
         ("last_day", pa.date32())]
    )  # fmt: skip
    return pa.Table.from_pylist(out, schema=schema)


__all__ = ["PROVISIONAL", "Model", "Step", "latest", "model", "rating_history", "ratings", "steps"]
