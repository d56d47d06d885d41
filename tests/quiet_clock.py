"""A clock that a busy machine does not drive: a test that judges by it fails for the program, not for its
neighbours.

It runs as the wall clock does, less the time for which a process stood ready and others had the processor. On
a quiet machine, and where the system does not tell, it is the wall clock. A case that it cannot see, a
machine that is slow or stands still for a moment, `ends_within` allows for.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

PATIENCE = 3  # a machine, or one of its days, may be so many times as slow
READINGS = 5  # at most, for a process whose threads are always in the queue
QUEUED: dict[tuple[int, str], float] = {}  # (process, thread) -> seconds; kept when the thread has ended


def now(process: int | None = None) -> float:
    """Seconds by the quiet clock of this process, or of another; only differences tell anything.

    Both clocks are read at one moment: again, when the process stood in the queue meanwhile.
    """
    process = process or os.getpid()
    for _ in range(READINGS):
        before, seconds = queued(process), time.perf_counter()
        if queued(process) == before:
            break
    return seconds - before


def queued(process: int) -> float:
    """Seconds in the queue for a processor, of all threads (Linux: schedstat in proc(5))."""
    for thread in Path(f"/proc/{process}/task").glob("*"):
        with suppress(OSError, IndexError):  # it may have ended meanwhile
            QUEUED[process, thread.name] = int((thread / "schedstat").read_text().split()[1]) / 1e9
    return sum(seconds for (one, _), seconds in QUEUED.items() if one == process)


def slower() -> float:
    """How many times slower this machine counts than the one whose seconds the tests name; at least 1."""
    return max(1, min(counting() for _ in range(5)) / 0.01)


def counting() -> float:
    """Processor seconds for a small sum."""
    start = time.thread_time()
    sum(number * number for number in range(160_000))
    return time.thread_time() - start


def ends_within(seconds: float, attempt: Callable[[], float], attempts: int = 3) -> None:
    """Fail when none of three attempts takes about so many seconds, or less: a machine may stumble once, a
    program that is too slow is so each time.

    The seconds are those of the machine of `slower` on a good day: PATIENCE times as many pass.
    """
    taken = []
    while not taken or (taken[-1] >= PATIENCE * seconds and taken[-1] >= PATIENCE * seconds * slower()):
        assert len(taken) < attempts, f"{taken} seconds where about {seconds} are allowed"
        taken.append(attempt())


def wait_until(condition: Callable[[], object], seconds: float = 120) -> None:
    """Look again and again until a condition holds; fail only when it never will."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)


# A program whose search has asked its clock some times: it has begun, and tells so by making a file.
BEGUN = """
import runpy, sys
from pathlib import Path
from puzzlelib.common.clock import Clock
ask, told, asked = Clock.stop, Path(sys.argv.pop(1)), []

def stop(clock):
    asked.append(clock)
    if len(asked) == 3:
        told.touch()
    return ask(clock)

Clock.stop = stop
runpy.run_module("puzzlelib", run_name="__main__", alter_sys=True)
"""


def searching(told: Path, *words: str) -> subprocess.Popen:
    """`python -m puzzlelib WORDS`, in the middle of its search; `told` is a path where nothing is yet."""
    process = subprocess.Popen(
        [sys.executable, "-c", BEGUN, str(told), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": "."},
    )
    wait_until(lambda: told.exists() or process.poll() is not None)
    return process


def at_work(process: subprocess.Popen, seconds: float = 0.3) -> None:
    """Wait until a process has worked for so long, by its processor time."""
    import psutil

    def worked() -> float:
        return sum(psutil.Process(process.pid).cpu_times()[:2])

    enough = worked() + seconds
    wait_until(lambda: process.poll() is not None or worked() > enough)


def ending(process: subprocess.Popen) -> tuple[str, str, float]:
    """Wait for the end of a process: what it printed, and the seconds by its quiet clock."""
    start = seconds = now(process.pid)
    while True:
        try:
            return *process.communicate(timeout=0.05), seconds - start
        except subprocess.TimeoutExpired:
            seconds = now(process.pid)
