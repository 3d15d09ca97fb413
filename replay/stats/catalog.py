"""All named statistics: what each asks, how the answer is defined, which columns it has, what it can be asked about.

The command line, the dashboard, the generated page `data/STATISTICS.md` and the tests all read this list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from replay.stats import auctions, markets, ratings, scoring, seasons
from replay.stats.ask import Source
from replay.stats.filters import MEANINGS, Filters

if TYPE_CHECKING:
    import pyarrow as pa

#: What columns mean that recur under the same name.
COMMON: Final = {
    "player": "the player, as the club calls them",
    "opponent": "the other player",
    "game": "`biblios` or `biblios-dice`",
    "game_id": "the game",
    "date": "day of the game",
    "players": "number of players",
    "ply": "where it is in the replay",
    "n": "number of cases the row rests on",
    "rate": "the share",
    "low": "lower end of the 95 % interval",
    "high": "upper end of the 95 % interval",
    "mean": "the mean",
    "chance": "the share that chance would give: mean of 1 by the number of players",
    "median": "the median",
    "quarter": "a quarter of the cases lie at or below it",
    "three_quarters": "three quarters of the cases lie at or below it",
    "least": "the least",
    "most": "the greatest",
    "kind": "`category`, `gold`, `church` or (Dice) `group`",
    "category": "letter of the category",
    "value": "value of the card",
    "unit": "what the price counts: Gold, or cards for a Gold lot",
    "offered": "lots turned up",
    "place": "place at the end, ties share the better one",
    "record": "what is the extreme",
    "what": "the card, or the dice of the group",
}
#: Filters that make sense for whole games and for everything else.
EVERY: Final = tuple(MEANINGS)


@dataclass(frozen=True)
class Option:
    """A question's own setting beside the filters."""

    type: type[int] | type[str] | type[bool]
    default: Any
    meaning: str


@dataclass(frozen=True)
class Statistic:
    """One named question.

    name, room   its name, and the part of the catalogue: `results`, `scoring`, `auctions`, `markets`, `ratings`.
    function     the typed function that answers it with an Arrow table.
    question     in words; definition: how the answer is counted, in one sentence.
    columns      column → meaning, in order.
    options      settings of its own beside the filters; `ignores` names filters without effect.
    """

    name: str
    room: str
    function: Callable[..., pa.Table]
    definition: str
    columns: Mapping[str, str]
    options: Mapping[str, Option] = field(default_factory=dict)
    ignores: tuple[str, ...] = ()

    @property
    def question(self) -> str:
        """The question in words: the first line of the function's description."""
        return (self.function.__doc__ or self.name).strip().splitlines()[0]

    @property
    def filters(self) -> tuple[str, ...]:
        """The filters that matter for it."""
        return tuple(name for name in EVERY if name not in self.ignores)


TOP: Final = MappingProxyType({"top": Option(int, 3, "how many of each")})
_LOT: Final = ("game", "min_games")
_FLOOR: Final = ("min_games",)
#: Which lots: what they are.
_SUCH: Final = MappingProxyType(
    {
        "kind": Option(str, None, "only this kind"),
        "category": Option(str, None, "only this category"),
        "value": Option(int, None, "only this value (Dice: number of dice)"),
        "what": Option(str, None, "only this card, or these dice"),
    }
)
_KINDS: Final = MappingProxyType(
    {
        "guests": Option(bool, False, "count guests too"),
        "bots": Option(bool, False, "count bots too"),
    }
)


def _columns(names: str, **own: str) -> dict[str, str]:
    """Column → meaning for names in order; meanings of their own go before the common ones."""
    return {name: own.get(name) or COMMON[name] for name in names.split()}


STATISTICS: Final = (
    # ------------------------------------------------------------------------------------------------------ results
    Statistic(
        "overview", "results", scoring.overview, "Counts over the selected games, in one row.",
        _columns(
            "n biblios biblios_dice simulated results_only not_complete unsettled with_stood days first_day last_day "
            "events lots people",
            n="games", biblios="games of Biblios", biblios_dice="games of Biblios Dice", simulated="simulated games",
            results_only="games of which only the result is known", not_complete="games unfinished or abandoned",
            unsettled="games in which something rests on an open ruling or was let stand",
            with_stood="games in which an event against the rules was let stand", days="days on which games were played",
            first_day="first day", last_day="last day", events="events", lots="lots (Dice: groups)", people="players",
        ), ignores=_FLOOR,
    ),
    Statistic(
        "months", "results", scoring.months, "Games with a date, by month and kind of game.",
        _columns("month game n", month="first day of the month", n="games"), ignores=_FLOOR,
    ),
    Statistic(
        "recent", "results", scoring.recent, "The latest games by date, then id, with players and winners.",
        _columns(
            "game_id game date players top_total margin decided_by status simulated people winners",
            top_total="the winning total", margin="distance to the best other total", decided_by="what decided",
            status="`complete`, `unfinished` or `abandoned`", simulated="whether a program played it",
            people="players in seating order", winners="the winners",
        ), {"top": Option(int, 10, "how many")}, ignores=_FLOOR,
    ),
    Statistic(
        "games", "results", scoring.games, "Single games with their results, the newest first.",
        _columns(
            "game_id game date players top_total margin decided_by status simulated plies people winners",
            top_total="the winning total", margin="distance to the best other total", decided_by="what decided",
            status="`complete`, `unfinished` or `abandoned`", simulated="whether a program played it", plies="events",
            people="players with their totals, in seating order", winners="the winners",
        ),
        {
            "top": Option(int, 50, "how many"), "player": Option(str, None, "only games of this player"),
            "opponent": Option(str, None, "… in which this one played too"), "place": Option(int, None, "… and came to this place"),
            "total": Option(int, None, "… with this total"), "seat": Option(int, None, "won from this place at the table"),
            "margin": Option(int, None, "only this margin"), "decided_by": Option(str, None, "only what this decided"),
            "month": Option(str, None, "only the month of this day"), "part": Option(str, None, "this category or track …"),
            "pips": Option(int, None, "… whose die ended on these pips"), "taker": Option(str, None, "… and which this player took"),
        }, ignores=_FLOOR,
    ),
    Statistic(
        "people", "results", scoring.people, "Everybody with a seat in a selected game.",
        _columns("player n first_day last_day", n="games", first_day="day of the first", last_day="day of the latest"),
        ignores=_FLOOR,
    ),
    Statistic(
        "choices", "results", scoring.choices, "Values that games have, with the number of games; for the filters.",
        _columns("what word n", what="`place`, `event`, `players` or `game`", word="the value", n="games"),
        ignores=("min_games", "stood"),
    ),
    Statistic(
        "results", "results", scoring.results, "Every seat with a known place, by date (unknown first), game id and seat.",
        _columns(
            "game_id game date players seat player kind place total win_share", seat="seat, 0 is the start player",
            kind="`member`, `guest` or `bot`", total="points", win_share="1, or 1/k for each of k winners, or 0",
        ), ignores=_FLOOR,
    ),
    # ------------------------------------------------------------------------------------------------------ scoring
    Statistic(
        "wins", "scoring", scoring.wins,
        "Wins (a shared victory counts by its part) against the sum of 1 by the number of players; the rank goes by the surplus.",
        _columns(
            "rank player n wins rate low high expected surplus chance", n="games with a known winner", wins="games won",
            rank="rank by surplus; none under the fewest games", expected="wins that chance would give",
            surplus="wins less expected", rate="wins by game",
        ),
    ),
    Statistic(
        "placements", "scoring", scoring.placements, "Places at the end by player and number of players.",
        _columns(
            "game players player place games rate low high n", games="games that ended so", rate="share of the player's games",
            n="the player's games with this number of players",
        ), ignores=_FLOOR,
    ),
    Statistic(
        "scores", "scoring", scoring.scores, "Number of seats with each total.",
        _columns("game players total n winners", total="points", n="seats", winners="of these, winners"), ignores=_FLOOR,
    ),
    Statistic(
        "score_summary", "scoring", scoring.score_summary, "Mean, quartiles and extremes of all known totals.",
        _columns(
            "game players n mean low high least quarter median three_quarters most winners winners_mean", n="seats",
            mean="mean total", winners="winning seats", winners_mean="mean total of winners",
        ), ignores=_FLOOR,
    ),
    Statistic(
        "margins", "scoring", scoring.margins, "Winning total less the best total that did not win; 0 if a tie-break decided.",
        _columns("game players margin n", margin="points", n="games"), ignores=_FLOOR,
    ),
    Statistic(
        "decisions", "scoring", scoring.decisions, "What decided each game with a known winner.",
        _columns(
            "game decided_by games rate low high n",
            decided_by="`pips`, `gold`, `monks`, `tie-order:X`, `shared`; Dice `vp`, `gold`, `bishop`", games="games decided so",
            n="games with a known winner",
        ), ignores=_FLOOR,
    ),
    Statistic(
        "categories", "scoring", scoring.categories,
        "Share of games in which a player took the category (Dice: was first on the track), among games where that is known.",
        _columns(
            "player game part n taken rate low high chance mean_total mean_points",
            part="letter of the category or track; `B` is the Bishop's", n="games", taken="games in which the player took it",
            mean_total="mean sum of the cards (Dice: mean space)", mean_points="mean points from it",
        ), ignores=_FLOOR,
    ),
    Statistic(
        "category_pips", "scoring", scoring.category_pips,
        "Final pips of each value die, and how often the first place there was a tie (broken by letter; Dice: by arrival).",
        _columns(
            "game part pips n taken tied tied_rate low high unknown nobody winning_total", part="letter of the category or track",
            pips="pips at the end", n="games", taken="games in which a player took it (Dice: Cadfael too)",
            tied="of these, by a tie-break", tied_rate="share of these", unknown="games in which nobody knows who took it",
            nobody="games in which nobody did", winning_total="mean total of who took it",
        ), ignores=_FLOOR,
    ),
    Statistic(
        "die_changes", "scoring", scoring.die_changes, "Changes of the value dice, by die and cause.",
        _columns(
            "game die cause n raised lowered unchanged pips", die="letter of the die", n="changes",
            cause="`church`, `adjustment` or `reset`", raised="of these, up", lowered="of these, down",
            unchanged="of these, without effect: the die was at its limit", pips="sum of the changes",
        ), ignores=_FLOOR,
    ),
    Statistic(
        "die_moves", "scoring", scoring.die_moves, "Changes of the value dice by pips before and after.",
        _columns("game die before after n", die="letter of the die", before="pips before", after="pips after", n="changes"),
        ignores=_FLOOR,
    ),
    Statistic(
        "die_course", "scoring", scoring.die_course,
        "Pips of each value die after each tenth of a game's events, over games with a log that were played to the end.",
        _columns(
            "game die tenth n mean low high least quarter median three_quarters most", die="letter of the die",
            tenth="tenths of the game played, 0 to 10", n="games", mean="mean pips",
        ), ignores=_FLOOR,
    ),
    Statistic(
        "changes", "scoring", scoring.changes, "Single changes of the value dice with their place in the replay, the newest first.",
        _columns(
            "game_id ply game date players die before after cause player", die="letter of the die", before="pips before",
            after="pips after", cause="`church`, `adjustment` or `reset`", player="who changed it",
        ),
        {
            "top": Option(int, 50, "how many"), "die": Option(str, None, "only this die"), "before": Option(int, None, "only from these pips"),
            "after": Option(int, None, "only to these pips"), "cause": Option(str, None, "only for this cause"),
            "way": Option(str, None, "`raised`, `lowered` or `unchanged`"), "player": Option(str, None, "only changes by this player"),
            "tenth": Option(int, None, "only in this tenth of a game, of the games that `die_course` counts"),
        }, ignores=_FLOOR,
    ),
    Statistic(
        "seats", "scoring", scoring.seats, "Share of wins by place at the table, for each number of players.",
        _columns(
            "game players seat n wins rate low high chance mean_total", seat="place at the table, 1 begins", n="games",
            wins="games won from there", mean_total="mean points",
        ), ignores=_FLOOR,
    ),
    Statistic(
        "start_player", "scoring", scoring.start_player, "Share of wins of the start player.",
        _columns("game players n wins rate low high chance", n="games", wins="games that the start player won"),
        ignores=_FLOOR,
    ),
    Statistic(
        "church", "scoring", scoring.church, "Church cards that came to work for a player, by how they came and whether they were used.",
        _columns(
            "player n used rate low high declined kept taken bought", n="Church cards", used="used", rate="share used",
            declined="declined", kept="of all, kept from one's own turn", taken="taken from the public cards",
            bought="bought at auction",
        ), ignores=_LOT,
    ),
    Statistic(
        "head_to_head", "scoring", scoring.head_to_head,
        "For every two players who met often enough (the fewest games): whose place was better.",
        _columns(
            "player opponent n ahead rate low high level behind mean_difference", n="games together", ahead="player ahead of opponent",
            rate="share ahead", level="equal places", behind="player behind", mean_difference="mean difference of totals",
        ),
    ),
    Statistic(
        "streaks", "scoring", scoring.streaks, "Runs of wins in order of date, then game id; games without a date are left out.",
        _columns(
            "player n wins_in_a_row since until first_game last_game without_a_win current", n="games",
            wins_in_a_row="longest run of wins", since="its first day", until="its last day", first_game="its first game",
            last_game="its last game", without_a_win="longest run of games without a win",
            current="the run under way: wins, or as a negative number games without one",
        ), ignores=_FLOOR,
    ),
    Statistic(
        "records", "scoring", scoring.records, "Extremes of whole games; equal ones by date, the earlier first.",
        _columns("record game value player game_id ply date", value="points, Gold or events", ply="the last event"), TOP, ignores=_FLOOR,
    ),
    # ----------------------------------------------------------------------------------------------------- auctions
    Statistic(
        "prices", "auctions", auctions.prices, "Winning bids for sold lots, by kind, category and value.",
        _columns(
            "kind category value unit offered n mean low high least quarter median three_quarters most", n="lots sold",
            mean="mean price",
        ), ignores=_LOT,
    ),
    Statistic(
        "card_prices", "auctions", auctions.card_prices, "Winning bids by card as the log names it (with its letter if known).",
        _columns("what kind category value unit offered n mean low high least most", n="lots sold", mean="mean price"),
        ignores=_LOT,
    ),
    Statistic(
        "prices_by_players", "auctions", auctions.prices_by_players, "Winning bids by kind, value and number of players.",
        _columns("kind value players unit offered n mean low high median", n="lots sold", mean="mean price"), ignores=_LOT,
    ),
    Statistic(
        "prices_by_position", "auctions", auctions.prices_by_position, "Winning bids by the lot's place in the pile, in tenths.",
        _columns("kind tenth unit offered n mean low high", tenth="tenth of the pile, 1 to 10", n="lots sold", mean="mean price"),
        ignores=_LOT,
    ),
    Statistic(
        "swing", "auctions", auctions.swing,
        "Pips that the buyer would not have got without the card, other hands unchanged; lots where hidden cards decide are left out.",
        _columns(
            "category value n mean_price turned turned_rate turned_low turned_high mean low high pips_per_gold wins_turned",
            n="cards bought with known outcome", mean_price="mean price in Gold", turned="cards without which the category was lost",
            turned_rate="share of these", turned_low="lower end of its 95 % interval", turned_high="upper end of its 95 % interval",
            mean="mean pips turned", pips_per_gold="pips turned by Gold bid", wins_turned="cards without which the game was lost",
        ), ignores=_LOT,
    ),
    Statistic(
        "swing_by_price", "auctions", auctions.swing_by_price, "Pips turned (see `swing`) by the price paid for a category card.",
        _columns(
            "price n turned turned_rate turned_low turned_high mean low high wins_turned", price="price in Gold",
            n="cards bought with known outcome", turned="cards without which the category was lost", turned_rate="share of these",
            turned_low="lower end of its 95 % interval", turned_high="upper end of its 95 % interval", mean="mean pips turned",
            wins_turned="cards without which the game was lost",
        ), ignores=_LOT,
    ),
    Statistic(
        "overpay", "auctions", auctions.overpay,
        "Price less the least bid that would have won (the runner-up's last bid plus 1; Dice: the next total); Gold lots left out.",
        _columns(
            "player game n mean low high total lots_overpaid uncontested share", n="lots won", mean="mean overpay",
            total="sum of overpay", lots_overpaid="lots with overpay", uncontested="lots for which nobody else bid",
            share="overpay by sum of prices",
        ), ignores=_FLOOR,
    ),
    Statistic(
        "change_lost", "auctions", auctions.change_lost, "Gold paid above the price, for lots paid in Gold.",
        _columns(
            "player n with_loss mean low high total most", n="lots paid for", with_loss="lots with a loss", mean="mean loss in Gold",
            total="sum of losses", most="the greatest loss",
        ), ignores=_LOT,
    ),
    Statistic(
        "gold_left", "auctions", auctions.gold_left, "Gold left at the end (Dice: after conversion), where it is known.",
        _columns(
            "game player n mean low high mean_won mean_not_won most", n="games", mean="mean Gold left",
            mean_won="mean in games won", mean_not_won="mean in the others",
        ), ignores=_FLOOR,
    ),
    Statistic(
        "lot_shares", "auctions", auctions.lot_shares,
        "Per game, a player's share of the lots sold for Gold less the share of the Gold given for them; mean over games.",
        _columns(
            "player n chance lot_share gold_share mean low high", n="games", lot_share="mean share of lots",
            gold_share="mean share of Gold given", mean="mean difference: above 0 means more lots for less Gold",
        ), ignores=_LOT,
    ),
    Statistic(
        "unsold", "auctions", auctions.unsold, "Lots that were discarded because nobody bid or nobody could pay.",
        _columns("kind value players n unsold rate low high", n="lots turned up", unsold="discarded", rate="share discarded"),
        ignores=_LOT,
    ),
    Statistic(
        "defaults", "auctions", auctions.defaults,
        "Defaults, and the cards that the penalties took: drawn by the others (standard) or lost (Medieval bluff).",
        _columns(
            "player players penalty n defaults games_with cards_lost gold_lost points_lost unknown_cards",
            penalty="`standard` or `medieval-bluff`", n="games with a log", defaults="defaults", games_with="games with one",
            cards_lost="cards lost", gold_lost="Gold among them", points_lost="category values among them",
            unknown_cards="cards lost that nobody named",
        ), ignores=_LOT,
    ),
    Statistic(
        "gold_lots", "auctions", auctions.gold_lots, "Cards given for Gold lots, and their worth where all are known.",
        _columns(
            "value offered n mean low high known mean_points mean_gold", value="value of the Gold card", n="lots sold",
            mean="mean number of cards given", known="lots of which all cards given are known",
            mean_points="mean category value given", mean_gold="mean Gold given",
        ), ignores=_LOT,
    ),
    Statistic(
        "duels", "auctions", auctions.duels, "Lots (no Gold lots) that `player` won with `opponent` as the highest other bidder.",
        _columns(
            "player opponent game n mean_price mean_bids mean_overpay", player="who won", opponent="who bid highest among the others",
            n="lots", mean_price="mean price", mean_bids="mean number of bids", mean_overpay="mean overpay",
        ),
    ),
    Statistic(
        "passes", "auctions", auctions.passes,
        "Passes on a lot for Gold that another won for less than the passer could have paid, among passes where both are known.",
        _columns(
            "player n could_have_won rate low high mean_price mean_means", n="passes on lots for Gold that another won",
            could_have_won="with means above the price", mean_price="mean price of these", mean_means="mean means at these",
        ), ignores=_LOT,
    ),
    Statistic(
        "lots", "auctions", auctions.lots, "Single lots that fit a description, with their place in the replay, the greatest first.",
        _columns(
            "game_id ply game date players lot what kind player price opponent runner_up_bid overpay paid change_lost bids "
            "defaults swing verdict",
            lot="number of the lot", player="who got it", price="winning bid", opponent="highest other bidder", runner_up_bid="their bid",
            overpay="price above the least that would have won", paid="what was given", change_lost="Gold paid above the price",
            bids="bids made", defaults="winners who could not pay", swing="pips turned by the card", verdict="weakest verdict behind it",
        ),
        {
            "top": Option(int, 50, "how many"), "by": Option(str, "price", "ordered by: price, overpay, swing, bids, defaults, change_lost, date"),
            "kind": Option(str, None, "only this kind"), "category": Option(str, None, "only this category"),
            "value": Option(int, None, "only this value"), "what": Option(str, None, "only this card"),
            "price": Option(int, None, "only this price"), "outcome": Option(str, None, "`sold` or `discarded`"),
            "player": Option(str, None, "only lots that this player got"),
            "opponent": Option(str, None, "only with this highest other bidder"), "for_gold": Option(bool, False, "no Gold lots"),
            "tenth": Option(int, None, "only from this tenth of the Auction pile"), "overpay": Option(int, None, "only this overpay"),
            "period": Option(int, None, "only this year, such as 2026, or this month, such as 202601"),
            "rank": Option(int, None, "Dice: only groups of the first (1) or the second (2) of a market"),
            "promoted": Option(bool, False, "Dice: only where somebody rose because of an overbid"),
            "splitter": Option(bool, False, "Dice: only markets in which who split the dice came first"),
            "failed": Option(bool, False, "only with a default or an overbid"),
            "bidder": Option(str, None, "only those on which this player bid"),
            "lap": Option(int, None, "only those that were opened, or turned up cards, so often"),
            "card": Option(int, None, "Dice: only markets in which a player turned up this card; 0 is pass"),
            "passer": Option(str, None, "only those on which this player passed and could have paid more than the price"),
            "defaulter": Option(str, None, "only those that this player could not pay for"),
        }, ignores=_FLOOR,
    ),
    Statistic(
        "lot_summary", "auctions", auctions.lot_summary,
        "Counts, prices, overpay and gains of all lots that fit a description; each number over the lots for which it is known.",
        _columns(
            "game unit games offered unsold unsold_rate unsold_low unsold_high n mean low high least quarter median three_quarters most "
            "overpay_known mean_overpay with_default swing_known turned mean_swing wins_turned brought_known mean_steps mean_gold mean_vp",
            games="games in which one was turned up", unsold="discarded", unsold_rate="share discarded",
            unsold_low="lower end of its 95 % interval", unsold_high="upper end of its 95 % interval", n="lots sold", mean="mean price",
            overpay_known="lots with known overpay", mean_overpay="mean overpay", with_default="lots with a default or an overbid",
            swing_known="cards bought with known outcome", turned="cards without which the category was lost", mean_swing="mean pips turned",
            wins_turned="cards without which the game was lost", brought_known="Dice: groups with known gain",
            mean_steps="Dice: mean steps brought", mean_gold="Dice: mean Gold brought", mean_vp="Dice: mean VP of tokens brought",
        ), _SUCH, ignores=_FLOOR,
    ),
    Statistic(
        "lot_price_counts", "auctions", auctions.lot_price_counts, "Lots of a description by the price they went at.",
        _columns("game unit price n", price="winning bid", n="lots sold"), _SUCH, ignores=_FLOOR,
    ),
    Statistic(
        "lot_by", "auctions", auctions.lot_by, "Prices of lots of a description, split by one property of the lot.",
        _columns(
            "game unit part offered unsold unsold_rate unsold_low unsold_high n mean low high quarter median three_quarters",
            part="number of players, tenth of the pile, year, month as 202601, or rank", unsold="discarded", unsold_rate="share discarded",
            unsold_low="lower end of its 95 % interval", unsold_high="upper end of its 95 % interval", n="lots sold", mean="mean price",
        ), {**_SUCH, "by": Option(str, "players", "split by: players, tenth, year, month, rank")}, ignores=_FLOOR,
    ),
    Statistic(
        "lot_buyers", "auctions", auctions.lot_buyers,
        "Mean price that each player paid for lots of a description, beside the mean over all such lots.",
        _columns(
            "player game unit n mean low high usual above mean_swing mean_steps", n="lots bought", mean="mean price",
            usual="mean price of all such lots, Cadfael's too", above="mean less usual", mean_swing="mean pips turned, where known",
            mean_steps="Dice: mean steps brought, where known",
        ), _SUCH, ignores=_FLOOR,
    ),
    Statistic(
        "lot_records", "auctions", auctions.lot_records, "Extremes of single lots; equal ones by date, the earlier first.",
        _columns("record game value what player game_id ply date", value="how much", player="who got it"), TOP, ignores=_FLOOR,
    ),
    # ------------------------------------------------------------------------------------------------------ markets
    Statistic(
        "dice_bids", "markets", markets.dice_bids, "Bidding cards turned up by players, by turn-up.",
        _columns(
            "players lap n passes pass_rate low high mean_card mean_total", lap="number of the turn-up in its auction", n="cards turned up",
            passes="passes among them", pass_rate="share of passes", mean_card="mean card, passes left out", mean_total="mean total so far",
        ), ignores=_LOT,
    ),
    Statistic(
        "dice_prices", "markets", markets.dice_prices, "Totals and payments of the first and the second of each market (Cadfael left out).",
        _columns(
            "players rank n mean low high mean_paid mean_next mean_overpay promoted ties", rank="1 first, 2 second", n="groups",
            mean="mean total bid", mean_paid="mean Gold paid", mean_next="mean next total", mean_overpay="mean total above the next",
            promoted="of these, risen because of an overbid",
            ties="of these, equal to the next total: the Bishop track decided",
        ), ignores=_LOT,
    ),
    Statistic(
        "winners_curse", "markets", markets.winners_curse, "First totals less the next total, with the steps that the group brought.",
        _columns(
            "overpay n mean_price mean low high", overpay="total above the next", n="markets", mean_price="mean total",
            mean="mean steps on tracks that the group brought",
        ), ignores=_LOT,
    ),
    Statistic(
        "groups", "markets", markets.groups, "Steps, Gold and VP that groups brought, beside what was paid (Cadfael left out).",
        _columns(
            "rank size n mean_paid mean low high mean_gold mean_vp", rank="1 first, 2 second", size="number of dice", n="groups",
            mean_paid="mean Gold paid", mean="mean steps brought", mean_gold="mean Gold brought", mean_vp="mean VP of tokens brought",
        ), ignores=_LOT,
    ),
    Statistic(
        "overbids", "markets", markets.overbids, "Bidders who owed more than they had.",
        _columns(
            "player players n overbids rate low high mean_total mean_overbid", n="auctions with a bid", overbids="overbids",
            rate="share of overbids", mean_total="mean total bid", mean_overbid="mean total of overbids",
        ), ignores=_LOT,
    ),
    Statistic(
        "promotions", "markets", markets.promotions, "Groups whose owner had risen because somebody ahead had overbid.",
        _columns(
            "players rank n promoted rate low high mean_price_promoted mean_price_otherwise", rank="1 first, 2 second", n="groups that found an owner",
            promoted="with a promotion", rate="share of these", mean_price_promoted="mean total of the promoted",
            mean_price_otherwise="mean total of the others",
        ), ignores=_LOT,
    ),
    Statistic(
        "splitter", "markets", markets.splitter, "How often who split the dice came first or second in that market.",
        _columns(
            "players n chance first first_rate first_low first_high second second_rate second_low second_high", n="markets",
            chance="1 by the number of players", first="splitter first", first_rate="share", first_low="lower end of its 95 % interval",
            first_high="upper end of its 95 % interval", second="splitter second", second_rate="share",
            second_low="lower end of its 95 % interval", second_high="upper end of its 95 % interval",
        ), ignores=_LOT,
    ),
    Statistic(
        "bidding_cards", "markets", markets.bidding_cards, "Bidding cards turned up by players, and whether that player came first.",
        _columns(
            "card n first_turn_up won rate low high", card="the card, 0 is pass", n="times turned up",
            first_turn_up="of these, in the first turn-up", won="of these, by the later first of the market", rate="share of these",
        ), ignores=_LOT,
    ),
    # ------------------------------------------------------------------------------------------------------ ratings
    Statistic(
        "ratings", "ratings", ratings.ratings,
        "openskill's BradleyTerryFull over all places in the order of date, then game id, each kind of game by itself.",
        _columns(
            "rank game player n mu sigma low high provisional last_day", rank="rank by mu; none while provisional", n="games rated",
            mu="the rating", sigma="its standard deviation", low="mu less 1.96 sigma", high="mu plus 1.96 sigma",
            provisional="fewer than 5 games", last_day="day of the latest game",
        ), _KINDS, ignores=_FLOOR,
    ),
    Statistic(
        "rating_history", "ratings", ratings.rating_history, "The rating (see `ratings`) of each player after each of their games.",
        _columns(
            "game player game_id date n mu sigma low high", n="games rated so far", mu="the rating", sigma="its standard deviation",
            low="mu less 1.96 sigma", high="mu plus 1.96 sigma",
        ), _KINDS, ignores=_FLOOR,
    ),
    Statistic(
        "season", "ratings", seasons.season_table,
        "Points by place (shared places share their points), the best games of each player counted, as `club/seasons.toml` says.",
        _columns(
            "rank player n counted points mean wins worst_counted", rank="rank by points, then wins; none under the fewest games",
            n="games", counted="games that count", points="sum of their points", mean="mean points of all games", wins="games won",
            worst_counted="points of the worst game that counts",
        ), {"season": Option(str, None, "name of the season; the latest if none is given")}, ignores=("min_games",),
    ),
)  # fmt: skip


@cache
def by_name() -> Mapping[str, Statistic]:
    """Every statistic by its name."""
    return {statistic.name: statistic for statistic in STATISTICS}


def run(lake: Source, name: str, filters: Filters, **options: Any) -> pa.Table:
    """The answer to a named question. Raises KeyError for an unknown name, TypeError for an option it does not have."""
    return by_name()[name].function(lake, filters, **options)


__all__ = ["COMMON", "STATISTICS", "Option", "Statistic", "by_name", "run"]
