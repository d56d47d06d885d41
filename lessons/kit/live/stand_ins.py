"""Modules that a browser lacks and checks import without need: widgets, solvers, numpy.

Libraries and checks are imported while `standing_in` holds. Each name that they take from such a
module is an empty class, so nothing is an instance of it, unless the course has something in its
place. Afterwards the modules are gone: a student's `import numpy` says that there is none.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType

from ..ground.course import COURSE
from ..ground.stand_ins import SilentModule

CARDS = "lessons.kit.cards"
MISSING = ("IPython", "anywidget", "ipywidgets", "nbformat", "numpy", "psutil", "traitlets", CARDS)
KEPT = (CARDS, *(f"{CARDS}.{name}" for name in ("cell_errors", "memory", "packed")))  # without a widget


class SilentFinder:
    """Find an empty module for each that is missing, but not for those of ours that are kept."""

    def find_spec(self, name, path=None, target=None) -> ModuleSpec | None:
        if name in (*KEPT, *COURSE.cards, *COURSE.plain_cards):
            return None
        missing = (*MISSING, *COURSE.missing, *COURSE.cards)
        known = any(name == one or name.startswith(f"{one}.") for one in missing)
        return ModuleSpec(name, self, is_package=True) if known else None

    def create_module(self, spec) -> ModuleType:
        return SilentModule(spec.name)

    def exec_module(self, module) -> None:
        pass


@contextmanager
def standing_in() -> Iterator[None]:
    """Import modules of ours without what a browser has not."""
    finder = SilentFinder()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in [*sys.modules]:
            if isinstance(sys.modules[name], SilentModule) and not name.startswith("lessons"):
                del sys.modules[name]


def take_solvers(solvers) -> None:
    """Let packages ask the solvers that a page has loaded, attributes of an object."""
    for name, place in COURSE.solvers.items():
        if found := getattr(solvers, name, None):
            module = import_module(place)
            module.solver = found
            sys.modules[name] = module
