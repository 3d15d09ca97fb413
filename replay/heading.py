"""Header lines → `Header`: every key checked, every fault named on its line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from replay.games import GAMES, Game, game_named
from replay.log import CLAIM_KEYS, COMMON_KEYS, FORMAT, Player
from replay.spelling import DATE, SIGNS, is_date, nearest, valid_handle

if TYPE_CHECKING:
    from replay.reading import Reader

STATUSES: Final = ("abandoned", "result-only")
TEXT_KEYS: Final = ("event", "place", "scribe")
#: Keys whose values are kept letter by letter (of `players`, the full names are).
AS_WRITTEN: Final = frozenset((*TEXT_KEYS, "id", "players"))
TOTAL: Final = re.compile(r"-?\d{1,6}$", re.ASCII)


class HeaderReader:
    """Checks the raw header fields of one game and fills its `Header`."""

    def __init__(
        self,
        reader: Reader,
        fields: Mapping[str, tuple[str, int, int]],
        sources: Mapping[int, str],
        unreadable: set[str],
    ) -> None:
        self.reader = reader
        self.unreadable = unreadable
        # Signs may be typed in other ways everywhere but in texts that are kept as they are.
        self.fields = {
            key: (
                value if value.isascii() or key.startswith("x-") or key in AS_WRITTEN else value.translate(SIGNS),
                line,
                column,
            )
            for key, (value, line, column) in fields.items()
        }
        self.sources = sources
        assert reader.log is not None
        self.log = reader.log
        self.header = reader.log.header
        self.header.where = {key: (line, column) for key, (_, line, column) in fields.items()}

    def fault(self, rule: str, message: str, key: str) -> None:
        """Note a problem on the line of `key`, or on the whole file where the key is missing."""
        if key not in self.fields:
            self.reader.syntax(rule, message, None)
            return
        value, line, column = self.fields[key]
        at = None if self.log.twin else column
        self.reader.syntax(rule, message, line, at, len(value), None, self.sources.get(line, ""))

    def read(self) -> None:
        """Read everything; what is wrong is noted, what is right is kept."""
        header = self.header
        for key in ("format", "game", "players"):
            if key not in self.fields and key not in self.unreadable:
                self.fault("log.header.missing", f"the header line `{key}:` is missing", key)
        if "format" in self.fields and self.fields["format"][0] != FORMAT:
            self.fault(
                "log.header.format", f"unknown format {self.fields['format'][0]!r}; this is format {FORMAT}", "format"
            )
        game: Game | None = None
        if "game" in self.fields:
            header.game = self.fields["game"][0].lower()
            game = game_named(header.game)
            if game is None:
                self.fault("log.header.game", f"unknown game {header.game!r}{nearest(header.game, GAMES)}", "game")
        self.reader.game = game
        own = game.HEADER_KEYS if game else tuple(key for g in GAMES.values() for key in g.HEADER_KEYS)
        known = (*COMMON_KEYS, *own, *CLAIM_KEYS)
        for key in self.fields:
            if key.startswith("x-") and len(key) > 2:
                header.extra[key] = self.fields[key][0]
            elif key not in known:
                line, _ = header.where[key]
                raw = self.sources.get(line, "")
                column = None if self.log.twin else len(raw) - len(raw.lstrip("\ufeff \t")) + 1
                others = [k for g in GAMES.values() for k in g.HEADER_KEYS]
                why = (
                    f"{key!r} is not a header key of {header.game}" if key in others else f"unknown header key {key!r}"
                )
                self.reader.syntax(
                    "log.header.unknown-key", f"{why}{nearest(key, known)}", line, column, len(key), None, raw
                )
        self._players(game)
        self._plain(game)
        self._rulings(game)
        self._claims()
        if game is not None:
            for fault in game.check_header(header):
                self.fault(fault.rule, fault.message, fault.key)
        if game is not None and header.players:
            self.reader.names = game.names(header.handles)

    def _players(self, game: Game | None) -> None:
        if "players" not in self.fields:
            return
        value = self.fields["players"][0]
        plain = [player for item in value.split(",") if (player := _plain_player(item)) is not None]
        count = value.count(",") + 1
        if game is not None and count in game.PLAYERS and len({player.handle for player in plain}) == count:
            self.header.players = tuple(plain)
            return
        players: list[Player] = []
        good = True
        for item in value.split(","):
            handle, equals, name = (part.strip() for part in item.partition("="))
            handle = unicodedata.normalize("NFC", handle.translate(SIGNS))
            if not handle or (equals and not name):
                self.fault("log.header.players", "an empty place in the list of players", "players")
                good = False
            elif handle.casefold() in ("reveal", "from", "cadfael"):
                self.fault(
                    "log.header.players", f"{handle} is a word of the log format and cannot be a handle", "players"
                )
                good = False
            elif not valid_handle(handle):
                advice = ""
                if " " in handle:
                    advice = " (write handle=Full Name)" if "," in value else " (players are separated by commas)"
                self.fault(
                    "log.header.players",
                    f"{handle!r} cannot be a handle{advice}: letters, digits, - ' . only",
                    "players",
                )
                good = False
            elif any(handle == player.handle for player in players):
                self.fault("log.header.players", f"the handle {handle} stands twice", "players")
                good = False
            else:
                players.append(Player(handle, " ".join(name.split()) if equals else handle))
        if good and game is not None and len(value.split(",")) not in game.PLAYERS:
            low, high = min(game.PLAYERS), max(game.PLAYERS)
            self.fault(
                "log.header.players", f"{len(value.split(','))} players; {game.NAME} has {low} to {high}", "players"
            )
            good = False
        if good:
            self.header.players = tuple(players)

    def _plain(self, game: Game | None) -> None:
        header = self.header
        own = tuple(game.HEADER_KEYS) if game else ()
        for key in (*COMMON_KEYS[3:], *own):
            if key not in self.fields or key == "rulings":
                continue
            value = self.fields[key][0]
            if not value:
                if key not in TEXT_KEYS:
                    self.fault("log.header.value", f"`{key}:` has no value", key)
                continue
            if key == "date":
                value = value.upper()
            if key == "date" and not (DATE.match(value) and is_date(value)):
                self.fault(
                    "log.header.value", f"{value!r} is not an ISO date such as 2026-03-12 or 2026-03-12T19:30", key
                )
                continue
            if key == "status":
                value = value.lower()
                if value not in STATUSES:
                    self.fault("log.header.value", f"unknown status {value!r}{nearest(value, STATUSES)}", key)
                    continue
            if key == "rules":
                value = value.lower()
                if game is not None and value not in game.RULE_SETS:
                    self.fault(
                        "log.header.value", f"unknown rule set {value!r}; known: {', '.join(game.RULE_SETS)}", key
                    )
                    continue
            if key == "id" and not (len(value) <= 200 and value.isprintable()):
                self.fault("log.header.value", "an id has at most 200 printable characters", key)
                continue
            header.values[key] = value
        if game is not None:
            header.rules = header.values.get("rules", game.RULE_SETS[-1])

    def _rulings(self, game: Game | None) -> None:
        if "rulings" not in self.fields or game is None:
            return
        value = self.fields["rulings"][0]
        if not value:
            self.fault("log.header.value", "`rulings:` has no value", "rulings")
        for item in value.split(",") if value else ():
            name, _, setting = (part.strip() for part in item.partition("="))
            name = name.lower()
            if name not in game.RULINGS:
                self.fault("log.header.ruling", f"unknown ruling {name!r}{nearest(name, game.RULINGS)}", "rulings")
                continue
            if name in self.header.rulings:
                self.fault("log.header.ruling", f"the ruling {name} is set twice", "rulings")
                continue
            reading = game.ruling_setting(name, setting)
            if reading is None:
                known = ", ".join(game.RULINGS[name])
                self.fault("log.header.ruling", f"unknown setting {setting!r} of {name}; known: {known}", "rulings")
                continue
            self.header.rulings[name] = reading

    def _claims(self) -> None:
        header = self.header
        handles = header.handles
        if "result" in self.fields:
            value = self.fields["result"][0]
            totals: list[tuple[str, int]] = []
            good = True
            for item in value.split(","):
                words = item.split()
                if len(words) != 2 or not TOTAL.match(words[1]):
                    self.fault("log.header.claim", f"{item.strip()!r} is not `HANDLE total`", "result")
                    good = False
                    break
                handle = unicodedata.normalize("NFC", words[0])
                if handles and handle not in handles:
                    self.fault("log.header.claim", f"unknown player {handle}{nearest(handle, handles)}", "result")
                    good = False
                    break
                if any(handle == other for other, _ in totals):
                    self.fault("log.header.claim", f"{handle} stands twice in the result", "result")
                    good = False
                    break
                totals.append((handle, int(words[1])))
            if good and handles and len(totals) != len(handles):
                missing = next(handle for handle in handles if handle not in dict(totals))
                self.fault("log.header.claim", f"the result names every player; {missing} is missing", "result")
                good = False
            if good:
                header.result = tuple(totals)
        if "winner" in self.fields:
            winners: list[str] = []
            if not self.fields["winner"][0]:
                self.fault("log.header.value", "`winner:` has no value", "winner")
                return
            for item in self.fields["winner"][0].split(","):
                handle = unicodedata.normalize("NFC", item.strip())
                if not handle or (handles and handle not in handles) or handle in winners:
                    why = (
                        f"unknown player {handle}{nearest(handle, handles)}"
                        if handle not in winners
                        else f"{handle} stands twice"
                    )
                    self.fault("log.header.claim", why, "winner")
                    return
                winners.append(handle)
            header.winner = tuple(winners)


@lru_cache(maxsize=1024)
def _plain_player(item: str) -> Player | None:
    """One of the listed players where it is a handle alone and nothing is wrong with it; else None."""
    handle = item.strip()
    return Player(handle, handle) if handle.isascii() and valid_handle(handle) else None
