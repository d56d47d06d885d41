"""The map of the census and the look-up: shades, places, words; what an interrupted census says; a witness
carried to other pegs."""

from math import factorial

import numpy as np
import pytest

from lessons.l12_every_instance.card import COLUMNS, SHADES, WAYS, CensusMap, LookUp, ring_places
from lessons.l12_every_instance.twins import all_positions
from puzzlelib.icosoku.census.instances import BELOW, INSTANCES, RINGS, byte, carry, index_of, rings
from puzzlelib.icosoku.engines import solve
from puzzlelib.icosoku.puzzle import icosoku


def test_every_ring_has_a_place_of_its_own():
    place = ring_places()
    assert sorted(place.tolist()) == list(range(RINGS)) and COLUMNS * 12 == RINGS


def test_a_column_holds_the_orders_of_five_pegs():
    pegs = rings()[np.argsort(ring_places())].reshape(COLUMNS, 12, 5)
    assert all(len({frozenset(ring) for ring in column.tolist()}) == 1 for column in pegs)
    assert len({frozenset(column[0].tolist()) for column in pegs}) == COLUMNS


def test_the_smallest_pegs_stand_on_the_left():
    least = rings()[np.argsort(ring_places())][::12, 0]
    assert least.tolist() == sorted(least.tolist())
    groups = CensusMap().map.groups
    assert [[f"B = {b}", int((least == b).sum())] for b in range(2, 9)] == groups
    assert sum(many for _, many in groups) == COLUMNS


def test_what_is_told_is_on_the_map():
    card, covered = CensusMap(), np.zeros(RINGS, np.int64)
    covered[:10], covered[10] = BELOW, 5
    card.progress("combine", int(covered.sum()), covered)
    cells = np.frombuffer(card.map.cells, np.uint8)
    assert cells[ring_places()].tolist() == [4] * 10 + [1] + [0] * (RINGS - 11)
    assert card.bar.value == 7205 and card.bar.max == INSTANCES
    assert (
        card.line.value
        == f"Combining parts: 7,205 of {INSTANCES:,} instances have a witness, {INSTANCES - 7205:,} have "
        "none yet. 10 of 5,544 rings are complete."
    )


def test_the_finished_map_says_how_each_ring_was_covered():
    """Each ring is told what the steps gave it: here combined, then pulled, then, one of them, shaken."""
    card, covered = CensusMap(), np.full(RINGS, BELOW)
    left = np.array([0, 1, 21, 101, 7])
    covered[:5] -= left
    card.progress("combine", int(covered.sum()), covered.copy())
    assert card.map.names == list(SHADES) and not card.map.done
    covered[:5] = BELOW
    covered[4] -= 1
    card.progress("pull", INSTANCES - 1, covered.copy())
    covered[4] = BELOW
    card.progress("shake", INSTANCES, covered)
    cells = np.frombuffer(card.map.cells, np.uint8)[ring_places()]
    assert [WAYS[cell] for cell in cells[:5]] == list(WAYS) and not cells[5:].any()
    assert card.map.names == list(WAYS) and card.map.done
    assert card.gained["pull"][:5].tolist() == [0, 1, 21, 101, 6] and card.gained["shake"].sum() == 1


def test_an_interrupted_census_says_so_and_keeps_what_there_is(capsys):
    card = CensusMap()
    told = card.progress

    def interrupting(stage, covered, by_ring):
        told(stage, covered, by_ring)
        if covered:
            raise KeyboardInterrupt

    card.progress = interrupting
    found = card.run()
    assert found.stopped == "interrupt" and found is card.found and 0 < found.covered < INSTANCES
    assert "Stopped" in card.line.value and f"{found.covered:,} of" in card.line.value
    assert "eo-wrong" in card.line.value
    assert capsys.readouterr().err == ""


# -------- the look-up


@pytest.fixture(scope="module")
def witnesses():
    """Only those of the seeds 1 to 4, found by a solver."""
    rows = np.full((INSTANCES, 20), 255, np.uint8)
    for seed in range(1, 5):
        puzzle = icosoku(seed=seed)
        row, symmetry = index_of(puzzle.capacities)
        rows[row] = [byte(placed) for placed in carry(solve(puzzle).arrangement, symmetry)]
    return rows


def test_a_missing_witness_is_told_and_the_next_one_is_shown(witnesses):
    card = LookUp(witnesses)
    card.slider.value = 5
    assert "the census was stopped before it had a witness" in card.line.value
    assert "eo-wrong" in card.line.value
    card.slider.value = 1
    assert "The referee agrees" in card.line.value


def test_the_toy_of_all_positions_turns_as_a_body_does():
    """By its points: each turn keeps all distances and the hand, and no two turns are the same."""
    shown = all_positions().children[-1]
    points, turns = np.array(shown.points), shown.turns
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    nearest = np.sort(distances[0])[1]
    assert (
        sorted(map(sorted, shown.edges)) == np.argwhere(np.triu(np.isclose(distances, nearest))).tolist()
        and len(shown.edges) == 30
    )
    hand = np.linalg.det(points[[0, 1, 2]])
    for turn in turns:
        moved = points[turn]
        assert np.allclose(np.linalg.norm(moved[:, None] - moved[None], axis=2), distances)
        assert np.isclose(np.linalg.det(moved[[0, 1, 2]]), hand)
    assert len(set(map(tuple, turns))) == 60
    assert shown.each * 12 * 11 * 10 == factorial(12)
