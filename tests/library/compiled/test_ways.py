"""The search as processors run it that have less than AVX-512: the same counts by the same
trees."""

from functools import partial

import pytest
from random_covers import random_matrices, run
from sizes import size

from puzzlelib import load
from puzzlelib.compiled import job
from puzzlelib.compiled.library import function, open_library
from puzzlelib.compiled.table import Table

LEVELS = range(2, (open_library().level() or 1) + 1)  # those of x86-64 that this processor has


@pytest.fixture(params=LEVELS)
def level(request, monkeypatch):
    """Search by the instructions of one level."""
    monkeypatch.setattr(job, "function", partial(function, level=request.param))
    return request.param


@pytest.mark.slow
def test_random_covers_are_counted_as_brute_force_counts_them(level):
    covers = size("covers with copies")
    wide = solved = 0
    for matrix, expected in random_matrices(covers):
        assert run(matrix).found == expected, matrix
        wide += matrix.cells > 512
        solved += expected > 0
    assert wide == covers // 10 and covers // 2 < solved < 2 * covers


def test_the_trees_are_the_same(level, monkeypatch):
    matrices = [Table(load(name)).matrix() for name in ("soma", "pentominoes-3x20", "tetracubes-2x2x8")]
    searched = [(job.found, job.search.work) for job in map(run, matrices)]
    monkeypatch.undo()
    assert searched == [(job.found, job.search.work) for job in map(run, matrices)]
    assert [found for found, _ in searched] == [11520, 8, 1792]
