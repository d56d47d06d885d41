"""All files that are printed of a puzzle, written into a folder: all of them or none."""

from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from puzzlelib.common.files import path_of, whole_file
from puzzlelib.common.words import number_range
from puzzlelib.packing.puzzle import PackingPuzzle

from ..stl import binary_stl, claim_folder
from .beds import Bed, lay_out
from .drawings import layer_sheets, puzzle_card
from .parts import PrintedPart, PrintOptions, printed_parts
from .three_mf import three_mf

CARD = "card.svg"
MOST_LAID_OUT = 400  # pieces on all plates: each takes some 100,000 bytes
Files = dict[str, bytes]  # name -> content


def write_prints(
    puzzle: PackingPuzzle,
    folder: str | Path,
    options: PrintOptions = PrintOptions(),
    facts: Iterable[tuple[str, str]] = (),
    replace: bool = False,
) -> tuple[list[Path], list[PrintedPart]]:
    """Write STL and 3MF of all parts, full plates, sheets of layers and a card into a folder.

    Return the paths of the files, and the parts. facts: lines of the card such as ("level",
    "5.3.2"), asked for when all else is ready; replace: write over files that are there.

    >>> from tempfile import TemporaryDirectory
    >>> from puzzlelib import load
    >>> with TemporaryDirectory() as place:
    ...     paths, parts = write_prints(load("little-cube"), place)
    >>> [path.name for path in paths][-5:]
    ['box.3mf', 'plate-1.stl', 'plate-1.3mf', 'sheet-1.svg', 'card.svg']
    """
    parts = printed_parts(puzzle, options)
    files = printed_files(puzzle, parts, options)
    lines = chain(facts, card_facts(puzzle, parts, options))
    return write_files(folder, files, puzzle.name, lines, replace), parts


def write_files(
    folder: str | Path, files: Files, title: str, facts: Iterable[tuple[str, str]], replace: bool
) -> list[Path]:
    """Write files, and a card of these facts, into a folder; return the paths."""
    folder = path_of(folder)
    claim_folder(folder, [folder / name for name in (*files, CARD)], replace)
    files[CARD] = puzzle_card(title, facts).encode()
    for name, content in files.items():
        with whole_file(folder / name, replace) as file:
            file.write(content)
    return [folder / name for name in files]


def printed_files(puzzle: PackingPuzzle, parts: list[PrintedPart], options: PrintOptions) -> Files:
    """Return the content of each file but the card, by its name."""
    files: Files = {}
    beds = {part.stem: (part.name, Bed([(part, (0, 0))])) for part in parts}
    pieces = [part for part in parts if part.kind == "piece"]
    if sum(part.copies for part in pieces) > MOST_LAID_OUT:
        pieces = []
    for number, bed in enumerate(lay_out(pieces, options.plate, options.gap), 1):
        beds[f"plate-{number}"] = puzzle.name, bed
    for stem, (name, bed) in beds.items():
        files[f"{stem}.stl"] = binary_stl(bed.triangles)
        files[f"{stem}.3mf"] = three_mf(name, bed)
    for number, page in enumerate(layer_sheets(puzzle), 1):
        files[f"sheet-{number}.svg"] = page.encode()
    return files


def card_facts(
    puzzle: PackingPuzzle, parts: list[PrintedPart], options: PrintOptions
) -> list[tuple[str, str]]:
    """Return how many pieces there are, how large a cell is printed, and the source."""
    pieces = number_range(*(sum(end) for end in zip(*((p.least, p.copies) for p in puzzle.pieces))))
    boxes = [part.size for part in parts if part.kind == "box"]
    sizes = [f"{x:.0f} × {y:.0f} × {z:.0f} mm" for x, y, z in boxes]
    edge = f"play {options.play:g} mm, bevel {options.bevel:g} mm"
    facts = [
        ("pieces", f"{pieces}, of {len(puzzle.container)} cells in all"),
        ("printed", f"cells of {options.cell:g} mm, {edge}"),
        ("box", ", ".join(sizes)),
    ]
    return facts + [("source", puzzle.source)] * bool(puzzle.source)
