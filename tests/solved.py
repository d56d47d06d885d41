"""What the cells of a solved notebook define, for the tests that hold a lesson's words to what its cells compute."""

import contextlib
import io
import os

from test_build import ROOT, build


def solved_names(folder: str) -> dict:
    """The names that the cells of this lesson, solved, define, run one after the other in plain Python."""
    space, here = {}, os.getcwd()
    os.chdir(ROOT / "notebooks")
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            for cell in build.solved_notebook(
                build.read_lesson(ROOT / "lessons" / folder / "lesson.md")
            ).cells:
                if cell.cell_type == "code":
                    exec(compile(cell.source, cell.source.partition("\n")[0], "exec"), space)
    finally:
        os.chdir(here)
    return space
