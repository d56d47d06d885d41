"""Files for pages of the book whose exercises run in the browser: `make site LIVE=1`.

Pyodide, solvers and CodeMirror are npm packages (package.json beside this file). All is in the
folder `live/` of the book; libraries and lessons are one archive there, and
`data/live-NAME.js` is made from the notebook of a page.
"""

import ast
import io
import json
import lzma
import re
import subprocess
import sys
import tempfile
import zipfile
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from nbformat import NotebookNode

from ..checks.time_limit import BUFFER
from ..ground.course import COURSE
from ..ground.errors import CourseError
from ..ground.shelf import digest, from_shelf
from ..ground.slicing import Statement, statements_of
from .stand_ins import SilentFinder
from .wheels import workbook_files, write_zip

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
MODULES = HERE / "node_modules"
PACKED = "pyodide/pyodide.asm.mjs", "pyodide/pyodide.asm.wasm"
BUILDING = re.compile(
    r"lessons/(book|build|collect|lite|share|update)\.py"
    r"|lessons/kit/(building/|notebooks/|ground/shelf|live/(pages|wheels|bytecode|package))"
)
LIBRARY, ARCHIVE = "python_stdlib.zip", "course.zip"
LOCK = "pyodide-lock.json"
CODE = ".py", ".yaml", ".csv", ".txt", ".json", ".lp", ".mzn", ".xmpuzzle"
OF_LESSON = re.compile(r"lessons/(l\d\d_\w+)/")
IMPORT = "from lessons import check\n"
# Of Python's library: what asks a network, a terminal or other processes; what tests, debugs or installs;
# what stands in for a module in C that is there; the letters of old systems.
USELESS = re.compile(
    r"""(multiprocessing|sqlite3|unittest|wsgiref|xmlrpc|xml/dom|ctypes/macholib|concurrent/interpreters)/
    | (ftplib|imaplib|mailbox|netrc|poplib|pty|smtplib|webbrowser|concurrent/futures/(interp|process)\w*)\.py
    | (cmd|code|fileinput|getpass|mimetypes|optparse|rlcompleter|socketserver|pyodide/console)\.py
    | (bdb|pyclbr|tabnanny|filecmp|configparser)\.py
    | logging/(config|handlers)
    | (compileall|doctest|modulefinder|pdb|pickletools|plistlib|py_compile|tarfile|wave|zipapp)\.py
    | email/(_header_value_parser|contentmanager|generator|headerregistry|mime|policy)
    | http/(?!__init__) | urllib/(re(quest|sponse)|robotparser)
    | asyncio/(proactor|windows|tools|__main__) | _pyio | _pydatetime | ctypes/(_aix|wintypes)
    | _pyrepl/(?!__init__|pager|types)
    | encodings/(?!__init__|aliases|ascii|charmap|cp437|cp1252|idna|latin|punycode|raw|undef|unicode|utf)""",
    re.VERBOSE,
)


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
    yield "pyodide.mjs", (MODULES / "pyodide/pyodide.mjs").read_bytes()
    for path in PACKED:
        yield packed(Path(path).name, (MODULES / path).read_bytes())
    archives = {LIBRARY: library_archive()} | course_archives()
    for name, content in archives.items():
        yield packed(name, content, lambda name=name: compiled_archives(*archives.items())[name])
    yield LOCK, lock_of_core()
    yield "clock.js", f"export const clock = {BUFFER};\n".encode()
    for name in ("worker.js", "live.css"):
        yield name, (HERE / "browser" / name).read_bytes()
    yield "live.js", later_script(HERE / "browser/live.js")
    yield "unxz.js", bundled_script(HERE / "browser/unxz.js")


def packed(name: str, content: bytes, made: Callable[[], bytes] | None = None) -> tuple[str, bytes]:
    """Return a file packed for a page, as servers do not: this content, or what is `made` of it."""
    key = digest(content, packers())
    return f"{name}.xz", from_shelf(f"{name}.xz", key, lambda: by_xz(made() if made else content))


@cache
def packers() -> bytes:
    """Return a digest of all that makes packed files out of their contents."""
    ours = (HERE / name for name in ("pages.py", "bytecode.py", "compile.mjs"))
    theirs = (MODULES / name for name in (*PACKED, f"pyodide/{LOCK}"))
    return digest(sys.version, *COURSE.libraries, *(path.read_bytes() for path in (*ours, *theirs)))


def by_xz(content: bytes, preset: int = 6) -> bytes:
    """Pack by xz, which finds what repeats some megabytes apart: a quarter less than gzip for a program, and
    a third of it for a recorded search. unxz.js unpacks it. Presets below 4 take a quarter of the time.
    """
    return lzma.compress(content, check=lzma.CHECK_CRC32, preset=preset)


def licence_files() -> list[Path]:
    """Return the licences of what npm brings."""
    return sorted([*MODULES.glob("*/LICENSE*"), *MODULES.glob("@*/*/LICENSE*")])


def lock_of_core() -> bytes:
    """Return Pyodide's list of packages without any: none of them is here."""
    lock = json.loads((MODULES / "pyodide" / LOCK).read_text(encoding="utf-8"))
    return json.dumps(lock | {"packages": {}}).encode()


def later_script(path: Path) -> bytes:
    """Return a bundled script, packed, that a page runs before its cards come to life."""
    return f'Book.later.push("{b64encode(by_xz(bundled_script(path))).decode()}");\n'.encode()


def bundled_script(path: Path) -> bytes:
    """Return a script with all that it imports, one file that any page can load."""
    words = ["--bundle", "--minify", "--format=iife", "--log-level=error", "--legal-comments=none"]
    command = [MODULES / ".bin" / "esbuild", path, *words]
    return subprocess.run(command, check=True, capture_output=True).stdout


@cache
def compiled_archives(*archives: tuple[str, bytes]) -> dict[str, bytes]:
    """Return archives, each with its name, compiled by the Python of the pages."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in archives:
            Path(folder, name).write_bytes(content)
        subprocess.run(["node", HERE / "compile.mjs", folder, ",".join(COURSE.libraries)], check=True)
        return {name: Path(folder, name).read_bytes() for name, _ in archives}


def library_archive() -> bytes:
    """Return Python's library as Pyodide brings it, without what is of no use in a page."""
    whole = zipfile.ZipFile(MODULES / "pyodide" / LIBRARY)
    return zipped((name, whole.read(name)) for name in whole.namelist() if not USELESS.match(name))


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    packed = io.BytesIO()
    write_zip(packed, files)
    return packed.getvalue()


def course_archives() -> dict[str, bytes]:
    """Return zip archives by their names: what the checks of all lessons need, and for each lesson its own
    package, with those that it imports."""
    packages: dict[str, dict[str, bytes]] = {"": {}}
    for name, path in course_sources():
        found = OF_LESSON.match(name)
        packages.setdefault(found[1] if found else "", {})[name] = path.read_bytes()
    made = {ARCHIVE: zipped(packages.pop("").items())}
    for package in packages:
        own = {name: file for one in with_imported(package, packages) for name, file in packages[one].items()}
        made[f"lesson-{package[1:3]}.zip"] = zipped(own.items())
    return made


def with_imported(package: str, packages: dict[str, dict[str, bytes]]) -> set[str]:
    """Return a lesson's package and all whose names stand in it, and in these in turn."""
    found, open_ = set(), {package}
    while open_:
        found |= open_
        texts = (file.decode() for one in open_ for file in packages[one].values())
        open_ = {name for text in texts for name in packages if name in text} - found
    return found


def course_sources() -> Iterator[tuple[str, Path]]:
    """Yield name and path of the files in these archives."""
    for name in COURSE.archived:
        folder = Path(find_spec(name).origin).parent
        yield from ((f"{name}/{path.name}", path) for path in folder.glob("*.py"))
    if (ROOT / "pyproject.toml").is_file():  # libraries find there what adds to them
        yield "pyproject.toml", ROOT / "pyproject.toml"
    for name, path in workbook_files(ROOT):
        if (path.suffix in CODE or path.name.endswith("wasm32.so")) and not is_unseen(name):
            yield name, path


def is_unseen(name: str) -> bool:
    """Return whether no page imports a file of the workbook: something stands in for it, or it builds.

    >>> [is_unseen(f"lessons/kit/cards/{name}.py") for name in ("card", "packed")]
    [True, False]
    """
    module = name.removesuffix("/__init__.py").removesuffix(".py").replace("/", ".")
    return bool(BUILDING.match(name)) or SilentFinder().find_spec(module) is not None
