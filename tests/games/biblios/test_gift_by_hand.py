"""The gift phase, sentence by sentence: small logs written from the documents, not from the code."""

import pytest

from tests.games.biblios.kit import judge, log_text

# name, players, header, events
CASES: list[tuple[str, int, str, str]] = [
    ("nothing yet", 2, "", ""),
    ("two players place three cards", 2, "", "Ana keeps P3e\nAna shows G1\nAna auctions M2a\nBram takes G1"),
    ("any order of placing", 2, "", "Ana shows G1\nAna auctions M2a\nAna keeps P3e\nBram takes G1"),
    (
        "four players place five cards",
        4,
        "",
        "Ana shows G1;Ana shows G1;Ana shows G2;Ana keeps P3e;Ana auctions M2a\nBram takes G1;Cleo takes G2;Dirk takes G1",
    ),
    ("second keep", 2, "", "Ana keeps P3e\nAna keeps G1 <<illegal"),
    ("second auction", 2, "", "Ana auctions P3e\nAna auctions G1 <<illegal"),
    ("second public card of two players", 2, "", "Ana shows P3e\nAna shows G1 <<illegal"),
    ("third public card of three players", 3, "", "Ana shows P3e\nAna shows G1\nAna shows G1 <<illegal"),
    ("fourth public card of four", 4, "", "Ana shows P3e;Ana shows G1;Ana shows G1\nAna shows G2 <<illegal"),
    ("the second player places first", 2, "", "Bram keeps P3e <<illegal.impossible"),
    ("takes too early", 2, "", "Ana keeps P3e\nAna shows G1\nBram takes G1 <<illegal.impossible"),
    ("takes out of turn", 3, "", "Ana keeps P3e;Ana shows G1;Ana shows G2;Ana auctions T1a\nCleo takes G1 <<illegal.impossible"),
    ("the active player takes", 2, "", "Ana keeps P3e;Ana shows G1;Ana auctions T1a\nAna takes G1 <<illegal.impossible"),
    ("takes what is not public", 2, "", "Ana keeps P3e;Ana shows G1;Ana auctions T1a\nBram takes G2 <<impossible"),
    ("takes what was taken", 3, "", "Ana keeps P3e;Ana shows G1;Ana shows G2;Ana auctions T1a;Bram takes G2\nCleo takes G2 <<impossible"),
    ("next turn before all have taken", 3, "", "Ana keeps P3e;Ana shows G1;Ana shows G2;Ana auctions T1a;Bram takes G2\nBram keeps S1a <<illegal.impossible"),
    ("taking is compulsory", 2, "", "Ana keeps P3e;Ana shows G1;Ana auctions T1a\nBram passes <<illegal.impossible"),
    ("the same player again", 2, "", "Ana keeps P3e;Ana shows G1;Ana auctions T1a;Bram takes G1\nAna keeps P2a <<illegal.impossible"),
    ("a flip in the gift phase", 2, "", "Ana flips P3e <<illegal.impossible"),
    ("a bid in the gift phase", 2, "", "Ana bids 1 <<illegal.impossible"),
    ("a default in the gift phase", 2, "", "Ana defaults <<illegal.impossible"),
    ("a payment in the gift phase", 2, "", "Ana pays G1 <<illegal.impossible"),
    ("a hand shown in the gift phase", 2, "", "Ana holds - <<illegal.impossible"),
    ("a draw in the gift phase", 2, "", "Ana draws P3e from Bram <<illegal.impossible"),
    ("a loss in the gift phase", 2, "", "Ana loses P3e <<illegal.impossible"),
    ("a card twice", 2, "", "Ana keeps P3e\nAna shows P3e <<impossible"),
    ("three cards C+", 4, "", "Ana shows C+;Ana shows C+\nAna shows C+ <<impossible"),
    ("the second C+-", 4, "", "Ana shows C+-\nAna auctions C+- <<impossible"),
    # --- `?` and letters
    ("kept and auctioned unseen", 2, "", "Ana keeps ?; Ana auctions ?; Ana shows G1; Bram takes G1"),
    ("a public card unseen", 2, "", "Ana shows ? <<syntax"),
    ("a taken card unseen", 2, "", "Ana keeps ?;Ana auctions ?;Ana shows G1\nBram takes ? <<syntax"),
    ("no letters", 2, "", "Ana keeps P3; Ana auctions P3; Ana shows P3; Bram takes P3"),
    ("a letter where there was none", 2, "", "Ana keeps ?; Ana auctions ?; Ana shows P3; Bram takes P3e"),
    ("no letter where there was one", 2, "", "Ana keeps ?; Ana auctions ?; Ana shows P3e; Bram takes P3"),
    ("another letter than the one public", 2, "", "Ana keeps ?; Ana auctions ?; Ana shows P3e\nBram takes P3f <<impossible"),
    ("three P3 there are", 4, "", "Ana shows P3;Ana shows P3;Ana shows P3\nAna keeps P3 <<impossible"),
    ("the fourth P3 with a letter", 4, "", "Ana shows P3;Ana shows P3;Ana shows P3\nAna keeps P3e <<impossible"),
    ("letters are used up", 4, "", "Ana shows P4h;Ana shows P4i\nAna keeps P4 <<impossible"),
    ("the letterless pair leaves one letter", 3, "", "Ana shows P4h; Ana shows P4; Ana keeps ?; Ana auctions ?\nBram takes P4i; Cleo takes P4h"),
    ("the letterless pair leaves not that letter", 3, "", "Ana shows P4h; Ana shows P4; Ana keeps ?; Ana auctions ?\nBram takes P4h\nCleo takes P4h <<impossible"),
    ("a value that does not exist", 2, "", "Ana keeps P1 <<syntax"),
    ("a letter of another value", 2, "", "Ana keeps P3a <<syntax.impossible"),
    ("a letter beyond i", 2, "", "Ana keeps P3j <<syntax"),
    ("T3 does not exist", 2, "", "Ana keeps T3 <<syntax"),
    ("G4 does not exist", 2, "", "Ana keeps G4 <<syntax"),
    ("C does not exist", 2, "", "Ana keeps C <<syntax"),
    ("Gold without a value", 2, "", "Ana keeps G <<syntax"),
    ("C-+ is C+- in no book", 2, "", "Ana keeps C+++ <<syntax"),
    # --- Church cards
    ("kept: at once", 2, "", "Ana keeps C+; Ana uses C+ +P; Ana shows G1; Ana auctions G2; Bram takes G1"),
    ("kept: declined at once", 2, "", "Ana keeps C+; Ana declines C+; Ana shows G1; Ana auctions G2; Bram takes G1"),
    ("kept: after the last placement", 2, "", "Ana keeps C+; Ana shows G1; Ana auctions G2; Ana uses C+ +P; Bram takes G1"),
    ("kept: declined after the last placement", 2, "", "Ana keeps C+; Ana shows G1; Ana auctions G2; Ana declines C+; Bram takes G1"),
    ("kept: between", 2, "", "Ana keeps C+; Ana shows G1\nAna uses C+ +P <<illegal"),
    ("kept: declined between", 2, "", "Ana keeps C+; Ana shows G1\nAna declines C+ <<illegal"),
    ("kept: neither used nor declined", 2, "", "Ana keeps C+; Ana shows G1; Ana auctions G2\nBram takes G1 <<illegal.impossible"),
    ("kept: used twice", 2, "", "Ana keeps C+; Ana uses C+ +P; Ana shows G1; Ana auctions G2\nAna uses C+ +P <<illegal.impossible"),
    ("kept: used twice at once", 2, "", "Ana keeps C+; Ana uses C+ +P\nAna uses C+ +P <<illegal.impossible"),
    ("kept last: used", 2, "", "Ana shows G1; Ana auctions G2; Ana keeps C+; Ana uses C+ +P; Bram takes G1"),
    ("kept: another card is used", 2, "", "Ana keeps C+\nAna uses C- -P <<illegal.impossible"),
    ("kept: another plays it", 2, "", "Ana keeps C+\nBram uses C+ +P <<illegal.impossible"),
    ("unseen: at once", 2, "", "Ana keeps ?; Ana uses C+ +P <<possible"),
    ("unseen: declined at once", 2, "", "Ana keeps ?; Ana declines C++; Ana shows G1; Ana auctions ?; Bram takes G1"),
    ("unseen: after the last placement", 2, "", "Ana keeps ?; Ana shows G1; Ana auctions G2; Ana uses C+ +P; Bram takes G1"),
    ("unseen: between", 2, "", "Ana keeps ?; Ana shows G1\nAna uses C+ +P <<illegal"),
    ("unseen: used twice", 2, "", "Ana keeps ?; Ana uses C+ +P; Ana shows G1; Ana auctions ?\nAna uses C+ +P <<illegal.impossible"),
    ("unseen: a card that is elsewhere", 2, "", "Ana shows C+-; Ana auctions ?; Ana keeps ?\nAna uses C+- +P <<impossible"),
    ("unseen: after the takes", 2, "", "Ana keeps ?; Ana shows G1; Ana auctions G2; Bram takes G1\nAna uses C+ +P <<illegal.impossible"),
    ("unseen: both timings set at-once, later", 2, "rulings: kept-church=at-once", "Ana keeps ?; Ana shows G1; Ana auctions G2\nAna uses C+ +P <<illegal"),
    ("unseen: set after-allocation, at once", 2, "rulings: kept-church=after-allocation", "Ana keeps ?\nAna uses C+ +P <<illegal"),
    ("at-once: used at once", 2, "rulings: kept-church=at-once", "Ana keeps C+; Ana uses C+ +P; Ana shows G1; Ana auctions G1"),
    ("at-once: the next placement is the fault", 2, "rulings: kept-church=at-once", "Ana keeps C+\nAna shows G1 <<illegal\nAna auctions G1\nAna uses C+ +P"),
    ("at-once: kept last, the take is the fault", 2, "rulings: kept-church=at-once", "Ana shows G1; Ana auctions G1; Ana keeps C+\nBram takes G1 <<illegal"),
    ("after-allocation: used at once", 2, "rulings: kept-church=after-allocation", "Ana keeps C+\nAna uses C+ +P <<illegal"),
    ("after-allocation: declined at once", 2, "rulings: kept-church=after-allocation", "Ana keeps C+\nAna declines C+ <<illegal"),
    ("after-allocation: kept last, used", 2, "rulings: kept-church=after-allocation", "Ana shows G1; Ana auctions G1; Ana keeps C+; Ana uses C+ +P"),
    ("either is a setting", 2, "rulings: kept-church=either", "Ana keeps C+; Ana shows G1; Ana auctions G1; Ana uses C+ +P"),
    ("taken: at once", 3, "", "Ana keeps P3e;Ana shows C+;Ana shows G2;Ana auctions T1a;Bram takes C+; Bram uses C+ +P; Cleo takes G2"),
    ("taken: neither", 3, "", "Ana keeps P3e;Ana shows C+;Ana shows G2;Ana auctions T1a;Bram takes C+\nCleo takes G2 <<illegal.impossible"),
    ("taken: used too late", 3, "", "Ana keeps P3e;Ana shows G1;Ana shows C+;Ana auctions T1a;Bram takes G1;Cleo takes C+\nBram keeps P2a <<illegal.impossible"),
    ("taken: and kept by the active, both open", 2, "", "Ana keeps C-; Ana shows C+; Ana auctions T1a; Ana uses C- -P; Bram takes C+; Bram uses C+ +P"),
    ("auctioned: no effect", 2, "", "Ana auctions C+\nAna uses C+ +P <<illegal.impossible"),
    ("shown: no effect", 2, "", "Ana shows C+\nAna uses C+ +P <<illegal.impossible"),
    ("a Church card does not stay", 2, "", "Ana keeps C+-; Ana uses C+- -P; Ana shows G1; Ana auctions T1a; Bram takes G1\nBram keeps C+- <<impossible"),
    # --- changes
    ("either way up", 2, "", "Ana keeps C+-; Ana uses C+- +P"),
    ("either way down", 2, "", "Ana keeps C+-; Ana uses C+- -P"),
    ("wrong way", 2, "", "Ana keeps C+\nAna uses C+ -P <<illegal"),
    ("wrong way, stands", 2, "", "Ana keeps C+; Ana uses C+ -P ! <<stood"),
    ("two dice", 2, "", "Ana keeps C++; Ana uses C++ +P +M"),
    ("two dice, one die", 2, "", "Ana keeps C++\nAna uses C++ +P <<illegal.syntax"),
    ("two dice, one die does not stand", 2, "", "Ana keeps C++\nAna uses C++ +P ! <<illegal.syntax"),
    ("two dice, the same twice", 2, "", "Ana keeps C++\nAna uses C++ +P +P <<illegal"),
    ("two dice, the same twice, stands", 2, "", "Ana keeps C++; Ana uses C++ +P +P ! <<stood"),
    ("two dice, one the wrong way", 2, "", "Ana keeps C++\nAna uses C++ +P -M <<illegal"),
    ("two dice, one the wrong way, stands", 2, "", "Ana keeps C++; Ana uses C++ +P -M ! <<stood"),
    ("one die, two changes", 2, "", "Ana keeps C+\nAna uses C+ +P +M <<illegal.syntax"),
    ("one die, two changes does not stand", 2, "", "Ana keeps C+\nAna uses C+ +P +M ! <<illegal.syntax"),
    ("three changes", 2, "", "Ana keeps C++\nAna uses C++ +P +M +H <<illegal.syntax"),
    ("set to 3 is no change of Biblios", 2, "", "Ana keeps C+\nAna uses C+ =P <<illegal.syntax"),
    ("no such die", 2, "", "Ana keeps C+\nAna uses C+ +G <<syntax"),
    ("no sign", 2, "", "Ana keeps C+\nAna uses C+ P <<syntax"),
    ("two signs", 2, "", "Ana keeps C+\nAna uses C+ ++P <<syntax"),
    ("no change", 2, "", "Ana keeps C+\nAna uses C+ <<syntax.illegal"),
    ("a Church card unseen at work", 2, "", "Ana keeps ?\nAna uses ? +P <<syntax"),
    ("a Church card unseen declined", 2, "", "Ana keeps ?\nAna declines ? <<syntax"),
    ("what is no Church card at work", 2, "", "Ana keeps P3e\nAna uses P3e +P <<syntax.illegal.impossible"),
    ("`!` on a legal use", 2, "", "Ana keeps C+\nAna uses C+ +P ! <<syntax"),
    ("`!` on a legal keep", 2, "", "Ana keeps P3e ! <<syntax"),
    ("`!` on a legal decline", 2, "", "Ana keeps C+\nAna declines C+ ! <<syntax"),
    ("`!` on a legal take", 2, "", "Ana keeps P3e;Ana shows G1;Ana auctions T1a\nBram takes G1 ! <<syntax"),
    ("`!` on a card twice", 2, "", "Ana keeps P3e\nAna shows P3e ! <<impossible"),
    ("`!` on another's turn", 2, "", "Bram keeps P3e ! <<illegal.impossible"),
    ("`!` on a use between", 2, "", "Ana keeps C+; Ana shows G1\nAna uses C+ +P ! <<illegal"),
    ("`!` on one public card too many", 2, "", "Ana shows P3e\nAna shows G1 ! <<illegal"),
    ("`!` on taking what is not public", 2, "", "Ana keeps P3e;Ana shows G1;Ana auctions T1a\nBram takes G2 ! <<impossible"),
    # --- second cards that stand
    ("second keep stands, nothing public is left", 2, "", "Ana keeps P3e\nAna keeps G1 ! <<stood\nAna auctions G2\nBram keeps P2a"),
    ("second keep stands, no auction", 2, "", "Ana keeps P3e\nAna keeps G1 ! <<stood\nAna shows G2\nBram takes G2; Bram keeps P2a"),
    ("second auction stands, nothing public", 2, "", "Ana auctions P3e\nAna auctions G1 ! <<stood\nAna keeps G2\nBram keeps P2a"),
    ("second auction stands, no keep", 2, "", "Ana auctions P3e\nAna auctions G1 ! <<stood\nAna shows G2\nBram takes G2"),
    ("the turn keeps its number", 2, "", "Ana auctions P3e\nAna auctions G1 ! <<stood\nAna shows G2\nAna keeps G2 <<illegal.impossible"),
    ("second keep stands, one public card for two", 3, "", "Ana keeps P3e\nAna keeps G1 ! <<stood\nAna auctions G2; Ana shows G3\nBram takes G3; Bram keeps P2a"),
    ("second keep stands, then nobody is left to take", 3, "", "Ana keeps P3e\nAna keeps G1 ! <<stood\nAna auctions G2; Ana shows G3; Bram takes G3\nCleo takes G3 <<illegal.impossible"),
    ("second keep unmarked after a marked one", 3, "", "Ana keeps P3e\nAna keeps G1 ! <<stood\nAna auctions G2\nAna auctions G3 <<illegal"),
    ("a keep and an auction too many, both stand", 3, "", "Ana keeps P3e\nAna keeps G1 ! <<stood\nAna auctions G2\nAna auctions G3 ! <<stood\nBram keeps P2a"),
    ("second kept Church card does not stand", 2, "", "Ana keeps P3e\nAna keeps C+ ! <<illegal"),
    ("second auctioned Church card does not stand", 2, "", "Ana auctions P3e\nAna auctions C+ ! <<illegal"),
    ("first kept a Church card, a second keep stands", 3, "", "Ana keeps C+; Ana uses C+ +P\nAna keeps G1 ! <<stood\nAna shows G1; Ana auctions G2; Bram takes G1"),
    ("first kept a Church card still open", 3, "", "Ana keeps C+\nAna keeps G1 ! <<stood\nAna shows G1; Ana auctions G2; Ana uses C+ +P; Bram takes G1"),
    ("second keep unseen stands", 2, "", "Ana keeps ?\nAna keeps ? ! <<stood\nAna auctions ?; Bram keeps ?"),
    ("second auction unseen stands", 2, "", "Ana auctions ?\nAna auctions ? ! <<stood\nAna keeps ?; Bram keeps ?"),
    ("a stood keep of a card twice", 2, "", "Ana keeps P3e\nAna keeps P3e ! <<impossible"),
    ("nothing public, the unseen card was a Church card", 2, "", "Ana keeps ?\nAna keeps G1 ! <<stood\nAna auctions ?; Ana uses C+ +P; Bram keeps ?; Bram auctions ?"),
    ("nothing public, the unseen card used too late", 2, "", "Ana keeps ?\nAna keeps G1 ! <<stood\nAna auctions ?; Bram keeps ?\nAna uses C+ +P <<illegal.impossible"),
    ("nothing public, at-once", 2, "rulings: kept-church=at-once", "Ana keeps ?\nAna keeps G1 ! <<stood\nAna auctions ?\nAna uses C+ +P <<illegal.impossible"),
    ("nothing public, a kept Church card waits", 2, "", "Ana keeps C+\nAna keeps G1 ! <<stood\nAna auctions ?\nBram keeps ? <<illegal.impossible"),
    ("nothing public, a kept Church card works", 2, "", "Ana keeps C+\nAna keeps G1 ! <<stood\nAna auctions ?; Ana declines C+; Bram keeps ?"),
    ("unseen, kept last, at-once", 2, "rulings: kept-church=at-once", "Ana shows G1; Ana auctions ?; Ana keeps ?; Ana uses C+ +P; Bram takes G1"),
    ("unseen, kept last, after-allocation", 2, "rulings: kept-church=after-allocation", "Ana shows G1; Ana auctions ?; Ana keeps ?; Ana uses C+ +P; Bram takes G1"),
    ("unseen second keep is no Church card", 2, "", "Ana keeps P3e\nAna keeps ? ! <<stood\nAna uses C+ +P <<illegal.impossible"),
    ("letterless stood keep", 2, "", "Ana keeps P3\nAna keeps P3 ! <<stood\nAna shows P3\nBram takes P3"),
]  # fmt: skip


@pytest.mark.parametrize(("players", "header", "events"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_gift(players: int, header: str, events: str) -> None:
    judge(log_text(events, players=players, header=header))


def raise_die(times: int) -> str:
    """The pigments die raised `times` times in the first turns (up to three) by C+, C+, C+-."""
    out, names = [], ("Ana", "Bram")
    for turn, card in enumerate(("C+", "C+", "C+-")[:times]):
        a, b = names[turn % 2], names[1 - turn % 2]
        out.append(f"{a} keeps {card}; {a} uses {card} +P; {a} shows G1; {a} auctions G2; {b} takes G1")
    return "\n".join(out) + "\n"


CAPPED = [
    ("default", "", "Bram keeps C++\nBram uses C++ +P +M <<unjudged:capped-die", {"P": 6, "M": 4}),
    ("default, marked", "", "Bram keeps C++\nBram uses C++ +P +M ! <<stood", {"P": 6, "M": 4}),
    ("no effect", "rulings: capped-die=no-effect", "Bram keeps C++\nBram uses C++ +P +M <<proven", {"P": 6, "M": 4}),
    ("no effect, marked", "rulings: capped-die=no-effect", "Bram keeps C++\nBram uses C++ +P +M ! <<syntax", {"P": 6}),
    ("forbidden", "rulings: capped-die=forbidden", "Bram keeps C++\nBram uses C++ +P +M <<illegal", {"P": 6, "M": 3}),
    ("forbidden, second", "rulings: capped-die=forbidden", "Bram keeps C++\nBram uses C++ +M +P <<illegal", {"M": 3}),
    ("forbidden, stands", "rulings: capped-die=forbidden", "Bram keeps C++\nBram uses C++ +P +M ! <<stood", {"M": 4}),
    ("forbidden, others", "rulings: capped-die=forbidden", "Bram keeps C++\nBram uses C++ +H +M <<proven", {"M": 4}),
    ("down is free", "rulings: capped-die=forbidden", "Bram keeps C-\nBram uses C- -P <<proven", {"P": 5}),
    ("one-die, wrong way at the cap", "", "Bram keeps C-\nBram uses C- +P <<illegal", {"P": 6}),
    ("one-die, wrong way at the cap, stands", "", "Bram keeps C-\nBram uses C- +P ! <<stood", {"P": 6}),
    ("twice at the cap", "", "Bram keeps C++\nBram uses C++ +P +P <<illegal", {"P": 6}),
    ("twice at the cap, stands", "", "Bram keeps C++\nBram uses C++ +P +P ! <<stood", {"P": 6}),
    ("twice down stands", "", "Bram keeps C--\nBram uses C-- -P -P ! <<stood", {"P": 4}),
    ("declined", "rulings: capped-die=forbidden", "Bram keeps C++; Bram declines C++", {"P": 6}),
    (
        "unseen",
        "",
        "Bram keeps ?\nBram uses C++ +P +M <<unjudged:capped-die\nBram shows G1; Bram auctions ?; Ana takes G1",
        {"P": 6},
    ),
]


@pytest.mark.parametrize(("header", "events", "dice"), [c[1:] for c in CAPPED], ids=[c[0] for c in CAPPED])
def test_a_die_at_its_limit(header: str, events: str, dice: dict[str, int]) -> None:
    got = judge(log_text(raise_die(3) + events, header=header))
    assert got.game is not None
    have = got.game.detail(got.state)["dice"]
    assert {key: have[key] for key in dice} == dice


def test_twice_on_one_die_stops_at_the_limit() -> None:
    got = judge(log_text(raise_die(2) + "Ana keeps C++\nAna uses C++ +P +P ! <<stood"))
    assert got.game is not None
    assert got.game.detail(got.state)["dice"]["P"] == 6
