"""The batch: what it measures, how it draws, and that it can be stopped; against sums done here by hand."""

import os
import re
import signal
import threading
from xml.etree import ElementTree

import pytest
from quiet_clock import ends_within, now, wait_until

from lessons.l10_icosoku import batch_card as cosoku_batch
from lessons.l10_icosoku.batch_card import Row, batch, batch_plot, decades, measure_batch, summaries
from puzzlelib.common.errors import PuzzleError
from puzzlelib.icosoku.puzzle import Arranged, icosoku
from puzzlelib.icosoku.referee import verify


def row(seed, engine, seconds, stopped="", nodes=5):
    laid = None if stopped else ()
    return Row(icosoku(seed=seed), engine, Arranged(laid, engine, seconds, stopped, nodes))


ROWS = [
    row(3, "asp", 0.02),
    row(4, "asp", 0.04),
    row(5, "asp", 0.6),
    row(3, "gecode", 0.2),
    row(4, "gecode", 20.0, "time limit"),
    row(5, "gecode", 1.0),
]


# -------- measuring


def test_rows_are_judged_and_in_order():
    rows = list(measure_batch([1, 2], ["asp", "backtracking"]))
    assert [(one.instance.seed, one.engine) for one in rows] == [
        (1, "asp"),
        (1, "backtracking"),
        (2, "asp"),
        (2, "backtracking"),
    ]
    for one in rows:
        verify(one.instance, one.found.arrangement)
        assert one.instance == icosoku(seed=one.instance.seed) and one.found.complete
        assert 0 < one.found.seconds < 20


def test_summaries():
    found = summaries(ROWS)
    assert list(found) == ["asp", "gecode"]
    assert (found["asp"].mean, found["asp"].median, found["asp"].worst, found["asp"].worst_seed) == (
        pytest.approx(0.22),
        0.04,
        0.6,
        5,
    )
    assert (found["gecode"].solved, found["gecode"].tried, found["gecode"].worst_seed) == (2, 3, 4)
    assert found["gecode"].nodes == (5, 5, 5)
    assert str(found["gecode"]) == "gecode: 2 of 3 solved, mean 7.1 s, median 1.0 s, worst 20 s (seed 4)"
    assert summaries([]) == {}


# -------- drawing


def panels(drawn):
    return [ElementTree.fromstring(text) for text in re.findall(r"<svg.*?</svg>", drawn, re.S)]


def heights(svg):
    return [
        float(mark.get("y")) - 0.36 * float(mark.get("font-size"))
        for mark in svg.iter("text")
        if mark.find("title") is not None
    ]


def test_the_axis_is_logarithmic_and_the_same_for_all():
    assert decades(ROWS) == (-2, 2)
    one, two = (heights(svg) for svg in panels(batch_plot(ROWS, range(3, 6))))
    tenfold = (cosoku_batch.FLOOR - cosoku_batch.TOP) / 4
    assert two[0] - two[2] == pytest.approx(
        tenfold * 0.69897, abs=0.2
    )  # 0.2 s and 1 s: the logarithm of five
    assert one[0] - two[0] == pytest.approx(tenfold, abs=0.2)  # 0.02 s and 0.2 s, in two panels
    assert all(cosoku_batch.TOP <= height <= cosoku_batch.FLOOR for height in one + two)


# -------- the widget


def test_run_shows_what_it_found():
    card = batch(2, 1, ["asp", "backtracking"]).run()
    assert [one.instance.seed for one in card.rows] == [1, 1, 2, 2] and card.bar.value == card.bar.max == 4
    assert card.picture.value.count("<svg") == 2 and "<table" in card.picture.value
    assert "Done: 4 of 4" in card.line.value
    assert "asp: mean" in repr(card) and list(card.summaries) == ["asp", "backtracking"]


def test_start_leaves_the_notebook_free_and_stop_ends_it_within_a_second():
    def attempt():
        card = batch(100, 0, ["asp"])
        card.start()
        assert card.go.disabled and not card.no.disabled
        wait_until(lambda: card.rows)
        start = now()
        card.no.click()
        card.thread.join()
        seconds = now() - start
        assert 0 < len(card.rows) < 100 and "Stopped" in card.line.value
        assert not card.go.disabled and card.no.disabled and not cosoku_batch.RUNNING
        return seconds

    ends_within(1, attempt)


def test_one_batch_at_a_time():
    first, second = batch(100, 0, ["backtracking"]), batch(1, 0, ["backtracking"])
    first.start()
    second.run()
    assert not first.thread.is_alive() and len(second.rows) == 1 and "Stopped" in first.line.value


def test_an_interrupt_keeps_what_there_is():
    def attempt():
        card, pressed = batch(100, 0, ["asp"]), []

        def press():
            wait_until(lambda: len(card.rows) >= 3)
            pressed.append(now())
            os.kill(os.getpid(), signal.SIGINT)

        threading.Thread(target=press).start()
        card.run()
        seconds = now() - pressed[0]
        assert 3 <= len(card.rows) < 100 and "Stopped" in card.line.value and not cosoku_batch.RUNNING
        return seconds

    ends_within(1, attempt)


def test_a_fault_in_the_thread_is_told(monkeypatch):
    monkeypatch.setattr(cosoku_batch, "measure_batch", lambda *_: (_ for _ in ()).throw(ValueError("odd")))
    card = batch(1, 0, ["asp"]).run()
    assert "ValueError: odd" in card.line.value and not card.go.disabled


@pytest.mark.parametrize(
    "wrong", [{"size": 0}, {"size": 101}, {"size": 2.5}, {"seed": -1}, {"seed": "a"}, {"engines": ["abacus"]}]
)
def test_bad_input(wrong):
    with pytest.raises(PuzzleError):
        batch(**wrong)
