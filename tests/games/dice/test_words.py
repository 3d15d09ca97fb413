"""Reading and writing of events: every word, and anything else a scribe may write."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.games import biblios_dice as game
from replay.games.biblios_dice.codes import FACE_NAME, token_code, token_name
from replay.log import read_text
from replay.problems import WordFault, format_rules
from tests.games.dice import kit

NAMES2 = game.names(("Ana", "Bram"))
NAMES3 = game.names(("Ana", "Bram", "Cleo"))

_WORDS = st.sampled_from(
    [
        "S",
        "M",
        "P",
        "Q",
        "I",
        "B",
        "G1",
        "G5",
        "GA",
        "G0",
        "G99",
        "G100",
        "A+",
        "A-",
        "A++",
        "A--",
        "A+-",
        "A3",
        "A2",
        "mule1",
        "mule0",
        "MULE3",
        "converting",
        "CONVERTING",
        "/",
        "+",
        "+S",
        "-S",
        "=I",
        "+B",
        ">",
        "S>M",
        "A->A3",
        "A-->A-",
        "GA>G3",
        "1G1R",
        "3g",
        "5V",
        "6R",
        "0V",
        "GRV",
        "1",
        "2",
        "3",
        "pass",
        "Ana=3",
        "Bram=pass",
        "Cadfael=4",
        "cadfael=4",
        "Cleo=2",
        "Ana=",
        "=3",
        "Ana=08",
        "?",
        "Ana=-1",
        "s",
        "m",
        "ı",
        "ß",
        "Ⅰ",
        "²",
        "٣",
        "-",
    ]
)
_ANY = st.text(st.characters(blacklist_categories=("Cs", "Cc", "Zs", "Zl", "Zp")), min_size=1, max_size=6)


@given(st.sampled_from(sorted(game.VERBS)), st.lists(_WORDS | _ANY, max_size=10), st.booleans())
def test_parse_reads_or_faults(verb: str, words: list[str], two: bool) -> None:
    names = NAMES2 if two else NAMES3
    seat = -1 if verb == "reveal" else 0
    try:
        move, canonical = game.parse(seat, verb, words, names)
    except WordFault as fault:
        found = fault
    else:
        found = None
    if found is not None:
        assert found.rule in format_rules()
        assert found.message
        assert found.word is None or -2 <= found.word <= len(words)
        return
    assert len(canonical) == len(words)
    assert game.parse(seat, verb, canonical, names) == (move, canonical)
    state = kit.start(2 if two else 3)
    text = game.text_of(state, move)
    assert text == " ".join([*(["Ana"] if seat == 0 else []), verb, *canonical])
    hash(move)


@given(st.lists(st.sampled_from(["Ana", "Bram", "Cadfael", "reveal"]), min_size=1, max_size=6), st.data())
def test_nothing_crashes(actors: list[str], data: st.DataObject) -> None:
    lines = []
    for actor in actors:
        verb = data.draw(st.sampled_from(sorted(game.VERBS)))
        words = data.draw(st.lists(_WORDS, max_size=10))
        lines.append(" ".join([actor, *([] if actor == "reveal" else [verb]), *words]))
    found = kit.judge("\n".join(lines), 2)
    assert found.status in ("invalid", "unfinished")


@given(st.integers(2, 5), st.integers(0, 10**6), st.data())
def test_blind_edits_are_found_or_harmless(players: int, seed: int, data: st.DataObject) -> None:
    """Lines dropped, doubled, exchanged: the referee says something or plays on, and never fails itself."""
    log = kit.log_of(kit.header(players), random.Random(seed))
    lines = [event.line() for event in log.events]
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 2))
        how = data.draw(st.sampled_from(["drop", "double", "swap"]))
        if how == "drop":
            del lines[at]
        elif how == "double":
            lines.insert(at, lines[at])
        else:
            lines[at], lines[at + 1] = lines[at + 1], lines[at]
    found = kit.judge("\n".join(lines), players)
    assert found.status in ("invalid", "unfinished", "complete")
    if found.problem is not None:
        assert found.problem.rule in game.rules()
        assert "{" not in found.problem.message


def test_faces_and_tokens_have_one_name() -> None:
    assert len(set(FACE_NAME.values())) == len(FACE_NAME)
    for group in game.load_sheet().token_groups:
        for token in group:
            assert token_code(token_name(token)) == token
    assert token_code("1g2r") == 120
    assert token_code("") is None
    assert token_code("G") is None


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("Ana rolls", "log.event.words"),
        ("Ana rolls S X", "log.event.card"),
        ("Ana rerolls S", "log.event.card"),
        ("Ana rerolls S>", "log.event.card"),
        ("Ana takes", "log.event.words"),
        ("Ana takes mule1", "log.event.card"),
        ("Ana takes G3 +I", "log.event.words"),
        ("Ana takes I Q", "log.event.words"),
        ("Ana takes I converting", "log.event.words"),
        ("Ana takes I converting G3", "log.event.card"),
        ("Ana takes A+ +B", "log.event.card"),
        ("Ana takes A++ +I +Q +S", "log.event.words"),
        ("Ana turns XYZ", "log.event.card"),
        ("Ana turns 1G1R X", "log.event.card"),
        ("Ana splits S S M", "log.event.words"),
        ("Ana splits / S", "log.event.words"),
        ("reveal", "log.event.words"),
        ("reveal Ana=x", "log.event.number"),
        ("reveal Nobody=3", "log.event.player"),
        ("reveal Cadfael=3", "log.event.player"),
        ("reveal Ana3", "log.event.words"),
        ("Ana chooses 3", "log.event.number"),
        ("Ana objective B", "log.event.card"),
        ("Ana objective S M", "log.event.words"),
        ("Cadfael rolls S M P", "log.event.player"),
        ("Ana reveal Ana=3", "log.event.verb"),
    ],
)
def test_words_that_cannot_be_read(line: str, rule: str) -> None:
    found = kit.judge(line, 3)
    assert found.problem is not None
    assert (found.problem.kind, found.problem.rule, found.problem.ply) == ("syntax", rule, 1)


def test_one_spelling() -> None:
    text = "format: 1\ngame: biblios-dice\nplayers: Ana, Bram\n\ncadfael ROLLS s m p\nAna Rolls s M p q i b g3 a＋– MULE1\n"
    log = read_text(text)[0]
    assert [event.text for event in log.events] == ["Cadfael rolls S M P", "Ana rolls S M P Q I B G3 A+- mule1"]


@pytest.mark.parametrize(
    ("head", "line", "part"),
    [
        ("objectives: maybe", 4, "yes or no"),
        ("components: standart", 4, "did you mean standard?"),
        ("components: ../sheet", 4, "unknown component sheet"),
        ("components: sheet.toml", 4, "known: standard"),
        ("rulings: capped-die=sometimes", 4, "no-effect, forbidden"),
        ("penalty: standard", 4, "not a header key of biblios-dice"),
    ],
)
def test_headers(head: str, line: int, part: str) -> None:
    found = kit.judge("Ana rolls S", 3, head)
    assert found.problem is not None
    assert (found.problem.kind, found.problem.ply, found.problem.line) == ("syntax", None, line)
    assert part in found.problem.message
