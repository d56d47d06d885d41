"""A polyhedron cut along a ring of vertices into two parts; the icosahedron into two discs of ten
faces."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from puzzlelib.icosoku.polyhedron import Polyhedron, Symmetry, icosahedron


@dataclass(frozen=True)
class Disc:
    """One part: its faces, the vertices that only it touches, and those of the ring."""

    faces: tuple[tuple[int, int, int], ...]
    inner: tuple[int, ...]
    ring: tuple[int, ...]

    def degree(self, vertex: int) -> int:
        return faces_at(vertex, self.faces)


@dataclass(frozen=True)
class Cut:
    """A polyhedron whose faces are divided into an upper and a lower part.

    >>> cut = icosahedron_cut()
    >>> len(cut.upper.faces), cut.upper.inner, cut.lower.inner, cut.ring
    (10, (0, 1, 2), (8, 9, 11), (3, 4, 5, 6, 7, 10))
    """

    solid: Polyhedron
    above: Collection[int]  # the numbers of the upper faces

    @cached_property
    def ring(self) -> tuple[int, ...]:
        """The vertices that both parts touch."""
        return tuple(sorted(self.vertices(True) & self.vertices(False)))

    @cached_property
    def upper(self) -> Disc:
        return self.disc(True)

    @cached_property
    def lower(self) -> Disc:
        return self.disc(False)

    def disc(self, above: bool) -> Disc:
        inner = self.vertices(above) - set(self.ring)
        return Disc(self.faces(above), tuple(sorted(inner)), self.ring)

    def faces(self, above: bool) -> tuple[tuple[int, int, int], ...]:
        corners = enumerate(self.solid.corners)
        return tuple(face for number, face in corners if (number in self.above) == above)

    def vertices(self, above: bool) -> set[int]:
        return {v for face in self.faces(above) for v in face}

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries that map the lower part onto itself, and so the upper one."""
        lower = {frozenset(face) for face in self.lower.faces}
        return tuple(
            one
            for one in self.solid.symmetries()
            if {frozenset(one.vertices[v] for v in face) for face in lower} == lower
        )


def faces_at(vertex: int, faces: Iterable[tuple[int, int, int]]) -> int:
    """Count the faces at a vertex."""
    return sum(vertex in face for face in faces)


def icosahedron_cut() -> Cut:
    """Return the cut with the face ABC and the nine faces that touch it above."""
    solid = icosahedron()
    first = set(solid.corners[0])
    return Cut(solid, [number for number, face in enumerate(solid.corners) if first & set(face)])
