"""The workshop in a real JupyterLab: the Soma cube painted by mouse, and again by keys; saved,
loaded, solved, counted, stepped through, played and printed."""

import pytest

from puzzlelib import load

from .lab import desk_with, paint, pieces, settle, until

pytestmark = pytest.mark.browser

CELLS = ["from lessons import workshop\ncard = workshop('mine.yaml')\ncard"]
SOMA = load("soma")
ALIKE = """
from puzzlelib import load
from puzzlelib.packing import normal_form
shapes = lambda puzzle: {piece.name: normal_form(piece.cells) for piece in puzzle.pieces}
soma = load('soma')
print(shapes(card.puzzle) == shapes(soma) and card.puzzle.container == soma.container)
"""
EMPTY = """
from lessons.kit.hands import sketch
card.take(sketch.sketch_of_nothing()); card.bench.showing = 'draw'
"""
CURSOR = "node => node.querySelector('.bench-cursor').dataset.cell"


@pytest.fixture(scope="module")
def desk(server, browser):
    with desk_with(server, browser, "workshop.ipynb", *CELLS) as lab:
        yield lab


@pytest.fixture
def card(desk):
    """A bench with a box of 3×3×3 and a first piece without cells."""
    desk.printed(EMPTY)
    card = desk.notebook.locator(".eo-workshop")
    until(desk.page, lambda: card.locator(".bench-part").count() == 2)
    card.evaluate("node => node.scrollIntoView({ block: 'start' })")
    return card


def cell(card, at):
    return card.locator(f"[data-cell='{','.join(map(str, at))}']")


def said(card) -> str:
    return card.locator(".eo-bench > .eo-say").inner_text()


def remarked(desk, card, words: str) -> None:
    """Wait until Python has remarked this on what is drawn."""
    marks = card.locator(".bench-remarks:not(.bench-old)")
    until(desk.page, lambda: marks.count() and words in marks.inner_text())


def act(desk, card, name: str) -> None:
    """Press a button above the drawing, and wait until Python has answered."""
    card.get_by_role("button", name=name, exact=True).press("Enter")
    paint(desk.page)
    until(desk.page, lambda: card.locator("[aria-disabled=true]", has_text="Solve").count() == 0)


def name_piece(card, name: str) -> None:
    card.get_by_label("Name of the piece").fill(name)
    card.get_by_label("Name of the piece").press("Enter")


def paint_by_mouse(desk, card) -> None:
    """Each piece of the Soma cube with one stroke or several, cell by cell."""
    mouse = desk.page.mouse
    for number, piece in enumerate(SOMA.pieces):
        button = "+ Piece" if number else "piece A, 0 cells"
        card.get_by_role("button", name=button).click()
        name_piece(card, piece.name)
        cell(card, piece.cells[0]).hover()
        mouse.down()
        for one in piece.cells[1:3]:  # these lie one beside the other in each layer
            cell(card, one).hover()
        mouse.up()
        for one in piece.cells[3:]:
            cell(card, one).click()


def paint_by_keys(desk, card) -> None:
    """The same, without a mouse."""
    press = desk.page.keyboard.press
    for number, piece in enumerate(SOMA.pieces):
        if number:
            card.get_by_role("button", name="+ Piece").press("Enter")
        name_piece(card, piece.name)
        card.locator(".bench-board").focus()
        for goal in piece.cells:
            go_to(card, press, goal)
            press("Space")


def go_to(card, press, goal) -> None:
    here = [int(v) for v in card.evaluate(CURSOR).split(",")]
    keys = (("ArrowLeft", "ArrowRight"), ("ArrowDown", "ArrowUp"), ("PageDown", "PageUp"))
    for axis, (less, more) in enumerate(keys):
        for _ in range(abs(goal[axis] - here[axis])):
            press(more if goal[axis] > here[axis] else less)
    assert card.evaluate(CURSOR) == ",".join(map(str, goal))


def test_the_soma_cube_by_mouse_from_the_first_cell_to_the_printer(desk, card, server):
    paint_by_mouse(desk, card)
    remarked(desk, card, "688 placements")
    assert desk.printed(ALIKE) == "True\n"
    act(desk, card, "Count")
    assert "480 solutions up to rotations" in said(card)
    act(desk, card, "Solve")
    stage = settle(card.locator(".eo-stage"))
    assert set(pieces(stage)) == set("VLTNPZM") and "referee has checked" in said(card)
    assert card.locator(".bench-body:visible").count() == 0
    act(desk, card, "Step through")
    settle(card.locator(".eo-stage"))
    assert "dead ends" in said(card)
    act(desk, card, "Play by hand")
    settle(card.locator(".eo-stage"))
    card.locator(".hand-tray button").first.press("Enter")
    act(desk, card, "Print")
    card.get_by_alt_text("card").wait_for()
    assert (server.folder / "my-puzzle-print" / "piece-1-V.stl").is_file()


def test_the_soma_cube_by_keys_saved_and_loaded(desk, card, server):
    desk.page.keyboard.press("Escape")
    card.locator(".bench-board").focus()
    desk.page.keyboard.press("1")
    assert said(card) == "Piece A: 0 cells."
    paint_by_keys(desk, card)
    remarked(desk, card, "688 placements")
    assert desk.printed(ALIKE) == "True\n"
    act(desk, card, "Files")
    name = card.get_by_label("Name of the file")
    assert name.input_value() == "mine.yaml"
    name.fill("keys")
    act(desk, card, "Save")
    assert said(card) == "Saved: keys.yaml"
    assert {piece.name for piece in load(server.folder / "keys.yaml").pieces} == {
        *"VLTN",
        "Pyramid",
        "Z",
        "Z_mirror",
    }
    act(desk, card, "Save")
    assert "is there already" in said(card)
    card.get_by_label("Puzzle of the catalogue").select_option("bedlam-cube")
    act(desk, card, "Open")
    until(desk.page, lambda: card.locator(".bench-part").count() == 14)
    act(desk, card, "Files")
    name.fill("keys")
    act(desk, card, "Load")
    until(desk.page, lambda: card.locator(".bench-part").count() == 8)
    assert desk.printed(ALIKE) == "True\n"
