"""Many puzzles on many machines: counts, or runs of an engine, in chunks on Dask; every finished chunk is kept in a folder.

A chunk is some items and the job to do on each. What it gave is written to a file of its own, whose name is a fingerprint of the job,
its settings and the items. So a call that is repeated reads what there is and does only the rest, whatever stopped it before: a
notebook that was closed, a worker that died, a scheduler that was lost. Files of other jobs or settings have other names.

Dask (`distributed`) is an optional extra. Without it everything runs here, one chunk after the other: address "here".
"""

import hashlib
import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter

from .cosoku import Cosoku
from .cosoku_engines import ENGINES, solve
from .dask_pool import STOPPED, Chunk, Ended, Stop, on_dask, work
from .puzzles import PuzzleError, one_of, short, whole
from .tile_counts import count

HERE = "here"
FORMAT = 1  # of the files
MOST_WORKERS = 256
Job = Callable[[object], object]  # one item -> what JSON can hold
Progress = Callable[[int, int], None]  # chunks done, and all


@dataclass
class Batch:
    """What came out. `results` stand in the order of the items, None where nothing is known yet.

    `computed` and `restored` are chunks: done now, and read from the folder. `said`: lines about what was not as it should be.
    """

    results: list = field(default_factory=list)
    computed: int = 0
    restored: int = 0
    stopped: str = ""  # "", "stop", "interrupt", "the scheduler is lost", "a worker died again and again"
    seconds: float = 0.0
    said: list[str] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Is everything there?"""
        return not self.stopped


# ---------------------------------------------------------------- the jobs


def counts(
    instances: Iterable[Cosoku],
    address: str | None = None,
    workers: int | None = None,
    folder: str | os.PathLike | None = None,
    **more,
) -> Batch:
    """The exact number of solutions of each puzzle; see `tile_counts.count`.

    Parameters
    ----------
    address : None for workers on this machine, "here" for this very process, else that of a Dask scheduler, such as "tcp://10.0.0.5:8786"
    workers : how many processes on this machine; without it, one a processor
    folder : where finished chunks are kept and looked for; it is made if it is not there
    more : chunk (puzzles in one), progress (True: a bar; or a function of chunks done and all), stop (a function; True ends it)

    Errors: `PuzzleError`, also when Dask or the scheduler is not there. An interrupt ends the work; what is there is given back.

    >>> from puzzlelib.cosoku import paper_tetrahedron
    >>> counts([paper_tetrahedron()], "here").results
    [19]
    """
    return run(count, "count", checked(instances), address, workers, folder, **more)


def engine_runs(
    instances: Iterable[Cosoku],
    engine: str = "asp",
    time_limit: float | None = None,
    seed: int = 0,
    address: str | None = None,
    workers: int | None = None,
    folder: str | os.PathLike | None = None,
    **more,
) -> Batch:
    """Each puzzle solved by an engine: {"solved", "seconds", "stopped", "nodes"}; see `cosoku_engines.solve`. Parameters as of `counts`.

    Seconds are those of the machine that did it, with as many workers as it had at the time.
    """
    settings = {"engine": one_of("engine", engine, ENGINES), "time_limit": time_limit, "seed": seed}
    return run(
        partial(solve_one, **settings),
        "solve " + canonical(settings),
        checked(instances),
        address,
        workers,
        folder,
        **more,
    )


def solve_one(puzzle: Cosoku, **settings) -> dict:
    """A run of an engine, as JSON can hold it."""
    found = solve(puzzle, **settings)
    if found.stopped == "interrupt":
        raise KeyboardInterrupt  # such a run is none
    return {
        "solved": found.arrangement is not None,
        "seconds": found.seconds,
        "stopped": found.stopped,
        "nodes": found.nodes,
    }


def checked(instances) -> list[Cosoku]:
    if isinstance(instances, Cosoku) or not isinstance(instances, Iterable):
        raise PuzzleError(
            f"instances {short(instances)}: must be a list of puzzles, such as [icosoku(seed=1)]"
        )
    listed = list(instances)
    for number, one in enumerate(listed):
        if not isinstance(one, Cosoku):
            raise PuzzleError(
                f"instances[{number}] {short(one)}: must be a 3coSoKu puzzle, such as icosoku(seed=1)"
            )
    return listed


# ---------------------------------------------------------------- chunks and their files


def chunks_of(items: Sequence, size: int, what: str) -> list[Chunk]:
    """The items cut into pieces."""
    parts = ((start, tuple(items[start : start + size])) for start in range(0, len(items), size))
    return [
        Chunk(start, part, fingerprint([FORMAT, what, [described(item) for item in part]]))
        for start, part in parts
    ]


def described(item):
    """All about an item that a result depends on, as JSON knows it."""
    if isinstance(item, Cosoku):
        return {"faces": item.polyhedron.corners, "capacities": item.capacities, "tiles": item.tiles}
    return item


def canonical(value) -> str:
    """A value as JSON, always in the same words."""
    try:
        return json.dumps(value, sort_keys=True, separators=(",", ":"))
    except (TypeError, ValueError) as error:
        raise PuzzleError(f"{short(value)}: items and results must be what JSON can hold ({error})") from None


def fingerprint(value) -> str:
    return hashlib.sha256(canonical(value).encode()).hexdigest()


class Folder:
    """The files of finished chunks. A file is written beside and then renamed, so that it is there whole or not at all."""

    def __init__(self, path: Path):
        self.path, self.said = path, []
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise PuzzleError(f"folder {path}: cannot be used ({error.strerror})") from None

    def place(self, chunk: Chunk) -> Path:
        return self.path / f"{chunk.name[:32]}.json"

    def read(self, chunk: Chunk) -> list | None:
        """What the chunk gave, if there is a sound file of it."""
        try:
            data = json.loads(self.place(chunk).read_bytes())
            results = data["results"]
            if (
                data["chunk"] == chunk.name
                and data["check"] == fingerprint(results)
                and len(results) == len(chunk.items)
            ):
                return results
        except FileNotFoundError:
            return None
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            pass
        self.said.append(f"{self.place(chunk)} is damaged: its chunk is computed again")
        return None

    def write(self, chunk: Chunk, results: list) -> None:
        data = {"chunk": chunk.name, "results": results, "check": fingerprint(results)}
        beside = self.place(chunk).with_suffix(f".{os.getpid()}.part")
        try:
            with open(beside, "w", encoding="ascii") as file:
                json.dump(data, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, self.place(chunk))
        except OSError as error:
            raise PuzzleError(f"folder {self.path}: cannot write ({error.strerror})") from None


# ---------------------------------------------------------------- the run


def run(
    job: Job,
    what: str,
    items: Iterable,
    address: str | None = None,
    workers: int | None = None,
    folder: str | os.PathLike | None = None,
    *,
    chunk: int = 1,
    progress: bool | Progress | None = None,
    stop: Stop = lambda: False,
) -> Batch:
    """Any job on any items; the other parameters as of `counts`.

    `what` names the job and all its settings: files in the folder are told apart by it, and by the items, which JSON must be able to
    hold (or be puzzles), as must what the job gives.

    >>> run(abs, "absolute value", [-1, 2, -3], "here", chunk=2).results
    [1, 2, 3]
    """
    items, start = list(items), perf_counter()
    if address is not None and not isinstance(address, str):
        raise PuzzleError(
            f'address {short(address)}: must be that of a scheduler, such as "tcp://10.0.0.5:8786", or "here"'
        )
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        raise PuzzleError(
            f"progress {short(progress)}: must be True, or a function that takes the chunks done and all chunks"
        )
    if folder is not None and (
        not isinstance(folder, (str, os.PathLike)) or folder == "" or "\0" in str(folder)
    ):
        raise PuzzleError(f"folder {short(folder)}: must be a path")
    workers = os.cpu_count() if workers is None else workers
    whole("workers", workers, f"must be a whole number from 1 to {MOST_WORKERS}", least=1, most=MOST_WORKERS)
    chunks = chunks_of(items, whole("chunk", chunk, "must be a whole number of items above 0", least=1), what)
    made = Made(chunks, None if folder is None else Folder(Path(folder)), Batch([None] * len(items)))
    todo = made.restore()
    found = (
        in_this_process(job, todo, stop) if address == HERE else on_dask(job, todo, address, workers, stop)
    )
    with closing(Bar() if progress is True else Quiet(progress or None)) as show:
        try:
            with closing(found):
                show(made.number(), len(chunks))
                for one, results in found:
                    made.add(one, results)
                    show(made.number(), len(chunks))
        except KeyboardInterrupt:
            made.batch.stopped = "interrupt"
        except Ended as end:
            made.batch.stopped = str(end)
    made.batch.seconds = perf_counter() - start
    return made.batch


def in_this_process(job: Job, chunks: Sequence[Chunk], stop: Stop) -> Iterator[tuple[Chunk, list]]:
    """Each chunk with its results, one after the other, without Dask."""
    for chunk in chunks:
        if stop():
            raise Ended(STOPPED)
        yield chunk, work(job, chunk.items)


class Made:
    """What is there so far, in memory and in the folder. Chunks that are the same are done once."""

    def __init__(self, chunks: Sequence[Chunk], folder: Folder | None, batch: Batch):
        self.same, self.folder, self.batch = defaultdict(list), folder, batch
        for chunk in chunks:
            self.same[chunk.name].append(chunk)

    def restore(self) -> list[Chunk]:
        """Take what the folder has; the chunks that remain to be done."""
        todo = []
        for first, *_ in self.same.values():
            results = self.folder.read(first) if self.folder else None
            if results is None:
                todo.append(first)
            else:
                self.batch.restored += self.fill(first, results)
        self.batch.said += self.folder.said if self.folder else []
        return todo

    def add(self, chunk: Chunk, results: list) -> None:
        """A chunk that is done: first into the folder, then into the results, so that what counts is safe."""
        results = json.loads(canonical(results))  # as it would come out of the folder
        if self.folder:
            self.folder.write(chunk, results)
        self.batch.computed += self.fill(chunk, results)

    def fill(self, chunk: Chunk, results: list) -> int:
        """Put the results where they belong; in how many chunks."""
        for one in self.same[chunk.name]:
            self.batch.results[one.start : one.start + len(results)] = results
        return len(self.same[chunk.name])

    def number(self) -> int:
        return self.batch.computed + self.batch.restored


class Quiet:
    """No bar; a function hears how far it is, if there is one."""

    def __init__(self, progress: Progress | None):
        self.progress = progress or (lambda made, of: None)

    def __call__(self, made: int, of: int) -> None:
        self.progress(made, of)

    def close(self) -> None:
        """Nothing to close."""


class Bar:
    """A progress bar of chunks, those from the folder included.

    Not Dask's own: in a notebook that one moves only between cells, and it knows nothing of the folder.
    """

    def __init__(self):
        from tqdm.auto import tqdm

        self.bar = tqdm(unit="chunk")

    def __call__(self, made: int, of: int) -> None:
        if self.bar.total is None:
            self.bar.reset(of)
            self.bar.initial = made  # so that the time left is guessed from what is done now
        self.bar.n = made
        self.bar.refresh()

    def close(self) -> None:
        self.bar.close()
