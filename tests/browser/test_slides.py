"""The slides of a lesson in a browser, opened by a double click: by keyboard through all of them, with the
live stages of the book in full, on a screen as projectors have it."""

from __future__ import annotations

import pytest
from test_book import lessons_of

from .lab import until, until_true
from .test_book import NAMELESS, VIOLATIONS, WIDE

pytestmark = pytest.mark.browser

SCREEN = {"width": 1280, "height": 720}
SHOWN = ".slide:not([hidden])"
OUT_OF_PLACE = f"""() => [...document.querySelectorAll("{SHOWN} .eo-picture")]
  .filter((one) => one.getClientRects().length).map((one) => one.getBoundingClientRect())
  .filter((box) => box.right > innerWidth || box.width < 200 || box.height < 150).length"""
# Pixels by which the buttons of a search stand below the slide on which they are.
SUNK = f"""() => Math.max(0, ...[...document.querySelectorAll("{SHOWN} .eo-stage > .eo-player")]
  .filter((one) => one.getClientRects().length).map((one) => one.getBoundingClientRect().bottom
    - one.closest(".place").getBoundingClientRect().bottom))"""


@pytest.fixture
def site(teacher_site):
    return teacher_site


@pytest.fixture
def reader(browser):
    """A page without a network; at the end nothing may have gone wrong in it, nothing been asked for."""
    page = browser.new_page(reduced_motion="reduce", viewport=SCREEN)
    wrong = []
    page.on("console", lambda one: wrong.append(one.text) if one.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(error.stack or str(error)))
    page.on("request", lambda one: wrong.append(one.url) if one.url.startswith("http") else None)
    yield page
    assert not wrong, wrong
    page.close()


def begin(page, site, lesson) -> int:
    """Open the slides; how many there are."""
    page.goto("about:blank")
    page.goto((site / "lessons" / f"slides-{lesson.name}.html").as_uri())
    until_true(page, "() => document.body.dataset.awake")
    return page.locator(".slide").count()


@pytest.fixture
def at(reader, site):
    """A function that opens the slides of the first lesson, goes to one, and returns where that is."""

    def opened(title: str = "") -> str:
        begin(reader, site, lessons_of(site)[0])
        to_slide(reader, title)
        return where(reader)

    return opened


def where(page) -> str:
    return page.locator("#where").inner_text()


def test_arrow_keys_go_through_all_slides(reader, site):
    for lesson in lessons_of(site):
        many = begin(reader, site, lesson)
        for number in range(1, many + 1):
            assert where(reader) == f"{number} of {many}"
            assert reader.locator(SHOWN).count() == 1
            assert reader.evaluate("() => document.activeElement.classList.contains('slide')")
            assert reader.evaluate(NAMELESS) == [] and reader.evaluate(WIDE) <= 0
            until(reader, lambda: reader.evaluate(OUT_OF_PLACE) == 0)
            until(reader, lambda: reader.evaluate(SUNK) <= 0)
            assert number == 1 or reader.locator(f"{SHOWN} .card > *").count()
            reader.keyboard.press("ArrowRight")
        assert where(reader) == f"{many} of {many}"
        reader.keyboard.press("ArrowLeft")
        reader.reload()
        until_true(reader, "() => document.body.dataset.awake")
        assert where(reader) == f"{many - 1} of {many}"


@pytest.mark.long
def test_titles_fit_a_narrow_window_and_axe_finds_nothing_on_pages_for_teachers(reader, site, axe):
    for lesson in lessons_of(site):
        reader.set_viewport_size(SCREEN | {"width": 390})
        begin(reader, site, lesson)
        until(reader, lambda: reader.evaluate(WIDE) <= 0)
        reader.goto((site / "lessons" / f"teacher-{lesson.name}.html").as_uri())
        reader.evaluate(axe)
        assert reader.evaluate(VIOLATIONS) == [], lesson.name


def test_a_clicker_steps_through_a_search_in_full(reader, at):
    before = at("A search, step by step")
    bet = reader.locator(f"{SHOWN} .eo-predict")
    bet.locator(".toggles button").first.click()
    stage = reader.locator(f"{SHOWN} .eo-stage")
    until(reader, lambda: stage.get_attribute("data-drawn") == stage.get_attribute("data-step"))
    assert not bet.locator(".toggles").is_visible()  # the guess stands beside the truth
    count = int(stage.locator(".eo-where").inner_text().split()[-1])
    reader.keyboard.press("PageDown")
    until(reader, lambda: stage.bounding_box()["height"] > SCREEN["height"] - 20)
    step, presses = 0, 0
    while step < count:
        reader.keyboard.press("PageDown")
        until(reader, lambda: int(stage.get_attribute("data-step")) > step)
        step, presses = int(stage.get_attribute("data-step")), presses + 1
    assert presses <= 10 and where(reader) == before
    until(reader, lambda: stage.locator("[aria-label='Next step'][aria-disabled=true]").count())
    reader.keyboard.press("PageDown")
    until(reader, lambda: where(reader) != before)
    assert reader.locator(".eo-full").count() == 0
    reader.keyboard.press("ArrowLeft")
    until(reader, lambda: where(reader) == before)
    assert stage.get_attribute("data-step") == str(count)  # as it was left


@pytest.mark.long
def test_a_clicker_packs_before_it_goes_on(reader, at):
    before, said = at("The pieces fly into their box"), reader.locator(f"{SHOWN} .eo-say")
    until(reader, lambda: said.inner_text().startswith("0 of 8 pieces"))
    reader.keyboard.press("PageDown")
    until(reader, lambda: "Every piece is used exactly once" in said.inner_text())
    assert where(reader) == before
    reader.keyboard.press("PageDown")
    until(reader, lambda: where(reader) != before)


@pytest.mark.long
def test_a_clicker_does_not_go_past_pieces_that_fly_by_themselves(reader, at):
    reader.emulate_media(reduced_motion="no-preference")
    before, play = at("The pieces fly into their box"), reader.locator(f"{SHOWN} .eo-assembly .eo-play")
    until(reader, lambda: play.inner_text() == "Pause")
    reader.keyboard.press("PageDown")
    assert where(reader) == before
    reader.keyboard.press("PageDown")
    until(reader, lambda: where(reader) != before)
    reader.emulate_media(reduced_motion="reduce")


@pytest.mark.long
def test_the_title_has_a_picture_and_names_the_keys_in_its_notes(reader, at):
    at()
    opening, notes = reader.locator(f"{SHOWN} .opening"), reader.locator(f"{SHOWN} .notes")
    until(reader, lambda: opening.evaluate("node => node.complete && node.naturalWidth > 100"))
    assert opening.bounding_box()["width"] > 400 and not notes.is_visible()
    reader.keyboard.press("n")
    words = notes.inner_text()
    reader.keyboard.press("n")
    assert all(name in words for name in ("Page Down", "Page Up", "Space", "Escape", "reveals the bet"))


@pytest.mark.long
def test_a_clicker_reveals_a_bet_and_then_goes_on(reader, at):
    before, truth = at("How many of the 100"), reader.locator(f"{SHOWN} .eo-truth")
    words = "node => getComputedStyle(node, '::after').content"
    assert reader.locator(f"{SHOWN} .eo-predict").evaluate(words) == '"Page Down reveals"'
    question = reader.locator(f"{SHOWN} .eo-question").bounding_box()
    assert question["y"] > SCREEN["height"] / 5 and not truth.count()  # in the middle, and covered
    reader.keyboard.press("PageDown")
    until(reader, lambda: truth.is_visible())
    assert where(reader) == before and "Your guess" not in truth.inner_text()
    assert "\u2063" not in reader.locator(SHOWN).inner_text()
    reader.keyboard.press("PageDown")
    until(reader, lambda: where(reader) != before)


@pytest.mark.long
def test_a_clicker_reveals_before_it_steps(reader, at):
    at("A search, step by step")
    stage = reader.locator(f"{SHOWN} .eo-stage")
    reader.keyboard.press("PageDown")
    until(reader, lambda: stage.count() and stage.get_attribute("data-step") == "0")
    assert reader.locator(".eo-full").count() == 0
    reader.keyboard.press("PageDown")
    until(reader, lambda: reader.locator(".eo-full").count() == 1)


def to_slide(page, title: str) -> None:
    for _ in range(page.locator(".slide").count()):
        if title in page.locator(f"{SHOWN} h1").inner_text():
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(title)


@pytest.mark.long
def test_letters_stay_large_when_a_clicker_gives_a_hint(reader, at):
    at()
    while not (hints := reader.locator(f"{SHOWN} .place").get_by_role("slider", name="hints")).count():
        reader.keyboard.press("ArrowRight")
    stage = reader.locator(f"{SHOWN} .eo-stage")
    size = "node => parseFloat(getComputedStyle(node).fontSize)"
    letters = lambda: stage.locator("[aria-label='Next step']").evaluate(size)
    before, label = letters(), stage.get_attribute("aria-label")
    given = hints.input_value()
    reader.keyboard.press("PageDown")
    until(reader, lambda: stage.get_attribute("aria-label") != label)
    assert hints.input_value() != given and letters() == before


@pytest.mark.long
def test_keys_of_a_field_are_its_own_notes_are_for_the_speaker_and_a_clicker_takes_a_guess(reader, at):
    before = at("How many of the 100")
    field = reader.locator(f"{SHOWN} .eo-predict input")
    field.fill("12")
    field.press("ArrowLeft")
    field.press("n")
    assert field.input_value() == "1n2" and where(reader) == before
    notes = reader.locator(f"{SHOWN} .notes")
    assert not notes.is_visible()
    field.press("Escape")
    reader.keyboard.press("n")
    assert notes.is_visible() and "show of hands" in notes.inner_text()
    reader.keyboard.press("n")
    assert not notes.is_visible()
    field.fill("12")
    reader.keyboard.press("Escape")
    reader.keyboard.press("PageDown")
    truth = reader.locator(f"{SHOWN} .eo-truth")
    until(reader, lambda: truth.is_visible())
    assert truth.inner_text().split()[:3] == ["Your", "guess", "12"]


@pytest.mark.long
def test_letters_grow_with_the_window(reader, at):
    """In pixels, as large a part of a large window as of a small one; and as large as a projector needs."""
    at()
    sizes = []
    for height in (720, 1080):
        reader.set_viewport_size({"width": height * 16 // 9, "height": height})
        for title, words in (("How many of the 100", ".eo-open p"), ("A search, step by step", ".eo-say")):
            reader.keyboard.press("Home")
            to_slide(reader, title)
            if height == 720:
                reader.keyboard.press("PageDown")  # the bet
            shown = reader.locator(f"{SHOWN} {words}").first
            sizes.append(shown.evaluate("node => parseFloat(getComputedStyle(node).fontSize)"))
    assert min(sizes[:2]) >= 24 and sizes[2:] == pytest.approx([1.5 * size for size in sizes[:2]])
