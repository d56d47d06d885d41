"""“Pack it yourself” in a book that is served: a search in the page says whether a box can still be
packed, on the first page, in the lesson and on a slide, by mouse, keyboard and touch. Nobody who
does not ask is sent Python."""

from __future__ import annotations

from random import Random

import pytest

from lessons.puzzles.hands.answers import Adviser
from lessons.puzzles.hands.help import fitting_placements
from lessons.puzzles.hands.position import Position
from puzzlelib import all_packings, count, load
from puzzlelib.packing.files import to_yaml

from .lab import until_true
from .live_page import new_visit
from .test_book import VIOLATIONS, WIDE, serve

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("pyodide")]

BOX, ADVISER = load("tetracubes-2x4x4"), Adviser(load("tetracubes-2x4x4"))
LESSON, SLIDES = "lessons/00-start-here.html", "lessons/slides-00-start-here.html"
MOST = 400_000  # bytes of the first page without the stills of the lessons
HAND = "[...Book.models.values()].find((model) => model.get('helps'))"
SENT = """() => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
  .map((one) => [new URL(one.name).pathname, one.encodedBodySize])"""
TELEPHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LARGE = to_yaml(load("tetris-cube"))  # to count its packings takes longer than anybody waits


def open_card(page):
    """Wait for the card of a page, and return it."""
    until_true(page, "() => document.body.dataset.awake")
    if page.locator("#pack").count():
        page.locator("#pack").press("Enter")
    card = page.locator(".eo-handcard:visible").first
    card.locator(".hand-board").wait_for()
    return card


@pytest.fixture(scope="module")
def wide_page(browser, site_address):
    with new_visit(browser, viewport={"width": 1280, "height": 800}) as open_page:
        yield open_page(f"{site_address}{LESSON}#Now-you", site_address)


@pytest.fixture
def card(wide_page):
    """The card of the lesson, with an empty box."""
    card = open_card(wide_page)
    put(card, [])
    return card


@pytest.fixture(scope="module")
def slides_address(teacher_site):
    yield from serve(teacher_site)


def button(card, name: str):
    return card.get_by_role("button", name=name, exact=True)


def put(card, placements) -> None:
    """Let these pieces lie in the box, each by a move."""
    past = [["lay", [ADVISER.entry(one)]] for one in placements]
    card.page.evaluate(f"(past) => {HAND}.set({{ game: {{ past, future: [] }} }})", past)


def words_of(card) -> str:
    return card.locator(".eo-hand .eo-say").inner_text()


def wait_for_answer(card) -> str:
    """Wait until the question is answered, and return what is said."""
    until_true(card.page, f"() => {HAND}.get('ask')[1] === {HAND}.get('answered')")
    return words_of(card)


def ask(card, name: str = "Still solvable?") -> str:
    button(card, name).click()
    return wait_for_answer(card)


def begin_long_search(card) -> None:
    """Ask for what takes long, and wait until the search has begun."""
    card.page.evaluate(f"(file) => {{ {HAND}.get('puzzle').file = file; }}", LARGE)
    button(card, "Still solvable?").click()
    card.locator(".eo-say", has_text="Counting …").wait_for()
    card.page.evaluate(f"(file) => {{ {HAND}.get('puzzle').file = file; }}", to_yaml(BOX))


def focus_by_tab(page, name: str) -> None:
    """Press Tab until the focus is on a button."""
    for _ in range(40):
        if page.evaluate("document.activeElement.textContent") == name:
            return
        page.keyboard.press("Tab")
    raise AssertionError(name)


# -------- nothing before a question


def test_who_does_not_ask_is_sent_no_python(browser, site_address):
    with new_visit(browser) as open_page:
        page = open_page(site_address, site_address)
        page.wait_for_load_state("networkidle")
        sent = page.evaluate(SENT)
        assert sum(size for name, size in sent if "/stills/" not in name) < MOST
        assert not any(name.startswith(("/live/", "/data/", "/scripts/")) for name, _ in sent)
        put(open_card(page), all_packings("2x4x4")[0][:3])
        assert not any("pyodide" in name or "course.zip" in name for name, _ in page.evaluate(SENT))
        assert not page.workers


# -------- on the first page


def test_on_the_first_page_the_game_comes_by_a_key_and_answers(browser, site_address, axe):
    with new_visit(browser, viewport={"width": 1280, "height": 800}) as open_page:
        page = open_page(site_address, site_address)
        card, link = open_card(page), page.locator("#pack")
        until_true(page, "() => document.activeElement.matches('.hand-board')")
        page.keyboard.press("i")
        page.keyboard.press("Escape")
        assert "back in the tray" in words_of(card), "Escape is the game's, while a piece is in the hand"
        page.keyboard.press("i")
        page.keyboard.press("Enter")
        lies = page.evaluate(f"{HAND}.get('game').past[0][1][0]")
        laid = [one for one in BOX.placements if ADVISER.entry(one) == lies]
        number = count(BOX, "compiled", given=laid).count
        focus_by_tab(page, "Still solvable?")
        page.keyboard.press(" ")
        assert wait_for_answer(card).startswith(f"As it lies: exactly {number:,} completion")
        page.evaluate(axe)
        assert page.evaluate(VIOLATIONS) == []
        page.keyboard.press("Escape")
        card.wait_for(state="hidden")
        assert link.evaluate("node => node.matches(':focus')")
        link.click()
        assert "1 of 8 pieces" in card.locator(".hand-score").inner_text()


@pytest.mark.long
def test_on_a_telephone_the_layers_come_first(browser, site_address):
    with new_visit(browser, **TELEPHONE) as open_page:
        page = open_page(site_address, site_address)
        card = open_card(page)
        ask_button = button(card, "Still solvable?").bounding_box()
        assert ask_button["y"] + ask_button["height"] < 844 and page.evaluate(WIDE) <= 0
        page.get_by_role("button", name="Close").tap()
        card.wait_for(state="hidden")


@pytest.mark.long
def test_without_scripts_the_first_page_leads_to_the_game_of_the_lesson(browser, site_address):
    with new_visit(browser, java_script_enabled=False) as open_page:
        page = open_page(site_address, site_address)
        page.get_by_role("link", name="Pack it yourself").click()
        page.wait_for_url(f"**/{LESSON}#Now-you")


# -------- answers


def some_positions() -> list[tuple]:
    """Positions with a completion, and some that one more piece has spoilt."""
    dice, found = Random(26), []
    for pieces in (2, 3, 4, 5, 6):
        laid = dice.choice(all_packings("2x4x4"))[:pieces]
        more = dice.choice(fitting_placements(Position(BOX, laid=laid)))
        found += [laid, (*laid, more)]
    return found


@pytest.mark.long
def test_positions_are_called_what_another_engine_finds(card):
    numbers = []
    for laid in some_positions():
        number = count(BOX, "compiled", given=laid).count
        put(card, laid)
        words = f"exactly {number:,} completion" if number else "0 completions: "
        assert ask(card).startswith(f"As it lies: {words}")
        numbers.append(number)
    assert 0 in numbers and 0 < min(numbers[::2])


@pytest.mark.long
def test_hints_pack_the_box(card):
    for _ in BOX.pieces:
        assert "belongs to a solution" in ask(card, "Hint") or "Only 1 placement" in words_of(card)
        card.locator(".hand-board").press("Enter")
    assert "The box is full" in words_of(card)


@pytest.mark.long
def test_a_move_drops_the_question_and_the_next_one_is_answered(card):
    begin_long_search(card)
    laid = all_packings("2x4x4")[77][:5]
    put(card, laid)
    assert button(card, "Stop").get_attribute("aria-disabled") == "true"
    number = count(BOX, "compiled", given=laid).count
    assert ask(card).startswith(f"As it lies: exactly {number:,} completion")


@pytest.mark.long
def test_stop_ends_a_search_and_keeps_the_focus(card):
    begin_long_search(card)
    button(card, "Stop").press("Enter")
    assert wait_for_answer(card) == "Stopped."
    assert button(card, "Stop").evaluate("node => node.matches(':focus')")
    assert "11,120 completions" in ask(card)


@pytest.mark.long
def test_what_cannot_be_filled_is_marked_and_axe_finds_nothing(card, axe):
    square = {(0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 1)}
    shapes = [{(0, 1, 0), (1, 1, 0), (1, 0, 0), (0, 2, 0)}, square]
    put(card, [one for one in BOX.placements if set(one.cells) in shapes])
    assert "cell (0,0,0) can no longer be filled" in ask(card)
    assert card.locator(".hand-dead").get_attribute("data-cell") == "0"
    card.page.evaluate(axe)
    assert card.page.evaluate(VIOLATIONS) == []


# -------- touch, slides, a file


@pytest.mark.long
def test_on_a_telephone_a_finger_asks_and_sees_the_answer(browser, site_address):
    with new_visit(browser, **TELEPHONE) as open_page:
        page = open_page(site_address + LESSON, site_address)
        card = open_card(page)
        button(card, "Still solvable?").tap()
        assert wait_for_answer(card) == "As it lies: exactly 11,120 completions."
        place = card.locator(".eo-hand .eo-say").bounding_box()
        assert 0 <= place["y"] < 844 - place["height"] and page.evaluate(WIDE) <= 0


@pytest.mark.long
def test_on_a_slide_a_button_asks_and_the_keys_of_the_slides_stay(browser, slides_address, axe):
    with new_visit(browser, viewport={"width": 1280, "height": 720}) as open_page:
        page = open_page(slides_address + SLIDES, slides_address)
        until_true(page, "() => document.body.dataset.awake")
        page.keyboard.press("End")
        slide = open_card(page)
        put(slide, all_packings("2x4x4")[5][:2])
        focus_by_tab(page, "Still solvable?")
        page.keyboard.press(" ")
        assert wait_for_answer(slide).startswith("As it lies: exactly ")
        place = button(slide, "Still solvable?").bounding_box()
        assert place["y"] + place["height"] < page.locator("footer").bounding_box()["y"]
        page.evaluate(axe)
        assert page.evaluate(VIOLATIONS) == []
        where = page.locator("#where").inner_text()
        page.keyboard.press("ArrowLeft")
        assert page.locator("#where").inner_text() != where
        page.keyboard.press("ArrowRight")
        assert page.locator("#where").inner_text() == where
        assert words_of(slide).startswith("As it lies: exactly ")


@pytest.mark.long
@pytest.mark.parametrize("name", ["index.html", LESSON, f"{SLIDES}#7"])
def test_from_a_file_there_is_no_button_that_nobody_answers(browser, teacher_site, name):
    with new_visit(browser) as open_page:
        page = open_page(f"{teacher_site.as_uri()}/{name}", "file:")
        card = open_card(page)
        assert not card.get_by_role("button", name="Still solvable?").count()
        put(card, all_packings("2x4x4")[0][:3])
        assert "3 of 8 pieces" in card.locator(".hand-score").inner_text()
        note = page.locator(".kernel", has_text="Still solvable?").inner_text()
        assert "you need the notebook" in note
