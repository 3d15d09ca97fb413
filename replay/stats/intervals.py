"""How sure a rate or a mean is: 95 % intervals, without SciPy.

Rates have Wilson's interval, which is never empty and stays between 0 and 1 for small n. Means have Student's: mean ±
t · s/√n. Both take the counted cases as independent, which lots of one game are only nearly; the pages say so.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import pyarrow as pa

#: Two-sided 95 % point of the normal distribution.
Z: Final = 1.959963984540054
#: Two-sided 95 % points of Student's t for the few degrees of freedom where the expansion below is not exact enough.
_T_SMALL: Final = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)


def wilson(hits: float, n: float) -> tuple[float, float] | None:
    """Wilson's 95 % interval of a rate of `hits` in `n`; None without a case. Shared wins count as parts of a hit."""
    if n <= 0:
        return None
    rate = hits / n
    z2 = Z * Z
    middle = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = Z / (1 + z2 / n) * math.sqrt(max(0.0, rate * (1 - rate) / n + z2 / (4 * n * n)))
    return max(0.0, middle - half), min(1.0, middle + half)


def student(freedom: int) -> float:
    """Two-sided 95 % point of Student's t (table up to 10 degrees of freedom, then Cornish and Fisher's expansion)."""
    if freedom <= len(_T_SMALL):
        return _T_SMALL[freedom - 1]
    v, z = float(freedom), Z
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )


def mean_interval(mean: float, sd: float, n: int) -> tuple[float, float] | None:
    """The 95 % interval of a mean from the standard deviation of a sample of `n`; None for fewer than two cases."""
    if n < 2:
        return None
    half = student(n - 1) * sd / math.sqrt(n)
    return mean - half, mean + half


def _insert(table: pa.Table, after: str, named: dict[str, list[float | None]]) -> pa.Table:
    import pyarrow as pa

    place = table.column_names.index(after) + 1
    for name, values in named.items():
        table = table.add_column(place, pa.field(name, pa.float64()), pa.array(values, pa.float64()))
        place += 1
    return table


def _ends(pairs: list[tuple[float, float] | None]) -> tuple[list[float | None], list[float | None]]:
    return [pair[0] if pair else None for pair in pairs], [pair[1] if pair else None for pair in pairs]


def with_rate(
    table: pa.Table, hits: str, n: str = "n", rate: str = "rate", low: str = "low", high: str = "high"
) -> pa.Table:
    """The table with rate and interval of `hits` in `n` after the column `hits`."""
    pairs = [
        (float(h) if h is not None else None, float(k or 0))
        for h, k in zip(table[hits].to_pylist(), table[n].to_pylist(), strict=True)
    ]
    rates: list[float | None] = [h / k if h is not None and k else None for h, k in pairs]
    lows, highs = _ends([wilson(h, k) if h is not None else None for h, k in pairs])
    return _insert(table, hits, {rate: rates, low: lows, high: highs})


def with_mean(
    table: pa.Table, mean: str = "mean", sd: str = "sd", n: str = "n", low: str = "low", high: str = "high"
) -> pa.Table:
    """The table with the interval of the column `mean` after it, in place of its standard deviation `sd`."""
    rows: zip[tuple[Any, Any, Any]] = zip(*(table[c].to_pylist() for c in (mean, sd, n)), strict=True)
    pairs = [mean_interval(m, s, k) if m is not None and s is not None else None for m, s, k in rows]
    lows, highs = _ends(pairs)
    return _insert(table.drop_columns([sd]), mean, {low: lows, high: highs})


__all__ = ["Z", "mean_interval", "student", "wilson", "with_mean", "with_rate"]
