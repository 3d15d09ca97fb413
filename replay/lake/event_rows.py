"""The rows of `events` of a batch: most events are one object that many games share, so each is numbered once."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from replay.facts import GameFacts
from replay.lake.arrow import Numbers, append, arrow_array, arrow_type, packed, ranks, with_nulls
from replay.log import Event
from replay.problems import VERDICTS
from replay.schema import EVENTS

if TYPE_CHECKING:
    import pyarrow as pa

#: Events that wait to be numbered together.
WAITING: Final = 65_536


class EventRows:
    """Events of many games, game by game. `events` are the different ones so far."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.numbers: dict[int, int] = {}
        self.waiting: list[Event] = []
        self.event, self.line = array("i"), array("i")
        self.verdict = bytearray()
        # Few events have a reason: (row, number of the reason).
        self.reasons = Numbers()
        self.reasoned: list[tuple[int, int]] = []

    def add(self, game: GameFacts) -> None:
        """Take in the events of one game."""
        before = len(self.verdict)
        for ply, reason in game.reasons.items():
            if reason and ply <= len(game.events):
                self.reasoned.append((before + ply - 1, self.reasons[reason]))
        self.line.fromlist(list(game.lines))
        self.verdict += game.verdicts
        self.waiting += game.events
        if len(self.waiting) >= WAITING:
            self._number()

    def _number(self) -> None:
        """Number the events that came since the last time, by their addresses: only one look-up for equal ones."""
        import pyarrow as pa
        import pyarrow.compute as pc

        addresses = packed(array("q", [*map(id, self.waiting)]), pa.int64())
        coded = addresses.dictionary_encode()
        distinct = coded.dictionary.to_pylist()
        numbers = self.numbers
        fresh = [address for address in distinct if address not in numbers]
        for address, place in zip(fresh, pc.index_in(pa.array(fresh, pa.int64()), addresses).to_pylist(), strict=True):
            numbers[address] = len(self.events)
            self.events.append(self.waiting[place])  # which also keeps its identity from being used again
        append(self.event, pa.array([*map(numbers.__getitem__, distinct)], pa.int32()).take(coded.indices))
        self.waiting.clear()

    def arrays(self, rows: pa.Array | None, counts: Sequence[int]) -> list[pa.Array]:
        """The columns of `EVENTS`: rows in this order (None: as they came), which gives each game so many of them."""
        import pyarrow as pa

        if self.waiting:
            self._number()
        which, line = packed(self.event, pa.int32()), packed(self.line, pa.int32())
        verdict = packed(self.verdict, pa.int8())
        reason = self._reason()
        if rows is not None:
            which, line, verdict, reason = (column.take(rows) for column in (which, line, verdict, reason))
        kinds = {column.name: column for column in EVENTS.given}

        def own(name: str, values: list[Any]) -> pa.Array:
            if values.count(None) == len(values):
                return pa.nulls(len(which), arrow_type(kinds[name]))
            return arrow_array(values, kinds[name]).take(which)

        seats = array("b", [event.seat for event in self.events])
        return [
            ranks(counts),
            with_nulls(seats, pa.int8()).take(which),
            own("verb", [event.verb for event in self.events]),
            own("text", [event.text for event in self.events]),
            pa.DictionaryArray.from_arrays(verdict.cast(pa.int32()), pa.array(VERDICTS, pa.string())),
            pa.DictionaryArray.from_arrays(reason, pa.array(self.reasons.words, pa.string())),
            own("at", [event.at for event in self.events]),
            own("comment", [event.comment for event in self.events]),
            line,
        ]

    def _reason(self) -> pa.Array:
        import pyarrow as pa

        if not self.reasoned:
            return pa.nulls(len(self.verdict), pa.int32())
        found = array("i", (-1,)) * len(self.verdict)
        for row, number in self.reasoned:
            found[row] = number
        return with_nulls(found)


__all__ = ["EventRows"]
