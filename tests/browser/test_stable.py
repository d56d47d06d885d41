"""The bench for answer sets in a real JupyterLab, by keyboard: an example chosen, an atom ticked, a program
typed."""

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.long]

CELLS = ["from lessons.l06_answer_sets import stable_bench", "stable_bench()"]


@pytest.fixture
def bench(desk):
    return desk.notebook.locator(".eo-bench").first


def hears(bench, words: str) -> None:
    bench.locator(".eo-message", has_text=words).wait_for()


def test_a_program_of_ones_own(bench):
    program = bench.get_by_role("textbox", name="program")
    program.fill("rain.\nwet :- rain, not roof.")
    program.press("Tab")
    bench.get_by_role("checkbox", name="roof").wait_for()
    bench.get_by_role("checkbox", name="rain").press("Space")
    bench.get_by_role("checkbox", name="wet").press("Space")
    hears(bench, "{rain, wet} is an answer.")
    program.fill("p(X) :- q(X).")
    program.press("Tab")
    hears(bench, "The bench cannot read this: p(X) is no atom without variables")
    assert bench.get_by_role("checkbox").count() == 0
