"""Pictures of a reason why a puzzle has no solution: the cells of its rows stand out."""

from puzzlelib.common.errors import PuzzleError
from puzzlelib.ilp.explain import Explanation, infeasible_rows
from puzzlelib.pictures.blocks import Frame, Scene, round_vector
from puzzlelib.pictures.colours import WHITE
from puzzlelib.pictures.packing import PuzzleView, shape_frame
from puzzlelib.pictures.scenes import scene
from puzzlelib.pictures.traces import RULED_OUT

MARK = "?"


def picture(reason: Explanation) -> tuple[Scene, Frame]:
    """Return scene and frame: the container, and of the rows the hints and a red "?" in each cell.

    Raise `PuzzleError` for the reason of a model, which has no puzzle.
    """
    if reason.puzzle is None:
        raise PuzzleError("there is no picture of a model alone; why_not of a puzzle has one")
    puzzle, paint = reason.puzzle, (RULED_OUT, WHITE)
    about, view, whole = infeasible_rows(puzzle, reason.given, reason.rows), PuzzleView(puzzle), scene(puzzle)
    frame = view.frame(dict.fromkeys(about.hints, "given"), say=reason.say)
    cube = shape_frame([(0, 0, 0)], MARK, paint)[1]["blocks"][0]
    for number, cell in enumerate(puzzle.container):
        if cell in about.cells:
            frame["cells"][number], frame["how"][number] = MARK, "marked"
    corners = view.room.place(about.cells) if about.cells else ()
    frame["blocks"] += [cube | {"at": round_vector(corner)} for corner in corners]
    return whole | {"colours": whole["colours"] | {MARK: list(paint)}}, frame
