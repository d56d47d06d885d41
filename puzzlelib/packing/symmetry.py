"""Solutions up to symmetry: the symmetries of a puzzle, the images of placements, and orbits.

A symmetry of a puzzle is a motion of its container that keeps to all of this:

* Each box is turned in a way in which all pieces may turn, and put onto a box of the same form: its
  own or another one. A reflection mirrors all boxes as well. Where a piece may not turn at all, no
  box is turned or mirrored.
* Cells that may stay empty go to cells that may stay empty, cells of a colour to cells of that
  colour, even where `holes` or `most` leave no cell empty.
* After a rotation each piece has its own name. After a reflection it has that of its twin, a piece of
  the mirrored shape with as many copies that must and may be used: itself if it is its own mirror
  image, or else the first that is free, in the order of the pieces. Where cells have colours, or
  placements are listed, it is the piece whose legal places, without regard to what is given, are
  the mirrored ones. A piece that `most` names must be its own twin.
* Legal placements go to legal placements, and what is given goes to what is given.

`holes` and `most` only ask for numbers, which no symmetry changes. `solve` and `count` may search
another puzzle instead, with a piece for the holes or with so many copies as `most` found, but the
symmetries are those of the puzzle that was asked about.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from ..common.clock import Stop, never, raise_if_stopped
from ..common.errors import PuzzleError, check_choice
from . import shapes
from .puzzle import PackingPuzzle, Placement, Solution, check_puzzle
from .shapes import Cell

SYMMETRIES = ("none", "rotations", "reflections")
MOST_SYMMETRIES = 4096
MOST_BOXES = 11  # twelve equal boxes have 479,001,600 orders
MOST_MOVES = 3_000_000  # entries of the tables: each takes about a microsecond

CellMap = dict[Cell, Cell]
Move = Sequence[int]  # the image of each option under a symmetry
Names = dict[str, str]  # each piece -> the piece that its image is


def orbits(
    puzzle: PackingPuzzle, solutions: Iterable[Solution], symmetry: str = "rotations"
) -> list[Solution]:
    """Return the smallest solution of each orbit, in the order of first sight.

    `symmetry` is "none", "rotations" or "reflections", which are rotations and reflections;
    `PuzzleError` if the container has a reflection and a piece has no mirror image in the set. The
    head of symmetry.py defines all of them.

    >>> from puzzlelib import load, solve
    >>> puzzle = load("tetracubes-2x2x8")
    >>> len(orbits(puzzle, solve(puzzle, "backtracking", limit=None).solutions))
    224
    """
    check_puzzle(puzzle)
    if check_choice("symmetry", symmetry, SYMMETRIES) == "none":
        return list(dict.fromkeys(solutions))
    tables = option_tables(puzzle, symmetry)
    numbers = ((puzzle.option[placement] for placement in solution) for solution in solutions)
    least = dict.fromkeys(least_image(one, tables) for one in numbers)
    return [Solution((puzzle.placements[i] for i in one), puzzle) for one in least]


def least_image(numbers: Iterable[int], tables: Iterable[list[int]]) -> tuple[int, ...]:
    """Return the smallest of an orbit, from any of its solutions, as option numbers.

    >>> least_image([1, 2], [[0, 1, 2], [2, 1, 0]])
    (0, 1)
    """
    numbers = tuple(numbers)
    return min(tuple(sorted(table[i] for i in numbers)) for table in tables)


def first_places(
    puzzle: PackingPuzzle, symmetry: str = "rotations", stop: Stop = never, piece: str | None = None
) -> list[tuple[Placement, int]]:
    """Return places of one piece, one for each orbit under the symmetries, with the orbit's size.

    Each solution is an image of one that holds one of these places. The piece is the given one, or else that
    with the fewest orbits among those without copies whose images are their own; the list is empty if there
    is none, or if the container has no symmetry. Raise `PuzzleError` for too many symmetries,
    `TimeIsUp` when stop() says True.

    >>> from puzzlelib import load
    >>> [many for place, many in first_places(load("tetracubes-2x4x4"))]
    [8, 8]
    """
    symmetries = container_symmetries(puzzle, symmetry, stop)
    maps, renamings = zip(*symmetries)
    single = {piece.name for piece in puzzle.pieces if (piece.copies, piece.spare) == (1, 0)}
    own = {name for name in single if all(names[name] == name for names in renamings)}
    places = defaultdict(list)
    for one in puzzle.placements:
        if one.piece in own and piece in (None, one.piece):
            places[one.piece].append(one)
    fewest: list[tuple[Placement, int]] = []
    for listed in sorted(places.values(), key=len) if len(maps) > 1 else ():
        if fewest and len(listed) >= len(fewest) * len(maps):  # so it has at least as many orbits
            break
        found = place_orbits(listed, maps, stop)
        fewest = min(fewest or found, found, key=len)
    return fewest


def place_orbits(places: list[Placement], maps: Sequence[CellMap], stop: Stop) -> list[tuple[Placement, int]]:
    """Return the first place of each orbit, with the size of the orbit."""
    found, seen = [], set()
    for place in places:
        if place not in seen:
            raise_if_stopped(stop)
            orbit = {Placement(place.piece, place_image(place.cells, cells)) for cells in maps}
            found.append((place, len(orbit)))
            seen |= orbit
    return found


def check_symmetry(puzzle: PackingPuzzle, symmetry: str, stop: Stop = never) -> None:
    """Raise `PuzzleError` where orbits cannot be counted, `TimeIsUp` by stop()."""
    if symmetry != "none":
        container_symmetries(puzzle, symmetry, stop)


def option_tables(puzzle: PackingPuzzle, symmetry: str, stop: Stop = never) -> list[list[int]]:
    """Return for each symmetry the image of each option; raise `TimeIsUp` by stop().

    Only a few symmetries are applied to the placements, the others are products of them.
    """
    motions = [cells | names for cells, names in container_symmetries(puzzle, symmetry, stop)]
    place = {one: k for k, one in enumerate(motions[0])}
    moves = [tuple([place[motion[one]] for one in place]) for motion in motions]
    number = {mask: k for k, mask in enumerate(image_masks(puzzle, place))}
    tables: dict[tuple, list[int]] = {moves[0]: [*range(len(puzzle.placements))]}
    generators: list[tuple] = []
    for move in reversed(moves):  # the last ones make most of the others
        if move in tables:
            continue
        raise_if_stopped(stop)
        tables[move] = [number[mask] for mask in image_masks(puzzle, dict(zip(place, move)))]
        generators.append(move)
        queue = list(tables)
        while queue:
            first = queue.pop()
            raise_if_stopped(stop)
            for second in generators:
                product = tuple(map(second.__getitem__, first))
                if product not in tables:
                    tables[product] = list(map(tables[second].__getitem__, tables[first]))
                    queue.append(product)
    return [tables[move] for move in moves]


class Symmetries:
    """Where the symmetries of a puzzle take its options; those of a kind are made once.

    Errors as of `option_tables`.

    >>> from puzzlelib import load
    >>> symmetries = Symmetries(load("tetracubes-2x4x4"))
    >>> [len(symmetries.images(kind)) for kind in SYMMETRIES], len(symmetries.most_images())
    ([1, 8, 16], 16)
    """

    def __init__(self, puzzle: PackingPuzzle, stop: Stop = never):
        self.puzzle = puzzle
        self.stop = stop
        self.made: dict[str, list[Move]] = {"none": [range(len(puzzle.placements))]}

    def images(self, symmetry: str) -> list[Move]:
        """Return the image of each option under each symmetry, equal ones once, the identity first."""
        if check_choice("symmetry", symmetry, SYMMETRIES) not in self.made:
            tables = option_tables(self.puzzle, symmetry, self.stop)
            self.made[symmetry] = list(dict.fromkeys(map(tuple, tables)))
        return self.made[symmetry]

    def most_images(self) -> list[Move]:
        """Return the images under most symmetries that make solutions of solutions."""
        for symmetry in ("reflections", "rotations"):
            with suppress(PuzzleError):  # pieces without mirror images, or too many symmetries
                return self.images(symmetry)
        return self.images("none")


def stabiliser_tables(
    puzzle: PackingPuzzle, places: Iterable[Placement], symmetry: str, stop: Stop = never
) -> list[list[list[int]]]:
    """Return for each place the `option_tables` of the symmetries that leave it where it is.

    The list is empty where only the identity does.
    """
    tables, symmetries = [], container_symmetries(puzzle, symmetry, stop)
    for place in places:
        kept = [one for one in symmetries if place_image(place.cells, one[0]) == place.cells]
        listed = [placement_images(puzzle, *one) for one in kept] if len(kept) > 1 else []
        tables.append([[puzzle.option[image] for image in images] for images in listed])
    return tables


def container_symmetries(
    puzzle: PackingPuzzle, symmetry: str, stop: Stop = never
) -> list[tuple[CellMap, Names]]:
    """Return the symmetries of a puzzle, as the head of this file defines them; the identity comes
    first.

    Each is a map from cell to cell and one from piece to piece, which are twins after a reflection.
    Raise `PuzzleError` where there are too many to count with, or where a piece has no twin;
    `TimeIsUp` by stop().
    """
    if puzzle.asked:
        own = {piece.name: piece.name for piece in puzzle.pieces}
        found = container_symmetries(puzzle.asked, symmetry, stop)
        return [(cells, own | names) for cells, names in found]
    mirrors = symmetry == "reflections"
    boxes = len(shapes.split_boxes(puzzle.container))
    if boxes > MOST_BOXES:
        too_many = f"symmetries of {boxes:,} boxes are too many, {MOST_BOXES} boxes are the most"
        raise PuzzleError(f"{puzzle.name}: {too_many}; count with symmetry none")
    most = min(MOST_SYMMETRIES, MOST_MOVES // max(1, len(puzzle.placements)))
    turns = puzzle.common_turns
    maps = list(islice(shapes.symmetries(puzzle.container, turns, mirrors, stop), most + 1))
    if len(maps) > most:
        too_many = f"its boxes have more than {most:,} symmetries together"
        raise PuzzleError(f"{puzzle.name}: {too_many}; count with symmetry none")
    plain = shapes.symmetries(puzzle.container, turns, stop=stop) if mirrors else maps  # they come first
    rotations = sum(1 for _ in plain)
    same, given, found = {piece.name: piece.name for piece in puzzle.pieces}, set(puzzle.given), []
    twins = mirror_twins(puzzle, [one for one in maps[rotations:] if keeps_marks(puzzle, one)], stop)
    for k, cells in enumerate(maps):
        raise_if_stopped(stop)
        names = twins if k >= rotations else same
        kept = keeps_marks(puzzle, cells)
        if kept and given == {(names[one], place_image(at, cells)) for one, at in given}:
            found.append((cells, names))
    if puzzle.only is None:
        return found
    return [one for one in found if puzzle.option.keys() >= set(placement_images(puzzle, *one))]


def image_masks(puzzle: PackingPuzzle, places: dict) -> Iterator[int]:
    """Yield each placement as bits, one for each cell and one for the piece, which are in these places."""
    bit = {one: 1 << place for one, place in places.items()}
    return (sum(map(bit.__getitem__, cells), bit[piece]) for piece, cells in puzzle.placements)


def keeps_marks(puzzle: PackingPuzzle, cells: CellMap) -> bool:
    """Return whether a motion takes optional cells to optional ones, filled ones to filled ones,
    and keeps colours."""
    given = (cell for _, place in puzzle.given for cell in place)
    kept = all({cells[cell] for cell in marked} == marked for marked in (set(puzzle.optional), set(given)))
    colours = dict(puzzle.colours)
    return kept and all(colours.get(cells[cell]) == colour for cell, colour in colours.items())


def placement_images(puzzle: PackingPuzzle, cells: CellMap, names: Names) -> Iterator[tuple]:
    return ((names[piece], place_image(place, cells)) for piece, place in puzzle.placements)


def place_image(place: Iterable[Cell], cells: CellMap) -> tuple[Cell, ...]:
    return tuple(sorted(cells[cell] for cell in place))


def mirror_twins(puzzle: PackingPuzzle, reflections: list[CellMap], stop: Stop) -> Names:
    """Return for each piece its mirror image in the set; raise `PuzzleError` without one.

    Of no reflections, no piece is asked for one.
    """
    if not reflections:
        return {}
    often = {piece.name: (piece.copies, piece.spare, piece.name == puzzle.most) for piece in puzzle.pieces}
    if puzzle.only is not None or puzzle.colours:
        return legal_twins(puzzle, reflections, often, stop)
    forms, mirrored = {}, {}
    for piece in puzzle.pieces:
        raise_if_stopped(stop)
        turns, image = piece.turns or puzzle.turns, shapes.mirrored(piece.cells)
        forms[piece.name] = shapes.orientations(piece.cells, turns), often[piece.name]
        mirrored[piece.name] = shapes.orientations(image, turns), often[piece.name]
    twins = match_twins(forms, mirrored)
    for name in forms:
        if name not in twins:
            raise no_reflections(puzzle, f"piece {name} has no mirror image in the set")
    return twins


def legal_twins(puzzle: PackingPuzzle, reflections: list[CellMap], often: dict, stop: Stop) -> Names:
    """Return the twins if not all that fits is legal: a reflection swaps their placements."""
    places = {piece.name: set() for piece in puzzle.pieces}
    for name, place in puzzle.only or replace(puzzle, given=()).find_placements(stop):
        places[name].add(place)
    forms = {name: (own, often[name]) for name, own in places.items()}
    for cells in reflections:
        raise_if_stopped(stop)
        mirrored = {
            name: ({place_image(place, cells) for place in own}, many) for name, (own, many) in forms.items()
        }
        twins = match_twins(forms, mirrored)
        if len(twins) == len(forms):
            return twins
    raise no_reflections(puzzle, "no mirror image of its legal placements is legal")


def match_twins(forms: dict, mirrored: dict) -> Names:
    """Match each piece with one whose form is its mirrored form: itself, or one that is free."""
    twins, free = {}, dict(forms)
    for name, wanted in mirrored.items():
        like = [other for other, form in free.items() if form == wanted]
        if like:
            twins[name] = like[0]  # itself, if it can be: those before it have taken themselves
            del free[twins[name]]  # pieces of the same form are different pieces
    return twins


def no_reflections(puzzle: PackingPuzzle, why: str) -> PuzzleError:
    return PuzzleError(f"{puzzle.name}: reflections cannot be counted: {why}")


def cycles(table: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the sets of numbers that a table takes into each other.

    >>> list(cycles([1, 0, 2]))
    [(0, 1), (2,)]
    """
    seen = bytearray(len(table))
    for k in range(len(table)):
        orbit = []
        while not seen[k]:
            seen[k] = 1
            orbit.append(k)
            k = table[k]
        if orbit:
            yield tuple(sorted(orbit))
