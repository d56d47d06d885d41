"""The programs that a student can have kept, and the tasks of each.

A program takes one entry in `PROGRAMS`: its file, its exercise, its call, and its tasks, each a function that
makes a `Task`. `covers` makes those of a program that finds solutions of exact covers, `value_task` one with
a right value, `apart_task` one whose answer is moves; all else is a `Task`, as the magic square.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import chain, permutations, product
from typing import NamedTuple

from puzzlelib import plates
from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.engines import solve
from puzzlelib.icosoku import by_minizinc
from puzzlelib.packing.files import load
from puzzlelib.packing.puzzle import Piece
from puzzlelib.packing.shapes import Cell, orientations, shifted
from puzzlelib.search.exact_cover import cover_of
from puzzlelib.search.links import Links

from ..l01_backtracking.magic import wrong_line
from ..l04_algorithm_x.checks import CHOICES_OF_SUDOKU, CLUES, given_options, sudoku_cover, sudoku_rules
from ..l05_dancing_links.checks import queens_cover
from ..l11_hard_in_general.boards import packing as fill_board
from ..l13_workshop.checks import LINKED, as_solution, pieces_of
from .tasks import (
    CoverPuzzle,
    Options,
    Reader,
    Rows,
    Task,
    apart_task,
    cover_task,
    first_packing,
    packing,
    value_task,
)


class Program(NamedTuple):
    """A kept program; `call` names its arguments, `drawn` the task whose result is in the picture."""

    file: str
    exercise: str
    call: str
    tasks: tuple[Callable[[], Task], ...]
    drawn: int = 0

    @property
    def name(self) -> str:
        return self.file.partition(".")[0]


# -------- the puzzles


@cache
def queens() -> CoverPuzzle:
    """Return the eight queens: 92 solutions (Nauck, 1850)."""
    board, main = queens_cover(8)
    lines, diagonals = [*board.items][:main], [*board.items][main:]
    cover = cover_of(board.options, items=lines, secondary=diagonals)
    return CoverPuzzle("Eight queens", cover, main, 92, draw=queens_board)


def queens_board(squares: Options) -> Rows:
    return [["♛" * (8 * row + column in squares) for column in range(8)] for row in range(8)]


@cache
def sudoku(number: int) -> CoverPuzzle:
    """Return a Sudoku of lesson 04; each has one solution."""
    cover = sudoku_cover(sudoku_rules)
    given = given_options(CLUES[number])
    filled = {item for option in given for item in cover.options[option]}
    free = [k for k, option in enumerate(cover.options) if filled.isdisjoint(option)]
    left = [item for item in cover.items if item not in filled]
    rest = cover_of([cover.options[k] for k in free], items=left)

    def draw(options: Options) -> Rows:
        chosen = [CHOICES_OF_SUDOKU[k] for k in [*given, *(free[option] for option in options)]]
        digits = {(row, column): digit for row, column, digit in chosen}
        return [[str(digits[row, column]) for column in range(9)] for row in range(9)]

    return CoverPuzzle(f"Sudoku {number + 1}", rest, len(rest.items), 1, draw=draw)


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
    is_magic = lambda square: sorted(square) == [*range(1, 10)] and not wrong_line(square)

    def fault(squares: Iterable) -> str:
        found = {tuple(one) for one in squares}
        if not all(map(is_magic, found)):
            return "one of the squares is not magic"
        return "" if len(found) == len([*squares]) == 8 else f"{len(found)} squares, not 8"

    ask = lambda complete: [*complete([0] * 9, lambda square: not wrong_line(square))]
    show = lambda squares: [[str(number) for number in squares[0][k : k + 3]] for k in (0, 3, 6)]
    return Task("Magic square", "all 8", ask, fault, show=show)


def linked() -> Task:
    return apart_task("Ring and rod", LINKED, as_solution(LINKED))


def burr(name: str, title: str) -> Task:
    """Return a burr of the catalogue."""
    solution = first_packing(name)
    return apart_task(title, pieces_of(solution), solution)


# -------- models and counts


def hints() -> Task:
    """Return a puzzle of lesson 07, and one of its packings; `asp.fewest_hints` says how few do."""
    puzzle = load("tetracubes-2x2x8")
    ask = lambda fewest_hints: len(fewest_hints(puzzle, solve(puzzle).solutions[0]))
    return value_task("Eight tetracubes, 2×2×8", "how few hints do", ask, 2)


def shared_flat() -> Task:
    """Return chores for three, by brute force."""
    times = {"Ann": (30, 20, 45, 10, 25), "Ben": (20, 35, 30, 15, 40), "Cem": (40, 25, 35, 20, 15)}
    minutes = {
        one: dict(zip(("dishes", "floor", "windows", "bin", "bath"), row)) for one, row in times.items()
    }
    names = [*minutes["Ann"]]
    longest = lambda done: max(sum(minutes[one][chore] for chore in done[one]) for one in minutes)
    ways = product(minutes, repeat=len(names))
    share = lambda way: {one: [chore for chore, by in zip(names, way) if by == one] for one in minutes}

    def ask(chores: Callable) -> float:
        done = chores(minutes)
        return longest(done) if sorted(chain(*done.values())) == sorted(names) else 0

    return value_task("Five chores for three", "the longest work", ask, min(map(longest, map(share, ways))))


def pinwheels() -> Task:
    """Return six plates around a cube of 4×4×4: a shell of 4³ − 2³ cells."""
    borders = {plate.name: plate.border12 for plate in plates.load("pinwheels").plates}
    ask = lambda cover_cube: len(set(chain(*cover_cube(borders).values())))
    return value_task("Pinwheels, around a cube", "the cells of the shell", ask, 56)


def small_triangle() -> Task:
    """Return a triangle whose three sides have the sum 9, by brute force."""
    from ..l10_icosoku.checks import board_data, triangle  # which need numpy

    sides = (0, 1, 2), (2, 3, 4), (4, 5, 0)
    right = [at for at in permutations(range(1, 7)) if all(sum(at[k] for k in side) == 9 for side in sides)]
    data = board_data(triangle(9))
    ask = lambda star: len(raise_if_interrupted(by_minizinc.run([star], data, limit=None)).solutions)
    return value_task("Triangle, sides of 9", "how many ways", ask, len(right))


def two_covers() -> Task:
    """Return an exact cover that can be done, and one that cannot."""
    options = {1: {"a", "b"}, 2: {"b", "c"}, 3: {"c"}, 4: {"d"}}
    fewer = {number: options[number] for number in (1, 2, 4)}
    ask = lambda as_packing: [bool(fill_board(*as_packing([*"abcd"], one))) for one in (options, fewer)]
    return value_task("Two covers as packings", "which can be done", ask, [True, False])


def dominoes() -> Task:
    """Return dominoes on 6×8 squares: 167,089 ways (OEIS A028468)."""
    from ..l12_every_instance.checks import board_cover  # which needs numpy

    squares, places = board_cover(8)
    return value_task("Dominoes, 6×8", "how many ways", lambda count_all: count_all(squares, places), 167_089)


# -------- what each program is given, and what it returns


def from_queens(function: Callable, task: CoverPuzzle) -> Iterator[Options]:
    """Read the columns of `queens(n, attack)` as squares of the board."""
    for columns in function(8, attack):
        yield tuple(8 * row + column for row, column in enumerate(columns))


def attack(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return whether two queens attack each other."""
    (row, column), (row2, column2) = one, other
    return row == row2 or column == column2 or abs(row - row2) == abs(column - column2)


def places_of(task: CoverPuzzle) -> list[tuple[str, frozenset]]:
    return [(name, frozenset(cells)) for name, *cells in task.cover.options]


def from_by_piece(function: Callable, task: CoverPuzzle) -> Iterator[Options]:
    """Read the packings of `by_piece(empty, left, placements)`."""
    places = places_of(task)
    number = {place: k for k, place in enumerate(places)}
    empty = frozenset(task.puzzle.container)
    for found in function(empty, [piece.name for piece in task.puzzle.pieces], places):
        yield tuple(number[piece, frozenset(cells)] for piece, cells in found)


def from_timetable(function: Callable, task: CoverPuzzle) -> Iterator[Options]:
    """Read the one packing of `timetable(wishes)`: clubs are pieces, hours are cells."""
    places = places_of(task)
    number = {place: k for k, place in enumerate(places)}
    wishes: dict[str, list[set]] = {}
    for piece, cells in places:
        wishes.setdefault(piece, []).append(set(cells))
    if (found := function(wishes)) is not None:
        yield tuple(number[piece, frozenset(cells)] for piece, cells in found.items())


def from_algorithm_x(function: Callable, task: CoverPuzzle) -> Iterator[Options]:
    """Read the solutions of `algorithm_x(items, options)`."""
    for names in function(list(task.cover.items), {k: set(one) for k, one in enumerate(task.cover.options)}):
        yield tuple(names)


def from_at_most(function: Callable, task: CoverPuzzle) -> Iterator[Options]:
    """Read the solutions of `at_most(links, main)`."""
    for options in function(Links(task.cover), task.main):
        yield tuple(options)


def from_packing(program: Callable, task: CoverPuzzle) -> Iterator[Options]:
    """Read the positions that `packing.lp` chooses; rotations begin at the first cube of a piece."""
    turns = {piece.name: first_cubes(piece) for piece in task.puzzle.pieces}
    facts = [f"cell({x},{y},{z})." for x, y, z in task.puzzle.container]
    for name, all_turns in turns.items():
        cubes = ((r, *cube) for r, turn in enumerate(all_turns, 1) for cube in turn)
        facts += [f'cube("{name}",{r},{x},{y},{z}).' for r, x, y, z in cubes]
    number = {place: k for k, place in enumerate(places_of(task))}
    for positions in program(" ".join(facts)):
        places = [(one[0].string, *(part.number for part in one[1:])) for one in positions]
        yield tuple(number[name, frozenset(shifted(turns[name][r - 1], at))] for name, r, *at in places)


def first_cubes(piece: Piece) -> list[tuple[Cell, ...]]:
    """Return the orientations of a piece, each from its first cube."""
    return [shifted(cubes, [-part for part in min(cubes)]) for cubes in orientations(piece.cells)]


LOADS = value_task("Weights 1 to 8", "the loads of 12", lambda loads: len([*loads([*range(1, 9)], 12)]), 10)
PROGRAMS = (
    Program("complete.py", "1.4", "complete(square, test)", (magic_square,)),
    Program("queens.py", "1.6", "queens(n, attack)", covers(from_queens, queens)),
    Program("loads.py", "1.7", "loads(weights, limit)", (lambda: LOADS,)),
    Program(
        "by_piece.py", "3.2", "by_piece(empty, left, placements)", covers(from_by_piece, TETRACUBES, SOMA)
    ),
    Program("timetable.py", "3.7", "timetable(wishes)", covers(from_timetable, TETRACUBES, SOMA), 1),
    Program(
        "algorithm_x.py",
        "4.4",
        "algorithm_x(items, options)",
        covers(from_algorithm_x, *SUDOKUS, ALL_TETRACUBES, ALL_SOMA),
    ),
    Program(
        "at_most.py",
        "5.7",
        "at_most(links, main)",
        covers(from_at_most, queens, *SUDOKUS, TETRACUBES, SOMA, PENTOMINOES, TETRIS_CUBE),
        drawn=6,
    ),
    Program("packing.lp", "6.2c", "packing.lp", covers(from_packing, TETRACUBES, SOMA), 1),
    Program("fewest_hints.py", "7.7", "fewest_hints(puzzle, solution)", (hints,)),
    Program("chores.py", "8.9", "chores(minutes)", (shared_flat,)),
    Program("cover_cube.py", "9.7", "cover_cube(borders)", (pinwheels,)),
    Program("star.mzn", "10.7", "star.mzn", (small_triangle,)),
    Program("as_packing.py", "11.7", "as_packing(items, options)", (two_covers,)),
    Program("count_all.py", "12.7", "count_all(items, options)", (dominoes,)),
    Program(
        "fewest_moves.py",
        "13.4d",
        "fewest_moves(pieces)",
        (
            linked,
            partial(burr, "burr", "The burr of lesson 13"),
            partial(burr, "burr-level-10", "Cutler's burr of level 10"),
        ),
    ),
)
