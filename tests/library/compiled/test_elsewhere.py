"""The searches in C on machines that are not here: on arm64 by qemu, in WebAssembly by Node, and under
the sanitizers of a C compiler."""

import subprocess
import sys
from ctypes import sizeof
from pathlib import Path

import pytest
from random_apart import random_assembly
from random_covers import random_matrices
from sizes import size

from makers.apart.gaps import FREE, Gaps
from makers.apart.kernel import CompiledSpread
from makers.apart.search import Spread
from puzzlelib import load
from puzzlelib.common.clock import never
from puzzlelib.compiled.arrays import addresses
from puzzlelib.compiled.job import ADDRESSES, NUMBERS, Job, Matrix, Search
from puzzlelib.compiled.library import LIBRARIES
from puzzlelib.compiled.table import Table

HERE = Path(__file__).parent
ROOM = 6  # times twice as much as a search begins with: outside Python nobody gives it more
ZIG = [sys.executable, "-m", "ziglang", "cc", "-O2", "-target", "aarch64-linux-musl", "-static"]
SANITIZERS = "-O1 -g -std=c17 -fsanitize=address,undefined -fno-sanitize-recover=all".split()


def number(value: int) -> bytes:
    return value.to_bytes(8, sys.byteorder)


def write_search(matrix: Matrix) -> bytes:
    """Return a search after its first step, as the harness reads it: nothing if all is done."""
    job = Job(matrix)
    for _ in range(ROOM):
        job.enlarge()
    job.open()
    if job.done:
        return b""
    named = [job.arrays.get(name, b"") if name != "frames" else job.frames for name in ADDRESSES]
    arrays = [bytes(one) for one in named]
    arrays = [one.ljust(-(-len(one) // 8) * 8, b"\0") for one in arrays]
    fields = len(ADDRESSES) + NUMBERS.index("depth"), len(ADDRESSES) + NUMBERS.index("found")
    header = sizeof(Search), len(ADDRESSES), *fields
    blocks = [part for one in arrays for part in (number(len(one)), one)]
    return b"".join([*map(number, header), bytes(job.search), *blocks])


@pytest.fixture(scope="module")
def searches(tmp_path_factory):
    """Return a file of random covers and some puzzles, and how many solutions they have."""
    covers = [*random_matrices(size("covers elsewhere"))]
    puzzles = {"soma": 11520, "pentominoes-3x20": 8, "tetracubes-2x4x4": 11120}
    covers += [(Table(load(name)).matrix(), found) for name, found in puzzles.items()]
    path, expected = tmp_path_factory.mktemp("searches") / "searches", []
    with path.open("wb") as file:
        for matrix, found in covers:
            if text := write_search(matrix):
                file.write(text)
                expected.append(found)
    assert len(expected) > size("covers elsewhere") // 2 and max(expected) == 11520
    return path, expected


def write_arrays(arrays: tuple) -> bytes:
    """Return a tuple of arrays as harness_apart.c reads it."""
    blocks = [addresses(arrays, {}).tobytes(), *(one.tobytes() for one in arrays)]
    return b"".join(part for one in blocks for part in (number(len(one)), one))


@pytest.fixture(scope="module")
def assemblies(tmp_path_factory):
    """Return a file of random assemblies, and how many positions and separations Python finds."""
    path, expected = tmp_path_factory.mktemp("assemblies") / "assemblies", []
    with path.open("wb") as file:
        for seed in range(size("covers elsewhere")):
            gaps = Gaps()
            shapes, corners, _ = zip(*gaps.places_of(random_assembly(seed)))
            start = tuple(corner - corners[0] for corner in corners)
            spread = CompiledSpread(gaps, shapes, (start,), never, False)
            file.write(write_arrays(gaps.compiled.distances) + write_arrays(spread.arrays))
            plain = Spread(gaps, shapes, (start,), never, False)
            found = plain.leaving(FREE)
            expected += [len(plain.positions), len(found)]
    return path, expected


def run(*words: str | Path) -> list[int]:
    done = subprocess.run([*map(str, words)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return [*map(int, done.stdout.split())]


@pytest.mark.slow
def test_in_webassembly(searches, need):
    path, expected = searches
    assert run(need("node"), HERE / "harness.mjs", LIBRARIES / "emscripten-wasm32.so", path) == expected


@pytest.mark.slow
def test_under_sanitizers(searches, tmp_path, need):
    path, expected = searches
    subprocess.run([need("gcc"), *SANITIZERS, HERE / "harness.c", "-o", tmp_path / "harness"], check=True)
    assert run(tmp_path / "harness", path) == expected


@pytest.mark.slow
def test_taking_apart_under_sanitizers(assemblies, tmp_path, need):
    path, expected = assemblies
    source = HERE / "harness_apart.c"
    subprocess.run([need("gcc"), *SANITIZERS, source, "-o", tmp_path / "harness"], check=True)
    assert run(tmp_path / "harness", path) == expected


@pytest.mark.long
@pytest.mark.parametrize("name, source", [("searches", "harness.c"), ("assemblies", "harness_apart.c")])
def test_on_arm64(request, name, source, tmp_path, need):
    pytest.importorskip("ziglang", reason="make kernels installs zig")
    path, expected = request.getfixturevalue(name)
    subprocess.run([*ZIG, HERE / source, "-o", tmp_path / "harness"], check=True)
    assert run(need("qemu"), tmp_path / "harness", path) == expected
