"""Lines about the workers of a cluster that die, are paused, or do nothing."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from ..common.errors import one_line

Say = Callable[[str], None]
QUIET = 180  # seconds without work after which a worker is reported
BUSY = 10  # percent of a processor: with less than that, a worker does nothing


@dataclass
class WorkerState:
    """The state of a worker at the last look."""

    fine: float  # when it was last seen at work, by the watch's clock
    beat: float = 0.0  # when the scheduler last heard from it, by the scheduler's clock
    paused: bool = False
    reported: bool = False  # as one that does nothing


class WorkerWatch:
    """Compares the workers with their last state; each trouble is said once.

    >>> watch = WorkerWatch(print)
    >>> worker = {"status": "running", "last_seen": 1, "memory_limit": 8e9, "metrics": {"cpu": 99.0}}
    >>> watch.look({"tcp://10.0.0.5:4321": worker}, chunks=2)
    >>> watch.look({}, chunks=2)
    worker tcp://10.0.0.5:4321 is gone; what it was doing is begun again
    """

    def __init__(self, say: Say, clock: Callable[[], float] = time.monotonic):
        self.say, self.clock, self.states, self.manned = say, clock, {}, clock()  # when there was a worker

    def look(self, workers: dict[str, dict], chunks: int) -> None:
        """Report what has changed. workers: by address; chunks: number of those not done yet."""
        for address in self.states.keys() - workers.keys():
            del self.states[address]
            self.report(address, "is gone; what it was doing is begun again")
        for address, worker in workers.items():
            state = self.states.setdefault(address, WorkerState(self.clock()))
            self.look_for_pause(address, worker, state)
            self.look_for_work(address, worker, state, spare=chunks < len(workers))
        self.look_for_any(workers)

    def look_for_any(self, workers: dict[str, dict]) -> None:
        """Report every few minutes that there is no worker."""
        if workers:
            self.manned = self.clock()
        elif self.clock() - self.manned >= QUIET:
            self.manned = self.clock()
            self.say(f"there has been no worker for {QUIET // 60} minutes")

    def look_for_pause(self, address: str, worker: dict, state: WorkerState) -> None:
        before, state.paused = state.paused, worker["status"] == "paused"
        if state.paused and not before:
            takes, limit = worker["metrics"].get("memory", 0) / 1e9, worker["memory_limit"] / 1e9
            self.report(address, f"is paused by Dask: it takes {takes:.1f} GB of its {limit:.1f} GB")

    def look_for_work(self, address: str, worker: dict, state: WorkerState, spare: bool) -> None:
        """Report a worker without work for long. spare: there are fewer chunks than workers."""
        metrics, heard = worker["metrics"], worker["last_seen"] != state.beat
        resting = spare and not metrics.get("task_counts", {}).get("executing")
        if state.paused or heard and (resting or metrics.get("cpu", 0) >= BUSY):
            state.fine, state.reported = self.clock(), False
        elif self.clock() - state.fine >= QUIET and not state.reported:
            state.reported = True
            self.report(address, f"has done nothing for {QUIET // 60} minutes")
        state.beat = worker["last_seen"]

    def report(self, address: str, trouble: str) -> None:
        self.say(one_line(f"worker {address} {trouble}"))
