"""Whatever is in a file: no exception, no hang, always a message with a place inside the file."""

from __future__ import annotations

import io
import json
import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as s

from replay.log import MAX_LINE, Log, read, read_text, to_jsonl, to_text
from replay.problems import Problem, render
from replay.referee import Replay, replay
from tests.laws.kit import make

HEAD = "format: 1\ngame: biblios\nplayers: Ana, Bram\n\n"
CONTROL = {ch for ch in map(chr, range(0x20)) if ch not in "\n\t"} | {chr(0x7F), "\u2028", "\u202e", "\x85"}


def judge_bytes(data: bytes) -> list[Replay]:
    """Read and judge a file; look at everything that is said about it."""
    lines = data.split(b"\n")
    found = []
    for log in read(io.BytesIO(data)):
        got = replay(log)
        found.append(got)
        for problem in got.problems:
            look(problem, len(lines) + 1, lines)
        if got.problem is not None and got.problem.ply is not None:
            assert 1 <= got.problem.ply <= max(len(log.events) + len(log.syntax), 1) + 1
            assert got.plies < got.problem.ply
        if not log.syntax:
            whole(log)
    return found


def look(problem: Problem, lines: int, raw: list[bytes] | None = None) -> None:
    """A message is fit to be read, and points into the file."""
    for full in (False, True):
        text = render(problem, full=full)
        assert text.strip()
        assert "Traceback" not in text
        assert raw is None or b"{" in b"".join(raw) or "{" not in problem.message, problem.message
        assert not CONTROL & set(text), (problem, CONTROL & set(text))
    assert problem.message
    assert problem.rule
    json.dumps(problem.as_json())
    assert problem.line is None or 1 <= problem.line <= lines, problem
    assert problem.column is None or problem.column >= 1
    if problem.column is not None and problem.line is not None and raw is not None and problem.line <= len(raw):
        assert problem.column <= len(raw[problem.line - 1]) + 2, problem


def whole(log: Log) -> None:
    """A log without syntax problems goes through both forms unchanged."""
    text = to_text(log)
    (again,) = read_text(text)
    assert not again.syntax, (again.syntax[0], text)
    assert to_text(again) == text
    (twin,) = read_text(to_jsonl(log))
    assert not twin.syntax, (twin.syntax[0], text)
    assert to_text(twin) == text


@given(data=s.binary(max_size=2000))
@settings(max_examples=settings().max_examples)
def test_random_bytes(data: bytes) -> None:
    judge_bytes(data)


@given(text=s.text(max_size=500))
@settings(max_examples=settings().max_examples)
def test_random_text(text: str) -> None:
    judge_bytes(text.encode("utf-8", "surrogatepass"))
    judge_bytes((HEAD + text).encode("utf-8", "surrogatepass"))
    judge_bytes(("format: 1\n" + text).encode("utf-8", "surrogatepass"))
    judge_bytes(("format: 1\ngame: biblios\nplayers: " + text).encode("utf-8", "surrogatepass"))


TOKENS = ("Ana", "Bram", "Cleo", "keeps", "auctions", "shows", "takes", "uses", "declines", "flips", "bids", "passes", "pays",
          "discards", "defaults", "draws", "loses", "holds", "from", "P3e", "P3", "M4h", "H1a", "G1", "G3", "C+", "C--", "+P",
          "-M", "=S", "?", "!", "-", ";", "#", "@19:42", "@", "1", "2", "0", "-1", "99999999999999999999", "\uff1f", "\u2212",
          "\n", "\n", "\n", "{0}", "{1}", "format:", "1", "\x00", "\u202e", "e\u0301", "\t")  # fmt: skip


@given(words=s.lists(s.sampled_from(TOKENS), max_size=60))
@settings(max_examples=settings().max_examples * 2)
def test_words_of_the_language_in_any_order(words: list[str]) -> None:
    judge_bytes((HEAD + " ".join(words)).encode())


KEYS = ("format", "game", "players", "id", "date", "event", "place", "scribe", "status", "result", "winner", "rules", "rulings",
        "penalty", "removed", "objectives", "components", "x-y", "x-", "what")  # fmt: skip
VALUES = ("1", "2", "biblios", "biblios-dice", "Ana, Bram", "Ana", "Ana 1, Bram 2", "2026-01-01", "abandoned", "result-only",
          "biblios/1", "capped-die=forbidden", "tie-order=MPHST", "standard", "P3e G1", "yes", "", " ", ",", "=", "A=,B", "{0}, {1}",
          "\x00", "\u202e", "x" * 300, "Ana=Ana, Ana", "P3 P3 P3 P3 P3", "?", "1 # one", "tie-order=", "Ana -1, Bram +2", "é", "e\u0301")  # fmt: skip


@given(lines=s.lists(s.tuples(s.sampled_from(KEYS), s.sampled_from(VALUES)), max_size=12))
@settings(max_examples=settings().max_examples * 2)
def test_headers_of_any_kind(lines: list[tuple[str, str]]) -> None:
    judge_bytes(("format: 1\n" + "".join(f"{key}: {value}\n" for key, value in lines) + "\nAna keeps P3e\n").encode())


def mutate(text: str, rng: random.Random) -> bytes:
    data = text.encode()
    lines = text.split("\n")
    kind = rng.randrange(9)
    spot = rng.randrange(len(lines))
    if kind == 0:
        place = rng.randrange(len(data))
        return data[:place] + bytes([rng.randrange(256)]) + data[place + 1 :]
    if kind == 1:
        return data[: rng.randrange(len(data))]
    if kind == 2:
        other = rng.randrange(len(lines))
        lines[spot], lines[other] = lines[other], lines[spot]
    elif kind == 3:
        lines.insert(spot, lines[spot])
    elif kind == 4:
        del lines[spot]
    elif kind == 5:
        words = lines[spot].split(" ")
        other = rng.choice(rng.choice(lines).split(" "))
        words[rng.randrange(len(words))] = other
        lines[spot] = " ".join(words)
    elif kind == 6:
        words = lines[spot].split(" ")
        rng.shuffle(words)
        lines[spot] = " ".join(words)
    elif kind == 7:
        lines[spot] += rng.choice((" !", " ?", " @12:00", "; ", " # {0}", " P3e", "\r", "\x0b", "\x1b[31m", "\x00"))
    else:
        place = rng.randrange(len(data))
        return data[:place] + data[place + rng.randrange(1, 20) :]
    return "\n".join(lines).encode()


@given(seed=s.integers(0, 2**32 - 1))
@settings(max_examples=settings().max_examples)
def test_mutated_logs(seed: int) -> None:
    rng = random.Random(seed)
    text = make(seed, holds=seed % 2 == 0).text()
    for _ in range(5):
        judge_bytes(mutate(text, rng))


@given(seed=s.integers(0, 2**32 - 1))
@settings(max_examples=settings().max_examples)
def test_mutated_twins(seed: int) -> None:
    rng = random.Random(seed)
    text = to_jsonl(make(seed).log())
    for _ in range(3):
        judge_bytes(mutate(text, rng))


ROWS = s.recursive(
    s.none() | s.booleans() | s.integers() | s.floats() | s.text(max_size=8) | s.sampled_from(("Ana", "keeps", "P3e", "?")),
    lambda inner: s.lists(inner, max_size=4)
    | s.dictionaries(s.sampled_from(("format", "game", "players", "actor", "verb", "words", "stood", "at", "comment", "notes", "handle",
                                     "name", "rulings", "result", "status", "x-y")), inner, max_size=6),
    max_leaves=12,
)  # fmt: skip


@given(rows=s.lists(ROWS, max_size=4), good=s.booleans())
@settings(max_examples=settings().max_examples * 2)
def test_json_of_any_kind(rows: list[object], good: bool) -> None:
    head = '{"format":"1","game":"biblios","players":[{"handle":"Ana","name":"Ana"},{"handle":"Bram","name":"Bram"}]}\n'
    text = (head if good else "") + "".join(json.dumps(row) + "\n" for row in rows)
    judge_bytes(text.encode())
    judge_bytes(("{" + text).encode())


HEAD_TWIN = (
    '{"format":"1","game":"biblios","players":[{"handle":"Ana","name":"Ana"},{"handle":"Bram","name":"Bram"}]}\n'
)

STRANGE: list[tuple[str, bytes]] = [
    ("nothing", b""),
    ("NUL", b"\x00" * 1000),
    ("NUL in a log", (HEAD + "Ana keeps\x00P3e\n").encode()),
    ("NUL in a header", b"format: 1\ngame: bib\x00lios\nplayers: A\x00, B\n\n"),
    ("UTF-16", (HEAD + "Ana keeps P3e\n").encode("utf-16")),
    ("UTF-16 without a mark", (HEAD + "Ana keeps P3e\n").encode("utf-16-le")),
    ("UTF-32", (HEAD + "Ana keeps P3e\n").encode("utf-32")),
    ("cp1252", "format: 1\ngame: biblios\nplayers: Zoë, Bram\n\nZoë keeps P3e\n".encode("cp1252")),
    ("cp1252 in a comment", (HEAD + "Ana keeps P3e # caf\u00e9\nAna shows G1\n").encode("cp1252")),
    ("lone CR", HEAD.replace("\n", "\r").encode() + b"\rAna keeps P3e\r"),
    ("mixed ends", HEAD.encode() + b"Ana keeps P3e\r\r\nAna shows G1\n\r\n"),
    ("one line of a million", b"a" * 1_000_000),
    ("an event of a million", HEAD.encode() + b"Ana keeps " + b"P3e " * 250_000),
    ("a comment of a million", HEAD.encode() + b"Ana keeps P3e # " + b"x" * 1_000_000 + b"\nAna shows G1\n"),
    ("a handle of a million", b"format: 1\ngame: biblios\nplayers: Ana, " + b"B" * 1_000_000 + b"\n\n"),
    ("a line just short enough", HEAD.encode() + b"Ana keeps P3e # " + b"x" * (MAX_LINE - 100) + b"\n"),
    ("semicolons", HEAD.encode() + b";" * 60_000 + b"\n"),
    ("a million blank lines", HEAD.encode() + b"\n" * 1_000_000),
    ("a long number", HEAD.encode() + b"Bram bids " + b"9" * 60_000 + b"\n"),
    ("a long number in a result", b"format: 1\ngame: biblios\nplayers: Ana, Bram\nresult: Ana " + b"9" * 60_000 + b", Bram 1\n\n"),
    ("deep JSON", b"[" * 60_000),
    ("deep JSON objects", b'{"a":' * 12_000 + b"1" + b"}" * 12_000),
    ("deep JSON after a header", HEAD_TWIN.encode() + b'{"actor":' * 7_000 + b"\n"),
    ("a long number in JSON", HEAD_TWIN.encode() + b'{"actor": ' + b"9" * 50_000 + b"}\n"),
    ("JSON surrogate", HEAD_TWIN.encode() + b'{"actor": "\\ud800", "verb": "keeps", "words": ["P3e"]}\n'),
    ("JSON surrogate in a comment", HEAD_TWIN.encode() + b'{"actor": "Ana", "verb": "keeps", "words": ["P3e"], "comment": "\\ud800"}\n'),
    ("JSON surrogate in a header", b'{"format":"1","game":"biblios","event":"\\ud800","players":[{"handle":"Ana","name":"Ana"},{"handle":"B","name":"\\udfff"}]}\n'),
    ("JSON NaN", HEAD_TWIN.encode() + b'{"actor": NaN}\n'),
    ("JSON key twice", HEAD_TWIN.encode() + b'{"actor": "Ana", "actor": "Bram", "verb": "keeps", "words": ["P3e"]}\n'),
    ("JSON BOM", b"\xef\xbb\xbf" + HEAD_TWIN.encode() + b'{"actor": "Ana", "verb": "keeps", "words": ["P3e"]}\n'),
    ("terminal codes", HEAD.encode() + b"Ana keeps \x1b[2J\x1b]0;x\x07\n"),
    ("right to left", (HEAD + "Ana keeps \u202eP3e\n").encode()),
    ("line separator", (HEAD + "Ana keeps P3e # a\u2028b\u2029c\x85d\x0be\x0cf\n").encode()),
    ("line separator in an event", (HEAD + "Ana keeps\u2028P3e\n").encode()),
    ("unicode spaces", (HEAD + "Ana\u00a0keeps\u3000P3e\n").encode()),
    ("unicode digits", (HEAD + "Bram bids \u0663\nBram bids \u00b2\n").encode()),
    ("unicode digits in a time", (HEAD + "Ana keeps P3e @1\u0663:42\n").encode()),
    ("unicode digits in a date", "format: 1\ngame: biblios\nplayers: Ana, Bram\ndate: \u0662026-01-01\n\n".encode()),
    ("dotless i", (HEAD + "Ana ke\u0131ps P3e\nAna f\u0131\u0131ps P3e\n").encode()),
    ("kelvin sign", (HEAD + "Ana \u212aeeps P3e\n").encode()),
    ("long s", (HEAD + "Ana \u017fhows P3e; Ana keep\u017f \u017f1a\n").encode()),
    ("braces", b"format: 1\ngame: biblios\nplayers: Ana, Bram\nevent: {0} %s {players}\n\nAna keeps {0}\n{1} keeps P3e\nAna keeps %s\n"),
    ("percent", HEAD.encode() + b"Ana%d keeps P3e\n"),
    ("only a mark", b"\xef\xbb\xbf"),
    ("marks inside", b"\xef\xbb\xbf" + HEAD.encode() + b"\xef\xbb\xbfAna keeps P3e\n"),
    ("a broken end", HEAD.encode() + "Ana keeps P3e # é".encode()[:-1]),
    ("overlong", HEAD.encode() + b"Ana keeps \xc0\xaf\n"),
]  # fmt: skip


@pytest.mark.parametrize("data", [c[1] for c in STRANGE], ids=[c[0] for c in STRANGE])
def test_strange_files(data: bytes) -> None:
    assert judge_bytes(data)


def test_a_file_that_is_no_text_says_so() -> None:
    for data in (
        b"\x00" * 1000,
        (HEAD + "Ana keeps P3e\n").encode("utf-16"),
        b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8,
    ):
        (got,) = judge_bytes(data)
        assert got.problem is not None
        assert got.problem.kind == "syntax"


def test_a_line_that_cannot_be_read_stands_where_an_event_should() -> None:
    """The events before it are replayed, and the problem has its ply."""
    events = HEAD + "Ana keeps P3e\nAna shows G1\n"
    rows = HEAD_TWIN + '{"actor":"Ana","verb":"keeps","words":["P3e"]}\n{"actor":"Ana","verb":"shows","words":["G1"]}\n'
    long = "x" * (MAX_LINE + 1)
    for text, line in (
        (events + "Ana auctions P3f # " + long + "\nBram takes G1\n", 7),
        (rows + "nonsense\n", 4),
        (rows + "[1]\n", 4),
        (rows + f'{{"actor":"Ana","verb":"shows","words":["{long}"]}}\n', 4),
    ):
        (log,) = read_text(text)
        got = replay(log)
        assert got.problem is not None
        assert (got.plies, got.problem.kind, got.problem.ply, got.problem.line) == (2, "syntax", 3, line)


def test_the_column_points_at_the_word_at_fault() -> None:
    cases = {
        "Ana keeps P9\n": "P9",
        "Ana hoards P3e\n": "hoards",
        "Zoe keeps P3e\n": "Zoe",
        "Ana keeps P3e; Zoe shows G1\n": "Zoe",
        "  Ana   keeps\tP9 # P9\n": "P9",
        "Ana keeps P3e @25:00\n": "@25:00",
        "Ana keeps P3e; Ana keeps G1\n": "keeps G1",
        "Ana keeps P3e; Ana shows P3e # so\n": "P3e # so",
        "Bram keeps P3e\n": "Bram",
        "Ana keeps C+; Ana uses C+ -P\n": "-P",
        "Ana keeps C\uff0b; Ana uses C\uff0b \u2212P\n": "\u2212P",
        "Ana keeps P3e; Ana shows G1; Ana auctions G1; Bram takes G2\n": "G2",
        "Ana keeps C+; Ana uses C+ =P\n": "=P",
        "Ana keeps P3e;Ana shows G1;Ana auctions G1;Ana takes G1\n": "Ana takes",
    }
    for line, word in cases.items():
        (log,) = read_text(HEAD + line)
        problem = replay(log).problem
        assert problem is not None, line
        assert problem.line == 5, (line, problem)
        assert problem.column is not None, line
        assert line[problem.column - 1 :].startswith(word), (line, problem.column, problem.message)
        shown = render(problem).split("\n")
        marks = next(row for row in shown if set(row.strip()) <= {"|", " ", "^"} and "^" in row)
        source = next(row for row in shown if row.strip().startswith("5 |"))
        assert len(marks) <= len(source) + 8


def test_nothing_takes_long() -> None:
    """Lines of many problems, names alike, endless lists: the reader stays linear."""
    rng = random.Random(5)
    noise = "".join(rng.choice(string.ascii_letters + " \n:#;@!?=") for _ in range(300_000))
    judge_bytes((HEAD + noise).encode())
    judge_bytes((HEAD + "Anna keeps P3e\n" * 20_000).encode())
    judge_bytes(("format: 1\n" + "kee: 1\n" * 20_000).encode())
    judge_bytes(b"format: 1\n\n" * 5_000)
