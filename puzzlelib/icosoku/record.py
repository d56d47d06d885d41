"""The numbers of solutions of all instances: what benchmarks/icosoku_record found (lesson 12)."""

import os
from zipfile import BadZipFile

import numpy as np

from ..common.errors import PuzzleError
from .census.instances import INSTANCES

# The ends with their pegs on A to L; bins from, below, instances; and for each tenth of the instances by the
# spread of their twenty sums its least and greatest spread, and the median.
RECORD = {
    "counted": 3991680,
    "least": (272753325, (1, 7, 10, 9, 8, 11, 5, 2, 6, 3, 4, 12)),
    "most": (74484503714, (1, 2, 5, 6, 10, 12, 4, 3, 8, 11, 9, 7)),
    "median": 17499249815.0,
    "total": 85405413724167617,
    "histogram": (
        (200000000, 500000000, 1441),
        (500000000, 1000000000, 15432),
        (1000000000, 2000000000, 58847),
        (2000000000, 5000000000, 302052),
        (5000000000, 10000000000, 676415),
        (10000000000, 20000000000, 1189319),
        (20000000000, 50000000000, 1501428),
        (50000000000, 100000000000, 246746),
    ),
    "by_spread": (
        (1.96, 4.15, 3423958045.5),
        (4.15, 4.52, 6925518556.0),
        (4.52, 4.78, 9803338237.5),
        (4.78, 5.02, 12586538739.5),
        (5.02, 5.28, 15821644882.0),
        (5.28, 5.54, 19636082407.5),
        (5.54, 5.82, 24371680543.5),
        (5.82, 6.15, 30644796465.5),
        (6.15, 6.61, 39095853004.0),
        (6.61, 8.22, 50417821426.0),
    ),
    "sha256": "3fcef7b7bc9765b3ad099700ff0a26443829c835bdb6a960f82525e113df1b4c",
}
# The paper's instance, as `tally` counted it on one core of an AMD EPYC on 2026-11-30.
PAPER_COUNT = {"solutions": 1418583433, "states": 30172574, "seconds": 1.7}


def saved_counts(path: str | os.PathLike) -> np.ndarray:
    """Return the counts in a file that `make counts` wrote: uint64 (3991680,). Errors: `PuzzleError`."""
    try:
        numbers = np.load(path)["counts"]
    except (OSError, ValueError, KeyError, TypeError, IndexError, EOFError, BadZipFile):
        raise PuzzleError(f"{path}: no file of counts; `make counts` writes one") from None
    if numbers.shape != (INSTANCES,) or numbers.dtype != np.uint64:
        raise PuzzleError(f"{path}: the counts of other instances; `make counts` writes the file anew")
    return numbers
