"""Threads that take chunks of a search by turns, as the C functions let other threads run.

The tree is in segments, in the order of their solutions. One that is not done after its chunk gives
half of what is left at its highest level to a new one behind it. Chunks are read in the order in
which they were begun, whichever ends first: so what is divided, and when, follows from counted work
alone, and so do the rounds. Solutions, their order and their number are those of one thread.
"""

from array import array
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..common.clock import TICK
from ..common.interrupts import hold_interrupts
from ..common.machine import cores
from ..common.rounds import COMPILED
from .job import Job

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

ALONE = 10 * COMPILED  # steps before threads are started: about three times as long as that takes
ROWS = 1024  # most solutions in the buffer of a search
ROW = COMPILED // 1000  # steps that it costs to make a solution of a row, about
EACH = 6 * COMPILED  # steps of a thread's chunk at most
SEGMENTS = 16  # that are counted at a time, or four for each thread
ROOM = 1 << 21  # words for the lists of all segments, or half as many as the whole search has: 16 MB
MOST_WAITING = 1 << 20  # numbers in solutions whose turn has not come: 4 MB


class Chunk(NamedTuple):
    """Steps that a chunk of a search has cost, and solutions that it found; `rows` if solutions are
    listed."""

    steps: int
    found: int
    rows: array


class Segment:
    """A part of the tree of a job; `rows` that are not read yet, and the chunk at work."""

    def __init__(self, job: Job, number: int):
        self.job: Job | None = job  # until it is done
        self.number, self.rows = number, array("i")
        self.chunk: Future[Chunk] | None = None


class Crew:
    """Runs jobs one after the other, and all together by threads as soon as they last.

    `workers`: how many threads; None for one for each core. `lists`: the solutions are wanted, of one
    job. `found` counts those of each job whose chunks have been read.
    """

    def __init__(self, jobs: list[Job], workers: int | None = None, lists: bool = False):
        self.jobs, self.workers, self.lists = jobs, workers, lists
        self.segments = [Segment(job, number) for number, job in enumerate(jobs)]
        self.flying: deque[Segment] = deque()  # in the order in which their chunks were begun
        self.found = [job.found for job in jobs]

    def chunks(self) -> Iterator[tuple[int, Iterator[list[int]]]]:
        """Search to the end; yield the steps of each chunk, and the solutions that are next, as
        numbers of options."""
        most, made = 1, 0
        while self.segments:
            if made > ALONE:
                made, self.workers = 0, self.workers or cores()
                if self.workers > 1:
                    yield from self.chunks_by_threads(self.workers)
                    return
            segment = self.segments[0]
            done = search_chunk(self.jobs[segment.number], self.lists, most)
            most, made = min(ROWS, 2 * most), made + done.steps
            yield self.read(segment, done)

    def chunks_by_threads(self, workers: int) -> Iterator[tuple[int, Iterator[list[int]]]]:
        from concurrent.futures import ThreadPoolExecutor  # it takes 10 ms

        pool = ThreadPoolExecutor(workers)
        most = workers + 1 if self.lists else max(SEGMENTS, 4 * workers)  # in a list the first has to go on
        try:
            with hold_interrupts():
                self.divide_all(most)
                self.begin(pool)
            while self.flying:
                with hold_interrupts():
                    news = self.next_chunk(pool, most)
                if news:
                    yield news
        finally:
            with hold_interrupts():
                pool.shutdown(cancel_futures=True)  # chunks at work end in a moment
            for job, found in zip(self.jobs, self.found):
                job.search.found = found

    def begin(self, pool: "Executor") -> None:
        """Begin the next chunk of each segment that waits; where many solutions do, of the first."""
        waiting = sum(len(segment.rows) for segment in self.segments)
        for segment in self.segments:
            if segment.job and not segment.chunk and (waiting < MOST_WAITING or segment is self.segments[0]):
                segment.job.budget = EACH
                segment.chunk = pool.submit(search_chunk, segment.job, self.lists)
                self.flying.append(segment)

    def next_chunk(self, pool: "Executor", most: int) -> tuple[int, Iterator[list[int]]] | None:
        """Read the chunk whose turn it is, and begin others; None if it is not done within a tick."""
        from concurrent.futures import wait

        if not wait([self.flying[0].chunk], TICK).done:
            return None
        segment = self.flying.popleft()
        made, segment.chunk = segment.chunk.result(), None
        self.divide(segment, most)
        news = self.read(segment, made)
        self.begin(pool)
        return news

    def read(self, segment: Segment, made: Chunk) -> tuple[int, Iterator[list[int]]]:
        """Take in a chunk; return its steps, and the solutions whose turn has come."""
        self.found[segment.number] += made.found
        segment.rows += made.rows
        if segment.job.done:
            segment.job = None
        ready = array("i")
        for one in self.segments:
            ready += one.rows
            one.rows = array("i")
            if one.job:
                break
        self.segments = [one for one in self.segments if one.job or one.rows]
        return made.steps, self.jobs[0].numbers_in(ready)

    def divide(self, segment: Segment, most: int) -> None:
        """Put a part of a segment behind it, unless there are `most`, or they would take too much room."""
        jobs = [one.job for one in self.segments if one.job]
        room = max(ROOM, self.jobs[0].search.pool_size // 2)
        small = sum(job.search.pool_size for job in jobs if job not in self.jobs) < room
        if small and len(jobs) < most and not segment.job.done and (part := segment.job.split()):
            self.segments.insert(self.segments.index(segment) + 1, Segment(part, segment.number))

    def divide_all(self, most: int) -> None:
        """Divide all segments by turns, until there are `most` or nothing more can be divided."""
        before = 0
        while before < len(self.segments):
            before = len(self.segments)
            for segment in [*self.segments]:
                self.divide(segment, most)

    def rests(self) -> list[float]:
        """Return the share of each job that is still to be searched, after the chunks at work."""
        from concurrent.futures import wait

        going = True
        while going:
            with hold_interrupts():
                going = wait([segment.chunk for segment in self.flying], TICK).not_done
        rests = [0.0] * len(self.jobs)
        for segment in self.segments:
            if segment.job:
                rests[segment.number] += segment.job.rest()
        return rests


def search_chunk(job: Job, lists: bool, most: int = ROWS) -> Chunk:
    before, rows = job.found, array("i")
    if lists:
        rows = job.rows(most)
    else:
        job.chunk()
    return Chunk(job.steps + ROW * job.search.filled, job.found - before, rows)
