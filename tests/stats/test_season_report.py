"""The report of a season: one file, nothing from outside, every name escaped."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser

import pytest

from replay.log import read_text
from replay.stats import seasons
from replay.stats.season_report import season_html
from replay.stats.seasons import SeasonError
from tests.stats.kit import lake_of, replays

HOSTILE = """format: 1
game: biblios
players: Ana=<img src=x onerror="alert(1)">, Bo=Bo & <b>Co</b>
id: h1
date: 2026-01-01
status: result-only
result: Ana 4, Bo 5
"""


class Balanced(HTMLParser):
    """Counts tags that are opened and closed."""

    def __init__(self):
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag, attrs):
        self.seen.add(tag)
        if tag not in ("meta", "line", "circle"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in ("line", "circle"):
            assert self.open.pop() == tag


def test_report(lake):
    page = season_html(lake)
    parser = Balanced()
    parser.feed(page)
    assert parser.open == []
    assert not parser.seen & {"script", "link", "img", "iframe"}
    assert not re.search(r"(src|href)=", page)
    assert "Season 2025" in page
    for row in seasons.season_table(lake).to_pylist():
        assert html.escape(row["player"]) in page
    assert "150 games" in page
    for title in ("Table", "Wins", "Ratings", "Games", "Scoring", "Start player", "Prices", "Overpay", "Records"):
        assert f"<h2>{title}</h2>" in page


def test_names_are_escaped_and_results_are_enough():
    page = season_html(lake_of(replays(read_text(HOSTILE))))
    assert "<img" not in page
    assert "&lt;img" in page
    assert "Bo &amp; &lt;b&gt;Co" in page
    assert "<h2>Prices</h2>" not in page


def test_no_season():
    with pytest.raises(SeasonError, match="no season"):
        season_html(lake_of())
