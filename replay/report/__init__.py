"""A game as one self-contained HTML file: result, score, flagged moments, and the replay board to step through.

Nothing is loaded from anywhere; the file can be mailed, kept and printed. Without JavaScript it still tells the result
and every move. All text from a log is escaped, and the board writes it as text only.
"""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

from replay.frames import named, view_frames
from replay.log import Log

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def report_html(log: Log, *, seat: int = -1, masked: bool = False) -> str:
    """The report of one game; with `seat` only what that seat knew, `masked` without the names of the players."""
    return page(view_frames(log, seat, masked=masked))


def page(payload: Mapping[str, Any]) -> str:
    """The report of a game's frames."""
    from dashboard.replay_board import assets

    part = assets()
    style = files("replay.report").joinpath("report.css").read_text(encoding="utf-8")
    title = html.escape(f"{payload['title']}: {', '.join(player['name'] for player in payload['players'])}")
    data = script_json({"payload": payload, "rev": "report", "ply": 0, "token": "report", "notes": {}, "links": False,
                        "open_report": True})  # fmt: skip
    script = part.js.replace("export default function", "function")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>{title}</title>
<style>
{style}
{part.css}
</style>
</head>
<body>
<h1>{title}</h1>
<div id="board">
{part.html}
</div>
<noscript><p>The board needs JavaScript; the result and all moves stand below.</p></noscript>
{_result(payload)}
{_moves(payload)}
<footer>biblios-replay · game {html.escape(payload["id"])}{_simulated(payload)}</footer>
<script type="application/json" id="frames">{data}</script>
<script type="module">
{script}
const data = JSON.parse(document.getElementById("frames").textContent);
const nothing = () => {{}};
replayBoard({{ data, parentElement: document.getElementById("board"), setStateValue: nothing, setTriggerValue: nothing }});
</script>
</body>
</html>
"""


def script_json(value: Any) -> str:
    """JSON that can stand inside a script element: no `<`, `>` or `&` of a stranger can end it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e").replace("\u2028", "\\u2028")


def _simulated(payload: Mapping[str, Any]) -> str:
    return " · simulated: played by programs" if payload["simulated"] else ""


def _result(payload: Mapping[str, Any]) -> str:
    """The score as a plain table, for paper and for readers without JavaScript."""
    score = payload["score"]
    if score is None:
        return ""
    names = "".join(f"<th>{html.escape(player['handle'])}</th>" for player in payload["players"])
    rows = []
    for row in score["rows"]:
        cells = "".join(f"<td>{_cell(cell)}</td>" for cell in row["cells"])
        note = html.escape(named(row["why"] or row["note"], payload))
        rows.append(f"<tr><th>{html.escape(row['label'])}</th>{cells}<td>{note}</td></tr>")
    totals = "".join(f"<td>{'?' if total is None else total}</td>" for total in score["totals"])
    for extra in score["extra"]:
        cells = "".join(f"<td>{'?' if value is None else value}</td>" for value in extra["values"])
        rows.append(f"<tr><th>{html.escape(extra['label'])}</th>{cells}<td></td></tr>")
    decided = html.escape(named(score["decided"] or score["why"], payload))
    return (
        f'<section class="paper"><h2>Score</h2><table><tr><th></th>{names}<th></th></tr>{"".join(rows)}'
        f"<tr><th>total</th>{totals}<td>{decided}</td></tr></table></section>"
    )


def _cell(cell: Mapping[str, Any]) -> str:
    total = "?" if cell["total"] is None else cell["total"]
    points = "?" if cell["points"] is None else cell["points"]
    return f"{total} → {points}"


def _moves(payload: Mapping[str, Any]) -> str:
    """Every move in words, by turns and lots."""
    out = ['<details class="moves-paper"><summary>All moves in words</summary>']
    groups = {group["from"]: group for group in payload["groups"]}
    verdicts = ("", " (possible)", " (unjudged)", " (let stand)")
    opened = False
    for ply, move in enumerate(payload["moves"], 1):
        group = groups.get(ply)
        if group is not None or not opened:
            if opened:
                out.append("</ol>")
            if group is not None:
                note = f" — {html.escape(named(group['note'], payload))}" if group["note"] else ""
                out.append(f"<h3>{html.escape(named(group['title'], payload))}{note}</h3>")
            out.append(f'<ol start="{ply}">')
            opened = True
        out.append(f"<li>{html.escape(named(move[2], payload))}{verdicts[move[4]]}</li>")
    if opened:
        out.append("</ol>")
    out.append("</details>")
    return "\n".join(out)


__all__ = ["page", "report_html", "script_json"]
