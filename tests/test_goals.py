"""benchmarks/goals.py: what its tables say of given figures. (The figures themselves: `make bench`.)"""

import importlib
import re
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
        assert {name for name in goals.needed([goal]) if name in goals.MEASURES} == set(goals.needed([goal]))
        assert len(goals.needed([goal])) == (2 if goal.peer or isinstance(goal.figure, tuple) else 1), goal
    assert set(goals.needed(goals.GOALS)) | set(goals.STARTS.values()) == set(goals.MEASURES)
    assert len({goal.what for goal in goals.GOALS}) == len(goals.GOALS)


def test_each_measure_runs_what_there_is(goals):
    for name, measure in goals.MEASURES.items():
        own = "--do" in measure.words
        if own:
            assert measure.words[2] in goals.DONE_HERE, name
        for puzzle in measure.words[3 if own else -1 :]:
            assert puzzle in {*catalogue(), *goals.FILES}, name


def test_medians_ratios_and_what_falls_short(goals):
    figures = {"tetris": [2.0, 4.0, 9.0], "tetris, xcover": [60.0]}
    count, ratio = (
        next(goal for goal in goals.GOALS if goal.what == what)
        for what in ("Tetris Cube, counted", "times as fast as xcover there")
    )
    assert (goals.value(count, figures), goals.value(ratio, figures)) == (4.0, 30.0)
    assert goals.falls_short(count, 2.2) == goals.falls_short(ratio, 20) == 0
    assert goals.falls_short(count, 3.3) == pytest.approx(0.5)
    assert goals.falls_short(ratio, 15) == pytest.approx(0.25)
    assert goals.row(count, figures) == [count.what, "at most 2.2 s", "4.00", "60.00", "falls short by 82%"]
    assert goals.row(ratio, figures)[1:] == ["at least 20", "30.00", "", "reached"]


def test_the_tables(goals, capsys):
    figures = dict.fromkeys(goals.MEASURES, [1.0]) | {"6x10, cold": [5.0, 7.0, 6.0], "6x10": [0.3, 0.5, 0.4]}
    goals.report(goals.GOALS, figures)
    said = capsys.readouterr().out
    lines = [line.split() for line in said.splitlines()]
    assert ["cold", "5.00", "7.00", "6.00", "6.00"] in lines
    assert ["warm", "0.30", "0.50", "0.40", "0.40"] in lines
    # 1 s is too much for the small ones, the fixed cost and the Y's; a ratio of 1 is not enough
    assert said.count("falls short by") == 8 and said.endswith("\n9 of 17 goals are reached.\n")


def test_each_module_whose_compiling_is_measured_is_there():
    folder = Path(__file__).parent.parent / "benchmarks"
    named = [
        name
        for file in folder.glob("*.py")
        for name in re.findall(r'compiling\("([\w.]+)"\)', file.read_text())
    ]
    assert named and all(hasattr(importlib.import_module(f"puzzlelib.{name}"), "available") for name in named)
