"""What an adversary tries: blind edits, marks where none belong, and messages that must name the right thing."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import biblios
from replay.log import read_text
from replay.problems import Problem
from replay.referee import Replay, replay
from replay.simulate import games
from tests.games.dice.kit import judge

FACES = ("S", "M", "P", "Q", "I", "B", "G1", "G3", "GA", "A+", "A--", "A+-", "A3", "mule1", "mule3")
VERBS = ("takes", "rolls", "rerolls", "turns", "chooses", "splits", "objective", "converting")
WORDS = (*FACES, *VERBS, "+S", "-M", "=I", "1", "2", "/", "1G1R", "2G3V", "3R", "?", "pass", "!")
#: What only a program calls so, or what was left of a template.
INNER = re.compile(r"\{|\}|None|\b(seat|pos|pool_|phase|actor|cadfael_|_ply)\b|\b[a-z]+_[a-z]+\b|  ")


def logs(seed: int, count: int, players: int | None = None) -> Iterator[tuple[str, list[str]]]:
    """Head and events of simulated games."""
    for log in games("biblios-dice", players, seed, count):
        head = f"format: 1\ngame: biblios-dice\nplayers: {', '.join(log.header.handles)}\n"
        head += "".join(f"{key}: {log.header.values[key]}\n" for key in ("objectives",) if key in log.header.values)
        yield head, [event.text for event in log.events]


def judged(head: str, lines: list[str]) -> Replay:
    return replay(read_text(f"{head}\n" + "\n".join(lines) + "\n")[0])


def edited(lines: list[str], handles: list[str], rng: random.Random) -> list[str]:
    """The lines after one blind edit."""
    lines = list(lines)
    at = rng.randrange(len(lines))
    words = lines[at].split()
    first = 1 if words[0] == "reveal" else 2
    how = rng.choice(("drop", "repeat", "move", "actor", "word", "word", "more", "less"))
    if how == "drop":
        del lines[at]
    elif how == "repeat":
        lines.insert(at, lines[at])
    elif how == "move":
        lines.insert(rng.randrange(len(lines)), lines.pop(at))
    elif how == "actor" and first == 2:
        words[0] = rng.choice(handles)
        lines[at] = " ".join(words)
    elif how == "more":
        lines[at] = " ".join([*words, rng.choice(WORDS)])
    elif how == "less":
        lines[at] = " ".join(words[:-1])
    else:
        place = rng.randrange(first, len(words))
        before, sign, _ = words[place].partition("=" if first == 1 else ">")
        words[place] = f"{before}{sign}{rng.choice(WORDS)}" if sign and before else rng.choice(WORDS)
        lines[at] = " ".join(words)
    return lines


# ---------------------------------------------------------------------------------------------------------- blind edits


@pytest.mark.parametrize("seed", range(8))
def test_a_blind_edit_gives_a_whole_message_or_another_legal_game(seed: int) -> None:
    rng = random.Random(seed)
    for head, lines in logs(seed, 3):
        handles = [*head.split("players: ")[1].split("\n")[0].split(", "), "Cadfael"]
        for _ in range(40):
            after = edited(lines, handles, rng)
            found = judged(head, after)
            if found.problem is None:
                continue
            assert found.problem.ply is not None
            assert judged(head, after[: found.problem.ply - 1]).problem is None
            said_well(found.problem, found.problem.ply, after)


def said_well(problem: Problem, ply: int, lines: list[str]) -> None:
    """A message says who or what, has a rule, and its reasons stand before it, each once."""
    assert problem.message
    assert not INNER.search(problem.message), problem.message
    assert problem.rule
    assert problem.text
    plies = [because.ply for because in problem.because]
    assert len(set(plies)) == len(plies), problem
    assert all(0 < earlier < ply for earlier in plies), problem
    assert problem.source_line.split() == lines[ply - 1].split()
    actor = lines[ply - 1].split()[0]
    if problem.kind != "syntax" and actor != "reveal":
        assert problem.message.split()[0].removesuffix("'s") == actor or actor in problem.message, problem.message


# ----------------------------------------------------------------------------------------------------------------- marks


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_mark_stands_on_unjudged_events_only_in_a_legal_game(players: int) -> None:
    rng = random.Random(players)
    for head, lines in logs(77 + players, 2, players):
        open_plies = {ply for ply, _ in judged(head, lines).unjudged if ply}
        chosen = set(rng.sample(range(1, len(lines) + 1), 25)) | open_plies
        for ply in sorted(chosen):
            marked = [f"{line} !" if at == ply else line for at, line in enumerate(lines, 1)]
            found = judged(head, marked)
            if ply in open_plies:
                assert found.problem is None, found.problem
                assert found.stood == [ply]
                assert ply not in {unjudged for unjudged, _ in found.unjudged}
            else:
                assert found.problem is not None
                assert (found.problem.rule, found.problem.kind, found.problem.ply) == ("log.event.stood", "syntax", ply)


def test_a_mark_never_helps_a_broken_log() -> None:
    """But for an adjustment in the wrong direction or twice on one die, what is broken stays broken where it was."""
    rng = random.Random(5)
    tried = 0
    for head, lines in logs(41, 4):
        handles = [*head.split("players: ")[1].split("\n")[0].split(", "), "Cadfael"]
        for _ in range(40):
            after = edited(lines, handles, rng)
            found = judged(head, after)
            if found.problem is None or found.problem.kind == "syntax":
                continue
            ply = found.problem.ply
            assert ply is not None
            marked = judged(head, [f"{line} !" if at == ply else line for at, line in enumerate(after, 1)])
            if found.problem.rule in ("biblios-dice.adjust.direction", "biblios-dice.adjust.different"):
                assert ply in marked.stood
                continue
            tried += 1
            assert marked.problem is not None
            assert (marked.problem.ply, marked.problem.rule) == (ply, found.problem.rule)
    assert tried > 60


# -------------------------------------------------------------------------------------------------------------- messages


def because(found: Replay) -> list[int]:
    assert found.problem is not None
    return [reason.ply for reason in found.problem.because]


ROUND = "Ana rolls S S S M M M G3 A+ mule1; Ana takes S; Bram takes M; Cleo takes G3; Ana takes A+ +I;"


def test_dice_that_are_not_there_point_at_this_round_only() -> None:
    nowhere = judge(ROUND + "Bram rolls S S S S S S G3 A- mule1; Bram takes M")
    assert because(nowhere) == [6]
    taken = judge(ROUND + "Bram rolls S S S S S M G3 A- mule1; Bram takes M; Cleo takes M")
    assert because(taken) == [6, 7]
    adjusted = judge(ROUND + "Bram rolls S S S S S M G3 A+ mule1; Bram takes A+ +I; Cleo takes A+ +I")
    assert because(adjusted) == [6, 7]
    assert because(judge(ROUND + "Bram rolls S S S S S M G3 A- mule1; Bram takes A+ +I")) == [6]


def test_dice_that_are_not_in_a_group_point_at_each_reason_once() -> None:
    head = (
        "Cadfael rolls S M P; Ana rolls S S M M P P G3 A+ mule3; Ana takes S; Bram takes M; Ana takes P; Bram takes G3;"
        "Ana takes A+ +S; Cadfael rolls S M P; Bram rolls S S M M P P G3 A+ mule2; Bram splits S S M M P / P G3 A+;"
        "reveal Ana=3 Bram=pass Cadfael=1; reveal Ana=pass Cadfael=2;"
    )
    assert because(judge(head + "Ana takes S", 2)) == [10]


def test_a_second_objective_points_at_the_first() -> None:
    end = (
        "Ana rolls B B B B B B G1 A3 mule1; Ana takes B; Ana turns 3G; Ana turns 5G; Ana turns 5V; Bram takes G1;"
        "Cleo takes A3 =S; Bram rolls B B B B B B G1 A3 mule1; Bram takes G1; Cleo takes A3 =S; Ana takes B;"
    )
    again = judge(end + "Bram objective ?; Ana objective S; Ana objective S", head="objectives: yes")
    assert because(again) == [13]
    other = judge(end + "Bram objective ?; Ana objective S; Cleo objective S", head="objectives: yes")
    assert because(other) == [13]


def test_objectives_are_named_as_what_is_left() -> None:
    first = judge(END.split("Ana objective")[0] + "Ana rolls S", head="objectives: yes").problem
    assert first is not None
    assert first.message == "Ana rolls, but the game is over, only objectives are shown now"
    assert first.legal == ("Ana objective …", "Bram objective …", "Cleo objective …")
    last = judge(END + "; Ana rolls S", head="objectives: yes").problem
    assert last is not None
    assert last.message == "Ana rolls, but the game is over"


# ----------------------------------------------------------------------------------------------------- the command line

END = (
    "Ana rolls B B B B B B G1 A3 mule1; Ana takes B; Ana turns 3G; Ana turns 5G; Ana turns 5V; Bram takes G1;"
    "Cleo takes A3 =S; Bram rolls B B B B B B G1 A3 mule1; Bram takes G1; Cleo takes A3 =S; Ana takes B;"
    "Ana objective S; Bram objective M; Cleo objective P"
)
HEAD = "format: 1\ngame: biblios-dice\nplayers: Ana, Bram, Cleo\nobjectives: yes\n\n"


def command(*words: str) -> tuple[int, str]:
    """Exit code and output of `biblios WORDS`; an exception that reaches a person fails the test."""
    found = CliRunner().invoke(biblios, list(words))
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    return found.exit_code, found.output


def test_the_sheet_is_shown() -> None:
    code, text = command("rules", "biblios-dice")
    assert code == 0
    assert "the token is removed" in text
    assert "biblios-dice.token.different" in text


def test_a_log_on_the_command_line(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.bgl", tmp_path / "bad.bgl"
    good.write_text(HEAD + END, encoding="utf-8")
    bad.write_text(HEAD + END.replace("5V; Bram", "5V S; Bram"), encoding="utf-8")
    for words in (("check",), ("check", "--json"), ("score",), ("score", "--json")):
        assert command(*words, str(good))[0] == 0
        assert command(*words, str(bad))[0] == 1
    for ply in range(15):
        code, text = command("replay", str(good), "--at", str(ply), "--seat", "Bram", "--json")
        assert code == 0
        assert json.loads(text)["ply"] == ply
        assert command("replay", str(good), "--at", str(ply))[0] == 0
    shown = json.loads(command("replay", str(good), "--at", "14", "--seat", "Bram", "--json")[1])["state"]
    assert shown["objectives"]["Bram"] == "M"
    assert "S" not in str(shown["objectives"]["Ana"])
    assert command("replay", str(good), "--at", "15")[0] == 2
    assert command("replay", str(good), "--seat", "Cadfael")[0] == 2
    assert command("replay", str(bad))[0] == 1
