"""3coSoKu by every engine: the toy, the paper's examples, small polyhedra against brute force, and what cuts
a search short."""

import random
import signal
import threading
from dataclasses import replace

import pytest
from brute_force import count_labelled, tilings
from quiet_clock import ends_within, now
from sizes import size

from puzzlelib import PuzzleError
from puzzlelib.asp.engine import answers
from puzzlelib.icosoku import by_asp as cosoku_asp
from puzzlelib.icosoku import by_minizinc as minizinc
from puzzlelib.icosoku import by_search as tile_search
from puzzlelib.icosoku import events as tile_trace
from puzzlelib.icosoku.by_ilp import cosoku_program
from puzzlelib.icosoku.counting import exact as tile_counts
from puzzlelib.icosoku.engines import ENGINES, available, missing, solve
from puzzlelib.icosoku.polyhedron import bipyramid, icosahedron, octahedron, tetrahedron
from puzzlelib.icosoku.puzzle import (
    ALL_TILES,
    PAPER_PEGS,
    TILES,
    Cosoku,
    Placed,
    icosoku,
    paper_tetrahedron,
    sums,
    turns,
    why_impossible,
)
from puzzlelib.icosoku.referee import verify
from puzzlelib.ilp.solvers import solve_model
from puzzlelib.packing.referee import Invalid

HERE = available()


def random_puzzle(solid, tiles, seed, spare=0):
    """A puzzle that has a solution: capacities as some tiles, laid by chance, give them."""
    draw = random.Random(seed)
    pool = draw.choices(tiles, k=len(solid.faces) + spare)
    laid = [Placed(tile, draw.choice(turns(tile))) for tile in draw.sample(pool, len(solid.faces))]
    blank = Cosoku(solid, [0] * len(solid.vertices), pool)
    return Cosoku(solid, sums(blank, laid), pool, f"{solid.name} {seed}")


SMALL = [
    paper_tetrahedron(),
    *(random_puzzle(tetrahedron(), ALL_TILES, seed, seed % 3) for seed in range(6)),
    random_puzzle(bipyramid(3), TILES[:9], 1),
]
EIGHT = Cosoku(octahedron(), (3, 3, 6, 3, 3, 6), [(0, 1, 2)] * 8, "octahedron")


@pytest.fixture(scope="module")
def solved_by_hand():
    return {puzzle.name: tilings(puzzle) for puzzle in SMALL}


# -------- the toy


def is_solved(puzzle, engine, **options):
    found = solve(puzzle, engine, **options)
    assert found.arrangement and found.complete and found.engine == engine and found.seconds > 0
    verify(puzzle, found.arrangement)


@pytest.mark.slow
@pytest.mark.parametrize("engine", HERE)
def test_seeded_instances(engine):
    """Every instance of IcoSoKu has a solution (the paper), its own first. A hundred by each engine:
    benchmarks/bench_icosoku.py."""
    many = {"chuffed": 2, "asp": size("instances"), "backtracking": size("instances")}.get(engine, 4)
    instances = [icosoku(), *(icosoku(seed=seed) for seed in range(many))]
    assert instances[0].capacities == PAPER_PEGS and len({one.capacities for one in instances}) == many + 1
    for puzzle in instances:
        is_solved(puzzle, engine, time_limit=120)


@pytest.mark.slow
@pytest.mark.parametrize("engine", HERE)
def test_other_polyhedra(engine):
    is_solved(EIGHT, engine)
    is_solved(random_puzzle(bipyramid(5), TILES, 1), engine)


@pytest.mark.slow
@pytest.mark.parametrize("engine", HERE)
def test_tiles_that_stay_unused(engine):
    """All 24 different tiles with up to three dots, of which four stay unused; Liu and others found that
    every instance has a solution."""
    puzzle = Cosoku(icosahedron(), PAPER_PEGS, ALL_TILES)
    assert puzzle.spare == 4
    is_solved(puzzle, engine)


def test_a_seed_may_change_the_arrangement_and_nothing_else():
    puzzle = icosoku(seed=5)
    found = {solve(puzzle, "asp", seed=seed).arrangement for seed in range(4)}
    assert len(found) > 1 and solve(puzzle, "asp", seed=3).arrangement in found


# -------- small ones, against brute force


def test_asp_finds_all_solutions(solved_by_hand):
    for puzzle in SMALL:
        for encoding in ("ordered", "types"):
            found = list(cosoku_asp.solutions(puzzle, encoding=encoding))
            assert len(found) == len(set(found)), (puzzle.name, encoding)
            assert set(found) == solved_by_hand[puzzle.name], (puzzle.name, encoding)


def test_what_symmetry_breaking_leaves_out(solved_by_hand):
    factors = set()
    for puzzle in SMALL[:7]:
        solutions = solved_by_hand[puzzle.name]
        numbered = answers(cosoku_asp.facts(puzzle), cosoku_asp.FOLDER / "cosoku.lp", limit=None)
        assert len(numbered) == sum(count_labelled(puzzle, one) for one in solutions), puzzle.name
        factors |= {len(numbered) // len(solutions)}
    assert max(factors) > 1


@pytest.mark.slow
def test_every_engine_proves_that_there_is_no_solution(solved_by_hand):
    """Sums alone do not show it; brute force and every engine do."""
    for puzzle in unsolvable():
        assert not why_impossible(puzzle) and not tilings(puzzle)
        for engine in HERE:
            found = solve(puzzle, engine)
            assert found.arrangement is None and found.complete and not found.stopped, (
                puzzle.capacities,
                engine,
            )


def unsolvable():
    """Instances whose sums look right: two drawn at random, and the numbers 1, 1, 4, which cannot be parted
    into equal halves."""
    yield Cosoku(tetrahedron(), (3, 6, 2, 6), [(0, 3, 1), (0, 3, 3), (1, 1, 1), (1, 1, 2)])
    yield Cosoku(tetrahedron(), (2, 7, 3, 2), [(0, 0, 1), (0, 2, 3), (0, 3, 2), (1, 1, 1)])
    yield Cosoku(
        bipyramid(3), (3, 3, 0, 0, 0), [(0, 0, 1), (0, 0, 1), (0, 0, 4), (0, 0, 0), (0, 0, 0), (0, 0, 0)]
    )


def test_a_reason_comes_before_any_engine():
    found = solve(Cosoku(tetrahedron(), (1, 2, 3, 5), paper_tetrahedron().tiles), "highs")
    assert found.complete and found.arrangement is None
    assert found.said == "the tiles have 10 dots, but the vertices ask for 11"


# -------- programs as texts


def test_the_files_run_with_plain_clingo():
    facts = (cosoku_asp.FOLDER / "icosoku.lp").read_text(encoding="utf-8")
    assert facts.endswith(cosoku_asp.facts(icosoku()))
    for encoding in cosoku_asp.ENCODINGS:
        (answer,) = answers(cosoku_asp.FOLDER / "icosoku.lp", *cosoku_asp.rules(encoding))
        verify(icosoku(), cosoku_asp.arrangement_of(icosoku(), answer))


def test_a_program_of_one_s_own(solved_by_hand):
    puzzle = paper_tetrahedron()
    own = (cosoku_asp.FOLDER / "cosoku.lp").read_text(encoding="utf-8") + ':- put("ABC",4).\n'
    found = cosoku_asp.arrangements(puzzle, own, limit=None)
    assert found.complete
    assert set(found) == {one for one in solved_by_hand[puzzle.name] if one[0][0] != (1, 1, 2)}
    assert 0 < len(found) < len(solved_by_hand[puzzle.name])


@pytest.mark.parametrize(
    ("program", "line"),
    [
        ("put(F,T) tile(T).", "line 1: syntax error"),
        ('put("ABC",1).', "the answer has 0 turns on face ABC"),
        ('put("ABC",1). turn("ABC",0).', "the answer puts 0 tiles on face ACD"),
        ('put("XYZ",1). turn("ABC",0).', "put(XYZ,1) names no face of the tetrahedron"),
        ('put("ABC",5,0).', "the answer has the tile 5 on face ABC: they are 1 to 4"),
        ('put("ABC",1). put("ABC",2). turn("ABC",0).', "the answer puts 2 tiles on face ABC"),
    ],
)
def test_mistakes_in_a_program_are_one_line(program, line):
    with pytest.raises(PuzzleError) as caught:
        cosoku_asp.arrangements(paper_tetrahedron(), program)
    assert line in str(caught.value) and "\n" not in str(caught.value)


def test_the_program_says_three_things():
    model = cosoku_program(icosoku())
    assert len(model.names) == 20 * 34 and len(model.rows) == 20 + 14 + 12
    assert {row.sense for row in model.rows.values()} == {"="}
    spare = cosoku_program(Cosoku(icosahedron(), PAPER_PEGS, ALL_TILES))
    assert {row.sense for name, row in spare.rows.items() if name.startswith("tile")} == {"<="}


# -------- cut short


def hard():
    """Forty tiles with many dots on a bipyramid: there is a solution, and no engine finds it in seconds."""
    draw = random.Random(1)
    tiles = [tuple(draw.randint(0, 999) for _ in range(3)) for _ in range(100)]
    return random_puzzle(bipyramid(20), tiles, 1)


@pytest.mark.slow
@pytest.mark.parametrize("engine", HERE)
def test_a_time_limit_is_kept(engine):
    def attempt():
        start = now()
        found = solve(hard(), engine, time_limit=0.5)
        assert (found.arrangement, found.stopped, found.complete) == (None, "time limit", False)
        return now() - start - 0.5

    ends_within(1, attempt)


@pytest.mark.slow
@pytest.mark.parametrize("engine", HERE)
def test_an_interrupt_ends_a_search_and_the_next_one_works(engine):
    solve(paper_tetrahedron(), engine)  # what must be loaded is loaded
    ends_within(1, lambda: interrupted(engine))
    is_solved(paper_tetrahedron(), engine)


def interrupted(engine: str) -> float:
    """Seconds from Ctrl-C, half a second after the start, to the end of a hard search."""
    struck = []

    def strike():
        struck.append(now())
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    timer = threading.Timer(0.5, strike)
    timer.start()
    try:
        found = solve(hard(), engine, time_limit=60)
    finally:
        timer.cancel()
    seconds = now() - struck[0]
    assert found.stopped == "interrupt" and found.arrangement is None
    return seconds


def test_an_interrupt_that_comes_with_the_answer_is_not_lost(monkeypatch):
    outcome = replace(solve_model(cosoku_program(paper_tetrahedron())), status="interrupt")
    monkeypatch.setattr("puzzlelib.icosoku.by_ilp.solve_model", lambda *args, **options: outcome)
    found = solve(paper_tetrahedron(), "highs")
    assert found.stopped == "interrupt" and found.arrangement and not found.complete


# -------- the door


def test_the_referee_judges_every_answer(monkeypatch):
    wrong = solve(icosoku(seed=2)).arrangement
    answer = cosoku_asp.Arranged(wrong, "asp")
    monkeypatch.setattr(cosoku_asp, "arrange", lambda *args, **options: answer)
    with pytest.raises(Invalid):
        solve(icosoku(seed=3))


def test_engines_that_are_not_there(monkeypatch):
    from puzzlelib.icosoku import by_minizinc as minizinc

    monkeypatch.setattr(
        minizinc, "available", lambda: {"gecode": "native", "chuffed": "npm install minizinc brings it"}
    )
    assert missing() == {"chuffed": "npm install minizinc brings it"}
    assert "chuffed" not in available() and {"gecode", "gecode-restarts"} < set(available())


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (lambda: solve(icosoku(), "prolog"), f"engine 'prolog': choose one of {', '.join(ENGINES)}"),
        (
            lambda: solve("icosoku"),
            "'icosoku' is not a puzzle of tiles on a polyhedron; icosoku(seed=1) makes one",
        ),
        (lambda: solve(icosoku(), seed=-1), "seed -1: must be a whole number from 0 to 2,000,000,000"),
        (lambda: solve(icosoku(), time_limit=0), "time limit 0: must be a number of seconds above 0"),
        (lambda: solve(icosoku(), "x"), "engine 'x': choose one of"),
        (lambda: cosoku_asp.rules("paper"), "encoding 'paper': choose one of tiles, ordered, types"),
    ],
)
def test_bad_input_is_one_line(call, line):
    with pytest.raises(PuzzleError) as caught:
        call()
    assert str(caught.value).startswith(line) and "\n" not in str(caught.value)


@pytest.mark.parametrize("bad", [None, "soma", 7])
@pytest.mark.parametrize(
    "call",
    [
        solve,
        cosoku_asp.arrange,
        lambda puzzle: list(cosoku_asp.solutions(puzzle)),
        cosoku_asp.facts,
        cosoku_program,
        minizinc.data,
        tile_search.arrange,
        lambda puzzle: list(tile_search.solutions(puzzle)),
        tile_trace.trace,
        tile_counts.count,
        tile_counts.count_slowly,
    ],
)
def test_what_is_no_puzzle_is_told_by_each(call, bad):
    with pytest.raises(PuzzleError, match="is not a puzzle of tiles on a polyhedron; icosoku"):
        call(bad)
