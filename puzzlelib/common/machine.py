"""Tell what this Python can do: in a browser it starts no threads and no processes.

Code that starts a thread or a process, or imports OR-Tools or psutil, asks here first.
"""

import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, NoReturn

from .interrupts import hold_interrupts
from .stand_ins import NotHere, StandIn

if TYPE_CHECKING:
    import subprocess

MOST_WORKERS = 256
CORES = "EXACTLY_ONCE_WORKERS"  # how many cores a search uses by itself, where many share a machine
blocks_on_one_core: list[object] = []  # those that are open


@cache
def has_threads() -> bool:
    """Return whether a second thread can be started: it is tried once.

    >>> has_threads()
    True
    """
    thread = threading.Thread(target=lambda: None)
    try:
        with hold_interrupts():
            thread.start()
    except RuntimeError:
        return False
    thread.join()
    return True


def is_page() -> bool:
    """Return whether this is the kernel of a notebook that runs in a browser.

    >>> is_page()
    False
    """
    return "IPython" in sys.modules and not has_threads()


def cores() -> int:
    """Return how many cores a search uses by itself: all that this process may use, or as many as the
    variable EXACTLY_ONCE_WORKERS says.

    >>> with on_one_core():
    ...     cores()
    1
    """
    if blocks_on_one_core or not has_threads():
        return 1
    if (asked := os.environ.get(CORES, "")).isdecimal():
        return max(1, int(asked[:4]))
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def on_one_core() -> Iterator[None]:
    """Let searches in the block use one core, unless they are told how many."""
    blocks_on_one_core.append(None)
    try:
        yield
    finally:
        blocks_on_one_core.pop()


def run_aside(job: Callable[[], object]) -> None:
    """Start a job in a second thread; without threads, do it now."""
    if has_threads():
        with hold_interrupts():
            threading.Thread(target=job).start()
    else:
        job()


def start_process(command: Sequence[str], **options) -> "subprocess.Popen | None":
    """Return a process that has begun, or None where Python can start none.

    `options` are those of `subprocess.Popen`.

    >>> import subprocess
    >>> with start_process(["echo", "one"], stdout=subprocess.PIPE) as process:
    ...     process.communicate()[0].split()
    [b'one']
    """
    import subprocess  # it takes 5 ms

    try:
        return subprocess.Popen(command, **options)
    except OSError:
        return None


def run_program(command: Sequence[str], **options) -> "subprocess.CompletedProcess":
    """Run a program to its end, as `subprocess.run` does. Errors: `PuzzleError`, where none
    starts."""
    import subprocess

    try:
        return subprocess.run(command, **options)
    except OSError as error:
        why = f"which cannot be started here, as in a browser ({error})"
        raise NotHere(f"this needs a second program, {why}", "a second program") from None


def absent(name: str) -> Callable[..., NoReturn]:
    """Return a function that says, wherever it is called, that a package is not here.

    >>> absent("ortools")(1, 2)
    Traceback (most recent call last):
    ...
    puzzlelib.common.stand_ins.NotHere: this needs ortools, which is not here, as in a browser
    """

    def say(*_, **__) -> NoReturn:
        raise NotHere(f"this needs {name}, which is not here, as in a browser", name)

    return say


def package(name: str) -> ModuleType | None:
    """Return a package, imported, or None where there is none.

    >>> package("math").lcm(4, 6), package("abacus_of_sand")
    (12, None)
    """
    try:
        found = import_module(name)
    except ImportError:
        return None
    return None if isinstance(found, StandIn) else found
