"""Does compiled code run on this machine? Waiting for the compiler, which cannot be interrupted."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

from ..common.errors import one_line
from ..common.machine import has_threads

CHUNK = 0.1  # seconds between two looks at the clock and the keyboard


def fault(trial: Callable[[], str], look: Callable[[], None] = lambda: None) -> str:
    """Return what is wrong with compiled code, by a trial, or "" where it runs. It is tried once.

    Meanwhile `look` is called, and may raise what shall end the waiting.
    """
    one = compilation(trial)
    while one.is_alive():
        one.join(CHUNK)
        look()
    return one.reason


@cache
def compilation(trial: Callable[[], str]) -> "Compilation":
    """The one that there is for a trial, started."""
    one = Compilation(trial)
    one.start() if has_threads() else one.run()
    return one


class Compilation(threading.Thread):
    """Compiles, or loads what is compiled; afterwards `reason` is what `fault` tells.

    In a thread of its own, since the compiler cannot be interrupted, and swallows an interrupt that falls
    into one of its calls back to Python. So an interrupt ends the waiting at once; the compiling goes on, and
    serves the next call.
    """

    def __init__(self, trial: Callable[[], str]):
        super().__init__(daemon=True)
        self.trial, self.reason = trial, ""

    def run(self) -> None:
        try:
            self.reason = self.trial()
        except Exception as error:  # no numba, no compiler for this processor, a broken cache: all the same
            self.reason = one_line(f"{type(error).__name__}: {error}") or type(error).__name__


def load_numba() -> None:
    """All that numba knows of Python and numpy, but not what it knows of scipy and cffi, where they happen to
    be: to load these takes longer than all that we have compiled."""
    with without("scipy", "cffi"):
        from numba.core.registry import cpu_target

        cpu_target.typing_context.refresh()
        cpu_target.target_context.refresh()


@contextmanager
def without(*names: str) -> Iterator[None]:
    """For a moment these modules cannot be imported."""
    absent = [name for name in names if name not in sys.modules]
    sys.modules.update(dict.fromkeys(absent))
    try:
        yield
    finally:
        for name in absent:
            del sys.modules[name]


def tell(line: str) -> None:
    """A line on stderr."""
    print(line, file=sys.stderr, flush=True)


tell_once = cache(tell)
