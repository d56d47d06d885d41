"""Searches run to their end: by threads, or in parts by any executor of `concurrent.futures`."""

from collections import Counter
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import count
from os.path import commonprefix
from typing import TYPE_CHECKING

from ..common.clock import Stop, TimeIsUp, raise_if_stopped
from ..common.ending import Ending
from ..common.progress import open_bar
from ..common.rounds import COMPILED, Work
from .crew import Crew
from .job import Job, Matrix

if TYPE_CHECKING:
    from concurrent.futures import Executor

PARTS = 64  # of a search, of about equal work
PATHS = 16  # to nodes in a part, about: small subtrees are more alike
DEEPEST = 4  # level at which a tree is cut
SELDOM = 10  # rounds between two looks at the share
WALKS = 4  # to guess how much work a search is

Show = Callable[[float, int], object]


def drive(
    jobs: list[Job],
    stop: Stop,
    progress: bool | Show | None = None,
    executor: "Executor | None" = None,
    workers: int | None = None,
) -> Ending:
    """Run all jobs to the end, or until stop() or an interrupt; return which, if any.

    `workers` are threads, None: one for each core. Of a function that shows progress, an attribute
    `rough` says that the share need not be guessed, and an attribute `is_due` is asked after each
    round whether it is to be shown.
    """
    try:
        with open_bar(progress) as show:
            if executor:
                share_out(jobs, stop, show or (lambda share, found: None), executor)
            else:
                run_here(jobs, stop, show, workers)
    except TimeIsUp:
        return Ending.STOPPED
    except KeyboardInterrupt:
        return Ending.INTERRUPT
    return Ending.DONE


def found_in(jobs: list[Job]) -> int:
    """Count what the jobs have found so far, each solution as often as its weight says."""
    return weighted(jobs, [job.found for job in jobs])


def weighted(jobs: list[Job], found: list[int]) -> int:
    return sum(job.weight * number for job, number in zip(jobs, found))


def run_here(jobs: list[Job], stop: Stop, show: Show | None, workers: int | None) -> None:
    """Run the jobs with threads; `TimeIsUp` by stop(), which is asked after each round."""
    guessed = show and not getattr(show, "rough", False)
    sizes = [job.guess(WALKS) if guessed else 1.0 for job in jobs]
    crew, total, rounds = Crew(jobs, workers), sum(sizes) or 1.0, count(1)
    is_due = getattr(show, "is_due", lambda: next(rounds) % SELDOM == 0)

    def end_round() -> bool:
        if show and is_due():
            left = sum(size / total * rest for size, rest in zip(sizes, crew.rests()))
            show(min(1.0, max(0.0, 1 - left)), weighted(jobs, crew.found))
        return stop()

    raise_if_stopped(stop)
    work = Work(end_round, COMPILED)
    with closing(crew.chunks()) as chunks:
        for steps, _ in chunks:
            work.add(steps)
    if show:
        show(1.0, found_in(jobs))


def share_out(jobs: list[Job], stop: Stop, show: Show, executor: "Executor") -> None:
    """Have an executor run the parts of the jobs; `TimeIsUp` by stop()."""
    from ..common.workers import results  # it takes 10 ms

    parts = [(job, partial(count_below, job.matrix, paths)) for job in jobs for paths in parts_of(job)]
    for made, (job, found) in enumerate(results(executor, parts, stop), 1):
        job.search.found += found
        show(made / len(parts), found_in(jobs))


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
