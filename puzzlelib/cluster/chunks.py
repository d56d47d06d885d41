"""Many puzzles on many machines: counts, or any other job, in chunks on Dask; every finished chunk is kept in
a folder.

A chunk is some items and the job to do on each. What it gave is written to a file of its own, whose name is a
fingerprint of the job, its settings and the items. So a call that is repeated reads what there is and does
only the rest, whatever stopped it before. Files of other jobs or settings have other names.

Dask (`distributed`) is an optional extra. Without it everything runs here, one chunk after the other: address
"here".
"""

import hashlib
import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from ..common.clock import Stop, never
from ..common.ending import Ending
from ..common.errors import PuzzleError, check_int, check_progress, short
from ..common.files import whole_file
from ..icosoku.counting.exact import count
from ..icosoku.puzzle import Cosoku
from .dask_pool import MEMORY, STOPPED, Chunk, Ended, on_dask, work

HERE = "here"
FORMAT = 1  # of the files
MOST_WORKERS = 256
Job = Callable[[object], object]  # one item -> what JSON can hold
Progress = Callable[[int, int], None]  # chunks done, and all


@dataclass
class Batch:
    """What came out. `results` stand in the order of the items, None where nothing is known yet.

    `computed` and `restored` are chunks: done now, and read from the folder. `said`: lines about what was not
    as it should be.
    """

    results: list = field(default_factory=list)
    computed: int = 0
    restored: int = 0
    stopped: str = Ending.DONE  # or "the scheduler is lost", "a worker died again and again"
    seconds: float = 0.0
    said: list[str] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Is everything there?"""
        return not self.stopped


# -------- the jobs


def counts(
    instances: Iterable[Cosoku],
    address: str | None = None,
    workers: int | None = None,
    folder: str | os.PathLike | None = None,
    **more,
) -> Batch:
    """The exact number of solutions of each puzzle; see `icosoku.counting`.

    Parameters
    ----------
    address : None for workers on this machine, "here" for this very process, else that of a Dask scheduler,
        such as "tcp://10.0.0.5:8786"
    workers : how many processes on this machine; without it, one a processor
    folder : where finished chunks are kept and looked for; it is made if it is not there
    more : chunk (puzzles in one), progress (True: a bar; or a function of chunks done and all), stop (a
        function; True ends it)

    Errors: `PuzzleError`, also when Dask or the scheduler is not there. An interrupt ends the work; what is
    there is given back.

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> counts([paper_tetrahedron()], "here").results
    [19]
    """
    return run(count, "count", checked(instances), address, workers, folder, **more)


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


# -------- chunks


def chunks_of(items: Sequence, size: int, what: str) -> list[Chunk]:
    chunks = []
    for start in range(0, len(items), size):
        part = tuple(items[start : start + size])
        name = fingerprint([FORMAT, what, [described(item) for item in part]])
        chunks.append(Chunk(start, part, name))
    return chunks


def described(item):
    """All about an item that a result depends on."""
    if isinstance(item, Cosoku):
        return {"faces": item.polyhedron.corners, "capacities": item.capacities, "tiles": item.tiles}
    if not keys_are_texts(item):
        raise PuzzleError(
            f"{short(item)}: items must be what JSON can hold: the keys of a dictionary are texts"
        )
    return item


def keys_are_texts(value) -> bool:
    """Has no dictionary in it another key than texts? JSON would make "1" of 1, as if they were the same."""
    if isinstance(value, dict):
        return all(isinstance(key, str) for key in value) and all(map(keys_are_texts, value.values()))
    return not isinstance(value, (list, tuple)) or all(map(keys_are_texts, value))


def canonical(value) -> str:
    try:
        return json.dumps(value, sort_keys=True, separators=(",", ":"))
    except (TypeError, ValueError) as error:
        raise PuzzleError(f"{short(value)}: items and results must be what JSON can hold ({error})") from None


def fingerprint(value) -> str:
    return hashlib.sha256(canonical(value).encode()).hexdigest()


# -------- the run


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
    stop: Stop = never,
    memory: str = MEMORY,
) -> Batch:
    """Any job on any items; the other parameters as of `counts`.

    `what` names the job and all its settings: files in the folder are told apart by it, and by the items,
    which JSON must be able to hold (or be puzzles), as must what the job gives. memory: what a worker on this
    machine may take.

    >>> run(abs, "absolute value", [-1, 2, -3], "here", chunk=2).results
    [1, 2, 3]
    """
    items, start = list(items), perf_counter()
    if address is not None and not isinstance(address, str):
        raise PuzzleError(
            f'address {short(address)}: must be that of a scheduler, such as "tcp://10.0.0.5:8786", or "here"'
        )
    check_progress(progress, "the chunks done and all chunks")
    workers = os.cpu_count() if workers is None else workers
    check_int("workers", workers, least=1, most=MOST_WORKERS)
    chunk = check_int("chunk", chunk, least=1)
    chunks = chunks_of(items, chunk, what)
    made = Made(chunks, made_folder(folder), Batch([None] * len(items)))
    todo, batch = made.restore(), made.batch
    here = address == HERE
    found = in_this_process(job, todo, stop) if here else on_dask(job, todo, address, workers, stop, memory)
    with shown(progress) as show:
        try:
            with closing(found):
                show(made.number(), len(chunks))
                for one, results in found:
                    made.add(one, results)
                    show(made.number(), len(chunks))
        except KeyboardInterrupt:
            batch.stopped = Ending.INTERRUPT
        except Ended as end:
            batch.stopped = str(end)
    batch.seconds = perf_counter() - start
    return batch


def made_folder(folder) -> Path | None:
    """The folder, made if it is not there; `PuzzleError` where that cannot be."""
    if folder is None:
        return None
    if not isinstance(folder, (str, os.PathLike)) or folder == "" or "\0" in str(folder):
        raise PuzzleError(f"folder {short(folder)}: must be a path")
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PuzzleError(f"folder {path}: cannot be used ({error.strerror})") from None
    return path


def in_this_process(job: Job, chunks: Sequence[Chunk], stop: Stop) -> Iterator[tuple[Chunk, list]]:
    for chunk in chunks:
        if stop():
            raise Ended(STOPPED)
        yield chunk, work(job, chunk.items)


class Made:
    """What is there so far, in memory and in the folder, a file for each finished chunk. Chunks that are the
    same are done once."""

    def __init__(self, chunks: Sequence[Chunk], folder: Path | None, batch: Batch):
        self.same, self.folder, self.batch = defaultdict(list), folder, batch
        for chunk in chunks:
            self.same[chunk.name].append(chunk)

    def place(self, chunk: Chunk) -> Path:
        return self.folder / f"{chunk.name[:32]}.json"

    def restore(self) -> list[Chunk]:
        """Take what the folder has; the chunks that remain to be done."""
        todo = []
        for first, *_ in self.same.values():
            results = self.read(first) if self.folder else None
            if results is None:
                todo.append(first)
            else:
                self.batch.restored += self.fill(first, results)
        return todo

    def read(self, chunk: Chunk) -> list | None:
        """What the chunk gave, if there is a sound file of it."""
        with suppress(OSError, ValueError, LookupError, TypeError, RecursionError):
            if not self.place(chunk).exists():
                return None
            data = json.loads(self.place(chunk).read_bytes())
            results = data["results"]
            sound = data["chunk"] == chunk.name and data["check"] == fingerprint(results)
            if sound and len(results) == len(chunk.items):
                return results
        self.batch.said.append(f"{self.place(chunk)} is damaged: its chunk is computed again")
        return None

    def add(self, chunk: Chunk, results: list) -> None:
        """A chunk that is done: into the folder, then into the results, so that what counts is safe."""
        results = json.loads(canonical(results))  # as it would come out of the folder
        if self.folder:
            data = {"chunk": chunk.name, "results": results, "check": fingerprint(results)}
            with whole_file(self.place(chunk)) as file:
                file.write(json.dumps(data).encode())
        self.batch.computed += self.fill(chunk, results)

    def fill(self, chunk: Chunk, results: list) -> int:
        for one in self.same[chunk.name]:
            self.batch.results[one.start : one.start + len(results)] = results
        return len(self.same[chunk.name])

    def number(self) -> int:
        return self.batch.computed + self.batch.restored


@contextmanager
def shown(progress: bool | Progress | None) -> Iterator[Progress]:
    """What hears of the chunks done and of all: a function as it is; for True a bar, those from the folder
    included.

    Not Dask's own bar: in a notebook that one moves only between cells, and it knows nothing of the folder.
    """
    if progress is not True:
        yield progress or (lambda made, of: None)
        return
    from tqdm.auto import tqdm

    with tqdm(unit="chunk") as bar:

        def show(made: int, of: int) -> None:
            if bar.total is None:
                bar.reset(of)
                bar.initial = made  # so that the time left is guessed from what is done now
            bar.n = made
            bar.refresh()

        yield show
