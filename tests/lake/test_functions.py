"""Functions over counted values say what DuckDB's own say of every single value."""

import math
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from replay.lake.manifest import Manifest
from replay.lake.reader import connect

COUNTED = """
WITH given AS (SELECT unnest($values::SMALLINT[]) AS x),
counted AS (SELECT x, count(*) AS c FROM given GROUP BY x)
SELECT counted_n(x, c), counted_mean(x, c), counted_sd(x, c), counted_quantile(x, c, 0.25),
    counted_quantile(x, c, 0.5), counted_quantile(x, c, 0.75)
FROM counted
"""
PLAIN = """
SELECT count(x), avg(x), stddev_samp(x), quantile_cont(x, 0.25), quantile_cont(x, 0.5), quantile_cont(x, 0.75)
FROM (SELECT unnest($values::SMALLINT[]) AS x)
"""
BASE = connect(Path("nowhere"), Manifest())


@given(st.lists(st.one_of(st.none(), st.integers(-40, 40), st.integers(-32_000, 32_000)), min_size=1, max_size=60))
def test_counted_values_give_the_same(values: list[int | None]) -> None:
    found = BASE.execute(COUNTED, {"values": values}).fetchall()
    wanted = BASE.execute(PLAIN, {"values": values}).fetchall()
    for one, other in zip(found[0], wanted[0], strict=True):
        assert (one is None and other is None) or math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-6), (found, wanted)
