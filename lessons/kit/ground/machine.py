"""Tell what this Python can do: in a browser it starts no threads and no processes, and lacks packages."""

import sys
import threading
from functools import cache
from importlib import import_module
from types import ModuleType


@cache
def has_threads() -> bool:
    """Return whether a second thread can be started: it is tried once."""
    thread = threading.Thread(target=lambda: None)
    try:
        thread.start()
    except RuntimeError:
        return False
    thread.join()
    return True


def is_page() -> bool:
    """Return whether this is the kernel of a notebook that runs in a browser.

    >>> is_page()
    False
    """
    return "IPython" in sys.modules and not has_threads()


def package(name: str) -> ModuleType | None:
    """Return a package, imported, or None where there is none.

    >>> package("math").lcm(4, 6), package("abacus_of_sand")
    (12, None)
    """
    try:
        return import_module(name)
    except ImportError:
        return None
