"""Season tables: points by place, the best games of each player counted.

A club describes its seasons in `club/seasons.toml` of its lake:

    [[season]]
    name = "Spring 2026"
    since = 2026-01-01
    until = 2026-06-30
    game = "biblios"              # optional: only this game
    events = ["Thursday club"]    # optional: only these occasions
    points = { 2 = [2, 0], 3 = [3, 1, 0], 4 = [4, 2, 1, 0] }   # optional: points by place, for each number of players
    best = 10                     # optional: so many games of each player count (the best ones)
    least = 3                     # optional: fewest games for a rank

Without the file each calendar year is a season in which a player gets a point for everybody left behind and one more
for the victory.
"""

from __future__ import annotations

import datetime as dt
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from replay.stats.ask import Source
from replay.stats.filters import ALL, MIN_GAMES, Filters
from replay.stats.scoring import months, results

if TYPE_CHECKING:
    import pyarrow as pa

FILE: Final = "seasons.toml"
_KEYS: Final = ("name", "since", "until", "game", "events", "points", "best", "least")


class SeasonError(Exception):
    """What is wrong with `seasons.toml`, in one sentence for whoever wrote it; or that there is no such season."""


@dataclass(frozen=True)
class Season:
    """One season; see the module. `points` maps a number of players to the points of places 1, 2, …"""

    name: str
    since: dt.date
    until: dt.date
    game: str | None = None
    events: tuple[str, ...] = ()
    points: Mapping[int, Sequence[float]] = field(default_factory=dict)
    best: int | None = None
    least: int = MIN_GAMES

    def of_place(self, players: int, place: int, sharing: int) -> float:
        """The points of a place that `sharing` players share: the mean of the places that they take up."""
        scale = self.points.get(players) or default_points(players)
        taken = [scale[index] if index < len(scale) else 0.0 for index in range(place - 1, place - 1 + sharing)]
        return sum(taken) / len(taken)

    def narrow(self, filters: Filters) -> Filters:
        """The filters, narrowed to the games of this season."""
        since = max(filter(None, (self.since, filters.since)))
        until = min(filter(None, (self.until, filters.until)))
        return replace(
            filters, since=since, until=until, game=self.game or filters.game, events=self.events or filters.events
        )


def default_points(players: int) -> tuple[float, ...]:
    """A point for everybody left behind, one more for the victory."""
    return tuple(float(players - place + (place == 1)) for place in range(1, players + 1))


def parse(text: str) -> tuple[Season, ...]:
    """The seasons of a `seasons.toml`, in its order. Raises SeasonError."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SeasonError(f"{FILE} is not TOML: {error}") from error
    found = given.get("season", [])
    if not isinstance(found, list) or set(given) - {"season"}:
        raise SeasonError(f"{FILE} holds nothing but [[season]] entries")
    seasons = tuple(_season(number, entry) for number, entry in enumerate(found, 1))
    names = [season.name for season in seasons]
    for name in names:
        if names.count(name) > 1:
            raise SeasonError(f"{FILE} has two seasons named {name!r}")
    return seasons


def _season(number: int, entry: Any) -> Season:
    where = f"{FILE}, season {number}"
    if not isinstance(entry, dict):
        raise SeasonError(f"{where} is not a table")
    for key in entry:
        if key not in _KEYS:
            raise SeasonError(f"{where}: unknown key {key!r} (known: {', '.join(_KEYS)})")
    name = entry.get("name")
    if not isinstance(name, str) or not name.strip():
        raise SeasonError(f"{where} has no name")
    days = {}
    for key in ("since", "until"):
        value = entry.get(key)
        if not isinstance(value, dt.date) or isinstance(value, dt.datetime):
            raise SeasonError(f"{where}: {key} is a date such as 2026-01-31, without quotes")
        days[key] = value
    if days["since"] > days["until"]:
        raise SeasonError(f"{where} ends before it begins")
    game = entry.get("game")
    if game not in (None, "biblios", "biblios-dice"):
        raise SeasonError(f"{where}: game is biblios or biblios-dice, not {game!r}")
    events = entry.get("events", [])
    if not isinstance(events, list) or not all(isinstance(event, str) for event in events):
        raise SeasonError(f"{where}: events is a list of names")
    points = entry.get("points", {})
    if not isinstance(points, dict):
        raise SeasonError(f"{where}: points is a table such as {{ 3 = [3, 1, 0] }}")
    scales: dict[int, tuple[float, ...]] = {}
    for players, scale in points.items():
        if not players.isdecimal() or not isinstance(scale, list) or not scale or not all(map(_is_number, scale)):
            raise SeasonError(f"{where}: points of {players} is a list of numbers, the first place first")
        scales[int(players)] = tuple(map(float, scale))
    for key in ("best", "least"):
        value = entry.get(key)
        if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 1):
            raise SeasonError(f"{where}: {key} is a whole number from 1 on")
    return Season(name.strip(), days["since"], days["until"], game, tuple(events), scales, entry.get("best"),
                  entry.get("least", MIN_GAMES))  # fmt: skip


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def seasons(lake: Source) -> tuple[Season, ...]:
    """The club's seasons, the earliest first; calendar years where the club has written none. Raises SeasonError."""
    path = getattr(lake, "path", None)
    file = Path(path) / "club" / FILE if path is not None else None
    if file is not None and file.is_file():
        try:
            text = file.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise SeasonError(f"{FILE} cannot be read: {error}") from error
        return tuple(sorted(parse(text), key=lambda season: (season.until, season.name)))
    years = sorted({day.year for day in months(lake)["month"].to_pylist()})
    return tuple(Season(str(year), dt.date(year, 1, 1), dt.date(year, 12, 31)) for year in years)


def find(lake: Source, name: str | None) -> Season | None:
    """The season of that name, or the latest; None where there is none at all. Raises SeasonError for an unknown name."""
    found = seasons(lake)
    if name is None:
        return found[-1] if found else None
    for season in found:
        if season.name.casefold() == name.strip().casefold():
            return season
    known = ", ".join(season.name for season in found) or "none"
    raise SeasonError(f"there is no season {name!r} (known: {known})")


def season_table(lake: Source, filters: Filters = ALL, season: str | Season | None = None) -> pa.Table:
    """Who leads the season?"""
    import pyarrow as pa

    chosen = season if isinstance(season, Season) else find(lake, season)
    rows = standings(results(lake, chosen.narrow(filters)), chosen) if chosen is not None else []
    schema = pa.schema(
        [("rank", pa.int32()), ("player", pa.string()), ("n", pa.int64()), ("counted", pa.int64()), ("points", pa.float64()),
         ("mean", pa.float64()), ("wins", pa.float64()), ("worst_counted", pa.float64())]
    )  # fmt: skip
    return pa.Table.from_pylist(rows, schema=schema)


def standings(table: pa.Table, season: Season) -> list[dict[str, Any]]:
    """The season's table from a table of `results`: points, then wins; equal ones share a rank."""
    points: dict[str, list[float]] = {}
    wins: dict[str, float] = {}
    columns = ("game_id", "players", "player", "place", "win_share")
    rows = zip(*(table[name].to_pylist() for name in columns), strict=True)
    for _, seats in groupby(rows, key=itemgetter(0)):
        seated = list(seats)
        places = [place for _, _, _, place, _ in seated]
        for _, players, player, place, share in seated:
            points.setdefault(player, []).append(season.of_place(players, place, places.count(place)))
            wins[player] = wins.get(player, 0.0) + (share or 0.0)
    out: list[dict[str, Any]] = []
    for player, gained in points.items():
        best = sorted(gained, reverse=True)[: season.best]
        out.append(
            {"rank": None, "player": player, "n": len(gained), "counted": len(best), "points": sum(best),
             "mean": sum(gained) / len(gained), "wins": wins[player], "worst_counted": best[-1]}
        )  # fmt: skip
    out.sort(key=lambda row: (row["n"] < season.least, -row["points"], -row["wins"], row["player"]))
    ranked = [row for row in out if row["n"] >= season.least]
    for index, row in enumerate(ranked):
        before = ranked[index - 1] if index else None
        same = before is not None and (before["points"], before["wins"]) == (row["points"], row["wins"])
        row["rank"] = before["rank"] if same and before is not None else index + 1
    return out


__all__ = ["FILE", "Season", "SeasonError", "default_points", "find", "parse", "season_table", "seasons", "standings"]
