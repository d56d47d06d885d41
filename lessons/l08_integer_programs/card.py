"""Nine L's and their rules: which are switched on, what a solver then gives, and what goes wrong,
as a picture and in words.

A cell that several elements share shows a small cube for each of them. Pulled apart, every element
is in a cube of its own.
"""

from collections.abc import Iterable, Iterator
from functools import cache

import ipywidgets as w
import numpy as np

from puzzlelib import pictures as draw
from puzzlelib.common.words import many
from puzzlelib.ilp.explain import Explanation
from puzzlelib.ilp.model import Model
from puzzlelib.ilp.solvers import solve_model
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, Placement, box_cells
from puzzlelib.packing.shapes import components, normal_form
from puzzlelib.pictures import traces
from puzzlelib.pictures.blocks import Block, Frame, Scene, block_of, frame_of, round_vector
from puzzlelib.pictures.colours import INK, colours
from puzzlelib.pictures.layout import RIGHT
from puzzlelib.pictures.traces import Part

from ..kit.cards.card import Card, link_in_page, slider, tick
from ..puzzles.cards.stage import Picture
from ..puzzles.views import reasons
from .naive import (
    MOST,
    PRODUCTS,
    RULES,
    SAYS,
    Elements,
    cells_of,
    check_rules,
    naive_model,
    sharers,
    what_goes_wrong,
)

SECONDS, MOST_SEED = 20, 99
AGAIN = " Change a rule or the seed to go on."
LABELS = {"each pair": "each pair by itself", "the shortcut": "P and the sum"}
# Pulled apart: elements side by side, and the distance of their cubes, in sides.
PER_ROW, APART = 5, 1.5
MARGIN = 0.05  # of a cell, round its small cubes: the whole element hides them


# -------- the picture


@cache
def elements_puzzle() -> PackingPuzzle:
    pieces = tuple(Piece(str(k), ((0, 0, 0),)) for k in range(1, MOST + 1))
    return PackingPuzzle("nine elements", box_cells([(3, 3, 3)]), pieces)


def elements_scene() -> Scene:
    """Return the scene, which stays while the elements change; the edges of the cube come with
    them."""
    return draw.scene(elements_puzzle()) | {"fixed": []}


def elements_frame(cells: Elements, say: str = "") -> Frame:
    """Return the elements as they are, cells that are shared or empty and scattered elements
    included.

    >>> one = elements_frame({1: [(0, 0, 0), (1, 0, 0)], 2: [(1, 0, 0)]})
    >>> one["cells"][:3], one["how"][:3]
    (['1', '1 2', ''], ['solution', 'solution', ''])
    """
    place, cells = elements_puzzle(), {k: tuple(sorted(set(own))) for k, own in cells.items()}
    who = sharers(cells)
    blocks = [
        *whole_blocks(place, cells, who),
        *small_blocks(place, who),
        *cages(place, cells, who),
        *empty_blocks(place, who),
    ]
    flat = [" ".join(map(str, sorted(who.get(cell, ())))) for cell in place.container]
    return frame_of(blocks, say, cells=flat, how=["solution" if text else "" for text in flat])


def whole_blocks(place: PackingPuzzle, cells: Elements, who: dict) -> Iterator[Block]:
    """Yield the cells of each element that it does not share; pulled apart, the whole element
    stands there if it shares some."""
    own = {k: [cell for cell in filled if len(who[cell]) == 1] for k, filled in cells.items()}
    pieces = [Placement(str(k), part) for k in own for part in components(own[k])]
    drawn = draw.frame(place, dict.fromkeys(pieces, "solution"), plan=pieces[:1])["blocks"]
    for (name, part), block in zip(pieces, drawn):
        k = int(name)
        shares = len(own[k]) < len(cells[k])
        later = {"far": speck(normal_form(part)[0]), "far_outline": None} if shares else {}
        yield block | {"away": away(k, place)} | later


def small_blocks(place: PackingPuzzle, who: dict) -> Iterator[Block]:
    """Yield a small cube for each element in a cell that several share."""
    for cell, elements in who.items():
        spots = corners(len(elements)) if len(elements) > 1 else ()
        for k, (corner, size) in zip(sorted(elements), spots):
            cube, turn = piece(place, k, place.container[:1]), (size * np.eye(3)).tolist()
            yield block_of(cube, np.add(cell, corner), away=away(k, place), turn=turn)


def corners(count: int) -> Iterator[tuple[tuple[float, ...], float]]:
    """Yield corner and side of so many small cubes in a cell: seen from any side, none hides
    another.

    >>> list(corners(1)), [round(size, 2) for _, size in corners(5)]
    ([((0.05, 0.05, 0.05), 0.9)], [0.3, 0.3, 0.3, 0.3, 0.3])
    """
    n = next(n for n in range(1, 99) if n * n >= count)
    size = (1 - 2 * MARGIN) / n
    for i in range(count):
        x, z = i % n, i // n
        yield tuple(round(MARGIN + size * v, 4) for v in (x, (x + z) % n, z)), size


def cages(place: PackingPuzzle, cells: Elements, who: dict) -> Iterator[Block]:
    """Yield the edges of the cube for each element; when apart, one that shares cells stands in it
    as a whole."""
    for k, own in cells.items():
        shares = any(len(who[cell]) > 1 for cell in own)
        yield cage(place, k) | ({"far": piece(place, k, own)} if shares else {})


def cage(place: PackingPuzzle, k: int) -> Block:
    """Return the edges of the cube: a block needs a body, so they go round a speck."""
    body, edges = speck(place.container[0]), traces.outline_part(place.container, 3)
    return block_of(body, away=away(k, place), outline=edges, far=body, far_outline=edges)


def speck(cell: Iterable) -> Part:
    return traces.tube_part((cell,), 0.001, INK, INK)


def empty_blocks(place: PackingPuzzle, who: dict) -> Iterator[Block]:
    """Yield dots in the cells that no element fills; when apart, they are last."""
    empty, last = tuple(cell for cell in place.container if cell not in who), len(place.pieces) + 1
    if empty:
        yield block_of(traces.dots_part(empty), away=away(last, place))
        yield cage(place, last)


def piece(place: PackingPuzzle, k: int, cells: Iterable) -> Part:
    return traces.piece_part(tuple(cells), str(k), *colours(place)[str(k)], False)


def away(k: int, place: PackingPuzzle) -> list[float]:
    """Return the shift of an element when all are pulled apart: in rows, as the eye sees them."""
    row, column = divmod(k - 1, PER_ROW)
    rows, side = 1 + len(place.pieces) // PER_ROW, 1 + max(place.container[-1])
    vector = APART * side * ((column - (PER_ROW - 1) / 2) * RIGHT + np.array([0, 0, (rows - 1) / 2 - row]))
    return round_vector(vector)


# -------- the widget


class Rules(Card):
    """Tick the rules, and see what HiGHS gives back. Every change is solved at once."""

    def __init__(self, rules: Iterable[str]):
        on, names, self.cells = check_rules(rules), [(LABELS[name], name) for name in PRODUCTS], {}
        self.ticks = {rule: tick(SAYS[rule], rule in on) for rule in RULES}
        self.products = w.Dropdown(description="products", options=names)
        self.seed = slider("seed", MOST_SEED, 1)
        self.apart = w.FloatSlider(description="apart", max=1.0, step=0.05)
        self.stage = Picture(elements_scene(), [elements_frame({})], label="The cube")
        link_in_page(self.apart, self.stage, "explode")
        super().__init__(
            w.VBox(list(self.ticks.values())),
            w.HBox([self.products, self.seed, self.apart]),
            self.line,
            self.stage,
            words=f"the rules of nine L's, {len(RULES)} boxes to tick, and what goes wrong without them",
        )
        self.add_class("eo-rules")
        self.follow(*self.ticks.values(), self.products, self.seed)

    @property
    def together(self) -> list[w.Checkbox]:
        """The boxes to tick, which the book records in all combinations."""
        return [*self.ticks.values()]

    @property
    def rules(self) -> list[str]:
        return [rule for rule, box in self.ticks.items() if box.value]

    def update(self) -> None:
        with self.working("HiGHS is searching …", stopped=f"Stopped.{AGAIN}"):
            self.show(naive_model(self.rules, products=self.products.value))

    def show(self, model: Model) -> None:
        outcome = solve_model(model, seed=self.seed.value, time_limit=SECONDS)
        self.cells = cells_of(outcome.values)
        say = rules_verdict(self.cells, self.rules) if outcome.found else "There is no answer to show."
        self.stage.show(elements_scene(), [elements_frame(self.cells, say)], at_once=1)
        self.stage.label = f"The cube: {say}"
        size = f"{many(len(model.names), 'variable')}, {many(len(model.rows), 'row')}."
        again = AGAIN if outcome.status in ("time limit", "interrupt") else ""
        self.tell(f"{size} {outcome.said}{again}")


def rules_verdict(cells: Elements, rules: Iterable[str]) -> str:
    """Say which faults an answer has; without any, whether all the rules were asked for.

    >>> rules_verdict({1: [(0, 0, 0), (1, 0, 0), (0, 1, 0)]}, RULES)
    '24 cells are empty.'
    """
    if faults := what_goes_wrong(cells):
        return " ".join(faults)
    left_out = [f"“{SAYS[rule]}”" for rule in RULES if rule not in rules]
    return "Nothing goes wrong: nine L's fill the cube" + (
        f", and nobody asked for {' or '.join(left_out)}." if left_out else "."
    )


def rules_widget(rules: Iterable[str] = ()) -> Rules:
    """Return four rules to tick, how their products become linear, and what a solver makes of it.

    Parameters: rules, of `RULES`, those ticked at first. Errors: `PuzzleError`.

    >>> rules_widget(["once"])  # doctest: +NORMALIZE_WHITESPACE
    <the rules of nine L's, 4 boxes to tick, and what goes wrong without them;
     open the notebook in JupyterLab to use it>
    """
    return Rules(rules)


def reason_widget(reason: Explanation) -> Card:
    """Return why a puzzle has no solution: the cells of the rows that cannot hold together, marked, and the
    sentence.

    >>> from puzzlelib import load
    >>> from puzzlelib.ilp import why_not
    >>> reason_widget(why_not(load("little-cube")))
    <There is a solution, so there is nothing to explain.; open the notebook in JupyterLab to use it>
    """
    scene, frame = reasons.picture(reason)
    stage = Picture(scene, [frame], label=f"The conditions that cannot be met together: {reason.say}")
    return Card(stage, words=reason.say).add_class("eo-rules")
