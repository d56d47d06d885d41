"""The words of puzzle files that few puzzles say: turns of a piece, given, holes, most, several."""

import json
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from loose_puzzles import drawn_puzzle, is_taken, packings
from sizes import size

from makers.xmpuzzle import read_xmpuzzle, to_xmpuzzle
from puzzlelib import PuzzleError, count, load, orbits, solve
from puzzlelib.__main__ import main
from puzzlelib.common.clock import Clock
from puzzlelib.engines import ENGINES
from puzzlelib.engines.most import most_from_above
from puzzlelib.packing import load_all, read_text
from puzzlelib.packing.files import read_all, to_yaml
from puzzlelib.packing.puzzle import PackingPuzzle
from puzzlelib.packing.shapes import TURNS
from puzzlelib.search.exact_cover import exact_cover
from puzzlelib.search.hints import hint_options

NUMBER = size("loose puzzles")


@cache
def draw_worded(seed: int, number: int) -> list[tuple[PackingPuzzle, set]]:
    """Return random puzzles that say some of the words, with their solutions by brute force.

    Of all that fits, any way turned, the referee takes what the words allow.
    """
    draw, made = Random(seed), []
    while len(made) < number:
        plain = drawn_puzzle(draw)
        turns = [draw.choice(["", *TURNS]) for _ in plain.pieces]
        pieces = tuple(piece._replace(turns=turn) for piece, turn in zip(plain.pieces, turns))
        puzzle = replace(plain, pieces=pieces, turns=draw.choice(TURNS))
        if draw.randrange(2) and puzzle.placements:
            one = draw.choice(puzzle.placements)
            free = tuple(cell for cell in puzzle.optional if cell not in one.cells)
            puzzle = replace(puzzle, given=(one,), optional=free)
        if draw.randrange(2):
            least = draw.randrange(len(puzzle.optional) + 1)
            holes = least, draw.randint(least, len(puzzle.optional))
            puzzle = replace(puzzle, holes=holes) if any(holes) else replace(puzzle, optional=())
        if puzzle.pieces and puzzle.has_right_volume:
            made.append((draw_most(draw, puzzle), brute_force(puzzle)))
    return [(puzzle, best_of(puzzle, found)) for puzzle, found in made]


def draw_most(draw: Random, puzzle: PackingPuzzle) -> PackingPuzzle:
    """Let a puzzle ask for the most of something, perhaps."""
    ranged = [piece.name for piece in puzzle.pieces if piece.spare]
    asked = draw.choice([True, *ranged]) if ranged and puzzle.optional else False
    return replace(puzzle, most=asked)


def brute_force(puzzle: PackingPuzzle) -> set:
    """Return all solutions, whatever is most: what fits when it is turned any way, and is taken."""
    free = replace(
        puzzle,
        pieces=tuple(p._replace(turns="space") for p in puzzle.pieces),
        given=(),
        holes=None,
        most=False,
    )
    return {one for one in packings(free) if is_taken(replace(puzzle, most=False), one)}


def best_of(puzzle: PackingPuzzle, found: set) -> set:
    """Return the solutions with the most of what a puzzle asks for."""
    if not puzzle.most:
        return found
    worth = [worth_of(puzzle, one) for one in found]
    return {one for one in found if worth_of(puzzle, one) == max(worth)}


def worth_of(puzzle: PackingPuzzle, solution) -> int:
    wanted = [one for one in solution if puzzle.most in (True, one.piece)]
    return sum(len(one.cells) for one in wanted) if puzzle.most is True else len(wanted)


@pytest.mark.slow
@pytest.mark.parametrize("engine", [None, *ENGINES])
def test_all_engines_solve_them_as_brute_force_does(engine):
    solved = asked = 0
    for puzzle, expected in draw_worded(41, NUMBER)[:: 4 if engine == "ilp" else 1]:
        result = solve(puzzle, engine, limit=None)
        assert result.complete and len(result) == len(expected) and set(result) == expected
        assert all(one.puzzle is puzzle for one in result)
        counted = count(puzzle, engine)
        assert (counted.count, counted.complete) == (len(expected), True)
        assert result.most == counted.most
        if puzzle.most and expected:
            assert result.most == max(worth_of(puzzle, one) for one in expected)
            asked += 1
        assert solve(puzzle, engine).complete == (not expected)
        solved += len(expected) > 1
    assert solved > 2 and asked > 0


@pytest.mark.slow
def test_orbits_of_them_are_counted_as_listed():
    told = 0
    for puzzle, expected in draw_worded(42, 3 * NUMBER):
        if puzzle.most or puzzle.holes:
            continue
        listed = orbits(puzzle, expected)
        assert len(solve(puzzle, limit=None, symmetry="rotations")) == len(listed)
        for engine in ("compiled", "states", "backtracking"):
            assert count(puzzle, engine, "rotations").count == len(listed)
        told += len(listed) < len(expected)
    assert told > 3


def test_the_most_is_found_without_a_solver_too():
    for puzzle, expected in draw_worded(43, 60):
        if puzzle.most and expected:
            best = max(worth_of(puzzle, one) for one in expected)
            assert most_from_above(puzzle, Clock(None)) == best


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
    for puzzle, _ in draw_worded(41, NUMBER):
        if not puzzle.boxes and len(puzzle.container[0]) > 3:  # what is left of several boxes
            continue
        assert read_text(to_yaml(puzzle)) == puzzle
        if not puzzle.special_words or puzzle.special_words == ["holes"] and not puzzle.holes[0]:
            assert read_xmpuzzle(to_xmpuzzle(puzzle).encode()) == puzzle
            continue
        with pytest.raises(PuzzleError, match="which an .xmpuzzle file cannot$"):
            to_xmpuzzle(puzzle)


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
    ("given: {L: [[0,0]]}", 7, "given.L: [[0, 0]]; the piece does not lie so"),
    ("given:\n  L: [[0,0], [1,0], [2,0], [3,1]]", 8, "given.L: [[0, 0], [1, 0], [2, 0], [3, 1]]; the piece"),
    ("given: {L: [[5,0]]}", 7, "given.L: [5, 0]; must be a cell of the container"),
    ("given: {L: [[[0,0]]", 7, "is not plain YAML"),
    ("? [given, most]\n: true", 7, "mine.yaml: line 7 is not plain YAML: a key must be a text"),
    ("yes: true", 7, "the file: 'yes'; unknown key"),
    ("1.50: true", 7, "the file: '1.50'; unknown key"),
    ("a[0]: true", 7, "the file: 'a[0]'; unknown key"),
    ("'x (y).z': true", 7, "the file: 'x (y).z'; unknown key"),
    ("puzzles:\n  - {name: a}\n  - {1.5: 2}", 9, "puzzles[1]: '1.5'; unknown key"),
    ("colours:\n  a: [[0,0]]\n  a.b[1]: [[9,0]]", 9, "colours.a.b[1]: [9, 0]; must be a cell of the"),
    ("given:\n  box: 1\n  L.1: 2", 8, "given: 'box'; there is no piece"),
    (
        GIVEN.replace("{L", "given: {L").replace("]]}", "]], J: [[1,0], [1,1], [2,1], [3,1]]}"),
        7,
        "one of these cells",
    ),
    ("given: {L: [[[0,0], [1,0], [2,0], [0,1]], [[3,1], [2,1], [1,1], [3,0]]]}", 7, "no more than 1 copies"),
    ("holes: 9", 7, "holes: 9; must be a number or a range such as 0..2, as 8 cells may stay empty"),
    ("holes: 2..1", 7, "holes: '2..1'; must be a number"),
    ("holes: ０..２", 7, "holes: '０..２'; must be a number"),
    ("holes: true", 7, "holes: True; must be a number"),
    ("holes: [[0,0], [0,0]]", 7, "holes: [0, 0]; this cell stands twice"),
    ("holes: 1", 4, "volume: 8 cells; the pieces fill 8 cells, the container has 7 (see"),
    ("most: 3", 7, "most: 3; must be true, or the name of a piece"),
    ("most: M", 7, "most: 'M'; must be true, or the name of a piece"),
    ("turn: none", 7, "the file: 'turn'; unknown key"),
    ("wrap: x", 7, "the file: 'wrap'; pieces do not go around an edge"),
    ("puzzles: []", 7, "puzzles: []; must be a list of puzzles"),
    ("puzzles:\n  - {name: a}\n  - {boxs: [1, 1]}", 9, "puzzles[1]: 'boxs'; unknown key"),
    ("puzzles:\n  - {name: a}\n  - {box: [1, 0]}", 9, "puzzles[1].box: 0; must be a whole number from 1"),
    ("puzzles:\n  - {name: a}\n  - {copies: 2}", 9, "puzzles[1]: 'copies'; stands in a piece"),
    ("puzzles:\n  - {holes: [[0,0]]}", 4, "puzzles[0].volume: 8 cells; the pieces fill 8 cells"),
]
WRONG = [
    ("turns: flip", "turns: no", 3, "turns: False; must be one of space, plane, flip, none"),
    ("name: J,", "name: J, turns: round,", 6, "pieces[1] (J).turns: 'round'; must be one of space"),
    ("name: J,", "name: J, copies: some,", 6, "pieces[1] (J).copies: 'some'; must be a whole number"),
    ("name: J,", "name: J, copies: 1..٢,", 6, "pieces[1] (J).copies: '1..٢'; must be a whole number"),
    ("name: J,", "name: J, 1.50: 2,", 6, "pieces[1]: '1.50'; unknown key"),
    ("name: J,", "name: J (k).x, copies: 0,", 6, "pieces[1] (J (k).x).copies: 0; must be a whole number"),
    ("name: J,", "name: J, copies: any..2,", 6, "pieces[1] (J).copies: 'any..2'; must be a whole number"),
    ("name: J,", "name: J, wrap: x,", 6, "pieces[1]: 'wrap'; pieces do not go around"),
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
