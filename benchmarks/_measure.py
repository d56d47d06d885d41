"""Common to the benchmarks and to tests that measure: CPU time, memory, and a table."""

import resource
import sys
import time

PROCESSORS = {"AVX2": {"EXACTLY_ONCE_LEVEL": "3"}, "SSE4.2": {"EXACTLY_ONCE_LEVEL": "2"}}


def cpu(job):
    """Return what a job returns, and the CPU seconds it took: the machine may be shared, the work is not."""
    start = time.process_time()
    result = job()
    return result, time.process_time() - start


def work() -> float:
    """CPU seconds of this process and of its children that have ended."""
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in spent)


def memory() -> int:
    """The most memory this process has had so far, in megabytes. On Linux `ru_maxrss` would begin with that
    of the process which started it."""
    if sys.platform == "linux":
        with open("/proc/self/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (
        1024 * 1024 if sys.platform == "darwin" else 1024
    )


def table(title: str, head: list[str], rows: list[list]) -> None:
    """Print a small table."""
    texts = [head] + [
        [f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in row] for row in rows
    ]
    widths = [max(map(len, column)) for column in zip(*texts)]
    print(f"\n{title}")
    for row in texts:
        print("  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths)))
