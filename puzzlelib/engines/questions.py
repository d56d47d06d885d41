"""A packing puzzle or an exact cover problem, and all that is asked about it."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from itertools import repeat
from math import inf
from typing import NamedTuple

from ..common.clock import Clock, Stop, never
from ..common.errors import PuzzleError, as_list, check_choice
from ..common.words import silent
from ..packing.puzzle import PackingPuzzle, Placement, Solution, check_puzzle
from ..packing.symmetry import (
    SYMMETRIES,
    Symmetries,
    check_symmetry,
    first_places,
    least_image,
    option_tables,
    stabiliser_tables,
)
from ..packing.trays import drop_holes, fill_holes
from ..search.exact_cover import ExactCover
from ..search.hints import hint_options, tell_clash
from .most import plain_puzzle
from .names import ENGINES, FOR_COVERS, engine_named

PROBES = 3000  # of the tree, where somebody will have to wait


class Start(NamedTuple):
    """Hints that a search begins with, how many images the one among them has, and tables of the
    symmetries that may take a solution with these hints into another one."""

    hints: Iterable[Placement]
    orbit: int
    tables: list[list[int]]


class Asked:
    """All but the problem, and what comes to light: a proof as `reason`, and the `most`."""

    few = False  # of its solutions are wanted
    counts = False
    workers: int | None = 1  # threads of a list by the engine compiled
    most: int | None = None
    reason: str | None = None  # "" where no proof was found

    def __init__(self, engines, engine, symmetry, time_limit, given, tell, stop=never):
        self.engine = engine if engine is None else check_choice("engine", engine, engines)
        self.symmetry = check_choice("symmetry", symmetry, SYMMETRIES)
        self.given = as_list("given", given)
        self.clock, self.tell = Clock(time_limit, stop), tell or silent

    def threads(self, name: str) -> dict[str, int | None]:
        """Return how many threads an engine is to use, if it can use any."""
        return {"workers": self.workers} if name == "compiled" else {}


class PuzzleQuestion(Asked):
    is_puzzle = True

    def __init__(self, puzzle: PackingPuzzle, solve: Callable, *asked):
        super().__init__(ENGINES, *asked)
        self.solve = solve  # puzzles with a number in place of `most`
        self.asked = self.problem = check_puzzle(puzzle)

    def prepare(self) -> None:
        """Make all that an engine needs; `TimeIsUp` by the clock."""
        stop = self.clock.stop
        self.asked.make_placements(stop)
        if self.asked.most:
            self.problem, self.most = plain_puzzle(self.asked, self.clock, self.solve)
            self.reason = None if self.most else ""  # emptied: no proof
        if self.problem.holes:
            self.problem = fill_holes(self.problem)
        if self.given:
            hint_options(self.problem, self.given)
            tell_clash(self.problem, self.given)
        if not self.engine:
            check_symmetry(self.problem, self.symmetry, stop)

    @cached_property
    def tray(self) -> PackingPuzzle:
        """The puzzle with a piece for holes."""
        return fill_holes(self.problem)

    @cached_property
    def too_large(self) -> str:
        return engine_named("compiled").too_large(self.problem)

    @cached_property
    def steps(self) -> float:
        """The steps of backtracking, by random probes; infinity where those fail."""
        from ..search.estimate import estimate

        with suppress(PuzzleError):
            return estimate(self.problem, PROBES, engine="backtracking", given=self.given).nodes
        return inf

    @property
    def steps_to_count(self) -> float:
        return self.steps * len(self.starts) / sum(start.orbit for start in self.starts)

    @cached_property
    def starts(self) -> list[Start]:
        """The starts from which a search finds each solution, or at least one of each orbit."""
        return self.starts_with()

    def starts_with(self, piece: str | None = None) -> list[Start]:
        """Return the starts with this piece, or with the one that has the fewest orbits."""
        puzzle, stop, each = self.problem, self.clock.stop, self.symmetry == "none"
        kind = "rotations" if each else self.symmetry
        if not self.given and (self.counts or not each):
            with suppress(PuzzleError):  # too many symmetries
                found = first_places(puzzle, kind, stop, piece)
                own = repeat([]) if each else stabiliser_tables(puzzle, [one for one, _ in found], kind, stop)
                if found:
                    return [Start([place], orbit, tables) for (place, orbit), tables in zip(found, own)]
        return [Start(self.given, 1, [] if each else option_tables(puzzle, kind, stop))]

    def search(self, name: str, stop: Stop) -> Iterator[tuple[Solution, int]]:
        """Yield solutions: the first of each orbit, or each with the number that it stands for."""
        puzzle, tray, orbits, module = self.problem, self.tray, set(), engine_named(name)
        for start in self.starts_to_list(stop) if name == "compiled" else self.starts:
            for solution in module.solutions(tray, start.hints, stop, **self.threads(name)):
                if tray is not puzzle:
                    solution = drop_holes(puzzle, solution)
                if start.tables:
                    image = least_image((puzzle.option[one] for one in solution), start.tables)
                    if image in orbits:
                        continue
                    orbits.add(image)
                yield solution, start.orbit if self.symmetry == "none" else 1

    def starts_to_list(self, stop: Stop) -> list[Start]:
        """Return starts with the piece that makes the least work, where many solutions are wanted."""
        from ..compiled.table import piece_to_list

        if self.symmetry != "none" and not (self.few or self.given):
            with suppress(PuzzleError):  # too many symmetries
                images = Symmetries(self.problem, stop).images(self.symmetry)
                if piece := piece_to_list(self.problem, images, stop):
                    return self.starts_with(piece)
        return self.starts

    def shape(self, found: Solution) -> Solution:
        """Return a solution of the puzzle that was asked about."""
        return found if self.problem is self.asked else drop_holes(self.asked, found)

    def to_count(self) -> PackingPuzzle:
        return self.tray


class CoverQuestion(Asked):
    is_puzzle = False
    steps = steps_to_count = inf  # unknown

    def __init__(self, cover: ExactCover, *asked):
        super().__init__(FOR_COVERS, *asked)
        if self.symmetry != "none":
            raise PuzzleError(f'symmetry {self.symmetry!r}: an exact cover problem has only "none"')
        self.cover, self.problem = cover, cover.holding(map(cover.number, self.given))
        self.given = ()

    def prepare(self) -> None:
        pass

    def search(self, name: str, stop: Stop) -> Iterator[tuple[Iterable[int], int]]:
        found = engine_named(name).search(self.problem, stop=stop, **self.threads(name))
        return ((chosen, 1) for chosen in found)

    def shape(self, found: Iterable[int]) -> tuple[Hashable, ...]:
        return tuple(map(self.cover.key, sorted(found)))

    def to_count(self) -> ExactCover:
        return self.problem


Question = PuzzleQuestion | CoverQuestion
