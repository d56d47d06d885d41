"""Modules that stand in for packages which this Python has not, as in a browser.

A module that imports such a package is there all the same. Only what really uses the package
fails, with `MissingPackage`: one line that names it. Of numpy a part is there in plain Python, for
pictures.
"""

import sys
from collections.abc import Iterable
from importlib.machinery import ModuleSpec
from types import FrameType, ModuleType

from .errors import PuzzleError
from .extensions import extensions, load_entry
from .extras import lacking

COMPILED_PACKAGES = "clingo", "highspy", "numpy", "ortools"
OF_OURS = "lessons", "makers", "puzzlelib"
OPERATORS = (
    *("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "floordiv", "mod", "pow"),
    *("rpow", "matmul", "neg", "getitem", "lt", "le", "gt", "ge"),
)


class NotHere(PuzzleError):
    """A cell needs something that this Python has not: `what` names it."""

    def __init__(self, message: str, what: str):
        super().__init__(message)
        self.what = what

    def _render_traceback_(self) -> list[str]:
        return [f"{PuzzleError.__name__}: {self}"]


class MissingPackage(NotHere, ImportError):
    """A cell needs a package that a page has not."""

    def __init__(self, package: str):
        super().__init__(f"This cell needs {package}, which this page has not.", package)


class MissingExtra(NotHere, ModuleNotFoundError):
    """A package is not installed; the line names the extra that brings it."""

    def __init__(self, package: str):
        super().__init__(f"this needs {lacking(package)}", package)
        self.name = package


class MissingName(type):
    """The type of all that stands for something in a missing package: a class, of which nothing is
    an instance. To call it is an error, but not where a module of ours makes its constants."""

    package: str

    def __getattr__(cls, name: str) -> "MissingName":
        if name.startswith("__"):
            raise AttributeError(name)
        return MissingName(name, (), {"package": cls.package})

    def __call__(cls, *_, **__) -> "MissingName":
        return cls.use()

    def use(cls) -> "MissingName":
        """Do nothing where code runs because a module of ours is imported; a cell is told."""
        frame: FrameType | None = sys._getframe(2)
        while frame and frame.f_code.co_name != "<module>":
            frame = frame.f_back
        if frame is None or not frame.f_globals["__name__"].startswith(OF_OURS):
            raise MissingPackage(cls.package)
        return cls

    def __iter__(cls):
        cls.use()
        return iter(())


for operator in OPERATORS:
    setattr(MissingName, f"__{operator}__", lambda cls, *_: cls.use())


def name_for(package: str, name: str):
    """Return an object for a name of a missing package: in plain Python, if another one adds it.

    >>> isinstance(3, name_for("numpy", "integer"))
    False
    """
    place = extensions("stand_ins").get(package)
    functions = load_entry(place, package) if place else None
    return getattr(functions, name, None) or MissingName(name, (), {"package": package})


class StandIn(ModuleType):
    """A module whose names are made when they are asked for."""

    __path__ = []

    def __getattr__(self, name: str):
        if name.startswith("__"):
            raise AttributeError(name)
        found = name_for(self.__name__.partition(".")[0], name)
        setattr(self, name, found)
        return found


class Finder:
    """Find a stand-in for each of some modules that a module of ours imports, and for what is below it."""

    def __init__(self, names: Iterable[str]):
        self.names = tuple(names)

    def find_spec(self, name, path=None, target=None) -> ModuleSpec | None:
        known = any(name == one or name.startswith(f"{one}.") for one in self.names)
        if not known or not importer(sys._getframe(1)).startswith((*OF_OURS, "__main__")):
            return None
        return ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]

    def create_module(self, spec) -> ModuleType:
        return StandIn(spec.name)

    def exec_module(self, module) -> None:
        pass


def importer(frame: FrameType | None) -> str:
    """Return the name of the module that imports; "importlib" where a function of it was called."""
    while frame and frame.f_globals["__name__"].startswith("importlib._"):
        frame = frame.f_back
    return frame.f_globals["__name__"] if frame else ""


def refuse_missing(package: str, frame: FrameType) -> None:
    """Raise `MissingExtra` for a package without a stand-in, if a module of this library imports
    it."""
    ours = importer(frame).partition(".")[0] in ("puzzlelib", "makers")
    if ours and not any(isinstance(one, Finder) for one in sys.meta_path):
        raise MissingExtra(package)


def stand_in_for_missing(packages: Iterable[str] = COMPILED_PACKAGES) -> None:
    """Put stand-ins in the place of these packages, where they are not installed."""
    sys.meta_path.append(Finder(packages))
