"""Read and write sets of plates: YAML, as strict as puzzle files.

board: {border30: [true, …]}        # 30 cells, clockwise from the top left; only where there is a board
pieces:
  - {name: A, border12: [true, …]}  # 12 cells, clockwise from the top left; six plates
"""

from pathlib import Path

from ..common.errors import PuzzleError
from ..common.files import file_text, whole_file
from ..packing.files import dump_yaml, path_named, stems
from ..packing.reading import Reader, parse_yaml
from .plate import BORDER, FRAME, Plate, PlateSet, checked_border

PLATE_SETS = Path(__file__).parent / "sets"
KEYS = ("kind", "name", "board", "pieces", "source")
PACKING = {"box", "boxes", "cells", "layers", "turns"}  # keys that only a packing puzzle has


class PlateReader(Reader):
    def plate(self, number: int, value) -> Plate:
        field = f"pieces[{number}]"
        self.keys(field, value, ("name", "border12"))
        name = self.text(f"{field}.name", value.get("name"))
        where = f"{self.where}: {field} ({name}).border12"
        return Plate(name, checked_border(where, value.get("border12"), BORDER))

    def plates(self, value) -> tuple[Plate, ...]:
        listed = self.items("pieces", value, "pieces {name, border12}")
        return tuple(self.plate(number, one) for number, one in enumerate(listed))


def plate_sets() -> list[str]:
    """Return the names of the sets of plates that come with the library."""
    return stems(PLATE_SETS)


def load(name: str | Path) -> PlateSet:
    """Return a set of plates of the library by its name, or one from a file. Errors: `PuzzleError`.

    >>> print(load("both-ways").plates[0])
    ..#.
    ####
    .###
    .##.
    """
    path = path_named(name, PLATE_SETS, "plates", f"the sets here are {', '.join(plate_sets())}")
    return read_text(file_text(path), path.name, path.stem)


def read_text(text: str, where: str = "plates", stem: str = "plates") -> PlateSet:
    """Return the set of plates in the text of a plates file. Errors: `PuzzleError`.

    >>> read_text("pieces: [{name: A, border12: [true, false]}]")
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: plates: pieces[0] (A).border12: 2 entries; must be exactly 12, ...
    """
    reader, data = PlateReader(where), parse_yaml(text, where)
    if isinstance(data, dict) and PACKING & data.keys():
        raise PuzzleError(
            f"{where}: is a packing puzzle, not a set of plates; python -m puzzlelib solve FILE solves "
            "it, load(FILE) reads it"
        )
    reader.keys("the file", data, KEYS)
    reader.kind(data, "plates")
    plates, border30 = reader.plates(data.get("pieces")), None
    if "board" in data:
        board = reader.keys("board", data["board"], ("border30",))
        border30 = checked_border(f"{where}: board.border30", board.get("border30"), FRAME)
    source = reader.text("source", data["source"]) if "source" in data else ""
    name = reader.text("name", data.get("name", stem))
    try:
        return PlateSet(name, plates, border30, source)
    except PuzzleError as problem:
        raise PuzzleError(f"{where}: {problem}") from None


def save(plates: PlateSet, path: str | Path, replace: bool = False) -> None:
    """Write a plates file. Errors: `PuzzleError`, also for an existing file without `replace`."""
    with whole_file(path, replace) as file:
        file.write(to_yaml(plates).encode())


def to_yaml(plates: PlateSet) -> str:
    """Return the text of a plates file for the set; reading it gives the set again.

    >>> plates = load("both-ways")
    >>> read_text(to_yaml(plates)) == plates
    True
    """
    data = {"kind": "plates", "name": plates.name}
    data |= {} if plates.border30 is None else {"board": {"border30": list(plates.border30)}}
    data["pieces"] = [{"name": plate.name, "border12": list(plate.border12)} for plate in plates.plates]
    data |= {"source": plates.source} if plates.source else {}
    return dump_yaml(data)
