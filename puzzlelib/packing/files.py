"""The catalogue (catalogue/*.yaml), and puzzle files in strict YAML (`reading`)."""

import os.path
import sys
from collections.abc import Callable
from pathlib import Path

from ..common.errors import PuzzleError, one_line, short
from ..common.extensions import extensions, load_entry
from ..common.extras import lacking
from ..common.files import check_is_file, file_text
from ..common.words import did_you_mean
from .puzzle import PackingPuzzle, to_dict
from .reading import all_fields, as_lists
from .shapes import is_connected

CATALOGUE = Path(__file__).parent / "catalogue"


def read_text(text: str, where: str = "puzzle", stem: str = "puzzle") -> PackingPuzzle:
    """Return the puzzle in a text in the form of a puzzle file.

    >>> read_text("box: [2, 1, 1]\\npieces: [{name: I, cells: [[0,0,0],[1,0,0]]}]").placements
    (Placement(piece='I', cells=((0, 0, 0), (1, 0, 0))),)
    """
    return read_all(text, where, stem)[0]


def read_all(text: str, where: str = "puzzle", stem: str = "puzzle") -> list[PackingPuzzle]:
    """Return the puzzles in a text: one, or those of its key `puzzles`.

    >>> rows = "pieces: [{name: I, cells: [[0, 0], [1, 0]]}]"
    >>> read_all("box: [3, 1]\\npuzzles: [{holes: [[0, 0]]}, {holes: [[2, 0]]}]\\n" + rows)
    [<PackingPuzzle puzzle 1: 1 piece, 2 cells>, <PackingPuzzle puzzle 2: 1 piece, 2 cells>]
    """
    return [PackingPuzzle(**fields) for fields in all_fields(text, where, stem)]


def check_can_be_written(puzzle: PackingPuzzle) -> None:
    """Raise `PuzzleError` for a puzzle that no puzzle file can tell."""
    if puzzle.only is not None:
        remedy = "a set of plates is written by plate_files"
        raise PuzzleError(f"{puzzle.name}: lists its legal placements, and a puzzle file cannot; {remedy}")
    if not puzzle.boxes and any(len(cell) > 3 for cell in puzzle.container):
        raise PuzzleError(f"{puzzle.name}: what is left of several boxes, and a puzzle file cannot tell that")


def to_yaml(puzzle: PackingPuzzle) -> str:
    """Return a puzzle as the text of a puzzle file, from which `read_text` makes an equal one.

    Raise `PuzzleError` for a puzzle that lists its placements, or for the rest of several boxes.

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> read_text(to_yaml(puzzle)) == puzzle
    True
    """
    check_can_be_written(puzzle)
    boxes, pieces = [list(box) for box in puzzle.boxes], []
    holes = (0, 0) if puzzle.most and not puzzle.optional else puzzle.holes
    for piece in puzzle.pieces:
        row = {"name": piece.name, "cells": as_lists(piece.cells), "colours": list(piece.colours)}
        row["copies"] = f"{piece.least}..{piece.copies}" if piece.spare else piece.copies
        row["turns"] = piece.turns
        row["loose"] = not is_connected(piece.cells)
        given = {key for key, value in row.items() if value and value != 1 or value is True}
        pieces.append({key: row[key] for key in row if key in given})
    colours: dict[str, list] = {}
    for cell, colour in puzzle.colours:
        colours.setdefault(colour, []).append(list(cell))
    data = {
        "name": puzzle.name,
        "box": boxes[0] if len(boxes) == 1 else None,
        "boxes": boxes if len(boxes) > 1 else None,
        "cells": None if boxes else as_lists(puzzle.container),
        "optional": as_lists(puzzle.optional),
        "holes": "{}..{}".format(*holes) if holes else None,
        "colours": colours,
        "turns": None if puzzle.turns == "space" else puzzle.turns,
        "pieces": pieces,
        "given": to_dict(puzzle, puzzle.given),
        "most": puzzle.most,
        "joined": as_lists(puzzle.joined),
        "source": puzzle.source,
    }
    return dump_yaml({key: value for key, value in data.items() if value}, 120)


def dump_yaml(data: dict, width: int = 260) -> str:
    """Return data as YAML with the keys as they come, and lists of numbers on one line."""
    import yaml  # it takes 20 ms

    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, default_flow_style=None, width=width)


def catalogue() -> list[str]:
    """Return the names of the puzzles that come with the library."""
    return stems(CATALOGUE)


def stems(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.yaml"))


def load(name: str | Path, problem: int | None = None) -> PackingPuzzle:
    """Return a puzzle of the catalogue, or one from a YAML or (with `makers`) .xmpuzzle file.

    Parameters
    ----------
    name
        a name that `catalogue()` lists, or the path of a file (puzzlelib/packing/README.md says its
        format)
    problem
        which one of a file of several, from 1; without it the first: stderr names them

    Raises
    ------
    PuzzleError
        If there is no such puzzle, or the file is wrong: one line that names file, field, value,
        and what is allowed.

    Examples
    --------
    >>> load("soma")
    <PackingPuzzle Soma Cube: 7 pieces, 27 cells>
    >>> load("no-such-puzzle")
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: no puzzle 'no-such-puzzle': no such file; exactly-once list ...
    """
    puzzles = load_all(name, problem)
    if len(puzzles) > 1:
        names = ", ".join(f"{k} {one.name}" for k, one in enumerate(puzzles[:9], 1))
        rest = ", …" * (len(puzzles) > 9)
        line = f"{puzzle_path(name).name}: {len(puzzles)} puzzles ({names}{rest}); this is the first"
        print(one_line(line), file=sys.stderr)
    return puzzles[0]


def load_all(name: str | Path, problem: int | None = None) -> list[PackingPuzzle]:
    """Return all puzzles of a YAML file, or the one of any other name; arguments and errors as of
    `load`.

    >>> load_all("soma")
    [<PackingPuzzle Soma Cube: 7 pieces, 27 cells>]
    """
    path = puzzle_path(name)
    if read := find_reader(path):
        return [read(path, problem)]
    text = file_text(path)
    stem = one_line(path.stem) or "puzzle"  # a name of bytes that are in no alphabet, or of blanks
    puzzles = [PackingPuzzle(**fields) for fields in all_fields(text, path.name, stem)]
    if problem is None:
        return puzzles
    if not (type(problem) is int and 1 <= problem <= len(puzzles)):
        raise PuzzleError(f"{path.name}: problem: {short(problem)}; must be from 1 to {len(puzzles)}")
    return [puzzles[problem - 1]]


def puzzle_path(name: str | Path) -> Path:
    """Return the path of a puzzle; raise `PuzzleError` where there is none."""
    names = "exactly-once list (in Python: catalogue()) says what the catalogue has"
    return path_named(name, CATALOGUE, "puzzle", names)


def path_named(name: str | Path, folder: Path, kind: str, names: str) -> Path:
    """Return the path of a file in a folder of ours, by its stem, or of any other file.

    Raise `PuzzleError` where there is none; `names` says which names there are.
    """
    known, path = stems(folder), Path(str(name))
    if str(name) in known:
        return folder / f"{name}.yaml"
    if not os.path.isfile(path):
        if os.path.exists(str(name)):
            check_is_file(path)
        near = did_you_mean(str(name), known) or "no such file; "
        raise PuzzleError(f"no {kind} {short(str(name))}: {near}{names}")
    return path


def find_reader(path: Path) -> Callable | None:
    """Return what reads files that are not YAML, by their suffix; None for YAML."""
    if (suffix := path.suffix.lower()) not in ("", ".yaml", ".yml"):
        if place := extensions("readers").get(suffix[1:]):
            return load_entry(place, f"a file that ends in {suffix}")
        if suffix == ".xmpuzzle":
            raise PuzzleError(f"a file that ends in {suffix} needs {lacking('makers')}")
    return None
