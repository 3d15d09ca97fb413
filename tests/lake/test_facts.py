"""Rows against the positions they come from: totals by SQL equal the final states, row by row and in sums."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from replay import schema
from replay.facts import facts
from replay.games.biblios.cards import CATEGORIES, CATEGORY, FIRST_CHURCH, FIRST_GOLD, NAMES, VALUE
from replay.lake.reader import Lake
from replay.log import read_text
from replay.referee import Replay, replay, view_log
from tests.lake import kit


@pytest.fixture(scope="module")
def replays() -> dict[str, Replay]:
    found = {}
    for text in kit.season():
        judged = replay(kit.log_of(text))
        assert judged.status == "complete", judged.problem
        found[judged.log.game_id] = judged
    return found


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    folder = tmp_path_factory.mktemp("lake")
    kit.put(folder / "lake", kit.write(folder, kit.season()))
    return Lake(folder / "lake")


def test_every_row_fits_its_table(replays: dict[str, Replay]) -> None:
    for judged in replays.values():
        seats = judged.log.header.handles
        for seat in range(-1, len(seats)):
            rows = facts(replay(view_log(judged.log, seat)) if seat >= 0 else judged).rows
            for table in schema.STORED:
                for row in rows.get(table.name, ()):
                    assert len(row) == len(table.given), table.name
                    for column, value in zip(table.given, row, strict=True):
                        assert value is not None or column.null, (table.name, column.name)


def test_the_lake_has_the_types_of_the_schema(lake: Lake) -> None:
    for table in schema.TABLES.values():
        described = {row[0]: row[1] for row in lake.rows(f"DESCRIBE {table.name}")}
        assert described == {column.name: column.sql_type for column in table.columns}
        for column in table.columns:
            if not column.null:
                assert lake.rows(f'SELECT count(*) FROM {table.name} WHERE "{column.name}" IS NULL') == [(0,)], column


def test_keys_are_keys(lake: Lake) -> None:
    for table in schema.TABLES.values():
        if table.name in ("dice", "moves"):
            continue  # a die may be named twice in one event that was let stand; markers may move twice
        key = ", ".join(dict.fromkeys(("game_id", *table.key) if table.stored else table.key))
        assert lake.rows(f"SELECT {key} FROM {table.name} GROUP BY {key} HAVING count(*) > 1") == []


def test_totals_winners_and_events(lake: Lake, replays: dict[str, Replay]) -> None:
    seats: dict[str, list] = {}
    for row in lake.query("SELECT * FROM seats ORDER BY game_id, seat").to_pylist():
        seats.setdefault(row["game_id"], []).append(row)
    games = {row["game_id"]: row for row in lake.query("SELECT * FROM games").to_pylist()}
    events = dict(lake.rows("SELECT game_id, count(*) FROM events GROUP BY game_id"))
    assert set(games) == set(replays)
    for game_id, judged in replays.items():
        result, game, own = judged.result, games[game_id], seats[game_id]
        assert result is not None
        assert events[game_id] == judged.plies == game["plies"]
        assert {row["handle"]: row["total"] for row in own} == result["totals"]
        assert [row["handle"] for row in own if row["won"]] == sorted(
            result["winners"], key=judged.log.header.handles.index
        )
        assert sum(row["win_share"] for row in own) == pytest.approx(1)
        assert game["winners"].split(",") == list(result["winners"])
        assert game["decided_by"] == result["decided_by"]
        assert min(row["place"] for row in own) == 1
        best = max(total for handle, total in result["totals"].items() if handle in result["winners"])
        rest = [total for handle, total in result["totals"].items() if handle not in result["winners"]]
        assert (game["top_total"], game["margin"]) == (best, best - max(rest) if rest else None)
        for row in own:
            better = sum(1 for other in own if (other["won"], other["total"]) > (row["won"], row["total"]))
            assert row["place"] == 1 + better


def biblios(replays: dict[str, Replay]) -> dict[str, Replay]:
    return {name: found for name, found in replays.items() if found.log.header.game == "biblios"}


def test_biblios_cards_and_gold_are_conserved(lake: Lake, replays: dict[str, Replay]) -> None:
    held: dict[str, Counter] = {}
    for game_id, seat, card, number in lake.rows(
        "SELECT game_id, seat, card, count(*) FROM holdings WHERE fate = 'held' GROUP BY ALL"
    ):
        held.setdefault(game_id, Counter())[seat, card] = number
    spent = {
        (game_id, winner): gold
        for game_id, winner, gold in lake.rows(
            "SELECT game_id, winner, sum(paid) FROM lots WHERE game = 'biblios' AND kind <> 'gold' AND winner IS NOT NULL GROUP BY ALL"
        )
    }
    paid = {
        (game_id, seat): gold
        for game_id, seat, gold in lake.rows(
            "SELECT game_id, seat, sum(value) FROM holdings WHERE fate = 'paid' GROUP BY ALL"
        )
    }
    assert spent == paid
    left = {
        (g, s): gold for g, s, gold in lake.rows("SELECT game_id, seat, gold_left FROM seats WHERE game = 'biblios'")
    }
    for game_id, judged in biblios(replays).items():
        expected: Counter = Counter()
        for seat, hand in enumerate(judged.state.hands):
            for kind, number in enumerate(hand.sure):
                if number:
                    expected[seat, NAMES[kind]] = number
            gold = sum(
                number * VALUE[kind] for kind, number in enumerate(hand.sure) if FIRST_GOLD <= kind < FIRST_CHURCH
            )
            assert left[game_id, seat] == gold
        assert held[game_id] == expected


def test_biblios_lots_bids_and_dice(lake: Lake, replays: dict[str, Replay]) -> None:
    rows = {
        game_id: found
        for game_id, *found in lake.rows(
            "SELECT game_id, count(*), count(winner), sum(price), sum(defaults), sum(bids) FROM lots "
            "WHERE game = 'biblios' GROUP BY game_id"
        )
    }
    bids = {
        game_id: found
        for game_id, *found in lake.rows(
            "SELECT game_id, count(*), count_if(amount > 0), min(amount - standing) FILTER (amount > 0) FROM bids "
            "WHERE game = 'biblios' GROUP BY game_id"
        )
    }
    dice: dict[str, dict[str, int]] = {}
    for game_id, die, after in lake.rows(
        "SELECT game_id, die, 3 + sum(after - before) FROM dice WHERE game = 'biblios' GROUP BY ALL"
    ):
        dice.setdefault(game_id, {})[die] = int(after)
    for game_id, judged in biblios(replays).items():
        lots = judged.state.lots
        sold = [lot for lot in lots if lot[2] >= 0]
        real = [bid for bid in judged.state.bids if bid[4]]
        assert rows[game_id] == [
            len(lots),
            len(sold),
            sum(lot[3] for lot in sold),
            sum(lot[5] for lot in lots),
            len(real),
        ]
        assert bids[game_id] == [len(judged.state.bids), len(real), min(1, bids[game_id][2])]
        final = dict(zip(CATEGORIES, judged.state.dice, strict=True))
        assert {**dict.fromkeys(CATEGORIES, 3), **dice.get(game_id, {})} == final


def test_means_are_what_the_hand_could_pay(replays: dict[str, Replay]) -> None:
    """Gold and cards in hand before each bid, seen by walking through the game."""
    for judged in list(biblios(replays).values())[::6]:
        rows = {row[0]: row for row in facts(judged).rows["bids"]}
        before: list = []

        def visit(ply: int, state, rows=rows, before=before) -> None:
            if ply in rows:
                _, _, _, seat, _, _, standing, means, _, _ = rows[ply]
                purse, cards, lot, stood = before[-1]
                assert means == (cards[seat] if FIRST_GOLD <= lot < FIRST_CHURCH else purse[seat])
                assert standing == stood
            gold = [
                sum(n * VALUE[k] for k, n in enumerate(h.sure) if FIRST_GOLD <= k < FIRST_CHURCH) for h in state.hands
            ]
            before.append((gold, [hand.n for hand in state.hands], state.lot, state.standing))

        judged.walk(visit)


def test_swing_is_the_difference_that_a_card_makes(replays: dict[str, Replay]) -> None:
    """Against scoring the final hands again without the card."""
    checked = 0
    for judged in biblios(replays).values():
        state = judged.state
        hands = [{k for k, n in enumerate(hand.sure) if n and CATEGORY[k] >= 0} for hand in state.hands]

        def taker(category: int, held: list[set[int]]) -> int:
            best = (0, 0, -1)
            for seat, cards in enumerate(held):
                own = [card for card in cards if CATEGORY[card] == category]
                if own:
                    best = max(best, (sum(VALUE[card] for card in own), -min(own), seat))
            return best[2]

        fates = {row[6]: row[11] for row in facts(judged).rows["holdings"] if row[7] == "bought"}
        for lot, row in zip(state.lots, facts(judged).rows["lots"], strict=True):
            swing = row[[column.name for column in schema.LOTS.given].index("swing")]
            code, winner = lot[1], lot[2]
            if CATEGORY[code] < 0 or winner < 0:
                assert swing is None
                continue
            expected = 0
            if fates[lot[7]] == "held" and taker(CATEGORY[code], hands) == winner:
                without = [cards - {code} if seat == winner else cards for seat, cards in enumerate(hands)]
                if taker(CATEGORY[code], without) != winner:
                    expected = state.dice[CATEGORY[code]]
            assert swing == expected
            checked += 1
    assert checked > 300


def test_dice_scores_add_up(lake: Lake) -> None:
    rows = lake.rows(
        "SELECT count(*), count_if(p.points IS DISTINCT FROM s.total) FROM seats s JOIN "
        "(SELECT game_id, seat, sum(points) AS points FROM scores WHERE game = 'biblios-dice' GROUP BY ALL) p USING (game_id, seat) "
        "WHERE s.total IS NOT NULL"
    )
    assert rows[0][0] > 100
    assert rows[0][1] == 0
    assert lake.rows("SELECT count(*) FROM lots WHERE game = 'biblios-dice' AND outcome = 'sold' AND paid > price") == [
        (0,)
    ]


def test_dice_moves_lead_to_the_final_position(lake: Lake, replays: dict[str, Replay]) -> None:
    last: dict[tuple[str, int, str], int] = {}
    for game_id, seat, track, before, after in lake.rows(
        "SELECT game_id, seat, track, before, after FROM moves ORDER BY game_id, ply"
    ):
        assert last.get((game_id, seat, track), before) == before
        last[game_id, seat, track] = after
    values = {
        (game_id, die): 3 + change
        for game_id, die, change in lake.rows(
            "SELECT game_id, die, sum(after - before)::INTEGER FROM dice WHERE game = 'biblios-dice' GROUP BY ALL"
        )
    }
    lots = {
        row[0]: row[1] for row in lake.rows("SELECT game_id, list(lot) FROM moves WHERE lot IS NOT NULL GROUP BY ALL")
    }
    assert lots
    for game_id, judged in replays.items():
        if judged.log.header.game == "biblios":
            continue
        state = judged.state
        tracks = judged.game.TRACKS if hasattr(judged.game, "TRACKS") else "SMPQIB"
        for (other, seat, track), after in last.items():
            if other == game_id:
                assert state.pos[tracks.index(track) * state.actors + seat] + 1 == after
        for (other, die), value in values.items():
            if other == game_id:
                assert state.values[tracks.index(die)] == value
    assert lake.rows(
        "SELECT count(*) FROM moves m LEFT JOIN lots l USING (game_id, lot) "
        "WHERE m.cause = 'group' AND (m.lot IS NULL OR l.winner IS DISTINCT FROM m.seat)"
    ) == [(0,)]
    assert lake.rows(
        "SELECT count(*) FROM bids b JOIN lots l USING (game_id, ply) WHERE b.game = 'biblios-dice' AND l.paid > b.means AND l.winner = b.seat"
    ) == [(0,)]


def test_biblios_points_add_up(lake: Lake) -> None:
    assert lake.rows(
        "SELECT count(*) FROM seats s JOIN (SELECT game_id, seat, sum(points) AS points FROM scores WHERE game = 'biblios' "
        "GROUP BY ALL) p USING (game_id, seat) WHERE p.points <> s.total"
    ) == [(0,)]


KNOWN_ONLY = ("passes", "passes_able", "passes_able_price", "passes_able_means", "gold_lost", "points_lost")


def test_hidden_cards_give_null_and_never_a_guess(replays: dict[str, Replay]) -> None:
    """What a bystander's log says is either unknown or the same as in the full log."""
    for judged in list(biblios(replays).values())[::5]:
        partial = replay(view_log(judged.log, -1))
        assert partial.problem is None
        full_rows, rows = facts(judged).rows, facts(partial).rows
        for name in ("seats", "scores", "lots", "bids", "dice"):
            table = schema.TABLES[name]
            for whole, part in zip(full_rows[name], rows[name], strict=True):
                for column, one, two in zip(table.given, whole, part, strict=True):
                    if column.name in ("verdict", "least", "most", "why_unknown", "hand_known", "unknown_lost"):
                        continue
                    if column.name in KNOWN_ONLY:  # a sum over what is known
                        assert two <= one
                        continue
                    assert two is None or two == one, (name, column.name, one, two)


def test_stood_events_mark_their_rows() -> None:
    found = 0
    for path in sorted((Path(__file__).parents[1] / "cases" / "stood").glob("*.bgl")):
        for log in read_text(path.read_text(encoding="utf-8")):
            judged = replay(log)
            if judged.status == "invalid":
                continue
            rows = facts(judged)
            assert rows.shared[-1] is False, "a game with stood events is not settled"
            found += 1
            names = [column.name for column in schema.LOTS.given]
            for row in rows.rows.get("lots", ()):
                flip, end = row[names.index("ply")], row[names.index("end_ply")]
                stood = any(flip <= ply <= end for ply in judged.stood)
                assert (row[-1] == "stood") == stood
    assert found


def test_a_result_alone_has_seats() -> None:
    text = "format: 1\ngame: biblios\nplayers: A, B, C\nstatus: result-only\nresult: A 7, B 7, C 3\n\n"
    rows = facts(replay(kit.log_of(text))).rows
    assert [(row[3], row[5]) for row in rows["seats"]] == [(7, None), (7, None), (3, None)]
    rows = facts(replay(kit.log_of(text.replace("A 7", "A 9")))).rows
    assert [(row[3], row[4], row[5]) for row in rows["seats"]] == [(9, 1, True), (7, 2, False), (3, 3, False)]
    assert rows["games"][0][5] == "result"


def test_what_rows_repeat_is_what_the_other_rows_say(lake: Lake, replays: dict[str, Replay]) -> None:
    """Names beside seats, and the sums of `seats`, against the tables they come from."""
    for table, seat, name in (("lots", "winner", "winner_name"), ("lots", "runner_up", "runner_up_name"), ("scores", "seat", "name")):  # fmt: skip
        assert lake.rows(
            f"SELECT count(*) FROM {table} t LEFT JOIN seats s ON s.game_id = t.game_id AND s.seat = t.{seat} "
            f"WHERE t.{name} IS DISTINCT FROM s.name"
        ) == [(0,)]
        assert lake.rows(f"SELECT count({name}) > 100 FROM {table}") == [(True,)]
    sums = {
        "bought": "SELECT count(*) FROM lots l WHERE l.game_id = s.game_id AND l.winner = s.seat AND l.kind <> 'gold'",
        "spent": "SELECT coalesce(sum(paid_gold), 0) FROM lots l WHERE l.game_id = s.game_id AND l.winner = s.seat AND l.kind <> 'gold'",
        "table_bought": "SELECT count(*) FROM lots l WHERE l.game_id = s.game_id AND l.winner >= 0 AND l.kind <> 'gold'",
        "table_spent": "SELECT coalesce(sum(paid_gold), 0) FROM lots l WHERE l.game_id = s.game_id AND l.winner >= 0 AND l.kind <> 'gold'",
        "passes": "SELECT count(*) FROM bids b JOIN lots l USING (game_id, lot) WHERE b.game_id = s.game_id AND b.seat = s.seat "
        "AND b.amount = 0 AND l.winner <> b.seat AND l.kind <> 'gold'",
        "defaults": "SELECT count(*) FROM events e WHERE e.game_id = s.game_id AND e.seat = s.seat AND e.verb = 'defaults'",
        "cards_lost": "SELECT count(*) FROM holdings h WHERE h.game_id = s.game_id AND h.seat = s.seat AND h.fate IN ('drawn', 'lost')",
        "gold_lost": "SELECT coalesce(sum(value), 0) FROM holdings h WHERE h.game_id = s.game_id AND h.seat = s.seat "
        "AND h.fate IN ('drawn', 'lost') AND h.kind = 'gold'",
        "points_lost": "SELECT coalesce(sum(value), 0) FROM holdings h WHERE h.game_id = s.game_id AND h.seat = s.seat "
        "AND h.fate IN ('drawn', 'lost') AND h.kind = 'category'",
        "church_used": "SELECT count(*) FROM holdings h WHERE h.game_id = s.game_id AND h.seat = s.seat AND h.fate = 'used'",
        "church_bought": "SELECT count(*) FROM holdings h WHERE h.game_id = s.game_id AND h.seat = s.seat AND h.kind = 'church' AND h.how = 'bought'",
    }
    for column, sql in sums.items():
        found = lake.rows(f"SELECT {column}, ({sql}) FROM seats s WHERE game = 'biblios'")
        assert sum(one for one, _ in found) > 0, column
        assert all(one == two for one, two in found), column
    assert lake.rows(
        "SELECT count(*), sum(g.top_price) > 0 FROM games g JOIN (SELECT game_id, max(price) FILTER (kind <> 'gold') AS price, "
        "max(price) FILTER (kind = 'gold') AS cards, max(overpay) FILTER (kind <> 'gold' AND game = 'biblios') AS overpay, "
        "max(swing) AS swing, max(bids) FILTER (game = 'biblios') AS bids, max(defaults) FILTER (game = 'biblios') AS defaults, "
        "max(brought_steps) AS steps FROM lots GROUP BY game_id) l USING (game_id) WHERE (g.top_price, g.top_cards, g.top_overpay, "
        "g.top_swing, g.top_bids, g.top_defaults, g.top_steps) IS NOT DISTINCT FROM "
        "(l.price, l.cards, l.overpay, l.swing, l.bids, l.defaults, l.steps)"
    ) == [(len(replays), True)]
    assert lake.rows("SELECT count(*) FROM seats WHERE game = 'biblios-dice' AND passes IS NOT NULL") == [(0,)]
    (bids,) = lake.rows(
        "SELECT count_if(b.won IS DISTINCT FROM (l.winner = b.seat)), count_if(b.won) FROM bids b "
        "JOIN lots l ON l.game_id = b.game_id AND CASE WHEN b.game = 'biblios' THEN l.lot = b.lot ELSE l.ply < b.ply AND "
        "l.end_ply >= b.ply AND l.rank = 1 END WHERE l.winner IS NOT NULL"
    )
    assert bids[0] == 0
    assert bids[1] > 500
