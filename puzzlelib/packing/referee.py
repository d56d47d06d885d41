"""The referee: judges a solution from the rules alone, and sorts solutions into orbits under symmetry.

`verify` shares no code with any engine, nor with the code that makes placements: two mistakes would have to agree.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import islice, product

import numpy as np

from . import shapes
from .puzzles import PackingPuzzle, PuzzleError, Solution, one_line, one_of, packing, short

MOST_SYMMETRIES = 4096
MOST_BOXES = (
    11  # twelve equal boxes have 479,001,600 orders, and of most other boxes each has two symmetries at least
)
MOST_MOVES = 3_000_000  # entries of the tables: each takes about a microsecond


class Invalid(ValueError):
    """What the referee says to something that is not a solution, in one line."""

    def __init__(self, message: str):
        super().__init__(one_line(message))


def verify(puzzle: PackingPuzzle, solution: Solution, given: Iterable = ()) -> None:
    """Return if `solution` fills the container with the puzzle's pieces and holds the `given` placements; else `Invalid`.

    >>> from puzzlelib import load
    >>> verify(load("tetracubes-2x4x4"), ())
    Traceback (most recent call last):
    ...
    puzzlelib.verify.Invalid: piece I is there 0 times, not 1
    """
    packing(puzzle)
    try:
        solution = [(piece, [tuple(cell) for cell in cells]) for piece, cells in solution]
        names, filled = (
            Counter(piece for piece, _ in solution),
            Counter(cell for _, cells in solution for cell in cells),
        )
    except (TypeError, ValueError):
        raise Invalid(f"{short(solution)} is not a list of placements, each a piece and its cells") from None
    for piece in puzzle.pieces:
        if names[piece.name] != piece.copies:
            raise Invalid(f"piece {piece.name} is there {names[piece.name]} times, not {piece.copies}")
    if extra := set(names) - {piece.name for piece in puzzle.pieces}:
        raise Invalid(f"there is no piece {min(extra, key=str)} in this puzzle")
    check_cells(puzzle, filled)
    model = {piece.name: piece.cells for piece in puzzle.pieces}
    for name, cells in solution:
        if not same_shape(model[name], cells, puzzle.turns):
            raise Invalid(f"the cells {[list(c) for c in cells]} do not have the shape of piece {name}")
    check_legal(puzzle, solution)
    check_given(solution, given)


def check_cells(puzzle: PackingPuzzle, filled: Counter) -> None:
    """Every cell of the container once, and no other cell."""
    for cell in puzzle.container:
        if filled[cell] != 1:
            raise Invalid(f"cell {list(cell)} is filled {filled[cell]} times, not once")
    if outside := set(filled) - set(puzzle.container):
        raise Invalid(f"cell {list(min(outside, key=str))} is not in the container")


def check_legal(puzzle: PackingPuzzle, solution) -> None:
    """Where the puzzle lists its legal placements, every one is in that list."""
    for name, cells in solution if puzzle.only is not None else ():
        if (name, tuple(sorted(cells))) not in puzzle.only:
            raise Invalid(f"piece {name} may not lie at {[list(c) for c in cells]} in this puzzle")


def check_given(solution: Solution, given: Iterable) -> None:
    """Every hint is kept."""
    kept = {(piece, frozenset(cells)) for piece, cells in solution}
    for piece, cells in given:
        if (piece, frozenset(map(tuple, cells))) not in kept:
            raise Invalid(f"the hint {piece} at {[list(c) for c in cells]} is not kept")


def same_shape(model, cells, turns: str) -> bool:
    """Is there a motion without mirroring that takes one set of cells onto the other? Pure geometry, with matrices."""
    if len({tuple(cell[3:]) for cell in cells}) > 1 or len(model) != len(cells):
        return False
    target = {tuple(row) for row in centred([cell[:3] for cell in cells])}
    return any({tuple(row) for row in centred(model) @ matrix} == target for matrix in motions(turns))


def centred(cells) -> np.ndarray:
    """Cells relative to their centre of gravity, times the number of cells, so that numbers stay whole."""
    cells = np.array(cells)
    return cells * len(cells) - cells.sum(axis=0)


@cache
def motions(turns: str) -> list[np.ndarray]:
    """The rotation matrices with whole entries: rows of length one, determinant 1."""
    units = np.vstack([np.eye(3, dtype=int), -np.eye(3, dtype=int)])
    matrices = [units[list(rows)] for rows in product(range(6), repeat=3)]
    rotations = [m for m in matrices if round(np.linalg.det(m)) == 1]
    upright = {"space": (-1, 0, 1), "flip": (-1, 1), "plane": (1,)}[turns]
    return [m for m in rotations if m[2, 2] in upright]


def orbits(
    puzzle: PackingPuzzle, solutions: Iterable[Solution], symmetry: str = "rotations"
) -> list[Solution]:
    """One solution for each orbit: the smallest of those that symmetry makes of each other, in the order of first sight.

    `symmetry`: "none", "rotations" (motions of the container that the pieces may make too) or "reflections" (mirror
    images as well; `PuzzleError` if the pieces are not closed under mirroring).

    >>> from puzzlelib import load, solve
    >>> puzzle = load("tetracubes-2x2x8")
    >>> len(orbits(puzzle, solve(puzzle, "backtracking", limit=None).solutions))
    224
    """
    packing(puzzle)
    if one_of("symmetry", symmetry, ("none", "rotations", "reflections")) == "none":
        return list(dict.fromkeys(solutions))
    tables = option_tables(puzzle, symmetry)
    numbers = ((puzzle.option[placement] for placement in solution) for solution in solutions)
    least = dict.fromkeys(least_image(one, tables) for one in numbers)
    return [tuple(puzzle.placements[i] for i in one) for one in least]


def least_image(numbers: Iterable[int], tables: Iterable[list[int]]) -> tuple[int, ...]:
    """The smallest of the solutions that symmetry makes of one, all as option numbers: equal for a whole orbit.

    >>> least_image([1, 2], [[0, 1, 2], [2, 1, 0]])
    (0, 1)
    """
    numbers = tuple(numbers)
    return min(tuple(sorted(table[i] for i in numbers)) for table in tables)


def option_tables(puzzle: PackingPuzzle, symmetry: str) -> list[list[int]]:
    """For each symmetry of the container: where it takes option 0, 1, 2, …"""
    mirrors = symmetry == "reflections"
    twin = mirror_twins(puzzle) if mirrors else {}
    straight = {piece.name: piece.name for piece in puzzle.pieces}
    rotations = motions_of(puzzle, False)
    mirrorings = (
        motions_of(puzzle, True)[len(rotations) :] if mirrors else []
    )  # none, where the container has no mirror image
    return [move_options(puzzle, cells, straight) for cells in rotations] + [
        move_options(puzzle, cells, twin) for cells in mirrorings
    ]


def motions_of(puzzle: PackingPuzzle, mirrors: bool) -> list[dict]:
    """The symmetries of the container; `PuzzleError` where there are too many to count with."""
    most = min(MOST_SYMMETRIES, MOST_MOVES // max(1, len(puzzle.placements)))
    boxes = len(shapes.split_boxes(puzzle.container))
    if boxes > MOST_BOXES:
        raise PuzzleError(
            f"{puzzle.name}: symmetries of {boxes:,} boxes are too many, {MOST_BOXES} boxes are the most; count with symmetry none"
        )
    maps = list(islice(shapes.symmetries(puzzle.container, puzzle.turns, mirrors), most + 1))
    if len(maps) > most:
        raise PuzzleError(
            f"{puzzle.name}: its boxes have more than {most:,} symmetries together; count with symmetry none"
        )
    return maps if puzzle.only is None else legal_motions(puzzle, maps, mirrors)


def legal_motions(puzzle: PackingPuzzle, maps: list[dict], mirrors: bool) -> list[dict]:
    """Those of the container's symmetries that make a legal placement of each legal one."""
    turns = sum(1 for _ in shapes.symmetries(puzzle.container, puzzle.turns)) if mirrors else len(maps)
    straight = {piece.name: piece.name for piece in puzzle.pieces}
    twin = mirror_twins(puzzle) if len(maps) > turns else {}
    return [
        cells for i, cells in enumerate(maps) if keeps_legal(puzzle, cells, straight if i < turns else twin)
    ]


def keeps_legal(puzzle: PackingPuzzle, cells: dict, names: dict) -> bool:
    """Does a motion of the container, with pieces renamed, make a legal placement of each legal one?"""
    return all(
        (names[piece], tuple(sorted(cells[c] for c in place))) in puzzle.option
        for piece, place in puzzle.placements
    )


def move_options(puzzle: PackingPuzzle, cells: dict, names: dict) -> list[int]:
    """The option number of each placement after its cells were moved and its name replaced."""
    return [
        puzzle.option[names[piece], tuple(sorted(cells[c] for c in place))]
        for piece, place in puzzle.placements
    ]


def mirror_twins(puzzle: PackingPuzzle) -> dict[str, str]:
    """For each piece the name of its mirror image; `PuzzleError` where there is none in the set."""
    if puzzle.only is not None:
        return legal_twins(puzzle)
    twin, free = {}, {piece.name: (shapes.normal_form(piece.cells), piece.copies) for piece in puzzle.pieces}
    for piece in puzzle.pieces:
        forms = shapes.orientations(shapes.mirrored(piece.cells), puzzle.turns)
        found = [name for name, (form, copies) in free.items() if form in forms and copies == piece.copies]
        if not found:
            raise PuzzleError(
                f"{puzzle.name}: reflections cannot be counted: piece {piece.name} has no mirror image in the set"
            )
        twin[piece.name] = piece.name if piece.name in found else found[0]
        del free[twin[piece.name]]
    return twin


def legal_twins(puzzle: PackingPuzzle) -> dict[str, str]:
    """The same where legal placements are listed: a mirror of the container makes those of one piece those of its twin."""
    places = {
        piece.name: frozenset(cells for name, cells in puzzle.placements if name == piece.name)
        for piece in puzzle.pieces
    }
    copies = {piece.name: piece.copies for piece in puzzle.pieces}
    rotations = sum(1 for _ in shapes.symmetries(puzzle.container, puzzle.turns))
    for cells in islice(shapes.symmetries(puzzle.container, puzzle.turns, True), rotations, None):
        image = {
            name: frozenset(tuple(sorted(map(cells.get, place))) for place in some)
            for name, some in places.items()
        }
        twins = {
            name: [
                other
                for other in (name, *places)
                if (places[other], copies[other]) == (image[name], copies[name])
            ]
            for name in places
        }
        if all(twins.values()):
            return {name: found[0] for name, found in twins.items()}
    raise PuzzleError(
        f"{puzzle.name}: reflections cannot be counted: no mirror image of its legal placements is legal"
    )
