"""Check a file of witnesses: each of its 3,991,680 rows, from the rules of the toy alone.

    python -m puzzlelib.icosoku.census.check FILE.npy   # or this file by itself: python check.py FILE.npy

Nothing comes from the rest of the library, not even errors: faces, tiles and the list of instances
are written down anew, so that no mistake hides by being in both. A row proves its instance if it
lays exactly the 20 tiles and every vertex collects its peg; the list has every way to place the
pegs once, up to turning and mirroring the toy.

Many rows are checked at once, by two whole numbers each: the twelve sums as digits to base 16 (five
corners of at most three dots), and how many tiles of each of the 14 types, to base 21. Both are
sums over the 20 faces, looked up by byte. A byte without meaning counts as no tile.
"""

import os
import reprlib
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np

FACES = tuple("ABC ACD ADE AEF AFB BFK BKG BGC CGH CHD DIE DHI EIJ EJF FJK GKL GLH HLI ILJ JLK".split())
COPIES = Counter("000 001 002 003 011 012 012 012 021 021 021 022 033 111 123 123 132 132 222 333".split())
VERTICES, TYPES = "ABCDEFGHIJKL", tuple(COPIES)
INSTANCES, BELOW = 3_991_680, 720  # BELOW rows in turn differ in the pegs of G to L only
AT_ONCE = 48  # so many times 720 rows
ALLOWED = "a file of witnesses holds uint8 of shape (3991680, 20)"


class NoProof(ValueError):
    """One line that names the first wrong row, or the fault of the file."""

    def __init__(self, message: str):
        line = " ".join(message.split())
        super().__init__("".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line))


@dataclass(frozen=True)
class Checked:
    """The number of rows, and of those found right: fewer only after an interrupt."""

    instances: int
    verified: int
    seconds: float
    stopped: str = ""  # or "interrupt"


def check_witnesses(witnesses) -> Checked:
    """Check all witnesses: the path of a .npy file, or an array uint8 (3991680, 20).

    Errors: `NoProof`.

    >>> check_witnesses("nowhere.npy")
    Traceback (most recent call last):
    ...
    puzzlelib.icosoku.census.check.NoProof: nowhere.npy: there is no such file
    """
    start, done, stopped = time.perf_counter(), 0, ""
    try:
        for rows in row_blocks(witnesses):
            check_rows(rows, done)
            done += len(rows)
    except KeyboardInterrupt:
        stopped = "interrupt"
    return Checked(INSTANCES, done, time.perf_counter() - start, stopped)


def check_rows(rows: np.ndarray, first: int) -> None:
    """Check rows of the file from `first` on, uint8 (n, 20). Errors: `NoProof` names the first
    wrong one."""
    columns = np.ascontiguousarray(rows.T)
    sums, tiles = (add_up(table, columns) for table in byte_values())
    for wrong in np.flatnonzero((sums != wanted_sums(first, len(rows))) | (tiles != ALL_TILES))[:1].tolist():
        wanted = pegs(first + wrong)
        why = why_wrong(rows[wrong].tolist(), wanted)
        raise NoProof(f"row {first + wrong} (pegs {' '.join(map(str, wanted))}): {why}")


def add_up(table: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Return the sum over the faces of each row's bytes, looked up in the table."""
    return sum(values.take(column) for values, column in zip(table, columns))


ALL_TILES = np.uint64(sum(many * 21**t for t, many in enumerate(COPIES.values())))


# -------- the rules


def dots_of_byte(byte: int) -> tuple[int, ...]:
    """Return the dots at the three corners of a face, clockwise; () for a byte without meaning.

    >>> dots_of_byte(16), dots_of_byte(1)   # tile 012, one turn; tile 000, which has none
    ((2, 0, 1), ())
    """
    kind, turn = divmod(byte, 3)
    if kind >= len(TYPES) or turn and len(set(TYPES[kind])) == 1:
        return ()
    return tuple(int(TYPES[kind][i - turn]) for i in range(3))


@cache
def byte_values() -> np.ndarray:
    """Return the worth of each byte on each face, uint64 (2, 20, 256): [0] in sums, [1] in
    tiles."""
    both = np.zeros((2, len(FACES), 256), np.uint64)
    for face, corners in enumerate(FACES):
        for byte in filter(dots_of_byte, range(256)):
            dots = zip(corners, dots_of_byte(byte))
            total = sum(number * 16 ** VERTICES.index(vertex) for vertex, number in dots)
            both[:, face, byte] = total, 21 ** (byte // 3)
    return both


def why_wrong(row: list[int], wanted: tuple[int, ...]) -> str:
    """Return the first reason why a row is no witness: a byte, a tile, a vertex; "" if it is one.

    >>> why_wrong([0] * 20, tuple(range(1, 13)))
    'tile 000 is there 20 times, not once'
    """
    for face, byte in zip(FACES, row):
        if not dots_of_byte(byte):
            none = f"but tile {TYPES[byte // 3]} has no turn {byte % 3}" if byte < 42 else ""
            return f"face {face} has the byte {byte}, {none or 'and 3 * type + turn is below 42'}"
    found = Counter(TYPES[byte // 3] for byte in row)
    for tile, many in COPIES.items():
        if found[tile] > many:
            return f"tile {tile} is there {found[tile]} times, not {'once' if many == 1 else f'{many} times'}"
    for vertex, peg in zip(VERTICES, wanted):
        there = ((face, byte) for face, byte in zip(FACES, row) if vertex in face)
        total = sum(dots_of_byte(byte)[face.index(vertex)] for face, byte in there)
        if total != peg:
            return f"vertex {vertex} collects {total}, and its peg is {peg}"
    return ""


# -------- the instances, in the order of the file


@cache
def upper_pegs() -> np.ndarray:
    """Return the pegs of A to F in order (A is 1, B the least of its neighbours, C below F), then
    the other six, rising: (5544, 12)."""
    rings = (ring for ring in permutations(range(2, 13), 5) if ring[0] == min(ring) and ring[1] < ring[4])
    return np.array([(1, *ring, *sorted({*range(2, 13)} - {*ring})) for ring in rings], np.uint64)


@cache
def lower_orders() -> np.ndarray:
    """Return the orders of the other six: (720, 6)."""
    return np.array(list(permutations(range(6))))


def pegs(row: int) -> tuple[int, ...]:
    """Return the pegs of the instance in a row of the file.

    >>> pegs(721)
    (1, 2, 3, 4, 5, 7, 6, 8, 9, 10, 12, 11)
    """
    above, rest = np.split(upper_pegs()[row // BELOW], [6])
    return (*above.tolist(), *rest[lower_orders()[row % BELOW]].tolist())


def wanted_sums(first: int, many: int) -> np.ndarray:
    """Return the twelve pegs of some rows as digits to base 16: uint64 (many,)."""
    a, b = first // BELOW, -(-(first + many) // BELOW)
    places = np.arange(0, 48, 4, dtype=np.uint64)
    above, rest = np.split(upper_pegs()[a:b], [6], axis=1)
    above, rest = above << places[:6], rest[:, lower_orders()] << places[6:]
    total = above.sum(axis=1)[:, None] + rest.sum(axis=2)
    return total.ravel()[first - a * BELOW :][:many]


# -------- the file


def row_blocks(witnesses) -> Iterator[np.ndarray]:
    """Yield the rows, some thousand at a time; never all in memory."""
    step = AT_ONCE * BELOW
    if isinstance(witnesses, (str, os.PathLike)):
        witnesses = open_rows(os.fspath(witnesses))
    elif not isinstance(witnesses, np.ndarray):
        raise NoProof(f"witnesses {reprlib.repr(witnesses)}: must be the path of a .npy file, or an array")
    elif witnesses.dtype != np.uint8 or witnesses.shape != (INSTANCES, len(FACES)):
        raise NoProof(f"witnesses: an array of {witnesses.dtype} {witnesses.shape}; {ALLOWED}")
    yield from (witnesses[first : first + step] for first in range(0, INSTANCES, step))


def open_rows(path: str) -> np.ndarray:
    """Return the array in a .npy file, which stays on disk. Errors: `NoProof`."""
    if not os.path.isfile(path):  # a pipe would be waited for
        kind = "a folder" if os.path.isdir(path) else "no file"
        raise NoProof(f"{path}: {f'is {kind}' if os.path.exists(path) else 'there is no such file'}")
    try:
        with warnings.catch_warnings(action="ignore"):
            rows = np.load(path, mmap_mode="r", allow_pickle=False)
    except Exception as error:  # a damaged header may lead to any
        raise NoProof(f"{path}: is no whole .npy file ({error}); {ALLOWED}") from None
    if not isinstance(rows, np.memmap) or rows.dtype != np.uint8 or rows.shape != (INSTANCES, len(FACES)):
        held = f"{rows.dtype} {rows.shape}" if isinstance(rows, np.memmap) else "several arrays"
        raise NoProof(f"{path}: holds {held}; {ALLOWED}")
    if extra := os.path.getsize(path) - rows.offset - rows.nbytes:
        raise NoProof(f"{path}: {extra:,} byte{'s' * (extra > 1)} too long; {ALLOWED}")
    return rows


def main(arguments: list[str]) -> int:
    """Check one file; return 0 if all is right, 2 after one line on stderr if not."""
    try:
        if len(arguments) != 1:
            raise NoProof("census.check: give the path of one file of witnesses")
        done = check_witnesses(arguments[0])
    except NoProof as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    right = f"{done.verified:,} of {done.instances:,} instances have a witness that is right"
    print(f"{right} ({done.seconds:.1f} s)")
    return 3 if done.stopped else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
