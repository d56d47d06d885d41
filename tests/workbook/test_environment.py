"""The report on the machine: what it says when things are here, missing, too new or broken."""

import re
import subprocess
import sys
import tomllib
from html import unescape
from pathlib import Path

import nbformat
import pytest

from lessons.puzzles.cards import installation
from lessons.puzzles.cards.environment import WEBGL, check_environment, conclusion, environment_report
from lessons.puzzles.cards.installation import PACKAGES, PYTHON, findings

ROOT = Path(__file__).parents[2]
ALL_WELL = "Everything that lessons 00 to 07 need is here."
ALL_HERE = "Everything that the workbook needs is here."


def finding(title):
    return next(found for found in findings() if found.title == title)


def without(monkeypatch, *missing):
    """Make these packages look as if they were not installed."""
    there = installation.installed_version
    monkeypatch.setattr(
        installation, "installed_version", lambda name: "" if name in missing else there(name)
    )


def program(folder, script):
    """A `minizinc` of our own."""
    path = folder / "minizinc"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def test_all_is_here():
    assert [found.title for found in findings() if found.problem and found.needed] == []
    assert conclusion(findings()) in (ALL_WELL, ALL_HERE)


def test_only_a_widget_that_was_heard_says_that_all_is_here():
    """A page without widgets shows the text, one without anywidget the card, with red boxes."""
    assert "is here" not in environment_report(findings())
    card = check_environment()
    assert last_line(card) == conclusion(findings(), heard=False)
    assert "not answered" in last_line(card)
    card.children[2].set_state({"webgl": False})  # the page's answer, here without WebGL
    assert last_line(card) in (ALL_WELL, ALL_HERE)


def last_line(card) -> str:
    return unescape(card.children[-1].value).removeprefix("<b>").removesuffix("</b>")


def test_nothing_is_imported_to_find_out(monkeypatch):
    for name in ("highspy", "gurobipy"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    findings()
    assert not {"highspy", "gurobipy"} & set(sys.modules)


def test_the_ranges_are_those_of_pyproject():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = sum(project["optional-dependencies"].values(), project["dependencies"])
    wanted = dict(re.match(r"([\w-]+)(.*)", line).groups() for line in asked)
    assert PYTHON == project["requires-python"]
    assert {p.name: p.tested for p in PACKAGES}.items() <= wanted.items()


def test_a_missing_package_is_named_with_its_use_and_its_command(monkeypatch):
    without(monkeypatch, "clingo")
    assert str(finding("clingo")) == (
        'clingo: missing. Used for: solves answer set programs, from lesson 06 on. '
        'To get it: %pip install "clingo>=5.8,<5.9"'
    )
    last = environment_report(findings()).splitlines()[-1]
    assert last.startswith("To be mended for lessons 00 to 07: clingo. ") and ALL_WELL not in last


def test_what_later_lessons_need_does_not_stop_the_first_ones(monkeypatch):
    without(monkeypatch, "highspy", "gurobipy")
    assert finding("HiGHS").problem == finding("Gurobi").problem == "missing"
    assert conclusion(findings()) == ALL_WELL


def test_a_version_too_new_is_said(monkeypatch):
    monkeypatch.setattr(installation, "installed_version", lambda name: "1.15.1" if name == "highspy" else "")
    assert str(finding("HiGHS")).startswith("HiGHS 1.15.1: another version than was tested (>=1.13,<1.14). ")


def test_an_old_python_is_said(monkeypatch):
    monkeypatch.setattr(installation.platform, "python_version", lambda: "3.10.4")
    assert str(finding("Python")).startswith(
        "Python 3.10.4: another version than the workbook is made for (>=3.11,<3.15)."
    )
    assert "Python" in conclusion(findings())


@pytest.mark.parametrize("name", ["ipywidgets", "anywidget"])
def test_widgets_need_their_half_in_jupyterlab(monkeypatch, tmp_path, name):
    import jupyter_core.paths

    assert finding(name).problem == ""
    monkeypatch.setattr(jupyter_core.paths, "jupyter_path", lambda *_: [str(tmp_path)])
    assert finding(name).problem == "its half in JupyterLab is missing"
    assert name in conclusion(findings())


def test_another_python_may_have_our_half_by_path(monkeypatch):
    monkeypatch.setattr(installation, "server_python", lambda: "/srv/hub/bin/python")
    assert finding("anywidget").problem.endswith("is missing")
    monkeypatch.setenv("JUPYTER_PATH", f"{sys.prefix}/share/jupyter")
    assert finding("anywidget").problem == ""


def test_minizinc_missing(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(installation.sys, "platform", "linux")
    assert str(finding("MiniZinc")) == (
        "MiniZinc: missing. Used for: constraint programs in lesson 10 (optional). "
        "To get it: sudo apt-get install minizinc"
    )
    assert conclusion(findings()) == ALL_WELL


@pytest.mark.skipif(sys.platform == "win32", reason="the fake program is a shell script")
@pytest.mark.parametrize(
    "script, said",
    [
        ("echo 'MiniZinc to FlatZinc converter, version 2.8.5, build 1'", "MiniZinc 2.8.5: ready"),
        ("echo broken >&2; exit 1", "MiniZinc: found, but it does not start. Used for: "),
        ("exit 0", "MiniZinc: found, but it does not start. Used for: "),
    ],
)
def test_minizinc_on_the_path(monkeypatch, tmp_path, script, said):
    program(tmp_path, script)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert str(finding("MiniZinc")).startswith(said)


def test_a_folder_that_cannot_be_written_is_said(monkeypatch):
    assert str(finding("This folder")) == "This folder: ready"
    monkeypatch.setattr(installation.os, "access", lambda path, mode: False)
    assert str(finding("This folder")).startswith("This folder: cannot be written. ")
    assert conclusion(findings()) == ALL_WELL


def test_the_card_says_the_same_without_a_browser():
    card = check_environment()
    assert repr(card) == environment_report(findings()) and WEBGL in repr(card)
    shown = "".join(getattr(child, "value", "") for child in card.children)
    assert "<div>✓ JupyterLab" in shown and conclusion(findings(), heard=False) in unescape(shown)


def test_without_widgets_there_is_still_the_text(monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)  # importing it fails
    without(monkeypatch, "anywidget")
    report = check_environment()
    assert isinstance(report, str) and repr(report) == environment_report(findings())
    assert "anywidget: missing" in report


def test_the_wrong_python_is_named():
    """In a Python that has nothing of ours, nor any package."""
    cells = nbformat.read(ROOT / "notebooks/00-start-here.ipynb", 4).cells
    [code] = [cell.source for cell in cells if "check_environment" in cell.source]
    ran = subprocess.run([sys.executable, "-ISc", code], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("No module named 'lessons': this notebook runs in a Python that ")
    assert f"{sys.executable}. Choose Kernel > Change Kernel" in ran.stdout and ran.stderr == ""
