"""Searches run to their end, by one thread or by several that share the work."""

import threading
from collections.abc import Callable, Sequence
from time import perf_counter

from ..common.clock import Stop
from ..common.ending import Ending
from ..common.machine import has_threads
from .compiling import CHUNK


def drive(jobs: list, stop: Stop, processes: int, progress) -> Ending:
    """Run all jobs to the end; why it was stopped, if it was. `jobs` then holds also those split off."""
    crew = Crew(jobs, processes, Bar() if progress is True else progress, stop)
    try:
        return crew.work()
    except KeyboardInterrupt:
        return Ending.INTERRUPT
    finally:
        crew.end()


class Crew:
    """Jobs, and the threads that run them. Compiled code needs no lock of Python's, so threads use as many
    processors."""

    def __init__(self, jobs: list, size: int, show, stop: Stop):
        self.jobs, self.show, self.stop = jobs, show, stop
        self.size = size if has_threads() else 1
        self.waiting, self.idle, self.over, self.errors = jobs[::-1], 0, False, []
        self.change, self.threads = threading.Condition(), []
        self.parts = {}

    def work(self) -> Ending:
        """In this thread if there is one only, else in threads of their own, while this one looks at the
        clock."""
        self.parts = shares(self.jobs) if self.show else {}
        if self.size == 1:
            return self.alone()
        self.threads = [threading.Thread(target=self.member, daemon=True) for _ in range(self.size)]
        for thread in self.threads:
            thread.start()
        while any(thread.is_alive() for thread in self.threads):
            if self.stop():
                return Ending.STOPPED
            self.tell()
            for thread in self.threads:
                thread.join(CHUNK / self.size)
        if self.errors:
            raise self.errors[0]
        return Ending.DONE

    def alone(self) -> Ending:
        for job in self.jobs:
            while not job.done:
                if self.stop():
                    return Ending.STOPPED
                job.chunk() if job.started else job.open()
                self.tell()
        return Ending.DONE

    def member(self) -> None:
        """One thread: take a job, run it chunk by chunk, give half away when somebody has nothing to do."""
        try:
            while job := self.next_job():
                while not job.done and not self.over:
                    job.chunk()
                    self.share_out(job)
        except BaseException as error:
            self.errors.append(error)
            self.over = True
        self.wake_all()

    def next_job(self):
        """A job that waits, or None when all is done."""
        with self.change:
            self.idle += 1
            while not self.waiting and self.idle < self.size and not self.over:
                self.change.wait(CHUNK)
            if self.over or not self.waiting:
                self.change.notify_all()
                return None
            self.idle -= 1
            return self.waiting.pop()

    def share_out(self, job) -> None:
        with self.change:
            if self.idle and not self.waiting and (other := job.split()):
                self.jobs.append(other)
                self.waiting.append(other)
                self.parts[id(other)] = self.parts.get(id(job), 0.0)
                self.change.notify()

    def tell(self) -> None:
        if self.show and self.parts:
            with self.change:
                jobs = list(self.jobs)
            left = sum(self.parts[id(job)] * job.rest() for job in jobs)
            self.show(min(1.0, max(0.0, 1 - left)), sum(job.weight * job.found for job in jobs))

    def wake_all(self) -> None:
        with self.change:
            self.change.notify_all()

    def end(self) -> None:
        """Stop the threads; each ends with its chunk."""
        self.over = True
        self.wake_all()
        for thread in self.threads:
            thread.join()
        self.tell()
        if isinstance(self.show, Bar):
            self.show.close()


def in_threads(act: Callable, things: Sequence, threads: int) -> list:
    """Return what `act` makes of each thing, in their order; so many threads take turns."""
    made, left = [None] * len(things), iter(range(len(things)))

    def work() -> None:
        for k in left:  # next() of a range is one step, which two threads cannot both take
            made[k] = act(things[k])

    more = threads - 1 if has_threads() else 0
    others = [threading.Thread(target=work, daemon=True) for _ in range(more)]
    for thread in others:
        thread.start()
    work()
    for thread in others:
        thread.join()
    return made


def shares(jobs: list) -> dict[int, float]:
    """Each job's share of all the work, guessed."""
    sizes = [job.guess(4) for job in jobs]
    total = sum(sizes) or 1.0
    return {id(job): size / total for job, size in zip(jobs, sizes)}


class StepProgress:
    """Progress of a search in plain Python, by the number of its steps that is expected.

    `show` is a function of the share and the number found, True for a bar, or None; the first call comes
    after a second.
    """

    def __init__(self, show, expected: float, found: Callable[[], int], stop: Stop):
        self.show, self.expected, self.found, self.ask = show, max(1, expected), found, stop
        self.steps, self.last = 0, perf_counter() + 1

    def stop(self) -> bool:
        """Count a step; return what the search's own stop() says."""
        self.steps += 1
        if self.show and self.steps % 1000 == 0 and perf_counter() - self.last > CHUNK:
            self.show = Bar() if self.show is True else self.show
            self.show(min(0.99, self.steps / self.expected), self.found())
            self.last = perf_counter()
        return self.ask()

    def end(self) -> None:
        """Close the bar."""
        if isinstance(self.show, Bar):
            self.show.close()


class Bar:
    """A progress bar that shows the share of the tree."""

    def __init__(self):
        from tqdm.auto import tqdm

        self.last = 0.0
        self.bar = tqdm(total=100, unit="%", bar_format="{l_bar}{bar}| {elapsed}<{remaining}{postfix}")

    def __call__(self, share: float, found: int) -> None:
        self.bar.set_postfix_str(f"{found:,} found", refresh=False)
        self.bar.update(max(0.0, 100 * share - self.last))
        self.last = max(self.last, 100 * share)

    def close(self) -> None:
        self.bar.refresh()
        self.bar.close()
