"""Running code that is not ours: quietly, and not for ever.

A limit is one of work: processor time, and time in which nothing was done or waited for. On a busy
machine a process waits for its turn; that does not count. So a right answer passes there as well,
only later. A limit many times as far says that the machine is busy.
"""

import ctypes
import io
import os
import random
import signal
import sys
import sysconfig
import threading
import time
from collections.abc import Callable, Container, Iterator
from contextlib import _GeneratorContextManager, contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from ..ground.course import COURSE
from ..ground.machine import package

MOST = 200  # letters that are kept of what is printed
TICK = 0.1  # seconds between two looks at the clock
FAR = 60  # times the limit: by then the machine is to blame
SOON = 0.001  # seconds
PATIENCE = 5  # seconds in which an answer catches its end again and again: then somebody must interrupt it
PROCESSES = Path("/proc")
STANDARD = (sysconfig.get_path("stdlib") + os.sep, "<frozen")
LEAVE = _GeneratorContextManager.__exit__.__code__
OURS = tuple(str(Path(__file__).parents[3] / name) + os.sep for name in ("lessons", *COURSE.libraries))
BUSY = "This machine is busy: there was no time to judge your answer. Run the cell again."
INTERRUPT = "Your code catches every signal to stop. Choose Kernel > Restart Kernel, then change it."


class TooLong(BaseException):
    """Raised in code that runs too long; not an Exception, so that `except Exception` lets it
    pass."""


class TooBusy(TooLong):
    """Raised where the machine had no time for code that has not used its own."""


class TooOften(BaseException):
    """Raised in what an answer may ask, where it asks far too often; `except Exception` lets it pass."""


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
def stopped_after(seconds: float):
    """Raise `TooLong` in the block when it has worked longer, and go on until it gets through.

    `TooBusy` is raised where the machine had no time for the block. One long call into compiled
    code is stopped only when it returns to Python. The block itself has no loop: Python 3.14
    finds no handler for what a signal raises where a loop turns back.
    """
    start, stop = clock_for(seconds, sys._getframe(2))  # below it is what `with` calls, and this
    start()
    try:
        yield
    finally:
        surely(stop)


def in_time(seconds: float, work: Callable[[], Any], late: Any = None) -> Any:
    """Return what some work returns, or `late` where it takes longer.

    >>> in_time(5, lambda: 2 + 2), in_time(0.2, lambda: all(iter(lambda: True, False)), "late")
    (4, 'late')
    """
    try:
        with stopped_after(seconds):
            return work()
    except TooLong:
        return late


def clock_for(seconds: float, block: FrameType):
    """Return (start, stop) of the clock that can be had here: a browser's, signals, or a second
    thread."""
    if (buffer := browser_buffer()) is not None:
        return browser_alarm(buffer, seconds, block)
    if threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer"):
        return alarm(seconds, block)
    return watcher(seconds)


def surely(stop: Callable[[], None]) -> None:
    """Call `stop`, even when the time runs out at this very moment."""
    while True:
        try:
            return stop()
        except TooLong:
            pass


# -------- how much work


class WorkDone:
    """The work of this process since a moment: processor time, and time in which it slept."""

    def __init__(self):
        self.before = set(children_of("self"))  # a browser, a server: the work does not wait for them
        self.others = time_of_others(self.before)  # first: on a busy machine it waits long for its turn
        self.began, self.used = time.monotonic(), time.process_time()

    def excess(self, seconds: float) -> type[TooLong] | None:
        """Return the exception for work that is longer, or None."""
        passed = time.monotonic() - self.began
        if passed <= seconds:
            return None
        now = time.process_time()
        used = now - self.used
        if used <= seconds and self.others and (others := time_of_others(self.before)):
            (waited, ended), (waited_before, ended_before) = others, self.others
            if ended == ended_before:  # how long a process that has ended was in line, nobody knows
                used = passed - (waited - waited_before)
        looking = time.process_time() - now  # is no work of the answer: a browser has a hundred threads
        self.began, self.used = self.began + looking, self.used + looking
        return TooLong if used > seconds else TooBusy if passed > FAR * seconds else None


def time_of_others(before: set[str]) -> tuple[float, float] | None:
    """Return how long this process has waited, and the processor time of its children that ended.

    It waits for a processor, or for a child that works or waits for a processor, but for those
    named in `before`. None where there is no Linux to tell.
    """
    try:
        children = set(children_of("self", before))
        waited = on_schedule("self")[1] + sum(sum(on_schedule(child)) for child in children)
    except OSError:
        return None
    ended = os.times()
    return waited, ended.children_user + ended.children_system


def on_schedule(process: str) -> tuple[float, float]:
    """Return for how many seconds the threads of a process have run, and waited for a processor."""
    ran = waited = 0.0
    for thread in PROCESSES.joinpath(process, "task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            first, second, _ = thread.joinpath("schedstat").read_text().split()
            ran, waited = ran + int(first) / 1e9, waited + int(second) / 1e9
    return ran, waited


def children_of(process: str, but: Container[str] = ()) -> Iterator[str]:
    """Yield the processes below a process, but for some and those below them, where there is a
    Linux to tell them."""
    for thread in PROCESSES.joinpath(process, "task").glob("*"):
        with suppress(FileNotFoundError, ProcessLookupError):
            for child in thread.joinpath("children").read_text().split():
                if child not in but:
                    yield child
                    yield from children_of(child, but)


class End:
    """The end of a block that has run too long, whatever the block catches.

    The exception is raised at once. If the block is still there at the next tick, it is raised again
    and again, at irregular moments, so that some hit the handlers that catch it. Our own code may
    still clean up.
    """

    def __init__(self, block: FrameType):
        self.block, self.times, self.last = block, 0, 0.0
        self.kind: type[TooLong] | None = None  # which exception, once the time is up
        self.rings = False

    def ring(self, excess: Callable[[], type[TooLong] | None], frame: FrameType | None) -> None:
        """Raise the exception if the time is up, unless the block is just being left.

        A slow machine is still here at the next signal, which is then one too many.
        """
        if self.rings:
            return
        self.rings = True
        try:
            self.kind = self.kind or excess()
            if not (self.kind and frame) or self.is_leaving(frame):
                return
            self.times += 1
            self.last = self.last or time.monotonic() + PATIENCE
            if time.monotonic() > self.last:
                self.last = float("inf")
                print(INTERRUPT, file=sys.__stderr__, flush=True)
            called_back = is_callback(frame)
            if self.times > 1 or called_back:
                signal.setitimer(signal.ITIMER_REAL, SOON * random.random() ** 4 + 1e-6, SOON)
                if called_back or is_ours(frame):
                    return
        finally:
            self.rings = False
        raise self.kind

    def is_leaving(self, frame: FrameType) -> bool:
        """Return whether a frame is what `with` calls at the block's end, or is on its way
        there."""
        if frame is self.block:
            return self.times > 0
        while frame.f_back and frame.f_back is not self.block:
            frame = frame.f_back
        return not frame.f_back or frame.f_code is LEAVE


def is_callback(frame: FrameType | None) -> bool:
    """Return whether clingo, in machine code, has just called its own Python: an exception there would end
    the process (`error in SolveEventHandler::on_statistics going to terminate`)."""
    while frame and frame.f_globals.get("__name__", "").startswith("clingo."):
        if frame.f_code.co_name.startswith(("_pyclingo_", "handler")):
            return True
        frame = frame.f_back
    return False


def is_ours(frame: FrameType | None) -> bool:
    """Return whether our own code runs, perhaps by way of the standard library."""
    while frame and frame.f_code.co_filename.startswith(STANDARD):
        frame = frame.f_back
    return bool(frame) and frame.f_code.co_filename.startswith(OURS)


def alarm(seconds: float, block: FrameType):
    """Return (start, stop) of a clock of POSIX, which only the main thread hears."""
    before, timer = signal.getsignal(signal.SIGALRM), (0.0, 0.0)
    work, end = WorkDone(), End(block)
    around = before if getattr(before, "__module__", "") == __name__ else lambda *_: None

    def look(number, frame):
        around(number, frame)
        end.ring(lambda: work.excess(seconds), frame)

    def start():
        nonlocal timer
        signal.signal(signal.SIGALRM, look)
        timer = signal.setitimer(signal.ITIMER_REAL, min(seconds, TICK), TICK * random.uniform(0.5, 1))

    def stop():
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before or signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, *timer)  # the clock of a block around this one goes on

    return start, stop


# Pyodide asks entry 0 of its "interrupt buffer" every so many turns whether there is a signal.
# https://pyodide.org/en/stable/usage/keyboard-interrupts.html. In a page of the book, where no text becomes a
# script, its worker has made this object: `exactlyOnceClock`.
BUFFER = """({
  end: Infinity,
  get 0() {
    const now = performance.now();
    if (now < this.end) return 0;
    const left = this.need && this.need - this.share() * (now - this.start);
    const early = left > this.need / 5;
    this.end = now + (early ? left : 1000);
    if (early) return 0;
    this.need = 0;
    return 14; // SIGALRM
  },
  set 0(_) {},
  share() { // of the processor; where it is taken away, time jumps, by over 1 ms
    const start = performance.now();
    let now = start, ran = 0;
    while (now < start + 200) {
      const next = performance.now();
      ran += next - now < 2 && next - now;
      now = next;
    }
    return ran / (now - start) || 1;
  },
  ring(seconds) {
    this.start = performance.now();
    this.need = 1000 * seconds;
    this.end = this.start + this.need;
  },
  resume(end) {
    this.need = 0;
    this.end = Math.max(end, performance.now() + 100);
  },
})"""


@cache
def browser_buffer():
    """Return what Pyodide asks for signals from now on; None in a Python that is not Pyodide."""
    browser = package("pyodide_js")
    if browser is None:
        return None
    import js
    from pyodide.code import run_js

    buffer = getattr(js, "exactlyOnceClock", None) or run_js(BUFFER)
    browser.setInterruptBuffer(buffer)
    return buffer


def browser_alarm(buffer, seconds: float, block: FrameType):
    """Return (start, stop) of a clock in a browser, which tells no processor time."""
    outer, before, end = buffer.end, signal.getsignal(signal.SIGALRM), End(block)

    def start():
        signal.signal(signal.SIGALRM, lambda _, frame: end.ring(lambda: TooLong, frame))
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
    here, done, work = ctypes.c_ulong(threading.get_ident()), threading.Event(), WorkDone()
    throw = ctypes.pythonapi.PyThreadState_SetAsyncExc

    def watch():
        while not done.wait(TICK * random.random() ** 4):  # at irregular moments, for it may be caught
            if kind := work.excess(seconds):
                throw(here, ctypes.py_object(kind))

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
