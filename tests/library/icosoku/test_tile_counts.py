"""Exact counts: against plain enumeration, closed formulas, symmetry, other face orders, and an estimate by
chance."""

import _thread
import os
import subprocess
import sys
import threading
from collections import Counter
from ctypes import c_uint64, c_void_p
from functools import cache
from itertools import count as numbers
from math import factorial, prod
from pathlib import Path
from random import Random

import numpy as np
import pytest
from brute_force import count_by_sums
from quiet_clock import ends_within, now
from sizes import picked, size

from puzzlelib import PuzzleError
from puzzlelib.common.machine import CORES, on_one_core
from puzzlelib.common.words import print_once
from puzzlelib.compiled.library import function
from puzzlelib.icosoku.counting import arrays
from puzzlelib.icosoku.counting.exact import count, count_slowly, layers, tally
from puzzlelib.icosoku.counting.face_order import Beginning, choices, face_order, next_faces
from puzzlelib.icosoku.polyhedron import bipyramid, icosahedron, octahedron, polyhedron, tetrahedron
from puzzlelib.icosoku.puzzle import Cosoku, icosoku, paper_tetrahedron

ROOT = Path(__file__).parents[3]
TORUS = polyhedron(
    [[f"V{i % 7}", f"V{(i + a) % 7}", f"V{(i + b) % 7}"] for i in range(7) for a, b in ((1, 3), (3, 2))],
    "torus",
)
SOLIDS = [tetrahedron(), bipyramid(3), bipyramid(4), bipyramid(5), octahedron(), bipyramid(6), TORUS]
PAPER = 1_418_583_433  # found here; see the estimate by chance, the symmetries and the other orders below


# -------- brute force


def drawn_tiles(draw: Random, faces: int, spare: int) -> list:
    """Tiles of few types, so that brute force can list everything: at most some ten thousand arrangements."""
    while True:
        types = [
            min(((a, b, c), (b, c, a), (c, a, b)))
            for a, b, c in (
                draw.choices(range(draw.choice((1, 2, 4))), k=3) for _ in range(draw.randint(1, 4))
            )
        ]
        tiles = draw.choices(types, k=faces + spare)
        if arrangements_at_most(tiles) <= 40_000:
            return tiles


def arrangements_at_most(tiles) -> int:
    return (
        factorial(len(tiles))
        // prod(map(factorial, Counter(tiles).values()))
        * 3 ** sum(len(set(tile)) > 1 for tile in tiles)
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(size("tiles counted")))
def test_brute_force_agrees(seed):
    """Several capacities for each drawn set of tiles: common, rare, and just missed."""
    draw = Random(seed)
    solid, spare = SOLIDS[seed % len(SOLIDS)], draw.choice((0, 0, 1, 2))
    tiles = drawn_tiles(draw, len(solid.faces), spare)
    truth = count_by_sums(solid, tiles)
    ranked = sorted(truth, key=lambda one: (truth[one], one))
    near = list(ranked[-1])
    near[0], near[1] = near[0] + 1, max(0, near[1] - 1)
    for capacities in {ranked[-1], ranked[0], *draw.sample(ranked, min(3, len(ranked))), tuple(near)}:
        puzzle = Cosoku(solid, capacities, tuple(tiles))
        order = draw.sample(range(len(solid.faces)), len(solid.faces))
        assert count(puzzle) == truth[capacities]
        assert tally(puzzle, order=order, meet=draw.randint(1, len(order) - 1)).number == truth[capacities]
        assert count_slowly(puzzle, order) == count_slowly(puzzle) == truth[capacities]


def test_the_papers_tetrahedron():
    truth = count_by_sums(tetrahedron(), paper_tetrahedron().tiles)
    assert count(paper_tetrahedron()) == truth[1, 2, 3, 4] == 19


# -------- closed formulas


def test_all_dots_on_the_vertices_of_one_face():
    """n tiles 000 but for one 111: one place. And one 001: five faces around A."""
    assert count(Cosoku(icosahedron(), (1, 1, 1) + (0,) * 9, ((0, 0, 0),) * 19 + ((1, 1, 1),))) == 1
    assert count(Cosoku(icosahedron(), (1,) + (0,) * 11, ((0, 0, 0),) * 19 + ((0, 0, 1),))) == 5


def test_many_different_tiles():
    """All dots at the apexes of a bipyramid, dots that are powers of two: which tiles lie at N is forced, and
    n! · n! orders remain."""
    n = 7
    tiles = tuple((0, 0, 1 << i) for i in range(2 * n))
    north = sum(tile[2] for tile in tiles[::2])
    assert (
        count(Cosoku(bipyramid(n), (north, (1 << 2 * n) - 1 - north) + (0,) * n, tiles)) == factorial(n) ** 2
    )


@pytest.mark.parametrize(
    "a, b",
    [(0, 0), (1, 2**64 - 1), (2**64 - 1, 2**64 - 1), (2**32 + 1, 2**32 - 1), (123456789**2, 987654321**2)],
)
def test_products_of_64_bit_numbers_are_exact(a, b):
    total = np.zeros(3, np.uint64)
    add_product = function("add_product", c_void_p, c_uint64, c_uint64)
    for _ in range(3):
        add_product(total.ctypes.data, a, b)
    assert sum(int(word) << 64 * i for i, word in enumerate(total)) == 3 * a * b


@pytest.mark.parametrize("workers", ["1", "3"])
def test_an_overflow_is_noticed(workers, monkeypatch, capfd):
    """If there were 2^63 ways to begin: no wrong number, but plain Python."""
    monkeypatch.setenv(CORES, workers)
    monkeypatch.setattr(arrays, "MANY_STATES", 0)

    def begun(groups):
        layer = started(groups)
        layer.numbers[:] = 1 << 63
        return layer

    started = arrays.one_state
    monkeypatch.setattr(arrays, "one_state", begun)
    print_once.cache_clear()
    assert count(paper_tetrahedron()) == 19
    assert "2^64" in capfd.readouterr().err


# -------- threads


def layers_by(workers: int, puzzle: Cosoku, order: list[int], meet: int) -> list:
    """The layers of both sides as lists, and the count, by so many threads."""
    one = arrays.CompiledCount(puzzle, order, meet, lambda made, states: None, workers)
    sides = one.side(one.plan.corners[: meet - 1], 0, []), one.side(one.plan.corners[:meet:-1], 0, [])
    return [[column.tolist() for column in side] for side in sides] + [one.run(), one.ahead, one.behind]


@pytest.mark.parametrize("seed", range(4))
def test_threads_make_the_same_layers(seed, monkeypatch):
    monkeypatch.setattr(arrays, "MANY_STATES", 0)
    draw, solid = Random(seed), SOLIDS[seed % len(SOLIDS)]
    faces = len(solid.faces)
    tiles = drawn_tiles(draw, faces, 0)
    truth = count_by_sums(solid, tiles)
    puzzle = Cosoku(solid, max(truth, key=truth.get), tuple(tiles))
    order, meet = draw.sample(range(faces), faces), draw.randint(1, faces - 1)
    made = [layers_by(workers, puzzle, order, meet) for workers in (1, 2, 3, 7)]
    assert made[0] == made[1] == made[2] == made[3] and made[0][2] == max(truth.values())


@pytest.mark.slow
def test_threads_count_the_papers_puzzle():
    one, three = (tally(icosoku(), workers=workers) for workers in (1, 3))
    assert (one.number, one.ahead, one.behind) == (three.number, three.ahead, three.behind)
    assert one.number == PAPER


def test_few_states_are_not_divided(monkeypatch):
    def parts(workers, *sizes, groups=1000):
        one = arrays.CompiledCount(paper_tetrahedron(), [0, 1, 2, 3], 2, lambda made, states: None, workers)
        return len(one.divided(np.arange(groups), *(arrays.one_state(np.arange(size)) for size in sizes)))

    many = arrays.MANY_STATES
    assert [parts(3, 1), parts(3, many - 1), parts(3, many), parts(3, many // 2, many)] == [1, 1, 12, 12]
    assert parts(3, many, groups=5) == 5 and parts(1, many) == 1
    monkeypatch.setenv(CORES, "2")
    assert parts(None, many) == 8
    with on_one_core():
        assert parts(None, many) == 1


@pytest.mark.parametrize("error", [PuzzleError, KeyboardInterrupt, RuntimeError])
def test_an_error_in_a_thread_reaches_the_caller(error, monkeypatch):
    def fail(name, *given):
        raise error("here")

    monkeypatch.setattr(arrays, "MANY_STATES", 0)
    monkeypatch.setattr(arrays, "call", fail)
    with pytest.raises(error, match="here"):
        layers_by(3, paper_tetrahedron(), [0, 1, 2, 3], 2)
    assert not [one for one in threading.enumerate() if "ThreadPool" in one.name]


# -------- the toy


@cache
def paper_tally():
    heard = []
    return tally(icosoku(), progress=lambda *news: heard.append(news)), heard


@pytest.mark.slow
def test_the_papers_instance():
    """The paper could only say: more than 200 million, with equal tiles in order."""
    found, _ = paper_tally()
    assert found.number == PAPER and not found.stopped
    assert found.ahead[0] == found.behind[0] == 1 and len(found.ahead) + len(found.behind) == 21


@pytest.mark.slow
@pytest.mark.parametrize("which", picked([40, 101], [101]))
def test_rotated_and_reflected_pegs_give_the_same_number(which):
    """The order of the faces is chosen for each pegs anew, so that other layers are met."""
    symmetry, pegs = icosahedron().symmetries()[which], [0] * 12
    for vertex, goal in enumerate(symmetry.vertices):
        pegs[goal] = icosoku().capacities[vertex]
    assert symmetry.mirrored == (which >= 60)
    assert count(icosoku(pegs)) == PAPER


MEASURED = """
import time
from _measure import memory
from puzzlelib.icosoku.puzzle import icosoku
from puzzlelib.icosoku.counting.exact import count
print(count(icosoku(seed=2)), time.process_time(), memory())
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell the peak")
def test_time_and_memory_of_the_whole_process():
    """The slowest of those that the benchmark measured; the bar is 60 seconds and 1 GB (in MB here).
    Compiling is part of it."""

    def attempt():
        done = run_python(MEASURED, PYTHONPATH=str(ROOT / "benchmarks"))
        _, seconds, peak = map(float, done.stdout.split())
        assert peak < 1000
        return seconds

    ends_within(60, attempt)


@pytest.mark.parametrize("solid", SOLIDS, ids=lambda solid: solid.name)
def test_after_the_first_face_come_those_beside_it(solid):
    corners = solid.corners
    for first, own in enumerate(corners):
        met = tuple(int(vertex in own) for vertex in range(len(solid.vertices)))
        beside = [face for face, other in enumerate(corners) if len({*own} & {*other}) == 2]
        assert next_faces(corners, Beginning(0.0, (first,), met)) == beside


@pytest.mark.long
def test_another_order_and_another_meeting_point_give_the_same_number():
    """The order that is best for other pegs, from its end on, and a layer that is not the largest."""
    assert tally(icosoku(), order=face_order(icosoku(seed=3))[::-1], meet=10).number == PAPER


def by_chance(puzzle, order, particles: int, rng) -> float:
    """An unbiased estimate of the number of solutions, by particles that lay tiles at random (sequential
    Monte Carlo).

    A particle lays one of the ways that fit, by chance; particles with many such ways are copied, those with
    none vanish. The product of the mean numbers of ways has the number of solutions as its mean. No states
    are merged, nothing is counted twice. Source: Chopin and Papaspiliopoulos, An Introduction to Sequential
    Monte Carlo, 2020.
    """
    triples = np.array(
        [[tile[-turn % 3], tile[(1 - turn) % 3], tile[(2 - turn) % 3]] for tile, turn in puzzle.ways]
    )
    kinds = np.array([puzzle.types.index(tile) for tile, _ in puzzle.ways])
    left = np.tile([puzzle.tiles.count(tile) for tile in puzzle.types], (particles, 1))
    missing, to_come = (
        np.tile(puzzle.capacities, (particles, 1)),
        np.array([len(around) for around in puzzle.polyhedron.around]),
    )
    estimate = 1.0
    for face in order:
        corners = list(puzzle.polyhedron.corners[face])
        to_come[corners] -= 1
        after = missing[:, None, corners] - triples
        fits = (left[:, kinds] > 0) & (after >= 0).all(2) & (after <= triples.max() * to_come[corners]).all(2)
        ways = fits.sum(1)
        estimate *= ways.mean()
        if not estimate:
            return 0.0
        parents = rng.choice(particles, particles, p=ways / ways.sum())
        way = (fits[parents] * rng.random((particles, len(kinds)))).argmax(1)
        left, missing = left[parents], missing[parents]
        left[np.arange(particles), kinds[way]] -= 1
        missing[:, corners] -= triples[way]
    return estimate


def test_the_estimate_by_chance_is_right_where_the_number_is_known():
    puzzle, rng = paper_tetrahedron(), np.random.default_rng(1)
    runs = [by_chance(puzzle, range(4), 500, rng) for _ in range(50)]
    assert abs(np.mean(runs) - 19) < 4 * np.std(runs) / 50**0.5 < 3


@pytest.mark.long
def test_the_toy_agrees_with_the_estimate():
    """25 runs; the exact number lies within four standard errors, and these are below a tenth of it."""
    puzzle, rng = icosoku(), np.random.default_rng(2)
    runs = [by_chance(puzzle, face_order(puzzle), 8_000, rng) for _ in range(25)]
    mean, spread = np.mean(runs), np.std(runs) / 25**0.5
    assert spread < 0.1 * PAPER and abs(mean - PAPER) < 4 * spread


# -------- layers, orders


def test_the_compiled_layers_are_those_of_plain_python():
    for seed in range(8):
        draw, solid = Random(seed), SOLIDS[seed % 5]
        tiles = drawn_tiles(draw, len(solid.faces), 0)
        truth = count_by_sums(solid, tiles)
        puzzle = Cosoku(solid, max(truth, key=truth.get), tuple(tiles))
        order, n = list(face_order(puzzle)), len(solid.faces)
        sizes = (
            [len(layer) for layer in layers(puzzle, order)],
            [len(layer) for layer in layers(puzzle, order[::-1])],
        )
        for meet in (1, n // 2, n - 1):
            found = tally(puzzle, meet=meet)
            assert (list(found.ahead), list(found.behind)) == (sizes[0][: meet + 1], sizes[1][: n - meet])


# -------- stopping, errors, without numba


@pytest.mark.slow
def test_stop_within_a_second_gives_none():
    def attempt():
        asked = []

        def stop():
            asked.append(now())
            return len(asked) > 5

        found = tally(icosoku(), stop)
        asked.append(now())
        assert (found.number, found.stopped) == (None, "stopped")
        return max(np.diff(asked))

    ends_within(1, attempt)
    assert count(icosoku(), lambda: True) is None


@pytest.mark.slow
def test_an_interrupt_ends_the_count():
    pressed = []

    def press():
        pressed.append(now())
        _thread.interrupt_main()

    for use in (tally, count):

        def attempt():
            timer = threading.Timer(0.5, press)
            timer.start()
            try:
                assert use(icosoku()).stopped == "interrupt" and use is tally
            except KeyboardInterrupt:
                assert use is count
            seconds = now() - pressed[-1]
            timer.join()
            return seconds

        ends_within(1, attempt)
    assert count(paper_tetrahedron()) == 19, "and all works as before"


@pytest.mark.slow
def test_progress_tells_layers_and_states():
    made, of, states = zip(*paper_tally()[1])
    assert len(made) > 10 and list(made) == sorted(made) and set(of) == {19} and made[-1] == 18
    assert max(states) > 1_000_000


def test_impossible_puzzles_say_why():
    found = tally(Cosoku(tetrahedron(), (1, 2, 3, 5), paper_tetrahedron().tiles))
    assert found.number == 0 and found.said == "the tiles have 10 dots, but the vertices ask for 11"


@pytest.mark.parametrize(
    "bad",
    [
        dict(order=[0, 1, 2]),
        dict(order=[0, 1, 2, 2]),
        dict(order="abcd"),
        dict(order=7),
        dict(meet=0),
        dict(meet=4),
        dict(meet="x"),
        dict(workers=0),
        dict(workers="2"),
    ],
)
def test_what_makes_no_sense_is_refused(bad):
    with pytest.raises(PuzzleError):
        tally(paper_tetrahedron(), **bad)


def test_what_does_not_fit_into_the_arrays_is_counted_in_plain_python(capfd):
    """Capacities with more bits than a key has: 17 bits for each of four open vertices."""
    tiles = ((0, 0, 70_000), (0, 0, 70_001), (0, 0, 70_003), (0, 0, 70_007))
    truth = count_by_sums(tetrahedron(), tiles)
    capacities = max(truth, key=truth.get)
    found = tally(Cosoku(tetrahedron(), capacities, tiles))
    assert found.number == truth[capacities] > 0 and found.said == "counted in plain Python"
    assert "64 bits" in capfd.readouterr().err


def run_python(code, **environment):
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, timeout=240
    )


def test_without_machine_code_plain_python_counts_and_says_so_once():
    done = run_python(
        "from puzzlelib.compiled import library\n"
        "library.library_name = lambda: 'none.so'\n"
        "from puzzlelib.icosoku.puzzle import paper_tetrahedron\n"
        "from puzzlelib.icosoku.counting.exact import count, tally\n"
        "print(count(paper_tetrahedron()), tally(paper_tetrahedron()).said)"
    )
    assert done.stdout == "19 counted in plain Python\n", done.stderr
    assert len(done.stderr.splitlines()) == 1 and "no library was built for none" in done.stderr


# -------- the unusual


def test_the_spread_of_dots_is_never_below_zero():
    """Not even as floats are rounded."""
    puzzle = Cosoku(bipyramid(200), [0] * 202, [(166_661,) * 3] * 400)
    assert min(variance for _, _, variance in choices(puzzle)) >= 0


MANY_FACES = Cosoku(bipyramid(200), [200, 200] + [0] * 200, [(0, 0, 1)] * 400)
MANY_SPARE_TILES = Cosoku(tetrahedron(), [20] * 4, [(0, 0, k) for k in [*range(29), 70]])
MANY_CHOICES = Cosoku(tetrahedron(), [20] * 4, [(0, 0, k) for k in range(24)])  # 2^24, the most in arrays


@pytest.mark.slow
@pytest.mark.parametrize(
    "puzzle",
    [MANY_FACES, MANY_SPARE_TILES, MANY_CHOICES],
    ids=["many faces", "many spare tiles", "many choices"],
)
def test_a_count_is_stopped_while_it_is_made_ready(puzzle):
    """Before, an order was looked for, or all sets of spare tiles, without a look at the clock."""

    def attempt():
        start, asked = now(), numbers()
        assert count(puzzle, stop=lambda: next(asked) >= 2) is None
        return now() - start

    ends_within(1.2, attempt)
