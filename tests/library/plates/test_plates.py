"""Plates: geometry, both puzzles against counts made in another way, every engine and solver on 200 sets, the
generator."""

import itertools
import random
import subprocess
import sys
from dataclasses import replace
from functools import cache
from math import factorial, prod

import numpy as np
import pytest
from brute_force import covers
from sizes import size

from puzzlelib import count, load, orbits, verify
from puzzlelib.common.errors import PuzzleError
from puzzlelib.ilp import placements as placement_model
from puzzlelib.ilp.model import Variable, total
from puzzlelib.ilp.solvers import SOLVERS, all_solutions
from puzzlelib.packing import files as puzzle_files
from puzzlelib.packing.puzzle import Placement
from puzzlelib.packing.referee import Invalid
from puzzlelib.packing.shapes import normal_form
from puzzlelib.packing.symmetry import SYMMETRIES, option_tables
from puzzlelib.plates import files as plate_files
from puzzlelib.plates import generate as plate_generator
from puzzlelib.plates import geometry, puzzles
from puzzlelib.plates import plate as plates
from puzzlelib.plates.generate import generate_plates
from puzzlelib.plates.geometry import on_board, on_cube
from puzzlelib.plates.plate import Plate, PlateSet, ring
from puzzlelib.plates.referee import FROM_OUTSIDE, verify_plates
from puzzlelib.search import algorithm_x, backtracking, dancing_links

SETS = 200
STEP = 10  # sets in one test


@cache
def both(seed):
    return generate_plates(seed, "both")


def six_alike(name, there):
    """Six plates with all of their borders, or with none, and an empty frame."""
    return PlateSet(name, tuple(Plate(one, (there,) * 12) for one in "ABCDEF"), (False,) * 30)


def random_plate(draw_, name="A"):
    return Plate(name, tuple(draw_.random() < 0.5 for _ in range(12)))


@cache
def everything(given, target):
    return tuple(dancing_links.solutions(puzzles.puzzle_of(given, target)))


# -------- one plate


def test_the_border_runs_clockwise_from_the_top_left_as_in_the_source():
    places = "00 10 20 30 31 32 33 23 13 03 02 01"
    assert ring(4, 4) == [(int(x), int(y)) for x, y in places.split()]
    assert ring(10, 7)[:11] == [*((x, 0) for x in range(10)), (9, 1)] and ring(10, 7)[-1] == (0, 1)


@pytest.mark.parametrize("seed", range(5))
def test_turns_and_mirror_images_are_those_of_the_picture(seed):
    plate = random_plate(random.Random(seed))
    picture = np.array(plate.cells)
    assert picture[1:3, 1:3].all() and sum(plate.border12) == picture.sum() - 4
    for turn in range(6):
        assert (np.array(plate.turned(turn).cells) == np.rot90(picture, -turn)).all()
    assert (np.array(plate.mirrored().cells) == picture[:, ::-1]).all()
    assert plate.is_chiral() == (not any((np.rot90(picture, k) == picture[:, ::-1]).all() for k in range(4)))
    assert len({plate.turned(k).form for k in range(4)}) == 1


def in_one_piece(plate: Plate) -> bool:
    """Return what a walk over the plate says."""
    cells = {(x, y) for y, x in itertools.product(range(4), repeat=2) if plate.cells[y][x]}
    reached, front = set(), [(1, 1)]
    while front:
        x, y = front.pop()
        if (x, y) in cells - reached:
            reached.add((x, y))
            front += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return reached == cells


def test_referees_need_nothing_of_what_searches():
    code = (
        "import sys, puzzlelib.packing.referee, puzzlelib.plates.referee, puzzlelib.icosoku.referee\n"
        "print(*(name for name in sys.modules if name.startswith('puzzlelib.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    rooms = {name.split(".")[1] for name in done.stdout.split()}
    assert rooms == {"common", "packing", "plates", "icosoku"}


# -------- where it can lie

CORNER = Plate("A", (True, True) + (False,) * 10)  # the top left corner, and the cell to the right of it
INNER = {"+X": [(3, y, z) for y in (1, 2) for z in (1, 2)], "-Z": [(x, y, 0) for x in (1, 2) for y in (1, 2)]}


@pytest.mark.parametrize(
    "face, corner, beside",
    [
        ("-Y", (0, 0, 3), (1, 0, 3)),
        ("+X", (3, 0, 3), (3, 1, 3)),
        ("+Y", (3, 3, 3), (2, 3, 3)),
        ("-X", (0, 3, 3), (0, 2, 3)),
        ("+Z", (0, 3, 3), (1, 3, 3)),
        ("-Z", (0, 0, 0), (1, 0, 0)),
    ],
)
def test_seen_from_outside_the_top_left_corner_is_where_a_hand_finds_it(face, corner, beside):
    spot = next(spot for spot in on_cube(CORNER) if (spot.at, spot.turn) == (face, 0))
    assert {corner, beside} < set(spot.cells) and len(spot.cells) == 6
    assert set(INNER.get(face, ())) <= set(spot.cells)


@pytest.mark.parametrize("seed", range(5))
def test_from_outside_each_face_shows_the_plate_turned_and_never_mirrored(seed):
    plate, shown = random_plate(random.Random(seed)), set()
    for spot in on_cube(plate):
        cube = np.zeros((4, 4, 4), bool)
        cube[tuple(zip(*spot.cells))] = True
        assert (FROM_OUTSIDE[spot.at](cube) == np.rot90(plate.cells, -spot.turn)).all()
        shown.add((spot.at, spot.turn))
    assert len(shown) == 24


def test_on_the_board_a_plate_lies_as_in_the_picture_with_its_frame_inside():
    plate, at = random_plate(random.Random(9)), set()
    for spot in on_board(plate):
        board = np.zeros((7, 10), bool)
        for x, y, z in spot.cells:
            board[6 - y, x] = z == 0
        (x, y), size = spot.at, board.sum()
        assert (board[y : y + 4, x : x + 4] == np.rot90(plate.cells, -spot.turn)).all()
        assert size == sum(plate.border12) + 4
        at.add((spot.at, spot.turn))
    assert at == set(itertools.product(itertools.product(range(7), range(4)), range(4)))


def test_places_of_symmetric_plates_are_there_once():
    ring_ = six_alike("rings", True)
    cube, board = puzzles.cube_puzzle(ring_), puzzles.board_puzzle(ring_)
    assert len(cube.placements) == 6 and len(board.placements) == 28
    assert [(piece.name, piece.copies) for piece in cube.pieces] == [("A", 6)]
    assert len(list(geometry.spots(ring_, "cube"))) == 36  # here each plate has a name of its own


def test_a_plate_is_not_pushed_over_the_edge_of_the_board():
    """Without its empty row, the plate would fit in more places; its 4x4 must lie within the 10x7."""
    given = six_alike("bars", False)
    lowest = [
        {min(cell[axis] for cell in cells) for _, cells in puzzles.board_puzzle(given).placements}
        for axis in (0, 1)
    ]
    assert lowest == [set(range(1, 8)), set(range(1, 5))]


# -------- the numbers of the areas


def test_areas():
    given = both(3)
    for target in plates.TARGETS:
        assert puzzles.areas_wrong(given, target) == puzzles.why_unsolvable(given, target) == ""
    assert sum(sum(plate.border12) for plate in given.plates) == 32 and sum(given.border30) == 14
    full = six_alike("full", True)
    assert "72 true together; a cube needs exactly 32" in puzzles.areas_wrong(full, "cube")
    assert (
        "96 cells together, and the board has 70 to fill; no border30 can mend that"
        in puzzles.areas_wrong(full, "board")
    )
    other = replace(given, border30=(True,) * 15 + (False,) * 15)
    assert puzzles.areas_wrong(other, "board").endswith(
        "the board has 55 to fill; border30 has 15 true; with these plates it needs exactly 14"
    )
    with pytest.raises(PuzzleError, match="there is no board"):
        puzzles.areas_wrong(replace(given, border30=None), "board")
    with pytest.raises(PuzzleError, match="target 'both': choose one of board, cube"):
        puzzles.areas_wrong(given, "both")


@pytest.mark.parametrize(
    "wrong, said",
    [
        (lambda: Plate("A", (True,) * 11), "plate A: border12: 11 entries; must be exactly 12"),
        (lambda: Plate("A", ("true",) * 12), r"border12\[0\]: 'true'; must be true or false"),
        (lambda: Plate("", (True,) * 12), "its name must be a text"),
        (lambda: Plate("A\x07", (True,) * 12), "that can be printed"),
        (lambda: PlateSet("two\nlines", ()), "its name must be a text, one line"),
        (lambda: PlateSet("x", None), "plates None: must be 6 plates"),
        (lambda: PlateSet("x", (CORNER,) * 5), "there are 5 plates; there must be exactly 6"),
        (lambda: PlateSet("x", (CORNER,) * 6), "two plates have the name 'A'"),
    ],
)
def test_wrong_plates_are_told(wrong, said):
    with pytest.raises(PuzzleError, match=said):
        wrong()


# -------- counted in another way


def labelled(given, target, solutions):
    """How many solutions there are when equal plates and equal turns of symmetric plates are told apart: what
    brute force counts."""
    turns = (
        prod(4 // len({plate.turned(k).border12 for k in range(4)}) for plate in given.plates)
        if target == "cube"
        else 1
    )
    return len(solutions) * turns * prod(factorial(len(names)) for names in puzzles.kinds(given).values())


def as_word(cells):
    return int("".join("01"[int(cell)] for cell in cells.ravel()), 2)


def count_cubes(given):
    """Count them with the first plate on the top, not turned: every solution has 24 rotated ones, one of them
    so."""
    options = []
    for kind, (face, turn) in itertools.product(range(6), itertools.product(FROM_OUTSIDE, range(4))):
        if kind or (face, turn) == ("+Z", 0):
            cube = np.zeros((4, 4, 4), bool)
            FROM_OUTSIDE[face](cube)[:] = np.rot90(given.plates[kind].cells, turn)  # a view into the cube
            options.append((as_word(cube), kind))
    shell = ~np.pad(np.zeros((2, 2, 2), bool), 1) & ~np.pad(np.ones((2, 2, 2), bool), 1)
    return 24 * sum(1 for _ in covers(as_word(shell), options, [1] * 6))


@pytest.mark.slow
def test_cubes_counted_by_brute_force():
    sets = [make(seed) for seed in range(size("cubes")) for make in (both, generate_plates)]
    sets += [
        mirrored(sets[0], 0),
        plate_files.load("pinwheels"),
        next(one for one in map(both, range(SETS)) if len(everything(one, "cube")) > 100),
    ]
    for given in sets:
        assert labelled(given, "cube", everything(given, "cube")) == count_cubes(given), given.name


def mirrored(given, *numbers):
    return replace(
        given,
        plates=tuple(plate.mirrored() if i in numbers else plate for i, plate in enumerate(given.plates)),
    )


def count_boards(given):
    """Count them from all places of each plate in the room that the frame leaves."""
    room, options = ~np.array(given.board), set()
    for y, x, turn, kind in itertools.product(range(4), range(7), range(4), range(6)):
        board = np.zeros((7, 10), bool)
        board[y : y + 4, x : x + 4] = np.rot90(given.plates[kind].cells, turn)
        if room[board].all():
            options.add((as_word(board), kind))
    return sum(1 for _ in covers(as_word(room), sorted(options), [1] * 6))


@pytest.mark.slow
def test_boards_counted_by_brute_force():
    sets = [both(seed) for seed in range(8)] + [generate_plates(seed, "board") for seed in range(6)]
    sets += [plate_files.load("pinwheels"), plate_files.load("one-mirrored")]
    for given in sets:
        assert labelled(given, "board", everything(given, "board")) == count_boards(given), given.name


# -------- all engines agree


def hint(given, puzzle):
    """A place of a plate that has 24 and no equal one: each solution can be turned in one way so that it
    holds it."""
    return next(
        (
            [next(p for p in puzzle.placements if p.piece == piece.name)]
            for piece in puzzle.pieces
            if piece.copies == 1 and sum(p.piece == piece.name for p in puzzle.placements) == 24
        ),
        [],
    )


def sets_of(*solutions):
    return [{frozenset(solution) for solution in found} for found in solutions]


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, size("plate sets"), STEP))
def test_solvers_and_exact_cover_agree_on_all_solutions(first):
    """HiGHS, Gurobi, CP-SAT, Algorithm X, dancing links and backtracking list the same solutions of each
    board, and of each cube with one plate fixed. Dancing links lists the cube's other solutions too: 24 for
    each."""
    for seed in range(first, first + STEP):
        given = both(seed)
        for target in plates.TARGETS:
            puzzle = puzzles.puzzle_of(given, target)
            fixed = hint(given, puzzle) if target == "cube" else []
            found = sets_of(
                *(placement_model.solutions(puzzle, fixed, solver=solver) for solver in SOLVERS),
                *(engine.solutions(puzzle, fixed) for engine in (algorithm_x, dancing_links, backtracking)),
            )
            assert found[0] and all(one == found[0] for one in found), (seed, target)
            for solution in found[0]:
                verify(puzzle, puzzle.solution(solution))
                verify_plates(given, puzzles.with_own_names(given, puzzle.solution(solution)), target)
            assert len(everything(given, target)) == len(found[0]) * (24 if fixed else 1)


@pytest.mark.slow
@pytest.mark.parametrize("target", plates.TARGETS)
def test_counts_up_to_rotation_agree(target):
    """The orbits of all solutions, as they come and as the compiled engine counts them."""
    for seed in range(0, SETS, 50):
        given = both(seed)
        puzzle = puzzles.puzzle_of(given, target)
        all_ = everything(given, target)
        for symmetry, number in (("none", len(all_)), ("rotations", len(orbits(puzzle, all_)))):
            assert [count(puzzle, engine, symmetry).count for engine in ("x", "compiled", "asp")] == [
                number
            ] * 3


# -------- off the pitch, and handed


def is_off_pitch(given, solution):
    return any(spot.at[0] % 3 or spot.at[1] % 3 for spot in puzzles.laid(given, "board", solution))


@pytest.mark.slow
def test_board_solutions_off_the_pitch_are_found():
    """Among all solutions of many boards some lie on the pitch of 3 and some do not; a search on the pitch
    alone would miss those."""
    off, cut = (
        [is_off_pitch(given, one) for given in some for one in everything(given, "board")]
        for some in (map(both, range(size("boards"))), (generate_plates(seed, "board") for seed in range(30)))
    )
    assert 0 < sum(off) < len(off)
    assert 0 < sum(cut) < len(cut) / 4  # these boards were cut at the pitch


@pytest.mark.slow
def test_handedness_on_chiral_sets():
    """Mirror one chiral plate, and no solution is left as it was; most often there is none at all any
    more."""
    changed = unsolvable = 0
    for seed, target in itertools.product(range(0, SETS, 10), plates.TARGETS):
        given = both(seed)
        for number in [i for i, plate in enumerate(given.plates) if is_handed(plate, target)][:1]:
            before, after = everything(given, target), everything(mirrored(given, number), target)
            for solution in before:
                with pytest.raises(Invalid, match="as its picture is, turned"):
                    verify_plates(mirrored(given, number), puzzles.with_own_names(given, solution), target)
            changed, unsolvable = changed + 1, unsolvable + (not after)
    assert changed > 24 and unsolvable > 0.8 * changed


def is_handed(plate, target):
    """On the board a plate with an empty side can be shifted onto its mirror image: there its cells alone
    must be handed."""
    forms = {normal_form(geometry.voxels(plate.turned(turn))) for turn in range(4)}
    return plate.is_chiral() and (
        target == "cube" or normal_form(geometry.voxels(plate.mirrored())) not in forms
    )


@pytest.mark.parametrize("seed", range(6))
def test_the_mirror_image_of_a_set_has_the_mirror_images_of_its_solutions(seed):
    given = both(seed)
    image = replace(mirrored(given, *range(6)), border30=tuple(given.board[y][9 - x] for x, y in ring(10, 7)))
    for target, far in (("cube", 3), ("board", 9)):
        flipped = {
            frozenset((name, tuple(sorted((far - x, y, z) for x, y, z in cells))) for name, cells in solution)
            for solution in everything(given, target)
        }
        assert flipped == {frozenset(map(tuple, solution)) for solution in everything(image, target)}


# -------- equal and symmetric plates


def test_pinwheels_are_counted_with_care():
    """Two equal plates with corners on opposite faces (3 ways), four equal ones without corners between them;
    all look alike turned."""
    given = plate_files.load("pinwheels")
    puzzle = puzzles.cube_puzzle(given)
    assert puzzles.kinds(given) == {"A": ["A", "B"], "C": ["C", "D", "E", "F"]}
    assert len(puzzle.placements) == 12
    for engine in ("x", "dlx", "compiled", "backtracking", "asp"):
        assert count(puzzle, engine).count == 3 and count(puzzle, engine, "rotations").count == 1
    solution = next(dancing_links.solutions(puzzle))
    own = puzzles.with_own_names(given, solution)
    assert [name for name, _ in own] == list("ABCDEF") and puzzles.with_own_names(given, own) == own
    assert own[0].cells < own[1].cells
    verify_plates(given, own, "cube")
    with pytest.raises(PuzzleError, match="reflections cannot be counted"):
        option_tables(puzzle, "reflections")


def test_turned_plates_are_equal_and_mirrored_ones_are_not():
    one = next(plate for plate in both(8).plates if plate.is_chiral())
    given = PlateSet(
        "turned",
        tuple(
            replace(plate, name=name)
            for name, plate in zip(
                "ABCDEF", [one, one.turned(), one.turned(2), one.mirrored(), one.mirrored().turned(3), CORNER]
            )
        ),
    )
    assert list(puzzles.kinds(given).values()) == [["A", "B", "C"], ["D", "E"], ["F"]]


# -------- the list of legal placements


@pytest.mark.slow
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_a_puzzle_with_all_placements_listed_is_the_same_puzzle(symmetry):
    for name, engine in (("tetracubes-2x2x8", "compiled"), ("tetracubes-2x2x4+2x2x4", "x")):
        puzzle = load(name)
        listed = replace(puzzle, only=puzzle.placements)
        assert count(listed, engine, symmetry).count == count(puzzle, engine, symmetry).count


def test_listed_placements_stay_when_hints_are_taken_out():
    given = both(0)
    puzzle = puzzles.cube_puzzle(given)
    solution = everything(given, "cube")[0]
    rest = puzzle.without(solution[:2])
    assert set(rest.placements) == {
        p
        for p in puzzle.placements
        if p.piece not in {"A", "B"} and not any(set(p.cells) & set(q.cells) for q in solution[:2])
    }
    assert puzzle.solution(solution[2:]) in list(algorithm_x.solutions(rest))
    assert puzzle.without(solution).placements == ()
    with pytest.raises(PuzzleError, match="lists its legal placements"):
        puzzle_files.to_yaml(puzzle)


def test_the_referee_of_packings_refuses_a_plate_turned_over():
    given = both(0)
    puzzle = puzzles.cube_puzzle(given)
    solution = everything(given, "cube")[0]
    flipped = puzzle.solution((name, tuple((3 - x, y, z) for x, y, z in cells)) for name, cells in solution)
    with pytest.raises(Invalid, match="may not lie at"):
        verify(puzzle, flipped)


def test_symmetries_that_push_a_frame_off_the_board_do_not_count():
    """The hole is 9x5 here, a rectangle to the left; half a turn of it would take some frames over the edge
    of the board."""
    column = tuple(not (x == 0 and 0 < y < 6) for x, y in ring(10, 7))
    given = replace(generate_plates(1), border30=column)
    puzzle = puzzles.board_puzzle(given)
    assert len(puzzle.container) == 45 and len(option_tables(puzzle, "rotations")) == 1
    assert len(option_tables(replace(puzzle, only=None), "rotations")) == 2


# -------- the referee


def test_the_referee_of_plates_says_what_is_wrong():
    given = both(2)
    good = everything(given, "cube")[0]
    verify_plates(given, good, "cube")
    verify_plates(given, [(name, [list(cell) for cell in cells]) for name, cells in good], "cube")
    outside = [(name, [(x + 1, y, z) for x, y, z in cells]) for name, cells in good]
    swapped = [(good[0].piece, good[1].cells), (good[1].piece, good[0].cells), *good[2:]]
    doubled = [
        *good[:5],
        Placement(good[5].piece, next(s.cells for s in on_cube(given.plates[5]) if s.cells != good[5].cells)),
    ]
    for wrong, said in (
        (good[1:], "plate A is there 0 times"),
        (good + good[:1], "plate A is there 2 times"),
        ([*good, ("Q", good[0].cells)], "no plate Q"),
        (outside, "outside the cube"),
        (swapped, "does not lie flat"),
        (doubled, "is filled"),
        (5, "not a list of placements"),
        ([("A", [(1, 1)])], "plate A|plate B|outside"),
    ):
        with pytest.raises(Invalid, match=said):
            verify_plates(given, wrong, "cube")
    with pytest.raises(Invalid):
        verify_plates(given, good, "board")


# -------- rows of one's own


@pytest.mark.slow
def test_the_named_model_finds_the_same_solutions_and_takes_more_rows():
    given = both(0)
    model = puzzles.plates_model(given, "cube")
    every = {
        frozenset(map(str, puzzles.laid(given, "cube", solution))) for solution in everything(given, "cube")
    }
    assert {
        frozenset(name for name, value in values.items() if value) for values in all_solutions(model)
    } == every
    on_top = [
        Variable(str(spot)) for spot in geometry.spots(given, "cube") if spot.plate == "A" and spot.at == "+Z"
    ]
    model.row("A on the top", total(on_top) == 1)
    fewer = {frozenset(name for name, value in values.items() if value) for values in all_solutions(model)}
    assert fewer == {one for one in every if any(name.startswith("A on +Z") for name in one)}
    assert len(fewer) == len(every) / 6


# -------- the generator


@pytest.mark.slow
@pytest.mark.parametrize("target", plate_generator.TARGETS)
def test_generated_sets_are_right_and_those_of_their_seed(target):
    seen = set()
    for seed in range(10):
        given = generate_plates(seed, target)
        assert given == generate_plates(seed, target) and all(map(in_one_piece, given.plates))
        for goal in ("cube", "board") if target == "both" else (target,):
            assert puzzles.areas_wrong(given, goal) == "" and everything(given, goal), (seed, goal)
        seen.add((given.plates, given.border30))
    assert len(seen) == 10


@pytest.mark.parametrize(
    "seed", [32, 62]
)  # of these sets five plates fill the cavity too, and are found first
def test_a_board_for_both_has_room_for_all_six_plates(seed):
    assert puzzles.areas_wrong(generate_plates(seed, "both"), "board") == ""


def test_wrong_wishes_are_told():
    for wrong, said in (
        ((-1,), "seed -1"),
        (("7",), "seed '7'"),
        ((1, "shell"), "target 'shell': choose one of cube, board, both"),
        ((1, "both", 0.0), "seed 1: no set for both was found in 0 s"),
    ):
        with pytest.raises(PuzzleError, match=said):
            generate_plates(*wrong)


# -------- files


@pytest.mark.parametrize("name", plate_files.plate_sets())
def test_the_sets_of_the_library(name):
    given = plate_files.load(name)
    assert plate_files.read_text(plate_files.to_yaml(given)) == given and all(map(in_one_piece, given.plates))
    solved = [bool(everything(given, target)) for target in plates.TARGETS]
    assert solved == ([False, False] if name == "one-mirrored" else [True, True])
    drawn = [
        line[1:].strip()
        for line in (plate_files.PLATE_SETS / f"{name}.yaml").read_text(encoding="utf-8").split("\n")[1:15]
    ]
    assert drawn == str(given).split("\n")  # the picture in the file is that of the plates


TRUE = "true, false, true, false, true, false, false, true, false, true, false, true"
GOOD = "board: {border30: [%s]}\npieces:\n%s" % (
    ", ".join(["true"] * 14 + ["false"] * 16),
    "".join(f"  - {{name: {name}, border12: [{TRUE}]}}\n" for name in "ABCDEF"),
)


@pytest.mark.parametrize(
    "old, new, said",
    [
        (TRUE, TRUE + ", true", r"pieces\[0\] \(A\).border12: 13 entries; must be exactly 12"),
        (
            TRUE,
            TRUE.replace("false", "'false'", 1),
            r"border12\[1\]: 'false'; must be true or false, without quotation marks",
        ),
        ("[" + TRUE + "]", "yes", r"border12: True; must be a list of 12 times true or false"),
        ("  - {name: F, border12: [%s]}\n" % TRUE, "", "there are 5 plates; there must be exactly 6"),
        ("name: F", "name: ''", r"pieces\[5\].name: ''; must be a text"),
        (
            "pieces:",
            "piece:",
            r"the file: 'piece'; unknown key; did you mean pieces\? allowed are kind, name, board",
        ),
        ("board:", "kind: tiles\nboard:", "kind: 'tiles'; must be plates, or be left out"),
        ("board:", "box: [4, 4, 4]\nboard:", "is a packing puzzle, not a set of plates"),
        (GOOD, "six plates", "the file: 'six plates'; must have the keys"),
        (GOOD, "[1, 2", "line 1 is not plain YAML"),
        ("pieces:", "kind: plates\nkind: plates\npieces:", "the key 'kind' appears twice"),
    ],
)
def test_wrong_files_are_told_in_one_line(old, new, said):
    assert old in GOOD
    with pytest.raises(PuzzleError, match=said) as told:
        plate_files.read_text(GOOD.replace(old, new, 1), "x.yaml")
    assert str(told.value).startswith("x.yaml: ") and "\n" not in str(told.value)


def test_good_files_are_read():
    given = plate_files.read_text(GOOD)
    assert given.border30 == (True,) * 14 + (False,) * 16
    assert [plate.name for plate in given.plates] == list("ABCDEF")
    assert plate_files.read_text("kind: plates\n" + GOOD) == given
    assert plate_files.read_text(GOOD[GOOD.index("pieces") :]).border30 is None


def test_each_kind_of_file_knows_the_other(tmp_path):
    file = tmp_path / "mine.yaml"
    for text in (GOOD, GOOD[GOOD.index("pieces") :], "kind: plates"):
        file.write_text(text)
        with pytest.raises(
            PuzzleError, match="mine.yaml: is a set of plates; python -m puzzlelib plates FILE"
        ):
            load(file)
    with pytest.raises(PuzzleError, match="no plates 'soma': no such file; the sets here are both-ways"):
        plate_files.load("soma")
