"""Arithmetic of hidden cards: which cards may lie where, from what was said aloud.

A *pile* is a number of cards of which some are certain (by kind), some are known by class only (`P3` without its
letter), and the rest are *loose*: any card of the *pool*, the cards that are not certainly placed anywhere. Some kinds
are *restricted* (Church cards): they can lie only in piles that are *wide* (deck, cards set aside, Auction pile).

With these three sorts of slots, "can this card be here?" has an exact answer by counting: a card of the pool must be
left, each class must keep enough cards for its slots, and the restricted cards must fit into the wide slots. What a
log says beyond that (`?` leaving a pile) widens a pile to a superset of what is possible, so a possible game is never
accused; a few impossible ones pass as *possible*.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import add


class Pile:
    """Cards in one place: `n` in all; `sure[kind]` certain; `classes[class]` known by class; `loose` unknown."""

    __slots__ = ("classes", "loose", "n", "sure", "wide")

    def __init__(self, kinds: int, classes: int, *, wide: bool = False) -> None:
        self.sure = [0] * kinds
        self.classes = [0] * classes
        self.loose = 0
        self.n = 0
        self.wide = wide

    def clone(self) -> Pile:
        """An independent copy."""
        new: Pile = Pile.__new__(Pile)
        new.sure = self.sure[:]
        new.classes = self.classes[:]
        new.loose = self.loose
        new.n = self.n
        new.wide = self.wide
        return new

    def restore(self, other: Pile) -> None:
        """Become equal to `other` (a clone taken earlier)."""
        self.sure[:] = other.sure
        self.classes[:] = other.classes
        self.loose = other.loose
        self.n = other.n

    def known(self) -> bool:
        """Whether every card is known but for letters."""
        return self.loose == 0


class Ledger:
    """All cards of one game: the pool and what is reserved in it, with the operations that move cards.

    pool[kind]       copies that are not certainly placed.
    reserved[class]  slots known by class, in whatever pile; each needs a card of its class from the pool.
    wide             loose slots that may hold restricted kinds.
    fuzzy            whether any `?` or letterless card was seen; while False, only `sure` counts matter.
    """

    __slots__ = (
        "first_class",
        "fuzzy",
        "kind_class",
        "members",
        "pool",
        "reserved",
        "restricted_from",
        "restricted_to",
        "wide",
    )

    def __init__(self, copies: Sequence[int], kind_class: Sequence[int], members: Sequence[Sequence[int]],
                 restricted: tuple[int, int]) -> None:  # fmt: skip
        self.pool = list(copies)
        self.kind_class = kind_class
        self.members = members
        self.reserved = [0] * len(members)
        self.first_class = len(copies)
        self.restricted_from, self.restricted_to = restricted
        self.wide = 0
        self.fuzzy = False

    def clone(self) -> Ledger:
        """An independent copy."""
        new: Ledger = Ledger.__new__(Ledger)
        new.pool = self.pool[:]
        new.kind_class = self.kind_class
        new.members = self.members
        new.reserved = self.reserved[:]
        new.first_class = self.first_class
        new.restricted_from = self.restricted_from
        new.restricted_to = self.restricted_to
        new.wide = self.wide
        new.fuzzy = self.fuzzy
        return new

    # ---- what is possible

    def class_pool(self, cls: int) -> int:
        """Cards of a class that are not certainly placed."""
        pool = self.pool
        return sum([pool[kind] for kind in self.members[cls]])

    def restricted_pool(self) -> int:
        """Restricted cards that are not certainly placed."""
        return sum(self.pool[self.restricted_from : self.restricted_to])

    def is_restricted(self, kind: int) -> bool:
        """Whether cards of this kind lie only in wide piles."""
        return self.restricted_from <= kind < self.restricted_to

    def could_be(self, code: int, *, wide: bool) -> bool:
        """Whether a loose slot (of a wide pile or not) may hold this kind or a card of this class.

        Exact for the slots of this model: after the card is fixed there, the rest can still be placed.
        """
        if code >= self.first_class:
            cls = code - self.first_class
            if self.class_pool(cls) <= self.reserved[cls]:
                return False
        else:
            if self.pool[code] <= 0:
                return False
            if self.is_restricted(code):
                return wide
            cls = self.kind_class[code]
            if cls >= 0 and self.class_pool(cls) <= self.reserved[cls]:
                return False
        return not wide or self.restricted_pool() < self.wide

    # ---- moving cards

    def put(self, pile: Pile, code: int) -> None:
        """A card (kind or class) that just left another pile comes to this one."""
        pile.n += 1
        if code < self.first_class:
            pile.sure[code] += 1
        else:
            pile.classes[code - self.first_class] += 1

    def put_unknown(self, pile: Pile) -> None:
        """A card that nobody named comes to this pile."""
        pile.n += 1
        pile.loose += 1
        if pile.wide:
            self.wide += 1
        self.fuzzy = True

    def fix_loose(self, pile: Pile, code: int) -> None:
        """One loose slot of `pile` turns out to be this kind or class and leaves; `could_be` was asked before."""
        pile.loose -= 1
        pile.n -= 1
        if pile.wide:
            self.wide -= 1
        if code < self.first_class:
            self.pool[code] -= 1
        else:
            self.reserved[code - self.first_class] += 1

    def take(self, pile: Pile, code: int) -> tuple[int, bool] | None:
        """A named card leaves `pile`: (what is known of it now, whether it was certain), or None if it cannot.

        The first part is the code to `put` elsewhere: a kind, or a class where the letter stays open.
        """
        if code < self.first_class:
            if pile.sure[code]:
                pile.sure[code] -= 1
                pile.n -= 1
                return code, True
            if not self.fuzzy:
                return None
            return self._take_kind(pile, code)
        return self._take_class(pile, code)

    def _take_kind(self, pile: Pile, kind: int) -> tuple[int, bool] | None:
        cls = self.kind_class[kind]
        if cls >= 0 and pile.classes[cls] and self.pool[kind] > 0:
            certain = self.class_pool(cls) == 1
            pile.classes[cls] -= 1
            pile.n -= 1
            self.reserved[cls] -= 1
            self.pool[kind] -= 1
            return kind, certain
        if pile.loose and self.could_be(kind, wide=pile.wide):
            self.fix_loose(pile, kind)
            return kind, False
        return None

    def _take_class(self, pile: Pile, code: int) -> tuple[int, bool] | None:
        cls = code - self.first_class
        sure = [kind for kind in self.members[cls] if pile.sure[kind]]
        slots = pile.classes[cls]
        from_loose = pile.loose > 0 and self.could_be(code, wide=pile.wide)
        if not sure and not slots:
            if not from_loose:
                return None
            self.fuzzy = True
            self.fix_loose(pile, code)
            return code, False
        self.fuzzy = True
        if len(sure) == 1 and not slots and not from_loose:
            pile.sure[sure[0]] -= 1
            pile.n -= 1
            return sure[0], True
        for kind in sure:
            pile.sure[kind] -= 1
            self.pool[kind] += 1
            pile.classes[cls] += 1
            self.reserved[cls] += 1
        pile.classes[cls] -= 1
        pile.n -= 1
        return code, True

    def take_unknown(self, pile: Pile, count: int) -> Pile:
        """`count` cards that nobody named leave `pile`; what is still known of them comes back as a pile.

        If the whole pile leaves, everything known of it leaves with it. Otherwise each certain card that might have
        been among them goes back to the pool, and its slot becomes loose.
        """
        self.fuzzy = True
        gone = Pile(len(pile.sure), len(pile.classes))
        gone.n = count
        if count == pile.n:
            gone.restore(pile)
            pile.sure[:] = [0] * len(pile.sure)
            pile.classes[:] = [0] * len(pile.classes)
            pile.loose = pile.n = 0
            return gone
        kinds = [kind for kind, number in enumerate(pile.sure) if number]
        if len(kinds) == 1 and pile.sure[kinds[0]] == pile.n:
            gone.sure[kinds[0]] = count
            pile.sure[kinds[0]] -= count
            pile.n -= count
            return gone
        for kind in kinds:
            back = min(pile.sure[kind], count)
            pile.sure[kind] -= back
            self.pool[kind] += back
            pile.loose += back
        for cls, number in enumerate(pile.classes):
            back = min(number, count)
            if back:
                pile.classes[cls] -= back
                self.reserved[cls] -= back
                pile.loose += back
        pile.loose -= count
        pile.n -= count
        gone.loose = count
        return gone

    def merge(self, pile: Pile, other: Pile) -> None:
        """All cards of `other` come to `pile` (neither is wide)."""
        pile.n += other.n
        pile.loose += other.loose
        pile.sure[:] = map(add, pile.sure, other.sure)
        pile.classes[:] = map(add, pile.classes, other.classes)
