"""The tree of a search as a browser draws it: nothing over anything else, letters in their discs, what is
finished grey. The drawing itself is Node's to see (scripts/tree.test.mjs)."""

from itertools import combinations

import pytest
from sizes import picked

from lessons import player
from lessons.puzzles.cards.views import Views
from puzzlelib import asp, load
from puzzlelib.icosoku.events import trace as tiles
from puzzlelib.icosoku.puzzle import icosoku
from puzzlelib.ilp.branch_and_bound import trace as branch_and_bound
from puzzlelib.pictures.colours import contrast_ratio
from puzzlelib.search import algorithm_x, magic_square

from .alone import alone, dark, go, set_trait

pytestmark = [pytest.mark.browser, pytest.mark.long]

TRACES = {
    "packing": lambda: algorithm_x.trace(load("tetracubes-2x4x4"), limit=None, max_events=3000),
    "square": lambda: magic_square.trace(3, prune="line"),
    "clasp": lambda: asp.trace(load("tetracubes-2x2x4+2x2x4")),
    "branch and bound": lambda: branch_and_bound(load("nine-ls"), costs="random", seed=2),
    "icosoku": lambda: tiles(icosoku(), max_events=1500),
}
# Of each node what is written and what is drawn, in the picture's pixels; then the levels' names on the left.
BOXES = """box => {
  const at = (node) => {
    const { x, y, width, height } = node.getBBox(), { e, f } = node.getCTM(); // its node's place
    return [x + e, y + f, width, height];
  };
  const nodes = [...box.querySelectorAll(".eo-node")].map((node) => ({
    disc: at(node.querySelector(".eo-disc")),
    texts: [...node.querySelectorAll("text:not(.eo-choice):not(.eo-small)")].map(at),
    letter: [...node.querySelectorAll(".eo-choice")].map(at) }));
  const names = [...box.querySelectorAll(".eo-levelname, .eo-branch")].map(at);
  return { nodes, names, room: [box.clientWidth, box.clientHeight], sideways: box.scrollWidth,
    tall: box.scrollHeight };
}"""


@pytest.fixture(scope="module", params=picked(TRACES, ["clasp"]))
def shown(request, browser):
    """A page with the tree of a search, alone or beside its picture, and the trace."""
    trace = TRACES[request.param]()
    views = ["picture", "tree"] if request.param in ("clasp", "branch and bound") else ["tree"]
    with alone(browser, *player(trace, views=views).sheets) as page:
        yield page, trace


def steps(trace) -> list[int]:
    """Some steps of a search: early ones, dead ends, answers, the last."""
    some = [7, len(trace) // 3, *trace.steps("conflict")[2:120:60], *trace.steps("answer")[:1]]
    return sorted({*some, len(trace) - 1} & set(range(len(trace))))


def boxes_at(page, step: int) -> dict:
    go(page, step)
    return page.locator(".eo-tree").evaluate(BOXES)


def over(a, b) -> bool:
    """Do two boxes (x, y, width, height) cover each other by more than a line's width?"""
    return all(a[i] + a[i + 2] > b[i] + 1.5 and b[i] + b[i + 2] > a[i] + 1.5 for i in (0, 1))


@pytest.mark.parametrize(
    "large", [False, pytest.param(True, marks=pytest.mark.long)], ids=["normal", "projector"]
)
def test_nothing_lies_over_anything_else_and_it_stays_in_its_place(shown, large):
    page, trace = shown
    set_trait(page, "contrast", large)
    for step in steps(trace):
        found = boxes_at(page, step)
        assert found["sideways"] <= found["room"][0] and found["tall"] <= found["room"][1] + 1, step
        nodes = [[node["disc"], *node["texts"]] for node in found["nodes"]]
        for one, other in combinations([*nodes, *([name] for name in found["names"])], 2):
            assert not any(over(a, b) for a in one for b in other), (step, one, other)
        for node in found["nodes"]:
            x, _, width, _ = node["disc"]
            for letter in node["letter"]:
                assert x <= letter[0] and letter[0] + letter[2] <= x + width + 0.5, node
    set_trait(page, "contrast", False)


def test_a_finished_node_can_be_read_on_both_pages(browser):
    """Grey on grey has a contrast of at least 4.5:1 (WCAG 2)."""
    trace = magic_square.trace(3, prune="line")
    style = "node => [getComputedStyle(node.querySelector('.eo-choice')).fill, "
    style += "getComputedStyle(node.querySelector('.eo-disc')).fill]"
    with alone(browser, Views(trace, ["tree"])) as page:
        for night in (False, True):
            dark(page, night)
            go(page, 20 + night)
            ink, ground = page.locator(".eo-node.eo-done").first.evaluate(style)
            assert contrast(ink, ground) >= 4.5, (night, ink, ground)


def contrast(a: str, b: str) -> float:
    hexed = ["#" + "".join(f"{int(v):02x}" for v in one[4:-1].split(",")) for one in (a, b)]
    return contrast_ratio(*hexed)
