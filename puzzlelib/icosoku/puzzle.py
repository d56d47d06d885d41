"""3coSoKu: tiles with dots on the faces of a polyhedron, so that every vertex collects exactly its
number. IcoSoKu is the toy.

Corner i of a face gets the dots t[(i - turn) % 3] of the tile t that lies there: tiles, like faces,
are read clockwise. Source: Rizzo and Dovier, 3coSoKu and its Logic Programming Modeling, CILC 2020.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import NamedTuple

from ..common.ending import Ending
from ..common.errors import PuzzleError, as_list, check_int, check_kind, short
from .polyhedron import Polyhedron, icosahedron, tetrahedron

Tile = tuple[int, int, int]  # dots, clockwise, the least of the three ways to write them down
MOST_DOTS = 1_000_000  # at one corner, or on a peg: MiniZinc's solvers count with 32 bits
MOST_TILES = 800


class Placed(NamedTuple):
    """A tile on a face, turned clockwise by `turn` thirds of a circle; 0 where all turns look the
    same.

    >>> Placed.of((1, 1, 1), 2), Placed.showing((2, 0, 1))
    (Placed(tile=(1, 1, 1), turn=0), Placed(tile=(0, 1, 2), turn=1))
    """

    tile: Tile
    turn: int

    @classmethod
    def of(cls, tile: Tile, turn: int) -> "Placed":
        return cls(tile, turn if turn in turns(tile) else 0)

    @classmethod
    def showing(cls, corners: Sequence[int]) -> "Placed":
        """Return the tile and turn with these dots at the corners 0, 1, 2 of its face."""
        tile = least_turn(corners)
        return next(cls(tile, turn) for turn in turns(tile) if dots(tile, turn) == tuple(corners))


Arrangement = tuple[Placed, ...]  # one a face, in the order of the polyhedron's faces


def least_turn(dots: Sequence[int]) -> Tile:
    """Return a tile as it is written: its least turn.

    >>> least_turn((3, 2, 1)), least_turn((2, 0, 1))
    ((1, 3, 2), (0, 1, 2))
    """
    return min(tuple(dots[i:]) + tuple(dots[:i]) for i in range(3))


def dots(tile: Tile, turn: int) -> tuple[int, int, int]:
    """Return the dots at the corners 0, 1, 2 of a face.

    >>> dots((0, 1, 2), 1)
    (2, 0, 1)
    """
    return tile[-turn % 3], tile[(1 - turn) % 3], tile[(2 - turn) % 3]


def turns(tile: Tile) -> tuple[int, ...]:
    """Return the turns that can be told apart: one for a tile xxx, else three."""
    return (0,) if len(set(tile)) == 1 else (0, 1, 2)


def mirrored(tile: Tile) -> Tile:
    """Return the mirror image of a tile.

    >>> mirrored((0, 1, 2)), mirrored((0, 1, 1))
    ((0, 2, 1), (0, 1, 1))
    """
    return least_turn(tile[::-1])


def spelled(tile: Tile) -> str:
    """Return a tile as text.

    >>> spelled((0, 1, 2)), spelled((0, 0, 12))
    ('012', '0-0-12')
    """
    return ("" if max(tile) < 10 else "-").join(map(str, tile))


# The 20 tiles of IcoSoKu, in the paper's order.
TILES = tuple(
    tuple(map(int, tile))
    for tile in "000 001 002 003 011 012 012 012 021 021 021 022 033 111 123 123 132 132 222 333".split()
)
COPIES = Counter(TILES)
TYPES = tuple(COPIES)  # its 14 types
# All 24 with at most 3 dots in a corner.
ALL_TILES = tuple(sorted({least_turn(tile) for tile in product(range(4), repeat=3)}))
PAPER_PEGS = (1, 11, 5, 10, 6, 7, 9, 2, 3, 8, 4, 12)


@dataclass(frozen=True)
class Cosoku:
    """A polyhedron, a number for each of its vertices, and at least as many tiles as faces.

    `capacities` stand in the order of `polyhedron.vertices`, tiles in any turn and order. `name` is
    the title, and the seed from which the capacities were drawn. Errors: `PuzzleError`.

    >>> puzzle = paper_tetrahedron()
    >>> puzzle.capacities, puzzle.tiles
    ((1, 2, 3, 4), ((0, 0, 1), (0, 0, 2), (0, 0, 3), (1, 1, 2)))
    """

    polyhedron: Polyhedron
    capacities: tuple[int, ...]
    tiles: tuple[Tile, ...]
    title: str = field(default="3coSoKu", compare=False, repr=False)
    seed: int | None = field(default=None, compare=False, repr=False)
    name: str = field(init=False)

    def __post_init__(self):
        if not isinstance(self.polyhedron, Polyhedron):
            raise PuzzleError(f"polyhedron {short(self.polyhedron)}: must be one, such as icosahedron()")
        seed = "" if self.seed is None else f", seed {short(self.seed)}"
        object.__setattr__(self, "name", f"{self.title}{seed}")
        object.__setattr__(self, "capacities", checked_capacities(self.polyhedron, self.capacities))
        object.__setattr__(self, "tiles", checked_tiles(self.polyhedron, self.tiles))

    @cached_property
    def copies(self) -> Mapping[Tile, int]:
        """Each type of tile, in order, with the number of its copies."""
        return Counter(self.tiles)

    @property
    def types(self) -> tuple[Tile, ...]:
        return tuple(self.copies)

    @cached_property
    def ways(self) -> tuple[Placed, ...]:
        """All that can lie on a face: each type in the turns that can be told apart.

        >>> len(icosoku(seed=1).ways)           # 10 types in 3 turns, 4 in one
        34
        """
        return tuple(Placed(tile, turn) for tile in self.types for turn in turns(tile))

    def placed(self, number: int, turn: int) -> Placed:
        """Return a tile by its number, from 1 on in the order of `tiles`, as in the models of
        clingo and MiniZinc."""
        return Placed.of(self.tiles[number - 1], turn)

    def number(self, tile: Tile) -> int:
        """Return the first number of a type of tile."""
        return self.tiles.index(tile) + 1

    @property
    def spare(self) -> int:
        """The number of tiles that stay unused."""
        return len(self.tiles) - len(self.polyhedron.faces)


def a_puzzle(value) -> Cosoku:
    return check_kind(value, Cosoku, "a puzzle of tiles on a polyhedron; icosoku(seed=1) makes one")


def checked_capacities(solid: Polyhedron, capacities) -> tuple[int, ...]:
    """Return a whole number for each vertex, in order, from a list or from a mapping by name."""
    vertices = solid.vertices
    if isinstance(capacities, Mapping):
        if set(capacities) != set(vertices):
            each = f"must name each vertex of the {solid.name} once: {' '.join(vertices)}"
            raise PuzzleError(f"capacities {short(dict(capacities))}: {each}")
        capacities = [capacities[vertex] for vertex in vertices]
    listed = as_list("capacities", capacities)
    if len(listed) != len(vertices):
        has = f"the {solid.name} has {len(vertices)} vertices"
        raise PuzzleError(f"capacities: there are {len(listed)}, but {has}")
    return tuple(check_int(f"capacity of {v}", n, most=MOST_DOTS) for v, n in zip(vertices, listed))


def checked_tiles(solid: Polyhedron, tiles) -> tuple[Tile, ...]:
    """Return the tiles, each in its least turn, sorted; enough for all faces. Errors:
    `PuzzleError`."""
    listed, faces = as_list("tiles", tiles), len(solid.faces)
    if len(listed) < faces:
        raise PuzzleError(f"tiles: there are {len(listed)}, but the {solid.name} has {faces} faces")
    if len(listed) > MOST_TILES:
        raise PuzzleError(f"tiles: there are more than {MOST_TILES}")
    return tuple(sorted(checked_tile(f"tiles[{number}]", tile) for number, tile in enumerate(listed)))


def checked_tile(field: str, tile) -> Tile:
    """Return three whole numbers, in their least turn. Errors: `PuzzleError`."""
    listed = isinstance(tile, Sequence) and not isinstance(tile, (str, bytes)) or getattr(tile, "ndim", 0)
    if not listed or len(tile) != 3:
        three = "must be three numbers of dots, clockwise, such as (0, 1, 2)"
        raise PuzzleError(f"{field} {short(tile)}: {three}")
    return least_turn([check_int(f"{field} {short(tile)}: dots", value, most=MOST_DOTS) for value in tile])


# -------- the toy


def icosoku(pegs: Sequence[int] | None = None, seed: int | None = None) -> Cosoku:
    """Return the toy: pegs 1 to 12 on the vertices A to L, as given or drawn by a seed; without
    either, those of the paper.

    >>> icosoku(seed=1).capacities
    (3, 10, 2, 5, 11, 4, 7, 6, 9, 1, 12, 8)
    >>> icosoku([1, 1, 2])
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: pegs: there are 3, but the icosahedron has 12 vertices
    """
    if pegs is not None and seed is not None:
        raise PuzzleError("icosoku takes pegs or a seed, not both")
    if seed is not None:
        pegs = drawn_pegs(check_int("seed", seed))
    return Cosoku(icosahedron(), checked_pegs(PAPER_PEGS if pegs is None else pegs), TILES, "IcoSoKu", seed)


def drawn_pegs(seed: int) -> tuple[int, ...]:
    """Return the numbers 1 to 12 in random order, the same for a seed on every machine."""
    return tuple(random.Random(seed).sample(range(1, 13), 12))


def checked_pegs(pegs) -> tuple[int, ...]:
    """Return the pegs as a tuple. Errors: `PuzzleError` if they are not each of 1 to 12 once."""
    pegs = as_list("pegs", pegs)
    if len(pegs) != 12:
        raise PuzzleError(f"pegs: there are {len(pegs)}, but the icosahedron has 12 vertices")
    listed = tuple(check_int("peg", peg, least=1, most=12) for peg in pegs)
    if missing := set(range(1, 13)) - set(listed):
        number, times = next((peg, times) for peg, times in Counter(listed).items() if times > 1)
        fault = f"{number} is there {times} times and {min(missing)} is missing"
        raise PuzzleError(f"pegs: {fault}; each of 1 to 12 stands on one vertex")
    return listed


def paper_tetrahedron() -> Cosoku:
    """Return the small example of the paper."""
    tiles = (0, 0, 1), (0, 0, 2), (0, 0, 3), (1, 1, 2)
    return Cosoku(tetrahedron(), (1, 2, 3, 4), tiles, "the paper's tetrahedron")


# -------- what an arrangement says


def sums(puzzle: Cosoku, arrangement: Mapping[int, Placed] | Sequence[Placed]) -> tuple[int, ...]:
    """Return the dots around each vertex; faces without a tile add none.

    >>> puzzle = paper_tetrahedron()
    >>> placed = {0: Placed((1, 1, 2), 0), 3: Placed((0, 0, 3), 1)}
    >>> sums(puzzle, placed)  # 1, 1, 2 at A, B, C; 3, 0, 0 at B, D, C
    (1, 4, 2, 0)
    """
    found = [0] * len(puzzle.capacities)
    for face, placed in arrangement.items() if isinstance(arrangement, Mapping) else enumerate(arrangement):
        for vertex, number in zip(puzzle.polyhedron.corners[face], dots(*placed)):
            found[vertex] += number
    return tuple(found)


def instructions(puzzle: Cosoku, arrangement: Sequence[Placed]) -> list[str]:
    """Return the instructions for laying the tiles, a line a face.

    >>> laid = [Placed((0, 0, 1), 0), Placed((0, 0, 2), 1), Placed((0, 0, 3), 2), Placed((1, 1, 2), 0)]
    >>> instructions(paper_tetrahedron(), laid)[0]
    'Face ABC, pegs 1 2 3: tile 001, dots: 0 at A, 0 at B, 1 at C.'
    """
    solid, lines = puzzle.polyhedron, []
    for name, face, corners, placed in zip(solid.face_names, solid.faces, solid.corners, arrangement):
        pegs = " ".join(str(puzzle.capacities[vertex]) for vertex in corners)
        said = ", ".join(f"{number} at {vertex}" for vertex, number in zip(face, dots(*placed)))
        lines.append(f"Face {name}, pegs {pegs}: tile {spelled(placed.tile)}, dots: {said}.")
    return lines


def why_impossible(puzzle: Cosoku) -> str:
    """Return a sentence where simple sums show that there is no solution; else "".

    >>> why_impossible(Cosoku(tetrahedron(), (1, 2, 3, 5), paper_tetrahedron().tiles))
    'the tiles have 10 dots, but the vertices ask for 11'
    """
    solid, wanted, faces = puzzle.polyhedron, sum(puzzle.capacities), len(puzzle.polyhedron.faces)
    all_dots = sorted(map(sum, puzzle.tiles))
    low, high = sum(all_dots[:faces]), sum(all_dots[-faces:])
    if not low <= wanted <= high:
        have = f"the tiles have {low}" if low == high else f"{faces} of the tiles have {low} to {high}"
        return f"{have} dots, but the vertices ask for {wanted}"
    most, fewest = sorted(map(max, puzzle.tiles), reverse=True), sorted(map(min, puzzle.tiles))
    for vertex, capacity, around in zip(solid.vertices, puzzle.capacities, solid.around):
        faces = len(around)
        low, high = sum(fewest[:faces]), sum(most[:faces])
        if not low <= capacity <= high:
            return f"vertex {vertex} asks for {capacity}, but its {faces} faces can bring {low} to {high}"
    return ""


@dataclass(frozen=True)
class Arranged:
    """The result of an engine: an `arrangement` or None, and in `stopped` why it gave up, or
    DONE."""

    arrangement: Arrangement | None
    engine: str
    seconds: float = 0.0
    stopped: Ending = Ending.DONE
    nodes: int | None = None  # of its search, where known
    said: str = ""  # a sentence or none

    @property
    def complete(self) -> bool:
        """Whether an arrangement was found, or proved not to exist."""
        return not self.stopped
