"""The plate editor: six plates and a board to click, counters, files, solvers, and the way from the board to
the cube to the net."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import ipywidgets as w
import traitlets as t

from puzzlelib.common.ending import Ending
from puzzlelib.common.errors import PuzzleError, check_choice
from puzzlelib.common.words import many
from puzzlelib.engines import Result
from puzzlelib.ilp.explain import why_not
from puzzlelib.packing.puzzle import PackingPuzzle
from puzzlelib.packing.symmetry import orbits
from puzzlelib.plates.engines import solve_noted
from puzzlelib.plates.files import load, read_text, to_yaml
from puzzlelib.plates.generate import generate_plates
from puzzlelib.plates.plate import FRAME as CELLS_OF_FRAME
from puzzlelib.plates.plate import Plate, PlateSet, checked_border
from puzzlelib.plates.puzzles import Spot, areas_wrong, laid, puzzle_of, with_own_names
from puzzlelib.plates.referee import verify_plates
from puzzlelib.search import algorithm_x

from ..kit.cards.card import AUTO, Card, button, choice, field, message, slider, tell, tick, usable
from ..kit.cards.modules import javascript, styles
from ..kit.cards.projector import Projected
from ..puzzles.cards.saving import file_name, write_new_text
from ..puzzles.cards.stage import Stage
from ..puzzles.views import reasons
from ..puzzles.views.plates import FRAME, Look, Show

SOLVERS = {"HiGHS": "highs", "Gurobi": "gurobi", "CP-SAT": "cp-sat", "exact cover": "exact-cover"}
GOALS = {"cube": ("cube",), "board": ("board",), "both": ("board", "cube")}
SECONDS, MOST_SEED = 60, 99  # for one answer of a solver


class Borders(Projected):
    """The plates and the board in the browser; `plates` and `frame` follow what is clicked there."""

    _esm = javascript("plate_editor")
    _css = styles("steps", "plate_editor")
    plates = t.List().tag(sync=True, echo_update=False)
    frame = t.List().tag(sync=True, echo_update=False)
    wood = t.List(list(FRAME[2:])).tag(sync=True)

    @t.validate("plates")
    def six(self, proposal) -> list:
        return usable(proposal, lambda listed: PlateSet("these plates", plates_in(listed)))

    @t.validate("frame")
    def around(self, proposal) -> list:
        return usable(proposal, lambda frame: checked_border("frame", frame, CELLS_OF_FRAME))


def plates_in(listed: list) -> tuple[Plate, ...]:
    return tuple(Plate(one["name"], one["cells"]) for one in listed)


class Moves(Stage):
    """A stage for plates on the move, which plays faster than a search."""

    pace = t.Int(150).tag(sync=True)


def first_laid(plates: PlateSet, target: str) -> list[Spot]:
    """Return where the plates lie in a first solution."""
    return laid(plates, target, next(algorithm_x.solutions(puzzle_of(plates, target))))


def from_board_to_cube(plates: PlateSet | str) -> Card:
    """Show step by step how each plate of a set, or of the one with this name, goes from its place on
    the board to its face of the cube, and how the cube opens up."""
    plates = load(plates) if isinstance(plates, str) else plates
    show = Show(plates, first_laid(plates, "board"), first_laid(plates, "cube"))
    stage = Moves(
        show.scene(), show, label="From the board to the cube, and into its net", track=show.track()
    )
    return Card(stage.add_class("eo-film"), words="from the board to the cube, and into its net")


class PlateEditor(Card):
    """Plates to edit, to load and to save; the stage shows them, and what a solver found."""

    def __init__(self, plates: PlateSet, target: str = "cube"):
        self.start, self.found, self.why, self.halted = plates, {}, None, False
        self.borders, self.file_line = Borders(), message()
        self.stage = Moves(Show(plates).scene(), [Show(plates)[0]], label="The plates")
        self.make_controls(target)
        self.borders.layout = w.Layout(flex="0 0 auto", max_width="100%")
        right = w.VBox(
            [*self.rows(), self.line, self.stage],
            layout=w.Layout(flex="1 1 500px", min_width="0", padding="0 0 0 12px"),
        )
        super().__init__(w.HBox([self.borders, right]), words=f"the plate editor, with the set {plates.name}")
        self.add_class("eo-platecard").add_class("eo-film")
        self.take(plates)

    # -- controls

    def make_controls(self, target: str) -> None:
        self.target = choice("for", list(GOALS), target)
        self.solver = w.Dropdown(description="solver", options=SOLVERS, layout={"width": "230px"})
        self.seed = slider("seed", MOST_SEED, width="260px")
        self.file = field("file", "300px", placeholder="a name or a path")
        self.over = tick("overwrite")
        hint = "the text of a plates file"
        self.text = w.Textarea(description="YAML", rows=10, placeholder=hint, layout={"width": "95%"})
        self.more = w.ToggleButton(description="Load and save …", layout=AUTO)

    def rows(self) -> Iterator[w.Widget]:
        make = button("Make a set", self.make, "A set with this seed that can be solved")
        yield w.HBox([self.target, self.seed, make])
        yield w.HBox(
            [
                self.solver,
                button("Solve", self.solve, style="primary"),
                button("Count", self.count, "How many solutions are there?"),
                button("Clear", self.clear, "Empty all border cells"),
                button("Reset", self.reset, "The set as it was"),
                self.more,
            ]
        )
        files = w.HBox([self.file, button("Load", self.load_file), button("Save", self.save_file), self.over])
        texts = w.HBox([button("Show as text", self.show_text), button("Use this text", self.use_text)])
        drawer = w.VBox([files, self.text, texts, self.file_line])
        show = {True: "", False: "none"}.get
        t.dlink((self.more, "value"), (drawer.layout, "display"), show)
        yield drawer

    # -- the set

    @property
    def plates(self) -> PlateSet:
        """The set in the editor; it has a board if it came with one, or if a cell of the frame is filled."""
        plates, frame = plates_in(self.borders.plates), tuple(self.borders.frame)
        if not any(frame) and self.start.border30 is None:
            frame = None
        same = (plates, frame) == (self.start.plates, self.start.border30)
        return self.start if same else PlateSet(self.start.name, plates, frame)

    def take(self, plates: PlateSet) -> None:
        self.start, look = plates, Look(plates)
        with self.one_edit():
            names = "name", "label", "cells", "fill", "ink"
            self.borders.plates = [
                dict(zip(names, (one.name, look.labels[one.name], list(one.border12), *look.paint[one.name])))
                for one in plates.plates
            ]
            self.borders.frame = list(plates.border30 or [False] * CELLS_OF_FRAME)

    @contextmanager
    def one_edit(self) -> Iterator[None]:
        self.borders.unobserve_all()
        with self.borders.hold_sync():
            yield
        self.borders.observe(lambda _: self.forget(), ["plates", "frame"])
        self.forget()

    def forget(self) -> None:
        """Forget what was found: it is no answer to another set."""
        self.found, self.why = {}, None
        self.show()
        self.tell("")

    def make(self) -> None:
        with self.working("Making a set …"):
            self.take(generate_plates(self.seed.value, self.target.value, time_limit=SECONDS))
            self.tell(f"Set {self.start.name}: it can be solved.")

    def clear(self) -> None:
        with self.one_edit():
            self.borders.plates = [
                one | {"cells": [False] * len(one["cells"])} for one in self.borders.plates
            ]
            self.borders.frame = [False] * CELLS_OF_FRAME

    def reset(self) -> None:
        self.take(self.start)

    # -- solving

    def solve(self) -> None:
        self.answer(limit=1)

    def count(self) -> None:
        self.answer(limit=None)

    def answer(self, limit: int | None) -> None:
        """Ask for each goal of the target, as long as nothing stops us."""
        plates, said, wrong, self.why, self.halted = self.plates, [], False, None, False
        with self.working(f"{self.solver.label} is at work …"):
            for goal in GOALS[self.target.value]:
                try:
                    answer = self.answer_one(plates, goal, limit)
                except PuzzleError as problem:
                    answer, wrong = f"{problem}.", True
                said.append(f"{goal.capitalize()}: {answer}")
                self.tell(" ".join(said), wrong)
                if self.halted:
                    break
            self.show()

    def answer_one(self, plates: PlateSet, goal: str, limit: int | None) -> str:
        """Solve one goal and return the result in words; keep a solution for the picture, unless
        all are counted."""
        puzzle = ready(plates, goal)
        result, notes = solve_noted(puzzle, self.solver.value, limit, SECONDS)
        self.halted = result.stopped == Ending.INTERRUPT
        note = "".join(f" {note}" for note in notes if "took over" in note)
        if not result.solutions and (result.complete or limit):
            return self.nothing(puzzle, result) + note
        if not limit:
            return count_in_words(puzzle, result) + note
        verify_plates(plates, with_own_names(plates, result.solutions[0]), goal)
        self.found[goal] = laid(plates, goal, result.solutions[0])
        return f"solved in {result.seconds:.2f} s.{note}"

    def nothing(self, puzzle: PackingPuzzle, result: Result) -> str:
        """Return why there is no solution; where that is proved, the picture marks the cells that it is
        about.
        """
        if not result.complete:
            return f"{STOPPED[result.stopped]} after {result.seconds:.1f} s, nothing found so far."
        said = f"there is no solution ({result.seconds:.2f} s)"
        if self.why:
            return f"{said}; solve for it alone to see why."
        self.stage.busy = "There is no solution. Looking for the reason …"
        try:
            self.why = why_not(puzzle)
        except KeyboardInterrupt:
            return f"{said}; stopped before the reason was found."
        return f"{said}. {self.why.say}"

    # -- the picture

    def show(self) -> None:
        """Show why there is no solution; or the way through what was found; or the plates lying apart."""
        if self.why:
            scene, frame = reasons.picture(self.why)
            self.stage.show(scene, [frame | {"say": ""}])  # the line above says it
        else:
            show = Show(self.plates, **self.found)
            self.stage.show(show.scene(), show, show.track())
        found = " and ".join(self.found) or "not placed yet"
        self.stage.label = f"Plates: {'no solution' if self.why else found}"

    # -- files

    def load_file(self) -> None:
        with self.working("Loading …", self.file_line):
            self.take_loaded(load(self.file.value.strip()))

    def use_text(self) -> None:
        with self.working("Reading …", self.file_line):
            self.take_loaded(read_text(self.text.value, "the text"))

    def take_loaded(self, plates: PlateSet) -> None:
        self.take(plates)
        self.text.value = to_yaml(plates)
        tell(self.file_line, f"Loaded: {plates.name}.")

    def show_text(self) -> None:
        self.text.value = to_yaml(self.plates)
        tell(self.file_line, "The text is that of the plates as they are.")

    def save_file(self) -> None:
        with self.working("Saving …", self.file_line):
            path = Path(file_name(self.file.value))
            self.text.value = to_yaml(self.plates)
            write_new_text(path, self.text.value, self.over.value)
            self.over.value = False
            tell(self.file_line, f"Saved: {path}")


# -------- solving


def ready(plates: PlateSet, goal: str) -> PackingPuzzle:
    """Return the puzzle, if its areas fit; else `PuzzleError` with the numbers."""
    puzzle = puzzle_of(plates, goal)
    if wrong := areas_wrong(plates, goal):
        raise PuzzleError(wrong)
    return puzzle


STOPPED = {"interrupt": "stopped", "time limit": "the time limit came"}


def count_in_words(puzzle: PackingPuzzle, result: Result) -> str:
    raw, took = many(len(result.solutions), "solution"), f"{result.seconds:.2f} s"
    if not result.complete:
        return f"at least {raw}; {STOPPED[result.stopped]} after {took}."
    return f"{raw}, {len(orbits(puzzle, result.solutions)):,} up to rotation ({took})."


# -------- the door


def plate_editor(plates: PlateSet | str | Path | None = None, target: str = "cube") -> PlateEditor:
    """Edit six plates and a board, solve them, and watch the plates go from the board to the cube and into
    its net.

    Parameters: plates, a set, or the name or path of one (None: a set that does both); target, "cube",
    "board" or "both". Errors: `PuzzleError`.

    >>> plate_editor("pinwheels")
    <the plate editor, with the set Pinwheels; open the notebook in JupyterLab to use it>
    """
    check_choice("target", target, GOALS)
    plates = load("both-ways" if plates is None else plates) if not isinstance(plates, PlateSet) else plates
    return PlateEditor(plates, target)
