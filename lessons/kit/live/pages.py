"""Files for pages of the book whose exercises run in the browser: `make site LIVE=1`.

Pyodide, solvers and CodeMirror are npm packages (package.json beside this file). All is in the
folder `live/` of the book; libraries and lessons are one archive there, and
`data/live-NAME.js` is made from the notebook of a page.
"""

import ast
import gzip
import io
import json
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from nbformat import NotebookNode

from ..checks.time_limit import BUFFER
from ..ground.course import COURSE
from ..ground.errors import CourseError
from ..ground.slicing import Statement, statements_of
from .wheels import workbook_files, write_zip

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
MODULES = HERE / "node_modules"
PYODIDE = "pyodide.mjs", "python_stdlib.zip"
PACKED = "pyodide/pyodide.asm.mjs", "pyodide/pyodide.asm.wasm"
LOCK = "pyodide-lock.json"
CODE = ".py", ".yaml", ".csv", ".txt", ".json", ".lp", ".mzn", ".xmpuzzle"
IMPORT = "from lessons import check\n"


class LiveCells:
    """The exercises of a notebook that run in its page, and the statements that they may need."""

    def __init__(self, number: int, cells: list[NotebookNode]):
        self.number, self.stubs, self.calls = number, {}, {}
        self.statements: list[Statement] = []
        for cell in cells:
            if cell.cell_type == "code":
                self.read(cell)

    def read(self, cell: NotebookNode) -> None:
        """Take the statements of a cell; of an exercise, its stub and what it hands to check."""
        id, call = check_call(cell.source) if "exercise" in cell.metadata.get("tags", ()) else ("", "")
        text = stub_alone(cell.source) if id else cell.source
        self.statements += statements_of(text, id)
        if id and id not in COURSE.closed:
            self.stubs[id], self.calls[id] = text, call

    def script(self, name: str, notebook: NotebookNode) -> str:
        """Return the script that gives a page its exercises, and the notebook for their answers."""
        rows = self.statements
        cells = [[one.text, sorted(one.binds), sorted(one.uses), one.exercise] for one in rows]
        python = {"number": self.number, "cells": cells, "calls": self.calls}
        python["solvers"] = COURSE.solvers_of.get(self.number, [])
        content = {"python": python, "stubs": self.stubs, "name": name, "notebook": notebook}
        return f"Book.live = {json.dumps(content)};\n"


def check_call(source: str) -> tuple[str, str]:
    """Return the number of the exercise in a cell, and what it hands to `check`.

    >>> check_call('answer = 3\\ncheck("4.1", answer)')
    ('4.1', 'answer')
    """
    call = ast.parse(source).body[-1].value
    return call.args[0].value, ast.unparse(call.args[1])


def stub_alone(source: str) -> str:
    """Return the stub of an exercise without its import and its call of check.

    >>> stub_alone('from lessons import check\\n\\na = ...\\n\\ncheck("4.1", a)')
    'a = ...'
    """
    lines = source.removeprefix(IMPORT).splitlines()
    last = ast.parse(source).body[-1]
    return "\n".join(lines[: len(lines) - (last.end_lineno - last.lineno + 1)]).strip("\n")


def live_notebook(number: int, cells: list[NotebookNode]) -> LiveCells | None:
    """Return the live exercises of a notebook; None where there are none."""
    found = LiveCells(number, cells)
    return found if found.stubs else None


# -------- the folder


def check_modules() -> None:
    """Raise `CourseError` where npm has not brought Pyodide and the editor."""
    if not (MODULES / "pyodide").is_dir():
        command = f"npm ci --ignore-scripts --prefix {HERE.relative_to(ROOT)}"
        raise CourseError(f"Pyodide is not installed: make site LIVE=1 does that, or {command}")


def live_files() -> Iterator[tuple[str, bytes]]:
    """Yield the files of the folder `live/`: name, content."""
    for name in PYODIDE:
        yield name, (MODULES / "pyodide" / name).read_bytes()
    yield from map(packed_file, PACKED)
    yield LOCK, lock_of_core()
    yield "course.zip", course_archive()
    yield "clock.js", f"export const clock = {BUFFER};\n".encode()
    for name in ("worker.js", "live.css"):
        yield name, (HERE / "browser" / name).read_bytes()
    yield "live.js", bundled_script(HERE / "browser/live.js")


def packed_file(name: str) -> tuple[str, bytes]:
    """Return a file of npm to a third by gzip, which not every server does."""
    path = MODULES / name
    return f"{path.name}.gz", gzip.compress(path.read_bytes(), 9, mtime=0)


def licence_files() -> list[Path]:
    """Return the licences of what npm brings."""
    return sorted([*MODULES.glob("*/LICENSE*"), *MODULES.glob("@*/*/LICENSE*")])


def lock_of_core() -> bytes:
    """Return Pyodide's list of packages without any: none of them is here."""
    lock = json.loads((MODULES / "pyodide" / LOCK).read_text(encoding="utf-8"))
    return json.dumps(lock | {"packages": {}}).encode()


def bundled_script(path: Path) -> bytes:
    """Return a script with all that it imports, one file that any page can load."""
    words = ["--bundle", "--minify", "--format=iife", "--log-level=error", "--legal-comments=none"]
    command = [MODULES / ".bin" / "esbuild", path, *words]
    return subprocess.run(command, check=True, capture_output=True).stdout


def course_archive() -> bytes:
    """Return the lessons and what their checks need as a zip archive."""
    packed = io.BytesIO()
    write_zip(packed, ((name, path.read_bytes()) for name, path in course_sources()))
    return packed.getvalue()


def course_sources() -> Iterator[tuple[str, Path]]:
    """Yield name and path of the files in that archive."""
    for name in COURSE.archived:
        folder = Path(find_spec(name).origin).parent
        yield from ((f"{name}/{path.name}", path) for path in folder.glob("*.py"))
    if (ROOT / "pyproject.toml").is_file():  # libraries find there what adds to them
        yield "pyproject.toml", ROOT / "pyproject.toml"
    for name, path in workbook_files(ROOT):
        if path.suffix in CODE or path.name.endswith("wasm32.so"):
            yield name, path
