"""Puzzle files of the puzzle world (.xmpuzzle, version 2): import and export.

A file has shapes, drawn cell by cell, and problems that say how many of which fill which. Cells of
a container may stay empty (+), counts may be ranges, and cells may have colours; a list of pairs
says which colour of a piece may lie on which colour of the container. Pairs count colours from 0,
cells from 1, and 0 is no colour, which fits all.

In an export, attributes of our own, which other programs skip, keep what they do not know: names of
colours, boxes, turns, and where and in which order cells are. An import gives an equal puzzle.
"""

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from colorsys import hsv_to_rgb
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from math import prod
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element

from puzzlelib.common.errors import PuzzleError, one_line, short
from puzzlelib.common.files import file_bytes
from puzzlelib.common.words import join_words, many
from puzzlelib.packing.files import check_can_be_written
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, box_cells
from puzzlelib.packing.reading import MOST_CELLS, Reader, puzzle_fields
from puzzlelib.packing.shapes import Cell, is_connected
from puzzlelib.pictures.colours import rgb

from .xml_tags import quoted, read_tags

SUFFIX = ".xmpuzzle"
GRIDS = ("cubes", "triangular prisms", "spheres", "rhombic tetrahedra", "tetrahedra and octahedra")
MOST_PACKED = 5_000_000  # bytes of a file
MOST_ROOM = 200_000  # cells of a shape's box, empty ones counted
MOST_COMMENT = 50_000  # characters of a comment that are kept
STATES = re.compile("(?:[_#+][0-9]{0,3})*")
STATE = re.compile("([_#+])([0-9]*)")
NUMBER = re.compile("[0-9]{1,9}")
UNLIMITED = 0xFFFFFFFF  # holes
HUES = {"black": "#202020", "white": "#f0f0f0", "grey": "#808080", "gray": "#808080"}
HUES |= {"red": "#d62728", "green": "#2ca02c", "blue": "#1f77b4", "yellow": "#e8cf23"}
Mark = tuple[str, int]  # "#" or "+", and the number of a colour
Pairs = set[tuple[int, int]]  # (colour of a piece, colour of the container), from 1


def tell_stderr(line: str) -> None:
    print(line, file=sys.stderr)


def load_xmpuzzle(
    path: str | Path, problem: int | None = None, tell: Callable[[str], None] = tell_stderr
) -> PackingPuzzle:
    """Return a puzzle from an .xmpuzzle file, packed or not.

    problem: which one of the file, from 1; without it the first. tell: called with a line for each
    thing that was skipped or mended. Errors: `PuzzleError`, one line.
    """
    path = Path(path)
    stem = one_line(path.stem) or "puzzle"
    return read_xmpuzzle(file_bytes(path, MOST_PACKED), path.name, stem, problem, tell)


def read_xmpuzzle(
    data: bytes,
    where: str = "puzzle",
    stem: str = "puzzle",
    problem: int | None = None,
    tell: Callable[[str], None] = tell_stderr,
) -> PackingPuzzle:
    """Return the puzzle in the content of an .xmpuzzle file; see `load_xmpuzzle`.

    >>> from puzzlelib import load
    >>> read_xmpuzzle(to_xmpuzzle(load("soma")).encode()) == load("soma")
    True
    """
    root, comment, notes = read_tags(data, where)
    source = XmSource(where, Reader(where), root, notes)
    chosen = source.choose(problem)
    told = source.data(chosen, stem) | source.comment(comment)
    puzzle = PackingPuzzle(**puzzle_fields(told, where, stem))
    for line in notes:
        tell(one_line(f"{where}: {line}"))
    return puzzle


class DrawnShape(NamedTuple):
    """A shape of a file: its name, its cells in index order with their marks, its attributes."""

    name: str
    marks: dict[Cell, Mark]
    more: dict[str, str]


@dataclass(frozen=True)
class XmSource:
    """A file that is read: its name, what checks values, its tree, and notes for the reader."""

    where: str
    reader: Reader
    root: Element
    notes: list[str]

    def choose(self, number: int | None) -> Element:
        """Return a problem, after a look at the file as a whole."""
        if self.root.tag != "puzzle":
            self.reader.fail("the first tag", self.root.tag, "must be puzzle")
        for tag in self.root.findall("gridType"):
            if (grid := tag.get("type", "0")) != "0":
                of = f", {GRIDS[int(grid)]}," if grid in ("1", "2", "3", "4") else ""
                wrong = f"{short(grid)}{of} cannot be read"
                self.reader.refuse("gridType", wrong, "only 0, cubes, can")
        if (version := self.root.get("version", "2")) != "2":
            self.notes.append(f"version {short(version)}, read as version 2")
        problems = self.root.findall("problems/problem")
        if not problems:
            self.reader.refuse("problems", "none", "a file with shapes alone has nothing to solve")
        if number is not None and not 1 <= number <= len(problems):
            self.reader.fail("problem", number, f"must be from 1 to {len(problems)}")
        if number is None and len(problems) > 1:
            names = [f"{k} {self.name_of(tag)}".strip() for k, tag in enumerate(problems, 1)]
            rest = ", …" * (len(names) > 9)
            listed = f"{', '.join(names[:9])}{rest}"
            self.notes.append(f"{len(problems)} problems ({listed}); this is the first")
        return problems[(number or 1) - 1]

    def name_of(self, tag: Element) -> str:
        return printable(tag.get("name", ""))

    def number(self, field: str, tag: Element, key: str, default: int | None, high: int) -> int:
        text = tag.get(key, "").strip()
        if not text and default is not None:
            return default
        if not NUMBER.fullmatch(text) or int(text) > high:
            self.reader.fail(f"{field}.{key}", text, f"must be a whole number from 0 to {high:,}")
        return int(text)

    # -------- shapes

    def shape(self, number: int) -> DrawnShape:
        voxels = self.root.findall("shapes/voxel")
        field = f"shape {number}"
        if number >= len(voxels):
            self.reader.refuse(field, "is not there", f"the file has {many(len(voxels), 'shape')}")
        tag = voxels[number]
        sizes = [self.number(field, tag, axis, None, MOST_ROOM) for axis in "xyz"]
        if (room := prod(sizes)) > MOST_ROOM:
            wrong = f"a room of {room:,} cells"
            self.reader.refuse(field, wrong, f"at most {MOST_ROOM:,} are read")
        text = "".join("".join(tag.itertext()).split())
        if not STATES.fullmatch(text):
            signs = "must be the signs _ # +, with a colour's number after them"
            self.reader.fail(field, text, signs)
        marks = [(sign, int(colour or 0)) for sign, colour in STATE.findall(text)]
        if len(marks) != room:
            size = " × ".join(map(str, sizes))
            self.reader.refuse(field, f"{len(marks):,} cells", f"must be {size} = {room:,}")
        drawn = {cell: mark for cell, mark in zip(box_cells([sizes]), marks) if mark[0] != "_"}
        return DrawnShape(self.name_of(tag), in_corner(drawn), tag.attrib)

    def moved_marks(self, shape: DrawnShape) -> dict[Cell, Mark]:
        """Return the cells of a shape where its attribute `at` says, in the order of `order`."""
        at = re.fullmatch("(-?[0-9]{1,3}) (-?[0-9]{1,3}) (-?[0-9]{1,3})", shape.more.get("at", ""))
        x, y, z = map(int, at.groups()) if at else (0, 0, 0)
        cells = [((a + x, b + y, c + z), mark) for (a, b, c), mark in shape.marks.items()]
        order = shape.more.get("order", "").split()
        if sorted(order) == sorted(map(str, range(len(cells)))):
            cells = [cells[int(place)] for place in order]
        return dict(cells)

    # -------- a problem

    def data(self, problem: Element, stem: str) -> dict:
        """Return a problem as the data of a puzzle file."""
        results = problem.findall("result")
        if len(results) != 1:
            self.reader.refuse("result", f"{len(results)} of them", "a problem has one result")
        result = self.shape(self.number("result", results[0], "id", None, MOST_ROOM))
        if not result.marks:
            self.reader.refuse("result", "has no cell", "it is to be filled")
        rows, groups = self.rows(problem), defaultdict[str, list[str]](list)
        for shape, _, group in rows:
            groups[group].append(shape.name)
        groups.pop("", None)
        names = self.colour_names(problem, result, [shape for shape, *_ in rows])
        keys = self.container(result, names)
        keys["pieces"] = [self.piece(shape, copies, names) for shape, copies, _ in rows]
        if groups:
            keys["joined"] = list(groups.values())
        if turns := problem.get("turns"):
            keys["turns"] = turns
        stored = [problem.get(key, "") for key in ("assemblies", "solutions")]
        solved = problem.findall("solutions") or problem.get("state") == "2"
        if solved and all(map(NUMBER.fullmatch, stored)):
            found, apart = map(int, stored)
            self.notes.append(f"its stored counts: {found:,} assemblies, {apart:,} solutions")
        limit = self.holes(problem) if "optional" in keys else {}
        return {"name": self.name_of(problem) or stem, **keys, **limit}

    def rows(self, problem: Element) -> list[tuple[DrawnShape, tuple[int, int], str]]:
        """Return the shape, the least and most number, and the group of each piece."""
        rows, names, used = [], set[str](), Counter[str]()
        for tag in problem.findall("shapes/shape"):
            number = self.number("shape", tag, "id", None, MOST_ROOM)
            shape = self.shape(number)
            least, most = self.copies(tag)
            name = free_name(shape.name or f"S{number + 1}", names, used)
            if not shape.marks or not most:
                why = "has no cell" if most else "is used 0 times"
                self.notes.append(f"piece {name} {why}, so it is left out")
                continue
            names.add(name)
            rows.append((shape._replace(name=name), (least, most), self.group(tag, name, most)))
        return rows

    def group(self, tag: Element, name: str, copies: int) -> str:
        """Return the number of the group of a piece, if all of its copies are in one; else ""."""
        found = [(tag.get("group", "0").strip(), str(copies))]
        if inner := tag.findall("group"):
            found = [(one.get("group", "0"), one.get("count", "")) for one in inner]
        (number, count), *others = found
        if others or count != str(copies):
            self.notes.append(f"piece {name}: groups of some of its copies are skipped")
            return ""
        return "" if number == "0" else number

    def copies(self, tag: Element) -> tuple[int, int]:
        """Return the least and the most number of a piece."""
        count = self.number("shape", tag, "count", -1, MOST_CELLS)
        if count >= 0:
            return count, count
        least = self.number("shape", tag, "min", 0 if "max" in tag.attrib else 1, MOST_CELLS)
        most = self.number("shape", tag, "max", max(least, 1), MOST_CELLS)
        if least > most:
            self.reader.refuse("shape", f"min {least} is more than max {most}", "swap them")
        return least, most

    def piece(self, shape: DrawnShape, copies: tuple[int, int], names: dict) -> dict:
        """Return a piece as in a puzzle file."""
        marks = self.moved_marks(shape)
        if any(sign == "+" for sign, _ in marks.values()):
            only = "only the result may have some"
            self.reader.refuse(f"piece {shape.name}", "has cells +", only)
        cells, (least, most) = list(map(list, marks)), copies
        found = {"name": shape.name, "cells": cells, "loose": not is_connected(marks)}
        found["copies"] = most if least == most else f"{least}..{most}"
        colours = [names.get(("piece", colour), "") for _, colour in marks.values()]
        return found | ({"colours": colours} if any(colours) else {})

    def container(self, result: DrawnShape, names: dict) -> dict:
        """Return the keys of a puzzle file that say what the container is."""
        keys, marks = self.boxes(result)
        optional = [list(cell) for cell, (sign, _) in marks.items() if sign == "+"]
        colours: dict[str, list] = {}
        for cell, (_, colour) in marks.items():
            if name := names.get(("result", colour)):
                colours.setdefault(name, []).append(list(cell))
        keys |= {"optional": optional} if optional else {}
        return keys | ({"colours": colours} if colours else {})

    def boxes(self, result: DrawnShape) -> tuple[dict, dict[Cell, Mark]]:
        """Return the key with the boxes or cells of a result, and the marks of its cells."""
        given = result.more.get("boxes")
        if given is None:  # made by another program
            size = tuple(max(axis) + 1 for axis in zip(*result.marks))
            given = " ".join(map(str, size)) if prod(size) == len(result.marks) else ""
        numbers = given.replace(",", " ").split()
        sizes = []
        if len(numbers) % 3 == 0 and all(map(NUMBER.fullmatch, numbers)):
            sizes = list(zip(*[iter(map(int, numbers))] * 3))
        if sizes and sum(map(prod, sizes)) == len(result.marks):
            laid = boxes_in_a_row(sizes)
            if laid.keys() == result.marks.keys():
                listed = [list(size) for size in sizes]
                marks = {laid[cell]: mark for cell, mark in result.marks.items()}
                return {"boxes": listed} if sizes[1:] else {"box": listed[0]}, marks
        marks = self.moved_marks(result)
        return {"cells": [list(cell) for cell in marks]}, marks

    # -------- colours

    def colour_names(self, problem: Element, result: DrawnShape, shapes: list[DrawnShape]) -> dict:
        """Return the names of colours: ("piece" or "result", number) -> name.

        Two have one name if one may lie on the other. Raise `PuzzleError` where that is not all
        that the pairs say: a colour that may lie on two of which another may lie on one only.
        """
        own = {("piece", colour) for shape in shapes for _, colour in shape.marks.values()}
        own |= {("result", colour) for _, colour in result.marks.values()}
        own -= {("piece", 0), ("result", 0)}
        edges = {(p, r) for p, r in self.pairs(problem) if {("piece", p), ("result", r)} <= own}
        names: dict[tuple[str, int], str] = {}
        for side, colour in sorted(own):
            if (side, colour) not in names:
                above, below = colours_together(side, colour, edges)
                if len(above) * len(below) != sum(p in above for p, _ in edges):
                    rule = "colours can be equal or different, not more"
                    self.reader.refuse("bitmap", self.pair_words(above, below), rule)
                name = free_name(self.colour_name(colour), names.values(), Counter())
                names |= {("piece", p): name for p in above} | {("result", r): name for r in below}
        return names

    def pair_words(self, above: Iterable[int], below: Iterable[int]) -> str:
        names = ([self.colour_name(one) for one in sorted(some)] for some in (above, below))
        pieces, result = map(join_words, names)
        return f"{pieces} of pieces may lie on some of {result} only"

    def pairs(self, problem: Element) -> Pairs:
        """Return which colour of a piece may lie on which of the container, counted from 1."""
        sides = "piece", "result"
        tags = problem.findall("bitmap/pair")
        found = [tuple(self.number("pair", tag, key, None, 999) for key in sides) for tag in tags]
        colours = len(self.root.findall("colors/color"))
        if any(colours in pair for pair in found) and not any(0 in pair for pair in found):
            self.notes.append("pairs of colours count from 1")
            return {(piece, result) for piece, result in found}
        return {(piece + 1, result + 1) for piece, result in found}

    def colour_name(self, number: int) -> str:
        """Return the name of a colour: as we wrote it, or by its red, green and blue."""
        tags = self.root.findall("colors/color")
        tag = tags[number - 1] if number <= len(tags) else None
        if tag is None:
            return f"colour {number}"
        if name := self.name_of(tag):
            return name
        parts = [tag.get(key, "") for key in ("red", "green", "blue")]
        if all(NUMBER.fullmatch(part) and int(part) < 256 for part in parts):
            return "#%02x%02x%02x" % tuple(map(int, parts))
        return f"colour {number}"

    # -------- the rest

    def comment(self, text: str) -> dict:
        """Return the comment of the file as the source of the puzzle."""
        words = printable(text)
        if len(words) > MOST_COMMENT:
            self.notes.append(f"of the comment the first {MOST_COMMENT:,} characters are kept")
            words = words[:MOST_COMMENT].strip()
        return {"source": words} if words else {}

    def holes(self, problem: Element) -> dict:
        """Return the greatest number of empty cells, `maxHoles`, if there is one."""
        if problem.get("maxHoles", "-1").strip() in ("-1", "", str(UNLIMITED)):
            return {}
        return {"holes": f"0..{self.number('problem', problem, 'maxHoles', None, MOST_ROOM)}"}


def colours_together(side: str, colour: int, edges: Pairs) -> tuple[set[int], set[int]]:
    """Return the colours of pieces and of the container that hang together with one of them.

    >>> colours_together("piece", 1, {(1, 3), (2, 3), (4, 4)})
    ({1, 2}, {3})
    """
    above, below = ({colour}, set[int]()) if side == "piece" else (set[int](), {colour})
    size = 0
    while size < len(above) + len(below):
        size = len(above) + len(below)
        below |= {r for p, r in edges if p in above}
        above |= {p for p, r in edges if r in below}
    return above, below


def printable(text: str) -> str:
    """Return a text in one line, in signs that can be shown."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def in_corner(marks: dict[Cell, Mark]) -> dict[Cell, Mark]:
    """Return the cells of a shape moved into the corner at the origin, in index order."""
    if not marks:
        return {}
    low = [min(axis) for axis in zip(*marks)]
    return {(x - low[0], y - low[1], z - low[2]): mark for (x, y, z), mark in marks.items()}


def free_name(name: str, taken: Collection[str], used: Counter) -> str:
    """Return a name, with a number if it is taken; `used` holds the last number of each."""
    free = name
    while free in taken:
        used[name] = max(2, used[name] + 1)
        free = f"{name} ({used[name]})"
    return free


def boxes_in_a_row(sizes: Sequence[tuple[int, int, int]]) -> dict[Cell, Cell]:
    """Return boxes side by side in x with a gap of one: cell there -> cell as in a puzzle file.

    >>> boxes_in_a_row([(1, 1, 1), (1, 1, 1)])
    {(0, 0, 0): (0, 0, 0, 0), (2, 0, 0): (0, 0, 0, 1)}
    """
    starts = list(accumulate((wide + 1 for wide, _, _ in sizes), initial=0))
    found: dict[Cell, Cell] = {}
    for cell in box_cells(sizes):
        x, y, z, *box = cell
        found[x + starts[box[0] if box else 0], y, z] = cell
    return found


# -------- export


def to_xmpuzzle(puzzle: PackingPuzzle) -> str:
    """Return a puzzle as the text of an .xmpuzzle file; `read_xmpuzzle` makes an equal one of it.

    Raise `PuzzleError` for a puzzle that lists its placements, for the rest of several boxes, and
    for one that says what such a file cannot.

    """
    check_can_be_written(puzzle)
    at_most = puzzle.holes and not puzzle.holes[0]
    if cannot := [word for word in puzzle.special_words if not (word == "holes" and at_most)]:
        raise PuzzleError(f"{puzzle.name}: says {cannot[0]}, which an {SUFFIX} file cannot")
    hues = colour_hues(puzzle)
    names = list(hues)
    number = {name: place for place, name in enumerate(names, 1)} | {"": 0}
    shapes = [piece_tag(piece, number) for piece in puzzle.pieces]
    colours = [colour_tag(name, hue) for name, hue in hues.items()]
    source = [f"<comment>{escape(puzzle.source)}</comment>"] if puzzle.source else []
    lines = [
        *('<?xml version="1.0"?>', '<puzzle version="2">', '<gridType type="0"/>'),
        *("<colors>", *colours, "</colors>"),
        *("<shapes>", *shapes, result_tag(puzzle, number), "</shapes>"),
        *("<problems>", *problem_tags(puzzle, len(names)), "</problems>"),
        *(*source, "</puzzle>\n"),
    ]
    return "\n".join(lines)


def tag_with(name: str, attributes: Mapping[str, object], content: str = "") -> str:
    """Return a tag; attributes that are None are left out."""
    given = [f"{key}={quoted(str(v))}" for key, v in attributes.items() if v is not None]
    head = " ".join([name, *given])
    return f"<{head}>{content}</{name}>" if content else f"<{head}/>"


def colour_hues(puzzle: PackingPuzzle) -> dict[str, str]:
    """Return each colour of a puzzle as "#rrggbb", by its name or else by its place among all."""
    own = [colour for piece in puzzle.pieces for colour in piece.colours]
    names = list(dict.fromkeys(filter(None, [*own, *dict(puzzle.colours).values()])))
    hues = {}
    for place, name in enumerate(names):
        hue = HUES.get(name, name)
        if not re.fullmatch("#[0-9a-fA-F]{6}", hue):
            parts = hsv_to_rgb(place / len(names), 0.7, 0.9)
            hue = "#%02x%02x%02x" % tuple(round(255 * part) for part in parts)
        hues[name] = hue
    return hues


def colour_tag(name: str, hue: str) -> str:
    red, green, blue = rgb(hue)
    return tag_with("color", {"red": red, "green": green, "blue": blue, "name": name})


def voxel_tag(marks: dict[Cell, Mark], more: Mapping[str, object]) -> str:
    """Return a shape in the corner at the origin."""
    sizes = [max(axis) + 1 for axis in zip(*marks)]
    if prod(sizes) > MOST_ROOM:
        most = f"a room of at most {MOST_ROOM:,} cells can be written"
        raise PuzzleError(f"shape {more['name']}: its cells are too far apart; {most}")
    states = (marks.get(cell, ("_", 0)) for cell in box_cells([sizes]))
    text = "".join(f"{sign}{colour or ''}" for sign, colour in states)
    return tag_with("voxel", {**dict(zip("xyz", sizes)), **more, "type": 0}, text)


def piece_tag(piece: Piece, number: dict[str, int]) -> str:
    paints = piece.colours or [""] * len(piece.cells)
    marks = {cell: ("#", number[paint]) for cell, paint in zip(piece.cells, paints)}
    ordered = sorted(piece.cells, key=lambda cell: cell[::-1])
    order = [str(ordered.index(cell)) for cell in piece.cells]
    straight = ordered == list(piece.cells)
    more = {"name": piece.name, "order": None if straight else " ".join(order)}
    return voxel_tag(in_corner(marks), more | {"at": corner_of(piece.cells)})


def result_tag(puzzle: PackingPuzzle, number: dict[str, int]) -> str:
    """Return the shape of the container; boxes stand side by side."""
    optional, colours = set(puzzle.optional), dict(puzzle.colours)
    marks: dict[Cell, Mark] = {}
    for cell in puzzle.container:
        marks[cell] = "+" if cell in optional else "#", number[colours.get(cell, "")]
    if puzzle.boxes:
        marks = {cell: marks[own] for cell, own in boxes_in_a_row(puzzle.boxes).items()}
    boxes = ", ".join(" ".join(map(str, box)) for box in puzzle.boxes)
    more = {"name": "Result", "boxes": boxes, "at": corner_of(marks)}
    return voxel_tag(in_corner(marks), more)


def corner_of(cells: Iterable[Cell]) -> str | None:
    """Return the lowest corner of some cells as an attribute; None at the origin."""
    low = [min(axis) for axis in zip(*cells)]
    return " ".join(map(str, low)) if any(low) else None


def problem_tags(puzzle: PackingPuzzle, colours: int) -> list[str]:
    turns = None if puzzle.turns == "space" else puzzle.turns
    group = {name: number for number, names in enumerate(puzzle.joined, 1) for name in names}
    counts = []
    for number, piece in enumerate(puzzle.pieces):
        some = {"min": piece.least, "max": piece.copies} if piece.spare else {"count": piece.copies}
        counts.append(tag_with("shape", {"id": number, **some, "group": group.get(piece.name)}))
    pairs = [tag_with("pair", {"piece": k, "result": k}) for k in range(colours)]
    holes = puzzle.holes[1] if puzzle.holes else None
    more = {"turns": turns, "maxHoles": holes}
    opening = tag_with("problem", {"name": puzzle.name, "state": 0, **more})
    return [
        opening.replace("/>", ">"),
        *("<shapes>", *counts, "</shapes>"),
        tag_with("result", {"id": len(puzzle.pieces)}),
        *("<bitmap>", *pairs, "</bitmap>"),
        "</problem>",
    ]
