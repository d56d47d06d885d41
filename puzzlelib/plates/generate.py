"""Generate sets of plates that have a solution: cut a cube, or a board, into six plates."""

from collections import defaultdict
from itertools import product
from random import Random
from time import perf_counter

from ..common.errors import PuzzleError, check_choice, check_int
from .geometry import POSES, UP, in_cube, on_board
from .plate import HEIGHT, SIDE, WIDTH, Plate, PlateSet, ring

TARGETS = ("cube", "board", "both")
SECONDS = 60.0  # the default time limit
NAMES = "ABCDEF"
PLATE_RING = ring(SIDE, SIDE)
CORNERS = PLATE_RING[:: SIDE - 1]
BOARD_RING = ring(WIDTH, HEIGHT)

# Cell -> the plates that can have it, each as (number of the plate, place in its picture).
Claims = dict[tuple, list]


def generate_plates(seed: int, target: str = "cube", time_limit: float = SECONDS) -> PlateSet:
    """Return the set for a seed (0, 1, 2, …): it covers the cube, fills its board, or does both.

    Each plate is in one piece. Errors: `PuzzleError`, also when no set was found within
    `time_limit` seconds.

    >>> print(generate_plates(1))
    A       B       C       D       E       F
    #...    ..##    #.#.    ###.    ..##    ..#.
    ###.    ###.    ####    ###.    .###    .##.
    .###    .##.    .###    .###    .###    ####
    .###    ..#.    .##.    ...#    ....    .#.#
    """
    check_choice("target", target, TARGETS)
    draw, start = Random(check_int("seed", seed)), perf_counter()
    while perf_counter() - start < time_limit:
        if plates := draw_set(draw, target, f"{target} {seed}"):
            return plates
    found = f"no set for {target} was found in {time_limit:g} s"
    raise PuzzleError(f"seed {seed}: {found}; another seed may be faster")


def draw_set(draw: Random, target: str, name: str) -> PlateSet | None:
    """Return a random set; None if six plates for a cube fill no board."""
    if target == "board":
        pictures, left = cut_into_plates(draw, board_claims(), BOARD_RING)
        frame = tuple(at in left for at in BOARD_RING)
        return PlateSet(name, shuffled_plates(draw, pictures), frame)
    plates = shuffled_plates(draw, cut_into_plates(draw, cube_claims(), ())[0])
    if target == "cube":
        return PlateSet(name, plates)
    frame = frame_around(draw, plates)
    return frame and PlateSet(name, plates, frame)


def cube_claims() -> Claims:
    """Return the faces that can have each cell of the cube's edges."""
    claims = defaultdict(list)
    for (number, face), (x, y) in product(enumerate(UP), PLATE_RING):
        claims[in_cube((x, SIDE - 1 - y, SIDE - 1), POSES[face, 0])].append((number, (x, y)))
    return claims


def board_claims() -> Claims:
    """Return the plates, at pitch 3, that can have each cell (x, y) of the board's picture."""
    claims = defaultdict(list)
    places = product(range(3), range(2))
    for (number, (column, row)), (x, y) in product(enumerate(places), PLATE_RING):
        claims[3 * column + x, 3 * row + y].append((number, (x, y)))
    return claims


def cut_into_plates(draw: Random, claims: Claims, frame) -> tuple[list[set], set]:
    """Give each cell to a plate that claims it, or, in the `frame`, to none; return the cells of
    each plate, and the rest.

    Edges first; then a corner goes to a plate that has a cell next to it, so that each plate is in
    one piece.
    """
    pictures, left = [set() for _ in NAMES], set()
    for corners in (False, True):
        for cell in sorted(cell for cell, [(_, at), *_] in claims.items() if corners == (at in CORNERS)):
            able = [(n, at) for n, at in claims[cell] if not corners or pictures[n] & next_to(at)]
            number, at = draw.choice(able + [(None, cell)] * (cell in frame))
            (left if number is None else pictures[number]).add(at)
    return pictures, left


def next_to(at: tuple[int, int]) -> set:
    """Return the two neighbours on the border of a plate."""
    i = PLATE_RING.index(at)
    return {PLATE_RING[i - 1], PLATE_RING[(i + 1) % len(PLATE_RING)]}


def shuffled_plates(draw: Random, pictures: list[set]) -> tuple[Plate, ...]:
    """Return the plates A to F, in random order and turns."""
    draw.shuffle(pictures)
    return tuple(
        Plate(name, tuple(at in picture for at in PLATE_RING)).turned(draw.randrange(4))
        for name, picture in zip(NAMES, pictures)
    )


def frame_around(draw: Random, plates: tuple[Plate, ...]) -> tuple[bool, ...] | None:
    """Return the frame of a board that the plates fill: the cells of its edge that stay free; None
    if they cannot fill the cavity.

    A cell is a bit; the cavity's cells are the low ones. Backtracking by cell, as in lesson 03.
    """
    edge = [(x, HEIGHT - 1 - y, 0) for x, y in BOARD_RING]
    inner = [(x, y, 0) for x in range(1, WIDTH - 1) for y in range(1, HEIGHT - 1)]
    bit = {cell: 1 << i for i, cell in enumerate([*inner, *edge])}
    full, by_first = (1 << len(inner)) - 1, defaultdict(list)
    for number, plate in enumerate(plates):
        for mask in sorted({sum(map(bit.get, spot.cells)) for spot in on_board(plate)}):
            by_first[mask & -mask].append((mask, number))
    for options in by_first.values():
        draw.shuffle(options)

    def search(filled: int, left: frozenset):
        if filled & full == full:
            return None if left else filled  # fewer than six plates can fill the cavity
        for mask, number in by_first[~filled & (filled + 1)]:
            if number in left and not filled & mask and (found := search(filled | mask, left - {number})):
                return found
        return None

    filled = search(0, frozenset(range(len(plates))))
    return filled and tuple(not filled & bit[cell] for cell in edge)
