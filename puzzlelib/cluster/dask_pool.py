"""Chunks of work on Dask: processes of this machine, or any scheduler by its address.

Dask (`distributed`) is an optional extra, imported on use.
"""

import logging
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from math import inf
from multiprocessing import active_children
from tempfile import TemporaryDirectory

from ..common.clock import Stop
from ..common.ending import Ending
from ..common.errors import PuzzleError, one_line, short
from ..common.words import silent
from .watch import Say, WorkerWatch

INSTALL = 'pip install -e ".[dask]" in the folder of the project'
PATIENCE = 4.0  # seconds that a scheduler has to answer, at the start and later
WAIT = 0.05  # seconds between two looks
IN_FLIGHT = 1000  # chunks given to the scheduler at a time
LOOK = 2.0  # seconds between two looks at the workers
MEMORY = 600_000_000  # bytes that a worker takes at most, if nothing else is said
SHARE = 0.6  # of a worker's limit that a job may take: Dask calls more than that too much
# A worker that is too large is not paused, which may last for ever, but killed by its nanny.
NEVER_PAUSED = {f"distributed.worker.memory.{what}": False for what in ("target", "spill", "pause")}
LOST, DYING, STOPPED = "the scheduler is lost", "a worker died again and again", Ending.STOPPED


@dataclass(frozen=True)
class ItemChunk:
    """Some items, from index `start` on; `name` is a fingerprint of job and items."""

    start: int
    items: tuple
    name: str


class Ended(Exception):
    """The work has ended early; the text says why."""


def on_dask(
    job: Callable,
    chunks: Sequence[ItemChunk],
    address: str | None,
    workers: int,
    stop: Stop,
    memory: int,
    say: Say,
) -> Iterator[tuple[ItemChunk, list]]:
    """Yield each chunk with its results, as they get ready; `Ended` if it stops early.

    memory: bytes that the job takes in a worker; say: called with a line on each worker in trouble.
    """
    if chunks:
        with local(workers, memory) if address is None else remote(address, memory) as client:
            yield from gather_results(client, job, chunks, stop, say)


def do_job(job: Callable, items: Sequence) -> list:
    return [job(item) for item in items]


def gather_results(
    client, job: Callable, chunks: Sequence[ItemChunk], stop: Stop, say: Say = silent
) -> Iterator[tuple[ItemChunk, list]]:
    """Keep some chunks at work until all are done; Dask replaces a worker that dies."""
    rest, running, seen, watch, looked = iter(chunks), {}, time.monotonic(), WorkerWatch(say), -inf
    while True:
        for chunk in islice(rest, IN_FLIGHT - len(running)):
            running[client.submit(do_job, job, chunk.items, key=f"chunk-{chunk.name}", pure=False)] = chunk
        if not running:
            return
        if stop():
            raise Ended(STOPPED)
        if client.status == "running":
            seen = time.monotonic()
        elif time.monotonic() - seen > PATIENCE:
            raise Ended(LOST)
        if time.monotonic() - looked > LOOK:
            if (workers := workers_of(client)) is not None:
                watch.look(workers, len(running))
            looked = time.monotonic()
        for future in [one for one in running if one.done()]:
            with suppress(TimeoutError):  # its worker died with it: Dask does it again
                results = future_result(future)
                yield running.pop(future), results
        time.sleep(WAIT)


def workers_of(client) -> dict[str, dict] | None:
    """Return the scheduler's workers by address; None if it does not answer."""
    # not client.scheduler_info(): now and then that returns what Dask keeps, without the workers
    found = call_in_thread(lambda: client.sync(client.scheduler.identity, n_workers=-1), PATIENCE)
    return found["workers"] if isinstance(found, dict) else None


def future_result(future) -> list:
    """Return a future's result, or raise its error as one line."""
    if future.status == "lost":  # its worker died before it had handed the results on
        raise TimeoutError
    if future.status == "cancelled":
        raise Ended(LOST)
    if future.status != "error":
        return future.result(timeout=PATIENCE)
    error = future.exception(timeout=PATIENCE)
    kind = type(error).__name__
    if kind == "KilledWorker":
        raise Ended(DYING)
    if isinstance(error, PuzzleError):
        raise error
    why = f"(is puzzlelib there, in the same version?): {kind}: {error}"
    raise PuzzleError(f"a worker could not do its chunk {why}")


# -------- clients


def dask():
    """Return the package; `PuzzleError` says how to get it.

    It is imported in another thread, as an interrupt would leave it half imported.
    """
    found = call_in_thread(lambda: import_module("distributed"))
    if isinstance(found, Exception):  # not there, or not whole
        else_ = 'without it, address "here" does all in this process'
        raise PuzzleError(f"several processes need Dask ({found}): {INSTALL}; {else_}")
    return found


def call_in_thread(do: Callable, seconds: float = inf):
    """Return the value of `do()`, or its error, from another thread; None after so many seconds."""
    found, end = [], time.monotonic() + seconds

    def member() -> None:
        try:
            found.append(do())
        except Exception as error:
            found.append(error)

    thread = threading.Thread(target=member, daemon=True)
    thread.start()
    while thread.is_alive() and time.monotonic() < end:
        thread.join(WAIT)
    return found[0] if found else None


@contextmanager
def local(workers: int, memory: int):
    """Give a client of a cluster of its own: one thread a process, ports on this machine only, and
    at the end no process and no file.

    The scheduler stands first, so that an interrupt finds something to close at any moment.
    """
    distributed, before, parts = dask(), set(active_children()), []
    from dask import config

    settings = {"threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
    settings |= {"silence_logs": logging.CRITICAL, "memory_limit": limit_for(memory), "processes": True}
    # A scheduler without time to close misses its files when Python ends, and speaks of killed workers.
    for part in ("diskutils", "batched"):
        logging.getLogger(f"distributed.{part}").setLevel(logging.CRITICAL)
    files = TemporaryDirectory(ignore_cleanup_errors=True)
    with files as folder, config.set({"temporary-directory": folder, **NEVER_PAUSED}):
        try:
            parts.append(distributed.LocalCluster(n_workers=0, **settings))
            parts.append(quiet_client()(parts[0], set_as_default=False))
            parts[0].sync(ignore_interrupts)
            parts[0].scale(workers)
            yield parts[1]
        finally:
            close_cluster(parts, before)


def limit_for(memory: int) -> int:
    """Return the limit in bytes of a worker that takes so many at most."""
    return round(memory / SHARE)


async def ignore_interrupts() -> None:
    """Keep Ctrl-C from this thread and the processes it starts, which `close_cluster` ends."""
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        from multiprocessing import resource_tracker  # which a browser lacks

        resource_tracker.ensure_running()  # first, for when it starts it lets interrupts through again
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def close_cluster(parts: list, before: set) -> None:
    """Close cluster and client at once; Dask would wait for a process at work, so it is killed."""
    for nanny in parts[0].workers.values() if parts else ():
        nanny.close_gracefully()  # starts no other one
    kill(before)
    for part in reversed(parts):
        with suppress(Exception):  # such as a process that has died already
            part.close(timeout=0.5)
    kill(before)


def kill(before: set) -> None:
    """Kill the processes that were not there before."""
    for process in set(active_children()) - before:
        process.kill()
        process.join(1)


def quiet_client() -> type:
    """Return Dask's client without its finalizer, which waits for one that could not connect."""

    class Client(dask().Client):
        def __del__(self):
            """Do nothing: it is closed after its use."""

    return Client


@contextmanager
def remote(address: str, memory: int):
    """Give a client of a scheduler that runs already and has workers with enough memory."""
    client, end = connect_client(address), time.monotonic() + PATIENCE
    try:
        while not client.nthreads():
            if time.monotonic() > end:
                start = f"`dask worker {address}` starts one"
                raise PuzzleError(f"the Dask scheduler at {address} has no workers; {start}")
            time.sleep(WAIT)
        check_limits(workers_of(client) or {}, memory)
        yield client
    finally:
        with suppress(Exception):
            client.close(timeout=1)  # the scheduler drops the work that is left


def check_limits(workers: dict[str, dict], memory: int) -> None:
    """Refuse a worker that Dask would pause or kill when it takes so many bytes."""
    least = limit_for(memory)
    for address, worker in workers.items():
        if 0 < (worker["memory_limit"] or 0) < least:
            has, takes, needs = (many / 1e9 for many in (worker["memory_limit"], memory, least))
            need = f"needs a limit of {needs:.1f} GB or more (dask worker --memory-limit)"
            has, takes = f"has a limit of {has:.1f} GB", f"this job takes up to {takes:.1f} GB"
            raise PuzzleError(f"the Dask worker {address} {has}; {takes} and {need}")


def connect_client(address: str):
    """Return a client; `PuzzleError` says why there is none."""
    make = quiet_client()
    with silence("distributed", "tornado"):
        # A host that takes the call and then says nothing would be waited for without end.
        found = call_in_thread(lambda: make(address, timeout=PATIENCE, set_as_default=False), 2 * PATIENCE)
    # Errors are of many kinds: no such host, another program at that port, no address at all.
    if found is None or isinstance(found, Exception):
        why = one_line(str(found or "it takes the call and says nothing"), 120)
        start = "`dask scheduler` starts one"
        raise PuzzleError(f"no Dask scheduler answers at {short(address)} ({why}); {start}")
    return found


@contextmanager
def silence(*names: str):
    """Silence these loggers inside the block, as the error is one line."""
    loggers = [logging.getLogger(name) for name in names]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels):
            logger.setLevel(level)
