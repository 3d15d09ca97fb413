"""The referee: plays a log event by event against its game's rules and says what follows and what does not.

`replay` is the only gate. It plays the valid prefix, stops at the first problem and never skips an event. A seat's
view is the same log with some words hidden (`view_log`), replayed: there is no second set of rules for what is seen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from replay.games import Game
from replay.log import Event, Log
from replay.problems import (
    DOUBT_STOOD,
    DOUBT_UNJUDGED,
    POSSIBLE,
    PROVEN,
    STOOD,
    UNJUDGED,
    VERDICT_OF,
    VERDICTS,
    Because,
    Fault,
    Problem,
    format_rules,
)

#: A position is kept every so many plies, so that any other is at most this far from one: well under a millisecond.
KEEP_EVERY: Final = 256


@dataclass(slots=True)
class Replay:
    """One judged log.

    status    `complete`, `unfinished`, `abandoned` or `invalid`.
    verdicts  one code per played ply (`verdicts[n - 1]` for ply n).
    reasons   ply → ruling or reason, for every ply that is not proven.
    problem   the first problem of the log in the order of the file, or None.
    state     the position after the last played event, None where nothing could be started.
    result    totals, winners and what decided, in handles; None before the end of the game.
    """

    log: Log
    status: str
    verdicts: bytearray
    reasons: dict[int, str]
    problem: Problem | None
    state: Any
    result: Mapping[str, Any] | None
    kept: dict[int, Any] = field(default_factory=dict)

    @property
    def plies(self) -> int:
        """Events that were played."""
        return len(self.verdicts)

    @property
    def game(self) -> Game | None:
        """The game's rules."""
        return self.log.game

    @property
    def problems(self) -> list[Problem]:
        """All problems: every syntax problem and, where the replay met one, its first rule problem."""
        found = list(self.log.syntax)
        if self.problem is not None and self.problem not in found:
            found.append(self.problem)
        return found

    @property
    def unjudged(self) -> list[tuple[int, str]]:
        """(ply, ruling) of every unjudged event, one pair per ruling it rests on; ply 0 stands for the result."""
        named = [
            (ply, ruling)
            for ply, verdict in enumerate(self.verdicts, 1)
            if verdict == UNJUDGED
            for ruling in self.reasons[ply].split()
        ]
        return [(0, ruling) for ruling in (self.result or {}).get("unjudged", ())] + named

    @property
    def stood(self) -> list[int]:
        """Plies that are against the rules and were let stand."""
        return [ply for ply, verdict in enumerate(self.verdicts, 1) if verdict == STOOD]

    def counts(self) -> dict[str, int]:
        """Number of played events by verdict."""
        return {name: self.verdicts.count(code) for code, name in enumerate(VERDICTS)}

    def state_at(self, ply: int) -> Any:
        """The position after `ply` events (0: the set-up), independent of the replay. Raises IndexError beyond the end."""
        if not 0 <= ply <= self.plies or self.state is None:
            raise IndexError(f"ply {ply} of {self.plies}")
        start = max((kept for kept in self.kept if kept <= ply), default=0)
        game = self.game
        assert game is not None
        state = self.kept[start].clone() if start in self.kept else game.start(self.log.header)
        for event in self.log.events[start:ply]:
            step(game, state, event)
        return state

    def walk(self, visit: Callable[[int, Any], None]) -> None:
        """Call `visit(ply, state)` for ply 0 … the last; the state is one object, changed in place between calls."""
        game = self.game
        if game is None or self.state is None:
            return
        state = game.start(self.log.header)
        visit(0, state)
        for ply, event in enumerate(self.log.events[: self.plies], 1):
            step(game, state, event)
            visit(ply, state)


def step(game: Game, state: Any, event: Event) -> None:
    """Play one event that has been accepted before."""
    state.flag = 0
    state.doubt = ""
    state.stood = event.stood
    game.play(state, event.move)  # type: ignore[arg-type]


def replay(log: Log, *, keep: bool = True) -> Replay:
    """Judge a log: play it until its end or its first problem. With `keep`, positions are kept for `state_at`.

    Never raises for the contents of a log.
    """
    syntax = log.syntax[0] if log.syntax else None
    game = log.game
    verdicts = bytearray()
    if game is None or (syntax is not None and syntax.ply is None) or not log.header.players:
        return Replay(log, "invalid", verdicts, {}, syntax, None, None)
    if log.header.status == "result-only":
        return _finish(Replay(log, "invalid" if syntax else "complete", verdicts, {}, syntax, None, None))
    state = game.start(log.header)
    reasons: dict[int, str] = {}
    doubts: dict[int, int] = {}
    kept: dict[int, Any] = {}
    problem = syntax
    events = log.events if syntax is None or syntax.ply is None else log.events[: syntax.ply - 1]
    handlers = game.HANDLERS
    event = None
    ply = 0
    state.flag = 0
    state.stood = False
    try:
        for first in range(0, len(events), KEEP_EVERY):
            if keep and first:
                kept[first] = state.clone()
            for event in events[first : first + KEEP_EVERY]:
                move = event.move
                if event.stood:
                    state.stood = True
                    handlers[move[0]](state, move)  # type: ignore[index, arg-type]
                    state.stood = False
                    if not state.flag & (DOUBT_STOOD | DOUBT_UNJUDGED):
                        raise Fault("log.event.stood", f"`!` on a legal event: {event.text}")
                    state.flag = DOUBT_STOOD
                else:
                    handlers[move[0]](state, move)  # type: ignore[index, arg-type]
                state.ply = ply = ply + 1
                if state.flag:
                    doubts[ply] = VERDICT_OF[state.flag]
                    reasons[ply] = state.doubt
                    state.flag = 0
                    state.doubt = ""
    except Fault as fault:
        assert event is not None
        verdicts = _codes(ply, doubts)
        problem = _problem(log, game, state, verdicts, ply + 1, event, fault)
        state.flag = 0
        state.doubt = ""
        if fault.rule == "log.event.stood":
            fresh = Replay(log, "invalid", verdicts, reasons, None, state, None, kept)
            state = fresh.state_at(ply)
    else:
        verdicts = _codes(ply, doubts)
    found = Replay(log, "invalid" if problem else "complete", verdicts, reasons, problem, state, None, kept)
    return _finish(found)


def _codes(plies: int, doubts: Mapping[int, int]) -> bytearray:
    """One verdict code per ply: proven but where a doubt was noted."""
    codes = bytearray(plies)
    for ply, code in doubts.items():
        codes[ply - 1] = code
    return codes


def _finish(found: Replay) -> Replay:
    """Status, result and claims of a replay that is otherwise done."""
    log, game, state = found.log, found.log.game, found.state
    assert game is not None
    if found.problem is not None:
        found.problem.checked = found.problem.checked or _checked(log, found.verdicts)
        return found
    if state is not None:
        over = state.is_over()
        found.result = game.result(state) if over else None
        found.status = "complete" if over else "unfinished"
    if log.header.status == "abandoned":
        found.status = "abandoned"
    found.problem = _claim(found)
    return found


def _checked(log: Log, verdicts: bytearray) -> str:
    total, done = len(log.events), len(verdicts)
    if not total:
        return ""
    parts = [
        f"{verdicts.count(code)} {name}" for code, name in enumerate(VERDICTS) if code == 0 or verdicts.count(code)
    ]
    left = total - done - 1
    after = f"; {left} after this one {'was' if left == 1 else 'were'} not checked" if left > 0 else ""
    return f"{done} of {total} events ({', '.join(parts)}){after}"


_MARK: Final = re.compile(r"\{(\d)\}")


def _problem(log: Log, game: Game, state: Any, verdicts: bytearray, ply: int, event: Event,
             fault: Fault) -> Problem:  # fmt: skip
    """A fault with its place, reasons and alternatives."""
    actors = game.names(log.header.handles).actors

    def with_names(text: str) -> str:
        return _MARK.sub(lambda match: actors[int(match.group(1))], text)

    rule = game.rules().get(fault.rule) or format_rules()[fault.rule]
    line, column, width = log.place(ply, fault.word)
    plies = list(fault.because)
    for mention in fault.mention:
        for earlier in range(ply - 1, 0, -1):
            if mention in log.events[earlier - 1].words:
                if earlier not in plies:
                    plies.append(earlier)
                break
    because = tuple(Because(log.lines[p - 1], p, log.events[p - 1].line()) for p in plies if 0 < p < ply)
    legal: tuple[str, ...] = ()
    if fault.rule != "log.event.stood":
        state.stood = False
        state.flag = 0
        legal = tuple(game.menu(state, event))
        state.flag = 0
    return Problem(
        fault.kind or rule.kind, rule.id, rule.source, with_names(fault.message), rule.text, log.file, line, column, width,
        ply, event.source, because, legal, _checked(log, verdicts),
    )  # fmt: skip


def _claim(found: Replay) -> Problem | None:
    """The first claim of the header that the replay contradicts; claims about what it cannot know are not judged."""
    header, result = found.log.header, found.result
    if result is None:
        return None
    wrong: list[tuple[int, str, str]] = []
    if header.result:
        totals = result["totals"] or {}
        for handle, total in header.result:
            real = totals.get(handle)
            if real is not None and real != total:
                wrong.append(
                    (header.where["result"][0], "result", f"the log says {handle} {total}, the replay {handle} {real}")
                )
                break
    if header.winner and result["winners"] is not None and sorted(header.winner) != sorted(result["winners"]):
        said, real_winners = ", ".join(header.winner), ", ".join(result["winners"])
        wrong.append(
            (header.where["winner"][0], "winner", f"the log says that {said} won, the replay says {real_winners}")
        )
    if not wrong:
        return None
    line, key, message = min(wrong)
    rule = format_rules()[f"log.claim.{key}"]
    column = header.where[key][1] if not found.log.twin else None
    claim = getattr(header, key)
    value = ", ".join(f"{a} {b}" for a, b in claim) if key == "result" else ", ".join(claim)
    source = f"{' ' * ((column or 1) - 1)}{value}" if column else ""
    return Problem("claim", rule.id, rule.source, message, rule.text, found.log.file, line, column, len(value), None,
                   source.replace(" " * (len(key) + 2), f"{key}: ", 1) if column == len(key) + 3 else source, (), (),
                   _checked(found.log, found.verdicts).rstrip())  # fmt: skip


def view_log(log: Log, seat: int) -> Log:
    """The log as `seat` saw it while playing (-1: as a bystander): the same events with hidden words as `?`.

    What only somebody knew afterwards (`removed`) and the claims are left out.
    """
    game = log.game
    assert game is not None
    names = game.names(log.header.handles)
    header = replace(
        log.header, values={k: v for k, v in log.header.values.items() if k != "removed"}, result=(), winner=()
    )
    return replace(log, header=header, events=[game.hide(event, seat, names) for event in log.events])


def view(log: Log, seat: int) -> Replay:
    """The replay of what `seat` knew at each ply (see `view_log`)."""
    return replay(view_log(log, seat))


__all__ = ["POSSIBLE", "PROVEN", "STOOD", "UNJUDGED", "Replay", "replay", "step", "view", "view_log"]
