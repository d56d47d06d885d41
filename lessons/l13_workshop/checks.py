"""Lesson 13, the workshop: colours that agree, pieces that come out, pieces pushed along, a packing
that cannot be built, a table of four languages, two rankings compared, a puzzle of one's own."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from operator import add, sub
from pathlib import Path
from random import Random

from makers.apart import take_apart, verify_apart
from makers.design.effort import shuffled_steps
from makers.design.growth import grow_pieces
from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.words import join_words, many
from puzzlelib.engines import count, solve
from puzzlelib.packing.files import catalogue, load, read_text
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, Placement, Solution
from puzzlelib.packing.shapes import ALL_TURNS, components, mirrored, orientations, shifted, turned

from ..kit.checks import Text
from ..kit.checks.judge import Args, Counterexample, exercise, try_on
from ..kit.checks.run_answer import same_kind_and_value
from ..kit.checks.values import is_several, is_whole

Cells = frozenset
Pieces = dict[str, frozenset]  # name -> the cells of a piece in a packing
NAMES = "red", "blue", "gold", "grey", "pink", "teal"
BURR_FILE = Path(__file__).with_name("burr-of-level-10.xmpuzzle")
STEPS = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1)]


# -------- 13.1: colours that agree

COLOURS = None, "black", "white"


def lies_right(piece: Mapping, box: Mapping) -> bool:
    """Tell whether a piece may lie in a box; both map cells to colours or to None."""
    clashes = (colour and box[cell] and box[cell] != colour for cell, colour in piece.items())
    return piece.keys() <= box.keys() and not any(clashes)


def coloured_examples() -> Iterator[Args]:
    yield from (Args({(0, 0, 0): one}, {(0, 0, 0): two}) for one, two in product(COLOURS, repeat=2))
    yield Args({(1, 0, 0): None}, {(0, 0, 0): None})
    yield Args({(1, 0, 0): None}, {(0, 0, 0): None, (2, 0, 0): None})  # a box with a hole
    draw = Random(13)
    for size in (2, 3, 4, 5, 8) * 30:
        cells = list(product(range(size), range(2), range(2)))
        box = {cell: draw.choice(COLOURS) for cell in cells}
        piece = {cell: draw.choice((None, box[cell])) for cell in draw.sample(cells, min(size, 5))}
        match draw.randrange(4):
            case 0:
                piece[draw.choice([*piece])] = draw.choice(COLOURS)
            case 1:
                piece[size, 0, 0] = draw.choice(COLOURS)
            case 2:
                del box[draw.choice(cells)]
        yield Args(piece, box)


def colour_fault(got, expected, piece: Mapping, box: Mapping) -> str:
    if not piece.keys() <= box.keys():
        return "This piece sticks out of the box."
    if got:
        return "Somewhere the piece has one colour, and the box has another one in the same cell."
    return "This piece lies inside, and no colours clash. A cell without a colour agrees with all."


@exercise("13.1", correct="A colour is a condition on a placement: fewer options.")
def may_lie(answer):
    return try_on(answer, coloured_examples(), oracle=lies_right, same=same_kind_and_value, say=colour_fault)


# -------- 13.2 and 13.3: pieces that move


def move_cells(cells: Iterable, step: Sequence[int], by: int = 1) -> frozenset:
    return frozenset(tuple(c + by * s for c, s in zip(cell, step)) for cell in cells)


def place_pieces(pieces: Mapping, position: Iterable) -> Pieces:
    shifts = zip(pieces.items(), position, strict=True)
    return {name: move_cells(cells, shift) for (name, cells), shift in shifts}


def move_some(pieces: Iterable, position: Iterable, moving: Iterable, step) -> tuple:
    """Return the position after a step of some pieces, as seen from the first piece."""
    shifts = zip(pieces, position)
    by = [tuple(map(add, one, step)) if key in moving else one for key, one in shifts]
    return tuple(tuple(map(sub, one, by[0])) for one in by)


def free_pieces(pieces: Pieces, step) -> set[str]:
    """Return the pieces that can be pulled out alone, far enough to be past all others."""
    far = 1 + max(map(abs, (c for cells in pieces.values() for cell in cells for c in cell)))
    found = set()
    for name, cells in pieces.items():
        rest = frozenset().union(*(other for key, other in pieces.items() if key != name))
        if all(rest.isdisjoint(move_cells(cells, step, by)) for by in range(1, 2 * far + 1)):
            found.add(name)
    return found


def pushed_pieces(pieces: Pieces, name: str, step) -> set[str]:
    """Return the pieces that move when one of them moves by a step."""
    found = {name}
    while True:
        ahead = move_cells(frozenset().union(*map(pieces.get, found)), step)
        more = {key for key, cells in pieces.items() if not ahead.isdisjoint(cells)} - found
        if not more:
            return found
        found |= more


def random_packing(draw: Random, size: tuple[int, int, int], number: int) -> Pieces:
    """Return pieces that grow at random until they fill a box."""
    grown = grow_pieces(size, number, draw)
    return {name: frozenset(cells) for name, cells in zip(NAMES, grown)}


DOT = Cells([(1, 0, 0)])
LITTLE: list[Pieces] = [
    {"red": Cells([(0, 0, 0)])},
    {"red": Cells([(0, 0, 0)]), "blue": Cells([(1, 0, 0)])},
    {"red": Cells([(0, 0, 0)]), "blue": Cells([(2, 0, 0)])},
    {"red": Cells([(0, 0, 0), (2, 0, 0), (0, 1, 0), (1, 1, 0), (2, 1, 0)]), "blue": DOT},
    {"red": Cells([(0, 0, 0)]), "blue": Cells([(1, 0, 0), (1, 1, 0)]), "gold": Cells([(2, 1, 0)])},
    {"red": Cells([(-2, 0, 0)]), "blue": Cells([(-1, 0, 0)]), "gold": Cells([(5, 0, 0)])},
    {"red": Cells([(0, 0, 0)]), "blue": Cells([(1000, 0, 0)])},  # no fixed number of steps is enough
]


SIZES = [((2, 2, 1), 2), ((2, 2, 2), 3), ((3, 2, 2), 4), ((3, 3, 3), 5), ((4, 4, 4), 6)]


def sample_packings() -> Iterator[Pieces]:
    yield from LITTLE
    draw = Random(132)
    for size, number in SIZES * 3:
        yield random_packing(draw, size, number)


def names_fault(got, expected: set, extra: str, missing: str) -> str | None:
    if not is_several(got):
        return "A set of names is asked for."
    got = list(got)
    for name in got:
        if name not in expected:
            return extra.format(name)
    for name in sorted(expected):
        if name not in got:
            return missing.format(name)
    return "A name stands there twice." if len(got) != len(expected) else None


def pulled_fault(got, pieces: Pieces, step) -> str | None:
    extra = "{0} is in the set, and another piece is in its way."
    return names_fault(got, free_pieces(pieces, step), extra, "{0} is missing: nothing is in its way.")


@exercise(
    "13.2",
    correct="Many puzzles come apart by such moves alone. Others need more: pieces that move "
    "together, or a slide by one cell that frees another piece.",
)
def comes_out(answer):
    examples = (Args(pieces, step) for pieces in sample_packings() for step in STEPS)
    return try_on(answer, examples, fault=pulled_fault)


def pushed_examples() -> Iterator[Args]:
    return (
        Args(pieces, name, step)
        for pieces in sample_packings()
        for name in sorted(pieces)
        for step in (STEPS if len(pieces) < 5 else STEPS[:1] + STEPS[4:])
    )


def pushed_fault(got, pieces: Pieces, name: str, step) -> str | None:
    return names_fault(
        got,
        pushed_pieces(pieces, name, step),
        f"{{0}} is in the set, but nothing pushes it when {name} moves.",
        f"{{0}} is missing: it has to move when {name} moves.",
    )


@exercise(
    "13.3",
    correct="If all pieces move, nothing has changed. A move needs a group that pushes no other "
    "piece and is not all of them.",
)
def pushes(answer):
    return try_on(answer, pushed_examples(), fault=pushed_fault)


# -------- 13.4: a packing that cannot be built

MOST_CELLS, MOST_PIECES = 150, 8
SHOWN = {  # ring and rod
    frozenset((x, y, 1) for x, y in product(range(4), range(3)) if (x, y) not in ((1, 1), (2, 1))),
    frozenset([(1, 1, 1), *((x, 1, z) for x, z in product(range(3), (0, 2)))]),
}


def as_solution(pieces: Mapping[str, Iterable]) -> Solution:
    """Return pieces in their places as a solution of the puzzle whose container they fill.

    >>> as_solution({"A": [(0, 0, 0), (1, 0, 0)], "B": [(0, 1, 0)]})
    <Solution of my packing: 2 pieces>
    """
    placed = [Placement(key, tuple(sorted(map(tuple, cells)))) for key, cells in pieces.items()]
    container = sorted((cell for one in placed for cell in one.cells), key=lambda cell: cell[::-1])
    parts = tuple(Piece(*one) for one in placed)
    return PackingPuzzle("my packing", tuple(container), parts).solution(placed)


def cell_list(value) -> list[tuple]:
    """Return a collection of cells as a list of triples; [] for anything else."""
    if not is_several(value):
        return []
    cells = [tuple(cell) if is_several(cell) else () for cell in value]
    right = all(len(cell) == 3 and all(map(is_whole, cell)) for cell in cells)
    return [tuple(map(int, cell)) for cell in cells] if right else []


def read_pieces(answer: Mapping) -> dict[str, list[tuple]]:
    return {str(name): cell_list(cells) for name, cells in answer.items()}


def locked_fault(answer) -> str | None:
    if not isinstance(answer, Mapping) or len(answer) < 2:
        return "A dictionary with two pieces or more is asked for: name -> list of cells (x, y, z)."
    pieces = read_pieces(answer)
    for name, cells in pieces.items():
        if not cells:
            return f"The cells of {name} are no list of cells (x, y, z), three whole numbers each."
        if len(components(cells)) > 1:
            return f"Piece {name} falls into parts that share no face."
    every = [cell for cells in pieces.values() for cell in cells]
    if len(every) > MOST_CELLS or len(pieces) > MOST_PIECES:
        return f"At most {MOST_PIECES} pieces and {MOST_CELLS} cells: keep the proof short."
    for name, shown in (("ring and the rod", SHOWN), ("locked cube", [p.cells for p in locked_cube()])):
        outline = packing_outline(shown)
        if any(packing_outline(some) == outline for some in combinations(pieces.values(), len(shown))):
            return f"It has the {name} from above. Find another packing."
    if twice := [cell for cell in every if every.count(cell) > 1]:
        return f"The cell {twice[0]} is filled twice."
    return None


def packing_outline(pieces: Iterable[Iterable]) -> tuple:
    """Return a packing moved to the corner: equal for all its rotations and mirror images.

    >>> packing_outline([[(0, 0, 0), (1, 0, 0)]]) == packing_outline([[(3, 3, 3), (3, 3, 4)]])
    True
    """
    image = lambda turn: [[turned(cell, turn) for cell in cells] for cells in pieces]
    return min(move_to_corner(image(turn)) for turn in ALL_TURNS)


def move_to_corner(pieces: Sequence[Iterable]) -> tuple:
    """Return the pieces in order, moved together so that their least coordinates are 0."""
    low = [-min(axis) for axis in zip(*(cell for cells in pieces for cell in cells))]
    return tuple(sorted(tuple(sorted(shifted(cells, low))) for cells in pieces))


@lru_cache(1)
def locked_cube() -> Solution:
    return solve(load("locked-cube")).solutions[0]


def lock_praise(answer) -> str:
    done = take_apart(as_solution(read_pieces(answer)))
    verify_apart(done)
    number = sum(map(len, read_pieces(answer).values()))
    places = many(len(done.stuck.positions), "position")
    return (
        f"{many(len(answer), 'piece')} with {many(number, 'cell')}, and no way out. The proof has "
        f"{places}, and the referee has tried each move from each of them. Can you do it with fewer cells?"
    )


@exercise("13.4", correct=lock_praise)
def cannot_be_built(answer):
    yield locked_fault(answer)
    done = take_apart(as_solution(read_pieces(answer)), time_limit=6)
    if done.possible is None:
        yield "The search for a way out came to no end. Take a smaller packing."
    elif done.possible:
        moves = "\n".join(map(done.sentence, done.shifts))
        yield Counterexample("It comes apart, and so it can be built.", Text(moves))


# -------- 13.5: four languages

NEEDED = {  # way -> what its "no" rests on
    "backtracking": "D",
    "Algorithm X": "A",
    "clasp": "C",
    "branch and bound": "B",
}
FOUR_WAYS = {
    "A": "an item whose options are all gone, on each path",
    "B": "bounds: each relaxation that is left is infeasible, or no better than the best so far",
    "C": "nogoods: what was learned from conflicts leaves no choice at all",
    "D": "a cell for which each piece was tried, on each path",
}
READS = {
    "backtracking": "It knows cells and pieces, and tries the pieces at one cell.",
    "Algorithm X": "It knows items and options. When does it turn back?",
    "clasp": "It is the only one that keeps a rule from each dead end.",
    "branch and bound": "It solves a problem with fractions at each node. When does it go back?",
}


@exercise("13.5", correct="For each of them, a referee would need another kind of proof.")
def table_fault(answer) -> str | None:
    if not isinstance(answer, Mapping) or set(answer) != set(NEEDED):
        return f"A dictionary with a letter for each of {join_words(NEEDED)} is asked for."
    answer = {way: letter.upper() if isinstance(letter, str) else letter for way, letter in answer.items()}
    for way, letter in NEEDED.items():
        if answer[way] not in FOUR_WAYS:
            return f"{way}: {answer[way]!r} is none of the letters A, B, C, D."
        if answer[way] != letter:
            return f"{way} does not rest on {answer[way]} ({FOUR_WAYS[answer[way]]}). {READS[way]}"
    return None


# -------- 13.6: two rankings


def pairs_told(xs: Sequence, ys: Sequence) -> list[bool]:
    """Tell of each pair that differs in both lists whether it is in the same order in both."""
    pairs = combinations(zip(xs, ys), 2)
    return [(a < b) == (c < d) for (a, c), (b, d) in pairs if a != b and c != d]


def ranking_examples() -> Iterator[Args]:
    """Yield two lists, each with a pair that differs in both."""
    yield from (Args([1, 2], [3, 4]), Args([1, 2], [4, 3]), Args([1, 2, 2], [1, 2, 3]))
    yield from (Args([1, 2, 3], [2, 2, 3]), Args([1, 1, 5], [9, 8, 8.5]))
    yield Args([5, 1, 3], [50, 10, 30])
    draw = Random(136)
    for size in (3, 4, 6, 10, 40):
        for most in (3, 10, 10**6):
            xs, ys = ([draw.randrange(most) for _ in range(size)] for _ in "xy")
            if pairs_told(xs, ys):
                yield Args(xs, ys)


def ranking_fault(got, xs, ys) -> str | None:
    told = pairs_told(xs, ys)
    share = sum(told) / len(told)
    try:
        near = abs(float(got) - share) < 1e-9
    except (TypeError, ValueError):
        return "A number from 0 to 1 is asked for."
    if near:
        return None
    pairs = f"Pairs that differ in both lists: {len(told)}. In the same order in both: {sum(told)}."
    return f"{pairs} So the share is {share:.4g}."


@exercise("13.6", correct="0.5 is what chance gives, 1 is full agreement.")
def agreement(answer):
    return try_on(answer, ranking_examples(), fault=ranking_fault)


# -------- 13.7: a puzzle of one's own

FEWEST_PIECES, FEWEST_SHAPES, LARGEST, ORDERS = 4, 3, 100, 5


def read_own(answer) -> PackingPuzzle:
    """Return a puzzle, given as one, as the text of a file, or as its path; `PuzzleError`."""
    if isinstance(answer, PackingPuzzle):
        return answer
    if isinstance(answer, Path) or isinstance(answer, str) and "\n" not in answer:
        return load(answer)
    if isinstance(answer, str):
        return read_text(answer, "your puzzle")
    raise PuzzleError("it takes a PackingPuzzle, the text of a file, or its path")


def shapes_of(puzzle: PackingPuzzle, mirror: Callable = list) -> tuple:
    """Return what a puzzle, or its mirror image, is, whatever its names: its container and its
    pieces, however they are turned."""
    pieces = sorted((min(orientations(mirror(piece.cells))), piece.copies) for piece in puzzle.pieces)
    return min(orientations(mirror(puzzle.container))), tuple(pieces)


def own_praise(answer) -> str:
    puzzle = read_own(answer)
    done = take_apart(solve(puzzle).solutions[0])
    return (
        f"{puzzle.name}: {many(sum(piece.copies for piece in puzzle.pieces), 'piece')}, one solution "
        f"up to rotation, level {done.level}. Save it as a file for the fair, and print it."
    )


@exercise("13.7", correct=own_praise, seconds=30)
def own_fault(answer) -> str | None:
    try:
        puzzle = read_own(answer)
    except PuzzleError as error:
        return f"The check could not read a puzzle: {error}."
    if sum(piece.copies for piece in puzzle.pieces) < FEWEST_PIECES:
        return f"Take {FEWEST_PIECES} pieces or more."
    if len({min(orientations(piece.cells)) for piece in puzzle.pieces}) < FEWEST_SHAPES:
        return f"Take pieces of at least {FEWEST_SHAPES} different shapes."
    if len(puzzle.container) > LARGEST:
        return f"Take at most {LARGEST} cells, so that it can be judged while you wait."
    if len(components(puzzle.container)) > 1:
        return "Its box falls into parts that share no face: these are several puzzles, and not one."
    known = {shapes_of(load(name)): name for name in sorted(catalogue(), reverse=True)}
    if twin := known.get(shapes_of(puzzle)) or known.get(shapes_of(puzzle, mirrored)):
        return f"It has the shapes of {twin}, which is in the catalogue."
    return solutions_fault(puzzle)


def solutions_fault(puzzle: PackingPuzzle) -> str | None:
    """Say what is wrong with the solutions of a puzzle: exactly one that can be built is asked
    for."""
    tally = count(puzzle, symmetry="rotations", time_limit=8)
    if not tally.complete:
        return "Its solutions could not be counted in eight seconds. Take a smaller puzzle."
    if tally.count != 1:
        return f"It has {many(tally.count, 'solution')} up to rotation. Exactly one is asked for."
    solution = solve(puzzle).solutions[0]
    done = take_apart(solution, time_limit=6)
    if not done.possible:
        return "Its solution cannot be put together by moves along the axes."
    if sum(meets_dead_end(puzzle, len(solution.puzzle.pieces), seed) for seed in range(ORDERS)) < ORDERS / 2:
        return (
            "Nothing has to be tried: the search that takes the fewest options first meets no dead end, in "
            "most of its orders. Make it harder: fewer colours, or pieces that fit in more places."
        )
    return None


def meets_dead_end(puzzle: PackingPuzzle, pieces: int, seed: int) -> bool:
    """Tell whether a search by fewest options, in an order drawn by the seed, tries more than it
    needs."""
    kinds = (kind for kind, *_ in shuffled_steps("fewest options", puzzle, Random(seed)))
    tried = 0
    for kind in kinds:
        tried += kind == "try"
        if kind == "answer" or tried > pieces:
            break
    return tried > pieces
