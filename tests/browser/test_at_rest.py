"""Texts and boards of cards in a real JupyterLab at rest, where something was broken once."""

from itertools import product

import pytest
from playwright.sync_api import Locator

from puzzlelib import load
from puzzlelib.ilp.branch_and_bound import trace as branch_and_bound

from .lab import desk_with
from .screen import project, settle_all, until_drawn

pytestmark = [pytest.mark.browser, pytest.mark.long]

CELLS = [
    "from puzzlelib import cover_of, load\nfrom puzzlelib.ilp import branch_and_bound\n"
    "from puzzlelib.search import algorithm_x\nfrom lessons import explorer, play, player, workshop",
    "card = play('tetracubes-2x4x4')\ncard",
    "cards = cover_of({card: card for card in ['ce', 'adg', 'bcf', 'adf', 'bg', 'deg']}, items='abcdefg')\n"
    "player(algorithm_x.trace(cards, limit=None))",
    'player(branch_and_bound.trace(load("nine-ls"), costs="random", seed=2), views=["picture", "tree"])',
    "desk = workshop('soma')\ndesk",
    "explorer(grid='2x4x4', hints=2, seed=1)",
    "player(algorithm_x.trace(load('tetracubes-2x4x4')), views=['picture', 'tree'])",
    "from lessons.l01_backtracking import square_explorer\nsquare_explorer()",
]
HAND, COVER, PARTS, BENCH, MADE, SEARCH, SQUARE = range(7)  # of the cards

# Pairs of texts in a node of which one lies over the other, and texts that are cut off.
FAULTY_TEXTS = """(root) => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), found = [], wrong = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement, text = node.textContent.trim();
    const beside = parent.closest(".eo-unseen, option, [hidden], .eo-tree svg, .eo-trackbox");
    if (!text || beside || !parent.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width > 2) found.push({ box, parent, text });
  }
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5;
  found.forEach((a, i) => found.slice(i + 1).forEach((b) =>
    a.parent !== b.parent && meet(a.box, b.box) && wrong.push(`${a.text} | ${b.text}`)));
  for (const { box, parent, text } of found) {
    const frame = parent.closest(".eo-share, td, th, button")?.getBoundingClientRect();
    if (frame && (box.top < frame.top - 2 || box.bottom > frame.bottom + 2)) wrong.push(`cut: ${text}`);
  }
  return wrong;
}"""


@pytest.fixture(scope="module")
def desk(server, browser):
    with desk_with(server, browser, "at-rest.ipynb", *CELLS, in_sight=False) as lab:
        yield lab


def card_at(desk, number: int) -> Locator:
    card = desk.notebook.locator(".jp-OutputArea-output > .eo-card").nth(number)
    return settle_all(card)


@pytest.mark.parametrize("projector, full", [*product([False, True], repeat=2)])
def test_matrix_and_tree_stand_side_by_side_at_every_step(desk, projector, full):
    project(desk, projector)
    card = card_at(desk, COVER)
    board = card.locator(".eo-board")
    if full:
        board.get_by_role("button", name="Full window").press("Enter")
    board.get_by_role("button", name="Next step").focus()
    for _ in range(13):
        desk.page.keyboard.press("Enter")
        until_drawn(board)
        matrix, tree = (board.locator(f".eo-panel-{name}").bounding_box() for name in ("matrix", "tree"))
        assert matrix["x"] + matrix["width"] <= tree["x"]
        assert abs(matrix["y"] - tree["y"]) < 40 and tree["width"] > 240
        assert board.evaluate(FAULTY_TEXTS) == []
    desk.page.keyboard.press("Escape")
    project(desk, False)


def test_small_shares_have_no_text_and_five_bars_stand_beside(desk):
    trace = branch_and_bound(load("nine-ls"), costs="random", seed=2)
    most = max(range(len(trace)), key=lambda k: len(trace.state(k).fractions))
    card = card_at(desk, PARTS)
    card.locator(".eo-stage").evaluate("node => node.querySelector('.eo-picture').focus()")
    for _ in range(most):
        card.get_by_role("button", name="Next step").press("Enter")
    settle_all(card)
    shares = card.locator(".eo-share")
    heights = shares.evaluate_all(
        "nodes => nodes.map((node) => [node.clientHeight, node.innerText, node.title])"
    )
    assert all((height > 15) == bool(text) and title for height, text, title in heights)
    left = len(trace.state(most).fractions) - 5
    assert left > 0 and f"and {left} more" in card.locator(".eo-bars").inner_text()
    assert card.evaluate(FAULTY_TEXTS) == []


# The controls of a card that Tab reaches, without pictures.
TABBED = """(card) => [...card.querySelectorAll("button, select, input, [role=slider], [contenteditable]")]
  .filter((node) => node.tabIndex >= 0 && node.getClientRects().length && node.checkVisibility())
  .map((node) => node.ariaLabel || node.textContent)"""


@pytest.mark.parametrize("number, most", [(MADE, 12), (SEARCH, 8), (HAND, 14), (BENCH, 22)])
def test_controls_are_few(desk, number, most):
    card = card_at(desk, number)
    controls = card.evaluate(TABBED)
    assert len(controls) <= most, controls


@pytest.mark.parametrize("number", [COVER, SQUARE])
def test_a_card_ends_where_its_boards_end(desk, number):
    card = desk.notebook.locator(".jp-OutputArea-output > .eo-card").nth(number)
    empty = "boards => boards.map(board => board.parentElement.offsetHeight - board.offsetHeight)"
    rooms = card.locator(".eo-board").evaluate_all(empty)
    assert rooms and max(rooms) < 20
