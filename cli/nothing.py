"""Why an answer is empty, as far as that can be seen: said on standard error, so that nobody takes it for a failure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cli.messages import note

if TYPE_CHECKING:
    from replay.lake.export import Filter
    from replay.lake.reader import Lake


def say_order(since: dt.date | None, until: dt.date | None) -> bool:
    """Say where a span of days ends before it begins; whether it does."""
    if since is None or until is None or since <= until:
        return False
    note(f"--since {since:%Y-%m-%d} is after --until {until:%Y-%m-%d}: there are no such days")
    return True


def say_nothing(lake: Lake, what: str, singles: Mapping[str, Sequence[Filter]], *, others: Sequence[str] = ()) -> None:
    """Say that nothing matches, and which of the options given matches no game even by itself.

    what     what there is none of, such as `no game matches`.
    singles  option as it was given → filters, one for each of its values; any of them may match.
    others   further options that were given.
    """
    from replay.lake.export import Filter, listing

    def matches(chosen: Filter) -> bool:
        return listing(lake, chosen, 1)[0] > 0

    if not matches(Filter()):
        note(f"{what}: there are no games in this lake yet")
        return
    vain = [option for option, filters in singles.items() if not any(map(matches, filters))]
    given = [*singles, *others]
    if vain:
        note(f"{what}: there is no game with {' or '.join(vain)}")
    elif len(given) > 1:
        note(f"{what} all of {', '.join(given)}")
    else:
        note(f"{what}{f' {given[0]}' if given else ''}")
