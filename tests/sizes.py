"""How many of the same kind: the short numbers of `make test`, and the full ones of `make test-all`."""

import os
from collections.abc import Iterable

import pytest

ALL = "EXACTLY_ONCE_ALL" in os.environ  # conftest.py of the root says whether all are asked for
SHORT = {
    "lists to split": 40,
    "plate sets": 10,
    "covers": 5_000,
    "covers for solvers": 150,
    "covers with copies": 1_500,
    "covers elsewhere": 300,
    "loose puzzles": 70,
    "assemblies to take apart": 60,
    "random puzzles": 25,
    "steps drawn": 20,
    "variants": 1,
    "wrong answers": 1,
    "edits": 25,
    "edits and updates": 50,
    "tiles counted": 21,
    "recorded seeds": 1,
    "instances": 10,
    "small puzzles": 25,
    "boards": 40,
    "cubes": 4,
    "lists with heaps": 30,
    "solutions at an interrupt": 30_000,
    "events of a long trace": 10_000,
}
FULL = {
    "lists to split": 200,
    "plate sets": 200,
    "covers": 100_000,
    "covers for solvers": 3_000,
    "covers with copies": 5_000,
    "covers elsewhere": 5_000,
    "loose puzzles": 1_000,
    "assemblies to take apart": 400,
    "random puzzles": 60,
    "steps drawn": 45,
    "variants": 2,
    "wrong answers": 99,
    "edits": 200,
    "edits and updates": 500,
    "tiles counted": 63,
    "recorded seeds": 4,
    "instances": 100,
    "small puzzles": 120,
    "boards": 200,
    "cubes": 12,
    "lists with heaps": 200,
    "solutions at an interrupt": 100_000,
    "events of a long trace": 100_000,
}


def size(what: str) -> int:
    """The number that this run takes."""
    return (FULL if ALL else SHORT)[what]


def sampled(values: Iterable, many: int) -> list:
    """Return the parameters of a test: `make test` takes so many, spread over the list, `make test-all` all.

    >>> [len(getattr(one, "marks", ())) for one in sampled("abcde", 2)]
    [1, 0, 1, 0, 1]
    """
    values = [*values]
    taken = {int((number + 0.5) * len(values) / many) for number in range(many)}
    return [one if place in taken else in_full(one) for place, one in enumerate(values)]


def picked(values: Iterable, taken: Iterable) -> list:
    """Return the parameters of a test: `make test` takes these of them, `make test-all` all."""
    taken = [*taken]
    return [one if one in taken else in_full(one) for one in values]


def thinned(values: Iterable, step: int) -> list:
    """Return what one test goes through: each so many-th for `make test`, all for `make test-all`."""
    return [*values][:: 1 if ALL else step]


def in_full(value):
    """Return a parameter that only `make test-all` takes."""
    return pytest.param(*(value if type(value) is tuple else [value]), marks=pytest.mark.long)
