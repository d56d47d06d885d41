"""The checks of lesson 10."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import factorial, inf, prod
from operator import gt, ne
from pathlib import Path
from random import Random
from types import MappingProxyType

from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.words import many
from puzzlelib.icosoku import by_asp as cosoku_asp
from puzzlelib.icosoku import by_minizinc as minizinc
from puzzlelib.icosoku.by_search import solutions
from puzzlelib.icosoku.polyhedron import bipyramid, icosahedron, octahedron, tetrahedron
from puzzlelib.icosoku.puzzle import (
    ALL_TILES,
    PAPER_PEGS,
    Arrangement,
    Cosoku,
    Placed,
    Tile,
    icosoku,
    spelled,
    sums,
    turns,
)
from puzzlelib.icosoku.referee import verify
from puzzlelib.packing.referee import Invalid
from puzzlelib.pictures import icosoku as cosoku_pictures

from ..kit.checks import Text
from ..kit.checks.counterexample import show_value
from ..kit.checks.judge import Args, Counterexample, exercise, try_on
from ..kit.checks.run_answer import Runner, kind_asked_for, list_if_iterator, same_kind_and_value
from ..kit.checks.time_limit import TooOften
from ..kit.checks.values import is_number, is_several, is_truth, is_whole, tiles_from

TIME = 20  # seconds for a student's model on a small puzzle
MOST = 4000  # of its answers are looked at
GLOBALS = re.compile(r'include\s*"globals\.mzn"\s*;')
SUMS = "% The dots around a vertex"  # where the missing line of the model begins


# -------- 10.1 the octahedron by hand


def small_toy() -> Cosoku:
    """Return eight tiles, and the pegs 1 to 6 on an octahedron."""
    tiles = tiles_from("000 001 002 003 012 021 033 111")
    return Cosoku(octahedron(), (4, 6, 1, 2, 3, 5), tiles, "an octahedron")


def octahedron_error(placed) -> str:
    puzzle = small_toy()
    if not isinstance(placed, Mapping):
        return "The tiles that lie there are asked for: `game_8.placed`."
    if odd := next((one for one in placed.items() if not is_laid(*one)), None):
        return (
            "For each face, a number from 0 to 7, its tile and its turn are asked for, and not "
            f"`{odd[0]!r}: {odd[1]!r}`."
        )
    placed = {face: Placed(tuple(tile), turn) for face, (tile, turn) in placed.items()}
    if extra := Counter(lies.tile for lies in placed.values()) - puzzle.copies:
        return f"Tile {spelled(min(extra))} lies there more often than the box holds it."
    found = sums(puzzle, placed)
    if too_many := wrong_vertex(puzzle, found, gt):
        return f"{too_many}."
    if empty := [name for face, name in enumerate(puzzle.polyhedron.face_names) if face not in placed]:
        verb = "is" if len(empty) == 1 else "are"
        return f"{many(len(empty), 'face')} {verb} still empty: {', '.join(empty)}."
    too_few = wrong_vertex(puzzle, found)
    return too_few and f"{too_few}."


def wrong_vertex(puzzle: Cosoku, found: Sequence[int], is_wrong: Callable = ne) -> str:
    """Return the first vertex with a wrong number of dots in words; "" if there is none."""
    for vertex, has, peg in zip(puzzle.polyhedron.vertices, found, puzzle.capacities):
        if is_wrong(has, peg):
            return f"{vertex} has {many(has, 'dot')}, and its peg says {peg}"
    return ""


def is_laid(face, lies) -> bool:
    if not (is_whole(face) and 0 <= face < 8 and is_several(lies) and len(lies) == 2):
        return False
    tile, turn = lies
    dots = is_several(tile) and len(tile) == 3 and all(map(is_whole, tile))
    return dots and is_whole(turn) and 0 <= turn < 3


@exercise(
    "10.1",
    stub={},
    correct="Every face has a tile and every vertex its number. There are more than two thousand "
    "solutions, and still the last tiles are the hard ones.",
)
def octahedron_by_hand(placed):
    if say := octahedron_error(placed):
        if not isinstance(placed, Mapping) or not all(is_laid(*one) for one in placed.items()):
            return Counterexample(say, got=placed)
        laid = {face: Placed(*lies) for face, lies in placed.items()}
        picture = lambda: cosoku_pictures.figure(small_toy(), laid)
        return Counterexample(say, got=tiles_in_words(small_toy(), laid), picture=picture)


def tiles_in_words(puzzle: Cosoku, arrangement) -> Text:
    pairs = arrangement.items() if isinstance(arrangement, Mapping) else enumerate(arrangement)
    return Text(
        ", ".join(
            f"{puzzle.polyhedron.face_names[face]}: {spelled(placed.tile)} turn {placed.turn}"
            for face, placed in pairs
        )
        or "no tile"
    )


# -------- 10.1a the bound of the search


def sums_between(faces: int, tiles: Sequence[Tile]) -> tuple[list[int], list[int]]:
    """Return the smallest numbers that so many faces can add to a vertex, and the largest.

    >>> sums_between(2, [(0, 0, 3), (0, 1, 2), (1, 1, 1)])
    ([0, 0], [3, 2])
    """
    return sorted(map(min, tiles))[:faces], sorted(map(max, tiles), reverse=True)[:faces]


BOUNDED = [
    Args(0, 0, [(0, 0, 1)]),
    Args(3, 0, [(0, 0, 3)]),
    Args(0, 1, [(1, 1, 1)]),
    Args(-1, 1, [(0, 0, 0), (0, 0, 1)]),
    Args(2, 1, [(0, 0, 3), (0, 3, 3)]),
    Args(5, 1, [(0, 2, 3)]),
    Args(9, 2, [(0, 0, 3), (0, 1, 2), (1, 2, 3)]),
    Args(6, 2, [(0, 0, 3), (0, 1, 2), (1, 2, 3)]),
    Args(6, 2, [(0, 0, 3), (0, 0, 1), (0, 1, 1)]),
    Args(2, 2, [(1, 1, 1), (2, 2, 2), (3, 3, 3)]),
    Args(4, 2, [(1, 1, 1), (2, 2, 2), (3, 3, 3)]),
]


def drawn_bounds() -> Iterator[Args]:
    """Yield up to five open faces and some more tiles, with numbers at both bounds and beside them."""
    dice = Random(10)
    for _ in range(40):
        faces = dice.randint(0, 5)
        tiles = dice.choices(ALL_TILES, k=max(1, faces + dice.randint(0, 6)))
        least, most = map(sum, sums_between(faces, tiles))
        for missing in (least - 1, least, dice.randint(least, most), most, most + 1):
            yield Args(missing, faces, tiles)


def is_within_bounds(missing: int, faces: int, tiles: Sequence[Tile]) -> bool:
    least, most = map(sum, sums_between(faces, tiles))
    return least <= missing <= most


def about_bound(got, expected: bool, missing: int, faces: int, tiles: Sequence[Tile]) -> str:
    least, most = sums_between(faces, tiles)
    if not faces:
        return (
            f"No face is open, so nothing can be added: {'right for' if expected else 'wrong for'} {missing}."
        )
    bounds = f"{many(faces, 'open face')}: at least {written_sum(least)} and at most {written_sum(most)}"
    where = "lies within" if expected else "is below" if missing < sum(least) else "is above"
    return f"{bounds}, with a tile of its own for each face. {missing} {where}."


def written_sum(numbers: Sequence[int]) -> str:
    """Return a sum as one writes it.

    >>> written_sum([3, 2]), written_sum([3])
    ('3 + 2 = 5', '3')
    """
    plus = " + ".join(map(str, numbers))
    return plus if len(numbers) == 1 else f"{plus} = {sum(numbers)}"


@exercise("10.1a", correct="Right at both bounds and beside them, wherever it was tried.")
def bound_of_a_vertex(answer):
    cases = [*BOUNDED, *drawn_bounds()]
    return try_on(answer, cases, oracle=is_within_bounds, say=about_bound, same=same_kind_and_value)


# -------- 10.1b what a restart costs, and saves


def mean_tiles(runs: Sequence[int], patience: int) -> Fraction | float:
    """Return the mean number of tiles put, if each try is one of the runs by chance, and ends
    after `patience` tiles at the latest; infinite if no run is as short as that.

    Each try that fails costs the patience, and a try succeeds with probability short/all. So there
    are (all - short)/short failures on average, and then one of the short runs.

    >>> mean_tiles([10, 990], 10), mean_tiles([10, 990], 990)
    (Fraction(20, 1), Fraction(500, 1))
    """
    short = [run for run in runs if run <= patience]
    return Fraction(sum(short) + patience * (len(runs) - len(short)), len(short)) if short else inf


RUNS = ([7], [10, 990], [20, 20, 20], [20, 30, 3000], [22, 40, 41, 90, 11_805], [*range(1, 9)])
PATIENCES = [Args(runs, patience) for runs in RUNS for patience in (5, 7, 20, 41, 100, 12_000)]


def drawn_runs() -> Iterator[Args]:
    """Yield up to 60 runs, with patiences that some of them, all or none are within."""
    dice = Random(10)
    for many_runs in range(2, 62, 3):
        runs = [round(10 ** dice.uniform(1, 4)) for _ in range(many_runs)]
        for patience in (min(runs) - 1, *dice.sample(runs, 2), max(runs) + 1):
            yield Args(runs, patience)


def close(got, expected) -> bool:
    """Is it the number, to nine digits? NumPy's, fractions, decimals and floats count."""
    if not is_number(got):
        return False
    return float(got) == expected if expected == inf else abs(float(got) - expected) <= 1e-9 * expected


def about_mean(got, expected, runs, patience) -> str:
    short = [run for run in runs if run <= patience]
    if not short:
        return f"No run ends within {many(patience, 'tile')}, so no try ever ends: `inf`."
    said = f"Runs that end within {many(patience, 'tile')}: {len(short)} of {len(runs)}. "
    if len(short) == len(runs):
        return said + "No try fails, so it is the mean of the runs."
    failed = len(runs) - len(short)
    ratio = f"{len(short)} to {failed}"
    return f"{said}Tries that end are to tries that fail as {ratio}, and each that fails costs {patience}."


@exercise(
    "10.1b",
    correct="Every try that fails costs the patience, and the tries that fail are to those that end as the "
    "long runs are to the short ones. A tail costs only what you are willing to wait.",
)
def price_of_restarts(answer):
    return try_on(
        answer,
        [*PATIENCES, *drawn_runs()],
        oracle=lambda *args: float(mean_tiles(*args)),
        same=close,
        say=about_mean,
    )


# -------- 10.2 the sums in ASP


def sentences(path: Path) -> dict[str, str]:
    """Return the comments of a model that stand alone, each with the lines below it."""
    parts = path.read_text(encoding="utf-8").split("\n\n")
    return {
        comment.lstrip("% "): lines
        for comment, lines in zip(parts, parts[1:])
        if comment.startswith("%") and not lines.startswith("%")
    }


def without_sums(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    start = text.index(SUMS)
    after = text.find("\n\n", text.index("\n\n", start) + 2)
    return text[:start] + text[after:].lstrip("\n")


ASP_SO_FAR = without_sums(cosoku_asp.rules("tiles")[0])


def tiny_puzzles() -> list[Cosoku]:
    """Return tetrahedra, the last two with a tile too many: there a model that says "at most", or "at
    least", is found out. And two octahedra, where a model that leaves out a vertex after D is found
    out: in the second, with a tile too many, the other vertices do not decide about the last one.
    At last a bipyramid with two pegs 13 and five faces around each, and a tetrahedron with pegs above 20
    and up to nine dots in a corner, for a model that leaves out large numbers."""
    puzzles = [
        (tetrahedron(), "a tetrahedron", (1, 2, 3, 4), "001 002 003 112"),
        (tetrahedron(), "a tetrahedron", (2, 2, 3, 3), "001 001 111 023"),
        (tetrahedron(), "a tetrahedron", (1, 1, 1, 0), "000 000 001 001 001"),
        (tetrahedron(), "a tetrahedron", (1, 1, 0, 0), "000 000 001 001 001"),
        (octahedron(), "an octahedron", (8, 10, 6, 3, 0, 5), "003 011 021 022 031 033 112 132"),
        (octahedron(), "an octahedron", (8, 10, 6, 3, 0, 5), "000 003 011 021 022 031 033 112 132"),
        (bipyramid(5), "a bipyramid", (13, 13, 1, 0, 5, 6, 3), "002 003 011 013 021 031 032 113 123 133"),
        (tetrahedron(), "a tetrahedron", (7, 11, 26, 23), "009 289 559 299"),
    ]
    return [
        Cosoku(solid, pegs, tiles_from(tiles), f"pegs {pegs} on {name}, tiles {tiles}")
        for solid, name, pegs, tiles in puzzles
    ]


@cache
def tiny_solutions(number: int) -> frozenset[Arrangement]:
    return frozenset(solutions(tiny_puzzles()[number]))


HOW_MANY = 19, 2, 11, 7, 90, 90, 234, 1  # solutions of these puzzles; a test finds them all


def is_solution(puzzle: Cosoku, arrangement: Arrangement) -> bool:
    try:
        verify(puzzle, arrangement)
    except Invalid:
        return False
    return True


def answer_difference(
    number: int, got: Iterable[Arrangement], complete: bool
) -> tuple[str, Arrangement | None]:
    puzzle, got = tiny_puzzles()[number], frozenset(got)
    if extra := [one for one in got if not is_solution(puzzle, one)]:
        one = min(extra)
        return f"Your model allows this arrangement, but {wrong_vertex(puzzle, sums(puzzle, one))}.", one
    if not complete:
        return "Your model was not ready in time on this puzzle.", None
    if len(got) < HOW_MANY[number]:
        lost = min(tiny_solutions(number) - got)
        return "Your model forbids this arrangement, though every vertex has its number.", lost
    return "", None


def line_faults(line) -> Iterator[Counterexample]:
    if not isinstance(line, str):
        yield Counterexample("A text is asked for, between quotes.", got=line)
    for number, puzzle in enumerate(tiny_puzzles()):
        try:
            say, shown = answer_difference(number, *asp_answers(line, puzzle))
        except PuzzleError as problem:
            say, shown = f"clingo does not take it: `{problem}`.", None
        if say:
            where = (
                {"expected" if "forbids" in say else "got": tiles_in_words(puzzle, shown)}
                if shown
                else {"got": Text(line.strip())}
            )
            picture = (lambda: cosoku_pictures.figure(puzzle, shown)) if shown else None
            yield Counterexample(say, example=Text(puzzle.name), **where, picture=picture)


def asp_answers(line: str, puzzle: Cosoku) -> tuple[list[Arrangement], bool]:
    """Return the answers of clingo to the model with this line, and whether they are all."""
    found = cosoku_asp.arrangements(puzzle, ASP_SO_FAR, line, limit=MOST, time_limit=TIME)
    return list(found), found.complete


@exercise("10.2", seconds=60, correct="Dots that do not add up to their peg are forbidden.")
def sums_in_asp(line):
    return line_faults(line)


# -------- 10.4 how often a model counts

COUNTED = [
    ((0, 1, 1, 1), "000 001 001 001"),
    ((1, 2, 3, 4), "001 002 003 112"),
    ((2, 2, 3, 3), "001 001 111 023"),
    ((2, 2, 3, 3), "011 011 111 111"),
    ((3, 3, 3, 3), "111 111 111 111"),
    ((1, 2, 3, 4), "001 012 012 012"),
    ((2, 3, 3, 4), "002 012 021 022"),
]


FACTOR_OF_THE_TOY = 11_664  # 3!·3!·2!·2!·3⁴


@cache
def counted_by_both() -> tuple[tuple[Cosoku, int, int], ...]:
    """Return puzzles, with the answers of the model in which tiles have numbers, and of the one that knows
    only types.
    """

    def answers(puzzle, encoding):
        return sum(1 for _ in cosoku_asp.solutions(puzzle, encoding=encoding))

    puzzles = (Cosoku(tetrahedron(), pegs, tiles_from(text), "a tetrahedron") for pegs, text in COUNTED)
    return tuple((puzzle, answers(puzzle, "tiles"), answers(puzzle, "types")) for puzzle in puzzles)


@cache
def factors_of_copies() -> tuple[tuple[Cosoku, int, str, str], ...]:
    """Return puzzles with their factors: the puzzle in words, and how the factor is known; "" for the toy and
    others whose solutions are too many to be listed.
    """
    small = []
    for puzzle, numbered, typed in counted_by_both():
        pegs, tiles = " ".join(map(str, puzzle.capacities)), " ".join(map(spelled, puzzle.tiles))
        verb, solutions = "is" if typed == 1 else "are", many(typed, "solution")
        known = f"There {verb} {solutions}, and the model has {many(numbered, 'answer')}."
        small.append((puzzle, numbered // typed, f"pegs {pegs} on a tetrahedron, tiles {tiles}", known))
    toy = icosoku(), FACTOR_OF_THE_TOY, "the toy", ""
    drawn = ((one, product_of_copies(one), one.name, "") for one in drawn_puzzles())
    return (*small, toy, *drawn)


def product_of_copies(puzzle: Cosoku) -> int:
    """Return k! for each type that is there k times, times 3 for each tile that no turn changes."""
    alike = sum(number for tile, number in puzzle.copies.items() if len(turns(tile)) == 1)
    return prod(map(factorial, puzzle.copies.values())) * 3**alike


def drawn_puzzles() -> Iterator[Cosoku]:
    """Yield puzzles of few types: the same tile up to twenty times."""
    dice = Random(10)
    for solid in [octahedron(), bipyramid(5), icosahedron()] * 4:
        tiles = dice.choices(dice.sample(ALL_TILES, dice.randint(1, 5)), k=len(solid.faces))
        nothing = Cosoku(solid, (0,) * len(solid.vertices), tiles)
        pegs = sums(nothing, [Placed(one, 0) for one in tiles])
        words = f"{solid.name}, tiles {' '.join(map(spelled, sorted(tiles)))}"
        yield Cosoku(solid, pegs, tiles, words)


def too_few_or_many(got: int, expected: int) -> str:
    return f"{'More' if got < expected else 'Fewer'} answers of the model look the same."


@exercise(
    "10.4",
    seconds=30,
    correct="The factor is a product: k! for each type that is there k times, and 3 for each tile that "
    "looks the same in every turn. For the toy it is 3!·3!·2!·2!·3⁴ = 11,664.",
)
def factor_of_copies(answer):
    for puzzle, expected, words, known in factors_of_copies():
        got = answer(puzzle)
        if not same_kind_and_value(got, expected):
            say = kind_asked_for(got, expected) or known or too_few_or_many(got, expected)
            yield Counterexample(say, Text(words), got, expected)


# -------- 10.5 twenty-four tiles


def leftovers() -> list[tuple[Tile, ...]]:
    """Return all choices of four of the 24 different tiles that may stay unused in IcoSoKu: the other twenty
    have 78 dots.
    """
    return [
        four
        for four in combinations(ALL_TILES, 4)
        if sum(map(sum, ALL_TILES)) - sum(map(sum, four)) == sum(PAPER_PEGS)
    ]


def variant() -> Cosoku:
    """Return the paper's pegs and the 24 different tiles."""
    return Cosoku(icosoku().polyhedron, PAPER_PEGS, ALL_TILES, "24 different tiles")


def as_arrangement(one) -> Arrangement | str:
    """Return an arrangement, or what is wrong with it as one."""
    try:
        laid = tuple(Placed(tuple(tile), turn) for tile, turn in one)
    except (TypeError, ValueError):
        return (
            "An arrangement is asked for: a tile and a turn for each face, as `solve(...).arrangement` "
            "gives it."
        )
    if len(laid) != 20 or any(
        placed.tile not in ALL_TILES or placed.turn not in turns(placed.tile) for placed in laid
    ):
        return "An arrangement of the variant has one of the 24 tiles and a turn on each of the twenty faces."
    return laid


def proof_error(answer) -> tuple[str, Arrangement | None]:
    if not is_several(answer):
        return "A list of arrangements is asked for.", None
    unused = set()
    for one in answer:
        if isinstance(laid := as_arrangement(one), str):
            return laid, None
        try:
            verify(variant(), laid)
        except Invalid as problem:
            return f"The referee does not accept one of them: {problem}.", laid
        unused.add(tuple(sorted((Counter(ALL_TILES) - Counter(placed.tile for placed in laid)).elements())))
    lost = next((four for four in leftovers() if four not in unused), None)
    say = (
        f"Your arrangements leave {many(len(unused), 'choice')} of four tiles unused. For this one "
        f"there is none: {' '.join(map(spelled, lost or ()))}."
    )
    return say if lost else "", None


@exercise("10.5", seconds=30, correct="Eight choices, and a checked witness for each.")
def all_leftovers(answer):
    answer = list_if_iterator(answer)
    say, laid = proof_error(answer)
    if say:
        got = Text(f"a list of {many(len(answer), 'arrangement')}") if is_several(answer) else answer
        picture = (lambda: cosoku_pictures.figure(variant(), laid)) if laid else None
        yield Counterexample(say, got=got, picture=picture)


# -------- 10.6 equal sums on lines


# A search that proves that a star cannot be filled goes through so many positions with DEEP numbers or more.
# With propagation to a fixpoint and the symmetry of the star it is some 90.
FEWEST_POSITIONS, DEEP = 50, 3


class Board:
    """Points to be filled with different numbers, so that each line of points has the same sum. It
    counts.

    `at` maps the points that are filled to their numbers; `put(point, number)` and `take(point)`
    change it. Nothing else does, and nobody can change what is counted.

    >>> board = triangle(9)
    >>> board.put("a", 1)
    >>> dict(board.at), board.puts
    ({'a': 1}, 1)
    """

    def __init__(
        self, name: str, lines: Iterable[Sequence[str]], numbers: Iterable[int], total: int, most: int
    ):
        self.name, self.total, self._most = name, total, most
        self.lines, self.numbers = tuple(map(tuple, lines)), tuple(numbers)
        self.points = tuple(sorted({point for line in self.lines for point in line}))
        self._filled: dict[str, int] = {}
        self._positions: set[int] = set()
        self._puts, self.at = 0, MappingProxyType(self._filled)

    @property
    def puts(self) -> int:
        """Count the numbers that have been put."""
        return self._puts

    @property
    def most(self) -> int:
        """Return the number of numbers after which a search is ended."""
        return self._most

    @property
    def positions(self) -> int:
        """Count the different positions with three numbers or more that the board has been in."""
        return len(self._positions)

    def put(self, point: str, number: int) -> None:
        """Put a number on a point; both must be free."""
        if point not in self.points or number not in self.numbers:
            raise PuzzleError(f"{point!r} is no point of this board, or {number!r} none of its numbers")
        if point in self.at or number in self.at.values():
            raise PuzzleError(f"{number} on {point}: the point is filled, or the number lies there already")
        self._puts += 1
        if self._puts > self._most:
            raise TooOften
        self._filled[point] = number
        if len(self._filled) >= DEEP:
            self._positions.add(hash(frozenset(self._filled.items())))

    def take(self, point: str) -> None:
        """Take the number of a point off again."""
        if point not in self.at:
            raise PuzzleError(f"there is no number on {point!r}")
        del self._filled[point]

    def __repr__(self) -> str:
        return f"<{self.name}>"


def triangle(total: int) -> Board:
    """Return three corners and a point on each side."""
    return Board(f"a triangle, 1 to 6, sums {total}", ["abc", "cde", "efa"], range(1, 7), total, 150)


def square() -> Board:
    lines = ["abc", "def", "ghi", "adg", "beh", "cfi", "aei", "ceg"]
    return Board("a magic square, 1 to 9, sums 15", lines, range(1, 10), 15, 1500)


def star(corners: int, numbers: Iterable[int], total: int, most: int) -> Board:
    """Return a star: each line runs from a tip o by two inner points i to the next tip but one."""
    lines = [(f"o{k}", f"i{k}", f"i{(k + 1) % corners}", f"o{(k + 2) % corners}") for k in range(corners)]
    numbers = tuple(numbers)
    what = " ".join(map(str, numbers))
    return Board(f"a star with {corners} tips, {what}, sums {total}", lines, numbers, total, most)


def figures() -> list[Board]:
    """Return the boards of the exercise, fresh: the last one cannot be filled, and it is long to prove."""
    return [
        triangle(9),
        triangle(8),
        triangle(12),
        triangle(13),
        square(),
        star(5, (1, 2, 3, 4, 5, 6, 8, 9, 10, 12), 24, 5000),
        star(6, range(1, 13), 26, 5000),
        star(5, range(1, 11), 22, 60_000),
    ]


def disguise(board: Board) -> Board:
    """Return a board that is as hard, with other points and numbers: no list holds it."""
    numbers = [2 * number + 1 for number in board.numbers]
    lines = [[f"p{point}" for point in line] for line in board.lines]
    total = 2 * board.total + len(lines[0])
    instead = f"numbers {' '.join(map(str, numbers))}, sums {total}"
    name = f"the same lines as in {board.name}, but {instead}"
    return Board(name, lines, numbers, total, board.most)


def fillings(board: Board) -> Iterator[dict[str, int]]:
    """Yield each way to fill a board: the line with the fewest open points first, with bounds."""
    waiting = [line for line in board.lines if any(point not in board.at for point in line)]
    if not waiting:
        yield dict(board.at)
        return
    line = min(waiting, key=lambda line: sum(point not in board.at for point in line))
    point = next(point for point in line if point not in board.at)
    for number in sorted(set(board.numbers) - set(board.at.values())):
        board.put(point, number)
        if within_bounds(board):
            yield from fillings(board)
        board.take(point)


def fill_board(board: Board) -> bool:
    """Fill a board where that can be done."""
    return any(True for _ in fillings(board))


def within_bounds(board: Board) -> bool:
    """Can each line still get its sum, with the smallest or the largest numbers that are left?"""
    free = sorted(set(board.numbers) - set(board.at.values()))
    for line in board.lines:
        missing = board.total - sum(board.at.get(point, 0) for point in line)
        places = sum(point not in board.at for point in line)
        if not sum(free[:places]) <= missing <= sum(free[len(free) - places :]):
            return False
    return True


CAN_BE_FILLED = True, False, True, False, True, True, True, False  # the figures; a test fills them
PUT_BY_US = 36_908  # numbers, by `fill_board` on the last of them


def search_error(answer, board: Board, can: bool) -> str:
    try:
        said = answer(board)
    except TooOften:
        said = None
    except PuzzleError as problem:
        return f"The board does not take it: {problem}."
    if board.puts > board.most:
        return f"Your search puts more than {board.most:,} numbers here. Where could it turn back earlier?"
    if not is_truth(said):
        return f"True or False is asked for, not {show_value(said)}."
    if not said:
        return "This board can be filled." if can else not_searched(board)
    if open_ones := [point for point in board.points if point not in board.at]:
        verb = "is" if len(open_ones) == 1 else "are"
        return f"Your function says True, but {', '.join(open_ones)} {verb} open."
    for line in board.lines:
        numbers = [board.at[point] for point in line]
        if sum(numbers) != board.total:
            plus = " + ".join(map(str, numbers))
            return f"The line {' '.join(line)} has {plus} = {sum(numbers)}, and not {board.total}."
    return ""


def not_searched(board: Board) -> str:
    if len(board.points) < 10 or board.positions >= FEWEST_POSITIONS:
        return ""
    return (
        f"Your function says False, and the board has been in {many(board.positions, 'position')} with "
        "three numbers or more. That is true here, but where has it searched? "
        "Only the board counts what is tried, so "
        "search on it."
    )


def puts_praise(answer: Runner) -> str:
    [board] = answer.args  # of the last call: the star with five tips in disguise, which cannot be filled
    return (
        f"Your search put {board.puts:,} numbers to prove that 1 to 10, here as 3, 5, … 21, do not fit on "
        f"the star with five tips. Ours, with a bound and an order, puts {PUT_BY_US:,}."
    )


@exercise("10.6", seconds=60, correct=puts_praise)
def equal_sums(answer):
    boards = [*figures(), *map(disguise, figures()[4:])]
    can = CAN_BE_FILLED + CAN_BE_FILLED[4:]
    for board, this_can in zip(boards, can):
        if say := search_error(answer, board, this_can):
            yield Counterexample(say, example=Text(board.name))
    if all(board.puts == len(board.points) for board, this_can in zip(boards, can) if this_can):
        yield (
            "Your function fills every board and takes no number off: it has searched elsewhere. "
            "Search on the board, which counts your work."
        )


# -------- 10.7 the boards as a model


def board_data(board: Board) -> str:
    """Return a board as data for a model; its points are numbered from 1.

    >>> print(board_data(triangle(9)))
    total = 9;
    numbers = {1, 2, 3, 4, 5, 6};
    lines = [{1, 2, 3}, {3, 4, 5}, {5, 6, 1}];
    """
    number = {point: k for k, point in enumerate(board.points, 1)}
    lines = ("{" + ", ".join(str(number[point]) for point in line) + "}" for line in board.lines)
    numbers = ", ".join(map(str, board.numbers))
    return f"total = {board.total};\nnumbers = {{{numbers}}};\nlines = [{', '.join(lines)}];"


ENDLESS = 10**9  # numbers put
BEST_ONLY = re.compile(r"\b(minimize|maximize)\b")
NO_AT = "An array `at` of numbers is asked for, one for each point."


def boards_to_model() -> list[Board]:
    """Return boards of 10.6, with lines of three and of four points, and numbers with gaps; the largest is
    left out. In the last, lines have two to four points.
    """
    stars = star(5, (1, 2, 3, 4, 5, 6, 8, 9, 10, 12), 24, ENDLESS), star(5, range(1, 11), 22, ENDLESS)
    lines = ["ab", "bcd", "adef", "ceg"]
    mixed = Board("lines of two, three and four points", lines, (2, 4, 5, 7, 8, 9, 11), 20, ENDLESS)
    return [*map(triangle, (9, 8, 12)), square(), mixed, disguise(triangle(9)), *stars]


@cache
def all_fillings(k: int) -> frozenset[tuple[int, ...]]:
    """Return each way to fill a board, its numbers in the order of the points."""
    board = boards_to_model()[k]
    free = Board(board.name, board.lines, board.numbers, board.total, ENDLESS)
    return frozenset(tuple(at[point] for point in board.points) for at in fillings(free))


SHOWN = "array[int] of var int: numbers_put :: add_to_output = array1d(at);"


def modelled_fillings(model: str, board: Board) -> tuple[list[tuple], bool]:
    """Return what `at` is in the solutions of a model, and whether they are all.

    MiniZinc 2.6.4 of Debian does not read its own globals.mzn.
    """
    text = GLOBALS.sub('include "alldifferent.mzn";', model)
    limits = {"limit": MOST, "time_limit": TIME}
    ran = raise_if_interrupted(minizinc.run([text, SHOWN], board_data(board), **limits))
    return [tuple(one["numbers_put"]) for one in ran.solutions], ran.complete


def filling_error(board: Board, at: Sequence[int]) -> str:
    """Return what is wrong with numbers on the points of a board."""
    if len(at) != len(board.points):
        return f"`at` should have {len(board.points)} numbers, one for each point"
    if strange := [number for number in at if number not in board.numbers]:
        return f"{strange[0]} is none of the numbers"
    if twice := [number for number in at if at.count(number) > 1]:
        return f"the number {twice[0]} is on two points"
    lies = dict(zip(board.points, at))
    for k, line in enumerate(board.lines, 1):
        numbers = [lies[point] for point in line]
        if sum(numbers) != board.total:
            return f"line {k} has {written_sum(numbers)}, and not {board.total}"
    return ""


def model_faults(model) -> Iterator[Counterexample]:
    if not isinstance(model, str):
        yield Counterexample("A text is asked for, between quotes.", got=model)
    for k, board in enumerate(boards_to_model()):
        example, right = Text(f"{board.name}\n{board_data(board)}"), all_fillings(k)
        try:
            found, complete = modelled_fillings(model, board)
        except PuzzleError as problem:
            taken = "model-2.mzn" not in str(problem)
            say = f"MiniZinc does not take it: `{problem}`." if taken else NO_AT
            yield Counterexample(say, got=Text(model.strip()))
        for extra in set(found) - right:
            yield Counterexample(
                f"Your model allows this, but {filling_error(board, extra)}.", example, got=extra
            )
        if not complete:
            yield Counterexample("Your model was not ready in time on this board.", example)
        if lost := right - set(found):
            say = "Your model forbids this, though each line has its sum."
            if best := BEST_ONLY.search(model):
                say = f"`{best[0]}` gives only the best ways, and here every way counts: `satisfy`."
            yield Counterexample(say, example, expected=min(lost))


@exercise(
    "10.7",
    seconds=90,
    correct="On each board that was tried your model has all the ways to fill it, and no others: 120 on a "
    "star with five tips, and none with 1 to 10 on it.",
)
def boards_as_a_model(model):
    how = minizinc.available()["gecode"]
    if how not in minizinc.HERE:
        yield Counterexample(
            f"This exercise cannot be judged here. {how}. Everything else in this lesson works without it.",
            got=model,
        )
    yield from model_faults(model)
