"""Why a puzzle has no solution, in 3D: the cells of the rows that cannot hold together stand out."""

from ..common.errors import PuzzleError
from ..ilp.explain import Reason, sorted_out
from . import packing, scenes
from .blocks import Frame, Scene, rounded
from .colours import WHITE
from .layout import room_of
from .traces import RULED_OUT

MARK = "?"


def picture(reason: Reason) -> tuple[Scene, Frame]:
    """Scene and frame: the container, the hints among the rows, and a red "?" in each cell of the rows."""
    if reason.puzzle is None:
        raise PuzzleError("there is no picture of a model alone; why_not of a puzzle has one")
    puzzle, paint = reason.puzzle, (RULED_OUT, WHITE)
    about = sorted_out(puzzle, reason.given, reason.rows)
    scene = scenes.scene(puzzle)
    frame = packing.frame(puzzle, dict.fromkeys(about.hints, "given"), say=reason.say)
    cube = packing.shape_frame([(0, 0, 0)], MARK, paint)[1]["blocks"][0]
    corners = room_of(puzzle).place(about.cells).tolist() if about.cells else []
    for number, cell in enumerate(puzzle.container):
        if cell in about.cells:
            frame["cells"][number], frame["how"][number] = MARK, "marked"
    blocks = [*frame["blocks"], *(cube | {"at": rounded(corner)} for corner in corners)]
    return scene | {"colours": scene["colours"] | {MARK: list(paint)}}, frame | {"blocks": blocks}
