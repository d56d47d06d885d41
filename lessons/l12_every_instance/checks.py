"""The checks of lesson 12."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from math import factorial
from numbers import Integral, Rational
from operator import index
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from puzzlelib.common.words import many
from puzzlelib.icosoku.by_search import solutions
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
    Tile,
    dots,
    icosoku,
    spelled,
    sums,
    turns,
)
from puzzlelib.pictures import icosoku as cosoku_pictures

from ..kit.checks import Text
from ..kit.checks.judge import Args, Counterexample, exercise, try_on
from ..kit.checks.library_use import refuse_library
from ..kit.checks.run_answer import kind_asked_for, list_if_iterator, same_kind_and_value
from ..kit.checks.values import is_several
from .proofs import Offered, offered_files, proof, steps_of

NUMBERS = set(range(1, 13))
CHUNK = 100_000  # arrangements at once


# -------- 12.1 how many instances are different


def by_orbits(solid: Polyhedron, mirrored: bool) -> int:
    """The number of ways to place 1, 2, 3, … on the vertices, counted one class of images after the
    other; for small ones."""
    seen, classes = set(), 0
    for pegs in permutations(range(1, len(solid.vertices) + 1)):
        classes += pegs not in seen
        seen |= set() if pegs in seen else set(peg_images(pegs, solid, mirrored))
    return classes


def spiked_octahedron() -> Polyhedron:
    """An octahedron with a spike on four of its faces, so that no mirror leaves it as it is: two
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
    """By brute force where that can be done, else as a quotient: all pegs differ, so every class
    has as many members as there are symmetries."""
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
            say = (
                f"{solid.name}, {'with' if mirrored else 'without'} reflections: there are {expected:,} "
                f"({how}).{decimal * (isinstance(got, float) and got == expected)}"
            )
            yield Counterexample(say, Text(f"instances(the {solid.name}, {mirrored})"), got, expected)


# -------- 12.2 a witness


@cache
def witness(seed: int) -> Arrangement:
    return solve(icosoku(seed=seed), "asp").arrangement


def turn_tile(laid: Sequence[Placed], face: int, turn: int) -> Arrangement:
    return (*laid[:face], Placed(laid[face].tile, turn), *laid[face + 1 :])


def sums_of_vertices(laid: Sequence[Placed]) -> tuple[int, ...]:
    return sums(icosoku(), laid)


@cache
def cases_122() -> list[tuple[str, Arrangement, bool]]:
    """Return the cases: a name, the tiles as they lie, and whether they prove an instance."""
    good, other = witness(1), witness(2)
    other_sums = "other sums, with the total and"
    turned = next(one for one in one_turn_away(good) if set(sums_of_vertices(one)) != NUMBERS)
    return [
        ("a solution", good, True),
        ("another solution", other, True),
        ("one tile turned", turned, False),
        ("twenty times 111", (Placed((1, 1, 1), 0),) * 20, False),
        ("right sums, but a 002 and a 022 in the place of two 012", changed_box(*MORE_KINDS), False),
        ("a 021 in the place of a 012", changed_box(OTHER_HAND), False),
        ("a solution, seed 3", witness(3), True),
        # One sum is 0: from 1 up, only 1 to 12 are twelve different ones that give 78 in all.
        ("twelve different sums, but not 1 to 12", with_sums(0, *range(2, 12), 13), False),
        (f"{other_sums} the product of 1 to 12", with_sums(1, 1, 5, 5, 6, 7, 8, 8, 8, 9, 9, 11), False),
        (f"{other_sums} the squares of 1 to 12", with_sums(2, 2, 3, 3, 4, 7, 7, 8, 9, 10, 11, 12), False),
        *exchanged_witnesses(),
    ]


def one_turn_away(laid: Sequence[Placed]) -> Iterator[Arrangement]:
    """Yield the arrangements in which one tile is turned, and nothing else is changed."""
    for face, one in enumerate(laid):
        yield from (turn_tile(laid, face, turn) for turn in turns(one.tile) if turn != one.turn)


def with_sums(*pegs: int, tiles: Sequence[Tile] = TILES) -> Arrangement:
    return solve(Cosoku(icosahedron(), pegs, tiles), "asp").arrangement


OTHER_HAND = (0, 1, 2), (0, 2, 1)
MORE_KINDS = ((0, 1, 2), (0, 0, 2)), ((0, 1, 2), (0, 2, 2))


@cache
def changed_box(*changes: tuple[Tile, Tile]) -> Arrangement:
    """Return twelve right sums, some tiles of the toy changed into others: the same dots in all."""
    tiles = list(TILES)
    for own, other in changes:
        tiles[tiles.index(own)] = other
    return with_sums(*icosoku(seed=1).capacities, tiles=tiles)


def exchanged_witnesses() -> Iterator[tuple[str, Arrangement, bool]]:
    """Yield more solutions, each also with two tiles exchanged, and with one tile twice."""
    draw = random.Random(12)
    for seed in range(20, 26):
        good = witness(seed)
        a, b = draw.sample(range(20), 2)
        swapped = [good[{a: b, b: a}.get(face, face)] for face in range(20)]
        twice = tuple(good[b if face == a else face] for face in range(20))
        yield f"a solution, seed {seed}", good, True
        yield "two tiles exchanged", tuple(swapped), is_right(swapped)
        yield "a tile twice, and another missing", twice, is_right(twice)


def is_right(laid: Sequence[Placed]) -> bool:
    return has_toys_tiles(laid) and set(sums_of_vertices(laid)) == NUMBERS


def has_toys_tiles(laid: Sequence[Placed]) -> bool:
    return Counter(one.tile for one in laid) == Counter(TILES)


def sums_by_chance(number: int, seed: int = 12) -> Iterator[np.ndarray]:
    """Yield the twelve sums of `number` arrangements by chance, some thousands at a time: (n,
    12)."""
    draw = np.random.default_rng(seed)
    spots = np.array([[dots(tile, turn) for turn in range(3)] for tile in TILES], np.uint8)
    for _ in range(0, number, CHUNK):
        order = draw.permuted(np.tile(np.arange(20), (min(CHUNK, number), 1)), axis=1)
        laid = spots[order, draw.integers(0, 3, order.shape)]
        collected = np.zeros((len(laid), 12), np.int64)
        for face, corners in enumerate(icosahedron().corners):
            collected[:, list(corners)] += laid[:, face]
        yield collected


def witnesses_by_chance(number: int) -> int:
    """Count the witnesses among `number` arrangements by chance."""
    seen = (np.bitwise_or.reduce(1 << some, axis=1) for some in sums_by_chance(number))
    return sum(int((bits == (1 << 13) - 2).sum()) for bits in seen)


def witness_picture(laid: Sequence[Placed]):
    """In 3D, with the sums that there are as pegs."""
    puzzle = Cosoku(icosahedron(), sums_of_vertices(laid), [one.tile for one in laid])
    return cosoku_pictures.figure(puzzle, laid)


@exercise(
    "12.2",
    correct="The twenty tiles of the box, and twelve sums that are 1 to 12: that is a witness.",
    seconds=30,
)
def is_a_witness(answer):
    for name, laid, expected in cases_122():
        got = answer(list(laid))
        if not same_kind_and_value(got, expected):
            found = ", ".join(map(str, sums_of_vertices(laid)))
            tiles = "" if has_toys_tiles(laid) else " These are not the tiles of the toy."
            say = f"{name[0].upper()}{name[1:]}: its sums are {found}.{tiles}"
            yield Counterexample(
                kind_asked_for(got, expected) or say,
                got=got,
                expected=expected,
                picture=lambda laid=laid: witness_picture(laid),
            )


# -------- 12.3 a turn that makes another witness


def turn_neighbours(laid: Sequence[Placed]) -> set[tuple[int, ...]]:
    """The instances that are proved when one tile is turned, and nothing else is changed."""
    return {found for found in map(sums_of_vertices, one_turn_away(laid)) if set(found) == NUMBERS}


@cache
def cases_123() -> list[Arrangement]:
    """Return witnesses with such turns, on the first and the last face too; few first."""
    return sorted(map(witness, (*range(1, 13), 23)), key=lambda laid: len(turn_neighbours(laid)))


def witness_with_turns() -> Arrangement:
    return cases_123()[-1]


def turns_in_words(laid: Sequence[Placed]) -> Iterator[str]:
    """Each turn of one tile that makes a witness again, and what it does to the sums."""
    names, before = icosahedron().vertices, sums_of_vertices(laid)
    yield f"sums {' '.join(map(str, before))}"
    for face, one in enumerate(laid):
        for turn in turns(one.tile):
            after = sums_of_vertices(turn_tile(laid, face, turn))
            if turn != one.turn and set(after) == NUMBERS:
                moved = [
                    f"{name} from {old} to {new}"
                    for name, old, new in zip(names, before, after)
                    if old != new
                ]
                yield (
                    f"{spelled(one.tile)} on {icosahedron().face_names[face]}, turn {one.turn} to "
                    f"{turn}: {', '.join(moved)}"
                )


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
                wrong_neighbours(got, expected, sums_of_vertices(laid)),
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


def wrong_neighbours(got: set | None, expected: set, own: tuple) -> str:
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
    return f"You found {len(got)} of {len(expected)}: {sorted(expected - got)[0]} is missing."


# -------- 12.3b the row that stands for all its images


def canonical_row(pegs: Sequence[int]) -> tuple[int, ...]:
    """The image of a position with 1 on A, the least of the ring B to F on B, and C below F.

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
    """Some positions, among them a row and images of one and the same row."""
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
    if got not in set(peg_images(pegs)):
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


# -------- 12.4 counting without listing


def small_puzzles() -> Iterator[Cosoku]:
    """Small puzzles: one where all faces at D have to bring all they can, and some with the sums of
    an arrangement by chance, so that there is a solution."""
    yield Cosoku(tetrahedron(), (1, 0, 0, 3), [(0, 0, 1)] * 4, "three at D")
    kinds = [(0, 0, 1), (0, 1, 1), (0, 1, 2), (1, 1, 1), (0, 0, 2)]
    for seed, solid in enumerate((tetrahedron(), tetrahedron(), bipyramid(3), octahedron())):
        draw = random.Random(seed + 5)
        tiles = [draw.choice(kinds) for _ in solid.faces]
        laid = [Placed(tile, draw.choice(turns(tile))) for tile in tiles]
        yield Cosoku(
            solid,
            sums(Cosoku(solid, [0] * len(solid.vertices), tiles), laid),
            tiles,
            f"{solid.name}, seed {seed}",
        )


def rich_puzzle(corners: int = 7) -> Cosoku:
    """A puzzle with millions of solutions and a few thousand states: nobody lists them in time.

    >>> f"{count_slowly(rich_puzzle()):,}"
    '7,981,043'
    """
    tiles = [(0, 0, 1)] * corners + [(0, 1, 1)] * corners
    each, more = divmod(3 * corners - 7, corners)
    pegs = (3, 4, *(each + (k < more) for k in range(corners)))
    return Cosoku(bipyramid(corners), pegs, tiles, f"{2 * corners} faces")


@cache
def counted_124() -> list[tuple[Cosoku, int, str]]:
    """Each with the number of its solutions, and how it is known: small puzzles by listing all of
    them."""
    small = [(puzzle, sum(1 for _ in solutions(puzzle))) for puzzle in small_puzzles()]
    rich = [(puzzle, count_slowly(puzzle)) for puzzle in map(rich_puzzle, (7, 5, 6, 8))]
    return [
        *((puzzle, number, f"Listed one by one, the solutions are {number}.") for puzzle, number in small),
        *((puzzle, number, f"There are {number:,}, too many to list.") for puzzle, number in rich),
    ]


READY_MADE = "count", "count_slowly", "layers", "tally"


@exercise(
    "12.4",
    correct=lambda answer: (
        "The layers never hold an arrangement, only states with numbers: that is why more solutions can "
        "be counted than anybody could list."
    ),
    seconds=30,
)
def counted_by_layers(answer):
    yield from refuse_library(answer, READY_MADE)
    for puzzle, expected, known in counted_124():
        got = answer(puzzle)
        if not same_kind_and_value(got, expected):
            said = Text(f"{puzzle.polyhedron.name}, {puzzle_text(puzzle)}")
            yield Counterexample(kind_asked_for(got, expected) or known, said, got, expected)


def puzzle_text(puzzle: Cosoku) -> str:
    return f"capacities {puzzle.capacities}, tiles {' '.join(map(spelled, puzzle.tiles))}"


# -------- 12.5 exactly one solution

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
        return f"There are {puzzle.spare} tiles more than faces; each tile is to be used."
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


# -------- 12.3c the whole proof

STEPS = 40  # of Python for each row more: a loop over faces and corners takes hundreds


def verdict_on(answer, one: Offered):
    """Return a checker's answer about a file; the error in words if it stops on one that proves
    nothing."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "witnesses.npy"
        path.write_bytes(one.data)
        try:
            return answer(str(path), one.puzzle)
        except Exception as error:
            if one.proves:
                raise
            return Text(f"{type(error).__name__}: {error}")


def steps_for_a_row(answer) -> float:
    """Count the steps that a checker takes for each row more, on the two right files."""
    files = [one for one in offered_files() if one.proves]
    few, many = (steps_of(lambda one=one: verdict_on(answer, one)) for one in files)
    fewer, more = (len(proof(one.puzzle)) for one in files)
    return (many - few) / (more - fewer)


@exercise(
    "12.3c",
    seconds=60,
    correct="It takes the two right files and none of the forged ones, in few steps for each row. Now the "
    "file of the census.",
)
def the_whole_proof(answer):
    for one in offered_files():
        got = verdict_on(answer, one)
        if not same_kind_and_value(got, one.proves):
            what = "This file is a proof." if one.proves else "This file is no proof."
            yield Counterexample(
                f"{what} {one.what[0].upper()}{one.what[1:]}."
                + " Your function stops here, and should return False." * isinstance(got, Text),
                example=Text(f"{one.puzzle.title}, {many(len(proof(one.puzzle)), 'instance')}"),
                got=got,
                expected=one.proves,
            )
    if (steps := steps_for_a_row(answer)) > STEPS:
        yield Counterexample(
            f"It is right about all these files, but works row by row: some {round(steps):,} steps of Python "
            "for each row more, and the census has 3,991,680 rows. Let NumPy treat a column at once.",
            example=Text("the two right files, with 15 rows and with 252"),
        )


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
        return f"The square {twice[0]} is covered {covered[twice[0]]} times."
    holes = CELLS - set(covered)
    return holes if len(holes) == 2 else f"{many(len(holes), 'square')} are left free, and not two."


def turned_boards(holes: Iterable[Cell]) -> Iterator[tuple[Cell, ...]]:
    """The free squares after each turn of the board, and each mirror image, in order."""
    for _ in range(4):
        holes = [(y, SIDE - 1 - x) for x, y in holes]
        yield tuple(sorted(holes))
        yield tuple(sorted((y, x) for x, y in holes))


@cache
def boards() -> tuple[tuple[Cell, ...], ...]:
    """One board of each class, as its two free squares: one dark and one light.

    >>> len(boards()), boards()[0]
    (45, ((0, 0), (0, 1)))
    """
    pairs = [pair for pair in combinations(sorted(CELLS), 2) if sum(map(sum, pair)) % 2]
    return tuple(sorted({min(turned_boards(pair)) for pair in pairs}))


def holes_text(holes: Iterable[Cell]) -> Text:
    """The board, with o where a square is free."""
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
