"""Shapes against published numbers and against plain brute force."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlelib import load
from puzzlelib.packing import shapes
from puzzlelib.packing.puzzle import box_cells

TETRACUBES = load("tetracubes-2x4x4").pieces


def rotation_matrices():
    """A second way to the rotation group: generated from two quarter turns, as matrices."""
    x = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]])
    z = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    found, fresh = {}, [np.eye(3, dtype=int)]
    while fresh:
        m = fresh.pop()
        if m.tobytes() not in found:
            found[m.tobytes()] = m
            fresh += [m @ x, m @ z]
    return list(found.values())


def test_rotations_are_the_group_made_by_two_quarter_turns():
    ours = {tuple(shapes.turned(c, t) for c in ((1, 0, 0), (0, 1, 0), (0, 0, 1))) for t in shapes.ROTATIONS}
    theirs = {tuple(map(tuple, m)) for m in rotation_matrices()}
    assert len(theirs) == 24 and ours == theirs


def test_orientations_of_the_tetracubes_published():
    # I 3, T 12, L 24, Pyramid 8, O 3, N 12, Z 12, Z_mirror 12: the listing of the source, 86 in all
    assert [len(shapes.orientations(p.cells)) for p in TETRACUBES] == [3, 12, 24, 8, 3, 12, 12, 12]


def test_the_eight_tetracubes_are_all_there_are():
    # Brute force: every connected set of four cells in a 4x4x4 box, up to rotation. Published: 8 (OEIS
    # A000162).
    grown = {((0, 0, 0),)}
    for _ in range(3):
        grown = {
            shapes.normal_form((*form, tuple(c + d for c, d in zip(cell, step))))
            for form in grown
            for cell in form
            for step in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1))
            if tuple(c + d for c, d in zip(cell, step)) not in form
        }
    assert {min(shapes.orientations(f)) for f in grown} == {
        min(shapes.orientations(p.cells)) for p in TETRACUBES
    }
    assert len({min(shapes.orientations(f)) for f in grown}) == 8


def test_z_and_z_mirror_are_mirror_twins():
    z, twin = (next(p.cells for p in TETRACUBES if p.name == name) for name in ("Z", "Z_mirror"))
    assert shapes.mirrored(z) in shapes.orientations(twin)
    assert shapes.mirrored(z) not in shapes.orientations(z)


CELLS = st.sets(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=5)


@given(CELLS, st.sampled_from(shapes.ROTATIONS))
def test_orientations_do_not_depend_on_how_the_piece_lies(cells, turn):
    assert shapes.orientations(cells) == shapes.orientations([shapes.turned(c, turn) for c in cells])


@pytest.mark.parametrize(
    "sizes, turns, rotations, both",
    [
        ([(4, 4, 2)], "space", 8, 16),
        ([(8, 2, 2)], "space", 8, 16),
        ([(3, 3, 3)], "space", 24, 48),
        ([(2, 3, 4)], "space", 4, 8),
        ([(10, 6, 1)], "flip", 4, 8),
        ([(10, 6, 1)], "plane", 2, 4),
        ([(4, 2, 2), (4, 2, 2)], "space", 128, 256),
        ([(4, 2, 2), (2, 4, 2)], "space", 128, 256),
        ([(4, 2, 2), (2, 2, 2)], "space", 192, 384),
    ],
)
def test_symmetries_of_containers(sizes, turns, rotations, both):
    # orders of the groups: 8, 8, 24, 4 for one box; two equal boxes: 8·8·2; two different ones: 8·24
    cells = box_cells(sizes)
    assert len(list(shapes.symmetries(cells, turns))) == rotations
    maps = list(shapes.symmetries(cells, turns, mirrors=True))
    assert len(maps) == both and len({tuple(sorted(m.items())) for m in maps}) == (
        both if turns != "flip" else rotations
    )  # flat: turning over mirrors
    assert all(set(m) == set(m.values()) == set(cells) for m in maps)
    assert all(a == b for a, b in maps[0].items())
