"""The words of puzzle files that few puzzles say: turns of a piece, given, holes, most, several."""

import json
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from random import Random

import brute_force
import pytest
from brute_force import packings
from loose_puzzles import worded_puzzles
from sizes import size

from makers.xmpuzzle import read_xmpuzzle, to_xmpuzzle
from puzzlelib import PuzzleError, count, load, orbits, solve, verify
from puzzlelib.__main__ import main
from puzzlelib.common.clock import Clock
from puzzlelib.engines import ENGINES
from puzzlelib.engines.most import most_from_above
from puzzlelib.packing import Invalid, load_all, read_text
from puzzlelib.packing.files import read_all, to_yaml
from puzzlelib.packing.puzzle import PackingPuzzle
from puzzlelib.packing.symmetry import SYMMETRIES
from puzzlelib.search.all_solutions import AllSolutions
from puzzlelib.search.exact_cover import exact_cover
from puzzlelib.search.hints import hint_options

PACKINGS = size("packings")


def most_of(puzzle: PackingPuzzle, solution) -> int:
    """Return how much a solution has of what the puzzle asks for."""
    wanted = [one for one in solution if puzzle.most in (True, one.piece)]
    return sum(len(one.cells) for one in wanted) if puzzle.most is True else len(wanted)


@pytest.mark.slow
@pytest.mark.parametrize("engine", [None, *ENGINES])
def test_each_engine_agrees_with_brute_force(engine):
    """Solved and counted, and up to rotation and reflection, which `orbits` lists; without a twin, all
    of them say so. Each engine has random puzzles of its own."""
    number = PACKINGS if engine != "ilp" else PACKINGS // 4
    several = asked = moved = without = 0
    for puzzle in worded_puzzles(41 + [None, *ENGINES].index(engine), number):
        expected = packings(puzzle)
        result, counted = solve(puzzle, engine, limit=None), count(puzzle, engine)
        assert result.complete and len(result) == len(expected) and set(result) == expected, puzzle
        assert all(one.puzzle is puzzle for one in result)
        assert (counted.count, counted.complete, counted.most) == (len(expected), True, result.most)
        assert not (puzzle.most and expected) or {result.most} == {most_of(puzzle, one) for one in expected}
        assert solve(puzzle, engine).complete == (not expected)
        orbit_numbers = [orbits_agree(puzzle, engine, sorted(expected), one) for one in SYMMETRIES[1:]]
        several += len(expected) > 1
        asked += bool(puzzle.most and expected)
        moved += orbit_numbers[0] < len(expected)
        without += orbit_numbers[1] is None
    assert several > number / 8
    assert number < 100 or min(asked, moved, without) > number / 100


def orbits_agree(puzzle: PackingPuzzle, engine: str | None, expected: list, symmetry: str) -> int | None:
    """Return the number of orbits by brute force, or None where a piece has no twin."""
    number = brute_force.orbits(puzzle, expected, symmetry)
    if number is None:
        for ask in (count, solve):
            with pytest.raises(PuzzleError, match="reflections cannot be counted"):
                ask(puzzle, engine, symmetry=symmetry)
        with pytest.raises(PuzzleError, match="reflections cannot be counted"):
            orbits(puzzle, expected, symmetry)
        return None
    assert count(puzzle, engine, symmetry).count == number, puzzle
    assert len(solve(puzzle, engine, limit=None, symmetry=symmetry)) == number, puzzle
    assert len(orbits(puzzle, expected, symmetry)) == number, puzzle
    for hint in [solution[:1] for solution in expected[-1:]]:
        held = brute_force.orbits(puzzle, expected, symmetry, hint)
        assert count(puzzle, engine, symmetry, given=hint).count == held, puzzle
        assert len(solve(puzzle, engine, limit=None, symmetry=symmetry, given=hint)) == held, puzzle
    return number


@pytest.mark.slow
@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_executors_count_them(pool):
    with pool(2) as executor:
        for puzzle in worded_puzzles(61, PACKINGS):
            expected = packings(puzzle)
            number = brute_force.orbits(puzzle, expected, "rotations")
            assert count(puzzle, "compiled", executor=executor).count == len(expected), puzzle
            assert count(puzzle, "compiled", "rotations", executor=executor).count == number, puzzle


@pytest.mark.slow
def test_all_solutions_of_them_as_one_thing():
    several = 0
    for puzzle in worded_puzzles(62, 3 * PACKINGS):
        if puzzle.holes or puzzle.most:
            with pytest.raises(PuzzleError, match="which only solve and count keep to"):
                AllSolutions(puzzle)
            continue
        expected, every = packings(puzzle), AllSolutions(puzzle)
        assert set(every) == expected and every.number == len(expected)
        if expected:
            assert every.draw(1) in expected and every[-1] == list(every)[-1]
        several += len(expected) > 1
    assert several > PACKINGS / 8


def test_the_referee_takes_exactly_these():
    draw, wrong = Random(63), 0
    for puzzle in worded_puzzles(63, PACKINGS):
        expected = packings(puzzle)
        most = max((most_of(puzzle, one) for one in expected), default=0)
        tried = [*expected, *packings(replace(puzzle, most=False, holes=None)), ()]
        tried += [tuple(draw.sample(puzzle.placements, min(len(puzzle.placements), k))) for k in range(4)]
        for one in tried:
            if puzzle.solution(one) in expected:
                verify(puzzle, one, most=most)
            else:
                wrong += 1
                with pytest.raises(Invalid):
                    verify(puzzle, one, most=most)
        if puzzle.most:
            with pytest.raises(PuzzleError, match="cannot find out what the most is"):
                verify(puzzle, ())
    assert wrong > PACKINGS


def test_the_most_is_found_without_a_solver_too():
    for puzzle in worded_puzzles(64, 60):
        if puzzle.most and (expected := packings(puzzle)):
            assert most_from_above(puzzle, Clock(None), solve) == most_of(puzzle, min(expected))


@pytest.mark.parametrize(
    "words, most",
    [("most: true\nholes: 0..1", 2), ("most: true\noptional: [[2, 0]]", 2), ("most: I\nholes: 0..3", 1)],
)
def test_the_most_may_be_the_least_that_is_allowed(words, most):
    puzzle = read_text(f"box: [3, 1]\n{words}\npieces: [{{name: I, copies: 1..3, layers: ['##']}}]")
    assert most_from_above(puzzle, Clock(None), solve) == solve(puzzle).most == most


def test_the_most_may_be_none():
    pieces = "pieces: [{name: I, copies: 0..1, layers: ['##']}, {name: S, layers: ['#']}]"
    puzzle = read_text(f"box: [2, 1]\noptional: [[1, 0]]\nmost: I\n{pieces}")
    assert solve(puzzle).most == count(puzzle).most == most_from_above(puzzle, Clock(None), solve) == 0


OWN_TURNS = (
    "box: [2, 2]\nturns: none\nholes: 2\npieces: [{name: A, layers: ['##'], turns: space, copies: 0..2}]"
)
DOTS = "pieces: [{name: A, layers: ['#']}, {name: B, layers: ['#']}]"
LOOKS = "box: [2, 1]\noptional: [[1, 0]]\n"
PAIRS = "{name: C, copies: 2, layers: ['#']}, {name: D, copies: 2, layers: ['#']}"
BRIDGE = "turns: plane\ncells: [[0, 0], [1, 0], [2, 0], [3, 0], [1, 1], [2, 1]]\n"
ENDS = f"{BRIDGE}colours: {{red: [[0, 0], [3, 0]]}}\ngiven: {{A: [[0, 0]], B: [[3, 0]]}}\n"
HANDS = "{name: L, layers: ['###/#..']}, {name: J, copies: 0..1, layers: ['###/..#']}"


@pytest.mark.parametrize(
    "text, rotations, reflections",
    [
        (OWN_TURNS, 1, 1),  # four dominoes in a square are one
        (
            f"{LOOKS}most: true\n{DOTS}",
            2,
            2,
        ),  # the cell that may stay empty is another one, also when all is full
        (f"{LOOKS}holes: 0\n{DOTS}", 2, 2),
        (f"box: [2, 1]\n{DOTS}", 1, 1),
        # A is its own mirror image, and not B's, wherever they are given
        (f"{ENDS}{DOTS[:-1]}, {PAIRS}]", 6, 6),
        (
            f"box: [4, 2]\nturns: plane\nmost: L\npieces: [{HANDS}]",
            None,
            "no mirror image",
        ),  # it is asked for the most of L, not of J
        # nothing solves it, and what is not counted is not listed either
        (
            "boxes: [[2, 2], [2, 2]]\nturns: plane\npieces: [{name: S, copies: 0..3, layers: ['##./.##']}, "
            "{name: V, copies: 0..1, layers: ['##/#.']}]",
            0,
            "no mirror image",
        ),
    ],
)
@pytest.mark.parametrize("engine", [None, *ENGINES])
def test_orbits_by_hand(text, rotations, reflections, engine):
    puzzle = read_text(text)
    every = solve(puzzle, limit=None).solutions
    for symmetry, number in (("rotations", rotations), ("reflections", reflections)):
        if isinstance(number, str):
            for ask in (count, solve, partial(solve, limit=None)):
                with pytest.raises(PuzzleError, match=number):
                    ask(puzzle, engine, symmetry=symmetry)
            with pytest.raises(PuzzleError, match=number):
                orbits(puzzle, every, symmetry)
        elif number:
            found = len(solve(puzzle, engine, limit=None, symmetry=symmetry))
            assert (
                found
                == count(puzzle, engine, symmetry).count
                == len(orbits(puzzle, every, symmetry))
                == number
            )


@pytest.mark.parametrize("most", ["V", "true"])
def test_where_nothing_solves_it_there_is_no_most(most):
    """An empty tray, which `copies: any` allows, has too many holes."""
    rows = f"box: [1, 3, 2]\nturns: plane\nholes: 0..1\nmost: {most}\n"
    puzzle = read_text(rows + "pieces: [{name: V, copies: any, layers: ['##/#.']}]")
    for engine in (None, "compiled", "states", "backtracking"):
        found = count(puzzle, engine)
        assert (found.count, found.complete, found.most) == (0, True, None)
    assert solve(puzzle, limit=None).complete


def test_they_are_written_and_read():
    for puzzle in worded_puzzles(65, 3 * PACKINGS):
        if not puzzle.boxes and len(puzzle.container[0]) > 3:  # what is left of several boxes
            continue
        assert read_text(to_yaml(puzzle)) == puzzle
        if not puzzle.special_words or puzzle.special_words == ["holes"] and not puzzle.holes[0]:
            assert read_xmpuzzle(to_xmpuzzle(puzzle).encode()) == puzzle
            continue
        with pytest.raises(PuzzleError, match="which an .xmpuzzle file cannot$"):
            to_xmpuzzle(puzzle)


def test_a_piece_that_is_given_lies_in_one_box():
    rows = "boxes: [[2, 1, 1], [2, 1, 1]]\npieces: [{name: I, copies: 2, layers: ['##']}]\n"
    two = f"{rows}given: {{I: [[0, 0, 0, 0], "
    assert len(read_text(f"{two}[1, 0, 0, 0]]}}").given) == 1
    with pytest.raises(PuzzleError, match="the piece does not lie so"):
        read_text(f"{two}[1, 0, 0, 1]]}}")


# -------- files

GOOD = """name: mine
box: [4, 2]
turns: flip
pieces:
  - {name: L, cells: [[0,0], [1,0], [2,0], [0,1]]}
  - {name: J, cells: [[0,0], [1,0], [2,0], [2,1]]}
"""
GIVEN = "{L: [[0,0], [1,0], [2,0], [0,1]]}"
BAD = [  # a line more, or one in the place of another, the line named, and words of the message
    ("given: [[0,0]]", 7, "given: [[0, 0]]; must be names of pieces"),
    ("given: {M: [[0,0]]}", 7, "given: 'M'; there is no piece of this name"),
    ("given:\n  L: [[0,0], [1,0], [2,0], [3,1]]", 8, "given.L: [[0, 0], [1, 0], [2, 0], [3, 1]]; the piece"),
    ("given: {L: [[5,0]]}", 7, "given.L: [5, 0]; must be a cell of the container"),
    ("given: {L: [[[0,0]]", 7, "is not plain YAML"),
    ("? [given, most]\n: true", 7, "mine.yaml: line 7 is not plain YAML: a key must be a text"),
    ("yes: true", 7, "the file: 'yes'; unknown key"),
    ("a[0]: true", 7, "the file: 'a[0]'; unknown key"),
    ("colours:\n  a: [[0,0]]\n  a.b[1]: [[9,0]]", 9, "colours.a.b[1]: [9, 0]; must be a cell of the"),
    (
        GIVEN.replace("{L", "given: {L").replace("]]}", "]], J: [[1,0], [1,1], [2,1], [3,1]]}"),
        7,
        "one of these cells",
    ),
    ("given: {L: [[[0,0], [1,0], [2,0], [0,1]], [[3,1], [2,1], [1,1], [3,0]]]}", 7, "no more than 1 copies"),
    ("holes: 9", 7, "holes: 9; must be a number or a range such as 0..2, as 8 cells may stay empty"),
    ("holes: ０..２", 7, "holes: '０..２'; must be a number"),
    ("holes: [[0,0], [0,0]]", 7, "holes: [0, 0]; duplicate cell"),
    ("holes: 1", 4, "volume: 8 cells; the pieces fill 8 cells, the container has 7 (see"),
    ("most: M", 7, "most: 'M'; must be true, or the name of a piece"),
    ("wrap: x", 7, "the file: 'wrap'; pieces do not go around an edge"),
    *(
        (f"source: {word}", 7, f"mine.yaml: line 7 is not plain YAML: {words}")
        for word, words in (
            *((number, "write a whole number as 12") for number in ("010", "1:30", "1_000", "9" * 5000)),
            ("!!bool x", "KeyError"),
            ("!!int x", "write"),
            ("!!float x", "ValueError"),
            ("2026-02-30", "ValueError"),
            ("\x07", "it has the character U+0007"),
        )
    ),
    ("cells: [[0,0]]", 7, "the container: ['box', 'cells']; give exactly one"),
    ("puzzles: []", 7, "puzzles: []; must be a list of puzzles"),
    ("puzzles:\n  - {name: a}\n  - {box: [1, 0]}", 9, "puzzles[1].box: 0; must be a whole number from 1"),
    ("puzzles:\n  - {name: a}\n  - {copies: 2}", 9, "puzzles[1]: 'copies'; stands in a piece"),
    ("puzzles:\n  - {holes: [[0,0]]}", 4, "puzzles[0].volume: 8 cells; the pieces fill 8 cells"),
]
WRONG = [
    ("turns: flip", "turns: no", 3, "turns: False; must be one of space, plane, flip, none"),
    ("name: J,", "name: J, copies: some,", 6, "pieces[1] (J).copies: 'some'; must be a whole number"),
    ("name: J,", "name: J, copies: 1..٢,", 6, "pieces[1] (J).copies: '1..٢'; must be a whole number"),
    ("name: J,", "name: J (k).x, copies: 0,", 6, "pieces[1] (J (k).x).copies: 0; must be a whole number"),
    ("box: [4, 2]", "box: [4, two]", 2, "box: 'two'; must be a whole number"),
]


def error_of(text: str) -> str:
    with pytest.raises(PuzzleError) as caught:
        read_all(text, "mine.yaml")
    return str(caught.value)


@pytest.mark.parametrize("more, line, words", BAD)
def test_bad_words_get_one_line_that_names_theirs(more, line, words):
    message = error_of(f"{GOOD}{more}\n")
    assert words in message and message.startswith("mine.yaml:")
    assert "YAML" in words or f"mine.yaml: line {line}: " in message


def test_a_file_in_another_alphabet_is_refused_with_its_line(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_bytes(f"{GOOD}source: café\n".encode("latin-1"))
    with pytest.raises(PuzzleError, match=r"mine.yaml: line 7 is not text in UTF-8$"):
        load(file)


@pytest.mark.parametrize("old, new, line, words", WRONG)
def test_bad_values_get_one_line_that_names_theirs(old, new, line, words):
    assert old in GOOD and f"mine.yaml: line {line}: {words}" in error_of(GOOD.replace(old, new, 1))


def test_a_given_piece_is_held():
    puzzle = read_text(f"{GOOD}given: {GIVEN}\n")
    assert [solve(puzzle, engine).solutions[0][0].cells for engine in ENGINES] == [
        ((0, 0, 0), (0, 1, 0), (1, 0, 0), (2, 0, 0))
    ] * len(ENGINES)
    assert [count(puzzle, engine).count for engine in ENGINES] == [1] * len(ENGINES)


def test_a_colouring_counts_what_is_given():
    """Held against the list of all solutions, for each placement; each T has three cells of a colour."""
    t, i = "{name: T, copies: 2, layers: ['###/.#.']}", "{name: I, copies: 2, layers: ['##']}"
    rows = f"turns: flip\npieces: [{t}, {i}]\n"
    free = read_text(f"box: [4, 3]\n{rows}")
    assert count(free, "backtracking").count > 0
    for one in free.placements:
        said = {one.piece: [[list(cell) for cell in one.cells]]}
        held = read_text(f"box: [4, 3]\n{rows}given: {said}\n")
        listed = [s for s in solve(free, "backtracking", limit=None) if one in s]
        assert count(held).count == len(listed)


def test_copies_may_be_any():
    for word in ("any", '"*"', "0..any", "'0..*'"):
        piece = read_text(
            f"box: [5, 2]\npieces: [{{name: I, copies: {word}, cells: [[0,0], [1,0]]}}]"
        ).pieces[0]
        assert (piece.copies, piece.spare) == (5, 5)
    some = read_text("box: [5, 2]\npieces: [{name: I, copies: 2..any, cells: [[0,0], [1,0]]}]")
    assert count(some).count == 8  # a Fibonacci number


def test_of_several_puzzles_one_is_chosen(tmp_path, capsys):
    file = tmp_path / "mine.yaml"
    file.write_text(GOOD + "puzzles: [{name: a}, {turns: none}, {box: [2, 4]}]\n")
    assert [(one.name, one.turns) for one in load_all(file)] == [
        ("a", "flip"),
        ("mine 2", "none"),
        ("mine 3", "flip"),
    ]
    assert load(file, 3).boxes == ((2, 4, 1),)
    assert load(file).name == "a"
    assert "3 puzzles (1 a, 2 mine 2, 3 mine 3); this is the first" in capsys.readouterr().err
    for number in (0, 4, True, "a"):
        with pytest.raises(PuzzleError, match="must be from 1 to 3"):
            load(file, number)


def test_other_searches_refuse_what_they_would_not_keep_to():
    for more in ("holes: 0..4\n", "most: true\n"):
        puzzle = read_text(GOOD.replace("name: J,", "name: J, copies: 0..1,") + more)
        for ask in (exact_cover, lambda one: hint_options(one, [])):
            with pytest.raises(PuzzleError, match="which only solve and count keep to"):
                ask(puzzle)


def test_the_command_line_answers_for_each_puzzle(capsys, tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(GOOD + "puzzles: [{name: a}, {turns: space, name: b}, {box: [2, 4]}]\n")
    assert main(["count", str(file)]) == 0
    assert capsys.readouterr().out == "a: 4 solutions.\nb: 4 solutions.\nmine 3: 4 solutions.\n"
    assert main(["count", str(file), "--problem", "2"]) == 0
    assert capsys.readouterr().out == "4 solutions.\n"
    assert main(["solve", str(file), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["puzzles"]
    assert [(row["name"], len(row["solutions"])) for row in rows] == [("a", 1), ("b", 1), ("mine 3", 1)]
    assert main(["count", str(file), "--problem", "4"]) == 2


def test_the_command_line_says_what_is_the_most(capsys, tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("box: [8, 8]\npieces: [{name: X, layers: ['.#./###/.#.']}]\nmost: X\n")
    assert main(["count", str(file)]) == 0
    assert capsys.readouterr().out == "At most 8 of the piece X fit. 46 solutions.\n"
    file.write_text(
        file.read_text().replace("most: X", "most: true").replace("name: X", "name: X, copies: any")
    )
    assert main(["count", str(file), "--json"]) == 0
    out = json.loads(capsys.readouterr().out)
    assert (out["count"], out["most"], out["complete"]) == (46, 40, True)
    assert main(["solve", str(file)]) == 0
    assert "At most 40 cells can be covered. 1 solution so far" in capsys.readouterr().out


def test_no_false_reason_where_not_all_copies_fit(capsys, tmp_path):
    """Two boxes hold three L's, and four are wanted: the L was said to fit nowhere."""
    file = tmp_path / "mine.yaml"
    pieces = "pieces: [{name: V, copies: 4, layers: ['##/#.']}, {name: M, copies: 0..2, layers: ['#']}]"
    file.write_text(f"boxes: [[3, 3, 1], [2, 2, 1]]\nturns: plane\nmost: true\n{pieces}\n")
    for command in "count", "solve":
        assert main([command, str(file)]) == 1
        assert capsys.readouterr().out == "0 solutions.\n"


def test_a_number_between_least_and_most_that_copies_do_not_fill():
    with pytest.raises(
        PuzzleError, match="0 to 6 cells, the container has 5, which no choice of copies fills"
    ):
        read_text("box: [2, 3]\nholes: 1\npieces: [{name: D, copies: 0..3, layers: ['##']}]")
