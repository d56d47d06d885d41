"""The ASP engine, the .lp files, and the reader of clingo's output."""

import os
import signal
import subprocess
import sys

import pytest
from brute_force import packings
from quiet_clock import ends_within, now
from sizes import picked, thinned

from puzzlelib import GRIDS, PackingPuzzle, PuzzleError, all_packings, asp, count, load, orbits, solve, verify
from puzzlelib.packing.puzzle import Piece, box_cells

PLACEMENT, DIRECT, REPORT = (
    asp.FOLDER / name for name in ("tetracubes.lp", "tetracubes-direct.lp", "report-puzzle.lp")
)
GRID_TYPES = dict(zip((1, 2, 3), GRIDS))  # 1: 2x4x4, 2: 2x2x8, 3: two 2x2x4, as in the source
SHUFFLED = ("--rand-freq=1", "--sign-def=rnd")  # the flags that the .lp files and README name

# Section 3.3 of N. Melaerts and K. Khemar, Generating and Solving 3D Tetracube Puzzles with Answer Set
# Programming
PUBLISHED = """\
clingo version 5.7.1
Reading from PUZZLE.lp
Solving...
Answer: 1
assignType(1,"I") assignType(2,"T") assignType(3,"L") assignType(4,"Pyramid")

assignType(5,"O") assignType(6,"N") assignType(7,"Z") assignType(8,"Z_mirror")
pieceGrid(1,1) pieceGrid(2,2) pieceGrid(3,1) pieceGrid(4,2) pieceGrid(5,1)
pieceGrid(6,2) pieceGrid(7,1) pieceGrid(8,2) hint(1) hint(2) hint(4) hint(6)
fullPosition(1,3,0,0,1,1) fullPosition(2,11,1,1,0,2) fullPosition(3,18,1,0,0,1)
fullPosition(4,8,2,0,0,2) fullPosition(5,2,2,1,0,1) fullPosition(6,9,0,0,0,2)
fullPosition(7,4,0,0,0,1) fullPosition(8,3,0,0,0,2) hintPosition(1,3,0,0,1,1)
hintPosition(2,11,1,1,0,2) hintPosition(4,8,2,0,0,2) hintPosition(6,9,0,0,0,2)
SATISFIABLE
"""


def clingo(*arguments):
    """Plain clingo, as from a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "clingo", *map(str, arguments)], capture_output=True, text=True, timeout=60
    )


# -------- counts


# 11,120 and 1,390: the published counts. 1,792 and 1,280: counted here, by two independent ways that agree.
COUNTED = ("2x4x4", 11120), ("2x2x8", 1792), ("2x2x4+2x2x4", 1280)


@pytest.mark.slow
@pytest.mark.parametrize("grid,raw", picked(COUNTED, COUNTED[1:]))
def test_asp_and_brute_force_count_the_same(grid, raw):
    puzzle = load(GRIDS[grid])
    found = solve(puzzle, "asp", limit=None).solutions
    assert len(set(found)) == len(found) == raw
    assert set(found) == set(all_packings(grid)) == packings(puzzle)
    if grid == "2x4x4":
        assert len(orbits(puzzle, found)) == 1390


@pytest.mark.slow
def test_both_models_have_as_many_answers_as_there_are_packings():
    for model in (PLACEMENT, DIRECT):
        assert (
            len(asp.answers(model, limit=None, constants={"grid_type": 3, "num_hints": 0})) == 1280
        )  # see above


def test_names_with_quotes_are_only_names():
    odd = PackingPuzzle(
        "odd", box_cells([(2, 1, 1)]), (Piece('a"). b("\\', ((0, 0, 0),)), Piece("n\nl", ((0, 0, 0),)))
    )
    assert len(list(asp.solutions(odd))) == 2


# -------- the .lp files


def test_cubes_file_is_what_the_library_writes():
    text = asp.cube_facts(load("tetracubes-2x4x4").pieces)
    assert (asp.FOLDER / "cubes.lp").read_text(encoding="utf-8") == text
    shapes = asp.answers(asp.FOLDER / "cubes.lp")[0]
    assert (
        len(shapes) == 344 and len({atom.rsplit(",", 3)[0] for atom in shapes}) == 86
    )  # FIELD-NOTES, and the source


@pytest.mark.parametrize("model", [PLACEMENT, DIRECT], ids=lambda path: path.stem)
@pytest.mark.parametrize("grid_type", GRID_TYPES)
def test_plain_clingo_makes_a_puzzle(model, grid_type):
    done = clingo(model, "-c", f"grid_type={grid_type}", "-c", "num_hints=4")
    assert done.stderr == ""
    answer = asp.parse_answer(done.stdout)
    assert answer.puzzle == load(GRIDS[GRID_TYPES[grid_type]]) and len(answer.given) == 4
    verify(answer.puzzle, answer.solution, answer.given)


@pytest.mark.parametrize("model", [PLACEMENT, DIRECT], ids=lambda path: path.stem)
@pytest.mark.parametrize(
    "name,value",
    [("num_hints", value) for value in (9, -1, "abc", '"4"')]
    + [("grid_type", value) for value in (0, 4, 7, "x")],
)
def test_wrong_constants_are_told(model, name, value):
    (told,) = asp.answers(model, limit=None, constants={name: value})
    assert len(told) == 1 and told[0].startswith(f'error("{name} must be ')


def test_wrong_constants_are_told_by_plain_clingo_and_by_the_reader():
    done = clingo(PLACEMENT, "-c", "num_hints=abc")
    assert done.stderr == "" and "UNSATISFIABLE" not in done.stdout
    with pytest.raises(PuzzleError, match="^num_hints must be a whole number from 0 to 8$"):
        asp.parse_answer(done.stdout)


def test_a_fourth_container_is_one_more_fact():
    (shown,) = asp.answers(
        PLACEMENT, "box(4,1, 4,2,2). box(4,2, 2,4,2).", constants={"grid_type": 4, "num_hints": 0}
    )
    answer = asp.parse_answer(" ".join(shown))
    assert answer.puzzle.boxes == ((4, 2, 2), (2, 4, 2)) and answer.given == ()


@pytest.mark.slow
@pytest.mark.parametrize("model", [PLACEMENT, DIRECT], ids=lambda path: path.stem)
@pytest.mark.parametrize("grid_type", picked(GRID_TYPES, [2]))
def test_the_named_flags_make_the_seed_work(model, grid_type):
    made = [
        asp.answers(
            model, constants={"grid_type": grid_type, "num_hints": 4}, flags=[*SHUFFLED, f"--seed={seed}"]
        )[0]
        for seed in range(8)
    ]
    assert len({tuple(atom for atom in shown if atom.startswith("fullPosition")) for shown in made}) >= 7
    assert len({tuple(atom for atom in shown if atom.startswith("hint(")) for shown in made}) >= 4
    again = asp.answers(
        model, constants={"grid_type": grid_type, "num_hints": 4}, flags=[*SHUFFLED, "--seed=3"]
    )[0]
    assert again == made[3]


def test_the_flags_in_the_files_are_the_tested_ones():
    for path in (PLACEMENT, DIRECT):
        assert " ".join(SHUFFLED) in path.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("grid_type", picked(GRID_TYPES, [3]))
def test_the_published_seed_does_nothing(grid_type):
    """FIELD-NOTES: the report's program gives the same packing and the same hints for 8 seeds, by --seed, by
    -c seed=, and with --heuristic=Domain."""
    sizes = {"grid_type": grid_type, "num_hints": 4}
    for flags in ([], ["--heuristic=Domain"]):
        seeds = thinned(range(1, 9), 4)
        made = [asp.answers(REPORT, constants=sizes, flags=[*flags, f"--seed={seed}"])[0] for seed in seeds]
        made += [asp.answers(REPORT, constants=sizes | {"seed": seed}, flags=flags)[0] for seed in seeds]
        assert all(shown == made[0] for shown in made)
        if grid_type == 3:  # the report's example, section 3.3
            assert {atom for atom in made[0] if atom.startswith("hint(")} == {
                f"hint({number})" for number in (1, 2, 4, 6)
            }


# -------- reading an answer


def test_the_published_answer_is_read():
    """Its rotation numbers are ours: the same rule numbers the listing and cubes.lp."""
    answer = asp.parse_answer(PUBLISHED)
    assert answer.puzzle == load("tetracubes-2x2x4+2x2x4")
    assert [piece for piece, _ in answer.given] == ["I", "T", "Pyramid", "N"]
    verify(answer.puzzle, answer.solution, answer.given)
    assert count(answer.puzzle, "asp", given=answer.given).count == 2  # FIELD-NOTES: it has two completions


def test_rotations_are_numbered_as_published():
    """A few lines of the source's listing 2."""
    numbered = {piece.name: asp.numbered_rotations(piece.cells) for piece in load("tetracubes-2x4x4").pieces}
    assert numbered["T"][6] == ((0, 0, 1), (1, 0, 0), (1, 0, 1), (1, 0, 2))
    assert numbered["L"][20] == ((0, 0, 1), (1, 0, 1), (2, 0, 0), (2, 0, 1))
    assert numbered["Pyramid"][7] == ((0, 0, 0), (1, 0, 0), (1, 0, 1), (1, 1, 0))
    assert numbered["Z"][10] == ((0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 1, 0))


def test_the_last_answer_counts():
    done = clingo(PLACEMENT, "-c", "num_hints=0", "--models=2")
    both = asp.answers(PLACEMENT, limit=2, constants={"num_hints": 0})
    assert asp.parse_answer(done.stdout).solution == asp.parse_answer(" ".join(both[1])).solution


@pytest.mark.parametrize(
    "text,says",
    [
        ("", "has no answer: there is no fullPosition"),
        ("Solving...\nUNSATISFIABLE\n", "it says UNSATISFIABLE"),
        (PUBLISHED.replace("fullPosition(1,3,", "fullPosition(1,4,"), "I has no rotation 4, only 1 to 3"),
        (
            PUBLISHED.replace("fullPosition(1,3,0,0,1,1)", ""),
            "does not fill 4×2×2 and 4×2×2: piece I is there 0 times, not 1",
        ),
        (PUBLISHED.replace('"Pyramid"', '"Ball"'), "piece 4: its type is 'Ball'"),
        (
            PUBLISHED.replace("fullPosition(1,3,0,0,1,1)", "fullPosition(1,٣,0,0,1,1)"),
            "piece 1: fullPosition has ٣, 0, 0, 1, 1",
        ),
        (PUBLISHED.replace("fullPosition(1,", "fullPosition(١,"), "clingo's output is damaged"),
        (PUBLISHED.replace("fullPosition(1,3,0,0,1,1)", "fullPosition(1,3,0,0,1,99999999)"), "does not fill"),
    ],
)
def test_what_cannot_be_read_is_one_clear_line(text, says):
    with pytest.raises(PuzzleError, match="^[^\n]*$") as told:
        asp.parse_answer(text)
    assert says in str(told.value)


# -------- programs of a student's own


def test_errors_name_the_line_and_nothing_is_printed(capfd, tmp_path):
    umlaut = tmp_path / "mine.lp"
    umlaut.write_text("a.\nö.\n", encoding="utf-8")
    for program, says in [
        ("a.\nb c.\n", "line 2: syntax error"),
        ("a.\nb(X) :- a.", "line 2: unsafe variables"),
        ("#include \"no-such-file.lp\".", "line 1"),
        (asp.FOLDER / "no-such-file.lp", "no-such-file.lp"),
        ('a("ä"). % ä\n%* ä\n *% a(Länge) :- b(Länge).', "line 3: only a text or a comment can"),
        ("a(“x”).", "the sign '“'"),  # as pasted from a page
        ("a(b,\xa0c).", r"the sign '\xa0'"),
        (r'a("\qö").', "the sign 'ö'"),  # \q ends the text
        (umlaut, "line 2: only a text or a comment can have the sign 'ö'"),
    ]:
        with pytest.raises(PuzzleError, match="^[^\n]*$") as told:
            asp.answers(program)
        assert says in str(told.value)
    for broken in ({"constants": {"n": "a b("}}, {"constants": {"n": "ö("}}, {"flags": ["--no-such-flag"]}):
        with pytest.raises(PuzzleError, match="^[^\n]*$"):
            asp.answers("a.", **broken)
    asp.answers("a :- never_defined.")
    for limit in (0, -1, "x"):
        with pytest.raises(PuzzleError, match="limit"):
            asp.answers("a.", limit=limit)
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_constraint_of_a_student_own():
    on_bottom = "lies(P) :- position(P,R,X,Y,0,G), assignType(P,T), not cube(T,R,_,_,1). :- not lies(1)."
    found = asp.answers(PLACEMENT, on_bottom, limit=None, constants={"grid_type": 3, "num_hints": 0})
    solutions = [asp.parse_answer(" ".join(shown)).solution for shown in found]
    wanted = [s for s in all_packings("2x2x4+2x2x4") if all(cell[2] == 0 for cell in s[0].cells)]
    assert found.complete and sorted(solutions) == sorted(wanted)


def test_limits_are_told():
    three = asp.answers(PLACEMENT, limit=3)
    assert (len(three), three.complete, three.stopped) == (3, False, "limit")

    def attempt():
        start = now()
        late = asp.answers(PLACEMENT, limit=None, time_limit=0.3)
        assert (late.complete, late.stopped) == (False, "time limit")
        return now() - start - 0.3

    ends_within(1, attempt)


def test_minimize_gives_the_best_last_and_says_that_it_is_proven():
    best = asp.answers("1 { a; b; c }. #minimize { 3:a; 2:b; 5:c }.", limit=None)
    assert (best[-1], best.cost, best.complete) == (["b"], (2,), True)


@pytest.mark.slow
@pytest.mark.parametrize("grid", ["2x2x8", "2x2x4+2x2x4"])
def test_fewest_hints_against_trying_all_sets(grid):
    every = [frozenset(solution) for solution in all_packings(grid)]
    for solution in all_packings(grid)[:2]:
        few = asp.fewest_hints(load(GRIDS[grid]), [(piece, cells[::-1]) for piece, cells in solution])
        assert few.proven and sum(set(few.given) <= other for other in every) == 1
        for keep in range(256):  # every set of hints that is smaller
            hints = {placement for i, placement in enumerate(solution) if keep >> i & 1}
            if len(hints) < len(few.given):
                assert sum(hints <= other for other in every) > 1


def test_ground_size_of_the_two_models():
    for grid_type, grid in GRID_TYPES.items():
        placement, direct = (
            asp.ground_size(model, {"grid_type": grid_type}) for model in (PLACEMENT, DIRECT)
        )
        assert placement.rules < direct.rules and placement.constraints < direct.constraints
        generic = asp.ground_size(load(GRIDS[grid]))
        assert generic.variables >= len(load(GRIDS[grid]).placements)


# -------- stopping


def test_endless_grounding_can_be_stopped():
    # a(1), a(2), … : clingo would ground for ever
    found = asp.answers("a(1). a(X+1) :- a(X).", time_limit=0.3)
    assert (list(found), found.complete, found.stopped) == ([], False, "time limit")
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            asp.answers("a(1). a(X+1) :- a(X).")
    finally:
        signal.signal(signal.SIGALRM, before)
    assert asp.answers("a.") == [["a"]]


@pytest.mark.parametrize("program", [5, None, b"a.", 'a("\ud800").'])
def test_what_is_no_program(program):
    with pytest.raises(PuzzleError, match="plain text"):
        asp.answers(program)


READ = "import sys; from pathlib import Path; from puzzlelib.asp.engine import answers; "
READ += "print(answers(Path(sys.argv[1])))"


@pytest.mark.parametrize(
    ("folder", "said"), [("ü".encode(), ""), (b"\xfc", "clingo reads only paths in UTF-8")]
)
def test_a_program_in_a_folder_whose_name_python_cannot_read(tmp_path, folder, said):
    place = os.path.join(os.fsencode(tmp_path), folder)
    os.mkdir(place)
    program = os.path.join(place, b"a.lp")
    with open(program, "w") as file:
        file.write("a.")
    env = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONPATH": "."}
    done = subprocess.run([sys.executable, "-c", READ, program], capture_output=True, env=env)
    told = done.stderr.decode(errors="replace").splitlines()
    assert said in told[-1] if said else done.stdout == b"[['a']]\n", told
