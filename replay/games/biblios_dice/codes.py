"""The small integers of Biblios Dice and the words that stand for them in a log.

A face of a die is `kind << 7 | value`: resource dice 0 … 5 (`S M P Q I B`), the gold die (`GA` is value 0), the
adjustment die (an index into `ADJUSTMENTS`) and the mule die. A change of a value die is `operation << 3 | track`, a
Bishop token `100 × gold + 10 × steps + VP`, a bidding card its number with 0 for the pass card.
"""

from __future__ import annotations

import re
from typing import Final

#: Tracks in the order of every table: five resources and the Bishop.
TRACKS: Final = "SMPQIB"
RESOURCES: Final = 5
BISHOP: Final = 5
TRACK_NAMES: Final = ("Scroll", "Manuscript", "Pigment", "Quill", "Ink", "Bishop")

KIND_RESOURCE: Final = 0
KIND_GOLD: Final = 1
KIND_ADJUST: Final = 2
KIND_MULE: Final = 3
KIND_NAMES: Final = ("resource die", "gold die", "adjustment die", "mule die")
KIND_SHIFT: Final = 7
VALUE: Final = 127
GOLD: Final = KIND_GOLD << KIND_SHIFT
ADJUST: Final = KIND_ADJUST << KIND_SHIFT
MULE: Final = KIND_MULE << KIND_SHIFT
#: The gold die's "gold for all".
GOLD_FOR_ALL: Final = GOLD

ADJUSTMENTS: Final = ("A+", "A-", "A++", "A--", "A+-", "A3")
PLUS: Final = 0
MINUS: Final = 1
SET: Final = 2
#: Operations that each face of the adjustment die asks for.
OPERATIONS: Final = ((PLUS,), (MINUS,), (PLUS, PLUS), (MINUS, MINUS), (PLUS, MINUS), (SET,))
SIGNS: Final = "+-="

#: Largest number that a word for a gold face, a mule face or a bidding card may hold.
LARGEST: Final = 99

PASS: Final = 0
#: An objective that is written `?`, and one not shown yet.
UNKNOWN: Final = -1
UNSHOWN: Final = -2

FACE_NAME: Final[dict[int, str]] = dict(enumerate(TRACKS))
FACE_NAME[GOLD_FOR_ALL] = "GA"
for _number in range(1, LARGEST + 1):
    FACE_NAME[GOLD + _number] = f"G{_number}"
    FACE_NAME[MULE + _number] = f"mule{_number}"
for _number, _name in enumerate(ADJUSTMENTS):
    FACE_NAME[ADJUST + _number] = _name

FACE: Final[dict[str, int]] = {}
for _code, _name in FACE_NAME.items():
    FACE[_name] = FACE[_name.upper()] = FACE[_name.lower()] = _code

CHANGE_NAME: Final[dict[int, str]] = {
    operation << 3 | track: SIGNS[operation] + TRACKS[track] for operation in range(3) for track in range(RESOURCES)
}
CHANGE: Final[dict[str, int]] = {}
for _code, _name in CHANGE_NAME.items():
    CHANGE[_name] = CHANGE[_name.lower()] = _code

_TOKEN: Final = re.compile(r"(?=.)(?:([1-9])G)?(?:([1-5])R)?(?:([1-9])V)?$", re.IGNORECASE | re.ASCII)


def token_code(word: str) -> int | None:
    """The code of a Bishop token's word (`1G2R`), or None where it is not one."""
    match = _TOKEN.match(word)
    if match is None:
        return None
    gold, steps, points = (int(part or 0) for part in match.groups())
    return 100 * gold + 10 * steps + points


def token_name(code: int) -> str:
    """The word of a Bishop token's code."""
    gold, steps, points = code // 100, code // 10 % 10, code % 10
    return (f"{gold}G" if gold else "") + (f"{steps}R" if steps else "") + (f"{points}V" if points else "")


def card_name(card: int) -> str:
    """The word of a bidding card."""
    return str(card) if card else "pass"
