"""Chunks of work on Dask: a cluster of processes on this machine, or any scheduler by its address.

Dask (`distributed`) is an optional extra and is imported on use only.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing import active_children

from .puzzles import PuzzleError, one_line, short

INSTALL = 'pip install "puzzlelib[dask]"'
PATIENCE = 4.0  # seconds that a scheduler has to answer, at the start and later
WAIT = 0.05  # seconds between two looks
IN_FLIGHT = 1000  # chunks given to the scheduler at a time
MEMORY = "1GB"  # that a process of the local cluster may take
Stop = Callable[[], bool]
LOST, DYING, STOPPED = "the scheduler is lost", "a worker died again and again", "stop"


@dataclass(frozen=True)
class Chunk:
    """Some items; `start` is the place of the first one. `name` is a fingerprint of all that the results depend on."""

    start: int
    items: tuple
    name: str


class Ended(Exception):
    """The work has ended before its end; the text says why."""


def on_dask(
    job: Callable, chunks: Sequence[Chunk], address: str | None, workers: int, stop: Stop
) -> Iterator[tuple[Chunk, list]]:
    """Each chunk with its results, as they get ready. Errors: `PuzzleError`; `Ended` when it stops early."""
    if not chunks:
        return
    with local(workers) if address is None else remote(address) as client:
        yield from gathered(client, job, chunks, stop)


def work(job: Callable, items: Sequence) -> list:
    """What a worker does."""
    return [job(item) for item in items]


def gathered(client, job: Callable, chunks: Sequence[Chunk], stop: Stop) -> Iterator[tuple[Chunk, list]]:
    """Keep some chunks at work until all are done; a worker that dies is replaced by Dask, and its chunk done again."""
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
            try:
                results = result_of(future)
            except TimeoutError:  # its worker died with it: Dask does it again
                continue
            yield running.pop(future), results
        time.sleep(WAIT)


def result_of(future) -> list:
    """What a future holds; its error as one line."""
    if future.status in ("cancelled", "lost"):
        raise Ended(LOST)
    if future.status != "error":
        return future.result(timeout=PATIENCE)
    error = future.exception(timeout=PATIENCE)
    if type(error).__name__ == "KilledWorker":
        raise Ended(DYING)
    if isinstance(error, PuzzleError):
        raise error
    raise PuzzleError(
        f"a worker could not do its chunk (is puzzlelib there, in the same version?): {type(error).__name__}: {error}"
    )


# ---------------------------------------------------------------- clients


def dask():
    """The package, or one line on how to get it. It is imported in a thread beside: an interrupt would leave it half imported."""
    found = []
    beside = threading.Thread(target=bring, args=(found,), daemon=True)
    beside.start()
    while beside.is_alive():
        beside.join(WAIT)
    if isinstance(found[0], Exception):
        raise PuzzleError(
            f'several processes need Dask ({found[0]}): {INSTALL}; without it, address "here" does all in this process'
        )
    return found[0]


def bring(found: list) -> None:
    try:
        import distributed

        found.append(distributed)
    except Exception as error:  # not there, or not whole
        found.append(error)


@contextmanager
def local(workers: int):
    """A client of a cluster of its own: one thread a process, no port but on this machine. At the end no process is left.

    The scheduler stands first and the processes are added to it, so that an interrupt finds something to close at any moment.
    """
    distributed, before, parts = dask(), set(active_children()), []
    try:
        parts.append(
            distributed.LocalCluster(
                n_workers=0,
                threads_per_worker=1,
                processes=True,
                memory_limit=MEMORY,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL,
            )
        )
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
    """Dask's client, but one that could not connect does not wait, for nothing, when it is thrown away."""

    class Client(dask().Client):
        def __del__(self):
            """Nothing: it is closed where it is used."""

    return Client


@contextmanager
def remote(address: str):
    """A client of a scheduler that somebody has started."""
    client = connected(address)
    try:
        wait_for_workers(client, address)
        yield client
    finally:
        with suppress(Exception):
            client.close(timeout=1)  # what is not done is not wanted any more, and the scheduler drops it


def connected(address: str):
    """A client, or one line on why there is none."""
    make, found = quiet_client(), []
    with silence("distributed", "tornado"):
        beside = threading.Thread(target=connect, args=(make, address, found), daemon=True)
        beside.start()
        end = (
            time.monotonic() + 2 * PATIENCE
        )  # who takes the call and then says nothing would be waited for without end
        while beside.is_alive() and time.monotonic() < end:
            beside.join(WAIT)
    error = found[0] if found else "it takes the call and says nothing"
    if isinstance(
        error, (Exception, str)
    ):  # of many kinds: no such host, somebody else at that port, no address at all
        raise PuzzleError(
            f"no Dask scheduler answers at {short(address)} ({one_line(str(error), 120)}); `dask scheduler` starts one"
        ) from None
    return error


def connect(make: Callable, address: str, found: list) -> None:
    try:
        found.append(make(address, timeout=PATIENCE, set_as_default=False))
    except Exception as error:
        found.append(error)


@contextmanager
def silence(*loggers: str):
    """No log of these while the block runs: the error is told in one line."""
    before = [(logging.getLogger(name), logging.getLogger(name).level) for name in loggers]
    for logger, _ in before:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in before:
            logger.setLevel(level)


def wait_for_workers(client, address: str) -> None:
    end = time.monotonic() + PATIENCE
    while not client.nthreads():
        if time.monotonic() > end:
            raise PuzzleError(
                f"the Dask scheduler at {address} has no workers; `dask worker {address}` starts one"
            )
        time.sleep(WAIT)
