"""The catalogue (catalogue/*.yaml), and puzzle files in strict YAML. Whatever is wrong gets one line with
file, field, value and remedy."""

import os.path
from math import prod
from pathlib import Path

import yaml

from ..common.errors import PuzzleError, short
from .puzzle import PackingPuzzle, Piece, box_cells

CATALOGUE = Path(__file__).parent / "catalogue"
MOST_CELLS = 4096  # far above every puzzle that a search here could finish
MOST_BYTES = 100_000  # some thousand cells; the YAML reader is slow
MOST_LEVELS = 20  # lists within lists: a puzzle has five levels, and each makes the reader slower
KEYS = ("name", "box", "boxes", "cells", "layers", "turns", "pieces", "source")
CONTAINERS = ("box", "boxes", "cells", "layers")
TURNS = ("space", "plane", "flip")


class StrictLoader(yaml.SafeLoader):
    """YAML's safe loader that also refuses a key written twice, deep nesting, and aliases (millions of
    cells)."""

    level = 0

    def compose_node(self, parent, index):
        if self.check_event(yaml.AliasEvent):
            self.refuse("aliases (*name) are not allowed")
        if self.level > MOST_LEVELS:
            self.refuse(f"lists within lists, more than {MOST_LEVELS} levels deep")
        self.level += 1
        node = super().compose_node(parent, index)
        self.level -= 1
        return node

    def refuse(self, problem: str):
        raise yaml.composer.ComposerError(None, None, problem, self.peek_event().start_mark)

    def construct_mapping(self, node, deep=False):
        seen = set()
        for key, _ in node.value:
            if key.value in seen:
                twice = f"the key {key.value!r} stands twice"
                raise yaml.constructor.ConstructorError(None, None, twice, key.start_mark)
            seen.add(key.value)
        return super().construct_mapping(node, deep)


class Reader:
    """Checks field by field; every complaint names the file and the field."""

    def __init__(self, where: str):
        self.where = where

    def fail(self, field, value, allowed):
        told = value if isinstance(value, Told) else short(value)
        raise PuzzleError(f"{self.where}: {field}: {told}; {allowed}")

    def whole(self, field, value, low, high):
        if type(value) is not int or not low <= value <= high:
            self.fail(field, value, f"must be a whole number from {low} to {high}")
        return value

    def kind(self, data, kind):
        if data.get("kind", kind) != kind:
            self.fail("kind", data["kind"], f"must be {kind}, or be left out")

    def text(self, field, value):
        """A text, its blanks and line ends made single blanks. It will stand on pages and terminals: nothing
        invisible in it."""
        plain = " ".join(value.split()) if isinstance(value, str) else ""
        if not plain:
            self.fail(field, value, "must be a text that is not empty")
        if not plain.isprintable():
            self.fail(field, value, "must be a text that is not empty, of characters that can be printed")
        return plain

    def items(self, field, value, what):
        if not isinstance(value, list) or not value:
            self.fail(field, value, f"must be a list of {what}, not empty")
        return value

    def keys(self, field, value, allowed):
        if not isinstance(value, dict):
            self.fail(field, value, f"must have the keys {', '.join(allowed)}")
        for key in value:
            if key not in allowed:
                self.fail(field, key, f"unknown key; allowed are {', '.join(allowed)}")
        return value

    def triple(self, field, value, low, high):
        if not isinstance(value, list) or len(value) != 3:
            self.fail(field, value, "must be three numbers [x, y, z]")
        return tuple(self.whole(field, v, low, high) for v in value)

    def cells(self, field, value, low=-999):
        listed = self.items(field, value, "cells [x, y, z]")
        self.not_too_many(field, len(listed))
        cells = {}  # a dictionary keeps their order
        for cell in (self.triple(field, cell, low, 999) for cell in listed):
            if cell in cells:
                self.fail(field, list(cell), "this cell stands twice")
            cells[cell] = None
        return tuple(cells)

    def sizes(self, field, value):
        sizes = tuple(self.triple(field, size, 1, 10**9) for size in value)
        self.not_too_many(field, sum(map(prod, sizes)))
        return sizes

    def not_too_many(self, field, cells):
        if cells > MOST_CELLS:
            self.fail(field, Told(f"{cells:,} cells"), f"at most {MOST_CELLS:,} cells are allowed")

    def layers(self, value):
        drawn = self.items("layers", value, "drawings")
        for layer in drawn:
            self.text("layers", layer.replace("\n", " ") if isinstance(layer, str) else layer)
        cells = []
        for z, layer in enumerate(drawn):
            rows = layer.rstrip("\n").split("\n")[::-1]
            for y, row in enumerate(rows):
                cells += [[x, y, z] for x, mark in enumerate(row) if mark not in ". "]
        return self.cells("layers", cells, 0)

    def piece(self, number, value):
        field = f"pieces[{number}]"
        self.keys(field, value, ("name", "cells", "copies"))
        name = self.text(f"{field}.name", value.get("name"))
        cells = self.cells(f"{field} ({name}).cells", value.get("cells"))
        copies = self.whole(f"{field} ({name}).copies", value.get("copies", 1), 1, MOST_CELLS)
        return Piece(name, cells, copies)


class Told(str):
    """What is wrong in our own words, and not a value from the file."""


def parse(text: str, where: str):
    """The YAML in a text, or a `PuzzleError` that says in which line it is broken."""
    if len(text) > MOST_BYTES:
        raise PuzzleError(f"{where}: the text has {len(text):,} characters; at most {MOST_BYTES:,} are read")
    try:
        return yaml.load(text, StrictLoader)
    except yaml.MarkedYAMLError as error:
        line = f" line {error.problem_mark.line + 1}" if error.problem_mark else ""
        problem = " ".join(str(error.problem).split())
        raise PuzzleError(f"{where}:{line} is not plain YAML: {problem}") from None
    except Exception as error:  # a wrong tag, such as !!bool x, makes the YAML reader fail in any way
        raise PuzzleError(f"{where}: is not plain YAML: {type(error).__name__}: {str(error)[:120]}") from None


def file_text(path: Path, most: int = MOST_BYTES) -> str:
    """The text of a file of at most `most` bytes, and of no pipe or device: it may have no end. Errors:
    `PuzzleError`."""
    try:
        if not os.path.isfile(path):
            raise PuzzleError(f"{path}: is not a file")
        if (size := path.stat().st_size) > most:
            raise PuzzleError(f"{path}: the file has {size:,} bytes; at most {most:,} are read")
        data = path.read_bytes()
        utf_16 = data[:2] in (b"\xff\xfe", b"\xfe\xff")  # PowerShell's > writes it
        return data.decode("utf-16" if utf_16 else "utf-8-sig")
    except UnicodeDecodeError:
        raise PuzzleError(f"{path}: is not a text file in UTF-8") from None
    except OSError as error:
        raise PuzzleError(f"{path}: cannot be read: {error.strerror}") from None


def read(path: Path) -> PackingPuzzle:
    return read_text(file_text(path), str(path.name), path.stem)


def read_text(text: str, where: str = "puzzle", stem: str = "puzzle") -> PackingPuzzle:
    """Read a puzzle from a text in the form of a puzzle file.

    >>> read_text("box: [2, 1, 1]\\npieces: [{name: I, cells: [[0,0,0],[1,0,0]]}]").placements
    (Placement(piece='I', cells=((0, 0, 0), (1, 0, 0))),)
    """
    reader, data = Reader(where), parse(text, where)
    if is_plates(data):
        solves = "python -m puzzlelib plates FILE --target board|cube solves it"
        reads = "puzzlelib.plates.files.load(FILE) reads it"
        raise PuzzleError(f"{where}: is a set of plates; {solves}, {reads}")
    reader.keys("the file", data, KEYS)
    container, boxes = read_container(reader, data)
    listed = reader.items("pieces", data.get("pieces"), "pieces {name, cells}")
    pieces = tuple(reader.piece(i, value) for i, value in enumerate(listed))
    check_pieces(reader, pieces, container)
    turns = data.get("turns", "space")
    if turns not in TURNS:
        reader.fail("turns", turns, f"must be one of {', '.join(TURNS)}")
    source = reader.text("source", data["source"]) if "source" in data else ""
    name = reader.text("name", data.get("name", stem))
    return PackingPuzzle(name, container, pieces, turns, boxes, source)


def is_plates(data) -> bool:
    """Is it what stands in a file of voxel plates (see `plates.files`), and no packing puzzle?"""
    if not isinstance(data, dict) or any(key in data for key in CONTAINERS):
        return False
    pieces = data["pieces"] if isinstance(data.get("pieces"), list) else []
    bordered = any(isinstance(piece, dict) and "border12" in piece for piece in pieces)
    return bordered or "board" in data or data.get("kind") == "plates"


def read_container(reader: Reader, data: dict):
    """(cells in index order, box sizes) from the one of box, boxes, cells, layers that is there."""
    given = [key for key in CONTAINERS if key in data]
    if len(given) != 1:
        reader.fail("the container", given, f"give exactly one of {', '.join(CONTAINERS)}")
    key, value = given[0], data[given[0]]
    if key in ("box", "boxes"):
        listed = [value] if key == "box" else reader.items(key, value, "box sizes [x, y, z]")
        sizes = reader.sizes(key, listed)
        return box_cells(sizes), sizes
    cells = reader.layers(value) if key == "layers" else reader.cells(key, value, 0)
    return tuple(sorted(cells, key=lambda cell: cell[::-1])), ()


def check_pieces(reader: Reader, pieces, container) -> None:
    """No name twice, and together exactly as many cells as the container."""
    names = [piece.name for piece in pieces]
    for i, name in enumerate(names):
        if name in names[:i]:
            reader.fail(f"pieces[{i}].name", name, "two pieces have this name; use copies for equal pieces")
    volume = sum(len(piece.cells) * piece.copies for piece in pieces)
    if volume != len(container):
        has = f"the pieces fill {volume:,} cells, the container has {len(container):,}"
        reader.fail("volume", Told(f"{volume:,} cells"), has)


def to_yaml(puzzle: PackingPuzzle) -> str:
    """The puzzle as the text of a puzzle file; reading it gives the same puzzle again. `PuzzleError` where a
    file cannot tell it: placements listed, or what is left of several boxes.

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> read_text(to_yaml(puzzle)) == puzzle
    True
    """
    if puzzle.only is not None:
        remedy = "a set of plates is written by plate_files"
        raise PuzzleError(f"{puzzle.name}: lists its legal placements, and a puzzle file cannot; {remedy}")
    if not puzzle.boxes and any(len(cell) > 3 for cell in puzzle.container):
        raise PuzzleError(f"{puzzle.name}: what is left of several boxes, and a puzzle file cannot tell that")
    boxes, pieces = [list(box) for box in puzzle.boxes], []
    for name, cells, copies in puzzle.pieces:
        piece = {"name": name, "cells": [list(cell) for cell in cells]}
        pieces.append(piece | ({"copies": copies} if copies > 1 else {}))
    data = {
        "name": puzzle.name,
        "box": boxes[0] if len(boxes) == 1 else None,
        "boxes": boxes if len(boxes) > 1 else None,
        "cells": None if boxes else [list(cell) for cell in puzzle.container],
        "turns": None if puzzle.turns == "space" else puzzle.turns,
        "pieces": pieces,
        "source": puzzle.source,
    }
    data = {key: value for key, value in data.items() if value}
    return dumped(data, 120)


def dumped(data: dict, width: int = 260) -> str:
    """YAML with the keys as they come, and lists of numbers on one line."""
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, default_flow_style=None, width=width)


def catalogue() -> list[str]:
    """The names of the puzzles that come with the library."""
    return sorted(path.stem for path in CATALOGUE.glob("*.yaml"))


def load(name: str | Path) -> PackingPuzzle:
    """A puzzle from the catalogue, or from a YAML file of your own.

    >>> load("no-such-puzzle")
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: no puzzle 'no-such-puzzle': no such file, and the catalogue has ...
    """
    path = CATALOGUE / f"{name}.yaml" if str(name) in catalogue() else Path(str(name))
    if not os.path.isfile(path):
        has = f"no such file, and the catalogue has {', '.join(catalogue())}"
        raise PuzzleError(f"no puzzle {short(str(name))}: {has}")
    return read(path)
