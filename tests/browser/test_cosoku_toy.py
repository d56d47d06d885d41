"""The toy in a real JupyterLab: the paper's tetrahedron played to its end by key, wrong moves included;
IcoSoKu by mouse; help, pegs, themes."""

from itertools import count, product

import pytest
from sizes import picked

from lessons.l10_icosoku.completion import finish
from lessons.puzzles.views.net import vertex_places
from puzzlelib.icosoku.puzzle import PAPER_PEGS, icosoku, paper_tetrahedron, spelled, sums

from .lab import answered, picture, settle, until

pytestmark = pytest.mark.browser

CELLS = [
    "from puzzlelib.icosoku.puzzle import Cosoku, icosoku, paper_tetrahedron\nfrom "
    "lessons.l10_icosoku.card import toy\nfrom puzzlelib.icosoku.polyhedron import bipyramid\n"
    "from lessons import demo_switch",
    "demo_switch()",
    "small = toy(paper_tetrahedron())\nsmall",
    "large = toy()\nlarge",
    "wide = toy(Cosoku(bipyramid(9), (20, 25, *[0] * 9), [(0, 0, 0)] * 9 + [(0, 0, i) for i in range(1, "
    "10)], 'Partition'))\nwide",
]
PAPER, ICOSOKU = paper_tetrahedron(), icosoku()
WAY = {"ABC": (), "ACD": ("ArrowLeft",), "ADB": ("ArrowRight",), "BDC": ("ArrowDown",)}  # from Home
FOCUSED = "() => document.activeElement.getAttribute('aria-label')"
REACHED = """(net) => {
  const found = new Set(), todo = [net.querySelector('.toy-face')];
  while (todo.length) {
    const face = todo.pop();
    if (found.has(face)) continue;
    found.add(face);
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      face.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      face.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      todo.push(document.activeElement);
    }
  }
  return found.size;
}"""


def cleared(desk, number: int):
    """One of the three toys, with nothing on it, neither here nor in Python."""
    card = desk.notebook.locator(".eo-toycard").nth(number)
    settle(card.locator(".eo-stage"))
    card.evaluate("node => node.scrollIntoView({ block: 'start' })")
    card.get_by_role("button", name="Clear", exact=True).press("Enter")
    card.get_by_text(f"0 of {card.locator('.toy-face').count()} faces filled").wait_for()
    answered(card.locator(".eo-stage"))
    return card


@pytest.fixture
def small(desk):
    return cleared(desk, 0)


@pytest.fixture
def large(desk):
    return cleared(desk, 1)


def face(card, name: str):
    return card.get_by_role("button", name=f"Face {name},")


def tile(card, name: str):
    return card.locator(".toy-tray").get_by_role("button", name=f"tile {name},")


def said(card) -> str:
    return card.locator(".eo-toy .eo-say").inner_text()


def heard(card) -> list[str]:
    """Return what a screen reader finds in the list of sums."""
    return card.locator(".eo-unseen li").all_inner_texts()


def type_keys(card, *keys: str) -> None:
    for key in keys:
        card.page.keyboard.press(key)


def choose(card, name: str) -> None:
    """From a face to the tray, to this tile, and back, by key."""
    names = [spelled(kind) for kind in PAPER.types]
    type_keys(card, "Tab", "Home", *["ArrowRight"] * names.index(name), "Enter", "Shift+Tab")


def lay(card, name: str, kind: str, turn: int) -> None:
    choose(card, kind)
    type_keys(card, "Home", *WAY[name], "Enter", *["Enter"] * turn)


NUMBER = count()


def state(desk, expression: str):
    """Return what Python knows: a new cell prints it. The number in front says which answer is the one to
    this question."""
    mark = f"answer {next(NUMBER)}:"
    desk.command("notebook:insert-cell-below")
    desk.command("notebook:replace-selection", text=f"print('{mark}', {expression})")
    desk.command("notebook:run-cell")
    answer = desk.notebook.locator(".jp-OutputArea-output pre").filter(has_text=mark)
    return eval(answer.inner_text().removeprefix(mark))


# -------- by key


def test_the_tetrahedron_by_key(desk, small):
    face(small, "ABC").focus()
    type_keys(small, "Enter")
    assert said(small) == "Choose a tile first."
    choose(small, "003")
    assert small.evaluate(FOCUSED) == "Face ABC, pegs 1 2 3: empty"
    type_keys(small, "Enter")
    assert said(small) == "Tile 003 on ABC. A has 0 of 1, B has 0 of 2, C is right."
    type_keys(small, "Enter")  # a wrong move: its three dots come to A
    assert said(small) == "Tile 003 on ABC turned. A has 3 of 1: 2 too many, B has 0 of 2, C has 0 of 3."
    assert heard(small)[0] == "A has 3 of 1: 2 too many" and small.locator(
        ".toy-peg.toy-many"
    ).count() == len(vertex_places(PAPER.polyhedron)[0])
    assert small.locator(".toy-peg.toy-many").first.locator("text").all_text_contents() == ["A +2", "3/1"]
    type_keys(small, "Delete")
    assert (
        said(small).startswith("Tile 003 taken back from ABC. A has 0 of 1")
        and tile(small, "003").get_attribute("aria-label") == "tile 003, 1 left"
    )
    type_keys(small, "Control+z")
    assert "3 at A" in face(small, "ABC").get_attribute("aria-label")
    type_keys(small, "Backspace", "PageDown", "PageDown")
    assert "Chosen: tile 002, 1 left." == said(small)
    type_keys(small, "PageUp", "PageUp")
    assert "Chosen: tile 112, 1 left." == said(small)
    # a full net that is wrong
    for name, kind in zip(WAY, ("001", "002", "003", "112")):
        lay(small, name, kind, 0)
    wrong = small.get_by_text("Not solved: vertex")
    wrong.wait_for()
    assert small.locator(".toy-peg.toy-few").count() >= 1 and "too few" in " ".join(heard(small))
    has = sums(PAPER, state(desk, "[tuple(lies) for lies in small.arrangement]"))
    told = [words.split(" has ")[-1].split(" ")[0] for words in heard(small) if " has " in words]
    assert told == [str(dots) for dots, peg in zip(has, PAPER.capacities) if dots != peg]
    # and now the right one
    face(small, "ABC").focus()
    for name in WAY:
        type_keys(small, "Home", *WAY[name], "Delete")
    solution = finish(PAPER, {}).arrangement
    for name, lies in zip(WAY, solution):
        assert small.get_by_text("Solved!").count() == 0
        lay(small, name, spelled(lies.tile), lies.turn)
    small.get_by_text("Solved! The referee has").wait_for()
    assert heard(small) == [f"{vertex} is right" for vertex in "ABCD"]
    assert state(desk, "[tuple(lies) for lies in small.arrangement]") == [tuple(lies) for lies in solution]


@pytest.mark.long
@pytest.mark.parametrize("number, faces", [(0, 4), (1, 20), (2, 18)])
def test_the_arrow_keys_reach_every_face(desk, number, faces):
    assert cleared(desk, number).locator(".toy-net").evaluate(REACHED) == faces


# -------- by mouse


@pytest.mark.long
def test_icosoku_by_mouse(desk, large):
    stage = large.locator(".eo-stage")
    was = picture(stage.locator(".eo-picture"))
    face(large, "ABC").click()
    assert said(large) == "Choose a tile first."
    tile(large, "012").click()
    face(large, "ABC").click()
    assert (
        face(large, "ABC").get_attribute("aria-label")
        == "Face ABC, pegs 1 11 5: tile 012, 0 at A, 1 at B, 2 at C"
    )
    face(large, "ABC").click()
    assert face(large, "ABC").get_attribute("aria-label").endswith(
        "2 at A, 0 at B, 1 at C"
    ) and "1 too many" in said(large)
    face(large, "ACD").click()
    face(large, "ADE").click()
    assert tile(large, "012").get_attribute("aria-pressed") == "false" and "0 left" in tile(
        large, "012"
    ).get_attribute("aria-label")
    face(large, "AEF").click()
    assert said(large) == "Choose a tile first."
    tile(large, "012").click()
    assert said(large) == "No tile 012 is left."
    tile(large, "333").click()
    face(large, "ADE").click()  # another tile in its place: the first goes back
    assert "1 left" in tile(large, "012").get_attribute("aria-label") and "tile 333" in face(
        large, "ADE"
    ).get_attribute("aria-label")
    face(large, "ADE").click()
    assert said(large) == "Tile 333 looks the same in every turn."
    large.get_by_role("button", name="Take back").click()
    assert face(large, "ADE").get_attribute("aria-label").endswith("empty")
    lying, left = "{face: tuple(lies) for face, lies in large.placed.items()}", {0: 1, 1: 0}
    until(desk.page, lambda: state(desk, lying) == {face: ((0, 1, 2), turn) for face, turn in left.items()})
    settle(stage)
    assert picture(stage.locator(".eo-picture")) != was
    for _ in range(20):
        if large.get_by_role("button", name="Undo").get_attribute("aria-disabled") == "true":
            break
        large.get_by_role("button", name="Undo").click()
    assert "0 of 20 faces filled" in large.locator(".toy-score").inner_text()


@pytest.mark.long
def test_python_puts_and_the_browser_shows(desk, large):
    until(desk.page, lambda: desk.printed("print(large.placed)") == "{}\n")  # cleared there as well
    state(desk, "large.put('JLK', (0, 2, 2), 1) or 1")
    large.get_by_role("button", name="Face JLK, pegs 8 12 4: tile 022, 2 at J, 0 at L, 2 at K").wait_for()
    until(desk.page, lambda: said(large) == "J has 2 of 8, L has 0 of 12, K has 2 of 4.")


# -------- help and pegs


@pytest.mark.long
def test_one_step_and_help(desk, large):
    large.get_by_role("button", name="One step").press("Enter")
    large.get_by_text("1 of 20 faces filled").wait_for()
    large.locator(".eo-message").get_by_text("Face ABC, pegs 1 11 5: tile").wait_for()
    large.get_by_role("button", name="Help me").press("Enter")
    large.get_by_text("Solved! The referee has").wait_for()
    assert large.locator(".toy-peg.toy-right").count() == large.locator(".toy-peg").count()
    assert sums(ICOSOKU, state(desk, "[tuple(lies) for lies in large.arrangement]")) == PAPER_PEGS
    large.get_by_role("button", name="Undo").press("Enter")
    large.get_by_text("1 of 20 faces filled").wait_for()


# -------- how it looks


def inside(part, whole) -> bool:
    return (
        part["x"] >= whole["x"] - 1
        and part["x"] + part["width"] <= whole["x"] + whole["width"] + 1
        and part["y"] >= whole["y"] - 1
        and part["y"] + part["height"] <= whole["y"] + whole["height"] + 1
    )


def apart(one, other) -> bool:
    return one["x"] + one["width"] <= other["x"] or one["y"] + one["height"] <= other["y"]


def boxes(card, *names: str) -> list[dict]:
    return [card.locator(name).first.bounding_box() for name in names]


@pytest.mark.long
@pytest.mark.parametrize("dark, projector", picked(product([False, True], repeat=2), [(True, True)]))
def test_net_and_tray_are_in_sight_on_a_small_screen(desk, large, dark, projector):
    switch = desk.notebook.get_by_role("checkbox").first
    if switch.is_checked() != projector:
        switch.press("Space")
        desk.page.wait_for_function(
            "(yes) => Boolean(document.querySelector('.eo-toy.eo-contrast')) === yes", arg=projector
        )
    if dark:
        desk.dark()
        desk.page.wait_for_function("() => document.querySelector('.eo-toy.eo-dark')")
    settle(large.locator(".eo-stage"))
    large.evaluate("node => node.scrollIntoView({ block: 'start' })")
    large.locator(".toy-tray").wait_for()
    net, tray, hand, stage = boxes(large, ".toy-net", ".toy-tray", ".eo-toy", ".eo-stage")
    page = desk.notebook.locator(".jp-WindowedPanel-outer").first.bounding_box()
    assert (
        inside(net, page)
        and inside(tray, page)
        and inside(net, hand)
        and inside(tray, hand)
        and apart(hand, stage)
    )
    desk.dark(False)
    if switch.is_checked():
        switch.press("Space")
