"""The referee for plates: checks a solution by the definition alone, in code of its own."""

from collections import Counter
from collections.abc import Iterable

import numpy as np

from ..common.errors import check_choice, short
from ..packing.referee import Invalid
from .plate import PlateSet

# Each face seen from outside, as rows from the top, out of an array [x, y, z]: the sides upright, the
# top with the back of the cube up, the bottom with its front up.
FROM_OUTSIDE = {
    "+X": lambda cube: cube[3, :, ::-1].T,
    "-X": lambda cube: cube[0, ::-1, ::-1].T,
    "+Y": lambda cube: cube[::-1, 3, ::-1].T,
    "-Y": lambda cube: cube[:, 0, ::-1].T,
    "+Z": lambda cube: cube[:, ::-1, 3].T,
    "-Z": lambda cube: cube[:, :, 0].T,
}


def verify_plates(plates: PlateSet, solution: Iterable, target: str) -> None:
    """Check that `solution`, placements of the six plates under their own names, is one. Errors:
    `Invalid`.

    >>> from puzzlelib.plates import load
    >>> verify_plates(load("both-ways"), [], "cube")
    Traceback (most recent call last):
    ...
    puzzlelib.packing.referee.Invalid: plate A is there 0 times, not once
    """
    check_choice("target", target, ("board", "cube"))
    placed = names_and_cells(solution)
    times = Counter(name for name, _ in placed)
    pictures = {plate.name: np.array(plate.cells) for plate in plates.plates}
    for name in pictures:
        if times[name] != 1:
            raise Invalid(f"plate {name} is there {times[name]} times, not once")
    if extra := set(times) - set(pictures):
        raise Invalid(f"there is no plate {min(extra, key=str)} in this set")
    count = np.zeros((4, 4, 4) if target == "cube" else (10, 7, 1), int)
    within = set(np.ndindex(count.shape))
    if not all(within.issuperset(cells) for _, cells in placed):
        raise Invalid(f"a cell lies outside the {target}")
    for name, cells in placed:
        one = np.zeros_like(count)
        for cell in cells:
            one[cell] += 1
        count = count + one
        if not any(shows(picture, one.sum(), pictures[name]) for picture in views(one, target)):
            where = "flat on a face" if target == "cube" else "within the board"
            raise Invalid(f"plate {name} does not lie {where} as its picture is, turned")
    goal = times_to_cover(plates, target)
    for cell in np.argwhere(count != goal)[:1].tolist():
        often = "once" if goal[tuple(cell)] else "left alone"
        raise Invalid(f"cell {cell} is filled {count[tuple(cell)]} times, not {often}")


def names_and_cells(solution: Iterable) -> list[tuple[str, list[tuple[int, ...]]]]:
    """Return each placement's plate and cells. Errors: `Invalid`."""
    try:
        placed = [(name, [tuple(map(int, cell)) for cell in cells]) for name, cells in solution]
        hash(tuple(name for name, _ in placed))
    except (TypeError, ValueError):
        fault = "is not a list of placements, each a plate and its cells"
        raise Invalid(f"{short(solution)} {fault}") from None
    return placed


def views(cells: np.ndarray, target: str) -> list[np.ndarray]:
    """Return all 4x4 pictures seen of a cube from outside, or of a board from above."""
    if target == "cube":
        return [view(cells) for view in FROM_OUTSIDE.values()]
    board = cells[:, ::-1, 0].T
    return [board[y : y + 4, x : x + 4] for y in range(4) for x in range(7)]


def shows(picture: np.ndarray, cells: int, plate: np.ndarray) -> bool:
    """Return whether a picture shows the plate in one of its four turns, and all the cells."""
    return picture.sum() == cells and any((picture == np.rot90(plate, turn)).all() for turn in range(4))


def times_to_cover(plates: PlateSet, target: str) -> np.ndarray:
    """Return 1 for each cell of the shell, or inside the board's frame, and 0 for the others."""
    if target == "board":
        return (~np.array(plates.board)).T[:, ::-1, None].astype(int)
    shell = np.ones((4, 4, 4), int)
    shell[1:3, 1:3, 1:3] = 0
    return shell
