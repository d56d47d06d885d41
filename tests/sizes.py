"""How many of the same kind: the short numbers of `make test`, and the full ones of `make test-all`."""

import os

ALL = "EXACTLY_ONCE_ALL" in os.environ  # conftest.py of the root says whether all are asked for
SHORT = {
    "lists to split": 40,
    "plate sets": 40,
    "covers": 5_000,
    "covers for solvers": 300,
    "covers with copies": 1_500,
    "covers elsewhere": 300,
    "loose puzzles": 100,
    "assemblies to take apart": 60,
    "random puzzles": 25,
    "steps drawn": 20,
    "variants": 1,
    "solutions at an interrupt": 30_000,
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
    "solutions at an interrupt": 100_000,
}


def size(what: str) -> int:
    """The number that this run takes."""
    return (FULL if ALL else SHORT)[what]
