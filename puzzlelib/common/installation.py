"""A report on the packages and programs that the workbook needs on this machine.

Versions come from the packages' records: to import a solver for its version takes time, and some
solvers cannot be imported side by side.
"""

import platform
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from packaging.specifiers import SpecifierSet

from .machine import is_page

# what has to run on every machine
FIRST = "the searches of lessons 00 to 05" if is_page() else "lessons 00 to 07"
PYTHON = ">=3.11,<3.15"
LABEXTENSIONS = {"ipywidgets": "@jupyter-widgets/jupyterlab-manager", "anywidget": "anywidget"}
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
    Package("HiGHS", "highspy", ">=1.14,<1.15", f"solves {MODELS}", needed=False),
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
    clingo: missing. What it is for: solves answer set programs. What brings it: %pip install clingo
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
        return f"{self.problem}. What it is for: {self.use}. What brings it:" if self.problem else "ready"

    def __str__(self) -> str:
        return f"{self.name}: {self.verdict} {self.remedy}".rstrip()


def findings() -> list[Finding]:
    """Return the lines of the report, without WebGL, of which only the browser knows.

    >>> [finding.title for finding in findings()][:3]
    ['Python', 'JupyterLab', 'ipywidgets']
    """
    if is_page():
        return [check_python(), *map(check_in_browser, IN_BROWSER)]
    return [check_python(), *map(check_package, PACKAGES), check_minizinc()]


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
    found, extension = installed_version(wanted.name), LABEXTENSIONS.get(wanted.name)
    if not found:
        problem = "missing"
    elif found not in SpecifierSet(wanted.tested, prereleases=True):
        problem = f"another version than was tested ({wanted.tested})"
    else:
        lacking = extension and not has_labextension(extension)
        problem = "its half in JupyterLab is missing" if lacking else ""
    remedy = f'%pip install "{wanted.name}{wanted.tested}"' if problem else ""
    return Finding(wanted.title, found, problem, wanted.use, remedy, wanted.needed)


def check_in_browser(wanted: Package) -> Finding:
    """Check a package of a page that brings its own Python, to which nothing can be added.

    >>> print(check_in_browser(Package("Sand", "abacus_of_sand", "", "counts")))
    Sand: not in this page. What it is for: counts. What brings it: JupyterLab, by make lab
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


def has_labextension(name: str) -> bool:
    """Return whether JupyterLab, started from this environment, would find an extension."""
    from jupyter_core.paths import jupyter_path

    return any((Path(folder) / name / "package.json").is_file() for folder in jupyter_path("labextensions"))


def check_minizinc() -> Finding:
    """Check MiniZinc, a program: find it on PATH, and start it."""
    path = shutil.which("minizinc")
    found = program_version(path) if path else ""
    problem = "" if found else "found, but it does not start" if path else "missing"
    remedy = MINIZINC.get(sys.platform, MINIZINC["linux"]) if problem else ""
    use = "constraint programs in lesson 10 (optional)"
    return Finding("MiniZinc", found, problem, use, remedy, needed=False)


MINIZINC = {
    "linux": "sudo apt-get install minizinc",
    "darwin": "brew install minizinc",
    "win32": "the installer from https://www.minizinc.org",
}


def program_version(path: str) -> str:
    """Return the version that a program prints, an empty text if it does not start."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    number = re.search(r"\d+(\.\d+)+", done.stdout)
    return number[0] if number and done.returncode == 0 else ""
