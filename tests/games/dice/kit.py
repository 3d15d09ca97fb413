"""What the tests of Biblios Dice share: headers, a tiny box, random games, and positions as plain values."""

from __future__ import annotations

import random
from typing import Any

from replay.games import biblios_dice as game
from replay.games.biblios_dice.components import compile_sheet
from replay.games.biblios_dice.state import Rulings, State
from replay.log import Event, Header, Log, Player, read_text
from replay.problems import Fault
from replay.referee import Replay, replay
from replay.simulate import event_of

NAMES = ("Ana", "Bram", "Cleo", "Dirk", "Eva")
OPEN = Rulings(True, True, False, True, True, False, True, True, True, False)

#: A box so small that everything can be tried: two resource dice, tracks of three spaces, two bidding cards.
TINY = {
    "resource-dice": {"by_players": [2, 2, 2, 2], "faces": ["S", "M", "B"]},
    "cadfael-dice": {"count": 1},
    "adjustment-die": {"faces": ["A+", "A+-"]},
    "gold-die": {"faces": ["G1", "GA"]},
    "mule-die": {"faces": [1, 2]},
    "market-path": {"spaces": 3},
    "market-groups": {"by_players": [[3, 1], [3, 1], [3, 1], [2, 2]]},
    "resource-track": {"spaces": 3},
    "vp-stacks": {"stacks": [{"space": 2, "tokens": [2, 1]}]},
    "penalties": {"points": [1]},
    "bishop-track": {"spaces": 3, "tokens_on": [2, 3]},
    "gold-ratios": {"ratios": [{"space": 2, "gold": 2}]},
    "bishop-tokens": {"groups": [["1G1R", "1V"], ["2R"]]},
    "bidding-cards": {"values": [1, 2]},
    "cadfael-cards": {"shown": 2, "auctions": 1},
    "start": {"gold": 2},
    "value-dice": {"start": 2, "low": 1, "high": 3},
    "scoring": {"from_space": 2},
}
#: The real box with short tracks, so that markers often stand on top.
SHORT = {
    "resource-track": {"spaces": 5},
    "vp-stacks": {"stacks": [{"space": 4, "tokens": [3, 2, 1]}]},
    "end": {"markers": 9},
    "bishop-track": {"spaces": 12, "tokens_on": [2, 3, 4]},
}


def header(players: int = 3, **values: str) -> Header:
    """A header for so many players."""
    seated = tuple(Player(name, name) for name in NAMES[:players])
    return Header("biblios-dice", seated, dict(values), rules="biblios-dice/1")


def start(
    players: int = 3, box: dict[str, Any] | None = None, *, objectives: bool = False, rulings: Rulings = OPEN
) -> State:
    """A position at ply 0, with the standard box or another one."""
    return State(compile_sheet(box or {}, "test"), NAMES[:players], rulings, objectives)


def play(state: State, move: tuple[Any, ...], *, stood: bool = False) -> None:
    """Play a move as the referee does; raises Fault."""
    state.flag, state.doubt, state.stood = 0, "", stood
    game.play(state, move)


def accepts(state: State, move: tuple[Any, ...]) -> bool:
    """Whether `play` accepts a move here; the position stays as it is."""
    try:
        play(state.clone(), move)
    except Fault:
        return False
    return True


def random_game(
    state: State, rng: random.Random, *, character: str = "random", most: int = 2000
) -> list[tuple[Any, ...]]:
    """Play a game to its end (or `most` plies) and return its moves."""
    from replay.games.biblios_dice.bots import choose

    moves = []
    while not state.is_over() and len(moves) < most:
        move = choose(state, rng, character)
        play(state, move)
        moves.append(move)
    return moves


def log_of(head: Header, rng: random.Random, *, most: int = 2000) -> Log:
    """A random game as a log."""
    state = game.start(head)
    log = Log("-", 1, head)
    while not state.is_over() and len(log.events) < most:
        move = game.random_move(state, rng)
        event: Event = event_of(game, state, move)  # type: ignore[arg-type]
        play(state, move)
        log.events.append(event)
        log.lines.append(len(log.events))
    return log


def judge(lines: str, players: int = 3, head: str = "") -> Replay:
    """Judge events written by hand, `;` or a line break between them."""
    text = f"format: 1\ngame: biblios-dice\nplayers: {', '.join(NAMES[:players])}\n{head}\n\n{lines}\n"
    return replay(read_text(text.replace("\n\n\n", "\n\n"))[0])


def position(state: State) -> dict[str, Any]:
    """Everything that makes a position, as plain values, for comparison; times of arrival only by their order."""
    skip = {"stamp", "clock", "sheet", "rulings", "flag", "doubt", "stood"}
    found = {name: getattr(state, name) for name in State.__slots__ if name not in skip}
    found["order"] = [state.order(track) for track in range(6)]
    return {name: list(value) if isinstance(value, list) else value for name, value in found.items()}
