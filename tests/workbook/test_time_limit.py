"""The limits of checks count work, so no right answer is refused where the machine is busy; and they end what
never ends, whatever it catches."""

import json
import os
import subprocess
import sys
import threading
import time
import weakref
from contextlib import contextmanager, suppress

import pytest
from quiet_clock import ends_within, now
from test_build import ROOT

from lessons.kit.checks import judge, time_limit
from lessons.kit.checks.judge import exercise, verdict
from lessons.kit.checks.time_limit import BUFFER, FAR, TooBusy, TooLong, WorkDone, quiet, stopped_after

LIMIT = 0.3


@pytest.fixture
def task():
    """An exercise that gives an answer LIMIT seconds."""

    @exercise("99.8", correct="It is the same number.", seconds=LIMIT)
    def same_number(answer):
        return judge.try_on(answer, [1, 2], oracle=lambda n: n)

    yield "99.8"
    del judge.EXERCISES["99.8"]


def busy(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


# -------- what never ends


def loops(n):
    while True:
        pass


def sleeps(n):
    time.sleep(1000)


def waits_for_a_lock(n):
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


def catches_everything(n):
    while True:
        try:  # noqa: SIM105
            busy(60)
        except BaseException:
            pass


def goes_on_in_finally(n):
    while True:
        try:
            while True:
                try:
                    busy(60)
                finally:
                    continue  # noqa: B012
        except BaseException:
            pass


def suppresses_everything(n):
    while True:
        with suppress(BaseException):
            busy(60)


class Swallows:
    def __enter__(self):
        return self

    def __exit__(self, *_):
        return True


def leaves_by_a_manager_that_swallows(n):
    while True:
        with Swallows():
            busy(60)


def works_in_callbacks_of_weak_references(n):
    while True:
        thing = Swallows()
        reference = weakref.ref(thing, lambda _: busy(5))
        del thing, reference


class Dies:
    def __del__(self):
        busy(5)


def works_while_things_are_deleted(n):
    while True:
        Dies()


def is_a_generator_that_catches_everything(n):
    def numbers():
        while True:
            try:  # noqa: SIM105
                yield 1
            except BaseException:
                pass

    return sum(numbers())


def yields_without_end(n):
    while True:
        yield n


def sorts_by_a_key_that_catches(n):
    def key(number):
        with suppress(BaseException):
            busy(1)
        return -number

    return sorted(range(10**6), key=key)


@pytest.mark.parametrize(
    "answer",
    [
        loops,
        sleeps,
        waits_for_a_lock,
        catches_everything,
        goes_on_in_finally,
        suppresses_everything,
        leaves_by_a_manager_that_swallows,
        works_in_callbacks_of_weak_references,
        works_while_things_are_deleted,
        is_a_generator_that_catches_everything,
        sorts_by_a_key_that_catches,
    ],
)
def test_an_endless_answer_ends_within_twice_its_limit(task, answer, monkeypatch):
    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)  # pytest's own keeps them

    def attempt():
        start = now()
        found = verdict(task, answer)
        assert (found.status, "was still running after 0.3 seconds" in found.say) == ("not yet", True), found
        return now() - start

    ends_within(2 * LIMIT, attempt)


def test_an_answer_that_yields_without_end_ends_by_its_number_of_values_or_by_the_clock(task):
    found = verdict(task, yields_without_end)
    ends = "goes on after 1,000,000 values", "was still running after 0.3 seconds"
    assert found.status == "not yet" and any(words in found.say for words in ends), found


def test_afterwards_nothing_rings_and_what_is_printed_is_seen(task, capsys):
    assert verdict(task, catches_everything).status == "not yet"
    busy(0.3)
    print("seen")
    assert capsys.readouterr().out == "seen\n"
    assert verdict(task, lambda n: n).status == "correct"


# -------- a busy machine


@contextmanager
def loops_beside(number: int):
    """Keep a processor busy with endless loops, this process on it."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    beside = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(number)]
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
        for process in beside:
            process.kill()
            process.wait()


def works(n):
    """Work for a sixth of the limit: it is called three times."""
    end = time.process_time() + LIMIT / 6
    while time.process_time() < end:
        pass
    return n


@pytest.mark.slow
def test_beside_eight_busy_loops_a_right_answer_passes_and_an_endless_one_ends(task):
    with loops_beside(8):
        start = time.monotonic()
        assert (found := verdict(task, works)).status == "correct", found
        assert time.monotonic() - start > LIMIT, "by the wall clock it took longer"
        assert verdict(task, catches_everything).status == "not yet"
        assert verdict(task, sleeps).status == "not yet", "it does not wait for the loops"


CLINGO = """
import clingo
from lessons.kit.checks.time_limit import TooLong, stopped_after

def ask():
    while True:
        control = clingo.Control(["0"])
        control.add("base", [], "{a(1..8)}. b(@same(X)) :- a(X).")
        control.ground([("base", [])], context=Context)
        control.solve(on_model=lambda model: model.symbols(atoms=True))

class Context:
    same = lambda symbol: symbol

for number in range(25):
    try:
        with stopped_after(0.15):
            ask()
    except TooLong:
        print("too long")
"""


@pytest.mark.slow
def test_an_end_waits_until_clingo_is_not_calling_back():
    """Clingo ends the whole process at an exception in some of its calls back; here four in five times."""
    ran = subprocess.run([sys.executable, "-c", CLINGO], capture_output=True, text=True, cwd=ROOT)
    assert ran.stdout == "too long\n" * 25, ran.stderr


def test_the_machine_is_to_blame_where_there_was_no_time_to_work(task, monkeypatch):
    monkeypatch.setattr(WorkDone, "excess", lambda work, seconds: TooBusy)
    found = verdict(task, loops)
    assert (found.status, found.say) == ("interrupted", judge.BUSY)
    assert "Run the cell again" in found.say


def test_waiting_for_a_processor_is_no_work_and_sleep_is():
    def excess(passed, used, waited):
        work = WorkDone()
        work.began, work.used = time.monotonic() - passed, time.process_time() - used
        before, ended = work.others
        work.others = before - waited, ended
        return work.excess(1)

    assert excess(passed=0.9, used=0.9, waited=0) is None
    assert excess(passed=30, used=0.5, waited=29.5) is None
    assert excess(passed=1.5, used=0.1, waited=0.1) is TooLong
    assert excess(passed=30, used=1.5, waited=28.5) is TooLong
    assert excess(passed=FAR + 1, used=0.5, waited=FAR + 0.5) is TooBusy


def test_looking_around_before_an_answer_is_no_work_of_it(monkeypatch):
    ends, look = [], time_limit.time_of_others
    monkeypatch.setattr(
        time_limit, "time_of_others", lambda before: (look(before), ends.append(time.monotonic()))[0]
    )
    assert WorkDone().began >= ends[0]


def test_a_program_that_is_waited_for_counts_by_its_work():
    sleep = [sys.executable, "-c", "import time; time.sleep(60)"]
    with pytest.raises(TooLong), quiet(), stopped_after(LIMIT):
        subprocess.run(sleep)


# -------- all exercises, on one processor

TOGETHER = """
import os, sys
sys.path[:0] = ["tests", "tests/workbook"]
from mutants import right_answer, tasks_of
from lessons.kit.checks import judge, time_limit
tasks = tasks_of(sys.argv[1])
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
children = []
for _ in range(int(sys.argv[2])):
    child = os.fork()
    if not child:
        said = [judge.verdict(task.id, right_answer(task)) for task in tasks]
        for one in said:
            if one.status != "correct": print(one, flush=True)
        os._exit(any(one.status != "correct" for one in said))
    children.append(child)
print(len(tasks), "tasks; refused:", sum(bool(os.waitpid(child, 0)[1]) for child in children))
"""


def judged_together(folder: str, processes: int) -> str:
    """Judge all right answers of a lesson in so many processes on one processor; return the last line."""
    command = [sys.executable, "-c", TOGETHER, folder, str(processes)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip().split("\n")[-1] if ran.stdout.count("\n") == 1 else ran.stdout


@pytest.mark.slow
def test_right_answers_pass_in_six_processes_on_one_processor():
    assert judged_together("l00_start_here", 6).endswith("tasks; refused: 0")


@pytest.mark.long
@pytest.mark.parametrize("folder", [path.name for path in sorted(ROOT.glob("lessons/l[0-9]*"))])
def test_right_answers_pass_in_24_processes_on_one_processor(folder):
    assert judged_together(folder, 24).endswith("tasks; refused: 0")


# -------- in a browser, which tells no processor time


RING = """
let time = 0, ran = 0;
const performance = { now() {
  ran += 0.01;
  time += 0.01;
  if (ran % 3 < 0.01) time += TAKEN;
  return Math.floor(time / TICK) * TICK;
} };
const clock = BUFFER;
clock.ring(1);
while (clock[0] !== 14);
const rang = ran;
while (clock[0] !== 14);
const again = time;
clock.resume(Infinity);
console.log(JSON.stringify([rang, again, clock[0]]));
"""


@pytest.mark.parametrize(
    "taken, tick", [(0, 0.005), (3, 0.005), (30, 0.005), (90, 0.005), (0, 1), (30, 1), (0, 100)]
)
def test_the_clock_of_a_page_counts_what_a_busy_machine_has_left_to_it(need, taken, tick):
    """Others have the processor for so many milliseconds after each three of ours. Firefox and Safari tell
    the time in whole milliseconds, and Firefox on demand in tenths of a second."""
    script = RING.replace("TAKEN", str(taken)).replace("TICK", str(tick)).replace("BUFFER", BUFFER)
    done = subprocess.run(
        [need("node"), "-e", script], capture_output=True, text=True, check=True, timeout=60
    )
    rang, again, ended = json.loads(done.stdout)
    assert 700 < rang < 1300 and again > rang + 700 and ended == 0
