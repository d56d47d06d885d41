"""Exercises that run in the pages of the book, from a server without a network: right, odd, wrong and endless
answers get the verdicts of the notebook, and nothing that a student wrote is lost."""

from __future__ import annotations

import json

import pytest
from sizes import picked

from .lab import until, until_true
from .live_answers import compare, notebooks, question_of, requests_of, tasks, without_check
from .live_page import new_visit, place_of, save_notebook, take_answers, write_answer
from .test_book import VIOLATIONS

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("pyodide")]

FILL = """() => {
  Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
BLOCK = """Object.defineProperty(globalThis, "localStorage", {
  get() { throw new DOMException("blocked", "SecurityError"); },
});"""
STALE = """(id) => {
  const root = new URL(document.body.dataset.root, location.href).pathname;
  localStorage.setItem(`exactly-once-answer ${root} ${id}`, JSON.stringify({ source: "newer = 2" }));
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
}"""
SMALL = """() => [...document.querySelectorAll(".live-buttons button, .live-notebook :is(button, input)")]
  .map((node) => [node.textContent, node.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 44 || height < 44).map(([words]) => words)"""
# A stand-in for Python: it calls each answer correct.
PRETENDED = """globalThis.Worker = class {
  postMessage({ request }) {
    const data = request ? { answer: '{"status": "correct", "printed": "yes"}' } : { ready: true };
    setTimeout(() => this.onmessage({ data }));
  }
  terminate() {}
};"""
DEAF = "sum(iter(int, 1))"  # nothing of Python runs in between: only the page can end it


# -------- verdicts


@pytest.mark.parametrize("name", picked(notebooks(), ["00-start-here"]))
def test_answers_get_the_verdicts_of_the_notebook(visit, workshop_address, name):
    """Here Python of the browser, there the one that runs this test, with the packages it has."""
    page = visit(workshop_address, workshop_address)
    compare(name, page.evaluate(question_of(name, requests_of(name))))


# -------- the page


LESSON = "lessons/00-start-here.html"
SAVING = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"
RESTED = "() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done)))"


@pytest.fixture(scope="module")
def lesson(browser, site_address):
    """A page whose Python stays for the next test, unless that test ends it or loads the page again."""
    with new_visit(browser, viewport={"width": 1280, "height": 800}) as open_page:
        yield open_page(site_address + LESSON, site_address)


@pytest.fixture
def still(visit, site_address):
    """A new page, in which something stands for Python that calls each answer correct at once."""
    return visit(site_address + LESSON, site_address, PRETENDED)


def place(page, id: str = "0.1"):
    return place_of(page, id)


def write(page, text: str, id: str = "0.1") -> None:
    write_answer(page, id, text)


def run(page, text: str, status: str = "ran"):
    """Write an answer, press Run, and return the output once it has a status."""
    write(page, text)
    place(page).get_by_role("button", name="Run").click()
    return wait_for(page, status)


def wait_for(page, status: str, id: str = "0.1"):
    found = place(page, id).locator(f".live-output[data-status='{status}']")
    found.wait_for()
    return found


def solution(id: str) -> str:
    return without_check(tasks("00-start-here")[id].solution)


def reload(page) -> None:
    page.reload()
    until_true(page, "() => document.body.dataset.awake")


@pytest.mark.long
def test_where_data_are_to_be_saved_only_a_touch_starts_python(visit, site_address):
    page = visit(site_address + LESSON, site_address, SAVING + PRETENDED)
    until_true(page, "() => document.body.dataset.awake")
    page.evaluate(RESTED)
    assert not page.evaluate("Book.python.started")
    place(page).locator(".cm-content").click()
    until_true(page, "() => Book.python.ready")


def test_python_starts_while_one_reads_and_keys_do_the_rest(lesson):
    reload(lesson)
    until_true(lesson, "() => Book.python.ready")
    write(lesson, "print('hello')\n1 + 1")
    lesson.keyboard.press("ControlOrMeta+Enter")
    assert wait_for(lesson, "ran").inner_text().split() == ["hello", "2"]
    write(lesson, solution("0.1"))
    lesson.keyboard.press("Shift+Enter")
    assert "Correct" in wait_for(lesson, "correct").inner_text()
    assert "solved" in place(lesson).inner_text()


def test_python_starts_also_if_its_script_comes_last(lesson):
    """What asks for the machine code waits for the script, and one file is unpacked after the other."""
    script = []
    lesson.route("**/pyodide.asm.mjs.xz", lambda route: script.append(route))
    with lesson.expect_event("requestfinished", lambda one: one.url.endswith("pyodide.asm.wasm.xz")):
        reload(lesson)
    script[0].continue_()
    until_true(lesson, "() => Book.python.ready")
    lesson.unroute_all()


@pytest.mark.long
@pytest.mark.parametrize("name", notebooks())
def test_an_exercise_of_each_page_is_solved_in_it(visit, site, site_address, name):
    """The workflow that publishes the book asks this of what it has built."""
    address = f"lessons/{name}.html"
    assert (site / address).exists(), "this book has no such lesson"
    page, id = visit(site_address + address, site_address), next(iter(notebooks()[name].stubs))
    until_true(page, "() => document.body.dataset.awake")
    write(page, without_check(tasks(name)[id].solution), id)
    page.keyboard.press("Shift+Enter")
    wait_for(page, "correct", id)


IMPORTS = """import array, bisect, cProfile, calendar, cmath, copy, csv, dataclasses, datetime, decimal, dis
import enum, fractions, functools, graphlib, heapq, itertools, json, logging, math, operator, pathlib, pickle
import platform, pprint, pstats, queue, random, re, secrets, shelve, statistics, string, textwrap, timeit
import trace, tracemalloc, types, typing, urllib.parse, uuid, xml.etree.ElementTree, zoneinfo
from puzzlelib import load
help(load)"""


def test_a_student_finds_pythons_library_and_reads_what_ours_says_of_itself(lesson):
    """Both are compiled, and without what nothing in a page can use."""
    assert "Return a puzzle of the catalogue" in run(lesson, IMPORTS).inner_text()


@pytest.mark.long
def test_what_a_page_cannot_do_is_an_error_of_python(lesson):
    for source, words in (
        ("input('?')", "input() cannot ask"),
        ("import js\njs.document", "AttributeError: document"),
        ("x = [0] * 10**9", "MemoryError"),
        ("exit()", "SystemExit"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    ):
        write(lesson, source)
        lesson.keyboard.press("ControlOrMeta+Enter")
        place(lesson).locator(".live-output[data-status='error']", has_text=words).wait_for()
    assert run(lesson, "print(6 * 7)").inner_text() == "42"


def test_keys_lead_to_stop_which_ends_what_python_cannot_however_often(lesson):
    """Tab writes in the editor; how to leave it is told in sight, and as its description."""
    write(lesson, DEAF)
    editor = place(lesson).get_by_role("textbox")
    told = lesson.locator(f"[id='{editor.get_attribute('aria-describedby')}']")
    assert "Escape, then Tab" in told.inner_text() and told.is_visible()
    for key in ("Escape", "Tab", "Tab", "Enter"):
        lesson.keyboard.press(key)
    wait_for(lesson, "busy")
    lesson.keyboard.press("Tab")
    assert lesson.evaluate("document.activeElement.textContent") == "Stop"
    lesson.keyboard.press("Enter")
    assert "still here" in wait_for(lesson, "stopped").inner_text()
    assert lesson.evaluate("document.activeElement.textContent") == "Check"
    assert DEAF in place(lesson).locator(".cm-content").inner_text()
    for _ in range(3):
        place(lesson).get_by_role("button", name="Run").click()
        place(lesson).get_by_role("button", name="Stop").click()
        wait_for(lesson, "stopped")
    assert run(lesson, "print(6 * 7)").inner_text() == "42"
    until(lesson, lambda: len(lesson.workers) == 1)  # a stopped worker ends in the browser's own time


NAMELESS = "import builtins\nbuiltins.__dict__.clear()"


@pytest.mark.long
def test_code_that_breaks_python_is_told_and_the_next_one_is_new(lesson):
    found = run(lesson, NAMELESS, "stopped").inner_text()
    assert "Python has ended" in found and len(found) < 500
    assert place(lesson).locator(".cm-line").all_inner_texts() == NAMELESS.split("\n")
    assert run(lesson, "print(6 * 7)").inner_text() == "42"


FORGED = """import json
html = '<b style="color: red">kept</b><img src=x onerror=alert(1)><a href="javascript:alert(2)">no</a>'
html += '<i style="background: url(//elsewhere)">plain</i>'
forged = json.dumps({"status": "ran", "text": "", "printed": "", "html": html})
json.dumps = lambda *_, **__: forged"""


def test_html_that_is_printed_stays_text_and_that_code_forges_shows_and_does_nothing(lesson):
    found = run(lesson, "print('<img src=x onerror=alert(1)>')\n1 / 0", "error")
    assert "<img src=x" in found.inner_text() and "ZeroDivisionError" in found.inner_text()
    assert not lesson.locator("img[onerror]").count()
    found = run(lesson, FORGED)
    found.get_by_text("plain").wait_for()
    assert found.inner_html().endswith('<div><b style="color: red">kept</b>no<i>plain</i></div>')
    reload(lesson)  # that Python forges each answer


@pytest.mark.long
def test_an_answer_outlives_a_page_that_is_killed_while_it_runs(lesson):
    run(lesson, DEAF, "busy")
    reload(lesson)
    assert DEAF in place(lesson).locator(".cm-content").inner_text()


# -------- what is kept, without Python


@pytest.mark.long
def test_two_tabs_see_each_other_and_neither_loses_its_text(still, visit, site_address):
    other = visit(site_address + LESSON, site_address, PRETENDED)
    write(still, "first = 1")
    other.locator(".cm-content", has_text="first = 1").wait_for()
    write(other, "second = 2")
    still.locator(".cm-content", has_text="second = 2").wait_for()
    place(still).locator(".cm-content").click()
    still.keyboard.press("ControlOrMeta+z")
    assert "first = 1" in place(still).locator(".cm-content").inner_text()
    other.close()
    still.evaluate(STALE, "0.1")  # the page comes back, after another has written
    still.locator(".cm-content", has_text="newer = 2").wait_for()


@pytest.mark.long
def test_answers_come_out_of_a_notebook_though_the_storage_is_full(still, tmp_path):
    still.evaluate(FILL)
    write(still, "kept = 'ünïcode'")
    assert "no room" in still.locator("#live-kept").inner_text()
    saved = save_notebook(still, tmp_path)
    cell = next(cell for cell in saved["cells"] if 'check("0.1"' in "".join(cell["source"]))
    assert "".join(cell["source"]).startswith("from lessons import check\n\nkept = 'ünïcode'\n\ncheck(")
    place(still).get_by_role("button", name="Reset").click()
    assert "kept" not in place(still).locator(".cm-content").inner_text()
    take_answers(still, tmp_path / "saved.ipynb", all_of_them=False)
    still.locator(".cm-content", has_text="kept = 'ünïcode'").wait_for()


def notebook_of(**sources: str) -> dict:
    cells = [{"cell_type": "code", "source": source} for source in sources.values()]
    return {
        "name": "x.ipynb",
        "mimeType": "application/json",
        "buffer": json.dumps({"cells": cells}).encode(),
    }


@pytest.mark.long
def test_answers_are_taken_after_a_question_and_each_by_itself(still):
    """Keys alone; what one has written is replaced only where one says so, and a stub replaces nothing."""
    own = "mine = 1"
    write(still, own)
    still.keyboard.press("Shift+Enter")
    wait_for(still, "correct")
    stub = notebooks()["00-start-here"].stubs["0.3"]
    file = notebook_of(
        a='theirs = 1\ncheck("0.1", theirs)', b='two = 2\ncheck("0.2", two)', c=f'{stub}\ncheck("0.3", x)'
    )
    still.get_by_label("Take answers from a notebook").set_input_files(file)
    dialog = still.get_by_role("dialog")
    dialog.wait_for()
    boxes = dialog.get_by_role("checkbox").all()
    assert [box.is_checked() for box in boxes] == [False, True]
    assert "in place of what you have written" in dialog.get_by_text("0.1").inner_text()
    still.keyboard.press("Escape")
    still.locator("#live-kept", has_text="No answers taken.").wait_for()
    assert own in place(still).locator(".cm-content").inner_text()
    still.get_by_label("Take answers from a notebook").set_input_files(file)
    dialog.wait_for()
    still.keyboard.press("Tab")
    still.keyboard.press("Tab")
    still.keyboard.press("Enter")
    still.locator("#live-kept", has_text="1 answer taken").wait_for()
    assert own in place(still).locator(".cm-content").inner_text() and "solved" in place(still).inner_text()
    assert "two = 2" in place(still, "0.2").locator(".cm-content").inner_text()


@pytest.mark.long
def test_a_mark_goes_with_the_answer_that_earned_it(still):
    write(still, "right = 1")
    still.keyboard.press("Shift+Enter")
    wait_for(still, "correct")
    still.keyboard.press("x")
    assert "solved" not in place(still).inner_text()
    still.keyboard.press("Backspace")
    assert "solved" in place(still).inner_text()
    take_answers(still, notebook_of(a='other = 1\ncheck("0.1", other)'))
    still.locator("#live-kept", has_text="1 answer taken").wait_for()
    assert "solved" not in place(still).inner_text()
    reload(still)
    assert "solved" not in place(still).inner_text()


@pytest.mark.long
def test_a_browser_that_keeps_nothing_says_so_where_one_writes(visit, site_address):
    page = visit(site_address + LESSON, site_address, BLOCK + PRETENDED)
    write(page, solution("0.1"))
    assert "no room" in place(page).locator(".live-note").inner_text()
    page.keyboard.press("Shift+Enter")
    wait_for(page, "correct")


HOSTILE = {
    "no JSON": "{",
    "no cells": "{}",
    "cells that are none": json.dumps(
        {"cells": [None, 3, {"cell_type": "code"}, {"cell_type": "code", "source": 7}]}
    ),
    "HTML": json.dumps(
        {"cells": [{"cell_type": "code", "source": '<img src=x onerror=alert(1)>\ncheck("0.1", x)'}]}
    ),
    "another lesson": json.dumps({"cells": [{"cell_type": "code", "source": 'x = 1\ncheck("1.1", x)'}]}),
    "too large": " " * 5_000_001,
    "an unknown exercise": json.dumps({"cells": [{"cell_type": "code", "source": 'check("9.9", x)'}]}),
}


@pytest.mark.long
def test_a_hostile_notebook_does_no_harm(still):
    for name, content in HOSTILE.items():
        still.locator("#live-kept").evaluate("(node) => { node.textContent = ''; }")
        file = {"name": "x.ipynb", "mimeType": "application/json", "buffer": content.encode()}
        still.get_by_label("Take answers from a notebook").set_input_files(file)
        if name == "HTML":
            still.get_by_role("dialog").get_by_role("button", name="Take").click()
        still.locator("#live-kept", has_text="taken").wait_for()
        assert not still.locator("img[onerror]").count(), name


@pytest.mark.parametrize("name", picked(notebooks(), ["00-start-here"]))
def test_on_a_telephone_nothing_is_too_wide_or_too_small_and_axe_finds_nothing(
    browser, site_address, axe, name
):
    id = next(iter(notebooks()[name].stubs))
    telephone = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}
    with new_visit(browser, **telephone) as open_page:
        page = open_page(f"{site_address}lessons/{name}.html", site_address)
        page.evaluate(axe)
        for look, source in (("light", "def ("), ("dark", f"x = '{'long ' * 40}'\nx")):
            page.emulate_media(color_scheme=look)
            write(page, source, id)
            place(page, id).get_by_role("button", name="Run").click()
            wait_for(page, "error" if look == "light" else "ran", id)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert page.evaluate(SMALL) == []
            assert page.evaluate(VIOLATIONS) == [], look


@pytest.mark.long
def test_on_paper_stand_the_answer_and_its_verdict_and_no_button(lesson):
    said = run(lesson, f"print('{'verdict ' * 40}')")
    lesson.emulate_media(media="print")
    assert place(lesson).locator(".cm-content").is_visible() and said.is_visible()
    assert not lesson.locator(":is(.live, .live-notebook) button:visible, .live-intro:visible").count()
    lesson.emulate_media(media="screen")


@pytest.mark.long
def test_from_a_file_the_page_says_how_to_serve_it(visit, site):
    page = visit((site / LESSON).as_uri(), "file:")
    assert "python -m http.server" in page.locator("p.task", has_text="web server").first.inner_text()
    assert page.locator(".live pre.code").count()
