"""A 0-1 program handed to a solver, HiGHS, Gurobi or CP-SAT, one word apart.

A solver works in a thread of its own. Meanwhile the caller's thread looks at the clock, asks stop(), tells
the progress and hears an interrupt, so that none of them has to wait for the solver.
"""

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, wait
from dataclasses import dataclass, field, replace
from itertools import islice
from math import inf
from queue import Empty, Queue
from threading import Thread
from time import perf_counter

from ..common.clock import Clock, Stop, never
from ..common.ending import Ending
from ..common.errors import PuzzleError, check_choice, check_int, check_limit, short
from .adapters import ENGINES, CpSat, Found, Unavailable
from .model import Model, Row, a_model, number

NAMES = {"highs": "HiGHS", "gurobi": "Gurobi", "cp-sat": "CP-SAT"}
SOLVERS = tuple(NAMES)
MOST_SEED = 2 * 10**9  # what every solver takes
TICK, PATIENCE = 0.05, 0.7  # seconds from look to look; how long a solver that was told to end is waited for
ENDS = {
    Ending.TIME_LIMIT: "The time limit came first",
    Ending.INTERRUPT: "Interrupted",
    Ending.STOPPED: "Stopped",
    Ending.GAVE_UP: "The solver gave up",
}


@dataclass(frozen=True)
class Progress:
    """How far a solver is: no solution costs less than `bound`, the best so far costs `incumbent` (None:
    unknown).

    `nodes` of its tree are done; CP-SAT, which has no such tree, counts its branches.
    """

    seconds: float
    bound: float | None = None
    incumbent: float | None = None
    nodes: int = 0


@dataclass
class Outcome:
    """What a solver did. `values` maps each variable to 0 or 1, and is empty where nothing was found.

    `status`: "optimal" (nothing costs less), "solved" (the same, in a model without a cost), "infeasible"
    (proved), or an `Ending`: TIME_LIMIT, INTERRUPT, STOPPED, GAVE_UP. `cost`, `bound` and `nodes` are those
    of `Progress`; `said` is one sentence.
    """

    status: str
    values: dict[str, int] = field(default_factory=dict)
    cost: float | None = None
    bound: float | None = None
    nodes: int = 0
    seconds: float = 0.0
    solver: str = "highs"
    said: str = ""

    @property
    def found(self) -> bool:
        """Is there a solution?"""
        return bool(self.values) or self.status in ("solved", "optimal")


# -------- to solve


def solve_model(
    model: Model,
    solver: str = "highs",
    *,
    time_limit: float | None = None,
    seed: int = 0,
    stop: Stop = never,
    progress: Callable[[Progress], None] | None = None,
    threads: int = 1,
) -> Outcome:
    """The best solution of a model, by "highs", "gurobi" or "cp-sat"; `model.broken` has judged it.

    `progress` is called about twenty times a second, in the caller's thread. An interrupt gives what was
    found so far. Where Gurobi is missing, or its licence does not do, HiGHS takes over, and `said` tells.
    Errors: `PuzzleError`.

    >>> model = Model("two of three")
    >>> a, b, c = model.variables("a", "b", "c")
    >>> row = model.row("two of them", a + b + c == 2)
    >>> model.minimise(3 * a + b + 2 * c)
    >>> outcomes = [solve_model(model, name) for name in SOLVERS]
    >>> [(one.status, one.values, one.cost) for one in outcomes]  # doctest: +NORMALIZE_WHITESPACE
    [('optimal', {'a': 0, 'b': 1, 'c': 1}, 3),
     ('optimal', {'a': 0, 'b': 1, 'c': 1}, 3),
     ('optimal', {'a': 0, 'b': 1, 'c': 1}, 3)]
    """
    a_model(model)
    check_choices(solver, seed, threads)
    clock, note = Clock(time_limit), ""
    try:
        try:
            found, told = run(model, solver, seed, threads, time_limit, stop, progress)
        except Unavailable as why:
            solver, note = "highs", f" {take_over(why)}"
            found, told = run(model, solver, seed, threads, time_limit, stop, progress)
    except KeyboardInterrupt:  # before the search began
        found, told = Found(Ending.INTERRUPT), ""
    return outcome_of(model, found, solver, clock.seconds(), told + note)


def run(
    model: Model, solver: str, seed: int, threads: int, seconds: float | None, stop, progress
) -> tuple[Found, str]:
    """What a solver found, and its note."""
    if not model.names:
        return Found("infeasible" if model.broken({}) else "optimal"), ""
    start, engine = perf_counter(), ENGINES[solver](model, seed, threads)

    def look():
        if progress is not None:
            progress(Progress(perf_counter() - start, *engine.told))

    found, why = ask(engine, seconds, stop, look)
    cost = model.value(named(model, found)) if found.values else engine.told[1]
    engine.told = found.bound, cost, found.nodes
    look()
    return replace(found, status=why or found.status), engine.note


def ask(
    engine, seconds: float | None = None, stop: Stop = never, look: Callable = never
) -> tuple[Found, Ending]:
    """What a solver found, and what cut it short."""

    def each_time():
        engine.beside()
        look()

    found, why = watched(lambda: engine.solve(seconds), engine.cancel, stop, seconds, each_time)
    if found is None:
        bound, _, nodes = engine.told
        return Found(Ending.GAVE_UP, [], bound, nodes), why
    if found.status in ("optimal", "infeasible") and why != Ending.INTERRUPT:  # which is never lost
        why = Ending.DONE
    elif found.status == Ending.STOPPED and not why:  # Gurobi hears an interrupt itself
        why = Ending.INTERRUPT
    return found, why


def watched(
    job: Callable, cancel: Callable[[], None], stop: Stop = never, seconds: float | None = None, look=never
) -> tuple:
    """What a job gives, and what cut it short. The job runs in a thread of its own.

    A job that does not end when it is told to is left alone, to end by itself later (the result is None).
    """
    done, tick, why = Future(), TICK / 32, Ending.DONE
    end = perf_counter() + (inf if seconds is None else seconds + 2 * TICK)
    try:
        Thread(target=fulfil, args=(done, job)).start()
        while not why and not wait([done], tick).done:
            look()
            tick = min(2 * tick, TICK)
            why = Ending.STOPPED if stop() else Ending.TIME_LIMIT if perf_counter() > end else Ending.DONE
    except KeyboardInterrupt:
        why = Ending.INTERRUPT
    finally:
        end_soon(done, cancel)
    return (done.result() if done.done() else None), why


def end_soon(done: Future, cancel: Callable[[], None]) -> None:
    """Tell a solver to end, again and again (a starting one does not hear it), and wait for it a little."""
    told = perf_counter()
    while not done.done() and perf_counter() - told < PATIENCE:
        cancel()
        wait([done], TICK)


def fulfil(done: Future, job: Callable) -> None:
    """Run a job; its result or its exception goes to the one who waits."""
    try:
        done.set_result(job())
    except BaseException as error:
        done.set_exception(error)


def named(model: Model, found: Found) -> dict[str, int]:
    """The values by the names of their variables, made whole: a solver may be off by a millionth."""
    return {name: round(value) for name, value in zip(model.names, found.values)}


def outcome_of(model: Model, found: Found, solver: str, seconds: float, note: str) -> Outcome:
    """What a solver found, judged and said in words."""
    values = judged(model, named(model, found), solver)
    status = "solved" if found.status == "optimal" and not model.cost else found.status
    cost = model.value(values) if values or status in ("solved", "optimal") else None
    bound = found.bound if model.cost and status != "infeasible" else None
    outcome = Outcome(status, values, cost, bound, found.nodes, seconds, solver)
    outcome.said = f"{sentence(outcome)}{note}"
    return outcome


def judged(model: Model, values: dict[str, int], solver: str) -> dict[str, int]:
    """The values, if they keep every row: a solver's small errors, very large or small numbers make large."""
    broken = model.broken(values) if values else []
    if broken:
        breaks = f"gave values that break the row {broken[0].name!r}"
        raise PuzzleError(f"{NAMES[solver]} {breaks}: are its numbers very large or very small?")
    return values


def sentence(outcome: Outcome) -> str:
    """What happened, in one plain sentence.

    >>> sentence(Outcome("time limit", {"a": 1}, 7, 5.5, seconds=2))
    'The time limit came first (HiGHS, 2.00 s): the best found costs 7, and no solution costs less than 5.5.'
    """
    name, took = NAMES[outcome.solver], f"{outcome.seconds:.2f} s"
    cost = number(round(outcome.cost or 0, 6))
    if outcome.status == "infeasible":
        return f"{name} proved in {took} that no values keep all rows together."
    if outcome.status == "solved":
        return f"{name} found values that keep every row, in {took}."
    if outcome.status == "optimal":
        return f"{name} found values of the least cost, {cost}, and proved it, in {took}."
    best = f"the best found costs {cost}" if outcome.values else "nothing is found yet"
    bound = "nothing is proved"
    if outcome.bound is not None:
        bound = f"no solution costs less than {number(round(outcome.bound, 6))}"
    return f"{ENDS[Ending(outcome.status)]} ({name}, {took}): {best}, and {bound}."


def take_over(why: Unavailable) -> str:
    return f"Gurobi cannot be used: {why}; HiGHS took over."


def check_choices(solver: str, seed: int = 0, threads: int = 1) -> None:
    """`PuzzleError` for choices that no solver has."""
    check_choice("solver", solver, SOLVERS)
    check_int("seed", seed, most=MOST_SEED)
    check_int("threads", threads, least=1, most=64)


# -------- all solutions


def all_solutions(
    model: Model,
    solver: str = "highs",
    over: Iterable[str] | None = None,
    *,
    stop: Stop = never,
    limit: int | None = None,
) -> Iterator[dict[str, int]]:
    """Every solution of a model once, whatever it costs: at most `limit` of them, until stop() says True.

    Solutions that agree in the variables of `over` (default: all) count as one. HiGHS and Gurobi get a row
    for each solution that forbids it, a no-good cut, and start again; CP-SAT needs one search.

    >>> model = Model()
    >>> a, b = model.variables("a", "b")
    >>> row = model.row("not both", a + b <= 1)
    >>> sorted(values["a"] + 2 * values["b"] for values in all_solutions(model, "cp-sat"))
    [0, 1, 2]
    """
    a_model(model)
    check_choices(solver)
    names = list(model.names) if over is None else list(dict.fromkeys(over))
    if strangers := [name for name in names if name not in model.names]:
        raise PuzzleError(f"over: there is no variable {short(strangers[0])} in the model {model.name}")
    check_limit(limit)
    plain = Model(model.name, dict(model.names), dict(model.rows))
    if not model.names:
        return iter([{}] * (not model.broken({})))
    search = enumerated if solver == "cp-sat" else by_cuts
    return islice(search(plain, solver, names, stop), limit)


def by_cuts(model: Model, solver: str, names: list[str], stop) -> Iterator[dict[str, int]]:
    """Solve, forbid the solution by a row, solve again, until nothing is left. The rows are added to the
    model."""
    engine, alone, count = None, cannot_grow(model, names), 0
    while not stop():
        try:
            engine = engine or ENGINES[solver](model, 0, 1)
            found, why = ask(engine, None, stop)
        except Unavailable as reason:  # also in the middle: each cut is a row, and a licence may limit them
            warnings.warn(take_over(reason), stacklevel=2)
            engine, solver = None, "highs"
            continue
        if why == Ending.INTERRUPT:
            raise KeyboardInterrupt
        if why:
            return
        if not found.values:
            return ended(found, solver)
        values, count = judged(model, named(model, found), solver), count + 1
        yield values
        cut = no_good(values, names, alone, f"not solution {count}")
        model.rows[" " * count] = cut  # blanks are the name of no other row
        engine.add(cut)


def ended(found: Found, solver: str) -> None:
    """Return if a search ended as it may: a solver that gives up must not look like one that is done."""
    if found.status not in ("optimal", "infeasible"):
        raise PuzzleError(f"{NAMES[solver]} gave up before all solutions were found")


def no_good(values: Mapping[str, int], names: Iterable[str], alone: bool, name: str) -> Row:
    """A row that only this solution breaks (and those that agree with it in `names`): a variable must change;
    with `alone`, it is enough that one of those that are 1 becomes 0.

    >>> print(no_good({"a": 1, "b": 0, "c": 1}, "abc", False, "cut"))
    cut: a - b + c <= 1
    """
    terms = {name: 1 if values[name] else -1 for name in names if values[name] or not alone}
    return Row(name, terms, "<=", sum(values[name] for name in names) - 1)


def cannot_grow(model: Model, names: Iterable[str]) -> bool:
    """Is no solution another one and more? Yes where each variable is in an equation of positive numbers."""
    held, names = set(), set(names)
    for row in model.rows.values():
        if row.sense == "=" and row.terms.keys() <= names and min(row.terms.values(), default=0) > 0:
            held.update(row.terms)  # |= would copy all of them for each row
    return held == names


def enumerated(model: Model, solver: str, names: list[str], stop) -> Iterator[dict[str, int]]:
    """CP-SAT's own search for all solutions: it fills a short queue, we empty it."""
    engine, waiting, done = CpSat(model, 0, 1), Queue(100), Future()
    seen, apart = set(), len(names) < len(model.names)
    Thread(target=fulfil, args=(done, lambda: engine.every(waiting))).start()
    try:
        while not stop():
            try:
                values = dict(zip(model.names, waiting.get(timeout=TICK)))
            except Empty:
                if done.done() and waiting.empty():
                    return ended(done.result(), solver)
                continue
            key = tuple(values[name] for name in names)
            if key not in seen:
                yield judged(model, values, solver)
                if apart:  # else they are different by themselves
                    seen.add(key)
    finally:
        end_soon(done, engine.cancel)
