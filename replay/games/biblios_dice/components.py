"""Component sheets: what the box holds, as data with provenance, read once into a `Sheet` of plain integers.

The sheet `standard` ships with the package (`sheet.toml`, with the rulings and the rules). A club keeps its own as
`NAME.toml` in the folder that the environment variable `BIBLIOS_COMPONENTS` names, with the same `[components.…]`
tables; what a club's sheet leaves out is as in `standard`. Sheets are data: they cannot change a rule.
"""

from __future__ import annotations

import difflib
import itertools
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from replay.games.biblios_dice.codes import (
    FACE,
    KIND_ADJUST,
    KIND_GOLD,
    KIND_RESOURCE,
    KIND_SHIFT,
    LARGEST,
    MULE,
    RESOURCES,
    TRACKS,
    token_code,
)

STANDARD: Final = "standard"
FOLDER_VARIABLE: Final = "BIBLIOS_COMPONENTS"
LOWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 5
_NAME: Final = re.compile(r"[^\W_][\w-]{0,63}$")
#: Longest track or path, and largest count or amount, that a sheet may ask for.
_LONGEST: Final = 60
_PROVENANCE: Final = ("title", "sure", "source", "note")
SURE: Final = ("stated", "inferred", "assumed")


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """The box in numbers. Spaces are counted from 0 here; tuples by players begin with two players.

    resource_dice    number of resource dice by players
    resource_faces   faces of one resource die as codes, one a side
    adjust_faces, gold_faces, mule_faces   likewise, as codes
    faces            every face that some die has
    cadfael_dice     resource dice that Cadfael rolls
    path_start, path_end   first and final space of the mule
    split            sizes of the two groups by players, sorted
    top, bishop_top  top spaces of the resource tracks and of the Bishop track
    stacks           (space, VP tokens from the top) on each resource track, by space
    passed           numbers of the stacks that a marker going from one space to another reaches: `passed[old][new]`
    penalties        VP lost on space 0, 1, …
    token_spaces     spaces of the stacks of Bishop tokens, ascending
    token_groups     token codes of each of these stacks; `tokens_passed[old][new]` is like `passed`
    ratios           (space, gold for one VP), ascending by space
    cards            numbers of the bidding cards, ascending; the pass card is apart; `card_bits` as a set of bits
    cadfael_cards, cadfael_auctions   cards that Cadfael shows in an auction, auctions after which he shuffles
    start_gold, start_vp   everybody's start; `extras` is (gold, VP, tracks stepped on) by seat
    low, high, middle      limits of a value die, and where it starts and is set
    half_pips        half pips for first, second, … place
    scores_from      first space that scores
    objective        VP for a reached objective
    end_markers      markers on tops of resource tracks that end the game
    reroll_price     VP for a re-roll
    """

    name: str
    resource_dice: tuple[int, ...]
    resource_faces: tuple[int, ...]
    adjust_faces: tuple[int, ...]
    gold_faces: tuple[int, ...]
    mule_faces: tuple[int, ...]
    faces: frozenset[int]
    cadfael_dice: int
    path_start: int
    path_end: int
    split: tuple[tuple[int, int], ...]
    top: int
    bishop_top: int
    stacks: tuple[tuple[int, tuple[int, ...]], ...]
    passed: tuple[tuple[tuple[int, ...], ...], ...]
    penalties: tuple[int, ...]
    token_spaces: tuple[int, ...]
    token_groups: tuple[tuple[int, ...], ...]
    tokens_passed: tuple[tuple[tuple[int, ...], ...], ...]
    ratios: tuple[tuple[int, int], ...]
    cards: tuple[int, ...]
    card_bits: int
    cadfael_cards: int
    cadfael_auctions: int
    start_gold: int
    start_vp: int
    extras: tuple[tuple[int, int, tuple[int, ...]], ...]
    low: int
    high: int
    middle: int
    half_pips: tuple[int, ...]
    scores_from: int
    objective: int
    end_markers: int
    reroll_price: int


@cache
def standard_data() -> Mapping[str, Any]:
    """The shipped sheet as read from TOML: `components`, `rulings` and `rules`."""
    return tomllib.loads(files(__package__).joinpath("sheet.toml").read_text(encoding="utf-8"))


def known_sheets() -> list[str]:
    """Names of the sheets that can be asked for: `standard`, then a club's own in alphabetical order."""
    folder = os.environ.get(FOLDER_VARIABLE)
    own: list[str] = []
    if folder:
        try:
            own = sorted(path.stem for path in Path(folder).glob("*.toml") if _NAME.match(path.stem))
        except OSError:
            own = []
    return [STANDARD, *(name for name in own if name != STANDARD)]


def load_sheet(path_or_name: str | Path = STANDARD) -> Sheet:
    """The sheet of that name (looked for as the module says), or of a path that ends in `.toml`.

    Raises ValueError with a message that says everything that is wrong with it: a name that is not known, a file
    that cannot be read, values that are missing, of the wrong kind or at odds with each other.
    """
    name = str(path_or_name)
    if name == STANDARD:
        return _standard()
    if isinstance(path_or_name, Path) or name.endswith(".toml"):
        return _load_file(Path(name))
    folder = os.environ.get(FOLDER_VARIABLE)
    if not _NAME.match(name) or not folder or not (path := Path(folder) / f"{name}.toml").is_file():
        known = known_sheets()
        raise ValueError(f"unknown component sheet {name!r}{_nearest(name, known)} (known: {', '.join(known)})")
    return _load_file(path)


@cache
def _standard() -> Sheet:
    return compile_sheet(standard_data()["components"], STANDARD)


def _load_file(path: Path) -> Sheet:
    try:
        stamp = path.stat().st_mtime_ns
    except OSError as error:
        raise ValueError(f"the component sheet {path.name} cannot be read: {error.strerror}") from None
    return _read_file(path, stamp)


@cache
def _read_file(path: Path, _stamp: int) -> Sheet:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"the component sheet {path.name} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"the component sheet {path.name} is not TOML: {error}") from None
    known = ("name", "title", "components")
    wrong = [f"unknown table {key!r}{_nearest(key, known)}" for key in data if key not in known]
    components: Any = data.get("components")
    if not isinstance(components, dict):
        wrong.append("there are no [components.…] tables")
    if wrong:
        raise ValueError(f"the component sheet {path.name}: {'; '.join(wrong)}")
    return compile_sheet(components, path.stem)


def _nearest(word: str, known: Iterable[str]) -> str:
    match = difflib.get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f"; did you mean {match[0]}?" if match else ""


class _Reader:
    """Takes values out of the tables of one sheet and collects what is wrong with them."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.wrong: list[str] = []
        standard: Mapping[str, Any] = standard_data()["components"]
        self.tables: dict[str, dict[str, Any]] = {name: dict(table) for name, table in standard.items()}
        for name, table in given.items():
            if name not in standard:
                self.wrong.append(f"unknown component {name!r}{_nearest(name, standard)}")
            elif not isinstance(table, dict):
                self.wrong.append(f"[components.{name}] is not a table")
            else:
                known = [key for key in standard[name] if key not in _PROVENANCE]
                for key, value in table.items():
                    if key in known:
                        self.tables[name][key] = value
                    elif key not in _PROVENANCE:
                        self.wrong.append(f"{name}: unknown key {key!r}{_nearest(key, known)}")
                if "sure" in table and table["sure"] not in SURE:
                    self.wrong.append(f"{name}: sure is one of {', '.join(SURE)}, not {table['sure']!r}")

    def say(self, name: str, key: str, what: str, value: Any) -> None:
        """Note that a value is not what it should be."""
        self.wrong.append(f"{name}.{key} is {what}, not {value!r}")

    def number(self, name: str, key: str, low: int, high: int) -> int:
        """A whole number in a range (both ends in it)."""
        value = self.tables[name][key]
        if not _whole(value) or not low <= value <= high:
            self.say(name, key, f"a whole number from {low} to {high}", value)
            return low
        return int(value)

    def numbers(self, name: str, key: str, low: int, high: int, *, least: int = 1) -> tuple[int, ...]:
        """A list of whole numbers in a range, at least `least` of them."""
        value = self.tables[name][key]
        good = isinstance(value, list) and len(value) >= least and all(_whole(n) and low <= n <= high for n in value)
        if not good:
            self.say(name, key, f"a list of at least {least} whole numbers from {low} to {high}", value)
            return (low,) * max(1, least)
        return tuple(value)

    def faces(self, name: str, known: Callable[[str], int | None], what: str) -> tuple[int, ...]:
        """The faces of a die, one word a side, as codes."""
        value = self.tables[name]["faces"]
        codes = [known(face) if isinstance(face, str) else None for face in value] if isinstance(value, list) else []
        if not codes or len(codes) > _LONGEST or None in codes:
            self.say(name, "faces", f"a list of faces {what}", value)
            return (0,)
        return tuple(code for code in codes if code is not None)

    def listed(self, name: str, key: str, keys: tuple[str, ...]) -> list[dict[str, Any]]:
        """A list of small tables that have (some of) these keys."""
        value = self.tables[name][key]
        if not isinstance(value, list) or not all(isinstance(item, dict) and set(item) <= set(keys) for item in value):
            self.say(name, key, f"a list of tables with the keys {', '.join(keys)}", value)
            return []
        return value


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _face_of(kind: int) -> Callable[[str], int | None]:
    def read(word: str) -> int | None:
        code = FACE.get(word)
        return code if code is not None and code >> KIND_SHIFT == kind else None

    return read


def _passed(length: int, spaces: list[int]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For every move on a track of so many spaces, the numbers of the stacks on `spaces` that it reaches or passes."""
    return tuple(
        tuple(tuple(number for number, space in enumerate(spaces) if old < space <= new) for new in range(length))
        for old in range(length)
    )


def compile_sheet(components: Mapping[str, Any], name: str) -> Sheet:
    """A `Sheet` from the `components` tables of a sheet; tables and keys left out are as in `standard`.

    Raises ValueError that names everything that is wrong.
    """
    read = _Reader(components)
    count = MOST_PLAYERS - LOWEST_PLAYERS + 1
    dice = read.numbers("resource-dice", "by_players", 1, 20, least=count)
    if len(dice) != count:
        read.say("resource-dice", "by_players", f"a list of {count} numbers, for 2 to 5 players", list(dice))
    resources = read.faces("resource-dice", _face_of(KIND_RESOURCE), "such as S and B")
    adjust = read.faces("adjustment-die", _face_of(KIND_ADJUST), "A+ A- A++ A-- A+- A3")
    gold = read.faces("gold-die", _face_of(KIND_GOLD), "such as G3 and GA")
    if gold and not any(code & LARGEST for code in gold):
        read.wrong.append("gold-die.faces has a number, or gold for all could never be re-rolled in a market")
    mule = tuple(MULE + face for face in read.numbers("mule-die", "faces", 1, LARGEST))
    path = read.number("market-path", "spaces", 2, _LONGEST)
    start = read.number("market-path", "start", 1, path - 1)
    top = read.number("resource-track", "spaces", 2, _LONGEST)
    bishop_top = read.number("bishop-track", "spaces", 2, _LONGEST)

    groups = read.tables["market-groups"]["by_players"]
    split: list[tuple[int, int]] = []
    if not isinstance(groups, list) or len(groups) != count:
        read.say("market-groups", "by_players", f"a list of {count} pairs of sizes, for 2 to 5 players", groups)
    else:
        for index, pair in enumerate(groups):
            if not isinstance(pair, list) or len(pair) != 2 or not all(_whole(size) and size > 0 for size in pair):
                read.say("market-groups", "by_players", "made of pairs of sizes", pair)
            elif index < len(dice) and sum(pair) != dice[index] + 2:
                read.wrong.append(
                    f"market-groups.by_players: with {index + 2} players there are {dice[index]} resource dice, the gold "
                    f"die and the adjustment die, {dice[index] + 2} in all; {pair[0]} and {pair[1]} make {sum(pair)}"
                )
            elif index == 0 and pair[0] == pair[1]:
                read.wrong.append(
                    "market-groups.by_players: with two players Cadfael takes the larger group; the two are equal"
                )
            else:
                split.append((min(pair), max(pair)))

    stacks: list[tuple[int, tuple[int, ...]]] = []
    for item in read.listed("vp-stacks", "stacks", ("space", "tokens")):
        space: Any = item.get("space")
        tokens: Any = item.get("tokens")
        if not _whole(space) or not 2 <= space <= top:
            read.say("vp-stacks", "space", f"a space from 2 to {top} (the top of the track)", space)
        elif not isinstance(tokens, list) or not all(_whole(token) and 1 <= token <= LARGEST for token in tokens):
            read.say("vp-stacks", "tokens", "a list of VP tokens, the top one first", tokens)
        else:
            stacks.append((space - 1, tuple(tokens)))
    if len({space for space, _ in stacks}) != len(stacks):
        read.wrong.append("vp-stacks.stacks: two stacks on one space")

    penalties = read.tables["penalties"]["points"]
    scores_from = read.number("scoring", "from_space", 1, top)
    if not isinstance(penalties, list) or not all(_whole(point) and 0 <= point <= LARGEST for point in penalties):
        read.say("penalties", "points", "a list of VP", penalties)
        penalties = []
    if len(penalties) >= scores_from:
        read.wrong.append(
            f"penalties.points: {len(penalties)} spaces with a penalty, but the tracks score from space {scores_from} on"
        )

    token_spaces = read.numbers("bishop-track", "tokens_on", 2, bishop_top)
    if list(token_spaces) != sorted(set(token_spaces)):
        read.say("bishop-track", "tokens_on", "a list of ascending spaces", list(token_spaces))
    token_groups: list[tuple[int, ...]] = []
    groups = read.tables["bishop-tokens"]["groups"]
    if not isinstance(groups, list) or len(groups) != len(token_spaces):
        read.say(
            "bishop-tokens",
            "groups",
            f"a list of {len(token_spaces)} groups, one a space of bishop-track.tokens_on",
            groups,
        )
    else:
        for group in groups:
            codes = (
                [token_code(token) if isinstance(token, str) else None for token in group]
                if isinstance(group, list)
                else [None]
            )
            if None in codes:
                read.say("bishop-tokens", "groups", "made of lists of tokens such as 1G2R (at most five steps)", group)
            else:
                token_groups.append(tuple(code for code in codes if code is not None))

    ratios: list[tuple[int, int]] = []
    for item in read.listed("gold-ratios", "ratios", ("space", "gold")):
        space = item.get("space")
        price: Any = item.get("gold")
        if not _whole(space) or not 1 <= space <= bishop_top or not _whole(price) or not 1 <= price <= LARGEST:
            read.say("gold-ratios", "ratios", f"made of a space from 1 to {bishop_top} and gold for one VP", item)
        else:
            ratios.append((space - 1, price))
    if any(a[0] >= b[0] or a[1] <= b[1] for a, b in itertools.pairwise(ratios)):
        read.wrong.append("gold-ratios.ratios: spaces go up and the gold for one VP goes down")

    cards = read.numbers("bidding-cards", "values", 1, LARGEST)
    if len(set(cards)) != len(cards):
        read.say("bidding-cards", "values", "a list of different numbers", list(cards))
    shown = read.number("cadfael-cards", "shown", 1, LARGEST)
    auctions = read.number("cadfael-cards", "auctions", 1, LARGEST)
    if len(set(cards)) < shown * auctions:
        read.wrong.append(
            f"bidding-cards.values: Cadfael needs {shown * auctions} numbers until he shuffles, there are {len(set(cards))}"
        )

    extras: list[tuple[int, int, tuple[int, ...]]] = []
    for item in read.listed("start", "extras", ("gold", "vp", "steps")):
        steps = item.get("steps", [])
        amounts = [item.get("gold", 0), item.get("vp", 0)]
        good = isinstance(steps, list) and all(
            isinstance(s, str) and len(s) == 1 and s in TRACKS[:RESOURCES] for s in steps
        )
        if not good or not all(_whole(amount) and 0 <= amount <= LARGEST for amount in amounts):
            read.say("start", "extras", "made of gold, vp (amounts) and steps (letters of resource tracks)", item)
        else:
            extras.append((amounts[0], amounts[1], tuple(TRACKS.index(step) for step in steps)))
    if len(extras) != MOST_PLAYERS:
        read.wrong.append(f"start.extras: {len(extras)} places, {MOST_PLAYERS} are needed, one a seat")

    low = read.number("value-dice", "low", 0, LARGEST)
    high = read.number("value-dice", "high", low + 1, LARGEST)
    middle = read.number("value-dice", "start", low + 1, max(low + 1, high - 1))
    half_pips = read.numbers("scoring", "half_pips", 0, LARGEST)
    sheet = Sheet(
        name=name,
        resource_dice=dice,
        resource_faces=resources,
        adjust_faces=adjust,
        gold_faces=gold,
        mule_faces=mule,
        faces=frozenset((*resources, *adjust, *gold, *mule)),
        cadfael_dice=read.number("cadfael-dice", "count", 1, 20),
        path_start=start - 1,
        path_end=path - 1,
        split=tuple(split),
        top=top - 1,
        bishop_top=bishop_top - 1,
        stacks=tuple(sorted(stacks)),
        passed=_passed(top, [space for space, _ in sorted(stacks)]),
        penalties=tuple(penalties),
        token_spaces=tuple(space - 1 for space in token_spaces),
        token_groups=tuple(token_groups),
        tokens_passed=_passed(bishop_top, [space - 1 for space in token_spaces]),
        ratios=tuple(ratios),
        cards=tuple(sorted(cards)),
        card_bits=sum(1 << card for card in set(cards)),
        cadfael_cards=shown,
        cadfael_auctions=auctions,
        start_gold=read.number("start", "gold", 0, 10_000),
        start_vp=read.number("start", "vp", 0, 10_000),
        extras=tuple(extras),
        low=low,
        high=high,
        middle=middle,
        half_pips=half_pips,
        scores_from=scores_from - 1,
        objective=read.number("scoring", "objective", 0, LARGEST),
        end_markers=read.number("end", "markers", 1, LARGEST),
        reroll_price=read.number("reroll", "vp", 0, LARGEST),
    )
    if read.wrong:
        raise ValueError(f"the component sheet {name}: {'; '.join(read.wrong)}")
    return sheet
