"""The drawing of a dead end, which is the same in every search: black cubes with a white
cross where nothing can go on, and outlines for the pieces that would hide them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product

import numpy as np

from puzzlelib.packing.puzzle import PackingPuzzle, Placement
from puzzlelib.pictures import traces
from puzzlelib.pictures.blocks import Block, Call, Frame, block_of, round_vector
from puzzlelib.pictures.colours import colours
from puzzlelib.pictures.layout import TOWARDS, Room, box_of, room_of, shape_at
from puzzlelib.search.words import no_place

DeadCells = list[tuple[int, ...]]

# what is called out at a cell: without an open option, or with some that all lead into trouble
NO_PIECE = {"text": "✗ no piece fits into this cell", "short": "✗ no piece fits"}
CANNOT = {"text": "✗ cannot be filled exactly once", "short": "✗ cannot be filled"}
CUBE_RIM = 0.62  # from the middle of a dead cell to its rim in the picture
FEW_EMPTY = 8  # cells at most are black where a piece has no place
SPOTS = np.array([(0.5,) * 3, *product((0.2, 0.8), repeat=3)])  # of a cube, that are to be seen
IN_SIGHT = 0.6  # of these spots, at least
STRIDE = 0.1  # on the way to the eye, in cells


def dead_end(puzzle: PackingPuzzle, frame: Frame, filled: Iterable[Placement], item=None) -> dict:
    """Return what a dead end changes in a frame: its blocks, and what is called out.

    Parameters
    ----------
    frame
        made of `filled`: first a block for each placement
    item
        the cell or the name of the piece that the dead end is about, None where it is about none

    >>> from puzzlelib import load
    >>> from puzzlelib.pictures import frame
    >>> cube = load("little-cube")
    >>> one = dead_end(cube, frame(cube, {}), (), (0, 0, 0))
    >>> one["call"]["short"], len(one["blocks"])
    ('✗ no piece fits', 2)
    """
    texts = zip(puzzle.container, frame["cells"], frame["how"])
    empty = {cell: text for cell, text, how in texts if not how}
    cells, words = dead_cells(puzzle, empty, item)
    if not cells:
        return {}
    nearest, room = nearest_cell(puzzle, cells), room_of(puzzle)
    few = cells if len(cells) <= FEW_EMPTY else []
    hiding = hiding_pieces(filled, few or [nearest])
    blocks = [
        hollow_block(puzzle, placement, block) if placement in hiding else block
        for placement, block in zip(filled, frame["blocks"])
    ]
    blocks += frame["blocks"][len(blocks) :]
    black = [cell for cell in few if empty.get(cell) != "0"]  # the others are black already
    at = round_vector(room.place([nearest])[0] + 0.5)
    call: Call = {**words, "at": at, "away": [0.0] * 3, "clear": CUBE_RIM}
    return {"blocks": [*blocks, *black_cubes(room, black)], "call": call}


def dead_cells(puzzle: PackingPuzzle, empty: Mapping[tuple, str], item) -> tuple[DeadCells, Mapping]:
    """Return the cells of a dead end (all empty for a piece), and what is called out there.

    `empty` : cell -> how many options could fill it, as text; "" where nobody has counted
    """
    if item in puzzle.container:
        return [item], NO_PIECE if empty.get(item) in ("", "0") else CANNOT
    if item in puzzle.labels and empty:
        words = "✗ " + no_place(item, puzzle.labels[item])
        return list(empty), {"text": words, "short": words}
    if zero := [cell for cell, text in empty.items() if text == "0"]:
        return [nearest_cell(puzzle, zero)], NO_PIECE
    return [], {}


def nearest_cell(puzzle: PackingPuzzle, cells: DeadCells) -> tuple[int, ...]:
    return max(cells, key=lambda cell: float(room_of(puzzle).place([cell])[0] @ TOWARDS))


def black_cubes(room: Room, cells: DeadCells) -> Iterator[Block]:
    """Yield black cubes with a white cross, pooled box by box."""
    for box in sorted(set(map(box_of, cells))):
        here = tuple(cell[:3] for cell in cells if box_of(cell) == box)
        yield block_of(traces.dead_part(here), room.shift[box], outline=traces.bars_part(here))


def hollow_block(puzzle: PackingPuzzle, placement: Placement, block: Block) -> Block:
    """Return the block of a piece as its edges alone, in its colour."""
    shape, _, _ = shape_at(placement.cells)
    lines = traces.hollow_part(shape, colours(puzzle)[placement.piece][0])
    return block | {"part": lines, "tone": None, "outline": None, "edge": None}


def hiding_pieces(filled: Iterable[Placement], cells: DeadCells) -> frozenset[Placement]:
    """Return the pieces that hide cells, if too little of the cells is in sight.

    >>> wall = Placement("I", tuple((3, 0, z) for z in range(4)))
    >>> hiding_pieces([wall], [(3, 1, 0)]) == {wall}, hiding_pieces([wall], [(0, 0, 0)])
    (True, frozenset())
    """
    owner = {cell: placement for placement in filled for cell in placement.cells}
    most = max(map(max, owner), default=0)
    before = [owner_before(owner, cell, way) for cell in cells for way in ways_from_eye(most)]
    seen = before.count(None) / len(before)
    return frozenset() if seen >= IN_SIGHT else frozenset(filter(None, before))


def owner_before(
    owner: Mapping[tuple, Placement], cell: tuple, way: Sequence[tuple[int, int, int]]
) -> Placement | None:
    """Return the piece that the eye meets on its way to a spot of a cell, or None."""
    x, y, z, *box = cell
    return next(filter(None, (owner.get((x + a, y + b, z + c, *box)) for a, b, c in way)), None)


@cache
def ways_from_eye(most: int) -> list[list[tuple[int, int, int]]]:
    """Return, for each spot of a cell, the cells through which it is seen, from the eye on, as seen from that
    cell; `most` is the largest coordinate."""
    far = np.arange(STRIDE, 2 * most + 4, STRIDE)[::-1]
    ways = (np.floor(spot + np.outer(far, TOWARDS)).astype(int).tolist() for spot in SPOTS)
    return [[*dict.fromkeys(map(tuple, way))] for way in ways]
