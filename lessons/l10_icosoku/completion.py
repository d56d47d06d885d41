"""Positions of 3coSoKu: tiles that may be laid, a completion or a reason why there is none, the
verdict."""

from collections.abc import Mapping
from time import perf_counter

from puzzlelib.common.ending import Ending
from puzzlelib.common.errors import PuzzleError, check_int, short
from puzzlelib.icosoku.puzzle import (
    Arranged,
    Arrangement,
    Cosoku,
    Placed,
    dots,
    least_turn,
    spelled,
    sums,
    turns,
    why_impossible,
)
from puzzlelib.icosoku.referee import verify
from puzzlelib.packing.referee import Invalid

SECONDS = 10  # for one question to the solver
MOST_NAMES, MOST_TYPES = 5, 24  # faces and types of tiles in a sentence
PlacedTiles = Mapping[int, Placed]  # number of a face -> its tile


def checked_placed(puzzle: Cosoku, tile, turn) -> Placed:
    """Return a tile of the puzzle with a turn that can be told apart. Errors: `PuzzleError`."""
    one, types = tuple(tile) if isinstance(tile, (tuple, list)) else tile, puzzle.types
    if one not in types:
        known = " ".join(map(spelled, types[:MOST_TYPES])) + " …" * (len(types) > MOST_TYPES)
        how = f"must be one of {known}, such as {types[0]}"
        if isinstance(one, tuple) and one in [dots(kind, turn) for kind in types for turn in (1, 2)]:
            how = f"write it as {least_turn(one)} and turn it"
        raise PuzzleError(f"tile {short(tile)}: {how}")
    said = f"must be 0, as tile {spelled(one)} looks the same in every turn"
    most = max(turns(one))
    return Placed(one, check_int("turn", turn, "must be 0, 1 or 2" if most else said, most=most))


def referee_verdict(puzzle: Cosoku, arrangement: Arrangement) -> tuple[bool, str]:
    try:
        verify(puzzle, arrangement)
    except Invalid as wrong:
        return False, f"Not solved: {wrong}."
    return True, "Solved! The referee has added up every vertex, and all are right."


def finish(puzzle: Cosoku, placed: PlacedTiles, time_limit: float | None = SECONDS) -> Arranged:
    """Find a solution with the placed tiles, by clingo; with `complete` and no arrangement, there
    is none.

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> puzzle = paper_tetrahedron()
    >>> found = finish(puzzle, {0: Placed((0, 0, 1), 2)})
    >>> found.arrangement[0], sums(puzzle, found.arrangement)
    (Placed(tile=(0, 0, 1), turn=2), (1, 2, 3, 4))
    >>> finish(puzzle, {0: Placed((0, 0, 3), 1)}).arrangement  # three dots at A, which asks for one
    """
    from puzzlelib.icosoku import by_asp

    names, start = by_asp.asp_strings(puzzle.polyhedron.face_names), perf_counter()
    pins = [
        f":- not put({names[face]},{puzzle.number(tile)},{turn})." for face, (tile, turn) in placed.items()
    ]
    found = by_asp.arrangements(puzzle, *by_asp.rules("types"), "\n".join(pins), time_limit=time_limit)
    seconds = perf_counter() - start
    if not found:
        return Arranged(None, "asp", seconds, Ending.DONE if found.complete else found.stopped)
    verify(puzzle, found[0])
    return Arranged(found[0], "asp", seconds)


def still_completes(puzzle: Cosoku, plan: Arrangement, placed: PlacedTiles) -> bool:
    """Return whether a plan solves the puzzle with its present pegs, and has the placed tiles."""
    same = all(plan[face] == tile for face, tile in placed.items())
    return same and sums(puzzle, plan) == puzzle.capacities


def next_face(puzzle: Cosoku, placed: PlacedTiles) -> int:
    """Return the first empty face at a vertex with the fewest empty faces.

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> placed = {0: Placed((0, 0, 1), 0), 2: Placed((0, 0, 2), 0)}
    >>> next_face(paper_tetrahedron(), placed)  # ABC and ADB lie: A and B wait for one each
    1
    """
    solid = puzzle.polyhedron
    open_at = [sum(face not in placed for face, _ in around) for around in solid.around]
    empty = [face for face in range(len(solid.faces)) if face not in placed]
    return min(empty, key=lambda face: min(open_at[v] for v in solid.corners[face]))


def why_stuck(puzzle: Cosoku, placed: PlacedTiles) -> str:
    """Return why no solution has these tiles: an impossible sum, a vertex with too many dots, or
    the tiles in the way."""
    if reason := why_impossible(puzzle):
        return f"There is no solution: {reason}."
    if not placed:
        return "There is no solution: every way to lay the tiles has been ruled out."
    stuck = "It cannot be finished from here"
    for vertex, has, peg in zip(puzzle.polyhedron.vertices, sums(puzzle, placed), puzzle.capacities):
        if has > peg:
            return f"{stuck}: {vertex} has {has} dots already, and its peg asks for {peg}."
    names = [puzzle.polyhedron.face_names[face] for face in in_the_way(puzzle, placed)]
    if not names:
        return f"{stuck}. To take back one tile is not enough."
    names[MOST_NAMES:] = ["some other face"] * (len(names) > MOST_NAMES)
    return f"{stuck}. It can without the tile on {' or '.join(names)}."


def in_the_way(puzzle: Cosoku, placed: PlacedTiles) -> list[int]:
    """Return the faces whose tile alone keeps the others out of all solutions, as far as found in
    time."""
    end, faces = perf_counter() + SECONDS, []
    for face in placed:
        others = {other: tile for other, tile in placed.items() if other != face}
        if (left := end - perf_counter()) > 0 and finish(puzzle, others, left).arrangement:
            faces.append(face)
    return faces
