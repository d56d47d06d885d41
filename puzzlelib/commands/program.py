"""The program `python -m puzzlelib`: run one command, write its answer, end with its exit status.

Ctrl-C ends a command with status 3 and, for a script, a whole JSON object. Nothing large is
imported before that.
"""

import os
import signal
import sys
from _thread import interrupt_main
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from threading import Timer
from time import perf_counter
from typing import TYPE_CHECKING

from ..common.interrupts import hold_interrupts

if TYPE_CHECKING:
    from ..common.clock import Clock

OF_COMMANDS = {"replace=True": "--replace", "above 0, or None": "above 0; --all finds all of them"}
LATE = 0.5  # seconds after the limit, where work has not ended by itself
LONGEST = 5000  # signs of a note: longer than any path
LONG = 1e6  # seconds: a timer takes no more
DONE, NO_SOLUTION, BAD_INPUT, STOPPED = 0, 1, 2, 3  # the exit status
NOTHING = {  # in the JSON of a command that was stopped before it had an answer
    "solve": {"solutions": []},
    "plates": {"solutions": []},
    "atlas": {"puzzles": [], "files": []},
    "print": {"files": [], "parts": []},
    "fair": {"ranked": []},
    "icosoku": {"solutions": []},
    "count": {"count": 0},
    "assemble": {"solutions": 0, "assemblable": 0, "assemblies": []},
    "census": {"instances": 3991680, "witnesses": 0, "verified": 0},
}


class InterruptGuard:
    """Remembers Ctrl-C, as an interrupted import may fail in any way; a `with` ignores it."""

    pressed = False

    @classmethod
    def press(cls, *_) -> None:
        cls.pressed = True
        raise KeyboardInterrupt

    def __enter__(self) -> None:
        self.handler = signal.signal(signal.SIGINT, signal.SIG_IGN)

    def __exit__(self, *_) -> None:
        signal.signal(signal.SIGINT, self.handler)


@contextmanager
def within_limit(seconds: float | None) -> Iterator["Clock"]:
    """Give a clock that runs from now on. Work that does not ask it is interrupted, as by
    Ctrl-C."""
    from ..common.clock import Clock

    clock = Clock(seconds)
    if seconds is None:
        yield clock
    elif hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, InterruptGuard.press)
        signal.setitimer(signal.ITIMER_REAL, min(seconds, LONG) + LATE)
        try:
            yield clock
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    else:
        alarm = Timer(min(seconds, LONG) + LATE, interrupt_main)
        alarm.daemon = True
        alarm.start()
        try:
            yield clock
        finally:
            alarm.cancel()


def program() -> None:
    """Run the command of the command line, and end with its exit status."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # as it is behind a shell's &
        signal.signal(signal.SIGINT, InterruptGuard.press)
        repeat_lost_interrupts()
    # numpy's linear algebra, which nothing here needs, would start a thread for each processor
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if not sys.stderr:  # closed: print would take None for stdout
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 (until Python ends)
    if sys.stdout:
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal that does not know × gets \xd7
    try:
        status = main()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    except KeyboardInterrupt:
        status = STOPPED
    if status == STOPPED:  # Python, interrupted within an exec(), would end by the signal; all is written
        os._exit(status)
    sys.exit(status)


def repeat_lost_interrupts() -> None:
    """Press Ctrl-C again if Python drops it, as in a callback of the garbage collector or of a weak
    reference, of which Dask has many."""
    report = sys.unraisablehook

    def repeat(lost) -> None:
        if issubclass(lost.exc_type, KeyboardInterrupt):
            with hold_interrupts():
                Timer(0.1, interrupt_main).start()
        else:
            report(lost)

    sys.unraisablehook = repeat


def main(argv=None) -> int:
    """Run one command and return its exit status; bad input gives one line on stderr.

    >>> main(["count", "tetracubes-2x2x8", "--engine", "backtracking"])
    1,792 solutions.
    0
    """
    words, start = sys.argv[1:] if argv is None else argv, perf_counter()
    InterruptGuard.pressed = False
    try:
        status, answer = run_command(words)
    except BaseException as error:
        if not (InterruptGuard.pressed or isinstance(error, KeyboardInterrupt)):
            raise
        with InterruptGuard():
            status, answer = STOPPED, answer_nothing(words, perf_counter() - start)
    try:
        with InterruptGuard() if is_for_script(words) else nullcontext():
            print(end=answer, flush=True)
    except KeyboardInterrupt:
        return STOPPED
    except OSError as error:
        return close_output(error)
    return status


def run_command(words: list[str]) -> tuple[int, str]:
    """Return the exit status and the answer; write the line about bad input."""
    from contextlib import redirect_stdout
    from io import StringIO

    from ..common.errors import PuzzleError, printable
    from .options import command_of, parsed

    try:
        args = parsed(words)
        with redirect_stdout(StringIO()) as answer:
            status = command_of(args)(args)
        return status, "\n".join(map(printable, answer.getvalue().split("\n")))  # names come from files
    except PuzzleError as error:
        if InterruptGuard.pressed:
            raise
        line = str(error)
        for python, here in OF_COMMANDS.items():
            line = line.replace(python, here)
        note(line)
        return BAD_INPUT, ""


def note(line: str) -> None:
    """Write a line to stderr, if it can be written."""
    from ..common.errors import one_line

    with suppress(OSError):
        print(one_line(line, LONGEST), file=sys.stderr, flush=True)


def is_for_script(words: list[str]) -> bool:
    """Return whether the answer is JSON. Options may be shortened.

    >>> is_for_script(["count", "soma", "--j"]), is_for_script(["list", "--"])
    (True, False)
    """
    return any(len(word) > 2 and "--json".startswith(word) for word in words)


def answer_nothing(words: list[str], seconds: float) -> str:
    """Return the answer of a command that was stopped before it had one."""
    if not is_for_script(words):
        note("stopped before there was anything to tell")
        return ""
    import json

    found = {"count": None} if "--count" in words else NOTHING.get(words[0], {})
    return json.dumps({"complete": False, "seconds": round(seconds, 3)} | found) + "\n"


def close_output(error: OSError) -> int:
    """Return the exit status when the answer cannot be written; a reader may close a pipe early."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python tries again at its end
    if isinstance(error, BrokenPipeError):
        return DONE
    note(f"the output cannot be written: {error.strerror}")
    return BAD_INPUT
