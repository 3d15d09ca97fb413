"""Results and scores, against counting by hand."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from statistics import mean, median, quantiles

import pytest

from replay.games.biblios import cards
from replay.games.biblios_dice import codes
from replay.stats import scoring
from replay.stats.filters import Filters
from replay.stats.intervals import wilson
from tests.stats.tally import Game, average, check, final_hands, groups, sheets, spread, taker


@pytest.fixture(scope="module")
def games(found) -> list[Game]:
    return sheets(found)


def pairs(games):
    return [(game, seat) for game in games for seat in game.seats]


def test_wins(lake, games):
    expected = {}
    for player, played in groups(pairs(games), lambda pair: pair[1].player).items():
        wins = sum(seat.share for _, seat in played)
        chance = sum(1 / game.n for game, _ in played)
        low, high = wilson(wins, len(played))
        expected[player] = {"n": len(played), "wins": wins, "expected": chance, "surplus": wins - chance, "rate": wins / len(played),
                            "low": low, "high": high, "chance": chance / len(played)}  # fmt: skip
    table = scoring.wins(lake)
    check(table, ["player"], expected)
    order = sorted(expected, key=lambda player: -expected[player]["surplus"])
    assert {row["player"]: row["rank"] for row in table.to_pylist()} == {
        player: order.index(player) + 1 for player in order
    }
    assert table["wins"].to_numpy().sum() == pytest.approx(len(games))


def test_no_rank_under_the_minimum(lake, games):
    most = max(Counter(seat.player for _, seat in pairs(games)).values())
    table = scoring.wins(lake, Filters(min_games=most)).to_pylist()
    assert [row["rank"] for row in table if row["n"] < most] == [None] * sum(row["n"] < most for row in table)
    assert min(row["rank"] for row in table if row["n"] >= most) == 1


def test_placements(lake, games):
    every = groups(pairs(games), lambda pair: (pair[0].kind, pair[0].n, pair[1].player))
    expected = {}
    for key, played in every.items():
        counted = Counter(seat.place for _, seat in played)
        for place in range(1, key[1] + 1):
            expected[(*key, place)] = {"games": counted[place], "n": len(played), "rate": counted[place] / len(played)}
    check(scoring.placements(lake), ["game", "players", "player", "place"], expected)


def test_scores(lake, games):
    found = groups(pairs(games), lambda pair: (pair[0].kind, pair[0].n, pair[1].total))
    check(scoring.scores(lake), ["game", "players", "total"],
          {key: {"n": len(seats), "winners": sum(seat.won for _, seat in seats)} for key, seats in found.items()})  # fmt: skip


def test_score_summary(lake, games):
    expected = {}
    for key, seats in groups(pairs(games), lambda pair: (pair[0].kind, pair[0].n)).items():
        totals = [seat.total for _, seat in seats]
        won = [seat.total for _, seat in seats if seat.won]
        expected[key] = {**spread(totals), "least": min(totals), "most": max(totals), "median": median(totals), "winners": len(won),
                         "winners_mean": mean(won)}  # fmt: skip
    check(scoring.score_summary(lake), ["game", "players"], expected)


def test_margins(lake, games):
    check(scoring.margins(lake), ["game", "players", "margin"],
          {key: {"n": n} for key, n in Counter((game.kind, game.n, game.margin) for game in games).items()})  # fmt: skip


def test_decisions(lake, games):
    n = Counter(game.kind for game in games)
    check(scoring.decisions(lake), ["game", "decided_by"],
          {key: {"games": count, "n": n[key[0]], "rate": count / n[key[0]]} for key, count in Counter((g.kind, g.decided) for g in games).items()})  # fmt: skip


def parts(game):
    """part → (pips, who took it, whether the first place was tied, score of each seat)."""
    if game.kind == "biblios":
        hands = final_hands(game)
        for letter, pips in zip(cards.CATEGORIES, game.found.state.dice, strict=True):
            sums = [sum(int(card[1]) for card in hand if card[0] == letter) for hand in hands]
            who = taker(hands, letter)
            yield letter, pips, who, who is not None and sums.count(max(sums)) > 1, sums
    else:
        detail = game.found.game.detail(game.found.state)
        names = list(game.found.state.handles)
        for letter, pips in detail["value_dice"].items():
            spaces = detail["tracks"][letter]
            at = {name: number for number, space in enumerate(spaces, 1) for name in space}
            ahead = next((space for space in reversed(spaces[3:]) if space), [])
            yield letter, pips, names.index(ahead[0]) if ahead else None, len(ahead) > 1, [at[name] for name in names]


def test_category_pips(lake, games):
    found = {}
    for game in games:
        for letter, pips, who, tied, sums in parts(game):
            row = found.setdefault(
                (game.kind, letter, pips), {"n": 0, "taken": 0, "tied": 0, "nobody": 0, "unknown": 0, "all": []}
            )
            row["n"] += 1
            row["taken" if who is not None else "nobody"] += 1
            row["tied"] += tied
            if who is not None:
                row["all"].append(sums[who])
    for row in found.values():
        row["winning_total"] = average(row.pop("all"))
    check(scoring.category_pips(lake), ["game", "part", "pips"], found)


def test_categories(lake, games):
    found = {}
    for game in games:
        for letter, _, who, _, sums in parts(game):
            for seat in game.seats:
                row = found.setdefault(
                    (seat.player, game.kind, letter), {"n": 0, "taken": 0, "totals": [], "chances": []}
                )
                row["n"] += 1
                row["taken"] += who == seat.seat
                row["totals"].append(sums[seat.seat])
                row["chances"].append(1 / game.n)
    expected = {key: {"n": row["n"], "taken": row["taken"], "rate": row["taken"] / row["n"], "mean_total": mean(row["totals"]),
                      "chance": mean(row["chances"])} for key, row in found.items()}  # fmt: skip
    table = scoring.categories(lake)
    check(table.filter([part != "B" for part in table["part"].to_pylist()]), ["player", "game", "part"], expected)


def changes(game):
    """(die, before, after) of each change of a value die, by looking at the dice after every ply."""
    dice = []
    game.found.walk(lambda ply, state: dice.append(list(state.dice if game.kind == "biblios" else state.values)))
    letters = cards.CATEGORIES if game.kind == "biblios" else "SMPQI"
    for one, other in pairwise(dice):
        for letter, before, after in zip(letters, one, other, strict=True):
            if before != after:
                yield letter, before, after


def test_die_moves(lake, games):
    found = Counter((game.kind, die, before, after) for game in games for die, before, after in changes(game))
    table = scoring.die_moves(lake)
    changed = table.filter(
        [a != b for a, b in zip(table["before"].to_pylist(), table["after"].to_pylist(), strict=True)]
    )
    check(changed, ["game", "die", "before", "after"], {key: {"n": n} for key, n in found.items()})


def test_die_changes(lake, games):
    found = {}
    for game in games:
        for die, before, after in changes(game):
            row = found.setdefault((game.kind, die), {"raised": 0, "lowered": 0, "pips": 0})
            row["raised"] += after > before
            row["lowered"] += after < before
            row["pips"] += after - before
    got = {}
    for row in scoring.die_changes(lake).to_pylist():
        one = got.setdefault((row["game"], row["die"]), {"raised": 0, "lowered": 0, "pips": 0})
        for column in one:
            one[column] += row[column]
        assert row["n"] == row["raised"] + row["lowered"] + row["unchanged"]
    assert got == found


def test_seats(lake, games):
    expected = {}
    for key, seats in groups(pairs(games), lambda pair: (pair[0].kind, pair[0].n, pair[1].seat + 1)).items():
        wins = sum(seat.share for _, seat in seats)
        expected[key] = {"n": len(seats), "wins": wins, "rate": wins / len(seats), "chance": 1 / key[1],
                         "mean_total": mean(seat.total for _, seat in seats)}  # fmt: skip
    check(scoring.seats(lake), ["game", "players", "seat"], expected)
    first = {
        key[:2]: {name: row[name] for name in ("n", "wins", "rate", "chance")}
        for key, row in expected.items()
        if key[2] == 1
    }
    check(scoring.start_player(lake), ["game", "players"], first)


def test_church(lake, games):
    found = {}
    for game in games:
        if game.kind != "biblios":
            continue
        names = list(game.found.log.header.handles)
        came = dict.fromkeys(names, "")
        for event in game.found.log.events:
            if event.verb in ("keeps", "takes", "pays"):
                came[event.actor] = event.verb
            elif event.verb in ("uses", "declines"):
                player = game.seats[names.index(event.actor)].player
                row = found.setdefault(player, {"n": 0, "used": 0, "declined": 0, "kept": 0, "taken": 0, "bought": 0})
                row["n"] += 1
                row["used" if event.verb == "uses" else "declined"] += 1
                row[{"keeps": "kept", "takes": "taken", "pays": "bought"}[came[event.actor]]] += 1
    check(scoring.church(lake), ["player"], found)


def test_head_to_head(lake, games):
    found = {}
    for game in games:
        for one in game.seats:
            for other in game.seats:
                if one is not other:
                    row = found.setdefault(
                        (one.player, other.player), {"n": 0, "ahead": 0, "level": 0, "behind": 0, "d": []}
                    )
                    row["n"] += 1
                    row["ahead" if one.place < other.place else "behind" if one.place > other.place else "level"] += 1
                    row["d"].append(one.total - other.total)
    for row in found.values():
        row["mean_difference"] = mean(row.pop("d"))
    check(scoring.head_to_head(lake), ["player", "opponent"], {key: row for key, row in found.items() if row["n"] >= 3})
    floor = max(row["n"] for row in found.values())
    check(scoring.head_to_head(lake, Filters(min_games=floor)), ["player", "opponent"],
          {key: row for key, row in found.items() if row["n"] >= floor})  # fmt: skip


def test_streaks(lake, games):
    expected = {}
    ordered = sorted(games, key=lambda game: (game.date, game.id))
    for player in {seat.player for _, seat in pairs(games)}:
        won = [(game, seat.won) for game in ordered for seat in game.seats if seat.player == player]
        best = worst = run = 0
        last = None
        for game, win in won:
            run = (run + 1 if run > 0 else 1) if win else (run - 1 if run < 0 else -1)
            if run > best:
                best, last = run, game
            worst = max(worst, -run)
        expected[player] = {"n": len(won), "wins_in_a_row": best, "without_a_win": worst, "current": run,
                            "last_game": last.id if last else None, "until": last.date if last else None}  # fmt: skip
    check(scoring.streaks(lake), ["player"], expected)


def test_records(lake, games):
    for kind in ("biblios", "biblios-dice"):
        seats = [(seat, game) for game in games if game.kind == kind for seat in game.seats]
        rows = [row for row in scoring.records(lake, top=1).to_pylist() if row["game"] == kind]
        value = {row["record"]: row["value"] for row in rows}
        assert len(rows) == len(value) == 6
        assert value["highest total"] == max(seat.total for seat, _ in seats)
        assert value["lowest winning total"] == min(seat.total for seat, _ in seats if seat.won)
        assert value["highest total that did not win"] == max(seat.total for seat, _ in seats if not seat.won)
        assert value["widest margin"] == max(
            game.margin for game in games if game.kind == kind and game.decided in ("pips", "vp")
        )
        assert value["most events"] == max(game.found.plies for _, game in seats)
        three = [row for row in scoring.records(lake, top=3).to_pylist() if row["game"] == kind]
        assert {row["record"]: row["value"] for row in reversed(three)} == value, "the extreme comes first"
        lowest = sorted(seat.total for seat, _ in seats if seat.won)[:3]
        assert [row["value"] for row in three if row["record"] == "lowest winning total"] == lowest
        top = next(row for row in rows if row["record"] == "highest total")
        holder = next(game for game in games if game.id == top["game_id"])
        assert (top["value"], top["player"]) in [(seat.total, seat.player) for seat in holder.seats]
        assert top["ply"] == holder.found.plies
        assert top["game_id"] == min((g.date, g.id) for s, g in seats if s.total == top["value"])[1], (
            "the earliest holds a record"
        )


def test_overview_months_people(lake, games):
    row = scoring.overview(lake).to_pylist()[0]
    assert (row["n"], row["biblios"], row["simulated"], row["results_only"]) == (150, 75, 150, 0)
    assert row["days"] == len({game.date for game in games})
    assert row["events"] == sum(game.found.plies for game in games)
    months = Counter((game.date.replace(day=1), game.kind) for game in games)
    check(scoring.months(lake), ["month", "game"], {key: {"n": n} for key, n in months.items()})
    people = Counter(seat.player for _, seat in pairs(games))
    check(scoring.people(lake), ["player"], {player: {"n": n} for player, n in people.items()})


def test_recent_and_games(lake, games):
    ordered = sorted(games, key=lambda game: (game.date, game.id), reverse=True)
    recent = scoring.recent(lake, top=7).to_pylist()
    assert [row["game_id"] for row in recent] == [game.id for game in ordered[:7]]
    assert [row["winners"] for row in recent] == [
        ", ".join(seat.player for seat in game.seats if seat.won) for game in ordered[:7]
    ]

    def ids(**options):
        return {row["game_id"] for row in scoring.games(lake, top=1000, **options).to_pylist()}

    assert ids() == {game.id for game in games}
    player, total = games[0].seats[0].player, games[0].seats[0].total
    assert ids(player=player, total=total) == {
        g.id for g in games if any(s.player == player and s.total == total for s in g.seats)
    }
    assert ids(player=player, place=1) == {g.id for g in games if any(s.player == player and s.won for s in g.seats)}
    assert ids(seat=1) == {g.id for g in games if g.seats[0].won}
    other = games[0].seats[1].player
    assert ids(player=player, opponent=other) == {g.id for g in games if {player, other} <= {s.player for s in g.seats}}
    assert ids(margin=2) == {g.id for g in games if g.margin == 2}
    want = {g.id for g in games for letter, pips, *_ in parts(g) if (letter, pips) == ("M", 4)}
    assert ids(part="M", pips=4) == want
    took = {
        g.id
        for g in games
        for letter, _, who, *_ in parts(g)
        if letter == "P" and who is not None and who < g.n and g.seats[who].player == player
    }
    assert ids(part="P", taker=player) == took


def dice_of(game, state) -> dict[str, int]:
    if game.kind == "biblios":
        return dict(zip(cards.CATEGORIES, state.dice, strict=True))
    return dict(zip(codes.TRACKS, state.values, strict=False))


def test_die_course(lake, games):
    """Pips after each tenth of the events, from the positions of every game."""
    found: dict[tuple[str, str, int], list[int]] = {}
    for game in games:
        positions: list[dict[str, int]] = []
        game.found.walk(lambda ply, state, positions=positions, game=game: positions.append(dice_of(game, state)))
        plies = len(positions) - 1
        assert plies == game.found.plies
        for tenth in range(11):
            for die, pips in positions[tenth * plies // 10].items():
                found.setdefault((game.kind, die, tenth), []).append(pips)
    expected = {}
    for key, values in found.items():
        quarter, middle, three = quantiles(values, n=4, method="inclusive")
        expected[key] = {**spread(values), "least": min(values), "most": max(values), "quarter": quarter, "median": middle,
                         "three_quarters": three}  # fmt: skip
    check(scoring.die_course(lake), ["game", "die", "tenth"], expected)
    assert {row["mean"] for (_, _, tenth), row in expected.items() if tenth == 0} == {3}
    assert any(row["mean"] != 3 for row in expected.values())


def test_changes_of_a_tenth(lake, games):
    """The changes between two points of the course, from the positions of every game: by place, pips and pips after."""
    found: dict[tuple[str, str, int], set[tuple[str, int, int, int]]] = {}
    for game in games:
        positions: list[dict[str, int]] = []
        game.found.walk(lambda ply, state, positions=positions, game=game: positions.append(dice_of(game, state)))
        plies = len(positions) - 1
        for ply in range(1, plies + 1):
            tenth = next(tenth for tenth in range(11) if ply <= tenth * plies // 10)
            for die, pips in positions[ply].items():
                if pips != positions[ply - 1][die]:
                    found.setdefault((game.kind, die, tenth), set()).add((game.id, ply, positions[ply - 1][die], pips))
    for kind in ("biblios", "biblios-dice"):
        for die in sorted({die for of, die, _ in found if of == kind}):
            for tenth in range(11):
                table = scoring.changes(lake, Filters(game=kind), top=100_000, die=die, tenth=tenth).to_pylist()
                moved = {(row["game_id"], row["ply"], row["before"], row["after"]) for row in table if row["before"] != row["after"]}  # fmt: skip
                assert moved == found.get((kind, die, tenth), set()), (kind, die, tenth)
                assert len([row for row in table if row["before"] != row["after"]]) == len(moved)
    assert len(found) > 50


def test_changes(lake, games):
    """Changes of the value dice, from the positions before and after each event."""
    told = []
    for game in games:
        before: list[dict[str, int]] = []

        def look(ply, state, before=before, game=game):
            now = dice_of(game, state)
            if before:
                told.extend((game, ply, die, was, now[die]) for die, was in before[-1].items() if now[die] != was)
            before.append(now)

        game.found.walk(look)
    rows = scoring.changes(lake, top=100_000).to_pylist()
    moved = [row for row in rows if row["before"] != row["after"]]
    assert {(row["game_id"], row["ply"], row["die"], row["before"], row["after"]) for row in moved} == {
        (game.id, ply, die, was, now) for game, ply, die, was, now in told
    }
    assert {row["game"] for row in moved} == {"biblios", "biblios-dice"}
    some = scoring.changes(lake, Filters(game="biblios"), top=100_000, die="M", way="raised", before=3).to_pylist()
    assert {(row["game_id"], row["ply"]) for row in some} == {
        (game.id, ply) for game, ply, die, was, now in told if game.kind == "biblios" and die == "M" and was == 3 < now
    }
    assert scoring.changes(lake, top=100_000, way="unchanged").num_rows == len(rows) - len(moved)
    church = scoring.changes(lake, top=100_000, cause="church").to_pylist()
    used = Counter()
    for game in games:
        names = list(game.found.log.header.handles)
        for ply, event in enumerate(game.found.log.events, 1):
            if game.kind == "biblios" and event.verb == "uses":
                used[game.id, ply, game.seats[names.index(event.actor)].player] += 1
    assert {(row["game_id"], row["ply"], row["player"]) for row in church} == set(used)
