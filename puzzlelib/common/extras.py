"""Packages that an installation may be without, each with the extra that brings it."""

NAME = "exactly-once-puzzles"
EXTRAS = {
    "solvers": "clingo highspy networkx numpy ortools",
    "jupyter": "IPython anywidget ipywidgets jupyterlab nbconvert packaging plotly psutil",
    "dask": "distributed",
    "gurobi": "gurobipy",
}
EXTRA_OF = {package: extra for extra, packages in EXTRAS.items() for package in packages.split()}


def lacking(package: str) -> str:
    """Return the end of a sentence: what is missing, and the command that brings it.

    >>> print(lacking("clingo"))
    clingo, which is not installed: pip install "exactly-once-puzzles[solvers]"
    """
    if package == "lessons":
        return 'the lessons; in the project folder call make lab, or pip install -e ".[all]"'
    if package == "makers":
        return f"makers, which is not installed: pip install {NAME}"
    end = f': pip install "{NAME}[{EXTRA_OF[package]}]"' if package in EXTRA_OF else ""
    return f"{package}, which is not installed{end}"
