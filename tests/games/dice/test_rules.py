"""The rules by hand, where the rulebook needs reading closely, and the examples it works out."""

from __future__ import annotations

from pathlib import Path

import pytest

from replay.games import biblios_dice as game
from replay.log import read_path
from replay.referee import Replay, replay
from tests.games.dice.kit import judge

ROOT = Path(__file__).resolve().parents[3]

SELECTION = """Ana rolls S S S M M M G3 A+ mule3
Ana takes S
Bram takes M
Cleo takes G3
Ana takes A+ +I
"""
MARKET = SELECTION + "Bram rolls S S M P Q Q G2 A- mule2\nBram splits S S M P Q / Q G2 A-\n"
TOPPED = """Ana rolls I I I I I I G1 A3 mule1
Ana takes I
Bram takes G1
Cleo takes A3 =I
Bram rolls I I I I M P G1 A3 mule1
Bram takes G1
Cleo takes M
Ana takes I
Bram takes P
Cleo takes A3 =I
"""
ENDED = """Ana rolls B B B B B B G1 A3 mule1
Ana takes B
Ana turns 1G2V
Ana turns 2G3V
Ana turns 5V
Bram takes G1
Cleo takes A3 =I
Bram rolls B B B B B B G1 A3 mule1
Bram takes G1
Cleo takes A3 =I
Ana takes B
"""


def well(found: Replay) -> Replay:
    assert found.problem is None, found.problem
    return found


def broken(found: Replay, rule: str, ply: int | None = None) -> None:
    assert found.problem is not None, "nothing was found"
    assert found.problem.rule == f"biblios-dice.{rule}", found.problem
    if ply is not None:
        assert found.problem.ply == ply


# ----------------------------------------------------------------------------------------------------- broken, at all


def test_every_rule_is_broken_once() -> None:
    names = {path.name.split(".")[0] for path in (ROOT / "data" / "broken").glob("biblios-dice-*.bgl")}
    assert names == {rule.replace(".", "-") for rule in game.rules()}


@pytest.mark.parametrize("path", sorted((ROOT / "data" / "broken").glob("biblios-dice-*.bgl")), ids=lambda p: p.stem)
def test_broken_examples_break_at_their_last_event(path: Path) -> None:
    (log,) = read_path(str(path))
    found = replay(log)
    assert found.problem is not None
    assert found.problem.rule.replace(".", "-") == path.stem.split(".")[0]
    assert found.problem.ply == len(log.events)
    assert found.problem.legal or found.problem.rule in ("biblios-dice.order.over", "biblios-dice.objective.variant")


# --------------------------------------------------------------------------------------------------------- rolls, mule


def test_a_reroll_may_move_the_mule_and_costs_a_vp() -> None:
    found = well(judge("Ana rolls S S M P I B G3 A+ mule3\nAna rerolls B>B mule3>mule1 G3>GA\nAna takes GA"))
    view = game.view(found.state)
    assert view["mule"]["space"] == 2
    assert view["vp_tokens"] == {"Ana": 0, "Bram": 1, "Cleo": 1}
    assert view["gold"] == {"Ana": 17, "Bram": 18, "Cleo": 18}


def test_gold_for_all_alone_is_free_in_a_market_only() -> None:
    paid = well(judge("Ana rolls S S M P I B GA A+ mule3\nAna rerolls GA>G3"))
    assert paid.state.vp[0] == 0
    free = well(judge(SELECTION + "Bram rolls S S M P Q Q GA A- mule2\nBram rerolls GA>GA\nBram rerolls GA>G1"))
    assert free.state.vp[1] == 4
    broken(
        judge(SELECTION + "Bram rolls S S M P Q Q GA A- mule2\nBram rerolls GA>G1\nBram rerolls S>B"), "reroll.time", 8
    )
    both = (
        SELECTION
        + "Bram rolls S S M P Q Q GA A- mule2\nBram rerolls S>S GA>GA\nBram rerolls GA>G1\nBram splits S S M P Q / Q G1 A-"
    )
    assert well(judge(both)).state.vp[1] == 3
    broken(judge(SELECTION + "Bram rolls S S M P Q Q G1 A- mule2\nBram rerolls G1>GA\nBram splits S S M P Q / Q GA A-"),
           "reroll.gold-for-all", 8)  # fmt: skip


def test_a_reroll_away_from_the_market() -> None:
    found = judge(SELECTION + "Bram rolls S S M P Q Q GA A- mule2\nBram rerolls mule2>mule1\nBram takes GA")
    assert well(found).state.gold == [17, 18, 21]
    broken(
        judge(SELECTION + "Bram rolls S S M P Q Q GA A- mule1\nBram rerolls mule1>mule3\nBram takes GA"),
        "order.market",
        8,
    )


def test_dice_are_rerolled_from_what_they_show_each_once() -> None:
    broken(judge("Ana rolls S S M P I B G3 A+ mule3\nAna rerolls M>S M>S"), "reroll.dice", 2)
    broken(judge("Ana rolls S S M P I B G3 A+ mule3\nAna rerolls mule3>mule1 mule3>mule1"), "reroll.dice", 2)
    broken(judge("Ana rolls S S M P I B G3 A+ mule3\nAna rerolls G3>G7"), "roll.face", 2)
    broken(judge("Ana rolls S S M P I B G3 A+ mule3\nAna rerolls G3>S"), "roll.face", 2)


# ------------------------------------------------------------------------------------------------------------- selection


def test_arrival_is_order() -> None:
    found = well(judge(SELECTION + "Bram rolls S S S M M M G3 A+ mule1\nBram takes S\nCleo takes M"))
    tracks = game.detail(found.state)["tracks"]
    assert tracks["S"][3] == ["Ana", "Bram"]
    assert tracks["M"][3] == ["Bram", "Cleo"]
    assert found.state.vp == [4, 6, 3]


def test_surplus_is_lost_and_conversion_waits() -> None:
    found = well(judge(TOPPED))
    assert found.state.pos[4 * 3] == 7
    more = TOPPED + "Cleo rolls I I M P Q S G1 A3 mule1\nCleo takes M\n"
    converted = well(judge(more + "Ana takes I converting S Q"))
    assert game.detail(converted.state)["tracks"]["Q"][1] == ["Ana"]
    assert converted.unjudged == []
    kept = well(judge(more + "Ana takes I"))
    assert kept.state.pos[4 * 3] == 7


def test_two_tokens_in_one_take() -> None:
    start = "Ana rolls S S B B B B G3 A+ mule3\nAna takes B\n"
    broken(judge(start + "Ana turns 5G"), "token.stack", 3)
    found = well(judge(start + "Ana turns 3G\nAna turns 1G2R S Q"))
    assert game.view(found.state)["gold"]["Ana"] == 19
    assert game.view(found.state)["active"] == "Bram"
    broken(judge(start + "Ana turns 3G\nBram takes S"), "order.token-due", 4)


def test_adjustments_that_stand() -> None:
    roll = "Ana rolls S S M P I B G3 A++ mule3\n"
    found = well(judge(roll + "Ana takes A++ +I +I !"))
    assert found.stood == [2]
    assert found.state.values[4] == 5
    assert well(judge(roll + "Ana takes A++ +I -Q !")).stood == [2]
    broken(judge(roll + "Ana takes A++ +I !"), "adjust.changes")
    refused = judge(roll + "Ana takes A++ +I +Q !")
    assert refused.problem is not None
    assert (refused.problem.kind, refused.problem.rule) == ("syntax", "log.event.stood")
    broken(judge(roll + "Bram takes A++ +I +I !"), "order.turn")


def test_an_adjustment_to_all_sixes_goes_back_to_three() -> None:
    state = judge("Ana rolls S S S M M M G1 A+ mule1").state
    state.values = [6, 6, 6, 6, 5]
    game.play(state, (2, 0, 256, (4,)))
    assert state.values == [3, 3, 3, 3, 3]


# --------------------------------------------------------------------------------------------------------------- market


def test_tie_by_the_bishop_track_and_half_price() -> None:
    found = well(judge(MARKET + "reveal Ana=5 Bram=2 Cleo=1\nreveal Ana=2 Bram=5 Cleo=pass\nreveal Ana=pass Bram=pass"))
    (auction,) = game.detail(found.state)["auctions"]
    assert auction["ranked"] == [["Bram", 7], ["Ana", 7], ["Cleo", 1]]
    assert (auction["first_paid"], auction["second_paid"]) == (7, 4)
    assert auction["first_group"] is None
    rest = judge(MARKET + "reveal Ana=5 Bram=2 Cleo=1\nreveal Ana=2 Bram=5 Cleo=pass\nreveal Ana=pass Bram=pass\n"
                 "Bram chooses 2\nBram takes A- -S\nBram takes Q\nBram takes G2\nAna takes Q\nAna takes S\nAna takes P\n"
                 "Ana takes M\nBram rolls S S M P Q Q G2 A- mule1")  # fmt: skip
    assert well(rest).state.mule == 0
    assert rest.unjudged == []


def test_one_bidder_and_none() -> None:
    one = well(judge(MARKET + "reveal Ana=3 Bram=pass Cleo=pass\nreveal Ana=pass\nAna chooses 1\nAna takes S\nAna takes M\n"
                     "Ana takes P\nAna takes Q\nBram rolls S S M P Q Q G2 A- mule1"))  # fmt: skip
    (auction,) = game.detail(one.state)["auctions"]
    assert (auction["second"], auction["second_group"]) == (None, None)
    none = well(judge(MARKET + "reveal Ana=pass Bram=pass Cleo=pass\nBram rolls S S M P Q Q G2 A- mule1"))
    assert game.detail(none.state)["auctions"][0]["first"] is None


OVERBID = "reveal Ana=7 Bram=2 Cleo=7\nreveal Ana=6 Bram=pass Cleo=6\nreveal Ana=5 Cleo=pass\nreveal Ana=pass\n"


def test_overbid_promotion_and_ban() -> None:
    found = well(judge(MARKET + OVERBID))
    (auction,) = game.detail(found.state)["auctions"]
    assert auction["overbid"] == ["Ana"]
    assert (auction["first"], auction["first_paid"], auction["second"], auction["second_paid"]) == (
        "Cleo",
        13,
        "Bram",
        1,
    )
    assert found.state.gold == [0, 15, 6]
    play = (
        MARKET
        + OVERBID
        + "Cleo chooses 1\nCleo takes S\nCleo takes M\nCleo takes P\nCleo takes Q\nBram takes Q\nBram takes G2\n"
        "Bram takes A- -S\nBram rolls S S S M M M G3 A+ mule3\nBram takes S\nCleo takes M\nAna takes G3\nBram takes A+ +I\n"
        "Cleo rolls S S M P Q Q G2 A- mule2\nCleo splits S S M P Q / Q G2 A-\n"
    )
    banned = well(judge(play + "reveal Bram=1 Cleo=pass\nreveal Bram=pass\nBram chooses 2\nBram takes Q\nBram takes G2\n"
                        "Bram takes A- -S\nCleo rolls S S S M M M G3 A+ mule3\nCleo takes S\nAna takes M\nBram takes G3\n"
                        "Cleo takes A+ +I\nAna rolls S S M P Q Q G2 A- mule2\nAna splits S S M P Q / Q G2 A-\n"
                        "reveal Ana=pass Bram=pass Cleo=pass"))  # fmt: skip
    assert game.detail(banned.state)["auctions"][1]["banned"] == ["Ana"]
    assert game.detail(banned.state)["auctions"][2]["banned"] == []


def test_no_turn_up_where_all_are_banned() -> None:
    everybody = (
        "reveal Ana=7 Bram=7 Cleo=7\nreveal Ana=6 Bram=6 Cleo=6\nreveal Ana=5 Bram=5 Cleo=5\n"
        "reveal Ana=4 Bram=4 Cleo=4\nreveal Ana=pass Bram=pass Cleo=pass\n"
    )
    found = well(judge(
        MARKET + everybody + "Bram rolls S S S M M M G3 A+ mule3\nBram takes S\nCleo takes M\nAna takes G3\nBram takes A+ +I\n"
        "Cleo rolls S S M P Q Q G2 A- mule2\nCleo splits S S M P Q / Q G2 A-\nCleo rolls S S S M M M G3 A+ mule3"
    ))  # fmt: skip
    auctions = game.detail(found.state)["auctions"]
    assert auctions[0]["overbid"] == ["Bram", "Ana", "Cleo"] or len(auctions[0]["overbid"]) == 3
    assert auctions[1]["banned"] == ["Ana", "Bram", "Cleo"]
    assert auctions[1]["ranked"] == []


def test_a_turn_up_in_any_order_of_players() -> None:
    well(judge(MARKET + "reveal Cleo=pass Bram=2 Ana=3\nreveal Bram=pass Ana=pass\nAna chooses 1"))


# ----------------------------------------------------------------------------------------------------------- two players

TWO = """Cadfael rolls S M P
Ana rolls S S S M M M G3 A+ mule3
Ana takes S
Bram takes M
Ana takes G3
Bram takes A+ +I
Cadfael rolls S M P
Bram rolls S S S M M M G3 A+ mule2
Bram splits S S S M M / M G3 A+
"""


def test_cadfael_wins_takes_the_larger_group_and_pays_nothing() -> None:
    found = well(judge(TWO + "reveal Ana=pass Bram=2 Cadfael=4\nreveal Cadfael=3 Bram=pass\nBram takes M\nBram takes A+ +I\n"
                       "Bram takes G3\nCadfael rolls S M P", 2))  # fmt: skip
    (auction,) = game.detail(found.state)["auctions"]
    assert auction["first"] == "Cadfael"
    assert len(auction["first_group"]) == 5
    assert (auction["first_paid"], auction["second"], auction["second_paid"]) == (0, "Bram", 1)
    broken(
        judge(TWO + "reveal Ana=pass Bram=2 Cadfael=4\nreveal Cadfael=3 Bram=pass\nBram chooses 1", 2), "choose.due", 12
    )


def test_cadfael_is_ahead_at_the_start_and_wins_ties() -> None:
    found = well(judge(TWO + "reveal Ana=3 Bram=2 Cadfael=1\nreveal Ana=pass Bram=1 Cadfael=2\nreveal Bram=pass", 2))
    assert game.detail(found.state)["auctions"][0]["ranked"] == [["Cadfael", 3], ["Bram", 3], ["Ana", 3]]


def test_cadfael_alone() -> None:
    found = well(judge(TWO + "reveal Ana=pass Bram=pass Cadfael=4\nreveal Cadfael=3\nCadfael rolls S M P", 2))
    assert found.state.round == 3
    broken(judge(TWO + "reveal Ana=pass Bram=pass Cadfael=4\nCadfael rolls S M P", 2), "order.bidding", 11)
    broken(judge(TWO + "reveal Ana=pass Bram=pass Cadfael=pass", 2), "bid.card", 10)


def test_cadfaels_tokens_and_lost_dice_are_open() -> None:
    found = judge("Cadfael rolls B B P\nCadfael turns 2G3V", 2)
    broken(found, "token.stack", 2)
    found = well(judge("Cadfael rolls B B P\nCadfael turns 1G2V", 2))
    assert found.unjudged == [(2, "cadfael-tokens")]
    assert found.state.vp == [1, 1, 0]
    assert well(judge("Cadfael rolls B B P\nCadfael turns 1G2V", 2, "rulings: cadfael-tokens=removed")).unjudged == []
    broken(judge("Cadfael rolls B B P\nAna rolls S S S M M M G3 A+ mule3", 2), "order.token-due", 2)
    state = judge("Cadfael rolls S S S", 2).state
    state.phase = 0
    state.pos[2] = 7
    game.play(state, (0, 2, (0, 1, 2)))
    assert state.doubt == "cadfael-converts"


# ------------------------------------------------------------------------------------------------------- end and objectives


def test_the_end_is_looked_for_once_a_round() -> None:
    found = well(judge(ENDED))
    assert found.status == "complete"
    assert game.detail(found.state)["end"] == "bishop"
    assert found.result is not None
    assert found.result["winners"] == ["Ana"]
    broken(judge(ENDED + "Ana objective S"), "objective.variant", 12)


def test_objectives_and_what_is_known_without_them() -> None:
    unfinished = well(judge(ENDED + "Ana objective S", 3, "objectives: yes"))
    assert (unfinished.status, unfinished.result) == ("unfinished", None)
    found = well(judge(ENDED + "Ana objective ?\nBram objective S\nCleo objective ?", 3, "objectives: yes"))
    assert found.status == "complete"
    assert found.result is not None
    # Nobody is first on any resource track, so the hidden cards cannot matter.
    assert found.result["winners"] == ["Ana"]
    assert None not in found.result["totals"].values()
    assert found.counts()["possible"] == 1
    broken(judge(ENDED + "Ana objective S\nAna objective ?", 3, "objectives: yes"), "objective.once", 13)


def test_hidden_objectives_that_matter() -> None:
    lines = ENDED.replace("Ana rolls B B B B B B", "Ana rolls S S S B B B").replace(
        "Ana takes B\nAna turns 1G2V\nAna turns 2G3V\nAna turns 5V\nBram takes G1\nCleo takes A3 =I\n",
        "Ana takes S\nBram takes B\nBram turns 1G2V\nCleo takes G1\nAna takes A3 =I\n",
    )
    lines = lines.partition("Bram rolls")[0] + (
        "Bram rolls B B B B B B G1 A3 mule1\nBram takes B\nBram turns 2G3V\nBram turns 5V\nCleo takes G1\nAna takes A3 =I\n"
    )
    found = well(judge(lines + "Ana objective ?\nBram objective M\nCleo objective P", 3, "objectives: yes"))
    assert found.result is not None
    assert found.result["totals"]["Ana"] is None
    assert "hidden objective" in found.result["why"]["Ana"]
    assert found.result["totals"]["Bram"] is not None
    assert game.detail(found.state)["score"]["Ana"]["objective"] is None
    known = well(judge(lines + "Ana objective ?\nBram objective M\nCleo objective S", 3, "objectives: yes"))
    assert known.result is not None
    assert known.result["totals"]["Ana"] is not None


# ----------------------------------------------------------------------------------------------------------- open rulings


def test_a_topped_track_takes_nothing() -> None:
    lines = TOPPED + "Cleo rolls B B M P Q S G1 A3 mule1\nCleo takes M\nAna takes B\nAna turns 1G1R I\n"
    found = well(judge(lines))
    assert found.unjudged == [(14, "topped-conversion")]
    assert well(judge(lines, 3, "rulings: topped-conversion=no-effect")).unjudged == []


def test_several_rulings_on_one_event_are_all_named() -> None:
    state = judge("Ana rolls S S S M M M G1 A+ mule1").state
    from replay.games.biblios_dice.course import unjudged

    for ruling in ("capped-die", "group-order", "capped-die"):
        unjudged(state, ruling)
    assert state.doubt == "capped-die group-order"


EXAMPLES = sorted((ROOT / "data" / "examples").glob("dice-*.bgl"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_worked_examples(path: Path) -> None:
    for log in read_path(str(path)):
        found = well(replay(log))
        assert found.unjudged == []


def test_there_are_worked_examples() -> None:
    assert len(EXAMPLES) >= 9
