"""Is a value what was asked for? NumPy's numbers and truth values count as well as Python's own."""

from numbers import Integral
from typing import Any

import numpy


def is_whole(value: Any) -> bool:
    """A whole number, and neither True nor False.

    >>> is_whole(3), is_whole(numpy.int64(3)), is_whole(True), is_whole(3.0)
    (True, True, False, False)
    """
    return isinstance(value, Integral) and not isinstance(value, bool)


def is_truth(value: Any) -> bool:
    """True or False.

    >>> is_truth(False), is_truth(numpy.bool_(True)), is_truth(1)
    (True, True, False)
    """
    return isinstance(value, (bool, numpy.bool_))
