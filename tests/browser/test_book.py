"""The book in a browser, opened by a double click and from a server: nothing goes wrong, nothing is fetched
from elsewhere, everything that was recorded moves."""

from __future__ import annotations

import itertools
import os
import re
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from sizes import thinned
from test_book import lessons_of

from .lab import colours, paint, picture, settle, shows, until, until_true
from .pieces_seen import PIECES_SEEN

pytestmark = pytest.mark.browser

NAMELESS = """() => [...document.querySelectorAll("button, input, select, textarea, summary, a[href]")]
  .filter((node) => node.getClientRects().length && !(node.ariaLabel || node.labels?.length
    || node.textContent.trim() || node.title)).map((node) => node.outerHTML)"""
WIDE = "() => document.documentElement.scrollWidth - innerWidth"
VIOLATIONS = """async () => (await axe.run(document, { resultTypes: ["violations"], preload: false }))
  .violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160))}`)"""
UNPICTURED = """() => [...document.querySelectorAll(".eo-stage .eo-picture")]
  .filter((node) => !node.querySelector("img, .eo-plot, svg")).length"""
LOOKS = ("light", "dark")[: 1 + ("EXACTLY_ONCE_ALL" in os.environ)]
SOME = 6  # steps, within which a picture has to change


@pytest.fixture(params=["by a double click", pytest.param("from a server", marks=pytest.mark.long)])
def address(request, site) -> str:
    """Where the book begins."""
    if request.param == "by a double click":
        yield f"{site.as_uri()}/"
        return
    yield from serve(site)


def serve(folder):
    """Yield the address of a server of this folder, and end it afterwards."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:  # also where a test returns out of its loop
            server.shutdown()
            thread.join()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_) -> None:
        pass


@pytest.fixture
def reader(browser, address):
    """A page that knows nothing but the book; at the end nothing may have gone wrong in it, and nothing been
    asked for elsewhere."""
    page = browser.new_page(
        reduced_motion="reduce", viewport={"width": 1280, "height": 800}, base_url=address
    )
    page.set_default_timeout(60_000)  # software rendering on a busy machine
    page.add_init_script(PIECES_SEEN)
    wrong = []
    inside = lambda url: url.startswith((address, "data:", "blob:"))
    page.on("console", lambda one: wrong.append(one.text) if one.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(error.stack or str(error)))
    page.on("request", lambda one: None if inside(one.url) else wrong.append(one.url))
    yield page
    assert not wrong, wrong
    page.close()


by_file = pytest.mark.parametrize("address", ["by a double click"], indirect=True)


def read(page, name: str):
    page.goto(name)
    until_true(page, "() => document.body.dataset.awake")


def pages_of(site) -> list[str]:
    """The pages of the book itself; those on the library, in api/, are as pdoc writes them, and those of old
    addresses only lead on."""
    files = sorted(site.rglob("*.html"))
    own = [file for file in files if 'http-equiv="refresh"' not in file.read_text("utf-8")]
    names = [file.relative_to(site).as_posix() for file in own]
    return [name for name in names if not name.startswith("api/")]


@pytest.mark.long
@by_file
def test_pages_on_the_library_open(reader, site):
    for file in thinned(sorted((site / "api").rglob("*.html")), 8):
        reader.goto(file.relative_to(site).as_posix())
    assert reader.get_by_role("heading").count()


def test_every_page_opens_and_fits(reader, site):
    for name in pages_of(site):
        read(reader, name)
        assert reader.evaluate(NAMELESS) == []
        for width in (1280, 820, 390):
            reader.set_viewport_size({"width": width, "height": 800})
            until(reader, lambda: reader.evaluate(WIDE) <= 0)  # views follow a frame or two later


@by_file
def test_axe_finds_nothing(reader, site, axe):
    for name in pages_of(site):
        if not name.startswith("sources/"):  # they are all alike
            read(reader, name)
            reader.evaluate(axe)
            for look in LOOKS:
                assert reader.evaluate(VIOLATIONS) == [], (name, look)
                reader.get_by_role("button", name="Dark").click()


@pytest.mark.long
@by_file
def test_what_was_never_in_sight_is_printed_as_a_picture(reader, site):
    for name in ("index.html", *(f"lessons/{lesson.name}.html" for lesson in lessons_of(site))):
        read(reader, name)
        until(reader, lambda: reader.evaluate(UNPICTURED) == 0)


@by_file
def test_bets_open_and_searches_step(reader, site):
    for lesson in lessons_of(site):
        read(reader, f"lessons/{lesson.name}.html")
        bet(reader)
        for sheet in reader.locator(".eo-sheet:has(> .eo-player:visible):is(.eo-stage, .eo-board)").all():
            step(sheet)


def bet(page) -> None:
    """Each prediction asks first, and opens then."""
    bets = page.locator(".eo-predict")
    assert not page.locator(".eo-truth").count()
    for card in bets.all():
        field = card.get_by_role("textbox")
        if field.count():
            card.get_by_role("button", name="That is my guess").click()
            assert "first" in card.locator(".eo-message").inner_text()
            field.fill("7")
            field.press("Enter")
        else:
            card.locator(".toggles button").first.click()
    assert page.locator(".eo-truth").count() == bets.count()
    assert "\u2063" not in page.locator("main").inner_text()


def step(sheet) -> None:
    """Steps change the picture; where all pieces lie already, what is said of them."""
    picture, said, pieces = look(sheet)
    on = sheet.get_by_role("button", name="Next step")
    back = sheet.get_by_role("button", name="Back to the previous step")
    move = back if at_its_end(on) else on
    for _ in range(SOME):
        if at_its_end(move):
            break
        move.click()
        after = look(sheet)
        if after[0] != picture:
            return
    assert pieces and after[2] == pieces and after[1] != said, sheet.get_attribute("aria-label")


def at_its_end(button) -> bool:
    return button.get_attribute("aria-disabled") == "true"


def look(sheet) -> tuple[bytes, str, str | None]:
    """The picture of a step, its sentence, and which pieces lie there."""
    picture = until_drawn(sheet).screenshot()
    return picture, sheet.locator(".eo-say").inner_text(), sheet.get_attribute("data-pieces")


def until_drawn(sheet):
    """Return what is drawn of a stage (in 3D or in layers) or of views, once it is that of its step."""
    sheet.scroll_into_view_if_needed()
    if not sheet.locator(".eo-picture").count():
        until(sheet.page, lambda: at_its_step(sheet))
        return sheet.locator(".eo-panels")
    until(sheet.page, lambda: sheet.get_attribute("data-live") in ("3d", "layers"))
    return settle(sheet, sheet.get_attribute("data-live")).locator(".eo-picture")


def at_its_step(sheet) -> bool:
    return sheet.get_attribute("data-drawn") == sheet.get_attribute("data-step")


@by_file
def test_the_explorer_shows_what_was_recorded(reader, site):
    read(reader, "lessons/00-start-here.html")
    card = reader.locator(".card").filter(has=reader.get_by_role("slider", name="seed")).first
    stage = card.locator(".eo-stage")
    names = {stage.get_attribute("aria-label")}
    before = until_drawn(stage).screenshot()
    for key in ("ArrowRight", "ArrowRight"):
        card.get_by_role("slider", name="seed").press(key)
        until(reader, lambda: stage.get_attribute("aria-label") not in names)
        names.add(stage.get_attribute("aria-label"))
        assert until_drawn(stage).screenshot() != before
    card.get_by_role("combobox", name="show").select_option("solution")
    until(reader, lambda: "solution" in stage.get_attribute("aria-label"))
    assert "Recorded here" in card.locator(".kernel").inner_text()
    card.get_by_role("combobox", name="show").select_option("puzzle")
    until(reader, lambda: "puzzle" in stage.get_attribute("aria-label"))
    assert until_drawn(stage).screenshot() == before


@pytest.mark.long
@by_file
def test_projector_and_view_stay_when_a_control_brings_another_picture(reader, site):
    read(reader, "lessons/00-start-here.html")
    reader.get_by_role("button", name="Projector").click()
    card = reader.locator(".card").filter(has=reader.get_by_role("slider", name="seed")).first
    stage = until_drawn(card.locator(".eo-stage")).locator("..")
    view = card.get_by_role("combobox", name="View")
    view.select_option("layers")
    before = letters(stage)
    for key in ("ArrowRight", "ArrowLeft"):
        label = stage.get_attribute("aria-label")
        card.get_by_role("slider", name="hints").press(key)
        until(reader, lambda: stage.get_attribute("aria-label") != label)
        until_drawn(stage)
        assert letters(stage) == before and view.input_value() == "layers"


def letters(place) -> list[float]:
    """The sizes of letters, in pixels: of the buttons and of the sentence."""
    size = "node => parseFloat(getComputedStyle(node).fontSize)"
    sheet = place.locator("xpath=ancestor-or-self::section")
    return [sheet.locator(name).evaluate(size) for name in ("[aria-label='Next step']", ".eo-say")]


@pytest.mark.long
@by_file
def test_the_first_page_shows_a_still_of_each_lesson(reader, site):
    read(reader, "index.html")
    stills = reader.locator(".scenes > li img")
    assert stills.count() == len(lessons_of(site))
    for still in stills.all():
        still.scroll_into_view_if_needed()
        until(reader, lambda still=still: still.evaluate("node => node.complete && node.naturalWidth > 100"))


@pytest.mark.long
@by_file
def test_contents_stay_where_there_is_room(reader, site):
    read(reader, "lessons/01-backtracking.html")
    contents = reader.get_by_role("navigation", name="Contents")
    assert not contents.is_visible()
    reader.set_viewport_size({"width": 1440, "height": 800})
    last = contents.get_by_role("link").last
    last.click()
    heading = reader.get_by_role("heading", name=last.inner_text(), exact=True)
    assert heading.bounding_box()["y"] < 800 and contents.bounding_box()["y"] >= 0
    boxes = contents.bounding_box(), heading.bounding_box()
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"] and reader.evaluate(WIDE) <= 0


@pytest.mark.long
@by_file
def test_the_search_runs_by_itself_and_goes_on_by_hand(reader, site):
    """Seen as a visitor does who presses nothing, then by keyboard; at last the second face."""
    reader.clock.install(time=0)
    reader.emulate_media(reduced_motion="no-preference")
    read(reader, "index.html")
    canvas, words = reader.locator(".hero canvas"), reader.locator(".hero-picture p").first
    seen = []
    for _ in range(110):
        reader.clock.run_for(100)
        seen.append(int(re.search(r"(\d+) pieces? in", words.inner_text())[1]))
    assert any(later < one for one, later in itertools.pairwise(seen)), "pieces are taken back"
    stopped, still = step_of(canvas), canvas.screenshot()
    assert len(colours(picture(canvas))) > 12 and "Dead end" in reader.locator("#hero").text_content()
    reader.clock.run_for(2000)
    assert step_of(canvas) == stopped and canvas.screenshot() == still
    reader.locator("#step").click()
    assert step_of(canvas) == stopped + 1 and f"Step {stopped + 1} of" in words.inner_text()
    reader.clock.run_for(200)
    coming = canvas.screenshot()
    reader.clock.run_for(2000)
    assert step_of(canvas) == stopped + 1 and canvas.screenshot() != coming, "its piece is seen to come"
    ring = "() => getComputedStyle(document.activeElement).outlineStyle"
    assert reader.evaluate(ring) == "solid", "a ring shows that the keyboard is at Next now"
    reader.keyboard.press("Enter")
    assert step_of(canvas) == stopped + 2
    reader.get_by_role("button", name="Back").press("Enter")
    assert step_of(canvas) == stopped + 1
    reader.get_by_role("slider", name="step").press("End")
    assert "12 pieces in, and the cube is full" in words.inner_text()
    still = canvas.screenshot()
    reader.get_by_role("button", name="All 9,839").press("Enter")
    assert "9,839 packings" in canvas.get_attribute("aria-label") and not words.is_visible()
    assert shows(picture(canvas), "#5b7390") and not shows(picture(canvas), "#86e79c")
    reader.get_by_role("button", name="The search").press("Enter")
    assert canvas.screenshot() == still


def step_of(canvas) -> int:
    return int(canvas.get_attribute("data-step"))


@pytest.mark.long
@by_file
def test_nothing_moves_for_those_who_do_not_want_it(reader, site):
    read(reader, "index.html")
    canvas = reader.locator(".hero canvas")
    still = canvas.screenshot()
    assert len(colours(picture(canvas))) > 12
    paint(reader, 20)
    assert canvas.screenshot() == still
    begun = step_of(canvas)
    reader.get_by_role("button", name="Play").press("Enter")
    until(reader, lambda: step_of(canvas) > begun)


def test_the_look_is_kept_and_words_are_found(reader, site):
    read(reader, "index.html")
    reader.get_by_role("button", name="Dark").click()
    reader.get_by_role("searchbox", name="Search the book").fill("dead end")
    reader.keyboard.press("Enter")
    reader.wait_for_url("**/search.html?q=*")
    assert reader.evaluate("() => document.body.dataset.jpThemeLight") == "false"
    first = reader.locator("#places a").first
    assert first.is_visible()
    first.click()
    reader.wait_for_url("**/lessons/*.html#*")
