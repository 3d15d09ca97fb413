"""From a judged log to the rows of the lake (`replay.schema`).

What both games share is made here (`games`, `seats`, `events`); each game's own `facts` gives the rest. Rows come from
what the replay found, never from the words of the log. Winners, places and ties are decided here, so that SQL only
counts.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from replay import schema
from replay.log import Event, Log
from replay.problems import STOOD, UNJUDGED, VERDICTS, weakest
from replay.referee import Replay
from replay.schema import Row, Rows

FIRST_EVENTS: Final = 5
#: The columns of `games` from `top_price` to `top_steps` of a game without lots.
_NO_TOPS: Final = (None,) * 7
#: The columns of `seats` with the sums of the other game.
_NO_BIBLIOS: Final = (None,) * 19
_NO_DICE: Final = (None,) * 4


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a game came from: name and SHA-256 of its file, number and lines in it (`last` 0: to the end)."""

    file: str = "-"
    source: str = ""
    index: int = 1
    first: int = 1
    last: int = 0


@dataclass(slots=True)
class GameFacts:
    """All rows of one game.

    game_id, hash   who it is.
    shared          values of `schema.SHARED`, which each row of the game repeats.
    rows            values of a table's own columns (`Table.given`), for all tables but `events`, as tuples or `Columns`.
    events          the events that were played: most of them are shared by many games, so they are kept as they are.
    verdicts        a verdict code per event; reasons: ply → reason; lines: the line of each event.
    """

    game_id: str
    hash: str
    shared: Row
    rows: Rows
    events: Sequence[Event] = ()
    verdicts: bytearray = field(default_factory=bytearray)
    reasons: dict[int, str] = field(default_factory=dict)
    lines: Sequence[int] = ()


@cache
def engine() -> str:
    """The version of the program and of its facts, as `games.engine` has it."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        package = version("biblios-replay")
    except PackageNotFoundError:
        package = "0"
    return f"{package}+{schema.ENGINE}"


def likeness(log: Log) -> str:
    """A hash of kind, date, handles and the first five events: games that share it may be the same one (16 hex digits)."""
    header = log.header
    parts = [header.game, header.values.get("date", ""), *header.handles, ""]
    parts += [event.text for event in log.events[:FIRST_EVENTS]]
    if not log.events:  # only a result: it takes the place of the events
        parts += [f"{handle} {total}" for handle, total in header.result]
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def day_of(log: Log) -> dt.date | None:
    """The day of the game, None where the log names none."""
    text = log.header.values.get("date")
    return dt.date.fromisoformat(text[:10]) if text else None


def facts(found: Replay, origin: Origin | None = None) -> GameFacts:
    """The rows of a judged game that has no problem but, at most, a claim.

    Raises ValueError for a log that could not be played to its end.
    """
    log = found.log
    if found.status == "invalid" or not log.header.players:
        raise ValueError("only a log that was played whole has rows")
    header = log.header
    unjudged = _unjudged(found)
    settled = not unjudged and STOOD not in found.verdicts
    game_id, hash_ = identity(log)
    shared = (header.game, len(header.players), day_of(log), header.simulated, settled)
    if found.state is None:
        rows = _result_only(found)
    else:
        rows = _rows_of(found)
    if found.problem is not None:
        problem = found.problem
        rows["problems"] = [(problem.kind, problem.rule, problem.line, problem.column, problem.ply, problem.message)]
    seats, (game,) = rows["seats"], rows["games"]
    rows["games"] = [_game(found, origin or Origin(log.file, "", log.index), hash_, list(seats), game)]
    number = found.plies
    return GameFacts(
        game_id, hash_, shared, rows, log.events[:number], found.verdicts, found.reasons, log.lines[:number]
    )


def identity(log: Log) -> tuple[str, str]:
    """The log's id and hash (`Log.game_id`, `Log.hash`); where nothing tells the two apart, from one text."""
    text = log.canonical()
    hash_ = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    plain = not log.header.id and not log.header.result and not log.header.winner and not log.notes
    if plain and "#" not in text:  # so no event has a comment
        return hash_[:16], hash_
    return log.game_id, hash_


def _unjudged(found: Replay) -> bool:
    """Whether anything rests on an open ruling."""
    return UNJUDGED in found.verdicts or bool((found.result or {}).get("unjudged"))


def _rows_of(found: Replay) -> Rows:
    """The rows that a game's own facts give, with `seats` and `games` completed to their whole columns."""
    if found.log.header.game == "biblios":
        from replay.games.biblios import facts as biblios

        own = biblios.rows(found)
        totals = [row[0] for row in own["seats"]]
        parts: list[Row] = [(gold, gold, cards, known, None, None) for _, gold, cards, known, _, _ in own["seats"]]
        sums = [(*row[-1], *_NO_DICE) for row in own["seats"]]
        ((rounds, lots, tops),) = own["games"]
        own["games"] = [(rounds, lots, (*tops, None), None)]
    else:
        from replay.games.biblios_dice import facts as dice

        own = dice.rows(found)
        totals = [total for total, *_ in own["seats"]]
        parts = [(left, held, None, None, tokens, objective) for _, left, held, tokens, objective, _, _ in own["seats"]]
        sums = [(*_NO_BIBLIOS, *row[-1]) for row in own["seats"]]
    own["seats"] = _seats(found, totals, parts, sums, [row[-2] for row in own["seats"]])
    return own


def _seats(found: Replay, totals: Sequence[int | None], own: Sequence[Row], sums: Sequence[Row],
           why: Sequence[str | None]) -> list[Row]:  # fmt: skip
    """Rows of `seats`. own: (gold_left, gold_held, cards_left, hand_known, vp_tokens, objective) per seat; sums: from
    `penalty` to `overbid_total`."""
    players = found.log.header.players
    winners = (found.result or {}).get("winners")
    won = [player.handle in winners for player in players] if winners is not None else None
    places, margins = _places(totals, won), _margins(totals)
    share = 1 / len(winners) if winners else 0.0
    expected = 1 / len(players)
    doubt = VERDICTS[max(weakest(found.verdicts), UNJUDGED if _unjudged(found) else 0)]
    out: list[Row] = []
    for seat, player in enumerate(players):
        gold, held, cards, known, tokens, objective = own[seat]
        first, part = (won[seat], share if won[seat] else 0.0) if won is not None else (None, None)
        out.append((seat, player.handle, player.name, totals[seat], places[seat], first, part, expected, margins[seat],
                    gold, held, cards, known, tokens, objective, *sums[seat], doubt, why[seat]))  # fmt: skip
    return out


def _places(totals: Sequence[int | None], won: Sequence[bool] | None) -> list[int | None]:
    """Places from totals and winners: winners are first; who ties with a winner but lost the tie-break comes after."""
    if won is None or None in totals:
        return [1 if won is not None and won[seat] else None for seat in range(len(totals))]
    keys = [*zip(won, totals, strict=True)]
    ranked = sorted(keys, reverse=True)
    return [1 + ranked.index(key) for key in keys]


def _margins(totals: Sequence[int | None]) -> list[int | None]:
    """Each total less the best of the others, where all are known."""
    known = [total for total in totals if total is not None]
    if len(known) < len(totals):
        return [None] * len(totals)
    best, second = sorted(known, reverse=True)[:2]
    return [total - (second if total == best else best) for total in known]


def _game(found: Replay, origin: Origin, hash_: str, seats: Sequence[Row], own: Row) -> Row:
    """The row of `games`. own: (rounds, lots, (from `top_price` to `top_steps`), ended_by)."""
    log, header = found.log, found.log.header
    values = header.values
    counts = found.counts()
    result = found.result or {}
    winners = result.get("winners")
    totals = [seat[3] for seat in seats]
    top = margin = None
    if winners and None not in totals:
        mine = [total for player, total in zip(header.players, totals, strict=True) if player.handle in winners]
        others = [total for player, total in zip(header.players, totals, strict=True) if player.handle not in winners]
        top = max(mine, default=None)
        margin = top - max(others) if top is not None and others else None
    rounds, lots, tops, ended = own
    biblios = header.game == "biblios"
    dice = header.game == "biblios-dice"
    rulings = ", ".join(f"{name}={setting}" for name, setting in header.rulings.items()) or None
    open_rulings = ",".join(result.get("unjudged", ())) or None
    claimed = ", ".join(f"{handle} {total}" for handle, total in header.result) or None
    return (
        header.rules, engine(), hash_, bool(header.id), likeness(log),
        "result" if header.status == "result-only" else "log", found.status, values.get("date"), values.get("event"),
        values.get("place"), values.get("scribe"), values.get("penalty", "standard") if biblios else None,
        values.get("objectives", "no") == "yes" if dice else None, values.get("components", "standard") if dice else None,
        rulings, found.plies, counts["proven"], counts["possible"], counts["unjudged"], counts["stood"], open_rulings,
        ",".join(winners) if winners else None, len(winners) if winners else None, result.get("decided_by"), top, margin,
        rounds, lots, *tops, ended, found.problem.rule if found.problem is not None else None, claimed,
        origin.file, origin.source, origin.index, origin.first, origin.last,
    )  # fmt: skip


def _result_only(found: Replay) -> Rows:
    """Rows of a log that has only a result: what it claims is all there is."""
    from replay.contract import claimed_winners

    header = found.log.header
    totals: list[int | None] = [dict(header.result).get(handle) for handle in header.handles]
    winners = claimed_winners(found.log)
    found.result = {"totals": dict(header.result), "winners": winners, "decided_by": None, "unjudged": (), "why": {}}
    why = None if winners is not None else "the best totals are equal, and the log does not say who won"
    none = [(None,) * 6 for _ in header.players]
    sums = [(*_NO_BIBLIOS, *_NO_DICE)] * len(totals)
    return {"seats": _seats(found, totals, none, sums, [why] * len(totals)), "games": [(None, None, _NO_TOPS, None)]}


__all__ = ["GameFacts", "Origin", "day_of", "engine", "facts", "identity", "likeness"]
