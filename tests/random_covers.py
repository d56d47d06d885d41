"""Random covers, with their solutions by brute force.

Those of blocks are counted by the compiled search; each once more with blocks that may stay empty
and copies that may be left over.
"""

import random
from collections.abc import Iterator
from itertools import accumulate

import brute_force

from puzzlelib.compiled.job import Job, Matrix
from puzzlelib.search.exact_cover import ExactCover, cover_of

NAMES = (  # of items: also those that are written alike, or like what an engine calls its own
    "abcdefgh",
    [1, "1", (1,), "(1,)", "item 1", "1:A", ("1", "A"), 0],
    [("a", "A"), "a", "a of one colour", ("a of one colour",), "A", "a:A", (("a", "A"), "A"), -1],
    ["a", "least of item a", "item a", "some option gives a", "a (2)", "x[0]", "x[0] gives a", "hint x[0]"],
    ["", " ", "\n", "#a", "|", "2*a", "a:", ":A"],
)
COLOURS = ("A", "A", "B", "C", None), ("A", "B", None, None), (0, "0", (0,), None), ("A", "A (2)")


def drawn_covers(seed: int, number: int) -> Iterator[tuple[ExactCover, list[tuple[int, ...]]]]:
    """Yield random covers of up to eight items, half of them with slack, and up to nine options.

    In half of the covers most secondary items have colours, and may have none in other options.
    """
    draw = random.Random(seed)
    for _ in range(number):
        names, items = list(draw.choice(NAMES))[: draw.randrange(1, 9)], {}
        for name in names:
            most = draw.choice([1, 1, 1, 2, 3])
            items[name] = draw.choice([(most, most), (draw.randrange(most + 1), most)])
        widest = min(4, len(names)) + 1
        rows = [draw.sample(names, draw.randrange(1, widest)) for _ in range(draw.randrange(10))]
        once = [name for name in names if items[name] == (0, 1)] if draw.randrange(2) else []
        colours = draw.choice(COLOURS)
        options = [{item: draw.choice(colours) if item in once else None for item in row} for row in rows]
        cover = cover_of(options, items=items, secondary=once)
        needed = {name: items[name] for name in names if name not in once}
        yield cover, brute_force.cover_sets(options, needed, once)


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
