"""The catalogue (catalogue/*.yaml), and puzzle files in strict YAML.

All that is wrong with a file gets one line with file, field, value and remedy.
"""

import os.path
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import prod
from pathlib import Path

import yaml

from ..common.errors import PuzzleError, one_line, short
from ..common.extensions import extensions, load_entry
from ..common.extras import lacking
from ..common.files import check_is_file
from ..common.words import did_you_mean
from .puzzle import PackingPuzzle, Piece, Placement, box_cells, to_dict, volume_fits
from .shapes import TURNS, components, is_connected

CATALOGUE = Path(__file__).parent / "catalogue"
MOST_CELLS = 4096  # far above what a search could finish
MOST_BYTES = 100_000  # YAML is slow
MOST_LEVELS = 20  # lists within lists: a puzzle has five levels, more are slow
END = r"(?: \(.*\))?(?:\.|(?=\[)|$)"  # of a part of the path of a field, with the name of a piece
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


class StrictLoader(yaml.SafeLoader):
    """YAML's safe loader with texts as keys, each once, and without deep nesting and aliases."""

    level = 0

    def compose_node(self, parent, index):
        mark = self.peek_event().start_mark
        if self.check_event(yaml.AliasEvent):  # a few of them can make millions of cells
            refuse_yaml("aliases (*name) are not allowed", mark)
        if self.level > MOST_LEVELS:
            refuse_yaml(f"lists within lists, more than {MOST_LEVELS} levels deep", mark)
        self.level += 1
        node = super().compose_node(parent, index)
        self.level -= 1
        return node

    def construct_mapping(self, node, deep=False):
        seen = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                refuse_yaml("a key must be a text", key.start_mark)
            if key.value in seen:
                refuse_yaml(f"the key {key.value!r} stands twice", key.start_mark)
            seen.add(key.value)
            key.tag = "tag:yaml.org,2002:str"  # 1 and yes too
        return super().construct_mapping(node, deep)


def refuse_yaml(problem: str, mark):
    raise yaml.MarkedYAMLError(None, None, problem, mark)


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
                self.fail(field, list(cell), "this cell stands twice")
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
            apart = f"falls into {len(found)} parts that share no face, such as those with the cells {ends}"
            self.refuse(field, apart, "mend its cells, or say loose: true")
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
            must = f"must be two whole numbers from 0 to {MOST_CELLS}, such as 2..4"
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

    def given_places(self, value, puzzle: PackingPuzzle) -> tuple[Placement, ...]:
        """Return the placements that each solution holds."""
        if not isinstance(value, dict) or not value:
            self.fail("given", value, "must be names of pieces, each with its cells")
        pieces = {piece.name: piece for piece in puzzle.pieces}
        cells = dict.fromkeys(puzzle.container)
        found: list[Placement] = []
        for name, says in value.items():
            field = f"given.{name}"
            if name not in pieces:
                self.fail("given", name, "there is no piece of this name", field)
            rows = self.items(field, says, "cells, or a list of such lists for copies")
            nested = isinstance(rows[0], list) and rows[0] and isinstance(rows[0][0], list)
            for row in rows if nested else [rows]:
                place = tuple(sorted(self.part(field, row, cells)))
                if place not in puzzle.places(pieces[name], place):
                    self.fail(field, row, "the piece does not lie so: its shape, turns or colours differ")
                if not {cell for _, at in found for cell in at}.isdisjoint(place):
                    self.fail(field, row, "another piece that is given has one of these cells")
                found.append(Placement(name, place))
            if sum(one.piece == name for one in found) > pieces[name].copies:
                self.fail(field, says, f"there are no more than {pieces[name].copies} copies")
        return tuple(puzzle.solution(found))

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
            self.fail("the container", given, f"give exactly one of {', '.join(CONTAINERS)}")
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
                self.fail(field, row, "this cell stands twice")
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
        """Raise `PuzzleError` for a name that stands twice, or a wrong volume."""
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


def yaml_line(text: str, path: str) -> tuple[int, int]:
    """Return how much of the path of a field is not in a text in YAML, and the line of the rest.

    >>> yaml_line("box: [2, 1]\\npieces:\\n  - {name: I}", "pieces[0] (I).copies")
    (6, 3)
    """
    node, line = yaml.compose(text, StrictLoader) if text else None, 0
    while True:
        inside = {}
        if isinstance(node, yaml.MappingNode):
            inside = {key.value: (key, value) for key, value in node.value}
        elif isinstance(node, yaml.SequenceNode):
            inside = {f"[{k}]": (one, one) for k, one in enumerate(node.value)}
        near = (name for name in inside if path.startswith(name))
        begun = filter(None, (re.match(f"({re.escape(name)}){END}", path) for name in near))
        found = max(begun, key=lambda match: len(match[1]), default=None)
        if not found:
            return len(path), line
        key, node = inside[found[1]]
        line, path = key.start_mark.line + 1, path[found.end() :]


def number_range(least: int, most: int) -> str:
    """Return a number, or the least and the most of it.

    >>> number_range(8, 8), number_range(8, 1200)
    ('8', '8 to 1,200')
    """
    return f"{most:,}" if least == most else f"{least:,} to {most:,}"


def parse_yaml(text: str, where: str):
    """Return the YAML in a text; raise a `PuzzleError` that names the line if it is broken."""
    if len(text) > MOST_BYTES:
        raise PuzzleError(f"{where}: the text has {len(text):,} characters; at most {MOST_BYTES:,} are read")
    try:
        return yaml.load(text, StrictLoader)
    except yaml.MarkedYAMLError as error:
        line = f" line {error.problem_mark.line + 1}" if error.problem_mark else ""
        problem = " ".join(str(error.problem).split())
        raise PuzzleError(f"{where}:{line} is not plain YAML: {problem}") from None
    except Exception as error:  # for a wrong tag such as !!bool x
        raise PuzzleError(f"{where}: is not plain YAML: {type(error).__name__}: {str(error)[:120]}") from None


def file_bytes(path: Path, most: int) -> bytes:
    """Return the content of a file; raise `PuzzleError` for a pipe, or more than `most` bytes."""
    check_is_file(path)
    try:
        if (size := path.stat().st_size) > most:
            raise PuzzleError(f"{path}: the file has {size:,} bytes; at most {most:,} are read")
        return path.read_bytes()
    except OSError as error:
        raise PuzzleError(f"{path}: cannot be read: {error.strerror}") from None


def file_text(path: Path, most: int = MOST_BYTES) -> str:
    """Return the text of a file; errors as those of `file_bytes`."""
    data = file_bytes(path, most)
    utf_16 = data[:2] in (b"\xff\xfe", b"\xfe\xff")  # of PowerShell's >
    try:
        return data.decode("utf-16" if utf_16 else "utf-8-sig")
    except UnicodeDecodeError:
        raise PuzzleError(f"{path}: is not a text file in UTF-8") from None


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
    data = parse_yaml(text, where)
    if is_plates(data):
        solves = "python -m puzzlelib plates FILE --target board|cube solves it"
        reads = "puzzlelib.plates.files.load(FILE) reads it"
        raise PuzzleError(f"{where}: is a set of plates; {solves}, {reads}")
    reader = Reader(where, f" (see {page_of_files()})", text)
    reader.keys("the file", data, KEYS)
    if "puzzles" not in data:
        return [puzzle_from_data(data, where, stem, text)]
    rows = reader.items("puzzles", data.pop("puzzles"), "puzzles: the keys that differ")
    name, found = data.pop("name", stem), []
    for k, row in enumerate(rows):
        reader.keys(f"puzzles[{k}]", row, KEYS[:-1])
        other = row.keys() & set(CONTAINERS)
        kept = {key: value for key, value in data.items() if not (other and key in CONTAINERS)}
        own = {"name": f"{name} {k + 1}"} | kept | row
        found.append(puzzle_from_data(own, where, stem, text, f"puzzles[{k}]."))
    return found


def puzzle_from_data(
    data, where: str, stem: str, text: str = "", within: str = "", page: str = ""
) -> PackingPuzzle:
    """Return the puzzle that data describe, read from a text; `PuzzleError` for wrong ones.

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
    more = {"optional": optional, "colours": painted, "joined": joined, "most": most}
    puzzle = PackingPuzzle(name, tuple(cells), pieces, turns, boxes, source, **more)
    given = reader.given_places(data["given"], puzzle) if "given" in data else ()
    filled = {cell for _, place in given for cell in place}
    optional = tuple(cell for cell in optional if cell not in filled)
    limits = None if holes is None else reader.holes(holes, len(optional))
    optional, limits = ((), None) if limits == (0, 0) else (optional, limits)
    reader.check_pieces(pieces, cells, optional, limits)
    return replace(puzzle, given=given, optional=optional, holes=limits)


def page_of_files() -> str:
    """Return the path of the page on puzzle files: short in a clone, whole where they are installed."""
    page = "puzzlelib/packing/README.md"
    return page if os.path.isfile(page) else str(Path(__file__).with_name("README.md"))


def from_pieces(shapes, keys: dict) -> PackingPuzzle:
    """Return the puzzle of `PackingPuzzle.from_pieces`, read as the data of a puzzle file are."""
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
    return puzzle_from_data(data | {"pieces": pieces}, where, "puzzle", page=page)


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


def is_plates(data) -> bool:
    """Return whether data are a set of voxel plates (see `plates.files`), and no puzzle."""
    if not isinstance(data, dict) or any(key in data for key in CONTAINERS):
        return False
    pieces = data["pieces"] if isinstance(data.get("pieces"), list) else []
    bordered = any(isinstance(piece, dict) and "border12" in piece for piece in pieces)
    return bordered or "board" in data or data.get("kind") == "plates"


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
    path = puzzle_path(name)
    if read := find_reader(path):
        return read(path, problem)
    puzzles = load_yaml(path)
    if problem is not None and not (type(problem) is int and 1 <= problem <= len(puzzles)):
        must = f"must be from 1 to {len(puzzles)}"
        raise PuzzleError(f"{path.name}: problem: {short(problem)}; {must}")
    if problem is None and len(puzzles) > 1:
        names = ", ".join(f"{k} {one.name}" for k, one in enumerate(puzzles[:9], 1))
        rest = ", …" * (len(puzzles) > 9)
        line = f"{path.name}: {len(puzzles)} puzzles ({names}{rest}); this is the first"
        print(line, file=sys.stderr)
    return puzzles[(problem or 1) - 1]


def load_all(name: str | Path) -> list[PackingPuzzle]:
    """Return all puzzles of a YAML file, or the one of any other name, as `load`.

    >>> load_all("soma")
    [<PackingPuzzle Soma Cube: 7 pieces, 27 cells>]
    """
    path = puzzle_path(name)
    return [read(path)] if (read := find_reader(path)) else load_yaml(path)


def load_yaml(path: Path) -> list[PackingPuzzle]:
    """Return the puzzles of a file."""
    stem = one_line(path.stem) or "puzzle"  # a name of bytes that are in no alphabet, or of blanks
    return read_all(file_text(path), path.name, stem)


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
