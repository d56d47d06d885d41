"""Count random covers by the compiled search and by brute force, for whatever processor numba is told of.
Each is counted once more with blocks that may stay empty and copies that may be left over.

`python tests/random_covers.py COVERS` prints JSON: how many covers were counted, how many of them are
wide, how many have a solution, those whose counts differ, and for three puzzles how many solutions the
search found and how many options it looked at.
"""

import json
import random
import sys

import brute_force
import numpy as np

from puzzlelib import load
from puzzlelib.compiled.job import Job
from puzzlelib.compiled.kernel_layout import WORK
from puzzlelib.compiled.table import Table

WIDE = 20  # every so many-th cover has more than 512 items
PUZZLES = "soma", "pentominoes-3x20", "tetracubes-2x2x8"


def random_cover(draw: random.Random, wide: bool) -> tuple[list[int], list[tuple[int, int]], list[int]]:
    """Return the sizes of some blocks of cells, options (blocks as bits, kind of piece), and copies.

    All options of a piece have as many cells. Two covers of three have a solution at least.
    """
    blocks, size = (draw.randrange(6, 10), draw.randrange(90, 130)) if wide else (draw.randrange(1, 9), 1)
    deal = [draw.randrange(draw.randrange(1, blocks + 1)) for _ in range(blocks)]
    planted = [sum(1 << b for b in range(blocks) if deal[b] == p) for p in sorted(set(deal))]
    volumes = [blocks.bit_count() for blocks in planted]
    kinds = volumes if draw.randrange(2) else list(range(len(planted)))  # copies, or none
    kind_of = [sorted(set(kinds)).index(kind) for kind in kinds]
    copies = [kind_of.count(kind) for kind in range(max(kind_of) + 1)]
    options = set(zip(planted, kind_of)) if draw.randrange(3) else set()
    for _ in range(draw.randrange(40)):
        k = draw.randrange(len(planted))
        chosen = draw.sample(range(blocks), volumes[k])
        options.add((sum(1 << b for b in chosen), kind_of[k]))
    return [size] * blocks, draw.sample(sorted(options), len(options)), copies


def random_slack(draw: random.Random, sizes: list[int], copies: list[int]) -> tuple[int, list[int]]:
    """Return how many blocks may stay empty, the last ones, and how many copies may be left over."""
    slack = [draw.choice([0, draw.randrange(many + 1)]) for many in copies]
    return draw.choice([0, draw.randrange(len(sizes) + 1)]), slack


def by_search(
    sizes: list[int], options: list[tuple[int, int]], copies: list[int], optional: int = 0, slack: tuple = ()
) -> int:
    """Count them by the compiled search, cut into chunks; the last `optional` blocks may stay empty."""
    ends = np.cumsum(sizes).tolist()
    cells = [(1 << end) - (1 << end - size) for end, size in zip(ends, sizes)]
    masks = [sum(cells[b] for b in range(len(sizes)) if blocks >> b & 1) for blocks, _ in options]
    words = -(-ends[-1] // 64)
    split = [[mask >> 64 * w & (1 << 64) - 1 for w in range(words)] for mask in masks]
    spend = [[kind == k for k in range(len(copies))] for _, kind in options]
    job = Job(
        np.array(split, np.uint64).reshape(len(options), words),
        ends[-1],
        np.array(spend, np.uint8).reshape(len(options), len(copies)),
        copies,
        least=[many - spare for many, spare in zip(copies, slack)] if slack else None,
        optional=sum(sizes[len(sizes) - optional :]),
    )
    while not job.done:
        job.chunk()
    return job.found


def tree(name: str) -> list[int]:
    """Return the solutions of a puzzle and the options that the search looks at, to its end."""
    job = Table(load(name)).job()
    while not job.done:
        job.chunk()
    return [job.found, int(job.search.count[WORK])]


def main(covers: int) -> dict:
    """Compare as many random covers."""
    draw, differ, solved = random.Random(1), [], 0
    for number in range(covers):
        sizes, options, copies = random_cover(draw, number % WIDE == 0)
        expected = sum(1 for _ in brute_force.covers((1 << len(sizes)) - 1, options, copies))
        solved += expected > 0
        if by_search(sizes, options, copies) != expected:
            differ.append(number)
        last, slack = random_slack(draw, sizes, copies)
        optional = (1 << len(sizes)) - (1 << len(sizes) - last)
        loose = brute_force.covers((1 << len(sizes)) - 1, options, copies, optional, slack)
        if by_search(sizes, options, copies, last, slack) != sum(1 for _ in loose):
            differ.append((number, last, slack))
    trees = [tree(name) for name in PUZZLES]
    return {"covers": covers, "wide": -(-covers // WIDE), "solved": solved, "differ": differ, "trees": trees}


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]))))
