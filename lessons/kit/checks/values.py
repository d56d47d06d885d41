"""Is a value what was asked for? NumPy's numbers and truth values count as well as Python's own."""

from collections.abc import Collection, Mapping
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


def is_several(value: Any) -> bool:
    """Several things, in whatever kind of collection: no text, and no dictionary.

    >>> is_several([1]), is_several({1}), is_several({"a": 1}.values()), is_several("ab"), is_several({})
    (True, True, True, False, False)
    """
    return isinstance(value, Collection) and not isinstance(value, (str, bytes, Mapping))


def is_pair(value: Any) -> bool:
    """Two whole numbers.

    >>> is_pair((0, 1)), is_pair([numpy.int64(0), 1]), is_pair((0, 1, 2)), is_pair(7)
    (True, True, False, False)
    """
    return is_several(value) and len(value) == 2 and all(map(is_whole, value))
