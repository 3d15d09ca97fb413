"""The referee beside python-chess, pokerkit and OpenSpiel: rates per CPU-second, medians of several rounds in one run."""

from __future__ import annotations

import io
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

ROUNDS = 7


def rate(work: Callable[[], int], rounds: int = ROUNDS) -> float:
    """Median of units per CPU-second over some rounds, after one that is not counted."""
    work()
    found = []
    for _ in range(rounds):
        start = time.process_time()
        units = work()
        found.append(units / (time.process_time() - start))
    return statistics.median(found)


def _logs(game: str, count: int) -> tuple[bytes, bytes]:
    from replay import simulate
    from replay.log import to_jsonl

    logs = list(simulate.games(game, None, 7, count))
    return "\n".join(log.canonical() for log in logs).encode(), "".join(to_jsonl(log) for log in logs).encode()


def _judge(data: bytes) -> Callable[[], int]:
    from replay.log import read
    from replay.referee import replay

    def work() -> int:
        return sum(replay(log).plies for log in read(io.BytesIO(data)))

    return work


def chess_pgn() -> Callable[[], int]:
    """What reads 40 random games of chess, and says how many plies they had."""
    import chess
    import chess.pgn

    rng = random.Random(7)
    games = []
    for _ in range(40):
        board, game = chess.Board(), chess.pgn.Game()
        node: chess.pgn.GameNode = game
        for _ in range(90):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = rng.choice(moves)
            node = node.add_variation(move)
            board.push(move)
        games.append(str(game))
    text = "\n\n".join(games)

    def work() -> int:
        stream = io.StringIO(text)
        plies = 0
        while (game := chess.pgn.read_game(stream)) is not None:
            plies += sum(1 for _ in game.mainline_moves())
        return plies

    return work


def _chess_playout() -> Callable[[], int]:
    import chess

    rng = random.Random(7)

    def work() -> int:
        plies = 0
        for _ in range(4):
            board = chess.Board()
            while plies < 4000 and not board.is_game_over():
                board.push(rng.choice(list(board.legal_moves)))
                plies += 1
        return plies

    return work


def _poker() -> Callable[[], int]:
    from pokerkit import Automation, HandHistory, NoLimitTexasHoldem

    rng = random.Random(7)
    texts = []
    game = NoLimitTexasHoldem(
        (
            Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING,
            Automation.CARD_BURNING, Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.HAND_KILLING,
            Automation.CHIPS_PUSHING, Automation.CHIPS_PULLING,
        ),
        True, 0, (1, 2), 2,
    )  # fmt: skip
    for _ in range(30):
        state = game(200, 4)
        while state.status:
            if state.can_deal_hole():
                state.deal_hole()
            elif state.can_deal_board():
                state.deal_board()
            elif state.can_check_or_call() and rng.random() < 0.8:
                state.check_or_call()
            elif state.can_fold():
                state.fold()
            else:
                state.check_or_call()
        texts.append(HandHistory.from_game_state(game, state).dumps())

    def work() -> int:
        return sum(sum(1 for _ in HandHistory.loads(text)) for text in texts)

    return work


def _hearts() -> Callable[[], int]:
    import pyspiel

    rng = random.Random(7)
    game = pyspiel.load_game("hearts")

    def work() -> int:
        actions = 0
        for _ in range(150):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                actions += 1
        return actions

    return work


def _playouts() -> Callable[[], int]:
    from replay.games.biblios.playout import playout
    from replay.games.biblios.state import State

    rng = random.Random(7)
    return lambda: sum(playout(State(("a", "b", "c")), rng) for _ in range(200))


def _wall(data: bytes) -> float:
    """Median wall seconds of `biblios check` on one log, the whole process."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "one.bgl")
        path.write_bytes(data)
        command = [sys.executable, "-m", "cli.main", "check", str(path)]
        found = []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            found.append(time.perf_counter() - start)
    return statistics.median(found)


def _one(game: str) -> float:
    """Median milliseconds to read and judge one log of about 250 events in a running process, nothing remembered."""
    from replay import simulate
    from replay.known import forget
    from replay.log import read
    from replay.referee import replay

    logs = [log for log in simulate.games(game, None, 11, 40) if 150 <= len(log.events) <= 350] or list(
        simulate.games(game, None, 11, 20)
    )
    found = []
    for log in logs:
        data = log.canonical().encode()
        forget()
        start = time.perf_counter()
        for each in read(io.BytesIO(data)):
            replay(each)
        found.append((time.perf_counter() - start) * 1000)
    return statistics.median(found)


def run(options: Mapping[str, str]) -> dict[str, float | str]:
    """All figures of the referee; peers that are not installed are said to be missing."""
    figures: dict[str, float | str] = {}

    def peer(name: str, make: Callable[[], Callable[[], int]]) -> float | None:
        try:
            figures[name] = value = rate(make())
        except ImportError as error:
            figures[name] = f"not installed: {error.name}"
            return None
        return value

    text, twin = _logs("biblios", 300)
    chess = peer("python-chess, PGN read and validated, plies/s", chess_pgn)
    peer("python-chess, random playout, plies/s", _chess_playout)
    poker = peer("pokerkit, PHH read and validated, actions/s", _poker)
    ours = {"text": rate(_judge(text)), "twin": rate(_judge(twin))}
    figures["biblios, log judged from text, plies/s"] = ours["text"]
    figures["biblios, log judged from the JSON Lines twin, plies/s"] = ours["twin"]
    dice_text, dice_twin = _logs("biblios-dice", 200)
    figures["biblios-dice, log judged from text, plies/s"] = dice = rate(_judge(dice_text))
    figures["biblios-dice, log judged from the JSON Lines twin, plies/s"] = dice_tw = rate(_judge(dice_twin))
    if chess:
        figures["ratio text / python-chess (goal 8)"] = ours["text"] / chess
        figures["ratio twin / python-chess (goal 15)"] = ours["twin"] / chess
        figures["ratio Dice text / python-chess (goal 8)"] = dice / chess
        figures["ratio Dice twin / python-chess (goal 15)"] = dice_tw / chess
    if poker:
        figures["ratio text / pokerkit"] = ours["text"] / poker
    hearts = peer("OpenSpiel hearts, random playout from Python, actions/s", _hearts)
    figures["biblios, random playout, actions/s"] = played = rate(_playouts())
    if hearts:
        figures["ratio playout / OpenSpiel hearts (goal 1)"] = played / hearts
    figures["one biblios log judged cold in a running process, ms (goal 20)"] = _one("biblios")
    figures["one biblios-dice log judged cold in a running process, ms (goal 20)"] = _one("biblios-dice")
    figures["biblios check on one log, wall s (goal 0.3)"] = _wall(text.split(b"\n\nformat:")[0])
    return figures
