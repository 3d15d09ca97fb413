"""Intervals against published values."""

import pytest

from replay.stats.intervals import mean_interval, student, wilson


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson(hits, n, low, high):
    """Newcombe 1998, table I, method 3."""
    assert wilson(hits, n) == pytest.approx((low, high), abs=6e-5)
    assert wilson(0, 0) is None


@pytest.mark.parametrize(
    ("freedom", "point"), [(1, 12.706), (5, 2.571), (7, 2.365), (10, 2.228), (20, 2.086), (30, 2.042), (120, 1.980)]
)
def test_student(freedom, point):
    assert student(freedom) == pytest.approx(point, abs=1e-3)


def test_mean_interval():
    assert mean_interval(5.0, 2.0, 1) is None
    assert mean_interval(5.0, 2.0, 21) == pytest.approx((5 - 2.086 * 2 / 21**0.5, 5 + 2.086 * 2 / 21**0.5), abs=1e-3)
