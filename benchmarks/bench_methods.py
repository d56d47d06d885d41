"""The method that fits: counts by states, proofs by colouring, trays with a hole, taking apart.

    python benchmarks/bench_methods.py [--only WORD]

Processor seconds of a whole command, its start included; the last row says assemblies in a second.
"Before" was recorded by 2026-11-26: counts listed packings, no proof was looked for before a search, any
number of cells was left empty, and pieces were taken apart in Python. The right counts: OEIS A028420 for
squares and dominoes, and a second program that counts by states for the others of A.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from _measure import table, work
from goals import MEASURES, ROOT, measured

from puzzlelib import PackingPuzzle, load
from puzzlelib.packing.files import to_yaml
from puzzlelib.packing.shapes import Cell, neighbours, orientations


class Case(NamedTuple):
    """A command and its puzzle, a part of the answer, what it took before, and the most that it may take."""

    what: str
    command: str
    puzzle: PackingPuzzle
    says: str
    before: str
    aim: float


def shapes_of(size: int, turns: str, flat: bool = False) -> list[tuple[Cell, ...]]:
    """Return the polycubes of a size, those that can be turned into each other once.

    >>> len(shapes_of(6, "flip", flat=True)), len(shapes_of(5, "space"))
    (35, 29)
    """
    found = {((0, 0, 0),)}
    for _ in range(size - 1):
        grown = (
            (*cells, new)
            for cells in found
            for cell in cells
            for new in neighbours(cell)
            if new not in cells and not (flat and new[2])
        )
        found = {min(map(tuple, orientations(cells, turns))) for cells in grown}
    return sorted(found)


def filled(*box: int, turns: str = "flip", **copies: object) -> PackingPuzzle:
    """Return a box for copies of pieces with these names."""
    forms = {name: FORMS[name] for name in copies}
    return PackingPuzzle.from_pieces(forms, copies=copies, box=list(box), turns=turns)


def tray(forms: Iterable, *box: int, turns: str = "flip") -> PackingPuzzle:
    """Return a box, of which cells may stay empty, for one of each form."""
    wide, deep, high = (*box, 1)[:3]
    layers = ["/".join(["+" * wide] * deep)] * high
    pieces = {f"p{number}": form for number, form in enumerate(forms)}
    return PackingPuzzle.from_pieces(pieces, layers=layers, turns=turns)


def board(side: int) -> PackingPuzzle:
    """Return a board without two opposite corners, and dominoes for it."""
    rows = [["#"] * side for _ in range(side)]
    rows[0][0] = rows[-1][-1] = "."
    layers = ["/".join(map("".join, rows))]
    return PackingPuzzle.from_pieces({"D": "##"}, copies={"D": side**2 // 2 - 1}, layers=layers, turns="flip")


FORMS = {"D": "##", "M": "#", "T": "###/.#.", "L": "###/#..", "B": "####/####", "C": ["##/##", "##/##"]}
FIVES = shapes_of(5, "flip", flat=True)
I4, O4 = [(x, 0, 0) for x in range(4)], [(x, y, 0) for x in (0, 1) for y in (0, 1)]
SEVENS = [piece.cells for piece in load("pentominoes-6x10").pieces if piece.name in "FILNPTUV"]
ANY = PackingPuzzle.from_pieces(
    {f"p{k}": form for k, form in enumerate(FIVES)},
    copies={f"p{k}": "0..12" for k in range(12)},
    box=[10, 6],
    turns="flip",
)
MIXED = filled(6, 6, M="0..36", D="0..18")
SIXES = PackingPuzzle.from_pieces(
    {f"h{k}": form for k, form in enumerate(shapes_of(6, "flip", flat=True))}, box=[15, 14], turns="flip"
)
BRICKS = filled(2, 3, 10, turns="space", D=30)
EIGHTS = filled(6, 6, 6, turns="space", B=27)
ONE_LESS = filled(6, 6, 6, turns="space", B=26, C=1)
CUBES = tray(shapes_of(5, "space"), 5, 5, 6, turns="space")
CASES = [
    Case("A squares and dominoes, 6×6", "count", MIXED, "2,989,126,727 ", "30 s, not done", 0.6),
    Case("A bricks 1×1×2, 2×3×10", "count", BRICKS, "422,983,905 ", "60 s, not done", 0.6),
    Case("A T-tetrominoes, 16×16", "count", filled(16, 16, T=64), "1,668,091,536 ", "30 s, not done", 1.2),
    Case("A any pentominoes, 6×10", "count", ANY, "7,845,888,732 ", "30 s, not done", 12),
    Case("B 10×10 without two corners", "count", board(10), "0 solutions. col", "60 s, not done", 0.4),
    Case("B 20×20 without two corners", "count", board(20), "0 solutions. col", "60 s, not done", 0.4),
    Case("B 35 hexominoes, 15×14", "count", SIXES, "0 solutions. col", "60 s, not done", 0.4),
    Case("B 27 bricks 1×2×4, 6×6×6", "count", EIGHTS, "0 solutions. give", "60 s, not done", 0.4),
    Case(
        "B 25 L-tetrominoes, 10×10", "count", filled(10, 10, L=25), "0 solutions. give", "60 s, not done", 0.4
    ),
    Case("B 26 bricks and 2×2×2, 6×6×6", "solve", ONE_LESS, "1 solution", "not asked", 0.4),
    Case("C one hole in 5×13", "solve", tray([*FIVES, I4], 13, 5), "1 solution", "180 s, not done", 2),
    Case("C one hole in 7×7", "count", tray([*SEVENS, I4, O4], 7, 7), " solutions.", "3.7 s", 2),
    Case("C 29 pentacubes in 5×5×6", "solve", CUBES, "1 solution", "30 s, not done", 2),
]
APART = ["D assemblies of burrs, a second", "apart", "9 to 90", "5,000"]


def seconds(case: Case, file: Path) -> float:
    """Return what the command takes; its answer is right."""
    file.write_text(to_yaml(case.puzzle), encoding="utf-8")
    before = work()
    words = [sys.executable, "-m", "puzzlelib", case.command, str(file), "--time-limit", "60"]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert case.says in ran.stdout, (case.what, ran.stdout, ran.stderr)
    return work() - before


def random_boxes() -> list[str]:
    """Return how many of 2,000 random boxes have no solution, and how many of these are proved so."""
    sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/library/search")]
    from test_colouring import boxes_proved

    impossible, proved = boxes_proved(2000)
    return [f"B {impossible} random boxes without a solution", "proved", "", "", f"{proved / impossible:.0%}"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="cases in whose text this stands")
    only = parser.parse_args().only
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "puzzle.yaml"
        rows = [
            [case.what, case.command, case.before, f"{case.aim:g} s", f"{seconds(case, file):.2f} s"]
            for case in CASES
            if only in case.what
        ]
        if only in "B random boxes":
            rows.append(random_boxes())
        if only in APART[0]:
            rows.append([*APART, f"{measured(MEASURES['apart'], Path(folder)):,.0f}"])
    table("Methods: processor seconds", ["case", "", "before (2026-11-26)", "aim", "now"], rows)
