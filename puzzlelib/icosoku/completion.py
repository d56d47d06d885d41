"""A position of 3coSoKu: what may be laid, a solution that has the tiles which lie there or why there is none, and the verdict at the end."""

from collections.abc import Mapping
from time import perf_counter

from .cosoku import Arranged, Arrangement, Cosoku, Placed, least, spelled, sums, turns, why_impossible
from .cosoku_referee import verify
from .puzzles import PuzzleError, short, whole
from .verify import Invalid

SECONDS = 10  # for one question to the solver
MOST_NAMES, MOST_TYPES = 5, 24  # faces and types of tiles in a sentence
PlacedTiles = Mapping[int, Placed]  # number of a face -> what lies there


def checked_placed(puzzle: Cosoku, tile, turn) -> Placed:
    """A tile of the puzzle with a turn that can be told apart; `PuzzleError` says what would be allowed."""
    one = tuple(tile) if isinstance(tile, (tuple, list)) else tile
    if one not in puzzle.types:
        known = " ".join(map(spelled, puzzle.types[:MOST_TYPES])) + (
            " …" if len(puzzle.types) > MOST_TYPES else ""
        )
        turned = isinstance(one, tuple) and one in [
            way for kind in puzzle.types for way in (kind[1:] + kind[:1], kind[2:] + kind[:2])
        ]
        how = (
            f"write it as {least(one)} and turn it"
            if turned
            else f"must be one of {known}, such as {puzzle.types[0]}"
        )
        raise PuzzleError(f"tile {short(tile)}: {how}")
    allowed = turns(one)
    said = (
        "must be 0, 1 or 2"
        if len(allowed) > 1
        else f"must be 0, as tile {spelled(one)} looks the same in every turn"
    )
    return Placed(one, whole("turn", turn, said, most=allowed[-1]))


def judged(puzzle: Cosoku, arrangement: Arrangement) -> tuple[bool, str]:
    """Is it a solution, and what the referee says."""
    try:
        verify(puzzle, arrangement)
    except Invalid as wrong:
        return False, f"Not solved: {wrong}."
    return True, "Solved! The referee has added up every vertex, and all are right."


def finish(puzzle: Cosoku, placed: PlacedTiles, time_limit: float | None = SECONDS) -> Arranged:
    """A solution that has the tiles which lie there, by clingo; without one, `complete` says whether it is proved that there is none.

    >>> from puzzlelib.cosoku import paper_tetrahedron
    >>> puzzle = paper_tetrahedron()
    >>> found = finish(puzzle, {0: Placed((0, 0, 1), 2)})
    >>> found.arrangement[0], sums(puzzle, found.arrangement)
    (Placed(tile=(0, 0, 1), turn=2), (1, 2, 3, 4))
    >>> finish(puzzle, {0: Placed((0, 0, 3), 1)}).arrangement       # three dots at A, which asks for one
    """
    from . import cosoku_asp

    names, start = cosoku_asp.names(puzzle.polyhedron.face_names), perf_counter()
    pins = [
        f":- not put({names[face]},{puzzle.tiles.index(lies.tile) + 1},{lies.turn})."
        for face, lies in placed.items()
    ]
    found = cosoku_asp.arrangements(
        puzzle, *cosoku_asp.rules("types"), "\n".join(pins), time_limit=time_limit
    )
    if found:
        verify(puzzle, found[0])
    return Arranged(
        found[0] if found else None,
        "asp",
        perf_counter() - start,
        "" if found or found.complete else found.stopped,
    )


def fits(puzzle: Cosoku, plan: Arrangement, placed: PlacedTiles) -> bool:
    """Does a solution, still one with the present pegs, have the tiles which lie there?"""
    return sums(puzzle, plan) == puzzle.capacities and all(
        plan[face] == lies for face, lies in placed.items()
    )


def next_face(puzzle: Cosoku, placed: PlacedTiles) -> int:
    """The empty face at a vertex that has the fewest empty faces, the first of them.

    >>> from puzzlelib.cosoku import paper_tetrahedron
    >>> next_face(paper_tetrahedron(), {0: Placed((0, 0, 1), 0), 2: Placed((0, 0, 2), 0)})      # ABC and ADB lie: A and B wait for one each
    1
    """
    solid = puzzle.polyhedron
    open_at = [sum(face not in placed for face, _ in around) for around in solid.around]
    return min(
        (face for face in range(len(solid.faces)) if face not in placed),
        key=lambda face: min(open_at[v] for v in solid.corners[face]),
    )


def why_not(puzzle: Cosoku, placed: PlacedTiles) -> str:
    """What to say where no solution has these tiles: a sum that cannot be, a vertex with too many dots, or the tiles in the way."""
    if reason := why_impossible(puzzle):
        return f"There is no solution: {reason}."
    if not placed:
        return "There is no solution: every way to lay the tiles has been ruled out."
    for vertex, has, peg in zip(puzzle.polyhedron.vertices, sums(puzzle, placed), puzzle.capacities):
        if has > peg:
            return f"It cannot be finished from here: {vertex} has {has} dots already, and its peg asks for {peg}."
    names = [puzzle.polyhedron.face_names[face] for face in in_the_way(puzzle, placed)]
    names = names if len(names) <= MOST_NAMES else [*names[:MOST_NAMES], "some other face"]
    way_out = (
        f"It can without the tile on {' or '.join(names)}."
        if names
        else "To take back one tile is not enough."
    )
    return f"It cannot be finished from here. {way_out}"


def in_the_way(puzzle: Cosoku, placed: PlacedTiles, time_limit: float = SECONDS) -> list[int]:
    """The faces whose tile alone keeps the others from being part of a solution, as far as they are found within the time."""
    end = perf_counter() + time_limit
    without = ((face, {other: lies for other, lies in placed.items() if other != face}) for face in placed)
    return [
        face
        for face, others in without
        if (left := end - perf_counter()) > 0 and finish(puzzle, others, left).arrangement
    ]
