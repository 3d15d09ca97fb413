"""Frames: complete, small, true to the position, and for a seat without anything that the seat did not know."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from replay import simulate
from replay.frames import MAX_BYTES, expand, fill, frames, named, series, view_frames
from replay.frames import biblios as of_biblios
from replay.games import GAMES
from replay.log import Log, read_path, read_text
from replay.referee import replay, view, view_log

CASES = Path(__file__).parents[1] / "cases"


def size(payload: object) -> int:
    return len(json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode())


def season() -> Iterator[Log]:
    """Simulated games of both kinds and all numbers of players: 20 of them, and one by hand."""
    for players in (2, 3, 4):
        yield from simulate.games("biblios", players, 500 + players, 4)
    for players in (2, 3, 4, 5):
        yield from simulate.games("biblios-dice", players, 600 + players, 2)
    yield next(read_path(str(CASES / "legal" / "biblios-4p-bluff-01.bgl")))


GAMES_UNDER_TEST = list(season())


@pytest.mark.parametrize("log", GAMES_UNDER_TEST, ids=lambda log: f"{log.header.game}-{len(log.header.players)}")
def test_frames_are_small_and_say_every_position(log: Log) -> None:
    found = replay(log)
    payload = frames(found)
    assert size(payload) < MAX_BYTES
    assert payload["plies"] == found.plies == len(payload["moves"])
    positions = expand(payload)
    assert len(positions) == found.plies + 1
    narrator = of_biblios if log.header.game == "biblios" else __import__("replay.frames.dice", fromlist=["frame"])
    for ply in (0, 1, found.plies // 2, found.plies):
        assert positions[ply] == narrator.frame(found.state_at(ply))
    score = payload["score"]
    assert score is not None
    for seat, total in enumerate(score["totals"]):
        parts = [row["cells"][seat]["points"] for row in score["rows"]]
        if total is not None and None not in parts:
            assert sum(parts) == total, "the waterfall adds up to the total"


@pytest.mark.parametrize("log", GAMES_UNDER_TEST, ids=lambda log: f"{log.header.game}-{len(log.header.players)}")
def test_a_seats_payload_depends_only_on_what_the_seat_saw(log: Log) -> None:
    """The payload of the full log's view equals that of a log in which the hidden words were never written."""
    for seat in range(len(log.header.players)):
        payload = view_frames(log, seat)
        blind = read_text(view_log(log, seat).canonical(comments=False))[0]
        other = view_frames(blind, seat)
        for key in payload:
            if key not in ("id", "moves"):
                assert payload[key] == other[key], key
        assert [move[1:] for move in payload["moves"]] == [move[1:] for move in other["moves"]]


@pytest.mark.parametrize(
    "log", [log for log in GAMES_UNDER_TEST if log.header.game == "biblios"][:15], ids=lambda log: log.game_id
)
def test_no_hidden_card_of_others_stands_in_a_seats_payload(log: Log) -> None:
    """Unique cards that others kept, auctioned or discarded unseen, and that never came to light, are nowhere."""
    full = replay(log)
    for seat in range(len(log.header.players)):
        known = view(log, seat)
        seen_words = {word for event in known.log.events for word in event.words}
        secret = {
            word
            for event in full.log.events
            for word in event.words
            if event.verb in ("keeps", "auctions", "discards", "draws", "loses")
            and len(word) == 3
            and word[0] in "PMHST"
        } - seen_words
        text = json.dumps(view_frames(log, seat), ensure_ascii=False)
        names = [of_biblios.card_name(word) for word in secret]
        assert not [word for word in secret if word in text]
        assert not [name for name in names if name in text]


def test_hidden_things_of_headers_comments_and_problems_stay_out_of_a_seats_payload() -> None:
    text = """format: 1
game: biblios
players: Ana, Bram
id: x
removed: T2i
result: Ana 9, Bram 6

# Ana showed me P4i
Ana keeps P4i # P4i!
Ana shows G2
Ana auctions M4h
Bram takes G2
Bram keeps P4i
"""
    log = read_text(text)[0]
    full = view_frames(log, -1)
    assert full["problem"] is not None
    assert "P4i" in json.dumps(full)
    payload = view_frames(log, 1)
    said = json.dumps(payload)
    for secret in ("P4i", "M4h", "T2i", "Pigments 4", "Monks 4"):
        assert secret not in said
    assert payload["plies"] == full["plies"] == 4
    assert payload["claims"] is None
    assert payload["problem"]["ply"] == 5


def test_masked_frames_hold_no_name() -> None:
    text = (CASES / "seeds" / "biblios-bob-james-steve.bgl").read_text()
    log = read_text(text)[0]
    said = json.dumps(frames(replay(log), masked=True), ensure_ascii=False)
    for player in log.header.players:
        assert player.name not in said
        assert player.handle not in said
    assert "Player 1" in said


def test_fill_puts_names_in_once() -> None:
    assert fill("{0} draws from {1}", ["{1}", "Bram"]) == "{1} draws from Bram"
    assert fill("{9} {x} {", ["Ana"]) == "{9} {x} {"


def test_moments_of_a_made_up_game() -> None:
    log = read_text((CASES / "seeds" / "biblios-overpay-two-and-three.bgl").read_text())[0]
    payload = frames(replay(log))
    kinds = {flag[1] for flag in payload["flags"]}
    assert "lot" in kinds
    for flag in payload["flags"]:
        assert 1 <= flag[0] <= payload["plies"]
        assert "{" not in named(flag[3], payload)


@pytest.mark.parametrize(
    ("gold", "bid", "least"),
    [([1, 2, 3], 4, 4), ([3, 3], 4, 6), ([2, 2, 3], 3, 3), ([1], 3, None), ([], 1, None), ([3], 2, 3)],
)
def test_least_payment(gold: list[int], bid: int, least: int | None) -> None:
    assert of_biblios.least_payment(gold, bid) == least


def test_a_game_without_moves_has_frames_too() -> None:
    for name in ("legal/result-only-1.bgl", "broken/biblios-header-date.bgl"):
        payload = frames(replay(next(read_path(str(CASES / name)))))
        assert payload["plies"] == 0
        assert payload["base"] is None
        assert expand(payload) == []
        json.dumps(payload)


@pytest.mark.parametrize("path", sorted(CASES.glob("*/*.bgl")), ids=lambda path: path.stem)
def test_every_case_has_frames_for_every_view(path: Path) -> None:
    for log in read_path(str(path)):
        full = frames(replay(log))
        json.dumps(full)
        for seat in range(len(log.header.players) if log.header.game in GAMES else 0):
            assert view_frames(log, seat)["plies"] == full["plies"]


def test_series_follow_the_positions() -> None:
    log = GAMES_UNDER_TEST[0]
    payload = frames(replay(log))
    gold = series(payload, "gold")
    assert len(gold) == len(log.header.players)
    assert all(len(line) == payload["plies"] + 1 for line in gold)
    last = expand(payload)[-1]
    assert [line[-1] for line in gold] == [last[f"g{seat}"] for seat in range(len(gold))]
    assert sum(line[-1] or 0 for line in series(payload)) == sum(payload["score"]["totals"])
