"""The checks of lesson 12."""

import linecache
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from inspect import unwrap
from itertools import combinations, islice, permutations, product
from math import factorial
from numbers import Integral, Rational
from operator import index
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.common.words import covered_times, many
from puzzlelib.icosoku.counting.exact import count, count_slowly
from puzzlelib.icosoku.engines import solve
from puzzlelib.icosoku.polyhedron import (
    Polyhedron,
    bipyramid,
    icosahedron,
    octahedron,
    polyhedron,
    tetrahedron,
)
from puzzlelib.icosoku.puzzle import (
    PAPER_PEGS,
    TILES,
    Arrangement,
    Cosoku,
    Placed,
    dots,
    icosoku,
    spelled,
    sums,
    turns,
)
from puzzlelib.pictures import icosoku as cosoku_pictures

from ..kit.checks import Text
from ..kit.checks.blanks import is_function
from ..kit.checks.judge import Args, Counterexample, exercise, try_on
from ..kit.checks.library_use import refuse_library
from ..kit.checks.run_answer import list_if_iterator, same_kind_and_value
from ..kit.checks.time_limit import TooLong, stopped_after
from ..kit.checks.values import is_number, is_several
from .proofs import Offered, offered_files, offered_rows, proof, steps_of

NUMBERS = set(range(1, 13))
CHUNK = 100_000  # arrangements at once


# -------- 12.1 how many instances are different


def by_orbits(solid: Polyhedron, mirrored: bool) -> int:
    """Return the number of ways to place 1, 2, 3, … on the vertices, counted one class of images after the
    other; for small ones.
    """
    seen, classes = set(), 0
    for pegs in permutations(range(1, len(solid.vertices) + 1)):
        classes += pegs not in seen
        seen |= set() if pegs in seen else set(peg_images(pegs, solid, mirrored))
    return classes


def spiked_octahedron() -> Polyhedron:
    """Return an octahedron with a spike on four of its faces, so that no mirror leaves it as it is: two
    turns, and no reflection.

    >>> [len(spiked_octahedron().symmetries(reflections=mirrored)) for mirrored in (False, True)]
    [2, 2]
    """
    faces = octahedron().faces
    spikes = [(*edge, f"T{k}") for k in SPIKED for edge in zip(faces[k], (*faces[k][1:], faces[k][0]))]
    return polyhedron(
        [*(face for k, face in enumerate(faces) if k not in SPIKED), *spikes], "octahedron with four spikes"
    )


SPIKED = (0, 1, 2, 4)
CASES_121 = [
    (tetrahedron(), False),
    (tetrahedron(), True),
    (bipyramid(3), False),
    (octahedron(), False),
    (octahedron(), True),
    (bipyramid(4), True),
    (spiked_octahedron(), True),
    (icosahedron(), False),
    (icosahedron(), True),
    *product(map(bipyramid, (5, 7, 8, 9, 10)), (False, True)),
]


@cache
def expected_121(number: int) -> int:
    """Return the answer by brute force where that can be done, else as a quotient: all pegs differ, so every
    class has as many members as there are symmetries.
    """
    solid, mirrored = CASES_121[number]
    if len(solid.vertices) <= 6:
        return by_orbits(solid, mirrored)
    return factorial(len(solid.vertices)) // len(solid.symmetries(reflections=mirrored))


@exercise(
    "12.1",
    correct="12! / (12·5·2) = 3,991,680: A can go to any of 12 vertices, then there are 5 turns, and 2 "
    "with the mirror.",
)
def classes_of_pegs(answer):
    for number, (solid, mirrored) in enumerate(CASES_121):
        got, expected = answer(solid, mirrored), expected_121(number)
        if not isinstance(got, Rational) or got != expected:
            how = "counted one by one" if len(solid.vertices) <= 6 else "by the argument above"
            decimal = " / makes a decimal number, exact only while it is short; // divides whole numbers."
            are = "is" if expected == 1 else "are"
            say = (
                f"{solid.name}, {'with' if mirrored else 'without'} reflections: there {are} {expected:,} "
                f"({how}).{decimal * (isinstance(got, float) and got == expected)}"
            )
            yield Counterexample(say, Text(f"instances(the {solid.name}, {mirrored})"), got, expected)


# -------- witnesses


@cache
def witness(seed: int) -> Arrangement:
    return raise_if_interrupted(solve(icosoku(seed=seed), "asp")).arrangement


def turn_tile(laid: Sequence[Placed], face: int, turn: int) -> Arrangement:
    return (*laid[:face], Placed(laid[face].tile, turn), *laid[face + 1 :])


TOY = icosoku()


def sums_of_vertices(laid: Sequence[Placed]) -> tuple[int, ...]:
    return sums(TOY, laid)


def one_turn_away(laid: Sequence[Placed]) -> Iterator[Arrangement]:
    """Yield the arrangements in which one tile is turned, and nothing else is changed."""
    for face, one in enumerate(laid):
        yield from (turn_tile(laid, face, turn) for turn in turns(one.tile) if turn != one.turn)


def sums_by_chance(number: int, seed: int = 12) -> Iterator[np.ndarray]:
    """Yield the twelve sums of `number` arrangements by chance, some thousands at a time: (n,
    12)."""
    draw, fields = np.random.default_rng(seed), 4 * np.arange(12)  # no sum is more than 15
    spots = np.array([dots(tile, turn) for tile in TILES for turn in range(3)])
    adds = [(spots << fields[list(corners)]).sum(1) for corners in icosahedron().corners]
    for _ in range(0, number, CHUNK):
        order = draw.permuted(np.tile(np.arange(20), (min(CHUNK, number), 1)), axis=1)
        laid = 3 * order + draw.integers(0, 3, order.shape)
        packed = sum(add.take(column) for add, column in zip(adds, laid.T))
        yield packed[:, None] >> fields & 15


def witnesses_by_chance(number: int) -> int:
    """Count the witnesses among `number` arrangements by chance."""
    seen = (np.bitwise_or.reduce(1 << some, axis=1) for some in sums_by_chance(number))
    return sum(int((bits == (1 << 13) - 2).sum()) for bits in seen)


def witness_picture(laid: Sequence[Placed]):
    """Return the witness in 3D, with the sums that there are as pegs."""
    puzzle = Cosoku(icosahedron(), sums_of_vertices(laid), [one.tile for one in laid])
    return cosoku_pictures.figure(puzzle, laid)


# -------- 12.3 a turn that makes another witness


def turn_neighbours(laid: Sequence[Placed]) -> set[tuple[int, ...]]:
    """Return the instances that are proved when one tile is turned, and nothing else is changed."""
    return {found for found in map(sums_of_vertices, one_turn_away(laid)) if set(found) == NUMBERS}


@cache
def cases_123() -> list[Arrangement]:
    """Return witnesses with such turns, on the first and the last face too; few first."""
    return sorted(map(witness, (*range(1, 13), 23)), key=lambda laid: len(turn_neighbours(laid)))


def witness_with_turns() -> Arrangement:
    return cases_123()[-1]


def turns_that_move(laid: Sequence[Placed]) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield each turn of one tile that makes a witness again: its face, its new turn, the sums after it."""
    for face, one in enumerate(laid):
        for turn in turns(one.tile):
            after = sums_of_vertices(turn_tile(laid, face, turn))
            if turn != one.turn and set(after) == NUMBERS:
                yield face, turn, after


def in_words(laid: Sequence[Placed], face: int, turn: int, after: Sequence[int]) -> str:
    """Return a turn of one tile in words, and what it does to the sums."""
    one, before = laid[face], sums_of_vertices(laid)
    changes = zip(icosahedron().vertices, before, after)
    moved = ", ".join(f"{name} from {old} to {new}" for name, old, new in changes if old != new)
    return f"{spelled(one.tile)} on {icosahedron().face_names[face]}, turn {one.turn} to {turn}: {moved}"


def turns_in_words(laid: Sequence[Placed]) -> Iterator[str]:
    """Yield the sums, and each turn of one tile that makes a witness again."""
    yield f"sums {' '.join(map(str, sums_of_vertices(laid)))}"
    yield from (in_words(laid, *turn) for turn in turns_that_move(laid))


@exercise(
    "12.3",
    correct=lambda answer: (
        "Where the twelve sums are 1 to 12 again, pegs have changed places: the arrangement, one tile "
        "turned, proves that instance too."
    ),
    seconds=30,
)
def turns_that_prove(answer):
    for laid in cases_123():
        expected = turn_neighbours(laid)
        value = answer(list(laid))
        got = as_pegs(value)
        if got != expected:
            yield Counterexample(
                wrong_neighbours(got, expected, laid),
                got=sorted(got) if got is not None else value,
                expected=sorted(expected),
                picture=lambda laid=laid: witness_picture(laid),
            )


def as_pegs(value) -> set[tuple] | None:
    try:
        found = {tuple(one) for one in value}
    except TypeError:
        return None
    return found if all(isinstance(number, Integral) for one in found for number in one) else None


def wrong_neighbours(got: set | None, expected: set, laid: Sequence[Placed]) -> str:
    own = sums_of_vertices(laid)
    if got is None:
        return "A set of tuples of twelve pegs is asked for."
    if own in got and own not in expected:
        return (
            "The instance that the arrangement proves already is among yours; a tile that is not "
            "turned, or looks the same after it, is no move."
        )
    if bad := sorted(one for one in got if set(one) != NUMBERS):
        return f"{bad[0]} are not the numbers 1 to 12, so this proves nothing."
    if extra := sorted(got - expected):
        return f"No single turn of a tile gives the sums {extra[0]}."
    missing = next(turn for turn in turns_that_move(laid) if turn[-1] not in got)
    return f"You found {len(got)} of {len(expected)}. This turn is missing: {in_words(laid, *missing)}."


# -------- 12.3b the row that stands for all its images


def canonical_row(pegs: Sequence[int]) -> tuple[int, ...]:
    """Return the image of a position with 1 on A, the least of the ring B to F on B, and C below F.

    >>> canonical_row((2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12))[:2]
    (1, 2)
    """
    return next(
        image
        for image in peg_images(pegs)
        if image[0] == 1 and image[1] == min(image[1:6]) and image[2] < image[5]
    )


def peg_images(
    pegs: Sequence[int], solid: Polyhedron | None = None, mirrored: bool = True
) -> Iterator[tuple[int, ...]]:
    """Yield the images of a position when the solid, or the toy, is turned and mirrored."""
    for symmetry in (solid or icosahedron()).symmetries(reflections=mirrored):
        yield tuple(peg for _, peg in sorted(zip(symmetry.vertices, pegs)))


def peg_positions() -> Iterator[tuple[int, ...]]:
    """Yield some positions, among them a row and images of one and the same row."""
    yield from ((tuple(range(1, 13))), tuple(range(12, 0, -1)), PAPER_PEGS)
    yield from (icosoku(seed=seed).capacities for seed in range(12))
    yield from list(peg_images(PAPER_PEGS))[1::17]


def not_the_row(got, pegs: Sequence[int]) -> str | None:
    try:
        got = tuple(got)
    except TypeError:
        return "A tuple of twelve pegs is asked for."
    if got == canonical_row(pegs):
        return None
    if got not in [*peg_images(pegs)]:
        return "That is no image of this position: no turn and no mirror makes it."
    if got[0] != 1:
        return f"That is an image, but {got[0]} is on A."
    least = min(got[1:6])
    if got[1] != least:
        return f"That is an image, but the least of the ring B to F is {least}, and {got[1]} is on B."
    return f"That is an image, but {got[2]} on C is not below {got[5]} on F: hold it in front of the mirror."


@exercise(
    "12.3b",
    seconds=30,
    correct="Every position has exactly one row among its 120 images. So the rows represent all "
    "positions, and one witness for each row is enough.",
)
def canonical(answer):
    return try_on(answer, [Args(list(pegs)) for pegs in peg_positions()], fault=not_the_row)


# -------- 12.5 exactly one solution


def puzzle_text(puzzle: Cosoku) -> str:
    return f"capacities {puzzle.capacities}, tiles {' '.join(map(spelled, puzzle.tiles))}"


LEAST_FACES, LEAST_TYPES = 6, 4


def wrong_puzzle(puzzle) -> str:
    if not isinstance(puzzle, Cosoku):
        return "A puzzle is asked for: `Cosoku(octahedron(), capacities, tiles)`."
    if len(puzzle.polyhedron.faces) < LEAST_FACES:
        return (
            f"Your solid, {puzzle.polyhedron.name}, has {len(puzzle.polyhedron.faces)} faces; at least "
            f"{LEAST_FACES} are asked for."
        )
    if len(puzzle.types) < LEAST_TYPES:
        return f"It has {many(len(puzzle.types), 'type')} of tiles; at least {LEAST_TYPES} are asked for."
    if puzzle.spare:
        return f"It has {many(puzzle.spare, 'tile')} too many for its faces; each tile is to be used."
    if len(puzzle.polyhedron.faces) > 20:
        return "That is larger than the toy; at most 20 faces, please."
    number = count_it(puzzle)
    return "" if number == 1 else f"It has {number:,} solutions." if number else "It has no solution."


def count_it(puzzle: Cosoku) -> int:
    return count_slowly(puzzle) if len(puzzle.polyhedron.faces) <= 8 else count(puzzle)


@exercise(
    "12.5",
    correct=lambda answer: (
        f"Exactly one solution, on the {answer.polyhedron.name}, with {len(answer.types)} different tiles. "
        "Lay it out for a neighbour: how long does the search by hand take?"
    ),
    seconds=60,
)
def exactly_one(answer):
    if say := wrong_puzzle(answer):
        yield Counterexample(say, got=Text(puzzle_text(answer)) if isinstance(answer, Cosoku) else answer)


# -------- 12.3d a proof for a small toy


def no_proof(one: Offered, got) -> Counterexample:
    """Return that a checker is wrong about rows or a file."""
    what = "This is a proof" if one.proves else "This is no proof"
    stops = " Your function stops here, and should return False." * isinstance(got, Text)
    return Counterexample(
        f"{what}: {one.what}.{stops}",
        example=Text(f"{one.puzzle.title}, {many(len(proof(one.puzzle)), 'instance')}"),
        got=got,
        expected=one.proves,
    )


def verdict_on(answer, one: Offered, given):
    """Return what a checker says; the error in words if it stops on what proves nothing."""
    try:
        return answer(given, one.puzzle)
    except Exception as error:
        if one.proves:
            raise
        return Text(f"{type(error).__name__}: {error}")


@exercise(
    "12.3d",
    seconds=60,
    correct="It takes the right rows of both toys, in any order and with the toy held otherwise, and none of "
    "the forged ones.",
)
def small_proof(answer):
    for one, rows in offered_rows():
        got = verdict_on(answer, one, rows.tolist())
        if not same_kind_and_value(got, one.proves):
            yield no_proof(one, got)


# -------- 12.3e one number for all images

STEPS = 4  # of Python for each column more: a loop over columns takes ten at least
COLUMNS = 20, 220


@cache
def images_and_others() -> tuple[tuple[Polyhedron, list[tuple[int, ...]]], ...]:
    """Return solids with positions, some of them images of each other."""
    draw = random.Random(12)
    found = []
    for solid in (octahedron(), bipyramid(5), icosahedron()):
        pegs = range(1, len(solid.vertices) + 1)
        drawn = [tuple(draw.sample(pegs, len(pegs))) for _ in range(6)]
        images = [draw.choice([*peg_images(one, solid)]) for one in drawn]
        found.append((solid, [*drawn, *images]))
    return (*found, (icosahedron(), [*confusable_pegs()]))


def as_columns(positions: Iterable[Sequence[int]]) -> np.ndarray:
    """Return positions as an array with a line for each vertex and a column for each position."""
    return np.array([*positions], float).T


def numbers_error(got, solid: Polyhedron, positions: Sequence[tuple[int, ...]]) -> Counterexample | None:
    """Return two positions that a function takes for one, or for two."""
    numbers = list_if_iterator(got)
    are_numbers = isinstance(numbers, list | tuple) and all(map(is_number, numbers))
    if not are_numbers or len(numbers) != len(positions):
        return Counterexample(f"One number for each of the {len(positions)} columns is asked for.", got=got)
    rows = [min(peg_images(pegs, solid)) for pegs in positions]
    for (one, row, number), (other, row2, number2) in combinations(zip(positions, rows, numbers), 2):
        if (row == row2) == (number == number2):
            continue
        say = f"These are different instances, but both get {number:,.17g}"
        if row == row2:
            say = f"These are images of each other, but get {number:,.17g} and {number2:,.17g}"
        shown = Text("\n".join(" ".join(map(str, pegs)) for pegs in (one, other)))
        return Counterexample(f"{say}, on the {solid.name}.", example=shown)
    return None


def slow(steps: Counter, each: int, what: str, most_steps: int) -> Counterexample | None:
    """Return that an answer goes through rows one by one, and in which line."""
    if (total := steps.total() / each) <= most_steps:
        return None
    (file, line), most = max(steps.items(), key=lambda pair: pair[1])
    text = linecache.getline(file, line).strip()
    where = f" Most of them, {most / each:,.0f}, are in line {line}" + f": `{text}`" * bool(text)
    return Counterexample(
        f"It is right so far, but slow: some {total:,.0f} steps of Python for each {what} more, and the "
        f"census has 3,991,680 rows.{where}. Let NumPy do this for all at once."
    )


@exercise(
    "12.3e",
    seconds=40,
    correct="Among the positions that were tried, with pegs up to 12, images have the same number, and no "
    "others; and one column more is hardly any work.",
)
def one_number(answer):
    for solid, positions in images_and_others():
        yield numbers_error(answer(as_columns(positions), solid), solid, positions)
    few, more = (as_columns([range(1, 7)] * size) for size in COLUMNS)
    steps = steps_of(lambda: answer(more, octahedron())) - steps_of(lambda: answer(few, octahedron()))
    yield slow(steps, COLUMNS[1] - COLUMNS[0], "column", STEPS)


SAME_IN_BASE_10 = (  # the digits 11 12 10 and 12 10 2 carry
    (1, 3, 8, 6, 9, 5, 4, 2, 11, 12, 10, 7),
    (1, 3, 8, 6, 9, 5, 4, 12, 10, 2, 11, 7),
)


@cache
def confusable_pegs() -> tuple[tuple[int, ...], ...]:
    """Return orders of the pegs 1 to 12, most of them with two pegs exchanged, none an image of another."""
    first = tuple(range(1, 13))
    swapped = [tuple({a: b, b: a}.get(peg, peg) for peg in first) for a, b in combinations(first, 2)]
    return tuple({min(peg_images(pegs)): pegs for pegs in (*SAME_IN_BASE_10, first, *swapped)}.values())


# -------- 12.3f the checker for the census


STEPS_A_ROW = 40  # more: the larger toy has more faces and symmetries; a loop over rows takes hundreds


def says_of_file(answer, one: Offered):
    """Return what a checker says of a file."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "witnesses.npy"
        path.write_bytes(one.data)
        return verdict_on(answer, one, str(path))


@exercise(
    "12.3f",
    seconds=60,
    correct="It takes the two right files and none of the forged ones, in few steps for each row. Their pegs "
    "go up to 7. Now the file of the census, where they go up to 12.",
)
def the_whole_proof(answer):
    for one in offered_files():
        got = says_of_file(answer, one)
        if not same_kind_and_value(got, one.proves):
            yield no_proof(one, got)
    files = [one for one in offered_files() if one.proves]
    few, more = (steps_of(lambda one=one: says_of_file(answer, one)) for one in files)
    fewer_rows, rows = (len(proof(one.puzzle)) for one in files)
    yield slow(more - few, rows - fewer_rows, "row", STEPS_A_ROW)
    numbers_of = getattr(unwrap(answer), "__globals__", {}).get("numbers_of")
    yield numbers_fault(numbers_of) if is_function(numbers_of) else None


def numbers_fault(numbers_of) -> Counterexample | None:
    """Return two instances of the icosahedron to which the function of 12.3e gives one number."""
    solid, positions = images_and_others()[-1]
    try:
        return numbers_error(numbers_of(as_columns(positions), solid), solid, positions)
    except Exception:
        return None  # it is a helper of another kind: only the whole checker is judged


# -------- 12.6 dominoes on every board

SIDE = 6
CELLS = frozenset(product(range(SIDE), repeat=2))
Cell = tuple[int, int]


def holes_of(tiling) -> frozenset[Cell] | str:
    try:
        dominoes = [sorted((index(x), index(y)) for x, y in domino) for domino in tiling]
    except (TypeError, ValueError):
        return "A tiling is a list of dominoes, each of them two squares such as ((0, 0), (0, 1))."
    covered = Counter(cell for domino in dominoes for cell in domino)
    if outside := sorted(set(covered) - CELLS):
        return f"There is no square {outside[0]} on this board."
    for domino in dominoes:
        if len(domino) != 2 or sum(abs(a - b) for a, b in zip(*domino)) != 1:
            return f"{domino} is no domino: two squares with a common edge are asked for."
    if twice := sorted(cell for cell, times in covered.items() if times > 1):
        return f"The square {twice[0]} is {covered_times(covered[twice[0]])}."
    holes = CELLS - set(covered)
    return holes if len(holes) == 2 else f"{many(len(holes), 'square')} are left free, and not two."


def turned_boards(holes: Iterable[Cell]) -> Iterator[tuple[Cell, ...]]:
    """Yield the free squares after each turn of the board, and each mirror image, in order."""
    for _ in range(4):
        holes = [(y, SIDE - 1 - x) for x, y in holes]
        yield tuple(sorted(holes))
        yield tuple(sorted((y, x) for x, y in holes))


@cache
def boards() -> tuple[tuple[Cell, ...], ...]:
    """Return one board of each class, as its two free squares: one dark and one light.

    >>> len(boards()), boards()[0]
    (45, ((0, 0), (0, 1)))
    """
    pairs = [pair for pair in combinations(sorted(CELLS), 2) if sum(map(sum, pair)) % 2]
    return tuple(sorted({min(turned_boards(pair)) for pair in pairs}))


def holes_text(holes: Iterable[Cell]) -> Text:
    """Return the board, with o where a square is free."""
    free = set(holes)
    return Text("\n".join("".join("o" if (x, y) in free else "." for x in range(SIDE)) for y in range(SIDE)))


def not_every_board(tilings) -> Counterexample | str | None:
    """Return why tilings do not prove the claim with one for each class of boards."""
    if not is_several(tilings):
        return "A list of tilings is asked for."
    shown = {}
    for number, tiling in enumerate(tilings):
        if isinstance(holes := holes_of(tiling), str):
            return f"Tiling number {number}: {holes}"
        board = min(turned_boards(holes))
        if board in shown:
            same = f"Number {number} shows the same board as number {shown[board]}, turned or in the mirror."
            return Counterexample(f"{same} One tiling for each class is asked for.", holes_text(board))
        shown[board] = number
    if missing := [board for board in boards() if board not in shown]:
        say = f"You have {len(shown)} classes of boards. This one is missing, in all its images."
        return Counterexample(say, holes_text(missing[0]))
    return None


@exercise(
    "12.6",
    seconds=30,
    correct=lambda answer: (
        f"{len(boards())} tilings prove it for all {(SIDE**2 // 2) ** 2} boards, and anyone can check "
        "them. R. E. Gomory found a proof for boards of every even side: one ring through all squares."
    ),
)
def every_board(answer):
    return not_every_board(list_if_iterator(answer))


# -------- 12.7 covers counted by states

# Dominoes on 6×n, from n = 1: OEIS A028468.
DOMINOES = [1, 13, 41, 281, 1183, 6728, 31529, 167089, 817991, 4213133, 21001799, 106912793]
LONG_BOARD, QUICK = 60, 6  # columns; seconds of work


def board_cover(columns: int, rows: int = 6) -> tuple[list[tuple[int, int]], list[tuple]]:
    """Return the squares of a board, column by column, and all places of a domino."""
    squares = [(x, y) for x in range(columns) for y in range(rows)]
    places = [((x, y), other) for x, y in squares for other in ((x + 1, y), (x, y + 1))]
    return squares, [one for one in places if one[1][0] < columns and one[1][1] < rows]


def dominoes(columns: int) -> int:
    """Return the number of ways to cover a board of six rows, by the recurrence of A028468.

    >>> [dominoes(n) for n in range(1, 6)]
    [1, 13, 41, 281, 1183]
    """
    found = DOMINOES[:8]
    while len(found) < columns:
        found.append(sum(a * n for a, n in zip(RECURRENCE, reversed(found))))
    return found[columns - 1]


RECURRENCE = 1, 20, 10, -38, -10, 20, -1, -1


def drawn_covers() -> Iterator[Args]:
    """Yield small covers; their items are letters, numbers or pairs, and some options are there twice."""
    draw = random.Random(12)
    yield from (Args(["a"], []), Args(["a"], [("a",)]), Args(["a", "b"], [("a",), ("b",), ("a", "b")]))
    yield Args(["a"], [("a",), ("a",)])
    for size in range(60):
        items = [[*"abcdef"], [*range(6, 0, -1)], [*product(range(3), range(2))]][size % 3][: 2 + size // 15]
        sizes = (draw.randint(1, 3) for _ in range(draw.randint(2, 10)))
        yield Args(items, [tuple(draw.sample(items, min(most, len(items)))) for most in sizes])


def counted_covers(items: Sequence, options: Sequence[Sequence]) -> int:
    """Return the number of covers, by trying all groups of options."""
    return sum(1 for _ in groups_that_cover(items, options))


def groups_that_cover(items: Sequence, options: Sequence[Sequence]) -> Iterator[tuple[int, ...]]:
    """Yield each cover, as the numbers of its options."""
    for size in range(len(items) + 1):
        for group in combinations(range(len(options)), size):
            if Counter(item for k in group for item in options[k]) == Counter(items):
                yield group


def about_covers(got, expected: int, items: Sequence, options: Sequence[Sequence]) -> str:
    if not expected:
        return "No options cover each item once."
    first = [" + ".join(map(str, group)) for group in islice(groups_that_cover(items, options), 4)]
    more = " and more" * (expected > len(first))
    return f"The covers, by the numbers of their options from 0 on: {', '.join(first)}{more}."


@exercise(
    "12.7",
    seconds=60,
    correct=f"Right on all small covers that were tried, and for dominoes on boards of 6×1 to "
    f"6×{len(DOMINOES)} and on 6×{LONG_BOARD}, which they cover in {dominoes(LONG_BOARD):,} ways.",
)
def covers_by_states(answer):
    yield from refuse_library(answer)
    covers = sorted(drawn_covers(), key=lambda args: len(args[1]))
    yield from try_on(answer, covers, oracle=counted_covers, say=about_covers, same=same_kind_and_value)
    for columns in (*range(1, len(DOMINOES) + 1), LONG_BOARD):
        expected, board = dominoes(columns), Text(f"dominoes on a board of 6×{columns}")
        try:
            with stopped_after(QUICK):
                got = answer(*board_cover(columns))
        except TooLong:
            yield Counterexample(TOO_MANY, board)
        if not same_kind_and_value(got, expected):
            yield Counterexample(f"There are {expected:,} ways.", board, got, expected)


TOO_MANY = (
    f"Not ready after {QUICK} seconds. Nobody can list the covers of this board. There are few states if you "
    "go through `items` in their order, and keep which of them are covered, not by what."
)
