"""The notebooks of a class: whose they are, of which lesson, and which of their cells have to be run.

Nothing in a notebook is believed. A cell of ours is known by its id, which build.py makes from its text.
"""

import ast
import hashlib
import json
import os
import re
import stat
import warnings
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import NamedTuple

from nbformat import NotebookNode

from ..ground.errors import CourseError, one_line, short
from ..ground.folders import former_name, notebook_name
from ..ground.slicing import bound_names, used_names
from ..notebooks.cells import OURS, is_built

MOST_BYTES = 20_000_000
MOST_NOTEBOOKS = 5_000
MOST_MEMBERS, MOST_RATIO = 2_000, 200  # files in a zip, and how much smaller they may be there
KEPT = re.compile(r"(?:^|/)(?:\.[^./]|__MACOSX/)")
MOST_OTHERS = 20  # files of a student that are named, but not read
MOST_CODE = 500_000  # letters in the cells of a notebook: Python takes 200 times as much memory to read them
HEADING = re.compile(r"(?m)^#+ +Exercise +(\d+\.\d+[a-z]?): *(.+)$")
TITLE = re.compile(r"(?m)^title: *(.+)$")
ASKED = re.compile(r"""\bcheck\(\s*["'](\d+\.\d+[a-z]?)["']""")
SAID = re.compile(r"(\d+\.\d+[a-z]?): (.*)")
BEGINS = {"Correct.": "correct", "Not yet.": "not yet", "not answered yet.": "open"}


@dataclass(frozen=True)
class CourseLesson:
    """A lesson as this version of the workbook has it: exercise -> title, and the hash of its notebook."""

    name: str
    title: str
    exercises: dict[str, str]
    built: str

    @property
    def number(self) -> int:
        return int(self.name[:2])


class Cell(NamedTuple):
    """A code cell: `ours` if nobody has changed it; the exercises for which it calls `check`."""

    number: int
    source: str
    ours: bool
    asks: tuple[str, ...]


@dataclass(frozen=True)
class Submission:
    """A notebook: where in the folder it lies, its hash, what it holds. `trouble` says why it is not judged,
    `notes` what else is to be known about it."""

    place: str
    digest: str = ""
    lesson: CourseLesson | None = None
    cells: tuple[Cell, ...] = ()
    saved: dict[str, tuple[str, str]] = field(default_factory=dict)
    trouble: str = ""
    notes: tuple[str, ...] = ()


# -------- the lessons


def read_lessons(root: Path) -> dict[str, CourseLesson]:
    """Return the lessons of the workbook, by name."""
    folders = sorted((root / "lessons").glob("l[0-9][0-9]_*"))
    paths = (
        path for folder in folders for path in (folder / "lesson.md", folder / "more.md") if path.exists()
    )
    return {notebook_name(path): read_titles(path, root) for path in paths}


def read_titles(path: Path, root: Path) -> CourseLesson:
    text, name = path.read_text(encoding="utf-8-sig"), notebook_name(path)
    titles = {id: re.sub("[`*]", "", title) for id, title in HEADING.findall(text)}
    return CourseLesson(name, TITLE.search(text)[1], titles, built_hash(root / "notebooks" / f"{name}.ipynb"))


def built_hash(path: Path) -> str:
    """Return the hash that the build has written into a notebook; "" without one."""
    try:
        return json.loads(path.read_bytes())["metadata"][OURS]["built"]
    except (OSError, ValueError, KeyError, TypeError):
        return ""


# -------- the folder


def find_notebooks(folder: Path) -> list[str]:
    """Return where the notebooks in a folder lie, also in zips, as "a.zip/b.ipynb".

    Links, folders and zips that cannot be read are included, notebooks that Jupyter keeps for itself are left
    out. Errors: `CourseError`.
    """
    if not (folder.is_dir() and os.access(folder, os.R_OK | os.X_OK)):
        raise CourseError(f"{folder}: is not a folder that can be read")
    found, closed = [], []
    for place, folders, names in os.walk(folder, onerror=lambda error: closed.append(error.filename)):
        linked = [name for name in folders if os.path.islink(os.path.join(place, name))]
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        wanted = [name for name in names if is_notebook(name)]
        found += [os.path.relpath(os.path.join(place, name), folder) for name in wanted + linked]
        for name in filter(is_zip, names):
            packed = os.path.relpath(os.path.join(place, name), folder)
            found += [f"{packed}/{member}" for member in packed_notebooks(folder / packed)] or [packed]
        if len(found) > MOST_NOTEBOOKS:
            raise CourseError(f"{folder}: more than {MOST_NOTEBOOKS:,} notebooks")
    found += [os.path.relpath(place, folder) for place in closed]
    if not found:
        raise CourseError(f"{folder}: there are no notebooks (*.ipynb) in it")
    return sorted(found)


def is_notebook(name: str) -> bool:
    return name.lower().endswith(".ipynb") and not name.startswith(".")


def is_zip(name: str) -> bool:
    return name.lower().endswith(".zip") and not name.startswith(".")


def packed_notebooks(path: Path) -> list[str]:
    """Return the notebooks in a zip; none where it cannot be read."""
    return [name for name in packed_files(path) if is_notebook(Path(name).name)]


def packed_files(path: Path) -> list[str]:
    """Return the files in a zip, without what a system or Jupyter keeps."""
    try:
        with open_zip(path) as packed:
            return [name for name in packed.namelist() if name[-1:] != "/" and not KEPT.search(name)]
    except CourseError:
        return []


def open_zip(path: Path) -> zipfile.ZipFile:
    """Return a zip of not too many files. Errors: `CourseError`."""
    try:
        if path.is_symlink() or not path.is_file():
            raise CourseError("is not a file")
        packed = zipfile.ZipFile(path)
    except (OSError, ValueError, NotImplementedError, zipfile.BadZipFile):
        raise CourseError("is not a zip that can be read") from None
    if len(packed.infolist()) > MOST_MEMBERS:
        raise CourseError(f"holds more than {MOST_MEMBERS:,} files")
    return packed


def member_content(path: Path, name: str) -> bytes:
    """Return the bytes of a file in a zip, within bounds. Errors: `CourseError`."""
    with open_zip(path) as packed:
        if not name:
            raise CourseError("holds no notebook")
        about, parts = packed.getinfo(name), Path(name).parts
        if ".." in parts or Path(name).is_absolute() or stat.S_ISLNK(about.external_attr >> 16):
            raise CourseError("leads out of its zip: not read")
        if about.file_size > min(MOST_BYTES, MOST_RATIO * max(about.compress_size, 100)):
            raise CourseError(f"is too large in its zip: {about.file_size / 1e6:.0f} MB")
        try:
            with packed.open(about) as file:
                return file.read(MOST_BYTES)
        except (
            OSError,
            RuntimeError,
            ValueError,
            NotImplementedError,
            EOFError,
            zipfile.BadZipFile,
            zlib.error,
        ):
            raise CourseError("cannot be read from its zip") from None


def find_others(folder: Path) -> dict[str, list[str]]:
    """Return the files that are no notebooks, also those in zips, by student."""
    found: dict[str, list[str]] = {}
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = os.path.relpath(os.path.join(place, name), folder)
            files = [f"{path}/{one}" for one in packed_files(folder / path)] if is_zip(name) else [path]
            for one in files:
                if not Path(one).name.startswith(".") and not is_notebook(one):
                    found.setdefault(student_folder(one), []).append(one)
    return {top: paths[:MOST_OTHERS] for top, paths in found.items()}


def student_folder(place: str) -> str:
    """Return the folder or file of a student: right below the folder of the class, or a zip there.

    >>> student_folder("ben/work/answers.py"), student_folder("all.zip/ben/answers.py")
    ('ben', 'all.zip/ben')
    """
    first, *rest = Path(place).parts
    return f"{first}/{rest[0]}" if is_zip(first) and rest[1:] else first


def read_class(folder: Path, root: Path) -> tuple[list[Submission], dict[str, str]]:
    """Return the notebooks in a folder, and whose they are, by their places."""
    lessons = read_lessons(root)
    submissions = [read_submission(folder, place, lessons) for place in find_notebooks(folder)]
    places = [one.place for one in submissions]
    names = [one.lesson.name if one.lesson else "" for one in submissions]
    return submissions, dict(zip(places, whose(places, names, [*lessons])))


def read_submission(folder: Path, place: str, lessons: dict[str, CourseLesson]) -> Submission:
    """Read one notebook; what is wrong with it is its `trouble`."""
    try:
        data = file_content(folder, place)
        notebook = parse_notebook(data)
        cells = take_code_cells(notebook)
        lesson, notes = lesson_of(notebook, cells, lessons)
    except CourseError as error:
        return Submission(place, trouble=str(error))
    digest = hashlib.sha256(data).hexdigest()
    return Submission(place, digest, lesson, cells, saved_verdicts(notebook), notes=tuple(notes))


def file_content(folder: Path, place: str) -> bytes:
    """Return the bytes of a file that really lies in the folder, or in a zip there."""
    packed = re.match(r"(?i)(.*?\.zip)(?:/(.*))?$", place)
    if packed and folder.joinpath(packed[1]).is_file():
        return member_content(folder / packed[1], packed[2] or "")
    path = folder / place
    try:
        real = Path(os.path.realpath(path))
        if not real.is_relative_to(os.path.realpath(folder)):
            raise CourseError("is a link that leads out of the folder: not followed")
        status = os.stat(real)
        if stat.S_ISDIR(status.st_mode):
            os.scandir(real).close()  # it says why a folder cannot be read
        if not stat.S_ISREG(status.st_mode):
            raise CourseError("is not a file")
        if status.st_size > MOST_BYTES:
            size = f"{status.st_size / 1e6:.0f} MB"
            raise CourseError(f"is too large: {size}; at most {MOST_BYTES // 10**6} MB are read")
        return real.read_bytes()
    except OSError as error:
        raise CourseError(f"cannot be read: {error.strerror}") from None


def parse_notebook(data: bytes) -> dict:
    """Return a Jupyter notebook as read from its file."""
    if not data.strip():
        raise CourseError("is empty")
    try:
        notebook = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise CourseError("is damaged: not a notebook of Jupyter") from None
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise CourseError("is not a notebook of Jupyter, or one of an old format")
    return notebook


def lesson_of(
    notebook: dict, cells: Sequence[Cell], lessons: dict[str, CourseLesson]
) -> tuple[CourseLesson, list[str]]:
    """Return the lesson to which a notebook belongs, and what is to be known about its version."""
    metadata = notebook.get("metadata")
    mark = metadata.get(OURS) if isinstance(metadata, dict) else None
    if isinstance(mark, dict):
        name, version = mark.get("lesson"), mark.get("built")
        if not isinstance(name, str) or name not in lessons:
            raise CourseError(f"is of a lesson that this version does not have: {short(name)}")
        same = version == lessons[name].built
        return lessons[name], [] if same else ["is of another version; judged by the checks of this one"]
    asked = Counter(id for cell in cells for id in cell.asks)
    fits = {name: sum(asked[id] for id in one.exercises) for name, one in lessons.items()}
    best = max(fits, key=fits.get, default=None)
    if not best or not fits[best]:
        raise CourseError("is not a notebook of this workbook: it has none of its exercises")
    return lessons[best], ["does not say of which lesson it is: taken by its exercises"]


# -------- cells


def take_code_cells(notebook: dict) -> tuple[Cell, ...]:
    """Return the code cells; `CourseError` where they hold more than anybody writes."""
    cells = tuple(code_cells(notebook))
    letters = sum(len(cell.source) for cell in cells)
    if letters > MOST_CODE:
        raise CourseError(f"holds too much code: {letters:,} letters; at most {MOST_CODE:,} are judged")
    return cells


def code_cells(notebook: dict) -> Iterator[Cell]:
    for number, cell in enumerate(notebook["cells"]):
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            source = join_lines(cell.get("source"))
            code = NotebookNode(cell_type="code", source=source, id=cell.get("id"))
            yield Cell(number, source, is_built(code), tuple(dict.fromkeys(ASKED.findall(source))))


def join_lines(text) -> str:
    """Return a text that may be stored as a list of its lines."""
    lines = text if isinstance(text, list) else [text]
    return "".join(line for line in lines if isinstance(line, str))


def saved_verdicts(notebook: dict) -> dict[str, tuple[str, str]]:
    """Return the verdicts in the outputs: exercise -> (status, sentence); the best of several."""
    found = {}
    for cell in notebook["cells"]:
        for text in output_texts(cell):
            if match := SAID.match(text):
                id, say = match[1], match[2][:1000]
                status = next((kind for start, kind in BEGINS.items() if say.startswith(start)), "stopped")
                if found.get(id, ("",))[0] != "correct":
                    found[id] = (status, say)
    return found


def output_texts(cell) -> Iterator[str]:
    outputs = cell.get("outputs") if isinstance(cell, dict) else None
    for output in outputs if isinstance(outputs, list) else ():
        data = output.get("data") if isinstance(output, dict) else None
        if isinstance(data, dict):
            yield join_lines(data.get("text/plain"))[:2000]


def to_run(cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells to be run: all that the student wrote, and of ours those that they need.

    >>> helper, demo = Cell(0, "a = 1", True, ()), Cell(1, "b = a", True, ())
    >>> [cell.number for cell in to_run([helper, demo, Cell(2, "print(a)", False, ())])]
    [0, 2]
    """
    wanted, run = set(), []
    for cell in reversed(cells):
        made, used = cell_names(cell.source)
        if not cell.ours or made & wanted or "*" in made:
            run.append(cell)
            wanted |= used
    return run[::-1]


def cell_names(source: str) -> tuple[set[str], set[str]]:
    """Return the names that a cell makes or changes, and those that it uses; "*" stands for any name.

    >>> made, used = cell_names("import re as r\\nlog[n] = f(n)\\nrows.append(1)")
    >>> sorted(made), sorted(used)
    (['log', 'r', 'rows'], ['f', 'log', 'n', 'rows'])
    """
    try:
        with warnings.catch_warnings(action="ignore"):  # of "\\d": the student has seen it
            made, used, tree = bound_names(source), used_names(source), ast.parse(source)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return {"*"}, set(re.findall(r"\w+", source))  # the syntax of IPython
    changed = {base(node) for node in ast.walk(tree) if is_change(node)}
    return {*made, *changed} - {None}, {*used}


def is_change(node: ast.AST) -> bool:
    """Does a part of a program change a value: `a[0] = 1`, `a.b = 1`, `a.append(1)`?"""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute)
    return isinstance(node, (ast.Subscript, ast.Attribute)) and type(node.ctx) is not ast.Load


def base(node: ast.AST) -> str | None:
    """Return the name before all dots and brackets."""
    node = node.value.func if isinstance(node, ast.Expr) else node
    while isinstance(node, (ast.Subscript, ast.Attribute)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


# -------- whose


def whose(places: Sequence[str], lessons: Sequence[str], all_lessons: Sequence[str]) -> list[str]:
    """Return the student of each notebook: the folder or the file by whose name they differ most.

    >>> whose(["ada/01-x.ipynb", "ben/01-x.ipynb"], ["01-x", "01-x"], ["01-x"])
    ['ada', 'ben']
    >>> whose(["hw/01-x_ada.ipynb", "hw/Ben.ipynb"], ["01-x", "01-x"], ["01-x"])
    ['ada', 'Ben']
    """
    parts = [path_parts(place, all_lessons) for place in places]
    deepest = max(map(len, parts), default=1)

    def at(level: int) -> list[str]:
        return [one[min(level, len(one) - 1)] for one in parts]

    def clashes(level: int) -> int:
        return len(places) - len({*zip(at(level), lessons)})

    best = min(range(deepest), key=lambda level: (clashes(level), level))
    return distinct(at(best), lessons)


def path_parts(place: str, lessons: Sequence[str]) -> list[str]:
    """Return the folders of a notebook and its name, without what platforms add.

    >>> path_parts("Ada Lovelace_123_assignsubmission_file.zip/01 x.ipynb", ["01-x"])
    ['Ada Lovelace']
    >>> path_parts("01-x-more ada.ipynb", ["01-x", "01b-x"])    # its name in version 0.1
    ['ada']
    """
    *folders, name = Path(place).parts
    name = re.sub(r"(?i)\.ipynb$", "", name)
    names = {*lessons, *map(former_name, lessons)}
    titles = "|".join(sorted(names)[::-1]).replace("-", "[-_ ]")
    rest = tidy(re.sub(rf"(?i)lesson[-_ ]?\d\d|-Copy\d+|\.mine-\d+|\(\d+\)|{titles}", "", name))
    return [*filter(None, map(tidy, folders)), *([rest] if rest else [])] or [name]


def tidy(name: str) -> str:
    return one_line(re.sub(r"_\d+_assignsubmission_[a-z]+_?|(?i:\.zip$)", "", name).strip(" _-.,"), 80)


def distinct(students: Sequence[str], lessons: Sequence[str]) -> list[str]:
    """Number the notebooks that one student has handed in for one lesson: Ada, Ada (2)."""
    taken, found = set(), []
    for student, lesson in zip(students, lessons):
        numbered = (student if number == 1 else f"{student} ({number})" for number in count(1))
        found.append(next(name for name in numbered if (name, lesson) not in taken))
        taken.add((found[-1], lesson))
    return found
