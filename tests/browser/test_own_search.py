"""The student's own search, stepped in a notebook and in a page of the book."""

from __future__ import annotations

import pytest
from test_own_search import FEWEST, PLACES, answers

from .controls import kept_picture, violations
from .lab import desk_with, settle, until_true
from .live_answers import answers_here, question_of
from .live_page import check_states, place_of, write_answer
from .test_book import VIOLATIONS

pytestmark = pytest.mark.browser

CELLS = {
    "by_cell": answers("by_cell")["solution"],
    "algorithm_x": FEWEST + answers("algorithm_x")["solution"],
}
WRONG = {
    "by_cell": "lets pieces overlap",
    "by_piece": "does not look whether the cells are empty",
    "algorithm_x": 'takes "no option left" for a solution',
}
LESSONS = {"by_cell": "03-tetris-cube", "by_piece": "03-tetris-cube", "algorithm_x": "04-algorithm-x"}


def test_a_notebook_steps_the_search_and_follows_its_cell(server, browser, axe):
    cards = ["from lessons import watch_search", *(f"watch_search('{name}')" for name in CELLS)]
    cells = [*CELLS.values(), *cards]
    again = answers("by_cell")[WRONG["by_cell"]]
    with desk_with(server, browser, "own-search.ipynb", *cells, again) as lab:
        said = lab.notebook.locator(".eo-message")
        said.filter(has_text="478 placements tried, 300 dead ends").wait_for()
        said.filter(has_text="Little cube: 80 options tried").wait_for()
        assert said.filter(has_text="Six cards: 5 options tried").count() == 1
        for stage in lab.stages().all():
            kept_picture(settle(stage))
        assert violations(lab, axe) == []


# -------- the Python of a page


def request(name: str, source: str, action: str = "watch", **more) -> dict:
    code = FEWEST * (name == "algorithm_x") + source
    return {"action": action, "id": PLACES[name][1], "source": code, "answers": {}, **more}


def requests_of(lesson: str) -> list[dict]:
    found = []
    for name in (name for name in LESSONS if LESSONS[name] == lesson):
        wrong = answers(name)[WRONG[name]]
        found += [request(name, answers(name)["solution"]), request(name, wrong)]
        found.append(request(name, wrong, "frames", part="views", start=30, stop=33))
    return found


@pytest.mark.usefixtures("pyodide")
@pytest.mark.long
@pytest.mark.parametrize("lesson", ["03-tetris-cube", "04-algorithm-x"])
def test_a_browser_steps_a_search_as_this_python_does(visit, workshop_address, lesson):
    page, requests = visit(workshop_address, workshop_address), requests_of(lesson)
    assert page.evaluate(question_of(lesson, requests)) == {"answers": answers_here(lesson, requests)}


# -------- the page


@pytest.mark.long
@pytest.mark.usefixtures("pyodide")
@pytest.mark.parametrize("name", LESSONS)
def test_the_picture_follows_what_is_written(visit, site_address, axe, name):
    page = visit(f"{site_address}lessons/{LESSONS[name]}.html", site_address)
    until_true(page, "() => document.body.dataset.awake")
    place = place_of(page, PLACES[name][1])
    assert f"Write {name} above" in place.locator(".eo-message").first.inner_text()
    for one in (request(name, answers(name)["solution"]), request(name, answers(name)[WRONG[name]])):
        write_answer(page, one["id"], one["source"])
        (answer,) = answers_here(LESSONS[name], [one])
        place.locator(".eo-message", has_text=answer["text"]).wait_for()
        check_states(page, name, answer)
        for stage in place.locator(".eo-stage").all():
            settle(stage)
    page.set_viewport_size({"width": 390, "height": 800})
    until_true(page, "() => document.documentElement.scrollWidth <= innerWidth")
    page.evaluate(axe)
    assert page.evaluate(VIOLATIONS) == []
