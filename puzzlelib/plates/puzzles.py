"""Fill a board with six plates, or cover a cube with them: one idea, two exact covers."""

from ..common.words import place
from ..ilp.model import Model, total
from ..packing.puzzle import PackingPuzzle, Piece, Placement, Solution
from ..search.proofs import why_impossible
from .geometry import Spot, container, spots, voxels
from .plate import BORDER, CAVITY, FRAME, HEIGHT, INNER, SHELL, SIDE, WIDTH, PlateSet


def kinds(plates: PlateSet) -> dict[str, list[str]]:
    """Return the plates that are turned copies of each other: {name of the first: names of all}."""
    found = {}
    for plate in plates.plates:
        found.setdefault(plate.form, []).append(plate.name)
    return {names[0]: names for names in found.values()}


def puzzle_of(plates: PlateSet, target: str) -> PackingPuzzle:
    """Return the board or the cube as a packing puzzle, whose `only` lists the legal placements.

    Equal plates are interchangeable: one piece with copies. `with_own_names` tells them apart
    again.
    """
    copies = {first: len(equal) for first, equal in kinds(plates).items()}
    firsts = [plate for plate in plates.plates if plate.name in copies]
    pieces = tuple(Piece(plate.name, voxels(plate), copies[plate.name]) for plate in firsts)
    rank = list(copies)
    only = sorted(
        (Placement(spot.plate, spot.cells) for spot in spots(plates, target) if spot.plate in copies),
        key=lambda place: (rank.index(place.piece), place.cells),
    )
    name, turns = f"{plates.name}: {target}", "space" if target == "cube" else "plane"
    cells = container(plates, target)
    return PackingPuzzle(name, cells, pieces, turns, source=plates.source, only=tuple(only))


def board_puzzle(plates: PlateSet) -> PackingPuzzle:
    """Return the puzzle to fill the board inside its frame: all translations, off the pitch of 3
    too, and quarter turns."""
    return puzzle_of(plates, "board")


def cube_puzzle(plates: PlateSet) -> PackingPuzzle:
    """Return the puzzle to cover the shell of the cube: a plate on each face, in four turns."""
    return puzzle_of(plates, "cube")


def with_own_names(plates: PlateSet, solution: Solution) -> Solution:
    """Return a solution with the plates' own names, in the order of the file: of equal ones the
    first gets the first place."""
    rank = [plate.name for plate in plates.plates]
    if len({place.piece for place in solution}) < len(solution):
        names = {first: iter(equal) for first, equal in kinds(plates).items()}
        solution = (Placement(next(names[piece]), cells) for piece, cells in sorted(solution))
    return tuple(sorted(solution, key=lambda place: rank.index(place.piece)))


def laid(plates: PlateSet, target: str, solution: Solution) -> list[Spot]:
    """Return a solution as spots, equal plates with their own names."""
    where = {(spot.plate, spot.cells): spot for spot in spots(plates, target)}
    return [where[place] for place in with_own_names(plates, solution)]


def areas_wrong(plates: PlateSet, target: str) -> str:
    """Return a sentence if the plates have more or fewer cells than there are to fill; else ""."""
    border, room = sum(sum(plate.border12) for plate in plates.plates), len(container(plates, target))
    cells = INNER + border
    if cells == room:
        return ""
    if target == "cube":
        return (
            f"the six border12 have {border} true together; a cube needs exactly {SHELL - INNER}, "
            f"for its shell has {SHELL} cells and the insides of the plates fill {INNER}"
        )
    need, has = WIDTH * HEIGHT - cells, sum(plates.border30)
    would = f"border30 has {has} true; with these plates it needs exactly {need}"
    if not 0 <= need <= FRAME:
        would = f"no border30 can mend that: a board has {CAVITY} to {WIDTH * HEIGHT} cells to fill"
    return f"the plates have {cells} cells together, and the board has {room} to fill; {would}"


def why_unsolvable(plates: PlateSet, target: str) -> str:
    """Return a sentence that proves that plates with the right areas have no solution, or "".

    On the cube a corner of a plate always lies on one of the 8 corners; for the rest see
    `search.proofs.why_impossible`.

    >>> from puzzlelib.plates import Plate
    >>> corners = (True, False, False) * 4, (True, True, False) * 4, (False, True, False) * 4
    >>> borders = [corners[k] for k in (0, 0, 0, 1, 1, 2)]
    >>> why_unsolvable(PlateSet("x", tuple(map(Plate, "ABCDEF", borders))), "cube")
    'the plates have 20 corners together, and the cube has 8'
    """
    corners = sum(plate.border12[i] for plate in plates.plates for i in range(0, BORDER, SIDE - 1))
    if target == "cube" and corners != 8:
        return f"the plates have {corners} corners together, and the cube has 8"
    return why_impossible(puzzle_of(plates, target))


def plates_model(plates: PlateSet, target: str = "cube") -> Model:
    """Return the exact cover as a 0-1 program, with a variable for each spot, named as the spot.

    Rows: "plate A", each exactly one spot; "cell (0,0,0)", each covered exactly once. Equal plates
    stay apart here. A rule that a source asks for, as an example: plate A on the top.

    >>> from puzzlelib.plates import load
    >>> plates = load("both-ways")
    >>> model = plates_model(plates, "cube")
    >>> from puzzlelib.ilp import Variable
    >>> on_top = [spot for spot in spots(plates, "cube") if spot.plate == "A" and spot.at == "+Z"]
    >>> model.row("A on the top", total(Variable(str(spot)) for spot in on_top) == 1).sense
    '='
    """
    model = Model(f"{plates.name}: {target}")
    by = {f"plate {plate.name}": [] for plate in plates.plates}
    by |= {f"cell {place(cell)}": [] for cell in container(plates, target)}
    for spot in spots(plates, target):
        one = model.variable(str(spot))
        for row in (f"plate {spot.plate}", *(f"cell {place(cell)}" for cell in spot.cells)):
            by[row].append(one)
    for row, ones in by.items():
        model.row(row, total(ones) == 1)
    return model
