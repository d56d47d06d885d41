"""Answer set programming: a puzzle becomes facts and rules, clingo grounds them, clasp finds the answers.

The rules stand in asp/*.lp, and each of those files runs with plain clingo too.
Reference: M. Gebser, R. Kaminski, B. Kaufmann, T. Schaub, Answer Set Solving in Practice, 2012.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from math import prod
from pathlib import Path

import clingo

from . import shapes
from .backtracking import given_options
from .clasp_trace import ClaspTrace, Recorder
from .engines import Clock
from .exact_cover import exact_cover
from .generate import GRIDS
from .puzzles import PackingPuzzle, Placement, PuzzleError, Solution, box_cells, load, whole
from .recorder import many
from .verify import Invalid, verify

FOLDER = Path(__file__).parent / "asp"
POLL = 0.05  # seconds between two looks at stop() and at the keyboard
FLAGS = (
    "--configuration=handy",
    "--sign-def=pos",
    "--heuristic=Vsids,50",
)  # measured: benchmarks/bench_asp.py


# ---------------------------------------------------------------- any packing puzzle


def term(item) -> str:
    """An item as a term of the program: a piece by its name, a cell by its coordinates.

    >>> term("T"), term((0, 1, 0))
    ('piece("T")', 'cell(0,1,0)')
    """
    if isinstance(item, str):
        return f"piece({clingo.String(item)})"
    return f"cell({','.join(map(str, item))})"


def facts(puzzle: PackingPuzzle) -> str:
    """The puzzle as facts: item(I,K) and covers(N,I), where N is the option's number in `puzzle.placements`.

    >>> from puzzlelib import load
    >>> print(facts(load("tetracubes-2x4x4"))[:34])
    item(piece("I"),1).
    item(piece("T"
    """
    cover = exact_cover(puzzle)
    items = [f"item({term(item)},{times})." for item, times in cover.items.items()]
    names = {item: term(item) for item in cover.items}
    options = [
        " ".join(f"covers({n},{names[item]})." for item in option) for n, option in enumerate(cover.options)
    ]
    return "\n".join(items + options) + "\n"


def rules() -> str:
    """The rules that go with the facts of any puzzle: the text of asp/exact-cover.lp."""
    return (FOLDER / "exact-cover.lp").read_text(encoding="utf-8")


class TimeIsUp(Exception):
    """The time limit struck while clingo was grounding."""


class Watch:
    """clingo reports each rule that it grounds: our only chance to hear the clock and the keyboard meanwhile."""

    def __init__(self, stop: Callable[[], bool]):
        self.stop = stop

    def rule(self, choice: bool, head, body) -> None:
        if self.stop():
            raise TimeIsUp


def ground(
    *programs: str | Path, arguments: Iterable[str] = (), stop: Callable[[], bool] | None = None
) -> clingo.Control:
    """A control with the programs (texts, or paths of .lp files) read and grounded. Errors: one `PuzzleError` line.

    With `stop`, which takes some time, an endless grounding can be interrupted, and ends as `TimeIsUp` when stop() says so.
    """
    said = []
    try:
        control = clingo.Control(list(arguments), logger=lambda code, message: said.append(message))
        if stop:
            control.register_observer(Watch(stop))
        for program in programs:
            if isinstance(program, Path):
                control.load(str(program))
            else:
                control.add("base", [], program)
        control.ground([("base", [])])
    except RuntimeError as error:
        raise PuzzleError(complaint([*said, str(error)])) from None
    except (AttributeError, TypeError, UnicodeEncodeError):
        raise PuzzleError("a program must be a plain text, or the path of a .lp file") from None
    return control


def complaint(said: list[str]) -> str:
    """The first error among clingo's messages as one line that says where it is.

    >>> complaint(["<block>:3:5-6: error: syntax error, unexpected ."])
    'line 3: syntax error, unexpected .'
    """
    for message in said:
        if found := re.match(r"(.*?):(\d+):[^ ]*: error: (.*?)(\n[^\n]*note: |$)", message, re.DOTALL):
            place, line, what = found.group(1, 2, 3)
            where = f"line {line}" if place == "<block>" else f"{Path(place).name.strip('<>')}, line {line}"
            return f"{where}: {' '.join(what.replace('[#inc_base];', '').split())}"
    first = next((message for message in said if "error: " in message), said[-1])
    return " ".join(re.sub(r"^.*error: |In context '<libclingo>': ", "", first).split())


def models(
    control: clingo.Control, assumptions=(), stop: Callable[[], bool] = lambda: False
) -> Iterator[clingo.Model]:
    """clasp's answers one after the other. It searches in a thread of its own; here we only look at the clock.

    So a keyboard interrupt and `stop()` take effect at once, and leaving the generator ends the search.
    """
    with control.solve(assumptions=list(assumptions), yield_=True, async_=True) as handle:
        while not stop():
            handle.resume()
            while not handle.wait(POLL):
                if stop():
                    return
            model = handle.model()
            if model is None:
                return
            yield model


def assumptions(puzzle: PackingPuzzle, given: Iterable[Placement]) -> list[tuple[clingo.Symbol, bool]]:
    """The given placements as literals that clasp takes for true in this search only.

    The same placement twice would fill its cells twice: it is assumed true and false, so that there is no answer.
    """
    options = given_options(puzzle, given)
    return [
        (clingo.Function("place", [clingo.Number(n)]), n not in options[:k]) for k, n in enumerate(options)
    ]


def solutions(
    puzzle: PackingPuzzle,
    given: Iterable[Placement] = (),
    stop: Callable[[], bool] = lambda: False,
    flags: Iterable[str] = FLAGS,
) -> Iterator[Solution]:
    """All solutions that hold the `given` placements, each once. When `stop()` says True, the search ends early.

    `flags` are clasp's own options; they change the order of the solutions and the time, not the set of them.

    >>> from puzzlelib import load
    >>> sum(1 for _ in solutions(load("tetracubes-2x2x4+2x2x4")))
    1280
    """
    control = ground(facts(puzzle), rules(), arguments=["--models=0", *flags])
    for model in models(control, assumptions(puzzle, given), stop):
        yield solution_of(puzzle, model)


def solution_of(puzzle: PackingPuzzle, model: clingo.Model) -> Solution:
    """An answer's place(N) atoms as placements."""
    chosen = sorted(atom.arguments[0].number for atom in model.symbols(shown=True))
    return tuple(puzzle.placements[n] for n in chosen)


# ---------------------------------------------------------------- the tetracube models

AXES = tuple((axis, sign) for axis in range(3) for sign in (1, -1))  # x, -x, y, -y, z, -z


def rotation_order() -> Iterator[shapes.Turn]:
    """The 24 rotations in the order that numbers the rotations of a piece, in cubes.lp as in the published listing.

    Each axis of the piece in turn comes to point right; then come the quarter turns about that direction.

    >>> len(set(rotation_order()))
    24
    """
    for right in AXES:
        front = (1, 1) if right[0] == 0 else (0, 1)
        up = next(axis for axis in AXES if is_rotation(right, front, axis))
        for _ in range(4):
            yield tuple(zip(right, front, up))
            front, up = up, (front[0], -front[1])


def is_rotation(*axes) -> bool:
    """Three directions, at right angles and right-handed."""
    return len({axis for axis, _ in axes}) == 3 and shapes.determinant(tuple(zip(*axes))) == 1


def numbered_rotations(cells) -> list[tuple[shapes.Cell, ...]]:
    """The different orientations of a piece in the order of their numbers; the first has number 1.

    >>> [shape[-1] for shape in numbered_rotations([(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0)])]
    [(0, 0, 3), (0, 3, 0), (3, 0, 0)]
    """
    first = shapes.orientations(cells)[0]
    return list(
        dict.fromkeys(shapes.normal_form(shapes.turned(c, turn) for c in first) for turn in rotation_order())
    )


def cube_facts(pieces) -> str:
    """The text of asp/cubes.lp: the facts cube(Type,Rotation,DX,DY,DZ), made from one list of cells a piece.

    >>> from puzzlelib import load
    >>> cube_facts(load("tetracubes-2x4x4").pieces).count("cube(")
    345
    """
    lines = [
        "% The shapes of the pieces: cube(Type,Rotation,DX,DY,DZ) says that a piece of this type in this rotation",
        "% has a cube DX to the right of, DY behind and DZ above its corner.",
        "% Made by puzzlelib.asp.cube_facts from one list of cells a piece; do not edit.",
    ]
    for name, cells, *_ in pieces:
        lines += ["", f"% {name}"]
        for number, shape in enumerate(numbered_rotations(cells), 1):
            lines.append(" ".join(f"cube({clingo.String(name)},{number},{x},{y},{z})." for x, y, z in shape))
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Answer:
    """What an answer of the tetracube models says: the puzzle, its solution, and the placements given as hints."""

    puzzle: PackingPuzzle
    solution: Solution
    given: Solution


def parse_answer(text: str) -> Answer:
    """Read clingo's output of tetracubes.lp or tetracubes-direct.lp; of several answers the last.

    The pieces are rebuilt from the rotation numbers of cubes.lp and judged by the referee. Errors: `PuzzleError`.

    >>> parse_answer("UNSATISFIABLE")
    Traceback (most recent call last):
    ...
    puzzlelib.puzzles.PuzzleError: clingo's output has no answer: it says UNSATISFIABLE
    """
    try:
        return read_answer(text)
    except PuzzleError:
        raise
    except ValueError:
        raise PuzzleError(
            "clingo's output is damaged: in some atom there are other arguments than the model shows"
        ) from None


def read_answer(text: str) -> Answer:
    """What `parse_answer` does; `ValueError` where an atom is damaged."""
    last = text[text.rfind("Answer:") :] if "Answer:" in text else text
    if error := re.search(r'error\("([^"]*)"\)', last):
        raise PuzzleError(error[1])
    placed = {int(args[0]): args[1:] for args in atoms(last, "fullPosition")}
    if not placed:
        said = re.search(r"\b(UNSATISFIABLE|UNKNOWN)\b", text)
        why = f"it says {said[1]}" if said else "there is no fullPosition(…) in it"
        raise PuzzleError(f"clingo's output has no answer: {why}")
    types = {int(number): name for number, name in atoms(last, "assignType")}
    solution = {number: put(number, types.get(number), args) for number, args in placed.items()}
    hints = {int(args[0]) for name in ("hint", "hintPosition") for args in atoms(last, name)}
    return judged(solution, hints & set(solution))


@cache
def grids() -> dict[tuple, PackingPuzzle]:
    """The three tetracube puzzles by the sizes of their boxes."""
    return {puzzle.boxes: puzzle for puzzle in map(load, GRIDS.values())}


@cache
def tetracube_rotations() -> dict[str, list[tuple[shapes.Cell, ...]]]:
    """The numbered rotations of each tetracube."""
    pieces = next(iter(grids().values())).pieces
    return {piece.name: numbered_rotations(piece.cells) for piece in pieces}


def atoms(text: str, name: str) -> Iterator[list[str]]:
    """The arguments of every atom of this name, wrapped lines or not; the quotes of strings are dropped.

    >>> list(atoms('assignType(8,"Z_mirror") hint(4)', "assignType"))
    [['8', 'Z_mirror']]
    """
    for found in re.finditer(rf"\b{name}\(([^()]*)\)", text):
        yield [part.strip().strip('"') for part in found[1].split(",")]


def put(number: int, name: str | None, arguments: list[str]) -> Placement:
    """One fullPosition as a placement: rotation, x, y, z, and where there are several boxes the number of the box."""
    name = "O" if name == "0" else name  # some listings write the letter as a zero
    if name not in tetracube_rotations():
        raise PuzzleError(
            f"piece {number}: its type is {name!r}; it must be one of {', '.join(tetracube_rotations())}"
        )
    if len(arguments) not in (4, 5) or not all(part.isdecimal() for part in arguments):
        has = ", ".join(arguments)
        raise PuzzleError(
            f"piece {number}: fullPosition has {has}; it needs rotation, x, y, z and maybe the box"
        )
    rotation, x, y, z, *box = map(int, arguments)
    turned = tetracube_rotations()[name]
    if not 1 <= rotation <= len(turned):
        raise PuzzleError(f"piece {number}: {name} has no rotation {rotation}, only 1 to {len(turned)}")
    return Placement(
        name, tuple(sorted(shapes.shifted(turned[rotation - 1], (x, y, z, *(b - 1 for b in box)))))
    )


def judged(solution: dict[int, Placement], hints: set[int]) -> Answer:
    """The answer, if the referee accepts it; the boxes are as large as the placed pieces reach."""
    cells = [cell for _, place in solution.values() for cell in place]
    boxes = [[cell for cell in cells if cell[3:] == key] for key in sorted({cell[3:] for cell in cells})]
    sizes = tuple(tuple(1 + max(cell[axis] for cell in box) for axis in range(3)) for box in boxes)
    name, volume = " and ".join("×".join(map(str, size)) for size in sizes), sum(map(prod, sizes))
    if sizes not in grids() and volume != len(cells):
        raise PuzzleError(
            f"clingo's answer does not fill {name}: that has {volume} cells, and the pieces have {len(cells)}"
        )
    puzzle = grids().get(sizes) or replace(
        grids()[((4, 4, 2),)], name=f"tetracubes in {name}", container=box_cells(sizes), boxes=sizes
    )
    try:
        placed = puzzle.solution(solution.values())
        verify(puzzle, placed)
    except Invalid as wrong:
        raise PuzzleError(f"clingo's answer does not fill {name}: {wrong}") from None
    return Answer(puzzle, placed, puzzle.solution(solution[number] for number in hints))


# ---------------------------------------------------------------- programs of your own


class Answers(list):
    """A list of answers, each a sorted list of atoms. `complete` is False where there may be more of them.

    `stopped` says why ("limit" or "time limit"), `cost` is what #minimize made of the last one (() without #minimize).
    """

    complete, stopped, cost = False, "", ()


def answers(
    *programs: str | Path,
    limit: int | None = 1,
    constants: Mapping[str, object] | None = None,
    time_limit: float | None = None,
    flags: Iterable[str] = (),
) -> Answers:
    """Ground the programs together and let clasp find `limit` answers (None: all); what an answer shows, as texts.

    Each program is a text or the path of a .lp file; `constants` replaces values of #const; `flags` are clingo's own.
    With #minimize the last answer is the best one, and it is proven to be best when the result is `complete`.
    Errors: `PuzzleError` with the line that clingo does not understand.

    >>> sorted(answers("1 { put(i; t; l) } 2. :- put(i), put(t).", limit=None))
    [['put(i)'], ['put(i)', 'put(l)'], ['put(l)'], ['put(l)', 'put(t)'], ['put(t)']]
    >>> answers("p(1..3).\\nq(X) p(X).")
    Traceback (most recent call last):
    ...
    puzzlelib.puzzles.PuzzleError: line 2: syntax error, unexpected <IDENTIFIER>...
    """
    found, clock = Answers(), Clock(time_limit)
    own = any(
        not isinstance(program, Path) for program in programs
    )  # a file that comes with us needs no watching
    try:
        control = ground(
            *programs,
            arguments=[f"--models={at_least_one('limit', limit)}", *settings(constants), *flags],
            stop=clock.stop if own else None,
        )
    except TimeIsUp:
        found.stopped = "time limit"
        return found
    for model in models(control, stop=clock.stop):
        found.append(sorted(map(str, model.symbols(shown=True))))
        found.cost = tuple(model.cost)
    found.complete = bool(control.statistics["summary"]["exhausted"])
    found.stopped = "" if found.complete else "time limit" if clock.struck else "limit"
    return found


def settings(constants: Mapping[str, object] | None) -> list[str]:
    """Values of #const as clingo's own arguments.

    >>> settings({"grid_type": 3})
    ['-c', 'grid_type=3']
    """
    return [part for name, value in (constants or {}).items() for part in ("-c", f"{name}={value}")]


def at_least_one(name: str, value: int | None) -> int:
    """A limit as clingo wants it, 0 for None; `PuzzleError` for what is not a whole number above 0."""
    return 0 if value is None else whole(name, value, "must be a whole number above 0, or None", least=1)


@dataclass(frozen=True)
class GroundSize:
    """How large a program is after grounding: its atoms and rules, and the variables and constraints clasp makes of them."""

    atoms: int
    rules: int
    variables: int
    constraints: int


def ground_size(
    program: PackingPuzzle | str | Path, constants: Mapping[str, object] | None = None
) -> GroundSize:
    """The size of a ground program: of a puzzle (with the rules of exact-cover.lp), a text or the path of a .lp file.

    >>> direct = ground_size(FOLDER / "tetracubes-direct.lp", {"grid_type": 3})
    >>> direct.rules > 3 * ground_size(FOLDER / "tetracubes.lp", {"grid_type": 3}).rules
    True
    """
    programs = (facts(program), rules()) if isinstance(program, PackingPuzzle) else (program,)
    control = ground(*programs, arguments=["--solve-limit=0", *settings(constants)])
    control.solve()  # no search: only what comes before it
    sizes = control.statistics["problem"]
    made = sizes["generator"]
    constraints = sum(
        int(made[name]) for name in ("constraints", "constraints_binary", "constraints_ternary")
    )
    return GroundSize(int(sizes["lp"]["atoms"]), int(sizes["lp"]["rules"]), int(made["vars"]), constraints)


@dataclass(frozen=True)
class FewestHints:
    """The pieces to show so that a solution is the only one; `proven` says that fewer cannot do it."""

    given: Solution
    proven: bool


def fewest_hints(puzzle: PackingPuzzle, solution: Solution, time_limit: float | None = None) -> FewestHints:
    """As few hints as possible that leave only this solution, by #minimize over all solutions of the puzzle.

    >>> from puzzlelib import all_packings, load
    >>> len(fewest_hints(load("tetracubes-2x2x8"), all_packings("2x2x8")[0]).given)
    2
    """
    clock = Clock(time_limit)
    others = {
        tuple(n for n, placement in enumerate(solution) if placement not in other)
        for other in solutions(puzzle, stop=clock.stop)
    } - {()}
    if clock.struck:
        return FewestHints(solution, False)
    lines = [f"piece(0..{len(solution) - 1})."]
    for number, places in enumerate(sorted(others)):
        lines.append(f"other({number}). differs({number},({';'.join(map(str, places))})).")
    best = answers("\n".join(lines), FOLDER / "fewest-hints.lp", limit=None)
    return FewestHints(
        tuple(solution[int(args[0])] for args in atoms(" ".join(best[-1]), "hint")), best.complete
    )


# ---------------------------------------------------------------- what clasp really does


def trace(
    puzzle: PackingPuzzle,
    given: Iterable[Placement] = (),
    limit: int | None = 1,
    seed: int = 0,
    configuration: str = "auto",
    rand_freq: float = 0,
    sign_def: str = "",
    max_events: int | None = None,
    time_limit: float | None = None,
) -> ClaspTrace:
    """Let clasp find `limit` answers (None: all) and record what it does; recording changes nothing of it.

    `seed`, `configuration`, `rand_freq` (0 to 1) and `sign_def` ("asp", "pos", "neg", "rnd") are clasp's own options.
    A recording that was cut short says so, in its last event and in `stopped`.

    >>> from puzzlelib import load
    >>> found = trace(load("tetracubes-2x2x4+2x2x4"))
    >>> found.events[0].kind, found.events[-1].kind, len(found.solutions)
    ('start', 'end', 1)
    """
    given, clock = list(given), Clock(time_limit)
    options = [
        f"--models={at_least_one('limit', limit)}",
        f"--configuration={configuration}",
        f"--seed={seed}",
        f"--rand-freq={rand_freq}",
        *([f"--sign-def={sign_def}"] if sign_def else []),
    ]
    control = ground(facts(puzzle), rules(), arguments=options)
    recorder = Recorder(puzzle, given_options(puzzle, given), at_least_one("max_events", max_events))
    control.register_propagator(recorder)
    return record(control, recorder, assumptions(puzzle, given), clock)


def record(control: clingo.Control, recorder: Recorder, hints, clock: Clock) -> ClaspTrace:
    """Run the search under the recorder's eyes."""
    found = []
    for model in models(control, hints, lambda: recorder.full or clock.stop()):
        recorder.answer()
        found.append(solution_of(recorder.puzzle, model))
    statistics = control.statistics  # a copy, made anew at each look
    counts = {
        name: int(statistics["solving"]["solvers"][name]) for name in ("choices", "conflicts", "restarts")
    }
    exhausted = bool(statistics["summary"]["exhausted"])
    stopped = (
        "max_events" if recorder.full else "" if exhausted else "time limit" if clock.struck else "limit"
    )
    recorder.finish(exhausted, farewell(counts, stopped, len(found)))
    shown = sum(event.kind == "conflict" for event in recorder.events)
    return ClaspTrace(
        recorder.puzzle, recorder.events, recorder.given, counts, found, counts["conflicts"] - shown, stopped
    )


def farewell(counts: dict[str, int], stopped: str, answers: int) -> str:
    """The last sentence of a trace."""
    ends = {
        "": "There is no other answer" if answers else "There is no answer",
        "limit": "clasp has what was asked for",
    }
    end = ends.get(stopped, f"The recording stopped early ({stopped})")
    choices, conflicts, restarts = (
        many(counts[name], name[:-1]) for name in ("choices", "conflicts", "restarts")
    )
    return f"{end}. clasp itself counts {choices}, {conflicts} and {restarts}."
