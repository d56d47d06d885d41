"""`make collect` notices what a notebook changes in the library, whatever it is."""

import json
import os
import subprocess
import sys

import pytest
from test_build import ROOT

# Each is tried in a child of its own, after all has been looked through.
CHANGES = {
    "a list of inputs": "checks.STARTS_11.clear()",
    "one more input": "checks.STARTS_11.append(checks.STARTS_11[0])",
    "an item": "checks.STARTS_11[0] = [[1]]",
    "a module that is imported late": "import puzzlelib.search.colouring as c\nc.colouring_of = str",
    "a set": "values.PACKAGES.add('unittest')",
    "a dictionary": "values.PARTS[object] = lambda value: value",
    "a name": "checks.STARTS_11 = []",
    "a function": "run_answer.equal = lambda *_: True",
    "the code of a function": "run_answer.equal.__code__ = (lambda got, expected: True).__code__",
    "a default": "run_answer.try_on.__kwdefaults__['same'] = lambda *_: True",
    "defaults": "run_answer.keep_results.__defaults__ = (0,)",
    "an attribute of a class": "run_answer.AnswerTrial.complaint = lambda *_: None",
    "a new attribute of a class": "counterexample.Counterexample.__bool__ = lambda self: False",
    "a base": "run_answer.Changed.__bases__ = (ValueError,)",
    "an attribute of an instance": "object.__setattr__(judge.EXERCISES['1.1'], 'judge', lambda answer: None)",
    "the class of an instance": "one = judge.EXERCISES['1.1']\n"
    "object.__setattr__(one, '__class__', type('E', (Exercise,), {}))",
    "a variable of a closure": "judge.EXERCISES['1.1'].judge.__wrapped__ = 1",
    "a cell": "values.is_trusted.__closure__[0].cell_contents = {1}",
    "a name of Python's in a module": "run_answer.list = lambda *_: []",
    "a method of a class of Python's": "import collections\ncollections.Counter.__eq__ = lambda *_: True",
    "a class behind a function of Python's": "import contextlib\n"
    "contextlib._GeneratorContextManager.__exit__ = lambda *_: True",
    "the code of a function of Python's": "import copy\n"
    "copy.deepcopy.__code__ = (lambda x, memo=None: x).__code__",
    "Python's own": "import builtins\nbuiltins.sorted = lambda *_, **__: []",
    "a function of NumPy": "import numpy\nnumpy.array = lambda *_: 1",
    "what looks": "unchanged.parts_of.__code__ = (lambda thing: ()).__code__\nchecks.STARTS_11.clear()",
    "a name of what looks": "unchanged.fields_of = lambda thing: []\nchecks.STARTS_11.clear()",
}
KEPT = {
    "nothing": "pass",
    "a class of the student's": "class Mine(run_answer.Runner): pass",
    "another part of the library": "from puzzlelib.packing import load\nload('little-cube').placements",
    "a verdict": "judge.verdict('1.1', lambda square: [])",
    "a copy": "import copy\ncopy.deepcopy(judge.EXERCISES['1.1'])",
}
SCRIPT = """
import importlib, json, os, sys
judge = importlib.import_module("lessons.kit.checks.judge")
from lessons.kit.checks import counterexample, run_answer, values
from lessons.puzzles.checks import own_cases
from lessons.kit.collecting import unchanged
for id in ("1.1", "1.3"): judge.find_exercise(id)
import lessons.l01_backtracking.checks as checks
from lessons.kit.checks.judge import Exercise
values.trust_no_more()
is_unchanged = unchanged.look_through()
found = {}
for name, code in json.loads(sys.argv[1]).items():
    out, into = os.pipe()
    if not os.fork():
        try:
            exec(code)
            said = str(is_unchanged())
        except BaseException as error:
            said = repr(error)
        os.write(into, said.encode())
        os._exit(0)
    os.close(into)
    found[name] = os.read(out, 10_000).decode()
    os.wait()
print(json.dumps(found))
"""


def tried(codes: dict[str, str]) -> dict[str, str]:
    command = [sys.executable, "-c", SCRIPT, json.dumps(codes)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="each change is tried in a child")
def test_each_change_is_noticed_and_nothing_else():
    assert tried(CHANGES) == dict.fromkeys(CHANGES, "False")
    assert tried(KEPT) == dict.fromkeys(KEPT, "True")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="each change is tried in a child")
def test_what_a_cache_keeps_is_made_anew():
    """A notebook that changes what is cached changes no verdict."""
    poison = "old = own_cases.own_cases('by_cell')\n"
    fresh = poison + "assert is_unchanged()\nassert own_cases.own_cases('by_cell') is not old"
    assert tried({"poisoned": fresh}) == {"poisoned": "True"}
