"""Packing puzzles: pieces, a container, placements, solutions."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import count, islice, product
from string import ascii_uppercase, digits

from ..common.clock import Stop, never
from ..common.drawing import Drawable, artist
from ..common.errors import PuzzleError, short
from ..common.words import many
from .pieces import Piece, Placement, places, volume_fits
from .pieces import box_cells as box_cells
from .shapes import Cell

MOST_COVERED = 250_000  # cells of all placements: ten times what a search could finish
LETTERS = ascii_uppercase + digits


def check_puzzle(value) -> "PackingPuzzle":
    """Return a packing puzzle; raise a `PuzzleError` that says how to get one for anything else.

    >>> check_puzzle("soma")
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: 'soma' is not a puzzle; load("soma"), with ...
    """
    if not isinstance(value, PackingPuzzle):
        remedy = 'load("soma"), with the name of a puzzle or of a file, gives one'
        if isinstance(getattr(value, "puzzle", None), PackingPuzzle):
            remedy = "its .puzzle is one"
        if isinstance(value, (list, tuple, dict)):
            remedy = "cover_of makes an exact cover of such, for solve and count"
        raise PuzzleError(f"{short(value)} is not a puzzle; {remedy}")
    return value


class Solution(Drawable, tuple[Placement, ...]):
    """A tuple of placements that knows its `puzzle`, and draws itself.

    They are sorted by the order of the pieces in the puzzle, then by cells. As the last line of a
    cell a solution is a picture, `print` writes its layers in letters, `show()` shows it in 3D, and
    `to_html(path)` writes a page. It equals every tuple of the same placements.

    >>> from puzzlelib import load, solve
    >>> solution = solve(load("tetracubes-2x4x4")).solutions[0]
    >>> solution
    <Solution of Tetracubes, 2×4×4: 8 pieces>
    >>> solution[0]
    Placement(piece='I', cells=((0, 0, 0), (0, 1, 0), (0, 2, 0), (0, 3, 0)))
    >>> print(solution)
    layer 1 (bottom)   layer 2 (top)
    I P L O            L L L O
    I P P O            T P N O
    I Z Z M            T T N N
    I Z M M            T Z M N
    """

    puzzle: "PackingPuzzle"

    def __new__(cls, placements: Iterable[Placement], puzzle: "PackingPuzzle") -> "Solution":
        self = super().__new__(cls, placements)
        self.puzzle = puzzle
        return self

    def __getnewargs__(self) -> tuple:
        return tuple(self), self.puzzle

    def __deepcopy__(self, _) -> "Solution":
        return self  # nothing in it can change

    def __repr__(self) -> str:
        return f"<Solution of {self.puzzle.name}: {many(len(self), 'piece')}>"

    def __str__(self) -> str:
        from .layers import layers_text

        return layers_text(self.puzzle, dict.fromkeys(self, "solution"))


@dataclass(frozen=True, repr=False)
class PackingPuzzle(Drawable):
    """Fill the container with the pieces so that each cell is covered exactly once.

    Optional cells are covered once or not at all. A coloured cell of a piece lies on a cell of the
    container that has no colour or the same one; a cell without a colour lies anywhere. Two ways to
    turn a piece that fill the same cells are one placement, whatever its colours.

    Make one with `PackingPuzzle.from_pieces`, or read one with `load`.

    Parameters
    ----------
    name
        its name in pictures and messages
    container
        cells (x, y, z) in index order (x fastest, then y, z); of several boxes (x, y, z, box)
    pieces
        `Piece(name, cells, copies, spare, colours, turns)`, no name twice
    turns
        the turns of pieces: "space" (any), "plane" (about z only), "flip" (turned over as well) or
        "none"
    boxes
        the sizes (x, y, z), if the container was given as boxes
    source
        the origin of the puzzle
    only
        the legal placements, sorted; None: every one that fits
    optional
        the cells of the container that may stay empty, in its order
    colours
        (cell, colour) for the cells of the container that have a colour, in its order
    joined
        sets of names of pieces that may stay joined when the puzzle is taken apart
    given
        placements that each solution holds; their cells are not optional
    holes
        the least and the most number of optional cells that stay empty; None: any number
    most
        True: solutions cover as many cells as can be; the name of a piece: with as many copies of
        it as fit. `solve` and `count` keep to `holes` and `most`; other searches refuse them
    asked
        the puzzle that `solve` was asked about, where it searches this one instead: it has the
        symmetries of that one

    Examples
    --------
    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> puzzle
    <PackingPuzzle Tetracubes, 2×4×4: 8 pieces, 32 cells>
    >>> len(puzzle.container), len(puzzle.pieces), len(puzzle.placements)
    (32, 8, 666)
    """

    name: str
    container: tuple[Cell, ...]
    pieces: tuple[Piece, ...]
    turns: str = "space"
    boxes: tuple[tuple[int, int, int], ...] = ()
    source: str = ""
    only: tuple[Placement, ...] | None = None
    optional: tuple[Cell, ...] = ()
    colours: tuple[tuple[Cell, str], ...] = ()
    joined: tuple[tuple[str, ...], ...] = ()
    given: tuple[Placement, ...] = ()
    holes: tuple[int, int] | None = None
    most: bool | str = False
    asked: "PackingPuzzle | None" = field(default=None, compare=False)

    @classmethod
    def from_pieces(cls, pieces: Mapping[str, object], **keys) -> "PackingPuzzle":
        """Return a puzzle of pieces that are drawn, or listed as cells.

        Raise `PuzzleError` if anything is wrong with them, in the words of the puzzle files.

        Parameters
        ----------
        pieces
            name -> shape. A shape is a drawing such as "###/#..", whose last row is the front; a
            list of drawings, the lowest layer first; or a list of cells [x, y] or [x, y, z]
        keys
            those of a puzzle file: `box`, `boxes`, `cells` or `layers` for the container, and
            `name`, `turns`, `source`, `optional`, `colours`, `joined`, `given`, `holes`, `most`;
            also `copies`, name -> number or text such as "2..4" or "any", and `loose`, the names of
            pieces that may fall into parts

        Examples
        --------
        >>> puzzle = PackingPuzzle.from_pieces({"L": "###/#..", "T": "###/.#."}, box=[4, 2])
        >>> puzzle
        <PackingPuzzle puzzle: 2 pieces, 8 cells>
        >>> twice = PackingPuzzle.from_pieces({"V": ["##/#."]}, copies={"V": 2}, box=[3, 2], name="Twice V")
        >>> len(twice.placements)
        8
        """
        from .reading import fields_of_pieces

        return cls(**fields_of_pieces(pieces, keys))

    def show(self, solution: "Iterable[Placement] | None" = None) -> None:
        """Show the puzzle, or placements of it, in 3D: in the notebook, or in the browser."""
        artist().show(self if solution is None else self.solution(solution))

    def __repr__(self) -> str:
        number = sum(piece.copies for piece in self.pieces)
        return f"<PackingPuzzle {self.name}: {many(number, 'piece')}, {many(len(self.container), 'cell')}>"

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """The hash, worked out once: drawing asks for it often."""
        return hash((self.name, self.container, self.pieces, self.turns, self.boxes, self.source))

    def __getstate__(self) -> dict:
        """Return the fields for another process, without anything that can be worked out there."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @property
    def is_exact(self) -> bool:
        """Whether every cell must be filled and every copy used."""
        return not self.optional and not any(piece.spare for piece in self.pieces)

    @cached_property
    def must_fill(self) -> tuple[Cell, ...]:
        """The cells that must be filled, in the order of the container."""
        optional = set(self.optional)
        return tuple(cell for cell in self.container if cell not in optional)

    @property
    def has_right_volume(self) -> bool:
        """Whether the pieces have as many cells as can be filled and must be."""
        size = len(self.container)
        least, most = self.holes or (0, size)
        return volume_fits(self.pieces, max(len(self.must_fill), size - most), size - least)

    @property
    def special_words(self) -> list[str]:
        """The words that few puzzle files say, of those that it says."""
        said = {word: getattr(self, word) for word in ("given", "holes", "most")}
        said["turns of one piece"] = any(piece.turns for piece in self.pieces)
        return [word for word, value in said.items() if value]

    @property
    def common_turns(self) -> str:
        """The turns that all pieces may make."""
        own = {piece.turns or self.turns for piece in self.pieces}
        return next((turns for turns in ("none", "plane", "flip") if turns in own), "space")

    @cached_property
    def placements(self) -> tuple[Placement, ...]:
        """Every legal placement of every piece; the index in this tuple is the option's number."""
        return self.find_placements(never)

    def make_placements(self, stop: Stop) -> None:
        """Find the placements now; raise `TimeIsUp` when stop() says True before."""
        if "placements" not in vars(self):
            vars(self)["placements"] = self.find_placements(stop)

    def find_placements(self, stop: Stop) -> tuple[Placement, ...]:
        """Return every legal placement of every piece; raise `PuzzleError`, or `TimeIsUp`."""
        if self.only is not None:
            return self.only
        found, room = [], MOST_COVERED
        for piece in self.pieces:
            most = room // len(piece.cells)
            places = sorted(islice(self.places(piece, self.container, stop), most + 1))
            if len(places) > most:
                cover = f"all placements together cover more than {MOST_COVERED:,} cells"
                raise PuzzleError(f"{self.name}: too large: {cover}")
            room -= len(places) * len(piece.cells)
            found += [Placement(piece.name, cells) for cells in places]
        if self.given:
            held, filled = set(self.given), {cell for _, cells in self.given for cell in cells}
            used = Counter(piece for piece, _ in held)
            left = {piece.name for piece in self.pieces if piece.copies > used[piece.name]}
            fits = lambda one: one.piece in left and filled.isdisjoint(one.cells)
            found = [one for one in found if one in held or fits(one)]
        return tuple(found)

    def places(self, piece: Piece, room: Iterable[Cell], stop: Stop = never) -> Iterable:
        """Return the places of a piece in a room, each once; raise `TimeIsUp` by stop()."""
        return places(piece, room, self.turns, self.colours, stop)

    @cached_property
    def option(self) -> dict[tuple[str, tuple[Cell, ...]], int]:
        """The option number of each placement."""
        return {placement: number for number, placement in enumerate(self.placements)}

    @cached_property
    def labels(self) -> dict[str, str]:
        """A label for each piece, all different: a letter or digit, from its name if one is free.

        After 36 of them come longer ones, AA, AB, ….

        >>> from puzzlelib import load
        >>> "".join(load("tetracubes-2x4x4").labels.values())
        'ITLPONZM'
        """
        free = dict.fromkeys(LETTERS)
        longer = ("".join(signs) for many in count(2) for signs in product(LETTERS, repeat=many))
        labels = {}
        for piece in self.pieces:
            wishes = (sign for sign in piece.name.upper() + LETTERS if sign in free)
            labels[piece.name] = next(wishes, "") or next(longer)
            free.pop(labels[piece.name], None)
        return labels

    def solution(self, placements) -> Solution:
        """Return placements, all or some, as a solution in its canonical order."""
        rank = {piece.name: i for i, piece in enumerate(self.pieces)}
        placed = (Placement(piece, tuple(sorted(cells))) for piece, cells in placements)
        return Solution(sorted(placed, key=lambda one: (rank[one.piece], one.cells)), self)

    def without(self, given) -> "PackingPuzzle":
        """Return the rest of the puzzle when placements are given: fewer pieces and cells."""
        given = list(given)
        filled, used = {cell for _, cells in given for cell in cells}, Counter(piece for piece, _ in given)
        rest = [piece.less(used[piece.name]) for piece in self.pieces]
        pieces = tuple(piece for piece in rest if piece.copies)
        cells, only = tuple(cell for cell in self.container if cell not in filled), self.only
        optional = tuple(cell for cell in self.optional if cell not in filled)
        colours = tuple((cell, colour) for cell, colour in self.colours if cell not in filled)
        names = {piece.name for piece in pieces}
        joined = [tuple(name for name in one if name in names) for one in self.joined]
        sets = tuple(filter(None, joined))
        if only is not None:
            only = tuple(p for p in only if p.piece in names and filled.isdisjoint(p.cells))
        kept = tuple(one for one in self.given if filled.isdisjoint(one.cells))
        smaller = replace(self, pieces=pieces, boxes=(), only=only, joined=sets, given=kept)
        return replace(smaller, container=cells, optional=optional, colours=colours)


def to_dict(puzzle: PackingPuzzle, solution) -> dict:
    """Return a solution as it is written to JSON: {piece: cells}, of copies {piece: [cells, …]}.

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> to_dict(puzzle, puzzle.placements[:1])
    {'I': [[0, 0, 0], [0, 1, 0], [0, 2, 0], [0, 3, 0]]}
    """
    found: dict[str, list] = {}
    for name, cells in puzzle.solution(solution):
        found.setdefault(name, []).append([list(cell) for cell in cells])
    single = {piece.name for piece in puzzle.pieces if piece.copies == 1}
    return {name: places[0] if name in single else places for name, places in found.items()}


def from_dict(puzzle: PackingPuzzle, data: dict) -> Solution:
    """Return the solution in such a dictionary; raise `PuzzleError` for one of another puzzle."""
    copies = {piece.name: piece.copies for piece in puzzle.pieces}
    found = []
    for name, cells in data.items():
        if name not in copies:
            raise PuzzleError(f"piece {name!r} is not in {puzzle.name}; its pieces are {', '.join(copies)}")
        try:
            found += [Placement(name, read_cells(one)) for one in ([cells] if copies[name] == 1 else cells)]
        except TypeError:
            raise PuzzleError(f"piece {name}: its cells are not a list of [x, y, z]") from None
    return puzzle.solution(found)


def read_cells(cells) -> tuple[Cell, ...]:
    """Return the cells in JSON, sorted; raise `TypeError` for any but lists of whole numbers."""
    if any(type(number) is not int for cell in cells for number in cell):
        raise TypeError
    return tuple(sorted(map(tuple, cells)))
