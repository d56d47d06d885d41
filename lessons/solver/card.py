"""The card *Your solver*: what a student has kept, run on puzzles beside the library."""

from base64 import b64encode
from html import escape

import ipywidgets as w

from makers.apart import Disassembly
from puzzlelib import pictures as draw
from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.engines import solve
from puzzlelib.packing.files import load
from puzzlelib.packing.puzzle import Solution
from puzzlelib.pictures.blocks import Frame, Scene

from ..kit.cards.card import Card, button, choice, html
from ..kit.cards.parts import is_as_written, pack_parts, read_part, unpack_parts
from ..kit.cards.results import table
from ..kit.cards.still import widgets_in
from ..kit.checks.course import kept_parts
from ..kit.checks.judge import error_line, verdict
from ..kit.ground.errors import CourseError
from ..puzzles.cards.stage import Stage
from ..puzzles.cards.step_player import Player, player
from ..puzzles.checks.own_cases import own_cases
from ..puzzles.checks.own_search import watch_own_search
from ..puzzles.live.own_search_state import VIEWS_OF, first_stop
from ..puzzles.views.taken_apart import FirstPart
from .programs import PROGRAMS, Program
from .runs import Run, Tree, open_program, run
from .tasks import Shown

HEAD = "puzzle", "asked for", "your program", "nodes", "library's nodes", "seconds", "library's seconds"
STEPPED = "by_piece", "algorithm_x"  # whose calls can be shown one by one
NOTHING_YET = (
    "Solve one of these exercises: its program is kept. Those with arguments run here, and packing.lp."
)
BY_LIBRARY = "Soma, packed by the library"


class YourSolver(Card):
    """A table of what is kept, a program to choose, its runs, and the last packing."""

    def __init__(self):
        self.stage = Stage(*picture(raise_if_interrupted(solve(load("soma")))[0]), label=BY_LIBRARY)
        self.results, self.steps = w.VBox(), w.VBox()
        self.program = choice("program", [])
        self.start = button("Run it", self.run, "Run it on each puzzle of its table", "primary")
        self.saving = html("")
        self.upload = w.FileUpload(accept=".zip", description="Take a zip back", layout={"width": "auto"})
        super().__init__(words="your solver")
        self.put(
            w.HBox([self.program, self.start]),
            self.line,
            self.results,
            self.stage,
            self.steps,
            w.HBox([self.saving, self.upload]),
        )
        self.program.observe(lambda _: self.clear(), "value")
        self.upload.observe(lambda _: self.take(), "value")
        self.look()

    def look(self) -> None:
        """Show what is kept now."""
        there = [(one.name, one) for one in PROGRAMS if read_part(one.file)]
        self.program.options, self.start.disabled = there, not there
        self.program.index = 0 if there else None
        self.saving.value = zip_link(pack_parts())
        self.clear()

    def clear(self) -> None:
        """Show what is kept in place of the runs of another program."""
        self.results.children = [table(("program", "exercise", "kept"), *overview_rows())]
        self.play()
        self.tell("" if self.program.value else NOTHING_YET)

    def run(self) -> None:
        """Run the chosen program on each of its puzzles, after its check."""
        program: Program = self.program.value
        rows: list[Run] = []
        with self.working(f"Checking {program.file} …", stopped="Stopped."):
            text = checked_text(program)
            for make in program.tasks:
                task = make()
                self.stage.busy = f"{program.name}: {task.name}, {len(rows) + 1} of {len(program.tasks)} …"
                rows.append(run(program, text, task))
                self.results.children = [table(HEAD, *map(row, rows))]
                self.show(rows[-1].shown, f"{task.name}, by your {program.name}")
            self.tell(summary(rows))
            self.step_through(program, text)

    def show(self, shown: Shown, label: str) -> None:
        """Show a packing, or step by step how one comes apart."""
        if isinstance(shown, Solution):
            self.stage.show(*picture(shown))
            self.stage.label = label
        elif isinstance(shown, Disassembly):
            moves = FirstPart(shown)
            stage = Stage(moves.scene(), moves, label=label, track=moves.track())
            self.play(Player(stage, html(escape(label)), words=label))

    def play(self, *players: Player) -> None:
        """Show steps below the runs; those of before are closed."""
        for old in self.steps.children:
            for widget in [*widgets_in(old)]:
                widget.close()
        self.steps.children = players

    def step_through(self, program: Program, text: str) -> None:
        """Show the calls of a search on a small problem, one by one."""
        if (name := program.name) in STEPPED:
            function = open_program(text, program.file).function
            found = watch_own_search(function, name, own_cases(name)[0])
            shown = player(found.trace, f"your {name}, step by step", views=VIEWS_OF[found.trace.form])
            shown.step.value = first_stop(found)
            self.play(shown)

    def take(self) -> None:
        """Take the programs of a zip back; the same zip may come again."""
        files, self.upload.value = self.upload.value, ()
        if not files:
            return None
        try:
            taken = [name for file in files for name in unpack_parts(bytes(file.content))]
        except CourseError as problem:
            return self.tell(str(problem), wrong=True)
        self.look()
        self.tell(f"Taken back: {', '.join(taken) or 'nothing'}.")


def checked_text(program: Program) -> str:
    """Return a kept program that its check still calls right; else `CourseError` with what is wrong."""
    text = read_part(program.file) or ""
    try:
        answer = open_program(text, program.file).function if program.file.endswith(".py") else text
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise CourseError(f"{program.file}: {error_line(error)}") from None
    found = verdict(program.exercise, answer)
    if found.status != "correct":
        raise CourseError(f"{program.file}: {found}")
    return text


def picture(packing: Solution) -> tuple[Scene, list[Frame]]:
    """Return the scene of a packing, and its one frame."""
    puzzle, filled = packing.puzzle, dict.fromkeys(packing, "solution")
    return draw.scene(puzzle), [draw.frame(puzzle, filled)]


def overview_rows() -> list[tuple[str, str, str]]:
    calls = {one.file: one.call for one in PROGRAMS}
    return [(calls.get(part.file, part.file), id, state(part.file)) for id, part in kept_parts().items()]


def state(file: str) -> str:
    """Return whether a program is there, and whose it is."""
    text = read_part(file)
    if text is None:
        return "not yet"
    return "yes" if is_as_written(text) else "yes, changed by you"


def row(ran: Run) -> tuple:
    judged = f"{'✓' if ran.is_right else '✗'} {ran.words}"
    own, library = ran.own, ran.library
    beside = "–" if library.nodes is None else seconds(library)
    return ran.task.name, ran.task.asked, judged, nodes(own), nodes(library), seconds(own), beside


def nodes(tree: Tree) -> object:
    return "–" if tree.nodes is None else tree.nodes


def seconds(tree: Tree) -> str:
    return f"{tree.seconds:.2f}"


def summary(rows: list[Run]) -> str:
    """Return how many runs were right, and how the trees compare."""
    right = sum(one.is_right for one in rows)
    equal = sum(one.is_right and one.own.nodes == one.library.nodes is not None for one in rows)
    words = f"Right on {right} of {len(rows)} puzzles."
    return f"{words} Your tree is the library's, node for node, on {equal} of them." if equal else words


def zip_link(content: bytes) -> str:
    """Return a link that saves all programs as one file."""
    if not content:
        return ""
    data = b64encode(content).decode()
    return f'<a download="my-solver.zip" href="data:application/zip;base64,{data}">Save all as a zip</a>'


def your_solver() -> YourSolver:
    """Return the card with the programs that you have kept."""
    return YourSolver()
