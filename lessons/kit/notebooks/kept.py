"""Copies of notebooks, in the hidden folder `.exactly-once` beside them.

`.exactly-once/NAME.ipynb` is the notebook as JupyterLab last saved it with a student's work,
`.exactly-once/NAME.fresh.ipynb` as it was handed out; `.exactly-once/NAME.1.ipynb`,
`.exactly-once/NAME.2.ipynb`, … are the notebooks that a new version replaced.
"""

from contextlib import suppress
from itertools import count
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell
from nbformat.validator import normalize

from ..ground.errors import CourseError
from ..ground.files import KEPT, write_whole
from ..ground.folders import former_name
from .cells import version_of, worked_in
from .new_version import BROUGHT, carry

# -------- reading and writing


def notebook_from(text: bytes | str, name: str = "notebook") -> NotebookNode:
    """Read a notebook; `CourseError` for what is none."""
    try:
        text = text if isinstance(text, str) else text.decode()
        _, notebook = normalize(nbformat.reads(text, as_version=4))
        nbformat.validate(notebook)
        text_of(notebook).encode()
        return notebook
    except Exception as error:  # hostile files make the reader fail in any way
        problem = (str(error).strip() or "nested too deeply").splitlines()[0]
        raise CourseError(f"{name}: not a notebook: {type(error).__name__}: {problem}") from None


def text_of(notebook: NotebookNode) -> str:
    """Return the content of a notebook's file."""
    return nbformat.writes(notebook).rstrip("\n") + "\n"


# -------- copies


def set_aside(path: Path, content: bytes | None = None) -> Path:
    """Copy a notebook, or the file in its place, to the first free `.exactly-once/NAME.N.ipynb`."""
    content = path.read_bytes() if content is None else content
    folder = kept_folder(path)
    for number in count(1):
        copy = folder / f"{path.stem}.{number}.ipynb"
        if copy.is_symlink():  # nothing is written through it
            continue
        if copy.exists() and copy.read_bytes() == content:
            return copy
        if not copy.exists():
            write_whole(copy, content)
            return copy


def kept_folder(path: Path) -> Path:
    """Return the folder of copies; `CourseError` if it is a link to another place."""
    folder = path.parent / KEPT
    folder.mkdir(exist_ok=True)
    if folder.is_symlink():
        raise CourseError(f"{folder}: a link; copies of notebooks need a folder")
    return folder


def keep_copy(path: Path) -> bool:
    """Copy a notebook of ours that somebody has worked in; return whether it is one."""
    notebook = ours(path)
    if not notebook or not worked_in(notebook):
        return False
    copy = kept_folder(path) / path.name
    if copy.is_symlink():
        raise CourseError(f"{copy}: a link; a copy of a notebook must be a file")
    write_whole(copy, path.read_bytes())
    return True


def bring_back(path: Path) -> bool:
    """Carry the work from its copy into a notebook that is as it was built, and say so on top of
    it; return whether there was any."""
    copy = copy_of(path)
    if not copy.is_file() or copy.is_symlink() or copy.parent.is_symlink():
        return False
    notebook, before = ours(path), ours(copy)
    if not notebook or not before or worked_in(notebook):
        return False
    keep_fresh(path, before)
    carried = carry(before, notebook)
    carried.cells.insert(0, new_markdown_cell(BROUGHT))
    write_whole(path, text_of(carried))
    return True


def copy_of(path: Path) -> Path:
    """Return the copy of a notebook; one that was kept under its former name is renamed."""
    copy = path.parent / KEPT / path.name
    if not copy.exists() and not copy.parent.is_symlink():
        with suppress(OSError):
            copy.with_stem(former_name(path.stem)).rename(copy)
    return copy


def keep_fresh(path: Path, work: NotebookNode) -> None:
    """Copy a notebook that is as it was handed out, before work takes its place."""
    fresh = ours(path)
    if fresh and not worked_in(fresh) and worked_in(work):
        write_whole(fresh_copy(path), text_of(fresh))


def fresh_copy(path: Path) -> Path:
    return kept_folder(path) / f"{path.stem}.fresh.ipynb"


def put_copy_away(path: Path) -> None:
    """Put the copy of a notebook away, so that nothing is brought back from it."""
    copy = copy_of(path)
    if copy.is_file():
        set_aside(path, copy.read_bytes())
        copy.unlink()


def ours(path: Path) -> NotebookNode | None:
    """Return a notebook that was built from a lesson; None for any other file."""
    try:
        notebook = notebook_from(path.read_bytes(), path.name)
    except (CourseError, OSError):
        return None
    return notebook if version_of(notebook) else None
