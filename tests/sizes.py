"""How many of a kind a test takes: `make test-all` checks the same claims on more of them."""

import os
from collections.abc import Iterable

import pytest

ALL = "EXACTLY_ONCE_ALL" in os.environ  # conftest.py of the root says whether all are asked for
SIZES = {  # of a kind: how many make test takes, and make test-all
    "lists to split": (40, 200),  # lesson 11
    "plate sets": (10, 200),  # each by all engines and solvers
    "covers": (1_000, 10_000),  # by four searches and `AllSolutions`, against brute force
    "covers for solvers": (150, 3_000),  # the same by clingo and HiGHS, which take longest
    "covers for executors": (40, 1_000),  # counted by threads and by processes
    "covers for threads": (300, 10_000),  # listed by one, two, three and seven
    "packings for threads": (30, 1_000),  # the same
    "searches under the thread sanitizer": (20, 200),
    "covers with copies": (1_500, 5_000),  # once for each level of the processor's instructions
    "covers elsewhere": (300, 5_000),  # in WebAssembly and under gcc's sanitizers; --all adds arm64
    "loose puzzles": (70, 1_000),  # optional cells, ranges and colours, by all engines
    "packings": (15, 430),  # for each of the seven engines, and for the one that is chosen: 3,000
    "assemblies to take apart": (60, 400),
    "random puzzles": (25, 60),
    "steps drawn": (20, 45),
    "variants": (1, 2),  # of a solution, for its check; another test of --all takes every one
    "wrong answers": (1, 99),  # 99 is all: no exercise has as many
    "edits": (25, 200),
    "edits and updates": (50, 500),
    "texts changed": (1_000, 20_000),  # of puzzle files
    "tiles counted": (21, 63),
    "recorded seeds": (1, 4),
    "instances": (10, 100),
    "small puzzles": (25, 120),
    "boards": (40, 200),
    "whole programs": (8, 100),  # puzzles for each
    "cubes": (4, 12),
    "lists with heaps": (30, 200),
    "solutions at an interrupt": (30_000, 100_000),  # writing out the fewer was too slow once
    "moments of Ctrl-C": (3, 200),  # in each of 21 works
}


def size(what: str) -> int:
    """Return how many of a kind this run takes."""
    return SIZES[what][ALL]


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
