"""Auctions of Biblios, against following each lot event by event."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from statistics import mean, median, quantiles

import pytest

from replay.log import read_text
from replay.stats import auctions
from replay.stats.filters import Filters
from replay.stats.intervals import wilson
from tests.stats.kit import lake_of, replays
from tests.stats.tally import Game, Lot, average, check, groups, kind_of, lots, purse, sheets, spread, swing


@pytest.fixture(scope="module")
def games(found) -> list[Game]:
    return [game for game in sheets(found) if game.kind == "biblios"]


@pytest.fixture(scope="module")
def every(games) -> list[Lot]:
    return lots(games)


def sold(some: list[Lot]) -> list[Lot]:
    return [lot for lot in some if lot.price is not None]


def buyer(lot: Lot) -> str:
    return lot.game.seats[lot.winner].player


def priced(some: list[Lot]) -> dict[str, object]:
    values = [lot.price for lot in sold(some)]
    return {**spread(values), "offered": len(some), "unit": some[0].unit}


def test_prices(lake, every):
    expected = {}
    for key, some in groups(every, lambda lot: (lot.kind, lot.category, lot.value)).items():
        values = [lot.price for lot in sold(some)]
        quarters = quantiles(values, n=4, method="inclusive")
        expected[key] = {**priced(some), "least": min(values), "most": max(values), "quarter": quarters[0], "median": median(values),
                         "three_quarters": quarters[2]}  # fmt: skip
    check(auctions.prices(lake), ["kind", "category", "value"], expected)


def test_card_prices(lake, every):
    check(
        auctions.card_prices(lake),
        ["what"],
        {card: priced(some) for card, some in groups(every, lambda lot: lot.card).items()},
    )


def test_prices_by_players(lake, every):
    expected = {key: {**priced(some), "median": median([lot.price for lot in sold(some)])}
                for key, some in groups(every, lambda lot: (lot.kind, lot.value, lot.game.n)).items()}  # fmt: skip
    check(auctions.prices_by_players(lake), ["kind", "value", "players"], expected)


def test_prices_by_position(lake, every):
    expected = groups(every, lambda lot: (lot.kind, math.ceil(10 * lot.number / lot.pile)))
    check(auctions.prices_by_position(lake), ["kind", "tenth"], {key: priced(some) for key, some in expected.items()})


def test_swing(lake, every):
    bought = [(lot, *swing(lot)) for lot in sold(every) if lot.kind == "category"]
    expected = {}
    for key, some in groups(bought, lambda item: (item[0].category, item[0].value)).items():
        prices = [lot.price for lot, _, _ in some]
        turned = [pips for _, pips, _ in some]
        expected[key] = {**spread(turned), "mean_price": mean(prices), "turned": sum(pips > 0 for pips in turned),
                         "pips_per_gold": sum(turned) / sum(prices), "wins_turned": sum(won is True for *_, won in some)}  # fmt: skip
    check(auctions.swing(lake), ["category", "value"], expected)
    assert sum(row["turned"] for row in expected.values()) > 20
    by_price = groups(bought, lambda item: item[0].price)
    check(auctions.swing_by_price(lake), ["price"],
          {price: {**spread([pips for _, pips, _ in some]), "turned": sum(pips > 0 for _, pips, _ in some)} for price, some in by_price.items()})  # fmt: skip


def test_overpay(lake, every):
    expected = {}
    for player, some in groups([lot for lot in sold(every) if lot.kind != "gold"], buyer).items():
        values = [lot.overpay for lot in some]
        expected[player, "biblios"] = {
            **spread(values), "total": sum(values), "lots_overpaid": sum(value > 0 for value in values),
            "uncontested": sum(lot.rival[1] == 0 for lot in some), "share": sum(values) / sum(lot.price for lot in some),
        }  # fmt: skip
    check(auctions.overpay(lake, Filters(game="biblios")), ["player", "game"], expected)


def test_change_lost(lake, every):
    expected = {}
    for player, some in groups([lot for lot in sold(every) if lot.kind != "gold"], buyer).items():
        values = [lot.paid_gold - lot.price for lot in some]
        expected[player] = {
            **spread(values),
            "with_loss": sum(value > 0 for value in values),
            "total": sum(values),
            "most": max(values),
        }
    check(auctions.change_lost(lake), ["player"], expected)


def test_gold_left(lake, games):
    found = groups(
        [(purse(game.found.state, seat.seat), seat) for game in games for seat in game.seats],
        lambda pair: pair[1].player,
    )
    expected = {("biblios", player): {**spread([gold for gold, _ in some]), "mean_won": average(gold for gold, seat in some if seat.won),
                                      "mean_not_won": average(gold for gold, seat in some if not seat.won), "most": max(gold for gold, _ in some)}
                for player, some in found.items()}  # fmt: skip
    check(auctions.gold_left(lake, Filters(game="biblios")), ["game", "player"], expected)


def test_lot_shares(lake, games, every):
    found: dict[str, list[tuple[float, float, int]]] = {}
    by_game = groups([lot for lot in sold(every) if lot.kind != "gold"], lambda lot: lot.game.id)
    for game in games:
        some = by_game.get(game.id, [])
        gold = sum(lot.paid_gold for lot in some)
        for seat in game.seats if gold else ():
            mine = [lot for lot in some if lot.winner == seat.seat]
            found.setdefault(seat.player, []).append(
                (len(mine) / len(some), sum(lot.paid_gold for lot in mine) / gold, game.n)
            )
    expected = {player: {**spread([a - b for a, b, _ in some]), "lot_share": mean(a for a, _, _ in some), "gold_share": mean(b for _, b, _ in some),
                         "chance": mean(1 / n for *_, n in some)} for player, some in found.items()}  # fmt: skip
    check(auctions.lot_shares(lake), ["player"], expected)


def test_unsold(lake, every):
    expected = {key: {"n": len(some), "unsold": len(some) - len(sold(some)), "rate": 1 - len(sold(some)) / len(some)}
                for key, some in groups(every, lambda lot: (lot.kind, lot.value, lot.game.n)).items()}  # fmt: skip
    check(auctions.unsold(lake), ["kind", "value", "players"], expected)
    assert sum(row["unsold"] for row in expected.values()) > 0


def test_defaults(lake, games):
    expected: dict[tuple[str, int, str], dict[str, int]] = {}
    for game in games:
        header = game.found.log.header
        names = list(header.handles)
        failed = Counter(event.actor for event in game.found.log.events if event.verb == "defaults")
        lost: dict[str, list[str]] = {name: [] for name in names}
        for event in game.found.log.events:
            if event.verb == "loses":
                lost[event.actor].append(event.words[0])
            elif event.verb == "draws":
                lost[event.words[-1]].append(event.words[0])
        for seat, name in zip(game.seats, names, strict=True):
            row = expected.setdefault((seat.player, game.n, header.values.get("penalty", "standard")),
                                      dict.fromkeys(("n", "defaults", "games_with", "cards_lost", "gold_lost", "points_lost", "unknown_cards"), 0))  # fmt: skip
            row["n"] += 1
            row["defaults"] += failed[name]
            row["games_with"] += failed[name] > 0
            for card in lost[name]:
                kind, _, value = kind_of(card)
                row["cards_lost"] += 1
                row["gold_lost"] += value if kind == "gold" else 0
                row["points_lost"] += value if kind == "category" else 0
    check(auctions.defaults(lake), ["player", "players", "penalty"], expected)
    assert sum(row["cards_lost"] for row in expected.values()) > 20


def test_gold_lots(lake, every):
    expected = {}
    for value, some in groups([lot for lot in every if lot.kind == "gold"], lambda lot: lot.value).items():
        points = [sum(kind_of(card)[2] for card in lot.paid if kind_of(card)[0] == "category") for lot in sold(some)]
        expected[value] = {**spread([lot.price for lot in sold(some)]), "offered": len(some), "known": len(points), "mean_points": mean(points),
                           "mean_gold": mean(lot.paid_gold for lot in sold(some))}  # fmt: skip
    check(auctions.gold_lots(lake), ["value"], expected)


def test_duels(lake, every):
    met = [lot for lot in sold(every) if lot.kind != "gold" and lot.rival[1] > 0]
    found = groups(met, lambda lot: (buyer(lot), lot.game.seats[lot.rival[0]].player, "biblios"))
    expected = {key: {"n": len(some), "mean_price": mean(lot.price for lot in some), "mean_overpay": mean(lot.overpay for lot in some),
                      "mean_bids": mean(sum(amount > 0 for *_, amount in lot.bids) for lot in some)}
                for key, some in found.items() if len(some) >= 3}  # fmt: skip
    check(auctions.duels(lake, Filters(game="biblios")), ["player", "opponent", "game"], expected)


def test_passes(lake, every):
    found: dict[str, list[tuple[int, int]]] = {}
    for lot in sold(every):
        if lot.kind == "gold":
            continue
        for seat, means, _ in lot.means:
            if seat != lot.winner:
                found.setdefault(lot.game.seats[seat].player, []).append((means, lot.price))
    expected = {}
    for player, some in found.items():
        could = [(means, price) for means, price in some if means > price]
        expected[player] = {"n": len(some), "could_have_won": len(could), "mean_price": average(p for _, p in could),
                            "mean_means": average(m for m, _ in could)}  # fmt: skip
    check(auctions.passes(lake), ["player"], expected)


def test_lots(lake, every):
    table = auctions.lots(lake, Filters(game="biblios"), top=10_000)
    check(table, ["game_id", "lot"],
          {(lot.game.id, lot.number): {"ply": lot.ply, "what": lot.card, "price": lot.price, "player": buyer(lot) if lot.price else None,
                                       "defaults": len(lot.defaults)} for lot in every})  # fmt: skip
    assert [row["price"] or 0 for row in table.to_pylist()] == sorted((lot.price or 0 for lot in every), reverse=True)
    player = buyer(sold(every)[0])
    some = auctions.lots(lake, Filters(game="biblios"), top=10_000, kind="category", value=2, player=player).to_pylist()
    assert {(row["game_id"], row["lot"]) for row in some} == {
        (lot.game.id, lot.number)
        for lot in sold(every)
        if lot.kind == "category" and lot.value == 2 and buyer(lot) == player
    }
    unsold = auctions.lots(lake, Filters(game="biblios"), top=10_000, outcome="discarded").num_rows
    assert unsold == len(every) - len(sold(every))


@pytest.mark.parametrize("filters", [Filters(), Filters(stood=True), Filters(game="biblios", counts=(3,))])
@pytest.mark.parametrize("which", ["simulated", "stood"])
def test_lot_records_are_the_first_of_all_lots(lake, which, filters):
    """Against putting all lots in order, with ties, with games that have events let stand."""
    if which == "stood":
        folder = Path(__file__).parents[1] / "cases" / "stood"
        logs = [log for path in sorted(folder.glob("*.bgl")) for log in read_text(path.read_text(encoding="utf-8"))]
        lake = lake_of([one for one in replays(logs) if one.status != "invalid"])
    measures = {
        "dearest card": ("biblios", "price", "kind <> 'gold'"),
        "most cards for a Gold lot": ("biblios", "price", "kind = 'gold'"),
        "widest overpay": ("biblios", "overpay", "kind <> 'gold'"),
        "longest bidding": ("biblios", "bids", "true"),
        "most defaults on a lot": ("biblios", "defaults", "defaults > 0"),
        "most pips turned by a card": ("biblios", "swing", "swing > 0"),
        "dearest group of dice": ("biblios-dice", "price", "true"),
        "most steps from a group": ("biblios-dice", "brought_steps", "true"),
    }
    expected = {}
    for record, (game, column, condition) in measures.items():
        rows = lake.rows(
            f"SELECT {column}, game_id, ply FROM lots WHERE game = '{game}' AND {condition} AND {column} IS NOT NULL "
            f"AND ({filters.stood} OR verdict <> 'stood') AND {not filters.counts or 'players = 3'} "
            f"AND {'game = ' + repr(filters.game) if filters.game else 'true'} ORDER BY {column} DESC, date, game_id, lot LIMIT 4"
        )
        expected |= {(record, place): row for place, row in enumerate(rows)}
    found = {}
    for record, rows in groups(
        auctions.lot_records(lake, filters, top=4).to_pylist(), lambda row: row["record"]
    ).items():
        found |= {(record, place): (row["value"], row["game_id"], row["ply"]) for place, row in enumerate(rows)}
    assert found == expected
    assert found or filters.counts


def test_lot_records(lake, every):
    value = {row["record"]: row for row in auctions.lot_records(lake, Filters(game="biblios"), top=1).to_pylist()}
    cards = [lot for lot in sold(every) if lot.kind != "gold"]
    assert value["dearest card"]["value"] == max(lot.price for lot in cards)
    assert value["most cards for a Gold lot"]["value"] == max(lot.price for lot in sold(every) if lot.kind == "gold")
    assert value["widest overpay"]["value"] == max(lot.overpay for lot in cards)
    assert value["longest bidding"]["value"] == max(sum(amount > 0 for *_, amount in lot.bids) for lot in every)
    assert value["most defaults on a lot"]["value"] == max(len(lot.defaults) for lot in every)
    assert value["most pips turned by a card"]["value"] == max(swing(lot)[0] for lot in cards if lot.kind == "category")
    row = value["dearest card"]
    assert (row["game_id"], row["ply"]) in [(lot.game.id, lot.ply) for lot in cards if lot.price == row["value"]]


def test_lots_that_fit(lake, every):
    """Each description by itself, against the lots followed event by event."""

    def some(**asked):
        table = auctions.lots(lake, Filters(game="biblios"), top=10_000, **asked)
        found = {(row["game_id"], row["lot"]): row for row in table.to_pylist()}
        assert len(found) == table.num_rows
        return found

    def those(test):
        return {(lot.game.id, lot.number) for lot in every if test(lot)}

    assert {key: (row["ply"], row["what"], row["price"]) for key, row in some().items()} == {
        (lot.game.id, lot.number): (lot.ply, lot.card, lot.price) for lot in every
    }
    lot = max(sold(every), key=lambda lot: (lot.kind == "category", lot.rival[1]))
    rival = lot.game.seats[lot.rival[0]].player
    assert some(player=buyer(lot), opponent=rival).keys() == those(
        lambda other: (
            other.price is not None
            and buyer(other) == buyer(lot)
            and other.rival[1] > 0
            and other.game.seats[other.rival[0]].player == rival
        )
    )
    assert some(for_gold=True).keys() == those(lambda lot: lot.kind != "gold")
    assert some(kind="gold", tenth=3).keys() == those(
        lambda lot: lot.kind == "gold" and math.ceil(10 * lot.number / lot.pile) == 3
    )
    assert some(kind="category", value=2, category="M", outcome="sold").keys() == those(
        lambda lot: (lot.category, lot.value) == ("M", 2) and lot.price is not None
    )
    assert some(overpay=2).keys() == those(lambda lot: lot.price is not None and lot.overpay == 2)
    assert some(failed=True).keys() == those(lambda lot: lot.defaults) != set()
    assert some(lap=2).keys() == those(lambda lot: any(lap == 1 for lap, _, _ in lot.bids)) != set()
    who = buyer(lot)
    assert some(bidder=who).keys() == those(
        lambda lot: any(amount and lot.game.seats[seat].player == who for _, seat, amount in lot.bids)
    )
    assert some(passer=who).keys() == those(
        lambda lot: (
            lot.price is not None
            and lot.kind != "gold"
            and any(
                seat != lot.winner and lot.game.seats[seat].player == who and means > lot.price
                for seat, means, _ in lot.means
            )
        )
    )
    failed = next(lot for lot in every if lot.defaults)
    poor = failed.game.seats[failed.defaults[0]].player
    assert some(defaulter=poor).keys() == those(
        lambda lot: any(lot.game.seats[seat].player == poor for seat in lot.defaults)
    )
    assert [row["overpay"] for row in some(by="overpay", outcome="sold").values()] == sorted(
        (lot.overpay for lot in sold(every)), reverse=True
    )


SUCH = [{"kind": "category", "category": "M", "value": 2}, {"what": "C+"}, {"kind": "gold"}, {"kind": "category"}]


def fitting(every, asked) -> list[Lot]:
    names = {"kind": "kind", "category": "category", "value": "value", "what": "card"}
    return [lot for lot in every if all(getattr(lot, names[key]) == value for key, value in asked.items())]


def quartiles(values: list[int]) -> dict[str, float]:
    one, two, three = quantiles(values, n=4, method="inclusive")
    return {"quarter": one, "median": two, "three_quarters": three}


@pytest.mark.parametrize("asked", SUCH)
def test_lot_summary(lake, every, asked):
    some = fitting(every, asked)
    values = [lot.price for lot in sold(some)]
    low, high = wilson(len(some) - len(values), len(some))
    turned = [swing(lot) for lot in sold(some) if lot.kind == "category"]
    expected = {
        **priced(some), **quartiles(values), "least": min(values), "most": max(values), "games": len({lot.game.id for lot in some}),
        "unsold": len(some) - len(values), "unsold_low": low, "unsold_high": high, "overpay_known": len(values),
        "mean_overpay": mean(lot.overpay for lot in sold(some)), "with_default": sum(bool(lot.defaults) for lot in some),
        "swing_known": len(turned), "turned": sum(pips > 0 for pips, _ in turned), "mean_swing": average(pips for pips, _ in turned),
        "wins_turned": sum(won is True for _, won in turned), "brought_known": 0, "mean_steps": None,
    }  # fmt: skip
    check(auctions.lot_summary(lake, Filters(game="biblios"), **asked), ["game"], {"biblios": expected})


@pytest.mark.parametrize("asked", SUCH)
def test_lot_price_counts(lake, every, asked):
    found = Counter(lot.price for lot in sold(fitting(every, asked)))
    check(
        auctions.lot_price_counts(lake, Filters(game="biblios"), **asked),
        ["price"],
        {key: {"n": n} for key, n in found.items()},
    )


@pytest.mark.parametrize("asked", SUCH)
@pytest.mark.parametrize(
    ("by", "part"),
    [
        ("players", lambda lot: lot.game.n),
        ("tenth", lambda lot: math.ceil(10 * lot.number / lot.pile)),
        ("year", lambda lot: lot.game.date.year),
        ("month", lambda lot: 100 * lot.game.date.year + lot.game.date.month),
    ],
)
def test_lot_by(lake, every, asked, by, part):
    expected = {}
    for key, some in groups(fitting(every, asked), part).items():
        values = [lot.price for lot in sold(some)]
        more = quartiles(values) if len(values) > 1 else {}
        expected[key] = {**priced(some), **more, "unsold": len(some) - len(values)}
    check(auctions.lot_by(lake, Filters(game="biblios"), by=by, **asked), ["part"], expected)
    period = next(iter(expected))
    if by in ("year", "month"):
        table = auctions.lots(lake, Filters(game="biblios"), top=10_000, period=period, **asked)
        assert table.num_rows == expected[period]["offered"]


@pytest.mark.parametrize("asked", SUCH)
def test_lot_buyers(lake, every, asked):
    some = sold(fitting(every, asked))
    usual = mean(lot.price for lot in some)
    expected = {}
    for player, mine in groups(some, buyer).items():
        values = [lot.price for lot in mine]
        turned = [swing(lot)[0] for lot in mine if lot.kind == "category"]
        expected[player] = {
            **spread(values),
            "usual": usual,
            "above": mean(values) - usual,
            "mean_swing": average(turned),
        }
    check(auctions.lot_buyers(lake, Filters(game="biblios"), **asked), ["player"], expected)
