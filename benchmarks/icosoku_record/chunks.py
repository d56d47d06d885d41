"""All instances of IcoSoKu in chunks that share their tables.

Any two vertices of the icosahedron lie on the ring of at least two of its ten cuts. So pegs 1 and 2
may be on the ring, where they leave the fewest ways to share a peg, and a table is that of three
other pegs. A chunk divides the ten other pegs, five for the upper disc and five for the lower one:
it holds the instances with three of the first on one face and three of the others on the opposite
face. Ten tables on either side make a hundred pairs. `COVER` was chosen greedily, the cheapest
instances first. An instance belongs to the first chunk that holds it.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations, product
from typing import NamedTuple

import numpy as np

from puzzlelib.icosoku.census.instances import all_indices
from puzzlelib.icosoku.polyhedron import icosahedron

from .cover import COVER
from .cut import icosahedron_cut

LETTERS = "abcdefghijkl"  # pegs 1 to 12
TRIPLES = tuple(combinations(range(1, 13), 3))


class PegChunk(NamedTuple):
    """The pegs for the two discs, and the number of instances."""

    number: int
    upper: tuple[int, ...]
    lower: tuple[int, ...]
    instances: int


@cache
def chunks() -> tuple[PegChunk, ...]:
    """Return all chunks, in the order in which they are counted.

    >>> chunks()[0]
    PegChunk(number=0, upper=(3, 4, 5, 6, 7), lower=(8, 9, 10, 11, 12), instances=345600)
    """
    return tuple(parse_chunk(number, word) for number, word in enumerate(COVER.split()))


def parse_chunk(number: int, word: str) -> PegChunk:
    *discs, many = word.split("-")
    return PegChunk(number, *(tuple(LETTERS.index(c) + 1 for c in pegs) for pegs in discs), int(many))


def members(number: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the instances of a chunk: their rows in the census, rising, and for each the pegs
    turned so that its cut is that of `icosahedron_cut`."""
    chunk = chunks()[number]
    pairs = product(combinations(chunk.upper, 3), combinations(chunk.lower, 3))
    pegs = np.vstack([instances_with(*pair) for pair in pairs])
    pegs = pegs[owners(pegs) == number]
    rows, first = np.unique(all_indices(pegs)[0], return_index=True)
    return rows, pegs[first]


def instances_with(upper: Sequence[int], lower: Sequence[int]) -> np.ndarray:
    """Return all instances with these pegs inside the upper disc, in order, and those inside the
    lower disc in any order: (n, 12)."""
    cut = icosahedron_cut()
    rest = [peg for peg in range(1, 13) if peg not in (*upper, *lower)]
    below, ring = (np.array(list(permutations(some))) for some in (lower, rest))
    pegs = np.zeros((len(below), len(ring), 12), np.int64)
    pegs[:, :, list(cut.upper.inner)] = upper
    pegs[:, :, list(cut.lower.inner)] = below[:, None]
    pegs[:, :, list(cut.ring)] = ring[None]
    return pegs.reshape(-1, 12)


def owners(pegs: np.ndarray) -> np.ndarray:
    """Return the number of the chunk to which each instance belongs, for rows of pegs."""
    bits, first = np.int16(1) << (pegs.T - 1).astype(np.int16), first_chunks().ravel()
    names = triple_numbers()
    found = np.full(len(pegs), len(chunks()))
    for faces in opposite_faces():
        one, other = (names[bits[a] | bits[b] | bits[c]] for a, b, c in faces)
        found = np.minimum(found, first[one * len(TRIPLES) + other])
    return found


@cache
def opposite_faces() -> tuple[tuple[list[int], list[int]], ...]:
    """Return the ten pairs of faces that no edge of another face joins."""
    corners, pairs = icosahedron().corners, []
    for face in corners:
        near = {v for other in corners if set(other) & set(face) for v in other}
        opposite = sorted(set(range(12)) - near)
        if min(face) < opposite[0]:
            pairs.append((list(face), opposite))
    return tuple(pairs)


@cache
def triple_numbers() -> np.ndarray:
    """Return the number of each three pegs, by their bits."""
    names = np.full(1 << 12, -1)
    names[[sum(1 << (peg - 1) for peg in triple) for triple in TRIPLES]] = range(len(TRIPLES))
    return names


@cache
def first_chunks() -> np.ndarray:
    """Return the first chunk that holds each two triples on opposite faces: (220, 220)."""
    first = np.full((len(TRIPLES), len(TRIPLES)), len(chunks()))
    for chunk in reversed(chunks()):
        one, other = ([TRIPLES.index(t) for t in combinations(pegs, 3)] for pegs in chunk[1:3])
        first[np.ix_(one, other)] = first[np.ix_(other, one)] = chunk.number
    return first
