"""3coSoKu as a 0-1 program: x[face,tile,turn] is 1 where a tile of this type lies on this face,
turned so.

There are three kinds of rows: every face has one tile, no type is used more often than it has
copies, and the dots around every vertex add up to its capacity.
"""

from collections.abc import Iterator, Mapping

from ..common.clock import Clock, Stop, TimeIsUp, never, raise_if_stopped
from ..common.ending import Ending
from ..ilp.model import Comparison, Model, Variable, total
from ..ilp.solvers import solve_model
from .puzzle import Arranged, Arrangement, Cosoku, Placed, a_puzzle, dots, spelled, turns

# Endings that `Arranged.stopped` does not have.
ENDS = {Ending.STOPPED: Ending.INTERRUPT, Ending.GAVE_UP: Ending.INTERRUPT}


def cosoku_program(puzzle: Cosoku, stop: Stop = never) -> Model:
    """Return the puzzle as a 0-1 program with rows "face ABC", "tile 012" and "vertex A".

    Equal tiles are one type, and a tile xxx has one turn, so there is no symmetry of the tiles left
    to break. `TimeIsUp` by stop().

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> model = cosoku_program(paper_tetrahedron())
    >>> len(model.names), [row for row in model.rows if not row.startswith("tile")]
    (48, ['face ABC', 'face ACD', 'face ADB', 'face BDC', 'vertex A', 'vertex B', 'vertex C', 'vertex D'])
    >>> print(str(model.rows["vertex A"])[:56])
    vertex A: x[ABC,001,1] + 2 x[ABC,002,1] + 3 x[ABC,003,1]
    """
    model, x = Model(a_puzzle(puzzle).name), {}
    for face in puzzle.polyhedron.face_names:
        raise_if_stopped(stop)
        x |= {(face, way): model.variable(variable_name(face, way)) for way in puzzle.ways}
    for name, says in rows(puzzle, x):
        raise_if_stopped(stop)
        model.row(name, says)
    return model


def rows(puzzle: Cosoku, x: Mapping[tuple[str, Placed], Variable]) -> Iterator[tuple[str, Comparison]]:
    solid, faces = puzzle.polyhedron, puzzle.polyhedron.face_names
    for face in faces:
        yield f"face {face}", total(x[face, way] for way in puzzle.ways) == 1
    for tile, copies in puzzle.copies.items():
        used = total(x[face, Placed(tile, turn)] for face in faces for turn in turns(tile))
        yield f"tile {spelled(tile)}", used <= copies if puzzle.spare else used == copies
    for vertex, capacity, around in zip(solid.vertices, puzzle.capacities, solid.around):
        brought = (dots(*way)[corner] * x[faces[face], way] for face, corner in around for way in puzzle.ways)
        yield f"vertex {vertex}", total(brought) == capacity


def variable_name(face: str, way: Placed) -> str:
    return f"x[{face},{spelled(way.tile)},{way.turn}]"


def arrangement_of(puzzle: Cosoku, values: Mapping[str, float]) -> Arrangement:
    return tuple(
        next(way for way in puzzle.ways if round(values.get(variable_name(face, way), 0)))
        for face in puzzle.polyhedron.face_names
    )


def arrange(
    puzzle: Cosoku,
    solver: str = "highs",
    *,
    time_limit: float | None = None,
    seed: int = 0,
    stop: Stop = never,
) -> Arranged:
    """Find one arrangement by "highs" or "cp-sat". `nodes` are those of the solver's tree; CP-SAT
    counts its branches. Errors: `PuzzleError`.

    >>> from puzzlelib.icosoku import icosoku, sums
    >>> puzzle = icosoku(seed=1)
    >>> sums(puzzle, arrange(puzzle, "cp-sat").arrangement) == puzzle.capacities
    True
    """
    clock = Clock(time_limit)
    try:
        model = cosoku_program(puzzle, lambda: stop() or clock.stop())
    except TimeIsUp:
        return Arranged(None, solver, clock.seconds(), clock.cause)
    outcome = solve_model(model, solver, time_limit=clock.left(), seed=seed, stop=stop)
    found = arrangement_of(puzzle, outcome.values) if outcome.values else None
    if outcome.status != "interrupt" and found is not None or outcome.status == "infeasible":
        return Arranged(found, solver, clock.seconds(), nodes=outcome.nodes)
    stopped = ENDS.get(outcome.status, outcome.status)
    return Arranged(found, solver, clock.seconds(), stopped, outcome.nodes, outcome.said)
