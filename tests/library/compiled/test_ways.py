"""The compiled search as processors run it that have less than AVX-512: the same counts by the same trees.

numba compiles for whatever processor it is told of, as long as this one can do as much.
"""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from llvmlite import binding, ir
from numba.core.codegen import get_host_cpu_features

from puzzlelib.compiled.kernel_vectors import CHOSEN, FLAGS, LANES, SQUEEZE, VECTOR, WORD, way_of

ROOT = Path(__file__).parents[3]
sys.path.append(str(ROOT / "benchmarks"))
from _measure import PROCESSORS  # noqa: E402

WAYS = {"permute": "AVX2", "store": "SSE4.2"}
HOST = get_host_cpu_features().split(",")


def environment(way: str) -> dict[str, str]:
    """Return the variables that make numba compile for a processor that squeezes in this way."""
    variables = PROCESSORS[WAYS[way]]
    features = variables["NUMBA_CPU_FEATURES"]
    if missing := set(features.split(",")) - set(HOST):
        pytest.skip(f"this processor cannot do as one with {missing} does")
    assert way_of(features) == way
    return variables


@cache
def covers(way: str) -> dict:
    """Return what `random_covers.py` says of 5,000 covers; "" is this machine's own way."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **(environment(way) if way else {})}
    command = [sys.executable, "tests/random_covers.py", "5000"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["", *WAYS])
def test_random_covers_are_counted_as_brute_force_counts_them(way):
    found = covers(way)
    assert found["covers"] == 5000 and found["wide"] == 250 and 1000 < found["solved"] < 5000
    assert found["differ"] == []


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_the_trees_are_the_same(way):
    assert covers(way)["trees"] == covers("")["trees"]


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_vectors_are_the_same_as_one_by_one(way):
    """All of test_vectors.py, compiled for the other processor."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/library/compiled/test_vectors.py",
    ]
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment(way)}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0 and "80 passed" in done.stdout, done.stdout


def machine_code_for(triple: str, processor: str, way: str) -> list[str]:
    """Return the instructions of a function that squeezes one vector, for another kind of processor."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    module = ir.Module()
    kind = ir.FunctionType(ir.VoidType(), [VECTOR.as_pointer(), FLAGS, WORD.as_pointer()])
    function = ir.Function(module, kind, "squeeze")
    builder = ir.IRBuilder(function.append_basic_block())
    options, flags, place = function.args
    SQUEEZE[way](builder, builder.load(options), builder.bitcast(flags, CHOSEN), place)
    builder.ret_void()
    machine = binding.Target.from_triple(triple).create_target_machine(cpu=processor, opt=3)
    text = machine.emit_assembly(binding.parse_assembly(str(module)))
    return [line.strip() for line in text.splitlines() if line.startswith("\t") and line[1] not in ".;"]


@pytest.mark.parametrize(
    "triple, processor",
    [("arm64-apple-macosx14.0.0", "apple-m1"), ("aarch64-unknown-linux-gnu", "neoverse-n1")],
)
def test_arm_squeezes_by_one_store_a_lane_and_not_through_the_stack(triple, processor):
    """By reading what is compiled for it: there is no such processor here."""
    assert way_of("+neon,+fp-armv8") == "store"
    plain, compress = (machine_code_for(triple, processor, way) for way in ("store", "compress"))
    assert sum(line.startswith("str\td") for line in plain) == LANES
    assert not [line for line in plain if "[sp" in line]
    assert [line for line in compress if "[sp" in line], "which the loop would have to wait for"
