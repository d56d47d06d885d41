"""One tree, four ways to take a choice back, in machine code: links, copied lists without and with bit masks,
sparse sets; on the puzzles of lesson 05's tables and on 28 others. Two ways to undo with sparse sets. And the
search chain of lessons 01 to 05, from piece by piece to the compiled engine, on Soma and the Tetris Cube.

    python benchmarks/bench_links.py [--nodes N] [--write] [--trees]

Seconds are of the processor. The first table stops each search after N nodes; it compares the nodes of the
four, their order and their solutions. `gone` and `left`: how many options a choice strikes out, and how many
it leaves, on average over the first thousand nodes. `mems`: reads and writes of memory per node, as Knuth
counts them, over the first thousand nodes; they are alike on all machines, and it takes gcc to count them. In
the chain a node's price is that of the first seconds, and a tree that is too large for Python is the recorded
one. `--write` keeps the tables for lessons 03 and 05, with the name of the machine. `--trees` estimates the
trees anew, by random probes, in two hours.
"""

import argparse
import csv
import platform
import time
from collections.abc import Callable, Iterator
from itertools import combinations, product
from pathlib import Path
from random import Random

from _measure import table
from _mems import can_count, mems

from lessons.l03_tetris_cube.trees import TREES, Tree, recorded_trees
from lessons.l05_dancing_links.costs import (
    CHAIN,
    MACHINE,
    OTHER_PRICES,
    PRICES,
    UNDOING,
    langford,
    price_here,
    queens,
    sparse_covers,
    sudoku,
    undoing_here,
)
from lessons.l05_dancing_links.kernels import WAYS, matrix_of
from puzzlelib import compiled, estimate, exact_cover, load
from puzzlelib.search import ExactCover, algorithm_x, backtracking, cover_of, dancing_links

NODES = 1_000_000
OTHER_NODES = 20_000  # for the puzzles that the lesson does not show
COUNTED = 1_000  # nodes whose memory operations are counted
SECONDS = 3  # for a price
LISTED = "by piece, as listed"


def packing(name: str) -> Callable[[], ExactCover]:
    return lambda: exact_cover(load(name))


def dominoes(width: int, height: int) -> ExactCover:
    cells = list(product(range(width), range(height)))
    beside = [((x, y), other) for x, y in cells for other in ((x + 1, y), (x, y + 1)) if other in cells]
    return cover_of(beside, items=cells)


def matching(n: int, triples: int, seed: int) -> ExactCover:
    """Return a 3-dimensional matching by chance that has a solution: each of n women, men, pets once."""
    chance = Random(seed)
    options = {(k, k, k) for k in range(n)}
    while len(options) < triples:
        options.add(tuple(chance.randrange(n) for _ in range(3)))
    return cover_of([list(zip("wmp", option)) for option in sorted(options)])


def latin_square(n: int) -> ExactCover:
    return cover_of(
        [(("cell", r, c), ("row", r, k), ("column", c, k)) for r, c, k in product(range(n), repeat=3)]
    )


def triple_system(n: int) -> ExactCover:
    """Return Steiner's triples of n points: each pair of points is in exactly one triple."""
    return cover_of([list(combinations(triple, 2)) for triple in combinations(range(n), 3)])


PUZZLES: dict[str, Callable[[], ExactCover]] = {
    "two boxes of tetracubes": packing("tetracubes-2x2x4+2x2x4"),
    "Soma": packing("soma"),
    "pentominoes 6×10": packing("pentominoes-6x10"),
    "Bedlam Cube": packing("bedlam-cube"),
    "Tetris Cube": packing("tetris-cube"),
    **{name: lambda cover=cover: cover for name, cover in sparse_covers().items()},
    "Langford pairs, 40": lambda: langford(40),
    "queens 40×40": lambda: queens(40),
    "Sudoku 16×16": lambda: sudoku(4),
    "Sudoku 25×25": lambda: sudoku(5),
}
PENTOMINOES = "3x20", "4x15", "5x12", "8x8-holes", "2x3x10", "2x5x6", "3x4x5"
PACKINGS = "soma-chequered", "tetracubes-2x2x8", "tetracubes-2x4x4", "atlas-29"
BOARDS = (4, 5), (4, 8), (6, 6), (8, 8)
MATCHINGS = (12, 80), (20, 160), (40, 320)
UNDONE = "Soma", "pentominoes 6×10", "Tetris Cube", "Sudoku 9×9", "Sudoku 16×16", "queens 40×40"
OTHERS: dict[str, Callable[[], ExactCover]] = {
    **{f"pentominoes {size}": packing(f"pentominoes-{size}") for size in PENTOMINOES},
    **{name: packing(name) for name in PACKINGS},
    **{f"dominoes {w}×{h}": lambda w=w, h=h: dominoes(w, h) for w, h in BOARDS},
    **{f"matching {n}, {m} triples": lambda n=n, m=m: matching(n, m, 5) for n, m in MATCHINGS},
    **{f"queens {n}×{n}": lambda n=n: queens(n) for n in (8, 20)},
    **{f"Langford pairs, {n}": lambda n=n: langford(n) for n in (8, 15, 24)},
    **{f"Latin squares {n}×{n}": lambda n=n: latin_square(n) for n in (5, 7, 12)},
    **{f"triples of {n}": lambda n=n: triple_system(n) for n in (9, 13)},
}


def price_rows(puzzles: dict[str, Callable[[], ExactCover]], most: int) -> Iterator[list]:
    """The first table, or that of the other puzzles, line by line."""
    for name, make in puzzles.items():
        cover = make()
        name, *numbers, gone, left, _, links, copies, masks, sets = price_here(name, cover, most)
        micros = (f"{one:.3f}" for one in (links, copies, masks, sets))
        yield [name, *numbers, f"{gone:.1f}", f"{left:.1f}", *mems_per_node(cover), *micros]


def undo_rows(most: int) -> Iterator[list]:
    """The table of the two ways to undo with sparse sets, line by line."""
    for name in UNDONE:
        name, copied, changes, *micros = undoing_here(name, PUZZLES[name](), most)
        yield [name, f"{copied:.1f}", f"{changes:.1f}", *(f"{one:.3f}" for one in micros)]


def mems_per_node(cover: ExactCover) -> list[str]:
    """Count the memory operations of all four ways; blanks without gcc."""
    if not can_count():
        return [""] * len(WAYS)
    matrix = matrix_of(cover)
    ran = {way: mems(matrix, way, COUNTED) for way in WAYS}
    (walk,) = {walk for walk, _ in ran.values()}
    return [f"{count / walk.nodes:.0f}" for _, count in ran.values()]


# -------- the chain

PYTHON: dict[str, tuple[str, Callable]] = {
    "piece by piece": (LISTED, lambda puzzle, s: backtracking.run(puzzle, by="piece", seconds=s)),
    "cell by cell": ("by cell", lambda puzzle, s: backtracking.run(puzzle, seconds=s)),
    "Algorithm X, sets": ("Algorithm X", lambda puzzle, s: algorithm_x.run(puzzle, seconds=s)),
    "Algorithm X, links": ("Algorithm X", lambda puzzle, s: dancing_links.run(puzzle, seconds=s)),
}


def chain_rows(name: str, seconds: float | None, most: int, trees: dict[str, Tree]) -> Iterator[list]:
    """The second table for one puzzle; `seconds` for each search in Python, None to its end."""
    puzzle, nodes = load(name), {}
    for way, (tree, search) in PYTHON.items():
        ran, took = timed(lambda search=search: search(puzzle, seconds))
        nodes[way] = Tree(ran.nodes, 0, 0) if ran.complete else trees[tree]
        yield chain_row(name, way, "Python", nodes[way], took / ran.nodes)
    ran = price_here(name, exact_cover(puzzle), most)
    for way, micros in zip(WAYS, ran[-len(WAYS) :]):
        yield chain_row(name, f"Algorithm X, {way}", "compiled", nodes["Algorithm X, sets"], micros / 1e6)

    found, took = timed(lambda: compiled.count(puzzle))
    assert found.complete
    yield [name, "the library's engine", "compiled", "", True, "", "", f"{took:.4g}"]


def chain_row(name: str, way: str, method: str, tree: Tree, price: float) -> list:
    spread = f"{tree.spread:.2g}" if tree.probes else ""
    seconds = f"{tree.nodes * price:.4g}"
    return [name, way, method, f"{tree.nodes:.0f}", not tree.probes, spread, f"{1e6 * price:.4g}", seconds]


# -------- the trees


def tree_rows() -> Iterator[list]:
    """The third table: searches of the Tetris Cube, and their trees by random probes."""
    cube = load("tetris-cube")
    size = {piece.name: len(piece.cells) for piece in cube.pieces}
    large = sorted(size, key=lambda name: -size[name])
    islands = {"by": "piece", "prune": "islands"}
    for name, engine, choices, probes in (
        ("by cell", "backtracking", {}, 20_000_000),
        (LISTED, "backtracking", {"by": "piece"}, 2_000_000),
        (f"{LISTED} + islands", "backtracking", islands, 100_000),
        ("by piece, large first + islands", "backtracking", islands | {"order": large}, 100_000),
        ("Algorithm X", "x", {}, 250_000),
    ):
        tree = estimate(cube, probes, engine=engine, seed=5, **choices)
        yield [name, f"{tree.nodes:.3g}", f"{tree.spread / tree.nodes:.2g}", probes]


def timed(work: Callable) -> tuple:
    start = time.process_time()
    return work(), time.process_time() - start


# --------


def keep(file: Path, lines: list[list]) -> None:
    """Write a table."""
    with file.open("w", newline="", encoding="utf-8") as out:
        csv.writer(out, lineterminator="\n").writerows(lines)


def machine() -> str:
    """The processor's name, and Python's version."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    name = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), "")
    return f"{name or platform.machine()}, Python {platform.python_version()}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, default=NODES)
    parser.add_argument("--write", action="store_true", help="keep the tables for lesson 05")
    parser.add_argument("--trees", action="store_true", help="estimate the trees anew (two hours)")
    given = parser.parse_known_args()[0]
    print(machine())
    head = ["puzzle", "options", "items", "nodes", "solutions", "gone", "left"]
    head += [*(f"mems, {way}" for way in WAYS), *WAYS]
    first = [head, *price_rows(PUZZLES, given.nodes)]
    others = [head, *price_rows(OTHERS, min(given.nodes, OTHER_NODES))]
    table("one tree, four ways to take back: µs a node", first[0], first[1:])
    table("the same for other puzzles", head, others[1:])
    undone = [["puzzle", "copied", "changes", "by copies", "by trail"], *undo_rows(given.nodes)]
    table("sparse sets: sizes copied or changes taken back, and µs, a node", undone[0], undone[1:])
    third = [["search", "nodes", "spread", "probes"], *(tree_rows() if given.trees else ())]
    probed = {name: Tree(float(nodes), float(spread), probes) for name, nodes, spread, probes in third[1:]}
    trees = recorded_trees() | probed
    if probed:
        table("trees of the Tetris Cube", third[0], third[1:])
    second = [["puzzle", "way", "how", "nodes", "counted", "spread", "price", "seconds"]]
    second += chain_rows("soma", None, 10**9, trees)
    second += chain_rows("tetris-cube", SECONDS, given.nodes, trees)
    table("the search chain", second[0], second[1:])
    if given.write:
        keep(PRICES, first)
        keep(OTHER_PRICES, others)
        keep(UNDOING, undone)
        keep(CHAIN, second)
        if probed:
            keep(TREES, third)
        MACHINE.write_text(machine() + "\n")
