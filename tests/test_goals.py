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


def test_medians_and_what_falls_short(goals):
    figures = {"tetris": [2.0, 4.0, 9.0], "IcoSoKu": [150.0]}
    count, rate = (goal for goal in goals.GOALS if goal.figure in figures)
    assert goals.falls_short(count, 2.2) == goals.falls_short(rate, 200) == 0
    assert goals.falls_short(count, 3.3) == pytest.approx(0.5)
    assert goals.row(count, figures) == [count.what, "at most 2.2 s", "4.00", "falls short by 82%"]
    assert goals.row(rate, figures)[1:] == ["at least 200", "150.00", "falls short by 25%"]


def test_the_table(goals, capsys):
    goals.report(goals.GOALS, dict.fromkeys(goals.MEASURES, [1.0]))
    said = capsys.readouterr().out
    # 1 s is too much for the small ones, the fixed cost and the Y's; 1 instance, or assembly, is not enough
    assert said.count("falls short by") == 8 and said.endswith("\n8 of 16 goals are reached.\n")


def test_the_table_of_methods(monkeypatch, tmp_path):
    """The numbers of free hexominoes, and of pentacubes with mirror images apart: 35 and 29."""
    monkeypatch.syspath_prepend(str(FOLDER))
    methods = importlib.import_module("bench_methods")
    assert len(methods.SIXES.pieces) == 35 and len(methods.CUBES.pieces) == 29
    assert all(case.puzzle.has_right_volume for case in methods.CASES)
    case = next(case for case in methods.CASES if "L-tetrominoes" in case.what)
    assert methods.seconds(case, tmp_path / "puzzle.yaml") > 0
    with pytest.raises(AssertionError, match="0 solutions"):
        methods.seconds(case._replace(says="1 solution."), tmp_path / "puzzle.yaml")
