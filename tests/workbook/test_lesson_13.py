"""Lesson 13: its sentences are counted again, its sheet shows what the teacher is told, and the class's
command judges what its last exercise accepts."""

from itertools import product

import pytest
from domains import l13 as domains
from test_build import ROOT, course

from lessons.kit.checks.judge import verdict
from lessons.l13_workshop import checks
from lessons.l13_workshop.four_ways import blocks_without_solution, four_ways_table
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
    """What is said of false solutions: by brute force, over sets of blocks that share no cell."""
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


def test_all_four_ways_say_no_and_so_does_brute_force():
    rows = four_ways_table()
    assert not list(backtracking.solutions(blocks_without_solution()))
    assert {row[0] for row in rows} == checks.NEEDED.keys()
    numbers = {row[0]: row[4] for row in rows}
    assert numbers["branch and bound"] == 1 and min(numbers, key=numbers.get) == "branch and bound"
    assert numbers["backtracking"] > 1000 and numbers["Algorithm X"] > 1000


def test_dominoes_in_the_tray_by_brute_force():
    """All sets of dominoes, cell by cell: the next cell starts one, stays empty, or is covered."""
    corners, black, white = {(0, 0), (3, 0), (0, 3), (3, 3)}, {(1, 3), (2, 3)}, {(1, 2), (2, 2)}

    def tilings(cells: tuple, laid: tuple = ()):
        if not cells:
            yield laid
            return
        (x, y), rest = cells[0], cells[1:]
        if (x, y) in corners:
            yield from tilings(rest, laid)
        for other in {(x + 1, y), (x, y + 1)} & set(rest):
            yield from tilings(tuple(one for one in rest if one != other), (*laid, {(x, y), other}))

    found = [laid for laid in tilings(tuple(product(range(4), repeat=2))) if 6 <= len(laid) <= 8]
    coloured = [laid for laid in found if black not in laid and white not in laid]
    assert [sum(len(laid) == number for laid in found) for number in (6, 7, 8)] == [8, 48, 36]
    assert len(coloured) == solved_name("13.1b", "ways")("6..8") == 55


def test_a_number_typed_for_the_dominoes_is_not_enough():
    """55 is right for six to eight of them; a file that is read is asked for other ranges as well."""
    assert verdict("13.1b", lambda copies: 55).status == "not yet"
    known = {"6..8": 55, "6..6": 2, "7..8": 53}
    assert verdict("13.1b", lambda copies: known.get(copies, 55)).status == "not yet"


@pytest.mark.parametrize(
    "answer, status",
    [
        ([7, 1, "10"], "correct"),
        ((7, 1, 10), "correct"),
        ([7, 1, "10.1"], "not yet"),
        ([7, 1, 1], "not yet"),
        ([1, 7, "10"], "not yet"),
        ([7, ..., "10"], "open"),
    ],
)
def test_a_level_is_a_text_or_a_number(answer, status):
    assert verdict("13.4c", answer).status == status


def test_the_file_of_burrtools_is_the_published_burr():
    file, burr = load(checks.BURR_FILE), load("burr-level-10")
    assert checks.shapes_of(file) == checks.shapes_of(burr) and file.optional == burr.optional
    assert "W. H. Cutler" in file.source
    assert "its first piece comes out in ten moves" in (
        ROOT / "puzzlelib/packing/catalogue/burr-level-10.yaml"
    ).read_text(encoding="utf-8")
    assert solved_name("13.4c", "answer") == [7, 1, "10"]


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
    ring, rod = sorted(checks.SHOWN, key=len, reverse=True)
    done = take_apart(checks.as_solution({"ring": ring, "rod": rod}))
    assert not done.possible and len(done.stuck.positions) == 2
    assert "from above" in verdict("13.4", {"a": sorted(ring), "b": sorted(rod)}).say


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
