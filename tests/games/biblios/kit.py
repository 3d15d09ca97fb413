"""Small logs by hand: a gift phase dealt to order, and events with what a referee must say of them at their end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from replay.log import read_text
from replay.referee import Replay, replay

NAMES = ("Ana", "Bram", "Cleo", "Dirk")
TURNS = {2: 20, 3: 18, 4: 16}
MARK = re.compile(r"\s*<<\s*([\w:.-]+)\s*$")


def deck() -> Counter[str]:
    """The 87 cards, written down again from the rules and not taken from the code under test."""
    cards: Counter[str] = Counter()
    for category in "PM":
        cards.update(f"{category}{v}{x}" for v, x in zip("222233344", "abcdefghi", strict=True))
    for category in "HST":
        cards.update(f"{category}{v}{x}" for v, x in zip("111111122", "abcdefghi", strict=True))
    for gold in ("G1", "G2", "G3"):
        cards[gold] = 11
    for church, copies in (("C+", 2), ("C-", 2), ("C++", 2), ("C--", 2), ("C+-", 1)):
        cards[church] = copies
    return cards


@dataclass
class Deal:
    """What the gift phase must lead to: cards in hands and in the pile; the rest is filled up with other cards.

    `fill` says how the rest is filled: `gold` with the cheapest Gold first, `books` with category cards first.
    """

    hands: Sequence[str] = ()
    pile: str = ""
    fill: str = "books"
    players: int = 2
    unknown: str = ""  # seats whose kept cards are written `?`
    blind_pile: bool = False  # auctioned cards are written `?`
    events: list[str] = field(default_factory=list)

    def text(self) -> str:
        """The events of the gift phase."""
        n = self.players
        turns = TURNS[n]
        left = deck()
        want = [list(text.split()) for text in self.hands] + [[] for _ in range(n - len(self.hands))]
        pile = self.pile.split()
        for card in [*pile, *(card for hand in want for card in hand)]:
            left[card] -= 1
            assert left[card] >= 0, card
        assert not any(card.startswith("C") for hand in want for card in hand), "Church cards do not stay in a hand"
        books = [card for card in left.elements() if card[0] in "PMHST"]
        gold = [card for card in left.elements() if card[0] == "G"]
        # What stays out of the game: as much Gold as the set-up removes.
        aside = {2: 2, 3: 1, 4: 0}[n]
        for value in ("G3", "G2", "G1"):
            for _ in range(aside):
                gold.remove(value)
        rest = [*books, *gold] if self.fill == "books" else [*gold, *books]
        size = turns // n + turns * (n - 1) // n
        for hand in want:
            assert len(hand) <= size, len(hand)
            while len(hand) < size:
                hand.append(rest.pop(0))
        while len(pile) < turns:
            pile.append(rest.pop(0))
        self.full = [list(hand) for hand in want]
        self.lots = list(pile)
        out: list[str] = []
        for turn in range(turns):
            active = turn % n
            name = NAMES[active]
            others = [(active + k) % n for k in range(1, n)]
            kept = want[active].pop()
            out.append(f"{name} keeps {'?' if str(active) in self.unknown else kept}")
            out.append(f"{name} auctions {'?' if self.blind_pile else pile.pop(0)}")
            given = [(seat, want[seat].pop()) for seat in others]
            out += [f"{name} shows {card}" for _, card in given]
            out += [f"{NAMES[seat]} takes {card}" for seat, card in given]
        return "\n".join(out)


def log_text(events: str, *, deal: Deal | None = None, header: str = "", players: int = 2, done: bool = False) -> str:
    """A whole log; with `done`, the lots that are left are passed by everybody."""
    n = deal.players if deal else players
    names = NAMES[:n]
    lines = ["format: 1", "game: biblios", f"players: {', '.join(names)}"]
    lines += [line.strip() for line in header.splitlines() if line.strip()]
    lines.append("")
    if deal:
        lines += deal.text().splitlines()
    lines += [line.strip() for line in events.splitlines()]
    if done:
        assert deal
        flipped = Counter(m.group(1) for m in re.finditer(r"flips ([^\s;]+)", events))
        turn = sum(flipped.values())
        for card in (Counter(deal.lots) - flipped).elements():
            active = turn % n
            lines.append(f"{names[active]} flips {card}")
            lines += [f"{names[(active + k) % n]} passes" for k in (*range(1, n), 0)]
            turn += 1
    return "\n".join(lines) + "\n"


def judge(text: str) -> Replay:
    """One game: lines may end in `<<possible`, `<<unjudged:ruling`, `<<stood`, `<<proven`, or a kind of problem.

    Kinds may be joined (`<<illegal.syntax`). Where nothing is marked no problem is allowed, nothing stands or is unjudged.
    """
    plain: list[str] = []
    marks: list[tuple[int, int, str]] = []  # line, ply, mark
    ply, header = 0, True
    for number, raw in enumerate(text.splitlines(), 1):
        found = MARK.search(raw)
        line = MARK.sub("", raw)
        if header:
            header = bool(line.strip())
            if found:
                marks.append((number, 0, found.group(1)))
        else:
            body = line.split("#")[0]
            ply += sum(bool(part.strip()) for part in body.split(";"))
            if found:
                marks.append((number, ply, found.group(1)))
        plain.append(line)
    logs = read_text("\n".join(plain) + "\n")
    assert len(logs) == 1, f"{len(logs)} games"
    got = replay(logs[0])
    problems = [m for m in marks if m[2].split(":")[0].split(".")[0] in ("syntax", "impossible", "illegal", "claim")]
    if not problems:
        assert got.problem is None, f"accused: {got.problem}"
    else:
        line, where, kinds = problems[0]
        assert got.problem is not None, f"missed the fault at line {line}: {plain[line - 1]}"
        assert got.problem.kind in kinds.split("."), got.problem
        assert got.problem.ply == (where or None), (got.problem, where)
        assert got.problem.line == line, (got.problem, line)
    unjudged = [(p, m.split(":", 1)[1]) for _, p, m in marks if m.startswith("unjudged:")]
    assert [x for x in got.unjudged if x[0]] == unjudged
    assert got.stood == [p for _, p, m in marks if m == "stood"]
    for _, p, mark in marks:
        if mark in ("possible", "proven"):
            assert got.verdicts[p - 1] == ("proven", "possible").index(mark), (p, got.reasons.get(p))
    return got
