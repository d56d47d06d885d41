"""The picture of a packing puzzle in 2D: its layers, and the texts of their cells."""

import functools
import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypedDict

from .pieces import Piece, Placement
from .shapes import Cell

TITLES = "puzzle", "solution"  # of two copies side by side
Signs = Mapping[Placement, str]
Filled = Mapping[Placement, str]  # placement -> "solution", "chosen", "propagated" or "given"


class Packing(Protocol):
    """A packing puzzle, as far as it is drawn."""

    @property
    def container(self) -> tuple[Cell, ...]: ...

    @property
    def pieces(self) -> tuple[Piece, ...]: ...

    @property
    def labels(self) -> dict[str, str]: ...

    def __hash__(self) -> int: ...


class LayerTable(TypedDict):
    """A table of the picture in 2D."""

    title: str
    rows: list[list[int]]  # numbers of cells, the back row first; -1 where there is none


@functools.lru_cache(64)
def cell_index(puzzle: Packing) -> dict[tuple, int]:
    return {cell: i for i, cell in enumerate(puzzle.container)}


def layer_tables(puzzle: Packing, shifts: int = 1, short: bool = False) -> Iterator[LayerTable]:
    """Yield each layer with the numbers of its cells, seen from above: the top row is the back. With
    `short` its title is no wider than a small table."""
    index, n = cell_index(puzzle), len(puzzle.container)
    xs, ys = (sorted({c[a] for c in puzzle.container}) for a in range(2))
    heights = defaultdict(set)
    for cell in puzzle.container:
        heights[cell[3:]].add(cell[2])
    for copy, box in itertools.product(range(shifts), sorted(heights)):
        levels = sorted(heights[box])
        for z in levels:
            rows = [
                [index[x, y, z, *box] + copy * n if (x, y, z, *box) in index else -1 for x in xs]
                for y in reversed(ys)
            ]
            words = [*(TITLES[copy : copy + 1] if shifts > 1 else ()), *(f"box {b + 1}" for b in box)]
            yield {
                "title": ", ".join([*words, level_name(z, levels, short)]),
                "rows": [row for row in rows if set(row) != {-1}],
            }


def level_name(z: int, levels: Sequence[int], short: bool = False) -> str:
    """Return the name of a layer among all of its box.

    >>> level_name(3, range(4)), level_name(3, range(4), short=True)
    ('layer 4 (top)', '4 top')
    """
    if len(levels) == 1:
        return "seen from above"
    number, where = z - levels[0] + 1, {levels[0]: "bottom", levels[-1]: "top"}.get(z, "")
    if short:
        return f"{number} {where}".rstrip()
    return f"layer {number} ({where})" if where else f"layer {number}"


def signs(puzzle: Packing, filled: Iterable[Placement]) -> dict[Placement, str]:
    """Return the sign on each piece: its letter; copies are numbered as they came.

    >>> from puzzlelib import load
    >>> puzzle = load("nine-ls")
    >>> list(signs(puzzle, puzzle.placements[:3]).values())
    ['V1', 'V2', 'V3']
    """
    copies, came = {piece.name: piece.copies for piece in puzzle.pieces}, Counter[str]()
    found = {}
    for placement in filled:
        came[placement.piece] += 1
        number = came[placement.piece] if copies[placement.piece] > 1 else ""
        found[placement] = f"{puzzle.labels[placement.piece]}{number}"
    return found


def cell_texts(
    puzzle: Packing, filled: Filled, counts: Iterable[int] | None = None, sign: Signs | None = None
) -> dict[str, list]:
    """Return the text of each cell, how it was filled, and the number of the piece there.

    `counts` are for the cells that are empty.
    """
    index, sign = cell_index(puzzle), sign or signs(puzzle, filled)
    cells = [""] * len(index) if counts is None else [str(n) for n in counts]
    how, own = [""] * len(index), [-1] * len(index)
    for number, (placement, manner) in enumerate(filled.items()):
        for cell in placement.cells:
            cells[index[cell]], how[index[cell]], own[index[cell]] = sign[placement], manner, number
    return {"cells": cells, "how": how, "own": own}


def layers_text(puzzle: Packing, filled: Filled) -> str:
    """Return the layers in letters, those of copies with numbers; a dot is an empty cell.

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> print(layers_text(puzzle, {puzzle.placements[0]: "solution"}))
    layer 1 (bottom)   layer 2 (top)
    I . . .            . . . .
    I . . .            . . . .
    I . . .            . . . .
    I . . .            . . . .
    """
    filled = {Placement(*p): how for p, how in dict(filled).items()}
    return tables_text(puzzle, cell_texts(puzzle, filled)["cells"])


def tables_text(puzzle: Packing, texts: Iterable[str]) -> str:
    """Return the layers with a text for each cell."""
    letters = [text or "." for text in texts]
    wide = max(map(len, letters))

    def write(row: list[int]) -> str:
        return " ".join((letters[i] if i >= 0 else "").ljust(wide) for i in row)

    blocks = [[layer["title"], *map(write, layer["rows"])] for layer in layer_tables(puzzle)]
    return "\n\n".join(join_columns(blocks[k : k + 4]) for k in range(0, len(blocks), 4))


def join_columns(blocks: list[list[str]]) -> str:
    widths = [max(map(len, block)) for block in blocks]
    rows = itertools.zip_longest(*blocks, fillvalue="")
    return "\n".join("   ".join(text.ljust(w) for text, w in zip(row, widths)).rstrip() for row in rows)
