"""The 2D views in a real JupyterLab: what they show is the state of the search, by keyboard, in every theme,
without WebGL."""

import pytest
from quiet_clock import ends_within
from sizes import picked

from lessons import player
from puzzlelib import load
from puzzlelib.search import algorithm_x, magic_square
from puzzlelib.search.exact_cover import cover_of
from puzzlelib.search.tree import SearchTree

from .alone import alone, go
from .controls import press, slider_named
from .lab import picture, settle, until, worked
from .screen import on_one_screen, project, stepped

pytestmark = pytest.mark.browser

SETUP = """from puzzlelib.search import algorithm_x, dancing_links, magic_square; from puzzlelib import load
from puzzlelib.search.exact_cover import cover_of
from lessons import demo_switch
from lessons import player
knuth = cover_of({"A": "ce", "B": "adg", "C": "bcf", "D": "adf", "E": "bg", "F": "deg"}, items="abcdefg")"""
SQUARE = ["picture", "tree", "counters"]
CELLS = [
    SETUP,
    "demo_switch()",
    f'player(magic_square.trace(3, prune="line"), views={SQUARE})',
    'player(algorithm_x.trace(knuth, limit=None))',
    'player(dancing_links.link_trace(knuth, limit=None))',
    'player(algorithm_x.trace(load("tetris-cube"), limit=None, max_events=6000), views=["picture", '
    '"tree", "matrix", "counters"])',
]
KNUTH = cover_of({"A": "ce", "B": "adg", "C": "bcf", "D": "adf", "E": "bg", "F": "deg"}, items="abcdefg")


def card_of(desk, number: int):
    card = desk.notebook.locator(".eo-card:has(.eo-board)").nth(number)
    board_at_rest(card)
    return card


def board_at_rest(card):
    board = card.locator(".eo-board")
    board.scroll_into_view_if_needed()
    board.page.wait_for_function(
        "node => node.dataset.drawn !== undefined && node.dataset.drawn === node.dataset.step",
        arg=board.element_handle(),
    )
    return board


def data(card, view: str, name: str) -> str:
    return card.locator(f".eo-panel-{view} > div").get_attribute(f"data-{name}") or ""


def walk(card, *keys: str) -> int:
    """Move the step slider, wait for the views; returns the step."""
    return shows(card, int(press(slider_named(card, "step"), *keys)))


def shows(card, step: int) -> int:
    card.locator(f".eo-board[data-drawn='{step}']").wait_for()
    return step


def path_of(tree: SearchTree, step: int) -> str:
    return " ".join(tree.branches[number].label for number in tree.path(step)).strip()


@pytest.mark.long
def test_square_tree_and_counters_are_those_of_the_step(desk):
    card, trace = card_of(desk, 0), magic_square.trace(3, prune="line")
    tree = SearchTree(trace)
    walk(card, "Home")
    for keys in (["ArrowRight"] * 7, ["ArrowRight"] * 30, ["PageUp"], ["PageUp"] * 2, ["End"]):
        k = walk(card, *keys)
        assert data(card, "square", "numbers") == ",".join(map(str, trace.square(k)))
        assert data(card, "tree", "path").strip() == path_of(tree, k)
        tries, dead = (
            sum(event.kind == kind for event in trace.events[: k + 1]) for kind in ("try", "conflict")
        )
        assert (data(card, "counters", "nodes"), data(card, "counters", "dead-ends")) == (
            str(tries),
            str(dead),
        )
        assert card.locator(".eo-say").inner_text() == trace.events[k].say
    assert k == len(trace) - 1 and card.locator(".eo-star").count() == 1


def test_picture_and_views_on_one_slider(desk):
    card, trace = card_of(desk, 3), algorithm_x.trace(load("tetris-cube"), limit=None, max_events=6000)
    stage, tree = card.locator(".eo-stage"), SearchTree(trace)
    for keys in (["Home"], ["ArrowRight"] * 5, ["End"], ["PageDown"]):
        k = walk(card, *keys)
        settle(stage)
        assert stage.get_attribute("data-step") == str(k)
        assert data(card, "tree", "path").strip() == path_of(tree, k)
        letters = {entry.split(":")[0] for entry in stage.get_attribute("data-pieces").split(",") if entry}
        assert letters == {
            load("tetris-cube").labels[load("tetris-cube").placements[o].piece] for o in trace.state(k).on
        }
        assert card.locator(".eo-say").inner_text() == trace.events[k].say
        if trace.events[k].kind == "try":
            assert f"{trace.events[k].option}now" in data(card, "matrix", "options").split(",")


@pytest.mark.long
def test_a_jump_shows_at_once(desk):
    """In little work, the browser's and the kernel's; benchmarks measure the kernel's share."""
    card = card_of(desk, 3)

    def attempt():
        walk(card, "Home")
        start = worked()
        walk(card, "End")
        return worked() - start

    ends_within(3, attempt)


@pytest.mark.long
def test_a_click_on_a_node_goes_to_its_step(desk):
    card, trace = card_of(desk, 1), algorithm_x.trace(KNUTH, limit=None)
    walk(card, "End")
    card.locator(".eo-node:has(.eo-cross)").first.click()
    shows(card, trace.steps("conflict")[0])
    assert card.locator(".eo-say").inner_text().startswith("Dead end")


@pytest.mark.long
@pytest.mark.parametrize("large", picked([False, True], [True]))
def test_views_sentence_and_buttons_stand_on_one_screen(desk, large):
    project(desk, large)
    for number, sheet in enumerate(stepped(desk)):
        for key in ("Home", "End"):
            walk(card_of(desk, number), key)
            on_one_screen(sheet)
    project(desk, False)


@pytest.mark.long
@pytest.mark.parametrize("number", picked([0, 3], [3]))
def test_views_take_the_window(desk, number):
    card, page = card_of(desk, number), desk.page
    walk(card, "Home")
    whole = card.locator(".eo-pair" if number else ".eo-board")
    slider_named(card, "step").press("f")
    until(page, lambda: whole.bounding_box() == {"x": 0, "y": 0, **page.viewport_size})
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    until(page, lambda: card.locator(".eo-board").get_attribute("data-drawn") == "2")
    assert card.locator(".eo-panel-tree .eo-tree").is_visible()
    sentence, button = card.locator(".eo-say"), card.get_by_role("button", name="Next step")
    lowest = button.bounding_box()
    assert lowest["y"] + lowest["height"] > 0.85 * page.viewport_size["height"]
    assert sentence.evaluate("node => parseFloat(getComputedStyle(node).fontSize)") > 24
    page.keyboard.press("Escape")
    until(page, lambda: whole.bounding_box()["width"] < page.viewport_size["width"])
    assert slider_named(card, "step").evaluate("node => node === document.activeElement")


@pytest.mark.long
@pytest.mark.parametrize("part", picked([".eo-picture", ".eo-panel-tree"], [".eo-picture"]))
def test_a_pair_takes_the_window_wherever_a_click_leaves_the_focus(desk, part):
    card, page = card_of(desk, 3), desk.page
    settle(card.locator(".eo-stage"))
    card.locator(part).first.click()
    page.keyboard.press("f")
    whole = card.locator(".eo-pair")
    until(page, lambda: whole.bounding_box() == {"x": 0, "y": 0, **page.viewport_size})
    page.keyboard.press("Escape")
    until(page, lambda: whole.bounding_box()["width"] < page.viewport_size["width"])


# The highest edge of the buttons, and the lowest of what is drawn.
BELOW = """(card) => [card.querySelector(".eo-player").getBoundingClientRect().top,
  Math.max(...[...card.querySelectorAll(".eo-picture, .eo-panels .eo-panel")]
    .map((node) => node.getBoundingClientRect().bottom))]"""


@pytest.mark.long
@pytest.mark.parametrize("number", picked(range(3), [0]))
def test_controls_stand_below_the_picture_and_stay_there(desk, number):
    card, seen = card_of(desk, number), set()
    for keys in (["Home"], ["ArrowRight"] * 5, ["ArrowRight"] * 3, ["End"]):
        walk(card, *keys)
        buttons, drawing = card.evaluate(BELOW)
        assert buttons >= drawing - 1
        seen.add(round(buttons - card.bounding_box()["y"]))
    assert len(seen) == 1


@pytest.mark.long
@pytest.mark.parametrize("left", picked(["list of files", "closed"], ["list of files"]))
@pytest.mark.parametrize("wide, high", picked([(1280, 720), (1920, 1080)], [(1280, 720)]))
def test_the_tree_stands_beside_the_picture(desk, wide, high, left):
    page, card = desk.page, card_of(desk, 3)
    page.set_viewport_size({"width": wide, "height": high})
    act = "collapse" if left == "closed" else "expand"
    page.evaluate(f"() => window.jupyterapp.shell.{act}Left()")
    settle(card.locator(".eo-stage"))
    board_at_rest(card)
    drawing, tree = (card.locator(one).bounding_box() for one in (".eo-picture", ".eo-panel-tree"))
    if card.bounding_box()["width"] >= 900:
        assert drawing["x"] + drawing["width"] <= tree["x"] and tree["y"] < drawing["y"] + 100
        assert tree["width"] > 300 and drawing["width"] > 400
    else:
        assert left != "closed"
    desk.wide()
    page.set_viewport_size({"width": 1280, "height": 720})


@pytest.mark.long
def test_dark_theme_and_projector(desk):
    card = card_of(desk, 1)
    board = board_at_rest(card)
    desk.dark()
    board.page.wait_for_function("node => node.classList.contains('eo-dark')", arg=board.element_handle())
    until(board.page, lambda: picture(board).getpixel((3, 60)) == (17, 17, 17))
    desk.dark(False)
    size = "node => parseFloat(getComputedStyle(node).fontSize)"
    was = card.locator(".eo-matrix").evaluate(size)
    switch = desk.notebook.get_by_role("checkbox")
    switch.scroll_into_view_if_needed()
    switch.press("Space")
    board.page.wait_for_function("node => node.classList.contains('eo-contrast')", arg=board.element_handle())
    assert card.locator(".eo-matrix").evaluate(size) > 1.2 * was
    switch.press("Space")
    board.page.wait_for_function(
        "node => !node.classList.contains('eo-contrast')", arg=board.element_handle()
    )


@pytest.mark.long
def test_on_a_narrow_card_nothing_scrolls_sideways(browser):
    with alone(browser, *player(magic_square.trace(3, prune="line"), views=SQUARE).sheets) as page:
        page.locator(".jp-Cell").evaluate("node => { node.style.width = '640px'; }")
        board = page.locator(".eo-board")
        go(page, 40)
        until(page, lambda: board.evaluate("node => node.scrollWidth <= node.clientWidth + 1"))
