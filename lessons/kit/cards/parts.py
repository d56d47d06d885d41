"""The programs that a student has written, kept as files in the folder `my-solver` beside the notebooks.

The cell of a kept exercise becomes a file when its check says *Correct*: what its answer needs, from this
cell and from those above it, and no call of `check`. It is kept only if it is right alone as well. Its last
line tells what the workbook wrote: a file that was changed since is the student's and is not written over;
a new answer then lies beside it, as `NAME.new.py`. Where nothing can be written, and in a notebook that no
Jupyter server has opened, parts last as long as Python.
"""

import ast
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from itertools import chain, count, pairwise
from pathlib import Path
from textwrap import fill
from typing import Any, NamedTuple
from zipfile import ZipFile

from ..ground.errors import CourseError
from ..ground.files import KEPT
from ..ground.slicing import Statement, bound_names, used_names
from .memory import leads_away, own_memory, write_memory

FOLDER = "my-solver"
PACKAGE = __name__.partition(".")[0]
WIDTH = 100  # columns of a file
MOST_BYTES, MOST_FILES = 100_000, 50
MARK = "exactly-once: checked "
NO_CHECK = f'Not kept in {FOLDER}: write check("{{}}", …) itself into a cell, without `%`, and run it again.'
LACKS = f"Not kept in {FOLDER}: copy the lines that define {{}} into this cell, and run it again."
STAR = " (A name that comes by `import *` needs an import of its own.)"
WORKBOOK = f"Not kept in {FOLDER}: `{{}}` needs the workbook, and a file must run without it."
FAILS = f"Not kept in {FOLDER}: without the rest of the notebook it fails. {{}}"
FILE = re.compile(r"[A-Za-z]\w*(\.new\d*)?\.(py|lp|mzn)")

unwritten: dict[str, str] = {}  # file -> text, where nothing could be written; newer than the disk's


class Part(NamedTuple):
    """A program that an exercise asks for: its file, and the sentence at its head."""

    file: str
    words: str

    @property
    def name(self) -> str:
        """The name by which the program is called."""
        return self.file.partition(".")[0]


# -------- the text of a file


def statements(source: str) -> Iterator[Statement]:
    """Yield the statements at the top of a cell as they were written, each with the comments above it and the
    names that it binds or in which it sets an entry; nothing of a cell that cannot run.

    >>> [(one.text, *one.binds) for one in statements("# two\\na = 2\\na[0] = 3")]
    [('# two\\na = 2', 'a'), ('a[0] = 3', 'a')]
    """
    try:
        body, lines, end = ast.parse(source).body, source.split("\n"), 0
        bound_names(source)  # finds what the grammar allows and Python does not, as a late `global`
    except SyntaxError:
        return
    if any(one.end_lineno == other.lineno for one, other in pairwise(body)):
        yield from statements("\n".join(map(ast.unparse, body)))
        return
    for node in body:
        text, end = "\n".join(lines[end : node.end_lineno]).strip("\n"), node.end_lineno
        entries = (one for one in ast.walk(node) if isinstance(one, ast.Subscript | ast.Attribute))
        changed = {ast.unparse(one.value) for one in entries if isinstance(one.ctx, ast.Store)}
        yield Statement(text, bound_names(text) | changed, used_names(text))


def python_text(part: Part, source: str, answer: str, before: Iterable[str] = ()) -> str:
    """Return the file for an answer: the functions and classes of its cell, and what they and the answer
    need of this cell and of those before, as written.

    Parameters: answer, the expression that was checked; before, the sources of earlier cells.

    >>> part = Part("twice.py", "Double n.")
    >>> print(python_text(part, "def double(n): return TWO * n", "double", before=["TWO = 2"]))
    \"""Double n.\"""
    <BLANKLINE>
    <BLANKLINE>
    TWO = 2
    def double(n): return TWO * n
    twice = double
    <BLANKLINE>
    """
    known: list[Statement] = []
    again: frozenset[str] = frozenset()  # names that a later cell binds
    for cell in (source, *reversed([*before])):
        here = [one for one in statements(cell) if not again.issuperset(one.binds)]
        known, again = here + known, again.union(*(bound_names(one.text) for one in here))
    own = (node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef | ast.ClassDef))
    names, found = used_names(answer).union(own), []
    while (more := [one for one in known if names.intersection(one.binds)]) != found:
        found, names = more, names.union(*(one.uses for one in more))
    called = [] if answer == part.name else [f"{part.name} = {answer}"]
    return f'"""{part.words}"""\n\n\n{join_statements([*(one.text for one in found), *called])}'


def join_statements(texts: list[str]) -> str:
    """Return statements below one another, with two empty lines around those of several lines.

    >>> join_statements(["a = 1", "b = 2"])
    'a = 1\\nb = 2\\n'
    """
    gaps = ("\n\n\n" if "\n" in one + other else "\n" for one, other in pairwise([*texts, ""]))
    return "".join(text + gap for text, gap in zip(texts, gaps))


def program_text(part: Part, program: str) -> str:
    """Return the file of a program that is a text, as of ASP or MiniZinc."""
    words = fill(part.words, WIDTH, initial_indent="% ", subsequent_indent="% ")
    return f"{words}\n\n{program.strip()}"


def sign_text(text: str, file: str) -> str:
    """Return the text of a file with the last line that tells whether it was changed since."""
    sign = "#" if file.endswith(".py") else "%"
    body = text.rstrip("\n") + "\n"
    return f"{body}\n{sign} {MARK}{digest(body)}\n"


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def is_as_written(text: str) -> bool:
    """Return whether a file is as the workbook wrote it.

    >>> is_as_written(sign_text("a = 1", "a.py")), is_as_written(sign_text("a = 1", "a.py").replace("1", "2"))
    (True, False)
    """
    body, mark, rest = text.rpartition(f" {MARK}")
    return mark != "" and digest(body[:-2]) == rest.strip()


# -------- keeping


def folder() -> Path | None:
    """Return the folder of the parts; None where the notebook of this kernel has no place of its own."""
    memory = own_memory()
    return memory.path.parent.parent / FOLDER if memory else None


def read_part(file: str) -> str | None:
    """Return the text of a part; None as long as there is none."""
    place = folder()
    return unwritten.get(file) or (place and read_file(place / file))


def read_file(path: Path) -> str | None:
    """Return the text of a file; None if there is none, or none of ours."""
    with suppress(OSError, UnicodeDecodeError):
        if not leads_away(path) and path.is_file() and path.stat().st_size <= MOST_BYTES:
            return path.read_text(encoding="utf-8-sig")  # Windows' Notepad may put a mark in front
    return None


def write_part(file: str, text: str) -> str:
    """Keep the text of a file; return the name under which it lies, on the disk or in `unwritten`.

    A file that a student has changed stays; the new text then has the first free name beside it.
    """
    place = folder()
    stem, *_, ending = file.split(".")
    beside = (f"{stem}.new{number}.{ending}" for number in chain([""], count(2)))
    free = next(name for name in chain([file], beside) if may_replace(name, text))
    unwritten.pop(free, None)
    if not (place and write_memory(place / free, text)):
        unwritten[free] = text
    return free


def may_replace(file: str, text: str) -> bool:
    """Return whether a text may lie under this name: nothing does, or what the workbook wrote."""
    there, place = read_part(file), folder()
    if there is None:
        return not (place and os.path.lexists(place / file))
    return there == text or is_as_written(there)


def keep_part(part: Part, id: str, answer: Any, source: str, before: Iterable[str], fault: Callable) -> str:
    """Keep a right answer as a file; return a sentence for the student.

    Parameters
    ----------
    id, answer
        the exercise, and the value that was checked: a function, or a text
    source
        its cell, with the line of `check`; `before` are the cells that were run earlier
    fault
        a function of the text and the part: what is wrong with it alone, "" for nothing
    """
    if isinstance(answer, str):
        text = program_text(part, answer)
    else:
        if not (expression := checked_expression(source, id)):
            return NO_CHECK.format(id)
        text = python_text(part, source, expression, before)
        if line := workbook_import(text):
            return WORKBOOK.format(line)
        if missing := sorted({part.name, *used_names(text)} - bound_names(text)):
            words = LACKS.format(" and ".join(f"`{name}`" for name in missing))
            return words + STAR * any("import *" in cell for cell in (source, *before))
        if words := fault(text, part):
            return FAILS.format(words)
    name = write_part(part.file, sign_text(text, part.file))
    if name in unwritten:
        return f"`{name}` is kept as long as Python runs: Your solver saves it."
    if name != part.file:
        return f"You have changed {FOLDER}/{part.file}, so it stays; this answer is {FOLDER}/{name}."
    return f"Kept as {FOLDER}/{name}."


def workbook_import(text: str) -> str:
    """Return an import of the workbook in a file; "" if there is none.

    >>> workbook_import("def f():\\n    import sys, lessons as course; return course")
    'import sys, lessons as course'
    """
    for node in ast.walk(ast.parse(text)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        if any(name.partition(".")[0] == PACKAGE for name in names):
            return ast.unparse(node)
    return ""


def checked_expression(source: str, id: str) -> str:
    """Return the answer in the last call of `check` for an exercise in a cell; "" if there is no such call.

    >>> checked_expression('def f(): ...\\ncheck("1.1", f); check("1.2", 7)', "1.1")
    'f'
    """
    found = ""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(
                func=ast.Name("check") | ast.Attribute(attr="check"), args=[ast.Constant(number), answer]
            ) if str(number) == id:
                found = ast.unparse(answer)
    return found


def run_part(code: str | ast.Module, file: str, **names: Any) -> Callable:
    """Run a file in a namespace of its own, with these names; return its function."""
    name = file.partition(".")[0]
    names["__name__"] = name
    exec(compile(code, file, "exec"), names)
    if name not in names:
        raise NameError(f"it defines no {name}")
    return names[name]


# -------- the folder as a whole


def set_parts_aside() -> Path | None:
    """Move the folder to the first free `.exactly-once/my-solver.N`; return where it is now."""
    place = folder()
    if not place or not place.is_dir() or place.is_symlink():
        return None
    away = place.parent / KEPT
    free = next(away / f"{FOLDER}.{n}" for n in count(1) if not (away / f"{FOLDER}.{n}").exists())
    return place.rename(free)


def pack_parts() -> bytes:
    """Return all parts that there are as a zip; b"" if there is none."""
    place = folder()
    names = {path.name for path in place.glob("*") if FILE.fullmatch(path.name)} if place else set()
    texts = {name: text for name in sorted(names | {*unwritten})[:MOST_FILES] if (text := read_part(name))}
    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        for name, text in texts.items():
            archive.writestr(name, text)
    return buffer.getvalue() if texts else b""


def unpack_parts(content: bytes) -> list[str]:
    """Take the parts out of a zip, whoever packed it, as a folder too; return their names. Other files are
    passed over.

    A part that a student has changed stays. Raises `CourseError` for no zip.
    """
    try:
        with ZipFile(BytesIO(content)) as archive:
            texts = {
                name: archive.open(one).read(MOST_BYTES + 1).decode()
                for one in archive.infolist()[:MOST_FILES]
                if FILE.fullmatch(name := re.split(r"[/\\]", one.filename)[-1])
                and one.file_size <= MOST_BYTES
            }
    except Exception:  # each way of packing has errors of its own
        raise CourseError("this file is no zip of parts; a zip that Your solver has saved is one") from None
    return [write_part(file, text) for file, text in texts.items()]
