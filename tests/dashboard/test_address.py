"""Addresses: parsed with care, clamped with a notice, and the question who moves the reader."""

from dashboard.address import Address, Decision, Memory, Place, clamp, read, resolve, words

HANDLES = ("Ana", "Bram", "2")


def decide(address: Address, memory: Memory | None = None, report: dict[str, object] | None = None) -> Decision:
    return resolve("g", address, memory, report, 100, HANDLES)


def test_read_takes_blank_words_for_missing_ones() -> None:
    assert read({}) == Address()
    assert read({"game": " g ", "ply": "", "seat": "Ana", "other": "x"}) == Address("g", None, "Ana")


def test_clamp_says_what_it_changed() -> None:
    assert clamp(Address("g"), 100, HANDLES) == (Place(0, -1), ())
    assert clamp(Address("g", "7", "Bram"), 100, HANDLES) == (Place(7, 1), ())
    for ply, expected in (("9999", 100), ("-3", 0), ("x", 0), ("1e9", 0), ("٣", 3)):
        place, notices = clamp(Address("g", ply), 100, HANDLES)
        assert place.ply == expected
        assert bool(notices) is (ply != "٣")


def test_a_seat_is_a_handle_or_its_number_and_never_opens_all_cards_by_mistake() -> None:
    assert clamp(Address("g", None, "2"), 9, HANDLES)[0].seat == 2, "a handle goes before a number"
    assert clamp(Address("g", None, "#2"), 9, HANDLES)[0].seat == 1
    assert clamp(Address("g", None, "1"), 9, HANDLES)[0].seat == 0
    assert clamp(Address("g", None, "all"), 9, HANDLES)[0].seat == -1
    place, notices = clamp(Address("g", None, "nobody"), 9, HANDLES)
    assert place.seat == 0
    assert notices


def test_words_name_the_seat_only_where_it_matters() -> None:
    assert words("g", Place(3), HANDLES, Address()) == {"game": "g", "ply": "3"}
    assert words("g", Place(3, 1), HANDLES, Address()) == {"game": "g", "ply": "3", "seat": "Bram"}
    assert words("g", Place(3), HANDLES, Address(seat="Ana"))["seat"] == "all"
    assert words("g", Place(3, 1), HANDLES, Address(), masked=True)["seat"] == "#2"


def test_a_report_moves_the_reader_and_the_address_follows() -> None:
    first = decide(Address("g"))
    assert first.write is None
    moved = decide(Address("g"), first.memory, {"ply": 5, "seat": -1, "n": 1})
    assert moved.memory.place == Place(5, -1)
    assert moved.write == {"game": "g", "ply": "5"}
    assert moved.memory.token == first.memory.token, "the board is there already"
    again = decide(Address("g", "5"), moved.memory, {"ply": 5, "seat": -1, "n": 1})
    assert again.write is None
    assert again.memory == moved.memory


def test_a_changed_address_wins_over_an_old_report() -> None:
    memory = decide(Address("g"), decide(Address("g")).memory, {"ply": 60, "seat": -1, "n": 1}).memory
    back = decide(Address("g", "30"), memory, {"ply": 60, "seat": -1, "n": 1})
    assert back.memory.place.ply == 30
    assert back.memory.token == memory.token + 1, "the board is told to go there"
    assert back.write is None
    on = decide(Address("g", "30"), back.memory, {"ply": 31, "seat": -1, "n": 2})
    assert on.memory.place.ply == 31


def test_a_report_from_a_browser_is_not_taken_on_trust() -> None:
    memory = decide(Address("g", "4", "Ana")).memory
    for report in ({"ply": 10**9, "seat": 99, "n": 5}, {"ply": "x", "seat": None, "n": 5}, {"n": 5}):
        place = decide(Address("g", "4", "Ana"), memory, report).memory.place
        assert 0 <= place.ply <= 100
        assert place.seat == 0


def test_notices_stay_as_long_as_their_address() -> None:
    first = decide(Address("g", "9999"))
    assert first.notices
    second = decide(Address("g", "9999"), first.memory)
    assert second.notices == first.notices
    moved = decide(Address("g", "9999"), second.memory, {"ply": 99, "seat": -1, "n": 1})
    assert not moved.notices
    assert moved.write == {"game": "g", "ply": "99"}


def test_a_masked_address_names_nobody() -> None:
    first = resolve("g", Address("g", "4", "Bram"), None, None, 100, HANDLES, masked=True)
    assert first.write == {"game": "g", "ply": "4", "seat": "#2"}
    assert first.memory.place == Place(4, 1)
    assert first.memory.address.seat == "#2"
