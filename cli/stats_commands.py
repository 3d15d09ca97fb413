"""`biblios stats`: the named questions of `replay.stats.catalog` on the command line."""

from __future__ import annotations

import datetime as dt
import sys
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from cli.options import Day, stranger

if TYPE_CHECKING:
    import pyarrow as pa

    from replay.stats.catalog import Statistic

FORMATS: Final = ("table", "csv", "json", "parquet")
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
        hint = f" Did you mean {near[0]}?" if near else ""
        raise click.UsageError(f"There is no statistic {name!r}.{hint} `biblios stats --list` shows them all.")
    return known[wanted]


def _describe(statistic: Statistic) -> str:
    lines = [statistic.question, statistic.definition, "", "Columns:"]
    lines += [f"  {name}: {meaning}" for name, meaning in statistic.columns.items()]
    lines += ["", "Filters: " + ", ".join(statistic.filters)]
    lines += [f"  --{name}: {option.meaning}" for name, option in statistic.options.items()]
    return "\n".join(lines)


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
@click.option("--season", help="`season`: its name (default: the latest).")
@click.option("--guests", is_flag=True, help="Ratings: count guests too.")
@click.option("--bots", is_flag=True, help="Ratings: count bots too.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="table", show_default=True)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
@click.option(
    "--lake",
    "lake_path",
    type=click.Path(file_okay=False, path_type=Path),
    help="The lake's folder (else $BIBLIOS_LAKE, else the platform's place for data).",
)
def stats(name: str | None, listing: bool, explain: bool, since: dt.datetime | None, until: dt.datetime | None, min_games: int | None,
          form: str, output: Path | None, lake_path: Path | None, **given: Any) -> None:  # fmt: skip
    """Club statistics: scoring and auctions. `biblios stats --list` names them all, `--explain` describes one."""
    if listing or name is None:
        _emit(_listing())
        if name is None and not listing:
            click.echo("\nbiblios stats NAME answers one of them.", err=True)
        return
    statistic = _find(name)
    if explain:
        _emit(_describe(statistic))
        return
    from cli.lake_commands import Trouble, opened
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
    options = _own_options(statistic, given)
    try:
        lake = opened(lake_path)
        table = statistic.function(lake, filters, **options)
        people = [*filters.present, *(options[key] for key in ("player", "opponent", "taker") if key in options)]
        known = scoring.people(lake)["player"].to_pylist() if people else []
    except (LakeError, SeasonError) as error:
        raise Trouble(str(error)) from error
    for said in filter(None, (stranger(name, known) for name in people)):
        click.echo(said, err=True)
    _write(table, form, output)


def _write(table: pa.Table, form: str, output: Path | None) -> None:
    from replay.stats import export

    if form == "table":
        text = text_table(table) + "\n"
        data = text.encode("utf-8", "replace")
    else:
        data = {"csv": export.to_csv, "json": export.to_json, "parquet": export.to_parquet}[form](table)
    if output is not None:
        output.write_bytes(data)
        return
    if form == "parquet" and sys.stdout.isatty():
        raise click.UsageError("Parquet is no text: give a file with -o, or send it on with |")
    click.echo(data, nl=False)


def text_table(table: pa.Table) -> str:
    """The table for people: aligned, numbers to the right, unknown values as `-`."""
    columns = []
    for name, column in zip(table.column_names, table.columns, strict=True):
        values = column.to_pylist()
        number = any(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
        cells = [name, *map(_shown, values)]
        width = max(map(_width, cells))
        columns.append(
            [" " * (width - _width(cell)) + cell if number else cell + " " * (width - _width(cell)) for cell in cells]
        )
    lines = ["  ".join(row).rstrip() for row in zip(*columns, strict=True)]
    if not table.num_rows:
        lines.append("(no rows: nothing in the selected games answers this)")
    return "\n".join(lines)


def _shown(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3f}"
    from replay.problems import printable

    return printable(str(value))


def _width(text: str) -> int:
    """Columns that a text takes up in a terminal."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )
