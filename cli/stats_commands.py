"""`biblios stats`: the named questions of `replay.stats.catalog` on the command line."""

from __future__ import annotations

import datetime as dt
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from cli.answers import answer_options, deliver, text_of, to_file
from cli.messages import Trouble, note
from cli.nothing import say_nothing, say_order
from cli.options import Day, stranger

if TYPE_CHECKING:
    import pyarrow as pa

    from replay.lake.reader import Lake
    from replay.stats.catalog import Statistic
    from replay.stats.filters import Filters

_DAY: Final = Day()


def _emit(text: str) -> None:
    click.echo(text.encode("utf-8", "replace"))


def _listing() -> str:
    from replay.stats.catalog import STATISTICS

    width = max(len(statistic.name) for statistic in STATISTICS)
    out: list[str] = []
    room = ""
    for statistic in STATISTICS:
        if statistic.room != room:
            room = statistic.room
            out += ["", room.upper()] if out else [room.upper()]
        out.append(f"  {statistic.name:<{width}}  {statistic.question}")
    return "\n".join(out)


def _find(name: str) -> Statistic:
    import difflib

    from replay.stats.catalog import by_name

    known = by_name()
    wanted = name.strip().lower().replace("-", "_")
    if wanted not in known:
        near = difflib.get_close_matches(wanted, known, n=1)
        hint = f". Did you mean {near[0]}?" if near else ""
        raise click.UsageError(f"there is no statistic {name!r}{hint} (`biblios stats --list` shows them all)")
    return known[wanted]


def _describe(statistic: Statistic) -> str:
    lines = [statistic.question, statistic.definition, "", "Columns:"]
    lines += [f"  {name}: {meaning}" for name, meaning in statistic.columns.items()]
    lines += ["", "Filters: " + ", ".join(statistic.filters)]
    own = {parameter.name for parameter in stats.params}
    lines += [f"  {_flag(name) if name in own else f'--set {name}=…'}: {option.meaning}"
              for name, option in statistic.options.items()]  # fmt: skip
    return "\n".join(lines)


def _flag(name: str) -> str:
    return "--rank-in-game" if name == "place" else f"--{name.replace('_', '-')}"


def _set(statistic: Statistic, settings: Sequence[str]) -> dict[str, Any]:
    """Settings given as NAME=VALUE. Raises click.UsageError for a name the statistic does not have or an unfit value."""
    out: dict[str, Any] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise click.UsageError(f"--set needs NAME=VALUE, not {setting!r}")
        if name not in statistic.options:
            have = ", ".join(statistic.options) or "none"
            raise click.UsageError(f"{statistic.name} has no setting {name!r} (its own: {have})")
        kind = statistic.options[name].type
        try:
            out[name] = click.types.convert_type(kind)(value.strip())
        except click.BadParameter as error:
            raise click.UsageError(f"--set {name}: {error.message}") from error
    return out


def _own_options(statistic: Statistic, given: dict[str, Any]) -> dict[str, Any]:
    """The statistic's own settings among those given. Raises click.UsageError for one that it does not have."""
    out = {}
    for name, value in given.items():
        if value is None or value is False:
            continue
        if name not in statistic.options:
            have = ", ".join(f"--{option}" for option in statistic.options) or "none"
            raise click.UsageError(f"--{name} is not for {statistic.name} (its own options: {have})")
        out[name] = value.date() if isinstance(value, dt.datetime) else value
    return out


@click.command()
@click.argument("name", required=False)
@click.option("--list", "listing", is_flag=True, help="List all statistics.")
@click.option("--explain", is_flag=True, help="Say what the statistic asks, how it counts, which columns it has.")
@click.option("--game", type=click.Choice(["biblios", "biblios-dice"]), help="Only this game.")
@click.option(
    "--players",
    "counts",
    type=click.IntRange(2, 5),
    multiple=True,
    help="Only this number of players (may be repeated).",
)
@click.option("--since", type=_DAY, help="Only games from this day on.")
@click.option("--until", type=_DAY, help="Only games up to this day.")
@click.option(
    "--with", "present", multiple=True, metavar="PLAYER", help="Only games with any of these players (may be repeated)."
)
@click.option("--all-of", "present_all", is_flag=True, help="… with all of them.")
@click.option("--place", "places", multiple=True, help="Only games at this place (may be repeated).")
@click.option("--event", "events", multiple=True, help="Only games of this occasion (may be repeated).")
@click.option("--evidence", type=click.Choice(["log", "result"]), help="Only full logs, or mere results.")
@click.option("--settled", is_flag=True, help="Only games in which nothing rests on an open ruling.")
@click.option("--stood", is_flag=True, help="Also what rests on events that were let stand.")
@click.option("--simulated/--no-simulated", default=None, help="Only simulated games, or none of them.")
@click.option("--min-games", type=click.IntRange(min=1), help="Fewest games for a rank.")
@click.option("--top", type=click.IntRange(1, 100_000), help="How many (lists and records).")
@click.option(
    "--by",
    type=click.Choice(["price", "overpay", "swing", "bids", "defaults", "change_lost", "date"]),
    help="Order of `lots`.",
)
@click.option("--kind", type=click.Choice(["category", "gold", "church", "group"]), help="`lots`: only this kind.")
@click.option("--category", help="`lots`: only this category.")
@click.option("--value", type=int, help="`lots`: only this value.")
@click.option("--what", help="`lots`: only this card.")
@click.option("--price", type=int, help="`lots`: only this price.")
@click.option("--outcome", type=click.Choice(["sold", "discarded"]), help="`lots`: only sold or discarded ones.")
@click.option("--player", help="`lots`: only what this player got; `games`: only games of this player.")
@click.option("--opponent", help="`games`: in which this one played too.")
@click.option("--rank-in-game", "place", type=int, help="`games`: in which the player came to this place.")
@click.option("--total", type=int, help="`games`: with this total.")
@click.option("--seat", type=int, help="`games`: won from this place at the table (1 begins).")
@click.option("--margin", type=int, help="`games`: won by so many points.")
@click.option("--decided-by", help="`games`: decided by this (see `decisions`).")
@click.option("--month", type=_DAY, help="`games`: of the month of this day.")
@click.option("--part", help="`games`: this category or track …")
@click.option("--pips", type=int, help="`games`: … whose die ended on these pips.")
@click.option("--taker", help="`games`: … and which this player took.")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Any other setting of the statistic (see --explain; may be repeated).",
)
@click.option("--season", help="`season`: its name (default: the latest).")
@click.option("--guests", is_flag=True, help="Ratings: count guests too.")
@click.option("--bots", is_flag=True, help="Ratings: count bots too.")
@answer_options
@click.option(
    "--lake",
    "lake_path",
    type=click.Path(path_type=Path),
    help="The lake's folder (else $BIBLIOS_LAKE, else the platform's place for data).",
)
def stats(name: str | None, listing: bool, explain: bool, since: dt.datetime | None, until: dt.datetime | None, min_games: int | None,
          form: str, output: Path | None, lake_path: Path | None, settings: tuple[str, ...], **given: Any) -> None:  # fmt: skip
    """Club statistics: scoring and auctions. `biblios stats --list` names them all, `--explain` describes one."""
    if listing or name is None:
        _emit(_listing())
        if name is None and not listing:
            note("`biblios stats NAME` answers one of them")
        return
    statistic = _find(name)
    if explain:
        _emit(_describe(statistic))
        return
    from cli.lake_commands import opened
    from replay.lake.layout import LakeError
    from replay.stats import scoring
    from replay.stats.filters import MIN_GAMES, Filters
    from replay.stats.seasons import SeasonError

    filters = Filters(
        game=given.pop("game"), counts=given.pop("counts"), since=since.date() if since else None,
        until=until.date() if until else None, present=given.pop("present"), present_all=given.pop("present_all"),
        places=given.pop("places"), events=given.pop("events"), evidence=given.pop("evidence"), settled=given.pop("settled"),
        stood=given.pop("stood"), simulated=given.pop("simulated"), min_games=min_games or MIN_GAMES,
    )  # fmt: skip
    options = _own_options(statistic, given) | _set(statistic, settings)
    try:
        lake = opened(lake_path)
        table = statistic.function(lake, filters, **options)
        people = [*filters.present, *(options[key] for key in ("player", "opponent", "taker") if key in options)]
        known = scoring.people(lake)["player"].to_pylist() if people else []
    except (LakeError, SeasonError) as error:
        raise Trouble(str(error)) from error
    strange = [said for said in (stranger(name, known) for name in people) if said]
    for said in strange:
        note(said)
    impossible = say_order(filters.since, filters.until)
    if not table.num_rows and not strange and not impossible:
        _say_no_rows(lake, filters, options)
    deliver(_as(table, form, output), form, output)


def _say_no_rows(lake: Lake, filters: Filters, options: dict[str, Any]) -> None:
    """Say why a statistic has nothing to tell."""
    from replay.lake.export import Filter

    asked: list[tuple[str, Sequence[Any], list[Filter]]] = [
        ("--game", [filters.game], [Filter(game=filters.game)]),
        ("--players", filters.counts, [Filter(players=number) for number in filters.counts]),
        ("--since", [filters.since], [Filter(since=filters.since)]),
        ("--until", [filters.until], [Filter(until=filters.until)]),
        ("--with", filters.present, [Filter(player=name) for name in filters.present]),
        ("--place", filters.places, [Filter(place=place) for place in filters.places]),
        ("--event", filters.events, [Filter(event=event) for event in filters.events]),
        ("--evidence", [filters.evidence], [Filter(evidence=filters.evidence)]),
    ]
    singles = {
        f"{option} {shlex.quote(' or '.join(map(str, values)))}": found
        for option, values, found in asked
        if any(value is not None for value in values)
    }
    others = [f"--{name}" for name in ("settled", "stood") if getattr(filters, name)]
    if filters.simulated is not None:
        others.append("--simulated" if filters.simulated else "--no-simulated")
    others += [f"--{name.replace('_', '-')} {shlex.quote(str(value))}" for name, value in options.items()]
    say_nothing(lake, "no rows: nothing fits", singles, others=others)


def _as(table: pa.Table, form: str, output: Path | None) -> bytes:
    from replay.stats import export

    if form == "table":
        return (text_table(table) + "\n").encode("utf-8", "replace")
    if form == "csv":
        return export.to_csv(table, bom=to_file(output))
    return export.to_json(table) if form == "json" else export.to_parquet(table)


def text_table(table: pa.Table) -> str:
    """The table for people: shares in per cent, unknown values as `-`."""
    return text_of(table, shares=shares_of(table.column_names), unknown="-", ruled=False)


def shares_of(names: Sequence[str]) -> set[str]:
    """The columns of a statistic that are parts of 1; the ends of an interval are where the value before them is one."""
    found = set()
    share = False
    for name in names:
        last = name.rpartition("_")[2]
        if last in ("low", "high"):
            if share:
                found.add(name)
        elif last in ("rate", "share", "chance"):
            found.add(name)
            share = True
        elif last in ("mean", "median", "mu"):
            share = False
    return found
