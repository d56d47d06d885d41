"""Solve a 0-1 program by HiGHS, Gurobi or CP-SAT.

The solver works in a thread of its own. Meanwhile the caller's thread looks at the clock, asks
stop() and hears Ctrl-C, so that none of them waits for the solver.
"""

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, wait
from dataclasses import dataclass, field, replace
from itertools import islice
from math import inf
from queue import Empty, Queue
from time import perf_counter

from ..common.clock import Clock, Stop, never
from ..common.ending import Ending
from ..common.errors import PuzzleError, check_choice, check_int, check_limit, short
from ..common.interrupts import hold_interrupts
from ..common.machine import has_threads, package, run_aside
from .adapters import ENGINES, CpSat, Reply, Unavailable
from .model import Model, Row, check_model, number_text

NAMES = {"highs": "HiGHS", "gurobi": "Gurobi", "cp-sat": "CP-SAT"}
SOLVERS = tuple(NAMES)
MOST_SEED = 2 * 10**9  # the largest seed that every solver takes
WARNED: dict = {}  # warnings that were given; each is given once, whoever calls
TICK, PATIENCE = 0.05, 0.7  # seconds between two looks, and before a cancelled solver is left alone
ENDS = {
    Ending.TIME_LIMIT: "The time limit came first",
    Ending.INTERRUPT: "Interrupted",
    Ending.STOPPED: "Stopped",
    Ending.GAVE_UP: "The solver gave up",
}


@dataclass(frozen=True)
class Outcome:
    """The result of a solver. `values` maps each variable to 0 or 1; empty if nothing was found.

    `status`: "optimal" (proved), "solved" (in a model without a cost), "infeasible" (proved), or an
    `Ending`: TIME_LIMIT, INTERRUPT, STOPPED, GAVE_UP. No solution costs less than `bound`. `nodes` of
    the tree are done; CP-SAT, which has no such tree, counts its branches.
    """

    status: str
    values: dict[str, int] = field(default_factory=dict)
    cost: float | None = None
    bound: float | None = None
    nodes: int = 0
    seconds: float = 0.0
    solver: str = "highs"
    note: str = ""

    @property
    def found(self) -> bool:
        """Whether there is a solution."""
        return bool(self.values) or self.status in ("solved", "optimal")

    @property
    def stopped(self) -> Ending:
        """The reason why it was cut short, or DONE."""
        return Ending(self.status) if self.status in ENDS else Ending.DONE

    @property
    def said(self) -> str:
        """The result in one sentence, and a second one where there is something to note.

        >>> Outcome("solved", {"a": 1}, seconds=2).said
        'HiGHS found values that satisfy every row, in 2.00 s.'
        """
        name, took = NAMES[self.solver], f"{self.seconds:.2f} s"
        cost = number_text(round(self.cost or 0, 6))
        best = f"the best found costs {cost}" if self.values else "nothing is found yet"
        bound = "nothing is proved"
        if self.bound is not None:
            bound = f"no solution costs less than {number_text(round(self.bound, 6))}"
        match self.status:
            case "infeasible":
                say = f"{name} proved in {took} that no values satisfy all rows."
            case "solved":
                say = f"{name} found values that satisfy every row, in {took}."
            case "optimal":
                say = f"{name} found values of the least cost, {cost}, and proved it, in {took}."
            case ending:
                say = f"{ENDS[Ending(ending)]} ({name}, {took}): {best}, and {bound}."
        return say + self.note


# -------- one solution


def solve_model(
    model: Model, solver: str = "highs", *, time_limit: float | None = None, seed: int = 0, stop: Stop = never
) -> Outcome:
    """Return a solution of least cost, by "highs", "gurobi" or "cp-sat", checked by `model.broken`.

    An interrupt returns the best so far. Where Gurobi or CP-SAT is missing, or a licence is too
    small, HiGHS takes over, and `said` tells so. Errors: `PuzzleError`.

    >>> model = Model("two of three")
    >>> a, b, c = model.variables("a", "b", "c")
    >>> row = model.row("two of them", a + b + c == 2)
    >>> model.minimise(3 * a + b + 2 * c)
    >>> outcome = solve_model(model)
    >>> outcome.status, outcome.values, outcome.cost
    ('optimal', {'a': 0, 'b': 1, 'c': 1}, 3)
    """
    check_model(model)
    check_choices(solver, seed)
    clock, note = Clock(time_limit), ""
    try:
        try:
            reply, said = solve_by(model, solver, seed, time_limit, stop)
        except Unavailable as why:
            solver, note = "highs", f" {take_over(why)}"
            reply, said = solve_by(model, solver, seed, time_limit, stop)
    except KeyboardInterrupt:  # before the search began
        reply, said = Reply(Ending.INTERRUPT), ""
    values, status = checked_values(model, reply.values, solver), reply.status
    if status == "optimal" and not model.cost:
        status = "solved"
    cost = model.value(values) if values or status in ("solved", "optimal") else None
    bound = reply.bound if model.cost and status != "infeasible" else None
    return Outcome(status, values, cost, bound, reply.nodes, clock.seconds(), solver, said + note)


def solve_by(model: Model, solver: str, seed: int, seconds: float | None, stop: Stop) -> tuple[Reply, str]:
    """Return a solver's reply and its note."""
    if not model.names:
        return Reply("infeasible" if model.broken({}) else "optimal"), ""
    adapter = ENGINES[solver](model, seed)
    return ask(adapter, seconds, stop), adapter.note


def ask(adapter, seconds: float | None = None, stop: Stop = never) -> Reply:
    """Return a solver's reply; where something cut it short, its status is the `Ending`."""
    reply, why = run_in_thread(lambda: adapter.solve(seconds), adapter.cancel, stop, seconds, adapter.tick)
    if reply is None:
        bound, nodes = adapter.progress
        return Reply(why, {}, bound, nodes)
    if reply.status in ("optimal", "infeasible") and why != Ending.INTERRUPT:  # which is never lost
        return reply
    if reply.status == Ending.STOPPED and not why:  # Gurobi hears an interrupt itself
        why = Ending.INTERRUPT
    return replace(reply, status=why or reply.status)


def run_in_thread(
    job: Callable, cancel: Callable[[], None], stop: Stop = never, seconds: float | None = None, tick=never
) -> tuple:
    """Run a job in a thread, call tick() meanwhile, and return its result and what cut it short.

    A job that goes on after cancel() is left alone; its result is None. Without threads the job
    runs here, and nothing but its own time limit ends it.
    """
    done, pause, why = Future(), TICK / 32, Ending.DONE
    end = perf_counter() + (inf if seconds is None else seconds + 2 * TICK)
    try:
        run_aside(lambda: fulfil(done, job))
        while not why and not is_done(done, pause):
            tick()
            pause = min(2 * pause, TICK)
            why = Ending.STOPPED if stop() else Ending.TIME_LIMIT if perf_counter() > end else Ending.DONE
    except KeyboardInterrupt:
        why = Ending.INTERRUPT
    finally:
        end_soon(done, cancel)
    return (done.result() if done.done() else None), why


def end_soon(done: Future, cancel: Callable[[], None]) -> None:
    """Cancel a job, again and again: a solver that starts does not hear it."""
    end = perf_counter() + PATIENCE
    with hold_interrupts():
        while not done.done() and perf_counter() < end:
            cancel()
            wait([done], TICK)


def is_done(job: Future, seconds: float) -> bool:
    """Wait so long at most; return whether a job is done."""
    with hold_interrupts():
        return bool(wait([job], seconds).done)


def fulfil(done: Future, job: Callable) -> None:
    """Run a job and hand its result, or its exception, to the thread that waits."""
    try:
        done.set_result(job())
    except BaseException as error:
        done.set_exception(error)


def checked_values(model: Model, values: Mapping[str, float], solver: str) -> dict[str, int]:
    """Return the rounded values. Errors: `PuzzleError`, where they break a row."""
    rounded = {name: round(value) for name, value in values.items()}  # it may be off by a millionth
    if rounded and (broken := model.broken(rounded)):
        breaks = f"gave values that break the row {broken[0].name!r}"
        raise PuzzleError(f"{NAMES[solver]} {breaks}: are its numbers very large or very small?")
    return rounded


def take_over(why: Unavailable) -> str:
    return f"{why}; HiGHS took over."


def check_choices(solver: str, seed: int = 0) -> None:
    check_choice("solver", solver, SOLVERS)
    check_int("seed", seed, most=MOST_SEED)


# -------- all solutions


def all_solutions(
    model: Model,
    solver: str = "highs",
    over: Iterable[str] | None = None,
    *,
    stop: Stop = never,
    limit: int | None = None,
) -> Iterator[dict[str, int]]:
    """Yield the solutions of a model, whatever they cost: at most `limit`, until stop() is True.

    Solutions that agree in the variables of `over` (default: all) count as one. HiGHS and Gurobi
    get a row for each solution that forbids it, a no-good cut, and start again; CP-SAT needs one
    search.

    >>> model = Model()
    >>> a, b = model.variables("a", "b")
    >>> row = model.row("not both", a + b <= 1)
    >>> sorted(values["a"] + 2 * values["b"] for values in all_solutions(model, "cp-sat"))
    [0, 1, 2]
    """
    check_model(model)
    check_choices(solver)
    check_limit(limit)
    names = list(model.names) if over is None else list(dict.fromkeys(over))
    if unknown := [name for name in names if name not in model.names]:
        raise PuzzleError(f"over: there is no variable {short(unknown[0])} in the model {model.name}")
    if not model.names:
        return iter([{}] * (not model.broken({})))
    at_once = solver == "cp-sat" and has_threads() and package("ortools")
    search = by_one_search if at_once else by_cuts
    return islice(search(Model(model.name, dict(model.names), dict(model.rows)), solver, names, stop), limit)


def by_cuts(model: Model, solver: str, names: list[str], stop: Stop) -> Iterator[dict[str, int]]:
    """Solve, forbid the solution by one more row, solve again, until nothing is left."""
    adapter, alone, count = None, no_subsets(model, names), 0
    while not stop():
        try:
            adapter = adapter or ENGINES[solver](model)
            reply = ask(adapter, None, stop)
        except Unavailable as why:  # also later: each cut is a row, and a licence may limit them
            warnings.warn_explicit(take_over(why), UserWarning, __name__, 0, registry=WARNED)
            adapter, solver = None, "highs"
            continue
        if reply.status == Ending.INTERRUPT:
            raise KeyboardInterrupt
        if reply.status == Ending.STOPPED:
            return
        if not reply.values:
            return check_proved(reply, solver)
        values, count = checked_values(model, reply.values, solver), count + 1
        yield values
        cut = no_good(values, names, alone, f"not solution {count}")
        model.rows[" " * count] = cut  # no other row has a name of blanks
        adapter.add([cut])


def check_proved(reply: Reply, solver: str) -> None:
    """Raise `PuzzleError` where a solver gave up: that must not look like the end of the solutions."""
    if reply.status not in ("optimal", "infeasible"):
        raise PuzzleError(f"{NAMES[solver]} gave up before all solutions were found")


def no_good(values: Mapping[str, int], names: Iterable[str], alone: bool, name: str) -> Row:
    """Return a row that is broken only by solutions that agree with this one in `names`.

    With `alone`, no solution holds another one, and it is enough that a variable that is 1 becomes
    0.

    >>> print(no_good({"a": 1, "b": 0, "c": 1}, "abc", False, "cut"))
    cut: a - b + c <= 1
    """
    terms = {name: 1 if values[name] else -1 for name in names if values[name] or not alone}
    return Row(name, terms, "<=", sum(values[name] for name in names) - 1)


def no_subsets(model: Model, names: Iterable[str]) -> bool:
    """Return whether each variable is in an equation of positive numbers: no solution holds another."""
    covered, names = set(), set(names)
    for row in model.rows.values():
        if row.sense == "=" and row.terms.keys() <= names and min(row.terms.values(), default=0) > 0:
            covered.update(row.terms)  # |= would copy all of them for each row
    return covered == names


def by_one_search(model: Model, solver: str, names: list[str], stop: Stop) -> Iterator[dict[str, int]]:
    """Yield what CP-SAT's own search for all solutions puts into a short queue."""
    adapter, queue, done, seen = CpSat(model), Queue(100), Future(), set()
    run_aside(lambda: fulfil(done, lambda: adapter.enumerate_into(queue)))
    try:
        while not stop():
            try:
                with hold_interrupts():
                    values = queue.get(timeout=TICK)
            except Empty:
                if done.done() and queue.empty():
                    return check_proved(done.result(), solver)
                continue
            key = tuple(values[name] for name in names)
            if key not in seen:
                yield checked_values(model, values, solver)
                if len(names) < len(model.names):  # else they differ by themselves
                    seen.add(key)
    finally:
        end_soon(done, adapter.cancel)
