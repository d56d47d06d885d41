"""Positions in play, help, and difficulty. The list of all packings, which symmetry makes, and
brute force say what is right."""

from random import Random

import pytest
from brute_force import packings

from lessons.puzzles.hands import Position, completions, dead_ends, hint, hint_about, why_hopeless
from lessons.puzzles.hands import help as module
from lessons.puzzles.hands.answers import Adviser
from lessons.puzzles.hands.position import start
from puzzlelib import PuzzleError, all_packings, count, generate, load, verify
from puzzlelib.packing import read_text

BOX, LITTLE = load("tetracubes-2x4x4"), load("little-cube")


def random_position(puzzle, draw: Random) -> Position:
    """Some pieces laid anywhere, each where it fits."""
    position = Position(puzzle)
    for _ in range(draw.randrange(1, 6)):
        if options := module.fitting_placements(position):
            position = position.lay(draw.choice(options))
    return position


def part_of_a_packing(draw: Random) -> Position:
    packing = draw.choice(all_packings("2x4x4"))
    return Position(BOX, laid=tuple(draw.sample(packing, draw.randrange(1, 8))))


# -------- positions


@pytest.mark.parametrize(
    ("placement", "says"),
    [
        (("O", [(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0)]), "overlaps I at (0,0,0) and (0,1,0)"),
        (("I", [(1, 0, 0), (1, 1, 0), (1, 2, 0), (1, 3, 0)]), "piece I: all of it is laid already"),
        (("O", [(3, 0, 0), (4, 0, 0), (3, 1, 0), (4, 1, 0)]), "sticks out of the container at (4,0,0)"),
        (("O", [(3, 0, 0), (3, 1, 0), (3, 2, 0), (3, 3, 0)]), "piece O: has another shape"),
        (("Q", [(3, 0, 0)]), "there is no piece 'Q'; the pieces are I, T, L"),
        (("O", 5), "is not a placement, a piece and its cells"),
        (("O", [(float("inf"), 0, 0)]), "is not a placement, a piece and its cells"),
    ],
)
def test_what_cannot_be_laid_gets_one_line(placement, says):
    bar = Position(BOX).lay(("I", [(0, 3, 0), (0, 1, 0), (0, 2, 0), (0, 0, 0)]))
    with pytest.raises(PuzzleError) as error:
        bar.lay(placement)
    assert says in str(error.value) and "\n" not in str(error.value)


def test_a_given_piece_stays():
    made = generate("2x4x4", 3, 7)
    position = start(made.puzzle, made.given)
    with pytest.raises(PuzzleError, match="is given, and stays"):
        position.take_back(made.given[0])
    with pytest.raises(PuzzleError, match="does not lie there"):
        position.take_back(next(one for one in made.solution if one not in made.given))


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: start("soma"), "'soma' is not a puzzle; load"),
        (lambda: start(generate("2x4x4", 3, 7)), "is not a puzzle; its .puzzle is one"),
        (lambda: start(LITTLE, None), "given None: must be a list of placements"),
        (lambda: hint_about(Position(LITTLE), 5), "5 is not a placement, a piece and its cells"),
        (lambda: dead_ends(LITTLE, LITTLE.placements[:1] * 2), "all of it is laid already"),
    ],
)
def test_what_is_no_position_gets_one_line(ask, says):
    with pytest.raises(PuzzleError) as error:
        ask()
    assert says in str(error.value) and "\n" not in str(error.value)


# -------- still solvable?


@pytest.mark.slow
def test_completions_agree_with_the_list_of_all_packings():
    draw, packings = Random(12), list(map(frozenset, all_packings("2x4x4")))
    for k in range(60):
        position = part_of_a_packing(draw) if k % 2 else random_position(BOX, draw)
        listed = sum(packing.issuperset(position.laid) for packing in packings)
        found = completions(position)
        assert (found.number, found.complete) == (listed, True), position.laid
        if not k % 20:
            assert count(BOX, "asp", given=position.laid).count == listed


def test_completions_agree_with_brute_force():
    draw = Random(5)
    every = packings(LITTLE)
    for _ in range(20):
        position = random_position(LITTLE, draw)
        right = sum(set(position.laid) <= set(solution) for solution in every)
        assert completions(position).number == right


def test_a_count_that_is_not_finished_says_so():
    found = completions(Position(load("tetris-cube")), seconds=0.05)
    assert not found.complete and not found.hopeless
    assert str(found).endswith(("or more", "no proof that there is none"))


# -------- hints


def test_hints_lead_to_a_solution_and_search_once(monkeypatch):
    position, plan, searches = Position(BOX), (), []
    search = module.solve
    monkeypatch.setattr(module, "solve", lambda *given, **more: searches.append(1) or search(*given, **more))
    while not position.solved:
        found = hint(position, plan)
        assert found.placement.piece in found.say
        position, plan = position.lay(found.placement), found.plan
    verify(BOX, BOX.solution(position.placements))
    assert len(searches) == 1
    adviser, position = Adviser(BOX), Position(BOX)
    for _ in range(3):
        found = adviser.answer("hint", position)
        position = position.lay(adviser.placement(found["lay"]))
    assert len(searches) == 2


def test_of_the_pieces_that_are_to_blame_the_one_laid_last_is_taken_back():
    draw, every, several = Random(6), packings(LITTLE), 0
    for _ in range(100):
        position = random_position(LITTLE, draw)
        without = [{*position.laid} - {one} for one in position.laid]
        blamed = [k for k, rest in enumerate(without) if any(rest <= set(one) for one in every)]
        if blamed and completions(position).hopeless:
            assert hint(position).take == (position.laid[blamed[-1]],)
            several += len(blamed) > 1
    assert several > 5


@pytest.mark.slow
def test_in_a_hopeless_position_a_hint_says_what_to_take_back():
    draw, single, several = Random(8), 0, 0
    for _ in range(60):
        position = random_position(BOX, draw)
        if completions(position).number:
            continue
        found = hint(position)
        for piece in found.take:
            position = position.take_back(piece)
        assert found.placement is None and found.take and completions(position).number
        assert all(one.piece in found.say for one in found.take)
        single, several = single + (len(found.take) == 1), several + (len(found.take) > 1)
    assert single and several


def test_a_puzzle_without_a_solution_is_told():
    odd = read_text("cells: [[0,0,0],[2,0,0]]\npieces: [{name: D, cells: [[0,0,0],[1,0,0]]}]")
    assert hint(Position(odd)).say.startswith("This puzzle has no solution: cells (0,0,0) and (2,0,0) can")


@pytest.mark.parametrize("seed", range(30))
def test_the_reason_why_there_is_no_completion_holds(seed):
    position = random_position(BOX, Random(seed))
    if not completions(position).hopeless:
        return
    reason = why_hopeless(position)
    if reason.dead:
        reached = {cell for one in module.fitting_placements(position) for cell in one.cells}
        assert set(reason.dead) == set(position.empty) - reached
    elif "no place left for" in reason.say:
        assert any(
            not any(o.piece == n for o in module.fitting_placements(position))
            for n, c in position.left.items()
            if c
        )
    else:
        assert "cut off" in reason.say or "chessboard" in reason.say or "dead ends" in reason.say


# -------- difficulty


def test_in_all_orders_of_a_small_puzzle_a_search_without_dead_ends_is_seen_and_one_with_them():
    met = dead_ends(LITTLE, orders=200, rule="random")
    assert min(met) == 0 < max(met) <= 168  # the nodes of its whole tree, by piece
    assert met == dead_ends(LITTLE, orders=200, rule="random")
