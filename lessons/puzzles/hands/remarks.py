"""Remarks on a puzzle that is being drawn: what is missing, what cannot be, and what is right."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from puzzlelib.common.clock import Clock, TimeIsUp
from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.words import join_words, many, place
from puzzlelib.packing.puzzle import PackingPuzzle
from puzzlelib.packing.shapes import Cell, components, group, turned
from puzzlelib.search.proofs import colour_difference, why_impossible

from .sketch import Sketch, SketchPart, names_twice

SECONDS = 1.5  # to look at all placements, while somebody paints
QUICK = 10  # rounds of work, to look for a colouring
GOOD, WRONG, NOTE = "good", "wrong", "note"


class Remark(NamedTuple):
    """A sentence; the part of the sketch and the cells of it that it is about."""

    kind: str
    say: str
    part: int | None = None
    cells: tuple[Cell, ...] = ()

    def message(self) -> dict:
        """Return the remark as the browser has it."""
        return self._asdict() | {"cells": list(map(list, self.cells))}


def sketch_remarks(sketch: Sketch) -> list[Remark]:
    """Return all that can be said of a sketch.

    >>> from puzzlelib import load
    >>> from lessons.puzzles.hands.sketch import sketch_of
    >>> for one in sketch_remarks(sketch_of(load("little-cube"))):
    ...     print(one.kind, one.say)
    good The pieces have 8 cells, as many as the box.
    good Coloured like a chessboard, the box has 4 and 4 cells; the pieces can give that.
    note 44 placements.
    """
    said = [*undrawn_parts(sketch), *pieces_said(sketch)]
    if not sketch.box.cells or not any(part.cells for part in sketch.pieces):
        return said
    puzzle = sketch.puzzle()
    return [*said, volume_said(sketch, puzzle), *placements_said(sketch, puzzle)]


def undrawn_parts(sketch: Sketch) -> Iterator[Remark]:
    """Say what is not drawn yet."""
    if not sketch.box.cells:
        yield Remark(WRONG, "The box is empty: paint the cells that are to be filled.", 0)
    elif len(sketch.box.grids) > 1 and not sketch.whole_boxes():
        yield Remark(WRONG, "Of several boxes each must have all its cells.", 0)
    if not sketch.pieces:
        yield Remark(WRONG, "There is no piece yet: press “+ Piece”.")
    for number, part in enumerate(sketch.pieces, 1):
        if not part.cells:
            yield Remark(WRONG, f"Piece {part.name} has no cell yet.", number)


def pieces_said(sketch: Sketch) -> Iterator[Remark]:
    """Say what is odd about pieces: two of a name, one in parts, and twins."""
    names = [part.name for part in sketch.parts]
    for name in names_twice(sketch):
        twice = f"Two pieces are called {name}: give one another name."
        yield Remark(WRONG, twice, names.index(name, 1))
    for number, part in enumerate(sketch.pieces, 1):
        if len(found := components(part.cells)) > 1:
            loose = f"is disconnected ({len(found)} parts): it is taken as one loose piece."
            yield Remark(NOTE, f"Piece {part.name} {loose}", number, min(found, key=len))
    for twins in twins_of(sketch):
        same = f"{join_words(names[one] for one in twins)} are the same piece, turned"
        yield Remark(NOTE, f"{same}: as copies of one piece, each packing counts once.", twins[-1])


def twins_of(sketch: Sketch) -> list[list[int]]:
    """Return the numbers of the parts that are equal when they are turned."""
    alike = defaultdict(list)
    for number, part in enumerate(sketch.pieces, 1):
        if part.cells:
            alike[turned_least(part, sketch.turns)].append(number)
    return [numbers for numbers in alike.values() if len(numbers) > 1]


def turned_least(part: SketchPart, turns: str) -> tuple:
    """Return the first of the ways to turn a part, with its colours: equal for twins."""
    ways = []
    for turn in group(turns):
        cells = [turned(cell, turn) for cell in part.cells]
        low = [min(axis) for axis in zip(*cells)]
        moved = (tuple(v - least for v, least in zip(cell, low)) for cell in cells)
        colours = (colour for _, colour, _ in part.spots)
        ways.append(tuple(sorted(zip(moved, colours))))
    return min(ways)


def volume_said(sketch: Sketch, puzzle: PackingPuzzle) -> Remark:
    """Compare the cells of the pieces with those of the box."""
    most = sum(len(part.cells) * part.most for part in sketch.pieces)
    least = sum(len(part.cells) * part.least for part in sketch.pieces)
    room = len(puzzle.container)
    must = room - len(puzzle.optional)
    has = f"The pieces have {span_of(least, most)} cells, the box takes {span_of(must, room)}"
    if puzzle.has_right_volume:
        if least == most == must == room:
            return Remark(GOOD, f"The pieces have {many(most, 'cell')}, as many as the box.")
        return Remark(GOOD, f"{has}.")
    off = f"{must - most:,} too few" if most < must else f"{least - room:,} too many"
    off = "no number of copies gives that" if least <= room and most >= must else off
    return Remark(WRONG, f"{has}: {off}.")


def span_of(least: int, most: int) -> str:
    """Return a number, or the least and the most of it.

    >>> span_of(3, 3), span_of(3, 1200)
    ('3', '3 to 1,200')
    """
    return f"{most:,}" if least == most else f"{least:,} to {most:,}"


def placements_said(sketch: Sketch, puzzle: PackingPuzzle) -> Iterator[Remark]:
    """Say which piece fits nowhere, which cells no piece reaches, and what a chessboard says."""
    try:
        puzzle.make_placements(Clock(SECONDS).stop)
    except TimeIsUp:
        yield Remark(NOTE, f"Too large to look at all placements in {SECONDS} seconds.")
        return
    except PuzzleError as problem:
        yield Remark(NOTE, f"{problem}.")
        return
    wrong = [*homeless_pieces(sketch, puzzle), *unreached_cells(sketch, puzzle)]
    yield from wrong or chessboard_said(puzzle)
    yield Remark(NOTE, f"{many(len(puzzle.placements), 'placement')}.")


def homeless_pieces(sketch: Sketch, puzzle: PackingPuzzle) -> Iterator[Remark]:
    fits = {placement.piece for placement in puzzle.placements}
    for number, part in enumerate(sketch.pieces, 1):
        if part.cells and part.name not in fits:
            yield Remark(WRONG, f"Piece {part.name} fits nowhere into the box.", number)


def unreached_cells(sketch: Sketch, puzzle: PackingPuzzle) -> Iterator[Remark]:
    """Say which cells no piece reaches; `cells` of the remark are those of the drawing."""
    reached = {cell for placement in puzzle.placements for cell in placement.cells}
    needed = (cell for cell, _, free in sketch.box.spots if not free)
    lost = [cell for cell in needed if sketch.place_of(cell) not in reached]
    if lost:
        cells = "one cell" if len(lost) == 1 else f"{len(lost):,} cells"
        at = f"{'at' if len(lost) == 1 else 'such as'} {place(lost[0])}"
        yield Remark(WRONG, f"No piece reaches {cells} of the box, {at}.", 0, tuple(lost))


def chessboard_said(puzzle: PackingPuzzle) -> Iterator[Remark]:
    """Say why a puzzle of the right volume cannot be filled, or what the chessboard says of it."""
    if not puzzle.has_right_volume:
        return
    if reason := why_impossible(puzzle, QUICK):
        yield Remark(WRONG, f"This box cannot be filled: {reason}.", 0)
    elif puzzle.is_exact:
        room = len(puzzle.container)
        black = (room + colour_difference(puzzle.container)) // 2
        has = f"Coloured like a chessboard, the box has {black:,} and {room - black:,} cells"
        yield Remark(GOOD, f"{has}; the pieces can give that.")
