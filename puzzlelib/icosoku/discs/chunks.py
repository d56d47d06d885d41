"""All instances of IcoSoKu in chunks that share their tables.

A chunk is four pegs for the upper disc and four others for the lower one: the instances that have three of
the first on one face and three of the others on the face opposite. Four tables on either side serve some
sixty thousand instances. Every instance can be cut in ten ways, so a few hundred of the 17,325 chunks hold
all; `COVER` was chosen greedily, the cheapest instances first. An instance belongs to the first chunk that
holds it.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations, product
from typing import NamedTuple

import numpy as np

from ..census.instances import INSTANCES, all_indices, all_pegs
from ..polyhedron import icosahedron
from .cover import COVER
from .cut import icosahedron_cut

LETTERS = "abcdefghijkl"  # pegs 1 to 12
TRIPLES = tuple(combinations(range(1, 13), 3))
AT_ONCE = 200_000


class Chunk(NamedTuple):
    """Pegs for the two discs, and how many instances belong to it."""

    number: int
    upper: tuple[int, ...]
    lower: tuple[int, ...]
    instances: int


@cache
def chunks() -> tuple[Chunk, ...]:
    """All of them, in the order in which they are counted.

    >>> chunks()[0]
    Chunk(number=0, upper=(4, 5, 10, 11), lower=(6, 7, 8, 9), instances=65664)
    """
    return tuple(read(number, line) for number, line in enumerate(COVER.split()))


def read(number: int, word: str) -> Chunk:
    upper, lower, many = word.split("-")
    return Chunk(number, *(tuple(LETTERS.index(c) + 1 for c in pegs) for pegs in (upper, lower)), int(many))


def members(number: int) -> tuple[np.ndarray, np.ndarray]:
    """The instances of a chunk: their rows in the census, rising, and for each the pegs turned so that its
    cut is that of `icosahedron_cut`."""
    chunk, parts = chunks()[number], []
    for upper, lower in product(combinations(chunk.upper, 3), combinations(chunk.lower, 3)):
        parts.append(around(upper, lower))
    pegs = np.vstack(parts)
    pegs = pegs[owners(pegs) == number]
    rows, first = np.unique(all_indices(pegs)[0], return_index=True)
    return rows, pegs[first]


def around(upper: Sequence[int], lower: Sequence[int]) -> np.ndarray:
    """All instances with these pegs, in order, inside the upper disc, and those inside the lower disc in any
    order."""
    cut = icosahedron_cut()
    rest = [peg for peg in range(1, 13) if peg not in (*upper, *lower)]
    below, ring = (np.array(list(permutations(some))) for some in (lower, rest))
    pegs = np.zeros((len(below), len(ring), 12), np.int64)
    pegs[:, :, list(cut.upper.inner)] = upper
    pegs[:, :, list(cut.lower.inner)] = below[:, None]
    pegs[:, :, list(cut.ring)] = ring[None]
    return pegs.reshape(-1, 12)


def owners(pegs: np.ndarray) -> np.ndarray:
    """The number of the chunk to which each instance belongs, a row of pegs each."""
    bits, first = np.int64(1) << (pegs - 1), first_chunks()
    names = triple_numbers()
    found = np.full(len(pegs), len(chunks()))
    for face, opposite in opposite_faces():
        one, other = (names[bits[:, some].sum(axis=1)] for some in (face, opposite))
        found = np.minimum(found, first[one, other])
    return found


@cache
def opposite_faces() -> tuple[tuple[list[int], list[int]], ...]:
    """The ten pairs of faces that no edge of another face joins."""
    corners, pairs = icosahedron().corners, []
    for face in corners:
        near = {v for other in corners if set(other) & set(face) for v in other}
        opposite = sorted(set(range(12)) - near)
        if min(face) < opposite[0]:
            pairs.append((list(face), opposite))
    return tuple(pairs)


@cache
def triple_numbers() -> np.ndarray:
    """The number of each three pegs, by their bits."""
    names = np.full(1 << 12, -1)
    names[[sum(1 << (peg - 1) for peg in triple) for triple in TRIPLES]] = range(len(TRIPLES))
    return names


@cache
def first_chunks() -> np.ndarray:
    """For each two triples on opposite faces the first chunk that holds them: (220, 220)."""
    first = np.full((len(TRIPLES), len(TRIPLES)), len(chunks()))
    for chunk in reversed(chunks()):
        one, other = ([TRIPLES.index(t) for t in combinations(pegs, 3)] for pegs in chunk[1:3])
        first[np.ix_(one, other)] = first[np.ix_(other, one)] = chunk.number
    return first


def sizes() -> list[int]:
    """How many instances belong to each chunk, and at last those that belong to none: counted anew, from the
    list of all."""
    found = np.zeros(len(chunks()) + 1, np.int64)
    for start in range(0, INSTANCES, AT_ONCE):
        pegs = all_pegs(np.arange(start, min(start + AT_ONCE, INSTANCES)))
        found += np.bincount(owners(pegs), minlength=len(found))
    return found.tolist()
