"""Ctrl-C, held back where it would strike while a lock is held for which other threads wait."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from time import perf_counter

PATIENCE = 2  # seconds: Ctrl-C that is pressed again so much later does not wait


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """Let Ctrl-C, and an alarm, wait for the end of the block.

    Python raises `KeyboardInterrupt` at any instruction of the main thread: also while it holds the
    lock of a future, for which a worker then waits for ever. So whatever takes such a lock is done in
    a short block of this kind. The handlers that are there, of this library or of somebody else, are
    called as they would have been, only later.
    """
    if current_thread() is not main_thread():  # no signal strikes elsewhere
        yield
        return
    with hold("SIGALRM"), hold("SIGINT"):
        yield


@contextmanager
def hold(name: str) -> Iterator[None]:
    """Let one signal wait for the end of the block, if Python handles it."""
    number: int = getattr(signal, name, 0)  # Windows has no alarm
    handler, came = number and signal.getsignal(number), []
    if not callable(handler):
        yield
        return

    def note(_, frame) -> None:
        came.append((perf_counter(), frame))
        if name == "SIGINT" and came[-1][0] - came[0][0] > PATIENCE:
            handler(number, frame)

    try:
        signal.signal(number, note)
        yield
    finally:
        signal.signal(number, handler)
        if came:
            handler(number, came[0][1])
