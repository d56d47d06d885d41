"""The checks of the exercises, one module for each lesson, imported by `puzzlelib.check` when asked for."""


class Text(str):
    """Words that are shown without quotes.

    >>> Text("four packings")
    four packings
    """

    __repr__ = str.__str__
