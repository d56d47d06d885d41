"""Empty cells of a box are seen behind all faces, and cells of layers are square."""

import numpy as np
import pytest

from lessons.puzzles.cards.gallery import gallery
from lessons.puzzles.cards.stage import Stage
from puzzlelib import load, pictures, solve
from puzzlelib.pictures.layout import TOWARDS

from .alone import alone, go, set_trait
from .lab import picture

pytestmark = [pytest.mark.browser, pytest.mark.long]


def faces_behind(empty, filled) -> bool:
    """Whether behind each of these cells, seen from the eye, there is one that is filled."""
    steps = np.arange(0, 6, 0.05)[:, None] * TOWARDS
    lines = (np.floor(np.add(cell, 0.5) - steps).astype(int).tolist() for cell in empty)
    return all(any(tuple(place) in filled for place in line) for line in lines)


def test_dots_of_empty_cells_lie_behind_all_faces(browser):
    soma = load("soma")
    whole = set(soma.container)
    gone = ((found, one) for found in solve(soma, limit=200).solutions for one in found)
    found, one = next(pair for pair in gone if faces_behind(pair[1].cells, whole - {*pair[1].cells}))
    rest = [other for other in found if other != one]
    frames = [pictures.frame(soma, dict.fromkeys(some, "solution")) for some in (rest, [])]
    with alone(browser, Stage(pictures.scene(soma), frames)) as page:
        dots = []
        for step in (0, 1):
            go(page, step)
            seen = np.asarray(picture(page.locator(".eo-picture")))
            dots.append(int((np.abs(seen.astype(int) - 0xB5).max(-1) < 2).sum()))
    assert dots[0] < 10 < 200 < dots[1]


LITTLE = load("little-cube")
LAYERED = {
    "names longer than their layers": Stage(pictures.scene(LITTLE, 2), [pictures.frame(LITTLE, {})]),
    "a layer with fewer rows than another": gallery("tetracubes-2x4x4", "pieces").children[1],
}


@pytest.mark.parametrize("name", LAYERED)
def test_cells_of_layers_are_square(browser, name):
    with alone(browser, LAYERED[name]) as page:
        page.locator(".jp-Cell").evaluate("node => { node.style.width = '420px'; }")
        set_trait(page, "view", "layers")
        page.locator(".eo-layers td").first.wait_for()
        cells = page.locator(".eo-layers td")
        sizes = cells.evaluate_all("nodes => nodes.map((node) => [node.offsetWidth, node.offsetHeight])")
        assert {wide - high for wide, high in sizes} == {0}
