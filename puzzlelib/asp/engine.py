"""Answer set programming: a puzzle becomes facts and rules, clingo grounds them, clasp finds the answers.

The rules stand in programs/*.lp, and each of those files runs with plain clingo too.
Reference: M. Gebser, R. Kaminski, B. Kaufmann, T. Schaub, Answer Set Solving in Practice, 2012.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import clingo

from ..common.clock import Clock, Stop, TimeIsUp, heed, never
from ..common.ending import Ending
from ..common.errors import PuzzleError, check_limit
from ..packing.puzzle import PackingPuzzle, Placement, Solution
from ..search.backtracking import given_options
from ..search.exact_cover import exact_cover

FOLDER = Path(__file__).parent / "programs"
POLL = 0.05  # seconds between two looks at stop() and at the keyboard
AT_ONCE = 2000  # lines of facts that clingo reads in less than POLL
FLAGS = "--configuration=handy", "--sign-def=pos", "--heuristic=Vsids,50"  # measured: benchmarks/bench_asp.py


# -------- any packing puzzle


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
    names = {item: term(item) for item in cover.items}
    lines = [f"item({names[item]},{times})." for item, times in cover.items.items()]
    for n, option in enumerate(cover.options):
        lines.append(" ".join(f"covers({n},{names[item]})." for item in option))
    return "\n".join(lines) + "\n"


def rules() -> str:
    """The rules that go with the facts of any puzzle: the text of asp/exact-cover.lp."""
    return (FOLDER / "exact-cover.lp").read_text(encoding="utf-8")


class Watch:
    """clingo reports each rule that it grounds: our only chance to hear clock and keyboard meanwhile."""

    def __init__(self, stop: Stop):
        self.stop = stop

    def rule(self, choice: bool, head, body) -> None:
        heed(self.stop)


def ground(*programs: str | Path, arguments: Iterable[str] = (), stop: Stop | None = None) -> clingo.Control:
    """A control with the programs (texts, or paths of .lp files) read and grounded. Errors: `PuzzleError`.

    With `stop`, which takes some time, an endless grounding can be interrupted, and ends as `TimeIsUp` when
    stop(), asked before each program and at each ground rule, says so.
    """
    said = []
    try:
        control = clingo.Control(list(arguments), logger=lambda code, message: said.append(message))
        if stop:
            control.register_observer(Watch(stop))
        for program in programs:
            heed(stop or never)
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


def models(control: clingo.Control, assumptions=(), stop: Stop = never) -> Iterator[clingo.Model]:
    """clasp's answers one by one. It searches in a thread of its own; here we only look at the clock, so that
    an interrupt and `stop()` take effect at once. Leaving the generator ends the search."""
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
    """The given placements as literals that clasp takes for true in this search only; one that is given twice
    for true and false, so that there is no answer."""
    options = given_options(puzzle, given)
    place = lambda n: clingo.Function("place", [clingo.Number(n)])
    return [(place(n), n not in options[:k]) for k, n in enumerate(options)]


def solutions(
    puzzle: PackingPuzzle, given: Iterable[Placement] = (), stop: Stop = never, flags: Iterable[str] = FLAGS
) -> Iterator[Solution]:
    """All solutions with the `given` placements, each once. When `stop()` says True, the search ends early.

    `flags` are clasp's own options; they change the order of the solutions and the time, not the set of them.

    >>> from puzzlelib import load
    >>> sum(1 for _ in solutions(load("tetracubes-2x2x4+2x2x4")))
    1280
    """
    given, lines = assumptions(puzzle, given), facts(puzzle).splitlines()
    parts = ["\n".join(lines[i : i + AT_ONCE]) for i in range(0, len(lines), AT_ONCE)]
    with suppress(TimeIsUp):
        control = ground(*parts, rules(), arguments=["--models=0", *flags], stop=stop)
        for model in models(control, given, stop):
            yield solution_of(puzzle, model)


def solution_of(puzzle: PackingPuzzle, model: clingo.Model) -> Solution:
    """An answer's place(N) atoms as placements."""
    chosen = sorted(atom.arguments[0].number for atom in model.symbols(shown=True))
    return tuple(puzzle.placements[n] for n in chosen)


# -------- programs of your own


class Answers(list):
    """A list of answers, each a sorted list of atoms; where it is not `complete`, `stopped` says why (LIMIT
    or TIME_LIMIT). `cost` is what #minimize made of the last one."""

    complete, stopped, cost = False, Ending.DONE, ()


def answers(
    *programs: str | Path,
    limit: int | None = 1,
    constants: Mapping[str, object] | None = None,
    time_limit: float | None = None,
    flags: Iterable[str] = (),
) -> Answers:
    """Ground the programs together and let clasp find `limit` answers (None: all), as texts.

    Each program is a text or the path of a .lp file; `constants` replaces values of #const; `flags` are
    clingo's own. With #minimize the last answer is the best one, proven if the result is `complete`. Errors:
    `PuzzleError` with the line that clingo does not understand.

    >>> sorted(answers("1 { put(i; t; l) } 2. :- put(i), put(t).", limit=None))
    [['put(i)'], ['put(i)', 'put(l)'], ['put(l)'], ['put(l)', 'put(t)'], ['put(t)']]
    >>> answers("p(1..3).\\nq(X) p(X).")
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: line 2: syntax error, unexpected <IDENTIFIER>...
    """
    found, clock = Answers(), Clock(time_limit)
    own = not all(isinstance(program, Path) for program in programs)  # our files need no watching
    options = [f"--models={at_least_one('limit', limit)}", *settings(constants), *flags]
    try:
        control = ground(*programs, arguments=options, stop=clock.stop if own else None)
    except TimeIsUp:
        found.stopped = Ending.TIME_LIMIT
        return found
    for model in models(control, stop=clock.stop):
        found.append(sorted(map(str, model.symbols(shown=True))))
        found.cost = tuple(model.cost)
    found.complete = bool(control.statistics["summary"]["exhausted"])
    found.stopped = ended(found.complete, clock)
    return found


def settings(constants: Mapping[str, object] | None) -> list[str]:
    """Values of #const as clingo's own arguments.

    >>> settings({"grid_type": 3})
    ['-c', 'grid_type=3']
    """
    return [part for name, value in (constants or {}).items() for part in ("-c", f"{name}={value}")]


def at_least_one(name: str, value: int | None) -> int:
    """A limit as clingo wants it, 0 for None; `PuzzleError` for what is not a whole number above 0."""
    return check_limit(value, name) or 0


@dataclass(frozen=True)
class GroundSize:
    """How large a program is after grounding: atoms and rules; clasp's variables and constraints."""

    atoms: int
    rules: int
    variables: int
    constraints: int


def ground_size(
    program: PackingPuzzle | str | Path, constants: Mapping[str, object] | None = None
) -> GroundSize:
    """The size of a ground program: of a puzzle (with exact-cover.lp), a text or the path of a .lp file.

    >>> direct = ground_size(FOLDER / "tetracubes-direct.lp", {"grid_type": 3})
    >>> direct.rules > 3 * ground_size(FOLDER / "tetracubes.lp", {"grid_type": 3}).rules
    True
    """
    programs = (facts(program), rules()) if isinstance(program, PackingPuzzle) else (program,)
    control = ground(*programs, arguments=["--solve-limit=0", *settings(constants)])
    control.solve()  # no search: only what comes before it
    sizes = control.statistics["problem"]
    made = sizes["generator"]
    constraints = sum(made[name] for name in ("constraints", "constraints_binary", "constraints_ternary"))
    return GroundSize(*map(int, (sizes["lp"]["atoms"], sizes["lp"]["rules"], made["vars"], constraints)))


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
    solution = tuple(puzzle.placements[option] for option in given_options(puzzle, solution))
    clock, others = Clock(time_limit), set()
    for other in solutions(puzzle, stop=clock.stop):
        others.add(tuple(str(n) for n, placement in enumerate(solution) if placement not in other))
    if clock.struck:
        return FewestHints(solution, False)
    lines = [f"piece(0..{len(solution) - 1})."]
    for number, places in enumerate(sorted(others - {()})):
        lines.append(f"other({number}). differs({number},({';'.join(places)})).")
    best = answers("\n".join(lines), FOLDER / "fewest-hints.lp", limit=None)
    given = tuple(solution[int(args[0])] for args in atoms(" ".join(best[-1]), "hint"))
    return FewestHints(given, best.complete)


def atoms(text: str, name: str) -> Iterator[list[str]]:
    """The arguments of every atom of this name, wrapped lines or not; the quotes of strings are dropped.

    >>> list(atoms('assignType(8,"Z_mirror") hint(4)', "assignType"))
    [['8', 'Z_mirror']]
    """
    for found in re.finditer(rf"\b{name}\(([^()]*)\)", text):
        yield [part.strip().strip('"') for part in found[1].split(",")]


def ended(exhausted: bool, clock: Clock) -> Ending:
    """What ended a search of clasp."""
    return Ending.DONE if exhausted else Ending.TIME_LIMIT if clock.struck else Ending.LIMIT
