"""Tasks for kept programs: how each is asked, how its result is judged, and what of it is shown."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import islice
from typing import Any, NamedTuple

from makers.apart import Disassembly, Separation, Shift, take_apart
from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.engines import solve
from puzzlelib.packing.files import load
from puzzlelib.packing.puzzle import PackingPuzzle, Solution
from puzzlelib.packing.referee import Invalid, verify
from puzzlelib.search.dancing_links import steps
from puzzlelib.search.exact_cover import ExactCover, exact_cover, solution_from_options
from puzzlelib.search.links import Links

from ..kit.checks.counterexample import show_value
from ..kit.checks.run_answer import equal
from ..l13_workshop.checks import Pieces, fewest_moves, moves_fault

Options = tuple[int, ...]  # a solution, by the numbers of its options
Rows = list[list[str]]  # texts in the cells of a board, row by row
Shown = Solution | Disassembly | Rows | None


class Task(NamedTuple):
    """A puzzle for a program.

    Parameters
    ----------
    name, asked
        the puzzle, and what of it is asked for, in words
    ask
        a function that calls the program and returns its result; a model for another solver, as
        `star.mzn`, is given to it as a text
    fault
        a function of a result: what is wrong with it, "" for nothing
    nodes
        a function that lets the library solve it: how many nodes or positions that takes, None for no number
    show
        a function of a right result: a packing, one that comes apart, or a board
    """

    name: str
    asked: str
    ask: Callable[[Callable], Any]
    fault: Callable[[Any], str]
    nodes: Callable[[], int | None] = lambda: None
    show: Callable[[Any], Shown] = lambda result: None


def value_task(name: str, asked: str, ask: Callable, expected: Any, nodes=lambda: None) -> Task:
    """Return a task with one right value, as a count.

    >>> task = value_task("Dominoes, 2×3", "how many ways", lambda count_all: count_all(2, 3), 3)
    >>> task.fault(task.ask(lambda rows, columns: 6))
    '6, not 3'
    """
    differ = lambda got: f"{show_value(got, 60)}, not {show_value(expected, 60)}"
    return Task(name, asked, ask, lambda got: "" if equal(got, expected) else differ(got), nodes)


# -------- exact covers


class CoverPuzzle(NamedTuple):
    """A cover whose `main` items are covered exactly once, the others at most once; `number` is that of its
    solutions if all are asked for, 0 for a first one. `puzzle` or `draw` says what a solution looks like."""

    name: str
    cover: ExactCover
    main: int
    number: int = 0
    puzzle: PackingPuzzle | None = None
    draw: Callable[[Options], Rows] | None = None

    @property
    def asked(self) -> str:
        return f"all {self.number:,}" if self.number > 1 else "all" if self.number else "a first packing"


@cache
def packing(name: str, title: str, number: int = 0) -> CoverPuzzle:
    """Return a puzzle of the catalogue."""
    puzzle = load(name)
    cover = exact_cover(puzzle)
    return CoverPuzzle(title, cover, len(cover.items), number, puzzle)


Reader = Callable[[Callable, CoverPuzzle], Iterable[Options]]  # what a program finds, as numbers of options


def cover_task(read: Reader, puzzle: CoverPuzzle) -> Task:
    """Return the task to find the solutions of a cover, as `read` gets them from a program."""
    most = puzzle.number + 1 if puzzle.number else 1

    def ask(function: Callable) -> list[Options]:
        solutions = iter(read(function, puzzle))
        found = [*islice(solutions, most)]
        solutions.close()
        return found

    def show(found: list[Options]) -> Shown:
        if puzzle.puzzle:
            return solution_from_options(puzzle.puzzle, found[0])
        return puzzle.draw and puzzle.draw(found[0])

    fault, nodes = partial(cover_fault, puzzle), partial(cover_nodes, puzzle)
    return Task(puzzle.name, puzzle.asked, ask, fault, nodes, show)


def cover_fault(puzzle: CoverPuzzle, found: list[Options]) -> str:
    """Return what is wrong with the solutions of a cover; "" if they are right."""
    if not found:
        return "no solution, but there is one"
    try:
        if not all(covers_all(puzzle, options) for options in found):
            return "an item is covered twice, or not at all"
    except (TypeError, LookupError):
        return "it returns no numbers of options"
    different = len(set(map(frozenset, found)))
    if puzzle.number and different != puzzle.number:
        return f"{different:,} solutions, not {puzzle.number:,}"
    if puzzle.number and len(found) != different:
        return "one of them comes twice"
    try:
        if puzzle.puzzle:
            verify(puzzle.puzzle, solution_from_options(puzzle.puzzle, found[0]))
    except Invalid as invalid:
        return str(invalid)
    return ""


def covers_all(puzzle: CoverPuzzle, options: Options) -> bool:
    """Return whether options cover each main item once, and no other twice."""
    times = Counter(item for option in options for item in puzzle.cover.options[option])
    main = [*puzzle.cover.items][: puzzle.main]
    return max(times.values(), default=0) == 1 and all(item in times for item in main)


def cover_nodes(puzzle: CoverPuzzle) -> int:
    """Return the nodes of the library's search for the same question, on links."""
    return sum(step[0] == "try" for step in until_answer(steps(Links(puzzle.cover)), puzzle.number))


def until_answer(search: Iterator[tuple], number: int) -> Iterator[tuple]:
    """Yield the steps of a search, up to its first answer unless a number of them is asked for."""
    for step in search:
        yield step
        if step[0] == "answer" and not number:
            return


# -------- taking apart


def apart_task(name: str, pieces: Pieces, solution: Solution) -> Task:
    """Return the task to find the fewest moves to the first separation; None where there is none."""
    fewest = fewest_moves(pieces)

    def fault(moves: list | None) -> str:
        found = moves_fault(moves, pieces, fewest)
        return found[0] if found else ""

    asked = f"the fewest moves: {fewest}" if fewest else "that there is no way"
    nodes = lambda: raise_if_interrupted(take_apart(solution)).positions
    return Task(name, asked, lambda function: function(pieces), fault, nodes, partial(played, solution))


def played(solution: Solution, moves: Iterable | None) -> Disassembly:
    """Return a solution with the moves that take a first part of it away; without moves, with the proof that
    there are none."""
    if moves is None:
        return raise_if_interrupted(take_apart(solution))
    names, shifts = [place.piece for place in solution], []
    for some, step, by in moves:
        axis = next(k for k in range(3) if step[k])
        shifts.append(Shift(tuple(sorted(map(names.index, some))), axis, int(by * step[axis])))
    every, leaves = tuple(range(len(names))), shifts[-1].pieces
    stays = tuple(k for k in every if k not in leaves)
    tree = Separation(every, tuple(shifts), (stays, leaves), (None, None))
    return Disassembly(solution, (tree,))


def first_packing(name: str) -> Solution:
    """Return a packing of a puzzle of the catalogue that can be built."""
    found = raise_if_interrupted(solve(load(name), limit=None, symmetry="rotations"))
    return next(one for one in found if take_apart(one).possible)
