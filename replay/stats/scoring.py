"""Questions about results and scores. Each function answers one question as an Arrow table; `catalog` says which.

All take the lake and the filters. Columns `low` and `high` are the ends of a 95 % interval.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from replay.stats.ask import Source, ask
from replay.stats.filters import ALL, Filters
from replay.stats.intervals import with_mean, with_rate

if TYPE_CHECKING:
    import pyarrow as pa


def wins(lake: Source, filters: Filters = ALL) -> pa.Table:
    """How often does each player win, and how often would chance let them?"""
    return with_rate(ask(lake, "wins", filters), "wins")


def placements(lake: Source, filters: Filters = ALL) -> pa.Table:
    """How often does each player come first, second, third …?"""
    return with_rate(ask(lake, "placements", filters), "games")


def scores(lake: Source, filters: Filters = ALL) -> pa.Table:
    """How are the totals distributed?"""
    return ask(lake, "scores", filters)


def score_summary(lake: Source, filters: Filters = ALL) -> pa.Table:
    """What is a usual total, and what a winning one?"""
    return with_mean(ask(lake, "score_summary", filters))


def margins(lake: Source, filters: Filters = ALL) -> pa.Table:
    """By how many points are games won?"""
    return ask(lake, "margins", filters)


def decisions(lake: Source, filters: Filters = ALL) -> pa.Table:
    """How often does a tie-break decide the game, and which?"""
    return with_rate(ask(lake, "decisions", filters), "games")


def categories(lake: Source, filters: Filters = ALL) -> pa.Table:
    """Who takes which category or track?"""
    return with_rate(ask(lake, "categories", filters), "taken")


def category_pips(lake: Source, filters: Filters = ALL) -> pa.Table:
    """Where do the value dice end, and how is the first place decided there?"""
    return with_rate(ask(lake, "category_pips", filters), "tied", "taken", rate="tied_rate")


def die_changes(lake: Source, filters: Filters = ALL) -> pa.Table:
    """What raises and lowers the value dice?"""
    return ask(lake, "die_changes", filters)


def die_moves(lake: Source, filters: Filters = ALL) -> pa.Table:
    """From which pips to which are the value dice changed?"""
    return ask(lake, "die_moves", filters)


def die_course(lake: Source, filters: Filters = ALL) -> pa.Table:
    """Where do the value dice stand in the course of a game?"""
    return with_mean(ask(lake, "die_course", filters))


def changes(
    lake: Source,
    filters: Filters = ALL,
    top: int = 50,
    die: str | None = None,
    before: int | None = None,
    after: int | None = None,
    cause: str | None = None,
    way: str | None = None,
    player: str | None = None,
    tenth: int | None = None,
) -> pa.Table:
    """Which changes of value dice are behind a number?

    way    `raised`, `lowered` or `unchanged`. The others leave only changes of that die, from or to those pips, for that
           cause, by that player.
    tenth  in which part of a game, 1 to 10, of the games that `die_course` counts: what moved the dice from its point
           before to this one.
    """
    return ask(lake, "changes", filters, top=top, die=die, before=before, after=after, cause=cause, way=way, player=player,
               tenth=tenth)  # fmt: skip


def seats(lake: Source, filters: Filters = ALL) -> pa.Table:
    """Does a place at the table win more than its share?"""
    return with_rate(ask(lake, "seats", filters), "wins")


def start_player(lake: Source, filters: Filters = ALL) -> pa.Table:
    """Does it help to begin?"""
    return with_rate(ask(lake, "start_player", filters), "wins")


def church(lake: Source, filters: Filters = ALL) -> pa.Table:
    """How many Church cards come to each player, and how many are used?"""
    return with_rate(ask(lake, "church", filters), "used")


def head_to_head(lake: Source, filters: Filters = ALL) -> pa.Table:
    """Who comes out ahead of whom?"""
    return with_rate(ask(lake, "head_to_head", filters), "ahead")


def streaks(lake: Source, filters: Filters = ALL) -> pa.Table:
    """What is each player's longest run of wins, and how does the present one stand?"""
    return ask(lake, "streaks", filters)


def records(lake: Source, filters: Filters = ALL, top: int = 3) -> pa.Table:
    """Which games are the extremes?"""
    return ask(lake, "records", filters, top=top)


def overview(lake: Source, filters: Filters = ALL) -> pa.Table:
    """How much is there in the lake?"""
    return ask(lake, "overview", filters)


def months(lake: Source, filters: Filters = ALL) -> pa.Table:
    """How many games are played in a month?"""
    return ask(lake, "months", filters)


def recent(lake: Source, filters: Filters = ALL, top: int = 10) -> pa.Table:
    """Which games were played last, and who won them?"""
    return ask(lake, "recent", filters, top=top)


def games(
    lake: Source,
    filters: Filters = ALL,
    top: int = 50,
    player: str | None = None,
    opponent: str | None = None,
    place: int | None = None,
    total: int | None = None,
    seat: int | None = None,
    margin: int | None = None,
    decided_by: str | None = None,
    month: dt.date | None = None,
    part: str | None = None,
    pips: int | None = None,
    taker: str | None = None,
) -> pa.Table:
    """Which games are behind a number?

    player, place, total  somebody (or this player) with that place or total; opponent: this player took part too.
    seat                  won from this place at the table (1 begins). part, pips, taker: the category or track ended on
                          these pips, or this player took it. margin, decided_by, month: of the game itself.
    """
    return ask(lake, "games", filters, top=top, player=player, opponent=opponent, place=place, total=total, seat=seat,
               margin=margin, decided_by=decided_by, month=month, part=part, pips=pips, taker=taker)  # fmt: skip


def people(lake: Source, filters: Filters = ALL) -> pa.Table:
    """Who played, and how often?"""
    return ask(lake, "people", filters)


def choices(lake: Source, filters: Filters = ALL) -> pa.Table:
    """Which places, occasions, games and numbers of players are there to choose from?"""
    return ask(lake, "choices", filters)


def results(lake: Source, filters: Filters = ALL) -> pa.Table:
    """What are the results, seat by seat, in the order that ratings and seasons count them?"""
    return ask(lake, "results", filters)
