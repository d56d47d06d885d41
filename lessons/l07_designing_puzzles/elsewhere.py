"""A student's function in fresh Pythons, whose hashes of texts are shuffled in other ways than
ours."""

import marshal
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType

from puzzlelib.common.machine import start_process

SECONDS = 15  # for all of the fresh Pythons; they take about one

THERE = """
import builtins, importlib, marshal, pickle, sys, types
sent, calls = pickle.load(sys.stdin.buffer)
space = {"__builtins__": builtins}
cell = lambda bytes: types.CellType(pickle.loads(bytes))
for name, kind, one in sent:
    if kind == "function":
        code, defaults, closure = one
        defaults, named = pickle.loads(defaults)
        made = types.FunctionType(marshal.loads(code), space, name, defaults, tuple(map(cell, closure)))
        space[name], made.__kwdefaults__ = made, named
    else:
        space[name] = importlib.import_module(one) if kind == "module" else pickle.loads(one)
got = pickle.dumps([space["the answer"](*args) for args in pickle.loads(calls)])
sys.stdout.flush()
print()
print(got.hex())
"""


def run_elsewhere(function: Callable, calls: list[tuple], hash_seeds=(1, 2)) -> list[list]:
    """Return a function's results, call by call, in a fresh Python for each seed of the hashes.

    [] where the function cannot be sent there, or does not come back in time.

    >>> run_elsewhere(lambda n: n + 1, [(1,), (2,)])
    [[2, 3], [2, 3]]
    >>> one, other = run_elsewhere(lambda text: hash(text), [("a",)])
    >>> one == other
    False
    """
    try:
        sent = pickle.dumps((list(parcel(function)), pickle.dumps(calls)))
        pythons = [*filter(None, map(fresh_python, hash_seeds))]
        try:
            texts = [python.communicate(sent, timeout=SECONDS)[0] for python in pythons]
        finally:
            for python in pythons:
                python.kill()
        return [pickle.loads(bytes.fromhex(text.decode().split()[-1])) for text in texts]
    except Exception:
        return []


def parcel(function: FunctionType) -> Iterator[tuple]:
    """(name, kind, content) of a function, and of all that it and the functions of its own module
    name."""
    todo, seen = [("the answer", function)], set()
    while todo:
        name, value = todo.pop()
        if isinstance(value, ModuleType):
            yield name, "module", value.__name__
        elif isinstance(value, FunctionType) and value.__module__ == function.__module__:
            closure = [pickle.dumps(cell.cell_contents) for cell in value.__closure__ or ()]
            defaults = pickle.dumps((value.__defaults__, value.__kwdefaults__))
            yield name, "function", (marshal.dumps(value.__code__), defaults, closure)
            fresh = (set(names_in(value.__code__)) & set(value.__globals__)) - seen
            seen |= fresh
            todo += [(one, value.__globals__[one]) for one in fresh]
        else:
            yield name, "value", pickle.dumps(value)


def names_in(code: CodeType) -> Iterator[str]:
    """The names of a function's code, those of functions inside it too."""
    yield from code.co_names
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from names_in(one)


def fresh_python(hash_seed: int) -> subprocess.Popen | None:
    """A Python that imports from where we do; None where none can be started."""
    there = os.environ | {
        "PYTHONHASHSEED": str(hash_seed),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    return start_process(
        [sys.executable, "-c", THERE],
        env=there,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
