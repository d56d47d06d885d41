"""A notebook to hand out: `python lessons/share.py notebooks/NN-topic.ipynb [--to FOLDER]`.

It writes one HTML file that opens anywhere, without a network and without a script (kit/pages/page.py), and a
PDF beside it where there is a Chromium.

The notebook may be anybody's: a process of its own makes the page, within limits; it holds no file from
outside the notebook's folder, and does nothing when it is opened or printed.
"""

import argparse
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from lessons.kit.ground.errors import LONGEST, CourseError, one_line, run_program
from lessons.kit.ground.files import write_whole
from puzzlelib.common.chromium import NONE, find_chromium, print_pdf
from puzzlelib.common.errors import PuzzleError

SECONDS = 120  # for a page; a lesson takes two of a quiet machine
USAGE = "Which notebook? make share NOTEBOOK=notebooks/00-start-here.ipynb"
WRONG = 2  # the exit status for bad input


def page_of(path: Path) -> bytes:
    """Return the page of a notebook, made by a process of its own. Errors: `CourseError`."""
    command = [sys.executable, __file__, "--bare", "--", str(path)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise CourseError(f"{path}: no page of it was done after {SECONDS} seconds") from None
    if done.returncode == WRONG:
        raise CourseError(done.stderr.decode(errors="replace"))
    if done.returncode:  # of memory or of a stack there was not enough
        raise CourseError(f"{path}: no page can be made of it")
    return done.stdout


def write_bare(path: Path) -> None:
    """Write the page to stdout."""
    from lessons.kit.pages.page import (  # only the process that makes the page needs what they import
        limit_memory,
        notebook_page,
    )

    limit_memory()
    sys.stdout.buffer.write(notebook_page(path))


def share(path: Path, folder: Path) -> list[str]:
    """Write the page and the PDF; what there is to say about it. Bad input is a `CourseError`."""
    text, page = page_of(path), folder / f"{path.stem}.html"
    write_whole(page, text)
    said = [f"{page}: opens in any browser ({len(text) / 1e6:.1f} MB)"]
    browser, pdf = find_chromium(), page.with_suffix(".pdf")
    if browser is None:
        return [*said, NONE]
    done = print_pdf(browser, page, pdf)
    return [*said, f"{pdf}: the same on paper" if done else f"{browser} made no PDF: print the page"]


def main() -> int:
    with suppress(AttributeError):  # what stands in for a terminal need not know how
        sys.stdout.reconfigure(errors="backslashreplace")  # a name of a file may be in no alphabet
    parser = argparse.ArgumentParser(description="Write a notebook as one HTML file, and as PDF.")
    parser.add_argument("notebook", nargs="?", type=Path, help="a notebook that was run and saved")
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="where (default: beside the notebook)")
    parser.add_argument("--bare", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    try:
        if options.notebook is None:
            raise CourseError(USAGE)
        if options.bare:
            write_bare(options.notebook)
        else:
            for line in share(options.notebook, options.to or options.notebook.parent):
                print(one_line(line, LONGEST))
    except (CourseError, PuzzleError) as error:
        print(error, file=sys.stderr)
        return WRONG
    return 0


if __name__ == "__main__":
    run_program(main)
