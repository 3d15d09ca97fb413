"""The pages for scribes tell the truth: every example in them is run, every rule stands in the reference.

A fenced block says by its first line what it is. ```` ```bgl ```` is a log without a problem; words behind it change that:

    events, lots      only events: from the start of a game of Ana, Bram and Chloé, or after a whole gift phase
    dice              only events, of Biblios Dice
    hidden            (lots) nobody saw what was kept or put on the Auction pile
    with=KEY:VALUE    one more header line
    problem=ID        the first problem is of this rule; a `message` block below it shows the beginning of its message
    last=VERDICT      the verdict of the last event
    unjudged=RULING   the last event rests on this open ruling
    status=STATUS     what has become of the game

`header` is a header alone; `jsonl` and `canonical` are the log above in those forms; `sh` are commands.
"""

from __future__ import annotations

import html
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import click
import pytest

from cli.main import biblios
from replay.log import Log, read_text, to_jsonl, to_text
from replay.problems import VERDICTS, render
from replay.referee import replay
from tests.golden import rule_ids

DATA = Path(__file__).parents[1] / "data"
TABLE = (Path(__file__).parent / "docs" / "table.bgl").read_text(encoding="utf-8")
START = "format: 1\ngame: biblios\nplayers: Ana, Bram, Chloé\n"
FENCE = re.compile(r"^```(\S+)(.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PRE = re.compile(r'<pre class="(bgl[^"]*)">(.*?)</pre>', re.DOTALL)


@dataclass(frozen=True)
class Block:
    """One example: the file and line of its fence, its kind, the words behind, its text, and the log block above it."""

    place: str
    kind: str
    flags: tuple[str, ...]
    text: str
    above: Block | None

    def value(self, name: str) -> str | None:
        return next((flag.partition("=")[2] for flag in self.flags if flag.startswith(f"{name}=")), None)


def blocks(name: str) -> list[Block]:
    found: list[Block] = []
    above: Block | None = None
    page = (DATA / name).read_text(encoding="utf-8")
    if name.endswith(".html"):
        parts = [(m.start(), *m.group(1).partition(" ")[::2], html.unescape(re.sub(r"<[^>]+>", "", m.group(2))) + "\n")
                 for m in PRE.finditer(page)]  # fmt: skip
    else:
        parts = [(m.start(), m.group(1), m.group(2), m.group(3)) for m in FENCE.finditer(page)]
    for start, kind, flags, text in parts:
        line = page.count("\n", 0, start) + 1
        block = Block(f"{name}:{line}", kind, tuple(flags.split()), text, above)
        if kind == "bgl":
            above = block
        found.append(block)
    return found


def text_of(block: Block) -> str:
    extra = (block.value("with") or "").replace(":", ": ", 1)
    if "dice" in block.flags:
        return START.replace("biblios", "biblios-dice") + "\n" + block.text
    if "events" in block.flags:
        return f"{START}{extra}\n\n{block.text}" if extra else f"{START}\n{block.text}"
    if "lots" in block.flags:
        table = (
            re.sub(r"(keeps|auctions) \S+?(?=;|$)", r"\1 ?", TABLE, flags=re.MULTILINE)
            if "hidden" in block.flags
            else TABLE
        )
        return table.replace("\n\n", f"\n{extra}\n\n" if extra else "\n\n", 1) + "\n" + block.text
    return block.text


def logs(block: Block) -> list[Log]:
    return read_text(text_of(block), "thursday.bgl")


PAGES = [name for name in ("FORMAT.md", "CRIB.md", "crib.html") if (DATA / name).exists()]
BLOCKS = [block for name in PAGES for block in blocks(name)]


def of_kind(*kinds: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("block", [b for b in BLOCKS if b.kind in kinds], ids=lambda block: block.place)


def test_there_are_examples() -> None:
    assert {block.kind for block in BLOCKS} <= {"bgl", "header", "message", "jsonl", "canonical", "sh"}
    assert {block.place.partition(":")[0] for block in BLOCKS} == {"FORMAT.md", "CRIB.md", "crib.html"}


@of_kind("bgl")
def test_log(block: Block) -> None:
    found = [replay(log) for log in logs(block)]
    problems = [problem for one in found for problem in one.problems]
    wanted = block.value("problem")
    assert [problem.rule for problem in problems] == ([wanted] if wanted else []), [render(p) for p in problems]
    last = found[-1]
    if verdict := block.value("last"):
        assert VERDICTS[last.verdicts[-1]] == verdict, (VERDICTS[last.verdicts[-1]], last.reasons)
    if ruling := block.value("unjudged"):
        assert last.unjudged[-1] == (last.plies, ruling)
    if status := block.value("status"):
        assert last.status == status


@of_kind("header")
def test_header(block: Block) -> None:
    (log,) = read_text(block.text)
    assert log.syntax == []


@of_kind("message")
def test_message(block: Block) -> None:
    assert block.above is not None
    (found,) = [replay(log) for log in logs(block.above)]
    shown = render(found.problems[0]).splitlines()
    assert shown[: block.text.count("\n")] == block.text.splitlines()


@of_kind("jsonl")
def test_twin(block: Block) -> None:
    assert block.above is not None
    (log,) = logs(block.above)
    assert to_jsonl(log) == block.text
    assert to_text(read_text(block.text)[0]) == to_text(log)


@of_kind("canonical")
def test_canonical(block: Block) -> None:
    assert block.above is not None
    assert to_text(logs(block.above)[0]) == block.text


@of_kind("sh")
def test_commands_exist(block: Block) -> None:
    for line in block.text.splitlines():
        words = line.split("#")[0].split()
        if words[:1] == ["biblios"]:
            assert words[1] in biblios.list_commands(click.Context(biblios)), line


def test_every_problem_is_explained_once() -> None:
    page = (DATA / "FORMAT.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `((?:log|biblios|biblios-dice)\.\S+?)` \|", page, re.MULTILINE)) == sorted(
        rule_ids()
    )


@pytest.mark.parametrize("name", ["README.md", "FORMAT.md", "CRIB.md"])
def test_links_lead_somewhere(name: str) -> None:
    page = (DATA / name).read_text(encoding="utf-8")
    headings = {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-")
                for title in re.findall(r"^#+ (.*)$", page, re.MULTILINE)}  # fmt: skip
    for target in re.findall(r"\]\(([^)]+)\)", page):
        if target.startswith("#"):
            assert target[1:] in headings, target
        elif not target.startswith("http"):
            assert (DATA / target.partition("#")[0]).exists(), target


@pytest.mark.parametrize("name", ["CRIB.md", "crib.html"])
def test_crib_sheet_has_every_line_of_the_header_that_a_scribe_needs(name: str) -> None:
    page = (DATA / "FORMAT.md").read_text(encoding="utf-8").partition("\n## The header\n")[2].partition("\n## ")[0]
    keys = {key for row in re.findall(r"^\| (`.*?) \|", page, re.MULTILINE) for key in re.findall(r"`([a-z]+)`", row)}
    assert {"format", "id", "winner", "objectives"} <= keys
    crib = re.sub(r"<[^>]+>", "", (DATA / name).read_text(encoding="utf-8"))
    normally_left_out = {"rules", "components"}
    assert [key for key in sorted(keys - normally_left_out) if f"{key}:" not in crib] == []


@pytest.mark.browser
def test_crib_sheet_prints_on_one_page(chromium: str, tmp_path: Path) -> None:
    out = tmp_path / "crib.pdf"
    command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    command += ["--no-pdf-header-footer", f"--print-to-pdf={out}", (DATA / "crib.html").as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    assert len(re.findall(rb"/Type\s*/Page[^s]", out.read_bytes())) == 1
