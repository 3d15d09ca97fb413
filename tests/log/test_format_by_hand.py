"""The log format, sentence by sentence: written from the documents, not from the code."""

from __future__ import annotations

import json
import unicodedata

import pytest

from replay.log import read_text, to_jsonl, to_text
from replay.referee import replay
from tests.games.biblios.kit import judge, log_text

HEAD = "format: 1\ngame: biblios\nplayers: Ana, Bram\n"

# name, whole text; `<<` marks as in the kit (no mark: no problem)
HEADERS: list[tuple[str, str]] = [
    ("smallest", HEAD),
    ("upper case keys and values", "FORMAT: 1\nGame: BIBLIOS\nPLAYERS: Ana, Bram\nStatus: Abandoned\nPenalty: Medieval-Bluff\n"),
    ("upper case rulings", HEAD + "rulings: Capped-Die=FORBIDDEN, tie-order=mphst\n"),
    ("upper case rules", HEAD + "rules: Biblios/1\n"),
    ("spaces around everything", "  format :  1  \n\tgame:\tbiblios\nplayers:   Ana ,Bram   \n"),
    ("no spaces", "format:1\ngame:biblios\nplayers:Ana,Bram\n"),
    ("comment first", "# a club\n" + HEAD),
    ("comments between", "format: 1\n# one\ngame: biblios # two\n  # three\nplayers: Ana, Bram # Cleo was ill\n"),
    ("a # inside a value", HEAD + "event: C#major\n"),
    ("dates", HEAD + "date: 2026-03-12\n"),
    ("date and time", HEAD + "date: 2026-03-12T19:30\n"),
    ("date, time, zone", HEAD + "date: 2026-03-12T19:30:00+01:00\n"),
    ("date, time, Z", HEAD + "date: 2026-03-12T19:30:00Z\n"),
    ("leap day", HEAD + "date: 2024-02-29\n"),
    ("no leap day", HEAD + "date: 2026-02-29 <<syntax\n"),
    ("month 13", HEAD + "date: 2026-13-01 <<syntax\n"),
    ("date in words", HEAD + "date: last Thursday <<syntax\n"),
    ("date the other way", HEAD + "date: 12-03-2026 <<syntax\n"),
    ("hour 25", HEAD + "date: 2026-03-12T25:00 <<syntax\n"),
    ("all texts", HEAD + "id: abc-1\nevent: Club: Thursday\nplace: Café\nscribe: Zoë\nx-table: 3\nX-y: z\n"),
    ("x- twice", HEAD + "x-table: 3\nx-table: 4 <<syntax\n"),
    ("key twice", HEAD + "event: a\nevent: b <<syntax\n"),
    ("key twice in other case", HEAD + "event: a\nEvent: b <<syntax\n"),
    ("unknown key", HEAD + "even: a <<syntax\n"),
    ("a key of Dice", HEAD + "components: standard <<syntax\n"),
    ("status complete", HEAD + "status: complete <<syntax\n"),
    ("rules of tomorrow", HEAD + "rules: biblios/2 <<syntax\n"),
    ("rules of Dice", HEAD + "rules: biblios-dice/1 <<syntax\n"),
    ("penalty none", HEAD + "penalty: none <<syntax\n"),
    ("ruling unknown", HEAD + "rulings: capped=forbidden <<syntax\n"),
    ("ruling of Dice", HEAD + "rulings: group-order=free <<syntax\n"),
    ("setting unknown", HEAD + "rulings: capped-die=maybe <<syntax\n"),
    ("setting of another", HEAD + "rulings: capped-die=allowed <<syntax\n"),
    ("no setting", HEAD + "rulings: capped-die <<syntax\n"),
    ("tie-order of four", HEAD + "rulings: tie-order=MPHS <<syntax\n"),
    ("tie-order of six", HEAD + "rulings: tie-order=MPHSTT <<syntax\n"),
    ("tie-order with a letter twice", HEAD + "rulings: tie-order=MPHSS <<syntax\n"),
    ("tie-order any", HEAD + "rulings: tie-order=TSHPM, spare-gold=allowed,refusal=forbidden , kept-church=either\n"),
    ("one player", "format: 1\ngame: biblios\nplayers: Ana <<syntax\n"),
    ("five players", "format: 1\ngame: biblios\nplayers: A, B, C, D, E <<syntax\n"),
    ("four players", "format: 1\ngame: biblios\nplayers: A, B, C, D\n"),
    ("a name of two words", "format: 1\ngame: biblios\nplayers: Ana María, Bram <<syntax\n"),
    ("handles", "format: 1\ngame: biblios\nplayers: A=Ana María Ruiz, O'Neill, Anne-Marie, J.2\n"),
    ("scripts", "format: 1\ngame: biblios\nplayers: 小明, 민준, Ελένη, ליאת\n"),
    ("marks", "format: 1\ngame: biblios\nplayers: नीता, Åsa, Bram\n"),
    ("twice", "format: 1\ngame: biblios\nplayers: Ana, Ana <<syntax\n"),
    ("twice after NFC", "format: 1\ngame: biblios\nplayers: Zoë, " + unicodedata.normalize("NFD", "Zoë") + " <<syntax\n"),
    ("upper and lower are two", "format: 1\ngame: biblios\nplayers: ana, Ana\n"),
    ("reserved reveal", "format: 1\ngame: biblios\nplayers: Ana, Reveal <<syntax\n"),
    ("reserved from", "format: 1\ngame: biblios\nplayers: Ana, FROM <<syntax\n"),
    ("reserved Cadfael", "format: 1\ngame: biblios\nplayers: Ana, cadfael <<syntax\n"),
    ("an empty place", "format: 1\ngame: biblios\nplayers: Ana,, Bram <<syntax\n"),
    ("a sign in a handle", "format: 1\ngame: biblios\nplayers: Ana_1, Bram <<syntax\n"),
    ("a sign in a handle 2", "format: 1\ngame: biblios\nplayers: Ana!, Bram <<syntax\n"),
    ("a slash in a handle", "format: 1\ngame: biblios\nplayers: A/B, Bram <<syntax\n"),
    ("format 2", "format: 2 <<syntax\ngame: biblios\nplayers: Ana, Bram\n"),
    ("format one", "format: one <<syntax\ngame: biblios\nplayers: Ana, Bram\n"),
    ("another game", "format: 1\ngame: chess <<syntax\nplayers: Ana, Bram\n"),
    ("no colon", HEAD + "Thursday club <<syntax\n"),
    ("event in the header", HEAD + "Ana keeps P3e <<syntax\n"),
    ("result with no comma", HEAD + "result: Ana 1 Bram 2 <<syntax\n"),
    # removed
    ("removed, some", HEAD + "removed: P3e G1 C+\n"),
    ("removed, letterless", HEAD + "removed: P3 P3 P3\n"),
    ("removed, lower case", HEAD + "removed: p3E g1 c+\n"),
    ("removed, unseen", HEAD + "removed: ? <<syntax\n"),
    ("removed, no card", HEAD + "removed: P9 <<syntax\n"),
    ("removed, a card twice", HEAD + "removed: P3e P3e <<syntax.impossible\n"),
    ("removed, four P3", HEAD + "removed: P3 P3 P3 P3 <<syntax.impossible\n"),
    ("removed, letterless beside all letters", HEAD + "removed: P3e P3f P3g P3 <<syntax.impossible\n"),
    ("removed, three C+", HEAD + "removed: C+ C+ C+ <<syntax.impossible\n"),
    ("removed, eleven G1", HEAD + "removed: " + "G1 " * 11 + "\n"),
    ("removed, twelve G1", HEAD + "removed: " + "G1 " * 12 + "<<syntax.impossible\n"),
    ("removed, seven of four players", "format: 1\ngame: biblios\nplayers: A, B, C, D\nremoved: G1 G1 G1 G1 G1 G1 G1\n"),
    ("removed, eight of four players", "format: 1\ngame: biblios\nplayers: A, B, C, D\nremoved: G1 G1 G1 G1 G1 G1 G1 G1 <<syntax.impossible\n"),
    ("removed, 27 of two players", HEAD + "removed: G1 G1 G2 G2 G3 G3 C+ C+ C- C- C++ C++ C-- C-- C+- M P3 <<syntax\n"),
    ("removed, 21 that are not Gold", HEAD + "removed: C+ C+ C- C- C++ C++ C-- C-- C+- H1 H1 H1 H1 H1 H1 H1 H2 H2 S1 S1 S1\n"),
    ("removed, 22 that are not Gold", HEAD + "removed: C+ C+ C- C- C++ C++ C-- C-- C+- H1 H1 H1 H1 H1 H1 H1 H2 H2 S1 S1 S1 S1 <<syntax.impossible\n"),
    ("removed, empty", HEAD + "removed: <<syntax\n"),
]  # fmt: skip


@pytest.mark.parametrize("text", [c[1] for c in HEADERS], ids=[c[0] for c in HEADERS])
def test_header(text: str) -> None:
    got = judge(text)
    assert got.status in ("unfinished", "abandoned", "invalid")


@pytest.mark.parametrize("missing", ["game", "players"])
def test_required_keys(missing: str) -> None:
    text = "".join(line for line in HEAD.splitlines(keepends=True) if not line.startswith(missing))
    (log,) = read_text(text)
    problem = replay(log).problem
    assert problem is not None
    assert (problem.kind, problem.ply) == ("syntax", None)
    assert missing in problem.message


def test_no_format_line() -> None:
    for text in ("game: biblios\nplayers: Ana, Bram\n", "Ana keeps P3e\n", "", "\n\n", "# nothing\n", "hello"):
        logs = read_text(text)
        assert len(logs) == 1
        problem = replay(logs[0]).problem
        assert problem is not None
        assert (problem.kind, problem.ply) == ("syntax", None)


def test_unknown_key_names_the_nearest() -> None:
    got = judge(HEAD + "penalti: standard <<syntax\n")
    assert got.problem is not None
    assert "penalty" in got.problem.message


# name, events after the usual header
EVENTS: list[tuple[str, str]] = [
    ("plain", "Ana keeps P3e"),
    ("upper case verb", "Ana KEEPS P3e"),
    ("mixed case card", "Ana keeps p3E"),
    ("lower case gold and church", "Ana shows g1; Ana auctions c+; Ana keeps ?; Bram takes G1"),
    ("handle in another case", "ana keeps P3e <<syntax"),
    ("unknown player", "Zoe keeps P3e <<syntax"),
    ("unknown verb", "Ana hoards P3e <<syntax"),
    ("a verb of Dice", "Ana rolls I <<syntax"),
    ("no verb", "Ana <<syntax"),
    ("no actor", "keeps P3e <<syntax"),
    ("tabs and spaces", "\tAna \t keeps   P3e  "),
    ("semicolons", "Ana keeps P3e; Ana shows G1 ;Ana auctions G2;Bram takes G1"),
    ("comment with semicolon", "Ana keeps P3e # so; what"),
    ("comment without space", "Ana keeps P3e# so"),
    ("comment alone", "# Ana keeps P3e\n   # more\nAna keeps P3e"),
    ("blank lines mean nothing", "\n\nAna keeps P3e\n\n   \nAna shows G1\n"),
    ("time", "Ana keeps P3e @19:42\nAna shows G1 @19:42:07\nAna auctions G2 @2026-03-12T19:42:07\nBram takes G1 @2026-03-12T19:42:07+01:00"),
    ("time alone before !", "Ana keeps P3e\nAna keeps G1 @19:42 ! <<stood"),
    ("! before the time", "Ana keeps P3e\nAna keeps G1 ! @19:42 <<syntax"),
    ("time in the middle", "Ana @19:42 keeps P3e <<syntax"),
    ("no such time", "Ana keeps P3e @25:00 <<syntax"),
    ("no such minute", "Ana keeps P3e @19:60 <<syntax"),
    ("empty time", "Ana keeps P3e @ <<syntax"),
    ("two times", "Ana keeps P3e @19:42 @19:43 <<syntax"),
    ("! twice", "Ana keeps P3e\nAna keeps G1 ! ! <<syntax"),
    ("! alone", "Ana keeps P3e\n! <<syntax"),
    ("full-width question mark", "Ana keeps \uff1f; Ana auctions \uff1f"),
    ("signs: up", "Ana keeps C\uff0b; Ana uses C\uff0b \uff0bP"),
    ("signs: down, minus", "Ana keeps C\u2212; Ana uses C\u2212 \u2212P"),
    ("signs: down, en dash", "Ana keeps C\u2013\u2013; Ana uses C\u2212- \u2013P \u2212M"),
    ("signs: either", "Ana keeps C\uff0b\u2212; Ana declines C+\u2013"),
    ("lower case change", "Ana keeps C+; Ana uses C+ +p"),
    ("too few words: keeps", "Ana keeps <<syntax"),
    ("too many words: keeps", "Ana keeps P3e P3f <<syntax"),
    ("too many words: shows", "Ana shows P3e P3f <<syntax"),
    ("words: passes", "Ana passes 1 <<syntax"),
    ("words: flips", "Ana flips <<syntax"),
    ("words: bids", "Ana bids <<syntax"),
    ("words: declines", "Ana keeps C+\nAna declines <<syntax"),
    ("words: declines two", "Ana keeps C+\nAna declines C+ C- <<syntax"),
    ("words: defaults", "Ana defaults 1 <<syntax"),
    ("words: loses", "Ana loses <<syntax"),
    ("words: holds", "Ana holds <<syntax"),
    ("words: pays", "Ana pays <<syntax"),
    ("words: discards", "Ana discards <<syntax"),
    ("words: takes", "Ana takes <<syntax"),
    ("unknown holds", "Ana holds ? <<syntax"),
    ("unknown pays", "Ana pays ? <<syntax"),
    ("unknown bid", "Ana bids ? <<syntax"),
    ("a word after words", "Ana keeps P3e please <<syntax"),
    ("format line without a blank line", "Ana keeps P3e\nformat: 1 <<syntax"),
    ("only semicolons", ";;; Ana keeps P3e ;;"),
    ("a lone carriage return in a line", "Ana keeps\rP3e"),
]  # fmt: skip


@pytest.mark.parametrize("events", [c[1] for c in EVENTS], ids=[c[0] for c in EVENTS])
def test_event(events: str) -> None:
    text = HEAD + "\n" + events + "\n"
    if "\r" in events:
        for log in read_text(text):
            replay(log)
        return
    judge(text)


def test_nfc_handles_meet() -> None:
    text = "format: 1\ngame: biblios\nplayers: Zoë, Bram\n\n" + unicodedata.normalize("NFD", "Zoë") + " keeps P3e\n"
    assert judge(unicodedata.normalize("NFC", text)).plies == 1
    assert judge(text).plies == 1
    assert judge(unicodedata.normalize("NFD", text)).plies == 1


@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_byte_order_mark_and_line_ends(bom: str, end: str) -> None:
    plain = HEAD + "event: Club\n\nAna keeps P3e # dear\nAna shows G1\n"
    (log,) = read_text(bom + plain.replace("\n", end))
    got = replay(log)
    assert (got.problem, got.plies) == (None, 2)
    assert to_text(log) == to_text(read_text(plain)[0])
    assert log.events[0].comment == "dear"


def test_case_and_signs_are_one_canonical_form() -> None:
    strange = "FORMAT: 1\nGAME: Biblios\nPLAYERS: Ana, Bram\nPENALTY: STANDARD\n\nAna  KEEPS\tc\uff0b\u2212 ; Ana USES c+- \u2013p @9:05\n"
    plain = "format: 1\ngame: biblios\nplayers: Ana, Bram\npenalty: standard\n\nAna keeps C+-\nAna uses C+- -P @9:05\n"
    (one,), (two,) = read_text(strange), read_text(plain)
    assert to_text(one) == to_text(two)
    assert to_text(read_text(to_text(one))[0]) == to_text(one)


def test_several_games() -> None:
    game = HEAD + "\nAna keeps P3e\nAna shows G1\n\n"
    logs = read_text(game * 3)
    assert [replay(log).plies for log in logs] == [2, 2, 2]
    assert [log.index for log in logs] == [1, 2, 3]
    logs = read_text((game.replace("format", "FORMAT") + "\n# between\n\n") * 2 + HEAD)
    assert [replay(log).plies for log in logs] == [2, 2, 0]


def test_a_broken_game_does_not_spoil_the_next() -> None:
    bad = HEAD.replace("Ana", "Ana Ana") + "\nAna keeps P3e\n\n"
    good = HEAD + "\nAna keeps P3e\n\n"
    logs = read_text(bad + good + HEAD + "\nAna keeps P3e\nAna keeps P2a\n\n" + good)
    problems = [replay(log).problem for log in logs]
    assert [problem and problem.kind for problem in problems] == ["syntax", None, "illegal", None]
    assert problems[2] is not None
    assert problems[2].line == 18


def test_header_then_game_with_no_events_between() -> None:
    assert [replay(log).problem for log in read_text(HEAD + "\n" + HEAD + "\n" + HEAD)] == [None, None, None]


def test_removed_and_placed() -> None:
    judge(HEAD + "removed: P3e\n\nAna keeps P3f\nAna shows P3e <<impossible")
    judge(HEAD + "removed: P3e P3f\n\nAna keeps P3\nAna shows P3 <<impossible")
    judge(HEAD + "removed: P3 P3\n\nAna keeps P3e\nAna shows P3 <<impossible")
    judge(HEAD + "removed: P3 P3\n\nAna keeps P3e\nAna shows P3f <<impossible")
    judge(HEAD + "removed: C+-\n\nAna keeps C+- <<impossible")
    judge(HEAD + "removed: C+-\n\nAna keeps ?\nAna uses C+- +P <<impossible")
    judge(HEAD + "removed: G1 G1 G1 G1 G1 G1 G1 G1 G1 G1 G1\n\nAna keeps ?\nAna shows G1 <<impossible")
    judge(HEAD + "removed: C+-\n\nAna keeps C+- ! <<impossible")


def test_set_up_takes_gold_away() -> None:
    """Two players play without two Gold of each value: nine of each are in the deck, the tenth cannot be placed."""
    lines = []
    names = ("Ana", "Bram")
    for turn in range(3):
        a, b = names[turn % 2], names[1 - turn % 2]
        lines += [f"{a} keeps G1; {a} auctions G1; {a} shows G1; {b} takes G1"]
    judge(HEAD + "\n" + "\n".join(lines) + "\nBram keeps G2\n")
    judge(HEAD + "\n" + "\n".join(lines) + "\nBram keeps G1 <<impossible\n")
    for players, most in ((3, 10), (4, 11)):
        cards = (
            ["Ana keeps G1"] + ["Ana shows G1"] * (players - 1) + ["Ana auctions G1", "Bram takes G1", "Cleo takes G1"]
        )
        cards += ["Dirk takes G1"] * (players == 4)
        more = ["Bram keeps G1"] + ["Bram shows G1"] * (players - 1) + ["Bram auctions G1"]
        third = [
            "Cleo takes G1",
            *(["Dirk takes G1"] * (players == 4)),
            "Ana takes G1",
            "Cleo keeps G1",
            "Cleo shows G1",
            "Cleo shows G1",
        ]
        placed = 0
        events = []
        for line in cards + more + third:
            placed += "takes" not in line
            events.append(line + (" <<impossible" if placed == most + 1 else ""))
            if placed == most + 1:
                break
        judge(log_text("\n".join(events), players=players))


def test_the_twin() -> None:
    text = (
        "# club\nformat: 1\ngame: biblios\nplayers: Ana, C=Chloé van Dijk\ndate: 2026-03-12\nrulings: capped-die=forbidden\n"
        "result: Ana 9, C -5\nwinner: Ana\nx-table: 3\n\n# first\nAna keeps P3e @19:42 # dear\nAna keeps ? @19:43 !\n\n# end\n"
    )
    (log,) = read_text(text)
    twin = to_jsonl(log)
    rows = [json.loads(line) for line in twin.splitlines()]
    assert rows[0]["players"] == [{"handle": "Ana", "name": "Ana"}, {"handle": "C", "name": "Chloé van Dijk"}]
    assert rows[0]["rulings"] == {"capped-die": "forbidden"}
    assert rows[0]["result"] == {"Ana": 9, "C": -5}
    assert rows[0]["x-table"] == "3"
    assert {"actor": "Ana", "verb": "keeps", "words": ["P3e"], "comment": "dear", "at": "19:42"}.items() <= rows[
        1
    ].items()
    assert rows[2]["stood"] is True
    (again,) = read_text(twin)
    assert to_text(again) == to_text(log)
    assert to_jsonl(again) == twin
    assert replay(again).stood == [2]


TWINS: list[tuple[str, str, str | None, int | None]] = [
    ("plain", '{"actor": "Ana", "verb": "keeps", "words": ["P3e"]}', None, None),
    ("no words", '{"actor": "Ana", "verb": "passes"}', "illegal", 1),
    ("empty words", '{"actor": "Ana", "verb": "keeps", "words": []}', "syntax", 1),
    ("number for a word", '{"actor": "Ana", "verb": "bids", "words": [1]}', "syntax", 1),
    ("unknown key", '{"actor": "Ana", "verb": "keeps", "words": ["P3e"], "why": "x"}', "syntax", 1),
    ("no verb", '{"actor": "Ana", "words": ["P3e"]}', "syntax", 1),
    ("no actor", '{"verb": "keeps", "words": ["P3e"]}', "syntax", 1),
    ("unknown verb", '{"actor": "Ana", "verb": "hoards", "words": ["P3e"]}', "syntax", 1),
    ("two words in one", '{"actor": "Ana", "verb": "keeps", "words": ["P3e P3f"]}', "syntax", 1),
    ("stood is text", '{"actor": "Ana", "verb": "keeps", "words": ["P3e"], "stood": "yes"}', "syntax", 1),
    ("stood on a legal event", '{"actor": "Ana", "verb": "keeps", "words": ["P3e"], "stood": true}', "syntax", 1),
    ("bad time", '{"actor": "Ana", "verb": "keeps", "words": ["P3e"], "at": "25:00"}', "syntax", 1),
    ("not an object", "[1, 2]", "syntax", None),
    ("not JSON", "Ana keeps P3e", "syntax", None),
    ("notes alone at the end", '{"notes": ["the end"]}', None, None),
    ("a line break in a comment", '{"actor": "Ana", "verb": "keeps", "words": ["P3e"], "comment": "a\\nb"}', "any", 1),
    ("a line break in a word", '{"actor": "Ana", "verb": "keeps", "words": ["P3e\\n"]}', "syntax", 1),
    ("a semicolon in a word", '{"actor": "Ana", "verb": "keeps", "words": ["P3e;"]}', "syntax", 1),
]


@pytest.mark.parametrize(("row", "kind", "ply"), [c[1:] for c in TWINS], ids=[c[0] for c in TWINS])
def test_twin_rows(row: str, kind: str | None, ply: int | None) -> None:
    head = '{"format": "1", "game": "biblios", "players": [{"handle": "Ana", "name": "Ana"}, {"handle": "Bram", "name": "Bram"}]}'
    (log,) = read_text(head + "\n" + row + "\n")
    got = replay(log)
    if kind == "any":
        return
    assert (got.problem.kind if got.problem else None) == kind, got.problem
    if got.problem is not None and ply is not None:
        assert got.problem.ply == ply
        assert got.problem.line == 2


@pytest.mark.parametrize(
    "player",
    [
        {"handle": "C", "name": "Dijk, Chloé"},
        {"handle": "C", "name": "Chloé\nvan Dijk"},
        {"handle": "C D", "name": "x"},
        {"handle": "C"},
        {"name": "C"},
        "C",
        {"handle": "Cadfael", "name": "x"},
        {"handle": 3, "name": "x"},
        {"handle": "Ana", "name": "x"},
    ],
)
def test_twin_players_that_cannot_be_written(player: object) -> None:
    head = {"format": "1", "game": "biblios", "players": [{"handle": "Ana", "name": "Ana"}, player]}
    (log,) = read_text(json.dumps(head) + "\n")
    problem = replay(log).problem
    if player in ({"handle": "C"}, "C"):
        return  # nothing is said about a name left out
    assert problem is not None
    assert (problem.kind, problem.ply) == ("syntax", None)


def test_signs_typed_in_other_ways_in_a_header() -> None:
    text = (
        "format: 1\ngame: biblios\nplayers: Anne\u2013Marie, C=Jan\u2013Piet\nrulings: capped\u2212die=no\u2013effect\npenalty: medieval\u2013bluff\n"
        "date: 2026\u201301\u201331\nremoved: C\uff0b C\u2212 C\uff0b\u2212\nresult: Anne\u2212Marie \u22123, C 4\nwinner: C\nx\u2013table: 3\u20134\n"
        "event: 3\u20134\n\nAnne\u2013Marie keeps P3e\nAnne-Marie shows G1\n"
    )  # fmt: skip
    got = judge(text)
    assert got.plies == 2
    header = got.log.header
    assert header.handles == ("Anne-Marie", "C")
    assert header.players[1].name == "Jan\u2013Piet"
    assert header.rulings == {"capped-die": "no-effect"}
    assert dict(header.result) == {"Anne-Marie": -3, "C": 4}
    assert header.extra == {"x-table": "3\u20134"}
    assert header.values["event"] == "3\u20134"
    assert header.values["date"] == "2026-01-31"
    judge("format: 1\ngame: biblios\nplayers: Ana, Bram\nstatus: result\u2013only\nresult: Ana \u22123, Bram 4\n")


def test_files_put_one_after_the_other_keep_their_marks() -> None:
    one = "\ufeff" + HEAD + "\nAna keeps P3e\n\n"
    assert [(replay(log).problem, replay(log).plies) for log in read_text(one * 3)] == [(None, 1)] * 3
