"""Each kind of card in a real JupyterLab: it is drawn, is worked by mouse and by keys, keeps its letters from
the notebook, and axe-core finds nothing against it. Its photograph goes to test-output, if that is there."""

import importlib
import pkgutil
import re
from typing import NamedTuple

import nbformat
import pytest
from test_own_search import answers

import lessons
from lessons.puzzles.views.fold import FLIGHT

from .controls import violations_in
from .lab import ROOT, colours, desk_with, nameless, picture, steady, until
from .screen import settle_all

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SETUP = """
from puzzlelib import cover_of, exact_cover, ExactCover, load
from puzzlelib.icosoku.events import trace as tiles
from puzzlelib.icosoku.puzzle import icosoku
from puzzlelib.ilp import branch_and_bound
from puzzlelib.search import algorithm_x, dancing_links
cards = cover_of({card: card for card in ["ce", "adg", "bcf", "adf", "bg", "deg"]}, items="abcdefg")
soma, box = load("soma"), load("tetracubes-2x4x4")
items = dict.fromkeys([*soma.container, *(piece.name for piece in soma.pieces)], 1)
searched = algorithm_x.steps(ExactCover(items, exact_cover(soma).options), "fewest", given=[7])
"""
CENSUS = """from lessons.l12_every_instance.card import CensusMap
import numpy
census = CensusMap()
census.progress("combine", 360_000, numpy.repeat([0, 100, 500, 700, 720], [5000, 24, 20, 100, 400]))
census"""


NEXT = "[aria-label='Next step'] >> nth=0"
MOST = 12  # buttons of a card: the cells of a board are alike
FOCUSED = "(card) => card.contains(document.activeElement)"


class Kind(NamedTuple):
    """A kind of card: the cell that makes it; where it is clicked, and what is there then; where which keys
    are pressed, and what is there then. Places are selectors within the card."""

    cell: str
    clicked: str = ""
    after_click: str = ""
    focused: str = ""
    keys: str = ""
    after_keys: str = ""


def stepped(cell: str, stride: int = 1) -> Kind:
    """Return a kind of card that steps through a search, so many frames a step."""
    first, second = (f"[data-drawn='{steps * stride}'] >> nth=0" for steps in (1, 2))
    return Kind(cell, NEXT, first, NEXT, "ArrowRight", second)


def of_lesson(package: str, call: str) -> str:
    """Return a cell that imports what it calls."""
    return f"from lessons{package} import {call.partition('(')[0]}\n{call}"


PLATE = "[aria-label='plate A, border cell 1 of 12, {}']"
TICKS = "input[type=checkbox] >> nth={}"
ORIENTATION = "[role=slider][aria-valuenow^='2']"
QUEENS = """def queens(n, attack):
    def extend(columns):
        if len(columns) == n:
            return [columns]
        row = len(columns)
        free = [c for c in range(n) if not any(attack((r, d), (row, c)) for r, d in enumerate(columns))]
        return [way for column in free for way in extend([*columns, column])]
    return extend([])
"""
KINDS = {
    "solver": Kind(
        f"from lessons.kit.cards.parts import write_part\nwrite_part('queens.py', {QUEENS!r})\n"
        + "write_part('by_piece.py', 'pass')\n"
        + of_lesson("", "your_solver()"),
        *("button:text-is('Run it')", ".eo-message:has-text('Right on 1 of 1')"),
        *("button:text-is('by_piece')", "Enter", ".eo-table:has-text('not yet')"),
    ),
    "assembly": Kind(
        of_lesson(".l00_start_here", "assembly(grid='2x4x4', seed=1)"),
        *("button:text-is('Pack')", ".eo-say:has-text('Every piece')"),
        *("[aria-label='Pack the pieces']", "Home", ".eo-say:has-text('0 of 8')"),
    ),
    "explorer": Kind(
        of_lesson("", "explorer(grid='2x4x4', hints=2, seed=1)"),
        *(".noUi-base >> nth=0", "[role=slider][aria-label=hints][aria-valuenow^='4']"),
        *("[role=slider][aria-label=seed]", "ArrowRight", ".eo-stage[aria-label*='seed 2']"),
    ),
    "play": Kind(
        of_lesson("", "play(box)"),
        *("[aria-label^='piece T']", ".hand-held >> nth=0"),
        *(".hand-board", "Enter", ".hand-score:has-text('1 of 8')"),
    ),
    "prediction": Kind(
        "from lessons import predict\nguess = predict('How many packings?')\nguess.reveal(11120)",
        *("button", ":text('Write a number first')"),
        *("input", "Control+a 7 Enter", ".eo-truth"),
    ),
    "search": stepped(
        of_lesson("", "player(algorithm_x.trace(box, max_events=300), views=['picture', 'tree'])")
    ),
    "square": stepped(of_lesson(".l01_backtracking", "square_explorer()")),
    "matrix": stepped(of_lesson("", "player(algorithm_x.trace(cards, limit=None))")),
    "links": stepped(of_lesson("", "player(dancing_links.link_trace(cards, limit=None))")),
    "shares": stepped(
        of_lesson("", "player(branch_and_bound.trace(load('nine-ls'), costs='random', seed=2))")
    ),
    "solid": stepped(of_lesson("", "player(tiles(icosoku(), max_events=60))")),
    "own search": Kind(
        of_lesson("", "watch_search('by_cell')"),
        *("[aria-label='Back to the previous step'] >> nth=0", ".eo-stage"),
        *("[role=slider]:visible >> nth=0", "Home", "[data-drawn='0'] >> nth=0"),
    ),
    "moves": stepped(of_lesson("", "assembly_player('burr')")),
    "plates folded": stepped(of_lesson(".l09_plates", "from_board_to_cube('both-ways')"), FLIGHT),
    "heaps": stepped(
        "from lessons.l11_hard_in_general import bipyramid_of_heaps, heap_player\n"
        "heap_player(bipyramid_of_heaps([8, 7, 7, 6, 6, 5, 5, 5, 5]))"
    ),
    "gallery": Kind(
        of_lesson("", "gallery(box.pieces[:2])"),
        *(".noUi-base >> nth=0", ORIENTATION),
        *("select >> nth=0", "ArrowDown", ".eo-stage[aria-label*='orientations: T']"),
    ),
    "by hand": Kind(
        of_lesson(".l01_backtracking", "by_hand(laid=[8, 1])"),
        *("button:text-is('8')", ".eo-say:has-text('Empty cells: 7')"),  # it has left its cell
        *("input >> nth=8", "Control+a 7", ".eo-say:has-text('Empty cells: 6')"),
    ),
    "shape": Kind(
        of_lesson(".l02_polycubes", "shape_desk()"),
        *("[title='cell (0, 2, 2)']", ".eo-stage", "[title='cell (1, 2, 2)']", "Space", ".eo-stage"),
    ),
    "islands": Kind(
        of_lesson(".l03_tetris_cube", "flood_box()"),
        *("[aria-label^='cell (1,0,0)']", ".eo-say:has-text('1, 51')"),
        *("[aria-label^='cell (1,0,0)']", "Enter", ".eo-say:has-text('1, 52')"),
    ),
    "coast": Kind(
        of_lesson(".l04_algorithm_x", "coast_card(soma, [7], {'fewest': searched})"),
        *("canvas >> nth=0", ""),  # its middle is the root: a drag is tried at night
        *("input", "Home ArrowRight", "input[aria-valuetext*='node 1 of']"),
    ),
    "chain": Kind(
        of_lesson(".l05_dancing_links", "search_chain('tetris-cube')"),
        *("button:has-text('piece by piece')", ".eo-say:has-text('120 years')"),
        *("button:has-text('piece by piece')", "ArrowDown", ".eo-say:has-text('4.3 days')"),
    ),
    "map": Kind(
        of_lesson(".l05_dancing_links", "map_of_packings()"),
        *("button:text-is('3')", ".eo-total:has-text('6,137')"),
        *(".eo-map", "ArrowDown", ".eo-chosen"),
    ),
    "stable": Kind(
        of_lesson(".l06_answer_sets", "stable_bench()"),
        *(TICKS.format(0), ".eo-message:has-text('answer')"),
        *("select", "ArrowDown", ".eo-message"),
    ),
    "four searches": Kind(
        of_lesson(".l08_integer_programs", "four_searches()"),
        *("button:has-text('Without a bet')", "[aria-label=Clock]:enabled"),
        *("[aria-label=Clock]", "End", "figcaption:has-text('473 steps')"),
    ),
    "rules": Kind(
        of_lesson(".l08_integer_programs", "rules_widget()"),
        *(TICKS.format(0), ".eo-say:has-text('one place')"),
        *(TICKS.format(2), "Space", ".eo-say:has-text('scattered')"),
    ),
    "plates": Kind(
        of_lesson(".l09_plates", "plate_editor('both-ways', target='both')"),
        *(PLATE.format("empty"), ".eo-lines p:has-text('33 border cells')"),
        *(PLATE.format("filled"), "Space", ".eo-lines p:has-text('✓ Cube')"),
    ),
    "toy": Kind(
        of_lesson(".l10_icosoku", "toy()"),
        *("[aria-label^='tile 012']", "[aria-label^='tile 012'][aria-pressed=true]"),
        *("[aria-label^='Face ABC']", "Enter", "[aria-label*='tile 012, 0 at A']"),
    ),
    "batch": Kind(
        of_lesson(".l10_icosoku", "batch(size=2, engines=['asp'])"),
        *(".noUi-base >> nth=1", "[role=slider][aria-label='first seed']:not([aria-valuenow='0.0'])"),
        *("button:text-is('Start')", "Enter", ":text('mean') >> nth=0"),
    ),
    "partition": Kind(
        of_lesson(".l11_hard_in_general", "partition_stage([4, 1, 3, 2, 2])"),
        *("button:text-is('Solve')", ":text('So the numbers can be split.')"),
        *(".eo-balance [role=button] >> nth=1", "ArrowLeft Enter", ":text('So this is no solution')"),
    ),
    "twins": Kind(
        of_lesson(".l12_every_instance", "all_positions()"),
        *("button:text-is('Settle all')", ".eo-say:has-text('those of 22 tiles')"),
        *("canvas", "ArrowRight", ".eo-say:has-text('row 3, column 4, settled')"),
    ),
    "census": Kind(
        CENSUS,
        *("canvas", ".eo-census-ring:has-text('Pegs')"),
        *("canvas", "ArrowRight", ".eo-census-ring:has-text('Pegs')"),
    ),
    "pushes": Kind(
        "from lessons.l13_workshop import position_map\n"
        "position_map({'ring': [(0, 0, 0), (0, 1, 0)], 'rod': [(1, 0, 0)]})",
        *("[aria-label='push the rod right']", ".eo-say:has-text('2 positions so far')"),
        *("[aria-label='push the rod left']", "Enter", ".eo-say:has-text('The rod moved.')"),
    ),
    "workshop": Kind(
        of_lesson("", "workshop('soma')"),
        *("[aria-label='piece V, 3 cells']", ".bench-board"),
        *(".bench-board", "Space", "[aria-label^='piece V']:not([aria-label*='3 cells'])"),
    ),
    "count": Kind(of_lesson("", "live_count(soma)")),
    "growth": Kind(of_lesson(".l05_dancing_links", "growth('draws')")),
    "histogram": Kind(
        of_lesson(".l07_designing_puzzles", "histogram('heap', {'even': [60] * 3, 'odd': [5, 9, 5]})")
    ),
    "environment": Kind(of_lesson("", "check_environment()")),
    # the last one: it uncovers what the others ask for
    "projector": Kind(
        of_lesson("", "demo_switch()"), "input", "input:checked", "input", "Space", "input:not(:checked)"
    ),
}
# All that a card says, in words and in the values of its controls; but not what keeps keys from JupyterLab.
SAID = """(card) => [card.innerText, ...[...card.querySelectorAll("*")].map((node) => [node.value,
  node.checked, node.ariaValueNow, node.ariaPressed, ...Object.values(node.dataset).filter(Boolean)].join())
].join("\\n")"""
SOURCES = """() => window.jupyterapp.shell.currentWidget.content.widgets
  .map(({ model }) => `${model.type} ${model.sharedModel.getSource()}`)"""
OUTPUT = ROOT / "test-output"


@pytest.fixture(scope="module")
def desk(server, browser):
    cells = [SETUP + answers("by_cell")["solution"], *(kind.cell for kind in KINDS.values())]
    with desk_with(server, browser, "cards.ipynb", *cells, in_sight=False) as lab:
        yield lab
        late = "Failed to initialize model"  # anywidget's, on a busy machine: see test_patience
        lab.errors[:] = [error for error in lab.errors if late not in error]


@pytest.mark.browser
@pytest.mark.parametrize("name", KINDS)
def test_each_kind_of_card_is_worked_by_mouse_and_by_keys(desk, axe, name):
    kind, page, sources = KINDS[name], desk.page, desk.page.evaluate(SOURCES)
    card = settle_all(card_of(desk, name))
    assert len(colours(picture(card))) >= 2
    if kind.clicked:
        works(card, card.locator(kind.clicked).click, kind.after_click)
        press_letters(card)
        assert page.evaluate(SOURCES) == sources
        card.locator(kind.focused).focus()
        works(card, lambda: press(page, kind.keys), kind.after_keys)
    assert violations_in(card, axe) == [] == nameless(desk)
    if OUTPUT.is_dir():
        card.screenshot(path=OUTPUT / f"{name}.png")


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.parametrize("name", KINDS)
def test_keys_belong_to_the_card_after_a_click_on_each_of_its_buttons(desk, name):
    """Letters do nothing to the notebook; in a player, Home and End go to the first step and to the last."""
    page, sources = desk.page, desk.page.evaluate(SOURCES)
    card = settle_all(card_of(desk, name))
    buttons = card.locator(".eo-sheet button:visible")
    for k in range(min(MOST, buttons.count())):
        button = buttons.nth(k)
        if k >= buttons.count() or not button.is_enabled() or button.get_attribute("aria-disabled") == "true":
            continue
        button.click()
        press_letters(card)
        assert page.evaluate(SOURCES) == sources, k
        if KINDS[name].focused == NEXT and card.evaluate(FOCUSED):
            for key, at in (("End", "[data-drawn]:not([data-drawn='0'])"), ("Home", "[data-drawn='0']")):
                page.keyboard.press(key)
                until(page, lambda at=at: card.locator(at).count() > 0)
        page.keyboard.press("Escape")  # out of the full window


@pytest.mark.browser
def test_a_number_typed_into_a_cell_replaces_the_one_in_it(desk):
    cell = settle_all(card_of(desk, "by hand")).locator("input >> nth=4")
    for digit in "53":
        cell.click()
        desk.page.keyboard.press(digit)
    assert cell.input_value() == "3"


@pytest.mark.browser
def test_arrow_keys_go_on_from_where_a_click_has_left_the_focus(desk):
    card = settle_all(card_of(desk, "islands"))
    card.get_by_role("button", name="cell (1,1,0)").click()
    desk.page.keyboard.press("ArrowRight")
    card.locator("[aria-label^='cell (2,1,0)']:focus").wait_for()


def card_of(desk, name: str):
    cell = desk.notebook.locator(".jp-CodeCell").nth([*KINDS].index(name) + 1)
    return cell.locator(".jp-OutputArea-output > :is(.eo-card, .jupyter-widgets):visible").first


def press_letters(card) -> None:
    """If the focus is in the card, press letters that delete, cut, copy, paste and insert cells elsewhere."""
    if card.evaluate(FOCUSED):
        for letter in "ddxmcvaby":
            card.page.keyboard.press(letter)


def works(card, act, shown: str) -> None:
    """Act, and wait until the card says something else and shows this, if anything."""
    steady(card.page, lambda: card.evaluate(SAID))
    before = card.evaluate(SAID)
    act()
    until(card.page, lambda: not shown or card.evaluate(SAID) != before and card.locator(shown).count() > 0)


def press(page, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


# -------- none is left out


def test_every_card_of_a_notebook_is_of_a_kind():
    """Each module with cards of which a notebook calls one, and each with a script of its own."""
    cells = [cell.source for one in NOTEBOOKS for cell in nbformat.read(one, as_version=4).cells]
    there, ours = rooms(cells), rooms(kind.cell for kind in KINDS.values())
    named = there & CARDS | scripted()
    assert len(named) > 15 and {one.rpartition(".")[2] for one in named - ours} == PARTS


PARTS = {"stage", "views", "results"}  # what cards are made of, and tables
CARDS = {
    one.name
    for one in pkgutil.walk_packages(lessons.__path__, "lessons.")
    if re.search(r"\.(kit|puzzles)\.cards\.|card$", one.name)
}


def rooms(cells) -> set[str]:
    """Return the modules in which the names are made that these cells import from the lessons."""
    lines = [line for cell in cells for line in re.findall(r"(?m)^from (lessons\S*) import ([\w, ]+)", cell)]
    made = [
        getattr(importlib.import_module(module), name.split()[0])
        for module, names in lines
        for name in names.split(",")
    ]
    return {getattr(one, "__module__", "") for one in made}


def scripted() -> set[str]:
    """Return the modules with a class that brings a script to the browser."""
    files = [path for path in (ROOT / "lessons").rglob("*.py") if "_esm = " in path.read_text("utf-8")]
    return {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files}
