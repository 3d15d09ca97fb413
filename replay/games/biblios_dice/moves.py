"""Events of Biblios Dice: from words to moves and back.

Moves are tuples of a verb code, the seat and the verb's own parts:

    (ROLLS, seat, faces)                       (REROLLS, seat, ((from, to), …))
    (TAKES, seat, face, faces or changes)      (TURNS, seat, token, tracks)
    (SPLITS, seat, faces, faces)               (REVEAL, -1, ((actor, card), …))
    (CHOOSES, seat, 1 or 2)                    (OBJECTIVE, seat, track or UNKNOWN)

Words keep the order in which they were written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from replay.games import Move, Names
from replay.games.biblios_dice.codes import (
    ADJUST,
    BISHOP,
    CHANGE,
    CHANGE_NAME,
    FACE,
    FACE_NAME,
    GOLD,
    KIND_SHIFT,
    LARGEST,
    MULE,
    PASS,
    RESOURCES,
    TRACKS,
    UNKNOWN,
    card_name,
    token_code,
    token_name,
)
from replay.games.biblios_dice.components import MOST_PLAYERS
from replay.problems import WordFault

ROLLS: Final = 0
REROLLS: Final = 1
TAKES: Final = 2
TURNS: Final = 3
SPLITS: Final = 4
REVEAL: Final = 5
CHOOSES: Final = 6
OBJECTIVE: Final = 7
VERBS: Final = {
    "rolls": ROLLS, "rerolls": REROLLS, "takes": TAKES, "turns": TURNS, "splits": SPLITS, "reveal": REVEAL,
    "chooses": CHOOSES, "objective": OBJECTIVE,
}  # fmt: skip
VERB_NAMES: Final = tuple(VERBS)

#: More words than any event has, however many dice a sheet holds.
_MOST_WORDS: Final = 64
_MOST_CHANGES: Final = 2
_MOST_TRACKS: Final = 5

#: Cards whose words are known beforehand: the pass card and the numbers below.
_SMALL_CARDS: Final = 10
_SMALL_BY_ACTOR: Final = tuple(
    [tuple([(actor, card) for card in range(_SMALL_CARDS)]) for actor in range(MOST_PLAYERS + 1)]
)
#: Faces by their canonical words only.
_canonical: Final = {name: code for code, name in FACE_NAME.items()}.__getitem__

Parsed = tuple[Move, Sequence[str]]


def parse(seat: int, verb: str, words: Sequence[str], names: Names) -> Parsed:
    """Read the words of an event. Raises WordFault for what cannot be read (log format 1, Words)."""
    if len(words) > _MOST_WORDS:
        raise WordFault("log.event.words", f"{len(words)} words after {verb}: no event has so many", word=_MOST_WORDS)
    return _PARSERS[verb](seat, words, names)


def _face(word: str, index: int) -> int:
    code = FACE.get(word)
    if code is None:
        code = FACE.get(word.upper()) if word.isascii() else None
        if code is None:
            raise WordFault("log.event.card", f"{word} is not a face of a die", word=index)
    return code


def _nothing(verb: str, what: str) -> WordFault:
    return WordFault("log.event.words", f"{verb} what? {what}", word=None)


def _parse_rolls(seat: int, words: Sequence[str], names: Names) -> Parsed:
    if not words:
        raise _nothing("rolls", "all dice are named, such as S S M P I B G3 A+ mule1")
    try:
        return (ROLLS, seat, tuple(map(_canonical, words))), tuple(words)
    except KeyError:
        faces = tuple([_face(word, index) for index, word in enumerate(words)])
        return (ROLLS, seat, faces), tuple([FACE_NAME[face] for face in faces])


def _parse_rerolls(seat: int, words: Sequence[str], names: Names) -> Parsed:
    if not words:
        raise _nothing("rerolls", "each die is written as FROM>TO, such as I>Q")
    pairs: list[tuple[int, int]] = []
    for index, word in enumerate(words):
        before, arrow, after = word.partition(">")
        if not arrow:
            raise WordFault("log.event.card", f"{word} is not FROM>TO, such as I>Q", word=index)
        pairs.append((_face(before, index), _face(after, index)))
    return (REROLLS, seat, tuple(pairs)), tuple([f"{FACE_NAME[a]}>{FACE_NAME[b]}" for a, b in pairs])


#: Takes read before, by their words: there are few.
_TAKES: Final[dict[tuple[str, ...], tuple[int, tuple[int, ...], tuple[str, ...]]]] = {}
_MOST_TAKES: Final = 4096


def _parse_takes(seat: int, words: Sequence[str], names: Names) -> Parsed:
    key = tuple(words)
    found = _TAKES.get(key)
    if found is None:
        found = _read_take(words)
        if len(_TAKES) < _MOST_TAKES:
            _TAKES[key] = found
    return (TAKES, seat, found[0], found[1]), found[2]


def _read_take(words: Sequence[str]) -> tuple[int, tuple[int, ...], tuple[str, ...]]:
    """Face, conversion or changes, and canonical words of a take."""
    if not words:
        raise _nothing("takes", "a resource, B, the gold die or the adjustment die")
    face = _face(words[0], 0)
    rest = words[1:]
    if face >= MULE:
        raise WordFault("log.event.card", "the mule die is never taken", word=0)
    if face >= ADJUST:
        if len(rest) > _MOST_CHANGES:
            raise WordFault("log.event.words", f"no adjustment has {len(rest)} changes", word=1 + _MOST_CHANGES)
        changes: list[int] = []
        for index, word in enumerate(rest, 1):
            change = CHANGE.get(word)
            if change is None:
                change = CHANGE.get(word.upper()) if word.isascii() else None
                if change is None:
                    raise WordFault(
                        "log.event.card", f"{word} is not a change of a value die, such as +I, -I or =I", word=index
                    )
            changes.append(change)
        return face, tuple(changes), (FACE_NAME[face], *[CHANGE_NAME[change] for change in changes])
    if not rest:
        return face, (), (FACE_NAME[face],)
    if face >= GOLD:
        raise WordFault("log.event.words", f"nothing follows {FACE_NAME[face]}", word=1)
    if rest[0].lower() != "converting":
        raise WordFault("log.event.words", f"{rest[0]} after {FACE_NAME[face]}: only `converting` can follow", word=1)
    if len(rest) == 1:
        raise WordFault("log.event.words", "converting to what? one face for each die taken", word=1)
    shown: list[int] = []
    for index, word in enumerate(rest[1:], 2):
        code = _face(word, index)
        if code > BISHOP:
            raise WordFault("log.event.card", f"{word} is not a face of a resource die", word=index)
        shown.append(code)
    return face, tuple(shown), (FACE_NAME[face], "converting", *[TRACKS[code] for code in shown])


def _parse_turns(seat: int, words: Sequence[str], names: Names) -> Parsed:
    if not words:
        raise _nothing("turns", "a Bishop token such as 1G2R, and the tracks of its steps")
    token = token_code(words[0])
    if token is None:
        raise WordFault("log.event.card", f"{words[0]} is not a Bishop token, such as 1G2R", word=0)
    if len(words) > 1 + _MOST_TRACKS:
        raise WordFault("log.event.words", f"no Bishop token has {len(words) - 1} steps", word=1 + _MOST_TRACKS)
    tracks: list[int] = []
    for index, word in enumerate(words[1:], 1):
        track = TRACKS.find(word.upper()) if len(word) == 1 and word.isascii() else -1
        if track < 0:
            raise WordFault("log.event.card", f"{word} is not a track", word=index)
        tracks.append(track)
    return (TURNS, seat, token, tuple(tracks)), (token_name(token), *[TRACKS[track] for track in tracks])


def _parse_splits(seat: int, words: Sequence[str], names: Names) -> Parsed:
    if not words:
        raise _nothing("splits", "the dice of the two groups, with / between them")
    if words.count("/") != 1:
        raise WordFault("log.event.words", "the two groups are written with one / between them", word=None)
    middle = words.index("/")
    if middle in (0, len(words) - 1):
        raise WordFault("log.event.words", "a group without dice", word=middle)
    try:
        one, two = tuple(map(_canonical, words[:middle])), tuple(map(_canonical, words[middle + 1 :]))
        return (SPLITS, seat, one, two), tuple(words)
    except KeyError:
        pass
    one = tuple([_face(word, index) for index, word in enumerate(words[:middle])])
    two = tuple([_face(word, index) for index, word in enumerate(words[middle + 1 :], middle + 1)])
    canonical = (*[FACE_NAME[face] for face in one], "/", *[FACE_NAME[face] for face in two])
    return (SPLITS, seat, one, two), canonical


def _parse_reveal(seat: int, words: Sequence[str], names: Names) -> Parsed:
    if not words:
        raise _nothing("reveal", "who turns up what, such as Ana=5 Bram=pass")
    try:
        return (REVEAL, -1, tuple(map(_cards_by_word(names.actors).__getitem__, words))), tuple(words)
    except KeyError:
        cards = [_bidding_card(word, index, names) for index, word in enumerate(words)]
        return (REVEAL, -1, tuple(cards)), tuple([f"{names.actors[actor]}={card_name(card)}" for actor, card in cards])


@lru_cache(maxsize=64)
def _cards_by_word(actors: tuple[str, ...]) -> dict[str, tuple[int, int]]:
    """(actor, card) of every canonical word of a turn-up with small cards."""
    found: dict[str, tuple[int, int]] = {}
    for actor, handle in enumerate(actors):
        found.update(zip(_words_of_cards(handle), _SMALL_BY_ACTOR[actor], strict=True))
    return found


@lru_cache(maxsize=256)
def _words_of_cards(handle: str) -> tuple[str, ...]:
    """An actor's words for the small cards."""
    return tuple([f"{handle}={card_name(card)}" for card in range(_SMALL_CARDS)])


def _bidding_card(word: str, index: int, names: Names) -> tuple[int, int]:
    """Read `HANDLE=CARD`."""
    handle, equals, card = word.rpartition("=")
    if not equals:
        raise WordFault("log.event.words", f"{word} is not HANDLE=CARD, such as Ana=5", word=index)
    actor = names.seat_of(handle)
    if actor < 0:
        raise WordFault("log.event.player", f"unknown player {handle}", word=index)
    if card.lower() == "pass":
        return actor, PASS
    if card.isascii() and card.isdigit() and len(card) <= 3 and 1 <= int(card) <= LARGEST and card[0] != "0":
        return actor, int(card)
    raise WordFault("log.event.number", f"{card or 'nothing'} is not a bidding card: a number or pass", word=index)


def _parse_chooses(seat: int, words: Sequence[str], names: Names) -> Parsed:
    if not words:
        raise _nothing("chooses", "1 or 2, the group as it was split")
    if len(words) > 1:
        raise WordFault("log.event.words", "one group is chosen, 1 or 2", word=1)
    if words[0] not in ("1", "2"):
        raise WordFault("log.event.number", f"{words[0]} is not a group; the groups are 1 and 2", word=0)
    return (CHOOSES, seat, int(words[0])), (words[0],)


def _parse_objective(seat: int, words: Sequence[str], names: Names) -> Parsed:
    if not words:
        raise _nothing("objective", "a resource track, or ?")
    if len(words) > 1:
        raise WordFault("log.event.words", "an objective is one track", word=1)
    word = words[0].upper()
    if word == "?":
        return (OBJECTIVE, seat, UNKNOWN), ("?",)
    track = TRACKS.find(word) if len(word) == 1 and words[0].isascii() else -1
    if not 0 <= track < RESOURCES:
        raise WordFault("log.event.card", f"{words[0]} is not a resource track (S M P Q I)", word=0)
    return (OBJECTIVE, seat, track), (word,)


_PARSERS: Final[dict[str, Callable[[int, Sequence[str], Names], Parsed]]] = {
    "rolls": _parse_rolls, "rerolls": _parse_rerolls, "takes": _parse_takes, "turns": _parse_turns,
    "splits": _parse_splits, "reveal": _parse_reveal, "chooses": _parse_chooses, "objective": _parse_objective,
}  # fmt: skip


def text_of(state: Any, move: Move) -> str:
    """The canonical event of a move; `state` (or anything with `handles`) gives the actors' names."""
    verb, seat = move[0], move[1]
    handles: Sequence[str] = state.handles
    if verb == REVEAL:
        return "reveal " + " ".join([f"{handles[actor]}={card_name(card)}" for actor, card in move[2]])
    return f"{handles[seat]} {VERB_NAMES[verb]} {' '.join(words_of(move))}"


def words_of(move: Move) -> list[str]:
    """The canonical words after the verb, for every move but `reveal`."""
    verb = move[0]
    if verb == ROLLS:
        return [FACE_NAME[face] for face in move[2]]
    if verb == REROLLS:
        return [f"{FACE_NAME[before]}>{FACE_NAME[after]}" for before, after in move[2]]
    if verb == TAKES:
        face, extra = move[2], move[3]
        if face >> KIND_SHIFT and face >= ADJUST:
            return [FACE_NAME[face], *[CHANGE_NAME[change] for change in extra]]
        return [FACE_NAME[face], "converting", *[TRACKS[code] for code in extra]] if extra else [FACE_NAME[face]]
    if verb == TURNS:
        return [token_name(move[2]), *[TRACKS[track] for track in move[3]]]
    if verb == SPLITS:
        return [*[FACE_NAME[face] for face in move[2]], "/", *[FACE_NAME[face] for face in move[3]]]
    if verb == CHOOSES:
        return [str(move[2])]
    return [TRACKS[move[2]] if move[2] >= 0 else "?"]
