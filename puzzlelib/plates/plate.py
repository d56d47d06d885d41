"""Six plates of 4x4 cells that fill a board of 10x7, or cover a cube of 4x4x4: one idea, two exact covers.

A plate is a picture of 4 rows and 4 columns, x to the right and y DOWN, as one sees it from above; its inner 2x2 is always
there, the 12 cells of its border may be. Plates turn by quarter turns and are never turned over: their lower side is marked.

Picture and axes. On the board, whose picture is read in the same way, the picture's (x, y) is the cell (x, 6 - y, 0). On the
cube the marked side is inside, and (x, y) of a plate on the top, not turned, is the cell (x, 3 - y, 3); a rotation of the cube
takes it from there to any face. So all faces, seen from outside, show their plates unmirrored.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

from .exact_cover import why_impossible
from .ilp import Model, Variable, total
from .puzzles import PackingPuzzle, Piece, Placement, PuzzleError, Solution, box_cells, one_of, short
from .shapes import ROTATIONS, Cell, Turn, shifted, turned

SIDE, WIDTH, HEIGHT = 4, 10, 7
PLATES, BORDER, FRAME = 6, 12, 30  # plates in a set, cells of a plate's border and of the board's frame
CAVITY, SHELL, INNER = (
    40,
    56,
    24,
)  # cells of the board inside its frame, of the cube's shell, and inside the borders of six plates
TARGETS = ("board", "cube")
UP = {"+X": (0, 0, 1), "-X": (0, 0, 1), "+Y": (0, 0, 1), "-Y": (0, 0, 1), "+Z": (0, 1, 0), "-Z": (0, -1, 0)}
OUT = {
    "+X": (1, 0, 0),
    "-X": (-1, 0, 0),
    "+Y": (0, 1, 0),
    "-Y": (0, -1, 0),
    "+Z": (0, 0, 1),
    "-Z": (0, 0, -1),
}

Picture = tuple[tuple[bool, ...], ...]  # rows from the top, in each the cells from the left


def ring(width: int, height: int) -> list[tuple[int, int]]:
    """The border of a picture as (x, y), clockwise from the top left: the order of `border12` and `border30`.

    >>> ring(4, 4)[:5], len(ring(10, 7))
    ([(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)], 30)
    """
    return [
        *((x, 0) for x in range(width)),
        *((width - 1, y) for y in range(1, height - 1)),
        *((x, height - 1) for x in reversed(range(width))),
        *((0, y) for y in reversed(range(1, height - 1))),
    ]


def checked_border(where: str, values, many: int) -> tuple[bool, ...]:
    """So many booleans; `PuzzleError` says what else there was."""
    if not isinstance(values, (list, tuple)) or len(values) != many:
        has = f"has {len(values)} entries" if isinstance(values, (list, tuple)) else f"is {short(values)}"
        raise PuzzleError(
            f"{where} {has}; it must have exactly {many}, true or false, clockwise from the top left"
        )
    for place, value in enumerate(values):
        if type(value) is not bool:
            raise PuzzleError(f"{where}[{place}] is {short(value)}; it must be true or false")
    return tuple(values)


def check_name(what: str, name) -> None:
    """`PuzzleError` for a name that no plates file could give back: it is one line of characters that can be seen, as in puzzle files."""
    if not isinstance(name, str) or not name or name != " ".join(name.split()) or not name.isprintable():
        raise PuzzleError(
            f"{what} {short(name)}: its name must be a text, one line that can be printed, without a blank at its ends"
        )


@dataclass(frozen=True)
class Plate:
    """A plate: its name and which of the 12 border cells are there, clockwise from the top left corner.

    >>> print(Plate("A", (True,) * 5 + (False,) * 7))
    ####
    .###
    .##.
    ....
    """

    name: str
    border12: tuple[bool, ...]

    def __post_init__(self):
        check_name("plate", self.name)
        object.__setattr__(
            self, "border12", checked_border(f"plate {self.name}: border12", self.border12, BORDER)
        )

    @cached_property
    def cells(self) -> Picture:
        """The picture: `plate.cells[y][x]`, y down."""
        border = dict(zip(ring(SIDE, SIDE), self.border12))
        return tuple(tuple(border.get((x, y), True) for x in range(SIDE)) for y in range(SIDE))

    def turned(self, turn: int = 1) -> "Plate":
        """The plate after quarter turns clockwise, seen from above.

        >>> print(Plate("A", (True,) * 4 + (False,) * 8).turned(3))
        #...
        ###.
        ###.
        #...
        """
        by = BORDER - 3 * (turn % 4)
        return Plate(self.name, (self.border12 * 2)[by : by + BORDER])

    def mirrored(self) -> "Plate":
        """The plate as a mirror shows it, left and right changed: another plate, if it is not symmetric."""
        border = dict(zip(ring(SIDE, SIDE), self.border12))
        return Plate(self.name, tuple(border[SIDE - 1 - x, y] for x, y in ring(SIDE, SIDE)))

    @property
    def form(self) -> tuple[bool, ...]:
        """Equal for plates that a quarter turn makes equal."""
        return min(self.turned(turn).border12 for turn in range(4))

    def is_chiral(self) -> bool:
        """Does no quarter turn make its mirror image of it? Asked of the picture: on a board, a plate with an empty side may be
        shifted onto its mirror image.

        >>> Plate("A", (True,) * 2 + (False,) * 10).is_chiral(), Plate("A", (True,) * 4 + (False,) * 8).is_chiral()
        (True, False)
        """
        return self.form != self.mirrored().form

    def in_one_piece(self) -> bool:
        """Has each corner that is there a neighbour on the border that is there?

        >>> Plate("A", (True,) + (False,) * 11).in_one_piece()
        False
        """
        return all(
            self.border12[i - 1] or self.border12[i + 1] for i in range(0, BORDER, 3) if self.border12[i]
        )

    def __str__(self) -> str:
        return drawn(self.cells)


@dataclass(frozen=True)
class PlateSet:
    """Six plates and, where there is a board, the 30 cells of its frame: True is filled. `source` says where they come from."""

    name: str
    plates: tuple[Plate, ...]
    border30: tuple[bool, ...] | None = None
    source: str = ""

    def __post_init__(self):
        check_name("set of plates", self.name)
        plates = tuple(self.plates) if isinstance(self.plates, Iterable) else (self.plates,)
        if not all(isinstance(plate, Plate) for plate in plates):
            raise PuzzleError(
                f"{self.name}: plates {short(self.plates)}: must be {PLATES} plates, each a Plate"
            )
        object.__setattr__(self, "plates", plates)
        if len(self.plates) != PLATES:
            raise PuzzleError(
                f"{self.name}: there are {len(self.plates)} plates; there must be exactly {PLATES}"
            )
        names = [plate.name for plate in self.plates]
        if twice := [name for i, name in enumerate(names) if name in names[:i]]:
            raise PuzzleError(
                f"{self.name}: two plates have the name {twice[0]!r}; each needs a name of its own"
            )
        if self.border30 is not None:
            object.__setattr__(
                self, "border30", checked_border(f"{self.name}: border30", self.border30, FRAME)
            )

    @cached_property
    def board(self) -> Picture:
        """The picture of the board: `board[y][x]`, y down, True where the frame is. `PuzzleError` without a border30."""
        if self.border30 is None:
            raise PuzzleError(
                f"{self.name}: there is no board; target board needs board: {{border30: [{FRAME} times true or false]}}"
            )
        border = dict(zip(ring(WIDTH, HEIGHT), self.border30))
        return tuple(tuple(border.get((x, y), False) for x in range(WIDTH)) for y in range(HEIGHT))

    def __str__(self) -> str:
        """All plates, and the board where there is one, as text."""
        titles = " ".join(f"{plate.name[:7]:7}" for plate in self.plates)
        rows = [
            " ".join(f"{row:7}" for row in rows)
            for rows in zip(*(str(plate).split("\n") for plate in self.plates))
        ]
        board = [] if self.border30 is None else ["", "board", drawn(self.board)]
        return "\n".join(line.rstrip() for line in [titles, *rows, *board])


def drawn(picture: Picture) -> str:
    """A picture as text: # is filled."""
    return "\n".join("".join(".#"[cell] for cell in row) for row in picture)


# ---------------------------------------------------------------- where a plate can lie


class Spot(NamedTuple):
    """Where a plate lies: `at` is a face ("+Z") or, on the board, the picture's (x, y) of its top left corner; `turn` counts
    quarter turns clockwise (seen from outside, from above); `cells` are those it fills, sorted."""

    plate: str
    at: str | tuple[int, int]
    turn: int
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        where = f"on {self.at}" if isinstance(self.at, str) else f"at ({self.at[0]},{self.at[1]})"
        return f"{self.plate} {where} turn {self.turn}"


def poses() -> dict[tuple[str, int], Turn]:
    """For each face and turn the rotation that brings a plate there from the top of the cube, where it lies not turned.

    Turn 0: the upper side of the picture looks to +Z, on the top to +Y, on the bottom to -Y (as in a cross-shaped net around -Y).

    >>> len(poses()), poses()["+Z", 0]
    (24, ((0, 1, 2), (1, 1, 1)))
    """
    found = {}
    for rotation in ROTATIONS:
        face = next(name for name, out in OUT.items() if out == turned((0, 0, 1), rotation))
        up, now = turned((0, 1, 0), rotation), UP[face]
        turn = 0
        while now != up:
            now, turn = cross(now, OUT[face]), turn + 1  # a quarter turn clockwise, seen from outside
        found[face, turn] = rotation
    return {(face, turn): found[face, turn] for face in OUT for turn in range(4)}


def cross(a: Cell, b: Cell) -> Cell:
    """The cross product: of right and up it is what looks at us.

    >>> cross((1, 0, 0), (0, 1, 0))
    (0, 0, 1)
    """
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


POSES = poses()


def in_cube(cell: Cell, rotation: Turn) -> Cell:
    """Where a cell of the 4x4x4 goes when the cube is rotated about its centre.

    >>> in_cube((0, 3, 3), POSES["-Y", 0])
    (0, 0, 3)
    """
    return tuple(v + (SIDE - 1 if sign < 0 else 0) for v, sign in zip(turned(cell, rotation), rotation[1]))


def on_cube(plate: Plate) -> Iterator[Spot]:
    """The 24 ways to lay a plate on the cube: six faces, four turns. Two of a symmetric plate can fill the same cells."""
    top = shifted(voxels(plate), (0, 0, SIDE - 1))
    for (face, turn), rotation in POSES.items():
        yield Spot(plate.name, face, turn, tuple(sorted(in_cube(cell, rotation) for cell in top)))


def on_board(plate: Plate) -> Iterator[Spot]:
    """The 7 * 4 * 4 ways to lay a plate on an empty board: its 4x4 lies within the 10x7."""
    flat = [voxels(plate.turned(turn)) for turn in range(4)]
    for oy, ox, turn in product(range(HEIGHT - SIDE + 1), range(WIDTH - SIDE + 1), range(4)):
        yield Spot(plate.name, (ox, oy), turn, shifted(flat[turn], (ox, HEIGHT - SIDE - oy, 0)))


def spots(plates: PlateSet, target: str) -> Iterator[Spot]:
    """All ways to lay each plate, one for each set of cells; on the board those that the frame leaves room for."""
    room = set(container(plates, target))
    for plate in plates.plates:
        ways = on_cube(plate) if target == "cube" else on_board(plate)
        first = {}
        for spot in ways:
            first.setdefault(spot.cells, spot)
        yield from (spot for spot in first.values() if room.issuperset(spot.cells))


def container(plates: PlateSet, target: str) -> tuple[Cell, ...]:
    """The cells to be filled: what the board's frame leaves, or the shell of the cube."""
    if one_of("target", target, TARGETS) == "cube":
        return tuple(cell for cell in box_cells([(SIDE,) * 3]) if {0, SIDE - 1} & set(cell))
    return tuple(
        (x, y, 0) for x, y, _ in box_cells([(WIDTH, HEIGHT, 1)]) if not plates.board[HEIGHT - 1 - y][x]
    )


# ---------------------------------------------------------------- the two puzzles


def kinds(plates: PlateSet) -> dict[str, list[str]]:
    """Plates that a quarter turn makes equal are copies of one piece, which has the name of the first: {first: all of them}."""
    found = {}
    for plate in plates.plates:
        found.setdefault(plate.form, []).append(plate.name)
    return {names[0]: names for names in found.values()}


def puzzle_of(plates: PlateSet, target: str) -> PackingPuzzle:
    """The board or the cube as a packing puzzle, which all engines take. Its `only` lists the legal placements.

    Equal plates are interchangeable: one piece with copies. `named` gives each its own name again.
    """
    firsts, cells = kinds(plates), container(plates, target)
    pieces = tuple(
        Piece(plate.name, voxels(plate), len(firsts[plate.name]))
        for plate in plates.plates
        if plate.name in firsts
    )
    rank = {piece.name: i for i, piece in enumerate(pieces)}
    only = sorted(
        (Placement(spot.plate, spot.cells) for spot in spots(plates, target) if spot.plate in firsts),
        key=lambda place: (rank[place.piece], place.cells),
    )
    return PackingPuzzle(
        f"{plates.name}: {target}",
        cells,
        pieces,
        "space" if target == "cube" else "plane",
        source=plates.source,
        only=tuple(only),
    )


def board_puzzle(plates: PlateSet) -> PackingPuzzle:
    """Fill the cells that the board's frame leaves: all translations, off the pitch of 3 too, and quarter turns."""
    return puzzle_of(plates, "board")


def cube_puzzle(plates: PlateSet) -> PackingPuzzle:
    """Cover the shell of the cube: a plate on each face, in four turns."""
    return puzzle_of(plates, "cube")


def voxels(plate: Plate) -> tuple[Cell, ...]:
    """The cells of a plate that lies flat at the origin, sorted, in the axes of the library: y to the back.

    >>> voxels(Plate("A", (True,) * 4 + (False,) * 8))[:2]
    ((0, 3, 0), (1, 1, 0))
    """
    return tuple(sorted((x, SIDE - 1 - y, 0) for y, x in product(range(SIDE), repeat=2) if plate.cells[y][x]))


def named(plates: PlateSet, solution: Solution) -> Solution:
    """A solution with the plates' own names, in the order of the file: of equal plates, the first gets the first place."""
    rank = {plate.name: i for i, plate in enumerate(plates.plates)}
    if len({place.piece for place in solution}) < len(solution):
        names = {first: iter(equal) for first, equal in kinds(plates).items()}
        solution = (Placement(next(names[piece]), cells) for piece, cells in sorted(solution))
    return tuple(sorted(solution, key=lambda place: rank[place.piece]))


def laid(plates: PlateSet, target: str, solution: Solution) -> list[Spot]:
    """A solution told as spots: which plate lies where, in which turn; equal plates with their own names."""
    where = {(spot.plate, spot.cells): spot for spot in spots(plates, target)}
    return [where[place] for place in named(plates, solution)]


def areas_wrong(plates: PlateSet, target: str) -> str:
    """ "" where the plates have as many cells as there are to fill; else a sentence with the numbers."""
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
    would = (
        f"border30 has {has} true; with these plates it needs exactly {need}"
        if 0 <= need <= FRAME
        else f"no border30 can mend that: a board has {CAVITY} to {WIDTH * HEIGHT} cells to fill"
    )
    return f"the plates have {cells} cells together, and the board has {room} to fill; {would}"


def why_unsolvable(plates: PlateSet, target: str) -> str:
    """One sentence that proves that plates with the right areas have no solution, or "" where no such quick proof is known.

    On the cube a corner of a plate always lies on one of the 8 corners; the rest is tried by `exact_cover.why_impossible`.

    >>> corners = (True, False, False) * 4, (True, True, False) * 4, (False, True, False) * 4
    >>> borders = [corners[k] for k in (0, 0, 0, 1, 1, 2)]
    >>> why_unsolvable(PlateSet("x", tuple(map(Plate, "ABCDEF", borders))), "cube")
    'the plates have 20 corners together, and the cube has 8'
    """
    corners = sum(plate.border12[i] for plate in plates.plates for i in range(0, BORDER, SIDE - 1))
    if target == "cube" and corners != 8:
        return f"the plates have {corners} corners together, and the cube has 8"
    return why_impossible(puzzle_of(plates, target))


# ---------------------------------------------------------------- as a 0-1 program, for rows of one's own


def plates_model(plates: PlateSet, target: str = "cube") -> Model:
    """The exact cover as a 0-1 program. Its variables have the names of spots, so that rows of one's own can be layered on.

    Rows: "plate A", each exactly one spot; "cell (0,0,0)", each covered exactly once. Equal plates stay apart here. Two rules
    that a source asks for, as examples: a colour, here that of plate A, on the top; and two plates that must not touch.

    >>> from puzzlelib.plate_files import load
    >>> plates = load("both-ways")
    >>> model = plates_model(plates, "cube")
    >>> model.row("A on the top", total(Variable(str(s)) for s in spots(plates, "cube") if s.plate == "A" and s.at == "+Z") == 1).sense
    '='
    >>> for a, b in touching(plates, "cube", "A", "B"):
    ...     row = model.row(f"apart: {a}, {b}", Variable(str(a)) + Variable(str(b)) <= 1)
    """
    model, by = Model(f"{plates.name}: {target}"), {}
    for spot in spots(plates, target):
        one = model.variable(str(spot))
        for row in (f"plate {spot.plate}", *(f"cell ({','.join(map(str, cell))})" for cell in spot.cells)):
            by.setdefault(row, []).append(one)
    for row in [
        *(f"plate {plate.name}" for plate in plates.plates),
        *(f"cell ({','.join(map(str, cell))})" for cell in container(plates, target)),
    ]:
        model.row(row, total(by.get(row, ())) == 1)
    return model


def touching(plates: PlateSet, target: str, a: str, b: str) -> Iterator[tuple[Spot, Spot]]:
    """The pairs of spots of two plates that share no cell and have cells side by side."""
    one, other = ([spot for spot in spots(plates, target) if spot.plate == name] for name in (a, b))
    for spot in one:
        near = {tuple(map(sum, zip(cell, out))) for cell in spot.cells for out in OUT.values()}
        yield from (
            (spot, two) for two in other if near & set(two.cells) and not set(spot.cells) & set(two.cells)
        )
