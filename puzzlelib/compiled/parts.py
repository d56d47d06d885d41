"""Searches run to their end: here, or in parts by any executor of `concurrent.futures`."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from os.path import commonprefix
from typing import TYPE_CHECKING

from ..common.clock import Stop, TimeIsUp
from ..common.ending import Ending
from ..common.progress import open_bar
from .job import Job, Matrix

if TYPE_CHECKING:
    from concurrent.futures import Executor

PARTS = 64  # of a search, of about equal work
PATHS = 16  # to nodes in a part, about: small subtrees are more alike
DEEPEST = 4  # level at which a tree is cut
SELDOM = 10  # chunks between two looks at a rough share
WALKS = 4  # to guess how much work a search is

Show = Callable[[float, int], object]


def drive(
    jobs: list[Job], stop: Stop, progress: bool | Show | None = None, executor: "Executor | None" = None
) -> Ending:
    """Run all jobs to the end, or until stop() or an interrupt; return which, if any.

    A function whose attribute `rough` is true is shown the share about once a second, unguessed.
    """
    often = 0 if not progress else SELDOM if getattr(progress, "rough", False) else 1
    try:
        with open_bar(progress or (lambda share, found: None)) as show:
            if executor:
                return share_out(jobs, stop, show, executor)
            return run_here(jobs, stop, show, often)
    except KeyboardInterrupt:
        return Ending.INTERRUPT


def found_in(jobs: list[Job]) -> int:
    """Count what the jobs have found so far, each solution as often as its weight says."""
    return sum(job.weight * job.found for job in jobs)


def run_here(jobs: list[Job], stop: Stop, show: Show, often: int) -> Ending:
    """Run the jobs one after the other; show the share after so many chunks, 0 for never."""
    sizes = [job.guess(WALKS) if often == 1 else 1.0 for job in jobs]
    total, chunks = sum(sizes) or 1.0, 0
    for job in jobs:
        while not job.done:
            if stop():
                return Ending.STOPPED
            job.chunk() if job.started else job.open()
            chunks += 1
            if often and chunks % often == 0:
                left = sum(size / total * job.rest() for size, job in zip(sizes, jobs))
                show(min(1.0, max(0.0, 1 - left)), found_in(jobs))
    show(1.0, found_in(jobs))
    return Ending.DONE


def share_out(jobs: list[Job], stop: Stop, show: Show, executor: "Executor") -> Ending:
    """Have an executor run the parts of the jobs."""
    from ..common.workers import results  # it takes 10 ms

    parts = [(job, partial(count_below, job.matrix, paths)) for job in jobs for paths in parts_of(job)]
    try:
        for made, (job, found) in enumerate(results(executor, parts, stop), 1):
            job.search.found += found
            show(made / len(parts), found_in(jobs))
    except TimeIsUp:
        return Ending.STOPPED
    return Ending.DONE


def parts_of(job: Job, parts: int = PARTS) -> list[list[tuple[int, ...]]]:
    """Search the upper levels of a job's tree, and divide the paths below them into parts of about
    equal work. Paths that begin alike stay together, so that their beginning is walked once.

    Afterwards `job.found` counts the solutions of the upper levels.
    """
    job.guess(WALKS)
    paths: list[tuple[int, ...]] = []
    for depth in range(1, DEEPEST + 1):
        upper = Job(job.matrix)
        paths = upper.paths(depth)
        if not paths or len(paths) >= PATHS * parts:
            break
    job.search.found, job.search.depth = upper.found, -1
    siblings = Counter(path[0] for path in paths)
    size = {path: job.shares.get(path[0], 0.0) / siblings[path[0]] for path in paths}
    total, before, found = sum(size.values()) or 1.0, 0.0, {}
    for path in paths:
        found.setdefault(int(parts * before / total), []).append(path)
        before += size[path]
    return list(found.values())


def count_below(matrix: Matrix, paths: list[tuple[int, ...]]) -> int:
    job = Job(matrix)
    job.open()
    job.search.found, here = 0, ()
    for path in paths:
        job.enter(path, len(commonprefix((here, path))))
        here = path
        while not job.done:
            job.chunk()
    return job.found
