"""The census: its rows against brute force, its witnesses against the referee, its check against every kind
of damage.

`census_check` shares no code with the census, so "the check passes" is a second opinion on each row; the
referee is a third on some.
"""

import ast
import io
import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from quiet_clock import PATIENCE, ending, ends_within

from puzzlelib.common.errors import PuzzleError
from puzzlelib.icosoku.census import check as census_check
from puzzlelib.icosoku.census import instances as census_rows
from puzzlelib.icosoku.census import search as census
from puzzlelib.icosoku.census.check import BELOW, FACES, INSTANCES, NoProof, check_rows
from puzzlelib.icosoku.census.search import check_witnesses as check  # the same, with the library's errors
from puzzlelib.icosoku.polyhedron import icosahedron
from puzzlelib.icosoku.puzzle import TILES, TYPES, dots, icosoku, spelled, sums, turns
from puzzlelib.icosoku.referee import verify

ROOT = Path(__file__).parents[3]
HEADER = b"\x93NUMPY\x01\x00\x76\x00"
HEADER += b"{'descr': '|u1', 'fortran_order': False, 'shape': (3991680, 20), }".ljust(117) + b"\n"


@pytest.fixture(scope="module")
def found():
    return census.run(threads=2)


@pytest.fixture(scope="module")
def saved(found, tmp_path_factory):
    path = tmp_path_factory.mktemp("census") / "w.npy"
    census.save(path, found.witnesses)
    return path


@pytest.fixture(scope="module")
def pegs():
    """The pegs of every row, as the library has them; uint8, so that they take 48 MB."""
    steps = range(0, INSTANCES, 160 * BELOW)
    return np.vstack(
        [
            census_rows.all_pegs(np.arange(first, min(INSTANCES, first + 160 * BELOW))).astype(np.uint8)
            for first in steps
        ]
    )


def digits(pegs: np.ndarray) -> np.ndarray:
    """Pegs as one number to base 16, the last the highest."""
    return sum(column.astype(np.uint64) << np.uint64(4 * i) for i, column in enumerate(pegs.T))


def shuffled(seed: int) -> tuple[int, ...]:
    return tuple(random.Random(seed).sample(range(1, 13), 12))


# -------- instances


@pytest.mark.slow
def test_rows_are_the_canonical_pegs_in_order(pegs):
    assert (
        np.bitwise_or.reduce(np.left_shift(1, pegs, dtype=np.uint16), axis=1) == 8190
    ).all()  # each has 1 to 12
    assert (pegs[:, 0] == 1).all() and (pegs[:, 1:2] < pegs[:, 2:6]).all() and (pegs[:, 2] < pegs[:, 5]).all()
    assert (
        np.diff(digits(pegs[:, ::-1]).astype(np.int64)) > 0
    ).all()  # sorted, each once; and 12! / 120 of them:
    assert len(pegs) == INSTANCES == 479_001_600 // 120


@pytest.mark.parametrize("seed", range(40))
def test_the_120_images_of_pegs_are_one_instance(seed):
    pegs = shuffled(seed)
    index, symmetry = census_rows.index_of(pegs)
    images = set()
    for one in icosahedron().symmetries():
        image = [0] * 12
        for v, w in enumerate(one.vertices):
            image[w] = pegs[v]
        images.add(tuple(image))
        assert census_rows.index_of(image)[0] == index
        if one == symmetry:
            assert tuple(image) == census_rows.pegs_of(index)
    assert len(images) == 120  # no symmetry but the identity leaves pegs as they are
    assert min(images) == census_rows.pegs_of(index)  # brute force: the first in lexicographic order


@pytest.mark.parametrize(
    "bad, said",
    [
        ([1] * 12, "1 is there 12 times"),
        (range(1, 14), "there are 13"),
        ([0, *range(2, 13)], "peg 0"),
        ("x", "there are 1,"),
    ],
)
def test_bad_pegs(bad, said):
    with pytest.raises(PuzzleError, match=said):
        census_rows.index_of(bad)


@pytest.mark.parametrize("index", [-1, INSTANCES, 1.5, "1"])
def test_bad_index(index):
    with pytest.raises(PuzzleError, match="index"):
        census_rows.pegs_of(index)


# -------- the census


@pytest.mark.slow
def test_census_covers_everything(found):
    assert found.witnesses.shape == (INSTANCES, 20) and found.witnesses.dtype == np.uint8
    assert found.covered == INSTANCES and not found.stopped
    assert sum(covered for _, covered, _ in found.table().values()) == INSTANCES
    assert check(found.witnesses).verified == INSTANCES


@pytest.mark.slow
def test_referee_agrees(found):
    chance = random.Random(5)
    for row in chance.sample(range(INSTANCES), 100):
        verify(icosoku(census_rows.pegs_of(row)), census_rows.arrangement(found.witnesses[row]))
    for seed in range(200):
        pegs = shuffled(seed)
        verify(icosoku(pegs), census_rows.witness_for(found.witnesses, pegs))


@pytest.mark.slow
def test_same_seed_same_witnesses_on_any_number_of_threads(found):
    seen = []
    one = census.run(threads=1, progress=lambda *now: seen.append(now))
    assert (one.witnesses == found.witnesses).all()
    assert [stage[:2] for stage in one.stages] == [stage[:2] for stage in found.stages]
    assert all(counts.shape == (5544,) and 0 <= counts.min() and counts.max() <= 720 for *_, counts in seen)
    covered = [covered for _, covered, _ in seen]
    assert covered == sorted(covered) and covered[-1] == INSTANCES == seen[-1][2].sum()
    assert {name for name, *_ in seen} >= {"combine", "pull"}


def test_nothing_is_covered_before_the_first_step():
    assert census.Work(0, 1, None).count_covered() == 0


def watched(function, begun: list[float], seconds: list[float]):
    """Return a function of the census that notes when each slice begins, and its processor time."""

    def run(*arguments):
        start = time.thread_time()
        begun.append(time.perf_counter())
        function(*arguments)
        seconds.append(time.thread_time() - start)

    return run


@pytest.mark.slow
def test_no_slice_begins_after_an_interrupt(monkeypatch):
    """Progress is told again and again, and no slice is long."""
    begun, seconds, told = [], [], []
    for name in ("combine", "pull"):
        monkeypatch.setattr(census, name, watched(getattr(census, name), begun, seconds))

    def show(stage, count, by_ring):
        told.append(time.perf_counter())
        if count:
            raise KeyboardInterrupt

    result = census.run(threads=2, progress=show)
    after = [moment for moment in begun if moment > told[-1]]
    assert len(after) <= 2 < len(begun)  # at most what a thread was just taking into its hand
    assert max(seconds) < 0.5 * PATIENCE
    assert result.stopped == "interrupt" and 0 < result.covered < INSTANCES
    open_rows = (result.witnesses == 255).all(axis=1)
    assert open_rows.sum() == INSTANCES - result.covered
    for row in np.flatnonzero(~open_rows)[:: max(1, result.covered // 500)]:
        check_rows(result.witnesses[row : row + 1], int(row))  # what there is is right
    with pytest.raises(PuzzleError, match="stopped before"):
        census_rows.witness_for(result.witnesses, census_rows.pegs_of(int(np.flatnonzero(open_rows)[0])))


@pytest.mark.slow
def test_interrupt_within_a_second():
    code = (
        "import sys, time\nfrom puzzlelib.icosoku.census import search as census\n"
        "def show(stage, covered, by_ring):\n    if covered: print('begun', flush=True)\n"
        "result = census.run(progress=show)\n"
        "print(result.stopped, flush=True)"
    )
    ends_within(2, lambda: interrupted(code))  # one to stop, and one for the end of a Python process


def interrupted(code: str) -> float:
    """Seconds from Ctrl-C, when the census has begun, to the end of the process."""
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline().strip() == "begun"
    process.send_signal(2)
    out, _, seconds = ending(process)
    assert out.split()[-1] == "interrupt" and process.returncode == 0
    return seconds


@pytest.mark.slow
def test_without_machine_code_the_census_says_so_and_the_check_works(saved):
    code = (
        "from puzzlelib.compiled import library\nlibrary.library_name = lambda: 'none.so'\n"
        "from puzzlelib.icosoku.census import search as census, "
        "check as census_check, instances as census_rows\n"
        "from puzzlelib.common.errors import PuzzleError\n"
        "try:\n    census.run()\nexcept PuzzleError as error:\n    print(error)\n"
        "print(census_rows.index_of([1, 11, 5, 10, 6, 7, 9, 2, 3, 8, 4, 12])[0], "
        f"census_check.check_witnesses({str(saved)!r}).verified)"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120
    ).stdout.splitlines()
    assert len(said) == 2 and said[0].startswith("the census needs machine code")
    assert said[1] == f"3767046 {INSTANCES}"


@pytest.mark.parametrize("bad", [{"seed": -1}, {"seed": 1.5}, {"threads": 0}])
def test_bad_arguments(bad):
    with pytest.raises(PuzzleError, match=next(iter(bad))):
        census.run(**bad)


# -------- the check: its own rules, and the library's


def test_check_shares_no_code():
    tree = ast.parse((ROOT / "puzzlelib" / "icosoku" / "census" / "check.py").read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    names = {alias.name for node in imports for alias in node.names} | {
        getattr(node, "module", "") for node in imports
    }
    assert not any(getattr(node, "level", 0) for node in imports)
    assert not any("puzzlelib" in name for name in names)


def test_check_says_what_is_wrong_with_an_error_of_its_own(tmp_path):
    for witnesses, said in (
        (tmp_path / "w.npy", "there is no such file"),
        (17, "path of a .npy file"),
        (tmp_path, "is a folder"),
        ("a\n\0b", "there is no such file"),
    ):
        with pytest.raises(NoProof, match=said) as error:
            census_check.check_witnesses(witnesses)
        with pytest.raises(PuzzleError) as told:
            check(witnesses)
        assert str(told.value) == str(error.value) and str(error.value).isprintable()


@pytest.mark.slow
def test_its_faces_tiles_and_pegs_are_those_of_the_library(pegs):
    assert FACES == icosahedron().face_names
    assert tuple(census_check.COPIES) == tuple(map(spelled, TYPES))
    assert [name for name, many in census_check.COPIES.items() for _ in range(many)] == list(
        map(spelled, TILES)
    )
    for byte in range(256):
        kind, turn = divmod(byte, 3)
        legal = kind < 14 and turn in turns(TYPES[kind])
        assert census_check.dots_of_byte(byte) == (dots(TYPES[kind], turn) if legal else ())
    packed, step = digits(pegs), 160 * BELOW
    for first in range(0, INSTANCES, step):
        assert (
            census_check.wanted_sums(first, min(step, INSTANCES - first)) == packed[first : first + step]
        ).all()
    for row in random.Random(2).sample(range(INSTANCES), 50):
        assert census_check.pegs(row) == census_rows.pegs_of(row)
        assert (census_check.wanted_sums(row, 3) == packed[row : row + 3]).all()


def test_one_header_byte_for_byte(saved):
    written = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        written, {"descr": "|u1", "fortran_order": False, "shape": (INSTANCES, 20)}
    )
    assert written.getvalue() == HEADER == saved.read_bytes()[:128]
    assert np.load(saved, mmap_mode="r").shape == (INSTANCES, 20)


# -------- the check: one byte is wrong


def refused(rows: np.ndarray, first: int, row: int, column: int, value: int) -> str:
    """Return what the check says when a byte of one of some rows is changed."""
    changed = rows.copy()
    changed[row - first, column] = value
    with pytest.raises(NoProof) as error:
        check_rows(changed, first)
    said = str(error.value)
    assert said.startswith(f"row {row} (pegs {' '.join(map(str, census_rows.pegs_of(row)))}): ")
    assert "\n" not in said
    return said.split(": ", 1)[1]


@pytest.mark.slow
def test_any_byte_changed_is_refused_and_named(found):
    """2,500 random changes, half of them to bytes that mean a tile; what is said is looked into, with the
    library's own rules."""
    chance, reasons = random.Random(3), {"byte": 0, "tile": 0, "vertex": 0}
    for trial in range(2500):
        row, column = chance.randrange(INSTANCES), chance.randrange(20)
        old = int(found.witnesses[row, column])
        value = chance.choice([x for x in range(42 if trial % 2 else 256) if x != old])
        first = max(0, row - 2)
        said = refused(found.witnesses[first : row + 2], first, row, column, value)
        kind, turn = divmod(value, 3)
        if kind >= 14 or turn not in turns(TYPES[kind]):
            assert said.startswith(f"face {FACES[column]} has the byte {value}, ")
            reasons["byte"] += 1
        elif kind != old // 3:
            assert re.match(
                f"tile {spelled(TYPES[kind])} is there {TILES.count(TYPES[kind]) + 1} times, not ", said
            )
            reasons["tile"] += 1
        else:
            vertex, total, peg = re.fullmatch(
                r"vertex (\w) collects (\d+), and its peg is (\d+)", said
            ).groups()
            changed = found.witnesses[row].copy()
            changed[column] = value
            v = "ABCDEFGHIJKL".index(vertex)
            assert (
                sums(icosoku(), census_rows.arrangement(changed))[v]
                == int(total)
                != int(peg)
                == census_rows.pegs_of(row)[v]
            )
            reasons["vertex"] += 1
    assert min(reasons.values()) > 20


def test_two_bytes_that_would_cancel_out_are_refused(found):
    """Rows of another instance, tiles exchanged, a turned xxx: sums or tiles alone are not enough."""
    rows = found.witnesses[:3].copy()
    with pytest.raises(NoProof, match="row 0 .*vertex"):
        check_rows(rows[1:2], 0)  # a right witness in the wrong row: right tiles
    flat = np.flatnonzero(np.isin(rows[0] // 3, (0, 9, 12, 13)))[0]
    rows[0, flat] += 1  # a turned xxx: right dots
    with pytest.raises(NoProof, match="row 0 .*has no turn 1"):
        check_rows(rows, 0)
    rows[:] = [[0] * 20] * 3
    with pytest.raises(NoProof, match="tile 000 is there 20 times, not once"):
        check_rows(rows, 0)


@pytest.mark.slow
def test_a_changed_header_is_refused_or_means_the_same(saved):
    """Each of its 128 bytes, with eight other values each: one line that names the file, before any row is
    read; or, for a blank and the like, the very same array."""
    chance, rows, refusals = random.Random(4), np.fromfile(saved, np.uint8, offset=128), 0
    with open(saved, "r+b") as file:
        for place in range(len(HEADER)):
            for value in {HEADER[place] ^ 1, *chance.sample(range(256), 7)} - {HEADER[place]}:
                file.seek(place)
                file.write(bytes([value]))
                file.flush()
                try:
                    found = census_check.open_rows(str(saved))
                except NoProof as error:
                    assert str(error).startswith(f"{saved}: ") and "\n" not in str(error)
                    refusals += 1
                else:
                    assert (found.shape, found.dtype) == ((INSTANCES, 20), np.uint8)
                    assert (found.ravel() == rows).all()
            file.seek(place)
            file.write(HEADER[place : place + 1])
            file.flush()
    assert saved.read_bytes()[:128] == HEADER and refusals > 700


# -------- the check: no such file


def small(path: Path, array: np.ndarray) -> Path:
    np.save(path, array)
    return path


@pytest.mark.parametrize(
    "name, content, said",
    [
        ("empty.npy", b"", "is no whole .npy file"),
        ("text.npy", b"hello" * 100, "is no whole .npy file"),
        ("header.npy", HEADER[:60], "is no whole .npy file"),
        ("nothing.npy", HEADER, "is no whole .npy file"),
        ("short.npy", HEADER + bytes(20), "is no whole .npy file"),
    ],
)
def test_files_that_end_too_early(tmp_path, name, content, said):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(PuzzleError, match=f"{name}: {said}"):
        check(str(tmp_path / name))


def test_one_byte_too_few_or_too_many(saved):
    with open(saved, "r+b") as file:
        whole = file.seek(-1, os.SEEK_END) + 1
        last = file.read()
        try:
            for size, said in ((whole - 1, "is no whole .npy file"), (whole + 1, "1 byte too long")):
                file.truncate(size)
                with pytest.raises(PuzzleError, match=said):
                    check(saved)
        finally:
            file.truncate(whole)
            file.seek(whole - 1)
            file.write(last)


@pytest.mark.parametrize(
    "array, said",
    [
        (np.zeros((5, 20), np.uint8), r"holds uint8 \(5, 20\)"),
        (np.zeros((3, 20), np.int64), r"holds int64 \(3, 20\)"),
        (np.zeros((20, 7), np.uint8, order="F"), r"holds uint8 \(20, 7\)"),
        (np.zeros(4), r"holds float64 \(4,\)"),
    ],
)
def test_other_arrays(tmp_path, array, said):
    with pytest.raises(PuzzleError, match=rf"w.npy: {said}; a file of witnesses holds uint8 of shape"):
        check(small(tmp_path / "w.npy", array))
    with pytest.raises(PuzzleError, match="a file of witnesses holds uint8 of shape"):
        check(array)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes on this system")
def test_a_pipe_does_not_block(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(PuzzleError, match="is no file"):
        check(tmp_path / "pipe")


def test_check_is_interrupted(found, monkeypatch):
    def interrupted(rows, first):
        if first:
            raise KeyboardInterrupt

    monkeypatch.setattr(census_check, "check_rows", interrupted)
    checked = check(found.witnesses)
    assert checked.stopped == "interrupt" and 0 < checked.verified < INSTANCES


@pytest.mark.slow
@pytest.mark.parametrize("program", [["-m", "puzzlelib.icosoku.census.check"], [census_check.__file__]])
def test_check_as_a_command(saved, tmp_path, program):
    """As a module of the library, and as a plain file."""

    def command(*words):
        line = [sys.executable, *program, *map(str, words)]
        return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=120)

    right = command(saved)
    assert right.returncode == 0
    assert right.stdout.startswith("3,991,680 of 3,991,680 instances have a witness that is right")
    assert not right.stderr
    for words in ([tmp_path / "no.npy"], [], [saved, saved]):
        wrong = command(*words)
        assert wrong.returncode == 2 and not wrong.stdout and len(wrong.stderr.splitlines()) == 1
