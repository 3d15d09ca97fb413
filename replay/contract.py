"""The objects of the command line's contract (design.md, "The command line"): what scripts read about a judged log."""

from __future__ import annotations

from typing import Any

from replay.log import Log
from replay.referee import Replay


def check_object(found: Replay, *, detail: bool = False) -> dict[str, Any]:
    """The object of `check --json` for one game; with `detail`, the `detail` key too. JSON-able; unknown is None."""
    log = found.log
    result = found.result
    out: dict[str, Any] = {
        "file": log.file,
        "index": log.index,
        "id": game_id(log),
        "game": log.header.game or None,
        "status": found.status,
        "plies": len(log.events),
        "players": [{"handle": player.handle, "name": player.name} for player in log.header.players],
        "verdicts": found.counts(),
        "unjudged": [[ply, ruling] for ply, ruling in found.unjudged],
        "stood": found.stood,
        "problem": found.problem.as_json() if found.problem is not None else None,
        "syntax": [problem.as_json() for problem in log.syntax],
        "result": None,
    }
    if log.more_syntax:
        out["more_syntax"] = log.more_syntax
    if result is not None:
        out["result"] = {"totals": result["totals"], "winners": result["winners"], "decided_by": result["decided_by"]}
        if result.get("why"):
            out["result"]["why"] = dict(result["why"])
    elif log.header.status == "result-only" and (log.header.result or log.header.winner) and found.problem is None:
        out["result"] = {"totals": dict(log.header.result) or None, "winners": claimed_winners(log), "decided_by": None}
    if detail:
        game = found.game
        out["detail"] = dict(game.detail(found.state)) if game is not None and found.state is not None else None
    return out


def game_id(log: Log) -> str | None:
    """The game's id, None where the header is too broken to tell one."""
    if log.header.id:
        return log.header.id
    return log.game_id if log.header.players and log.header.game else None


def claimed_winners(log: Log) -> list[str] | None:
    """The winners of a result-only log: the `winner:` line, else who has the highest total alone; None where unknown."""
    if log.header.winner:
        return list(log.header.winner)
    if not log.header.result:
        return None
    top = max(total for _, total in log.header.result)
    best = [handle for handle, total in log.header.result if total == top]
    return best if len(best) == 1 else None


def ply_object(found: Replay, ply: int, state: Any, *, legal: bool = True) -> dict[str, Any]:
    """The object of `replay --json` for one ply: place, event, verdict, position and what may follow."""
    game, log = found.game, found.log
    assert game is not None
    out: dict[str, Any] = {"ply": ply, "line": log.lines[ply - 1] if ply else None}
    out["event"] = log.events[ply - 1].line() if ply else None
    out["verdict"] = _verdict(found, ply) if ply else None
    out["reason"] = found.reasons.get(ply)
    out["state"] = game.view(state)
    if legal:
        out["legal"] = list(game.legal(state))
    return out


def _verdict(found: Replay, ply: int) -> str:
    from replay.problems import VERDICTS

    return VERDICTS[found.verdicts[ply - 1]]
