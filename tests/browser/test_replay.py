"""The replay in a real Chromium: keys, list, slider, address, names of strangers, two readers at once."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from replay import simulate
from replay.frames.biblios import card_name
from replay.lake import importing, sources
from replay.lake.reader import Lake
from replay.referee import view_log
from tests.browser.conftest import Site, serve

pytestmark = pytest.mark.browser
At = Callable[..., Page]
QUIET = 600  # a little more than the board waits before it reports


def ply(page: Page) -> int:
    return int(page.locator(".replay").get_attribute("data-ply") or -1)


def drawn(page: Page) -> None:
    """Wait until the board shows the ply that it stands at."""
    expect(page.locator(".replay")).to_have_attribute("data-shown", str(ply(page)))


def in_address(page: Page, number: int) -> None:
    expect(page).to_have_url(re.compile(rf"[?&]ply={number}(&|$)"))


def test_fifteen_quick_presses_are_fifteen_plies(at: At) -> None:
    page = at()
    page.locator(".replay").focus()
    for _ in range(15):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(30)
    assert ply(page) == 15
    in_address(page, 15)
    page.wait_for_timeout(QUIET)  # the server's answer must not pull the reader back
    assert ply(page) == 15


def test_a_held_key_loses_nothing_and_a_step_is_quick(at: At, site: Site) -> None:
    page = at()
    page.keyboard.down("ArrowRight")
    presses = 1
    end = time.monotonic() + 3
    while time.monotonic() < end:
        page.keyboard.down("ArrowRight")  # a repeated keydown, as a held key sends it
        presses += 1
        page.wait_for_timeout(30)
    page.keyboard.up("ArrowRight")
    assert ply(page) == min(presses, site.plies)
    drawn(page)
    times = sorted(page.locator(".replay").evaluate("node => node.stepTimes"))
    p95 = times[int(len(times) * 0.95)]
    print(f"{presses} steps, p95 {p95:.1f} ms, longest {times[-1]:.1f} ms")
    assert p95 < 50
    in_address(page, min(presses, site.plies))


def test_the_keys_of_the_map(at: At) -> None:
    page = at("&ply=20")
    page.locator(".replay").focus()
    for key, expected in (("j", 21), ("k", 20), ("ArrowLeft", 19), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        assert ply(page) == expected, key
    page.keyboard.press("ArrowDown")
    turn = ply(page)
    assert turn > 1
    page.keyboard.press("ArrowUp")
    assert ply(page) == 1
    page.keyboard.press("n")
    flagged = ply(page)
    assert flagged > 1
    page.keyboard.press("n")
    page.keyboard.press("N")
    assert ply(page) == flagged
    before = ply(page)
    page.keyboard.press("]")
    assert ply(page) > before
    page.keyboard.press("[")
    assert ply(page) <= before
    page.keyboard.press("Alt+ArrowRight")
    page.keyboard.press("Meta+ArrowRight")
    page.keyboard.press("?")
    expect(page.locator("dialog.keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.keys")).to_be_hidden()


def test_autoplay_steps_and_stops(at: At) -> None:
    page = at("&ply=3")
    page.locator(".pace").select_option("10")
    page.locator(".replay").focus()
    page.keyboard.press(" ")
    expect(page.locator(".replay")).to_have_attribute("data-ply", re.compile(r"^([789]|[1-9]\d)$"))
    page.keyboard.press(" ")
    stopped = ply(page)
    page.wait_for_timeout(400)
    assert ply(page) == stopped


def test_click_in_the_list_and_slider(at: At) -> None:
    page = at()
    page.locator(".move[data-ply='30']").click()
    assert ply(page) == 30
    in_address(page, 30)
    page.locator(".slider").fill("77")
    assert ply(page) == 77
    in_address(page, 77)
    page.locator(".slider").focus()
    page.keyboard.press("ArrowRight")
    assert ply(page) == 78


def test_back_twice_then_right(at: At) -> None:
    page = at("&ply=5")
    for target in (30, 60, 90):
        page.locator(".slider").fill(str(target))
        in_address(page, target)
        page.wait_for_timeout(QUIET)
    page.go_back()
    expect(page.locator(".replay")).to_have_attribute("data-ply", "60")
    page.go_back()
    expect(page.locator(".replay")).to_have_attribute("data-ply", "30")
    page.keyboard.press("ArrowRight")
    assert ply(page) == 31
    in_address(page, 31)
    page.wait_for_timeout(QUIET)
    assert ply(page) == 31


def test_reload_keeps_the_place(at: At) -> None:
    page = at("&ply=5&seat=2")
    page.keyboard.press("ArrowRight")
    in_address(page, 6)
    page.reload()
    page.wait_for_selector(".replay[data-shown='6']")
    expect(page.locator(".viewas")).to_have_value("1")


def test_a_ply_beyond_the_end_is_clamped_and_said(at: At, site: Site) -> None:
    page = at("&ply=9999")
    assert ply(page) == site.plies
    expect(page.get_by_text("asks for ply 9999")).to_be_visible()


def test_an_unknown_game_shows_a_search(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/replay?game=nothing-like-it")
    expect(page.get_by_text("There is no game")).to_be_visible()
    expect(page.get_by_role("textbox", name="Search")).to_be_visible()
    expect(page.get_by_test_id("stException")).to_have_count(0)


def test_down_scrolls_the_page_while_the_replay_has_no_focus(at: At) -> None:
    page = at("&ply=9")
    page.get_by_text(re.compile(r"^game \d+ of")).click()  # anywhere beside the replay
    top = "() => document.querySelector('[data-testid=stMain]').scrollTop"
    before = page.evaluate(top)
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    page.wait_for_function(f"() => ({top})() > {before}")
    assert ply(page) == 9


def test_keys_sleep_while_somebody_types(at: At) -> None:
    page = at("&ply=9")
    page.get_by_text("Comments", exact=False).first.click()
    box = page.locator("textarea").first
    box.click()
    page.keyboard.type("njk]?")
    page.keyboard.press("ArrowLeft")
    assert ply(page) == 9
    expect(box).to_have_value("njk]?")


def test_switching_the_seat_shows_what_it_knew(at: At) -> None:
    page = at("&ply=60")
    assert page.locator(".seat.seat1 .c-back").count() == 0
    page.locator(".viewas").select_option("0")
    expect(page).to_have_url(re.compile("seat="))
    page.wait_for_selector(".seat.seat1 .c-back")
    assert page.locator(".seat.seat0 .c-back").count() == 0
    assert ply(page) == 60


def test_a_page_opened_for_a_seat_receives_nothing_that_the_seat_did_not_know(
    page: Page, site: Site, lake: Lake
) -> None:
    """Everything that the server sends, looked through for cards that never came to this seat's eyes."""
    log = lake.log(site.game)
    known = {word for event in view_log(log, 0).events for word in event.words}
    secret = {word for event in log.events for word in event.words if len(word) == 3 and word[0] in "PMHST"} - known
    assert secret
    received: list[bytes] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: received.append(frame if isinstance(frame, bytes) else frame.encode()))

    page.on("websocket", listen)
    page.goto(f"{site.url}/replay?game={site.game}&ply=40&seat=%231")
    page.wait_for_selector(".replay[data-shown='40']")
    page.keyboard.press("ArrowRight")
    in_address(page, 41)
    page.wait_for_timeout(QUIET)
    everything = b"".join(received)
    assert b"turns up" in everything, "the frames came this way"
    for word in secret:
        assert card_name(word).encode() not in everything
        assert f'"{word}"'.encode() not in everything


def test_two_readers_do_not_disturb_each_other(at: At, browser: Browser) -> None:
    first = at("&ply=10")
    context = browser.new_context()
    second = at("&ply=40", on=context.new_page())
    for _ in range(5):
        first.keyboard.press("ArrowRight")
        second.keyboard.press("ArrowLeft")
    assert (ply(first), ply(second)) == (15, 35)
    in_address(first, 15)
    in_address(second, 35)
    context.close()


def test_names_of_strangers_stay_text(at: At, site: Site) -> None:
    page = at("&ply=1", game="hostile")
    expect(page.locator(".player .name").first).to_have_text('<img src=x onerror="window.hit=1">')
    expect(page.locator(".scribe")).to_have_text('<img src=x onerror="window.hit=1">')
    assert page.locator(".replay img").count() == 0
    page.goto(f"{site.url}/?q=hostile")
    expect(page.get_by_text("[x](javascript:alert(1))", exact=False)).to_be_visible()
    assert page.evaluate("() => window.hit") is None
    assert page.locator("a[href^='javascript']").count() == 0


def test_next_game_of_the_filter(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/?kind=Biblios")
    page.locator("[data-testid=stPageLink] a, a[data-testid^=stPageLink]").nth(0).click()
    page.wait_for_selector(".replay[data-shown]")
    first = page.url
    expect(page).to_have_url(re.compile("list=kind%3Dbiblios"))
    page.keyboard.press("Control+ArrowRight")
    page.wait_for_function("(old) => location.href !== old && /game=/.test(location.href)", arg=first)
    page.wait_for_selector(".replay[data-shown]")
    expect(page).to_have_url(re.compile("list=kind%3Dbiblios"))


def test_comments_are_kept_and_two_editors_are_told(at: At, browser: Browser, lake: Lake, site: Site) -> None:
    page = at("&ply=12")
    page.get_by_text("Comments", exact=False).first.click()
    page.locator("textarea").fill("Why not three?")
    page.get_by_label("Your name").fill("Eda")
    context = browser.new_context()
    other = at("&ply=12", on=context.new_page())
    other.get_by_text("Comments", exact=False).first.click()
    other.locator("textarea").fill("A brave bid")
    page.get_by_test_id("stBaseButton-secondaryFormSubmit").click()
    page.wait_for_selector(".move[data-ply='12'] .note")
    other.get_by_test_id("stBaseButton-secondaryFormSubmit").click()
    expect(other.get_by_text("wrote this comment while you had it open")).to_be_visible()
    expect(other.get_by_text("Why not three?").first).to_be_visible()
    assert [note.text for note in lake.comments(site.game)] == ["Why not three?"]
    other.get_by_role("button", name="Keep mine").click()
    expect(other.get_by_text("wrote this comment while you had it open")).to_be_hidden()
    other.get_by_test_id("stBaseButton-secondaryFormSubmit").click()
    expect(other.get_by_text("The comment is kept")).to_be_visible()
    assert [note.text for note in lake.comments(site.game)] == ["A brave bid"]
    context.close()


def test_an_import_while_somebody_reads_leaves_the_place(at: At, site: Site) -> None:
    page = at("&ply=33")
    new = next(iter(simulate.games("biblios", 3, 99, 1)))
    importing.run(site.lake, [sources.of_bytes("new.bgl", new.canonical().encode())])
    expect(page.get_by_text("The lake has new games")).to_be_visible(timeout=15_000)
    assert ply(page) == 33
    page.get_by_role("button", name="Reload", exact=True).click()
    expect(page.get_by_text("The lake has new games")).to_be_hidden()
    assert ply(page) == 33


def test_the_dice_board_steps(at: At, site: Site) -> None:
    page = at(game=site.dice)
    page.locator(".replay").focus()
    page.keyboard.press("End")
    drawn(page)
    expect(page.locator(".track")).to_have_count(6)
    page.keyboard.press("Home")
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    assert ply(page) == 20


def test_gold_of_others_can_stay_behind_the_shields(at: At, site: Site) -> None:
    page = at("&ply=30&seat=%231", game=site.dice)
    gold = page.locator(".shield.seat1 .figure.k-G b")
    expect(gold).to_have_text(re.compile(r"^\d+$"))
    page.locator(".shields").click()
    expect(gold).to_have_text("?")
    expect(page.locator(".shield.seat0 .figure.k-G b")).to_have_text(re.compile(r"^\d+$"))


def test_the_first_visitor_of_a_server_sees_the_frame_of_the_app(page: Page, site: Site, tmp_path: Path) -> None:
    """A folder named `pages` beside the app would make Streamlit show its files instead, until the app has run once."""
    process, url = serve(site.lake, tmp_path / "server.log")
    try:
        page.goto(f"{url}/replay?game={site.game}")
        page.wait_for_selector(".replay[data-shown]")
        expect(page.get_by_role("navigation").get_by_text("Games", exact=True)).to_be_visible()
        expect(page.get_by_test_id("stSidebar")).to_have_count(0)
    finally:
        process.terminate()
        process.wait(10)


def test_a_phone_shows_the_board_without_sideways_scrolling(browser: Browser, at: At) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = at("&ply=150", on=context.new_page())
    wide = page.locator(".replay").evaluate("node => node.scrollWidth - node.clientWidth")
    assert wide <= 1
    page.locator("[data-do=next]").tap()
    assert ply(page) == 151
    context.close()
