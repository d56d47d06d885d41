"""The first picture of the workbook: pieces that fly into their box, by slider, by itself, never through one
another; and the first screen of lesson 00."""

import itertools

import numpy as np
import pytest

from lessons.kit.cards.modules import javascript
from lessons.kit.views import assembly_picture
from lessons.l00_start_here import assembly
from puzzlelib import generate

from .alone import alone
from .lab import ROOT, page_with, paint, settle, until

pytestmark = pytest.mark.browser

MOVED = javascript("frame") + "\nglobalThis.moved = (blocks, far) => blocks.map((one) => moved(one, far));"
FIRST = """() => { const { content } = window.jupyterapp.shell.currentWidget;
  content.activeCellIndex = 0; return content.activeCell.model.getMetadata("jupyter"); }"""


@pytest.fixture(scope="module")
def stage(browser):
    with alone(browser, assembly().children[-1]) as page:
        yield settle(page.locator(".eo-stage"))


@pytest.fixture(scope="module")
def page(browser):
    with page_with(browser, MOVED, "moved") as page:
        yield page


@pytest.mark.parametrize("grid, seed", [("2x4x4", 1), ("2x4x4", 0), ("2x4x4", 7)])
def test_no_piece_flies_through_another(page, grid, seed):
    """Unit cubes that are nearer than a cell on all three axes would overlap."""
    made = generate(grid, 0, seed)
    scene, frame = assembly_picture(made.puzzle, made.solution)
    order = sorted(made.solution, key=lambda piece: -block_of(frame, piece)["flight"][1])
    blocks = [block_of(frame, piece) for piece in order]
    cells = [np.array(piece.cells) - np.min(piece.cells, 0) for piece in order]
    for far in np.linspace(0, 1, 120):
        at = page.evaluate("([blocks, far]) => globalThis.moved(blocks, far)", [bare(blocks), float(far)])
        for (a, one), (b, other) in itertools.combinations(zip(at, cells), 2):
            gap = np.abs((one + a)[:, None] - (other + b)[None]).max(-1).min()
            assert gap > 0.85, f"{far:.2f}: {gap:.2f}"


def block_of(frame: dict, piece) -> dict:
    """The block of a piece: it is packed at the low corner of its cells, and has its letter."""
    low = np.min(piece.cells, 0).tolist()
    letter = "M" if piece.piece == "Z_mirror" else piece.piece[0]
    return next(one for one in frame["blocks"] if one["at"] == low and one["part"].look[1] == letter)


def bare(blocks: list[dict]) -> list[dict]:
    return [{name: list(block[name]) for name in ("at", "away", "flight")} for block in blocks]


def test_the_slider_packs_the_pieces(stage):
    slider = stage.get_by_role("slider", name="Pack the pieces")
    said = stage.locator(".eo-say")
    assert said.inner_text().startswith("0 of 8")
    apart = stage.locator(".eo-picture").screenshot()
    slider.press("PageUp")
    assert "0 of 8" in slider.get_attribute("aria-valuetext")
    slider.press("End")
    until(stage.page, lambda: said.inner_text().startswith("All 8"))
    paint(stage.page, 10)
    assert stage.locator(".eo-picture").screenshot() != apart
    slider.press("Home")


def test_it_starts_by_itself_for_a_visitor_who_presses_nothing(browser):
    with alone(browser, assembly().children[-1], motion=True) as page:
        page.locator(".eo-say", has_text="All 8").wait_for()


def test_by_itself_unless_motion_is_reduced(stage):
    """The page asks for less motion: the button then puts all pieces at once. Without that it plays, and a
    key stops it."""
    said = stage.locator(".eo-say")
    assert said.inner_text().startswith("0 of 8")
    stage.get_by_role("button", name="Pack", exact=True).press("Enter")
    assert said.inner_text().startswith("All 8")
    stage.get_by_role("button", name="Take apart").press("Enter")
    stage.page.emulate_media(reduced_motion="no-preference")
    try:
        stage.get_by_role("button", name="Pack", exact=True).press("Enter")
        until(stage.page, lambda: not said.inner_text().startswith("0 of 8"))
        stage.page.keyboard.press("Shift")
        assert stage.get_by_role("button", name="Pack", exact=True).count()
        assert not said.inner_text().startswith("All 8")
    finally:
        stage.page.emulate_media(reduced_motion="reduce")


def test_the_first_screen_of_the_workbook_is_a_picture(server, lab):
    """From the first cell, of code in sight, comes a stage that ends on the screen on which it began."""
    lab.open(server.put(ROOT / "notebooks" / "00-start-here.ipynb")).wide()
    assert not lab.page.evaluate(FIRST)
    lab.command("notebook:run-cell-and-select-next")
    lab.idle()
    lab.stages().wait_for()
    lab.page.wait_for_function("() => document.querySelector('.eo-stage').dataset.live === '3d'")
    screen, stage = (
        lab.notebook.locator(".jp-WindowedPanel-outer").bounding_box(),
        lab.stages().bounding_box(),
    )
    assert stage["y"] >= screen["y"] and stage["y"] + stage["height"] <= screen["y"] + screen["height"]
    assert stage["width"] > 0.85 * screen["width"]
