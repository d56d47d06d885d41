"""Exercises that run in the pages of the book, in Firefox and in WebKitGTK: the notebook's verdicts, without
a request to elsewhere; and the page's own buttons and keys."""

from __future__ import annotations

import pytest
from quiet_clock import wait_until

from . import other_browsers
from .lab import free_port
from .live_answers import compare, notebooks, question_of, requests_of, tasks, without_check

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.usefixtures("pyodide")]

LESSON = "lessons/00-start-here.html"
PLACE = "document.querySelector('.live[data-exercise=\"0.1\"]')"
EDITOR = f"{PLACE}?.querySelector('.cm-content')"
BUTTON = f"[...{PLACE}.querySelectorAll('button')].find((one) => one.textContent === '%s')"
OUTPUT = f"(({{ dataset, innerText }}) => [dataset.status, innerText])({PLACE}.querySelector('.live-output'))"
TYPED = "print('hello')\n1 + 1"


@pytest.fixture(scope="module")
def fox(firefox):
    """A Firefox that watches what is asked for; at the end nothing was asked for elsewhere."""
    with other_browsers.firefox(firefox, free_port()) as page:
        page.watch_requests()
        yield page
        assert any(url.endswith("/live/pyodide.asm.wasm.xz") for url in page.requests)  # workers are heard
        assert not [url for url in page.requests if not url.startswith(HERE)]


HERE = "http://127.0.0.1:", "data:", "blob:"


@pytest.mark.parametrize("name", notebooks())
def test_answers_get_the_verdicts_of_the_notebook(fox, workshop_address, name):
    compare(name, ask(fox, workshop_address, name))


def ask(page, address: str, name: str) -> dict:
    """Return what the Python of a browser says to all that a notebook is asked."""
    page.goto(address)
    wait_until(lambda: page.evaluate("document.title") == "empty")
    return page.evaluate(question_of(name, requests_of(name)))


def test_webkit_gives_the_verdicts_of_the_notebook(workshop_address, need):
    with other_browsers.webkit(need("webkit"), free_port()) as page:
        compare("00-start-here", ask(page, workshop_address, "00-start-here"))


# -------- buttons and keys


@pytest.fixture
def lesson(fox, site_address):
    """The page of lesson 00, in which nothing has been written."""
    open_lesson(fox, site_address)
    fox.evaluate("localStorage.clear()")
    open_lesson(fox, site_address)
    return fox


def open_lesson(page, address: str) -> None:
    page.goto("about:blank")
    wait_until(lambda: page.evaluate("location.href") == "about:blank")
    page.goto(address + LESSON)
    wait_until(lambda: page.evaluate(f"Boolean({EDITOR})"))


def write(page, text: str) -> None:
    """Type a text over what stands in the editor, key by key."""
    page.click(EDITOR)
    page.press("Control", "a")
    first, *more = [line.strip() for line in without_check(text).split("\n")]  # the editor indents
    for key in [*first, *(key for line in more for key in ("Enter", *line))]:
        page.press(key)


def wait_for(page, status: str) -> str:
    """Wait for the output of the exercise to have a status, and return its words."""
    wait_until(lambda: page.evaluate(OUTPUT)[0] == status)
    return page.evaluate(OUTPUT)[1]


def test_what_is_typed_runs_and_is_judged_by_keys(lesson):
    write(lesson, TYPED)
    lesson.press("Control", "Enter")
    assert wait_for(lesson, "ran").split() == ["hello", "2"]
    write(lesson, tasks("00-start-here")["0.1"].solution)
    lesson.press("Shift", "Enter")
    assert "Correct" in wait_for(lesson, "correct")
    assert "solved" in lesson.evaluate(f"{PLACE}.innerText")


def test_stop_ends_what_python_cannot_and_a_new_page_has_the_answer(lesson, site_address):
    deaf = "sum(iter(int, 1))"
    write(lesson, deaf)
    lesson.click(BUTTON % "Run")
    wait_for(lesson, "busy")
    lesson.click(BUTTON % "Stop")
    assert "still here" in wait_for(lesson, "stopped")
    lesson.click(BUTTON % "Run")
    wait_for(lesson, "busy")
    open_lesson(lesson, site_address)
    assert deaf in lesson.evaluate(f"{EDITOR}.innerText")


def test_the_tree_of_a_search_follows_what_is_typed(fox, site_address):
    place = PLACE.replace("0.1", "1.3")
    fox.goto(f"{site_address}lessons/01-backtracking.html")
    wait_until(lambda: fox.evaluate(f"Boolean({place}?.querySelector('.card'))"))
    wait_until(lambda: touch(fox, f"{place}.querySelector('.cm-content')"))
    fox.press("Control", "a")
    for key in (*"def can_still_work(square):", "Enter", *"return True"):
        fox.press(key)
    said = f"{place}.querySelector('.eo-message').innerText"
    wait_until(lambda: fox.evaluate(said).startswith("No magic square after 20,000 steps."))
    fox.evaluate(f"{place}.querySelector('.eo-board').scrollIntoView()")  # drawn where it can be seen
    seen = f"Number({place}.querySelector('[data-seen]')?.dataset.seen ?? 0)"
    wait_until(lambda: fox.evaluate(seen) > 1000)


def touch(page, node: str) -> bool:
    """Click on something; was it hit? Cards above it still grow."""
    page.click(node)
    return page.evaluate(f"document.activeElement === {node}")
