"""Questions about the markets of Biblios Dice: sealed bids with cards for two groups of dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from replay.stats.ask import Source, ask
from replay.stats.filters import ALL, Filters
from replay.stats.intervals import with_mean, with_rate

if TYPE_CHECKING:
    import pyarrow as pa


def dice_bids(lake: Source, filters: Filters = ALL) -> pa.Table:
    """How do the bids grow from one turn-up of cards to the next?"""
    return with_rate(ask(lake, "dice_bids", filters), "passes", rate="pass_rate")


def dice_prices(lake: Source, filters: Filters = ALL) -> pa.Table:
    """What do the first and the second of a market bid and pay, against the next bid?"""
    return with_mean(ask(lake, "dice_prices", filters))


def winners_curse(lake: Source, filters: Filters = ALL) -> pa.Table:
    """How far above the next bid do winners bid, and does their group make up for it?"""
    return with_mean(ask(lake, "winners_curse", filters))


def groups(lake: Source, filters: Filters = ALL) -> pa.Table:
    """What do the groups bring to those who get them?"""
    return with_mean(ask(lake, "groups", filters))


def overbids(lake: Source, filters: Filters = ALL) -> pa.Table:
    """Who bids more than can be paid?"""
    return with_rate(ask(lake, "overbids", filters), "overbids")


def promotions(lake: Source, filters: Filters = ALL) -> pa.Table:
    """How often does somebody rise because somebody ahead overbid?"""
    return with_rate(ask(lake, "promotions", filters), "promoted")


def splitter(lake: Source, filters: Filters = ALL) -> pa.Table:
    """Does it help to split the dice?"""
    table = with_rate(ask(lake, "splitter", filters), "first", rate="first_rate", low="first_low", high="first_high")
    return with_rate(table, "second", rate="second_rate", low="second_low", high="second_high")


def bidding_cards(lake: Source, filters: Filters = ALL) -> pa.Table:
    """Which bidding cards are turned up, when, and do they win?"""
    return with_rate(ask(lake, "bidding_cards", filters), "won")
