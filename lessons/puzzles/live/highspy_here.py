"""As much of HiGHS' Python interface as the library uses, by HiGHS in WebAssembly (npm's `highs`).

Names and numbers are those of `highspy`, https://ergo-code.github.io/HiGHS.
"""

from collections.abc import Callable
from enum import IntEnum
from types import SimpleNamespace
from typing import Any

# model() makes a model, run(model, asked) solves it and asks whether to end.
solver: Any = None


class HighsStatus(IntEnum):
    kError = -1
    kOk = 0
    kWarning = 1


class HighsVarType(IntEnum):
    kContinuous = 0
    kInteger = 1


class HighsModelStatus(IntEnum):
    kLoadError = 1
    kModelError = 2
    kPresolveError = 3
    kSolveError = 4
    kPostsolveError = 5
    kModelEmpty = 6
    kOptimal = 7
    kInfeasible = 8
    kUnboundedOrInfeasible = 9
    kUnbounded = 10
    kTimeLimit = 13
    kIterationLimit = 14
    kUnknown = 15
    kSolutionLimit = 16
    kInterrupt = 17


ALONE = "threads", "output_flag"  # options that this build has not: it is quiet, with one thread


LONG = 1e9  # seconds, for no limit


def as_js(value: Any):
    """Return lists and dictionaries as those of JavaScript."""
    from js import Object
    from pyodide.ffi import to_js

    return to_js(value, dict_converter=Object.fromEntries)


def floats(values) -> list[float]:
    return [float(value) for value in values]


class Question:
    """Functions that are asked, while HiGHS works, whether it shall end."""

    def __init__(self):
        self.callbacks: list[Callable] = []

    def subscribe(self, callback: Callable) -> None:
        self.callbacks.append(callback)


class WasmHighs:
    """A model, its options and its solution."""

    def __init__(self):
        self.model = solver.model()
        self.model.options.set("output_flag", False)
        self.cbMipInterrupt, self.cbSimplexInterrupt = Question(), Question()

    def __del__(self):
        self.model.dispose()

    def setOptionValue(self, option: str, value) -> HighsStatus:
        if option not in ALONE:
            self.model.options.set(option, LONG if value == float("inf") else value)
        return HighsStatus.kOk

    def addVars(self, count: int, low, high) -> HighsStatus:
        self.model.addVars(as_js(floats(low)), as_js(floats(high)))
        return HighsStatus.kOk

    def addRow(self, low: float, high: float, count: int, indices, values) -> HighsStatus:
        entries = {"indices": [*map(int, indices)], "values": floats(values)}
        try:
            self.model.addRow(float(low), float(high), as_js(entries))
        except Exception:
            return HighsStatus.kError
        return HighsStatus.kOk

    def change(self, method: Callable, indices, *columns) -> HighsStatus:
        """Change some columns, which HiGHS wants in rising order."""
        rows = sorted(zip(map(int, indices), *columns))
        if rows:
            chosen, *changed = map(list, zip(*rows))
            method(as_js({"kind": "set", "indices": chosen}), *map(as_js, changed))
        return HighsStatus.kOk

    def changeColsCost(self, count: int, indices, costs) -> HighsStatus:
        return self.change(self.model.changeColsCost, indices, floats(costs))

    def changeColsIntegrality(self, count: int, indices, kinds) -> HighsStatus:
        return self.change(self.model.changeColsIntegrality, indices, [int(kind) for kind in kinds])

    def changeColsBounds(self, count: int, indices, low, high) -> HighsStatus:
        return self.change(self.model.changeColsBounds, indices, floats(low), floats(high))

    def run(self) -> HighsStatus:
        solver.run(self.model, self.ends)
        return HighsStatus.kOk

    def ends(self, bound: float | None, best: float | None, nodes: float) -> bool:
        """Return whether somebody wants HiGHS to end."""
        huge = 1e30
        out = SimpleNamespace(
            mip_dual_bound=-huge if bound is None else bound,
            mip_primal_bound=huge if best is None else best,
            mip_node_count=int(nodes) if nodes == nodes else 0,
        )
        event = SimpleNamespace(data_in=SimpleNamespace(user_interrupt=False), data_out=out)
        for callback in self.cbMipInterrupt.callbacks:
            callback(event)
        return bool(event.data_in.user_interrupt)

    def getModelStatus(self) -> HighsModelStatus:
        return HighsModelStatus(self.model.getModelStatus())

    def getInfo(self) -> SimpleNamespace:
        names = "mip_dual_bound", "mip_node_count", "primal_solution_status"
        return SimpleNamespace(**{name: to_number(self.model.info.get(name)) for name in names})

    def getSolution(self) -> SimpleNamespace:
        found = self.model.getSolution()
        names = {
            "col_value": "colValue",
            "row_value": "rowValue",
            "col_dual": "colDual",
            "row_dual": "rowDual",
        }
        lists = {name: getattr(found, its).to_py().tolist() for name, its in names.items()}
        return SimpleNamespace(**lists)


Highs = WasmHighs  # its name in highspy


def to_number(value) -> float | int:
    """Return a number of JavaScript, perhaps a BigInt, as one of Python."""
    return value if isinstance(value, float) else int(value)
