"""A season as one HTML file: table, results, scoring, auctions, records; no script, no network, fit to print.

Every word from a log is escaped. Charts are small pictures drawn here (SVG), so that a report needs nothing installed.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Any, Final

from replay.stats.ask import Source
from replay.stats.catalog import by_name, run
from replay.stats.filters import Filters
from replay.stats.seasons import Season, SeasonError, find, season_table

Row = Mapping[str, Any]
_TITLES: Final = {"biblios": "Biblios", "biblios-dice": "Biblios Dice"}
_STYLE: Final = """
body { font-family: Georgia, 'Times New Roman', serif; color: #2b2118; background: #fbf6ea; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
h1, h2 { font-weight: 600; } h2 { margin-top: 2.5rem; border-bottom: 1px solid #d9c9a8; }
table { border-collapse: collapse; display: block; overflow-x: auto; font-size: .92rem; } caption { text-align: left; color: #655a4c; padding: .3rem 0; }
th, td { text-align: left; white-space: nowrap; padding: .25rem .6rem; border-bottom: 1px solid #e8dcc0; vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.note { color: #655a4c; } svg { width: 100%; height: auto; } svg text { font: 13px Georgia, serif; fill: #2b2118; }
.scroll { overflow-x: auto; }
@media print { body { background: white; margin: 0; } h2 { break-after: avoid; } tr { break-inside: avoid; } }
"""


def season_html(lake: Source, season: str | Season | None = None, filters: Filters | None = None) -> str:
    """The report of a season (by name; None: the latest). Raises SeasonError where there is no such season."""
    chosen = season if isinstance(season, Season) else find(lake, season)
    if chosen is None:
        raise SeasonError("this lake has no games with a date, so it has no season")
    asked = chosen.narrow(filters or Filters(min_games=chosen.least))
    overview = run(lake, "overview", asked).to_pylist()[0]
    parts = [f"<h1>Season {_text(chosen.name)}</h1>", f"<p class='note'>{_lead(chosen, overview)}</p>"]
    if overview["n"]:
        parts += _table_of(lake, asked, chosen)
        parts += _results(lake, asked)
        parts += _scoring(lake, asked)
        parts += _auctions(lake, asked)
        parts += _records(lake, asked)
    body = "\n".join(parts)
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>Season {_text(chosen.name)}</title><style>{_STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _lead(season: Season, overview: Row) -> str:
    words = [
        f"{season.since} to {season.until}",
        f"{overview['n']} games",
        f"{overview['people']} players",
        f"{overview['days']} days",
    ]
    if overview["simulated"]:
        words.append(f"{overview['simulated']} of the games were played by programs")
    if overview["unsettled"]:
        words.append(f"{overview['unsettled']} rest on an open ruling or on what was let stand")
    return " · ".join(words)


def _table_of(lake: Source, asked: Filters, season: Season) -> list[str]:
    rows = season_table(lake, asked, season).to_pylist()
    best = f"The best {season.best} games of each player count" if season.best else "All games count"
    note = f"{best}; a rank from {season.least} games on. Shared places share their points."
    columns = {
        "rank": "rank",
        "player": "player",
        "points": "points",
        "n": "games",
        "counted": "counted",
        "wins": "wins",
        "mean": "points a game",
    }
    return ["<h2>Table</h2>", _table(rows, columns, note)]


def _results(lake: Source, asked: Filters) -> list[str]:
    wins = run(lake, "wins", asked).to_pylist()
    rated = run(lake, "ratings", asked).to_pylist()
    for row in rated:
        row["kind"] = _TITLES.get(row["game"], row["game"])
        row["rating"] = f"{row['mu']:.1f} ± {row['high'] - row['mu']:.1f}"
        row["place"] = "provisional" if row["provisional"] else row["rank"]
    games = run(lake, "games", asked, top=10_000).to_pylist()
    for row in games:
        row["kind"] = _TITLES.get(row["game"], row["game"])
    return [
        "<h2>Wins</h2>",
        dots([(row["player"], row["n"], row["rate"], row["low"], row["high"], row["chance"]) for row in wins if row["n"]],
             "share of games won, with 95 % interval; the grey tick is chance"),
        _table(wins, {"rank": "rank", "player": "player", "n": "games", "wins": "wins", "expected": "by chance", "surplus": "surplus"},
               _definition("wins")),
        "<h2>Ratings</h2>",
        _table(rated, {"place": "rank", "player": "player", "kind": "game", "rating": "rating", "n": "games"}, _definition("ratings")),
        "<h2>Games</h2>",
        _table(games, {"date": "day", "kind": "game", "people": "players and totals", "winners": "winner", "decided_by": "decided by"},
               "The newest first."),
    ]  # fmt: skip


def _scoring(lake: Source, asked: Filters) -> list[str]:
    summary = [
        {**row, "kind": _TITLES.get(row["game"], row["game"])} for row in run(lake, "score_summary", asked).to_pylist()
    ]
    start = [
        {**row, "kind": f"{_TITLES.get(row['game'], row['game'])}, {row['players']} players"}
        for row in run(lake, "start_player", asked).to_pylist()
    ]
    return [
        "<h2>Scoring</h2>",
        _table(summary, {"kind": "game", "players": "players", "n": "seats", "mean": "mean", "median": "median", "least": "least", "most": "most",
                         "winners_mean": "winners’ mean"}, _definition("score_summary")),
        "<h2>Start player</h2>",
        dots([(row["kind"], row["n"], row["rate"], row["low"], row["high"], row["chance"]) for row in start], "share of games won by the start player"),
    ]  # fmt: skip


def _auctions(lake: Source, asked: Filters) -> list[str]:
    out = []
    prices = run(lake, "prices", asked).to_pylist()
    if prices:
        out += ["<h2>Prices</h2>", _table(prices, {"kind": "kind", "category": "category", "value": "value", "n": "sold", "mean": "mean price",
                                                   "low": "from", "high": "to", "most": "highest", "unit": "in"}, _definition("prices"))]  # fmt: skip
    overpay = [
        {**row, "kind": _TITLES.get(row["game"], row["game"])} for row in run(lake, "overpay", asked).to_pylist()
    ]
    if overpay:
        out += ["<h2>Overpay</h2>", _table(overpay, {"player": "player", "kind": "game", "n": "lots", "mean": "mean", "low": "from", "high": "to",
                                                     "total": "in all"}, _definition("overpay"))]  # fmt: skip
    return out


def _records(lake: Source, asked: Filters) -> list[str]:
    found = run(lake, "records", asked, top=1).to_pylist() + run(lake, "lot_records", asked, top=1).to_pylist()
    for row in found:
        row["kind"] = _TITLES.get(row["game"], row["game"])
        row["where"] = f"{row['game_id']}, ply {row['ply']}"
        row.setdefault("what", None)
    columns = {
        "record": "record",
        "kind": "game",
        "value": "value",
        "player": "player",
        "what": "lot",
        "date": "day",
        "where": "where",
    }
    return ["<h2>Records</h2>", _table(found, columns, "Of equal ones the earliest.")]


def _definition(name: str) -> str:
    return by_name()[name].definition


def _text(value: object) -> str:
    return html.escape(str(value))


def _table(rows: Sequence[Row], columns: Mapping[str, str], caption: str) -> str:
    numeric = {name for name in columns if any(isinstance(row[name], int | float) for row in rows)}
    head = "".join(f"<th{_number(name in numeric)}>{_text(title)}</th>" for name, title in columns.items())
    lines = ["".join(f"<td{_number(name in numeric)}>{_cell(row[name])}</td>" for name in columns) for row in rows]
    body = "\n".join(f"<tr>{line}</tr>" for line in lines)
    return f"<div class='scroll'><table><caption>{_text(caption)}</caption><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table></div>"


def _number(numeric: bool) -> str:
    return " class='number'" if numeric else ""


def _cell(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return _text(value)


def dots(cases: Sequence[tuple[str, int, float, float, float, float | None]], title: str) -> str:
    """Shares with their intervals as a picture. cases: (name, n, share, low, high, chance), one row each, axis from 0 to 1."""
    left, width, row = 260, 860, 26
    scale = width - left - 20
    height = row * len(cases) + 44

    def x(share: float) -> str:
        return f"{left + scale * share:.1f}"

    out = [f"<svg viewBox='0 0 {width} {height}' role='img' aria-label='{_text(title)}'>"]
    for tick in range(0, 11, 2):
        out.append(f"<line x1='{x(tick / 10)}' x2='{x(tick / 10)}' y1='4' y2='{height - 40}' stroke='#e0d3b6'/>")
        out.append(f"<text x='{x(tick / 10)}' y='{height - 24}' text-anchor='middle'>{tick * 10} %</text>")
    for number, (name, n, share, low, high, chance) in enumerate(cases):
        y = row * number + 18
        shown = name if len(name) <= 26 else name[:25] + "…"
        out.append(f"<text x='{left - 10}' y='{y + 4}' text-anchor='end'>{_text(shown)} (n = {n})</text>")
        out.append(f"<line x1='{x(low)}' x2='{x(high)}' y1='{y}' y2='{y}' stroke='#2a66ad' stroke-width='2'/>")
        if chance is not None:
            out.append(
                f"<line x1='{x(chance)}' x2='{x(chance)}' y1='{y - 8}' y2='{y + 8}' stroke='#75695a' stroke-width='2'/>"
            )
        out.append(f"<circle cx='{x(share)}' cy='{y}' r='5' fill='#2a66ad'/>")
    out.append(f"<text x='{left}' y='{height - 6}'>{_text(title)}</text></svg>")
    return "\n".join(out)


__all__ = ["dots", "season_html"]
