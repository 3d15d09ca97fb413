"""Words of Biblios events ⇄ moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from replay.games import Move, Names
from replay.games.biblios import state as st
from replay.games.biblios.cards import CATEGORIES, CODES, FIRST_CHURCH, FIRST_CLASS, FIRST_GOLD, KINDS, NAMES, UNKNOWN
from replay.problems import WordFault

_NUMBER: Final = re.compile(r"\d{1,9}$", re.ASCII)
_MAX_CARDS: Final = 87
_HIDDEN: Final = {st.KEEPS, st.AUCTIONS, st.DISCARDS, st.DRAWS, st.LOSES}


def card_code(word: str) -> int | None:
    """The code of a card word in any case, `?` included; None where it is no card."""
    code = CODES.get(word)
    return CODES.get(word.lower()) if code is None else code


def _card(word: str, verb: int, index: int) -> int:
    code = CODES.get(word)
    if code is None:
        code = CODES.get(word.lower())
    if code is None:
        hint = ""
        if len(word) == 3 and word[0].upper() in CATEGORIES:
            right = [NAMES[c] for c in range(FIRST_GOLD) if NAMES[c][:2].lower() == word[:2].lower()]
            if right:
                hint = f"; {word[:2].upper()} has the letters {right[0][2]} to {right[-1][2]}"
        elif word[:1].upper() in CATEGORIES:
            values = sorted({NAMES[c][1] for c in range(FIRST_GOLD) if NAMES[c][0] == word[0].upper()})
            hint = f"; {word[0].upper()} has the values {' '.join(values)}"
        raise WordFault("log.event.card", f"{word} is not a card{hint}", word=index)
    if code == UNKNOWN and verb not in _HIDDEN:
        raise WordFault(
            "log.event.card",
            "`?` cannot stand here: everybody saw the card",
            word=index,
        )
    return code


def _count(verb: str, words: Sequence[str], low: int, high: int, form: str) -> None:
    if not low <= len(words) <= high:
        word = None if len(words) < low else high
        raise WordFault("log.event.words", f"{verb} is written `{form}`", word=word)


def _change(word: str, index: int) -> tuple[int, int]:
    text = word.upper()
    if len(text) == 2 and text[0] in "+-" and text[1] in CATEGORIES:
        return (1 if text[0] == "+" else -1), CATEGORIES.index(text[1])
    raise WordFault("log.event.card", f"{word} is not a change of a value die; write +P or -P with one of {' '.join(CATEGORIES)}",
                    word=index)  # fmt: skip


def parse(seat: int, verb: str, words: Sequence[str], names: Names) -> tuple[Move, Sequence[str]]:
    """Read the words of an event: the move and the canonical words. Raises WordFault (see `Game.parse`)."""
    code = st.VERBS[verb]
    form = f"HANDLE {verb} {FORMS[verb]}".strip()
    if code in (st.KEEPS, st.AUCTIONS, st.SHOWS, st.TAKES, st.FLIPS, st.LOSES):
        _count(verb, words, 1, 1, form)
        card = _card(words[0], code, 0)
        if code == st.LOSES and FIRST_CHURCH <= card < KINDS:
            raise WordFault("log.event.card", f"{words[0]} is a Church card; no hand holds one", word=0)
        return (code, seat, card), (NAMES[card],)
    if code == st.BIDS:
        _count(verb, words, 1, 1, form)
        if words[0].isascii() and words[0].isdigit() and len(words[0]) > 9:
            raise WordFault("log.event.number", f"{words[0]} is beyond any bid", word=0)
        if not _NUMBER.match(words[0]):
            raise WordFault("log.event.number", f"{words[0]} is not a whole number", word=0)
        return (code, seat, int(words[0])), (str(int(words[0])),)
    if code in (st.PASSES, st.DEFAULTS):
        _count(verb, words, 0, 0, form)
        return (code, seat), ()
    if code in (st.PAYS, st.DISCARDS):
        _count(verb, words, 1, _MAX_CARDS, form)
        cards = tuple(_card(word, code, index) for index, word in enumerate(words))
        return (code, seat, cards), [NAMES[card] for card in cards]
    if code in (st.USES, st.DECLINES):
        _count(verb, words, 1 + (code == st.USES), 3 if code == st.USES else 1, form)
        card = _card(words[0], code, 0)
        if not FIRST_CHURCH <= card < KINDS:
            raise WordFault("log.event.card", f"{words[0]} is not a Church card (C+ C- C++ C-- C+-)", word=0)
        if code == st.DECLINES:
            return (code, seat, card), (NAMES[card],)
        changes = tuple(_change(word, index) for index, word in enumerate(words[1:], 1))
        return (code, seat, card, changes), (NAMES[card], *[change_word(change) for change in changes])
    if code == st.DRAWS:
        _count(verb, words, 3, 3, form)
        if words[1].lower() != "from":
            raise WordFault("log.event.words", f"draws is written `{form}`", word=1)
        card = _card(words[0], code, 0)
        offender = names.seat_of(words[2])
        if offender < 0:
            from replay.log import nearest

            raise WordFault("log.event.player", f"unknown player {words[2]}{nearest(words[2], names.actors)}", word=2)
        return (code, seat, card, offender), (NAMES[card], "from", names.actors[offender])
    _count(verb, words, 1, _MAX_CARDS, form)
    if list(words) == ["-"]:
        return (code, seat, ()), ("-",)
    cards = tuple(_card(word, code, index) for index, word in enumerate(words))
    return (code, seat, cards), [NAMES[card] for card in cards]


FORMS: Final = {
    "keeps": "CARD", "auctions": "CARD", "shows": "CARD", "takes": "CARD", "uses": "CHURCH CHANGE [CHANGE]", "declines": "CHURCH",
    "flips": "CARD", "bids": "NUMBER", "passes": "", "pays": "GOLD…", "discards": "CARD…", "defaults": "",
    "draws": "CARD from HANDLE", "loses": "CARD", "holds": "CARD… or holds -",
}  # fmt: skip


def change_word(change: tuple[int, int]) -> str:
    """`+P` for (1, 0)."""
    return ("+" if change[0] > 0 else "-") + CATEGORIES[change[1]]


def text_of(move: Move, handles: Sequence[str]) -> str:
    """The canonical text of a move."""
    verb: int = move[0]
    seat: int = move[1]
    head = f"{handles[seat]} {st.VERB_NAMES[verb]}"
    if verb in (st.PASSES, st.DEFAULTS):
        return head
    if verb == st.BIDS:
        return f"{head} {move[2]}"
    if verb == st.USES:
        return " ".join([head, NAMES[move[2]], *[change_word(change) for change in move[3]]])
    if verb == st.DRAWS:
        return f"{head} {NAMES[move[2]]} from {handles[move[3]]}"
    if verb in (st.PAYS, st.DISCARDS, st.HOLDS):
        return f"{head} {' '.join([NAMES[code] for code in move[2]]) or '-'}"
    return f"{head} {NAMES[move[2]]}"


__all__ = ["FIRST_CLASS", "FORMS", "card_code", "change_word", "parse", "text_of"]
