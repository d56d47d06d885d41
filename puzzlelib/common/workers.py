"""Processes that share out the work of a command: of this machine, or of a Dask cluster."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from pickle import loads
from threading import Condition, Thread
from typing import TypeVar

from .clock import TICK, Stop, raise_if_stopped
from .errors import PuzzleError, short
from .extras import lacking
from .interrupts import PATIENCE, hold_interrupts
from .machine import CORES, MOST_WORKERS
from .stand_ins import NotHere

MOST_TRIES = 3  # of a job: a process may die for want of memory, and the next one as well
SCHEDULER = "10s"  # that a scheduler has to answer
IN_FLIGHT = 1000  # jobs handed to an executor at a time

Key = TypeVar("Key")
Result = TypeVar("Result")


def results(
    executor: Executor, jobs: Iterable[tuple[Key, Callable[[], Result]]], stop: Stop
) -> Iterator[tuple[Key, Result]]:
    """Yield each key with the result of its job, as they get ready; `TimeIsUp` if stop() returns
    True.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as executor:
    ...     sorted(results(executor, [("a", dict), ("b", list)], lambda: False))
    [('a', {}), ('b', [])]
    """
    rest = iter(jobs)
    running: dict[Future, Key] = {}
    try:
        while True:
            for key, job in islice(rest, IN_FLIGHT - len(running)):
                with hold_interrupts():
                    running[executor.submit(job)] = key
            if not running:
                return
            raise_if_stopped(stop)
            with hold_interrupts():
                done = wait(running, TICK, FIRST_COMPLETED).done
            for future in done:
                with hold_interrupts():
                    result = future.result()
                yield running.pop(future), result
    finally:
        with hold_interrupts():
            for future in running:
                future.cancel()


class Workers(Executor):
    """Processes of this machine. A job whose process dies is done again by a new one.

    A `ProcessPoolExecutor` is broken by one that dies, and its end waits for the jobs that run.
    """

    def __init__(self, number: int):
        self.number, self.closed = number, False
        self.waiting: deque[tuple[Future, Callable]] = deque()
        self.processes: dict = {}  # by the thread that each works for
        self.change = Condition()
        self.threads = [Thread(target=self.serve, args=(at,), daemon=True) for at in range(number)]
        with hold_interrupts():
            for thread in self.threads:
                thread.start()

    def submit(self, job: Callable, /, *arguments, **named) -> Future:
        promise: Future = Future()
        with self.change:
            self.waiting.append((promise, partial(job, *arguments, **named)))
            self.change.notify()
        return promise

    def serve(self, at: int) -> None:
        """Have a process do job after job, until all is closed."""
        keep_interrupts_away()
        pipe = None
        while True:
            with self.change:
                self.change.wait_for(lambda: self.waiting or self.closed)
                if self.closed:
                    return
                promise, job = self.waiting.popleft()
            if not promise.set_running_or_notify_cancel():
                continue
            for _ in range(MOST_TRIES):
                try:
                    pipe = pipe or self.new_process(at)
                    pipe.send(job)
                    good, value = pipe.recv()
                    break
                except (EOFError, ConnectionError):
                    pipe, good, value = None, False, BrokenExecutor("its process died, and each time again")
                except Exception as error:  # what cannot be pickled
                    good, value = False, error
                    break
            (promise.set_result if good else promise.set_exception)(value)

    def new_process(self, at: int):
        """Start a process, and return the pipe to it; `EOFError` if all is closed."""
        from multiprocessing import get_context  # a browser has none

        context = get_context("spawn")
        pipe, other = context.Pipe()
        with self.change, other:
            if self.closed:
                raise EOFError
            process = context.Process(target=do_jobs, args=(other,), daemon=True)
            process.start()
            self.processes[at] = process
        return pipe

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes, whatever they do. One that does not end in time is left alone."""
        with hold_interrupts():
            with self.change:
                self.closed = True
                self.change.notify_all()
            for process in self.processes.values():
                process.kill()
            for one in (*self.processes.values(), *self.threads):
                one.join(PATIENCE)
            for promise, _ in self.waiting:
                promise.cancel()


def keep_interrupts_away() -> None:
    """Keep Ctrl-C from this thread and the processes it starts, which `Workers` ends."""
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # first, for when it starts it lets interrupts through again
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def do_jobs(pipe) -> None:
    """Do the jobs from a pipe, until its other end is gone, or nobody waits for
    them."""
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ[CORES] = "1"  # there are others beside it
    Thread(target=end_with, args=(parent_process(),), daemon=True).start()
    with suppress(EOFError, ConnectionError):
        while True:
            job = pipe.recv_bytes()
            try:
                pipe.send((True, loads(job)()))
            except Exception as error:
                pipe.send((False, error))


def end_with(other) -> None:
    """End this process, whatever it does, when another one has ended."""
    other.join()
    os._exit(1)


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
    elif workers.isascii() and workers.isdecimal() and 0 < int(workers[:9]) <= MOST_WORKERS:
        with Workers(int(workers)) as executor:
            yield executor
    elif ":" in workers:
        with dask_client(workers) as client:
            executor = client.get_executor()
            try:
                yield executor
            finally:
                executor.shutdown(wait=False)
    else:
        must = "must be a number of processes, or a Dask scheduler such as tcp://10.0.0.5:8786"
        raise PuzzleError(f"workers {short(workers)}: {must}")


def dask_client(address: str):
    """Return the client of a Dask scheduler; `PuzzleError` if none answers."""
    try:
        from distributed import Client
        from distributed.comm import get_address_host_port
    except ImportError:
        raise NotHere(f"workers at an address need {lacking('distributed')}", "Dask") from None
    try:
        get_address_host_port(address)  # of a wrong one the client would complain late, and twice
        return Client(address, timeout=SCHEDULER, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        why = f"no Dask scheduler answers at {short(address)} ({short(str(error))})"
        raise PuzzleError(f"{why}; `dask scheduler` starts one") from None
