"""One tree, four ways to take a choice back, in machine code: links, copied lists without and with bit masks,
sparse sets. And the search chain of lessons 01 to 05, from piece by piece to the compiled engine, on Soma and
the Tetris Cube.

    python benchmarks/bench_links.py [--nodes N] [--write]

Seconds are of the processor. The first table stops each search after N nodes; it compares the nodes of the
four, their order and their solutions. `gone` and `left`: how many options a choice strikes out, and how many
it leaves, on average over the first thousand nodes. In the second table a tree that is too large for Python
is estimated by random probes, and a node's price is that of the first seconds. `--write` keeps the tables
for lessons 03 and 05, with the name of the machine; it sends a hundred times as many probes, for two hours.
"""

import argparse
import csv
import platform
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from _measure import table

from lessons.l03_tetris_cube.trees import TREES, Tree
from lessons.l05_dancing_links.costs import (
    CHAIN,
    MACHINE,
    PRICES,
    langford,
    price_here,
    queens,
    sparse_covers,
    sudoku,
)
from lessons.l05_dancing_links.kernels import WAYS
from puzzlelib import compiled, estimate, exact_cover, load
from puzzlelib.search import ExactCover, algorithm_x, backtracking, dancing_links

NODES = 1_000_000
SECONDS = 3  # for a price
LISTED = "by piece, as listed"
HASTE = 100  # so many times fewer probes, unless the tables are kept


def packing(name: str) -> Callable[[], ExactCover]:
    return lambda: exact_cover(load(name))


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


def price_rows(most: int) -> Iterator[list]:
    """The first table, line by line."""
    for name, make in PUZZLES.items():
        name, *numbers, gone, left, links, copies, masks, sets = price_here(name, make(), most)
        micros = (f"{one:.3f}" for one in (links, copies, masks, sets))
        yield [name, *numbers, f"{gone:.1f}", f"{left:.1f}", *micros]


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


def tree_rows(share: float) -> Iterator[list]:
    """The third table: searches of the Tetris Cube, their trees by this share of the probes."""
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
        some = round(share * probes)
        tree = estimate(cube, some, engine=engine, seed=5, **choices)
        yield [name, f"{tree.nodes:.3g}", f"{tree.spread / tree.nodes:.2g}", some]


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
    given = parser.parse_known_args()[0]
    print(machine())
    first = [["puzzle", "options", "items", "nodes", "solutions", "gone", "left", *WAYS]]
    first += price_rows(given.nodes)
    table("one tree, four ways to take back: µs a node", first[0], first[1:])
    third = [["search", "nodes", "spread", "probes"], *tree_rows(1 if given.write else 1 / HASTE)]
    table("trees of the Tetris Cube", third[0], third[1:])
    trees = {name: Tree(float(nodes), float(spread), some) for name, nodes, spread, some in third[1:]}
    second = [["puzzle", "way", "how", "nodes", "counted", "spread", "price", "seconds"]]
    second += chain_rows("soma", None, 10**9, trees)
    second += chain_rows("tetris-cube", SECONDS, given.nodes, trees)
    table("the search chain", second[0], second[1:])
    if given.write:
        keep(PRICES, first)
        keep(CHAIN, second)
        keep(TREES, third)
        MACHINE.write_text(machine() + "\n")
