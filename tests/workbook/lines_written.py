"""Print how many lines of ASP and of integer programs a student writes in a lesson, and how many of them for
a solver's own module: `python tests/workbook/lines_written.py [--at REVISION]`.

Counted in the solutions: lines that do not stand in the exercise's stub.
"""

import argparse
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
ASP = re.compile(r"^[^#%].*\.(\s*%.*)?$|^#(minimize|maximize)")
ILP = re.compile(r"\.(row|variable|minimise|addConstr|addVar|addBinary|minimize|maximize)\(")
SOLVER = re.compile(r"\.addConstr\(")


def written_lines(text: str) -> dict[str, list[str]]:
    """Return for each exercise of a lesson the lines of its solution that are not in its stub.

    >>> stub, solution = '```{code-cell}\\n:tags: [exercise]\\na = 1\\n```', '```python\\na = 1\\nb = 2\\n```'
    >>> written_lines(f"### Exercise 1.1: b\\n{stub}\\n:::{{solution}} b.py: Return b.\\n{solution}\\n:::")
    {'1.1': ['b = 2']}
    """
    found = {}
    for part in re.split(r"(?m)^(?=### Exercise )", text)[1:]:
        stub = re.search(r"(?ms)^:tags: \[exercise\]\n(.*?)^```", part)
        solution = re.search(r"(?ms)^:::\{solution\}[^\n]*\n```python\n(.*?)^```", part)
        known = set(stub[1].splitlines())
        found[part.split(":")[0].split()[-1]] = [
            line for line in solution[1].splitlines() if line.strip() and line not in known
        ]
    return found


def count_lines(text: str) -> tuple[int, int, int]:
    """Return the lines of ASP, of integer programs, and of those for a solver's own module."""
    lines = [line for several in written_lines(text).values() for line in several]
    return tuple(sum(bool(kind.search(line)) for line in lines) for kind in (ASP, ILP, SOLVER))


def lesson_text(path: str, revision: str | None) -> str:
    if revision is None:
        return (ROOT / path).read_text(encoding="utf-8")
    shown = subprocess.run(
        ["git", "show", f"{revision}:{path}"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return shown.stdout


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--at", metavar="REVISION")
    at = parser.parse_args().at
    print(f"{'':30}{'lines of ASP':>14}{'of ILP':>8}{'for HiGHS itself':>18}")
    for folder in ("l06_answer_sets", "l07_designing_puzzles", "l08_integer_programs", "l09_plates"):
        for name in ("lesson.md", "more.md"):
            asp, *ilp = count_lines(lesson_text(f"lessons/{folder}/{name}", at))
            counts = (asp, 0, 0) if folder < "l08" else (0, *ilp)
            print(f"{folder + '/' + name:30}{counts[0]:14}{counts[1]:8}{counts[2]:18}")
