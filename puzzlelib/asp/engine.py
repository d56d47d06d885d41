"""Answer set programming: clingo grounds the facts and rules of a puzzle, clasp finds the answers.

The rules are in programs/*.lp, which run with plain clingo too.
Reference: M. Gebser, R. Kaminski, B. Kaufmann, T. Schaub, Answer Set Solving in Practice, 2012.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import clingo

from ..common.clock import Clock, Stop, TimeIsUp, never, raise_if_stopped
from ..common.ending import Ending
from ..common.errors import PuzzleError, check_limit
from ..common.machine import has_threads
from ..packing.puzzle import PackingPuzzle, Placement, Solution
from ..search.exact_cover import ExactCover, Problem, exact_cover
from ..search.hints import hint_options

FOLDER = Path(__file__).parent / "programs"
TICK = 0.05  # seconds between two looks at stop()
OFTEN = 64  # propagations between two such looks, without threads
AT_ONCE = 2000  # lines of facts that clingo reads in less than TICK
FLAGS = "--configuration=handy", "--sign-def=pos", "--heuristic=Vsids,50"  # measured: benchmarks/bench_asp.py


# -------- any packing puzzle


def term(item) -> str:
    """Return the term for a piece, by its name, or a cell, by its coordinates.

    >>> term("T"), term((0, 1, 0))
    ('piece("T")', 'cell(0,1,0)')
    """
    if isinstance(item, str):
        return f"piece({clingo.String(item)})"
    return f"cell({','.join(map(str, item))})"


def facts(problem: Problem) -> str:
    """Return a problem as facts: item(I,K), covered K times, and covers(N,I) for option N.

    An item with slack is item(I,L,K), covered L to K times. Those of an exact cover problem are
    numbered. An option that gives an item colour C has paints(N,I,C) in place of covers(N,I).

    >>> from puzzlelib import load
    >>> print(facts(load("tetracubes-2x4x4"))[:34])
    item(piece("I"),1).
    item(piece("T"
    """
    cover = exact_cover(problem)
    names = {item: n if cover is problem else term(item) for n, item in enumerate(cover.items)}
    least = {item: f"{cover.items[item] - slack}," for item, slack in cover.slack.items()}
    lines = [f"item({names[item]},{least.get(item, '')}{times})." for item, times in cover.items.items()]
    number = {colour: f",{k}" for k, (_, colour) in enumerate(cover.painting)}
    for n, option in enumerate(cover.options):
        colours = cover.colours[n] if cover.colours else {}
        ends = {item: number[colour] for item, colour in colours.items()}
        verb = {item: "paints" if item in ends else "covers" for item in option}
        said = (f"{verb[item]}({n},{names[item]}{ends.get(item, '')})." for item in option)
        lines.append(" ".join(said))
    return "\n".join(lines) + "\n"


def rules(problem: Problem | None = None) -> str:
    """Return exact-cover.lp, the rules for any facts, and those for slack and for colours."""
    cover = exact_cover(problem) if problem else None
    slack, colours = (cover.slack, cover.colours) if cover else ({}, ())
    files = "exact-cover.lp", *["at-most-once.lp"] * bool(slack), *["colours.lp"] * bool(colours)
    return "".join((FOLDER / file).read_text(encoding="utf-8") for file in files)


class GroundingObserver:
    """clingo calls it at each ground rule: the only chance to hear clock and keyboard meanwhile."""

    def __init__(self, stop: Stop):
        self.stop = stop

    def rule(self, choice: bool, head, body) -> None:
        raise_if_stopped(self.stop)


def ground(
    *programs: str | Path,
    arguments: Iterable[str] = (),
    stop: Stop | None = None,
    remarks: list[str] | None = None,
) -> clingo.Control:
    """Ground programs, texts or paths of .lp files, and return the control. Errors: `PuzzleError`.

    clingo's remarks are added to `remarks`.

    With `stop`, which costs time, an endless grounding can be interrupted, and raises `TimeIsUp`
    when stop(), asked before each program and at each ground rule, is True.
    """
    messages, arguments = [] if remarks is None else remarks, list(arguments)
    for argument in arguments:  # a constant among them
        refuse_other_signs(argument)
    try:
        control = clingo.Control(arguments, logger=lambda code, message: messages.append(message))
        if stop:
            control.register_observer(GroundingObserver(stop))
        for program in programs:
            raise_if_stopped(stop or never)
            refuse_other_signs(program)
            if isinstance(program, Path):
                control.load(in_utf_8(program))
            else:
                control.add("base", [], program)
        control.ground([("base", [])])
    except RuntimeError as error:
        raise PuzzleError(first_error([*messages, str(error)])) from None
    except (AttributeError, TypeError, UnicodeEncodeError):
        raise PuzzleError("a program must be a plain text, or the path of a .lp file") from None
    return control


def refuse_other_signs(program: str | Path) -> None:
    """Raise `PuzzleError` if a sign outside texts and comments is none of ASCII.

    clingo would name half of such a sign in its remark, which is no text, and end the whole of Python.

    >>> refuse_other_signs('a("ä"). % also ä')
    >>> refuse_other_signs("a. länge(3).")
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: line 1: only a text or a comment can have the sign 'ä'
    """
    text = program
    if isinstance(program, Path):
        text = program.read_text(encoding="utf-8", errors="replace") if program.is_file() else ""
    if text.isascii():
        return
    no_name = r'(?s)"(?:\\[n"\\]|[^"\\\n])*"|%\*.*?\*%|%[^\n]*'  # a text or a comment
    names = re.sub(no_name, lambda found: "\n" * found[0].count("\n"), text)
    if strange := re.search(r"[^\x00-\x7f]", names):
        line = names.count("\n", 0, strange.start()) + 1
        raise PuzzleError(f"line {line}: only a text or a comment can have the sign {strange[0]!r}")


def in_utf_8(path: Path) -> str:
    """Return a path as clingo reads it, in any locale."""
    try:
        return os.fsencode(path).decode()
    except UnicodeError:
        raise PuzzleError(f"{path}: clingo reads only paths in UTF-8") from None


def first_error(messages: list[str]) -> str:
    """Return the first error among clingo's messages in one line, with its place.

    >>> first_error(["<block>:3:5-6: error: syntax error, unexpected ."])
    'line 3: syntax error, unexpected .'
    >>> first_error(["<block>:1:1-5: error: unsafe variables in:\\n  a(X):-[#inc_base].\\n"])
    'line 1: unsafe variables in: a(X).'
    """
    for message in messages:
        if found := re.match(r"(.*?):(\d+):[^ ]*: error: (.*?)(\n[^\n]*note: |$)", message, re.DOTALL):
            place, line, what = found.group(1, 2, 3)
            where = f"line {line}" if place == "<block>" else f"{Path(place).name.strip('<>')}, line {line}"
            words = what.replace("[#inc_base];", "").replace(":-[#inc_base]", "")
            return f"{where}: {' '.join(words.split())}"
    first = next((message for message in messages if "error: " in message), messages[-1])
    return " ".join(re.sub(r"^.*error: |In context '<libclingo>': ", "", first).split())


def models(control: clingo.Control, assumptions=(), stop: Stop = never) -> Iterator[clingo.Model]:
    """Yield clasp's answers until stop() is True; leaving the generator ends the search.

    clasp searches in a thread of its own, so that an interrupt is heard at once; without threads it
    searches here, and hears stop() alone.
    """
    aside, observer = has_threads(), SearchObserver(control, stop)
    if not aside:
        control.register_propagator(observer)
    try:
        with control.solve(assumptions=list(assumptions), yield_=True, async_=aside) as handle:
            while not stop():
                handle.resume()
                while aside and not handle.wait(TICK):
                    if stop():
                        return
                model = handle.model()
                if model is None:
                    return
                yield model
    finally:
        observer.stop = never  # the control may search again


class SearchObserver:
    """clasp calls it after each propagation: without threads the only chance to hear a clock."""

    def __init__(self, control: clingo.Control, stop: Stop):
        self.control, self.stop, self.calls = control, stop, 0

    def init(self, init: clingo.PropagateInit) -> None:
        init.check_mode = clingo.PropagatorCheckMode.Fixpoint

    def check(self, _) -> None:
        self.calls += 1
        if self.calls % OFTEN == 0 and self.stop():
            self.control.interrupt()


def assumptions(puzzle: PackingPuzzle, given: Iterable[Placement]) -> list[tuple[clingo.Symbol, bool]]:
    """Return the given placements as literals that hold in one search only.

    A placement that is given twice is true and false, so that there is no answer.
    """
    options = hint_options(puzzle, given)
    place = lambda n: clingo.Function("place", [clingo.Number(n)])
    return [(place(n), n not in options[:k]) for k, n in enumerate(options)]


def solutions(
    puzzle: PackingPuzzle, given: Iterable[Placement] = (), stop: Stop = never, flags: Iterable[str] = FLAGS
) -> Iterator[Solution]:
    """Yield all solutions with the `given` placements, each once, until stop() is True.

    `flags` are clasp's options: they change the time and the order of the solutions.

    >>> from puzzlelib import load
    >>> sum(1 for _ in solutions(load("tetracubes-2x2x4+2x2x4")))
    1280
    """
    for model in all_models(puzzle, assumptions(puzzle, given), stop, flags):
        yield solution_of(puzzle, model)


def search(cover: ExactCover, stop: Stop = never) -> Iterator[tuple[int, ...]]:
    """Yield all solutions of an exact cover problem, as option numbers in rising order.

    >>> from puzzlelib.search import cover_of
    >>> sorted(search(cover_of(["ac", "bc", "b"], secondary=["c"])))
    [(0, 2)]
    """
    for model in all_models(cover, (), stop, FLAGS):
        yield tuple(option_numbers(model))


def all_models(problem: Problem, given, stop: Stop, flags: Iterable[str]) -> Iterator[clingo.Model]:
    """Yield the models of a problem that agree with the `given` assumptions."""
    lines = facts(problem).splitlines()
    parts = ["\n".join(lines[i : i + AT_ONCE]) for i in range(0, len(lines), AT_ONCE)]
    with suppress(TimeIsUp):
        control = ground(*parts, rules(problem), arguments=["--models=0", *flags], stop=stop)
        yield from models(control, given, stop)


def option_numbers(model: clingo.Model) -> list[int]:
    """Return the numbers of an answer's place(N) atoms."""
    return sorted(atom.arguments[0].number for atom in model.symbols(shown=True))


def solution_of(puzzle: PackingPuzzle, model: clingo.Model) -> Solution:
    """Return the place(N) atoms of an answer as placements."""
    return Solution((puzzle.placements[n] for n in option_numbers(model)), puzzle)


# -------- programs of your own


class Answers(list):
    """Answers, each a sorted list of atoms; `cost` is the last one's under #minimize.

    If they are not `complete`, `stopped` is LIMIT or TIME_LIMIT.
    """

    complete, stopped, cost = False, Ending.DONE, ()


def answers(
    *programs: str | Path,
    limit: int | None = 1,
    constants: Mapping[str, object] | None = None,
    time_limit: float | None = None,
    flags: Iterable[str] = (),
) -> Answers:
    """Ground programs together and find `limit` answers (None: all).

    Each program is a text or the path of a .lp file; `constants` replaces values of #const; `flags`
    are clingo's options. With #minimize the last answer is the best one, proved if the result is
    `complete`. Errors: `PuzzleError` with the line that clingo does not understand.

    >>> sorted(answers("1 { put(i; t; l) } 2. :- put(i), put(t).", limit=None))
    [['put(i)'], ['put(i)', 'put(l)'], ['put(l)'], ['put(l)', 'put(t)'], ['put(t)']]
    >>> answers("p(1..3).\\nq(X) p(X).")
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: line 2: syntax error, unexpected <IDENTIFIER>...
    """
    found, clock = Answers(), Clock(time_limit)
    texts = not all(isinstance(program, Path) for program in programs)  # files do not ground for ever
    options = [f"--models={check_limit(limit) or 0}", *settings(constants), *flags]
    try:
        control = ground(*programs, arguments=options, stop=clock.stop if texts else None)
    except TimeIsUp:
        found.stopped = Ending.TIME_LIMIT
        return found
    for model in models(control, stop=clock.stop):
        found.append(sorted(map(str, model.symbols(shown=True))))
        found.cost = tuple(model.cost)
    found.complete = bool(control.statistics["summary"]["exhausted"])
    found.stopped = clasp_ending(found.complete, clock)
    return found


def settings(constants: Mapping[str, object] | None) -> list[str]:
    """Return values of #const as clingo's arguments.

    >>> settings({"grid_type": 3})
    ['-c', 'grid_type=3']
    """
    return [part for name, value in (constants or {}).items() for part in ("-c", f"{name}={value}")]


@dataclass(frozen=True)
class GroundSize:
    """Atoms and rules of a ground program; variables and constraints that clasp makes of them."""

    atoms: int
    rules: int
    variables: int
    constraints: int


def ground_size(
    program: PackingPuzzle | str | Path, constants: Mapping[str, object] | None = None
) -> GroundSize:
    """Ground a puzzle (with exact-cover.lp), a text or the path of a .lp file, and return its size.

    >>> direct = ground_size(FOLDER / "tetracubes-direct.lp", {"grid_type": 3})
    >>> direct.rules > 3 * ground_size(FOLDER / "tetracubes.lp", {"grid_type": 3}).rules
    True
    """
    is_puzzle = isinstance(program, PackingPuzzle)
    programs = (facts(program), rules(program)) if is_puzzle else (program,)
    control = ground(*programs, arguments=["--solve-limit=0", *settings(constants)])
    control.solve()  # no search: only what comes before it
    sizes = control.statistics["problem"]
    made = sizes["generator"]
    constraints = sum(made[name] for name in ("constraints", "constraints_binary", "constraints_ternary"))
    return GroundSize(*map(int, (sizes["lp"]["atoms"], sizes["lp"]["rules"], made["vars"], constraints)))


@dataclass(frozen=True)
class FewestHints:
    """Placements that leave a single solution; fewer cannot, if it is `proven`."""

    given: Solution
    proven: bool


def fewest_hints(puzzle: PackingPuzzle, solution: Solution) -> FewestHints:
    """Find as few hints as possible that leave only this solution, by #minimize over all solutions.

    >>> from puzzlelib import all_packings, load
    >>> len(fewest_hints(load("tetracubes-2x2x8"), all_packings("2x2x8")[0]).given)
    2
    """
    solution = tuple(puzzle.placements[option] for option in hint_options(puzzle, solution))
    others = set()
    for other in solutions(puzzle):
        others.add(tuple(str(n) for n, placement in enumerate(solution) if placement not in other))
    lines = [f"piece(0..{len(solution) - 1})."]
    for number, places in enumerate(sorted(others - {()})):
        lines.append(f"other({number}). differs({number},({';'.join(places)})).")
    best = answers("\n".join(lines), FOLDER / "fewest-hints.lp", limit=None)
    given = tuple(solution[int(args[0])] for args in atoms(" ".join(best[-1]), "hint"))
    return FewestHints(given, best.complete)


def atoms(text: str, name: str) -> Iterator[list[str]]:
    """Yield the arguments of every atom of this name, strings without quotes; lines may be wrapped.

    >>> list(atoms('assignType(8,"Z_mirror") hint(4)', "assignType"))
    [['8', 'Z_mirror']]
    """
    for found in re.finditer(rf"\b{name}\(([^()]*)\)", text):
        yield [part.strip().strip('"') for part in found[1].split(",")]


def clasp_ending(exhausted: bool, clock: Clock) -> Ending:
    return Ending.DONE if exhausted else Ending.TIME_LIMIT if clock.struck else Ending.LIMIT
