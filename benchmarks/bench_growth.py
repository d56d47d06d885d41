"""A table of the cost of all solutions as a puzzle grows, for every engine.

    python benchmarks/bench_growth.py [--seconds S] [--write]

Three families: tetracubes in a box 2×n×4; pentominoes on a board n×n, with holes where 5 does not divide it;
k pentominoes drawn at random, repeats allowed, on a board 5×k. Of what is drawn there are three each size:
solutions and placements are those of all, and seconds their mean. Processor seconds in this process, for
which each engine has solved a small puzzle before. An engine that needs more than S seconds for one of them
is not asked for the larger ones of the family. `--write` keeps the table for lesson 05, which draws it.
"""

import argparse
import csv
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from lessons.l05_dancing_links.card import NAMES
from puzzlelib import load
from puzzlelib.engines import engine_named
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, box_cells

FILE = Path(__file__).parent.parent / "lessons/l05_dancing_links/growth.csv"
HEAD = ["family", "size", "pieces", "placements", "solutions", "engine", "seconds"]
SECONDS = 1
DRAWS = 3


def family(name: str, size: int, pieces: list[Piece], cells: list) -> PackingPuzzle:
    """A puzzle with these pieces, equal ones as copies."""
    copies = Counter(piece.name for piece in pieces)
    kinds = {piece.name: piece for piece in pieces}
    thick = len({cell[2] for cell in cells}) > 1
    made = tuple(Piece(kind, kinds[kind].cells, many) for kind, many in copies.items())
    return PackingPuzzle(f"{name} {size}", tuple(cells), made, turns="space" if thick else "flip")


def boxes(n: int) -> list[PackingPuzzle]:
    """Tetracubes in a box 2×n×4, one kind after the other."""
    kinds = load("tetracubes-2x4x4").pieces
    return [family("box", n, [kinds[k % len(kinds)] for k in range(2 * n)], box_cells([(2, n, 4)]))]


def boards(n: int) -> list[PackingPuzzle]:
    """Different pentominoes on a board n×n, the holes drawn at random."""
    chance, cells = random.Random(n), box_cells([(n, n, 1)])
    made = []
    for _ in range(DRAWS):
        pieces = chance.sample(load("pentominoes-6x10").pieces, n * n // 5)
        holes = set(chance.sample(cells, n * n % 5))
        made.append(family("board", n, pieces, [cell for cell in cells if cell not in holes]))
    return made


def draws(k: int) -> list[PackingPuzzle]:
    """k pentominoes, drawn at random, on a board 5×k."""
    chance, kinds = random.Random(k), load("pentominoes-6x10").pieces
    return [family("draw", k, chance.choices(kinds, k=k), box_cells([(5, k, 1)])) for _ in range(DRAWS)]


FAMILIES = {"boxes": (boxes, range(2, 6)), "boards": (boards, range(5, 9)), "draws": (draws, range(4, 13, 2))}


def all_of(puzzles: list[PackingPuzzle], name: str, seconds: float) -> tuple[int, float | None]:
    """How many solutions, and the mean of the processor seconds; None if they were not enough for one."""
    number, took = 0, 0.0
    for puzzle in puzzles:
        puzzle.placements
        start = time.process_time()
        found, ended = ask(puzzle, name, lambda start=start: time.process_time() - start > seconds)
        number, took = number + found, took + time.process_time() - start
        if not ended:
            return number, None
    return number, took / len(puzzles)


def ask(puzzle: PackingPuzzle, name: str, late) -> tuple[int, bool]:
    """How many solutions, and whether these are all."""
    module = engine_named(name)
    if hasattr(module, "count"):
        found = module.count(puzzle, stop=late)
        return found.number, found.complete
    number = sum(1 for _ in module.solutions(puzzle, (), late))
    return number, not late()


def rows(seconds: float) -> Iterator[list]:
    """The table, line by line."""
    for name in NAMES:
        all_of([load("tetracubes-2x2x4+2x2x4")], name, seconds)  # what is loaded once, is
    for which, (make, sizes) in FAMILIES.items():
        left = list(NAMES)
        for size in sizes:
            puzzles, numbers = make(size), set()
            pieces = sum(piece.copies for piece in puzzles[0].pieces)
            placements = sum(len(puzzle.placements) for puzzle in puzzles)
            for name in list(left):
                number, took = all_of(puzzles, name, seconds)
                if took is None:
                    left.remove(name)
                    continue
                numbers.add(number)
                assert len(numbers) == 1, (which, size, name, numbers)
                yield [which, size, pieces, placements, number, name, f"{took:.4f}"]


def keep(lines: list[list]) -> None:
    """Write the table."""
    with FILE.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([HEAD, *lines])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--write", action="store_true", help=f"keep the table in {FILE.name}")
    said = parser.parse_known_args()[0]
    found = []
    print(*HEAD)
    for line in rows(said.seconds):
        found.append(line)
        print(*line, flush=True)
    if said.write:
        keep(found)
