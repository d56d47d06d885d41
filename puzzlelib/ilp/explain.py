"""Why not? What cannot hold together in a puzzle without a solution, in plain words and marked in the picture.

Quick arguments come first: the volume, a cell that nothing reaches, the chessboard. Then `conflict` finds rows that cannot hold
together, none of them superfluous, and they are read as what they stand for: hints, pieces, cells.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from .conflict import Oracle, smallest
from .exact_cover import ExactCover, why_impossible
from .ilp import Model
from .placement_model import placement_model, row_name
from .puzzles import PackingPuzzle, Placement, PuzzleError, short
from .recorder import listed, many, place
from .shapes import Cell

SECONDS = 20
MARK = "?"
MOST_NAMED = 6  # cells or rows that a sentence lists; of more it tells the number


@dataclass(frozen=True)
class Reason:
    """Why there is no solution, or that there is one.

    `rows`: the names of rows that cannot hold together. `irreducible`: each of them is needed, without any one the others can be
    kept; it is False where the time was up before that was proved. `possible`: is there a solution (None: not known)?
    """

    rows: tuple[str, ...]
    say: str
    irreducible: bool = True
    possible: bool | None = False
    puzzle: PackingPuzzle | None = field(default=None, repr=False)
    given: tuple[Placement, ...] = field(default=(), repr=False)

    def picture(self) -> tuple[dict, dict]:
        """Scene and frame for a stage: the cells of the rows stand out, the hints among the rows are there."""
        if self.puzzle is None:
            raise PuzzleError("there is no picture of a model alone; why_not of a puzzle has one")
        return marked(self)

    def figure(self, explode: float = 0.0, **look):
        """The same as a plotly figure; `look` as for `draw.assembled`."""
        from . import draw

        return draw.assembled(*self.picture(), explode, **look)


def why_not(
    problem: PackingPuzzle | ExactCover | Model,
    given: Iterable = (),
    *,
    solver: str = "highs",
    time_limit: float | None = SECONDS,
) -> Reason:
    """Rows that cannot hold together, and why in plain words.

    Parameters
    ----------
    problem : a puzzle, an exact cover problem, or a model
    given : placements that must be kept (of an exact cover problem: numbers of options); none for a model
    solver, time_limit : who decides what the relaxation leaves open, and the seconds for all of it (None: as long as it takes)

    An interrupt is a `KeyboardInterrupt`. Errors: `PuzzleError`.

    >>> from puzzlelib.puzzle_files import read_text
    >>> board = "cells: [[0,1,0],[1,1,0],[2,1,0],[3,1,0],[1,2,0],[2,2,0]]"
    >>> pieces = "pieces: [{name: O, cells: [[0,0,0],[1,0,0],[0,1,0],[1,1,0]]}, {name: D, cells: [[0,0,0],[1,0,0]]}]"
    >>> reason = why_not(read_text(f"{board}\\n{pieces}"))
    >>> reason.rows
    ('piece D', 'cell (0,1,0)', 'cell (3,1,0)')
    >>> reason.say[:91]
    'The cells (0,1,0) and (3,1,0) can only be covered by the piece D, and it cannot cover both.'
    """
    given = tuple(Placement(*p) for p in given) if isinstance(problem, PackingPuzzle) else tuple(given)
    model = problem if isinstance(problem, Model) else placement_model(problem, given)
    if isinstance(problem, Model) and given:
        raise PuzzleError(f"given {short(given)}: a model has no placements; add a row to it")
    puzzle = problem if isinstance(problem, PackingPuzzle) else None
    oracle, known = Oracle(model, solver, time_limit), sentence_of(quick_reason(puzzle)) if puzzle else ""
    if known:
        oracle.impossible.append(frozenset(model.rows))
    if not oracle(model.rows):
        return undecided(puzzle, given, oracle.sure)
    rows, sure = smallest(model, oracle)
    found = in_words(sorted_out(puzzle, given, rows), model, rows, oracle) if puzzle else of_rows(rows)
    say = [known] if known and len(rows) == 1 else [known, found, *ending(rows, sure)]
    return Reason(rows, " ".join(filter(None, say)), sure, False, puzzle, given)


def undecided(puzzle: PackingPuzzle | None, given: tuple, sure: bool) -> Reason:
    """What is said where nothing is proved impossible."""
    say = (
        "There is a solution, so there is nothing to explain."
        if sure
        else "The time was up before it was clear whether there is a solution."
    )
    return Reason((), say, sure, True if sure else None, puzzle, given)


# ---- in words -------------------------------------------------------------------------------------------------------------


def quick_reason(puzzle: PackingPuzzle) -> str:
    """The volume, and the arguments of `exact_cover.why_impossible`; "" where none of them helps."""
    filled = sum(piece.copies * len(piece.cells) for piece in puzzle.pieces)
    if filled != len(puzzle.container):
        return f"the pieces have {many(filled, 'cell')}, the container has {len(puzzle.container):,}"
    return why_impossible(puzzle)


@dataclass(frozen=True)
class Set:
    """Rows of a puzzle, sorted: hints, pieces that the hints do not use up, and cells that the hints do not fill."""

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
        several = [f"the {copies[name]} pieces {name}" for name in self.pieces if copies[name] > 1]
        single = [name for name in self.pieces if copies[name] == 1]
        return listed(
            [*several, *([f"the piece{'s' * (len(single) > 1)} {listed(single)}"] if single else [])]
        )

    def alone(self) -> bool:
        """Is it one piece?"""
        return [piece.copies for piece in self.puzzle.pieces if piece.name in self.pieces] == [1]

    def coverers(self) -> set[str]:
        """The pieces that can cover any of the cells, besides the hints."""
        filled, used = {cell for p in self.hints for cell in p.cells}, Counter(p.piece for p in self.hints)
        free = {piece.name for piece in self.puzzle.pieces if used[piece.name] < piece.copies}
        return {
            p.piece
            for p in self.puzzle.placements
            if p.piece in free and filled.isdisjoint(p.cells) and not set(self.cells).isdisjoint(p.cells)
        }


def sorted_out(puzzle: PackingPuzzle, given: Iterable[Placement], rows: Iterable[str]) -> Set:
    """The rows by what they are about."""
    rows = set(rows)
    hints = tuple(p for p in dict.fromkeys(given) if f"hint x[{puzzle.option[p]}]" in rows)
    filled, used = {cell for p in hints for cell in p.cells}, Counter(p.piece for p in hints)
    return Set(
        puzzle,
        hints,
        tuple(p.name for p in puzzle.pieces if row_name(puzzle, p.name) in rows and used[p.name] < p.copies),
        tuple(cell for cell in puzzle.container if row_name(puzzle, cell) in rows and cell not in filled),
    )


def in_words(about: Set, model: Model, rows: Sequence[str], oracle: Oracle) -> str:
    """What the rows say together, as a sentence."""
    lead = (
        f"with {listed(f'{p.piece} at {places(p.cells)}' for p in about.hints)} given, "
        if about.hints
        else ""
    )
    return sentence_of(
        lead + claim(about, Model(model.name, model.names, {name: model.rows[name] for name in rows}), oracle)
    )


def claim(about: Set, part: Model, oracle: Oracle) -> str:
    """What cannot be. A part with "at most" in place of "exactly" tells whether it is the cells or the pieces that get too little."""
    cells, who, they = places(about.cells), about.coverers(), "it" if about.alone() else "they"
    if not about.cells:
        return f"there is no room for {about.names()}" if about.pieces else "the hints do not go together"
    if not who:
        return f"no piece can cover {cells}"
    if not about.pieces:
        return f"no choice of placements covers {cells} exactly once{' each' if len(about.cells) > 1 else ''}"
    if who <= set(about.pieces) and oracle.proved(at_most(part, "piece ")):
        return f"{cells} can only be covered by {about.names()}, and {they} cannot cover {all_of(about)}"
    if oracle.proved(at_most(part, "cell ")):
        return f"there is no room for {about.names()}: wherever {they} {'is' if about.alone() else 'are'} put, {one_of_them(about.cells)} would be filled twice"
    return f"no choice of placements covers {cells} exactly once and uses {about.names()}"


def one_of_them(cells: Sequence[Cell]) -> str:
    """The cells, where it is not known which of them."""
    return f"one of {places(cells)}" if len(cells) > 1 else places(cells)


def at_most(part: Model, kind: str) -> Model:
    """The part with "at most" in the rows whose names begin so."""
    rows = {
        name: replace(row, sense="<=") if name.startswith(kind) else row for name, row in part.rows.items()
    }
    return Model(part.name, part.names, rows)


def all_of(about: Set) -> str:
    """What one piece, or several, would have to cover."""
    return (
        ("both" if len(about.cells) == 2 else "all of them") if about.alone() else "each of them exactly once"
    )


def of_rows(rows: Sequence[str]) -> str:
    """Rows of a model, as a sentence."""
    if len(rows) == 1:
        return f"No values of the variables keep the row “{rows[0]}”."
    return f"No values of the variables keep {listed(f'“{name}”' for name in rows) if len(rows) <= MOST_NAMED else f'these {len(rows)} rows'} together."


def ending(rows: Sequence[str], sure: bool) -> list[str]:
    """Whether each of the rows is needed."""
    if not sure:
        return [
            "Perhaps some of these conditions alone cannot hold together: the time was up before that was clear."
        ]
    return (
        [f"Without any one of these {len(rows)} conditions, the others can be met."] if len(rows) > 1 else []
    )


def places(cells: Sequence[Cell]) -> str:
    """Cells in words: a few by their coordinates, many by their number."""
    if len(cells) > MOST_NAMED:
        return f"the {len(cells)} marked cells"
    return f"the cell{'s' if len(cells) > 1 else ''} {listed(map(place, cells))}"


def sentence_of(text: str) -> str:
    return text and f"{text[:1].upper()}{text[1:]}."


# ---- the picture ------------------------------------------------------------------------------------------------------------


def marked(reason: Reason) -> tuple[dict, dict]:
    """Scene and frame: the container, the hints among the rows, and a red cube with a question mark in each cell of the rows."""
    from . import draw
    from .explode import room_of
    from .palette import WHITE
    from .parts import RULED_OUT

    puzzle, paint = reason.puzzle, (RULED_OUT, WHITE)
    about = sorted_out(puzzle, reason.given, reason.rows)
    scene, frame = draw.scene(puzzle), draw.frame(puzzle, dict.fromkeys(about.hints, "given"), say=reason.say)
    cube = draw.shape_frame([(0, 0, 0)], MARK, paint)[1]["blocks"][0]
    corners = room_of(puzzle).place(about.cells).tolist() if about.cells else []
    for number, cell in enumerate(puzzle.container):
        if cell in about.cells:
            frame["cells"][number], frame["how"][number] = MARK, "marked"
    blocks = [*frame["blocks"], *(cube | {"at": [float(v) for v in corner]} for corner in corners)]
    return scene | {"colours": scene["colours"] | {MARK: list(paint)}}, frame | {"blocks": blocks}
