"""Small logs written by hand, each with what the documents say of it (rules.md and log-format.md, Biblios Dice).

A case is a name, the number of players, header lines, the events, and what is expected:

    fault     (ply, rule) of the first problem; without it the log has none
    unjudged  the open rulings by ply (0: the result)
    stood     plies let stand
    anything else is compared with `detail` and the result, one dotted path a key
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from tests.games.dice.kit import judge

# Three players. After ROUND: Ana 15 gold, Bram 16, Cleo 19; VP 4, 4, 1; Bishop track Cleo, Bram, Ana; mule on the 4th space.
ROUND = "Ana rolls S S S M M M G3 A+ mule3; Ana takes S; Bram takes M; Cleo takes G3; Ana takes A+ +I;"
ROLL2 = ROUND + "Bram rolls S S M P Q Q G2 A- mule2;"
SPLIT = ROLL2 + "Bram splits S S M P Q / Q G2 A-;"
# Ana on top of Ink, at the start of the third round (Cleo rolls); value dice Ink 3.
INK = (
    "Ana rolls I I I I I I G1 A3 mule1; Ana takes I; Bram takes G1; Cleo takes A3 =S;"
    "Bram rolls I M M M M M G1 A3 mule1; Bram takes M; Cleo takes G1; Ana takes I; Bram takes A3 =S;"
)
# Ana passes the Bishop stacks in the first round: six steps, to the 7th space.
BISHOP = "Ana rolls B B B B B B G1 A3 mule1; Ana takes B;"
# Ana passes three stacks, and the game ends at the end of the second round, with Ana on top of the Bishop track.
SIX = "Ana rolls B B B B B B G1 A3 mule1; Ana takes B; Ana turns 3G; Ana turns 5G; Ana turns 5V; Bram takes G1; Cleo takes A3 =S;"
END = SIX + "Bram rolls B B B B B B G1 A3 mule1; Bram takes G1; Cleo takes A3 =S; Ana takes B;"
# Two players: a round without a market, and one in which a market comes (Bram rolls).
TWO = "Cadfael rolls S M P; Ana rolls S S M M P P G3 A+ mule3; Ana takes S; Bram takes M; Ana takes P; Bram takes G3; Ana takes A+ +S;"
TWO_SPLIT = TWO + "Cadfael rolls S M P; Bram rolls S S M M P P G3 A+ mule2; Bram splits S S M M P / P G3 A+;"
# Scroll, Manuscript, Pigment and Quill dice at 6, Ink at 3, after 27 plies; Ana rolls.
SIX_SCROLLS = "rolls S S S S S S G1 A++ mule1"
LIMITS = (
    f"Ana {SIX_SCROLLS}; Ana takes S; Bram takes G1; Cleo takes A++ +S +M;"
    f"Bram {SIX_SCROLLS}; Bram takes S; Cleo takes G1; Ana takes A++ +S +M;"
    f"Cleo {SIX_SCROLLS}; Cleo takes S; Ana takes G1; Bram takes A++ +S +M;"
    f"Ana {SIX_SCROLLS}; Ana takes S; Bram takes G1; Cleo takes A++ +P +Q;"
    f"Bram {SIX_SCROLLS}; Bram splits S S S / S S S G1 A++; reveal Ana=pass Bram=pass Cleo=pass;"
    f"Bram {SIX_SCROLLS}; Bram takes S; Cleo takes G1; Ana takes A++ +P +Q;"
    f"Cleo {SIX_SCROLLS}; Cleo takes S; Ana takes G1; Bram takes A++ +P +Q;"
)
# The three that are left to raise by one before all stand at 6, the last in a market.
RESET = (
    f"Ana {SIX_SCROLLS}; Ana takes S; Bram takes G1; Cleo takes A++ +I +S;"
    f"Bram {SIX_SCROLLS}; Bram takes S; Cleo takes G1; Ana takes A++ +S +I;"
    f"Cleo {SIX_SCROLLS}; Cleo splits S S S / S S S G1 A++; reveal Ana=1 Bram=pass Cleo=pass; reveal Ana=pass;"
    "Ana chooses 2; Ana takes G1; Ana takes A++ +I +S;"
)
# A market in which Ana, on top of Ink and one below the top of Scroll, has won the dice I S G1 (18 plies).
ORDER = (
    INK + "Cleo rolls S S S S S S G1 A3 mule1; Cleo takes G1; Ana takes S; Bram takes A3 =S;"
    "Ana rolls I S M M M M G1 A3 mule3; Ana splits I S G1 / M M M M A3; reveal Ana=1 Bram=pass Cleo=pass;"
    "reveal Ana=pass; Ana chooses 1;"
)
# Two players, Cadfael three spaces up Ink in every round, his marker on the top after the third.
CLIMB = "".join(
    f"Cadfael rolls I I I; {one} rolls S S S S S S G1 A3 mule1; {one} takes S; {two} takes G1; {one} takes A3 =S;"
    for one, two in (("Ana", "Bram"), ("Bram", "Ana"), ("Ana", "Bram"))
)
# Cadfael has 14, Ana 2, Bram -14.
CADFAEL_AHEAD = (
    "Cadfael rolls I I I; Ana rolls B B B B B B G1 A3 mule1; Ana takes B; Ana turns 3G; Ana turns 5G; Ana turns 5V;"
    "Bram takes G1; Ana takes A3 =S; Cadfael rolls I I I; Bram rolls B B B B B B G1 A3 mule1; Bram takes G1; Ana takes B;"
    "Bram takes A3 =S;"
)


@dataclass(frozen=True)
class Case:
    name: str
    lines: str
    want: dict[str, Any]
    players: int = 3
    head: str = ""


def case(name: str, lines: str, players: int = 3, head: str = "", **want: Any) -> Case:
    """One case; in the keys of `want`, `__` stands for a dot."""
    return Case(name, lines, {key.replace("__", "."): value for key, value in want.items()}, players, head)


CASES = [
    # ------------------------------------------------------------------------------------------------- set-up, rolls
    case("four-start", "Ana rolls S S M M P P Q G1 A+ mule1", 4,
         gold={"Ana": 15, "Bram": 16, "Cleo": 16, "Dirk": 17}, vp_tokens={"Ana": 1, "Bram": 1, "Cleo": 1, "Dirk": 1},
         tracks__B=[["Dirk", "Cleo", "Bram", "Ana"]] + [[]] * 7),
    case("two-start", "Cadfael rolls S M B", 2, tracks__B=[["Bram", "Ana"], ["Cadfael"]] + [[]] * 6,
         gold={"Ana": 15, "Bram": 16}, cadfael__vp_tokens=0),
    case("six-dice-for-four", "Ana rolls S S M M P P G1 A+ mule1", 4, fault=(1, "roll.dice")),
    case("seven-dice-for-three", "Ana rolls S S M M P P Q G1 A+ mule1", fault=(1, "roll.dice")),
    case("no-mule-die", "Ana rolls S S M M P P G1 A+", fault=(1, "roll.dice")),
    case("two-gold-dice", "Ana rolls S S M M P P G1 G2 mule1", fault=(1, "roll.dice")),
    case("cadfael-for-three", "Cadfael rolls S M P", fault=(1, "log.event.player")),
    case("cadfael-forgotten", TWO + "Bram rolls S S M M P P G3 A+ mule2", 2, fault=(8, "order.cadfael-first")),
    case("cadfael-twice", "Cadfael rolls S M P; Cadfael rolls S M P", 2, fault=(2, "order.roll-due")),
    case("cadfael-rolls-gold", "Cadfael rolls S M G1", 2, fault=(1, "roll.dice")),
    case("cadfael-must-turn-too",
         "Cadfael rolls B B M; Ana rolls S S M M P P G3 A+ mule3", 2, fault=(2, "order.token-due")),
    case("cadfael-has-no-tracks", "Cadfael rolls B B M; Cadfael turns 1G1R S", 2, fault=(2, "token.cadfael")),
    case("cadfael-turns", "Cadfael rolls B B M; Cadfael turns 1G2V", 2, unjudged=[(2, "cadfael-tokens")],
         cadfael__vp_tokens=0, tokens_turned=["1G2V"]),
    case("cadfael-turns-settled", "Cadfael rolls B B M; Cadfael turns 1G2V", 2, "rulings: cadfael-tokens=removed",
         cadfael__vp_tokens=0, tokens_turned=["1G2V"]),
    case("cadfael-turns-stood", "Cadfael rolls B B M; Cadfael turns 1G2V !", 2, stood=[2]),
    case("cadfael-turns-settled-stood", "Cadfael rolls B B M; Cadfael turns 1G2V !", 2,
         "rulings: cadfael-tokens=removed", fault=(2, "log.event.stood")),
    case("cadfael-takes-vp", "Cadfael rolls Q Q Q", 2, cadfael__vp_tokens=3),
    # ------------------------------------------------------------------------------------------------------- re-rolls
    case("reroll-pays", "Ana rolls S S M M P P G1 A+ mule1; Ana rerolls S>S mule1>mule2", vp_tokens__Ana=0),
    case("reroll-twice", "Ana rolls S S M M P P G1 A+ mule1; Ana rerolls S>S; Ana rerolls M>Q", fault=(3, "reroll.once")),
    case("reroll-without-vp",
         "Ana rolls S S M M P P G1 A+ mule1; Ana rerolls S>S; Ana takes S; Bram takes M; Cleo takes P; Ana takes G1;"
         "Bram takes A+ +S; Bram rolls S S S S S S G1 A+ mule1; Bram takes S; Cleo takes G1; Ana takes A+ +S;"
         "Cleo rolls S S S S S S G1 A+ mule1; Cleo takes S; Ana takes G1; Bram takes A+ +S;"
         "Ana rolls S S M M P P G1 A+ mule1; Ana rerolls S>Q", fault=(17, "reroll.pays")),
    case("reroll-more-than-rolled", "Ana rolls S S M M P P G1 A+ mule1; Ana rerolls S>Q S>Q S>Q", fault=(2, "reroll.dice")),
    case("reroll-into-a-market", ROUND + "Bram rolls S S M P Q Q G2 A- mule1; Bram rerolls mule1>mule2; Bram takes S",
         fault=(8, "order.market")),
    case("reroll-out-of-a-market", ROLL2 + "Bram rerolls mule2>mule1; Bram takes S", vp_tokens__Bram=3),
    case("gold-for-all-again-and-again",
         ROUND + "Bram rolls S S M P Q Q GA A- mule3; Bram rerolls GA>GA; Bram rerolls GA>GA; Bram rerolls GA>G5;"
         "Bram splits S S M / P Q Q G5 A-", vp_tokens__Bram=4),
    case("paid-before-free",
         ROUND + "Bram rolls S S M P Q Q G1 A- mule3; Bram rerolls G1>GA; Bram rerolls GA>GA; Bram rerolls GA>G1",
         vp_tokens__Bram=3),
    case("free-then-paid", ROUND + "Bram rolls S S M P Q Q GA A- mule3; Bram rerolls GA>G1; Bram rerolls G1>G2",
         fault=(8, "reroll.time")),
    case("free-not-outside-a-market", "Ana rolls S S M M P P GA A+ mule1; Ana rerolls GA>G1; Ana rerolls S>Q",
         fault=(3, "reroll.once")),
    # ------------------------------------------------------------------------------------------------------ selection
    case("gold-for-all-two", "Cadfael rolls S M P; Ana rolls S S M M P P GA A+ mule1; Ana takes GA", 2,
         gold={"Ana": 16, "Bram": 17}),
    case("gold-for-all-five", "Ana rolls S S M M P P Q GA A+ mule1; Ana takes GA", 5,
         gold={"Ana": 19, "Bram": 20, "Cleo": 20, "Dirk": 21, "Eva": 21}),
    case("the-card-moves-left", ROUND + "Cleo rolls S S M P Q Q G2 A- mule1", fault=(6, "order.first-player")),
    case("selection-goes-on-in-turn", "Ana rolls S S S M M M G3 A+ mule3; Ana takes S; Cleo takes M", fault=(3, "order.turn")),
    case("nobody-may-pass-the-adjustment", ROUND.replace("Ana takes A+ +I;", "") + "Bram rolls S S M P Q Q G2 A- mule2",
         fault=(5, "order.roll")),
    case("vp-stacks-in-turn",
         "Ana rolls I I I I I I G1 A3 mule1; Ana takes I; Bram takes G1; Cleo takes A3 =S;"
         "Bram rolls I I I I I M G1 A3 mule1; Bram takes I; Cleo takes G1; Ana takes M; Bram takes A3 =S",
         vp_tokens={"Ana": 9, "Bram": 6, "Cleo": 1}, tracks__I=[[], ["Cleo"], [], [], [], ["Bram"], ["Ana"], []]),
    # ---------------------------------------------------------------------------------------------------- adjustments
    case("set-to-three-what-is-three", "Ana rolls S S M M P P G1 A3 mule1; Ana takes A3 =S", value_dice__S=3),
    case("lower-what-must-rise", "Ana rolls S S M M P P G1 A+ mule1; Ana takes A+ -S", fault=(2, "adjust.direction")),
    case("lower-what-must-rise-stood", "Ana rolls S S M M P P G1 A+ mule1; Ana takes A+ -S !", stood=[2], value_dice__S=2),
    case("set-what-must-rise", "Ana rolls S S M M P P G1 A+ mule1; Ana takes A+ =S", fault=(2, "adjust.direction")),
    case("twice-on-one", "Ana rolls S S M M P P G1 A-- mule1; Ana takes A-- -S -S", fault=(2, "adjust.different")),
    case("twice-on-one-stood", "Ana rolls S S M M P P G1 A-- mule1; Ana takes A-- -S -S !", stood=[2], value_dice__S=1),
    case("up-and-down-one-stood", "Ana rolls S S M M P P G1 A+- mule1; Ana takes A+- +S -S !", stood=[2], value_dice__S=3),
    case("one-of-two-stood", "Ana rolls S S M M P P G1 A++ mule1; Ana takes A++ +S !", fault=(2, "adjust.changes")),
    case("minus-before-plus", "Ana rolls S S M M P P G1 A+- mule1; Ana takes A+- -S +M", value_dice__S=2, value_dice__M=4),
    case("mark-on-another-die", "Ana rolls S S M M P P G1 A+ mule1; Ana takes A-- -S -M !", fault=(2, "select.pool")),
    case("mark-on-a-legal-adjustment", "Ana rolls S S M M P P G1 A+ mule1; Ana takes A+ +S !", fault=(2, "log.event.stood")),
    case("limits", LIMITS, value_dice={"S": 6, "M": 6, "P": 6, "Q": 6, "I": 3}),
    case("one-capped-must-be-named", LIMITS + f"Ana {SIX_SCROLLS}; Ana takes A++ +I +S", value_dice__I=4, value_dice__S=6),
    case("one-capped-must-be-named-forbidden", LIMITS + f"Ana {SIX_SCROLLS}; Ana takes A++ +I +S",
         head="rulings: capped-die=forbidden", value_dice__I=4),
    case("two-capped-named", LIMITS + f"Ana {SIX_SCROLLS}; Ana takes A++ +M +S", unjudged=[(29, "capped-die")],
         value_dice={"S": 6, "M": 6, "P": 6, "Q": 6, "I": 3}),
    case("two-capped-named-forbidden", LIMITS + f"Ana {SIX_SCROLLS}; Ana takes A++ +M +S",
         head="rulings: capped-die=forbidden", fault=(29, "adjust.capped")),
    case("two-capped-named-forbidden-stood", LIMITS + f"Ana {SIX_SCROLLS}; Ana takes A++ +M +S !",
         head="rulings: capped-die=forbidden", fault=(29, "adjust.capped")),
    case("two-capped-named-settled", LIMITS + f"Ana {SIX_SCROLLS}; Ana takes A++ +M +S", head="rulings: capped-die=no-effect"),
    case("two-capped-named-settled-stood", LIMITS + f"Ana {SIX_SCROLLS}; Ana takes A++ +M +S !",
         head="rulings: capped-die=no-effect", fault=(29, "log.event.stood")),
    case("two-capped-named-stood", LIMITS + f"Ana {SIX_SCROLLS}; Ana takes A++ +M +S !", stood=[29]),
    case("capped-one-up-one-down", LIMITS + "Ana rolls S S S S S S G1 A+- mule1; Ana takes A+- +S -M",
         unjudged=[(29, "capped-die")], value_dice__S=6, value_dice__M=5),
    case("all-at-six-are-reset", LIMITS + RESET, value_dice={"S": 3, "M": 3, "P": 3, "Q": 3, "I": 3}, gold__Ana=17),
    # --------------------------------------------------------------------------------------------------------- tokens
    case("lower-stack-first", BISHOP + "Ana turns 5G", fault=(3, "token.stack")),
    case("three-stacks-passed", BISHOP + "Ana turns 3G; Ana turns 2G3V; Ana turns 3R S M P",
         tokens_turned=["3G", "2G3V", "3R"], gold__Ana=20, vp_tokens__Ana=4),
    case("token-then-the-next-player", BISHOP + "Ana turns 3G; Bram takes G1", fault=(4, "order.token-due")),
    case("token-of-another", BISHOP + "Bram turns 3G", fault=(3, "order.token-due")),
    case("tracks-missing", BISHOP + "Ana turns 1G1R", fault=(3, "token.steps")),
    case("tracks-for-nothing", BISHOP + "Ana turns 3G S", fault=(3, "token.steps")),
    case("same-track-twice", BISHOP + "Ana turns 3G; Ana turns 1G2R S S", fault=(4, "token.different")),
    case("mark-on-same-track-twice", BISHOP + "Ana turns 3G; Ana turns 1G2R S S !", fault=(4, "token.different")),
    case("bishop-step", BISHOP + "Ana turns 1G1R B", fault=(3, "token.resource")),
    case("token-gone", SIX + "Bram rolls B B M M P P G1 A3 mule1; Bram takes B; Bram turns 3G", fault=(10, "token.stack")),
    case("stack-is-empty",
         "Ana rolls B B M M P P Q G1 A3 mule1; Ana takes B; Ana turns 3G; Bram takes M; Cleo takes P; Dirk takes Q;"
         "Ana takes G1; Bram takes A3 =S;"
         "Bram rolls B B M M P P Q G1 A3 mule1; Bram takes B; Bram turns 1G2V; Cleo takes M; Dirk takes P; Ana takes Q;"
         "Bram takes G1; Cleo takes A3 =S;"
         "Cleo rolls B B M M P P Q G1 A3 mule1; Cleo takes B; Cleo turns 1G1R I; Dirk takes M; Ana takes P; Bram takes Q;"
         "Cleo takes G1; Dirk takes A3 =S;"
         "Dirk rolls B B M M P P Q G1 A3 mule3; Dirk splits B B Q / M M P P G1 A3;"
         "reveal Ana=pass Bram=pass Cleo=pass Dirk=1; reveal Dirk=pass; Dirk chooses 1; Dirk takes B; Dirk takes Q;"
         "Dirk rolls B B M M P P Q G1 A3 mule3", 4,
         tokens_turned=["3G", "1G2V", "1G1R"], tracks__B=[[], [], ["Ana", "Bram", "Cleo", "Dirk"], [], [], [], [], []]),
    case("step-passes-a-stack",
         "Ana rolls S S B B M M G1 A3 mule1; Ana takes S; Bram takes M; Cleo takes G1; Ana takes B; Ana turns 1G1R S",
         vp_tokens__Ana=4, gold__Ana=16, tracks__S=[["Bram", "Cleo"], [], [], ["Ana"], [], [], [], []]),
    # ---------------------------------------------------------------------------------------------------- conversions
    case("conversion", INK + "Cleo rolls I I M P Q S G1 A3 mule1; Cleo takes G1; Ana takes I converting M S",
         tracks__M=[["Cleo"], ["Ana"], [], [], [], ["Bram"], [], []]),
    case("no-conversion", INK + "Cleo rolls I I M P Q S G1 A3 mule1; Cleo takes G1; Ana takes I",
         tracks__M=[["Ana", "Cleo"], [], [], [], [], ["Bram"], [], []]),
    case("conversion-not-on-top", INK + "Cleo rolls I I M P Q S G1 A3 mule1; Cleo takes I converting S S",
         fault=(11, "convert.top")),
    case("conversion-of-some", INK + "Cleo rolls I I M P Q S G1 A3 mule1; Cleo takes G1; Ana takes I converting S",
         fault=(12, "convert.all")),
    case("conversion-to-bishop", INK + "Cleo rolls I I M P Q S G1 A3 mule1; Cleo takes G1; Ana takes I converting S B",
         fault=(12, "convert.face")),
    case("conversion-on-arrival",
         "Ana rolls I I I I I I G1 A3 mule1; Ana takes I; Bram takes G1; Cleo takes A3 =S;"
         "Bram rolls I I M M M M G1 A3 mule1; Bram takes M; Cleo takes G1; Ana takes I converting S S",
         fault=(8, "convert.top")),
    case("surplus-of-a-conversion",
         INK + "Cleo rolls M M M M M M G1 A3 mule1; Cleo takes G1; Ana takes M; Bram takes A3 =S;"
         "Ana rolls I I M P Q S G1 A3 mule1; Ana takes I converting M M", unjudged=[(15, "topped-conversion")],
         tracks__M=[["Cleo"], [], [], [], [], ["Bram"], [], ["Ana"]]),
    case("surplus-of-a-conversion-settled",
         INK + "Cleo rolls M M M M M M G1 A3 mule1; Cleo takes G1; Ana takes M; Bram takes A3 =S;"
         "Ana rolls I I M P Q S G1 A3 mule1; Ana takes I converting M M", head="rulings: topped-conversion=no-effect",
         tracks__M=[["Cleo"], [], [], [], [], ["Bram"], [], ["Ana"]]),
    case("surplus-of-a-take", INK, tracks__I=[["Bram"], ["Cleo"], [], [], [], [], [], ["Ana"]]),
    # -------------------------------------------------------------------------------------------------------- markets
    case("takes-in-a-market", ROLL2 + "Bram takes S", fault=(7, "order.market")),
    case("four-and-four", ROLL2 + "Bram splits S S M P / Q Q G2 A-", fault=(7, "split.sizes")),
    case("small-group-first", ROLL2 + "Bram splits G2 A- Q / S S M P Q"),
    case("split-by-another", ROLL2 + "Ana splits G2 A- Q / S S M P Q", fault=(7, "order.first-player")),
    case("all-pass", SPLIT + "reveal Ana=pass Bram=pass Cleo=pass; Bram rolls S S M P Q Q G2 A- mule3; Bram takes S",
         auctions__0__first=None, auctions__0__ranked=[], auctions__0__second_group=None, rounds=3),
    case("lone-bidder",
         SPLIT + "reveal Ana=1 Bram=pass Cleo=pass; reveal Ana=pass; Ana chooses 2; Ana takes G2; Ana takes A- -S;"
         "Ana takes Q; Bram rolls S S M P Q Q G2 A- mule1", gold__Ana=16, auctions__0__second=None,
         auctions__0__first_group=["Q", "G2", "A-"], auctions__0__second_group=None),
    case("lone-bidder-goes-on-alone", SPLIT + "reveal Ana=1 Bram=pass Cleo=pass; reveal Ana=3; Ana chooses 2",
         fault=(10, "order.bidding")),
    case("tie-of-totals", SPLIT + "reveal Ana=5 Bram=5 Cleo=5; reveal Ana=pass Bram=pass Cleo=pass; Ana chooses 1",
         fault=(10, "choose.winner")),
    case("tie-of-totals-paid", SPLIT + "reveal Ana=5 Bram=5 Cleo=5; reveal Ana=pass Bram=pass Cleo=pass; Cleo chooses 1",
         auctions__0__ranked=[["Cleo", 5], ["Bram", 5], ["Ana", 5]], gold={"Ana": 15, "Bram": 13, "Cleo": 14}),
    case("all-the-gold", SPLIT + "reveal Ana=7 Bram=pass Cleo=pass; reveal Ana=6; reveal Ana=2; reveal Ana=pass",
         gold__Ana=0, auctions__0__overbid=[], auctions__0__first="Ana", auctions__0__first_paid=15),
    case("one-gold-too-many",
         SPLIT + "reveal Ana=7 Bram=1 Cleo=pass; reveal Ana=6 Bram=pass; reveal Ana=3; reveal Ana=pass; Bram chooses 1",
         gold={"Ana": 0, "Bram": 15, "Cleo": 19}, auctions__0__overbid=["Ana"], auctions__0__first="Bram"),
    case("two-overbid-in-turn",
         SPLIT + "reveal Ana=7 Bram=7 Cleo=1; reveal Ana=6 Bram=6 Cleo=pass; reveal Ana=5 Bram=4; reveal Ana=pass Bram=pass;"
         "Cleo chooses 1", gold={"Ana": 0, "Bram": 0, "Cleo": 18}, auctions__0__overbid=["Ana", "Bram"],
         auctions__0__ranked=[["Ana", 18], ["Bram", 17], ["Cleo", 1]]),
    case("the-third-owes-nothing",
         SPLIT + "reveal Ana=7 Bram=7 Cleo=7; reveal Ana=5 Bram=6 Cleo=6; reveal Ana=4 Bram=3 Cleo=5; "
         "reveal Ana=pass Bram=pass Cleo=1; reveal Cleo=pass",
         auctions__0__ranked=[["Cleo", 19], ["Bram", 16], ["Ana", 16]], auctions__0__overbid=[],
         gold={"Ana": 15, "Bram": 8, "Cleo": 0}),
    case("the-second-can-pay-the-half",
         SPLIT + "reveal Ana=7 Bram=pass Cleo=7; reveal Ana=6 Cleo=6; reveal Ana=5 Cleo=5; reveal Ana=pass Cleo=1;"
         "reveal Cleo=pass", auctions__0__second="Ana", auctions__0__second_paid=9, gold__Ana=6),
    case("the-banned-show-no-card",
         SPLIT + "reveal Ana=7 Bram=1 Cleo=pass; reveal Ana=6 Bram=pass; reveal Ana=3; reveal Ana=pass; Bram chooses 2;"
         "Bram takes G2; Bram takes A- -S; Bram takes Q; Bram rolls S S S S S S G2 A3 mule3; Bram takes S; Cleo takes A3 =S;"
         "Ana takes G2; Cleo rolls S S S S S S G2 A3 mule2; Cleo splits S S S / S S S G2 A3; reveal Ana=1 Bram=pass Cleo=1",
         fault=(22, "bid.banned")),
    case("all-are-banned",
         SPLIT + "reveal Ana=7 Bram=7 Cleo=7; reveal Ana=6 Bram=6 Cleo=6; reveal Ana=5 Bram=5 Cleo=5;"
         "reveal Ana=4 Bram=4 Cleo=4; reveal Ana=pass Bram=pass Cleo=pass;"
         "Bram rolls S S S S S S G2 A3 mule3; Bram takes S; Cleo takes A3 =S; Ana takes G2;"
         "Cleo rolls S S S S S S G2 A3 mule2; Cleo splits S S S / S S S G2 A3; Cleo rolls S S S S S S G2 A3 mule2;"
         "Cleo takes S; Ana takes G2; Bram takes A3 =S; Ana rolls S S S S S S G2 A3 mule3; Ana splits S S S / S S S G2 A3;"
         "reveal Ana=1 Bram=pass Cleo=pass; reveal Ana=pass; Ana chooses 2",
         auctions__0__overbid=["Cleo", "Bram", "Ana"], auctions__1__banned=["Ana", "Bram", "Cleo"],
         auctions__1__first=None, auctions__2__banned=[], auctions__2__first="Ana"),
    case("card-shown-before", SPLIT + "reveal Ana=1 Bram=pass Cleo=2; reveal Ana=1 Cleo=pass", fault=(9, "bid.spent")),
    case("passed-already", SPLIT + "reveal Ana=1 Bram=pass Cleo=2; reveal Ana=2 Bram=1 Cleo=pass", fault=(9, "bid.passed")),
    case("somebody-misses", SPLIT + "reveal Ana=1 Bram=pass", fault=(8, "bid.missing")),
    case("no-such-card", SPLIT + "reveal Ana=8 Bram=pass Cleo=pass", fault=(8, "bid.card")),
    case("seven-cards-then-pass",
         SPLIT + "reveal Ana=1 Bram=pass Cleo=pass;" + "".join(f"reveal Ana={n};" for n in range(2, 8)) + "reveal Ana=pass",
         auctions__0__overbid=["Ana"], auctions__0__first=None, gold__Ana=0),
    case("the-second-before-the-first",
         SPLIT + "reveal Ana=3 Bram=2 Cleo=1; reveal Ana=pass Bram=pass Cleo=pass; Ana chooses 2; Bram takes S",
         fault=(11, "order.owner")),
    case("dice-of-the-other-group",
         SPLIT + "reveal Ana=3 Bram=2 Cleo=1; reveal Ana=pass Bram=pass Cleo=pass; Ana chooses 2; Ana takes S",
         fault=(11, "group.part")),
    case("group-once-more",
         SPLIT + "reveal Ana=3 Bram=2 Cleo=1; reveal Ana=pass Bram=pass Cleo=pass; Ana chooses 2; Ana takes Q; Ana takes Q",
         fault=(12, "group.part")),
    case("the-card-stays-after-a-market",
         SPLIT + "reveal Ana=pass Bram=pass Cleo=pass; Cleo rolls S S M P Q Q G2 A- mule3", fault=(9, "order.first-player")),
    case("mark-on-a-wrong-winner",
         SPLIT + "reveal Ana=5 Bram=5 Cleo=5; reveal Ana=pass Bram=pass Cleo=pass; Ana chooses 1 !",
         fault=(10, "choose.winner")),
    # ------------------------------------------------------------------------------------------- Cadfael in the market
    case("cadfael-first",
         TWO_SPLIT + "reveal Ana=1 Bram=2 Cadfael=7; reveal Ana=pass Bram=pass Cadfael=6; Bram takes P; Bram takes G3;"
         "Bram takes A+ +P", 2, auctions__0__first="Cadfael", auctions__0__first_paid=0, auctions__0__second="Bram",
         auctions__0__first_group=["S", "S", "M", "M", "P"], auctions__0__second_group=["P", "G3", "A+"], gold__Bram=21,
         auctions__0__second_paid=1),
    case("cadfael-first-nobody-chooses",
         TWO_SPLIT + "reveal Ana=1 Bram=2 Cadfael=7; reveal Ana=pass Bram=pass Cadfael=6; Bram chooses 2", 2,
         fault=(13, "choose.due")),
    case("cadfael-second",
         TWO_SPLIT + "reveal Ana=1 Bram=7 Cadfael=1; reveal Ana=pass Bram=6 Cadfael=2; reveal Bram=pass; Bram chooses 2", 2,
         auctions__0__second="Cadfael", auctions__0__second_paid=0, auctions__0__second_group=["S", "S", "M", "M", "P"]),
    case("cadfael-wins-a-tie",
         TWO_SPLIT + "reveal Ana=3 Bram=pass Cadfael=1; reveal Ana=pass Cadfael=2; Ana takes P", 2,
         auctions__0__first="Cadfael", auctions__0__second="Ana"),
    case("cadfael-alone-in-the-second-turn-up",
         TWO_SPLIT + "reveal Ana=pass Bram=pass Cadfael=1; reveal Cadfael=2; Cadfael rolls S S S", 2,
         auctions__0__first="Cadfael", auctions__0__second=None, auctions__0__second_group=None),
    case("cadfael-alone-is-written",
         TWO_SPLIT + "reveal Ana=pass Bram=pass Cadfael=1; Cadfael rolls S S S", 2, fault=(12, "order.bidding")),
    case("cadfael-never-a-third", TWO_SPLIT + "reveal Ana=1 Bram=2 Cadfael=1; reveal Ana=2 Bram=3 Cadfael=2;"
         "reveal Ana=3 Bram=4 Cadfael=3", 2, fault=(13, "bid.cadfael")),
    case("cadfael-never-passes", TWO_SPLIT + "reveal Ana=1 Bram=2 Cadfael=pass", 2, fault=(11, "bid.card")),
    case("group-order", ORDER + "Ana takes I converting S; Ana takes S converting P; Ana takes G1",
         unjudged=[(21, "group-order")]),
    case("group-order-settled", ORDER + "Ana takes I converting S; Ana takes S converting P; Ana takes G1",
         head="rulings: group-order=free"),
    case("group-order-that-does-not-matter", ORDER + "Ana takes S; Ana takes G1; Ana takes I converting S",
         unjudged=[(21, "topped-conversion")]),
    case("group-order-without-conversion", ORDER + "Ana takes G1; Ana takes I converting S; Ana takes S"),
    case("cadfael-reaches-the-top", CLIMB, 2, tracks__I=[["Ana", "Bram"], [], [], [], [], [], [], ["Cadfael"]],
         cadfael__vp_tokens=8),
    case("cadfael-converts", CLIMB + "Cadfael rolls I I S", 2, unjudged=[(16, "cadfael-converts")],
         tracks__S=[[], ["Cadfael"], [], [], [], [], ["Bram"], ["Ana"]]),
    case("cadfael-converts-settled", CLIMB + "Cadfael rolls I I S", 2, "rulings: cadfael-converts=no"),
    case("cadfael-wins", CADFAEL_AHEAD, 2, unjudged=[(0, "cadfael-wins"), (0, "vp-floor")], winners=["Ana"],
         totals={"Ana": 2, "Bram": -14}, cadfael={"tracks": {"I": 6}, "vp_tokens": 8, "total": 14}),
    case("cadfael-wins-yes", CADFAEL_AHEAD, 2, "rulings: cadfael-wins=yes, vp-floor=none", winners=["Cadfael"]),
    case("cadfael-wins-no", CADFAEL_AHEAD, 2, "rulings: cadfael-wins=no, vp-floor=none", winners=["Ana"]),
    case("cadfael-denies-an-objective", CADFAEL_AHEAD + "Ana objective I; Bram objective S", 2,
         "rulings: cadfael-wins=no, vp-floor=none\nobjectives: yes", score__Ana__objective=0, totals__Ana=2),
    # ------------------------------------------------------------------------------------------------- ends and scores
    case("end-bishop", END, status="complete", end="bishop", rounds=2,
         # Ana: 1 + 5 VP, (15 + 8) gold at 2 : 1 is 11, five tracks on the first space cost 15.
         score__Ana={"tracks": {}, "tokens": 6, "gold_vp": 11, "penalty": 15, "objective": 0},
         totals={"Ana": 2, "Bram": -14, "Cleo": -13}, winners=["Ana"], decided_by="vp", unjudged=[(0, "vp-floor")],
         gold_left={"Ana": 1, "Bram": 18, "Cleo": 16}),
    case("end-bishop-floor", END, head="rulings: vp-floor=zero", totals={"Ana": 2, "Bram": 0, "Cleo": 0}),
    case("end-bishop-no-floor", END, head="rulings: vp-floor=none", totals={"Ana": 2, "Bram": -14, "Cleo": -13}),
    case("end-claim", END, head="result: Ana 2, Bram -14, Cleo -12", fault=(None, "log.claim.result"), unjudged=[(0, "vp-floor")]),
    case("end-claim-winner", END, head="winner: Cleo", fault=(None, "log.claim.winner"), unjudged=[(0, "vp-floor")]),
    case("after-the-end", END + "Bram rolls B B B B B B G1 A3 mule1", fault=(12, "order.over")),
    case("objectives-to-come", END, head="objectives: yes", status="unfinished", end="bishop", unjudged=[]),
    case("objectives", END + "Ana objective S; Cleo objective M; Bram objective ?", head="objectives: yes",
         status="complete", totals__Ana=2, score__Bram__objective=0, unjudged=[(0, "vp-floor")]),
    case("objectives-of-others", END + "Ana objective S; Cleo objective S", head="objectives: yes",
         fault=(13, "objective.distinct")),
    case("objective-to-bishop", END + "Ana objective B", head="objectives: yes", fault=(12, "log.event.card")),
    case("objective-early", ROUND + "Ana objective S", head="objectives: yes", fault=(6, "objective.end")),
    case("objective-without", END + "Ana objective S", fault=(12, "objective.variant")),
]  # fmt: skip


def look(place: Any, path: str) -> Any:
    """The value behind a dotted path."""
    for step in path.split("."):
        place = place[int(step)] if isinstance(place, list) else place[step]
    return place


@pytest.mark.parametrize("one", CASES, ids=[one.name for one in CASES])
def test_by_hand(one: Case) -> None:
    found = judge(one.lines, one.players, one.head)
    want = dict(one.want)
    fault = want.pop("fault", None)
    if fault is None:
        assert found.problem is None, found.problem
    else:
        rule = fault[1] if fault[1].startswith("log.") else f"biblios-dice.{fault[1]}"
        assert found.problem is not None, "nothing was found"
        assert (found.problem.ply, found.problem.rule) == (fault[0], rule), found.problem
    assert found.stood == want.pop("stood", [])
    assert found.unjudged == [tuple(pair) for pair in want.pop("unjudged", [])]
    if found.state is None or found.game is None:
        assert fault is not None
        return
    assert found.status == want.pop("status", found.status)
    shown = json.loads(json.dumps({**found.game.detail(found.state), **(found.result or {})}))
    for path, value in want.items():
        assert look(shown, path) == value, path


def test_there_are_enough() -> None:
    assert len(CASES) >= 60
    assert len({one.name for one in CASES}) == len(CASES)
