"""Proofs by colouring: never wrong, refused when forged, and found where they are known."""

from fractions import Fraction
from itertools import product
from random import Random

import brute_force
import pytest
from loose_puzzles import FORMS, box_of, drawn_puzzles
from random_covers import random_cover

from puzzlelib import PuzzleError, count, load, solve
from puzzlelib.commands.program import DONE, NO_SOLUTION, STOPPED, main
from puzzlelib.common.clock import TimeIsUp
from puzzlelib.engines import plan
from puzzlelib.packing.files import to_yaml
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, box_cells
from puzzlelib.pictures import build_figure, scene, weights_frame
from puzzlelib.search.colouring import check_colouring, colouring_of, find_colouring
from puzzlelib.search.exact_cover import cover_of, exact_cover
from puzzlelib.search.proofs import parity_reason, why_impossible

BOXES = (3, 2, 2), (4, 3, 1), (6, 2, 1), (4, 4, 1), (3, 3, 1), (2, 2, 3), (5, 3, 1), (8, 2, 1), (2, 2, 4)


def random_box(draw: Random) -> PackingPuzzle:
    """Draw a box, and pieces of two to four cells that have its volume."""
    size = draw.choice(BOXES)
    cells = box_cells([size])
    forms = draw.sample(FORMS[1:], draw.randrange(1, 3))
    names: list[int] = []
    while (left := len(cells) - sum(len(forms[k]) for k in names)) > 0:
        fitting = [k for k, form in enumerate(forms) if len(form) <= left]
        if not fitting:
            return random_box(draw)
        names.append(draw.choice(fitting))
    pieces = tuple(Piece(f"p{k}", forms[k], names.count(k)) for k in sorted(set(names)))
    return PackingPuzzle("random", cells, pieces, "plane", (size,))


def boxes_proved(number: int) -> tuple[int, int]:
    """Count random boxes without a solution by brute force, and those among them that are proved so."""
    draw, impossible, proved = Random(21), 0, 0
    for _ in range(number):
        puzzle = random_box(draw)
        solved = bool(brute_force.packings(puzzle))
        if weights := find_colouring(puzzle):
            assert not solved
            check_colouring(puzzle, weights)
            check_colouring(exact_cover(puzzle), weights)
        assert not (solved and why_impossible(puzzle))
        impossible, proved = impossible + (not solved), proved + bool(weights)
    return impossible, proved


@pytest.mark.slow
@pytest.mark.parametrize("number", [300, pytest.param(2000, marks=pytest.mark.long)])
def test_no_proof_is_wrong(number):
    impossible, proved = boxes_proved(number)
    assert impossible > number / 10 and proved > impossible / 2


@pytest.mark.slow
@pytest.mark.parametrize("number", [300, pytest.param(2000, marks=pytest.mark.long)])
def test_no_proof_is_wrong_with_ranges_and_optional_cells(number):
    proved = 0
    for puzzle in drawn_puzzles(22, number):
        if weights := find_colouring(puzzle):
            assert not brute_force.packings(puzzle)
            check_colouring(puzzle, weights)
            proved += 1
    assert proved > number / 20


@pytest.mark.parametrize("number", [300, pytest.param(2000, marks=pytest.mark.long)])
def test_no_proof_is_wrong_of_covers(number):
    draw, proved = Random(23), 0
    for _ in range(number):
        sizes, options, copies = random_cover(draw, wide=False)
        rows = [[b for b in range(len(sizes)) if bits >> b & 1] + [f"p{kind}"] for bits, kind in options]
        items = dict.fromkeys(range(len(sizes)), 1) | {f"p{k}": n for k, n in enumerate(copies)}
        cover = cover_of(rows, items)
        if weights := find_colouring(cover):
            assert not any(brute_force.covers((1 << len(sizes)) - 1, options, copies))
            check_colouring(cover, weights)
            proved += 1
    assert proved > number / 20


def test_forged_proofs_are_refused():
    draw, refused = Random(24), 0
    while refused < 200:
        puzzle = random_box(draw)
        weights = find_colouring(puzzle) or {}
        item = draw.choice([*puzzle.container, *(piece.name for piece in puzzle.pieces)])
        if any(item == one.piece or item in one.cells for one in puzzle.placements):
            forged = weights | {item: weights.get(item, 0) + Fraction(1, draw.randrange(2, 9))}
            with pytest.raises(PuzzleError, match="no proof"):
                check_colouring(puzzle, forged)
            refused += 1
    puzzle = load("little-cube")
    for forged, words in (
        ({}, "has a whole number too"),
        ({(0, 0, 0): Fraction(1)}, "has a whole number too"),
        ({"nobody": Fraction(1, 2)}, "nothing that is to be covered"),
    ):
        with pytest.raises(PuzzleError, match=words):
            check_colouring(puzzle, forged)
    with pytest.raises(PuzzleError, match="need not be covered"):
        check_colouring(cover_of(["ab", "a"], secondary=["b"]), {"b": Fraction(1, 2)})


def board(size: int) -> PackingPuzzle:
    """Return a board without two opposite corners, and dominoes for it."""
    corners = (0, 0), (size - 1, size - 1)
    cells = [[x, y] for y, x in product(range(size), repeat=2) if (x, y) not in corners]
    return PackingPuzzle.from_pieces({"D": "##"}, copies={"D": len(cells) // 2}, cells=cells)


KNOWN = {
    "board 10": (board(10), 2),
    "board 20": (board(20), 2),
    "27 bricks 1×2×4 in 6×6×6": (box_of(27, "####/####", 6, 6, 6), 2),
    "25 L-tetrominoes in 10×10": (box_of(25, "###/#..", 10, 10), 2),
    "25 T-tetrominoes in 10×10": (box_of(25, "###/.#.", 10, 10), 2),
    "9 bars of four in 6×6": (box_of(9, "####", 6, 6), 2),
    "16 bars of nine in 12×12": (box_of(16, "#########", 12, 12), 2),
    "12 bars of three in 2×2×9": (box_of(12, "###", 2, 2, 9), None),
    "20 bars of five in 10×10": (box_of(20, "#####", 10, 10), None),
}


@pytest.mark.parametrize("puzzle, most", KNOWN.values(), ids=KNOWN)
def test_known_colourings(puzzle, most):
    weights = find_colouring(puzzle)
    assert (weights is None) == (most is None)
    if weights:
        check_colouring(puzzle, weights)
        assert max(weight.denominator for weight in weights.values()) <= most
        assert all(weight.denominator > 1 for weight in weights.values())


@pytest.mark.parametrize("name", ["board 20", "27 bricks 1×2×4 in 6×6×6", "25 L-tetrominoes in 10×10"])
def test_they_are_asked_for_before_a_search(name):
    puzzle, lines = KNOWN[name][0], []
    counted = count(puzzle, time_limit=20, tell=lines.append)
    assert (counted.count, counted.complete, counted.engine) == (0, True, "proof")
    assert lines == ["engine proof: no search is needed, there is no solution"]
    solved = solve(puzzle, time_limit=20)
    assert (solved.solutions, solved.complete, solved.stopped, solved.engine) == ([], True, "", "proof")


def test_the_sentence():
    assert why_impossible(box_of(27, "####/####", 6, 6, 6)) == (
        "give 27 cells ([1, 1, 1], [3, 1, 1], [5, 1, 1], …) the weight 1/2: each placement has a whole "
        "number in all, but the cells and pieces together have 13 1/2"
    )


def test_the_chessboard_knows_more_where_copies_are_few():
    # Whole numbers may be large or negative, so a colouring does not know that there is one single cell.
    cross = PackingPuzzle.from_pieces(
        {"D": "##", "M": "#"}, copies={"D": "0..2", "M": "0..1"}, layers=[".#./###/.#."]
    )
    assert parity_reason(cross) and find_colouring(cross) is None


def test_it_stops_when_the_time_is_up():
    with pytest.raises(TimeIsUp):
        find_colouring(load("soma"), lambda: True)
    assert why_impossible(box_of(25, "###/#..", 10, 10), rounds=0) == ""


@pytest.mark.usefixtures("without_alarm")
def test_a_search_that_was_stopped_does_not_say_that_there_may_be_more(capsys, tmp_path):
    file = tmp_path / "board.yaml"
    file.write_text(to_yaml(board(10)), encoding="utf-8")
    assert main(["count", str(file), "--engine", "x", "--time-limit", "0.2"]) == STOPPED
    said = capsys.readouterr().out
    assert said.startswith("0 solutions. coloured like a chessboard") and "may be more" not in said


@pytest.mark.parametrize("name", ["25 L-tetrominoes in 10×10", "27 bricks 1×2×4 in 6×6×6"])
def test_the_box_is_coloured_by_its_weights(name):
    puzzle = KNOWN[name][0]
    proof = colouring_of(puzzle, seconds=60)
    assert {proof.sum_of(one).denominator for one in puzzle.placements} == {1}
    whole = sum(proof.weights.get(cell, 0) for cell in puzzle.container)
    whole += sum(piece.copies * proof.weights.get(piece.name, 0) for piece in puzzle.pieces)
    assert proof.total == f"{whole // 1} {whole % 1}" and str(proof).endswith(proof.total)
    shown = weights_frame(puzzle, proof.weights)
    texts = [str(proof.weights.get(cell, "")) for cell in puzzle.container]
    assert shown["cells"] == texts and shown["tints"].keys() == set(texts) - {""}
    cubes = [block["part"].look for block in shown["blocks"] if block["part"].startswith('["weights"')]
    drawn = {cell: text for cells, text, *_ in cubes for cell in cells}
    assert drawn == {cell: text for cell, text in zip(puzzle.container, texts) if text}
    assert len(build_figure(scene(puzzle), shown).data) == len(shown["blocks"]) + 1


def test_show_draws_the_coloured_box(tmp_path, capsys):
    file, page = tmp_path / "bricks.yaml", tmp_path / "bricks.html"
    file.write_text(to_yaml(box_of(27, "####/####", 6, 6, 6)))
    assert main(["show", str(file), "--html", str(page)]) == DONE
    text = page.read_text(encoding="utf-8")
    assert "This box cannot be filled: give 27 cells" in text and ".   1/2 .   1/2 .   1/2" in text
    shown = colouring_of(box_of(27, "####/####", 6, 6, 6), seconds=60)._repr_mimebundle_()["text/html"]
    assert "<img" in shown and "<p>This box cannot be filled: give 27 cells" in shown


SLANTED = PackingPuzzle.from_pieces({"I": "##"}, copies={"I": 2}, layers=[".#./###"])


@pytest.mark.parametrize(
    ("puzzle", "engine", "part"),
    [
        (box_of(27, "####/####", 6, 6, 6), None, "27 cells ([1, 1, 1]"),
        (SLANTED, None, "chessboard"),  # searched sooner than a proof is looked for
        (SLANTED, "x", "chessboard"),
    ],
)
def test_a_proof_is_found_once_and_the_result_has_it(capsys, monkeypatch, tmp_path, puzzle, engine, part):
    found = []

    def note(*asked):
        found.append(why_impossible(*asked))
        return found[-1]

    monkeypatch.setattr(plan, "why_impossible", note)
    for call in solve, count:
        assert part in call(puzzle, engine).reason
    (tmp_path / "box.yaml").write_text(to_yaml(puzzle))
    for command in "solve", "count":
        named = ["--engine", engine] if engine else []
        assert main([command, str(tmp_path / "box.yaml"), *named]) == NO_SOLUTION
        assert part in capsys.readouterr().out
    assert len(found) == 4 and all(found)


def test_a_cover_without_a_solution_gets_its_reason(capsys, tmp_path):
    # T's on a board whose edges are joined: as many odd sums as T's, 25, and half of the cells are odd
    spots = product(range(10), range(10), range(4))
    shapes = [[(0, 0), (1, 0), (2, 0), (1, 1)]]
    for _ in range(3):
        shapes.append([(-y, x) for x, y in shapes[-1]])
    lines = (" ".join(f"{(x + a) % 10},{(y + b) % 10}" for a, b in shapes[k]) for x, y, k in spots)
    file = tmp_path / "torus.cover"
    file.write_text("\n".join(lines), encoding="utf-8")
    for command in "count", "solve":
        assert main([command, str(file)]) == NO_SOLUTION
        said, notes = capsys.readouterr()
        assert said.startswith("0 solutions. give 50 items (") and "have 37 1/2" in said
        assert notes == "engine proof: no search is needed, there is no solution\n"
