"""Frames: a judged game as one JSON-able object that a screen can step through without asking again.

`frames` walks a `Replay` once and writes down everything that a replay screen shows: the players, the list of moves
in groups, the position after every ply (as changes against the one before), flagged moments, and the final score.
It holds exactly what the replay it is given knows. A seat's view is therefore built from that seat's own replay
(`view_frames`), never by stripping the full one: what the seat did not know is not there to be stripped.

Names appear as `{0}`, `{1}` … in every text; only `players` holds what they stand for, so that masking the names of
a game is replacing that one list.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, cast

from replay.log import Event, Log
from replay.problems import POSSIBLE, STOOD, UNJUDGED, VERDICTS, render
from replay.referee import Replay, replay, view

#: Version of the payload; the board refuses one that it does not know.
VERSION: Final = 1
#: No game's frames may be larger than this, in bytes of JSON (dashboard.md).
MAX_BYTES: Final = 300_000

Frame = dict[str, Any]


@dataclass(slots=True)
class Story:
    """What a game's narrator finds while a game is walked through.

    groups  `{"kind", "title", "from", "note"}`: stretches of moves that belong together (a turn, a lot, a round).
    flags   `[ply, kind, seats, text, stop]`: moments worth a look; `stop` says whether n and N halt there.
    dice    `[ply, category, from, to]`: every change of a value die.
    texts   one plain sentence a ply.
    """

    groups: list[dict[str, Any]] = field(default_factory=list)
    flags: list[list[Any]] = field(default_factory=list)
    dice: list[list[Any]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def group(self, kind: str, title: str, ply: int, note: str = "") -> None:
        """Open a new group of moves at `ply`."""
        self.groups.append({"kind": kind, "title": title, "from": ply, "note": note})

    def flag(self, ply: int, kind: str, seats: list[int], text: str, *, stop: bool = True) -> None:
        """Mark a moment that concerns some seats (none: everybody)."""
        self.flags.append([ply, kind, seats, text, int(stop)])


class Narrator(Protocol):
    """What a game's frames module offers, as a module."""

    def frame(self, state: Any) -> Frame:
        """The position as a flat dict: one level of short keys, so that changes are cheap to tell and to send."""

    def raw(self, event: Event) -> str:
        """The log's own words of an event, with `{seat}` for every name."""

    def tell(self, story: Story, ply: int, event: Event, before: Frame, after: Frame, state: Any) -> None:
        """Add what ply `ply` was to the story: its sentence, a new group, flagged moments."""

    def finish(self, story: Story, found: Replay) -> None:
        """Add what only the whole game shows."""

    def score(self, found: Replay) -> dict[str, Any] | None:
        """The final score as rows, None before the end."""

    def legend(self) -> dict[str, Any]:
        """Names of the components for the board: categories, cards, whatever it labels."""


_NARRATORS: Final = {"biblios": "replay.frames.biblios", "biblios-dice": "replay.frames.dice"}


def _narrator(game: str) -> Narrator:
    return cast("Narrator", importlib.import_module(_NARRATORS[game]))


def frames(found: Replay, *, seat: int = -1, masked: bool = False, limit: int | None = None) -> dict[str, Any]:
    """Everything a replay screen shows of one judged log, as JSON-able data.

    `seat` is whose replay `found` is (-1: the one that knows everything); with a seat, the scribe's comments and the
    claims are left out, since they may tell what the seat did not know. `limit` stops after that many plies.
    `masked` puts `Player 1` … in place of the names.
    """
    log, game = found.log, found.game
    story = Story()
    moves: list[list[Any]] = []
    base: Frame | None = None
    deltas: list[Frame] = []
    out = _head(found, seat, masked)
    if game is None or found.state is None:
        return {**out, "plies": 0, "moves": [], "base": None, "deltas": [], "groups": [], "flags": [], "dice": [],
                "score": None, "legend": {}}  # fmt: skip
    narrator = _narrator(log.header.game)
    rulings = game.sheet().get("rulings", {})
    last: Frame = {}

    def visit(ply: int, state: Any) -> None:
        nonlocal base, last
        if limit is not None and ply > limit:
            return
        after = narrator.frame(state)
        if ply == 0:
            base = after
        else:
            event = log.events[ply - 1]
            narrator.tell(story, ply, event, last, after, state)
            verdict = found.verdicts[ply - 1]
            reason = _reason(verdict, found.reasons.get(ply, ""), rulings)
            if verdict in (UNJUDGED, STOOD):
                what = "rests on an open ruling" if verdict == UNJUDGED else "against the rules, but let stand"
                story.flag(ply, VERDICTS[verdict], [event.seat] if event.seat >= 0 else [], f"{what}: {reason}")
            comments = [] if seat >= 0 or masked else _comments(log, ply)
            row: list[Any] = [log.lines[ply - 1], event.seat, story.texts[-1], narrator.raw(event), verdict]
            tail: list[Any] = [reason, event.at or "", comments]
            while tail and not tail[-1]:
                tail.pop()
            moves.append(row + tail)
            deltas.append(_delta(last, after))
        last = after

    found.walk(visit)
    narrator.finish(story, found)
    story.flags.sort(key=lambda flag: flag[0])
    complete = limit is None or limit >= found.plies
    return {
        **out,
        "plies": len(moves),
        "moves": moves,
        "base": base,
        "deltas": deltas,
        "groups": story.groups,
        "flags": [flag for flag in story.flags if flag[0] <= len(moves)],
        "dice": story.dice,
        "score": narrator.score(found) if complete else None,
        "legend": narrator.legend(),
    }


def view_frames(log: Log, seat: int, *, masked: bool = False, full: Replay | None = None) -> dict[str, Any]:
    """The frames of what `seat` knew (-1: of everything that the log tells).

    Built from the seat's own replay alone. Only two things come from the full one: how many plies it reaches, so that
    all views of a game have the same plies, and whether it met a problem (but not which: that may tell hidden cards).
    """
    full = full or replay(log)
    if seat < 0:
        return frames(full, masked=masked)
    known = view(log, seat)
    out = frames(known, seat=seat, masked=masked, limit=full.plies)
    out["status"] = full.status
    if full.problem is not None:
        out["problem"] = None if full.problem.kind == "claim" else {"ply": full.plies + 1, "kind": full.problem.kind,
                "message": "the log stops making sense here; the omniscient view says why", "text": ""}  # fmt: skip
    return out


def expand(payload: Mapping[str, Any]) -> list[Frame]:
    """All positions of a payload, ply 0 … the last, as whole frames (what the board does in the browser)."""
    if payload["base"] is None:
        return []
    out: list[Frame] = [dict(payload["base"])]
    for delta in payload["deltas"]:
        out.append({**out[-1], **delta})
    return out


def series(payload: Mapping[str, Any], what: str = "standing") -> list[list[float | None]]:
    """One line a seat for the chart: `standing` or `gold` after every ply; None where it is not known."""
    seats = range(len(payload["players"]))
    out: list[list[float | None]] = [[] for _ in seats]
    for position in expand(payload):
        for seat in seats:
            value = position["sd"][seat] if what == "standing" else position.get(f"g{seat}")
            out[seat].append(value if isinstance(value, int | float) else None)
    return out


def named(text: str, payload: Mapping[str, Any], *, full: bool = False) -> str:
    """A text of the payload with the players' names in place of `{0}`, `{1}` …"""
    return fill(text, [player["name" if full else "handle"] for player in payload["players"]] + payload["others"])


def fill(text: str, names: list[str]) -> str:
    """`text` with `names[n]` for every `{n}`, in one pass: a name that looks like a mark stays as it is."""
    parts = text.split("{")
    out = [parts[0]]
    for part in parts[1:]:
        number, brace, rest = part.partition("}")
        if brace and number.isdigit() and int(number) < len(names):
            out.append(names[int(number)] + rest)
        else:
            out.append("{" + part)
    return "".join(out)


def _head(found: Replay, seat: int, masked: bool) -> dict[str, Any]:
    log, header = found.log, found.log.header
    game = found.game
    players = [
        {"handle": f"Player {i}", "name": f"Player {i}"} if masked else {"handle": p.handle, "name": p.name}
        for i, p in enumerate(header.players, 1)
    ]
    actors = game.names(header.handles).actors if game is not None else ()
    handles = list(header.handles)
    problem = None
    if found.problem is not None and seat < 0:
        said = found.problem
        text = render(said) if not masked else ""
        message = said.message if not masked else "the names are masked, and the message would tell them"
        problem = {"ply": said.ply, "kind": said.kind, "message": message, "text": text}
    claims: dict[str, Any] | None = None
    if seat < 0 and (header.result or header.winner):
        claims = {
            "result": [[handles.index(handle), total] for handle, total in header.result],
            "winner": [handles.index(handle) for handle in header.winner],
        }
    return {
        "v": VERSION,
        "game": header.game,
        "title": game.TITLE if game is not None else header.game,
        "id": log.game_id,
        "seat": seat,
        "masked": masked,
        "players": players,
        "others": list(actors[len(header.players) :]),
        "date": header.values.get("date", ""),
        "event": header.values.get("event", ""),
        "place": header.values.get("place", ""),
        "simulated": header.simulated,
        "status": found.status,
        "events": len(log.events),
        "counts": found.counts(),
        "problem": problem,
        "claims": claims,
    }


def _comments(log: Log, ply: int) -> list[str]:
    comment = log.events[ply - 1].comment
    return [*log.notes.get(ply, ()), *([comment] if comment else [])]


def _reason(verdict: int, reason: str, rulings: Mapping[str, Any]) -> str:
    """The reason of a verdict in words: an open ruling is told with its question and how it was read."""
    if verdict in (UNJUDGED, STOOD) and reason in rulings:
        ruling = rulings[reason]
        return f"{reason}: {ruling['question']} Here: {ruling.get('reading') or ruling['default']}"
    return reason if verdict in (POSSIBLE, UNJUDGED, STOOD) else ""


def _delta(before: Frame, after: Frame) -> Frame:
    return {key: value for key, value in after.items() if before.get(key, _delta) != value}


__all__ = [
    "MAX_BYTES", "VERSION", "Frame", "Narrator", "Story", "expand", "fill", "frames", "named", "series", "view_frames",
]  # fmt: skip
