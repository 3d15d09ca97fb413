"""From a point of a chart, or a row of its table, to what it stands for: games, lots or changes of value dice.

One list for all pages, by the name of the statistic, so that a point leads to the same wherever it is drawn. What a lead
takes from a case are columns of the statistic; `charts.CASE` makes charts report them.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from replay.stats.filters import Filters


@dataclass(frozen=True)
class Lead:
    """Where a case leads.

    what   the named question that lists it (`games`, `lots`, `changes`); `row`: the case itself has a place in a
           game.
    take   option of that question → column of the case (`players` narrows the filters instead). fixed: options that are the same for all cases.
    game   the kind of game, where the statistic is about one only and does not say so in a column.
    """

    what: str
    take: Mapping[str, str] = field(default_factory=dict)
    fixed: Mapping[str, Any] = field(default_factory=dict)
    game: str | None = None

    def options(self, case: Mapping[str, Any]) -> dict[str, Any]:
        """The options that describe a case; a column that is unknown there asks nothing."""
        found = {
            option: case[column]
            for option, column in self.take.items()
            if case.get(column) is not None and option != "players"
        }
        if "month" in found:
            found["month"] = dt.date.fromisoformat(f"{str(found['month'])[:7]}-01")
        return {**found, **self.fixed}

    def filters(self, asked: Filters, case: Mapping[str, Any]) -> Filters:
        """The filters of the page, narrowed to the kind of game and the number of players that a case is about."""
        game = case.get("game") or self.game
        if game:
            asked = replace(asked, game=str(game))
        players = case.get(self.take.get("players", "players"))
        if players:
            asked = replace(asked, counts=(int(players),))
        return asked


def _games(*columns: str, **fixed: Any) -> Lead:
    return Lead("games", {column: column for column in columns}, fixed)


def _lots(*columns: str, game: str | None = "biblios", take: Mapping[str, str] | None = None, **fixed: Any) -> Lead:
    return Lead("lots", {**{column: column for column in columns}, **(take or {})}, fixed, game)


_DICE: Final = "biblios-dice"
_PLACE: Final = Lead("row")

#: Statistic → where its cases lead.
LEADS: Final[Mapping[str, Lead]] = {
    # results and scoring
    "wins": _games("player"),
    "people": _games("player"),
    "streaks": _games("player"),
    "season": _games("player"),
    "ratings": _games("player"),
    "rating_history": _PLACE,
    "games": _PLACE,
    "recent": _PLACE,
    "records": _PLACE,
    "lot_records": _PLACE,
    "months": _games("month"),
    "placements": _games("player", "place"),
    "scores": _games("total"),
    "score_summary": _games(),
    "margins": _games("margin"),
    "decisions": _games("decided_by"),
    "categories": Lead("games", {"part": "part", "taker": "player"}),
    "category_pips": _games("part", "pips"),
    "seats": _games("seat"),
    "start_player": _games(seat=1),
    "head_to_head": _games("player", "opponent"),
    "die_course": Lead("changes", {"die": "die", "tenth": "tenth"}),
    "church": Lead("changes", {"player": "player"}, {"cause": "church"}, "biblios"),
    "die_changes": Lead("changes", {"die": "die", "cause": "cause", "way": "way"}),
    "die_moves": Lead("changes", {"die": "die", "before": "before", "after": "after"}),
    # lots of Biblios
    "prices": _lots("kind", "category", "value"),
    "card_prices": _lots("what"),
    "prices_by_players": _lots("kind", "value"),
    "prices_by_position": _lots("kind", "tenth"),
    "swing": _lots("category", "value", kind="category", outcome="sold", by="swing"),
    "swing_by_price": _lots("price", kind="category", by="swing"),
    "gold_lots": _lots("value", kind="gold"),
    "overpay": _lots("player", game=None, for_gold=True, by="overpay"),
    "change_lost": _lots("player", for_gold=True, by="change_lost"),
    "gold_left": _games("player"),
    "lot_shares": _lots("player", for_gold=True),
    "unsold": _lots("kind", "value", outcome="discarded", by="date"),
    "defaults": _lots(take={"defaulter": "player"}, by="defaults"),
    "duels": _lots("player", "opponent", game=None, for_gold=True),
    "passes": _lots(take={"passer": "player"}, by="date"),
    "lots": _PLACE,
    # markets of Biblios Dice
    "dice_bids": _lots("lap", game=_DICE, by="date"),
    "bidding_cards": _lots("card", game=_DICE, by="date"),
    "splitter": _lots(game=_DICE, splitter=True, by="date"),
    "dice_prices": _lots("rank", game=_DICE),
    "winners_curse": _lots("overpay", game=_DICE, rank=1),
    "groups": _lots("rank", game=_DICE, take={"value": "size"}, kind="group"),
    "overbids": _lots(game=_DICE, take={"bidder": "player"}, failed=True, by="date"),
    "promotions": _lots("rank", game=_DICE, promoted=True),
}

__all__ = ["LEADS", "Lead"]
