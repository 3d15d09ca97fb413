"""What readers remember of lines changes nothing but the time that reading takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from replay import known, simulate
from replay.log import read_path, read_text, to_jsonl

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path
    for folder in ("data", "tests/cases")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".bgl", ".jsonl")
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_read_the_same_when_their_lines_are_known(path: Path) -> None:
    known.forget()
    first = list(read_path(str(path)))
    assert list(read_path(str(path))) == first


@pytest.mark.parametrize("game", ["biblios", "biblios-dice"])
@pytest.mark.parametrize("twin", [False, True])
def test_known_lines_follow_their_speakers_to_other_seats(game: str, twin: bool) -> None:
    logs = list(simulate.games(game, None, 5, 12, handles=("Ana", "Bram", "Cleo", "Chloé", "Dov")))
    texts = [to_jsonl(log) if twin else log.canonical() for log in logs]
    alone = []
    for text in texts:
        known.forget()
        alone += read_text(text)
    known.forget()
    together = read_text("".join(texts) if twin else "\n".join(texts))
    assert [log.events for log in together] == [log.events for log in alone]
    assert [event.move for log in together for event in log.events] == [e.move for log in logs for e in log.events]


def test_a_known_line_of_somebody_who_does_not_play_here_is_a_problem() -> None:
    known.forget()
    head = "format: 1\ngame: biblios-dice\nplayers: {}\n\n"
    assert not read_text(head.format("Ana, Bram, Cleo") + "Ana takes I\nBram takes I\n")[0].syntax
    log = read_text(head.format("Dov, Ana, Cleo") + "Ana takes I\nBram takes I\n")[0]
    assert [(problem.rule, problem.line) for problem in log.syntax] == [("log.event.player", 6)]
    assert log.events[0].seat == 1
    assert log.events[0].move is not None
    assert log.events[0].move[1] == 1


def test_notes_stand_before_known_lines() -> None:
    known.forget()
    text = "format: 1\ngame: biblios-dice\nplayers: Ana, Bram, Cleo\n\nAna takes I\n# so\nAna takes I\n# then\n"
    for _ in range(2):
        assert read_text(text)[0].notes == {2: ["so"], 3: ["then"]}


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    known.forget()
    monkeypatch.setattr(known, "_LINES_KNOWN", 5)
    head = "format: 1\ngame: biblios-dice\nplayers: Ana, Bram, Cleo\n\n"
    log = read_text(head + "\n".join(f"Ana takes G{n}" for n in range(1, 30)))[0]
    assert [event.words for event in log.events] == [(f"G{n}",) for n in range(1, 30)]
    assert len(known._MEMORY["biblios-dice", 3, False]) <= 5


@pytest.mark.parametrize(
    "bad", ['{"actor""Ana"', '{"actor":Ana', '{"actor" "Ana"', '{actor:"Ana"', '{"Actor":"Ana"', '{"actor":"Ana",']
)
def test_a_known_line_of_the_twin_is_still_json(bad: str) -> None:
    head = '{"format":1,"game":"biblios-dice","players":["Ana","Bram","Cleo"]}\n'
    rest = ',"verb":"takes","words":["I"]}\n'
    good = head + '{"actor":"Ana"' + rest
    for known_before in (True, False):
        known.forget()
        if known_before:
            assert not read_text(good)[0].syntax
            assert not read_text(good + good.split("\n")[1] + "\n")[0].syntax
        (problem,) = read_text(head + bad + rest)[0].syntax
        assert problem.line == 2
        assert problem.rule in ("log.twin.json", "log.twin.event")


@pytest.mark.parametrize("actor", ["Ana", "Zed"])
def test_a_turn_up_of_cards_has_no_actor(actor: str) -> None:
    head = '{"format":1,"game":"biblios-dice","players":["Ana","Bram","Cleo"]}\n'
    line = f'{{"actor":"{actor}","verb":"reveal","words":["Ana=5","Bram=1","Cleo=2"]}}\n'
    for _ in range(2):
        log = read_text(head + line)[0]
        assert [problem.line for problem in log.syntax] == [2]
        assert log.events[0].move is None
