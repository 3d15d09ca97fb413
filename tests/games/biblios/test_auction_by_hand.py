"""The auction phase, sentence by sentence: written from the documents, not from the code."""

import pytest

from tests.games.biblios.kit import Deal, judge, log_text

RICH = ("G3 G2 G2 G1 P4h", "G3 G3 G1 P4i", "G2 G1 M4h", "M4i")
PILE = "P3e P3f G3 G2 C+ C++"

# name, players, header, events (all cards known)
CASES: list[tuple[str, int, str, str]] = [
    ("the first lot is the start player's", 2, "", "Bram flips P3e <<illegal.impossible"),
    ("a card that is not in the pile", 2, "", "Ana flips P4h <<impossible"),
    ("a card placed too many", 2, "", "Ana keeps P3e <<illegal.impossible"),
    ("bids before the flip", 2, "", "Bram bids 1 <<illegal.impossible"),
    ("a flip unseen", 2, "", "Ana flips ? <<syntax"),
    ("bidding begins on the left", 2, "", "Ana flips P3e\nAna bids 1 <<illegal.impossible"),
    ("bidding begins on the left, three", 3, "", "Ana flips P3e\nCleo passes <<illegal.impossible"),
    ("a bid of none", 2, "", "Ana flips P3e\nBram bids 0 <<illegal"),
    ("a bid below none", 2, "", "Ana flips P3e\nBram bids -1 <<syntax.illegal"),
    ("a bid of a half", 2, "", "Ana flips P3e\nBram bids 1.5 <<syntax"),
    ("a bid in words", 2, "", "Ana flips P3e\nBram bids two <<syntax"),
    ("a bid unseen", 2, "", "Ana flips P3e\nBram bids ? <<syntax"),
    ("two bids in one", 2, "", "Ana flips P3e\nBram bids 1 2 <<syntax"),
    ("an equal bid", 2, "", "Ana flips P3e; Bram bids 2\nAna bids 2 <<illegal"),
    ("a lower bid", 2, "", "Ana flips P3e; Bram bids 2\nAna bids 1 <<illegal"),
    ("a lower bid does not stand", 2, "", "Ana flips P3e; Bram bids 2\nAna bids 1 ! <<illegal"),
    ("a bid of none does not stand", 2, "", "Ana flips P3e\nBram bids 0 ! <<illegal"),
    ("`!` on a legal bid", 2, "", "Ana flips P3e\nBram bids 2 ! <<syntax"),
    ("`!` on a legal pass", 2, "", "Ana flips P3e\nBram passes ! <<syntax"),
    ("`!` on a legal flip", 2, "", "Ana flips P3e ! <<syntax"),
    ("all pass", 2, "", "Ana flips P3e; Bram passes; Ana passes; Bram flips P3f"),
    ("all pass, the lot is gone", 2, "", "Ana flips P3e; Bram passes; Ana passes\nBram flips P3e <<impossible"),
    ("the last pass is written", 2, "", "Ana flips P3e; Bram passes\nBram flips P3f <<illegal.impossible"),
    ("the last one may bid", 3, "", "Ana flips P3e; Bram passes; Cleo passes; Ana bids 1; Ana pays G1"),
    ("a pass is final", 3, "", "Ana flips P3e; Bram passes; Cleo bids 1; Ana bids 2\nBram bids 3 <<illegal.impossible"),
    ("more than once around", 3, "", "Ana flips P3e; Bram bids 1; Cleo bids 2; Ana bids 3; Bram bids 4; Cleo passes; Ana passes; Bram pays G3 G1"),
    ("the winner bids again", 2, "", "Ana flips P3e; Bram bids 1; Ana passes\nBram bids 2 <<illegal.impossible"),
    ("the winner passes", 2, "", "Ana flips P3e; Bram bids 1; Ana passes\nBram passes <<illegal.impossible"),
    ("another pays", 2, "", "Ana flips P3e; Bram bids 1; Ana passes\nAna pays G1 <<illegal.impossible"),
    ("payment before the end of bidding", 2, "", "Ana flips P3e; Bram bids 1\nBram pays G1 <<illegal.impossible"),
    ("no payment, next flip", 2, "", "Ana flips P3e; Bram bids 1; Ana passes\nBram flips P3f <<illegal.impossible"),
    ("exact", 2, "", "Ana flips P3e; Bram bids 4; Ana passes; Bram pays G3 G1 <<proven\nBram flips G3"),
    ("order does not matter", 2, "", "Ana flips P3e; Bram bids 4; Ana passes; Bram pays G1 G3"),
    ("too little", 2, "", "Ana flips P3e; Bram bids 5; Ana passes\nBram pays G3 G1 <<illegal"),
    ("too little stands", 2, "", "Ana flips P3e; Bram bids 5; Ana passes; Bram pays G3 G1 ! <<stood\nBram flips P3f"),
    ("no change: G3 for 2 with nothing smaller", 2, "", "Ana flips P3e; Bram passes; Ana bids 2; Ana pays G3 <<proven"),
    ("overpaid, no card too many", 2, "", "Ana flips P3e; Bram passes; Ana bids 4; Ana pays G3 G2 <<proven"),
    ("overpaid by two equal cards", 2, "", "Ana flips P3e; Bram passes; Ana bids 3; Ana pays G2 G2 <<proven"),
    ("spare card", 2, "", "Ana flips P3e; Bram passes; Ana bids 2\nAna pays G2 G1 <<unjudged:spare-gold\nBram flips P3f"),
    ("spare card among three", 2, "", "Ana flips P3e; Bram passes; Ana bids 4\nAna pays G2 G1 G2 <<unjudged:spare-gold"),
    ("spare: exact sum but a card less would do", 2, "", "Ana flips P3e; Bram bids 6; Ana passes; Bram pays G3 G3 <<proven"),
    ("spare: exactly needed three", 2, "", "Ana flips P3e; Bram bids 7; Ana passes; Bram pays G3 G3 G1 <<proven"),
    ("spare allowed", 2, "rulings: spare-gold=allowed", "Ana flips P3e; Bram passes; Ana bids 2; Ana pays G2 G1 <<proven"),
    ("spare forbidden", 2, "rulings: spare-gold=forbidden", "Ana flips P3e; Bram passes; Ana bids 2\nAna pays G2 G1 <<illegal"),
    ("spare forbidden, overpaying is not", 2, "rulings: spare-gold=forbidden", "Ana flips P3e; Bram passes; Ana bids 2; Ana pays G3 <<proven"),
    ("spare forbidden, stands", 2, "rulings: spare-gold=forbidden", "Ana flips P3e; Bram passes; Ana bids 2; Ana pays G2 G1 ! <<stood"),
    ("spare, stands", 2, "", "Ana flips P3e; Bram passes; Ana bids 2; Ana pays G2 G1 ! <<stood"),
    ("spare allowed, `!`", 2, "rulings: spare-gold=allowed", "Ana flips P3e; Bram passes; Ana bids 2\nAna pays G2 G1 ! <<syntax"),
    ("Gold not held", 2, "", "Ana flips P3e; Bram bids 2; Ana passes\nBram pays G2 <<impossible"),
    ("Gold held once, paid twice", 2, "", "Ana flips P3e; Bram bids 2; Ana passes\nBram pays G1 G1 <<impossible"),
    ("Gold not held does not stand", 2, "", "Ana flips P3e; Bram bids 2; Ana passes\nBram pays G2 ! <<impossible"),
    ("too little and not held", 2, "", "Ana flips P3e; Bram bids 4; Ana passes\nBram pays G2 ! <<impossible"),
    ("paid with a book", 2, "", "Ana flips P3e; Bram bids 2; Ana passes\nBram pays P4i <<syntax.illegal"),
    ("paid unseen", 2, "", "Ana flips P3e; Bram bids 2; Ana passes\nBram pays ? <<syntax"),
    ("paid with nothing", 2, "", "Ana flips P3e; Bram bids 2; Ana passes\nBram pays <<syntax"),
    ("discards for a book", 2, "", "Ana flips P3e; Bram bids 1; Ana passes\nBram discards P4i <<illegal.impossible"),
    ("discards for a book do not stand", 2, "", "Ana flips P3e; Bram bids 1; Ana passes\nBram discards P4i ! <<illegal.impossible"),
    ("pays for Gold", 2, "", "Ana flips G3; Bram bids 1; Ana passes\nBram pays G1 <<illegal.impossible"),
    ("Gold lot: any cards", 2, "", "Ana flips G3; Bram bids 2; Ana passes; Bram discards P4i G1; Bram flips P3e"),
    ("Gold lot: too few", 2, "", "Ana flips G3; Bram bids 2; Ana passes\nBram discards P4i <<illegal"),
    ("Gold lot: too many", 2, "", "Ana flips G3; Bram bids 2; Ana passes\nBram discards P4i G1 G3 <<illegal"),
    ("Gold lot: too few stands", 2, "", "Ana flips G3; Bram bids 2; Ana passes; Bram discards P4i ! <<stood"),
    ("Gold lot: too many stands", 2, "", "Ana flips G3; Bram bids 2; Ana passes; Bram discards P4i G1 G3 ! <<stood"),
    ("Gold lot: nothing at all", 2, "", "Ana flips G3; Bram bids 2; Ana passes\nBram discards ! <<syntax"),
    ("Gold lot: unseen", 2, "", "Ana flips G3; Bram bids 2; Ana passes; Bram discards ? G1; Bram flips P3e"),
    ("Gold lot: unseen too few", 2, "", "Ana flips G3; Bram bids 2; Ana passes\nBram discards ? <<illegal"),
    ("Gold lot: a card not held", 2, "", "Ana flips G3; Bram bids 2; Ana passes\nBram discards P4i P4h <<impossible"),
    ("Gold lot: a card twice", 2, "", "Ana flips G3; Bram bids 2; Ana passes\nBram discards P4i P4i <<impossible"),
    ("Gold lot: the card itself", 2, "", "Ana flips G2; Bram bids 1; Ana passes\nBram discards G2 <<impossible"),
    ("Gold lot: `!` on the right number", 2, "", "Ana flips G3; Bram bids 1; Ana passes\nBram discards P4i ! <<syntax"),
    ("Gold lot: a Church card is in no hand", 2, "", "Ana flips G3; Bram bids 1; Ana passes\nBram discards C- <<impossible"),
    ("Gold lot: letterless", 2, "", "Ana flips G3; Bram bids 1; Ana passes; Bram discards P4"),
    ("bought Church card works", 2, "", "Ana flips C+; Bram bids 1; Ana passes; Bram pays G1; Bram uses C+ +P; Bram flips P3e"),
    ("bought Church card declined", 2, "", "Ana flips C+; Bram bids 1; Ana passes; Bram pays G1; Bram declines C+; Bram flips P3e"),
    ("bought Church card: neither", 2, "", "Ana flips C+; Bram bids 1; Ana passes; Bram pays G1\nBram flips P3e <<illegal.impossible"),
    ("bought Church card: another uses it", 2, "", "Ana flips C+; Bram bids 1; Ana passes; Bram pays G1\nAna uses C+ +P <<illegal.impossible"),
    ("Church card used before it is paid", 2, "", "Ana flips C+; Bram bids 1; Ana passes\nBram uses C+ +P <<illegal.impossible"),
    ("Church card nobody buys", 2, "", "Ana flips C+; Bram passes; Ana passes\nAna uses C+ +P <<illegal.impossible"),
    ("at-once is about kept cards", 2, "rulings: kept-church=after-allocation", "Ana flips C+; Bram bids 1; Ana passes; Bram pays G1; Bram uses C+ +P"),
    # --- defaults
    ("cannot pay", 2, "", "Ana flips P3e; Bram bids 8; Ana passes; Bram defaults <<proven\nAna draws G3 from Bram; Ana bids 1; Ana pays G1"),
    ("can pay and refuses", 2, "", "Ana flips P3e; Bram bids 7; Ana passes\nBram defaults <<unjudged:refusal\nAna draws G3 from Bram"),
    ("can pay and refuses, marked", 2, "", "Ana flips P3e; Bram bids 7; Ana passes; Bram defaults ! <<stood\nAna draws G3 from Bram"),
    ("refusal allowed", 2, "rulings: refusal=allowed", "Ana flips P3e; Bram bids 7; Ana passes; Bram defaults <<proven\nAna draws G3 from Bram"),
    ("refusal allowed, `!`", 2, "rulings: refusal=allowed", "Ana flips P3e; Bram bids 7; Ana passes\nBram defaults ! <<syntax"),
    ("refusal forbidden", 2, "rulings: refusal=forbidden", "Ana flips P3e; Bram bids 7; Ana passes\nBram defaults <<illegal"),
    ("refusal forbidden, stands", 2, "rulings: refusal=forbidden", "Ana flips P3e; Bram bids 7; Ana passes; Bram defaults ! <<stood\nAna draws G3 from Bram"),
    ("refusal forbidden, cannot pay", 2, "rulings: refusal=forbidden", "Ana flips P3e; Bram bids 8; Ana passes; Bram defaults <<proven"),
    ("`!` on a default without means", 2, "", "Ana flips P3e; Bram bids 8; Ana passes\nBram defaults ! <<syntax"),
    ("Gold lot: 20 cards can be given", 2, "", "Ana flips G3; Bram bids 20; Ana passes\nBram defaults <<unjudged:refusal"),
    ("Gold lot: 21 cards cannot", 2, "", "Ana flips G3; Bram bids 21; Ana passes; Bram defaults <<proven"),
    ("Gold lot: refusal forbidden", 2, "rulings: refusal=forbidden", "Ana flips G3; Bram bids 20; Ana passes\nBram defaults <<illegal"),
    ("default with words", 2, "", "Ana flips P3e; Bram bids 8; Ana passes\nBram defaults P4i <<syntax"),
    ("another defaults", 2, "", "Ana flips P3e; Bram bids 8; Ana passes\nAna defaults <<illegal.impossible"),
    ("no draw", 2, "", "Ana flips P3e; Bram bids 8; Ana passes; Bram defaults\nAna bids 1 <<illegal.impossible"),
    ("a draw that is not held", 2, "", "Ana flips P3e; Bram bids 8; Ana passes; Bram defaults\nAna draws G2 from Bram <<impossible"),
    ("a draw unseen", 2, "", "Ana flips P3e; Bram bids 8; Ana passes; Bram defaults; Ana draws ? from Bram; Ana passes; Bram flips P3f"),
    ("a draw from oneself", 2, "", "Ana flips P3e; Bram bids 8; Ana passes; Bram defaults\nAna draws P4h from Ana <<illegal.impossible.syntax"),
    ("the offender draws", 2, "", "Ana flips P3e; Bram bids 8; Ana passes; Bram defaults\nBram draws P4i from Bram <<illegal.impossible.syntax"),
    ("draws clockwise from the offender's left", 3, "", "Ana flips P3e; Bram bids 8; Cleo passes; Ana passes; Bram defaults\nAna draws G3 from Bram <<illegal.impossible"),
    ("draws clockwise", 3, "", "Ana flips P3e; Bram bids 8; Cleo passes; Ana passes; Bram defaults; Cleo draws G3 from Bram; Ana draws G3 from Bram; Cleo bids 1; Ana passes; Cleo pays G1"),
    ("drawn cards are kept", 3, "", "Ana flips P3e; Bram bids 8; Cleo passes; Ana passes; Bram defaults; Cleo draws G3 from Bram; Ana draws G3 from Bram; Cleo bids 6; Ana passes; Cleo pays G3 G2 G1"),
    ("a drawn card is gone", 3, "", "Ana flips P3e; Bram bids 8; Cleo passes; Ana passes; Bram defaults; Cleo draws P4i from Bram\nAna draws P4i from Bram <<impossible"),
    ("bids before all have drawn", 3, "", "Ana flips P3e; Bram bids 8; Cleo passes; Ana passes; Bram defaults; Cleo draws G3 from Bram\nCleo bids 1 <<illegal.impossible"),
    ("a draw from another", 3, "", "Ana flips P3e; Bram bids 8; Cleo passes; Ana passes; Bram defaults\nCleo draws P4h from Ana <<illegal.impossible"),
    ("the offender stays out", 3, "", "Ana flips P3e; Bram bids 8; Cleo passes; Ana passes; Bram defaults; Cleo draws G3 from Bram; Ana draws G3 from Bram\nBram bids 1 <<illegal.impossible"),
    ("re-auction from the left of the same active player", 3, "", "Ana flips P3e; Bram passes; Cleo passes; Ana bids 9; Ana defaults; Bram draws G3 from Ana; Cleo draws G2 from Ana; Bram bids 1; Cleo passes; Bram pays G1; Bram flips P3f"),
    ("all pass in the re-auction", 3, "", "Ana flips P3e; Bram passes; Cleo passes; Ana bids 9; Ana defaults; Bram draws G3 from Ana; Cleo draws G2 from Ana; Bram passes; Cleo passes; Bram flips P3f"),
    ("every offender stays out, down to nobody", 3, "", "Ana flips P3e; Bram bids 99; Cleo passes; Ana passes; Bram defaults; Cleo draws G3 from Bram; Ana draws G3 from Bram; Cleo bids 98; Ana passes; Cleo defaults; Ana draws G2 from Cleo; Bram draws G1 from Cleo; Ana bids 97; Ana defaults; Bram draws G1 from Ana; Cleo draws G2 from Ana; Bram flips P3f"),
    ("nobody is left: not even the active bids", 2, "", "Ana flips P3e; Bram bids 99; Ana passes; Bram defaults; Ana draws G3 from Bram; Ana bids 98; Ana defaults; Bram draws G3 from Ana\nBram bids 1 <<illegal.impossible"),
    ("the same lot is not flipped again", 2, "", "Ana flips P3e; Bram bids 99; Ana passes; Bram defaults; Ana draws G3 from Bram\nAna flips P3e <<illegal.impossible"),
    ("a bid of the re-auction starts anew", 2, "", "Ana flips P3e; Bram bids 99; Ana passes; Bram defaults; Ana draws G3 from Bram; Ana bids 1"),
    ("a loss under the standard penalty", 2, "", "Ana flips P3e; Bram bids 99; Ana passes; Bram defaults\nBram loses G3 <<illegal.impossible"),
    ("bluff: loses one", 2, "penalty: medieval-bluff", "Ana flips P3e; Bram bids 99; Ana passes; Bram defaults; Bram loses G3; Ana bids 1; Ana pays G1"),
    ("bluff: unseen", 2, "penalty: medieval-bluff", "Ana flips P3e; Bram bids 99; Ana passes; Bram defaults; Bram loses ?; Ana bids 1; Ana pays G1"),
    ("bluff: not held", 2, "penalty: medieval-bluff", "Ana flips P3e; Bram bids 99; Ana passes; Bram defaults\nBram loses G2 <<impossible"),
    ("bluff: the other loses", 2, "penalty: medieval-bluff", "Ana flips P3e; Bram bids 99; Ana passes; Bram defaults\nAna loses G2 <<illegal.impossible"),
    ("bluff: draws", 2, "penalty: medieval-bluff", "Ana flips P3e; Bram bids 99; Ana passes; Bram defaults\nAna draws G3 from Bram <<illegal.impossible"),
    ("bluff: lost only once", 3, "penalty: medieval-bluff", "Ana flips P3e; Bram bids 99; Cleo passes; Ana passes; Bram defaults; Bram loses G3\nBram loses G3 <<illegal.impossible"),
    ("bluff: the lost card is gone", 3, "penalty: medieval-bluff", "Ana flips P3e; Bram bids 99; Cleo passes; Ana passes; Bram defaults; Bram loses G1; Cleo passes; Ana passes; Bram flips P3f; Cleo passes; Ana passes; Bram bids 1\nBram pays G1 <<impossible"),
    ("standard by name", 2, "penalty: standard", "Ana flips P3e; Bram bids 99; Ana passes; Bram defaults; Ana draws G3 from Bram"),
    ("`!` on a draw", 2, "", "Ana flips P3e; Bram bids 8; Ana passes; Bram defaults\nAna draws G3 from Bram ! <<syntax"),
    ("draw: words", 2, "", "Ana flips P3e; Bram bids 8; Ana passes; Bram defaults\nAna draws G3 <<syntax"),
    ("draw: no from", 2, "", "Ana flips P3e; Bram bids 8; Ana passes; Bram defaults\nAna draws G3 Bram <<syntax"),
    ("draw: from whom", 2, "", "Ana flips P3e; Bram bids 8; Ana passes; Bram defaults\nAna draws G3 from <<syntax"),
    ("draw: from a stranger", 2, "", "Ana flips P3e; Bram bids 8; Ana passes; Bram defaults\nAna draws G3 from Zoe <<syntax"),
    ("holds before the end", 2, "", "Ana flips P3e\nAna holds - <<illegal.impossible"),
    ("holds between lots", 2, "", "Ana flips P3e; Bram passes; Ana passes\nBram holds P4h <<illegal.impossible"),
]  # fmt: skip


@pytest.mark.parametrize(("players", "header", "events"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_auction(players: int, header: str, events: str) -> None:
    judge(log_text(events, deal=Deal(RICH[:players], PILE, players=players), header=header))


# What is known of hands only in part: Bram's kept cards are `?`, so he holds 10 known and 10 unknown cards.
PARTLY: list[tuple[str, str, str]] = [
    ("may have it", "", "Ana flips P3e; Bram bids 2; Ana passes; Bram pays G2 <<possible"),
    ("may be able to pay", "", "Ana flips P3e; Bram bids 9; Ana passes; Bram defaults <<possible"),
    ("a refusal that hidden cards decide, marked", "", "Ana flips P3e; Bram bids 9; Ana passes; Bram defaults ! <<stood"),
    ("no hand of 20 cards pays 99", "", "Ana flips P3e; Bram bids 99; Ana passes; Bram defaults <<proven"),
    ("`!` on a default that may be one", "", "Ana flips P3e; Bram bids 99; Ana passes\nBram defaults ! <<syntax"),
    (
        "may refuse",
        "rulings: refusal=forbidden",
        "Ana flips P3e; Bram bids 9; Ana passes; Bram defaults <<possible\nAna draws ? from Bram",
    ),
    ("Gold lot: the number is known", "", "Ana flips G3; Bram bids 21; Ana passes; Bram defaults <<proven"),
    ("Gold lot: refused", "", "Ana flips G3; Bram bids 20; Ana passes\nBram defaults <<unjudged:refusal"),
    ("what a seat took is gone", "", "Ana flips G3; Bram bids 1; Ana passes\nBram discards P4h <<impossible"),
    ("more than there are", "", "Ana flips P3e; Bram bids 33; Ana passes\nBram pays G3 G3 G3 G3 G3 G3 G3 G3 G3 G3 G3 <<impossible"),
]  # fmt: skip


@pytest.mark.parametrize(("header", "events"), [c[1:] for c in PARTLY], ids=[c[0] for c in PARTLY])
def test_hidden_hands(header: str, events: str) -> None:
    hands = ("G3 G2 G2 G1 P4h", "M2a M2b M2c M2d M3e M3f M3g M4h M4i S1a")
    judge(log_text(events, deal=Deal(hands, PILE, unknown="1"), header=header))


def test_default_with_an_empty_hand_has_no_draws() -> None:
    deal = Deal(("", ""), "G1 P3e P3f P4h")
    judge(
        log_text(
            """
            Ana flips G1; Bram bids 20; Ana passes
            Bram discards ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ?
            Bram flips P3e; Ana passes; Bram bids 1; Bram pays G1
            Ana flips P3f; Bram bids 1; Ana passes; Bram defaults
            Ana draws P3e from Bram
            Ana passes
            Bram flips P4h; Ana passes; Bram bids 1; Bram defaults <<proven
            Ana bids 5; Ana defaults; Bram draws ? from Ana
            """,
            deal=deal,
        )
    )


def test_draw_from_an_empty_hand_is_a_fault() -> None:
    deal = Deal(("", ""), "G1 P3e P3f P4h")
    judge(
        log_text(
            """
            Ana flips G1; Bram bids 20; Ana passes
            Bram discards ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ?
            Bram flips P3e; Ana passes; Bram bids 1; Bram pays G1
            Ana flips P3f; Bram bids 1; Ana passes; Bram defaults
            Ana draws P3e from Bram; Ana passes
            Bram flips P4h; Ana passes; Bram bids 1; Bram defaults
            Ana draws ? from Bram <<illegal.impossible
            """,
            deal=deal,
        )
    )


def test_three_players_draw_while_the_hand_lasts() -> None:
    deal = Deal(("", "", ""), "G1 P3e P3f P4h", players=3)
    start = """
            Ana flips G1; Bram bids 18; Cleo passes; Ana passes
            Bram discards ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ?
            Bram flips P3e; Cleo passes; Ana passes; Bram bids 2; Bram defaults
            Cleo draws G1 from Bram
            """
    judge(log_text(start + "Cleo bids 1; Ana passes; Cleo pays G1; Cleo flips P3f", deal=deal))
    judge(log_text(start + "Ana draws ? from Bram <<illegal.impossible", deal=Deal(("", "", ""), deal.pile, players=3)))


def test_bluff_with_an_empty_hand() -> None:
    start = """
            Ana flips G1; Bram bids 20; Ana passes
            Bram discards ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ?
            Bram flips P3e; Ana passes; Bram bids 1; Bram pays G1
            Ana flips P3f; Bram bids 1; Ana passes; Bram defaults; Bram loses P3e; Ana passes
            Bram flips P4h; Ana passes; Bram bids 1; Bram defaults
            """
    pile = "G1 P3e P3f P4h"
    judge(
        log_text(
            start + "Ana passes; Ana flips T2h", deal=Deal(("", ""), pile + " T2h"), header="penalty: medieval-bluff"
        )
    )
    judge(
        log_text(
            start + "Bram loses ? <<illegal.impossible", deal=Deal(("", ""), pile), header="penalty: medieval-bluff"
        )
    )  # fmt: skip


def test_hidden_pile_takes_any_card_that_is_left() -> None:
    def deal() -> Deal:
        return Deal(RICH[:2], PILE, blind_pile=True)

    judge(log_text("Ana flips P3e <<possible", deal=deal()))
    judge(log_text("Ana flips C+- <<possible", deal=deal()))
    judge(log_text("Ana flips P4h <<impossible", deal=deal()))
    judge(log_text("Ana flips C-; Bram passes; Ana passes; Bram flips C-; Ana passes; Bram passes\nAna flips C- <<impossible", deal=deal()))  # fmt: skip


def test_fewer_lots_after_a_missing_auction() -> None:
    """Two kept and none auctioned in the last turn: the pile has 19 cards, and the game ends after 19 lots."""
    deal = Deal(("", ""), "")
    text = deal.text().splitlines()
    last = text[-4:]
    assert last[0].startswith("Bram keeps")
    assert last[1].startswith("Bram auctions")
    text[-3] = last[1].replace("auctions", "keeps") + " ! <<stood"
    lots = deal.lots[:-1]
    names = ("Ana", "Bram")
    for turn, card in enumerate(lots):
        a, b = names[turn % 2], names[1 - turn % 2]
        text += [f"{a} flips {card}", f"{b} passes", f"{a} passes"]
    got = judge(log_text("\n".join(text)))
    assert got.status == "complete"
    judge(log_text("\n".join([*text, "Bram flips G1 <<illegal.impossible"])))


def test_fewer_in_hand_after_a_missing_keep() -> None:
    deal = Deal(("", ""), "")
    text = deal.text().splitlines()
    text[-4], text[-3] = text[-3], text[-4].replace("keeps", "auctions") + " ! <<stood"
    judge(log_text("\n".join(text)))
    over = list(text)
    names = ("Ana", "Bram")
    lots = [line.split()[2] for line in text if " auctions " in line]
    assert len(lots) == 21
    for turn, card in enumerate(lots):
        a, b = names[turn % 2], names[1 - turn % 2]
        over += [f"{a} flips {card}", f"{b} passes", f"{a} passes"]
    got = judge(log_text("\n".join(over)))
    assert got.status == "complete"
    assert got.game is not None
    assert len(got.game.detail(got.state)["hands"]["Bram"]) == 19
