"""Explain in plain words why a puzzle or a model has no solution.

Quick arguments come first: the volume, a cell that nothing reaches, the chessboard. Then
`infeasible` finds rows that cannot hold together, none of them superfluous, and they are read as
hints, pieces and cells.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from ..common.errors import PuzzleError, as_list, short
from ..common.words import join_words, many, number_range, place
from ..packing.puzzle import PackingPuzzle, Placement
from ..packing.shapes import Cell
from ..search.exact_cover import Problem
from ..search.hints import hint_options
from ..search.proofs import why_impossible
from .infeasible import Oracle, smallest
from .model import Model
from .placements import placement_model, row_name

SECONDS = 20
MOST_NAMED = 6  # cells or rows that a sentence lists; more are counted


@dataclass(frozen=True)
class Explanation:
    """Why there is no solution, in `say`; or that there is one.

    `rows` are names of rows that are infeasible together, and `irreducible` if they can be kept
    without any one of them (False: time was up before that was proved). `feasible`: is there a
    solution (None: unknown)?
    """

    rows: tuple[str, ...]
    say: str
    irreducible: bool = True
    feasible: bool | None = False
    puzzle: PackingPuzzle | None = field(default=None, repr=False)
    given: tuple[Placement, ...] = field(default=(), repr=False)


def why_not(
    problem: Problem | Model, given: Iterable = (), *, time_limit: float | None = SECONDS
) -> Explanation:
    """Find rows that are infeasible together, and say why.

    given: placements that must be kept (of an exact cover problem: numbers of options); none for a
    model. time_limit: seconds for all of it (None: no limit).

    >>> from puzzlelib.packing import read_text
    >>> board = "cells: [[0,1,0],[1,1,0],[2,1,0],[3,1,0],[1,2,0],[2,2,0]]"
    >>> square = "{name: O, cells: [[0,0,0],[1,0,0],[0,1,0],[1,1,0]]}"
    >>> pieces = f"pieces: [{square}, {{name: D, cells: [[0,0,0],[1,0,0]]}}]"
    >>> found = why_not(read_text(f"{board}\\n{pieces}"))
    >>> found.rows
    ('piece D', 'cell (0,1,0)', 'cell (3,1,0)')
    >>> found.say[:91]
    'The cells (0,1,0) and (3,1,0) can only be covered by the piece D, and it cannot cover both.'
    """
    if isinstance(problem, PackingPuzzle):
        given = (problem.placements[option] for option in hint_options(problem, given))
    given = tuple(as_list("given", given))
    model = problem if isinstance(problem, Model) else placement_model(problem, given)
    if isinstance(problem, Model) and given:
        raise PuzzleError(f"given {short(given)}: a model has no placements; add a row to it")
    puzzle = problem if isinstance(problem, PackingPuzzle) else None
    oracle, quick = Oracle(model, time_limit), as_sentence(quick_reason(puzzle)) if puzzle else ""
    if quick:
        oracle.infeasible.append(frozenset(model.rows))
    if not oracle(model.rows):
        say = "The time was up before it was clear whether there is a solution."
        if oracle.sure:
            say = "There is a solution, so there is nothing to explain."
        return Explanation((), say, oracle.sure, oracle.sure or None, puzzle, given)
    rows, sure = smallest(model, oracle)
    if not puzzle:
        claim = claim_about_rows(rows)
    else:
        claim = infeasible_rows(puzzle, given, rows).sentence(model.part(rows), oracle)
    parts = [quick] if quick and len(rows) == 1 else [quick, claim, irreducible_sentence(rows, sure)]
    return Explanation(rows, " ".join(filter(None, parts)), sure, False, puzzle, given)


# -------- in words


def quick_reason(puzzle: PackingPuzzle) -> str:
    """Return an argument that needs no search, "" where there is none."""
    if puzzle.has_right_volume:
        return why_impossible(puzzle)
    filled = sum(piece.copies * len(piece.cells) for piece in puzzle.pieces)
    if puzzle.is_exact:
        return f"the pieces have {many(filled, 'cell')}, the container has {len(puzzle.container):,}"
    least = sum(piece.least * len(piece.cells) for piece in puzzle.pieces)
    room = number_range(len(puzzle.must_fill), len(puzzle.container))
    return f"the pieces have {number_range(least, filled)} cells, the container has room for {room}"


@dataclass(frozen=True)
class InfeasibleRows:
    """Rows of a puzzle, as hints, pieces left by the hints, and cells left by the hints."""

    puzzle: PackingPuzzle
    hints: tuple[Placement, ...]
    pieces: tuple[str, ...]
    cells: tuple[Cell, ...]

    def names(self) -> str:
        """Name the pieces, with their copies.

        >>> from puzzlelib import load
        >>> InfeasibleRows(load("nine-ls"), (), ("V",), ()).names()
        'the 9 pieces V'
        """
        copies = {piece.name: piece.copies for piece in self.puzzle.pieces}
        listed = [f"the {copies[name]} pieces {name}" for name in self.pieces if copies[name] > 1]
        if single := [name for name in self.pieces if copies[name] == 1]:
            listed.append(f"the piece{'s' * (len(single) > 1)} {join_words(single)}")
        return join_words(listed)

    def coverers(self) -> set[str]:
        """Return the pieces that can cover any of the cells, besides the hints."""
        left = self.puzzle.without(self.hints)
        filled = set(self.puzzle.container).difference(left.container)
        free = {piece.name for piece in left.pieces if piece.copies > 0}
        legal = (p for p in self.puzzle.placements if p.piece in free and filled.isdisjoint(p.cells))
        return {p.piece for p in legal if not set(self.cells).isdisjoint(p.cells)}

    def sentence(self, part: Model, oracle: Oracle) -> str:
        """Say what is infeasible; `part` is the model of these rows."""
        hints = join_words(f"{p.piece} at {cells_in_words(p.cells)}" for p in self.hints)
        lead = f"with {hints} given, " if hints else ""
        return as_sentence(lead + self.claim(part, oracle))

    def claim(self, part: Model, oracle: Oracle) -> str:
        """Say what is too little: with "at most" in the other rows it is still infeasible."""
        cells, coverers, they = cells_in_words(self.cells), self.coverers(), "they"
        are, all_of_them, one_of = "are", "each of them exactly once", "one of " * (len(self.cells) > 1)
        if [piece.copies for piece in self.puzzle.pieces if piece.name in self.pieces] == [1]:
            they, are, all_of_them = "it", "is", "both" if len(self.cells) == 2 else "all of them"
        if not self.cells:
            return f"there is no room for {self.names()}" if self.pieces else "the hints do not go together"
        if not coverers:
            return f"no piece can cover {cells}"
        if not self.pieces:
            return f"no choice of placements covers {cells} exactly once{' each' if one_of else ''}"
        if coverers <= set(self.pieces) and oracle.by_solver(at_most(part, "piece ")):
            return f"{cells} can only be covered by {self.names()}, and {they} cannot cover {all_of_them}"
        if oracle.by_solver(at_most(part, "cell ")):
            twice = f"wherever {they} {are} put, {one_of}{cells} would be filled twice"
            return f"there is no room for {self.names()}: {twice}"
        return f"no choice of placements covers {cells} exactly once and uses {self.names()}"


def infeasible_rows(puzzle: PackingPuzzle, given: Iterable[Placement], rows: Iterable[str]) -> InfeasibleRows:
    rows = set(rows)
    hints = tuple(p for p in dict.fromkeys(given) if f"hint x[{puzzle.option[p]}]" in rows)
    left = puzzle.without(hints)
    named = {row.removeprefix("least of ") for row in rows}
    there = (piece.name for piece in left.pieces if piece.copies > 0)
    pieces = tuple(name for name in there if row_name(puzzle, name) in named)
    cells = tuple(cell for cell in left.container if row_name(puzzle, cell) in rows)
    return InfeasibleRows(puzzle, hints, pieces, cells)


def at_most(part: Model, kind: str) -> Model:
    """Return the part with "at most" in the rows whose names begin so, and without a least."""
    kept = {name: row for name, row in part.rows.items() if not name.startswith(f"least of {kind}")}
    relaxed = {name: replace(row, sense="<=") for name, row in kept.items() if name.startswith(kind)}
    return Model(part.name, part.names, kept | relaxed)


def claim_about_rows(rows: Sequence[str]) -> str:
    if len(rows) == 1:
        return f"No values of the variables keep the row “{rows[0]}”."
    few = len(rows) <= MOST_NAMED
    these = join_words(f"“{name}”" for name in rows) if few else f"these {len(rows)} rows"
    return f"No values of the variables keep {these} together."


def irreducible_sentence(rows: Sequence[str], sure: bool) -> str:
    if not sure:
        unclear = "the time was up before that was clear"
        return f"Perhaps some of these conditions alone cannot hold together: {unclear}."
    needed = f"Without any one of these {len(rows)} conditions, the others can be met."
    return needed if len(rows) > 1 else ""


def cells_in_words(cells: Sequence[Cell]) -> str:
    """Name a few cells, count many."""
    if len(cells) > MOST_NAMED:
        return f"the {len(cells)} marked cells"
    return f"the cell{'s' if len(cells) > 1 else ''} {join_words(map(place, cells))}"


def as_sentence(text: str) -> str:
    return text and f"{text[:1].upper()}{text[1:]}."
