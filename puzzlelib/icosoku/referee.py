"""The referee for 3coSoKu: checks an arrangement by the definition alone. It shares no code with an
engine."""

from collections import Counter
from collections.abc import Iterable

from ..common.errors import short
from ..packing.referee import Invalid
from .puzzle import Cosoku


def verify(puzzle: Cosoku, arrangement: Iterable) -> None:
    """Check that `arrangement`, one (tile, turn) a face in the order of the faces, is a solution.
    Errors: `Invalid`.

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> verify(paper_tetrahedron(), [((0, 0, 3), 0), ((0, 0, 1), 0), ((0, 0, 2), 0), ((1, 1, 2), 0)])
    Traceback (most recent call last):
    ...
    puzzlelib.packing.referee.Invalid: vertex A collects 0 dots, not 1
    """
    faces, laid = puzzle.polyhedron.faces, tiles_and_turns(arrangement)
    if len(laid) != len(faces):
        name = puzzle.polyhedron.name
        raise Invalid(f"there are tiles on {len(laid)} faces, and the {name} has {len(faces)}")
    used = Counter(tile for tile, _ in laid)
    for tile, times in used.items():
        if times > (copies := puzzle.tiles.count(tile)):
            raise Invalid(f"tile {tile} lies there {times} times, and the puzzle has {copies} of it")
    for vertex, capacity in zip(puzzle.polyhedron.vertices, puzzle.capacities):
        found = 0
        for face, (tile, turn) in zip(faces, laid):
            if vertex in face:
                found += (tile + tile)[face.index(vertex) + (3 - turn) % 3]
        if found != capacity:
            raise Invalid(f"vertex {vertex} collects {found} dots, not {capacity}")


def tiles_and_turns(arrangement: Iterable) -> list[tuple[tuple[int, int, int], int]]:
    """Return the tiles and turns as whole numbers. Errors: `Invalid`."""
    try:
        laid = [(tuple(map(int, tile)), int(turn)) for tile, turn in arrangement]
    except (TypeError, ValueError, OverflowError):
        raise Invalid(f"{short(arrangement)} is not a list of (tile, turn), one a face") from None
    for tile, turn in laid:
        if len(tile) != 3 or turn not in (0, 1, 2) or turn and tile[0] == tile[1] == tile[2]:
            raise Invalid(
                f"tile {tile} with turn {turn}: a tile has three numbers, a turn is 0, 1 or 2, and 0 for "
                "three equal numbers"
            )
    return laid
