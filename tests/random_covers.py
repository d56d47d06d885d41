"""Random covers, counted by the compiled search and by brute force.

Each is counted once more with blocks that may stay empty and copies that may be left over.
"""

import random
from collections.abc import Iterator
from itertools import accumulate

import brute_force

from puzzlelib.compiled.job import Job, Matrix

WIDE = 20  # every so many-th cover has more than 512 items


def random_cover(draw: random.Random, wide: bool) -> tuple[list[int], list[tuple[int, int]], list[int]]:
    """Return the sizes of some blocks of cells, options (blocks as bits, kind of piece), and
    copies.

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
    """Return how many blocks may stay empty, the last ones, and how many copies may be left
    over."""
    slack = [draw.choice([0, draw.randrange(many + 1)]) for many in copies]
    return draw.choice([0, draw.randrange(len(sizes) + 1)]), slack


def matrix_of(
    sizes: list[int], options: list[tuple[int, int]], copies: list[int], optional: int = 0, slack: tuple = ()
) -> Matrix:
    """Return them as a matrix; the last `optional` blocks may stay empty."""
    ends = list(accumulate(sizes))
    cells = [(1 << end) - (1 << end - size) for end, size in zip(ends, sizes)]
    masks = [sum(cells[b] for b in range(len(sizes)) if blocks >> b & 1) for blocks, _ in options]
    least = [many - spare for many, spare in zip(copies, slack)] if slack else copies
    empty, spend = sum(sizes[len(sizes) - optional :]), [((kind, 1),) for _, kind in options]
    return Matrix(masks, spend, ends[-1], empty, copies, least, exact=not optional and least == copies)


def run(matrix: Matrix) -> Job:
    """Search to the end."""
    job = Job(matrix)
    while not job.done:
        job.chunk()
    return job


def random_matrices(covers: int) -> Iterator[tuple[Matrix, int]]:
    """Yield random covers as matrices, each with its number of solutions by brute force."""
    draw = random.Random(1)
    for number in range(covers):
        sizes, options, copies = random_cover(draw, number % WIDE == 0)
        full = (1 << len(sizes)) - 1
        yield matrix_of(sizes, options, copies), sum(1 for _ in brute_force.covers(full, options, copies))
        last, slack = random_slack(draw, sizes, copies)
        optional = (1 << len(sizes)) - (1 << len(sizes) - last)
        loose = brute_force.covers(full, options, copies, optional, slack)
        yield matrix_of(sizes, options, copies, last, slack), sum(1 for _ in loose)
