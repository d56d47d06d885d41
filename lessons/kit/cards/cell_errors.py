"""Errors of a cell that are said in one line.

After a restart of the kernel a cell may ask for names that cells above it define. Exercises and
bets therefore begin with an import that works at any time, and errors are short from then on (see
kit/building/build.py).
"""

import linecache
import re
import sys
from collections.abc import Mapping
from types import TracebackType

from ..ground.errors import lacks
from ..ground.machine import is_page
from ..ground.slicing import bound_names, used_names

RUN_ABOVE = "Run ▸ Run All Above Selected Cell"
IF_ABOVE = f"If a cell above defines it, run that one first: {RUN_ABOVE}."
TEXT = ' If it is meant as text, put it in quotes: "{}".'
CALLED = re.compile(r"""\bcheck\(\s*(["'])(.{1,9}?)\1\s*,\s*(\w+)\(""")
NO_BRACKETS = (
    '{0}: check asks for the function itself, so write check("{0}", {1}) without brackets after {1}.'
)

ABOVE = "This cell needs {} of a cell above, and that one needs {}, which this page has not."

# names of cells that lacked a package -> the package, and the value from before, if there was one
lost_names: dict[str, tuple[str, object]] = {}


def shorten_errors() -> None:
    """Have the shell of this notebook, if any, say in one line what `error_line` has a line for."""
    shell = this_shell()
    if shell is not None:
        kinds = (Exception,) if is_page() else (NameError, TypeError, ImportError)
        shell.set_custom_exc(kinds, show_error)


def this_shell():
    """Return the shell that runs the cells of this notebook; None where there is none."""
    return sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None


def show_error(
    shell, kind: type, error: BaseException, trace: TracebackType, tb_offset: int | None = None
) -> None:
    """Show an error of a cell: its line, or else its traceback. A cell that lacks a package ends
    without an error, so that those below it are run."""
    source = shell.user_ns["In"][-1]
    lacking = lacking_line(error, lost_here(source, shell.user_ns))
    if lacking:
        lost_names.update({name: (lacking[0], shell.user_ns.get(name)) for name in bound_names(source)})
        shell.display_pub.publish({"text/plain": lacking[1]})
        return
    file, number, own = last_place(trace, shell.user_ns)
    line = error_line(error, file, number) if own else None
    if line:
        error._render_traceback_ = lambda: [line]  # IPython asks for it
    shell.showtraceback((kind, error, trace), tb_offset=tb_offset)


def lost_here(source: str, names: Mapping[str, object]) -> dict[str, str]:
    """Return the names that a cell uses and cells above should have given, with what these lacked."""
    used = used_names(source) - bound_names(source)
    found = ((name, *lost_names[name]) for name in sorted(used & lost_names.keys()))
    return {name: what for name, what, before in found if names.get(name) is before}


def lacking_line(error: BaseException, lost: Mapping[str, str] = {}) -> tuple[str, str] | None:
    """Return the package that a cell lacks, itself or for a name of a cell above, and the line that
    says so; None if it lacks none.

    >>> lacking_line(NameError("name 'f' is not defined"), {"f": "numpy"})
    ('numpy', 'This cell needs f of a cell above, and that one needs numpy, which this page has not.')
    """
    if what := lacks(error):
        stands_in = isinstance(error, ImportError) and not isinstance(error, ModuleNotFoundError)
        return (what, str(error)) if is_page() or stands_in else None
    return next(((what, ABOVE.format(name, what)) for name, what in lost.items()), None)


def last_place(trace: TracebackType, names: dict) -> tuple[str, int, bool]:
    """Return file and line where an error was raised, and the names there if it was in a cell."""
    while trace.tb_next:
        trace = trace.tb_next
    return trace.tb_frame.f_code.co_filename, trace.tb_lineno, trace.tb_frame.f_globals is names


def error_line(error: BaseException, file: str = "", number: int = 0) -> str | None:
    """Return the line that is shown instead of a traceback; None where the traceback says more.

    >>> print(error_line(NameError("name 'f' is not defined")))                # doctest: +ELLIPSIS
    NameError: name 'f' is not defined. If a cell above defines it, run that one first: Run ▸ ...
    """
    if is_missing(error):
        text = linecache.getline(file, number).strip()
        place = f" (line {number}: {text})" if text else ""
        hint = TEXT.format(error.name) if is_listed(error.name, text) else ""
        return f"NameError: {error}{place}. {IF_ABOVE}{hint}"
    call = CALLED.search(linecache.getline(file, number))
    return NO_BRACKETS.format(call[2], call[3]) if call and type(error) is TypeError else None


def is_listed(name: str, line: str) -> bool:
    """Return whether a line lists a name among others, as somebody does who forgets the quotes.

    >>> is_listed("Ben", "helpers = [Ben, Finn]"), is_listed("found", "print(len(found))")
    (True, False)
    """
    return bool(re.search(rf"[\[{{,]\s*{name}\s*[,\]}}]|\(\s*{name}\s*,|,\s*{name}\s*\)", line))


def is_missing(error: BaseException) -> bool:
    """Does an error say that a name is not there, which another cell may define?"""
    return isinstance(error, NameError) and not isinstance(error, UnboundLocalError)
