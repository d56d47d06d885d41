"""Taking apart: against brute force over all sequences of moves, and the referee against forgers."""

from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest
from brute_force import least_levels, separate
from random_apart import random_assembly
from sizes import size

from makers.apart import Gaps, Shift, Stuck, blocking_graphs, take_apart, verify_apart
from makers.apart import kernel as kernel
from makers.apart import search as search
from puzzlelib import PackingPuzzle, PuzzleError, load, solve
from puzzlelib.common.ending import Ending
from puzzlelib.packing.files import read_text
from puzzlelib.packing.puzzle import Piece
from puzzlelib.packing.referee import Invalid

SEEDS = range(size("assemblies to take apart"))


def stuck_one(positions: int = 1):
    """The first random assembly whose proof has so many positions."""
    done = (take_apart(random_assembly(seed)) for seed in range(10_000))
    return next(one for one in done if one.stuck and len(one.stuck.positions) >= positions)


def deep_one():
    """A random assembly of three pieces, of level 4.1."""
    return take_apart(random_assembly(509))


# -------- both answers


@pytest.mark.slow
def test_both_answers_and_the_numbers_of_moves_are_those_of_brute_force():
    answers = Counter()
    for seed in SEEDS:
        solution = random_assembly(seed)
        pieces = [frozenset(one.cells) for one in solution]
        _, best = separate(pieces)
        done, least = take_apart(solution), take_apart(solution, fewest=True)
        verify_apart(done)
        verify_apart(least)
        assert done.possible == least.possible == (best is not None), seed
        answers[done.possible] += 1
        if done.possible:
            assert (done.levels, len(least.shifts)) == (least_levels(pieces), best), seed
    assert min(answers[True], answers[False]) >= len(SEEDS) // 4


def test_a_move_may_be_long_and_takes_others_along():
    puzzle = PackingPuzzle.from_pieces({"U": "#.#/#.#/###", "I": "#/#"}, box=[3, 3])
    done = take_apart(solve(puzzle).solutions[0])
    assert (done.level, done.sentence(done.shifts[0])) == ("1", "I: 1 cell up")
    comb = take_apart(solve(PackingPuzzle.from_pieces({"A": "#.#/###", "B": "#"}, box=[3, 2])).solutions[0])
    assert (comb.level, comb.shifts) == ("1", [Shift((1,), 2, 1)])


@pytest.mark.slow
@pytest.mark.parametrize("seed, level, least", [(829, "2", 3), (3899, "1.3", 5)])
def test_of_several_ways_that_with_the_least_level_is_taken(seed, level, least):
    """The first way that is found takes a move more."""
    solution = random_assembly(seed)
    done = take_apart(solution)
    verify_apart(done)
    assert (done.level, sum(done.levels)) == (level, least)
    assert separate([frozenset(one.cells) for one in solution])[1] == least


def answers(solutions) -> list[tuple]:
    """Return all that is said of some solutions, with the fewest moves in all as well."""
    gaps, found = Gaps(), []
    for solution in solutions:
        for fewest in (False, True):
            done = take_apart(solution, fewest=fewest, gaps=gaps)
            stuck = done.stuck and (done.stuck.pieces, set(done.stuck.positions))
            found.append((done.trees, stuck, done.positions))
    return found


@pytest.fixture(scope="module")
def assorted():
    """Small assemblies by chance, and some of the catalogue."""
    some = [random_assembly(seed) for seed in SEEDS]
    return some + [*solve(load("burr-level-10"), limit=3).solutions, *solve(load("soma"), limit=3).solutions]


def test_machine_code_and_python_say_the_same(assorted, monkeypatch):
    fast = answers(assorted)
    monkeypatch.setattr(search, "missing_library", lambda: "none is asked for")
    assert answers(assorted) == fast


def test_a_piece_that_slides_out_alone_is_what_the_search_finds_first(assorted, monkeypatch):
    usual = answers(assorted)
    monkeypatch.setattr(search.Disassembler, "sliding_out", lambda *_: [])
    assert answers(assorted) == usual


def test_room_that_is_full_is_enlarged_and_the_time_is_looked_at_in_between(assorted, monkeypatch):
    usual = answers(assorted)
    monkeypatch.setattr(kernel, "ROOM", 2)
    monkeypatch.setattr(kernel, "BUDGET", 0)
    assert answers(assorted) == usual
    asked = []
    done = take_apart(assorted[-4], stop=lambda: asked.append(1) or False)
    assert len(asked) >= 2 * done.positions > 10


def test_a_large_search_does_not_slow_down_those_after_it():
    """Each clears its room first."""
    gaps = Gaps()
    assert take_apart(cage(9), gaps=gaps).positions > kernel.ROOM
    assert {len(room.before) for room in gaps.compiled.rooms.values()} == {kernel.ROOM}


def test_an_empty_box_has_nothing_to_take_apart():
    puzzle = read_text("name: t\nlayers: ['++']\npieces:\n  - {name: A, layers: ['##'], copies: 0..1}\n", "t")
    empty = next(one for one in solve(puzzle, limit=2).solutions if not len(one))
    assert (take_apart(empty).possible, take_apart(empty).level) == (True, "")


@pytest.fixture(params=[False, True])
def plain(request, monkeypatch) -> bool:
    """Whether there is no machine code."""
    if request.param:
        monkeypatch.setattr(search, "missing_library", lambda: "none is asked for")
    return request.param


def test_too_many_groups_are_refused(plain, monkeypatch):
    monkeypatch.setattr(search, "MOST_GROUPS", 1000)
    with pytest.raises(PuzzleError, match="more than .* groups of pieces can move in one position"):
        take_apart(cage(10 if plain else 20))


def test_too_many_positions_are_refused(plain, monkeypatch):
    for module in (kernel, search):
        monkeypatch.setattr(module, "MOST_POSITIONS", 1024)
    with pytest.raises(PuzzleError, match="more than 1,024 positions are reached by the pieces"):
        take_apart(cage(11))


def cage(rooms: int):
    """A solution: a cage with a dot in each room, which two cells are for."""
    cells = [(x, y, z) for y in range(2 * rooms + 1) for z in range(3) for x in range(4)]
    inside = [(x, y, 1) for y in range(1, 2 * rooms, 2) for x in (1, 2)]
    pieces = {"cage": [cell for cell in cells if cell not in inside], "dot": [(0, 0, 0)]}
    shapes = tuple(Piece(name, tuple(one), rooms if name == "dot" else 1) for name, one in pieces.items())
    container = tuple(sorted(cells, key=lambda cell: cell[::-1]))
    puzzle = PackingPuzzle("cage", container, shapes, optional=tuple(inside[1::2]))
    dots = [("dot", (cell,)) for cell in inside[::2]]
    return puzzle.solution([("cage", tuple(sorted(pieces["cage"]))), *dots])


def test_pieces_that_may_stay_joined_stay():
    solution = solve(load("soma")).solutions[0]
    plain, joined = take_apart(solution), take_apart(solution, joined=[["V", "L", "T", "N", "Z", "Z_mirror"]])
    verify_apart(joined)
    assert len(plain.levels) == 6 and 1 <= len(joined.levels) < 6
    stuck = stuck_one()
    names = [stuck.solution[k].piece for k in stuck.stuck.pieces]
    free = take_apart(stuck.solution, joined=[names])
    verify_apart(free)
    assert free.possible


def test_placements_without_a_puzzle_are_refused():
    with pytest.raises(PuzzleError, match="is not a Solution; puzzle.solution"):
        take_apart(tuple(solve(load("soma")).solutions[0]))


@pytest.mark.parametrize(
    "joined, says",
    [([["V", "X"]], "joined 'X': there is no such piece"), ([["V"], ["V", "L"]], "is in two sets")],
)
def test_wrong_sets_of_joined_pieces_are_refused(joined, says):
    with pytest.raises(PuzzleError, match=says):
        take_apart(solve(load("soma")).solutions[0], joined=joined)


def test_each_of_several_boxes_is_taken_apart_by_itself():
    done = take_apart(solve(load("tetracubes-2x2x4+2x2x4")).solutions[0])
    verify_apart(done)
    assert done.level == "1 + 1" and len(done.trees) == 2
    box = {k: one.cells[0][3] for k, one in enumerate(done.solution)}
    assert all(len({box[k] for k in tree.pieces}) == 1 for tree in done.trees)


def test_a_search_is_stopped_and_says_why():
    solution, asked = deep_one().solution, []
    done = take_apart(solution, stop=lambda: asked.append(1) or True)
    assert (done.possible, done.complete, done.stopped, done.trees) == (None, False, Ending.STOPPED, ())
    assert asked == [1] and done.to_dict()["possible"] is None
    assert take_apart(solution, time_limit=1e-9).stopped == Ending.TIME_LIMIT

    def interrupt():
        raise KeyboardInterrupt

    assert take_apart(solution, stop=interrupt).stopped == Ending.INTERRUPT


def test_of_many_pieces_each_position_is_a_question():
    row = PackingPuzzle.from_pieces({"I": "###"}, box=[180, 1], copies={"I": 60})
    solution, asked = solve(row).solutions[0], []
    done = take_apart(solution, stop=lambda: asked.append(1) or len(asked) > 3)
    assert done.stopped == Ending.STOPPED and len(asked) == 4 and done.positions <= 3


# -------- graphs


def test_a_group_that_no_arrow_leaves_can_move():
    done = take_apart(solve(load("soma")).solutions[0])
    first = done.shifts[0]
    name = "+-"[first.by < 0] + "xyz"[first.axis]
    graph = blocking_graphs(done.solution)[name]
    assert not [b for a, b in graph.edges if a in first.pieces and b not in first.pieces]
    assert graph.nodes[0]["name"] == done.names[0]
    back = blocking_graphs(done.solution)["-+"["-" in name] + name[1]]
    assert set(back.edges) == {(b, a) for a, b in graph.edges}


def test_who_stops_whom_in_each_of_several_boxes():
    solution = solve(load("tetracubes-2x2x4+2x2x4")).solutions[0]
    right = {
        (a, b)
        for a, b in permutations(range(len(solution)), 2)
        if any((x + 1, y, z, box) in solution[b].cells for x, y, z, box in solution[a].cells)
    }
    assert set(blocking_graphs(solution)["+x"].edges) == right and len(right) > 3


# -------- the referee


def forged_moves(done):
    """Answers that differ in one move from a right one, or in what they leave out."""
    tree = done.trees[0]
    last = len(tree.shifts) - 1
    for k, shift in enumerate(tree.shifts):
        too_far = [shift.by + 50] * (k < last)  # the last move may be longer
        for by in (-shift.by, 0, *too_far):
            yield tree._replace(shifts=(*tree.shifts[:k], shift._replace(by=by), *tree.shifts[k + 1 :]))
        yield tree._replace(shifts=tree.shifts[:k] + tree.shifts[k + 1 :])
        everything = shift._replace(pieces=tree.pieces)
        yield tree._replace(shifts=(*tree.shifts[:k], everything, *tree.shifts[k + 1 :]))
    yield tree._replace(shifts=())
    yield tree._replace(parts=(tree.parts[0], tree.parts[0]))
    yield tree._replace(parts=((), tree.pieces))
    yield tree._replace(pieces=tree.pieces[1:])


def test_the_referee_refuses_moves_that_are_changed():
    done = deep_one()
    for tree in forged_moves(done):
        with pytest.raises(Invalid):
            verify_apart(replace(done, trees=(tree,)))
    for trees in ((), (None,), (done.trees[0], None)):
        with pytest.raises(Invalid):
            verify_apart(replace(done, trees=trees))


def test_a_piece_must_not_pass_through_another_even_where_it_ends_free():
    puzzle = PackingPuzzle.from_pieces({"A": "#", "B": "#", "C": "#"}, box=[3, 1])
    done = take_apart(solve(puzzle).solutions[0])
    verify_apart(done)
    through = done.trees[0]._replace(shifts=(Shift((0,), 0, 7),), parts=((1, 2), (0,)))
    with pytest.raises(Invalid, match="runs piece 0 into another"):
        verify_apart(replace(done, trees=(through,)))


def test_the_referee_refuses_a_proof_that_leaves_out_or_adds_a_position():
    done = stuck_one(3)
    verify_apart(done)
    pieces, positions = done.stuck.pieces, frozenset(done.stuck.positions)
    far = tuple((9 * k, 0, 0) for k in range(len(pieces)))
    inside = tuple((0, 0, k) for k in range(len(pieces)))
    forged = [Stuck(pieces, positions - {one}) for one in positions]
    forged += [Stuck(pieces, positions | {far}), Stuck(pieces, frozenset())]
    forged += [Stuck(pieces, positions | {inside}), Stuck(pieces[:1], frozenset([((0, 0, 0),)]))]
    for one in forged:
        with pytest.raises((Invalid, ValueError)):
            verify_apart(replace(done, stuck=one))


def test_the_referee_refuses_a_proof_about_what_comes_apart():
    done = take_apart(solve(load("soma")).solutions[0])
    pieces = tuple(range(7))
    with pytest.raises(Invalid, match="clear of the others"):
        verify_apart(replace(done, stuck=Stuck(pieces, frozenset([((0, 0, 0),) * 7]))))


@pytest.mark.slow
def test_a_tree_may_be_deeper_than_python_calls_functions():
    row = PackingPuzzle.from_pieces({"A": "#"}, box=[1100, 1], copies={"A": 1100})
    done = take_apart(solve(row).solutions[0])
    verify_apart(done)
    assert done.possible and len(done.separations()) == 1099
