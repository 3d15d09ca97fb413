"""Markets of Biblios Dice, against the auctions that the referee's `detail` tells and the log's turn-ups."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from statistics import mean, quantiles

import pytest

from replay.stats import auctions, markets
from replay.stats.filters import Filters
from replay.stats.intervals import wilson
from tests.stats.tally import Game, average, check, groups, sheets, spread


@dataclass
class Market:
    """One auction: turn-ups of (actor, card), final totals, ranking, who got what and what it brought."""

    game: Game
    detail: dict
    shown: list[list[tuple[str, int]]]
    steps: dict[str, list[int]] = field(default_factory=dict)  # winner → (steps, gold, vp) of the group

    @property
    def ranks(self) -> list[tuple[int, str, int, int, int]]:
        """(rank, who, total, paid, next total) of each group sold to a player."""
        totals = dict(map(tuple, self.detail["ranked"]))
        order = [who for who, _ in self.detail["ranked"] if who not in self.detail["overbid"]]
        out = []
        for rank, name in ((1, "first"), (2, "second")):
            who = self.detail[name]
            if who is not None and who != "Cadfael":
                after = order[rank] if rank < len(order) else None
                out.append((rank, who, totals[who], self.detail[f"{name}_paid"], totals.get(after, 0)))
        return out

    @property
    def totals(self) -> dict[str, int]:
        return dict(map(tuple, self.detail["ranked"]))

    def promoted(self, who: str) -> bool:
        ahead = [name for name, _ in self.detail["ranked"]]
        return any(name in self.detail["overbid"] for name in ahead[: ahead.index(who)])


@pytest.fixture(scope="module")
def every(found) -> list[Market]:
    out: list[Market] = []
    for game in sheets(found):
        if game.kind != "biblios-dice":
            continue
        told = game.found.game.detail(game.found.state)["auctions"]
        shown: list[list[list[tuple[str, int]]]] = []
        for event in game.found.log.events:
            if event.verb == "splits":
                shown.append([])
            elif event.verb == "reveal":
                pairs = [word.split("=") for word in event.words]
                shown[-1].append([(who, 0 if card == "pass" else int(card)) for who, card in pairs])
        out += [Market(game, one, cards) for one, cards in zip(told, shown, strict=True)]
        brought(game, out[len(out) - len(told) :])
    return out


def brought(game: Game, some: list[Market]) -> None:
    """Follow what each group brought its owner: steps, Gold, VP tokens, from the positions while it is played."""
    last: dict[str, object] = {}

    def look(ply, state):
        if last.get("playing"):
            number, seat = last["playing"]
            gains = some[number].steps.setdefault(state.handles[seat], [0, 0, 0])
            gains[0] += sum(state.pos) - last["pos"]
            gains[1] += state.gold[seat] - last["gold"][seat]
            gains[2] += state.vp[seat] - last["vp"][seat]
        last.update(pos=sum(state.pos), gold=state.gold[:], vp=state.vp[:])
        last["playing"] = (len(state.auctions) - 1, state.active) if state.playing_group else None

    game.found.walk(look)


def player(market: Market, handle: str) -> str:
    return market.game.seats[list(market.game.found.log.header.handles).index(handle)].player


def cards_of(every):
    """(market, turn-up, handle, card, total so far, place in the turn-up order) of every card of a player."""
    for market in every:
        so_far: Counter[str] = Counter()
        for lap, cards in enumerate(market.shown, 1):
            for who, card in cards:
                so_far[who] += card
                if who != "Cadfael":
                    yield market, lap, who, card, so_far[who]


def test_dice_bids(lake, every):
    expected = {}
    for key, some in groups(cards_of(every), lambda item: (item[0].game.n, item[1])).items():
        expected[key] = {"n": len(some), "passes": sum(card == 0 for *_, card, _ in some), "mean_total": mean(total for *_, total in some),
                         "mean_card": average(card for *_, card, _ in some if card)}  # fmt: skip
    check(markets.dice_bids(lake), ["players", "lap"], expected)


def test_bidding_cards(lake, every):
    expected = {card: {"n": len(some), "first_turn_up": sum(lap == 1 for _, lap, *_ in some), "won": sum(m.detail["first"] == who for m, _, who, *_ in some)}
                for card, some in groups(cards_of(every), lambda item: item[3]).items()}  # fmt: skip
    check(markets.bidding_cards(lake), ["card"], expected)


def sales(every):
    return [(market, *rank) for market in every for rank in market.ranks]


def test_dice_prices(lake, every):
    expected = {}
    for key, some in groups(sales(every), lambda item: (item[0].game.n, item[1])).items():
        expected[key] = {**spread([total for _, _, _, total, _, _ in some]), "mean_paid": mean(paid for *_, paid, _ in some),
                         "mean_next": mean(after for *_, after in some), "mean_overpay": mean(total - after for _, _, _, total, _, after in some),
                         "ties": sum(total == after for _, _, _, total, _, after in some),
            "promoted": sum(market.promoted(who) for market, _, who, *_ in some)}  # fmt: skip
    check(markets.dice_prices(lake), ["players", "rank"], expected)


def test_winners_curse_and_groups(lake, every):
    first = [item for item in sales(every) if item[1] == 1]
    expected = {over: {**spread([market.steps[who][0] for market, _, who, *_ in some]), "mean_price": mean(total for _, _, _, total, _, _ in some)}
                for over, some in groups(first, lambda item: item[3] - item[5]).items()}  # fmt: skip
    check(markets.winners_curse(lake), ["overpay"], expected)

    def size(item):
        market, rank, *_ = item
        return rank, len(market.detail["first_group" if rank == 1 else "second_group"])

    expected = {}
    for key, some in groups(sales(every), size).items():
        gains = [market.steps[who] for market, _, who, *_ in some]
        expected[key] = {**spread([steps for steps, _, _ in gains]), "mean_gold": mean(gold for _, gold, _ in gains), "mean_vp": mean(vp for *_, vp in gains),
                         "mean_paid": mean(paid for *_, paid, _ in some)}  # fmt: skip
    check(markets.groups(lake), ["rank", "size"], expected)


def test_overpay_of_dice(lake, every):
    found = groups(sales(every), lambda item: player(item[0], item[2]))
    expected = {(who, "biblios-dice"): {**spread([total - after for _, _, _, total, _, after in some]), "uncontested": sum(after == 0 for *_, after in some)}
                for who, some in found.items()}  # fmt: skip
    check(auctions.overpay(lake, Filters(game="biblios-dice")), ["player", "game"], expected)


def test_overbids(lake, every):
    found: dict[tuple[str, int], list[tuple[int, bool]]] = {}
    for market in every:
        detail = market.detail
        for who, total in market.totals.items():
            if who != "Cadfael":
                found.setdefault((player(market, who), market.game.n), []).append((total, who in detail["overbid"]))
    expected = {key: {"n": len(some), "overbids": sum(over for _, over in some), "mean_total": mean(total for total, _ in some),
                      "mean_overbid": average(total for total, over in some if over)} for key, some in found.items()}  # fmt: skip
    check(markets.overbids(lake), ["player", "players"], expected)
    assert sum(row["overbids"] for row in expected.values()) > 20


def test_promotions(lake, every):
    everybody = [
        (market, rank, market.detail[name])
        for market in every
        for rank, name in ((1, "first"), (2, "second"))
        if market.detail[name] is not None
    ]
    expected = {}
    for key, some in groups(everybody, lambda item: (item[0].game.n, item[1])).items():
        up = [market.totals[who] for market, _, who in some if market.promoted(who)]
        other = [market.totals[who] for market, _, who in some if not market.promoted(who)]
        expected[key] = {
            "n": len(some),
            "promoted": len(up),
            "mean_price_promoted": average(up),
            "mean_price_otherwise": average(other),
        }
    check(markets.promotions(lake), ["players", "rank"], expected)


def test_splitter(lake, every):
    expected = {n: {"n": len(some), "first": sum(m.detail["first"] == m.detail["roller"] for m in some),
                    "second": sum(m.detail["second"] == m.detail["roller"] for m in some), "chance": 1 / n}
                for n, some in groups(every, lambda market: market.game.n).items()}  # fmt: skip
    check(markets.splitter(lake), ["players"], expected)


def test_lots_that_fit(lake, every):
    """Groups by description, against the referee's markets; the first group of a market stands for the market."""

    def rows(**asked):
        return auctions.lots(lake, Filters(game="biblios-dice"), top=10_000, **asked).to_pylist()

    def markets_of(**asked):
        found = [(row["game_id"], row["ply"]) for row in rows(**asked)]
        assert len(found) == len(set(found)), "one row a market"
        return Counter(game for game, _ in found)

    def those(test):
        return Counter(market.game.id for market in every if test(market))

    for rank in (1, 2):
        found = Counter((row["game_id"], row["player"], row["price"]) for row in rows(rank=rank))
        assert found == Counter(
            (m.game.id, player(m, who), total) for m, r, who, total, _, _ in sales(every) if r == rank
        )
    assert Counter(row["game_id"] for row in rows(rank=1, overpay=1)) == Counter(
        m.game.id for m, rank, _, total, _, after in sales(every) if rank == 1 and total - after == 1
    )
    promoted = those(lambda market: market.detail["second"] is not None and market.promoted(market.detail["second"]))
    assert Counter(row["game_id"] for row in rows(rank=2, promoted=True)) == promoted
    assert sum(promoted.values()) > 0
    assert markets_of(lap=2) == those(
        lambda market: len(market.shown) >= 2 and any(who != "Cadfael" for who, _ in market.shown[1])
    )
    assert markets_of(card=3) == those(
        lambda market: any(who != "Cadfael" and card == 3 for cards in market.shown for who, card in cards)
    )
    assert markets_of(failed=True) == those(lambda market: market.detail["overbid"])
    name = every[0].game.seats[0].player
    assert markets_of(bidder=name) == those(
        lambda market: any(
            who != "Cadfael" and player(market, who) == name and total for who, total in market.totals.items()
        )
    )


@dataclass
class Group:
    """One group of dice of a market; its price is the total of who got it, Cadfael too."""

    game: Game
    dice: list[str]
    rank: int | None = None
    price: int | None = None


def both(every) -> list[Group]:
    out: list[Group] = []
    for market in every:
        some = [Group(market.game, dice) for dice in market.detail["groups"]]
        left = list(some)
        for rank, name in ((1, "first"), (2, "second")):
            if market.detail[name] is not None:
                mine = next(group for group in left if group.dice == market.detail[f"{name}_group"])
                left.remove(mine)
                mine.rank, mine.price = rank, market.totals[market.detail[name]]
        out += some
    return out


SUCH = [{"kind": "group"}, {"kind": "group", "value": 3}, {"kind": "group", "value": 6}, {}]


def fitting(every, asked) -> list[Group]:
    return [group for group in both(every) if len(group.dice) == asked.get("value", len(group.dice))]


@pytest.mark.parametrize("asked", SUCH)
def test_lot_price_counts_of_dice(lake, every, asked):
    found = Counter(group.price for group in fitting(every, asked) if group.price is not None)
    table = auctions.lot_price_counts(lake, Filters(game="biblios-dice"), **asked)
    check(table, ["game", "unit", "price"], {("biblios-dice", "Gold", price): {"n": n} for price, n in found.items()})


@pytest.mark.parametrize("asked", SUCH)
@pytest.mark.parametrize(
    ("by", "part"),
    [
        ("players", lambda group: group.game.n),
        ("rank", lambda group: group.rank),
        ("year", lambda group: group.game.date.year),
        ("month", lambda group: 100 * group.game.date.year + group.game.date.month),
    ],
)
def test_lot_by_of_dice(lake, every, asked, by, part):
    expected = {}
    for key, some in groups(fitting(every, asked), part).items():
        if key is None:  # what nobody got has no rank
            continue
        prices = [group.price for group in some if group.price is not None]
        quarters = dict(zip(("quarter", "median", "three_quarters"), quantiles(prices, n=4, method="inclusive"), strict=True)) if len(prices) > 1 else {}  # fmt: skip
        unsold = len(some) - len(prices)
        low, high = wilson(unsold, len(some))
        expected[key] = {**spread(prices), **quarters, "offered": len(some), "unsold": unsold, "unsold_rate": unsold / len(some),
                         "unsold_low": low, "unsold_high": high}  # fmt: skip
    check(auctions.lot_by(lake, Filters(game="biblios-dice"), by=by, **asked), ["part"], expected)
    assert by == "rank" or any(row["unsold"] for row in expected.values()) or asked.get("value")


def test_groups_of_dice_have_no_place_in_a_pile(lake):
    assert auctions.lot_by(lake, Filters(game="biblios-dice"), kind="group", by="tenth").num_rows == 0


def test_lots_of_dice(lake, every):
    """Summary and buyers of groups, against the referee's markets."""
    dice = Filters(game="biblios-dice")
    everybody = Counter(player(market, who) for market, _, who, *_ in sales(every))
    rows = auctions.lot_buyers(lake, dice, kind="group").to_pylist()
    assert {row["player"]: row["n"] for row in rows} == everybody
    name = rows[0]["player"]
    mine = [(m.steps[who][0], total) for m, _, who, total, _, _ in sales(every) if player(m, who) == name]
    assert rows[0]["mean_steps"] == pytest.approx(mean(steps for steps, _ in mine))
    assert rows[0]["mean"] == pytest.approx(mean(total for _, total in mine))
    (row,) = auctions.lot_summary(lake, dice, kind="group", value=3).to_pylist()
    assert row["games"] <= len({market.game.id for market in every})
    assert sum(
        one["offered"]
        for value in range(1, 20)
        for one in auctions.lot_summary(lake, dice, kind="group", value=value).to_pylist()
    ) == 2 * len(every)
