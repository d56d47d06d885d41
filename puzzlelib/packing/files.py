"""Reading and writing puzzle files: YAML, strict. Whatever is wrong gets one line with file, field, value and remedy."""

import os.path
from pathlib import Path

import yaml

from .puzzles import PackingPuzzle, Piece, PuzzleError, box_cells, short

MOST_CELLS = 4096  # far above every puzzle that a search here could finish
MOST_BYTES = 100_000  # some thousand cells; the YAML reader is slow
KEYS = ("name", "box", "boxes", "cells", "layers", "turns", "pieces", "source")
CONTAINERS = ("box", "boxes", "cells", "layers")
TURNS = ("space", "plane", "flip")


class StrictLoader(yaml.SafeLoader):
    """YAML's safe loader that also refuses a key written twice, and aliases: a small file could hold millions of cells."""

    def compose_node(self, parent, index):
        if self.check_event(yaml.AliasEvent):
            raise yaml.composer.ComposerError(
                None, None, "aliases (*name) are not allowed", self.peek_event().start_mark
            )
        return super().compose_node(parent, index)

    def construct_mapping(self, node, deep=False):
        seen = set()
        for key, _ in node.value:
            if key.value in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key.value!r} stands twice", key.start_mark
                )
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

    def text(self, field, value):
        """A text, its blanks and line ends made single blanks. It will stand on pages and terminals: nothing invisible in it."""
        plain = " ".join(value.split()) if isinstance(value, str) else ""
        if not plain or not plain.isprintable():
            self.fail(
                field,
                value,
                "must be a text that is not empty" + (", of characters that can be printed" if plain else ""),
            )
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
        if len(listed) > MOST_CELLS:
            self.fail(field, Told(f"{len(listed):,} cells"), f"at most {MOST_CELLS:,} cells are allowed")
        cells = [self.triple(field, cell, low, 999) for cell in listed]
        for i, cell in enumerate(cells):
            if cell in cells[:i]:
                self.fail(field, list(cell), "this cell stands twice")
        return tuple(cells)

    def sizes(self, field, value):
        sizes = tuple(self.triple(field, size, 1, 10**9) for size in value)
        total = sum(w * d * h for w, d, h in sizes)
        if total > MOST_CELLS:
            self.fail(field, Told(f"{total:,} cells"), f"at most {MOST_CELLS:,} cells are allowed")
        return sizes

    def layers(self, value):
        drawn = self.items("layers", value, "drawings")
        for layer in drawn:
            self.text("layers", layer.replace("\n", " ") if isinstance(layer, str) else layer)
        rows = [[row for row in layer.split("\n") if row.strip()] for layer in drawn]
        cells = [
            [x, len(layer) - 1 - i, z]
            for z, layer in enumerate(rows)
            for i, row in enumerate(layer)
            for x, mark in enumerate(row)
            if mark not in ". "
        ]
        return self.cells("layers", cells, 0)

    def piece(self, number, value):
        field = f"pieces[{number}]"
        self.keys(field, value, ("name", "cells", "copies"))
        name = self.text(f"{field}.name", value.get("name"))
        cells = self.cells(f"{field} ({name}).cells", value.get("cells"))
        return Piece(
            name, cells, self.whole(f"{field} ({name}).copies", value.get("copies", 1), 1, MOST_CELLS)
        )


class Told(str):
    """What is wrong in our own words, and not a value from the file."""


def parse(text: str, where: str):
    """The YAML in a text, or a `PuzzleError` that says in which line it is broken."""
    try:
        return yaml.load(text, StrictLoader)
    except yaml.MarkedYAMLError as error:
        line = f" line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise PuzzleError(
            f"{where}:{line} is not plain YAML: {' '.join(str(error.problem).split())}"
        ) from None
    except Exception as error:  # a wrong tag, such as !!bool x, makes the YAML reader fail in any way
        raise PuzzleError(f"{where}: is not plain YAML: {type(error).__name__}: {str(error)[:120]}") from None


def file_text(path: Path, most: int = MOST_BYTES) -> str:
    """The text of a file of at most `most` bytes. Errors: `PuzzleError`; a pipe or a device is none, it may have no end."""
    try:
        if not os.path.isfile(path):
            raise PuzzleError(f"{path}: is not a file")
        if path.stat().st_size > most:
            raise PuzzleError(
                f"{path}: the file has {path.stat().st_size:,} bytes; at most {most:,} are read"
            )
        data = path.read_bytes()
        return data.decode(
            "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
        )  # UTF-16: PowerShell's > writes it
    except UnicodeDecodeError:
        raise PuzzleError(f"{path}: is not a text file in UTF-8") from None
    except OSError as error:
        raise PuzzleError(f"{path}: cannot be read: {error.strerror}") from None


def read(path: Path) -> PackingPuzzle:
    """Read a puzzle file. Errors: `PuzzleError`."""
    return read_text(file_text(path), str(path.name), path.stem)


def read_text(text: str, where: str = "puzzle", stem: str = "puzzle") -> PackingPuzzle:
    """Read a puzzle from a text in the form of a puzzle file.

    >>> read_text("box: [2, 1, 1]\\npieces: [{name: I, cells: [[0,0,0],[1,0,0]]}]").placements
    (Placement(piece='I', cells=((0, 0, 0), (1, 0, 0))),)
    """
    reader, data = Reader(where), parse(text, where)
    if is_plates(data):
        raise PuzzleError(
            f"{where}: is a set of plates; python -m puzzlelib plates FILE --target board|cube solves it, "
            "puzzlelib.plate_files.load(FILE) reads it"
        )
    reader.keys("the file", data, KEYS)
    container, boxes = read_container(reader, data)
    listed = reader.items("pieces", data.get("pieces"), "pieces {name, cells}")
    pieces = tuple(reader.piece(i, value) for i, value in enumerate(listed))
    check_pieces(reader, pieces, container)
    if data.get("turns", "space") not in TURNS:
        reader.fail("turns", data["turns"], f"must be one of {', '.join(TURNS)}")
    source = reader.text("source", data["source"]) if "source" in data else ""
    return PackingPuzzle(
        reader.text("name", data.get("name", stem)),
        container,
        pieces,
        data.get("turns", "space"),
        boxes,
        source,
    )


def is_plates(data) -> bool:
    """Is it what stands in a file of voxel plates (see `plate_files`), and no packing puzzle?"""
    if not isinstance(data, dict) or any(key in data for key in CONTAINERS):
        return False
    pieces = data.get("pieces")
    return (
        data.get("kind") == "plates"
        or "board" in data
        or isinstance(pieces, list)
        and any(isinstance(piece, dict) and "border12" in piece for piece in pieces)
    )


def read_container(reader: Reader, data: dict):
    """(cells in index order, box sizes) from the one of box, boxes, cells, layers that is there."""
    given = [key for key in CONTAINERS if key in data]
    if len(given) != 1:
        reader.fail("the container", given, f"give exactly one of {', '.join(CONTAINERS)}")
    key, value = given[0], data[given[0]]
    if key in ("box", "boxes"):
        sizes = reader.sizes(
            key, [value] if key == "box" else reader.items(key, value, "box sizes [x, y, z]")
        )
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
        reader.fail(
            "volume",
            Told(f"{volume:,} cells"),
            f"the pieces fill {volume:,} cells, the container has {len(container):,}",
        )


def to_yaml(puzzle: PackingPuzzle) -> str:
    """The puzzle as the text of a puzzle file; reading it gives the same puzzle again.

    >>> from puzzlelib import load
    >>> puzzle = load("tetracubes-2x4x4")
    >>> read_text(to_yaml(puzzle)) == puzzle
    True
    """
    if puzzle.only is not None:
        raise PuzzleError(
            f"{puzzle.name}: lists its legal placements, and a puzzle file cannot; a set of plates is written by plate_files"
        )
    data = {"name": puzzle.name}
    if puzzle.boxes:
        data |= (
            {"box": list(puzzle.boxes[0])}
            if len(puzzle.boxes) == 1
            else {"boxes": [list(b) for b in puzzle.boxes]}
        )
    else:
        data["cells"] = [list(cell) for cell in puzzle.container]
    data |= {} if puzzle.turns == "space" else {"turns": puzzle.turns}
    data["pieces"] = [
        {"name": p.name, "cells": [list(c) for c in p.cells]} | ({"copies": p.copies} if p.copies > 1 else {})
        for p in puzzle.pieces
    ]
    data |= {"source": puzzle.source} if puzzle.source else {}
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, default_flow_style=None, width=120)
