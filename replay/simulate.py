"""Complete legal games played by simple bots, as logs that say that they are simulated.

Nothing here knows a rule: the game's `choose` offers a move, the referee's gate plays it, and the moves become a log.
"""

from __future__ import annotations

import datetime as dt
import importlib
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from replay.games import GAMES, Game
from replay.log import Event, Header, Log, Player
from replay.problems import Fault

CHARACTERS: Final = ("random", "cautious", "greedy")
#: Invented players for simulated games, in the order in which they are seated.
NAMES: Final = ("Ada", "Bela", "Cyril", "Dora", "Emil", "Fanny", "Gero", "Hanna")


@dataclass(frozen=True, slots=True)
class Plan:
    """What a simulated game is played with: game, handles, a character per seat and further header values."""

    game: str
    handles: tuple[str, ...]
    characters: tuple[str, ...]
    values: Mapping[str, str]
    id: str


def header_of(plan: Plan) -> Header:
    """The header of a simulated game: its values, an `id`, and the marks that a program played it."""
    game = GAMES[plan.game]
    order = ("id", "date", "event", "place", "scribe", "status", "rules", *game.HEADER_KEYS)
    values = dict(sorted({**plan.values, "id": plan.id}.items(), key=lambda kv: order.index(kv[0])))
    extra = {
        "x-simulated": "yes",
        "x-bots": ", ".join(f"{h}={c}" for h, c in zip(plan.handles, plan.characters, strict=True)),
    }
    return Header(
        plan.game, tuple(Player(h, h) for h in plan.handles), values, {}, (), (), extra, game.RULE_SETS[-1], {}
    )


def play_game(plan: Plan, rng: random.Random) -> Log:
    """One complete game as a `Log`. Raises Fault where a bot's move is refused (a defect of the bot)."""
    game = GAMES[plan.game]
    bots = importlib.import_module(f"{game.__name__}.bots")  # type: ignore[attr-defined]
    header = header_of(plan)
    state: Any = game.start(header)
    log = Log("-", 1, header)
    characters = plan.characters
    while True:
        if state.is_over() and _shown(game, state):
            return log
        mover = _mover(game, state)
        move = bots.choose(state, rng, characters[mover] if 0 <= mover < len(characters) else "random")
        state.flag = 0
        state.doubt = ""
        game.play(state, move)
        log.events.append(event_of(game, state, move))
        log.lines.append(len(log.events))


def event_of(game: Game, state: Any, move: tuple[Any, ...]) -> Event:
    """The canonical event of a move."""
    text = game.text_of(state, move)
    words = text.split()
    names = game.names(state.handles)
    if words[0] in game.ACTORLESS:
        return Event(None, -1, words[0], tuple(words[1:]), text, move)
    return Event(words[0], names.seat_of(words[0]), words[1], tuple(words[2:]), text, move)


def _mover(game: Game, state: Any) -> int:
    seats = importlib.import_module(f"{game.__name__}.view").to_act(state)  # type: ignore[attr-defined]
    return seats[0] if seats else -1


def _shown(game: Game, state: Any) -> bool:
    """Whether nothing more can be said after the end (hands of Biblios are shown; objectives of Dice belong to the game)."""
    return game.NAME != "biblios" or all(state.shown_hands)


def games(
    game: str,
    players: int | None,
    seed: int,
    count: int,
    *,
    values: Mapping[str, str] | None = None,
    handles: Sequence[str] | None = None,
    characters: Sequence[str] | None = None,
    start: dt.date | None = None,
    event: str | None = None,
) -> Iterator[Log]:
    """`count` simulated games, the same for the same arguments.

    players     number of players; None changes it from game to game.
    values      further header values (`penalty`, `objectives`, …).
    handles     pool of names from which the seats are drawn (default: `NAMES`).
    characters  bots by seat, repeated as needed (default: drawn at random).
    start       date of the first game; the following ones are a week apart, three to an evening.
    """
    rules = GAMES[game]
    rng = random.Random(f"{seed} {game} {players}")
    pool = list(handles or NAMES)
    for number in range(count):
        seats = players or rng.choice([n for n in rules.PLAYERS if n <= len(pool)])
        seated = tuple(rng.sample(pool, seats))
        bots = tuple(
            (characters or [rng.choice(CHARACTERS) for _ in range(seats)])[i % len(characters or seated)]
            for i in range(seats)
        )
        own = dict(values or {})
        if start is not None:
            own["date"] = (start + dt.timedelta(days=7 * (number // 3))).isoformat()
        if event is not None:
            own["event"] = event
        if game == "biblios" and "penalty" not in own and rng.random() < 0.3:
            own["penalty"] = "medieval-bluff"
        if game == "biblios-dice" and "objectives" not in own and rng.random() < 0.4:
            own["objectives"] = "yes"
        name = f"sim-{'b' if game == 'biblios' else 'd'}{seats}-{seed}-{number:05d}"
        yield play_game(Plan(game, seated, bots, own, name), rng)


__all__ = ["CHARACTERS", "NAMES", "Fault", "Plan", "event_of", "games", "header_of", "play_game"]
