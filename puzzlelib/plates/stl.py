"""Plates and the board's frame as STL files, which every program for 3D printers reads.

A printer needs a closed surface: each edge lies in exactly two triangles, and seen from outside every triangle runs counterclockwise.
The cells are cubes of `pitch` millimetres. They lie on the table as their picture shows them from above, so a print is
never the mirror image of the plate.

Clearance. Real plastic is a little too large. `clearance` moves the outline of a part inwards by so many millimetres, so between
two neighbours there is a gap of twice as much. The thickness stays `pitch`: on the cube the faces of a plate meet only outlines.

Cells that touch along an edge only. There four walls would meet in one edge; no solid has such a place, and no print holds there.
  A plate has it where a corner cell is there and both its neighbours on the border are not: the corner hangs on nothing.
  A frame has it where a corner is empty and both its neighbours are filled. That corner of the board could only be covered
  by the corner of a plate which has neither of its neighbours: again one that hangs on nothing.
Both are refused with one line that names the plate and the cell, and no printable set is lost. A frame may well consist of several
parts that do not touch; `rim` puts cells around it which hold them together.

The format: M. Burns, Automated Fabrication, section 6.5, https://www.fabbers.com/tech/STL_Format
"""

import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .ilp import is_number
from .plates import HEIGHT, SIDE, WIDTH, Plate, PlateSet
from .puzzles import PuzzleError, short, whole

Spot2 = tuple[int, int]  # a cell, or a corner of cells: x to the right, y to the back
PITCH, WIDEST_RIM = 10.0, 3
TIGHTEST = 8  # the clearance is at most the pitch divided by this
RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
ROUND = ((0, 0), (1, 0), (1, 1), (0, 1))  # the corners of a cell, counterclockwise


@dataclass(frozen=True)
class Printed:
    """A file that was written: its path, number of triangles and of parts, size in mm (x, y, z) and volume in mm³."""

    path: Path
    triangles: int
    parts: int
    size: tuple[float, float, float]
    volume: float

    def __str__(self) -> str:
        size = " × ".join(f"{length:g}" for length in self.size)
        apart = "" if self.parts == 1 else f", {self.parts} parts that do not touch"
        return f"{self.path}: {size} mm, {self.volume / 1000:.2f} cm³, {self.triangles} triangles{apart}"


# ---------------------------------------------------------------- which cells


def plate_cells(plate: Plate) -> set[Spot2]:
    """The cells of a plate, x to the right and y to the back; `PuzzleError` where a corner hangs on nothing.

    >>> len(plate_cells(Plate("A", (True,) * 4 + (False,) * 8)))
    8
    >>> plate_cells(Plate("B", (True,) + (False,) * 11))
    Traceback (most recent call last):
    ...
    puzzlelib.puzzles.PuzzleError: plate B: its corner (0,0) has no neighbour on the border, so it hangs on nothing and cannot be printed
    """
    if loose := next(lonely_corners(plate.cells, True), None):
        raise PuzzleError(
            f"plate {plate.name}: its corner {written(loose)} has no neighbour on the border, "
            "so it hangs on nothing and cannot be printed"
        )
    return {(x, SIDE - 1 - y) for y in range(SIDE) for x in range(SIDE) if plate.cells[y][x]}


def frame_cells(plates: PlateSet, rim: int = 0) -> set[Spot2]:
    """The cells of a board's frame, with a rim of so many cells around it.

    >>> full = PlateSet("full", [Plate(name, (False,) * 12) for name in "ABCDEF"], (True,) * 30)
    >>> len(frame_cells(full)), len(frame_cells(full, rim=1))
    (30, 68)
    """
    rim = whole("rim", rim, f"must be a whole number of cells from 0 to {WIDEST_RIM}", most=WIDEST_RIM)
    if gap := next(lonely_corners(plates.board, False), None):
        raise PuzzleError(
            f"{plates.name}: the frame is empty at its corner {written(gap)} and filled on both sides of it; "
            "only a plate whose corner hangs on nothing could go there, and that cannot be printed"
        )
    around = {
        (x, y)
        for x in range(-rim, WIDTH + rim)
        for y in range(-rim, HEIGHT + rim)
        if not (0 <= x < WIDTH and 0 <= y < HEIGHT)
    }
    cells = around | {(x, HEIGHT - 1 - y) for y in range(HEIGHT) for x in range(WIDTH) if plates.board[y][x]}
    if not cells:
        raise PuzzleError(
            f"{plates.name}: the frame has no cell, so there is nothing to print; rim=1 puts a rim around the board"
        )
    return cells


def lonely_corners(picture, kind: bool) -> Iterator[Spot2]:
    """The corners of a picture that are of one kind (filled or empty) while both their neighbours are of the other."""
    right, bottom = len(picture[0]) - 1, len(picture) - 1
    for x, y in ((0, 0), (right, 0), (right, bottom), (0, bottom)):
        beside = picture[y][abs(x - 1)], picture[abs(y - 1)][x]
        if picture[y][x] is kind and kind not in beside:
            yield x, y


def written(cell: Spot2) -> str:
    """A cell as the picture counts it: (0,0) is at the top left, y goes down."""
    return f"({cell[0]},{cell[1]})"


def parts(cells: Iterable[Spot2]) -> int:
    """How many parts are there that do not touch?

    >>> parts({(0, 0), (1, 0), (3, 0)})
    2
    """
    left, number = set(cells), 0
    while left:
        todo, number = [left.pop()], number + 1
        while todo:
            x, y = todo.pop()
            near = left & {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
            left -= near
            todo += near
    return number


# ---------------------------------------------------------------- triangles


def mesh(cells: Iterable[Spot2], pitch: float = PITCH, clearance: float = 0) -> np.ndarray:
    """The closed surface of cells one layer thick: an array (triangles, 3 corners, 3 coordinates) in millimetres.

    The lower left of all cells is at the origin and the lower side at z = 0. Lid and bottom are two triangles a cell, a wall two
    for each side without a neighbour: they meet at corners of cells only, so no edge ends in the middle of another.

    >>> mesh({(0, 0)}).shape, mesh({(0, 0), (1, 0)}).shape
    ((12, 3, 3), (20, 3, 3))
    """
    cells = set(cells)
    check_lengths(pitch, clearance)
    place = corner_places(cells, pitch, clearance)
    found = [triangle for cell in sorted(cells) for triangle in block(cell, cells)]
    points = np.array([[(*place[corner], high * pitch) for corner, high in triangle] for triangle in found])
    return points - points.min(axis=(0, 1))


def check_lengths(pitch: float, clearance: float) -> None:
    """`PuzzleError` for a pitch or a clearance that nobody can print."""
    if not is_number(pitch) or not 1 <= pitch <= 100:
        raise PuzzleError(f"pitch {short(pitch)}: must be a number of millimetres from 1 to 100")
    if not is_number(clearance) or not 0 <= clearance <= pitch / TIGHTEST:
        raise PuzzleError(
            f"clearance {short(clearance)}: must be a number of millimetres from 0 to {pitch / TIGHTEST:g}, "
            f"which is the pitch divided by {TIGHTEST}"
        )


def corner_places(cells: set[Spot2], pitch: float, clearance: float) -> dict[Spot2, tuple[float, float]]:
    """Where each corner of a cell lies, in mm: on the outline it moves towards the cells that are there."""
    places = {}
    for x, y in {(a + i, b + j) for a, b in cells for i, j in ROUND}:
        there = [(i, j) for i in (-1, 1) for j in (-1, 1) if (x + min(i, 0), y + min(j, 0)) in cells]
        inwards = [int(np.sign(sum(side))) for side in zip(*there)]
        if len(there) == 2 and inwards == [0, 0]:
            raise PuzzleError(f"two cells touch at ({x},{y}) along an edge only; that cannot be printed")
        places[x, y] = x * pitch + inwards[0] * clearance, y * pitch + inwards[1] * clearance
    return places


def block(cell: Spot2, cells: set[Spot2]) -> Iterator[list[tuple[Spot2, int]]]:
    """The triangles of one cell, each corner as (corner of the cell, 0 below or 1 above)."""
    x, y = cell
    a, b, c, d = ((x + i, y + j) for i, j in ROUND)
    yield from ([(p, 1) for p in three] for three in ((a, b, c), (a, c, d)))
    yield from ([(p, 0) for p in three] for three in ((a, c, b), (a, d, c)))
    for (p, q), beside in zip(
        ((a, b), (b, c), (c, d), (d, a)), ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
    ):
        if beside not in cells:
            yield from ([(p, 0), (q, 0), (q, 1)], [(p, 0), (q, 1), (p, 1)])


def volume(triangles: np.ndarray) -> float:
    """What a closed surface holds: the sum of the pyramids from the origin to each triangle.

    >>> float(volume(mesh({(0, 0), (1, 0)}, pitch=5)))
    250.0
    """
    a, b, c = np.moveaxis(triangles, 1, 0)
    return np.einsum("ij,ij->", a, np.cross(b, c)) / 6


# ---------------------------------------------------------------- files


def write_stl(
    what: Plate | PlateSet,
    path: str | Path,
    pitch: float = PITCH,
    *,
    clearance: float = 0,
    rim: int = 0,
    text: bool = False,
    replace: bool = False,
) -> Printed:
    """Write a plate, or the frame of a set's board, as STL.

    Parameters
    ----------
    what : a Plate, or a PlateSet, whose frame is meant
    pitch : side of a cell in mm
    clearance : how far the outline is moved inwards, in mm, at most an eighth of the pitch
    rim : cells around the frame that hold it together, 0 to 3; a plate has none
    text : write the readable form of the format, five times as long
    replace : write over a file that is there already; without it, that is an error and nothing is touched

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     printed = write_stl(Plate("A", (True,) * 4 + (False,) * 8), Path(folder) / "A.stl", pitch=5)
    >>> printed.size, round(printed.volume), printed.triangles
    ((20.0, 15.0, 5.0), 1000, 60)
    """
    if not isinstance(what, Plate | PlateSet):
        raise PuzzleError(f"{short(what)} is neither a plate nor a set of plates, whose frame is printed")
    path = path_of(path)
    cells = plate_cells(what) if isinstance(what, Plate) else frame_cells(what, rim)
    triangles = mesh(cells, pitch, clearance)
    write_safely(path, ascii_stl(triangles) if text else binary_stl(triangles), replace)
    return Printed(
        path,
        len(triangles),
        parts(cells),
        tuple(map(float, np.ptp(triangles, axis=(0, 1)))),
        float(volume(triangles)),
    )


def write_set(
    plates: PlateSet,
    folder: str | Path,
    pitch: float = PITCH,
    *,
    clearance: float = 0,
    rim: int = 1,
    replace: bool = False,
) -> list[Printed]:
    """Write all six plates, and the frame where there is a board, into a folder. If one of them cannot be printed, none is written."""
    folder = path_of(folder)
    things = {
        f"plate-{k}-{re.sub(r'[^0-9A-Za-z]+', '_', plate.name)[:30]}.stl": plate
        for k, plate in enumerate(plates.plates, 1)
    }
    things |= {"frame.stl": plates} if plates.border30 is not None else {}
    for thing in things.values():
        mesh(plate_cells(thing) if isinstance(thing, Plate) else frame_cells(thing, rim), pitch, clearance)
    try:
        if there := [name for name in things if (folder / name).exists() and not replace]:
            raise PuzzleError(already_there(folder / there[0]))
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PuzzleError(f"{folder}: cannot be made: {error.strerror}") from None
    return [
        write_stl(thing, folder / name, pitch, clearance=clearance, rim=rim, replace=replace)
        for name, thing in things.items()
    ]


def path_of(value) -> Path:
    """The path; `PuzzleError` for what cannot be one."""
    if not isinstance(value, str | Path) or "\0" in str(value):
        raise PuzzleError(f"path {short(value)}: cannot be a path")
    return Path(value)


def already_there(path: Path) -> str:
    return f"{path}: is there already and stays as it is; replace=True writes over it"


def binary_stl(triangles: np.ndarray) -> bytes:
    """The binary form: 80 bytes that say nothing, the number of triangles, then 50 bytes for each."""
    records = np.zeros(len(triangles), RECORD)
    records["normal"], records["corners"] = normals(triangles), triangles
    return b"puzzlelib".ljust(80) + np.uint32(len(triangles)).astype("<u4").tobytes() + records.tobytes()


def ascii_stl(triangles: np.ndarray) -> bytes:
    """The form that a person can read."""
    lines = ["solid puzzlelib"]
    for normal, corners in zip(normals(triangles), triangles):
        points = [f"      vertex {numbers(corner)}" for corner in corners]
        lines += [f"  facet normal {numbers(normal)}", "    outer loop", *points, "    endloop", "  endfacet"]
    return "\n".join([*lines, "endsolid puzzlelib", ""]).encode()


def numbers(values: Iterable[float]) -> str:
    """Numbers as they stand in a file, with no minus in front of a zero."""
    return " ".join(f"{float(value) + 0.0:.6g}" for value in values)


def normals(triangles: np.ndarray) -> np.ndarray:
    """The direction that looks out of each triangle, of length 1."""
    a, b, c = np.moveaxis(triangles, 1, 0)
    across = np.cross(b - a, c - a)
    return across / np.linalg.norm(across, axis=1, keepdims=True)


def write_safely(path: Path, content: bytes, replace: bool) -> None:
    """Write a file as a whole or not at all: first beside its place, then moved there in one step."""
    beside = None
    try:
        if path.exists() and not replace:
            raise PuzzleError(already_there(path))
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".stl-", delete=False) as file:
            beside = Path(file.name)
            file.write(content)
        os.chmod(beside, 0o644)  # a temporary file is readable by its owner only
        os.replace(beside, path)
    except OSError as error:
        raise PuzzleError(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        if beside is not None:
            beside.unlink(missing_ok=True)
