"""The card *Your solver*: what a student has kept, run on puzzles beside the library."""

from base64 import b64encode
from collections.abc import Iterator
from html import escape

import ipywidgets as w

from makers.apart import Disassembly
from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.common.words import many
from puzzlelib.engines import solve
from puzzlelib.packing.files import load
from puzzlelib.packing.puzzle import Solution

from ..kit.cards.card import Card, button, choice, html
from ..kit.cards.parts import is_as_written, pack_parts, read_part, run_part, unpack_parts
from ..kit.cards.results import table
from ..kit.cards.still import widgets_in
from ..kit.checks.course import kept_parts
from ..kit.checks.judge import fault_alone, find_exercise
from ..kit.ground.errors import CourseError
from ..puzzles.cards.stage import Stage
from ..puzzles.cards.step_player import Player, player
from ..puzzles.checks.own_cases import own_cases
from ..puzzles.checks.own_search import watch_own_search
from ..puzzles.live.own_search_state import VIEWS_OF, first_stop
from ..puzzles.views.taken_apart import FirstPart
from .programs import PROGRAMS, KeptProgram
from .runs import Run, library_tree, run
from .tasks import Shown, packing_frame

HEAD = "puzzle", "asked for", "your program", "nodes", "library's nodes", "seconds", "library's seconds"
STEPPED = "by_piece", "algorithm_x"  # whose calls can be shown one by one
NOTHING_YET = "Solve one of these exercises: its program is kept, and many of them run here."


class YourSolver(Card):
    """A table of what is kept, a program to choose, its runs, and the last packing."""

    def __init__(self):
        soma = raise_if_interrupted(solve(load("soma")))[0]
        scene, frame = packing_frame(soma)
        self.stage = Stage(scene, [frame], label="Soma, packed by the library")
        self.results, self.steps, self.saving = w.VBox(), w.VBox(), html("")
        self.program = choice("program", [])
        self.start = button("Run it", self.run, "Run it on each puzzle of its table", "primary")
        self.upload = w.FileUpload(accept=".zip", description="Take a zip back", layout={"width": "auto"})
        super().__init__(words="your solver")
        controls, files = w.HBox([self.program, self.start]), w.HBox([self.saving, self.upload])
        self.put(controls, self.line, self.results, self.stage, self.steps, files)
        self.program.observe(lambda _: self.clear(), "value")
        self.upload.observe(lambda _: self.take(), "value")
        self.look()

    def look(self) -> None:
        """Show what is kept now."""
        there = [(one.part.name, one) for one in PROGRAMS if read_part(one.part.file)]
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
        program: KeptProgram = self.program.value
        part, rows = program.part, list[Run]()
        text = read_part(part.file) or ""
        with self.working(f"Checking {part.file} …"):
            if words := fault_alone(find_exercise(program.exercise), text, part):
                raise CourseError(f"{part.file}: {words}")
            for number, make in enumerate(program.tasks, 1):
                task = make()
                self.stage.busy = f"{part.name}: {task.name}, {number} of {len(program.tasks)} …"
                rows.append(run(text, part.file, task))
                self.results.children = [table(HEAD, *map(row, rows))]
                self.show(rows[-1].shown, f"{task.name}, by your {part.name}")
            self.tell(summary(rows))
            if part.name in STEPPED:
                self.step_through(part.name, text)

    def show(self, shown: Shown, label: str) -> None:
        """Show a packing, or step by step how one comes apart."""
        if isinstance(shown, Solution):
            scene, frame = packing_frame(shown)
            self.stage.show(scene, [frame], label=label)
        elif isinstance(shown, Disassembly):
            moves = FirstPart(shown)
            stage = Stage(moves.scene(), moves, label=label, track=moves.track())
            self.play(Player(stage, html(escape(label)), words=label))

    def play(self, *players: Player) -> None:
        """Show steps below the runs; those of before are closed."""
        for widget in [*widgets_in(self.steps)][1:]:
            widget.close()
        self.steps.children = players

    def step_through(self, name: str, text: str) -> None:
        """Show the calls of a search on a small problem, one by one."""
        found = watch_own_search(run_part(text, f"{name}.py"), name, own_cases(name)[0])
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


def overview_rows() -> Iterator[tuple[str, str, str]]:
    """Yield call and exercise of each program, and whether it is there, and whose it is."""
    calls = {one.exercise: one.call for one in PROGRAMS}
    for id, part in kept_parts().items():
        text = read_part(part.file)
        kept = "not yet" if text is None else "yes" if is_as_written(text) else "yes, changed by you"
        yield calls.get(id, part.file), id, kept


def row(ran: Run) -> tuple:
    """Return a run as a row of the table; a dash where nothing is counted."""
    own, library = ran.own, library_tree(ran.task)
    nodes = ["–" if tree.nodes is None else tree.nodes for tree in (own, library)]
    beside = "–" if library.nodes is None else f"{library.seconds:.2f}"
    judged = f"{'✓' if ran.is_right else '✗'} {ran.words}"
    return ran.task.name, ran.task.asked, judged, *nodes, f"{own.seconds:.2f}", beside


def summary(rows: list[Run]) -> str:
    """Return how many runs were right, and how the trees compare."""
    right = sum(one.is_right for one in rows)
    equal = sum(one.is_right and one.own.nodes == library_tree(one.task).nodes is not None for one in rows)
    words = f"Right on {right} of {many(len(rows), 'puzzle')}."
    return f"{words} Your tree is the library's, node for node, on {equal} of them." if equal else words


def zip_link(content: bytes) -> str:
    """Return a link that saves all programs as one file; "" if there is none."""
    source = f"data:application/zip;base64,{b64encode(content).decode()}"
    return f'<a download="my-solver.zip" href="{source}">Save all as a zip</a>' if content else ""


def your_solver() -> YourSolver:
    """Return the card with the programs that you have kept."""
    return YourSolver()
