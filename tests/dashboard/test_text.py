"""Words of strangers on Streamlit pages, and in the report."""

import json

from dashboard import game_list
from dashboard.text import md
from replay.log import read_text
from replay.report import report_html, script_json

HOSTILE = """format: 1
game: biblios
players: Ana=</script><img src=x onerror=alert(1)>, Bram=B "quoted" & <b>bold</b>
date: 2026-01-01
event: <script>alert(1)</script>

Ana keeps G1 # --></script><script>alert(2)</script>
Ana shows G2
"""


def test_markdown_of_a_stranger_is_text() -> None:
    assert md("**a** [x](javascript:1) :smile: $y$ <b>") == (r"\*\*a\*\* \[x\]\(javascript\:1\) \:smile\: \$y\$ \<b\>")
    assert md("two\n\nlines\u202e") == "two lines"


def test_the_report_lets_no_stranger_write_markup() -> None:
    for seat in (-1, 1):
        text = report_html(read_text(HOSTILE)[0], seat=seat)
        assert "<img" not in text
        assert "<b>bold" not in text
        assert "alert(1)</script>" not in text
        assert text.count("</script>") == 2
        assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
        assert "https://" not in text


def test_json_in_a_script_element_cannot_end_it() -> None:
    value = {"a": "</script><!--\u2028&"}
    text = script_json(value)
    assert "<" not in text
    assert json.loads(text) == value


def test_a_filter_survives_its_way_through_the_address() -> None:
    words = {"q": "a&b=c", "who": ["Ana Ö", "B,C"], "kind": "biblios-dice", "since": "2026-01-02"}
    assert game_list.unfold(game_list.fold(words)) == words
    assert game_list.unfold("evil=1&q=x") == {"q": "x"}
    assert game_list.for_page(words)["kind"] == "Biblios Dice"
