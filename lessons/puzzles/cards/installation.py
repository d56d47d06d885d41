"""A report on the packages and programs that the workbook needs on this machine.

Versions are read from the packages' records: to import a solver for its version takes time, and some
solvers cannot be imported side by side.
"""

import json
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from packaging.specifiers import SpecifierSet

from puzzlelib.common.machine import is_page, package

# what has to run on every machine
FIRST = "the searches of lessons 00 to 05" if is_page() else "lessons 00 to 07"
PYTHON = ">=3.11,<3.15"
# package -> its half in JupyterLab, and the versions of it that this half understands
LABEXTENSIONS = {
    "ipywidgets": ("@jupyter-widgets/jupyterlab-manager", ">=5,<6"),
    "anywidget": ("anywidget", ">=0.11,<0.12"),
}
MODELS = "integer programs, from lesson 08 on"


class Package(NamedTuple):
    """A package of pip: its title, the name to import, and the versions that were tested."""

    title: str
    name: str
    tested: str
    use: str
    needed: bool = True


PACKAGES = (
    Package("JupyterLab", "jupyterlab", ">=4.6,<5", "shows the notebooks"),
    Package("ipywidgets", "ipywidgets", ">=8.1,<9", "sliders and buttons"),
    Package("anywidget", "anywidget", ">=0.11,<0.12", "pictures that move in the browser"),
    Package("plotly", "plotly", ">=7.1,<8", "pictures in 3D"),
    Package("clingo", "clingo", ">=5.8,<5.9", "solves answer set programs, from lesson 06 on"),
    Package("HiGHS", "highspy", ">=1.13,<1.14", f"solves {MODELS}", needed=False),
    Package("CP-SAT", "ortools", ">=9.15,<9.16", f"a second solver for {MODELS}", needed=False),
    Package("Gurobi", "gurobipy", ">=13,<14", "one more solver in lesson 08 (optional)", needed=False),
    Package("Dask", "distributed", ">=2026.8,<2027", "many machines, in lesson 12 (optional)", needed=False),
)

IN_BROWSER = (
    Package("numpy", "numpy", ">=2.4,<3", "draws pictures in 3D", needed=False),
    *(one._replace(needed=False) for one in PACKAGES if one.name in ("clingo", "highspy")),
)


@dataclass(frozen=True)
class Finding:
    """A line of the report. An empty `problem` means ready; `remedy` is a command.

    >>> print(Finding("clingo", "5.8.3"))
    clingo 5.8.3: ready
    >>> use, remedy = "solves answer set programs", "%pip install clingo"
    >>> print(Finding("clingo", problem="missing", use=use, remedy=remedy))
    clingo: missing. Used for: solves answer set programs. To get it: %pip install clingo
    """

    title: str
    version: str = ""
    problem: str = ""
    use: str = ""
    remedy: str = ""
    needed: bool = True

    @property
    def name(self) -> str:
        return f"{self.title} {self.version}".strip()

    @property
    def verdict(self) -> str:
        return f"{self.problem}. Used for: {self.use}. To get it:" if self.problem else "ready"

    def __str__(self) -> str:
        return f"{self.name}: {self.verdict} {self.remedy}".rstrip()


def findings() -> list[Finding]:
    """Return the lines of the report, without WebGL, of which only the browser knows.

    >>> [finding.title for finding in findings()][:3]
    ['Python', 'JupyterLab', 'ipywidgets']
    """
    if is_page():
        return [check_python(), *map(check_in_browser, IN_BROWSER)]
    return [check_python(), *map(check_package, PACKAGES), check_minizinc(), check_own_folder()]


def check_python() -> Finding:
    now = platform.python_version()
    if now.rstrip("+") in SpecifierSet(PYTHON, prereleases=True):
        return Finding("Python", now)
    other = f"another version than the workbook is made for ({PYTHON})"
    return Finding("Python", now, other, "runs everything here", "make lab")


def check_package(wanted: Package) -> Finding:
    """Check a package, and for the widgets their half that runs in JupyterLab.

    >>> check_package(Package("Kernel", "ipykernel", ">=99", "runs a notebook")).remedy
    '%pip install "ipykernel>=99"'
    """
    found, pip = installed_version(wanted.name), "%pip"
    if not found:
        problem = "missing"
    elif found not in SpecifierSet(wanted.tested, prereleases=True):
        problem = f"another version than was tested ({wanted.tested})"
    else:
        server = server_python()
        problem = lab_problem(wanted.name, server) if wanted.name in LABEXTENSIONS else ""
        pip = f"{server} -m pip" if server else pip
    remedy = f'{pip} install "{wanted.name}{wanted.tested}"' if problem else ""
    return Finding(wanted.title, found, problem, wanted.use, remedy, wanted.needed)


def check_in_browser(wanted: Package) -> Finding:
    """Check a package of a page that brings its own Python, to which nothing can be added.

    >>> print(check_in_browser(Package("Sand", "abacus_of_sand", "", "counts")))
    Sand: not in this page. Used for: counts. To get it: JupyterLab, by make lab
    """
    found = installed_version(wanted.name)
    problem, remedy = ("", "") if found else ("not in this page", "JupyterLab, by make lab")
    return Finding(wanted.title, found, problem, wanted.use, remedy, wanted.needed)


def installed_version(name: str) -> str:
    """Return the version of a package, an empty text if it is not installed or only its record is.

    >>> installed_version("abacus_of_sand")
    ''
    """
    try:
        return version(name) if find_spec(name) else ""
    except (PackageNotFoundError, ValueError):
        return ""


def lab_problem(name: str, server: str) -> str:
    """Return what is wrong with the half of a package in JupyterLab; "" if nothing is.

    `server` is the Python that runs JupyterLab, "" if it is this one.
    """
    extension, tested = LABEXTENSIONS[name]
    half = f"its half in JupyterLab, which runs in another Python ({server})," if server else HALF
    found = labextension_version(extension, server)
    if not found:
        return f"{half} is missing"
    return "" if found in SpecifierSet(tested, prereleases=True) else f"{half} is version {found}"


HALF = "its half in JupyterLab"


def labextension_version(name: str, server: str = "") -> str:
    """Return the version of an extension that JupyterLab finds, started by this Python or another;
    "" if it finds none."""
    for folder in labextension_folders(server):
        with suppress(OSError, ValueError, KeyError):
            package = (folder / name / "package.json").read_text(encoding="utf-8")
            return json.loads(package)["version"]
    return ""


def labextension_folders(server: str) -> Iterator[Path]:
    """Yield the folders in which JupyterLab looks for extensions."""
    from jupyter_core.paths import jupyter_path

    told = os.environ.get("JUPYTER_PATH", "").split(os.pathsep)  # to both
    yield from (Path(one, "labextensions") for one in told if one)
    own, other = Path(sys.prefix), prefix_of(server) if server else None
    for folder in map(Path, jupyter_path("labextensions")):
        is_own = other and folder.is_relative_to(own)
        yield other / folder.relative_to(own) if is_own else folder


def server_python() -> str:
    """Return the Python of the JupyterLab that has started this kernel, if it is of another
    environment than this one; "" if not, or if nobody can tell."""
    if not (psutil := package("psutil")) or "JPY_PARENT_PID" not in os.environ:
        return ""
    try:
        parent = psutil.Process(os.getppid())
        python = shutil.which(parent.cmdline()[0], path=parent.environ().get("PATH"))
    except (psutil.Error, IndexError):
        return ""
    prefix = prefix_of(python) if python else None
    shows_lab = prefix and (prefix / "share/jupyter/lab").is_dir()
    return str(python) if shows_lab and prefix.resolve() != Path(sys.prefix).resolve() else ""


def prefix_of(python: str) -> Path:
    """Return the folder of the environment of a Python.

    >>> prefix_of("/srv/hub/bin/python").name
    'hub'
    """
    folder = Path(python).absolute().parent
    return folder.parent if folder.name in ("bin", "Scripts") else folder


def check_minizinc() -> Finding:
    """Check MiniZinc, a program: find it on PATH, and start it."""
    from puzzlelib.icosoku.by_minizinc import MINIZINC  # it imports much, and no page asks for it

    path = shutil.which("minizinc")
    found = program_version(path) if path else ""
    problem = "" if found else "found, but it does not start" if path else "missing"
    remedy = MINIZINC.get(sys.platform, MINIZINC["linux"]) if problem else ""
    use = "constraint programs in lesson 10 (optional)"
    return Finding("MiniZinc", found, problem, use, remedy, needed=False)


def check_own_folder() -> Finding:
    """Check that guesses can be kept beside the notebook."""
    problem = "" if os.access(".", os.W_OK) else "cannot be written"
    remedy = "a copy of the folder notebooks in a place of your own" if problem else ""
    use = "keeps your guesses and what you have solved when Python is restarted"
    return Finding("This folder", "", problem, use, remedy, needed=False)


def program_version(path: str) -> str:
    """Return the version that a program prints, an empty text if it does not start."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    number = re.search(r"\d+(\.\d+)+", done.stdout)
    return number[0] if number and done.returncode == 0 else ""
