"""Modules that a browser lacks and checks import without need: widgets, solvers, numpy.

The library and the checks are imported while `standing_in` holds. Each name that they take from
such a module is an empty class, so nothing is an instance of it; of numpy they get what there is in
plain Python, as much as pictures need. Afterwards the modules are gone: a student's `import numpy`
says that there is none.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from puzzlelib.common.extensions import extensions
from puzzlelib.common.stand_ins import OF_OURS, Finder, StandIn, name_for

MISSING = (
    *("IPython", "anywidget", "clingo", "highspy", "ipywidgets", "nbformat", "networkx"),
    *("numpy", "ortools", "plotly", "psutil", "tqdm", "traitlets"),
    "lessons.kit.cards",
)
CARDS = "boards", "cell_errors", "memory", "packed"  # modules without a widget
KEPT = ("lessons.kit.cards", *(f"lessons.kit.cards.{name}" for name in CARDS))


class Nothing:
    """An object that takes any call and any attribute, and does nothing."""

    def __init__(self, *_, **__):
        pass

    def __call__(self, *_, **__) -> "Nothing":
        return self

    def __getattr__(self, name: str) -> "Nothing":
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing()


def silent_name(package: str, name: str):
    """Return what stands for a name of a module that a browser lacks."""
    return name_for(package, name) if package in extensions("stand_ins") else type(name, (Nothing,), {})


class SilentModule(StandIn):
    """A module in which each name is an empty class, unless it is there in plain Python.

    >>> isinstance(3, SilentModule("numpy").integer)
    False
    """

    make = staticmethod(silent_name)


class SilentFinder(Finder):
    """Find an empty module for each that is missing, but not for those of ours that are kept."""

    kind = SilentModule

    def allows(self, module: str) -> bool:
        return True

    def find_spec(self, name, path=None, target=None):
        return None if name in KEPT else super().find_spec(name, path, target)


@contextmanager
def standing_in() -> Iterator[None]:
    """Import modules of ours without what a browser has not."""
    finder = SilentFinder(MISSING)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in [*sys.modules]:
            if isinstance(sys.modules[name], StandIn) and not name.startswith(OF_OURS):
                del sys.modules[name]


def take_solvers(solvers) -> None:
    """From now on packages ask the solvers that a page has loaded, attributes of an object."""
    for name in ("clingo", "highspy"):
        if found := getattr(solvers, name, None):
            module = import_module(f"{__package__}.{name}_here")
            module.solver = found
            sys.modules[name] = module
