"""The first card of each lesson in JupyterLab, at 1280×720 with the list of files open: what shows the puzzle
takes much of it, and on the projector it is large, and seen at once with what stands above it in its card."""

from pathlib import Path

import pytest

from .lab import ROOT, steady, until, window
from .screen import project, settle_all

pytestmark = [pytest.mark.browser, pytest.mark.long]

NOTEBOOKS = [one for one in sorted((ROOT / "notebooks").glob("*.ipynb")) if one.stem[2] != "b"]
# Boards, layers, solids: not the tray, no buttons, no track, no counts.
SURFACES = ".eo-picture, .eo-panels, .hand-board, .eo-square, .toy-net, .eo-balance, .twin-pair svg, canvas"
SIZES = """(card, surfaces) => {
  const box = (node) => node.getBoundingClientRect(), area = (node) => box(node).width * box(node).height;
  const seen = [...card.querySelectorAll(surfaces)]
    .filter((node) => node.getClientRects().length && !node.parentElement.closest(surfaces));
  const share = seen.reduce((sum, node) => sum + area(node), 0) / area(card);
  const high = Math.max(0, ...seen.map((node) => box(node).height));
  const taken = Math.max(...seen.map((node) => box(node).bottom)) - box(card).top;
  return { share, high, taken, screen: card.closest(".jp-WindowedPanel-outer").clientHeight };
}"""
FIRST = """() => {
  const { content } = window.jupyterapp.shell.currentWidget;
  content.activeCellIndex = content.widgets.findIndex((cell) => cell.model.type === "code");
}"""
SHARE, LEAST = 0.45, 420  # of the area of the card; pixels on the projector
LEASTS = {"04": 410, "10": 335}  # a board as wide as its card and its pieces allow; a net beside the toy


@pytest.mark.parametrize("notebook", [pytest.param(one, id=one.stem) for one in NOTEBOOKS])
def test_what_shows_the_puzzle_is_large(server, lab, notebook: Path):
    lesson = notebook.stem[:2]
    lab.open(server.put(notebook))
    lab.page.evaluate("() => window.jupyterapp.shell.expandLeft()")
    lab.page.evaluate(FIRST)
    lab.command("notebook:run-cell")
    lab.idle()
    card = lab.notebook.locator(".jp-OutputArea-output > :is(.eo-card, .jupyter-widgets):visible").first
    assert sizes(card)["share"] >= SHARE
    project(lab, True)
    found = sizes(card)
    assert found["high"] >= LEASTS.get(lesson, LEAST)
    assert found["taken"] <= found["screen"], "all of it is seen at once"
    project(lab, False)


def test_layers_in_the_hand_are_large_on_a_wide_page(server, browser):
    """Cells of 42 pixels in a row of layers: they had 33, for names as wide as the larger layers tried
    before did not fit side by side."""
    with window(server, browser, {"width": 1600, "height": 900}) as lab:
        lab.open(server.put(ROOT / "notebooks" / "03-tetris-cube.ipynb")).wide()
        lab.page.evaluate(FIRST)
        lab.command("notebook:run-cell")
        lab.idle()
        cell = lab.notebook.locator(".hand-board td").first
        until(lab.page, lambda: cell.bounding_box()["width"] >= 40)


def sizes(card) -> dict:
    """Return the share of the card that its surfaces have, and the height of the highest, in pixels."""
    settle_all(card)
    steady(card.page, lambda: card.evaluate(SIZES, SURFACES))
    return card.evaluate(SIZES, SURFACES)
