"""Modules that a browser lacks and checks import without need: pictures, widgets, numpy.

The library and the checks are imported while `standing_in` holds. Each name that they take from
such a module is an empty class, so nothing is an instance of it. Afterwards the modules are gone:
a student's `import numpy` says that there is none.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

import puzzlelib

MISSING = (
    *("IPython", "anywidget", "clingo", "highspy", "ipywidgets", "nbformat", "networkx", "numba"),
    *("numpy", "ortools", "plotly", "psutil", "tqdm", "traitlets"),
    *("lessons.kit.cards", "lessons.kit.views", "puzzlelib.pictures"),
)
OURS = "lessons", "puzzlelib"
CARDS = "boards", "cell_errors", "memory", "packed"  # modules without a widget
PURE = "puzzlelib.pictures.colours", "puzzlelib.pictures.layers"  # in a room that is missing
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


class StandIn(ModuleType):
    """A module in which each name is an empty class.

    >>> isinstance(3, StandIn("numpy").integer)
    False
    """

    __path__: tuple = ()

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        found = type(name, (Nothing,), {})
        setattr(self, name, found)
        return found


class Finder(MetaPathFinder, Loader):
    """Find a stand-in for each missing module and for what it would hold."""

    def find_spec(self, name, path=None, target=None) -> ModuleSpec | None:
        if name in PURE:
            return PathFinder.find_spec(name, [f"{puzzlelib.__path__[0]}/pictures"])
        if name in KEPT or not any(name == one or name.startswith(f"{one}.") for one in MISSING):
            return None
        return ModuleSpec(name, self, is_package=True)

    def create_module(self, spec) -> ModuleType:
        return StandIn(spec.name)

    def exec_module(self, module) -> None:
        pass


@contextmanager
def standing_in() -> Iterator[None]:
    """Import modules of ours without what a browser has not."""
    finder = Finder()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in [*sys.modules]:
            if isinstance(sys.modules[name], StandIn) and not name.startswith(OURS):
                del sys.modules[name]
