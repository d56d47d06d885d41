"""The census in a real JupyterLab: the map says in words and numbers what its shades say, in both themes; a
witness looked up is drawn."""

import re

import numpy as np
import pytest

from lessons.l12_every_instance.card import SHADES
from puzzlelib.icosoku.census.instances import RINGS, rings

from .controls import press, slider_named
from .lab import colours, picture, settle, until

pytestmark = [pytest.mark.browser, pytest.mark.long]

CELLS = [
    """import numpy as np
from lessons.l12_every_instance.card import CensusMap, LookUp
from puzzlelib.icosoku.census.instances import INSTANCES, RINGS, byte, carry, index_of
from puzzlelib.icosoku.puzzle import icosoku
from puzzlelib.icosoku.engines import solve
from lessons import demo_switch
demo_switch()""",
    "card = CensusMap()\ncard.progress('combine', 500 * 720, np.repeat([0, 100, 500, 700, 720], [5000, 24, "
    "20, 100, 400]))\ncard",
    """witnesses, puzzle = np.full((INSTANCES, 20), 255, np.uint8), icosoku(seed=1)
row, symmetry = index_of(puzzle.capacities)
witnesses[row] = [byte(placed) for placed in carry(solve(puzzle).arrangement, symmetry)]
LookUp(witnesses)""",
]


def test_a_ring_is_told_by_pointer_and_by_keys(desk):
    """The pegs of the place, from the rings sorted by their pegs; the shade, from the numbers of CELLS."""
    by_ring = np.repeat([0, 100, 500, 700, 720], [5000, 24, 20, 100, 400])
    order = np.lexsort(np.sort(rings(), axis=1).T[::-1])
    line, canvas = desk.notebook.locator(".eo-census-ring"), desk.notebook.locator(".eo-census canvas")

    def line_for(place: int) -> str:
        pegs = ", ".join(map(str, rings()[order[place]]))
        shade = SHADES[np.searchsorted([0, 360, 648, 719], by_ring[order[place]])]
        return f"Pegs {pegs} on B to F: {shade}."

    canvas.focus()
    for key, place in (("ArrowDown", 0), ("ArrowDown", 1), ("ArrowRight", 13), ("ArrowUp", 12)):
        desk.page.keyboard.press(key)
        assert line.inner_text() == line_for(place)
    size = canvas.bounding_box()
    canvas.hover(position={"x": size["width"] - 3, "y": size["height"] - 3})
    assert line.inner_text() == line_for(RINGS - 1)


def test_the_map_has_the_shades_of_its_legend(desk):
    """In the light theme and in the dark one, where other shades are used."""
    assert same_shades(desk)
    light = swatches(desk)
    desk.dark()
    try:
        until(desk.page, lambda: swatches(desk) != light and same_shades(desk))
    finally:
        desk.dark(False)


def swatches(desk) -> list[tuple[int, ...]]:
    """The colours of the legend."""
    found = desk.notebook.locator(".eo-census-legend li span").evaluate_all(
        "nodes => nodes.map((node) => getComputedStyle(node).backgroundColor)"
    )
    return [tuple(map(int, re.findall(r"\d+", colour))) for colour in found]


def same_shades(desk) -> bool:
    """Are the colours of nothing and of everything, the largest parts, in the picture of the map?"""
    canvas = desk.notebook.locator(".eo-census canvas")
    canvas.scroll_into_view_if_needed()
    seen = colours(picture(canvas))
    return swatches(desk)[0] in seen and swatches(desk)[-1] in seen


def test_a_witness_is_drawn_and_a_missing_one_is_told(desk):
    stage = desk.stages().last
    stage.scroll_into_view_if_needed()
    settle(stage)
    card = desk.notebook.locator(".eo-card").last
    assert "The referee agrees" in card.inner_text()
    press(slider_named(desk.notebook, "seed"), "ArrowRight")
    desk.page.wait_for_function("() => document.body.innerText.includes('the census was stopped before')")
