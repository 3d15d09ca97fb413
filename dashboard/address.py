"""The address of a place in a game: `?game=&ply=&seat=`, read with care and written by nobody else.

Two can want to move the reader: the address (a link, Back, reload) and the board (keys, slider). `resolve` says who
wins: an address that is not the one written last was changed by the reader or the browser, and wins; otherwise a report
that was not seen before wins. Nothing here knows Streamlit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

EVERYBODY: Final = -1
#: What the address says for the view that knows everything, once it has said something else.
ALL: Final = "all"


@dataclass(frozen=True, slots=True)
class Address:
    """The raw words of the address; None where it says nothing. A seat is a handle, or its number with or without `#`
    (which no handle can hold)."""

    game: str | None = None
    ply: str | None = None
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a game: ply, and the seat whose knowledge is shown (-1: everybody's)."""

    ply: int = 0
    seat: int = EVERYBODY


@dataclass(frozen=True, slots=True)
class Memory:
    """What a session remembers between runs: the address it wrote or accepted last, the place, the last report seen.

    `token` changes whenever the board has to go to `place`, and only then.
    """

    address: Address
    place: Place
    seen: int = 0
    token: int = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """Where to be now. `write` holds the words to put into the address, None where it stays; `notices` are for the reader."""

    memory: Memory
    write: Mapping[str, str] | None
    notices: tuple[str, ...] = ()


def read(params: Mapping[str, str]) -> Address:
    """The words of an address that matter here; blank ones count as missing."""
    return Address(*(params.get(key, "").strip() or None for key in ("game", "ply", "seat")))


def clamp(address: Address, plies: int, handles: Sequence[str]) -> tuple[Place, tuple[str, ...]]:
    """The place that an address means in a game of `plies` plies, and what had to be changed for that."""
    notices = []
    ply = 0
    if address.ply is not None:
        try:
            asked = int(address.ply)
        except ValueError:
            asked = 0
            notices.append(f"The address asks for ply “{address.ply}”, which is no number; this is the set-up.")
        ply = max(0, min(plies, asked))
        if ply != asked:
            notices.append(f"The address asks for ply {asked}; this game has {plies}, so this is ply {ply}.")
    seat = EVERYBODY
    if address.seat is not None and address.seat != ALL:
        if address.seat in handles:
            seat = list(handles).index(address.seat)
        elif (number := address.seat.removeprefix("#")).isdecimal() and 1 <= int(number) <= len(handles):
            seat = int(number) - 1
        else:
            # Never fall back to the open view: a link for a seat that we cannot read must not show all cards.
            seat = 0 if handles else EVERYBODY
            notices.append(f"Nobody named “{address.seat}” sits in this game; this is what the first seat knew.")
    return Place(ply, seat), tuple(notices)


def words(game: str, place: Place, handles: Sequence[str], before: Address, *, masked: bool = False) -> dict[str, str]:
    """What the address says about a place; `seat` only where it matters or did so before."""
    found = {"game": game, "ply": str(place.ply)}
    if place.seat >= 0:
        found["seat"] = f"#{place.seat + 1}" if masked else handles[place.seat]
    elif before.seat is not None:
        found["seat"] = ALL
    return found


def resolve(
    game: str,
    address: Address,
    memory: Memory | None,
    report: Mapping[str, Any] | None,
    plies: int,
    handles: Sequence[str],
    *,
    masked: bool = False,
) -> Decision:
    """Who moves the reader: a changed address first, then a new report of the board, else nobody."""
    number = _number(report)
    if memory is None or address != memory.address:
        place, notices = clamp(address, plies, handles)
        token = memory.token + 1 if memory is not None else 1
        decided = Decision(Memory(address, place, number, token), None, notices)
        return _unnamed(decided, game, handles) if masked else decided
    if report is None or number == memory.seen:
        # The notices of an address stay as long as it does.
        decided = Decision(memory, None, clamp(address, plies, handles)[1])
        return _unnamed(decided, game, handles) if masked else decided
    place = _reported(report, plies, len(handles), memory.place)
    written = words(game, place, handles, address, masked=masked)
    now = Address(written["game"], written["ply"], written.get("seat"))
    return Decision(replace(memory, address=now, place=place, seen=number), written if now != address else None)


def _unnamed(decided: Decision, game: str, handles: Sequence[str]) -> Decision:
    """The same place, with the number of the seat in the address where it named a player."""
    address = decided.memory.address
    if address.seat not in handles:
        return decided
    written = words(game, decided.memory.place, handles, address, masked=True)
    now = Address(written["game"], written["ply"], written["seat"])
    return Decision(replace(decided.memory, address=now), written, decided.notices)


def _number(report: Mapping[str, Any] | None) -> int:
    value = report.get("n") if report is not None else None
    return int(value) if isinstance(value, int | float) else 0


def _reported(report: Mapping[str, Any], plies: int, seats: int, before: Place) -> Place:
    """The place of a report; it comes from a browser, so nothing in it is taken on trust."""
    ply, seat = report.get("ply"), report.get("seat")
    return Place(
        max(0, min(plies, int(ply))) if isinstance(ply, int | float) else before.ply,
        int(seat) if isinstance(seat, int | float) and -1 <= seat < seats else before.seat,
    )
