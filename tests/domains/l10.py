"""The judges of lesson 10."""

from functools import cache
from itertools import combinations, permutations, product
from numbers import Real
from random import Random

from . import DOMAINS, all_arrangements, dots_by_vertex, exact_number, exact_truth, keeps, random_tile


def octahedron_laid(laid, it) -> bool:
    """A tile on each face, each tile once, and the dots that the pegs say."""
    puzzle = it.small_toy()
    if sorted(laid) != [*range(8)]:
        return False
    laid = [laid[face] for face in range(8)]
    right_tiles = sorted(tile for tile, _ in laid) == sorted(puzzle.tiles)
    return right_tiles and dots_by_vertex(puzzle.polyhedron, laid) == [*puzzle.capacities]


def runs_and_patience(rng, it):
    runs = [rng.randint(1, 9) for _ in range(rng.randint(1, 6))]
    return runs, rng.randint(0, 10)


def mean_with_restarts(got, runs, patience) -> bool:
    """The mean is that of the runs, a failure being its patience and then the same mean again."""
    if patience < min(runs):
        return got == float("inf")
    once = [run if run <= patience else patience + got for run in runs]
    return isinstance(got, Real) and abs(sum(once) - len(runs) * got) < 1e-6


def spare_puzzle(rng, it):
    """A small puzzle, half of the time with tiles too many, on a solid with more vertices now and then."""
    from puzzlelib.icosoku import Cosoku, bipyramid, tetrahedron

    solid = rng.choice([tetrahedron, tetrahedron, tetrahedron, lambda: bipyramid(3)])()
    spare = rng.randint(0, 2) if len(solid.faces) == 4 else 0
    tiles = [random_tile(rng) for _ in range(len(solid.faces) + spare)]
    laid = [(one, rng.randrange(3)) for one in rng.sample(tiles, len(solid.faces))]
    return (Cosoku(solid, dots_by_vertex(solid, laid), tiles),)


@cache
def puzzles_with_spare_tiles() -> list[tuple]:
    """Some, with all their solutions."""
    puzzles = [spare_puzzle(rng, None)[0] for rng in map(Random, range(40))]
    solved = ((puzzle, set(all_arrangements(puzzle))) for puzzle in puzzles)
    return [(puzzle, found) for puzzle, found in solved if len(found) < 60][:6]


def model_of_sums(answer, right, rng, it):
    """With this line the model has the solutions that are found face by face."""
    from lessons.l10_icosoku.checks import asp_answers

    for puzzle, solutions in puzzles_with_spare_tiles():
        found, complete = asp_answers(answer, puzzle)
        if not complete or set(found) != solutions:
            return puzzle
    return None


def model_of_boards(answer, right, rng, it):
    """On small boards the model has each order of the numbers in which all lines have their sum."""
    from lessons.l10_icosoku.checks import modelled_fillings

    for board in (lines_and_numbers(rng, it) for _ in range(6)):
        found, complete = modelled_fillings(answer, board)
        orders = (dict(zip(board.points, order)) for order in permutations(board.numbers))
        if not complete or set(found) != {tuple(at.values()) for at in orders if has_equal_sums(board, at)}:
            return board.lines, board.numbers, board.total
    return None


def open_faces(rng, it):
    """A vertex with open faces, and tiles that are left."""
    faces = rng.randint(0, 4)
    kinds = [(1, 1, 1), (2, 2, 2), (3, 3, 3), *(random_tile(rng) for _ in range(3))]
    tiles = rng.choices(kinds, k=max(1, faces + rng.randint(0, 2)))
    return rng.randint(-1, 3 * faces + 1), faces, tiles


def between_least_and_most(got, missing, faces, tiles) -> bool:
    """Is it between the sums of some corners of so many tiles? By trying all ways."""
    ways = [sum(some) for few in combinations(tiles, faces) for some in product(*few)]
    return exact_truth(got) == ("bool", min(ways) <= missing <= max(ways))


def tiles_alike(rng, it):
    """A puzzle of few types of tiles, of which most look the same in each turn."""
    from puzzlelib.icosoku import Cosoku, octahedron, tetrahedron

    solid = rng.choice([tetrahedron, octahedron])()
    types = [(0, 0, 0), (1, 1, 1), (2, 2, 2), (0, 0, 1), (0, 1, 2)]
    tiles = rng.choices(rng.sample(types, 4), k=len(solid.faces))
    return (Cosoku(solid, dots_by_vertex(solid, [(one, 0) for one in tiles]), tiles),)


def looks_the_same(got, puzzle) -> bool:
    """Is it the number of ways to number and turn the tiles so that nobody sees it?"""
    tiles = puzzle.tiles

    def ways(k: int, left: frozenset) -> int:
        same = {n: sum(tiles[n][-r:] + tiles[n][:-r] == tiles[k] for r in range(3)) for n in left}
        return sum(times * ways(k + 1, left - {n}) for n, times in same.items() if times) if left else 1

    return exact_number(got) == (True, ways(0, frozenset(range(len(tiles)))))


def each_four_unused(laid_ones, it) -> bool:
    """Each four with the right dots stay unused in an arrangement, whose sums are the pegs."""
    dots = sum(map(sum, it.ALL_TILES)) - sum(it.PAPER_PEGS)
    fours = {four for four in combinations(sorted(it.ALL_TILES), 4) if sum(map(sum, four)) == dots}
    for laid in laid_ones:
        used = [tuple(tile) for tile, _ in laid]
        if len(set(used)) != 20 or dots_by_vertex(it.icosahedron(), laid) != [*it.PAPER_PEGS]:
            return False
        fours.discard(tuple(sorted(set(it.ALL_TILES) - set(used))))
    return not fours


def lines_and_numbers(rng, it):
    """A board of up to six points; often it can be filled."""
    from lessons.l10_icosoku.checks import Board

    lines = [rng.sample("abcdef", rng.randint(2, 4)) for _ in range(rng.randint(1, 4))]
    points = sorted({point for line in lines for point in line})
    numbers = rng.sample(range(1, 10), len(points))
    at = dict(zip(points, numbers))
    return Board("lines", lines, sorted(numbers), sum(at[point] for point in lines[0]), 100_000)


def fills(answer, right, rng, it):
    """It fills small boards that some order of the numbers fills, and those of the lesson with so few
    numbers."""
    from lessons.kit.checks.time_limit import TooOften

    known = zip(it.figures(), (True, False, True, False, True, True, True, False))  # the stars: published
    small = (lines_and_numbers(rng, it) for _ in range(40))
    for board, can in [*((board, some_order_fills(board)) for board in small), *known]:
        try:
            said = answer(board)
        except TooOften:
            return board.name, board.lines
        if (
            exact_truth(said) != ("bool", can)
            or can
            and not has_equal_sums(board, board.at)
            or board.puts > board.most
        ):
            return board.name, board.lines
    return None


def some_order_fills(board) -> bool:
    orders = permutations(board.numbers)
    return any(has_equal_sums(board, dict(zip(board.points, order))) for order in orders)


def has_equal_sums(board, at: dict) -> bool:
    return len(at) == len(board.points) and all(
        sum(at[point] for point in line) == board.total for line in board.lines
    )


DOMAINS["10.1"] = lambda answer, right, rng, it: None if octahedron_laid(answer, it) else "the answer itself"

DOMAINS["10.1b"] = keeps(runs_and_patience, mean_with_restarts, 200)

DOMAINS["10.1a"] = keeps(open_faces, between_least_and_most, 150)

DOMAINS["10.2"] = model_of_sums

DOMAINS["10.4"] = keeps(tiles_alike, looks_the_same)

DOMAINS["10.5"] = lambda answer, right, rng, it: None if each_four_unused(answer, it) else "the answer itself"

DOMAINS["10.6"] = fills

DOMAINS["10.7"] = model_of_boards
