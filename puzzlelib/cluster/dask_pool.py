"""Chunks of work on Dask: a cluster of processes on this machine, or any scheduler by its address.

Dask (`distributed`) is an optional extra and is imported on use only.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from math import inf
from multiprocessing import active_children

from ..common.clock import Stop
from ..common.ending import Ending
from ..common.errors import PuzzleError, one_line, short

INSTALL = 'pip install "puzzlelib[dask]"'
PATIENCE = 4.0  # seconds that a scheduler has to answer, at the start and later
WAIT = 0.05  # seconds between two looks
IN_FLIGHT = 1000  # chunks given to the scheduler at a time
MEMORY = "1GB"  # that a process of the local cluster may take, if nothing else is said
LOST, DYING, STOPPED = "the scheduler is lost", "a worker died again and again", Ending.STOPPED


@dataclass(frozen=True)
class Chunk:
    """Some items; `start` is the place of the first one. `name` is a fingerprint of all that the results
    depend on."""

    start: int
    items: tuple
    name: str


class Ended(Exception):
    """The work has ended before its end; the text says why."""


def on_dask(
    job: Callable,
    chunks: Sequence[Chunk],
    address: str | None,
    workers: int,
    stop: Stop,
    memory: str = MEMORY,
) -> Iterator[tuple[Chunk, list]]:
    """Each chunk with its results, as they get ready. Errors: `PuzzleError`; `Ended` when it stops early."""
    if chunks:
        with local(workers, memory) if address is None else remote(address) as client:
            yield from gathered(client, job, chunks, stop)


def work(job: Callable, items: Sequence) -> list:
    return [job(item) for item in items]


def gathered(client, job: Callable, chunks: Sequence[Chunk], stop: Stop) -> Iterator[tuple[Chunk, list]]:
    """Keep some chunks at work until all are done; Dask replaces a worker that dies."""
    rest, running, seen = iter(chunks), {}, time.monotonic()
    while True:
        for chunk in islice(rest, IN_FLIGHT - len(running)):
            running[client.submit(work, job, chunk.items, key=f"chunk-{chunk.name}", pure=False)] = chunk
        if not running:
            return
        if stop():
            raise Ended(STOPPED)
        if client.status == "running":
            seen = time.monotonic()
        elif time.monotonic() - seen > PATIENCE:
            raise Ended(LOST)
        for future in [one for one in running if one.done()]:
            with suppress(TimeoutError):  # its worker died with it: Dask does it again
                results = result_of(future)
                yield running.pop(future), results
        time.sleep(WAIT)


def result_of(future) -> list:
    """What a future holds; its error as one line."""
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
    raise PuzzleError(
        f"a worker could not do its chunk (is puzzlelib there, in the same version?): {kind}: {error}"
    )


# -------- clients


def dask():
    """The package, or one line on how to get it; imported in a thread beside, for an interrupt would leave it
    half there."""
    found = beside(lambda: import_module("distributed"))
    if isinstance(found, Exception):  # not there, or not whole
        raise PuzzleError(
            f'several processes need Dask ({found}): {INSTALL}; '
            'without it, address "here" does all in this process'
        )
    return found


def beside(do: Callable, seconds: float = inf):
    """What `do()` gives, or the error that it raises, by another thread; None if that takes so many
    seconds."""
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
def local(workers: int, memory: str = MEMORY):
    """A client of a cluster of its own: one thread a process, no port but on this machine, and at the end no
    process.

    The scheduler stands first, so that an interrupt finds something to close at any moment.
    """
    distributed, before, parts = dask(), set(active_children()), []
    settings = {"threads_per_worker": 1, "processes": True, "memory_limit": memory, "host": "127.0.0.1"}
    settings |= {"dashboard_address": "127.0.0.1:0", "silence_logs": logging.CRITICAL}
    try:
        parts.append(distributed.LocalCluster(n_workers=0, **settings))
        parts.append(quiet_client()(parts[0], set_as_default=False))
        parts[0].scale(workers)
        yield parts[1]
    finally:
        end(parts, before)


def end(parts: list, before: set) -> None:
    """Close cluster and client at once: a process that is at work would be waited for, so it is killed."""
    for nanny in parts[0].workers.values() if parts else ():
        nanny.auto_restart = False
    kill(before)
    for part in reversed(parts):
        with suppress(Exception):  # such as a process that has died already
            part.close(timeout=0.5)
    kill(before)


def kill(before: set) -> None:
    """No process that was not there before."""
    for process in set(active_children()) - before:
        process.kill()
        process.join(1)


def quiet_client() -> type:
    """Dask's client, but one that could not connect is thrown away without waiting for nothing."""

    class Client(dask().Client):
        def __del__(self):
            """Nothing: it is closed where it is used."""

    return Client


@contextmanager
def remote(address: str):
    """A client of a scheduler that somebody has started, and that has workers."""
    client, end = connected(address), time.monotonic() + PATIENCE
    try:
        while not client.nthreads():
            if time.monotonic() > end:
                raise PuzzleError(
                    f"the Dask scheduler at {address} has no workers; `dask worker {address}` starts one"
                )
            time.sleep(WAIT)
        yield client
    finally:
        with suppress(Exception):
            client.close(timeout=1)  # what is not done is not wanted any more, and the scheduler drops it


def connected(address: str):
    """A client, or one line on why there is none."""
    make = quiet_client()
    with silence("distributed", "tornado"):
        # Who takes the call and then says nothing would be waited for without end.
        found = beside(lambda: make(address, timeout=PATIENCE, set_as_default=False), 2 * PATIENCE)
    # Errors are of many kinds: no such host, somebody else at that port, no address at all.
    if found is None or isinstance(found, Exception):
        why = one_line(str(found or "it takes the call and says nothing"), 120)
        raise PuzzleError(
            f"no Dask scheduler answers at {short(address)} ({why}); `dask scheduler` starts one"
        ) from None
    return found


@contextmanager
def silence(*names: str):
    """No log of these while the block runs: the error is told in one line."""
    loggers = [logging.getLogger(name) for name in names]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels):
            logger.setLevel(level)
