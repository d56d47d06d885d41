"""Running code that is not ours: quietly, and not for ever."""

import ctypes
import io
import signal
import threading
from collections.abc import Callable
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache

from puzzlelib.common.machine import package

MOST = 200  # letters that are kept of what is printed


class TooLong(BaseException):
    """Raised in code that runs too long; not an Exception, so that `except Exception` lets it
    pass."""


class Nowhere(io.TextIOBase):
    """Swallows what is printed, and keeps how it began."""

    def __init__(self):
        self.begun = ""

    def write(self, text):
        self.begun = (self.begun + text[:MOST])[:MOST]
        return len(text)


@contextmanager
def quiet():
    """Swallow what is printed: a check runs an answer many times."""
    with redirect_stdout(Nowhere()), redirect_stderr(Nowhere()):
        yield


@contextmanager
def stopped_after(seconds: float, work: bool = False):
    """Raise `TooLong` in the block when it runs longer, and again every second, should it be
    caught. With `work` its processor time counts, where there is a clock for it.

    One long call into compiled code is stopped only when it comes back to Python. The block itself
    has no loop: Python 3.14 finds no handler for what a signal raises where a loop turns back.
    """
    start, stop = clock_for(seconds, work)
    start()
    try:
        yield
    finally:
        surely(stop)


def clock_for(seconds: float, work: bool):
    """Return (start, stop) of the clock that can be had here: a browser's, signals, or a second
    thread."""
    if (buffer := browser_buffer()) is not None:
        return browser_alarm(buffer, seconds)
    if threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer"):
        return alarm(seconds, work)
    return watcher(seconds)


def surely(stop: Callable[[], None]) -> None:
    """Call `stop`, even when the time runs out at this very moment."""
    while True:
        try:
            return stop()
        except TooLong:
            pass


def raise_too_long(*_):
    raise TooLong


def alarm(seconds: float, work: bool):
    """Return (start, stop) of a clock of POSIX, which only the main thread hears; with `work` it is
    that of the processor time."""
    number, clock = (signal.SIGPROF, signal.ITIMER_PROF) if work else (signal.SIGALRM, signal.ITIMER_REAL)
    before, timer = signal.getsignal(number), (0, 0)

    def start():
        nonlocal timer
        signal.signal(number, raise_too_long)
        timer = signal.setitimer(clock, seconds, 1)

    def stop():
        signal.setitimer(clock, 0)
        signal.signal(number, before or signal.SIG_DFL)
        signal.setitimer(clock, *timer)  # the clock of a block around this one goes on

    return start, stop


# Pyodide asks entry 0 of its "interrupt buffer" every so many turns whether there is a signal.
# https://pyodide.org/en/stable/usage/keyboard-interrupts.html
BUFFER = """({
  end: Infinity,
  get 0() {
    const now = performance.now();
    if (now < this.end) return 0;
    this.end = now + 1000;
    return %d;
  },
  set 0(_) {},
  ring(seconds) { this.end = performance.now() + 1000 * seconds; },
  resume(end) { this.end = Math.max(end, performance.now() + 100); },
})"""


@cache
def browser_buffer():
    """Return the object that Pyodide asks for signals from now on: it gives one when its time has
    come, and again every second. None in a Python that is not Pyodide."""
    browser = package("pyodide_js")
    if browser is None:
        return None
    from pyodide.code import run_js

    buffer = run_js(BUFFER % signal.SIGALRM)
    browser.setInterruptBuffer(buffer)
    return buffer


def browser_alarm(buffer, seconds: float):
    """Return (start, stop) of a clock in a browser."""
    outer, before = buffer.end, signal.getsignal(signal.SIGALRM)

    def start():
        signal.signal(signal.SIGALRM, raise_too_long)
        buffer.ring(seconds)

    def stop():
        buffer.resume(outer)  # if it is over, not before this function has come to its end
        signal.signal(signal.SIGALRM, before)

    return start, stop


class Over(Exception):
    """Ends the watch. Taking an exception back (None) would leave Python looking for one at every
    step, and Python 3.11 does not get on at all then while it is traced."""


def watcher(seconds: float):
    """Return (start, stop) of a clock in a second thread, for Windows and for code in a thread."""
    here, done = ctypes.c_ulong(threading.get_ident()), threading.Event()
    throw = ctypes.pythonapi.PyThreadState_SetAsyncExc

    def watch():
        wait = seconds
        while not done.wait(wait):
            throw(here, ctypes.py_object(TooLong))
            wait = 1

    thread = threading.Thread(target=watch, daemon=True)

    def stop():
        done.set()
        thread.join()
        try:  # nothing may arrive after the block: what is on its way gives place to this, which is caught
            throw(here, ctypes.py_object(Over))
            while True:
                pass
        except Over:
            pass

    return thread.start, stop
