"""Hands shown at the end, results, ties and claims: written from the documents, not from the code."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.biblios.kit import Deal, judge, log_text

# Two hands of 20 with known ends; every lot is passed.
ANA = "P4h P4i P3e P3f P3g M4h M4i M3e M3f M3g G1"
BRAM = "H2h H2i S2h S2i T2h T2i G2 G3"


def finished(tail: str = "", *, header: str = "", unknown: str = "", hands: tuple[str, ...] = (ANA, BRAM)) -> str:
    deal = Deal(hands, "", unknown=unknown)
    lots = log_text("", deal=deal, header=header, done=True)
    return lots + tail + "\n"


def hand(seat: int, hands: tuple[str, ...] = (ANA, BRAM)) -> list[str]:
    deal = Deal(hands, "")
    deal.text()
    return deal.full[seat]


def holds(seat: int, change: str = "", name: str = "") -> str:
    cards = hand(seat)
    if change == "less":
        cards = cards[1:]
    if change == "more":
        cards = [*cards, "G3"]
    if change == "letterless":
        cards = [card[:2] if card[0] in "PMHST" else card for card in cards]
    if change == "other":
        cards = ["C+", *cards[1:]]
    if change == "backwards":
        cards = cards[::-1]
    return f"{name or ('Ana', 'Bram')[seat]} holds {' '.join(cards)}"


@pytest.mark.parametrize(
    ("tail", "unknown"),
    [
        ("", ""),
        (holds(0), ""),
        (holds(0) + "\n" + holds(1), ""),
        (holds(1) + "\n" + holds(0), ""),
        (holds(0, "backwards"), ""),
        (holds(0, "letterless"), ""),
        (holds(0), "0"),
        (holds(0) + " <<possible", "0"),
        (holds(0) + "\n" + holds(1), "01"),
        (holds(1), "0"),
        (holds(0) + "\n" + holds(0) + " <<illegal", ""),
        (holds(0) + "\n" + holds(0) + " <<illegal", "0"),
        (holds(0, "less") + " <<impossible.illegal", ""),
        (holds(0, "less") + " <<impossible.illegal", "0"),
        (holds(0, "more") + " <<impossible.illegal", ""),
        (holds(0, "more") + " <<impossible.illegal", "0"),
        (holds(0, "other") + " <<impossible", "0"),
        ("Ana holds - <<impossible.illegal", ""),
        ("Ana holds ? <<syntax", ""),
        ("Ana holds <<syntax", ""),
        ("Ana holds - P3e <<syntax", ""),
        (holds(1, name="Ana") + " <<impossible", ""),
        (holds(0) + " ! <<syntax", ""),
        (holds(0, "less") + " ! <<impossible.illegal", ""),
        ("Ana passes <<illegal.impossible", ""),
        ("Ana flips P4h <<illegal.impossible", ""),
        ("Bram keeps C+ <<illegal.impossible", ""),
        (holds(0) + "\nAna flips P4h <<illegal.impossible", ""),
    ],
)
def test_holds(tail: str, unknown: str) -> None:
    got = judge(finished(tail, unknown=unknown))
    if got.problem is None:
        assert got.status == "complete"
    full = not unknown or all(f"{('Ana', 'Bram')[int(seat)]} holds" in tail for seat in unknown)
    if got.problem is None and full:
        assert got.result is not None
        assert got.result["totals"] == {"Ana": 6, "Bram": 9}
        assert got.result["winners"] == ["Bram"]
        assert got.result["decided_by"] == "pips"


def test_unknown_hands_leave_the_result_unknown() -> None:
    got = judge(finished(unknown="01"))
    assert got.status == "complete"
    assert got.result is not None
    assert got.result["totals"] is None or None in got.result["totals"].values()


def test_an_unfinished_game_has_no_result_and_its_claims_are_not_judged() -> None:
    text = finished(header="result: Ana 99, Bram 1\nwinner: Ana").rstrip()
    lines = text.splitlines()
    for cut in (*range(6, len(lines) - 2, 7), len(lines) - 1):
        got = judge("\n".join(lines[:cut]))
        assert (got.status, got.result) == ("unfinished", None)


CLAIMS = [
    ("right", "result: Ana 6, Bram 9\nwinner: Bram", None),
    ("order does not matter", "result: Bram 9, Ana 6", None),
    ("wrong total", "result: Ana 7, Bram 9 <<claim", None),
    ("wrong winner", "winner: Ana <<claim", None),
    ("wrong winner, right total", "result: Ana 6, Bram 9\nwinner: Ana <<claim", None),
    ("a winner too many", "winner: Ana, Bram <<claim", None),
    ("both wrong: the first line", "winner: Ana <<claim\nresult: Ana 7, Bram 9", None),
    ("both wrong: the first line again", "result: Ana 7, Bram 9 <<claim\nwinner: Ana", None),
    ("one player missing", "result: Ana 6 <<syntax", None),
    ("one player twice", "result: Ana 6, Ana 6, Bram 9 <<syntax", None),
    ("a stranger", "result: Ana 6, Bram 9, Zoe 1 <<syntax", None),
    ("Cadfael", "result: Ana 6, Bram 9, Cadfael 1 <<syntax", None),
    ("no number", "result: Ana six, Bram 9 <<syntax", None),
    ("negative: wrong but a total", "result: Ana -6, Bram 9 <<claim", None),
    ("winner a stranger", "winner: Zoe <<syntax", None),
    ("empty", "result: <<syntax", None),
]


@pytest.mark.parametrize(("header", "_"), [c[1:] for c in CLAIMS], ids=[c[0] for c in CLAIMS])
def test_claims(header: str, _: Any) -> None:
    got = judge(finished(header=header))
    if got.problem is not None:
        assert got.problem.ply is None
        assert got.status == ("complete" if got.problem.kind == "claim" else "invalid")


def test_claims_where_hands_are_unknown_are_not_judged() -> None:
    judge(finished(unknown="01", header="result: Ana 7, Bram 9\nwinner: Ana"))


def test_abandoned() -> None:
    assert judge(log_text("Ana keeps P3e", header="status: abandoned")).status == "abandoned"
    assert judge(log_text("", header="status: abandoned")).status == "abandoned"
    assert judge(finished(header="status: abandoned")).status == "abandoned"


def test_result_only() -> None:
    for header in (
        "status: result-only\nresult: Ana 1, Bram 2",
        "status: result-only\nresult: Ana -1, Bram 2\nwinner: Ana",
        "status: result-only\nwinner: Ana, Bram",
    ):
        got = judge(log_text("", header=header))
        assert got.status == "complete"
    judge(log_text("Ana keeps P3e <<syntax", header="status: result-only\nresult: Ana 1, Bram 2"))


# --- who wins --------------------------------------------------------------------------------------------------------


def outcome(hands: tuple[str, ...], pile: str = "", header: str = "", events: str = "", fill: str = "gold") -> Any:
    got = judge(log_text(events, deal=Deal(hands, pile, fill=fill, players=len(hands)), header=header, done=True))
    assert got.status == "complete"
    assert got.game is not None
    return got, got.result, got.game.detail(got.state)


def test_a_tie_in_a_category_goes_to_the_letter_nearest_a() -> None:
    # 20 cards each. Pigments: Ana P2a P4h (6), Bram P3e P3f (6): a comes before e.
    ana = "P2a P4h H1a H1b H1c H1d H1e H1f H1g H2h H2i G1 G1 G1 G1 G1 G1 G1 G1 G1"
    bram = "P3e P3f M2a M2b M2c M2d S1a S1b S1c S1d S1e S1f S1g S2h S2i G2 G2 G2 G2 G2"
    got, result, detail = outcome((ana, bram))
    assert detail["categories"]["P"] == {"winner": "Ana", "totals": {"Ana": 6, "Bram": 6}, "by_letter": True}
    assert detail["categories"]["T"]["winner"] is None
    assert result["totals"] == {"Ana": 6, "Bram": 6}
    assert (result["decided_by"], result["winners"]) == ("gold", ["Bram"])
    assert detail["gold_left"] == {"Ana": 9, "Bram": 10}
    assert got.unjudged == []


def test_the_earliest_letter_of_a_tied_player_counts_not_the_number() -> None:
    ana = "H1b H1c H1d G1 G1 G1 G1 G1 G1 G1 G1 G1 G2 G2 G2 G2 G2 G2 G2 G2"
    bram = "H1a H2h G3 G3 G3 G3 G3 G3 G3 G3 G3 M2a M2b M2c M2d T1a T1b T1c T1d T1e"
    _, _, detail = outcome((ana, bram))
    assert detail["categories"]["H"] == {"winner": "Bram", "totals": {"Ana": 3, "Bram": 3}, "by_letter": True}


# All dice show 3 and nobody holds the fifth category: two categories each are a tie.
TIE_CASES = [
    # monks: Ana holds M and S, Bram P and H; nobody holds T.
    ("monks", "M2a S1a", "P2a H1a", "", "monks", "Ana", []),
    # tie-order: no monks at all: Pigments next, by default unjudged.
    ("pigments", "P2a S1a", "T1a H1a", "", "tie-order:P", "Ana", [(0, "tie-order")]),
    ("set order: T first", "P2a S1a", "T1a H1a", "rulings: tie-order=TPHSM", "tie-order:T", "Bram", []),
    ("set order replaces monks", "M2a S1a", "P2a H1a", "rulings: tie-order=PMHST", "tie-order:P", "Bram", []),
    ("set order MPHST settles", "P2a S1a", "T1a H1a", "rulings: tie-order=MPHST", "tie-order:P", "Ana", []),
    ("set order, lower case", "P2a S1a", "T1a H1a", "rulings: tie-order=mphst", "tie-order:P", "Ana", []),
    ("set order S first", "P2a S1a", "T1a H1a", "rulings: tie-order=SHTPM", "tie-order:S", "Ana", []),
    ("set order, monks first decides", "M2a S1a", "P2a H1a", "rulings: tie-order=MPHST", "monks", "Ana", []),
]


@pytest.mark.parametrize(
    ("ana", "bram", "header", "decided", "winner", "open_"),
    [c[1:] for c in TIE_CASES],
    ids=[c[0] for c in TIE_CASES],
)
def test_ties(ana: str, bram: str, header: str, decided: str, winner: str, open_: list[tuple[int, str]]) -> None:
    """The hands are first emptied: each buys one Gold lot with all but the cards named, then equal Gold is left."""
    keep = (len(ana.split()), len(bram.split()))
    hands = (f"{ana}", f"{bram}")
    deal = Deal(hands, "G1 G1", fill="gold")
    deal.text()
    give = []
    for seat in (0, 1):
        cards = list(deal.full[seat])
        for card in hands[seat].split():
            cards.remove(card)
        give.append(cards)
        assert len(cards) == 20 - keep[seat]
    events = f"""
        Ana flips G1; Bram bids {len(give[1])}; Ana passes; Bram discards {" ".join(give[1])}
        Bram flips G1; Ana bids {len(give[0])}; Bram passes; Ana discards {" ".join(give[0])}
        """
    got = judge(log_text(events, deal=Deal(hands, "G1 G1", fill="gold"), header=header, done=True))
    assert got.result is not None
    assert len(set(got.result["totals"].values())) == 1 or decided == "pips", got.result
    assert (got.result["decided_by"], got.result["winners"]) == (decided, [winner]), got.result
    assert got.unjudged == open_


@pytest.mark.parametrize(
    ("ana", "bram", "cleo", "header", "decided", "winner", "open_"),
    [
        ("P2a M2b", "S1a M2a", "M4h M4i", "", "monks", "Bram", []),
        ("P2a M3e", "S1a M2a", "M4h M4i", "", "monks", "Ana", []),
        ("P2a", "S1a M2a", "M4h M4i", "", "monks", "Bram", []),
        ("P2a", "S1a", "M4h M4i", "", "tie-order:P", "Ana", [(0, "tie-order")]),
        ("S2h", "T1a", "M4h M4i", "", "tie-order:S", "Ana", [(0, "tie-order")]),
        ("T2h", "S1a", "M4h M4i", "", "tie-order:S", "Bram", [(0, "tie-order")]),
        ("S2h", "T1a", "M4h M4i", "rulings: tie-order=TSHPM", "tie-order:T", "Bram", []),
        ("S2h M2a", "T1a", "M4h M4i", "rulings: tie-order=TSHPM", "tie-order:T", "Bram", []),
    ],
)
def test_ties_among_the_tied_only(
    ana: str, bram: str, cleo: str, header: str, decided: str, winner: str, open_: list[tuple[int, str]]
) -> None:
    """Cleo has the best Monks but no Gold: what counts is the comparison of Ana and Bram."""
    hands = (ana, bram, cleo)

    def deal() -> Deal:
        return Deal(hands, "G1 G1 G1 M3g", fill="gold", players=3)

    first = deal()
    first.text()
    give = []
    for seat in range(3):
        cards = list(first.full[seat])
        for card in hands[seat].split():
            cards.remove(card)
        give.append(cards)
    dumps = [f"discards {' '.join(cards)}" for cards in give]
    events = f"""
        Ana flips G1; Bram bids {len(give[1])}; Cleo passes; Ana passes; Bram {dumps[1]}
        Bram flips G1; Cleo bids {len(give[2])}; Ana passes; Bram passes; Cleo {dumps[2]}
        Cleo flips G1; Ana bids {len(give[0])}; Bram passes; Cleo passes; Ana {dumps[0]}
        Ana flips M3g; Bram passes; Cleo bids 1; Ana passes; Cleo pays G1
        """
    got = judge(log_text(events, deal=deal(), header=header, done=True))
    assert got.result is not None
    totals = got.result["totals"]
    assert totals == {"Ana": 3, "Bram": 3, "Cleo": 3}
    assert (got.result["decided_by"], got.result["winners"]) == (decided, [winner]), got.result
    assert got.unjudged == open_


def test_shared_victory() -> None:
    deal = Deal(("", ""), "G1 G1")
    text = deal.text()
    del text
    events = f"""
        Ana flips G1; Bram bids 20; Ana passes; Bram discards {" ".join(deal.full[1])}
        Bram flips G1; Ana bids 20; Bram passes; Ana discards {" ".join(deal.full[0])}
        """
    got = judge(log_text(events, deal=Deal(("", ""), "G1 G1"), done=True, header="winner: Bram, Ana"))
    assert got.result is not None
    assert got.result["totals"] == {"Ana": 0, "Bram": 0}
    assert got.result["decided_by"] == "shared"
    assert sorted(got.result["winners"]) == ["Ana", "Bram"]
    assert got.unjudged == []
    hidden = events.replace(" ".join(deal.full[1]), " ".join("?" * 20))
    assert judge(log_text(hidden, deal=Deal(("", ""), "G1 G1"), done=True)).result == got.result
    wrong = judge(log_text(events, deal=Deal(("", ""), "G1 G1"), done=True, header="winner: Ana <<claim"))
    assert wrong.status == "complete"


def test_the_last_church_card_must_work_before_the_end() -> None:
    deal = Deal((ANA, BRAM), "C+")
    text = log_text("", deal=deal, done=True)
    lines = [line for line in text.splitlines() if line]
    at = next(i for i, line in enumerate(lines) if line.endswith("flips C+"))
    lot = lines[at : at + 3]
    rest = lines[:at] + lines[at + 3 :]
    # The Church lot last: who flips is by turn, so the other lots keep their order and actors from the turn they have.
    lots = [rest[i : i + 3] for i in range(at, len(rest), 3)]
    assert len(lots) + 1 == 20
    order = [entry[0].split()[2] for entry in lots] + [lot[0].split()[2]]
    names = ("Ana", "Bram")
    events = []
    for turn, card in enumerate(order[:-1]):
        events += [f"{names[turn % 2]} flips {card}", f"{names[1 - turn % 2]} passes", f"{names[turn % 2]} passes"]
    events += ["Bram flips C+", "Ana bids 1", "Bram passes", "Ana pays G1"]
    first = log_text("\n".join(events), deal=Deal((ANA, BRAM), "C+"))
    assert judge(first).status == "unfinished"
    judge(first + "Ana holds - <<illegal.impossible\n")
    assert judge(first + "Ana declines C+\n").status == "complete"
