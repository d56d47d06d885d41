"""Judge the notebooks of a class, several at a time, and keep the verdicts for the next run."""

import hashlib
import json
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from tqdm import tqdm

from ..ground.course import COURSE
from ..ground.files import write_whole
from ..ground.folders import source_file
from . import judge_apart
from .sandbox import Sandbox
from .submissions import Submission, to_run

ROOT = Path(__file__).resolve().parents[3]
CELL_SECONDS = 20  # of those of a notebook, for a cell without its checks
UNENDING, FAILS = "The cell does not end.", "The cell stops with {} before its check."
TICK = 0.1  # seconds between two looks at the keyboard
NOT_YET_JUDGED = "has not been judged yet: the same command goes on"


@dataclass(frozen=True)
class Verdicts:
    """The verdicts on a notebook: exercise -> (status, sentence)."""

    verdicts: dict[str, tuple[str, str]] = field(default_factory=dict)
    seconds: float = 0.0
    trouble: str = ""


# -------- one notebook


def notebook_job(submission: Submission, sandbox: Sandbox, seconds: int, megabytes: int) -> dict[str, Any]:
    """Return what judge_apart.py needs to judge a notebook."""
    cells = to_run(submission.cells)
    light = ROOT / "lessons" / source_file(submission.lesson.name).with_name("light.json")
    solutions = json.loads(light.read_bytes()) if light.is_file() else {}
    return {
        "cells": [[cell.number, cell.source] for cell in cells],
        "in_cell": {str(cell.number): cell.asks for cell in cells},
        "ids": list(submission.lesson.exercises),
        "seconds": seconds,
        "cell_seconds": min(CELL_SECONDS, seconds // 4),
        "megabytes": megabytes,
        "sandbox": sandbox._asdict(),
        "light": {id: parts for id, parts in solutions.items() if id in submission.lesson.exercises},
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
    return Verdicts(verdicts, found["seconds"])


def saved_outcome(submission: Submission) -> Verdicts:
    """Return the verdicts saved in a notebook, without running anything."""
    asked = {id for cell in submission.cells for id in cell.asks}
    return Verdicts(
        {
            id: submission.saved.get(id, ("open" if id in asked else "missing", ""))
            for id in submission.lesson.exercises
        }
    )


# -------- what has been judged before


def version(sandbox: Sandbox, seconds: int, megabytes: int) -> str:
    """Return a hash of all that a verdict depends on, the notebook left out."""
    packages = "lessons", *COURSE.libraries
    paths = (path for package in packages for path in (ROOT / package).rglob("*.*"))
    files = [path for path in paths if path.suffix in (".py", ".lp", ".yaml") or path.name == "light.json"]
    digest = hashlib.sha256(f"{sys.version} {sandbox.kind} {seconds} {megabytes}".encode())
    for path in sorted(files):
        digest.update(path.read_bytes())
    return digest.hexdigest()


class Cache:
    """The verdicts of an earlier run, in a file: hash of a notebook -> its verdicts."""

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
        write_whole(self.path, json.dumps({"version": self.version, "notebooks": self.found}))

    def key(self, submission: Submission) -> str:
        return f"{submission.digest} {submission.lesson.name}"


# -------- all notebooks


class JudgeCrew:
    """Threads that have notebooks judged, several at a time. Ctrl-C finds no lock held: what is done goes
    through queues."""

    def __init__(self, jobs: Sequence[tuple[Submission, dict]], workers: int):
        self.live, self.lock, self.stopped = set(), threading.Lock(), False
        self.left, self.done = SimpleQueue(), SimpleQueue()
        for job in jobs:
            self.left.put(job)
        self.threads = [threading.Thread(target=self.work, daemon=True) for _ in range(workers)]

    def __iter__(self) -> Iterator[tuple[Submission, Verdicts]]:
        """Yield each notebook as it is done, and end all that is at work when nobody asks any more."""
        waiting = self.left.qsize()
        try:
            for thread in self.threads:
                thread.start()
            while waiting:
                with suppress(Empty):
                    yield self.done.get(timeout=TICK)
                    waiting -= 1
        finally:
            self.stop()

    def work(self) -> None:
        """Have notebook after notebook judged."""
        while not self.stopped and not self.left.empty():
            with suppress(Empty):
                submission, job = self.left.get_nowait()
                self.done.put((submission, self.judge(submission, job)))

    def judge(self, submission: Submission, job: dict) -> Verdicts:
        try:
            found = judge_apart.judge(job, self.started)
            return outcome_of(submission, found) if found else Verdicts(trouble=NOT_YET_JUDGED)
        except Exception as error:  # nobody would hear of it
            return Verdicts(trouble=f"could not be judged: {error}")

    def started(self, process) -> None:
        with self.lock:
            self.live.add(process)
            if self.stopped:
                process.terminate()

    def stop(self) -> None:
        """End all that is at work, and begin nothing else."""
        with self.lock:
            self.stopped = True
            for process in self.live:
                process.terminate()
        for thread in filter(threading.Thread.is_alive, self.threads):
            thread.join()


def judge_all(
    submissions: Sequence[Submission], cache: Cache, sandbox: Sandbox, options
) -> Iterator[tuple[Submission, Verdicts]]:
    """Judge notebooks, and yield each as it is done; those that were judged before are first."""
    known = {one.place: cache.get(one) for one in submissions}
    yield from ((one, known[one.place]) for one in submissions if known[one.place])
    fresh = [one for one in submissions if not known[one.place]]
    jobs = [(one, notebook_job(one, sandbox, options.seconds, options.memory)) for one in fresh]
    for one, outcome in JudgeCrew(jobs, options.workers):
        if not outcome.trouble:
            cache.keep(one, outcome)
        yield one, outcome


def judge_class(
    submissions: Sequence[Submission], sandbox: Sandbox | None, options
) -> tuple[dict[str, Verdicts], bool]:
    """Return the verdicts on sound notebooks, by their places, and whether Ctrl-C came before all were
    judged. Without a sandbox they are those saved in the notebooks."""
    sound, found = [one for one in submissions if not one.trouble], {}
    if not sandbox:
        return {one.place: saved_outcome(one) for one in sound}, False
    cache = Cache(options.to / "verdicts.json", version(sandbox, options.seconds, options.memory))
    judging = judge_all(sound, cache, sandbox, options)
    try:
        for one, outcome in tqdm(judging, total=len(sound), unit="notebook", desc="Judging"):
            found[one.place] = outcome
    except KeyboardInterrupt:
        return found, True
    finally:
        judging.close()
    return found, False
