"""What the benchmarks have in common: CPU time, memory, and a table."""
import resource
import sys
import time


def cpu(job):
    """What a job returns, and the CPU seconds it took: the machine may be shared, the work is not."""
    start = time.process_time()
    result = job()
    return result, time.process_time() - start


def memory() -> int:
    """The most memory this process has had so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 * 1024 if sys.platform == "darwin" else 1024)


def table(title: str, head: list[str], rows: list[list]) -> None:
    """Print a small table."""
    texts = [head] + [[f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts)]
    print(f"\n{title}")
    for row in texts:
        print("  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths)))
