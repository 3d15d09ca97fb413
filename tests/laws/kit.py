"""Random complete games for the laws: bots choose, now and then a player breaks a rule and the table lets it stand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from replay.games import GAMES, Move
from replay.games.biblios import bots, cards, words
from replay.games.biblios import state as st
from replay.games.biblios.play import play
from replay.games.biblios.state import State
from replay.log import Log, read_text
from replay.problems import Fault

BIBLIOS = GAMES["biblios"]
HANDLES = ("Ana", "Bram", "Cleo", "Dirk")
GOLD = range(cards.FIRST_GOLD, cards.FIRST_CHURCH)


@dataclass(frozen=True)
class Made:
    """A game as text: header lines, events, and where `!` stands."""

    header: tuple[str, ...]
    events: tuple[str, ...]
    players: int
    aside: tuple[str, ...] = ()

    def text(self, events: tuple[str, ...] | list[str] | None = None) -> str:
        """The log, with other events if asked."""
        return "\n".join([*self.header, "", *(self.events if events is None else events)]) + "\n"

    def log(self, events: tuple[str, ...] | list[str] | None = None) -> Log:
        """The log, read."""
        (log,) = read_text(self.text(events))
        assert not log.syntax, log.syntax[0]
        return log


def _mischief(s: State, rng: random.Random) -> Move | None:
    """A move against the rules that a table may let stand, or one that rests on an open ruling."""
    if s.phase == st.PLACE and s.kept == 1 and s.kept_ply != s.ply and s.deck > 1:
        code = bots._stock(s, rng)[-1]
        if code < cards.FIRST_CHURCH:
            return (rng.choice([st.KEEPS, st.AUCTIONS] if s.auctioned == 1 else [st.KEEPS]), s.active, code)
    if s.phase == st.PAY:
        hand = bots._hand(s, s.holder)
        if s.lot in GOLD:
            count = rng.choice([s.standing + 1, max(1, s.standing - 1)])
            if count <= len(hand):
                return (st.DISCARDS, s.holder, tuple(rng.sample(hand, count)))
        else:
            gold = [code for code in hand if code in GOLD]
            if gold:
                return (st.PAYS, s.holder, tuple(rng.sample(gold, rng.randint(1, len(gold)))))
        return (st.DEFAULTS, s.holder)
    if s.phase == st.CHURCH:
        number = cards.CHURCH_DICE[s.pending]
        changes = tuple((rng.choice((-1, 1)), rng.randrange(5)) for _ in range(number))
        return (st.USES, s.owner, s.pending, changes)
    return None


def _try(s: State, move: Move, stood: bool) -> tuple[State, int] | None:
    trial = s.clone()
    trial.stood, trial.flag, trial.doubt = stood, 0, ""
    try:
        play(trial, move)
    except Fault:
        return None
    flag, trial.flag, trial.doubt, trial.stood = trial.flag, 0, "", False
    return trial, flag


def make(seed: int, *, mischief: float = 0.03, holds: bool = True, aside: bool = False) -> Made:
    """A complete legal log, everything written."""
    rng = random.Random(seed)
    players = rng.choice((2, 2, 3, 4))
    handles = HANDLES[:players]
    header = ["format: 1", "game: biblios", f"players: {', '.join(handles)}"]
    if rng.random() < 0.5:
        header.append("penalty: medieval-bluff")
    rulings = [
        f"{name}={rng.choice(settings)}"
        for name, settings in (
            ("capped-die", ("no-effect", "forbidden")),
            ("spare-gold", ("allowed", "forbidden")),
            ("refusal", ("allowed", "forbidden")),
            ("kept-church", ("either",)),
            ("tie-order", ("PMHST", "TSHMP")),
        )
        if rng.random() < 0.3
    ]
    if rulings:
        header.append("rulings: " + ", ".join(rulings))
    (log,) = read_text("\n".join(header) + "\n")
    s = BIBLIOS.start(log.header)
    character = [rng.choice(bots.CHARACTERS) for _ in handles]
    events: list[str] = []
    if aside:
        # What the set-up took away is written down: all of it.
        pool = Counter({kind: s.ledger.pool[kind] for kind in range(cards.KINDS)})
        stock = bots._stock(s, rng)
        rest = list((pool - Counter(stock)).elements())
        rest += [code for code in GOLD for _ in range({2: 2, 3: 1, 4: 0}[players])]
        rng.shuffle(rest)
        shown = rest[: rng.randint(0, len(rest))]
        if shown:
            header.append("removed: " + " ".join(cards.NAMES[code] for code in shown))
        (log,) = read_text("\n".join(header) + "\n")
        assert not log.syntax, log.syntax
        stock_copy = list(stock)
        s = BIBLIOS.start(log.header)
        s.stock = stock_copy
    while True:
        if s.is_over() and (not holds or all(s.shown_hands)):
            break
        done = None
        if rng.random() < mischief * (8 if s.phase in (st.PAY, st.CHURCH) else 3):
            move = _mischief(s, rng)
            if move is not None:
                done = _try(s, move, False)
                mark = ""
                if done is None or (done[1] and rng.random() < 0.4):
                    done = _try(s, move, True)
                    mark = " !"
                if done is not None:
                    text = words.text_of(move, handles) + mark
                    if move[0] in (st.KEEPS, st.AUCTIONS):
                        assert done[0].stock is not None
                        done[0].stock.pop()
        if done is None:
            actor = s.active
            try:
                move = bots.choose(s, rng, character[actor])
            except (IndexError, ValueError):
                break
            done = _try(s, move, False)
            if done is None:  # forbidden by a ruling of this log: another choice
                if move[0] == st.USES:
                    move = (st.DECLINES, move[1], move[2])
                elif move[0] == st.PAYS:
                    move = (st.DEFAULTS, move[1])
                done = _try(s, move, False)
            assert done is not None, words.text_of(move, handles)
            text = words.text_of(move, handles)
        s = done[0]
        events.append(text)
    return Made(tuple(header), tuple(events), players)


HIDEABLE = ("keeps", "auctions", "discards", "draws", "loses")


def hide(made: Made, rng: random.Random, words_part: float, letters_part: float) -> list[str]:
    """The events with a random part of the hidden words as `?`, and a random part of the letters left out."""
    out = []
    for event in made.events:
        actor, verb, *rest = event.split()
        for index, word in enumerate(rest):
            if verb in HIDEABLE and word[0] in "PMHSTGC" and (verb != "draws" or index == 0) and word[0] != "C":
                if rng.random() < words_part:
                    rest[index] = "?"
                    continue
            elif verb in ("keeps", "auctions") and word[0] == "C" and rng.random() < words_part:
                rest[index] = "?"
                continue
            if len(word) == 3 and word[0] in "PMHST" and word[2] in "abcdefghi" and rng.random() < letters_part:
                rest[index] = word[:2]
        out.append(" ".join([actor, verb, *rest]))
    return out


def states(replayed: Any, stride: int = 1) -> Iterator[tuple[int, dict[str, Any]]]:
    """The position of every (or every so many) ply, and of the last, as plain data."""
    found: list[tuple[int, dict[str, Any]]] = []

    def visit(ply: int, state: Any) -> None:
        if ply % stride == 0 or ply == replayed.plies:
            found.append((ply, dict(replayed.game.view(state))))

    replayed.walk(visit)
    return iter(found)


PUBLIC = ("phase", "active", "to_act", "dice", "deck", "removed", "auction_pile", "placed", "discards", "over")


def public(view: dict[str, Any]) -> dict[str, Any]:
    """What everybody at the table sees of a position. A kept Church card that nobody has seen is still a card."""
    out = {key: view[key] for key in PUBLIC}
    out["seats"] = [{k: seat[k] for k in ("handle", "passed", "out", "bid")} for seat in view["seats"]]
    lot = view["lot"]
    out["lot"] = lot and {k: lot[k] for k in ("number", "standing", "holder", "defaults")}
    out["lots"] = [{k: v for k, v in lot.items() if k != "card"} for lot in view["lots"]]
    return out


def lettered(word: str, other: str) -> bool:
    """Whether two card words can mean the same card."""
    return word == other or (word[:2] == other[:2] and (len(word) == 2 or len(other) == 2) and word[0] in "PMHST")
