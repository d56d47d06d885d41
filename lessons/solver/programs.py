"""The programs that a student can have kept, and the tasks of each.

A program takes one entry in `PROGRAMS`: its exercise, its call, and its tasks, each a function that makes a
`Task`. `covers` makes those of a program that finds solutions of exact covers, `value_task` one with a right
value, `apart_task` one whose answer is moves; all else is a `Task`, as the magic square.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import chain
from typing import NamedTuple

from makers.apart import take_apart
from puzzlelib import plates
from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.engines import solve
from puzzlelib.icosoku import by_minizinc
from puzzlelib.packing.files import load
from puzzlelib.packing.shapes import orientations, shifted
from puzzlelib.search.exact_cover import cover_of
from puzzlelib.search.links import Links

from ..kit.cards.parts import Part
from ..kit.checks.course import kept_parts
from ..l01_backtracking.magic import wrong_line
from ..l04_algorithm_x.checks import CHOICES_OF_SUDOKU, CLUES, sudoku_rules
from ..l05_dancing_links.checks import queens_cover
from ..l13_workshop.checks import LINKED, as_solution
from .tasks import CoverPuzzle, Options, Reader, Rows, Task, apart_task, cover_task, packing, value_task


class KeptProgram(NamedTuple):
    """A kept program; the first of its tasks is the one in the picture."""

    exercise: str
    call: str
    tasks: tuple[Callable[[], Task], ...]

    @property
    def part(self) -> Part:
        return kept_parts()[self.exercise]


# -------- the puzzles


@cache
def queens() -> CoverPuzzle:
    """Return the eight queens: 92 solutions (Nauck, 1850)."""
    board, main = queens_cover(8)
    lines, diagonals = [*board.items][:main], [*board.items][main:]
    cover = cover_of(board.options, items=lines, secondary=diagonals)
    draw = lambda squares: [["♛" * (8 * row + column in squares) for column in range(8)] for row in range(8)]
    return CoverPuzzle("Eight queens", cover, 92, draw=draw)


@cache
def sudoku(number: int) -> CoverPuzzle:
    """Return a Sudoku of lesson 04; each has one solution."""
    clues, choices = CLUES[number], CHOICES_OF_SUDOKU
    free = [(row, column, digit) for row, column, digit in choices if clues[9 * row + column] in f".{digit}"]

    def draw(options: Options) -> Rows:
        digits = [str(free[option][2]) for option in sorted(options)]
        return [digits[k : k + 9] for k in range(0, 81, 9)]

    return CoverPuzzle(f"Sudoku {number + 1}", cover_of([sudoku_rules(*one) for one in free]), 1, draw=draw)


def covers(read: Reader, *puzzles: Callable[[], CoverPuzzle]) -> tuple[Callable[[], Task], ...]:
    """Return the tasks of a program whose solutions `read` gets; a puzzle is made when it is first run."""
    return tuple(partial(lambda make: cover_task(read, make()), make) for make in puzzles)


SUDOKUS = tuple(partial(sudoku, number) for number in range(len(CLUES)))
SOMA = partial(packing, "soma", "Soma")
ALL_SOMA = partial(packing, "soma", "Soma", 11_520)  # 240 up to symmetry (Conway and Guy), 48 each
TETRACUBES = partial(packing, "tetracubes-2x4x4", "Eight tetracubes, 2×4×4")
ALL_TETRACUBES = partial(packing, "tetracubes-2x4x4", "Eight tetracubes, 2×4×4", 11_120)
PENTOMINOES = partial(packing, "pentominoes-6x10", "Pentominoes, 6×10")
TETRIS_CUBE = partial(packing, "tetris-cube", "Tetris Cube")


def magic_square() -> Task:
    """Return the magic squares of the numbers 1 to 9: eight (known for long; lesson 01 counts them)."""

    def fault(squares: Iterable) -> str:
        found = {tuple(one) for one in squares if sorted(one) == [*range(1, 10)] and not wrong_line(one)}
        return "" if len(found) == len([*squares]) == 8 else "not the eight magic squares, each once"

    ask = lambda complete: [*complete([0] * 9, lambda square: not wrong_line(square))]
    show = lambda squares: [[str(number) for number in squares[0][k : k + 3]] for k in (0, 3, 6)]
    return Task("Magic square", "all 8", ask, fault, show=show)


def linked() -> Task:
    return apart_task("Ring and rod", as_solution(LINKED))


def burr() -> Task:
    """Return a burr of level 10 (W. H. Cutler, 1994), in the packing that can be built."""
    found = raise_if_interrupted(solve(load("burr-level-10"), limit=None, symmetry="rotations"))
    return apart_task("Cutler's burr of level 10", next(one for one in found if take_apart(one).possible))


# -------- models and counts


def hints() -> Task:
    """Return a puzzle of lesson 07, and one of its packings; `asp.fewest_hints` says how few do."""
    puzzle = load("tetracubes-2x2x8")
    ask = lambda fewest_hints: len(fewest_hints(puzzle, solve(puzzle).solutions[0]))
    return value_task("Eight tetracubes, 2×2×8", "how few hints do", ask, 2)


CHORES = "dishes", "floor", "windows", "bin", "bath"
TIMES = {"Ann": (30, 20, 45, 10, 25), "Ben": (20, 35, 30, 15, 40), "Cem": (40, 25, 35, 20, 15)}


def shared_flat() -> Task:
    """Return chores for three; the tests try all ways to share them."""
    minutes = {name: dict(zip(CHORES, row)) for name, row in TIMES.items()}
    longest = lambda done: max(sum(minutes[one][chore] for chore in done[one]) for one in done)
    ask = lambda chores: longest(chores(minutes))
    return value_task("Five chores for three", "the longest work", ask, 40)


def pinwheels() -> Task:
    """Return six plates around a cube of 4×4×4: a shell of 4³ − 2³ cells."""
    borders = {plate.name: plate.border12 for plate in plates.load("pinwheels").plates}
    ask = lambda cover_cube: len(set(chain(*cover_cube(borders).values())))
    return value_task("Pinwheels, around a cube", "the cells of the shell", ask, 56)


def small_triangle() -> Task:
    """Return a triangle whose three sides have the sum 9; the tests try all ways."""
    from ..l10_icosoku.checks import board_data, triangle  # which need numpy

    data = board_data(triangle(9))
    ask = lambda star: len(raise_if_interrupted(by_minizinc.run([star], data, limit=None)).solutions)
    return value_task("Triangle, sides of 9", "how many ways", ask, 6)


def dominoes() -> Task:
    """Return dominoes on 6×8 squares: 167,089 ways (OEIS A028468)."""
    from ..l12_every_instance.checks import board_cover  # which needs numpy

    squares, places = board_cover(8)
    return value_task("Dominoes, 6×8", "how many ways", lambda count_all: count_all(squares, places), 167_089)


# -------- what each program is given, and what it returns


def from_queens(function: Callable, task: CoverPuzzle) -> Iterator[Options]:
    """Read the columns of `queens(n, attack)` as squares of the board."""
    items = lambda row, column: {*task.cover.options[8 * row + column]}
    for columns in function(8, lambda one, other: not items(*one).isdisjoint(items(*other))):
        yield tuple(8 * row + column for row, column in enumerate(columns))


def places_of(task: CoverPuzzle) -> list[tuple[str, frozenset]]:
    return [(name, frozenset(cells)) for name, *cells in task.cover.options]


def from_by_piece(function: Callable, task: CoverPuzzle) -> Iterator[Options]:
    """Read the packings of `by_piece(empty, left, placements)`."""
    places = places_of(task)
    number = {place: k for k, place in enumerate(places)}
    empty = frozenset(task.puzzle.container)
    for found in function(empty, [piece.name for piece in task.puzzle.pieces], places):
        yield tuple(number[piece, frozenset(cells)] for piece, cells in found)


def from_algorithm_x(function: Callable, task: CoverPuzzle) -> Iterator[Options]:
    """Read the solutions of `algorithm_x(items, options)`."""
    for names in function(list(task.cover.items), {k: set(one) for k, one in enumerate(task.cover.options)}):
        yield tuple(names)


def from_at_most(function: Callable, task: CoverPuzzle) -> Iterator[Options]:
    """Read the solutions of `at_most(links, main)`."""
    for options in function(Links(task.cover), len(task.cover.items) - len(task.cover.secondary)):
        yield tuple(options)


def from_packing(program: Callable, task: CoverPuzzle) -> Iterator[Options]:
    """Read the positions that `packing.lp` chooses; rotations begin at the first cube of a piece."""
    facts = [f"cell({x},{y},{z})." for x, y, z in task.puzzle.container]
    turns = {}
    for piece in task.puzzle.pieces:
        for r, cubes in enumerate(orientations(piece.cells), 1):
            turns[piece.name, r] = shifted(cubes, [-part for part in min(cubes)])
            facts += [f'cube("{piece.name}",{r},{x},{y},{z}).' for x, y, z in turns[piece.name, r]]
    number = {place: k for k, place in enumerate(places_of(task))}
    for positions in program(" ".join(facts)):
        places = ((name.string, [one.number for one in at]) for name, *at in positions)
        yield tuple(number[name, frozenset(shifted(turns[name, r], at))] for name, (r, *at) in places)


PROGRAMS = (
    KeptProgram("1.4", "complete(square, test)", (magic_square,)),
    KeptProgram("1.6", "queens(n, attack)", covers(from_queens, queens)),
    KeptProgram("3.2", "by_piece(empty, left, placements)", covers(from_by_piece, TETRACUBES, SOMA)),
    KeptProgram(
        "4.4", "algorithm_x(items, options)", covers(from_algorithm_x, *SUDOKUS, ALL_TETRACUBES, ALL_SOMA)
    ),
    KeptProgram(
        "5.7",
        "at_most(links, main)",
        covers(from_at_most, PENTOMINOES, queens, *SUDOKUS, TETRACUBES, SOMA, TETRIS_CUBE),
    ),
    KeptProgram("6.2c", "packing.lp", covers(from_packing, SOMA, TETRACUBES)),
    KeptProgram("7.7", "fewest_hints(puzzle, solution)", (hints,)),
    KeptProgram("8.9", "chores(minutes)", (shared_flat,)),
    KeptProgram("9.7", "cover_cube(borders)", (pinwheels,)),
    KeptProgram("10.7", "star.mzn", (small_triangle,)),
    KeptProgram("12.7", "count_all(items, options)", (dominoes,)),
    KeptProgram("13.4d", "fewest_moves(pieces)", (linked, burr)),
)
