"""The workshop in a real JupyterLab: the Soma cube painted by mouse, and again by keys; saved,
loaded, solved, counted, stepped through, played, taken apart and printed."""

import pytest
from sizes import picked

from lessons.kit.ground.files import KEPT
from puzzlelib import load

from .controls import violations
from .lab import nameless, notebook_of, paint, pieces, settle, until

pytestmark = pytest.mark.browser

CELLS = ["from lessons import workshop\ncard = workshop('mine.yaml')\ncard"]
SOMA = load("soma")
ALIKE = """
from puzzlelib import load
from lessons.kit.ground.files import KEPT
from puzzlelib.packing import normal_form
shapes = lambda puzzle: {piece.name: normal_form(piece.cells) for piece in puzzle.pieces}
soma = load('soma')
print(shapes(card.puzzle) == shapes(soma) and card.puzzle.container == soma.container)
"""
EMPTY = """
from lessons.puzzles.hands import sketch
card.take(sketch.sketch_of_nothing()); card.bench.showing = 'draw'
"""
CURSOR = "node => node.querySelector('.bench-cursor').dataset.cell"


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
    assert stage.locator(".eo-axes text").count() == 0  # no sentence names a cell
    assert card.locator(".bench-body:visible").count() == 0
    act(desk, card, "Step through")
    settle(card.locator(".eo-stage"))
    assert "dead ends" in said(card)
    act(desk, card, "Play by hand")
    settle(card.locator(".eo-stage"))
    card.locator(".hand-tray button").first.press("Enter")
    act(desk, card, "Take apart")
    settle(card.locator(".eo-stage"))
    assert "6 moves take it apart" in said(card)
    act(desk, card, "Print")
    assert card.get_by_label("Folder").input_value() == "my-puzzle-print"
    part = settle(card.locator(".eo-stage"))
    assert "piece V, 22.2 × 22.2 × 11.0 mm" in part.inner_text()
    lengths = part.locator(".eo-axes text")
    assert lengths.all_text_contents() == ["22.2 mm", "22.2 mm", "11.0 mm"]
    before = lengths.first.get_attribute("x")
    part.locator(".eo-picture").press("ArrowLeft")
    until(desk.page, lambda: lengths.first.get_attribute("x") != before)
    card.get_by_role("button", name="Write the files").press("Enter")
    until(desk.page, lambda: "a card." in said(card))
    assert (server.folder / "my-puzzle-print" / "piece-1-V.stl").is_file()


@pytest.mark.long
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


@pytest.mark.long
def test_a_remark_leads_to_its_cells(desk, card):
    desk.printed("card.load('soma')")
    until(desk.page, lambda: card.locator(".bench-part").count() == 8)
    width = card.get_by_label("width")
    width.fill("5")
    width.press("Enter")
    cell(card, (4, 0, 1)).click()
    desk.page.keyboard.press("1")
    remarked(desk, card, "No piece reaches one cell of the box, at (4,0,1)")
    card.get_by_role("button", name="No piece reaches").press("Enter")
    assert cell(card, (4, 0, 1)).inner_text() == "✕"


@pytest.mark.long
@pytest.mark.parametrize("projector", picked([False, True], [True]))
def test_all_of_it_is_on_one_screen_and_can_be_used_by_all(desk, card, axe, projector):
    desk.printed("card.load('tetris-cube')")
    until(desk.page, lambda: card.locator(".bench-part").count() == 13)
    project_bench(desk, projector)
    desk.dark(projector)
    box = card.bounding_box()
    screen = desk.notebook.locator(".jp-WindowedPanel-outer").bounding_box()
    assert box["height"] <= screen["height"]
    inside = card.locator(".eo-bench :is(button, canvas, table, input):visible")
    assert all(one["y"] + one["height"] <= box["y"] + box["height"] for one in boxes(inside))
    assert nameless(desk) == [] == violations(desk, axe)
    act(desk, card, "Files")
    assert nameless(desk) == [] == violations(desk, axe)
    project_bench(desk, False)
    desk.dark(False)


def boxes(nodes) -> list[dict]:
    return [node.bounding_box() for node in nodes.all()]


def project_bench(desk, yes: bool) -> None:
    desk.printed(f"from lessons.kit.cards.card import DEMO; DEMO.on = {yes}")
    contrast = desk.notebook.locator(".eo-bench.eo-contrast")
    until(desk.page, lambda: contrast.count() == yes)


@pytest.mark.long
def test_by_touch_in_a_narrow_window(desk, card):
    desk.page.set_viewport_size({"width": 390, "height": 844})
    until(desk.page, lambda: card.locator(".bench-narrow").count() == 1)
    sheet = card.locator(".eo-bench")
    assert sheet.evaluate("node => node.scrollWidth <= node.clientWidth + 1")
    card.get_by_role("button", name="piece A, 0 cells").click()
    first = cell(card, (0, 0, 0))
    assert first.bounding_box()["width"] >= 30
    finger = {"pointerType": "touch", "bubbles": True, "pointerId": 7}
    for at, kind in (((0, 0, 0), "pointerdown"), ((1, 0, 0), "pointermove"), ((1, 0, 0), "pointerup")):
        cell(card, at).scroll_into_view_if_needed()
        spot = cell(card, at).bounding_box()
        where = {"clientX": spot["x"] + 9, "clientY": spot["y"] + 9}
        cell(card, at).dispatch_event(kind, finger | where)
    assert "Piece A has 2 cells" in said(card)
    desk.page.set_viewport_size({"width": 1280, "height": 720})
    until(desk.page, lambda: card.locator(".bench-narrow").count() == 0)


def test_a_drawing_outlives_the_page_and_the_kernel(server, lab):
    lab.open(server.put(notebook_of(*CELLS), "reload.ipynb")).wide()
    (server.folder / KEPT / "reload.sketch").unlink(missing_ok=True)
    lab.run_all()
    card = lab.notebook.locator(".eo-workshop")
    card.get_by_role("button", name="piece A, 0 cells").click()
    cell(card, (1, 1, 0)).click()
    remarked(lab, card, "The pieces have 1 cells")
    lab.command("docmanager:save")
    lab.page.reload()
    lab.page.wait_for_function("() => window.jupyterapp")
    lab.page.evaluate("() => window.jupyterapp.restored")
    lab.open("reload.ipynb")
    until(lab.page, lambda: cell(card, (1, 1, 0)).count() and cell(card, (1, 1, 0)).inner_text() == "A")
    card.get_by_role("button", name="Undo").press("Enter")
    assert "Piece A has 0 cells" in said(card)
    remarked(lab, card, "Piece A has no cell yet")
    lab.errors.clear()


def test_a_long_search_is_stopped(server, lab):
    slow = (
        "import time\nfrom lessons.puzzles.cards import workshop as module\n"
        "module.solve = lambda *_: time.sleep(100)\ncard = module.workshop('soma')\ncard"
    )
    lab.open(server.put(notebook_of(slow), "slow.ipynb")).wide()
    lab.run_all()
    card = lab.notebook.locator(".eo-workshop")
    card.get_by_role("button", name="Solve", exact=True).press("Enter")
    card.get_by_role("button", name="Stop").press("Enter")
    until(lab.page, lambda: said(card) == "Stopped.")
