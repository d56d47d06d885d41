"""A box packed by hand in a real JupyterLab: by mouse alone, by keyboard alone; help, and a search that
goes on from exactly what lies there."""

import pytest
from sizes import picked

from lessons.puzzles.hands.answers import Adviser
from puzzlelib import all_packings, load
from puzzlelib.packing import normal_form
from puzzlelib.packing.shapes import turned

from .lab import PROJECTOR, ROOT, answered, pieces, settle, steady, until, window
from .screen import project

pytestmark = pytest.mark.browser

CELLS = [
    "from puzzlelib import generate\nfrom lessons import play",
    "card = play('tetracubes-2x4x4')\ncard",
    "cube = play('tetris-cube')\ncube",
    "flat = play('pentominoes-6x10', laid=2)\nflat",
]
BOX = load("tetracubes-2x4x4")
QUARTERS = {"x": ((0, 2, 1), (1, -1, 1)), "y": ((2, 1, 0), (1, 1, -1)), "z": ((1, 0, 2), (-1, 1, 1))}
AXIS = {0: ("ArrowLeft", "ArrowRight"), 1: ("ArrowDown", "ArrowUp"), 2: ("PageDown", "PageUp")}


def put(desk, *placements) -> None:
    """Have these pieces lie in the box, and no others."""
    past = [["lay", [Adviser(BOX).entry(one)]] for one in placements]
    desk.printed(f"card.hand.game = {{'past': {past}, 'future': []}}")


@pytest.fixture
def card(desk):
    """The box of tetracubes, empty."""
    put(desk)
    card = desk.notebook.locator(".eo-handcard").first
    settle(card.locator(".eo-stage"))
    card.evaluate("node => node.scrollIntoView({ block: 'start' })")
    until(desk.page, lambda: card.locator(".hand-score").inner_text().startswith("0 of 8"))
    return card


def said(card) -> str:
    return card.locator(".eo-hand .eo-say").inner_text()


def held(card) -> list[tuple]:
    """The cells in which the piece in hand is."""
    numbers = card.locator(".hand-held").evaluate_all("nodes => nodes.map(node => +node.dataset.cell)")
    return sorted(BOX.container[number] for number in numbers)


def turns_to(shape, goal) -> list[str]:
    """The quarter turns that lead from one orientation to another, as few as can be."""
    todo = [(normal_form(shape), [])]
    for now, path in todo:
        if now == normal_form(goal):
            return path
        todo += [
            (normal_form(turned(c, quarter) for c in now), [*path, axis])
            for axis, quarter in QUARTERS.items()
        ]


def middle(place) -> tuple[float, float]:
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def cell(card, at):
    return card.locator(f"[data-cell='{BOX.container.index(at)}']")


def laid(desk) -> str:
    return desk.printed("print(sorted(card.position.laid))").strip()


@pytest.fixture(scope="module")
def packing():
    return all_packings("2x4x4")[4321]


@pytest.mark.long
def test_a_box_is_packed_by_mouse_alone(desk, card, packing):
    mouse, shapes = desk.page.mouse, {piece.name: piece.cells for piece in BOX.pieces}
    for piece, cells in packing:
        card.locator(".hand-piece").nth(list(shapes).index(piece)).click()
        for axis in turns_to(shapes[piece], cells):
            card.get_by_role("button", name=f"Turn {axis.upper()}").click()
        now = held(card)
        mouse.move(*middle(cell(card, now[0])))
        mouse.down()
        mouse.move(*middle(cell(card, cells[0])), steps=5)
        mouse.up()
        assert any(word in said(card) for word in ("is laid", "full", "Packed"))
    until(desk.page, lambda: said(card).startswith("Packed! The referee has checked it."))
    assert laid(desk) == str(sorted(packing))


@pytest.mark.long
def test_a_piece_is_dragged_by_touch(desk, card):
    card.locator(".hand-piece").nth(1).scroll_into_view_if_needed()
    start, goal = middle(card.locator(".hand-piece").nth(1)), middle(cell(card, (1, 1, 0)))
    touch = desk.page.context.new_cdp_session(desk.page)

    def send(kind: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", start)
    for share in (0.25, 0.5, 0.75, 1):
        send("touchMove", tuple(a + share * (b - a) for a, b in zip(start, goal)))
    until(desk.page, lambda: (1, 1, 0) in held(card))
    send("touchEnd")
    until(desk.page, lambda: "T is laid" in said(card))
    assert laid(desk).count("piece=") == 1


def test_a_box_is_packed_by_keyboard_alone(desk, card, packing):
    desk.page.keyboard.press("Escape")
    card.locator(".hand-board").focus()
    press, shapes = desk.page.keyboard.press, {piece.name: piece.cells for piece in BOX.pieces}
    now = {}
    for piece, cells in packing:
        letter = BOX.labels[piece]
        press(f"Shift+{letter}" if letter in "XYZ" else letter.lower())
        drawn = desk.page.evaluate("() => document.activeElement.className")
        assert drawn == "hand-board"
        start = now.get(piece, held(card)) or shapes[piece]
        for axis in turns_to(start, cells):
            press(axis)
        for axis, keys in AXIS.items():
            by = min(c[axis] for c in cells) - min(c[axis] for c in held(card))
            for _ in range(abs(by)):
                press(keys[by > 0])
        press("Enter")
    until(desk.page, lambda: said(card).startswith("Packed! The referee has checked it."))
    assert laid(desk) == str(sorted(packing))


@pytest.mark.long
def test_a_hint_comes_into_the_hand_and_leads_to_a_solution(desk, card):
    for _ in range(3):
        card.get_by_role("button", name="Hint", exact=True).click()
        until(desk.page, lambda: card.locator(".hand-held").count() == 4)
        card.locator(".hand-board").press("Enter")
        until(desk.page, lambda: card.locator(".hand-held").count() == 0)
    card.get_by_role("button", name="Still solvable?").click()
    until(desk.page, lambda: said(card).startswith("As it lies"))
    number = desk.printed(
        "from puzzlelib import count\nprint(count(card.puzzle, given=card.position.laid).count)"
    )
    assert f"{int(number):,} completion" in said(card)


@pytest.fixture
def motion(desk):
    """A visitor who likes things to move."""
    desk.page.emulate_media(reduced_motion="no-preference")
    yield
    desk.page.emulate_media(reduced_motion="reduce")


@pytest.mark.long
def test_a_search_goes_on_by_itself_from_the_position_and_a_move_comes_back(desk, card, packing, motion):
    put(desk, *packing[:3])
    names = [piece.name for piece in BOX.pieces]
    card.locator(".hand-piece").nth(names.index(packing[4].piece)).click()
    until(desk.page, lambda: held(card))
    card.get_by_role("button", name="Go on from here").click()
    stage = card.locator(".eo-stage")  # it plays at once: the sentence is soon that of its first step
    until(desk.page, lambda: stage.locator(".eo-player").is_visible() and not held(card))
    until(desk.page, lambda: not stage.get_by_role("button", name="Next answer").is_enabled())
    until(desk.page, lambda: stage.get_by_role("button", name="Play", exact=True).is_visible())
    lying = pieces(settle(stage))
    assert len(lying) == 8
    given = {letter for letter, (how, _) in lying.items() if how == "given"}
    assert given == {BOX.labels[piece] for piece, _ in packing[:3]}
    card.get_by_role("button", name="Undo", exact=True).click()
    until(desk.page, lambda: not stage.locator(".eo-player").is_visible())
    assert laid(desk) == str(sorted(packing[:2])) and len(pieces(answered(stage))) == 2


@pytest.mark.long
@pytest.mark.parametrize("projector", picked([False, True], [True]))
def test_every_card_stands_on_one_screen(desk, projector):
    project(desk, projector)
    try:
        for number in range(2):
            card = desk.notebook.locator(".eo-handcard").nth(number)
            settle(card.locator(".eo-stage"))
            screen = card.evaluate("node => node.closest('.jp-WindowedPanel-outer').clientHeight")
            until(desk.page, lambda: card.bounding_box()["height"] <= screen)
            assert card.evaluate("node => node.scrollWidth - node.clientWidth") <= 1
    finally:
        project(desk, False)


@pytest.mark.long
def test_cells_of_layers_are_square(desk):
    """With the list of files open."""
    sizes = "nodes => nodes.map((node) => [node.offsetWidth, node.offsetHeight])"
    shell = "window.jupyterapp.shell"
    desk.page.evaluate(f"() => {shell}.expandLeft()")
    try:
        for number, layers in enumerate((2, 4)):
            card = desk.notebook.locator(".eo-handcard").nth(number)
            board = settle(card.locator(".eo-stage")) and card.locator(".hand-board")
            cells = lambda: board.locator("td").evaluate_all(sizes)
            steady(desk.page, cells)
            assert {wide - high for wide, high in cells()} == {0}, number
            assert board.locator("table").count() == layers
    finally:
        desk.wide()


@pytest.mark.long
def test_on_a_telephone_layers_are_as_wide_as_their_card(desk):
    """The page scrolls there: they are not made small so that all stands on one screen."""
    share = """node => (Math.max(...[...node.children].map((one) => one.getBoundingClientRect().right))
      - node.getBoundingClientRect().left) / node.closest(".eo-hand").clientWidth"""
    desk.page.set_viewport_size({"width": 390, "height": 844})
    try:
        for number in range(3):
            board = desk.notebook.locator(".eo-handcard").nth(number).locator(".hand-board")
            board.scroll_into_view_if_needed()
            until(desk.page, lambda: board.evaluate(share) > 0.75)
    finally:
        desk.page.set_viewport_size(PROJECTOR)


@pytest.mark.long
def test_an_opening_stands_below_the_title_on_the_first_screen(server, browser):
    """At 1280×720, with the list of files open, and the title, a sentence and its own cell above."""
    with window(server, browser) as lab:
        lab.open(server.put(ROOT / "notebooks" / "08-integer-programs.ipynb"))
        lab.command("notebook:move-cursor-down")
        lab.command("notebook:run-cell")
        lab.idle()
        card = lab.notebook.locator(".eo-handcard").first
        settle(card.locator(".eo-stage"))
        lab.notebook.locator(".jp-WindowedPanel-outer").first.evaluate("node => node.scrollTo(0, 0)")
        below = lambda: card.evaluate(
            "node => node.closest('.jp-WindowedPanel-outer').getBoundingClientRect().bottom"
            " - node.getBoundingClientRect().bottom"
        )
        until(lab.page, lambda: below() >= 0)
        lab.check()


def test_a_flat_puzzle_is_one_board_in_which_a_search_is_stepped(desk):
    card = desk.notebook.locator(".eo-handcard").nth(2)
    board, tray = card.locator(".hand-board"), card.locator(".hand-tray")
    board.wait_for()
    assert card.locator(".eo-picture:visible, canvas").count() == 0
    there, beside = board.bounding_box(), tray.bounding_box()
    assert beside["x"] >= there["x"] + there["width"] >= there["x"] + card.bounding_box()["width"] / 2
    assert tray.locator("polygon").count() == 2 * 12 * 5  # seen from above
    names = card.get_by_role("toolbar", name="Turn and undo").get_by_role("button").all_inner_texts()
    assert names == ["Turn", "Flip", "Undo", "Redo", "Clear"]
    card.get_by_role("button", name="Go on from here").press("Enter")
    card.get_by_role("button", name="Next step").press("Enter")
    until(desk.page, lambda: said(card).startswith("Level 0: branch on cell"))
    buttons = card.locator(".eo-stage > .eo-player").bounding_box()
    assert buttons["y"] >= board.bounding_box()["y"] + board.bounding_box()["height"]
    card.get_by_role("button", name="Next answer").press("Enter")
    until(desk.page, lambda: "" not in card.locator(".hand-board td").all_inner_texts())
