"""A notebook as it was handed out, for those who begin again or sit at a shared computer."""

from collections.abc import Iterator
from pathlib import Path

from nbformat import NotebookNode

from ..cards.cell_errors import this_shell
from ..cards.memory import own_memory
from ..cards.parts import FOLDER, folder, set_parts_aside
from ..ground.files import write_whole
from .cells import version_of, worked_in
from .clones import try_git
from .kept import fresh_copy, notebook_from, ours, put_copy_away, set_aside, text_of

DONE = (
    "This notebook is as it was handed out, and its guesses are forgotten. Now choose\n"
    "File > Reload Notebook from Disk, and Kernel > Restart Kernel. Your work in it is kept: {}"
)
NO_FRESH = (
    "The guesses of this notebook are forgotten, and no older work is put back into it. Nobody has\n"
    "kept how it was handed out: close it, put that file in its place, and open it. Your work: {}"
)
NOT_SAVED = (
    "Save this notebook first (Ctrl+S, or Cmd+S), then run this cell again. The file on the disk does not\n"
    "have this cell yet, so what you wrote since the last save would be lost."
)
STAY = "Your programs in {0} stay; begin_again({0!r}) sets them aside as well."
ASIDE = "Your programs are in {} now."
NO_NOTEBOOK = "Call this in a notebook of the workbook that is open in JupyterLab."


def begin_again(what: str = "") -> None:
    """Put the notebook that calls this back as it was handed out, forget its guesses and its solved
    exercises, and say where the work in it is kept. The file on the disk is kept, so it asks for a save
    where the file lacks the cell that calls this. The folder "my-solver" stays, unless it is named.

    >>> begin_again()
    Call this in a notebook of the workbook that is open in JupyterLab.
    """
    memory = own_memory()
    path = memory and memory.path.parent.parent / f"{memory.path.stem}.ipynb"
    if not path or not ours(path):
        return print(NO_NOTEBOOK)
    if not has_running_cell(ours(path)):
        return print(NOT_SAVED)
    kept, is_fresh = start_over(path)
    memory.path.unlink(missing_ok=True)
    print((DONE if is_fresh else NO_FRESH).format(kept.relative_to(path.parent)))
    place = folder()
    if what == FOLDER and (aside := set_parts_aside()):
        print(ASIDE.format(aside))
    elif place and place.is_dir():
        print(STAY.format(FOLDER))


def has_running_cell(notebook: NotebookNode) -> bool:
    """Return whether a notebook has the cell that runs now, word for word."""
    shell = this_shell()
    running = shell and shell.history_manager.input_hist_raw[-1].strip()
    return any(cell.source.strip() == running for cell in notebook.cells)


def start_over(path: Path) -> tuple[Path, bool]:
    """Put a notebook back as it was handed out, and put no older work into it. Return where the
    work is kept, and whether it was found how the notebook was handed out: else it stays as it is."""
    put_copy_away(path)
    kept = set_aside(path)
    fresh = next(handed_out(path), None)
    if fresh:
        write_whole(path, text_of(fresh))
    return kept, fresh is not None


def handed_out(path: Path) -> Iterator[NotebookNode]:
    """Yield a notebook as it was handed out, from our copy of it and from git, as far as these are
    of the version that is there now."""
    version, by_git = version_of(ours(path)), try_git(path.parent, "show", f"HEAD:./{path.name}")
    for fresh in (ours(fresh_copy(path)), by_git and notebook_from(by_git)):
        if fresh and version_of(fresh) == version and not worked_in(fresh):
            yield fresh
