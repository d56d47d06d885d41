"""Fetch the new version of the workbook and keep what was done in the notebooks: `make update`.

It is `git pull` that knows how to merge notebooks (kit/notebooks/clones.py), and gets on where a plain one
stops: with deleted notebooks, and with merges that wait to be ended.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from lessons.kit.ground.errors import CourseError, one_line, run_program
from lessons.kit.ground.folders import present_name
from lessons.kit.ground.words import many
from lessons.kit.notebooks import notebook_from, set_aside, worked_in
from lessons.kit.notebooks.cells import built_cells, is_built
from lessons.kit.notebooks.clones import (
    catch_up,
    driver_options,
    git,
    list_paths,
    mend,
    name_options,
    supply_driver,
    top_of_clone,
    try_git,
)
from lessons.kit.notebooks.kept import ours
from lessons.kit.notebooks.new_version import BROUGHT

ROOT = Path(__file__).resolve().parent.parent
NO_CLONE = (
    "{}: not a clone made by git. Copy the files of the new version over it: when you next open a notebook "
    "in JupyterLab, your answers are in it"
)


def update(root: Path) -> None:
    """Pull, and carry the work into the new notebooks; `CourseError` says what is in the way."""
    if not top_of_clone(root):
        raise CourseError(NO_CLONE.format(root))
    before = git(root, "rev-parse", "HEAD").strip()
    mend(root)
    tell_damaged(root)
    work = dict(own_cells(root))
    make_room(root)
    with TemporaryDirectory() as place:
        options = [*driver_options(Path(place, "attributes")), *name_options(root)]
        pull = ["git", "-C", str(root), *options, "pull", "--no-rebase", "--no-edit", "--autostash"]
        done = subprocess.run(pull, capture_output=True, text=True)
    mend(root)
    if done.returncode:
        print(done.stdout + done.stderr, file=sys.stderr)
        raise CourseError("git pull: stopped. Nothing of yours is lost; mend that, and call this again")
    catch_up(root)
    tell_what_came(root, before, work)


def own_cells(root: Path) -> Iterator[tuple[str, set[str]]]:
    """Yield each notebook that somebody has worked in, with the cells in it that no build wrote."""
    for name in list_paths(root, "ls-files"):
        notebook = ours(root / name)
        if notebook and worked_in(notebook):
            built = built_cells(notebook)
            own = {cell.source for cell in notebook.cells if not is_built(cell, built)}
            yield name, own - {BROUGHT}


def tell_what_came(root: Path, before: str, work: dict[str, set[str]]) -> None:
    """Say in three lines what is new, whether the work is there, and what to do now."""
    number = int(git(root, "rev-list", "--count", "--first-parent", f"{before}..@{{upstream}}"))
    day = git(root, "log", "-1", "--format=%cd", "--date=format:%d %B %Y", "@{upstream}").strip()
    new = f"{many(number, 'change')} fetched; this is the version of {day}."
    print(new if number else "Nothing is new.")
    now = {name: cells_of_notebook(present_place(root / name)) for name in work}
    lost = [name for name, cells in work.items() if not cells <= now[name]]
    if lost:
        where = "as it was, it is in notebooks/.exactly-once"
        print(f"Not all of yours is in {', '.join(lost)}: {where}.")
    else:
        where = f"each cell of yours is in its notebook ({many(len(work), 'notebook')})"
        print(f"Your work is kept: {where}.")
    print("Close notebooks that are open, and open them again.")


def present_place(path: Path) -> Path:
    """Return where a notebook lies now, which may have had another name before."""
    return path if path.exists() else path.with_stem(present_name(path.stem))


def cells_of_notebook(path: Path) -> set[str]:
    """Return the text in the cells of a notebook; nothing of a file that is none."""
    notebook = ours(path)
    return {cell.source for cell in notebook.cells} if notebook else set()


def tell_damaged(root: Path) -> None:
    """Say which notebooks nothing can be carried from, and keep them as they are."""
    for name in list_paths(root, "ls-files"):
        path = root / name
        if path.is_file():
            try:
                notebook_from(path.read_bytes(), name)
            except CourseError as error:
                kept = f"as it was, it is kept in {set_aside(path).relative_to(root)}"
                print(f"{error}; {kept}. Delete it, and call this again for a good one", file=sys.stderr)


def make_room(root: Path) -> None:
    """Restore deleted notebooks, and put files away that are in the place of new ones."""
    gone = list_paths(root, "ls-files", "--deleted")
    if gone:
        git(root, "checkout", "--", *gone)
    try_git(root, "fetch", "--quiet")  # if it fails, the pull will say so
    for name in list_paths(root, "ls-files", "--others", "--exclude-standard"):
        if try_git(root, "cat-file", "-e", f"@{{upstream}}:{name}") is not None:
            print(one_line(f"{name}: yours is kept in {set_aside(root / name).relative_to(root)}"))
            (root / name).unlink()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description="Fetch the new version of the workbook and keep your answers."
    )
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    help_ = "from now on `git pull` keeps your answers, too: written into this clone's git configuration"
    parser.add_argument("--git", action="store_true", help=help_)
    options = parser.parse_args(arguments)
    try:
        update(options.root.resolve())
        if options.git:
            supply_driver(options.root.resolve())
    except CourseError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    run_program(main)
