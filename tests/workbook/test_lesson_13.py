"""Lesson 13: its sentences are counted again, its sheet shows what the teacher is told, and the class's
command judges what its last exercise accepts."""

from collections import Counter
from itertools import product

import pytest
from domains import l13 as domains
from test_build import ROOT, course

from lessons.kit.checks.judge import verdict
from lessons.l13_workshop import checks
from lessons.sheets.boxes import PUSHED
from makers.apart import take_apart, verify_apart
from makers.design.fair import judge_entry
from puzzlelib import PackingPuzzle, count, load, solve
from puzzlelib.search import backtracking

FOLDER = ROOT / "lessons/l13_workshop"
LESSON = next(lesson for lesson in course() if lesson.number == 13)
TASKS = {task.id: task for task in LESSON.exercises}
EVERYWHERE = [list(cell) for cell in product(range(3), repeat=3)]


def six_blocks() -> PackingPuzzle:
    return PackingPuzzle.from_pieces(
        {"block": "##/##"}, copies={"block": 6}, box=[3, 3, 3], optional=EVERYWHERE
    )


def test_six_blocks_leave_one_cell_of_each_layer_empty_in_all_three_directions():
    packings = list(backtracking.solutions(six_blocks()))
    assert len(packings) == 8 and count(six_blocks(), symmetry="rotations").count == 1
    for packing in packings:
        filled = {cell for _, cells in packing for cell in cells}
        empty = [cell for cell in product(range(3), repeat=3) if cell not in filled]
        assert [sorted(axis) for axis in zip(*empty)] == [[0, 1, 2]] * 3
        assert (1, 1, 1) in empty


def test_five_blocks_fit_in_many_ways_and_few_leave_room_for_the_sixth():
    """The sentences about false solutions: by brute force, over sets of blocks that share no cell."""
    shapes = [[range(2 - (axis == k)) for k in range(3)] for axis in range(3)]
    blocks = [
        frozenset(tuple(map(sum, zip(at, cell))) for cell in product(*shape))
        for shape in shapes
        for at in product(*(range(3 - len(side) + 1) for side in shape))
    ]

    def packed(number: int, filled=frozenset(), first: int = 0) -> int:
        return not number or sum(
            packed(number - 1, filled | block, k)
            for k, block in enumerate(blocks[first:], first + 1)
            if not filled & block
        )

    assert (len(blocks), packed(5), 6 * packed(6)) == (36, 768, 48)
    text = (FOLDER / "teacher.md").read_text(encoding="utf-8")
    assert "five fit in 768 ways, and 48 of these" in text


def test_dominoes_in_the_tray_by_brute_force():
    """The check's own numbers, and what it says of a count without colours."""
    every = tuple(product(range(4), repeat=2))
    found = Counter(domains.domino_numbers(every))
    assert found == checks.TRAY and solved_name("13.1b", "ways")("6..8") == 55
    coloured = domains.BLACK.copy(), domains.WHITE.copy()
    try:
        domains.BLACK.clear(), domains.WHITE.clear()
        assert Counter(domains.domino_numbers(every)) == checks.PLAIN_TRAY
    finally:
        domains.BLACK.update(coloured[0]), domains.WHITE.update(coloured[1])


def test_a_number_typed_for_the_dominoes_is_not_enough():
    """55 is right for six to eight of them; a file that is read is asked for other ranges as well."""
    assert verdict("13.1b", lambda copies: 55).status == "not yet"
    known = {"6..8": 55, "6..6": 2, "7..8": 53}
    assert verdict("13.1b", lambda copies: known.get(copies, 55)).status == "not yet"


def test_the_file_of_burrtools_is_the_published_burr():
    file, burr = load(checks.BURR_FILE), load("burr-level-10")
    assert checks.shapes_of(file) == checks.shapes_of(burr) and file.optional == burr.optional
    assert "W. H. Cutler" in file.source
    assert "its first piece comes out in ten moves" in (
        ROOT / "puzzlelib/packing/catalogue/burr-level-10.yaml"
    ).read_text(encoding="utf-8")
    packings = solve(file, limit=None, symmetry="rotations").solutions
    moves = [solved_name("13.4d", "fewest_moves")(pieces_of(packing)) for packing in packings]
    assert sorted(len(one or ()) for one in moves) == [0] * 6 + [10]
    assert [done.level for done in map(take_apart, packings) if done.possible] == ["10"]


def pieces_of(packing) -> dict:
    return {place.piece: place.cells for place in packing}


def test_the_fewest_moves_are_those_of_another_search_and_of_the_library():
    """The check's own numbers, where few moves are needed: by slides of all groups."""
    known = [(pieces, number) for pieces, number in checks.apart_examples() if (number or 0) < 4]
    assert len(known) > 15 and checks.apart_examples()[-6][1] == 10
    for pieces, number in known:
        if len(pieces) < 6:
            assert domains.least_moves(pieces) == number
    assert domains.least_moves(checks.TWO_BOLTS) == 2 and domains.least_moves(checks.LONG_WAY) == 2
    assert all(domains.is_stuck(pieces) for pieces, number in known if number is None and len(pieces) < 6)


@pytest.mark.parametrize(
    "moves, words",
    [
        ([(["A"], (1, 0, 0), 9)], "A runs into B after 1 step"),
        ([(["A", "B"], (1, 0, 0), 9)], "some to stay"),
        ([(["C"], (1, 0, 0), 9)], "no piece 'C'"),
        ([(["A"], (1, 1, 0), 9)], "one of the six"),
        ([(["A"], (0, 1, 0), -9)], "whole number from 1"),
        ([(["A"], (0, 1, 0), 9.0)], "whole number from 1"),
        ([(["A"], (0, 1, 0))], "a move is (names, step, by), with"),
        (
            [(["B"], (0, 1, 0), 1), (["A"], (0, 0, 1), 1)],
            "2 moves take these pieces apart, and 1 move would do",
        ),
        ([], "None says that there is no way"),
        (7, "A list of moves is asked for"),
    ],
)
def test_the_referee_says_which_move_is_wrong(moves, words):
    said = verdict("13.4d", lambda pieces: moves if len(pieces) == 2 else None)
    assert said.status == "not yet" and words in said.say


def test_positions_and_proofs_are_told_with_a_push_and_drawn():
    positions = solved_name("13.3b", "positions")
    short = verdict(
        "13.3b", lambda pieces, most: (found := positions(pieces, most)) and {*sorted(found)[:-1]}
    )
    assert "is missing: from ((0, 0, 0), (0, 0, 0)), a push of " in short.say and "leads there" in short.say
    assert short.example.picture().data and "ring (10 cells) and rod (7 cells)" in repr(short)
    closed = verdict("13.4b", lambda pieces, listed: ((0, 0, 0),) * len(pieces) in listed)
    assert "leads to" in closed.say and "which is not listed" in closed.say and closed.example.picture().data
    assert "nothing is shifted" in verdict("13.4b", lambda pieces, listed: False).say


@pytest.mark.slow
def test_positions_are_those_of_a_search_with_all_groups_and_the_check_takes_their_list():
    positions, is_closed = solved_name("13.3b", "positions"), solved_name("13.4b", "is_closed")
    for packing in solve(load("burr-level-10"), limit=None, symmetry="rotations").solutions:
        pieces = {place.piece: place.cells for place in packing}
        found = positions(pieces, 200)
        assert (found is not None) == domains.is_stuck(pieces)
        if found:
            assert len(found) == len(take_apart(packing).stuck.positions) and is_closed(pieces, found)
            assert not any(is_closed(pieces, found - {one}) for one in found)


def solved_name(id: str, name: str):
    """Return what the solution of an exercise gives this name."""
    names = {"check": lambda *_: None}
    exec(TASKS[id].solution, names)
    return names[name]


def test_the_lock_of_the_solution_has_13_cells_and_is_stuck_by_three_judges():
    locked = solved_name("13.4", "locked")
    done = take_apart(checks.as_solution(locked))
    verify_apart(done)
    assert not done.possible and domains.is_stuck(locked)
    assert len(done.stuck.positions) == 1 and sum(map(len, locked.values())) == 13


def test_ring_and_rod_slide_and_may_not_be_handed_in():
    ring, rod = checks.LINKED.values()
    done = take_apart(checks.as_solution({"ring": ring, "rod": rod}))
    assert not done.possible and len(done.stuck.positions) == 2
    assert "which you know" in verdict("13.4", {"a": sorted(ring), "b": sorted(rod)}).say


def sheet_pieces() -> dict:
    """Return the packing on the sheet; its rows begin at the back."""
    pieces: dict = {}
    for z, layer in enumerate(PUSHED):
        for y, row in enumerate(reversed(layer.split("/"))):
            for x, name in enumerate(row):
                pieces.setdefault(name, set()).add((x, y, z))
    return {name: frozenset(cells) for name, cells in pieces.items()}


def test_on_the_sheet_two_pieces_come_out_at_first():
    free = {step: checks.free_pieces(sheet_pieces(), step) for step in checks.STEPS}
    assert {step: names for step, names in free.items() if names} == {(0, 1, 0): {"C"}, (0, -1, 0): {"D"}}
    text = (FOLDER / "teacher.md").read_text(encoding="utf-8")
    assert "C comes out to the back, D to the front" in text
    pushed = {}
    for name, step in product("ABCD", checks.STEPS):
        moving = checks.pushed_pieces(sheet_pieces(), name, step)
        if len(moving) < 4:
            pushed[name, step] = "".join(sorted(moving))
    back, front = (0, 1, 0), (0, -1, 0)
    taken = {("A", back): "AC", ("B", back): "BC", ("A", front): "AD", ("B", front): "BD"}
    assert pushed == taken | {("C", back): "C", ("D", front): "D"}
    assert "A and B take C along to the back, and D to the front. Every other push moves all four." in text
    assert take_apart(checks.as_solution(sheet_pieces())).possible


@pytest.mark.slow
def test_the_class_judges_what_the_last_exercise_accepts(tmp_path):
    text, path = solved_name("13.7", "mine"), tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    assert {verdict("13.7", one).status for one in (text, path, load(path))} == {"correct"}
    entry = judge_entry(path)
    assert (entry.solutions, entry.remark) == (1, "") and entry.level
