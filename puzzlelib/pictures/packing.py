"""Pictures of packing puzzles: from placements to a frame (see blocks.py) in a scene (see
scenes.py).

Nothing carries its meaning by colour alone: a chosen piece has a thick outline, a given one a
dotted letter, and a dead cell is a black cube with an X.
"""

import functools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from ..packing.layers import Filled, Signs, cell_index, cell_texts, signs
from ..packing.puzzle import PackingPuzzle, Placement
from ..packing.shapes import neighbours, shifted
from . import polycube_mesh, traces
from .blocks import Block, Frame, Scene, block_of, frame_of, round_vector
from .colours import PALETTE, colour, colours, tints
from .layout import COPIES_APART, Vector, box_of, explode_directions, room_of, shape_at
from .scenes import empty_scene, page

Tints = dict[Placement, tuple[str, str]]  # of copies: fill and ink


class PuzzleView:
    """Pictures of one packing puzzle.

    Parameters: plan, the solution that is known in the end, steadies the exploded picture; shift, 1
    for the right-hand copy of a scene made with shifts=2.

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> one = PuzzleView(puzzle).frame({puzzle.placements[0]: "chosen"}, say="I comes first.")
    >>> one["cells"][:6], one["how"][0], one["blocks"][0]["at"]
    (['I', '', '', '', 'I', ''], 'chosen', [0.0, 0.0, 0.0])
    """

    def __init__(self, puzzle: PackingPuzzle, plan: Iterable[Placement] = (), shift: int = 0):
        self.puzzle, self.plan, self.shift = puzzle, tuple(plan), shift
        self.room, self.paint = room_of(puzzle), colours(puzzle)

    def frame(self, filled: Filled, possible: Iterable[int] | None = None, say: str = "", **more) -> Frame:
        """Return the picture of a state.

        Parameters
        ----------
        filled
            placement -> how it came there: "solution", "chosen", "propagated" or "given"
        possible
            numbers of the options that are not ruled out; empty cells then tell how many could fill them,
            and one that nothing can fill is shown as dead
        say, more
            what happened, in a sentence; other entries of the frame, such as `level`
        """
        return self.place(self.state(filled, possible) | {"say": say} | more)

    def state(
        self, filled: Filled, possible: Iterable[int] | None = None, partly: Iterable[Placement] = ()
    ) -> Frame:
        """Return the frame before it is shifted; `partly`: placements that fill cells in part."""
        filled = {Placement(*p): how for p, how in filled.items()}
        covered = {cell for p in (*filled, *partly) for cell in p.cells}
        counts, per_piece = count_open(self.puzzle, possible) if possible is not None else (None, {})
        # numbers are for the pieces that are there in part, if there are any
        sign = {p: self.puzzle.labels[p.piece] for p in filled} if partly else signs(self.puzzle, filled)
        tints = {} if partly else copy_tints(self.puzzle, filled)
        blocks = [*self.pieces(filled, sign, tints), *self.gaps(covered, counts)]
        more = {"tints": {sign[p]: list(pair) for p, pair in tints.items()}} if tints else {}
        return frame_of(blocks, **cell_texts(self.puzzle, filled, counts, sign), counts=per_piece, **more)

    def place(self, frame: Frame) -> Frame:
        return move_frame(frame, self.shift * self.room.step) if self.shift else frame

    def ways(self, filled: Filled) -> dict[Placement, Vector]:
        """Return the way of each piece apart; those of a search come and go, so each keeps its
        own."""
        searching = {"chosen", "propagated"} & set(filled.values())
        return explode_directions(self.puzzle, filled, self.plan or (() if searching else tuple(filled)))

    def pieces(self, filled: Filled, sign: Signs, tints: Tints) -> Iterator[Block]:
        """Yield a block for each piece, darker where another one touches it."""
        ways, taken = self.ways(filled), {cell for p in filled for cell in p.cells}
        for placement, how in filled.items():
            shape, at, box = shape_at(placement.cells)
            label, given = sign[placement], how == "given"
            touched = touched_neighbours(shape, (*at, *placement.cells[0][3:]), taken)
            yield block_of(
                traces.piece_part(shape, label, *tints.get(placement, self.paint[placement.piece]), given),
                at + self.room.shift[box],
                away=list(ways[placement]),
                tone=touched_tone(shape, label, given, touched),
                outline=traces.outline_part(shape, 10) if how == "chosen" else None,
                edge=traces.outline_part(shape, 3),
            )

    def gaps(self, covered: set, counts: Sequence[int] | None) -> Iterator[Block]:
        """Yield dots for the empty cells and black cubes for the dead ones, pooled box by box."""
        pools: dict[tuple[int, bool], list] = {}
        for i, cell in enumerate(self.puzzle.container):
            if cell not in covered:
                dead = counts is not None and not counts[i]
                pools.setdefault((box_of(cell), dead), []).append(cell[:3])
        for (box, dead), cells in sorted(pools.items()):
            body = traces.dead_part if dead else traces.dots_part
            outline = traces.bars_part(tuple(cells)) if dead else None
            yield block_of(body(tuple(cells)), self.room.shift[box], outline=outline)


def copy_tints(puzzle: PackingPuzzle, filled: Iterable[Placement]) -> Tints:
    """Return the colour of each copy, as they come: another one than that of a neighbour of its
    kind, unless it has more than three.
    """
    kinds = {piece.name: tints(*pair) for piece, pair in zip(puzzle.pieces, colours(puzzle).values())}
    copied = {piece.name for piece in puzzle.pieces if piece.copies > 1}
    number: dict[tuple, int] = {}  # of the tint of a kind of piece in a cell
    found = {}
    for kind, cells in (placement for placement in filled if placement.piece in copied):
        near = [number.get((kind, *other)) for cell in cells for other in neighbours(cell)]
        free = min(range(len(kinds[kind])), key=near.count)
        number |= {(kind, *cell): free for cell in cells}
        found[Placement(kind, cells)] = kinds[kind][free]
    return found


def touched_neighbours(shape: tuple, at: tuple, taken: set) -> frozenset[int]:
    """Return the numbers of the neighbours of a piece that are filled."""
    around = shifted(polycube_mesh.skin(shape).neighbours, at)  # with a label or without
    return frozenset(i for i, cell in enumerate(around) if cell in taken)


@functools.lru_cache(4096)
def touched_tone(shape: tuple, label: str, given: bool, touched: frozenset[int]) -> str:
    """Return the tones of a piece with these neighbours, as base64 bytes."""
    skin = polycube_mesh.skin(shape, label, given)
    return traces.as_bytes(polycube_mesh.touched_tones(skin, touched))


@functools.lru_cache(16)
def coverage(puzzle: PackingPuzzle) -> tuple[np.ndarray, np.ndarray]:
    """Return for each option the cells that it covers, (options, cells), and its piece,
    (options,)."""
    index, names = cell_index(puzzle), [piece.name for piece in puzzle.pieces]
    covers = np.zeros((len(puzzle.placements), len(index)), np.uint8)
    for option, (_, cells) in enumerate(puzzle.placements):
        covers[option, [index[c] for c in cells]] = 1
    return covers, np.array([names.index(p.piece) for p in puzzle.placements], int)


def count_open(puzzle: PackingPuzzle, possible: Iterable[int]) -> tuple[list[int], dict[str, int]]:
    """Count the possible options that cover each cell, and those that place each piece."""
    options = np.fromiter(possible, int)
    covers, pieces = coverage(puzzle)
    per_piece = np.bincount(pieces[options], minlength=len(puzzle.pieces)).tolist()
    names = (piece.name for piece in puzzle.pieces)
    return covers[options].sum(0, dtype=int).tolist(), dict(zip(names, per_piece))


def move_frame(frame: Frame, by: np.ndarray, name: str = "at") -> Frame:
    """Return a frame with all that is in it moved; with the name "away", moved when apart."""

    def move(thing):
        return thing | {name: round_vector(np.add(thing[name], by))}

    moved = {kind: list(map(move, frame[kind])) for kind in ("blocks", "tags") if kind in frame}
    return frame | moved | ({"call": move(frame["call"])} if "call" in frame else {})


# -------- for notebooks and cards


def frame(
    puzzle: PackingPuzzle, filled: Filled, *, plan: Iterable[Placement] = (), shift: int = 0, **more
) -> Frame:
    """Return the picture of a state: `PuzzleView(puzzle, plan, shift).frame(filled, **more)`."""
    return PuzzleView(puzzle, plan, shift).frame(filled, **more)


def weight_blocks(puzzle: PackingPuzzle, weights: Mapping, cells: Iterable) -> Iterator[Block]:
    """Yield cubes for those of the cells that have a weight, coloured and lettered by it."""
    paint, pools = weight_tints(puzzle, weights), defaultdict(list)
    for cell in cells:
        if weight := weights.get(cell):
            pools[box_of(cell), str(weight)].append(cell[:3])
    for (box, text), some in pools.items():
        part = traces.weights_part(tuple(some), text, *paint[text])
        yield block_of(part, room_of(puzzle).shift[box])


def weight_tints(puzzle: PackingPuzzle, weights: Mapping) -> dict[str, list[str]]:
    """Return fill and ink for each weight of a cell, by its text, unlike those of pieces."""
    values = sorted({weights[cell] for cell in puzzle.container if weights.get(cell)})
    return {str(value): list(colour(k)) for k, value in enumerate(values, len(puzzle.pieces))}


def weights_frame(puzzle: PackingPuzzle, weights: Mapping) -> Frame:
    """Return the picture of the box, its cells coloured by their weights, for `build_figure`.

    >>> from puzzlelib import load
    >>> box = load("little-cube")
    >>> weights_frame(box, {box.container[0]: 0.5, box.container[3]: 0.5, "A": 2})["cells"]
    ['0.5', '', '', '0.5', '', '', '', '']
    """
    cells = puzzle.container
    texts = [str(weights.get(cell) or "") for cell in cells]
    dots = PuzzleView(puzzle).gaps({cell for cell in cells if weights.get(cell)}, None)
    return frame_of(
        [*weight_blocks(puzzle, weights, cells), *dots],
        cells=texts,
        how=["marked" if text else "" for text in texts],
        tints=weight_tints(puzzle, weights),
    )


def pair_frames(puzzle: PackingPuzzle, left: Frame, right: Frame) -> Frame:
    """Return two frames as one, for a scene with shifts=2; the right one was made with shift=1."""
    apart = COPIES_APART / 2 * room_of(puzzle).step
    pair = [move_frame(one, side * apart, "away") for side, one in ((-1, left), (1, right))]
    both = {
        name: [thing for one in pair for thing in one.get(name, ())]
        for name in ("blocks", "tags", "bars", "cells", "how", "own")
    }
    later = {str(int(cell) + len(left["cells"])): some for cell, some in right.get("shares", {}).items()}
    more = {name: left[name] | right[name] for name in ("tints",) if name in left and name in right}
    return left | both | more | {"shares": left.get("shares", {}) | later}


def marked(packing: Iterable[Placement], given: Iterable[Placement]) -> dict[Placement, str]:
    """Return a solution to be drawn, its hints marked.

    >>> from puzzlelib import load
    >>> some = load("tetracubes-2x4x4").placements[:2]
    >>> list(marked(some, some[:1]).values())
    ['given', 'solution']
    """
    return {placement: "given" if placement in given else "solution" for placement in packing}


def shape_frame(
    cells: Iterable[tuple], label: str = "", colour: tuple[str, str] = PALETTE[0]
) -> tuple[Scene, Frame]:
    """Return scene and frame of a single shape, such as a counterexample, for `build_figure`.

    >>> scene, frame = shape_frame([(0, 0, 0), (1, 0, 0)], "I")
    >>> len(frame["blocks"]), frame["cells"]
    (1, ['I', 'I'])
    """
    shape, *_ = shape_at(tuple(tuple(c[:3]) for c in cells))
    block = block_of(traces.piece_part(shape, label, *colour, False), edge=traces.outline_part(shape, 3))
    corner = np.zeros((1, 3))
    scene = empty_scene() | page(corner, np.max(shape, 0) + corner + 1) | {"colours": {label: list(colour)}}
    return scene, frame_of([block], cells=[label] * len(shape), how=[""] * len(shape))
