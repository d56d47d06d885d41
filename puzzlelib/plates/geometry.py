"""The places of a plate: on the board of 10x7, or on the cube of 4x4x4.

On the board the picture's (x, y) is the cell (x, 6 - y, 0). On the cube the marked side is inside,
and (x, y) of a plate on the top, not turned, is the cell (x, 3 - y, 3); a rotation of the cube
takes it from there to any face. So all faces, seen from outside, show their plates unmirrored.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from ..common.errors import check_choice
from ..packing.puzzle import box_cells
from ..packing.shapes import ROTATIONS, Cell, Turn, shifted, turned
from .plate import HEIGHT, SIDE, TARGETS, WIDTH, Plate, PlateSet

UP = {"+X": (0, 0, 1), "-X": (0, 0, 1), "+Y": (0, 0, 1), "-Y": (0, 0, 1), "+Z": (0, 1, 0), "-Z": (0, -1, 0)}
OUT = {
    "+X": (1, 0, 0),
    "-X": (-1, 0, 0),
    "+Y": (0, 1, 0),
    "-Y": (0, -1, 0),
    "+Z": (0, 0, 1),
    "-Z": (0, 0, -1),
}


class Spot(NamedTuple):
    """The place of a plate: `at` is a face ("+Z") or, on the board, the picture's (x, y) of its top
    left corner; `turn` counts quarter turns clockwise (seen from outside, from above); `cells` are
    sorted."""

    plate: str
    at: str | tuple[int, int]
    turn: int
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        where = f"on {self.at}" if isinstance(self.at, str) else f"at ({self.at[0]},{self.at[1]})"
        return f"{self.plate} {where} turn {self.turn}"


def poses() -> dict[tuple[str, int], Turn]:
    """Return, for each face and turn, the rotation that takes a plate there from the top of the
    cube.

    Turn 0: the upper side of the picture looks to +Z, on the top to +Y, on the bottom to -Y (as in
    a cross-shaped net around -Y).

    >>> len(poses()), poses()["+Z", 0]
    (24, ((0, 1, 2), (1, 1, 1)))
    """
    found = {}
    for rotation in ROTATIONS:
        face = next(name for name, out in OUT.items() if out == turned((0, 0, 1), rotation))
        up, now = turned((0, 1, 0), rotation), UP[face]
        turn = 0
        while now != up:
            now, turn = cross(now, OUT[face]), turn + 1  # clockwise, seen from outside
        found[face, turn] = rotation
    return {(face, turn): found[face, turn] for face in OUT for turn in range(4)}


def cross(a: Cell, b: Cell) -> Cell:
    """Return the cross product: of right and up it is the direction towards us.

    >>> cross((1, 0, 0), (0, 1, 0))
    (0, 0, 1)
    """
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


POSES = poses()


def in_cube(cell: Cell, rotation: Turn) -> Cell:
    """Rotate a cell of the 4x4x4 about the cube's centre.

    >>> in_cube((0, 3, 3), POSES["-Y", 0])
    (0, 0, 3)
    """
    return tuple(v + (SIDE - 1) * (sign < 0) for v, sign in zip(turned(cell, rotation), rotation[1]))


def on_cube(plate: Plate) -> Iterator[Spot]:
    """Yield the 24 spots of a plate on the cube: six faces, four turns. Two of a symmetric plate
    can fill the same cells."""
    top = shifted(voxels(plate), (0, 0, SIDE - 1))
    for (face, turn), rotation in POSES.items():
        yield Spot(plate.name, face, turn, tuple(sorted(in_cube(cell, rotation) for cell in top)))


def on_board(plate: Plate) -> Iterator[Spot]:
    """Yield the 7 * 4 * 4 spots of a plate on an empty board: its 4x4 lies within the 10x7."""
    flat = [voxels(plate.turned(turn)) for turn in range(4)]
    for oy, ox, turn in product(range(HEIGHT - SIDE + 1), range(WIDTH - SIDE + 1), range(4)):
        yield Spot(plate.name, (ox, oy), turn, shifted(flat[turn], (ox, HEIGHT - SIDE - oy, 0)))


def spots(plates: PlateSet, target: str) -> Iterator[Spot]:
    """Yield all spots of each plate within the container, one for each set of cells."""
    room = set(container(plates, target))
    for plate in plates.plates:
        first = {}
        for spot in on_cube(plate) if target == "cube" else on_board(plate):
            first.setdefault(spot.cells, spot)
        yield from (spot for spot in first.values() if room.issuperset(spot.cells))


def container(plates: PlateSet, target: str) -> tuple[Cell, ...]:
    """Return the cells to be filled: those inside the board's frame, or the shell of the cube."""
    if check_choice("target", target, TARGETS) == "cube":
        return tuple(cell for cell in box_cells([(SIDE,) * 3]) if {0, SIDE - 1} & set(cell))
    return tuple(
        (x, y, 0) for x, y, _ in box_cells([(WIDTH, HEIGHT, 1)]) if not plates.board[HEIGHT - 1 - y][x]
    )


def voxels(plate: Plate) -> tuple[Cell, ...]:
    """Return the sorted cells of a plate flat at the origin, in the axes of the library: y to the
    back.

    >>> voxels(Plate("A", (True,) * 4 + (False,) * 8))[:2]
    ((0, 3, 0), (1, 1, 0))
    """
    return tuple(sorted((x, SIDE - 1 - y, 0) for y, x in product(range(SIDE), repeat=2) if plate.cells[y][x]))
