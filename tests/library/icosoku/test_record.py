"""The numbers of solutions of all instances, as lesson 12 reads them."""

from math import factorial

import numpy as np
import pytest
from test_build import ROOT

from benchmarks.icosoku_record import all_counts as whole
from puzzlelib import PuzzleError
from puzzlelib.icosoku import PAPER_PEGS, icosoku, pegs_of
from puzzlelib.icosoku.census.instances import all_indices
from puzzlelib.icosoku.counting.exact import count, tally
from puzzlelib.icosoku.record import PAPER_COUNT, RECORD, saved_counts


@pytest.mark.parametrize("kind", ["nothing", "text", "objects", "other name", "other size", "one array"])
def test_a_file_that_holds_no_counts_is_refused(tmp_path, kind):
    path, array = tmp_path / "all.npz", np.zeros(7, np.uint64)
    if kind == "text":
        path.write_text("counts")
    elif kind == "one array":
        with path.open("wb") as file:
            np.save(file, array)
    elif kind != "nothing":
        array = np.array([print]) if kind == "objects" else array
        np.savez(path, **{"others" if kind == "other name" else "counts": array})
    with pytest.raises(PuzzleError, match="make counts"):
        saved_counts(path)


def test_the_parts_of_the_record_agree():
    """With each other, and with the rows of the census."""
    assert sum(many for *_, many in RECORD["histogram"]) == RECORD["counted"]
    assert RECORD["least"][0] < RECORD["median"] < RECORD["most"][0] < RECORD["total"]
    for number, pegs in (RECORD["least"], RECORD["most"]):
        row = int(all_indices(np.array([pegs]))[0][0])
        assert pegs_of(row) == pegs
        assert any(low <= number < high and many for low, high, many in RECORD["histogram"])


def test_make_counts_finds_the_chunks_of_the_record(monkeypatch):
    """The smallest one; all 54 are read at night."""
    least = min(whole.chunks(), key=lambda one: one.instances)
    monkeypatch.setattr(whole, "items", lambda: [whole.item_of(least)])
    monkeypatch.setattr(whole, "chunks", lambda: (least,))
    numbers, found, said = whole.read_counts(ROOT / "benchmarks" / "icosoku_record" / "counts")
    assert (found, said) == (1, ()) and np.count_nonzero(numbers != whole.UNKNOWN) == least.instances


@pytest.mark.slow
@pytest.mark.parametrize("which", ["least", "most"])
def test_who_holds_the_record_has_so_many_solutions(which):
    """By the count of one instance, which shares no tables."""
    number, pegs = RECORD[which]
    assert count(icosoku(pegs)) == number


@pytest.mark.slow
def test_the_paper_s_instance_is_counted_as_recorded():
    """The number has other witnesses in test_tile_counts.py."""
    found = tally(icosoku(PAPER_PEGS))
    assert found.number == PAPER_COUNT["solutions"]
    assert sum(found.ahead) + sum(found.behind) == PAPER_COUNT["states"]


def test_the_sum_agrees_with_arrangements_by_chance():
    """274 of 20 million, counted by a program that is not here: within four standard deviations."""
    expected = 20e6 * 120 * RECORD["total"] / (factorial(20) // 144 * 3**16)
    assert abs(274 - expected) < 4 * expected**0.5
