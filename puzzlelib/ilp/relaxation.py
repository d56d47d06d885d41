"""The linear relaxation of a 0-1 program, by HiGHS: each variable is a number from 0 to 1."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf

from ..common.ending import Ending
from ..common.errors import PuzzleError, short
from .adapters import Highs
from .model import Model, check_model
from .solvers import ask


@dataclass(frozen=True)
class Relaxed:
    """A relaxation's `values`, from 0 to 1, and their cost, `bound`: infinite if not `feasible`."""

    feasible: bool
    bound: float = inf
    values: dict[str, float] = field(default_factory=dict)


class Relaxation:
    """The linear relaxation of a model, loaded once to be solved thousands of times.

    >>> model = Model()
    >>> a, b, c = model.variables("a", "b", "c")
    >>> rows = [model.row(name, says >= 1) for name, says in {"ab": a + b, "bc": b + c, "ca": c + a}.items()]
    >>> model.minimise(a + b + c)
    >>> Relaxation(model).solve().values
    {'a': 0.5, 'b': 0.5, 'c': 0.5}
    """

    def __init__(self, model: Model):
        self.model = check_model(model)
        self.load()

    def load(self) -> None:
        self.fixed, self.highs = {}, Highs(self.model, integers=False) if self.model.names else None

    def solve(self, fixed: Mapping[str, int] = {}) -> Relaxed:
        """Solve it with some variables fixed to 0 or 1. An interrupt is a `KeyboardInterrupt`."""
        self.fix(fixed)
        if self.highs is None:
            return Relaxed(False) if self.model.broken({}) else Relaxed(True, 0.0)
        reply = ask(self.highs)
        if reply.status == Ending.INTERRUPT:
            self.load()  # the solver may still be at it
            raise KeyboardInterrupt
        if reply.status not in ("optimal", "infeasible"):
            raise PuzzleError(f"HiGHS gave up on the relaxation of {self.model.name}")
        values = {name: nine_digits(value) for name, value in reply.values.items()}
        return Relaxed(True, nine_digits(self.model.value(values)), values) if values else Relaxed(False)

    def fix(self, fixed: Mapping[str, int]) -> None:
        """Set the bounds of the variables that were fixed before, or are now."""
        for name, value in fixed.items():
            if name not in self.model.names or value not in (0, 1):
                must = f"must be a variable of {self.model.name}, and 0 or 1"
                raise PuzzleError(f"fixed {short(name)} to {short(value)}: {must}")
        changed = [name for name in {**self.fixed, **fixed} if self.fixed.get(name) != fixed.get(name)]
        if self.highs and changed:
            self.highs.set_bounds({name: (fixed.get(name, 0), fixed.get(name, 1)) for name in changed})
        self.fixed = dict(fixed)


def relax(model: Model, fixed: Mapping[str, int] = {}) -> Relaxed:
    """Solve the linear relaxation of a model once.

    >>> model = Model()
    >>> a, b = model.variables("a", "b")
    >>> row = model.row("two thirds", 2 * a + b >= 2.5)
    >>> relax(model, {"b": 0}).feasible, relax(model, {"b": 1}).feasible
    (False, True)
    """
    return Relaxation(model).solve(fixed)


def nine_digits(value: float) -> float:
    """Round off the digits in which a solver's arithmetic shows."""
    return round(value, 9) + 0.0
