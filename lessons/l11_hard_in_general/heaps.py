"""Heaps of three as a puzzle of tiles on surfaces with spikes (lesson 11). The argument is ours.

3-Partition: can 3m numbers be put into m heaps of three numbers, all with the same sum? Source: M. R. Garey
and D. S. Johnson, *Computers and Intractability*, 1979, section 4.2.
"""

from collections.abc import Callable, Iterable, Sequence

from puzzlelib.icosoku.polyhedron import Face, Polyhedron, bipyramid, polyhedron
from puzzlelib.icosoku.puzzle import Cosoku

APART = 6  # tetrahedra from one spike of the helix to the next


def with_spikes(faces: Iterable[Face], at: Sequence[Face], name: str) -> Polyhedron:
    """A surface on which each face of `at` has become three, which meet in a new vertex, the tip T1, T2, …"""
    spikes = [
        (a, b, f"T{k}")
        for k, (one, two, three) in enumerate(at, 1)
        for a, b in ((one, two), (two, three), (three, one))
    ]
    return polyhedron([*spikes, *(face for face in faces if face not in at)], name)


def spiked_bipyramid(heaps: int) -> Polyhedron:
    """A bipyramid over that many corners, with a spike on each face at N.

    >>> len(spiked_bipyramid(3).faces)
    12
    """
    faces = bipyramid(heaps).faces
    return with_spikes(faces, faces[:heaps], f"bipyramid with {heaps} spikes")


def spiked_helix(heaps: int) -> Polyhedron:
    """A helix of tetrahedra, each on a face of the one before, with that many spikes; its corners are V0 …

    Tetrahedron n has the corners n to n + 3. All edges can have one length: tests/workbook/test_lesson_11.py.

    >>> len(spiked_helix(3).faces)
    46
    """
    many = APART * heaps + 1
    sides = [side for n in range(many) for side in ((n, n + 1, n + 3), (n + 2, n, n + 3))]
    faces = [(1, 0, 2), *sides, (many, many + 1, many + 2)]
    named = [tuple(f"V{corner}" for corner in face) for face in faces]
    at = [named[1 + 2 * n] for n in range(3, many - 3, APART)]
    return with_spikes(named, at, f"helix with {heaps} spikes")


def spiky(numbers: Sequence[int], surface: Callable[[int], Polyhedron] = spiked_bipyramid) -> Cosoku:
    """3-Partition as a puzzle of tiles: each of the m tips takes the m-th part of the total, all other
    vertices take 0.

    >>> puzzle = spiky([8, 7, 7, 6, 6, 5, 5, 5, 5])
    >>> len(puzzle.polyhedron.faces), sorted(puzzle.capacities, reverse=True)[:4]
    (12, [18, 18, 18, 0])
    """
    heaps = len(numbers) // 3
    solid, tip_takes = surface(heaps), sum(numbers) // heaps
    tiles = [(0, 0, number) for number in numbers] + [(0, 0, 0)] * (len(solid.faces) - len(numbers))
    return Cosoku(solid, [tip_takes if name.startswith("T") else 0 for name in solid.vertices], tiles)


def heaps_of(
    numbers: Sequence[int], surface: Callable[[int], Polyhedron] = spiked_bipyramid
) -> list[list[int]] | None:
    """The heaps of three that lie at the tips, where CP-SAT lays the tiles; None if they cannot be laid.

    >>> heaps_of([2, 2, 2, 1, 2, 3, 3, 2, 1]) is None, heaps_of([7, 7, 7, 7, 6, 5, 5, 5, 5])
    (False, None)
    """
    from puzzlelib.icosoku.engines import solve

    puzzle = spiky(numbers, surface)
    found = solve(puzzle, "cp-sat").arrangement
    if found is None:
        return None
    heaps = {name: [] for name in sorted(puzzle.polyhedron.vertices) if name.startswith("T")}
    for face, placed in zip(puzzle.polyhedron.faces, found):
        if (tip := face[2]) in heaps:
            heaps[tip].append(max(placed.tile))
    return list(heaps.values())


def has_heaps(numbers: Sequence[int]) -> bool:
    """Can the numbers be put into heaps of three with the same sum? All triples with the first are tried.

    >>> has_heaps([8, 7, 7, 6, 6, 5, 5, 5, 5]), has_heaps([7, 7, 7, 7, 6, 5, 5, 5, 5])
    (True, False)
    """
    if not numbers:
        return True
    first, *rest = numbers
    return any(
        len(numbers) * (first + rest[i] + rest[j]) == 3 * sum(numbers)
        and has_heaps([number for k, number in enumerate(rest) if k not in (i, j)])
        for i in range(len(rest))
        for j in range(i)
    )
