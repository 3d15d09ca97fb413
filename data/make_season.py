"""Writes the sample season, `data/season/`: `python -m data.make_season`. Every game is simulated and says so.

The players are invented, each with a bot's character; evenings have three games of Biblios and two of Biblios Dice.
A few logs are as real ones are: partly recorded, with remarks, with a move that the table let stand.
"""

from __future__ import annotations

import datetime as dt
import importlib
import random
from pathlib import Path
from typing import Any, Final

from replay.games import GAMES, Game
from replay.log import Event, Log, Player, to_text
from replay.problems import DOUBT_STOOD, DOUBT_UNJUDGED, Fault
from replay.simulate import Plan, event_of, header_of

SEED: Final = 1226
FIRST: Final = dt.date(2026, 1, 8)
EVENINGS: Final = 22
#: Handle → (full name, character). All invented.
PLAYERS: Final = {
    "Ana": ("Ana Marín", "cautious"),
    "Bram": ("Bram de Wilde", "greedy"),
    "Chloé": ("Chloé Vantour", "cautious"),
    "Dirk": ("Dirk Osterwald", "random"),
    "Eda": ("Eda Yıldırım", "greedy"),
    "Feofan": ("Феофан Рощин", "cautious"),
    "Güniz": ("Güniz Korkut", "random"),
    "Haru": ("Haru Aoki", "greedy"),
}
REMARKS: Final = ("a long think", "everybody laughed", "tea was served", "the letter will matter", "bold")


def careless(state: Any, event: Event, rng: random.Random) -> Event:
    """Now and then a player of Biblios pays a card too many, or one too few and the table lets it stand."""
    if event.verb != "pays" or event.move is None:
        return event
    verb, seat, cards = event.move
    roll = rng.random()
    if roll < 0.012:
        spare = [kind for kind in (45, 46, 47) if state.hands[seat].sure[kind] > cards.count(kind)]
        if spare:
            more = (*cards, spare[0])
            return event_of(GAMES["biblios"], state, (verb, seat, more))
    elif roll < 0.016 and len(cards) > 1:
        less = event_of(GAMES["biblios"], state, (verb, seat, cards[1:]))
        less.stood = True
        return less
    return event


def play(plan: Plan, rng: random.Random) -> Log:
    """One game, with a careless payment now and then."""
    game = GAMES[plan.game]
    bots = importlib.import_module(f"{game.__name__}.bots")  # type: ignore[attr-defined]
    view = importlib.import_module(f"{game.__name__}.view")  # type: ignore[attr-defined]
    header = header_of(plan)
    header.players = tuple(Player(handle, PLAYERS[handle][0]) for handle in plan.handles)
    state: Any = game.start(header)
    log = Log("-", 1, header)
    while not (state.is_over() and (game.NAME != "biblios" or all(state.shown_hands))):
        seats = view.to_act(state)
        mover = seats[0] if seats and seats[0] < len(plan.characters) else 0
        event = event_of(game, state, bots.choose(state, rng, plan.characters[mover]))
        log.events.append(_played(game, state, event, careless(state, event, rng)))
        log.lines.append(len(log.events))
    return log


def _played(game: Game, state: Any, plain: Event, event: Event) -> Event:
    """Play an event; a careless one only where the rules call it stood or unjudged, else the plain one."""
    if event is not plain:
        trial = state.clone()
        trial.stood, trial.flag = event.stood, 0
        try:
            game.play(trial, event.move)  # type: ignore[arg-type]
        except Fault:
            event = plain
        else:
            if not trial.flag & (DOUBT_STOOD | DOUBT_UNJUDGED):
                event = plain
    state.stood, state.flag, state.doubt = event.stood, 0, ""
    game.play(state, event.move)  # type: ignore[arg-type]
    state.stood = False
    return event


def partly(log: Log, rng: random.Random, share: float) -> None:
    """Replace a share of the hidden words by `?`, as a scribe who did not see them would."""
    game = log.game
    assert game is not None
    names = game.names(log.header.handles)
    log.events = [game.hide(event, -1, names) if rng.random() < share else event for event in log.events]


def remark(log: Log, rng: random.Random) -> None:
    """Put one remark on one event."""
    index = rng.randrange(len(log.events))
    event = log.events[index]
    log.events[index] = Event(event.actor, event.seat, event.verb, event.words, event.text, event.move, rng.choice(REMARKS),
                              event.at, event.stood)  # fmt: skip


def evening(number: int, rng: random.Random) -> str:
    """The log of one evening: five games, one after the other."""
    date = FIRST + dt.timedelta(days=7 * number)
    values = {"date": date.isoformat(), "event": "Thursday club", "scribe": rng.choice(list(PLAYERS))}
    if number == EVENINGS - 1:
        values["event"] = "Season finale"
    out = []
    for table in range(5):
        game = "biblios" if table < 3 else "biblios-dice"
        seats = rng.choice((2, 3, 3, 4, 4)) if table < 3 else rng.choice((2, 3, 4, 4, 5))
        handles = tuple(rng.sample(list(PLAYERS), seats))
        own = dict(values)
        if game == "biblios" and rng.random() < 0.25:
            own["penalty"] = "medieval-bluff"
        if game == "biblios-dice" and rng.random() < 0.4:
            own["objectives"] = "yes"
        characters = tuple(PLAYERS[handle][1] for handle in handles)
        log = play(Plan(game, handles, characters, own, f"season-{number + 1:02d}-{table + 1}"), rng)
        if game == "biblios" and rng.random() < 0.15:
            partly(log, rng, rng.choice((0.2, 0.5, 1.0)))
        if rng.random() < 0.4:
            remark(log, rng)
        out.append(to_text(log))
    return "\n".join(out)


def main() -> None:
    """Write all evenings; the same seed gives the same season."""
    rng = random.Random(SEED)
    folder = Path(__file__).parent / "season"
    folder.mkdir(exist_ok=True)
    for number in range(EVENINGS):
        date = FIRST + dt.timedelta(days=7 * number)
        (folder / f"{date.isoformat()}.bgl").write_text(evening(number, rng), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
