"""The counts of all instances of IcoSoKu, checked by two methods that share no code with them.

    python benchmarks/bench_all_counts.py [--full]

First, instances drawn by their rows, and both ends of the record, are counted again one by one
(`icosoku.counting`): 10 of them, with --full 200. Then the sum of all counts: times 120 it is the number of
arrangements with the sums 1 to 12 in any order, so it says how many there are among arrangements by chance:
among ten million, with --full a billion. The bar: every count agrees, and the number by chance lies within
four standard deviations of the number that is expected.
"""

import argparse
from math import factorial, sqrt
from pathlib import Path
from random import Random

import numpy as np
from _measure import cpu
from icosoku_record.all_counts import UNKNOWN, read_counts

from puzzlelib.icosoku import INSTANCES, RECORD, TILES, dots, icosahedron, icosoku, pegs_of, tally

FOLDER = Path(__file__).parent / "icosoku_record" / "counts"
ARRANGEMENTS = factorial(20) // (6 * 6 * 2 * 2) * 3**16
IMAGES = 120
AT_ONCE = 100_000  # arrangements


def count_witnesses(many: int, seed: int, corners: np.ndarray, spots: np.ndarray) -> int:
    """Count the arrangements by chance whose twelve sums are 1 to 12 in any order."""
    draw, found = np.random.default_rng(seed), 0
    for start in range(0, many, AT_ONCE):
        rows = min(AT_ONCE, many - start)
        tiles = draw.permuted(np.tile(np.arange(20), (rows, 1)), axis=1)
        dots = spots[tiles, draw.integers(3, size=tiles.shape)]  # (rows, 20, 3)
        sums = np.zeros((rows, 12), np.int64)
        for face, vertices in enumerate(corners):
            sums[:, vertices] += dots[:, face]
        found += int((np.sort(sums) == np.arange(1, 13)).all(axis=1).sum())
    return found


def check_instances(many: int, counts: np.ndarray) -> int:
    """Count instances again, and return how many of them differ."""
    drawn = Random(27).sample(range(INSTANCES), many)
    known = [(int(counts[row]), pegs_of(row)) for row in drawn if counts[row] != UNKNOWN]
    ends = [RECORD["least"], RECORD["most"]]
    found, seconds = cpu(lambda: [tally(icosoku(pegs)).number for _, pegs in [*known, *ends]])
    wrong = sum(one != number for one, (number, _) in zip(found, [*known, *ends]))
    print(f"{len(known)} instances by row and both ends counted again in {seconds:.0f} s CPU: {wrong} differ")
    return wrong


def check_sum(many: int) -> float:
    """Return how many standard deviations the witnesses by chance are away from what is expected."""
    expected = many * IMAGES * RECORD["total"] / ARRANGEMENTS
    corners = np.array(icosahedron().corners)
    spots = np.array([[dots(tile, turn) for turn in range(3)] for tile in TILES])
    count_witnesses(1, 0, corners, spots)
    found, seconds = cpu(lambda: count_witnesses(many, 27, corners, spots))
    away = (found - expected) / sqrt(expected)
    print(f"{many:,} arrangements by chance in {seconds:.0f} s CPU:")
    print(f"  {found:,} witnesses, {expected:,.0f} expected ({away:+.1f} standard deviations)")
    return abs(away)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--full", action="store_true")
    full = parser.parse_args().full
    counts = read_counts(FOLDER)[0]
    wrong, away = check_instances(200 if full else 10, counts), check_sum(10**9 if full else 10**7)
    raise SystemExit(int(wrong > 0 or away > 4))


if __name__ == "__main__":
    main()
