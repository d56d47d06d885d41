"""Why not? Rows that cannot hold together: impossible all together, possible without any one of them, and
rightly told."""

from _thread import interrupt_main
from itertools import combinations, product
from random import Random
from threading import Timer

import pytest
from quiet_clock import ends_within, now

from lessons.l08_integer_programs.naive import naive_model
from lessons.puzzles.views.reasons import picture
from puzzlelib import PackingPuzzle, PuzzleError, load, solve
from puzzlelib.ilp.explain import why_not
from puzzlelib.ilp.infeasible import irreducible_subset, never_holds
from puzzlelib.ilp.model import Linear, Model
from puzzlelib.ilp.placements import placement_model
from puzzlelib.ilp.solvers import solve_model
from puzzlelib.packing.files import read_text
from puzzlelib.packing.puzzle import Piece, box_cells
from puzzlelib.pictures import build_figure
from puzzlelib.search.exact_cover import cover_of

DOMINO = "{name: D, cells: [[0,0,0],[1,0,0]]}"
SQUARE = "{name: O, cells: [[0,0,0],[1,0,0],[0,1,0],[1,1,0]]}"


def puzzle_of(cells, *pieces, turns="space"):
    return read_text(
        f"cells: {[list(cell) for cell in cells]}\nturns: {turns}\npieces: [{', '.join(pieces)}]"
    )


def dominoes(n: int) -> str:
    return DOMINO.replace("D,", f"D, copies: {n},")


def board(wide: int, deep: int, *gone):
    return [(x, y, 0) for y in range(deep) for x in range(wide) if (x, y) not in gone]


def is_irreducible(model: Model, rows) -> bool:
    """Impossible all together, possible without any one: judged by another solver than the one that found
    them."""
    part = lambda names: Model("part", model.names, {name: model.rows[name] for name in names})
    without = [
        solve_model(part([other for other in rows if other != row]), "cp-sat", time_limit=60) for row in rows
    ]
    return solve_model(part(rows), "cp-sat", time_limit=60).status == "infeasible" and all(
        outcome.found for outcome in without
    )


TAILS = [(0, 1, 0), (1, 1, 0), (2, 1, 0), (3, 1, 0), (1, 2, 0), (2, 2, 0)]
PUZZLES = {
    "two cells for one piece": puzzle_of(TAILS, SQUARE, DOMINO),
    "chessboard": puzzle_of(board(4, 4, (0, 0), (3, 3)), dominoes(7)),
    "chessboard, larger": puzzle_of(board(6, 4, (0, 0), (5, 3), (1, 0), (5, 2), (0, 1), (4, 3)), dominoes(9)),
    "a cell nobody reaches": puzzle_of([(0, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0)], dominoes(2)),
    "a piece too long": puzzle_of(
        board(2, 2), "{name: I, cells: [[0,0,0],[1,0,0],[2,0,0]]}", "{name: M, cells: [[0,0,0]]}"
    ),
}


@pytest.mark.parametrize("name", PUZZLES)
def test_rows_are_impossible_and_each_is_needed(name):
    reason = why_not(PUZZLES[name])
    assert reason.feasible is False and reason.irreducible and reason.say
    assert is_irreducible(placement_model(PUZZLES[name]), reason.rows)


def test_two_cells_that_only_one_piece_covers():
    reason = why_not(PUZZLES["two cells for one piece"])
    assert reason.rows == ("piece D", "cell (0,1,0)", "cell (3,1,0)")
    assert reason.say.startswith(
        "The cells (0,1,0) and (3,1,0) can only be covered by the piece D, and it cannot cover both."
    )


def test_the_chessboard_comes_first_and_its_smaller_colour_is_found():
    reason = why_not(PUZZLES["chessboard"])
    cells = [eval(row.removeprefix("cell ")) for row in reason.rows if row.startswith("cell ")]
    assert reason.say.startswith("Coloured like a chessboard")
    assert "There is no room for the 7 pieces D" in reason.say
    assert {(x + y) % 2 for x, y, _ in cells} == {0} and len(cells) == 6 and "piece D" in reason.rows


@pytest.mark.parametrize(
    "name, row, say",
    [
        ("a cell nobody reaches", "cell (0,0,0)", "No piece reaches the cell [0, 0, 0]."),
        ("a piece too long", "piece I", "Piece I fits nowhere into the container."),
    ],
)
def test_one_row_is_enough(name, row, say):
    reason = why_not(PUZZLES[name])
    assert (reason.rows, reason.say) == ((row,), say)


def test_wrong_volume_is_told_with_the_numbers():
    puzzle = load("little-cube")
    reason = why_not(PackingPuzzle("a piece is missing", puzzle.container, puzzle.pieces[1:]))
    assert reason.say.startswith("The pieces have 5 cells, the container has 8.")
    one_or_two = Piece("D", ((0, 0, 0), (1, 0, 0)), copies=2, spare=1)
    reason = why_not(PackingPuzzle("loose", box_cells([(3, 3, 1)]), (one_or_two,), optional=((0, 0, 0),)))
    assert reason.say.startswith("The pieces have 2 to 4 cells, the container has room for 8 to 9.")


def test_there_is_nothing_to_explain():
    reason = why_not(load("soma"))
    assert (reason.rows, reason.feasible) == ((), True)


def random_hints(name: str, count: int, seed: int):
    """Hints for which there is no solution, drawn by a seed."""
    puzzle, rng = load(name), Random(seed)
    while True:
        given = rng.sample(puzzle.placements, count)
        if len({p.piece for p in given}) == count and not solve(puzzle, "x", given=given).solutions:
            return puzzle, given


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name, count", [("tetracubes-2x2x8", 3), ("little-cube", 2)])
def test_random_hints(name, count, seed):
    puzzle, given = random_hints(name, count, seed)
    reason = why_not(puzzle, given, time_limit=60)
    assert reason.irreducible and is_irreducible(placement_model(puzzle, given), reason.rows)
    hints = [p for p in given if f"hint x[{puzzle.option[p]}]" in reason.rows]
    assert all(f"{p.piece} at" in reason.say for p in hints)


@pytest.mark.parametrize("seed", range(6))
def test_random_covers(seed):
    """Small exact cover problems without a solution."""
    rng = Random(seed)
    while True:
        options = [rng.sample("abcdefgh", rng.randint(1, 4)) for _ in range(9)]
        cover = cover_of(options, items="abcdefgh")
        reason = why_not(cover)
        if not reason.feasible:
            break
    assert is_irreducible(placement_model(cover), reason.rows)
    assert all(row in placement_model(cover).rows for row in reason.rows)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_random_models_that_only_whole_numbers_break(seed):
    """An odd ring of "one of two" rows: half and half would do, so the relaxation cannot tell."""
    rng, model = Random(seed), Model("ring")
    x = model.variables(*"abcdefghi")
    ring = rng.sample(x, 2 * rng.randint(1, 4) + 1)
    for k, (one, other) in enumerate(zip(ring, ring[1:] + ring[:1])):
        model.row(f"ring {k}", one + other == 1)
    for k, (one, other) in enumerate(rng.sample(list(combinations(x, 2)), 8)):
        model.row(f"extra {k}", one + other <= 1)
    reason = why_not(model)
    assert reason.feasible is False and is_irreducible(model, reason.rows)
    assert all(f"“{row}”" in reason.say for row in reason.rows) or len(reason.rows) > 6


def test_every_irreducible_set_is_found_to_be_one():
    """All monotone tests of up to two minimal sets among six rows."""
    rows = "abcdef"
    sets = [set(some) for n in range(1, 5) for some in combinations(rows, n)]
    for one, other in product(sets, repeat=2):
        found = irreducible_subset(rows, lambda names: one <= set(names) or other <= set(names))
        assert found in (one, other) and not (found > one or found > other)


def test_a_row_that_never_holds():
    model = Model()
    a, b = model.variables("a", "b")
    for says in (a + b == 3, a - b >= 2, a + b <= -1, 2 * a + b == -1):
        assert never_holds(model.row(f"{len(model.rows)}", says))
    assert not any(
        never_holds(model.row(f"{len(model.rows)}", says)) for says in (a + b == 2, a - b >= 1, a - b <= -1)
    )


# -------- what comes with it


def test_the_picture_marks_the_cells_of_the_rows():
    reason = why_not(PUZZLES["two cells for one piece"])
    scene, frame = picture(reason)
    shown = {cell for cell, text in zip(reason.puzzle.container, frame["cells"]) if text == "?"}
    assert shown == {(0, 1, 0), (3, 1, 0)} and frame["say"] == reason.say
    assert sum('"?"' in block["part"] for block in frame["blocks"]) == 2
    assert len(build_figure(*picture(reason)).data) > 3


def test_mistakes_are_told():
    with pytest.raises(PuzzleError, match="no picture of a model alone"):
        picture(why_not(naive_model(("three", "once"), 1, 2)))
    with pytest.raises(PuzzleError, match="add a row"):
        why_not(naive_model(), [1])


@pytest.mark.slow
def test_it_ends_in_time_and_says_so():
    """A hard one: proving that each row is needed takes far longer than this."""
    puzzle = puzzle_of(board(8, 8, (0, 0), (7, 7)), dominoes(31))
    hard = placement_model(load("soma"))
    hard.row("one more", Linear(dict.fromkeys(list(hard.names)[:300], 1)) == 5)
    for problem in (puzzle, hard):

        def attempt():
            start = now()
            reason = why_not(problem, time_limit=0.5)
            assert reason.irreducible or reason.feasible is None or "time was up" in reason.say
            return now() - start - 0.5

        ends_within(1, attempt)


def test_an_interrupt_is_heard():
    def attempt():
        start = now()
        Timer(0.5, interrupt_main).start()
        with pytest.raises(KeyboardInterrupt):
            why_not(naive_model(elements=8), time_limit=None)
        return now() - start - 0.5

    ends_within(1, attempt)


def test_hints_in_any_form_that_engines_take():
    puzzle = load("little-cube")
    first = puzzle.placements[0]
    other = next(p for p in puzzle.placements if p.piece != first.piece and {*p.cells} & {*first.cells})
    told = why_not(puzzle, [first, other])
    assert why_not(puzzle, [(p, [list(c) for c in cells[::-1]]) for p, cells in (first, other)]) == told
    for given in (5, [5], [None], ["I"]):
        with pytest.raises(PuzzleError):
            why_not(puzzle, given)
