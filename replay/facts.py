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
from typing import Any, Final

from replay import schema
from replay.log import Event, Log
from replay.problems import STOOD, UNJUDGED, VERDICTS
from replay.referee import Replay

Row = tuple[Any, ...]
FIRST_EVENTS: Final = 5


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
    rows            tuples of a table's own columns (`Table.given`), for all tables but `events`.
    events          the events that were played: most of them are shared by many games, so they are kept as they are.
    verdicts        a verdict code per event; reasons: ply → reason; lines: the line of each event.
    """

    game_id: str
    hash: str
    shared: Row
    rows: dict[str, list[Row]]
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
    settled = not unjudged and not found.verdicts.count(STOOD)
    hash_ = log.hash
    shared = (header.game, len(header.players), day_of(log), header.simulated, settled)
    if found.state is None:
        rows = _result_only(found)
    else:
        rows = _rows_of(found)
    if found.problem is not None:
        problem = found.problem
        rows["problems"] = [(problem.kind, problem.rule, problem.line, problem.column, problem.ply, problem.message)]
    seats, game = rows["seats"], rows["games"]
    rows["games"] = [_game(found, origin or Origin(log.file, "", log.index), hash_, seats, game)]
    number = found.plies
    return GameFacts(
        log.game_id, hash_, shared, rows, log.events[:number], found.verdicts, found.reasons, log.lines[:number]
    )


def _unjudged(found: Replay) -> bool:
    """Whether anything rests on an open ruling."""
    return UNJUDGED in found.verdicts or bool((found.result or {}).get("unjudged"))


def _rows_of(found: Replay) -> dict[str, list[Row]]:
    """The rows that a game's own facts give, with `seats` and `games` completed to their whole columns."""
    if found.log.header.game == "biblios":
        from replay.games.biblios.facts import rows

        own = rows(found)
        own["seats"] = _seats(
            found,
            [total for total, *_ in own["seats"]],
            [(gold, gold, cards, known, None, None) for _, gold, cards, known, _ in own["seats"]],
            [why for *_, why in own["seats"]],
        )
        rounds, lots = own["games"][0]
        own["games"] = [(rounds, lots, None)]
        return own
    return _dice_rows(found)


def _seats(found: Replay, totals: Sequence[int | None], own: Sequence[Row], why: Sequence[str | None]) -> list[Row]:
    """Rows of `seats`. own: (gold_left, gold_held, cards_left, hand_known, vp_tokens, objective) per seat."""
    header = found.log.header
    result = found.result or {}
    winners = result.get("winners")
    places = _places(totals, [handle in winners for handle in header.handles] if winners is not None else None)
    weakest = VERDICTS[max(max(found.verdicts, default=0), UNJUDGED if _unjudged(found) else 0)]
    out: list[Row] = []
    for seat, player in enumerate(header.players):
        won = player.handle in winners if winners is not None else None
        share = None if winners is None else 1 / len(winners) if won else 0.0
        others = [total for other, total in enumerate(totals) if other != seat]
        mine = totals[seat]
        margin = (
            mine - max(total for total in others if total is not None)
            if mine is not None and None not in others
            else None
        )
        gold, held, cards, known, tokens, objective = own[seat]
        out.append((seat, player.handle, player.name, mine, places[seat], won, share, 1 / len(header.players), margin,
                    gold, held, cards, known, tokens, objective, weakest, why[seat]))  # fmt: skip
    return out


def _places(totals: Sequence[int | None], won: Sequence[bool] | None) -> list[int | None]:
    """Places from totals and winners: winners are first; who ties with a winner but lost the tie-break comes after."""
    if won is None or any(total is None for total in totals):
        return [1 if won is not None and won[seat] else None for seat in range(len(totals))]
    keys = [(won[seat], totals[seat]) for seat in range(len(totals))]
    return [1 + sum(1 for other in keys if other[0] > key[0] or (other[0] == key[0] and (other[1] or 0) > (key[1] or 0)))
            for key in keys]  # fmt: skip


def _game(found: Replay, origin: Origin, hash_: str, seats: Sequence[Row], own: Sequence[Row]) -> Row:
    """The row of `games`. own: (rounds, lots, ended_by)."""
    log, header = found.log, found.log.header
    values = header.values
    counts = found.counts()
    result = found.result or {}
    winners = result.get("winners")
    totals = [seat[3] for seat in seats]
    top = margin = None
    if winners and None not in totals:
        top = max(
            (total for handle, total in zip(header.handles, totals, strict=True) if handle in winners), default=None
        )
        others = [total for handle, total in zip(header.handles, totals, strict=True) if handle not in winners]
        margin = top - max(others) if top is not None and others else None
    rounds, lots, ended = own[0]
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
        rounds, lots, ended, found.problem.rule if found.problem is not None else None, claimed,
        origin.file, origin.source, origin.index, origin.first, origin.last,
    )  # fmt: skip


def _result_only(found: Replay) -> dict[str, list[Row]]:
    """Rows of a log that has only a result: what it claims is all there is."""
    from replay.contract import claimed_winners

    header = found.log.header
    totals: list[int | None] = [dict(header.result).get(handle) for handle in header.handles]
    winners = claimed_winners(found.log)
    found.result = {"totals": dict(header.result), "winners": winners, "decided_by": None, "unjudged": (), "why": {}}
    why = None if winners is not None else "the best totals are equal, and the log does not say who won"
    none = [(None,) * 6 for _ in header.players]
    return {"seats": _seats(found, totals, none, [why] * len(totals)), "games": [(None, None, None)]}


# ------------------------------------------------------------------------------------------------------ Biblios Dice


def _dice_rows(found: Replay) -> dict[str, list[Row]]:
    """Rows of a game of Biblios Dice in the columns of the schema."""
    from replay.games.biblios_dice.facts import Facts
    from replay.games.biblios_dice.state import END_NAMES

    seen = Facts()
    rounds: list[int] = []
    purses: list[list[int]] = []  # gold of each player before each event
    owners: dict[int, tuple[int, int]] = {}  # plies at which a group is played: (auction, seat)

    def visit(ply: int, state: Any) -> None:
        rounds.append(state.round)
        purses.append(state.gold[:])
        seen.see(ply, state)
        if state.playing_group:
            owners[ply + 1] = len(state.auctions) - 1, state.active

    found.walk(visit)
    state = found.state
    verdicts = found.verdicts

    def verdict(first: int, last: int | None = None) -> str:
        return VERDICTS[max(verdicts[first - 1 : last if last is not None else first], default=0)]

    given = seen.lots(state)
    sizes = {lot[0]: lot for lot in given}
    laps = {number: max((bid[2] for bid in seen.bids if bid[0] == number), default=0) for number in sizes}
    bids = {number: sum(1 for bid in seen.bids if bid[0] == number and bid[4]) for number in sizes}
    seated: dict[tuple[int, int], int] = {}
    for auction, _, _, seat, _, total, _, overbid in seen.bids:
        if not overbid:
            seated[auction, seat] = total
    lots: list[Row] = []
    for (auction, group, ply, round_, roller, dice, size, owner, place, total, paid, next_total, bidders, overbids,
         promoted, split, vp, gold, steps, _) in given:  # fmt: skip
        sold = place > 0
        rival = next((seat for (number, seat), bid in seated.items()
                      if number == auction and bid == next_total and seat != owner), None) if sold and next_total else None  # fmt: skip
        lots.append((
            2 * auction + group, split, ply, round_, group, dice, "group", None, size, None, roller,
            "sold" if sold else "discarded", owner if sold else None, total if sold else None, paid if sold else None,
            paid if sold else None, None, None, None, rival, next_total if sold else None,
            total - next_total if sold else None, bids[auction], bidders, laps[auction], overbids,
            place if sold else None, promoted if sold else None, None, None,
            steps if sold else None, gold if sold else None, vp if sold else None, verdict(split, ply),
        ))  # fmt: skip
    out: dict[str, list[Row]] = {"lots": lots}
    out["bids"] = [
        (
            ply,
            2 * auction + 1,
            turn,
            seat,
            total,
            card,
            None,
            purses[ply - 1][seat] if seat < state.players else None,
            verdict(ply),
        )
        for auction, ply, turn, seat, card, total, _, _ in seen.bids
    ]
    out["dice"] = [
        (ply, die, before, after, "reset" if cause == "reset" else "adjustment", seat if seat >= 0 else None,
         None if cause in ("reset", "") else cause, None if cause == "reset" else "=" if cause == "A3" else "+" if after > before else "-",
         verdict(ply))
        for ply, die, before, after, cause, seat in seen.dice
    ]  # fmt: skip
    out["moves"] = [
        (
            ply,
            rounds[ply - 1],
            seat,
            track,
            before,
            after,
            *_cause(cause, seat, owners.get(ply), state),
            vp,
            verdict(ply),
        )
        for ply, seat, track, before, after, cause, vp in seen.moves
    ]
    over = state.is_over()
    result = found.result or {}
    totals: list[int | None] = [(result.get("totals") or {}).get(handle) for handle in found.log.header.handles]
    weakest = verdict(1, found.plies)
    sums = seen.sums(state) if over else []
    out["scores"] = _dice_scores(seen.scores(state), sums, weakest) if over else []
    own: list[Row] = [(None,) * 6 for _ in found.log.header.players]
    for seat, _, tokens, gold, _, left, _, track, _, _ in sums:
        if seat < len(own):
            own[seat] = (left, gold, None, None, tokens, track)
    why = "; ".join(dict.fromkeys((result.get("why") or {}).values())) or None
    unknown = [why if total is None or result.get("winners") is None else None for total in totals]
    out["seats"] = _seats(found, totals, own, unknown if over else [None] * len(totals))
    out["games"] = [(max(rounds, default=0) or None, len(lots), END_NAMES[state.end] if over else None)]
    return out


def _cause(cause: str, seat: int, owner: tuple[int, int] | None, state: Any) -> tuple[str, int | None]:
    """Why a marker moved, and the lot whose group moved it."""
    lot = None
    if owner is not None:
        auction = state.auctions[owner[0]]
        group = auction.first_group if owner[1] == auction.first else auction.second_group
        lot = 2 * owner[0] + group + 1 if group >= 0 else None
    if cause == "token":
        return "token", lot
    return "cadfael" if seat >= state.players else "group" if owner is not None else "take", lot


def _dice_scores(tracks: Sequence[Row], sums: Sequence[Row], weakest: str) -> list[Row]:
    out: list[Row] = []
    tops: dict[str, list[int]] = {}
    for _, track, space, place, *_ in tracks:
        if place:
            tops.setdefault(track, []).append(space)
    for seat, track, space, place, pips, points, _ in tracks:
        spaces = sorted(tops.get(track, ()), reverse=True)
        tied = len(spaces) > 1 and spaces[0] == spaces[1] if spaces else None
        if track != "B":
            out.append((seat, track, pips, space, None, None, None, place, place == 1, tied, points, None, weakest))
        else:
            out.append((seat, track, None, space, None, None, None, place, place == 1, tied, 0, None, weakest))
    for seat, _, tokens, gold, gold_vp, _, penalty, _, objective, _ in sums:
        for part, total, points in (("vp", tokens, tokens), ("gold", gold, gold_vp), ("penalty", penalty, -penalty),
                                    ("objective", None, objective)):  # fmt: skip
            why = "the objective is not known" if points is None else None
            out.append((seat, part, None, total, None, None, None, None, None, None, points, why, weakest))
    return out


__all__ = ["GameFacts", "Origin", "day_of", "engine", "facts", "likeness"]
