"""HiGHS, Gurobi and CP-SAT behind one face, for `solvers`: a model goes in, and what was found comes out.

References: Q. Huangfu and J. A. J. Hall, Parallelizing the dual revised simplex method, 2018 (HiGHS);
www.gurobi.com; L. Perron and F. Didier, CP-SAT, developers.google.com/optimization.
"""

import signal
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, lcm
from operator import eq, ge, le
from queue import Full, Queue

import numpy as np

from ..common.ending import Ending
from ..common.errors import PuzzleError, short
from .model import Model, Row

EVEN, LARGEST = 10**6, 2**50  # the largest factor to make numbers whole for CP-SAT, and its largest sum then
HUGE = 1e20  # what solvers write for a number that they do not know yet


@dataclass(frozen=True)
class Found:
    """What a solver leaves behind: its values in the order of the model's variables, and why it ended.

    `status`: "optimal", "infeasible", or an `Ending`; `bound`: no solution costs less (None: not known).
    """

    status: str
    values: list[float] = field(default_factory=list)
    bound: float | None = None
    nodes: int = 0


class Unavailable(Exception):
    """Gurobi cannot be used; the message says why."""


def library(name: str):
    """A package, imported in a thread of its own: an interrupt, which only the main thread hears, would leave
    a half imported one (CP-SAT's brings pandas), broken until Python ends. `ImportError` where there is none.

    >>> library("math").lcm(4, 6)
    12
    """
    if name not in sys.modules:

        def load():
            with suppress(Exception):  # whoever asked meets it below
                __import__(name)

        thread = threading.Thread(target=load)
        thread.start()
        thread.join()
    __import__(name)
    return sys.modules[name]


class Adapter:
    """A solver with a model loaded. It has `add(row)` and `solve(seconds)`.

    For the thread beside the one that solves: `cancel` (end soon), `beside` (to be called now and then), and
    `told`: bound, incumbent and nodes so far. `note` is a sentence on what the solver cannot take as it is.
    """

    note = ""
    told: tuple[float | None, float | None, int] = None, None, 0
    over = False

    def cancel(self) -> None:
        self.over = True

    def beside(self) -> None:
        pass


class Highs(Adapter):
    """HiGHS; without `integers`, the relaxation of the model."""

    def __init__(self, model: Model, seed: int, threads: int, integers: bool = True):
        self.api = library("highspy")
        self.place = {name: i for i, name in enumerate(model.names)}
        self.highs = self.api.Highs()
        settings = {"output_flag": False, "random_seed": seed, "threads": threads}
        for option, value in (settings | {"mip_rel_gap": 0.0, "mip_abs_gap": 0.0}).items():
            self.highs.setOptionValue(option, value)
        if self.highs.passModel(self.program(model, integers)) == self.api.HighsStatus.kError:
            raise PuzzleError(f"HiGHS refuses the model {model.name}: are its numbers very large?")
        for event in (self.highs.cbMipInterrupt, self.highs.cbSimplexInterrupt):
            event.subscribe(self.interrupted)

    def program(self, model: Model, integers: bool):
        program, rows, count = self.api.HighsLp(), model.rows.values(), len(model.names)
        program.num_col_, program.num_row_ = count, len(rows)
        program.col_cost_ = numbers(model.cost.get(name, 0) for name in model.names)
        program.col_lower_, program.col_upper_ = np.zeros(count), np.ones(count)
        program.row_lower_ = numbers(self.limits(row)[0] for row in rows)
        program.row_upper_ = numbers(self.limits(row)[1] for row in rows)
        program.a_matrix_.format_ = self.api.MatrixFormat.kRowwise
        program.a_matrix_.start_ = np.cumsum([0, *(len(row.terms) for row in rows)])
        program.a_matrix_.index_ = self.places(name for row in rows for name in row.terms)
        program.a_matrix_.value_ = numbers(times for row in rows for times in row.terms.values())
        program.integrality_ = [self.api.HighsVarType.kInteger] * count if integers else []
        return program

    def limits(self, row: Row) -> tuple[float, float]:
        """Between which numbers a row must stay."""
        return -inf if row.sense == "<=" else row.right, inf if row.sense == ">=" else row.right

    def places(self, names: Iterable[str]) -> np.ndarray:
        return np.array([self.place[name] for name in names], dtype=np.int32)

    def interrupted(self, event) -> None:
        """HiGHS asks, time and again, whether it is to end; and tells how far it is."""
        event.data_in.user_interrupt = self.over
        out = event.data_out
        self.told = known(out.mip_dual_bound), known(out.mip_primal_bound), max(0, out.mip_node_count)

    def add(self, row: Row) -> None:
        terms = row.terms
        self.highs.addRow(*self.limits(row), len(terms), self.places(terms), numbers(terms.values()))

    def bounds(self, bounds: Mapping[str, tuple[int, int]]) -> None:
        """New bounds for some variables."""
        low, high = (numbers(pair[k] for pair in bounds.values()) for k in (0, 1))
        self.highs.changeColsBounds(len(bounds), self.places(bounds), low, high)

    def solve(self, seconds: float | None) -> Found:
        self.over = False
        self.highs.setOptionValue("time_limit", inf if seconds is None else float(seconds))
        self.highs.run()
        names = "kOptimal kInfeasible kUnboundedOrInfeasible kTimeLimit kInterrupt"
        status = ended(self.highs.getModelStatus(), self.api.HighsModelStatus, names)
        info = self.highs.getInfo()
        has = status != "infeasible" and info.primal_solution_status == 2  # a feasible point
        values = list(self.highs.getSolution().col_value) if has else []
        return Found(status, values, known(info.mip_dual_bound), max(0, info.mip_node_count))


class Gurobi(Adapter):
    def __init__(self, model: Model, seed: int, threads: int):
        try:
            self.api = library("gurobipy")
        except (ImportError, OSError) as error:
            raise Unavailable(f"the package gurobipy is not installed ({error})") from None
        settings = {"OutputFlag": 0, "Seed": seed, "Threads": threads, "MIPGap": 0}
        self.env = self.licensed(lambda: self.api.Env(params=settings))
        self.model = self.licensed(lambda: self.api.Model(env=self.env))
        self.x = {name: self.model.addVar(vtype="B", obj=model.cost.get(name, 0)) for name in model.names}
        for row in model.rows.values():
            self.add(row)

    def licensed(self, job: Callable):
        """What a job gives; `Unavailable` where the licence is missing, has expired or is too small."""
        try:
            return job()
        except self.api.GurobiError as error:
            raise Unavailable(" ".join(str(error).split())) from None

    def add(self, row: Row) -> None:
        left = self.api.LinExpr(list(row.terms.values()), [self.x[name] for name in row.terms])
        self.model.addLConstr(left, row.sense[0], row.right)

    def solve(self, seconds: float | None) -> Found:
        self.model.Params.TimeLimit = inf if seconds is None else seconds
        self.licensed(lambda: self.model.optimize(self.tell))
        names = "OPTIMAL INFEASIBLE INF_OR_UNBD TIME_LIMIT INTERRUPTED"
        status = ended(self.model.Status, self.api.GRB, names)
        values = [x.X for x in self.x.values()] if self.model.SolCount else []
        return Found(status, values, known(self.model.ObjBound), int(self.model.NodeCount))

    def tell(self, model, where: int) -> None:
        is_at = self.api.GRB.Callback
        if where == is_at.MIP:
            best, bound, nodes = map(model.cbGet, (is_at.MIP_OBJBST, is_at.MIP_OBJBND, is_at.MIP_NODCNT))
            self.told = known(bound), known(best), int(nodes)

    def cancel(self) -> None:
        self.model.terminate()

    def beside(self) -> None:
        """Gurobi takes the interrupt key for itself, and ends as if nothing was asked of Python: take it
        back."""
        handler = signal.getsignal(signal.SIGINT)
        if threading.current_thread() is threading.main_thread() and callable(handler):
            signal.signal(signal.SIGINT, handler)


class CpSat(Adapter):
    """CP-SAT. It takes whole numbers only."""

    def __init__(self, model: Model, seed: int, threads: int):
        self.api = library("ortools.sat.python.cp_model")
        self.model, self.solver = self.api.CpModel(), self.api.CpSolver()
        self.x = {name: self.model.new_bool_var("") for name in model.names}
        for row in model.rows.values():
            self.add(row)
        self.factor = self.minimise(model.cost) if model.cost else 1
        self.costly = bool(model.cost)
        settings = self.solver.parameters
        settings.num_workers, settings.random_seed, settings.catch_sigint_signal = threads, seed, False

    def add(self, row: Row) -> None:
        """One more row, times a factor that makes its numbers whole."""
        numbers = [*row.terms.values(), row.right]
        factor, exact = whole_factor(numbers)
        if not exact:
            wants = "CP-SAT wants whole numbers that are not too large, and no factor up to"
            raise PuzzleError(f"row {short(row.name)}: {wants} {EVEN:,} makes them of {short(numbers)}")
        compare = {"=": eq, "<=": le, ">=": ge}[row.sense]
        self.model.add(compare(self.sum(row.terms, factor), round(row.right * factor)))

    def sum(self, terms: Mapping[str, float], factor: int):
        weights = [round(times * factor) for times in terms.values()]
        return self.api.LinearExpr.weighted_sum([self.x[name] for name in terms], weights)

    def minimise(self, cost: Mapping[str, float]) -> int:
        """The cost, times the factor that is given back; what it does not make whole is rounded, and
        noted."""
        factor, exact = whole_factor(cost.values())
        if not exact:
            if (size := sum(map(abs, cost.values()))) >= LARGEST:
                must = f"their sum must stay below {LARGEST:,}"
                raise PuzzleError(f"the costs are too large for CP-SAT: {must}")
            factor = 10 ** max(k for k in range(16) if size * 10**k < LARGEST)
            self.note = f" CP-SAT wants whole numbers: the costs were rounded to multiples of 1/{factor:,}."
        self.model.minimize(self.sum(cost, factor))
        return factor

    def solve(self, seconds: float | None) -> Found:
        self.solver.parameters.max_time_in_seconds = inf if seconds is None else float(seconds)
        status = self.ended(self.solver.solve(self.model, self.at_each_solution(self.tell)))
        bound = known(self.solver.best_objective_bound / self.factor) if self.costly else None
        return Found(status, list(self.solver.response_proto.solution), bound, self.solver.num_branches)

    def every(self, waiting: Queue) -> Found:
        """Put every solution into a queue that is emptied elsewhere."""
        self.solver.parameters.enumerate_all_solutions = True

        def put(watch):
            values = list(watch.response_proto.solution)
            while not self.over and threading.main_thread().is_alive():  # after it, nobody comes any more
                with suppress(Full):  # nobody wants one just now
                    return waiting.put(values, timeout=0.05)
            watch.stop_search()

        return Found(self.ended(self.solver.solve(self.model, self.at_each_solution(put))))

    def ended(self, status) -> str:
        if status in (self.api.FEASIBLE, self.api.UNKNOWN):
            return Ending.STOPPED if self.over else Ending.TIME_LIMIT
        ends = {self.api.OPTIMAL: "optimal", self.api.INFEASIBLE: "infeasible"}
        return ends.get(status, Ending.GAVE_UP)

    def at_each_solution(self, job: Callable):
        """What CP-SAT calls when it finds a solution."""
        calls = {"on_solution_callback": lambda watch: job(watch)}
        return type("Watch", (self.api.CpSolverSolutionCallback,), calls)()

    def tell(self, watch) -> None:
        if self.costly:
            bound, best = watch.best_objective_bound / self.factor, watch.objective_value / self.factor
            self.told = known(bound), best, watch.num_branches

    def cancel(self) -> None:
        super().cancel()
        self.solver.stop_search()


ENGINES = {"highs": Highs, "gurobi": Gurobi, "cp-sat": CpSat}


def ended(status, of, names: str) -> str:
    """Why a solver ended, in our words, from its `status`: one `of` these, under the solver's own names."""
    words = "optimal", "infeasible", "infeasible", Ending.TIME_LIMIT, Ending.STOPPED
    return {getattr(of, name): word for name, word in zip(names.split(), words)}.get(status, Ending.GAVE_UP)


def numbers(values: Iterable[float]) -> np.ndarray:
    """Numbers as HiGHS takes them."""
    return np.array([*values], dtype=float)


def known(value: float) -> float | None:
    """A number, or None for the huge ones that stand for "not known".

    >>> known(2.5), known(-1e100), known(float("inf"))
    (2.5, None, None)
    """
    return float(value) if abs(value) < HUGE else None


def whole_factor(numbers: Iterable[float]) -> tuple[int, bool]:
    """The smallest factor that makes all numbers whole, and whether it really does (up to what floats lose).

    >>> whole_factor([0.5, 3, 0.1 + 0.2]), whole_factor([0.5, 2 ** 0.5])
    ((10, True), (1, False))
    """
    numbers = [float(number) for number in numbers]
    factor = lcm(*(Fraction(number).limit_denominator(EVEN).denominator for number in numbers))
    off = (abs(number * factor - round(number * factor)) / factor for number in numbers)
    exact = all(error <= 1e-14 * abs(number) for error, number in zip(off, numbers))
    small = factor <= EVEN and sum(map(abs, numbers)) * factor < LARGEST
    return (factor, True) if exact and small else (1, False)
