"""The picture of a packing puzzle in 2D: its layers, and what is written in their cells."""

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence

from ..packing.puzzle import PackingPuzzle, Placement
from .blocks import Layer

TITLES = "puzzle", "solution"  # of two copies side by side
Filled = Mapping[Placement, str]  # placement -> "solution", "chosen", "propagated" or "given"


@functools.lru_cache(64)
def cell_index(puzzle: PackingPuzzle) -> dict[tuple, int]:
    return {cell: i for i, cell in enumerate(puzzle.container)}


def layers(puzzle: PackingPuzzle, shifts: int = 1) -> Iterator[Layer]:
    """Each layer with its cells' numbers, seen from above: the top row is the back."""
    index, n = cell_index(puzzle), len(puzzle.container)
    xs, ys, zs = (sorted({c[a] for c in puzzle.container}) for a in range(3))
    boxes = sorted({c[3:] for c in puzzle.container})
    for copy, box in itertools.product(range(shifts), boxes):
        levels = [z for z in zs if any(c[2] == z and c[3:] == box for c in puzzle.container)]
        for z in levels:
            rows = [
                [index[x, y, z, *box] + copy * n if (x, y, z, *box) in index else -1 for x in xs]
                for y in reversed(ys)
            ]
            words = [*(TITLES[copy : copy + 1] if shifts > 1 else ()), *(f"box {b + 1}" for b in box)]
            yield {
                "title": ", ".join([*words, level_name(z, levels)]),
                "rows": [row for row in rows if set(row) != {-1}],
            }


def level_name(z: int, levels: Sequence[int]) -> str:
    """What a layer is called, among all of its box."""
    if len(levels) == 1:
        return "seen from above"
    where = {levels[0]: " (bottom)", levels[-1]: " (top)"}.get(z, "")
    return f"layer {z - levels[0] + 1}{where}"


def written(puzzle: PackingPuzzle, filled: Filled, left=None) -> dict[str, list]:
    """The text of each cell, how it was filled, and by the how-manieth piece: copies have one letter."""
    index, labels = cell_index(puzzle), puzzle.labels
    cells = [str(n) for n in left[0]] if left else [""] * len(index)
    how, own = [""] * len(index), [-1] * len(index)
    for number, (placement, manner) in enumerate(filled.items()):
        for cell in placement.cells:
            cells[index[cell]], how[index[cell]], own[index[cell]] = labels[placement.piece], manner, number
    return {"cells": cells, "how": how, "own": own}


def layers_text(puzzle: PackingPuzzle, filled: Filled) -> str:
    """The layers as plain letters; a dot is an empty cell.

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> print(layers_text(puzzle, {puzzle.placements[0]: "solution"}))
    layer 1 (bottom)   layer 2 (top)
    I . . .            . . . .
    I . . .            . . . .
    I . . .            . . . .
    I . . .            . . . .
    """
    letters = [
        text or "." for text in written(puzzle, {Placement(*p): h for p, h in dict(filled).items()})["cells"]
    ]
    blocks = [
        [layer["title"], *(" ".join(letters[i] if i >= 0 else " " for i in row) for row in layer["rows"])]
        for layer in layers(puzzle)
    ]
    return "\n\n".join(columns(blocks[k : k + 4]) for k in range(0, len(blocks), 4))


def columns(blocks: list[list[str]]) -> str:
    widths = [max(map(len, block)) for block in blocks]
    rows = itertools.zip_longest(*blocks, fillvalue="")
    return "\n".join("   ".join(text.ljust(w) for text, w in zip(row, widths)).rstrip() for row in rows)
