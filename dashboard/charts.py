"""Charts a statistician would sign: n beside every number, intervals where there is a mean, axes that begin at zero.

Pure functions from rows to Altair charts. Colours come from the theme (chosen for colour-blind eyes); wherever a colour
tells series apart, a shape does so too. Each chart has one point selection, `pick`, on all columns that name a case, so
that a page can show what is behind a point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import altair as alt
import pyarrow as pa

Rows = Sequence[Mapping[str, Any]]
PICK: Final = "pick"
#: Columns that name a case, in any chart: what `leads` takes, and which games a case is about.
CASE: Final = (
    "game", "players", "side", "player", "opponent", "game_id", "month", "place", "total", "margin", "decided_by", "part", "pips", "seat",
    "die", "tenth", "cause", "way", "before", "after", "kind", "category", "value", "what", "price", "lap", "card", "rank", "size", "overpay",
)  # fmt: skip
INK: Final = "#75695a"
ROW: Final = 26
#: On a phone names are cut sooner and their n stands below them, or they would leave no room for the marks.
_NARROW: Final = "windowSize()[0] < 600"
_LABEL: Final = f"{_NARROW} ? split(datum.label, '  ') : datum.label"
_LIMIT: Final = f"{_NARROW} ? 140 : 260"
#: Below a phone's narrow columns stands of `H Holy Books` the letter.
_LETTER: Final = f"{_NARROW} && length(split(datum.label, ' ')[0]) == 1 ? split(datum.label, ' ')[0] : datum.label"
#: From how many cases on an interval may widen the axis: that of two cases can be ten times as long as all others.
FEW: Final = 5
#: What a chart says of itself (`usermeta`) that a phone cannot show whole: it is to be moved sideways there.
BROAD: Final = "broad"
#: So many columns with names have no room for them side by side.
CROWD: Final = 6


def _data(rows: Iterable[Mapping[str, Any]]) -> pa.Table:
    return pa.Table.from_pylist([dict(row) for row in rows])


def named(rows: Rows, name: str, n: str = "n") -> list[dict[str, Any]]:
    """The rows with a column `label`: the name with its n, so that no mark stands without it.

    Two spaces are where a phone begins a second line: before the n, unless the name has its own.
    """
    return [{**row, "label": f"{row[name]}{' ' if '  ' in str(row[name]) else '  '}(n = {row[n]:,})"} for row in rows]


def _case(rows: Rows) -> list[str]:
    """The columns that a click reports: all that name a case."""
    return [name for name in CASE if rows and name in rows[0]]


def _percent(percent: bool) -> str:
    return "%" if percent else ",.2~f"


def dots(rows: Rows, name: str, value: str, *, title: str, low: str = "low", high: str = "high", n: str = "n",
         reference: str | None = None, colour: str | None = None, percent: bool = False, order: str | None = None) -> alt.LayerChart:  # fmt: skip
    """One row a case: a dot with its 95 % interval, and where chance would be (`reference`) a tick.

    colour  column that tells series apart.
    """
    shown = named(rows, name, n)
    data = _data(shown)
    labels = list(
        dict.fromkeys(row["label"] for row in (sorted(shown, key=lambda row: -(row[order] or 0)) if order else shown))
    )
    y = alt.Y(
        "label:N",
        sort=labels,
        title=None,
        axis=alt.Axis(
            labelOverlap=False,
            labelLineHeight=11,
            labelExpr=_LABEL,
            labelLimit=alt.ExprRef(_LIMIT),
            ticks=False,
            domain=False,
            labelFlush=False,
            labelBound=False,
        ),
    )
    form = _percent(percent)
    # On a narrow screen the names leave little room: a title that ends where the axis ends is not cut off.
    axis = alt.Axis(format=form, grid=True, tickCount=8, titleAnchor="end")
    ends = low in data.column_names and high in data.column_names
    tips = [
        alt.Tooltip(f"{name}:N", title=name),
        alt.Tooltip(f"{value}:Q", title=title, format=form),
        alt.Tooltip(f"{n}:Q", title="n"),
    ]
    if ends:
        tips += [
            alt.Tooltip(f"{low}:Q", title="from (95 %)", format=form),
            alt.Tooltip(f"{high}:Q", title="to (95 %)", format=form),
        ]
    if reference:
        tips.append(alt.Tooltip(f"{reference}:Q", title="chance", format=form))
    span = _span(shown, (value, low, high, reference), n) if ends else None
    scale = alt.Scale(domain=span, nice=True, clamp=True) if span else alt.Scale(zero=True)
    words = [title, f"(intervals of n < {FEW} may run on beyond the edge)"] if span else title
    x = alt.X(f"{value}:Q", title=words, axis=axis, scale=scale)
    pick = alt.selection_point(name=PICK, fields=_case(rows))
    base = alt.Chart(data)
    layers: list[Any] = []
    offset = {"yOffset": alt.YOffset(f"{colour}:N")} if colour else {}
    paint = (
        {"color": alt.Color(f"{colour}:N", title=colour), "shape": alt.Shape(f"{colour}:N", title=colour)}
        if colour
        else {}
    )
    if ends:
        rule = {"color": paint["color"]} if colour else {}
        layers.append(
            base.mark_rule(strokeWidth=2, opacity=0.75).encode(
                y=y, x=alt.X(f"{low}:Q", title=words), x2=f"{high}:Q", **rule, **offset
            )
        )
    if reference:
        layers.append(
            base.mark_tick(color=INK, thickness=2, size=16).encode(
                y=y, x=alt.X(f"{reference}:Q", title=words), **offset
            )
        )
    layers.append(
        base.mark_point(filled=True, size=90, opacity=1)
        .encode(y=y, x=x, tooltip=tips, **paint, **offset)
        .add_params(pick)
    )
    # Streamlit fits axis and title into the height
    height = int(ROW * len(labels) * (1 if not colour else max(1, len({row[colour] for row in shown}) * 0.7))) + (
        84 if span else 70
    )
    return alt.layer(*layers).properties(height=height)


def _span(rows: Rows, columns: tuple[str, str, str, str | None], n: str) -> list[float] | None:
    """Ends of an axis on which intervals of few cases may run out at the edge; None where they would fit all the same."""
    value, low, high, reference = columns

    def values(some: Rows, *names: str | None) -> list[float]:
        return [0.0, *(float(row[name]) for row in some for name in names if name and row.get(name) is not None)]

    everything = values(rows, value, low, high, reference)
    kept = values(rows, value, reference) + values([row for row in rows if row[n] >= FEW], low, high)
    if max(everything) - min(everything) <= 1.5 * (max(kept) - min(kept)):
        return None
    return [min(kept), max(kept)]


def _title(heading: str) -> alt.TitleParams:
    """`Biblios, 3 players (n = 9)` in two lines: a small chart would cut one, and its n with it."""
    first, comma, rest = heading.partition(", ")
    name, _, n = (rest if comma else first).removesuffix(")").partition(" (")
    return alt.TitleParams(first if comma else name, subtitle=f"{name} · {n}" if comma and n else n or name)


def bars(rows: Rows, x: str, y: str, *, title: str, x_title: str, colour: str | None = None,
         extra: Sequence[str] = (), heading: str | None = None) -> alt.Chart:  # fmt: skip
    """Counts as bars from zero over a whole number (on a true scale, gaps stay gaps) or a name; `colour` stacks."""
    numeric = all(isinstance(row[x], int | float) for row in rows)
    pick = alt.selection_point(name=PICK, fields=_case(rows))
    tips = [
        alt.Tooltip(f"{x}:O", title=x_title),
        alt.Tooltip(f"{y}:Q", title=title),
        *(alt.Tooltip(f"{name}:N") for name in extra),
    ]
    across: dict[str, Any]
    if numeric:
        rows = [{**row, "from": row[x] - 0.45, "to": row[x] + 0.45, "zero": 0} for row in rows]
        axis = alt.Axis(tickMinStep=1, format="d", grid=False)
        across = {
            "x": alt.X("from:Q", title=x_title, axis=axis, scale=alt.Scale(zero=False, nice=False)),
            "x2": "to:Q",
            "y2": "zero:Q",
        }
    else:
        across = {
            "x": alt.X(
                f"{x}:N", title=x_title, sort=None, axis=alt.Axis(labelAngle=0, labelOverlap=True, labelExpr=_LETTER)
            )
        }
    if colour:
        tips.insert(0, alt.Tooltip(f"{colour}:N"))
        across["color"] = alt.Color(f"{colour}:N", title=None, legend=alt.Legend(orient="top"))
    found = (
        alt.Chart(_data(rows))
        .mark_bar()
        .encode(
            y=alt.Y(f"{y}:Q", title=title, scale=alt.Scale(zero=True), axis=alt.Axis(tickMinStep=1)),
            tooltip=tips,
            **across,
        )
        .add_params(pick)
    )
    return found.properties(height=220 if heading else 260, **({"title": _title(heading)} if heading else {}))


def marked(chart: alt.Chart, marks: Mapping[str, float | None], *, x_title: str) -> alt.LayerChart:
    """A chart of `bars` with lines across at some values, each named in its tip and by its dashes (the middle one is solid)."""
    rows = [{"mark": name, "from": value} for name, value in marks.items() if value is not None]
    middle = list(marks)[len(marks) // 2]
    lines_ = (
        alt.Chart(_data(rows))
        .mark_rule(strokeWidth=2, color=INK)
        .encode(
            x=alt.X("from:Q", title=x_title),
            strokeDash=alt.StrokeDash(
                "mark:N", title=None, scale=alt.Scale(domain=list(marks), range=[[1, 0] if name == middle else [4, 4] for name in marks]),
                legend=alt.Legend(orient="top", columns=2),
            ),
            tooltip=[alt.Tooltip("mark:N", title=" "), alt.Tooltip("from:Q", title=x_title)],
        )
    )  # fmt: skip
    return alt.layer(chart, lines_)


def by(rows: Rows, name: str, draw: Callable[[Rows, str], alt.Chart]) -> list[alt.Chart]:
    """One small chart for each value of a column, in the order of the rows."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        found.setdefault(str(row[name]), []).append(row)
    return [draw(some, heading) for heading, some in found.items()]


def lines(rows: Rows, x: str, y: str, *, title: str, x_title: str, colour: str | None = None, low: str = "low", high: str = "high",
          n: str = "n", time: bool = False, zero: bool = True) -> alt.LayerChart:  # fmt: skip
    """Values over an ordered x, with a band for the interval and a point for each case (its n in the tip)."""
    data = _data(rows)
    kind = "T" if time else "Q"
    pick = alt.selection_point(name=PICK, fields=_case(rows))
    across = alt.X(f"{x}:{kind}", title=x_title, **({} if time else {"axis": alt.Axis(tickMinStep=1, format="d")}))
    paint = {"color": alt.Color(f"{colour}:N", title=None, legend=alt.Legend(orient="top"))} if colour else {}
    span = _span(rows, (y, low, high, None), n) if zero and rows and {low, high} <= set(rows[0]) else None
    # Along a rating n only counts the games so far.
    few = zero and any(row[n] < FEW for row in rows)
    words: str | list[str] = [title, f"(faint: n < {FEW})"] if few else title
    up = alt.Y(
        f"{y}:Q", title=words, scale=alt.Scale(domain=span, nice=True, clamp=True) if span else alt.Scale(zero=zero)
    )
    tips = [
        alt.Tooltip(f"{x}:{kind}", title=x_title),
        alt.Tooltip(f"{y}:Q", title=title, format=",.2~f"),
        alt.Tooltip(f"{n}:Q", title="n"),
    ]
    layers: list[Any] = []
    base = alt.Chart(data)
    if low in data.column_names and high in data.column_names:
        layers.append(
            base.mark_area(opacity=0.18).encode(x=across, y=alt.Y(f"{low}:Q", title=words), y2=f"{high}:Q", **paint)
        )
        tips += [
            alt.Tooltip(f"{low}:Q", title="from (95 %)", format=",.2~f"),
            alt.Tooltip(f"{high}:Q", title="to (95 %)", format=",.2~f"),
        ]
    if colour:
        tips.insert(0, alt.Tooltip(f"{colour}:N"))
    layers.append(base.mark_line().encode(x=across, y=up, **paint))
    shape = {"shape": alt.Shape(f"{colour}:N", title=None, legend=alt.Legend(orient="top"))} if colour else {}
    layers.append(
        base.mark_point(filled=True, size=60)
        .encode(
            x=across,
            y=up,
            tooltip=tips,
            opacity=alt.condition(f"datum['{n}'] < {FEW}", alt.value(0.35), alt.value(1)) if few else alt.value(1),
            **paint,
            **shape,
        )
        .add_params(pick)
    )
    return alt.layer(*layers).properties(height=300)


def course(
    rows: Rows, x: str, *, title: str, x_title: str, domain: tuple[float, float], heading: str
) -> alt.LayerChart:
    """How a value develops: the band of the middle half, the mean with its 95 % interval at each step, over a fixed axis."""
    data = _data(rows)
    base = alt.Chart(data)
    across = alt.X(f"{x}:Q", title=x_title, axis=alt.Axis(tickMinStep=1, format="d", grid=False))
    scale = alt.Scale(domain=list(domain), nice=False)
    axis = alt.Axis(values=list(range(int(domain[0]), int(domain[1]) + 1)), format="d")

    def up(name: str) -> alt.Y:
        return alt.Y(f"{name}:Q", title=title, scale=scale, axis=axis)

    tips = [alt.Tooltip(f"{x}:Q", title=x_title), alt.Tooltip("mean:Q", title="mean", format=".2f"),
            alt.Tooltip("low:Q", title="from (95 %)", format=".2f"), alt.Tooltip("high:Q", title="to (95 %)", format=".2f"),
            alt.Tooltip("quarter:Q", title="lower quartile"), alt.Tooltip("median:Q", title="median"),
            alt.Tooltip("three_quarters:Q", title="upper quartile"), alt.Tooltip("n:Q", title="n")]  # fmt: skip
    return alt.layer(
        base.mark_area(opacity=0.15).encode(x=across, y=up("quarter"), y2="three_quarters:Q"),
        base.mark_rule(strokeWidth=2, opacity=0.75).encode(x=across, y=up("low"), y2="high:Q"),
        base.mark_line().encode(x=across, y=up("mean")),
        base.mark_point(filled=True, size=60, opacity=1)
        .encode(x=across, y=up("mean"), tooltip=tips)
        .add_params(alt.selection_point(name=PICK, fields=_case(rows))),
    ).properties(height=260, title=_title(heading))


def grid(rows: Rows, x: str, y: str, value: str, *, title: str, n: str = "n", percent: bool = False,
         middle: float | None = None, x_title: str | None = None, y_title: str | None = None, digits: str = ".1f") -> alt.LayerChart:  # fmt: skip
    """A table of coloured cells, each with its number and its n; `middle` makes the colours diverge from there."""
    form = ".0%" if percent else digits
    shown = [
        {**row, "cell": f"{format(row[value], form) if row[value] is not None else '–'}", "count": f"n {row[n]:,}"}
        for row in rows
    ]
    data = _data(shown)
    values = [row[value] for row in rows if row[value] is not None]
    scale = alt.Scale(domainMid=middle) if middle is not None else alt.Scale(zero=bool(values) and min(values) >= 0)
    pick = alt.selection_point(name=PICK, fields=_case(rows))
    base = alt.Chart(data).encode(
        x=alt.X(f"{x}:O", title=x_title, axis=_heads(rows, x), sort="ascending"),
        y=alt.Y(f"{y}:N", title=y_title, sort=None, axis=alt.Axis(labelLimit=alt.ExprRef(f"{_NARROW} ? 110 : 180"))),
    )
    cells = base.mark_rect(opacity=0.45).encode(
        color=alt.Color(f"{value}:Q", title=title, scale=scale, legend=None),
        tooltip=[alt.Tooltip(f"{y}:N", title=y_title or y), alt.Tooltip(f"{x}:N", title=x_title or x), alt.Tooltip(f"{value}:Q", title=title, format=form), alt.Tooltip(f"{n}:Q", title="n")],
    ).add_params(pick)  # fmt: skip
    numbers = base.mark_text(dy=-6, fontWeight="bold").encode(text="cell:N")
    counts = base.mark_text(dy=9, fontSize=10, opacity=0.8).encode(text="count:N")
    rows_ = len({row[y] for row in rows})
    crowded = _crowded(rows, x)
    drawn = alt.layer(cells, numbers, counts).properties(height=max(90, 44 * rows_ + (90 if crowded else 40)))
    return drawn.properties(usermeta={BROAD: True}) if crowded else drawn


def _crowded(rows: Rows, x: str) -> bool:
    """Whether the columns of a grid have names, and too many to stand side by side."""
    names = {str(row[x]) for row in rows}
    return len(names) > CROWD and any(len(name) > 3 for name in names)


def _heads(rows: Rows, x: str) -> alt.Axis:
    """The heads of a grid's columns: every one of them, slanting where they are many."""
    if _crowded(rows, x):
        return alt.Axis(orient="top", labelAngle=-40, labelOverlap=False, labelLimit=110)
    return alt.Axis(orient="top", labelAngle=0, labelOverlap=False, labelExpr=_LETTER)


def picked(state: Any) -> dict[str, Any]:
    """The first case that a reader has clicked on, as column → value; empty where there is none."""
    selection = (
        getattr(state, "selection", None) or (state.get("selection") if isinstance(state, Mapping) else None) or {}
    )
    points = selection.get(PICK) if isinstance(selection, Mapping) else None
    return dict(points[0]) if points else {}


def image(chart: Any, form: str) -> bytes:
    """The chart as `svg` or `png`. Raises ModuleNotFoundError where the extra `png` is not installed."""
    import vl_convert

    if isinstance(chart, list):
        chart = alt.vconcat(*chart)
    spec = chart.configure_view(stroke=None).properties(background="white").to_dict()
    if form == "svg":
        return str(vl_convert.vegalite_to_svg(spec)).encode()
    return bytes(vl_convert.vegalite_to_png(spec, scale=2))
