"""Exercises that run in the pages of the book, from a server without a network: right, odd, wrong and endless
answers get the verdicts of the notebook, and nothing that a student wrote is lost."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest
import yaml
from sizes import ALL
from test_book import ROOT, build, course

from lessons.kit.live import pages
from lessons.kit.live.session import Session

from .test_book import VIOLATIONS, serve

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("pyodide")]

ENDLESS = "def endless(*_):\n    while True:\n        pass"
FILL = """() => {
  Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
EMPTY = '<!DOCTYPE html><title>empty</title><link rel="icon" href="data:,">'
DEAF = "sum(iter(int, 1))"  # nothing of Python runs in between: only the page can end it
ASK = """(requests) => new Promise((done) => {
  const worker = new Worker("/live/worker.js", { type: "module" }), answers = [];
  const ask = () => worker.postMessage({ request: requests[answers.length] });
  worker.onmessage = ({ data }) => {
    if (data.failed) done({ failed: data.failed });
    if (data.ready) ask();
    if (!data.answer) return;
    answers.push(JSON.parse(data.answer));
    if (answers.length < requests.length) return ask();
    worker.terminate();
    done({ answers });
  };
  worker.postMessage({ content: globalThis.content });
})"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """The folder of a site with all that runs Python, and an empty page."""
    place = tmp_path_factory.mktemp("live")
    (place / "live").mkdir()
    for name, content in pages.live_files():
        (place / "live" / name).write_bytes(content)
    (place / "index.html").write_text(EMPTY, encoding="utf-8")
    return place


@pytest.fixture(scope="module")
def address(folder):
    yield from serve(folder)


@pytest.fixture(scope="module")
def site_address(site):
    yield from serve(site)


@pytest.fixture
def visit(browser):
    """A function that opens a page in a browser that has never been here; at the end nothing has gone wrong,
    and nothing was asked for elsewhere."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    wrong = []

    def open_page(address: str, start: str):
        page = context.new_page()
        page.set_default_timeout(90_000)  # Python starts on a busy machine
        page.on("console", lambda one: wrong.append(one.text) if one.type == "error" else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda one: None if inside(one.url, start) else wrong.append(one.url))
        page.goto(address)
        return page

    yield open_page
    context.close()
    assert not wrong, wrong


def inside(url: str, start: str) -> bool:
    return url.startswith((start, "data:", "blob:"))


# -------- verdicts


@cache
def notebooks() -> dict[str, pages.LiveCells]:
    """The notebooks that have live exercises, by name."""
    parts = [part for lesson in course() for part in lesson.parts]
    found = {
        part.name: pages.live_notebook(part.number, build.student_notebook(part).cells) for part in parts
    }
    return {name: cells for name, cells in found.items() if cells}


def without_check(source: str) -> str:
    """An answer as it stands in a page, which has no call of check."""
    lines = source.removeprefix(pages.IMPORT).splitlines()
    return "\n".join(line for line in lines if not line.startswith("check(")).strip()


def tasks(name: str) -> dict:
    lesson = next(lesson for lesson in course() if any(part.name == name for part in lesson.parts))
    return {task.id: task for task in lesson.exercises}


def other_ways(name: str, id: str) -> list[str]:
    """Right answers in an odd style."""
    folder = next(ROOT.glob(f"lessons/l{name[:2]}_*"))
    ways = yaml.safe_load((folder / "ways.yaml").read_text(encoding="utf-8")).get(id, ())
    right = [way["code"] for way in ways if way["verdict"] == "right" and "numpy" not in way["code"]]
    return right[: None if ALL else 1]


def requests_of(name: str) -> list[dict]:
    """What the page of a notebook is asked: for each exercise all kinds of answers."""
    cells, found = notebooks()[name], []
    solutions = {id: without_check(task.solution) for id, task in tasks(name).items()}
    for id in cells.stubs:
        wrong = [code for _, code in tasks(name)[id].wrongs]
        texts = [solutions[id], cells.stubs[id], *other_ways(name, id), *wrong[: None if ALL else 1], "def ("]
        for source in map(without_check, texts):
            found.append({"action": "check", "id": id, "source": source, "answers": solutions})
    return found


def session_of(cells: pages.LiveCells) -> Session:
    return Session(cells.number, cells.statements, cells.calls)


def plain_words(answer: dict) -> str:
    """The words of a verdict without addresses and without seconds that a slower Python needs."""
    return re.sub(r"0x[0-9a-f]+", "0x", answer["text"])


@pytest.mark.parametrize("name", [
    one if one[:2] in ("00", "04") and len(one) < 15 else pytest.param(one, marks=pytest.mark.long)
    for one in notebooks()
])  # fmt: skip
def test_answers_get_the_verdicts_of_the_notebook(visit, address, name):
    """Here Python of the browser, there the one that runs this test, with the packages it has."""
    asked, cells = requests_of(name), notebooks()[name]
    here = session_of(cells)
    expected = [json.loads(here.perform(json.dumps(one))) for one in asked]
    page = visit(address, address)
    page.evaluate("(content) => { globalThis.content = content; }", content_of(cells))
    found = page.evaluate(ASK, asked)
    assert "failed" not in found, found
    for request, there, wanted in zip(asked, found["answers"], expected):
        assert (there["status"], plain_words(there)) == (wanted["status"], plain_words(wanted)), request
    solved = [
        one for one, request in zip(expected, asked) if request["source"] == request["answers"][request["id"]]
    ]
    assert {one["status"] for one in solved} == {"correct"} and len(solved) >= len(cells.stubs)


def content_of(cells: pages.LiveCells) -> dict:
    """What a page hands to its Python."""
    script = cells.script("name", build.student_notebook(course()[0]))
    return json.loads(script.removeprefix("Book.live = ").removesuffix(";\n"))["python"]


def test_an_endless_answer_is_ended_by_the_check_and_told_with_its_line(visit, address):
    cells = notebooks()["00-start-here"]
    page = visit(address, address)
    page.evaluate("(content) => { globalThis.content = content; }", content_of(cells))
    source = f"{ENDLESS}\n{cells.calls['0.1']} = endless"
    (answer,) = page.evaluate(ASK, [{"action": "check", "id": "0.1", "source": source, "answers": {}}])[
        "answers"
    ]
    assert answer["status"] == "not yet" and "still running after" in answer["text"]
    assert re.search(r"\(line [23]: `", answer["text"])


def test_a_live_exercise_needs_no_solver_and_the_others_have_their_reason():
    every = {task.id for lesson in course() if lesson.number <= pages.LAST for task in lesson.exercises}
    live = {id for cells in notebooks().values() for id in cells.stubs}
    assert every - live == pages.CLOSED.keys()


# -------- the page


LESSON = "lessons/00-start-here.html"


@pytest.fixture
def lesson(visit, site_address):
    return visit(site_address + LESSON, site_address)


def place(page, id: str = "0.1"):
    return page.locator(f'.live[data-exercise="{id}"]')


def write(page, text: str, id: str = "0.1") -> None:
    """Put a text into the editor, as somebody who types it."""
    place(page, id).locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(text)


def wait_for(page, status: str, id: str = "0.1"):
    """Wait for the output of an exercise to have a status, and return it."""
    found = place(page, id).locator(f".live-output[data-status='{status}']")
    found.wait_for()
    return found


def solution(id: str) -> str:
    return without_check(tasks("00-start-here")[id].solution)


def test_the_first_touch_starts_python_and_keys_do_the_rest(lesson):
    write(lesson, "print('hello')\n1 + 1")
    lesson.keyboard.press("ControlOrMeta+Enter")
    assert wait_for(lesson, "ran").inner_text().split() == ["hello", "2"]
    write(lesson, solution("0.1"))
    lesson.keyboard.press("Shift+Enter")
    assert "Correct" in wait_for(lesson, "correct").inner_text()
    assert "solved" in place(lesson).inner_text()


def test_nothing_is_loaded_before_the_first_touch(visit, site_address):
    page = visit(site_address + LESSON, site_address)
    page.wait_for_function("() => document.body.dataset.awake")
    assert not page.evaluate(
        "performance.getEntriesByType('resource').some((one) => /pyodide|course/.test(one.name))"
    )


def test_stop_ends_what_python_cannot_and_the_answer_stays(lesson):
    write(lesson, DEAF)
    place(lesson).get_by_role("button", name="Run").click()
    wait_for(lesson, "busy")
    place(lesson).get_by_role("button", name="Stop").click()
    assert "still here" in wait_for(lesson, "stopped").inner_text()
    assert DEAF in place(lesson).locator(".cm-content").inner_text()
    write(lesson, "print(6 * 7)")
    place(lesson).get_by_role("button", name="Run").click()
    assert wait_for(lesson, "ran").inner_text() == "42"


def test_an_answer_outlives_a_page_that_is_killed_while_it_runs(lesson):
    write(lesson, DEAF)
    place(lesson).get_by_role("button", name="Run").click()
    wait_for(lesson, "busy")
    lesson.reload()
    assert DEAF in place(lesson).locator(".cm-content").inner_text()


def test_two_tabs_see_each_other_and_neither_loses_its_text(lesson, visit, site_address):
    other = visit(site_address + LESSON, site_address)
    write(lesson, "first = 1")
    other.locator(".cm-content", has_text="first = 1").wait_for()
    write(other, "second = 2")
    lesson.locator(".cm-content", has_text="second = 2").wait_for()
    place(lesson).locator(".cm-content").click()
    lesson.keyboard.press("ControlOrMeta+z")
    assert "first = 1" in place(lesson).locator(".cm-content").inner_text()


def test_a_full_storage_is_told_and_the_answer_is_in_the_notebook(lesson, tmp_path):
    lesson.evaluate(FILL)
    write(lesson, "kept = 'ünïcode'")
    assert "no room" in lesson.locator("#live-kept").inner_text()
    saved = save(lesson, tmp_path)
    cell = next(cell for cell in saved["cells"] if 'check("0.1"' in "".join(cell["source"]))
    assert "".join(cell["source"]).startswith("from lessons import check\n\nkept = 'ünïcode'\n\ncheck(")


def save(page, folder: Path) -> dict:
    """Press the button that saves a notebook, and return what came."""
    with page.expect_download() as coming:
        page.get_by_role("button", name="Save answers as a notebook").click()
    coming.value.save_as(folder / "saved.ipynb")
    return json.loads((folder / "saved.ipynb").read_text(encoding="utf-8"))


def test_answers_come_out_of_a_notebook(lesson, tmp_path):
    write(lesson, "mine = 1")
    save(lesson, tmp_path)
    place(lesson).get_by_role("button", name="Reset").click()
    assert "mine" not in place(lesson).locator(".cm-content").inner_text()
    lesson.get_by_label("Take answers from a notebook").set_input_files(tmp_path / "saved.ipynb")
    lesson.locator(".cm-content", has_text="mine = 1").wait_for()


HOSTILE = {
    "no JSON": "{",
    "no cells": "{}",
    "cells that are none": json.dumps(
        {"cells": [None, 3, {"cell_type": "code"}, {"cell_type": "code", "source": 7}]}
    ),
    "HTML": json.dumps(
        {"cells": [{"cell_type": "code", "source": '<img src=x onerror=alert(1)>\ncheck("0.1", x)'}]}
    ),
    "an unknown exercise": json.dumps({"cells": [{"cell_type": "code", "source": 'check("9.9", x)'}]}),
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_notebook_does_no_harm(lesson, content):
    file = {"name": "x.ipynb", "mimeType": "application/json", "buffer": content.encode()}
    lesson.get_by_label("Take answers from a notebook").set_input_files(file)
    lesson.locator("#live-kept", has_text="taken").wait_for()
    assert not lesson.locator("img[onerror]").count()


def test_printed_html_stays_text(lesson):
    write(lesson, "print('<img src=x onerror=alert(1)>')\n1 / 0")
    place(lesson).get_by_role("button", name="Run").click()
    found = wait_for(lesson, "error")
    assert "<img src=x" in found.inner_text() and "ZeroDivisionError" in found.inner_text()
    assert not lesson.locator("img[onerror]").count()


def test_on_a_telephone_nothing_is_too_wide_and_axe_finds_nothing(lesson, axe):
    lesson.set_viewport_size({"width": 390, "height": 800})
    write(lesson, "x = 1")
    assert lesson.evaluate("document.documentElement.scrollWidth <= innerWidth")
    lesson.evaluate(axe)
    assert lesson.evaluate(VIOLATIONS) == []


def test_from_a_file_the_page_says_how_to_serve_it(visit, site):
    page = visit((site / LESSON).as_uri(), "file:")
    assert "python -m http.server" in page.locator("p.task", has_text="web server").first.inner_text()
    assert page.locator(".live pre.code").count()
