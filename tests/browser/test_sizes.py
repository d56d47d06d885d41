"""On a projector of 1280×720 pictures are large, with their sentence and their buttons on the same screen;
on a narrow card counts stand beside the picture."""

import pytest

from lessons import player
from puzzlelib import asp, load
from puzzlelib.icosoku.events import trace as tiles
from puzzlelib.icosoku.puzzle import icosoku
from puzzlelib.ilp import branch_and_bound
from puzzlelib.search import algorithm_x, cover_of, magic_square

from .alone import alone, set_trait
from .lab import steady
from .screen import LARGE, highest, on_one_screen

pytestmark = [pytest.mark.browser, pytest.mark.long]

INSIDE = """(nodes) => {
  const [say, box] = nodes.map((node) => node.getBoundingClientRect());
  return say.left >= box.left && say.right <= box.right && say.bottom <= box.bottom;
}"""
SLIDERS = 42  # pixels above the picture of a player, which stand in a notebook
PLAYERS = {
    "picture and tree": lambda: player(algorithm_x.trace(load("tetracubes-2x4x4"), max_events=60)),
    "solid and tree": lambda: player(tiles(icosoku(), max_events=60)),
    "picture": lambda: player(asp.trace(load("tetracubes-2x2x4+2x2x4"))),
    "square and tree": lambda: player(magic_square.trace(3, max_events=60)),
}
CARDS = cover_of({card: card for card in ("ce", "adg", "bcf", "adf", "bg", "deg")}, items="abcdefg")


@pytest.mark.parametrize("name", PLAYERS)
def test_the_picture_is_large_on_the_projector(browser, name):
    with alone(browser, *PLAYERS[name]().sheets) as page:
        set_trait(page, "contrast", True)
        first = page.locator(".eo-sheet").first
        on_one_screen(first)
        assert highest(first) >= LARGE + SLIDERS * (name != "square and tree")


def test_a_matrix_that_comes_first_shows_all_its_rows_on_the_projector(browser):
    """As in a short notebook, where only a few lines of code stand above its card."""
    with alone(browser, *player(algorithm_x.trace(CARDS)).sheets) as page:
        page.locator(".jp-Cell").evaluate("node => { node.style.paddingTop = '130px'; }")
        set_trait(page, "contrast", True)
        matrix = page.locator(".eo-scroll")
        heights = lambda: matrix.evaluate("node => [node.scrollHeight, node.clientHeight]")
        steady(page, heights)
        needed, shown = heights()
        assert needed == shown
        on_one_screen(page.locator(".eo-board"))


def test_controls_above_do_not_make_the_picture_small(browser):
    """As in the explorer of lesson 00, with three rows of them: they are scrolled away, and it is large."""
    with alone(browser, *PLAYERS["picture"]().sheets) as page:
        page.locator(".eo-card").evaluate("node => { node.style.paddingTop = '200px'; }")
        set_trait(page, "contrast", True)
        page.wait_for_function(
            "least => document.querySelector('.eo-picture').clientHeight >= least", arg=LARGE
        )
        on_one_screen(page.locator(".eo-stage"))


@pytest.mark.parametrize("width", [330, 700])
def test_a_search_at_work_takes_no_room_from_the_picture(browser, width):
    with alone(browser, *PLAYERS["picture"]().sheets) as page:
        page.locator(".jp-Cell").evaluate("(node, width) => { node.style.width = `${width}px`; }", width)
        both = ".eo-picture", ".eo-fullbutton"
        places = lambda: [page.locator(one).bounding_box() for one in both]
        steady(page, places)
        before = places()
        set_trait(page, "busy", "The search is at work, and it has a great deal to say about that …")
        page.locator(".eo-busy").wait_for()
        steady(page, places)
        assert places() == before
        words, full = (page.locator(one).bounding_box() for one in (".eo-busy", ".eo-fullbutton"))
        assert words["x"] + words["width"] <= full["x"]


def test_the_sentence_stands_above_the_tree_where_the_tree_is_beside_the_picture(browser):
    with alone(browser, *PLAYERS["picture and tree"]().sheets) as page:
        sentence, tree, picture = (
            page.locator(one).bounding_box() for one in (".eo-say", ".eo-tree", ".eo-picture")
        )
        assert sentence["y"] + sentence["height"] <= tree["y"]
        assert abs(sentence["x"] - tree["x"]) < 8 and sentence["x"] > picture["x"] + picture["width"]
        page.set_viewport_size({"width": 800, "height": 720})
        page.locator(".jp-Cell").evaluate("node => { node.style.width = '760px'; }")
        page.wait_for_function(
            INSIDE, arg=[page.locator(one).element_handle() for one in (".eo-say", ".eo-stage")]
        )


@pytest.mark.parametrize(
    "search", [lambda: magic_square.trace(3, max_events=60), lambda: algorithm_x.trace(CARDS)]
)
def test_the_tree_stands_beside_the_board_with_the_list_of_files_open(browser, search):
    with alone(browser, *player(search()).sheets) as page:
        page.locator(".jp-Cell").evaluate("node => { node.style.width = '819px'; }")
        edges = lambda: [page.locator(one).bounding_box() for one in (".eo-column", ".eo-tree")]
        steady(page, edges)
        column, tree = edges()
        assert tree["x"] >= column["x"] + column["width"] and tree["y"] < column["y"] + column["height"]


def test_the_tree_stands_beside_a_picture_with_shares_on_the_projector(browser):
    trace = branch_and_bound.trace(load("nine-ls"), costs="random", seed=2)
    with alone(browser, *player(trace, views=["picture", "tree"]).sheets) as page:
        set_trait(page, "contrast", True)
        page.wait_for_function("() => document.querySelector('.eo-stage.eo-contrast')")
        sentence, tree, picture = (
            page.locator(one).bounding_box() for one in (".eo-say", ".eo-tree", ".eo-picture")
        )
        assert tree["x"] > picture["x"] + picture["width"]
        assert tree["y"] >= sentence["y"] + sentence["height"]
        on_one_screen(page.locator(".eo-stage"))


def test_all_counts_are_in_sight_beside_a_picture_of_little_height(browser):
    with alone(browser, *PLAYERS["picture"]().sheets) as page:
        page.locator(".jp-WindowedPanel-outer").evaluate("node => { node.style.height = '460px'; }")
        set_trait(page, "contrast", True)
        page.wait_for_function("() => document.querySelector('.eo-stage.eo-wide:not(.eo-roomy)')")
        counts, next_ = (page.locator(one).bounding_box() for one in (".eo-counts", ".eo-player"))
        assert counts["y"] + counts["height"] <= next_["y"]


@pytest.mark.parametrize("width", [673, 760, 857])
def test_counts_stand_beside_the_picture_on_a_narrow_card(browser, width):
    with alone(browser, *PLAYERS["picture"]().sheets) as page:
        page.locator(".jp-Cell").evaluate("(node, width) => { node.style.width = `${width}px`; }", width)
        page.wait_for_function("() => document.querySelector('.eo-stage.eo-wide')")
        on_one_screen(page.locator(".eo-stage"))
        counts, picture, next_ = (
            page.locator(one).bounding_box() for one in (".eo-counts", ".eo-picture", ".eo-player")
        )
        assert counts["x"] >= picture["x"] + picture["width"]
        assert counts["y"] + counts["height"] <= next_["y"]
