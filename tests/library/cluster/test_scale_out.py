"""Jobs in chunks: here, by two processes and by two workers of Dask; one of them killed, stopped and taken up
again; and what can be wrong around it."""

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
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

import psutil
import pytest
from quiet_clock import ends_within, now

from puzzlelib import PuzzleError
from puzzlelib.cluster import chunks as in_folder
from puzzlelib.cluster.chunks import counts, run_job
from puzzlelib.common.workers import open_workers
from puzzlelib.icosoku.counting.exact import count_slowly
from puzzlelib.icosoku.polyhedron import bipyramid, octahedron, tetrahedron
from puzzlelib.icosoku.puzzle import Cosoku, Placed, paper_tetrahedron, sums

ROOT = Path(__file__).parents[3]
LONG = 240  # seconds after which a test is stuck


@pytest.fixture(scope="module")
def cluster():
    """Two workers of Dask on this machine, a process each; one that dies is replaced."""
    distributed = pytest.importorskip("distributed")
    settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": "127.0.0.1:0"}
    with distributed.LocalCluster(**settings, silence_logs=100) as cluster:
        yield cluster


@pytest.fixture(params=["2", "dask"])
def workers(request) -> str:
    """Return what `--workers` takes: two processes here, or the address of a scheduler of Dask."""
    return request.param if request.param == "2" else request.getfixturevalue("cluster").scheduler_address


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


def do_logged(path: str, seconds: float, item: int) -> dict:
    """Do a job of some tenths of a second, and write down who begins and ends what."""

    def write(what):
        with open(path, "a") as file:  # one short line at once: lines of several processes do not mix
            file.write(f"{what} {item} {os.getpid()}\n")

    write("begin")
    time.sleep(seconds)
    write("end")
    return {"item": item, "square": item * item}


def logged(log: Path, seconds: float = 0.2):
    return partial(do_logged, str(log), seconds)


def lines(log: Path, what: str) -> list[tuple[int, int]]:
    """(item, process) of what began or ended."""
    words = [line.split() for line in log.read_text().splitlines()] if log.exists() else []
    return [(int(item), int(process)) for kind, item, process in words if kind == what]


def expected(number: int) -> list[dict]:
    return [{"item": item, "square": item * item} for item in range(number)]


def children() -> set[int]:
    """Processes below this one, without the helper that Python's multiprocessing keeps for itself."""
    below = psutil.Process().children(recursive=True)
    alive = (one for one in below if one.is_running() and one.status() != psutil.STATUS_ZOMBIE)
    return {one.pid for one in alive if "resource_tracker" not in " ".join(one.cmdline())}


# -------- the same counts


@pytest.fixture(scope="module")
def truth():
    return [count_slowly(puzzle) for puzzle in PUZZLES]


@pytest.mark.slow
def test_counts_in_this_process(truth):
    batch = counts(PUZZLES, chunk=5)
    assert batch.results == truth and min(truth) > 0
    assert (batch.computed, batch.restored, batch.complete) == (5, 0, True)


@pytest.mark.slow
def test_counts_with_workers(workers, truth):
    before = children()
    with open_workers(workers) as executor:
        batch = counts(PUZZLES, executor=executor, chunk=3)
    assert batch.results == truth and batch.computed == 8 and batch.complete and not batch.said
    assert children() <= before


@pytest.mark.slow
def test_a_worker_that_is_killed_costs_its_chunk_and_no_more(workers, tmp_path):
    """The one that has begun last is killed when four chunks are done: its chunk is begun twice, and counts
    once; no other chunk is begun again, but one that the worker had ended and not yet sent."""
    log, folder, killed = tmp_path / "log", tmp_path / "kept", []

    def kill(made, of):
        ended = set(lines(log, "end"))
        busy = [one for one in lines(log, "begin") if one not in ended]
        if 4 <= made < 10 and busy and not killed:
            os.kill(busy[-1][1], signal.SIGKILL)
            wait_for(lambda: gone(busy[-1][1]))
            killed.extend({busy[-1]} - set(lines(log, "end")))  # if it ended at the last moment, try again

    with open_workers(workers) as executor:
        batch = run_job(logged(log, 0.3), "squares", range(14), folder, executor, progress=kill)
    assert batch.results == expected(14) and batch.complete and batch.computed == 14
    (item, process), begun, ended = killed[0], lines(log, "begin"), lines(log, "end")
    assert (item, process) in begun and (item, process) not in ended, "it was killed in the middle"
    times = Counter(one for one, _ in ended)
    lost = {one for one in times if times[one] > 1}  # what Dask had not fetched when the worker died
    assert sorted(times) == list(range(14)) and lost <= {one for one, by in ended if by == process}
    assert len(lost) <= 1 and Counter(one for one, _ in begun) == Counter([*range(14), item, *lost])
    assert len(list(folder.glob("*.json"))) == 14
    again = run_job(logged(log), "squares", range(14), folder)
    assert again.results == batch.results and (again.computed, again.restored) == (0, 14)


@pytest.mark.slow
def test_stop_and_resume(tmp_path, workers):
    """Parts that are in the folder after the stop are not begun again by the second call; nothing is
    missing."""
    log, made, folder = tmp_path / "second", [], tmp_path / "kept"
    more = {"progress": lambda done, of: made.append(done), "stop": lambda: bool(made) and made[-1] >= 4}
    with open_workers(workers) as executor:
        job = logged(tmp_path / "first")
        stopped = run_job(job, "squares", range(20), folder, executor, chunk=2, **more)
    assert stopped.stopped == "stopped" and not stopped.complete and 4 <= stopped.computed < 10
    known = [one["item"] for one in stopped.results if one]
    assert len(known) == 2 * stopped.computed
    with open_workers(workers) as executor:
        resumed = run_job(logged(log), "squares", range(20), folder, executor, chunk=2)
    assert resumed.results == expected(20) and resumed.complete
    assert (resumed.restored, resumed.computed) == (stopped.computed, 10 - stopped.computed)
    redone = Counter(item for item, _ in lines(log, "begin"))
    assert set(redone.values()) == {1} and set(redone) == set(range(20)) - set(known)


@pytest.mark.slow
def test_it_stops_within_a_second(workers, tmp_path):
    """In the middle of long chunks; a worker of Dask ends its chunk, and nobody waits for it."""

    def attempt():
        log = tmp_path / str(now())
        begun = lambda: bool(lines(log, "begin"))
        with open_workers(workers) as executor:
            batch = run_job(logged(log, 5), "long", range(4), None, executor, stop=begun)
            end = now()
        assert batch.stopped == "stopped" and batch.computed == 0
        return now() - end

    ends_within(1, attempt)


@pytest.mark.slow
def test_a_process_that_dies_again_and_again_is_one_line():
    with open_workers("2") as executor:
        with pytest.raises(PuzzleError, match="a worker could not do its chunk .* died"):
            run_job(os._exit, "ends", [1], None, executor)
        assert run_job(abs, "absolute value", [-1], None, executor).results == [1]


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_the_threads_of_workers_that_nobody_asks_end_without_a_word():
    with open_workers("2") as executor:
        assert len(executor.threads) == 2
    assert not any(thread.is_alive() for thread in executor.threads)


STARTED = """
import sys, time
from pathlib import Path
sys.path[:0] = ["tests", "tests/library/cluster"]
from test_scale_out import logged
from puzzlelib.common.workers import open_workers
from puzzlelib.cluster.chunks import run_job
if __name__ == "__main__":
    with open_workers(sys.argv[3]) as executor:
        run_job(logged(Path(sys.argv[1])), "squares", range(40), sys.argv[2], executor)
"""


def started(tmp_path, workers, start_new_session=False, **environment) -> subprocess.Popen:
    """A process that works on 40 chunks."""
    script = tmp_path / "script.py"
    script.write_text(STARTED)
    return subprocess.Popen(
        [sys.executable, str(script), str(tmp_path / "first"), str(tmp_path / "kept"), workers],
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
    resumed = run_job(logged(tmp_path / "second", 0), "squares", range(40), tmp_path / "kept")
    assert resumed.results == expected(40) and (resumed.restored, resumed.computed) == (before, 40 - before)
    assert not resumed.said
    assert len(lines(tmp_path / "second", "begin")) == 40 - before


@pytest.mark.slow
def test_a_process_that_is_killed_loses_no_finished_chunk(tmp_path):
    """As when a notebook's kernel dies: no time to clean up anything. Its workers end by themselves."""
    process = started(tmp_path, "2")
    wait_for(lambda: kept(tmp_path) >= 3 or process.poll() is not None)
    below = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
    process.kill()
    process.communicate()
    assert not psutil.wait_procs(below, timeout=10)[1]
    check_resumed(tmp_path)


# -------- interrupts


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["start", "work"])
def test_ctrl_c_of_a_terminal_leaves_nothing(tmp_path, moment):
    """All processes get the signal: while workers start, and while they work. Nobody complains, and the
    folder for temporary files is as it was."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    process = started(tmp_path, "2", start_new_session=True, TMPDIR=str(temporary))
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
@pytest.mark.parametrize("moment", ["start", "work"])
def test_an_interrupt_ends_the_processes(tmp_path, moment):
    """While they start, or while they work."""
    before, tries = children(), count()

    def attempt():
        folder, pressed = tmp_path / str(next(tries)) / "kept", []

        def press():
            wait_for(lambda: list(folder.glob("*.json")) if moment == "work" else children() - before)
            pressed.append(now())
            _thread.interrupt_main()

        thread = threading.Thread(target=press)
        with open_workers("2") as executor:
            thread.start()
            batch = run_job(logged(tmp_path / "log", 0.3), "squares", range(400), folder, executor)
        seconds = now() - pressed[0]
        thread.join()
        assert batch.stopped == "interrupt" and batch.computed == len(list(folder.glob("*.json"))) < 400
        assert children() <= before
        return seconds

    ends_within(1, attempt)


def test_an_interrupt_here(tmp_path):
    threading.Timer(0.5, _thread.interrupt_main).start()
    batch = run_job(logged(tmp_path / "log"), "squares", range(100), folder=tmp_path / "kept")
    assert batch.stopped == "interrupt" and batch.computed == kept(tmp_path) > 0


# -------- the folder


def absolutes(folder: Path, items=(-1, -2), **more):
    """A job that takes no time."""
    return run_job(abs, "absolute value", items, folder=folder, **more)


def squares(folder: Path):
    return run_job(logged(folder / "log", 0), "squares", range(8), folder=folder / "kept")


def spoiled(text: bytes) -> list[bytes]:
    """A file that is cut, empty, not JSON, of another chunk, or has another number in it."""
    return [
        text[:-5],
        b"",
        b"\x00\xff",
        text.replace(b'"chunk": "', b'"chunk": "x'),
        text.replace(b"25", b"26"),
        b"[" * 100_000,
    ]


@pytest.mark.parametrize("which", range(6))
def test_a_damaged_file_is_computed_again_and_told(tmp_path, which):
    squares(tmp_path)
    victim = next(
        path
        for path in (tmp_path / "kept").iterdir()
        if b"25" in path.read_bytes().split(b'"check"')[0].split(b'"results"')[1]
    )
    victim.write_bytes(spoiled(victim.read_bytes())[which])
    again = squares(tmp_path)
    assert again.results == expected(8) and (again.computed, again.restored) == (1, 7)
    assert len(again.said) == 1 and victim.name in again.said[0] and "damaged" in again.said[0]
    assert squares(tmp_path).restored == 8


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
def test_what_is_no_file_is_refused_in_one_line(tmp_path, kind):
    absolutes(tmp_path)
    place = sorted(tmp_path.iterdir())[0]
    place.unlink()
    made_up(place, kind)
    with pytest.raises(PuzzleError, match=f"^{place}: (is|there is no)"):
        absolutes(tmp_path)


def packed(folder: Path, pack=lzma.compress) -> None:
    """All chunks of a folder by xz, as the program xz does it."""
    for path in folder.glob("*.json"):
        path.with_suffix(".json.xz").write_bytes(pack(path.read_bytes()))
        path.unlink()


def test_chunks_that_are_packed_are_read(tmp_path):
    """Those of the record are."""
    absolutes(tmp_path)
    packed(tmp_path)
    again = absolutes(tmp_path)
    assert again.results == [1, 2] and again.restored == 2 and not again.said


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: lzma.compress(data)[:40] + b"?" + lzma.compress(data)[41:],
        lambda data: data,
        lambda data: b"",
        lambda data: lzma.compress(data[:-1]),
        lambda data: lzma.compress(b" " * in_folder.MOST_UNPACKED + data),  # sound, but for its size
    ],
)
def test_a_damaged_packed_chunk_is_computed_again(tmp_path, spoil):
    absolutes(tmp_path, [-1])
    packed(tmp_path, spoil)
    for said in (1, 0):  # then the new file is there beside
        again = absolutes(tmp_path, [-1])
        assert again.results == [1] and (again.computed, len(again.said)) == (said, said)


def test_a_packed_chunk_that_needs_too_much_memory_is_damaged(tmp_path, monkeypatch):
    absolutes(tmp_path, [-1])
    packed(tmp_path)
    monkeypatch.setattr(in_folder, "MOST_TO_UNPACK", 1 << 20)
    assert "is damaged" in absolutes(tmp_path, [-1]).said[0]


def test_results_that_cannot_be_are_not_believed(tmp_path):
    """The job may have been another one, or somebody has made them up; the checksum is right."""
    absolutes(tmp_path)
    again = absolutes(tmp_path, valid=lambda item, result: result == 1)
    assert (again.restored, again.computed) == (1, 1) and "is damaged" in again.said[0]


def test_a_file_without_a_result_for_each_item_is_not_believed(tmp_path):
    absolutes(tmp_path, [-1])
    (file,) = tmp_path.iterdir()
    none = {"results": [], "check": in_folder.sha256_of([])}
    file.write_text(json.dumps(json.loads(file.read_bytes()) | none))
    again = absolutes(tmp_path, [-1])
    assert (again.results, again.computed) == ([1], 1) and "is damaged" in again.said[0]


def test_other_jobs_settings_and_puzzles_do_not_take_each_others_files(tmp_path):
    first = counts(PUZZLES[:4], folder=tmp_path)
    assert counts(PUZZLES[:4], folder=tmp_path).restored == 4
    assert counts(PUZZLES[:4], folder=tmp_path, chunk=2).restored == 0
    assert counts(PUZZLES[4:8], folder=tmp_path).restored == 0
    assert counts(PUZZLES[3::-1], folder=tmp_path).results == first.results[::-1]
    for last in ((1, 1, 2), (0, 2, 2), (0, 0, 4)):
        puzzle = Cosoku(tetrahedron(), (1, 2, 3, 4), ((0, 0, 1), (0, 0, 2), (0, 0, 3), last))
        assert counts([puzzle], folder=tmp_path).results == [count_slowly(puzzle)]
    made = run_job(str, "text, seed 0", [1, 2], folder=tmp_path)
    assert run_job(str, "text, seed 1", [1, 2], folder=tmp_path).restored == made.restored == 0
    assert run_job(str, "text, seed 0", [1, 2], folder=tmp_path).results == made.results == ["1", "2"]


def test_an_unfinished_file_beside_is_ignored(tmp_path):
    run_job(abs, "absolute value", [1, 2], folder=tmp_path)
    one = next(tmp_path.glob("*.json"))
    one.rename(one.with_suffix(".999.part"))
    assert run_job(abs, "absolute value", [1, 2], folder=tmp_path).computed == 1


def test_nothing_to_do():
    assert counts([]).results == []


# -------- progress and errors


def test_progress_counts_chunks(tmp_path, capfd):
    heard = []
    for number in (6, 8):
        run_job(
            abs,
            "absolute value",
            range(number),
            folder=tmp_path,
            chunk=2,
            progress=lambda *news: heard.append(news),
        )
    assert heard == [(0, 3), (1, 3), (2, 3), (3, 3), (3, 4), (4, 4)]
    assert run_job(abs, "absolute value", range(8), progress=True).complete
    assert "8 chunks" in capfd.readouterr().err


@pytest.mark.parametrize("address", ["http://127.0.0.1:80", "tcp://", "localhost:x", "a:b:c", ":"])
def test_an_address_that_cannot_be_one_starts_no_client(address, monkeypatch):
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(distributed, "Client", lambda *_, **__: pytest.fail("a client"))
    with pytest.raises(PuzzleError, match="no Dask scheduler answers at"), open_workers(address):
        pytest.fail("nobody is there")


@pytest.mark.long  # Dask asks for ten seconds
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "tcp://no-such-host.invalid:8786"])
def test_a_scheduler_that_is_not_there(address):
    pytest.importorskip("distributed")

    def attempt():
        start = now()
        with pytest.raises(PuzzleError, match="no Dask scheduler answers at"), open_workers(address):
            pytest.fail("nobody is there")
        return now() - start

    ends_within(20, attempt)


@pytest.mark.parametrize(
    "bad, word",
    [
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
        counts([paper_tetrahedron()], **bad)


@pytest.mark.parametrize("bad", [7, "soma", [paper_tetrahedron(), 3], paper_tetrahedron()])
def test_instances_must_be_puzzles(bad):
    with pytest.raises(PuzzleError, match="instances .*must be a list|is not a puzzle of tiles"):
        counts(bad)


def fail(item):
    raise ZeroDivisionError("by nothing")


@pytest.mark.slow
def test_a_job_that_fails_is_one_line(workers):
    with open_workers(workers) as executor, pytest.raises(PuzzleError, match="ZeroDivisionError: by nothing"):
        run_job(fail, "fails", [1], None, executor)


@pytest.mark.parametrize("job, items", [(abs, [{1}]), (lambda item: {item}, [1])])
def test_what_json_cannot_hold_is_refused(tmp_path, job, items):
    with pytest.raises(PuzzleError, match="JSON"):
        run_job(job, "odd", items, folder=tmp_path)


def test_importing_does_not_import_dask():
    code = "import sys, puzzlelib.cluster.chunks; print('distributed' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True) == "False\n"
