"""The program `python -m puzzlelib`: one command, its answer, its exit status, and Ctrl-C at any moment.

Ctrl-C ends the program while Python imports it, is a KeyboardInterrupt while a command works, and changes
nothing while an answer that a script reads is written, or Python ends. So nothing is imported here that the
first moments can do without.
"""

# the module signal itself takes some milliseconds to import, in which nobody would listen
import _signal as signal
import os
import sys
from _thread import interrupt_main
from time import perf_counter

DONE, NO_SOLUTION, BAD_INPUT, STOPPED = 0, 1, 2, 3  # the exit status
# what a script finds in an answer, when there is none: written without the module json, which may be half
# imported
NOTHING = {
    "solve": '"solutions": []',
    "plates": '"solutions": []',
    "icosoku": '"solutions": []',
    "count": '"count": 0',
    "census": '"instances": 3991680, "witnesses": 0, "verified": 0',
}
START, WORK, END = "start", "work", "end"


class Key:
    """What Ctrl-C does: the moment it is, whether it was pressed, and when the program began."""

    moment, pressed, start = START, False, perf_counter()

    @classmethod
    def press(cls, *_) -> None:
        cls.pressed = True
        if cls.moment == START:
            os._exit(nothing(sys.argv[1:]))
        if cls.moment == WORK:
            raise KeyboardInterrupt


def program() -> None:
    """Run the command of the command line, and end."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # as it is behind a shell's &
        signal.signal(signal.SIGINT, Key.press)
        press_again_what_is_lost()
    if not sys.stderr:  # closed: print would take None for stdout
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 (until Python ends)
    if sys.stdout:
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal that does not know × gets \xd7
    from . import options  # noqa: F401 (what every command needs)

    status = main()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if status == STOPPED:  # Python, once interrupted within an exec(), would end by the signal
        os._exit(status)  # and not with this status; main has written everything
    sys.exit(status)


def press_again_what_is_lost() -> None:
    """From now on press Ctrl-C again where Python drops it: what is raised in a callback, of the garbage
    collector or of a weak reference, is told to `sys.unraisablehook` only. Dask brings many callbacks."""
    tell = sys.unraisablehook

    def told(lost) -> None:
        if issubclass(lost.exc_type, KeyboardInterrupt):
            from threading import Timer

            Timer(0.01, interrupt_main).start()
        else:
            tell(lost)

    sys.unraisablehook = told


def main(argv=None) -> int:
    """Run one command; bad input gives one line on stderr and status 2, an interrupt status 3.

    >>> main(["count", "tetracubes-2x2x8", "--engine", "backtracking"])  # doctest: +NORMALIZE_WHITESPACE
    1,792 solutions.
    0
    """
    words, answer = sys.argv[1:] if argv is None else argv, None
    Key.moment, Key.pressed, Key.start = WORK, False, perf_counter()
    try:
        status, answer = work(words)
        Key.moment = END if as_json(words) else WORK  # one object, and a whole one
        print(end=answer, flush=True)
        return status
    except BaseException as error:
        if Key.pressed or isinstance(
            error, KeyboardInterrupt
        ):  # an import that is interrupted may fail in any way
            Key.moment = END
            return nothing(words) if answer is None else STOPPED
        if isinstance(error, OSError):
            return unwritten(error)
        raise


def work(words: list[str]) -> tuple[int, str]:
    """The exit status of a command, and its answer as a whole; the line about bad input is told at once."""
    from contextlib import redirect_stdout
    from io import StringIO

    from ..common.errors import PuzzleError
    from .options import command_of, parser

    try:
        args = parser().parse_args(words)
        with redirect_stdout(StringIO()) as answer:
            return command_of(args)(args), answer.getvalue()
    except PuzzleError as error:
        if Key.pressed:
            raise
        note(str(error))
        return BAD_INPUT, ""


def note(line: str) -> None:
    """A line beside the answer, if anybody takes it: on a full disk the answer goes on."""
    try:  # noqa: SIM105 (contextlib may be half imported when Ctrl-C is pressed)
        print(line, file=sys.stderr, flush=True)
    except OSError:
        pass


def as_json(words: list[str]) -> bool:
    """Is the answer for a script? Options may be shortened.

    >>> as_json(["count", "soma", "--js"]), as_json(["list", "--"])
    (True, False)
    """
    return any(len(word) > 2 and "--json".startswith(word) for word in words)


def nothing(words: list[str]) -> int:
    """The answer of a command that was stopped before it had one."""
    if as_json(words):
        known = '"count": null' if "--count" in words else NOTHING.get(words[0])
        always = f'"complete": false, "seconds": {perf_counter() - Key.start:.3f}'
        print("{", ", ".join(filter(None, [always, known])), "}", sep="", flush=True)
    else:
        note("stopped before there was anything to tell")
    return STOPPED


def unwritten(error: OSError) -> int:
    """Nobody takes the answer: who closed the pipe has read enough."""
    if not isinstance(error, BrokenPipeError):
        note(f"the output cannot be written: {error.strerror}")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python tries once more when it ends
    return DONE if isinstance(error, BrokenPipeError) else BAD_INPUT
