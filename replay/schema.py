"""The tables of the lake: every table and column, said once.

`TABLES` is the only place that knows names, types, keys and meanings: the writers, the views, the documentation
(`data/TABLES.md`) and the tests all read it. Nothing here imports Arrow or DuckDB; types are names (`TYPES`).

Three kinds of columns:

- *own*: what `facts` gives for each row, in this order;
- *shared* (`SHARED`): facts of the whole game that every row of its tables repeats, so that most questions need no join;
- *view* (`Column.view`): added when a lake is opened, from what the club wrote (names that mean the same player).

Some own columns repeat what other rows of the game say (names beside seats, sums over a player's bids): so that what is
asked often needs neither a join nor a long table.

Unknown is NULL, never a guess. Seats count from 0 (the start player); Cadfael is the seat after the last player. Plies
count from 1. Verdicts are `proven`, `possible`, `unjudged`, `stood`; a row has the weakest verdict of the events that it
rests on. Money is in Gold, prices of Gold lots in cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

#: Version of this schema. A lake written with an older one opens (new columns are NULL) until `rebuild` upgrades it.
SCHEMA_VERSION: Final = 2
#: Version of the facts: rises when the same log gives other rows. Kept in `games.engine` with the package's version.
ENGINE: Final = "2"

#: Type name → (Arrow type, DuckDB type). Whatever a scribe may write large (a bid, a claimed total) is 32 bits wide. `word` is a string that recurs: a dictionary in memory and in Parquet.
TYPES: Final = {
    "text": ("string", "VARCHAR"),
    "word": ("dictionary", "VARCHAR"),
    "bool": ("bool", "BOOLEAN"),
    "int8": ("int8", "TINYINT"),
    "int32": ("int32", "INTEGER"),
    "float": ("float64", "DOUBLE"),
    "date": ("date32", "DATE"),
}


@dataclass(frozen=True, slots=True)
class Column:
    """One column: name, type (a key of `TYPES`), whether it may be NULL, its meaning in one sentence.

    view   for a column that is added when a lake is opened: the column with the name in the log whose player it gives.
    """

    name: str
    type: str
    meaning: str
    null: bool = False
    view: str = ""

    @property
    def sql_type(self) -> str:
        """The column's type in DuckDB."""
        return TYPES[self.type][1]


@dataclass(frozen=True)
class Table:
    """One table: name, meaning of a row, key, own columns. `stored` tables are Parquet; others are made at opening."""

    name: str
    meaning: str
    key: tuple[str, ...]
    own: tuple[Column, ...]
    stored: bool = True
    shared: bool = True

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """All columns as a query sees them: `game_id`, the shared ones, the table's own."""
        return (GAME_ID, *(SHARED if self.shared else ()), *self.own) if self.stored else self.own

    @cached_property
    def filed(self) -> tuple[Column, ...]:
        """The columns that stand in the Parquet files."""
        return tuple(column for column in self.columns if not column.view)

    @cached_property
    def given(self) -> tuple[Column, ...]:
        """The columns of the tuples that `facts` gives, in their order."""
        return tuple(column for column in self.own if not column.view)


def _c(name: str, type_: str, meaning: str, *, null: bool = False, view: str = "") -> Column:
    return Column(name, type_.removesuffix("?"), meaning, null or type_.endswith("?"), view)


GAME_ID: Final = _c("game_id", "text", "The game: the log's `id:`, or 16 hex digits of the hash of what it says.")
SHARED: Final = (
    _c("game", "word", "`biblios` or `biblios-dice`."),
    _c("players", "int8", "Number of players (Cadfael not counted)."),
    _c("date", "date?", "Day of the game."),
    _c("simulated", "bool", "Whether the log says that a program played this game."),
    _c(
        "settled", "bool", "Whether nothing in the game or its result rests on an open ruling or on an event let stand."
    ),
)
_VERDICT: Final = _c("verdict", "word", "The weakest verdict of the events that this row rests on.")

GAMES: Final = Table(
    "games",
    "One row per game.",
    ("game_id",),
    (
        _c("rules", "word", "Name of the rule set the game was judged by, such as `biblios/1`."),
        _c("engine", "word", "Version of the program and of its facts that wrote the rows."),
        _c("log_hash", "text", "SHA-256 of the whole canonical log; equal hashes mean equal logs."),
        _c("has_id", "bool", "Whether the log has an `id:` of its own."),
        _c("likeness", "text", "Hash of kind, date, players and first five events: two games that share it may be one."),
        _c("evidence", "word", "`log` where the events are known, `result` where only the result is."),
        _c("status", "word", "`complete`, `unfinished` or `abandoned`."),
        _c("time", "text?", "Date and time as the log has it."),
        _c("event", "word?", "Occasion, such as `Thursday club`."),
        _c("place", "word?", "Place."),
        _c("scribe", "word?", "Who wrote the log."),
        _c("penalty", "word?", "Biblios: `standard` or `medieval-bluff`, in force whether written or not."),
        _c("objectives", "bool?", "Biblios Dice: whether hidden objectives were played."),
        _c("components", "word?", "Biblios Dice: name of the set of components."),
        _c("rulings", "word?", "The settings of open rulings as `name=setting, …`."),
        _c("plies", "int32", "Number of events played."),
        _c("proven", "int32", "Events that are proven."),
        _c("possible", "int32", "Events that are legal if a hidden card is what it needs to be."),
        _c("unjudged", "int32", "Events that rest on an open ruling."),
        _c("stood", "int32", "Events against the rules that the table let stand."),
        _c("result_rulings", "word?", "Open rulings that the result itself rests on, comma-separated."),
        _c("winners", "text?", "Handles of the winners, comma-separated; NULL where unknown or not over."),
        _c("winner_count", "int8?", "Number of winners who share the victory."),
        _c("decided_by", "word?", "What decided: Biblios `pips`, `gold`, `monks`, `tie-order:X`, `shared`; Dice `vp`, `gold`, `bishop`."),
        _c("top_total", "int32?", "The winning total."),
        _c("margin", "int32?", "Winning total less the best total of a player who did not win (0 if a tie-break decided)."),
        _c("rounds", "int32?", "Biblios: gift turns played; Dice: rounds played."),
        _c("lots", "int32?", "Biblios: lots turned up; Dice: groups auctioned."),
        _c("top_price", "int32?", "Greatest price of a lot (Biblios: for Gold)."),
        _c("top_cards", "int32?", "Biblios: greatest price of a Gold lot, in cards."),
        _c("top_overpay", "int32?", "Biblios: greatest overpay on a lot for Gold."),
        _c("top_bids", "int32?", "Biblios: most bids on a lot."),
        _c("top_defaults", "int32?", "Biblios: most defaults on a lot."),
        _c("top_swing", "int32?", "Biblios: greatest swing of a lot."),
        _c("top_steps", "int32?", "Dice: most steps that a group brought."),
        _c("ended_by", "word?", "Dice: `bishop`, `resources` or `both`."),
        _c("claim", "word?", "Rule id of a claim of the header that the replay contradicts (imported all the same)."),
        _c("claimed", "text?", "The header's `result:` as written, in handles."),
        _c("file", "text", "Name of the file that the game came in."),
        _c("source", "text", "SHA-256 of that file; its bytes are kept in `originals/`."),
        _c("source_index", "int32", "Number of the game in its file, from 1."),
        _c("source_first", "int32", "First line of the game in its file (comments before its header included)."),
        _c("source_last", "int32", "Last line of the game in its file; 0 for the end of the file."),
    ),
)  # fmt: skip

SEATS: Final = Table(
    "seats",
    "One row per player of a game.",
    ("game_id", "seat"),
    (
        _c("seat", "int8", "Place in seating order; 0 is the start player."),
        _c("handle", "word", "The player's name in the log's events."),
        _c("name", "word", "The player's full name in the log."),
        _c("player", "word", "Who that is for the club: the name, unless the club has said that it means another.", view="name"),
        _c("total", "int32?", "Final points; NULL where unknown."),
        _c("place", "int8?", "Place: 1 for winners, ties share the better place."),
        _c("won", "bool?", "Whether this player is among the winners."),
        _c("win_share", "float?", "1 for the only winner, 1/k for each of k winners, 0 otherwise."),
        _c("expected", "float", "The share of a win that chance would give: 1 by the number of players."),
        _c("margin", "int32?", "Total less the best total among the others."),
        _c("gold_left", "int32?", "Gold left at the end (Dice: after conversion into points)."),
        _c("gold_held", "int32?", "Gold at the end (Dice: before conversion; Biblios: the same as left)."),
        _c("cards_left", "int8?", "Biblios: cards in hand at the end."),
        _c("hand_known", "bool?", "Biblios: whether the whole hand at the end is known."),
        _c("vp_tokens", "int32?", "Dice: points of the VP tokens."),
        _c("objective", "word?", "Dice: the hidden objective, shown at the end."),
        _c("penalty", "word?", "Biblios: `standard` or `medieval-bluff`, in force whether written or not; NULL where only the result is known."),
        _c("bought", "int8?", "Biblios: lots bought for Gold (Gold lots cost cards and do not count)."),
        _c("spent", "int32?", "Biblios: Gold given for them."),
        _c("table_bought", "int8?", "Biblios: lots bought for Gold by all players of the game."),
        _c("table_spent", "int32?", "Biblios: Gold given for them."),
        _c("passes", "int32?", "Biblios: passes on a lot for Gold that another bought, made while the means were known."),
        _c("passes_able", "int32?", "Biblios: of these, passes with means above the later price."),
        _c("passes_able_price", "int32?", "Biblios: sum of the prices of the lots that these were made on."),
        _c("passes_able_means", "int32?", "Biblios: sum of the means at these passes."),
        _c("defaults", "int32?", "Biblios: how often this player bid more than could be paid."),
        _c("cards_lost", "int32?", "Biblios: cards that the penalties for it took."),
        _c("gold_lost", "int32?", "Biblios: Gold among these, as far as they are known."),
        _c("points_lost", "int32?", "Biblios: values of the category cards among these, as far as they are known."),
        _c("unknown_lost", "int32?", "Biblios: cards among these that nobody named."),
        _c("church_used", "int8?", "Biblios: Church cards used."),
        _c("church_declined", "int8?", "Biblios: Church cards declined."),
        _c("church_kept", "int8?", "Biblios: Church cards used or declined that were kept from the own turn."),
        _c("church_taken", "int8?", "Biblios: Church cards used or declined that were taken from the public cards."),
        _c("church_bought", "int8?", "Biblios: Church cards used or declined that were bought."),
        _c("market_bids", "int32?", "Dice: markets with a bid of this player."),
        _c("market_total", "int32?", "Dice: sum of the totals bid in them."),
        _c("overbids", "int32?", "Dice: how often this player bid more than could be paid."),
        _c("overbid_total", "int32?", "Dice: sum of the totals of these bids."),
        _c("verdict", "word", "The weakest verdict of the whole game."),
        _c("why_unknown", "text?", "Why the total or the winner is not known."),
    ),
)  # fmt: skip

EVENTS: Final = Table(
    "events",
    "One row per event that was played.",
    ("game_id", "ply"),
    (
        _c("ply", "int32", "Number of the event, from 1."),
        _c("seat", "int8?", "Who acted; NULL for `reveal`."),
        _c("verb", "word", "What was done, such as `keeps` or `bids`."),
        _c("text", "word", "The event in canonical words, without time, mark and comment."),
        _c("verdict", "word", "The verdict of the event."),
        _c("reason", "word?", "Open ruling or reason behind a verdict that is not `proven`."),
        _c("at", "text?", "Time that the scribe noted."),
        _c("comment", "text?", "Comment on the event's line."),
        _c("line", "int32", "Line in the file."),
    ),
)

LOTS: Final = Table(
    "lots",
    "Biblios: one row per card turned up for auction. Dice: one row per group of dice in a market. Only lots that are over.",
    ("game_id", "lot"),
    (
        _c("lot", "int32", "Number of the lot in its game, from 1 (Biblios: its place in the Auction pile)."),
        _c("ply", "int32", "Ply of the flip (Dice: of the split)."),
        _c("end_ply", "int32", "Ply at which the lot was paid for, discarded or (Dice) the bidding ended."),
        _c("round", "int32?", "Dice: round of the market."),
        _c("group_no", "int8?", "Dice: 1 or 2, as the groups were split."),
        _c("what", "word", "Biblios: the card as turned up; Dice: the dice of the group."),
        _c("kind", "word", "`category`, `gold`, `church` or (Dice) `group`."),
        _c("category", "word?", "Biblios: the letter of a category card."),
        _c("value", "int8?", "Biblios: value of a category or Gold card. Dice: number of dice in the group."),
        _c("pile", "int32?", "Biblios: lots in the whole Auction pile."),
        _c("turner", "int8", "Seat that turned the card up (Dice: that split the groups)."),
        _c("outcome", "word", "`sold` or `discarded`."),
        _c("winner", "int8?", "Seat that got the lot; NULL if nobody did."),
        _c("winner_name", "word?", "That player's name in the log; NULL for Cadfael."),
        _c("buyer", "word?", "Who that is for the club.", view="winner_name"),
        _c("price", "int32?", "The winning bid (Gold lots: in cards); NULL if nobody got it."),
        _c("paid", "int32?", "What was given: Gold, or the number of cards for a Gold lot."),
        _c("paid_gold", "int32?", "Value of the Gold among what was given."),
        _c("paid_cards", "int8?", "Number of cards given."),
        _c("paid_points", "int32?", "Biblios, Gold lots: values of the category cards given, NULL where not all are known."),
        _c("change_lost", "int32?", "Gold paid above the price (no change is given)."),
        _c("runner_up", "int8?", "Seat of the highest bid by anybody else in the bidding that sold the lot."),
        _c("runner_up_name", "word?", "That player's name in the log; NULL for Cadfael."),
        _c("rival", "word?", "Who that is for the club.", view="runner_up_name"),
        _c("runner_up_bid", "int32?", "That bid; 0 if nobody else bid."),
        _c("overpay", "int32?", "Price less the least bid that would have won: runner-up's bid plus 1 (Dice: less the next total)."),
        _c("bids", "int32", "Bids made, without passes, re-auctions included."),
        _c("bidders", "int8", "Seats that bid at least once."),
        _c("laps", "int8", "Times that the bidding was opened (1 plus the defaults). Dice: turn-ups of bidding cards."),
        _c("defaults", "int8", "Winners who could not pay (Dice: overbids)."),
        _c("rank", "int8?", "Dice: 1 if the first of the bidding chose this group, 2 if the second got it."),
        _c("promoted", "bool?", "Dice: whether the winner rose to that rank because somebody had overbid."),
        _c("swing", "int8?", "Biblios category cards: pips that the buyer would not have got without this card; NULL where unknown."),
        _c("swing_win", "bool?", "Biblios category cards: whether the buyer's victory would have been lost with those pips (ties aside)."),
        _c("brought_steps", "int8?", "Dice: steps on tracks that the group brought to its winner."),
        _c("brought_gold", "int32?", "Dice: Gold that the group brought."),
        _c("brought_vp", "int32?", "Dice: VP tokens' points that the group brought."),
        _VERDICT,
    ),
)  # fmt: skip

BIDS: Final = Table(
    "bids",
    "One row per bid or pass (Dice: per bidding card turned up).",
    ("game_id", "lot", "ply", "seat"),
    (
        _c("ply", "int32", "Ply of the bid."),
        _c("lot", "int32", "Number of the lot (Dice: of the market's first group)."),
        _c("lap", "int8", "Number of the bidding on this lot, from 1 (re-auctions after a default). Dice: number of the turn-up."),
        _c("seat", "int8", "Who bid."),
        _c("amount", "int32", "The bid; 0 for a pass. Dice: the total so far with this card."),
        _c("card", "int8?", "Dice: the bidding card turned up, 0 for pass."),
        _c("standing", "int32?", "Biblios: the bid to beat at that moment (0: none)."),
        _c("means", "int32?", "The most that this seat could pay for the lot at that moment; NULL where hidden cards decide, and for Cadfael."),
        _c("won", "bool?", "Whether this seat got the lot (Dice: came first in the market); NULL while the lot is not over."),
        _VERDICT,
    ),
)  # fmt: skip

DICE: Final = Table(
    "dice",
    "One row per value die that was named or changed.",
    ("game_id", "ply", "die"),
    (
        _c("ply", "int32", "Ply of the change."),
        _c(
            "tenth",
            "int8?",
            "Tenth of the game's events that it fell in, from 1; NULL unless the game was played to its end.",
        ),
        _c("die", "word", "Letter of the category or track."),
        _c("before", "int8", "Pips before."),
        _c("after", "int8", "Pips after (equal where the die was at its limit)."),
        _c("cause", "word", "`church`, `adjustment` or `reset` (Dice: five equal dice go back to 3)."),
        _c("seat", "int8?", "Who changed it."),
        _c("name", "word?", "That player's name in the log; NULL for Cadfael."),
        _c("player", "word?", "Who that is for the club.", view="name"),
        _c("card", "word?", "The Church card, or the face of the adjustment die."),
        _c("asked", "word?", "The change as asked for: `+`, `-` or `=`."),
        _VERDICT,
    ),
)

MOVES: Final = Table(
    "moves",
    "Dice: one row per advance of a marker on a track.",
    ("game_id", "ply", "seat", "track"),
    (
        _c("ply", "int32", "Ply of the event."),
        _c("round", "int32", "Round, from 1."),
        _c("seat", "int8", "Whose marker (Cadfael is the seat after the last player)."),
        _c("track", "word", "Letter of the track; `B` is the Bishop's."),
        _c("before", "int8", "Space before, from 1."),
        _c("after", "int8", "Space after, from 1."),
        _c(
            "cause", "word", "`take`, `group` (dice of a group won in a market), `token` (a Bishop token) or `cadfael`."
        ),
        _c("lot", "int32?", "The lot whose group it was part of."),
        _c("vp", "int8?", "Points of the VP tokens gained on the way."),
        _VERDICT,
    ),
)

HOLDINGS: Final = Table(
    "holdings",
    "Biblios: one row per card that came to a hand (Church cards: that came to work), with how it came and how it went.",
    ("game_id", "item"),
    (
        _c("item", "int32", "Number of the row in its game, from 1."),
        _c("seat", "int8", "Whose hand."),
        _c("card", "word?", "The card; without its letter where that is unknown, NULL where the card is."),
        _c("kind", "word?", "`category`, `gold` or `church`."),
        _c("category", "word?", "Letter of the category."),
        _c("value", "int8?", "Value of a category or Gold card."),
        _c("ply", "int32?", "Ply at which it came; NULL for a card shown at the end that nothing before told of."),
        _c("how", "word?", "`kept`, `taken`, `bought` or `drawn` (from somebody who could not pay)."),
        _c("lot", "int32?", "The lot it was bought in."),
        _c("price", "int32?", "What the buyer bid for it."),
        _c("left_ply", "int32?", "Ply at which it left the hand."),
        _c("fate", "word?", "`held` at the end, `paid`, `discarded`, `drawn` away, `lost`, `used`, `declined`; NULL where unknown."),
        _c("left_lot", "int32?", "The lot that it paid for."),
        _VERDICT,
    ),
)  # fmt: skip

SCORES: Final = Table(
    "scores",
    "One row per part of the score and player: categories or tracks, for Dice also `vp`, `gold`, `penalty`, `objective`. Finished games only.",
    ("game_id", "part", "seat"),
    (
        _c("seat", "int8", "The player (Cadfael is the seat after the last)."),
        _c("name", "word?", "The player's name in the log; NULL for Cadfael."),
        _c("player", "word?", "Who that is for the club.", view="name"),
        _c("part", "word", "Letter of the category or track, or one of `vp`, `gold`, `penalty`, `objective`."),
        _c("pips", "int8?", "Final pips of the value die."),
        _c("total", "int32?", "Biblios: sum of the cards; Dice: space of the marker, or the amount that the part counts. NULL where unknown."),
        _c("least", "int32?", "Biblios: least possible sum where cards are unknown."),
        _c("most", "int32?", "Biblios: greatest possible sum where cards are unknown."),
        _c("cards", "int8?", "Biblios: number of cards in the category."),
        _c("place", "int8?", "Rank in the category or track, 1 the first; 0 without a card; NULL where unknown."),
        _c("won", "bool?", "Whether this seat took the die (Dice: is first on the track)."),
        _c("tied", "bool?", "Whether the first place was a tie in totals (Biblios: decided by letter; Dice: by arrival on the space)."),
        _c("points", "int32?", "Points that the part gave."),
        _c("why_unknown", "text?", "Why the winner of the part is not known."),
        _VERDICT,
    ),
)  # fmt: skip

PROBLEMS: Final = Table(
    "problems",
    "One row per problem of a stored game: contradicted claims that were imported all the same (others wait in quarantine).",
    ("game_id", "rule"),
    (
        _c("kind", "word", "Kind of problem: `claim`."),
        _c("rule", "word", "Id of the rule."),
        _c("line", "int32?", "Line in the file."),
        _c("column", "int32?", "Column in the line."),
        _c("ply", "int32?", "Ply."),
        _c("message", "text", "What is wrong."),
    ),
)

PLAYERS: Final = Table(
    "players",
    "One row per name that occurs in a log or that the club has written down: who it means.",
    ("name",),
    (
        _c("name", "text", "Full name as a log has it."),
        _c("player", "text", "Who that is: the name itself, unless the club has said that it means another."),
        _c("kind", "word", "`member`, `guest` or `bot`, as the club says; `member` where it says nothing."),
        _c("games", "int32", "Number of games under this name."),
    ),
    stored=False,
)

COMMENTS: Final = Table(
    "comments",
    "One row per comment that people added in the club (not the scribe's, which stand in `events`); the newest version of each.",
    ("game_id", "ply"),
    (
        _c("game_id", "text", "The game."),
        _c("ply", "int32", "The ply; 0 for the game as a whole."),
        _c("author", "text?", "Who wrote it."),
        _c("text", "text", "The comment."),
        _c("version", "int32", "How often it was written, from 1."),
        _c("at", "text", "When it was written (UTC)."),
    ),
    stored=False,
)

TABLES: Final = {
    table.name: table
    for table in (GAMES, SEATS, EVENTS, LOTS, BIDS, DICE, MOVES, HOLDINGS, SCORES, PROBLEMS, PLAYERS, COMMENTS)
}
STORED: Final = tuple(table for table in TABLES.values() if table.stored)

#: One row: the values of a table's own columns (`Table.given`).
Row = tuple[Any, ...]


class Coded(NamedTuple):
    """A column in which few values recur: their table, and the place in it of each row's value. No table is longer than 127."""

    values: tuple[Any, ...]
    codes: bytes | bytearray

    def __iter__(self) -> Iterator[Any]:
        return map(self.values.__getitem__, self.codes)

    def __len__(self) -> int:
        return len(self.codes)


#: A number that no column of 32 bits holds in earnest, to stand for NULL where others may occur.
NO_NUMBER: Final = -(1 << 31)


class Sparse(NamedTuple):
    """A column of whole numbers in which one of them stands for NULL."""

    numbers: Sequence[int]
    null: int = 0

    def __iter__(self) -> Iterator[Any]:
        null = self.null
        return (None if number == null else number for number in self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)


class Columns:
    """The rows of a long table column by column, each a sequence, `Coded` or `Sparse`: much less work than a tuple for every row.

    To a reader it is a sequence of rows.
    """

    __slots__ = ("columns", "length")

    def __init__(self, columns: Sequence[Any], length: int) -> None:
        self.columns = columns
        self.length = length

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Row]:
        return zip(*self.columns, strict=True)


#: What `facts` gives: for each stored table its rows in the order of the game, as tuples or as columns.
Rows = dict[str, list[Row] | Columns]


def describe() -> Iterator[tuple[Table, Column]]:
    """Every column of every table, in order."""
    for table in TABLES.values():
        for column in table.columns:
            yield table, column


__all__ = [
    "ENGINE",
    "NO_NUMBER",
    "SCHEMA_VERSION",
    "SHARED",
    "STORED",
    "TABLES",
    "TYPES",
    "Coded",
    "Column",
    "Columns",
    "Row",
    "Rows",
    "Sparse",
    "Table",
    "describe",
]
