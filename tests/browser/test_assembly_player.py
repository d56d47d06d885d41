"""The assembly player in a browser: pieces slide from step to step, both ways, by keyboard alone."""

import pytest

from lessons import assembly_player
from puzzlelib import load, solve

from .alone import alone, go
from .controls import kept_picture, violations
from .lab import desk_with, settle, until
from .screen import FILL, filled
from .test_motion import forward, gliding, watched

pytestmark = [pytest.mark.browser, pytest.mark.long]

CELLS = [
    "from lessons import assembly_player\nfrom puzzlelib import load, solve",
    "assembly_player(solve(load('burr')).solutions[0])",
]
FIRST = "Move 1: piece A, 6 cells to the right."


@pytest.fixture(scope="module")
def burr():
    return watched(assembly_player(solve(load("burr")).solutions[0]).stage)


def test_a_moved_piece_slides_from_where_it_was(browser, burr):
    with alone(browser, burr, motion=True) as page:
        for step in (0, 1, 2):  # plotly makes the first of each kind, and the page comes to rest
            go(page, step)
        ways = forward(page, 0)
        assert ways and not any(leaves for leaves, *_ in ways)
        assert {tuple(way) for _, *way in ways} == {(-6, 0, 0)}  # six cells to the right, not yet gone
        until(page, lambda: not gliding(page))
        back = forward(page, 1, -1)
        assert {tuple(way) for _, *way in back} == {(6, 0, 0)}
        assert forward(page, 0, 5) == []  # a jump


def test_what_is_there_fills_the_picture_at_each_step(browser, burr):
    with alone(browser, burr) as page:
        for step in (0, 1, 2, len(burr.everything) - 1):
            go(page, step)
            assert filled(page.locator(".eo-stage")) >= FILL, step


def test_nothing_slides_for_those_who_want_it_still(browser, burr):
    with alone(browser, burr) as page:
        assert forward(page, 0) == []
        go(page, 1)
        assert page.locator(".eo-say").inner_text() == FIRST


def test_a_step_by_step_and_back_by_keyboard(server, browser, axe):
    with desk_with(server, browser, "player.ipynb", *CELLS) as lab:
        stage = settle(lab.stages().first)
        kept_picture(stage)
        said = stage.locator(".eo-say")
        assert said.inner_text().startswith("6 pieces, level 1.2: a part leaves")
        stage.get_by_role("button", name="Next step").press("Enter")
        until(lab.page, lambda: said.inner_text() == FIRST)
        lab.notebook.get_by_role("slider", name="step").first.press("End")
        until(lab.page, lambda: said.inner_text().endswith("All is taken apart."))
        lab.notebook.get_by_role("button", name="together").press("Enter")
        until(lab.page, lambda: said.inner_text().startswith("The pieces lie apart."))
        lab.notebook.locator("summary").first.press("Enter")
        assert lab.notebook.locator("details[open] li").count() == 11
        lab.notebook.get_by_role("slider", name="step").first.press("End")
        until(lab.page, lambda: said.inner_text().endswith("The solution is built."))
        assert violations(lab, axe) == []
