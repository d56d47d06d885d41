"""The engines by name."""

from importlib import import_module

from ..common.errors import check_choice
from ..common.extras import lacking
from ..common.stand_ins import NotHere, StandIn

ENGINES = {  # name on the command line -> module with `solutions`, perhaps `count`
    "backtracking": "puzzlelib.search.backtracking",
    "x": "puzzlelib.search.algorithm_x",
    "dlx": "puzzlelib.search.dancing_links",
    "compiled": "puzzlelib.compiled.engine",
    "asp": "puzzlelib.asp.engine",
    "ilp": "puzzlelib.ilp.placements",
    "states": "puzzlelib.search.states",
}
FOR_PUZZLES = ("backtracking",)  # these have no `search`
FOR_COVERS = [name for name in ENGINES if name not in FOR_PUZZLES]


def engine_named(name: str):
    """Return the module of an engine, with `solutions` and perhaps `count`.

    A `PuzzleError` lists the names there are, or names the package that is missing.
    """
    home = ENGINES[check_choice("engine", name, ENGINES)]
    try:
        found = import_module(home)
        lack = next((one.__name__ for one in vars(found).values() if isinstance(one, StandIn)), "")
    except ModuleNotFoundError as error:
        lack = str(error.name)
    if lack:
        raise NotHere(f"engine {name!r} needs {lacking(lack)}", lack)
    return found
