"""Solutions up to symmetry: the motions of a container, what they make of placements, and orbits."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain, islice, repeat

from ..common.clock import Stop, heed, never
from ..common.errors import PuzzleError, check_choice
from . import shapes
from .puzzle import PackingPuzzle, Placement, Solution, packing

SYMMETRIES = ("none", "rotations", "reflections")
MOST_SYMMETRIES = 4096
MOST_BOXES = 11  # twelve equal boxes have 479,001,600 orders; most others have two symmetries each at least
MOST_MOVES = 3_000_000  # entries of the tables: each takes about a microsecond


def orbits(
    puzzle: PackingPuzzle, solutions: Iterable[Solution], symmetry: str = "rotations"
) -> list[Solution]:
    """The smallest solution of each orbit, in the order of first sight.

    `symmetry`: "none", "rotations" (motions of the container that the pieces may make too) or "reflections"
    (mirror images as well; `PuzzleError` if the pieces are not closed under mirroring).

    >>> from puzzlelib import load, solve
    >>> puzzle = load("tetracubes-2x2x8")
    >>> len(orbits(puzzle, solve(puzzle, "backtracking", limit=None).solutions))
    224
    """
    packing(puzzle)
    if check_choice("symmetry", symmetry, SYMMETRIES) == "none":
        return list(dict.fromkeys(solutions))
    tables = option_tables(puzzle, symmetry)
    numbers = ((puzzle.option[placement] for placement in solution) for solution in solutions)
    least = dict.fromkeys(least_image(one, tables) for one in numbers)
    return [tuple(puzzle.placements[i] for i in one) for one in least]


def least_image(numbers: Iterable[int], tables: Iterable[list[int]]) -> tuple[int, ...]:
    """The smallest of an orbit, from any of its solutions, as option numbers.

    >>> least_image([1, 2], [[0, 1, 2], [2, 1, 0]])
    (0, 1)
    """
    numbers = tuple(numbers)
    return min(tuple(sorted(table[i] for i in numbers)) for table in tables)


def first_places(puzzle: PackingPuzzle, stop: Stop = never) -> list[tuple[Placement, int]]:
    """Places of one piece, one for each orbit under the rotations, and how many places the orbit has.

    Each solution is a rotated one of those that hold one of these places. Of the pieces without copies, that
    with the fewest places is taken; an empty list where there is none, or the container has no rotation.
    Errors: `PuzzleError` where there are too many rotations, `TimeIsUp` by stop().

    >>> from puzzlelib import load
    >>> [many for place, many in first_places(load("tetracubes-2x4x4"))]
    [8, 8]
    """
    single = {piece.name for piece in puzzle.pieces if piece.copies == 1}
    places = defaultdict(list)
    for one in puzzle.placements:
        if one.piece in single:
            places[one.piece].append(one)
    motions = motions_of(puzzle, False) if places else []
    return orbits_of(min(places.values(), key=len), motions, stop) if len(motions) > 1 else []


def orbits_of(places: list[Placement], motions: list[dict], stop: Stop) -> list[tuple[Placement, int]]:
    """The first place of each orbit, and how many places the orbit has."""
    found, seen = [], set()
    for place in places:
        if place not in seen:
            heed(stop)
            orbit = {Placement(place.piece, moved(place.cells, motion)) for motion in motions}
            found.append((place, len(orbit)))
            seen |= orbit
    return found


def check_symmetry(puzzle: PackingPuzzle, symmetry: str) -> None:
    """`PuzzleError` where orbits cannot be counted."""
    if symmetry == "reflections":
        mirror_twins(puzzle)
    if symmetry != "none":
        motions_of(puzzle, symmetry == "reflections")


def option_tables(puzzle: PackingPuzzle, symmetry: str, stop: Stop = never) -> list[list[int]]:
    """For each symmetry of the container: where it takes option 0, 1, 2, …; `TimeIsUp` by stop()."""
    tables = []
    for cells, names in motions_and_names(puzzle, symmetry, stop):
        heed(stop)
        tables.append([puzzle.option[placement] for placement in images(puzzle, cells, names)])
    return tables


def motions_and_names(puzzle: PackingPuzzle, symmetry: str, stop: Stop = never) -> list[tuple[dict, dict]]:
    """The symmetries of the container, each as a map cell to cell, and what it makes of the pieces' names."""
    mirrors = symmetry == "reflections"
    twins = mirror_twins(puzzle) if mirrors else {}
    heed(stop)
    rotations = motions_of(puzzle, False)
    heed(stop)
    mirrorings = motions_of(puzzle, True)[len(rotations) :] if mirrors else []  # none: no mirror image
    return [*zip(rotations, repeat(unchanged(puzzle))), *zip(mirrorings, repeat(twins))]


def unchanged(puzzle: PackingPuzzle) -> dict[str, str]:
    """Each piece by the name that it has after a rotation: its own."""
    return {piece.name: piece.name for piece in puzzle.pieces}


def images(puzzle: PackingPuzzle, cells: dict, names: dict) -> Iterator[tuple]:
    """What a motion makes of each placement."""
    return ((names[piece], moved(place, cells)) for piece, place in puzzle.placements)


def moved(place: Iterable[shapes.Cell], cells: dict) -> tuple[shapes.Cell, ...]:
    """A place after a motion, given as a map cell to cell."""
    return tuple(sorted(cells[cell] for cell in place))


def motions_of(puzzle: PackingPuzzle, mirrors: bool) -> list[dict]:
    """The symmetries of the container; `PuzzleError` where there are too many to count with."""
    most = min(MOST_SYMMETRIES, MOST_MOVES // max(1, len(puzzle.placements)))
    boxes = len(shapes.split_boxes(puzzle.container))
    if boxes > MOST_BOXES:
        too_many = f"symmetries of {boxes:,} boxes are too many, {MOST_BOXES} boxes are the most"
        raise PuzzleError(f"{puzzle.name}: {too_many}; count with symmetry none")
    maps = list(islice(shapes.symmetries(puzzle.container, puzzle.turns, mirrors), most + 1))
    if len(maps) > most:
        too_many = f"its boxes have more than {most:,} symmetries together"
        raise PuzzleError(f"{puzzle.name}: {too_many}; count with symmetry none")
    return maps if puzzle.only is None else legal_motions(puzzle, maps, mirrors)


def legal_motions(puzzle: PackingPuzzle, maps: list[dict], mirrors: bool) -> list[dict]:
    """Those of the container's symmetries that make a legal placement of each legal one."""
    turns = count_turns(puzzle) if mirrors else len(maps)
    twins = mirror_twins(puzzle) if len(maps) > turns else {}
    renamed = zip(maps, chain(repeat(unchanged(puzzle), turns), repeat(twins)))
    return [cells for cells, names in renamed if puzzle.option.keys() >= set(images(puzzle, cells, names))]


def count_turns(puzzle: PackingPuzzle) -> int:
    """How many of the container's symmetries are rotations."""
    return sum(1 for _ in shapes.symmetries(puzzle.container, puzzle.turns))


def mirror_twins(puzzle: PackingPuzzle) -> dict[str, str]:
    """For each piece the name of its mirror image; `PuzzleError` where there is none in the set."""
    if puzzle.only is not None:
        return legal_twins(puzzle)
    twin, free = {}, {piece.name: (shapes.normal_form(piece.cells), piece.copies) for piece in puzzle.pieces}
    for piece in puzzle.pieces:
        forms = shapes.orientations(shapes.mirrored(piece.cells), puzzle.turns)
        found = [name for name, (form, copies) in free.items() if form in forms and copies == piece.copies]
        if not found:
            why = f"piece {piece.name} has no mirror image in the set"
            raise PuzzleError(f"{puzzle.name}: reflections cannot be counted: {why}")
        twin[piece.name] = piece.name if piece.name in found else found[0]
        del free[twin[piece.name]]
    return twin


def legal_twins(puzzle: PackingPuzzle) -> dict[str, str]:
    """The same where legal placements are listed: a mirror image of the container turns one piece's into its
    twin's."""
    places = {piece.name: set() for piece in puzzle.pieces}
    for name, place in puzzle.placements:
        places[name].add(place)
    copies = {piece.name: piece.copies for piece in puzzle.pieces}
    names = unchanged(puzzle)
    motions = shapes.symmetries(puzzle.container, puzzle.turns, True)
    for motion in islice(motions, count_turns(puzzle), None):
        twins, free = {}, list(names)
        for name in names:
            like = {moved(place, motion) for place in places[name]}, copies[name]
            same = [one for one in free if (places[one], copies[one]) == like]
            if same:
                twins[name] = name if name in same else same[0]
                free.remove(twins[name])  # pieces with the same places are different pieces
        if not free:
            return twins
    why = "no mirror image of its legal placements is legal"
    raise PuzzleError(f"{puzzle.name}: reflections cannot be counted: {why}")
