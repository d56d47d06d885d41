"""Plates and the board's frame as STL files for 3D printers.

A printer needs a closed surface: each edge lies in exactly two triangles, and seen from outside
every triangle runs counterclockwise. Real plastic is a little too large, so `clearance` moves the
outline of a part inwards. The thickness stays `pitch`: on the cube the faces of a plate meet only
outlines.

Where cells touch along an edge only, four walls would meet in one edge, as in no solid: such plates
and frames are refused. A frame may have parts that do not touch; `rim` puts cells around it that
hold them together.

The format: M. Burns, Automated Fabrication, section 6.5, https://www.fabbers.com/tech/STL_Format
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np

from puzzlelib.common.errors import PuzzleError, check_int, is_number, short
from puzzlelib.common.files import check_free, path_of, whole_file
from puzzlelib.packing.shapes import components
from puzzlelib.pictures.letters import normals
from puzzlelib.plates.geometry import container, voxels
from puzzlelib.plates.plate import HEIGHT, WIDTH, Plate, PlateSet

Point = tuple[int, int]  # a cell, or a corner of cells: x to the right, y to the back
PITCH, WIDEST_RIM = 10.0, 3
TIGHTEST = 8  # the clearance is at most the pitch divided by this
RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
CELL_CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))  # counterclockwise


@dataclass(frozen=True)
class Printed:
    """A written file: its path, number of triangles and of parts, size in mm (x, y, z) and volume
    in mm³."""

    path: Path
    triangles: int
    parts: int
    size: tuple[float, float, float]
    volume: float

    def __str__(self) -> str:
        size = " × ".join(f"{length:g}" for length in self.size)
        apart = "" if self.parts == 1 else f", {self.parts} parts that do not touch"
        return f"{self.path}: {size} mm, {self.volume / 1000:.2f} cm³, {self.triangles} triangles{apart}"


# -------- cells


def plate_cells(plate: Plate) -> set[Point]:
    """Return the cells of a plate, x to the right and y to the back.

    >>> len(plate_cells(Plate("A", (True,) * 4 + (False,) * 8)))
    8
    """
    return {cell[:2] for cell in voxels(plate)}


def frame_cells(plates: PlateSet, rim: int = 0) -> set[Point]:
    """Return the cells of a board's frame, with a rim of so many cells around it. Errors:
    `PuzzleError`.

    >>> full = PlateSet("full", [Plate(name, (False,) * 12) for name in "ABCDEF"], (True,) * 30)
    >>> len(frame_cells(full)), len(frame_cells(full, rim=1))
    (30, 68)
    """
    rim = check_int("rim", rim, f"must be a whole number of cells from 0 to {WIDEST_RIM}", most=WIDEST_RIM)
    with_rim = set(product(range(-rim, WIDTH + rim), range(-rim, HEIGHT + rim)))
    cells = with_rim - {cell[:2] for cell in container(plates, "board")}
    if not cells:
        nothing = "the frame has no cell, so there is nothing to print"
        raise PuzzleError(f"{plates.name}: {nothing}; rim=1 puts a rim around the board")
    return cells


def parts(cells: Iterable[Point]) -> int:
    """Count the parts that do not touch.

    >>> parts({(0, 0), (1, 0), (3, 0)})
    2
    """
    return len(components((x, y, 0) for x, y in cells))


# -------- triangles


def mesh(cells: Iterable[Point], pitch: float = PITCH, clearance: float = 0) -> np.ndarray:
    """Return the closed surface of cells one layer thick: (triangles, 3 corners, 3 coordinates) in
    mm.

    The lower left of all cells is at the origin and the lower side at z = 0. Lid and bottom are two
    triangles a cell, a wall two for each side without a neighbour.

    >>> mesh({(0, 0)}).shape, mesh({(0, 0), (1, 0)}).shape
    ((12, 3, 3), (20, 3, 3))
    """
    cells = set(cells)
    check_millimetres("pitch", pitch, 1, 100)
    why = f", which is the pitch divided by {TIGHTEST}"
    check_millimetres("clearance", clearance, 0, pitch / TIGHTEST, why)
    at = corner_places(cells, pitch, clearance)
    found = [triangle for cell in sorted(cells) for triangle in cell_triangles(cell, cells)]
    points = np.array(
        [[(*at[corner], high * pitch) for corner, high in triangle] for triangle in found], dtype=float
    )
    return points - points.min(axis=(0, 1))


def check_millimetres(field: str, value, low: float, high: float, why: str = "") -> None:
    if not is_number(value) or not low <= value <= high:
        allowed = f"must be a number of millimetres from {low:g} to {high:g}{why}"
        raise PuzzleError(f"{field} {short(value)}: {allowed}")


def corner_places(cells: set[Point], pitch: float, clearance: float) -> dict[Point, tuple[float, float]]:
    """Return the place of each corner of a cell in mm; on the outline it moves towards the
    cells."""
    places = {}
    for x, y in {(a + i, b + j) for a, b in cells for i, j in CELL_CORNERS}:
        there = [(2 * i - 1, 2 * j - 1) for i, j in CELL_CORNERS if (x + i - 1, y + j - 1) in cells]
        inwards = np.sign(np.sum(there, axis=0))
        if len(there) == 2 and not inwards.any():
            raise PuzzleError(f"two cells touch at ({x},{y}) along an edge only; that cannot be printed")
        places[x, y] = x * pitch + inwards[0] * clearance, y * pitch + inwards[1] * clearance
    return places


def cell_triangles(cell: Point, cells: set[Point]) -> Iterator[list[tuple[Point, int]]]:
    """Yield the triangles of one cell, each corner as (corner of the cell, 0 below or 1 above)."""
    x, y = cell
    a, b, c, d = ((x + i, y + j) for i, j in CELL_CORNERS)
    yield from ([(p, 1) for p in three] for three in ((a, b, c), (a, c, d)))
    yield from ([(p, 0) for p in three] for three in ((a, c, b), (a, d, c)))
    walls = {(x, y - 1): (a, b), (x + 1, y): (b, c), (x, y + 1): (c, d), (x - 1, y): (d, a)}
    for p, q in (wall for beside, wall in walls.items() if beside not in cells):
        yield from ([(p, 0), (q, 0), (q, 1)], [(p, 0), (q, 1), (p, 1)])


def volume(triangles: np.ndarray) -> float:
    """Return the volume in a closed surface: the sum of the pyramids from the origin to each
    triangle.

    >>> float(volume(mesh({(0, 0), (1, 0)}, pitch=5)))
    250.0
    """
    a, b, c = np.moveaxis(triangles, 1, 0)
    return np.einsum("ij,ij->", a, np.cross(b, c)) / 6


# -------- files


def write_stl(
    what: Plate | PlateSet,
    path: str | Path,
    pitch: float = PITCH,
    *,
    clearance: float = 0,
    rim: int = 0,
    replace: bool = False,
) -> Printed:
    """Write a plate, or the frame of a set's board, as STL.

    pitch: side of a cell in mm; clearance: how far the outline is moved inwards, in mm; rim: cells
    around the frame that hold it together, 0 to 3; replace: write over a file that is there.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_stl(Plate("A", (True,) * 4 + (False,) * 8), Path(folder) / "A.stl", pitch=5).size
    (20.0, 15.0, 5.0)
    """
    if not isinstance(what, Plate | PlateSet):
        raise PuzzleError(f"{short(what)} is neither a plate nor a set of plates, whose frame is printed")
    path = path_of(path)
    cells, triangles = printed_mesh(what, rim, pitch, clearance)
    with whole_file(path, replace) as file:
        file.write(binary_stl(triangles))
    size = tuple(np.ptp(triangles, axis=(0, 1)).tolist())
    return Printed(path, len(triangles), parts(cells), size, float(volume(triangles)))


def printed_mesh(
    what: Plate | PlateSet, rim: int, pitch: float, clearance: float
) -> tuple[set[Point], np.ndarray]:
    """Return the cells that are printed, and their surface. Errors: `PuzzleError`."""
    cells = plate_cells(what) if isinstance(what, Plate) else frame_cells(what, rim)
    try:
        return cells, mesh(cells, pitch, clearance)
    except PuzzleError as error:
        name = f"plate {what.name}" if isinstance(what, Plate) else f"{what.name}: frame"
        raise PuzzleError(f"{name}: {error}") from None


def write_set(
    plates: PlateSet,
    folder: str | Path,
    pitch: float = PITCH,
    *,
    clearance: float = 0,
    rim: int = 1,
    replace: bool = False,
) -> list[Printed]:
    """Write all six plates, and the frame where there is a board, into a folder; all of them or
    none."""
    folder = path_of(folder)
    things = {
        folder / f"plate-{k}-{re.sub(r'[^0-9A-Za-z]+', '_', plate.name)[:30]}.stl": plate
        for k, plate in enumerate(plates.plates, 1)
    }
    things |= {folder / "frame.stl": plates} if plates.border30 is not None else {}
    for thing in things.values():
        printed_mesh(thing, rim, pitch, clearance)
    claim_folder(folder, things, replace)
    return [
        write_stl(thing, path, pitch, clearance=clearance, rim=rim, replace=replace)
        for path, thing in things.items()
    ]


def claim_folder(folder: Path, files: Iterable[Path], replace: bool) -> None:
    """Make a folder, unless one of these files in it is there and may not be replaced."""
    try:
        for path in files:
            check_free(path, replace)
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PuzzleError(f"{folder}: cannot be made: {error.strerror}") from None


def binary_stl(triangles: np.ndarray) -> bytes:
    """Return the binary form: 80 bytes of title, the number of triangles, 50 bytes for each."""
    records = np.zeros(len(triangles), RECORD)
    records["normal"], records["corners"] = normals(triangles), triangles
    return b"puzzlelib".ljust(80) + np.uint32(len(triangles)).astype("<u4").tobytes() + records.tobytes()
