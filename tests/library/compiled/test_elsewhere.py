"""The searches in C on machines that are not here: on Windows by Wine, on macOS and arm64 by emulated
processors, in WebAssembly by Node, and under the sanitizers of a C compiler."""

import os
import subprocess
import sys
from ctypes import sizeof
from pathlib import Path

import pytest
from emulated import emulate
from random_apart import random_assembly
from random_covers import random_matrices
from sizes import size

from makers.apart.gaps import FREE, Gaps
from makers.apart.kernel import CompiledSpread, Distances, Positions
from makers.apart.search import Spread
from puzzlelib import load
from puzzlelib.common.clock import never
from puzzlelib.compiled.job import ADDRESSES, NUMBERS, Job, Matrix, Search
from puzzlelib.compiled.library import LIBRARIES, open_library
from puzzlelib.compiled.table import Table

HERE = Path(__file__).parent
ROOM = 6  # times twice as much as a search begins with: outside Python nobody gives it more
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


def divide(matrix: Matrix) -> list[Job]:
    """Return the parts of a search that has begun, at most seven, each with room to end in."""
    first = Job(matrix)
    first.open()
    jobs, first.budget = [first], 60
    while len(jobs) < 7 and not first.done:
        first.chunk()
        if not first.done and (part := first.split()):
            jobs.append(part)
    for job in jobs:
        for _ in range(ROOM):
            job.enlarge()
    return jobs


def write_divided(jobs: list[Job]) -> bytes:
    """Return the parts of a search as harness_threads.c reads them."""
    own = [
        [job.frames if name == "frames" else job.arrays.get(name, b"") for name in ADDRESSES] for job in jobs
    ]
    arrays = list({id(one): one for row in own for one in row}.values())
    place = {id(one): k for k, one in enumerate(arrays)}
    blocks = [part for one in map(bytes, arrays) for part in (number(len(one)), one)]
    for job, row in zip(jobs, own):
        blocks += [*(number(place[id(one)]) for one in row), bytes(job.search)[8 * len(ADDRESSES) :]]
    return b"".join([number(len(jobs)), number(len(arrays)), *blocks])


def write_searches(path: Path, amount: int, puzzles: dict[str, int]) -> tuple[Path, list[int]]:
    """Write random covers and some puzzles, and return how many solutions they have.

    Those of the covers are brute force's, those of puzzles are published.
    """
    covers, expected = [*random_matrices(amount)], []
    covers += [(Table(load(name)).matrix(), found) for name, found in puzzles.items()]
    with path.open("wb") as file:
        for matrix, found in covers:
            if text := write_search(matrix):
                file.write(text)
                expected.append(found)
    assert len(expected) > amount // 2 and max(expected) == 11520
    return path, expected


@pytest.fixture(scope="module")
def searches(tmp_path_factory):
    """Return a file of random covers and some puzzles, and how many solutions they have."""
    puzzles = {"soma": 11520, "pentominoes-3x20": 8, "tetracubes-2x4x4": 11120}
    path = tmp_path_factory.mktemp("searches") / "searches"
    return write_searches(path, size("covers elsewhere"), puzzles)


@pytest.fixture(scope="module")
def few_searches(tmp_path_factory):
    """Return fewer covers, and one of the larger puzzles: an emulator takes 30 times as long."""
    puzzles = {"soma": 240 * 48, "pentominoes-6x10": 2339 * 4}
    return write_searches(tmp_path_factory.mktemp("searches") / "few", 100, puzzles)


def write_arrays(one: Distances | Positions) -> bytes:
    """Return arrays as harness_apart.c reads them."""
    blocks = [bytes(one.table), *(array.tobytes() for array in one.arrays())]
    return b"".join(part for block in blocks for part in (number(len(block)), block))


@pytest.fixture(scope="module")
def assemblies(tmp_path_factory):
    """Return a file of random assemblies, and how many positions and separations Python finds."""
    path, expected = tmp_path_factory.mktemp("assemblies") / "assemblies", []
    with path.open("wb") as file:
        for seed in range(size("covers elsewhere")):
            gaps = Gaps()
            shapes, corners, *_ = zip(*gaps.places_of(random_assembly(seed)))
            start = tuple(corner - corners[0] for corner in corners)
            spread = CompiledSpread(gaps, shapes, (start,), never, False)
            file.write(write_arrays(gaps.compiled) + write_arrays(spread.room))
            plain = Spread(gaps, shapes, (start,), never, False)
            found = plain.leaving(FREE)
            expected += [len(plain.positions), len(found)]
    return path, expected


def run(*words: str | Path, env: dict[str, str] | None = None) -> list[int]:
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr[-3000:]
    return [*map(int, done.stdout.split())]


@pytest.mark.slow
def test_in_webassembly(searches, node):
    path, expected = searches
    assert run(node, HERE / "harness.mjs", LIBRARIES / "emscripten-wasm32.so", path) == expected


@pytest.mark.slow
def test_under_sanitizers(searches, tmp_path, gcc):
    path, expected = searches
    subprocess.run([gcc, *SANITIZERS, HERE / "harness.c", "-o", tmp_path / "harness"], check=True)
    assert run(tmp_path / "harness", path) == expected


@pytest.mark.slow
def test_threads_under_their_sanitizer(tmp_path, gcc):
    """Parts of one search, and the arrays that they share: random covers, counted by brute force."""
    wanted, expected = size("searches under the thread sanitizer"), []
    with (tmp_path / "divided").open("wb") as file:
        for matrix, found in random_matrices(2 * wanted):
            if len(expected) < wanted and len(jobs := divide(matrix)) > 1:
                file.write(write_divided(jobs))
                expected.append(found)
    words = [gcc, "-O1", "-g", "-std=c17", "-fsanitize=thread", HERE / "harness_threads.c"]
    subprocess.run([*words, "-o", tmp_path / "harness"], check=True)
    assert run(tmp_path / "harness", tmp_path / "divided") == expected and len(expected) == wanted


@pytest.mark.slow
def test_taking_apart_under_sanitizers(assemblies, tmp_path, gcc):
    path, expected = assemblies
    source = HERE / "harness_apart.c"
    subprocess.run([gcc, *SANITIZERS, source, "-o", tmp_path / "harness"], check=True)
    assert run(tmp_path / "harness", path) == expected


@pytest.mark.long
@pytest.mark.parametrize("name, source", [("searches", "harness.c"), ("assemblies", "harness_apart.c")])
def test_on_arm64(request, name, source, tmp_path, zig, qemu):
    path, expected = request.getfixturevalue(name)
    words = ["-O2", "-target", "aarch64-linux-musl", "-static", HERE / source, "-o", tmp_path / "harness"]
    subprocess.run([*zig, *words], check=True)
    assert run(qemu, tmp_path / "harness", path) == expected


@pytest.fixture(scope="module")
def on_windows(tmp_path_factory, zig, wine):
    """Return a function that runs a program for Windows, with a Windows of its own."""
    folder = tmp_path_factory.mktemp("windows")
    words = ["-O2", "-target", "x86_64-windows-gnu", HERE / "harness.c", "-o", folder / "harness.exe"]
    subprocess.run([*zig, *words], check=True)
    quiet = {"WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml="}
    environment = os.environ | quiet | {"WINEPREFIX": str(folder / "windows")}
    return lambda *words: run(wine, folder / "harness.exe", *words, env=environment)


@pytest.mark.long
@pytest.mark.parametrize("level", [2, 3, 4])
def test_on_windows(few_searches, on_windows, level):
    """Only the processor's own levels can be run: 4 needs AVX-512."""
    path, expected = few_searches
    highest = open_library().level()
    if level > highest:
        pytest.skip(f"this processor is of level {highest}")
    found = on_windows(f"Z:{LIBRARIES}/windows-amd64.dll", f"search_v{level}", f"Z:{path}")
    assert found == [highest, *expected]


@pytest.mark.long
@pytest.mark.usefixtures("unicorn")
@pytest.mark.parametrize(
    "library, function", [("macos-arm64.dylib", "search"), ("macos-x86_64.dylib", "search_v2")]
)
def test_on_macos(few_searches, library, function):
    """The emulated x86-64 processor has no AVX2, so of its two levels the lower one is run."""
    path, expected = few_searches
    assert [*emulate(LIBRARIES / library, function, path)] == expected
