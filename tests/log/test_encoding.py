"""Bytes that are not UTF-8 are named wherever they stand, and nothing else is said because of them."""

from __future__ import annotations

import io

import pytest

from replay.log import read
from replay.referee import replay

HEAD = b"format: 1\ngame: biblios\nplayers: Ana, Bram\n"


@pytest.mark.parametrize(
    ("content", "line", "column"),
    [
        (HEAD + b"\nAna keeps P3e # caf\xe9\n", 5, 20),
        (HEAD + b"\n# caf\xe9\nAna keeps P3e\n", 5, 6),
        (HEAD + b"event: caf\xe9\n\nAna keeps P3e\n", 4, 11),
        (HEAD + b"# caf\xe9\n\nAna keeps P3e\n", 4, 6),
        (b"# caf\xe9\n" + HEAD + b"\nAna keeps P3e\n", 1, 6),
        (HEAD + b"\nAna keeps P3e; Ana shows G1 # \xff\n", 5, 31),
        (b"format: 1\ngame: biblios\nplayers: Ana, Chlo\xe9\n\nAna keeps P3e\n", 3, 19),
    ],
)
def test_the_byte_is_named_once(content: bytes, line: int, column: int) -> None:
    [log] = list(read(io.BytesIO(content)))
    found = [(problem.rule, problem.line, problem.column) for problem in log.syntax]
    assert found == [("log.file.encoding", line, column)]
    assert replay(log).status == "invalid"
    log.canonical().encode()


def test_a_full_name_leads_to_its_handle() -> None:
    text = b"format: 1\ngame: biblios\nplayers: Ana, C=Chlo\xc3\xa9 van Dijk\n\nAna keeps P3e\nChlo\xc3\xa9 takes G1\n"
    [log] = list(read(io.BytesIO(text)))
    assert [problem.message for problem in log.syntax] == ["unknown player Chlo\u00e9; C is Chlo\u00e9 van Dijk here"]
