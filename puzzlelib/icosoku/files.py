"""Read and write puzzles of tiles on a polyhedron: YAML, as strict as the other puzzle files.

kind: cosoku                        # may be left out
name: A small one                   # optional: the file's stem
polyhedron: tetrahedron             # or octahedron, icosahedron, bipyramid 5
faces: [ABC, ACD, ADB, BDC]         # or, instead, any closed surface: clockwise as seen from outside;
                                    # [N, Z1, Z2] for longer names
capacities: {A: 1, B: 2, C: 3, D: 4}
tiles: [[0, 0, 1], [0, 0, 2], [0, 0, 3], [1, 1, 2]]  # clockwise; or the word icosoku for the toy's twenty
"""

import re
from pathlib import Path

from ..common.errors import PuzzleError
from ..common.files import file_text
from ..packing.files import dump_yaml
from ..packing.reading import Reader, parse_yaml
from .polyhedron import SOLIDS, Polyhedron, bipyramid, polyhedron
from .puzzle import TILES, Cosoku

KEYS = ("kind", "name", "polyhedron", "faces", "capacities", "tiles", "source")
NAMES = f"{', '.join(SOLIDS)}, or bipyramid with its number of corners, such as bipyramid 5"


def load(path: str | Path) -> Cosoku:
    """Return the puzzle in a file. Errors: `PuzzleError`."""
    path = Path(str(path))
    return read_text(file_text(path), path.name, path.stem)


def read_text(text: str, where: str = "puzzle", stem: str = "3coSoKu") -> Cosoku:
    """Return the puzzle in the text of such a file. Errors: `PuzzleError`.

    >>> read_text("{polyhedron: tetrahedron, capacities: [1, 2, 3, 4], tiles: [[0, 0, 1]]}")
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: puzzle: tiles: there are 1, but the tetrahedron has 4 faces
    """
    reader, data = Reader(where), parse_yaml(text, where)
    reader.keys("the file", data, KEYS)
    reader.kind(data, "cosoku")
    for key in ("capacities", "tiles"):
        if key not in data:
            reader.fail(key, None, "must be there")
    tiles = TILES if data["tiles"] == "icosoku" else data["tiles"]
    name = reader.text("name", data.get("name", stem))
    try:
        return Cosoku(read_polyhedron(reader, data), data["capacities"], tiles, name)
    except PuzzleError as problem:
        said = str(problem).removeprefix(f"{where}: ")
        raise PuzzleError(f"{where}: {said}") from None


def read_polyhedron(reader: Reader, data: dict) -> Polyhedron:
    if ("polyhedron" in data) == ("faces" in data):
        reader.fail("polyhedron", data.get("polyhedron"), f"give either polyhedron ({NAMES}) or faces")
    if "faces" in data:
        return polyhedron(data["faces"])
    name = reader.text("polyhedron", data["polyhedron"])
    if corners := re.fullmatch("bipyramid ([0-9]{1,9})", name):
        return bipyramid(int(corners[1]))
    if name not in SOLIDS:
        reader.fail("polyhedron", data["polyhedron"], f"must be {NAMES}")
    return SOLIDS[name]()


def to_yaml(puzzle: Cosoku) -> str:
    """Return the text of a file for the puzzle; reading it gives the puzzle again.

    >>> from puzzlelib.icosoku import icosoku, paper_tetrahedron
    >>> all(read_text(to_yaml(one)) == one for one in (paper_tetrahedron(), icosoku(seed=3)))
    True
    """
    solid = puzzle.polyhedron
    known = [*(make() for make in SOLIDS.values()), bipyramid(max(3, len(solid.faces) // 2))]
    data = {"kind": "cosoku", "name": puzzle.name}
    data |= {"polyhedron": solid.name} if solid in known else {"faces": [list(face) for face in solid.faces]}
    data["capacities"] = dict(zip(solid.vertices, puzzle.capacities))
    data["tiles"] = "icosoku" if puzzle.tiles == TILES else [list(tile) for tile in puzzle.tiles]
    return dump_yaml(data)
