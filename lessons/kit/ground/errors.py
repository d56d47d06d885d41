"""Errors of one line, and programs that end with one."""

import reprlib
import sys
from collections.abc import Callable

STOPPED = 3  # the exit status after Ctrl-C
LONGEST = 5000  # signs of a line with a path: longer than any


class CourseError(ValueError):
    """The input is wrong. The message is one line: the place, the value, and what is allowed."""

    def __init__(self, message: str):
        super().__init__(one_line(message))

    def _render_traceback_(self) -> list[str]:
        """Return the line that a notebook shows instead of a traceback (a protocol of IPython)."""
        return [f"{type(self).__name__}: {self}"]


def is_plain(error: BaseException) -> bool:
    """Return whether an error says in one line what is wrong: IPython asks it for that line.

    >>> is_plain(CourseError("no such file")), is_plain(KeyError("a"))
    (True, False)
    """
    return hasattr(error, "_render_traceback_")


def lacks(error: BaseException) -> str:
    """Return the package that an error names as missing, by its attribute `what`; "" for other errors.

    >>> lacks(KeyError("numpy"))
    ''
    """
    return getattr(error, "what", "") if is_plain(error) else ""


def one_line(text: str, most: int = 400) -> str:
    """Return any text as one line that is safe to print; of a long one the beginning and the end.

    >>> one_line("red:\\x1b[31m\\nand a second line")
    'red:�[31m and a second line'
    """
    signs = (sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in " ".join(text.split()))
    text = "".join(signs)
    return text if len(text) <= most else f"{text[: most // 2]} … {text[-most // 2 :]}"


def short(value) -> str:
    """Return a value as text for a message, never long."""
    try:
        return reprlib.repr(value)
    except Exception:  # Python writes no number of more than 4,300 digits
        return f"a very large {type(value).__name__}"


def run_program(main: Callable[[], int]) -> None:
    """Run the function of a program, and end with the exit status that it returns; after Ctrl-C with a
    line."""
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("Stopped. Run the command again to begin anew.", file=sys.stderr)
        sys.exit(STOPPED)
