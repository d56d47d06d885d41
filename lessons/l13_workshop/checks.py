"""Lesson 13, the workshop: colours that agree, a tray of dominoes, pieces that come out, pieces pushed along,
positions and proofs, the fewest moves, a packing that cannot be built, two rankings, an own puzzle."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, combinations, product
from operator import add, sub
from os.path import isfile
from pathlib import Path
from random import Random
from typing import NamedTuple

from makers.apart import Disassembly, take_apart, verify_apart
from makers.apart.referee import is_clear
from makers.design.effort import shuffled_steps
from makers.design.growth import grow_pieces
from puzzlelib import pictures as draw
from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.words import join_words, many
from puzzlelib.engines import count, solve
from puzzlelib.packing.files import catalogue, load, read_text
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, Placement, Solution
from puzzlelib.packing.shapes import ALL_TURNS, components, mirrored, orientations, shifted, turned

from ..kit.checks import Text
from ..kit.checks.counterexample import show_value
from ..kit.checks.judge import Args, Counterexample, exercise, try_on
from ..kit.checks.run_answer import same_kind_and_value
from ..kit.checks.values import is_several, is_truth, is_whole
from ..puzzles.checks.layers import pieces_in_layers

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


# -------- 13.1b: a file of one's own

TRAY = {6: 2, 7: 24, 8: 29}  # dominoes -> ways to lay as many
PLAIN_TRAY = {6: 8, 7: 48, 8: 36}  # without the colours
RANGES = "6..8", "7..8", "6..7", "6..6", "7..7", "8..8"


def ways_in_range(ways: Mapping[int, int], copies: str) -> int:
    """Add up the ways with as many dominoes as a range such as "6..8" allows.

    >>> ways_in_range(TRAY, "7..8")
    53
    """
    least, most = map(int, copies.split(".."))
    return sum(number for dominoes, number in ways.items() if least <= dominoes <= most)


def tray_words(got, expected: int, copies: str) -> str:
    """Say which part of the task a number of ways leaves out."""
    if got == ways_in_range(PLAIN_TRAY, copies):
        return "That is the number of ways without the colours: colour the cells and both ends of the domino."
    if got == ways_in_range({8: TRAY[8]}, copies):
        return "That is the number of ways that fill the corners, too: they may stay empty."
    if got == ways_in_range(TRAY, "6..8"):
        return f'That is right for `"6..8"`, and the check asks for `"{copies}"`.'
    more = "fewer" if got < expected else "more"
    return f"There are {more} ways: compare your file with the tray, row by row, and the ends of a domino."


@exercise("13.1b", correct="Each range that was tried has as many ways as a count by brute force.")
def ways_to_fill(answer):
    return try_on(answer, RANGES, ways_in_tray, say=tray_words, same=same_kind_and_value, size=RANGES.index)


def ways_in_tray(copies: str) -> int:
    return ways_in_range(TRAY, copies)


# -------- 13.2 and 13.3: pieces that move


def move_cells(cells: Iterable, step: Sequence[int], by: int = 1) -> frozenset:
    dx, dy, dz = (by * along for along in step)
    return frozenset([(x + dx, y + dy, z + dz) for x, y, z in cells])


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
    got, expected = list(got), sorted(expected)
    for name in got:
        if name not in expected:
            return extra.format(name)
    for name in expected:
        if name not in got:
            return missing.format(name)
    return "A name appears twice." if len(got) != len(expected) else None


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
        f"{{0}} is missing: it moves when {name} is pushed.",
    )


@exercise(
    "13.3",
    correct="If all pieces move, nothing has changed. A move needs a group that pushes no other "
    "piece and is not all of them.",
)
def pushes(answer):
    return try_on(answer, pushed_examples(), fault=pushed_fault)


# -------- 13.3b and 13.4b: positions

Position = tuple[tuple[int, ...], ...]
RING = frozenset((x, y, 1) for x, y in product(range(4), range(3)) if (x, y) not in ((1, 1), (2, 1)))
ROD = frozenset([(1, 1, 1), *((x, 1, z) for x, z in product(range(3), (0, 2)))])
LINKED = {"ring": RING, "rod": ROD}
TWO_CUBES = {"A": Cells([(0, 0, 0)]), "B": Cells([(1, 0, 0)])}


class Push(NamedTuple):
    """A piece that is pushed in a position, its step, the pieces that move, and the position after it."""

    name: str
    step: Sequence[int]
    moving: set[str]
    there: Position

    def __str__(self) -> str:
        others = sorted(self.moving - {self.name})
        along = f", which takes {join_words(others)} along," if others else ""
        return f"a push of {self.name} by {self.step}{along}"


def home_of(pieces: Mapping) -> Position:
    return ((0, 0, 0),) * len(pieces)


def pushes_from(pieces: Mapping, position: Position) -> Iterator[Push]:
    """Yield what is pushed in a position, and where each push leads."""
    there = place_pieces(pieces, position)
    for name, step in product(pieces, STEPS):
        moving = pushed_pieces(there, name, step)
        yield Push(name, step, moving, move_some(pieces, position, moving, step))


def reached_positions(pieces: Mapping, most: int) -> dict[Position, tuple[Position, Push] | None]:
    """Return the positions that are reached, each with the one before it and the push between them: all of
    them, or `most` and one more."""
    found: dict[Position, tuple[Position, Push] | None] = {home_of(pieces): None}
    queue = [*found]
    for position in queue:
        for push in pushes_from(pieces, position):
            if push.there not in found and len(found) <= most:
                found[push.there] = position, push
                queue.append(push.there)
    return found


def hollow_box(length: int, *holes: int, **dots: int) -> Pieces:
    """Return a box with closed holes in a row, and dots of one cell in some of them.

    >>> {name: len(cells) for name, cells in hollow_box(5, 2, dot=1).items()}
    {'box': 43, 'dot': 1}
    """
    empty = {(x, 1, 1) for x in (*holes, *dots.values())}
    box = frozenset(product(range(length), range(3), range(3))) - empty
    return {"box": box} | {name: Cells([(x, 1, 1)]) for name, x in dots.items()}


ONE_DOT = hollow_box(5, 3, dot=1)  # a second hole, into which the dot does not get
TWO_DOTS = hollow_box(7, 2, 5, dot=1, spot=4)
CORRIDOR = hollow_box(8, *range(2, 7), dot=1)  # five pushes to its other end


def two_pairs() -> Pieces:
    """Return ring and rod with a closed box at each, and a dot in it: no piece can move by itself."""
    box, dot = hollow_box(3, dot=1).values()
    ring, rod = (-3, 0, 0), (0, 0, 3)  # where the boxes are
    return {
        "ring": RING.union(shifted(box, ring)),
        "rod": ROD.union(shifted(box, rod)),
        "dot": Cells(shifted(dot, ring)),
        "spot": Cells(shifted(dot, rod)),
    }


TWO_PAIRS = two_pairs()


@lru_cache(1)
def stuck_burrs() -> list[Pieces]:
    """Return the packings of the burr of level 10 that cannot be built."""
    found = raise_if_interrupted(solve(load("burr-level-10"), limit=None, symmetry="rotations"))
    done = filter(lambda one: not one.possible, map(take_apart, found))
    return [pieces_of(one.solution) for one in done]


def position_examples() -> Iterator[Args]:
    for pieces, number in ((LINKED, 2), (ONE_DOT, 1), (TWO_DOTS, 4), (TWO_PAIRS, 2), (locked_pieces(), 1)):
        yield from (Args(pieces, most) for most in (number - 1, number, number + 1, 30) if most)
    yield Args(CORRIDOR, 30)
    yield from (Args(TWO_CUBES, most) for most in (1, 2, 30))
    yield from (Args(pieces, 30) for pieces in stuck_burrs())
    yield from (Args(random_packing(Random(133), *size), 40) for size in SIZES[1:4])


def positions_fault(got, pieces: Pieces, most: int) -> tuple[str, Position] | None:
    """Return what is wrong with a set of positions, and the position to look at."""
    found, home = reached_positions(pieces, most), home_of(pieces)
    if len(found) > most:
        words = f"More positions than {most} can be reached: None is asked for."
        listed = read_positions(got, pieces) or [home, *found]  # an answer of another kind lacks nothing
        if lost := next((there for there in found if there not in (home, *listed)), None):
            words += f" Your set lacks {lost}: from {found[lost][0]}, {found[lost][1]} leads there."
        return None if got is None else (words, home)
    if got is None:
        return f"Only {many(len(found), 'position')} can be reached, and `most` is {most}.", home
    listed = read_positions(got, pieces)
    if listed is None:
        return f"A set of positions is asked for: {len(pieces)} shifts (x, y, z) each, in a tuple.", home
    if home not in listed:
        return "The position in which no piece has been shifted is missing.", home
    for there, way in found.items():
        if there not in listed:
            return f"{there} is missing: from {way[0]}, {way[1]} leads there.", way[0]
    for there in listed:
        if there not in found:
            return f"{there} is in your set, and {wrong_position(pieces, there)}.", there
    return ("A position comes twice.", home) if len(listed) != len(found) else None


def read_positions(got, pieces: Pieces) -> list[Position] | None:
    """Return several positions as tuples of whole numbers; None for anything else."""
    listed = [tuple(cell_list(one)) for one in got] if is_several(got) else [()]
    return listed if all(len(one) == len(pieces) for one in listed) else None


def wrong_position(pieces: Pieces, position: Position) -> str:
    """Say why a position cannot be reached."""
    if any(position[0]):
        return "seen from the first piece, its own shift is (0, 0, 0)"
    places = place_pieces(pieces, position)
    for one, other in combinations(places, 2):
        if not places[one].isdisjoint(places[other]):
            return f"there {one} and {other} share a cell"
    return "no push leads there from a position that can be reached"


def pieces_figure(pieces: Pieces):
    """Return a figure of pieces in their places."""
    low = [-min(axis) for axis in zip(*chain(*pieces.values()))]
    shown = as_solution({name: shifted(cells, low) for name, cells in pieces.items()})
    return draw.figure(shown.puzzle, dict.fromkeys(shown, "solution"))


MOST_SHOWN = 100  # letters of the cells of an example


def with_few_cells(found: Iterable[Counterexample], second: str = "") -> Iterator[Counterexample]:
    """Yield counterexamples with the cells of their pieces only if these are few: a picture has them all.

    `second`: the name of the argument after the pieces.
    """
    for one in found:
        pieces, *more = one.example if isinstance(one.example, Args) else [one.example]
        listed = len(show_value(pieces)) < MOST_SHOWN
        yield one if listed else replace(one, example=Text(listed_pieces(pieces, second, *more)))


def listed_pieces(pieces: Pieces, name: str = "", *more) -> str:
    """Return the arguments of a call, its pieces by their names, the second argument by its own.

    >>> listed_pieces(LINKED, "most", 2)
    'ring (10 cells) and rod (7 cells), as drawn below\\nmost = 2'
    """
    names = join_words(f"{name} ({many(len(cells), 'cell')})" for name, cells in pieces.items())
    return "\n".join([f"{names}, as drawn below", *(f"{name} = {show_value(one)}" for one in more)])


def judged_positions(
    answer, examples: Iterable[Args], fault: Callable, second: str
) -> Iterator[Counterexample]:
    """Try an answer; the pieces are drawn in the position where `fault` found it wrong."""
    words = lambda got, *args: (fault(got, *args) or (None,))[0]
    picture = lambda got, _, pieces, *more: pieces_figure(place_pieces(pieces, fault(got, pieces, *more)[1]))
    return with_few_cells(try_on(answer, examples, fault=words, picture=picture), second)


@exercise("13.3b", correct="Each list that ends is a proof: its pieces never come apart.", seconds=20)
def all_positions(answer):
    return judged_positions(answer, position_examples(), positions_fault, "most")


def listed_examples() -> Iterator[Args]:
    """Yield lists of positions: closed, one missing, without the beginning, with more than can be reached."""
    far = ((0, 0, 0), (2, 0, 0))
    outside = ((0, 0, 0), (0, 0, 5))
    for listed in ({far}, {home_of(ONE_DOT), far}, {home_of(ONE_DOT), outside}, {home_of(ONE_DOT)}, set()):
        yield Args(ONE_DOT, listed)
    yield Args(TWO_CUBES, {home_of(TWO_CUBES)})
    yield Args(TWO_CUBES, {((0, 0, 0), (x, y, 0)) for x, y in product(range(4), range(4)) if x or not y})
    for pieces in (LINKED, TWO_DOTS, TWO_PAIRS, locked_pieces(), *stuck_burrs()):
        closed = set(reached_positions(pieces, 30))
        yield from (Args(pieces, closed - {one}) for one in [None, *sorted(closed)][:6])


def closed_fault(got, pieces: Pieces, listed: set[Position]) -> tuple[str, Position] | None:
    """Return what is wrong with a verdict on a proof, and the position to look at."""
    home = home_of(pieces)
    ways = ((one, push) for one in sorted(listed) for push in pushes_from(pieces, one))
    way = next(((one, push) for one, push in ways if push.there not in listed), None)
    if not is_truth(got):
        return "True or False is asked for.", home
    if bool(got) == (home in listed and way is None):
        return None
    if not got:
        number = many(len(listed), "position")
        return f"This is a proof: nothing is shifted in one of its {number}, and no push leaves them.", home
    if home not in listed:
        return "This is no proof: the position in which no piece has been shifted is not listed.", home
    return f"This is no proof: from {way[0]}, {way[1]} leads to {way[1].there}, which is not listed.", way[0]


@exercise(
    "13.4b",
    correct="You took no list for a proof that a push leaves, or that lacks the beginning.",
    seconds=20,
)
def closed_list(answer):
    return judged_positions(answer, listed_examples(), closed_fault, "listed")


# -------- 13.4d: the fewest moves to the first separation


def between_lids(plan: str) -> Pieces:
    """Return a flat packing with a lid below and one above, which belong to piece A."""
    lid = "/".join("A" * len(row) for row in plan.split("/"))
    return pieces_in_layers(lid, plan, lid)


# Two long slides take B out to the right; to the left there are fewer steps, and four moves.
LONG_WAY = between_lids("AAAAAAA.A/AA.B....A/A..AAAAAA/A.AAAAAAA")
# B and C have to draw back together, and D must stay: no push of a single piece does that.
TWO_BOLTS = between_lids(
    "AAAAA.AAAA/A.DDD.AAAA/A.D.A.AC.A/AAAAACCC.A/AAAAA.AAAA/AAAAABBB.A/AAAAAEAB.A/AAAAAAAAAA"
)
# B has to stop half-way: only there its hole is above C.
HALF_WAY = pieces_in_layers(
    "AAAAAAA/AAAAAAA/AAAAAAA/AAAAAAA/AAAAAAA",
    "AAAAAAA/AAAAAAA/AAACAAA/AAAAAAA/AAAAAAA",
    "AAAAAAA/ABBB..A/AB.B..A/ABBB..A/AAAAAAA",
    "AAAAAAA/AAAAAAA/AAA.AAA/AAAAAAA/AAAAAAA",
)
TWO_HOOKS = pieces_in_layers("BBB/AA./AAB", "B../AAA/.BB", "..A/.../...")


HALF_DONE = range(1, 5)  # moves: after these the burr is not asked about, which takes a second each in a page


@lru_cache(1)
def burr_on_its_way() -> list[Pieces]:
    """Return the burr of level 10 as it is before each of its moves to the first separation."""
    found = raise_if_interrupted(solve(load(BURR_FILE), limit=None, symmetry="rotations"))
    done = next(filter(lambda one: one.possible, map(take_apart, found)))
    at, states = pieces_of(done.solution), []
    for shift in done.shifts[: done.levels[0]]:
        states.append(dict(at))
        step = tuple(int(axis == shift.axis) for axis in range(3))
        for name in (done.names[k] for k in shift.pieces):
            at[name] = move_cells(at[name], step, shift.by)
    return states


def pieces_of(packing: Solution) -> Pieces:
    """Return a packing by its pieces."""
    return {place.piece: frozenset(place.cells) for place in packing}


def as_pieces(puzzle: str, *without: str) -> Pieces:
    """Return the pieces of a puzzle of the catalogue in its first packing."""
    found = pieces_of(raise_if_interrupted(solve(load(puzzle)))[0])
    return {name: cells for name, cells in found.items() if name not in without}


@lru_cache(1)
def apart_examples() -> list[tuple[Pieces, int | None]]:
    """Return pieces, and the fewest moves to their first separation; None where there is none."""
    apart = [TWO_CUBES, TWO_HOOKS, LONG_WAY, as_pieces("soma"), as_pieces("burr")]
    stuck = [LINKED, ONE_DOT, TWO_DOTS, locked_pieces(), *stuck_burrs()]
    burr = done_apart(as_pieces("burr"))
    apart.append(as_pieces("burr", *(burr.names[k] for k in burr.trees[0].parts[1])))
    apart += [random_packing(Random(134), *size) for size in SIZES[1:4]]
    known = [(pieces, fewest_moves(pieces)) for pieces in [*apart, *stuck]]
    # By brute force, in the tests: the library takes all apart, or nothing.
    known += [(TWO_BOLTS, 2), (HALF_WAY, 2)]
    return known + [(pieces, 10 - k) for k, pieces in enumerate(burr_on_its_way()) if k not in HALF_DONE]


def done_apart(pieces: Pieces) -> Disassembly:
    return raise_if_interrupted(take_apart(as_solution(pieces)))


def fewest_moves(pieces: Pieces) -> int | None:
    done = done_apart(pieces)
    return done.levels[0] if done.possible else None


def moves_fault(got, pieces: Pieces, fewest: int | None) -> tuple[str, Pieces] | None:
    """Return what is wrong with moves, and the pieces as they are where it goes wrong."""
    if got is None or not is_several(got):
        if got is not None:
            return "A list of moves is asked for, or None.", pieces
        ways = f"These pieces do come apart: {many(fewest or 0, 'move')} can part them."
        return (ways, pieces) if fewest else None
    at, moves = dict(pieces), [*got]
    for number, move in enumerate(moves, 1):
        if words := move_fault(move, at):
            return f"Move {number}, {show_value(move, 100)}: {words}", at
    if not moves:
        return "There is no move in the list; None says that there is no way.", at
    moving = frozenset().union(*(at[name] for name in moves[-1][0]))
    if not is_clear(moving, frozenset().union(*at.values()) - moving):
        return "After the last move, no plane has all that moved on one side and all else on the other.", at
    if fewest is None or len(moves) < fewest:
        raise AssertionError("the referee and the library's search differ")
    words = f"{many(len(moves), 'move')} take these pieces apart, and {many(fewest, 'move')} would do."
    return (words, pieces) if len(moves) > fewest else None


def move_fault(move, at: Pieces) -> str | None:
    """Carry out a move, step by step; return what is wrong with it."""
    if not (is_several(move) and len(move) == 3 and is_several(move[0]) and is_several(move[1])):
        return "a move is (names, step, by), with names and step in a list or a tuple."
    names, step, by = set(move[0]), tuple(move[1]), move[2]
    if unknown := names - at.keys():
        return f"there is no piece {show_value(unknown.pop(), 50)}."
    if not 0 < len(names) < len(at):
        return "some of the pieces have to move, and some to stay."
    if step not in STEPS or not is_whole(by) or by < 1:
        return "a step is one of the six such as (0, 0, 1), and `by` a whole number from 1."
    for far in range(1, min(by, MOST_STEPS) + 1):
        for name in names:
            at[name] = move_cells(at[name], step)
        for name, other in product(sorted(names), sorted(at.keys() - names)):
            if not at[name].isdisjoint(at[other]):
                return f"{name} runs into {other} after {many(far, 'step')}."
    return f"at most {MOST_STEPS} steps, please." if by > MOST_STEPS else None


MOST_STEPS = 200


@exercise(
    "13.4d",
    correct="A referee has played your moves, and on none of the packings would fewer do.",
    seconds=30,
    keeps=True,
)
def shortest_way(answer):
    known = apart_examples()
    fault = lambda got, pieces: moves_fault(got, pieces, next(n for some, n in known if some == pieces))
    words = lambda got, pieces: (fault(got, pieces) or (None,))[0]
    picture = lambda got, _, pieces: pieces_figure(fault(got, pieces)[1])
    examples = [Args(pieces) for pieces, _ in known]
    return with_few_cells(try_on(answer, examples, fault=words, picture=picture))


# -------- 13.4: a packing that cannot be built

MOST_CELLS, MOST_PIECES = 150, 8


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
            return f"Piece {name} is disconnected: its parts share no face."
    every = [cell for cells in pieces.values() for cell in cells]
    if len(every) > MOST_CELLS or len(pieces) > MOST_PIECES:
        return f"At most {MOST_PIECES} pieces and {MOST_CELLS} cells: keep the proof short."
    for name, shown in (("ring and the rod", LINKED), ("locked cube", locked_pieces())):
        outline = packing_outline(shown.values())
        if any(packing_outline(some) == outline for some in combinations(pieces.values(), len(shown))):
            return f"It has the {name}, which you know. Find another packing."
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
def locked_pieces() -> Pieces:
    return as_pieces("locked-cube")


def lock_praise(answer) -> str:
    done = raise_if_interrupted(take_apart(as_solution(read_pieces(answer))))
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
    done = raise_if_interrupted(take_apart(as_solution(read_pieces(answer)), time_limit=6))
    if done.possible is None:
        yield "The search for a way out did not end. Take a smaller packing."
    elif done.possible:
        moves = "\n".join(map(done.sentence, done.shifts))
        yield Counterexample("It comes apart, and so it can be built.", Text(moves))


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
        if str(answer) not in catalogue() and not isfile(answer):
            raise PuzzleError(f"there is no file {show_value(str(answer), 60)} beside this notebook")
        return load(answer)
    if isinstance(answer, str):
        return read_text(answer, "your puzzle")
    raise PuzzleError("it takes `desk.puzzle`, the text of a file, or its name")


def shapes_of(puzzle: PackingPuzzle, mirror: Callable = list) -> tuple:
    """Return what a puzzle, or its mirror image, is, whatever its names: its container and its
    pieces, however they are turned."""
    pieces = sorted((min(orientations(mirror(piece.cells))), piece.copies) for piece in puzzle.pieces)
    return min(orientations(mirror(puzzle.container))), tuple(pieces)


def own_praise(answer) -> str:
    puzzle = read_own(answer)
    done = raise_if_interrupted(take_apart(raise_if_interrupted(solve(puzzle))[0]))
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
        return "Its box is disconnected: these are several puzzles, not one."
    known = {shapes_of(load(name)): name for name in sorted(catalogue(), reverse=True)}
    if twin := known.get(shapes_of(puzzle)) or known.get(shapes_of(puzzle, mirrored)):
        return f"It has the shapes of {twin}, which is in the catalogue."
    return solutions_fault(puzzle)


def solutions_fault(puzzle: PackingPuzzle) -> str | None:
    """Say what is wrong with the solutions of a puzzle: exactly one that can be built is asked
    for."""
    tally = raise_if_interrupted(count(puzzle, symmetry="rotations", time_limit=8))
    if not tally.complete:
        return "Its solutions could not be counted in eight seconds. Take a smaller puzzle."
    if tally.count != 1:
        return f"It has {many(tally.count, 'solution')} up to rotation. Exactly one is asked for."
    solution = raise_if_interrupted(solve(puzzle))[0]
    done = raise_if_interrupted(take_apart(solution, time_limit=6))
    if done.possible is None:
        return "Its solution could not be taken apart in six seconds. Take a smaller puzzle."
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
