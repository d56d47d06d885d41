"""Processes that share out the work of a command: of this machine, or of a Dask cluster."""

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from functools import partial
from threading import Lock

from .errors import PuzzleError, short
from .extras import lacking
from .stand_ins import NotHere

MOST_WORKERS = 256
MOST_TRIES = 3  # of a part: a process may die for want of memory, and the next one as well
PATIENCE = "10s"  # that a scheduler has to answer


class Workers(Executor):
    """Processes of this machine. A part whose process dies is done again by another one."""

    def __init__(self, number: int):
        self.number, self.lock = number, Lock()
        self.pool = self.new_pool()

    def new_pool(self):
        """Return as many processes, which start when there is work for them."""
        from concurrent.futures import ProcessPoolExecutor  # a browser has none
        from multiprocessing import get_context

        return ProcessPoolExecutor(self.number, get_context("spawn"))

    def submit(self, job: Callable, /, *arguments, **named) -> Future:
        """Have a process do a job."""
        promise: Future = Future()
        self.start(promise, MOST_TRIES, partial(job, *arguments, **named))
        return promise

    def start(self, promise: Future, tries: int, job: Callable) -> None:
        """Have a process do a job for a promise, and again if the process dies."""

        def hand_on(done: Future) -> None:
            if done.cancelled() or promise.cancelled():
                return
            error = done.exception()
            if isinstance(error, BrokenExecutor) and tries > 1:
                self.start(promise, tries - 1, job)
            elif error:
                promise.set_exception(error)
            else:
                promise.set_result(done.result())

        with self.lock:
            try:
                running = self.pool.submit(job)
            except BrokenExecutor:
                self.pool = self.new_pool()
                running = self.pool.submit(job)
        running.add_done_callback(hand_on)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes, whatever they do."""
        with self.lock:
            processes = list((self.pool._processes or {}).values())
            self.pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
            process.join()


@contextmanager
def open_workers(workers: str | None) -> Iterator[Executor | None]:
    """Give an executor: so many processes here, or those of a Dask scheduler at an address; None
    for neither.

    >>> with open_workers(None) as executor:
    ...     print(executor)
    None
    """
    if workers is None or workers == "1":
        yield None
    elif workers.isdecimal() and 0 < int(workers[:9]) <= MOST_WORKERS:
        with Workers(int(workers)) as executor:
            yield executor
    elif ":" in workers:
        with dask_client(workers) as client, client.get_executor() as executor:
            yield executor
    else:
        must = "must be a number of processes, or a Dask scheduler such as tcp://10.0.0.5:8786"
        raise PuzzleError(f"workers {short(workers)}: {must}")


def dask_client(address: str):
    """Return the client of a Dask scheduler; `PuzzleError` if none answers."""
    try:
        from distributed import Client
    except ImportError:
        raise NotHere(f"workers at an address need {lacking('distributed')}", "Dask") from None
    try:
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        why = f"no Dask scheduler answers at {short(address)} ({short(str(error))})"
        raise PuzzleError(f"{why}; `dask scheduler` starts one") from None
