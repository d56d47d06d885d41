"""Ctrl-C that comes while the main thread holds a lock for which other threads wait: it strikes later, and
nothing waits for ever."""

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress

import pytest

from puzzlelib.common import interrupts
from puzzlelib.common.interrupts import PATIENCE, hold_interrupts


def press(number=signal.SIGINT) -> None:
    signal.raise_signal(number)


@pytest.fixture
def handler():
    """The numbers of the signals of which somebody's own handler hears."""
    heard = []
    signals = [getattr(signal, name) for name in ("SIGINT", "SIGALRM") if hasattr(signal, name)]
    before = {number: signal.signal(number, lambda got, _: heard.append(got)) for number in signals}
    yield heard
    for number, one in before.items():
        signal.signal(number, one)


def test_it_strikes_at_the_end_of_the_block():
    done = []
    with pytest.raises(KeyboardInterrupt), hold_interrupts():
        press()
        done.append("all of it")
    assert done and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with pytest.raises(KeyboardInterrupt):
        press()


def test_an_error_in_the_block_does_not_hide_it():
    with pytest.raises(KeyboardInterrupt) as struck, hold_interrupts():
        press()
        raise ValueError("in the block")
    assert isinstance(struck.value.__context__, ValueError)


def test_blocks_in_blocks():
    done = []
    with pytest.raises(KeyboardInterrupt), hold_interrupts():
        with hold_interrupts():
            press()
        done.append("the outer block ends first")
    assert done


def test_the_handler_that_was_there_is_called_once_and_later(handler):
    with hold_interrupts():
        press()
        press()
        assert not handler
    assert handler == [signal.SIGINT]
    press()
    assert len(handler) == 2


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no alarms on this system")
def test_an_alarm_waits_as_well(handler):
    with hold_interrupts():
        press(signal.SIGALRM)
        assert not handler
    assert handler == [signal.SIGALRM]


def test_pressed_again_after_a_while_it_strikes_at_once(monkeypatch):
    """A block that does not end is left."""
    times = iter([0, PATIENCE / 2, 1.5 * PATIENCE])
    monkeypatch.setattr(interrupts, "perf_counter", lambda: next(times))
    with suppress(KeyboardInterrupt), hold_interrupts():
        press()
        press()
        with pytest.raises(KeyboardInterrupt):
            press()


@pytest.mark.parametrize("ignored", [signal.SIG_IGN, signal.SIG_DFL])
def test_what_python_does_not_handle_is_left_alone(ignored):
    before = signal.signal(signal.SIGINT, ignored)
    try:
        with hold_interrupts():
            assert signal.getsignal(signal.SIGINT) is ignored
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_have_no_signals():
    seen = []

    def work():
        with hold_interrupts():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]


# -------- what hung

# Ctrl-C as soon as the main thread has the locks of futures, in wait(), or of a condition, in NAME.
STRIKE = """
import concurrent.futures._base, signal, sys, threading

def strike_in(kind, name):
    enter = kind.__enter__

    def strike(self):
        found, here = enter(self), threading.current_thread() is threading.main_thread()
        if here and sys._getframe(1).f_code.co_name == name:
            kind.__enter__ = enter
            signal.raise_signal(signal.SIGINT)
        return found

    kind.__enter__ = strike

WAIT = concurrent.futures._base._AcquireFutures, "wait"
SUBMIT = threading.Condition, "submit"
START = threading.Condition, "wait"  # of the event that a thread has begun

if __name__ == "__main__":
"""
JOB = """
    from puzzlelib.cluster.chunks import run_job
    from puzzlelib.common.workers import open_workers
    with open_workers("2") as executor:
        strike_in(*{})
        print(run_job(abs, "absolute value", range(9), executor=executor).stopped)
"""
MODEL = """
    from puzzlelib import load
    from puzzlelib.ilp.placements import placement_model
    from puzzlelib.ilp.solvers import solve_model
    model = placement_model(load("soma"))
    strike_in(*{})
    print(solve_model(model).status)
"""
CENSUS = """
    from puzzlelib.common.machine import has_threads
    from puzzlelib.icosoku.census import search
    has_threads()  # it starts one
    strike_in(*{})
    print(search.run(threads=2).stopped)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "work, moment", [(JOB, "WAIT"), (JOB, "SUBMIT"), (MODEL, "WAIT"), (CENSUS, "WAIT"), (CENSUS, "START")]
)
def test_it_ends_where_it_hung(work, moment, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(STRIKE + work.format(moment), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, program],
        env=os.environ | {"PYTHONPATH": os.getcwd()},
        capture_output=True,
        text=True,
        timeout=500,  # it hung
    )
    assert (done.stdout, done.stderr) == ("interrupt\n", "")
