"""HiGHS, Gurobi and CP-SAT behind one interface.

MathOpt (OR-Tools 9.15) is no replacement: of HiGHS it takes no interrupt and reports no progress,
it does not find the Gurobi inside gurobipy, and it rounds for CP-SAT without a word.

References: Q. Huangfu and J. A. J. Hall, Parallelizing the dual revised simplex method, 2018
(HiGHS); www.gurobi.com; L. Perron and F. Didier, CP-SAT, developers.google.com/optimization.
"""

import signal
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, lcm
from operator import eq, ge, le
from queue import Full, Queue
from threading import Thread, current_thread, main_thread

from ..common.ending import Ending
from ..common.errors import PuzzleError, one_line, short
from ..common.interrupts import hold_interrupts
from ..common.machine import has_threads
from ..common.stand_ins import MissingExtra, MissingPackage, StandIn
from .model import Model, Row

MOST_FACTOR, MOST_SUM = 10**6, 2**50  # of numbers made whole for CP-SAT
ENUMERATION = 1 << 16  # a rule of presolve, by which HiGHS 1.13 to 1.15 err about small models
UNKNOWN = 1e20  # from here on a number of a solver means "not known yet"


@dataclass(frozen=True)
class Reply:
    """A solver's values by the names of the variables, and why it ended.

    `status`: "optimal", "infeasible", or an `Ending`; `bound`: no solution costs less (None: not
    known).
    """

    status: str
    values: dict[str, float] = field(default_factory=dict)
    bound: float | None = None
    nodes: int = 0


class Unavailable(Exception):
    """A solver cannot be used; the message says which, and why."""


def library(name: str):
    """Import a package in a thread of its own, and return it. Errors: `ImportError`.

    Ctrl-C in the main thread would leave a half imported package, broken until Python ends.

    >>> library("math").lcm(4, 6)
    12
    """
    if name not in sys.modules and has_threads():

        def load():
            with suppress(Exception):  # raised again below
                __import__(name)

        thread = Thread(target=load)
        with hold_interrupts():
            thread.start()
        thread.join()
    __import__(name)
    found = sys.modules[name]
    if isinstance(found, StandIn):
        raise MissingPackage(name.partition(".")[0])
    return found


def import_optional(solver: str, name: str):
    """Return a solver's package. Errors: `Unavailable`."""
    try:
        return library(name)
    except MissingExtra as error:
        raise Unavailable(f"{solver} cannot be used: {error}") from None
    except (ImportError, OSError) as error:
        package = name.partition(".")[0]
        why = f"the package {package} is not installed ({error})"
        raise Unavailable(f"{solver} cannot be used: {why}") from None


class Adapter:
    """A solver with a model loaded. `add(rows)` adds to it, `solve(seconds)` returns a `Reply`.

    A second thread may meanwhile call `cancel`, to end it soon, and `tick`, now and then, and read
    `progress`: bound and nodes so far. `note` says what the solver cannot take as it is.
    """

    note = ""
    progress: tuple[float | None, int] = None, 0
    cancelled = False

    def cancel(self) -> None:
        self.cancelled = True

    def tick(self) -> None:
        pass


class Highs(Adapter):
    """HiGHS. Without `integers` it solves the linear relaxation."""

    def __init__(self, model: Model, seed: int = 0, integers: bool = True):
        self.api, self.name, count = library("highspy"), model.name, len(model.names)
        self.index = {name: i for i, name in enumerate(model.names)}
        self.highs = self.api.Highs()
        options = {"output_flag": False, "random_seed": seed, "threads": 1, "presolve_rule_off": ENUMERATION}
        for option, value in (options | {"mip_rel_gap": 0.0, "mip_abs_gap": 0.0}).items():
            self.highs.setOptionValue(option, value)
        self.highs.addVars(count, [0.0] * count, [1.0] * count)
        costs = [*map(float, model.cost.values())]
        self.highs.changeColsCost(len(costs), self.indices(model.cost), costs)
        self.add(model.rows.values())
        if integers:
            kinds = [self.api.HighsVarType.kInteger] * count
            self.highs.changeColsIntegrality(count, self.indices(model.names), kinds)
        for event in (self.highs.cbMipInterrupt, self.highs.cbSimplexInterrupt):
            event.subscribe(self.on_event)

    def on_event(self, event) -> None:
        """Tell HiGHS whether to end, and note its progress."""
        event.data_in.user_interrupt = self.cancelled
        out = event.data_out
        self.progress = finite(out.mip_dual_bound), max(0, out.mip_node_count)

    def add(self, rows: Iterable[Row]) -> None:
        for row in rows:
            low = -inf if row.sense == "<=" else row.right
            high = inf if row.sense == ">=" else row.right
            terms = [*map(float, row.terms.values())]
            status = self.highs.addRow(low, high, len(terms), self.indices(row.terms), terms)
            if status == self.api.HighsStatus.kError:
                raise PuzzleError(f"HiGHS refuses the model {self.name}: are its numbers very large?")

    def indices(self, names: Iterable[str]) -> list[int]:
        return [self.index[name] for name in names]

    def set_bounds(self, bounds: Mapping[str, tuple[int, int]]) -> None:
        """Set the least and the greatest value of some variables."""
        ends = map(list, zip(*bounds.values()))
        self.highs.changeColsBounds(len(bounds), self.indices(bounds), *ends)

    def solve(self, seconds: float | None) -> Reply:
        self.cancelled = False
        self.highs.setOptionValue("time_limit", inf if seconds is None else float(seconds))
        self.highs.run()
        if self.highs.getModelStatus() == self.api.HighsModelStatus.kSolveError:
            self.highs.setOptionValue("presolve", "off")  # it came to a point that breaks a row
            self.highs.run()
        names = "kOptimal kInfeasible kUnboundedOrInfeasible kTimeLimit kInterrupt"
        status = status_word(self.highs.getModelStatus(), self.api.HighsModelStatus, names)
        info, values = self.highs.getInfo(), {}
        if status != "infeasible" and info.primal_solution_status == 2:  # a feasible point
            values = dict(zip(self.index, self.highs.getSolution().col_value))
        return Reply(status, values, finite(info.mip_dual_bound), max(0, info.mip_node_count))


class Gurobi(Adapter):
    def __init__(self, model: Model, seed: int = 0):
        self.api = import_optional("Gurobi", "gurobipy")
        settings = {"OutputFlag": 0, "Seed": seed, "Threads": 1, "MIPGap": 0}
        self.env = self.with_licence(lambda: self.api.Env(params=settings))
        self.model = self.with_licence(lambda: self.api.Model(env=self.env))
        self.x = {name: self.model.addVar(vtype="B", obj=model.cost.get(name, 0)) for name in model.names}
        self.add(model.rows.values())

    def with_licence(self, job: Callable):
        """Return a job's result. Errors: `Unavailable`, for lack of a large enough licence."""
        try:
            return job()
        except self.api.GurobiError as error:
            raise Unavailable(f"Gurobi cannot be used: {one_line(str(error))}") from None

    def add(self, rows: Iterable[Row]) -> None:
        for row in rows:
            left = self.api.LinExpr(list(row.terms.values()), [self.x[name] for name in row.terms])
            self.model.addLConstr(left, row.sense[0], row.right)

    def solve(self, seconds: float | None) -> Reply:
        self.model.Params.TimeLimit = inf if seconds is None else seconds
        self.with_licence(lambda: self.model.optimize(self.on_event))
        names = "OPTIMAL INFEASIBLE INF_OR_UNBD TIME_LIMIT INTERRUPTED"
        status = status_word(self.model.Status, self.api.GRB, names)
        values = {name: x.X for name, x in self.x.items()} if self.model.SolCount else {}
        return Reply(status, values, finite(self.model.ObjBound), int(self.model.NodeCount))

    def on_event(self, model, where: int) -> None:
        codes = self.api.GRB.Callback
        if where == codes.MIP:
            bound, nodes = map(model.cbGet, (codes.MIP_OBJBND, codes.MIP_NODCNT))
            self.progress = finite(bound), int(nodes)

    def cancel(self) -> None:
        self.model.terminate()

    def tick(self) -> None:
        """Take back Ctrl-C, which Gurobi does not hand on to Python."""
        handler = signal.getsignal(signal.SIGINT)
        if current_thread() is main_thread() and callable(handler):
            signal.signal(signal.SIGINT, handler)


class CpSat(Adapter):
    """CP-SAT. It takes whole numbers only."""

    def __init__(self, model: Model, seed: int = 0):
        self.api = import_optional("CP-SAT", "ortools.sat.python.cp_model")
        self.model, self.solver = self.api.CpModel(), self.api.CpSolver()
        self.x = {name: self.model.new_bool_var("") for name in model.names}
        self.add(model.rows.values())
        self.factor = self.minimise(model.cost) if model.cost else 0
        settings = self.solver.parameters
        settings.num_workers, settings.random_seed, settings.catch_sigint_signal = 1, seed, False

    def add(self, rows: Iterable[Row]) -> None:
        """Add rows, each times a factor that makes its numbers whole."""
        for row in rows:
            numbers = [*row.terms.values(), row.right]
            if not (factor := whole_factor(numbers)):
                wants = "CP-SAT wants whole numbers that are not too large, and no factor up to"
                raise PuzzleError(
                    f"row {short(row.name)}: {wants} {MOST_FACTOR:,} makes them of {short(numbers)}"
                )
            compare = {"=": eq, "<=": le, ">=": ge}[row.sense]
            self.model.add(compare(self.sum(row.terms, factor), round(row.right * factor)))

    def sum(self, terms: Mapping[str, float], factor: int):
        weights = [round(times * factor) for times in terms.values()]
        return self.api.LinearExpr.weighted_sum([self.x[name] for name in terms], weights)

    def minimise(self, cost: Mapping[str, float]) -> int:
        """Set the cost, times the factor that is returned, and note where it was rounded."""
        if not (factor := whole_factor(cost.values())):
            if (size := sum(map(abs, cost.values()))) >= MOST_SUM:
                must = f"their sum must stay below {MOST_SUM:,}"
                raise PuzzleError(f"the costs are too large for CP-SAT: {must}")
            factor = 10 ** max(k for k in range(16) if size * 10**k < MOST_SUM)
            self.note = f" CP-SAT wants whole numbers: the costs were rounded to multiples of 1/{factor:,}."
        self.model.minimize(self.sum(cost, factor))
        return factor

    def solve(self, seconds: float | None) -> Reply:
        self.solver.parameters.max_time_in_seconds = inf if seconds is None else float(seconds)
        status = self.search(self.on_solution)
        bound = finite(self.solver.best_objective_bound / self.factor) if self.factor else None
        return Reply(status, self.values(self.solver), bound, self.solver.num_branches)

    def enumerate_into(self, queue: Queue) -> Reply:
        """Put every solution into a queue that another thread empties."""
        self.solver.parameters.enumerate_all_solutions = True

        def put(watch):
            while not self.cancelled and main_thread().is_alive():  # else the queue is not emptied
                with suppress(Full):
                    return queue.put(self.values(watch), timeout=0.05)
            watch.stop_search()

        return Reply(self.search(put))

    def search(self, on_solution: Callable) -> str:
        """Solve, call on_solution(callback) at each solution, and return the status."""
        calls = {"on_solution_callback": lambda callback: on_solution(callback)}
        callback = type("Callback", (self.api.CpSolverSolutionCallback,), calls)()
        status = self.solver.solve(self.model, callback)
        if status in (self.api.FEASIBLE, self.api.UNKNOWN):
            return Ending.STOPPED if self.cancelled else Ending.TIME_LIMIT
        return status_word(status, self.api, "OPTIMAL INFEASIBLE")

    def values(self, solved) -> dict[str, float]:
        return dict(zip(self.x, solved.response_proto.solution))

    def on_solution(self, callback) -> None:
        if self.factor:
            self.progress = finite(callback.best_objective_bound / self.factor), callback.num_branches

    def cancel(self) -> None:
        super().cancel()
        self.solver.stop_search()


ENGINES = {"highs": Highs, "gurobi": Gurobi, "cp-sat": CpSat}


def status_word(status, codes, names: str) -> str:
    """Return our word for a solver's status, one of its `codes` with these names."""
    words = "optimal", "infeasible", "infeasible", Ending.TIME_LIMIT, Ending.STOPPED
    return {getattr(codes, name): word for name, word in zip(names.split(), words)}.get(
        status, Ending.GAVE_UP
    )


def finite(value: float) -> float | None:
    """Return a solver's number, or None for the huge ones that mean "not known".

    >>> finite(2.5), finite(-1e100), finite(float("inf"))
    (2.5, None, None)
    """
    return float(value) if abs(value) < UNKNOWN else None


def whole_factor(numbers: Iterable[float]) -> int:
    """Return the smallest factor that makes all numbers whole, up to what floats lose, or 0.

    >>> whole_factor([0.5, 3, 0.1 + 0.2]), whole_factor([0.5, 2 ** 0.5])
    (10, 0)
    """
    numbers = [float(number) for number in numbers]
    factor = lcm(*(Fraction(number).limit_denominator(MOST_FACTOR).denominator for number in numbers))
    off = (abs(number * factor - round(number * factor)) / factor for number in numbers)
    exact = all(error <= 1e-14 * abs(number) for error, number in zip(off, numbers))
    return factor * (exact and factor <= MOST_FACTOR and sum(map(abs, numbers)) * factor < MOST_SUM)
