"""What was broken once, looked at in a real JupyterLab at rest, and after the keys that broke it."""

from itertools import product

import pytest
from playwright.sync_api import Locator
from sizes import picked

from lessons.kit.hands.answers import Adviser
from puzzlelib import load, solve
from puzzlelib.ilp.branch_and_bound import trace as branch_and_bound

from .controls import violations
from .lab import answered, desk_with, settle, until
from .screen import drawn, project

pytestmark = pytest.mark.browser

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
BOX = load("tetracubes-2x4x4")

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
    card.evaluate("node => node.scrollIntoView({ block: 'start' })")
    settle_all(card)
    return card


def settle_all(card: Locator) -> None:
    for stage in card.locator(".eo-stage").all():
        flat = stage.get_attribute("data-live") == "layers"  # any other word may still become 3d
        settle(stage, "layers" if flat else "3d")
    for board in card.locator(".eo-board").all():
        drawn(board)


def test_a_search_that_goes_on_has_one_sentence_and_the_layers_follow_it(desk):
    card = card_at(desk, HAND)
    first = Adviser(BOX).entry(solve(BOX).solutions[0][0])
    desk.printed(f"card.hand.game = {{'past': [['lay', [{first}]]], 'future': []}}")
    card.get_by_role("button", name="Go on from here").press("Enter")
    say, stage = card.locator(".eo-hand .eo-say"), card.locator(".eo-stage")
    until(desk.page, lambda: "goes on from here" in say.inner_text())
    assert card.evaluate(FAULTY_TEXTS) == []
    stage.get_by_role("button", name="Next answer").press("Enter")
    settle(stage)
    until(desk.page, lambda: "every cell is filled" in say.inner_text())
    letters = card.locator(".hand-board td").all_inner_texts()
    assert len(letters) == 32 and {*letters} == {*BOX.labels.values()}
    assert card.locator(".hand-piece.hand-gone").count() == 8
    assert card.evaluate(FAULTY_TEXTS) == [] and card.locator(".eo-say:visible").count() == 1
    card.get_by_role("button", name="Undo", exact=True).press("Enter")
    until(desk.page, lambda: not stage.locator(".eo-player").is_visible())
    answered(stage)
    assert "".join(card.locator(".hand-board td").all_inner_texts()) == ""


@pytest.mark.parametrize(
    "projector, full", picked(product([False, True], repeat=2), [(False, False), (True, True)])
)
def test_matrix_and_tree_stand_side_by_side_at_every_step(desk, projector, full):
    project(desk, projector)
    card = card_at(desk, COVER)
    board = card.locator(".eo-board")
    if full:
        board.get_by_role("button", name="Full window").press("Enter")
    board.get_by_role("button", name="Next step").focus()
    for _ in range(13):
        desk.page.keyboard.press("Enter")
        drawn(board)
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


SOURCES = """() => window.jupyterapp.shell.currentWidget.content.widgets
  .map(({ model }) => `${model.type} ${model.sharedModel.getSource()}`)"""


@pytest.mark.parametrize("number, place", [(HAND, ".eo-picture"), (COVER, ".eo-play")])
def test_letters_pressed_in_a_card_do_nothing_to_the_notebook(desk, number, place):
    before = desk.page.evaluate(SOURCES)
    card_at(desk, number).locator(place).first.click()
    for key in "ddxmcvaby":
        desk.page.keyboard.press(key)
    assert desk.page.evaluate(SOURCES) == before


def test_a_changed_puzzle_loses_the_name_and_the_source_of_its_maker(desk):
    card = card_at(desk, BENCH)
    said = "print(desk.sketch.name, '|', desk.sketch.source)"
    until(desk.page, lambda: desk.printed(said).startswith("Soma Cube | "))
    card.get_by_role("button", name="piece V").first.press("Enter")
    card.get_by_role("button", name="Remove", exact=True).press("Enter")
    until(desk.page, lambda: desk.printed(said) == "My puzzle | \n")
    card.get_by_role("button", name="Undo", exact=True).press("Enter")
    until(desk.page, lambda: desk.printed(said).startswith("Soma Cube | "))


# The controls of a card that Tab reaches, without pictures.
TABBED = """(card) => [...card.querySelectorAll("button, select, input, [role=slider], [contenteditable]")]
  .filter((node) => node.tabIndex >= 0 && node.getClientRects().length && node.checkVisibility())
  .map((node) => node.ariaLabel || node.textContent)"""


@pytest.mark.parametrize("number, most", [(MADE, 12), (SEARCH, 8), (HAND, 14), (BENCH, 22)])
def test_controls_are_few(desk, number, most):
    card = card_at(desk, number)
    controls = card.evaluate(TABBED)
    assert len(controls) <= most, controls


def test_axe_finds_nothing_against_the_cards(desk, axe):
    for number in (MADE, SEARCH, HAND, BENCH):
        card_at(desk, number)
    assert violations(desk, axe) == []


def test_cells_are_numbered_where_a_sentence_names_one_and_however_the_box_is_turned(desk):
    stage = card_at(desk, SEARCH).locator(".eo-stage")
    for _ in range(7):
        assert sorted(stage.locator(".eo-axes text").all_text_contents()) == sorted("0123x0123y01z")
        stage.locator(".eo-picture").press("ArrowLeft")
        settle(stage)


@pytest.mark.parametrize("number", [COVER, SQUARE])
def test_a_card_ends_where_its_boards_end(desk, number):
    card = desk.notebook.locator(".jp-OutputArea-output > .eo-card").nth(number)
    empty = "boards => boards.map(board => board.parentElement.offsetHeight - board.offsetHeight)"
    rooms = card.locator(".eo-board").evaluate_all(empty)
    assert rooms and max(rooms) < 20
