"""Questions about the auctions of Biblios, and lots in general. Prices of Gold lots are in cards, all others in Gold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from replay.stats.ask import Source, ask
from replay.stats.filters import ALL, Filters
from replay.stats.intervals import with_mean, with_rate

if TYPE_CHECKING:
    import pyarrow as pa


def prices(lake: Source, filters: Filters = ALL) -> pa.Table:
    """What does a card cost, by category and value?"""
    return with_mean(ask(lake, "prices", filters))


def card_prices(lake: Source, filters: Filters = ALL) -> pa.Table:
    """What does each single card cost?"""
    return with_mean(ask(lake, "card_prices", filters))


def prices_by_players(lake: Source, filters: Filters = ALL) -> pa.Table:
    """Are lots dearer with more players?"""
    return with_mean(ask(lake, "prices_by_players", filters))


def prices_by_position(lake: Source, filters: Filters = ALL) -> pa.Table:
    """Are lots dearer early or late in the Auction pile?"""
    return with_mean(ask(lake, "prices_by_position", filters))


def swing(lake: Source, filters: Filters = ALL) -> pa.Table:
    """Was a bought card worth its price: would the category have been won without it?"""
    table = with_mean(ask(lake, "swing", filters))
    return with_rate(table, "turned", rate="turned_rate", low="turned_low", high="turned_high")


def swing_by_price(lake: Source, filters: Filters = ALL) -> pa.Table:
    """Do dear cards bring more than cheap ones?"""
    table = with_mean(ask(lake, "swing_by_price", filters))
    return with_rate(table, "turned", rate="turned_rate", low="turned_low", high="turned_high")


def overpay(lake: Source, filters: Filters = ALL) -> pa.Table:
    """How much does each player bid above what would have been enough?"""
    return with_mean(ask(lake, "overpay", filters))


def change_lost(lake: Source, filters: Filters = ALL) -> pa.Table:
    """How much Gold does each player lose because no change is given?"""
    return with_mean(ask(lake, "change_lost", filters))


def gold_left(lake: Source, filters: Filters = ALL) -> pa.Table:
    """How much Gold is left at the end?"""
    return with_mean(ask(lake, "gold_left", filters))


def lot_shares(lake: Source, filters: Filters = ALL) -> pa.Table:
    """Who gets many lots for little Gold?"""
    return with_mean(ask(lake, "lot_shares", filters))


def unsold(lake: Source, filters: Filters = ALL) -> pa.Table:
    """Which lots does nobody want?"""
    return with_rate(ask(lake, "unsold", filters), "unsold")


def defaults(lake: Source, filters: Filters = ALL) -> pa.Table:
    """Who bids more than can be paid, and which cards does that cost?"""
    return ask(lake, "defaults", filters)


def gold_lots(lake: Source, filters: Filters = ALL) -> pa.Table:
    """How many cards are given for Gold, and what were they worth?"""
    return with_mean(ask(lake, "gold_lots", filters))


def duels(lake: Source, filters: Filters = ALL) -> pa.Table:
    """Who outbids whom?"""
    return ask(lake, "duels", filters)


def passes(lake: Source, filters: Filters = ALL) -> pa.Table:
    """How often does a player pass who could have won the lot?"""
    return with_rate(ask(lake, "passes", filters), "could_have_won")


def lots(
    lake: Source,
    filters: Filters = ALL,
    top: int = 50,
    by: str = "price",
    kind: str | None = None,
    category: str | None = None,
    value: int | None = None,
    what: str | None = None,
    price: int | None = None,
    outcome: str | None = None,
    player: str | None = None,
    opponent: str | None = None,
    for_gold: bool = False,
    tenth: int | None = None,
    overpay: int | None = None,
    period: int | None = None,
    rank: int | None = None,
    promoted: bool = False,
    splitter: bool = False,
    failed: bool = False,
    bidder: str | None = None,
    lap: int | None = None,
    card: int | None = None,
    passer: str | None = None,
    defaulter: str | None = None,
) -> pa.Table:
    """Which lots are behind a number?

    by                 what they are ordered by, the greatest first: `price`, `overpay`, `swing`, `bids`, `defaults`,
                       `change_lost` or `date`. The others leave only lots that fit.
    kind … player      of that kind, category, value, word, price, outcome or buyer; opponent: with this highest other bidder;
                       for_gold: no Gold lots; tenth: of the pile; period: a year such as 2026, or a month such as 202601.
    overpay, rank, promoted  of the lot itself; splitter: won first by who split the dice.
    failed, bidder, lap, card  lots with a default or an overbid; on which this player bid; with a turn-up of that number;
                       in which a player turned up that bidding card (a market is shown by its first group).
    passer, defaulter  this player passed and could have paid more than the price; this player could not pay.
    """
    return ask(lake, "lots", filters, top=top, by=by, kind=kind, category=category, value=value, what=what, price=price,
               outcome=outcome, player=player, opponent=opponent, for_gold=for_gold, tenth=tenth, overpay=overpay, period=period, rank=rank,
               promoted=promoted, splitter=splitter, failed=failed, bidder=bidder, lap=lap, card=card, passer=passer,
               defaulter=defaulter)  # fmt: skip


def lot_summary(
    lake: Source,
    filters: Filters = ALL,
    kind: str | None = None,
    category: str | None = None,
    value: int | None = None,
    what: str | None = None,
) -> pa.Table:
    """How often is such a lot turned up, what does it cost, and what does it bring?"""
    table = with_rate(
        ask(lake, "lot_summary", filters, kind=kind, category=category, value=value, what=what),
        "unsold",
        "offered",
        "unsold_rate",
        "unsold_low",
        "unsold_high",
    )
    return with_mean(table)


def lot_price_counts(
    lake: Source,
    filters: Filters = ALL,
    kind: str | None = None,
    category: str | None = None,
    value: int | None = None,
    what: str | None = None,
) -> pa.Table:
    """How are the prices of such a lot distributed?"""
    return ask(lake, "lot_price_counts", filters, kind=kind, category=category, value=value, what=what)


def lot_by(
    lake: Source,
    filters: Filters = ALL,
    kind: str | None = None,
    category: str | None = None,
    value: int | None = None,
    what: str | None = None,
    by: str = "players",
) -> pa.Table:
    """When is such a lot dear: with how many players, where in the pile, in which year?

    by  `players`, `tenth` (of the Auction pile), `year`, `month` or `rank` (Dice: 1 first, 2 second).
    """
    table = with_rate(
        ask(lake, "lot_by", filters, kind=kind, category=category, value=value, what=what, by=by),
        "unsold",
        "offered",
        "unsold_rate",
        "unsold_low",
        "unsold_high",
    )
    return with_mean(table)


def lot_buyers(
    lake: Source,
    filters: Filters = ALL,
    kind: str | None = None,
    category: str | None = None,
    value: int | None = None,
    what: str | None = None,
) -> pa.Table:
    """Who buys such a lot, and dearer or cheaper than the others?"""
    return with_mean(ask(lake, "lot_buyers", filters, kind=kind, category=category, value=value, what=what))


def lot_records(lake: Source, filters: Filters = ALL, top: int = 3) -> pa.Table:
    """Which lots are the extremes?"""
    return ask(lake, "lot_records", filters, top=top)
