"""What the workbook needs on this machine, looked at without importing any of it.

Versions come from the packages' own records: importing a solver only to ask for its version takes time, and
some solvers cannot be imported side by side.
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

FIRST = "lessons 00 to 07"  # what has to run on every machine
PYTHON = ">=3.11,<3.15"
LABEXTENSIONS = {"ipywidgets": "@jupyter-widgets/jupyterlab-manager", "anywidget": "anywidget"}
MODELS = "integer programs, from lesson 08 on"


class Package(NamedTuple):
    """Something pip brings: its name for people, the name to import, and the versions that were tested."""

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


@dataclass(frozen=True)
class Finding:
    """One line of the report. `problem` is empty when the thing is ready; `remedy` says how to mend it.

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
    """What is here and what is not, in the order of the report. WebGL is missing from it: only the browser
    knows.

    >>> [finding.title for finding in findings()][:3]
    ['Python', 'JupyterLab', 'ipywidgets']
    """
    return [python(), *map(package, PACKAGES), minizinc()]


def python() -> Finding:
    now, other = platform.python_version(), f"another version than the workbook is made for ({PYTHON})"
    if fits(now, PYTHON):
        return Finding("Python", now)
    return Finding("Python", now, other, "runs everything here", "make lab")


def package(wanted: Package) -> Finding:
    """One package, and for the widgets their half that runs in JupyterLab.

    >>> print(package(Package("Abacus", "abacus_of_sand", ">=1", "counts")))
    Abacus: missing. What it is for: counts. What brings it: %pip install "abacus_of_sand>=1"
    """
    found, install = installed(wanted.name), f'%pip install "{wanted.name}{wanted.tested}"'
    problem = trouble(wanted, found)
    return Finding(wanted.title, found, problem, wanted.use, install if problem else "", wanted.needed)


def trouble(wanted: Package, found: str) -> str:
    """What is wrong with a package of this version; empty when nothing is."""
    if not found:
        return "missing"
    if not fits(found, wanted.tested):
        return f"another version than was tested ({wanted.tested})"
    extension = LABEXTENSIONS.get(wanted.name)
    return "its half in JupyterLab is missing" if extension and not labextension(extension) else ""


def installed(name: str) -> str:
    """The version of an installed package; empty when it is not there, or only its record is.

    >>> installed("abacus_of_sand")
    ''
    """
    try:
        return version(name) if find_spec(name) else ""
    except (PackageNotFoundError, ValueError):
        return ""


def fits(found: str, tested: str) -> bool:
    """Whether a version lies in a range of lower (>=) and upper (<) bounds.

    >>> fits("1.14.0", ">=1.14,<1.15"), fits("1.15.1", ">=1.14,<1.15")
    (True, False)
    """
    bounds = re.findall(r"(>=|<)([\d.]+)", tested)
    return all((parts(found) >= parts(bound)) == (sign == ">=") for sign, bound in bounds)


def parts(number: str) -> tuple[int, ...]:
    """The numbers of a version, without zeros at the end.

    >>> parts("5.8.0rc1"), parts("3.11.7")
    ((5, 8), (3, 11, 7))
    """
    numbers = [int(part) for part in re.split(r"[^\d.]", number)[0].split(".") if part]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def labextension(name: str) -> bool:
    """Whether JupyterLab, started from this environment, would find an extension."""
    from jupyter_core.paths import jupyter_path

    return any((Path(folder) / name / "package.json").is_file() for folder in jupyter_path("labextensions"))


def minizinc() -> Finding:
    """MiniZinc, a program and not a package: found on PATH, and started."""
    path = shutil.which("minizinc")
    found = told(path) if path else ""
    problem = "" if found else "found, but it does not start" if path else "missing"
    remedy = MINIZINC.get(sys.platform, MINIZINC["linux"]) if problem else ""
    use = "constraint programs in lesson 10 (optional)"
    return Finding("MiniZinc", found, problem, use, remedy, needed=False)


MINIZINC = {
    "linux": "sudo apt-get install minizinc",
    "darwin": "brew install minizinc",
    "win32": "the installer from https://www.minizinc.org",
}


def told(path: str) -> str:
    """The version a program tells; empty when it does not start."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    number = re.search(r"\d+(\.\d+)+", done.stdout)
    return number[0] if number and done.returncode == 0 else ""
