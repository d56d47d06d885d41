"""Is a file of witnesses right? Each of its 3,991,680 rows is judged again, from the rules of the toy alone.

    python -m puzzlelib.icosoku.census.check FILE.npy   # or this file by itself: python check.py FILE.npy

Nothing here comes from the rest of the library, not even its errors: the faces, the tiles and the list of
instances are written down anew, so that a mistake cannot hide by being in both. A row proves its instance if
it lays exactly the 20 tiles and every vertex collects exactly its peg; the list holds every way to place the
pegs once, up to turning and mirroring the toy.

Many rows are judged at once, by two whole numbers for each: its twelve sums as digits to base 16 (five
corners of at most three dots are at most 15), and how often each of the 14 types of tile lies there as digits
to base 21. Both are sums over the 20 faces of what a byte stands for, looked up in a table. A byte that means
nothing counts as no tile, so that one is missing.
"""

import io
import os
import reprlib
import stat
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np

FACES = tuple("ABC ACD ADE AEF AFB BFK BKG BGC CGH CHD DIE DHI EIJ EJF FJK GKL GLH HLI ILJ JLK".split())
COPIES = Counter("000 001 002 003 011 012 012 012 021 021 021 022 033 111 123 123 132 132 222 333".split())
VERTICES, TYPES = "ABCDEFGHIJKL", tuple(COPIES)
INSTANCES, BELOW = 3_991_680, 720  # below: rows that differ in the pegs of G to L only; they stand together
AT_ONCE = 48  # so many times 720 rows
HEADER = b"\x93NUMPY\x01\x00\x76\x00"
HEADER += b"{'descr': '|u1', 'fortran_order': False, 'shape': (3991680, 20), }".ljust(117) + b"\n"
ALLOWED = "a file of witnesses holds uint8 of shape (3991680, 20)"


class NoProof(ValueError):
    """The witnesses prove nothing: one line that names the row, or what is wrong with the file."""

    def __init__(self, message: str):
        line = " ".join(message.split())
        super().__init__("".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line))


@dataclass(frozen=True)
class Checked:
    """How many rows there are, and how many were found right; fewer only if an interrupt or `stop` ended
    it."""

    instances: int
    verified: int
    seconds: float
    stopped: str = ""  # "", "stopped" or "interrupt", as everywhere; this file uses nothing of the library


def check_witnesses(
    witnesses, progress: Callable[[int], None] | None = None, stop: Callable[[], bool] = lambda: False
) -> Checked:
    """Judge all witnesses: the path of a .npy file, or an array uint8 (3991680, 20).

    `progress` gets the number of rows judged, some hundred times. Errors: `NoProof` names the first instance
    whose row is wrong, or says what is wrong with the file.

    >>> check_witnesses("nowhere.npy")
    Traceback (most recent call last):
    ...
    puzzlelib.icosoku.census.check.NoProof: nowhere.npy: there is no such file
    """
    start, done, stopped = time.perf_counter(), 0, ""
    try:
        for rows in blocks(witnesses):
            if stop():
                stopped = "stopped"
                break
            check_rows(rows, done)
            done += len(rows)
            if progress:
                progress(done)
    except KeyboardInterrupt:
        stopped = "interrupt"
    return Checked(INSTANCES, done, time.perf_counter() - start, stopped)


def check_rows(rows: np.ndarray, first: int) -> None:
    """`NoProof` for the first wrong one of some rows, uint8 (n, 20), that stand in the file from row `first`
    on."""
    columns = np.ascontiguousarray(rows.T)
    sums, tiles = (added_up(table, columns) for table in tables())
    for wrong in np.flatnonzero((sums != wanted_sums(first, len(rows))) | (tiles != ALL_TILES))[:1].tolist():
        wanted = pegs(first + wrong)
        why = why_wrong(rows[wrong].tolist(), wanted)
        raise NoProof(f"row {first + wrong} (pegs {' '.join(map(str, wanted))}): {why}")


def added_up(table: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """What the bytes of each row add up to."""
    total = table[0][columns[0]]
    for face in range(1, len(FACES)):
        total += table[face][columns[face]]
    return total


ALL_TILES = np.uint64(sum(many * 21**t for t, many in enumerate(COPIES.values())))


# -------- the rules


def dots(byte: int) -> tuple[int, ...]:
    """The dots at the three corners of a face, clockwise from the first; () if the byte means nothing.

    >>> dots(16), dots(1)                   # tile 012, one turn; tile 000, which has none
    ((2, 0, 1), ())
    """
    kind, turn = divmod(byte, 3)
    if kind >= len(TYPES) or turn and len(set(TYPES[kind])) == 1:
        return ()
    return tuple(int(TYPES[kind][i - turn]) for i in range(3))


@cache
def tables() -> np.ndarray:
    """What each byte on each face adds: [0] to the sums, [1] to the tiles; uint64 (2, 20, 256)."""
    both = np.zeros((2, len(FACES), 256), np.uint64)
    for face, corners in enumerate(FACES):
        for byte in filter(dots, range(256)):
            added = (number * 16 ** VERTICES.index(vertex) for vertex, number in zip(corners, dots(byte)))
            both[:, face, byte] = sum(added), 21 ** (byte // 3)
    return both


def why_wrong(row: list[int], wanted: tuple[int, ...]) -> str:
    """The first reason why a row is no witness: a byte, a tile, a vertex; "" if it is one.

    >>> why_wrong([0] * 20, tuple(range(1, 13)))
    'tile 000 is there 20 times, not once'
    """
    for face, byte in zip(FACES, row):
        if not dots(byte):
            none = f"but tile {TYPES[byte // 3]} has no turn {byte % 3}" if byte < 42 else ""
            return f"face {face} has the byte {byte}, {none or 'and 3 * type + turn is below 42'}"
    found = Counter(TYPES[byte // 3] for byte in row)
    for tile, many in COPIES.items():
        if found[tile] > many:
            return f"tile {tile} is there {found[tile]} times, not {'once' if many == 1 else f'{many} times'}"
    for vertex, peg in zip(VERTICES, wanted):
        there = ((face, byte) for face, byte in zip(FACES, row) if vertex in face)
        total = sum(dots(byte)[face.index(vertex)] for face, byte in there)
        if total != peg:
            return f"vertex {vertex} collects {total}, and its peg is {peg}"
    return ""


# -------- the instances, in the order of the file


@cache
def upper() -> np.ndarray:
    """The pegs of A to F, in order: A is 1, B the least of its neighbours, C below F. Then the other six,
    rising: (5544, 12)."""
    rings = (ring for ring in permutations(range(2, 13), 5) if ring[0] == min(ring) and ring[1] < ring[4])
    return np.array([(1, *ring, *sorted({*range(2, 13)} - {*ring})) for ring in rings], np.uint64)


@cache
def below() -> np.ndarray:
    return np.array(list(permutations(range(6))))


def pegs(row: int) -> tuple[int, ...]:
    """The pegs of the instance in a row of the file.

    >>> pegs(721)
    (1, 2, 3, 4, 5, 7, 6, 8, 9, 10, 12, 11)
    """
    above, rest = np.split(upper()[row // BELOW], [6])
    return (*above.tolist(), *rest[below()[row % BELOW]].tolist())


def wanted_sums(first: int, many: int) -> np.ndarray:
    """The twelve pegs as digits to base 16, for some rows: uint64 (many,)."""
    a, b = first // BELOW, -(-(first + many) // BELOW)
    places = np.arange(0, 48, 4, dtype=np.uint64)
    above, rest = upper()[a:b, :6] << places[:6], upper()[a:b, 6:][:, below()] << places[6:]
    total = above.sum(axis=1)[:, None] + rest.sum(axis=2)
    return total.ravel()[first - a * BELOW :][:many]


# -------- the file


def blocks(witnesses) -> Iterator[np.ndarray]:
    """The rows, some thousand at a time; never all in memory."""
    step = AT_ONCE * BELOW
    if isinstance(witnesses, np.ndarray):
        if witnesses.dtype != np.uint8 or witnesses.shape != (INSTANCES, len(FACES)):
            raise NoProof(f"witnesses: an array of {witnesses.dtype} {witnesses.shape}; {ALLOWED}")
        yield from (witnesses[first : first + step] for first in range(0, INSTANCES, step))
        return
    if not isinstance(witnesses, (str, os.PathLike)):
        raise NoProof(f"witnesses {reprlib.repr(witnesses)}: must be the path of a .npy file, or an array")
    try:
        yield from blocks_of_file(os.fspath(witnesses), step)
    except NoProof:
        raise
    except (OSError, ValueError) as error:  # ValueError: a path with a zero byte
        raise NoProof(f"{witnesses}: cannot be read ({getattr(error, 'strerror', None) or error})") from None


def blocks_of_file(path: str, step: int) -> Iterator[np.ndarray]:
    check_regular(path)
    with open(path, "rb") as file:
        check_header(path, file.read(len(HEADER)))
        size, whole = os.fstat(file.fileno()).st_size, len(HEADER) + INSTANCES * len(FACES)
        if size != whole:
            much = f"{abs(size - whole):,} byte{'s' * (abs(size - whole) > 1)}"
            raise NoProof(f"{path}: {much} too {'short' if size < whole else 'long'}; {ALLOWED}")
        for first in range(0, INSTANCES, step):
            bytes_ = file.read(min(step, INSTANCES - first) * len(FACES))
            if len(bytes_) % len(FACES) or not bytes_:
                raise NoProof(f"{path}: it became shorter while it was read")
            yield np.frombuffer(bytes_, np.uint8).reshape(-1, len(FACES))


def check_regular(path: str) -> None:
    """There is a file, and it is no folder and no pipe."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        raise NoProof(f"{path}: there is no such file") from None
    if not stat.S_ISREG(mode):
        raise NoProof(f"{path}: is {'a folder' if stat.S_ISDIR(mode) else 'no file'}; {ALLOWED}")


def check_header(path: str, found: bytes) -> None:
    if found == HEADER:
        return
    if not found.startswith(HEADER[:6]):
        raise NoProof(f"{path}: is no .npy file; {ALLOWED}")
    if held := described(found):
        raise NoProof(f"{path}: holds {held}; {ALLOWED}")
    if len(found) < len(HEADER):
        raise NoProof(f"{path}: ends within its header, after {len(found)} bytes; {ALLOWED}")
    at = next(i for i, (a, b) in enumerate(zip(found, HEADER)) if a != b)
    raise NoProof(
        f"{path}: byte {at} of the header is {found[at]}, where numpy writes {HEADER[at]}; {ALLOWED}"
    )


def described(header: bytes) -> str:
    """What an honest .npy file says that it holds, where that is something else; else ""."""
    text = io.BytesIO(header)
    try:
        with warnings.catch_warnings(action="ignore"):
            np.lib.format.read_magic(text)
            shape, fortran, kind = np.lib.format.read_array_header_1_0(text)
    except Exception:  # whatever a damaged header leads to
        return ""
    same = shape == (INSTANCES, len(FACES)) and kind == np.uint8
    return "" if same and not fortran else f"{kind} {shape}{' in columns' if fortran else ''}"


def main(arguments: list[str]) -> int:
    """Check one file; 0 if all is right, 2 and one line on stderr if not."""
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
