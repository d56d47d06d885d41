"""Plates: pictures of 4 rows and 4 columns; six are a set, which may have a board of 10x7 with a
frame.

In a picture x runs to the right and y DOWN, as seen from above; the inner 2x2 of a plate is always
filled, the 12 cells of its border may be. Plates turn by quarter turns and are never turned over:
their lower side is marked.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..common.errors import PuzzleError, short

SIDE, WIDTH, HEIGHT = 4, 10, 7
PLATES, BORDER, FRAME = 6, 12, 30  # plates in a set, cells of a border, of a frame
CAVITY, SHELL, INNER = 40, 56, 24  # cells in the frame, in the shell, in six borders
TARGETS = ("board", "cube")

Picture = tuple[tuple[bool, ...], ...]  # rows from the top, in each the cells from the left


def ring(width: int, height: int) -> list[tuple[int, int]]:
    """Return the border of a picture as (x, y), clockwise from the top left: the order of
    `border12` and `border30`.

    >>> ring(4, 4)[:5], len(ring(10, 7))
    ([(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)], 30)
    """
    right, bottom = width - 1, height - 1
    return [
        *((x, 0) for x in range(right)),
        *((right, y) for y in range(bottom)),
        *((x, bottom) for x in range(right, 0, -1)),
        *((0, y) for y in range(bottom, 0, -1)),
    ]


def make_picture(width: int, height: int, border: Sequence[bool], inside: bool) -> Picture:
    """Return the picture with this border, and all cells inside filled or empty."""
    there = dict(zip(ring(width, height), border))
    return tuple(tuple(there.get((x, y), inside) for x in range(width)) for y in range(height))


def checked_border(where: str, values, many: int) -> tuple[bool, ...]:
    """Return so many booleans as a tuple. Errors: `PuzzleError`."""
    clockwise = "true or false, clockwise from the top left"
    if not isinstance(values, (list, tuple)):
        raise PuzzleError(f"{where}: {short(values)}; must be a list of {many} times {clockwise}")
    if len(values) != many:
        raise PuzzleError(f"{where}: {len(values)} entries; must be exactly {many}, {clockwise}")
    for place, value in enumerate(values):
        if type(value) is not bool:
            raise PuzzleError(
                f"{where}[{place}]: {short(value)}; must be true or false, without quotation marks"
            )
    return tuple(values)


def check_name(what: str, name) -> None:
    """Check a name: one that a plates file can hold. Errors: `PuzzleError`."""
    if not isinstance(name, str) or not name or name != " ".join(name.split()) or not name.isprintable():
        allowed = "must be a text, one line that can be printed, without a blank at its ends"
        raise PuzzleError(f"{what} {short(name)}: its name {allowed}")


@dataclass(frozen=True)
class Plate:
    """A plate: its name and which of the 12 border cells are there, clockwise from the top left
    corner.

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
        border = checked_border(f"plate {self.name}: border12", self.border12, BORDER)
        object.__setattr__(self, "border12", border)

    @cached_property
    def cells(self) -> Picture:
        """The picture: `plate.cells[y][x]`, y down."""
        return make_picture(SIDE, SIDE, self.border12, True)

    def turned(self, turn: int = 1) -> "Plate":
        """Return the plate after quarter turns clockwise, seen from above.

        >>> print(Plate("A", (True,) * 4 + (False,) * 8).turned(3))
        #...
        ###.
        ###.
        #...
        """
        by = BORDER - 3 * (turn % 4)
        return Plate(self.name, (self.border12 * 2)[by : by + BORDER])

    def mirrored(self) -> "Plate":
        """Return the mirror image: another plate, if it is not symmetric."""
        border = dict(zip(ring(SIDE, SIDE), self.border12))
        return Plate(self.name, tuple(border[SIDE - 1 - x, y] for x, y in ring(SIDE, SIDE)))

    @property
    def form(self) -> tuple[bool, ...]:
        """A form that is equal for plates that are turned copies."""
        return min(self.turned(turn).border12 for turn in range(4))

    def is_chiral(self) -> bool:
        """Return whether no quarter turn makes the mirror image. It is about the picture: on a
        board, a plate with an empty side may be shifted onto it.

        >>> two, four = Plate("A", (True,) * 2 + (False,) * 10), Plate("A", (True,) * 4 + (False,) * 8)
        >>> two.is_chiral(), four.is_chiral()
        (True, False)
        """
        return self.form != self.mirrored().form

    def __str__(self) -> str:
        return picture_text(self.cells)


@dataclass(frozen=True)
class PlateSet:
    """Six plates and, where there is a board, the 30 cells of its frame: True is filled."""

    name: str
    plates: tuple[Plate, ...]
    border30: tuple[bool, ...] | None = None
    source: str = ""

    def __post_init__(self):
        check_name("set of plates", self.name)
        plates = tuple(self.plates) if isinstance(self.plates, Iterable) else (self.plates,)
        if not all(isinstance(plate, Plate) for plate in plates):
            each = f"must be {PLATES} plates, each a Plate"
            raise PuzzleError(f"{self.name}: plates {short(self.plates)}: {each}")
        if len(plates) != PLATES:
            raise PuzzleError(f"{self.name}: there are {len(plates)} plates; there must be exactly {PLATES}")
        object.__setattr__(self, "plates", plates)
        if twice := [name for name, times in Counter(plate.name for plate in plates).items() if times > 1]:
            two = f"two plates have the name {twice[0]!r}"
            raise PuzzleError(f"{self.name}: {two}; each needs a name of its own, equal plates too")
        if self.border30 is not None:
            border = checked_border(f"{self.name}: border30", self.border30, FRAME)
            object.__setattr__(self, "border30", border)

    @cached_property
    def board(self) -> Picture:
        """The picture of the board: `board[y][x]`, y down, True where the frame is. Errors:
        `PuzzleError` if there is none."""
        if self.border30 is None:
            needed = f"board: {{border30: [{FRAME} times true or false]}}"
            raise PuzzleError(f"{self.name}: there is no board; target board needs {needed}")
        return make_picture(WIDTH, HEIGHT, self.border30, False)

    def __str__(self) -> str:
        rows = zip(*([plate.name[:7], *str(plate).split("\n")] for plate in self.plates))
        lines = [" ".join(f"{part:7}" for part in row).rstrip() for row in rows]
        return "\n".join(lines + ([] if self.border30 is None else ["", "board", picture_text(self.board)]))


def picture_text(picture: Picture) -> str:
    """Return a picture as text: # is filled."""
    return "\n".join("".join(".#"[cell] for cell in row) for row in picture)
