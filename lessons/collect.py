"""Collect what a class has handed in: `python lessons/collect.py FOLDER [--saved]`.

It reads all notebooks in a folder, judges every exercise again with the checks of this version, and writes
one page and one table for spreadsheets into FOLDER-collected: a row for each student, a column for each
exercise, and the most frequent wrong answers. No solution and no code of a student is in them.
"""

import argparse
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import psutil

from lessons.kit.collecting import class_page
from lessons.kit.collecting.judging import NOT_YET_JUDGED, judge_class
from lessons.kit.collecting.rows import class_rows
from lessons.kit.collecting.sandbox import find_sandbox
from lessons.kit.collecting.submissions import read_class
from lessons.kit.ground.errors import LONGEST, STOPPED, CourseError, one_line
from lessons.kit.ground.files import write_whole

ROOT = Path(__file__).resolve().parent.parent
SECONDS, MEGABYTES = 90, 2000  # for a notebook
DONE, BAD_INPUT = 0, 2  # the exit status, or STOPPED
USAGE = "Which folder? make collect FOLDER=handed-in"
MORE = """\
Notebooks may be at any depth, in zips, and under any names. A student's name is that of a folder or file,
whichever differ. Ctrl-C stops it; the same command goes on with what is new or has changed.

The code of students is run in a sandbox: on Linux by bubblewrap 0.8.0 or newer (sudo apt-get install
bubblewrap), with --container by podman or docker, on Windows in WSL2. It sees Python and the library, writes
into a folder in memory, and has no network, no other process, and no file of yours. Where there is no
sandbox, nothing is run: verdicts are taken as they were saved, and marked so. --trust runs the code as if it
were your own, within limits of time and memory. The page says how notebooks were run, and CLASSROOM-MORE.md
what a verdict is worth."""


def workers_here(megabytes: int) -> int:
    """Return how many notebooks can be judged at a time on this machine."""
    fits = psutil.virtual_memory().available // (megabytes << 20)
    return max(1, min(os.cpu_count() or 1, fits))


def parser() -> argparse.ArgumentParser:
    shape = argparse.RawDescriptionHelpFormatter
    made = argparse.ArgumentParser(
        prog="python -m lessons.collect", description=__doc__, epilog=MORE, formatter_class=shape
    )
    made.add_argument("folder", nargs="?", type=Path, help="with the notebooks, at any depth")
    made.add_argument("--to", type=Path, metavar="FOLDER", help="where to write (FOLDER-collected)")
    how = made.add_mutually_exclusive_group()
    how.add_argument("--saved", action="store_true", help="run nothing: believe the saved verdicts")
    how.add_argument("--container", action="store_true", help="run notebooks in podman or docker")
    how.add_argument("--trust", action="store_true", help="run notebooks without a sandbox")
    for name, value, words in (
        ("--seconds", SECONDS, "of processor time for a notebook"),
        ("--memory", MEGABYTES, "megabytes for a notebook"),
        ("--workers", 0, "notebooks at a time (as many as there are processors)"),
    ):
        shown = f"{words} ({value})" if value else words
        made.add_argument(name, type=int, metavar="N", default=value, help=shown)
    return made


def check_options(options):
    """Return the options with their defaults; `CourseError` for what cannot be."""
    if options.folder is None:
        raise CourseError(USAGE)
    for name, least, most in (("seconds", 20, 3600), ("memory", 500, 1_000_000), ("workers", 0, 64)):
        if not least <= getattr(options, name) <= most:
            must = f"must be a whole number from {least:,} to {most:,}"
            raise CourseError(f"--{name} {getattr(options, name)}: {must}")
    options.folder = options.folder.resolve()
    options.to = options.to or options.folder.parent / f"{options.folder.name}-collected"
    options.workers = options.workers or workers_here(options.memory)
    return options


def main(arguments: list[str] | None = None) -> int:
    with suppress(AttributeError):  # what stands in for a terminal need not know how
        sys.stdout.reconfigure(errors="backslashreplace")  # a name of a folder may be in no alphabet
    try:
        options = check_options(parser().parse_args(arguments))
        submissions, students = read_class(options.folder, ROOT)
        with suppress(FileExistsError):
            options.to.mkdir(parents=True)
        with tempfile.TemporaryDirectory(prefix="collect-", ignore_cleanup_errors=True) as place:
            sandbox, why = find_sandbox(Path(place), ROOT, options)
            found, stopped = judge_class(submissions, sandbox, options)
        rows = class_rows(options.folder, submissions, students, found, as_saved=not sandbox)
        kind, name = (sandbox.kind, sandbox.name) if sandbox else ("saved", "")
        about = class_page.About(
            options.folder.name, kind, name, why, seconds=options.seconds, memory=options.memory
        )
        for name, data in class_page.files(rows, about).items():
            write_whole(options.to / name, data)
            print(one_line(str(options.to / name), LONGEST))
        print(class_page.number_judged(rows))
    except CourseError as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    except OSError as error:
        print(one_line(f"{options.to}: {error.strerror}", LONGEST), file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:  # before the first notebook, after the last, or a second time
        print("Stopped. Run the command again to go on.", file=sys.stderr)
        return STOPPED
    if stopped:
        left = sum(one.trouble == NOT_YET_JUDGED for one in rows)
        print(
            f"Stopped: {left} of {len(rows)} notebooks are left. Run the command again to go on.",
            file=sys.stderr,
        )
    return STOPPED if stopped else DONE


if __name__ == "__main__":
    sys.exit(main())
