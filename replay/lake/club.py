"""What people add in the club: comments, names that mean the same player, links between games.

Each kind is one append-only file of JSON lines under `club/`. With the originals they are the truth of a lake; nothing
else holds them. A line that cannot be read (a power cut in the middle of a word) is skipped by readers and named by
`verify`; the next writer begins a new line.
"""

from __future__ import annotations

import datetime as dt
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from replay.lake.layout import CLUB, LakeError, locked, trouble

COMMENTS: Final = "comments"
ALIASES: Final = "aliases"
LINKS: Final = "links"
IMPORTS: Final = "imports"
KINDS: Final = ("member", "guest", "bot")
MAX_TEXT: Final = 10_000


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment on a ply (0: the whole game). `version` counts how often it was written; an empty text removes it."""

    game_id: str
    ply: int
    author: str | None
    text: str
    version: int
    at: str


class CommentConflict(LakeError):
    """Somebody else wrote this comment since it was read; `current` is what stands there now."""

    def __init__(self, current: Comment) -> None:
        super().__init__(f"{current.author or 'somebody'} changed this comment in the meantime")
        self.current = current


def now() -> str:
    """The time in UTC, to the second, as ISO text."""
    return dt.datetime.now(dt.UTC).replace(microsecond=0).isoformat().replace("+00:00", "Z")


def file_of(lake: Path, kind: str) -> Path:
    """The file of one kind of additions."""
    return lake / CLUB / f"{kind}.jsonl"


def lines(lake: Path, kind: str) -> Iterator[tuple[int, dict[str, Any] | None]]:
    """(number, object) of each line, None for one that cannot be read."""
    try:
        data = file_of(lake, kind).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        yield number, row if isinstance(row, dict) else None


def rows(lake: Path, kind: str) -> list[dict[str, Any]]:
    """All readable objects of one kind, the oldest first."""
    return [row for _, row in lines(lake, kind) if row is not None]


def append(lake: Path, kind: str, row: dict[str, Any]) -> None:
    """Add one object and make it durable; the caller holds the lock. Raises LakeError."""
    data = json.dumps(row, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"
    path = file_of(lake, kind)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "ab+") as out:
            if out.tell():
                out.seek(-1, os.SEEK_END)
                if out.read(1) != b"\n":
                    data = b"\n" + data
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
    except OSError as error:
        raise trouble(error, lake) from error


def stamp(lake: Path) -> str:
    """A word that changes whenever something was added."""
    sizes = []
    for kind in (COMMENTS, ALIASES, LINKS):
        try:
            sizes.append(file_of(lake, kind).stat().st_size)
        except OSError:
            sizes.append(0)
    return "-".join(map(str, sizes))


# ------------------------------------------------------------------------------------------------------- comments


def comments(lake: Path, game_id: str | None = None) -> list[Comment]:
    """The newest version of each comment, of one game or of all, by game and ply; removed ones are left out."""
    found: dict[tuple[str, int], Comment] = {}
    moved = links(lake)
    for row in rows(lake, COMMENTS):
        try:
            name = str(row["game"])
            comment = Comment(moved.get(name, name), int(row["ply"]), row.get("author"), str(row["text"]),
                              int(row["version"]), str(row["at"]))  # fmt: skip
        except (KeyError, ValueError, TypeError):
            continue
        found[comment.game_id, comment.ply] = comment
    wanted = moved.get(game_id, game_id) if game_id is not None else None
    return [found[key] for key in sorted(found) if found[key].text and (wanted is None or key[0] == wanted)]


def add_comment(lake: Path, game_id: str, ply: int, author: str | None, text: str, base_version: int = 0) -> Comment:
    """Write a comment; `base_version` is the version that its author saw (0: none). An empty text removes it.

    Raises CommentConflict where somebody else wrote it meanwhile, LakeError where it cannot be stored.
    """
    text = text.strip()
    if len(text) > MAX_TEXT:
        raise LakeError(f"a comment has at most {MAX_TEXT} characters; this one has {len(text)}")
    if ply < 0:
        raise LakeError("a comment belongs to a ply, or to ply 0 for the whole game")
    with locked(lake):
        moved = links(lake)
        game_id = moved.get(game_id, game_id)
        current: Comment | None = None
        for row in rows(lake, COMMENTS):
            name = row.get("game")
            if moved.get(str(name), name) == game_id and row.get("ply") == ply:
                current = Comment(game_id, ply, row.get("author"), str(row.get("text", "")),
                                  int(row.get("version", 1)), str(row.get("at", "")))  # fmt: skip
        version = current.version if current is not None else 0
        if current is not None and version != base_version:
            if current.text == text and current.author == author:
                return current
            raise CommentConflict(current)
        written = Comment(game_id, ply, author, text, version + 1, now())
        append(lake, COMMENTS, {"game": game_id, "ply": ply, "author": author, "text": text,
                                "version": written.version, "at": written.at})  # fmt: skip
        return written


# -------------------------------------------------------------------------------------------------------- players


def aliases(lake: Path) -> dict[str, tuple[str, str]]:
    """name → (player, kind) as the club has said so far; chains of names are followed to their end."""
    said: dict[str, str] = {}
    kinds: dict[str, str] = {}
    for row in rows(lake, ALIASES):
        name = row.get("name")
        if not isinstance(name, str):
            continue
        if isinstance(row.get("player"), str):
            said[name] = row["player"]
        if row.get("kind") in KINDS:
            kinds[name] = row["kind"]
    found: dict[str, tuple[str, str]] = {}
    for name in {*said, *said.values(), *kinds}:
        player, seen = name, {name}
        while said.get(player, player) not in seen:
            player = said[player]
            seen.add(player)
        found[name] = (player, kinds.get(player, kinds.get(name, "member")))
    return found


def add_alias(lake: Path, name: str, player: str | None = None, kind: str | None = None) -> None:
    """Say that `name` means `player` (itself: take that back), or what kind of player it is. Raises LakeError."""
    if kind is not None and kind not in KINDS:
        raise LakeError(f"{kind} is no kind of player; known: {', '.join(KINDS)}")
    with locked(lake):
        row: dict[str, Any] = {"name": name, "at": now()}
        if player is not None:
            row["player"] = player
        if kind is not None:
            row["kind"] = kind
        append(lake, ALIASES, row)


# ---------------------------------------------------------------------------------------------------------- links


def links(lake: Path) -> dict[str, str]:
    """Old game id → the id it lives under now, for games that were replaced under another id."""
    said = {str(row["old"]): str(row["new"]) for row in rows(lake, LINKS) if "old" in row and "new" in row}
    found = {}
    for old in said:
        new, seen = said[old], {old}
        while new in said and new not in seen:
            seen.add(new)
            new = said[new]
        found[old] = new
    return found


def add_link(lake: Path, old: str, new: str) -> None:
    """Say that the game `old` is `new` from now on; the caller holds the lock."""
    append(lake, LINKS, {"old": old, "new": new, "at": now()})
