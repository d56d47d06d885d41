"""Many counts on Dask: with one worker and four, with a worker killed, stopped and taken up again; and what
can be wrong around it."""

import _thread
import json
import lzma
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace

import psutil
import pytest
from quiet_clock import ends_within, now

from conftest import refuse
from puzzlelib import PuzzleError
from puzzlelib.cluster import chunks as in_folder
from puzzlelib.cluster import dask_pool
from puzzlelib.cluster.chunks import counts, run_job
from puzzlelib.cluster.dask_pool import INSTALL, ItemChunk, check_limits, gather_results, limit_for
from puzzlelib.cluster.watch import QUIET, WorkerWatch
from puzzlelib.icosoku.counting.exact import count_slowly
from puzzlelib.icosoku.polyhedron import bipyramid, octahedron, tetrahedron
from puzzlelib.icosoku.puzzle import Cosoku, Placed, paper_tetrahedron, sums

ROOT = Path(__file__).parents[3]
LONG = 240  # seconds after which a test is stuck


@pytest.fixture(scope="module")
def dask():
    try:
        import distributed
    except ImportError:
        refuse(f"this test needs Dask: {INSTALL}")
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


@pytest.mark.slow
def test_counts_in_this_process(truth):
    batch = counts(PUZZLES, "here", chunk=5)
    assert batch.results == truth and min(truth) > 0
    assert (batch.computed, batch.restored, batch.complete) == (5, 0, True)


@pytest.mark.slow
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

    client = SimpleNamespace(status="running", submit=lambda *_, **__: Future())
    client.scheduler = SimpleNamespace(identity=None)
    client.sync = lambda *_, **__: {"workers": {}}
    chunk = ItemChunk(0, (-1,), "one")
    assert list(gather_results(client, abs, [chunk], lambda: False)) == [(chunk, [1])]


@pytest.mark.slow
def test_a_worker_that_is_killed_loses_nothing(dask, tmp_path, monkeypatch):
    """The one that has begun last is killed when four chunks are done: its chunk is begun twice, and counts
    once. A line says that it is gone."""
    log, killed, said = tmp_path / "log", [], []
    seen = all_that_are_seen(monkeypatch)

    def kill(made, of):
        ended = set(lines(log, "end"))
        busy = [one for one in lines(log, "begin") if one not in ended]
        if 4 <= made < 20 and busy and len(seen) >= 2 and not killed:
            os.kill(busy[-1][1], signal.SIGKILL)
            wait_for(lambda: gone(busy[-1][1]))
            killed.extend({busy[-1]} - set(lines(log, "end")))  # if it ended at the last moment, try again

    batch = run_job(
        logged(log, 0.3),
        "squares",
        range(24),
        workers=2,
        folder=tmp_path / "kept",
        progress=kill,
        say=said.append,
    )
    assert batch.results == expected(24) and batch.complete and batch.computed == 24
    assert batch.said == said and any("is gone" in line for line in said)
    (item, process), begun, ended = killed[0], lines(log, "begin"), lines(log, "end")
    assert (item, process) in begun and (item, process) not in ended, "it was killed in the middle"
    assert (
        Counter(item for item, _ in ended)[item] == 1 and len([one for one in begun if one[0] == item]) >= 2
    )
    assert len(list((tmp_path / "kept").glob("*.json"))) == 24
    again = run_job(logged(log), "squares", range(24), "here", folder=tmp_path / "kept")
    assert again.results == batch.results and (again.computed, again.restored) == (0, 24)


def all_that_are_seen(monkeypatch) -> set[str]:
    """The addresses of all workers that the watch has seen; it looks at every turn."""
    seen = set()

    class Noting(WorkerWatch):
        def look(self, workers, chunks):
            super().look(workers, chunks)
            seen.update(workers)

    monkeypatch.setattr(dask_pool, "WorkerWatch", Noting)
    monkeypatch.setattr(dask_pool, "LOOK", 0)
    return seen


@pytest.mark.slow
def test_a_worker_that_is_almost_full_goes_on(dask):
    """It keeps nine tenths of its limit from the first item on, which is more than what Dask pauses at; with
    the second one it has been looked at again and again."""
    memory = 300_000_000

    def fill(item):
        import builtins
        import time

        import distributed
        import numpy
        import psutil

        worker = distributed.get_worker()
        more = 0.9 * worker.memory_manager.memory_limit - psutil.Process().memory_info().rss
        builtins.kept = [*getattr(builtins, "kept", []), numpy.ones(max(0, int(more)), "uint8")]
        looks = worker.monitor.count + 3
        while worker.monitor.count < looks:
            time.sleep(0.01)
        return [worker.memory_manager.memory_limit, psutil.Process().memory_info().rss]

    end = time.monotonic() + LONG
    batch = run_job(fill, "full", [1, 2], workers=1, memory=memory, stop=lambda: time.monotonic() > end)
    assert batch.complete and not batch.said
    for limit, taken in batch.results:
        assert limit == limit_for(memory) and 0.85 * limit < taken < 0.95 * limit


@pytest.mark.slow
@pytest.mark.parametrize("address, workers", [("here", 1), (None, 2)])
def test_stop_and_resume(request, tmp_path, address, workers):
    """What is in the folder after the stop is not begun again by the second call; nothing is missing."""
    if address is None:
        request.getfixturevalue("dask")
    first, second, made = tmp_path / "first", tmp_path / "second", []
    stopped = run_job(
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
    resumed = run_job(logged(second), "squares", range(20), address, 3 - workers, tmp_path / "kept", chunk=2)
    assert resumed.results == expected(20) and resumed.complete
    assert (resumed.restored, resumed.computed) == (stopped.computed, 10 - stopped.computed)
    redone = Counter(item for item, _ in lines(second, "begin"))
    assert set(redone.values()) == {1} and set(redone) == set(range(20)) - set(known)


STARTED = """
import sys, time
from pathlib import Path
sys.path[:0] = ["tests", "tests/library/cluster"]
from test_scale_out import logged
from puzzlelib.cluster.chunks import run_job
if __name__ == "__main__":
    address = sys.argv[3] if len(sys.argv) > 3 else None
    run_job(logged(Path(sys.argv[1])), "squares", range(40), address=address, workers=2, folder=sys.argv[2])
"""


def started(tmp_path, *more, start_new_session=False, **environment) -> subprocess.Popen:
    """A process that works on 40 chunks."""
    script = tmp_path / "script.py"
    script.write_text(STARTED)
    return subprocess.Popen(
        [sys.executable, str(script), str(tmp_path / "first"), str(tmp_path / "kept"), *more],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **environment},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=start_new_session,
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
    resumed = run_job(logged(tmp_path / "second", 0), "squares", range(40), "here", folder=tmp_path / "kept")
    assert (
        resumed.results == expected(40)
        and (resumed.restored, resumed.computed) == (before, 40 - before)
        and not resumed.said
    )
    assert len(lines(tmp_path / "second", "begin")) == 40 - before


@pytest.mark.slow
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


@pytest.mark.slow
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
    with pytest.raises(PuzzleError, match="has a limit of .* this job takes up to 1000000.0 GB"):
        run_job(abs, "absolute value", [1], address, memory=10**15)
    (tmp_path / "kept").mkdir()
    ended = []

    def kill(made, of):
        if made >= 3 and not ended:
            ended.append(now())
            first.kill()

    lost = run_job(
        logged(tmp_path / "first"), "squares", range(40), address, folder=tmp_path / "kept", progress=kill
    )
    assert (
        lost.stopped == "the scheduler is lost"
        and 3 <= lost.computed < 40
        and lost.computed == kept(tmp_path)
    )
    assert now() - ended[0] < 60  # it takes one or two times the four seconds that a scheduler has to answer
    check_resumed(tmp_path)


@pytest.mark.slow
def test_a_scheduler_without_workers(dask, scheduler, tmp_path):
    address, (_, worker) = scheduler
    worker.kill()
    worker.wait()
    with dask.Client(address) as client:
        wait_for(lambda: not client.scheduler_info()["workers"])
    with pytest.raises(PuzzleError, match="has no workers"):
        run_job(abs, "absolute value", [1], address)


# -------- workers in trouble


def worker(at: float, **more) -> dict:
    """A worker as a scheduler describes it, heard from at some moment."""
    metrics = {"cpu": 97.0, "memory": 5.2e9, "task_counts": {"executing": 1}} | more.pop("metrics", {})
    return {"status": "running", "last_seen": at, "memory_limit": 6 * 10**9, "metrics": metrics} | more


def said_of(*looks: tuple[float, dict], chunks: int = 9) -> list[str]:
    """What the watch says of these looks: the moment, and the workers there."""
    said, moment = [], [0.0]
    watch = WorkerWatch(said.append, lambda: moment[0])
    for moment[0], workers in looks:
        watch.look(workers, chunks)
    return said


def test_a_worker_at_work_is_left_alone():
    assert not said_of(*((at, {"a": worker(at), "b": worker(at)}) for at in range(0, 10 * QUIET, 7)))


def test_a_pause_is_told_once_and_the_next_one_again():
    states = ("running", "paused", "paused", "running", "paused", *["paused"] * 99)
    said = said_of(*((10 * n, {"a": worker(10 * n, status=state)}) for n, state in enumerate(states)))
    assert said == ["worker a is paused by Dask: it takes 5.2 GB of its 6.0 GB"] * 2


def test_a_worker_that_is_gone_is_told_once():
    said = said_of((0, {"a": worker(0), "b": worker(0)}), (2, {"a": worker(2)}), (4, {"a": worker(4)}))
    assert said == ["worker b is gone; what it was doing is begun again"]


@pytest.mark.parametrize("heard, cpu", [(True, 3.0), (False, 97.0)])
def test_a_worker_that_does_nothing_is_told_once(heard, cpu):
    """It says that it idles, or says nothing any more."""
    looks = [(at, {"a": worker(at if heard else 0, metrics={"cpu": cpu})}) for at in range(0, 2 * QUIET, 10)]
    assert said_of(*looks) == [f"worker a has done nothing for {QUIET // 60} minutes"]
    assert not said_of(*looks[: QUIET // 10 - 1])


def test_a_worker_that_worked_meanwhile_is_told_again():
    cpu = [3.0] * 20 + [97.0] + [3.0] * 20
    said = said_of(*((10 * n, {"a": worker(10 * n, metrics={"cpu": one})}) for n, one in enumerate(cpu)))
    assert said == [f"worker a has done nothing for {QUIET // 60} minutes"] * 2


def test_who_has_nothing_to_do_at_the_end_may_rest():
    """One chunk is left for two workers; with more of them to be done, resting is a fault."""
    rest = {"cpu": 2.0, "task_counts": {}}
    looks = [(at, {"a": worker(at), "b": worker(at, metrics=rest)}) for at in range(0, 2 * QUIET, 10)]
    assert not said_of(*looks, chunks=1)
    assert said_of(*looks, chunks=2) == [f"worker b has done nothing for {QUIET // 60} minutes"]


def test_no_worker_at_all_is_told():
    assert not said_of((0, {}), (QUIET - 1, {}))
    assert said_of((0, {}), (QUIET, {}), (QUIET + 2, {})) == ["there has been no worker for 3 minutes"]


def test_workers_with_too_low_a_limit_are_refused():
    need = 6 * 10**9
    check_limits(
        {"a": {"memory_limit": limit_for(need)}, "b": {"memory_limit": None}, "c": {"memory_limit": 0}}, need
    )
    with pytest.raises(PuzzleError, match="worker a has a limit of 8.0 GB; .* a limit of 10.0 GB or more"):
        check_limits({"a": {"memory_limit": 8 * 10**9}}, need)


# -------- interrupts


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["start", "work"])
def test_ctrl_c_of_a_terminal_leaves_nothing(dask, tmp_path, moment):
    """All processes get the signal: while workers start, and while they work. Nobody complains, and the
    folder for temporary files is as it was."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    process = started(tmp_path, start_new_session=True, TMPDIR=str(temporary))
    wait_for(lambda: process.poll() is not None or (kept(tmp_path) if moment == "work" else spawned(process)))
    while process.poll() is None:  # once more, where Python loses an interrupt in a weakref's callback
        os.killpg(process.pid, signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(20)
    assert process.communicate()[1] == "" and list(temporary.iterdir()) == []
    assert kept(tmp_path) < 40


def spawned(process: subprocess.Popen) -> int:
    """How many workers have been started, even if they are not up yet."""
    with suppress(psutil.Error):
        return sum("spawn_main" in " ".join(one.cmdline()) for one in psutil.Process(process.pid).children())
    return 0


@pytest.mark.slow
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
        batch = run_job(
            logged(tmp_path / "log", 0.3), "squares", range(400), workers=2, folder=folder / "kept"
        )
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
    batch = run_job(logged(tmp_path / "log"), "squares", range(100), "here", folder=tmp_path / "kept")
    assert batch.stopped == "interrupt" and batch.computed == kept(tmp_path) > 0


@pytest.mark.slow
def test_a_scheduler_that_does_not_close_in_time_says_nothing(dask):
    """As on a busy machine: when Python ends, it looks for its files, which are gone with their folder."""
    done = run_python(
        "import distributed\nfrom puzzlelib.cluster.chunks import run_job\nasync def late(*_, **__): pass\n"
        "distributed.Scheduler.close = late\nprint(run_job(abs, 'absolute value', [-1], workers=1).results)"
    )
    assert (done.stdout, done.stderr) == ("[1]\n", "")


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
    run_job(logged(tmp_path / "log", 0), "squares", range(8), "here", folder=tmp_path / "kept")
    victim = next(
        path
        for path in (tmp_path / "kept").iterdir()
        if b"25" in path.read_bytes().split(b'"check"')[0].split(b'"results"')[1]
    )
    victim.write_bytes(spoiled(victim.read_bytes())[which])
    again = run_job(logged(tmp_path / "log", 0), "squares", range(8), "here", folder=tmp_path / "kept")
    assert again.results == expected(8) and (again.computed, again.restored) == (1, 7)
    assert len(again.said) == 1 and victim.name in again.said[0] and "damaged" in again.said[0]
    assert (
        run_job(logged(tmp_path / "log", 0), "squares", range(8), "here", folder=tmp_path / "kept").restored
        == 8
    )


def made_up(place: Path, kind: str) -> None:
    """Something in the place of a file that is none."""
    if kind == "folder":
        place.mkdir()
        (place / "letter.txt").write_text("dear")
    elif kind == "pipe":
        os.mkfifo(place)
    else:
        place.symlink_to(place.parent / "nowhere" / "file" if kind == "dangling link" else place)


@pytest.mark.parametrize("kind", ["folder", "pipe", "dangling link", "link to itself"])
def test_what_is_no_file_is_moved_aside_and_told(tmp_path, kind):
    run_job(abs, "absolute value", [-1, -2], "here", folder=tmp_path)
    place = sorted(tmp_path.iterdir())[0]
    place.unlink()
    made_up(place, kind)
    again = run_job(abs, "absolute value", [-1, -2], "here", folder=tmp_path)
    assert again.results == [1, 2] and (again.computed, again.restored) == (1, 1)
    assert again.said == [f"{place} is damaged: its chunk is computed again"]
    assert len(list(tmp_path.glob(f"{place.name}.*.damaged"))) == 1 and place.is_file()


def test_a_folder_that_cannot_be_moved_aside_is_one_line(tmp_path, monkeypatch):
    def refused(*_):
        raise PermissionError

    run_job(abs, "absolute value", [-1], "here", folder=tmp_path)
    place = next(tmp_path.iterdir())
    place.unlink()
    made_up(place, "folder")
    monkeypatch.setattr(Path, "rename", refused)
    with pytest.raises(PuzzleError, match="cannot be written"):
        run_job(abs, "absolute value", [-1], "here", folder=tmp_path)


def packed(folder: Path, pack=lzma.compress) -> None:
    """All chunks of a folder by xz, as the program xz does it."""
    for path in folder.glob("*.json"):
        path.with_suffix(".json.xz").write_bytes(pack(path.read_bytes()))
        path.unlink()


def test_chunks_that_are_packed_are_read(tmp_path):
    run_job(abs, "absolute value", [-1, -2], "here", folder=tmp_path)
    packed(tmp_path)
    again = run_job(abs, "absolute value", [-1, -2], "here", folder=tmp_path)
    assert again.results == [1, 2] and again.restored == 2 and not again.said


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: lzma.compress(data)[:-9],
        lambda data: lzma.compress(data)[:40] + b"?" + lzma.compress(data)[41:],
        lambda data: data,
        lambda data: b"",
        lambda data: lzma.compress(data[:-1]),
        lambda data: lzma.compress(data + b" " * in_folder.MOST_UNPACKED),  # sound, but for its size
    ],
)
def test_a_damaged_packed_chunk_is_computed_again(tmp_path, spoil):
    run_job(abs, "absolute value", [-1], "here", folder=tmp_path)
    packed(tmp_path, spoil)
    for said in (1, 0):  # then the new file is there beside
        again = run_job(abs, "absolute value", [-1], "here", folder=tmp_path)
        assert again.results == [1] and (again.computed, len(again.said)) == (said, said)


def test_a_packed_chunk_that_needs_too_much_memory_is_damaged(tmp_path, monkeypatch):
    run_job(abs, "absolute value", [-1], "here", folder=tmp_path)
    packed(tmp_path)
    monkeypatch.setattr(in_folder, "MOST_TO_UNPACK", 1 << 20)
    assert "is damaged" in run_job(abs, "absolute value", [-1], "here", folder=tmp_path).said[0]


def test_results_that_cannot_be_are_not_believed(tmp_path):
    """The job may have been another one, or somebody has made them up; the checksum is right."""
    run_job(abs, "absolute value", [-1, -2], "here", folder=tmp_path)
    again = run_job(
        abs, "absolute value", [-1, -2], "here", folder=tmp_path, valid=lambda item, result: result == 1
    )
    assert (again.restored, again.computed) == (1, 1) and "is damaged" in again.said[0]


def test_other_jobs_settings_and_puzzles_do_not_take_each_others_files(tmp_path):
    first = counts(PUZZLES[:4], "here", folder=tmp_path)
    assert counts(PUZZLES[:4], "here", folder=tmp_path).restored == 4
    assert counts(PUZZLES[:4], "here", folder=tmp_path, chunk=2).restored == 0
    assert counts(PUZZLES[4:8], "here", folder=tmp_path).restored == 0
    assert counts(PUZZLES[3::-1], "here", folder=tmp_path).results == first.results[::-1]
    made = run_job(str, "text, seed 0", [1, 2], "here", folder=tmp_path)
    assert run_job(str, "text, seed 1", [1, 2], "here", folder=tmp_path).restored == made.restored == 0
    assert run_job(str, "text, seed 0", [1, 2], "here", folder=tmp_path).results == made.results == ["1", "2"]


def test_an_unfinished_file_beside_is_ignored(tmp_path):
    run_job(abs, "absolute value", [1, 2], "here", folder=tmp_path)
    one = next(tmp_path.glob("*.json"))
    one.rename(one.with_suffix(".999.part"))
    assert run_job(abs, "absolute value", [1, 2], "here", folder=tmp_path).computed == 1


def test_the_same_puzzle_twice_is_counted_once(tmp_path):
    log = tmp_path / "log"
    batch = run_job(logged(log, 0), "squares", [3, 4, 3, 3], "here")
    assert [one["square"] for one in batch.results] == [9, 16, 9, 9] and len(lines(log, "begin")) == 2


def test_nothing_to_do():
    assert counts([]).results == counts([], "here").results == []


# -------- progress and errors


def test_progress_counts_chunks(tmp_path, capfd):
    heard = []
    for number in (6, 8):
        run_job(
            abs,
            "absolute value",
            range(number),
            "here",
            folder=tmp_path,
            chunk=2,
            progress=lambda *news: heard.append(news),
        )
    assert heard == [(0, 3), (1, 3), (2, 3), (3, 3), (3, 4), (4, 4)]
    assert run_job(abs, "absolute value", range(8), "here", progress=True).complete
    assert "8/8" in capfd.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:1", "nonsense", "http://127.0.0.1:80", "tcp://no-such-host.invalid:8786", ""]
)
def test_a_scheduler_that_is_not_there(dask, address):
    def attempt():
        start = now()
        with pytest.raises(PuzzleError, match="no Dask scheduler answers at"):
            run_job(abs, "absolute value", [1], address)
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


@pytest.mark.slow
@pytest.mark.parametrize("address", ["here", None])
def test_a_job_that_fails_is_one_line(request, address):
    def job(item):
        raise ZeroDivisionError("by nothing")

    if address is None:
        request.getfixturevalue("dask")
    with pytest.raises((PuzzleError, ZeroDivisionError), match="by nothing"):
        run_job(job, "fails", [1], address, 1)


@pytest.mark.parametrize("job, items", [(abs, [{1}]), (lambda item: {item}, [1])])
def test_what_json_cannot_hold_is_refused(tmp_path, job, items):
    with pytest.raises(PuzzleError, match="JSON"):
        run_job(job, "odd", items, "here", folder=tmp_path)


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
    assert first == "[19]" and 'pip install -e ".[dask]"' in second and "Traceback" not in done.stderr


def test_importing_does_not_import_dask():
    done = run_python(
        "import sys, puzzlelib.cluster.chunks; print('distributed' in sys.modules, 'numba' in sys.modules)"
    )
    assert done.stdout == "False False\n"


def test_keys_that_are_no_texts_are_refused(tmp_path):
    """JSON would make the same of 1 and "1", and give one the result of the other."""
    for items in ([{1: 0}], [[{"a": {2: 0}}]]):
        with pytest.raises(PuzzleError, match="the keys of a dictionary are texts"):
            run_job(str, "text", items, "here", folder=tmp_path)
