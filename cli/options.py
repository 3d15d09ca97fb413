"""Kinds of options that several commands share."""

from __future__ import annotations

import datetime as dt
import difflib
from collections.abc import Sequence
from typing import Any

import click


class Day(click.DateTime):
    """A day as YYYY-MM-DD, named so in the help."""

    def __init__(self) -> None:
        super().__init__(["%Y-%m-%d"])

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """How the help names the value."""
        return "YYYY-MM-DD"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The day at midnight. Raises click.BadParameter."""
        if isinstance(value, dt.datetime):
            return value
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{value} is not a day such as 2026-03-12", param, ctx)


def once(ctx: click.Context, param: click.Parameter, paths: tuple[str, ...]) -> tuple[str, ...]:
    """The paths, of which at most one is standard input. Raises click.BadParameter: it cannot be read again."""
    if paths.count("-") > 1:
        raise click.BadParameter("standard input (-) can be read only once", ctx, param)
    return paths


PATHS = click.argument("paths", nargs=-1, required=True, metavar="PATH…", callback=once)


def stranger(name: str, known: Sequence[str]) -> str | None:
    """What to say about a player whom nobody knows; None about one whom the lake knows."""
    if name in known:
        return None
    folded = name.casefold()
    near = [other for other in known if other.casefold().startswith(folded)][:3] or difflib.get_close_matches(
        name, known, n=1
    )
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    return f"there is no player {name} in this lake{hint} (`biblios players` lists them)"
