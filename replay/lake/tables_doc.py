"""The page that describes every table and column (`data/TABLES.md`), made from `replay.schema`.

`python -m replay.lake.tables_doc PATH` writes it; a test compares the page in the repository with what this gives.
"""

from __future__ import annotations

import sys
from pathlib import Path

from replay.schema import SCHEMA_VERSION, SHARED, TABLES, Column, Table

_HEAD = """# The tables

Written by `python -m replay.lake.tables_doc data/TABLES.md` from `replay/schema.py`; do not edit.

Every game in the lake is described by the tables below (schema version {version}). `biblios sql "SELECT …"` asks them,
`biblios export` writes them as files. They are derived from the logs and can be made again at any time (`biblios rebuild`).

- **Unknown is NULL**, never a guess: a hidden card, a price nobody paid, a total that hidden cards decide.
- **Seats** count from 0, the start player; Cadfael (Biblios Dice for two) is the seat after the last player.
  **Plies** count the events of a log from 1.
- **Verdicts** are `proven`, `possible`, `unjudged` and `stood`. A row has the weakest verdict of the events it rests on:
  `WHERE verdict IN ('proven', 'possible')` leaves out what rests on an open ruling or on something let stand,
  `WHERE settled` whole games of that kind.
- Money is in Gold; a **Gold lot** is priced in cards.
- Winners, places and ties are decided by the program; questions only need to count.

## Columns that every stored table has

| column | type | NULL | meaning |
|---|---|---|---|
"""

_EXAMPLES = """
## Examples

```sql
-- wins against the 1/n that chance gives
SELECT player, count(*) AS games, sum(win_share) AS wins, sum(expected) AS by_chance
FROM seats WHERE won IS NOT NULL GROUP BY player ORDER BY sum(win_share) - sum(expected) DESC;

-- mean price of a card by its value
SELECT category, value, avg(price) AS price, count(*) AS n
FROM lots WHERE kind = 'category' AND outcome = 'sold' GROUP BY ALL ORDER BY ALL;

-- who pays more than needed to beat the runner-up
SELECT s.player, avg(l.overpay) AS overpay, count(*) AS n
FROM lots l JOIN seats s ON s.game_id = l.game_id AND s.seat = l.winner
WHERE l.game = 'biblios' AND l.kind <> 'gold' GROUP BY s.player ORDER BY overpay DESC;
```
"""


def _row(column: Column) -> str:
    kind = "text" if column.type == "word" else column.type
    note = " *(added when a lake is opened)*" if column.view else ""
    return f"| `{column.name}` | {kind} | {'yes' if column.null else ''} | {column.meaning}{note} |\n"


def _table(table: Table) -> str:
    keys = ", ".join(f"`{name}`" for name in table.key)
    shared = "" if table.shared or not table.stored else " Without the shared columns."
    made = "" if table.stored else " Made when a lake is opened, from what the club wrote."
    out = f"\n## `{table.name}`\n\n{table.meaning}{made}{shared} Key: {keys}.\n\n"
    return out + "| column | type | NULL | meaning |\n|---|---|---|---|\n" + "".join(map(_row, table.own))


def page() -> str:
    """The whole page as Markdown."""
    out = _HEAD.format(version=SCHEMA_VERSION)
    out += _row(TABLES["games"].columns[0]) + "".join(map(_row, SHARED))
    return out + "".join(map(_table, TABLES.values())) + _EXAMPLES


if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else "data/TABLES.md").write_text(page(), encoding="utf-8")
