"""Counting by hand: what the tests of statistics expect, in plain Python from replays, their positions and their events.

Nothing here uses the rows of the lake (`facts`) or SQL.
"""

from __future__ import annotations

import datetime as dt
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from statistics import mean, stdev
from typing import Any

import pyarrow as pa

from replay.games.biblios import cards
from replay.games.biblios import state as st
from replay.referee import Replay
from replay.stats.intervals import student

GOLD = {f"G{n}": n for n in (1, 2, 3)}


@dataclass
class Seat:
    player: str
    seat: int
    total: int
    won: bool
    place: int
    share: float


@dataclass
class Game:
    """One game with a result, as a person would write it on a sheet."""

    id: str
    kind: str
    date: dt.date
    seats: list[Seat]
    decided: str
    found: Replay = field(repr=False)

    @property
    def n(self) -> int:
        return len(self.seats)

    @property
    def margin(self) -> int:
        best = max(seat.total for seat in self.seats if seat.won)
        return best - max(seat.total for seat in self.seats if not seat.won)


def sheet(found: Replay) -> Game:
    result = found.result
    header = found.log.header
    names = [player.name for player in header.players]
    totals = [result["totals"][handle] for handle in header.handles]
    winners = [handle in result["winners"] for handle in header.handles]
    rest = sorted((total for total, won in zip(totals, winners, strict=True) if not won), reverse=True)
    seats = []
    for seat, (name, total, won) in enumerate(zip(names, totals, winners, strict=True)):
        place = 1 if won else sum(winners) + rest.index(total) + 1
        seats.append(Seat(name, seat, total, won, place, 1 / sum(winners) if won else 0.0))
    return Game(
        header.id, header.game, dt.date.fromisoformat(header.values["date"]), seats, result["decided_by"], found
    )


def sheets(found: Iterable[Replay]) -> list[Game]:
    return [sheet(one) for one in found]


# ------------------------------------------------------------------------------------------------------ Biblios, lots


@dataclass
class Lot:
    """One lot of Biblios, followed event by event."""

    game: Game
    number: int
    pile: int
    ply: int
    card: str
    kind: str
    category: str | None
    value: int | None
    turner: int
    bids: list[tuple[int, int, int]] = field(default_factory=list)  # (lap, seat, amount), passes are 0
    means: list[tuple[int, int, int]] = field(default_factory=list)  # (seat, means at a pass, place among bids)
    winner: int | None = None
    price: int | None = None
    paid: list[str] = field(default_factory=list)
    defaults: list[int] = field(default_factory=list)

    @property
    def paid_gold(self) -> int:
        return sum(GOLD.get(card, 0) for card in self.paid)

    @property
    def rival(self) -> tuple[int | None, int]:
        """(seat, bid) of the highest bid by another seat in the bidding that sold the lot."""
        last = [
            (amount, seat)
            for lap, seat, amount in self.bids
            if lap == len(self.defaults) and seat != self.winner and amount
        ]
        return (max(last)[1], max(last)[0]) if last else (None, 0)

    @property
    def overpay(self) -> int:
        return self.price - self.rival[1] - 1

    @property
    def unit(self) -> str:
        return "cards" if self.kind == "gold" else "Gold"


def kind_of(card: str) -> tuple[str, str | None, int | None]:
    if card[0] == "G":
        return "gold", None, int(card[1])
    if card[0] == "C":
        return "church", None, None
    return "category", card[0], int(card[1])


def purse(state: st.State, seat: int) -> int:
    return sum(value * state.hands[seat].sure[cards.CODES[name]] for name, value in GOLD.items())


@cache
def _lots(key: int) -> list[Lot]:
    game = _GAMES[key]
    names = list(game.found.log.header.handles)
    out: list[Lot] = []
    before: dict[int, list[tuple[int, int]]] = {}

    def look(ply: int, state: st.State) -> None:
        before[ply] = [(purse(state, seat), state.hands[seat].n) for seat in range(game.n)]

    game.found.walk(look)
    pile = sum(1 for event in game.found.log.events if event.verb == "flips")
    for ply, event in enumerate(game.found.log.events, 1):
        seat = names.index(event.actor)
        if event.verb == "flips":
            out.append(Lot(game, len(out) + 1, pile, ply, event.words[0], *kind_of(event.words[0]), seat))
        elif event.verb == "bids":
            out[-1].bids.append((len(out[-1].defaults), seat, int(event.words[0])))
        elif event.verb == "passes":
            gold, number = before[ply - 1][seat]
            out[-1].means.append((seat, number if out[-1].kind == "gold" else gold, ply))
            out[-1].bids.append((len(out[-1].defaults), seat, 0))
        elif event.verb == "defaults":
            out[-1].defaults.append(seat)
        elif event.verb in ("pays", "discards"):
            lot = out[-1]
            lot.winner, lot.paid = seat, list(event.words)
            lot.price = max(amount for lap, who, amount in lot.bids if lap == len(lot.defaults) and who == seat)
    return out


_GAMES: dict[int, Game] = {}


def lots(games: Iterable[Game]) -> list[Lot]:
    out = []
    for game in games:
        if game.kind == "biblios":
            _GAMES[id(game.found)] = game
            out += _lots(id(game.found))
    return out


def final_hands(game: Game) -> list[list[str]]:
    return [
        [cards.NAMES[kind] for kind in range(cards.KINDS) for _ in range(hand.sure[kind])]
        for hand in game.found.state.hands
    ]


def taker(hands: Sequence[Sequence[str]], category: str) -> int | None:
    """Who takes a category: highest sum, then the letter nearest A."""
    best = None
    for seat, hand in enumerate(hands):
        mine = [card for card in hand if card[0] == category]
        if mine:
            key = (sum(int(card[1]) for card in mine), -min(ord(card[2]) for card in mine))
            if best is None or key > best[0]:
                best = key, seat
    return best[1] if best else None


def swing(lot: Lot) -> tuple[int, bool | None]:
    """(pips turned, whether the victory was) of a bought category card, by taking it out of the final hand."""
    game, hands = lot.game, final_hands(lot.game)
    mine = hands[lot.winner]
    pips = dict(zip(cards.CATEGORIES, game.found.state.dice, strict=True))[lot.category]
    card = next((held for held in mine if held == lot.card), None)
    if card is None or taker(hands, lot.category) != lot.winner:
        return 0, False
    without = [list(hand) for hand in hands]
    without[lot.winner].remove(card)
    other = taker(without, lot.category)
    if other == lot.winner:
        return 0, False
    if not game.seats[lot.winner].won:
        return pips, False
    totals = [seat.total for seat in game.seats]
    totals[lot.winner] -= pips
    if other is not None:
        totals[other] += pips
    best = max(total for seat, total in enumerate(totals) if seat != lot.winner)
    return pips, None if best == totals[lot.winner] else best > totals[lot.winner]


# ------------------------------------------------------------------------------------------------------------- tables


def groups(items: Iterable[Any], key: Any) -> dict[Any, list[Any]]:
    out: dict[Any, list[Any]] = defaultdict(list)
    for item in items:
        out[key(item)].append(item)
    return dict(out)


def interval(values: Sequence[float]) -> tuple[float | None, float | None]:
    if len(values) < 2:
        return None, None
    half = student(len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return mean(values) - half, mean(values) + half


def average(values: Iterable[float]) -> float | None:
    listed = list(values)
    return mean(listed) if listed else None


def spread(values: Sequence[float]) -> dict[str, Any]:
    """n, mean and interval of some values, as columns."""
    low, high = interval(values)
    return {"n": len(values), "mean": average(values), "low": low, "high": high}


def check(table: pa.Table, keys: Sequence[str], expected: Mapping[Any, Mapping[str, Any]]) -> None:
    """The table has exactly the expected rows: key → the columns that were counted by hand."""
    rows = {tuple(row[key] for key in keys): row for row in table.to_pylist()}
    assert len(rows) == table.num_rows, "keys are not unique"
    wanted = {key if isinstance(key, tuple) else (key,): row for key, row in expected.items()}
    assert set(rows) == set(wanted)
    assert rows, "nothing to compare"
    for key, row in wanted.items():
        for column, value in row.items():
            got = rows[key][column]
            same = got == value or (
                isinstance(got, int | float)
                and isinstance(value, int | float)
                and math.isclose(got, value, rel_tol=1e-9, abs_tol=1e-9)
            )
            assert same, f"{key} {column}: {got!r} instead of {value!r}"
