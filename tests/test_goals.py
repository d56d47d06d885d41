"""benchmarks/goals.py: what its tables say of given figures. (The figures themselves: `make bench`.)"""

import importlib
import sys
from pathlib import Path

import pytest

from puzzlelib import catalogue

FOLDER = Path(__file__).parent.parent / "benchmarks"


@pytest.fixture(scope="module")
def goals():
    sys.path.insert(0, str(FOLDER))
    try:
        return importlib.import_module("goals")
    finally:
        sys.path.remove(str(FOLDER))


def test_each_goal_has_its_measurement_and_one_bound(goals):
    for goal in goals.GOALS:
        assert (goal.most is None) != (goal.least is None), goal
    assert goals.needed(goals.GOALS) == list(goals.MEASURES)
    assert len({goal.what for goal in goals.GOALS}) == len(goals.GOALS)


def test_each_measure_runs_what_there_is(goals):
    for name, measure in goals.MEASURES.items():
        own = "--do" in measure.words
        if own:
            assert measure.words[2] in goals.DONE_HERE, name
        for puzzle in measure.words[3 if own else -1 :]:
            assert puzzle in {*catalogue(), *goals.FILES}, name
