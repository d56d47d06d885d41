"""The workshop: a puzzle is painted cell by cell, with remarks; then it is solved, counted, played
by hand, and made ready for a printer."""

import itertools
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter

import ipywidgets as w
import traitlets as t

from makers.apart import Disassembly, take_apart, verify_apart
from makers.printing import PrintOptions, printed_parts, write_prints
from puzzlelib import pictures as draw
from puzzlelib.common.ending import Ending, raise_if_interrupted
from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.words import many
from puzzlelib.engines import Counted, count, solve
from puzzlelib.packing.files import catalogue, load, read_text
from puzzlelib.packing.puzzle import PackingPuzzle, Solution
from puzzlelib.packing.referee import verify
from puzzlelib.pictures.colours import colour
from puzzlelib.search.proofs import why_impossible

from ...kit.cards.card import Card, button, field
from ...kit.cards.modules import javascript, styles
from ..hands import sketch as drawing
from ..hands.remarks import sketch_remarks
from ..hands.sketch import MOST_PARTS, Sketch, read_sketch, sketch_of
from ..views.prints import parts_scene
from ..views.search_view import Steps
from .asking import Asking
from .assembly_player import AssemblyPlayer, headline
from .play import Play
from .puzzle_explorer import TRACERS, search_sentence
from .saving import file_name, keep_sketch, kept_sketch, name_here, write_new_text
from .stage import Stage
from .step_player import Player

HERE = "draw", "file"  # what the browser shows by itself
MOST_SHOWN, MORE_SECONDS = 100, 3  # solutions that are listed, and seconds to find them
STOPPED = {Ending.INTERRUPT: "stopped", Ending.TIME_LIMIT: "the time limit came"}
MOST_TRIED, SECONDS = 500, 20  # solutions that are taken apart, and seconds to find them
TELL_AFTER = 0.5  # seconds between two words on how far a count is
NO_CHANGES = {"past": [], "future": []}


class Bench(Asking):
    """The drawing in the browser. `sketch` and `history` follow what is painted, `chosen` is the
    part in front; `remarks` are about the sketch with the stamp `seen`, `told` is a sentence."""

    _esm = javascript("workshop")
    _css = styles("steps", "workshop")
    sketch = t.Dict().tag(sync=True, echo_update=False)
    history = t.Dict(NO_CHANGES).tag(sync=True, echo_update=False)
    chosen = t.Int(0, min=0, max=MOST_PARTS).tag(sync=True, echo_update=False)
    remarks = t.List().tag(sync=True)
    seen = t.Int(-1).tag(sync=True)
    told = t.Dict().tag(sync=True)
    showing = t.Unicode("draw").tag(sync=True)
    busy = t.Unicode("").tag(sync=True)
    catalogue = t.List(catalogue()).tag(sync=True)
    palette = t.List([list(colour(place)) for place in range(MOST_PARTS - 1)]).tag(sync=True)
    file = t.Unicode("").tag(sync=True)
    over = t.Bool(False).tag(sync=True)
    text = t.Unicode("").tag(sync=True)


class Workshop(Card):
    """A puzzle that is drawn: `sketch` is the drawing, `puzzle` the finished puzzle. `load`, `save`,
    `solve`, `count`, `step`, `play`, `take_apart` and `print_files` do what the buttons do."""

    def __init__(self, sketch: Sketch | None = None, file: str | None = None):
        self.own = file  # the name under which the drawing is kept for another kernel
        self.done: Disassembly | None = None
        self.counted: dict[PackingPuzzle, Counted] = {}  # up to rotations, in full
        self.bench = Bench(file=file or "")
        self.results = w.VBox(layout={"display": "none", "width": "100%"})
        super().__init__(self.bench, self.results, words="the workshop: draw a puzzle of your own")
        self.add_class("eo-workshop")
        self.take(sketch or drawing.sketch_of_nothing())
        self.bench.observe(lambda _: self.drawn_on(), "sketch")
        self.bench.observe(lambda _: self.show_results(), "showing")
        self.bench.obey({what: partial(self.at_work, *act) for what, act in self.actions().items()})

    def actions(self) -> dict[str, tuple[str, Callable[[], object]]]:
        """Return what each button does, and what is said meanwhile."""
        return {
            "new": ("Clearing …", self.clear),
            "solve": ("Looking for a solution …", self.solve),
            "count": ("Counting …", self.count),
            "step": ("The search is at work …", self.step),
            "play": ("Making the pieces …", self.play),
            "apart": ("Looking for a solution …", self.take_apart),
            "print": ("Making the parts …", self.ask_folder),
            "load": ("Loading …", lambda: self.load(self.bench.file)),
            "save": ("Saving …", lambda: self.save(self.bench.file, self.bench.over)),
            "text": ("Writing …", self.show_text),
            "use": ("Reading …", self.use_text),
        }

    def at_work(self, what: str, act: Callable[[], object]) -> None:
        """Do what a button is for, say meanwhile what is going on, and then what went wrong."""
        self.bench.busy = what
        try:
            act()
        except (PuzzleError, OSError) as problem:
            self.tell(str(problem), wrong=True)
        except KeyboardInterrupt:
            self.tell("Stopped.")
        finally:
            self.bench.busy = ""

    def tell(self, text: str, wrong: bool = False) -> None:
        """Write a sentence above the drawing."""
        number = self.bench.told.get("number", 0) + 1
        self.bench.told = {"say": text, "wrong": wrong, "number": number}

    # -- the drawing

    @property
    def sketch(self) -> Sketch:
        return read_sketch(self.bench.sketch)

    @property
    def puzzle(self) -> PackingPuzzle:
        """The puzzle that is drawn; `PuzzleError`, as for a file, if it is not finished."""
        return self.sketch.to_puzzle()

    def take(self, sketch: Sketch) -> None:
        """Draw another sketch; what was drawn before cannot be brought back by Undo."""
        before = self.bench.sketch.get("stamp", 0)
        with self.bench.hold_sync():
            self.bench.chosen = 0
            self.bench.history = NO_CHANGES
            self.bench.sketch = replace(sketch, stamp=before + 1).message()
        self.look()

    def drawn_on(self) -> None:
        """Keep what has been drawn, and look at it."""
        if self.own is not None:
            keep_sketch(self.sketch, self.own)
        self.look()

    def look(self) -> None:
        """Look at the drawing, and write the remarks beside it."""
        sketch = self.sketch
        said = [one.message() for one in sketch_remarks(sketch)]
        with self.bench.hold_sync():
            self.bench.remarks, self.bench.seen = said, sketch.stamp

    # -- what is done with it

    def show(self, what: str, card: w.Widget) -> None:
        """Show what was found instead of the drawing."""
        card.remove_class("eo-card")  # it fills what this card leaves of the screen
        self.results.children = [card]
        self.bench.showing = what

    def show_results(self) -> None:
        self.results.layout.display = "none" if self.bench.showing in HERE else None

    def solve(self) -> Solution | None:
        """Look for a solution, and show it; None if there is none.

        >>> card = workshop("little-cube")
        >>> card.solve()
        <Solution of Little cube: 3 pieces>
        """
        if found := self.find():
            puzzle, limits = found.puzzle, {"limit": MOST_SHOWN, "time_limit": MORE_SECONDS}
            more = solve(puzzle, symmetry="rotations", **limits)
            listed = [puzzle.solution(one) for one in more.solutions] or [found]
            self.show("solve", solution_card(listed))
            if len(listed) > 1:
                least = "" if more.complete else "the first "
                told = f"{least}{len(listed)} solutions up to rotations, by the slider"
                self.tell(f"{self.bench.told['say']} Below: {told}.")
        return found

    def clear(self) -> None:
        """Begin a new puzzle: a box of 3×3×3, and a piece without cells."""
        self.take(drawing.sketch_of_nothing())
        self.bench.showing = "draw"
        self.tell("A new puzzle.")

    def find(self) -> Solution | None:
        """Look for a solution, and say how it went."""
        puzzle = self.puzzle
        result = solve(puzzle)
        took = f"by {result.engine}, in {result.seconds:.2f} s"
        if not result.solutions:
            self.tell(nothing_found(puzzle, result.stopped, took), wrong=result.complete)
            return None
        found = puzzle.solution(result.solutions[0])
        verify(puzzle, found, most=result.most)
        self.tell(f"A solution, found {took}; the referee has checked it.")
        return found

    def count(self) -> int:
        """Count the solutions up to rotations.

        >>> workshop("little-cube").count()
        1
        """
        puzzle = self.puzzle
        found = count(puzzle, symmetry="rotations", progress=CountTold(self.bench))
        if found.complete:
            self.counted = {puzzle: found}
        self.bench.showing = "draw"
        self.tell(count_sentence(found))
        return found.count

    def step(self) -> Player:
        """Step through a search for the first solution, by Algorithm X."""
        puzzle, start = self.puzzle, perf_counter()
        trace = TRACERS["x"](puzzle)
        seconds = perf_counter() - start
        steps = Steps(trace)
        stage = Stage(draw.scene(puzzle), steps, label="The search", track=steps.track())
        player = Player(stage, words=f"the search, {many(len(trace), 'step')}")
        self.show("step", player)
        self.tell(search_sentence(trace, seconds))
        return player

    def play(self) -> Play:
        """Pack the box by hand."""
        card = Play(self.puzzle)
        self.show("play", card)
        self.tell("Pack the box by hand. Draw brings you back to the drawing.")
        return card

    def take_apart(self) -> Disassembly | None:
        """Take a solution apart move by move, or prove that this cannot be done; show either. Where
        the first solution is stuck, others are tried.

        >>> workshop("little-cube").take_apart().level
        '1'
        """
        solution = self.find()
        if not solution:
            return None
        done, others = take_apart(solution), ""
        if done.stuck:
            done, others = self.try_others(done)
        if done.stopped:
            self.tell(f"Stopped after {many(done.positions, 'position')}; nothing is proved.")
            return done
        verify_apart(done)
        self.done = done
        self.show("apart", AssemblyPlayer(done))
        said = headline(done)
        self.tell(f"{said[0].upper()}{said[1:]}; the referee has checked it.{others}")
        return done

    def try_others(self, stuck: Disassembly) -> tuple[Disassembly, str]:
        """Return a solution that comes apart, else a stuck one; and a sentence."""
        self.bench.busy = "The first solution is stuck. Looking for others …"
        limits = {"limit": MOST_TRIED, "time_limit": SECONDS}
        result = raise_if_interrupted(solve(self.puzzle, symmetry="rotations", **limits))
        for number, solution in enumerate(result.solutions, 1):
            self.bench.busy = f"Taking apart: solution {number} of {len(result.solutions)} …"
            done = take_apart(solution)
            if not done.stuck:
                return done, f" The first solution is stuck; this is number {number} of them."
        seen = f"{many(len(result.solutions), 'solution')} up to rotations"
        return stuck, f" Of {'all ' * result.complete}{seen} none comes apart."

    def ask_folder(self) -> None:
        """Show the parts in 3D, and ask where the files for a printer are to go."""
        puzzle = self.puzzle
        place = field("Folder", "420px", str(print_folder(puzzle)))
        said = "Making the files for a printer …"
        write = button("Write the files", lambda: self.at_work(said, lambda: self.print_files(place.value)))
        self.show("print", Card(w.HBox([place, write]), parts_stage(puzzle), words="the parts"))
        self.tell("Parts as STL and 3MF, sheets of layers and a card: where are they to go?")

    def print_files(self, folder: str | None = None) -> list[Path]:
        """Write files for a printer into a new folder beside the notebook; return their paths."""
        puzzle = self.puzzle
        place = print_folder(puzzle) if folder is None else Path(name_here(folder, "my-print"))
        known = self.counted.get(puzzle)
        facts = [("solutions", f"{known.count:,} up to rotations")] if known else []
        if self.done and self.done.possible and self.done.solution.puzzle == puzzle:
            facts.append(("levels", self.done.level))
        paths, parts = write_prints(puzzle, place, facts=facts)
        sheets = many(sum(path.name.startswith("sheet") for path in paths), "sheet")
        made = f"{many(len(paths), 'file')}: {many(len(parts), 'part')}, {sheets}, a card"
        self.tell(f"{place} has {made}.")
        return paths

    # -- files

    def load(self, name: str) -> None:
        """Draw a puzzle of the catalogue, or of a file of this folder. Errors: `PuzzleError`."""
        self.take(sketch_of(load(name if name in catalogue() else puzzle_file(name))))
        self.bench.showing = "draw"
        self.tell(f"Opened: {self.sketch.name}.")

    def save(self, name: str, over: bool = False) -> Path:
        """Write the puzzle into the folder of the notebook; return the file. Errors: `PuzzleError`,
        also for a drawing that is not finished."""
        path, text = Path(file_name(name, "my-puzzle")), self.puzzle_text()
        write_new_text(path, text, over)
        with self.bench.hold_sync():
            self.bench.file, self.bench.over, self.bench.text = path.name, False, text
        self.tell(f"Saved: {path}")
        return path

    def puzzle_text(self) -> str:
        """Return the puzzle as the text of a file; `PuzzleError` if it is not finished."""
        self.puzzle  # noqa: B018  only what can be read again is written
        return self.sketch.text()

    def show_text(self) -> None:
        self.bench.text = self.sketch.text()
        self.tell("The text is that of the drawing.")

    def use_text(self) -> None:
        self.take(sketch_of(read_text(self.bench.text, "the text")))
        self.bench.showing = "draw"
        self.tell(f"Drawn: {self.sketch.name}.")


class CountTold:
    """Tells a bench how far a count is, now and then."""

    def __init__(self, bench: Bench):
        self.bench, self.due = bench, perf_counter() + TELL_AFTER

    def __call__(self, share: float, found: int) -> None:
        if perf_counter() >= self.due:
            self.due = perf_counter() + TELL_AFTER
            self.bench.busy = f"Counting … {share:.0%}, {found:,} so far"


def puzzle_file(name: str) -> Path:
    """Return a file of the notebook's folder; a name without an ending is that of a YAML file.

    >>> puzzle_file("mine").name, puzzle_file("mine.xmpuzzle").name
    ('mine.yaml', 'mine.xmpuzzle')
    """
    path = Path(name_here(name, "my-puzzle"))
    return path if path.suffix else path.with_suffix(".yaml")


def solution_card(solutions: list[Solution]) -> Card:
    """Return a picture of each solution, with a slider from one to the next."""
    puzzle, last = solutions[0].puzzle, len(solutions)
    frames = [
        draw.frame(puzzle, dict.fromkeys(one, "solution"), say=f"Solution {k} of {last}.")
        for k, one in enumerate(solutions, 1)
    ]
    stage = Stage(draw.scene(puzzle), frames, label=f"Solutions of {puzzle.name}")
    return Card(stage, words=f"solutions of {puzzle.name}")


def print_folder(puzzle: PackingPuzzle) -> Path:
    """Return a folder beside the notebook that is not there yet, by the name of the puzzle."""
    stem = "-".join(re.findall(r"[a-z0-9]+", puzzle.name.lower()))[:40] or "puzzle"
    tries = (Path(f"{stem}-print{f'-{number}' * (number > 1)}") for number in itertools.count(1))
    return next(path for path in tries if not path.exists())


def parts_stage(puzzle: PackingPuzzle) -> Stage:
    """Return the parts of a puzzle as they will be printed, one after the other."""
    return Stage(*parts_scene(printed_parts(puzzle, PrintOptions())), label="Parts to print")


def show_parts(puzzle: PackingPuzzle) -> Card:
    """Show all that is printed of a puzzle in 3D, each part with its size.

    >>> show_parts(load("little-cube"))
    <the parts of Little cube; open the notebook in JupyterLab to use it>
    """
    return Card(parts_stage(puzzle), words=f"the parts of {puzzle.name}")


def nothing_found(puzzle: PackingPuzzle, stopped: Ending, took: str) -> str:
    """Say that there is no solution, and why, or that the search was stopped."""
    if stopped:
        return f"No solution so far: {STOPPED.get(stopped, stopped)} ({took})."
    reason = why_impossible(puzzle)
    return f"There is no solution ({took}){f': {reason}' if reason else ''}."


def count_sentence(found: Counted) -> str:
    """Return the number of solutions in a sentence."""
    least = "" if found.complete else "At least "
    short = "" if found.complete else f", {STOPPED.get(found.stopped, found.stopped)}"
    number = many(found.count, "solution")
    return f"{least}{number} up to rotations: by {found.engine}, in {found.seconds:.2f} s{short}."


def workshop(puzzle_or_file: PackingPuzzle | str | Path | None = None) -> Workshop:
    """Draw a puzzle of your own, or go on with one.

    Parameters: puzzle_or_file, a packing puzzle, the name of one of the catalogue, or of a file; a
    new name such as "mine.yaml" is that of the file to be written. None: an empty drawing. Errors:
    `PuzzleError`.

    >>> workshop("soma")
    <the workshop: draw a puzzle of your own; open the notebook in JupyterLab to use it>
    """
    if isinstance(puzzle_or_file, PackingPuzzle):
        return Workshop(sketch_of(puzzle_or_file))
    name = str(puzzle_or_file or "")
    if name in catalogue() or name != Path(name).name:
        return Workshop(sketch_of(load(name)))
    kept, path = kept_sketch(name), Path(name)  # of the notebook's folder
    is_new = not name or path.suffix == ".yaml" and not path.exists()
    card = Workshop(kept or (None if is_new else sketch_of(load(name))), name)
    if kept:
        card.tell("The drawing is as you left it.")
    return card
