"""SQL functions over counted values, on every connection to a lake.

A million games have some ten million prices, but only a few dozen different ones. Counting each price first and working
out mean, deviation and quantiles from the counts takes half the time of handing every row to these aggregates.
"""

from __future__ import annotations

from typing import Final

#: Each is an aggregate over rows (x, c): the whole number x, found c times. A NULL x counts for nothing.
MACROS: Final = (
    "CREATE MACRO counted_n(x, c) AS coalesce(sum(c) FILTER (WHERE x IS NOT NULL), 0)::BIGINT",
    "CREATE MACRO counted_mean(x, c) AS sum(x::BIGINT * c)::DOUBLE / nullif(counted_n(x, c), 0)",
    # the sample's standard deviation; NULL for fewer than two, as `stddev_samp`
    (
        "CREATE MACRO counted_sd(x, c) AS CASE WHEN counted_n(x, c) > 1 THEN sqrt(greatest(0, "
        "sum(x::BIGINT * x * c)::DOUBLE - sum(x::BIGINT * c)::DOUBLE ** 2 / counted_n(x, c)) / (counted_n(x, c) - 1)) END"
    ),
    # between the two nearest, as `quantile_cont`: `upto` values are x or less, of `n` in all
    "CREATE MACRO counted_at(x, upto, place) AS min(x::DOUBLE) FILTER (WHERE upto > place)",
    (
        "CREATE MACRO counted_quantile(x, upto, n, q) AS counted_at(x, upto, floor(q * (n - 1))) "
        "+ (q * (max(n) - 1) - floor(q * (max(n) - 1)))::DOUBLE "
        "* (counted_at(x, upto, ceil(q * (n - 1))) - counted_at(x, upto, floor(q * (n - 1))))"
    ),
)
