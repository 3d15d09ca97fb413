"""SQL functions over counted values, on every connection to a lake.

A million games have some ten million prices, but only a few dozen different ones. Counting each price first and working
out mean, deviation and quantiles from the counts takes half the time of handing every row to these aggregates.
"""

from __future__ import annotations

from typing import Final

#: Each `counted_…` is an aggregate over rows (x, c): the whole number x, found c times. A NULL x counts for nothing.
MACROS: Final = (
    "CREATE MACRO counted_n(x, c) AS coalesce(sum(c) FILTER (WHERE x IS NOT NULL), 0)::BIGINT",
    "CREATE MACRO counted_mean(x, c) AS sum(x::BIGINT * c)::DOUBLE / nullif(counted_n(x, c), 0)",
    # the sample's standard deviation; NULL for fewer than two, as `stddev_samp`
    (
        "CREATE MACRO counted_sd(x, c) AS CASE WHEN counted_n(x, c) > 1 THEN sqrt(greatest(0, "
        "sum(x::BIGINT * x * c)::DOUBLE - sum(x::BIGINT * c)::DOUBLE ** 2 / counted_n(x, c)) / (counted_n(x, c) - 1)) END"
    ),
    # the value at a place, from 0, of values put in order; each is listed once, with how often it is there
    (
        "CREATE MACRO value_at(runs, place) AS list_min(list_transform(list_filter(runs, lambda run: list_sum("
        "list_transform(list_filter(runs, lambda other: other.held <= run.held), lambda other: other.times)) > place), "
        "lambda run: run.held))"
    ),
    # a place between two lies between their values, as in `quantile_cont`
    (
        "CREATE MACRO value_between(runs, place) AS value_at(runs, floor(place)) "
        "+ (place - floor(place)) * (value_at(runs, ceil(place)) - value_at(runs, floor(place)))"
    ),
    (
        "CREATE MACRO counted_quantile(x, c, q) AS value_between(list(struct_pack(held := x::DOUBLE, times := c)) "
        "FILTER (WHERE x IS NOT NULL), (q * (counted_n(x, c) - 1))::DOUBLE)"
    ),
)
