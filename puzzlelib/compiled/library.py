"""The C functions, from the library that was built for this machine: `.ci/kernels.py` builds them
all."""

import os
import platform
import sys
from collections.abc import Callable
from ctypes import CDLL, c_int64, c_void_p
from functools import cache
from pathlib import Path

from ..common.errors import one_line
from ..common.stand_ins import NotHere

LIBRARIES = Path(__file__).with_name("libraries")
SYSTEMS = {"darwin": "macos-{}.dylib", "win32": "windows-{}.dll"}


def library_name() -> str:
    machine = platform.machine() or "unknown"
    machine = machine.lower() if sys.platform == "win32" else machine
    return SYSTEMS.get(sys.platform, f"{sys.platform}-{{}}.so").format(machine)


@cache
def open_library() -> CDLL:
    """Return this machine's library; `OSError` if there is none, or if it does not start here."""
    path = LIBRARIES / library_name()
    if not path.exists():
        raise OSError(f"no library was built for {path.stem}")
    library = CDLL(str(path))
    library.level.restype = c_int64
    return library


@cache
def missing_library() -> str:
    """Return why no machine code runs here, in one line, or "".

    >>> missing_library()
    ''
    """
    try:
        open_library()
        return ""
    except OSError as error:
        return one_line(str(error))


@cache
def function(name: str, *arguments: type, level: int | None = None) -> Callable[..., int]:
    """Return a C function of the library, for the level of instructions that the processor has.

    `arguments`: ctypes' types of its arguments, by default an address and two whole numbers. Other
    threads go on while it runs. The variable EXACTLY_ONCE_LEVEL (2, 3 or 4) asks for a lower level.
    `NotHere` without a library.
    """
    if missing_library():
        why = f"this needs machine code, which does not run here: {missing_library()}"
        raise NotHere(why, "machine code")
    library, wanted = open_library(), level or int(os.environ.get("EXACTLY_ONCE_LEVEL", "4"))
    suffixes = [f"_v{k}" for k in range(min(wanted, library.level()), 1, -1)] + [""]
    found = next(getattr(library, name + end) for end in suffixes if hasattr(library, name + end))
    found.argtypes, found.restype = arguments or (c_void_p, c_int64, c_int64), c_int64
    return found
