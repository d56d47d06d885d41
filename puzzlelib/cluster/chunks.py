"""A job on many items, in chunks; each finished chunk is kept in a folder.

The file of a chunk is named by a fingerprint of the job, its settings and the chunk's items, so a
call that is repeated reads the finished chunks and does the rest.
"""

import hashlib
import json
import lzma
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from ..common.clock import Stop, TimeIsUp, never, raise_if_stopped
from ..common.ending import Ending
from ..common.errors import PuzzleError, as_list, check_int, check_progress, short
from ..common.files import check_is_file, whole_file
from ..common.progress import open_bar
from ..common.workers import open_workers as open_workers
from ..common.workers import results

if TYPE_CHECKING:
    from ..icosoku.puzzle import Cosoku

FORMAT = 1  # of the files
MOST_UNPACKED = 1 << 24  # bytes of a packed file's content
MOST_TO_UNPACK = 1 << 28  # bytes that the decoder may take
DAMAGES = OSError, ValueError, LookupError, TypeError, RecursionError, lzma.LZMAError
Job = Callable[[object], object]  # one item -> what JSON can hold
Progress = Callable[[int, int], None]  # chunks done, and all
Valid = Callable[[object, object], bool]  # can this item have this result?


@dataclass(frozen=True)
class ItemChunk:
    """Some items, from index `start` on; `name` is a fingerprint of job and items."""

    start: int
    items: tuple
    name: str


@dataclass
class Batch:
    """The results of a job, in the order of the items; None where one is not known yet.

    `computed` and `restored`: chunks done now, and read from the folder; `said`: lines on damaged
    files.
    """

    results: list = field(default_factory=list)
    computed: int = 0
    restored: int = 0
    stopped: Ending = Ending.DONE
    seconds: float = 0.0
    said: list[str] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        return not self.stopped


# -------- the jobs


def counts(
    instances: Iterable["Cosoku"],
    folder: str | os.PathLike | None = None,
    executor: Executor | None = None,
    **more,
) -> Batch:
    """Count the solutions of each puzzle exactly; see `icosoku.counting`.

    Ctrl-C stops the work and returns the results so far. Raise `PuzzleError` if an argument is
    wrong, or a worker cannot do its chunk.

    Parameters
    ----------
    folder
        where finished chunks are kept and looked for; made if it is missing
    executor
        its workers do the chunks: that of `open_workers`, or of any other library; without one,
        this very process does them
    more
        other parameters of `run_job`: chunk, progress, stop

    Examples
    --------
    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> counts([paper_tetrahedron()]).results
    [19]
    """
    from ..icosoku.counting.exact import count  # with NumPy, which other jobs do not need
    from ..icosoku.puzzle import a_puzzle

    puzzles = [a_puzzle(one) for one in as_list("instances", instances)]
    return run_job(count, "count", puzzles, folder, executor, **more)


def run_job(
    job: Job,
    what: str,
    items: Iterable,
    folder: str | os.PathLike | None = None,
    executor: Executor | None = None,
    *,
    chunk: int = 1,
    progress: bool | Progress | None = None,
    stop: Stop = never,
    valid: Valid = lambda item, result: True,
) -> Batch:
    """Do a job on each item; folder and executor as for `counts`.

    `what` names the job and all its settings: with the items, which are puzzles or what JSON can
    hold, it tells the files in the folder apart. chunk: items in one; progress: True for a bar, or
    a function of the chunks done and all; stop() ends the work when it returns True; valid(item,
    result) accepts a result from the folder.

    >>> run_job(abs, "absolute value", [-1, 2, -3], chunk=2).results
    [1, 2, 3]
    """
    items, start = list(items), perf_counter()
    check_progress(progress, "the chunks done and all chunks")
    chunks = chunks_of(items, check_int("chunk", chunk, least=1), what)
    store = ChunkStore(make_folder(folder), Batch([None] * len(items)), valid)
    todo, batch = store.restore(chunks), store.batch
    found = share_out(executor, job, todo, stop) if executor else do_here(job, todo, stop)
    with open_progress(progress) as show, closing(found):
        try:
            show(store.number(), len(chunks))
            for one, made in found:
                store.add(one, made)
                show(store.number(), len(chunks))
        except KeyboardInterrupt:
            batch.stopped = Ending.INTERRUPT
        except TimeIsUp:
            batch.stopped = Ending.STOPPED
    batch.seconds = perf_counter() - start
    return batch


def do_here(job: Job, chunks: Iterable[ItemChunk], stop: Stop) -> Iterator[tuple[ItemChunk, list]]:
    for chunk in chunks:
        raise_if_stopped(stop)
        yield chunk, do_job(job, chunk.items)


def share_out(
    executor: Executor, job: Job, chunks: Iterable[ItemChunk], stop: Stop
) -> Iterator[tuple[ItemChunk, list]]:
    """Yield each chunk with its results, as they get ready."""
    try:
        yield from results(executor, ((one, partial(do_job, job, one.items)) for one in chunks), stop)
    except (PuzzleError, TimeIsUp):
        raise
    except Exception as error:
        why = f"(is puzzlelib there, in the same version?): {type(error).__name__}: {error}"
        raise PuzzleError(f"a worker could not do its chunk {why}") from None


def do_job(job: Job, items: Iterable) -> list:
    return [job(item) for item in items]


def make_folder(folder) -> Path | None:
    """Return the folder, made if it is missing; `PuzzleError` if that cannot be."""
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


@contextmanager
def open_progress(progress: bool | Progress | None) -> Iterator[Progress]:
    """Give a function of the chunks done and all chunks: `progress` itself, or for True a bar."""
    if progress is not True:
        yield progress or (lambda made, of: None)
        return
    with open_bar(True, "chunks") as show:
        yield lambda made, of: show(made / max(1, of), made)


# -------- chunks and their files


def chunks_of(items: Sequence, size: int, what: str) -> list[ItemChunk]:
    chunks = []
    for start in range(0, len(items), size):
        part = tuple(items[start : start + size])
        name = sha256_of([FORMAT, what, part])
        chunks.append(ItemChunk(start, part, name))
    return chunks


def description(item) -> dict:
    """Return all that the result of an item depends on which is more than JSON can hold: of a puzzle."""
    from ..icosoku.puzzle import Cosoku  # with NumPy

    if not isinstance(item, Cosoku):
        raise TypeError(f"{type(item).__name__} is none of its kinds")
    return {"faces": item.polyhedron.corners, "capacities": item.capacities, "tiles": item.tiles}


def canonical_json(value, describe: Callable | None = None) -> str:
    try:
        return json.dumps(value, sort_keys=True, separators=(",", ":"), default=describe)
    except (TypeError, ValueError) as error:
        raise PuzzleError(f"{short(value)}: items and results must be what JSON can hold ({error})") from None


def sha256_of(value) -> str:
    return hashlib.sha256(canonical_json(value, description).encode()).hexdigest()


class ChunkStore:
    """The finished chunks, in memory and in a folder, a file each."""

    def __init__(self, folder: Path | None, batch: Batch, valid: Valid):
        self.folder, self.batch, self.valid = folder, batch, valid

    def path(self, chunk: ItemChunk) -> Path:
        return self.folder / f"{chunk.name[:32]}.json"

    def restore(self, chunks: Iterable[ItemChunk]) -> list[ItemChunk]:
        """Take the results in the folder; return the chunks to be done."""
        todo = []
        for chunk in chunks:
            results = self.read(chunk) if self.folder else None
            if results is None:
                todo.append(chunk)
            else:
                self.fill(chunk, results)
                self.batch.restored += 1
        return todo

    def read(self, chunk: ItemChunk) -> list | None:
        """Return the results in a sound file of the chunk, as it was written or packed by xz."""
        damaged, path = [], self.path(chunk)
        for one in filter(os.path.lexists, (path, path.with_suffix(".json.xz"))):
            check_is_file(one)
            with suppress(*DAMAGES):  # whatever is wrong with a file, the chunk can be computed again
                data = one.read_bytes()
                if one.suffix == ".xz":  # what is cut off or too large is no JSON
                    decoder = lzma.LZMADecompressor(lzma.FORMAT_XZ, MOST_TO_UNPACK)
                    data = decoder.decompress(data, MOST_UNPACKED)
                data = json.loads(data)
                results = data["results"]
                named = data["chunk"] == chunk.name and data["check"] == sha256_of(results)
                whole = named and isinstance(results, list) and len(results) == len(chunk.items)
                if whole and all(map(self.valid, chunk.items, results)):
                    return results
            damaged.append(f"{one} is damaged: its chunk is computed again")
        self.batch.said += damaged
        return None

    def add(self, chunk: ItemChunk, results: list) -> None:
        """Write a chunk's results into the folder, then count it: what counts is safe."""
        results = json.loads(canonical_json(results))  # as they would come out of the folder
        if self.folder:
            data = {"chunk": chunk.name, "results": results, "check": sha256_of(results)}
            with whole_file(self.path(chunk)) as file:
                file.write(json.dumps(data).encode())
        self.fill(chunk, results)
        self.batch.computed += 1

    def fill(self, chunk: ItemChunk, results: list) -> None:
        self.batch.results[chunk.start : chunk.start + len(results)] = results

    def number(self) -> int:
        return self.batch.computed + self.batch.restored
