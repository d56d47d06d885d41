"""Does compiled code run on this machine? Waiting for the compiler, which cannot be interrupted."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from time import process_time

from ..common.errors import one_line

CHUNK = 0.1  # seconds between two looks at the clock and the keyboard
PATIENCE = 1.0  # processor seconds after which we say that we compile


def fault(trial: Callable[[], str], seconds: int, look: Callable[[], None] = lambda: None) -> str:
    """What is wrong with compiled code, by a trial that compiles it in about so many seconds (0: it says so
    itself); "" where it runs. Tried once.

    Meanwhile `look` is called, and may raise what shall end the waiting.
    """
    one = compilation(trial, seconds)
    while one.is_alive():
        one.join(CHUNK)
        look()
    return one.reason


@cache
def compilation(trial: Callable[[], str], seconds: int) -> "Compilation":
    """The one that there is for a trial, started."""
    one = Compilation(trial, seconds)
    one.start()
    return one


class Compilation(threading.Thread):
    """Compiles, or loads what is compiled; afterwards `reason` is what `fault` tells.

    In a thread of its own, since the compiler cannot be interrupted, and swallows an interrupt that falls
    into one of its calls back to Python. So an interrupt ends the waiting at once; the compiling goes on, and
    serves the next call.
    """

    def __init__(self, trial: Callable[[], str], seconds: int):
        super().__init__(daemon=True)
        self.trial, self.seconds, self.reason = trial, seconds, ""

    def run(self) -> None:
        try:
            with announced(self.seconds) if self.seconds else nullcontext():
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


@contextmanager
def announced(seconds: int) -> Iterator[None]:
    """Say that we compile, and for how long about, if the block compiles, and takes more work than
    PATIENCE."""
    load_numba()
    from numba.core import event

    start, ended, compiled = process_time(), threading.Event(), event.RecordingListener()

    def watch() -> None:
        while not ended.wait(CHUNK):
            if compiled.buffer and process_time() - start > PATIENCE:
                return tell(f"compiling, once: about {seconds} s")

    threading.Thread(target=watch, daemon=True).start()
    try:
        with event.install_listener("numba:compile", compiled):
            yield
    finally:
        ended.set()


def tell(line: str) -> None:
    """A line on stderr."""
    print(line, file=sys.stderr, flush=True)


tell_once = cache(tell)
