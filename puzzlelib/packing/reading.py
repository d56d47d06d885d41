"""Data of a puzzle file, in strict YAML, read field by field into the fields of a puzzle.

All that is wrong with a file gets one line with file, field, value and remedy.
"""

import os.path
import re
from collections.abc import Mapping
from math import prod
from pathlib import Path

from ..common.errors import PuzzleError, short
from ..common.files import MOST_BYTES
from ..common.words import did_you_mean, number_range
from .pieces import Piece, Placement, box_cells, volume_fits
from .plain_text import plain_data
from .shapes import TURNS, components, place_test

MOST_CELLS = 4096  # far above what a search could finish
KEYS = (
    *("name", "box", "boxes", "cells", "layers", "optional", "holes", "colours", "turns", "pieces"),
    *("given", "most", "joined", "source", "puzzles"),
)
PIECE_KEYS = ("name", "cells", "layers", "copies", "colours", "turns", "loose")
CONTAINERS = ("box", "boxes", "cells", "layers")
ELSEWHERE = {  # keys that are no fault of spelling
    "wrap": "pieces do not go around an edge; an exact cover as text can say that",
    "copies": "stands in a piece, as - {name: V, layers: ['##/#.'], copies: 2}",
}
RANGE = re.compile(r"(?:(\d{1,9}) ?\.\. ?)?(\d{1,9}|any|\*)", re.ASCII)


class Reader:
    """Checks data field by field; `where` names the file, `page` explains its format, `source` is
    their text."""

    def __init__(self, where: str, page: str = "", source: str = "", within: str = ""):
        self.where, self.page, self.source = where, page, source
        self.within = within  # which puzzle of several
        self.signs: dict[str, str] = {}  # the colours that signs in drawings stand for

    def fail(self, field, value, allowed, at=""):
        """Raise `PuzzleError` for a value."""
        self.refuse(field, short(value), allowed, at)

    def refuse(self, field, problem: str, allowed, at=""):
        """Raise `PuzzleError` in words of our own; `at` is the path of another line to be named."""
        from .strict_yaml import yaml_line

        paths = f"{self.within}{at or field}", at or field
        _, line = min((yaml_line(self.source, path) for path in paths), key=lambda found: found[0])
        where = f"{self.where}: line {line}" if line else self.where
        raise PuzzleError(f"{where}: {self.within}{field}: {problem}; {allowed}{self.page}")

    def whole(self, field, value, low, high):
        if type(value) is not int or not low <= value <= high:
            self.fail(field, value, f"must be a whole number from {low} to {high}")
        return value

    def kind(self, data, kind):
        if data.get("kind", kind) != kind:
            self.fail("kind", data["kind"], f"must be {kind}, or be left out")

    def text(self, field, value):
        """Return a text with single blanks; it will be shown, so nothing in it is invisible."""
        text = " ".join(value.split()) if isinstance(value, str) else ""
        if not text:
            self.fail(field, value, "must be a text that is not empty")
        if not text.isprintable():
            self.fail(field, value, "must be a text that is not empty, of characters that can be printed")
        return text

    def items(self, field, value, what):
        if not isinstance(value, list) or not value:
            self.fail(field, value, f"must be a list of {what}, not empty")
        return value

    def keys(self, field, value, allowed):
        if not isinstance(value, dict):
            self.fail(field, value, f"must have the keys {', '.join(allowed)}")
        for key in value:
            if key not in allowed:
                near = did_you_mean(str(key), allowed)
                known = f"unknown key; {near}allowed are {', '.join(allowed)}"
                at = key if field == "the file" else f"{field}.{key}"
                self.fail(field, key, ELSEWHERE.get(key, known), at)
        return value

    def triple(self, field, value, low, high, flat):
        """Return three numbers, of two with `flat` as the third."""
        if not isinstance(value, list) or len(value) not in (2, 3):
            self.fail(field, value, "must be numbers [x, y, z], or [x, y] where all is flat")
        return tuple(self.whole(field, v, low, high) for v in (value if value[2:] else [*value, flat]))

    def cells(self, field, value, low=-999):
        rows = self.items(field, value, "cells [x, y, z] (drawings are layers)")
        self.check_size(field, len(rows))
        cells = {}  # a dictionary keeps their order
        for cell in (self.triple(field, row, low, 999, 0) for row in rows):
            if cell in cells:
                self.fail(field, list(cell), "duplicate cell")
            cells[cell] = None
        return tuple(cells)

    def sizes(self, field, value):
        sizes = tuple(self.triple(field, size, 1, 10**9, 1) for size in value)
        self.check_size(field, sum(map(prod, sizes)))
        return sizes

    def check_size(self, field, cells):
        if cells > MOST_CELLS:
            self.refuse(field, f"{cells:,} cells", f"at most {MOST_CELLS:,} cells are allowed")

    def drawing(self, field, value):
        """Return the cells in drawings, each with its sign, the lowest layer first.

        A drawing begins with its back row; a row ends with its line or at a slash.
        """
        drawings = self.items(field, value, "drawings")
        cells, signs = [], []
        for z, layer in enumerate(drawings):
            self.text(field, layer.replace("\n", " ") if isinstance(layer, str) else layer)
            rows = layer.rstrip("\n").replace("/", "\n").split("\n")[::-1]
            for y, row in enumerate(rows):
                marked = [(x, sign) for x, sign in enumerate(row) if sign not in ". "]
                cells += [[x, y, z] for x, _ in marked]
                signs += [sign for _, sign in marked]
        return dict(zip(self.cells(field, cells, 0), signs))

    def piece(self, number, value, room: int, most):
        field = f"pieces[{number}]"
        self.keys(field, value, PIECE_KEYS)
        name = self.text(f"{field}.name", value.get("name"))
        field = f"{field} ({name})"
        if "layers" not in value:
            cells, painted = self.cells(f"{field}.cells", value.get("cells")), []
        elif "cells" in value:
            self.refuse(field, "cells and layers", "give one of the two")
        else:
            drawing = self.drawing(f"{field}.layers", value["layers"])
            cells, painted = tuple(drawing), [self.signs.get(sign, "") for sign in drawing.values()]
        loose = value.get("loose", False)
        if type(loose) is not bool:
            self.fail(f"{field}.loose", loose, "must be true or false")
        if not loose and len(found := components(cells)) > 1:
            ends = " and ".join(str(list(map(list, part[:3]))) for part in found[:2])
            apart = f"is disconnected ({len(found)} parts that share no face, as those with the cells {ends})"
            self.refuse(field, apart, "fix its cells or set loose: true")
        least, most = self.copies(
            f"{field}.copies", value.get("copies", "any" if name == most else 1), room // len(cells)
        )
        turns = self.turns(f"{field}.turns", value["turns"]) if "turns" in value else ""
        if "colours" in value:
            painted = self.paints(f"{field}.colours", value["colours"], len(cells))
        return Piece(name, cells, most, most - least, tuple(painted) if any(painted) else (), turns)

    def turns(self, field, value):
        if value not in TURNS:
            self.fail(field, value, f"must be one of {', '.join(TURNS)}")
        return value

    def copies(self, field, value, room: int):
        """Return the least and the most of a number of copies, such as 3, 2..4, 2..any or any."""
        ends = isinstance(value, str) and RANGE.fullmatch(value.strip())
        if not ends or not ends[1] and ends[2].isdigit():
            return (self.whole(field, value, 1, MOST_CELLS),) * 2
        least = int(ends[1] or 0)
        most = int(ends[2]) if ends[2].isdigit() else max(1, least, room)
        if not least <= most or not 1 <= most <= MOST_CELLS:
            must = f"must be two whole numbers, the second from 1 to {MOST_CELLS}, such as 2..4"
            self.fail(field, value, must)
        return least, most

    def holes(self, value, optional: int) -> tuple[int, int]:
        """Return the least and the most number of cells that stay empty, such as 2 or 0..2."""
        ends = RANGE.fullmatch(str(value).strip()) if type(value) in (int, str) else None
        least, most = 1, 0
        if ends and ends[2].isdigit():
            least, most = int(ends[1] or ends[2]), int(ends[2])
        if not least <= most or least > optional:
            number = f"a number or a range such as 0..2, as {optional:,} cells may stay empty"
            self.fail("holes", value, f"must be {number}, or a list of cells")
        return least, min(most, optional)

    def given_places(self, value, pieces, cells, turns, colours) -> tuple[Placement, ...]:
        """Return the placements that each solution holds."""
        if not isinstance(value, dict) or not value:
            self.fail("given", value, "must be names of pieces, each with its cells")
        pieces = {piece.name: piece for piece in pieces}
        found: list[Placement] = []
        for name, says in value.items():
            field = f"given.{name}"
            if name not in pieces:
                self.fail("given", name, "there is no piece of this name", field)
            rows = self.items(field, says, "cells, or a list of such lists for copies")
            nested = isinstance(rows[0], list) and rows[0] and isinstance(rows[0][0], list)
            piece = pieces[name]
            painted = piece.colours or ("",) * len(piece.cells)
            fits = place_test(piece.cells, painted, piece.turns or turns, colours)
            for row in rows if nested else [rows]:
                place = tuple(sorted(self.part(field, row, cells)))
                if not fits(place):
                    self.fail(field, row, "the piece does not lie so: its shape, turns or colours differ")
                if not {cell for _, at in found for cell in at}.isdisjoint(place):
                    self.fail(field, row, "another piece that is given has one of these cells")
                found.append(Placement(name, place))
            if sum(one.piece == name for one in found) > piece.copies:
                self.fail(field, says, f"there are no more than {piece.copies} copies")
        rank = {name: place for place, name in enumerate(pieces)}
        return tuple(sorted(found, key=lambda one: (rank[one.piece], one.cells)))

    def most(self, value, pieces) -> tuple[Piece, ...]:
        """Return the pieces of a puzzle that asks for the most of something."""
        names = [piece.name for piece in pieces]
        if value is not True and value not in names:
            self.fail("most", value, "must be true, or the name of a piece")
        ranged = any(piece.spare for piece in pieces)
        free = {value} if value is not True else set() if ranged else set(names)
        ranges = {one.name: one.copies for one in pieces if one.name in free and not one.spare}
        return tuple(p._replace(spare=ranges.get(p.name, p.spare)) for p in pieces)

    def paints(self, field, value, cells):
        """Return the colours of a piece's cells, "" for none."""
        rows = self.items(field, value, 'colours, one for each cell, "" for none')
        if len(rows) != cells:
            each = f"the piece has {cells} cells, and each needs one"
            self.refuse(field, f"{len(rows)} colours", each)
        return [row if row == "" else self.text(field, row) for row in rows]

    def container(self, data):
        """Return the cells in index order with their signs, and the sizes of its boxes, if any."""
        given = [key for key in CONTAINERS if key in data]
        if len(given) != 1:
            one = f"give exactly one of {', '.join(CONTAINERS)}"
            self.fail("the container", given, one, given[-1] if given else "")
        key, value = given[0], data[given[0]]
        if key in ("box", "boxes"):
            rows = [value] if key == "box" else self.items(key, value, "box sizes [x, y, z]")
            sizes = self.sizes(key, rows)
            return dict.fromkeys(box_cells(sizes), ""), sizes
        signs = self.drawing(key, value) if key == "layers" else {}
        cells = signs or self.cells(key, value, 0)
        ordered = sorted(cells, key=lambda cell: cell[::-1])
        return {cell: signs.get(cell, "") for cell in ordered}, ()

    def part(self, field, value, container):
        """Return a list of cells of the container."""
        boxes, cells = any(cell[3:] for cell in container), {}
        for row in self.items(field, value, "cells"):
            box = row[3:] if boxes and isinstance(row, list) and len(row) == 4 else []
            cell = (*self.triple(field, row[:3] if box else row, 0, 999, 0), *box)
            if cell not in container or any(type(number) is not int for number in cell):
                must = "must be a cell of the container"
                self.fail(field, row, f"{must}, [x, y, z, box]" if boxes else must)
            if cell in cells:
                self.fail(field, row, "duplicate cell")
            cells[cell] = None
        return set(cells)

    def legend(self, value):
        """Note the signs that stand for colours; return the cells that are listed by colour."""
        if not isinstance(value, dict) or not value:
            must = "must be colours with their cells, or signs of drawings with theirs"
            self.fail("colours", value, must)
        listed = {}
        for key, says in value.items():
            if isinstance(says, list):
                listed[self.text("colours", key)] = says
            elif isinstance(key, str) and len(key) == 1 and key not in ".+/ \n":
                self.signs[key] = self.text(f"colours.{key}", says)
            else:
                must = "a sign in drawings is one character, none of . + / and blank"
                self.fail("colours", key, f"{must}; put a digit in quotes")
        return listed

    def colours(self, listed, container):
        """Return the cells of the container with a colour, drawn or listed."""
        found = {cell: self.signs[sign] for cell, sign in container.items() if sign in self.signs}
        for colour, rows in listed.items():
            for cell in self.part(f"colours.{colour}", rows, container):
                if (other := found.setdefault(cell, colour)) != colour:
                    self.fail(f"colours.{colour}", list(cell), f"this cell is {other} already")
        return tuple((cell, found[cell]) for cell in container if cell in found)

    def join_sets(self, value, pieces):
        """Return the sets of pieces that may stay joined, each in the order of the pieces."""
        left, sets = {piece.name: place for place, piece in enumerate(pieces)}, []
        for row in self.items("joined", value, "lists of names of pieces"):
            names = [self.text("joined", name) for name in self.items("joined", row, "names")]
            places = []
            for name in names:
                if name not in left:
                    self.fail("joined", name, "must be a piece that is in no other place there")
                places.append(left.pop(name))
            sets.append(tuple(pieces[place].name for place in sorted(places)))
        return tuple(sets)

    def check_signs(self, data):
        """Raise `PuzzleError` for a sign of a colour that stands in no drawing."""
        layers = [one.get("layers") for one in (data, *data["pieces"])]
        drawn = {sign for drawings in layers for layer in drawings or () for sign in layer}
        for sign in self.signs:
            if sign not in drawn:
                self.fail("colours", sign, "must be a sign that stands in a drawing")

    def check_pieces(self, pieces, container, optional, holes):
        """Raise `PuzzleError` for a name that appears twice, or a wrong volume."""
        seen = set()
        for i, piece in enumerate(pieces):
            if piece.name in seen:
                twice = "two pieces have this name; use copies for equal pieces"
                self.fail(f"pieces[{i}].name", piece.name, twice)
            seen.add(piece.name)
        fewest, many = holes or (0, len(container))
        least = max(len(container) - len(optional), len(container) - many)
        if not volume_fits(pieces, least, len(container) - fewest):
            most = sum(len(piece.cells) * piece.copies for piece in pieces)
            spare = sum(len(piece.cells) * piece.spare for piece in pieces)
            volume, room = number_range(most - spare, most), len(container)
            why = ", which no choice of copies fills" if spare else ""
            has = f"the container has {number_range(least, room - fewest)}{why}"
            cells = f"{volume} cell{'s' * (volume != '1')}"
            self.refuse("volume", cells, f"the pieces fill {cells}, {has}", "pieces")


def parse_yaml(text: str, where: str):
    """Return the YAML in a text; raise a `PuzzleError` that names the line if it is broken."""
    if len(text) > MOST_BYTES:
        raise PuzzleError(f"{where}: the text has {len(text):,} characters; at most {MOST_BYTES:,} are read")
    if data := plain_data(text):
        return data
    from .strict_yaml import parse

    return parse(text, where)


def all_fields(text: str, where: str, stem: str) -> list[dict]:
    """Return the fields of each `PackingPuzzle` in a text: of one, or of those of its key `puzzles`."""
    data = parse_yaml(text, where)
    if is_plates(data):
        solves = "python -m puzzlelib plates FILE --target board|cube solves it"
        reads = "puzzlelib.plates.files.load(FILE) reads it"
        raise PuzzleError(f"{where}: is a set of plates; {solves}, {reads}")
    reader = Reader(where, f" (see {page_of_files()})", text)
    reader.keys("the file", data, KEYS)
    if "puzzles" not in data:
        return [puzzle_fields(data, where, stem, text)]
    rows = reader.items("puzzles", data.pop("puzzles"), "puzzles: the keys that differ")
    name, found = reader.text("name", data.pop("name", stem)), []
    for k, row in enumerate(rows):
        reader.keys(f"puzzles[{k}]", row, KEYS[:-1])
        other = row.keys() & set(CONTAINERS)
        kept = {key: value for key, value in data.items() if not (other and key in CONTAINERS)}
        own = {"name": f"{name} {k + 1}"} | kept | row
        found.append(puzzle_fields(own, where, stem, text, f"puzzles[{k}]."))
    return found


def is_plates(data) -> bool:
    """Return whether data are a set of voxel plates (see `plates.files`), and no puzzle."""
    if not isinstance(data, dict) or any(key in data for key in CONTAINERS):
        return False
    pieces = data["pieces"] if isinstance(data.get("pieces"), list) else []
    bordered = any(isinstance(piece, dict) and "border12" in piece for piece in pieces)
    return bordered or "board" in data or data.get("kind") == "plates"


def puzzle_fields(data, where: str, stem: str, text: str = "", within: str = "", page: str = "") -> dict:
    """Return the fields of the `PackingPuzzle` that data describe; `PuzzleError` for wrong ones.

    within: which of several puzzles; page: where the format is told.
    """
    reader = Reader(where, f" (see {page or page_of_files()})", text, within)
    reader.keys("the file", data, KEYS[:-1])
    listed = reader.legend(data["colours"]) if "colours" in data else {}
    cells, boxes = reader.container(data)
    free = reader.part("optional", data["optional"], cells) if "optional" in data else set()
    colours = dict(reader.colours(listed, cells))
    if isinstance(holes := data.get("holes"), list):
        empty = reader.part("holes", holes, cells)
        if len(empty) == len(cells):
            reader.fail("holes", holes, "must leave cells to be filled")
        cells = {cell: sign for cell, sign in cells.items() if cell not in empty}
        boxes, holes = (), None
    optional = tuple(cell for cell, sign in cells.items() if cell in free or sign == "+")
    most = data.get("most", False)
    if not optional and (most or holes):
        optional = tuple(cells)
    rows = reader.items("pieces", data.get("pieces"), "pieces, as - {name: V, layers: ['##/#.']}")
    pieces = tuple(reader.piece(i, row, len(cells), most) for i, row in enumerate(rows))
    reader.check_signs(data)
    pieces = pieces if most is False else reader.most(most, pieces)
    turns = reader.turns("turns", data.get("turns", "space"))
    source = reader.text("source", data["source"]) if "source" in data else ""
    name = reader.text("name", data.get("name", stem))
    joined = reader.join_sets(data["joined"], pieces) if "joined" in data else ()
    painted = tuple(item for item in colours.items() if item[0] in cells)
    given = reader.given_places(data["given"], pieces, cells, turns, painted) if "given" in data else ()
    filled = {cell for _, place in given for cell in place}
    optional = tuple(cell for cell in optional if cell not in filled)
    limits = None if holes is None else reader.holes(holes, len(optional))
    limits = limits if optional else None
    reader.check_pieces(pieces, cells, optional, limits)
    fields = {"name": name, "container": tuple(cells), "pieces": pieces, "turns": turns, "boxes": boxes}
    more = {"source": source, "colours": painted, "joined": joined, "most": most, "given": given}
    return fields | more | {"optional": optional, "holes": limits}


def page_of_files() -> str:
    """Return the path of the page on puzzle files: short in a clone, whole where they are installed."""
    page = "puzzlelib/packing/README.md"
    here = Path(__file__).with_name("README.md")  # a page of the book has none
    return str(here) if here.is_file() and not os.path.isfile(page) else page


def fields_of_pieces(shapes, keys: dict) -> dict:
    """Return the fields of `PackingPuzzle.from_pieces`, read as the data of a puzzle file are."""
    where, copies, loose = "from_pieces", keys.pop("copies", {}), keys.pop("loose", ())
    for field, value in (("pieces", shapes), ("copies", copies)):
        if not isinstance(value, Mapping):
            raise PuzzleError(f"{where}: {field}: {short(value)}; must be a dictionary {{name: …}}")
    for field, names in (("copies", copies), ("loose", loose)):
        for name in set(names) - set(shapes):
            raise PuzzleError(f"{where}: {field}: {short(name)}; there is no such piece")
    if not shapes:
        raise PuzzleError(f'{where}: no pieces; name at least one, as {{"L": "###/#.."}}')
    allowed = [f"{key}=" for key in (*KEYS, "copies", "loose") if key != "pieces"]
    for key in keys:
        if f"{key}=" not in allowed:
            near = did_you_mean(f"{key}=", allowed) or f"there are {', '.join(allowed)}"
            raise PuzzleError(f"{where}: {key}= is not one of its arguments; {near.strip()}")
    if not any(key in keys for key in CONTAINERS):
        containers = ", ".join(f"{key}=" for key in CONTAINERS)
        raise PuzzleError(f"{where}: no container; give one of {containers}")
    pieces = [
        {"name": name, "copies": copies.get(name, 1), "loose": name in loose, **shape_keys(shape)}
        for name, shape in shapes.items()
    ]
    data = {key: as_lists(value) for key, value in keys.items()}
    for field in ("colours", "given"):
        if isinstance(data.get(field), Mapping):
            data[field] = {key: as_lists(value) for key, value in data[field].items()}
    page = "help(PackingPuzzle.from_pieces)"
    return puzzle_fields(data | {"pieces": pieces}, where, "puzzle", page=page)


def shape_keys(shape) -> dict:
    """Return a shape in Python as in a puzzle file: drawings are layers."""
    drawings = [shape] if isinstance(shape, str) else shape
    if isinstance(drawings, (list, tuple)) and any(isinstance(one, str) for one in drawings):
        return {"layers": list(drawings)}
    return {"cells": as_lists(shape)}


def as_lists(value):
    """Return tuples, arrays and ranges as lists, which the reader of files takes."""
    value = value.tolist() if hasattr(value, "tolist") else value
    kinds = (list, tuple, set, frozenset, range)
    return [as_lists(one) for one in value] if isinstance(value, kinds) else value
