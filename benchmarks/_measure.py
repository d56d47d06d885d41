"""What the benchmarks have in common: CPU time, memory, and a table."""

import os
import resource
import subprocess
import sys
import tempfile
import time


def cpu(job):
    """What a job returns, and the CPU seconds it took: the machine may be shared, the work is not."""
    start = time.process_time()
    result = job()
    return result, time.process_time() - start


def memory() -> int:
    """The most memory this process has had so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (
        1024 * 1024 if sys.platform == "darwin" else 1024
    )


def compiling(module: str) -> tuple[float, float]:
    """CPU seconds until the compiled code of a module of puzzlelib is ready, with an empty cache and with a full one."""
    start = f"import time; t = time.process_time(); from puzzlelib import {module}; {module}.available(); print(time.process_time() - t)"
    with tempfile.TemporaryDirectory() as folder:
        cold, cached = (
            float(
                subprocess.run(
                    [sys.executable, "-c", start],
                    env={**os.environ, "NUMBA_CACHE_DIR": folder},
                    capture_output=True,
                    text=True,
                    check=True,
                ).stdout
            )
            for _ in range(2)
        )
    return cold, cached


def table(title: str, head: list[str], rows: list[list]) -> None:
    """Print a small table."""
    texts = [head] + [
        [f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in row] for row in rows
    ]
    widths = [max(map(len, column)) for column in zip(*texts)]
    print(f"\n{title}")
    for row in texts:
        print("  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths)))
