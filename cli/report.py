"""What commands print about judged logs, for people."""

from __future__ import annotations

from collections.abc import Iterable

from replay.contract import check_object as check_object
from replay.problems import VERDICTS as VERDICTS
from replay.problems import printable as printable
from replay.problems import printable_lines as printable_lines
from replay.problems import render as render
from replay.referee import Replay


def title(found: Replay) -> str:
    """One line that says which game this is."""
    log = found.log
    players = ", ".join(player.name for player in log.header.players) or "unknown players"
    date = log.header.values.get("date")
    return printable(
        f"{log.file}, game {log.index}: {log.header.game or 'unknown game'}, {players}{f', {date}' if date else ''}"
    )


def verdict_line(found: Replay) -> str:
    """`complete, 228 events: 220 proven, 8 possible` with whatever is open."""
    counts = found.counts()
    parts = [f"{counts[name]} {name}" for name in VERDICTS if counts[name] or name == "proven"]
    number = len(found.log.events)
    line = f"{found.status}, {number} {'event' if number == 1 else 'events'}: {', '.join(parts)}"
    if found.log.header.status == "result-only":
        line = f"{found.status}, only the result"
    if found.unjudged:
        line += "; open rulings: " + ", ".join(
            f"{ruling} at {f'ply {ply}' if ply else 'the end'}" for ply, ruling in found.unjudged
        )
    return line


def result_line(found: Replay) -> str | None:
    """The result in one line; None before the end."""
    result = found.result
    if result is None:
        return None
    totals = result["totals"] or {}
    scores = ", ".join(f"{handle} {'?' if total is None else total}" for handle, total in totals.items())
    if result["winners"] is None:
        why = "; ".join(dict.fromkeys(result["why"].values()))
        return f"{scores}; the winner is not known: {why}"
    verb = "share the victory" if len(result["winners"]) > 1 else "wins"
    return f"{scores}; {' and '.join(result['winners'])} {verb} ({decided(result['decided_by'])})"


def decided(how: str) -> str:
    """What decided the game, in words."""
    if how.startswith("tie-order:"):
        return f"tie in points and Gold, broken by category {how[-1]}"
    return {
        "pips": "most points",
        "vp": "most points",
        "gold": "tie in points, broken by the Gold left",
        "monks": "tie in points and Gold, broken by the Monks",
        "bishop": "tie in points and gold, broken by the Bishop track",
        "shared": "a tie that nothing breaks",
    }.get(how, how)


def check_text(found: Replay, *, full: bool = False) -> str:
    """Everything `biblios check` says of one game."""
    problems = found.problems
    if not problems:
        line = f"{title(found)}\n  {verdict_line(found)}"
        result = result_line(found)
        return f"{line}\n  {result}" if result else line
    blocks = [render(problem, full=full) for problem in problems]
    if found.log.more_syntax:
        blocks.append(f"and {found.log.more_syntax} more syntax problems in this game")
    return "\n".join(blocks)


def summary(counts: Iterable[tuple[str, int]]) -> str:
    """`3 games: 2 complete, 1 invalid`."""
    known = [(name, number) for name, number in counts if number]
    total = sum(number for _, number in known)
    parts = ", ".join(f"{number} {name}" for name, number in known)
    return f"{total} {'game' if total == 1 else 'games'}: {parts}" if known else "no games"
