"""Statistics in a real Chromium: filters that come along, points that lead to plies, a wall that renews itself."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from replay import simulate
from replay.lake import importing, sources
from replay.lake.reader import Lake
from tests.browser.conftest import Site

pytestmark = pytest.mark.browser
expect.set_options(timeout=20_000)  # a page asks the lake first; machines under load are slow, not wrong


def opened(page: Page, site: Site, path: str) -> Page:
    page.goto(f"{site.url}/{path}")
    page.wait_for_selector("[data-testid=stCaptionContainer]")
    settled(page)
    return page


def settled(page: Page) -> None:
    page.wait_for_function("() => !document.querySelector('[data-testid=stStatusWidget]')")


def count(site: Site, game: str, players: int) -> int:
    """Games in the shared lake; other tests may have imported some."""
    sql = "SELECT count(*) FROM games WHERE game = $game AND players = $players"
    found: int = Lake(site.lake).rows(sql, {"game": game, "players": players})[0][0]
    return found


def to(page: Page, name: str) -> None:
    """A click in the navigation."""
    page.get_by_text("Statistics", exact=True).first.click()
    page.get_by_text(name, exact=True).last.click()
    page.get_by_role("heading", name=name, exact=True).wait_for()


def test_filters_survive_every_way_of_moving(page: Page, site: Site) -> None:
    """One that is in sight and one that is folded away; page change, Back, Forward, reload; through the replay too."""
    opened(page, site, "scoring?kind=Biblios&made=simulated+only")
    page.get_by_label("Players at the table").click()
    page.get_by_role("option", name="4", exact=True).click()
    page.keyboard.press("Escape")
    words = f"{count(site, 'biblios', 4)} games · Biblios · 4 players · simulated only"
    expect(page.get_by_text(words)).to_be_visible()
    settled(page)
    page.get_by_role("radio", name="Seats").click()
    expect(page.get_by_role("heading", name="Does it help to begin?")).to_be_visible()

    def at(path: str, heading: str) -> None:
        expect(page).to_have_url(re.compile(rf"/{path}\?(?=.*kind=Biblios)(?=.*size=4)(?=.*made=simulated)"))
        expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        expect(page.get_by_text(words)).to_be_visible()
        settled(page)
        page.wait_for_timeout(400)  # a browser tells the server of its widgets a moment after it has drawn them

    to(page, "Records")
    at("records", "Records")
    to(page, "Players")
    at("players", "Players")
    page.go_back()
    at("records", "Records")
    page.go_back()
    at("scoring", "Scoring")
    expect(page.get_by_role("heading", name="Does it help to begin?")).to_be_visible()
    page.go_forward()
    at("records", "Records")
    page.go_forward()
    at("players", "Players")
    page.reload()
    at("players", "Players")
    page.go_back()
    at("records", "Records")
    page.locator("a[href*='ply=']").first.click()
    page.wait_for_selector(".replay[data-shown]")
    to(page, "Club")
    at("club", "Club")
    page.go_back()
    page.wait_for_selector(".replay[data-shown]")
    page.go_back()
    at("records", "Records")


@pytest.fixture
def gate(page: Page) -> Callable[[bool], None]:
    """While it is shut (`gate(False)`), the browser does not get the code of the filters."""
    held: list[Route] = []
    is_open = True

    def arrive(route: Route) -> None:
        if is_open:
            route.continue_()
        else:
            held.append(route)

    def move(open_it: bool) -> None:
        nonlocal is_open
        is_open = open_it
        while is_open and held:
            held.pop().continue_()

    page.route(re.compile(r"/(Selectbox|Multiselect|Radio)\.[^/]*js$"), arrive)
    return move


FILTERED = "kind=Biblios&size=4&made=simulated+only"
KEPT = r"\?(?=.*kind=Biblios)(?=.*size=4)(?=.*made=simulated)"


def test_a_click_before_the_filters_are_there_takes_them_along(
    page: Page, site: Site, gate: Callable[[bool], None]
) -> None:
    """Streamlit's browser side leaves out of the next address what no widget holds yet."""
    gate(False)
    page.goto(f"{site.url}/replay?game={site.game}&{FILTERED}")
    page.wait_for_selector(".replay[data-shown]")
    assert page.get_by_test_id("stMultiSelect").count() == 0
    to(page, "Club")
    gate(True)
    expect(page).to_have_url(re.compile(f"/club{KEPT}"))
    expect(page.get_by_text("games · Biblios · 4 players · simulated only")).to_be_visible()
    settled(page)
    to(page, "Records")
    expect(page).to_have_url(re.compile(f"/records{KEPT}"))


def test_going_back_before_the_filters_are_there_keeps_them_in_the_address(
    page: Page, site: Site, gate: Callable[[bool], None]
) -> None:
    """Streamlit's server takes the words of widgets that the browser has not told it of out of the address."""
    opened(page, site, f"scoring?{FILTERED}")
    page.get_by_test_id("stMultiSelect").first.wait_for()
    page.wait_for_timeout(400)
    to(page, "Records")
    settled(page)
    expect(page).to_have_url(re.compile(f"/records{KEPT}"))
    gate(False)
    page.reload()
    page.wait_for_selector("[data-testid=stCaptionContainer]")
    assert page.get_by_test_id("stMultiSelect").count() == 0
    page.go_back()
    expect(page.get_by_role("heading", name="Scoring", exact=True)).to_be_visible()
    settled(page)
    gate(True)
    page.get_by_test_id("stMultiSelect").first.wait_for()
    expect(page).to_have_url(re.compile(f"/scoring{KEPT}"))
    expect(page.get_by_text("games · Biblios · 4 players · simulated only")).to_be_visible()


@pytest.mark.parametrize(("words", "mask"), [("", False), ("", True), (FILTERED, False), (FILTERED, True)])
def test_back_leads_to_the_game_that_was_left(page: Page, site: Site, words: str, mask: bool) -> None:
    """What a page says of its filters when it opens must not be said in the name of the page that was left."""
    opened(page, site, f"records?{words}")
    page.goto(f"{site.url}/replay?game={site.game}&{words}")
    page.wait_for_selector(".replay[data-shown]")
    settled(page)
    page.wait_for_timeout(400)
    if mask:
        page.get_by_text("Mask names").click()
        expect(page).to_have_url(re.compile("mask=true"))
        settled(page)
        page.wait_for_timeout(400)
    to(page, "Club")
    expect(page).to_have_url(re.compile(f"/club{KEPT}" if words else "/club$"))
    settled(page)
    page.wait_for_timeout(400)
    page.go_back()
    expect(page).to_have_url(re.compile(rf"/replay\?(?=.*game={site.game})" + ("(?=.*mask=true)" if mask else "")))
    page.wait_for_selector(".replay[data-shown]")


def test_the_list_of_games_has_the_filters_of_the_statistics(page: Page, site: Site) -> None:
    opened(page, site, "records?kind=Biblios&size=4&who=Hanna")
    words = page.get_by_text("4 players · with any of Hanna")
    expect(words).to_be_visible()
    page.get_by_role("link", name="List these games").click()
    expect(page.get_by_role("heading", name="Games", exact=True)).to_be_visible()
    expect(
        page.get_by_test_id("stMultiSelect").filter(has_text="With all of").get_by_text("Hanna", exact=True)
    ).to_have_count(1)
    found = page.get_by_text(re.compile(r"^\d+ games?, the newest first"))
    expect(found).to_be_visible()
    to(page, "Records")
    expect(words).to_be_visible()
    page.go_back()
    expect(found).to_be_visible()
    page.go_back()
    expect(words).to_be_visible()


def test_a_point_leads_to_its_lots_and_a_lot_to_its_ply(page: Page, site: Site) -> None:
    opened(page, site, "auctions?kind=Biblios")
    point = page.locator("svg g.mark-symbol path").nth(1)
    point.wait_for()
    point.click(force=True)
    expect(page.get_by_text("Behind this:")).to_be_visible()
    link = page.locator("a[href*='ply=']").first
    address = link.get_attribute("href") or ""
    ply = re.search(r"ply=(\d+)", address)
    assert ply
    link.click()
    page.wait_for_selector(".replay[data-shown]")
    expect(page.locator(".replay")).to_have_attribute("data-ply", ply.group(1))


def test_a_cell_leads_to_its_changes_and_a_row_of_a_table_to_its_lots(page: Page, site: Site) -> None:
    opened(page, site, "scoring?kind=Biblios&topic=Categories+and+dice")
    chart = page.locator(".st-key-chart-die_moves-0")
    chart.locator("svg g.mark-text.role-mark text").first.click(force=True)  # the number in a cell lies over the cell
    changed = page.locator("a[href*='ply=']").filter(has_text=re.compile(r"die \w [\w ]+: \d → \d"))
    expect(changed.first).to_be_visible()
    opened(page, site, "auctions?kind=Biblios")
    table = page.locator(".st-key-table-card_prices canvas").first
    table.scroll_into_view_if_needed()
    table.click(position={"x": 12, "y": 52}, force=True)
    expect(page.get_by_text("Behind this: what")).to_be_visible()


@pytest.mark.parametrize("path", ["club", "players", "scoring", "auctions", "records", "compare"])
def test_names_of_strangers_are_only_names(page: Page, site: Site, path: str) -> None:
    opened(page, site, path)
    page.wait_for_timeout(500)
    assert page.evaluate("window.hit") is None
    assert page.locator("img[src='x']").count() == 0
    assert page.locator("[data-testid=stException]").count() == 0


def test_the_wall_renews_itself(page: Page, site: Site) -> None:
    opened(page, site, "club?kind=Biblios+Dice&size=3")
    number = count(site, "biblios-dice", 3)
    expect(page.get_by_text(f"{number} games · Biblios Dice · 3 players")).to_be_visible()
    log = next(simulate.games("biblios-dice", 3, 77, 1))
    assert importing.run(site.lake, [sources.of_bytes("new.bgl", log.canonical().encode())]).good
    expect(page.get_by_text(f"{number + 1} games · Biblios Dice · 3 players")).to_be_visible(timeout=30_000)
