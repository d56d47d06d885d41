"""All that frames of a little box are made of, as plain values: for a Python that has no numpy.

box_pictures.py puts frames together from it, piece by piece and cell by cell.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations

import numpy as np

from puzzlelib.packing.layers import cell_index
from puzzlelib.packing.puzzle import PackingPuzzle, Placement
from puzzlelib.pictures.blocks import Block, part_names, round_vector
from puzzlelib.pictures.layout import TOWARDS
from puzzlelib.pictures.traces import part_traces

from .dead_ends import CANNOT, CUBE_RIM, FEW_EMPTY, IN_SIGHT, NO_PIECE, SPOTS, STRIDE, hollow_block
from .search_view import SearchView


def box_kit(puzzle: PackingPuzzle) -> dict:
    """Return the kit of a small puzzle without copies.

    `pieces`, `hollow` and `tones` have an entry for each placement; tones are told by the cells
    that others fill. `apart` has the pieces that do not all move straight out. `dots`, `dead`,
    `clash`, `calls` and `sight` have one for each cell; `sight` are ways from the eye to spots of
    the cell, as numbers of cells. `nearest` sorts the cells, the nearest to the eye first. `words`
    are what is called out. `parts` are the traces of all blocks.

    >>> from puzzlelib import load
    >>> kit = box_kit(load("little-cube"))
    >>> len(kit["pieces"]), len(kit["dots"]), kit["nearest"][0]
    (44, 8, 5)
    """
    view, cells = SearchView(puzzle), puzzle.container
    pieces = [block_alone(view, placement) for placement in puzzle.placements]
    hollow = [hollow_block(puzzle, *pair) for pair in zip(puzzle.placements, pieces)]
    dots, dead = ([gap_block(view, cell, count) for cell in cells] for count in (1, 0))
    clash = [view.clash(cell) for cell in cells]
    made = [{"blocks": [*pieces, *hollow, *dots, *dead, *clash]}]
    middles = view.room.place(cells) + 0.5
    return {
        "pieces": pieces,
        "hollow": hollow,
        "apart": dict(ways_apart(view, pieces)),
        "tones": [dict(tones_beside(view, placement)) for placement in puzzle.placements],
        "dots": dots,
        "dead": dead,
        "clash": clash,
        "calls": [{"at": round_vector(m), "away": [0.0] * 3, "clear": CUBE_RIM} for m in middles],
        "sight": [list(sight_of(puzzle, cell)) for cell in cells],
        "nearest": np.argsort(-(middles @ TOWARDS), kind="stable").tolist(),
        "words": {"zero": NO_PIECE, "cannot": CANNOT},
        "few empty": FEW_EMPTY,
        "in sight": IN_SIGHT,
        "parts": part_traces(part_names(made)),
    }


def block_alone(view: SearchView, placement: Placement, others: Iterable[tuple] = ()) -> Block:
    """Return the block of a piece, beside other cells that are filled."""
    filled = {placement: "chosen"} | {Placement("", (cell,)): "chosen" for cell in others}
    sign = dict.fromkeys(filled, view.puzzle.labels[placement.piece])
    return next(view.pieces(filled, sign, {}))


def gap_block(view: SearchView, cell: tuple, count: int) -> Block:
    """Return the dot of an empty cell, or its black cube if no option is left for it."""
    others = {other for other in view.puzzle.container if other != cell}
    return next(view.gaps(others, [count] * len(view.puzzle.container)))


def tones_beside(view: SearchView, placement: Placement) -> Iterator[tuple[str, str]]:
    """Yield the tones of a piece for each set of other cells that are filled: numbers, tones."""
    index = cell_index(view.puzzle)
    others = [cell for cell in index if cell not in placement.cells]
    for some in chain.from_iterable(combinations(others, k) for k in range(len(others) + 1)):
        numbers = " ".join(str(index[cell]) for cell in some)
        yield numbers, block_alone(view, placement, some)["tone"]


def ways_apart(
    view: SearchView, pieces: list[Block], laid: tuple[int, ...] = ()
) -> Iterator[tuple[str, list]]:
    """Yield the ways apart of pieces that do not all move straight out, and so on with one piece
    more: the numbers of their options, in the order in which they are laid; a way for each.

    A piece gives way to those that were laid before it.
    """
    options = view.puzzle.placements
    filled = {options[option]: "chosen" for option in laid}
    names, cells = {p.piece for p in filled}, {cell for p in filled for cell in p.cells}
    found = view.ways(filled)
    ways = [list(found[placement]) for placement in filled]
    if ways != [pieces[option]["away"] for option in laid]:
        yield " ".join(map(str, laid)), ways
    for option, placement in enumerate(options):
        if placement.piece not in names and cells.isdisjoint(placement.cells):
            yield from ways_apart(view, pieces, (*laid, option))


def sight_of(puzzle: PackingPuzzle, cell: tuple) -> Iterator[list[int]]:
    """Yield the cells before each spot of a cell, the nearest to the eye first."""
    index = cell_index(puzzle)
    far = np.arange(STRIDE, 2 * max(map(max, index)) + 4, STRIDE)
    for spot in SPOTS:
        way = np.floor(np.array(cell[:3]) + spot + np.outer(far, TOWARDS)).astype(int)
        met = [index.get((*map(int, at), *cell[3:])) for at in way[::-1]]
        yield list(dict.fromkeys(number for number in met if number is not None))
