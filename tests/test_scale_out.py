"""Many counts on Dask: with one worker and four, with a worker killed, stopped and taken up again; and what
can be wrong around it."""

import _thread
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace

import psutil
import pytest
from quiet_clock import ends_within, now

from conftest import refuse
from puzzlelib import PuzzleError
from puzzlelib.cluster.chunks import counts, run
from puzzlelib.cluster.dask_pool import Chunk, gathered
from puzzlelib.icosoku.counting.exact import count_slowly
from puzzlelib.icosoku.polyhedron import bipyramid, octahedron, tetrahedron
from puzzlelib.icosoku.puzzle import Cosoku, Placed, paper_tetrahedron, sums

ROOT = Path(__file__).parents[1]
LONG = 240  # seconds after which a test is stuck


@pytest.fixture(scope="module")
def dask():
    try:
        import distributed
    except ImportError:
        refuse('this test needs Dask: pip install "puzzlelib[dask]"')
    return distributed


def small_puzzles(number: int) -> list[Cosoku]:
    """Solvable puzzles of several shapes: their capacities are the sums of an arrangement by chance."""
    draw, puzzles = Random(1), []
    for i in range(number):
        solid = (tetrahedron(), octahedron(), bipyramid(3), bipyramid(5))[i % 4]
        tiles = [tuple(sorted(draw.choices(range(3), k=3))) for _ in solid.faces]
        laid = [Placed(tile, draw.randrange(3)) for tile in tiles]
        blank = Cosoku(solid, (0,) * len(solid.vertices), tuple(tiles))
        puzzles.append(Cosoku(solid, sums(blank, laid), tuple(tiles)))
    return puzzles


PUZZLES = small_puzzles(24)


def logged(log: Path, seconds: float = 0.2):
    """A job of some tenths of a second that writes down who begins and ends what. A closure: it travels to
    the workers whole."""
    path = str(log)

    def job(item):
        import os
        import time

        def write(what):
            with open(path, "a") as file:  # one short line at once: lines of several processes do not mix
                file.write(f"{what} {item} {os.getpid()}\n")

        write("begin")
        time.sleep(seconds)
        write("end")
        return {"item": item, "square": item * item}

    return job


def lines(log: Path, what: str) -> list[tuple[int, int]]:
    """(item, process) of what began or ended."""
    words = [line.split() for line in log.read_text().splitlines()] if log.exists() else []
    return [(int(item), int(process)) for kind, item, process in words if kind == what]


def expected(number: int) -> list[dict]:
    return [{"item": item, "square": item * item} for item in range(number)]


def children() -> set[int]:
    """Processes below this one, without the helper that Python's multiprocessing keeps for itself."""
    import psutil

    below = psutil.Process().children(recursive=True)
    alive = (one for one in below if one.is_running() and one.status() != psutil.STATUS_ZOMBIE)
    return {one.pid for one in alive if "resource_tracker" not in " ".join(one.cmdline())}


# -------- the same counts


@pytest.fixture(scope="module")
def truth():
    return [count_slowly(puzzle) for puzzle in PUZZLES]


def test_counts_in_this_process(truth):
    batch = counts(PUZZLES, "here", chunk=5)
    assert batch.results == truth and min(truth) > 0
    assert (batch.computed, batch.restored, batch.complete) == (5, 0, True)


@pytest.mark.parametrize("workers", [1, 4])
def test_counts_with_workers(dask, truth, workers):
    before = children()
    batch = counts(PUZZLES, workers=workers, chunk=3)
    assert batch.results == truth and batch.computed == 8 and batch.complete and not batch.said
    assert children() <= before


def test_results_that_are_lost_with_their_worker_are_waited_for():
    """Dask computes them again by itself: for a while they are lost, and that is not the end."""

    class Future:
        looks = 0
        status = property(lambda self: "lost" if self.looks < 3 else "finished")

        def done(self) -> bool:
            self.looks += 1
            return True

        def result(self, timeout: float) -> list:
            return [1]

    client, chunk = (
        SimpleNamespace(status="running", submit=lambda *_, **__: Future()),
        Chunk(0, (-1,), "one"),
    )
    assert list(gathered(client, abs, [chunk], lambda: False)) == [(chunk, [1])]


def test_a_worker_that_is_killed_loses_nothing(dask, tmp_path):
    """The one that has begun last is killed when four chunks are done: its chunk is begun twice, and counts
    once."""
    log, killed = tmp_path / "log", []

    def kill(made, of):
        ended = set(lines(log, "end"))
        busy = [one for one in lines(log, "begin") if one not in ended]
        if 4 <= made < 20 and busy and not killed:
            os.kill(busy[-1][1], signal.SIGKILL)
            wait_for(lambda: gone(busy[-1][1]))
            killed.extend({busy[-1]} - set(lines(log, "end")))  # if it ended at the last moment, try again

    batch = run(logged(log, 0.3), "squares", range(24), workers=2, folder=tmp_path / "kept", progress=kill)
    assert batch.results == expected(24) and batch.complete and batch.computed == 24
    (item, process), begun, ended = killed[0], lines(log, "begin"), lines(log, "end")
    assert (item, process) in begun and (item, process) not in ended, "it was killed in the middle"
    assert (
        Counter(item for item, _ in ended)[item] == 1 and len([one for one in begun if one[0] == item]) >= 2
    )
    assert len(list((tmp_path / "kept").glob("*.json"))) == 24
    again = run(logged(log), "squares", range(24), "here", folder=tmp_path / "kept")
    assert again.results == batch.results and (again.computed, again.restored) == (0, 24)


@pytest.mark.parametrize("address, workers", [("here", 1), (None, 2)])
def test_stop_and_resume(request, tmp_path, address, workers):
    """What is in the folder after the stop is not begun again by the second call; nothing is missing."""
    if address is None:
        request.getfixturevalue("dask")
    first, second, made = tmp_path / "first", tmp_path / "second", []
    stopped = run(
        logged(first),
        "squares",
        range(20),
        address,
        workers,
        tmp_path / "kept",
        chunk=2,
        progress=lambda done, of: made.append(done),
        stop=lambda: bool(made) and made[-1] >= 4,
    )
    assert stopped.stopped == "stopped" and not stopped.complete and 4 <= stopped.computed < 10
    known = [one["item"] for one in stopped.results if one]
    assert len(known) == 2 * stopped.computed
    resumed = run(logged(second), "squares", range(20), address, 3 - workers, tmp_path / "kept", chunk=2)
    assert resumed.results == expected(20) and resumed.complete
    assert (resumed.restored, resumed.computed) == (stopped.computed, 10 - stopped.computed)
    redone = Counter(item for item, _ in lines(second, "begin"))
    assert set(redone.values()) == {1} and set(redone) == set(range(20)) - set(known)


STARTED = """
import sys, time
from pathlib import Path
sys.path[:0] = ["tests"]
from test_scale_out import logged
from puzzlelib.cluster.chunks import run
if __name__ == "__main__":
    address = sys.argv[3] if len(sys.argv) > 3 else None
    run(logged(Path(sys.argv[1])), "squares", range(40), address=address, workers=2, folder=sys.argv[2])
"""


def started(tmp_path, *more) -> subprocess.Popen:
    """A process that works on 40 chunks."""
    script = tmp_path / "script.py"
    script.write_text(STARTED)
    return subprocess.Popen(
        [sys.executable, str(script), str(tmp_path / "first"), str(tmp_path / "kept"), *more],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(condition, seconds: float = LONG) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.05)


def gone(process: int) -> bool:
    """Has it ended, whether or not its parent knows?"""
    return not psutil.pid_exists(process) or psutil.Process(process).status() == psutil.STATUS_ZOMBIE


def kept(tmp_path) -> int:
    return len(list((tmp_path / "kept").glob("*.json")))


def check_resumed(tmp_path) -> None:
    """The rest is done here, and only that."""
    before = kept(tmp_path)
    assert 0 < before < 40
    resumed = run(logged(tmp_path / "second", 0), "squares", range(40), "here", folder=tmp_path / "kept")
    assert (
        resumed.results == expected(40)
        and (resumed.restored, resumed.computed) == (before, 40 - before)
        and not resumed.said
    )
    assert len(lines(tmp_path / "second", "begin")) == 40 - before


@pytest.mark.parametrize("address", ["here", None])
def test_a_process_that_is_killed_loses_no_finished_chunk(request, tmp_path, address):
    """As when a notebook's kernel dies: no time to clean up anything."""
    if address is None:
        request.getfixturevalue("dask")
    process = started(tmp_path, *[address] if address else [])
    wait_for(lambda: kept(tmp_path) >= 3 or process.poll() is not None)
    below = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
    process.kill()
    process.communicate()
    psutil.wait_procs(below, timeout=10)  # they notice it
    check_resumed(tmp_path)


@pytest.fixture
def scheduler(dask, tmp_path):
    """A scheduler and a worker in processes of their own: (address, both)."""
    place = tmp_path / "scheduler.json"
    options = dict(
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    both = [
        subprocess.Popen(
            [
                sys.executable,
                "-m",
                "distributed.cli.dask_scheduler",
                "--host",
                "127.0.0.1",
                "--port",
                "0",
                "--dashboard-address",
                "127.0.0.1:0",
                "--scheduler-file",
                str(place),
            ],
            **options,
        )
    ]
    try:
        wait_for(lambda: place.exists() and place.stat().st_size)
        address = json.loads(place.read_text())["address"]
        both.append(
            subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "distributed.cli.dask_worker",
                    address,
                    "--nthreads",
                    "1",
                    "--no-nanny",
                    "--no-dashboard",
                ],
                **options,
            )
        )
        yield address, both
    finally:
        for process in both:
            process.kill()
            process.wait()


def test_a_scheduler_by_its_address_and_one_that_is_lost(scheduler, tmp_path, truth):
    address, (first, worker) = scheduler
    with_retries = time.monotonic() + LONG
    while True:  # the worker needs some seconds to come up
        try:
            batch = counts(PUZZLES[:8], address, chunk=2)
            break
        except PuzzleError as error:
            assert "no workers" in str(error) and time.monotonic() < with_retries
    assert batch.results == truth[:8] and batch.complete
    (tmp_path / "kept").mkdir()
    ended = []

    def kill(made, of):
        if made >= 3 and not ended:
            ended.append(now())
            first.kill()

    lost = run(
        logged(tmp_path / "first"), "squares", range(40), address, folder=tmp_path / "kept", progress=kill
    )
    assert (
        lost.stopped == "the scheduler is lost"
        and 3 <= lost.computed < 40
        and lost.computed == kept(tmp_path)
    )
    assert now() - ended[0] < 60  # it takes one or two times the four seconds that a scheduler has to answer
    check_resumed(tmp_path)


def test_a_scheduler_without_workers(dask, scheduler, tmp_path):
    address, (_, worker) = scheduler
    worker.kill()
    worker.wait()
    with dask.Client(address) as client:
        wait_for(lambda: not client.scheduler_info()["workers"])
    with pytest.raises(PuzzleError, match="has no workers"):
        run(abs, "absolute value", [1], address)


# -------- interrupts


@pytest.mark.parametrize("after", [0.5, 2, 5])
def test_an_interrupt_closes_the_cluster(dask, tmp_path, after):
    """While the cluster starts, or while it works."""
    before, tries = children(), count()

    def attempt():
        folder, pressed = tmp_path / str(next(tries)), []

        def press():
            pressed.append(now())
            _thread.interrupt_main()

        timers = [
            threading.Timer(seconds, press) for seconds in (after, after + 10)
        ]  # once more, as one does: Python loses an interrupt in a weakref's callback
        for timer in timers:
            timer.start()
        batch = run(logged(tmp_path / "log", 0.3), "squares", range(400), workers=2, folder=folder / "kept")
        seconds = now() - pressed[-1]
        timers[1].cancel()
        assert batch.stopped == "interrupt" and batch.computed == kept(folder) < 400
        wait_for(lambda: children() <= before)
        for timer in timers:
            timer.join()
        return seconds

    ends_within(3, attempt)


def test_an_interrupt_here(tmp_path):
    threading.Timer(0.5, _thread.interrupt_main).start()
    batch = run(logged(tmp_path / "log"), "squares", range(100), "here", folder=tmp_path / "kept")
    assert batch.stopped == "interrupt" and batch.computed == kept(tmp_path) > 0


# -------- the folder


def spoiled(text: bytes) -> list[bytes]:
    """A file that is cut, empty, not JSON, of another chunk, or has another number in it."""
    return [
        text[:-5],
        b"",
        b"\x00\xff",
        b"[]",
        text.replace(b'"chunk": "', b'"chunk": "x'),
        text.replace(b"25", b"26"),
        b"[" * 100_000,
    ]


@pytest.mark.parametrize("which", range(7))
def test_a_damaged_file_is_computed_again_and_told(tmp_path, which):
    run(logged(tmp_path / "log", 0), "squares", range(8), "here", folder=tmp_path / "kept")
    victim = next(
        path
        for path in (tmp_path / "kept").iterdir()
        if b"25" in path.read_bytes().split(b'"check"')[0].split(b'"results"')[1]
    )
    victim.write_bytes(spoiled(victim.read_bytes())[which])
    again = run(logged(tmp_path / "log", 0), "squares", range(8), "here", folder=tmp_path / "kept")
    assert again.results == expected(8) and (again.computed, again.restored) == (1, 7)
    assert len(again.said) == 1 and victim.name in again.said[0] and "damaged" in again.said[0]
    assert (
        run(logged(tmp_path / "log", 0), "squares", range(8), "here", folder=tmp_path / "kept").restored == 8
    )


def test_other_jobs_settings_and_puzzles_do_not_take_each_others_files(tmp_path):
    first = counts(PUZZLES[:4], "here", folder=tmp_path)
    assert counts(PUZZLES[:4], "here", folder=tmp_path).restored == 4
    assert counts(PUZZLES[:4], "here", folder=tmp_path, chunk=2).restored == 0
    assert counts(PUZZLES[4:8], "here", folder=tmp_path).restored == 0
    assert counts(PUZZLES[3::-1], "here", folder=tmp_path).results == first.results[::-1]
    made = run(str, "text, seed 0", [1, 2], "here", folder=tmp_path)
    assert run(str, "text, seed 1", [1, 2], "here", folder=tmp_path).restored == made.restored == 0
    assert run(str, "text, seed 0", [1, 2], "here", folder=tmp_path).results == made.results == ["1", "2"]


def test_an_unfinished_file_beside_is_ignored(tmp_path):
    run(abs, "absolute value", [1, 2], "here", folder=tmp_path)
    one = next(tmp_path.glob("*.json"))
    one.rename(one.with_suffix(".999.part"))
    assert run(abs, "absolute value", [1, 2], "here", folder=tmp_path).computed == 1


def test_the_same_puzzle_twice_is_counted_once(tmp_path):
    log = tmp_path / "log"
    batch = run(logged(log, 0), "squares", [3, 4, 3, 3], "here")
    assert [one["square"] for one in batch.results] == [9, 16, 9, 9] and len(lines(log, "begin")) == 2


def test_nothing_to_do():
    assert counts([]).results == counts([], "here").results == []


# -------- progress and errors


def test_progress_counts_chunks(tmp_path, capfd):
    heard = []
    for number in (6, 8):
        run(
            abs,
            "absolute value",
            range(number),
            "here",
            folder=tmp_path,
            chunk=2,
            progress=lambda *news: heard.append(news),
        )
    assert heard == [(0, 3), (1, 3), (2, 3), (3, 3), (3, 4), (4, 4)]
    assert run(abs, "absolute value", range(8), "here", progress=True).complete
    assert "8/8" in capfd.readouterr().err


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:1", "nonsense", "http://127.0.0.1:80", "tcp://no-such-host.invalid:8786", ""]
)
def test_a_scheduler_that_is_not_there(dask, address):
    def attempt():
        start = now()
        with pytest.raises(PuzzleError, match="no Dask scheduler answers at"):
            run(abs, "absolute value", [1], address)
        return now() - start

    ends_within(20, attempt)


@pytest.mark.parametrize(
    "bad, word",
    [
        (dict(address=7), "address"),
        (dict(workers=0.5), "workers"),
        (dict(workers=1000), "workers"),
        (dict(workers=-1), "workers"),
        (dict(chunk=0), "chunk"),
        (dict(progress="yes"), "progress"),
        (dict(folder=__file__), "folder"),
        (dict(folder=7), "folder"),
        (dict(folder=""), "folder"),
        (dict(folder="\0"), "folder"),
    ],
)
def test_bad_input(bad, word):
    with pytest.raises(PuzzleError, match=f"^{word}"):
        counts([paper_tetrahedron()], **{"address": "here", **bad})


@pytest.mark.parametrize("bad", [7, "soma", [paper_tetrahedron(), 3], paper_tetrahedron()])
def test_instances_must_be_puzzles(bad):
    with pytest.raises(PuzzleError, match="instances"):
        counts(bad, "here")


@pytest.mark.parametrize("address", ["here", None])
def test_a_job_that_fails_is_one_line(request, address):
    def job(item):
        raise ZeroDivisionError("by nothing")

    if address is None:
        request.getfixturevalue("dask")
    with pytest.raises((PuzzleError, ZeroDivisionError), match="by nothing"):
        run(job, "fails", [1], address, 1)


@pytest.mark.parametrize("job, items", [(abs, [{1}]), (lambda item: {item}, [1])])
def test_what_json_cannot_hold_is_refused(tmp_path, job, items):
    with pytest.raises(PuzzleError, match="JSON"):
        run(job, "odd", items, "here", folder=tmp_path)


def run_python(code):
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LONG,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )


def test_without_dask_one_line_says_how_to_get_it():
    done = run_python(
        "import sys; sys.modules['distributed'] = None\n"
        "from puzzlelib.cluster.chunks import counts; from puzzlelib.icosoku.puzzle import "
        "paper_tetrahedron\n"
        "print(counts([paper_tetrahedron()], 'here').results)\n"
        "try: counts([paper_tetrahedron()])\nexcept ValueError as error: print(error)"
    )
    first, second = done.stdout.splitlines()
    assert first == "[19]" and 'pip install "puzzlelib[dask]"' in second and "Traceback" not in done.stderr


def test_importing_does_not_import_dask():
    done = run_python(
        "import sys, puzzlelib.cluster.chunks; print('distributed' in sys.modules, 'numba' in sys.modules)"
    )
    assert done.stdout == "False False\n"


def test_keys_that_are_no_texts_are_refused(tmp_path):
    """JSON would make the same of 1 and "1", and give one the result of the other."""
    for items in ([{1: 0}], [[{"a": {2: 0}}]]):
        with pytest.raises(PuzzleError, match="the keys of a dictionary are texts"):
            run(str, "text", items, "here", folder=tmp_path)
