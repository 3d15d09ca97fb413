"""Commands about a game itself: its rules sheet, and simulated play."""

from __future__ import annotations

import datetime as dt
import os
import sys
from collections.abc import Mapping
from typing import Any

import click

from cli.log_commands import flat
from cli.messages import counted, dumps, emit, note
from cli.options import Day
from replay.games import GAMES

GAME = click.Choice(list(GAMES))


@click.command()
@click.argument("game", type=GAME)
@click.option("--json", "as_json", is_flag=True, help="The whole sheet as JSON.")
@click.option(
    "--toml", "as_toml", is_flag=True, help="The components as a TOML file, to begin a sheet of your own from."
)
@click.option("--rule", "rule_id", help="One rule only, by its id.")
def rules(game: str, as_json: bool, as_toml: bool, rule_id: str | None) -> None:
    """Show a game's components, open rulings and rules, each with its source and how sure it is."""
    if as_toml:
        from importlib.resources import files

        text = files(GAMES[game].__name__).joinpath("sheet.toml").read_text(encoding="utf-8")  # type: ignore[attr-defined]
        emit(text.partition("\n[rulings")[0].rstrip("\n"))
        return
    sheet = GAMES[game].sheet()
    if rule_id is not None:
        from replay.problems import format_rules

        known = {**GAMES[game].rules(), **format_rules()}
        if rule_id not in known:
            from replay.log import nearest

            raise click.UsageError(f"there is no rule {rule_id}{nearest(rule_id, known)}")
        rule = known[rule_id]
        if as_json:
            emit(
                dumps(
                    {
                        "id": rule.id,
                        "text": rule.text,
                        "source": rule.source,
                        "kind": rule.kind,
                        "standable": rule.standable,
                    }
                )
            )
        else:
            emit(
                f"{rule.id} ({rule.kind}{', may stand with !' if rule.standable else ''})\n  {rule.text}\n  source: {rule.source}"
            )
        return
    if as_json:
        emit(dumps(_jsonable(sheet)))
        return
    emit(f"{GAMES[game].TITLE}, rule set {GAMES[game].RULE_SETS[-1]}\n\nCOMPONENTS")
    emit("\n".join(flat(dict(sheet["components"]))))
    emit("\nOPEN RULINGS (a log's header settles them: `rulings: name=setting`)")
    for name, entry in sheet["rulings"].items():
        emit(f"  {name}: {entry['question']}")
        default = f"default {entry['default']}: " if entry.get("default") else ""
        emit(f"      {default}{entry['reading']}; settings: {', '.join(entry['settings'])}")
    emit("\nRULES")
    for name, entry in sheet["rules"].items():
        emit(f"  {name} ({entry['kind']}{', may stand with !' if entry.get('standable') else ''})")
        emit(f"      {entry['text']}  ({entry['source']})")


def _jsonable(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _jsonable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_jsonable(item) for item in value]
    return value


@click.command()
@click.option("--game", type=GAME, default="biblios", show_default=True)
@click.option("--players", type=click.IntRange(2, 5), help="How many players (default: it varies).")
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same games.")
@click.option("--penalty", type=click.Choice(["standard", "medieval-bluff"]), help="Biblios: which penalty.")
@click.option("--objectives", type=click.Choice(["yes", "no"]), help="Biblios Dice: hidden objectives.")
@click.option("--bots", help="Characters by seat: random, cautious, greedy (comma-separated).")
@click.option("--date", type=Day(), help="Date of the first evening; three games a week follow.")
@click.option("--event", help="Name of the event in the header.")
@click.option("--jsonl", is_flag=True, help="Write the JSON Lines form.")
@click.option(
    "-o", "--output", type=click.Path(file_okay=False), help="A folder for one file a game, instead of standard output."
)
def simulate(game: str, players: int | None, count: int, seed: int, penalty: str | None, objectives: str | None, bots: str | None,
             date: dt.datetime | None, event: str | None, jsonl: bool, output: str | None) -> None:  # fmt: skip
    """Write complete legal games played by bots. Every log says `x-simulated: yes`."""
    from replay import simulate as play
    from replay.log import to_jsonl, to_text

    rules_of = GAMES[game]
    if players is not None and players not in rules_of.PLAYERS:
        raise click.UsageError(f"{rules_of.NAME} has {min(rules_of.PLAYERS)} to {max(rules_of.PLAYERS)} players")
    for key, value in (("penalty", penalty), ("objectives", objectives)):
        if value is not None and key not in rules_of.HEADER_KEYS:
            raise click.UsageError(f"--{key} is not for {game}")
    characters = [word.strip() for word in bots.split(",")] if bots else None
    for name in characters or ():
        if name not in play.CHARACTERS:
            raise click.UsageError(f"unknown character {name!r}; known: {', '.join(play.CHARACTERS)}")
    values = {key: value for key, value in (("penalty", penalty), ("objectives", objectives)) if value is not None}
    if output:
        os.makedirs(output, exist_ok=True)
    made = play.games(
        game,
        players,
        seed,
        count,
        values=values,
        characters=characters,
        start=date.date() if date else None,
        event=event,
    )
    ending = "jsonl" if jsonl else "bgl"
    for number, log in enumerate(made):
        text = to_jsonl(log) if jsonl else to_text(log)
        if output:
            with open(os.path.join(output, f"{log.header.id}.{ending}"), "w", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
        else:
            emit(("\n" if number and not jsonl else "") + text.rstrip("\n"))
        if output and sys.stderr.isatty():
            click.echo(f"\r{number + 1} of {count}\r", nl=False, err=True)
    if output:
        note(f"{counted(count, 'game')} written to {output}")
