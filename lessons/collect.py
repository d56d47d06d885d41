"""Collect what a class has handed in: `python lessons/collect.py FOLDER [--saved]`.

It reads all notebooks in a folder, judges every exercise again with the checks of this version, and writes
one page and one table for spreadsheets into FOLDER-collected: a row for each student, a column for each
exercise, and the wrong answers that came most often. No solution and no code of a student is in them.
"""

import argparse
import hashlib
import json
import os
import platform
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import psutil
from tqdm import tqdm

from lessons.kit.collecting import class_page, judge_apart
from lessons.kit.collecting.submissions import (
    Submission,
    find_notebooks,
    find_others,
    is_zip,
    read_lessons,
    read_submission,
    student_folder,
    tidy,
    to_run,
    whose,
)
from puzzlelib.common.errors import PuzzleError, check_int
from puzzlelib.common.files import whole_file

ROOT = Path(__file__).resolve().parent.parent
SECONDS, MEGABYTES = 90, 2000  # for a notebook
CELL_SECONDS = 20  # of them for a cell without its checks
DONE, BAD_INPUT, STOPPED = 0, 2, 3  # the exit status, as of puzzlelib
UNENDING, FAILS = "The cell does not end.", "The cell stops with {} before its check."
UNREAD, PACKED = "is not a notebook: not read", "is a zip in a zip: unpack it"
NOT_YET_JUDGED = "has not been judged yet: the same command goes on"
USAGE = "Which folder? make collect FOLDER=handed-in"
MORE = """\
Notebooks may lie at any depth, in zips, and under any names. A student's name is taken from folders or files,
whichever tell the notebooks apart. Ctrl-C stops it; the same command goes on with what is new or has changed.

The code of students is run. On Linux (5.13 or newer, x86-64 or arm64) the kernel holds it: it reads Python
and the library, writes into an empty folder that is removed afterwards, opens no connection, looks into no
other process, and, from Linux 6.12 on, sends no signal to one. An answer that uses multiprocessing stops
with a PermissionError. Elsewhere Python's audit hook stops accidents, not attacks: use --saved there. The
page says which of them was in force, and CLASSROOM.md what a verdict is worth."""


@dataclass(frozen=True)
class Verdicts:
    """The verdicts on a notebook: exercise -> (status, sentence)."""

    verdicts: dict[str, tuple[str, str]] = field(default_factory=dict)
    walls: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    trouble: str = ""


# -------- one notebook


def notebook_job(submission: Submission, seconds: int, megabytes: int) -> dict[str, Any]:
    """Return what judge_apart.py needs to judge a notebook."""
    cells = to_run(submission.cells)
    return {
        "cells": [[cell.number, cell.source] for cell in cells],
        "in_cell": {str(cell.number): cell.asks for cell in cells},
        "ids": list(submission.lesson.exercises),
        "seconds": seconds,
        "cell_seconds": min(CELL_SECONDS, seconds // 4),
        "megabytes": megabytes,
        "root": str(ROOT),
    }


def outcome_of(submission: Submission, found: dict[str, Any]) -> Verdicts:
    """Return the verdict on each exercise of the lesson, also where there was none.

    An exercise without a cell is "missing", one whose cell is as we built it "open"; a cell that stops
    before its check is "not yet".
    """
    verdicts = {}
    for id in submission.lesson.exercises:
        asking = [cell for cell in submission.cells if id in cell.asks]
        errors = [found["errors"].get(str(cell.number), "") for cell in asking]
        if id in found["verdicts"]:
            verdicts[id] = tuple(found["verdicts"][id])
        elif any(errors):
            verdicts[id] = "not yet", UNENDING if "TooLong" in errors else FAILS.format(max(errors))
        else:
            verdicts[id] = ("open" if asking else "missing"), ""
    return Verdicts(verdicts, found["walls"], found["seconds"])


def saved_outcome(submission: Submission) -> Verdicts:
    """Return the verdicts that stand in a notebook, without running anything."""
    asked = {id for cell in submission.cells for id in cell.asks}
    return Verdicts(
        {
            id: submission.saved.get(id, ("open" if id in asked else "missing", ""))
            for id in submission.lesson.exercises
        }
    )


# -------- what has been judged before


def version(seconds: int, megabytes: int) -> str:
    """Return a hash of all that a verdict depends on, the notebook left out."""
    packages = "puzzlelib", "makers", "lessons"
    paths = (path for package in packages for path in (ROOT / package).rglob("*.*"))
    files = [path for path in paths if path.suffix in (".py", ".lp", ".yaml")]
    digest = hashlib.sha256(f"{sys.version} {seconds} {megabytes}".encode())
    for path in sorted(files):
        digest.update(path.read_bytes())
    return digest.hexdigest()


class Cache:
    """The verdicts of an earlier run, in a file: hash of a notebook -> what came out of it."""

    def __init__(self, path: Path, version: str):
        self.path, self.version, self.found = path, version, {}
        with suppress(OSError, ValueError, TypeError, KeyError):
            kept = json.loads(path.read_bytes())
            if kept["version"] == version:
                self.found = dict(kept["notebooks"])

    def get(self, submission: Submission) -> Verdicts | None:
        """Return what is known of a notebook."""
        kept = self.found.get(self.key(submission))
        return Verdicts(**kept) if kept else None

    def keep(self, submission: Submission, outcome: Verdicts) -> None:
        """Write the file anew, whole: the program may be stopped at any moment."""
        self.found[self.key(submission)] = asdict(outcome)
        with whole_file(self.path) as file:
            file.write(json.dumps({"version": self.version, "notebooks": self.found}).encode())

    def key(self, submission: Submission) -> str:
        return f"{submission.digest} {submission.lesson.name}"


# -------- all notebooks


class JudgeCrew:
    """Processes that judge notebooks, several at a time."""

    def __init__(self, workers: int):
        self.pool, self.live, self.lock = ThreadPoolExecutor(workers), set(), threading.Lock()
        self.stopped = False

    def judge(self, submission: Submission, job: dict) -> Verdicts:
        try:
            found = judge_apart.judge(job, self.started)
        except (OSError, RuntimeError) as error:
            return Verdicts(trouble=f"could not be judged: {error}")
        return outcome_of(submission, found) if found else Verdicts(trouble=NOT_YET_JUDGED)

    def started(self, process) -> None:
        with self.lock:
            self.live.add(process)
            if self.stopped:
                process.terminate()

    def stop(self) -> None:
        """End all that is at work, and begin nothing else."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        with self.lock:
            self.stopped = True
            for process in self.live:
                process.terminate()
        self.pool.shutdown()


def judge_all(
    submissions: Sequence[Submission], cache: Cache, options
) -> Iterator[tuple[Submission, Verdicts]]:
    """Judge notebooks, and yield each as it is done; those that were judged before come first."""
    fresh = []
    for one in submissions:
        before = cache.get(one)
        if before:
            yield one, before
        else:
            fresh.append(one)
    crew, jobs = JudgeCrew(options.workers), {}
    try:
        for one in fresh:
            job = notebook_job(one, options.seconds, options.memory)
            jobs[crew.pool.submit(crew.judge, one, job)] = one
        for future in as_completed(jobs):
            outcome = result_of(future)
            if not outcome.trouble:
                cache.keep(jobs[future], outcome)
            yield jobs[future], outcome
    finally:
        crew.stop()


def result_of(future: Future) -> Verdicts:
    try:
        return future.result()
    except CancelledError:
        return Verdicts(trouble=NOT_YET_JUDGED)


def collect(folder: Path, options) -> tuple[list[class_page.StudentRow], bool]:
    """Return a row for each notebook, and whether it was stopped before all were judged."""
    lessons = read_lessons(ROOT)
    submissions = [read_submission(folder, place, lessons) for place in find_notebooks(folder)]
    names = [one.lesson.name if one.lesson else "" for one in submissions]
    places = [one.place for one in submissions]
    students = dict(zip(places, whose(places, names, [*lessons])))
    sound, stopped, found = [one for one in submissions if not one.trouble], False, {}
    if options.saved:
        found = {one.place: saved_outcome(one) for one in sound}
    else:
        cache = Cache(options.to / "verdicts.json", version(options.seconds, options.memory))
        judging = judge_all(sound, cache, options)
        try:
            for one, outcome in tqdm(judging, total=len(sound), unit="notebook", desc="Judging"):
                found[one.place] = outcome
        except KeyboardInterrupt:
            stopped = True
        finally:
            judging.close()
    left = Verdicts(trouble=NOT_YET_JUDGED)
    made = [student_row(one, students[one.place], found.get(one.place, left)) for one in submissions]
    return [*with_others(made, find_others(folder))], stopped


def with_others(
    made: Sequence[class_page.StudentRow], others: dict[str, list[str]]
) -> Iterator[class_page.StudentRow]:
    """Yield the rows, and name the files that were not read: with the notebooks beside them, or alone."""
    for row in made:
        beside = [] if row.trouble else others.pop(student_folder(row.place), [])
        yield replace(row, notes=(*row.notes, *(f"{path} {why_unread(path)}" for path in beside)))
    for place, paths in others.items():
        name = tidy(Path(place).name)
        yield from (class_page.StudentRow(name, path, trouble=why_unread(path)) for path in paths)


def why_unread(path: str) -> str:
    return PACKED if is_zip(path) else UNREAD


def student_row(submission: Submission, student: str, outcome: Verdicts) -> class_page.StudentRow:
    trouble = submission.trouble or outcome.trouble
    return class_page.StudentRow(
        student=student,
        place=submission.place,
        lesson=submission.lesson,
        verdicts={} if trouble else outcome.verdicts,
        saved={id: status for id, (status, _) in submission.saved.items()},
        trouble=trouble,
        notes=submission.notes,
        walls=outcome.walls,
    )


# -------- the command


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
    made.add_argument("--saved", action="store_true", help="run nothing: believe the saved verdicts")
    for name, value, words in (
        ("--seconds", SECONDS, "of processor time for a notebook"),
        ("--memory", MEGABYTES, "megabytes for a notebook"),
        ("--workers", 0, "notebooks at a time (as many as there are processors)"),
    ):
        shown = f"{words} ({value})" if value else words
        made.add_argument(name, type=int, metavar="N", default=value, help=shown)
    return made


def check_options(options):
    """Return the options with their defaults; `PuzzleError` for what cannot be."""
    if options.folder is None:
        raise PuzzleError(USAGE)
    check_int("--seconds", options.seconds, least=20, most=3600)
    check_int("--memory", options.memory, least=500, most=1_000_000)
    check_int("--workers", options.workers, least=0, most=64)
    options.folder = options.folder.resolve()
    options.to = options.to or options.folder.parent / f"{options.folder.name}-collected"
    options.workers = options.workers or workers_here(options.memory)
    return options


def main(arguments: list[str] | None = None) -> int:
    with suppress(AttributeError):  # what stands in for a terminal need not know how
        sys.stdout.reconfigure(errors="backslashreplace")  # a name of a folder may be in no alphabet
    try:
        options = check_options(parser().parse_args(arguments))
        find_notebooks(options.folder)
        with suppress(FileExistsError):
            options.to.mkdir(parents=True)
        rows, stopped = collect(options.folder, options)
        about = class_page.About(options.folder.name, options.saved, platform.system(), options.seconds)
        for name, data in class_page.files(rows, about).items():
            with whole_file(options.to / name) as file:
                file.write(data)
            print(f"{options.to / name}")
        print(class_page.number_judged(rows))
    except PuzzleError as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    except OSError as error:
        print(f"{options.to}: {error.strerror}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:  # before the first notebook, after the last, or a second time
        print("Stopped. The same command goes on.", file=sys.stderr)
        return STOPPED
    if stopped:
        left = sum(one.trouble == NOT_YET_JUDGED for one in rows)
        print(
            f"Stopped: {left} of {len(rows)} notebooks are left. The same command goes on.", file=sys.stderr
        )
    return STOPPED if stopped else DONE


if __name__ == "__main__":
    sys.exit(main())
