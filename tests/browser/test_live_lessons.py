"""Live pages of lessons from 06 on, without the pictures of their notebooks: `make collect` judges what is
saved in a page as the page did, and a press of Stop ends what no solver would."""

from __future__ import annotations

import json
from functools import cache

import nbformat
import pytest
from quiet_clock import ends_within, now, wait_until
from sizes import picked
from test_collect import judged_in

from .lab import worked
from .live_answers import notebooks, tasks, without_check
from .live_page import new_visit, place_of, save_notebook, write_answer
from .test_live_solvers import ENDLESS_ILP, PIGEONS

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.usefixtures("pyodide")]

FROM_06 = [name for name in notebooks() if name >= "06"]
JUDGED = ".live-output:is([data-status='correct'], [data-status='not yet'], [data-status='error'])"


@pytest.fixture(scope="module")
def open_lesson(browser, pages_address):
    """A function that opens the page of a notebook, once: what is asked there first starts its Python."""
    with new_visit(browser, viewport={"width": 1280, "height": 800}) as visit:
        yield cache(lambda name: visit(f"{pages_address}lessons/{name}.html", pages_address))


# -------- what is handed in


def answers_of(name: str) -> dict[str, str]:
    """Return solutions, but of several exercises a wrong answer to the last one."""
    *solved, last = notebooks()[name].stubs
    given = {id: without_check(tasks(name)[id].solution) for id in (*solved, last)}
    return given | {last: without_check(tasks(name)[last].wrongs[0][1])} if solved else given


@pytest.mark.parametrize("name", picked(FROM_06, ["09b-plates"]))
def test_collect_judges_what_is_saved_as_the_page_did(open_lesson, tmp_path, name):
    page, shown, given = open_lesson(name), {}, answers_of(name)
    page.set_default_timeout(600_000)  # some checks search, and the machine may be busy
    for id, source in given.items():
        write_answer(page, id, source)
        page.keyboard.press("Shift+Enter")
        found = place_of(page, id).locator(JUDGED)
        found.wait_for()
        status = found.get_attribute("data-status")
        shown[id] = "not yet" if status == "error" else status  # collect says with which error it stops
    assert [*shown.values()] == ["correct"] * (len(given) - 1) + ["not yet" if len(given) > 1 else "correct"]
    saved = save_notebook(page, tmp_path)
    verdicts, _ = judged_in(tmp_path, nbformat.reads(json.dumps(saved), 4))
    assert {id: verdicts[id][0] for id in shown} == shown


# -------- what does not end

MILLION = """
from puzzlelib.ilp import Model, solve_model
model = Model("a million rows")
x = [model.variables(f"x{k}")[0] for k in range(1000)]
for row in range(1_000_000):
    model.row(f"row {row}", x[row % 1000] + x[row // 1000] <= 1)
solve_model(model)"""
ASP = "06b-answer-sets", "6.1b", 'from puzzlelib.asp import answers\nanswers("%s")'
ENDLESS = {
    "grounds for ever": (*ASP[:2], ASP[2] % "p(0). p(X+1) :- p(X)."),
    "searches for ever": (*ASP[:2], ASP[2] % PIGEONS),
    "branches for ever": ("08-integer-programs", "8.2", f"{ENDLESS_ILP}\nsolve_model(model)"),
    "a million rows": ("08-integer-programs", "8.2", MILLION),
}
WORK = 2  # seconds of the browser's processes, in which a solver has begun


@pytest.mark.parametrize("kind", picked(ENDLESS, ["grounds for ever"]))
def test_what_no_solver_ends_is_stopped_at_once_and_nothing_is_lost(open_lesson, kind):
    name, id, source = ENDLESS[kind]
    page = open_lesson(name)
    write_answer(page, id, "print(6 * 7)")
    press(page, id, "Run")
    place_of(page, id).locator("[data-status='ran']", has_text="42").wait_for()

    def stopping() -> float:
        write_answer(page, id, source)
        press(page, id, "Run")
        enough = worked() + WORK
        wait_until(lambda: worked() > enough)
        assert place_of(page, id).locator(".live-output").get_attribute("data-status") == "busy"
        start = now()
        press(page, id, "Stop")
        place_of(page, id).locator("[data-status='stopped']").wait_for()
        return now() - start

    ends_within(2, stopping)
    assert source.strip().splitlines()[-1] in place_of(page, id).locator(".cm-content").inner_text()
    write_answer(page, id, without_check(tasks(name)[id].solution))
    page.keyboard.press("Shift+Enter")
    place_of(page, id).locator("[data-status='correct']").wait_for()


def press(page, id: str, name: str) -> None:
    place_of(page, id).get_by_role("button", name=name, exact=True).click()
