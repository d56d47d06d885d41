"""Lesson 09, plates: a quarter turn, six faces with one hand, what counting rules out, rows of which none is
superfluous, one more rule, a set of one's own, planks to be sawn."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path
from random import Random
from zlib import crc32

import numpy as np

from makers.stl import frame_cells, plate_cells
from puzzlelib import pictures as draw
from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.words import many
from puzzlelib.engines import solve
from puzzlelib.ilp.model import Linear, Model, Variable, total
from puzzlelib.ilp.solvers import all_solutions, solve_model
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, Placement
from puzzlelib.packing.symmetry import orbits
from puzzlelib.plates import files as plate_files
from puzzlelib.plates.generate import generate_plates
from puzzlelib.plates.geometry import OUT, container, cross, on_cube, spots
from puzzlelib.plates.plate import BORDER, HEIGHT, SIDE, WIDTH, Plate, PlateSet, picture_text, ring
from puzzlelib.plates.puzzles import areas_wrong, cube_puzzle, laid, plates_model, puzzle_of, with_own_names
from puzzlelib.plates.referee import FROM_OUTSIDE, verify_plates
from puzzlelib.search.algorithm_x import solutions

from ..kit.checks import Text
from ..kit.checks.counterexample import NOTHING
from ..kit.checks.judge import Args, Counterexample, exercise, try_on
from ..kit.checks.library_use import refuse_library
from ..kit.checks.run_answer import kind_asked_for, list_if_iterator
from ..kit.checks.time_limit import TooOften
from ..kit.checks.values import is_several, is_truth, is_whole
from ..puzzles.checks.student_model import StudentModel

MOST_NEW = 6  # variables that a rule may add, in 9.4
OPPOSITE = {"+X": "-X", "-X": "+X", "+Y": "-Y", "-Y": "+Y", "+Z": "-Z", "-Z": "+Z"}
FLAG = Plate("F", (True,) * 4 + (False,) * 7 + (True,))  # chiral, and its top is easily found


# -------- drawings


def set_from(drawing: str, name: str = "my set") -> PlateSet:
    """Return a set of plates from a drawing: six plates beside each other in four rows, then, if there is
    one, the board in seven rows.

    >>> print(set_from('''
    ... ##..  ..##  .###  ....  #...  ##.#
    ... .##.  ####  ####  .##.  ###.  .###
    ... .##.  .##.  .##.  ####  .##.  .##.
    ... ..##  .#..  ....  ....  .##.  #...
    ... ''').plates[0])
    ##..
    .##.
    .##.
    ..##
    """
    rows = [
        words for line in drawing.splitlines() if (words := line.split()) and set("".join(words)) <= set("#.")
    ]
    plates, board = rows[:SIDE], rows[SIDE:]
    if [len(words) for words in plates] != [6] * SIDE or any(
        len(word) != SIDE for words in plates for word in words
    ):
        raise PuzzleError(f"{name}: the drawing needs four rows, in each six words of four signs # or .")
    if board and (
        [len(words) for words in board] != [1] * HEIGHT or any(len(words[0]) != WIDTH for words in board)
    ):
        raise PuzzleError(f"{name}: the board needs seven rows of ten signs # or .")
    if any(words[k][1:3] != "##" for words in plates[1:3] for k in range(6)) or any(
        "#" in words[0][1:-1] for words in board[1:-1]
    ):
        raise PuzzleError(
            f"{name}: the middle of a plate is always filled, and the middle of the board is always empty"
        )
    border = lambda picture, wide, high: tuple(picture[y][x] == "#" for x, y in ring(wide, high))
    shapes = [
        Plate(letter, border([words[k] for words in plates], SIDE, SIDE)) for k, letter in enumerate("ABCDEF")
    ]
    return PlateSet(
        name, tuple(shapes), border([words[0] for words in board], WIDTH, HEIGHT) if board else None
    )


def side_by_side(**pictures) -> Text:
    """Return some pictures beside each other, each below its word.

    >>> side_by_side(before=Plate("A", (True,) * 4 + (False,) * 8))
    before
    ####
    .##.
    .##.
    ....
    """
    columns = [[word.replace("_", " "), *str(picture).split("\n")] for word, picture in pictures.items()]
    wide = [max(map(len, column)) + 4 for column in columns]
    return Text(
        "\n".join(
            "".join(cell.ljust(width) for cell, width in zip(row, wide)).rstrip() for row in zip(*columns)
        )
    )


def in_a_row(borders: Sequence[Sequence[bool]]) -> Text:
    """Return six plates beside each other.

    >>> in_a_row([(False,) * 12] * 2).split("\\n")[1]
    '.##.   .##.'
    """
    pictures = [str(Plate("P", tuple(border))).split("\n") for border in borders]
    return Text("\n".join("   ".join(row) for row in zip(*pictures)))


# -------- 9.1 a quarter turn

PLATES_91 = [
    Plate("P", tuple(cell in there for cell in range(BORDER)))
    for there in [(), (0, 3, 6, 9), (1,), (0,), (0, 1), (4, 5, 6), (0, 1, 2, 3, 4), (1, 3, 4, 8, 11)]
]


def every_plate() -> Iterator[Plate]:
    """Yield some telling plates, then all there are, those with the fewest border cells first."""
    yield from PLATES_91
    borders = sorted(product((False, True), repeat=BORDER), key=sum)
    yield from (Plate("P", border) for border in borders)


def is_border(value) -> bool:
    return isinstance(value, (Sequence, np.ndarray)) and len(value) == BORDER and all(map(is_truth, value))


def quarter_turn_error(got, plate: Plate) -> str:
    if not is_border(got):
        return f"{BORDER} values, each True or False, are asked for."
    got = tuple(map(bool, got))
    if got == plate.turned().border12:
        return ""
    known = {
        plate.turned(3).border12: "This is a quarter turn the other way.",
        plate.border12: "Nothing has moved.",
        plate.turned(2).border12: "This is a half turn.",
    }
    mirrors = {plate.mirrored().turned(turn).border12 for turn in range(4)}
    return known.get(got) or (
        "This plate has been turned over: it is the mirror image."
        if got in mirrors
        else "No quarter turn makes this of the plate. A corner has to come to a corner: how many places "
        "apart are two corners in the list?"
    )


@exercise(
    "9.1",
    correct="A quarter turn moves each cell on by three places in the list. Turning over would run "
    "through the list the other way round.",
)
def a_quarter_turn(answer):
    for plate in every_plate():
        got = list_if_iterator(answer(plate.border12))
        if say := quarter_turn_error(got, plate):
            seen = {"yours": Plate("P", tuple(map(bool, got)))} if is_border(got) else {}
            shown = side_by_side(plate=plate, **seen, turned=plate.turned())
            yield Counterexample(say, shown, NOTHING if seen else got)


# -------- 9.1a the shell of a cube


def shell_size(n: int) -> int:
    """Return the number of cells of the shell of a cube, by looking at each cell.

    >>> [shell_size(n) for n in range(5)]
    [0, 1, 8, 26, 56]
    """
    return sum({0, n - 1} & {*cell} != set() for cell in product(range(n), repeat=3))


def shell_words(got, expected: int, n: int) -> str:
    if words := kind_asked_for(got, expected):
        return words
    if n <= 2:
        return f"A cube of {n}×{n}×{n} cells is all shell." if n else "A cube without a cell has no shell."
    inner = f"Without its shell a cube of {n - 2}×{n - 2}×{n - 2} cells is left, of {n**3} in all"
    if got == 6 * n * n:
        return f"Six faces of {n}×{n} cells count each cell of an edge twice, and each corner three times."
    return f"{inner}."


@exercise(
    "9.1a",
    correct="Judged on all cubes up to 12×12×12, by looking at each cell. Counting what is left, not what "
    "is taken away, spares you edges and corners.",
)
def shell_of_any_size(answer: Callable):
    return try_on(answer, range(13), oracle=shell_size, say=shell_words, size=lambda n: (n != 3, n))


# -------- 9.1b the row of a cell

COVERS = [
    ((0, 0), {"A1": [(0, 0)]}),
    ((0, 0), {"A1": [(1, 0)], "B1": [(0, 0)]}),
    ((1, 0), {"A1": [(0, 0), (1, 0)], "A2": [(1, 0), (1, 1)], "B1": [(0, 0)]}),
    ((0, 1), {"A1": [(0, 0)], "B1": []}),
    ((2, 5), {"A1": [(0, 0)], "B1": [(2, 5), (3, 5)], "B2": [(5, 2)]}),
    ((1, 1), {f"{name}{k}": [(k, 0), (k, 1), (0, k)] for name in "ABC" for k in range(3)}),
]


def row_fault(got, cell: tuple, covers: dict) -> str | None:
    if isinstance(got, str) or not is_several(got):
        return "The names of the variables are asked for, several of them or none."
    names = [*got]
    if odd := [name for name in names if name not in [*covers]]:
        return f"No variable is called {odd[0]!r}."
    if len({*names}) < len(names):
        return "A name is in your row twice."
    for name, cells in covers.items():
        if cell in cells and name not in names:
            return f"`{name}` covers the cell {cell}, and your row lacks it."
        if cell not in cells and name in names:
            return f"`{name}` does not cover the cell {cell}, so it is not in its row."
    return None


@exercise(
    "9.1b",
    correct="These are the variables with a = 1 in the formula. A row has no others, so most rows are short.",
)
def row_of_a_cell(answer: Callable):
    return try_on(answer, [Args(*one) for one in COVERS], fault=row_fault)


# -------- 9.1c mirrored or not

RING = ((0, 0), (0, 3), (3, 3), (3, 0))  # the corners of a picture, row and column, clockwise


def marked_face(corners: Iterable, face: str) -> np.ndarray:
    """Return a face as seen from outside: 1, 2, 3 at the corners in their order, 0 elsewhere."""
    cube = np.zeros((SIDE,) * 3, int)
    for mark, cell in enumerate(corners, 1):
        cube[tuple(cell)] = mark
    return FROM_OUTSIDE[face](cube)


@cache
def three_corners() -> tuple[tuple[Args, bool], ...]:
    """Return all ways in which three corners can lie on a face, each with whether the plate is mirrored: by
    marking them in the cube and looking at it from outside."""
    found = []
    for face in OUT:
        axis, level = "XYZ".index(face[1]), SIDE - 1 if face[0] == "+" else 0
        corners = [cell for cell in product((0, SIDE - 1), repeat=3) if cell[axis] == level]
        for three in permutations(corners, 3):
            marked = marked_face(three, face)
            seen = [RING.index(tuple(map(int, np.argwhere(marked == k)[0]))) for k in (1, 2, 3)]
            steps = {(b - a) % 4 for a, b in zip(seen, seen[1:])}
            if len(steps) == 1 and steps != {2}:
                found.append((Args([*three], face), steps == {3}))
    return tuple(found)


def corner_picture(corners: list, face: str) -> Text:
    """Return a face as seen from outside, with 1, 2 and 3 at the corners."""
    rows = marked_face(corners, face).tolist()
    return Text("\n".join(" ".join(".123"[mark] for mark in row) for row in rows))


@exercise(
    "9.1c",
    correct="Judged on all 48 ways in which three corners of a plate can lie on a cube, 24 of them mirrored: "
    "the sign of a product shows what no single corner does.",
)
def mirrored_or_not(answer: Callable) -> Iterator[Counterexample]:
    for args, expected in three_corners():
        got = list_if_iterator(answer([*args[0]], args[1]))
        if not is_truth(got):
            yield Counterexample("True or False is asked for.", args, got)
        elif bool(got) != expected:
            turn = (
                "counterclockwise: the plate is mirrored"
                if expected
                else "clockwise: the plate is not mirrored"
            )
            words = f"Seen from outside, the three corners of face {args[1]} follow each other {turn}."
            yield Counterexample(words, Text(f"{args!r}\n{corner_picture(*args)}"), got, expected)


# -------- 9.2 one hand for all six faces


def face_map_error(place: Callable, face: str) -> Counterexample | str:
    """Return the fault of a map onto one face, or ""."""
    cells = {(x, y): list_if_iterator(place(face, x, y)) for x, y in product(range(SIDE), repeat=2)}
    if odd := next((at for at, cell in cells.items() if not is_voxel(cell)), None):
        words = f"`place({face!r}, {odd[0]}, {odd[1]})` should be three whole numbers from 0 to {SIDE - 1}."
        return Counterexample(words, got=cells[odd])
    cells = {at: tuple(map(int, cell)) for at, cell in cells.items()}  # NumPy's may not go below 0
    axis, level = "XYZ".index(face[1]), SIDE - 1 if face[0] == "+" else 0
    if away := next((at for at, cell in cells.items() if cell[axis] != level), None):
        words = f"`place({face!r}, {away[0]}, {away[1]})` does not lie there"
        return Counterexample(f"Face {face} is where {'xyz'[axis]} is {level}. {words}.", got=cells[away])
    right, down = (tuple(b - a for a, b in zip(cells[0, 0], cells[at])) for at in ((1, 0), (0, 1)))
    flat = all(
        tuple(cells[x, y]) == tuple(c + x * r + y * d for c, r, d in zip(cells[0, 0], right, down))
        for x, y in cells
    )
    if not flat or sorted(map(abs, right)) != [0, 0, 1] or sorted(map(abs, cross(right, down))) != [0, 0, 1]:
        return (
            f"On face {face} the picture is torn apart: neighbours in the picture should be neighbours on "
            "the cube."
        )
    if cross(down, right) != OUT[face]:
        seen = {f"face {face} from outside": picture_text(seen_from_outside(cells, face).tolist())}
        return Counterexample(
            f"Seen from outside, face {face} shows the plate mirrored: however you turn it, it is not the "
            "plate.",
            side_by_side(plate=FLAG, **seen),
            picture=lambda: on_a_face(cells),
        )
    return ""


def is_voxel(cell) -> bool:
    return (
        isinstance(cell, (Sequence, np.ndarray))
        and len(cell) == 3
        and all(is_whole(v) and 0 <= v < SIDE for v in cell)
    )


def seen_from_outside(cells: dict, face: str):
    """Return the picture of the flag on a face, as seen from outside."""
    cube = np.zeros((SIDE,) * 3, bool)
    for (x, y), cell in cells.items():
        cube[tuple(cell)] = FLAG.cells[y][x]
    return FROM_OUTSIDE[face](cube)


@exercise(
    "9.2",
    correct="All six faces show their plates as you see them from outside. Opposite faces need different "
    "formulas: whoever walks round the cube "
    "finds right and left exchanged on the far side.",
)
def six_faces(answer):
    return (face_map_error(answer, face) for face in OUT)


def on_a_face(cells: dict):
    """Return the flag in 3D, in the cells of the cube that it fills."""
    filled = tuple(sorted(tuple(cell) for (x, y), cell in cells.items() if FLAG.cells[y][x]))
    shell = container(generate_plates(0, "cube"), "cube")
    puzzle = PackingPuzzle("a face", shell, (Piece("F", filled),))
    return draw.figure(puzzle, {Placement("F", filled): "solution"})


# -------- 9.2a the partner of a side


def partner_of(side: str) -> str:
    """Return what the other plate reads: the cells exchanged, from the other end.

    >>> partner_of("#.."), partner_of("#.")
    ('##.', '#.')
    """
    return "".join("#."[cell == "#"] for cell in reversed(side))


def partner_fault(got, side: str) -> str | None:
    if not isinstance(got, str) or len(got) != len(side) or not {*got} <= {*"#."}:
        return f"A text of {many(len(side), 'sign')}, # or ., is asked for."
    if str(got) == partner_of(side):
        return None
    if str(got) == partner_of(side)[::-1]:
        return "These cells are right, but read along this plate. On the other one they come backwards."
    number = next(k for k, (cell, mine) in enumerate(zip(side, reversed(got)), 1) if cell == mine)
    both = "a cell of both plates" if side[number - 1] == "#" else "a cell of neither"
    return f"At cell {number} of the edge, counted along `side`, there would be {both}."


@exercise(
    "9.2a",
    correct="Judged on all sides of up to six cells: the partner has what is missing, from the other end.",
)
def partner_of_a_side(answer: Callable):
    sides = ["".join(cells) for n in range(1, 7) for cells in product("#.", repeat=n)]
    return try_on(answer, sides, fault=partner_fault, size=lambda side: (len(side) != 2, len(side)))


# -------- 9.3 what counting rules out


def side_words(border: Sequence[bool]) -> list[str]:
    """Return the four sides without their corners, each read clockwise: # for a cell.

    >>> side_words((True, False, True) + (False,) * 9)
    ['.#', '..', '..', '..']
    """
    return ["".join(".#"[cell] for cell in border[k + 1 : k + 3]) for k in range(0, BORDER, 3)]


def what_counting_says(borders: Sequence[Sequence[bool]]) -> str:
    """Return the first count that cannot be right for a cube; "" if all are.

    The sides `.#` need no count of their own: with 24 cells on 24 sides, `#.` and `.#` are both even or both
    odd.
    """
    corners = sum(sum(border[::3]) for border in borders)
    between = sum(map(sum, borders)) - corners
    if corners != 8:
        return f"the plates have {many(corners, 'corner')}, and a cube has 8"
    if between != 24:
        return (
            f"the plates have {many(between, 'cell')} between their corners, and the edges of a cube have 24"
        )
    lone = sum(side_words(border).count("#.") for border in borders)
    return f"a side `#.` meets another `#.`, and there are {lone} of them" if lone % 2 else ""


LIDS = (
    [(True,) * BORDER] * 2
    + [(False, False, False, False, True, True, False, False, False, False, True, True)] * 2
    + [(False,) * BORDER] * 2
)


def solvable_borders() -> Iterator[tuple]:
    """Yield sets that cover a cube; among them two extremes: no side `#.` at all, and no side but `#.`."""
    yield tuple(LIDS)
    yield tuple(plate.border12 for plate in plate_files.load("pinwheels").plates)
    for seed in range(12):
        yield tuple(plate.border12 for plate in generate_plates(seed, "cube").plates)


@cache
def drawn_borders() -> list[tuple]:
    """Return sets that no list holds: some that the generator makes, and random ones of few kinds of plate,
    for each count some that it rules out.
    """
    dice, ruled_out = Random(9), {}
    for _ in range(8000):
        kinds = [tuple(dice.choices((False, True), (11, 9), k=BORDER)) for _ in range(dice.randint(1, 4))]
        borders = tuple(dice.choices(kinds, k=6))
        if say := what_counting_says(borders):
            ruled_out.setdefault(say[:30], []).append(borders)
    sets = (generate_plates(seed, "cube").plates for seed in range(60, 75))
    made = (tuple(plate.border12 for plate in plates) for plates in sets)
    return [*made, *(borders for some in ruled_out.values() for borders in some[:15])]


def silent_borders() -> tuple:
    """Return a set that covers no cube, though no count says so."""
    return tuple(plate.border12 for plate in plate_files.load("one-mirrored").plates)


@exercise(
    "9.3",
    seconds=20,
    correct="Your function rules out no set that has a cube, and every set of ours that one of the three "
    "counts rules out. The last set was one that has no cube, though no count says so.",
)
def counting(answer):
    few = ((False,) * BORDER,) * 6, ((True,) * BORDER,) * 6
    for borders in (*solvable_borders(), *few, *drawn_borders(), silent_borders()):
        if say := counting_error(answer(list(borders)), borders):
            yield Counterexample(say, in_a_row(borders), answer(list(borders)))


def counting_error(got, borders) -> str:
    reason = what_counting_says(borders)
    if not is_truth(got):
        return "True or False is asked for."
    if got and not reason:
        cube = on_faces(tuple(borders))
        return (
            f"These six plates do cover a cube: {cube}."
            if cube
            else "No count rules these plates out. There is no cube, but it takes a search to know."
        )
    return "" if got or not reason else f"No cube can be made of these: {reason}."


@cache
def on_faces(borders: tuple) -> str:
    plates = PlateSet("set", tuple(Plate(letter, border) for letter, border in zip("ABCDEF", borders)))
    cube = next(solutions(cube_puzzle(plates)), None)
    return ", ".join(map(str, laid(plates, "cube", cube))) if cube else ""


# -------- 9.3b rows of which none is superfluous


def irreducible(rows: Iterable[str], possible: Callable[[list[str]], bool]) -> list[str]:
    """Return rows that cannot all be kept, none of them superfluous; `possible(some)` says whether some can.

    Each row is asked for once, in order, and left out for good where the others still cannot be kept.

    >>> irreducible("abcd", lambda some: not {"b", "d"} <= set(some))
    ['b', 'd']
    """
    kept = list(rows)
    for row in list(kept):
        fewer = [one for one in kept if one != row]
        if not possible(fewer):
            kept = fewer
    return kept


class Possible:
    """Says whether some rows can all be kept: yes, unless they hold one of the sets of rows that quarrel."""

    def __init__(self, rows: Sequence[str], quarrels: Iterable[Iterable[str]]):
        self.rows, self.quarrels = list(rows), [frozenset(one) for one in quarrels]
        self.asked, self.most = 0, 3 * len(rows) + 10

    def __call__(self, some: Iterable[str]) -> bool:
        some = list(some)
        if strangers := [row for row in some if row not in self.rows]:
            raise PuzzleError(f"{strangers[0]!r} is none of the rows")
        self.asked += 1
        if self.asked > self.most:
            raise TooOften
        return not any(one <= set(some) for one in self.quarrels)


QUARRELS = [
    ("a", ["a"]),
    ("ab", ["b"]),
    ("ab", ["ab"]),
    ("abc", ["a", "c"]),
    ("abc", ["ab", "bc"]),
    ("abcd", ["ab", "cd"]),
    ("abcde", ["ace", "bd", "abe"]),
    ("abcdefghij", ["abcdefghij"]),
    ("abcdefghij", ["adg", "gj", "bci"]),
    ("abcdefghijklmnopqrstuvwxyz", ["bdfhjlnprtvxz", "acegikmoqsuwy"]),
]


def drawn_quarrels() -> Iterator[tuple[list[str], list]]:
    """Yield up to 60 rows with longer names, and which of them quarrel; no list holds them."""
    dice = Random(9)
    for most in range(2, 62, 3):
        rows = dice.sample([f"row{n}" for n in range(most)], most)
        sizes = [dice.randint(1, min(most, 9)) for _ in range(dice.randint(1, 5))]
        yield rows, [dice.sample(rows, size) for size in sizes]


def not_irreducible(answer: Callable, rows: list[str], quarrels: Iterable[Iterable[str]]) -> str:
    asked, judge = Possible(rows, quarrels), Possible(rows, quarrels)

    def possible(some):  # a function, and not the object, which knows the quarrels
        return asked(some)

    try:
        kept = list_if_iterator(answer(list(rows), possible))
    except TooOften:
        kept = None
    except PuzzleError as problem:
        return f"Your function asks about a row that is not there: {problem}."
    if asked.asked > asked.most:
        return f"Your function asks more than {asked.most} times about {many(len(rows), 'row')}."
    if not is_several(kept):
        return "A list of rows is asked for."
    kept = list(kept)
    if not all(row in rows for row in kept) or len(set(kept)) < len(kept):
        return "Your rows should be some of those that were given, each once."
    if judge(kept):
        return f"Your rows, {', '.join(kept) or 'none at all'}, can all be kept."
    for row in kept:
        if not judge([one for one in kept if one != row]):
            return f"The row {row} is superfluous: without it, your other rows still cannot all be kept."
    return ""


@exercise(
    "9.3b",
    correct="Your rows cannot all be kept, and each of them is needed. One question for each row is enough, "
    "however many sets of rows there are.",
)
def none_superfluous(answer):
    for rows, quarrels in [*QUARRELS, *drawn_quarrels()]:
        if say := not_irreducible(answer, list(rows), quarrels):
            together = ", or ".join(" ".join(one) for one in quarrels)
            yield Counterexample(
                say, Text(f"rows {' '.join(rows)}, of which these cannot be kept together: {together}")
            )


# -------- 9.4 one rule more


def faces_of(plates: PlateSet) -> dict[tuple[str, str], Linear]:
    """Return for each plate and face the sum of its four variables in `plates_model(plates, "cube")`: 1 if
    the plate is there.

    >>> str(faces_of(generate_plates(0, "cube"))["A", "+Z"])
    'A on +Z turn 0 + A on +Z turn 1 + A on +Z turn 2 + A on +Z turn 3'
    """
    found = {}
    for spot in spots(plates, "cube"):
        found.setdefault((spot.plate, spot.at), []).append(Variable(str(spot)))
    return {key: total(some) for key, some in found.items()}


def arrangements_with(a: str, b: str) -> Iterator[dict[str, str]]:
    """Yield a face for each plate: the first two lie anywhere, the others on the faces that are left."""
    others = [plate for plate in "ABCDEF" if plate not in (a, b)]
    for one, other in permutations(OPPOSITE, 2):
        left = [face for face in OPPOSITE if face not in (one, other)]
        yield {a: one, b: other, **dict(zip(others, left))}


def rule_error(answer: Callable, a: str, b: str) -> Counterexample | None:
    """Return a counterexample if a student's rows are wrong. They are judged alone, since they are to
    be right whatever the other rows say."""
    name = f"plates {a} and {b}"
    plates = generate_plates(0, "cube")
    model, x = StudentModel(**vars(plates_model(plates, "cube"))), faces_of(plates)
    rows, names = set(model.rows), set(model.names)
    answer(model, x, a, b)
    new, more = model.part(set(model.rows) - rows), set(model.names) - names
    if not new.rows:
        return Counterexample("Your function has added no row to the model.", Text(name))
    if len(more) > MOST_NEW:
        return Counterexample(f"{len(more)} new variables: {MOST_NEW} are plenty.", Text(name))
    for where, turn in product(arrangements_with(a, b), range(4)):
        values = {[*x[spot].terms][turn]: 1 for spot in where.items()}
        apart, kept = OPPOSITE[where[a]] == where[b], can_be_kept(new, values, more)
        lie = f"{a} lies on {where[a]} and {b} on {where[b]}"
        if kept != apart:
            does, meet = ("forbid", "do not meet") if apart else ("allow", "meet in an edge")
            words = f"Your rows {does} this, though {lie}, and these two faces {meet}."
            return Counterexample(words, Text(f"{name}; {faces_in_words(where)}"))
    return None


def can_be_kept(model: Model, values: dict[str, int], free: Iterable[str]) -> bool:
    """Are there values of the free variables with which no row is broken?"""
    ways = (dict(zip(free, bits)) for bits in product((0, 1), repeat=len(free)))
    return any(not model.broken(values | way) for way in ways)


@exercise(
    "9.4",
    seconds=20,
    correct="Your rows keep exactly the cubes in which the two plates do not touch. Nothing else in the "
    "model had to change.",
)
def keep_two_apart(answer):
    return (rule_error(answer, a, b) for a, b in [*combinations("ABCDEF", 2), ("E", "B")])


def faces_in_words(where: dict[str, str]) -> str:
    return ", ".join(f"{plate} on {face}" for plate, face in sorted(where.items()))


# -------- 9.5 a set of one's own

SECONDS_EACH = 5


def wrong_set(value) -> str:
    if not isinstance(value, PlateSet):
        return (
            "A set of plates is asked for: `editor.plates`, `set_from(…)` with a drawing, or `load(…)` "
            "with the name of your file."
        )
    if value.border30 is None:
        return "This set has no board."
    if say := areas_wrong(value, "cube") or areas_wrong(value, "board") or unprintable(value):
        return f"{say[0].upper()}{say[1:]}."
    return not_ones_own(value) or target_error(value, "cube") or target_error(value, "board")


SEEDS = {"cube": 5000, "both": 200}  # most sets for both are those of their seed for the cube
# The marks of the sets of these seeds, in their order. To make them takes seconds; a test makes them.
MARKS = Path(__file__).with_name("generated.txt")


def not_ones_own(plates: PlateSet) -> str:
    """Name the library's file or the generator's call that the plates come from, or return "".

    A mirror image of a set counts as the set itself.
    """
    kinds = forms(plates.plates), forms([plate.mirrored() for plate in plates.plates])
    if same := next(
        (name for name in plate_files.plate_sets() if forms(plate_files.load(name).plates) in kinds), None
    ):
        mirrored = "the mirror images of " * (forms(plate_files.load(same).plates) != kinds[0])
        return f"These are {mirrored}the plates of `{same}`, which comes with the library. Change them."
    told = re.fullmatch(r"(both|cube) (\d+)", plates.name)
    mine, marks = mark(plates.plates), MARKS.read_text(encoding="ascii").split()
    calls = [(int(told[2]), told[1])] if told else []
    calls += [call for call, other in zip(calls_to_generate(), marks, strict=True) if other == mine]
    if made := next((call for call in calls if forms(generated_plates(*call)) in kinds), None):
        call = f'`generate_plates({made[0]}, "{made[1]}")`'
        return f"{call} makes these plates, or their mirror images. Design your own."
    return ""


def calls_to_generate() -> Iterator[tuple[int, str]]:
    return ((k, goal) for goal, n in SEEDS.items() for k in range(n))


def mark(plates: Iterable[Plate]) -> str:
    """Return four letters that are the same for equal sets of plates and for their mirror images."""
    kinds = min(forms(plates), forms([plate.mirrored() for plate in plates]))
    return f"{crc32(repr(kinds).encode()) % 16**4:04x}"


def forms(plates: Iterable[Plate]) -> list:
    return sorted(plate.form for plate in plates)


@cache
def generated_plates(seed: int, target: str) -> tuple[Plate, ...]:
    return generate_plates(seed, target).plates


def unprintable(plates: PlateSet) -> str:
    try:
        for plate in plates.plates:
            plate_cells(plate)
        frame_cells(plates, rim=1)
    except PuzzleError as problem:
        return str(problem)
    return ""


def target_error(plates: PlateSet, target: str) -> str:
    result = solve_target(plates, target, 1)
    if not result.solutions:
        reason = what_counting_says([plate.border12 for plate in plates.plates]) if target == "cube" else ""
        late = (
            "All ways have been tried, and none works"
            if result.complete
            else f"No solution was found in {SECONDS_EACH} seconds"
        )
        do = "cover the cube" if target == "cube" else "fill the board"
        return f"The areas are right, but the six plates do not {do}. {late}{reason and f': {reason}'}."
    verify_plates(plates, with_own_names(plates, result.solutions[0]), target)
    return ""


def solve_target(plates: PlateSet, target: str, limit: int):
    limits = {"limit": limit, "time_limit": SECONDS_EACH}
    return raise_if_interrupted(solve(puzzle_of(plates, target), "dlx", **limits))


def praise_set(plates: PlateSet) -> str:
    def ways(target: str) -> str:
        result = solve_target(plates, target, 1000)
        number = len(orbits(puzzle_of(plates, target), result.solutions))
        return f"{'' if result.complete else 'at least '}{many(number, 'way')}"

    hand = sum(plate.is_chiral() for plate in plates.plates)
    return (
        f"Your set covers the cube in {ways('cube')} and fills its board in {ways('board')}, up to "
        f"rotations. {hand} of its plates {'is' if hand == 1 else 'are'} chiral."
    )


@exercise("9.5", seconds=40, correct=praise_set)
def a_set_of_ones_own(answer):
    if say := wrong_set(answer):
        shown = {"example": Text(str(answer))} if isinstance(answer, PlateSet) else {"got": answer}
        yield Counterexample(say, **shown)


# -------- 9.6 planks to be sawn

Job = tuple[tuple[int, ...], int, int]  # lengths of the pieces, of a plank, number of planks
SAWN: list[Job] = [
    ((2,), 2, 1),
    ((3,), 2, 1),
    ((2, 3), 5, 2),
    ((3, 3), 5, 2),
    ((1, 1), 2, 2),
    ((2, 2, 2), 5, 2),
    ((4, 3, 2), 6, 2),
    ((5, 5, 5), 5, 2),
    ((3, 3, 3), 5, 3),
    ((3, 2, 2, 1), 4, 3),
    ((4, 4, 3, 3, 3, 3), 10, 3),  # two planks are enough, but three for the longest first
]
# Too many plans to try all; five planks, sawn to the end, but six for the longest first.
LARGE: Job = (7, 7, 6, 6, 6, 5, 5, 5, 5, 3, 3, 2), 12, 7


def sawing_plans(lengths: Sequence[int], plank: int, planks: int) -> set[tuple[int, ...]]:
    """Return all ways to saw the pieces: for each piece the number of its plank.

    >>> sorted(sawing_plans((3, 3), 5, 2))
    [(0, 1), (1, 0)]
    """
    job = lengths, plank, planks
    every = product(range(planks), repeat=len(lengths))
    return {where for where in every if is_sawn(where, job)}


def sawing_model(answer: Callable, job: Job) -> tuple[StudentModel, dict, list]:
    """Return the model of an answer, with its variables: x[piece, plank], and used[plank]."""
    lengths, plank, planks = job
    model = StudentModel("the planks")
    x = model.grid("x", range(len(lengths)), range(planks))
    used = [model.variable(f"used[{k}]") for k in range(planks)]
    answer(model, x, used, list(lengths), plank)
    return model, x, used


def sawing_error(answer: Callable, job: Job) -> str:
    lengths, plank, planks = job
    model, x, used = sawing_model(answer, job)
    if not model.rows:
        return "Your function has added no row to the model."
    right, names = sawing_plans(*job), [one.name for one in (*x.values(), *used)]
    seen, costs = set(), {}
    for values in all_solutions(model, "cp-sat", over=names):
        where = sawn_from(values, x, job)
        if say := not_a_plan(where, values, used, job):
            return f"Your rows allow this: {say}."
        plan = tuple(planks_of[0] for planks_of in where)
        seen.add(plan)
        costs.setdefault(len(set(plan)), []).append(model.value(values))
    if lost := sorted(right - seen):
        return forbidding(lost[0], job)
    return wrong_cost(model, costs)


def cheapest_plan_error(answer: Callable, job: Job) -> str:
    """Return the fault of the cheapest plan, or ""; a solver finds it where plans are too many."""
    model, x, used = sawing_model(answer, job)
    outcome = raise_if_interrupted(solve_model(model, "cp-sat", time_limit=SECONDS_EACH))
    if outcome.status == "infeasible":
        return "Your rows forbid every plan."
    if outcome.status not in ("optimal", "solved"):
        return ""  # the clock decides nothing
    where = sawn_from(outcome.values, x, job)
    if say := not_a_plan(where, outcome.values, used, job):
        return f"Your rows allow this: {say}."
    taken, enough = len({planks_of[0] for planks_of in where}), -(-sum(job[0]) // job[1])
    return f"The cheapest plan takes {taken} planks, and {enough} are enough." if taken > enough else ""


def forbidden_plan(answer: Callable, job: Job) -> str:
    lengths, plank, planks = job
    for seed in range(5):
        where = draw_plan(Random(seed), job)
        model, x, _ = sawing_model(answer, job)
        for piece, k in enumerate(where):
            model.row(f"the plan has piece {piece}", x[piece, k] == 1)
        outcome = raise_if_interrupted(solve_model(model, "cp-sat", time_limit=SECONDS_EACH))
        if outcome.status == "infeasible":
            return forbidding(where, job)
    return ""


def forbidding(where: tuple[int, ...], job: Job) -> str:
    plan = in_planks(where, job)
    return f"Your rows forbid this plan, though nothing is wrong with it: {plan}."


def draw_plan(dice: Random, job: Job) -> tuple[int, ...]:
    """Draw planks for the pieces until none is too short."""
    lengths, plank, planks = job
    while True:
        where = tuple(dice.randrange(planks) for _ in lengths)
        if is_sawn(where, job):
            return where


def is_sawn(where: Sequence[int], job: Job) -> bool:
    lengths, plank, planks = job
    pieces = [[n for n, k in zip(lengths, where) if k == one] for one in range(planks)]
    return all(sum(those) <= plank for those in pieces)


def sawn_from(values: dict[str, int], x: dict, job: Job) -> list[list[int]]:
    """Return for each piece the planks that it is sawn from."""
    lengths, _, planks = job
    return [[k for k in range(planks) if values[x[i, k].name]] for i in range(len(lengths))]


def not_a_plan(where: list[list[int]], values: dict[str, int], used: list[Variable], job: Job) -> str:
    lengths, plank, planks = job
    for piece, planks_of in enumerate(where):
        if len(planks_of) != 1:
            return f"piece {piece} is sawn {many(len(planks_of), 'time')}"
    for k in range(planks):
        length = sum(n for n, planks_of in zip(lengths, where) if planks_of == [k])
        if length > plank:
            return f"{length} are sawn from plank {k}, which has {plank}"
        if length and not values[used[k].name]:
            return f"a piece is sawn from plank {k}, and used[{k}] is 0"
    return ""


def in_planks(where: tuple[int, ...], job: Job) -> str:
    return ", ".join(f"piece {piece} from plank {k}" for piece, k in enumerate(where))


def wrong_cost(model: Model, costs: dict[int, list[float]]) -> str:
    """Is a plan cheaper the fewer planks it takes? `costs` has those of all solutions, by their planks."""
    if not costs:
        return ""
    if not model.cost:
        return "The model has no cost yet: `model.minimise(…)`."
    fewest = min(costs)
    for planks, found in costs.items():
        if planks > fewest and min(found) <= min(costs[fewest]):
            return (
                f"A plan with {many(planks, 'plank')} costs {min(found):g}, which is no more than the "
                f"{min(costs[fewest]):g} of one with {many(fewest, 'plank')}."
            )
    return ""


@exercise(
    "9.6",
    seconds=30,
    correct="Each piece exactly once, each plank at most to its end: that was all. Such problems are called "
    "bin packing or cutting stock.",
)
def planks_to_saw(answer):
    for job in [*SAWN, LARGE]:
        faults = (cheapest_plan_error, forbidden_plan) if job is LARGE else (sawing_error,)
        if say := next(filter(None, (fault(answer, job) for fault in faults)), ""):
            lengths, plank, planks = job
            yield Counterexample(
                say, Text(f"pieces {', '.join(map(str, lengths))}; {many(planks, 'plank')} of {plank}")
            )


# -------- 9.7 six plates, one model


def named(borders: Iterable) -> dict[str, tuple]:
    return {name: tuple(border) for name, border in zip("ABCDEF", borders)}


ALL_TURNS = 48, 81, 289  # seeds of sets that cover no cube if plates are tried in three turns of four


def six_plates() -> Iterator[dict[str, tuple]]:
    """Yield sets of plates: some cover a cube, some do not, and for most of these no count says so."""
    some = [tuple(plate.border12 for plate in generate_plates(seed, "cube").plates) for seed in ALL_TURNS]
    yield named(LIDS)
    yield named([*LIDS[:5], (False,) * 11 + (True,)])  # a cell too many, the last of its border
    yield named([(True,) * BORDER] * 6)
    yield named([(False,) * BORDER] * 6)
    last = some[0][5].index(True)
    yield named([*some[0][:5], tuple(cell and k != last for k, cell in enumerate(some[0][5]))])
    yield from map(named, some)
    yield named(pinwheel_borders())
    yield named(silent_borders())
    over = [Plate("P", border).mirrored().border12 for border in pinwheel_borders()]
    yield named([*over[:2], *pinwheel_borders()[2:]])
    yield named(over)
    for borders in some[:2]:
        yield named([Plate("P", borders[0]).mirrored().border12, *borders[1:]])
        yield named([Plate("P", border).mirrored().border12 for border in borders])


@cache
def pinwheel_borders() -> tuple:
    return tuple(plate.border12 for plate in plate_files.load("pinwheels").plates)


def spots_of(name: str, border: tuple) -> set[frozenset]:
    return {frozenset(spot.cells) for spot in on_cube(Plate(name, border))}


def cover_fault(got, borders: dict[str, tuple]) -> str:
    if got is None:
        there = on_faces(tuple(borders.values()))
        return f"These six plates do cover a cube: {there}." if there else ""
    if not isinstance(got, Mapping) or {*got} != {*borders}:
        return "A dictionary with the names of the six plates is asked for, or None."
    cells = {name: [tuple(cell) for cell in list_if_iterator(some)] for name, some in got.items()}
    for name, some in cells.items():
        if not all(is_voxel(cell) for cell in some):
            return f"The cells of plate {name} should each be three whole numbers from 0 to {SIDE - 1}."
        if len({*some}) < len(some):
            return f"A cell of plate {name} is in its list twice."
        if {*some} not in spots_of(name, borders[name]):
            other = spots_of(name, Plate(name, borders[name]).mirrored().border12)
            if {*some} in other:
                return f"Plate {name} lies mirrored, as if it were turned over."
            return f"Plate {name} does not fill these cells on any face, however you turn it."
    filled = [cell for some in cells.values() for cell in some]
    if twice := next((cell for cell in filled if filled.count(cell) > 1), None):
        both = " and ".join(name for name, some in cells.items() if twice in some)
        return f"The cell {twice} is filled by {both}."
    shell = (cell for cell in product(range(SIDE), repeat=3) if {0, SIDE - 1} & {*cell})
    if empty := next((cell for cell in shell if cell not in filled), None):
        return f"The cell {empty} of the shell is empty."
    return ""


@exercise(
    "9.7",
    seconds=30,
    correct="Judged on 16 sets: your program covers each cube that can be covered, with no plate mirrored, "
    "and says None of the others.",
)
def six_plates_one_model(answer: Callable) -> Iterator[Counterexample]:
    yield from refuse_library(answer, {"cube_puzzle", "on_cube", "plates_model", "puzzle_of", "spots"})
    for borders in six_plates():
        got = list_if_iterator(answer(dict(borders)))
        if say := cover_fault(got, borders):
            yield Counterexample(say, in_a_row([*borders.values()]), got)
