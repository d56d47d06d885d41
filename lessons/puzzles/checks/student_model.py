"""The integer program of an exercise, lessons 08 and 09."""

from puzzlelib.ilp.model import Model


class StudentModel(Model):
    """A model that a student's function writes into. It can be hashed, so that the function does
    not get a copy of it.

    >>> StudentModel()
    model
    """

    __hash__ = object.__hash__
    __repr__ = lambda self: "model"
