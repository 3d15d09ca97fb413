"""Rules, verdicts and problems: what the referee says, and how it is said to people and to machines.

A *rule* is a named sentence with a source. A *fault* is raised inside the rules core when an event cannot
follow what stands before it. A *problem* is a fault with its place in a file, ready to be shown. Everything a
person reads about a wrong log is rendered here, once, by `render`; everything a script reads is made by
`Problem.as_json`.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Final

#: Verdict codes, in the order in which they win over each other (a higher one hides a lower one).
PROVEN: Final = 0
POSSIBLE: Final = 1
UNJUDGED: Final = 2
STOOD: Final = 3
VERDICTS: Final = ("proven", "possible", "unjudged", "stood")

#: Bits that a state sets while it plays one event; `VERDICT_OF[flag]` is that event's verdict.
DOUBT_POSSIBLE: Final = 1
DOUBT_UNJUDGED: Final = 2
DOUBT_STOOD: Final = 4
VERDICT_OF: Final = (PROVEN, POSSIBLE, UNJUDGED, UNJUDGED, STOOD, STOOD, STOOD, STOOD)

KINDS: Final = ("syntax", "impossible", "illegal", "claim")


def weakest(verdicts: bytes | bytearray) -> int:
    """The weakest of some verdicts, proven where there is none."""
    return (
        STOOD
        if STOOD in verdicts
        else UNJUDGED
        if UNJUDGED in verdicts
        else POSSIBLE
        if POSSIBLE in verdicts
        else PROVEN
    )


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a game or of the log format.

    `id` is dotted (`biblios.gift.keep-one`), `text` our own wording, `source` where it comes from, `kind` the kind
    of problem that breaking it is (one of `KINDS`), `standable` whether a table may let it stand with `!`.
    """

    id: str
    text: str
    source: str
    kind: str
    standable: bool = False


@cache
def rules_of(package: str, resource: str) -> Mapping[str, Rule]:
    """Read the `[rules.<id>]` tables of a TOML resource in `package` as a mapping from rule id to `Rule`.

    Raises KeyError or ValueError where the shipped data is inconsistent (a defect of the package, not of a log).
    """
    data = tomllib.loads(files(package).joinpath(resource).read_text(encoding="utf-8"))
    found: dict[str, Rule] = {}
    for rule_id, entry in data["rules"].items():
        if entry["kind"] not in KINDS:
            raise ValueError(f"{resource}: rule {rule_id} has the unknown kind {entry['kind']!r}")
        found[rule_id] = Rule(
            rule_id, entry["text"], entry["source"], entry["kind"], bool(entry.get("standable", False))
        )
    return found


def format_rules() -> Mapping[str, Rule]:
    """The rules of the log format itself (`log.…`), by id."""
    return rules_of("replay", "format.toml")


class Fault(Exception):
    """An event that cannot follow; raised by a game's rules, turned into a `Problem` by the referee.

    rule     id of the broken rule.
    message  one sentence without a full stop, naming the player and the card.
    word     index of the word at fault (0 is the first after the verb), -1 the verb, -2 the actor, None the whole event.
    because  plies (1-based) of the earlier events that make this one wrong, the most telling first.
    mention  card or die words; the referee adds the latest earlier event that names one of them to `because`.
    kind     overrides the kind of the rule (a rule may be broken by the player or by the scribe).
    """

    def __init__(
        self,
        rule: str,
        message: str,
        *,
        word: int | None = None,
        because: Iterable[int] = (),
        mention: Iterable[str] = (),
        kind: str | None = None,
    ) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
        self.word = word
        self.because = tuple(ply for ply in because if ply)
        self.mention = tuple(mention)
        self.kind = kind


class WordFault(Exception):
    """A word that cannot be read, raised by a game's `parse`.

    word  index of the word after the verb, -1 the verb itself, -2 the actor, None the whole event.
    """

    def __init__(self, rule: str, message: str, *, word: int | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
        self.word = word


class HeaderFault(Exception):
    """A header value that cannot be read or cannot be; `key` names the header line it stands on."""

    def __init__(self, rule: str, message: str, *, key: str) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
        self.key = key


@dataclass(frozen=True, slots=True)
class Because:
    """An earlier event that makes a later one wrong: its line and ply (1-based) and its own words."""

    line: int
    ply: int
    text: str


@dataclass(slots=True)
class Problem:
    """One problem of a log, with everything a person needs to mend it.

    line and column are 1-based and count in characters of the file as written; either may be None for a problem of
    the whole file. `width` is the number of characters to underline. `ply` is None for header and file problems.
    `legal` holds canonical events that could stand here instead (complete in `legal`, shortened by `render`).
    """

    kind: str
    rule: str
    source: str
    message: str
    text: str = ""
    file: str = ""
    line: int | None = None
    column: int | None = None
    width: int = 1
    ply: int | None = None
    source_line: str = ""
    because: tuple[Because, ...] = ()
    legal: tuple[str, ...] = ()
    checked: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The problem as the object of the command line's contract (`check --json`)."""
        return {
            "kind": self.kind,
            "line": self.line,
            "column": self.column,
            "ply": self.ply,
            "rule": self.rule,
            "source": self.source,
            "message": self.message,
            "because": [{"line": b.line, "ply": b.ply} for b in self.because],
            "legal": list(self.legal),
        }


#: Longest stretch of a source line that a message repeats, in characters.
SHOWN_LINE: Final = 160
#: Number of legal alternatives that a message for people names.
SHOWN_LEGAL: Final = 6


def width_of(text: str) -> int:
    """Columns that `text` takes in a terminal: 2 for wide East Asian characters, 0 for marks and controls."""
    total = 0
    for char in text:
        if unicodedata.combining(char) or unicodedata.category(char) in ("Cf", "Cc", "Mn", "Me"):
            continue
        total += 2 if unicodedata.east_asian_width(char) in "WF" else 1
    return total


def printable(text: str) -> str:
    """`text` with every control or undecodable character replaced by U+FFFD and tabs by one space."""
    if text.isprintable():
        return text
    return "".join(
        " " if char == "\t" else char if char.isprintable() or char == "\u200d" else "\ufffd" for char in text
    )


def render(problem: Problem, *, full: bool = False) -> str:
    """The problem as a person reads it: place, kind, message, the line with its mark, rule, reasons, legal moves.

    With `full`, all legal alternatives are listed, not only the first few. Never holds control characters.
    """
    place = problem.file or "-"
    if problem.line is not None:
        place += f":{problem.line}"
        if problem.column is not None:
            place += f":{problem.column}"
    out = [f"{place}: {problem.kind}: {problem.message}"]
    if problem.source_line and problem.line is not None:
        number = str(problem.line)
        raw, column = problem.source_line, (problem.column or 1) - 1
        cut = ""
        if len(raw) > SHOWN_LINE:
            start = max(0, min(column - SHOWN_LINE // 2, len(raw) - SHOWN_LINE))
            cut = "…" if start else ""
            raw, column = raw[start : start + SHOWN_LINE], column - start
        shown = printable(raw)
        out.append(f"  {number} | {cut}{shown}")
        if problem.column is not None:
            pad = " " * (width_of(cut) + width_of(shown[:column]))
            mark = "^" * max(1, width_of(shown[column : column + problem.width]))
            out.append(f"  {' ' * len(number)} | {pad}{mark}")
    out.append(f"  rule    {problem.rule} — {problem.text}  ({problem.source})")
    for index, reason in enumerate(problem.because):
        out.append(f"  {'because' if index == 0 else '       '} line {reason.line}: {printable(reason.text)}")
    if problem.legal:
        names = list(problem.legal if full else problem.legal[:SHOWN_LEGAL])
        more = len(problem.legal) - len(names)
        line = " · ".join(names)
        if more:
            line += f" · and {more} more"
        out.append(f"  legal   {line}")
    if problem.checked:
        out.append(f"  checked {problem.checked}")
    return printable_lines(out)


def printable_lines(lines: Iterable[str]) -> str:
    """Join lines, each made printable: nothing a stranger wrote can move a terminal's cursor."""
    return "\n".join(printable(line) for line in lines)
