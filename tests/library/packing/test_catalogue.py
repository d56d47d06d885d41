"""The catalogue: every file is what its source says, every published count comes out, every engine stops when
it is told to."""

import json
from dataclasses import dataclass
from functools import cache
from itertools import product

import pytest
from quiet_clock import ends_within, now
from sizes import picked, sampled

from puzzlelib import PuzzleError, catalogue, count, load, solve, verify
from puzzlelib.__main__ import main
from puzzlelib.engines import ENGINES
from puzzlelib.packing.files import CATALOGUE
from puzzlelib.packing.puzzle import from_dict
from puzzlelib.packing.shapes import symmetries


@dataclass(frozen=True)
class Known:
    """The known counts of a puzzle. `reflections` is None where the pieces are not closed under mirroring.

    `published` names the symmetry of the count that somebody published; the other two follow from it, as
    every solution of all these puzzles looks different after every symmetry of the container.
    """

    placements: int
    total: int
    rotations: int
    reflections: int | None
    published: str | None = None


KNOWN = {
    # S. Kurowski, scottkurowski.com/tetriscube and /BedlamCube, tell 9,839 and 236,136, 19,186 and 460,464
    "tetris-cube": Known(4080, 236_136, 9839, None, "rotations"),
    "bedlam-cube": Known(4188, 460_464, 19_186, None, "rotations"),
    # J. H. Conway and M. J. T. Guy 1961, in Winning Ways
    "soma": Known(688, 11_520, 480, 240, "reflections"),
    # C. B. and J. Haselgrove 1960 (6×10), D. S. Scott 1958 (8×8), D. Goodger, puzzler.sourceforge.net (all);
    # flat boards are their own mirror images when they are turned over
    "pentominoes-6x10": Known(2056, 9356, 2339, 2339, "reflections"),
    "pentominoes-5x12": Known(1936, 4040, 1010, 1010, "reflections"),
    "pentominoes-4x15": Known(1696, 1472, 368, 368, "reflections"),
    "pentominoes-3x20": Known(1236, 8, 2, 2, "reflections"),
    "pentominoes-8x8-holes": Known(1568, 520, 65, 65, "reflections"),
    # C. J. Bouwkamp 1969 (3×4×5), D. Goodger (all)
    "pentominoes-3x4x5": Known(2440, 31_520, 7880, 3940, "reflections"),
    "pentominoes-2x5x6": Known(2084, 2112, 528, 264, "reflections"),
    "pentominoes-2x3x10": Known(1528, 96, 24, 12, "reflections"),
    # not published: counted here by several engines
    "little-cube": Known(44, 24, 1, None),
    "atlas-12": Known(336, 24, 1, None),
    "atlas-27": Known(576, 24, 1, None),
    "atlas-29": Known(1608, 24, 1, None),
    "atlas-41": Known(1920, 24, 1, None),
    "atlas-475": Known(744, 24, 1, None),
    "soma-chequered": Known(476, 1008, 42, 21),
    "nine-ls": Known(144, 5328, 222, 111),
    "burr": Known(333, 12, 1, None),
    "burr-level-10": Known(432, 84, 7, None),
    "locked-cube": Known(60, 24, 1, None),
    "tetracubes-2x4x4": Known(666, 11_120, 1390, 695),
    "tetracubes-2x2x8": Known(472, 1792, 224, 112),
    "tetracubes-2x2x4+2x2x4": Known(360, 1280, 10, 5),
}
LONG = "tetris-cube", "bedlam-cube", "pentominoes-3x4x5"  # some seconds for each compiled count: published
PLAIN = ["backtracking", "x", "dlx"]
assert set(PLAIN) < set(ENGINES)
PENTOMINOES = [name for name in KNOWN if name.startswith("pentominoes")]
SOLID = ["pentominoes-3x4x5", "pentominoes-2x5x6", "pentominoes-2x3x10"]

# -------- the files


def quarter_turn(cell):
    return -cell[1], cell[0], cell[2]


def quarter_turn_forward(cell):
    return cell[0], -cell[2], cell[1]


def turn_over(cell):
    return cell[0], -cell[1], -cell[2]


MOVES = {
    "space": (quarter_turn, quarter_turn_forward),
    "plane": (quarter_turn,),
    "flip": (quarter_turn, turn_over),
}


def in_the_corner(cells):
    cells = list(cells)
    low = [min(axis) for axis in zip(*cells)]
    return frozenset(tuple(c - m for c, m in zip(cell, low)) for cell in cells)


@cache
def forms(cells, turns):
    """All forms of a piece: turned and turned again until nothing new comes. Not the way of
    puzzlelib.packing.shapes."""
    found, new = set(), {in_the_corner(cells)}
    while new:
        found |= new
        new = {in_the_corner(map(move, form)) for form in new for move in MOVES[turns]} - found
    return found


def places(cells, container, turns):
    """The sets of cells where a piece fits."""
    fits = set()
    for box in {cell[3:] for cell in container}:
        room = {cell[:3] for cell in container if cell[3:] == box}
        far = [range(max(axis) + 1) for axis in zip(*room)]
        for form in forms(cells, turns):
            moved = (
                frozenset((x + a, y + b, z + c) for x, y, z in form)
                for a in far[0]
                for b in far[1]
                for c in far[2]
            )
            fits |= {(place, box) for place in moved if place <= room}
    return fits


@cache
def painted_places(piece, container, colours):
    """The sets of cells where the colours of a piece agree with those of the container."""
    found, new = set(), {tuple(zip(piece.cells, piece.colours))}
    while new:
        found |= new
        pairs = [(one, move) for one in new for move in MOVES["space"]]
        new = {tuple((move(cell), paint) for cell, paint in one) for one, move in pairs} - found
    fits = set()
    for one, (a, b, c) in product(found, container):
        (x, y, z), _ = one[0]
        moved = {(p + a - x, q + b - y, r + c - z, paint) for (p, q, r), paint in one}
        if moved <= {(*cell, paint) for cell, paint in colours}:
            fits.add(frozenset(cell[:3] for cell in moved))
    return fits


@pytest.mark.slow
def test_the_chequered_soma_is_a_part_of_the_plain_one():
    """The second way: of the solutions of the plain cube, those whose places agree with colours."""
    chequered, found = load("soma-chequered"), solve(load("soma"), "compiled", limit=None).solutions
    wrong = [{place.piece for place in one if place not in chequered.option} for one in found]
    assert len(found) == 11_520 and wrong.count(set()) == 1008 and wrong.count({"L"}) == 10_512


def test_the_table_names_every_file():
    assert sorted(KNOWN) == catalogue()


@pytest.mark.parametrize("name", KNOWN)
def test_volume_and_placements(name):
    puzzle = load(name)
    cells = sum(len(piece.cells) * piece.copies for piece in puzzle.pieces)
    assert 0 <= len(puzzle.container) - cells <= len(puzzle.optional)
    for piece in puzzle.pieces:
        expected = {
            tuple(sorted((*cell, *box) for cell in place))
            for place, box in places(piece.cells, puzzle.container, puzzle.turns)
            if not piece.colours or place in painted_places(piece, puzzle.container, puzzle.colours)
        }
        assert {cells for name_, cells in puzzle.placements if name_ == piece.name} == expected
    assert len(puzzle.placements) == KNOWN[name].placements


@pytest.mark.parametrize("name", KNOWN)
def test_pieces_are_whole_and_no_two_are_equal(name):
    puzzle = load(name)
    for piece in puzzle.pieces:
        reached = {piece.cells[0]}
        while (
            more := {
                c for c in piece.cells if any(sum(abs(a - b) for a, b in zip(c, d)) == 1 for d in reached)
            }
            - reached
        ):
            reached |= more
        assert reached == set(piece.cells)
    different = {frozenset(forms(piece.cells, puzzle.turns)) for piece in puzzle.pieces}
    assert len(different) == len(puzzle.pieces), "equal pieces: write one, with copies"


@pytest.mark.parametrize("name", KNOWN)
def test_totals_and_orbits_fit_together(name):
    known, puzzle = KNOWN[name], load(name)
    fits = known.total % known.rotations == 0 and known.reflections in (
        None,
        known.rotations,
        known.rotations / 2,
    )
    assert fits, "some solution is its own image: such a puzzle needs a test of its own counts"
    if known.reflections is None:
        with pytest.raises(PuzzleError, match="no mirror image in the set"):
            count(puzzle, "backtracking", "reflections")


@pytest.mark.parametrize("name", [name for name in KNOWN if not name.startswith("tetracubes")])
def test_each_file_says_what_its_count_counts(name):
    known, text = KNOWN[name], (CATALOGUE / f"{name}.yaml").read_text(encoding="utf-8")
    comment = " ".join(line[2:] for line in text.splitlines() if line.startswith("# "))
    number = getattr(known, known.published or "rotations")
    wording = (
        "up to rotations and reflections of the"
        if known.published == "reflections"
        else "up to rotations of the"
    )
    line = f"{number:,} solution{'s' * (number > 1)} {wording}"
    assert line in comment, f"the comment at the top of {name}.yaml should say: {line} …"
    assert ("published count" in comment) == bool(known.published), "whose count is it?"
    if known.published:
        assert f"{number} solutions up to rotations" in load(name).source, "`source` has the number, too"


def test_pentominoes_are_all_twelve_and_the_same_in_every_file():
    sets = [load(name).pieces for name in PENTOMINOES]
    assert len(sets) == 8 and len(set(sets)) == 1
    assert "".join(piece.name for piece in sets[0]) == "FILPNTUVWXYZ"  # the order of the source
    assert {len(piece.cells) for piece in sets[0]} == {5}
    assert {z for piece in sets[0] for _, _, z in piece.cells} == {0}
    number_of_forms = {
        piece.name: len(forms(piece.cells, "flip")) for piece in sets[0]
    }  # four names for the letters' own symmetry
    assert number_of_forms == dict(F=8, I=2, L=8, P=8, N=8, T=4, U=4, V=4, W=4, X=1, Y=8, Z=4)
    assert all((load(name).turns == "space") == (name in SOLID) for name in PENTOMINOES)


def test_soma_is_the_tetracubes_that_are_no_brick_and_the_V():
    tetracubes = {piece.name: piece.cells for piece in load("tetracubes-2x4x4").pieces}
    soma = {piece.name: piece.cells for piece in load("soma").pieces}
    assert list(soma) == ["V", "L", "T", "N", "Pyramid", "Z", "Z_mirror"]
    assert all(
        forms(cells, "space") == forms(tetracubes[name], "space")
        for name, cells in soma.items()
        if name != "V"
    )


# The solution that the source prints: for the pieces 0 to 11 the cells, numbered x + 4y + 16z.
PRINTED = [
    (0, 1, 2, 6, 7),
    (19, 3, 23, 22, 21),
    (5, 9, 13, 29, 30, 45),
    (15, 31, 14, 11, 10),
    (48, 52, 32, 33, 17),
    (63, 62, 46, 61, 60),
    (56, 57, 40, 24, 20, 16),
    (4, 8, 12, 28, 44),
    (58, 47, 42, 43, 39, 27),
    (38, 51, 54, 55, 59),
    (26, 25, 41, 37, 36),
    (49, 53, 50, 34, 35, 18),
]


def test_tetris_cube_is_the_cube_of_the_source():
    puzzle = load("tetris-cube")
    cells = [tuple(sorted((i % 4, i // 4 % 4, i // 16) for i in numbers)) for numbers in PRINTED]
    verify(puzzle, puzzle.solution(zip("ABCDEFGHIJKL", cells)))
    symmetric = {piece.name for piece in puzzle.pieces if len(forms(piece.cells, "space")) == 12}
    twice = sum(placement.piece in symmetric for placement in puzzle.placements)
    assert symmetric == {"H", "K"} and len(puzzle.placements) + twice == 4488  # the rows of the source


def test_bedlam_cube_has_as_many_forms_as_published():
    numbers = sorted(len(forms(piece.cells, "space")) for piece in load("bedlam-cube").pieces)
    assert numbers == [3] + 5 * [12] + 7 * [24]  # 24**7 * 12**5 * 3, as Kurowski tells


# -------- the counts


def counted(name, engine, symmetry):
    result = count(load(name), engine, symmetry)
    assert result.complete and result.stopped == ""
    return result.count


@pytest.mark.slow
@pytest.mark.parametrize("name", picked(LONG, ["tetris-cube", "pentominoes-3x4x5"]))
def test_published_counts_by_the_compiled_engine(name):
    symmetry = KNOWN[name].published
    assert counted(name, "compiled", symmetry) == getattr(KNOWN[name], symmetry)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in KNOWN if name not in LONG])
def test_the_other_counts_by_the_compiled_engine(name):
    known = KNOWN[name]
    assert counted(name, "compiled", "none") == known.total
    assert counted(name, "compiled", "rotations") == known.rotations
    if known.reflections:
        assert counted(name, "compiled", "reflections") == known.reflections


@pytest.mark.slow
@pytest.mark.parametrize("engine", PLAIN)
@pytest.mark.parametrize("name", ["little-cube", "tetracubes-2x2x8", "tetracubes-2x2x4+2x2x4"])
def test_small_counts_in_plain_python(name, engine):
    symmetry = "rotations" if KNOWN[name].reflections is None else "reflections"
    assert counted(name, engine, symmetry) == getattr(KNOWN[name], symmetry)


def test_a_small_count_by_rows_that_forbid_what_was_found():
    assert counted("little-cube", "ilp", "rotations") == KNOWN["little-cube"].rotations


def anchors(puzzle, piece):
    """One placement of a piece for each orbit under the rotations of the container, none of which keeps the
    piece in its place."""
    maps, left, chosen = (
        list(symmetries(puzzle.container, puzzle.turns)),
        {p for p in puzzle.placements if p.piece == piece},
        [],
    )
    while left:
        chosen.append(min(left))
        orbit = {(piece, tuple(sorted(cells[c] for c in chosen[-1].cells))) for cells in maps}
        assert len(orbit) == len(maps)
        left -= orbit
    return chosen


@pytest.mark.slow
@pytest.mark.parametrize("engine", picked(PLAIN, ["dlx"]))
@pytest.mark.parametrize("name, piece", picked([("soma", "L"), ("pentominoes-3x20", "V")], [("soma", "L")]))
def test_published_counts_in_plain_python_one_piece_held(name, piece, engine):
    """A second way to count orbits: as no rotation keeps the piece in its place, each orbit holds one
    solution with an anchor."""
    puzzle = load(name)
    results = [count(puzzle, engine, given=[anchor]) for anchor in anchors(puzzle, piece)]
    assert all(result.complete for result in results)
    assert sum(result.count for result in results) == KNOWN[name].rotations


# -------- the command line


def run(capsys, *args):
    status = main(list(args))
    out, err = capsys.readouterr()
    assert err == ""
    return status, out


@pytest.mark.slow
def test_list_has_one_line_for_each(capsys):
    status, out = run(capsys, "list")
    lines = out.splitlines()
    assert status == 0 and [line.split()[0] for line in lines] == catalogue()
    for name, line in zip(catalogue(), lines):
        puzzle = load(name)
        assert f" {sum(piece.copies for piece in puzzle.pieces)} pieces" in line
        assert f" {len(puzzle.container)} cells" in line and line.endswith(puzzle.name)


BRIEF = 0.1  # seconds: some engines end by then with some puzzles
PAIRS = [*product(KNOWN, ENGINES)]


def briefly(capsys, command: str, name: str, engine: str) -> tuple[int, dict]:
    """Run a command with a brief limit, which it keeps within a second; return its status and its JSON."""
    told = []

    def attempt():
        start = now()
        status, out = run(capsys, command, name, "--engine", engine, "--time-limit", f"{BRIEF}", "--json")
        told.append((status, json.loads(out)))
        return now() - start - BRIEF

    ends_within(1, attempt)
    return told[-1]


@pytest.mark.usefixtures("without_alarm")
@pytest.mark.slow
@pytest.mark.parametrize("name, engine", sampled(PAIRS, 12))
def test_count_finishes_or_says_that_it_did_not(capsys, name, engine):
    status, data = briefly(capsys, "count", name, engine)
    assert (status, data["complete"]) in ((0, True), (3, False))
    assert data["count"] == KNOWN[name].total if status == 0 else 0 <= data["count"] <= KNOWN[name].total


@pytest.mark.usefixtures("without_alarm")
@pytest.mark.slow
@pytest.mark.parametrize("name, engine", sampled(PAIRS, 12))
def test_solve_finishes_or_says_that_it_did_not(capsys, name, engine):
    status, data = briefly(capsys, "solve", name, engine)
    puzzle = load(name)
    assert status in (0, 3) and data["complete"] is False
    assert len(data["solutions"]) == (1 if status == 0 else 0)
    for solution in data["solutions"]:
        verify(puzzle, from_dict(puzzle, solution))


@pytest.mark.usefixtures("without_alarm")
@pytest.mark.slow
def test_the_text_says_that_there_may_be_more(capsys):
    status, out = run(capsys, "count", "bedlam-cube", "--engine", "compiled", "--time-limit", "0.2")
    assert status == 3 and "so far; stopped by time limit, so there may be more." in out
