"""HiGHS, Gurobi and CP-SAT behind one face, for `solvers`: a model goes in, and what was found comes out.

Each class has `add(row)` and `solve(seconds)`; for the thread beside the one that solves `cancel()`, `beside()` (to be called now and
then) and `told` (bound, incumbent, nodes so far); and `note`, a sentence on what the solver cannot take as it is.

References: Q. Huangfu and J. A. J. Hall, Parallelizing the dual revised simplex method, 2018 (HiGHS); www.gurobi.com; L. Perron and
F. Didier, CP-SAT, developers.google.com/optimization.
"""

import signal
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, lcm
from queue import Full, Queue

from .ilp import Model, Row
from .puzzles import PuzzleError, short

EVEN, LARGEST = (
    10**6,
    2**50,
)  # the largest factor that may make numbers whole for CP-SAT, and the largest sum it then gets
HUGE = 1e20  # what solvers write for a number that they do not know yet


@dataclass(frozen=True)
class Found:
    """What a solver leaves behind: why it ended, and its values in the order of the model's variables.

    `status`: "optimal", "infeasible", "time limit", "stopped", "interrupt" or "gave up"; `bound`: no solution costs less, None where
    that is not known.
    """

    status: str
    values: list[float] = field(default_factory=list)
    bound: float | None = None
    nodes: int = 0


class Unavailable(Exception):
    """Gurobi cannot be used; the message says why."""


def library(name: str):
    """A package, imported in a thread of its own: an interrupt, which only the main thread hears, would leave a half imported one
    (CP-SAT's brings pandas) that is broken until Python ends. `ImportError` where there is none.

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


class Highs:
    """HiGHS, with a model loaded; without `integers`, its relaxation."""

    note = ""

    def __init__(self, model: Model, seed: int, threads: int, integers: bool = True):
        self.api, self.told, self.over = library("highspy"), (None, None, 0), False
        self.place = {name: i for i, name in enumerate(model.names)}
        self.highs = self.api.Highs()
        for option, value in {
            "output_flag": False,
            "random_seed": seed,
            "threads": threads,
            "mip_rel_gap": 0.0,
            "mip_abs_gap": 0.0,
        }.items():
            self.highs.setOptionValue(option, value)
        if self.highs.passModel(self.program(model, integers)) == self.api.HighsStatus.kError:
            raise PuzzleError(f"HiGHS refuses the model {model.name}: are its numbers very large?")
        for event in (self.highs.cbMipInterrupt, self.highs.cbSimplexInterrupt):
            event.subscribe(self.interrupted)

    def program(self, model: Model, integers: bool):
        """The model in arrays, as HiGHS takes it."""
        import numpy as np

        program, limits = self.api.HighsLp(), [self.limits(row) for row in model.rows.values()]
        program.num_col_, program.num_row_ = len(model.names), len(model.rows)
        program.col_cost_ = np.array([model.cost.get(name, 0) for name in model.names], dtype=float)
        program.col_lower_, program.col_upper_ = np.zeros(len(model.names)), np.ones(len(model.names))
        program.row_lower_, program.row_upper_ = (
            np.array([pair[k] for pair in limits], dtype=float) for k in (0, 1)
        )
        program.a_matrix_.format_ = self.api.MatrixFormat.kRowwise
        program.a_matrix_.start_ = np.cumsum([0, *(len(row.terms) for row in model.rows.values())])
        program.a_matrix_.index_ = np.array(
            [self.place[name] for row in model.rows.values() for name in row.terms], dtype=np.int32
        )
        program.a_matrix_.value_ = np.array(
            [times for row in model.rows.values() for times in row.terms.values()], dtype=float
        )
        program.integrality_ = [self.api.HighsVarType.kInteger] * len(model.names) if integers else []
        return program

    def limits(self, row: Row) -> tuple[float, float]:
        """Between which numbers a row must stay."""
        return -inf if row.sense == "<=" else row.right, inf if row.sense == ">=" else row.right

    def interrupted(self, event) -> None:
        """HiGHS asks, time and again, whether it is to end; and tells how far it is."""
        event.data_in.user_interrupt = self.over
        out = event.data_out
        self.told = known(out.mip_dual_bound), known(out.mip_primal_bound), max(0, out.mip_node_count)

    def add(self, row: Row) -> None:
        """One more row."""
        import numpy as np

        places = np.array([self.place[name] for name in row.terms], dtype=np.int32)
        self.highs.addRow(
            *self.limits(row), len(places), places, np.array(list(row.terms.values()), dtype=float)
        )

    def bounds(self, bounds: Mapping[str, tuple[int, int]]) -> None:
        """New bounds for some variables."""
        import numpy as np

        low, high = (np.array([pair[k] for pair in bounds.values()], dtype=float) for k in (0, 1))
        self.highs.changeColsBounds(
            len(bounds), np.array([self.place[name] for name in bounds], dtype=np.int32), low, high
        )

    def solve(self, seconds: float | None) -> Found:
        """Solve, within so many seconds."""
        self.over = False
        self.highs.setOptionValue("time_limit", inf if seconds is None else float(seconds))
        self.highs.run()
        ends = self.api.HighsModelStatus
        status = {
            ends.kOptimal: "optimal",
            ends.kInfeasible: "infeasible",
            ends.kUnboundedOrInfeasible: "infeasible",
            ends.kTimeLimit: "time limit",
            ends.kInterrupt: "stopped",
        }.get(self.highs.getModelStatus(), "gave up")
        info = self.highs.getInfo()
        has = status != "infeasible" and info.primal_solution_status == 2  # a feasible point
        return Found(
            status,
            list(self.highs.getSolution().col_value) if has else [],
            known(info.mip_dual_bound),
            max(0, info.mip_node_count),
        )

    def cancel(self) -> None:
        """End soon."""
        self.over = True

    def beside(self) -> None:
        """Nothing to do."""


class Gurobi:
    """Gurobi, with a model loaded."""

    note = ""

    def __init__(self, model: Model, seed: int, threads: int):
        try:
            self.api, self.told = library("gurobipy"), (None, None, 0)
        except (ImportError, OSError) as error:
            raise Unavailable(f"the package gurobipy is not installed ({error})") from None
        self.load(model, {"OutputFlag": 0, "Seed": seed, "Threads": threads, "MIPGap": 0})

    def licensed(self, job: Callable):
        """What a job gives; `Unavailable` where the licence is missing, has expired or is too small."""
        try:
            return job()
        except self.api.GurobiError as error:
            raise Unavailable(" ".join(str(error).split())) from None

    def load(self, model: Model, settings: dict) -> None:
        """Make the model."""
        self.env = self.licensed(lambda: self.api.Env(params=settings))
        self.model = self.licensed(lambda: self.api.Model(env=self.env))
        self.x = {name: self.model.addVar(vtype="B", obj=model.cost.get(name, 0)) for name in model.names}
        for row in model.rows.values():
            self.add(row)

    def add(self, row: Row) -> None:
        """One more row."""
        left = self.api.LinExpr(list(row.terms.values()), [self.x[name] for name in row.terms])
        self.model.addLConstr(left, row.sense[0], row.right)

    def solve(self, seconds: float | None) -> Found:
        """Solve, within so many seconds."""
        self.model.Params.TimeLimit = inf if seconds is None else seconds
        self.licensed(lambda: self.model.optimize(self.tell))
        ends = self.api.GRB
        status = {
            ends.OPTIMAL: "optimal",
            ends.INFEASIBLE: "infeasible",
            ends.INF_OR_UNBD: "infeasible",
            ends.TIME_LIMIT: "time limit",
            ends.INTERRUPTED: "stopped",
        }.get(self.model.Status, "gave up")
        values = [x.X for x in self.x.values()] if self.model.SolCount else []
        return Found(status, values, known(self.model.ObjBound), int(self.model.NodeCount))

    def tell(self, model, where: int) -> None:
        """How far it is, whenever it says so."""
        is_at = self.api.GRB.Callback
        if where == is_at.MIP:
            best, bound, nodes = map(model.cbGet, (is_at.MIP_OBJBST, is_at.MIP_OBJBND, is_at.MIP_NODCNT))
            self.told = known(bound), known(best), int(nodes)

    def cancel(self) -> None:
        """End soon."""
        self.model.terminate()

    def beside(self) -> None:
        """Gurobi takes the interrupt key for itself, prints a line and ends as if nothing was asked of Python: take the key back."""
        if threading.current_thread() is threading.main_thread() and callable(
            handler := signal.getsignal(signal.SIGINT)
        ):
            signal.signal(signal.SIGINT, handler)


class CpSat:
    """CP-SAT, with a model loaded. It takes whole numbers only."""

    def __init__(self, model: Model, seed: int, threads: int):
        self.api, self.told, self.note, self.over = (
            library("ortools.sat.python.cp_model"),
            (None, None, 0),
            "",
            False,
        )
        self.model, self.solver = self.api.CpModel(), self.api.CpSolver()
        self.x = {name: self.model.new_bool_var("") for name in model.names}
        for row in model.rows.values():
            self.add(row)
        self.factor = self.minimise(model.cost) if model.cost else 1
        self.costly = bool(model.cost)
        for option, value in {
            "num_workers": threads,
            "random_seed": seed,
            "catch_sigint_signal": False,
        }.items():
            setattr(self.solver.parameters, option, value)

    def add(self, row: Row) -> None:
        """One more row, times a factor that makes its numbers whole."""
        numbers = [*row.terms.values(), row.right]
        factor, exact = whole_factor(numbers)
        if not exact:
            raise PuzzleError(
                f"row {short(row.name)}: CP-SAT wants whole numbers that are not too large, and no factor up to {EVEN:,} "
                f"makes them of {short(numbers)}"
            )
        left, right = self.sum(row.terms, factor), round(row.right * factor)
        self.model.add(
            left == right if row.sense == "=" else left <= right if row.sense == "<=" else left >= right
        )

    def sum(self, terms: Mapping[str, float], factor: int):
        """A sum, times a factor."""
        return self.api.LinearExpr.weighted_sum(
            [self.x[name] for name in terms], [round(times * factor) for times in terms.values()]
        )

    def minimise(self, cost: Mapping[str, float]) -> int:
        """The cost, times the factor that is given back; costs that it does not make whole are rounded, and the note says so."""
        factor, exact = whole_factor(cost.values())
        if not exact:
            factor = self.rounding(sum(map(abs, cost.values())))
            self.note = f" CP-SAT wants whole numbers: the costs were rounded to multiples of 1/{factor:,}."
        self.model.minimize(self.sum(cost, factor))
        return factor

    def rounding(self, size: float) -> int:
        """The largest power of ten that keeps costs of this sum small enough."""
        if size >= LARGEST:
            raise PuzzleError(f"the costs are too large for CP-SAT: their sum must stay below {LARGEST:,}")
        return 10 ** max(k for k in range(16) if size * 10**k < LARGEST)

    def solve(self, seconds: float | None) -> Found:
        """Solve, within so many seconds."""
        self.solver.parameters.max_time_in_seconds = inf if seconds is None else float(seconds)
        status = self.ended(self.solver.solve(self.model, self.at_each_solution(self.tell)))
        bound = known(self.solver.best_objective_bound / self.factor) if self.costly else None
        return Found(status, list(self.solver.response_proto.solution), bound, self.solver.num_branches)

    def every(self, waiting: Queue) -> Found:
        """Put every solution into a queue that is emptied elsewhere."""
        self.solver.parameters.enumerate_all_solutions = True

        def put(watch):
            values = list(watch.response_proto.solution)
            while (
                not self.over and threading.main_thread().is_alive()
            ):  # when Python ends, nobody will come any more
                try:
                    return waiting.put(values, timeout=0.05)
                except Full:  # nobody wants one just now
                    pass
            watch.stop_search()

        return Found(self.ended(self.solver.solve(self.model, self.at_each_solution(put))))

    def ended(self, status) -> str:
        """Why it ended, in our words."""
        cut = "stopped" if self.over else "time limit"
        ends = {
            self.api.OPTIMAL: "optimal",
            self.api.INFEASIBLE: "infeasible",
            self.api.FEASIBLE: cut,
            self.api.UNKNOWN: cut,
        }
        return ends.get(status, "gave up")

    def at_each_solution(self, job: Callable):
        """What CP-SAT calls when it finds a solution."""

        class Watch(self.api.CpSolverSolutionCallback):
            def on_solution_callback(self):
                job(self)

        return Watch()

    def tell(self, watch) -> None:
        """How far it is, at each solution."""
        if self.costly:
            self.told = (
                known(watch.best_objective_bound / self.factor),
                watch.objective_value / self.factor,
                watch.num_branches,
            )

    def cancel(self) -> None:
        """End soon."""
        self.over = True
        self.solver.stop_search()

    def beside(self) -> None:
        """Nothing to do."""


ENGINES = {"highs": Highs, "gurobi": Gurobi, "cp-sat": CpSat}


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
    exact = all(
        abs(number * factor - round(number * factor)) <= 1e-14 * abs(number) * factor for number in numbers
    )
    small = factor <= EVEN and sum(map(abs, numbers)) * factor < LARGEST
    return (factor, True) if exact and small else (1, False)
