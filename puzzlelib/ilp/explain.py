"""Why not? What cannot hold together in a puzzle without a solution, in plain words.

Quick arguments come first: the volume, a cell that nothing reaches, the chessboard. Then `infeasible` finds
rows that cannot hold together, none of them superfluous, and they are read as hints, pieces, cells.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from ..common.errors import PuzzleError, as_list, short
from ..common.words import join_words, many, place
from ..packing.puzzle import PackingPuzzle, Placement
from ..packing.shapes import Cell
from ..search.backtracking import given_options
from ..search.exact_cover import Problem, why_impossible
from .infeasible import Oracle, smallest
from .model import Model
from .placements import placement_model, row_name

SECONDS = 20
MOST_NAMED = 6  # cells or rows that a sentence lists; of more it tells the number


@dataclass(frozen=True)
class Reason:
    """Why there is no solution, or that there is one.

    `rows`: the names of rows that cannot hold together. `irreducible`: without any one of them the others can
    be kept (False: the time was up before that was proved). `possible`: is there a solution (None: unknown)?
    """

    rows: tuple[str, ...]
    say: str
    irreducible: bool = True
    possible: bool | None = False
    puzzle: PackingPuzzle | None = field(default=None, repr=False)
    given: tuple[Placement, ...] = field(default=(), repr=False)


def why_not(
    problem: Problem | Model,
    given: Iterable = (),
    *,
    solver: str = "highs",
    time_limit: float | None = SECONDS,
) -> Reason:
    """Rows that cannot hold together, and why in plain words.

    Parameters
    ----------
    given : placements that must be kept (of an exact cover problem: numbers of options); none for a model
    solver, time_limit : who decides what the relaxation leaves open; seconds for all of it (None: no limit)

    An interrupt is a `KeyboardInterrupt`. Errors: `PuzzleError`.

    >>> from puzzlelib.packing import read_text
    >>> board = "cells: [[0,1,0],[1,1,0],[2,1,0],[3,1,0],[1,2,0],[2,2,0]]"
    >>> square = "{name: O, cells: [[0,0,0],[1,0,0],[0,1,0],[1,1,0]]}"
    >>> pieces = f"pieces: [{square}, {{name: D, cells: [[0,0,0],[1,0,0]]}}]"
    >>> reason = why_not(read_text(f"{board}\\n{pieces}"))
    >>> reason.rows
    ('piece D', 'cell (0,1,0)', 'cell (3,1,0)')
    >>> reason.say[:91]
    'The cells (0,1,0) and (3,1,0) can only be covered by the piece D, and it cannot cover both.'
    """
    if isinstance(problem, PackingPuzzle):
        given = (problem.placements[option] for option in given_options(problem, given))
    given = tuple(as_list("given", given))
    model = problem if isinstance(problem, Model) else placement_model(problem, given)
    if isinstance(problem, Model) and given:
        raise PuzzleError(f"given {short(given)}: a model has no placements; add a row to it")
    puzzle = problem if isinstance(problem, PackingPuzzle) else None
    oracle, known = Oracle(model, solver, time_limit), sentence_of(quick_reason(puzzle)) if puzzle else ""
    if known:
        oracle.impossible.append(frozenset(model.rows))
    if not oracle(model.rows):
        why = "The time was up before it was clear whether there is a solution."
        if oracle.sure:
            why = "There is a solution, so there is nothing to explain."
        return Reason((), why, oracle.sure, oracle.sure or None, puzzle, given)
    rows, sure = smallest(model, oracle)
    found = in_words(sorted_out(puzzle, given, rows), model.part(rows), oracle) if puzzle else of_rows(rows)
    say = [known] if known and len(rows) == 1 else [known, found, *ending(rows, sure)]
    return Reason(rows, " ".join(filter(None, say)), sure, False, puzzle, given)


# -------- in words


def quick_reason(puzzle: PackingPuzzle) -> str:
    """The volume, and the arguments of `exact_cover.why_impossible`; "" where none of them helps."""
    filled = sum(piece.copies * len(piece.cells) for piece in puzzle.pieces)
    if filled != len(puzzle.container):
        return f"the pieces have {many(filled, 'cell')}, the container has {len(puzzle.container):,}"
    return why_impossible(puzzle)


@dataclass(frozen=True)
class Set:
    """Rows of a puzzle, sorted: hints, pieces that they do not use up, and cells that they do not fill."""

    puzzle: PackingPuzzle
    hints: tuple[Placement, ...]
    pieces: tuple[str, ...]
    cells: tuple[Cell, ...]

    def names(self) -> str:
        """The pieces, and how many of each.

        >>> from puzzlelib import load
        >>> Set(load("nine-ls"), (), ("V",), ()).names(), Set(load("soma"), (), ("V", "L"), ()).names()
        ('the 9 pieces V', 'the pieces V and L')
        """
        copies = {piece.name: piece.copies for piece in self.puzzle.pieces}
        listed = [f"the {copies[name]} pieces {name}" for name in self.pieces if copies[name] > 1]
        if single := [name for name in self.pieces if copies[name] == 1]:
            listed.append(f"the piece{'s' * (len(single) > 1)} {join_words(single)}")
        return join_words(listed)

    def alone(self) -> bool:
        return [piece.copies for piece in self.puzzle.pieces if piece.name in self.pieces] == [1]

    def coverers(self) -> set[str]:
        """The pieces that can cover any of the cells, besides the hints."""
        left = self.puzzle.without(self.hints)
        filled = set(self.puzzle.container).difference(left.container)
        free = {piece.name for piece in left.pieces if piece.copies > 0}
        legal = (p for p in self.puzzle.placements if p.piece in free and filled.isdisjoint(p.cells))
        return {p.piece for p in legal if not set(self.cells).isdisjoint(p.cells)}


def sorted_out(puzzle: PackingPuzzle, given: Iterable[Placement], rows: Iterable[str]) -> Set:
    rows = set(rows)
    hints = tuple(p for p in dict.fromkeys(given) if f"hint x[{puzzle.option[p]}]" in rows)
    left = puzzle.without(hints)
    pieces = tuple(p.name for p in left.pieces if p.copies > 0 and row_name(puzzle, p.name) in rows)
    return Set(puzzle, hints, pieces, tuple(c for c in left.container if row_name(puzzle, c) in rows))


def in_words(about: Set, part: Model, oracle: Oracle) -> str:
    hints = join_words(f"{p.piece} at {places(p.cells)}" for p in about.hints)
    lead = f"with {hints} given, " if hints else ""
    return sentence_of(lead + claim(about, part, oracle))


def claim(about: Set, part: Model, oracle: Oracle) -> str:
    """What cannot be. With "at most" for "exactly", `part` tells which get too little: cells, or pieces."""
    cells, who, they = places(about.cells), about.coverers(), "it" if about.alone() else "they"
    if not about.cells:
        return f"there is no room for {about.names()}" if about.pieces else "the hints do not go together"
    if not who:
        return f"no piece can cover {cells}"
    if not about.pieces:
        return f"no choice of placements covers {cells} exactly once{' each' if len(about.cells) > 1 else ''}"
    all_of_them = "each of them exactly once"
    if about.alone():
        all_of_them = "both" if len(about.cells) == 2 else "all of them"
    if who <= set(about.pieces) and oracle.proved(at_most(part, "piece ")):
        return f"{cells} can only be covered by {about.names()}, and {they} cannot cover {all_of_them}"
    if oracle.proved(at_most(part, "cell ")):
        are, one_of = "is" if about.alone() else "are", "one of " * (len(about.cells) > 1)
        twice = f"wherever {they} {are} put, {one_of}{cells} would be filled twice"
        return f"there is no room for {about.names()}: {twice}"
    return f"no choice of placements covers {cells} exactly once and uses {about.names()}"


def at_most(part: Model, kind: str) -> Model:
    """The part with "at most" in the rows whose names begin so."""
    relaxed = {name: replace(row, sense="<=") for name, row in part.rows.items() if name.startswith(kind)}
    return Model(part.name, part.names, part.rows | relaxed)


def of_rows(rows: Sequence[str]) -> str:
    if len(rows) == 1:
        return f"No values of the variables keep the row “{rows[0]}”."
    few = len(rows) <= MOST_NAMED
    these = join_words(f"“{name}”" for name in rows) if few else f"these {len(rows)} rows"
    return f"No values of the variables keep {these} together."


def ending(rows: Sequence[str], sure: bool) -> list[str]:
    if not sure:
        unclear = "the time was up before that was clear"
        return [f"Perhaps some of these conditions alone cannot hold together: {unclear}."]
    needed = f"Without any one of these {len(rows)} conditions, the others can be met."
    return [needed] if len(rows) > 1 else []


def places(cells: Sequence[Cell]) -> str:
    """Cells in words: a few by their coordinates, many by their number."""
    if len(cells) > MOST_NAMED:
        return f"the {len(cells)} marked cells"
    return f"the cell{'s' if len(cells) > 1 else ''} {join_words(map(place, cells))}"


def sentence_of(text: str) -> str:
    return text and f"{text[:1].upper()}{text[1:]}."
