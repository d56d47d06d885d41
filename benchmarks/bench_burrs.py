"""All solid burrs of six pieces that a saw can cut, assembled and taken apart.

    python benchmarks/bench_burrs.py

Each of the 25 pieces may be used as often as needed, or not at all. BurrTools finds the same 1,063
assemblies, and 314 that come apart, of 221 different sets of pieces, in 6.4 s.

Of the time that it takes to take them apart, 7 % is spent in machine code (2026-11-30; of the published burrs
below 1 to 6 %). Threads share only that, so one does it all.

References: W. H. Cutler, The Six-Piece Burr, Journal of Recreational Mathematics 10, 1978; the same, A
Computer Analysis of All 6-Piece Burrs, 1994.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import product

from _measure import cpu, table

from makers.apart import Disassembly, kernel, take_each_apart, verify_apart
from makers.apart.plans import without_ones
from puzzlelib import compiled, exact_cover, solve
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, Solution
from puzzlelib.packing.symmetry import least_image, option_tables
from puzzlelib.search.exact_cover import ExactCover

# The cells that may be cut away, the one with the weight 1 first, then 2, 4, …: two rows of the top,
# then the bottom between the ends.
REMOVABLE = (*((x, 2, z) for z in (3, 2) for x in (1, 2, 3, 4)), *((x, 1, z) for z in (3, 2) for x in (2, 3)))
# Of the 59 pieces that a saw can cut those that occur in a solid burr, by Cutler's numbers.
NOTCHABLE = (
    *(1, 18, 35, 52, 86, 103, 120, 154, 188, 256, 359, 615, 792),
    *(824, 856, 871, 888, 911, 928, 943, 960, 975, 992, 1007, 1024),
)
# Cutler's numbers of six pieces, the length of the sticks, and the published level.
PUBLISHED = {
    "Computer's Choice Unique 10": ((624, 702, 768, 883, 1015, 1024), 8, "10"),
    "Love's Dozen": ((88, 512, 704, 960, 992, 1008), 6, "12"),
    "Piston Burr": ((88, 512, 768, 922, 1008, 1008), 6, "9"),
    "the deepest of the 314": ((1, 188, 256, 888, 960, 992), 6, "1.2.1.1.1"),
}


def stick(length: int = 6) -> list[tuple[int, int, int]]:
    """Return the cells of the first slot: along x, its top to the middle of the burr."""
    return list(product(range(3 - length // 2, 3 + length // 2), (1, 2), (2, 3)))


def cells_of(number: int, length: int = 6) -> list[tuple[int, int, int]]:
    """Return the cells of a piece: 1 is the whole stick, and each cell that is cut away adds its weight.

    >>> len(cells_of(1)), len(cells_of(1024))
    (24, 14)
    """
    gone = {cell for k, cell in enumerate(REMOVABLE) if number - 1 >> k & 1}
    return [cell for cell in stick(length) if cell not in gone]


def six_times(cells: Iterable[tuple[int, int, int]]) -> list[frozenset]:
    """Return cells of the first slot in the six slots: two along each axis."""
    twin = [(x, 5 - y, z) for x, y, z in cells]
    turned = ([cell[-k:] + cell[:-k] for cell in one] for k in range(3) for one in (cells, twin))
    return list(map(frozenset, turned))


def slots(length: int = 6) -> list[frozenset]:
    """Return the places of the six sticks.

    >>> len(frozenset().union(*slots()))
    104
    """
    return six_times(stick(length))


def by_index(cells: Iterable[tuple[int, int, int]]) -> tuple[tuple[int, int, int], ...]:
    """Return cells in the order of a container."""
    return tuple(sorted(cells, key=lambda cell: cell[::-1]))


def burr(numbers: Iterable[int] = NOTCHABLE) -> PackingPuzzle:
    """Return the burr as a container, and each piece six times."""
    pieces = (Piece(str(number), tuple(cells_of(number)), 6) for number in numbers)
    return PackingPuzzle("burr", by_index(frozenset().union(*slots())), tuple(pieces))


def burr_with_holes(numbers: Iterable[int], length: int = 6) -> PackingPuzzle:
    """Return a burr of six pieces; the 32 cells that no end of a stick must fill may stay empty.

    >>> len(burr_with_holes([624, 702, 768, 883, 1015, 1024], 8).optional)
    32
    """
    whole = frozenset().union(*slots(length))
    ends = frozenset().union(*six_times([cell for cell in stick(length) if cell not in REMOVABLE]))
    used = Counter(numbers)
    pieces = tuple(Piece(str(one), tuple(cells_of(one, length)), used[one]) for one in used)
    return PackingPuzzle("burr", by_index(whole), pieces, optional=by_index(whole - ends))


def as_often_as_needed(puzzle: PackingPuzzle) -> ExactCover:
    """Return the puzzle as a problem in which no copy must be used."""
    cover = exact_cover(puzzle)
    return replace(cover, slack={piece.name: piece.copies for piece in puzzle.pieces})


def assemblies(puzzle: PackingPuzzle) -> list[tuple[int, ...]]:
    """Return all assemblies of six pieces as rows of option numbers."""
    return list(compiled.search(as_often_as_needed(puzzle)))


def orbits_of(puzzle: PackingPuzzle, rows: list[tuple[int, ...]]) -> list[Solution]:
    """Return one assembly of each orbit under the rotations of the burr."""
    tables = option_tables(puzzle, "rotations")
    firsts = {least_image(row, tables) for row in rows}
    return [puzzle.solution(puzzle.placements[k] for k in one) for one in sorted(firsts)]


def assembled() -> tuple[int, list[Solution]]:
    """Return how many assemblies there are, and one of each orbit."""
    puzzle = burr()
    rows = assemblies(puzzle)
    return len(rows), orbits_of(puzzle, rows)


def taken_apart(solutions: list[Solution]) -> list[Disassembly]:
    """Return how each assembly comes apart, or why not."""
    return list(take_each_apart(solutions))


def apart_a_second() -> float:
    """Return how many assemblies are taken apart in a second of processor time: all 12,597 of these burrs."""
    puzzle = burr()
    solutions = [puzzle.solution(puzzle.placements[k] for k in row) for row in assemblies(puzzle)]
    done, seconds = cpu(lambda: taken_apart(solutions))
    assert (len(done), sum(bool(one.possible) for one in done)) == (12597, 3714)
    return len(done) / seconds


def share_of_machine_code(solutions: list[Solution]) -> float:
    """Return the share of taking apart that runs in machine code, which other threads could run beside."""
    spent, function = [], kernel.function

    def timed(*name):
        def go_on(*given):
            answer, seconds = cpu(lambda: call(*given))
            spent.append(seconds)
            return answer

        call = function(*name)
        return go_on

    kernel.function = timed
    try:
        whole = cpu(lambda: taken_apart(solutions))[1]
        return sum(spent) / whole
    finally:
        kernel.function = function


def deepest_of(numbers: Iterable[int], length: int) -> tuple[list[Disassembly], str]:
    """Return how all assemblies of six pieces come apart, and the highest level of them."""
    found = solve(burr_with_holes(numbers, length), limit=None, symmetry="rotations").solutions
    done = taken_apart(found)
    return done, max((one for one in done if one.possible), key=lambda one: one.levels).level


def compare_levels(published: str, own: str) -> str:
    """Return how our level stands to a published one, which may tell of the first separations only.

    >>> compare_levels("1.2.1.1.1", "1.2"), compare_levels("12", "12.3"), compare_levels("5.3", "5.2.4")
    ('the same', 'the same, as far as it is published', 'less: a later way with as few moves')
    """
    theirs, ours = (without_ones([int(one) for one in text.split(".")]) for text in (published, own))
    if theirs == ours:
        return "the same"
    if theirs == ours[: len(theirs)]:
        return "the same, as far as it is published"
    return "less: a later way with as few moves" if ours < theirs else "GREATER"


def sets_of(done: list[Disassembly]) -> set[tuple[str, ...]]:
    """Return the different sets of pieces among the assemblies that come apart."""
    return {tuple(one.piece for one in each.solution) for each in done if each.possible}


def referee(done: list[Disassembly]) -> None:
    """Check all moves and all proofs."""
    for one in done:
        verify_apart(one)


if __name__ == "__main__":
    (number, solutions), seconds = cpu(assembled)
    done, more = cpu(lambda: taken_apart(solutions))
    checked = cpu(lambda: referee(done))[1]
    possible = [one for one in done if one.possible]
    head = [
        "assemblies",
        "up to rotation",
        "come apart",
        "sets",
        "CPU s",
        "of it apart",
        "BurrTools",
        "referee",
    ]
    row = [number, len(solutions), len(possible), len(sets_of(done)), seconds + more, more, "6.4", checked]
    table("Burrs of the 25 notchable pieces", head, [row])
    deepest = max(possible, key=lambda one: one.levels)
    print("highest level:", deepest.level)
    print(f"in machine code: {share_of_machine_code(solutions):.0%} of taking apart")
    rows = [
        [name, published, own, compare_levels(published, own)]
        for name, (numbers, length, published) in PUBLISHED.items()
        for own in [deepest_of(numbers, length)[1]]
    ]
    table("Levels beside published ones", ["burr", "published", "here", ""], rows)
