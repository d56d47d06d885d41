"""The plate editor: six plates and a board to click, counters, files, solvers, and the way from the board to the cube to the net."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import anywidget
import ipywidgets as w
import traitlets as t

from . import plate_pictures
from .card import DEMO, Card, message, tell, working
from .engines import Result, solve
from .plate_files import load, read_text, to_yaml
from .plate_generator import generate_plates
from .plate_pictures import FRAME, Look, Show
from .plate_referee import verify_plates
from .plates import FRAME as CELLS_OF_FRAME
from .plates import Plate, PlateSet, areas_wrong, laid, named, puzzle_of
from .plates_command import solve_model
from .puzzles import PackingPuzzle, PuzzleError, one_of, short
from .recorder import many
from .stage import STEPS, STEPS_CSS, Stage
from .stl import write_safely
from .verify import least_image, option_tables
from .why_not import why_not

HERE = Path(__file__).parent
SOLVERS = {"HiGHS": "highs", "Gurobi": "gurobi", "CP-SAT": "cp-sat", "exact cover": "exact-cover"}
GOALS = {"cube": ("cube",), "board": ("board",), "both": ("board", "cube")}
SECONDS, MOST_SEED = 60, 99  # for one answer of a solver


class Borders(anywidget.AnyWidget):
    """The plates and the board in the browser; `plates` and `frame` follow what is clicked there."""

    _esm = STEPS + (HERE / "plate_editor.js").read_text(encoding="utf-8")
    _css = STEPS_CSS + (HERE / "plate_editor.css").read_text(encoding="utf-8")
    plates = t.List().tag(sync=True, echo_update=False)
    frame = t.List().tag(sync=True, echo_update=False)
    wood = t.List(list(FRAME[2:])).tag(sync=True)
    contrast = t.Bool(False).tag(sync=True)


class Moves(Stage):
    """A stage for plates on the move, which plays faster than a search."""

    _esm = Stage._esm.replace(
        '[["slow", 1600], ["normal", 800], ["fast", 250], ["very fast", 80]]',
        '[["slow", 500], ["normal", 150], ["fast", 60]]',
    )


class PlateEditor(Card):
    """Plates to edit, to load and to save; the stage shows them, and what a solver found."""

    def __init__(self, plates: PlateSet, target: str = "cube"):
        self.start, self.found, self.why = plates, {}, None
        self.borders, self.line, self.file_line = Borders(), message(), message()
        self.stage = Moves(Show(plates).scene(), [Show(plates)[0]], plate_pictures.parts, label="The plates")
        self.make_controls(target)
        for sheet in (self.borders, self.stage):
            t.dlink((DEMO, "on"), (sheet, "contrast"))
        self.steps, self.link = w.HBox(), None
        self.borders.layout = w.Layout(flex="0 0 auto", max_width="100%")
        right = w.VBox(
            [*self.rows(), self.line, self.steps, self.stage],
            layout=w.Layout(flex="1 1 500px", min_width="0", padding="0 0 0 12px"),
        )
        super().__init__(w.HBox([self.borders, right]), words=f"the plate editor, with the set {plates.name}")
        self.add_class("eo-platecard")
        self.take(plates)

    # -- controls ---------------------------------------------------------------------------------------------------------

    def make_controls(self, target: str) -> None:
        """Everything that is pressed, chosen and written."""
        wide, auto = {"button_width": "auto"}, w.Layout(width="auto")
        self.target = w.ToggleButtons(
            description="for", options=list(GOALS), value=target, style=wide, layout=auto
        )
        self.solver = w.Dropdown(description="solver", options=SOLVERS, layout=w.Layout(width="230px"))
        self.seed = w.IntSlider(
            description="seed", max=MOST_SEED, continuous_update=False, layout=w.Layout(width="260px")
        )
        self.file = w.Text(
            description="file",
            placeholder="a name or a path",
            continuous_update=False,
            layout=w.Layout(width="300px"),
        )
        self.over = w.Checkbox(description="overwrite", indent=False, layout=w.Layout(width="auto"))
        self.text = w.Textarea(
            description="YAML", rows=10, placeholder="the text of a plates file", layout=w.Layout(width="95%")
        )
        self.more = w.ToggleButton(description="Load and save …", layout=auto)

    def rows(self) -> Iterator[w.Widget]:
        """The controls in rows, each button with what it does."""
        yield w.HBox(
            [
                self.target,
                self.seed,
                button("Make a set", self.make, "A set with this seed that can be solved"),
            ]
        )
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
        drawer = w.VBox([files, self.text, texts, self.file_line], layout=w.Layout(display="none"))
        self.more.observe(
            lambda change: setattr(drawer.layout, "display", "" if change.new else "none"), "value"
        )
        yield drawer

    # -- the set ----------------------------------------------------------------------------------------------------------

    @property
    def plates(self) -> PlateSet:
        """The set as it stands in the editor. It has a board if it came with one, or if a cell of the frame is filled."""
        plates = tuple(Plate(one["name"], tuple(one["cells"])) for one in self.borders.plates)
        frame = (
            tuple(self.borders.frame) if any(self.borders.frame) or self.start.border30 is not None else None
        )
        same = (plates, frame) == (self.start.plates, self.start.border30)
        return self.start if same else PlateSet(self.start.name, plates, frame)

    def take(self, plates: PlateSet) -> None:
        """Put another set into the editor."""
        self.start, look = plates, Look(plates)
        with self.one_edit():
            self.borders.plates = [
                {
                    "name": plate.name,
                    "label": look.labels[plate.name],
                    "cells": list(plate.border12),
                    **dict(zip(("fill", "ink"), look.paint[plate.name])),
                }
                for plate in plates.plates
            ]
            self.borders.frame = list(plates.border30 or [False] * CELLS_OF_FRAME)

    @contextmanager
    def one_edit(self) -> Iterator[None]:
        """Several changes from Python as one."""
        self.borders.unobserve_all()
        with self.borders.hold_sync():
            yield
        self.borders.observe(lambda _: self.edited(), ["plates", "frame"])
        self.edited()

    def edited(self) -> None:
        """Another set: what was found before is no answer to it."""
        self.found, self.why = {}, None
        self.show()
        tell(self.line, "")

    def make(self) -> None:
        """The set that belongs to the seed, for the chosen target."""
        with working(self.stage, self.line, "Making a set …"):
            self.take(generate_plates(self.seed.value, self.target.value, time_limit=SECONDS))
            tell(self.line, f"Set {self.start.name}: it can be solved.")

    def clear(self) -> None:
        """Empty every border cell."""
        with self.one_edit():
            self.borders.plates = [
                one | {"cells": [False] * len(one["cells"])} for one in self.borders.plates
            ]
            self.borders.frame = [False] * CELLS_OF_FRAME

    def reset(self) -> None:
        """The set as it was made or loaded."""
        self.take(self.start)

    # -- solving ----------------------------------------------------------------------------------------------------------

    def solve(self) -> None:
        """Solve for the target, show what is found, and say it."""
        self.answer(self.solve_one)

    def count(self) -> None:
        """Find all solutions, and say how many there are."""
        self.answer(self.count_one)

    def answer(self, one) -> None:
        """Ask for each goal of the target, as long as nothing stops us."""
        plates, said, wrong, self.why = self.plates, [], False, None
        with working(self.stage, self.line, f"{self.solver.label} is at work …"):
            for goal in GOALS[self.target.value]:
                try:
                    said.append(one(plates, goal))
                except PuzzleError as problem:
                    said.append(f"{goal.capitalize()}: {problem}.")
                    wrong = True
                tell(self.line, " ".join(said), wrong)
            self.show()

    def solve_one(self, plates: PlateSet, goal: str) -> str:
        """One solution; it is kept for the picture."""
        puzzle = ready(plates, goal)
        result, note = searched(puzzle, self.solver.value, 1)
        if not result.solutions:
            return f"{goal.capitalize()}: {self.nothing(puzzle, result)}{note}"
        verify_plates(plates, named(plates, result.solutions[0]), goal)
        self.found[goal] = laid(plates, goal, result.solutions[0])
        return f"{goal.capitalize()}: solved in {result.seconds:.2f} s.{note}"

    def count_one(self, plates: PlateSet, goal: str) -> str:
        """The number of solutions, raw and up to rotation."""
        puzzle = ready(plates, goal)
        result, note = searched(puzzle, self.solver.value, None)
        if result.complete and not result.solutions:
            return f"{goal.capitalize()}: {self.nothing(puzzle, result)}{note}"
        return f"{goal.capitalize()}: {counted(puzzle, result)}{note}"

    def nothing(self, puzzle: PackingPuzzle, result: Result) -> str:
        """Why there is no solution to show; where that is proved, the picture marks the cells that it is about."""
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

    # -- the picture ------------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Why there is no solution; or what was found, with both the way from the board to the cube; or the plates lying apart."""
        if self.why:
            scene, frame = self.why.picture()
            self.stage.show(scene, [frame | {"say": ""}])  # the line above says it
        else:
            show = Show(self.plates, **self.found)
            self.stage.show(show.scene(), show, show.track())
        self.stage.label = (
            f"Plates: {'no solution' if self.why else ' and '.join(self.found) or 'not placed yet'}"
        )
        self.fit()

    def fit(self) -> None:
        """A slider for the moments there are. A new one each time: the End key would go to the old one's last step."""
        if self.link:
            self.link.unlink()
            self.slider.close()
        self.link, self.steps.children = None, []
        if self.stage.count > 1:
            self.slider = w.IntSlider(
                description="step", max=self.stage.count - 1, layout=w.Layout(width="95%")
            )
            self.link = w.jslink((self.slider, "value"), (self.stage, "step"))
            self.steps.children = [self.slider]

    # -- files ------------------------------------------------------------------------------------------------------------

    def load_file(self) -> None:
        """A set of the library, or a file."""
        with working(self.stage, self.file_line, "Loading …"):
            self.loaded(load(self.file.value.strip()))

    def use_text(self) -> None:
        """The set that is written in the text area."""
        with working(self.stage, self.file_line, "Reading …"):
            self.loaded(read_text(self.text.value, "the text"))

    def loaded(self, plates: PlateSet) -> None:
        """Take a set that was read without an error."""
        self.take(plates)
        self.text.value = to_yaml(plates)
        tell(self.file_line, f"Loaded: {plates.name}.")

    def show_text(self) -> None:
        """The set as YAML."""
        self.text.value = to_yaml(self.plates)
        tell(self.file_line, "The text is that of the plates as they stand.")

    def save_file(self) -> None:
        """Write the set into the notebook's folder; a file that is there stays, unless “overwrite” is ticked."""
        with working(self.stage, self.file_line, "Saving …"):
            path = Path(file_name(self.file.value))
            self.text.value = to_yaml(self.plates)
            write(path, self.text.value, self.over.value)
            self.over.value = False
            tell(self.file_line, f"Saved: {path}")


def button(name: str, act, tooltip: str = "", style: str = "") -> w.Button:
    """A button that is as wide as its name."""
    made = w.Button(description=name, tooltip=tooltip, button_style=style, layout=w.Layout(width="auto"))
    made.on_click(lambda _: act())
    return made


# ---- files ----------------------------------------------------------------------------------------------------------------


def file_name(text: str) -> str:
    """The name of a YAML file in this folder; `PuzzleError` for none, and for a path to elsewhere.

    >>> file_name("mine"), file_name("mine.yml")
    ('mine.yaml', 'mine.yml')
    """
    name = text.strip()
    if not name or name != Path(name).name or name.startswith("."):
        raise PuzzleError(
            f"file {short(name)}: write a name to save under, such as my-plates; the file comes into the folder of this notebook"
        )
    return name if Path(name).suffix in (".yaml", ".yml") else f"{name}.yaml"


def write(path: Path, text: str, over: bool) -> None:
    """Write a file as a whole or not at all; `PuzzleError` if there is one already, unless it may be written over."""
    if path.exists() and not over:
        raise PuzzleError(
            f"{path} is there already and was left as it is: take another name, or tick “overwrite”"
        )
    write_safely(path, text.encode(), over)


# ---- solving --------------------------------------------------------------------------------------------------------------


def ready(plates: PlateSet, goal: str) -> PackingPuzzle:
    """The puzzle, if its areas fit; else `PuzzleError` with the numbers."""
    puzzle = puzzle_of(plates, goal)
    if wrong := areas_wrong(plates, goal):
        raise PuzzleError(wrong)
    return puzzle


def searched(puzzle: PackingPuzzle, solver: str, limit: int | None) -> tuple[Result, str]:
    """What a solver found within `SECONDS`, and a note if another one had to take over."""
    if solver == "exact-cover":
        return solve(puzzle, "dlx", limit, SECONDS), ""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        result = solve_model(puzzle, solver, limit, SECONDS)
    return result, "".join(f" {warning.message}" for warning in said if "took over" in str(warning.message))


STOPPED = {"interrupt": "stopped", "time limit": "the time limit came"}


def counted(puzzle: PackingPuzzle, result: Result) -> str:
    """How many solutions, raw and up to rotation."""
    raw, took = many(len(result.solutions), "solution"), f"{result.seconds:.2f} s"
    if not result.complete:
        return f"at least {raw}; {STOPPED[result.stopped]} after {took}."
    tables = option_tables(puzzle, "rotations")
    orbits = {
        least_image((puzzle.option[place] for place in solution), tables) for solution in result.solutions
    }
    return f"{raw}, {len(orbits):,} up to rotation ({took})."


# ---- the door -------------------------------------------------------------------------------------------------------------


def plate_editor(plates: PlateSet | str | Path | None = None, target: str = "cube") -> PlateEditor:
    """Edit six plates and a board, solve them, and watch the plates go from the board to the cube and into its net.

    Parameters: plates, a set, or the name or path of one (None: a set that does both); target, "cube", "board" or "both".
    Errors: `PuzzleError`.

    >>> plate_editor("pinwheels")
    <the plate editor, with the set Pinwheels; open the notebook in JupyterLab to use it>
    """
    one_of("target", target, GOALS)
    plates = load("both-ways" if plates is None else plates) if not isinstance(plates, PlateSet) else plates
    return PlateEditor(plates, target)
