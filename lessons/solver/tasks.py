"""Tasks for kept programs: how each is asked, how its result is judged, and what of it is shown."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache, partial
from itertools import islice
from typing import Any, NamedTuple

from makers.apart import Disassembly, Separation, Shift, take_apart
from puzzlelib import pictures as draw
from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.packing.files import load
from puzzlelib.packing.puzzle import PackingPuzzle, Solution
from puzzlelib.packing.referee import verify
from puzzlelib.pictures.blocks import Frame, Scene
from puzzlelib.search.dancing_links import steps
from puzzlelib.search.exact_cover import ExactCover, exact_cover, solution_from_options
from puzzlelib.search.links import Links

from ..kit.checks.counterexample import show_value
from ..kit.checks.run_answer import equal
from ..l13_workshop.checks import fewest_moves, moves_fault, pieces_of

Options = tuple[int, ...]  # a solution, by the numbers of its options
Rows = list[list[str]]  # texts in the cells of a board, row by row
Shown = Solution | Disassembly | Rows | None


class Task(NamedTuple):
    """A puzzle for a program, and what of it is asked for.

    `ask` calls the program, or gives its text to a solver; `fault` says what is wrong with the result, ""
    for nothing; `show` makes a packing of it, one that comes apart, or a board. `nodes` lets the library
    solve the puzzle, and counts nodes or positions.
    """

    name: str
    asked: str
    ask: Callable[[Callable], Any]
    fault: Callable[[Any], str]
    nodes: Callable[[], int | None] = lambda: None
    show: Callable[[Any], Shown] = lambda result: None


def value_task(name: str, asked: str, ask: Callable, expected: Any) -> Task:
    """Return a task with one right value, as a count.

    >>> task = value_task("Dominoes, 2×3", "how many ways", lambda count_all: count_all(2, 3), 3)
    >>> task.fault(task.ask(lambda rows, columns: 6))
    '6, not 3'
    """
    differ = lambda got: f"{show_value(got, 60)}, not {show_value(expected, 60)}"
    return Task(name, asked, ask, lambda got: "" if equal(got, expected) else differ(got))


# -------- exact covers


class CoverPuzzle(NamedTuple):
    """A cover, and how many solutions it has if all are asked for, 0 for a first one. `puzzle` or `draw` says
    what a solution looks like."""

    name: str
    cover: ExactCover
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
    return CoverPuzzle(title, exact_cover(puzzle), number, puzzle)


Reader = Callable[[Callable, CoverPuzzle], Iterable[Options]]  # what a program finds, as numbers of options


def cover_task(read: Reader, puzzle: CoverPuzzle) -> Task:
    """Return the task to find the solutions of a cover, as `read` gets them from a program."""
    most = puzzle.number + 1 if puzzle.number else 1
    ask = lambda function: [*islice(read(function, puzzle), most)]
    draw = puzzle.draw or (lambda options: packing_of(puzzle, options))
    fault, nodes = partial(cover_fault, puzzle), partial(cover_nodes, puzzle)
    return Task(puzzle.name, puzzle.asked, ask, fault, nodes, lambda found: draw(found[0]))


def packing_of(puzzle: CoverPuzzle, options: Options) -> Solution:
    """Return a solution as a packing; the referee raises `Invalid` where it is none."""
    packing = solution_from_options(puzzle.puzzle, options)
    verify(puzzle.puzzle, packing)
    return packing


def packing_frame(packing: Solution) -> tuple[Scene, Frame]:
    """Return the scene of a packing, and its frame."""
    filled = dict.fromkeys(packing, "solution")
    return draw.scene(packing.puzzle), draw.frame(packing.puzzle, filled)


def cover_fault(puzzle: CoverPuzzle, found: list[Options]) -> str:
    """Return what is wrong with the solutions of a cover; "" if they are right."""
    if not found:
        return "no solution, but there is one"
    if not all(covers_all(puzzle, options) for options in found):
        return "an item is covered twice, or not at all"
    different = len(set(map(frozenset, found)))
    if puzzle.number and different != puzzle.number:
        return f"{different:,} solutions, not {puzzle.number:,}"
    return "one of them comes twice" if len(found) != different else ""


def covers_all(puzzle: CoverPuzzle, options: Options) -> bool:
    """Return whether options cover each main item once, and no other twice."""
    times = Counter(item for option in options for item in puzzle.cover.options[option])
    main = {*puzzle.cover.items} - {*puzzle.cover.secondary}
    return max(times.values(), default=0) == 1 and main <= {*times}


def cover_nodes(puzzle: CoverPuzzle) -> int:
    """Return the nodes of the library's search for the same question, on links."""
    nodes = 0
    for step in steps(Links(puzzle.cover)):
        nodes += step[0] == "try"
        if step[0] == "answer" and not puzzle.number:
            break
    return nodes


# -------- taking apart


def apart_task(name: str, solution: Solution) -> Task:
    """Return the task to find the fewest moves to the first separation; None where there is none."""
    pieces = pieces_of(solution)
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
