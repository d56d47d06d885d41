"""Files of witnesses for small puzzles, right ones and forged ones, and how much work it is to read them
(lesson 12).

A file has one row for each class of positions, that is for each way to place the pegs 1, 2, 3, … up to
turning and mirroring; a byte is 3 · type + turn, for the tile on one face. A tile xxx has turn 0 only.
"""

import io
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import permutations
from random import Random
from typing import NamedTuple

import numpy as np

from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.icosoku.engines import solve
from puzzlelib.icosoku.polyhedron import Polyhedron, bipyramid, octahedron
from puzzlelib.icosoku.puzzle import Arrangement, Cosoku, Tile

from ..kit.checks.judge import is_library
from ..kit.checks.values import tiles_from

EIGHT = tiles_from("000 001 002 003 012 021 033 111")
TEN = tiles_from("001 002 011 012 012 013 021 021 031 111")


class Offered(NamedTuple):
    """A file that is offered as a proof: what it is, its puzzle, its bytes, and whether it is one."""

    what: str
    puzzle: Cosoku
    data: bytes
    proves: bool


# -------- right files


def small() -> Cosoku:
    """Return the octahedron with eight tiles; its pegs may be anywhere."""
    return Cosoku(octahedron(), range(1, 7), EIGHT, "an octahedron")


def larger() -> Cosoku:
    """Return a bipyramid over five corners with ten tiles, two of them twice."""
    return Cosoku(bipyramid(5), range(1, 8), TEN, "a bipyramid")


def classes(solid: Polyhedron) -> Iterator[tuple[int, ...]]:
    """Yield for each class of positions the one that is first in order.

    >>> [sum(1 for _ in classes(solid)) for solid in (octahedron(), bipyramid(5))]
    [15, 252]
    """
    maps = [one.vertices for one in solid.symmetries()]
    for pegs in permutations(range(1, len(solid.vertices) + 1)):
        if all(tuple(pegs[vertex] for vertex in one) >= pegs for one in maps):
            yield pegs


def file_row(puzzle: Cosoku, arrangement: Arrangement) -> list[int]:
    return [3 * puzzle.types.index(placed.tile) + placed.turn for placed in arrangement]


def witness_row(puzzle: Cosoku, pegs: Sequence[int], tiles: Sequence[Tile] = ()) -> list[int] | None:
    """Return a row for these pegs, of the puzzle's own tiles or of others of the same types; None if there is
    none.
    """
    found = raise_if_interrupted(solve(Cosoku(puzzle.polyhedron, pegs, tiles or puzzle.tiles), "asp"))
    return None if found.arrangement is None else file_row(puzzle, found.arrangement)


@cache
def proof(puzzle: Cosoku) -> np.ndarray:
    """Return a witness for each class: uint8 (classes, faces)."""
    return np.array([witness_row(puzzle, pegs) for pegs in classes(puzzle.polyhedron)], np.uint8)


def mix_rows(puzzle: Cosoku) -> np.ndarray:
    """Return the rows of a proof in another order, some as those of a toy held otherwise."""
    rows, pegs = proof(puzzle).copy(), list(classes(puzzle.polyhedron))
    for row in (0, 7, 8, 14):
        rows[row] = turned_toy(puzzle, pegs[row])
    return rows[Random(12).sample(range(len(rows)), len(rows))]


def as_file(rows: np.ndarray) -> bytes:
    text = io.BytesIO()
    np.save(text, rows)
    return text.getvalue()


# -------- forged files


def replace_row(rows: np.ndarray, row: int, by: Sequence[int]) -> np.ndarray:
    new = rows.copy()
    new[row] = by
    return new


def forged_rows(puzzle: Cosoku) -> Iterator[tuple[str, np.ndarray]]:
    """Yield what was done to rows, and the rows: in the right shape, they prove less than they should."""
    rows, pegs = proof(puzzle), list(classes(puzzle.polyhedron))
    last, kinds = len(rows) - 1, len(puzzle.types)
    yield "the last row is a copy of the first", replace_row(rows, last, rows[0])
    yield (
        "a row is that of another instance, with the toy turned",
        replace_row(rows, last, turned_toy(puzzle, pegs[1])),
    )
    for row in (0, last // 2, last):
        yield f"row {row}: one tile is turned", replace_row(rows, row, one_turn(puzzle, rows[row]))
    yield "row 1: a byte that names no tile", replace_row(rows, 1, [3 * kinds, *rows[1][1:]])
    yield (
        "row 0: a tile with three equal corners has turn 1, and its only turn is 0",
        replace_row(rows, 0, no_turn(puzzle, rows[0])),
    )
    yield f"row {last}: the byte 255", replace_row(rows, last, [*rows[last][:-1], 255])
    yield (
        "row 2: right sums, but a tile is there once too often, and another one is missing",
        replace_row(rows, 2, other_box(puzzle, pegs[2])),
    )
    yield "row 3: different sums, but not the pegs", replace_row(rows, 3, other_sums(puzzle))


def turned_toy(puzzle: Cosoku, pegs: Sequence[int]) -> list[int]:
    """Return a witness for an image of these pegs that is not the pegs themselves."""
    maps = [one.vertices for one in puzzle.polyhedron.symmetries()]
    return witness_row(puzzle, max(tuple(pegs[vertex] for vertex in one) for one in maps))


def one_turn(puzzle: Cosoku, row: Sequence[int]) -> list[int]:
    """Return the row with one tile turned so that sums change: the first tile with different corners."""
    face = next(face for face, byte in enumerate(row) if len(set(puzzle.types[byte // 3])) > 1)
    byte = int(row[face])
    return [*row[:face], byte - byte % 3 + (byte + 1) % 3, *row[face + 1 :]]


def no_turn(puzzle: Cosoku, row: Sequence[int]) -> list[int]:
    """Return the row with turn 1 for its first type of tile xxx, which has turn 0 only."""
    first = min(byte for byte in row if len(set(puzzle.types[byte // 3])) == 1)
    return [int(byte) + (byte == first) for byte in row]


def other_box(puzzle: Cosoku, pegs: Sequence[int]) -> list[int]:
    """Return right sums, one tile too often, one too seldom: some of each, if possible."""
    for one in sorted(puzzle.types, key=puzzle.copies.get, reverse=True):
        for other in puzzle.types:
            tiles = list(puzzle.tiles)
            tiles[tiles.index(one)] = other
            if one != other and sum(one) == sum(other) and (row := witness_row(puzzle, pegs, tiles)):
                return row
    raise LookupError("no such row")


def other_sums(puzzle: Cosoku) -> list[int]:
    """Return a row of the right tiles whose sums are all different, but are not the pegs: 0 for 1, one more
    for the last.
    """
    pegs = [0, *range(2, len(puzzle.capacities)), len(puzzle.capacities) + 1]
    return next(filter(None, (witness_row(puzzle, order) for order in permutations(pegs))))


def forged_files(puzzle: Cosoku) -> Iterator[tuple[str, bytes]]:
    """Yield files that do not hold what a header promises, or promise something else."""
    rows = proof(puzzle)
    whole, count, faces = as_file(rows), *rows.shape
    yield "the header says that rows are columns", as_file(rows.reshape(faces, count))
    yield "its numbers are int8, and not uint8", as_file(rows.astype(np.int8))
    yield "the first byte of the header is another", bytes([whole[0] ^ 1]) + whole[1:]
    yield "the file ends in its last row", whole[:-3]
    yield "an empty file", b""


@cache
def offered_rows() -> tuple[tuple[Offered, np.ndarray], ...]:
    """Return the rows that a checker is tried on: the smaller puzzle and the right ones first."""
    found = []
    for puzzle in (small(), larger()):
        right = f"right rows for {puzzle.title}, in any order, and some with the toy held otherwise"
        bad = [("the last instance is missing", proof(puzzle)[:-1]), *forged_rows(puzzle)]
        for what, rows, proves in [(right, mix_rows(puzzle), True), *((*one, False) for one in bad)]:
            found.append((Offered(what, puzzle, as_file(rows), proves), rows))
    return tuple(found)


@cache
def offered_files() -> tuple[Offered, ...]:
    """Return the files that a checker is tried on: those of the rows, and some that are no such files."""
    odd = ((puzzle, *one) for puzzle in (small(), larger()) for one in forged_files(puzzle))
    rows = (one for one, _ in offered_rows())
    return (*rows, *(Offered(what, puzzle, data, False) for puzzle, what, data in odd))


# -------- how much work


A_CALL = 50  # what the call of a library's function counts, in steps


def steps_of(call: Callable[[], object]) -> Counter:
    """Count the steps that Python takes in code that is not a library's, nor inside NumPy: how many in each
    line, by its file and number.

    The call is made twice, and its second run counts: in the first, Python 3.13 reports no steps of code that
    was never traced before, and an answer may make a table that it keeps.

    >>> few, many = steps_of(lambda: sum(range(1000))), steps_of(lambda: [n * n for n in range(1000)])
    >>> few.total() < 100 < 3000 < many.total()
    True
    """
    counted: Counter = Counter()

    def local(frame, event, argument):
        if event == "opcode":
            counted[frame.f_code.co_filename, frame.f_lineno] += 1
        return local

    def trace_call(frame, event, argument):
        if is_library(frame.f_code.co_filename):
            by = frame.f_back
            if by and not is_library(by.f_code.co_filename):
                counted[by.f_code.co_filename, by.f_lineno] += A_CALL
            return None
        frame.f_trace_opcodes = True
        return local

    before = sys.gettrace()
    sys.settrace(trace_call)
    try:
        call()
        counted.clear()
        call()
    finally:
        sys.settrace(before)
    return counted
